//! What one GPU hands to each kind of communication in an iteration, before any algorithm or placement.
//!
//! A collective is a sum of halves: an all-gather or a reduce-scatter of X bytes is one half with payload X, an all-reduce is two.
//! Of a payload Y over n GPUs each GPU sends (n−1)/n·Y, however it is spread. The unit is one activation tensor of all samples of
//! a replica on one context-parallel rank, V_c = (B/d)·(s/c)·h·2 bytes. Uneven stages count as the heaviest, ⌈L/p⌉ layers.

use super::anatomy::{Anatomy, Attention, Stage};
use super::parameters::{Parameters, embedding};
use crate::cluster::Ranks;
use crate::quantity::Bytes;
use crate::scenario::{Recompute, Scenario};

/// Payloads of one GPU in an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volumes {
    /// One activation tensor of the replica's samples, V_c.
    pub activation: Bytes,
    /// Tensor parallelism: all halves of 4 all-reduces a layer, or 6 with full recompute. Sequence parallelism moves the same.
    pub tensor: Bytes,
    /// Context parallelism: keys and values round the group, once forward, twice backward (again, and their gradients), and once
    /// more with full recompute.
    pub context: Bytes,
    /// Pipeline: what a stage sends to each neighbour, each way.
    pub pipeline: Bytes,
    /// Pipeline: what the last stage sends to the first forward, and the first to the last backward.
    pub pipeline_wrap: Bytes,
    /// Data parallelism: gradients of all but routed experts, and with ZeRO the gathered weights: once an iteration. With ZeRO 3
    /// each microbatch gathers the weights for its forward and for its backward pass and scatters its gradients (1.5 times an
    /// all-reduce, arXiv 1910.02054, §7), since nothing is kept whole from one to the next.
    pub gradients: Bytes,
    /// Data parallelism: the same of routed experts.
    pub expert_gradients: Bytes,
    /// Gradients of the embedding: what a GPU of the first stage and its counterpart of the last bring into their all-reduce.
    pub embedding: Bytes,
    /// Expert parallelism: what a GPU sends to each other rank of its expert group.
    pub expert_pair: Bytes,
    /// Expert parallelism: one copy of each of a GPU's tokens, there and back in every pass.
    pub expert_copy: Bytes,
}

impl Volumes {
    pub(super) fn of(
        scenario: &Scenario,
        anatomy: &Anatomy,
        parameters: &Parameters,
        ranks: &Ranks,
        microbatches: u32,
        stage: Stage,
    ) -> Self {
        let layout = &scenario.layout;
        let training = &scenario.training;
        let tp = f64::from(layout.tp.max(1));
        let cp = f64::from(layout.cp.max(1));
        let stages = f64::from(layout.pp.max(1));
        let experts_over = ranks.ep as f64;
        let layers = f64::from(stage.layers);
        let moe_layers = f64::from(stage.moe_layers);
        let full = training.recompute == Recompute::Full;

        let tokens =
            f64::from(training.batch) / f64::from(scenario.dp().max(1)) * anatomy.sequence();
        let activation = tokens / cp * anatomy.hidden() * 2.0;
        let all_reduces = if full { 6.0 } else { 4.0 };
        let passes = if full { 4.0 } else { 3.0 };
        let keys_values = match anatomy.attention {
            // Fewer key-value heads than tensor ranks are held in copies, one a rank.
            Attention::Grouped { head, kv_heads } => 2.0 * head * (kv_heads / tp).max(1.0),
            // The latent is the same for all heads, so every tensor rank passes it whole.
            Attention::Latent {
                key_value, rotary, ..
            } => key_value + rotary,
        };
        let (pipeline, pipeline_wrap) = pipeline(scenario, activation, layers);
        let shards = tp * stages;
        let gradient_bytes = f64::from(training.grad_bits) / 8.0;
        let reduced = |count: f64| {
            let gradients = gradient_bytes * count;
            let weights = 2.0 * count;
            match training.zero {
                0 => 2.0 * gradients,
                1 | 2 => gradients + weights,
                _ => f64::from(training.gathers(microbatches)) * (gradients + 2.0 * weights),
            }
        };
        // Summed as they are, whatever ZeRO does with the others (Megatron-LM).
        let is_shared = scenario.accounting.embedding_gradients && anatomy.ties_embedding();
        let shared = if is_shared && layout.pp > 1 {
            embedding(anatomy) / tp
        } else {
            0.0
        };
        let dispatches = if full { 6.0 } else { 4.0 };
        Self {
            activation: Bytes(activation),
            tensor: Bytes(all_reduces * 2.0 * activation * layers),
            context: Bytes(passes * keys_values * tokens * 2.0 * layers),
            pipeline: Bytes(pipeline),
            pipeline_wrap: Bytes(pipeline_wrap),
            gradients: Bytes(reduced(parameters.non_expert() / shards)),
            expert_gradients: Bytes(reduced(parameters.routed() / (shards * experts_over))),
            embedding: Bytes(2.0 * gradient_bytes * shared),
            expert_pair: Bytes(
                dispatches * moe_layers * parameters.top_k * activation / (tp * experts_over),
            ),
            expert_copy: Bytes(dispatches * moe_layers * activation / tp),
        }
    }
}

/// What a stage sends to a neighbour each way, and what passes between the last stage and the first.
///
/// Counted once a stage boundary, v times with v interleaved chunks; the wrap-around joins consecutive chunks, v−1 times. Counted
/// once a layer, every layer's output goes to the next stage, the last layer's to the first stage: a ring.
fn pipeline(scenario: &Scenario, activation: f64, layers: f64) -> (f64, f64) {
    let sent = if scenario.accounting.scatter_gather {
        activation / f64::from(scenario.layout.tp.max(1))
    } else {
        activation
    };
    if scenario.accounting.pp_per_layer {
        (sent * layers, sent * layers)
    } else {
        let chunks = f64::from(scenario.training.interleave.max(1));
        (sent * chunks, sent * (chunks - 1.0))
    }
}
