//! Bytes by the path that they need.

use super::demand::Demand;
use super::family::{Clique, Grid, Shift, common_pairs};
use super::periodic::memberships;
use crate::cluster::{Cluster, lcm};
use crate::quantity::Bytes;
use std::collections::HashMap;

/// Bytes of an iteration by the path that they need.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placed {
    /// Between GPUs of one HB domain.
    pub within_domain: Bytes,
    /// Between domains, on one rail.
    pub same_rail: Bytes,
    /// Between domains and between rails.
    pub cross_rail: Bytes,
    /// Between GPUs that can't reach each other. None while a job owns its domains whole.
    pub unreachable: Bytes,
}

/// Edges by the same paths.
struct Edges {
    all: u64,
    within_domain: u64,
    same_rail: u64,
}

impl Placed {
    /// All bytes.
    pub fn total(&self) -> Bytes {
        self.within_domain + self.same_rail + self.cross_rail + self.unreachable
    }

    /// The bytes of a demand on its cluster.
    pub fn of(demand: &Demand, cluster: &Cluster) -> Self {
        let mut placed = Self::default();
        for shift in &demand.shifts {
            let edges = if cluster.is_aligned() {
                aligned_shift(shift, cluster)
            } else {
                scattered_shift(shift, cluster)
            };
            placed.add(shift.bytes, &edges);
        }
        for clique in &demand.cliques {
            let edges = if cluster.is_aligned() {
                aligned_clique(clique, cluster)
            } else {
                scattered_clique(clique, cluster)
            };
            placed.add(clique.bytes, &edges);
        }
        placed
    }

    fn add(&mut self, bytes: f64, edges: &Edges) {
        let crossing = edges.all - edges.within_domain - edges.same_rail;
        self.within_domain += Bytes(bytes) * edges.within_domain as f64;
        self.same_rail += Bytes(bytes) * edges.same_rail as f64;
        self.cross_rail += Bytes(bytes) * crossing as f64;
    }
}

fn aligned_shift(shift: &Shift, cluster: &Cluster) -> Edges {
    let all = shift.edges(cluster.gpus);
    let domain = Grid {
        stride: 1,
        size: cluster.hb,
    };
    let inside = domain.sources(shift.delta);
    let within_domain = if inside.from < inside.to {
        memberships(&[shift.sources, inside], cluster.gpus)
            .get(&0b11)
            .copied()
            .unwrap_or(0)
    } else {
        0
    };
    let stays_on_rail = shift.delta.unsigned_abs().is_multiple_of(cluster.hb);
    Edges {
        all,
        within_domain,
        same_rail: if stays_on_rail { all } else { 0 },
    }
}

fn aligned_clique(clique: &Clique, cluster: &Cluster) -> Edges {
    let domain = Grid {
        stride: 1,
        size: cluster.hb,
    };
    let stride = lcm(clique.grid.stride, cluster.hb);
    let rail = Grid {
        stride,
        size: (cluster.gpus / stride).max(1),
    };
    Edges {
        all: clique.edges(cluster.gpus),
        within_domain: common_pairs(&[clique.grid, domain], cluster.gpus),
        same_rail: common_pairs(&[clique.grid, rail], cluster.gpus),
    }
}

fn scattered_shift(shift: &Shift, cluster: &Cluster) -> Edges {
    let mut edges = Edges {
        all: 0,
        within_domain: 0,
        same_rail: 0,
    };
    for source in (0..cluster.gpus).filter(|&source| shift.sources.contains(source)) {
        let from = cluster.gpu_of_rank(source);
        let to = cluster.gpu_of_rank(source.saturating_add_signed(shift.delta));
        edges.all += 1;
        if cluster.domain_of(from) == cluster.domain_of(to) {
            edges.within_domain += 1;
        } else if cluster.local_rank_of(from) == cluster.local_rank_of(to) {
            edges.same_rail += 1;
        }
    }
    edges
}

/// Of each group only its members are looked at: m of them in one domain, or on one rail, make m·(m−1) pairs.
fn scattered_clique(clique: &Clique, cluster: &Cluster) -> Edges {
    let mut edges = Edges {
        all: clique.edges(cluster.gpus),
        within_domain: 0,
        same_rail: 0,
    };
    let (mut in_domain, mut on_rail) = (HashMap::new(), HashMap::new());
    let block = clique.grid.block();
    for first in (0..cluster.gpus).filter(|rank| rank % block < clique.grid.stride) {
        in_domain.clear();
        on_rail.clear();
        for member in 0..clique.grid.size {
            let gpu = cluster.gpu_of_rank(first + member * clique.grid.stride);
            let neighbours = in_domain.entry(cluster.domain_of(gpu)).or_insert(0_u64);
            edges.within_domain += 2 * *neighbours;
            *neighbours += 1;
            let neighbours = on_rail.entry(cluster.local_rank_of(gpu)).or_insert(0_u64);
            edges.same_rail += 2 * *neighbours;
            *neighbours += 1;
        }
    }
    edges
}
