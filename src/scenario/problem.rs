//! What can be wrong with a choice, and how it is said.

use super::Scenario;
use super::parameter::{Kind, Parameter, Value, by_key, parse};
use super::rule::Rule;
use crate::language::Language;
use crate::quantity::Bytes;
use crate::quantity::format::count;
use std::borrow::Cow;
use std::fmt;

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// The choice can't be: there is nothing to compute.
    Error,
    /// The choice can be but is unwise, or harmless to read past.
    Warning,
}

impl Level {
    /// The name in the JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Something to say about a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How much it matters.
    pub level: Level,
    /// The key at whose control it is shown; for a key that does not exist, as it was written.
    pub key: Cow<'static, str>,
    /// The other keys that have a part in it.
    pub also: &'static [&'static str],
    /// What it is.
    pub problem: Problem,
}

impl Notice {
    /// An error at a key.
    pub fn error(key: impl Into<Cow<'static, str>>, problem: Problem) -> Self {
        Self {
            level: Level::Error,
            key: key.into(),
            also: &[],
            problem,
        }
    }

    /// A warning at a key.
    pub fn warning(key: impl Into<Cow<'static, str>>, problem: Problem) -> Self {
        Self {
            level: Level::Warning,
            ..Self::error(key, problem)
        }
    }

    /// What it says, naming the value, what is allowed and the nearest good values.
    pub fn message(&self, language: Language) -> String {
        self.problem.message(language)
    }

    /// Whether it belongs at the control of this key.
    pub fn concerns(&self, key: &str) -> bool {
        self.key == key || self.also.contains(&key)
    }
}

