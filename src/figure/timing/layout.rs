//! Where the bars of an iteration's time, their labels and their key lie.

use super::{Bar, part_color, part_name};
use crate::figure::bars::Label;
use crate::figure::geometry::{Point, Rect};
use crate::figure::letters::{Align, Letters, Measure};
use crate::figure::palette::{Color, Palette};
use crate::language::Language;
use crate::quantity::Seconds;
use crate::timing::Part;

const TITLE: f64 = 13.0;
const LABEL: f64 = 12.0;
/// From a title's baseline to its bar.
const UNDER_TITLE: f64 = 8.0;
const BAR: f64 = 28.0;
/// Length of the ticks above and below a bar.
const TICK: f64 = 5.0;
const ROW: f64 = 20.0;
const BETWEEN_BARS: f64 = 16.0;
const SWATCH: f64 = 10.0;
/// A part that takes any time is at least this wide.
const LEAST_WIDTH: f64 = 1.5;

/// A part of a bar, or a swatch of the key.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Which part of an iteration.
    pub part: Part,
    /// Where it lies.
    pub rect: Rect,
    /// Its colour.
    pub color: Color,
    /// Whether it is drawn with a border, as time in which nothing is done.
    pub is_hollow: bool,
}

/// The bars under each other, and the key of what has no label in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimingLayout {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Parts of all bars, and swatches.
    pub pieces: Vec<Piece>,
    /// Ticks above and below the longer bars where the shortest ends; across a bar they would strike its labels out.
    pub bounds: Vec<[Point; 2]>,
    /// Texts.
    pub labels: Vec<Label>,
}

impl TimingLayout {
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
        let seconds = |bar: &Bar| bar.parts.iter().map(|(_, seconds)| seconds.0).sum::<f64>();
        let longest = bars.iter().map(seconds).fold(0.0, f64::max);
        if longest <= 0.0 {
            return layout;
        }
        let per_second = f64::from(layout.width) / longest;
        let mut y = 0.0;
        let mut named = Vec::new();
        let mut ends = Vec::new();
        for (place, bar) in bars.iter().enumerate() {
            if place > 0 {
                y += BETWEEN_BARS;
            }
            y = layout.title(bar, y, palette, measure);
            let rest = seconds(bar) * per_second;
            let (end, labelled) = layout.bar(bar, y, rest, palette, language, measure);
            ends.push((end, y));
            named.extend(labelled);
            y += BAR;
        }
        let shortest = ends.iter().map(|end| end.0).fold(f64::INFINITY, f64::min);
        layout.bounds = ends
            .into_iter()
            .filter(|(end, _)| *end > shortest + 1.0)
            .flat_map(|(_, top)| [top - TICK, top + BAR])
            .map(|top| [Point::new(shortest, top), Point::new(shortest, top + TICK)])
            .collect();
        y = layout.key(bars, y, &named, palette, language, measure);
        layout.height = y.ceil() as u32;
        layout
    }

    /// Writes a bar's title and total from `top` down and says where the bar begins.
    fn title(&mut self, bar: &Bar, top: f64, palette: &Palette, measure: &Measure<'_>) -> f64 {
        let width = f64::from(self.width);
        let baseline = top + TITLE;
        let title = palette.text(TITLE).bold();
        let total = if bar.is_slower {
            palette.text(LABEL).bold()
        } else {
            palette.note(LABEL)
        };
        let total_width = measure(&bar.total, &total);
        let beside = measure(&bar.title, &title) + 12.0 + total_width <= width;
        self.write(bar.title.clone(), Point::new(0.0, baseline), title, measure);
        if beside {
            let at = Point::new(width, baseline);
            let total = total.align(Align::End);
            self.write(bar.total.clone(), at, total, measure);
            return baseline + UNDER_TITLE;
        }
        let at = Point::new(0.0, baseline + ROW);
        self.write(bar.total.clone(), at, total, measure);
        baseline + ROW + UNDER_TITLE
    }

    /// Lays out a bar of `length` and says where it ends and which parts have a label with their name inside.
    fn bar(
        &mut self,
        bar: &Bar,
        top: f64,
        length: f64,
        palette: &Palette,
        language: Language,
        measure: &Measure<'_>,
    ) -> (f64, Vec<Part>) {
        let amounts: Vec<f64> = bar.parts.iter().map(|(_, seconds)| seconds.0).collect();
        let mut named = Vec::new();
        let mut x = 0.0;
        for ((part, seconds), part_width) in bar.parts.iter().zip(widths(&amounts, length)) {
            let rect = Rect::new(x, top, part_width, BAR);
            x += part_width;
            let color = part_color(*part, palette);
            self.pieces.push(Piece {
                part: *part,
                rect,
                color,
                is_hollow: *part == Part::Bubble,
            });
            let letters = Letters::new(LABEL, color.readable_on()).bold();
            let name = part_name(*part).get(language);
            let long = format!("{name} {seconds}");
            let text = [long, name.to_owned()]
                .into_iter()
                .find(|text| measure(text, &letters) + 12.0 <= part_width);
            if let Some(text) = text {
                let at = Point::new(rect.x + 6.0, rect.center().y + 4.3);
                self.write(text, at, letters, measure);
                named.push(*part);
            }
        }
        (x, named)
    }

    /// What colours mean that are not named in every bar, with their seconds on the machines, and where that ends.
    fn key(
        &mut self,
        bars: &[Bar],
        bottom: f64,
        named: &[Part],
        palette: &Palette,
        language: Language,
        measure: &Measure<'_>,
    ) -> f64 {
        let letters = palette.text(LABEL);
        let (mut x, mut baseline) = (0.0, bottom + 22.0);
        let mut end = bottom;
        for part in Part::ALL {
            let times: Vec<Seconds> = bars
                .iter()
                .filter_map(|bar| bar.parts.iter().find(|(of, _)| *of == part))
                .map(|(_, seconds)| *seconds)
                .collect();
            let labels = named.iter().filter(|of| **of == part).count();
            if times.is_empty() || labels == times.len() {
                continue;
            }
            let text = format!("{} {}", part_name(part).get(language), range(&times));
            let width = measure(&text, &letters);
            if x > 0.0 && x + SWATCH + 5.0 + width > f64::from(self.width) {
                (x, baseline) = (0.0, baseline + ROW);
            }
            self.pieces.push(Piece {
                part,
                rect: Rect::new(x, baseline - 9.5, SWATCH, SWATCH),
                color: part_color(part, palette),
                is_hollow: part == Part::Bubble,
            });
            self.write(
                text,
                Point::new(x + SWATCH + 5.0, baseline),
                letters,
                measure,
            );
            x += SWATCH + 5.0 + width + 14.0;
            end = baseline + 6.0;
        }
        end
    }

    fn write(&mut self, text: String, at: Point, letters: Letters, measure: &Measure<'_>) {
        let width = measure(&text, &letters);
        let start = if letters.align == Align::End {
            at.x - width
        } else {
            at.x
        };
        self.labels.push(Label {
            room: Rect::new(start, at.y - letters.size * 0.8, width, letters.size),
            text,
            at,
            letters,
        });
    }
}

