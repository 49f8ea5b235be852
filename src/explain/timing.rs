//! The iteration, and what rail-only does to the experts' all-to-all.

use super::expression::{Expression, Symbol, number};
use super::{Page, Unit, source, symbols as s};
use crate::cluster::Digit;
use crate::evaluation::Evaluation;
use crate::language::Bilingual;
use crate::scenario::{FabricKind, Recompute};
use crate::timing::{
    Device, Job, LayerParts, Layers, Links, Machine, Part, STEP_BYTES, STEP_KERNELS, Split,
};
use crate::traffic::{Kind, Plan, Rules};
use crate::workload::Anatomy;

/// The machine of the scenario's fabric.
const fn machine(fabric: FabricKind) -> Machine {
    match fabric {
        FabricKind::RailOnly => Machine::RailOnly,
        FabricKind::RailOptimized => Machine::RailOptimized,
    }
}

pub(super) fn iteration(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let workload = &evaluation.workload;
    let ranks = &evaluation.cluster.ranks;
    let parts = &evaluation.timing.parts_s;
    let layers = f64::from(workload.stage.layers);
    let full = scenario.training.recompute == Recompute::Full;
    let microbatches = f64::from(workload.microbatches);

    compute(page, evaluation);
    layer_parts(page, evaluation);
    if parts.tp > 0.0 {
        let operations = microbatches * layers * if full { 12.0 } else { 8.0 };
        let expression = exposed(
            evaluation,
            lying(evaluation, ranks.tp),
            workload.volumes.tensor.0,
            operations,
        );
        page.add(
            Bilingual::new("Tensor-parallel collectives", "張量平行的集合通訊"),
            "TP",
            &expression,
            Unit::Seconds,
            parts.tp,
            source::MODEL,
        );
        page.note(Bilingual::new(
            "Y is ar·2·V·ℓ, all-reduces of all layers and microbatches, as under “Where the bytes go”. Nothing hides them.",
            "Y 為 ar·2·V·ℓ，即所有層與微批次的 all-reduce，見「位元組的去向」；沒有東西遮蔽它們。",
        ));
    }
    if parts.cp > 0.0 {
        let operations = microbatches * layers * if full { 4.0 } else { 3.0 };
        let expression = exposed(
            evaluation,
            lying(evaluation, ranks.cp),
            workload.volumes.context.0,
            operations,
        );
        page.add(
            Bilingual::new("Context-parallel exchange", "上下文平行的交換"),
            "CP",
            &expression,
            Unit::Seconds,
            parts.cp,
            source::MODEL,
        );
    }
    if parts.pp > 0.0 {
        hand_over(page, evaluation);
    }
    if parts.ep > 0.0 {
        all_to_alls(page, evaluation);
    }
    if parts.dp > 0.0 {
        gradients(page, evaluation);
    }
    if parts.bubble > 0.0 {
        bubble(page, evaluation);
    }
    optimizer(page, evaluation);
    sum(page, evaluation);
    utilisation(page, evaluation);
    training(page, evaluation);
}

/// The layers of the slowest stage and the output layer, for every microbatch.
fn compute(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let stage = &evaluation.workload.stage;
    let layers = Layers::of(
        &Device::of(&scenario.cluster),
        &Anatomy::of(scenario),
        Split::of(scenario),
    );
    let recompute = scenario.training.recompute;
    let moe_layers = layers.slowest_moe_layers(stage, recompute);
    let dense = || {
        s::STAGE_DENSE.is(f64::from(stage.layers) - moe_layers)
            * s::DENSE_LAYER_S.is(layers.dense.seconds(recompute))
    };
    let moe = || s::STAGE_MOE.is(moe_layers) * s::MOE_LAYER_S.is(layers.moe.seconds(recompute));
    let stage_seconds = if moe_layers == 0.0 {
        dense()
    } else if moe_layers == f64::from(stage.layers) {
        moe()
    } else {
        dense() + moe()
    };
    let expression = s::MICROBATCHES.is(f64::from(evaluation.workload.microbatches))
        * (stage_seconds + s::OUTPUT_LAYER_S.is(layers.output_seconds()));
    page.add(
        Bilingual::new("Layers and output layer", "各層與輸出層"),
        "compute",
        &expression,
        Unit::Seconds,
        evaluation.timing.parts_s.compute,
        source::MODEL,
    );
}

