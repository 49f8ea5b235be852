//! An axis of a chart: even, or by decades where its values span them.

use crate::quantity::format::decimal;

/// Where values lie along a length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    from: f64,
    to: f64,
    by_decades: bool,
}

impl Axis {
    /// The axis of positions: by decades where the greatest is ten times the least or more, and no wider than they are.
    pub fn of_positions(positions: &[f64]) -> Self {
        let (least, most) = extremes(positions);
        Self {
            from: least,
            to: if most > least { most } else { least + 1.0 },
            by_decades: least > 0.0 && most >= 10.0 * least,
        }
    }

    /// The axis of values: from nothing, or by decades where the greatest is fifty times the least or more.
    pub fn of_values(values: &[f64]) -> Self {
        let (least, most) = extremes(values);
        if least > 0.0 && most >= 50.0 * least {
            return Self {
                from: libm::pow(10.0, libm::floor(libm::log10(least) + 1e-9)),
                to: most * 1.05,
                by_decades: true,
            };
        }
        Self {
            from: 0.0,
            to: if most > 0.0 { most * 1.05 } else { 1.0 },
            by_decades: false,
        }
    }

    /// Whether a step is a factor.
    pub fn is_by_decades(&self) -> bool {
        self.by_decades
    }

    /// The share of the axis' length at which a value lies.
    pub fn share(&self, value: f64) -> f64 {
        let share = if self.by_decades {
            let decades = libm::log10(self.to / self.from);
            libm::log10(value.max(f64::MIN_POSITIVE) / self.from) / decades
        } else {
            (value - self.from) / (self.to - self.from)
        };
        share.clamp(0.0, 1.0)
    }

    /// Round values along the axis, about `wanted`, with what is written at them, counted in `unit`.
    pub fn ticks(&self, unit: f64, wanted: usize) -> Vec<(f64, String)> {
        let values: Vec<f64> = if self.by_decades {
            let first = libm::floor(libm::log10(self.from / unit) + 1e-9) as i32;
            let last = libm::ceil(libm::log10(self.to / unit)) as i32;
            let steps: &[f64] = if last - first > 2 {
                &[1.0]
            } else {
                &[1.0, 2.0, 5.0]
            };
            (first..=last)
                .flat_map(|decade| {
                    steps
                        .iter()
                        .map(move |step| step * libm::pow(10.0, f64::from(decade)))
                })
                .collect()
        } else {
            let step = step((self.to - self.from) / unit / wanted.max(1) as f64);
            (0..=(self.to / unit / step) as u32)
                .map(|count| f64::from(count) * step)
                .collect()
        };
        values
            .into_iter()
            // The last digits of a product of decimals are noise.
            .map(|value| (value * 1e9).round() / 1e9)
            .filter(|value| {
                value * unit <= self.to * (1.0 + 1e-9) && value * unit >= self.from * (1.0 - 1e-9)
            })
            .map(|value| (value * unit, decimal(value)))
            .collect()
    }
}

/// The least of 1, 2, 5, 10, … that is as great as `wanted`.
fn step(wanted: f64) -> f64 {
    let decade = libm::pow(10.0, libm::floor(libm::log10(wanted.max(1e-9))));
    [1.0, 2.0, 5.0]
        .map(|step| step * decade)
        .into_iter()
        .find(|step| *step >= wanted * (1.0 - 1e-9))
        .unwrap_or(10.0 * decade)
}

fn extremes(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    (if least.is_finite() { least } else { 0.0 }, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(axis: &Axis, unit: f64) -> Vec<String> {
        axis.ticks(unit, 5)
            .into_iter()
            .map(|(_, text)| text)
            .collect()
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let even = Axis::of_values(&[12.0, 19.0]);
        assert_eq!(written(&even, 1.0), ["0", "5", "10", "15"]);
        let thousandths = Axis::of_values(&[0.000_3, 0.001]);
        assert_eq!(written(&thousandths, 1e-3), ["0", "0.5", "1"]);
        let decades = Axis::of_values(&[3.0, 4_000.0]);
        assert_eq!(written(&decades, 1.0), ["1", "10", "100", "1,000"]);
        let few = Axis::of_values(&[3.0, 160.0]);
        assert_eq!(written(&few, 1.0), ["1", "10", "100"]);
        assert_eq!(
            written(&Axis::of_values(&[0.0]), 1.0)
                .first()
                .map(String::as_str),
            Some("0")
        );
        assert!(written(&Axis::of_values(&[]), 1.0).len() > 1);
    }

    #[test]
    fn positions_span_the_axis() {
        for positions in [vec![8.0, 72.0, 256.0], vec![100.0, 200.0], vec![7.0]] {
            let axis = Axis::of_positions(&positions);
            assert_eq!(axis.share(positions[0]), 0.0);
            if let [_, .., last] = positions[..] {
                assert_eq!(axis.share(last), 1.0);
            }
        }
        assert!(Axis::of_positions(&[8.0, 80.0]).is_by_decades());
        assert!(!Axis::of_positions(&[8.0, 72.0]).is_by_decades());
    }
}
