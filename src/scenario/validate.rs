//! Whether a scenario can be, and what would be the nearest that can.

use super::arithmetic::{divisors, lcm};
use super::follow::proportions;
use super::parameter::{Kind, TABLE, Value, by_key};
use super::problem::{Level, Notice, Problem};
use super::rule::{ERRORS, Rule, WARNINGS};
use super::{Scenario, Zoom};
use std::ops::RangeInclusive;

/// Everything that is wrong with a scenario. Where nothing is, what is unwise about it.
///
/// ```
/// use railyard::language::Language;
/// use railyard::scenario::{Scenario, validate};
/// let mut scenario = Scenario::default();
/// assert!(validate(&scenario).is_empty());
/// scenario.layout.pp = 100;
/// assert_eq!(
///     validate(&scenario)[0].message(Language::English),
///     "pp = 100: tp · cp · pp = 8 · 1 · 100 = 800 does not divide 3,072 GPUs. Nearest: 96 or 128."
/// );
/// ```
pub fn validate(scenario: &Scenario) -> Vec<Notice> {
    let mut notices = Vec::new();
    let mut out_of_bounds = Vec::new();
    for parameter in TABLE.iter().filter(|parameter| !parameter.derived) {
        let value = (parameter.get)(scenario);
        // An order that is none is a rule's business: a choice has no nearest.
        if !parameter.accepts(value) && parameter.key != "order" {
            out_of_bounds.push(parameter.key);
            let nearest = parameter
                .nearest(value)
                .unwrap_or_else(|| (parameter.get)(&scenario.defaults()));
            notices.push(Notice::error(
                parameter.key,
                Problem::OutOfBounds {
                    key: parameter.key,
                    raw: value.text(),
                    nearest,
                },
            ));
        }
    }
    let defaults = scenario.defaults();
    let broken = |rules: &'static [Rule]| {
        rules
            .iter()
            .filter(|rule| !rule.keys.iter().any(|key| out_of_bounds.contains(key)))
            .filter(|rule| !(rule.holds)(scenario))
            .map(|rule| (rule, spoken_to(scenario, &defaults, rule)))
    };
    for (rule, key) in broken(ERRORS) {
        // One error at a control is enough: the values that it names suit all rules that the key has a part in.
        if notices.iter().all(|notice| notice.key != key) {
            notices.push(notice(Level::Error, scenario, rule, key));
        }
    }
    if notices.is_empty() {
        let unwise =
            broken(WARNINGS).map(|(rule, key)| notice(Level::Warning, scenario, rule, key));
        notices.extend(unwise);
    }
    notices
}

/// Whether nothing is wrong: the question of [`validate`] without the words.
pub fn is_legal(scenario: &Scenario) -> bool {
    TABLE
        .iter()
        .all(|parameter| parameter.derived || parameter.accepts((parameter.get)(scenario)))
        && ERRORS.iter().all(|rule| (rule.holds)(scenario))
}

