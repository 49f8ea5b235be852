//! Networks that were built or priced by others: NVIDIA's SuperPODs, DeepSeek's comparison.

use super::{Cell, Claim, Compute, Relation, Role, Section, Source, Text, Unit, source, text};
use crate::evaluation::Evaluation;
use crate::fabric::Design;
use crate::published::{DeepSeekNetwork, Malformed, SuperPodRow, deepseek_networks, superpods};
use crate::quantity::format::count;

pub(super) fn claims() -> Result<Vec<Claim>, Malformed> {
    let mut claims = Vec::new();
    for row in superpods()? {
        claims.extend(superpod(&row)?);
    }
    for network in deepseek_networks()? {
        claims.extend(deepseek(&network)?);
    }
    Ok(claims)
}

fn superpod(row: &SuperPodRow) -> Result<[Claim; 2], Malformed> {
    let (gpus, radix) = (row.gpus, row.radix);
    let kind = if row.reference.contains("B200") {
        "b200"
    } else {
        "h100"
    };
    // Any job that owns the servers: one replica of a small model a server, and as near to its batch as they share evenly.
    let replicas = (gpus / 8).max(1);
    let batch = replicas * (1024 / replicas).max(1);
    let link = format!("#v=1&model=gpt-18b&batch={batch}&gpus={gpus}&gpu={kind}&radix={radix}");
    let claim = |what: &str, en: &str, zh: &str, switches: u32, compute: fn(&Evaluation) -> f64| {
        let reference = &row.reference;
        Claim::of_cell(
            format!("superpod-{kind}-{gpus}-{what}"),
            Section::Network,
            text(
                format!("{reference}, {gpus} GPUs: {en} switches."),
                format!("{reference}，{gpus} 顆 GPU：{zh} 交換器數。"),
            ),
            Source {
                work: text(
                    "NVIDIA DGX SuperPOD reference architecture",
                    "NVIDIA DGX SuperPOD 參考架構",
                ),
                place: text("compute fabric", "運算網路"),
            },
            Cell {
                table: "superpod.csv",
                relation: Relation::Rounded,
                digits: &switches.to_string(),
                unit: Unit::Switches,
            },
        )
        .map(|claim| {
            claim.shown_as(
                &link,
                text(
                    "Whole switches of the rail-optimized design, eight rails, full bisection.",
                    "rail-optimized 設計的整台交換器數，八條軌，全對分頻寬。",
                ),
                compute,
            )
        })
    };
    let leaves = claim("leaves", "leaf", "leaf", row.leaves, |evaluation| {
        built(evaluation, 1)
    })?;
    let spines = claim("spines", "spine", "spine", row.spines, |evaluation| {
        built(evaluation, 2)
    })?;
    let ours = text(
        "The links of 24 leaves fill 12 spines. NVIDIA lists as many as for four units.",
        "24 台 leaf 的上行連線只填滿 12 台 spine；NVIDIA 列出的台數與四個單元時相同。",
    );
    let spines = if row.spines == 16 && row.leaves == 24 {
        spines.because(ours)
    } else {
        spines
    };
    Ok([leaves, spines])
}

fn built(evaluation: &Evaluation, tier: u32) -> f64 {
    let levels = &evaluation.fabric.rail_optimized.levels;
    levels
        .iter()
        .find(|level| level.tier == tier)
        .map_or(0.0, |level| level.switches_built as f64)
}

