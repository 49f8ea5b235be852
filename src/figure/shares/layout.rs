//! Where the parts of stacked bars and their labels lie.

use super::Bar;
use crate::figure::bars::Label;
use crate::figure::geometry::{Point, Rect};
use crate::figure::letters::{Letters, Measure};
use crate::figure::palette::{Color, Palette};
use crate::language::{Bilingual, Language};
use crate::quantity::format::percent;

const TITLE: f64 = 13.0;
pub(super) const LABEL: f64 = 12.0;
/// From a bar's top to its title's baseline.
const UNDER_TITLE: f64 = 9.0;
const BAR: f64 = 30.0;
const ROW: f64 = 19.0;
const BETWEEN_BARS: f64 = 22.0;
/// A part that is not nothing is at least this wide.
pub const LEAST_WIDTH: f64 = 2.0;

/// A part of a bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Where it lies.
    pub rect: Rect,
    /// Its colour.
    pub color: Color,
}

/// A line from a part to its label below the bar, and the label's swatch.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// Through these points.
    pub points: Vec<Point>,
    /// The part's colour.
    pub color: Color,
}

/// Several bars under each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SharesLayout {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Parts of all bars.
    pub parts: Vec<Part>,
    /// Lines to labels below.
    pub leaders: Vec<Leader>,
    /// Texts.
    pub labels: Vec<Label>,
}

impl SharesLayout {
    /// Lays `bars` out over `width` CSS pixels.
    pub fn new(
        bars: &[Bar],
        width: u32,
        palette: &Palette,
        language: Language,
        measure: &Measure<'_>,
    ) -> Self {
        let mut layout = Self {
            width: width.max(120),
            ..Self::default()
        };
        let mut y = 0.0;
        for (place, bar) in bars.iter().enumerate() {
            if place > 0 {
                y += BETWEEN_BARS;
            }
            y = layout.bar(bar, y, palette, language, measure);
        }
        layout.height = y.ceil() as u32;
        layout
    }

    /// Lays out one bar from `top` and says where it ends.
    fn bar(
        &mut self,
        bar: &Bar,
        top: f64,
        palette: &Palette,
        language: Language,
        measure: &Measure<'_>,
    ) -> f64 {
        let width = f64::from(self.width);
        let baseline = top + TITLE;
        let title = palette.text(TITLE).bold();
        self.write(bar.title.clone(), Point::new(0.0, baseline), title, measure);
        let note = palette.note(LABEL);
        let total_width = measure(&bar.total, &note);
        let mut bar_top = baseline + UNDER_TITLE;
        let beside = measure(&bar.title, &title) + 16.0 + total_width <= width;
        let total_at = if beside {
            Point::new(width - total_width, baseline)
        } else {
            bar_top += ROW - 2.0;
            Point::new(0.0, baseline + ROW - 2.0)
        };
        self.write(bar.total.clone(), total_at, note, measure);

        let amounts: Vec<f64> = bar.segments.iter().map(|segment| segment.amount).collect();
        let widths = widths(&amounts, width);
        let total: f64 = amounts.iter().filter(|amount| **amount > 0.0).sum();
        let mut outside = Vec::new();
        let mut absent = Vec::new();
        let mut x = 0.0;
        for (segment, &part) in bar.segments.iter().zip(&widths) {
            if part <= 0.0 {
                absent.push(segment.name.as_str());
                continue;
            }
            let rect = Rect::new(x, bar_top, part, BAR);
            x += part;
            self.parts.push(Part {
                rect,
                color: segment.color,
            });
            let text = format!("{} {}", segment.name, percent(segment.amount / total));
            let letters = Letters::new(LABEL, segment.color.readable_on()).bold();
            let text_width = measure(&text, &letters);
            if text_width + 14.0 <= part {
                let at = Point::new(rect.x + 8.0, rect.center().y + 4.3);
                self.write(text, at, letters, measure);
            } else {
                outside.push((rect, text, segment.color));
            }
        }
        if total <= 0.0 {
            let rect = Rect::new(0.0, bar_top, width, BAR);
            self.parts.push(Part {
                rect,
                color: palette.idle,
            });
            let nothing = Bilingual::new("nothing is sent", "沒有傳送任何資料").get(language);
            let at = Point::new(8.0, rect.center().y + 4.3);
            self.write(nothing.to_owned(), at, note, measure);
            return rect.bottom();
        }
        let rows = self.outside(outside, bar_top + BAR, palette, measure);
        self.absent(&absent, bar_top + BAR, rows, palette, language, measure)
    }

