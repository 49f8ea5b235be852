//! The command: its JSON, its exit codes, and that nothing makes it fall over.

use proptest::prelude::*;
use railyard::evaluation::evaluate_link;
use railyard::scenario::parameter::{Kind, Parameter, TABLE};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_evaluate"));
    command
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8");
    command
}

fn evaluate(arguments: &[&str]) -> Result<Output, std::io::Error> {
    command().args(arguments).output()
}

fn evaluate_lines(input: &[u8]) -> Result<Output, std::io::Error> {
    let mut child = command()
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // From a thread, so that neither side waits for the other.
        let input = input.to_vec();
        std::thread::spawn(move || stdin.write_all(&input));
    }
    child.wait_with_output()
}

fn lines(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_default())
        .collect()
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every number in the JSON with its path.
fn numbers(path: &str, value: &Value, found: &mut Vec<(String, f64)>) {
    match value {
        Value::Number(number) => found.push((path.to_owned(), number.as_f64().unwrap_or(f64::NAN))),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                numbers(&format!("{path}/{index}"), item, found);
            }
        }
        Value::Object(entries) => {
            for (key, item) in entries {
                numbers(&format!("{path}/{key}"), item, found);
            }
        }
        Value::Null => found.push((path.to_owned(), f64::NAN)),
        Value::Bool(_) | Value::String(_) => {}
    }
}

/// What holds for the JSON of any link.
fn check(json: &Value) {
    let keys = |path: &str| -> Vec<String> {
        json.pointer(path)
            .and_then(Value::as_object)
            .map(|entries| {
                let mut keys: Vec<String> = entries.keys().cloned().collect();
                keys.sort_unstable();
                keys
            })
            .unwrap_or_default()
    };
    let holds = |path: &str, expected: &str| {
        let mut expected: Vec<&str> = expected.split(' ').collect();
        expected.sort_unstable();
        assert_eq!(keys(path), expected, "{path}");
    };
    holds(
        "",
        "scenario notices workload layout traffic fabric timing moe",
    );
    holds("/timing", "iteration_s parts_s tflops_per_gpu mfu hfu");
    holds("/timing/iteration_s", "rail_optimized rail_only ideal");
    holds("/timing/parts_s", "compute tp cp pp dp ep bubble optimizer");
    holds("/moe", "all_to_all_slowdown");
    holds(
        "/workload",
        "parameters active_parameters flops_per_iteration memory_bytes_per_gpu fits",
    );
    holds("/layout", "tp cp pp dp ep microbatches");
    holds("/traffic", "bytes share placed pairs peak_pair");
    holds("/traffic/bytes", "tp cp pp dp ep total");
    holds("/traffic/share", "tp cp pp dp ep");
    holds(
        "/traffic/placed",
        "within_domain same_rail cross_rail unreachable",
    );
    holds("/traffic/pairs", "idle tp");
    holds("/traffic/peak_pair", "within_domain across_domains");
    holds("/fabric", "rail_optimized rail_only saving");
    let design = "tiers ports links transceivers switches_ideal switches_built cost_usd power_w";
    holds("/fabric/rail_optimized", design);
    holds("/fabric/rail_only", design);
    holds(
        "/fabric/saving",
        "cost_usd cost_fraction power_w power_fraction",
    );
    for parameter in TABLE.iter().filter(|parameter| !parameter.optional) {
        assert!(
            json["scenario"].get(parameter.key).is_some(),
            "{}",
            parameter.key
        );
    }
    assert!(
        json["scenario"]["link"]
            .as_str()
            .is_some_and(|link| link.starts_with("#v=1"))
    );
    for notice in json["notices"].as_array().into_iter().flatten() {
        assert!(matches!(
            notice["level"].as_str(),
            Some("error" | "warning")
        ));
        assert!(notice["key"].is_string());
        assert!(
            notice["message"]
                .as_str()
                .is_some_and(|message| !message.is_empty())
        );
    }
    let mut found = Vec::new();
    numbers("", json, &mut found);
    assert!(found.len() > 80);
    for (path, number) in &found {
        assert!(
            number.is_finite() && *number >= 0.0 && !(*number == 0.0 && number.is_sign_negative()),
            "{path} is {number}"
        );
        let is_share = path.starts_with("/traffic/share/")
            || path.starts_with("/traffic/pairs/")
            || path.ends_with("_fraction");
        assert!(!is_share || *number <= 1.0, "{path} is {number}");
    }
    let sum = |path: &str| -> f64 {
        found
            .iter()
            .filter(|(each, _)| each.starts_with(path) && !each.ends_with("/total"))
            .map(|(_, number)| number)
            .sum()
    };
    let total = json["traffic"]["bytes"]["total"]
        .as_f64()
        .unwrap_or(f64::NAN);
    for path in ["/traffic/bytes/", "/traffic/placed/"] {
        assert!(
            (sum(path) - total).abs() <= 1e-9 * total,
            "{path}: {} of {total}",
            sum(path)
        );
    }
    if total > 0.0 {
        assert!((sum("/traffic/share/") - 1.0).abs() < 1e-9);
    }
}

