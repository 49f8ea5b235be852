//! Choices: what can be stays, what can't becomes the nearest that can, and no slider ever leads to what can't be.

mod generate;

use generate::{legal, moved_sliders, within_bounds};
use proptest::prelude::*;
use railyard::language::Language;
use railyard::scenario::parameter::{TABLE, Value};
use railyard::scenario::{
    Level, Model, Scenario, edit, example, is_legal, nearest_legal, stops, validate,
};
use railyard::workload::Workload;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_stop_of_every_slider_is_legal(scenario in legal()) {
        prop_assert!(is_legal(&scenario), "{:?}", validate(&scenario));
        for parameter in TABLE {
            let present = (parameter.get)(&scenario);
            let values = stops(&scenario, parameter.key);
            prop_assert!(
                values.is_empty() || values.contains(&present) || present == Value::Unset,
                "{} lacks {:?}", parameter.key, present
            );
            for value in values {
                let edited = edit(&scenario, parameter.key, value).scenario;
                prop_assert!(is_legal(&edited), "{} = {}: {:?}", parameter.key, value, validate(&edited));
                prop_assert_eq!((parameter.get)(&edited), value, "{}", parameter.key);
            }
        }
    }

    #[test]
    fn the_present_stop_changes_nothing(scenario in moved_sliders()) {
        for parameter in TABLE.iter().filter(|parameter| !["model", "gpu"].contains(&parameter.key)) {
            let present = (parameter.get)(&scenario);
            let edited = edit(&scenario, parameter.key, present);
            prop_assert_eq!(&edited.scenario, &scenario, "{}", parameter.key);
            prop_assert!(edited.followed.is_empty());
        }
    }
}

proptest! {
    #[test]
    fn what_cannot_be_has_a_message_and_a_neighbour_that_can(scenario in within_bounds()) {
        let notices = validate(&scenario);
        let wrong = notices.iter().any(|notice| notice.level == Level::Error);
        prop_assert_eq!(wrong, !is_legal(&scenario));
        for notice in &notices {
            prop_assert!(!notice.message(Language::English).is_empty());
            prop_assert!(!notice.message(Language::TraditionalChinese).is_empty());
        }
        let legal = nearest_legal(&scenario);
        prop_assert!(is_legal(&legal), "{:?}", validate(&legal));
        prop_assert_eq!(wrong, legal != scenario);
        prop_assert_eq!(nearest_legal(&legal), legal);
    }

    #[test]
    fn any_typed_value_ends_legal(scenario in legal(), parameter in 0..TABLE.len(), number in any::<u64>(), small in 0u64..300) {
        for value in [
            Value::Int(number), Value::Int(small), Value::Float(small as f64 / 7.0), Value::Float(f64::NAN), Value::Flag(true),
            Value::Choice("no such"), Value::Pair(number as u32, 0), Value::Unset,
        ] {
            let edited = edit(&scenario, TABLE[parameter].key, value).scenario;
            prop_assert!(is_legal(&edited), "{} = {:?}: {:?}", TABLE[parameter].key, value, validate(&edited));
        }
    }
}

#[test]
fn values_that_no_link_can_say_are_still_no_panic() {
    let mut scenario = Scenario::default();
    for parameter in TABLE {
        for value in [
            Value::Int(0),
            Value::Float(f64::NAN),
            Value::Float(f64::INFINITY),
            Value::Float(-1.0),
        ] {
            (parameter.set)(&mut scenario, value);
        }
    }
    assert!(!validate(&scenario).is_empty());
    let legal = nearest_legal(&scenario);
    assert!(is_legal(&legal), "{:?}", validate(&legal));
}

#[test]
fn published_runs_and_examples_fit_their_memory() {
    let runs = Model::ALL.iter().map(|model| Scenario::preset(*model));
    let examples = example::EXAMPLES.iter().map(|example| example.scenario());
    for scenario in runs.chain(examples) {
        let workload = Workload::of(&scenario);
        assert!(
            workload.fits,
            "{scenario:?} needs {}",
            workload.memory.total().binary()
        );
    }
}
