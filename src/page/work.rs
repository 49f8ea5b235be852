//! Work that takes longer than a frame: done in slices, between which the page listens and paints.

use leptos::prelude::*;
use std::time::Duration;

/// Work that goes on step by step. A step takes well under a millisecond or two.
pub trait Job: 'static {
    /// Goes on a little.
    fn step(&mut self);
    /// Whether there is nothing left to do.
    fn is_done(&self) -> bool;
}

/// The longest slice, in milliseconds.
const SLICE: f64 = 8.0;

/// Does one piece of work at a time; a new one replaces the last. It ends with the component that made it.
#[derive(Clone, Copy)]
pub struct Worker {
    /// Which piece of work is in force.
    generation: StoredValue<u64>,
}

impl Worker {
    /// A worker with nothing to do.
    pub fn new() -> Self {
        Self {
            generation: StoredValue::new(0),
        }
    }

    /// Drops what is being done.
    pub fn stop(self) {
        self.generation
            .try_update_value(|generation| *generation += 1);
    }

    /// Begins another piece of work after `delay` and tells how far it is after each slice.
    pub fn start<J: Job>(
        self,
        delay: Duration,
        begin: impl FnOnce() -> J + 'static,
        report: impl Fn(&J) + 'static,
    ) {
        self.stop();
        let Some(mine) = self.generation.try_get_value() else {
            return;
        };
        set_timeout(
            move || {
                if self.generation.try_get_value() == Some(mine) {
                    self.slice(mine, begin(), report);
                }
            },
            delay,
        );
    }

    fn slice<J: Job>(self, mine: u64, mut job: J, report: impl Fn(&J) + 'static) {
        if self.generation.try_get_value() != Some(mine) {
            return;
        }
        let until = js_sys::Date::now() + SLICE;
        while !job.is_done() && js_sys::Date::now() < until {
            job.step();
        }
        report(&job);
        if !job.is_done() {
            set_timeout(move || self.slice(mine, job, report), Duration::ZERO);
        }
    }
}
