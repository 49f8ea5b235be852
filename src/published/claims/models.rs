//! Sizes, operations and memory of models.

use super::sheet::{Sheet, missing};
use super::{Cell, Claim, Compute, Printed, Relation, Role, Section, Source, Unit, source, text};
use crate::evaluation::Evaluation;
use crate::published::{Malformed, MegatronRow, measured, megatron_table1};
use crate::quantity::format::count;
use crate::scenario::{Model, Scenario};

const TABLE: &str = "megatron_table1.csv";

pub(super) fn claims(sheet: &Sheet) -> Result<Vec<Claim>, Malformed> {
    let rows = megatron_table1()?;
    let mut claims = Vec::new();
    for row in &rows {
        claims.push(parameters(row)?);
    }
    claims.extend(others(sheet)?);
    for row in &rows {
        claims.push(operations(row)?);
    }
    for row in &rows {
        claims.push(percent_of_peak(row)?);
    }
    claims.extend(memory(sheet)?);
    Ok(claims)
}

fn megatron() -> Source {
    source("Megatron-LM (arXiv 2104.04473)", text("Table 1", "表 1"))
}

/// What our time of an iteration makes of the FLOPs: TFLOP/s a GPU.
fn our_rate(evaluation: &Evaluation) -> f64 {
    rate(evaluation, evaluation.timing.iteration_s.rail_optimized.0)
}

fn rate(evaluation: &Evaluation, iteration_s: f64) -> f64 {
    let flops = evaluation.workload.flops_per_iteration.0;
    flops / iteration_s / evaluation.cluster.gpus as f64 / 1e12
}

fn of_peak(evaluation: &Evaluation, tflops: f64) -> f64 {
    100.0 * tflops / evaluation.scenario.cluster.peak_tflops
}

/// The link of the preset with a row's shape.
fn link_of(row: &MegatronRow) -> Result<String, Malformed> {
    Model::ALL
        .iter()
        .find(|model| {
            let preset = Scenario::preset(**model);
            let shape = (preset.shape.layers, preset.shape.hidden);
            shape == (row.layers, row.hidden) && preset.cluster.gpus == row.gpus
        })
        .map(|model| format!("#v=1&model={}", model.key()))
        .ok_or_else(|| missing(TABLE, &row.params_billion))
}

fn parameters(row: &MegatronRow) -> Result<Claim, Malformed> {
    let (layers, hidden) = (row.layers, row.hidden);
    let claim = Claim::of_cell(
        format!("megatron-params-{}", row.params_billion),
        Section::Models,
        text(
            format!("A GPT of {layers} layers and hidden size {hidden}: parameters."),
            format!("{layers} 層、隱藏維度 {hidden} 的 GPT：參數量。"),
        ),
        megatron(),
        Cell {
            table: TABLE,
            relation: Relation::Rounded,
            digits: &row.params_billion,
            unit: Unit::BillionParameters,
        },
    )?;
    Ok(claim.shown_as(
        &link_of(row)?,
        text(
            "12·L·h²·(1 + 13/(12h) + (V+s)/(12·L·h)): tied embeddings, learned positions.",
            "12·L·h²·(1 + 13/(12h) + (V+s)/(12·L·h))：輸入與輸出共用嵌入，位置嵌入為可學習。",
        ),
        billions,
    ))
}

/// Megatron's F, through the rate that it prints.
fn operations(row: &MegatronRow) -> Result<Claim, Malformed> {
    let run = measured::of_megatron(&row.params_billion)?;
    let (params, gpus) = (&row.params_billion, count(row.gpus.into()));
    let claim = Claim::of_cell(
        format!("megatron-rate-{params}"),
        Section::Models,
        text(
            format!("{params} B parameters on {gpus} A100: operations a second and GPU."),
            format!("{params} B 參數、{gpus} 顆 A100：每顆 GPU 每秒的運算量。"),
        ),
        megatron(),
        Cell {
            table: TABLE,
            relation: Relation::Rounded,
            digits: &row.tflops_per_gpu,
            unit: Unit::Teraflops,
        },
    )?;
    let seconds = run.printed.digits.clone();
    Ok(claim.reading(
        Role::Shown,
        &[&link_of(row)?],
        text(
            format!("F = 96·B·s·L·h²·(1 + s/(6h) + V/(16·L·h)), over the GPUs and the {seconds} s of an iteration that the row comes to."),
            format!("F = 96·B·s·L·h²·(1 + s/(6h) + V/(16·L·h))，除以 GPU 數與該列換算出的每次迭代 {seconds} s。"),
        ),
        Compute::With(run.printed, rate),
    )
    .or(
        &run.link,
        text(
            "F over the GPUs and our time of an iteration.",
            "F 除以 GPU 數與我們算出的每次迭代時間。",
        ),
        our_rate,
    )
    .of_source())
}

