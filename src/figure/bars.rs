//! What stacked bars have in common: labels, and the hairline between neighbours.

use super::geometry::{Point, Rect};
use super::letters::Letters;
use super::pen::{Drawn, Pen};
use plotters_backend::DrawingBackend;

/// A text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Its anchor on the baseline.
    pub at: Point,
    /// How it is set.
    pub letters: Letters,
    /// The space that it takes.
    pub room: Rect,
}

/// A part of a bar with a hairline of background after it, which keeps neighbours apart; not at the cost of a thin one.
pub fn apart(part: Rect) -> Rect {
    let gap = if part.width > 4.0 { 1.0 } else { 0.0 };
    Rect::new(part.x, part.y, part.width - gap, part.height)
}

/// Writes labels.
///
/// # Errors
/// Those of the surface.
pub fn write<Surface: DrawingBackend>(
    pen: &mut Pen<'_, Surface>,
    labels: &[Label],
) -> Drawn<Surface> {
    for label in labels {
        pen.write(&label.text, label.at, &label.letters)?;
    }
    Ok(())
}
