//! Where everything of a chart goes.

use super::{Axis, Chart};
use crate::figure::geometry::{Point, Rect};
use crate::figure::letters::{Align, Letters, Measure};
use crate::figure::palette::{Color, Palette};

/// A text and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its anchor.
    pub at: Point,
    /// How it is set.
    pub letters: Letters,
}

/// A line through its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The points, one for each of the chart's.
    pub points: Vec<Point>,
    /// Colour.
    pub color: Color,
    /// Width.
    pub width: f64,
    /// Whether in dashes.
    pub dashed: bool,
}

/// Where everything of a chart goes, in CSS pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartLayout {
    /// Width of the figure.
    pub width: u32,
    /// Height of the figure.
    pub height: u32,
    /// The area of the lines.
    pub plot: Rect,
    /// Where the points lie, from the left.
    pub positions: Vec<f64>,
    /// Where the grid's lines lie, from the top.
    pub grid: Vec<f64>,
    /// The lines.
    pub traces: Vec<Trace>,
    /// Which points are hollow.
    pub hollow: Vec<bool>,
    /// The point of the current scenario.
    pub current: Option<usize>,
    /// From a line's end to its name, where that had to move.
    pub leaders: Vec<[Point; 2]>,
    /// All texts.
    pub labels: Vec<Label>,
}

/// The distance between the baselines of two names, in CSS pixels.
const NAME_HEIGHT: f64 = 15.0;

impl ChartLayout {
    /// The layout of `chart` on `width` CSS pixels.
    pub fn new(chart: &Chart, width: u32, palette: &Palette, measure: &Measure<'_>) -> Self {
        let total = f64::from(width);
        let height = (total * 0.5).clamp(230.0, 380.0).round();
        let note = palette.note(12.0);
        let values: Vec<f64> = chart
            .lines
            .iter()
            .flat_map(|line| line.values.iter().copied())
            .collect();
        let vertical = Axis::of_values(&values);
        let horizontal = Axis::of_positions(&chart.positions);
        let ticks = vertical.ticks(chart.unit, 5);
        let widest = |texts: &mut dyn Iterator<Item = f64>| texts.fold(0.0_f64, f64::max);
        let left = widest(&mut ticks.iter().map(|(_, text)| measure(text, &note))) + 14.0;
        let right = widest(
            &mut chart
                .lines
                .iter()
                .map(|line| measure(line.name, &note.bold())),
        ) + 22.0;
        let is_hollow = chart.hollow.iter().any(|hollow| *hollow);
        let bottom = if is_hollow { 58.0 } else { 42.0 };
        let plot = Rect::new(
            left,
            34.0,
            (total - left - right).max(40.0),
            height - 34.0 - bottom,
        );
        let x_of = |position: f64| plot.x + 6.0 + horizontal.share(position) * (plot.width - 12.0);
        let y_of = |value: f64| plot.bottom() - vertical.share(value) * plot.height;
        let positions: Vec<f64> = chart.positions.iter().map(|at| x_of(*at)).collect();

        let mut labels = vec![Label {
            text: chart.measure.clone(),
            at: Point::new(0.0, 12.0),
            letters: note,
        }];
        for (value, text) in &ticks {
            labels.push(Label {
                text: text.clone(),
                at: Point::new(plot.x - 8.0, y_of(*value) + 4.0),
                letters: note.align(Align::End),
            });
        }
        labels.extend(marks(chart, &positions, plot, total, palette, measure));
        labels.push(Label {
            text: chart.along.clone(),
            at: Point::new(plot.center().x, plot.bottom() + 36.0),
            letters: note.align(Align::Middle),
        });
        if is_hollow {
            labels.push(Label {
                text: chart.hollow_means.to_owned(),
                at: Point::new(0.0, height - 4.0),
                letters: note,
            });
        }
        if let Some(x) = chart.current.and_then(|at| positions.get(at)) {
            let letters = Letters::new(12.0, palette.accent).align(Align::Middle);
            let half = measure(chart.current_means, &letters) / 2.0;
            labels.push(Label {
                text: chart.current_means.to_owned(),
                at: Point::new(x.clamp(half, (total - half).max(half)), plot.y - 6.0),
                letters,
            });
        }
        let traces: Vec<Trace> = chart
            .lines
            .iter()
            .map(|line| Trace {
                points: positions
                    .iter()
                    .zip(&line.values)
                    .map(|(x, value)| Point::new(*x, y_of(*value)))
                    .collect(),
                color: line.color,
                width: line.width,
                dashed: line.dashed,
            })
            .collect();
        let (names, leaders) = names(chart, &traces, plot, palette);
        labels.extend(names);
        Self {
            width,
            height: height as u32,
            plot,
            positions,
            grid: ticks.iter().map(|(value, _)| y_of(*value)).collect(),
            traces,
            hollow: chart.hollow.clone(),
            current: chart.current,
            leaders,
            labels,
        }
    }

    /// The point nearest to a place, from the left of the figure.
    pub fn nearest(&self, x: f64) -> Option<usize> {
        let distance = |index: &usize| (self.positions[*index] - x).abs();
        (0..self.positions.len()).min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }
}

