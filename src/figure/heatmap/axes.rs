//! The heatmap's axes: which domains, rails or GPUs lie where.

use crate::language::{Bilingual, Language};
use crate::quantity::format::count;
use crate::scenario::{Axis, PairCounting};
use crate::traffic::Raster;

/// What the two axes show: an order of GPUs, and the part of it in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// By HB domain or by rail.
    pub axis: Axis,
    /// GPUs, N.
    pub gpus: u64,
    /// GPUs in an HB domain, K.
    pub hb: u64,
    /// First row in sight.
    pub row: u64,
    /// First column in sight.
    pub column: u64,
    /// Rows and columns in sight. A last cell that is not full counts as a whole one, so this may reach past the last GPU.
    pub span: u64,
    /// Whether a cell is what the row sends to the column, or what both send to each other.
    pub pairs: PairCounting,
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// CSS pixels from the axis' start.
    pub at: f64,
    /// What is written there; a border between groups may say nothing.
    pub label: String,
    /// Where the label's middle lies, in CSS pixels from the axis' start.
    pub label_at: f64,
}

/// What the labels of an axis number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// HB domains, or rails.
    Group,
    /// Single GPUs.
    Gpu,
}

impl Axes {
    /// The axes of a raster of `hb`-GPU domains among `gpus` GPUs.
    pub fn of(raster: &Raster, axis: Axis, pairs: PairCounting, gpus: u64, hb: u64) -> Self {
        Self {
            axis,
            gpus,
            hb,
            row: raster.window.row,
            column: raster.window.column,
            span: u64::from(raster.cells) * raster.cell_span,
            pairs,
        }
    }

    /// GPUs in one group of the order: K of an HB domain, N/K of a rail.
    pub fn group(&self) -> u64 {
        match self.axis {
            Axis::Domain => self.hb,
            Axis::Rail => self.gpus / self.hb.max(1),
        }
        .max(1)
    }

    /// The GPU at `position` along an axis.
    pub fn gpu_at(&self, position: u64) -> u64 {
        match self.axis {
            Axis::Domain => position,
            Axis::Rail => {
                let domains = self.group();
                position % domains * self.hb + position / domains
            }
        }
    }

    /// CSS pixels from the axis' start of `position`, where `start` is the first in sight and the axis `length` long.
    pub fn css_from_position(&self, start: u64, position: u64, length: f64) -> f64 {
        (position as f64 - start as f64) / self.span.max(1) as f64 * length
    }

    /// What the labels number on an axis `length` CSS pixels long whose labels need `room` each.
    pub fn level(&self, length: f64, room: f64) -> Level {
        let px_per_gpu = length / self.span.max(1) as f64;
        if px_per_gpu >= room || (self.span <= self.group() && px_per_gpu * 4.0 >= room) {
            Level::Gpu
        } else {
            Level::Group
        }
    }

    /// The greatest number that a label may say.
    pub fn greatest(&self) -> u64 {
        let last = match self.axis {
            Axis::Domain => self.row.max(self.column).saturating_add(self.span),
            Axis::Rail => self.gpus,
        };
        last.min(self.gpus).saturating_sub(1)
    }

    /// The marks of the axis that starts at position `start`, which number groups or GPUs, never nearer to each other than `room` CSS
    /// pixels.
    pub fn ticks(&self, start: u64, length: f64, level: Level, room: f64) -> Vec<Tick> {
        if length <= 0.0 || self.gpus == 0 {
            return Vec::new();
        }
        let px_per_gpu = length / self.span.max(1) as f64;
        let group = self.group();
        let end = start.saturating_add(self.span).min(self.gpus);
        let ticks: Vec<Tick> = match level {
            Level::Gpu => {
                let step = nice_step(room / px_per_gpu);
                // Steps count within each group, so that its first GPU is always among them.
                (start..end)
                    .filter(|position| (position % group).is_multiple_of(step))
                    .map(|position| {
                        let at = self.css_from_position(start, position, length);
                        Tick {
                            at,
                            label: count(self.gpu_at(position)),
                            label_at: at + px_per_gpu / 2.0,
                        }
                    })
                    .collect()
            }
            Level::Group => {
                let step = nice_step(room / (px_per_gpu * group as f64));
                let first = (start / group).div_ceil(step);
                let last = end.div_ceil(group).div_ceil(step);
                (first..last)
                    .filter_map(|place| self.group_tick(start, place * step, step, length))
                    .collect()
            }
        };
        ticks.into_iter().fold(Vec::new(), |mut kept, tick| {
            let clear = kept
                .last()
                .is_none_or(|last: &Tick| tick.label_at - last.label_at >= room - 1e-9);
            if clear {
                kept.push(tick);
            }
            kept
        })
    }

    /// The mark of `group`: its label in the middle of what is seen of it, or at its border where many groups share a label.
    fn group_tick(&self, start: u64, group: u64, step: u64, length: f64) -> Option<Tick> {
        let begin = self.css_from_position(start, group * self.group(), length);
        let end = self.css_from_position(start, (group + 1) * self.group(), length);
        let label_at = if step == 1 {
            f64::midpoint(begin.max(0.0), end.min(length))
        } else {
            begin
        };
        // A border just out of sight would hang its label over the axis' end.
        (label_at >= 0.0 && label_at <= length).then(|| Tick {
            at: begin,
            label: count(group),
            label_at,
        })
    }

