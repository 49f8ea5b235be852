//! Which way bytes go: inside domains, along rails, across them.

use super::sheet::Sheet;
use super::traffic::{FOUR, tp_percent};
use super::{Claim, Compute, Role, Section, text};
use crate::evaluation::Evaluation;
use crate::published::Malformed;
use crate::quantity::Bytes;
use crate::traffic::Kind;

/// GPT-1T on 16 DGX GH200.
const GH200: &str =
    "#v=1&batch=256&pp=8&gpus=4096&hb=256&gpu=gh200&recompute=none&scatter_gather=0&pp_per_layer=1";

pub(super) fn claims(sheet: &Sheet) -> Result<Vec<Claim>, Malformed> {
    let mut claims = gh200(sheet)?;
    claims.extend(paths(sheet)?);
    Ok(claims)
}

/// GPT-1T on 16 DGX GH200: where gradients meet the network.
fn gh200(sheet: &Sheet) -> Result<Vec<Claim>, Malformed> {
    let convention = || {
        text(
            "t 8, p 8, d 64 = 32 inside a domain × 2 domains, batch 256, hierarchical all-reduce; pipeline bytes once a layer and whole on every tensor rank; nothing computed again. (It would not fit the memory.)",
            "t 8、p 8、d 64 = 域內 32 × 2 個域，批次 256，階層式 all-reduce；管線位元組每層計一次且每個張量 rank 都送完整一份；不重算。（實際上放不進記憶體。）",
        )
    };
    let claim =
        |id: &str, statement, compute: fn(&Evaluation) -> f64| -> Result<Claim, Malformed> {
            Ok(sheet
                .claim(id, Section::Traffic, statement)?
                .shown_as(GH200, convention(), compute))
        };
    let claims = vec![
        claim(
            "gh200-across-of-all",
            text(
                "GPT 1T on 16 DGX GH200: bytes of gradients that cross domains, of all bytes.",
                "GPT 1T、16 台 DGX GH200：跨域的梯度位元組占所有位元組的比例。",
            ),
            |evaluation| {
                let gradients = evaluation.traffic.placed_of(Kind::Dp);
                100.0
                    * (across(gradients.total(), gradients.within_domain)
                        / evaluation.totals.bytes.total())
            },
        )?,
        claim(
            "gh200-dp-within",
            text(
                "GPT 1T on 16 DGX GH200: of the gradients' all-reduce, bytes that stay on NVSwitch.",
                "GPT 1T、16 台 DGX GH200：梯度 all-reduce 中留在 NVSwitch 內的位元組比例。",
            ),
            |evaluation| {
                let gradients = evaluation.traffic.placed_of(Kind::Dp);
                100.0 * (gradients.within_domain / gradients.total())
            },
        )?,
        claim(
            "gh200-dp-across",
            text(
                "GPT 1T on 16 DGX GH200: of the gradients' all-reduce, bytes that cross domains.",
                "GPT 1T、16 台 DGX GH200：梯度 all-reduce 中跨域的位元組比例。",
            ),
            |evaluation| {
                let gradients = evaluation.traffic.placed_of(Kind::Dp);
                100.0 * (across(gradients.total(), gradients.within_domain) / gradients.total())
            },
        )?,
        claim(
            "gh200-tp",
            text(
                "GPT 1T on 16 DGX GH200: tensor parallelism's share of all bytes.",
                "GPT 1T、16 台 DGX GH200：張量平行占所有位元組的比例。",
            ),
            tp_percent,
        )?,
        claim(
            "gh200-pp",
            text(
                "GPT 1T on 16 DGX GH200: the pipeline's share of all bytes.",
                "GPT 1T、16 台 DGX GH200：管線平行占所有位元組的比例。",
            ),
            |evaluation| 100.0 * evaluation.totals.share.pp,
        )?,
        claim(
            "gh200-dp",
            text(
                "GPT 1T on 16 DGX GH200: data parallelism's share of all bytes.",
                "GPT 1T、16 台 DGX GH200：資料平行占所有位元組的比例。",
            ),
            |evaluation| 100.0 * evaluation.totals.share.dp,
        )?,
    ];
    Ok(claims)
}

