//! What a sweep and a search say: their points in sentences, and the words of their read-outs.

use crate::figure::chart::amounts;
use crate::language::{Bilingual, Language};
use crate::page::headline::{Sentence, dollars};
use crate::quantity::format::{count, percent, short};
use crate::quantity::{Bytes, Dollars, Seconds};
use crate::scenario::parameter::{self, Value};
use crate::scenario::{Along, FabricKind, Measure, Placement, Scenario};
use crate::search::Found;
use crate::sweep::Point;
use Language::{English, TraditionalChinese};

/// A value of the swept parameter: `64 GPUs`.
pub fn value(along: Along, value: Value, language: Language) -> String {
    let Some(parameter) = parameter::by_key(along.key()) else {
        return String::new();
    };
    let text = parameter.text(value, language);
    match (language, value, text.strip_suffix('s')) {
        (English, Value::Int(1), Some(single)) => single.to_owned(),
        _ => text,
    }
}

/// A value of the swept parameter as something that a run has: `HB domains of 16 GPUs`.
fn having(along: Along, value: Value, language: Language) -> String {
    let plain = self::value(along, value, language);
    match (language, along) {
        (English, Along::Hb) => format!("HB domains of {plain}"),
        (TraditionalChinese, Along::Hb) => format!("HB 域為 {plain}"),
        (English, Along::Radix) => format!("switches of {plain}"),
        (TraditionalChinese, Along::Radix) => format!("交換器為 {plain}"),
        (English, Along::Batch) => format!("a batch of {plain}"),
        (TraditionalChinese, Along::Batch) => format!("批次為 {plain}"),
        (English, Along::Nic) => format!("NICs of {plain}"),
        (TraditionalChinese, Along::Nic) => format!("網路卡為 {plain}"),
        (_, Along::Gpus) => plain,
    }
}

/// The points at which something is least and most.
fn extremes(points: &[Point], amount: impl Fn(&Point) -> f64) -> Option<(&Point, &Point)> {
    let compare = |one: &&Point, other: &&Point| amount(one).total_cmp(&amount(other));
    Some((
        points.iter().min_by(compare)?,
        points.iter().max_by(compare)?,
    ))
}

/// A share by which one thing is more than another, as `+3.1 %` or `−12 %`; nothing when they are the same.
pub fn change(from: f64, to: f64) -> Option<String> {
    let share = (to - from) / from;
    if !share.is_finite() || share.abs() < 5e-5 {
        return None;
    }
    let sign = if share > 0.0 { '+' } else { '−' };
    Some(format!("{sign}{}", percent(share.abs())))
}

