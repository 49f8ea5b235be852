//! Bytes: of a pair of GPUs, of each kind of parallelism, and by path.

use super::expression::{Expression, Symbol, number};
use super::{Page, Unit, source, symbols as s};
use crate::cluster::{Cluster, Digit};
use crate::evaluation::Evaluation;
use crate::language::{Bilingual, Language};
use crate::quantity::Bytes;
use crate::scenario::{Algorithm, PairCounting, Recompute};
use crate::traffic::{ByKind, Kind, Limited, Plan, Rules};
use crate::workload::{Anatomy, Attention};

const BYTES_OF: ByKind<Symbol> = ByKind {
    tp: s::TP_BYTES,
    cp: s::CP_BYTES,
    pp: s::PP_BYTES,
    dp: s::DP_BYTES,
    ep: s::EP_BYTES,
};

/// The scenario's numbers as symbols.
struct Terms<'a> {
    evaluation: &'a Evaluation,
}

impl Terms<'_> {
    fn t(&self) -> Expression {
        s::T.is(f64::from(self.evaluation.scenario.layout.tp))
    }
    fn c(&self) -> Expression {
        s::C.is(f64::from(self.evaluation.scenario.layout.cp))
    }
    fn p(&self) -> Expression {
        s::P.is(f64::from(self.evaluation.scenario.layout.pp))
    }
    fn d(&self) -> Expression {
        s::D.is(f64::from(self.evaluation.scenario.dp()))
    }
    fn e(&self) -> Expression {
        s::E.is(self.evaluation.cluster.ranks.ep as f64)
    }
    fn layers(&self) -> Expression {
        s::STAGE_LAYERS.is(f64::from(self.evaluation.workload.stage.layers))
    }
    fn activation(&self) -> Expression {
        s::ACTIVATION.is(self.evaluation.workload.volumes.activation.0)
    }
    fn is_full(&self) -> bool {
        self.evaluation.scenario.training.recompute == Recompute::Full
    }

    fn tensor(&self) -> Expression {
        let all_reduces = if self.is_full() { 6.0 } else { 4.0 };
        s::ALL_REDUCES.is(all_reduces) * number(2.0) * self.activation() * self.layers()
    }

    fn context(&self) -> Expression {
        let scenario = &self.evaluation.scenario;
        let tp = f64::from(scenario.layout.tp.max(1));
        let keys_values = match Anatomy::of(scenario).attention {
            Attention::Grouped { head, kv_heads } => 2.0 * head * (kv_heads / tp).max(1.0),
            Attention::Latent {
                key_value, rotary, ..
            } => key_value + rotary,
        };
        s::PASSES.is(if self.is_full() { 4.0 } else { 3.0 })
            * s::KEYS_VALUES.is(keys_values)
            * (s::BATCH.is(f64::from(scenario.training.batch)) / self.d())
            * s::SEQUENCE.is(f64::from(scenario.shape.seq))
            * number(2.0)
            * self.layers()
    }

    fn edge(&self) -> Expression {
        let scenario = &self.evaluation.scenario;
        let times = if scenario.accounting.pp_per_layer {
            self.layers()
        } else {
            s::CHUNKS.is(f64::from(scenario.training.interleave.max(1)))
        };
        if scenario.accounting.scatter_gather {
            self.activation() * times / self.t()
        } else {
            self.activation() * times
        }
    }

    /// Bytes on the wire for each parameter: gradients are reduced in two halves; ZeRO reduces once and gathers weights.
    fn reduced(&self) -> Expression {
        let training = &self.evaluation.scenario.training;
        let gradient = s::GRAD_BYTES.is(f64::from(training.grad_bits) / 8.0);
        match training.zero {
            0 => number(2.0) * gradient,
            1 | 2 => gradient + number(2.0),
            _ => match training.gathers(self.evaluation.workload.microbatches) {
                1 => gradient + number(2.0) * number(2.0),
                gathers => {
                    s::GATHERS.is(f64::from(gathers)) * (gradient + number(2.0) * number(2.0))
                }
            },
        }
    }

    fn gradients(&self) -> Expression {
        let dense = self.evaluation.workload.breakdown.non_expert();
        self.reduced() * s::NON_EXPERT.is(dense) / (self.t() * self.p())
    }

    fn expert_gradients(&self) -> Expression {
        let routed = self.evaluation.workload.breakdown.routed();
        self.reduced() * s::ROUTED.is(routed) / (self.t() * self.p() * self.e())
    }

    /// What first and last stage send each other: of two ranks' all-reduce each sends as much as it holds.
    fn embedding(&self) -> Expression {
        let scenario = &self.evaluation.scenario;
        s::GRAD_BYTES.is(f64::from(scenario.training.grad_bits) / 8.0)
            * s::VOCABULARY.is(f64::from(scenario.shape.vocab))
            * s::HIDDEN.is(f64::from(scenario.shape.hidden))
            / self.t()
    }

    fn expert_copy(&self) -> Expression {
        let workload = &self.evaluation.workload;
        s::DISPATCHES.is(if self.is_full() { 6.0 } else { 4.0 })
            * s::STAGE_MOE.is(f64::from(workload.stage.moe_layers))
            * self.activation()
            / self.t()
    }

    fn expert_pair(&self) -> Expression {
        let workload = &self.evaluation.workload;
        s::DISPATCHES.is(if self.is_full() { 6.0 } else { 4.0 })
            * s::STAGE_MOE.is(f64::from(workload.stage.moe_layers))
            * s::TOP_K.is(workload.breakdown.top_k)
            * self.activation()
            / (self.t() * self.e())
    }

    /// The limit of domains that a token visits, where it counts.
    fn limited(&self) -> Option<Limited> {
        let evaluation = self.evaluation;
        let rules = Rules::of(&evaluation.scenario.accounting, &evaluation.cluster);
        let experts = evaluation.cluster.ranks.experts();
        Limited::of(&evaluation.scenario.shape, &rules, experts)
    }

    /// With that limit: what a GPU hands on to each other of its domain, and what it sends to its counterpart in each other domain.
    fn limited_pairs(&self, limited: &Limited) -> [Expression; 2] {
        let copy = || s::EXPERT_COPY.is(self.evaluation.workload.volumes.expert_copy.0);
        [
            s::TOP_K.is(limited.copies) / s::INSIDE.is(limited.inside as f64) * copy(),
            s::VISITED.is(limited.visited) / s::ACROSS.is(limited.across as f64) * copy(),
        ]
    }

    fn has_routed(&self) -> bool {
        self.evaluation.workload.breakdown.routed() > 0.0
    }
}