#[test]
fn the_default_is_gpt_1t() {
    let output = evaluate(&["#v=1"]).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert!(output.stderr.is_empty());
    let json = &lines(&output)[0];
    check(json);
    assert_eq!(json["scenario"]["model"], "gpt-1t");
    assert_eq!(json["scenario"]["gpus"], 3_072);
    assert_eq!(json["scenario"]["link"], "#v=1");
    assert_eq!(json["layout"]["dp"], 6);
    assert_eq!(json["layout"]["microbatches"], 512);
    assert_eq!(json["workload"]["fits"], true);
    assert!(
        json["traffic"]["share"]["tp"]
            .as_f64()
            .is_some_and(|share| share > 0.97)
    );
    assert_eq!(json["traffic"]["placed"]["cross_rail"], 0.0);
    assert_eq!(json["traffic"]["placed"]["unreachable"], 0.0);
}

#[test]
fn deleting_the_spine_of_32768_gpus() {
    let output = evaluate(&["#v=1&gpus=32768&hb=256&radix=128"]).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let json = &lines(&output)[0];
    check(json);
    let fabric = &json["fabric"];
    assert_eq!(fabric["rail_only"]["switches_ideal"], 256.0);
    assert_eq!(fabric["rail_optimized"]["switches_ideal"], 1_280.0);
    assert_eq!(fabric["rail_optimized"]["tiers"], 3);
    assert_eq!(fabric["rail_only"]["tiers"], 1);
    assert_eq!(fabric["saving"]["power_fraction"], 0.75);
    assert_eq!(
        fabric["saving"]["cost_usd"]
            .as_f64()
            .map(|usd| (usd / 1e4).round()),
        Some(11_705.0)
    );
}

#[test]
fn a_line_for_each_link() {
    let links = [
        "#v=1",
        "#v=1&model=moe-1.3b",
        "https://example.org/railyard/#v=1&model=llama3-405b",
        "",
    ];
    let output = evaluate(&links).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let by_argument = lines(&output);
    assert_eq!(by_argument.len(), 4);
    by_argument.iter().for_each(check);
    assert_eq!(by_argument[1]["scenario"]["model"], "moe-1.3b");
    assert!(
        by_argument[1]["traffic"]["share"]["ep"]
            .as_f64()
            .is_some_and(|share| share > 0.2)
    );
    assert_eq!(by_argument[3], by_argument[0]);

    let input = format!("{}\n\n   \n{}\r\n{}", links[0], links[1], links[2]);
    let output = evaluate_lines(input.as_bytes()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert_eq!(lines(&output), by_argument[..3]);
}

#[test]
fn every_model_has_a_legal_run() {
    let models = TABLE
        .iter()
        .find(|parameter| parameter.key == "model")
        .map(|parameter| parameter.kind);
    let Some(Kind::Choice(choices)) = models else {
        panic!("model is a choice");
    };
    let links: Vec<String> = choices
        .iter()
        .map(|choice| format!("#v=1&model={}", choice.key))
        .collect();
    let links: Vec<&str> = links.iter().map(String::as_str).collect();
    let output = evaluate(&links).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    lines(&output).iter().for_each(check);
}

#[test]
fn an_error_exits_with_2_and_still_answers() {
    // 7 does not divide 3,072 GPUs: the figures are of a layout that can be.
    let output = evaluate(&["#v=1&tp=7"]).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("tp"), "{}", complaint(&output));
    let json = &lines(&output)[0];
    check(json);
    let notices = json["notices"].as_array().map_or(&[][..], Vec::as_slice);
    assert!(
        notices.iter().any(|notice| notice["level"] == "error"),
        "{notices:?}"
    );
    let layout = &json["layout"];
    let product: u64 = ["tp", "cp", "pp", "dp"]
        .iter()
        .filter_map(|key| layout[key].as_u64())
        .product();
    assert_eq!(json["scenario"]["gpus"], product);
}

