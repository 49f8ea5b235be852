//! The published figures beside ours, in words: how many reproduce, and by how much ours differ.

use crate::language::{Bilingual, Language};
use crate::page::headline::Sentence;
use crate::published::claims::{Difference, Outcome, Unit, Verdict};
use crate::published::measured::{MeasuredRun, Timed};
use crate::quantity::format::{count, percent};
use crate::scenario::Recompute;
use Language::{English, TraditionalChinese};

/// How many claims came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All claims, computed or not.
    pub all: usize,
    counts: [usize; Verdict::ALL.len()],
}

impl Tally {
    /// Counts what has been computed of `all` claims.
    pub fn of<'a>(all: usize, outcomes: impl Iterator<Item = &'a Outcome>) -> Self {
        let mut counts = [0; Verdict::ALL.len()];
        for outcome in outcomes {
            if let Some(count) = counts.get_mut(place(outcome.verdict)) {
                *count += 1;
            }
        }
        Self { all, counts }
    }

    /// Claims with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counts.get(place(verdict)).copied().unwrap_or(0)
    }

    /// Claims that are computed.
    pub fn computed(&self) -> usize {
        self.counts.iter().sum()
    }
}

fn place(verdict: Verdict) -> usize {
    Verdict::ALL
        .iter()
        .position(|one| *one == verdict)
        .unwrap_or(0)
}

/// What stands before a verdict's word, so that it is not told by colour alone.
pub const fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Reproduced => "✓",
        Verdict::Bracketed => "↔",
        Verdict::NotReproduced => "✗",
        Verdict::Consistent => "≡",
        Verdict::DataOnly => "–",
    }
}

/// The point of the comparison; how far the work has come while it is done.
pub fn sentence(tally: &Tally, timed: &[Timed], runs: usize, language: Language) -> Sentence {
    let all = tally.all;
    if tally.computed() < all || timed.len() < runs {
        let (done, all) = (tally.computed() + timed.len(), all + runs);
        let text = match language {
            English => {
                format!("Each figure is computed from its own scenario: {done} of {all} so far.")
            }
            TraditionalChinese => {
                format!("每個數字都由各自的設定計算而來：目前完成 {done}／{all}。")
            }
        };
        return Sentence::new(&text, false);
    }
    let good = tally.count(Verdict::Reproduced);
    let between = tally.count(Verdict::Bracketed);
    let bad = tally.count(Verdict::NotReproduced);
    let consistent = tally.count(Verdict::Consistent);
    let data = tally.count(Verdict::DataOnly);
    let figures = all - consistent - data;
    let lie = if between == 1 { "lies" } else { "lie" };
    let mean = percent(crate::published::measured::mean_absolute_error(timed));
    let text = match language {
        English => format!(
            "**{good} of {figures}** printed figures that our model computes reproduce; {between} {lie} between two readings, and **{bad}** do not reproduce, with the reason beside each. {consistent} more only follow from other figures of their source, and {data} are measurements or designs with nothing to compute. Against {runs} measured iterations our mean error is **{mean}**."
        ),
        TraditionalChinese => format!(
            "在由我們的模型計算的 {figures} 個已發表數字中，**{good} 個**重現；{between} 個介於兩種讀法之間，**{bad} 個**未能重現，理由列在旁邊。另有 {consistent} 個只是由同一出處的其他數字推得，{data} 個是量測或設計，無從計算。與 {runs} 筆實測迭代時間相比，平均誤差為 **{mean}**。"
        ),
    };
    Sentence::new(&text, false)
}

/// What tells a measured run from the others: its size and its layout.
pub fn run_name(run: &MeasuredRun, language: Language) -> String {
    let layout = &run.scenario.layout;
    let mut parts = vec![
        format!("{} B", run.params_billion),
        format!("{} GPU", count(u64::from(run.scenario.cluster.gpus))),
        format!("t {}", layout.tp),
        format!("p {}", layout.pp),
    ];
    let training = &run.scenario.training;
    if training.interleave > 1 {
        parts.push(format!("v {}", training.interleave));
    }
    let recompute = match training.recompute {
        Recompute::None => Bilingual::new("nothing recomputed", "不重算"),
        Recompute::Selective => Bilingual::new("only attention recomputed", "只重算注意力"),
        Recompute::Full => Bilingual::new("every layer recomputed", "每一層都重算"),
    };
    parts.push(recompute.get(language).to_owned());
    if training.sequence_parallel {
        let split = Bilingual::new("sequence parallelism", "序列平行");
        parts.push(split.get(language).to_owned());
    }
    parts.join(" · ")
}

/// Ours less the printed figure: in points where shares are compared, else in per cent.
pub fn difference(difference: Difference, unit: Unit, language: Language) -> String {
    match difference {
        Difference::Relative(share) => signed(share * 100.0, "%"),
        Difference::Points(points) if unit.is_share() => match language {
            English => signed(points, "points"),
            TraditionalChinese => signed(points, "個百分點"),
        },
        Difference::Points(amount) => signed(amount, unit.label().get(language)),
    }
}

