//! How the amounts of a formula are written: always with their unit.

use crate::quantity::format::{count, decimal, percent};
use crate::quantity::{Bytes, Dollars, Flops, Joules, Seconds, Watts};

/// What an amount is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A count or a ratio.
    Plain,
    /// A share, 0 … 1, written in per cent.
    Share,
    /// Bytes, written in SI units (GB = 10⁹).
    Bytes,
    /// Bytes of memory, written in binary units (GiB = 2³⁰).
    Memory,
    /// Bytes a second.
    BytesPerSecond,
    /// Seconds.
    Seconds,
    /// Dollars.
    Dollars,
    /// Watts.
    Watts,
    /// Joules, written in watt-hours.
    Joules,
    /// Floating-point operations.
    Flops,
    /// Floating-point operations a second.
    FlopsPerSecond,
    /// Gigabits a second.
    Gigabits,
}

impl Unit {
    /// An amount with its unit.
    pub fn write(self, amount: f64) -> String {
        match self {
            Self::Plain => plain(amount),
            Self::Share => percent(amount),
            Self::Bytes => Bytes(amount).to_string(),
            Self::Memory => Bytes(amount).binary(),
            Self::BytesPerSecond => format!("{}/s", Bytes(amount)),
            Self::Seconds => Seconds(amount).to_string(),
            Self::Dollars => Dollars(amount).to_string(),
            Self::Watts => Watts(amount).to_string(),
            Self::Joules => Joules(amount).to_string(),
            Self::Flops => Flops(amount).to_string(),
            Self::FlopsPerSecond => format!("{}/s", Flops(amount)),
            Self::Gigabits => format!("{} Gb/s", plain(amount)),
        }
    }
}

/// Whole numbers in full, others with five digits that count.
fn plain(amount: f64) -> String {
    let size = amount.abs();
    if amount == amount.trunc() && size < 1e18 {
        let digits = count(size as u64);
        return if amount < 0.0 {
            format!("−{digits}")
        } else {
            digits
        };
    }
    if !(1e-4..1e9).contains(&size) {
        return format!("{amount:.4e}");
    }
    let whole = if size >= 1000.0 {
        1
    } else if size >= 100.0 {
        2
    } else if size >= 10.0 {
        3
    } else if size >= 1.0 {
        4
    } else {
        7
    };
    let step = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e7][whole];
    decimal((amount * step).round() / step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_their_units() {
        assert_eq!(Unit::Plain.write(3_072.0), "3,072");
        assert_eq!(Unit::Plain.write(0.76), "0.76");
        assert_eq!(Unit::Plain.write(12.345_678), "12.346");
        assert_eq!(Unit::Memory.write(f64::from(1 << 30)), "1.00 GiB");
        assert_eq!(Unit::BytesPerSecond.write(25e9), "25.00 GB/s");
        assert_eq!(Unit::Share.write(0.5), "50.0 %");
    }
}
