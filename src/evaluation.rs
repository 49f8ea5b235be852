//! From a scenario to all of its figures: the one call that the page and the command read.

mod json;

use crate::cluster::Cluster;
use crate::fabric::Fabric;
use crate::quantity::Bytes;
use crate::scenario::{Level, Notice, Problem, Scenario, is_legal, link, nearest_legal, validate};
use crate::timing::{Run, Timing};
use crate::traffic::{ByKind, Pairs, PeakPair, Placed, Traffic};
use crate::workload::{self, Workload};

/// A scenario and what follows from it. It serializes as the command's JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The scenario that the figures belong to.
    pub scenario: Scenario,
    /// What there is to say about it, or about the choice that it stands in for.
    pub notices: Vec<Notice>,
    /// What the job computes, holds and moves.
    pub workload: Workload,
    /// GPUs, domains and ranks.
    pub cluster: Cluster,
    /// Who sends how much to whom.
    pub traffic: Traffic,
    /// Sums over the traffic.
    pub totals: Totals,
    /// The two networks and what one saves.
    pub fabric: Fabric,
    /// How long an iteration takes.
    pub timing: Timing,
    /// How long the whole training takes, and what energy.
    pub run: Run,
}

/// Sums over the traffic of an iteration, worked out once.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals {
    /// Bytes that all GPUs send.
    pub bytes: ByKind<Bytes>,
    /// Each kind's share of them.
    pub share: ByKind<f64>,
    /// The same bytes by the path that they need.
    pub placed: Placed,
    /// Shares of all pairs.
    pub pairs: Pairs,
    /// Bytes of the busiest pairs.
    pub peak_pair: PeakPair,
    /// Bytes of each kind's busiest pair.
    pub peak_by_kind: ByKind<Bytes>,
}

impl Totals {
    /// The sums over `traffic`.
    pub fn of(traffic: &Traffic) -> Self {
        let bytes = traffic.bytes();
        Self {
            bytes,
            share: bytes.share(),
            placed: traffic.placed(),
            pairs: traffic.pairs(),
            peak_pair: traffic.peak_pair(),
            peak_by_kind: traffic.peak_by_kind(),
        }
    }
}

impl Evaluation {
    /// Whether what was chosen can't be, so that the figures are of the nearest scenario that can.
    pub fn has_errors(&self) -> bool {
        self.notices
            .iter()
            .any(|notice| notice.level == Level::Error)
    }
}

/// All figures of a legal scenario. Of one that is not, pass [`nearest_legal`].
pub fn evaluate(scenario: &Scenario) -> Evaluation {
    let workload = Workload::of(scenario);
    let traffic = Traffic::of(scenario, &workload);
    let timing = Timing::of(scenario, &workload, traffic.cluster());
    let fabric = Fabric::of(scenario);
    Evaluation {
        scenario: scenario.clone(),
        notices: validate(scenario)
            .into_iter()
            .chain(does_not_fit(scenario, &workload))
            .collect(),
        cluster: traffic.cluster().clone(),
        totals: Totals::of(&traffic),
        run: Run::of(scenario, &timing.iteration_s, &fabric),
        fabric,
        timing,
        workload,
        traffic,
    }
}

/// A warning where a GPU's memory does not hold what the job keeps in it.
fn does_not_fit(scenario: &Scenario, workload: &Workload) -> Option<Notice> {
    (!workload.fits).then(|| {
        Notice::warning(
            "memory_gib",
            Problem::DoesNotFit {
                needed: workload.memory.total(),
                available: workload::available(&scenario.cluster),
            },
        )
    })
}

/// All figures of a link. Where it asks for what can't be, they are those of the nearest legal scenario, and the notices
/// say what was wrong with the link.
///
/// ```
/// use railyard::evaluation::evaluate_link;
///
/// let evaluation = evaluate_link("#v=1&gpus=32768&hb=256&radix=128");
/// assert_eq!(evaluation.fabric.rail_only.switches_ideal, 256.0);
/// assert_eq!(evaluation.fabric.rail_optimized.switches_ideal, 1_280.0);
/// ```
pub fn evaluate_link(text: &str) -> Evaluation {
    let reading = link::read(text);
    let mut notices = reading.notices;
    let evaluation = evaluate(&nearest_legal(&reading.chosen));
    // What is unwise about a stand-in is not said: it was not chosen.
    let said = if is_legal(&reading.chosen) {
        evaluation.notices
    } else {
        validate(&reading.chosen)
    };
    for notice in said {
        if !notices.contains(&notice) {
            notices.push(notice);
        }
    }
    Evaluation {
        notices,
        ..evaluation
    }
}
