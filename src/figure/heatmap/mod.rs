//! The traffic heatmap: what each GPU (row) sends to each other (column).
//!
//! The cells are pixels ([`paint`]) that the page shows as an image; this draws what stands around and over them.
pub mod axes;
pub mod paint;
pub mod view;

use super::geometry::{Point, Rect};
use super::letters::Align;
use super::palette::{Palette, STEPS, amounts};
use super::pen::{Drawn, Pen, Stroke};
use crate::language::{Bilingual, Language};
use crate::quantity::format::count;
use axes::Axes;
use paint::{Scale, decade};
use plotters_backend::DrawingBackend;

/// Size of the labels in CSS pixels.
const LABEL: f64 = 11.0;

/// Where the parts of the figure lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Width of the whole figure in CSS pixels.
    pub width: u32,
    /// Height of the whole figure in CSS pixels.
    pub height: u32,
    /// The square of the cells. Its corners lie on whole pixels.
    pub cells: Rect,
    /// The bar of the colour scale.
    pub scale: Rect,
    /// The swatch for pairs that exchange nothing.
    pub idle: Rect,
}

impl Layout {
    /// The figure in a frame `width` CSS pixels wide, and at most `most_height` high.
    pub fn fit(width: u32, most_height: u32) -> Self {
        const LEFT: f64 = 58.0;
        const RIGHT: f64 = 10.0;
        const TOP: f64 = 38.0;
        const BELOW: f64 = 58.0;
        let room = f64::from(width) - LEFT - RIGHT;
        let side = room
            .min(f64::from(most_height) - TOP - BELOW)
            .max(32.0)
            .floor();
        // A figure narrower than its frame stands in the middle.
        let left = LEFT + ((room - side) / 2.0).max(0.0).floor();
        let cells = Rect::new(left, TOP, side, side);
        let legend = cells.bottom() + 24.0;
        let idle = Rect::new(cells.x, legend, 14.0, 12.0);
        // Beside small cells the scale reaches beyond them.
        let start = cells.x + 62.0;
        let end = cells
            .right()
            .max((start + 210.0).min(f64::from(width) - RIGHT));
        let scale = Rect::new(start, legend, (end - start).clamp(32.0, 340.0), 12.0);
        Self {
            width,
            height: (cells.bottom() + BELOW) as u32,
            cells,
            scale,
            idle,
        }
    }

    /// Where the title of the rows, which reads upwards, has its baseline: beside the widest label that there can be, so that it
    /// stays where it is through a zoom, else beside the labels that there are. Nowhere if the figure's edge would cut it.
    fn beside_rows(&self, widest: f64, widest_here: f64) -> Option<f64> {
        const LETTERS: f64 = 12.0;
        [widest, widest_here]
            .into_iter()
            .map(|labels| self.cells.x - labels - 16.0)
            .find(|baseline| *baseline >= LETTERS)
    }

    /// The rectangle of some rows and columns, cut off at the square's border; positions count along the axes.
    pub fn css_from_positions(
        &self,
        axes: &Axes,
        rows: (u64, u64),
        columns: (u64, u64),
    ) -> Option<Rect> {
        let side = self.cells.width;
        let cut = |start, (first, last): (u64, u64)| {
            let begin = axes.css_from_position(start, first, side).clamp(0.0, side);
            let end = axes.css_from_position(start, last, side).clamp(0.0, side);
            (end > begin).then_some((begin, end - begin))
        };
        let (y, height) = cut(axes.row, rows)?;
        let (x, width) = cut(axes.column, columns)?;
        Some(Rect::new(self.cells.x + x, self.cells.y + y, width, height))
    }

    /// The position along the axes (row, column) under a point of the figure, if it lies over the cells.
    pub fn positions_from_css(&self, axes: &Axes, point: Point) -> Option<(u64, u64)> {
        let along = |px: f64, start: u64| {
            let position = start as f64 + px / self.cells.width * axes.span as f64;
            (px >= 0.0 && px < self.cells.width && position < axes.gpus as f64)
                .then_some(position as u64)
        };
        Some((
            along(point.y - self.cells.y, axes.row)?,
            along(point.x - self.cells.x, axes.column)?,
        ))
    }
}

