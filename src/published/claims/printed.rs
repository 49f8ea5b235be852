//! A printed figure, what it asserts, and when ours agrees with it.

use crate::language::{Bilingual, Language};
use crate::quantity::format;

/// What a printed figure asserts, and so the rule by which ours agrees with it. The *step* is the unit of the last digit
/// that was printed: 0.1 for 37.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// A rounded figure: ours is within half a step.
    Rounded,
    /// A figure cut off after its last digit: ours is at least as large and less than a step above.
    Cut,
    /// A figure printed with “about”: ours is within a whole step.
    About,
    /// “More than”: ours is larger.
    Above,
    /// “Less than”: ours is smaller.
    Below,
}

impl Relation {
    const ALL: [Self; 5] = [
        Self::Rounded,
        Self::Cut,
        Self::About,
        Self::Above,
        Self::Below,
    ];

    /// The name in a table.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Rounded => "rounded",
            Self::Cut => "cut",
            Self::About => "about",
            Self::Above => "above",
            Self::Below => "below",
        }
    }

    pub(super) fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.key() == key)
    }

    /// The sign before the figure; none for a rounded or cut one.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Rounded | Self::Cut => "",
            Self::About => "≈ ",
            Self::Above => "> ",
            Self::Below => "< ",
        }
    }

    /// The rule in words.
    pub const fn rule(self) -> Bilingual {
        match self {
            Self::Rounded => Bilingual::new(
                "agrees within half a unit of the last printed digit",
                "與印出的最後一位相差不超過半個單位即為相符",
            ),
            Self::Cut => Bilingual::new(
                "agrees if cutting our figure off after the last printed digit gives it",
                "把我們的數字截到印出的最後一位後相同即為相符",
            ),
            Self::About => Bilingual::new(
                "printed as “about”: agrees within one unit of the last printed digit",
                "原文寫「約」：與印出的最後一位相差不超過一個單位即為相符",
            ),
            Self::Above => {
                Bilingual::new("agrees if our figure is larger", "我們的數字較大即為相符")
            }
            Self::Below => {
                Bilingual::new("agrees if our figure is smaller", "我們的數字較小即為相符")
            }
        }
    }
}

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Per cent of something; differences are in percentage points.
    Percent,
    /// Percentage points.
    Points,
    /// Bytes, in GB.
    Gigabytes,
    /// GiB, 2³⁰ bytes.
    Gibibytes,
    /// Billions of parameters.
    BillionParameters,
    /// Billions of tokens a day.
    BillionTokensADay,
    /// Tokens.
    Tokens,
    /// Millions of dollars.
    MillionDollars,
    /// Thousands of dollars an endpoint.
    ThousandDollarsAnEndpoint,
    /// Megawatts.
    Megawatts,
    /// Seconds.
    Seconds,
    /// TFLOP/s a GPU.
    Teraflops,
    /// GPUs.
    Gpus,
    /// NICs.
    Nics,
    /// Servers, or nodes.
    Nodes,
    /// Switches.
    Switches,
    /// Links.
    Links,
    /// Transceivers.
    Transceivers,
    /// Tiers of switches.
    Tiers,
    /// Networks that never meet.
    Planes,
    /// Interruptions.
    Interruptions,
    /// Days.
    Days,
    /// To one: a ratio.
    ToOne,
}

impl Unit {
    const ALL: [Self; 23] = [
        Self::Percent,
        Self::Points,
        Self::Gigabytes,
        Self::Gibibytes,
        Self::BillionParameters,
        Self::BillionTokensADay,
        Self::Tokens,
        Self::MillionDollars,
        Self::ThousandDollarsAnEndpoint,
        Self::Megawatts,
        Self::Seconds,
        Self::Teraflops,
        Self::Gpus,
        Self::Nics,
        Self::Nodes,
        Self::Switches,
        Self::Links,
        Self::Transceivers,
        Self::Tiers,
        Self::Planes,
        Self::Interruptions,
        Self::Days,
        Self::ToOne,
    ];