#[test]
fn one_bad_link_among_good_ones_exits_with_2() {
    let output = evaluate(&["#v=1", "#v=1&gpus=many", "#v=1&radix=128"]).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(lines(&output).len(), 3);
    lines(&output).iter().for_each(check);
}

#[test]
fn messages_speak_the_language_of_the_link() {
    let output = evaluate(&["#v=1&radix=7&lang=zh-Hant"]).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let json = &lines(&output)[0];
    let is_chinese = |text: &str| {
        text.chars()
            .any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
    };
    assert!(
        json["notices"][0]["message"]
            .as_str()
            .is_some_and(is_chinese)
    );
    assert!(is_chinese(&complaint(&output)));
}

#[test]
fn hostile_links_are_answered() {
    let long = format!("#v=1&{}", "gpus=1&".repeat(20_000));
    let links = [
        "#v=2",
        "#v=1&gpus=0",
        "#v=1&gpus=-5",
        "#v=1&gpus=99999999999999999999999999",
        "#v=1&gpus=1e9&hb=1e9",
        "#v=1&gpus=4294967295&hb=4294967295&tp=4294967295&cp=4294967295&pp=4294967295",
        "#v=1&layers=4294967295&hidden=4294967295&seq=4294967295&batch=4294967295",
        "#v=1&hb_gbps=NaN&nic_gbps=inf&peak_tflops=-0&oversubscription=1e-320",
        "#v=1&port_usd=1e308&transceiver_usd=1e308&port_w=0&transceiver_w=-1",
        "#v=1&radix=5&radix=2",
        "#v=1&order=tp-tp-tp-tp&placement=&seed=%00",
        "#v=1&%ff%fe=%zz&model=<script>alert(1)</script>",
        "#v=1&model=\u{202e}gpt\u{0}-1t&hb=\u{ff18}",
        "#v=1&zoom=4294967295.4294967295.4294967295&pair=0.99999999",
        "###???&&&===",
        "#v=1&gpus=1&hb=1&tp=1&pp=1",
        "#v=1&gpus=3072&hb=3072",
        "#v=1&placement=random&seed=4294967295",
        &long,
    ];
    for link in links {
        // A NUL can't be an argument, so all come over standard input.
        let output = evaluate_lines(link.as_bytes()).unwrap();
        let start: String = link.chars().take(80).collect();
        assert!(
            matches!(output.status.code(), Some(0 | 2)),
            "{start}: {}",
            complaint(&output)
        );
        let answers = lines(&output);
        assert_eq!(answers.len(), 1, "{start}");
        check(&answers[0]);
        let errors = answers[0]["notices"].as_array().map_or(0, |notices| {
            notices
                .iter()
                .filter(|notice| notice["level"] == "error")
                .count()
        });
        assert_eq!(output.status.code() == Some(2), errors > 0, "{start}");
        assert_eq!(complaint(&output).is_empty(), errors == 0, "{start}");
    }
    let output = evaluate_lines(b"#v=1&gpus=\xff\xfe\n").unwrap();
    assert_eq!(output.status.code(), Some(2));
    lines(&output).iter().for_each(check);
}

