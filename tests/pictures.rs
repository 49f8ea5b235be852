//! The figures as pictures: SVG documents, compared with the committed ones in `tests/pictures/`.
//!
//! After a change that is meant, `RAILYARD_PICTURES=write cargo test --test pictures` writes them anew; look at them before
//! committing. With `RAILYARD_PICTURES=all` it writes many more, of every size and language, to `target/pictures/`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use railyard::evaluation::evaluate;
use railyard::figure::chart::{self, ChartLayout};
use railyard::figure::heatmap::axes::Axes;
use railyard::figure::heatmap::paint::{Decades, Scale, paint};
use railyard::figure::heatmap::{self, Layout};
use railyard::figure::palette::{Palette, Tone};
use railyard::figure::shares::{self, SharesLayout};
use railyard::figure::svg;
use railyard::figure::timing::{self, TimingLayout};
use railyard::figure::topology::{self, Subject, TopologyLayout};
use railyard::language::Language;
use railyard::scenario::{Along, Layouts, Measure, Scenario, link, nearest_legal};
use railyard::sweep::Sweep;
use railyard::traffic::{Traffic, Window};
use railyard::workload::Workload;
use std::path::PathBuf;

const SIZES: [u32; 3] = [340, 700, 1200];
const TONES: [(Tone, &str); 2] = [(Tone::Light, "light"), (Tone::Dark, "dark")];
const LANGUAGES: [(Language, &str); 2] = [
    (Language::English, "en"),
    (Language::TraditionalChinese, "zh"),
];

