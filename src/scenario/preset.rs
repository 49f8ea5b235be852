//! Published models, and the run that each was published with.

use super::{
    Accounting, Algorithm, Along, AttentionKernel, Axis, Cluster, FabricKind, GpuKind, Layout,
    Layouts, Measure, Model, Network, PairCounting, Placement, Presentation, Prices, RankOrder,
    Recompute, Scenario, Shape, Theme, Training, View, ZeroGather,
};

impl Default for Scenario {
    /// GPT-1T on 384 DGX A100, as Megatron ran it: what a link without keys says.
    fn default() -> Self {
        Self::preset(Model::Gpt1t)
    }
}

impl Scenario {
    /// A published model on the cluster and in the layout of its published run. The network, the accounting, the prices
    /// and the presentation are the same for all of them.
    pub fn preset(model: Model) -> Self {
        let mut run = Self::published(model);
        run.training.attention = run.usual_attention();
        run
    }

    fn published(model: Model) -> Self {
        use Model::*;
        match model {
            // Layers, hidden, heads; t, p, GPUs, batch: Table 1 of arXiv 2104.04473 (assets/published/megatron_table1.csv).
            Gpt1_7b => megatron(model, [24, 2304, 24], [1, 1, 32, 512]),
            Gpt3_6b => megatron(model, [30, 3072, 32], [2, 1, 64, 512]),
            Gpt7_5b => megatron(model, [36, 4096, 32], [4, 1, 128, 512]),
            Gpt18b => megatron(model, [40, 6144, 48], [8, 1, 256, 1024]),
            Gpt39b => megatron(model, [48, 8192, 64], [8, 2, 512, 1536]),
            Gpt76b => megatron(model, [60, 10_240, 80], [8, 4, 1024, 1792]),
            Gpt146b => megatron(model, [80, 12_288, 96], [8, 8, 1536, 2304]),
            Gpt310b => megatron(model, [96, 16_384, 128], [8, 16, 1920, 2160]),
            Gpt530b => megatron(model, [105, 20_480, 128], [8, 35, 2520, 2520]),
            Gpt1t => megatron(model, [128, 25_600, 160], [8, 64, 3072, 3072]),
            // The 175B row of Table 5 of arXiv 2205.05198 (assets/published/seqpar_table5.csv).
            Gpt3 => {
                let mut run = megatron(model, [96, 12_288, 96], [8, 8, 64, 64]);
                run.training.interleave = 3;
                // arXiv 2005.14165, §2.2.
                run.training.tokens = 300.0;
                run
            }
            Bloom => bloom(),
            Llama3 => llama3(),
            DeepSeekV3 => deepseek_v3(),
            Moe1_3b => moe_1_3b(),
        }
    }
}

/// A GPT of Megatron's: a 51,200-word vocabulary, 2,048 tokens, an MLP four times as wide as the model, one sequence a
/// microbatch, every layer computed again, on DGX A100.
fn megatron(
    model: Model,
    [layers, hidden, heads]: [u32; 3],
    [tp, pp, gpus, batch]: [u32; 4],
) -> Scenario {
    Scenario {
        model,
        shape: Shape {
            layers,
            hidden,
            heads,
            kv_heads: heads,
            ffn: 4 * hidden,
            gated: false,
            seq: 2048,
            vocab: 51_200,
            // A dense model. The rest of the MoE keys wait at values that make one out of it as soon as it gets experts.
            experts: 0,
            top_k: 1,
            expert_ffn: 4 * hidden,
            shared_experts: 0,
            moe_every: 1,
            dense_layers: 0,
            token_domains: 0,
        },
        training: Training {
            batch,
            microbatch: 1,
            recompute: Recompute::Full,
            sequence_parallel: false,
            grad_bits: 16,
            zero: 0,
            zero_gather: ZeroGather::Iteration,
            interleave: 1,
            attention: AttentionKernel::Unfused,
            matmul_bits: 16,
            ep_overlap: false,
            // What arXiv 2104.04473, §5.1, reckons the training time of its trillion-parameter model with.
            tokens: 450.0,
        },
        layout: Layout {
            tp,
            cp: 1,
            pp,
            ep: 1,
            order: RankOrder::default(),
            placement: Placement::Aligned,
            seed: 0,
        },
        cluster: Cluster::of(GpuKind::A100, gpus),
        network: Network {
            fabric: FabricKind::RailOnly,
            radix: 64,
            oversubscription: 1.0,
        },
        accounting: Accounting {
            hb_collective: Algorithm::Direct,
            nic_collective: Algorithm::Ring,
            hierarchical: true,
            scatter_gather: true,
            pp_per_layer: false,
            pairs: PairCounting::Ordered,
            // Small, and left out of the paper's counts.
            embedding_gradients: false,
        },
        // A 400 Gb/s port and a transceiver, as arXiv 2307.12169 prices them.
        prices: Prices {
            port_usd: 694.0,
            transceiver_usd: 199.0,
            port_w: 18.0,
            transceiver_w: 9.0,
        },
        presentation: Presentation {
            view: View::All,
            axis: Axis::Domain,
            lang: None,
            theme: Theme::Auto,
            embed: false,
            pair: None,
            zoom: None,
            along: Along::Hb,
            measure: Measure::Time,
            layouts: Layouts::Held,
        },
    }
}

/// BLOOM on 384 A100 (arXiv 2211.05100): t 4, p 12, d 8, ZeRO stage 1; 366 billion tokens.
fn bloom() -> Scenario {
    let mut run = megatron(Model::Bloom, [70, 14_336, 112], [4, 12, 384, 2048]);
    run.shape.vocab = 250_880;
    run.training.microbatch = 2;
    run.training.zero = 1;
    run.training.tokens = 366.0;
    run
}

