//! The page's colours are the figures' colours, and texts read on what is behind them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test")]

use railyard::figure::palette::{Color, Palette, Tone};

const STYLE: &str = include_str!("../assets/style.css");

/// The two values of a colour of the page, on light and on dark.
fn colour(name: &str) -> [Color; 2] {
    let start = format!("--{name}: light-dark(");
    let (_, rest) = STYLE
        .split_once(&start)
        .unwrap_or_else(|| panic!("the styles have no colour {name}"));
    let (pair, _) = rest.split_once(')').expect("closed");
    let both: Vec<Color> = pair
        .split(", ")
        .map(|hex| {
            let number = u32::from_str_radix(hex.trim_start_matches('#'), 16);
            Color::hex(number.expect("six digits"))
        })
        .collect();
    [both[0], both[1]]
}

#[test]
fn the_page_and_the_figures_share_their_colours() {
    for (index, tone) in [Tone::Light, Tone::Dark].into_iter().enumerate() {
        let palette = Palette::of(tone);
        for (name, own) in [
            ("panel", palette.background),
            ("sunk", palette.surface),
            ("ink", palette.ink),
            ("soft", palette.muted),
            ("line", palette.grid),
        ] {
            assert_eq!(colour(name)[index].css(), own.css(), "{name}, {tone:?}");
        }
    }
}

#[test]
fn texts_read_on_their_ground_and_edges_are_seen() {
    for (text, grounds, least) in [
        (
            "ink",
            vec!["ground", "panel", "sunk", "alarm-ground", "warn-ground"],
            7.0,
        ),
        ("soft", vec!["ground", "panel", "sunk"], 4.5),
        ("accent", vec!["ground", "panel", "sunk"], 4.5),
        ("accent-ink", vec!["accent"], 4.5),
        ("alarm", vec!["ground", "panel", "alarm-ground"], 4.5),
        ("warn", vec!["warn-ground"], 4.5),
        ("edge", vec!["ground", "panel"], 3.0),
    ] {
        for ground in grounds {
            for (one, other) in colour(text).into_iter().zip(colour(ground)) {
                let contrast = one.contrast(other);
                assert!(contrast >= least, "{text} on {ground}: {contrast:.2}");
            }
        }
    }
}
