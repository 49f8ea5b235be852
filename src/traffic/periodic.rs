//! Sets of numbers that repeat with a period, how many numbers lie in them, and how several of them overlap.

use crate::cluster::lcm;
use std::collections::BTreeMap;

/// The numbers x ≥ 0 with `from` ≤ x mod `period` < `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Periodic {
    /// The period.
    pub period: u64,
    /// The first number in it.
    pub from: u64,
    /// One past the last; at most `period`.
    pub to: u64,
}

impl Periodic {
    /// Whether `x` is one of them.
    pub fn contains(self, x: u64) -> bool {
        let x = x % self.period;
        self.from <= x && x < self.to
    }

    /// How many of them are less than `x`.
    pub fn below(self, x: u64) -> u64 {
        let (whole, part) = (x / self.period, x % self.period);
        whole * (self.to - self.from) + part.clamp(self.from, self.to) - self.from
    }
}

/// The numbers below `limit`, counted by which of the sets they belong to: bit i of the key stands for `sets[i]`.
///
/// A set of the longest period is walked once a cycle, and only the piece before `limit` is walked apart; what lies between its
/// ends is counted by the other sets in the same way. So the cost depends on the number of sets when the periods divide each
/// other, and else on how often the longest must repeat until all meet.
pub fn memberships(sets: &[Periodic], limit: u64) -> BTreeMap<u32, u64> {
    let mut signed = BTreeMap::new();
    Walk::over(sets).count(0, limit, 1, 0, &mut signed);
    signed
        .into_iter()
        .filter_map(|(key, count)| Some((key, u64::try_from(count).ok().filter(|&c| c > 0)?)))
        .collect()
}

/// Sets grouped by period, longest first.
struct Walk {
    levels: Vec<Level>,
}

struct Level {
    period: u64,
    /// The least common multiple of this level's period and all shorter ones.
    cycle: u64,
    /// Where membership changes within a period: start, end, key.
    pieces: Vec<(u64, u64, u32)>,
}

impl Walk {
    fn over(sets: &[Periodic]) -> Self {
        let mut by_period: BTreeMap<u64, Vec<(u32, Periodic)>> = BTreeMap::new();
        for (index, &set) in (0_u32..).zip(sets) {
            by_period
                .entry(set.period)
                .or_default()
                .push((1 << index, set));
        }
        let mut levels = Vec::with_capacity(by_period.len());
        let mut cycle = 1;
        for (period, members) in by_period {
            cycle = lcm(cycle, period);
            let mut cuts: Vec<u64> = members
                .iter()
                .flat_map(|(_, set)| [set.from, set.to])
                .chain([0, period])
                .collect();
            cuts.sort_unstable();
            cuts.dedup();
            let pieces = cuts
                .iter()
                .zip(cuts.iter().skip(1))
                .map(|(&start, &end)| {
                    let key = members
                        .iter()
                        .filter(|(_, set)| set.contains(start))
                        .fold(0, |key, (bit, _)| key | bit);
                    (start, end, key)
                })
                .collect();
            levels.push(Level {
                period,
                cycle,
                pieces,
            });
        }
        levels.reverse();
        Self { levels }
    }

    /// Adds `times` the counts of the numbers below `limit`, seen from `depth` on.
    fn count(
        &self,
        depth: usize,
        limit: u64,
        times: i128,
        key: u32,
        counts: &mut BTreeMap<u32, i128>,
    ) {
        if limit == 0 {
            return;
        }
        let Some(level) = self.levels.get(depth) else {
            *counts.entry(key).or_default() += times * i128::from(limit);
            return;
        };
        let (cycles, rest) = (limit / level.cycle, limit % level.cycle);
        for (length, times) in [(level.cycle, times * i128::from(cycles)), (rest, times)] {
            if length == 0 || times == 0 {
                continue;
            }
            let mut base = 0;
            while base < length {
                for &(start, end, bits) in &level.pieces {
                    let (start, end) = (base + start, (base + end).min(length));
                    if start < end {
                        self.count(depth + 1, end, times, key | bits, counts);
                        self.count(depth + 1, start, -times, key | bits, counts);
                    }
                }
                base += level.period;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sets() -> impl Strategy<Value = Vec<Periodic>> {
        let set = (1_u64..30)
            .prop_flat_map(|period| (Just(period), 0..=period, 0..=period))
            .prop_map(|(period, a, b)| Periodic {
                period,
                from: a.min(b),
                to: a.max(b),
            });
        proptest::collection::vec(set, 0..4)
    }

    proptest! {
        #[test]
        fn memberships_are_those_of_every_number(sets in sets(), limit in 0_u64..400) {
            let mut expected = BTreeMap::new();
            for x in 0..limit {
                let key = (0_u32..).zip(&sets).filter(|(_, set)| set.contains(x)).fold(0, |key, (i, _)| key | (1 << i));
                *expected.entry(key).or_insert(0_u64) += 1;
            }
            prop_assert_eq!(memberships(&sets, limit), expected);
        }

        #[test]
        fn below_counts_members(sets in sets(), limit in 0_u64..400) {
            for set in sets {
                prop_assert_eq!(set.below(limit), (0..limit).filter(|&x| set.contains(x)).count() as u64);
            }
        }
    }
}
