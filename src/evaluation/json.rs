//! The evaluation as JSON. These names are kept for ever: scripts read them.
//!
//! Amounts are in SI base units: bytes, seconds, watts, dollars, operations. Shares and fractions are 0 … 1.

use super::Evaluation;
use crate::fabric::{Design, Fabric};
use crate::quantity::{Bytes, Dollars, Flops, Watts};
use crate::scenario;
use crate::timing::Timing;
use crate::traffic::{ByKind, Kind};
use serde::ser::{Serialize, SerializeMap, Serializer};

impl Serialize for Evaluation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Report::of(self).serialize(serializer)
    }
}

#[derive(serde::Serialize)]
struct Report<'a> {
    scenario: serde_json::Map<String, serde_json::Value>,
    notices: Vec<NoticeReport<'a>>,
    workload: WorkloadReport,
    layout: LayoutReport,
    traffic: TrafficReport,
    fabric: FabricReport,
    timing: &'a Timing,
    moe: MoeReport,
}

impl<'a> Report<'a> {
    fn of(evaluation: &'a Evaluation) -> Self {
        let Evaluation {
            scenario,
            notices,
            workload,
            totals,
            fabric,
            timing,
            ..
        } = evaluation;
        let language = scenario.presentation.lang.unwrap_or_default();
        Self {
            scenario: scenario::json(scenario),
            notices: notices
                .iter()
                .map(|notice| NoticeReport {
                    level: notice.level.key(),
                    key: &notice.key,
                    message: notice.message(language),
                })
                .collect(),
            workload: WorkloadReport {
                parameters: workload.parameters,
                active_parameters: workload.active_parameters,
                flops_per_iteration: workload.flops_per_iteration,
                memory_bytes_per_gpu: workload.memory.total(),
                fits: workload.fits,
            },
            layout: LayoutReport {
                tp: scenario.layout.tp,
                cp: scenario.layout.cp,
                pp: scenario.layout.pp,
                dp: scenario.dp(),
                ep: scenario.layout.ep,
                microbatches: workload.microbatches,
            },
            traffic: TrafficReport {
                bytes: BytesReport(totals.bytes),
                share: totals.share,
                placed: PlacedReport {
                    within_domain: totals.placed.within_domain,
                    same_rail: totals.placed.same_rail,
                    cross_rail: totals.placed.cross_rail,
                    unreachable: totals.placed.unreachable,
                },
                pairs: PairsReport {
                    idle: totals.pairs.idle,
                    tp: totals.pairs.tp,
                },
                peak_pair: PeakReport {
                    within_domain: totals.peak_pair.within_domain,
                    across_domains: totals.peak_pair.across_domains,
                },
            },
            fabric: FabricReport::of(fabric),
            timing,
            moe: MoeReport {
                all_to_all_slowdown: timing.all_to_all_slowdown,
            },
        }
    }
}

#[derive(serde::Serialize)]
struct NoticeReport<'a> {
    level: &'static str,
    key: &'a str,
    message: String,
}

#[derive(serde::Serialize)]
struct WorkloadReport {
    parameters: f64,
    active_parameters: f64,
    flops_per_iteration: Flops,
    memory_bytes_per_gpu: Bytes,
    fits: bool,
}

#[derive(serde::Serialize)]
struct LayoutReport {
    tp: u32,
    cp: u32,
    pp: u32,
    dp: u32,
    ep: u32,
    microbatches: u32,
}

#[derive(serde::Serialize)]
struct TrafficReport {
    bytes: BytesReport,
    share: ByKind<f64>,
    placed: PlacedReport,
    pairs: PairsReport,
    peak_pair: PeakReport,
}

/// Bytes by kind, and their total.
struct BytesReport(ByKind<Bytes>);

impl Serialize for BytesReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Kind::ALL.len() + 1))?;
        for kind in Kind::ALL {
            map.serialize_entry(kind.key(), &self.0[kind])?;
        }
        map.serialize_entry("total", &self.0.total())?;
        map.end()
    }
}

#[derive(serde::Serialize)]
struct PlacedReport {
    within_domain: Bytes,
    same_rail: Bytes,
    cross_rail: Bytes,
    unreachable: Bytes,
}

#[derive(serde::Serialize)]
struct PairsReport {
    idle: f64,
    tp: f64,
}

#[derive(serde::Serialize)]
struct PeakReport {
    within_domain: Bytes,
    across_domains: Bytes,
}

#[derive(serde::Serialize)]
struct FabricReport {
    rail_optimized: DesignReport,
    rail_only: DesignReport,
    saving: SavingReport,
}

impl FabricReport {
    fn of(fabric: &Fabric) -> Self {
        Self {
            rail_optimized: DesignReport::of(&fabric.rail_optimized),
            rail_only: DesignReport::of(&fabric.rail_only),
            saving: SavingReport {
                cost_usd: fabric.saving.cost,
                cost_fraction: fabric.saving.cost_fraction,
                power_w: fabric.saving.power,
                power_fraction: fabric.saving.power_fraction,
            },
        }
    }
}

#[derive(serde::Serialize)]
struct DesignReport {
    tiers: u32,
    ports: f64,
    links: f64,
    transceivers: f64,
    switches_ideal: f64,
    switches_built: u64,
    cost_usd: Dollars,
    power_w: Watts,
}

impl DesignReport {
    fn of(design: &Design) -> Self {
        Self {
            tiers: design.tiers,
            ports: design.ports,
            links: design.links,
            transceivers: design.transceivers,
            switches_ideal: design.switches_ideal,
            switches_built: design.switches_built,
            cost_usd: design.cost,
            power_w: design.power,
        }
    }
}

#[derive(serde::Serialize)]
struct SavingReport {
    cost_usd: Dollars,
    cost_fraction: f64,
    power_w: Watts,
    power_fraction: f64,
}

#[derive(serde::Serialize)]
struct MoeReport {
    all_to_all_slowdown: f64,
}
