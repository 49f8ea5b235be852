//! What the page asks of the browser: language, theme, the attributes of the document, the clipboard.

use crate::language::Language;
use crate::page::state::Page;
use crate::page::{crash, panel, text};
use crate::scenario::{Theme, View};
use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, HtmlInputElement, MediaQueryList};

/// The first of the browser's languages that Railyard speaks.
pub fn spoken_language() -> Language {
    let languages = window().navigator().languages();
    let names: Vec<String> = languages
        .iter()
        .filter_map(|name| name.as_string())
        .collect();
    text::first_spoken(names.iter().map(String::as_str))
}

fn dark_query() -> Option<MediaQueryList> {
    window().match_media("(prefers-color-scheme: dark)").ok()?
}

/// Whether the system asks for dark colours.
pub fn prefers_dark() -> bool {
    dark_query().is_some_and(|query| query.matches())
}

/// Follows the system's theme as it changes.
pub fn watch_theme(page: Page) {
    let Some(query) = dark_query() else {
        return;
    };
    let changed = Closure::<dyn Fn()>::new(move || {
        page.system_dark.try_set(prefers_dark());
    });
    query
        .add_event_listener_with_callback("change", changed.as_ref().unchecked_ref())
        .ok();
    // It listens as long as the page lives.
    changed.forget();
}

/// Keeps the document's language, title and theme as the page's.
pub fn dress_document(page: Page) {
    Effect::new(move |_| {
        let language = page.language.get();
        let view = page.view.get();
        crash::speak(language);
        let name = match language {
            Language::English => "en",
            Language::TraditionalChinese => "zh-Hant",
        };
        set_attribute("lang", Some(name));
        let title = text::TITLE.get(language);
        document().set_title(&match panel::title(view) {
            Some(panel) => format!("{} · {title}", panel.get(language)),
            None => title.to_owned(),
        });
    });
    Effect::new(move |_| {
        let theme = page.presentation.with(|shown| shown.theme);
        set_attribute(
            "data-theme",
            match theme {
                Theme::Auto => None,
                Theme::Light => Some("light"),
                Theme::Dark => Some("dark"),
            },
        );
    });
    Effect::new(move |_| {
        let alone = page.embed.get() && page.view.get() != View::All;
        set_attribute("data-embed", alone.then_some(""));
    });
}

fn set_attribute(name: &str, value: Option<&str>) {
    if let Some(root) = document().document_element() {
        match value {
            Some(value) => root.set_attribute(name, value).ok(),
            None => root.remove_attribute(name).ok(),
        };
    }
}

/// Copies a text, then says whether the browser did it.
pub fn copy(text: &str, done: impl Fn(bool) + Clone + 'static) {
    let navigator = window().navigator();
    // Pages without a secure address have no clipboard at all.
    let missing = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard"))
        .map_or(true, |clipboard| {
            clipboard.is_undefined() || clipboard.is_null()
        });
    if missing {
        done(false);
        return;
    }
    let refused = done.clone();
    let copied = Closure::once(move |_: JsValue| done(true));
    let failed = Closure::once(move |_: JsValue| refused(false));
    // The promise itself is not needed, only what it calls.
    let _ = navigator
        .clipboard()
        .write_text(text)
        .then2(&copied, &failed);
    copied.forget();
    failed.forget();
}

/// Moves the focus to an element, and the element into sight.
pub fn focus(id: &str) {
    if let Some(element) = document()
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into::<HtmlElement>().ok())
    {
        element.scroll_into_view();
        element.focus().ok();
    }
}

/// Gives the focus back to an element that is made anew before the next frame, so that whoever pressed it stays where they were.
pub fn refocus(id: String) {
    request_animation_frame(move || {
        if let Some(element) = document()
            .get_element_by_id(&id)
            .and_then(|element| element.dyn_into::<HtmlElement>().ok())
        {
            element.focus().ok();
        }
    });
}

/// Focuses a text field and selects its text.
pub fn select_text(field: &HtmlInputElement) {
    field.focus().ok();
    field.select();
}

/// Whether the window is at least so many CSS pixels wide.
pub fn is_wider_than(pixels: f64) -> bool {
    window()
        .inner_width()
        .ok()
        .and_then(|width| width.as_f64())
        .is_some_and(|width| width >= pixels)
}
