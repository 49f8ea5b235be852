//! The iteration's time: against what was measured, and properties on any legal scenario.

mod generate;

use proptest::prelude::*;
use railyard::evaluation::{evaluate, evaluate_link};
use railyard::scenario::{Scenario, link};
use railyard::timing::Timing;

/// A measured row as a link. Where a source doesn't print the microbatch, it is one sequence.
fn measured() -> impl Iterator<Item = (String, f64)> {
    include_str!("../assets/published/measured_iterations.csv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| {
            let row: Vec<&str> = line.split(',').collect();
            let or_one = |text: &str| if text.is_empty() { "1".to_owned() } else { text.to_owned() };
            let link = format!(
                "#v=1&layers={}&hidden={}&heads={}&tp={}&pp={}&interleave={}&gpus={}&batch={}&microbatch={}&recompute={}&sequence_parallel={}",
                row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], or_one(row[10]), row[11],
                u8::from(row[12] == "yes"),
            );
            (link, row[13].parse().unwrap_or(f64::NAN))
        })
}

#[test]
fn one_set_of_efficiencies_meets_what_was_measured() {
    let errors: Vec<f64> = measured()
        .map(|(link, seconds)| {
            let evaluation = evaluate_link(&link);
            assert!(!evaluation.has_errors(), "{link}: {:?}", evaluation.notices);
            let error = evaluation.timing.iteration_s.rail_optimized.0 / seconds - 1.0;
            println!("{:+5.1} %  {seconds:7.2} s  {link}", 100.0 * error);
            error.abs()
        })
        .collect();
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    println!("mean absolute error {:.2} %", 100.0 * mean);
    assert_eq!(errors.len(), 18);
    assert!(mean <= 0.05, "{mean}");
    assert!(errors.iter().all(|error| *error <= 0.12), "{errors:?}");
}

#[test]
fn a_well_placed_dense_job_loses_nothing_on_rail_only() {
    let timing = evaluate(&Scenario::default()).timing;
    assert_eq!(
        timing.iteration_s.rail_only,
        timing.iteration_s.rail_optimized
    );
    assert_eq!(timing.all_to_all_slowdown, 1.0);
}

/// 1 + C_S/C_F: 8.33 % on A100, 11.11 % on H100 (arXiv 2307.12169 prints 8.2 and 11.2).
#[test]
fn all_to_all_pays_the_two_steps() {
    let slowdown = |link| evaluate_link(link).timing.all_to_all_slowdown;
    assert!((slowdown("#v=1&model=moe-1.3b") - (1.0 + 200.0 / 2400.0)).abs() < 1e-12);
    assert!((slowdown("#v=1&model=moe-1.3b&gpu=h100") - (1.0 + 400.0 / 3600.0)).abs() < 1e-12);
}

#[test]
fn a_placement_that_crosses_rails_costs_rail_only_time() {
    let timing = evaluate_link("#v=1&tp=16&pp=32").timing;
    assert!(timing.iteration_s.rail_only.0 >= timing.iteration_s.rail_optimized.0);
    let random = evaluate_link("#v=1&placement=random").timing;
    assert!(random.iteration_s.rail_only.0 > random.iteration_s.rail_optimized.0);
}

/// Without recomputation all operations are useful ones; with it fewer are.
#[test]
fn recomputation_is_work_but_not_use() {
    let none = evaluate_link("#v=1&recompute=none").timing;
    assert_eq!(none.mfu, none.hfu);
    let full = evaluate_link("#v=1").timing;
    assert!(full.mfu < full.hfu);
    // F counts what is computed again, as Megatron's own TFLOP/s do.
    let evaluation = evaluate_link("#v=1");
    let rate = evaluation.workload.flops_per_iteration.0
        / evaluation.timing.iteration_s.rail_only.0
        / 3072.0;
    assert!((evaluation.timing.tflops_per_gpu - rate / 1e12).abs() < 1e-9);
}