/// A look of a figure.
#[derive(Clone, Copy)]
struct Look {
    width: u32,
    tone: Tone,
    language: Language,
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Draws a case in every look; the `kept` ones are compared with what is committed.
fn check(name: &str, kept: &[(u32, &str, &str)], draw: impl Fn(Look) -> String) {
    let how = std::env::var("RAILYARD_PICTURES").unwrap_or_default();
    for width in SIZES {
        for (tone, tone_name) in TONES {
            for (language, language_name) in LANGUAGES {
                let document = draw(Look {
                    width,
                    tone,
                    language,
                });
                let file = format!("{name}-{width}-{tone_name}-{language_name}.svg");
                assert!(!document.contains("NaN"), "{file}");
                assert!(!document.contains("inf"), "{file}");
                if how == "all" {
                    std::fs::create_dir_all(folder("target/pictures")).unwrap();
                    std::fs::write(folder("target/pictures").join(&file), &document).unwrap();
                }
                if how == "all" || !kept.contains(&(width, tone_name, language_name)) {
                    continue;
                }
                let path = folder("tests/pictures").join(&file);
                if how == "write" {
                    std::fs::create_dir_all(folder("tests/pictures")).unwrap();
                    std::fs::write(&path, &document).unwrap();
                    continue;
                }
                let committed = std::fs::read_to_string(&path)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                assert!(
                    committed == document,
                    "{file} is no longer drawn as it was; see the head of this test"
                );
            }
        }
    }
}

fn scenario(text: &str) -> Scenario {
    link::read(text).chosen
}

fn traffic(scenario: &Scenario) -> Traffic {
    Traffic::of(scenario, &Workload::of(scenario))
}

fn draw_topology(scenario: &Scenario, pair: Option<(u64, u64)>, look: Look) -> String {
    let palette = Palette::of(look.tone);
    let subject = Subject::of(scenario, pair);
    let mut layout = TopologyLayout::default();
    svg::document(look.width, 1, |surface| {
        layout = topology::lay_out(surface, &subject, look.width, look.language);
        Ok(())
    })
    .unwrap();
    svg::document(look.width, layout.height, |surface| {
        svg::ground(surface, palette.background)?;
        topology::draw(surface, &layout, palette)
    })
    .unwrap()
}

fn draw_shares(traffic: &Traffic, look: Look) -> String {
    let palette = Palette::of(look.tone);
    let bars = shares::bars(&traffic.bytes(), &traffic.placed(), palette, look.language);
    let mut layout = SharesLayout::default();
    svg::document(look.width, 1, |surface| {
        layout = shares::lay_out(surface, &bars, look.width, palette, look.language);
        Ok(())
    })
    .unwrap();
    svg::document(look.width, layout.height, |surface| {
        svg::ground(surface, palette.background)?;
        shares::draw(surface, &layout, palette)
    })
    .unwrap()
}

fn draw_timing(scenario: &Scenario, look: Look) -> String {
    let palette = Palette::of(look.tone);
    let bars = timing::bars(&evaluate(scenario).timing.parts, look.language);
    let mut layout = TimingLayout::default();
    svg::document(look.width, 1, |surface| {
        layout = timing::lay_out(surface, &bars, look.width, palette, look.language);
        Ok(())
    })
    .unwrap();
    svg::document(look.width, layout.height, |surface| {
        svg::ground(surface, palette.background)?;
        timing::draw(surface, &layout, palette)
    })
    .unwrap()
}

fn draw_heatmap(scenario: &Scenario, traffic: &Traffic, window: Window, look: Look) -> String {
    let palette = Palette::of(look.tone);
    let axis = scenario.presentation.axis;
    let cluster = traffic.cluster();
    let layout = Layout::fit(look.width, 760);
    let raster = traffic.raster(axis, window, 96);
    let pairs = scenario.accounting.pairs;
    let axes = Axes::of(&raster, axis, pairs, cluster.gpus, cluster.hb);
    let scale = Scale::new(Decades::of(&raster.bytes), look.tone);
    svg::document(look.width, layout.height, |surface| {
        svg::ground(surface, palette.background)?;
        heatmap::draw_cells(surface, &layout, raster.cells, &raster.bytes, &scale)?;
        heatmap::draw_frame(
            surface,
            &layout,
            &axes,
            raster.cell_span,
            &scale,
            palette,
            look.language,
        )?;
        let cell = |position| (position, position + raster.cell_span);
        let (row, column) = (
            window.row + window.span / 3,
            window.column + window.span / 2,
        );
        heatmap::draw_crosshair(
            surface,
            &layout,
            &axes,
            cell(row),
            cell(column),
            true,
            palette,
        )
    })
    .unwrap()
}

#[test]
fn topologies() {
    type Case<'a> = (
        &'a str,
        &'a str,
        Option<(u64, u64)>,
        &'a [(u32, &'a str, &'a str)],
    );
    let cases: [Case<'_>; 10] = [
        ("gpt-1t", "#v=1", None, &[(700, "light", "en")]),
        (
            "gpt-1t-pair",
            "#v=1",
            Some((17, 2999)),
            &[
                (1200, "light", "en"),
                (1200, "dark", "zh"),
                (340, "dark", "en"),
            ],
        ),
        (
            "table-2",
            "#v=1&gpus=32768&hb=256&radix=128",
            Some((300, 31_000)),
            &[(1200, "light", "en")],
        ),
        (
            "smallest",
            "#v=1&gpus=16&hb=8&tp=8&pp=1&batch=16",
            Some((1, 14)),
            &[(340, "light", "zh")],
        ),
        (
            "one-domain",
            "#v=1&gpus=72&hb=72&tp=8&pp=1",
            Some((3, 60)),
            &[(700, "light", "en")],
        ),
        (
            "no-domain",
            "#v=1&gpus=64&hb=1&radix=16&pp=8",
            Some((3, 60)),
            &[],
        ),
        (
            "tall",
            "#v=1&gpus=65536&hb=8&radix=16",
            Some((9, 60_000)),
            &[(340, "light", "en")],
        ),
        ("wide", "#v=1&gpus=65536&hb=4096&radix=64", None, &[]),
        (
            "shared",
            "#v=1&gpus=512&hb=8&radix=256",
            Some((0, 511)),
            &[(700, "dark", "en")],
        ),
        (
            "thin",
            "#v=1&gpus=65536&hb=8&radix=4&oversubscription=3",
            Some((0, 65_535)),
            &[],
        ),
    ];
    for (name, text, pair, kept) in cases {
        let scenario = scenario(text);
        check(&format!("topology-{name}"), kept, |look| {
            draw_topology(&scenario, pair, look)
        });
    }
}

#[test]
fn shares() {
    type Case<'a> = (&'a str, &'a str, &'a [(u32, &'a str, &'a str)]);
    let cases: [Case<'_>; 5] = [
        (
            "gpt-1t",
            "#v=1",
            &[
                (340, "light", "en"),
                (700, "dark", "zh"),
                (1200, "light", "en"),
            ],
        ),
        ("moe", "#v=1&model=moe-1.3b", &[(340, "dark", "en")]),
        ("random", "#v=1&placement=random", &[(700, "light", "en")]),
        (
            "all-kinds",
            "#v=1&model=deepseek-v3&cp=2&recompute=full",
            &[(340, "light", "zh")],
        ),
        ("nothing", "#v=1&gpus=1&hb=1&tp=1&pp=1", &[]),
    ];
    for (name, text, kept) in cases {
        let traffic = traffic(&scenario(text));
        check(&format!("shares-{name}"), kept, |look| {
            draw_shares(&traffic, look)
        });
    }
}

