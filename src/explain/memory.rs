//! Memory of a GPU, part by part.

use super::expression::{Expression, number};
use super::{Page, Unit, source, symbols as s};
use crate::evaluation::Evaluation;
use crate::language::Bilingual;
use crate::workload::{Activations, Anatomy, largest_layer};

pub(super) fn explain(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let workload = &evaluation.workload;
    let memory = &workload.memory;
    let parts = &workload.breakdown;
    let ranks = &evaluation.cluster.ranks;
    let stage = workload.stage;
    let tp = f64::from(scenario.layout.tp.max(1));
    let stages = f64::from(scenario.layout.pp.max(1));
    let moe_layers = f64::from(stage.moe_layers);
    let dense_layers = f64::from(stage.layers) - moe_layers;

    let on_stage = s::OUTSIDE.is(parts.outside) / s::P.is(stages)
        + number(dense_layers) * s::DENSE_LAYER.is(parts.dense_layer);
    let on_stage = if moe_layers > 0.0 {
        on_stage + s::STAGE_MOE.is(moe_layers) * s::MOE_LAYER.is(parts.moe_layer)
    } else {
        on_stage
    };
    let held = on_stage / s::T.is(tp);
    let dense = held.value();
    let figure =
        (parts.outside / stages + dense_layers * parts.dense_layer + moe_layers * parts.moe_layer)
            / tp;
    page.add(
        Bilingual::new(
            "Parameters that a GPU holds, experts aside",
            "每顆 GPU 持有的參數（專家除外）",
        ),
        "P_h",
        &held,
        Unit::Plain,
        figure,
        source::MEGATRON,
    );
    page.note(Bilingual::new(
        "Of the heaviest stage; what stands outside the layers is spread evenly over the stages.",
        "以最重的階段計；層以外的參數平均分到各階段。",
    ));
    let experts = moe_layers * parts.experts * parts.expert / (tp * ranks.ep as f64);
    if experts > 0.0 {
        let expression =
            s::STAGE_MOE.is(moe_layers) * s::EXPERTS.is(parts.experts) * s::EXPERT.is(parts.expert)
                / (s::T.is(tp) * s::E.is(ranks.ep as f64));
        page.add(
            Bilingual::new(
                "Expert parameters that a GPU holds",
                "每顆 GPU 持有的專家參數",
            ),
            "P_x",
            &expression,
            Unit::Plain,
            experts,
            source::EXPERTS,
        );
    }

    let replicas = (ranks.cp.size * ranks.dp.size) as f64;
    let expert_replicas = replicas / ranks.ep as f64;
    let zero = scenario.training.zero;
    let part = |bytes: f64, is_divided: bool| -> Expression {
        let divided =
            |what: Expression, over: Expression| if is_divided { what / over } else { what };
        let own = divided(s::HELD.is(dense), s::SHARDS.is(replicas));
        if experts > 0.0 {
            let expert = divided(
                s::HELD_EXPERTS.is(experts),
                s::EXPERT_SHARDS.is(expert_replicas),
            );
            number(bytes) * (own + expert)
        } else {
            number(bytes) * own
        }
    };
    let keeps_whole = scenario.training.keeps_weights_whole(workload.microbatches);
    let weights = if keeps_whole {
        part(2.0, false)
    } else {
        let gathered = largest_layer(parts, ranks, stage, tp, stages);
        let divided = part(2.0, true) + number(4.0) * s::GATHERED.is(gathered);
        divided.at_most(part(2.0, false))
    };
    for (subject, name, expression, figure) in [
        (
            Bilingual::new("Weights, 16 bits", "權重（16 位元）"),
            "weights",
            weights,
            memory.weights,
        ),
        (
            Bilingual::new("Gradients, 32 bits", "梯度（32 位元）"),
            "gradients",
            part(4.0, zero >= 2),
            memory.gradients,
        ),
        (
            Bilingual::new(
                "Optimizer state: 32-bit weights and two moments",
                "最佳化器狀態：32 位元權重與兩個動量",
            ),
            "optimizer",
            part(12.0, zero >= 1),
            memory.optimizer,
        ),
    ] {
        page.add(
            subject,
            name,
            &expression,
            Unit::Memory,
            figure.0,
            source::ZERO,
        );
    }

    let kept = Activations::of(
        scenario,
        &Anatomy::of(scenario),
        workload.microbatches,
        stage,
    );
    let per_token = s::IN_FLIGHT.is(kept.in_flight) * s::KEPT.is(kept.kept);
    let more = [(s::WORKING, kept.working), (s::OUTPUT_KEPT, kept.output)];
    let per_token = more
        .into_iter()
        .filter(|(_, bytes)| *bytes > 0.0)
        .fold(per_token, |sum, (symbol, bytes)| sum + symbol.is(bytes));
    page.add(
        Bilingual::new("Activations", "活化值"),
        "activations",
        &(s::TOKENS.is(kept.tokens) * per_token),
        Unit::Memory,
        memory.activations.0,
        source::SEQUENCE,
    );
    page.add(
        Bilingual::new("Memory of a GPU", "每顆 GPU 的記憶體"),
        "memory",
        &(s::WEIGHTS.is(memory.weights.0)
            + s::GRADIENTS.is(memory.gradients.0)
            + s::OPTIMIZER.is(memory.optimizer.0)
            + s::ACTIVATIONS.is(memory.activations.0)),
        Unit::Memory,
        memory.total().0,
        source::SEQUENCE,
    );
    page.note(Bilingual::new("GiB = 2³⁰ bytes.", "GiB = 2³⁰ 位元組。"));
}
