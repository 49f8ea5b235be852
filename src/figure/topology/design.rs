//! One design's half of the figure: tiers of switches above a row of HB domains.

use super::beside::{Beside, Lines};
use super::fold::{Placed, Slot, fold, place};
use super::layout::{Box, BoxRole, Dot, LabelRole, Line, LineRole, Subject, TopologyLayout};
use super::path::Anchors;
use super::text;
use crate::fabric::{Design, Route, Wiring};
use crate::figure::geometry::{Point, Rect};
use crate::figure::letters::Measure;
use crate::figure::palette::Tone;
use crate::language::Language;
use crate::quantity::format::count;
use crate::scenario::FabricKind;

/// Height of a box of switches.
pub(super) const SWITCH: f64 = 24.0;
/// Height of an HB domain, and of the numbers under it, without and with chosen GPUs.
const DOMAIN: f64 = 44.0;
const FOOT: f64 = 22.0;
const FOOT_OF_PAIR: f64 = 38.0;
/// Between the lines of a tier's label.
const LEADING: f64 = 14.0;

/// The place that one design has.
pub(super) struct Frame<'a> {
    pub(super) subject: &'a Subject,
    pub(super) design: &'a Design,
    pub(super) wiring: &'a Wiring,
    pub(super) route: Option<&'a Route>,
    pub(super) beside: &'a Beside,
    pub(super) corner: Point,
    pub(super) measures: Measures,
    pub(super) rails: Vec<Placed>,
    pub(super) domains: Vec<Placed>,
}

/// From one row of switches to the next.
fn pitch(subject: &Subject) -> f64 {
    if subject.rows() <= 3 { 84.0 } else { 72.0 }
}

/// Above the first row: the design's name and its sum, and what its label reaches up.
fn head(beside: &[Beside; 2]) -> f64 {
    let lines = beside.iter().map(Beside::top_lines).max().unwrap_or(0);
    46.0 + (lines as f64 * LEADING / 2.0 - SWITCH / 2.0).max(6.0)
}

/// Sizes that both halves share.
#[derive(Clone, Copy)]
pub(super) struct Measures {
    head: f64,
    /// Width of what stands beside the rows.
    pub gutter: f64,
    /// Width of a half.
    pub width: f64,
    /// Height of a half.
    pub height: f64,
}

impl Measures {
    pub fn new(subject: &Subject, beside: &[Beside; 2], width: f64, measure: &Measure<'_>) -> Self {
        let head = head(beside);
        let widest = beside
            .iter()
            .map(|labels| labels.width(measure))
            .fold(0.0, f64::max);
        let foot = if subject.routes.is_some() {
            FOOT_OF_PAIR
        } else {
            FOOT
        };
        Self {
            head,
            gutter: (widest + 14.0).clamp(84.0, (width * 0.45).max(84.0)),
            width,
            height: head + f64::from(subject.rows()) * pitch(subject) + DOMAIN + foot,
        }
    }
}

impl<'a> Frame<'a> {
    /// A design's half with its top left corner at `corner`.
    pub fn new(
        subject: &'a Subject,
        kind: FabricKind,
        beside: &'a Beside,
        corner: Point,
        measures: Measures,
    ) -> Self {
        let wiring = subject.wiring(kind);
        let route = subject.route(kind);
        let room = measures.width - measures.gutter;
        let (most_rails, most_domains) = match room {
            room if room < 300.0 => (4, 3),
            room if room < 380.0 => (4, 4),
            _ => (5, 4),
        };
        let gpus: Vec<u64> = subject
            .pair()
            .map(|(from, to)| vec![from, to])
            .unwrap_or_default();
        let wanted = |of: &dyn Fn(u64) -> u64| gpus.iter().map(|&gpu| of(gpu)).collect::<Vec<_>>();
        let rails = fold(wiring.hb(), most_rails, &wanted(&|gpu| wiring.rail_of(gpu)));
        let domains = fold(
            wiring.domains(),
            most_domains,
            &wanted(&|gpu| wiring.domain_of(gpu)),
        );
        let left = corner.x + measures.gutter;
        // A domain alone is as wide as its rails.
        let widest_domain = if domains.len() == 1 { room } else { 150.0 };
        Self {
            subject,
            design: subject.fabric.design(kind),
            wiring,
            route,
            beside,
            corner,
            measures,
            rails: place(&rails, left, room - 5.0, 16.0, 96.0),
            domains: place(&domains, left, room, 16.0, widest_domain),
        }
    }

    /// The top of a tier's boxes.
    pub(super) fn top_of(&self, tier: u32) -> f64 {
        let below_top = self.subject.rows().saturating_sub(tier);
        self.corner.y + self.measures.head + f64::from(below_top) * pitch(self.subject)
    }

    pub(super) fn top_of_domains(&self) -> f64 {
        self.corner.y + self.measures.head + f64::from(self.subject.rows()) * pitch(self.subject)
    }

    /// Lays out the half and says where a way can go through it.
    pub fn lay_out(
        &self,
        layout: &mut TopologyLayout,
        language: Language,
        measure: &Measure<'_>,
    ) -> Anchors {
        let mut anchors = Anchors::default();
        self.head(layout, language, measure);
        self.domains(layout, &mut anchors, language, measure);
        self.leaves(layout, &mut anchors, language, measure);
        for tier in 2..=self.design.tiers {
            self.upper(layout, &mut anchors, tier, measure);
        }
        for tier in self.design.tiers + 1..=self.subject.rows() {
            self.deleted(layout, tier, measure);
        }
        anchors
    }

