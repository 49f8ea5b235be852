//! A formula that can be read three ways: in symbols, with this scenario's numbers put in, and as the number that comes out.
//!
//! All three come from one tree, so what is shown can't drift from what is computed.

use super::amount::Unit;
use crate::language::Bilingual;
use std::ops::{Add, Div, Mul, Sub};

/// What a letter of a formula stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The letter.
    pub letter: &'static str,
    /// Its meaning.
    pub meaning: Bilingual,
    /// What its amounts are counted in.
    pub unit: Unit,
}

impl Symbol {
    /// A symbol that counts something without a unit.
    pub const fn plain(letter: &'static str, en: &'static str, zh: &'static str) -> Self {
        Self::new(letter, Unit::Plain, en, zh)
    }

    /// A symbol.
    pub const fn new(letter: &'static str, unit: Unit, en: &'static str, zh: &'static str) -> Self {
        Self {
            letter,
            meaning: Bilingual::new(en, zh),
            unit,
        }
    }

    /// The symbol with its amount.
    pub const fn is(self, amount: f64) -> Expression {
        Expression::Named(self, amount)
    }
}

/// A formula over amounts.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A constant.
    Number(f64),
    /// A symbol and its amount.
    Named(Symbol, f64),
    /// All of them added.
    Sum(Vec<Expression>),
    /// The first less the second.
    Less(Box<Expression>, Box<Expression>),
    /// All of them multiplied.
    Product(Vec<Expression>),
    /// The first over the second; 0 when there is nothing to divide by.
    Over(Box<Expression>, Box<Expression>),
    /// The larger of the two.
    Larger(Box<Expression>, Box<Expression>),
    /// The smaller of the two.
    Smaller(Box<Expression>, Box<Expression>),
}

/// How tightly a formula's outermost operation binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Atom,
}

impl Expression {
    /// What comes out.
    pub fn value(&self) -> f64 {
        match self {
            Self::Number(amount) | Self::Named(_, amount) => *amount,
            Self::Sum(terms) => terms.iter().map(Self::value).sum(),
            Self::Less(from, what) => from.value() - what.value(),
            Self::Product(factors) => factors.iter().map(Self::value).product(),
            Self::Over(above, below) => {
                let below = below.value();
                if below == 0.0 {
                    0.0
                } else {
                    above.value() / below
                }
            }
            Self::Larger(one, other) => one.value().max(other.value()),
            Self::Smaller(one, other) => one.value().min(other.value()),
        }
    }

    /// In symbols: `ar·2·(t − 1)/t·V`.
    pub fn in_symbols(&self) -> String {
        self.written(&|symbol, _| symbol.letter.to_owned())
    }

    /// With the amounts: `6·2·(8 − 1)/8·53.69 GB`.
    pub fn in_numbers(&self) -> String {
        self.written(&|symbol, amount| symbol.unit.write(amount))
    }

    /// Each symbol once, in the order of the formula.
    pub fn symbols(&self) -> Vec<(Symbol, f64)> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    /// The larger of two.
    pub fn or_more(self, other: Self) -> Self {
        Self::Larger(Box::new(self), Box::new(other))
    }

    /// The smaller of two.
    pub fn at_most(self, other: Self) -> Self {
        Self::Smaller(Box::new(self), Box::new(other))
    }

    fn collect(&self, found: &mut Vec<(Symbol, f64)>) {
        match self {
            Self::Number(_) => {}
            Self::Named(symbol, amount) => {
                if !found.iter().any(|(known, _)| known.letter == symbol.letter) {
                    found.push((*symbol, *amount));
                }
            }
            Self::Sum(parts) | Self::Product(parts) => {
                parts.iter().for_each(|part| part.collect(found));
            }
            Self::Less(one, other)
            | Self::Over(one, other)
            | Self::Larger(one, other)
            | Self::Smaller(one, other) => {
                one.collect(found);
                other.collect(found);
            }
        }
    }

