//! How much goes where: shares and pairs in the rail-only paper's study of Megatron's runs.

use super::sheet::Sheet;
use super::{Claim, Compute, Role, Section, Text, text};
use crate::evaluation::Evaluation;
use crate::published::Malformed;

/// Megatron's four runs: the end of a claim's name, the model's key, and its name for people.
pub(super) const FOUR: [(&str, &str, &str); 4] = [
    ("146b", "gpt-146b", "GPT 145.6B"),
    ("310b", "gpt-310b", "GPT 310.1B"),
    ("530b", "gpt-530b", "GPT 529.6B"),
    ("1t", "gpt-1t", "GPT 1T"),
];

/// Pipeline bytes once a layer, whole on every tensor rank, nothing computed again.
const PER_LAYER: &str = "recompute=none&scatter_gather=0&pp_per_layer=1";

const GIB: f64 = (1_u64 << 30) as f64;

pub(super) fn claims(sheet: &Sheet) -> Result<Vec<Claim>, Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Traffic, statement);
    let mut claims = vec![
        claim(
            "scale-servers",
            text(
                "The largest of the studied runs fills this many DGX A100.",
                "所分析的最大規模訓練使用了這麼多台 DGX A100。",
            ),
        )?
        .shown_as(
            "#v=1",
            text("The printed GPUs over those of a server, N / K.", "印出的 GPU 數除以每台伺服器的 GPU 數，N / K。"),
            |evaluation| evaluation.cluster.domains as f64,
        )
        .of_source(),
        claim(
            "model-540b",
            text(
                "The third of the four models has this many parameters.",
                "四個模型中的第三個有這麼多參數。",
            ),
        )?
        .shown_as(
            "#v=1&model=gpt-530b",
            text(
                "Megatron's count of parameters for 105 layers of hidden size 20,480.",
                "以 Megatron 的公式計算 105 層、隱藏維度 20,480 的參數量。",
            ),
            |evaluation| evaluation.workload.parameters / 1e9,
        )
        .because(text(
            "A slip of the pen: Megatron's own table has 529.6 B for this model, and that is what its layers come to.",
            "應是筆誤：Megatron 自己的表寫的是 529.6 B，由其層數與維度算出的也是這個數。",
        )),
    ];
    for (id, model, name) in FOUR {
        claims.push(tp_share(sheet, id, model, name)?);
    }
    claims.push(tp_share_grows(sheet)?);
    for (id, model, name) in FOUR {
        claims.push(idle(sheet, id, model, name)?);
    }
    for (id, model, name) in FOUR {
        claims.push(tp_pairs(sheet, id, model, name)?);
    }
    claims.extend(pairs(sheet)?);
    Ok(claims)
}

fn per_layer_link(model: &str) -> String {
    format!("#v=1&model={model}&{PER_LAYER}")
}

fn tp_share(sheet: &Sheet, id: &str, model: &str, name: &str) -> Result<Claim, Malformed> {
    let claim = sheet.claim(
        &format!("tp-share-{id}"),
        Section::Traffic,
        text(
            format!("{name}: tensor parallelism's share of all bytes."),
            format!("{name}：張量平行占所有位元組的比例。"),
        ),
    )?;
    Ok(claim
        .shown_as(&per_layer_link(model), per_layer(), tp_percent)
        .or(
            &format!("#v=1&model={model}"),
            text(
                "Megatron's own accounting: pipeline once a stage, split over the tensor ranks, everything computed again.",
                "Megatron 自己的算法：管線每階段計一次、由各張量 rank 分攤，且全部重算。",
            ),
            tp_percent,
        ))
}

