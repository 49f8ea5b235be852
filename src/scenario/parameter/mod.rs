//! The one table of parameters. Sliders, the link, messages, documentation and the generators of tests are read from it, so
//! adding a parameter is one [`Parameter`] entry in the file of its group, and nothing else.
//!
//! ```
//! use railyard::language::Language;
//! use railyard::scenario::{Scenario, parameter::{self, Value}};
//!
//! let radix = parameter::by_key("radix").ok_or("no such key")?;
//! let mut scenario = Scenario::default();
//! (radix.set)(&mut scenario, Value::Int(128));
//! assert_eq!(scenario.network.radix, 128);
//! assert_eq!(radix.label.get(Language::English), "Switch radix");
//! # Ok::<(), &str>(())
//! ```

mod accounting;
mod cluster;
mod layout;
mod network;
mod parse;
mod presentation;
mod prices;
mod training;
mod workload;

use super::choice::Choice;
use super::{Scenario, Zoom};
use crate::language::{Bilingual, Language};
use crate::quantity::format;
use std::fmt;

pub use parse::parse;
pub(in crate::scenario) use parse::similar;

/// The value of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Nothing chosen, which only an optional parameter can say.
    Unset,
    /// A count.
    Int(u64),
    /// A measure.
    Float(f64),
    /// A name among a few, as in a link.
    Choice(&'static str),
    /// Yes or no; `1` or `0` in a link.
    Flag(bool),
    /// Two GPUs.
    Pair(u32, u32),
    /// A part of the heatmap.
    Zoom(Zoom),
}

impl fmt::Display for Value {
    /// As in a link: plain digits, no separators; the shortest decimals that read back as the same number.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unset => Ok(()),
            Self::Int(number) => write!(out, "{number}"),
            Self::Float(number) => write!(out, "{number}"),
            Self::Choice(name) => out.write_str(name),
            Self::Flag(yes) => out.write_str(if *yes { "1" } else { "0" }),
            Self::Pair(from, to) => write!(out, "{from}.{to}"),
            Self::Zoom(zoom) => write!(out, "{}.{}.{}", zoom.row, zoom.column, zoom.span),
        }
    }
}

impl Value {
    /// For people: thousands separators, everything else as in a link.
    pub fn text(self) -> String {
        match self {
            Self::Int(number) => format::count(number),
            Self::Float(number) => format::decimal(number),
            other => other.to_string(),
        }
    }
}

/// A group of parameters, as in the contract of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// The model and its shape.
    Workload,
    /// Batch, precision and memory-saving choices.
    Training,
    /// Parallel layout and placement.
    Layout,
    /// GPUs and HB domains.
    Cluster,
    /// The network beyond the HB domains.
    Network,
    /// Conventions by which bytes are counted.
    Accounting,
    /// Unit prices and powers.
    Prices,
    /// What is shown, and how.
    Presentation,
}

impl Group {
    /// Every group, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::Workload,
        Self::Training,
        Self::Layout,
        Self::Cluster,
        Self::Network,
        Self::Accounting,
        Self::Prices,
        Self::Presentation,
    ];

    /// The heading of the group.
    pub const fn label(self) -> Bilingual {
        match self {
            Self::Workload => Bilingual::new("Model", "模型"),
            Self::Training => Bilingual::new("Training", "訓練"),
            Self::Layout => Bilingual::new("Parallel layout", "平行配置"),
            Self::Cluster => Bilingual::new("Cluster", "叢集"),
            Self::Network => Bilingual::new("Network", "網路"),
            Self::Accounting => Bilingual::new("How bytes are counted", "位元組的計算慣例"),
            Self::Prices => Bilingual::new("Prices and power", "價格與功率"),
            Self::Presentation => Bilingual::new("Display", "顯示"),
        }
    }
}

