//! How long an iteration and a training take, and whether it fits: the sentence, and the facts under the figure.

use crate::evaluation::{Evaluation, evaluate};
use crate::figure::timing::part_name;
use crate::language::{Bilingual, Language};
use crate::page::headline::{Sentence, with_share};
use crate::page::points::kind_name;
use crate::quantity::Seconds;
use crate::quantity::format::{count, decimal, percent, short, told_apart};
use crate::timing::Part;
use crate::traffic::Kind;
use crate::workload::available;
use Language::{English, TraditionalChinese};

/// How much longer an iteration takes without the spine, as a share; 0 where it takes no longer.
fn loss(evaluation: &Evaluation) -> f64 {
    let time = &evaluation.timing.iteration_s;
    let loss = time.rail_only / time.rail_optimized - 1.0;
    if loss > 1e-9 { loss } else { 0.0 }
}

/// What costs the most time without the spine.
fn culprit(evaluation: &Evaluation) -> Kind {
    let parts = &evaluation.timing.parts;
    let more = |kind| {
        let part = Part::Exchange(kind);
        (parts.rail_only.of(part) - parts.rail_optimized.of(part)).0
    };
    Kind::ALL
        .into_iter()
        .max_by(|one, other| more(*one).total_cmp(&more(*other)))
        .unwrap_or(Kind::Ep)
}

/// The point of the iteration's time.
pub fn sentence(evaluation: &Evaluation, language: Language) -> Sentence {
    let time = &evaluation.timing.iteration_s;
    let loss = loss(evaluation);
    let (rails, clos, ideal) = (time.rail_only, time.rail_optimized, time.ideal);
    let gap = rails / ideal - 1.0;
    let text = if loss > 0.0 {
        let kind = kind_name(culprit(evaluation), language);
        let more = percent(loss);
        let [rails, clos] = told_apart(rails, clos);
        match language {
            English => format!(
                "!!Without the spine an iteration takes **{more}** longer!!, {rails} and not {clos}: the bytes of {kind} have to **change rails**, first over NVLink and then over a rail. One HB domain for all GPUs would take {ideal}."
            ),
            TraditionalChinese => format!(
                "!!沒有 spine，每次迭代要多花 **{more}**!!：{rails}，而不是 {clos}。{kind}的位元組必須**換軌**，先走 NVLink，再走另一條軌。若全部 GPU 同屬一個 HB 域則為 {ideal}。"
            ),
        }
    } else if gap > 1e-9 {
        let more = percent(gap);
        match language {
            English => format!(
                "An iteration takes **{rails}** on either network: this job loses **nothing** without the spine, and **{more}** to one HB domain for all GPUs."
            ),
            TraditionalChinese => format!(
                "每次迭代在兩種網路上都是 **{rails}**：不要 spine **毫無損失**；與全部 GPU 同屬一個 HB 域的理想相比，只多 **{more}**。"
            ),
        }
    } else {
        match language {
            English => format!(
                "An iteration takes **{rails}** on either network: this job loses **nothing** without the spine, and one HB domain for all GPUs would be no faster."
            ),
            TraditionalChinese => format!(
                "每次迭代在兩種網路上都是 **{rails}**：不要 spine **毫無損失**，就算全部 GPU 同屬一個 HB 域也不會更快。"
            ),
        }
    };
    Sentence::new(&text, false)
}

/// A number under the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is of.
    pub name: String,
    /// The number.
    pub value: String,
    /// Whether it says that something goes wrong.
    pub alarm: bool,
}

impl Fact {
    fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            // The cells of facts are narrow: a share in brackets may stand in a line of its own, but is never torn apart.
            value: value.into().replace("\u{a0}(", " ("),
            alarm: false,
        }
    }
}

