//! Counting edges whose ends lie anywhere: each step once, and of a clique the members of each group, never its pairs.

use super::family::{Clique, Shift};
use super::raster::Raster;
use std::collections::BTreeMap;

/// Counts a step's edges by cell.
pub fn count_shift(
    shift: &Shift,
    gpus: u64,
    position: &impl Fn(u64) -> u64,
    raster: &Raster,
    counts: &mut Vec<u64>,
) {
    let view = View::of(raster, counts);
    for source in (0..gpus).filter(|&source| shift.sources.contains(source)) {
        let destination = source.saturating_add_signed(shift.delta);
        let cell = view
            .row(position(source))
            .zip(view.column(position(destination)));
        if let Some(count) = cell.and_then(|(row, column)| counts.get_mut(view.cell(row, column))) {
            *count += 1;
        }
    }
}

/// Counts a clique's edges by cell: the products of how many members a row and a column of cells hold, less each member with
/// itself.
pub fn count_clique(
    clique: &Clique,
    gpus: u64,
    position: &impl Fn(u64) -> u64,
    raster: &Raster,
    counts: &mut Vec<u64>,
) {
    let view = View::of(raster, counts);
    let grid = clique.grid;
    let (mut rows, mut columns) = (Tally::new(view.side), Tally::new(view.side));
    for first in (0..gpus).filter(|rank| rank % grid.block() < grid.stride) {
        rows.clear();
        columns.clear();
        let members = (0..grid.size).map(|member| position(first + member * grid.stride));
        for at in members.clone() {
            if let Some(row) = view.row(at) {
                rows.add(row);
            }
            if let Some(column) = view.column(at) {
                columns.add(column);
            }
        }
        for (row, senders) in rows.met() {
            for (column, receivers) in columns.met() {
                if let Some(count) = counts.get_mut(view.cell(row, column)) {
                    *count += senders * receivers;
                }
            }
        }
        for at in members {
            if let Some((row, column)) = view.row(at).zip(view.column(at))
                && let Some(count) = counts.get_mut(view.cell(row, column))
            {
                *count -= 1;
            }
        }
    }
}

/// Pairs of a clique's distinct members, the first chosen by one test and the second by another.
pub fn pairs_between(
    clique: &Clique,
    gpus: u64,
    is_row: impl Fn(u64) -> bool,
    is_column: impl Fn(u64) -> bool,
) -> u64 {
    let grid = clique.grid;
    let mut groups: BTreeMap<(u64, u64), [u64; 2]> = BTreeMap::new();
    let mut alone = 0;
    for rank in 0..gpus {
        let (row, column) = (is_row(rank), is_column(rank));
        if row || column {
            let group = (rank / grid.block(), rank % grid.stride);
            let [rows, columns] = groups.entry(group).or_default();
            *rows += u64::from(row);
            *columns += u64::from(column);
            alone += u64::from(row && column);
        }
    }
    groups
        .into_values()
        .map(|[rows, columns]| rows * columns)
        .sum::<u64>()
        - alone
}

/// The raster's geometry.
#[derive(Clone, Copy)]
struct View {
    row: u64,
    column: u64,
    span: u64,
    cell_span: u64,
    side: usize,
}

impl View {
    /// The geometry of `raster`; `counts` becomes a zero for each cell.
    fn of(raster: &Raster, counts: &mut Vec<u64>) -> Self {
        counts.clear();
        counts.resize(raster.bytes.len(), 0);
        Self {
            row: raster.window.row,
            column: raster.window.column,
            span: raster.window.span,
            cell_span: raster.cell_span,
            side: raster.cells as usize,
        }
    }

    fn row(&self, position: u64) -> Option<usize> {
        self.index(self.row, position)
    }

    fn column(&self, position: u64) -> Option<usize> {
        self.index(self.column, position)
    }

    fn index(&self, first: u64, position: u64) -> Option<usize> {
        let offset = position.checked_sub(first).filter(|&o| o < self.span)?;
        Some((offset / self.cell_span) as usize)
    }

    fn cell(&self, row: usize, column: usize) -> usize {
        row * self.side + column
    }
}

/// Members by row or column of cells, and which were met.
struct Tally {
    counts: Vec<u64>,
    met: Vec<usize>,
}

impl Tally {
    fn new(side: usize) -> Self {
        Self {
            counts: vec![0; side],
            met: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for index in self.met.drain(..) {
            if let Some(count) = self.counts.get_mut(index) {
                *count = 0;
            }
        }
    }

    fn add(&mut self, index: usize) {
        if let Some(count) = self.counts.get_mut(index) {
            if *count == 0 {
                self.met.push(index);
            }
            *count += 1;
        }
    }

    fn met(&self) -> impl Iterator<Item = (usize, u64)> {
        self.met
            .iter()
            .filter_map(|&index| Some((index, *self.counts.get(index)?)))
    }
}
