//! The busiest pair of GPUs.

use super::demand::Demand;
use super::family::{Grid, Overlap, common_pairs};
use super::periodic::{Periodic, memberships};
use crate::cluster::Cluster;
use crate::quantity::Bytes;
use std::collections::{BTreeMap, HashSet};

/// Bytes of the busiest pairs in an iteration, all kinds on a pair added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PeakPair {
    /// Among pairs in one HB domain.
    pub within_domain: Bytes,
    /// Among pairs in two.
    pub across_domains: Bytes,
}

impl PeakPair {
    /// The busiest of all.
    pub fn overall(&self) -> Bytes {
        Bytes(self.within_domain.0.max(self.across_domains.0))
    }

    fn raise(&mut self, is_within: bool, bytes: f64) {
        let peak = if is_within {
            &mut self.within_domain
        } else {
            &mut self.across_domains
        };
        peak.0 = peak.0.max(bytes);
    }

    /// The busiest pairs of a demand with rank r on GPU r.
    pub fn aligned(demand: &Demand, cluster: &Cluster) -> Self {
        let mut peak = Self::default();
        let domain = Grid {
            stride: 1,
            size: cluster.hb,
        };
        let grids = weighted_grids(demand);
        for (delta, steps) in steps_by_delta(demand) {
            let mut sets = steps;
            sets.extend(
                grids
                    .iter()
                    .map(|&(grid, bytes)| (grid.sources(delta), bytes)),
            );
            let weights: Vec<f64> = sets.iter().map(|&(_, bytes)| bytes).collect();
            let mut sets: Vec<Periodic> = sets.into_iter().map(|(set, _)| set).collect();
            sets.push(domain.sources(delta));
            for key in memberships(&sets, cluster.gpus).into_keys() {
                peak.raise(key >> weights.len() & 1 == 1, weigh(key, &weights));
            }
        }
        overlaps(&grids, cluster.gpus, &mut |chosen, bytes, pairs| {
            let inside: Vec<Grid> = chosen.iter().copied().chain([domain]).collect();
            let within = common_pairs(&inside, cluster.gpus);
            if within > 0 {
                peak.raise(true, bytes);
            }
            if within < pairs {
                peak.raise(false, bytes);
            }
        });
        peak
    }

    /// The busiest pairs of a demand whose ranks sit anywhere: every step is looked at, and of cliques the groups.
    pub fn scattered(demand: &Demand, cluster: &Cluster) -> Self {
        let mut peak = Self::default();
        let grids = weighted_grids(demand);
        let domain = |rank| cluster.domain_of(cluster.gpu_of_rank(rank));
        for (delta, mut sets) in steps_by_delta(demand) {
            let steps = sets.len();
            sets.extend(
                grids
                    .iter()
                    .map(|&(grid, bytes)| (grid.sources(delta), bytes)),
            );
            for source in 0..cluster.gpus {
                if !sets.iter().take(steps).any(|(set, _)| set.contains(source)) {
                    continue;
                }
                let bytes = sets
                    .iter()
                    .filter(|(set, _)| set.contains(source))
                    .map(|&(_, bytes)| bytes)
                    .sum();
                let destination = source.saturating_add_signed(delta);
                peak.raise(domain(source) == domain(destination), bytes);
            }
        }
        overlaps(&grids, cluster.gpus, &mut |chosen, bytes, _| {
            let (within, across) = domains_met(chosen, cluster);
            if within {
                peak.raise(true, bytes);
            }
            if across {
                peak.raise(false, bytes);
            }
        });
        peak
    }
}

/// The bytes of the busiest pair, wherever it is.
pub fn of_any_pair(demand: &Demand, gpus: u64) -> Bytes {
    let mut peak = 0.0_f64;
    let grids = weighted_grids(demand);
    for (delta, mut sets) in steps_by_delta(demand) {
        sets.extend(
            grids
                .iter()
                .map(|&(grid, bytes)| (grid.sources(delta), bytes)),
        );
        let (sets, weights): (Vec<_>, Vec<_>) = sets.into_iter().unzip();
        for key in memberships(&sets, gpus).into_keys() {
            peak = peak.max(weigh(key, &weights));
        }
    }
    overlaps(&grids, gpus, &mut |_, bytes, _| peak = peak.max(bytes));
    Bytes(peak)
}

/// Cliques with the same members count as one.
fn weighted_grids(demand: &Demand) -> Vec<(Grid, f64)> {
    let mut grids: BTreeMap<Grid, f64> = BTreeMap::new();
    for clique in &demand.cliques {
        *grids.entry(clique.grid).or_default() += clique.bytes;
    }
    grids.into_iter().collect()
}

/// Steps with the same sources count as one.
fn steps_by_delta(demand: &Demand) -> BTreeMap<i64, Vec<(Periodic, f64)>> {
    let mut steps: BTreeMap<i64, BTreeMap<Periodic, f64>> = BTreeMap::new();
    for shift in &demand.shifts {
        *steps
            .entry(shift.delta)
            .or_default()
            .entry(shift.sources)
            .or_default() += shift.bytes;
    }
    steps
        .into_iter()
        .map(|(delta, sets)| (delta, sets.into_iter().collect()))
        .collect()
}

fn weigh(key: u32, weights: &[f64]) -> f64 {
    (0_u32..)
        .zip(weights)
        .filter(|(bit, _)| key >> bit & 1 == 1)
        .map(|(_, bytes)| bytes)
        .sum()
}

/// Calls `found` with every choice of grids that have pairs in common: the grids, their bytes together, and those pairs.
fn overlaps(grids: &[(Grid, f64)], gpus: u64, found: &mut impl FnMut(&[Grid], f64, u64)) {
    fn extend(
        grids: &[(Grid, f64)],
        chosen: &mut Vec<Grid>,
        bytes: f64,
        gpus: u64,
        found: &mut impl FnMut(&[Grid], f64, u64),
    ) {
        let mut rest = grids;
        while let Some((&(grid, more), others)) = rest.split_first() {
            rest = others;
            chosen.push(grid);
            let pairs = common_pairs(chosen, gpus);
            if pairs > 0 {
                found(chosen, bytes + more, pairs);
                extend(others, chosen, bytes + more, gpus, found);
            }
            chosen.pop();
        }
    }
    extend(grids, &mut Vec::new(), 0.0, gpus, found);
}

/// Whether any two ranks that all `grids` relate sit in one domain, and whether any two sit in different ones.
fn domains_met(grids: &[Grid], cluster: &Cluster) -> (bool, bool) {
    let overlap = Overlap::of(grids);
    let (mut within, mut across) = (false, false);
    let mut seen = HashSet::new();
    for base in (0..cluster.gpus).step_by(usize::try_from(overlap.cycle).unwrap_or(usize::MAX)) {
        for (start, end) in overlap.segments() {
            for first in start..end.min(start + overlap.stride) {
                seen.clear();
                let mut rank = first;
                while rank < end {
                    let domain = cluster.domain_of(cluster.gpu_of_rank(base + rank));
                    within |= !seen.insert(domain);
                    across |= seen.len() > 1;
                    rank += overlap.stride;
                }
                if within && across {
                    return (within, across);
                }
            }
        }
    }
    (within, across)
}