/// What is wrong. Texts that were typed are held shortened and without control characters (see [`shown`]).
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// A key that no parameter has.
    UnknownKey {
        /// As written.
        key: String,
        /// A parameter of a similar name.
        similar: Option<&'static str>,
    },
    /// More unknown keys than are worth a line each.
    MoreUnknownKeys {
        /// How many more.
        more: usize,
    },
    /// A version of the link that is not this one.
    Version {
        /// As written.
        raw: String,
    },
    /// A key that is written twice. The first counts.
    Twice {
        /// The key.
        key: &'static str,
        /// The value that counts.
        first: String,
        /// The value that does not.
        second: String,
    },
    /// Not a number.
    NotANumber {
        /// The key.
        key: &'static str,
        /// As written.
        raw: String,
        /// What was probably meant.
        nearest: Option<Value>,
    },
    /// A number that the parameter does not take.
    OutOfBounds {
        /// The key.
        key: &'static str,
        /// As written.
        raw: String,
        /// The nearest that it takes.
        nearest: Value,
    },
    /// Not one of the names.
    NotAChoice {
        /// The key.
        key: &'static str,
        /// As written.
        raw: String,
        /// A similar name.
        nearest: Option<&'static str>,
    },
    /// Not two GPUs, or not a part of the heatmap.
    NotThisForm {
        /// The key.
        key: &'static str,
        /// As written.
        raw: String,
    },
    /// A data-parallel degree that is not the one that follows.
    Disagrees {
        /// The degree in the link.
        given: u64,
        /// The degree that follows.
        follows: u32,
        /// What it follows from.
        scenario: Box<Scenario>,
    },
    /// More than a GPU's memory holds.
    DoesNotFit {
        /// What a GPU of the fullest stage needs.
        needed: Bytes,
        /// What it has.
        available: Bytes,
    },
    /// Values that don't fit together, or don't fit well.
    Broken {
        /// The rule.
        rule: &'static Rule,
        /// The key that is spoken to.
        key: &'static str,
        /// Its value.
        value: Value,
        /// Values with which it would fit; none for a warning.
        nearest: Vec<Value>,
        /// All the other values.
        scenario: Box<Scenario>,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// What it says, naming the value, what is allowed and the nearest good values.
    pub fn message(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::TraditionalChinese => self.chinese(),
        }
    }

    /// The good values that the message names, the nearest first.
    pub fn nearest(&self) -> Vec<Value> {
        let int = |value: &Value| match value {
            Value::Int(number) => *number,
            _ => 0,
        };
        match self {
            Self::NotANumber { nearest, .. } => nearest.iter().copied().collect(),
            Self::OutOfBounds { nearest, .. } => vec![*nearest],
            Self::NotAChoice { key, nearest, .. } => nearest
                .zip(by_key(key))
                .and_then(|(name, parameter)| parse(parameter, name).ok())
                .into_iter()
                .collect(),
            Self::Disagrees { follows, .. } => vec![Value::Int(u64::from(*follows))],
            Self::Broken { value, nearest, .. } => {
                let mut nearest = nearest.clone();
                nearest.sort_by_key(|good| int(good).abs_diff(int(value)));
                nearest
            }
            Self::UnknownKey { .. }
            | Self::MoreUnknownKeys { .. }
            | Self::Version { .. }
            | Self::Twice { .. }
            | Self::NotThisForm { .. }
            | Self::DoesNotFit { .. } => Vec::new(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::UnknownKey { key, similar } => {
                let hint = similar.map_or(String::new(), |name| format!(" Did you mean {name}?"));
                format!("There is no key {key}.{hint} All other keys count.")
            }
            Self::MoreUnknownKeys { more } => {
                format!("{} more keys are not known.", count(*more as u64))
            }
            Self::Version { raw } => format!(
                "v = {raw}: this page reads version 1 of the link. The keys are read as version 1 and may have meant something else."
            ),
            Self::Twice { key, first, second } => {
                format!("{key} is given twice, as {first} and as {second}; {first} counts.")
            }
            Self::NotANumber { key, raw, nearest } => format!(
                "{key} = {raw} is not {}{}.{}",
                match kind(key) {
                    Some(Kind::Float { .. }) => "a number",
                    _ => "a whole number",
                },
                allowed(key, Language::English),
                nearest.map_or(String::new(), |value| format!(" Nearest: {value}.")),
            ),
            Self::OutOfBounds { key, raw, nearest } => format!(
                "{key} = {raw} is out of bounds{}. Nearest: {}.",
                allowed(key, Language::English),
                nearest.text(),
            ),
            Self::NotAChoice { key, raw, nearest } => format!(
                "{key} = {raw} is not a choice{}.{}",
                allowed(key, Language::English),
                nearest.map_or(String::new(), |name| format!(" Nearest: {name}.")),
            ),
            Self::NotThisForm { key, raw } => format!(
                "{key} = {raw} can't be read{}.",
                allowed(key, Language::English)
            ),
            Self::Disagrees {
                given,
                follows,
                scenario,
            } => format!(
                "dp = {}: {} GPUs divided by {} make {}. Nearest: {follows}.",
                count(*given),
                count(u64::from(scenario.cluster.gpus)),
                product(scenario),
                count(u64::from(*follows)),
            ),
            Self::DoesNotFit { needed, available } => format!(
                "A GPU of the fullest stage needs {} and has {}: it does not fit by {}. Everything is computed as if it did.",
                needed.binary(),
                available.binary(),
                (*needed - *available).binary(),
            ),
            Self::Broken {
                rule,
                key,
                value,
                nearest,
                scenario,
            } => {
                let says = (rule.says)(scenario, Language::English);
                let nearest: Vec<String> = nearest.iter().map(|value| value.text()).collect();
                let hint = if nearest.is_empty() {
                    String::new()
                } else {
                    format!(" Nearest: {}.", nearest.join(" or "))
                };
                format!("{key} = {}: {says}.{hint}", value.text())
            }
        }
    }

    fn chinese(&self) -> String {
        match self {
            Self::UnknownKey { key, similar } => {
                let hint = similar.map_or(String::new(), |name| format!("是不是想寫 {name}？"));
                format!("沒有 {key} 這個鍵。{hint}其他的鍵照常採用。")
            }
            Self::MoreUnknownKeys { more } => {
                format!("另有 {} 個不認得的鍵。", count(*more as u64))
            }
            Self::Version { raw } => {
                format!("v = {raw}：本頁讀的是第 1 版連結。各鍵以第 1 版解讀，原意可能不同。")
            }
            Self::Twice { key, first, second } => {
                format!("{key} 出現兩次，分別是 {first} 與 {second}；採用 {first}。")
            }
            Self::NotANumber { key, raw, nearest } => format!(
                "{key} = {raw} 不是{}{}。{}",
                match kind(key) {
                    Some(Kind::Float { .. }) => "數字",
                    _ => "整數",
                },
                allowed(key, Language::TraditionalChinese),
                nearest.map_or(String::new(), |value| format!("最接近的值：{value}。")),
            ),
            Self::OutOfBounds { key, raw, nearest } => format!(
                "{key} = {raw} 超出範圍{}。最接近的值：{}。",
                allowed(key, Language::TraditionalChinese),
                nearest.text(),
            ),
            Self::NotAChoice { key, raw, nearest } => format!(
                "{key} = {raw} 不在選項之中{}。{}",
                allowed(key, Language::TraditionalChinese),
                nearest.map_or(String::new(), |name| format!("最接近的選項：{name}。")),
            ),
            Self::NotThisForm { key, raw } => format!(
                "{key} = {raw} 無法解讀{}。",
                allowed(key, Language::TraditionalChinese)
            ),
            Self::Disagrees {
                given,
                follows,
                scenario,
            } => format!(
                "dp = {}：{} 顆 GPU 除以 {} 得 {}。最接近的值：{follows}。",
                count(*given),
                count(u64::from(scenario.cluster.gpus)),
                product(scenario),
                count(u64::from(*follows)),
            ),
            Self::DoesNotFit { needed, available } => format!(
                "最滿的階段每顆 GPU 需要 {}，但只有 {}：放不下，超出 {}。各項數字仍照常計算。",
                needed.binary(),
                available.binary(),
                (*needed - *available).binary(),
            ),
            Self::Broken {
                rule,
                key,
                value,
                nearest,
                scenario,
            } => {
                let says = (rule.says)(scenario, Language::TraditionalChinese);
                let nearest: Vec<String> = nearest.iter().map(|value| value.text()).collect();
                let hint = if nearest.is_empty() {
                    String::new()
                } else {
                    format!("最接近的值：{}。", nearest.join(" 或 "))
                };
                format!("{key} = {}：{says}。{hint}", value.text())
            }
        }
    }
}

