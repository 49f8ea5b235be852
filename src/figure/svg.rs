//! Figures as SVG documents, for export and for the picture tests.

use super::geometry::Rect;
use super::palette::Color;
use super::pen::{Drawn, Pen, UNITS_PER_PX};
use plotters::prelude::SVGBackend;
use plotters_backend::DrawingBackend;

/// Fills the whole surface: a figure itself draws no background.
///
/// # Errors
/// Those of the surface.
pub fn ground<Surface: DrawingBackend>(surface: &mut Surface, color: Color) -> Drawn<Surface> {
    let (width, height) = surface.get_size();
    let whole = Rect::new(
        0.0,
        0.0,
        f64::from(width) / UNITS_PER_PX,
        f64::from(height) / UNITS_PER_PX,
    );
    Pen::new(surface).fill(whole, color)
}

/// An SVG document of `width` × `height` CSS pixels, drawn by `draw`.
///
/// # Errors
/// Those of `draw`; the surface itself writes to memory and does not fail.
pub fn document(
    width: u32,
    height: u32,
    draw: impl FnOnce(&mut SVGBackend<'_>) -> Drawn<SVGBackend<'static>>,
) -> Result<String, std::io::Error> {
    let units = UNITS_PER_PX as u32;
    let size = (width.saturating_mul(units), height.saturating_mul(units));
    let mut text = String::new();
    let drawn = {
        let mut surface = SVGBackend::with_string(&mut text, size);
        draw(&mut surface)
    };
    drawn.map_err(std::io::Error::other)?;
    // The surface counts in units; the document says how many CSS pixels they are.
    let counted = format!("<svg width=\"{}\" height=\"{}\" ", size.0, size.1);
    let shown = format!("<svg width=\"{width}\" height=\"{height}\" ");
    Ok(text.replacen(&counted, &shown, 1))
}
