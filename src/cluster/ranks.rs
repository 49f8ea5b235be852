//! Rank numbers as mixed-radix numbers: one digit a dimension of parallelism, the order's first dimension fastest.

use crate::scenario::{Dimension, Scenario};

/// A digit of the rank number: ranks that differ only in it are `stride` apart, and it has `size` values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// Distance between two ranks whose digits differ by one.
    pub stride: u64,
    /// Values of the digit.
    pub size: u64,
}

impl Digit {
    /// The digit of a rank.
    pub fn coordinate(self, rank: u64) -> u64 {
        rank / self.stride % self.size
    }

    /// Consecutive ranks that hold whole groups: stride times size.
    pub fn span(self) -> u64 {
        self.stride * self.size
    }
}

/// The digits of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// Tensor parallelism, t.
    pub tp: Digit,
    /// Context parallelism, c.
    pub cp: Digit,
    /// Pipeline parallelism, p.
    pub pp: Digit,
    /// Data parallelism, d.
    pub dp: Digit,
    /// Expert parallelism, e: the fastest part of the data-parallel digit.
    pub ep: u64,
}

impl Ranks {
    /// The ranks of a scenario's layout on `gpus` GPUs. A layout that does not fill them exactly becomes one of single ranks,
    /// which exchange nothing.
    pub fn filling(scenario: &Scenario, gpus: u64) -> Self {
        let layout = &scenario.layout;
        let size = |dimension| {
            u64::from(match dimension {
                Dimension::Tp => layout.tp,
                Dimension::Cp => layout.cp,
                Dimension::Pp => layout.pp,
                Dimension::Dp => scenario.dp(),
            })
            .max(1)
        };
        let mut stride = 1_u64;
        let mut digits = [Digit { stride: 1, size: 1 }; 4];
        for dimension in layout.order.0 {
            let size = size(dimension);
            digits[dimension as usize] = Digit { stride, size };
            stride = stride.saturating_mul(size);
        }
        if stride != gpus {
            return Self::single();
        }
        let dp = digits[Dimension::Dp as usize];
        Self {
            tp: digits[Dimension::Tp as usize],
            cp: digits[Dimension::Cp as usize],
            pp: digits[Dimension::Pp as usize],
            dp,
            ep: gcd(u64::from(layout.ep).max(1), dp.size),
        }
    }

    fn single() -> Self {
        let digit = Digit { stride: 1, size: 1 };
        Self {
            tp: digit,
            cp: digit,
            pp: digit,
            dp: digit,
            ep: 1,
        }
    }

    /// The ranks among which a layer's experts are spread.
    pub fn experts(&self) -> Digit {
        Digit {
            stride: self.dp.stride,
            size: self.ep,
        }
    }

    /// The ranks that hold copies of the same experts, within one context-parallel coordinate.
    pub fn expert_replicas(&self) -> Digit {
        Digit {
            stride: self.dp.stride * self.ep,
            size: self.dp.size / self.ep,
        }
    }
}

/// The greatest common divisor.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least common multiple.
pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    a / gcd(a, b) * b
}
