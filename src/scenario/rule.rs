//! How parameters must fit together. One table again: a rule says which keys have a part in it, when it holds, and how it is
//! said that it does not.

use super::problem::{Level, product};
use super::{Dimension, Placement, RankOrder, Scenario};
use crate::language::Language;
use crate::quantity::format::{count, decimal};
use std::fmt;

/// One rule over several parameters.
pub struct Rule {
    /// A name to tell it by.
    pub name: &'static str,
    /// Whether what breaks it can't be, or is only unwise.
    pub level: Level,
    /// The keys with a part in it. The first that is not at its default is the one to speak to.
    pub keys: &'static [&'static str],
    /// Whether the scenario keeps it. Only asked when all its keys are within their bounds.
    pub holds: fn(&Scenario) -> bool,
    /// What is the matter, in half a sentence with the values that have a part in it.
    pub says: fn(&Scenario, Language) -> String,
}

impl fmt::Debug for Rule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Divides, also where the divisor is zero: only zero is a multiple of zero.
pub(super) fn divides(divisor: u64, number: u64) -> bool {
    number.is_multiple_of(divisor)
}

/// A count for people.
fn n(number: u32) -> String {
    count(u64::from(number))
}

fn pick(language: Language, en: String, zh: String) -> String {
    match language {
        Language::English => en,
        Language::TraditionalChinese => zh,
    }
}

impl Scenario {
    /// t·c·p, the GPUs that hold one replica of the model.
    pub(super) fn replica(&self) -> u64 {
        u64::from(self.layout.tp) * u64::from(self.layout.cp) * u64::from(self.layout.pp)
    }

    /// Layers of the fullest pipeline stage.
    pub(super) fn layers_per_stage(&self) -> u32 {
        self.shape.layers.div_ceil(self.layout.pp.max(1))
    }

    /// Microbatches that go through the pipeline in an iteration, m = B/(d·b).
    fn microbatches(&self) -> u64 {
        u64::from(self.training.batch)
            / (u64::from(self.dp()) * u64::from(self.training.microbatch)).max(1)
    }

    /// Whether every TP group sits inside one HB domain.
    fn tp_inside_domains(&self) -> bool {
        let layout = &self.layout;
        if layout.tp == 1 || self.cluster.hb == self.cluster.gpus {
            return true;
        }
        let stride: u64 = layout
            .order
            .0
            .iter()
            .take_while(|dimension| **dimension != Dimension::Tp)
            .map(|dimension| match dimension {
                Dimension::Tp => 1,
                Dimension::Cp => u64::from(layout.cp),
                Dimension::Dp => u64::from(self.dp()),
                Dimension::Pp => u64::from(layout.pp),
            })
            .product();
        layout.placement == Placement::Aligned
            && divides(stride * u64::from(layout.tp), u64::from(self.cluster.hb))
    }
}

/// Every rule: first what can't be, then what is unwise.
pub static RULES: &[Rule] = &[
    Rule {
        name: "the layout divides the GPUs",
        level: Level::Error,
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
        level: Level::Error,
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
        name: "every stage has a layer",
        level: Level::Error,
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
        name: "TP divides the heads",
        level: Level::Error,
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
        level: Level::Error,
        keys: &["tp", "kv_heads"],
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
        name: "heads of keys and values divide the heads",
        level: Level::Error,
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
        name: "heads divide the hidden size",
        level: Level::Error,
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
        name: "the batch divides",
        level: Level::Error,
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
        level: Level::Error,
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
        level: Level::Error,
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
        name: "EP divides the replicas",
        level: Level::Error,
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
        name: "EP divides the experts",
        level: Level::Error,
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
        name: "CP divides the sequence",
        level: Level::Error,
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
        name: "sequence parallelism divides the sequence",
        level: Level::Error,
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
        name: "a token visits experts that exist",
        level: Level::Error,
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
        level: Level::Error,
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
        level: Level::Error,
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
        level: Level::Error,
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
        level: Level::Error,
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
        level: Level::Error,
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
    Rule {
        name: "TP stays inside HB domains",
        level: Level::Warning,
        keys: &["tp", "hb", "order", "placement"],
        holds: Scenario::tp_inside_domains,
        says: |s, language| {
            let (tp, hb) = (n(s.layout.tp), n(s.cluster.hb));
            pick(
                language,
                format!(
                    "TP groups of {tp} GPUs do not sit inside HB domains of {hb}, so the heaviest traffic goes through the NICs"
                ),
                format!("{tp} 顆 GPU 的 TP 群組不在每域 {hb} 顆的 HB 域之內，最重的流量得走網路卡"),
            )
        },
    },
    Rule {
        name: "stages are even",
        level: Level::Warning,
        keys: &["pp", "layers"],
        // A tenth: published runs leave a layer or two out of the first and the last stage, for the embedding's sake.
        holds: |s| {
            let dealt = u64::from(s.layers_per_stage()) * u64::from(s.layout.pp);
            dealt * 10 <= u64::from(s.shape.layers) * 11
        },
        says: |s, language| {
            let (layers, pp, most) = (n(s.shape.layers), n(s.layout.pp), n(s.layers_per_stage()));
            let mean = f64::from(s.shape.layers) / f64::from(s.layout.pp.max(1));
            let mean = decimal((mean * 100.0).round() / 100.0);
            pick(
                language,
                format!(
                    "{layers} layers on {pp} stages: the fullest has {most}, the mean is {mean}, and the others wait for the fullest"
                ),
                format!(
                    "{layers} 層分給 {pp} 個階段：最多的有 {most} 層，平均 {mean} 層，其餘階段得等最多的那個"
                ),
            )
        },
    },
    Rule {
        name: "the pipeline is full",
        level: Level::Warning,
        keys: &["pp", "batch", "microbatch", "tp", "cp", "gpus"],
        holds: |s| s.microbatches() >= u64::from(s.layout.pp),
        says: |s, language| {
            let (microbatches, pp) = (count(s.microbatches()), n(s.layout.pp));
            pick(
                language,
                format!(
                    "{microbatches} microbatches can't keep {pp} stages busy: most of the time most stages wait"
                ),
                format!("{microbatches} 個微批次填不滿 {pp} 個階段：多數階段大半時間都在等待"),
            )
        },
    },
    Rule {
        name: "interleaving goes round evenly",
        level: Level::Warning,
        keys: &["interleave", "batch", "microbatch", "pp"],
        holds: |s| {
            s.training.interleave == 1
                || s.microbatches() < u64::from(s.layout.pp)
                || divides(s.layout.pp.into(), s.microbatches())
        },
        says: |s, language| {
            let (microbatches, pp) = (count(s.microbatches()), n(s.layout.pp));
            pick(
                language,
                format!(
                    "the interleaved schedule wants a multiple of {pp} microbatches (one a stage), and there are {microbatches}"
                ),
                format!("交錯排程需要 {pp} 的倍數個微批次（每階段一個），目前是 {microbatches} 個"),
            )
        },
    },
];
