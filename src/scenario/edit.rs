//! One choice at a time, with what depends on it following.

use super::Scenario;
use super::follow::{following, settle};
use super::parameter::{TABLE, Value};

/// A scenario after one choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The scenario, legal.
    pub scenario: Scenario,
    /// What else changed, in the table's order. The chosen key itself is among them where its value had to be another than
    /// the one asked for.
    pub followed: Vec<Followed>,
}

/// A value that changed because another did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Followed {
    /// The key.
    pub key: &'static str,
    /// What it was, or was asked to be.
    pub from: Value,
    /// What it is.
    pub to: Value,
}

/// Sets one value and lets what depends on it follow: the number of GPUs stays a multiple of the domain and of the layout,
/// the batch one of the replicas, and so on. Always ends legal; a value that can't be becomes the nearest that can.
///
/// A drag is a row of edits of the scenario in which it began, so that nothing drifts.
///
/// ```
/// use railyard::scenario::{Scenario, edit, parameter::Value};
/// let edited = edit(&Scenario::default(), "hb", Value::Int(72));
/// assert_eq!(edited.scenario.cluster.hb, 72);
/// // 3,072 is no multiple of 72: the next that suits the layout is 4,608.
/// assert_eq!(edited.scenario.cluster.gpus, 4608);
/// let followed: Vec<&str> = edited.followed.iter().map(|change| change.key).collect();
/// assert_eq!(followed, ["batch", "dp", "gpus"]);
/// ```
pub fn edit(base: &Scenario, key: &str, value: Value) -> Edit {
    let scenario = following(base, key, value);
    let followed = TABLE
        .iter()
        .map(|parameter| Followed {
            key: parameter.key,
            from: if parameter.key == key {
                value
            } else {
                (parameter.get)(base)
            },
            to: (parameter.get)(&scenario),
        })
        .filter(|change| change.from != change.to)
        .collect();
    Edit { scenario, followed }
}

/// A legal scenario near this one; the same one if it is legal.
pub fn nearest_legal(scenario: &Scenario) -> Scenario {
    let mut legal = scenario.clone();
    settle(&mut legal, scenario, "");
    legal
}