    /// Labels parts that are too narrow for one inside: a row each under the bar, so that no line meets another label. A label stands
    /// left of its line, the leftmost first; those without room there stand right of it, under all others, the rightmost first.
    fn outside(
        &mut self,
        parts: Vec<(Rect, String, Color)>,
        bottom: f64,
        palette: &Palette,
        measure: &Measure<'_>,
    ) -> usize {
        const ELBOW: f64 = 8.0;
        const GAP: f64 = 4.0;
        let letters = palette.text(LABEL);
        let mut free_from = 0.0;
        let (left, mut right): (Vec<(f64, f64, String, Color)>, Vec<_>) = parts
            .into_iter()
            .map(|(rect, text, color)| (rect.center().x, measure(&text, &letters), text, color))
            .partition(|&(line, width, ..)| {
                let fits = line - ELBOW - GAP - width >= free_from;
                if !fits {
                    free_from = line + GAP;
                }
                fits
            });
        let fits = |&(line, width, ..): &(f64, f64, String, Color)| {
            line + ELBOW + GAP + width <= f64::from(self.width)
        };
        if !right.iter().all(fits) {
            let parts = left.into_iter().chain(right);
            return self.key(parts, bottom, letters);
        }
        right.reverse();
        let rows = left.len() + right.len();
        let sides = left.into_iter().map(|label| (-1.0, label));
        let sides = sides.chain(right.into_iter().map(|label| (1.0, label)));
        for (row, (side, (line, width, text, color))) in sides.enumerate() {
            let baseline = bottom + 18.0 + row as f64 * ROW;
            let elbow = line + side * ELBOW;
            let start = if side > 0.0 {
                elbow + GAP
            } else {
                elbow - GAP - width
            };
            let start = start.min(f64::from(self.width) - width).max(0.0);
            self.leaders.push(Leader {
                points: vec![
                    Point::new(line, bottom),
                    Point::new(line, baseline - 4.0),
                    Point::new(elbow, baseline - 4.0),
                ],
                color,
            });
            self.write(text, Point::new(start, baseline), letters, measure);
        }
        rows
    }

    /// Where lines have no room: the labels one after the other, each with a swatch of its part's colour.
    fn key(
        &mut self,
        parts: impl Iterator<Item = (f64, f64, String, Color)>,
        bottom: f64,
        letters: Letters,
    ) -> usize {
        const SWATCH: f64 = 10.0;
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut x, mut row) = (0.0, 0);
        for (_, width, text, color) in parts {
            if x > 0.0 && x + SWATCH + 5.0 + width > f64::from(self.width) {
                (x, row) = (0.0, row + 1);
            }
            let baseline = bottom + 18.0 + row as f64 * ROW;
            self.parts.push(Part {
                rect: Rect::new(x, baseline - 9.5, SWATCH, SWATCH),
                color,
            });
            self.labels.push(Label {
                room: Rect::new(x + SWATCH + 5.0, baseline - LABEL * 0.8, width, LABEL),
                text,
                at: Point::new(x + SWATCH + 5.0, baseline),
                letters,
            });
            x += SWATCH + 5.0 + width + 14.0;
        }
        row + 1
    }

    /// Names what there is nothing of, beside the labels under the bar or below them.
    fn absent(
        &mut self,
        names: &[&str],
        bottom: f64,
        rows: usize,
        palette: &Palette,
        language: Language,
        measure: &Measure<'_>,
    ) -> f64 {
        let end = bottom
            + if rows > 0 {
                5.0 + rows as f64 * ROW
            } else {
                0.0
            };
        if names.is_empty() {
            return end;
        }
        let text = match language {
            Language::English => format!("{}: 0 %", names.join(", ")),
            Language::TraditionalChinese => format!("{}：0 %", names.join("、")),
        };
        let letters = palette.note(LABEL);
        let first = bottom + 18.0;
        let width = measure(&text, &letters);
        let room = Rect::new(0.0, first - LABEL, width + 12.0, LABEL + 3.0);
        let free = self.labels.iter().all(|label| !label.room.overlaps(room))
            && self.leaders.iter().all(|leader| {
                leader
                    .points
                    .iter()
                    .all(|point| point.y <= bottom || point.x > room.right())
            });
        let baseline = if free { first } else { end + 13.0 };
        self.write(text, Point::new(0.0, baseline), letters, measure);
        end.max(baseline + 6.0)
    }

    fn write(&mut self, text: String, at: Point, letters: Letters, measure: &Measure<'_>) {
        let width = measure(&text, &letters);
        self.labels.push(Label {
            room: Rect::new(at.x, at.y - letters.size * 0.8, width, letters.size),
            text,
            at,
            letters,
        });
    }
}

