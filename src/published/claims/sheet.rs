//! The printed figures of `claims.csv`, by name.

use super::{Basis, Claim, Printed, Relation, Section, Source, Text, Unit, text};
use crate::published::table::{Malformed, Table};

const NAME: &str = "claims.csv";

/// The figures of claims that are not rows of a table of their own.
pub(super) struct Sheet {
    lines: Vec<Line>,
}

struct Line {
    id: String,
    source: Source,
    printed: Printed,
}

impl Sheet {
    pub(super) fn read() -> Result<Self, Malformed> {
        let table = Table {
            name: NAME,
            text: include_str!("../../../assets/published/claims.csv"),
            columns: 8,
        };
        let lines = table.rows(|row| {
            let relation = Relation::from_key(row.text(4))
                .ok_or_else(|| row.malformed(format!("{:?} is no relation", row.text(4))))?;
            let unit = Unit::from_key(row.text(7))
                .ok_or_else(|| row.malformed(format!("{:?} is no unit", row.text(7))))?;
            let step = match row.text(6) {
                "" => None,
                _ => Some(row.decimal(6)?),
            };
            row.decimal(5)?;
            let printed = Printed::new(relation, row.text(5), step, unit)
                .ok_or_else(|| row.malformed(format!("{:?} is no figure", row.text(5))))?;
            let work = row.text(1).to_owned();
            Ok(Line {
                id: row.text(0).to_owned(),
                source: Source {
                    work: text(work.clone(), work),
                    place: text(row.text(2).to_owned(), row.text(3).to_owned()),
                },
                printed,
            })
        })?;
        Ok(Self { lines })
    }

    fn line(&self, id: &str) -> Result<&Line, Malformed> {
        self.lines
            .iter()
            .find(|line| line.id == id)
            .ok_or_else(|| missing(NAME, id))
    }

    /// The claim of this name, without readings.
    pub(super) fn claim(
        &self,
        id: &str,
        section: Section,
        statement: Text,
    ) -> Result<Claim, Malformed> {
        let line = self.line(id)?;
        Ok(Claim {
            id: id.to_owned(),
            section,
            statement,
            source: line.source.clone(),
            printed: line.printed.clone(),
            basis: Basis::Model,
            readings: Vec::new(),
            in_gib: false,
            why: None,
        })
    }

    /// The printed figure of this name.
    pub(super) fn figure(&self, id: &str) -> Result<Printed, Malformed> {
        Ok(self.line(id)?.printed.clone())
    }

    #[cfg(test)]
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.id.as_str())
    }
}

/// A table without something that it must have.
pub(super) fn missing(table: &'static str, what: &str) -> Malformed {
    Malformed {
        table,
        line: 0,
        cause: format!("nothing about {what:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_claim_of_its_own() {
        let sheet = Sheet::read().unwrap();
        let claims = super::super::read().unwrap();
        for id in sheet.ids() {
            let uses = claims.iter().filter(|claim| claim.id == id).count();
            assert_eq!(uses, 1, "{id}");
        }
        let mut ids: Vec<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
        ids.sort_unstable();
        let all = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}
