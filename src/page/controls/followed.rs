//! What followed from the last edit.

use crate::page::state::Page;
use crate::page::text;
use crate::scenario::parameter::{self, Parameter};
use leptos::prelude::*;

/// What followed from the edit of this parameter, if it was the last one. It stands under the slider, so that the slider stays
/// where it is while it is dragged.
#[component]
pub fn Followed(page: Page, parameter: &'static Parameter) -> impl IntoView {
    let items = move || {
        let language = page.language.get();
        page.session.with(|session| {
            if session.edited() != Some(parameter.key) {
                return vec![];
            }
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
        })
    };
    move || {
        let items = items();
        (!items.is_empty()).then(|| {
            view! {
                <div class="followed-here" id="followed">
                    <p>{page.text(text::FOLLOWED)}</p>
                    <ul>{items.into_iter().map(|item| view! { <li>{item}</li> }).collect_view()}</ul>
                </div>
            }
        })
    }
}
