//! The page's answer in two sentences, with the live numbers.

use crate::evaluation::Evaluation;
use crate::fabric::Saving;
use crate::language::{Bilingual, Language};
use crate::quantity::format::{count, counted, percent, whole};
use crate::quantity::{Dollars, Watts};
use crate::scenario::{FabricKind, Scenario};

/// A stretch of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its text.
    pub text: String,
    /// Whether it is a number or word that the sentence is about.
    pub strong: bool,
    /// Whether it tells of something that goes wrong.
    pub alarm: bool,
}

/// One sentence of the headline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its text, in stretches.
    pub spans: Vec<Span>,
}

impl Sentence {
    /// A sentence in which `**` stands round what is strong and `!!` round what goes wrong; `alarm` where all of it does.
    pub fn new(marked: &str, alarm: bool) -> Self {
        let spans = marked
            .split("!!")
            .enumerate()
            .flat_map(|(outer, text)| {
                text.split("**").enumerate().map(move |(inner, text)| Span {
                    text: unbroken(text),
                    strong: inner % 2 == 1,
                    alarm: alarm || outer % 2 == 1,
                })
            })
            .filter(|span| !span.text.is_empty())
            .collect();
        Self { spans }
    }

    /// Whether any of it tells of something that goes wrong.
    pub fn alarms(&self) -> bool {
        self.spans.iter().any(|span| span.alarm)
    }

