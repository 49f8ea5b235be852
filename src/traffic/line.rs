//! Families as they lie along an axis of the heatmap, where edges between ranges of positions are counted in closed form.
//!
//! On the domain axis GPU g stands at g and families keep their shape. On the rail axis the GPU of domain D and local rank r stands
//! at r·M + D, with M = N/K. A step from x to x + δ leads from (r, D) to ((r+δ) mod K, D + ⌊(r+δ)/K⌋): by one distance for the
//! rails before K − (δ mod K), by another for those after. An equivalence whose stride and block meet K evenly is one of local ranks
//! and one of domains at once.

use super::family::{Grid, Place, Shift};
use super::periodic::Periodic;
use crate::cluster::{Cluster, gcd};
use crate::scenario::Axis;
use std::ops::Range;

/// A step as it lies along an axis.
#[derive(Clone, Debug)]
pub struct Line {
    /// Sources' positions and the distance to their destinations.
    pub pieces: [(Range<u64>, i64); 2],
    sources: Sources,
}

#[derive(Clone, Debug)]
enum Sources {
    /// Positions are ranks.
    Domain(Periodic),
    /// Positions run along the rails.
    Rail {
        sources: Periodic,
        hb: u64,
        domains: u64,
        divisor: u64,
    },
}

impl Line {
    /// A step along `axis`, with rank r on GPU r.
    pub fn of(shift: &Shift, cluster: &Cluster, axis: Axis) -> Self {
        let gpus = cluster.gpus;
        if !has_rails(cluster, axis) {
            return Self {
                pieces: [(0..gpus, shift.delta), (gpus..gpus, 0)],
                sources: Sources::Domain(shift.sources),
            };
        }
        let hb = cluster.hb.cast_signed();
        let domains = cluster.domains.cast_signed();
        let (further, step) = (shift.delta.div_euclid(hb), shift.delta.rem_euclid(hb));
        let turn = (hb - step).unsigned_abs() * cluster.domains;
        Self {
            pieces: [
                (0..turn, step * domains + further),
                (turn..gpus, (step - hb) * domains + further + 1),
            ],
            sources: Sources::Rail {
                sources: shift.sources,
                hb: cluster.hb,
                domains: cluster.domains,
                divisor: gcd(cluster.hb, shift.sources.period),
            },
        }
    }

    /// Sources at positions before `position`.
    pub fn sources_below(&self, position: u64) -> u64 {
        self.sources.below(position)
    }

    /// Edges from positions in `rows` to positions in `columns`.
    pub fn edges(&self, rows: &Range<u64>, columns: &Range<u64>) -> u64 {
        self.pieces
            .iter()
            .map(|(piece, delta)| {
                let start = (rows.start.max(piece.start)).max(shifted(columns.start, -delta));
                let end = (rows.end.min(piece.end)).min(shifted(columns.end, -delta));
                if start < end {
                    self.sources.below(end) - self.sources.below(start)
                } else {
                    0
                }
            })
            .sum()
    }
}

/// A position moved by a distance, and not below 0.
pub fn shifted(position: u64, delta: i64) -> u64 {
    position.saturating_add_signed(delta)
}

/// Whether positions along the axis differ from GPU numbers.
pub fn has_rails(cluster: &Cluster, axis: Axis) -> bool {
    axis == Axis::Rail && cluster.hb > 1 && cluster.domains > 1
}

impl Sources {
    /// Sources at positions before `position`.
    fn below(&self, position: u64) -> u64 {
        match *self {
            Self::Domain(sources) => sources.below(position),
            Self::Rail {
                sources,
                hb,
                domains,
                divisor,
            } => {
                let Periodic { period, from, to } = sources;
                let (rail, before) = (position / domains, position % domains);
                // Over period/divisor domains a rail meets every residue of its class once.
                let cycles = domains * divisor / period;
                let residues = |bound: u64| {
                    let partial = rail % divisor;
                    bound / divisor * partial + (bound % divisor).min(partial)
                };
                let met = rail / divisor * (to - from) + residues(to) - residues(from);
                let crossings = |bound: u64| {
                    floor_sum(before, period, hb % period, rail % period + period - bound)
                };
                cycles * met + crossings(from) - crossings(to)
            }
        }
    }
}

