//! The tiers of switches of one design, and the cables between them.

use super::design::{Frame, SWITCH, fitting};
use super::fold::{Placed, Slot, fold, place};
use super::layout::{Box, BoxRole, Dot, LabelRole, Line, LineRole, TopologyLayout};
use super::path::Anchors;
use super::text;
use crate::fabric::Leaves;
use crate::figure::geometry::{Point, Rect, s_curve};
use crate::figure::letters::Measure;
use crate::language::Language;

impl Frame<'_> {
    /// The rail switches, and the cables from the GPUs to them.
    pub(super) fn leaves(
        &self,
        layout: &mut TopologyLayout,
        anchors: &mut Anchors,
        language: Language,
        measure: &Measure<'_>,
    ) {
        if self.design.tiers == 0 {
            return;
        }
        let top = self.top_of(1);
        for (rails, rect) in self.rail_boxes(top) {
            let stacked = matches!(self.wiring.leaves(), Leaves::PerRail { leaves } if leaves > 1);
            layout.boxes.push(Box {
                rect,
                role: BoxRole::Rail(rails.0),
                stacked,
            });
            let room = rect.width - 4.0;
            let numbers = fitting(
                [text::rail_numbers(rails), text::from_rail(rails)],
                room + 4.0,
                LabelRole::Box,
                measure,
            );
            let name = fitting(
                [text::rails(rails, language), numbers],
                room,
                LabelRole::Box,
                measure,
            );
            let at = Point::new(rect.center().x, rect.center().y + 4.0);
            layout.write(name, at, 0.5, LabelRole::Box, measure);
            for placed in &self.rails {
                if let Slot::Item(rail) = placed.slot
                    && (rails.0..=rails.1).contains(&rail)
                {
                    let x = placed.x + placed.width / 2.0;
                    anchors.leaf(rail, x, rect);
                }
            }
        }
        for placed in &self.rails {
            let x = placed.x + placed.width / 2.0;
            match placed.slot {
                Slot::Gap if !self.covered(placed) => {
                    layout.ellipses.push(Point::new(x, top + SWITCH / 2.0));
                }
                Slot::Gap => {}
                Slot::Item(rail) => {
                    let foot = Point::new(x, top + SWITCH);
                    let cables: Vec<Line> = layout
                        .dots
                        .iter()
                        .filter(|dot| dot.rail == rail && self.owns(dot))
                        .map(|dot| Line {
                            points: s_curve(dot.center, foot),
                            role: LineRole::Rail(rail),
                        })
                        .collect();
                    layout.lines.extend(cables);
                }
            }
        }
        self.beside_tier(layout, 1, measure);
    }

    /// Whether a dot is of this half.
    fn owns(&self, dot: &Dot) -> bool {
        let right = self.corner.x + self.measures.width;
        let bottom = self.corner.y + self.measures.height;
        (self.corner.x..=right).contains(&dot.center.x)
            && (self.corner.y..=bottom).contains(&dot.center.y)
    }

    /// Whether a gap lies under a box of shared switches.
    fn covered(&self, gap: &Placed) -> bool {
        self.rail_boxes(0.0)
            .iter()
            .any(|(_, rect)| rect.x < gap.x && rect.right() > gap.x + gap.width)
    }

    /// The boxes of rail switches and the rails in each, first and last, drawn or not: one a rail, or one for neighbours that share a
    /// switch.
    fn rail_boxes(&self, top: f64) -> Vec<((u64, u64), Rect)> {
        let shared = match self.wiring.leaves() {
            Leaves::Shared { rails } => rails.max(1),
            Leaves::PerRail { .. } | Leaves::Packed => 1,
        };
        let mut boxes: Vec<((u64, u64), Rect)> = Vec::new();
        for placed in &self.rails {
            let Slot::Item(rail) = placed.slot else {
                continue;
            };
            let rect = Rect::new(placed.x + 3.0, top, placed.width - 6.0, SWITCH);
            match boxes.last_mut() {
                Some((rails, wide)) if (rails.0..=rails.1).contains(&rail) => {
                    wide.width = rect.right() - wide.x;
                }
                _ => {
                    let first = rail / shared * shared;
                    let last = first.saturating_add(shared).min(self.wiring.hb()) - 1;
                    boxes.push(((first, last), rect));
                }
            }
        }
        boxes
    }

    /// A tier of switches above the rail switches, with the cables down from it.
    pub(super) fn upper(
        &self,
        layout: &mut TopologyLayout,
        anchors: &mut Anchors,
        tier: u32,
        measure: &Measure<'_>,
    ) {
        if self.wiring.trees() > 1 {
            self.spine_of_each_rail(layout, anchors, tier);
        } else {
            self.spine(layout, anchors, tier);
        }
        self.beside_tier(layout, tier, measure);
    }

    /// Switches that join all rails, each cabled to all below.
    fn spine(&self, layout: &mut TopologyLayout, anchors: &mut Anchors, tier: u32) {
        let wanted: Vec<u64> = self
            .route
            .map(|route| {
                route
                    .switches()
                    .filter(|switch| switch.tier == tier)
                    .map(|switch| switch.index)
                    .collect()
            })
            .unwrap_or_default();
        let room = self.measures.width - self.measures.gutter;
        let most = if room < 300.0 { 4 } else { 5 };
        let switches = self.wiring.switches(tier);
        let slots = fold(switches, most, &wanted);
        let (top, below) = (self.top_of(tier), self.top_of(tier - 1));
        let feet: Vec<Rect> = layout
            .boxes
            .iter()
            .filter(|found| {
                found.rect.y == below && found.rect.x >= self.corner.x + self.measures.gutter - 1.0
            })
            .filter(|found| found.rect.right() <= self.corner.x + self.measures.width + 1.0)
            .map(|found| found.rect)
            .collect();
        for placed in place(
            &slots,
            self.corner.x + self.measures.gutter,
            room,
            16.0,
            46.0,
        ) {
            let x = placed.x + placed.width / 2.0;
            let Slot::Item(index) = placed.slot else {
                layout.ellipses.push(Point::new(x, top + SWITCH / 2.0));
                continue;
            };
            let rect = Rect::new(placed.x + 2.0, top, placed.width - 4.0, SWITCH);
            anchors.switch(tier, index, rect);
            layout.boxes.push(Box {
                rect,
                role: BoxRole::Spine,
                stacked: false,
            });
            for foot in &feet {
                layout.lines.push(Line {
                    points: s_curve(foot.top_center(), rect.bottom_center()),
                    role: LineRole::Spine,
                });
            }
        }
    }

    /// Switches of each rail alone: a stack above its rail switches.
    fn spine_of_each_rail(&self, layout: &mut TopologyLayout, anchors: &mut Anchors, tier: u32) {
        let (top, below) = (self.top_of(tier), self.top_of(tier - 1));
        let each = self.wiring.switches(tier) / self.wiring.trees().max(1);
        for placed in &self.rails {
            let x = placed.x + placed.width / 2.0;
            let Slot::Item(rail) = placed.slot else {
                layout.ellipses.push(Point::new(x, top + SWITCH / 2.0));
                continue;
            };
            let width = (placed.width - 6.0).min(46.0);
            let rect = Rect::new(x - width / 2.0, top, width, SWITCH);
            anchors.rail_switch(tier, rail, rect);
            layout.boxes.push(Box {
                rect,
                role: BoxRole::Rail(rail),
                stacked: each > 1,
            });
            let spread = (width / 2.0 - 4.0).clamp(2.0, 9.0);
            for offset in [-spread, 0.0, spread] {
                layout.lines.push(Line {
                    points: vec![
                        Point::new(x + offset, below),
                        Point::new(x + offset, rect.bottom()),
                    ],
                    role: LineRole::Rail(rail),
                });
            }
        }
    }

    /// A tier that rail-optimized has and this design does without.
    pub(super) fn deleted(&self, layout: &mut TopologyLayout, tier: u32, measure: &Measure<'_>) {
        let top = self.top_of(tier);
        let room = self.measures.width - self.measures.gutter;
        let left = self.corner.x + self.measures.gutter;
        let most = if room < 300.0 { 4 } else { 5 };
        let switches = self.subject.rail_optimized.switches(tier);
        let below = if tier > 1 {
            self.top_of(tier - 1)
        } else {
            self.top_of_domains()
        };
        let feet: Vec<Point> = self
            .rails
            .iter()
            .filter(|placed| placed.slot != Slot::Gap)
            .map(|placed| Point::new(placed.x + placed.width / 2.0, below))
            .collect();
        for placed in place(&fold(switches, most, &[]), left, room, 16.0, 46.0) {
            if placed.slot == Slot::Gap {
                continue;
            }
            let rect = Rect::new(placed.x + 2.0, top, placed.width - 4.0, SWITCH);
            layout.boxes.push(Box {
                rect,
                role: BoxRole::Deleted,
                stacked: false,
            });
            for &foot in &feet {
                layout.lines.push(Line {
                    points: s_curve(foot, rect.bottom_center()),
                    role: LineRole::Deleted,
                });
            }
        }
        let middle = top + SWITCH / 2.0;
        layout.strikes.push(Line {
            points: vec![
                Point::new(left + 2.0, middle),
                Point::new(self.corner.x + self.measures.width - 2.0, middle),
            ],
            role: LineRole::Strike,
        });
        self.beside_tier(layout, tier, measure);
    }
}
