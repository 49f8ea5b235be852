//! The model: parameters and operations.

use super::expression::number;
use super::{Page, Unit, source, symbols as s};
use crate::evaluation::Evaluation;
use crate::language::Bilingual;
use crate::scenario::Recompute;
use crate::workload::{Anatomy, ForwardOperations, passes};

pub(super) fn explain(page: &mut Page, evaluation: &Evaluation) {
    let workload = &evaluation.workload;
    let parts = &workload.breakdown;
    let dense = s::OUTSIDE.is(parts.outside)
        + s::DENSE_LAYERS.is(parts.dense_layers) * s::DENSE_LAYER.is(parts.dense_layer);
    let with_experts = |visited: super::Expression| {
        if parts.moe_layers > 0.0 {
            dense.clone()
                + s::MOE_LAYERS.is(parts.moe_layers)
                    * (s::MOE_LAYER.is(parts.moe_layer) + visited * s::EXPERT.is(parts.expert))
        } else {
            dense.clone()
        }
    };
    page.add(
        Bilingual::new("Parameters", "參數量"),
        "P",
        &with_experts(s::EXPERTS.is(parts.experts)),
        Unit::Plain,
        workload.parameters,
        source::MEGATRON,
    );
    page.note(Bilingual::new(
        "For a GPT this is 12·L·h²·(1 + 13/(12h) + (V+s)/(12·L·h)) with V the vocabulary, opened up so that other attention, gates and experts count as they are.",
        "對 GPT 而言即 12·L·h²·(1 + 13/(12h) + (V+s)/(12·L·h))（V 為詞彙量），展開後其他注意力、閘控與專家都照實計入。",
    ));
    if parts.moe_layers > 0.0 {
        page.add(
            Bilingual::new("Parameters that a token passes", "每個 token 經過的參數"),
            "P_a",
            &with_experts(s::TOP_K.is(parts.top_k)),
            Unit::Plain,
            workload.active_parameters,
            source::MEGATRON,
        );
    }
    let forward = ForwardOperations::of(&Anatomy::of(&evaluation.scenario));
    let training = &evaluation.scenario.training;
    for (subject, name, recompute, figure) in [
        (
            Bilingual::new(
                "Operations of the model in an iteration",
                "一次迭代中模型本身的運算量",
            ),
            "F",
            Recompute::None,
            workload.model_flops_per_iteration,
        ),
        (
            Bilingual::new("Operations, recomputation included", "含重新計算的運算量"),
            "F′",
            training.recompute,
            workload.flops_per_iteration,
        ),
    ] {
        let (of_matrices, of_core) = passes(recompute);
        let per_token = number(of_matrices) * s::MATRICES.is(forward.matrices)
            + number(of_core) * s::CORE.is(forward.core)
            + number(3.0) * s::LOGITS.is(forward.logits);
        let expression = s::BATCH.is(f64::from(training.batch))
            * s::SEQUENCE.is(f64::from(evaluation.scenario.shape.seq))
            * per_token;
        page.add(
            subject,
            name,
            &expression,
            Unit::Flops,
            figure.0,
            source::MEGATRON,
        );
        page.note(Bilingual::new(
            "A multiply-add is two operations. Backward costs two forward passes; what is computed again costs one more.",
            "一次乘加算兩次運算；反向為前向的兩倍，重新計算者再加一倍。",
        ));
    }
}
