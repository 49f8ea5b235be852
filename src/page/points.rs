//! What each figure shows, in a sentence with the live numbers.

use crate::evaluation::Evaluation;
use crate::fabric::{Clos, Design, Wiring};
use crate::language::Language;
use crate::page::headline::{FREE, Sentence, gain, saves_nothing};
use crate::quantity::Watts;
use crate::quantity::format::{count, counted, percent};
use crate::scenario::{Axis, FabricKind, Scenario};
use crate::traffic::Kind;
use Language::{English, TraditionalChinese};

/// Bytes that need to cross rails, or have no way at all.
fn crossing(evaluation: &Evaluation) -> f64 {
    let placed = &evaluation.totals.placed;
    (placed.cross_rail + placed.unreachable).0
}

fn alarms(evaluation: &Evaluation) -> bool {
    crossing(evaluation) > 0.0 && evaluation.scenario.network.fabric == FabricKind::RailOnly
}

/// The point of the heatmap, which depends on the order of its axes.
pub fn heatmap(evaluation: &Evaluation, axis: Axis, language: Language) -> Sentence {
    let totals = &evaluation.totals;
    let total = totals.bytes.total();
    if total.0 <= 0.0 {
        let text = match language {
            English => "No two GPUs exchange **anything**.",
            TraditionalChinese => "**沒有任何** GPU 彼此交換資料。",
        };
        return Sentence::new(text, false);
    }
    match axis {
        Axis::Domain => by_domain(evaluation, language),
        Axis::Rail => by_rail(evaluation, language),
    }
}

fn by_domain(evaluation: &Evaluation, language: Language) -> Sentence {
    let totals = &evaluation.totals;
    let idle = percent(totals.pairs.idle);
    let inside = totals.peak_pair.within_domain;
    let across = totals.peak_pair.across_domains;
    let text = match (language, inside.0 > 0.0, across.0 > 0.0) {
        (English, true, true) => format!(
            "**{idle}** of all GPU pairs exchange nothing. A pair inside an HB domain, in the squares on the diagonal, exchanges up to **{inside}** an iteration; a pair outside, at most **{across}**."
        ),
        (English, true, false) => format!(
            "**{idle}** of all GPU pairs exchange nothing. All traffic stays in the squares on the diagonal, the HB domains: up to **{inside}** a pair and iteration."
        ),
        (English, false, _) => format!(
            "**{idle}** of all GPU pairs exchange nothing. No two GPUs of an HB domain talk; between domains a pair exchanges up to **{across}** an iteration."
        ),
        (TraditionalChinese, true, true) => format!(
            "**{idle}** 的 GPU 對之間完全沒有流量。對角線上的方塊是 HB 域，域內一對 GPU 每次迭代最多交換 **{inside}**；域外一對最多 **{across}**。"
        ),
        (TraditionalChinese, true, false) => format!(
            "**{idle}** 的 GPU 對之間完全沒有流量。所有流量都在對角線上的方塊，也就是 HB 域之內：一對 GPU 每次迭代最多 **{inside}**。"
        ),
        (TraditionalChinese, false, _) => format!(
            "**{idle}** 的 GPU 對之間完全沒有流量。同一個 HB 域的 GPU 互不通訊；不同域的一對 GPU 每次迭代最多交換 **{across}**。"
        ),
    };
    Sentence::new(&text, false)
}

