//! When to write the address: at most once in [`PERIOD_MS`], and never without the last choice.
//!
//! Browsers refuse an address that changes too often (Safari after 100 times in 10 s, Chromium after 200), and a slider changes
//! the choice with every frame.

/// Milliseconds between two writes of the address.
pub const PERIOD_MS: f64 = 250.0;

/// What to do about an address that is out of date.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Write it now.
    Write,
    /// Ask again after so many milliseconds.
    Wait(f64),
    /// Nothing: somebody is waiting already.
    Rest,
}

/// Lets a write pass at most once a period.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gate {
    written_at: Option<f64>,
    waiting: bool,
}

impl Gate {
    /// A gate that lets the first write pass.
    pub const fn new() -> Self {
        Self {
            written_at: None,
            waiting: false,
        }
    }

    /// Whether somebody waits for the end of a period.
    pub const fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// The address is out of date at the time `now` (milliseconds on any steady clock).
    pub fn ask(&mut self, now: f64) -> Verdict {
        if self.waiting {
            return Verdict::Rest;
        }
        self.decide(now)
    }

    /// The wait is over at the time `now`.
    pub fn wake(&mut self, now: f64) -> Verdict {
        self.waiting = false;
        self.decide(now)
    }

    fn decide(&mut self, now: f64) -> Verdict {
        // A clock that went back counts as a period gone by.
        let since = self.written_at.map_or(PERIOD_MS, |then| now - then).abs();
        if since >= PERIOD_MS {
            self.written_at = Some(now);
            Verdict::Write
        } else {
            self.waiting = true;
            Verdict::Wait(PERIOD_MS - since)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_of_two_seconds_is_written_at_most_every_period_and_ends_with_the_last_choice() {
        let mut gate = Gate::default();
        let mut writes = vec![];
        let mut wake_at = None;
        let mut last_change = 0.0;
        for frame in 0..125 {
            let now = f64::from(frame) * 16.0;
            let verdict = match wake_at {
                Some(at) if now >= at => {
                    wake_at = None;
                    gate.wake(now)
                }
                _ if frame < 120 => {
                    last_change = now;
                    gate.ask(now)
                }
                _ => Verdict::Rest,
            };
            match verdict {
                Verdict::Write => writes.push(now),
                Verdict::Wait(ms) => wake_at = Some(now + ms),
                Verdict::Rest => {}
            }
        }
        if let Some(at) = wake_at {
            assert_eq!(gate.wake(at), Verdict::Write);
            writes.push(at);
        }
        assert!(writes.windows(2).all(|pair| pair[1] - pair[0] >= PERIOD_MS));
        assert!(writes.last().is_some_and(|last| *last >= last_change));
        assert_eq!(writes.first(), Some(&0.0));
    }

    #[test]
    fn a_single_change_is_written_at_once() {
        let mut gate = Gate::default();
        assert_eq!(gate.ask(1000.0), Verdict::Write);
        assert_eq!(gate.ask(1100.0), Verdict::Wait(150.0));
        assert_eq!(gate.ask(1120.0), Verdict::Rest);
        assert_eq!(gate.wake(1250.0), Verdict::Write);
        assert_eq!(gate.ask(9000.0), Verdict::Write);
    }
}
