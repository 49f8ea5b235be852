//! Batch, precision and memory-saving choices.

use super::{Group, Kind, Parameter, Stops, Value, choice, flag, float, integer, plain};
use crate::language::Bilingual;

const SEQUENCES: Bilingual = Bilingual::new("sequences", "筆序列");

pub(super) const ENTRIES: &[Parameter] = &[
    Parameter {
        key: "batch",
        label: Bilingual::new("Global batch", "全域批次"),
        unit: SEQUENCES,
        help: Bilingual::new(
            "Sequences B that all GPUs together train on in one iteration. A larger batch makes the gradients' share of the traffic smaller.",
            "所有 GPU 在一次迭代中共同訓練的序列數 B；批次愈大，梯度所佔的流量比例愈小。",
        ),
        stops: Stops::Multiples(&[
            1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024,
            1_536, 2_048,
        ]),
        ..integer!(Training, training.batch, 1..=1_000_000_000)
    },
    Parameter {
        key: "microbatch",
        label: Bilingual::new("Microbatch", "微批次"),
        unit: SEQUENCES,
        help: Bilingual::new(
            "Sequences b that go through the pipeline at once. Larger ones need more memory and make more bubbles.",
            "一次送入管線的序列數 b；愈大愈佔記憶體，管線氣泡也愈多。",
        ),
        stops: Stops::Integers(&[1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]),
        ..integer!(Training, training.microbatch, 1..=65_536)
    },
    Parameter {
        key: "recompute",
        label: Bilingual::new("Recompute", "重新計算"),
        help: Bilingual::new(
            "Activations that are thrown away and computed again in the backward pass, to save memory. Recomputing whole layers repeats their tensor-parallel traffic too: 6 all-reduces a layer and not 4.",
            "為節省記憶體而丟棄、在反向傳播時重新計算的活化值。整層重算會連張量平行的通訊也重做一次：每層 6 次 all-reduce，而不是 4 次。",
        ),
        ..choice!(Training, training.recompute: Recompute)
    },
    Parameter {
        key: "sequence_parallel",
        label: Bilingual::new("Sequence parallelism", "序列平行"),
        help: Bilingual::new(
            "Splits each tensor-parallel all-reduce into a reduce-scatter and an all-gather along the sequence: the same bytes, less memory.",
            "把張量平行的每次 all-reduce 沿序列拆成 reduce-scatter 與 all-gather：位元組相同，記憶體較省。",
        ),
        ..flag!(Training, training.sequence_parallel)
    },
    Parameter {
        key: "grad_bits",
        label: Bilingual::new("Gradient precision", "梯度精度"),
        unit: Bilingual::new("bit", "位元"),
        help: Bilingual::new(
            "Bits of one gradient on the wire.",
            "每個梯度在網路上所用的位元數。",
        ),
        ..plain(
            Group::Training,
            Kind::OneOf(&[16, 32]),
            |scenario| Value::Int(u64::from(scenario.training.grad_bits)),
            |scenario, value| {
                if let Value::Int(bits) = value {
                    scenario.training.grad_bits = u32::try_from(bits).unwrap_or(u32::MAX);
                }
            },
        )
    },
    Parameter {
        key: "zero",
        label: Bilingual::new("ZeRO stage", "ZeRO 階段"),
        help: Bilingual::new(
            "How far data-parallel ranks share what they hold: 0 nothing, 1 the optimizer's state, 2 gradients too, 3 weights too.",
            "資料平行的各 rank 分攤儲存的程度：0 不分攤，1 最佳化器狀態，2 再加梯度，3 再加權重。",
        ),
        ..plain(
            Group::Training,
            Kind::OneOf(&[0, 1, 2, 3]),
            |scenario| Value::Int(u64::from(scenario.training.zero)),
            |scenario, value| {
                if let Value::Int(stage) = value {
                    scenario.training.zero = u32::try_from(stage).unwrap_or(u32::MAX);
                }
            },
        )
    },
    Parameter {
        key: "zero_gather",
        label: Bilingual::new("ZeRO 3 gathers", "ZeRO 3 收集權重"),
        help: Bilingual::new(
            "How often ZeRO 3 gathers the weights it divides. Once an iteration is what its paper counts, 1.5 times an all-reduce; then they stand whole between microbatches. FSDP and DeepSpeed gather for every microbatch and hold no more than two layers.",
            "ZeRO 3 多久收集一次分攤的權重。論文以每次迭代一次計，為 all-reduce 的 1.5 倍，但權重在微批次之間須完整存放。FSDP 與 DeepSpeed 每個微批次都收集，最多只存放兩層。",
        ),
        ..choice!(Training, training.zero_gather: ZeroGather)
    },
    Parameter {
        key: "interleave",
        label: Bilingual::new("Interleaving", "交錯排程"),
        help: Bilingual::new(
            "Pieces of the model that each GPU holds, v. More pieces shrink the pipeline's bubble and multiply its traffic.",
            "每顆 GPU 持有的模型片段數 v；片段愈多，管線氣泡愈小，但管線流量成倍增加。",
        ),
        stops: Stops::Integers(&[1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16]),
        ..integer!(Training, training.interleave, 1..=1_024)
    },
    Parameter {
        key: "attention",
        label: Bilingual::new("Attention kernel", "注意力核心"),
        help: Bilingual::new(
            "How the core of attention is computed. Unfused writes the scores of all pairs of tokens to memory; fused (FlashAttention) keeps them on chip and skips the half that the causal mask hides; tuned is the version written for the GPU's own instructions. Left alone it is what runs with such a GPU, model and ZeRO stage use.",
            "注意力核心的算法。未融合會把每對 token 的分數寫入記憶體；融合（FlashAttention）留在晶片上，並略過因果遮罩遮住的一半；調校版則針對該 GPU 的指令撰寫。未指定時，採用該 GPU、模型與 ZeRO 階段的訓練慣用者。",
        ),
        ..choice!(Training, training.attention: AttentionKernel)
    },
    Parameter {
        key: "matmul_bits",
        label: Bilingual::new("Matrix products", "矩陣乘法精度"),
        unit: Bilingual::new("bit", "位元"),
        help: Bilingual::new(
            "Bits of the numbers that a layer's matrix products multiply. With 8 a Hopper or Blackwell GPU multiplies about 1.6 times as fast; an A100 has no such numbers and is no faster. Bytes on the network and utilisation are counted in 16 bits all the same.",
            "各層矩陣乘法所乘數字的位元數。8 位元時 Hopper 與 Blackwell 的乘法約快 1.6 倍；A100 沒有這種格式，不會更快。網路位元組與利用率仍以 16 位元計。",
        ),
        ..plain(
            Group::Training,
            Kind::OneOf(&[8, 16]),
            |scenario| Value::Int(u64::from(scenario.training.matmul_bits)),
            |scenario, value| {
                if let Value::Int(bits) = value {
                    scenario.training.matmul_bits = u32::try_from(bits).unwrap_or(u32::MAX);
                }
            },
        )
    },
    Parameter {
        key: "ep_overlap",
        label: Bilingual::new("All-to-all beside computation", "all-to-all 與計算重疊"),
        help: Bilingual::new(
            "Hides the experts' all-to-alls behind the computation of another microbatch, as DeepSeek-V3's schedule does. What is hidden still takes some of the GPU's multiprocessors.",
            "把專家的 all-to-all 藏在另一個微批次的計算之後，如 DeepSeek-V3 的排程。被遮蔽的通訊仍佔用部分多處理器。",
        ),
        ..flag!(Training, training.ep_overlap)
    },
    Parameter {
        key: "tokens",
        label: Bilingual::new("Training tokens", "訓練 token 數"),
        unit: Bilingual::new("billion", "×10⁹"),
        help: Bilingual::new(
            "Tokens of the whole training. They decide how many days it takes and what energy, and nothing else.",
            "整個訓練所用的 token 數；只影響訓練天數與用電量。",
        ),
        stops: Stops::Floats(&[
            10.0, 30.0, 100.0, 300.0, 366.0, 450.0, 1000.0, 2000.0, 5000.0, 10_000.0, 14_800.0,
            15_600.0, 30_000.0,
        ]),
        ..float!(Training, training.tokens, 0.001..=1_000_000_000.0, step 10.0)
    },
];
