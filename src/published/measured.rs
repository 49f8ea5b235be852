//! Measured iterations, and our error for each.

use super::claims::{Printed, Relation, Source, Text, Unit};
use super::table::{Malformed, Table};
use crate::evaluation::evaluate_link;
use crate::quantity::Seconds;
use crate::scenario::{Model, Scenario, link};

const NAME: &str = "measured_iterations.csv";

/// A run whose iteration was timed.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredRun {
    /// Where it was printed.
    pub source: String,
    /// Parameters in billions, as printed.
    pub params_billion: String,
    /// The run. A microbatch that is not printed is one sequence.
    pub scenario: Scenario,
    /// The canonical link that loads it.
    pub link: String,
    /// The time of an iteration in seconds, with its digits.
    pub printed: Printed,
}

/// Our time for a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed {
    /// The measured time.
    pub measured: Seconds,
    /// Ours, on a network that joins all rails, as these runs had.
    pub ours: Seconds,
    /// Ours less the measured one, as a share of the latter.
    pub error: f64,
}

impl MeasuredRun {
    /// Where it was printed, in words.
    pub fn cited(&self) -> Source {
        let (work, place) = self.source.split_once(' ').unwrap_or((&self.source, ""));
        let work = match work {
            "Megatron" => "Megatron-LM (arXiv 2104.04473)",
            "SP" => "Reducing Activation Recomputation (arXiv 2205.05198)",
            _ => work,
        };
        Source {
            work: Text::new(work.to_owned(), work.to_owned()),
            place: Text::new(place.to_owned(), place.replace("Table", "表")),
        }
    }

    /// Computes our time.
    pub fn timed(&self) -> Timed {
        let measured = Seconds(self.printed.value);
        let ours = evaluate_link(&self.link).timing.iteration_s.rail_optimized;
        Timed {
            measured,
            ours,
            error: (ours - measured) / measured,
        }
    }
}

/// The mean of the errors without their signs.
///
/// ```
/// use railyard::published::measured;
///
/// let timed: Vec<_> = measured::runs()?.iter().map(|run| run.timed()).collect();
/// assert!(measured::mean_absolute_error(&timed) < 0.05);
/// # Ok::<(), railyard::published::Malformed>(())
/// ```
pub fn mean_absolute_error(timed: &[Timed]) -> f64 {
    if timed.is_empty() {
        return 0.0;
    }
    timed.iter().map(|timed| timed.error.abs()).sum::<f64>() / timed.len() as f64
}

/// Every run that was timed: Megatron's ten GPTs, whose times follow from the printed rates, and eight pairs with and without
/// sequence parallelism and selective recomputation.
pub fn runs() -> Result<Vec<MeasuredRun>, Malformed> {
    let table = Table {
        name: NAME,
        text: include_str!("../../assets/published/measured_iterations.csv"),
        columns: 14,
    };
    table.rows(|row| {
        let shape = [row.number(2)?, row.number(3)?, row.number(4)?];
        let model = Model::ALL
            .iter()
            .find(|model| {
                let preset = Scenario::preset(**model).shape;
                [preset.layers, preset.hidden, preset.heads] == shape
                    && (preset.ffn, preset.experts) == (4 * preset.hidden, 0)
            })
            .copied()
            .unwrap_or(Model::Gpt1t);
        let [layers, hidden, heads] = shape;
        let (tp, pp, interleave) = (row.number(5)?, row.number(6)?, row.number(7)?);
        let (gpus, batch) = (row.number(8)?, row.number(9)?);
        let microbatch = row.optional(10)?.unwrap_or(1);
        let recompute = row.text(11);
        let sequence_parallel = u8::from(row.text(12) == "yes");
        let reading = link::read(&format!(
            "#v=1&model={}&layers={layers}&hidden={hidden}&heads={heads}&tp={tp}&pp={pp}&interleave={interleave}&gpus={gpus}&batch={batch}&microbatch={microbatch}&recompute={recompute}&sequence_parallel={sequence_parallel}",
            model.key()
        ));
        if !reading.notices.is_empty() {
            return Err(row.malformed("not a run that a link can say".to_owned()));
        }
        let printed = Printed::new(Relation::Rounded, row.text(13), None, Unit::Seconds)
            .ok_or_else(|| row.malformed(format!("{:?} is no time", row.text(13))))?;
        Ok(MeasuredRun {
            source: row.text(0).to_owned(),
            params_billion: row.text(1).to_owned(),
            link: link::write(&reading.chosen),
            scenario: reading.chosen,
            printed,
        })
    })
}

/// The run of Megatron's table with this number of parameters.
pub(super) fn of_megatron(params_billion: &str) -> Result<MeasuredRun, Malformed> {
    runs()?
        .into_iter()
        .find(|run| run.source.starts_with("Megatron") && run.params_billion == params_billion)
        .ok_or_else(|| Malformed {
            table: NAME,
            line: 0,
            cause: format!("nothing about {params_billion:?}"),
        })
}