/// How fast the GPUs are used, and what the whole training takes: on the scenario's network, energy on both.
pub fn training(evaluation: &Evaluation, language: Language) -> Vec<Fact> {
    let text = |en: &'static str, zh: &'static str| Bilingual::new(en, zh).get(language);
    let timing = &evaluation.timing;
    let run = &evaluation.run;
    let here = run.on(evaluation.scenario.network.fabric);
    let tokens = short(evaluation.scenario.training.tokens * 1e9);
    let time = match language {
        English => format!("Time for {tokens} tokens"),
        TraditionalChinese => format!("訓練 {tokens} token 的時間"),
    };
    vec![
        Fact::new(
            text("Model FLOPs utilisation (MFU)", "模型算力利用率（MFU）"),
            percent(timing.mfu),
        ),
        Fact::new(
            text("With recomputation counted (HFU)", "計入重新計算（HFU）"),
            percent(timing.hfu),
        ),
        Fact::new(
            text("TFLOP/s a GPU", "每顆 GPU 的 TFLOP/s"),
            rounded(timing.tflops_per_gpu),
        ),
        Fact::new(
            text("Tokens a second", "每秒 token 數"),
            count(here.tokens_per_second.round() as u64),
        ),
        Fact::new(time, days(here.time, language)),
        Fact::new(
            text("Energy of the GPUs", "GPU 用電量"),
            here.gpus.to_string(),
        ),
        Fact::new(
            text(
                "Energy of the rail-optimized network, share of all",
                "rail-optimized 網路用電量與占比",
            ),
            with_share(
                run.rail_optimized.network.to_string(),
                run.rail_optimized.network_share(),
                language,
            ),
        ),
        Fact::new(
            text(
                "Energy of the rail-only network, share of all",
                "rail-only 網路用電量與占比",
            ),
            with_share(
                run.rail_only.network.to_string(),
                run.rail_only.network_share(),
                language,
            ),
        ),
    ]
}

/// The experts' all-to-all: what it is of all bytes and of the time, what rail-only costs it, and what a limit of HB domains that a
/// token visits changes. Nothing without one.
pub fn all_to_all(evaluation: &Evaluation, language: Language) -> Vec<Fact> {
    let text = |en: &'static str, zh: &'static str| Bilingual::new(en, zh).get(language);
    if evaluation.totals.bytes.ep.0 <= 0.0 {
        return Vec::new();
    }
    let slowdown = evaluation.timing.all_to_all_slowdown - 1.0;
    let part = Part::Exchange(Kind::Ep);
    let exposed = evaluation.timing.parts_s.of(part);
    let total = evaluation.timing.parts_s.total();
    let mut facts = vec![
        Fact::new(
            text("Share of all bytes", "占所有位元組"),
            percent(evaluation.totals.share[Kind::Ep]),
        ),
        Fact::new(
            text("Exposed, share of the iteration", "未被遮蔽的時間與占比"),
            with_share(exposed.to_string(), exposed / total, language),
        ),
        Fact {
            alarm: slowdown > 1e-9,
            ..Fact::new(
                text("Longer on rail-only by", "在 rail-only 上多花"),
                percent(slowdown.max(0.0)),
            )
        },
    ];
    let limit = evaluation.scenario.shape.token_domains;
    if limit > 0 {
        let mut free = evaluation.scenario.clone();
        free.shape.token_domains = 0;
        let free = evaluate(&free);
        let leaving = |of: &Evaluation| {
            let placed = of.traffic.placed_of(Kind::Ep);
            placed.same_rail + placed.cross_rail + placed.unreachable
        };
        let fabric = evaluation.scenario.network.fabric;
        let changed = |with: String, without: String| match language {
            English => format!("{with}, without the limit {without}"),
            TraditionalChinese => format!("{with}；不設上限為 {without}"),
        };
        let time = |of: &Evaluation| of.timing.on(fabric).to_string();
        let name = |en: String, zh: String| match language {
            English => en,
            TraditionalChinese => zh,
        };
        facts.push(Fact::new(
            name(
                format!("Leaves domains, a token visiting {limit}"),
                format!("離開域的量（每個 token 最多 {limit} 個域）"),
            ),
            changed(leaving(evaluation).to_string(), leaving(&free).to_string()),
        ));
        facts.push(Fact::new(
            text("Iteration", "每次迭代"),
            changed(time(evaluation), time(&free)),
        ));
    }
    facts
}

/// Layers of the fullest stage, which sets memory, bytes and pace where layers don't divide evenly.
fn fullest_stage(evaluation: &Evaluation, language: Language) -> Fact {
    let scenario = &evaluation.scenario;
    let layers = scenario.shape.layers;
    let stages = scenario.layout.pp.max(1);
    let fullest = count(u64::from(evaluation.workload.stage.layers));
    let value = if layers.is_multiple_of(stages) {
        fullest
    } else {
        let average = rounded(f64::from(layers) / f64::from(stages));
        match language {
            English => format!("{fullest} ({average} on average)"),
            TraditionalChinese => format!("{fullest}（平均 {average}）"),
        }
    };
    let name = match language {
        English => "Layers of the stage",
        TraditionalChinese => "該階段的層數",
    };
    Fact::new(name, value)
}