/// `0.31 s`, or from the least to the greatest where machines differ: `0.31 s – 2.10 s`.
fn range(times: &[Seconds]) -> String {
    let of = |choose: fn(f64, f64) -> f64, from: f64| {
        Seconds(times.iter().map(|time| time.0).fold(from, choose)).to_string()
    };
    let (least, greatest) = (of(f64::min, f64::INFINITY), of(f64::max, 0.0));
    if least == greatest {
        greatest
    } else {
        format!("{least} – {greatest}")
    }
}

/// Shares of `length` in proportion to `amounts`, none narrower than [`LEAST_WIDTH`]; what those take more, the widest gives.
fn widths(amounts: &[f64], length: f64) -> Vec<f64> {
    let total: f64 = amounts.iter().sum();
    let exact = |amount: f64| amount / total.max(f64::MIN_POSITIVE) * length;
    let mut widths: Vec<f64> = amounts
        .iter()
        .map(|amount| exact(*amount).max(LEAST_WIDTH))
        .collect();
    let over: f64 = widths.iter().sum::<f64>() - length;
    if let Some(widest) = widths.iter_mut().max_by(|one, other| one.total_cmp(other)) {
        *widest = (*widest - over).max(LEAST_WIDTH);
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::letters::estimated_width;
    use crate::figure::palette::Tone;
    use proptest::prelude::*;

    #[test]
    fn bars_share_a_scale() {
        let bar = |seconds: f64| Bar {
            title: "Rail-only".to_owned(),
            total: "1 s".to_owned(),
            is_slower: false,
            parts: vec![
                (Part::Compute, Seconds(seconds)),
                (Part::Bubble, Seconds(1e-6)),
            ],
        };
        let palette = Palette::of(Tone::Light);
        let layout = TimingLayout::new(
            &[bar(2.0), bar(1.0)],
            600,
            palette,
            Language::English,
            &estimated_width,
        );
        let width =
            |place: usize| layout.pieces[place].rect.width + layout.pieces[place + 1].rect.width;
        assert!((width(0) - 600.0).abs() < 1e-9);
        assert!((width(2) - 300.0).abs() < 1e-3);
        assert_eq!(layout.bounds.len(), 2);
    }

    proptest! {
        #[test]
        fn labels_do_not_meet(
            times in prop::collection::vec(
                prop::collection::vec(prop_oneof![Just(0.0), 1e-6..1e-3, 0.1..100.0], 8),
                3,
            ),
            width in 280_u32..1400,
            chinese: bool,
        ) {
            let bars: Vec<Bar> = times
                .iter()
                .map(|times| Bar {
                    title: "One HB domain for all GPUs".to_owned(),
                    total: "98.9 s · +10.9 %".to_owned(),
                    is_slower: true,
                    parts: Part::ALL
                        .into_iter()
                        .zip(times.iter().copied().map(Seconds))
                        .filter(|(_, seconds)| seconds.0 > 0.0)
                        .collect(),
                })
                .collect();
            let language = if chinese { Language::TraditionalChinese } else { Language::English };
            let palette = Palette::of(Tone::Light);
            let layout = TimingLayout::new(&bars, width, palette, language, &estimated_width);
            let whole = Rect::new(0.0, 0.0, f64::from(layout.width), f64::from(layout.height));
            for (place, label) in layout.labels.iter().enumerate() {
                prop_assert!(whole.contains(label.room), "{label:?} in {whole:?}");
                for other in &layout.labels[place + 1..] {
                    prop_assert!(!label.room.overlaps(other.room), "{label:?} {other:?}");
                }
            }
            // A bar that is shorter than its parts' least widths may be a few pixels longer than its seconds.
            for piece in &layout.pieces {
                prop_assert!(piece.rect.right() <= whole.right() + 8.0 * LEAST_WIDTH);
            }
        }
    }
}
