//! What followed from the last edit.

use crate::page::state::Page;
use crate::page::text;
use crate::scenario::parameter;
use leptos::prelude::*;

/// A strip at the foot of the controls that says what followed; nothing when nothing did. It lies over what is there, so that
/// no slider moves away under the pointer.
#[component]
pub fn FollowedStrip(page: Page) -> impl IntoView {
    let strip = move || {
        let language = page.language.get();
        page.session.with(|session| {
            let edited = session.edited().and_then(parameter::by_key)?;
            let items = session
                .followed()
                .iter()
                .filter_map(|followed| {
                    let parameter = parameter::by_key(followed.key)?;
                    let text = text::followed(
                        parameter.label.get(language),
                        &parameter.text(followed.from, language),
                        &parameter.text(followed.to, language),
                    );
                    Some(view! { <li>{text}</li> })
                })
                .collect::<Vec<_>>();
            (!items.is_empty()).then(|| {
                view! {
                    <div>
                        <p>{text::because(language, edited.label.get(language))}</p>
                        <ul>{items}</ul>
                    </div>
                }
            })
        })
    };
    view! { <div class="followed-strip" id="followed">{strip}</div> }
}
