//! What each design needs and costs, and what rail-only saves.

use super::Wiring;
use crate::quantity::{Dollars, Watts};
use crate::scenario::{FabricKind, Network, Prices, Scenario};
use serde::Serialize;

/// One tier of switches, over all networks of the design.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Level {
    /// The tier: 1 is the rail (leaf) switches, the highest the top spine.
    pub tier: u32,
    /// Whole switches.
    pub switches_built: u64,
    /// Switches by formula: used ports over the radix.
    pub switches_ideal: f64,
    /// Used ports that look down.
    pub down_ports: f64,
    /// Used ports that look up.
    pub up_ports: f64,
}

/// A design's size and price.
///
/// Ports, links, transceivers, ideal switches, cost and power are those of the formula, as Rail-only prices them: a port
/// is paid for when it is used. `switches_built` are whole switches, as a real fabric would have.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Which design.
    pub kind: FabricKind,
    /// Networks that never meet: 1, or K.
    pub networks: u64,
    /// Endpoints of each network: N, or N/K.
    pub endpoints_each: u64,
    /// Tiers of switches T; 0 where a rail is a single GPU and there is nothing to join.
    pub tiers: u32,
    /// Used switch ports.
    pub ports: f64,
    /// Links, those to the GPUs included.
    pub links: f64,
    /// Transceivers, two a link.
    pub transceivers: f64,
    /// Switches by formula.
    pub switches_ideal: f64,
    /// Whole switches.
    pub switches_built: u64,
    /// Tier by tier, the leaf first.
    pub levels: Vec<Level>,
    /// ports · price of a port + transceivers · price of a transceiver.
    pub cost: Dollars,
    /// ports · power of a port + transceivers · power of a transceiver.
    pub power: Watts,
}

impl Design {
    /// The design that `wiring` wires, at `prices`.
    pub fn of(wiring: &Wiring, prices: &Prices) -> Self {
        let clos = wiring.clos();
        let networks = wiring.networks() as f64;
        let levels: Vec<Level> = (1..=wiring.tiers())
            .map(|tier| {
                let down_ports = clos.down_ports(tier) * networks;
                let up_ports = clos.up_ports(tier) * networks;
                Level {
                    tier,
                    switches_built: wiring.switches(tier),
                    switches_ideal: (down_ports + up_ports) / clos.radix() as f64,
                    down_ports,
                    up_ports,
                }
            })
            .collect();
        // Counted over all endpoints at once, so that designs of equal tiers come out equal to the last bit.
        let endpoints = networks * clos.endpoints() as f64;
        let ports = endpoints * clos.ports_per_endpoint();
        let links = endpoints * clos.links_per_endpoint();
        let transceivers = 2.0 * links;
        Self {
            kind: wiring.kind(),
            networks: wiring.networks(),
            endpoints_each: clos.endpoints(),
            tiers: clos.tiers(),
            ports,
            links,
            transceivers,
            switches_ideal: ports / clos.radix() as f64,
            switches_built: levels.iter().map(|level| level.switches_built).sum(),
            levels,
            cost: Dollars(ports * prices.port_usd + transceivers * prices.transceiver_usd),
            power: Watts(ports * prices.port_w + transceivers * prices.transceiver_w),
        }
    }
}

/// What rail-only saves against rail-optimized.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Saving {
    /// Dollars less.
    pub cost: Dollars,
    /// The same as a share of rail-optimized's cost, 0 … 1.
    pub cost_fraction: f64,
    /// Watts less.
    pub power: Watts,
    /// The same as a share of rail-optimized's power, 0 … 1.
    pub power_fraction: f64,
}

impl Saving {
    /// What `design` saves against `reference`; nothing where it costs as much or more.
    pub fn between(reference: &Design, design: &Design) -> Self {
        let cost = Dollars((reference.cost - design.cost).0.max(0.0));
        let power = Watts((reference.power - design.power).0.max(0.0));
        Self {
            cost,
            cost_fraction: cost / reference.cost,
            power,
            power_fraction: power / reference.power,
        }
    }
}

/// Both designs for the same GPUs.
#[derive(Clone, Debug, PartialEq)]
pub struct Fabric {
    /// One network over all GPUs, whose spines join the rails.
    pub rail_optimized: Design,
    /// A network for each rail.
    pub rail_only: Design,
    /// What rail-only saves.
    pub saving: Saving,
}

impl Fabric {
    /// Both designs for the scenario's GPUs, HB domains, radix, oversubscription and prices.
    pub fn of(scenario: &Scenario) -> Self {
        Self::new(
            u64::from(scenario.cluster.gpus),
            u64::from(scenario.cluster.hb),
            &scenario.network,
            &scenario.prices,
        )
    }

    /// Both designs for `gpus` GPUs in HB domains of `hb`.
    pub fn new(gpus: u64, hb: u64, network: &Network, prices: &Prices) -> Self {
        let design = |kind| {
            let wiring = Wiring::new(kind, gpus, hb, network.radix, network.oversubscription);
            Design::of(&wiring, prices)
        };
        let rail_optimized = design(FabricKind::RailOptimized);
        let rail_only = design(FabricKind::RailOnly);
        let saving = Saving::between(&rail_optimized, &rail_only);
        Self {
            rail_optimized,
            rail_only,
            saving,
        }
    }

    /// The design of that kind.
    pub fn design(&self, kind: FabricKind) -> &Design {
        match kind {
            FabricKind::RailOptimized => &self.rail_optimized,
            FabricKind::RailOnly => &self.rail_only,
        }
    }
}

/// Both designs at one radix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RadixRow {
    /// Ports of a switch.
    pub radix: u32,
    /// Tiers of rail-optimized.
    pub rail_optimized_tiers: u32,
    /// Tiers of rail-only.
    pub rail_only_tiers: u32,
    /// Ideal switches of rail-optimized.
    pub rail_optimized_switches: f64,
    /// Ideal switches of rail-only.
    pub rail_only_switches: f64,
    /// What rail-only saves.
    pub saving: Saving,
}

/// The scenario's fabric at other radixes. The saving comes only from tiers that rail-only does without, (T − T′) of them,
/// so it jumps where a tier count does and is not monotone in the radix.
pub fn radix_comparison(scenario: &Scenario, radixes: &[u32]) -> Vec<RadixRow> {
    let gpus = u64::from(scenario.cluster.gpus);
    let hb = u64::from(scenario.cluster.hb);
    radixes
        .iter()
        .map(|&radix| {
            let network = Network {
                radix,
                ..scenario.network.clone()
            };
            let fabric = Fabric::new(gpus, hb, &network, &scenario.prices);
            RadixRow {
                radix,
                rail_optimized_tiers: fabric.rail_optimized.tiers,
                rail_only_tiers: fabric.rail_only.tiers,
                rail_optimized_switches: fabric.rail_optimized.switches_ideal,
                rail_only_switches: fabric.rail_only.switches_ideal,
                saving: fabric.saving,
            }
        })
        .collect()
}
