//! Which switch a GPU hangs on: the two designs laid over trees of whole switches.

use super::{Clos, SwitchId, Tree};
use crate::scenario::{FabricKind, Scenario};

/// How the GPUs of the rails are spread over leaf switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Each rail has leaves of its own.
    PerRail {
        /// Leaves of one rail.
        leaves: u64,
    },
    /// A leaf serves several whole rails.
    Shared {
        /// Rails on one leaf.
        rails: u64,
    },
    /// Rails follow one another without a gap, so a leaf may hold the end of one rail and the start of the next. Only
    /// where leaves of their own for every rail would be more than the tiers can join.
    Packed,
}

/// What a switch serves, and its number among those that serve the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The rails that it alone is of, first and last; none for a switch that joins rails with others, or holds parts of rails.
    pub rails: Option<(u64, u64)>,
    /// Its block of a tier between the first and the top, where there are several: at tier 2 its pod.
    pub block: Option<u64>,
    /// Its number, from 0.
    pub number: u64,
    /// How many are numbered so.
    pub of: u64,
}

/// One design with every GPU and switch in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Wiring {
    kind: FabricKind,
    hb: u64,
    domains: u64,
    clos: Clos,
    networks: u64,
    leaves: Leaves,
    trees: u64,
    tree: Tree,
}

impl Wiring {
    /// The wiring of `kind` for the scenario's GPUs, HB domains, radix and oversubscription.
    pub fn of(scenario: &Scenario, kind: FabricKind) -> Self {
        Self::new(
            kind,
            u64::from(scenario.cluster.gpus),
            u64::from(scenario.cluster.hb),
            scenario.network.radix,
            scenario.network.oversubscription,
        )
    }

    /// The wiring of `kind` for `gpus` GPUs in HB domains of `hb`. GPUs that fill no whole domain count as one more domain.
    pub fn new(kind: FabricKind, gpus: u64, hb: u64, radix: u32, oversubscription: f64) -> Self {
        let hb = hb.clamp(1, gpus.max(1));
        let domains = gpus.div_ceil(hb);
        let (networks, endpoints) = match kind {
            FabricKind::RailOptimized => (1, gpus),
            FabricKind::RailOnly => (hb, domains),
        };
        let clos = Clos::new(endpoints, radix, oversubscription);
        let down = clos.leaf_down_ports();
        let (leaves, trees, leaf_count) = match (kind, clos.tiers()) {
            (_, 0) => (Leaves::Shared { rails: hb }, 1, 0),
            (FabricKind::RailOptimized, 1) => (Leaves::Shared { rails: hb }, 1, 1),
            (FabricKind::RailOnly, 1) => {
                let rails = (down / domains).max(1);
                (Leaves::Shared { rails }, 1, hb.div_ceil(rails))
            }
            (FabricKind::RailOnly, _) => {
                let leaves = domains.div_ceil(down);
                (Leaves::PerRail { leaves }, hb, leaves)
            }
            (FabricKind::RailOptimized, tiers) => {
                let rails = down / domains;
                let (own, count) = if rails >= 2 {
                    (Leaves::Shared { rails }, hb.div_ceil(rails))
                } else {
                    let leaves = domains.div_ceil(down);
                    (Leaves::PerRail { leaves }, hb.saturating_mul(leaves))
                };
                if count <= clos.most_leaves(tiers) {
                    (own, 1, count)
                } else {
                    (Leaves::Packed, 1, gpus.div_ceil(down))
                }
            }
        };
        let together = match leaves {
            Leaves::PerRail { leaves } => leaves,
            Leaves::Shared { .. } | Leaves::Packed => 1,
        };
        Self {
            kind,
            hb,
            domains,
            clos,
            networks,
            leaves,
            trees,
            tree: Tree::new(leaf_count, together, &clos),
        }
    }

    /// The design that is wired.
    pub fn kind(&self) -> FabricKind {
        self.kind
    }

    /// GPUs that have a place, whole domains of them.
    pub fn gpus(&self) -> u64 {
        self.hb.saturating_mul(self.domains)
    }

    /// GPUs in an HB domain, which is the number of rails, K.
    pub fn hb(&self) -> u64 {
        self.hb
    }

    /// HB domains, which is the number of GPUs on a rail.
    pub fn domains(&self) -> u64 {
        self.domains
    }

