//! Colours. Each means something: one a kind of traffic, an even scale for amounts, grey for what is idle or deleted.

use super::letters::Letters;
use crate::traffic::Kind;
use colorous::VIRIDIS;
use plotters_backend::BackendColor;

/// A colour of the screen (sRGB) and its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// From 0, not to be seen, to 1, solid.
    pub alpha: f64,
}

impl Color {
    /// A solid colour from its number, as in `0xe69f00`.
    pub const fn hex(number: u32) -> Self {
        Self {
            rgb: [
                (number >> 16 & 0xff) as u8,
                (number >> 8 & 0xff) as u8,
                (number & 0xff) as u8,
            ],
            alpha: 1.0,
        }
    }

    /// The same colour at another opacity.
    pub const fn alpha(mut self, alpha: f64) -> Self {
        self.alpha = alpha;
        self
    }

    /// The colour as CSS writes it, `#e69f00`, without its opacity.
    pub fn css(self) -> String {
        let [red, green, blue] = self.rgb;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Relative luminance, 0 for black and 1 for white (WCAG 2.2).
    pub fn luminance(self) -> f64 {
        let linear = self.rgb.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                libm::pow((value + 0.055) / 1.055, 2.4)
            }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Contrast with `other`, from 1 to 21 (WCAG 2.2).
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Black or white, whichever reads better on this colour.
    pub fn readable_on(self) -> Self {
        const BLACK: Color = Color::hex(0x0b0d0f);
        const WHITE: Color = Color::hex(0xffffff);
        if self.contrast(BLACK) >= self.contrast(WHITE) {
            BLACK
        } else {
            WHITE
        }
    }
}

impl From<Color> for BackendColor {
    fn from(color: Color) -> Self {
        let [red, green, blue] = color.rgb;
        Self {
            alpha: color.alpha,
            rgb: (red, green, blue),
        }
    }
}

/// Whether figures are dark on light or light on dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of one tone.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Which tone this is.
    pub tone: Tone,
    /// The page behind a figure.
    pub background: Color,
    /// A raised or boxed area of a figure.
    pub surface: Color,
    /// Text and what matters.
    pub ink: Color,
    /// Second-rank text.
    pub muted: Color,
    /// Thin lines behind the data.
    pub grid: Color,
    /// Outlines of things.
    pub outline: Color,
    /// Pairs that exchange nothing.
    pub idle: Color,
    /// What rail-only leaves out.
    pub deleted: Color,
    /// What a person chose or points at.
    pub accent: Color,
    /// The step of a path inside an HB domain.
    pub nvlink: Color,
    /// Bytes that must cross rails, and what can't be reached.
    pub warning: Color,
    /// Bytes that never leave an HB domain.
    pub inside: Color,
    /// Bytes that stay on one rail.
    pub on_rail: Color,
}

impl Palette {
    /// The colours of `tone`.
    pub const fn of(tone: Tone) -> &'static Self {
        match tone {
            Tone::Light => &LIGHT,
            Tone::Dark => &DARK,
        }
    }

    /// Text of the first rank, `size` CSS pixels.
    pub const fn text(&self, size: f64) -> Letters {
        Letters::new(size, self.ink)
    }

    /// Text of the second rank, `size` CSS pixels.
    pub const fn note(&self, size: f64) -> Letters {
        Letters::new(size, self.muted)
    }
}

/// Vermillion of Okabe and Ito: kept for what goes wrong.
const VERMILLION: Color = Color::hex(0xd55e00);

static LIGHT: Palette = Palette {
    tone: Tone::Light,
    background: Color::hex(0xffffff),
    surface: Color::hex(0xf6f7f9),
    ink: Color::hex(0x1a1e23),
    muted: Color::hex(0x59626d),
    grid: Color::hex(0xdfe3e8),
    outline: Color::hex(0x9aa4af),
    idle: Color::hex(0xf0f2f4),
    deleted: Color::hex(0xb4bbc3),
    accent: Color::hex(0xb4155c),
    nvlink: Color::hex(0x7a36d6),
    warning: VERMILLION,
    inside: Color::hex(0x4f5b68),
    on_rail: Color::hex(0xa9b4c0),
};