/// The sum of ⌊(a·i + b) / m⌋ over i from 0 to n−1, in logarithmic time as Euclid's algorithm.
fn floor_sum(mut n: u64, mut m: u64, mut a: u64, mut b: u64) -> u64 {
    let mut sum = 0;
    loop {
        if n == 0 {
            return sum;
        }
        if a >= m {
            sum += n * (n - 1) / 2 * (a / m);
            a %= m;
        }
        if b >= m {
            sum += n * (b / m);
            b %= m;
        }
        let last = a * n + b;
        if last < m {
            return sum;
        }
        (n, b) = (last / m, last % m);
        (m, a) = (a, m);
    }
}

/// An equivalence of positions that is one of local ranks and one of domains at once.
#[derive(Clone, Copy, Debug)]
pub struct RailGrid {
    local: Grid,
    domains: Grid,
    rail: u64,
}

/// A corner of a block, split along a [`RailGrid`].
#[derive(Clone, Copy, Debug)]
pub struct RailPlace {
    position: u64,
    local: Place,
    domain: Place,
    /// (i, j) of domains with i ~ j, i before this corner's, any j.
    domains_below: u64,
}

impl RailGrid {
    /// The equivalence `grid` of ranks along the rail axis, where its stride and block meet K evenly.
    pub fn of(grid: Grid, cluster: &Cluster) -> Option<Self> {
        let Cluster { hb, domains, .. } = *cluster;
        let single = Grid { stride: 1, size: 1 };
        let (local, across) = if hb.is_multiple_of(grid.block()) {
            (grid, single)
        } else if grid.stride.is_multiple_of(hb) {
            let across = Grid {
                stride: grid.stride / hb,
                size: grid.size,
            };
            (single, across)
        } else if hb.is_multiple_of(grid.stride) && grid.block().is_multiple_of(hb) {
            let local = Grid {
                stride: grid.stride,
                size: hb / grid.stride,
            };
            let across = Grid {
                stride: 1,
                size: grid.block() / hb,
            };
            (local, across)
        } else {
            return None;
        };
        Some(Self {
            local,
            domains: across,
            rail: domains,
        })
    }

    /// Positions that hold whole classes: the rails of a block of local ranks.
    pub fn block(&self) -> u64 {
        self.local.block() * self.rail
    }

    /// Where a corner lies.
    pub fn place(&self, position: u64) -> RailPlace {
        let domain = self.domains.place(position % self.rail);
        RailPlace {
            position,
            local: self.local.place(position / self.rail),
            domain,
            domains_below: domain.x * self.domains.size,
        }
    }

    /// How many (i, j) of distinct related positions lie before the corners: whole rails by local ranks times domains, then the
    /// part of a rail on either side.
    pub fn pairs_below(&self, x: &RailPlace, y: &RailPlace) -> u64 {
        let whole = self.local.related_below(&x.local, &y.local) * self.rail * self.domains.size;
        let mut pairs = whole;
        if x.domain.x > 0 {
            pairs += self.local.relatives_below(&x.local, &y.local) * x.domains_below;
        }
        if y.domain.x > 0 {
            pairs += self.local.relatives_below(&y.local, &x.local) * y.domains_below;
        }
        if x.domain.x > 0 && y.domain.x > 0 && self.local.relates(x.local.x, y.local.x) {
            pairs += self.domains.related_below(&x.domain, &y.domain);
        }
        pairs - x.position.min(y.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_sums() {
        for (n, m, a, b) in [(0, 3, 2, 1), (7, 5, 3, 11), (20, 7, 13, 4), (9, 4, 0, 6)] {
            let expected: u64 = (0..n).map(|i| (a * i + b) / m).sum();
            assert_eq!(floor_sum(n, m, a, b), expected);
        }
    }
}