fn tp_share_grows(sheet: &Sheet) -> Result<Claim, Malformed> {
    let links = FOUR.map(|(_, model, _)| per_layer_link(model));
    let [first, second, third, last] = links.each_ref().map(String::as_str);
    let claim = sheet.claim(
        "tp-share-grows",
        Section::Traffic,
        text(
            "Tensor parallelism's share grows with the model: the least growth from one of the four models to the next.",
            "張量平行的比例隨模型變大而增加：四個模型之間逐級增加量的最小值。",
        ),
    )?;
    Ok(claim.reading(
        Role::Shown,
        // The step to the second is the least: its run is the one to load.
        &[second, first, third, last],
        per_layer(),
        Compute::OfAll(|runs| {
            let mut runs: Vec<_> = runs.iter().collect();
            let size = |run: &Evaluation| run.workload.parameters;
            runs.sort_by(|one, other| size(one).total_cmp(&size(other)));
            let growth = |pair: &[&Evaluation]| match pair {
                [smaller, larger] => tp_percent(larger) - tp_percent(smaller),
                _ => 0.0,
            };
            runs.windows(2).map(growth).fold(f64::INFINITY, f64::min)
        }),
    ))
}

fn per_layer() -> Text {
    text(
        "Pipeline bytes once a layer and whole on every tensor rank; nothing computed again.",
        "管線位元組每層計一次，且每個張量 rank 都送完整一份；不重算。",
    )
}

fn idle(sheet: &Sheet, id: &str, model: &str, name: &str) -> Result<Claim, Malformed> {
    let claim = sheet.claim(
        &format!("idle-{id}"),
        Section::Traffic,
        text(
            format!("{name}: share of GPU pairs that exchange nothing."),
            format!("{name}：完全不交換資料的 GPU 對所占的比例。"),
        ),
    )?;
    let compute = |evaluation: &Evaluation| 100.0 * evaluation.totals.pairs.idle;
    Ok(claim
        .shown_as(
            &format!("#v=1&model={model}&hb_collective=ring"),
            text(
                "Every collective runs round a ring.",
                "所有集合通訊都以環狀方式進行。",
            ),
            compute,
        )
        .or(
            &format!("#v=1&model={model}&nic_collective=direct"),
            text(
                "Every member of a collective sends to every other, also between domains.",
                "集合通訊的每個成員都直接送給其他所有成員，跨域時亦然。",
            ),
            compute,
        ))
}

fn tp_pairs(sheet: &Sheet, id: &str, model: &str, name: &str) -> Result<Claim, Malformed> {
    let claim = sheet.claim(
        &format!("tp-pairs-{id}"),
        Section::Traffic,
        text(
            format!("{name}: share of GPU pairs with tensor-parallel traffic."),
            format!("{name}：有張量平行流量的 GPU 對所占的比例。"),
        ),
    )?;
    let compute = |evaluation: &Evaluation| 100.0 * evaluation.totals.pairs.tp;
    Ok(claim
        .shown_as(
            &format!("#v=1&model={model}&hb_collective=ring"),
            text(
                "A ring inside the domain, pairs counted with their direction: each GPU sends to one of N − 1 others.",
                "域內採環狀，GPU 對區分方向：每顆 GPU 只送給其餘 N − 1 顆中的一顆。",
            ),
            compute,
        )
        .or(
            &format!("#v=1&model={model}&hb_collective=ring&pairs=unordered"),
            text("The ring, pairs without direction.", "採環狀，GPU 對不分方向。"),
            compute,
        )
        .or(
            &format!("#v=1&model={model}"),
            text(
                "Spread over all pairs of the domain, as NVSwitch does.",
                "像 NVSwitch 一樣分散到域內所有的 GPU 對。",
            ),
            compute,
        )
        .because(text(
            "The figure depends on nothing but the number of GPUs, and stays below the printed one from 2,502 GPUs on: the two larger runs. It needs rings, where the figure of a pair inside a domain needs all pairs.",
            "這個數字只取決於 GPU 數，從 2,502 顆起才會低於印出的值，也就是兩個較大的訓練。它必須採環狀計算，而域內單一 GPU 對的流量卻必須分散到所有 GPU 對才會相符。",
        )))
}

