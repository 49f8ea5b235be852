//! What can be but is unwise. Few, and only what a person would want to be told.

use super::{Rule, divides, n, pick};
use crate::quantity::format::{count, decimal};
use crate::scenario::{Placement, Scenario};

/// Every rule that a scenario had better keep.
pub static WARNINGS: &[Rule] = &[
    Rule {
        name: "TP stays inside HB domains",
        keys: &["tp", "hb", "order", "placement"],
        holds: Scenario::tp_inside_domains,
        says: |s, language| {
            let (tp, hb, stride) = (n(s.layout.tp), n(s.cluster.hb), count(s.tp_stride()));
            let (en, zh) = if s.layout.placement == Placement::Random {
                (
                    format!(
                        "placed at random, the {tp} GPUs of a TP group sit in different HB domains"
                    ),
                    format!("隨機擺放時，同一 TP 群組的 {tp} 顆 GPU 散落在不同的 HB 域"),
                )
            } else if s.tp_stride() > 1 {
                (
                    format!(
                        "in this order the {tp} GPUs of a TP group are {stride} apart, more than an HB domain of {hb} holds"
                    ),
                    format!(
                        "依此順序，同一 TP 群組的 {tp} 顆 GPU 相隔 {stride}，超出每域 {hb} 顆的 HB 域"
                    ),
                )
            } else {
                (
                    format!("TP groups of {tp} GPUs do not sit inside HB domains of {hb}"),
                    format!("{tp} 顆 GPU 的 TP 群組不在每域 {hb} 顆的 HB 域之內"),
                )
            };
            pick(
                language,
                format!("{en}, so the heaviest traffic goes through the NICs"),
                format!("{zh}，最重的流量得走網路卡"),
            )
        },
    },
    Rule {
        name: "stages are even",
        keys: &["pp", "layers"],
        holds: Scenario::stages_are_even,
        says: |s, language| {
            let (layers, pp, most) = (n(s.shape.layers), n(s.layout.pp), n(s.layers_per_stage()));
            let mean = f64::from(s.shape.layers) / f64::from(s.layout.pp.max(1));
            let mean = decimal((mean * 100.0).round() / 100.0);
            pick(
                language,
                format!(
                    "{layers} layers on {pp} stages: the fullest has {most}, the mean is {mean}, and the others wait for the fullest"
                ),
                format!(
                    "{layers} 層分給 {pp} 個階段：最多的有 {most} 層，平均 {mean} 層，其餘階段得等最多的那個"
                ),
            )
        },
    },
    Rule {
        name: "the pipeline is full",
        keys: &["pp", "batch", "microbatch", "tp", "cp", "gpus"],
        holds: |s| s.microbatches() >= u64::from(s.layout.pp),
        says: |s, language| {
            let (microbatches, pp) = (count(s.microbatches()), n(s.layout.pp));
            pick(
                language,
                format!(
                    "too few microbatches ({microbatches}) to keep {pp} stages busy: most of the time most of them wait"
                ),
                format!(
                    "微批次太少（{microbatches} 個），填不滿 {pp} 個階段：多數階段大半時間都在等待"
                ),
            )
        },
    },
    Rule {
        name: "interleaving goes round evenly",
        keys: &["interleave", "batch", "microbatch", "pp"],
        holds: |s| {
            s.training.interleave == 1
                || s.microbatches() < u64::from(s.layout.pp)
                || divides(s.layout.pp.into(), s.microbatches())
        },
        says: |s, language| {
            let (microbatches, pp) = (count(s.microbatches()), n(s.layout.pp));
            pick(
                language,
                format!(
                    "the interleaved schedule wants a multiple of {pp} microbatches (one a stage), and there are {microbatches}"
                ),
                format!("交錯排程需要 {pp} 的倍數個微批次（每階段一個），目前是 {microbatches} 個"),
            )
        },
    },
];