    fn head(&self, layout: &mut TopologyLayout, language: Language, measure: &Measure<'_>) {
        let Point { x, y } = self.corner;
        let name = text::design(self.design.kind).get(language).to_owned();
        layout.write(
            name,
            Point::new(x, y + 15.0),
            0.0,
            LabelRole::Title,
            measure,
        );
        let sum = text::sum(self.design, language);
        layout.write(sum, Point::new(x, y + 33.0), 0.0, LabelRole::Note, measure);
    }

    /// Writes the lines that stand beside a row of boxes.
    fn beside(
        &self,
        layout: &mut TopologyLayout,
        middle: f64,
        lines: &Lines,
        measure: &Measure<'_>,
    ) {
        let first = middle - (lines.len() as f64 - 1.0) / 2.0 * LEADING + 4.0;
        for (line, (text, role)) in lines.iter().enumerate() {
            let at = Point::new(self.corner.x, first + line as f64 * LEADING);
            layout.write(text.clone(), at, 0.0, *role, measure);
        }
    }

    pub(super) fn beside_tier(
        &self,
        layout: &mut TopologyLayout,
        tier: u32,
        measure: &Measure<'_>,
    ) {
        if let Some(lines) = self.beside.tiers.get(tier as usize - 1) {
            self.beside(layout, self.top_of(tier) + SWITCH / 2.0, lines, measure);
        }
    }

    fn domains(
        &self,
        layout: &mut TopologyLayout,
        anchors: &mut Anchors,
        language: Language,
        measure: &Measure<'_>,
    ) {
        let top = self.top_of_domains();
        let hb = self.wiring.hb();
        let widest_gpu = if self.wiring.domains() == 1 {
            96.0
        } else {
            26.0
        };
        let rails: Vec<Slot> = self.rails.iter().map(|placed| placed.slot).collect();
        let pair = self.subject.pair();
        for placed in &self.domains {
            let rect = Rect::new(placed.x + 3.0, top, placed.width - 6.0, DOMAIN);
            let Slot::Item(domain) = placed.slot else {
                layout.ellipses.push(Point::new(
                    placed.x + placed.width / 2.0,
                    top + DOMAIN / 2.0,
                ));
                continue;
            };
            layout.boxes.push(Box {
                rect,
                role: BoxRole::Domain,
                stacked: false,
            });
            let gap = (rect.width * 0.12).min(9.0);
            let inner = place(&rails, rect.x + 4.0, rect.width - 8.0, gap, widest_gpu);
            let (dots, bus) = (top + 14.0, top + 31.0);
            let mut ends: Option<(f64, f64)> = None;
            for gpu_place in inner {
                let center = Point::new(gpu_place.x + gpu_place.width / 2.0, dots);
                let Slot::Item(rail) = gpu_place.slot else {
                    layout.ellipses.push(center);
                    continue;
                };
                let gpu = domain * hb + rail;
                layout.dots.push(Dot {
                    gpu,
                    rail,
                    center,
                    radius: (gpu_place.width / 2.0 - 0.5).clamp(1.0, 5.5),
                    chosen: pair.is_some_and(|(from, to)| gpu == from || gpu == to),
                });
                anchors.gpu(gpu, center, bus);
                ends = Some((ends.map_or(center.x, |(first, _)| first), center.x));
                if hb > 1 {
                    layout.lines.push(Line {
                        points: vec![center, Point::new(center.x, bus)],
                        role: LineRole::Nvlink,
                    });
                }
            }
            if let Some((first, last)) = ends
                && hb > 1
            {
                layout.lines.push(Line {
                    points: vec![Point::new(first - 4.0, bus), Point::new(last + 4.0, bus)],
                    role: LineRole::Nvlink,
                });
            }
            let name = fitting(
                [text::domain(domain, language), count(domain)],
                rect.width + 4.0,
                LabelRole::Note,
                measure,
            );
            let below = Point::new(rect.center().x, rect.bottom() + 14.0);
            layout.write(name, below, 0.5, LabelRole::Note, measure);
            self.chosen_in(layout, domain, rect, language, measure);
        }
        self.beside(layout, top + DOMAIN / 2.0, &self.beside.domains, measure);
    }

    /// Names the chosen GPUs of a domain under it.
    fn chosen_in(
        &self,
        layout: &mut TopologyLayout,
        domain: u64,
        rect: Rect,
        language: Language,
        measure: &Measure<'_>,
    ) {
        let Some((from, to)) = self.subject.pair() else {
            return;
        };
        let inside = |gpu| self.wiring.domain_of(gpu) == domain;
        let names = match (inside(from), inside(to)) {
            (true, true) if from != to => [
                text::gpu_pair(from, to, language),
                format!("{} → {}", count(from), count(to)),
            ],
            (true, _) => [text::gpu(from, language), count(from)],
            (false, true) => [text::gpu(to, language), count(to)],
            (false, false) => return,
        };
        let name = fitting(names, rect.width + 4.0, LabelRole::Chosen, measure);
        let width = measure(&name, &super::letters_of(LabelRole::Chosen, Tone::Light));
        let (left, right) = (
            self.corner.x + self.measures.gutter - 6.0,
            self.corner.x + self.measures.width,
        );
        let middle = rect
            .center()
            .x
            .min(right - width / 2.0)
            .max(left + width / 2.0);
        let at = Point::new(middle, rect.bottom() + 30.0);
        layout.write(name, at, 0.5, LabelRole::Chosen, measure);
    }
}

/// The first of two texts that fits `width`; the second where neither does.
pub(super) fn fitting(
    texts: [String; 2],
    width: f64,
    role: LabelRole,
    measure: &Measure<'_>,
) -> String {
    let [long, short] = texts;
    let letters = super::letters_of(role, Tone::Light);
    if measure(&long, &letters) <= width {
        long
    } else {
        short
    }
}
