//! The layouts that a search goes through: all that are legal for the model, the cluster and the batch.

use crate::cluster::gcd;
use crate::scenario::{Recompute, Scenario};

/// What decides how a layer is split. Layouts that share it share the time of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Tensor-parallel degree.
    pub tp: u32,
    /// Context-parallel degree.
    pub cp: u32,
    /// Expert-parallel degree.
    pub ep: u32,
    /// Sequences in a microbatch.
    pub microbatch: u32,
    /// Sequence parallelism.
    pub sequence_parallel: bool,
}

/// What is left to choose for a share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// Pipeline stages.
    pub pp: u32,
    /// Model chunks a GPU.
    pub interleave: u32,
    /// What is computed again.
    pub recompute: Recompute,
    /// ZeRO stage.
    pub zero: u32,
}

/// The greatest tensor- and context-parallel degrees that are looked at.
const MOST_TP: u32 = 64;
const MOST_CP: u32 = 16;
/// The greatest microbatch that is looked at.
const MOST_MICROBATCH: u32 = 16;

/// All shares that some layout of the scenario can have.
pub fn shares(scenario: &Scenario) -> Vec<Share> {
    let shape = &scenario.shape;
    let gpus = scenario.cluster.gpus;
    let kv_heads = shape.kv_heads.max(1);
    let mut shares = Vec::new();
    let tensor = divisors(shape.heads, MOST_TP)
        .filter(|tp| gpus.is_multiple_of(*tp))
        .filter(|tp| kv_heads.is_multiple_of(*tp) || tp.is_multiple_of(kv_heads));
    for tp in tensor {
        for cp in divisors(shape.seq, MOST_CP).filter(|cp| (gpus / tp).is_multiple_of(*cp)) {
            let data_and_stages = gpus / tp / cp;
            // Experts go over a divisor of the data-parallel degree, which is one of what tensor and context leave.
            let experts = if shape.experts == 0 {
                1
            } else {
                gcd(u64::from(shape.experts), u64::from(data_and_stages)) as u32
            };
            for ep in divisors(experts, experts) {
                for microbatch in divisors(scenario.training.batch, MOST_MICROBATCH) {
                    for sequence_parallel in [false, true] {
                        let splits = tp > 1 && (shape.seq / cp).is_multiple_of(tp);
                        if !sequence_parallel || splits {
                            shares.push(Share {
                                tp,
                                cp,
                                ep,
                                microbatch,
                                sequence_parallel,
                            });
                        }
                    }
                }
            }
        }
    }
    shares
}

/// All that is left to choose for a share, in the scenario that has it already.
pub fn rests(scenario: &Scenario, share: Share) -> impl Iterator<Item = Rest> {
    let layers = scenario.shape.layers;
    let batch = scenario.training.batch;
    let data_and_stages = scenario.cluster.gpus / share.tp / share.cp;
    divisors(data_and_stages, layers)
        .filter(move |pp| {
            let dp = data_and_stages / pp;
            dp.is_multiple_of(share.ep)
                && u64::from(batch).is_multiple_of(u64::from(dp) * u64::from(share.microbatch))
        })
        .flat_map(move |pp| {
            let replicas = data_and_stages / pp * share.cp;
            let zeros = if replicas > 1 { 0..=3 } else { 0..=0 };
            // The interleaved schedule deals microbatches in rounds of p (arXiv 2104.04473, §2.2.2).
            let microbatches = batch / (data_and_stages / pp) / share.microbatch;
            let interleaves = pp > 1 && microbatches.is_multiple_of(pp);
            let stage_layers = layers.div_ceil(pp);
            (1..=if interleaves { stage_layers } else { 1 })
                .filter(move |chunks| stage_layers.is_multiple_of(*chunks))
                .flat_map(move |interleave| {
                    let zeros = zeros.clone();
                    [Recompute::None, Recompute::Selective, Recompute::Full]
                        .into_iter()
                        .flat_map(move |recompute| {
                            zeros.clone().map(move |zero| Rest {
                                pp,
                                interleave,
                                recompute,
                                zero,
                            })
                        })
                })
        })
}

/// The divisors of `number` that are at most `most`, ascending.
fn divisors(number: u32, most: u32) -> impl Iterator<Item = u32> {
    (1..=number.min(most)).filter(move |divisor| number.is_multiple_of(*divisor))
}
