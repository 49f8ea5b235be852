//! The topology figure: rail-optimized and rail-only for the same GPUs, tier by tier, beside or above each other.
//!
//! [`TopologyLayout`] says where everything lies; [`draw`] draws it. Of many alike a few are drawn and the rest folded; the counts
//! beside each tier are those of the whole.
mod beside;
mod design;
mod fold;
mod layout;
mod path;
#[cfg(test)]
mod tests;
mod text;
mod tiers;

pub use layout::{
    BESIDE, Box, BoxRole, Dot, Label, LabelRole, Line, LineRole, Step, Subject, TopologyLayout,
};

use super::geometry::{Point, Rect};
use super::letters::{Align, Letters};
use super::palette::{self, Palette, Tone};
use super::pen::{Drawn, Pen, Stroke};
use crate::language::Language;
use plotters_backend::DrawingBackend;

/// How a text is set.
fn letters_of(role: LabelRole, tone: Tone) -> Letters {
    let palette = Palette::of(tone);
    match role {
        LabelRole::Title => palette.text(14.0).bold(),
        LabelRole::Name => palette.text(11.5).bold(),
        LabelRole::Count => palette.text(11.0),
        LabelRole::Note => palette.note(10.5),
        LabelRole::Box => palette.text(10.5),
        LabelRole::Deleted => Letters::new(11.5, palette.muted).bold(),
        LabelRole::Chosen => Letters::new(10.5, palette.accent).bold(),
    }
}

/// The layout for a surface, measured with its own letters.
pub fn lay_out<Surface: DrawingBackend>(
    surface: &mut Surface,
    subject: &Subject,
    width: u32,
    language: Language,
) -> TopologyLayout {
    let pen = Pen::new(surface);
    let measure = |text: &str, letters: &Letters| pen.width_of(text, letters);
    TopologyLayout::new(subject, width, language, &measure)
}

/// Draws the figure.
///
/// # Errors
/// Those of the surface.
pub fn draw<Surface: DrawingBackend>(
    surface: &mut Surface,
    layout: &TopologyLayout,
    palette: &Palette,
) -> Drawn<Surface> {
    let mut pen = Pen::new(surface);
    let rail = |place| palette::rail(palette.tone, place, layout.rails);
    for line in &layout.lines {
        match line.role {
            LineRole::Rail(place) => {
                pen.line(&line.points, Stroke::new(rail(place).alpha(0.6), 1.0))?;
            }
            LineRole::Spine => {
                pen.line(&line.points, Stroke::new(palette.outline.alpha(0.55), 1.0))?;
            }
            LineRole::Deleted => {
                pen.line(&line.points, Stroke::new(palette.deleted.alpha(0.4), 1.0))?;
            }
            LineRole::Nvlink | LineRole::Strike => {}
        }
    }
    for found in &layout.boxes {
        draw_box(&mut pen, found, palette, layout.rails)?;
    }
    // Inside its box, what joins the GPUs lies on top of it.
    for line in &layout.lines {
        if line.role == LineRole::Nvlink {
            pen.line(&line.points, Stroke::new(palette.muted, 2.0))?;
        }
    }
    for dot in &layout.dots {
        pen.dot(dot.center, dot.radius, rail(dot.rail))?;
    }
    for line in &layout.strikes {
        pen.line(&line.points, Stroke::new(palette.muted, 1.5))?;
    }
    for &middle in &layout.ellipses {
        for offset in [-4.0, 0.0, 4.0] {
            pen.dot(Point::new(middle.x + offset, middle.y), 1.1, palette.muted)?;
        }
    }
    draw_steps(&mut pen, layout, palette)?;
    for label in &layout.labels {
        let letters = letters_of(label.role, palette.tone);
        if label.role == LabelRole::Box && layout.crosses(label) {
            // A way through the box passes behind its name.
            pen.fill_rounded(label.room.grown(2.5), 3.0, palette.background)?;
        }
        pen.write(&label.text, label.at, &letters)?;
        if label.role == LabelRole::Deleted {
            let middle = label.room.center().y + 0.5;
            let ends = [
                Point::new(label.room.x, middle),
                Point::new(label.room.right(), middle),
            ];
            pen.line(&ends, Stroke::new(palette.muted, 1.2))?;
        }
    }
    Ok(())
}

