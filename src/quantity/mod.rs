//! Units as types: a number that has a unit carries it, so that bytes and GiB, or Gb/s and GB/s, can't be confused.
//!
//! All are SI base units in `f64` and serialize as plain numbers.

pub mod format;

use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub f64);

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }
        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }
        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                self.0 += other.0;
            }
        }
        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, factor: f64) -> Self {
                Self(self.0 * factor)
            }
        }
        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, divisor: f64) -> Self {
                Self(self.0 / divisor)
            }
        }
        /// The ratio of two amounts; 0 when there is nothing to compare with.
        impl Div for $name {
            type Output = f64;
            fn div(self, other: Self) -> f64 {
                if other.0 == 0.0 { 0.0 } else { self.0 / other.0 }
            }
        }
        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
                amounts.fold(Self::default(), Add::add)
            }
        }
    };
}

quantity! {
    /// Bytes. GB = 10⁹ bytes, GiB = 2³⁰ bytes.
    Bytes
}
quantity! {
    /// Bits a second, one way.
    BitsPerSecond
}
quantity! {
    /// Seconds.
    Seconds
}
quantity! {
    /// US dollars.
    Dollars
}
quantity! {
    /// Watts.
    Watts
}
quantity! {
    /// Joules. A kilowatt-hour is 3.6 MJ.
    Joules
}
quantity! {
    /// Floating-point operations (a multiply-add is two).
    Flops
}