    /// The name in a table.
    pub const fn key(self) -> &'static str {
        match self {
            Self::MillionDollars => "M$",
            Self::ThousandDollarsAnEndpoint => "k$/endpoint",
            _ => self.label().en,
        }
    }

    pub(super) fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.key() == key)
    }

    /// What stands behind the figure.
    pub const fn label(self) -> Bilingual {
        match self {
            Self::Percent => Bilingual::new("%", "%"),
            Self::Points => Bilingual::new("points", "個百分點"),
            Self::Gigabytes => Bilingual::new("GB", "GB"),
            Self::Gibibytes => Bilingual::new("GiB", "GiB"),
            Self::BillionParameters => Bilingual::new("B parameters", "B 參數"),
            Self::BillionTokensADay => Bilingual::new("B tokens/day", "B token／天"),
            Self::Tokens => Bilingual::new("tokens", "個 token"),
            Self::MillionDollars => Bilingual::new("M", "M"),
            Self::ThousandDollarsAnEndpoint => Bilingual::new("k/endpoint", "k／端點"),
            Self::Megawatts => Bilingual::new("MW", "MW"),
            Self::Seconds => Bilingual::new("s", "s"),
            Self::Teraflops => Bilingual::new("TFLOP/s a GPU", "TFLOP/s（每顆 GPU）"),
            Self::Gpus => Bilingual::new("GPUs", "顆 GPU"),
            Self::Nics => Bilingual::new("NICs", "張網路卡"),
            Self::Nodes => Bilingual::new("nodes", "台伺服器"),
            Self::Switches => Bilingual::new("switches", "台交換器"),
            Self::Links => Bilingual::new("links", "條連線"),
            Self::Transceivers => Bilingual::new("transceivers", "個收發器"),
            Self::Tiers => Bilingual::new("tiers", "層"),
            Self::Planes => Bilingual::new("planes", "個平面"),
            Self::Interruptions => Bilingual::new("interruptions", "次中斷"),
            Self::Days => Bilingual::new("days", "天"),
            Self::ToOne => Bilingual::new(": 1", ": 1"),
        }
    }

    /// An amount with what stands round it, as the rest of the page writes it. A minus is a minus, not a hyphen.
    fn written(self, amount: &str, language: Language) -> String {
        let amount = amount.replace('-', "−");
        let label = self.label().get(language);
        match self {
            Self::MillionDollars | Self::ThousandDollarsAnEndpoint => format!("${amount}{label}"),
            _ => format!("{amount} {label}"),
        }
    }

    /// Whether amounts of it are compared by subtraction: a ratio of shares would mislead.
    pub const fn is_share(self) -> bool {
        matches!(self, Self::Percent | Self::Points)
    }
}

/// A printed figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// What it asserts.
    pub relation: Relation,
    /// Its digits as printed.
    pub digits: String,
    /// Their value.
    pub value: f64,
    /// The unit of the last digit that counts.
    pub step: f64,
    /// The unit.
    pub unit: Unit,
}

/// How far apart ours and the printed figure are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difference {
    /// Ours less the printed share, in percentage points.
    Points(f64),
    /// Ours less the printed figure, as a share of the latter.
    Relative(f64),
}