/// The layers that the stage has, part by part.
fn layer_parts(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let stage = &evaluation.workload.stage;
    let device = Device::of(&scenario.cluster);
    let anatomy = Anatomy::of(scenario);
    let recompute = scenario.training.recompute;
    for (is_moe, stands, subject, name) in [
        (
            false,
            stage.fewest_moe_layers < stage.layers,
            Bilingual::new(
                "A dense layer, for a microbatch",
                "一個稠密層處理一個微批次",
            ),
            "τ_d",
        ),
        (
            true,
            stage.moe_layers > 0,
            Bilingual::new("A MoE layer, for a microbatch", "一個 MoE 層處理一個微批次"),
            "τ_m",
        ),
    ] {
        if !stands {
            continue;
        }
        let parts = LayerParts::of(&device, &anatomy, Split::of(scenario), is_moe);
        let feed_forward = if is_moe { s::EXPERTS_S } else { s::MLP_S };
        let expression = s::PROJECTIONS_S.is(parts.projections.seconds(recompute))
            + s::CORE_S.is(parts.core.seconds(recompute))
            + feed_forward.is(parts.feed_forward.seconds(recompute))
            + s::AROUND_S.is(parts.around.seconds(recompute));
        page.add(
            subject,
            name,
            &expression,
            Unit::Seconds,
            parts.sum().seconds(recompute),
            source::MODEL,
        );
        page.note(Bilingual::new(
            "Forward, backward, and forward again where it is computed again. A matrix product is computed in tiles of 256 × 128 or 128 × 128, as many at a time as the GPU has multiprocessors, so the last wave may be half empty; everything else takes the time of reading and writing its numbers.",
            "含前向、反向，以及重新計算時再一次前向。矩陣乘法以 256 × 128 或 128 × 128 的區塊計算，同時進行的區塊數等於多處理器數，最後一批可能不滿；其餘運算的時間為讀寫資料所需。",
        ));
    }
}

/// What the GPU, its links and its memory sustain: printed figures times one share for each generation.
pub(super) fn device(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let cluster = &scenario.cluster;
    let device = Device::of(cluster);
    let generation = &device.generation;
    let bits = scenario.training.matmul_bits;
    let share = |of: f64| s::SUSTAINED.is(of);
    let peak = device.peak_of(bits);
    let bytes_a_second = |gigabits: f64| gigabits * 1e9 / 8.0;
    let rows = [
        (
            Bilingual::new("Large matrix products", "大型矩陣乘法"),
            "rate",
            share(generation.matmul) * s::PEAK.is(peak),
            Unit::FlopsPerSecond,
            peak * generation.matmul,
        ),
        (
            Bilingual::new("Collectives inside an HB domain", "HB 域內的集合通訊"),
            "C_F",
            share(generation.hb) * s::HB_BYTES.is(bytes_a_second(cluster.hb_gbps)),
            Unit::BytesPerSecond,
            device.hb,
        ),
        (
            Bilingual::new("Collectives over the NIC", "經 NIC 的集合通訊"),
            "C_S",
            share(generation.nic) * s::NIC_BYTES.is(bytes_a_second(cluster.nic_gbps)),
            Unit::BytesPerSecond,
            device.nic,
        ),
        (
            Bilingual::new("Reading and writing memory", "讀寫記憶體"),
            "C_M",
            share(generation.memory) * s::MEMORY_BYTES.is(cluster.hbm_gbytes_s * 1e9),
            Unit::BytesPerSecond,
            device.memory,
        ),
    ];
    for (subject, name, expression, unit, figure) in rows {
        page.add(subject, name, &expression, unit, figure, source::MODEL);
    }
    page.note(Bilingual::new(
        "One set of shares for each generation of GPUs, none chosen for a single measured run.",
        "每個 GPU 世代一組比例，沒有任何一項只為某次實測而選。",
    ));
}

/// How the groups of a digit lie on the HB domains, and their size.
fn lying(evaluation: &Evaluation, digit: Digit) -> (Plan, u64) {
    let rules = Rules::of(&evaluation.scenario.accounting, &evaluation.cluster);
    (rules.plan(digit), digit.size)
}

