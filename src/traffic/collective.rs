//! How a collective, or a pipeline, becomes edges.

use super::demand::Demand;
use super::family::{Clique, Grid, Shift};
use super::kind::Kind;
use super::periodic::Periodic;
use crate::cluster::{Cluster, Digit};
use crate::quantity::Bytes;
use crate::scenario::{Accounting, Algorithm};

/// The rules by which collectives are spread over GPUs.
pub struct Rules {
    hb: u64,
    all_in_one_domain: bool,
    aligned: bool,
    hb_collective: Algorithm,
    nic_collective: Algorithm,
    hierarchical: bool,
}

impl Rules {
    /// The rules of a scenario's accounting on its cluster.
    pub fn of(accounting: &Accounting, cluster: &Cluster) -> Self {
        Self {
            hb: cluster.hb,
            all_in_one_domain: cluster.hb == cluster.gpus,
            aligned: cluster.is_aligned(),
            hb_collective: accounting.hb_collective,
            nic_collective: accounting.nic_collective,
            hierarchical: accounting.hierarchical,
        }
    }

    /// Adds the collectives among the ranks that differ in `digit`, of `payload` each.
    ///
    /// Inside an HB domain by its algorithm; between domains, one GPU of each, by that of the NICs, and then all on one rail. A
    /// group that holds several GPUs of several domains, as many of each, works in two steps when hierarchical: inside each
    /// domain with all of the payload, then between the domains with the part that each GPU holds of it. Every other group,
    /// and every group of a random placement, goes flat over the NICs' algorithm, and its edges take whatever path they need.
    pub fn collective(&self, demand: &mut Demand, kind: Kind, digit: Digit, payload: Bytes) {
        match self.plan(digit) {
            Plan::Within => spread(demand, kind, digit, payload, self.hb_collective),
            Plan::Across | Plan::Flat => spread(demand, kind, digit, payload, self.nic_collective),
            Plan::Split { inside, across } => {
                let within = Digit {
                    stride: digit.stride,
                    size: inside,
                };
                let between = Digit {
                    stride: self.hb,
                    size: across,
                };
                let part = payload / inside as f64;
                spread(demand, kind, within, payload, self.hb_collective);
                spread(demand, kind, between, part, self.nic_collective);
            }
        }
    }

    /// How the groups of ranks that differ in `digit` lie on the HB domains.
    pub fn plan(&self, digit: Digit) -> Plan {
        let Digit { stride, size } = digit;
        let hb = self.hb;
        let contained = if self.aligned {
            hb.is_multiple_of(digit.span())
        } else {
            self.all_in_one_domain
        };
        let inside = hb / stride;
        if contained {
            Plan::Within
        } else if self.aligned && stride.is_multiple_of(hb) {
            Plan::Across
        } else if self.aligned
            && self.hierarchical
            && inside > 1
            && hb.is_multiple_of(stride)
            && size.is_multiple_of(inside)
        {
            Plan::Split {
                inside,
                across: size / inside,
            }
        } else {
            Plan::Flat
        }
    }
}

/// How a group of ranks lies on the HB domains, and so how its collectives run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Inside one domain.
    Within,
    /// One GPU of each domain, all on one rail.
    Across,
    /// As many GPUs of each of several domains: inside first, then between.
    Split {
        /// Ranks of the group in a domain.
        inside: u64,
        /// Domains.
        across: u64,
    },
    /// Anything else: one flat collective, its edges taking whatever path they need.
    Flat,
}

/// Every rank sends (n−1)/n of the payload, to the next or evenly to all others.
fn spread(demand: &mut Demand, kind: Kind, digit: Digit, payload: Bytes, algorithm: Algorithm) {
    let members = digit.size as f64;
    match algorithm {
        Algorithm::Direct => all_to_all(demand, kind, digit, payload / members),
        Algorithm::Ring => {
            let edge = payload * ((members - 1.0) / members);
            chain(demand, kind, digit, edge, Direction::Forward);
            wrap(demand, kind, digit, edge, Direction::Forward);
        }
    }
}

/// Every rank of a group sends `pair` to every other.
pub fn all_to_all(demand: &mut Demand, kind: Kind, digit: Digit, pair: Bytes) {
    demand.add_clique(Clique {
        kind,
        bytes: pair.0,
        grid: Grid {
            stride: digit.stride,
            size: digit.size,
        },
    });
}

/// Which way a chain runs.
#[derive(Clone, Copy)]
pub enum Direction {
    /// From the first to the last.
    Forward,
    /// From the last to the first.
    Backward,
}

/// Every rank but the last sends `edge` to its neighbour.
pub fn chain(demand: &mut Demand, kind: Kind, digit: Digit, edge: Bytes, direction: Direction) {
    let forward = Shift {
        kind,
        bytes: edge.0,
        delta: digit.stride.cast_signed(),
        sources: Periodic {
            period: digit.span(),
            from: 0,
            to: digit.span() - digit.stride,
        },
    };
    demand.add_shift(match direction {
        Direction::Forward => forward,
        Direction::Backward => forward.reversed(),
    });
}

/// The last rank sends `edge` to the first, or the first to the last when backward.
pub fn wrap(demand: &mut Demand, kind: Kind, digit: Digit, edge: Bytes, direction: Direction) {
    let way = digit.span() - digit.stride;
    let forward = Shift {
        kind,
        bytes: edge.0,
        delta: -way.cast_signed(),
        sources: Periodic {
            period: digit.span(),
            from: way,
            to: digit.span(),
        },
    };
    demand.add_shift(match direction {
        Direction::Forward => forward,
        Direction::Backward => forward.reversed(),
    });
}