    fn written(&self, name: &dyn Fn(&Symbol, f64) -> String) -> String {
        let all = |parts: &[Self], least: Binding, by: &str| {
            let parts: Vec<String> = parts.iter().map(|part| part.bound(least, name)).collect();
            parts.join(by)
        };
        match self {
            Self::Number(amount) => Unit::Plain.write(*amount),
            Self::Named(symbol, amount) => name(symbol, *amount),
            Self::Sum(terms) => all(terms, Binding::Sum, " + "),
            Self::Less(from, what) => format!(
                "{} − {}",
                from.bound(Binding::Sum, name),
                what.bound(Binding::Product, name)
            ),
            Self::Product(factors) => all(factors, Binding::Product, "·"),
            Self::Over(above, below) => format!(
                "{}/{}",
                above.bound(Binding::Product, name),
                below.bound(Binding::Atom, name)
            ),
            Self::Larger(one, other) => {
                format!("max({}, {})", one.written(name), other.written(name))
            }
            Self::Smaller(one, other) => {
                format!("min({}, {})", one.written(name), other.written(name))
            }
        }
    }

    /// Written, in brackets where it binds less tightly than its surroundings.
    fn bound(&self, least: Binding, name: &dyn Fn(&Symbol, f64) -> String) -> String {
        let binding = match self {
            Self::Sum(_) | Self::Less(..) => Binding::Sum,
            Self::Product(_) | Self::Over(..) => Binding::Product,
            Self::Number(_) | Self::Named(..) | Self::Larger(..) | Self::Smaller(..) => {
                Binding::Atom
            }
        };
        if binding < least {
            format!("({})", self.written(name))
        } else {
            self.written(name)
        }
    }
}

/// A constant of a formula.
pub const fn number(amount: f64) -> Expression {
    Expression::Number(amount)
}

impl Add for Expression {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        match self {
            Self::Sum(mut terms) => {
                terms.push(other);
                Self::Sum(terms)
            }
            first => Self::Sum(vec![first, other]),
        }
    }
}

impl Sub for Expression {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::Less(Box::new(self), Box::new(other))
    }
}

impl Mul for Expression {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        match self {
            Self::Product(mut factors) => {
                factors.push(other);
                Self::Product(factors)
            }
            first => match other {
                // a·(b·c) is a·b·c.
                Self::Product(mut factors) => {
                    factors.insert(0, first);
                    Self::Product(factors)
                }
                other => Self::Product(vec![first, other]),
            },
        }
    }
}

impl Div for Expression {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self::Over(Box::new(self), Box::new(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: Symbol = Symbol::plain("t", "ranks", "階數");
    const V: Symbol = Symbol::new("V", Unit::Bytes, "bytes", "位元組");

    #[test]
    fn a_formula_reads_in_symbols_in_numbers_and_as_its_value() {
        let t = || T.is(8.0);
        let formula = number(2.0) * ((t() - number(1.0)) / t()) * V.is(8e9);
        assert_eq!(formula.in_symbols(), "2·(t − 1)/t·V");
        assert_eq!(formula.in_numbers(), "2·(8 − 1)/8·8.00 GB");
        assert_eq!(formula.value(), 14e9);
        assert_eq!(formula.symbols().len(), 2);
    }

    #[test]
    fn brackets_stand_where_the_meaning_needs_them() {
        let (a, b) = (|| number(3.0), || number(2.0));
        assert_eq!((a() / (a() * b())).in_numbers(), "3/(3·2)");
        assert_eq!((a() - (a() - b())).in_numbers(), "3 − (3 − 2)");
        assert_eq!(((a() + b()) * b()).in_numbers(), "(3 + 2)·2");
        assert_eq!((a().or_more(b()) * b()).in_numbers(), "max(3, 2)·2");
        assert_eq!((a() / number(0.0)).value(), 0.0);
    }
}