    /// The counts by formula of one of the networks.
    pub fn clos(&self) -> &Clos {
        &self.clos
    }

    /// Networks that never meet: 1 for rail-optimized, K for rail-only.
    pub fn networks(&self) -> u64 {
        self.networks
    }

    /// How rails are spread over leaves.
    pub fn leaves(&self) -> Leaves {
        self.leaves
    }

    /// One tree of switches; rail-only of two tiers and more has [`Wiring::trees`] of the same kind.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Separate trees of switches. Rail-only of one tier is one tree of leaves without a link between them.
    pub fn trees(&self) -> u64 {
        self.trees
    }

    /// Tiers of switches.
    pub fn tiers(&self) -> u32 {
        self.clos.tiers()
    }

    /// Whole switches of `tier` (1 = leaf) in all trees.
    pub fn switches(&self, tier: u32) -> u64 {
        self.tree.switches(tier).saturating_mul(self.trees)
    }

    /// The rail of a GPU: its local rank in its HB domain.
    pub fn rail_of(&self, gpu: u64) -> u64 {
        gpu % self.hb
    }

    /// The HB domain of a GPU.
    pub fn domain_of(&self, gpu: u64) -> u64 {
        gpu / self.hb
    }

    /// The leaf switch that a GPU hangs on; none where there is no network or no such GPU.
    pub fn leaf_of(&self, gpu: u64) -> Option<SwitchId> {
        if self.tiers() == 0 || gpu >= self.gpus() {
            return None;
        }
        let (tree, leaf) = self.place(gpu);
        Some(self.id(tree, 1, leaf))
    }

    /// The tree of a GPU and its leaf in that tree.
    pub(super) fn place(&self, gpu: u64) -> (u64, u64) {
        let (rail, domain) = (self.rail_of(gpu), self.domain_of(gpu));
        let down = self.clos.leaf_down_ports();
        let (tree, rail_in_tree) = if self.trees > 1 { (rail, 0) } else { (0, rail) };
        let leaf = match self.leaves {
            Leaves::PerRail { leaves } => rail_in_tree * leaves + domain / down,
            Leaves::Shared { rails } => rail_in_tree / rails.max(1),
            Leaves::Packed => (rail_in_tree * self.domains + domain) / down,
        };
        (tree, leaf)
    }

    /// The rails on a leaf of a tree, first and last, where it holds whole rails.
    pub fn rails_on_leaf(&self, leaf: u64) -> Option<(u64, u64)> {
        match self.leaves {
            Leaves::PerRail { leaves } => {
                let rail = leaf / leaves.max(1);
                Some((rail, rail))
            }
            Leaves::Shared { rails } => {
                let first = leaf.saturating_mul(rails);
                let last = first.saturating_add(rails).min(self.hb).saturating_sub(1);
                Some((first, last))
            }
            Leaves::Packed => None,
        }
    }

    /// Whether rails share a switch and yet are networks that never meet: the switch is divided, and its configuration keeps
    /// their ports apart.
    pub fn divides_switches(&self) -> bool {
        self.networks > 1
            && matches!(self.leaves, Leaves::Shared { rails } if rails > 1 && self.tiers() > 0)
    }

    /// What a switch serves, and its number among those that serve the same.
    pub fn seat(&self, switch: SwitchId) -> Seat {
        let SwitchId { tier, index } = switch;
        if tier <= 1 {
            let rails = self.rails_on_leaf(index);
            let each = match self.leaves {
                Leaves::PerRail { leaves } => leaves.max(1),
                Leaves::Shared { .. } => 1,
                Leaves::Packed => self.switches(1).max(1),
            };
            return Seat {
                rails,
                block: None,
                number: index % each,
                of: each,
            };
        }
        let each = self.tree.switches(tier).max(1);
        let (block, number) = self.tree.seat(tier, index % each);
        let rail = index / each;
        Seat {
            rails: (self.trees > 1).then_some((rail, rail)),
            block,
            number,
            of: self.tree.switches_beside(tier, block),
        }
    }

    /// The number of a tree's switch among all of its tier.
    pub(super) fn id(&self, tree: u64, tier: u32, index: u64) -> SwitchId {
        SwitchId {
            tier,
            index: tree
                .saturating_mul(self.tree.switches(tier))
                .saturating_add(index),
        }
    }
}
