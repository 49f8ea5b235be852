//! The model and its shape.

use super::{Parameter, Stops, choice, flag, integer};
use crate::language::Bilingual;

const TOKENS: Bilingual = Bilingual::new("tokens", "個 token");

pub(super) const ENTRIES: &[Parameter] = &[
    Parameter {
        key: "model",
        label: Bilingual::new("Model", "模型"),
        help: Bilingual::new(
            "A published model. It brings its shape and the layout, training and cluster of its published run.",
            "已發表的模型；會一併帶入它的形狀，以及當時訓練所用的平行配置、訓練設定與叢集。",
        ),
        ..choice!(Workload, model: Model)
    },
    Parameter {
        key: "layers",
        label: Bilingual::new("Layers", "層數"),
        help: Bilingual::new(
            "Transformer layers L. They are dealt out to the pipeline stages.",
            "Transformer 的層數 L，會分配給各個管線階段。",
        ),
        stops: Stops::Integers(&[
            4, 8, 12, 16, 24, 32, 40, 48, 60, 64, 72, 80, 96, 105, 112, 120, 128, 144, 160, 192,
            224, 256,
        ]),
        ..integer!(Workload, shape.layers, 1..=1_024)
    },
    Parameter {
        key: "hidden",
        label: Bilingual::new("Hidden size", "隱藏維度"),
        help: Bilingual::new(
            "Numbers that describe one token between two layers, h. All tensor and pipeline traffic is proportional to it.",
            "層與層之間描述一個 token 的數值個數 h；張量平行與管線平行的流量都與它成正比。",
        ),
        stops: Stops::Multiples(&[
            16, 24, 32, 48, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320, 384, 512,
        ]),
        ..integer!(Workload, shape.hidden, 1..=1_048_576)
    },
    Parameter {
        key: "heads",
        label: Bilingual::new("Attention heads", "注意力頭數"),
        help: Bilingual::new(
            "Heads a of the attention. Tensor parallelism deals them out, so tp must divide them.",
            "注意力的頭數 a；張量平行會把它們分給各 GPU，所以 tp 必須能整除它。",
        ),
        stops: Stops::Integers(&[
            4, 8, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 256,
        ]),
        ..integer!(Workload, shape.heads, 1..=65_536)
    },
    Parameter {
        key: "kv_heads",
        label: Bilingual::new("Key/value heads", "KV 頭數"),
        help: Bilingual::new(
            "Heads of keys and values. Fewer than the attention heads means grouped-query attention, with less to pass round in context parallelism.",
            "鍵與值的頭數；少於注意力頭數即為分組查詢注意力（GQA），上下文平行要傳的資料也較少。",
        ),
        stops: Stops::Integers(&[
            1, 2, 4, 8, 10, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 256,
        ]),
        ..integer!(Workload, shape.kv_heads, 1..=65_536)
    },
    Parameter {
        key: "ffn",
        label: Bilingual::new("MLP width", "MLP 寬度"),
        help: Bilingual::new(
            "Width of the MLP in a layer. It follows the hidden size in the model's own proportion unless you set it.",
            "每層 MLP 的寬度；若未指定，會依模型原本的比例隨隱藏維度變動。",
        ),
        stops: Stops::Integers(&[
            1_024, 2_048, 4_096, 8_192, 12_288, 16_384, 20_480, 24_576, 32_768, 40_960, 49_152,
            53_248, 65_536, 81_920, 102_400, 131_072, 204_800, 262_144,
        ]),
        ..integer!(Workload, shape.ffn, 1..=16_777_216)
    },
    Parameter {
        key: "gated",
        label: Bilingual::new("Gated MLP", "閘控 MLP"),
        help: Bilingual::new(
            "Whether the MLP has a gate (SwiGLU), so that it holds three matrices and not two.",
            "MLP 是否有閘控（如 SwiGLU）；有的話每個 MLP 是三個矩陣而不是兩個。",
        ),
        ..flag!(Workload, shape.gated)
    },
    Parameter {
        key: "seq",
        label: Bilingual::new("Sequence length", "序列長度"),
        unit: TOKENS,
        help: Bilingual::new(
            "Tokens in one training sequence, s.",
            "一筆訓練序列的 token 數 s。",
        ),
        stops: Stops::Integers(&[
            512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144, 524_288,
            1_048_576,
        ]),
        ..integer!(Workload, shape.seq, 1..=16_777_216)
    },
    Parameter {
        key: "vocab",
        label: Bilingual::new("Vocabulary", "詞彙表大小"),
        help: Bilingual::new(
            "Different tokens that the model knows, V. It sets the size of the embedding.",
            "模型認得的 token 種類數 V，決定嵌入層的大小。",
        ),
        stops: Stops::Integers(&[
            32_000, 50_257, 51_200, 64_000, 100_352, 128_256, 129_280, 151_936, 200_064, 250_880,
            262_144,
        ]),
        ..integer!(Workload, shape.vocab, 1..=16_777_216)
    },
    Parameter {
        key: "experts",
        label: Bilingual::new("Experts", "專家數"),
        help: Bilingual::new(
            "Routed experts in a mixture-of-experts layer; 0 makes the model dense.",
            "混合專家（MoE）層中可被選用的專家數；0 表示稠密模型。",
        ),
        stops: Stops::Integers(&[0, 2, 4, 8, 16, 32, 64, 128, 160, 256, 384, 512, 1_024]),
        ..integer!(Workload, shape.experts, 0..=65_536)
    },
    Parameter {
        key: "top_k",
        label: Bilingual::new("Experts per token", "每個 token 的專家數"),
        help: Bilingual::new(
            "Routed experts that each token visits. Every visit is a trip to another GPU and back.",
            "每個 token 會送往的專家數；每送一次就是往另一顆 GPU 來回一趟。",
        ),
        stops: Stops::Integers(&[1, 2, 4, 6, 8, 10, 12, 16]),
        ..integer!(Workload, shape.top_k, 1..=65_536)
    },
    Parameter {
        key: "expert_ffn",
        label: Bilingual::new("Expert width", "專家寬度"),
        help: Bilingual::new("Width of the MLP of one expert.", "單一專家的 MLP 寬度。"),
        stops: Stops::Integers(&[
            512, 1_024, 1_408, 2_048, 4_096, 8_192, 14_336, 16_384, 32_768, 53_248, 65_536, 102_400,
        ]),
        ..integer!(Workload, shape.expert_ffn, 1..=16_777_216)
    },
    Parameter {
        key: "shared_experts",
        label: Bilingual::new("Shared experts", "共享專家數"),
        help: Bilingual::new(
            "Experts that every token visits. They are on every GPU, so they cause no traffic between experts.",
            "每個 token 都會經過的專家；每顆 GPU 都有，因此不產生專家之間的流量。",
        ),
        stops: Stops::Integers(&[0, 1, 2, 4]),
        ..integer!(Workload, shape.shared_experts, 0..=1_024)
    },
    Parameter {
        key: "moe_every",
        label: Bilingual::new("MoE every n-th layer", "每 n 層一個 MoE 層"),
        help: Bilingual::new(
            "1 puts experts in every layer, 2 in every second layer, and so on.",
            "1 表示每層都有專家，2 表示每兩層一次，依此類推。",
        ),
        stops: Stops::Integers(&[1, 2, 3, 4, 6, 8]),
        ..integer!(Workload, shape.moe_every, 1..=1_024)
    },
    Parameter {
        key: "dense_layers",
        label: Bilingual::new("Leading dense layers", "前段稠密層數"),
        help: Bilingual::new(
            "Layers at the start that have no experts.",
            "最前面沒有專家的層數。",
        ),
        stops: Stops::Integers(&[0, 1, 2, 3, 4, 6, 8]),
        ..integer!(Workload, shape.dense_layers, 0..=1_024)
    },
    Parameter {
        key: "token_domains",
        label: Bilingual::new("Domains a token visits", "每個 token 的 HB 域上限"),
        help: Bilingual::new(
            "HB domains that a token's copies go to at most. A copy crosses the network once a domain, on its own rail, and is handed on to its experts inside. 0: no limit, every copy is sent straight to its expert.",
            "一個 token 的複本最多送到幾個 HB 域。每個域只過一次網路、走自己的軌，再於域內轉交給各專家。0 表示不限，每份複本直接送往專家。",
        ),
        stops: Stops::Integers(&[0, 1, 2, 3, 4, 6, 8, 16]),
        ..integer!(Workload, shape.token_domains, 0..=65_536)
    },
];
