//! Who sends how much to whom in an iteration, kept as structure and summed in closed form.
//!
//! A job's traffic is a few families of edges ([`Shift`], [`Clique`]) on the line of ranks. With ranks placed in order every sum here
//! costs the families, and a raster the picture's cells, however many GPUs there are. A random placement costs the edges: each
//! step is looked at, and of a clique each member.
//!
//! Under ordered pairs a cell (i, j) is what GPU i sends to GPU j. Under unordered pairs it is what the two send to each other, so
//! the matrix is symmetric, each pair's bytes stand in it twice, and all its cells add up to twice the bytes sent.

mod collective;
mod demand;
mod family;
mod kind;
mod line;
mod pairs;
mod peak;
mod periodic;
mod placed;
mod raster;
mod scattered;

pub use collective::{Limited, Plan, Rules};
pub use demand::Demand;
pub use family::{Clique, Grid, Shift};
pub use kind::{ByKind, Kind};
pub use pairs::Pairs;
pub use peak::PeakPair;
pub use periodic::Periodic;
pub use placed::Placed;
pub use raster::{Raster, Window};

use crate::cluster::Cluster;
use crate::quantity::Bytes;
use crate::scenario::{Axis, PairCounting, Scenario};
use crate::workload::Workload;
use line::{Line, RailGrid, has_rails};
use std::ops::Range;

/// The traffic of a job on its cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Traffic {
    cluster: Cluster,
    /// What is sent.
    sent: Demand,
    /// What the matrix's cells hold: what is sent, or both directions added.
    cells: Demand,
}

impl Traffic {
    /// The traffic of a scenario and its workload.
    pub fn of(scenario: &Scenario, workload: &Workload) -> Self {
        let cluster = Cluster::of(scenario);
        let sent = Demand::of(scenario, &cluster, &workload.volumes);
        let cells = match scenario.accounting.pairs {
            PairCounting::Ordered => sent.clone(),
            PairCounting::Unordered => sent.both_ways(),
        };
        Self {
            cluster,
            sent,
            cells,
        }
    }

    /// The cluster that the job runs on.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// The families of what is sent, between ranks.
    pub fn demand(&self) -> &Demand {
        &self.sent
    }

    /// Bytes that all GPUs send in an iteration.
    pub fn bytes(&self) -> ByKind<Bytes> {
        self.sent.total(self.cluster.gpus)
    }

    /// Those bytes by the path that they need.
    pub fn placed(&self) -> Placed {
        Placed::of(&self.sent, &self.cluster)
    }

    /// The bytes of one kind by the path that they need.
    pub fn placed_of(&self, kind: Kind) -> Placed {
        Placed::of(&self.sent.only(kind), &self.cluster)
    }

    /// Shares of all pairs.
    pub fn pairs(&self) -> Pairs {
        let gpus = self.cluster.gpus;
        let all = gpus as f64 * (gpus as f64 - 1.0);
        if all == 0.0 {
            return Pairs { idle: 1.0, tp: 0.0 };
        }
        // Both numbers of pairs, and of all pairs, are twice as large ordered: the cells of unordered counting are symmetric.
        Pairs {
            idle: 1.0 - self.busy_pairs(None) as f64 / all,
            tp: self.busy_pairs(Some(Kind::Tp)) as f64 / all,
        }
    }

    /// Cells that are not empty: ordered pairs of GPUs that exchange anything, or anything of one kind. Under unordered counting
    /// each pair is two cells.
    pub fn busy_pairs(&self, kind: Option<Kind>) -> u64 {
        let gpus = self.cluster.gpus;
        match kind {
            None => pairs::distinct(&self.cells, gpus),
            Some(kind) => pairs::distinct(&self.cells.only(kind), gpus),
        }
    }

    /// The busiest pairs, all kinds on a pair added.
    pub fn peak_pair(&self) -> PeakPair {
        if self.cluster.is_aligned() {
            PeakPair::aligned(&self.cells, &self.cluster)
        } else {
            PeakPair::scattered(&self.cells, &self.cluster)
        }
    }

