//! The scenario as the command prints it.

use super::parameter::{TABLE, Value};
use super::{Scenario, link};
use serde_json::Map;

/// Every key of the link with its value in force, spelled as in the link, and `link`: the canonical link. A choice that is
/// open is absent, but for the language, which is then `en`.
pub fn json(scenario: &Scenario) -> Map<String, serde_json::Value> {
    let mut map = Map::new();
    for parameter in TABLE {
        let value = match (parameter.get)(scenario) {
            Value::Int(number) => number.into(),
            Value::Float(number) => number.into(),
            Value::Choice(name) => name.into(),
            Value::Flag(yes) => u8::from(yes).into(),
            value @ (Value::Pair(..) | Value::Zoom(_)) => value.to_string().into(),
            Value::Unset if parameter.key == "lang" => "en".into(),
            Value::Unset => continue,
        };
        map.insert(parameter.key.to_owned(), value);
    }
    map.insert("link".to_owned(), link::write(scenario).into());
    map
}
