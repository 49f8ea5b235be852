//! What a person can do about a wrong value: the nearest values that are legal with the rest, or the rest fitted to the value.

use crate::scenario::parameter::{self, Parameter, Value};
use crate::scenario::{self, Level, Notice, Problem, Scenario};

/// One way to put something right.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// The value that the parameter gets; `None` where it keeps its own and the rest follows.
    pub value: Option<Value>,
    /// The scenario that comes of it.
    pub scenario: Scenario,
}

/// What can be done at the control of `parameter` about all that is wrong there, each way once.
pub fn remedies(
    draft: &Scenario,
    parameter: &'static Parameter,
    notices: &[Notice],
) -> Vec<Remedy> {
    let mut ways: Vec<Remedy> = Vec::new();
    for way in notices
        .iter()
        .filter(|notice| notice.level == Level::Error)
        .flat_map(|notice| against(draft, parameter, notice))
    {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways.sort_by_key(|way| way.value.is_none());
    ways
}

fn against(draft: &Scenario, parameter: &'static Parameter, notice: &Notice) -> Vec<Remedy> {
    let nearest = if notice.key == parameter.key {
        nearest(parameter, &notice.problem)
    } else {
        vec![]
    };
    let mut ways: Vec<Remedy> = nearest
        .into_iter()
        .filter(|value| parameter.accepts(*value))
        .map(|value| {
            let mut chosen = draft.clone();
            (parameter.set)(&mut chosen, value);
            Remedy {
                value: Some(value),
                scenario: chosen,
            }
        })
        .collect();
    let own = (parameter.get)(draft);
    if matches!(notice.problem, Problem::Broken { .. })
        && parameter.accepts(own)
        && !parameter.derived
    {
        let kept = scenario::edit(draft, parameter.key, own).scenario;
        if (parameter.get)(&kept) == own && scenario::is_legal(&kept) {
            ways.push(Remedy {
                value: None,
                scenario: kept,
            });
        }
    }
    ways
}

/// The values that a message names as the nearest.
fn nearest(parameter: &'static Parameter, problem: &Problem) -> Vec<Value> {
    match problem {
        Problem::NotANumber { nearest, .. } => nearest.iter().copied().collect(),
        Problem::OutOfBounds { nearest, .. } => vec![*nearest],
        Problem::NotAChoice { nearest, .. } => nearest
            .and_then(|name| parameter::parse(parameter, name).ok())
            .into_iter()
            .collect(),
        Problem::Broken { nearest, .. } => nearest.clone(),
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_key(key: &str) -> &'static Parameter {
        parameter::by_key(key).expect("a key")
    }

    #[test]
    fn every_way_out_of_a_contradiction_leads_to_a_legal_run() {
        for (key, value) in [
            ("gpus", 3001),
            ("pp", 100),
            ("tp", 7),
            ("hb", 7),
            ("radix", 7),
            ("batch", 1001),
        ] {
            let parameter = by_key(key);
            let mut draft = Scenario::default();
            (parameter.set)(&mut draft, Value::Int(value));
            let notices = scenario::validate(&draft);
            assert!(
                notices.iter().any(|notice| notice.key == key),
                "{key} = {value} is wrong"
            );
            let ways = remedies(&draft, parameter, &notices);
            assert!(!ways.is_empty(), "{key} = {value}");
            for way in ways {
                assert!(
                    scenario::is_legal(&way.scenario),
                    "{key} = {value}: {:?}",
                    way.value
                );
                match way.value {
                    Some(better) => assert_eq!((parameter.get)(&way.scenario), better),
                    None => assert_eq!((parameter.get)(&way.scenario), Value::Int(value)),
                }
            }
        }
    }

    #[test]
    fn a_text_of_a_link_that_could_not_be_read_has_its_nearest_value() {
        let reading = scenario::link::read("#v=1&radix=1000000");
        let ways = remedies(&reading.chosen, by_key("radix"), &reading.notices);
        assert_eq!(ways.len(), 1);
        assert!(ways[0].value.is_some());
    }
}