#[test]
fn a_limit_of_domains_spares_rail_only_the_detour() {
    let limited = evaluate_link("#v=1&model=deepseek-v3").timing;
    let free = evaluate_link("#v=1&model=deepseek-v3&token_domains=0").timing;
    assert_eq!(
        limited.iteration_s.rail_only,
        limited.iteration_s.rail_optimized
    );
    assert_eq!(limited.all_to_all_slowdown, 1.0);
    assert!(free.iteration_s.rail_only.0 > free.iteration_s.rail_optimized.0);
    assert!(limited.parts_s.ep < free.parts_s.ep);
    assert_eq!(limited.iteration_s.ideal, free.iteration_s.ideal);
}

/// Nothing computes faster than its peak, however odd the shape: selective recompute costs a fused kernel nothing and counts as
/// nothing, and a stage of dense layers sets the pace where those are the slow ones.
#[test]
fn odd_shapes_stay_below_the_peak() {
    for link in [
        "#v=1&model=moe-1.3b&heads=1&ffn=1&seq=12435819&vocab=15430241&batch=483272704&recompute=selective&grad_bits=32&gpu=h800&hb_gbps=2400&nic_gbps=2400&peak_tflops=312&hbm_gbytes_s=2040&hierarchical=0",
        "#v=1&model=deepseek-v3&layers=16&ffn=4403025",
        "#v=1&model=deepseek-v3&layers=16&ffn=400000&recompute=selective",
        "#v=1&model=llama3-405b&seq=1048576&recompute=selective&batch=128",
    ] {
        let timing = evaluate_link(link).timing;
        assert!(
            timing.hfu <= 1.0 && timing.mfu <= timing.hfu,
            "{link}: {}",
            timing.hfu
        );
    }
}

#[test]
fn a_single_rail_is_the_whole_clos() {
    for link in [
        "#v=1&placement=random&hb=1",
        "#v=1&order=pp-tp-cp-dp&hb=1",
        "#v=1&model=moe-1.3b&hb=1&placement=random",
    ] {
        let evaluation = evaluate_link(link);
        assert_eq!(evaluation.totals.placed.cross_rail.0, 0.0, "{link}");
        let time = evaluation.timing.iteration_s;
        assert_eq!(time.rail_only, time.rail_optimized, "{link}");
    }
}

fn seconds(timing: &Timing) -> [f64; 3] {
    let by = timing.iteration_s;
    [by.ideal.0, by.rail_optimized.0, by.rail_only.0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_legal_scenario_has_a_sound_time(scenario in generate::legal()) {
        let mut scenario = scenario;
        // A NIC faster than the HB interconnect would beat the "ideal" machine, which has only the latter.
        scenario.cluster.nic_gbps = scenario.cluster.nic_gbps.min(scenario.cluster.hb_gbps);
        let evaluation = evaluate(&scenario);
        let [ideal, clos, rails] = seconds(&evaluation.timing);
        let named = link::write(&scenario);
        prop_assert!(ideal.is_finite() && ideal > 0.0, "{}", named);
        prop_assert!(clos <= rails * (1.0 + 1e-12), "{}: {} {}", named, clos, rails);
        if evaluation.totals.placed.cross_rail.0 == 0.0 {
            prop_assert!((clos - rails).abs() <= 1e-12 * clos, "{}: {} {}", named, clos, rails);
        }
        let parts = evaluation.timing.parts_s;
        for part in [parts.compute, parts.tp, parts.cp, parts.pp, parts.dp, parts.ep, parts.bubble, parts.optimizer] {
            prop_assert!(part.is_finite() && part >= 0.0, "{}: {:?}", named, parts);
        }
        let timing = &evaluation.timing;
        prop_assert!(timing.hfu <= 1.0 && timing.mfu <= timing.hfu, "{}", named);
    }

    #[test]
    fn more_bandwidth_never_slows_a_job(scenario in generate::legal()) {
        let slow = seconds(&evaluate(&scenario).timing);
        let mut faster = scenario.clone();
        faster.cluster.nic_gbps = (2.0 * faster.cluster.nic_gbps).min(1e6);
        faster.cluster.hb_gbps = (2.0 * faster.cluster.hb_gbps).min(1e6);
        let fast = seconds(&evaluate(&faster).timing);
        for (slow, fast) in slow.into_iter().zip(fast) {
            prop_assert!(fast <= slow * (1.0 + 1e-9), "{}", link::write(&scenario));
        }
    }
}
