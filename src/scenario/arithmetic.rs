//! Divisors and multiples near a number.

/// The greatest common divisor.
pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple; the greatest `u64` where it would not fit.
pub(super) fn lcm(a: u64, b: u64) -> u64 {
    match gcd(a, b) {
        0 => 0,
        common => (a / common).saturating_mul(b),
    }
}

/// All divisors, in no order; none of 0.
pub(super) fn divisors(number: u32) -> Vec<u32> {
    (1..=number.isqrt())
        .filter(|small| number.is_multiple_of(*small))
        .flat_map(|small| [small, number / small])
        .collect()
}

/// The number of `1..=most` nearest to `wish` that is good, the smaller of two as near. 1 where none is.
pub(super) fn nearest(wish: u32, most: u32, good: impl Fn(u32) -> bool) -> u32 {
    let wish = wish.clamp(1, most.max(1));
    (0..wish.max(most - wish.min(most)).saturating_add(1))
        .find_map(|distance| {
            let below = wish.checked_sub(distance).filter(|number| *number >= 1);
            let above = wish.checked_add(distance).filter(|number| *number <= most);
            [below, above]
                .into_iter()
                .flatten()
                .find(|number| good(*number))
        })
        .unwrap_or(1)
}

/// The multiple of `unit` nearest to `wish` that is at least `unit` and at most `most`, the smaller of two as near. `unit` must
/// not be above `most`.
pub(super) fn nearest_multiple(wish: u32, unit: u64, most: u64) -> u32 {
    let unit = unit.max(1);
    let wish = u64::from(wish);
    let below = wish / unit;
    let factor = if wish - below * unit <= (below + 1) * unit - wish {
        below
    } else {
        below + 1
    };
    let multiple = factor.clamp(1, (most / unit).max(1)) * unit;
    u32::try_from(multiple).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours() {
        assert_eq!(gcd(12, 18), 6);
        assert_eq!(lcm(72, 512), 4608);
        assert_eq!(lcm(u64::MAX, 2), u64::MAX);
        let mut all = divisors(12);
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4, 6, 12]);
        assert!(divisors(0).is_empty());
        assert_eq!(nearest(7, 64, |n| 160 % n == 0), 8);
        assert_eq!(nearest(3, 4, |n| n % 2 == 0), 2);
        assert_eq!(nearest(5, 100, |_| false), 1);
        assert_eq!(nearest(500, 100, |n| n % 7 == 0), 98);
        assert_eq!(nearest_multiple(3072, 9, 10_000), 3069);
        assert_eq!(nearest_multiple(1, 512, 10_000), 512);
        assert_eq!(nearest_multiple(9999, 512, 10_000), 9728);
    }
}
