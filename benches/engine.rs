//! What an evaluation and a raster cost at 3,072 and at 1,048,576 GPUs. Times are compared as ratios, and one far from 1 fails.
//!
//! `cargo bench --bench engine`

use railyard::scenario::{Algorithm, Axis, Placement, Scenario};
use railyard::traffic::{Traffic, Window};
use railyard::workload::Workload;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SMALL: u32 = 3072;
const LARGE: u32 = 1 << 20;

fn scenario(gpus: u32) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.cluster.gpus = gpus;
    scenario.training.batch = gpus;
    scenario
}

/// The median time of a run.
fn time(mut run: impl FnMut()) -> Duration {
    run();
    let mut times: Vec<Duration> = (0..15)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn evaluate(scenario: &Scenario) {
    let traffic = Traffic::of(scenario, &Workload::of(scenario));
    black_box((
        traffic.bytes(),
        traffic.placed(),
        traffic.pairs(),
        traffic.peak_pair(),
        traffic.peak_by_kind(),
    ));
}

fn raster(scenario: &Scenario, axis: Axis) {
    let traffic = Traffic::of(scenario, &Workload::of(scenario));
    black_box(traffic.raster(axis, Window::whole(traffic.cluster()), 1024));
}

fn main() {
    let mut worst = 0.0_f64;
    let mut compare = |name: &str, run: &dyn Fn(&Scenario), change: &dyn Fn(&mut Scenario)| {
        let [small, large] = [SMALL, LARGE].map(|gpus| {
            let mut scenario = scenario(gpus);
            change(&mut scenario);
            time(|| run(&scenario)).as_secs_f64()
        });
        println!(
            "{name:<44} {:>9.3} ms {:>9.3} ms   × {:.2}",
            small * 1e3,
            large * 1e3,
            large / small
        );
        worst = worst.max(large / small);
    };
    println!("{:<44} {SMALL:>12} {LARGE:>12}", "GPUs");
    let rings = |_: &mut Scenario| ();
    let direct = |scenario: &mut Scenario| scenario.accounting.nic_collective = Algorithm::Direct;
    compare("evaluation", &evaluate, &rings);
    compare("evaluation, direct", &evaluate, &direct);
    compare("raster, domains", &|s| raster(s, Axis::Domain), &rings);
    compare("raster, rails", &|s| raster(s, Axis::Rail), &rings);
    compare(
        "raster, domains, direct",
        &|s| raster(s, Axis::Domain),
        &direct,
    );
    compare("raster, rails, direct", &|s| raster(s, Axis::Rail), &direct);

    let mut scattered = scenario(LARGE);
    scattered.layout.placement = Placement::Random;
    println!(
        "{:<44} {:>25.3} ms",
        "evaluation, random placement",
        time(|| evaluate(&scattered)).as_secs_f64() * 1e3
    );
    println!(
        "{:<44} {:>25.3} ms",
        "raster, random placement",
        time(|| raster(&scattered, Axis::Domain)).as_secs_f64() * 1e3
    );
    println!("worst ratio {worst:.2}");
}