    /// The busiest pair of each kind alone.
    pub fn peak_by_kind(&self) -> ByKind<Bytes> {
        ByKind::from_fn(|kind| peak::of_any_pair(&self.cells.only(kind), self.cluster.gpus))
    }

    /// The cell of GPUs `i` and `j`.
    pub fn pair(&self, i: u64, j: u64) -> ByKind<Bytes> {
        self.cells
            .between(self.cluster.rank_of_gpu(i), self.cluster.rank_of_gpu(j))
    }

    /// The sum of the cells in a block of positions along `axis`.
    pub fn block(&self, axis: Axis, rows: Range<u64>, columns: Range<u64>) -> ByKind<Bytes> {
        let gpus = self.cluster.gpus;
        let within = |range: Range<u64>| range.start.min(gpus)..range.end.min(gpus);
        let (rows, columns) = (within(rows), within(columns));
        let mut bytes = ByKind::default();
        for shift in &self.cells.shifts {
            let edges = self.shift_edges(shift, axis, &rows, &columns);
            bytes[shift.kind] += Bytes(shift.bytes) * edges as f64;
        }
        for clique in &self.cells.cliques {
            let edges = self.clique_edges(clique, axis, &rows, &columns);
            bytes[clique.kind] += Bytes(clique.bytes) * edges as f64;
        }
        bytes
    }

    /// The cells of a window along `axis`, at most `most_cells` on a side.
    pub fn raster(&self, axis: Axis, window: Window, most_cells: u32) -> Raster {
        Raster::of(&self.cells, &self.cluster, axis, window, most_cells)
    }

    fn shift_edges(
        &self,
        shift: &Shift,
        axis: Axis,
        rows: &Range<u64>,
        columns: &Range<u64>,
    ) -> u64 {
        if self.cluster.is_aligned() {
            return Line::of(shift, &self.cluster, axis).edges(rows, columns);
        }
        rows.clone()
            .map(|position| self.rank_at(position, axis))
            .filter(|&source| shift.sources.contains(source))
            .filter(|source| {
                let gpu = (self.cluster).gpu_of_rank(source.saturating_add_signed(shift.delta));
                columns.contains(&self.cluster.position_of(gpu, axis))
            })
            .count() as u64
    }

    fn clique_edges(
        &self,
        clique: &Clique,
        axis: Axis,
        rows: &Range<u64>,
        columns: &Range<u64>,
    ) -> u64 {
        let grid = clique.grid;
        if self.cluster.is_aligned() {
            if !has_rails(&self.cluster, axis) {
                let places = [rows.start, rows.end, columns.start, columns.end];
                return four_corners(places.map(|x| grid.place(x)), |x, y| {
                    grid.related_below(x, y) - x.x.min(y.x)
                });
            }
            if let Some(rails) = RailGrid::of(grid, &self.cluster) {
                let places = [rows.start, rows.end, columns.start, columns.end];
                return four_corners(places.map(|x| rails.place(x)), |x, y| {
                    rails.pairs_below(x, y)
                });
            }
        }
        let position = |rank| {
            self.cluster
                .position_of(self.cluster.gpu_of_rank(rank), axis)
        };
        scattered::pairs_between(
            clique,
            self.cluster.gpus,
            |rank| rows.contains(&position(rank)),
            |rank| columns.contains(&position(rank)),
        )
    }

    fn rank_at(&self, position: u64, axis: Axis) -> u64 {
        self.cluster
            .rank_of_gpu(self.cluster.gpu_at(position, axis))
    }
}

/// The pairs between rows [a, b) and columns [c, d), from the pairs before each corner.
fn four_corners<P>([a, b, c, d]: [P; 4], below: impl Fn(&P, &P) -> u64) -> u64 {
    below(&b, &d) + below(&a, &c) - below(&a, &d) - below(&b, &c)
}