/// The point of a sweep's chart.
pub fn sweep(
    points: &[Point],
    along: Along,
    measure: Measure,
    fabric: FabricKind,
    language: Language,
) -> Sentence {
    let at = |point: &Point| having(along, point.value, language);
    let text = match measure {
        Measure::Time => {
            let Some((best, worst)) = extremes(points, |point| point.iteration.rail_only.0) else {
                return nothing_yet(language);
            };
            let slower =
                |point: &Point| point.iteration.rail_only / point.iteration.rail_optimized - 1.0;
            let range = range(
                [
                    best.iteration.rail_only.to_string(),
                    worst.iteration.rail_only.to_string(),
                ],
                [at(best), at(worst)],
                language,
            );
            let most = extremes(points, slower).map(|(_, most)| most);
            let loss = most.filter(|point| slower(point) > 5e-5);
            match (language, loss) {
                (English, None) => format!(
                    "An iteration on rail-only takes {range}, and **nowhere longer than with a spine**."
                ),
                (English, Some(point)) => format!(
                    "An iteration on rail-only takes {range}; against a network with a spine it loses at most **{}**, with {}.",
                    percent(slower(point)),
                    at(point)
                ),
                (TraditionalChinese, None) => {
                    format!("rail-only 每次迭代{range}，**沒有任何一點比有 spine 更慢**。")
                }
                (TraditionalChinese, Some(point)) => format!(
                    "rail-only 每次迭代{range}；與有 spine 的網路相比，最多慢 **{}**（{}）。",
                    percent(slower(point)),
                    at(point)
                ),
            }
        }
        Measure::Cost => {
            let saved = |point: &Point| match point.cost {
                [before, after] if before.0 > 0.0 => 1.0 - after / before,
                _ => 0.0,
            };
            let Some((least, most)) = extremes(points, saved) else {
                return nothing_yet(language);
            };
            let amount = |point: &Point| {
                let [before, after] = point.cost;
                dollars(Dollars((before - after).0.max(0.0)), language)
            };
            if saved(most) < 5e-5 {
                match language {
                    English => "Along this line both networks cost **the same**.".to_owned(),
                    TraditionalChinese => "在這條線上，兩種網路的成本**相同**。".to_owned(),
                }
            } else {
                match language {
                    English => format!(
                        "Without the spine the network costs **{}** less with {}, where it saves least, and **{}** less with {}, where it saves most: {}.",
                        percent(saved(least)),
                        at(least),
                        percent(saved(most)),
                        at(most),
                        amount(most)
                    ),
                    TraditionalChinese => format!(
                        "沒有 spine 的網路，最少省 **{}**（{}），最多省 **{}**（{}，{}）。",
                        percent(saved(least)),
                        at(least),
                        percent(saved(most)),
                        at(most),
                        amount(most)
                    ),
                }
            }
        }
        Measure::Bytes => return bytes(points, along, fabric, language),
    };
    Sentence::new(&text, false)
}

fn bytes(points: &[Point], along: Along, fabric: FabricKind, language: Language) -> Sentence {
    let leaving = |point: &Point| amounts(point, Measure::Bytes)[0];
    let crossing = |point: &Point| amounts(point, Measure::Bytes)[1];
    let Some((least, most)) = extremes(points, leaving) else {
        return nothing_yet(language);
    };
    let at = |point: &Point| having(along, point.value, language);
    let range = range(
        [least, most].map(|point| Bytes(leaving(point)).to_string()),
        [at(least), at(most)],
        language,
    );
    let crosses = extremes(points, crossing)
        .map(|(_, most)| most)
        .filter(|point| crossing(point) > 0.0);
    // What goes wrong is marked where the network can't carry it.
    let mark = match fabric {
        FabricKind::RailOnly => "!!",
        FabricKind::RailOptimized => "",
    };
    let text = match (language, crosses) {
        (English, None) => format!(
            "What leaves its HB domain in an iteration is {range}. **Nothing** crosses rails anywhere on this line."
        ),
        (English, Some(point)) => format!(
            "What leaves its HB domain in an iteration is {range}. Up to {mark}**{}** has to cross rails{mark}, with {}.",
            Bytes(crossing(point)),
            at(point)
        ),
        (TraditionalChinese, None) => {
            format!("每次迭代離開 HB 域的流量{range}。這條線上**沒有任何**位元組跨軌。")
        }
        (TraditionalChinese, Some(point)) => format!(
            "每次迭代離開 HB 域的流量{range}。{mark}最多有 **{}** 必須跨軌{mark}（{}）。",
            Bytes(crossing(point)),
            at(point)
        ),
    };
    Sentence::new(&text, false)
}

/// “from **15.3 s** with HB domains of 64 GPUs to **20.1 s** with HB domains of 8 GPUs”.
fn range(amounts: [String; 2], at: [String; 2], language: Language) -> String {
    let [least, most] = amounts;
    let [low, high] = at;
    match (language, least == most) {
        (English, true) => format!("**{least}** everywhere"),
        (English, false) => format!("from **{least}** with {low} to **{most}** with {high}"),
        (TraditionalChinese, true) => format!("處處都是 **{least}**"),
        (TraditionalChinese, false) => {
            format!("從 **{least}**（{low}）到 **{most}**（{high}）")
        }
    }
}