/// Seconds of collectives of a payload in all: each link at the bandwidth that it sustains, and a latency each time.
fn exposed(
    evaluation: &Evaluation,
    group: (Plan, u64),
    payload: f64,
    operations: f64,
) -> Expression {
    let scenario = &evaluation.scenario;
    let device = Device::of(&scenario.cluster);
    let links = Links::of(device, machine(scenario.network.fabric));
    let (plan, size) = group;
    let generation = &device.generation;
    let part = |members: u64| {
        let n = || s::GROUP.is(members as f64);
        (n() - number(1.0)) / n()
    };
    let steps = |members: u64| f64::from(u64::BITS - members.saturating_sub(1).leading_zeros());
    let payload = || s::PAYLOAD.is(payload);
    let times = |latency: f64| s::OPERATIONS.is(operations) * s::LATENCY.is(latency);
    let hb = || s::HB_RATE.is(device.hb);
    let nic = || s::NIC_RATE.is(device.nic);
    match plan {
        Plan::Within => part(size) * payload() / hb() + times(generation.hb_latency / 2.0),
        Plan::Across => {
            part(size) * payload() / nic() + times(steps(size) * generation.nic_latency)
        }
        Plan::Flat => {
            part(size) * payload() / nic() * s::DETOUR.is(links.detour(true))
                + times(steps(size) * generation.nic_latency)
        }
        Plan::Split { inside, across } => {
            let i = || s::INSIDE.is(inside as f64);
            let j = || s::ACROSS.is(across as f64);
            (i() - number(1.0)) / i() * payload() / hb()
                + (j() - number(1.0)) / j() * payload() / i() / nic()
                + times(generation.hb_latency / 2.0 + steps(across) * generation.nic_latency)
        }
    }
}

/// A tensor forward and one backward for each chunk of each microbatch.
fn hand_over(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let device = Device::of(&scenario.cluster);
    let links = Links::of(device, machine(scenario.network.fabric));
    let plan =
        Rules::of(&scenario.accounting, &evaluation.cluster).plan(evaluation.cluster.ranks.pp);
    let bytes = number(2.0) * s::EDGE.is(evaluation.workload.volumes.pipeline.0);
    let moved = match plan {
        Plan::Within => bytes / s::HB_RATE.is(device.hb),
        Plan::Across => bytes / s::NIC_RATE.is(device.nic),
        Plan::Split { .. } | Plan::Flat => {
            bytes / s::NIC_RATE.is(device.nic) * s::DETOUR.is(links.detour(true))
        }
    };
    let chunks = f64::from(scenario.training.interleave.max(1));
    let times = number(2.0)
        * s::MICROBATCHES.is(f64::from(evaluation.workload.microbatches))
        * s::CHUNKS.is(chunks)
        * s::LATENCY.is(device.generation.nic_latency);
    page.add(
        Bilingual::new("Hand-overs between stages", "階段之間的交接"),
        "PP",
        &(moved + times),
        Unit::Seconds,
        evaluation.timing.parts_s.pp,
        source::MODEL,
    );
}

