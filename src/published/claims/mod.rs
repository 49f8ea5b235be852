//! Claims of others beside what the engine computes: the table behind the “Published” panel.
//!
//! A [`Claim`] has a printed figure, from a table under `assets/published`, and *readings* of it: scenarios, each a link, under
//! conventions that the claim can be meant by. The first reading is the one that is shown. Nothing is computed until
//! [`Claim::outcome`] is asked for, and what is computed comes from the evaluation of the reading's links alone; where a figure
//! is worked out from another printed one, that one is named ([`Compute::With`]).
//!
//! The [`Verdict`] is a matter of rule, not of judgement: [`Printed::agrees_between`], and the claim's [`Basis`]. What follows from
//! the source's own figures can show that the source agrees with itself, but reproduces nothing.

mod built;
mod layouts;
mod limits;
mod models;
mod network;
mod paths;
mod performance;
mod printed;
mod sheet;
mod traffic;

pub use printed::{Difference, Printed, Relation, Unit};

use super::Malformed;
use crate::evaluation::{Evaluation, evaluate_link};
use crate::language::{Bilingual, Language};
use crate::scenario::link;
use sheet::{Sheet, missing};
use std::borrow::Cow;

/// A text in both languages, put together where it must name a row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The English text.
    pub en: Cow<'static, str>,
    /// The Traditional Chinese text.
    pub zh: Cow<'static, str>,
}

impl Text {
    /// The text in its two languages.
    pub(super) fn new(en: String, zh: String) -> Self {
        text(en, zh)
    }

    /// The text in `language`.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::TraditionalChinese => &self.zh,
        }
    }
}

/// A work and where in it, both called alike in both languages but for the place.
fn source(work: &'static str, place: Text) -> Source {
    Source {
        work: text(work, work),
        place,
    }
}

/// A text in both languages.
fn text(en: impl Into<Cow<'static, str>>, zh: impl Into<Cow<'static, str>>) -> Text {
    Text {
        en: en.into(),
        zh: zh.into(),
    }
}

/// The subject of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Where the bytes go.
    Traffic,
    /// Switches, cost and power.
    Network,
    /// Iteration time.
    Performance,
    /// Limits, and what others built.
    Limits,
    /// Sizes and operations of models.
    Models,
}

impl Section {
    /// Every section, in the order of the panel.
    pub const ALL: [Self; 5] = [
        Self::Traffic,
        Self::Network,
        Self::Performance,
        Self::Limits,
        Self::Models,
    ];

    /// A stable name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Traffic => "traffic",
            Self::Network => "network",
            Self::Performance => "performance",
            Self::Limits => "limits",
            Self::Models => "models",
        }
    }

    /// The heading.
    pub const fn label(self) -> Bilingual {
        match self {
            Self::Traffic => Bilingual::new("Traffic", "流量"),
            Self::Network => Bilingual::new("Switches, cost and power", "交換器、成本與功率"),
            Self::Performance => Bilingual::new("Iteration time", "迭代時間"),
            Self::Limits => {
                Bilingual::new("Limits, and what others built", "限制，以及其他人的做法")
            }
            Self::Models => Bilingual::new("Models", "模型"),
        }
    }
}

/// Where a figure was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The publication.
    pub work: Text,
    /// Where in it: a figure, a table, a section.
    pub place: Text,
}

impl Source {
    /// The publication and where in it.
    pub fn text(&self, language: Language) -> String {
        let (work, place) = (self.work.get(language), self.place.get(language));
        match language {
            Language::English => format!("{work}, {place}"),
            Language::TraditionalChinese => format!("{work}，{place}"),
        }
    }
}

/// How a reading's figure comes from evaluations, in the unit of the printed figure.
#[derive(Clone, Debug)]
pub enum Compute {
    /// From the evaluation of its link.
    Of(fn(&Evaluation) -> f64),
    /// From the evaluations of all its links, in their order.
    OfAll(fn(&[Evaluation]) -> f64),
    /// From the evaluation of its link and another printed figure of the same source, which the convention names. That one's
    /// rounding counts too.
    With(Printed, fn(&Evaluation, f64) -> f64),
    /// From the evaluation of its link, held against a measurement of another source. Its rounding counts too.
    Against(Printed, fn(&Evaluation, f64) -> f64),
}

/// What part a reading has in the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Its figure is the one that is shown and judged.
    Shown,
    /// The claim doesn't say enough: the truth lies between the shown reading and this one.
    Bound,
    /// What another convention would give; it has no part in the verdict.
    Other,
}

