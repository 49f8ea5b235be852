//! How amounts are written for people. The same digits natively and in the browser: only exact arithmetic and the
//! standard formatter.

use super::{BitsPerSecond, Bytes, Dollars, Flops, Joules, Seconds, Watts};
use std::fmt;

/// A count with thousands separators.
///
/// ```
/// # use railyard::quantity::format::count;
/// assert_eq!(count(7), "7");
/// assert_eq!(count(3072), "3,072");
/// assert_eq!(count(1_048_576), "1,048,576");
/// ```
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// A count and what is counted, in English.
///
/// ```
/// # use railyard::quantity::format::counted;
/// assert_eq!(counted(1, "GPU", "GPUs"), "1 GPU");
/// assert_eq!(counted(3072, "GPU", "GPUs"), "3,072 GPUs");
/// ```
pub fn counted(number: u64, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{} {noun}", count(number))
}

/// Two times that are told because they differ: in as many digits as it takes to see that they do.
///
/// ```
/// # use railyard::quantity::{Seconds, format::told_apart};
/// assert_eq!(told_apart(Seconds(64.7), Seconds(64.6)), ["64.7 s", "64.6 s"]);
/// assert_eq!(told_apart(Seconds(64.71), Seconds(64.6552)), ["64.71 s", "64.66 s"]);
/// assert_eq!(told_apart(Seconds(0.99963), Seconds(0.99951)), ["0.9996 s", "0.9995 s"]);
/// assert_eq!(told_apart(Seconds(2.0), Seconds(2.0)), ["2.00 s", "2.00 s"]);
/// ```
pub fn told_apart(one: Seconds, other: Seconds) -> [String; 2] {
    let usual = [one.to_string(), other.to_string()];
    if usual[0] != usual[1] || one == other {
        return usual;
    }
    // Both in the unit that they share.
    let Some((unit, size)) = [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)]
        .into_iter()
        .find(|(unit, _)| usual[0].ends_with(&format!(" {unit}")))
    else {
        return usual;
    };
    (1..=15)
        .map(|decimals| {
            [one, other].map(|time| {
                let amount = format!("{:.decimals$}", time.0 / size);
                let (whole, rest) = amount.split_once('.').unwrap_or((&amount, ""));
                format!("{}.{rest} {unit}", grouped(whole))
            })
        })
        .find(|[one, other]| one != other)
        .unwrap_or(usual)
}

/// A number with thousands separators and the shortest decimals that say it exactly.
///
/// ```
/// # use railyard::quantity::format::decimal;
/// assert_eq!(decimal(14_400.0), "14,400");
/// assert_eq!(decimal(1234.5), "1,234.5");
/// assert_eq!(decimal(-0.25), "-0.25");
/// ```
pub fn decimal(number: f64) -> String {
    let text = number.to_string();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.as_str()),
    };
    match digits.split_once('.') {
        Some((whole, rest)) => format!("{sign}{}.{rest}", grouped(whole)),
        None => format!("{sign}{}", grouped(digits)),
    }
}

/// A number rounded to whole, with thousands separators: for counts that a formula gives as a fraction.
///
/// ```
/// # use railyard::quantity::format::whole;
/// assert_eq!(whole(2559.6), "2,560");
/// ```
pub fn whole(number: f64) -> String {
    decimal(number.round() + 0.0)
}

/// A large count in words of engineering: three digits and a letter.
///
/// ```
/// # use railyard::quantity::format::short;
/// assert_eq!(short(1.008e12), "1.01T");
/// assert_eq!(short(405.853e9), "406B");
/// assert_eq!(short(1.3e9), "1.30B");
/// assert_eq!(short(950.0), "950");
/// ```
pub fn short(number: f64) -> String {
    let (amount, letter) = scaled(number, 1000.0, &["", "K", "M", "B", "T", "Q"], three_digits);
    format!("{amount}{letter}")
}