/// The experts' all-to-alls: the slower of both interconnects, which work at once, and a latency each time.
fn all_to_alls(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let workload = &evaluation.workload;
    let device = Device::of(&scenario.cluster);
    let layers = Layers::of(&device, &Anatomy::of(scenario), Split::of(scenario));
    let job = Job::of(scenario, workload, &evaluation.cluster, &layers);
    let machine = machine(scenario.network.fabric);
    let peers = job.expert_peers(machine);
    let pair = || s::EXPERT_PAIR.is(workload.volumes.expert_pair.0);
    let inside = s::PEERS_INSIDE.is(peers.inside) * pair() / s::HB_RATE.is(device.hb);
    let outside = s::PEERS_OUTSIDE.is(peers.rail + peers.elsewhere) * pair()
        / s::NIC_RATE.is(device.nic)
        * s::DETOUR.is(Links::of(device, machine).detour(peers.elsewhere > 0.0));
    let a_layer = if scenario.training.recompute == Recompute::Full {
        6.0
    } else {
        4.0
    };
    let operations =
        f64::from(workload.microbatches) * f64::from(workload.stage.moe_layers) * a_layer;
    let latency = s::OPERATIONS.is(operations) * s::LATENCY.is(device.generation.nic_latency);
    let all = inside.or_more(outside) + latency;
    let seconds = all.value();
    let exposed = evaluation.timing.parts_s.ep;
    let is_hidden = scenario.training.ep_overlap;
    page.add(
        Bilingual::new("All-to-alls of the experts", "專家的 all-to-all"),
        if is_hidden { "A" } else { "EP" },
        &all,
        Unit::Seconds,
        if is_hidden { seconds } else { exposed },
        source::MODEL,
    );
    page.note(Bilingual::new(
        "Peers are counted in shares of X: with a limit of HB domains that a token visits they are fewer, and on its own rail.",
        "同伴數以 X 為單位：限制每個 token 經過的 HB 域時，跨域的較少，且都在同軌。",
    ));
    if !is_hidden {
        return;
    }
    let output = f64::from(workload.microbatches) * layers.output_seconds();
    let all = || s::ALL_TO_ALLS_S.is(seconds);
    let stages = s::COMPUTE_S.is(evaluation.timing.parts_s.compute) - s::OUTPUT_S.is(output);
    let share = number(1.0) - s::COLLECTIVE_SHARE.is(device.generation.collective);
    page.add(
        Bilingual::new("What computation does not hide", "未被計算遮蔽的部分"),
        "EP",
        &(all() - all().at_most(stages) * share),
        Unit::Seconds,
        exposed,
        source::MODEL,
    );
}

/// Collectives of gradients, and with ZeRO of weights: what they take, and what of it computation does not hide.
fn gradients(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let volumes = &evaluation.workload.volumes;
    let ranks = &evaluation.cluster.ranks;
    let device = Device::of(&scenario.cluster);
    let layers = Layers::of(&device, &Anatomy::of(scenario), Split::of(scenario));
    let job = Job::of(scenario, &evaluation.workload, &evaluation.cluster, &layers);
    let halves = job.gradient_halves();
    let mut terms = Vec::new();
    for (replicas, payload) in [
        (ranks.dp, volumes.gradients.0),
        (ranks.expert_replicas(), volumes.expert_gradients.0),
    ] {
        let groups = if ranks.cp.span() == replicas.stride {
            let size = ranks.cp.size * replicas.size;
            let stride = ranks.cp.stride;
            vec![(Digit { stride, size }, payload)]
        } else {
            vec![
                (ranks.cp, payload),
                (replicas, payload / ranks.cp.size as f64),
            ]
        };
        for (digit, payload) in groups {
            if digit.size > 1 && payload > 0.0 {
                let lying = lying(evaluation, digit);
                terms.push(exposed(evaluation, lying, payload, halves));
            }
        }
    }
    let all = (terms.into_iter())
        .reduce(|sum, term| Expression::Sum(vec![sum, term]))
        .unwrap_or(number(0.0));
    let embedding = (volumes.embedding.0 > 0.0).then(|| {
        let rules = Rules::of(&scenario.accounting, &evaluation.cluster);
        let ends = (rules.plan_of_ends(ranks.pp), 2);
        exposed(evaluation, ends, volumes.embedding.0, 2.0)
    });
    let with_embedding = |expression: Expression| match embedding.clone() {
        Some(embedding) => Expression::Sum(vec![expression, embedding]),
        None => expression,
    };
    let subject = Bilingual::new(
        "Gradients and weights that nothing hides",
        "未被遮蔽的梯度與權重通訊",
    );
    let figure = evaluation.timing.parts_s.dp;
    if scenario.training.zero == 0 {
        page.add(
            subject,
            "DP",
            &with_embedding(all),
            Unit::Seconds,
            figure,
            source::MODEL,
        );
        page.note(Bilingual::new(
            "An all-reduce is two halves; without ZeRO nothing hides it.",
            "一次 all-reduce 為兩半；不用 ZeRO 時沒有東西遮蔽它。",
        ));
        return;
    }
    let seconds = all.value();
    page.add(
        Bilingual::new(
            "Collectives of gradients and weights",
            "梯度與權重的集合通訊",
        ),
        "G",
        &all,
        Unit::Seconds,
        seconds,
        source::MODEL,
    );
    let hiding = hiding(evaluation, &layers);
    let hidden_by = job.hiding(microbatch_seconds(evaluation, &layers));
    page.add(
        Bilingual::new(
            "What runs beside them: the passes of a microbatch, or with ZeRO 3 of each that gathers",
            "與其並行的部分：一個微批次的運算；ZeRO 3 逐微批次收集時為每個微批次",
        ),
        "H",
        &hiding,
        Unit::Seconds,
        hidden_by,
        source::MODEL,
    );
    let collectives = || s::COLLECTIVES_S.is(seconds);
    let share = number(1.0) - s::COLLECTIVE_SHARE.is(device.generation.collective);
    let exposed = collectives() - collectives().at_most(s::HIDING_S.is(hidden_by)) * share;
    page.add(
        subject,
        "DP",
        &with_embedding(exposed),
        Unit::Seconds,
        figure,
        source::MODEL,
    );
    page.note(Bilingual::new(
        "What is hidden still slows what hides it: collectives take multiprocessors.",
        "被遮蔽的通訊仍會拖慢遮蔽它的計算，因為集合通訊也佔用多處理器。",
    ));
}

