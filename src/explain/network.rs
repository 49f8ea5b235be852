//! Both networks: tiers, ports, links, switches, prices.

use super::expression::{Expression, Symbol, number};
use super::{Explanation, Page, Unit, source, symbols as s};
use crate::evaluation::Evaluation;
use crate::fabric::{Clos, Design};
use crate::language::{Bilingual, Language};
use crate::quantity::format::count;
use crate::scenario::FabricKind;

/// Tiers, ports, links, transceivers and switches of both designs.
pub(super) fn networks(page: &mut Page, evaluation: &Evaluation) {
    let fabric = &evaluation.fabric;
    for design in [&fabric.rail_optimized, &fabric.rail_only] {
        tiers(page, evaluation, design);
        if design.tiers > 0 {
            counts(page, evaluation, design);
        }
    }
}

/// Cost and power of both designs, and what is saved.
pub(super) fn prices(page: &mut Page, evaluation: &Evaluation) {
    let fabric = &evaluation.fabric;
    for design in [&fabric.rail_optimized, &fabric.rail_only] {
        if design.tiers > 0 {
            priced(page, evaluation, design);
        }
    }
    saving(page, evaluation);
}

const fn name(kind: FabricKind) -> &'static str {
    match kind {
        FabricKind::RailOptimized => "rail-optimized",
        FabricKind::RailOnly => "rail-only",
    }
}

fn of(page: &Page, design: &Design, what: Bilingual) -> String {
    let design = name(design.kind);
    match page.language {
        Language::English => format!("{}, {design}", what.en),
        Language::TraditionalChinese => format!("{design}：{}", what.zh),
    }
}

/// The least T that reaches all endpoints: what one tier less reaches, and what T reach.
fn tiers(page: &mut Page, evaluation: &Evaluation, design: &Design) {
    let network = &evaluation.scenario.network;
    let endpoints = design.endpoints_each;
    let clos = Clos::new(endpoints, network.radix, network.oversubscription);
    let tiers = clos.tiers();
    let subject = of(
        page,
        design,
        Bilingual::new("Tiers of switches", "交換器層數"),
    );
    let n = count(endpoints);
    let with_numbers = match tiers {
        0 => format!("n = {n}: T = 0"),
        1 => format!("{n} ≤ C(1) = {}: T = 1", count(clos.capacity(1))),
        _ => format!(
            "C({}) = {} < {n} ≤ C({tiers}) = {}: T = {tiers}",
            tiers - 1,
            count(clos.capacity(tiers - 1)),
            count(clos.capacity(tiers)),
        ),
    };
    let formula = if tiers == 0 {
        "T = 0, n = 1"
    } else {
        "T = min{T : C(T) ≥ n}, C(1) = R, C(T) = D·2·(R/2)^(T−1), D = ⌊R·o/(1+o)⌋"
    };
    let legend = [s::ENDPOINTS, s::RADIX, s::OVER]
        .map(|symbol: Symbol| (symbol.letter, symbol.meaning.get(page.language)));
    page.explanations.push(Explanation {
        subject,
        formula: formula.to_owned(),
        with_numbers,
        result: tiers.to_string(),
        legend: legend.to_vec(),
        source: source::RAIL_ONLY.get(page.language).to_owned(),
        note: None,
        computed: f64::from(tiers),
        figure: f64::from(design.tiers),
    });
    page.note(match tiers {
        0 => Bilingual::new(
            "A network of a single endpoint joins nothing.",
            "只有一個端點的網路不需要連接任何東西。",
        ),
        _ => Bilingual::new(
            "Each tier below the top gives half of its ports to the one above, so a tier multiplies the reach by R/2. D are a leaf’s ports that look down.",
            "頂層以下每層把一半的埠留給上一層，所以多一層，可接的端點數就乘以 R/2。D 為 leaf 朝下的埠數。",
        ),
    });
}

