//! From bytes to pixels: one pixel a cell, coloured on a logarithmic scale over whole decades.

use crate::figure::palette::{Palette, STEPS, Tone, amounts};
use crate::traffic::Raster;

/// The range of a logarithmic scale in whole decades, so that it stays put while a slider moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decades {
    /// The scale starts at 10 to this power.
    pub low: i32,
    /// The scale ends at 10 to this power; greater than `low`.
    pub high: i32,
}

impl Decades {
    /// The decades that hold every positive amount; those of 1 B to 10 B when there is none.
    pub fn of(amounts: &[f64]) -> Self {
        let mut least = f64::INFINITY;
        let mut most = 0.0_f64;
        for &amount in amounts {
            if amount > 0.0 && amount.is_finite() {
                least = least.min(amount);
                most = most.max(amount);
            }
        }
        if most == 0.0 {
            return Self { low: 0, high: 1 };
        }
        let low = libm::floor(libm::log10(least)) as i32;
        let high = libm::ceil(libm::log10(most)) as i32;
        Self {
            low,
            high: high.max(low + 1),
        }
    }

    /// Where `amount` lies on the scale, from 0 to 1.
    pub fn place(self, amount: f64) -> f64 {
        let span = f64::from((self.high - self.low).max(1));
        ((libm::log10(amount) - f64::from(self.low)) / span).clamp(0.0, 1.0)
    }

    /// How many decades the scale spans.
    pub fn count(self) -> u32 {
        (self.high - self.low).max(1).unsigned_abs()
    }
}

/// 10 to the power of `exponent` bytes: `10 MB`, `1 TB`.
pub fn decade(exponent: i32) -> String {
    const PREFIXES: [&str; 9] = ["", "k", "M", "G", "T", "P", "E", "Z", "Y"];
    let prefix = usize::try_from(exponent.div_euclid(3))
        .ok()
        .and_then(|group| PREFIXES.get(group));
    match prefix {
        Some(prefix) => {
            let lead = ["1", "10", "100"][exponent.rem_euclid(3).unsigned_abs() as usize];
            format!("{lead} {prefix}B")
        }
        None => format!("1e{exponent} B"),
    }
}

/// The pixels of a raster, one a cell: red, green, blue and opacity, row after row.
pub fn paint(raster: &Raster, tone: Tone) -> Vec<u8> {
    let mut pixels = Vec::new();
    Scale::new(Decades::of(&raster.bytes), tone).paint_into(&raster.bytes, &mut pixels);
    pixels
}

/// How amounts become colours. Built once a frame, or kept while it does not change.
#[derive(Clone, Debug)]
pub struct Scale {
    decades: Decades,
    idle: [u8; 4],
    steps: [[u8; 4]; STEPS],
}

impl Scale {
    /// The scale over `decades` in the colours of `tone`.
    pub fn new(decades: Decades, tone: Tone) -> Self {
        let solid = |[red, green, blue]: [u8; 3]| [red, green, blue, u8::MAX];
        Self {
            decades,
            idle: solid(Palette::of(tone).idle.rgb),
            steps: amounts(tone).map(solid),
        }
    }

    /// The range of the scale.
    pub fn decades(&self) -> Decades {
        self.decades
    }

    /// The colour of one cell as red, green, blue and opacity: idle for nothing.
    pub fn color(&self, amount: f64) -> [u8; 4] {
        if amount > 0.0 {
            let step = self.decades.place(amount) * (STEPS - 1) as f64 + 0.5;
            self.steps[(step as usize).min(STEPS - 1)]
        } else {
            self.idle
        }
    }

    /// Colours `amounts` in their order into `pixels`, four bytes a cell. `pixels` keeps its memory between frames.
    pub fn paint_into(&self, amounts: &[f64], pixels: &mut Vec<u8>) {
        pixels.clear();
        pixels.reserve(amounts.len() * 4);
        // Cells come in runs of one amount, and a logarithm costs more than a comparison.
        let (mut last, mut color) = (0.0_f64, self.idle);
        for &amount in amounts {
            if amount != last {
                last = amount;
                color = self.color(amount);
            }
            pixels.extend_from_slice(&color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_whole_and_never_empty() {
        let range = |amounts: &[f64]| {
            let decades = Decades::of(amounts);
            (decades.low, decades.high)
        };
        assert_eq!(range(&[]), (0, 1));
        assert_eq!(range(&[0.0, f64::NAN, -1.0, f64::INFINITY]), (0, 1));
        assert_eq!(range(&[1e9]), (9, 10));
        assert_eq!(range(&[0.0, 6.5e9, 3.2e11]), (9, 12));
        assert_eq!(range(&[1e-3, 1e6]), (-3, 6));
        for exponent in 0..24 {
            let power = format!("1e{exponent}").parse::<f64>().unwrap();
            assert_eq!(range(&[power]), (exponent, exponent + 1));
        }
    }

    #[test]
    fn decades_have_round_names() {
        let written = [0, 1, 7, 9, 12, 26, 27, -1].map(decade);
        assert_eq!(
            written,
            [
                "1 B", "10 B", "10 MB", "1 GB", "1 TB", "100 YB", "1e27 B", "1e-1 B"
            ]
        );
    }

    #[test]
    fn a_scale_spans_its_decades() {
        let decades = Decades { low: 9, high: 12 };
        assert_eq!(decades.place(1e9), 0.0);
        assert_eq!(decades.place(1e12), 1.0);
        assert_eq!(decades.place(1.0), 0.0);
        assert!((decades.place(1e10) - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn cells_without_traffic_are_idle_and_all_are_solid() {
        for tone in [Tone::Light, Tone::Dark] {
            let scale = Scale::new(Decades { low: 9, high: 12 }, tone);
            let mut pixels = vec![7; 3];
            scale.paint_into(&[0.0, 1e9, 1e9, 1e12, 0.0, f64::NAN], &mut pixels);
            assert_eq!(pixels.len(), 24);
            assert!(pixels.chunks(4).all(|pixel| pixel[3] == 255));
            assert_eq!(pixels[0..4], pixels[16..20]);
            assert_eq!(pixels[0..4], pixels[20..24]);
            assert_eq!(pixels[4..8], pixels[8..12]);
            assert_ne!(pixels[0..4], pixels[4..8]);
            assert_ne!(pixels[4..8], pixels[12..16]);
        }
    }

    #[test]
    fn a_run_of_the_same_amount_is_painted_like_each_alone() {
        let scale = Scale::new(Decades { low: 0, high: 3 }, Tone::Dark);
        let amounts: Vec<f64> = (0..64).map(|cell| f64::from(cell / 3 % 5 * 17)).collect();
        let mut pixels = Vec::new();
        scale.paint_into(&amounts, &mut pixels);
        for (pixel, &amount) in pixels.chunks(4).zip(&amounts) {
            assert_eq!(pixel, scale.color(amount));
        }
    }
}
