//! The link: one scenario, one text. Read tolerantly, written in one way.
//!
//! ```
//! use railyard::scenario::link;
//! let reading = link::read("https://example.org/railyard/#v=1&gpus=32768&hb=256&radix=128");
//! assert!(reading.notices.is_empty());
//! assert_eq!(reading.chosen.cluster.gpus, 32_768);
//! assert_eq!(link::write(&reading.chosen), "#v=1&gpus=32768&hb=256&radix=128");
//! ```

use super::parameter::{self, Parameter, TABLE, Value, by_key};
use super::problem::{Notice, Problem, shown};
use super::{Model, Scenario};
use std::borrow::Cow;

/// The version of the link that is read and written.
pub const VERSION: &str = "1";

/// What a link says.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The scenario, with every value that could be read. Whether its values fit together is another question, see
    /// [`validate`](super::validate).
    pub chosen: Scenario,
    /// What could not be read.
    pub notices: Vec<Notice>,
}

/// How many unknown keys get a notice of their own.
const MOST_UNKNOWN: usize = 8;

/// Reads a link: a whole address, its fragment with or without `#`, or its query. Where both have a key, the fragment's
/// counts. Percent-encoding, also of the separators, and punctuation of the sentence around the link are read past.
pub fn read(text: &str) -> Reading {
    let text = unwrapped(text);
    let (query, fragment) = parts(&text);
    let (query, fragment) = (decoded(query), decoded(fragment));
    let mut given = Given::default();
    given.add(&fragment, Part::Fragment);
    given.add(&query, Part::Query);
    given.reading()
}

/// The canonical link: `#v=1` and, in the table's order, what differs from what would follow anyway.
pub fn write(scenario: &Scenario) -> String {
    let defaults = scenario.defaults();
    let mut link = format!("#v={VERSION}");
    for parameter in TABLE.iter().filter(|parameter| !parameter.derived) {
        let value = (parameter.get)(scenario);
        if value != (parameter.get)(&defaults) {
            link.push('&');
            link.push_str(parameter.key);
            link.push('=');
            link.push_str(&value.to_string());
        }
    }
    link
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Fragment,
    Query,
}

/// The pairs of a link, as far as they can be told apart.
#[derive(Default)]
struct Given<'a> {
    /// The first value of every parameter, and where it stands.
    values: Vec<(&'static Parameter, &'a str, Part)>,
    notices: Vec<Notice>,
    unknown: usize,
    has_fragment: bool,
}

impl<'a> Given<'a> {
    fn add(&mut self, pairs: &'a str, part: Part) {
        for pair in pairs.split('&').filter(|pair| !pair.trim().is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let key = key.trim();
            // `&amp;` in a link that went through HTML.
            let key = key.strip_prefix("amp;").unwrap_or(key);
            self.has_fragment |= part == Part::Fragment;
            if key == "v" {
                self.version(value.trim());
            } else if let Some(parameter) = by_key(key) {
                self.known(parameter, value.trim(), part);
            } else if part == Part::Fragment || !appended_by_others(key) {
                self.unknown(key, part);
            }
        }
    }

    fn version(&mut self, value: &str) {
        let told = self.notices.iter().any(|notice| notice.key == "v");
        if value != VERSION && !told {
            self.notices
                .push(Notice::error("v", Problem::Version { raw: shown(value) }));
        }
    }

    fn known(&mut self, parameter: &'static Parameter, value: &'a str, part: Part) {
        let key = parameter.key;
        match self.values.iter().find(|(known, ..)| known.key == key) {
            None => self.values.push((parameter, value, part)),
            // The fragment wins over the query: what is overruled is no matter of notice.
            Some((_, _, first)) if *first != part => {}
            Some((_, first, _)) => {
                let told = self
                    .notices
                    .iter()
                    .any(|notice| matches!(&notice.problem, Problem::Twice { key: twice, .. } if *twice == key));
                if !told {
                    let problem = Problem::Twice {
                        key,
                        first: shown(first),
                        second: shown(value),
                    };
                    self.notices.push(if *first == value {
                        Notice::warning(key, problem)
                    } else {
                        Notice::error(key, problem)
                    });
                }
            }
        }
    }

