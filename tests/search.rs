//! The search finds what it promises, and a sweep shows the scenario that it started from.

use railyard::evaluation::evaluate;
use railyard::scenario::parameter::Value;
use railyard::scenario::{Model, Scenario, edit, is_legal};
use railyard::search::{KEPT, Search};
use railyard::sweep::{Along, Layouts, Sweep, number};
use railyard::timing::Machine;

fn searched(scenario: &Scenario, machine: Machine, step: u64) -> Search {
    let mut search = Search::new(scenario, machine);
    let mut before = 0.0;
    while !search.is_done() {
        search.step(step);
        assert!(search.progress() >= before);
        before = search.progress();
    }
    assert_eq!(search.progress(), 1.0);
    search
}

#[test]
fn the_best_are_legal_fit_and_take_as_long_as_said() {
    for model in [
        Model::Gpt1t,
        Model::Gpt18b,
        Model::Llama3,
        Model::Moe1_3b,
        Model::Bloom,
    ] {
        let scenario = Scenario::preset(model);
        let search = searched(&scenario, Machine::RailOnly, 1_000);
        assert!(search.seen() >= search.fitting() && !search.best().is_empty());
        assert!(search.best().len() <= KEPT);
        for found in search.best() {
            assert!(is_legal(&found.scenario), "{:?}", found.scenario);
            let evaluation = evaluate(&found.scenario);
            assert!(evaluation.workload.fits);
            assert_eq!(evaluation.timing.iteration_s.rail_only, found.iteration);
            assert_eq!(evaluation.workload.memory.total(), found.memory);
        }
        assert!(
            search
                .best()
                .is_sorted_by(|a, b| a.iteration.0 <= b.iteration.0)
        );
    }
}

/// The published layout is one of those searched, so the best is at least as fast where it fits.
#[test]
fn the_best_is_no_slower_than_the_published_run() {
    for model in [
        Model::Gpt1t,
        Model::Gpt146b,
        Model::Gpt530b,
        Model::Llama3,
        Model::DeepSeekV3,
    ] {
        let scenario = Scenario::preset(model);
        let published = evaluate(&scenario);
        assert!(published.workload.fits);
        let best = searched(&scenario, Machine::RailOnly, 100_000).best()[0].iteration;
        assert!(
            best.0 <= published.timing.iteration_s.rail_only.0 * (1.0 + 1e-12),
            "{model:?}"
        );
    }
}

#[test]
fn steps_do_not_change_the_result() {
    let scenario = Scenario::preset(Model::Gpt39b);
    let one = searched(&scenario, Machine::Ideal, u64::MAX);
    let many = searched(&scenario, Machine::Ideal, 1);
    assert_eq!(one.best(), many.best());
    assert_eq!(one.seen(), many.seen());
}

#[test]
fn a_model_that_fits_nowhere_has_no_best() {
    let mut scenario = Scenario::default();
    scenario.cluster.memory_gib = 1.0;
    let search = searched(&scenario, Machine::RailOnly, 100_000);
    assert!(search.best().is_empty() && search.seen() > 0);
    let least = search.least_memory().unwrap();
    assert!(least.0 > (1u64 << 30) as f64);
    assert!(least <= evaluate(&scenario).workload.memory.total());
}

#[test]
fn a_search_stays_good_while_only_the_layout_changes() {
    let scenario = Scenario::default();
    let search = searched(&scenario, Machine::RailOnly, 100_000);
    for found in search.best() {
        assert!(search.is_of(&found.scenario, Machine::RailOnly));
    }
    assert!(!search.is_of(&scenario, Machine::Ideal));
    for key in ["hb", "batch", "gpus", "seq"] {
        let other = edit(&scenario, key, Value::Int(16)).scenario;
        assert!(!search.is_of(&other, Machine::RailOnly), "{key}");
    }
}

#[test]
fn a_sweep_has_the_current_point_and_ascends() {
    let base = Scenario::default();
    for along in Along::ALL.iter().copied() {
        let mut sweep = Sweep::new(&base, along, Layouts::Held);
        while !sweep.is_done() {
            sweep.step(1);
        }
        let points = sweep.points();
        assert!(points.len() >= 4, "{along:?}");
        assert_eq!(
            points.iter().filter(|point| point.is_current).count(),
            1,
            "{along:?}"
        );
        assert!(points.is_sorted_by(|a, b| number(a.value) < number(b.value)));
        let current = points.iter().find(|point| point.is_current).unwrap();
        assert_eq!(current.iteration, evaluate(&base).timing.iteration_s);
        if along != Along::Gpus {
            assert!(
                points
                    .iter()
                    .all(|point| point.scenario.cluster.gpus == base.cluster.gpus)
            );
        }
    }
}

#[test]
fn searched_layouts_beat_held_ones() {
    let base = edit(&Scenario::preset(Model::Gpt39b), "hb", Value::Int(16)).scenario;
    let run = |layouts| {
        let mut sweep = Sweep::new(&base, Along::Hb, layouts);
        while !sweep.is_done() {
            sweep.step(50_000);
        }
        sweep.points().to_vec()
    };
    let (held, searched) = (run(Layouts::Held), run(Layouts::Searched));
    assert_eq!(held.len(), searched.len());
    for (held, searched) in held.iter().zip(&searched).filter(|(held, _)| held.fits) {
        assert!(searched.iteration.rail_only.0 <= held.iteration.rail_only.0 * (1.0 + 1e-12));
    }
}

#[test]
fn searched_layouts_are_each_machines_own() {
    let base = edit(&Scenario::preset(Model::Gpt39b), "hb", Value::Int(16)).scenario;
    for along in [Along::Hb, Along::Batch] {
        let mut sweep = Sweep::new(&base, along, Layouts::Searched);
        let mut progress = 0.0;
        while !sweep.is_done() {
            sweep.step(50_000);
            assert!(sweep.progress() >= progress && sweep.progress() <= 1.0);
            progress = sweep.progress();
        }
        let points = sweep.points();
        for point in points {
            let time = point.iteration;
            assert!(
                time.ideal.0 <= time.rail_optimized.0 && time.rail_optimized.0 <= time.rail_only.0
            );
            let own = |machine| searched(&point.scenario, machine, 100_000).best()[0].iteration;
            assert_eq!(time.rail_only, own(Machine::RailOnly));
            assert_eq!(
                time.ideal,
                own(Machine::Ideal),
                "{along:?} {:?}",
                point.value
            );
        }
        // One HB domain for all GPUs knows no smaller one.
        let first = points[0].iteration.ideal;
        assert_eq!(
            along == Along::Hb,
            points.iter().all(|point| point.iteration.ideal == first)
        );
    }
}
