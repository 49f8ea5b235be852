//! The way from one GPU to another in either design.
//!
//! | the two GPUs are | rail-optimized | rail-only |
//! |---|---|---|
//! | in one HB domain | NVLink | NVLink |
//! | on one rail | up to the lowest tier that joins their leaves, and down | the same, inside the rail's own network |
//! | on two rails | up to the tier that joins the two rails, and down | NVLink to the GPU of the source's domain on the destination's rail, then that rail |
//!
//! The last cell is what NCCL calls PXN. It needs the GPU in between to belong to the same job.

use super::{SwitchId, Wiring};
use crate::quantity::BitsPerSecond;
use crate::scenario::{Cluster, FabricKind, Scenario};

/// How two GPUs lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// One and the same.
    SameGpu,
    /// In one HB domain.
    SameDomain,
    /// In two HB domains, on one rail.
    SameRail,
    /// In two HB domains, on two rails.
    CrossRail,
}

/// An end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A GPU, with its NVLink port and its NIC.
    Gpu(u64),
    /// A switch of the network.
    Switch(SwitchId),
}

/// How fast a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speed {
    /// A GPU's bandwidth inside its HB domain, C_F.
    Hb,
    /// A NIC's bandwidth, C_S. Every port of the network runs at it.
    Nic,
}

impl Speed {
    /// The one-way rate in that cluster.
    pub fn rate(self, cluster: &Cluster) -> BitsPerSecond {
        BitsPerSecond(
            1e9 * match self {
                Self::Hb => cluster.hb_gbps,
                Self::Nic => cluster.nic_gbps,
            },
        )
    }
}

/// One link of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// Between two GPUs of one HB domain.
    Nvlink {
        /// The GPU that sends.
        from_gpu: u64,
        /// The GPU that receives.
        to_gpu: u64,
    },
    /// A tier up: a GPU to its leaf, or a switch to one above it.
    Up {
        /// The lower end.
        from: Node,
        /// The switch above.
        to: SwitchId,
    },
    /// A tier down: a switch to one below it, or a leaf to its GPU.
    Down {
        /// The switch above.
        from: SwitchId,
        /// The lower end.
        to: Node,
    },
}

impl Hop {
    /// Where it begins.
    pub fn from(&self) -> Node {
        match *self {
            Self::Nvlink { from_gpu, .. } => Node::Gpu(from_gpu),
            Self::Up { from, .. } => from,
            Self::Down { from, .. } => Node::Switch(from),
        }
    }

    /// Where it ends.
    pub fn to(&self) -> Node {
        match *self {
            Self::Nvlink { to_gpu, .. } => Node::Gpu(to_gpu),
            Self::Up { to, .. } => Node::Switch(to),
            Self::Down { to, .. } => to,
        }
    }

    /// How fast it is.
    pub fn speed(&self) -> Speed {
        match self {
            Self::Nvlink { .. } => Speed::Hb,
            Self::Up { .. } | Self::Down { .. } => Speed::Nic,
        }
    }
}

/// The way from one GPU to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// In which design.
    pub kind: FabricKind,
    /// The GPU that sends.
    pub from: u64,
    /// The GPU that receives.
    pub to: u64,
    /// How they lie to each other.
    pub relation: Relation,
    /// The rail of the source.
    pub from_rail: u64,
    /// The rail of the destination.
    pub to_rail: u64,
    /// Links in order. Empty from a GPU to itself.
    pub hops: Vec<Hop>,
}

impl Route {
    /// The GPU that takes the bytes over NVLink and hands them to its NIC (PXN); none where the source's own NIC sends.
    pub fn relay(&self) -> Option<u64> {
        match (self.relation, self.hops.first()) {
            (Relation::CrossRail, Some(&Hop::Nvlink { to_gpu, .. })) => Some(to_gpu),
            _ => None,
        }
    }

    /// The switches passed, in order.
    pub fn switches(&self) -> impl Iterator<Item = SwitchId> + '_ {
        self.hops.iter().filter_map(|hop| match hop.to() {
            Node::Switch(switch) => Some(switch),
            Node::Gpu(_) => None,
        })
    }

    /// The highest tier passed; 0 where no switch is.
    pub fn top_tier(&self) -> u32 {
        self.switches().map(|switch| switch.tier).max().unwrap_or(0)
    }
}

/// The way from one GPU of the scenario's cluster to another in that design; none where there is no such GPU.
pub fn route(scenario: &Scenario, kind: FabricKind, from: u64, to: u64) -> Option<Route> {
    let gpus = u64::from(scenario.cluster.gpus);
    if from < gpus && to < gpus {
        Wiring::of(scenario, kind).route(from, to)
    } else {
        None
    }
}

impl Wiring {
    /// How two GPUs lie to each other.
    pub fn relation(&self, one: u64, other: u64) -> Relation {
        if one == other {
            Relation::SameGpu
        } else if self.domain_of(one) == self.domain_of(other) {
            Relation::SameDomain
        } else if self.rail_of(one) == self.rail_of(other) {
            Relation::SameRail
        } else {
            Relation::CrossRail
        }
    }

    /// The way from one GPU to another; none where there is no such GPU.
    ///
    /// Among equal ways through the spines, a hash of the two GPUs picks one, as switches do with a flow (ECMP). It is the
    /// same both ways and for ever.
    pub fn route(&self, from: u64, to: u64) -> Option<Route> {
        if from >= self.gpus() || to >= self.gpus() {
            return None;
        }
        let relation = self.relation(from, to);
        let (from_rail, to_rail) = (self.rail_of(from), self.rail_of(to));
        let nvlink = |from_gpu, to_gpu| Hop::Nvlink { from_gpu, to_gpu };
        let hops = match (relation, self.kind()) {
            (Relation::SameGpu, _) => Vec::new(),
            (Relation::SameDomain, _) => vec![nvlink(from, to)],
            (Relation::CrossRail, FabricKind::RailOnly) => {
                let relay = self.domain_of(from) * self.hb() + to_rail;
                let mut hops = vec![nvlink(from, relay)];
                hops.extend(self.over_switches(relay, to));
                hops
            }
            (Relation::SameRail, _) | (Relation::CrossRail, FabricKind::RailOptimized) => {
                self.over_switches(from, to)
            }
        };
        Some(Route {
            kind: self.kind(),
            from,
            to,
            relation,
            from_rail,
            to_rail,
            hops,
        })
    }

    /// The links between two GPUs of one tree.
    fn over_switches(&self, from: u64, to: u64) -> Vec<Hop> {
        let (tree, from_leaf) = self.place(from);
        let (_, to_leaf) = self.place(to);
        let choice = mix(from.min(to), from.max(to));
        let path = self.tree().path(from_leaf, to_leaf, choice);
        let mut hops = Vec::with_capacity(path.len() + 1);
        let mut last: Option<SwitchId> = None;
        for (tier, index) in path {
            let switch = self.id(tree, tier, index);
            hops.push(match last {
                None => Hop::Up {
                    from: Node::Gpu(from),
                    to: switch,
                },
                Some(below) if below.tier < tier => Hop::Up {
                    from: Node::Switch(below),
                    to: switch,
                },
                Some(above) => Hop::Down {
                    from: above,
                    to: Node::Switch(switch),
                },
            });
            last = Some(switch);
        }
        if let Some(leaf) = last {
            hops.push(Hop::Down {
                from: leaf,
                to: Node::Gpu(to),
            });
        }
        hops
    }
}

/// Two numbers mixed into one that looks random: the finisher of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) over their
/// sum with the first spread out.
fn mix(low: u64, high: u64) -> u64 {
    let mut bits = low.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(high);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
