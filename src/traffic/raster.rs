//! The heatmap's cells: exact sums of square blocks of the GPU-to-GPU matrix.
//!
//! Each family adds to the cells by the cheapest of three ways. Steps touch two or three cells of a row of cells. Cliques become
//! steps, or are summed from a count of the pairs before each corner, or (where neither is closed or cheap) group by group from
//! how many members lie in each cell. With ranks in order the first two depend on the picture's cells and not on the GPUs.

use super::demand::Demand;
use super::family::{Clique, Place};
use super::line::{Line, RailGrid, RailPlace, has_rails, shifted};
use super::scattered;
use crate::cluster::Cluster;
use crate::scenario::Axis;
use std::ops::Range;

/// A square part of the matrix, in positions along the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first row (source).
    pub row: u64,
    /// The first column (destination).
    pub column: u64,
    /// Rows and columns.
    pub span: u64,
}

impl Window {
    /// The whole matrix of a cluster.
    pub fn whole(cluster: &Cluster) -> Self {
        Self {
            row: 0,
            column: 0,
            span: cluster.gpus,
        }
    }

    /// The nearest window that lies inside the matrix and holds at least one cell.
    pub fn clamped(self, gpus: u64) -> Self {
        let span = self.span.clamp(1, gpus);
        Self {
            row: self.row.min(gpus - span),
            column: self.column.min(gpus - span),
            span,
        }
    }
}

/// Bytes in the cells of a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// The window, moved into the matrix.
    pub window: Window,
    /// GPUs on a cell's side. The last row and column of cells may hold fewer.
    pub cell_span: u64,
    /// Cells on the raster's side.
    pub cells: u32,
    /// Bytes by cell, row after row: rows send, columns receive.
    pub bytes: Vec<f64>,
}

impl Raster {
    /// The cells of a demand, at most `most_cells` on a side.
    pub fn of(
        demand: &Demand,
        cluster: &Cluster,
        axis: Axis,
        window: Window,
        most_cells: u32,
    ) -> Self {
        let window = window.clamped(cluster.gpus);
        let cell_span = cell_span(
            window.span,
            u64::from(most_cells.max(1)),
            cluster.unit(axis),
        );
        let cells = window.span.div_ceil(cell_span);
        let mut raster = Self {
            window,
            cell_span,
            cells: u32::try_from(cells).unwrap_or(u32::MAX),
            bytes: vec![0.0; (cells * cells) as usize],
        };
        if cluster.is_aligned() {
            raster.add_aligned(demand, cluster, axis);
        } else {
            raster.add_scattered(demand, cluster, axis);
        }
        raster
    }

    /// The positions of a row of cells.
    pub fn rows_of(&self, cell: u32) -> Range<u64> {
        self.positions(self.window.row, cell)
    }

    /// The positions of a column of cells.
    pub fn columns_of(&self, cell: u32) -> Range<u64> {
        self.positions(self.window.column, cell)
    }

    /// All bytes in the window.
    pub fn total(&self) -> f64 {
        self.bytes.iter().sum()
    }

    fn positions(&self, first: u64, cell: u32) -> Range<u64> {
        let start = (u64::from(cell) * self.cell_span).min(self.window.span);
        let end = (start + self.cell_span).min(self.window.span);
        first + start..first + end
    }

    fn add_aligned(&mut self, demand: &Demand, cluster: &Cluster, axis: Axis) {
        for shift in &demand.shifts {
            self.add_line(&Line::of(shift, cluster, axis), shift.bytes);
        }
        let mut counts = Vec::new();
        for clique in &demand.cliques {
            match Way::cheapest(clique, cluster, axis, self) {
                Way::Steps => {
                    for shift in clique.shifts() {
                        self.add_line(&Line::of(&shift, cluster, axis), shift.bytes);
                    }
                }
                Way::Corners => self.add_corners(clique),
                Way::RailCorners(grid) => self.add_rail_corners(clique, &grid),
                Way::Groups => {
                    let position = |rank| cluster.position_of(rank, axis);
                    scattered::count_clique(clique, cluster.gpus, &position, self, &mut counts);
                    self.add_counts(&counts, clique.bytes);
                }
            }
        }
    }

    fn add_scattered(&mut self, demand: &Demand, cluster: &Cluster, axis: Axis) {
        let position = |rank| cluster.position_of(cluster.gpu_of_rank(rank), axis);
        let mut counts = Vec::new();
        for shift in &demand.shifts {
            scattered::count_shift(shift, cluster.gpus, &position, self, &mut counts);
            self.add_counts(&counts, shift.bytes);
        }
        for clique in &demand.cliques {
            scattered::count_clique(clique, cluster.gpus, &position, self, &mut counts);
            self.add_counts(&counts, clique.bytes);
        }
    }

    fn add_counts(&mut self, counts: &[u64], bytes: f64) {
        for (cell, &count) in self.bytes.iter_mut().zip(counts) {
            *cell += count as f64 * bytes;
        }
    }

    /// Adds a step: of each row of cells, the few cells that its destinations fall in.
    fn add_line(&mut self, line: &Line, bytes: f64) {
        let columns = self.window.column..self.window.column + self.window.span;
        let side = self.cells as usize;
        for row in 0..self.cells {
            let rows = self.rows_of(row);
            for (piece, delta) in &line.pieces {
                let start = rows
                    .start
                    .max(piece.start)
                    .max(shifted(columns.start, -delta));
                let end = rows.end.min(piece.end).min(shifted(columns.end, -delta));
                if start >= end {
                    continue;
                }
                let mut from = start;
                while from < end {
                    let column = (shifted(from, *delta) - columns.start) / self.cell_span;
                    let next_cell = columns.start + (column + 1) * self.cell_span;
                    let to = shifted(next_cell, -delta).min(end);
                    let edges = line.sources_in(from..to);
                    if let Some(cell) = self.bytes.get_mut(row as usize * side + column as usize) {
                        *cell += edges as f64 * bytes;
                    }
                    from = to;
                }
            }
        }
    }

