//! The evaluations behind the table: begun when it is looked at, done a few milliseconds at a time, kept for good.

use crate::page::comparison::Tally;
use crate::published::claims::{self, Claim, Outcome, Section};
use crate::published::elsewhere::{self, ElsewhereRun, Spread};
use crate::published::measured::{self, MeasuredRun, Timed};
use leptos::html;
use leptos::prelude::*;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

/// Milliseconds of work before the browser may handle input and paint.
const SLICE_MS: f64 = 8.0;

/// Everything there is to compute, and what of it is done.
struct Store {
    claims: Vec<Arc<Claim>>,
    outcomes: Vec<Outcome>,
    runs: Vec<Arc<MeasuredRun>>,
    timed: Vec<Timed>,
    /// Runs measured elsewhere, read when all the rest is done.
    elsewhere: Option<Vec<ElsewhereRun>>,
    elsewhere_timed: Vec<Timed>,
}

thread_local! {
    // A claim comes out the same however often the panel is opened.
    static STORE: RefCell<Option<Store>> = const { RefCell::new(None) };
}

impl Store {
    /// Everything that is computed.
    fn done(&self) -> usize {
        self.outcomes.len() + self.timed.len() + self.elsewhere_timed.len()
    }
}

fn with<T>(read: impl FnOnce(&mut Store) -> T) -> T {
    STORE.with_borrow_mut(|store| {
        read(store.get_or_insert_with(|| {
            Store {
                claims: claims::all().into_iter().map(Arc::new).collect(),
                outcomes: Vec::new(),
                runs: measured::runs()
                    .unwrap_or_default()
                    .into_iter()
                    .map(Arc::new)
                    .collect(),
                timed: Vec::new(),
                elsewhere: None,
                elsewhere_timed: Vec::new(),
            }
        }))
    })
}

/// The work of one panel on the page.
#[derive(Clone, Copy)]
pub struct Work {
    /// Rises with everything that is done.
    done: RwSignal<usize>,
    running: StoredValue<bool>,
}

impl Work {
    /// Nothing is begun yet.
    pub fn new() -> Self {
        let done = with(|store| store.done());
        Self {
            done: RwSignal::new(done),
            running: StoredValue::new(false),
        }
    }

    /// Begins when the element comes into sight.
    pub fn start_when_seen(self, element: NodeRef<html::Div>) {
        let watch = StoredValue::new_local(None::<Watch>);
        Effect::new(move |_| {
            let Some(element) = element.get() else {
                return;
            };
            watch.try_set_value(Watch::of(element.unchecked_ref(), move || self.start()));
        });
    }

    /// Begins, or goes on.
    pub fn start(self) {
        if self.running.try_get_value() == Some(false) {
            self.running.try_set_value(true);
            self.later();
        }
    }

    fn later(self) {
        set_timeout(move || self.slice(), Duration::ZERO);
    }

    fn slice(self) {
        // The panel may be gone.
        if self.done.is_disposed() {
            return;
        }
        let begun = js_sys::Date::now();
        let mut left = true;
        while left && js_sys::Date::now() - begun < SLICE_MS {
            left = with(step);
        }
        let done = with(|store| store.done());
        self.done.try_set(done);
        if left {
            self.later();
        } else {
            self.running.try_set_value(false);
        }
    }

    /// How many claims came out how, so far.
    pub fn tally(self) -> Tally {
        self.done.track();
        with(|store| Tally::of(store.claims.len(), store.outcomes.iter()))
    }

    /// The measured runs that are computed.
    pub fn timed<T>(self, read: impl FnOnce(&[Timed]) -> T) -> T {
        self.done.track();
        let timed = with(|store| store.timed.clone());
        read(&timed)
    }

    /// How far ours are from the runs measured elsewhere, by source and in all; nothing before all of them are computed.
    pub fn elsewhere(self) -> Option<(Vec<Spread>, Spread)> {
        self.done.track();
        with(|store| {
            let (runs, timed) = (store.elsewhere.as_ref()?, &store.elsewhere_timed);
            let errors: Vec<f64> = timed.iter().map(|timed| timed.error).collect();
            let all = Spread::of("", &errors).filter(|all| all.runs == runs.len())?;
            Some((elsewhere::spreads(runs, timed), all))
        })
    }

    /// Measured runs there are.
    pub fn runs(self) -> usize {
        with(|store| store.runs.len())
    }

    /// The measured runs.
    pub fn all_runs(self) -> Vec<Arc<MeasuredRun>> {
        with(|store| store.runs.clone())
    }

    /// The claims of a section with their places.
    pub fn claims(self, section: Section) -> Vec<(usize, Arc<Claim>)> {
        with(|store| {
            (store.claims.iter().cloned().enumerate())
                .filter(|(_, claim)| claim.section == section)
                .collect()
        })
    }

    /// What came out of a claim, when it is computed.
    pub fn outcome(self, place: usize) -> Option<Outcome> {
        self.done.track();
        with(|store| store.outcomes.get(place).cloned())
    }

    /// How many claims of a section came out how, so far.
    pub fn tally_of(self, section: Section) -> Tally {
        self.done.track();
        with(|store| {
            let is_here = |claim: &Arc<Claim>| claim.section == section;
            let all = store.claims.iter().filter(|claim| is_here(claim)).count();
            let computed = store.claims.iter().zip(&store.outcomes);
            Tally::of(
                all,
                computed
                    .filter(|(claim, _)| is_here(claim))
                    .map(|(_, outcome)| outcome),
            )
        })
    }
}

/// Computes the next one; whether there was one.
fn step(store: &mut Store) -> bool {
    if let Some(claim) = store.claims.get(store.outcomes.len()) {
        store.outcomes.push(claim.outcome());
        true
    } else if let Some(run) = store.runs.get(store.timed.len()) {
        store.timed.push(run.timed());
        true
    } else if let Some(runs) = &store.elsewhere {
        let next = runs.get(store.elsewhere_timed.len());
        store.elsewhere_timed.extend(next.map(ElsewhereRun::timed));
        next.is_some()
    } else {
        store.elsewhere = Some(elsewhere::runs().unwrap_or_default());
        true
    }
}

#[wasm_bindgen]
extern "C" {
    /// The browser's observer of what is in sight.
    type IntersectionObserver;
    #[wasm_bindgen(constructor, catch)]
    fn new(seen: &JsValue) -> Result<IntersectionObserver, JsValue>;
    #[wasm_bindgen(method)]
    fn observe(this: &IntersectionObserver, element: &Element);
    #[wasm_bindgen(method)]
    fn disconnect(this: &IntersectionObserver);
}

/// Stops watching when it is dropped.
struct Watch {
    observer: IntersectionObserver,
    _seen: Closure<dyn FnMut(js_sys::Array)>,
}

impl Watch {
    fn of(element: &Element, then: impl Fn() + 'static) -> Option<Self> {
        let seen = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let is_seen = entries.iter().any(|entry| {
                js_sys::Reflect::get(&entry, &JsValue::from_str("isIntersecting"))
                    .is_ok_and(|value| value.is_truthy())
            });
            if is_seen {
                then();
            }
        });
        let observer = IntersectionObserver::new(seen.as_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _seen: seen,
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
