//! Folding: of many alike, a few are drawn and the rest becomes an ellipsis.

/// A place in a row of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The thing with this number.
    Item(u64),
    /// Some things that are not drawn.
    Gap,
}

/// A place and where it lies, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// What lies here.
    pub slot: Slot,
    /// Left edge.
    pub x: f64,
    /// Width.
    pub width: f64,
}

/// Which of `count` things to draw when there is room for `most`: those of `wanted` (even if they are more), then the ends, then from
/// the start.
pub fn fold(count: u64, most: usize, wanted: &[u64]) -> Vec<Slot> {
    let most = most.max(1);
    if count <= most as u64 {
        return (0..count).map(Slot::Item).collect();
    }
    let mut chosen: Vec<u64> = Vec::with_capacity(most + 2);
    for &thing in wanted {
        if thing < count && !chosen.contains(&thing) {
            chosen.push(thing);
        }
    }
    for thing in [0, count - 1].into_iter().chain(1..count) {
        if chosen.len() >= most {
            break;
        }
        if !chosen.contains(&thing) {
            chosen.push(thing);
        }
    }
    chosen.sort_unstable();
    let mut slots = Vec::with_capacity(chosen.len() * 2 + 1);
    let mut next = 0;
    for thing in chosen {
        if thing > next {
            slots.push(Slot::Gap);
        }
        slots.push(Slot::Item(thing));
        next = thing + 1;
    }
    if next < count {
        slots.push(Slot::Gap);
    }
    slots
}

/// Lays `slots` out from `left` over `width` CSS pixels: gaps get `gap` each, things the rest in equal parts but at most `widest`.
/// What is left over goes between them, so that the row is as wide as it may be.
pub fn place(slots: &[Slot], left: f64, width: f64, gap: f64, widest: f64) -> Vec<Placed> {
    let items = slots.iter().filter(|slot| **slot != Slot::Gap).count();
    let gaps = slots.len() - items;
    if items == 0 {
        return Vec::new();
    }
    let share = ((width - gap * gaps as f64) / items as f64).max(1.0);
    let item = share.min(widest);
    let spare = (share - item) * items as f64;
    let between = spare / slots.len() as f64;
    let mut x = left + between / 2.0;
    slots
        .iter()
        .map(|&slot| {
            let width = if slot == Slot::Gap { gap } else { item };
            let placed = Placed { slot, x, width };
            x += width + between;
            placed
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Slot::{Gap, Item};

    #[test]
    fn few_are_all_drawn() {
        assert_eq!(fold(3, 4, &[]), [Item(0), Item(1), Item(2)]);
        assert_eq!(fold(0, 4, &[]), []);
        assert_eq!(fold(1, 0, &[]), [Item(0)]);
    }

    #[test]
    fn many_are_folded_between_the_first_and_the_last() {
        assert_eq!(fold(384, 3, &[]), [Item(0), Item(1), Gap, Item(383)]);
        assert_eq!(
            fold(384, 4, &[100, 200]),
            [Item(0), Gap, Item(100), Gap, Item(200), Gap, Item(383)]
        );
        assert_eq!(
            fold(384, 3, &[100, 383]),
            [Item(0), Gap, Item(100), Gap, Item(383)]
        );
        assert_eq!(fold(384, 2, &[5, 6]), [Gap, Item(5), Item(6), Gap]);
    }

    #[test]
    fn what_is_wanted_is_always_there_and_nothing_twice() {
        for count in [1, 2, 5, 72, 4096, 1_048_576] {
            for a in [0, 1, count / 2, count - 1] {
                for b in [0, count / 3, count - 1] {
                    let slots = fold(count, 4, &[a, b]);
                    let items: Vec<u64> = slots
                        .iter()
                        .filter_map(|slot| match slot {
                            Item(thing) => Some(*thing),
                            Gap => None,
                        })
                        .collect();
                    if a < count {
                        assert!(items.contains(&a));
                    }
                    assert!(items.contains(&b));
                    assert!(items.windows(2).all(|pair| pair[0] < pair[1]));
                    assert!(items.len() <= 4);
                }
            }
        }
    }

    #[test]
    fn a_row_stays_within_its_width() {
        for most in 1..6 {
            let slots = fold(100, most, &[]);
            let placed = place(&slots, 10.0, 240.0, 12.0, 60.0);
            for pair in placed.windows(2) {
                assert!(pair[0].x + pair[0].width <= pair[1].x + 1e-9);
            }
            let last = placed.last().unwrap();
            assert!(placed[0].x >= 10.0 && last.x + last.width <= 250.0 + 1e-9);
        }
    }
}
