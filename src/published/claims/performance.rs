//! Iteration time. The rail-only paper's equations are not public to us: these are our model's times, for the layouts that our
//! search finds, beside its figures.

use super::layouts::best;
use super::sheet::Sheet;
use super::{Claim, Compute, Role, Section, Text, text};
use crate::evaluation::Evaluation;
use crate::published::{Malformed, measured};

/// The GPUs of the paper's study of batches, and that study's largest batch, a middling and its least.
const GPUS: u32 = 32_768;
const BATCHES: [u32; 3] = [4096, 1024, 256];

const SMALL: &str = "gpt-146b";
const LARGE: &str = "gpt-1t";

/// Loads the sweep that passes the domains which a claim compares.
const SWEEP: &str = "&view=sweep&along=hb&measure=time&layouts=searched";

/// A time within this share of the best counts as no slower.
const NO_SLOWER: f64 = 0.05;

pub(super) fn claims(sheet: &Sheet) -> Result<Vec<Claim>, Malformed> {
    let mut claims = vec![
        shorter(sheet, "domain-1-to-8", 1, 8)?,
        shorter(sheet, "domain-8-to-256", 8, 256)?,
        stops(sheet)?,
        gap(sheet, "ideal-gap-1t", LARGE)?,
        gap(sheet, "ideal-gap-146b", SMALL)?,
        of_ideal(sheet, "ideal-batch-256", 256)?,
        of_ideal(sheet, "ideal-batch-4096", 4096)?,
        accuracy(sheet)?,
        dense(sheet)?,
    ];
    claims.extend(all_to_all(sheet)?);
    claims.extend(deepseek(sheet)?);
    Ok(claims)
}

fn rail_only(evaluation: &Evaluation) -> f64 {
    evaluation.timing.iteration_s.rail_only.0
}

/// What 32,768 H100 and a batch mean in a convention.
fn scale(batch: u32, en: &str, zh: &str) -> Text {
    text(
        format!("32,768 H100, a batch of {batch}: {en}"),
        format!("32,768 顆 H100、批次 {batch}：{zh}"),
    )
}