/// An amount with its sign, two decimals and its unit; what rounds to nothing is 0.
pub fn signed(amount: f64, unit: &str) -> String {
    let digits = format!("{:.2}", amount.abs());
    if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        let sign = if amount == 0.0 { "" } else { "≈ " };
        format!("{sign}0 {unit}")
    } else if amount < 0.0 {
        format!("−{digits} {unit}")
    } else {
        format!("+{digits} {unit}")
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $en:literal, $zh:literal;)*) => {
        $($(#[$doc])* pub const $name: Bilingual = Bilingual::new($en, $zh);)*
    };
}

words! {
    /// Opens the explanations of a panel.
    EXPLAIN: "How is this computed?", "這是怎麼算的？";
    /// Before the source of a formula.
    SOURCE: "Source:", "出處：";
    /// Units that every formula keeps to.
    UNITS: "GB = 10⁹ bytes, GiB = 2³⁰ bytes; one-way bandwidths; a multiply-add is two operations.", "GB = 10⁹ 位元組，GiB = 2³⁰ 位元組；頻寬皆為單向；一次乘加算兩次運算。";
    /// The rule of the verdicts.
    RULE: "✓ where ours, rounded as printed, is the printed figure; “≈” allows one step of its last digit, “>” and “<” are what they say, and Table II cuts its power savings off instead of rounding. ≡ where the figure only follows from others of the same source.", "我們的數字依原文位數四捨五入後與原文相同即為 ✓；「≈」容許末位相差 1，「>」「<」依其字面，表 II 的功率節省則是捨去而非四捨五入。≡ 表示該數字只是由同一出處的其他數字推得。";
    /// Column: what was claimed.
    CLAIM: "What was printed", "已發表的內容";
    /// Column: the printed figure.
    PRINTED: "Printed", "原文";
    /// Column: our figure.
    OURS: "Ours", "我們";
    /// Column: the difference.
    DIFFERENCE: "Difference", "差異";
    /// Column: the verdict.
    VERDICT: "Verdict", "判定";
    /// Column: the link.
    SCENARIO: "Scenario", "設定";
    /// The link that loads a row's scenario.
    LOAD: "Load", "載入";
    /// Label of the filter.
    FILTER: "Show", "顯示";
    /// No filter.
    EVERYTHING: "All", "全部";
    /// Opens the table where it is folded.
    TABLE: "Every figure, with its convention and link", "每個數字及其計算慣例與連結";
    /// Before the reason.
    WHY: "Why:", "原因：";
    /// Before a reading that is not the shown one.
    OTHER_READING: "Read otherwise:", "另一種讀法：";
    /// Heading of the measured rows.
    MEASURED: "Measured iterations and ours", "實測迭代時間與我們的結果";
    /// Column: the run.
    RUN: "Run", "執行設定";
    /// Column: the measured time.
    MEASURED_TIME: "Measured", "實測";
    /// Column: our error.
    ERROR: "Error", "誤差";
    /// Heading over the runs measured elsewhere.
    ELSEWHERE: "Measured elsewhere", "其他實測";
    /// What they are.
    ELSEWHERE_NOTE: "Runs of other frameworks, models and GPUs, each with its printed configuration. A few constants that all rows share were chosen with these in view; none belongs to a single row.", "其他框架、模型與 GPU 的訓練，各依其公布的設定計算。少數由所有列共用的常數是參考這些結果選定的，沒有任何一項只屬於某一列。";
    /// Column: where a group of runs was printed.
    SOURCE_OF_RUNS: "Source", "出處";
    /// Column: how many runs.
    RUNS: "Runs", "筆數";
    /// Column: the mean error with its sign.
    MEAN_ERROR: "Mean error", "平均誤差";
    /// Column: the mean error without its sign.
    MEAN_ABSOLUTE: "Without signs", "平均絕對誤差";
    /// Column: the largest error.
    WORST: "Worst", "最大誤差";
    /// The last row: all of them.
    ALL_RUNS: "All", "全部";
    /// The last row.
    MEAN: "Mean absolute error", "平均絕對誤差";
    /// While a row is not computed yet.
    PENDING: "…", "…";
    /// Nothing to show in a cell.
    NOTHING: "–", "–";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::{claims, measured};

    #[test]
    fn the_sentence_counts_every_claim_once() {
        let claims = claims::all();
        let outcomes: Vec<Outcome> = claims.iter().map(claims::Claim::outcome).collect();
        let tally = Tally::of(claims.len(), outcomes.iter());
        assert_eq!(tally.computed(), claims.len());
        let runs = measured::runs().unwrap();
        let timed: Vec<Timed> = runs.iter().map(measured::MeasuredRun::timed).collect();
        for language in [English, TraditionalChinese] {
            let text = sentence(&tally, &timed, runs.len(), language).text();
            assert!(
                [Verdict::Reproduced, Verdict::Consistent]
                    .iter()
                    .all(|verdict| text.contains(&tally.count(*verdict).to_string())),
                "{text}"
            );
            let early = sentence(
                &Tally::of(claims.len(), [].iter()),
                &[],
                runs.len(),
                language,
            );
            assert!(
                early
                    .text()
                    .contains(&(claims.len() + runs.len()).to_string())
            );
        }
    }

    #[test]
    fn no_two_measured_runs_are_called_alike() {
        let runs = measured::runs().unwrap();
        for language in [English, TraditionalChinese] {
            let mut names: Vec<_> = runs
                .iter()
                .map(|run| (&run.source, run_name(run, language)))
                .collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), runs.len());
        }
    }

    #[test]
    fn differences_have_signs_and_units() {
        assert_eq!(
            difference(Difference::Relative(-0.0123), Unit::Seconds, English),
            "−1.23 %"
        );
        assert_eq!(
            difference(Difference::Points(0.5), Unit::Percent, English),
            "+0.50 points"
        );
        assert_eq!(signed(0.0, "%"), "0 %");
        assert_eq!(signed(0.0001, "%"), "≈ 0 %");
    }
}
