//! Generators of scenarios, made from the parameter table, so that a new parameter is tested as soon as it is an entry.

// Each test binary uses its part of it.
#![allow(dead_code)]

use proptest::prelude::*;
use railyard::scenario::parameter::{Kind, TABLE, Value};
use railyard::scenario::{Model, Scenario, Zoom, edit, nearest_legal, stops};

/// A value that the parameter takes by itself, made of two random numbers.
fn value(kind: Kind, optional: bool, a: u64, b: u64) -> Value {
    if optional && a.is_multiple_of(3) {
        return Value::Unset;
    }
    match kind {
        Kind::Integer { min, max } => Value::Int(min + a % (max - min + 1)),
        Kind::Float { min, max, .. } => {
            // All kinds of fractions, and the bounds themselves.
            let share = (b % 1_000_003) as f64 / 1_000_002.0;
            Value::Float((min + share * (max - min)).clamp(min, max))
        }
        Kind::OneOf(numbers) => Value::Int(numbers[a as usize % numbers.len()]),
        Kind::Choice(choices) => Value::Choice(choices[a as usize % choices.len()].key),
        Kind::Flag => Value::Flag(a.is_multiple_of(2)),
        Kind::Pair => Value::Pair(a as u32, b as u32),
        Kind::Zoom => Value::Zoom(Zoom {
            row: a as u32,
            column: b as u32,
            span: (a as u32).max(1),
        }),
    }
}

/// Any scenario within the bounds of the table, whether or not its values fit together.
pub fn within_bounds() -> impl Strategy<Value = Scenario> {
    let numbers = proptest::collection::vec((any::<u64>(), any::<u64>(), 0u8..4), TABLE.len());
    (0..Model::ALL.len(), numbers).prop_map(|(model, numbers)| {
        let mut scenario = Scenario::preset(Model::ALL[model]);
        for (parameter, (a, b, some)) in TABLE.iter().zip(numbers) {
            if some == 0 && parameter.key != "model" {
                (parameter.set)(
                    &mut scenario,
                    value(parameter.kind, parameter.optional, a, b),
                );
            }
        }
        scenario
    })
}

/// Legal scenarios: half of them the nearest to any scenario within the bounds, half of them what a person reaches from a
/// published run by moving a few sliders.
pub fn legal() -> impl Strategy<Value = Scenario> {
    prop_oneof![
        within_bounds().prop_map(|scenario| nearest_legal(&scenario)),
        moved_sliders()
    ]
}

/// What a person reaches from a published run by moving a few sliders.
pub fn moved_sliders() -> impl Strategy<Value = Scenario> {
    let moves = proptest::collection::vec((0..TABLE.len(), any::<prop::sample::Index>()), 0..8);
    (0..Model::ALL.len(), moves).prop_map(|(model, moves)| {
        let mut scenario = Scenario::preset(Model::ALL[model]);
        for (parameter, stop) in moves {
            let key = TABLE[parameter].key;
            let values = stops(&scenario, key);
            if !values.is_empty() {
                scenario = edit(&scenario, key, values[stop.index(values.len())]).scenario;
            }
        }
        scenario
    })
}
