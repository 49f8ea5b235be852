//! Edges of traffic, held as families on the line of ranks 0, 1, 2, …: the two shapes that every collective is made of.

use super::kind::Kind;
use super::periodic::Periodic;
use crate::cluster::lcm;

/// A step along the line: rank x sends to rank x + `delta`, for every x in `sources`.
///
/// A ring of n ranks with stride s is two of them: the steps to the next, and the way back from the last to the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// What is sent.
    pub kind: Kind,
    /// Bytes on each edge in an iteration.
    pub bytes: f64,
    /// Destination minus source; never 0.
    pub delta: i64,
    /// The ranks that send. Their destinations lie in the same period.
    pub sources: Periodic,
}

impl Shift {
    /// Whether `x` sends to `y`.
    pub fn joins(&self, x: u64, y: u64) -> bool {
        x.checked_add_signed(self.delta) == Some(y) && self.sources.contains(x)
    }

    /// Edges among `gpus` ranks.
    pub fn edges(&self, gpus: u64) -> u64 {
        self.sources.below(gpus)
    }

    /// The same edges, walked the other way.
    pub fn reversed(self) -> Self {
        let move_by = |bound: u64| bound.saturating_add_signed(self.delta);
        Self {
            delta: -self.delta,
            sources: Periodic {
                period: self.sources.period,
                from: move_by(self.sources.from),
                to: move_by(self.sources.to),
            },
            ..self
        }
    }
}

/// Groups in which every rank sends to every other: blocks of `stride`·`size` ranks, and in each the ranks that are a multiple of
/// `stride` apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clique {
    /// What is sent.
    pub kind: Kind,
    /// Bytes on each edge (each ordered pair) in an iteration.
    pub bytes: f64,
    /// Who is joined.
    pub grid: Grid,
}

impl Clique {
    /// Whether `x` sends to `y`.
    pub fn joins(&self, x: u64, y: u64) -> bool {
        x != y && self.grid.relates(x, y)
    }

    /// Edges among `gpus` ranks.
    pub fn edges(&self, gpus: u64) -> u64 {
        gpus * (self.grid.size - 1)
    }

    /// The same edges as steps: ±1, ±2, … strides.
    pub fn shifts(self) -> impl Iterator<Item = Shift> {
        (1..self.grid.size).flat_map(move |step| {
            let forward = Shift {
                kind: self.kind,
                bytes: self.bytes,
                delta: (step * self.grid.stride).cast_signed(),
                sources: self.grid.sources((step * self.grid.stride).cast_signed()),
            };
            [forward, forward.reversed()]
        })
    }
}

/// An equivalence of ranks: x ~ y when both lie in the same block of `stride`·`size` and are a multiple of `stride` apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grid {
    /// Distance between neighbours.
    pub stride: u64,
    /// Ranks in a class.
    pub size: u64,
}

impl Grid {
    /// Ranks in a block.
    pub fn block(self) -> u64 {
        self.stride * self.size
    }

    /// Whether `x` ~ `y`.
    pub fn relates(self, x: u64, y: u64) -> bool {
        x / self.block() == y / self.block() && x.abs_diff(y).is_multiple_of(self.stride)
    }

    /// The ranks x with x ~ x + `delta`.
    pub fn sources(self, delta: i64) -> Periodic {
        let period = self.block();
        let length = delta.unsigned_abs();
        if !length.is_multiple_of(self.stride) || length >= period {
            return Periodic {
                period,
                from: 0,
                to: 0,
            };
        }
        if delta >= 0 {
            Periodic {
                period,
                from: 0,
                to: period - length,
            }
        } else {
            Periodic {
                period,
                from: length,
                to: period,
            }
        }
    }

    /// Where `x` lies in the grid.
    pub fn place(self, x: u64) -> Place {
        let block = self.block();
        let within = x % block;
        Place {
            x,
            block: x / block,
            within,
            row: within / self.stride,
            column: within % self.stride,
        }
    }

    /// How many (i, j) with i ~ j, i < `x` and j < `y`; i = j counts.
    pub fn related_below(self, x: &Place, y: &Place) -> u64 {
        let whole = x.block.min(y.block) * self.block() * self.size;
        let part = match x.block.cmp(&y.block) {
            std::cmp::Ordering::Less => x.within * self.size,
            std::cmp::Ordering::Greater => y.within * self.size,
            std::cmp::Ordering::Equal => {
                self.stride * x.row * y.row
                    + x.row * y.column
                    + x.column * y.row
                    + x.column.min(y.column)
            }
        };
        whole + part
    }

