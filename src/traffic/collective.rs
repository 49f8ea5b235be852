//! How a collective, or a pipeline, becomes edges.

use super::demand::Demand;
use super::family::{Clique, Grid, Shift};
use super::kind::Kind;
use super::periodic::Periodic;
use crate::cluster::{Cluster, Digit};
use crate::quantity::Bytes;
use crate::scenario::{Accounting, Algorithm, Shape};

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
        match self.lying(digit) {
            Plan::Split { .. } if !self.hierarchical => Plan::Flat,
            plan => plan,
        }
    }

    /// How first and last rank of each group of `digit` lie on the HB domains.
    pub fn plan_of_ends(&self, digit: Digit) -> Plan {
        match self.plan(digit) {
            // From first to last may be a whole number of domains where from one to the next isn't.
            Plan::Split { .. } | Plan::Flat if digit.size > 1 => self.plan(Digit {
                stride: digit.span() - digit.stride,
                size: 2,
            }),
            plan => plan,
        }
    }

    /// Ranks of a group in each of its domains, and those domains, where the groups of `digit` lie evenly on them and on the same
    /// rails of each.
    pub fn evenly(&self, digit: Digit) -> Option<(u64, u64)> {
        match self.lying(digit) {
            Plan::Within => Some((digit.size, 1)),
            Plan::Across => Some((1, digit.size)),
            Plan::Split { inside, across } => Some((inside, across)),
            Plan::Flat => None,
        }
    }

    fn lying(&self, digit: Digit) -> Plan {
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
        } else if hb == 1 || (self.aligned && stride.is_multiple_of(hb)) {
            // With one GPU in each domain there is one rail, wherever the ranks are.
            Plan::Across
        } else if self.aligned
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

/// The experts' all-to-all with a limit of HB domains that a token goes to (the routing of arXiv 2412.19437, §3.2.2).
///
/// Of e ranks with n1 in each of D domains, a token's k copies go to m = min(limit, D, k) domains, all equally likely. With V bytes
/// for one copy of each of a rank's tokens, a rank sends m/D·V to its counterpart in each other domain, on its own rail. There
/// k/m copies a token are handed on inside: with the tokens of all D domains, k/n1·V from each rank to each other one of its
/// domain. Without a limit it is k/e·V to each other rank of the group: k/m times as much between domains, D times less inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limited {
    /// Ranks of the group in a domain, n1.
    pub inside: u64,
    /// Domains of the group, D.
    pub across: u64,
    /// Routed experts that a token visits, k.
    pub copies: f64,
    /// Domains that it visits, m.
    pub visited: f64,
}

impl Limited {
    /// The limit of a scenario. None where there is none, or where the groups of `experts` don't lie evenly on domains, so that a
    /// rank has no counterpart in each.
    pub fn of(shape: &Shape, rules: &Rules, experts: Digit) -> Option<Self> {
        let (inside, across) = rules.evenly(experts).filter(|_| shape.token_domains > 0)?;
        let copies = f64::from(shape.top_k.min(shape.experts));
        Some(Self {
            inside,
            across,
            copies,
            visited: f64::from(shape.token_domains)
                .min(across as f64)
                .min(copies),
        })
    }

    /// The ranks of a group of `experts` that share a domain.
    pub const fn within(&self, experts: Digit) -> Digit {
        Digit {
            stride: experts.stride,
            size: self.inside,
        }
    }

    /// The counterparts of a rank of a group of `experts`, one in each domain.
    pub const fn between(&self, experts: Digit) -> Digit {
        Digit {
            stride: experts.stride * self.inside,
            size: self.across,
        }
    }

    /// Adds the edges, `copy` being the bytes of one copy of each of a rank's tokens.
    pub fn add(&self, demand: &mut Demand, experts: Digit, copy: Bytes) {
        let handed_on = copy * (self.copies / self.inside as f64);
        let sent = copy * (self.visited / self.across as f64);
        all_to_all(demand, Kind::Ep, self.within(experts), handed_on);
        all_to_all(demand, Kind::Ep, self.between(experts), sent);
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
