//! Whole switches and the links between them: a folded Clos as it would be racked.
//!
//! Leaves are numbered 0 … L−1, and each has U links up. A *block* of level t holds neighbouring leaves, as many as its
//! level allows: a block of level 1 is one leaf, a block of level 2 is a pod with the tier-2 switches that join its leaves,
//! and so on. The top tier joins all blocks of level T−1. A block has at most R/2 blocks of the level below as children,
//! the top at most R. Only the last block of a level can be partly filled.
//!
//! Blocks are as large as can be without cutting a rail in two, so that traffic within a rail turns round at the lowest
//! tier that it can.
//!
//! Two rules are the whole cabling:
//!
//! - A block hands up as many links as its leaves do: (leaves in it)·U. It has just enough switches to take them:
//!   ⌈leaves·U / (R/2)⌉, at the top ⌈L·U / R⌉.
//! - Links are dealt in turn. The links that enter a block from below, counted child by child, go to its switches one
//!   after the other: link g to switch g mod S. Its links up leave the same way: link h from switch h mod S.
//!
//! So no switch needs more ports than it has, and a full child reaches every switch above it. Of two blocks that meet at
//! a switch at most one is partly filled; the route takes a way up from that one, and from the full one there is always a
//! way to the same switch.

use super::Clos;

/// One tree of whole switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    leaves: u64,
    /// Leaves of a full block of level 1, 2, … T−1.
    block_sizes: Vec<u64>,
    leaf_up_links: u64,
    half: u64,
    radix: u64,
    tiers: u32,
}

impl Tree {
    /// The tree over `leaves` leaves with the radix, tiers and leaf uplinks of `clos`. `together` neighbouring leaves (those
    /// of a rail) stay in one block where they can.
    pub(super) fn new(leaves: u64, together: u64, clos: &Clos) -> Self {
        let (half, levels) = (clos.half(), clos.tiers().saturating_sub(1));
        let reach = |sizes: &[u64]| match sizes.last() {
            Some(&size) => size.saturating_mul(clos.radix()),
            None => 1,
        };
        let mut block_sizes = sizes_that_keep(together.max(1), half, levels);
        if reach(&block_sizes) < leaves {
            block_sizes = sizes_that_keep(1, half, levels);
        }
        Self {
            leaves,
            block_sizes,
            leaf_up_links: clos.leaf_up_ports(),
            half,
            radix: clos.radix(),
            tiers: clos.tiers(),
        }
    }

    /// Tiers of switches.
    pub fn tiers(&self) -> u32 {
        self.tiers
    }

    /// Whole switches of `tier` (1 = leaf); 0 for a tier that the tree has not.
    pub fn switches(&self, tier: u32) -> u64 {
        if tier == 0 || tier > self.tiers {
            0
        } else if tier == 1 {
            self.leaves
        } else if tier == self.tiers {
            self.block_switches(tier, 0)
        } else {
            let full = self.leaves / self.block_leaves(tier);
            let whole = full.saturating_mul(self.full_block_switches(tier));
            whole.saturating_add(self.block_switches(tier, full))
        }
    }

    /// Leaves of a full block of level `level`; at the top level all leaves are one block.
    pub fn block_leaves(&self, level: u32) -> u64 {
        let below_top = self.block_sizes.get(level.saturating_sub(1) as usize);
        below_top.copied().unwrap_or(u64::MAX)
    }

    /// Blocks of level `level` (pods at level 2), full or not.
    pub fn blocks(&self, level: u32) -> u64 {
        self.leaves.div_ceil(self.block_leaves(level))
    }

    /// The lowest tier whose switches join two leaves.
    pub fn joining_tier(&self, one: u64, other: u64) -> u32 {
        (1..self.tiers)
            .find(|&tier| one / self.block_leaves(tier) == other / self.block_leaves(tier))
            .unwrap_or(self.tiers)
    }

    /// The switches on the way between two leaves, both included, as (tier, index in the tier): up to the lowest tier
    /// that joins them and down. Among equal ways `choice` picks one, as a hash over the flow does in a real switch
    /// (ECMP); the way back with the same choice passes the same switches.
    pub fn path(&self, from: u64, to: u64, choice: u64) -> Vec<(u32, u64)> {
        let joining = self.joining_tier(from, to);
        if joining <= 1 {
            return vec![(1, from)];
        }
        let from_is_full = self.is_full_below(from, joining);
        let to_is_full = self.is_full_below(to, joining);
        // A partly filled child decides where the two meet. If both are full, the lower leaf does, so that the way
        // back is the same.
        let from_decides = if from_is_full == to_is_full {
            from <= to
        } else {
            !from_is_full
        };
        let (decides, follows) = if from_decides { (from, to) } else { (to, from) };
        let climb = self.climb(decides, joining, choice);
        let meeting = climb.last().map_or(0, |&(_, index)| index);
        let descend = self.descend(follows, joining, meeting, choice);
        let mut path = climb;
        path.extend(descend);
        if !from_decides {
            path.reverse();
        }
        path
    }

