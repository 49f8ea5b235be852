//! What a person chose: every key of the link, with its unit in its name.
//!
//! The names in a link and in the JSON are kept for ever; see the parameter table for key, bounds and texts.

mod arithmetic;
mod choice;
mod defaults;
mod edit;
pub mod example;
mod follow;
mod json;
pub mod link;
pub mod parameter;
mod preset;
pub mod problem;
pub mod rule;
mod stops;
mod validate;

use crate::language::Language;

pub use choice::Choice;
pub use edit::{Edit, Followed, edit, nearest_legal};
pub use json::json;
pub use preset::GpuFigures;
pub use problem::{Level, Notice, Problem};
pub use stops::stops;
pub use validate::{is_legal, validate};

/// One whole configuration. Groups and fields stand in the order of the link's keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The preset that training, layout and cluster defaults come from.
    pub model: Model,
    /// The transformer's shape.
    pub shape: Shape,
    /// Batch, precision and memory-saving choices.
    pub training: Training,
    /// Parallel layout and its placement.
    pub layout: Layout,
    /// GPUs and HB domains.
    pub cluster: Cluster,
    /// The network beyond the HB domains.
    pub network: Network,
    /// Conventions by which bytes are counted.
    pub accounting: Accounting,
    /// Unit prices and powers.
    pub prices: Prices,
    /// What is shown, and how.
    pub presentation: Presentation,
}

/// A published model. It brings its shape and the training, layout and cluster of its published run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// `gpt-1.7b`
    Gpt1_7b,
    /// `gpt-3.6b`
    Gpt3_6b,
    /// `gpt-7.5b`
    Gpt7_5b,
    /// `gpt-18b`
    Gpt18b,
    /// `gpt-39b`
    Gpt39b,
    /// `gpt-76b`
    Gpt76b,
    /// `gpt-146b`
    Gpt146b,
    /// `gpt-310b`
    Gpt310b,
    /// `gpt-530b`
    Gpt530b,
    /// `gpt-1t`
    Gpt1t,
    /// `gpt3-175b`
    Gpt3,
    /// `bloom-176b`
    Bloom,
    /// `llama3-405b`
    Llama3,
    /// `deepseek-v3`
    DeepSeekV3,
    /// `moe-1.3b`
    Moe1_3b,
}

/// A transformer's shape. Counts, but for `gated`.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// `layers`: transformer layers L.
    pub layers: u32,
    /// `hidden`: hidden size h.
    pub hidden: u32,
    /// `heads`: attention heads a.
    pub heads: u32,
    /// `kv_heads`: heads of keys and values (grouped-query attention); equal to `heads` for multi-head attention.
    pub kv_heads: u32,
    /// `ffn`: width of the MLP.
    pub ffn: u32,
    /// `gated`: whether the MLP has a gate, so three matrices and not two.
    pub gated: bool,
    /// `seq`: tokens in a sequence, s.
    pub seq: u32,
    /// `vocab`: vocabulary V.
    pub vocab: u32,
    /// `experts`: routed experts in an MoE layer; 0 for a dense model.
    pub experts: u32,
    /// `top_k`: routed experts that a token visits.
    pub top_k: u32,
    /// `expert_ffn`: width of one expert's MLP.
    pub expert_ffn: u32,
    /// `shared_experts`: experts that every token visits.
    pub shared_experts: u32,
    /// `moe_every`: every n-th layer is MoE.
    pub moe_every: u32,
    /// `dense_layers`: leading layers that stay dense.
    pub dense_layers: u32,
    /// `token_domains`: HB domains that a token's copies go to at most; 0 for any number, each copy sent by itself.
    pub token_domains: u32,
}

/// Batch, precision and memory-saving choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// `batch`: sequences in the global batch B.
    pub batch: u32,
    /// `microbatch`: sequences in a microbatch b.
    pub microbatch: u32,
    /// `recompute`: which activations are computed again in the backward pass.
    pub recompute: Recompute,
    /// `sequence_parallel`: whether TP splits its all-reduces into all-gather and reduce-scatter along the sequence.
    pub sequence_parallel: bool,
    /// `grad_bits`: bits of a gradient on the wire, 16 or 32.
    pub grad_bits: u32,
    /// `zero`: ZeRO stage, 0 to 3.
    pub zero: u32,
    /// `zero_gather`: how often ZeRO 3 gathers the weights.
    pub zero_gather: ZeroGather,
    /// `interleave`: model chunks a GPU holds in the interleaved pipeline, v.
    pub interleave: u32,
    /// `attention`: how the core of attention is computed.
    pub attention: AttentionKernel,
    /// `matmul_bits`: bits of the numbers that layers' matrix products multiply, 8 or 16.
    pub matmul_bits: u32,
    /// `ep_overlap`: whether the experts' all-to-alls run beside computation.
    pub ep_overlap: bool,
    /// `tokens`: tokens of the whole training, in billions.
    pub tokens: f64,
}

