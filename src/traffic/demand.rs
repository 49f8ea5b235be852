//! What a job sends, as families of edges between ranks.

use super::collective::{Direction, Limited, Rules, all_to_all, chain, wrap};
use super::family::{Clique, Shift};
use super::kind::{ByKind, Kind};
use crate::cluster::{Cluster, Digit};
use crate::quantity::Bytes;
use crate::scenario::Scenario;
use crate::workload::Volumes;

/// Families of edges. A few dozen at most, however many GPUs there are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Demand {
    /// Steps along the line of ranks.
    pub shifts: Vec<Shift>,
    /// Groups of all pairs.
    pub cliques: Vec<Clique>,
}

impl Demand {
    /// The demand of a scenario's workload.
    pub fn of(scenario: &Scenario, cluster: &Cluster, volumes: &Volumes) -> Self {
        let mut demand = Self::default();
        let ranks = &cluster.ranks;
        let rules = Rules::of(&scenario.accounting, cluster);
        rules.collective(&mut demand, Kind::Tp, ranks.tp, volumes.tensor);
        rules.collective(&mut demand, Kind::Cp, ranks.cp, volumes.context);
        for direction in [Direction::Forward, Direction::Backward] {
            chain(&mut demand, Kind::Pp, ranks.pp, volumes.pipeline, direction);
            let pipeline_wrap = volumes.pipeline_wrap;
            wrap(&mut demand, Kind::Pp, ranks.pp, pipeline_wrap, direction);
        }
        for (replicas, payload) in [
            (ranks.dp, volumes.gradients),
            (ranks.expert_replicas(), volumes.expert_gradients),
        ] {
            reduce_gradients(&mut demand, &rules, ranks.cp, replicas, payload);
        }
        for direction in [Direction::Forward, Direction::Backward] {
            // Of two ranks' all-reduce each sends half of the payload to the other.
            let edge = volumes.embedding / 2.0;
            wrap(&mut demand, Kind::Dp, ranks.pp, edge, direction);
        }
        let experts = ranks.experts();
        match Limited::of(&scenario.shape, &rules, experts) {
            Some(limited) => limited.add(&mut demand, experts, volumes.expert_copy),
            None => all_to_all(&mut demand, Kind::Ep, experts, volumes.expert_pair),
        }
        demand
    }

    /// Adds a family, unless it is empty.
    pub fn add_shift(&mut self, shift: Shift) {
        if shift.bytes > 0.0 && shift.delta != 0 && shift.sources.from < shift.sources.to {
            self.shifts.push(shift);
        }
    }

    /// Adds a family, unless it is empty.
    pub fn add_clique(&mut self, clique: Clique) {
        if clique.bytes > 0.0 && clique.grid.size > 1 {
            self.cliques.push(clique);
        }
    }

    /// Both directions added: what j sends to i is counted on (i, j) too.
    pub fn both_ways(&self) -> Self {
        Self {
            shifts: self
                .shifts
                .iter()
                .flat_map(|&shift| [shift, shift.reversed()])
                .collect(),
            cliques: self
                .cliques
                .iter()
                .map(|&clique| Clique {
                    bytes: 2.0 * clique.bytes,
                    ..clique
                })
                .collect(),
        }
    }

    /// The families of one kind.
    pub fn only(&self, kind: Kind) -> Self {
        Self {
            shifts: (self.shifts.iter().copied())
                .filter(|shift| shift.kind == kind)
                .collect(),
            cliques: (self.cliques.iter().copied())
                .filter(|clique| clique.kind == kind)
                .collect(),
        }
    }

    /// Bytes from rank `x` to rank `y`.
    pub fn between(&self, x: u64, y: u64) -> ByKind<Bytes> {
        let mut bytes = ByKind::default();
        for shift in self.shifts.iter().filter(|shift| shift.joins(x, y)) {
            bytes[shift.kind] += Bytes(shift.bytes);
        }
        for clique in self.cliques.iter().filter(|clique| clique.joins(x, y)) {
            bytes[clique.kind] += Bytes(clique.bytes);
        }
        bytes
    }

    /// All bytes among `gpus` ranks.
    pub fn total(&self, gpus: u64) -> ByKind<Bytes> {
        let mut bytes = ByKind::default();
        for shift in &self.shifts {
            bytes[shift.kind] += Bytes(shift.bytes) * shift.edges(gpus) as f64;
        }
        for clique in &self.cliques {
            bytes[clique.kind] += Bytes(clique.bytes) * clique.edges(gpus) as f64;
        }
        bytes
    }
}

/// Gradients among the ranks that hold the same weights: all context-parallel ranks, and `replicas` of each.
///
/// Where data parallelism follows context parallelism in the rank order both are one group of evenly spaced ranks. Else the sum is
/// formed along one digit and then, in parts, along the other: as many bytes.
fn reduce_gradients(
    demand: &mut Demand,
    rules: &Rules,
    context: Digit,
    replicas: Digit,
    payload: Bytes,
) {
    if context.span() == replicas.stride {
        let group = Digit {
            stride: context.stride,
            size: context.size * replicas.size,
        };
        rules.collective(demand, Kind::Dp, group, payload);
    } else {
        rules.collective(demand, Kind::Dp, context, payload);
        let part = payload / context.size as f64;
        rules.collective(demand, Kind::Dp, replicas, part);
    }
}
