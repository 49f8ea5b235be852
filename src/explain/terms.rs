//! The bytes of a job in symbols.

use super::expression::{Expression, Symbol, number};
use super::symbols as s;
use crate::evaluation::Evaluation;
use crate::scenario::Recompute;
use crate::traffic::{ByKind, Limited, Rules};
use crate::workload::{Anatomy, Attention};

pub(super) const BYTES_OF: ByKind<Symbol> = ByKind {
    tp: s::TP_BYTES,
    cp: s::CP_BYTES,
    pp: s::PP_BYTES,
    dp: s::DP_BYTES,
    ep: s::EP_BYTES,
};

/// The scenario's numbers as symbols.
pub(super) struct Terms<'a> {
    pub(super) evaluation: &'a Evaluation,
}

impl Terms<'_> {
    pub(super) fn t(&self) -> Expression {
        s::T.is(f64::from(self.evaluation.scenario.layout.tp))
    }
    pub(super) fn c(&self) -> Expression {
        s::C.is(f64::from(self.evaluation.scenario.layout.cp))
    }
    pub(super) fn p(&self) -> Expression {
        s::P.is(f64::from(self.evaluation.scenario.layout.pp))
    }
    pub(super) fn d(&self) -> Expression {
        s::D.is(f64::from(self.evaluation.scenario.dp()))
    }
    pub(super) fn e(&self) -> Expression {
        s::E.is(self.evaluation.cluster.ranks.ep as f64)
    }
    pub(super) fn layers(&self) -> Expression {
        s::STAGE_LAYERS.is(f64::from(self.evaluation.workload.stage.layers))
    }
    pub(super) fn activation(&self) -> Expression {
        s::ACTIVATION.is(self.evaluation.workload.volumes.activation.0)
    }
    pub(super) fn is_full(&self) -> bool {
        self.evaluation.scenario.training.recompute == Recompute::Full
    }

    pub(super) fn tensor(&self) -> Expression {
        let all_reduces = if self.is_full() { 6.0 } else { 4.0 };
        s::ALL_REDUCES.is(all_reduces) * number(2.0) * self.activation() * self.layers()
    }

    pub(super) fn context(&self) -> Expression {
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

    pub(super) fn edge(&self) -> Expression {
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
    pub(super) fn reduced(&self) -> Expression {
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

    pub(super) fn gradients(&self) -> Expression {
        let dense = self.evaluation.workload.breakdown.non_expert();
        self.reduced() * s::NON_EXPERT.is(dense) / (self.t() * self.p())
    }

    pub(super) fn expert_gradients(&self) -> Expression {
        let routed = self.evaluation.workload.breakdown.routed();
        self.reduced() * s::ROUTED.is(routed) / (self.t() * self.p() * self.e())
    }

    /// What first and last stage send each other: of two ranks' all-reduce each sends as much as it holds.
    pub(super) fn embedding(&self) -> Expression {
        let scenario = &self.evaluation.scenario;
        s::GRAD_BYTES.is(f64::from(scenario.training.grad_bits) / 8.0)
            * s::VOCABULARY.is(f64::from(scenario.shape.vocab))
            * s::HIDDEN.is(f64::from(scenario.shape.hidden))
            / self.t()
    }

    pub(super) fn expert_copy(&self) -> Expression {
        let workload = &self.evaluation.workload;
        s::DISPATCHES.is(if self.is_full() { 6.0 } else { 4.0 })
            * s::STAGE_MOE.is(f64::from(workload.stage.moe_layers))
            * self.activation()
            / self.t()
    }

    pub(super) fn expert_pair(&self) -> Expression {
        let workload = &self.evaluation.workload;
        s::DISPATCHES.is(if self.is_full() { 6.0 } else { 4.0 })
            * s::STAGE_MOE.is(f64::from(workload.stage.moe_layers))
            * s::TOP_K.is(workload.breakdown.top_k)
            * self.activation()
            / (self.t() * self.e())
    }

    /// The limit of domains that a token visits, where it counts.
    pub(super) fn limited(&self) -> Option<Limited> {
        let evaluation = self.evaluation;
        let rules = Rules::of(&evaluation.scenario.accounting, &evaluation.cluster);
        let experts = evaluation.cluster.ranks.experts();
        Limited::of(&evaluation.scenario.shape, &rules, experts)
    }

    /// With that limit: what a GPU hands on to each other of its domain, and what it sends to its counterpart in each other domain.
    pub(super) fn limited_pairs(&self, limited: &Limited) -> [Expression; 2] {
        let copy = || s::EXPERT_COPY.is(self.evaluation.workload.volumes.expert_copy.0);
        [
            s::TOP_K.is(limited.copies) / s::INSIDE.is(limited.inside as f64) * copy(),
            s::VISITED.is(limited.visited) / s::ACROSS.is(limited.across as f64) * copy(),
        ]
    }

    pub(super) fn has_routed(&self) -> bool {
        self.evaluation.workload.breakdown.routed() > 0.0
    }
}

/// (n − 1)/n.
pub(super) fn all_but_own(members: &dyn Fn() -> Expression) -> Expression {
    (members() - number(1.0)) / members()
}

/// A sum; a single term stays itself.
pub(super) fn sum(mut terms: impl Iterator<Item = Expression>) -> Expression {
    let first = terms.next().unwrap_or(number(0.0));
    terms.fold(first, |sum, term| sum + term)
}
