//! The browser's address bar: read at the start and on back and forward, written as the person chooses.

use crate::page::gate::{Gate, Verdict};
use crate::page::state::Page;
use crate::scenario::{Scenario, View, link};
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::time::Duration;
use wasm_bindgen::JsValue;

thread_local! {
    /// The link of the page as it is, also for the message after a panic, which can't ask a signal.
    static LINK: RefCell<String> = const { RefCell::new(String::new()) };
    /// The link that the address bar holds already.
    static WRITTEN: RefCell<Option<String>> = const { RefCell::new(None) };
    static GATE: Cell<Gate> = const { Cell::new(Gate::new()) };
}

/// Reads the address: the query, overruled by the fragment.
pub fn read() -> link::Reading {
    let location = window().location();
    let query = location.search().unwrap_or_default();
    let fragment = location.hash().unwrap_or_default();
    let reading = link::read(&format!("{query}{fragment}"));
    let link = link::write(&reading.chosen);
    LINK.set(link.clone());
    WRITTEN.set(Some(link));
    reading
}

/// Follows the page's choices with the address, and the address with the page's choices.
pub fn follow(page: Page) {
    Effect::new(move |_| {
        page.draft.with(|draft| LINK.set(link::write(draft)));
        ask(Gate::ask);
    });
    let restore = move || {
        // Our own writes cause no event: this is the person's, or a script's, change of the address.
        let before = LINK.with_borrow(Clone::clone);
        let reading = read();
        if LINK.with_borrow(|now| *now != before) || !reading.notices.is_empty() {
            page.show(reading.chosen, reading.notices);
        }
    };
    let back_or_forward = window_event_listener(leptos::ev::popstate, move |_| restore());
    let edited = window_event_listener(leptos::ev::hashchange, move |_| restore());
    // What was still waiting is written before the page goes.
    let leaving = window_event_listener(leptos::ev::pagehide, move |_| write());
    on_cleanup(move || {
        back_or_forward.remove();
        edited.remove();
        leaving.remove();
    });
}

fn ask(event: fn(&mut Gate, f64) -> Verdict) {
    let up_to_date =
        LINK.with_borrow(|link| WRITTEN.with_borrow(|written| written.as_ref() == Some(link)));
    let mut gate = GATE.get();
    if up_to_date && !gate.is_waiting() {
        return;
    }
    let verdict = event(&mut gate, js_sys::Date::now());
    GATE.set(gate);
    match verdict {
        Verdict::Write => write(),
        Verdict::Wait(ms) => {
            // Milliseconds, rounded up so that the wait is over when it ends.
            set_timeout(
                || ask(Gate::wake),
                Duration::from_millis(ms.ceil().max(0.0) as u64),
            );
        }
        Verdict::Rest => {}
    }
}

/// Puts the link into the address bar, in place of the entry of the history that is there. A browser may refuse; then the link
/// that "Copy link" gives is right all the same.
fn write() {
    let link = LINK.with_borrow(Clone::clone);
    if WRITTEN.with_borrow(|written| written.as_ref() == Some(&link)) {
        return;
    }
    if let Ok(history) = window().history() {
        let refused = history
            .replace_state_with_url(&JsValue::NULL, "", Some(&address(&link)))
            .is_err();
        if !refused {
            WRITTEN.set(Some(link));
        }
    }
}

/// A new entry of the history for a scenario that was chosen as a whole. The entry that is left keeps its own last choice.
pub fn push(chosen: &Scenario) {
    write();
    let link = link::write(chosen);
    if let Ok(history) = window().history() {
        let refused = history
            .push_state_with_url(&JsValue::NULL, "", Some(&address(&link)))
            .is_err();
        if !refused {
            WRITTEN.set(Some(link.clone()));
        }
    }
    LINK.set(link);
}

/// The address for a link. A query would hold choices that the link, which names only what differs, could not take back.
fn address(link: &str) -> String {
    let location = window().location();
    if location.search().unwrap_or_default().is_empty() {
        link.to_owned()
    } else {
        location.pathname().unwrap_or_default() + link
    }
}

/// The page's address without any choice; `None` in a document that has no address of its own.
fn base() -> Option<String> {
    let href = window().location().href().ok()?;
    let end = href.find(['#', '?']).unwrap_or(href.len());
    let base = &href[..end];
    (!base.starts_with("about:") && !base.starts_with("data:") && !base.starts_with("blob:"))
        .then(|| base.to_owned())
}

/// The whole link to the page as it is now.
pub fn full() -> String {
    let link = LINK.with_borrow(Clone::clone);
    base().unwrap_or_default() + &link
}

/// The element that shows the panel of `draft` in another page or a deck.
pub fn frame(draft: &Scenario) -> String {
    let mut chosen = draft.clone();
    chosen.presentation.embed = true;
    let source = base().unwrap_or_default() + &link::write(&chosen).replace('&', "&amp;");
    format!(
        r#"<iframe src="{source}" width="960" height="540" style="border: 0" title="Railyard" loading="lazy"></iframe>"#
    )
}

/// The link, within this document, to the same scenario with one panel.
pub fn alone(draft: &Scenario, view: View) -> String {
    let mut chosen = draft.clone();
    chosen.presentation.view = view;
    link::write(&chosen)
}

/// The whole link to the same scenario with all panels, for the way out of a frame.
pub fn full_page(draft: &Scenario) -> Option<String> {
    let mut chosen = draft.clone();
    chosen.presentation.embed = false;
    chosen.presentation.view = View::All;
    elsewhere(&chosen)
}

/// The whole link to another scenario, shown as it says.
pub fn elsewhere(chosen: &Scenario) -> Option<String> {
    Some(base()? + &link::write(chosen))
}