fn by_rail(evaluation: &Evaluation, language: Language) -> Sentence {
    let placed = &evaluation.totals.placed;
    let total = evaluation.totals.bytes.total();
    let rails = evaluation.cluster.hb;
    let crossing = crossing(evaluation);
    let on_rail = placed.same_rail.0 > 0.0;
    let blocks = count(rails);
    let text = if crossing > 0.0 {
        let across = percent(crossing / total.0);
        match language {
            English => format!(
                "In this order a rail is a framed block on the diagonal. **{across}** of all bytes lie outside the {blocks} blocks and leave their HB domain: they must **cross rails**."
            ),
            TraditionalChinese => format!(
                "依軌排列時，一條軌就是對角線上一個加框的方塊。**{across}** 的位元組離開 HB 域，又落在這 {blocks} 個方塊之外：它們必須**跨軌**。"
            ),
        }
    } else if on_rail && rails > 1 {
        match language {
            English => format!(
                "In this order a rail is a framed block on the diagonal. **Everything that leaves an HB domain lies inside the {blocks} blocks**; the lines outside them are NVLink inside domains. So nothing needs a network between rails."
            ),
            TraditionalChinese => format!(
                "依軌排列時，一條軌就是對角線上一個加框的方塊。**離開 HB 域的流量全都落在這 {blocks} 個方塊裡**；方塊外的線是域內的 NVLink。所以軌與軌之間不需要網路。"
            ),
        }
    } else if on_rail {
        match language {
            English => {
                "With one GPU in a domain there is **a single rail**, and all traffic is on it."
                    .to_owned()
            }
            TraditionalChinese => {
                "每個域只有一顆 GPU，就只有**一條軌**，所有流量都在上面。".to_owned()
            }
        }
    } else if rails == 1 {
        match language {
            English => {
                "With one GPU in a domain there is **a single rail**, and **nothing** is on it."
                    .to_owned()
            }
            TraditionalChinese => {
                "每個域只有一顆 GPU，就只有**一條軌**，上面**沒有任何流量**。".to_owned()
            }
        }
    } else {
        match language {
            English => format!(
                "In this order a rail is a framed block on the diagonal. The {blocks} blocks are **empty**: nothing leaves an HB domain, and all lines are NVLink."
            ),
            TraditionalChinese => format!(
                "依軌排列時，一條軌就是對角線上一個加框的方塊。這 {blocks} 個方塊**全是空的**：沒有流量離開 HB 域，所有的線都是 NVLink。"
            ),
        }
    };
    Sentence::new(&text, alarms(evaluation))
}

/// The point of the shares.
pub fn shares(evaluation: &Evaluation, language: Language) -> Sentence {
    let totals = &evaluation.totals;
    let total = totals.bytes.total();
    if total.0 <= 0.0 {
        let text = match language {
            English => "This run sends **no bytes** from one GPU to another.",
            TraditionalChinese => "這組設定**沒有**任何 GPU 之間的流量。",
        };
        return Sentence::new(text, false);
    }
    let most = Kind::ALL
        .into_iter()
        .max_by(|one, other| totals.share[*one].total_cmp(&totals.share[*other]))
        .unwrap_or(Kind::Tp);
    let name = kind_name(most, language);
    let share = percent(totals.share[most]);
    let outside = percent((total - totals.placed.within_domain) / total);
    let crossing = crossing(evaluation);
    let across = percent(crossing / total.0);
    let text = match (language, crossing > 0.0) {
        (English, false) => format!(
            "**{share}** of all bytes are {name}. **{outside}** leave their HB domain, and **none** change rails."
        ),
        (English, true) => format!(
            "**{share}** of all bytes are {name}. **{outside}** leave their HB domain, and **{across}** change rails."
        ),
        (TraditionalChinese, false) => format!(
            "**{share}** 的位元組屬於{name}。**{outside}** 離開 HB 域，**沒有任何**位元組換軌。"
        ),
        (TraditionalChinese, true) => format!(
            "**{share}** 的位元組屬於{name}。**{outside}** 離開 HB 域，**{across}** 必須換軌。"
        ),
    };
    Sentence::new(&text, alarms(evaluation))
}

/// A kind of traffic in words.
pub const fn kind_name(kind: Kind, language: Language) -> &'static str {
    match (language, kind) {
        (English, Kind::Tp) => "tensor parallelism (TP)",
        (English, Kind::Cp) => "context parallelism (CP)",
        (English, Kind::Pp) => "pipeline parallelism (PP)",
        (English, Kind::Dp) => "data parallelism (DP)",
        (English, Kind::Ep) => "expert parallelism (EP)",
        (TraditionalChinese, Kind::Tp) => "張量平行（TP）",
        (TraditionalChinese, Kind::Cp) => "上下文平行（CP）",
        (TraditionalChinese, Kind::Pp) => "管線平行（PP）",
        (TraditionalChinese, Kind::Dp) => "資料平行（DP）",
        (TraditionalChinese, Kind::Ep) => "專家平行（EP）",
    }
}