/// The numbers under the points, as many as there is room for: the current one first, then the ends, then the others from the
/// coarse to the fine.
fn marks(
    chart: &Chart,
    positions: &[f64],
    plot: Rect,
    total: f64,
    palette: &Palette,
    measure: &Measure<'_>,
) -> Vec<Label> {
    let count = positions.len();
    let mut order: Vec<usize> = chart.current.into_iter().collect();
    order.extend([0, count.saturating_sub(1)]);
    let mut stride = count.next_power_of_two();
    while stride > 1 {
        stride /= 2;
        order.extend((0..count).step_by(stride));
    }
    let letters = palette.note(12.0).align(Align::Middle);
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let mut labels = Vec::new();
    for index in order {
        let (Some(x), Some(text)) = (positions.get(index), chart.marks.get(index)) else {
            continue;
        };
        let half = measure(text, &letters) / 2.0;
        let x = x.clamp(half, (total - half).max(half));
        let (from, to) = (x - half - 5.0, x + half + 5.0);
        if taken.iter().any(|(start, end)| from < *end && *start < to) {
            continue;
        }
        taken.push((from, to));
        labels.push(Label {
            text: text.clone(),
            at: Point::new(x, plot.bottom() + 18.0),
            letters: if chart.current == Some(index) {
                Letters::new(12.0, palette.accent).align(Align::Middle)
            } else {
                letters
            },
        });
    }
    labels
}

/// The names at the lines' ends, moved apart where lines end close to each other.
fn names(
    chart: &Chart,
    traces: &[Trace],
    plot: Rect,
    palette: &Palette,
) -> (Vec<Label>, Vec<[Point; 2]>) {
    let mut ends: Vec<(usize, Point)> = traces
        .iter()
        .enumerate()
        .filter_map(|(index, trace)| Some((index, *trace.points.last()?)))
        .collect();
    ends.sort_by(|(_, one), (_, other)| one.y.total_cmp(&other.y));
    let mut heights: Vec<f64> = Vec::with_capacity(ends.len());
    for (_, end) in &ends {
        let least = heights.last().map_or(plot.y, |above| above + NAME_HEIGHT);
        heights.push(end.y.max(least));
    }
    // What was pushed below the plot pushes back up.
    let mut most = plot.bottom();
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - NAME_HEIGHT;
    }
    let mut labels = Vec::new();
    let mut leaders = Vec::new();
    for ((index, end), height) in ends.into_iter().zip(heights) {
        let Some(line) = chart.lines.get(index) else {
            continue;
        };
        let color = if line.color == palette.outline {
            palette.muted
        } else {
            line.color
        };
        let x = plot.right() + 14.0;
        labels.push(Label {
            text: line.name.to_owned(),
            at: Point::new(x, height + 4.0),
            letters: Letters {
                bold: line.color == palette.ink,
                ..Letters::new(12.0, color)
            },
        });
        if (height - end.y).abs() > 2.0 {
            leaders.push([Point::new(end.x + 6.0, end.y), Point::new(x - 3.0, height)]);
        }
    }
    (labels, leaders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::letters::estimated_width;
    use crate::figure::palette::Tone;
    use crate::language::Language;
    use crate::scenario::{Along, Layouts, Measure, Scenario};
    use crate::sweep::Sweep;

    fn layout(along: Along, measure: Measure, width: u32) -> ChartLayout {
        let mut sweep = Sweep::new(&Scenario::default(), along, Layouts::Held);
        while !sweep.is_done() {
            sweep.step(1);
        }
        let palette = Palette::of(Tone::Light);
        let chart = super::super::of(sweep.points(), along, measure, palette, Language::English);
        ChartLayout::new(&chart, width, palette, &estimated_width)
    }

    #[test]
    fn everything_lies_inside_and_no_texts_overlap() {
        for along in Along::ALL.iter().copied() {
            for measure in Measure::ALL.iter().copied() {
                for width in [320, 340, 700, 1200] {
                    let layout = layout(along, measure, width);
                    let whole = Rect::new(0.0, 0.0, f64::from(width), f64::from(layout.height));
                    for point in layout.traces.iter().flat_map(|trace| &trace.points) {
                        assert!(
                            layout
                                .plot
                                .grown(0.5)
                                .contains(Rect::new(point.x, point.y, 0.0, 0.0))
                        );
                    }
                    let boxes: Vec<(Rect, &str)> = layout
                        .labels
                        .iter()
                        .map(|label| {
                            let width = estimated_width(&label.text, &label.letters);
                            let x = match label.letters.align {
                                Align::Start => label.at.x,
                                Align::Middle => label.at.x - width / 2.0,
                                Align::End => label.at.x - width,
                            };
                            let text = Rect::new(x, label.at.y - 9.0, width, 11.0);
                            (text, label.text.as_str())
                        })
                        .collect();
                    for (index, (one, text)) in boxes.iter().enumerate() {
                        assert!(
                            whole.grown(1.0).contains(*one),
                            "{along:?} {measure:?} {width}: {text}"
                        );
                        for (other, others) in &boxes[index + 1..] {
                            assert!(
                                !one.overlaps(*other),
                                "{along:?} {measure:?} {width}: {text} on {others}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn each_point_is_nearest_to_itself() {
        let layout = layout(Along::Gpus, Measure::Time, 700);
        for (index, x) in layout.positions.iter().enumerate() {
            assert_eq!(layout.nearest(*x), Some(index));
        }
        assert_eq!(layout.nearest(-10.0), Some(0));
        assert_eq!(ChartLayout::default().nearest(1.0), None);
    }
}
