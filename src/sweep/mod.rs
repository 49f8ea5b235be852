//! What changes along one parameter: iteration time on the three machines, cost of the two networks, traffic by its path.
//!
//! The layout is either held, or the best one is searched again at each point, for each of the three machines by itself. A [`Sweep`]
//! goes on in steps, like a search.

use crate::evaluation::evaluate;
use crate::quantity::{Bytes, Dollars, Seconds};
use crate::scenario::{Scenario, edit, is_legal, parameter::Value, stops};
use crate::search::Search;
use crate::timing::{ByMachine, Machine};
use crate::traffic::Placed;

pub use crate::scenario::{Along, Layouts};

/// One point of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The parameter's value.
    pub value: Value,
    /// The scenario there; where layouts are searched, with the best one on rail-only.
    pub scenario: Scenario,
    /// Whether it is the scenario that the sweep started from.
    pub is_current: bool,
    /// Seconds of an iteration; where layouts are searched, on each machine with its own best one.
    pub iteration: ByMachine,
    /// What rail-optimized and rail-only cost.
    pub cost: [Dollars; 2],
    /// Bytes of an iteration by the path they need.
    pub placed: Placed,
    /// All bytes of an iteration.
    pub bytes: Bytes,
    /// Whether it fits the GPUs' memory.
    pub fits: bool,
}

/// A sweep under way.
#[derive(Clone, Debug)]
pub struct Sweep {
    base: Scenario,
    along: Along,
    layouts: Layouts,
    /// The scenarios to come, the next one last.
    ahead: Vec<(Value, Scenario)>,
    total: usize,
    /// The searches of the next point: that under way, and what those before it found.
    search: Option<Search>,
    found: Vec<(Scenario, Seconds)>,
    /// The best of the ideal machine, where it is the same at every point.
    ideal: Option<Seconds>,
    points: Vec<Point>,
}

/// The machines that layouts are searched for, in this order.
const SEARCHED: [Machine; 3] = [Machine::RailOnly, Machine::RailOptimized, Machine::Ideal];

impl Sweep {
    /// A sweep of `base` along a parameter: over the stops of its slider at which GPUs and model stay what they are, and the
    /// scenario's own value.
    pub fn new(base: &Scenario, along: Along, layouts: Layouts) -> Self {
        let key = along.key();
        let mut ahead: Vec<(Value, Scenario)> = Vec::new();
        let own = crate::scenario::parameter::by_key(key).map(|parameter| (parameter.get)(base));
        for value in stops(base, key).into_iter().chain(own) {
            let moved = edit(base, key, value);
            let comparable = along == Along::Gpus
                || moved.followed.iter().all(|followed| followed.key != "gpus");
            let known = ahead.iter().any(|(other, _)| *other == value);
            if comparable && !known && is_legal(&moved.scenario) {
                ahead.push((value, moved.scenario));
            }
        }
        ahead.sort_by(|(a, _), (b, _)| number(*b).total_cmp(&number(*a)));
        Self {
            base: base.clone(),
            along,
            layouts,
            total: ahead.len(),
            ahead,
            search: None,
            found: Vec::new(),
            ideal: None,
            points: Vec::new(),
        }
    }

    /// Goes on: a point when layouts are held, else about `layouts` layouts of a point's searches.
    pub fn step(&mut self, layouts: u64) {
        let Some((value, scenario)) = self.ahead.last() else {
            return;
        };
        let (value, scenario) = (*value, scenario.clone());
        match self.layouts {
            Layouts::Held => {
                self.ahead.pop();
                let point = self.point(value, scenario);
                self.points.push(point);
            }
            Layouts::Searched => self.search(value, &scenario, layouts),
        }
    }

    fn search(&mut self, value: Value, scenario: &Scenario, layouts: u64) {
        let machine = SEARCHED[self.found.len()];
        let search = self
            .search
            .get_or_insert_with(|| Search::new(scenario, machine));
        search.step(layouts);
        if !search.is_done() {
            return;
        }
        let best = (search.best().first()).map(|best| (best.scenario.clone(), best.iteration));
        self.search = None;
        // What fits is the same on every machine.
        let Some(best) = best else {
            self.ahead.pop();
            return;
        };
        self.found.push(best);
        let ideal = self.ideal.filter(|_| self.found.len() == 2);
        if self.found.len() < SEARCHED.len() && ideal.is_none() {
            return;
        }
        let found = std::mem::take(&mut self.found);
        let iteration = ByMachine {
            rail_only: found[0].1,
            rail_optimized: found[1].1,
            ideal: ideal.unwrap_or_else(|| found[2].1),
        };
        if is_nothing_to_the_ideal(self.along) {
            self.ideal = Some(iteration.ideal);
        }
        self.ahead.pop();
        let point = Point {
            iteration,
            ..self.point(value, found[0].0.clone())
        };
        self.points.push(point);
    }

    fn point(&self, value: Value, scenario: Scenario) -> Point {
        let evaluation = evaluate(&scenario);
        Point {
            value,
            is_current: crate::scenario::parameter::by_key(self.along.key())
                .is_some_and(|parameter| (parameter.get)(&self.base) == value),
            iteration: evaluation.timing.iteration_s,
            cost: [
                evaluation.fabric.rail_optimized.cost,
                evaluation.fabric.rail_only.cost,
            ],
            placed: evaluation.totals.placed,
            bytes: evaluation.totals.bytes.total(),
            fits: evaluation.workload.fits,
            scenario,
        }
    }

    /// Whether every point was worked out.
    pub fn is_done(&self) -> bool {
        self.ahead.is_empty()
    }

    /// How far it is, 0 … 1.
    pub fn progress(&self) -> f64 {
        if self.total == 0 {
            return 1.0;
        }
        let search = self.search.as_ref().map_or(0.0, Search::progress);
        let searches = if self.ideal.is_some() {
            2
        } else {
            SEARCHED.len()
        };
        let under_way = (self.found.len() as f64 + search) / searches as f64;
        ((self.total - self.ahead.len()) as f64 + under_way) / self.total as f64
    }

    /// The points so far, ascending. A point at which no layout fits is left out.
    pub fn points(&self) -> &[Point] {
        &self.points
    }
}

/// Whether the machine of one HB domain is the same all along: it has no smaller domain, no NIC and no switch.
const fn is_nothing_to_the_ideal(along: Along) -> bool {
    matches!(along, Along::Hb | Along::Radix | Along::Nic)
}

/// A value as a number along an axis.
pub fn number(value: Value) -> f64 {
    match value {
        Value::Int(number) => number as f64,
        Value::Float(number) => number,
        _ => 0.0,
    }
}