    /// Adds a clique on the domain axis: only columns of the blocks that a row of cells touches.
    fn add_corners(&mut self, clique: &Clique) {
        let grid = clique.grid;
        let block = grid.block();
        let first = self.window.column;
        let corners: Vec<Place> = self.corners(first).map(|x| grid.place(x)).collect();
        let pairs_below = |x: &Place, y: &Place| grid.related_below(x, y) - x.x.min(y.x);
        self.add_between(
            &corners,
            clique.bytes,
            |rows| {
                let touched_from = (rows.start / block * block).saturating_sub(first);
                let touched_to = (rows.end.div_ceil(block) * block).saturating_sub(first);
                (
                    grid.place(rows.start),
                    grid.place(rows.end),
                    touched_from..touched_to,
                )
            },
            pairs_below,
        );
    }

    /// Adds a clique on the rail axis.
    fn add_rail_corners(&mut self, clique: &Clique, grid: &RailGrid) {
        let corners: Vec<RailPlace> = (self.corners(self.window.column))
            .map(|x| grid.place(x))
            .collect();
        let span = self.window.span;
        self.add_between(
            &corners,
            clique.bytes,
            |rows| (grid.place(rows.start), grid.place(rows.end), 0..span),
            |x, y| grid.pairs_below(x, y),
        );
    }

    /// Adds to each cell the pairs between its four corners.
    fn add_between<P>(
        &mut self,
        corners: &[P],
        bytes: f64,
        row_of: impl Fn(Range<u64>) -> (P, P, Range<u64>),
        pairs_below: impl Fn(&P, &P) -> u64,
    ) {
        let side = self.cells as usize;
        for row in 0..self.cells {
            let (upper, lower, touched) = row_of(self.rows_of(row));
            let first = ((touched.start / self.cell_span) as usize).min(side);
            let last = (touched.end.div_ceil(self.cell_span) as usize).min(side);
            let Some((left, rights)) = corners.get(first..=last).and_then(<[P]>::split_first)
            else {
                continue;
            };
            let strip = |corner: &P| pairs_below(&lower, corner) - pairs_below(&upper, corner);
            let mut before = strip(left);
            let cells = self.bytes.iter_mut().skip(row as usize * side + first);
            for (cell, right) in cells.zip(rights) {
                let after = strip(right);
                *cell += (after - before) as f64 * bytes;
                before = after;
            }
        }
    }

    /// Where the columns of cells begin, and where the last ends.
    fn corners(&self, first: u64) -> impl Iterator<Item = u64> {
        let (cell_span, span) = (self.cell_span, self.window.span);
        (0..=u64::from(self.cells)).map(move |cell| first + (cell * cell_span).min(span))
    }
}

/// How a clique's pairs are added to the cells.
#[derive(Debug)]
enum Way {
    /// As 2(n−1) steps.
    Steps,
    /// From the corners, on the domain axis.
    Corners,
    /// From the corners, on the rail axis.
    RailCorners(RailGrid),
    /// Group by group.
    Groups,
}

/// Rough costs in nanoseconds, that the way is chosen by: a count of a step's sources, of pairs before a corner, and a look at a
/// member of a group.
const SOURCES_COST: f64 = 15.0;
const RAIL_SOURCES_COST: f64 = 60.0;
const CORNER_COST: f64 = 3.0;
const RAIL_CORNER_COST: f64 = 15.0;
const MEMBER_COST: f64 = 10.0;
const CELL_COST: f64 = 1.0;

impl Way {
    fn cheapest(clique: &Clique, cluster: &Cluster, axis: Axis, raster: &Raster) -> Self {
        Self::with_cost(clique, cluster, axis, raster).0
    }

    /// The cheapest way and what it costs.
    fn with_cost(clique: &Clique, cluster: &Cluster, axis: Axis, raster: &Raster) -> (Self, f64) {
        let cells = f64::from(raster.cells);
        let members = clique.grid.size as f64;
        let steps = 2.0 * (members - 1.0) * cells * 4.0;
        if !has_rails(cluster, axis) {
            let touched = clique.grid.block() as f64 / raster.cell_span as f64 + 2.0;
            let corners = 2.0 * cells * touched.min(cells) * CORNER_COST;
            return if steps * SOURCES_COST < corners {
                (Self::Steps, steps * SOURCES_COST)
            } else {
                (Self::Corners, corners)
            };
        }
        let steps = steps * RAIL_SOURCES_COST;
        let (other, cost) = match RailGrid::of(clique.grid, cluster) {
            Some(grid) => (
                Self::RailCorners(grid),
                2.0 * cells * cells * RAIL_CORNER_COST,
            ),
            None => {
                let met = members.min(cells);
                let looks = cluster.gpus as f64 * (MEMBER_COST + met * CELL_COST);
                (Self::Groups, looks + cells * cells * CELL_COST)
            }
        };
        if steps < cost {
            (Self::Steps, steps)
        } else {
            (other, cost)
        }
    }
}

/// GPUs on a cell's side: as few as the raster allows, and where it costs less than half of the sharpness a divisor or a multiple
/// of the axis's unit (a domain, or a rail), so that no cell straddles two units in part.
fn cell_span(span: u64, most_cells: u64, unit: u64) -> u64 {
    let least = span.div_ceil(most_cells).max(1);
    if least >= unit {
        return least.div_ceil(unit) * unit;
    }
    (least..=unit.min(2 * least))
        .find(|&candidate| unit.is_multiple_of(candidate))
        .unwrap_or(least)
}