impl Training {
    /// Times that the weights are gathered for a forward and a backward pass, and gradients scattered, in an iteration of so many
    /// microbatches: once, or with ZeRO 3 as often as it keeps nothing whole.
    pub fn gathers(&self, microbatches: u32) -> u32 {
        match self.zero_gather {
            ZeroGather::Microbatch if self.zero >= 3 => microbatches.max(1),
            _ => 1,
        }
    }

    /// Whether a GPU holds its weights whole in an iteration of so many microbatches.
    pub fn keeps_weights_whole(&self, microbatches: u32) -> bool {
        self.zero < 3 || (self.zero_gather == ZeroGather::Iteration && microbatches > 1)
    }
}

/// How often ZeRO 3 gathers the weights that it divides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ZeroGather {
    /// `iteration`: once for all forward and once for all backward passes, as arXiv 1910.02054, §7, counts; weights stand whole
    /// from one microbatch to the next.
    Iteration,
    /// `microbatch`: anew for each pass of each microbatch, as FSDP and DeepSpeed do; no more than two layers stand whole.
    Microbatch,
}

/// How the core of attention is computed: scores, softmax and their product with the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttentionKernel {
    /// `unfused`: two batched matrix products with the scores written to memory between them.
    Unfused,
    /// `fused`: one kernel that keeps the scores on chip and skips the half that a causal mask hides (FlashAttention).
    Fused,
    /// `tuned`: such a kernel written for the GPU that it runs on (FlashAttention-2 on the A100, FlashAttention-3 on Hopper).
    Tuned,
}

/// Which activations are computed again in the backward pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recompute {
    /// `none`
    None,
    /// `selective`: the core of attention.
    Selective,
    /// `full`: every layer.
    Full,
}

/// The parallel layout. The data-parallel degree is not here: it follows, see [`Scenario::dp`].
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// `tp`: tensor-parallel degree t.
    pub tp: u32,
    /// `cp`: context-parallel degree c.
    pub cp: u32,
    /// `pp`: pipeline stages p.
    pub pp: u32,
    /// `ep`: expert-parallel degree e, carved out of the data-parallel ranks.
    pub ep: u32,
    /// `order`: the dimensions of a rank, fastest first.
    pub order: RankOrder,
    /// `placement`: which rank sits on which GPU.
    pub placement: Placement,
    /// `seed`: of the random placement.
    pub seed: u32,
}

/// A dimension of parallelism that ranks are numbered along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Tensor.
    Tp,
    /// Context.
    Cp,
    /// Data.
    Dp,
    /// Pipeline.
    Pp,
}

/// A permutation of the four dimensions, fastest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankOrder(pub [Dimension; 4]);

/// Which rank sits on which GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// `aligned`: rank r on GPU r.
    Aligned,
    /// `random`: a permutation drawn from the seed.
    Random,
}

/// GPUs and HB domains.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// `gpus`: N.
    pub gpus: u32,
    /// `hb`: GPUs in an HB domain, K.
    pub hb: u32,
    /// `gpu`: the kind that the six figures below come from.
    pub gpu: GpuKind,
    /// `hb_gbps`: one-way Gb/s of a GPU inside its HB domain, C_F.
    pub hb_gbps: f64,
    /// `nic_gbps`: one-way Gb/s of a GPU's NIC, C_S.
    pub nic_gbps: f64,
    /// `peak_tflops`: dense 16-bit peak in TFLOP/s.
    pub peak_tflops: f64,
    /// `hbm_gbytes_s`: memory bandwidth in GB/s.
    pub hbm_gbytes_s: f64,
    /// `memory_gib`: memory in GiB.
    pub memory_gib: f64,
    /// `gpu_w`: power of a GPU in watts.
    pub gpu_w: f64,
}

/// A GPU whose figures are known; `custom` starts from those of the A100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GpuKind {
    /// `a100`
    A100,
    /// `h100`
    H100,
    /// `h800`
    H800,
    /// `gh200`
    Gh200,
    /// `b200`
    B200,
    /// `gb200`
    Gb200,
    /// `custom`
    Custom,
}

/// The network beyond the HB domains.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// `fabric`: the network whose figures stand first.
    pub fabric: FabricKind,
    /// `radix`: ports of a switch, R.
    pub radix: u32,
    /// `oversubscription`: downlink over uplink capacity of a leaf switch; 1 is full bisection.
    pub oversubscription: f64,
}

/// A design of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FabricKind {
    /// `rail-only`: each rail a network of its own.
    RailOnly,
    /// `rail-optimized`: spines join the rails.
    RailOptimized,
}

/// How a collective is spread over the GPUs of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// `direct`: every GPU sends to every other.
    Direct,
    /// `ring`: every GPU sends to the next.
    Ring,
}