/// Seconds of a microbatch's passes through a stage, with the exchange between its ranks and without the output layer.
fn microbatch_seconds(evaluation: &Evaluation, layers: &Layers) -> f64 {
    let parts = &evaluation.timing.parts_s;
    let work = parts.compute + parts.tp + parts.cp + parts.ep;
    work / f64::from(evaluation.workload.microbatches) - layers.output_seconds()
}

fn hiding(evaluation: &Evaluation, layers: &Layers) -> Expression {
    let training = &evaluation.scenario.training;
    let microbatches = evaluation.workload.microbatches;
    let exchange = [Kind::Tp, Kind::Cp, Kind::Ep].map(Part::Exchange);
    let work = summed(evaluation, &exchange);
    let each = work / s::MICROBATCHES.is(f64::from(microbatches))
        - s::OUTPUT_LAYER_S.is(layers.output_seconds());
    match training.gathers(microbatches) {
        1 => each,
        gathers => s::GATHERS.is(f64::from(gathers)) * each,
    }
}

/// Compute and those of `parts` that take any time.
fn summed(evaluation: &Evaluation, parts: &[Part]) -> Expression {
    let seconds = &evaluation.timing.parts_s;
    parts
        .iter()
        .filter(|part| seconds.of(**part).0 > 0.0)
        .fold(s::COMPUTE_S.is(seconds.compute), |sum, part| {
            sum + symbol(*part).is(seconds.of(*part).0)
        })
}

const fn symbol(part: Part) -> Symbol {
    match part {
        Part::Compute => s::COMPUTE_S,
        Part::Exchange(Kind::Tp) => s::TP_S,
        Part::Exchange(Kind::Cp) => s::CP_S,
        Part::Exchange(Kind::Pp) => s::PP_S,
        Part::Exchange(Kind::Dp) => s::DP_S,
        Part::Exchange(Kind::Ep) => s::EP_S,
        Part::Bubble => s::BUBBLE_S,
        Part::Optimizer => s::OPTIMIZER_S,
    }
}

/// What a stage does with a microbatch, waited for by the (p−1)/v chunks that fill and drain.
fn bubble(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let parts = &evaluation.timing.parts_s;
    let microbatches = f64::from(evaluation.workload.microbatches);
    let layers = Layers::of(
        &Device::of(&scenario.cluster),
        &Anatomy::of(scenario),
        Split::of(scenario),
    );
    let output = microbatches * layers.output_seconds();
    let exchange = [Kind::Tp, Kind::Cp, Kind::Ep, Kind::Pp].map(Part::Exchange);
    let work = summed(evaluation, &exchange);
    let stages = s::P.is(f64::from(scenario.layout.pp)) - number(1.0);
    let expression = stages
        / (s::CHUNKS.is(f64::from(scenario.training.interleave.max(1)))
            * s::MICROBATCHES.is(microbatches))
        * (work - s::OUTPUT_S.is(output));
    page.add(
        Bilingual::new("Pipeline bubble", "管線氣泡"),
        "bubble",
        &expression,
        Unit::Seconds,
        parts.bubble,
        source::MEGATRON,
    );
    page.note(Bilingual::new(
        "The output layer stands on the last stage alone, so filling and draining do not wait for it.",
        "輸出層只在最後階段，填滿與排空不必等它。",
    ));
}

