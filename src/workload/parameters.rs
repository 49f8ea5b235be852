//! Parameters, exact for every preset.
//!
//! For a GPT this is Megatron's P = 12·L·h²·(1 + 13/(12h) + (V+s)/(12·L·h)) (arXiv 2104.04473, equation 2), opened up so that
//! grouped-query attention, other MLP widths, gates and experts count too. All numbers are integers below 2⁵³, exact in `f64`.

use super::anatomy::{Anatomy, Attention, Family};

/// Parameters by what holds them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Outside the layers: embeddings, positions, output matrix, norms before and after the layers.
    pub outside: f64,
    /// A dense layer.
    pub dense_layer: f64,
    /// An MoE layer without its routed experts: attention, norms, router, shared experts.
    pub moe_layer: f64,
    /// One routed expert.
    pub expert: f64,
    /// Dense layers.
    pub dense_layers: f64,
    /// MoE layers.
    pub moe_layers: f64,
    /// Routed experts in an MoE layer.
    pub experts: f64,
    /// Routed experts that a token visits in an MoE layer.
    pub top_k: f64,
}

impl Parameters {
    /// The parameters of a model.
    pub fn of(anatomy: &Anatomy) -> Self {
        let shape = &anatomy.shape;
        let attention_and_norms = attention(anatomy) + layer_norms(anatomy);
        let expert = mlp(anatomy, f64::from(shape.expert_ffn));
        let experts = f64::from(shape.experts);
        let moe_layers = f64::from(anatomy.moe_layers());
        Self {
            outside: outside_layers(anatomy),
            dense_layer: attention_and_norms + mlp(anatomy, f64::from(shape.ffn)),
            moe_layer: attention_and_norms
                + router(anatomy)
                + f64::from(shape.shared_experts) * expert,
            expert,
            dense_layers: f64::from(shape.layers) - moe_layers,
            moe_layers,
            experts,
            top_k: f64::from(shape.top_k.min(shape.experts)),
        }
    }

    /// All that every data-parallel rank holds: everything but routed experts.
    pub fn non_expert(&self) -> f64 {
        self.outside + self.dense_layers * self.dense_layer + self.moe_layers * self.moe_layer
    }

    /// Routed experts.
    pub fn routed(&self) -> f64 {
        self.moe_layers * self.experts * self.expert
    }

    /// All parameters.
    pub fn total(&self) -> f64 {
        self.non_expert() + self.routed()
    }

    /// What one token passes.
    pub fn active(&self) -> f64 {
        self.non_expert() + self.moe_layers * self.top_k * self.expert
    }
}

fn attention(anatomy: &Anatomy) -> f64 {
    let h = anatomy.hidden();
    let heads = anatomy.heads();
    match anatomy.attention {
        Attention::Grouped { head, kv_heads } => {
            let projected = (heads + 2.0 * kv_heads) * head;
            let biases = if anatomy.has_biases() {
                projected + h
            } else {
                0.0
            };
            h * projected + heads * head * h + biases
        }
        Attention::Latent {
            query,
            key_value,
            plain,
            rotary,
            value,
        } => {
            let queries = h * query + query + query * heads * (plain + rotary);
            let keys_values =
                h * (key_value + rotary) + key_value + key_value * heads * (plain + value);
            queries + keys_values + heads * value * h
        }
    }
}

fn mlp(anatomy: &Anatomy, width: f64) -> f64 {
    let h = anatomy.hidden();
    let biases = if anatomy.has_biases() {
        (anatomy.mlp_matrices() - 1.0) * width + h
    } else {
        0.0
    };
    anatomy.mlp_matrices() * h * width + biases
}

/// Megatron's count knows no router, so a GPT made MoE has none in its own: 0.3 % of what is not experts in MoE-1.3B.
fn router(anatomy: &Anatomy) -> f64 {
    match anatomy.family {
        Family::Gpt | Family::Bloom => 0.0,
        Family::Llama | Family::DeepSeek => anatomy.hidden() * f64::from(anatomy.shape.experts),
    }
}

fn layer_norms(anatomy: &Anatomy) -> f64 {
    2.0 * norm(anatomy)
}

/// A LayerNorm has weights and biases, an RMSNorm weights alone.
fn norm(anatomy: &Anatomy) -> f64 {
    match anatomy.family {
        Family::Gpt | Family::Bloom => 2.0 * anatomy.hidden(),
        Family::Llama | Family::DeepSeek => anatomy.hidden(),
    }
}

/// Parameters of the embedding matrix.
pub(super) fn embedding(anatomy: &Anatomy) -> f64 {
    anatomy.vocab() * anatomy.hidden()
}

fn outside_layers(anatomy: &Anatomy) -> f64 {
    let embedding = embedding(anatomy);
    match anatomy.family {
        Family::Gpt => embedding + anatomy.sequence() * anatomy.hidden(),
        Family::Bloom => embedding + 2.0 * norm(anatomy),
        Family::Llama | Family::DeepSeek => 2.0 * embedding + norm(anatomy),
    }
}
