//! Switches, cost and power: the rail-only paper's Table II and what it says of it.

use super::sheet::Sheet;
use super::{Cell, Claim, Compute, Relation, Role, Section, Unit, source, text};
use crate::evaluation::Evaluation;
use crate::published::{Malformed, RailOnlyRow, rail_only_table2};
use crate::quantity::format::count;

pub(super) fn claims(sheet: &Sheet) -> Result<Vec<Claim>, Malformed> {
    let rows = rail_only_table2()?;
    let mut claims = Vec::new();
    for row in &rows {
        claims.extend(table_2(row)?);
    }
    claims.extend(extremes(sheet, &rows)?);
    claims.extend(amounts(sheet)?);
    Ok(claims)
}

const RAIL_ONLY: &str = "Rail-only (arXiv 2307.12169v5)";

/// A row's cluster and switches. The batch fills the pipeline; it has no part in the network.
fn table_2_link(row: &RailOnlyRow, hb: u32) -> String {
    let (gpus, radix) = (row.gpus, row.radix);
    format!("#v=1&batch={}&gpus={gpus}&hb={hb}&radix={radix}", gpus / 8)
}

fn table_2(row: &RailOnlyRow) -> Result<Vec<Claim>, Malformed> {
    let (gpus, radix) = (row.gpus, row.radix);
    let n = count(gpus.into());
    let link = table_2_link(row, row.hb);
    let convention = || {
        text(
            "Ideal full bisection, used ports alone: 2T − 1 ports and 2T transceivers an endpoint; HB domains of 256.",
            "理想的全對分頻寬，只計用到的埠：每個端點 2T − 1 個埠、2T 個收發器；每個 HB 域 256 顆。",
        )
    };
    let claim = |what: &str,
                 en: &str,
                 zh: &str,
                 relation,
                 value: u32,
                 unit,
                 compute: fn(&Evaluation) -> f64| {
        Claim::of_cell(
            format!("table2-{gpus}-{radix}-{what}"),
            Section::Network,
            text(
                format!("{n} GPUs, switches of {radix} ports: {en}."),
                format!("{n} 顆 GPU、{radix} 埠交換器：{zh}。"),
            ),
            source(RAIL_ONLY, text("Table II", "表 II")),
            Cell {
                table: "rail_only_table2.csv",
                relation,
                digits: &value.to_string(),
                unit,
            },
        )
        .map(|claim| claim.shown_as(&link, convention(), compute))
    };
    let small_domains = |claim: Claim, compute: fn(&Evaluation) -> f64| {
        claim.or(
            &table_2_link(row, 8),
            text("HB domains of 8 instead.", "改為每個 HB 域 8 顆。"),
            compute,
        )
    };
    let rounded = Relation::Rounded;
    let mut claims = vec![
        claim(
            "clos-switches",
            "switches of the full Clos",
            "完整 Clos 的交換器數",
            rounded,
            row.clos_switches,
            Unit::Switches,
            |evaluation| evaluation.fabric.rail_optimized.switches_ideal,
        )?,
        claim(
            "rail-switches",
            "switches of rail-only",
            "rail-only 的交換器數",
            rounded,
            row.rail_only_switches,
            Unit::Switches,
            |evaluation| evaluation.fabric.rail_only.switches_ideal,
        )?,
        claim(
            "clos-transceivers",
            "transceivers of the full Clos",
            "完整 Clos 的收發器數",
            rounded,
            row.clos_transceivers,
            Unit::Transceivers,
            |evaluation| evaluation.fabric.rail_optimized.transceivers,
        )?,
        claim(
            "rail-transceivers",
            "transceivers of rail-only",
            "rail-only 的收發器數",
            rounded,
            row.rail_only_transceivers,
            Unit::Transceivers,
            |evaluation| evaluation.fabric.rail_only.transceivers,
        )?,
        small_domains(
            claim(
                "cost",
                "cost that rail-only saves",
                "rail-only 省下的成本",
                rounded,
                row.cost_saving_percent,
                Unit::Percent,
                cost_percent,
            )?,
            cost_percent,
        ),
    ];
    if let Some(percent) = row.power_saving_percent {
        claims.push(small_domains(
            claim(
                "power",
                "power that rail-only saves",
                "rail-only 省下的功率",
                Relation::Cut,
                percent,
                Unit::Percent,
                power_percent,
            )?,
            power_percent,
        ));
    }
    Ok(claims)
}

