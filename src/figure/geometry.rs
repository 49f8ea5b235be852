//! Figure space: CSS pixels with the origin at the top left, x to the right and y downwards.

/// A point in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left edge.
    pub x: f64,
    /// From the top edge.
    pub y: f64,
}

impl Point {
    /// The point at (`x`, `y`).
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// An upright rectangle in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// A rectangle by its top left corner and its size.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// The right edge.
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    /// The middle.
    pub fn center(self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The middle of the top edge.
    pub fn top_center(self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y)
    }

    /// The middle of the bottom edge.
    pub fn bottom_center(self) -> Point {
        Point::new(self.x + self.width / 2.0, self.bottom())
    }

    /// The rectangle grown by `margin` on every side (shrunk by a negative one).
    pub fn grown(self, margin: f64) -> Self {
        Self::new(
            self.x - margin,
            self.y - margin,
            (self.width + 2.0 * margin).max(0.0),
            (self.height + 2.0 * margin).max(0.0),
        )
    }

    /// Whether the two share any area.
    pub fn overlaps(self, other: Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Whether `other` lies inside, give or take a hundredth of a pixel.
    pub fn contains(self, other: Self) -> bool {
        const SLACK: f64 = 0.01;
        other.x >= self.x - SLACK
            && other.y >= self.y - SLACK
            && other.right() <= self.right() + SLACK
            && other.bottom() <= self.bottom() + SLACK
    }
}

/// An S-shaped curve from `from` to `to` that leaves and arrives upright, as points along it.
pub fn s_curve(from: Point, to: Point) -> Vec<Point> {
    if from.x == to.x {
        return vec![from, to];
    }
    const STEPS: u32 = 14;
    (0..=STEPS)
        .map(|step| {
            let t = f64::from(step) / f64::from(STEPS);
            // A cubic Bézier whose inner control points lie half-way up, above and below the ends:
            // x = x0·(1−t)²(1+2t) + x1·t²(3−2t), and y likewise with control points at the middle.
            let across = t * t * (3.0 - 2.0 * t);
            let along = 1.5 * t * (1.0 - t) + t * t * t;
            Point::new(
                from.x + (to.x - from.x) * across,
                from.y + (to.y - from.y) * along,
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_s_curve_joins_its_ends_and_stays_between_them() {
        let (from, to) = (Point::new(10.0, 100.0), Point::new(50.0, 20.0));
        let points = s_curve(from, to);
        assert_eq!(points.first(), Some(&from));
        assert_eq!(points.last(), Some(&to));
        for pair in points.windows(2) {
            assert!(pair[1].x >= pair[0].x && pair[1].y <= pair[0].y);
        }
    }

    #[test]
    fn rectangles_that_only_touch_do_not_overlap() {
        let left = Rect::new(0.0, 0.0, 10.0, 10.0);
        assert!(!left.overlaps(Rect::new(10.0, 0.0, 5.0, 5.0)));
        assert!(left.overlaps(Rect::new(9.0, 9.0, 5.0, 5.0)));
        assert!(left.contains(Rect::new(1.0, 1.0, 9.0, 9.0)));
    }
}
