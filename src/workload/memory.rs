//! Memory of a GPU in mixed-precision training with Adam.
//!
//! A parameter takes 2 bytes of weight, 4 of main gradient and 12 of optimizer state (32-bit weight and two moments). ZeRO divides
//! the optimizer (1), also gradients (2), also weights (3) over the ranks that hold the same weights. Divided weights are gathered
//! layer by layer: the one that computes and the one after it stand whole; gathered once an iteration they stand whole as soon as
//! more than one microbatch uses them. The heaviest stage has ⌈L/p⌉ layers; what stands outside the layers (embeddings, final norms)
//! is spread evenly over the stages.
//!
//! Activations follow Korthikanti et al. (arXiv 2205.05198): a layer keeps s·b·h·(10 + 24/t + 5·a·s/(h·t)) bytes, all of it
//! divided by t with sequence parallelism. The 24 are queries, keys, values and the core's output (8) and the MLP's two
//! intermediate tensors (16): here each by its own width, so grouped-query attention, latents, gates (three intermediate tensors)
//! and experts count as they are. The 10 are inputs of norms and linear layers (8) and two dropout masks, which models without
//! biases don't have. A fused attention kernel keeps no scores: with it the core keeps nothing. In an
//! MoE layer every visited expert adds a token's copy in and out, with an even spread over the experts. Selective recompute drops
//! the core; full recompute keeps each layer's input (2·s·b·h) and one layer's working set. The first stage holds p microbatches in
//! flight (no more than there are), times 1 + (p−1)/(p·v) when interleaved. With one stage the output layer's input, its norm's
//! and the 32-bit logits stand on it too.

use super::anatomy::{Anatomy, Attention, Stage};
use super::parameters::Parameters;
use crate::cluster::Ranks;
use crate::quantity::Bytes;
use crate::scenario::{AttentionKernel, Recompute, Scenario};

/// Memory of a GPU of the heaviest stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// 16-bit weights.
    pub weights: Bytes,
    /// 32-bit main gradients.
    pub gradients: Bytes,
    /// Optimizer state.
    pub optimizer: Bytes,
    /// Activations kept for the backward pass.
    pub activations: Bytes,
}

impl Memory {
    /// All of it.
    pub fn total(&self) -> Bytes {
        self.weights + self.gradients + self.optimizer + self.activations
    }

    pub(super) fn of(
        scenario: &Scenario,
        anatomy: &Anatomy,
        parameters: &Parameters,
        ranks: &Ranks,
        microbatches: u32,
        stage: Stage,
    ) -> Self {
        let layout = &scenario.layout;
        let stages = f64::from(layout.pp.max(1));
        let tp = f64::from(layout.tp.max(1));
        let layers = f64::from(stage.layers);
        let moe_layers = f64::from(stage.moe_layers);
        let dense = (parameters.outside / stages
            + (layers - moe_layers) * parameters.dense_layer
            + moe_layers * parameters.moe_layer)
            / tp;
        let replicas = (ranks.cp.size * ranks.dp.size) as f64;
        let expert_ranks = ranks.ep as f64;
        let experts = moe_layers * parameters.experts * parameters.expert / (tp * expert_ranks);
        let zero = scenario.training.zero;
        let held = |bytes: f64, divided_from: u32| {
            let (over, over_of_experts) = if zero >= divided_from {
                (replicas, replicas / expert_ranks)
            } else {
                (1.0, 1.0)
            };
            Bytes(bytes * (dense / over + experts / over_of_experts))
        };
        let whole = held(2.0, u32::MAX);
        let weights = if scenario.training.keeps_weights_whole(microbatches) {
            whole
        } else {
            let gathered = 2.0 * 2.0 * largest_layer(parameters, ranks, stage, tp, stages);
            let divided = held(2.0, 3) + Bytes(gathered);
            // Never more than all of them.
            Bytes(divided.0.min(whole.0))
        };
        Self {
            weights,
            gradients: held(4.0, 2),
            optimizer: held(12.0, 1),
            activations: Activations::of(scenario, anatomy, microbatches, stage).bytes(),
        }
    }
}

/// Parameters of the largest layer that a GPU gathers of a model whose weights are divided: it and the one after it stand whole.
pub fn largest_layer(
    parameters: &Parameters,
    ranks: &Ranks,
    stage: Stage,
    tp: f64,
    stages: f64,
) -> f64 {
    let layer = if stage.moe_layers > 0 {
        parameters.moe_layer + parameters.experts * parameters.expert / ranks.ep as f64
    } else {
        parameters.dense_layer
    };
    layer.max(parameters.outside / stages) / tp
}