/// Draws what stands around the cells: axes, titles, the legend. A cell is `cell_span` GPUs on its side.
///
/// # Errors
/// Those of the surface.
pub fn draw_frame<Surface: DrawingBackend>(
    surface: &mut Surface,
    layout: &Layout,
    axes: &Axes,
    cell_span: u64,
    scale: &Scale,
    palette: &Palette,
    language: Language,
) -> Drawn<Surface> {
    let mut pen = Pen::new(surface);
    draw_axes(&mut pen, layout, axes, palette, language)?;
    draw_legend(&mut pen, layout, cell_span, scale, palette, language)
}

fn draw_axes<Surface: DrawingBackend>(
    pen: &mut Pen<'_, Surface>,
    layout: &Layout,
    axes: &Axes,
    palette: &Palette,
    language: Language,
) -> Drawn<Surface> {
    let cells = layout.cells;
    let side = cells.width;
    let line = Stroke::new(palette.outline, 1.0);
    let numbers = palette.note(LABEL);
    let widest = pen.width_of(&count(axes.greatest()), &numbers);
    let (room_across, room_down) = (widest + 12.0, 22.0);
    let level = axes.level(side, room_across);

    for x in axes.borders(axes.column, side) {
        let x = (cells.x + x).round() + 0.5;
        let ends = [Point::new(x, cells.y), Point::new(x, cells.bottom())];
        pen.line(&ends, Stroke::new(palette.muted.alpha(0.35), 1.0))?;
    }
    for y in axes.borders(axes.row, side) {
        let y = (cells.y + y).round() + 0.5;
        let ends = [Point::new(cells.x, y), Point::new(cells.right(), y)];
        pen.line(&ends, Stroke::new(palette.muted.alpha(0.35), 1.0))?;
    }
    // What stays inside a group: an HB domain, or a rail.
    for block in axes.blocks(side) {
        if let Some(rect) = layout.css_from_positions(axes, block, block) {
            pen.outline(
                rect.grown(0.5),
                0.0,
                Stroke::new(palette.ink.alpha(0.55), 1.0),
            )?;
        }
    }
    pen.outline(cells.grown(1.0), 0.0, line)?;

    for tick in axes.ticks(axes.column, side, level, room_across) {
        if (0.0..side).contains(&tick.at) {
            let x = (cells.x + tick.at).floor() + 0.5;
            let ends = [Point::new(x, cells.y - 5.0), Point::new(x, cells.y - 1.0)];
            pen.line(&ends, line)?;
        }
        let half = pen.width_of(&tick.label, &numbers) / 2.0;
        // A label at the edge stays in the figure.
        let x = (cells.x + tick.label_at).min(f64::from(layout.width) - half - 1.0);
        let at = Point::new(x, cells.y - 8.0);
        pen.write(&tick.label, at, &numbers.align(Align::Middle))?;
    }
    let rows = axes.ticks(axes.row, side, level, room_down);
    let widest_row = (rows.iter())
        .map(|tick| pen.width_of(&tick.label, &numbers))
        .fold(0.0, f64::max);
    for tick in rows {
        if (0.0..side).contains(&tick.at) {
            let y = (cells.y + tick.at).floor() + 0.5;
            let ends = [Point::new(cells.x - 5.0, y), Point::new(cells.x - 1.0, y)];
            pen.line(&ends, line)?;
        }
        let at = Point::new(cells.x - 8.0, cells.y + tick.label_at + LABEL * 0.36);
        pen.write(&tick.label, at, &numbers.align(Align::End))?;
    }

    let title = palette.text(12.0);
    let above = cells.y - 25.0;
    let receives = format!("{} →", axes.title(false, level, language));
    let sends = axes.title(true, level, language);
    if let Some(x) = layout.beside_rows(widest, widest_row) {
        pen.write(&receives, Point::new(cells.x, above), &title)?;
        let upwards = title.align(Align::End).upwards();
        pen.write(&format!("← {sends}"), Point::new(x, cells.y), &upwards)
    } else {
        let sends = format!("↓ {sends}");
        let start = Point::new(2.0, above);
        let after = start.x + pen.width_of(&sends, &title) + 16.0;
        pen.write(&sends, start, &title)?;
        pen.write(&receives, Point::new(after.max(cells.x), above), &title)
    }
}