fn nothing_yet(language: Language) -> Sentence {
    let text = match language {
        English => "No point has been worked out yet, or no layout fits at any.",
        TraditionalChinese => "還沒有算出任何一點，或沒有任何配置放得下。",
    };
    Sentence::new(text, false)
}

/// All values at a point of a sweep.
pub fn reading(point: &Point, language: Language) -> Vec<String> {
    let times = &point.iteration;
    let [before, after] = point.cost.map(|cost| dollars(cost, language));
    let leaving = Bytes(amounts(point, Measure::Bytes)[0]);
    let crossing = Bytes(amounts(point, Measure::Bytes)[1]);
    let mut texts = match language {
        English => vec![
            format!(
                "iteration {} rail-optimized, {} rail-only, {} in one domain",
                times.rail_optimized, times.rail_only, times.ideal
            ),
            format!("network {before} → {after}"),
            format!("{leaving} leave their domain, {crossing} cross rails"),
        ],
        TraditionalChinese => vec![
            format!(
                "每次迭代 {}（rail-optimized）、{}（rail-only）、{}（單一 HB 域）",
                times.rail_optimized, times.rail_only, times.ideal
            ),
            format!("網路 {before} → {after}"),
            format!("{leaving} 離開 HB 域，{crossing} 跨軌"),
        ],
    };
    texts.push(layout(&point.scenario, language));
    if !point.fits {
        texts.push(
            match language {
                English => "does not fit the GPU’s memory",
                TraditionalChinese => "超出 GPU 記憶體",
            }
            .to_owned(),
        );
    }
    texts
}

/// The degrees of a layout that are more than one: `TP 8 · PP 64 · DP 6`; of a single GPU there are none.
pub fn layout(scenario: &Scenario, language: Language) -> String {
    let layout = &scenario.layout;
    let degrees: Vec<String> = [
        ("TP", layout.tp),
        ("CP", layout.cp),
        ("PP", layout.pp),
        ("DP", scenario.dp()),
        ("EP", layout.ep),
    ]
    .into_iter()
    .filter(|(_, degree)| *degree > 1)
    .map(|(name, degree)| format!("{name} {degree}"))
    .collect();
    if degrees.is_empty() {
        return Bilingual::new("a single GPU", "單一 GPU")
            .get(language)
            .to_owned();
    }
    degrees.join(" · ")
}

/// Said where ranks are placed at random: a search does not look at placements.
pub fn placement_note(scenario: &Scenario, language: Language) -> Option<&'static str> {
    let note = Bilingual::new(
        "Layouts are searched with ranks placed in order. Load takes that up too, in place of your random placement.",
        "搜尋時 rank 一律依序擺放；載入任一配置，也會把隨機擺放改成依序。",
    );
    (scenario.layout.placement == Placement::Random).then(|| note.get(language))
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It goes on.
    Running,
    /// A person stopped it.
    Stopped,
    /// Every layout was looked at.
    Done,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// How far it is.
    pub phase: Phase,
    /// The scenario that it was started from.
    pub asked: Scenario,
    /// Layouts looked at.
    pub seen: u64,
    /// About how many there are.
    pub about: f64,
    /// Share of them, 0 … 1.
    pub progress: f64,
    /// Seconds that it has taken.
    pub seconds: f64,
    /// The best, fastest first.
    pub best: Vec<Found>,
    /// The least memory of a layout that does not fit.
    pub least_memory: Option<Bytes>,
}

