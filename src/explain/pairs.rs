//! Bytes of pairs of GPUs.

use super::expression::Expression;
use super::terms::{BYTES_OF, Terms, all_but_own, sum};
use super::{Page, Unit, source, symbols as s};
use crate::cluster::{Cluster, Digit};
use crate::evaluation::Evaluation;
use crate::language::{Bilingual, Language};
use crate::quantity::Bytes;
use crate::scenario::{Algorithm, PairCounting};
use crate::traffic::{ByKind, Kind, Plan, Rules};

/// Bytes of pairs of GPUs: each kind's steps, and the busiest pairs.
pub(super) fn pairs(page: &mut Page, evaluation: &Evaluation) {
    let terms = Terms { evaluation };
    let volumes = &evaluation.workload.volumes;
    let ranks = &evaluation.cluster.ranks;
    if ranks.tp.size > 1 {
        collective(page, evaluation, Kind::Tp, ranks.tp, &terms.tensor());
    }
    if ranks.cp.size > 1 {
        collective(page, evaluation, Kind::Cp, ranks.cp, &terms.context());
    }
    if ranks.pp.size > 1 {
        page.add(
            Bilingual::new(
                "PP: from a stage to its neighbour, each way",
                "PP：一個階段傳給相鄰階段（單向）",
            ),
            "E",
            &terms.edge(),
            Unit::Bytes,
            volumes.pipeline.0,
            source::MEGATRON,
        );
    }
    let replicas = [
        (ranks.dp, terms.gradients()),
        (ranks.expert_replicas(), terms.expert_gradients()),
    ];
    for (replicas, payload) in replicas {
        if payload.value() <= 0.0 {
            continue;
        }
        if ranks.cp.span() == replicas.stride {
            let group = Digit {
                stride: ranks.cp.stride,
                size: ranks.cp.size * replicas.size,
            };
            collective(page, evaluation, Kind::Dp, group, &payload);
        } else {
            collective(page, evaluation, Kind::Dp, ranks.cp, &payload);
            let part = payload / terms.c();
            collective(page, evaluation, Kind::Dp, replicas, &part);
        }
    }
    if volumes.embedding.0 > 0.0 {
        page.add(
            Bilingual::new(
                "DP: the embedding’s gradients, first and last stage, each way",
                "DP：嵌入的梯度，首尾兩階段之間（單向）",
            ),
            "E₀",
            &terms.embedding(),
            Unit::Bytes,
            volumes.embedding.0 / 2.0,
            source::MEGATRON,
        );
    }
    if volumes.expert_pair.0 > 0.0 && ranks.ep > 1 {
        expert_pairs(page, &terms);
    }
    busiest(page, evaluation);
}

/// What the all-to-alls put on one pair.
fn expert_pairs(page: &mut Page, terms: &Terms) {
    let evaluation = terms.evaluation;
    let both_ways = evaluation.scenario.accounting.pairs == PairCounting::Unordered;
    let experts = evaluation.cluster.ranks.experts();
    let mut pair = |subject, expression: Expression, digit, source| {
        let figure = family_bytes(
            evaluation,
            Kind::Ep,
            digit,
            Algorithm::Direct,
            expression.value(),
        );
        let (expression, figure) = if both_ways {
            (expression * s::BOTH_WAYS.is(2.0), 2.0 * figure)
        } else {
            (expression, figure)
        };
        page.add(subject, "X", &expression, Unit::Bytes, figure, source);
    };
    let Some(limited) = terms.limited() else {
        let subject = Bilingual::new("EP: a pair of an expert group", "EP：專家群組中的一對");
        pair(subject, terms.expert_pair(), experts, source::EXPERTS);
        return;
    };
    let [within, between] = terms.limited_pairs(&limited);
    if limited.inside > 1 {
        pair(
            Bilingual::new("EP: a pair inside an HB domain", "EP：HB 域內的一對"),
            within,
            limited.within(experts),
            source::DEEPSEEK,
        );
    }
    if limited.across > 1 {
        pair(
            Bilingual::new("EP: a pair on one rail", "EP：同軌的一對"),
            between,
            limited.between(experts),
            source::DEEPSEEK,
        );
    }
}