/// A share in per cent, with about three digits. Only all is 100 % and only nothing is 0 %.
///
/// ```
/// # use railyard::quantity::format::percent;
/// assert_eq!(percent(0.76568), "76.6 %");
/// assert_eq!(percent(0.998749), "99.87 %");
/// assert_eq!(percent(0.999999), "> 99.99 %");
/// assert_eq!(percent(1.0), "100 %");
/// assert_eq!(percent(0.0159), "1.59 %");
/// assert_eq!(percent(1.0 / 3071.0), "0.0326 %");
/// assert_eq!(percent(1e-9), "< 0.0001 %");
/// assert_eq!(percent(0.0), "0 %");
/// ```
pub fn percent(share: f64) -> String {
    let amount = share * 100.0;
    if share <= 0.0 || share.is_nan() {
        "0 %".to_owned()
    } else if amount < 0.0001 {
        "< 0.0001 %".to_owned()
    } else if amount < 0.1 {
        format!("{amount:.4} %")
    } else if amount < 1.0 {
        format!("{amount:.3} %")
    } else if amount < 10.0 {
        format!("{amount:.2} %")
    } else if amount < 99.0 {
        format!("{amount:.1} %")
    } else if amount <= 99.99 {
        format!("{amount:.2} %")
    } else if share < 1.0 {
        "> 99.99 %".to_owned()
    } else {
        "100 %".to_owned()
    }
}

/// A share in whole per cent, for sentences. Only all is 100 % and only nothing is 0 %.
///
/// ```
/// # use railyard::quantity::format::whole_percent;
/// assert_eq!(whole_percent(0.76568), "77 %");
/// assert_eq!(whole_percent(0.997), "> 99 %");
/// assert_eq!(whole_percent(0.004), "< 1 %");
/// assert_eq!(whole_percent(1.0), "100 %");
/// ```
pub fn whole_percent(share: f64) -> String {
    let amount = share * 100.0;
    if share <= 0.0 || share.is_nan() {
        "0 %".to_owned()
    } else if amount < 1.0 {
        "< 1 %".to_owned()
    } else if share >= 1.0 {
        "100 %".to_owned()
    } else if amount > 99.0 {
        "> 99 %".to_owned()
    } else {
        format!("{amount:.0} %")
    }
}

impl fmt::Display for Bytes {
    /// Two decimals and an SI prefix.
    ///
    /// ```
    /// # use railyard::quantity::Bytes;
    /// assert_eq!(Bytes(322_122_547_200.0).to_string(), "322.12 GB");
    /// assert_eq!(Bytes(999_999_999.0).to_string(), "1.00 GB");
    /// assert_eq!(Bytes(512.0).to_string(), "512 B");
    /// assert_eq!(Bytes(0.0).to_string(), "0 B");
    /// ```
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];
        let (amount, unit) = scaled(self.0, 1000.0, &units, two_decimals);
        write!(out, "{amount} {unit}")
    }
}

impl Bytes {
    /// In binary units, as memory is sold.
    ///
    /// ```
    /// # use railyard::quantity::Bytes;
    /// assert_eq!(Bytes(322_122_547_200.0).binary(), "300.00 GiB");
    /// ```
    pub fn binary(self) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];
        let (amount, unit) = scaled(self.0, 1024.0, &units, two_decimals);
        format!("{amount} {unit}")
    }
}

impl fmt::Display for BitsPerSecond {
    /// At most two decimals and an SI prefix.
    ///
    /// ```
    /// # use railyard::quantity::BitsPerSecond;
    /// assert_eq!(BitsPerSecond(2.4e12).to_string(), "2.4 Tb/s");
    /// assert_eq!(BitsPerSecond(200e9).to_string(), "200 Gb/s");
    /// ```
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s", "Pb/s", "Eb/s"];
        let (amount, unit) = scaled(self.0, 1000.0, &units, few_decimals);
        write!(out, "{amount} {unit}")
    }
}

impl fmt::Display for Seconds {
    /// Three digits, down to nanoseconds.
    ///
    /// ```
    /// # use railyard::quantity::Seconds;
    /// assert_eq!(Seconds(19.926).to_string(), "19.9 s");
    /// assert_eq!(Seconds(0.0123).to_string(), "12.3 ms");
    /// assert_eq!(Seconds(0.0).to_string(), "0 s");
    /// ```
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0;
        if seconds <= 0.0 || seconds.is_nan() {
            out.write_str("0 s")
        } else if seconds >= 0.9995 {
            let amount = if seconds < 999.5 {
                three_digits(seconds)
            } else {
                whole(seconds)
            };
            write!(out, "{amount} s")
        } else {
            let (amount, unit) = scaled(seconds * 1e9, 1000.0, &["ns", "µs", "ms"], three_digits);
            write!(out, "{amount} {unit}")
        }
    }
}