impl Printed {
    /// A figure from its printed digits. A step that is not given is that of the last decimal.
    pub(crate) fn new(
        relation: Relation,
        digits: &str,
        step: Option<f64>,
        unit: Unit,
    ) -> Option<Self> {
        let value: f64 = digits
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())?;
        let decimals = digits.split_once('.').map_or(0, |(_, rest)| rest.len());
        let last = (0..decimals).fold(1.0, |step, _| step / 10.0);
        Some(Self {
            relation,
            digits: digits.to_owned(),
            value,
            step: step.filter(|step| *step > 0.0).unwrap_or(last),
            unit,
        })
    }

    /// Whether a figure of ours agrees, by the rule of the [`Relation`].
    pub fn agrees(&self, ours: f64) -> bool {
        // What the last bits of a product add to a figure that lies on the border.
        let slack = 1e-9 * self.step.max(self.value.abs());
        let distance = ours - self.value;
        match self.relation {
            Relation::Rounded => distance.abs() <= self.step / 2.0 + slack,
            Relation::Cut => (-slack..self.step - slack).contains(&distance),
            Relation::About => distance.abs() <= self.step + slack,
            Relation::Above => distance > 0.0,
            Relation::Below => distance < 0.0,
        }
    }

    /// Whether some figure from `low` to `high` agrees: ours when it is worked out from another printed figure, which is rounded
    /// itself.
    pub fn agrees_between(&self, low: f64, high: f64) -> bool {
        let nearest = self.value.max(low).min(high);
        [low, nearest, high].iter().any(|ours| self.agrees(*ours))
    }

    /// What a rounded figure may have been before: half a step below and above.
    pub(super) fn before_rounding(&self) -> [f64; 2] {
        [self.value - self.step / 2.0, self.value + self.step / 2.0]
    }

    /// Ours less the printed figure.
    pub fn difference(&self, ours: f64) -> Difference {
        if self.unit.is_share() || self.value == 0.0 {
            Difference::Points(ours - self.value)
        } else {
            Difference::Relative((ours - self.value) / self.value)
        }
    }

    /// The figure as printed, with its sign and unit.
    pub fn text(&self, language: Language) -> String {
        let digits = match self.digits.parse() {
            Ok(whole) => format::count(whole),
            Err(_) => self.digits.clone(),
        };
        let written = self.unit.written(&digits, language);
        format!("{}{written}", self.relation.sign())
    }

    /// A figure of ours in the same unit, with two digits more than were printed.
    pub fn ours(&self, ours: f64, language: Language) -> String {
        self.unit.written(&self.amount(ours), language)
    }

    /// A figure of ours in GiB, 2³⁰ bytes, beside a printed one in GB that may mean either: both.
    pub(super) fn ours_in_gib(&self, gib: f64, language: Language) -> String {
        let gb = gib * (1_u64 << 30) as f64 / 1e9;
        [(Unit::Gigabytes, gb), (Unit::Gibibytes, gib)]
            .map(|(unit, amount)| unit.written(&self.amount(amount), language))
            .join(" = ")
    }

    fn amount(&self, ours: f64) -> String {
        // Adding zero turns −0 into 0.
        if ours == ours.trunc() {
            return format::decimal(ours + 0.0);
        }
        let (mut decimals, mut step) = (2, self.step);
        while step < 0.999 && decimals < 8 {
            decimals += 1;
            step *= 10.0;
        }
        let text = format!("{ours:.decimals$}");
        match text.split_once('.') {
            Some((whole, rest)) => match whole.parse() {
                Ok(whole) => format!("{}.{rest}", format::count(whole)),
                Err(_) => text,
            },
            None => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(relation: Relation, digits: &str, unit: Unit) -> Printed {
        Printed::new(relation, digits, None, unit).unwrap()
    }

    #[test]
    fn the_rules_follow_the_printed_digits() {
        let rounded = printed(Relation::Rounded, "37.5", Unit::Percent);
        assert!((rounded.step - 0.1).abs() < 1e-12);
        assert!(rounded.agrees(37.45) && rounded.agrees(37.549));
        assert!(!rounded.agrees(37.56) && !rounded.agrees(37.4));
        let cut = printed(Relation::Cut, "37", Unit::Percent);
        assert!(cut.agrees(37.0) && cut.agrees(37.999));
        assert!(!cut.agrees(38.0) && !cut.agrees(36.99));
        let about = printed(Relation::About, "6", Unit::Gigabytes);
        assert!(about.agrees(6.71) && !about.agrees(7.1));
        assert!(printed(Relation::Above, "99", Unit::Percent).agrees(99.01));
        assert!(!printed(Relation::Above, "99", Unit::Percent).agrees(99.0));
        assert!(printed(Relation::Below, "0.04", Unit::Percent).agrees(0.0326));
        assert!(Printed::new(Relation::Cut, "many", None, Unit::Gpus).is_none());
        let cost = printed(Relation::Rounded, "491", Unit::MillionDollars);
        assert!(!cost.agrees(491.52) && cost.agrees_between(488.2, 494.8));
        assert!(!cost.agrees_between(491.52, 494.8));
    }

    #[test]
    fn shares_differ_in_points_and_amounts_in_proportion() {
        let share = printed(Relation::Rounded, "38", Unit::Percent);
        assert_eq!(share.difference(38.5), Difference::Points(0.5));
        let amount = printed(Relation::Rounded, "200", Unit::Gigabytes);
        assert_eq!(amount.difference(210.0), Difference::Relative(0.05));
        let nothing = printed(Relation::Rounded, "0", Unit::Seconds);
        assert_eq!(nothing.difference(2.0), Difference::Points(2.0));
    }

    #[test]
    fn figures_are_written_alike() {
        let english = Language::English;
        let tokens = printed(Relation::Rounded, "62914560", Unit::Tokens);
        assert_eq!(tokens.text(english), "62,914,560 tokens");
        assert_eq!(tokens.ours(62_914_560.0, english), "62,914,560 tokens");
        let share = printed(Relation::Below, "0.04", Unit::Percent);
        assert_eq!(share.text(english), "< 0.04 %");
        assert_eq!(share.ours(0.032_562, english), "0.0326 %");
        let switches = printed(Relation::Rounded, "2560", Unit::Switches);
        assert_eq!(switches.ours(2559.5, english), "2,559.50 switches");
        assert_eq!(
            switches.text(Language::TraditionalChinese),
            "2,560 台交換器"
        );
        let shorter = printed(Relation::Rounded, "-43.3", Unit::Percent);
        assert_eq!(shorter.text(english), "−43.3 %");
        assert_eq!(shorter.ours(-38.0746, english), "−38.075 %");
        let pair = printed(Relation::About, "300", Unit::Gigabytes);
        assert_eq!(pair.ours_in_gib(300.0, english), "322.12 GB = 300 GiB");
        let saved = printed(Relation::Rounded, "117", Unit::MillionDollars);
        assert_eq!(saved.text(english), "$117M");
        let each = printed(Relation::Rounded, "7.5", Unit::ThousandDollarsAnEndpoint);
        assert_eq!(each.text(Language::TraditionalChinese), "$7.5k／端點");
    }

    #[test]
    fn names_read_back() {
        for unit in Unit::ALL {
            assert_eq!(Unit::from_key(unit.key()), Some(unit));
        }
        for relation in Relation::ALL {
            assert_eq!(Relation::from_key(relation.key()), Some(relation));
            assert!(!relation.rule().en.is_empty() && !relation.rule().zh.is_empty());
        }
    }
}