#[test]
fn a_warning_does_not_change_the_exit_code() {
    // GPT-1T without recomputing activations does not fit an A100.
    let output = evaluate(&["#v=1&recompute=none"]).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let json = &lines(&output)[0];
    assert_eq!(json["workload"]["fits"], false);
    assert!(output.stderr.is_empty());
}

#[test]
fn usage_help_and_options() {
    let nothing = evaluate(&[]).unwrap();
    assert_eq!(nothing.status.code(), Some(2));
    assert!(nothing.stdout.is_empty());
    assert!(complaint(&nothing).contains("Usage: evaluate"));

    let help = evaluate(&["--help"]).unwrap();
    assert_eq!(help.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&help.stdout).contains("--pretty"));

    let chinese = command()
        .env("LANG", "zh_TW.UTF-8")
        .arg("-h")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&chinese.stdout).contains("用法"));

    let version = evaluate(&["--version"]).unwrap();
    assert_eq!(
        version.stdout,
        format!("evaluate {}\n", env!("CARGO_PKG_VERSION")).as_bytes()
    );

    let unknown = evaluate(&["--prety", "#v=1"]).unwrap();
    assert_eq!(unknown.status.code(), Some(2));
    assert!(unknown.stdout.is_empty() && complaint(&unknown).contains("--prety"));

    let pretty = evaluate(&["--pretty", "--", "#v=1"]).unwrap();
    assert_eq!(pretty.status.code(), Some(0));
    let text = String::from_utf8_lossy(&pretty.stdout);
    assert!(text.lines().count() > 50);
    check(&serde_json::from_str(&text).unwrap());

    let empty = evaluate_lines(b"").unwrap();
    assert_eq!(empty.status.code(), Some(0));
    assert!(empty.stdout.is_empty());
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = command()
        .args(["#v=1"; 200])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert!(output.stderr.is_empty(), "{}", complaint(&output));
}

/// A value as a link might hold it, picked by a number: within the parameter's bounds, small values as often as large ones.
fn some_value(parameter: &Parameter, pick: u64) -> String {
    let part = (pick % 1_000) as f64 / 999.0;
    match parameter.kind {
        // GPUs by the hundred thousand are tested once, not in every case.
        Kind::Integer { min, max } => {
            let most = (max as f64).min(40_000.0);
            let value = (min.max(1) as f64) * (most / min.max(1) as f64).powf(part);
            let round = 1_u64 << (value as u64).max(1).ilog2();
            if pick.is_multiple_of(3) {
                value as u64
            } else {
                round
            }
            .clamp(min, max)
            .to_string()
        }
        Kind::Float { min, max, .. } => {
            let least = min.max(1e-3);
            (least * (max / least).powf(part))
                .clamp(min, max)
                .to_string()
        }
        Kind::OneOf(values) => values[pick as usize % values.len()].to_string(),
        Kind::Choice(choices) => choices[pick as usize % choices.len()].key.to_owned(),
        Kind::Flag => (pick % 2).to_string(),
        Kind::Pair => format!("{}.{}", pick % 64, pick % 7_919),
        Kind::Zoom => format!("{}.{}.{}", pick % 64, pick % 7_919, 1 + pick % 512),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn any_link_gives_sound_figures(picks in prop::collection::vec((0..TABLE.len(), any::<u64>()), 0..16)) {
        let mut link = String::from("#v=1");
        for (index, pick) in picks {
            let parameter = &TABLE[index];
            link.push_str(&format!("&{}={}", parameter.key, some_value(parameter, pick)));
        }
        let evaluation = evaluate_link(&link);
        let json = serde_json::to_value(&evaluation).unwrap();
        check(&json);
        // The canonical link of what is in force gives the same figures, and nothing is wrong with it.
        let canonical = json["scenario"]["link"].as_str().unwrap_or_default();
        let again = evaluate_link(canonical);
        prop_assert!(!again.has_errors(), "{link}\n{canonical}\n{:?}", again.notices);
        prop_assert_eq!(again.fabric, evaluation.fabric);
        prop_assert_eq!(again.totals, evaluation.totals);
    }
}
