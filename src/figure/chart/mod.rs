//! What changes along one parameter: lines over an axis, each with its name at its end, and a mark at the current scenario.

mod axis;
mod layout;

pub use axis::Axis;
pub use layout::{ChartLayout, Label, Trace};

use super::geometry::Point;
use super::letters::Letters;
use super::palette::{Color, Palette};
use super::pen::{Drawn, Pen, Stroke};
use crate::language::{Bilingual, Language};
use crate::quantity::format::decimal;
use crate::scenario::{Along, Measure, parameter};
use crate::sweep;
use plotters_backend::DrawingBackend;

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What stands at its end.
    pub name: &'static str,
    /// Its values, one a point.
    pub values: Vec<f64>,
    /// Colour of the line and its name.
    pub color: Color,
    /// Width in CSS pixels.
    pub width: f64,
    /// Whether in dashes.
    pub dashed: bool,
}

/// What a chart shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What lies along the horizontal axis.
    pub along: String,
    /// What lies along the vertical axis, the unit included.
    pub measure: String,
    /// Where the points lie along the horizontal axis, ascending.
    pub positions: Vec<f64>,
    /// What stands under them.
    pub marks: Vec<String>,
    /// The lines; earlier ones lie under later ones.
    pub lines: Vec<Line>,
    /// Divides a value to give the vertical axis' numbers.
    pub unit: f64,
    /// Points that are drawn hollow.
    pub hollow: Vec<bool>,
    /// What a hollow point means.
    pub hollow_means: &'static str,
    /// The point of the current scenario.
    pub current: Option<usize>,
    /// What stands at that point.
    pub current_means: &'static str,
}

const RAIL_OPTIMIZED: Bilingual = Bilingual::new("Rail-optimized", "Rail-optimized");
const RAIL_ONLY: Bilingual = Bilingual::new("Rail-only", "Rail-only");
const IDEAL: Bilingual = Bilingual::new("One domain", "單一 HB 域");
const LEAVING: Bilingual = Bilingual::new("Leave", "離開");
const CROSSING: Bilingual = Bilingual::new("Cross rails", "跨軌");
const HOLLOW: Bilingual = Bilingual::new("○ does not fit the GPU’s memory", "○ 超出 GPU 記憶體");
const CURRENT: Bilingual = Bilingual::new("current", "目前");

/// The amount of a measure on each line at a point of a sweep: rail-optimized, rail-only and ideal for times, the two networks
/// for costs, what leaves its domain and what crosses rails for bytes.
pub fn amounts(point: &sweep::Point, measure: Measure) -> Vec<f64> {
    match measure {
        Measure::Time => {
            let times = &point.iteration;
            vec![times.rail_optimized.0, times.rail_only.0, times.ideal.0]
        }
        Measure::Cost => point.cost.iter().map(|cost| cost.0).collect(),
        Measure::Bytes => {
            let crossing = point.placed.cross_rail + point.placed.unreachable;
            vec![(point.placed.same_rail + crossing).0, crossing.0]
        }
    }
}

/// The chart of a sweep.
pub fn of(
    points: &[sweep::Point],
    along: Along,
    measure: Measure,
    palette: &Palette,
    language: Language,
) -> Chart {
    let names = match measure {
        Measure::Time => vec![RAIL_OPTIMIZED, RAIL_ONLY, IDEAL],
        Measure::Cost => vec![RAIL_OPTIMIZED, RAIL_ONLY],
        Measure::Bytes => vec![LEAVING, CROSSING],
    };
    let rows: Vec<Vec<f64>> = points.iter().map(|point| amounts(point, measure)).collect();
    let lines = names.into_iter().enumerate().map(|(index, name)| {
        let (color, width, dashed) = match (measure, index) {
            // A broad band under a thin line, so that both are seen where they coincide.
            (Measure::Time | Measure::Cost, 0) => (palette.outline, 6.0, false),
            (Measure::Time, 2) => (palette.muted, 1.5, true),
            (Measure::Bytes, 1) => (palette.warning, 2.0, false),
            _ => (palette.ink, 2.0, false),
        };
        Line {
            name: name.get(language),
            values: rows
                .iter()
                .map(|row| row.get(index).copied().unwrap_or(0.0))
                .collect(),
            color,
            width,
            dashed,
        }
    });
    let lines: Vec<Line> = lines
        // Crossing rails is worth a line only where something does.
        .filter(|line| measure != Measure::Bytes || line.values.iter().any(|value| *value > 0.0))
        .collect();
    let most = lines
        .iter()
        .flat_map(|line| &line.values)
        .fold(0.0_f64, |most, value| most.max(*value));
    let (unit, measure) = unit_of(measure, most, language);
    let parameter = parameter::by_key(along.key());
    Chart {
        along: parameter.map_or_else(String::new, |parameter| {
            let (label, unit) = (parameter.label.get(language), parameter.unit.get(language));
            if unit.is_empty() || label == unit {
                label.to_owned()
            } else {
                match language {
                    Language::English => format!("{label}, {unit}"),
                    Language::TraditionalChinese => format!("{label}（{unit}）"),
                }
            }
        }),
        measure,
        positions: points
            .iter()
            .map(|point| sweep::number(point.value))
            .collect(),
        marks: points
            .iter()
            .map(|point| decimal(sweep::number(point.value)))
            .collect(),
        lines,
        unit,
        hollow: points.iter().map(|point| !point.fits).collect(),
        hollow_means: HOLLOW.get(language),
        current: points.iter().position(|point| point.is_current),
        current_means: CURRENT.get(language),
    }
}

