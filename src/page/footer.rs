//! The footer: where the formulas come from, what they leave out, and the licence.

use crate::language::Bilingual;
use crate::page::state::Page;
use crate::page::text;
use leptos::prelude::*;

const SOURCES: [(&str, &str, Bilingual); 3] = [
    (
        "arXiv:2307.12169",
        "https://arxiv.org/abs/2307.12169",
        text::SOURCE_RAIL_ONLY,
    ),
    (
        "arXiv:2104.04473",
        "https://arxiv.org/abs/2104.04473",
        text::SOURCE_MEGATRON,
    ),
    (
        "arXiv:2205.05198",
        "https://arxiv.org/abs/2205.05198",
        text::SOURCE_SEQUENCE,
    ),
];

/// About the figures.
#[component]
pub fn Footer(page: Page) -> impl IntoView {
    let sources = SOURCES
        .map(|(name, address, what)| {
            view! {
                <li>
                    {move || page.text(what)} " " <a href=address rel="noopener">
                        {name}
                    </a>
                </li>
            }
        })
        .into_iter()
        .collect_view();
    view! {
        <footer class="foot">
            <h2 class="hidden-text">{move || page.text(text::FOOTER)}</h2>
            <section>
                <h3>{move || page.text(text::SOURCES_TITLE)}</h3>
                <ul>{sources}</ul>
            </section>
            <section>
                <h3>{move || page.text(text::LEFT_OUT_TITLE)}</h3>
                <p>{move || page.text(text::LEFT_OUT)}</p>
            </section>
            <section>
                <h3>{move || page.text(text::LICENCE_TITLE)}</h3>
                <p>{move || page.text(text::LICENCE)}</p>
            </section>
        </footer>
    }
}