/// The point of the topology.
pub fn topology(evaluation: &Evaluation, language: Language) -> Sentence {
    let fabric = &evaluation.fabric;
    let (all, rail) = (&fabric.rail_optimized, &fabric.rail_only);
    let (before, after) = (count(all.switches_built), count(rail.switches_built));
    let networks = count(rail.networks);
    let gone = all.tiers.saturating_sub(rail.tiers);
    let text = match language {
        English if all.tiers == 0 => "A single GPU needs **no network** at all.".to_owned(),
        TraditionalChinese if all.tiers == 0 => "只有一顆 GPU，**不需要**任何網路。".to_owned(),
        English if rail.tiers == 0 => format!(
            "A rail is a single GPU here, so rail-only deletes **{}**: NVLink joins everything.",
            if all.tiers == 1 {
                format!(
                    "the only tier and {}",
                    counted(all.switches_built, "switch", "switches")
                )
            } else {
                format!("all {} tiers and {before} switches", all.tiers)
            }
        ),
        TraditionalChinese if rail.tiers == 0 => format!(
            "這裡一條軌只有一顆 GPU，所以 rail-only 刪掉**全部 {} 層**、{before} 台交換器：一切都由 NVLink 相連。",
            all.tiers
        ),
        English if rail.networks == 1 => format!(
            "With one GPU in a domain there is **one rail**: both designs are the same network of {}.",
            counted(all.switches_built, "switch", "switches")
        ),
        TraditionalChinese if rail.networks == 1 => format!(
            "每個域只有一顆 GPU，就只有**一條軌**：兩種設計是同一個網路，{before} 台交換器。"
        ),
        English if all.tiers == 1 => format!(
            "All {} GPUs fit **one switch**, so there is no spine to delete: rail-only makes it **{networks} networks that never meet**.",
            count(all.endpoints_each)
        ),
        TraditionalChinese if all.tiers == 1 => format!(
            "全部 {} 顆 GPU 接得上**同一台交換器**，沒有 spine 可刪：rail-only 把它變成 **{networks} 個互不相連的網路**。",
            count(all.endpoints_each)
        ),
        English if gone == 0 => format!(
            "A rail of {} GPUs needs **as many tiers as all {} together**, so rail-only deletes no tier: the spine is only split into **{networks} networks that never meet**, {before} switches or {after}.",
            count(rail.endpoints_each),
            count(all.endpoints_each)
        ),
        TraditionalChinese if gone == 0 => format!(
            "一條 {} 顆 GPU 的軌，需要的層數**和全部 {} 顆一樣多**，所以 rail-only 一層也刪不掉：spine 只是拆成 **{networks} 個互不相連的網路**，交換器由 {before} 台變成 {after} 台。",
            count(rail.endpoints_each),
            count(all.endpoints_each)
        ),
        English => format!(
            "Rail-only deletes **{} of {} tiers**: {before} switches become **{after}**, in {networks} networks that never meet.",
            gone, all.tiers
        ),
        TraditionalChinese => format!(
            "rail-only 刪掉 **{} 層中的 {gone} 層**：{before} 台交換器變成 **{after} 台**，分成 {networks} 個互不相連的網路。",
            all.tiers
        ),
    };
    let divided = match language {
        _ if !Wiring::of(&evaluation.scenario, FabricKind::RailOnly).divides_switches() => "",
        English => {
            " A switch that several rails share is **divided**: its configuration keeps their ports apart."
        }
        TraditionalChinese => "幾條軌共用的交換器是**分割**的：由設定把各軌的連接埠隔開。",
    };
    Sentence::new(&format!("{text}{divided}"), false)
}

