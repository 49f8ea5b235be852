//! How many GPU pairs exchange anything, counted exactly and each once.
//!
//! A placement only renames the pairs, so they are counted among ranks. Pairs inside cliques by inclusion and exclusion; steps one
//! distance at a time, where the sources of a clique's pairs at that distance are a periodic set as well.

use super::demand::Demand;
use super::family::{Grid, common_pairs};
use super::periodic::{Periodic, memberships};
use std::collections::BTreeMap;

/// Shares of all pairs of GPUs, ordered or not as the accounting says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Pairs that exchange nothing.
    pub idle: f64,
    /// Pairs with tensor-parallel traffic.
    pub tp: f64,
}

/// Ordered pairs of distinct ranks with any traffic.
pub fn distinct(demand: &Demand, gpus: u64) -> u64 {
    let mut grids: Vec<Grid> = demand.cliques.iter().map(|clique| clique.grid).collect();
    grids.sort_unstable();
    grids.dedup();
    let mut by_delta: BTreeMap<i64, Vec<Periodic>> = BTreeMap::new();
    for shift in &demand.shifts {
        by_delta.entry(shift.delta).or_default().push(shift.sources);
    }
    let outside_cliques: u64 = by_delta
        .into_iter()
        .map(|(delta, sources)| only_stepped(delta, sources, &grids, gpus))
        .sum();
    joined(&grids, &mut Vec::new(), gpus).unsigned_abs() + outside_cliques
}

/// Sources of steps by `delta` that no clique joins to their destination.
fn only_stepped(delta: i64, mut sources: Vec<Periodic>, grids: &[Grid], gpus: u64) -> u64 {
    sources.sort_unstable();
    sources.dedup();
    let steps = sources.len();
    sources.extend(
        grids
            .iter()
            .map(|grid| grid.sources(delta))
            .filter(|sources| sources.from < sources.to),
    );
    memberships(&sources, gpus)
        .into_iter()
        .filter(|(key, _)| *key != 0 && key >> steps == 0)
        .map(|(_, count)| count)
        .sum()
}

/// Pairs related by all of `chosen` and by at least one of `grids`: those of the first grid, and those of the others, less those
/// of both. Branches without common pairs end at once.
fn joined(grids: &[Grid], chosen: &mut Vec<Grid>, gpus: u64) -> i64 {
    let Some((&first, others)) = grids.split_first() else {
        return 0;
    };
    chosen.push(first);
    let with_first = common_pairs(chosen, gpus).cast_signed();
    let of_both = if with_first > 0 {
        joined(others, chosen, gpus)
    } else {
        0
    };
    chosen.pop();
    with_first + joined(others, chosen, gpus) - of_both
}