/// The key of a rule that was chosen, and not left as it comes.
fn spoken_to(scenario: &Scenario, defaults: &Scenario, rule: &'static Rule) -> &'static str {
    let chosen = |key: &&&str| {
        by_key(key).is_some_and(|parameter| (parameter.get)(scenario) != (parameter.get)(defaults))
    };
    let key = rule.keys.iter().find(chosen).or(rule.keys.first());
    key.copied().unwrap_or("")
}

fn notice(level: Level, scenario: &Scenario, rule: &'static Rule, key: &'static str) -> Notice {
    Notice {
        level,
        key: key.into(),
        also: rule.keys,
        problem: Problem::Broken {
            rule,
            key,
            value: by_key(key).map_or(Value::Unset, |parameter| (parameter.get)(scenario)),
            nearest: match level {
                Level::Error => nearest(scenario, rule, key),
                Level::Warning => Vec::new(),
            },
            scenario: Box::new(scenario.clone()),
        },
    }
}

/// The values of a key on either side of the present one with which the rule would hold: with which every rule would that the
/// key has a part in, if there are such.
fn nearest(scenario: &Scenario, rule: &Rule, key: &str) -> Vec<Value> {
    let Some(parameter) = by_key(key) else {
        return Vec::new();
    };
    let last = scenario.cluster.gpus.saturating_sub(1);
    match (parameter.kind, (parameter.get)(scenario)) {
        (Kind::Integer { min, max }, Value::Int(value)) => {
            let all: Vec<&Rule> = ERRORS
                .iter()
                .filter(|rule| rule.keys.contains(&key))
                .collect();
            let candidates = candidates(scenario, key, value, min..=max);
            let search = |rules: &[&Rule]| -> Vec<Value> {
                let mut copy = scenario.clone();
                let mut good = |number: &u64| {
                    (parameter.set)(&mut copy, Value::Int(*number));
                    if ["hidden", "heads"].contains(&key) {
                        proportions(&mut copy, scenario, key);
                    }
                    rules.iter().all(|rule| (rule.holds)(&copy))
                };
                let (below, above) =
                    candidates.split_at(candidates.partition_point(|number| *number < value));
                let below = below.iter().rev().copied().find(&mut good);
                let above = above.iter().copied().find(&mut good);
                below.into_iter().chain(above).map(Value::Int).collect()
            };
            let found = search(&all);
            if found.is_empty() {
                search(&[rule])
            } else {
                found
            }
        }
        (Kind::Flag, Value::Flag(yes)) => vec![Value::Flag(!yes)],
        (Kind::Pair, Value::Pair(from, to)) => vec![Value::Pair(from.min(last), to.min(last))],
        (Kind::Zoom, Value::Zoom(zoom)) => {
            let span = zoom.span.clamp(1, last.saturating_add(1));
            let furthest = scenario.cluster.gpus.saturating_sub(span);
            vec![Value::Zoom(Zoom {
                row: zoom.row.min(furthest),
                column: zoom.column.min(furthest),
                span,
            })]
        }
        (Kind::Choice(choices), _) => choices
            .first()
            .map(|choice| Value::Choice(choice.key))
            .into_iter()
            .collect(),
        _ => Vec::new(),
    }
}

/// Values of a key that may be good, ascending: divisors of what it must divide, multiples near the present value of what must
/// divide it.
fn candidates(scenario: &Scenario, key: &str, value: u64, bounds: RangeInclusive<u64>) -> Vec<u64> {
    let (shape, layout) = (&scenario.shape, &scenario.layout);
    let (gpus, dp) = (scenario.cluster.gpus, scenario.dp());
    let divided: &[u32] = match key {
        "hb" => &[gpus],
        "tp" => &[shape.heads, gpus],
        "cp" => &[shape.seq, gpus],
        "ep" => &[dp, shape.experts],
        "heads" => &[shape.hidden],
        "kv_heads" | "top_k" => &[shape.heads, shape.experts],
        "microbatch" => &[scenario.training.batch, scenario.training.batch / dp.max(1)],
        _ => &[],
    };
    let units: &[u64] = match key {
        "gpus" => &[
            step(scenario, key),
            scenario.cluster.hb.into(),
            scenario.replica(),
        ],
        "heads" => &[layout.tp.into()],
        "experts" => &[layout.ep.into()],
        _ if divided.is_empty() => &[step(scenario, key)],
        _ => &[],
    };
    let divisors = divided.iter().flat_map(|number| divisors(*number));
    let multiples = units.iter().flat_map(|unit| {
        let unit = (*unit).max(1);
        let middle = value / unit;
        (middle.saturating_sub(MULTIPLES)..=middle.saturating_add(MULTIPLES))
            .map_while(move |factor| factor.checked_mul(unit))
    });
    let mut all: Vec<u64> = divisors
        .map(u64::from)
        .chain(multiples)
        .filter(|number| bounds.contains(number))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// How many multiples are tried on either side: enough for every pipeline of up to 1,024 layers.
const MULTIPLES: u64 = 1024;

/// What a key must be a multiple of in any case, so that not every number need be tried.
pub(super) fn step(scenario: &Scenario, key: &str) -> u64 {
    let layout = &scenario.layout;
    let step = match key {
        "gpus" => lcm(scenario.cluster.hb.into(), scenario.replica()),
        "batch" => u64::from(scenario.dp()) * u64::from(scenario.training.microbatch),
        "hidden" => scenario.shape.heads.into(),
        "seq" if scenario.training.sequence_parallel => u64::from(layout.tp) * u64::from(layout.cp),
        "seq" => layout.cp.into(),
        "radix" => 2,
        _ => 1,
    };
    step.max(1)
}