/// What a collective puts on one pair, step by step.
fn collective(
    page: &mut Page,
    evaluation: &Evaluation,
    kind: Kind,
    digit: Digit,
    payload: &Expression,
) {
    let accounting = &evaluation.scenario.accounting;
    let cluster = &evaluation.cluster;
    let plan = Rules::of(accounting, cluster).plan(digit);
    let payload = payload.clone();
    let steps = match plan {
        Plan::Within => vec![(digit, payload, accounting.hb_collective, true)],
        Plan::Across | Plan::Flat => vec![(digit, payload, accounting.nic_collective, false)],
        Plan::Split { inside, across } => {
            let part = payload.clone() / s::INSIDE.is(inside as f64);
            let within = Digit {
                stride: digit.stride,
                size: inside,
            };
            let between = Digit {
                stride: cluster.hb,
                size: across,
            };
            vec![
                (within, payload, accounting.hb_collective, true),
                (between, part, accounting.nic_collective, false),
            ]
        }
    };
    for (digit, payload, algorithm, is_inside) in steps {
        if digit.size > 1 && payload.value() > 0.0 {
            step(page, evaluation, kind, digit, payload, algorithm, is_inside);
        }
    }
}

fn step(
    page: &mut Page,
    evaluation: &Evaluation,
    kind: Kind,
    digit: Digit,
    payload: Expression,
    algorithm: Algorithm,
    is_inside: bool,
) {
    let n = || s::GROUP.is(digit.size as f64);
    let one_way = match algorithm {
        Algorithm::Direct => payload / n(),
        Algorithm::Ring => all_but_own(&n) * payload,
    };
    let both_ways = evaluation.scenario.accounting.pairs == PairCounting::Unordered
        && (algorithm == Algorithm::Direct || digit.size == 2);
    let expected = one_way.value();
    let figure = family_bytes(evaluation, kind, digit, algorithm, expected);
    let (expression, figure) = if both_ways {
        (one_way * s::BOTH_WAYS.is(2.0), 2.0 * figure)
    } else {
        (one_way, figure)
    };
    let name = kind.key().to_uppercase();
    let subject = match (page.language, is_inside, algorithm) {
        (Language::English, true, Algorithm::Direct) => {
            format!("{name}: a pair inside an HB domain, spread over all pairs")
        }
        (Language::English, true, Algorithm::Ring) => {
            format!("{name}: ring neighbours inside an HB domain")
        }
        (Language::English, false, Algorithm::Direct) => {
            format!("{name}: a pair over the network, spread over all pairs")
        }
        (Language::English, false, Algorithm::Ring) => {
            format!("{name}: ring neighbours over the network")
        }
        (Language::TraditionalChinese, true, Algorithm::Direct) => {
            format!("{name}：HB 域內的一對（分散到所有 GPU 對）")
        }
        (Language::TraditionalChinese, true, Algorithm::Ring) => {
            format!("{name}：HB 域內環上的相鄰 GPU")
        }
        (Language::TraditionalChinese, false, Algorithm::Direct) => {
            format!("{name}：跨網路的一對（分散到所有 GPU 對）")
        }
        (Language::TraditionalChinese, false, Algorithm::Ring) => {
            format!("{name}：跨網路環上的相鄰 GPU")
        }
    };
    let source = if kind == Kind::Cp {
        source::RING_ATTENTION
    } else {
        source::MEGATRON
    };
    page.add_named(
        subject,
        &format!("{name}/pair"),
        &expression,
        Unit::Bytes,
        figure,
        source,
    );
}