/// Bytes of single pairs of GPT-1T.
fn pairs(sheet: &Sheet) -> Result<[Claim; 3], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Traffic, statement);
    let in_gib = |evaluation: &Evaluation| evaluation.totals.peak_pair.within_domain.0 / GIB;
    Ok([
        claim(
            "pair-within-domain",
            text(
                "GPT 1T: bytes of a pair of GPUs in one HB domain in an iteration.",
                "GPT 1T：同一 HB 域內一對 GPU 每次迭代交換的位元組數。",
            ),
        )?
        .shown_as(
            "#v=1&pairs=unordered",
            text(
                "Six all-reduces a layer (full recompute), spread over all pairs of the domain, both directions added; the printed GB read as GiB.",
                "每層六次 all-reduce（完全重算），分散到域內所有的 GPU 對，兩個方向相加；印出的 GB 視為 GiB。",
            ),
            in_gib,
        )
        .or(
            "#v=1&recompute=none&pairs=unordered",
            text("Four all-reduces a layer: nothing computed again.", "每層四次 all-reduce：不重算。"),
            in_gib,
        )
        .or(
            "#v=1",
            text("One direction alone.", "只計一個方向。"),
            in_gib,
        )
        .or(
            "#v=1&recompute=none&hb_collective=ring",
            text("Round a ring to one neighbour, four all-reduces.", "以環狀方式送給一個鄰居，四次 all-reduce。"),
            in_gib,
        )
        .or(
            "#v=1&hb_collective=ring",
            text("Round a ring to one neighbour, six all-reduces.", "以環狀方式送給一個鄰居，六次 all-reduce。"),
            in_gib,
        )
        .in_gib()
        .because(text(
            "No single convention gives this figure, that of pairs across domains and that of pairs with tensor-parallel traffic at once: this one needs all pairs of the domain, the last a ring.",
            "沒有任何單一慣例能同時得出這個數字、跨域 GPU 對的數字，以及有張量平行流量的 GPU 對比例：這一個必須分散到所有 GPU 對，最後一個則必須採環狀。",
        )),
        claim(
            "pair-across-gradients",
            text(
                "GPT 1T: bytes of a pair of GPUs in two domains in an iteration, read as gradients.",
                "GPT 1T：分屬兩個域的一對 GPU 每次迭代交換的位元組數，解讀為梯度。",
            ),
        )?
        .shown_as(
            "#v=1",
            text(
                "A ring of six replicas, 16-bit gradients, what one sends to the next; the printed GB read as GiB.",
                "六個複本組成的環，16 位元梯度，送給下一個的量；印出的 GB 視為 GiB。",
            ),
            |evaluation| evaluation.totals.peak_by_kind.dp.0 / GIB,
        )
        .or(
            "#v=1&grad_bits=32",
            text("32-bit gradients.", "32 位元梯度。"),
            |evaluation| evaluation.totals.peak_by_kind.dp.0 / GIB,
        )
        .in_gib(),
        claim(
            "pair-across-pipeline",
            text(
                "GPT 1T: bytes of a pair of GPUs in two domains in an iteration, read as the pipeline.",
                "GPT 1T：分屬兩個域的一對 GPU 每次迭代交換的位元組數，解讀為管線。",
            ),
        )?
        .shown_as(
            "#v=1",
            text(
                "What a stage sends to the next, split over the tensor ranks (scatter/gather), one direction; the printed GB read as GiB.",
                "一個階段送給下一個階段的量，由各張量 rank 分攤（scatter/gather），單一方向；印出的 GB 視為 GiB。",
            ),
            |evaluation| evaluation.totals.peak_by_kind.pp.0 / GIB,
        )
        .or(
            "#v=1&scatter_gather=0",
            text("Whole on every tensor rank.", "每個張量 rank 都送完整一份。"),
            |evaluation| evaluation.totals.peak_by_kind.pp.0 / GIB,
        )
        .in_gib(),
    ])
}

pub(super) fn tp_percent(evaluation: &Evaluation) -> f64 {
    100.0 * evaluation.totals.share.tp
}
