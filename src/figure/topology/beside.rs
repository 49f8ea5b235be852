//! What stands beside the rows of a design: names and counts.

use super::layout::{LabelRole, Subject};
use super::text;
use crate::figure::letters::Measure;
use crate::figure::palette::Tone;
use crate::language::Language;
use crate::scenario::FabricKind;

/// The lines beside one row.
pub(super) type Lines = Vec<(String, LabelRole)>;

/// What stands beside the rows of a design.
pub(super) struct Beside {
    /// Tier 1 first; deleted tiers included.
    pub tiers: Vec<Lines>,
    /// Beside the HB domains.
    pub domains: Lines,
}

impl Beside {
    /// The lines of `kind`.
    pub fn new(subject: &Subject, kind: FabricKind, language: Language) -> Self {
        let design = subject.fabric.design(kind);
        let wiring = subject.wiring(kind);
        let tiers = (1..=subject.rows())
            .map(|tier| {
                let name = text::tier(tier, wiring, language);
                let Some(level) = design.levels.iter().find(|level| level.tier == tier) else {
                    let deleted = text::DELETED.get(language).to_owned();
                    return vec![(name, LabelRole::Deleted), (deleted, LabelRole::Note)];
                };
                let count = text::switches(level.switches_built, language);
                let mut lines = vec![(name, LabelRole::Name), (count, LabelRole::Count)];
                if text::differ(level) {
                    lines.push((text::ideal(level, language), LabelRole::Note));
                }
                if let Some(how) = text::how_shared(wiring, tier, language) {
                    lines.push((how, LabelRole::Note));
                }
                lines.push((text::ports(level, language), LabelRole::Note));
                lines
            })
            .collect();
        let hb = wiring.hb();
        let domains = vec![
            (text::domains(wiring.domains(), language), LabelRole::Name),
            (text::gpus_each(hb, language), LabelRole::Count),
            (text::inside(hb, language).to_owned(), LabelRole::Note),
        ];
        Self { tiers, domains }
    }

    /// The width that the widest line needs.
    pub fn width(&self, measure: &Measure<'_>) -> f64 {
        self.tiers
            .iter()
            .chain([&self.domains])
            .flatten()
            .map(|(text, role)| measure(text, &super::letters_of(*role, Tone::Light)))
            .fold(0.0, f64::max)
    }

    /// Lines beside the top row.
    pub fn top_lines(&self) -> usize {
        self.tiers.last().map_or(0, Vec::len)
    }
}
