//! The heatmap's cells: exact sums of square blocks of the GPU-to-GPU matrix.
//!
//! Each family adds to the cells by the cheapest of three ways. Steps touch two or three cells of a row of cells. Cliques become
//! steps, or are summed from a count of the pairs before each corner, or (where neither is closed or cheap) group by group from
//! how many members lie in each cell. With ranks in order the first two depend on the picture's cells and not on the GPUs.

use super::demand::Demand;
use super::family::Clique;
use super::line::{Line, RailGrid, has_rails, shifted};
use super::scattered::Places;
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
        for clique in &demand.cliques {
            let (way, _) = Way::cheapest(clique, cluster, axis, self);
            self.add_clique(clique, &way, cluster, axis);
        }
    }

    fn add_clique(&mut self, clique: &Clique, way: &Way, cluster: &Cluster, axis: Axis) {
        match way {
            Way::Steps => {
                for shift in clique.shifts() {
                    self.add_line(&Line::of(&shift, cluster, axis), shift.bytes);
                }
            }
            Way::Corners => self.add_corners(clique),
            Way::RailCorners(grid) => self.add_rail_corners(clique, grid),
            Way::Groups => {
                let places = Places::of(self, cluster, axis);
                self.add_counts(&places.count_clique(clique), clique.bytes);
            }
        }
    }

    fn add_scattered(&mut self, demand: &Demand, cluster: &Cluster, axis: Axis) {
        let places = Places::of(self, cluster, axis);
        for shift in &demand.shifts {
            self.add_counts(&places.count_shift(shift), shift.bytes);
        }
        for clique in &demand.cliques {
            self.add_counts(&places.count_clique(clique), clique.bytes);
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
        // Where one cell's sources end the next one's mostly begin.
        let mut counted = (0, 0);
        for row in 0..self.cells {
            let rows = self.rows_of(row);
            for (piece, delta) in &line.pieces {
                let start = (rows.start.max(piece.start)).max(shifted(columns.start, -delta));
                let end = (rows.end.min(piece.end)).min(shifted(columns.end, -delta));
                if start >= end {
                    continue;
                }
                if counted.0 != start {
                    counted = (start, line.sources_below(start));
                }
                while counted.0 < end {
                    let (from, before) = counted;
                    let column = (shifted(from, *delta) - columns.start) / self.cell_span;
                    let next_cell = columns.start + (column + 1) * self.cell_span;
                    let to = shifted(next_cell, -delta).min(end);
                    counted = (to, line.sources_below(to));
                    let edges = counted.1 - before;
                    if let Some(cell) = self.bytes.get_mut(row as usize * side + column as usize) {
                        *cell += edges as f64 * bytes;
                    }
                }
            }
        }
    }

    /// Adds a clique on the domain axis.
    fn add_corners(&mut self, clique: &Clique) {
        let grid = clique.grid;
        self.add_between(
            clique.bytes,
            |x| grid.place(x),
            |x, y| grid.related_below(x, y) - x.x.min(y.x),
            |rows| widened(rows, grid.block()),
        );
    }

    /// Adds a clique on the rail axis.
    fn add_rail_corners(&mut self, clique: &Clique, grid: &RailGrid) {
        self.add_between(
            clique.bytes,
            |x| grid.place(x),
            |x, y| grid.pairs_below(x, y),
            |rows| widened(rows, grid.block()),
        );
    }

    /// Adds to each cell the pairs between its four corners. `touched` gives the columns in which rows have any.
    fn add_between<P>(
        &mut self,
        bytes: f64,
        place: impl Fn(u64) -> P,
        pairs_below: impl Fn(&P, &P) -> u64,
        touched: impl Fn(&Range<u64>) -> Range<u64>,
    ) {
        let side = self.cells as usize;
        let first_column = self.window.column;
        let corners: Vec<P> = self.corners(first_column).map(&place).collect();
        let pairs = |row: u64, columns: &Range<usize>, into: &mut Vec<u64>| {
            let row = place(row);
            into.clear();
            let corners = corners.get(columns.start..=columns.end).unwrap_or_default();
            into.extend(corners.iter().map(|column| pairs_below(&row, column)));
        };
        // One row's lower corners are the next one's upper, where both touch the same columns.
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        let mut upper_of = (u64::MAX, 0..0);
        for row in 0..self.cells {
            let rows = self.rows_of(row);
            let columns = touched(&rows);
            let cell_of = |position: u64| position.saturating_sub(first_column) / self.cell_span;
            let start = (cell_of(columns.start) as usize).min(side);
            let end = (cell_of(columns.end + self.cell_span - 1) as usize).min(side);
            if start >= end {
                continue;
            }
            let columns = start..end;
            if upper_of != (rows.start, columns.clone()) {
                pairs(rows.start, &columns, &mut upper);
            }
            pairs(rows.end, &columns, &mut lower);
            let strip = lower.iter().zip(&upper).map(|(lower, upper)| lower - upper);
            let cells = self.bytes.iter_mut().skip(row as usize * side + start);
            for (cell, (before, after)) in cells.zip(strip.clone().zip(strip.skip(1))) {
                *cell += (after - before) as f64 * bytes;
            }
            std::mem::swap(&mut upper, &mut lower);
            upper_of = (rows.end, columns);
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
const SOURCES_COST: f64 = 8.0;
const RAIL_SOURCES_COST: f64 = 30.0;
const CORNER_COST: f64 = 3.0;
const RAIL_CORNER_COST: f64 = 15.0;
const MEMBER_COST: f64 = 10.0;
const CELL_COST: f64 = 1.0;

impl Way {
    /// The cheapest way, and what it costs in nanoseconds or so.
    fn cheapest(clique: &Clique, cluster: &Cluster, axis: Axis, raster: &Raster) -> (Self, f64) {
        let cells = f64::from(raster.cells);
        let members = clique.grid.size as f64;
        // Each step has two pieces, and each piece in a row of cells two ends.
        let steps = 2.0 * (members - 1.0) * cells * 4.0;
        let corners = |block: u64| {
            let touched = block as f64 / raster.cell_span as f64 + 2.0;
            cells * touched.min(cells)
        };
        let (steps, other, cost) = if !has_rails(cluster, axis) {
            let corners = corners(clique.grid.block()) * CORNER_COST;
            (steps * SOURCES_COST, Self::Corners, corners)
        } else if let Some(grid) = RailGrid::of(clique.grid, cluster) {
            let corners = corners(grid.block()) * RAIL_CORNER_COST;
            (steps * RAIL_SOURCES_COST, Self::RailCorners(grid), corners)
        } else {
            let looks = cluster.gpus as f64 * (MEMBER_COST + members.min(cells) * CELL_COST);
            let groups = looks + cells * cells * CELL_COST;
            (steps * RAIL_SOURCES_COST, Self::Groups, groups)
        };
        if steps < cost {
            (Self::Steps, steps)
        } else {
            (other, cost)
        }
    }
}

/// The blocks that a range touches.
fn widened(range: &Range<u64>, block: u64) -> Range<u64> {
    range.start / block * block..range.end.div_ceil(block) * block
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Algorithm, Model, Scenario};
    use crate::traffic::{Grid, Kind, Traffic};
    use crate::workload::Workload;
    use proptest::prelude::*;

    fn blank(cluster: &Cluster, window: Window, cell_span: u64) -> Raster {
        let window = window.clamped(cluster.gpus);
        let cells = window.span.div_ceil(cell_span);
        Raster {
            window,
            cell_span,
            cells: cells as u32,
            bytes: vec![0.0; (cells * cells) as usize],
        }
    }

    proptest! {
        #[test]
        fn all_ways_give_the_same_cells(
            (stride, size, groups, unit) in (1_u64..7, 2_u64..7, 1_u64..7, 0_usize..20),
            (row, column, span, cell_span) in (0_u64..200, 0_u64..200, 1_u64..250, 1_u64..40),
        ) {
            let grid = Grid { stride, size };
            let gpus = grid.block() * groups;
            let divisors: Vec<u64> = (1..=gpus).filter(|&hb| gpus.is_multiple_of(hb)).collect();
            let mut scenario = Scenario::default();
            scenario.cluster.gpus = gpus as u32;
            scenario.cluster.hb = divisors[unit % divisors.len()] as u32;
            let cluster = Cluster::of(&scenario);
            let clique = Clique { kind: Kind::Dp, bytes: 1.0, grid };
            let blank = blank(&cluster, Window { row, column, span }, cell_span);
            for axis in [Axis::Domain, Axis::Rail] {
                let mut expected = blank.clone();
                for i in 0..blank.cells {
                    for j in 0..blank.cells {
                        for from in blank.rows_of(i) {
                            for to in blank.columns_of(j) {
                                let joined = clique.joins(cluster.gpu_at(from, axis), cluster.gpu_at(to, axis));
                                expected.bytes[(i * blank.cells + j) as usize] += f64::from(u8::from(joined));
                            }
                        }
                    }
                }
                let mut ways = vec![Way::Steps, Way::Groups];
                if !has_rails(&cluster, axis) {
                    ways.push(Way::Corners);
                } else if let Some(grid) = RailGrid::of(grid, &cluster) {
                    ways.push(Way::RailCorners(grid));
                }
                for way in ways {
                    let mut found = blank.clone();
                    found.add_clique(&clique, &way, &cluster, axis);
                    prop_assert_eq!(&found, &expected, "{:?} {:?}", axis, way);
                }
            }
        }
    }

    /// Families of a demand and what their raster costs by the model that the ways are chosen by: operations, not time.
    fn cost(gpus: u32, algorithm: Algorithm, axis: Axis) -> f64 {
        let mut scenario = Scenario::preset(Model::Gpt1t);
        scenario.cluster.gpus = gpus;
        scenario.training.batch = gpus;
        scenario.accounting.hb_collective = algorithm;
        scenario.accounting.nic_collective = algorithm;
        let traffic = Traffic::of(&scenario, &Workload::of(&scenario));
        let cluster = traffic.cluster();
        let raster = traffic.raster(axis, Window::whole(cluster), 1024);
        assert!(raster.cells > 512 && raster.cells <= 1024);
        let cliques = traffic.demand().cliques.iter();
        let cost_of_cliques: f64 = cliques
            .map(|clique| Way::cheapest(clique, cluster, axis, &raster).1)
            .sum();
        cost_of_cliques + traffic.demand().shifts.len() as f64 * f64::from(raster.cells)
    }

    #[test]
    fn a_raster_costs_its_cells_and_not_the_gpus() {
        for algorithm in [Algorithm::Ring, Algorithm::Direct] {
            for axis in [Axis::Domain, Axis::Rail] {
                let (few, many) = (cost(3072, algorithm, axis), cost(1 << 20, algorithm, axis));
                assert!(
                    many <= 6.0 * few,
                    "{algorithm:?} {axis:?}: {few} and {many}"
                );
            }
        }
    }

    #[test]
    fn cells_fit_the_axis() {
        assert_eq!(cell_span(3072, 1024, 8), 4);
        assert_eq!(cell_span(1 << 20, 1024, 8), 1024);
        assert_eq!(cell_span(72 * 100, 1024, 72), 8);
        assert_eq!(cell_span(16, 1024, 8), 1);
        assert_eq!(cell_span(3000, 1024, 1009), 3);
    }
}