/// The point of a search; `now` is the iteration of the current layout, and whether that fits.
pub fn search(findings: Option<&Findings>, now: (Seconds, bool), language: Language) -> Sentence {
    let Some(findings) = findings else {
        let text = match language {
            English => {
                "Times every layout that this model, cluster and batch allow, and shows the **ten fastest** that fit the memory."
            }
            TraditionalChinese => {
                "為這個模型、叢集與批次，計算每一種可行平行配置的時間，列出記憶體放得下的**最快十種**。"
            }
        };
        return Sentence::new(text, false);
    };
    let seen = count(findings.seen);
    let Some(best) = findings.best.first() else {
        return nothing_fits(findings, language);
    };
    let fast = format!(
        "**{}**（{}）",
        best.iteration,
        layout(&best.scenario, language)
    );
    let against = change(now.0.0, best.iteration.0);
    let is_over = findings.phase == Phase::Done;
    let text = match language {
        English => {
            let fast = format!(
                "**{}** an iteration with {}",
                best.iteration,
                layout(&best.scenario, language)
            );
            let against = match (against, now.1) {
                (_, false) => "the current layout does not fit".to_owned(),
                (Some(change), true) => format!("**{change}** against the current layout"),
                (None, true) => "as fast as the **current layout**".to_owned(),
            };
            if is_over {
                format!("The fastest of {seen} layouts takes {fast}: {against}.")
            } else {
                format!("The fastest of {seen} layouts so far takes {fast}: {against}.")
            }
        }
        TraditionalChinese => {
            let against = match (against, now.1) {
                (_, false) => "目前的配置放不下".to_owned(),
                (Some(change), true) => format!("與目前配置相比 **{change}**"),
                (None, true) => "與**目前配置**一樣快".to_owned(),
            };
            if is_over {
                format!("{seen} 種配置中，最快的每次迭代 {fast}，{against}。")
            } else {
                format!("到目前為止的 {seen} 種配置中，最快的每次迭代 {fast}，{against}。")
            }
        }
    };
    Sentence::new(&text, false)
}

fn nothing_fits(findings: &Findings, language: Language) -> Sentence {
    let seen = count(findings.seen);
    let has = findings.asked.cluster.memory_gib * 1024.0 * 1024.0 * 1024.0;
    let Some(least) = findings.least_memory else {
        return nothing_yet(language);
    };
    let (needs, more) = (least.binary(), Bytes((least.0 - has).max(0.0)).binary());
    let has = Bytes(has).binary();
    let is_over = findings.phase == Phase::Done;
    let text = match (language, is_over) {
        (English, true) => format!(
            "**None** of the {seen} layouts fits the {has} of a GPU: the smallest needs {needs}, **{more} more**."
        ),
        (English, false) => format!(
            "None of the {seen} layouts so far fits the {has} of a GPU; the smallest needs {needs}, {more} more."
        ),
        (TraditionalChinese, true) => format!(
            "{seen} 種配置**全都**超出 GPU 的 {has}：最省的也需要 {needs}，**多出 {more}**。"
        ),
        (TraditionalChinese, false) => format!(
            "到目前為止的 {seen} 種配置都超出 GPU 的 {has}；最省的需要 {needs}，多出 {more}。"
        ),
    };
    Sentence::new(&text, is_over)
}