/// A scenario and a convention by which the claim can be read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its part in the verdict.
    pub role: Role,
    /// What is counted, and how.
    pub convention: Text,
    /// The canonical link that loads the scenario.
    pub link: String,
    /// Further scenarios that the figure is worked out from; mostly none.
    pub further_links: Vec<String>,
    compute: Compute,
}

impl Reading {
    fn new(role: Role, links: &[&str], convention: Text, compute: Compute) -> Self {
        let mut canonical = links
            .iter()
            .map(|text| link::write(&link::read(text).chosen));
        Self {
            role,
            convention,
            link: canonical.next().unwrap_or_default(),
            further_links: canonical.collect(),
            compute,
        }
    }

    /// Whether the figure is worked out from another one that the same source printed.
    pub const fn is_from_printed(&self) -> bool {
        matches!(self.compute, Compute::With(..))
    }

    /// Computes the figure.
    pub fn value(&self) -> Value {
        match &self.compute {
            Compute::Of(of) => Value::exact(of(&evaluate_link(&self.link))),
            Compute::With(printed, with) | Compute::Against(printed, with) => {
                let evaluation = evaluate_link(&self.link);
                let [one, other] = printed
                    .before_rounding()
                    .map(|figure| with(&evaluation, figure));
                Value {
                    ours: with(&evaluation, printed.value),
                    low: one.min(other),
                    high: one.max(other),
                }
            }
            Compute::OfAll(of_all) => {
                let links = [&self.link].into_iter().chain(&self.further_links);
                let evaluations: Vec<_> = links.map(|link| evaluate_link(link)).collect();
                Value::exact(of_all(&evaluations))
            }
        }
    }
}

/// A figure of ours, in the unit of the printed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The figure.
    pub ours: f64,
    /// The least that it can be, where it is worked out from a rounded figure; else the figure itself.
    pub low: f64,
    /// The most that it can be.
    pub high: f64,
}

impl Value {
    fn exact(ours: f64) -> Self {
        Self {
            ours,
            low: ours,
            high: ours,
        }
    }
}

/// What a claim's shown figure is worked out from, and so what its agreement shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// The scenario, by our model: agreement reproduces the printed figure.
    Model,
    /// Figures of the same source, printed or put into the scenario as they are: agreement shows that they go together.
    Source,
}

/// Something that was printed, and how we read it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// A stable, unique name.
    pub id: String,
    /// Its subject.
    pub section: Section,
    /// What is claimed, in words of our own; the figure stands in `printed`.
    pub statement: Text,
    /// Where.
    pub source: Source,
    /// The figure.
    pub printed: Printed,
    /// What the shown reading is worked out from.
    pub basis: Basis,
    /// The readings: none where there is nothing to compute.
    pub readings: Vec<Reading>,
    /// Whether the readings count 2³⁰ bytes where the printed figure says GB.
    in_gib: bool,
    /// Why ours is another figure, or there is none; or what to know about one that agrees.
    pub why: Option<Text>,
}

/// A printed figure in a cell of a table.
struct Cell<'a> {
    table: &'static str,
    relation: Relation,
    digits: &'a str,
    unit: Unit,
}

/// How ours compares with what was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The shown reading agrees.
    Reproduced,
    /// The readings that the claim leaves open lie on both sides of the printed figure.
    Bracketed,
    /// The shown reading does not agree.
    NotReproduced,
    /// The shown reading agrees, but is worked out from the source's own figures.
    Consistent,
    /// There is nothing to compute: a measurement, or a property of something we don't model.
    DataOnly,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 5] = [
        Self::Reproduced,
        Self::Bracketed,
        Self::NotReproduced,
        Self::Consistent,
        Self::DataOnly,
    ];

    /// A stable name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Bracketed => "bracketed",
            Self::NotReproduced => "not-reproduced",
            Self::Consistent => "consistent",
            Self::DataOnly => "data-only",
        }
    }

    /// The word for people.
    pub const fn label(self) -> Bilingual {
        match self {
            Self::Reproduced => Bilingual::new("reproduced", "重現"),
            Self::Bracketed => Bilingual::new("bracketed", "介於兩種讀法之間"),
            Self::NotReproduced => Bilingual::new("not reproduced", "未能重現"),
            Self::Consistent => Bilingual::new("agrees with itself", "原文前後一致"),
            Self::DataOnly => Bilingual::new("data, nothing to compute", "僅為資料，無從計算"),
        }
    }
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The figure of the shown reading.
    pub ours: Option<f64>,
    /// Ours less the printed figure.
    pub difference: Option<Difference>,
    /// The verdict.
    pub verdict: Verdict,
    /// The figures of all readings, in their order.
    pub values: Vec<Value>,
}