    /// From a leaf up to a switch of tier `top`, picking among links by `choice`.
    fn climb(&self, leaf: u64, top: u32, choice: u64) -> Vec<(u32, u64)> {
        let mut path = vec![(1, leaf)];
        let mut up_link = choice % self.leaf_up_links.max(1);
        let mut spare = choice / self.leaf_up_links.max(1);
        for tier in 2..=top {
            let block = leaf / self.block_leaves(tier);
            let switches = self.block_switches(tier, block).max(1);
            let switch = (self.first_link_into(tier, leaf) + up_link) % switches;
            path.push((tier, self.index(tier, block, switch)));
            // The switch's own links up are switch, switch + S, switch + 2S, …
            let links = self.block_links(tier, block);
            let own = links.saturating_sub(switch).div_ceil(switches).max(1);
            up_link = switch + (spare % own) * switches;
            spare /= own;
        }
        path
    }

    /// From the switch `meeting` of tier `top` down to a leaf whose blocks below `top` are all full, without `meeting`.
    fn descend(&self, leaf: u64, top: u32, meeting: u64, choice: u64) -> Vec<(u32, u64)> {
        let mut path = Vec::new();
        let block = leaf / self.block_leaves(top);
        let mut target = meeting - self.index(top, block, 0);
        for tier in (1..top).rev() {
            let above = tier + 1;
            let switches = self
                .block_switches(above, leaf / self.block_leaves(above))
                .max(1);
            let child = leaf / self.block_leaves(tier);
            let links = self.block_links(tier, child);
            // The child's links to that switch: h with (first + h) mod S = target, every S-th.
            let first = self.first_link_into(above, leaf) % switches;
            let lowest = (target + switches - first) % switches;
            let own = links.saturating_sub(lowest).div_ceil(switches).max(1);
            let link = lowest + (choice % own) * switches;
            if tier == 1 {
                path.push((1, leaf));
            } else {
                target = link % self.block_switches(tier, child).max(1);
                path.push((tier, self.index(tier, child, target)));
            }
        }
        path
    }

    /// The first of the links by which the child that holds `leaf` enters its block of level `level`.
    fn first_link_into(&self, level: u32, leaf: u64) -> u64 {
        let child_leaves = self.block_leaves(level - 1);
        let first_leaf_of_block = if level >= self.tiers {
            0
        } else {
            leaf / self.block_leaves(level) * self.block_leaves(level)
        };
        let first_leaf_of_child = leaf / child_leaves * child_leaves;
        (first_leaf_of_child - first_leaf_of_block).saturating_mul(self.leaf_up_links)
    }

    /// Whether the block just below tier `tier` that holds `leaf` is full.
    fn is_full_below(&self, leaf: u64, tier: u32) -> bool {
        let size = self.block_leaves(tier - 1);
        (leaf / size + 1).saturating_mul(size) <= self.leaves
    }

    fn leaves_in_block(&self, level: u32, block: u64) -> u64 {
        let size = self.block_leaves(level);
        self.leaves
            .saturating_sub(block.saturating_mul(size))
            .min(size)
    }

    /// Links that enter a block of level `level` from its children, and as many that it hands up.
    fn block_links(&self, level: u32, block: u64) -> u64 {
        self.leaves_in_block(level, block)
            .saturating_mul(self.leaf_up_links)
    }

    fn full_block_switches(&self, tier: u32) -> u64 {
        self.block_leaves(tier)
            .saturating_mul(self.leaf_up_links)
            .div_ceil(self.half)
    }

    fn block_switches(&self, tier: u32, block: u64) -> u64 {
        let down_ports = if tier >= self.tiers {
            self.radix
        } else {
            self.half
        };
        self.block_links(tier, block).div_ceil(down_ports)
    }

    /// The block of a switch of `tier` (1 < tier < top), given its index among all of its tier, and its number in that block; no
    /// block for leaves and for the top, and where one block is all there is.
    pub(super) fn seat(&self, tier: u32, index: u64) -> (Option<u64>, u64) {
        if tier <= 1 || tier >= self.tiers || self.blocks(tier) <= 1 {
            return (None, index);
        }
        let full = self.full_block_switches(tier).max(1);
        (Some(index / full), index % full)
    }

    /// Switches of `tier` in a block, or in the whole tier.
    pub(super) fn switches_beside(&self, tier: u32, block: Option<u64>) -> u64 {
        block.map_or_else(
            || self.switches(tier),
            |block| self.block_switches(tier, block),
        )
    }

    /// The index of a block's switch among all of its tier.
    fn index(&self, tier: u32, block: u64, switch: u64) -> u64 {
        if tier >= self.tiers {
            switch
        } else {
            block
                .saturating_mul(self.full_block_switches(tier))
                .saturating_add(switch)
        }
    }
}