/// `tp · cp · pp = 8 · 1 · 64`
pub(super) fn product(scenario: &Scenario) -> String {
    let layout = &scenario.layout;
    format!(
        "tp · cp · pp = {} · {} · {}",
        count(u64::from(layout.tp)),
        count(u64::from(layout.cp)),
        count(u64::from(layout.pp)),
    )
}

fn kind(key: &str) -> Option<Kind> {
    by_key(key).map(|parameter| parameter.kind)
}

/// What a parameter takes, to follow a statement: `; allowed: 1 to 1,024`.
fn allowed(key: &str, language: Language) -> String {
    let Some(parameter) = by_key(key) else {
        return String::new();
    };
    let values = values(parameter, language);
    match language {
        Language::English => format!("; allowed: {values}"),
        Language::TraditionalChinese => format!("；可用：{values}"),
    }
}

fn values(parameter: &Parameter, language: Language) -> String {
    let list = |names: Vec<String>| match language {
        Language::English => names.join(", "),
        Language::TraditionalChinese => names.join("、"),
    };
    match (parameter.kind, parameter.bounds()) {
        (Kind::OneOf(numbers), _) => list(numbers.iter().map(|number| count(*number)).collect()),
        (Kind::Choice(choices), _) if choices.len() > 20 => match language {
            Language::English => "tp, cp, dp and pp, each once, joined by “-”".to_owned(),
            Language::TraditionalChinese => "tp、cp、dp、pp 各一次，以「-」相連".to_owned(),
        },
        (Kind::Choice(choices), _) => {
            list(choices.iter().map(|choice| choice.key.to_owned()).collect())
        }
        (Kind::Flag, _) => list(vec!["0".to_owned(), "1".to_owned()]),
        (Kind::Pair, _) => match language {
            Language::English => "two GPUs, as in 0.9".to_owned(),
            Language::TraditionalChinese => "兩顆 GPU，例如 0.9".to_owned(),
        },
        (Kind::Zoom, _) => match language {
            Language::English => "row, column and span, as in 0.512.64".to_owned(),
            Language::TraditionalChinese => "列、欄與寬度，例如 0.512.64".to_owned(),
        },
        (_, Some((min, max))) => match language {
            Language::English => format!("{} to {}", min.text(), max.text()),
            Language::TraditionalChinese => format!("{} 至 {}", min.text(), max.text()),
        },
        (_, None) => String::new(),
    }
}

/// The most characters of a typed text that a message repeats.
const SHOWN: usize = 40;

/// A typed text as a message may repeat it: short, and without characters that control a terminal or the direction of text.
/// An empty text shows as “”.
pub fn shown(text: &str) -> String {
    let mut safe: String = text
        .chars()
        .take(SHOWN)
        .map(|character| match character {
            '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => '\u{fffd}',
            _ if character.is_control() => '\u{fffd}',
            _ => character,
        })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        safe.push('…');
    }
    if safe.trim().is_empty() {
        format!("“{safe}”")
    } else {
        safe
    }
}
