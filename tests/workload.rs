//! Parameters, operations and memory against what was published.

use railyard::scenario::{Model, Recompute, Scenario, ZeroGather};
use railyard::workload::Workload;

fn parameters(model: Model) -> f64 {
    Workload::of(&Scenario::preset(model)).parameters
}

const MEGATRON: [(Model, f64); 10] = [
    (Model::Gpt1_7b, 1.7),
    (Model::Gpt3_6b, 3.6),
    (Model::Gpt7_5b, 7.5),
    (Model::Gpt18b, 18.4),
    (Model::Gpt39b, 39.1),
    (Model::Gpt76b, 76.1),
    (Model::Gpt146b, 145.6),
    (Model::Gpt310b, 310.1),
    (Model::Gpt530b, 529.6),
    (Model::Gpt1t, 1008.0),
];

#[test]
fn megatrons_rows_have_the_printed_parameters() {
    for (model, billions) in MEGATRON {
        let shape = Scenario::preset(model).shape;
        let (l, h) = (f64::from(shape.layers), f64::from(shape.hidden));
        let (v, s) = (f64::from(shape.vocab), f64::from(shape.seq));
        let formula = 12.0 * l * h * h * (1.0 + 13.0 / (12.0 * h) + (v + s) / (12.0 * l * h));
        let ours = parameters(model);
        assert!(
            (ours / formula - 1.0).abs() < 1e-12,
            "{model:?}: {ours} {formula}"
        );
        assert!((ours / 1e9 - billions).abs() < 0.06, "{model:?}: {ours}");
    }
    assert!((parameters(Model::Gpt530b) / 1e9 - 529.60).abs() < 0.005);
}

#[test]
fn other_models_have_the_published_parameters() {
    assert_eq!(parameters(Model::Bloom), 176_247_271_424.0);
    assert!((parameters(Model::Llama3) / 1e9 - 405.853).abs() < 0.0005);
    assert!((parameters(Model::DeepSeekV3) / 1e9 - 671.026).abs() < 0.0005);
    let active = Workload::of(&Scenario::preset(Model::DeepSeekV3)).active_parameters;
    assert!((37e9..38e9).contains(&active), "{active}");
    for (model, _) in MEGATRON {
        let workload = Workload::of(&Scenario::preset(model));
        assert_eq!(workload.parameters, workload.active_parameters);
    }
}

#[test]
fn operations_are_megatrons() {
    for (model, _) in MEGATRON {
        let mut scenario = Scenario::preset(model);
        scenario.training.recompute = Recompute::Full;
        let shape = &scenario.shape;
        let (l, h) = (f64::from(shape.layers), f64::from(shape.hidden));
        let (v, s) = (f64::from(shape.vocab), f64::from(shape.seq));
        let b = f64::from(scenario.training.batch);
        let formula = 96.0 * b * s * l * h * h * (1.0 + s / (6.0 * h) + v / (16.0 * l * h));
        let ours = Workload::of(&scenario).flops_per_iteration.0;
        assert!((ours / formula - 1.0).abs() < 1e-12, "{model:?}");
    }
}

#[test]
fn memory_of_gpt_1t() {
    let mut scenario = Scenario::default();
    let workload = Workload::of(&scenario);
    let gib = workload.memory.total().0 / f64::from(1 << 30);
    assert!((gib - 46.0).abs() < 1.0, "{gib}");
    assert!(workload.fits);
    assert_eq!(workload.microbatches, 512);
    scenario.training.recompute = Recompute::None;
    assert!(!Workload::of(&scenario).fits);
}

#[test]
fn every_choice_that_saves_memory_saves_it() {
    let mut scenario = Scenario::preset(Model::Gpt146b);
    let held = |scenario: &Scenario| Workload::of(scenario).memory.total().0;
    scenario.training.recompute = Recompute::None;
    let mut before = held(&scenario);
    for recompute in [Recompute::Selective, Recompute::Full] {
        scenario.training.recompute = recompute;
        assert!(held(&scenario) < before);
        before = held(&scenario);
    }
    scenario.training.sequence_parallel = true;
    assert!(held(&scenario) < before);
    before = held(&scenario);
    for zero in 1..=2 {
        scenario.training.zero = zero;
        assert!(held(&scenario) < before);
        before = held(&scenario);
    }
    // Weights that are gathered once an iteration stand whole while several microbatches pass.
    scenario.training.zero = 3;
    assert_eq!(held(&scenario), before);
    scenario.training.zero_gather = ZeroGather::Microbatch;
    assert!(held(&scenario) < before);
}

#[test]
fn zero_3_moves_half_as_much_again_every_time_it_gathers() {
    let mut scenario = Scenario::preset(Model::Gpt7_5b);
    let mut moved = |zero, gather| {
        scenario.training.zero = zero;
        scenario.training.zero_gather = gather;
        let workload = Workload::of(&scenario);
        (
            workload.volumes.gradients.0,
            f64::from(workload.microbatches),
        )
    };
    let (all_reduce, microbatches) = moved(0, ZeroGather::Iteration);
    assert_eq!(moved(1, ZeroGather::Microbatch).0, all_reduce);
    assert_eq!(moved(3, ZeroGather::Iteration).0, 1.5 * all_reduce);
    assert_eq!(
        moved(3, ZeroGather::Microbatch).0,
        1.5 * microbatches * all_reduce
    );
}