fn draw_box<Surface: DrawingBackend>(
    pen: &mut Pen<'_, Surface>,
    found: &Box,
    palette: &Palette,
    rails: u64,
) -> Drawn<Surface> {
    let edge = match found.role {
        BoxRole::Domain => palette.outline,
        BoxRole::Rail(place) => palette::rail(palette.tone, place, rails),
        BoxRole::Spine => palette.muted,
        BoxRole::Deleted => palette.deleted,
    };
    let radius = if found.role == BoxRole::Domain {
        6.0
    } else {
        3.0
    };
    let tint = match found.role {
        BoxRole::Domain => palette.surface.alpha(1.0),
        BoxRole::Rail(_) => edge.alpha(0.18),
        BoxRole::Spine => palette.muted.alpha(0.14),
        BoxRole::Deleted => palette.background.alpha(0.0),
    };
    let behind: &[f64] = if found.stacked {
        &[5.0, 2.5, 0.0]
    } else {
        &[0.0]
    };
    for &offset in behind {
        let rect = Rect::new(
            found.rect.x + offset,
            found.rect.y - offset,
            found.rect.width,
            found.rect.height,
        );
        // A solid ground first, so that cables end at the box.
        pen.fill_rounded(rect, radius, palette.background)?;
        pen.fill_rounded(rect, radius, tint)?;
        if found.role == BoxRole::Deleted {
            let corners = [
                Point::new(rect.x, rect.y),
                Point::new(rect.right(), rect.y),
                Point::new(rect.right(), rect.bottom()),
                Point::new(rect.x, rect.bottom()),
                Point::new(rect.x, rect.y),
            ];
            pen.dashes(&corners, Stroke::new(edge, 1.0), 3.0, 2.5)?;
        } else {
            pen.outline(rect, radius, Stroke::new(edge, 1.0))?;
        }
    }
    Ok(())
}

/// The way between the chosen GPUs: over NVLink in dashes, over the network solid, both numbered.
fn draw_steps<Surface: DrawingBackend>(
    pen: &mut Pen<'_, Surface>,
    layout: &TopologyLayout,
    palette: &Palette,
) -> Drawn<Surface> {
    for step in &layout.steps {
        pen.line(
            &step.points,
            Stroke::new(palette.background.alpha(0.85), 6.0),
        )?;
        if step.nvlink {
            pen.dashes(&step.points, Stroke::new(palette.nvlink, 3.0), 5.0, 3.0)?;
        } else {
            pen.line(&step.points, Stroke::new(palette.ink, 2.5))?;
        }
    }
    for step in layout.steps.iter().filter(|step| step.nvlink) {
        // Where the step ends, a GPU hands over.
        if let (Some(&from), Some(&to)) = (step.points.first(), step.points.last()) {
            for end in [from, to] {
                pen.dot(end, 6.0, palette.background)?;
                pen.dot(end, 5.0, palette.nvlink)?;
            }
        }
    }
    for dot in layout.dots.iter().filter(|dot| dot.chosen) {
        pen.dot(dot.center, dot.radius + 2.5, palette.background)?;
        pen.dot(dot.center, dot.radius + 1.5, palette.accent)?;
    }
    for step in &layout.steps {
        let color = if step.nvlink {
            palette.nvlink
        } else {
            palette.ink
        };
        pen.dot(step.badge, 8.5, palette.background)?;
        pen.dot(step.badge, 7.5, color)?;
        let letters = Letters::new(10.5, color.readable_on())
            .bold()
            .align(Align::Middle);
        let at = Point::new(step.badge.x, step.badge.y + 3.8);
        pen.write(&step.number.to_string(), at, &letters)?;
    }
    Ok(())
}