/// Llama 3 405B on 16,384 H100 (arXiv 2407.21783): t 8, p 16, d 128 at 8,192 tokens; gradients summed in 32 bits; 15.6 trillion
/// tokens.
fn llama3() -> Scenario {
    let mut run = megatron(Model::Llama3, [126, 16_384, 128], [8, 16, 16_384, 2048]);
    run.shape = Shape {
        kv_heads: 8,
        ffn: 53_248,
        gated: true,
        seq: 8192,
        vocab: 128_256,
        expert_ffn: 53_248,
        ..run.shape
    };
    run.training = Training {
        recompute: Recompute::None,
        sequence_parallel: true,
        grad_bits: 32,
        zero: 2,
        interleave: 8,
        tokens: 15_600.0,
        ..run.training
    };
    run.cluster = Cluster::of(GpuKind::H100, 16_384);
    run
}

/// DeepSeek-V3 on 2,048 H800 (arXiv 2412.19437): p 16, e 64, no tensor parallelism. The run recomputed norms and up-projections
/// and kept activations in 8 bits; of our three choices full recompute is the one that fits its memory too. Its attention compresses keys and
/// values, so each of the 128 heads has its own. 14.8 trillion tokens, each of
/// which goes to at most 4 nodes.
fn deepseek_v3() -> Scenario {
    let mut run = megatron(Model::DeepSeekV3, [61, 7168, 128], [1, 16, 2048, 15_360]);
    run.shape = Shape {
        ffn: 18_432,
        gated: true,
        seq: 4096,
        vocab: 129_280,
        experts: 256,
        top_k: 8,
        expert_ffn: 2048,
        shared_experts: 1,
        dense_layers: 3,
        token_domains: 4,
        ..run.shape
    };
    run.training.recompute = Recompute::Full;
    run.training.zero = 1;
    run.training.matmul_bits = 8;
    run.training.ep_overlap = true;
    run.training.tokens = 14_800.0;
    run.layout.ep = 64;
    run.cluster = Cluster::of(GpuKind::H800, 2048);
    run
}

/// A 1.3B GPT in which every second layer has 128 experts, one of them a token, on 128 A100: the MoE of arXiv 2307.12169. Trained
/// on 300 billion tokens, as that of DeepSpeed-MoE (arXiv 2201.05596).
fn moe_1_3b() -> Scenario {
    let mut run = megatron(Model::Moe1_3b, [24, 2048, 16], [1, 1, 128, 512]);
    run.shape.experts = 128;
    run.shape.moe_every = 2;
    run.training.microbatch = 4;
    run.training.recompute = Recompute::None;
    run.training.tokens = 300.0;
    run.layout.ep = 128;
    run
}

impl Cluster {
    /// `gpus` GPUs of a kind with its figures, eight to an HB domain as in a DGX.
    pub fn of(kind: GpuKind, gpus: u32) -> Self {
        let GpuFigures {
            hb_gbps,
            nic_gbps,
            peak_tflops,
            hbm_gbytes_s,
            memory_gib,
            gpu_w,
        } = kind.figures();
        Self {
            gpus,
            hb: 8,
            gpu: kind,
            hb_gbps,
            nic_gbps,
            peak_tflops,
            hbm_gbytes_s,
            memory_gib,
            gpu_w,
        }
    }
}

/// What a kind of GPU brings, in the units of the link's keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GpuFigures {
    /// One-way Gb/s inside an HB domain, C_F.
    pub hb_gbps: f64,
    /// One-way Gb/s of the NIC, C_S.
    pub nic_gbps: f64,
    /// Dense 16-bit peak in TFLOP/s.
    pub peak_tflops: f64,
    /// Memory bandwidth in GB/s.
    pub hbm_gbytes_s: f64,
    /// Memory in GiB.
    pub memory_gib: f64,
    /// Power limit in watts.
    pub gpu_w: f64,
}

impl GpuKind {
    /// The figures of this kind. NVIDIA prints NVLink bandwidth of both directions added and tensor-core peaks often with
    /// sparsity; these are one way and dense. Powers are the limits of the GPU alone, in its most common
    /// socketed form and without host or CPU.
    pub const fn figures(self) -> GpuFigures {
        let [
            hb_gbps,
            nic_gbps,
            peak_tflops,
            hbm_gbytes_s,
            memory_gib,
            gpu_w,
        ] = match self {
            // NVLink 3, 600 GB/s both ways; HDR InfiniBand; the 80 GB part.
            Self::A100 | Self::Custom => [2400.0, 200.0, 312.0, 2040.0, 80.0, 400.0],
            // NVLink 4, 900 GB/s both ways; NDR InfiniBand.
            Self::H100 => [3600.0, 400.0, 989.0, 3350.0, 80.0, 700.0],
            // An H100 with NVLink cut to 400 GB/s both ways.
            Self::H800 => [1600.0, 400.0, 989.0, 3350.0, 80.0, 700.0],
            // The part with 96 GB of HBM3 at 4 TB/s, not the one with 144 GB of HBM3e.
            Self::Gh200 => [3600.0, 400.0, 989.0, 4000.0, 96.0, 700.0],
            // NVLink 5, 1.8 TB/s both ways; HBM3e. Public figures of Blackwell vary by a few per cent with the system it is in:
            // about 2.25 PFLOP/s in a DGX B200 and 2.5 in an NVL72, 180 to 186 GB of memory.
            Self::B200 => [7200.0, 400.0, 2250.0, 8000.0, 180.0, 1000.0],
            Self::Gb200 => [7200.0, 400.0, 2500.0, 8000.0, 186.0, 1200.0],
        };
        GpuFigures {
            hb_gbps,
            nic_gbps,
            peak_tflops,
            hbm_gbytes_s,
            memory_gib,
            gpu_w,
        }
    }
}