/// (n − 1)/n.
fn all_but_own(members: &dyn Fn() -> Expression) -> Expression {
    (members() - number(1.0)) / members()
}

/// Bytes by kind, by path, and the shares of pairs.
pub(super) fn shares(page: &mut Page, evaluation: &Evaluation) {
    let terms = Terms { evaluation };
    let scenario = &evaluation.scenario;
    let volumes = &evaluation.workload.volumes;
    let totals = &evaluation.totals;
    let gpus = evaluation.cluster.gpus as f64;
    let tokens = s::BATCH.is(f64::from(scenario.training.batch)) / terms.d()
        * s::SEQUENCE.is(f64::from(scenario.shape.seq));
    page.add(
        Bilingual::new("One activation tensor", "一份活化張量"),
        "V",
        &(tokens / terms.c() * s::HIDDEN.is(f64::from(scenario.shape.hidden)) * number(2.0)),
        Unit::Bytes,
        volumes.activation.0,
        source::MEGATRON,
    );
    page.note(Bilingual::new(
        "All samples of a replica, 2 bytes a number. GB = 10⁹ bytes.",
        "一個副本的所有樣本，每個數 2 位元組。GB = 10⁹ 位元組。",
    ));
    if totals.bytes.dp.0 > 0.0 {
        page.add(
            Bilingual::new(
                "Gradients (and weights, with ZeRO) of a GPU",
                "每顆 GPU 的梯度（ZeRO 時含權重）",
            ),
            "Y",
            &terms.gradients(),
            Unit::Bytes,
            volumes.gradients.0,
            source::ZERO,
        );
        if terms.has_routed() {
            page.add(
                Bilingual::new("The same of expert parameters", "專家參數的同一項"),
                "Yₑ",
                &terms.expert_gradients(),
                Unit::Bytes,
                volumes.expert_gradients.0,
                source::ZERO,
            );
        }
    }
    if totals.bytes.ep.0 > 0.0 {
        of_tokens(page, &terms);
    }
    for kind in Kind::ALL {
        if totals.bytes[kind].0 > 0.0 {
            of_kind(page, &terms, kind);
        }
    }
    totals_of(page, evaluation);
    let all_pairs = gpus * (gpus - 1.0);
    if all_pairs > 0.0 {
        let busy = |kind| s::PAIRS.is(evaluation.traffic.busy_pairs(kind) as f64);
        let n = || s::N.is(gpus);
        page.add(
            Bilingual::new("GPU pairs that exchange nothing", "沒有流量的 GPU 對"),
            "idle",
            &(number(1.0) - busy(None) / (n() * (n() - number(1.0)))),
            Unit::Share,
            totals.pairs.idle,
            source::COUNTED,
        );
        page.note(Bilingual::new(
            "Several kinds on one pair count once. Unordered counting halves both numbers.",
            "同一對上的多種流量只算一次；不分方向時，兩個數都減半。",
        ));
        page.add(
            Bilingual::new("GPU pairs with TP traffic", "有 TP 流量的 GPU 對"),
            "pairs",
            &(busy(Some(Kind::Tp)) / (n() * (n() - number(1.0)))),
            Unit::Share,
            totals.pairs.tp,
            source::COUNTED,
        );
    }
}

