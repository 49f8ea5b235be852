//! Alone in a frame: what the figure does not use itself is handed on to the deck round it.

use crate::page::state::Page;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, KeyboardEvent};

/// The code of a key that a deck turns its slides with, as reveal.js counts them; `idle` is whether nothing that uses arrow keys
/// has the focus.
pub fn deck_key(key: &str, idle: bool) -> Option<u32> {
    match key {
        "PageUp" => Some(33),
        "PageDown" => Some(34),
        "Escape" => Some(27),
        "ArrowLeft" if idle => Some(37),
        "ArrowUp" if idle => Some(38),
        "ArrowRight" if idle => Some(39),
        "ArrowDown" if idle => Some(40),
        _ => None,
    }
}

/// Hands on the keys of a deck while the page is embedded.
pub fn hand_on_keys(page: Page) {
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if page.embed.try_get_untracked() == Some(true) && !event.default_prevented() {
            hand_on(&event);
        }
    });
    on_cleanup(move || listener.remove());
}

fn hand_on(event: &KeyboardEvent) -> Option<()> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    let idle = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_none_or(|element| matches!(element.tag_name().as_str(), "BODY" | "HTML"));
    let code = deck_key(&event.key(), idle)?;
    let own = window();
    let parent = own.parent().ok()??;
    if parent == own {
        return None;
    }
    event.prevent_default();
    let message = format!(r#"{{"method":"triggerKey","args":[{code}]}}"#);
    parent.post_message(&JsValue::from_str(&message), "*").ok()
}
