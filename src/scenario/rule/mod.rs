//! How parameters must fit together. Tables again: a rule says which keys have a part in it, when it holds, and how it is
//! said that it does not.

mod errors;
mod warnings;

use super::{Dimension, Placement, Scenario};
use crate::language::Language;
use crate::quantity::format::count;
use std::fmt;

pub use errors::ERRORS;
pub use warnings::WARNINGS;

/// One rule over several parameters.
pub struct Rule {
    /// A name to tell it by.
    pub name: &'static str,
    /// The keys with a part in it. The first that is not at its default is the one to speak to.
    pub keys: &'static [&'static str],
    /// Whether the scenario keeps it. Only asked when all its keys are within their bounds.
    pub holds: fn(&Scenario) -> bool,
    /// What is the matter, in half a sentence with the values that have a part in it.
    pub says: fn(&Scenario, Language) -> String,
}

impl fmt::Debug for Rule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Divides, also where the divisor is zero: only zero is a multiple of zero.
pub(super) fn divides(divisor: u64, number: u64) -> bool {
    number.is_multiple_of(divisor)
}

/// A count for people.
fn n(number: u32) -> String {
    count(u64::from(number))
}

fn pick(language: Language, en: String, zh: String) -> String {
    match language {
        Language::English => en,
        Language::TraditionalChinese => zh,
    }
}

impl Scenario {
    /// t·c·p, the GPUs that hold one replica of the model.
    pub(super) fn replica(&self) -> u64 {
        u64::from(self.layout.tp) * u64::from(self.layout.cp) * u64::from(self.layout.pp)
    }

    /// Layers of the fullest pipeline stage.
    pub(super) fn layers_per_stage(&self) -> u32 {
        self.shape.layers.div_ceil(self.layout.pp.max(1))
    }

    /// Whether the fullest stage holds at most a tenth more than the mean. Published runs leave a layer or two out of the first
    /// and the last stage, for the embedding's sake.
    pub(super) fn stages_are_even(&self) -> bool {
        let dealt = u64::from(self.layers_per_stage()) * u64::from(self.layout.pp);
        dealt * 10 <= u64::from(self.shape.layers) * 11
    }

    /// Microbatches that go through the pipeline in an iteration, m = B/(d·b).
    fn microbatches(&self) -> u64 {
        u64::from(self.training.batch)
            / (u64::from(self.dp()) * u64::from(self.training.microbatch)).max(1)
    }

    /// How far apart the members of a TP group are numbered.
    fn tp_stride(&self) -> u64 {
        let layout = &self.layout;
        layout
            .order
            .0
            .iter()
            .take_while(|dimension| **dimension != Dimension::Tp)
            .map(|dimension| match dimension {
                Dimension::Tp => 1,
                Dimension::Cp => u64::from(layout.cp),
                Dimension::Dp => u64::from(self.dp()),
                Dimension::Pp => u64::from(layout.pp),
            })
            .product()
    }

    /// Whether every TP group sits inside one HB domain.
    fn tp_inside_domains(&self) -> bool {
        let span = self.tp_stride() * u64::from(self.layout.tp);
        self.layout.tp == 1
            || self.cluster.hb == self.cluster.gpus
            || (self.layout.placement == Placement::Aligned
                && divides(span, self.cluster.hb.into()))
    }
}
