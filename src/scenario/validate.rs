//! Whether a scenario can be, and what would be the nearest that can.

use super::arithmetic::lcm;
use super::parameter::{Kind, TABLE, Value, by_key};
use super::problem::{Level, Notice, Problem};
use super::rule::{RULES, Rule};
use super::{Scenario, Zoom};

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
    let broken = |level: Level| {
        let (defaults, out_of_bounds) = (&defaults, &out_of_bounds);
        RULES
            .iter()
            .filter(move |rule| rule.level == level)
            .filter(move |rule| !rule.keys.iter().any(|key| out_of_bounds.contains(key)))
            .filter(move |rule| !(rule.holds)(scenario))
            .map(move |rule| notice(scenario, defaults, rule))
    };
    notices.extend(broken(Level::Error));
    if notices.is_empty() {
        notices.extend(broken(Level::Warning));
    }
    notices
}

/// Whether nothing is wrong: the question of [`validate`] without the words.
pub fn is_legal(scenario: &Scenario) -> bool {
    TABLE
        .iter()
        .all(|parameter| parameter.derived || parameter.accepts((parameter.get)(scenario)))
        && RULES
            .iter()
            .all(|rule| rule.level == Level::Warning || (rule.holds)(scenario))
}

fn notice(scenario: &Scenario, defaults: &Scenario, rule: &'static Rule) -> Notice {
    // Speak to what was chosen, not to what was left as it comes.
    let chosen = |key: &&&str| {
        by_key(key).is_some_and(|parameter| (parameter.get)(scenario) != (parameter.get)(defaults))
    };
    let key = rule.keys.iter().find(chosen).or(rule.keys.first());
    let key = key.copied().unwrap_or("");
    let value = by_key(key).map_or(Value::Unset, |parameter| (parameter.get)(scenario));
    Notice {
        level: rule.level,
        key: key.into(),
        also: rule.keys,
        problem: Problem::Broken {
            rule,
            key,
            value,
            nearest: match rule.level {
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
            let try_all = |good: &dyn Fn(&Scenario) -> bool, step: u64| {
                let mut copy = scenario.clone();
                let mut good = |number: u64| {
                    (parameter.set)(&mut copy, Value::Int(number));
                    good(&copy)
                };
                let floor = value / step * step;
                let below = (0..TRIES)
                    .map_while(|index| floor.checked_sub(step.checked_mul(index)?))
                    .take_while(|number| *number >= min)
                    .find(|number| *number <= max && good(*number));
                let above = (1..TRIES)
                    .map_while(|index| floor.checked_add(step.checked_mul(index)?))
                    .take_while(|number| *number <= max)
                    .find(|number| *number >= min && good(*number));
                let values: Vec<Value> = below.into_iter().chain(above).map(Value::Int).collect();
                values
            };
            let all_of_key = |copy: &Scenario| {
                RULES.iter().all(|other| {
                    other.level == Level::Warning
                        || !other.keys.contains(&key)
                        || (other.holds)(copy)
                })
            };
            let found = try_all(&all_of_key, step(scenario, key));
            if found.is_empty() {
                try_all(&|copy| (rule.holds)(copy), 1)
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

/// How many values are tried on either side before a message does without a suggestion.
const TRIES: u64 = 70_000;

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
