//! Floating-point operations of an iteration, those of recomputation included.
//!
//! A multiply-add is two operations; the backward pass costs two forward passes; attention's scores are counted in full, without
//! the half that a causal mask would save. For a GPT with full recompute this is Megatron's
//! F = 96·B·s·L·h²·(1 + s/(6h) + V/(16·L·h)) (arXiv 2104.04473, equation 3).

use super::anatomy::{Anatomy, Attention};
use crate::quantity::Flops;
use crate::scenario::{Recompute, Scenario};

/// Forward operations of a token in all layers and the output layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForwardOperations {
    /// In weight matrices.
    pub matrices: f64,
    /// In attention's scores and their product with the values.
    pub core: f64,
    /// In the output layer.
    pub logits: f64,
}

impl ForwardOperations {
    /// The operations of a model.
    pub fn of(anatomy: &Anatomy) -> Self {
        let shape = &anatomy.shape;
        let layers = f64::from(shape.layers);
        let moe_layers = f64::from(anatomy.moe_layers());
        Self {
            matrices: layers * attention_matrices(anatomy)
                + (layers - moe_layers) * mlp(anatomy, f64::from(shape.ffn))
                + moe_layers * moe(anatomy),
            core: layers * attention_core(anatomy),
            logits: 2.0 * anatomy.vocab() * anatomy.hidden(),
        }
    }
}

/// How many forward passes' worth of operations the matrices and attention's core take: forward, twice that backward, and what is
/// computed again. The output layer takes three.
pub const fn passes(recompute: Recompute) -> (f64, f64) {
    match recompute {
        Recompute::None => (3.0, 3.0),
        Recompute::Selective => (3.0, 4.0),
        Recompute::Full => (4.0, 4.0),
    }
}

/// Operations of an iteration of the whole job when `recompute` is done.
pub fn per_iteration(scenario: &Scenario, anatomy: &Anatomy, recompute: Recompute) -> Flops {
    let forward = ForwardOperations::of(anatomy);
    let (of_matrices, of_core) = passes(recompute);
    let per_token = of_matrices * forward.matrices + of_core * forward.core + 3.0 * forward.logits;
    Flops(f64::from(scenario.training.batch) * anatomy.sequence() * per_token)
}

/// Forward operations of a token in a layer's projections.
fn attention_matrices(anatomy: &Anatomy) -> f64 {
    let h = anatomy.hidden();
    let widths = anatomy.core_widths();
    match anatomy.attention {
        Attention::Grouped { .. } => {
            2.0 * h * (widths.query + widths.key + widths.value + widths.output)
        }
        Attention::Latent {
            query,
            key_value,
            plain,
            rotary,
            value,
        } => {
            let queries = h * query + query * widths.query;
            let keys_values =
                h * (key_value + rotary) + key_value * anatomy.heads() * (plain + value);
            2.0 * (queries + keys_values + widths.output * h)
        }
    }
}

/// Forward operations of a token in a layer's scores and their product with the values: 4·s·h for multi-head attention.
fn attention_core(anatomy: &Anatomy) -> f64 {
    let widths = anatomy.core_widths();
    2.0 * anatomy.sequence() * (widths.query + widths.output)
}

fn mlp(anatomy: &Anatomy, width: f64) -> f64 {
    2.0 * anatomy.mlp_matrices() * anatomy.hidden() * width
}

/// The router, the experts that a token visits, and the shared ones.
fn moe(anatomy: &Anatomy) -> f64 {
    let shape = &anatomy.shape;
    let visited = f64::from(shape.top_k.min(shape.experts)) + f64::from(shape.shared_experts);
    2.0 * anatomy.hidden() * f64::from(shape.experts)
        + visited * mlp(anatomy, f64::from(shape.expert_ffn))
}
