//! A route in a sentence.

use super::{Relation, Route, SwitchId};
use crate::language::Language;
use crate::scenario::FabricKind;

/// What carries bytes from one GPU to the other, and past which switches. GPUs, rails and switches are numbered from 0.
pub fn describe(route: &Route, language: Language) -> String {
    let Route {
        from,
        to,
        from_rail,
        to_rail,
        ..
    } = *route;
    let way = passes(route, language);
    let turn = turn(route, &way, language);
    match (language, route.relation, route.relay()) {
        (Language::English, Relation::SameGpu, _) => {
            format!("GPU {from} is both ends: nothing leaves it.")
        }
        (Language::TraditionalChinese, Relation::SameGpu, _) => {
            format!("兩端都是 GPU {from}：沒有資料離開它。")
        }
        (Language::English, Relation::SameDomain, _) => format!(
            "GPU {from} and GPU {to} sit in one HB domain: one NVLink hop, and the network beyond is not touched."
        ),
        (Language::TraditionalChinese, Relation::SameDomain, _) => {
            format!("GPU {from} 與 GPU {to} 在同一個 HB 域：走一段 NVLink，不經過外部網路。")
        }
        (Language::English, Relation::SameRail, _) => {
            format!("GPU {from} and GPU {to} share rail {from_rail}: {turn}.")
        }
        (Language::TraditionalChinese, Relation::SameRail, _) => {
            format!("GPU {from} 與 GPU {to} 同在軌 {from_rail}，{turn}。")
        }
        (Language::English, Relation::CrossRail, Some(relay)) => format!(
            "Two steps from rail {from_rail} to rail {to_rail}: NVLink from GPU {from} to GPU {relay} in the same HB domain, which sits on rail {to_rail}, then that rail to GPU {to}, through {way}."
        ),
        (Language::TraditionalChinese, Relation::CrossRail, Some(relay)) => format!(
            "從軌 {from_rail} 到軌 {to_rail} 分兩步：先由 GPU {from} 經 NVLink 到同一個 HB 域、位於軌 {to_rail} 的 GPU {relay}，再沿該軌到 GPU {to}，經過{way}。"
        ),
        (Language::English, Relation::CrossRail, None) => format!(
            "From rail {from_rail} to rail {to_rail}, GPU {from} reaches GPU {to} {meeting}, through {way}.",
            meeting = meeting(route, language),
        ),
        (Language::TraditionalChinese, Relation::CrossRail, None) => format!(
            "從軌 {from_rail} 到軌 {to_rail}，GPU {from} {meeting}到達 GPU {to}，經過{way}。",
            meeting = meeting(route, language),
        ),
    }
}

/// How high traffic within a rail climbs, and past which switches.
fn turn(route: &Route, way: &str, language: Language) -> String {
    match (language, route.top_tier()) {
        (Language::English, 0 | 1) => format!("{way} joins them"),
        (Language::English, tier) => format!("up to tier {tier} and down again, through {way}"),
        (Language::TraditionalChinese, 0 | 1) => format!("由{way} 直接相連"),
        (Language::TraditionalChinese, tier) => format!("上到第 {tier} 層再下來，經過{way}"),
    }
}

/// What joins two rails: a spine tier, or a leaf that both hang on.
fn meeting(route: &Route, language: Language) -> String {
    match (language, route.top_tier()) {
        (Language::English, 0 | 1) => "over a switch that both rails share".to_owned(),
        (Language::English, tier) => format!("over the spine of tier {tier} that joins the two"),
        (Language::TraditionalChinese, 0 | 1) => "經兩軌共用的交換器".to_owned(),
        (Language::TraditionalChinese, tier) => format!("經連接兩軌的第 {tier} 層 spine "),
    }
}

fn passes(route: &Route, language: Language) -> String {
    let names: Vec<String> = route
        .switches()
        .map(|switch| name(switch, route.kind, language))
        .collect();
    match language {
        Language::English => names.join(" → "),
        Language::TraditionalChinese => names.join("→"),
    }
}

/// What a switch is called: the first tier are the rail switches of either design.
fn name(switch: SwitchId, kind: FabricKind, language: Language) -> String {
    let SwitchId { tier, index } = switch;
    match (language, tier, kind) {
        (Language::English, 0 | 1, _) => format!("rail switch {index}"),
        (Language::English, _, FabricKind::RailOptimized) => {
            format!("tier-{tier} spine switch {index}")
        }
        (Language::English, _, FabricKind::RailOnly) => {
            format!("tier-{tier} switch {index} of the rail")
        }
        (Language::TraditionalChinese, 0 | 1, _) => format!("軌交換器 {index}"),
        (Language::TraditionalChinese, _, FabricKind::RailOptimized) => {
            format!("第 {tier} 層 spine 交換器 {index}")
        }
        (Language::TraditionalChinese, _, FabricKind::RailOnly) => {
            format!("該軌第 {tier} 層交換器 {index}")
        }
    }
}
