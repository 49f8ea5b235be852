//! The table of claims: held still, and true to its own rules.

use railyard::published::claims::{self, Basis, Claim, Role, Source, Verdict};
use railyard::published::measured;
use railyard::scenario::{Along, Layouts, Level, Measure, View, is_legal, link, validate};
use railyard::sweep::{Sweep, number};
use std::collections::BTreeMap;
use std::fmt::Write;

fn claims() -> Vec<Claim> {
    claims::all()
}

#[test]
fn the_tables_read() {
    assert_eq!(claims::read().unwrap().len(), claims().len());
}

/// Claims that are about what is unwise: tensor parallelism that leaves its domain, and a batch too small for its pipeline.
const WARNED: [&str; 10] = [
    "gh200-across-of-all",
    "gh200-dp-within",
    "gh200-dp-across",
    "gh200-tp",
    "gh200-pp",
    "gh200-dp",
    "placement-tp-across",
    "placement-random",
    "domain-1-to-8",
    "domain-8-to-256",
];

#[test]
fn every_link_is_canonical_legal_and_beyond_reproach() {
    let mut warned = Vec::new();
    for claim in claims() {
        for reading in &claim.readings {
            for text in [&reading.link].into_iter().chain(&reading.further_links) {
                let read = link::read(text);
                assert!(read.notices.is_empty(), "{}: {text}", claim.id);
                assert_eq!(&link::write(&read.chosen), text, "{}", claim.id);
                assert!(
                    is_legal(&read.chosen),
                    "{}: {text}: {:?}",
                    claim.id,
                    validate(&read.chosen)
                );
                let notices = validate(&read.chosen);
                assert!(notices.iter().all(|notice| notice.level == Level::Warning));
                if !notices.is_empty() {
                    warned.push(claim.id.clone());
                }
            }
        }
    }
    warned.dedup();
    assert_eq!(warned, WARNED);
}

#[test]
fn verdicts_follow_the_rule() {
    for claim in claims() {
        let outcome = claim.outcome();
        assert_eq!(outcome.values.len(), claim.readings.len());
        assert!(
            outcome
                .values
                .iter()
                .all(|value| value.low.is_finite() && value.high.is_finite()),
            "{}",
            claim.id
        );
        let agrees = outcome
            .values
            .first()
            .map(|shown| claim.printed.agrees_between(shown.low, shown.high));
        match outcome.verdict {
            Verdict::Reproduced => {
                assert_eq!((agrees, claim.basis), (Some(true), Basis::Model));
            }
            Verdict::Consistent => {
                assert_eq!((agrees, claim.basis), (Some(true), Basis::Source));
            }
            Verdict::NotReproduced => assert_eq!(agrees, Some(false)),
            Verdict::Bracketed => {
                assert_eq!(agrees, Some(false));
                assert!(
                    claim
                        .readings
                        .iter()
                        .any(|reading| reading.role == Role::Bound)
                );
            }
            Verdict::DataOnly => assert!(claim.readings.is_empty() && outcome.difference.is_none()),
        }
        // What is worked out from a figure of the same source reproduces nothing.
        if claim.shown().is_some_and(claims::Reading::is_from_printed) {
            assert_eq!(claim.basis, Basis::Source, "{}", claim.id);
        }
        if !matches!(outcome.verdict, Verdict::Reproduced | Verdict::Consistent) {
            assert!(claim.why.is_some(), "{} does not say why", claim.id);
        }
        let shown = |reading: &claims::Reading| reading.role == Role::Shown;
        assert!(
            claim.readings.iter().skip(1).all(|reading| !shown(reading)),
            "{}",
            claim.id
        );
        assert!(claim.readings.first().is_none_or(shown), "{}", claim.id);
    }
}

