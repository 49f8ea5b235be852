//! Bytes of each kind of parallelism, and by path.

use super::expression::{Expression, number};
use super::terms::{BYTES_OF, Terms, all_but_own, sum};
use super::{Page, Unit, source, symbols as s};
use crate::evaluation::Evaluation;
use crate::language::{Bilingual, Language};
use crate::quantity::Bytes;
use crate::traffic::Kind;

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
