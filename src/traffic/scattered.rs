//! Counting edges whose ends lie anywhere: each step once, and of a clique the members of each group, never its pairs.

use super::family::{Clique, Shift};
use super::raster::Raster;
use crate::cluster::Cluster;
use crate::scenario::Axis;
use std::collections::BTreeMap;

/// The row and the column of cells that each rank lies in.
pub struct Places {
    rows: Vec<u32>,
    columns: Vec<u32>,
    side: usize,
}

/// Stands for a rank outside of the window.
const OUTSIDE: u32 = u32::MAX;

impl Places {
    /// The places of all ranks in a raster along `axis`.
    pub fn of(raster: &Raster, cluster: &Cluster, axis: Axis) -> Self {
        let positions: Vec<u64> = (0..cluster.gpus)
            .map(|rank| cluster.position_of(cluster.gpu_of_rank(rank), axis))
            .collect();
        let cells_from = |first: u64| {
            let cell = |&position: &u64| {
                position
                    .checked_sub(first)
                    .filter(|&offset| offset < raster.window.span)
                    .and_then(|offset| u32::try_from(offset / raster.cell_span).ok())
                    .unwrap_or(OUTSIDE)
            };
            positions.iter().map(cell).collect()
        };
        Self {
            rows: cells_from(raster.window.row),
            columns: cells_from(raster.window.column),
            side: raster.cells as usize,
        }
    }

    /// A step's edges by cell.
    pub fn count_shift(&self, shift: &Shift) -> Vec<u64> {
        let mut counts = vec![0; self.side * self.side];
        let sources = shift.sources;
        let length = (sources.to - sources.from) as usize;
        let period = usize::try_from(sources.period).unwrap_or(usize::MAX);
        let destination = sources.from.saturating_add_signed(shift.delta) as usize;
        let froms = self.rows.chunks_exact(period);
        for (from, to) in froms.zip(self.columns.chunks_exact(period)) {
            let from = from.iter().skip(sources.from as usize).take(length);
            for (&row, &column) in from.zip(to.iter().skip(destination)) {
                self.count(&mut counts, row, column, |count| *count += 1);
            }
        }
        counts
    }

    /// A clique's edges by cell: the products of how many members a row and a column of cells hold, less each member with itself.
    pub fn count_clique(&self, clique: &Clique) -> Vec<u64> {
        let mut counts = vec![0; self.side * self.side];
        let grid = clique.grid;
        let block = usize::try_from(grid.block()).unwrap_or(usize::MAX);
        let stride = usize::try_from(grid.stride).unwrap_or(usize::MAX);
        let (mut rows, mut columns) = (Tally::new(self.side), Tally::new(self.side));
        let blocks = self.rows.chunks_exact(block);
        for (block_rows, block_columns) in blocks.zip(self.columns.chunks_exact(block)) {
            for first in 0..stride {
                let member_rows = || block_rows.iter().skip(first).step_by(stride).copied();
                let member_columns = || block_columns.iter().skip(first).step_by(stride).copied();
                rows.set(member_rows());
                columns.set(member_columns());
                for (row, senders) in rows.met() {
                    for (column, receivers) in columns.met() {
                        self.count(&mut counts, row, column, |count| {
                            *count += senders * receivers;
                        });
                    }
                }
                for (row, column) in member_rows().zip(member_columns()) {
                    self.count(&mut counts, row, column, |count| *count -= 1);
                }
            }
        }
        counts
    }

    fn count(&self, counts: &mut [u64], row: u32, column: u32, change: impl FnOnce(&mut u64)) {
        if row != OUTSIDE
            && column != OUTSIDE
            && let Some(count) = counts.get_mut(row as usize * self.side + column as usize)
        {
            change(count);
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

/// Members by row or column of cells, and which were met.
struct Tally {
    counts: Vec<u64>,
    met: Vec<u32>,
}

impl Tally {
    fn new(side: usize) -> Self {
        Self {
            counts: vec![0; side],
            met: Vec::new(),
        }
    }

    /// Starts again with these cells; those outside of the window don't count.
    fn set(&mut self, cells: impl Iterator<Item = u32>) {
        for cell in self.met.drain(..) {
            if let Some(count) = self.counts.get_mut(cell as usize) {
                *count = 0;
            }
        }
        for cell in cells {
            if let Some(count) = self.counts.get_mut(cell as usize) {
                if *count == 0 {
                    self.met.push(cell);
                }
                *count += 1;
            }
        }
    }

    fn met(&self) -> impl Iterator<Item = (u32, u64)> {
        self.met
            .iter()
            .filter_map(|&cell| Some((cell, *self.counts.get(cell as usize)?)))
    }
}