#[test]
fn every_text_is_in_both_languages() {
    for claim in claims() {
        let texts = [&claim.statement]
            .into_iter()
            .chain(claim.readings.iter().map(|reading| &reading.convention))
            .chain(&claim.why);
        for text in texts {
            assert!(
                !text.en.trim().is_empty() && !text.zh.trim().is_empty(),
                "{}",
                claim.id
            );
            assert!(
                text.en.is_ascii() || !text.en.chars().any(is_chinese),
                "{}",
                text.en
            );
            assert!(text.zh.chars().any(is_chinese), "{}", text.zh);
        }
        let Source { work, place } = &claim.source;
        assert!(!work.en.is_empty() && !work.zh.is_empty());
        assert!(!place.en.chars().any(is_chinese) && !place.en.is_empty());
        assert!(
            place.zh.chars().any(is_chinese) || place.zh.starts_with('§'),
            "{}",
            place.zh
        );
    }
}

#[test]
fn a_sweep_that_is_loaded_passes_every_domain_that_its_claim_compares() {
    let mut sweeps = 0;
    for claim in claims() {
        let Some(shown) = claim.shown() else {
            continue;
        };
        let run = link::read(&shown.link).chosen;
        if run.presentation.view == View::All {
            continue;
        }
        assert_eq!(run.presentation.view, View::Sweep, "{}", claim.id);
        assert_eq!(run.presentation.along, Along::Hb);
        assert_eq!(run.presentation.measure, Measure::Time);
        assert_eq!(run.presentation.layouts, Layouts::Searched);
        let mut sweep = Sweep::new(&run, Along::Hb, Layouts::Held);
        while !sweep.is_done() {
            sweep.step(1);
        }
        for link in [&shown.link].into_iter().chain(&shown.further_links) {
            let hb = f64::from(link::read(link).chosen.cluster.hb);
            assert!(
                sweep.points().iter().any(|point| number(point.value) == hb),
                "{}: {hb}",
                claim.id
            );
        }
        sweeps += 1;
    }
    assert_eq!(sweeps, 7);
}

fn is_chinese(character: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&character)
}

#[test]
fn measured_runs_are_links_that_read_back() {
    let english = railyard::language::Language::English;
    let runs = measured::runs().unwrap();
    assert_eq!(runs.len(), 18);
    let mut table = String::new();
    let mut timed = Vec::new();
    for run in &runs {
        let read = link::read(&run.link);
        assert!(
            read.notices.is_empty() && validate(&read.chosen).is_empty(),
            "{}",
            run.link
        );
        assert_eq!(read.chosen, run.scenario);
        assert_eq!(link::write(&run.scenario), run.link);
        let times = run.timed();
        writeln!(
            table,
            "{} {} | {} | {} | {:+.1} % | {}",
            run.source,
            run.params_billion,
            run.printed.text(english),
            run.printed.ours(times.ours.0, english),
            100.0 * times.error,
            run.link,
        )
        .unwrap();
        timed.push(times);
    }
    writeln!(
        table,
        "mean {:.2} %",
        100.0 * measured::mean_absolute_error(&timed)
    )
    .unwrap();
    insta::assert_snapshot!(table);
}

#[test]
fn the_whole_table() {
    let english = railyard::language::Language::English;
    let mut table = String::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for claim in claims() {
        let outcome = claim.outcome();
        *counts.entry(outcome.verdict.key()).or_default() += 1;
        let written = |value: f64| claim.ours(value, english);
        writeln!(
            table,
            "{} | {} | {} | {} | {}",
            claim.id,
            claim.printed.text(english),
            outcome.ours.map_or("–".to_owned(), written),
            outcome.verdict.key(),
            claim.link().unwrap_or("–"),
        )
        .unwrap();
        for (reading, value) in claim.readings.iter().zip(&outcome.values).skip(1) {
            writeln!(
                table,
                "    {:?}: {} {}",
                reading.role,
                written(value.ours),
                reading.link
            )
            .unwrap();
        }
    }
    writeln!(table, "{counts:?}").unwrap();
    insta::assert_snapshot!(table);
}
