//! Where the bytes go: stacked bars, one by kind of parallelism and one by the path that the bytes need.
mod layout;

pub use layout::{LEAST_WIDTH, Leader, Part, SharesLayout};

use super::bars;
use super::geometry::Point;
use super::letters::Letters;
use super::palette::{Color, Palette};
use super::pen::{Drawn, Pen, Stroke};
use crate::language::{Bilingual, Language};
use crate::quantity::Bytes;
use crate::traffic::{ByKind, Kind, Placed};
use plotters_backend::DrawingBackend;

/// A part of a bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// What it is.
    pub name: String,
    /// How much.
    pub amount: f64,
    /// Its colour.
    pub color: Color,
}

/// A bar that is 100 % wide.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it divides.
    pub title: String,
    /// How much that is in all.
    pub total: String,
    /// Its parts from left to right.
    pub segments: Vec<Segment>,
}

/// The name of a path that bytes need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// They stay inside an HB domain.
    WithinDomain,
    /// They stay on one rail.
    SameRail,
    /// They change rails.
    CrossRail,
    /// No path at all on rail-only.
    Unreachable,
}

impl Path {
    /// All of them, from the nearest to the farthest.
    pub const ALL: [Self; 4] = [
        Self::WithinDomain,
        Self::SameRail,
        Self::CrossRail,
        Self::Unreachable,
    ];

    /// Its name.
    pub const fn name(self) -> Bilingual {
        match self {
            Self::WithinDomain => Bilingual::new("within HB domains", "HB 域內"),
            Self::SameRail => Bilingual::new("on one rail", "同軌"),
            Self::CrossRail => Bilingual::new("across rails", "跨軌"),
            Self::Unreachable => Bilingual::new("unreachable", "無法到達"),
        }
    }

    /// Its colour: greys for what rail-only carries, a warning for what it can't carry in one step.
    pub const fn color(self, palette: &Palette) -> Color {
        match self {
            Self::WithinDomain => palette.inside,
            Self::SameRail => palette.on_rail,
            Self::CrossRail => palette.warning,
            Self::Unreachable => palette.ink,
        }
    }

    /// The bytes that need it.
    pub const fn of(self, placed: &Placed) -> Bytes {
        match self {
            Self::WithinDomain => placed.within_domain,
            Self::SameRail => placed.same_rail,
            Self::CrossRail => placed.cross_rail,
            Self::Unreachable => placed.unreachable,
        }
    }
}

/// The two bars of a job's traffic.
pub fn bars(
    bytes: &ByKind<Bytes>,
    placed: &Placed,
    palette: &Palette,
    language: Language,
) -> [Bar; 2] {
    let by_kind = Kind::ALL.map(|kind| Segment {
        name: kind.key().to_uppercase(),
        amount: bytes[kind].0,
        color: super::palette::kind(kind),
    });
    let by_path = Path::ALL.map(|path| Segment {
        name: path.name().get(language).to_owned(),
        amount: path.of(placed).0,
        color: path.color(palette),
    });
    let total = |segments: &[Segment]| {
        let bytes = Bytes(segments.iter().map(|segment| segment.amount).sum());
        match language {
            Language::English => format!("{bytes} an iteration"),
            Language::TraditionalChinese => format!("每次迭代 {bytes}"),
        }
    };
    let bar = |title: Bilingual, segments: Vec<Segment>| Bar {
        title: title.get(language).to_owned(),
        total: total(&segments),
        segments,
    };
    [
        bar(
            Bilingual::new("By kind of parallelism", "依平行方式"),
            by_kind.to_vec(),
        ),
        bar(
            Bilingual::new("By the path they need", "依所需路徑"),
            by_path.to_vec(),
        ),
    ]
}

/// The layout for a surface, measured with its own letters.
pub fn lay_out<Surface: DrawingBackend>(
    surface: &mut Surface,
    bars: &[Bar],
    width: u32,
    palette: &Palette,
    language: Language,
) -> SharesLayout {
    let pen = Pen::new(surface);
    let measure = |text: &str, letters: &Letters| pen.width_of(text, letters);
    SharesLayout::new(bars, width, palette, language, &measure)
}

/// Draws the bars.
///
/// # Errors
/// Those of the surface.
pub fn draw<Surface: DrawingBackend>(
    surface: &mut Surface,
    layout: &SharesLayout,
    palette: &Palette,
) -> Drawn<Surface> {
    let mut pen = Pen::new(surface);
    for part in &layout.parts {
        pen.fill(bars::apart(part.rect), part.color)?;
    }
    for leader in &layout.leaders {
        pen.line(&leader.points, Stroke::new(palette.outline, 1.0))?;
        if let Some(&Point { x, y }) = leader.points.first() {
            // The line's foot has the part's colour, which may be too thin to tell.
            let foot = [Point::new(x, y), Point::new(x, y + 5.0)];
            pen.line(&foot, Stroke::new(leader.color, 3.0))?;
        }
    }
    bars::write(&mut pen, &layout.labels)
}