    /// The sentence without its marks.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}

/// The headline: where the bytes go, then what the spine costs.
pub fn headline(evaluation: &Evaluation, language: Language) -> [Sentence; 2] {
    [traffic(evaluation, language), spine(evaluation, language)]
}

fn traffic(evaluation: &Evaluation, language: Language) -> Sentence {
    use Language::{English, TraditionalChinese};
    let scenario = &evaluation.scenario;
    let placed = &evaluation.totals.placed;
    let total = evaluation.totals.bytes.total();
    let job = job(scenario, language);
    if total.0 <= 0.0 {
        return Sentence::new(
            &match language {
                English => format!("{job} exchanges **nothing** at all."),
                TraditionalChinese => format!("{job}**完全不需要**交換資料。"),
            },
            false,
        );
    }
    let sent = total.to_string();
    let inside = percent(placed.within_domain / total);
    let on_rail = percent(placed.same_rail / total);
    let across = percent((placed.cross_rail + placed.unreachable) / total);
    let crosses = placed.cross_rail.0 + placed.unreachable.0 > 0.0;
    let alarm = if scenario.network.fabric == FabricKind::RailOnly {
        "!!"
    } else {
        ""
    };
    let text = match (language, placed.same_rail.0 > 0.0, crosses) {
        (English, false, false) => format!(
            "{job} sends {sent} in an iteration, and **all of it** stays inside HB domains: **nothing** needs a network."
        ),
        (English, true, false) => format!(
            "Of the {sent} that {job} sends in an iteration, **{inside}** never leaves an HB domain, **{on_rail}** stays on one rail, and **nothing** crosses rails."
        ),
        (English, false, true) => format!(
            "Of the {sent} that {job} sends in an iteration, **{inside}** never leaves an HB domain, but {alarm}**{across}** has to cross rails{alarm}."
        ),
        (English, true, true) => format!(
            "Of the {sent} that {job} sends in an iteration, **{inside}** never leaves an HB domain and **{on_rail}** stays on one rail, but {alarm}**{across}** has to cross rails{alarm}."
        ),
        (TraditionalChinese, false, false) => {
            format!("{job}每次迭代傳送 {sent}，**全部**留在 HB 域內，**完全不需要**網路。")
        }
        (TraditionalChinese, true, false) => format!(
            "{job}每次迭代傳送 {sent}，其中 **{inside}** 不離開 HB 域，**{on_rail}** 留在同一條軌上，**沒有任何**位元組需要跨軌。"
        ),
        (TraditionalChinese, false, true) => format!(
            "{job}每次迭代傳送 {sent}，其中 **{inside}** 不離開 HB 域，但{alarm}有 **{across}** 必須跨軌{alarm}。"
        ),
        (TraditionalChinese, true, true) => format!(
            "{job}每次迭代傳送 {sent}，其中 **{inside}** 不離開 HB 域，**{on_rail}** 留在同一條軌上，但{alarm}有 **{across}** 必須跨軌{alarm}。"
        ),
    };
    Sentence::new(&text, false)
}

fn spine(evaluation: &Evaluation, language: Language) -> Sentence {
    use Language::{English, TraditionalChinese};
    let scenario = &evaluation.scenario;
    let fabric = &evaluation.fabric;
    let placed = &evaluation.totals.placed;
    let crosses = placed.cross_rail.0 + placed.unreachable.0 > 0.0;
    let (all, rail) = (&fabric.rail_optimized, &fabric.rail_only);
    let (from, to) = (all.tiers, rail.tiers);
    let saving = &fabric.saving;
    let gain = gain(saving, power, language);
    let radix = scenario.network.radix;
    let text = match language {
        English if from == 0 => "There is **no network** to save on.".to_owned(),
        TraditionalChinese if from == 0 => "這裡**沒有網路**可省。".to_owned(),
        English if saves_nothing(saving) && from == to => format!(
            "Deleting the spine saves **nothing** here: with {radix}-port switches, a rail of {} needs {}, as many as all {} together.",
            counted(rail.endpoints_each, "GPU", "GPUs"),
            tiers(to, language),
            counted(u64::from(scenario.cluster.gpus), "GPU", "GPUs"),
        ),
        TraditionalChinese if saves_nothing(saving) && from == to => format!(
            "在這裡刪掉 spine **省不了錢**：用 {radix} 埠的交換器，一條 {} 顆 GPU 的軌需要 {}，和全部 {} 顆 GPU 一起時一樣多。",
            count(rail.endpoints_each),
            tiers(to, language),
            count(u64::from(scenario.cluster.gpus)),
        ),
        English if saves_nothing(saving) => format!(
            "Deleting the spine takes the network from {} to\u{a0}{}, but saves **nothing**, because {}.",
            counted(u64::from(from), "tier", "tiers").replace(' ', "\u{a0}"),
            if to == 0 {
                "none".to_owned()
            } else {
                to.to_string()
            },
            FREE.get(language),
        ),
        TraditionalChinese if saves_nothing(saving) => format!(
            "刪掉 spine，網路從 {from}\u{a0}層變成 {to} 層，但**什麼也沒省下**，因為{}。",
            FREE.get(language),
        ),
        English if to == 0 => format!(
            "Each rail has a single GPU, so rail-only needs **no network** and saves {gain}."
        ),
        TraditionalChinese if to == 0 => {
            format!("每條軌只有一顆 GPU，所以 rail-only **不需要網路**，省下{gain}。")
        }
        English if crosses => format!(
            "Deleting the spine saves {gain}, but then those bytes take two steps: NVLink to the GPU on the right rail, then that rail."
        ),
        TraditionalChinese if crosses => format!(
            "刪掉 spine 可省下{gain}，但這些位元組就得走兩步：先經 NVLink 到位於目的軌的 GPU，再走那條軌。"
        ),
        English if from == to => format!(
            "The spine carries none of it. Deleting it keeps {} but saves {gain}.",
            tiers(to, language)
        ),
        TraditionalChinese if from == to => format!(
            "spine 什麼都沒載。刪掉它，仍是 {}，但省下{gain}。",
            tiers(to, language)
        ),
        English => format!(
            "The spine carries none of it. Deleting it takes the network from {from}\u{a0}tiers to\u{a0}{to} and saves {gain}."
        ),
        TraditionalChinese => {
            format!("spine 什麼都沒載。刪掉它，網路從 {from}\u{a0}層變成 {to} 層，省下{gain}。")
        }
    };
    Sentence::new(&text, false)
}

/// Why a design of fewer tiers saves nothing.
pub const FREE: Bilingual =
    Bilingual::new("all prices and powers are set to 0", "單價與功率都設為 0");

/// Whether rail-only saves neither money nor power.
pub fn saves_nothing(saving: &Saving) -> bool {
    saving.cost.0 <= 0.0 && saving.power.0 <= 0.0
}

/// What is saved, for a sentence that says so: money and power, or the one of them that has a price.
pub fn gain(saving: &Saving, power: impl Fn(Watts) -> String, language: Language) -> String {
    let cost = with_share(
        dollars(saving.cost, language),
        saving.cost_fraction,
        language,
    );
    let power = with_share(power(saving.power), saving.power_fraction, language);
    match (language, saving.cost.0 > 0.0, saving.power.0 > 0.0) {
        (Language::English, true, true) => format!("**{cost}** and **{power}**"),
        (Language::English, true, false) => {
            format!("**{cost}**, and no power, as powers are set to 0")
        }
        (Language::English, false, _) => {
            format!("**{power}**, and no money, as prices are set to 0")
        }
        (Language::TraditionalChinese, true, true) => format!(" **{cost}**與 **{power}**"),
        (Language::TraditionalChinese, true, false) => {
            format!(" **{cost}**（功率設為 0，不計用電）")
        }
        (Language::TraditionalChinese, false, _) => format!(" **{power}**（單價設為 0，不計成本）"),
    }
}

/// Whether the model is the published one. What only experts have changes nothing about a model without any.
fn is_published(scenario: &Scenario) -> bool {
    let published = Scenario::preset(scenario.model).shape;
    let mut shape = scenario.shape.clone();
    if shape.experts == 0 && published.experts == 0 {
        shape.top_k = published.top_k;
        shape.expert_ffn = published.expert_ffn;
        shape.shared_experts = published.shared_experts;
        shape.moe_every = published.moe_every;
        shape.dense_layers = published.dense_layers;
        shape.token_domains = published.token_domains;
    }
    shape == published
}

/// “GPT 1T on 3,072 GPUs”.
fn job(scenario: &Scenario, language: Language) -> String {
    let gpus = count(u64::from(scenario.cluster.gpus));
    let on = counted(u64::from(scenario.cluster.gpus), "GPU", "GPUs");
    let published = is_published(scenario);
    let label = scenario.model.label().get(language);
    match (language, published) {
        (Language::English, true) => format!("{label} on {on}"),
        (Language::English, false) => format!("this model on {on}"),
        (Language::TraditionalChinese, true) => format!("{gpus} 顆 GPU 上的 {label} "),
        (Language::TraditionalChinese, false) => format!("{gpus} 顆 GPU 上的這個模型"),
    }
}

fn tiers(number: u32, language: Language) -> String {
    match (language, number) {
        (Language::English, 1) => "1\u{a0}tier of switches".to_owned(),
        (Language::English, _) => format!("{number}\u{a0}tiers of switches"),
        (Language::TraditionalChinese, _) => format!("{number} 層交換器"),
    }
}

/// “$5.5M (38.3 %)”, which no line breaks.
pub fn with_share(amount: String, share: f64, language: Language) -> String {
    let amount = unbroken(&amount);
    let share = percent(share).replace(' ', "\u{a0}");
    match language {
        Language::English => format!("{amount}\u{a0}({share})"),
        Language::TraditionalChinese => format!("{amount}（{share}）"),
    }
}

/// Power to three digits: `166 kW`, `3.54 MW`.
fn power(amount: Watts) -> String {
    let precise = amount.to_string();
    let short = precise.split_once(' ').and_then(|(number, unit)| {
        let number: f64 = number.parse().ok()?;
        let decimals = match number {
            ..9.995 => 2,
            ..99.95 => 1,
            _ => 0,
        };
        Some(format!("{number:.decimals$} {unit}"))
    });
    short.unwrap_or(precise)
}

/// Dollars as people say them: `$117.0M`; `1.17 億美元`.
pub fn dollars(amount: Dollars, language: Language) -> String {
    match language {
        Language::English => amount.to_string(),
        Language::TraditionalChinese if amount.0 >= 99.995e6 => {
            format!("{:.2} 億美元", amount.0 / 1e8)
        }
        Language::TraditionalChinese if amount.0 >= 1e4 => {
            format!("{} 萬美元", whole(amount.0 / 1e4))
        }
        Language::TraditionalChinese => format!("{} 美元", whole(amount.0)),
    }
}

/// The text with spaces that don't break a line between a number and its unit.
fn unbroken(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        let joins =
            character == ' ' && before.is_ascii_digit() && starts_with_unit(&text[at + 1..]);
        out.push(if joins { '\u{a0}' } else { character });
        before = character;
    }
    out
}

