//! The best layout for a model, a cluster and a batch: every legal one is timed, and those that fit the memory compete.
//!
//! A [`Search`] goes on in steps of a chosen size, so that a page stays alive between them.
//!
//! ```
//! use railyard::{scenario::Scenario, search::Search, timing::Machine};
//!
//! let mut search = Search::new(&Scenario::default(), Machine::RailOnly);
//! while !search.is_done() {
//!     search.step(10_000);
//! }
//! let best = search.best().first().ok_or("nothing fits")?;
//! assert!(best.iteration.0 > 0.0 && best.scenario.layout.tp > 1);
//! # Ok::<(), &str>(())
//! ```

mod space;

pub use space::{Rest, Share};

use crate::cluster::Cluster;
use crate::quantity::{Bytes, Seconds};
use crate::scenario::{Placement, Recompute, Scenario, ZeroGather};
use crate::timing::{Device, Job, Layers, Machine, Split};
use crate::workload::{Anatomy, Workload};
use space::{rests, shares};

/// How many of the best layouts are kept.
pub const KEPT: usize = 10;

/// A layout that fits, and how long an iteration takes with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The scenario with this layout.
    pub scenario: Scenario,
    /// Time of an iteration.
    pub iteration: Seconds,
    /// Memory of a GPU of the heaviest stage.
    pub memory: Bytes,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search {
    machine: Machine,
    shares: Vec<Share>,
    /// The next share.
    next: usize,
    /// The scenario that the current layout is put into.
    scenario: Scenario,
    anatomy: Anatomy,
    seen: u64,
    fitting: u64,
    /// The least memory that a layout asks for which does not fit.
    least: Option<Bytes>,
    best: Vec<Found>,
}

impl Search {
    /// A search over the layouts of `scenario`'s model, cluster and batch, timed on `machine`. Ranks are placed in order.
    pub fn new(scenario: &Scenario, machine: Machine) -> Self {
        let mut scenario = scenario.clone();
        scenario.layout.placement = Placement::Aligned;
        Self {
            machine,
            shares: shares(&scenario),
            next: 0,
            anatomy: Anatomy::of(&scenario),
            scenario,
            seen: 0,
            fitting: 0,
            least: None,
            best: Vec::new(),
        }
    }

    /// Looks at about `layouts` more: whole shares, until there were as many.
    pub fn step(&mut self, layouts: u64) {
        let until = self.seen.saturating_add(layouts);
        while self.seen < until && !self.is_done() {
            let share = self.shares[self.next];
            self.next += 1;
            self.look_at(share);
        }
    }

    /// Whether every layout was looked at.
    pub fn is_done(&self) -> bool {
        self.next >= self.shares.len()
    }

    /// How far it is, 0 … 1.
    pub fn progress(&self) -> f64 {
        if self.shares.is_empty() {
            1.0
        } else {
            self.next as f64 / self.shares.len() as f64
        }
    }

    /// Layouts looked at so far.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Layouts so far that fit the memory.
    pub fn fitting(&self) -> u64 {
        self.fitting
    }

    /// About how many layouts there are, from those looked at; exact in the end.
    pub fn about(&self) -> f64 {
        self.seen as f64 / self.progress().max(f64::MIN_POSITIVE)
    }

    /// The least memory that a layout needs of those looked at that do not fit.
    pub fn least_memory(&self) -> Option<Bytes> {
        self.least
    }

    /// Whether this is a search of `scenario`'s model, cluster and batch on `machine`, whatever its layout.
    pub fn is_of(&self, scenario: &Scenario, machine: Machine) -> bool {
        self.machine == machine && same_question(&self.scenario, scenario)
    }

    /// The best layouts so far, fastest first.
    pub fn best(&self) -> &[Found] {
        &self.best
    }

    fn look_at(&mut self, share: Share) {
        let scenario = &mut self.scenario;
        scenario.layout.tp = share.tp;
        scenario.layout.cp = share.cp;
        scenario.layout.ep = share.ep;
        scenario.training.microbatch = share.microbatch;
        scenario.training.sequence_parallel = share.sequence_parallel;
        let device = Device::of(&scenario.cluster);
        let layers = Layers::of(&device, &self.anatomy, Split::of(scenario));
        for rest in rests(&scenario.clone(), share) {
            self.seen += 1;
            scenario.layout.pp = rest.pp;
            scenario.training.interleave = rest.interleave;
            scenario.training.recompute = rest.recompute;
            scenario.training.zero = rest.zero;
            // ZeRO 3 is for its memory, so it keeps nothing whole.
            scenario.training.zero_gather = if rest.zero >= 3 {
                ZeroGather::Microbatch
            } else {
                ZeroGather::Iteration
            };
            let workload = Workload::with_anatomy(scenario, &self.anatomy);
            if !workload.fits {
                let needs = workload.memory.total();
                if self.least.is_none_or(|least| needs.0 < least.0) {
                    self.least = Some(needs);
                }
                continue;
            }
            self.fitting += 1;
            let cluster = Cluster::of(scenario);
            let job = Job::of(scenario, &workload, &cluster, &layers);
            let iteration = job.parts(self.machine).total();
            let memory = workload.memory.total();
            keep(&mut self.best, scenario, iteration, memory);
        }
    }
}

/// Whether a search answers both scenarios alike: they differ in nothing but their layouts and how they are shown.
pub fn same_question(one: &Scenario, other: &Scenario) -> bool {
    asked(one) == asked(other)
}

/// A scenario without what a search looks for: what the search is asked.
fn asked(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.layout.placement = Placement::Aligned;
    scenario.layout.tp = 1;
    scenario.layout.cp = 1;
    scenario.layout.pp = 1;
    scenario.layout.ep = 1;
    scenario.training.microbatch = 1;
    scenario.training.interleave = 1;
    scenario.training.recompute = Recompute::None;
    scenario.training.zero = 0;
    scenario.training.zero_gather = ZeroGather::Iteration;
    scenario.training.sequence_parallel = false;
    scenario.presentation = Scenario::default().presentation;
    scenario
}

/// Keeps the layout if it is among the best. Of equally fast ones the one that needs less memory stands first; of layouts that
/// differ in neither, the first is enough.
fn keep(best: &mut Vec<Found>, scenario: &Scenario, iteration: Seconds, memory: Bytes) {
    let at = best
        .partition_point(|found| (found.iteration.0, found.memory.0) <= (iteration.0, memory.0));
    let same = |found: &Found| found.iteration == iteration && found.memory == memory;
    if at < KEPT && !best[..at].last().is_some_and(same) {
        best.truncate(KEPT - 1);
        best.insert(
            at,
            Found {
                scenario: scenario.clone(),
                iteration,
                memory,
            },
        );
    }
}
