//! The letters of the formulas.

use super::amount::Unit;
use super::expression::Symbol;

macro_rules! symbols {
    ($($name:ident: $letter:literal, $unit:ident, $en:literal, $zh:literal;)*) => {
        $(pub(super) const $name: Symbol = Symbol::new($letter, Unit::$unit, $en, $zh);)*
    };
}

/// Whole switches of each tier. Radix 4 reaches a million endpoints in twenty tiers.
pub(super) const BUILT: [Symbol; 24] = {
    const LETTERS: [&str; 24] = [
        "S₁", "S₂", "S₃", "S₄", "S₅", "S₆", "S₇", "S₈", "S₉", "S₁₀", "S₁₁", "S₁₂", "S₁₃", "S₁₄",
        "S₁₅", "S₁₆", "S₁₇", "S₁₈", "S₁₉", "S₂₀", "S₂₁", "S₂₂", "S₂₃", "S₂₄",
    ];
    let mut symbols = [Symbol::plain("S", "whole switches of this tier", "這一層的整台數"); 24];
    let mut tier = 0;
    while tier < 24 {
        symbols[tier].letter = LETTERS[tier];
        tier += 1;
    }
    symbols
};

symbols! {
    N: "N", Plain, "GPUs", "GPU 數";
    T: "t", Plain, "tensor-parallel degree", "張量平行度";
    C: "c", Plain, "context-parallel degree", "上下文平行度";
    P: "p", Plain, "pipeline stages", "管線階段數";
    D: "d", Plain, "data-parallel degree", "資料平行度";
    E: "e", Plain, "expert-parallel degree", "專家平行度";
    GROUP: "n", Plain, "GPUs of the group", "群組內的 GPU 數";
    BATCH: "B", Plain, "sequences in the global batch", "全域批次的序列數";
    MICROBATCHES: "m", Plain, "microbatches of a replica, B/(d·b)", "每個副本的微批次數，B/(d·b)";
    SEQUENCE: "s", Plain, "tokens in a sequence", "每個序列的 token 數";
    VOCABULARY: "V₀", Plain, "vocabulary", "詞彙量";
    HIDDEN: "h", Plain, "hidden size", "隱藏維度";
    STAGE_LAYERS: "ℓ", Plain, "layers of the heaviest stage, ⌈L/p⌉", "最重階段的層數，⌈L/p⌉";
    STAGE_MOE: "ℓₑ", Plain, "MoE layers of the heaviest stage", "最重階段的 MoE 層數";
    CHUNKS: "v", Plain, "interleaved chunks of a GPU", "每顆 GPU 的交錯區塊數";
    ALL_REDUCES: "ar", Plain, "all-reduces a layer: 4, or 6 with full recompute", "每層的 all-reduce 次數：4，完全重新計算時為 6";
    PASSES: "r", Plain, "times that keys and values go round: 3, or 4 with full recompute", "鍵與值繞行的次數：3，完全重新計算時為 4";
    KEYS_VALUES: "k", Plain, "numbers of keys and values a token and TP rank", "每個 token、每個 TP rank 的鍵與值個數";
    DISPATCHES: "x", Plain, "all-to-alls a MoE layer: 4, or 6 with full recompute", "每個 MoE 層的 all-to-all 次數：4，完全重新計算時為 6";
    TOP_K: "k", Plain, "experts that a token visits", "每個 token 經過的專家數";
    GRAD_BYTES: "g", Plain, "bytes of a gradient on the wire", "傳輸時每個梯度的位元組數";
    ACTIVATION: "V", Bytes, "one activation tensor of a replica’s samples", "一個副本所有樣本的一份活化張量";
    PAYLOAD: "Y", Bytes, "what a GPU brings into its group’s collectives", "每顆 GPU 投入群組集合通訊的量";
    EXPERT_PAYLOAD: "Yₑ", Bytes, "the same of expert parameters", "專家參數的同一項";
    EXPERT_GROUP: "nₑ", Plain, "GPUs that hold the same experts, c·d/e", "持有相同專家的 GPU 數，c·d/e";
    EXPERT_PAIR: "X", Bytes, "what a GPU sends to each other GPU of its expert group", "每顆 GPU 傳給專家群組中另一顆的量";
    EXPERT_COPY: "C", Bytes, "one copy of each token of a GPU, in all all-to-alls", "每顆 GPU 的每個 token 各一份，所有 all-to-all 合計";
    VISITED: "z", Plain, "HB domains that a token visits", "每個 token 經過的 HB 域數";
    EDGE: "E", Bytes, "what a stage sends to its neighbour, each way", "一個階段傳給相鄰階段的量（單向）";
    WRAP: "W", Bytes, "what passes between the last stage and the first, each way", "最後與第一階段之間的量（單向）";
    BOTH_WAYS: "2", Plain, "both directions added", "兩個方向相加";
    NON_EXPERT: "P₁", Plain, "parameters outside the routed experts", "路由專家以外的參數";
    ROUTED: "P₂", Plain, "parameters of the routed experts", "路由專家的參數";
    TP_BYTES: "TP", Bytes, "bytes of tensor parallelism", "張量平行的位元組";
    CP_BYTES: "CP", Bytes, "bytes of context parallelism", "上下文平行的位元組";
    PP_BYTES: "PP", Bytes, "bytes of pipeline parallelism", "管線平行的位元組";
    DP_BYTES: "DP", Bytes, "bytes of data parallelism", "資料平行的位元組";
    EP_BYTES: "EP", Bytes, "bytes of expert parallelism", "專家平行的位元組";
    TOTAL_BYTES: "Σ", Bytes, "all bytes that are sent", "送出的所有位元組";
    BUSIEST: "max Σ", Bytes, "the most that any pair exchanges, all kinds added", "任一對 GPU 各類流量相加的最大值";
    PAIRS: "q", Plain, "ordered pairs that exchange anything", "有流量的有序對數";

    ENDPOINTS: "n", Plain, "endpoints of a network", "一個網路的端點數";
    NETWORKS: "M", Plain, "separate networks", "獨立網路數";
    TIERS: "T", Plain, "tiers of switches", "交換器層數";
    RADIX: "R", Plain, "ports of a switch", "每台交換器的埠數";
    OVER: "o", Plain, "oversubscription of a leaf", "leaf 的超額訂閱比";
    PORTS: "A", Plain, "switch ports in use", "使用的連接埠";
    LINKS: "l", Plain, "links", "鏈路";
    TRANSCEIVERS: "Z", Plain, "transceivers", "收發器";
    PORT_USD: "$ₐ", Dollars, "price of a port", "每埠價格";
    TRANSCEIVER_USD: "$ᵤ", Dollars, "price of a transceiver", "每個收發器的價格";
    PORT_W: "wₐ", Watts, "power of a port", "每埠功率";
    TRANSCEIVER_W: "wᵤ", Watts, "power of a transceiver", "每個收發器的功率";
    COST_BEFORE: "$₁", Dollars, "cost of rail-optimized", "rail-optimized 的成本";
    COST_AFTER: "$₂", Dollars, "cost of rail-only", "rail-only 的成本";
    POWER_BEFORE: "w₁", Watts, "power of rail-optimized", "rail-optimized 的功率";
    POWER_AFTER: "w₂", Watts, "power of rail-only", "rail-only 的功率";

    OUTSIDE: "P₀", Plain, "parameters outside the layers", "層以外的參數";
    DENSE_LAYERS: "L₁", Plain, "dense layers", "稠密層數";
    DENSE_LAYER: "P_d", Plain, "parameters of a dense layer", "一個稠密層的參數";
    MOE_LAYERS: "L₂", Plain, "MoE layers", "MoE 層數";
    MOE_LAYER: "P_m", Plain, "parameters of a MoE layer without routed experts", "MoE 層扣除路由專家後的參數";
    EXPERTS: "X", Plain, "routed experts of a layer", "每層的路由專家數";
    EXPERT: "P_e", Plain, "parameters of an expert", "一個專家的參數";
    MATRICES: "f_w", Flops, "forward operations of a token in weight matrices", "每個 token 前向通過權重矩陣的運算量";
    CORE: "f_a", Flops, "forward operations of a token in attention scores", "每個 token 前向計算注意力分數的運算量";
    LOGITS: "f_v", Flops, "forward operations of a token in the output layer", "每個 token 前向通過輸出層的運算量";

    HELD: "P_h", Plain, "parameters that the GPU holds, experts aside", "GPU 持有的參數（專家除外）";
    HELD_EXPERTS: "P_x", Plain, "expert parameters that the GPU holds", "GPU 持有的專家參數";
    SHARDS: "z", Plain, "ranks that ZeRO divides by", "ZeRO 分攤的 rank 數";
    EXPERT_SHARDS: "zₑ", Plain, "the same for experts", "專家部分的分攤數";
    TOKENS: "τ", Plain, "tokens of a microbatch on the GPU, s·b/c", "GPU 上一個微批次的 token 數，s·b/c";
    IN_FLIGHT: "u", Plain, "microbatches in flight", "進行中的微批次數";
    KEPT: "a", Bytes, "bytes kept for a token of a microbatch in flight", "每個進行中 token 保留的位元組";
    WORKING: "a_w", Bytes, "bytes for a token of the layer that is computed again", "重新計算中的層每個 token 的位元組";
    OUTPUT_KEPT: "a_o", Bytes, "bytes for a token in the output layer", "輸出層每個 token 的位元組";
    WEIGHTS: "weights", Memory, "16-bit weights", "16 位元權重";
    GRADIENTS: "gradients", Memory, "32-bit gradients", "32 位元梯度";
    OPTIMIZER: "optimizer", Memory, "optimizer state", "最佳化器狀態";
    ACTIVATIONS: "activations", Memory, "activations", "活化值";

    STAGE_DENSE: "ℓ_d", Plain, "dense layers of the slowest stage", "最慢階段的稠密層數";
    DENSE_LAYER_S: "τ_d", Seconds, "a dense layer, forward and backward, for a microbatch", "一個稠密層處理一個微批次（前向與反向）";
    MOE_LAYER_S: "τ_m", Seconds, "a MoE layer, the same", "一個 MoE 層（同上）";
    OUTPUT_LAYER_S: "τ_o", Seconds, "the output layer and the loss for a microbatch", "輸出層與損失處理一個微批次";
    PROJECTIONS_S: "τ_p", Seconds, "projections of attention", "注意力的投影";
    CORE_S: "τ_c", Seconds, "scores, softmax and their product with the values", "分數、softmax 及其與值的乘積";
    MLP_S: "τ_f", Seconds, "the MLP", "MLP";
    EXPERTS_S: "τ_x", Seconds, "router and experts", "路由與專家";
    AROUND_S: "τ_n", Seconds, "norms, dropout and residuals", "正規化、dropout 與殘差";
    EIGHT_BITS: "φ", Plain, "how many times as fast products of 8-bit numbers are", "8 位元乘法快幾倍";
    SUSTAINED: "η", Plain, "share that this generation of GPUs sustains", "該世代 GPU 可維持的比例";
    HB_BYTES: "B_F", BytesPerSecond, "one-way bandwidth in the HB domain", "HB 域單向頻寬";
    NIC_BYTES: "B_S", BytesPerSecond, "one-way bandwidth of the NIC", "NIC 單向頻寬";
    MEMORY_BYTES: "B_M", BytesPerSecond, "memory bandwidth", "記憶體頻寬";
    TRAINING_TOKENS: "Θ", Plain, "tokens of the training", "訓練的 token 總數";
    TRAINING_S: "τₜ", Seconds, "time of the training", "訓練時間";
    GPU_W: "w_g", Watts, "power of a GPU", "每顆 GPU 的功率";
    NETWORK_W: "w", Watts, "power of the network", "網路的功率";
    COMPUTE_S: "compute", Seconds, "layers and output layer", "各層與輸出層的計算";
    TP_S: "TP", Seconds, "tensor-parallel collectives", "張量平行的集合通訊";
    CP_S: "CP", Seconds, "context-parallel exchange", "上下文平行的交換";
    PP_S: "PP", Seconds, "hand-overs between stages", "階段之間的交接";
    DP_S: "DP", Seconds, "exposed gradients and weights", "未被遮蔽的梯度與權重通訊";
    EP_S: "EP", Seconds, "expert all-to-all", "專家 all-to-all";
    BUBBLE_S: "bubble", Seconds, "the pipeline filling and draining", "管線填滿與排空";
    OPTIMIZER_S: "optimizer", Seconds, "the optimizer’s step", "最佳化器步驟";
    OUTPUT_S: "output", Seconds, "output layer of all microbatches", "所有微批次的輸出層";
    ITERATION_S: "τᵢ", Seconds, "an iteration", "一次迭代";
    MODEL_FLOPS: "F", Flops, "operations of the model", "模型本身的運算量";
    ALL_FLOPS: "F′", Flops, "operations, recomputation included", "含重新計算的運算量";
    PEAK: "Π", FlopsPerSecond, "dense 16-bit peak of a GPU", "每顆 GPU 的稠密 16 位元峰值";
    HB_RATE: "C_F", BytesPerSecond, "bandwidth in the HB domain that collectives sustain", "HB 域內集合通訊可維持的頻寬";
    NIC_RATE: "C_S", BytesPerSecond, "bandwidth of the NIC that collectives sustain", "NIC 上集合通訊可維持的頻寬";
    HB_GBPS: "C_F", Gigabits, "one-way bandwidth in the HB domain", "HB 域單向頻寬";
    NIC_GBPS: "C_S", Gigabits, "one-way bandwidth of the NIC", "NIC 單向頻寬";
    DETOUR: "δ", Plain, "1 + C_S/C_F where rail-only must change rails, else 1", "rail-only 須換軌時為 1 + C_S/C_F，否則為 1";
    INSIDE: "i", Plain, "ranks of the group in one HB domain", "群組在同一 HB 域內的 rank 數";
    ACROSS: "j", Plain, "HB domains of the group", "群組跨越的 HB 域數";
    OPERATIONS: "κ", Plain, "collectives of an iteration", "一次迭代的集合通訊次數";
    LATENCY: "λ", Seconds, "latency of one collective", "一次集合通訊的延遲";
    ALL_TO_ALLS_S: "A", Seconds, "all-to-alls of the experts", "專家的 all-to-all";
    COLLECTIVES_S: "G", Seconds, "collectives of gradients and weights", "梯度與權重的集合通訊";
    HIDING_S: "H", Seconds, "what runs beside them", "與其並行的部分";
    COLLECTIVE_SHARE: "γ", Plain, "share of the multiprocessors that a collective takes", "集合通訊佔用的多處理器比例";
    GATHERS: "r", Plain, "times that ZeRO 3 gathers in an iteration", "ZeRO 3 每次迭代收集的次數";
    GATHERED: "P_g", Plain, "parameters of the largest layer that is gathered", "收集的最大一層的參數";
    STATE_BYTES: "56·P_o", Bytes, "bytes that Adam reads and writes", "Adam 讀寫的位元組";
    MEMORY_RATE: "C_M", BytesPerSecond, "memory bandwidth that is sustained", "可維持的記憶體頻寬";
    LAUNCHES: "λ₁₂", Seconds, "start of twelve kernels", "啟動十二個 kernel 的時間";
    PEERS_INSIDE: "i", Plain, "peers in the own domain", "同域的同伴數";
    PEERS_OUTSIDE: "j", Plain, "peers in other domains", "其他域的同伴數";
}