/// What values a parameter takes by itself. What they must fit with is the business of
/// [`validate`](super::validate::validate).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Whole numbers.
    Integer {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// Numbers.
    Float {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
        /// The step of a number field.
        step: f64,
    },
    /// One of a few whole numbers.
    OneOf(&'static [u64]),
    /// One of a few names.
    Choice(&'static [Choice]),
    /// `0` or `1`.
    Flag,
    /// Two GPUs, `source.destination`.
    Pair,
    /// A part of the heatmap, `row.column.span`.
    Zoom,
}

/// Where a slider stops, before the stops that don't fit with the rest are taken out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stops {
    /// No slider: the values of the kind where they are few, else a number field alone.
    None,
    /// Whole numbers that are worth a look.
    Integers(&'static [u64]),
    /// Numbers that are worth a look.
    Floats(&'static [f64]),
    /// The multiples of what the others ask for by these factors.
    Multiples(&'static [u64]),
}

/// One parameter: everything that is known of a key of the link but how it fits with the others.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name in a link and in the JSON; kept for ever.
    pub key: &'static str,
    /// Where it stands.
    pub group: Group,
    /// What values it takes.
    pub kind: Kind,
    /// Where its slider stops.
    pub stops: Stops,
    /// The unit behind a number; empty for a bare count.
    pub unit: Bilingual,
    /// A short name for people.
    pub label: Bilingual,
    /// One or two sentences for a student.
    pub help: Bilingual,
    /// Whether it may be left open ([`Value::Unset`]).
    pub optional: bool,
    /// Whether it follows from the others: it can be read and must agree, but is neither set nor written.
    pub derived: bool,
    /// The value in a scenario.
    pub get: fn(&Scenario) -> Value,
    /// Puts a value into a scenario. A value of another kind changes nothing; bounds are checked by [`Parameter::accepts`].
    pub set: fn(&mut Scenario, Value),
}

impl Parameter {
    /// The least and the greatest value of a number.
    pub fn bounds(&self) -> Option<(Value, Value)> {
        match self.kind {
            Kind::Integer { min, max } => Some((Value::Int(min), Value::Int(max))),
            Kind::Float { min, max, .. } => Some((Value::Float(min), Value::Float(max))),
            Kind::OneOf(values) => {
                Some((Value::Int(*values.first()?), Value::Int(*values.last()?)))
            }
            Kind::Choice(_) | Kind::Flag | Kind::Pair | Kind::Zoom => None,
        }
    }

    /// The step of a number field.
    pub fn step(&self) -> f64 {
        match self.kind {
            Kind::Float { step, .. } => step,
            _ => 1.0,
        }
    }

    /// Whether the value is of this kind and within its bounds.
    pub fn accepts(&self, value: Value) -> bool {
        match (self.kind, value) {
            (Kind::Integer { min, max }, Value::Int(number)) => (min..=max).contains(&number),
            (Kind::Float { min, max, .. }, Value::Float(number)) => (min..=max).contains(&number),
            (Kind::OneOf(values), Value::Int(number)) => values.contains(&number),
            (Kind::Choice(choices), Value::Choice(name)) => {
                choices.iter().any(|choice| choice.key == name)
            }
            (Kind::Flag, Value::Flag(_)) | (Kind::Pair, Value::Pair(..)) => true,
            (Kind::Zoom, Value::Zoom(zoom)) => zoom.span > 0,
            (_, Value::Unset) => self.optional,
            _ => false,
        }
    }

    /// The nearest value that the parameter takes by itself; `None` for a value of another kind.
    pub fn nearest(&self, value: Value) -> Option<Value> {
        match (self.kind, value) {
            (Kind::Integer { min, max }, Value::Int(number)) => {
                Some(Value::Int(number.clamp(min, max)))
            }
            (Kind::Float { min, max, .. }, Value::Float(number)) if !number.is_nan() => {
                // Adding zero turns −0 into 0, which no figure should show.
                Some(Value::Float(number.clamp(min, max) + 0.0))
            }
            (Kind::OneOf(values), Value::Int(number)) => values
                .iter()
                .copied()
                .min_by_key(|good| good.abs_diff(number))
                .map(Value::Int),
            (Kind::Zoom, Value::Zoom(zoom)) => Some(Value::Zoom(Zoom {
                span: zoom.span.max(1),
                ..zoom
            })),
            _ if self.accepts(value) => Some(value),
            _ => None,
        }
    }

    /// A value for people: label of a choice, separators, unit.
    pub fn text(&self, value: Value, language: Language) -> String {
        let bare = match (self.kind, value) {
            (Kind::Choice(choices), Value::Choice(name)) => choices
                .iter()
                .find(|choice| choice.key == name)
                .map_or(name, |choice| choice.label.get(language))
                .to_owned(),
            (_, Value::Flag(yes)) => match (yes, language) {
                (true, Language::English) => "on".to_owned(),
                (false, Language::English) => "off".to_owned(),
                (true, Language::TraditionalChinese) => "開".to_owned(),
                (false, Language::TraditionalChinese) => "關".to_owned(),
            },
            (_, Value::Unset) => "–".to_owned(),
            _ => value.text(),
        };
        let unit = self.unit.get(language);
        if unit.is_empty() || value == Value::Unset {
            bare
        } else if unit == "$" {
            format!("${bare}")
        } else {
            format!("{bare} {unit}")
        }
    }
}

/// The parameter of this key.
pub fn by_key(key: &str) -> Option<&'static Parameter> {
    TABLE.iter().find(|parameter| parameter.key == key)
}

/// The parameters of a group, in the table's order.
pub fn in_group(group: Group) -> impl Iterator<Item = &'static Parameter> {
    TABLE
        .iter()
        .filter(move |parameter| parameter.group == group)
}

/// Every parameter, in the order of the link's keys.
pub static TABLE: &[Parameter] = &JOINED;

const GROUPS: [&[Parameter]; 8] = [
    workload::ENTRIES,
    training::ENTRIES,
    layout::ENTRIES,
    cluster::ENTRIES,
    network::ENTRIES,
    accounting::ENTRIES,
    prices::ENTRIES,
    presentation::ENTRIES,
];

static JOINED: [Parameter; entries()] = joined();

const fn entries() -> usize {
    let mut sum = 0;
    let mut group = 0;
    while group < GROUPS.len() {
        sum += GROUPS[group].len();
        group += 1;
    }
    sum
}

const fn joined() -> [Parameter; entries()] {
    let mut all = [GROUPS[0][0]; entries()];
    let (mut next, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut entry = 0;
        while entry < GROUPS[group].len() {
            all[next] = GROUPS[group][entry];
            next += 1;
            entry += 1;
        }
        group += 1;
    }
    all
}

/// What an entry is completed from: getter, setter and the plain answers to the rest.
const fn plain(
    group: Group,
    kind: Kind,
    get: fn(&Scenario) -> Value,
    set: fn(&mut Scenario, Value),
) -> Parameter {
    Parameter {
        key: "",
        group,
        kind,
        stops: Stops::None,
        unit: Bilingual::new("", ""),
        label: Bilingual::new("", ""),
        help: Bilingual::new("", ""),
        optional: false,
        derived: false,
        get,
        set,
    }
}

/// An entry over a `u32` field, with `min..=max`.
macro_rules! integer {
    ($group:ident, $room:ident.$field:ident, $min:literal..=$max:literal) => {
        crate::scenario::parameter::plain(
            crate::scenario::parameter::Group::$group,
            crate::scenario::parameter::Kind::Integer {
                min: $min,
                max: $max,
            },
            |scenario| crate::scenario::parameter::Value::Int(u64::from(scenario.$room.$field)),
            |scenario, value| {
                if let crate::scenario::parameter::Value::Int(number) = value {
                    scenario.$room.$field = u32::try_from(number).unwrap_or(u32::MAX);
                }
            },
        )
    };
}
use integer;

/// An entry over an `f64` field, with `min..=max` and the step of its number field.
macro_rules! float {
    ($group:ident, $room:ident.$field:ident, $min:literal..=$max:literal, step $step:literal) => {
        crate::scenario::parameter::plain(
            crate::scenario::parameter::Group::$group,
            crate::scenario::parameter::Kind::Float {
                min: $min,
                max: $max,
                step: $step,
            },
            |scenario| crate::scenario::parameter::Value::Float(scenario.$room.$field),
            |scenario, value| {
                if let crate::scenario::parameter::Value::Float(number) = value {
                    scenario.$room.$field = number;
                }
            },
        )
    };
}
use float;

/// An entry over a field of a type with `CHOICES`, `key` and `from_key`.
macro_rules! choice {
    ($group:ident, $($field:ident).+ : $type:ident) => {
        crate::scenario::parameter::plain(
            crate::scenario::parameter::Group::$group,
            crate::scenario::parameter::Kind::Choice(crate::scenario::$type::CHOICES),
            |scenario| crate::scenario::parameter::Value::Choice(scenario.$($field).+.key()),
            |scenario, value| {
                if let crate::scenario::parameter::Value::Choice(name) = value
                    && let Some(choice) = crate::scenario::$type::from_key(name)
                {
                    scenario.$($field).+ = choice;
                }
            },
        )
    };
}
use choice;

/// An entry over a `bool` field.
macro_rules! flag {
    ($group:ident, $room:ident.$field:ident) => {
        crate::scenario::parameter::plain(
            crate::scenario::parameter::Group::$group,
            crate::scenario::parameter::Kind::Flag,
            |scenario| crate::scenario::parameter::Value::Flag(scenario.$room.$field),
            |scenario, value| {
                if let crate::scenario::parameter::Value::Flag(yes) = value {
                    scenario.$room.$field = yes;
                }
            },
        )
    };
}
use flag;

#[cfg(test)]
mod tests;