    fn unknown(&mut self, key: &str, part: Part) {
        self.unknown += 1;
        if self.unknown > MOST_UNKNOWN {
            return;
        }
        let written = shown(key);
        let problem = Problem::UnknownKey {
            key: written.clone(),
            similar: parameter::similar(key, TABLE.iter().map(|parameter| parameter.key)),
        };
        // Beside a fragment, the query belongs to whoever serves or shares the page.
        self.notices
            .push(if part == Part::Query && self.has_fragment {
                Notice::warning(written, problem)
            } else {
                Notice::error(written, problem)
            });
    }

    fn reading(mut self) -> Reading {
        if let Some(more) = self.unknown.checked_sub(MOST_UNKNOWN)
            && more > 0
        {
            self.notices
                .push(Notice::error("link", Problem::MoreUnknownKeys { more }));
        }
        let mut chosen: Vec<(&'static str, Value)> = Vec::new();
        for parameter in TABLE {
            if let Some((_, raw, _)) = self
                .values
                .iter()
                .find(|(known, ..)| known.key == parameter.key)
            {
                match parameter::parse(parameter, raw) {
                    Ok(value) => chosen.push((parameter.key, value)),
                    Err(problem) => self.notices.push(Notice::error(parameter.key, problem)),
                }
            }
        }
        let model = chosen
            .iter()
            .find_map(|(key, value)| match value {
                Value::Choice(name) if *key == "model" => Model::from_key(name),
                _ => None,
            })
            .unwrap_or(Model::Gpt1t);
        let scenario = Scenario::with_chosen(model, &chosen);
        for (key, value) in chosen {
            if let Value::Int(given) = value
                && key == "dp"
                && let Some(follows) = scenario.exact_dp()
                && given != u64::from(follows)
            {
                self.notices.push(Notice {
                    also: &["gpus", "tp", "cp", "pp"],
                    ..Notice::error(
                        key,
                        Problem::Disagrees {
                            given,
                            follows,
                            scenario: Box::new(scenario.clone()),
                        },
                    )
                });
            }
        }
        Reading {
            chosen: scenario,
            notices: self.notices,
        }
    }
}

/// Keys that mail programs and social networks add to an address's query to follow it.
fn appended_by_others(key: &str) -> bool {
    key.starts_with("utm_") || key.ends_with("clid") || key == "ref"
}

/// The text without what a sentence puts around a link.
fn unwrapped(text: &str) -> Cow<'_, str> {
    let text = without_closing(text);
    let written_out = |text: &str| text.contains(['#', '?', '=', '&']);
    if text.contains('%') && !written_out(text) {
        // The separators themselves are encoded.
        Cow::Owned(decoded(text))
    } else {
        Cow::Borrowed(text)
    }
}

fn without_closing(text: &str) -> &str {
    const CLOSING: &[char] = &[
        '.', ',', ';', ':', '!', '?', ')', ']', '}', '>', '"', '\'', '’', '”', '。', '，', '；',
        '：', '！', '？', '）', '」', '』', '、', '》',
    ];
    text.trim_matches(|character: char| character.is_whitespace() || character.is_control())
        .trim_end_matches(CLOSING)
}

/// The query and the fragment. Bare pairs count as a fragment, a bare address as neither.
fn parts(text: &str) -> (&str, &str) {
    const OPENING: &[char] = &['#', '?', '!', '/', '&'];
    let query = |text: &'_ str| text.find('?').map(|at| at + 1);
    if let Some((before, fragment)) = text.split_once('#') {
        let query = query(before).map_or("", |at| &before[at..]);
        (query, fragment.trim_start_matches(OPENING))
    } else if let Some(at) = query(text) {
        (&text[at..], "")
    } else {
        let name = text.split('=').next().unwrap_or(text);
        let address = name.contains('/') || name.ends_with(".html");
        ("", if address { "" } else { text })
    }
}

/// The text with percent-encoding undone, and undone again where it was encoded twice; what is no encoding stays.
fn decoded(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..3 {
        if !text.contains('%') {
            break;
        }
        let once = decoded_once(&text);
        let done = once.contains('=') || once == text;
        text = once;
        if done {
            break;
        }
    }
    without_closing(&text).to_owned()
}

fn decoded_once(text: &str) -> String {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| (*byte as char).to_digit(16));
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'%'
            && let Some(high) = digit(bytes.get(at + 1))
            && let Some(low) = digit(bytes.get(at + 2))
        {
            plain.push((high * 16 + low) as u8);
            at += 3;
        } else {
            plain.push(*byte);
            at += 1;
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}
