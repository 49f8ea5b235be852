//! Networks beyond the HB domains: how many switches each design needs, what they cost, how they are cabled, and which
//! way traffic between two GPUs takes.
//!
//! Two designs stand beside each other. *Rail-optimized*: every rail has leaf switches of its own, and spine tiers above
//! join all rails into one Clos. *Rail-only* (arXiv 2307.12169): each rail is a network of its own, and nothing joins
//! them; what must change rails does so over NVLink inside the source's HB domain.
//!
//! Two counts are kept apart: *ideal* is the formula that the paper prices ([`Clos`]), *built* are whole switches
//! ([`Tree`], [`Wiring`]).

mod clos;
mod describe;
mod design;
mod route;
mod tree;
mod wiring;

pub use clos::Clos;
pub use describe::describe;
pub use design::{Design, Fabric, Level, RadixRow, Saving, radix_comparison};
pub use route::{Hop, Node, Relation, Route, Speed, route};
pub use tree::Tree;
pub use wiring::{Leaves, Seat, Wiring};

/// More tiers than any count of endpoints in 64 bits needs with switches of four ports.
const MOST_TIERS: u32 = 64;

/// A switch: its tier (1 = leaf, which is the rail switch) and its number among all switches of that tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwitchId {
    /// The tier, from 1.
    pub tier: u32,
    /// The number in its tier, from 0.
    pub index: u64,
}