/// Adds a reading for each batch that the claim may mean, of which the largest is shown. They lie too far apart to bound anything.
fn over_batches(
    mut claim: Claim,
    links: impl Fn(u32) -> Result<[&'static str; 2], Malformed>,
    en: &str,
    zh: &str,
    compute: fn(&[Evaluation]) -> f64,
) -> Result<Claim, Malformed> {
    for (index, batch) in BATCHES.into_iter().enumerate() {
        let role = if index == 0 { Role::Shown } else { Role::Other };
        let [first, second] = links(batch)?;
        claim = claim.reading(
            role,
            &[&swept(first), second],
            scale(batch, en, zh),
            Compute::OfAll(compute),
        );
    }
    Ok(claim)
}

/// A run with the sweep along its HB domain in view.
fn swept(link: &str) -> String {
    format!("{link}{SWEEP}")
}

/// How iteration time changes with the HB domain.
fn shorter(sheet: &Sheet, id: &str, from: u32, to: u32) -> Result<Claim, Malformed> {
    let claim = sheet.claim(
        id,
        Section::Performance,
        text(
            format!(
                "GPT 146B: change of iteration time when HB domains grow from {from} to {to} GPUs."
            ),
            format!("GPT 146B：HB 域從 {from} 顆增為 {to} 顆時迭代時間的變化。"),
        ),
    )?;
    let change = |evaluations: &[Evaluation]| match evaluations {
        [after, before] => 100.0 * (rail_only(after) / rail_only(before) - 1.0),
        _ => 0.0,
    };
    let claim = over_batches(
        claim,
        |batch| {
            Ok([
                best(SMALL, GPUS, batch, to)?,
                best(SMALL, GPUS, batch, from)?,
            ])
        },
        "the best layout that fits, searched again for each domain size.",
        "每種域大小各自重新搜尋放得下的最佳配置。",
        change,
    )?;
    let held = |hb| format!("#v=1&model={SMALL}&hb={hb}");
    Ok(claim
        .reading(
            Role::Other,
            &[&held(to), &held(from)],
            text(
                "Megatron's own run on 1,536 A100, its layout held: t = 8, p = 8.",
                "Megatron 自己在 1,536 顆 A100 上的訓練，配置不變：t = 8、p = 8。",
            ),
            Compute::OfAll(change),
        )
        .because(text(
            "The paper's equations and the GPUs and batch of this figure are not public to us. Ours comes near at 32,768 H100; it depends on the batch, and a layout that is not optimised again gives quite another figure.",
            "論文的方程式，以及這個數字所用的 GPU 與批次，我們都無從得知。以 32,768 顆 H100 計算時相近；結果取決於批次，而不重新最佳化配置則會得出相差甚遠的數字。",
        )))
}

/// The domain size above which iteration time hardly falls.
fn stops(sheet: &Sheet) -> Result<Claim, Malformed> {
    let sizes = [32, 8, 16, 64, 128, 256];
    let links = |gpus, batch| -> Result<Vec<String>, Malformed> {
        sizes
            .iter()
            .map(|hb| best(LARGE, gpus, batch, *hb).map(swept))
            .collect()
    };
    let least = |evaluations: &[Evaluation]| {
        let fastest = evaluations
            .iter()
            .map(rail_only)
            .fold(f64::INFINITY, f64::min);
        evaluations
            .iter()
            .filter(|evaluation| rail_only(evaluation) <= fastest * (1.0 + NO_SLOWER))
            .map(|evaluation| f64::from(evaluation.scenario.cluster.hb))
            .fold(f64::INFINITY, f64::min)
    };
    let claim = sheet.claim(
        "domain-enough-1t",
        Section::Performance,
        text(
            "GPT 1T: HB domains larger than about this many GPUs no longer shorten an iteration.",
            "GPT 1T：HB 域超過約這麼多顆 GPU 後，迭代時間便不再縮短。",
        ),
    )?;
    Ok(claim
        .reading(
            Role::Shown,
            &borrowed(&links(GPUS, 4096)?),
            text(
                "32,768 H100, a batch of 4,096, the best layout for each of 8, 16 … 256: the smallest domain within 5 % of the fastest.",
                "32,768 顆 H100、批次 4,096，8、16 … 256 各取最佳配置：與最快者相差 5 % 以內的最小的域。",
            ),
            Compute::OfAll(least),
        )
        .reading(
            Role::Other,
            &borrowed(&links(3072, 3072)?),
            text(
                "The same for Megatron's run on 3,072 A100.",
                "同上，改為 Megatron 在 3,072 顆 A100 上的訓練。",
            ),
            Compute::OfAll(least),
        )
        .because(text(
            "Where it stops depends on how many GPUs share a batch: domains of a server do for Megatron's run, and on ten times the GPUs each doubling still helps.",
            "何時不再縮短，取決於一個批次由多少顆 GPU 分攤：Megatron 的訓練只需一台伺服器大小的域，而 GPU 多十倍時，域每加倍一次都還有幫助。",
        )))
}

fn borrowed(links: &[String]) -> Vec<&str> {
    links.iter().map(String::as_str).collect()
}

/// Rail-only at K = 256 against one HB domain for all.
fn gap(sheet: &Sheet, id: &str, model: &'static str) -> Result<Claim, Malformed> {
    let name = if model == LARGE { "GPT 1T" } else { "GPT 146B" };
    let claim = sheet.claim(
        id,
        Section::Performance,
        text(
            format!("{name}: how much longer an iteration takes on rail-only with domains of 256 than on one domain for all GPUs."),
            format!("{name}：每域 256 顆的 rail-only 比所有 GPU 同屬一域多花的迭代時間。"),
        ),
    )?;
    let claim = over_batches(
        claim,
        |batch| {
            Ok([
                // A sweep passes the usual domains and the run's own, so the run to load is the unusual one.
                best(model, GPUS, batch, GPUS)?,
                best(model, GPUS, batch, 256)?,
            ])
        },
        "the best layout for each of the two.",
        "兩者各取最佳配置。",
        |evaluations| match evaluations {
            [ideal, rails] => 100.0 * (rail_only(rails) / rail_only(ideal) - 1.0),
            _ => 0.0,
        },
    )?;
    Ok(claim.because(text(
        "The paper's equations and the batch of this figure are not public to us. By ours the gap depends on the batch: where gradients hide behind computation there is none.",
        "論文的方程式與這個數字所用的批次，我們都無從得知。依我們的模型，差距取決於批次：梯度能藏在計算之後時就沒有差距。",
    )))
}

/// Rail-only's speed as a share of that of one HB domain for all.
fn of_ideal(sheet: &Sheet, id: &str, batch: u32) -> Result<Claim, Malformed> {
    let claim = sheet.claim(
        id,
        Section::Performance,
        text(
            format!(
                "32,768 GPUs, a batch of {batch}: rail-only's speed, of that of one domain for all."
            ),
            format!("32,768 顆 GPU、批次 {batch}：rail-only 的速度占所有 GPU 同屬一域時的比例。"),
        ),
    )?;
    let share = |evaluations: &[Evaluation]| match evaluations {
        [ideal, rails] => 100.0 * rail_only(ideal) / rail_only(rails),
        _ => 0.0,
    };
    let same = |evaluation: &Evaluation| {
        100.0 * evaluation.timing.iteration_s.ideal.0 / rail_only(evaluation)
    };
    // As in `gap`, the run to load is the one of one domain.
    let links = |model| -> Result<[String; 2], Malformed> {
        Ok([
            swept(best(model, GPUS, batch, GPUS)?),
            best(model, GPUS, batch, 256)?.to_owned(),
        ])
    };
    Ok(claim
        .reading(
            Role::Shown,
            &borrowed(&links(LARGE)?),
            scale(batch, "GPT 1T, domains of 256, the best layout for each.", "GPT 1T，每域 256 顆，各取最佳配置。"),
            Compute::OfAll(share),
        )
        .reading(
            Role::Other,
            &borrowed(&links(SMALL)?),
            scale(batch, "GPT 146B, the same.", "GPT 146B，其餘同上。"),
            Compute::OfAll(share),
        )
        .or(
            best(LARGE, GPUS, batch, 256)?,
            scale(batch, "GPT 1T, rail-only's best layout on both.", "GPT 1T，兩者都採 rail-only 的最佳配置。"),
            same,
        )
        .or(
            best(SMALL, GPUS, batch, 256)?,
            scale(batch, "GPT 146B, rail-only's best layout on both.", "GPT 146B，兩者都採 rail-only 的最佳配置。"),
            same,
        )
        .because(text(
            "The paper's equations are not public to us, nor which model this is. By ours, too, a larger batch brings rail-only nearer to the ideal.",
            "論文的方程式以及所指的模型，我們都無從得知。依我們的模型，較大的批次同樣使 rail-only 更接近理想。",
        )))
}

/// A model of iteration time against Megatron's GPT-1T.
fn accuracy(sheet: &Sheet) -> Result<Claim, Malformed> {
    let run = measured::of_megatron("1008.0")?;
    let claim = sheet.claim(
        "accuracy-1t",
        Section::Performance,
        text(
            "GPT 1T: error of the model of iteration time against Megatron's measurement; here, of ours.",
            "GPT 1T：迭代時間模型與 Megatron 實測值的誤差；此處為我們的模型。",
        ),
    )?;
    Ok(claim
        .reading(
            Role::Shown,
            &[&run.link],
            text(
                "Our time of an iteration over the measured one; all rows stand in the table of measured runs.",
                "我們的迭代時間除以實測值；各列見實測訓練的表。",
            ),
            Compute::Against(run.printed, |evaluation, measured| {
                100.0 * (evaluation.timing.iteration_s.rail_optimized.0 / measured - 1.0).abs()
            }),
        )
        .because(text(
            "Two models of the same run. Ours has one set of efficiencies for each kind of GPU and is fitted to no row.",
            "兩者是針對同一次訓練的兩個模型。我們的模型每種 GPU 只有一組效率值，未對任何一列做擬合。",
        )))
}

/// What a dense job loses on rail-only.
fn dense(sheet: &Sheet) -> Result<Claim, Malformed> {
    let claim = sheet.claim(
        "dense-no-loss",
        Section::Performance,
        text(
            "A dense model: how much longer an iteration takes on rail-only than on rail-optimized.",
            "稠密模型：在 rail-only 上比在 rail-optimized 上多花的迭代時間。",
        ),
    )?;
    let longer = |evaluation: &Evaluation| {
        100.0 * (rail_only(evaluation) / evaluation.timing.iteration_s.rail_optimized.0 - 1.0)
    };
    Ok(claim
        .shown_as(
            "#v=1",
            text(
                "GPT 1T on 384 DGX A100 in Megatron's layout.",
                "GPT 1T、384 台 DGX A100，依 Megatron 的配置。",
            ),
            longer,
        )
        .or(
            "#v=1&hb=32",
            text(
                "The same layout on domains of 32: 48 GPUs of a stage do not fill whole domains, so hand-overs between stages change rails.",
                "同樣的配置，但每域 32 顆：一個階段的 48 顆 GPU 填不滿整個域，階段之間的交接因此會跨軌。",
            ),
            longer,
        )
        .because(text(
            "Exact where stages fill whole domains or domains whole stages; elsewhere hand-overs cross rails, and cost next to nothing.",
            "階段恰好填滿整個域、或域恰好填滿整個階段時完全成立；否則階段交接會跨軌，但代價微乎其微。",
        )))
}

/// An evenly spread all-to-all on rail-only: over the NIC, and once more inside the domain.
fn all_to_all(sheet: &Sheet) -> Result<[Claim; 2], Malformed> {
    let claim = |id: &str, link: &str, en: &'static str, zh: &'static str| {
        Ok::<_, Malformed>(
            sheet
                .claim(id, Section::Performance, text(en, zh))?
                .shown_as(
                    link,
                    text(
                        "Every byte passes the NIC and then the domain, one after the other: C_S / C_F longer.",
                        "每個位元組先經過網路卡、再經過域內互連，一先一後：多花 C_S / C_F。",
                    ),
                    |evaluation| 100.0 * (evaluation.timing.all_to_all_slowdown - 1.0),
                )
                .because(text(
                    "The paper's simulation is not public. The two bandwidths alone come within 0.2 points of it.",
                    "論文的模擬並未公開。單由兩種頻寬計算，與其相差不到 0.2 個百分點。",
                )),
        )
    };
    Ok([
        claim(
            "moe-slowdown-a100",
            "#v=1&model=moe-1.3b",
            "All-to-all on A100: how much longer it takes on rail-only than on a full Clos.",
            "A100 上的 all-to-all：在 rail-only 上比在完整 Clos 上多花的時間。",
        )?,
        claim(
            "moe-slowdown-h100",
            "#v=1&model=moe-1.3b&gpu=h100",
            "All-to-all on H100: how much longer it takes on rail-only than on a full Clos.",
            "H100 上的 all-to-all：在 rail-only 上比在完整 Clos 上多花的時間。",
        )?,
    ])
}

/// The run of DeepSeek-V3 whose step is timed.
pub(super) const DEEPSEEK_STEP: &str = "#v=1&model=deepseek-v3&recompute=selective";

/// DeepSeek-V3's step, where planes never meet and where rails do.
fn deepseek(sheet: &Sheet) -> Result<[Claim; 2], Malformed> {
    let claim = |id: &str, en: &'static str, zh: &'static str, compute: fn(&Evaluation) -> f64| {
        Ok::<_, Malformed>(
            sheet
                .claim(id, Section::Performance, text(en, zh))?
                .shown_as(
                    DEEPSEEK_STEP,
                    text(
                        "Products of 8-bit numbers, attention tuned for Hopper and not recomputed, the all-to-all beside computation, a token on four nodes at most.",
                        "8 位元矩陣乘法、針對 Hopper 調校且不重算的注意力、all-to-all 與計算重疊，一個 token 最多送往四台伺服器。",
                    ),
                    compute,
                )
                .because(text(
                    "A model with one set of efficiencies comes near, not more: this run's shorter pipeline bubble, its prediction of several tokens and its recomputation of a few operations only are not in it. That the two networks take the same time is in ours too: with the limit of nodes nothing changes rails. The run kept its activations in 8 bits; ours counts 16 and so says that it doesn't fit.",
                    "只用一組效率的模型能接近，但不會更準：該訓練較短的管線氣泡、多 token 預測，以及只重算少數運算，都未納入。兩種網路時間相同這一點則一致：有了伺服器數上限，就沒有任何位元組需要跨軌。該訓練以 8 位元存放活化值；我們以 16 位元計，因此判定放不下。",
                )),
        )
    };
    Ok([
        claim(
            "dsv3-step-apart",
            "DeepSeek-V3 on 2,048 H800: time of a step on planes that never meet.",
            "DeepSeek-V3、2,048 顆 H800：各平面互不相連時的每步時間。",
            rail_only,
        )?,
        claim(
            "dsv3-step-joined",
            "DeepSeek-V3 on 2,048 H800: time of a step where rails meet.",
            "DeepSeek-V3、2,048 顆 H800：各軌相連時的每步時間。",
            |evaluation| evaluation.timing.iteration_s.rail_optimized.0,
        )?,
    ])
}
