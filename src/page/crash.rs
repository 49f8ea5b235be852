//! What a panic leaves: a message with the link, in place of a page that no longer answers.
//!
//! It uses nothing but the elements that stand in index.html, since whatever panicked may be what makes elements.

use crate::language::Language;
use crate::page::{address, text};
use std::cell::Cell;
use std::panic::PanicHookInfo;
use wasm_bindgen::JsCast;
use web_sys::{Document, HtmlElement};

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::English) };
}

/// Shows a message from now on when the page panics.
pub fn watch() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show(info);
    }));
}

/// The language that a message would be in.
pub fn speak(language: Language) {
    LANGUAGE.set(language);
}

/// Each step may fail for itself; the others still help.
fn show(info: &PanicHookInfo<'_>) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let language = LANGUAGE.get();
    let link = address::full();
    write(
        &document,
        "railyard-fallback-title",
        text::CRASH_TITLE.get(language),
    );
    write(
        &document,
        "railyard-fallback-body",
        text::CRASH_BODY.get(language),
    );
    write(&document, "railyard-fallback-link", &link);
    write(
        &document,
        "railyard-fallback-reload",
        text::RELOAD.get(language),
    );
    write(&document, "railyard-fallback-cause", &info.to_string());
    if let Some(reload) = document.get_element_by_id("railyard-fallback-reload") {
        reload.set_attribute("href", &link).ok();
        reload.remove_attribute("hidden").ok();
    }
    for id in ["railyard-fallback-link", "railyard-fallback-cause"] {
        document
            .get_element_by_id(id)?
            .remove_attribute("hidden")
            .ok();
    }
    if let Some(other) = document.get_element_by_id("railyard-fallback-other") {
        other.set_attribute("hidden", "").ok();
    }
    let fallback = document.get_element_by_id("railyard-fallback")?;
    fallback.remove_attribute("hidden").ok();
    fallback.scroll_into_view();
    fallback.dyn_into::<HtmlElement>().ok()?.focus().ok()
}

fn write(document: &Document, id: &str, text: &str) {
    if let Some(element) = document.get_element_by_id(id) {
        element.set_text_content(Some(text));
    }
}