/// “PB, of which”, “%”, “kW”, “萬美元”; not “and”, “(2 %)”.
fn starts_with_unit(text: &str) -> bool {
    text.starts_with("kB")
        || text.starts_with("kW")
        || text
            .chars()
            .next()
            .is_some_and(|first| !first.is_ascii_lowercase() && first != '(')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::evaluate;
    use crate::scenario::link;

    fn said(link: &str, language: Language) -> [Sentence; 2] {
        let reading = link::read(link);
        assert!(reading.notices.is_empty(), "{link}");
        headline(&evaluate(&reading.chosen), language)
    }

    fn plain(link: &str) -> String {
        said(link, Language::English)
            .map(|sentence| sentence.text())
            .join(" ")
            .replace('\u{a0}', " ")
    }

    #[test]
    fn the_default_run_needs_no_spine() {
        let text = plain("#v=1");
        assert!(text.contains("GPT 1T on 3,072 GPUs"), "{text}");
        assert!(text.contains("nothing crosses rails"), "{text}");
        assert!(text.contains("from 3 tiers to 2"), "{text}");
        assert!(
            text.contains("(38.3 %)") && text.contains("(37.5 %)"),
            "{text}"
        );
    }

    #[test]
    fn the_papers_best_case_says_its_saving() {
        let text = plain("#v=1&gpus=32768&hb=256&radix=128");
        assert!(text.contains("$117.0M (76.6 %)"), "{text}");
        assert!(text.contains("3.54 MW (75.0 %)"), "{text}");
        assert!(text.contains("from 3 tiers to 1"), "{text}");
    }

    #[test]
    fn where_nothing_is_saved_the_tiers_say_why() {
        let text = plain("#v=1&gpus=32768&radix=64");
        assert!(text.contains("saves nothing here"), "{text}");
        assert!(
            text.contains("a rail of 4,096 GPUs needs 3 tiers of switches"),
            "{text}"
        );
    }

    #[test]
    fn bytes_across_rails_are_an_alarm_on_rail_only_alone() {
        let [traffic, spine] = said("#v=1&placement=random", Language::English);
        assert!(traffic.alarms());
        assert!(spine.text().contains("two steps"));
        let [traffic, _] = said(
            "#v=1&placement=random&fabric=rail-optimized",
            Language::English,
        );
        assert!(!traffic.alarms());
    }

    #[test]
    fn every_edge_of_the_range_has_a_sentence_in_both_languages() {
        for link in [
            "#v=1&gpus=1&hb=1&tp=1&pp=1&batch=1",
            "#v=1&gpus=8&hb=8&tp=8&pp=1&batch=8",
            "#v=1&gpus=8&hb=1&tp=8&pp=1&batch=8",
            "#v=1&gpus=1048576&hb=256&batch=262144",
            "#v=1&radix=256",
        ] {
            for language in [Language::English, Language::TraditionalChinese] {
                for sentence in said(link, language) {
                    let text = sentence.text();
                    assert!(
                        !text.contains("NaN")
                            && !text.contains("inf")
                            && !text.contains("**")
                            && !text.contains("!!"),
                        "{text}"
                    );
                    assert!(text.ends_with(['.', '。']), "{text}");
                }
            }
        }
    }

    #[test]
    fn where_prices_are_nothing_the_tiers_still_differ() {
        let text = plain("#v=1&port_usd=0&transceiver_usd=0&port_w=0&transceiver_w=0");
        assert!(
            text.contains(
                "from 3 tiers to 2, but saves nothing, because all prices and powers are set to 0"
            ),
            "{text}"
        );
        assert!(!text.contains("as many as"), "{text}");
        let text = plain("#v=1&port_usd=0&transceiver_usd=0");
        assert!(
            text.contains("(37.5 %), and no money") && !text.contains("$0"),
            "{text}"
        );
        let text = plain("#v=1&port_w=0&transceiver_w=0");
        assert!(
            text.contains("(38.3 %), and no power") && !text.contains("0 W"),
            "{text}"
        );
    }

    #[test]
    fn what_only_experts_have_does_not_rename_a_dense_model() {
        for change in [
            "top_k=3",
            "expert_ffn=512",
            "shared_experts=2",
            "moe_every=3",
        ] {
            let text = plain(&format!("#v=1&{change}"));
            assert!(text.contains("GPT 1T on"), "{change}: {text}");
        }
        assert!(plain("#v=1&layers=64").contains("this model on"));
    }

    #[test]
    fn one_is_not_many() {
        for link in [
            "#v=1&model=gpt-1.7b&gpus=1&hb=1&batch=4",
            "#v=1&gpus=8&hb=8&tp=8&pp=1&batch=8",
        ] {
            let text = plain(link);
            assert!(
                !text.contains(" 1 GPUs") && !text.contains(" 1 tiers"),
                "{text}"
            );
        }
    }

    #[test]
    fn no_line_breaks_inside_an_amount_and_its_share() {
        for language in [Language::English, Language::TraditionalChinese] {
            assert!(!with_share("166 kW".to_owned(), 0.025, language).contains(' '));
        }
    }

    #[test]
    fn numbers_hold_on_to_their_units() {
        assert_eq!(
            unbroken("of 3.52 PB, 98.3 % in 3 tiers to 2 and 166 kW (2 %)"),
            "of 3.52\u{a0}PB, 98.3\u{a0}% in 3 tiers to 2 and 166\u{a0}kW (2\u{a0}%)"
        );
    }
}