impl Claim {
    /// The reading that is shown.
    pub fn shown(&self) -> Option<&Reading> {
        self.readings.first()
    }

    /// The link that loads the scenario of the shown reading.
    pub fn link(&self) -> Option<&str> {
        self.shown().map(|reading| reading.link.as_str())
    }

    /// A reading's figure for people.
    pub fn ours(&self, value: f64, language: Language) -> String {
        if self.in_gib {
            self.printed.ours_in_gib(value, language)
        } else {
            self.printed.ours(value, language)
        }
    }

    /// Computes the readings and judges.
    pub fn outcome(&self) -> Outcome {
        let values: Vec<Value> = self.readings.iter().map(Reading::value).collect();
        let Some(&shown) = values.first() else {
            return Outcome {
                ours: None,
                difference: None,
                verdict: Verdict::DataOnly,
                values,
            };
        };
        Outcome {
            ours: Some(shown.ours),
            difference: Some(self.printed.difference(shown.ours)),
            verdict: if self.printed.agrees_between(shown.low, shown.high) {
                match self.basis {
                    Basis::Model => Verdict::Reproduced,
                    Basis::Source => Verdict::Consistent,
                }
            } else if self.is_between(&values) {
                Verdict::Bracketed
            } else {
                Verdict::NotReproduced
            },
            values,
        }
    }

    /// Whether the readings that the claim leaves open lie on both sides of the printed figure.
    fn is_between(&self, values: &[Value]) -> bool {
        let open: Vec<f64> = self
            .readings
            .iter()
            .zip(values)
            .filter(|(reading, _)| reading.role != Role::Other)
            .map(|(_, value)| value.ours)
            .collect();
        open.iter().any(|value| *value < self.printed.value)
            && open.iter().any(|value| *value > self.printed.value)
    }

    /// The claim that a cell makes, without readings.
    fn of_cell(
        id: String,
        section: Section,
        statement: Text,
        source: Source,
        cell: Cell,
    ) -> Result<Self, Malformed> {
        let printed = Printed::new(cell.relation, cell.digits, None, cell.unit)
            .ok_or_else(|| missing(cell.table, cell.digits))?;
        Ok(Self {
            id,
            section,
            statement,
            source,
            printed,
            basis: Basis::Model,
            readings: Vec::new(),
            in_gib: false,
            why: None,
        })
    }

    /// The shown reading is worked out from the source's own figures.
    fn of_source(mut self) -> Self {
        self.basis = Basis::Source;
        self
    }

    /// The readings give GiB.
    fn in_gib(mut self) -> Self {
        self.in_gib = true;
        self
    }

    fn shown_as(self, link: &str, convention: Text, compute: fn(&Evaluation) -> f64) -> Self {
        self.reading(Role::Shown, &[link], convention, Compute::Of(compute))
    }

    fn or(self, link: &str, convention: Text, compute: fn(&Evaluation) -> f64) -> Self {
        self.reading(Role::Other, &[link], convention, Compute::Of(compute))
    }

    fn reading(mut self, role: Role, links: &[&str], convention: Text, compute: Compute) -> Self {
        self.readings
            .push(Reading::new(role, links, convention, compute));
        self
    }

    fn because(mut self, why: Text) -> Self {
        self.why = Some(why);
        self
    }
}

/// Every claim, section by section. Nothing is computed yet.
///
/// ```
/// use railyard::published::claims::{self, Verdict};
///
/// let claims = claims::read()?;
/// let within = claims.iter().find(|claim| claim.id == "pair-within-domain").ok_or("missing")?;
/// assert_eq!(within.outcome().verdict, Verdict::Reproduced);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read() -> Result<Vec<Claim>, Malformed> {
    let sheet = Sheet::read()?;
    let mut claims = traffic::claims(&sheet)?;
    claims.extend(paths::claims(&sheet)?);
    claims.extend(network::claims(&sheet)?);
    claims.extend(built::claims()?);
    claims.extend(performance::claims(&sheet)?);
    claims.extend(limits::claims(&sheet)?);
    claims.extend(models::claims(&sheet)?);
    Ok(claims)
}

/// Every claim, as [`read`] gives them: the tables are part of the program, and a test reads them.
pub fn all() -> Vec<Claim> {
    read().unwrap_or_default()
}