fn draw_legend<Surface: DrawingBackend>(
    pen: &mut Pen<'_, Surface>,
    layout: &Layout,
    cell_span: u64,
    scale: &Scale,
    palette: &Palette,
    language: Language,
) -> Drawn<Surface> {
    let (bar, swatch) = (layout.scale, layout.idle);
    let note = palette.note(LABEL);
    let side = count(cell_span);
    let title = match (language, cell_span) {
        (Language::English, 1) => "bytes an iteration, a cell a pair of GPUs".to_owned(),
        (Language::English, _) => format!("bytes an iteration, in cells of {side} × {side} GPUs"),
        (Language::TraditionalChinese, 1) => "每次迭代的位元組數，一格為一對 GPU".to_owned(),
        (Language::TraditionalChinese, _) => {
            format!("每次迭代的位元組數，一格為 {side} × {side} 顆 GPU")
        }
    };
    let room = f64::from(layout.width) - bar.x;
    let start = bar.x - (pen.width_of(&title, &note) - room).max(0.0);
    pen.write(&title, Point::new(start, bar.y - 6.0), &note)?;
    let [red, green, blue, _] = scale.color(0.0);
    let idle = super::palette::Color {
        rgb: [red, green, blue],
        alpha: 1.0,
    };
    pen.fill(swatch, idle)?;
    pen.outline(swatch, 0.0, Stroke::new(palette.outline, 1.0))?;
    let nothing = Bilingual::new("nothing", "無流量").get(language);
    let below = swatch.bottom() + 15.0;
    pen.write(nothing, Point::new(swatch.x, below), &note)?;

    let steps = amounts(palette.tone);
    let strips = (bar.width.floor() as usize).clamp(1, STEPS);
    for strip in 0..strips {
        let x = bar.x + bar.width * strip as f64 / strips as f64;
        let rgb = steps[strip * (STEPS - 1) / (strips.max(2) - 1)];
        // Each reaches to the bar's end and the next covers it, so that no background shines through a seam.
        let rest = Rect::new(x, bar.y, bar.right() - x, bar.height);
        pen.fill(rest, super::palette::Color { rgb, alpha: 1.0 })?;
    }
    let decades = scale.decades();
    let widest = (decades.low..=decades.high)
        .map(|exponent| pen.width_of(&decade(exponent), &note))
        .fold(0.0, f64::max);
    let px_per_decade = bar.width / f64::from(decades.count());
    let step = axes::nice_step((widest + 8.0) / px_per_decade).clamp(1, 64) as usize;
    let mut free_from = f64::NEG_INFINITY;
    for exponent in (decades.low..=decades.high).step_by(step) {
        let along = f64::from(exponent - decades.low) * px_per_decade;
        let x = (bar.x + along).round().min(bar.right() - 1.0) + 0.5;
        let ends = [
            Point::new(x, bar.bottom()),
            Point::new(x, bar.bottom() + 4.0),
        ];
        pen.line(&ends, Stroke::new(palette.outline, 1.0))?;
        let text = decade(exponent);
        let width = pen.width_of(&text, &note);
        // The first label begins at the scale's start, the last ends at its end.
        let begin = (x - width / 2.0).min(bar.right() - width).max(bar.x);
        if begin >= free_from {
            pen.write(&text, Point::new(begin, below), &note)?;
            free_from = begin + width + 6.0;
        }
    }
    Ok(())
}

