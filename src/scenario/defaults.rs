//! What a key is when it is left out: the published run's value, or what follows from the few keys that bring others.
//!
//! `model` brings its published run; `hidden` the widths of the MLPs in the model's own proportion; `heads` the heads of keys
//! and values where the model has as many; `gpu` the six figures of its kind; `gpu` and `zero` the attention kernel.

use super::{AttentionKernel, Cluster, GpuKind, Model, Scenario};
use crate::scenario::parameter::{Kind, TABLE, Value, by_key};

/// The keys that bring others with them. The order is the one in which they are settled.
pub(super) const BRINGING: [&str; 5] = ["model", "hidden", "heads", "gpu", "zero"];

impl Scenario {
    /// For each key by itself, the value it would have if it were left out of the link while all others stayed. (The keys
    /// that bring others are at the published run's values here, and `model` at the link's default.)
    ///
    /// ```
    /// use railyard::scenario::Scenario;
    /// let mut scenario = Scenario::default();
    /// scenario.shape.hidden = 12_800;
    /// assert_eq!(scenario.defaults().shape.ffn, 51_200);
    /// ```
    pub fn defaults(&self) -> Self {
        let mut defaults = Self::preset(self.model);
        let published = defaults.shape.clone();
        let in_proportion = |width: u32| {
            let hidden = u64::from(published.hidden).max(1);
            let scaled = (u64::from(width) * u64::from(self.shape.hidden) + hidden / 2) / hidden;
            u32::try_from(scaled).unwrap_or(u32::MAX)
        };
        defaults.shape.ffn = within("ffn", in_proportion(published.ffn));
        defaults.shape.expert_ffn = within("expert_ffn", in_proportion(published.expert_ffn));
        if published.kv_heads == published.heads {
            defaults.shape.kv_heads = self.shape.heads;
        }
        let kind = defaults.cluster.gpu;
        defaults.cluster = Cluster {
            hb: defaults.cluster.hb,
            gpu: kind,
            ..Cluster::of(self.cluster.gpu, defaults.cluster.gpus)
        };
        defaults.training.attention = self.usual_attention();
        defaults.model = Model::Gpt1t;
        defaults
    }

    /// The attention kernel that such runs are done with. FlashAttention (arXiv 2205.14135) came two years after the A100: GPTs
    /// that Megatron and its descendants trained before have none. Later GPUs and models have it, and so have runs with weights
    /// shared over the replicas, which came into use with PyTorch's own data parallelism.
    pub(super) fn usual_attention(&self) -> AttentionKernel {
        let of_megatrons_years = matches!(self.cluster.gpu, GpuKind::A100 | GpuKind::Custom)
            && self.model != Model::Llama3
            && self.training.zero < 3;
        if self.model == Model::DeepSeekV3 {
            AttentionKernel::Tuned
        } else if of_megatrons_years {
            AttentionKernel::Unfused
        } else {
            AttentionKernel::Fused
        }
    }

    /// The published run of a model with some keys chosen: each of the others has the value that follows.
    pub(super) fn with_chosen(model: Model, chosen: &[(&'static str, Value)]) -> Self {
        let mut scenario = Self::preset(model);
        let put = |scenario: &mut Self, bringing: bool| {
            for (key, value) in chosen {
                if *key != "model"
                    && BRINGING.contains(key) == bringing
                    && let Some(parameter) = by_key(key)
                {
                    (parameter.set)(scenario, *value);
                }
            }
        };
        put(&mut scenario, true);
        let defaults = scenario.defaults();
        for parameter in TABLE {
            if !BRINGING.contains(&parameter.key) {
                (parameter.set)(&mut scenario, (parameter.get)(&defaults));
            }
        }
        put(&mut scenario, false);
        scenario
    }
}

/// `number` within the bounds of a key.
fn within(key: &str, number: u32) -> u32 {
    match by_key(key).map(|parameter| parameter.kind) {
        Some(Kind::Integer { min, max }) => {
            u32::try_from(u64::from(number).clamp(min, max)).unwrap_or(number)
        }
        _ => number,
    }
}
