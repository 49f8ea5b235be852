//! How the tables are read: comma-separated values, no quotes.

use thiserror::Error;

/// A table that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{table}, line {line}: {cause}")]
pub struct Malformed {
    /// The table's file.
    pub table: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub cause: String,
}

/// A file of `assets/published`.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    pub(super) columns: usize,
}

/// A line of a table.
pub(super) struct Row<'a> {
    table: &'static str,
    line: usize,
    cells: Vec<&'a str>,
}

impl Table {
    /// Reads every row below the heading. No cell holds a comma or a quote.
    pub(super) fn rows<T>(
        &self,
        read: impl Fn(&Row) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        let lines = (1..).zip(self.text.lines());
        lines
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
            .skip(1)
            .map(|(line, text)| {
                let row = Row {
                    table: self.name,
                    line,
                    cells: text.split(',').map(str::trim).collect(),
                };
                if row.cells.len() == self.columns {
                    read(&row)
                } else {
                    Err(row.malformed(format!("{} cells, not {}", row.cells.len(), self.columns)))
                }
            })
            .collect()
    }
}

impl Row<'_> {
    pub(super) fn text(&self, column: usize) -> &str {
        self.cells.get(column).copied().unwrap_or_default()
    }

    pub(super) fn number(&self, column: usize) -> Result<u32, Malformed> {
        let text = self.text(column);
        text.parse()
            .map_err(|_| self.malformed(format!("{text:?} is not a whole number")))
    }

    pub(super) fn decimal(&self, column: usize) -> Result<f64, Malformed> {
        let text = self.text(column);
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.malformed(format!("{text:?} is not a number"))),
        }
    }

    pub(super) fn optional(&self, column: usize) -> Result<Option<u32>, Malformed> {
        if self.text(column).is_empty() {
            Ok(None)
        } else {
            self.number(column).map(Some)
        }
    }

    pub(super) fn malformed(&self, cause: String) -> Malformed {
        Malformed {
            table: self.table,
            line: self.line,
            cause,
        }
    }
}