    /// Where one group ends and the next begins, in CSS pixels from the start of the axis; none where groups are too small to be told
    /// apart by lines.
    pub fn borders(&self, start: u64, length: f64) -> Vec<f64> {
        const LEAST_APART: f64 = 10.0;
        let group = self.group();
        if length * group as f64 / (self.span.max(1) as f64) < LEAST_APART {
            return Vec::new();
        }
        (start / group + 1..)
            .map(|border| border * group)
            .take_while(|&position| position < (start + self.span).min(self.gpus))
            .map(|position| self.css_from_position(start, position, length))
            .collect()
    }

    /// The blocks on the diagonal, from one group to itself, as first and last position; none where they are too small to be framed.
    pub fn blocks(&self, length: f64) -> Vec<(u64, u64)> {
        const LEAST_SIDE: f64 = 10.0;
        let group = self.group();
        if length * group as f64 / (self.span.max(1) as f64) < LEAST_SIDE {
            return Vec::new();
        }
        let first = self.row.max(self.column) / group;
        let end = self.row.min(self.column).saturating_add(self.span);
        (first..end.min(self.gpus).div_ceil(group))
            .map(|block| (block * group, (block + 1) * group))
            .collect()
    }

    /// What an axis says it numbers: the one that `sends`, or the other.
    pub fn title(&self, sends: bool, level: Level, language: Language) -> &'static str {
        let title = match (self.pairs, sends, level, self.axis) {
            (PairCounting::Unordered, _, Level::Group, Axis::Domain) => {
                Bilingual::new("HB domain", "HB 域")
            }
            (PairCounting::Unordered, _, Level::Group, Axis::Rail) => Bilingual::new("rail", "軌"),
            (PairCounting::Unordered, _, Level::Gpu, _) => Bilingual::new("GPU", "GPU"),
            (_, true, Level::Group, Axis::Domain) => {
                Bilingual::new("sending HB domain", "傳送方 HB 域")
            }
            (_, true, Level::Group, Axis::Rail) => Bilingual::new("sending rail", "傳送方軌"),
            (_, true, Level::Gpu, _) => Bilingual::new("sending GPU", "傳送方 GPU"),
            (_, false, Level::Group, Axis::Domain) => {
                Bilingual::new("receiving HB domain", "接收方 HB 域")
            }
            (_, false, Level::Group, Axis::Rail) => Bilingual::new("receiving rail", "接收方軌"),
            (_, false, Level::Gpu, _) => Bilingual::new("receiving GPU", "接收方 GPU"),
        };
        title.get(language)
    }
}

/// The least of 1, 2, 5, 10, 20, 50, … that is not below `wanted`.
pub fn nice_step(wanted: f64) -> u64 {
    let mut decade = 1_u64;
    while decade < u64::MAX / 100 {
        for lead in [1, 2, 5] {
            if (lead * decade) as f64 >= wanted {
                return lead * decade;
            }
        }
        decade *= 10;
    }
    decade
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes(axis: Axis, gpus: u64, hb: u64) -> Axes {
        Axes {
            axis,
            gpus,
            hb,
            row: 0,
            column: 0,
            span: gpus,
            pairs: PairCounting::Ordered,
        }
    }

    #[test]
    fn steps_are_nice() {
        let steps = [0.0, 1.0, 1.5, 3.0, 5.1, 11.0, 250.0].map(nice_step);
        assert_eq!(steps, [1, 1, 2, 5, 10, 20, 500]);
        assert!(nice_step(f64::INFINITY) > 1_000_000);
    }

    #[test]
    fn rail_order_puts_one_rail_after_the_other() {
        let axes = axes(Axis::Rail, 16, 4);
        let order: Vec<u64> = (0..16).map(|position| axes.gpu_at(position)).collect();
        assert_eq!(
            order,
            [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]
        );
    }

    #[test]
    fn labels_never_crowd() {
        for axis in [Axis::Domain, Axis::Rail] {
            for gpus in [16, 3072, 65_536, 1_048_576] {
                for hb in [1, 2, 8, 16] {
                    let mut span = gpus;
                    while span >= 1 {
                        let axes = Axes {
                            span,
                            ..axes(axis, gpus, hb)
                        };
                        for start in [0, (gpus - span) / 3, gpus - span] {
                            let level = axes.level(600.0, 40.0);
                            let ticks = axes.ticks(start, 600.0, level, 40.0);
                            assert!(ticks.len() <= 17, "{axes:?} from {start}: {ticks:?}");
                            assert!(
                                ticks
                                    .iter()
                                    .all(|tick| (0.0..=600.0).contains(&tick.label_at))
                            );
                            for pair in ticks.windows(2) {
                                let apart = pair[1].label_at - pair[0].label_at;
                                assert!(apart >= 39.9, "{axes:?} from {start}: {pair:?}");
                            }
                        }
                        span /= 3;
                    }
                }
            }
        }
    }

    #[test]
    fn the_whole_of_gpt_1t_is_marked_by_domain() {
        let axes = axes(Axis::Domain, 3072, 8);
        let labels: Vec<String> = axes
            .ticks(0, 600.0, Level::Group, 40.0)
            .into_iter()
            .map(|tick| tick.label)
            .collect();
        assert_eq!(
            labels,
            ["0", "50", "100", "150", "200", "250", "300", "350"]
        );
        assert_eq!(axes.borders(0, 600.0), Vec::<f64>::new());
        assert_eq!(axes.borders(0, 6144.0).len(), 383);
    }
}