/// The networks of *Insights into DeepSeek-V3*, Table 3: trees are ours too, a slim fly and a dragonfly are not.
fn deepseek(network: &DeepSeekNetwork) -> Result<Vec<Claim>, Malformed> {
    let tree = match network.name.as_str() {
        "FT2" => Some(Tree {
            link: "#v=1&model=deepseek-v3&fabric=rail-optimized".to_owned(),
            convention: text(
                "One Clos over all endpoints, switches of 64 ports.",
                "涵蓋所有端點的一個 Clos，64 埠交換器。",
            ),
            switches: |evaluation| evaluation.fabric.rail_optimized.switches_ideal,
            links: |evaluation| {
                evaluation.fabric.rail_optimized.links - evaluation.cluster.gpus as f64
            },
            cost: |evaluation| thousands_an_endpoint(evaluation, &evaluation.fabric.rail_optimized),
            total: |evaluation| evaluation.fabric.rail_optimized.cost.0 / 1e6,
        }),
        "MPFT" => Some(Tree {
            link: "#v=1&model=deepseek-v3&batch=16384&gpus=16384".to_owned(),
            convention: text(
                "Rail-only: eight planes, one for each local rank, switches of 64 ports.",
                "rail-only：八個平面，每個 local rank 一個，64 埠交換器。",
            ),
            switches: |evaluation| evaluation.fabric.rail_only.switches_ideal,
            links: |evaluation| evaluation.fabric.rail_only.links - evaluation.cluster.gpus as f64,
            cost: |evaluation| thousands_an_endpoint(evaluation, &evaluation.fabric.rail_only),
            total: |evaluation| evaluation.fabric.rail_only.cost.0 / 1e6,
        }),
        "FT3" => Some(Tree {
            link: "#v=1&model=deepseek-v3&batch=65536&gpus=65536&fabric=rail-optimized".to_owned(),
            convention: text(
                "One Clos over all endpoints, switches of 64 ports.",
                "涵蓋所有端點的一個 Clos，64 埠交換器。",
            ),
            switches: |evaluation| evaluation.fabric.rail_optimized.switches_ideal,
            links: |evaluation| {
                evaluation.fabric.rail_optimized.links - evaluation.cluster.gpus as f64
            },
            cost: |evaluation| thousands_an_endpoint(evaluation, &evaluation.fabric.rail_optimized),
            total: |evaluation| evaluation.fabric.rail_optimized.cost.0 / 1e6,
        }),
        _ => None,
    };
    let claim = |what: &str, en: &str, zh: &str, digits: &str, unit| {
        let (name, endpoints) = (&network.name, count(network.endpoints.into()));
        let description = &network.description;
        let translated = match network.name.as_str() {
            "FT2" => "兩層胖樹",
            "MPFT" => "八平面兩層胖樹",
            "FT3" => "三層胖樹",
            _ => description,
        };
        Claim::of_cell(
            format!("deepseek-{}-{what}", name.to_lowercase()),
            Section::Network,
            text(
                format!("{name} ({description}), {endpoints} endpoints: {en}."),
                format!("{name}（{translated}），{endpoints} 個端點：{zh}。"),
            ),
            source(
                "Insights into DeepSeek-V3 (ISCA 2025)",
                text("Table 3", "表 3"),
            ),
            Cell {
                table: "deepseek_networks.csv",
                relation: Relation::Rounded,
                digits,
                unit,
            },
        )
    };
    let switches = claim(
        "switches",
        "switches",
        "交換器數",
        &network.switches,
        Unit::Switches,
    )?;
    let links = claim(
        "links",
        "links between switches",
        "交換器之間的連線數",
        &network.links,
        Unit::Links,
    )?;
    let cost = claim(
        "cost",
        "cost of the network",
        "網路成本",
        &network.cost_millions,
        Unit::MillionDollars,
    )?;
    let each = claim(
        "endpoint",
        "cost of the network for each endpoint",
        "每個端點的網路成本",
        &network.cost_of_endpoint_thousands,
        Unit::ThousandDollarsAnEndpoint,
    )?;
    let Some(tree) = tree else {
        let why = || {
            text(
                "Neither a slim fly nor a dragonfly is among our designs.",
                "Slim Fly 與 Dragonfly 都不在我們的設計之內。",
            )
        };
        return Ok([switches, links, cost, each]
            .map(|claim| claim.because(why()))
            .into());
    };
    let per_endpoint = each.printed.clone();
    Ok(vec![
        switches.shown_as(&tree.link, tree.convention.clone(), tree.switches),
        links.shown_as(&tree.link, tree.convention.clone(), tree.links),
        cost.reading(
            Role::Shown,
            &[&tree.link],
            text(
                "The printed cost of an endpoint times the endpoints.",
                "印出的每端點成本乘以端點數。",
            ),
            Compute::With(per_endpoint, |evaluation, thousands| {
                thousands * evaluation.cluster.gpus as f64 / 1e3
            }),
        )
        .or(
            &tree.link,
            text(
                "Used ports and transceivers at the rail-only paper's prices.",
                "用到的埠與收發器，依 rail-only 論文的單價。",
            ),
            tree.total,
        )
        .of_source(),
        each.reading(
            Role::Shown,
            &[&tree.link],
            text(
                "Used ports and transceivers at the rail-only paper's prices.",
                "用到的埠與收發器，依 rail-only 論文的單價。",
            ),
            Compute::Of(tree.cost),
        )
        .because(text(
            "The counts agree; the prices are not the paper's. No prices of a port and of a transceiver above zero give both the two-tier and the three-tier figure, so something else is counted too, such as longer cables.",
            "數量相符，單價則與該論文不同。沒有任何一組大於零的埠與收發器單價能同時得出兩層與三層的數字，可見還計入了其他項目，例如較長的線材。",
        )),
    ])
}

/// A network that is one of our designs.
struct Tree {
    link: String,
    convention: Text,
    switches: fn(&Evaluation) -> f64,
    links: fn(&Evaluation) -> f64,
    /// Thousands of dollars an endpoint.
    cost: fn(&Evaluation) -> f64,
    /// Millions of dollars.
    total: fn(&Evaluation) -> f64,
}

fn thousands_an_endpoint(evaluation: &Evaluation, design: &Design) -> f64 {
    design.cost.0 / evaluation.cluster.gpus as f64 / 1e3
}
