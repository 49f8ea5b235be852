//! How much of a folded Clos network a number of endpoints needs, by formula.
//!
//! A Clos of T tiers is built of switches with R ports. Every tier but the top one splits its ports into a lower half
//! and an upper half, so each tier multiplies the reach by R/2; the top tier has no upper half and doubles it once more.
//! At full bisection that reaches 2·(R/2)^T endpoints, and n endpoints use (2T−1)·n ports and T·n links: the counts that
//! Rail-only (arXiv 2307.12169, Table II) prices. Oversubscription o thins out what leaves the first tier, and with it
//! everything above.

use super::MOST_TIERS;

/// The counts of one Clos network: its endpoints, its switches' radix, and what follows from them.
///
/// ```
/// use railyard::fabric::Clos;
///
/// let clos = Clos::new(32_768, 64, 1.0);
/// assert_eq!(clos.tiers(), 3);
/// assert_eq!(clos.switches(), 2_560.0);
/// assert_eq!(clos.transceivers(), 196_608.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clos {
    endpoints: u64,
    radix: u64,
    oversubscription: f64,
    tiers: u32,
}

impl Clos {
    /// The smallest Clos that joins `endpoints` with switches of `radix` ports.
    ///
    /// It has the fewest tiers T with capacity(T) ≥ n, where capacity(1) = R and
    /// capacity(T) = D·2·(R/2)^(T−1) with D = ⌊R·o/(1+o)⌋ downward ports of a leaf. A single endpoint needs no network.
    /// A radix below 4 builds no tree and counts as 4; an oversubscription that is not a positive number counts as 1.
    pub fn new(endpoints: u64, radix: u32, oversubscription: f64) -> Self {
        let mut clos = Self {
            endpoints,
            radix: u64::from(radix.max(4)),
            oversubscription: if oversubscription.is_finite() && oversubscription > 0.0 {
                oversubscription.clamp(1e-6, 1e6)
            } else {
                1.0
            },
            tiers: 0,
        };
        if endpoints > 1 {
            clos.tiers = 1;
            while clos.capacity(clos.tiers) < endpoints && clos.tiers < MOST_TIERS {
                clos.tiers += 1;
            }
        }
        clos
    }

    /// Endpoints n.
    pub fn endpoints(&self) -> u64 {
        self.endpoints
    }

    /// Ports of a switch, R.
    pub fn radix(&self) -> u64 {
        self.radix
    }

    /// Tiers of switches T; 0 where there is nothing to join.
    pub fn tiers(&self) -> u32 {
        self.tiers
    }

    /// Half of a switch above the first tier, R/2: the ports that look down, and those that look up.
    pub fn half(&self) -> u64 {
        self.radix / 2
    }

    /// Ports of a leaf that look down to endpoints: all R in a network of one tier, else D = ⌊R·o/(1+o)⌋.
    pub fn leaf_down_ports(&self) -> u64 {
        if self.tiers <= 1 {
            self.radix
        } else {
            self.split_leaf_down_ports()
        }
    }

    /// Ports of a leaf that look up: R − D, none in a network of one tier.
    pub fn leaf_up_ports(&self) -> u64 {
        self.radix - self.leaf_down_ports()
    }

    /// D, whether or not this network has a second tier. At least one port looks either way.
    fn split_leaf_down_ports(&self) -> u64 {
        let share = self.oversubscription / (1.0 + self.oversubscription);
        // The small addition keeps 3/4 of 64 at 48 where the quotient is a hair below.
        let ports = (self.radix as f64 * share + 1e-9).floor() as u64;
        ports.clamp(1, self.radix - 1)
    }

    /// Endpoints that `tiers` tiers can join.
    pub fn capacity(&self, tiers: u32) -> u64 {
        match tiers {
            0 => 1,
            1 => self.radix,
            _ => self
                .split_leaf_down_ports()
                .saturating_mul(self.most_leaves(tiers)),
        }
    }

    /// Leaves that `tiers` tiers can join: 2·(R/2)^(T−1), one in a network of one tier.
    pub fn most_leaves(&self, tiers: u32) -> u64 {
        if tiers <= 1 {
            1
        } else {
            self.half().saturating_pow(tiers - 1).saturating_mul(2)
        }
    }

    /// Links between each tier and the next one up: n/o.
    fn trunk_links(&self) -> f64 {
        self.endpoints as f64 / self.oversubscription
    }

    /// Used ports of all switches of `tier` (1 = leaf) that look down: n at the leaf, n/o above.
    pub fn down_ports(&self, tier: u32) -> f64 {
        match tier {
            1 if self.tiers >= 1 => self.endpoints as f64,
            2.. if tier <= self.tiers => self.trunk_links(),
            _ => 0.0,
        }
    }

    /// Used ports of all switches of `tier` (1 = leaf) that look up: n/o, none at the top.
    pub fn up_ports(&self, tier: u32) -> f64 {
        if tier >= 1 && tier < self.tiers {
            self.trunk_links()
        } else {
            0.0
        }
    }

    /// Used switch ports for each endpoint: 1 + 2(T−1)/o, which is 2T−1 at full bisection.
    pub fn ports_per_endpoint(&self) -> f64 {
        match self.tiers {
            0 => 0.0,
            tiers => 1.0 + 2.0 * f64::from(tiers - 1) / self.oversubscription,
        }
    }

    /// Links for each endpoint, its own included: 1 + (T−1)/o, which is T at full bisection.
    pub fn links_per_endpoint(&self) -> f64 {
        match self.tiers {
            0 => 0.0,
            tiers => 1.0 + f64::from(tiers - 1) / self.oversubscription,
        }
    }

    /// Used switch ports: n·(1 + 2(T−1)/o).
    pub fn ports(&self) -> f64 {
        self.endpoints as f64 * self.ports_per_endpoint()
    }

    /// Links, those to the endpoints included: n·(1 + (T−1)/o).
    pub fn links(&self) -> f64 {
        self.endpoints as f64 * self.links_per_endpoint()
    }

    /// Transceivers: one at either end of every link.
    pub fn transceivers(&self) -> f64 {
        2.0 * self.links()
    }

    /// Switches by formula: used ports over R. Not a whole number, since a switch may be used in part.
    pub fn switches(&self) -> f64 {
        self.ports() / self.radix as f64
    }
}