fn optimizer(page: &mut Page, evaluation: &Evaluation) {
    let device = Device::of(&evaluation.scenario.cluster);
    let bytes = STEP_BYTES * evaluation.workload.memory.optimizer.0 / 12.0;
    let expression = s::STATE_BYTES.is(bytes) / s::MEMORY_RATE.is(device.memory)
        + s::LAUNCHES.is(STEP_KERNELS * device.generation.launch);
    page.add(
        Bilingual::new("Optimizer step", "最佳化器步驟"),
        "optimizer",
        &expression,
        Unit::Seconds,
        evaluation.timing.parts_s.optimizer,
        source::MODEL,
    );
    page.note(Bilingual::new(
        "In mixed precision: gradients widened and checked, their norm, clipping, Adam, and the weights narrowed read and write 56 bytes a parameter whose state the GPU holds.",
        "混合精度：梯度轉 32 位元並檢查、求範數、裁剪、Adam 更新、權重轉回 16 位元，對 GPU 持有狀態的每個參數共讀寫 56 位元組。",
    ));
}

/// All parts together.
fn sum(page: &mut Page, evaluation: &Evaluation) {
    let timing = &evaluation.timing;
    let expression = summed(evaluation, &Part::ALL[1..]);
    let figure = match evaluation.scenario.network.fabric {
        FabricKind::RailOnly => timing.iteration_s.rail_only,
        FabricKind::RailOptimized => timing.iteration_s.rail_optimized,
    };
    page.add(
        Bilingual::new("An iteration on the chosen network", "在所選網路上一次迭代"),
        "τᵢ",
        &expression,
        Unit::Seconds,
        figure.0,
        source::MODEL,
    );
    page.note(Bilingual::new(
        "Each part is what nothing hides.",
        "各項皆為未被遮蔽的時間。",
    ));
}

fn utilisation(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let workload = &evaluation.workload;
    let timing = &evaluation.timing;
    let seconds = timing.parts_s.total().0;
    if seconds <= 0.0 {
        return;
    }
    let gpu_time = || s::ITERATION_S.is(seconds) * s::N.is(f64::from(scenario.cluster.gpus));
    let device = Device::of(&scenario.cluster);
    let peak = || s::PEAK.is(device.peak_of(scenario.training.matmul_bits));
    let needed = || s::MODEL_FLOPS.is(workload.model_flops_per_iteration.0);
    let done = || s::ALL_FLOPS.is(timing.executed.0);
    page.add(
        Bilingual::new("Operations a second and GPU", "每顆 GPU 每秒運算量"),
        "rate",
        &(done() / gpu_time()),
        Unit::FlopsPerSecond,
        timing.tflops_per_gpu * 1e12,
        source::MEGATRON,
    );
    page.add(
        Bilingual::new("Model FLOPs utilisation (MFU)", "模型算力利用率（MFU）"),
        "MFU",
        &(needed() / (gpu_time() * peak())),
        Unit::Share,
        timing.mfu,
        source::SEQUENCE,
    );
    page.add(
        Bilingual::new("Hardware FLOPs utilisation (HFU)", "硬體算力利用率（HFU）"),
        "HFU",
        &(done() / (gpu_time() * peak())),
        Unit::Share,
        timing.hfu,
        source::SEQUENCE,
    );
    page.note(Bilingual::new(
        "The peak is the dense one, without sparsity. A fused attention kernel computes its scores twice in any case; that isn’t counted as work.",
        "峰值為稠密運算，不含稀疏加速。融合的注意力 kernel 本來就會重算分數，不計為運算量。",
    ));
}

