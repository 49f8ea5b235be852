//! The iteration's time against measurements in other frameworks. Single rows may have faults of their own: means are bounded.
//!
//! `cargo test --test measured_elsewhere -- --nocapture` prints every row, and the spread of each source and GPU.

use railyard::published::elsewhere::{Spread, runs};
use railyard::scenario::is_legal;
use std::collections::BTreeMap;

/// The mean of the errors without their signs, in all and on each GPU.
const MEAN_AT_MOST: f64 = 0.065;
const MEAN_ON_A_GPU_AT_MOST: f64 = 0.07;

#[test]
fn what_was_measured_elsewhere_is_met() {
    let mut errors: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut gpus: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for run in runs().unwrap() {
        assert!(is_legal(&run.scenario), "{}", run.link);
        let timed = run.timed();
        println!(
            "{:+5.1} %  {:7.2} s  {:7.2} s  {}  {}",
            100.0 * timed.error,
            timed.ours.0,
            timed.measured.0,
            run.source,
            run.link
        );
        errors.entry(run.source).or_default().push(timed.error);
        gpus.entry(run.gpu).or_default().push(timed.error);
    }
    let spread = |(of, errors): (&String, &Vec<f64>)| Spread::of(of, errors).unwrap();
    let on_gpus: Vec<Spread> = gpus.iter().map(spread).collect();
    for group in errors.iter().map(spread).chain(on_gpus.clone()) {
        println!(
            "{:3} rows: mean {:+5.2} %, without signs {:5.2} %, worst {:+5.1} %  {}",
            group.runs,
            100.0 * group.mean,
            100.0 * group.mean_absolute,
            100.0 * group.worst,
            group.of
        );
    }
    let all: Vec<f64> = errors.values().flatten().copied().collect();
    let all = Spread::of("all", &all).unwrap();
    assert!(all.runs > 200);
    assert!(all.mean_absolute <= MEAN_AT_MOST, "{all:?}");
    for gpu in on_gpus {
        assert!(gpu.mean_absolute <= MEAN_ON_A_GPU_AT_MOST, "{gpu:?}");
    }
}
