//! What a model's family decides beyond its shape: biases, norms, positions, tied embeddings, and how attention is built.

use crate::scenario::{Model, Scenario, Shape};

/// A family of transformers, each counted as its authors count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Megatron's GPT: biases, two LayerNorms a layer, learned positions, tied embeddings; the final norm is not counted.
    Gpt,
    /// BLOOM: GPT without learned positions (ALiBi), with a LayerNorm after the embedding and a final one.
    Bloom,
    /// Llama: RMSNorms, no biases, rotary positions, an output matrix of its own, a final norm.
    Llama,
    /// DeepSeek-V3: Llama's habits with multi-head latent attention. Without its multi-token-prediction module.
    DeepSeek,
}

/// How attention is projected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attention {
    /// Multi-head or grouped-query attention.
    Grouped {
        /// Width of a head, h/a.
        head: f64,
        /// Heads of keys and values.
        kv_heads: f64,
    },
    /// Multi-head latent attention: queries, and keys with values, each pass a narrow latent (arXiv 2412.19437, §2.1.1 and §4.2).
    Latent {
        /// Width of the latent of queries.
        query: f64,
        /// Width of the latent that keys and values come from.
        key_value: f64,
        /// A head's part without rotary positions.
        plain: f64,
        /// A head's part with rotary positions; its key is shared by all heads.
        rotary: f64,
        /// A head's values.
        value: f64,
    },
}

/// A model as its parts are counted: the scenario's shape and what its family adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Anatomy {
    /// The family.
    pub family: Family,
    /// The attention.
    pub attention: Attention,
    /// The shape.
    pub shape: Shape,
}

impl Anatomy {
    /// The anatomy of a scenario's model, with the shape as overridden.
    pub fn of(scenario: &Scenario) -> Self {
        let shape = scenario.shape.clone();
        let family = match scenario.model {
            Model::Bloom => Family::Bloom,
            Model::Llama3 => Family::Llama,
            Model::DeepSeekV3 => Family::DeepSeek,
            _ => Family::Gpt,
        };
        let attention = match family {
            Family::DeepSeek => Attention::Latent {
                query: 1536.0,
                key_value: 512.0,
                plain: 128.0,
                rotary: 64.0,
                value: 128.0,
            },
            _ => Attention::Grouped {
                head: f64::from(shape.hidden) / f64::from(shape.heads.max(1)),
                kv_heads: f64::from(shape.kv_heads),
            },
        };
        Self {
            family,
            attention,
            shape,
        }
    }

    /// Hidden size h.
    pub fn hidden(&self) -> f64 {
        f64::from(self.shape.hidden)
    }

    /// Attention heads a.
    pub fn heads(&self) -> f64 {
        f64::from(self.shape.heads)
    }

    /// Vocabulary V.
    pub fn vocab(&self) -> f64 {
        f64::from(self.shape.vocab)
    }

    /// Tokens in a sequence, s.
    pub fn sequence(&self) -> f64 {
        f64::from(self.shape.seq)
    }

    /// Matrices of an MLP: two, or three with a gate.
    pub fn mlp_matrices(&self) -> f64 {
        if self.shape.gated { 3.0 } else { 2.0 }
    }

    /// Whether linear layers have biases, and dropout keeps its masks.
    pub fn has_biases(&self) -> bool {
        matches!(self.family, Family::Gpt | Family::Bloom)
    }

    /// Whether the embedding is the output matrix too, so that first and last stage each hold it.
    pub fn ties_embedding(&self) -> bool {
        matches!(self.family, Family::Gpt | Family::Bloom)
    }

    /// Whether queries and keys are turned by their positions.
    pub fn has_rotary_positions(&self) -> bool {
        matches!(self.family, Family::Llama | Family::DeepSeek)
    }

    /// Heads times width of queries, of keys, and of values, as the core of attention reads them.
    pub fn core_widths(&self) -> CoreWidths {
        match self.attention {
            Attention::Grouped { head, kv_heads } => CoreWidths {
                query: self.heads() * head,
                key: kv_heads * head,
                value: kv_heads * head,
                output: self.heads() * head,
            },
            Attention::Latent {
                plain,
                rotary,
                value,
                ..
            } => CoreWidths {
                query: self.heads() * (plain + rotary),
                key: self.heads() * (plain + rotary),
                value: self.heads() * value,
                output: self.heads() * value,
            },
        }
    }

    /// Whether layer `index` (from 0) is MoE: after the leading dense layers, every `moe_every`-th.
    pub fn is_moe(&self, index: u32) -> bool {
        self.moe_layers_before(index.saturating_add(1)) > self.moe_layers_before(index)
    }

    /// MoE layers among the first `layers`.
    pub fn moe_layers_before(&self, layers: u32) -> u32 {
        if self.shape.experts == 0 {
            return 0;
        }
        layers.saturating_sub(self.shape.dense_layers) / self.shape.moe_every.max(1)
    }

    /// MoE layers of the model.
    pub fn moe_layers(&self) -> u32 {
        self.moe_layers_before(self.shape.layers)
    }

    /// Layers of the heaviest stage, ⌈L/p⌉.
    fn stage_layers(&self, stages: u32) -> u32 {
        self.shape.layers.div_ceil(stages.max(1))
    }

    /// The heaviest of `stages` stages.
    pub fn heaviest_stage(&self, stages: u32) -> Stage {
        let (fewest_moe_layers, moe_layers) = self.stage_moe_layers(stages);
        Stage {
            layers: self.stage_layers(stages),
            moe_layers,
            fewest_moe_layers,
        }
    }

    /// MoE layers of the stages that have the fewest and the most of them, the layers being dealt in order and as evenly as they go.
    fn stage_moe_layers(&self, stages: u32) -> (u32, u32) {
        if self.shape.experts == 0 {
            return (0, 0);
        }
        let stages = stages.clamp(1, self.shape.layers.max(1));
        let (each, longer) = (self.shape.layers / stages, self.shape.layers % stages);
        let first_layer = |stage: u32| stage * each + stage.min(longer);
        let (fewest, most) = (0..stages)
            .map(|stage| {
                self.moe_layers_before(first_layer(stage + 1))
                    - self.moe_layers_before(first_layer(stage))
            })
            .fold((u32::MAX, 0), |(fewest, most), here| {
                (fewest.min(here), most.max(here))
            });
        (fewest.min(most), most)
    }
}

/// The heaviest stage of a pipeline: uneven stages wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its layers, ⌈L/p⌉.
    pub layers: u32,
    /// The most MoE layers that a stage has.
    pub moe_layers: u32,
    /// The fewest MoE layers that a stage has: where dense layers are the slower ones, that stage sets the pace.
    pub fewest_moe_layers: u32,
}

/// Numbers a token in the core of attention, over all heads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoreWidths {
    /// Queries.
    pub query: f64,
    /// Keys.
    pub key: f64,
    /// Values.
    pub value: f64,
    /// The heads' results, before the output projection.
    pub output: f64,
}