fn percent_of_peak(row: &MegatronRow) -> Result<Claim, Malformed> {
    let link = link_of(row)?;
    let printed = Printed::new(
        Relation::Rounded,
        &row.tflops_per_gpu,
        None,
        Unit::Teraflops,
    )
    .ok_or_else(|| missing(TABLE, &row.tflops_per_gpu))?;
    let (params, gpus) = (&row.params_billion, count(row.gpus.into()));
    let claim = Claim::of_cell(
        format!("megatron-peak-{params}"),
        Section::Models,
        text(
            format!("{params} B parameters on {gpus} A100: share of the peak."),
            format!("{params} B 參數、{gpus} 顆 A100：占峰值的比例。"),
        ),
        megatron(),
        Cell {
            table: TABLE,
            relation: Relation::Rounded,
            digits: &row.percent_of_peak,
            unit: Unit::Percent,
        },
    )?;
    Ok(claim
        .reading(
            Role::Shown,
            &[&link],
            text(
                format!(
                    "The printed rate of {} TFLOP/s a GPU over the dense 16-bit peak.",
                    row.tflops_per_gpu
                ),
                format!(
                    "印出的每顆 GPU {} TFLOP/s 除以 16 位元稠密峰值。",
                    row.tflops_per_gpu
                ),
            ),
            Compute::With(printed, of_peak),
        )
        .or(
            &link,
            text(
                "The rate that our time of an iteration gives.",
                "改用由我們算出的迭代時間得到的運算量。",
            ),
            |evaluation| of_peak(evaluation, our_rate(evaluation)),
        )
        .of_source())
}

fn others(sheet: &Sheet) -> Result<[Claim; 6], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Models, statement);
    let exact = || {
        text(
            "Every matrix, bias and norm of its architecture, counted.",
            "逐一計入其架構的每個矩陣、偏置與正規化層。",
        )
    };
    Ok([
        claim(
            "params-gpt3",
            text("GPT-3: parameters.", "GPT-3：參數量。"),
        )?
        .shown_as("#v=1&model=gpt3-175b", exact(), billions),
        claim(
            "params-bloom",
            text("BLOOM: parameters.", "BLOOM：參數量。"),
        )?
        .shown_as("#v=1&model=bloom-176b", exact(), billions),
        claim(
            "params-llama3",
            text("Llama 3 405B: parameters.", "Llama 3 405B：參數量。"),
        )?
        .shown_as("#v=1&model=llama3-405b", exact(), billions),
        claim(
            "params-deepseek",
            text(
                "DeepSeek-V3: parameters in all.",
                "DeepSeek-V3：總參數量。",
            ),
        )?
        .shown_as(
            "#v=1&model=deepseek-v3",
            text(
                "Latent attention, 3 dense layers, 256 routed experts and a shared one in the others; without the multi-token-prediction module.",
                "潛在注意力，3 層稠密層，其餘各層 256 個路由專家加一個共用專家；不含多 token 預測模組。",
            ),
            billions,
        ),
        claim(
            "active-deepseek",
            text(
                "DeepSeek-V3: parameters that one token passes.",
                "DeepSeek-V3：單一 token 經過的參數量。",
            ),
        )?
        .shown_as(
            "#v=1&model=deepseek-v3",
            text(
                "Eight routed experts of each MoE layer and everything else but the embedding's table, of which a token reads one row.",
                "每個 MoE 層八個路由專家，加上其餘一切；不計嵌入表，因為一個 token 只讀其中一列。",
            ),
            |evaluation| {
                let shape = &evaluation.scenario.shape;
                let embedding = f64::from(shape.vocab) * f64::from(shape.hidden);
                (evaluation.workload.active_parameters - embedding) / 1e9
            },
        )
        .or(
            "#v=1&model=deepseek-v3",
            text(
                "With the embedding's table, as the page counts.",
                "計入嵌入表，即本頁的算法。",
            ),
            |evaluation| evaluation.workload.active_parameters / 1e9,
        ),
        claim(
            "params-moe",
            text(
                "The MoE of the rail-only paper is named after this many parameters.",
                "rail-only 論文的 MoE 以這個參數量為名。",
            ),
        )?
        .shown_as(
            "#v=1&model=moe-1.3b&experts=0&ep=1",
            text(
                "The dense GPT from which the experts were made.",
                "改成專家之前的稠密 GPT。",
            ),
            billions,
        )
        .or(
            "#v=1&model=moe-1.3b",
            text("With all 128 experts.", "含全部 128 個專家。"),
            billions,
        ),
    ])
}

fn memory(sheet: &Sheet) -> Result<[Claim; 2], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Models, statement);
    let gib = |evaluation: &Evaluation| evaluation.workload.memory.total().0 / (1_u64 << 30) as f64;
    Ok([
        claim(
            "memory-1t",
            text(
                "GPT 1T with full recompute: memory of a GPU of the heaviest stage.",
                "GPT 1T 完全重算：最重階段每顆 GPU 的記憶體用量。",
            ),
        )?
        .shown_as(
            "#v=1",
            text(
                "18 bytes a parameter (weight, 32-bit gradient, Adam), the inputs of 64 microbatches in flight, one layer's working set.",
                "每個參數 18 位元組（權重、32 位元梯度、Adam），同時在管線中的 64 個微批次的輸入，加一層的工作集。",
            ),
            gib,
        ),
        claim(
            "memory-1t-stored",
            text(
                "GPT 1T without recompute does not fit the memory of an A100.",
                "GPT 1T 不重算時放不進 A100 的記憶體。",
            ),
        )?
        .shown_as(
            "#v=1&recompute=none",
            text(
                "The same with all activations of 64 microbatches kept.",
                "同上，但保留 64 個微批次的所有活化值。",
            ),
            gib,
        ),
    ])
}

fn billions(evaluation: &Evaluation) -> f64 {
    evaluation.workload.parameters / 1e9
}