static DARK: Palette = Palette {
    tone: Tone::Dark,
    background: Color::hex(0x191d21),
    surface: Color::hex(0x22272c),
    ink: Color::hex(0xe9ecef),
    muted: Color::hex(0xa0a9b4),
    grid: Color::hex(0x2d343b),
    outline: Color::hex(0x6b7681),
    idle: Color::hex(0x292f36),
    deleted: Color::hex(0x565f69),
    accent: Color::hex(0xff6fae),
    nvlink: Color::hex(0xb692ff),
    warning: VERMILLION,
    inside: Color::hex(0xc3ccd6),
    on_rail: Color::hex(0x6c7885),
};

/// The colour of a kind of traffic, of the palette of Okabe and Ito (2008), which people who don't see all colours tell apart. The same
/// on light and on dark.
pub const fn kind(kind: Kind) -> Color {
    match kind {
        Kind::Tp => Color::hex(0x0072b2),
        Kind::Cp => Color::hex(0x56b4e9),
        Kind::Pp => Color::hex(0xcc79a7),
        Kind::Dp => Color::hex(0xe69f00),
        Kind::Ep => Color::hex(0x009e73),
    }
}

/// Steps of the scale of amounts.
pub const STEPS: usize = 256;

/// The scale of amounts from least to most: a stretch of viridis, darker for more on light and brighter for more on dark, that leaves
/// out the end which would sink into the background.
pub fn amounts(tone: Tone) -> [[u8; 3]; STEPS] {
    // Positions on the 256 colours of viridis, from purple (0) to yellow (255).
    let (least, most) = match tone {
        Tone::Light => (196, 0),
        Tone::Dark => (96, 255),
    };
    std::array::from_fn(|step| {
        let span = STEPS - 1;
        let position = (least * (span - step) + most * step + span / 2) / span;
        let color = VIRIDIS.eval_rational(position, STEPS);
        [color.r, color.g, color.b]
    })
}

/// The colour of a rail by its place among `rails`: a quiet ramp from teal to violet that is none of the kinds' colours.
pub fn rail(tone: Tone, place: u64, rails: u64) -> Color {
    let (from, to) = match tone {
        Tone::Light => ([0x2f, 0x8f, 0x9d], [0x7d, 0x5b, 0xa6]),
        Tone::Dark => ([0x5c, 0xb8, 0xc4], [0xa8, 0x8b, 0xd4]),
    };
    let t = if rails < 2 {
        0.0
    } else {
        place.min(rails - 1) as f64 / (rails - 1) as f64
    };
    let rgb = std::array::from_fn(|channel| {
        let (a, b) = (f64::from(from[channel]), f64::from(to[channel]));
        (a + (b - a) * t).round() as u8
    });
    Color { rgb, alpha: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_on_its_background() {
        for tone in [Tone::Light, Tone::Dark] {
            let palette = Palette::of(tone);
            for ground in [palette.background, palette.surface] {
                assert!(palette.ink.contrast(ground) >= 7.0);
                assert!(palette.muted.contrast(ground) >= 4.5);
                assert!(palette.accent.contrast(ground) >= 4.5);
                assert!(palette.nvlink.contrast(ground) >= 4.5);
                assert!(palette.warning.contrast(ground) >= 3.0);
            }
        }
    }

    #[test]
    fn the_least_amount_is_told_from_nothing() {
        for tone in [Tone::Light, Tone::Dark] {
            let least = amounts(tone)[0];
            let contrast = Color {
                rgb: least,
                alpha: 1.0,
            }
            .contrast(Palette::of(tone).idle);
            assert!(contrast >= 1.8, "{tone:?}: {contrast}");
        }
    }

    #[test]
    fn amounts_grow_away_from_the_background() {
        for tone in [Tone::Light, Tone::Dark] {
            let ground = Palette::of(tone).background;
            let steps = amounts(tone);
            for pair in steps.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|rgb| Color { rgb, alpha: 1.0 });
                assert!(b.contrast(ground) >= a.contrast(ground) - 0.05);
            }
        }
    }
}