/// What the activations of a GPU are made of: τ·(u·a + a_w + a_o).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Activations {
    /// Tokens of a microbatch on the GPU.
    pub tokens: f64,
    /// Microbatches in flight on the first stage.
    pub in_flight: f64,
    /// Bytes kept for a token of each of them.
    pub kept: f64,
    /// Bytes for a token of the layer that is computed again.
    pub working: f64,
    /// Bytes for a token in the output layer, where it stands on the same stage.
    pub output: f64,
}

impl Activations {
    /// All of them.
    pub fn bytes(&self) -> Bytes {
        Bytes(self.tokens * (self.in_flight * self.kept + self.working + self.output))
    }

    /// The activations of a GPU of the first stage.
    pub fn of(scenario: &Scenario, anatomy: &Anatomy, microbatches: u32, heaviest: Stage) -> Self {
        let layout = &scenario.layout;
        let training = &scenario.training;
        let stages = f64::from(layout.pp.max(1));
        let tp = f64::from(layout.tp.max(1));
        let replicated = if training.sequence_parallel { tp } else { 1.0 };
        let tokens =
            anatomy.sequence() * f64::from(training.microbatch) / f64::from(layout.cp.max(1));
        let layers = f64::from(heaviest.layers);
        let moe_layers = f64::from(heaviest.moe_layers);

        let core = match training.attention {
            AttentionKernel::Unfused => attention_core(anatomy) / tp,
            AttentionKernel::Fused | AttentionKernel::Tuned => 0.0,
        };
        let dense = layer(anatomy, false, tp, replicated);
        let moe = layer(anatomy, true, tp, replicated);
        let interleave = f64::from(training.interleave.max(1));
        let warm_up = if interleave > 1.0 {
            1.0 + (stages - 1.0) / (stages * interleave)
        } else {
            1.0
        };
        let in_flight = (stages * warm_up).min(f64::from(microbatches));
        let stage = (layers - moe_layers) * dense + moe_layers * moe;
        let (kept, working) = match training.recompute {
            Recompute::None => (stage + layers * core, 0.0),
            Recompute::Selective => (stage, 0.0),
            Recompute::Full => (
                layers * 2.0 * anatomy.hidden() / replicated,
                if moe_layers > 0.0 { moe } else { dense } + core,
            ),
        };
        let output = if layout.pp <= 1 {
            4.0 * anatomy.hidden() / replicated + 4.0 * anatomy.vocab() / tp
        } else {
            0.0
        };
        Self {
            tokens,
            in_flight,
            kept,
            working,
            output,
        }
    }
}

/// Bytes a token that the unfused core of attention keeps in a layer: scores after softmax, and dropout's mask and its result
/// where there is dropout.
fn attention_core(anatomy: &Anatomy) -> f64 {
    let kept = if anatomy.has_biases() { 5.0 } else { 2.0 };
    kept * anatomy.heads() * anatomy.sequence()
}

/// Bytes a token that a layer keeps, but for the core of attention.
fn layer(anatomy: &Anatomy, is_moe: bool, tp: f64, replicated: f64) -> f64 {
    let h = anatomy.hidden();
    let shape = &anatomy.shape;
    let widths = anatomy.core_widths();
    let inputs = if anatomy.has_biases() { 10.0 } else { 8.0 } * h;
    let latents = match anatomy.attention {
        Attention::Grouped { .. } => 0.0,
        Attention::Latent {
            query,
            key_value,
            rotary,
            ..
        } => 2.0 * (query + key_value + rotary),
    };
    let projected = 2.0 * (widths.query + widths.key + widths.value + widths.output);
    let intermediate = |width: f64| 2.0 * anatomy.mlp_matrices() * width;
    let (copies, intermediates) = if is_moe {
        let routed = f64::from(shape.top_k.min(shape.experts));
        let visited = routed + f64::from(shape.shared_experts);
        (
            4.0 * routed * h,
            visited * intermediate(f64::from(shape.expert_ffn)),
        )
    } else {
        (0.0, intermediate(f64::from(shape.ffn)))
    };
    (inputs + latents + copies) / replicated + (projected + intermediates) / tp
}
