//! A pen on any surface of plotters: strokes and texts in CSS pixels.

use super::geometry::{Point, Rect};
use super::letters::{BASELINE_BELOW_TOP, Letters, Scaled};
use super::palette::Color;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, DrawingBackend, DrawingErrorKind,
};
use std::f64::consts::FRAC_1_SQRT_2;

/// Plotters counts in whole units. A CSS pixel is eight of them, so that curves are smooth and a hairline can sit on a pixel's middle.
pub const UNITS_PER_PX: f64 = 8.0;

/// What drawing on `Surface` gives.
pub type Drawn<Surface> = Result<(), DrawingErrorKind<<Surface as DrawingBackend>::ErrorType>>;

/// A coordinate of the surface from one in CSS pixels.
fn unit_from_css(px: f64) -> i32 {
    (px * UNITS_PER_PX).round() as i32
}

fn unit_point_from_css(point: Point) -> BackendCoord {
    (unit_from_css(point.x), unit_from_css(point.y))
}

/// A line's colour and width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub color: Color,
    /// Width in CSS pixels.
    pub width: f64,
}

impl Stroke {
    /// A line of `width` CSS pixels.
    pub const fn new(color: Color, width: f64) -> Self {
        Self { color, width }
    }
}

impl BackendStyle for Stroke {
    fn color(&self) -> BackendColor {
        self.color.into()
    }

    fn stroke_width(&self) -> u32 {
        (self.width * UNITS_PER_PX).round().max(1.0) as u32
    }
}

/// Draws on a surface in CSS pixels.
pub struct Pen<'a, Surface: DrawingBackend> {
    surface: &'a mut Surface,
}

impl<'a, Surface: DrawingBackend> Pen<'a, Surface> {
    /// A pen on `surface`, whose size is counted in [`UNITS_PER_PX`].
    pub fn new(surface: &'a mut Surface) -> Self {
        Self { surface }
    }

    /// The width of `text` in CSS pixels, as the surface measures it.
    pub fn width_of(&self, text: &str, letters: &Letters) -> f64 {
        let scaled = Scaled {
            letters: *letters,
            units_per_px: UNITS_PER_PX,
        };
        self.surface.estimate_text_size(text, &scaled).map_or_else(
            |_| super::letters::estimated_width(text, letters),
            |(width, _)| f64::from(width) / UNITS_PER_PX,
        )
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, rect: Rect, color: Color) -> Drawn<Surface> {
        self.surface.draw_rect(
            unit_point_from_css(Point::new(rect.x, rect.y)),
            unit_point_from_css(Point::new(rect.right(), rect.bottom())),
            &BackendColor::from(color),
            true,
        )
    }

    /// Fills a rectangle with rounded corners.
    pub fn fill_rounded(&mut self, rect: Rect, radius: f64, color: Color) -> Drawn<Surface> {
        self.fill_polygon(&rounded(rect, radius), color)
    }

    /// Fills a polygon.
    pub fn fill_polygon(&mut self, corners: &[Point], color: Color) -> Drawn<Surface> {
        self.surface.fill_polygon(
            corners.iter().copied().map(unit_point_from_css),
            &BackendColor::from(color),
        )
    }

    /// Draws a rectangle's border, inside it.
    pub fn outline(&mut self, rect: Rect, radius: f64, stroke: Stroke) -> Drawn<Surface> {
        let half = stroke.width / 2.0;
        let mut corners = rounded(rect.grown(-half), (radius - half).max(0.0));
        if let [first, second, ..] = corners[..] {
            corners.extend([first, second]);
        }
        self.line(&corners, stroke)
    }

    /// Draws a line through `points`.
    pub fn line(&mut self, points: &[Point], stroke: Stroke) -> Drawn<Surface> {
        self.surface
            .draw_path(points.iter().copied().map(unit_point_from_css), &stroke)
    }

    /// Draws a line through `points` in dashes of `dash` and gaps of `gap` CSS pixels.
    pub fn dashes(
        &mut self,
        points: &[Point],
        stroke: Stroke,
        dash: f64,
        gap: f64,
    ) -> Drawn<Surface> {
        for piece in dashed(points, dash, gap) {
            self.line(&piece, stroke)?;
        }
        Ok(())
    }

