//! A route in a sentence.

use super::{Relation, Route, Seat, SwitchId, Wiring};
use crate::language::Language;
use crate::scenario::FabricKind;

/// What carries bytes from one GPU to the other, and past which switches of `wiring`. GPUs, rails and switches are numbered from 0;
/// switches of a rail within that rail, those of a pod within that pod.
pub fn describe(wiring: &Wiring, route: &Route, language: Language) -> String {
    let Route {
        from,
        to,
        from_rail,
        to_rail,
        ..
    } = *route;
    let way = passes(wiring, route, language);
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
        (Language::TraditionalChinese, 0 | 1) => {
            let space = if way.ends_with(|end: char| end.is_ascii_digit()) {
                " "
            } else {
                ""
            };
            format!("由{way}{space}直接相連")
        }
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

fn passes(wiring: &Wiring, route: &Route, language: Language) -> String {
    let names: Vec<String> = route
        .switches()
        .map(|switch| name(wiring, switch, language))
        .collect();
    match language {
        Language::English => names.join(" → "),
        Language::TraditionalChinese => names.join("→"),
    }
}

/// What a switch is called: by what it serves, and by its number among those that serve the same.
fn name(wiring: &Wiring, switch: SwitchId, language: Language) -> String {
    let Seat {
        rails,
        block,
        number,
        of,
    } = wiring.seat(switch);
    let tier = switch.tier;
    let is_leaf = tier <= 1;
    let spine = wiring.kind() == FabricKind::RailOptimized;
    let home = home(rails, block.map(|block| (tier, block)), language);
    match language {
        Language::English => {
            let kind = match (is_leaf, rails.is_some(), spine) {
                (true, true, _) => "switch".to_owned(),
                (true, false, _) => "rail switch".to_owned(),
                (false, _, true) => format!("tier-{tier} spine switch"),
                (false, _, false) => format!("tier-{tier} switch"),
            };
            match (home, of) {
                (Some(home), 0 | 1) => format!("the {kind} of {home}"),
                (Some(home), _) => format!("{kind} {number} of {home}"),
                (None, _) => format!("{kind} {number}"),
            }
        }
        Language::TraditionalChinese => {
            let kind = match (is_leaf, rails.is_some(), spine) {
                (true, true, _) => "交換器".to_owned(),
                (true, false, _) => "軌交換器".to_owned(),
                (false, _, true) => format!("第 {tier} 層 spine 交換器"),
                (false, _, false) => format!("第 {tier} 層交換器"),
            };
            match (home, of) {
                (Some(home), 0 | 1) => format!("{home} 的{kind}"),
                (Some(home), _) => format!("{home} 的{kind} {number}"),
                (None, _) => format!("{kind} {number}"),
            }
        }
    }
}

/// Whose switch it is: “rail 2”, “rails 4–5”, “pod 3”, “rail 2, pod 3”; nothing for one of a whole tier.
fn home(
    rails: Option<(u64, u64)>,
    block: Option<(u32, u64)>,
    language: Language,
) -> Option<String> {
    let rails = rails.map(|(first, last)| match language {
        Language::English if first == last => format!("rail {first}"),
        Language::English => format!("rails {first}–{last}"),
        Language::TraditionalChinese if first == last => format!("軌 {first}"),
        Language::TraditionalChinese => format!("軌 {first}–{last}"),
    });
    let block = block.map(|(tier, block)| match (language, tier) {
        (_, 2) => format!("pod {block}"),
        (Language::English, _) => format!("block {block}"),
        (Language::TraditionalChinese, _) => format!("區塊 {block}"),
    });
    match (rails, block) {
        (Some(rails), Some(block)) => Some(match language {
            Language::English => format!("{rails}, {block}"),
            Language::TraditionalChinese => format!("{rails}、{block}"),
        }),
        (rails, block) => rails.or(block),
    }
}