/// The unit in which the greatest value has at most three digits before its point, and the axis' name with it.
fn unit_of(measure: Measure, most: f64, language: Language) -> (f64, String) {
    let (units, title): (&[(f64, &str)], _) = match measure {
        Measure::Time => (
            &[(1e-6, "µs"), (1e-3, "ms"), (1.0, "s")],
            Bilingual::new("Iteration", "每次迭代"),
        ),
        Measure::Cost => match language {
            Language::English => (
                &[(1.0, "$"), (1e6, "$M"), (1e9, "$B")],
                Bilingual::new("Network", "網路成本"),
            ),
            Language::TraditionalChinese => (
                &[(1.0, "美元"), (1e4, "萬美元"), (1e8, "億美元")],
                Bilingual::new("Network", "網路成本"),
            ),
        },
        Measure::Bytes => (
            &[
                (1.0, "B"),
                (1e3, "kB"),
                (1e6, "MB"),
                (1e9, "GB"),
                (1e12, "TB"),
                (1e15, "PB"),
                (1e18, "EB"),
            ],
            Bilingual::new("Leave their domain", "離開 HB 域"),
        ),
    };
    let (factor, unit) = units
        .iter()
        .rev()
        .find(|(factor, _)| most >= *factor)
        .or(units.first())
        .copied()
        .unwrap_or((1.0, ""));
    let title = title.get(language);
    let name = match language {
        Language::English => format!("{title}, {unit}"),
        Language::TraditionalChinese => format!("{title}（{unit}）"),
    };
    (factor, name)
}

/// The layout for a surface, measured with its own letters.
pub fn lay_out<Surface: DrawingBackend>(
    surface: &mut Surface,
    chart: &Chart,
    width: u32,
    palette: &Palette,
) -> ChartLayout {
    let pen = Pen::new(surface);
    let measure = |text: &str, letters: &Letters| pen.width_of(text, letters);
    ChartLayout::new(chart, width, palette, &measure)
}

/// Draws the chart, with the point that is being read.
///
/// # Errors
/// Those of the surface.
pub fn draw<Surface: DrawingBackend>(
    surface: &mut Surface,
    layout: &ChartLayout,
    pointed: Option<usize>,
    palette: &Palette,
) -> Drawn<Surface> {
    let mut pen = Pen::new(surface);
    let plot = layout.plot;
    for y in &layout.grid {
        let line = [Point::new(plot.x, *y), Point::new(plot.right(), *y)];
        pen.line(&line, Stroke::new(palette.grid, 1.0))?;
    }
    let upright = |x: f64| [Point::new(x, plot.y), Point::new(x, plot.bottom())];
    if let Some(x) = layout.current.and_then(|at| layout.positions.get(at)) {
        pen.dashes(&upright(*x), Stroke::new(palette.accent, 1.0), 3.0, 3.0)?;
    }
    if let Some(x) = pointed.and_then(|at| layout.positions.get(at)) {
        pen.line(&upright(*x), Stroke::new(palette.outline, 1.0))?;
    }
    let base = [
        Point::new(plot.x, plot.bottom()),
        Point::new(plot.right(), plot.bottom()),
    ];
    pen.line(&base, Stroke::new(palette.outline, 1.0))?;
    for x in &layout.positions {
        let tick = [
            Point::new(*x, plot.bottom()),
            Point::new(*x, plot.bottom() + 4.0),
        ];
        pen.line(&tick, Stroke::new(palette.outline, 1.0))?;
    }
    for trace in &layout.traces {
        let stroke = Stroke::new(trace.color, trace.width);
        if trace.dashed {
            pen.dashes(&trace.points, stroke, 5.0, 4.0)?;
        } else {
            pen.line(&trace.points, stroke)?;
        }
    }
    for trace in &layout.traces {
        for (index, point) in trace.points.iter().enumerate() {
            let is_read = pointed == Some(index);
            let radius = (trace.width / 2.0 + 1.5).max(2.5) + if is_read { 1.5 } else { 0.0 };
            let color = if layout.current == Some(index) {
                palette.accent
            } else {
                trace.color
            };
            pen.dot(*point, radius, color)?;
            if layout.hollow.get(index).copied().unwrap_or(false) {
                pen.dot(*point, (radius - 1.25).max(1.0), palette.background)?;
            }
        }
    }
    for leader in &layout.leaders {
        pen.line(leader, Stroke::new(palette.outline, 1.0))?;
    }
    for label in &layout.labels {
        pen.write(&label.text, label.at, &label.letters)?;
    }
    Ok(())
}
