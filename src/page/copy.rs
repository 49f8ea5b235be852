//! A button that copies a text; where the browser refuses, the text stands selected in a field.

use crate::language::Bilingual;
use crate::page::state::Page;
use crate::page::{browser, text};
use leptos::html;
use leptos::prelude::*;
use std::time::Duration;

/// How long it says that the text was copied.
const COPIED_FOR: Duration = Duration::from_secs(3);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Copying {
    Idle,
    Copied,
    ByHand,
}

/// The button, and the field when it is needed.
#[component]
pub fn Copy(
    /// The page's state.
    page: Page,
    /// Tells this button's field from another's.
    id: &'static str,
    /// What the button says.
    name: Bilingual,
    /// What it says when the text was copied.
    done: Bilingual,
    /// Whether it is the first thing to do.
    #[prop(optional)]
    first: bool,
    /// The text.
    what: impl Fn() -> String + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let copying = RwSignal::new(Copying::Idle);
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if copying.get() == Copying::ByHand
            && let Some(field) = field.get()
        {
            // Once it stands on the page.
            request_animation_frame(move || browser::select_text(&field));
        }
    });
    let copy = move |_| {
        browser::copy(&untrack(what), move |copied| {
            copying.try_set(if copied {
                Copying::Copied
            } else {
                Copying::ByHand
            });
            if copied {
                let rest = move || {
                    copying.try_set(Copying::Idle);
                };
                set_timeout(rest, COPIED_FOR);
            }
        });
    };
    let field_id = format!("{id}-by-hand");
    let said = move || {
        page.text(if copying.get() == Copying::Copied {
            done
        } else {
            name
        })
    };
    view! {
        <button class="button" class:first=first type="button" on:click=copy>
            {said}
        </button>
        <span class="hidden-text" role="status">
            {move || (copying.get() == Copying::Copied).then(|| page.text(done))}
        </span>
        {move || {
            let field_id = field_id.clone();
            (copying.get() == Copying::ByHand)
                .then(|| {
                    view! {
                        <div class="by-hand">
                            <label for=field_id.clone()>{move || page.text(text::COPY_BY_HAND)}</label>
                            <input
                                id=field_id
                                type="text"
                                readonly=true
                                node_ref=field
                                prop:value=what
                            />
                            <button
                                class="button"
                                type="button"
                                on:click=move |_| {
                                    copying.try_set(Copying::Idle);
                                }
                            >
                                {move || page.text(text::CLOSE)}
                            </button>
                        </div>
                    }
                })
        }}
    }
}
