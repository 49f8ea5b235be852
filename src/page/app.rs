//! The page as a whole: which of its parts are shown, and where.

use crate::page::controls::Controls;
use crate::page::examples::Examples;
use crate::page::footer::Footer;
use crate::page::header::Header;
use crate::page::lead::{Announcer, Lead};
use crate::page::notices::{LinkNotices, Notices};
use crate::page::state::Page;
use crate::page::{address, browser, embed, panel, text};
use crate::scenario::View;
use leptos::prelude::*;

/// The page. Every signal that a callback may read is owned here.
#[component]
pub fn App() -> impl IntoView {
    let page = Page::new(
        address::read(),
        browser::spoken_language(),
        browser::prefers_dark(),
    );
    browser::watch_theme(page);
    browser::dress_document(page);
    address::follow(page);
    embed::hand_on_keys(page);
    move || match (page.embed.get(), page.view.get()) {
        (false, View::All) => view! { <Whole page /> }.into_any(),
        (true, View::All) => view! { <AllEmbedded page /> }.into_any(),
        (false, view) => view! { <Single page view /> }.into_any(),
        (true, view) => view! { <Embedded page view /> }.into_any(),
    }
}

#[component]
fn Whole(page: Page) -> impl IntoView {
    view! {
        <div class="page" class:stale=move || page.stale.get()>
            <Skip page />
            <Header page />
            <main>
                <LinkNotices page />
                <Lead page>
                    <Examples page />
                </Lead>
                <div class="board">
                    <Controls page />
                    <Figures page />
                </div>
            </main>
            <Footer page />
            <Announcer page />
        </div>
    }
}

#[component]
fn Figures(page: Page) -> impl IntoView {
    view! {
        <section class="figures" id="figures" tabindex="-1" aria-labelledby="figures-title">
            <h2 class="hidden-text" id="figures-title">{move || page.text(text::FIGURES)}</h2>
            <Notices page />
            <div class="grid">
                {[
                        View::Heatmap,
                        View::Shares,
                        View::Topology,
                        View::Savings,
                        View::Timing,
                        View::Sweep,
                        View::Search,
                        View::Published,
                    ]
                    .map(|view| panel::of(page, view))
                    .into_iter()
                    .collect_view()}
            </div>
        </section>
    }
}

#[component]
fn Single(page: Page, view: View) -> impl IntoView {
    view! {
        <div class="page single" class:stale=move || page.stale.get()>
            <Skip page />
            <Header page />
            <main id="figures" tabindex="-1">
                <LinkNotices page />
                <Notices page />
                {panel::of(page, view)}
            </main>
            <Footer page />
            <Announcer page />
        </div>
    }
}

#[component]
fn Embedded(page: Page, view: View) -> impl IntoView {
    view! {
        <main class="embed" class:stale=move || page.stale.get()>
            <Home page />
            {panel::of(page, view)}
        </main>
    }
}

#[component]
fn AllEmbedded(page: Page) -> impl IntoView {
    view! {
        <main class="embed all" class:stale=move || page.stale.get()>
            <Home page />
            <Figures page />
        </main>
    }
}

/// The way out of a frame, to the same scenario with everything round it.
#[component]
fn Home(page: Page) -> impl IntoView {
    let link = Memo::new(move |_| page.draft.with(address::full_page));
    view! {
        <a
            class="home"
            href=move || link.get()
            hidden=move || link.with(Option::is_none)
            target="_blank"
            rel="noopener"
        >
            {move || page.text(text::FULL_PAGE)}
        </a>
    }
}

/// Jumps over the header. Not by the address, which holds the scenario.
#[component]
fn Skip(page: Page) -> impl IntoView {
    view! {
        <a
            class="skip"
            href="#figures"
            on:click=move |event| {
                event.prevent_default();
                browser::focus("figures");
            }
        >
            {move || page.text(text::SKIP)}
        </a>
    }
}