/// The point of the savings.
pub fn savings(evaluation: &Evaluation, language: Language) -> Sentence {
    let fabric = &evaluation.fabric;
    let saving = &fabric.saving;
    let (from, to) = (fabric.rail_optimized.tiers, fabric.rail_only.tiers);
    let text = match language {
        English if from == 0 => "There is **no network** to save on.".to_owned(),
        TraditionalChinese if from == 0 => "這裡**沒有網路**可省。".to_owned(),
        English if from == to => format!(
            "Both designs need **{}**, so their ports and transceivers, and with them cost and power, are **the same**.",
            tiers(from, language)
        ),
        TraditionalChinese if from == to => format!(
            "兩種設計都需要 **{}**，連接埠與收發器一樣多，成本與用電也就**相同**。",
            tiers(from, language)
        ),
        English if saves_nothing(saving) => format!(
            "Without the spine the network needs {} instead of {from}, but **nothing** is saved, because {}.",
            tiers(to, language),
            FREE.get(language)
        ),
        TraditionalChinese if saves_nothing(saving) => format!(
            "沒有 spine 的網路由 {from} 層變成 {}，但**什麼也沒省下**，因為{}。",
            tiers(to, language),
            FREE.get(language)
        ),
        English => format!(
            "Deleting the spine saves {}: {} instead of {from}.",
            gain(saving, |power: Watts| power.to_string(), language),
            tiers(to, language)
        ),
        TraditionalChinese => format!(
            "沒有 spine 的網路省下{}：{from} 層變成 {}。",
            gain(saving, |power: Watts| power.to_string(), language),
            tiers(to, language)
        ),
    };
    Sentence::new(&text, false)
}

/// What is saved of an amount, as a share of it: `38.3 %`; in words where it is more that is needed, and a dash for no difference.
pub fn less(before: f64, after: f64, language: Language) -> String {
    if before > after {
        return percent((before - after) / before);
    }
    if after <= before || before <= 0.0 {
        return "–".to_owned();
    }
    let more = percent((after - before) / before);
    match language {
        English => format!("none: {more} more"),
        TraditionalChinese => format!("無：多 {more}"),
    }
}

fn tiers(number: u32, language: Language) -> String {
    match (language, number) {
        (English, 0) => "no tier of switches".to_owned(),
        (English, 1) => "1 tier of switches".to_owned(),
        (English, _) => format!("{number} tiers of switches"),
        (TraditionalChinese, _) => format!("{number} 層交換器"),
    }
}

/// Why the saving jumps from one radix to the next: how far each number of tiers reaches.
pub fn radix(
    scenario: &Scenario,
    rail_optimized: &Design,
    rail_only: &Design,
    language: Language,
) -> Sentence {
    let network = &scenario.network;
    let all = Clos::new(
        rail_optimized.endpoints_each,
        network.radix,
        network.oversubscription,
    );
    let most = all.tiers().max(1);
    let heights = (1..=most).map(|tiers| tiers.to_string()).collect();
    let reach = (1..=most).map(|tiers| count(all.capacity(tiers))).collect();
    let (heights, reach) = (listed(heights, language), listed(reach, language));
    let radix = network.radix;
    let (gpus, on_rail) = (rail_optimized.endpoints_each, rail_only.endpoints_each);
    let (from, to) = (rail_optimized.tiers, rail_only.tiers);
    let text = match language {
        English => format!(
            "What is saved are the tiers that go, so the saving jumps where a tier count does. With {radix}-port switches, {heights} {} {reach} GPUs: all {} **{from}**, a rail of {} needs **{to}**.",
            if most == 1 {
                "tier reaches"
            } else {
                "tiers reach"
            },
            if gpus == 1 {
                "1 needs".to_owned()
            } else {
                format!("{} need", count(gpus))
            },
            count(on_rail)
        ),
        TraditionalChinese => format!(
            "省下的就是少掉的那幾層，所以層數一跳，節省也跟著跳。用 {radix} 埠的交換器，{heights} 層{}可接 {reach} 顆 GPU：全部 {} 顆需要 **{from}** 層，一條 {} 顆的軌需要 **{to}** 層。",
            if most == 1 { "" } else { "分別" },
            count(gpus),
            count(on_rail)
        ),
    };
    Sentence::new(&text, false)
}

