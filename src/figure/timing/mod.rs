//! What an iteration's time is made of: a stacked bar of seconds for each machine, all on one scale.
mod layout;

pub use layout::{Piece, TimingLayout};

use super::bars;
use super::letters::Letters;
use super::palette::{self, Color, Palette};
use super::pen::{Drawn, Pen, Stroke};
use crate::language::{Bilingual, Language};
use crate::quantity::Seconds;
use crate::quantity::format::percent;
use crate::timing::{ByMachine, Machine, Part, Parts};
use plotters_backend::DrawingBackend;

/// The name of a machine.
pub const fn machine_name(machine: Machine) -> Bilingual {
    match machine {
        Machine::RailOptimized => Bilingual::new("Rail-optimized", "Rail-optimized"),
        Machine::RailOnly => Bilingual::new("Rail-only", "Rail-only"),
        Machine::Ideal => Bilingual::new("One HB domain for all GPUs", "全部 GPU 同屬一個 HB 域"),
    }
}

/// The name of a part.
pub const fn part_name(part: Part) -> Bilingual {
    use crate::traffic::Kind;
    match part {
        Part::Compute => Bilingual::new("Computation", "計算"),
        Part::Exchange(Kind::Tp) => Bilingual::new("TP", "TP"),
        Part::Exchange(Kind::Cp) => Bilingual::new("CP", "CP"),
        Part::Exchange(Kind::Pp) => Bilingual::new("PP", "PP"),
        Part::Exchange(Kind::Dp) => Bilingual::new("DP", "DP"),
        Part::Exchange(Kind::Ep) => Bilingual::new("EP", "EP"),
        Part::Bubble => Bilingual::new("Pipeline bubble", "管線氣泡"),
        Part::Optimizer => Bilingual::new("Optimizer", "最佳化器"),
    }
}

/// The colour of a part: communication has those of its kinds, the rest greys. The bubble, in which nothing is done, is the emptiest.
pub const fn part_color(part: Part, palette: &Palette) -> Color {
    match part {
        Part::Compute => palette.inside,
        Part::Exchange(kind) => palette::kind(kind),
        Part::Bubble => palette.grid,
        Part::Optimizer => palette.on_rail,
    }
}

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The machine.
    pub title: String,
    /// Its time, and how much more that is than the bound.
    pub total: String,
    /// Whether it is the slower of two networks.
    pub is_slower: bool,
    /// Its parts from left to right; those that take no time are left out.
    pub parts: Vec<(Part, Seconds)>,
}

/// How much longer than `bound`: `+0.9 %`; nothing where it is no longer.
fn longer(seconds: Seconds, bound: Seconds) -> Option<String> {
    let more = seconds / bound - 1.0;
    (bound.0 > 0.0 && more > 1e-9).then(|| format!("+{}", percent(more)))
}

/// The bars of the three machines.
pub fn bars(parts: &ByMachine<Parts>, language: Language) -> [Bar; 3] {
    let ideal = parts.ideal.total();
    let clos = parts.rail_optimized.total();
    Machine::ALL.map(|machine| {
        let these = parts.of(machine);
        let seconds = these.total();
        let total = match longer(seconds, ideal) {
            Some(more) => format!("{seconds} · {more}"),
            None => seconds.to_string(),
        };
        Bar {
            title: machine_name(machine).get(language).to_owned(),
            total,
            is_slower: machine == Machine::RailOnly && longer(seconds, clos).is_some(),
            parts: Part::ALL
                .into_iter()
                .map(|part| (part, these.of(part)))
                .filter(|(_, seconds)| seconds.0 > 0.0)
                .collect(),
        }
    })
}

/// The layout for a surface, measured with its own letters.
pub fn lay_out<Surface: DrawingBackend>(
    surface: &mut Surface,
    bars: &[Bar],
    width: u32,
    palette: &Palette,
    language: Language,
) -> TimingLayout {
    let pen = Pen::new(surface);
    let measure = |text: &str, letters: &Letters| pen.width_of(text, letters);
    TimingLayout::new(bars, width, palette, language, &measure)
}

/// Draws the bars.
///
/// # Errors
/// Those of the surface.
pub fn draw<Surface: DrawingBackend>(
    surface: &mut Surface,
    layout: &TimingLayout,
    palette: &Palette,
) -> Drawn<Surface> {
    let mut pen = Pen::new(surface);
    for piece in &layout.pieces {
        let rect = bars::apart(piece.rect);
        pen.fill(rect, piece.color)?;
        if piece.is_hollow && rect.width > 2.0 {
            pen.outline(rect, 0.0, Stroke::new(palette.outline, 1.0))?;
        }
    }
    for bound in &layout.bounds {
        pen.line(bound, Stroke::new(palette.ink, 1.5))?;
    }
    bars::write(&mut pen, &layout.labels)
}