/// Shares of `width` in proportion to `amounts`, none that is not nothing narrower than [`LEAST_WIDTH`]; what those take more, the
/// others give.
fn widths(amounts: &[f64], width: f64) -> Vec<f64> {
    let positive = |amount: f64| {
        if amount > 0.0 && amount.is_finite() {
            amount
        } else {
            0.0
        }
    };
    let total: f64 = amounts.iter().copied().map(positive).sum();
    if total <= 0.0 {
        return vec![0.0; amounts.len()];
    }
    let exact = |amount: f64| positive(amount) / total * width;
    let is_thin = |amount: f64| positive(amount) > 0.0 && exact(amount) < LEAST_WIDTH;
    let thin = amounts.iter().filter(|amount| is_thin(**amount)).count() as f64;
    let wide: f64 = amounts
        .iter()
        .filter(|amount| !is_thin(**amount))
        .map(|amount| exact(*amount))
        .sum();
    let left = (width - thin * LEAST_WIDTH).max(0.0);
    amounts
        .iter()
        .map(|&amount| {
            if is_thin(amount) {
                LEAST_WIDTH
            } else if wide > 0.0 {
                exact(amount) / wide * left
            } else {
                0.0
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::Segment;
    use super::*;
    use crate::figure::letters::estimated_width;
    use crate::figure::palette::Tone;
    use proptest::prelude::*;

    #[test]
    fn a_tiny_share_stays_in_sight() {
        let parts = widths(&[1.0, 1e-9, 0.0, 1.0], 600.0);
        assert_eq!(parts[1], LEAST_WIDTH);
        assert_eq!(parts[2], 0.0);
        assert!((parts.iter().sum::<f64>() - 600.0).abs() < 1e-9);
        assert_eq!(widths(&[0.0, 0.0], 600.0), [0.0, 0.0]);
        assert_eq!(widths(&[f64::NAN, 1.0], 600.0), [0.0, 600.0]);
    }

    proptest! {
        #[test]
        fn labels_meet_neither_each_other_nor_lines(
            shares in prop::collection::vec(prop_oneof![Just(0.0), 1e-9..1.0, 0.1..1.0], 5),
            width in 280_u32..1400,
            chinese: bool,
        ) {
            let names = ["TP", "CP", "PP", "DP", "EP"];
            let segments = shares
                .iter()
                .zip(names)
                .map(|(&amount, name)| Segment {
                    name: name.to_owned(),
                    amount,
                    color: Color::hex(0x0072b2),
                })
                .collect();
            let bar = Bar {
                title: "By kind".to_owned(),
                total: "1.00 PB".to_owned(),
                segments,
            };
            let language = if chinese { Language::TraditionalChinese } else { Language::English };
            let palette = Palette::of(Tone::Light);
            let layout = SharesLayout::new(&[bar.clone(), bar], width, palette, language, &estimated_width);
            let whole = Rect::new(0.0, 0.0, f64::from(layout.width), f64::from(layout.height));
            for (place, label) in layout.labels.iter().enumerate() {
                prop_assert!(whole.contains(label.room), "{label:?} in {whole:?}");
                for other in &layout.labels[place + 1..] {
                    prop_assert!(!label.room.overlaps(other.room), "{label:?} {other:?}");
                }
                for leader in &layout.leaders {
                    let (from, to) = (leader.points[0], leader.points[1]);
                    let line = Rect::new(from.x - 0.5, from.y, 1.0, to.y - from.y);
                    prop_assert!(!label.room.overlaps(line), "{label:?} {leader:?}");
                }
            }
            for part in &layout.parts {
                prop_assert!(whole.contains(part.rect) && part.rect.width >= LEAST_WIDTH - 1e-9);
            }
        }
    }
}
