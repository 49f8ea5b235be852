//! One choice at a time, with what depends on it following.

use super::follow::{following, settle};
use super::parameter::{TABLE, Value, by_key};
use super::{Level, Scenario, validate};
use crate::language::Language;

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

impl Followed {
    /// For people: what changed from what to what.
    ///
    /// ```
    /// use railyard::language::Language;
    /// use railyard::scenario::{Scenario, edit, parameter::Value};
    /// let edited = edit(&Scenario::default(), "pp", Value::Int(128));
    /// assert_eq!(edited.followed[0].text(Language::English), "Data parallel (DP) 6 → 3");
    /// ```
    pub fn text(&self, language: Language) -> String {
        let Some(parameter) = by_key(self.key) else {
            return String::new();
        };
        format!(
            "{} {} → {}",
            parameter.label.get(language),
            parameter.text(self.from, language),
            parameter.text(self.to, language)
        )
    }
}

/// A legal scenario near this one; the same one if it is legal. As long as a notice names good values, the nearest of them is
/// taken, so that this is what the messages promise.
///
/// ```
/// use railyard::scenario::{Scenario, nearest_legal};
/// let mut scenario = Scenario::default();
/// scenario.layout.pp = 100;
/// assert_eq!(nearest_legal(&scenario).layout.pp, 96);
/// ```
pub fn nearest_legal(scenario: &Scenario) -> Scenario {
    let mut legal = scenario.clone();
    for _ in 0..MOST_PROMISES {
        let notices = validate(&legal);
        let promise = notices
            .iter()
            .filter(|notice| notice.level == Level::Error)
            .find_map(|notice| Some((by_key(&notice.key)?, *notice.problem.nearest().first()?)));
        match promise {
            Some((parameter, value)) => (parameter.set)(&mut legal, value),
            None => break,
        }
    }
    settle(&mut legal, scenario, "");
    legal
}

/// How many notices are followed before whatever is left is settled by the order of precedence.
const MOST_PROMISES: usize = 8;
