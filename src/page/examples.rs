//! Where one can start from: runs that show a point.

use crate::page::state::{Page, essence};
use crate::page::text;
use crate::scenario::Scenario;
use crate::scenario::example::EXAMPLES;
use leptos::prelude::*;

/// The row of examples.
#[component]
pub fn Examples(page: Page) -> impl IntoView {
    let chips = EXAMPLES
        .iter()
        .map(|example| {
            let chosen = example.scenario();
            let is_here = {
                let chosen = chosen.clone();
                Memo::new(move |_| page.draft.with(|draft| same_run(draft, &chosen)))
            };
            view! {
                <li>
                    <button
                        class="chip"
                        type="button"
                        aria-pressed=move || is_here.get().to_string()
                        title=move || page.text(example.description)
                        on:click=move |_| page.go(chosen.clone())
                    >
                        {move || page.text(example.name)}
                    </button>
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="examples">
            <h2 id="examples-title">{move || page.text(text::EXAMPLES)}</h2>
            <ul aria-labelledby="examples-title">{chips}</ul>
        </div>
    }
}

/// Whether two scenarios are the same run, however they are shown.
fn same_run(one: &Scenario, other: &Scenario) -> bool {
    essence(one) == essence(other)
}