/// Leaves of a full block of each of `levels` levels, with at most `half` children a block and blocks that either fit into
/// runs of `together` leaves or hold such runs whole, as far as that goes.
fn sizes_that_keep(together: u64, half: u64, levels: u32) -> Vec<u64> {
    let mut sizes = Vec::new();
    let mut size = 1_u64;
    for level in 1..=levels {
        if level > 1 {
            let most = size.saturating_mul(half);
            size = if together <= size || !together.is_multiple_of(size) {
                most
            } else if together <= most {
                most / together * together
            } else {
                // The run needs several blocks: equal parts of it, unless that would leave blocks half empty.
                let children = (half / 2 + 1..=half)
                    .rev()
                    .find(|children| together.is_multiple_of(size * children));
                size * children.unwrap_or(half)
            };
        }
        sizes.push(size);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    type Switch = (u32, u64);

    struct Cabling {
        /// Ports used towards other switches.
        ports: HashMap<Switch, u64>,
        /// Links between a lower switch and a higher one.
        links: HashMap<(Switch, Switch), u64>,
    }

    /// Follows the two rules of the module link by link and counts what each switch uses, and who is joined to whom.
    fn cable(tree: &Tree) -> Cabling {
        let mut ports = HashMap::new();
        let mut links = HashMap::new();
        for tier in 2..=tree.tiers {
            for block in 0..tree.blocks(tier) {
                let switches = tree.block_switches(tier, block);
                let mut dealt = 0;
                let first_leaf = block.saturating_mul(tree.block_leaves(tier));
                let first_leaf = if tier == tree.tiers { 0 } else { first_leaf };
                let first_child = first_leaf / tree.block_leaves(tier - 1);
                let leaves = tree.leaves_in_block(tier, block);
                let children = leaves.div_ceil(tree.block_leaves(tier - 1));
                for child in first_child..first_child + children {
                    let below_switches = if tier == 2 {
                        1
                    } else {
                        tree.block_switches(tier - 1, child)
                    };
                    for link in 0..tree.block_links(tier - 1, child) {
                        let below = if tier == 2 {
                            (1, child)
                        } else {
                            (tier - 1, tree.index(tier - 1, child, link % below_switches))
                        };
                        let above = (tier, tree.index(tier, block, dealt % switches));
                        *ports.entry(below).or_insert(0) += 1;
                        *ports.entry(above).or_insert(0) += 1;
                        *links.entry((below, above)).or_insert(0) += 1;
                        dealt += 1;
                    }
                }
            }
        }
        Cabling { ports, links }
    }

    #[test]
    fn cabling_fits_the_ports_and_every_path_runs_over_cables() {
        for radix in [4_u32, 6, 8, 12, 16] {
            for endpoints in [5_u64, 9, 17, 33, 50, 100, 129, 251] {
                for oversubscription in [1.0, 2.0, 3.0] {
                    let clos = Clos::new(endpoints, radix, oversubscription);
                    if clos.tiers() < 2 {
                        continue;
                    }
                    let leaves = endpoints.div_ceil(clos.leaf_down_ports());
                    let tree = Tree::new(leaves, endpoints % 4, &clos);
                    let Cabling { ports, links } = cable(&tree);
                    for (&(tier, index), &used) in &ports {
                        assert!(index < tree.switches(tier));
                        let most = if tier == 1 {
                            clos.leaf_up_ports()
                        } else {
                            u64::from(radix)
                        };
                        assert!(
                            used <= most,
                            "{radix} {endpoints} tier {tier}: {used} of {most}"
                        );
                    }
                    for tier in 1..=tree.tiers() {
                        let wired = ports.keys().filter(|&&(t, _)| t == tier).count() as u64;
                        assert_eq!(
                            wired,
                            tree.switches(tier),
                            "every switch of tier {tier} is used"
                        );
                    }
                    for from in 0..tree.leaves {
                        for to in 0..tree.leaves {
                            for choice in [0, 7, 1_000_003] {
                                let path = tree.path(from, to, choice);
                                assert_eq!(path.first(), Some(&(1, from)));
                                assert_eq!(path.last(), Some(&(1, to)));
                                for pair in path.windows(2) {
                                    let (low, high) = if pair[0].0 < pair[1].0 {
                                        (pair[0], pair[1])
                                    } else {
                                        (pair[1], pair[0])
                                    };
                                    assert!(
                                        links.contains_key(&(low, high)),
                                        "radix {radix}, {endpoints} endpoints, o {oversubscription}: no cable {low:?}–{high:?}"
                                    );
                                }
                                let mut back = tree.path(to, from, choice);
                                back.reverse();
                                assert_eq!(path, back);
                            }
                        }
                    }
                }
            }
        }
    }
}
