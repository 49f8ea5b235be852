//! The iteration's time against measurements in other frameworks. Single rows may have faults of their own: means are bounded.
//!
//! `cargo test --test measured_elsewhere -- --nocapture` prints every row, and the spread of each source and GPU.

use railyard::published::elsewhere::{Spread, runs, spreads};
use railyard::scenario::is_legal;
use std::collections::BTreeMap;

/// The mean of the errors without their signs, in all and on each GPU.
const MEAN_AT_MOST: f64 = 0.065;
const MEAN_ON_A_GPU_AT_MOST: f64 = 0.07;

#[test]
fn what_was_measured_elsewhere_is_met() {
    let runs = runs().unwrap();
    let timed: Vec<_> = runs.iter().map(|run| run.timed()).collect();
    let mut gpus: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (run, timed) in runs.iter().zip(&timed) {
        assert!(is_legal(&run.scenario), "{}", run.link);
        println!(
            "{:+5.1} %  {:7.2} s  {:7.2} s  {}  {}",
            100.0 * timed.error,
            timed.ours.0,
            timed.measured.0,
            run.source,
            run.link
        );
        gpus.entry(&run.gpu).or_default().push(timed.error);
    }
    let on_gpus: Vec<Spread> = (gpus.iter())
        .filter_map(|(gpu, errors)| Spread::of(gpu, errors))
        .collect();
    for group in spreads(&runs, &timed).iter().chain(&on_gpus) {
        println!(
            "{:3} rows: mean {:+5.2} %, without signs {:5.2} %, worst {:+5.1} %  {}",
            group.runs,
            100.0 * group.mean,
            100.0 * group.mean_absolute,
            100.0 * group.worst,
            group.of
        );
    }
    let all: Vec<f64> = timed.iter().map(|timed| timed.error).collect();
    let all = Spread::of("all", &all).unwrap();
    assert!(all.runs > 200);
    assert!(all.mean_absolute <= MEAN_AT_MOST, "{all:?}");
    for gpu in on_gpus {
        assert!(gpu.mean_absolute <= MEAN_ON_A_GPU_AT_MOST, "{gpu:?}");
    }
}
