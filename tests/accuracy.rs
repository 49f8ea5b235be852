//! The iteration time against what was measured.
use railyard::cluster::Cluster;
use railyard::scenario::{Model, Recompute, Scenario};
use railyard::timing::Timing;
use railyard::workload::Workload;

#[test]
fn errors_stay_small() {
    let mut errors = Vec::new();
    for line in include_str!("../assets/published/measured_iterations.csv")
        .lines()
        .skip(1)
    {
        let f: Vec<&str> = line.split(',').collect();
        let n = |i: usize| f[i].parse::<u32>().unwrap_or(1);
        let mut s = Scenario::preset(Model::Gpt1t);
        s.shape.layers = n(2);
        s.shape.hidden = n(3);
        s.shape.ffn = 4 * n(3);
        s.shape.heads = n(4);
        s.shape.kv_heads = n(4);
        s.layout.tp = n(5);
        s.layout.pp = n(6);
        s.training.interleave = n(7);
        s.cluster.gpus = n(8);
        s.training.batch = n(9);
        s.training.microbatch = n(10);
        s.training.recompute = if f[11] == "full" {
            Recompute::Full
        } else {
            Recompute::Selective
        };
        s.training.sequence_parallel = f[12] == "yes";
        let measured: f64 = f[13].parse().unwrap();
        let t = Timing::of(&s, &Workload::of(&s), &Cluster::of(&s));
        let error = t.iteration_s.rail_only.0 / measured - 1.0;
        println!(
            "{} {} {} {:.2} {:.2} {:+.1}% {:?}",
            f[0],
            f[1],
            f[11],
            measured,
            t.iteration_s.rail_only.0,
            100.0 * error,
            t.parts_s
        );
        errors.push(error.abs());
    }
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    println!("mean {mean}");
    assert!(mean < 0.05 && errors.iter().all(|e| *e < 0.12));
}
