//! What an evaluation, and a cell of a raster, cost at 3,072 and at 1,048,576 GPUs, a ratio far above 1 of which fails; and how
//! many layouts a second a search looks at.
//!
//! `cargo bench --bench engine`

use railyard::scenario::{Algorithm, Axis, Model, Placement, Scenario};
use railyard::search::Search;
use railyard::timing::Machine;
use railyard::traffic::{Traffic, Window};
use railyard::workload::Workload;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const SMALL: u32 = 3072;
const LARGE: u32 = 1 << 20;

fn scenario(gpus: u32) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.cluster.gpus = gpus;
    scenario.training.batch = gpus;
    scenario
}

/// The most that the large job may cost of the small one: room for a busy machine, none for a cost that grows with the GPUs.
const MOST: f64 = 4.0;

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

/// Sums everything that is shown in numbers. One unit of work.
fn evaluate(scenario: &Scenario) -> u32 {
    let traffic = Traffic::of(scenario, &Workload::of(scenario));
    black_box((
        traffic.bytes(),
        traffic.placed(),
        traffic.pairs(),
        traffic.peak_pair(),
        traffic.peak_by_kind(),
    ));
    1
}

/// Sums the cells of the whole matrix. Their number is the work.
fn raster(scenario: &Scenario, axis: Axis) -> u32 {
    let traffic = Traffic::of(scenario, &Workload::of(scenario));
    let raster = black_box(traffic.raster(axis, Window::whole(traffic.cluster()), 1024));
    raster.cells * raster.cells
}

fn milliseconds(scenario: &Scenario, run: impl Fn(&Scenario) -> u32) -> f64 {
    let time = time(|| {
        run(scenario);
    });
    time.as_secs_f64() * 1e3
}

/// Searches all layouts and tells how many there are.
fn search(scenario: &Scenario) -> u64 {
    let mut search = Search::new(scenario, Machine::RailOnly);
    while !search.is_done() {
        search.step(10_000);
    }
    black_box(search.best());
    search.seen()
}

fn main() -> ExitCode {
    let mut worst = 0.0_f64;
    let mut compare = |name: &str, run: &dyn Fn(&Scenario) -> u32, nic_collective: Algorithm| {
        let [(small, small_work), (large, large_work)] = [SMALL, LARGE].map(|gpus| {
            let mut scenario = scenario(gpus);
            scenario.accounting.nic_collective = nic_collective;
            (milliseconds(&scenario, run), f64::from(run(&scenario)))
        });
        let ratio = (large / large_work) / (small / small_work);
        println!("{name:<40} {small:>9.3} ms {large:>9.3} ms   × {ratio:.2}");
        worst = worst.max(ratio);
    };
    println!("{:<40} {SMALL:>12} {LARGE:>12}", "GPUs");
    for (algorithm, name) in [(Algorithm::Ring, "ring"), (Algorithm::Direct, "direct")] {
        compare(&format!("evaluation, {name}"), &evaluate, algorithm);
        for (axis, along) in [(Axis::Domain, "domains"), (Axis::Rail, "rails")] {
            let name = format!("raster along {along}, {name}");
            compare(&name, &|scenario| raster(scenario, axis), algorithm);
        }
    }

    let mut scattered = scenario(LARGE);
    scattered.layout.placement = Placement::Random;
    let mut odd = scenario(72 * 14_336);
    (odd.cluster.hb, odd.layout.tp) = (72, 16);
    let mut odd_direct = odd.clone();
    odd_direct.accounting.nic_collective = Algorithm::Direct;
    for (name, scenario) in [
        ("random placement", &scattered),
        ("tp 16 in domains of 72, ring", &odd),
        ("tp 16 in domains of 72, direct", &odd_direct),
    ] {
        println!(
            "{name:<40} evaluation {:.3} ms, raster along domains {:.3} ms, along rails {:.3} ms",
            milliseconds(scenario, evaluate),
            milliseconds(scenario, |scenario| raster(scenario, Axis::Domain)),
            milliseconds(scenario, |scenario| raster(scenario, Axis::Rail)),
        );
    }
    for model in [Model::Gpt1t, Model::Llama3, Model::DeepSeekV3] {
        let scenario = Scenario::preset(model);
        let layouts = search(&scenario);
        let seconds = time(|| {
            search(&scenario);
        })
        .as_secs_f64();
        println!(
            "{:<40} {layouts:>9} layouts {:>9.3} ms {:>9.0} layouts a second",
            format!("search, {}", model.key()),
            seconds * 1e3,
            layouts as f64 / seconds
        );
    }
    println!("the largest ratio is {worst:.2}, at most {MOST}");
    if worst > MOST {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