/// Bytes on an edge of the engine's family that a step became; of several alike, the nearest to what is expected.
fn family_bytes(
    evaluation: &Evaluation,
    kind: Kind,
    digit: Digit,
    algorithm: Algorithm,
    expected: f64,
) -> f64 {
    let demand = evaluation.traffic.demand();
    let bytes: Vec<f64> = match algorithm {
        Algorithm::Direct => (demand.cliques.iter())
            .filter(|clique| clique.kind == kind)
            .filter(|clique| clique.grid.stride == digit.stride && clique.grid.size == digit.size)
            .map(|clique| clique.bytes)
            .collect(),
        Algorithm::Ring => (demand.shifts.iter())
            .filter(|shift| shift.kind == kind && shift.delta == digit.stride.cast_signed())
            .filter(|shift| shift.sources.period == digit.span())
            .map(|shift| shift.bytes)
            .collect(),
    };
    bytes
        .into_iter()
        .min_by(|one, other| (one - expected).abs().total_cmp(&(other - expected).abs()))
        .unwrap_or(0.0)
}

/// The busiest pair inside a domain and between two: what each kind puts on it.
fn busiest(page: &mut Page, evaluation: &Evaluation) {
    let peak = &evaluation.totals.peak_pair;
    let found = candidates(evaluation);
    for (is_within, figure, subject, name) in [
        (
            true,
            peak.within_domain.0,
            Bilingual::new("Busiest pair inside an HB domain", "HB 域內最忙的一對"),
            "max HB",
        ),
        (
            false,
            peak.across_domains.0,
            Bilingual::new("Busiest pair across HB domains", "跨 HB 域最忙的一對"),
            "max NIC",
        ),
    ] {
        if figure <= 0.0 {
            continue;
        }
        let busiest = found
            .iter()
            .filter(|(within, _)| *within == is_within)
            .max_by(|(_, one), (_, other)| one.total().0.total_cmp(&other.total().0))
            .filter(|(_, bytes)| (bytes.total().0 - figure).abs() <= 1e-9 * figure);
        let expression = match busiest {
            Some((_, bytes)) => sum((Kind::ALL.into_iter())
                .filter(|kind| bytes[*kind].0 > 0.0)
                .map(|kind| BYTES_OF[kind].is(bytes[kind].0))),
            None => s::BUSIEST.is(figure),
        };
        page.add(
            subject,
            name,
            &expression,
            Unit::Bytes,
            figure,
            source::COUNTED,
        );
        page.note(Bilingual::new(
            "The largest cell of the heatmap. A cell that holds many pairs is the sum over them.",
            "熱圖中最大的一格。一格若含許多對，則為各對之和。",
        ));
    }
}

/// Pairs at the ends and in the middle of each family, with what they exchange and whether they share a domain.
fn candidates(evaluation: &Evaluation) -> Vec<(bool, ByKind<Bytes>)> {
    let demand = evaluation.traffic.demand();
    let cluster = &evaluation.cluster;
    let mut pairs = Vec::new();
    for shift in &demand.shifts {
        let sources = shift.sources;
        let middle = sources.from + (sources.to - sources.from) / 2;
        for source in [sources.from, middle, sources.to.saturating_sub(1)] {
            for period in [0, 1] {
                let from = source + period * sources.period;
                if let Some(to) = from.checked_add_signed(shift.delta) {
                    pairs.push((from, to));
                }
            }
        }
    }
    for clique in &demand.cliques {
        let stride = clique.grid.stride;
        for other in [1, 2, clique.grid.size / 2, clique.grid.size - 1] {
            for first in [0, stride - 1] {
                pairs.push((first, first + other * stride));
                pairs.push((first + stride, first + stride + other * stride));
            }
        }
    }
    pairs
        .into_iter()
        .filter(|&(from, to)| from != to && from < cluster.gpus && to < cluster.gpus)
        .map(|(from, to)| placed_pair(evaluation, cluster, from, to))
        .collect()
}

fn placed_pair(
    evaluation: &Evaluation,
    cluster: &Cluster,
    from: u64,
    to: u64,
) -> (bool, ByKind<Bytes>) {
    let (from, to) = (cluster.gpu_of_rank(from), cluster.gpu_of_rank(to));
    (
        cluster.domain_of(from) == cluster.domain_of(to),
        evaluation.traffic.pair(from, to),
    )
}
