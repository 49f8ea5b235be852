//! Text in figures: its size, weight and anchor, and how wide it will be.

use super::palette::Color;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendTextStyle, FontFamily, FontStyle, FontTransform,
};
use std::convert::Infallible;

/// Fonts that systems bring along, the page's own, with ones for traditional Chinese behind those for Latin letters.
pub const FONT_STACK: &str = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, \
     'Noto Sans TC', 'PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC', system-ui, sans-serif";

/// Plotters counts a font's size as its line height, 1.24 times the em square.
pub const PLOTTERS_SIZE_PER_EM: f64 = 1.24;

/// The distance from the anchor that plotters calls "top" to the baseline, in em.
pub const BASELINE_BELOW_TOP: f64 = 0.76;

/// Where a text's anchor lies along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At its start.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// How a text is set. The anchor lies on the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letters {
    /// The em square in CSS pixels.
    pub size: f64,
    /// Colour.
    pub color: Color,
    /// Whether bold.
    pub bold: bool,
    /// Where the anchor lies along the text.
    pub align: Align,
    /// Whether the text reads upwards.
    pub upwards: bool,
}

impl Letters {
    /// Regular text of `size` CSS pixels that starts at its anchor.
    pub const fn new(size: f64, color: Color) -> Self {
        Self {
            size,
            color,
            bold: false,
            align: Align::Start,
            upwards: false,
        }
    }

    /// The same in bold.
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// The same with its anchor elsewhere.
    pub const fn align(mut self, align: Align) -> Self {
        self.align = align;
        self
    }

    /// The same, reading upwards.
    pub const fn upwards(mut self) -> Self {
        self.upwards = true;
        self
    }
}

/// Measures the width of a text in CSS pixels.
pub type Measure<'a> = dyn Fn(&str, &Letters) -> f64 + 'a;

/// The width of `text` by a table of a common sans-serif face, for surfaces that can't measure: SVG and tests.
pub fn estimated_width(text: &str, letters: &Letters) -> f64 {
    let thousandths: u32 = text.chars().map(advance).sum();
    let weight = if letters.bold { 1.07 } else { 1.0 };
    f64::from(thousandths) / 1000.0 * letters.size * weight
}

/// The advance of a character in thousandths of an em, on the safe side: faces differ by a few per cent.
fn advance(character: char) -> u32 {
    match character {
        'i' | 'j' | 'l' | '\'' => 240,
        ' ' | '\u{a0}' | '!' | ',' | '.' | '/' | ':' | ';' | 'I' | '[' | ']' | 'f' | 't' | '|' => {
            300
        }
        '\u{202f}' => 200,
        '(' | ')' | '-' | '`' | 'r' | '{' | '}' | '"' | '·' => 350,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' | '*' | '^' => 520,
        'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' | '&' => 690,
        'C' | 'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'R' | 'U' | 'w' => 750,
        'M' | 'm' | '%' => 880,
        'W' | '@' => 990,
        '×' | '+' | '<' | '=' | '>' | '~' | '−' => 600,
        character if character.is_ascii() => 580,
        '\u{2010}'..='\u{2015}' => 600,
        _ => 1000,
    }
}

/// Letters in a backend's units.
pub(super) struct Scaled {
    pub letters: Letters,
    pub units_per_px: f64,
}

impl BackendTextStyle for Scaled {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.letters.color.into()
    }

    fn size(&self) -> f64 {
        self.letters.size * self.units_per_px * PLOTTERS_SIZE_PER_EM
    }

    fn transform(&self) -> FontTransform {
        if self.letters.upwards {
            FontTransform::Rotate270
        } else {
            FontTransform::None
        }
    }

    fn style(&self) -> FontStyle {
        if self.letters.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        }
    }

    fn anchor(&self) -> Pos {
        let along = match self.letters.align {
            Align::Start => HPos::Left,
            Align::Middle => HPos::Center,
            Align::End => HPos::Right,
        };
        Pos::new(along, VPos::Top)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(FONT_STACK)
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Infallible> {
        let width = estimated_width(text, &self.letters) * self.units_per_px;
        let height = self.letters.size * self.units_per_px;
        Ok(((0, 0), (width.ceil() as i32, height.ceil() as i32)))
    }

    /// Every surface that Railyard draws on sets text itself; one that can't shows none.
    fn draw<E, DrawFunc: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _text: &str,
        _pos: BackendCoord,
        _draw: DrawFunc,
    ) -> Result<Result<(), E>, Infallible> {
        Ok(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_is_wider_than_latin_and_bold_wider_than_regular() {
        let letters = Letters::new(10.0, Color::hex(0));
        assert_eq!(estimated_width("拓撲", &letters), 20.0);
        assert!(estimated_width("ab", &letters) < 15.0);
        assert!(estimated_width("ab", &letters.bold()) > estimated_width("ab", &letters));
        assert_eq!(estimated_width("", &letters), 0.0);
    }
}