/// How far a search is, in words.
pub fn progress(findings: &Findings, language: Language) -> String {
    let seen = count(findings.seen);
    let rate = short(findings.seen as f64 / findings.seconds.max(1e-3));
    let about = short(findings.about);
    match (language, findings.phase) {
        (English, Phase::Done) => format!("{seen} layouts, {rate} a second"),
        (English, Phase::Running) => format!("{seen} of about {about} layouts, {rate} a second"),
        (English, Phase::Stopped) => format!("stopped after {seen} of about {about} layouts"),
        (TraditionalChinese, Phase::Done) => format!("{seen} 種配置，每秒 {rate} 種"),
        (TraditionalChinese, Phase::Running) => {
            format!("{seen} 種，共約 {about} 種配置，每秒 {rate} 種")
        }
        (TraditionalChinese, Phase::Stopped) => format!("看過 {seen} 種後停止，共約 {about} 種"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Layouts;
    use crate::search::Search;
    use crate::sweep::Sweep;
    use crate::timing::Machine;

    #[test]
    fn every_sweep_has_its_sentence_in_both_languages() {
        let base = Scenario::default();
        for along in Along::ALL.iter().copied() {
            let mut sweep = Sweep::new(&base, along, Layouts::Held);
            while !sweep.is_done() {
                sweep.step(1);
            }
            for measure in Measure::ALL.iter().copied() {
                for language in [English, TraditionalChinese] {
                    let points = sweep.points();
                    let said = super::sweep(points, along, measure, FabricKind::RailOnly, language);
                    assert!(said.spans.iter().any(|span| span.strong), "{}", said.text());
                    let none = super::sweep(&[], along, measure, FabricKind::RailOnly, language);
                    assert_eq!(none, nothing_yet(language));
                }
            }
            assert!(
                sweep
                    .points()
                    .iter()
                    .all(|point| reading(point, English).len() >= 4)
            );
        }
    }

    #[test]
    fn a_search_says_what_it_found_or_by_how_much_nothing_fits() {
        let mut asked = Scenario::default();
        for memory in [80.0, 1.0] {
            asked.cluster.memory_gib = memory;
            let mut search = Search::new(&asked, Machine::RailOnly);
            search.step(u64::MAX);
            let findings = Findings {
                phase: Phase::Done,
                asked: asked.clone(),
                seen: search.seen(),
                about: search.about(),
                progress: search.progress(),
                seconds: 0.5,
                best: search.best().to_vec(),
                least_memory: search.least_memory(),
            };
            assert_eq!(findings.about, findings.seen as f64);
            for language in [English, TraditionalChinese] {
                let said = super::search(Some(&findings), (Seconds(100.0), true), language);
                assert_eq!(said.alarms(), memory < 80.0, "{}", said.text());
                let now = findings
                    .best
                    .first()
                    .map_or(Seconds(1.0), |best| best.iteration);
                let same = super::search(Some(&findings), (now, true), language);
                assert!(!same.text().contains('−'), "{}", same.text());
            }
        }
    }

    #[test]
    fn a_sweep_names_what_it_goes_along() {
        let base = Scenario::default();
        for (along, name) in [
            (Along::Hb, "HB domains of "),
            (Along::Gpus, ""),
            (Along::Radix, "switches of "),
            (Along::Batch, "a batch of "),
            (Along::Nic, "NICs of "),
        ] {
            let mut sweep = Sweep::new(&base, along, Layouts::Held);
            while !sweep.is_done() {
                sweep.step(1);
            }
            for measure in Measure::ALL.iter().copied() {
                let points = sweep.points();
                let said = super::sweep(points, along, measure, FabricKind::RailOnly, English);
                let text = said.text();
                for (_, after) in text
                    .match_indices(" with ")
                    .map(|(at, _)| text.split_at(at + 6))
                {
                    assert!(
                        after.starts_with(name) || after.starts_with("a spine"),
                        "{text}"
                    );
                }
            }
        }
        let hb = having(Along::Hb, Value::Int(16), English);
        assert_eq!(hb, "HB domains of 16 GPUs");
    }

    #[test]
    fn a_single_gpu_has_a_layout_to_tell() {
        let asked = crate::scenario::link::read("#v=1&model=gpt-1.7b&gpus=1&hb=1&batch=4").chosen;
        for language in [English, TraditionalChinese] {
            assert!(!layout(&asked, language).is_empty());
        }
    }

    #[test]
    fn what_a_search_drops_is_told() {
        let mut asked = Scenario::default();
        assert_eq!(placement_note(&asked, English), None);
        asked.layout.placement = Placement::Random;
        let search = Search::new(&asked, Machine::RailOnly);
        assert!(search.is_of(&asked, Machine::RailOnly));
        for language in [English, TraditionalChinese] {
            assert!(placement_note(&asked, language).is_some());
        }
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(value(Along::Hb, Value::Int(1), English), "1 GPU");
        assert_eq!(value(Along::Hb, Value::Int(8), English), "8 GPUs");
    }

    #[test]
    fn changes_have_a_sign() {
        assert_eq!(change(100.0, 88.0).as_deref(), Some("−12.0 %"));
        assert_eq!(change(100.0, 103.1).as_deref(), Some("+3.10 %"));
        assert_eq!(change(100.0, 100.0), None);
        assert_eq!(change(0.0, 1.0), None);
    }
}