    /// How many j with j ~ `x` and j < `y`.
    pub fn relatives_below(self, x: &Place, y: &Place) -> u64 {
        match x.block.cmp(&y.block) {
            std::cmp::Ordering::Less => self.size,
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal => y.row + u64::from(x.column < y.column),
        }
    }
}

/// A number split along a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number itself.
    pub x: u64,
    block: u64,
    within: u64,
    row: u64,
    column: u64,
}

/// What several grids have in common: ranks related by all of them are a multiple of one stride apart and in one segment, between
/// two neighbouring block boundaries of any grid.
pub struct Overlap {
    /// The least common multiple of the strides.
    pub stride: u64,
    /// Blocks whose boundaries cut segments; blocks that are multiples of others cut nothing more.
    blocks: Vec<u64>,
    /// After how many ranks the segments repeat.
    pub cycle: u64,
}

impl Overlap {
    /// What `grids` have in common.
    pub fn of(grids: &[Grid]) -> Self {
        let mut all: Vec<u64> = grids.iter().map(|grid| grid.block()).collect();
        all.sort_unstable();
        let mut blocks: Vec<u64> = Vec::with_capacity(all.len());
        for block in all {
            if !blocks.iter().any(|&other| block.is_multiple_of(other)) {
                blocks.push(block);
            }
        }
        Self {
            stride: grids
                .iter()
                .fold(1, |stride, grid| lcm(stride, grid.stride)),
            cycle: blocks.iter().fold(1, |cycle, &block| lcm(cycle, block)),
            blocks,
        }
    }

    /// Whether no two ranks are related by all.
    pub fn is_empty(&self) -> bool {
        self.blocks
            .first()
            .is_none_or(|&block| self.stride >= block)
    }

    /// The segments of one cycle: first rank, and one past the last.
    pub fn segments(&self) -> impl Iterator<Item = (u64, u64)> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let from = start;
            start = (self.blocks.iter())
                .map(|&block| (from / block + 1) * block)
                .min()
                .filter(|_| from < self.cycle)?;
            Some((from, start))
        })
    }
}

/// Ordered pairs of distinct ranks, among `gpus`, that are related by every one of the grids.
pub fn common_pairs(grids: &[Grid], gpus: u64) -> u64 {
    let overlap = Overlap::of(grids);
    if overlap.is_empty() {
        return 0;
    }
    let stride = overlap.stride;
    let pairs: u64 = overlap
        .segments()
        .map(|(start, end)| {
            let (rows, rest) = ((end - start) / stride, (end - start) % stride);
            rest * (rows + 1) * rows + (stride - rest) * rows * rows.saturating_sub(1)
        })
        .sum();
    pairs * (gpus / overlap.cycle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn grid() -> impl Strategy<Value = Grid> {
        (1_u64..7, 1_u64..7).prop_map(|(stride, size)| Grid { stride, size })
    }

    proptest! {
        #[test]
        fn related_pairs_below_a_corner(grid in grid(), x in 0_u64..80, y in 0_u64..80) {
            let expected = (0..x).flat_map(|i| (0..y).map(move |j| (i, j))).filter(|&(i, j)| grid.relates(i, j)).count();
            prop_assert_eq!(grid.related_below(&grid.place(x), &grid.place(y)), expected as u64);
            let relatives = (0..y).filter(|&j| grid.relates(x, j)).count();
            prop_assert_eq!(grid.relatives_below(&grid.place(x), &grid.place(y)), relatives as u64);
        }

        #[test]
        fn pairs_common_to_grids(grids in proptest::collection::vec(grid(), 1..4)) {
            let gpus = grids.iter().fold(1, |all, grid| lcm(all, grid.block()));
            prop_assume!(gpus <= 400);
            let expected = (0..gpus)
                .flat_map(|i| (0..gpus).map(move |j| (i, j)))
                .filter(|&(i, j)| i != j && grids.iter().all(|grid| grid.relates(i, j)))
                .count();
            prop_assert_eq!(common_pairs(&grids, gpus), expected as u64);
        }

        #[test]
        fn a_clique_is_its_shifts(grid in grid()) {
            let clique = Clique { kind: Kind::Tp, bytes: 1.0, grid };
            let gpus = 2 * grid.block();
            for x in 0..gpus {
                for y in 0..gpus {
                    let times = clique.shifts().filter(|shift| shift.joins(x, y)).count();
                    prop_assert_eq!(times, usize::from(clique.joins(x, y)));
                }
            }
        }
    }
}
