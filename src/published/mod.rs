//! What others printed or built, as data, to hold our figures against.
//!
//! The tables are CSV files under `assets/published`. Lines that begin with `#` say where the numbers come from.

pub mod claims;
pub mod elsewhere;
pub mod measured;
mod runs;
mod table;

pub use runs::{DeepSeekNetwork, MegatronRow, deepseek_networks, megatron_table1};
pub use table::Malformed;

use crate::fabric::Wiring;
use crate::scenario::FabricKind;
use table::Table;

/// One row of Rail-only's Table II.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RailOnlyRow {
    /// GPUs N.
    pub gpus: u32,
    /// Ports of a switch.
    pub radix: u32,
    /// GPUs of an HB domain, K. The table does not print it; 256 reproduces every row.
    pub hb: u32,
    /// Tiers of the Clos over all GPUs.
    pub clos_tiers: u32,
    /// Tiers of a rail's network.
    pub rail_only_tiers: u32,
    /// Switches of the Clos.
    pub clos_switches: u32,
    /// Switches of all rails.
    pub rail_only_switches: u32,
    /// Transceivers of the Clos.
    pub clos_transceivers: u32,
    /// Transceivers of all rails.
    pub rail_only_transceivers: u32,
    /// The printed cost saving in percent, rounded.
    pub cost_saving_percent: u32,
    /// The printed power saving in percent, truncated; one row prints none.
    pub power_saving_percent: Option<u32>,
}

/// The switches of a published DGX SuperPOD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuperPodRow {
    /// Which SuperPOD.
    pub reference: String,
    /// GPUs, eight a node.
    pub gpus: u32,
    /// Ports of a switch.
    pub radix: u32,
    /// Leaf switches.
    pub leaves: u32,
    /// Spine switches.
    pub spines: u32,
    /// Core switches.
    pub cores: u32,
}

/// Rail-only's Table II: switches, transceivers and savings of the two designs at full bisection.
pub fn rail_only_table2() -> Result<Vec<RailOnlyRow>, Malformed> {
    let table = Table {
        name: "rail_only_table2.csv",
        text: include_str!("../../assets/published/rail_only_table2.csv"),
        columns: 11,
    };
    table.rows(|row| {
        Ok(RailOnlyRow {
            gpus: row.number(0)?,
            radix: row.number(1)?,
            hb: row.number(2)?,
            clos_tiers: row.number(3)?,
            rail_only_tiers: row.number(4)?,
            clos_switches: row.number(5)?,
            rail_only_switches: row.number(6)?,
            clos_transceivers: row.number(7)?,
            rail_only_transceivers: row.number(8)?,
            cost_saving_percent: row.number(9)?,
            power_saving_percent: row.optional(10)?,
        })
    })
}

/// Leaf and spine switches of NVIDIA's DGX SuperPOD reference architectures.
pub fn superpods() -> Result<Vec<SuperPodRow>, Malformed> {
    let table = Table {
        name: "superpod.csv",
        text: include_str!("../../assets/published/superpod.csv"),
        columns: 6,
    };
    table.rows(|row| {
        Ok(SuperPodRow {
            reference: row.text(0).to_owned(),
            gpus: row.number(1)?,
            radix: row.number(2)?,
            leaves: row.number(3)?,
            spines: row.number(4)?,
            cores: row.number(5)?,
        })
    })
}

/// A SuperPOD's tier of switches beside ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuperPodTier {
    /// Which SuperPOD.
    pub reference: String,
    /// The tier: 1 leaf, 2 spine, 3 core.
    pub tier: u32,
    /// Switches that NVIDIA lists.
    pub published: u64,
    /// Whole switches that our rail-optimized design builds for the same GPUs.
    pub built: u64,
}

/// Our whole switches for every tier of every published SuperPOD: rail-optimized, eight rails, full bisection.
///
/// All agree but one: for three scalable units of H100 NVIDIA lists 16 spines, where the links of 24 leaves fill 12.
pub fn superpod_comparison() -> Result<Vec<SuperPodTier>, Malformed> {
    let mut tiers = Vec::new();
    for row in superpods()? {
        let gpus = u64::from(row.gpus);
        let wiring = Wiring::new(FabricKind::RailOptimized, gpus, 8, row.radix, 1.0);
        for (tier, published) in (1..).zip([row.leaves, row.spines, row.cores]) {
            tiers.push(SuperPodTier {
                reference: row.reference.clone(),
                tier,
                published: u64::from(published),
                built: wiring.switches(tier),
            });
        }
    }
    Ok(tiers)
}