/// “1, 2 and 3”.
fn listed(mut items: Vec<String>, language: Language) -> String {
    match language {
        TraditionalChinese => items.join("、"),
        English => match items.pop() {
            Some(last) if !items.is_empty() => format!("{} and {last}", items.join(", ")),
            last => last.unwrap_or_default(),
        },
    }
}

/// That stages are uneven, and by how much the bytes of layers are counted too high: every stage counts like the fullest.
pub fn uneven(evaluation: &Evaluation, language: Language) -> Option<String> {
    let workload = &evaluation.workload;
    let stages = f64::from(evaluation.scenario.layout.pp);
    let excess = |fullest: u32, all: f64| {
        if all > 0.0 {
            f64::from(fullest) * stages / all - 1.0
        } else {
            0.0
        }
    };
    let layers = excess(
        workload.stage.layers,
        f64::from(evaluation.scenario.shape.layers),
    );
    let moe_layers = excess(workload.stage.moe_layers, workload.breakdown.moe_layers);
    let most = layers.max(moe_layers);
    if most <= 1e-9 {
        return None;
    }
    let most = percent(most);
    Some(match language {
        English => format!(
            "Layers don’t divide evenly over the stages. Every stage is counted like the fullest, so bytes of TP, CP, PP and EP are up to {most} too many in all."
        ),
        TraditionalChinese => format!(
            "各階段的層數不等。每個階段都以最滿的計，因此 TP、CP、PP、EP 的總位元組最多高估 {most}。"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::evaluate_link;

    fn all(link: &str, language: Language) -> Vec<String> {
        let evaluation = evaluate_link(link);
        let fabric = &evaluation.fabric;
        [
            heatmap(&evaluation, Axis::Domain, language),
            heatmap(&evaluation, Axis::Rail, language),
            shares(&evaluation, language),
            topology(&evaluation, language),
            savings(&evaluation, language),
            radix(
                &evaluation.scenario,
                &fabric.rail_optimized,
                &fabric.rail_only,
                language,
            ),
        ]
        .iter()
        .map(|sentence| sentence.text().replace('\u{a0}', " "))
        .collect()
    }

    #[test]
    fn the_default_run_says_the_papers_point() {
        let said = all("#v=1", English);
        assert!(
            said[0].contains("161.06 GB") && said[0].contains("6.71 GB"),
            "{}",
            said[0]
        );
        assert!(said[1].contains("lies inside the 8 blocks"), "{}", said[1]);
        assert!(
            said[2].contains("98.3 % of all bytes are tensor parallelism"),
            "{}",
            said[2]
        );
        assert!(
            said[3].contains("1 of 3 tiers: 240 switches become 144"),
            "{}",
            said[3]
        );
        assert!(said[4].contains("38.3 %"), "{}", said[4]);
        assert!(
            said[5]
                .contains("1, 2 and 3 tiers reach 64, 2,048 and 65,536 GPUs: all 3,072 need 3, a rail of 384 needs 2"),
            "{}",
            said[5]
        );
    }

    #[test]
    fn uneven_stages_say_how_much_is_counted_too_high() {
        let note = |link| uneven(&evaluate_link(link), English);
        assert_eq!(note("#v=1"), None);
        assert!(note("#v=1&pp=48").unwrap().contains("12.5 %"));
        // 16 stages of 8 layers, where there are 126.
        assert!(note("#v=1&model=llama3-405b").unwrap().contains("1.59 %"));
        // 4 MoE layers in each of 16, where there are 58.
        assert!(note("#v=1&model=deepseek-v3").unwrap().contains("10.3 %"));
    }

    #[test]
    fn what_crosses_rails_is_an_alarm() {
        let evaluation = evaluate_link("#v=1&placement=random");
        assert!(heatmap(&evaluation, Axis::Rail, English).alarms());
        assert!(!heatmap(&evaluation, Axis::Domain, English).alarms());
        assert!(shares(&evaluation, English).text().contains("change rails"));
    }

    #[test]
    fn every_edge_has_a_sentence_in_both_languages() {
        for link in [
            "#v=1&gpus=1&hb=1&tp=1&pp=1&batch=1",
            "#v=1&gpus=8&hb=8&tp=8&pp=1&batch=8",
            "#v=1&gpus=8&hb=1&tp=8&pp=1&batch=8",
            "#v=1&gpus=1048576&hb=256&batch=262144",
            "#v=1&gpus=32768&radix=64",
            "#v=1&oversubscription=3",
        ] {
            for language in [English, TraditionalChinese] {
                for text in all(link, language) {
                    assert!(
                        !text.contains("NaN") && !text.contains("inf") && !text.contains("**"),
                        "{text}"
                    );
                    assert!(text.ends_with(['.', '。']), "{text}");
                }
            }
        }
    }

    #[test]
    fn one_is_not_many() {
        let plural = [
            "GPUs", "tiers", "switches", "blocks", "networks", "rails", "domains", "ports",
        ];
        for link in [
            "#v=1&gpus=1&hb=1&tp=1&pp=1&batch=1",
            "#v=1&model=gpt-1.7b&gpus=1&hb=1&batch=4",
            "#v=1&gpus=8&hb=8&tp=8&pp=1&batch=8",
            "#v=1&gpus=8&hb=1&tp=8&pp=1&batch=8",
            "#v=1&model=moe-1.3b&radix=512",
            "#v=1&hb=1024",
        ] {
            for text in all(link, English) {
                for noun in plural {
                    let wrong = format!(" 1 {noun}");
                    assert!(!text.contains(&wrong), "{link}: {text}");
                }
            }
        }
    }

    #[test]
    fn as_many_reaches_as_tiers_are_told() {
        for (link, told) in [
            ("#v=1", "1, 2 and 3 tiers reach"),
            (
                "#v=1&model=moe-1.3b",
                "1 and 2 tiers reach 64 and 2,048 GPUs",
            ),
            ("#v=1&model=moe-1.3b&radix=512", "1 tier reaches 512 GPUs"),
        ] {
            let text = &all(link, English)[5];
            assert!(text.contains(told), "{text}");
        }
        let text = &all("#v=1&model=moe-1.3b", TraditionalChinese)[5];
        assert!(text.contains("1、2 層分別可接 64、2,048 顆"), "{text}");
    }

    #[test]
    fn what_is_saved_has_no_sign() {
        assert_eq!(less(200.0, 100.0, English), "50.0 %");
        assert_eq!(less(100.0, 101.59, English), "none: 1.59 % more");
        assert_eq!(less(100.0, 101.59, TraditionalChinese), "無：多 1.59 %");
        assert_eq!(less(7.0, 7.0, English), "–");
        assert_eq!(less(0.0, 0.0, English), "–");
    }

    #[test]
    fn tiers_are_compared_and_not_prices() {
        let text = &all(
            "#v=1&port_usd=0&transceiver_usd=0&port_w=0&transceiver_w=0",
            English,
        )[4];
        assert!(
            text.contains(
                "2 tiers of switches instead of 3, but nothing is saved, because all prices"
            ),
            "{text}"
        );
        assert!(all("#v=1&gpus=32768", English)[4].contains("Both designs need 3 tiers"));
    }

    #[test]
    fn rails_that_share_a_switch_divide_it() {
        for (link, divided) in [
            ("#v=1&model=moe-1.3b", true),
            ("#v=1&model=moe-1.3b&radix=512", true),
            ("#v=1&hb=1024", true),
            ("#v=1", false),
            ("#v=1&gpus=8&hb=8&tp=8&pp=1&batch=8", false),
        ] {
            let text = &all(link, English)[3];
            assert_eq!(text.contains("divided"), divided, "{text}");
        }
    }
}