/// What a GPU of the fullest stage holds, and whether it fits.
pub fn memory(evaluation: &Evaluation, language: Language) -> Vec<Fact> {
    let text = |en: &'static str, zh: &'static str| Bilingual::new(en, zh).get(language);
    let memory = &evaluation.workload.memory;
    let needed = memory.total();
    let available = available(&evaluation.scenario.cluster);
    let parts = [
        (text("Weights", "權重"), memory.weights),
        (text("Gradients", "梯度"), memory.gradients),
        (text("Optimizer", "最佳化器"), memory.optimizer),
        (text("Activations", "活化值"), memory.activations),
    ];
    let mut facts = vec![fullest_stage(evaluation, language)];
    facts.extend(parts.map(|(name, bytes)| Fact::new(name, bytes.binary())));
    let of = match language {
        English => format!("{} of {}", needed.binary(), available.binary()),
        TraditionalChinese => format!("{} / {}", needed.binary(), available.binary()),
    };
    facts.push(if evaluation.workload.fits {
        Fact::new(
            text("All of it, of the GPU's memory", "合計／GPU 記憶體"),
            with_share(of, needed / available, language),
        )
    } else {
        let over = (needed - available).binary();
        let value = match language {
            English => format!("{of}: does not fit by {over}"),
            TraditionalChinese => format!("{of}：放不下，超出 {over}"),
        };
        Fact {
            alarm: true,
            ..Fact::new(
                text("All of it, of the GPU's memory", "合計／GPU 記憶體"),
                value,
            )
        }
    });
    facts
}

/// What a frame has room for: how fast the GPUs are used, how long the training takes, and whether it fits.
pub fn brief(evaluation: &Evaluation, language: Language) -> Vec<Fact> {
    let mut facts = training(evaluation, language);
    facts.truncate(5);
    facts.extend(memory(evaluation, language).pop());
    facts
}

/// The figure for those who hear it: the time of each machine, then the parts on the scenario's network.
pub fn described(evaluation: &Evaluation, language: Language) -> String {
    let timing = &evaluation.timing;
    let time = &timing.iteration_s;
    let parts: Vec<String> = Part::ALL
        .into_iter()
        .filter(|part| timing.parts_s.of(*part).0 > 0.0)
        .map(|part| {
            let name = part_name(part).get(language);
            format!("{name} {}", timing.parts_s.of(part))
        })
        .collect();
    let (clos, rails, ideal) = (time.rail_optimized, time.rail_only, time.ideal);
    match language {
        English => format!(
            "Rail-optimized {clos}, rail-only {rails}, one HB domain {ideal}: {}",
            parts.join(", ")
        ),
        TraditionalChinese => format!(
            "rail-optimized {clos}、rail-only {rails}、單一 HB 域 {ideal}：{}",
            parts.join("、")
        ),
    }
}

/// Days, or hours where it is less than two days.
fn days(time: Seconds, language: Language) -> String {
    let hours = time.0 / 3600.0;
    let (amount, en, zh) = if hours < 48.0 {
        (hours, "hours", "小時")
    } else {
        (hours / 24.0, "days", "天")
    };
    let unit = match language {
        English => en,
        TraditionalChinese => zh,
    };
    format!("{} {unit}", rounded(amount))
}