    /// Fills a circle.
    pub fn dot(&mut self, center: Point, radius: f64, color: Color) -> Drawn<Surface> {
        self.surface.draw_circle(
            unit_point_from_css(center),
            (radius * UNITS_PER_PX).round().max(1.0) as u32,
            &BackendColor::from(color),
            true,
        )
    }

    /// Writes `text` with its anchor at `at`, on the baseline.
    pub fn write(&mut self, text: &str, at: Point, letters: &Letters) -> Drawn<Surface> {
        let above = BASELINE_BELOW_TOP * letters.size;
        let top = if letters.upwards {
            Point::new(at.x - above, at.y)
        } else {
            Point::new(at.x, at.y - above)
        };
        let scaled = Scaled {
            letters: *letters,
            units_per_px: UNITS_PER_PX,
        };
        self.surface
            .draw_text(text, &scaled, unit_point_from_css(top))
    }
}

/// A rectangle with rounded corners as a polygon.
fn rounded(rect: Rect, radius: f64) -> Vec<Point> {
    let radius = radius.min(rect.width / 2.0).min(rect.height / 2.0);
    if radius <= 0.0 {
        return vec![
            Point::new(rect.x, rect.y),
            Point::new(rect.right(), rect.y),
            Point::new(rect.right(), rect.bottom()),
            Point::new(rect.x, rect.bottom()),
        ];
    }
    // Sine and cosine of 0°, 22.5°, 45°, 67.5° and 90°.
    const ARC: [(f64, f64); 5] = [
        (0.0, 1.0),
        (0.382_683, 0.923_880),
        (FRAC_1_SQRT_2, FRAC_1_SQRT_2),
        (0.923_880, 0.382_683),
        (1.0, 0.0),
    ];
    let (left, right) = (rect.x + radius, rect.right() - radius);
    let (top, bottom) = (rect.y + radius, rect.bottom() - radius);
    let mut points = Vec::with_capacity(20);
    for (sin, cos) in ARC {
        points.push(Point::new(right + radius * sin, top - radius * cos));
    }
    for (sin, cos) in ARC {
        points.push(Point::new(right + radius * cos, bottom + radius * sin));
    }
    for (sin, cos) in ARC {
        points.push(Point::new(left - radius * sin, bottom + radius * cos));
    }
    for (sin, cos) in ARC {
        points.push(Point::new(left - radius * cos, top - radius * sin));
    }
    points
}

/// The dashes of a line through `points`.
fn dashed(points: &[Point], dash: f64, gap: f64) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<Point> = points.first().copied().into_iter().collect();
    let mut drawing = true;
    let mut left = dash.max(0.5);
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let length = libm::sqrt(dx * dx + dy * dy);
            if length <= left {
                left -= length;
                if drawing {
                    piece.push(to);
                }
                break;
            }
            let here = Point::new(from.x + dx * left / length, from.y + dy * left / length);
            if drawing {
                piece.push(here);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![here];
            }
            drawing = !drawing;
            left = if drawing { dash } else { gap }.max(0.5);
            from = here;
        }
    }
    if drawing && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_cover_their_share_of_a_line() {
        let line = [
            Point::new(0.0, 0.0),
            Point::new(30.0, 0.0),
            Point::new(30.0, 30.0),
        ];
        let pieces = dashed(&line, 4.0, 2.0);
        assert_eq!(pieces.len(), 10);
        assert_eq!(pieces[0], vec![Point::new(0.0, 0.0), Point::new(4.0, 0.0)]);
        // A dash bends with its line.
        assert_eq!(
            pieces[5],
            vec![Point::new(30.0, 0.0), Point::new(30.0, 4.0)]
        );
    }

    #[test]
    fn dashes_of_nothing_are_none() {
        assert!(dashed(&[], 4.0, 2.0).is_empty());
        assert!(dashed(&[Point::new(1.0, 1.0)], 4.0, 2.0).is_empty());
    }
}
