//! Conventions by which bytes are counted.

use super::{Parameter, choice, flag};
use crate::language::Bilingual;

pub(super) const ENTRIES: &[Parameter] = &[
    Parameter {
        key: "hb_collective",
        label: Bilingual::new("Collectives inside a domain", "域內集體通訊"),
        help: Bilingual::new(
            "All to all: every GPU of a group sends a little to every other, as a switch allows. Ring: everything to the next one. The sum is the same.",
            "全對全：群組內每顆 GPU 各送一小份給其他每一顆（交換器容許）。環狀：全部送給下一顆。總量相同。",
        ),
        ..choice!(Accounting, accounting.hb_collective: Algorithm)
    },
    Parameter {
        key: "nic_collective",
        label: Bilingual::new("Collectives between domains", "域間集體通訊"),
        help: Bilingual::new(
            "The same choice for groups whose members sit in different HB domains.",
            "成員位於不同 HB 域的群組所用的方式。",
        ),
        ..choice!(Accounting, accounting.nic_collective: Algorithm)
    },
    Parameter {
        key: "hierarchical",
        label: Bilingual::new("Hierarchical collectives", "階層式集體通訊"),
        help: Bilingual::new(
            "A group that spans domains sums inside each domain first, so that less leaves it.",
            "跨域的群組先在各域內加總，離開域的資料就比較少。",
        ),
        ..flag!(Accounting, accounting.hierarchical)
    },
    Parameter {
        key: "scatter_gather",
        label: Bilingual::new("Scatter/gather pipeline", "管線 scatter/gather"),
        help: Bilingual::new(
            "Each tensor-parallel rank hands only its 1/t of the activation to the next stage, where NVLink puts it together again.",
            "每個張量平行 rank 只把活化值的 1/t 交給下一階段，再由 NVLink 重新拼合。",
        ),
        ..flag!(Accounting, accounting.scatter_gather)
    },
    Parameter {
        key: "pp_per_layer",
        label: Bilingual::new("Pipeline bytes per layer", "管線流量按層計"),
        help: Bilingual::new(
            "Counts the pipeline's bytes once a layer and not once a stage. Nothing is sent that way; it is the reading that reproduces the paper's shares.",
            "管線位元組按層計一次，而不是按階段。實際並不這樣傳送，但這種算法能重現論文的比例。",
        ),
        ..flag!(Accounting, accounting.pp_per_layer)
    },
    Parameter {
        key: "pairs",
        label: Bilingual::new("GPU pairs", "GPU 配對"),
        help: Bilingual::new(
            "One way: what i sends to j, N(N−1) pairs. Both ways added: N(N−1)/2 pairs.",
            "單向：i 送給 j 的量，共 N(N−1) 對。雙向相加：共 N(N−1)/2 對。",
        ),
        ..choice!(Accounting, accounting.pairs: PairCounting)
    },
    Parameter {
        key: "embedding_gradients",
        label: Bilingual::new("Embedding gradients", "嵌入梯度"),
        help: Bilingual::new(
            "First and last stage both hold an embedding that is the output matrix too (GPT, BLOOM), and sum its gradients. Small; the paper leaves it out.",
            "嵌入同時作為輸出矩陣時（GPT、BLOOM），首尾兩階段各有一份並加總其梯度。量很小，論文未計入。",
        ),
        ..flag!(Accounting, accounting.embedding_gradients)
    },
];