/// How GPU pairs are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairCounting {
    /// `ordered`: (i, j) is what i sends to j; N(N−1) pairs.
    Ordered,
    /// `unordered`: both directions added; N(N−1)/2 pairs.
    Unordered,
}

/// Conventions by which bytes are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Accounting {
    /// `hb_collective`: inside an HB domain.
    pub hb_collective: Algorithm,
    /// `nic_collective`: between HB domains.
    pub nic_collective: Algorithm,
    /// `hierarchical`: whether a group that spans domains reduces inside each first.
    pub hierarchical: bool,
    /// `scatter_gather`: whether the pipeline sends 1/t of an activation per TP rank.
    pub scatter_gather: bool,
    /// `pp_per_layer`: whether pipeline bytes are counted once a layer and not once a stage.
    pub pp_per_layer: bool,
    /// `pairs`: ordered or unordered.
    pub pairs: PairCounting,
    /// `embedding_gradients`: whether first and last stage sum the gradients of an embedding that both hold.
    pub embedding_gradients: bool,
}

/// Unit prices and powers.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// `port_usd`: dollars a used switch port.
    pub port_usd: f64,
    /// `transceiver_usd`: dollars a transceiver.
    pub transceiver_usd: f64,
    /// `port_w`: watts a used switch port.
    pub port_w: f64,
    /// `transceiver_w`: watts a transceiver.
    pub transceiver_w: f64,
}

/// What is shown, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Presentation {
    /// `view`: the whole page or one panel.
    pub view: View,
    /// `axis`: the order of GPUs along the heatmap's axes.
    pub axis: Axis,
    /// `lang`: `None` follows the browser.
    pub lang: Option<Language>,
    /// `theme`: colours.
    pub theme: Theme,
    /// `embed`: whether the page sits in a frame and shows the figure alone.
    pub embed: bool,
    /// `pair`: the two GPUs whose traffic and paths are shown, `source.destination`.
    pub pair: Option<(u32, u32)>,
    /// `zoom`: the part of the heatmap in sight, `row.column.span`; `None` is all of it.
    pub zoom: Option<Zoom>,
    /// `along`: the parameter that a sweep runs along.
    pub along: Along,
    /// `measure`: what a sweep shows.
    pub measure: Measure,
    /// `layouts`: whether a sweep keeps the layout.
    pub layouts: Layouts,
}

/// The whole page or one panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// `all`
    All,
    /// `heatmap`
    Heatmap,
    /// `shares`
    Shares,
    /// `topology`
    Topology,
    /// `savings`
    Savings,
    /// `timing`
    Timing,
    /// `sweep`
    Sweep,
    /// `search`
    Search,
    /// `published`
    Published,
}

/// The order of GPUs along the heatmap's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// `domain`: GPU g at g, so HB domains are neighbours.
    Domain,
    /// `rail`: all GPUs of rail 0 first, then rail 1, …
    Rail,
}

/// Colours of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// `auto`: as the browser says.
    Auto,
    /// `light`
    Light,
    /// `dark`
    Dark,
}

/// The parameter that a sweep runs along, by its key in a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Along {
    /// `hb`: GPUs in an HB domain.
    Hb,
    /// `gpus`: GPUs.
    Gpus,
    /// `radix`: ports of a switch.
    Radix,
    /// `batch`: the global batch.
    Batch,
    /// `nic_gbps`: bandwidth of a NIC.
    Nic,
}

/// What a sweep shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `time`: seconds of an iteration on the three machines.
    Time,
    /// `cost`: what the two networks cost.
    Cost,
    /// `bytes`: bytes of an iteration that leave their HB domain.
    Bytes,
}

/// Whether the layout stays along a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layouts {
    /// `held`: the scenario's layout at every point.
    Held,
    /// `searched`: the layout that is fastest on rail-only, searched at every point.
    Searched,
}

/// A square part of the heatmap, in positions along its axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zoom {
    /// First row.
    pub row: u32,
    /// First column.
    pub column: u32,
    /// Rows and columns.
    pub span: u32,
}

impl Scenario {
    /// The data-parallel degree that follows: d = N / (t·c·p), rounded down where the layout does not divide (an error elsewhere).
    pub fn dp(&self) -> u32 {
        let model_parallel =
            u64::from(self.layout.tp) * u64::from(self.layout.cp) * u64::from(self.layout.pp);
        u32::try_from(u64::from(self.cluster.gpus) / model_parallel.max(1)).unwrap_or(u32::MAX)
    }

    /// The data-parallel degree, if the layout divides the GPUs.
    pub fn exact_dp(&self) -> Option<u32> {
        let layout = &self.layout;
        let ranks = u64::from(layout.tp)
            * u64::from(layout.cp)
            * u64::from(layout.pp)
            * u64::from(self.dp());
        (ranks == u64::from(self.cluster.gpus)).then(|| self.dp())
    }
}

#[cfg(test)]
mod tests;
