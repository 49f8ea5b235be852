//! Reading what was typed into one control, or written behind one key of a link.

use super::{Kind, Parameter, Value};
use crate::scenario::Zoom;
use crate::scenario::problem::{Problem, shown};

/// No number of the table is longer; what is, is out of bounds or an attempt at something.
const LONGEST_NUMBER: usize = 64;

/// The value that `text` says, if it is one that the parameter takes by itself. Spaces around it don't matter. An optional
/// parameter is left open by an empty text.
///
/// ```
/// use railyard::scenario::parameter::{by_key, parse, Value};
/// let gpus = by_key("gpus").ok_or("no such key")?;
/// assert_eq!(parse(gpus, " 4096 "), Ok(Value::Int(4096)));
/// let problem = parse(gpus, "3,072").unwrap_err();
/// assert_eq!(
///     problem.to_string(),
///     "gpus = 3,072 is not a whole number; allowed: 1 to 1,048,576. Nearest: 3072."
/// );
/// # Ok::<(), &str>(())
/// ```
pub fn parse(parameter: &Parameter, text: &str) -> Result<Value, Problem> {
    let text = text.trim();
    let key = parameter.key;
    if parameter.optional && text.is_empty() {
        return Ok(Value::Unset);
    }
    match parameter.kind {
        Kind::Integer { .. } | Kind::OneOf(_) => match whole(text) {
            Some(number) => bounded(parameter, text, Value::Int(number)),
            None if text.starts_with('-') && whole(&text[1..]).is_some() => {
                Err(out_of_bounds(parameter, text, Value::Int(0)))
            }
            None => Err(Problem::NotANumber {
                key,
                raw: shown(text),
                nearest: meant(text).and_then(|number| {
                    // A fraction is rounded; what is below zero or above u64 is clamped by the cast.
                    parameter.nearest(Value::Int(number.round() as u64))
                }),
            }),
        },
        Kind::Float { .. } => match measure(text) {
            Some(number) => bounded(parameter, text, Value::Float(number)),
            None if text.starts_with('-') && measure(&text[1..]).is_some() => {
                Err(out_of_bounds(parameter, text, Value::Float(0.0)))
            }
            None => Err(Problem::NotANumber {
                key,
                raw: shown(text),
                nearest: meant(text).and_then(|number| parameter.nearest(Value::Float(number))),
            }),
        },
        Kind::Choice(choices) => choices
            .iter()
            .find(|choice| choice.key == text)
            .map(|choice| Value::Choice(choice.key))
            .ok_or_else(|| Problem::NotAChoice {
                key,
                raw: shown(text),
                nearest: similar(text, choices.iter().map(|choice| choice.key)),
            }),
        Kind::Flag => match text {
            "1" => Ok(Value::Flag(true)),
            "0" => Ok(Value::Flag(false)),
            _ => Err(Problem::NotAChoice {
                key,
                raw: shown(text),
                nearest: match text.to_ascii_lowercase().as_str() {
                    "true" | "on" | "yes" => Some("1"),
                    "false" | "off" | "no" => Some("0"),
                    _ => None,
                },
            }),
        },
        Kind::Pair => match numbers(text) {
            Some([from, to]) => Ok(Value::Pair(from, to)),
            None => Err(Problem::NotThisForm {
                key,
                raw: shown(text),
            }),
        },
        Kind::Zoom => match numbers(text) {
            Some([row, column, span]) if span > 0 => Ok(Value::Zoom(Zoom { row, column, span })),
            _ => Err(Problem::NotThisForm {
                key,
                raw: shown(text),
            }),
        },
    }
}

fn bounded(parameter: &Parameter, text: &str, value: Value) -> Result<Value, Problem> {
    if parameter.accepts(value) {
        Ok(value)
    } else {
        Err(out_of_bounds(parameter, text, value))
    }
}

fn out_of_bounds(parameter: &Parameter, text: &str, value: Value) -> Problem {
    Problem::OutOfBounds {
        key: parameter.key,
        raw: shown(text),
        nearest: parameter.nearest(value).unwrap_or(value),
    }
}

/// Digits alone. More than fit are the greatest number there is.
fn whole(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(u64::MAX))
}

/// Digits, perhaps a point and digits, perhaps an exponent. Infinite where it is too large for a number.
fn measure(text: &str) -> Option<f64> {
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (
            mantissa,
            Some(exponent.strip_prefix('-').unwrap_or(exponent)),
        ),
        None => (text, None),
    };
    let (before, after) = match mantissa.split_once('.') {
        Some((before, after)) => (before, Some(after)),
        None => (mantissa, None),
    };
    if plain(before) && after.is_none_or(plain) && exponent.is_none_or(plain) {
        text.parse().ok()
    } else {
        None
    }
}

/// The number that a text was probably meant to be: separators, spaces, a plus sign and full-width digits are read past.
fn meant(text: &str) -> Option<f64> {
    if text.chars().nth(LONGEST_NUMBER).is_some() {
        return None;
    }
    let plain: String = text
        .chars()
        .filter(|character| !matches!(character, ',' | '_' | '+' | '\'' | ' ' | '，'))
        .map(|character| match character {
            '０'..='９' => {
                char::from_digit(character as u32 - '０' as u32, 10).unwrap_or(character)
            }
            '．' => '.',
            _ => character,
        })
        .collect();
    match plain.strip_prefix('-') {
        Some(rest) => measure(rest).map(|number| -number),
        None => measure(&plain),
    }
}

/// Exactly `N` numbers joined by points.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let mut parsed = [0; N];
    let mut parts = text.split('.');
    for slot in &mut parsed {
        *slot = u32::try_from(whole(parts.next()?)?).ok()?;
    }
    parts.next().is_none().then_some(parsed)
}

/// The name that `text` is nearest to, if it is near: letters left out, added, changed or in the wrong case.
pub(in crate::scenario) fn similar(
    text: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    if text.chars().nth(1).is_none() || text.chars().nth(LONGEST_NUMBER).is_some() {
        return None;
    }
    let text = text.to_lowercase().replace(['_', ' '], "-");
    names
        .map(|name| {
            (
                distance(&text, &name.to_lowercase().replace('_', "-")),
                name,
            )
        })
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= 2.max(name.len() / 3) && *distance < name.len())
        .map(|(_, name)| name)
}

/// The Levenshtein distance of two short texts.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
