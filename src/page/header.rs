//! The header: the name, and the choices that are not of the scenario.

use crate::language::{Bilingual, Language};
use crate::page::copy::Copy;
use crate::page::state::Page;
use crate::page::{address, text};
use crate::scenario::{Theme, View};
use leptos::prelude::*;

/// The name of the page and its tools.
#[component]
pub fn Header(page: Page) -> impl IntoView {
    view! {
        <header class="top">
            <div class="name">
                <h1>
                    <Mark />
                    {move || page.text(text::NAME)}
                </h1>
                <p class="tagline">{move || page.text(text::TAGLINE)}</p>
            </div>
            <div class="tools">
                {move || {
                    (page.view.get() != View::All)
                        .then(|| {
                            view! {
                                <button
                                    class="button"
                                    type="button"
                                    on:click=move |_| page.show_view(View::All)
                                >
                                    {move || page.text(text::ALL_PANELS)}
                                </button>
                                <Copy
                                    page
                                    id="embed"
                                    name=text::COPY_EMBED
                                    done=text::COPIED_EMBED
                                    what=move || page.draft.with(address::frame)
                                />
                            }
                        })
                }}
                <LanguageSwitch page />
                <ThemeSwitch page />
                <Copy
                    page
                    id="link"
                    name=text::COPY_LINK
                    done=text::COPIED
                    first=true
                    what=move || {
                        page.draft.track();
                        address::full()
                    }
                />
            </div>
        </header>
    }
}

/// Three rails, and the spine above them struck out.
#[component]
fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
            <path d="M4 21V9M12 21V9M20 21V9" />
            <path d="M3 14h18M3 18h18" stroke-width="1" opacity="0.55" />
            <path d="M4 4h16" stroke-dasharray="0.1 4" opacity="0.6" />
        </svg>
    }
}

#[component]
fn LanguageSwitch(page: Page) -> impl IntoView {
    let choice = move |language: Language, name: &'static str, lang: &'static str| {
        view! {
            <button
                type="button"
                lang=lang
                aria-pressed=move || (page.language.get() == language).to_string()
                on:click=move |_| page.present(|shown| shown.lang = Some(language))
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="segments" role="group" aria-label=move || page.text(text::LANGUAGE)>
            {choice(Language::English, "EN", "en")}
            {choice(Language::TraditionalChinese, "繁中", "zh-Hant")}
        </div>
    }
}

#[component]
fn ThemeSwitch(page: Page) -> impl IntoView {
    let chosen = Memo::new(move |_| page.presentation.with(|shown| shown.theme));
    let choice = move |theme: Theme, name: Bilingual, icon: &'static str| {
        view! {
            <button
                type="button"
                class="icon"
                aria-label=move || page.text(name)
                title=move || page.text(name)
                aria-pressed=move || (chosen.get() == theme).to_string()
                on:click=move |_| page.present(|shown| shown.theme = theme)
            >
                <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round">
                    <path d=icon />
                </svg>
            </button>
        }
    };
    view! {
        <div class="segments" role="group" aria-label=move || page.text(text::THEME)>
            {choice(Theme::Auto, text::THEME_AUTO, HALF)} {choice(Theme::Light, text::THEME_LIGHT, SUN)}
            {choice(Theme::Dark, text::THEME_DARK, MOON)}
        </div>
    }
}

/// A disc, half of it hatched.
const HALF: &str = "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14V17M13 4v12M15.5 6v8";
/// A sun.
const SUN: &str = "M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M10 2v1M10 17v1M2 10h1M17 10h1M4.3 4.3l.7.7M15 15l.7.7M4.3 15.7l.7-.7M15 5l.7-.7";
/// A moon.
const MOON: &str = "M16.5 12A7 7 0 1 1 8 3.5a5.6 5.6 0 0 0 8.5 8.5Z";
