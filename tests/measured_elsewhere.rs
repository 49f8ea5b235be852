//! The iteration's time against measurements beyond those that the page shows: other frameworks, smaller models, Hopper. Configurations
//! are as printed, so single runs with a fault of their own (an allocator at its limit, a slow node) are among them: means are bounded.

use railyard::evaluation::evaluate_link;
use std::collections::{BTreeMap, HashMap};

/// A row by the names of its columns.
type Row = HashMap<&'static str, &'static str>;

fn rows() -> Vec<Row> {
    let mut lines = include_str!("../assets/published/measured_elsewhere.csv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    lines
        .map(|line| names.iter().copied().zip(line.split(',')).collect())
        .collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or(f64::NAN)
}

fn link(row: &Row) -> String {
    let model = match row["family"] {
        "llama" => "llama3-405b",
        "bloom" => "bloom-176b",
        _ => "gpt-1.7b",
    };
    let gpu = match row["gpu"] {
        "a100-40gb" => "a100&hbm_gbytes_s=1555&memory_gib=40",
        other => other,
    };
    // These frameworks' ZeRO 3 keeps nothing whole.
    let mut link = format!("#v=1&model={model}&gpu={gpu}&zero_gather=microbatch");
    for (key, column) in [
        ("tp", "tensor"),
        ("pp", "pipeline"),
        ("cp", "context"),
        ("batch", "global_batch"),
    ] {
        link += &format!("&{key}={}", row[column]);
    }
    for key in [
        "layers",
        "hidden",
        "heads",
        "kv_heads",
        "ffn",
        "vocab",
        "seq",
        "interleave",
        "zero",
        "gpus",
        "nic_gbps",
        "microbatch",
        "recompute",
        "attention",
        "grad_bits",
    ] {
        link += &format!("&{key}={}", row[key]);
    }
    for key in ["gated", "sequence_parallel", "scatter_gather"] {
        link += &format!("&{key}={}", u8::from(row[key] == "yes"));
    }
    link
}

/// Seconds of an iteration, from what the source prints.
fn measured(row: &Row, model_operations: f64) -> f64 {
    let printed = number(row, "printed");
    let tokens = number(row, "global_batch") * number(row, "seq");
    let gpus = number(row, "gpus");
    match row["quantity"] {
        "iteration_s" => printed,
        "tokens_per_s" => tokens / printed,
        "tokens_per_s_per_gpu" => tokens / printed / gpus,
        "tflops_model" => model_operations / gpus / (printed * 1e12),
        // No quantity that is known: no bound holds.
        _ => f64::NAN,
    }
}

/// The mean of the errors without their signs, in all and on each GPU.
const MEAN_AT_MOST: f64 = 0.065;
const MEAN_ON_A_GPU_AT_MOST: f64 = 0.07;

#[test]
fn what_was_measured_elsewhere_is_met() {
    let mut by_source: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut by_gpu: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in rows() {
        let link = link(&row);
        let evaluation = evaluate_link(&link);
        assert!(!evaluation.has_errors(), "{link}: {:?}", evaluation.notices);
        let ours = evaluation.timing.iteration_s.rail_optimized.0;
        let measured = measured(&row, evaluation.workload.model_flops_per_iteration.0);
        let error = ours / measured - 1.0;
        println!(
            "{:+5.1} %  {ours:7.2} s  {measured:7.2} s  {}  {link}",
            100.0 * error,
            row["source"]
        );
        by_source.entry(row["source"]).or_default().push(error);
        by_gpu.entry(row["gpu"]).or_default().push(error);
    }
    for (group, errors) in by_source.iter().chain(&by_gpu) {
        let worst = errors.iter().fold(0.0, |worst: f64, error| {
            if error.abs() > worst.abs() {
                *error
            } else {
                worst
            }
        });
        println!(
            "{:3} rows: mean {:+5.2} %, without signs {:5.2} %, worst {:+5.1} %  {group}",
            errors.len(),
            100.0 * errors.iter().sum::<f64>() / errors.len() as f64,
            100.0 * mean_absolute(errors),
            100.0 * worst,
        );
    }
    let all: Vec<f64> = by_gpu.values().flatten().copied().collect();
    println!("{} rows: {:.2} %", all.len(), 100.0 * mean_absolute(&all));
    assert!(all.len() > 200);
    assert!(mean_absolute(&all) <= MEAN_AT_MOST);
    for (gpu, errors) in by_gpu {
        assert!(mean_absolute(&errors) <= MEAN_ON_A_GPU_AT_MOST, "{gpu}");
    }
}

fn mean_absolute(errors: &[f64]) -> f64 {
    errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len() as f64
}
