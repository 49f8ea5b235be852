//! The iteration: its parts on the scenario's network, their sum, and how well the GPUs are used.

mod all_to_all;
mod collectives;
mod compute;
mod run;

pub(super) use all_to_all::slowdown;
pub(super) use compute::device;

use all_to_all::all_to_alls;
use collectives::{exposed, gradients, hand_over, lying};
use compute::{layer_parts, stage_and_output};
use run::{training, utilisation};

use super::expression::{Expression, Symbol, number};
use super::{Page, Unit, source, symbols as s};
use crate::evaluation::Evaluation;
use crate::language::Bilingual;
use crate::scenario::{FabricKind, Recompute};
use crate::timing::{Device, Layers, Machine, Part, STEP_BYTES, STEP_KERNELS, Split};
use crate::traffic::Kind;
use crate::workload::Anatomy;

/// The machine of the scenario's fabric.
const fn machine(fabric: FabricKind) -> Machine {
    match fabric {
        FabricKind::RailOnly => Machine::RailOnly,
        FabricKind::RailOptimized => Machine::RailOptimized,
    }
}

pub(super) fn iteration(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let workload = &evaluation.workload;
    let ranks = &evaluation.cluster.ranks;
    let parts = &evaluation.timing.parts_s;
    let layers = f64::from(workload.stage.layers);
    let full = scenario.training.recompute == Recompute::Full;
    let microbatches = f64::from(workload.microbatches);

    stage_and_output(page, evaluation);
    layer_parts(page, evaluation);
    if parts.tp > 0.0 {
        let operations = microbatches * layers * if full { 12.0 } else { 8.0 };
        let expression = exposed(
            evaluation,
            lying(evaluation, ranks.tp),
            workload.volumes.tensor.0,
            operations,
        );
        page.add(
            Bilingual::new("Tensor-parallel collectives", "張量平行的集合通訊"),
            "TP",
            &expression,
            Unit::Seconds,
            parts.tp,
            source::MODEL,
        );
        page.note(Bilingual::new(
            "Y is ar·2·V·ℓ, all-reduces of all layers and microbatches, as under “Where the bytes go”. Nothing hides them.",
            "Y 為 ar·2·V·ℓ，即所有層與微批次的 all-reduce，見「位元組的去向」；沒有東西遮蔽它們。",
        ));
    }
    if parts.cp > 0.0 {
        let operations = microbatches * layers * if full { 4.0 } else { 3.0 };
        let expression = exposed(
            evaluation,
            lying(evaluation, ranks.cp),
            workload.volumes.context.0,
            operations,
        );
        page.add(
            Bilingual::new("Context-parallel exchange", "上下文平行的交換"),
            "CP",
            &expression,
            Unit::Seconds,
            parts.cp,
            source::MODEL,
        );
    }
    if parts.pp > 0.0 {
        hand_over(page, evaluation);
    }
    if parts.ep > 0.0 {
        all_to_alls(page, evaluation);
    }
    if parts.dp > 0.0 {
        gradients(page, evaluation);
    }
    if parts.bubble > 0.0 {
        bubble(page, evaluation);
    }
    optimizer(page, evaluation);
    sum(page, evaluation);
    utilisation(page, evaluation);
    training(page, evaluation);
}

/// Compute and those of `parts` that take any time.
fn summed(evaluation: &Evaluation, parts: &[Part]) -> Expression {
    let seconds = &evaluation.timing.parts_s;
    parts
        .iter()
        .filter(|part| seconds.of(**part).0 > 0.0)
        .fold(s::COMPUTE_S.is(seconds.compute), |sum, part| {
            sum + symbol(*part).is(seconds.of(*part).0)
        })
}

const fn symbol(part: Part) -> Symbol {
    match part {
        Part::Compute => s::COMPUTE_S,
        Part::Exchange(Kind::Tp) => s::TP_S,
        Part::Exchange(Kind::Cp) => s::CP_S,
        Part::Exchange(Kind::Pp) => s::PP_S,
        Part::Exchange(Kind::Dp) => s::DP_S,
        Part::Exchange(Kind::Ep) => s::EP_S,
        Part::Bubble => s::BUBBLE_S,
        Part::Optimizer => s::OPTIMIZER_S,
    }
}

/// What a stage does with a microbatch, waited for by the (p−1)/v chunks that fill and drain.
fn bubble(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let parts = &evaluation.timing.parts_s;
    let microbatches = f64::from(evaluation.workload.microbatches);
    let layers = Layers::of(
        &Device::of(&scenario.cluster),
        &Anatomy::of(scenario),
        Split::of(scenario),
    );
    let output = microbatches * layers.output_seconds();
    let exchange = [Kind::Tp, Kind::Cp, Kind::Ep, Kind::Pp].map(Part::Exchange);
    let work = summed(evaluation, &exchange);
    let stages = s::P.is(f64::from(scenario.layout.pp)) - number(1.0);
    let expression = stages
        / (s::CHUNKS.is(f64::from(scenario.training.interleave.max(1)))
            * s::MICROBATCHES.is(microbatches))
        * (work - s::OUTPUT_S.is(output));
    page.add(
        Bilingual::new("Pipeline bubble", "管線氣泡"),
        "bubble",
        &expression,
        Unit::Seconds,
        parts.bubble,
        source::MEGATRON,
    );
    page.note(Bilingual::new(
        "The output layer stands on the last stage alone, so filling and draining do not wait for it.",
        "輸出層只在最後階段，填滿與排空不必等它。",
    ));
}

fn optimizer(page: &mut Page, evaluation: &Evaluation) {
    let device = Device::of(&evaluation.scenario.cluster);
    let bytes = STEP_BYTES * evaluation.workload.memory.optimizer.0 / 12.0;
    let expression = s::STATE_BYTES.is(bytes) / s::MEMORY_RATE.is(device.memory)
        + s::LAUNCHES.is(STEP_KERNELS * device.generation.launch);
    page.add(
        Bilingual::new("Optimizer step", "最佳化器步驟"),
        "optimizer",
        &expression,
        Unit::Seconds,
        evaluation.timing.parts_s.optimizer,
        source::MODEL,
    );
    page.note(Bilingual::new(
        "In mixed precision: gradients widened and checked, their norm, clipping, Adam, and the weights narrowed read and write 56 bytes a parameter whose state the GPU holds.",
        "混合精度：梯度轉 32 位元並檢查、求範數、裁剪、Adam 更新、權重轉回 16 位元，對 GPU 持有狀態的每個參數共讀寫 56 位元組。",
    ));
}

/// All parts together.
fn sum(page: &mut Page, evaluation: &Evaluation) {
    let timing = &evaluation.timing;
    let expression = summed(evaluation, &Part::ALL[1..]);
    let figure = timing.on(evaluation.scenario.network.fabric);
    page.add(
        Bilingual::new("An iteration on the chosen network", "在所選網路上一次迭代"),
        "τᵢ",
        &expression,
        Unit::Seconds,
        figure.0,
        source::MODEL,
    );
    page.note(Bilingual::new(
        "Each part is what nothing hides.",
        "各項皆為未被遮蔽的時間。",
    ));
}
