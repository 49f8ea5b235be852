//! Every explanation tells of the figure that the evaluation has.

mod generate;

use proptest::prelude::*;
use railyard::evaluation::{Evaluation, evaluate, evaluate_link};
use railyard::explain::{Explanation, Group, of};
use railyard::language::Language;
use railyard::scenario::{Model, Scenario};
use std::fmt::Write;

const LANGUAGES: [Language; 2] = [Language::English, Language::TraditionalChinese];

/// The number that a text writes, in base units, and how far off its digits may be.
fn read(text: &str) -> Option<(f64, f64)> {
    let text = text.replace([',', '$'], "");
    let text = text.trim_start_matches(['<', '>', ' ']);
    let end = text
        .char_indices()
        .find(|(_, letter)| !letter.is_ascii_digit() && !matches!(letter, '.' | '-'))
        .map_or(text.len(), |(at, _)| at);
    let (digits, unit) = text.split_at(end);
    let (power, unit) = match unit.strip_prefix('e') {
        Some(rest) => {
            let end = rest.find(' ').unwrap_or(rest.len());
            (rest[..end].parse().ok()?, rest[end..].trim())
        }
        None => (0, unit.trim()),
    };
    let unit = unit
        .strip_suffix("B/s")
        .map_or(unit.to_owned(), |prefix| format!("{prefix}B"));
    let unit = unit.as_str();
    let amount: f64 = digits.parse().ok()?;
    let decimals = digits.split_once('.').map_or(0, |(_, rest)| rest.len()) as i32;
    let scale = 10_f64.powi(power)
        * match unit {
            "" | "B" | "W" | "s" | "FLOP" | "FLOP/s" => 1.0,
            "%" => 0.01,
            "ns" => 1e-9,
            "µs" => 1e-6,
            "ms" => 1e-3,
            "kB" | "kW" | "kFLOP" | "kFLOP/s" => 1e3,
            "MB" | "MW" | "M" | "MFLOP" | "MFLOP/s" => 1e6,
            "GB" | "GW" | "GFLOP" | "GFLOP/s" => 1e9,
            "TB" | "TW" | "TFLOP" | "TFLOP/s" => 1e12,
            "PB" | "PFLOP" | "PFLOP/s" => 1e15,
            "EB" | "EFLOP" | "EFLOP/s" => 1e18,
            "ZB" | "ZFLOP" | "ZFLOP/s" => 1e21,
            "YB" | "YFLOP" | "YFLOP/s" => 1e24,
            "Wh" => 3.6e3,
            "kWh" => 3.6e6,
            "MWh" => 3.6e9,
            "GWh" => 3.6e12,
            "TWh" => 3.6e15,
            "PWh" => 3.6e18,
            "KiB" => 1024.0,
            "MiB" => 1024_f64.powi(2),
            "GiB" => 1024_f64.powi(3),
            "TiB" => 1024_f64.powi(4),
            "PiB" => 1024_f64.powi(5),
            "EiB" => 1024_f64.powi(6),
            "ZiB" => 1024_f64.powi(7),
            "YiB" => 1024_f64.powi(8),
            _ => return None,
        }
        * if unit.is_empty() && text.ends_with('B') {
            1e9
        } else {
            1.0
        };
    Some((amount * scale, 0.51 * 10_f64.powi(-decimals) * scale))
}