/// Which way bytes go: rails, experts, placement.
fn paths(sheet: &Sheet) -> Result<[Claim; 4], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Traffic, statement);
    let links = FOUR.map(|(_, model, _)| format!("#v=1&model={model}"));
    let [first, second, third, last] = links.each_ref().map(String::as_str);
    Ok([
        claim(
            "one-rail",
            text(
                "Of the bytes between domains of a well-placed dense job, those that stay on one rail: the least of the four models.",
                "配置得當的稠密訓練中，域間位元組留在同一條軌上的比例：四個模型中的最小值。",
            ),
        )?
        .reading(
            Role::Shown,
            &[last, third, second, first],
            text(
                "Ranks in Megatron's order on GPUs in order; a pipeline stage fills whole domains.",
                "rank 依 Megatron 的順序逐一擺到 GPU 上；每個管線階段佔滿整個域。",
            ),
            Compute::OfAll(|runs| {
                runs.iter()
                    .map(|run| {
                        let placed = run.totals.placed;
                        100.0 * (placed.same_rail / across(placed.total(), placed.within_domain))
                    })
                    .fold(f64::INFINITY, f64::min)
            }),
        ),
        claim(
            "moe-all-to-all",
            text(
                "A GPT of 1.3 B in which every second layer has 128 experts: the all-to-all's share of all bytes.",
                "1.3 B 的 GPT，每隔一層有 128 個專家：all-to-all 占所有位元組的比例。",
            ),
        )?
        .shown_as(
            "#v=1&model=moe-1.3b",
            text(
                "One expert a GPU, each token visits one; gradients of what is not an expert are all-reduced.",
                "每顆 GPU 一個專家，每個 token 送往一個；只對非專家參數的梯度做 all-reduce。",
            ),
            |evaluation| 100.0 * evaluation.totals.share.ep,
        )
        .reading(
            Role::Bound,
            &["#v=1&model=moe-1.3b", "#v=1&model=moe-1.3b&experts=0&ep=1"],
            text(
                "The same all-to-all beside the gradients of the whole dense model from which the experts were made.",
                "同樣的 all-to-all，但梯度以改成專家之前的整個稠密模型計。",
            ),
            Compute::OfAll(|runs| match runs {
                [experts, dense] => {
                    let all_to_all = experts.totals.bytes.ep;
                    100.0 * (all_to_all / (all_to_all + dense.totals.bytes.dp))
                }
                _ => 0.0,
            }),
        )
        .because(text(
            "The paper does not say which gradients it counts beside the all-to-all. The two readings lie on either side of its figure, and neither gives it.",
            "論文沒有說明與 all-to-all 並列的是哪些梯度。兩種讀法的結果分別落在其數字的兩側，都不等於它。",
        )),
        claim(
            "placement-tp-across",
            text(
                "Tensor parallelism over two servers makes bytes cross rails: their share of all bytes.",
                "張量平行跨兩台伺服器時會出現跨軌的位元組：占所有位元組的比例。",
            ),
        )?
        .shown_as(
            "#v=1&tp=16&pp=32&hierarchical=0",
            text(
                "GPT 1T with t = 16 on domains of 8 and one flat ring over all 16.",
                "GPT 1T，t = 16、每域 8 顆，16 顆共用一個單層環（不分層）。",
            ),
            cross_percent,
        )
        .or(
            "#v=1&tp=16&pp=32",
            text(
                "The same with a hierarchical all-reduce, which exchanges between equal local ranks alone.",
                "同上，但採階層式 all-reduce，只在相同的 local rank 之間交換。",
            ),
            cross_percent,
        )
        .because(text(
            "It depends on the collective: a hierarchical one keeps even this layout on its rails.",
            "取決於集合通訊的做法：階層式 all-reduce 即使在這種配置下也不會跨軌。",
        )),
        claim(
            "placement-random",
            text(
                "Ranks put on GPUs at random make bytes cross rails: their share of all bytes.",
                "rank 隨機擺放到 GPU 時會出現跨軌的位元組：占所有位元組的比例。",
            ),
        )?
        .shown_as(
            "#v=1&placement=random",
            text(
                "GPT 1T, a permutation drawn from seed 0, flat collectives.",
                "GPT 1T，以種子 0 抽出的隨機排列，集合通訊不分層。",
            ),
            cross_percent,
        ),
    ])
}

fn cross_percent(evaluation: &Evaluation) -> f64 {
    100.0 * (evaluation.totals.placed.cross_rail / evaluation.totals.bytes.total())
}

fn across(all: Bytes, within_domain: Bytes) -> Bytes {
    all - within_domain
}