fn counts(page: &mut Page, evaluation: &Evaluation, design: &Design) {
    let scenario = &evaluation.scenario;
    let endpoints =
        || s::NETWORKS.is(design.networks as f64) * s::ENDPOINTS.is(design.endpoints_each as f64);
    let above = || s::TIERS.is(f64::from(design.tiers)) - number(1.0);
    let over = || s::OVER.is(scenario.network.oversubscription);
    let ports = || s::PORTS.is(design.ports);
    let built = design
        .levels
        .iter()
        .zip(s::BUILT)
        .map(|(level, symbol)| symbol.is(level.switches_built as f64));
    let built = built.fold(None, |sum: Option<Expression>, level| {
        Some(match sum {
            None => level,
            Some(sum) => sum + level,
        })
    });
    let rows: [(Bilingual, &str, Expression, Unit, f64); 5] = [
        (
            Bilingual::new("Switch ports in use", "使用的交換器連接埠"),
            "A",
            endpoints() * (number(1.0) + number(2.0) * above() / over()),
            Unit::Plain,
            design.ports,
        ),
        (
            Bilingual::new("Links", "鏈路"),
            "l",
            endpoints() * (number(1.0) + above() / over()),
            Unit::Plain,
            design.links,
        ),
        (
            Bilingual::new(
                "Transceivers, one at each end",
                "收發器（每條鏈路兩端各一）",
            ),
            "Z",
            number(2.0) * s::LINKS.is(design.links),
            Unit::Plain,
            design.transceivers,
        ),
        (
            Bilingual::new("Switches, ideal", "交換器（理想）"),
            "S",
            ports() / s::RADIX.is(f64::from(scenario.network.radix)),
            Unit::Plain,
            design.switches_ideal,
        ),
        (
            Bilingual::new(
                "Switches, built whole, tier by tier",
                "交換器（實際，逐層取整台）",
            ),
            "S",
            built.unwrap_or(number(0.0)),
            Unit::Plain,
            design.switches_built as f64,
        ),
    ];
    for (what, left, expression, unit, figure) in rows {
        let subject = of(page, design, what);
        page.add_named(subject, left, &expression, unit, figure, source::RAIL_ONLY);
    }
}

fn priced(page: &mut Page, evaluation: &Evaluation, design: &Design) {
    let prices = &evaluation.scenario.prices;
    let ports = || s::PORTS.is(design.ports);
    let transceivers = || s::TRANSCEIVERS.is(design.transceivers);
    let rows = [
        (
            Bilingual::new("Cost", "成本"),
            "$",
            ports() * s::PORT_USD.is(prices.port_usd)
                + transceivers() * s::TRANSCEIVER_USD.is(prices.transceiver_usd),
            Unit::Dollars,
            design.cost.0,
        ),
        (
            Bilingual::new("Power", "用電"),
            "w",
            ports() * s::PORT_W.is(prices.port_w)
                + transceivers() * s::TRANSCEIVER_W.is(prices.transceiver_w),
            Unit::Watts,
            design.power.0,
        ),
    ];
    for (what, left, expression, unit, figure) in rows {
        let subject = of(page, design, what);
        page.add_named(subject, left, &expression, unit, figure, source::RAIL_ONLY);
    }
}

fn saving(page: &mut Page, evaluation: &Evaluation) {
    let fabric = &evaluation.fabric;
    let saving = &fabric.saving;
    let rows = [
        (
            Bilingual::new("Cost saved by rail-only", "rail-only 節省的成本"),
            s::COST_BEFORE.is(fabric.rail_optimized.cost.0),
            s::COST_AFTER.is(fabric.rail_only.cost.0),
            Unit::Dollars,
            saving.cost.0,
            Bilingual::new("Share of the cost saved", "節省成本的比例"),
            saving.cost_fraction,
        ),
        (
            Bilingual::new("Power saved by rail-only", "rail-only 節省的用電"),
            s::POWER_BEFORE.is(fabric.rail_optimized.power.0),
            s::POWER_AFTER.is(fabric.rail_only.power.0),
            Unit::Watts,
            saving.power.0,
            Bilingual::new("Share of the power saved", "節省用電的比例"),
            saving.power_fraction,
        ),
    ];
    for (what, before, after, unit, figure, share, fraction) in rows {
        if before.value() <= 0.0 {
            continue;
        }
        let left = if unit == Unit::Dollars { "Δ$" } else { "Δw" };
        // Never less than nothing: designs of equal tiers cost the same.
        let difference = (before.clone() - after).or_more(number(0.0));
        page.add(what, left, &difference, unit, figure, source::RAIL_ONLY);
        let expression = difference / before;
        page.add(
            share,
            &format!("{left} %"),
            &expression,
            Unit::Share,
            fraction,
            source::RAIL_ONLY,
        );
    }
}
