//! How well the GPUs are used, and what the whole training takes.

use super::super::expression::number;
use super::super::{Page, Unit, source, symbols as s};
use crate::evaluation::Evaluation;
use crate::language::Bilingual;
use crate::scenario::FabricKind;

pub(super) fn utilisation(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let workload = &evaluation.workload;
    let timing = &evaluation.timing;
    let seconds = timing.parts_s.total().0;
    if seconds <= 0.0 {
        return;
    }
    let gpu_time = || s::ITERATION_S.is(seconds) * s::N.is(f64::from(scenario.cluster.gpus));
    let peak = || s::PEAK.is(scenario.cluster.peak_tflops * 1e12);
    let needed = || s::MODEL_FLOPS.is(workload.model_flops_per_iteration.0);
    let done = || s::ALL_FLOPS.is(timing.executed.0);
    page.add(
        Bilingual::new("Operations a second and GPU", "每顆 GPU 每秒運算量"),
        "rate",
        &(done() / gpu_time()),
        Unit::FlopsPerSecond,
        timing.tflops_per_gpu * 1e12,
        source::MEGATRON,
    );
    page.add(
        Bilingual::new("Model FLOPs utilisation (MFU)", "模型算力利用率（MFU）"),
        "MFU",
        &(needed() / (gpu_time() * peak())),
        Unit::Share,
        timing.mfu,
        source::SEQUENCE,
    );
    page.add(
        Bilingual::new("Hardware FLOPs utilisation (HFU)", "硬體算力利用率（HFU）"),
        "HFU",
        &(done() / (gpu_time() * peak())),
        Unit::Share,
        timing.hfu,
        source::SEQUENCE,
    );
    page.note(Bilingual::new(
        "The peak is the dense one, without sparsity. A fused attention kernel computes its scores twice in any case; that isn’t counted as work.",
        "峰值為稠密運算，不含稀疏加速。融合的注意力 kernel 本來就會重算分數，不計為運算量。",
    ));
}

/// The whole training: its time, and the energy of GPUs and network.
pub(super) fn training(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let run = &evaluation.run;
    let fabric = scenario.network.fabric;
    let here = run.on(fabric);
    let seconds = evaluation.timing.parts_s.total().0;
    let per_iteration = || {
        s::BATCH.is(f64::from(scenario.training.batch))
            * s::SEQUENCE.is(f64::from(scenario.shape.seq))
    };
    let iteration = || s::ITERATION_S.is(seconds);
    let design = match fabric {
        FabricKind::RailOnly => &evaluation.fabric.rail_only,
        FabricKind::RailOptimized => &evaluation.fabric.rail_optimized,
    };
    let time = || s::TRAINING_S.is(here.time.0);
    let rows = [
        (
            Bilingual::new("Tokens a second", "每秒 token 數"),
            "rate",
            per_iteration() / iteration(),
            Unit::Plain,
            here.tokens_per_second,
        ),
        (
            Bilingual::new("Days of the training", "訓練天數"),
            "days",
            s::TRAINING_TOKENS.is(scenario.training.tokens * 1e9) / per_iteration() * iteration()
                / number(86_400.0),
            Unit::Plain,
            here.time.0 / 86_400.0,
        ),
        (
            Bilingual::new("Energy of the GPUs", "GPU 用電量"),
            "energy",
            s::N.is(f64::from(scenario.cluster.gpus))
                * s::GPU_W.is(scenario.cluster.gpu_w)
                * time(),
            Unit::Joules,
            here.gpus.0,
        ),
        (
            Bilingual::new("Energy of the chosen network", "所選網路的用電量"),
            "energy",
            s::NETWORK_W.is(design.power.0) * time(),
            Unit::Joules,
            here.network.0,
        ),
    ];
    for (subject, name, expression, unit, figure) in rows {
        page.add(subject, name, &expression, unit, figure, source::MODEL);
    }
    page.note(Bilingual::new(
        "At full power all the time, without cooling; interruptions are left out.",
        "以全程滿載計，不含冷卻，也不計中斷。",
    ));
}