fn check(one: &Explanation, evaluation: &Evaluation) {
    let what = || format!("{one:#?}\n{:?}", evaluation.scenario);
    let close = 1e-9 * one.figure.abs().max(one.computed.abs());
    assert!(
        (one.figure - one.computed).abs() <= close.max(1e-12),
        "{}",
        what()
    );
    for text in [
        &one.subject,
        &one.formula,
        &one.with_numbers,
        &one.result,
        &one.source,
    ] {
        assert!(!text.trim().is_empty(), "{}", what());
        assert!(!text.contains("NaN") && !text.contains("inf"), "{}", what());
    }
    // The number at the end is the figure, but for its rounding.
    let end = one.with_numbers.rsplit("= ").next().unwrap_or_default();
    assert_eq!(end, one.result);
    let is_dollars = end.starts_with('$');
    let end = if is_dollars {
        end.replace('M', "e6")
            .replace('B', "e9")
            .replace('T', "e12")
    } else {
        end.to_owned()
    };
    let read = read(&end);
    assert!(read.is_some(), "{end:?} in {}", what());
    let (shown, off) = read.unwrap_or_default();
    if end.starts_with(['<', '>']) {
        return;
    }
    assert!(
        (shown - one.figure).abs() <= off + 1e-4 * one.figure.abs(),
        "{shown} {off} {}",
        what()
    );
}

fn check_all(evaluation: &Evaluation) {
    for group in Group::ALL {
        let [english, chinese] = LANGUAGES.map(|language| of(group, evaluation, language));
        assert_eq!(english.len(), chinese.len());
        for (one, other) in english.iter().zip(&chinese) {
            check(one, evaluation);
            assert_eq!(one.with_numbers, other.with_numbers);
            assert_ne!(one.subject, other.subject);
        }
    }
}

#[test]
fn every_published_run_is_explained() {
    for model in Model::ALL {
        check_all(&evaluate(&Scenario::preset(*model)));
    }
}

#[test]
fn every_convention_is_explained() {
    for link in [
        "#v=1&pairs=unordered",
        "#v=1&pairs=unordered&hb_collective=ring&tp=2&pp=256",
        "#v=1&hb_collective=ring&nic_collective=direct",
        "#v=1&placement=random",
        "#v=1&embedding_gradients=1",
        "#v=1&embedding_gradients=1&zero=1&pp=2&tp=1",
        "#v=1&hierarchical=0&tp=4&pp=64&batch=3072",
        "#v=1&gpus=4096&hb=256&tp=8&pp=8&batch=256&recompute=none&pp_per_layer=1&scatter_gather=0",
        "#v=1&interleave=2&zero=1&sequence_parallel=1&recompute=selective",
        "#v=1&zero=3&grad_bits=32&oversubscription=3&radix=128",
        "#v=1&gpus=1&hb=1&tp=1&pp=1&batch=1",
        "#v=1&gpus=8&hb=8&tp=8&pp=1&batch=8",
        "#v=1&model=llama3-405b&cp=16",
        "#v=1&model=deepseek-v3&pairs=unordered",
        "#v=1&model=deepseek-v3&token_domains=0",
        "#v=1&model=llama3-405b&recompute=selective",
        "#v=1&model=moe-1.3b&hb=1&tp=1",
        "#v=1&fabric=rail-optimized",
    ] {
        check_all(&evaluate_link(link));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_legal_scenario_is_explained(mut scenario in generate::legal()) {
        // A scattered placement of a million GPUs is enumerated; smaller ones tell as much.
        if scenario.cluster.gpus > 16_384 {
            scenario.layout.placement = railyard::scenario::Placement::Aligned;
        }
        check_all(&evaluate(&scenario));
    }
}

#[test]
fn the_default_run_reads_as_it_should() {
    let evaluation = evaluate_link("#v=1");
    for (language, name) in LANGUAGES.into_iter().zip(["default_en", "default_zh"]) {
        let mut text = String::new();
        for group in Group::ALL {
            writeln!(text, "# {}\n", group.label().get(language)).unwrap();
            for one in of(group, &evaluation, language) {
                writeln!(
                    text,
                    "{}\n  {}\n  {}",
                    one.subject, one.formula, one.with_numbers
                )
                .unwrap();
                for (letter, meaning) in &one.legend {
                    writeln!(text, "    {letter}: {meaning}").unwrap();
                }
                writeln!(
                    text,
                    "  [{}] {}\n",
                    one.source,
                    one.note.unwrap_or_default()
                )
                .unwrap();
            }
        }
        insta::assert_snapshot!(name, text);
    }
}