/// The least and the largest saving of the table.
fn extremes(sheet: &Sheet, rows: &[RailOnlyRow]) -> Result<Vec<Claim>, Malformed> {
    let mut links: Vec<String> = rows.iter().map(|row| table_2_link(row, row.hb)).collect();
    let claim = |id: &str, en: &'static str, zh: &'static str, links: &[String], compute| {
        let links: Vec<&str> = links.iter().map(String::as_str).collect();
        Ok(sheet.claim(id, Section::Network, text(en, zh))?.reading(
            Role::Shown,
            &links,
            text(
                "Over the rows of Table II, HB domains of 256.",
                "取表 II 各列，每個 HB 域 256 顆。",
            ),
            Compute::OfAll(compute),
        ))
    };
    let least = [
        claim(
            "cost-saved-least",
            "The least of the costs that rail-only saves.",
            "rail-only 省下的成本比例，最低者。",
            &links,
            |all| least_of(all, cost_percent),
        )?,
        claim(
            "power-saved-least",
            "The least of the powers that rail-only saves.",
            "rail-only 省下的功率比例，最低者。",
            &links,
            |all| least_of(all, power_percent),
        )?,
    ];
    // The second row has the largest saving: its link comes first.
    if links.len() > 1 {
        links.swap(0, 1);
    }
    let most = [
        claim(
            "cost-saved-most",
            "The largest of the costs that rail-only saves.",
            "rail-only 省下的成本比例，最高者。",
            &links,
            |all| -least_of(all, |evaluation| -cost_percent(evaluation)),
        )?,
        claim(
            "power-saved-most",
            "The largest of the powers that rail-only saves.",
            "rail-only 省下的功率比例，最高者。",
            &links,
            |all| -least_of(all, |evaluation| -power_percent(evaluation)),
        )?,
    ];
    Ok(least.into_iter().chain(most).collect())
}

fn least_of(evaluations: &[Evaluation], figure: fn(&Evaluation) -> f64) -> f64 {
    evaluations.iter().map(figure).fold(f64::INFINITY, f64::min)
}

/// Dollars and megawatts that are saved.
fn amounts(sheet: &Sheet) -> Result<[Claim; 4], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Network, statement);
    let dollars = |evaluation: &Evaluation| evaluation.fabric.saving.cost.0 / 1e6;
    let megawatts = |evaluation: &Evaluation| evaluation.fabric.saving.power.0 / 1e6;
    let prices = || {
        text(
            "$694 a 400G port, $199 a transceiver, HB domains of 256.",
            "每個 400G 埠 694 美元、每個收發器 199 美元，每個 HB 域 256 顆。",
        )
    };
    let powers = || {
        text(
            "18 W a port, 9 W a transceiver, HB domains of 256.",
            "每個埠 18 W、每個收發器 9 W，每個 HB 域 256 顆。",
        )
    };
    let why = || {
        text(
            "Ours are 1.024 times the printed ones at both ends. With 32,000 and 64,000 GPUs in place of 32,768 and 65,536 the printed figures come out, so the powers seem to count GPUs in thousands of 1,000, where the costs of the same table count 1,024.",
            "在最少與最多兩端，我們的數字都是印出值的 1.024 倍。若以 32,000 與 64,000 顆 GPU 取代 32,768 與 65,536 顆，正好得出印出的值；看來功率以 1,000 計千，而同一張表的成本以 1,024 計。",
        )
    };
    Ok([
        claim(
            "dollars-saved-32768",
            text(
                "Dollars saved at 32,768 GPUs with switches of 128 ports.",
                "32,768 顆 GPU、128 埠交換器時省下的金額。",
            ),
        )?
        .shown_as(
            "#v=1&batch=4096&gpus=32768&hb=256&radix=128",
            prices(),
            dollars,
        ),
        claim(
            "dollars-saved-65536",
            text(
                "Dollars saved at 65,536 GPUs with switches of 256 ports.",
                "65,536 顆 GPU、256 埠交換器時省下的金額。",
            ),
        )?
        .shown_as(
            "#v=1&batch=8192&gpus=65536&hb=256&radix=256",
            prices(),
            dollars,
        ),
        claim(
            "megawatts-saved-least",
            text(
                "The least of the powers saved, at 32,768 GPUs with switches of 64 ports.",
                "32,768 顆 GPU、64 埠交換器時省下的功率，為最少者。",
            ),
        )?
        .shown_as("#v=1&batch=4096&gpus=32768&hb=256", powers(), megawatts)
        .or(
            "#v=1&model=gpt-18b&batch=4000&gpus=32000&hb=256",
            text(
                "32,000 GPUs: thousands of 1,000.",
                "32,000 顆 GPU：以 1,000 計千。",
            ),
            megawatts,
        )
        .because(why()),
        claim(
            "megawatts-saved-most",
            text(
                "The largest of the powers saved, at 65,536 GPUs with switches of 256 ports.",
                "65,536 顆 GPU、256 埠交換器時省下的功率，為最多者。",
            ),
        )?
        .shown_as(
            "#v=1&batch=8192&gpus=65536&hb=256&radix=256",
            powers(),
            megawatts,
        )
        .or(
            "#v=1&model=gpt-18b&batch=8000&gpus=64000&hb=256&radix=256",
            text(
                "64,000 GPUs: thousands of 1,000.",
                "64,000 顆 GPU：以 1,000 計千。",
            ),
            megawatts,
        )
        .because(why()),
    ])
}

fn cost_percent(evaluation: &Evaluation) -> f64 {
    100.0 * evaluation.fabric.saving.cost_fraction
}

fn power_percent(evaluation: &Evaluation) -> f64 {
    100.0 * evaluation.fabric.saving.power_fraction
}
