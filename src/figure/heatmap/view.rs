//! Moving over the heatmap: zoom, pan, and the pair that a cell of many stands for.

use crate::scenario::Axis;
use crate::traffic::{Traffic, Window};
use std::ops::Range;

/// Rows and columns of the closest look, unless there are fewer GPUs.
pub const LEAST_SPAN: u64 = 8;

/// The window `factor` times as wide, in which what lies at `at` (row and column as shares of the window, 0 … 1) stays where it is.
pub fn zoomed(window: Window, gpus: u64, at: (f64, f64), factor: f64) -> Window {
    let factor = if factor.is_finite() {
        factor.clamp(0.01, 100.0)
    } else {
        1.0
    };
    let span = (window.span as f64 * factor).round().max(1.0) as u64;
    // A step always does something, however few rows there are.
    let span = match span.cmp(&window.span) {
        std::cmp::Ordering::Equal if factor < 1.0 => window.span.saturating_sub(1),
        std::cmp::Ordering::Equal if factor > 1.0 => window.span + 1,
        _ => span,
    };
    let span = span.clamp(LEAST_SPAN.min(gpus).max(1), gpus.max(1));
    let start = |first: u64, share: f64| {
        let share = share.clamp(0.0, 1.0);
        let kept = first as f64 + share * window.span as f64;
        (kept - share * span as f64).round().max(0.0) as u64
    };
    Window {
        row: start(window.row, at.0),
        column: start(window.column, at.1),
        span,
    }
    .clamped(gpus.max(1))
}

/// The window moved by rows and columns, as far as the matrix goes.
pub fn panned(window: Window, gpus: u64, rows: i64, columns: i64) -> Window {
    Window {
        row: window.row.saturating_add_signed(rows),
        column: window.column.saturating_add_signed(columns),
        span: window.span,
    }
    .clamped(gpus.max(1))
}

/// The window moved just far enough to hold a position.
pub fn holding(window: Window, gpus: u64, row: u64, column: u64) -> Window {
    let start = |first: u64, position: u64| {
        if position < first {
            position
        } else if position >= first + window.span {
            position + 1 - window.span
        } else {
            first
        }
    };
    Window {
        row: start(window.row, row),
        column: start(window.column, column),
        span: window.span,
    }
    .clamped(gpus.max(1))
}

/// The two GPUs that a block of positions is about: halving it again and again towards more bytes leads to one pair, which exchanges
/// something if any of the block does. Of an idle block, the first.
pub fn busiest_pair(
    traffic: &Traffic,
    axis: Axis,
    rows: Range<u64>,
    columns: Range<u64>,
) -> (u64, u64) {
    let (mut rows, mut columns) = (rows, columns);
    let halves = |range: &Range<u64>| {
        if range.end - range.start < 2 {
            vec![range.clone()]
        } else {
            let middle = range.start + (range.end - range.start) / 2;
            vec![range.start..middle, middle..range.end]
        }
    };
    while rows.end.saturating_sub(rows.start) > 1 || columns.end.saturating_sub(columns.start) > 1 {
        let mut best: Option<(f64, Range<u64>, Range<u64>)> = None;
        for row in halves(&rows) {
            for column in halves(&columns) {
                let bytes = traffic.block(axis, row.clone(), column.clone()).total().0;
                if best.as_ref().is_none_or(|(most, ..)| bytes > *most) {
                    best = Some((bytes, row.clone(), column));
                }
            }
        }
        let Some((_, row, column)) = best else {
            break;
        };
        (rows, columns) = (row, column);
    }
    let cluster = traffic.cluster();
    (
        cluster.gpu_at(rows.start, axis),
        cluster.gpu_at(columns.start, axis),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::workload::Workload;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_window_stays_inside_and_keeps_what_is_pointed_at(
            gpus in 1_u64..100_000,
            share in 0.0..1.0_f64,
            row in 0.0..1.0_f64,
            column in 0.0..1.0_f64,
            factor in 0.1..10.0_f64,
        ) {
            let span = ((gpus as f64 * share) as u64).max(1);
            let window = Window {
                row: ((gpus - span) as f64 * row) as u64,
                column: ((gpus - span) as f64 * column) as u64,
                span,
            };
            let next = zoomed(window, gpus, (row, column), factor);
            prop_assert!(next.span >= 1 && next.row + next.span <= gpus && next.column + next.span <= gpus);
            let before = window.row as f64 + row * window.span as f64;
            let after = next.row as f64 + row * next.span as f64;
            let at_border = next.row == 0 || next.row + next.span == gpus;
            prop_assert!(at_border || (before - after).abs() <= 1.0);
            let moved = panned(window, gpus, 7, -7);
            prop_assert!(moved.span == window.span && moved.row + moved.span <= gpus);
            let held = holding(window, gpus, gpus - 1, 0);
            prop_assert!(held.row + held.span == gpus && held.column == 0);
        }
    }

    #[test]
    fn zooming_in_reaches_single_gpus_and_out_the_whole() {
        let gpus = 3072;
        let mut window = Window {
            row: 0,
            column: 0,
            span: gpus,
        };
        for _ in 0..40 {
            window = zoomed(window, gpus, (0.3, 0.8), 0.8);
        }
        assert_eq!(window.span, LEAST_SPAN);
        for _ in 0..40 {
            window = zoomed(window, gpus, (0.3, 0.8), 1.25);
        }
        assert_eq!(
            window,
            Window {
                row: 0,
                column: 0,
                span: gpus
            }
        );
    }

    #[test]
    fn a_busy_block_gives_a_busy_pair() {
        let scenario = Scenario::default();
        let traffic = Traffic::of(&scenario, &Workload::of(&scenario));
        for axis in [Axis::Domain, Axis::Rail] {
            for start in [0, 8, 384, 1000, 2048] {
                let (rows, columns) = (start..start + 24, start..start + 64);
                let sum = traffic.block(axis, rows.clone(), columns.clone()).total();
                let (from, to) = busiest_pair(&traffic, axis, rows, columns);
                assert_eq!(sum.0 > 0.0, traffic.pair(from, to).total().0 > 0.0);
            }
        }
        assert_eq!(
            busiest_pair(&traffic, Axis::Domain, 0..8, 3000..3008),
            (0, 3000)
        );
    }
}