/// The whole training: its time, and the energy of GPUs and network.
fn training(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let run = &evaluation.run;
    let fabric = scenario.network.fabric;
    let here = run.on(fabric);
    let seconds = evaluation.timing.parts_s.total().0;
    let per_iteration = || {
        s::BATCH.is(f64::from(scenario.training.batch))
            * s::SEQUENCE.is(f64::from(scenario.shape.seq))
    };
    let iteration = || s::ITERATION_S.is(seconds);
    let design = match fabric {
        FabricKind::RailOnly => &evaluation.fabric.rail_only,
        FabricKind::RailOptimized => &evaluation.fabric.rail_optimized,
    };
    let time = || s::TRAINING_S.is(here.time.0);
    let rows = [
        (
            Bilingual::new("Tokens a second", "每秒 token 數"),
            "rate",
            per_iteration() / iteration(),
            Unit::Plain,
            here.tokens_per_second,
        ),
        (
            Bilingual::new("Days of the training", "訓練天數"),
            "days",
            s::TRAINING_TOKENS.is(scenario.training.tokens * 1e9) / per_iteration() * iteration()
                / number(86_400.0),
            Unit::Plain,
            here.time.0 / 86_400.0,
        ),
        (
            Bilingual::new("Energy of the GPUs", "GPU 用電量"),
            "energy",
            s::N.is(f64::from(scenario.cluster.gpus))
                * s::GPU_W.is(scenario.cluster.gpu_w)
                * time(),
            Unit::Joules,
            here.gpus.0,
        ),
        (
            Bilingual::new("Energy of the chosen network", "所選網路的用電量"),
            "energy",
            s::NETWORK_W.is(design.power.0) * time(),
            Unit::Joules,
            here.network.0,
        ),
    ];
    for (subject, name, expression, unit, figure) in rows {
        page.add(subject, name, &expression, unit, figure, source::MODEL);
    }
    page.note(Bilingual::new(
        "At full power all the time, without cooling; interruptions are left out.",
        "以全程滿載計，不含冷卻，也不計中斷。",
    ));
}

/// How much longer the all-to-all takes on rail-only.
pub(super) fn experts(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    if evaluation.workload.volumes.expert_pair.0 <= 0.0 || evaluation.cluster.ranks.ep <= 1 {
        return;
    }
    let subject = Bilingual::new(
        "All-to-all on rail-only over rail-optimized",
        "all-to-all 在 rail-only 與 rail-optimized 的時間比",
    );
    let figure = evaluation.timing.all_to_all_slowdown;
    let device = Device::of(&scenario.cluster);
    let layers = Layers::of(&device, &Anatomy::of(scenario), Split::of(scenario));
    let job = Job::of(scenario, &evaluation.workload, &evaluation.cluster, &layers);
    let peers = job.expert_peers(Machine::RailOnly);
    let outside = peers.rail + peers.elsewhere;
    if peers.elsewhere <= 0.0 || figure <= 1.0 {
        page.add(
            subject,
            "slowdown",
            &number(figure),
            Unit::Plain,
            figure,
            source::RAIL_ONLY,
        );
        page.note(Bilingual::new(
            "No byte of an all-to-all has to change rails here, or the HB interconnect is the slower part: rail-only costs nothing.",
            "此處的 all-to-all 沒有需要換軌的位元組，或較慢的是 HB 互連：rail-only 沒有代價。",
        ));
        return;
    }
    let detour = || {
        number(1.0)
            + s::NIC_GBPS.is(scenario.cluster.nic_gbps) / s::HB_GBPS.is(scenario.cluster.hb_gbps)
    };
    let inside = peers.inside / device.hb;
    let expression = if inside <= outside / device.nic {
        detour()
    } else {
        let inside = || s::PEERS_INSIDE.is(peers.inside) / s::HB_RATE.is(device.hb);
        let over_network = || s::PEERS_OUTSIDE.is(outside) / s::NIC_RATE.is(device.nic);
        inside().or_more(over_network() * detour()) / inside().or_more(over_network())
    };
    page.add(
        subject,
        "slowdown",
        &expression,
        Unit::Plain,
        figure,
        source::RAIL_ONLY,
    );
    page.note(Bilingual::new(
        "With an even spread nearly everything first passes NVLink to the right rail, then the NIC: two steps, one after the other.",
        "平均分散時，幾乎所有資料都先經 NVLink 到正確的軌，再走 NIC：前後兩步。",
    ));
}