/// What a GPU sends of a kind, on average over all GPUs.
fn of_kind(page: &mut Page, terms: &Terms, kind: Kind) {
    let evaluation = terms.evaluation;
    let volumes = &evaluation.workload.volumes;
    let each = evaluation.totals.bytes[kind].0 / evaluation.cluster.gpus as f64;
    let (subject, expression, source, note) = match kind {
        Kind::Tp => (
            Bilingual::new("TP, sent by a GPU", "TP：每顆 GPU 送出"),
            all_but_own(&|| terms.t()) * terms.tensor(),
            source::MEGATRON,
            Some(Bilingual::new(
                "An all-reduce is two halves; sequence parallelism splits it and moves the same bytes.",
                "一次 all-reduce 為兩半；序列平行只是拆開它，位元組相同。",
            )),
        ),
        Kind::Cp => (
            Bilingual::new("CP, sent by a GPU", "CP：每顆 GPU 送出"),
            all_but_own(&|| terms.c()) * terms.context(),
            source::RING_ATTENTION,
            None,
        ),
        Kind::Pp => {
            let edge = s::EDGE.is(volumes.pipeline.0);
            let inner = number(2.0) * ((terms.p() - number(1.0)) / terms.p()) * edge;
            let expression = if volumes.pipeline_wrap.0 > 0.0 {
                inner + number(2.0) * s::WRAP.is(volumes.pipeline_wrap.0) / terms.p()
            } else {
                inner
            };
            (
                Bilingual::new("PP, sent by a GPU on average", "PP：每顆 GPU 平均送出"),
                expression,
                source::MEGATRON,
                Some(Bilingual::new(
                    "Forward and backward. The first and last stages have one neighbour.",
                    "前向與反向各一；首尾兩個階段只有一個鄰居。",
                )),
            )
        }
        Kind::Dp => {
            let n = || terms.c() * terms.d();
            let dense = all_but_own(&n) * s::PAYLOAD.is(volumes.gradients.0);
            let expression = if terms.has_routed() {
                let members = (evaluation.cluster.ranks.cp.size
                    * evaluation.cluster.ranks.expert_replicas().size)
                    as f64;
                dense
                    + all_but_own(&|| s::EXPERT_GROUP.is(members))
                        * s::EXPERT_PAYLOAD.is(volumes.expert_gradients.0)
            } else {
                dense
            };
            let expression = if volumes.embedding.0 > 0.0 {
                expression + terms.embedding() / terms.p() * number(2.0)
            } else {
                expression
            };
            (
                Bilingual::new("DP, sent by a GPU", "DP：每顆 GPU 送出"),
                expression,
                source::ZERO,
                Some(Bilingual::new(
                    "Hierarchical or flat, a GPU sends as much: only the path differs.",
                    "分層或不分層，每顆 GPU 送出的量相同，只是路徑不同。",
                )),
            )
        }
        Kind::Ep => experts(terms),
    };
    let name = kind.key().to_uppercase();
    page.add(subject, &name, &expression, Unit::Bytes, each, source);
    if let Some(note) = note {
        page.note(note);
    }
}

/// What tokens are to the all-to-alls: a copy of each, or what goes to each other GPU of the group.
fn of_tokens(page: &mut Page, terms: &Terms) {
    let volumes = &terms.evaluation.workload.volumes;
    let (subject, name, expression, figure) = if terms.limited().is_some() {
        (
            Bilingual::new(
                "One copy of each token of a GPU",
                "每顆 GPU 的 token 各一份",
            ),
            "C",
            terms.expert_copy(),
            volumes.expert_copy.0,
        )
    } else {
        (
            Bilingual::new(
                "To each other GPU of an expert group",
                "傳給專家群組中另一顆 GPU",
            ),
            "X",
            terms.expert_pair(),
            volumes.expert_pair.0,
        )
    };
    page.add(
        subject,
        name,
        &expression,
        Unit::Bytes,
        figure,
        source::EXPERTS,
    );
    page.note(Bilingual::new(
        "There and back, forward and backward, and again where layers are computed again. 2 bytes a number.",
        "去與回、前向與反向，重新計算時再一次。每個數 2 位元組。",
    ));
}

