//! Iterations measured in other frameworks, of other models and on other GPUs than those of [`super::measured`].
//!
//! Configurations are as printed, with what had to be assumed in a column of its own; single runs with a fault of their own (an
//! allocator at its limit, a slow node) are among them, so means say more than single rows.

use super::measured::Timed;
use super::table::{Malformed, Row, Table};
use crate::evaluation::evaluate_link;
use crate::language::Language;
use crate::quantity::{Flops, Seconds};
use crate::scenario::{Scenario, link};

/// A run, and what was printed of its speed.
#[derive(Clone, Debug, PartialEq)]
pub struct ElsewhereRun {
    /// Where it was printed.
    pub source: String,
    /// The GPU: `a100`, `a100-40gb` or `h100`.
    pub gpu: String,
    /// The run.
    pub scenario: Scenario,
    /// The canonical link that loads it.
    pub link: String,
    speed: Speed,
}

/// What a source prints of an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Speed {
    Seconds(f64),
    TokensPerSecond(f64),
    TokensPerSecondAndGpu(f64),
    /// Operations a second and GPU, the model's own alone.
    ModelFlops(f64),
}

impl ElsewhereRun {
    /// Computes our time.
    pub fn timed(&self) -> Timed {
        let evaluation = evaluate_link(&self.link);
        let tokens = f64::from(self.scenario.training.batch) * f64::from(self.scenario.shape.seq);
        let gpus = f64::from(self.scenario.cluster.gpus);
        let Flops(operations) = evaluation.workload.model_flops_per_iteration;
        let measured = Seconds(match self.speed {
            Speed::Seconds(seconds) => seconds,
            Speed::TokensPerSecond(rate) => tokens / rate,
            Speed::TokensPerSecondAndGpu(rate) => tokens / rate / gpus,
            Speed::ModelFlops(rate) => operations / gpus / rate,
        });
        let ours = evaluation.timing.iteration_s.rail_optimized;
        Timed {
            measured,
            ours,
            error: (ours - measured) / measured,
        }
    }
}

/// The columns before the last three in which a cell is the value of the link's key of this name.
const KEYS: [(usize, &str); 20] = [
    (4, "layers"),
    (5, "hidden"),
    (6, "heads"),
    (7, "kv_heads"),
    (8, "ffn"),
    (9, "vocab"),
    (10, "seq"),
    (12, "tp"),
    (13, "pp"),
    (14, "interleave"),
    (15, "cp"),
    (16, "zero"),
    (17, "gpus"),
    (18, "nic_gbps"),
    (19, "batch"),
    (20, "microbatch"),
    (21, "recompute"),
    (23, "attention"),
    (24, "grad_bits"),
    (25, "scatter_gather"),
];

/// Every run.
pub fn runs() -> Result<Vec<ElsewhereRun>, Malformed> {
    let table = Table {
        name: "measured_elsewhere.csv",
        text: include_str!("../../assets/published/measured_elsewhere.csv"),
        columns: 29,
    };
    table.rows(|row| {
        let reading = link::read(&link_of(row));
        if let Some(notice) = reading.notices.first() {
            return Err(row.malformed(format!(
                "{}: {}",
                notice.key,
                notice.message(Language::English)
            )));
        }
        Ok(ElsewhereRun {
            source: row.text(0).to_owned(),
            gpu: row.text(2).to_owned(),
            link: link::write(&reading.chosen),
            scenario: reading.chosen,
            speed: speed(row)?,
        })
    })
}

fn link_of(row: &Row) -> String {
    let model = match row.text(1) {
        "llama" => "llama3-405b",
        "bloom" => "bloom-176b",
        _ => "gpt-1.7b",
    };
    let gpu = match row.text(2) {
        "a100-40gb" => "a100&hbm_gbytes_s=1555&memory_gib=40",
        other => other,
    };
    let flag = |column| u8::from(row.text(column) == "yes");
    // These frameworks' ZeRO 3 keeps nothing whole.
    let mut link = format!(
        "#v=1&model={model}&gpu={gpu}&zero_gather=microbatch&gated={}&sequence_parallel={}",
        flag(11),
        flag(22)
    );
    for (column, key) in KEYS {
        let value = match row.text(column) {
            "yes" => "1",
            "no" => "0",
            other => other,
        };
        link += &format!("&{key}={value}");
    }
    link
}

fn speed(row: &Row) -> Result<Speed, Malformed> {
    let printed = row.decimal(27)?;
    match row.text(26) {
        "iteration_s" => Ok(Speed::Seconds(printed)),
        "tokens_per_s" => Ok(Speed::TokensPerSecond(printed)),
        "tokens_per_s_per_gpu" => Ok(Speed::TokensPerSecondAndGpu(printed)),
        "tflops_model" => Ok(Speed::ModelFlops(printed * 1e12)),
        other => Err(row.malformed(format!("{other:?} is no speed"))),
    }
}

/// Errors of a group of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The group's name.
    pub of: String,
    /// Runs.
    pub runs: usize,
    /// The mean error: negative where ours are too fast.
    pub mean: f64,
    /// The mean of the errors without their signs.
    pub mean_absolute: f64,
    /// The largest error, with its sign.
    pub worst: f64,
}

impl Spread {
    /// The spread of some errors; none of none.
    pub fn of(of: &str, errors: &[f64]) -> Option<Self> {
        let runs = errors.len() as f64;
        let worst =
            (errors.iter().copied()).max_by(|one, other| one.abs().total_cmp(&other.abs()))?;
        Some(Self {
            of: of.to_owned(),
            runs: errors.len(),
            mean: errors.iter().sum::<f64>() / runs,
            mean_absolute: errors.iter().map(|error| error.abs()).sum::<f64>() / runs,
            worst,
        })
    }
}

/// The spread of each source, in the order of the table, from what was timed of its runs.
pub fn spreads(runs: &[ElsewhereRun], timed: &[Timed]) -> Vec<Spread> {
    let mut groups: Vec<(&str, Vec<f64>)> = Vec::new();
    for (run, timed) in runs.iter().zip(timed) {
        match groups.iter_mut().find(|(source, _)| *source == run.source) {
            Some((_, errors)) => errors.push(timed.error),
            None => groups.push((&run.source, vec![timed.error])),
        }
    }
    groups
        .iter()
        .filter_map(|(source, errors)| Spread::of(source, errors))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_tells_how_far_and_which_way() {
        let spread = Spread::of("some", &[0.1, -0.3, 0.05]).unwrap();
        assert!((spread.mean + 0.05).abs() < 1e-12);
        assert!((spread.mean_absolute - 0.15).abs() < 1e-12);
        assert_eq!(spread.worst, -0.3);
        assert_eq!(Spread::of("none", &[]), None);
    }
}