#[test]
fn timings() {
    type Case<'a> = (&'a str, &'a str, &'a [(u32, &'a str, &'a str)]);
    let cases: [Case<'_>; 4] = [
        (
            "gpt-1t",
            "#v=1",
            &[
                (340, "light", "en"),
                (340, "dark", "zh"),
                (700, "light", "zh"),
                (700, "dark", "en"),
            ],
        ),
        ("moe", "#v=1&model=moe-1.3b", &[(700, "light", "en")]),
        (
            "all-parts",
            "#v=1&model=deepseek-v3&cp=2&tp=2&zero=0",
            &[(340, "light", "zh"), (700, "dark", "zh")],
        ),
        ("alone", "#v=1&gpus=1&hb=1&tp=1&pp=1", &[]),
    ];
    for (name, text, kept) in cases {
        let scenario = nearest_legal(&scenario(text));
        check(&format!("timing-{name}"), kept, |look| {
            draw_timing(&scenario, look)
        });
    }
}

#[test]
fn heatmaps() {
    type Case<'a> = (
        &'a str,
        &'a str,
        Option<Window>,
        &'a [(u32, &'a str, &'a str)],
    );
    let cases: [Case<'_>; 5] = [
        ("gpt-1t", "#v=1", None, &[(340, "light", "en")]),
        (
            "gpt-1t-rail",
            "#v=1&axis=rail",
            None,
            &[(700, "dark", "zh")],
        ),
        (
            "gpt-1t-gpus",
            "#v=1",
            Some(Window {
                row: 40,
                column: 44,
                span: 24,
            }),
            &[(700, "light", "en")],
        ),
        (
            "unordered",
            "#v=1&gpus=4096&hb=256&tp=8&pp=8&batch=256&pairs=unordered",
            None,
            &[],
        ),
        ("nothing", "#v=1&gpus=1&hb=1&tp=1&pp=1", None, &[]),
    ];
    for (name, text, window, kept) in cases {
        let scenario = scenario(text);
        let traffic = traffic(&scenario);
        let window = window.unwrap_or(Window::whole(traffic.cluster()));
        check(&format!("heatmap-{name}"), kept, |look| {
            draw_heatmap(&scenario, &traffic, window, look)
        });
    }
}

/// FNV-1a, 64 bits: enough to tell two pictures apart.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn rasters() {
    let mut seen = String::new();
    for text in [
        "#v=1",
        "#v=1&axis=rail",
        "#v=1&model=moe-1.3b",
        "#v=1&placement=random&gpus=512&pp=8",
        "#v=1&nic_collective=direct&pairs=unordered",
    ] {
        let scenario = scenario(text);
        let traffic = traffic(&scenario);
        let whole = Window::whole(traffic.cluster());
        for cells in [64, 512] {
            let raster = traffic.raster(scenario.presentation.axis, whole, cells);
            for (tone, name) in TONES {
                let pixels = paint(&raster, tone);
                assert_eq!(pixels.len(), 4 * raster.bytes.len());
                assert!(pixels.chunks(4).all(|pixel| pixel[3] == 255));
                let hash = fingerprint(&pixels);
                let side = raster.cells;
                seen.push_str(&format!("{text} {side} {name} {hash:016x}\n"));
            }
        }
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn charts() {
    type Kept<'a> = &'a [(u32, &'a str, &'a str)];
    let cases: [(&str, &str, Along, Measure, Kept<'_>); 5] = [
        (
            "chart-time-hb",
            "#v=1",
            Along::Hb,
            Measure::Time,
            &[
                (700, "light", "en"),
                (700, "dark", "zh"),
                (340, "dark", "en"),
            ],
        ),
        (
            "chart-cost-radix",
            "#v=1&gpus=32768&hb=256",
            Along::Radix,
            Measure::Cost,
            &[(700, "light", "zh"), (340, "light", "en")],
        ),
        (
            "chart-bytes-hb",
            "#v=1&model=deepseek-v3",
            Along::Hb,
            Measure::Bytes,
            &[(700, "dark", "en"), (340, "light", "zh")],
        ),
        (
            "chart-time-gpus",
            "#v=1",
            Along::Gpus,
            Measure::Time,
            &[(700, "light", "en")],
        ),
        (
            "chart-time-batch",
            "#v=1&model=gpt-146b",
            Along::Batch,
            Measure::Time,
            &[],
        ),
    ];
    for (name, link, along, measure, kept) in cases {
        let mut sweep = Sweep::new(&scenario(link), along, Layouts::Held);
        while !sweep.is_done() {
            sweep.step(1);
        }
        check(name, kept, |look| {
            let palette = Palette::of(look.tone);
            let chart = chart::of(sweep.points(), along, measure, palette, look.language);
            let mut layout = ChartLayout::default();
            svg::document(look.width, 1, |surface| {
                layout = chart::lay_out(surface, &chart, look.width, palette);
                Ok(())
            })
            .unwrap();
            svg::document(look.width, layout.height, |surface| {
                svg::ground(surface, palette.background)?;
                let pointed = layout.positions.len().checked_sub(2);
                chart::draw(surface, &layout, pointed, palette)
            })
            .unwrap()
        });
    }
}
