//! Collectives and hand-overs that an iteration waits for.

use super::super::expression::{Expression, number};
use super::super::{Page, Unit, source, symbols as s};
use super::{machine, summed};
use crate::cluster::Digit;
use crate::evaluation::Evaluation;
use crate::language::Bilingual;
use crate::timing::{Device, Job, Layers, Links, Part, Split};
use crate::traffic::{Kind, Plan, Rules};
use crate::workload::Anatomy;

/// How the groups of a digit lie on the HB domains, and their size.
pub(super) fn lying(evaluation: &Evaluation, digit: Digit) -> (Plan, u64) {
    let rules = Rules::of(&evaluation.scenario.accounting, &evaluation.cluster);
    (rules.plan(digit), digit.size)
}

/// Seconds of collectives of a payload in all: each link at the bandwidth that it sustains, and a latency each time.
pub(super) fn exposed(
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
pub(super) fn hand_over(page: &mut Page, evaluation: &Evaluation) {
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

/// Collectives of gradients, and with ZeRO of weights: what they take, and what of it computation does not hide.
pub(super) fn gradients(page: &mut Page, evaluation: &Evaluation) {
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