/// What a GPU sends in all-to-alls.
fn experts(terms: &Terms) -> (Bilingual, Expression, Bilingual, Option<Bilingual>) {
    let subject = Bilingual::new("EP, sent by a GPU", "EP：每顆 GPU 送出");
    let Some(limited) = terms.limited() else {
        let pair = s::EXPERT_PAIR.is(terms.evaluation.workload.volumes.expert_pair.0);
        let expression = (terms.e() - number(1.0)) * pair;
        return (subject, expression, source::EXPERTS, None);
    };
    let [within, between] = terms.limited_pairs(&limited);
    let others = |members: Expression| members - number(1.0);
    let expression = others(s::INSIDE.is(limited.inside as f64)) * within
        + others(s::ACROSS.is(limited.across as f64)) * between;
    let note = Bilingual::new(
        "A token goes once to each domain that it visits, on its own rail, and is handed on inside.",
        "每個 token 沿自己的軌到每個目的域一次，再於域內轉交。",
    );
    (subject, expression, source::DEEPSEEK, Some(note))
}

/// The totals over all GPUs, each kind's share, and the bytes by path.
fn totals_of(page: &mut Page, evaluation: &Evaluation) {
    let totals = &evaluation.totals;
    let gpus = evaluation.cluster.gpus as f64;
    let total = totals.bytes.total().0;
    let kinds: Vec<Kind> = (Kind::ALL.into_iter())
        .filter(|kind| totals.bytes[*kind].0 > 0.0)
        .collect();
    if kinds.is_empty() {
        return;
    }
    let all = sum(kinds
        .iter()
        .map(|&kind| BYTES_OF[kind].is(totals.bytes[kind].0 / gpus)));
    page.add(
        Bilingual::new("All bytes of an iteration", "一次迭代的所有位元組"),
        "Σ",
        &(s::N.is(gpus) * all),
        Unit::Bytes,
        total,
        source::COUNTED,
    );
    for kind in kinds.iter().copied() {
        let name = kind.key().to_uppercase();
        let subject = match page.language {
            Language::English => format!("Share of {name}"),
            Language::TraditionalChinese => format!("{name} 的占比"),
        };
        let part = s::N.is(gpus) * BYTES_OF[kind].is(totals.bytes[kind].0 / gpus);
        page.add_named(
            subject,
            &format!("{name} %"),
            &(part / s::TOTAL_BYTES.is(total)),
            Unit::Share,
            totals.share[kind],
            source::COUNTED,
        );
    }
    let placed = kinds
        .iter()
        .map(|&kind| (kind, evaluation.traffic.placed_of(kind)));
    let placed: Vec<_> = placed.collect();
    let mut path = |subject, name, of: &dyn Fn(&crate::traffic::Placed) -> Bytes, figure: Bytes| {
        if figure.0 <= 0.0 {
            return;
        }
        let parts = placed.iter().filter(|(_, placed)| of(placed).0 > 0.0);
        let expression = sum(parts.map(|(kind, placed)| BYTES_OF[*kind].is(of(placed).0)));
        page.add(
            subject,
            name,
            &expression,
            Unit::Bytes,
            figure.0,
            source::COUNTED,
        );
        page.note(Bilingual::new(
            "Here the letters are each kind’s bytes on this path, over all GPUs.",
            "此處各符號為所有 GPU 走這種路徑的該類位元組。",
        ));
    };
    let totals = &totals.placed;
    path(
        Bilingual::new("Bytes within HB domains", "HB 域內的位元組"),
        "HB",
        &|placed| placed.within_domain,
        totals.within_domain,
    );
    path(
        Bilingual::new("Bytes between domains on one rail", "同軌跨域的位元組"),
        "rail",
        &|placed| placed.same_rail,
        totals.same_rail,
    );
    path(
        Bilingual::new("Bytes that change rails", "必須換軌的位元組"),
        "cross",
        &|placed| placed.cross_rail,
        totals.cross_rail,
    );
    path(
        Bilingual::new("Bytes without a way", "無路可走的位元組"),
        "none",
        &|placed| placed.unreachable,
        totals.unreachable,
    );
}

/// A sum; a single term stays itself.
fn sum(mut terms: impl Iterator<Item = Expression>) -> Expression {
    let first = terms.next().unwrap_or(number(0.0));
    terms.fold(first, |sum, term| sum + term)
}

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
