//! What can't be.

use super::{Rule, divides, n, pick};
use crate::quantity::format::count;
use crate::scenario::RankOrder;
use crate::scenario::problem::product;

/// Every rule that a scenario must keep. Where a key breaks several, the first is told.
pub static ERRORS: &[Rule] = &[
    Rule {
        name: "every stage has a layer",
        keys: &["pp", "layers"],
        holds: |s| s.layout.pp <= s.shape.layers,
        says: |s, language| {
            let (layers, pp) = (n(s.shape.layers), n(s.layout.pp));
            pick(
                language,
                format!("{layers} layers can't fill {pp} pipeline stages"),
                format!("{layers} 層不夠分給 {pp} 個管線階段"),
            )
        },
    },
    Rule {
        name: "heads of keys and values divide the heads",
        keys: &["kv_heads", "heads"],
        holds: |s| divides(s.shape.kv_heads.into(), s.shape.heads.into()),
        says: |s, language| {
            let (kv, heads) = (n(s.shape.kv_heads), n(s.shape.heads));
            pick(
                language,
                format!("{heads} attention heads can't share {kv} key/value heads evenly"),
                format!("{heads} 個注意力頭無法平均共用 {kv} 個 KV 頭"),
            )
        },
    },
    Rule {
        name: "TP divides the heads",
        keys: &["tp", "heads"],
        holds: |s| divides(s.layout.tp.into(), s.shape.heads.into()),
        says: |s, language| {
            let (heads, tp) = (n(s.shape.heads), n(s.layout.tp));
            pick(
                language,
                format!("{heads} attention heads can't be shared evenly by tp = {tp} GPUs"),
                format!("{heads} 個注意力頭無法平分給 tp = {tp} 顆 GPU"),
            )
        },
    },
    Rule {
        name: "TP and the heads of keys and values divide",
        keys: &["tp", "kv_heads", "heads"],
        holds: |s| {
            let (tp, kv) = (s.layout.tp.into(), s.shape.kv_heads.into());
            divides(tp, kv) || divides(kv, tp)
        },
        says: |s, language| {
            let (kv, tp) = (n(s.shape.kv_heads), n(s.layout.tp));
            pick(
                language,
                format!(
                    "{kv} key/value heads can be neither shared nor repeated evenly on tp = {tp} GPUs"
                ),
                format!("{kv} 個 KV 頭無法在 tp = {tp} 顆 GPU 上平分或平均複製"),
            )
        },
    },
    Rule {
        name: "heads divide the hidden size",
        keys: &["hidden", "heads"],
        holds: |s| divides(s.shape.heads.into(), s.shape.hidden.into()),
        says: |s, language| {
            let (hidden, heads) = (n(s.shape.hidden), n(s.shape.heads));
            pick(
                language,
                format!(
                    "a hidden size of {hidden} can't be split into {heads} heads of whole width"
                ),
                format!("隱藏維度 {hidden} 無法平分成 {heads} 個頭"),
            )
        },
    },
    Rule {
        name: "CP divides the sequence",
        keys: &["cp", "seq"],
        holds: |s| divides(s.layout.cp.into(), s.shape.seq.into()),
        says: |s, language| {
            let (seq, cp) = (n(s.shape.seq), n(s.layout.cp));
            pick(
                language,
                format!("a sequence of {seq} tokens can't be shared evenly by cp = {cp} GPUs"),
                format!("{seq} 個 token 的序列無法平分給 cp = {cp} 顆 GPU"),
            )
        },
    },
    Rule {
        name: "the layout divides the GPUs",
        keys: &["pp", "tp", "cp", "gpus"],
        holds: |s| divides(s.replica(), s.cluster.gpus.into()),
        says: |s, language| {
            let (product, replica, gpus) = (product(s), count(s.replica()), n(s.cluster.gpus));
            pick(
                language,
                format!("{product} = {replica} does not divide {gpus} GPUs"),
                format!("{product} = {replica} 不能整除 {gpus} 顆 GPU"),
            )
        },
    },
    Rule {
        name: "HB domains are whole",
        keys: &["hb", "gpus"],
        holds: |s| divides(s.cluster.hb.into(), s.cluster.gpus.into()),
        says: |s, language| {
            let (gpus, hb) = (n(s.cluster.gpus), n(s.cluster.hb));
            pick(
                language,
                format!("{gpus} GPUs do not fill whole HB domains of {hb}"),
                format!("{gpus} 顆 GPU 無法填滿每域 {hb} 顆的 HB 域"),
            )
        },
    },
    Rule {
        name: "sequence parallelism divides the sequence",
        keys: &["sequence_parallel", "seq", "tp", "cp"],
        holds: |s| {
            let parts = u64::from(s.layout.tp) * u64::from(s.layout.cp);
            !s.training.sequence_parallel || divides(parts, s.shape.seq.into())
        },
        says: |s, language| {
            let (seq, tp, cp) = (n(s.shape.seq), n(s.layout.tp), n(s.layout.cp));
            pick(
                language,
                format!(
                    "sequence parallelism can't split {seq} tokens evenly into tp · cp = {tp} · {cp} parts"
                ),
                format!("序列平行無法把 {seq} 個 token 平分成 tp · cp = {tp} · {cp} 份"),
            )
        },
    },
    Rule {
        name: "the batch divides",
        keys: &["batch", "microbatch", "pp", "tp", "cp", "gpus"],
        holds: |s| match s.exact_dp() {
            Some(dp) => divides(
                u64::from(dp) * u64::from(s.training.microbatch),
                s.training.batch.into(),
            ),
            None => true,
        },
        says: |s, language| {
            let (batch, dp, microbatch) =
                (n(s.training.batch), n(s.dp()), n(s.training.microbatch));
            let unit = count(u64::from(s.dp()) * u64::from(s.training.microbatch));
            pick(
                language,
                format!(
                    "a batch of {batch} is not a multiple of dp · microbatch = {dp} · {microbatch} = {unit}"
                ),
                format!("批次 {batch} 不是 dp · microbatch = {dp} · {microbatch} = {unit} 的倍數"),
            )
        },
    },
    Rule {
        name: "every piece has a layer",
        keys: &["interleave", "pp", "layers"],
        holds: |s| s.training.interleave <= s.layers_per_stage().max(1),
        says: |s, language| {
            let (pieces, layers) = (n(s.training.interleave), n(s.layers_per_stage()));
            pick(
                language,
                format!("a stage of {layers} layers can't be cut into {pieces} pieces"),
                format!("每個階段 {layers} 層，無法切成 {pieces} 段"),
            )
        },
    },
    Rule {
        name: "interleaving needs a pipeline",
        keys: &["interleave", "pp"],
        holds: |s| s.training.interleave == 1 || s.layout.pp > 1,
        says: |_, language| {
            pick(
                language,
                "there is nothing to interleave without a pipeline (pp = 1)".to_owned(),
                "沒有管線（pp = 1）就無從交錯".to_owned(),
            )
        },
    },
    Rule {
        name: "EP divides the experts",
        keys: &["ep", "experts"],
        holds: |s| match s.shape.experts {
            0 => s.layout.ep == 1,
            experts => divides(s.layout.ep.into(), experts.into()),
        },
        says: |s, language| {
            let (ep, experts) = (n(s.layout.ep), n(s.shape.experts));
            if s.shape.experts == 0 {
                pick(
                    language,
                    "a dense model (experts = 0) has no experts to spread".to_owned(),
                    "稠密模型（experts = 0）沒有專家可分散".to_owned(),
                )
            } else {
                pick(
                    language,
                    format!("{experts} experts can't be spread evenly over ep = {ep} ranks"),
                    format!("{experts} 個專家無法平分給 ep = {ep} 個 rank"),
                )
            }
        },
    },
    Rule {
        name: "EP divides the replicas",
        keys: &["ep", "pp", "tp", "cp", "gpus"],
        holds: |s| match s.exact_dp() {
            Some(dp) => divides(s.layout.ep.into(), dp.into()),
            None => true,
        },
        says: |s, language| {
            let (ep, dp) = (n(s.layout.ep), n(s.dp()));
            pick(
                language,
                format!(
                    "experts are spread over data-parallel ranks, and ep = {ep} does not divide dp = {dp}"
                ),
                format!("專家分散在資料平行的 rank 上，而 ep = {ep} 不能整除 dp = {dp}"),
            )
        },
    },
    Rule {
        name: "a token visits experts that exist",
        keys: &["top_k", "experts"],
        holds: |s| s.shape.experts == 0 || s.shape.top_k <= s.shape.experts,
        says: |s, language| {
            let (top_k, experts) = (n(s.shape.top_k), n(s.shape.experts));
            pick(
                language,
                format!("a token can't visit {top_k} of {experts} experts"),
                format!("只有 {experts} 個專家，token 無法送往 {top_k} 個"),
            )
        },
    },
    Rule {
        name: "dense layers are layers",
        keys: &["dense_layers", "layers"],
        holds: |s| s.shape.dense_layers <= s.shape.layers,
        says: |s, language| {
            let (dense, layers) = (n(s.shape.dense_layers), n(s.shape.layers));
            pick(
                language,
                format!("{dense} of {layers} layers can't be dense"),
                format!("總共 {layers} 層，不可能有 {dense} 層稠密層"),
            )
        },
    },
    Rule {
        name: "a tree can be built from the switch",
        keys: &["radix"],
        holds: |s| s.network.radix >= 4 && s.network.radix.is_multiple_of(2),
        says: |_, language| {
            pick(
                language,
                "a tree needs switches with an even number of ports, 4 or more: half of them lead up".to_owned(),
                "要組成樹狀網路，連接埠數必須是 4 以上的偶數：其中一半往上連".to_owned(),
            )
        },
    },
    Rule {
        name: "the order names every dimension",
        keys: &["order"],
        holds: |s| RankOrder::ALL.contains(&s.layout.order),
        says: |_, language| {
            pick(
                language,
                "the order must name tp, cp, dp and pp once each".to_owned(),
                "順序必須包含 tp、cp、dp、pp 各一次".to_owned(),
            )
        },
    },
    Rule {
        name: "the pair exists",
        keys: &["pair", "gpus"],
        holds: |s| {
            s.presentation
                .pair
                .is_none_or(|(from, to)| from.max(to) < s.cluster.gpus)
        },
        says: |s, language| {
            let last = n(s.cluster.gpus.saturating_sub(1));
            pick(
                language,
                format!("the GPUs are numbered 0 to {last}"),
                format!("GPU 的編號是 0 至 {last}"),
            )
        },
    },
    Rule {
        name: "the zoom is inside the heatmap",
        keys: &["zoom", "gpus"],
        holds: |s| {
            s.presentation.zoom.is_none_or(|zoom| {
                let end = u64::from(zoom.row.max(zoom.column)) + u64::from(zoom.span);
                zoom.span > 0 && end <= u64::from(s.cluster.gpus)
            })
        },
        says: |s, language| {
            let gpus = n(s.cluster.gpus);
            pick(
                language,
                format!(
                    "the heatmap has {gpus} rows and columns, and row + span and column + span must stay inside"
                ),
                format!("熱圖有 {gpus} 列與 {gpus} 欄，列＋寬度、欄＋寬度都不能超出"),
            )
        },
    },
];