impl fmt::Display for Dollars {
    /// Whole dollars below a million, then one or two decimals.
    ///
    /// ```
    /// # use railyard::quantity::Dollars;
    /// assert_eq!(Dollars(117_047_296.0).to_string(), "$117.0M");
    /// assert_eq!(Dollars(1_234_000_000.0).to_string(), "$1.23B");
    /// assert_eq!(Dollars(12_345.6).to_string(), "$12,346");
    /// assert_eq!(Dollars(0.0).to_string(), "$0");
    /// ```
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollars = self.0;
        if dollars < 999_999.5 || dollars.is_nan() {
            write!(out, "${}", whole(dollars))
        } else if dollars < 999_950_000.0 {
            write!(out, "${:.1}M", dollars / 1e6)
        } else if dollars < 999_995_000_000.0 {
            write!(out, "${:.2}B", dollars / 1e9)
        } else {
            write!(out, "${:.2}T", dollars / 1e12)
        }
    }
}

impl fmt::Display for Watts {
    /// Two decimals and an SI prefix.
    ///
    /// ```
    /// # use railyard::quantity::Watts;
    /// assert_eq!(Watts(3_538_944.0).to_string(), "3.54 MW");
    /// assert_eq!(Watts(18.0).to_string(), "18 W");
    /// ```
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (amount, unit) = scaled(self.0, 1000.0, &["W", "kW", "MW", "GW", "TW"], two_decimals);
        write!(out, "{amount} {unit}")
    }
}

impl fmt::Display for Joules {
    /// In watt-hours, as energy is paid for: two decimals and an SI prefix.
    ///
    /// ```
    /// # use railyard::quantity::Joules;
    /// assert_eq!(Joules(3.6e6).to_string(), "1.00 kWh");
    /// assert_eq!(Joules(0.0).to_string(), "0 Wh");
    /// ```
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["Wh", "kWh", "MWh", "GWh", "TWh", "PWh"];
        let (amount, unit) = scaled(self.0 / 3600.0, 1000.0, &units, two_decimals);
        write!(out, "{amount} {unit}")
    }
}

impl fmt::Display for Flops {
    /// Two decimals and an SI prefix.
    ///
    /// ```
    /// # use railyard::quantity::Flops;
    /// assert_eq!(Flops(5.139e22).to_string(), "51.39 ZFLOP");
    /// ```
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [
            "FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP", "ZFLOP", "YFLOP",
        ];
        let (amount, unit) = scaled(self.0, 1000.0, &units, two_decimals);
        write!(out, "{amount} {unit}")
    }
}

/// `amount` in the unit in which it has one to three digits before the point. What rounding would carry over to 1,000 takes
/// the next unit. Nothing is negative; not a number is nothing.
fn scaled<'a>(
    amount: f64,
    step: f64,
    units: &[&'a str],
    digits: fn(f64) -> String,
) -> (String, &'a str) {
    let mut amount = if amount > 0.0 { amount } else { 0.0 };
    let mut unit = 0;
    // 0.999995: the least that two decimals show as the whole step.
    while amount >= step * 0.999_995 && unit + 1 < units.len() {
        amount /= step;
        unit += 1;
    }
    let text = if unit == 0 && amount == amount.trunc() {
        decimal(amount)
    } else {
        digits(amount)
    };
    (text, units.get(unit).copied().unwrap_or(""))
}

fn two_decimals(amount: f64) -> String {
    if amount < 1e6 {
        format!("{amount:.2}")
    } else {
        format!("{amount:.2e}")
    }
}

fn few_decimals(amount: f64) -> String {
    let text = two_decimals(amount);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn three_digits(amount: f64) -> String {
    if amount >= 1e6 {
        format!("{amount:.2e}")
    } else if amount >= 99.95 {
        format!("{amount:.0}")
    } else if amount >= 9.995 {
        format!("{amount:.1}")
    } else {
        format!("{amount:.2}")
    }
}

/// A comma before every third digit from the right.
fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
