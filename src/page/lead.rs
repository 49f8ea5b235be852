//! The first thing on the page: the answer, in words.

use crate::page::headline::{Sentence, headline};
use crate::page::panel::{StaleMark, said};
use crate::page::state::Page;
use crate::page::text;
use crate::scenario::parameter;
use leptos::prelude::*;
use std::time::Duration;

/// How long the choices must rest before they are read out.
const QUIET: Duration = Duration::from_millis(900);

/// The headline, and under it what one can start from.
#[component]
pub fn Lead(
    /// The page's state.
    page: Page,
    /// What stands under the headline.
    children: Children,
) -> impl IntoView {
    view! {
        <section class="lead" aria-labelledby="lead-title">
            <h2 class="hidden-text" id="lead-title">{move || page.text(text::LEAD)}</h2>
            <div class="headline" id="headline">
                <StaleMark page />
                {move || {
                    page.evaluation
                        .with(|evaluation| headline(evaluation, page.language.get()))
                        .map(shown)
                        .into_iter()
                        .collect_view()
                }}
            </div>
            {children()}
        </section>
    }
}

fn shown(sentence: Sentence) -> impl IntoView {
    view! { <p>{said(sentence)}</p> }
}

/// Reads out, to those who hear the page, what followed and what the answer is now, once the choices rest.
#[component]
pub fn Announcer(page: Page) -> impl IntoView {
    let said = RwSignal::new(String::new());
    let changes = StoredValue::new(0_u64);
    Effect::new(move |before: Option<()>| {
        page.evaluation.track();
        page.stale.track();
        // What the page says when it opens is read with the page.
        if before.is_none() {
            return;
        }
        let Some(change) = changes.try_update_value(|changes| {
            *changes += 1;
            *changes
        }) else {
            return;
        };
        set_timeout(
            move || {
                if changes.try_get_value() == Some(change) {
                    said.try_set(now(page));
                }
            },
            QUIET,
        );
    });
    view! { <p class="hidden-text" role="status">{move || said.get()}</p> }
}

fn now(page: Page) -> String {
    let language = page.language.get_untracked();
    if page.stale.get_untracked() {
        let shown = if page.stands_in.get_untracked() {
            text::NEAREST_SHOWN
        } else {
            text::STALE
        };
        return shown.get(language).to_owned();
    }
    let mut said: Vec<String> = page.session.with_untracked(|session| {
        session
            .followed()
            .iter()
            .filter_map(|followed| {
                let parameter = parameter::by_key(followed.key)?;
                Some(text::followed(
                    parameter.label.get(language),
                    &parameter.text(followed.from, language),
                    &parameter.text(followed.to, language),
                ))
            })
            .collect()
    });
    page.evaluation.with_untracked(|evaluation| {
        said.extend(headline(evaluation, language).iter().map(Sentence::text));
    });
    said.join(" ")
}