/// About three digits: `163`, `12.3`, `1.23`.
fn rounded(amount: f64) -> String {
    let step = match amount {
        amount if amount >= 100.0 => 1.0,
        amount if amount >= 10.0 => 10.0,
        _ => 100.0,
    };
    decimal((amount * step).round() / step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::evaluate_link;

    fn said(link: &str, language: Language) -> (String, bool) {
        let sentence = sentence(&evaluate_link(link), language);
        (sentence.text().replace('\u{a0}', " "), sentence.alarms())
    }

    #[test]
    fn a_limit_of_domains_says_what_it_changes() {
        let facts = |link| all_to_all(&evaluate_link(link), English);
        assert!(facts("#v=1").is_empty());
        let free = facts("#v=1&model=deepseek-v3&token_domains=0");
        assert!(free.len() == 3 && free[2].alarm, "{free:?}");
        let limited = facts("#v=1&model=deepseek-v3");
        assert_eq!(limited[2].value, "0 %");
        for fact in &limited[3..] {
            let (with, without) = fact.value.split_once(", without the limit ").unwrap();
            assert_ne!(with, without);
        }
    }

    #[test]
    fn a_share_may_stand_in_its_own_line_and_is_not_torn() {
        for fact in training(&evaluate_link("#v=1"), English) {
            assert!(!fact.value.contains("\u{a0}("), "{}", fact.value);
            assert!(!fact.value.contains(" %)"), "{}", fact.value);
        }
    }

    #[test]
    fn uneven_stages_tell_of_the_fullest() {
        let layers = |link| memory(&evaluate_link(link), English)[0].value.clone();
        assert_eq!(layers("#v=1"), "2");
        assert_eq!(layers("#v=1&model=llama3-405b"), "8 (7.88 on average)");
    }

    #[test]
    fn what_takes_longer_is_told_with_digits_that_show_it() {
        for link in [
            "#v=1&recompute=selective&sequence_parallel=1&zero=2&interleave=11&pp=6&hb=1024",
            "#v=1&placement=random",
            "#v=1&model=moe-1.3b&hb=4",
        ] {
            for (language, between) in [(English, " and not "), (TraditionalChinese, "，而不是 ")]
            {
                let (text, alarm) = said(link, language);
                let Some((before, after)) = text.split_once(between) else {
                    assert!(!alarm, "{text}");
                    continue;
                };
                let times = [before, after].map(|part| {
                    part.split([' ', '，', '：', ':', '。', ','])
                        .filter(|word| word.starts_with(|digit: char| digit.is_ascii_digit()))
                        .map(str::to_owned)
                        .collect::<Vec<_>>()
                });
                assert_ne!(times[0].last(), times[1].first(), "{text}");
            }
        }
    }

    #[test]
    fn a_frame_tells_of_speed_and_memory() {
        let facts = brief(&evaluate_link("#v=1"), English);
        assert!(facts[0].name.contains("MFU"));
        assert!(
            facts
                .last()
                .is_some_and(|fact| fact.name.contains("memory"))
        );
    }

    #[test]
    fn a_dense_job_loses_nothing_without_the_spine() {
        let (text, alarm) = said("#v=1", English);
        assert!(
            text.contains("on either network: this job loses nothing"),
            "{text}"
        );
        assert!(!alarm);
        let (text, alarm) = said("#v=1&gpus=8&tp=8&pp=1&batch=8", English);
        assert!(text.contains("no faster"), "{text}");
        assert!(!alarm);
    }

    #[test]
    fn what_changes_rails_is_named() {
        let (text, alarm) = said("#v=1&model=moe-1.3b", English);
        assert!(
            alarm && text.contains("the bytes of expert parallelism (EP)"),
            "{text}"
        );
        let (text, alarm) = said("#v=1&placement=random", English);
        assert!(
            alarm && text.contains("the bytes of tensor parallelism (TP)"),
            "{text}"
        );
    }

    #[test]
    fn what_does_not_fit_says_by_how_much() {
        let facts = |link| memory(&evaluate_link(link), English);
        let fits = facts("#v=1");
        assert!(fits.iter().all(|fact| !fact.alarm));
        assert!(fits[5].value.contains("of 80.00\u{a0}GiB"), "{:?}", fits[5]);
        let over = facts("#v=1&recompute=none");
        assert!(
            over[5].alarm && over[5].value.contains("does not fit by"),
            "{:?}",
            over[5]
        );
    }

    #[test]
    fn every_edge_reads_well() {
        for link in [
            "#v=1&gpus=1&hb=1&tp=1&pp=1&batch=1",
            "#v=1&gpus=1048576&hb=256&batch=262144",
            "#v=1&model=deepseek-v3",
            "#v=1&gpu_w=0&port_w=0&transceiver_w=0&tokens=0.001",
            "#v=1&peak_tflops=1000000&tokens=1000000000",
        ] {
            let evaluation = evaluate_link(link);
            for language in [English, TraditionalChinese] {
                let mut texts: Vec<String> = training(&evaluation, language)
                    .into_iter()
                    .chain(memory(&evaluation, language))
                    .map(|fact| format!("{} {}", fact.name, fact.value))
                    .collect();
                texts.push(sentence(&evaluation, language).text());
                texts.push(described(&evaluation, language));
                for text in texts {
                    assert!(
                        !text.contains("NaN")
                            && !text.contains("inf")
                            && !text.contains("**")
                            && !text.contains("!!"),
                        "{text}"
                    );
                }
            }
        }
    }
}