/// Draws a cross-hair through some rows and columns: what is pointed at, or with `chosen` what was picked.
///
/// # Errors
/// Those of the surface.
pub fn draw_crosshair<Surface: DrawingBackend>(
    surface: &mut Surface,
    layout: &Layout,
    axes: &Axes,
    rows: (u64, u64),
    columns: (u64, u64),
    chosen: bool,
    palette: &Palette,
) -> Drawn<Surface> {
    let Some(cell) = layout.css_from_positions(axes, rows, columns) else {
        return Ok(());
    };
    let mut pen = Pen::new(surface);
    let cells = layout.cells;
    let color = if chosen { palette.accent } else { palette.ink };
    // A frame around the cell that stays visible when the cell is a pixel.
    let frame = cell.grown((8.0 - cell.width.min(cell.height)).max(2.0) / 2.0);
    let middle = cell.center();
    let hair = Stroke::new(color.alpha(0.55), 1.0);
    for (from, to) in [
        (
            Point::new(cells.x, middle.y),
            Point::new(frame.x.max(cells.x), middle.y),
        ),
        (
            Point::new(frame.right().min(cells.right()), middle.y),
            Point::new(cells.right(), middle.y),
        ),
        (
            Point::new(middle.x, cells.y),
            Point::new(middle.x, frame.y.max(cells.y)),
        ),
        (
            Point::new(middle.x, frame.bottom().min(cells.bottom())),
            Point::new(middle.x, cells.bottom()),
        ),
    ] {
        pen.line(&[from, to], hair)?;
    }
    pen.outline(frame.grown(1.0), 0.0, Stroke::new(palette.background, 1.0))?;
    pen.outline(frame, 0.0, Stroke::new(color, 1.5))
}

/// Draws the cells themselves as rectangles, a row's run of one colour each: for surfaces that take no pixels, such as SVG.
///
/// # Errors
/// Those of the surface.
pub fn draw_cells<Surface: DrawingBackend>(
    surface: &mut Surface,
    layout: &Layout,
    cells: u32,
    amounts: &[f64],
    scale: &Scale,
) -> Drawn<Surface> {
    let mut pen = Pen::new(surface);
    let side = layout.cells.width / f64::from(cells.max(1));
    let idle = scale.color(0.0);
    let solid = |[red, green, blue, _]: [u8; 4]| super::palette::Color {
        rgb: [red, green, blue],
        alpha: 1.0,
    };
    pen.fill(layout.cells, solid(idle))?;
    for (row, amounts) in amounts.chunks(cells.max(1) as usize).enumerate() {
        let mut column = 0;
        while column < amounts.len() {
            let color = scale.color(amounts[column]);
            let run = amounts[column..]
                .iter()
                .take_while(|&&amount| scale.color(amount) == color)
                .count();
            if color != idle {
                let x = layout.cells.x + column as f64 * side;
                let y = layout.cells.y + row as f64 * side;
                pen.fill(Rect::new(x, y, run as f64 * side, side), solid(color))?;
            }
            column += run;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_the_rows_stays_in_the_figure() {
        for width in [260, 340, 700, 1_400] {
            let layout = Layout::fit(width, 900);
            // Labels of up to seven digits are at most some sixty pixels wide.
            for widest in 0..70 {
                for here in 0..=widest {
                    let beside = layout.beside_rows(f64::from(widest), f64::from(here));
                    assert!(beside.is_none_or(|x| x >= 12.0 && x <= layout.cells.x - 16.0));
                }
            }
            assert!(layout.beside_rows(30.0, 10.0).is_some());
            assert!(layout.beside_rows(52.0, 20.0).is_some());
        }
        // Where a narrow figure's labels take all the room, the title stands above them.
        assert_eq!(Layout::fit(340, 900).beside_rows(52.0, 48.0), None);
    }
}
