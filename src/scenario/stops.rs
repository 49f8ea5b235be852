//! Where sliders stop.

use super::Scenario;
use super::follow::following;
use super::parameter::{Kind, Parameter, Stops, Value, by_key};
use super::validate::step;

/// Keys that a slider does not move on the side: what would is no stop. (A model brings everything; that is what it is for.)
const STAY: [&str; 8] = [
    "layers",
    "hidden",
    "heads",
    "seq",
    "sequence_parallel",
    "cp",
    "hb",
    "order",
];

/// The values that a control offers for a key given the rest, ascending, the present one among them. Each gives a legal
/// scenario through [`edit`](super::edit) and arrives there as it is. Empty for what only a field can say.
///
/// ```
/// use railyard::scenario::{Scenario, parameter::Value, stops};
/// let tp = stops(&Scenario::default(), "tp");
/// // Divisors of the 160 heads.
/// assert_eq!(tp[..6], [1, 2, 4, 5, 8, 10].map(Value::Int));
/// ```
pub fn stops(scenario: &Scenario, key: &str) -> Vec<Value> {
    let Some(parameter) = by_key(key).filter(|parameter| !parameter.derived) else {
        return Vec::new();
    };
    let present = (parameter.get)(scenario);
    let mut values: Vec<Value> = candidates(scenario, parameter);
    if values.is_empty() {
        return values;
    }
    values.retain(|value| *value == present || arrives(scenario, parameter, *value));
    if !values.contains(&present) && present != Value::Unset {
        let at = values
            .iter()
            .position(|value| number(*value) > number(present))
            .unwrap_or(values.len());
        values.insert(at, present);
    }
    values
}

fn candidates(scenario: &Scenario, parameter: &Parameter) -> Vec<Value> {
    let values: Vec<Value> = match (parameter.kind, parameter.stops) {
        (Kind::Choice(choices), _) => choices
            .iter()
            .map(|choice| Value::Choice(choice.key))
            .collect(),
        (Kind::Flag, _) => vec![Value::Flag(false), Value::Flag(true)],
        (Kind::OneOf(numbers), _) => numbers.iter().copied().map(Value::Int).collect(),
        (_, Stops::Integers(numbers)) => numbers.iter().copied().map(Value::Int).collect(),
        (_, Stops::Floats(numbers)) => numbers.iter().copied().map(Value::Float).collect(),
        (_, Stops::Multiples(factors)) => {
            let unit = step(scenario, parameter.key);
            factors
                .iter()
                .map(|factor| Value::Int(unit.saturating_mul(*factor)))
                .collect()
        }
        (_, Stops::None) => Vec::new(),
    };
    values
        .into_iter()
        .filter(|value| parameter.accepts(*value))
        .collect()
}

/// Whether a value can be had without moving what should stay.
fn arrives(scenario: &Scenario, parameter: &Parameter, value: Value) -> bool {
    let after = following(scenario, parameter.key, value);
    (parameter.get)(&after) == value
        && (parameter.key != "pp" || after.stages_are_even())
        && (parameter.key == "model"
            || STAY.iter().all(|key| {
                *key == parameter.key
                    || by_key(key).is_none_or(|other| (other.get)(&after) == (other.get)(scenario))
            }))
}

fn number(value: Value) -> f64 {
    match value {
        Value::Int(number) => number as f64,
        Value::Float(number) => number,
        _ => 0.0,
    }
}
