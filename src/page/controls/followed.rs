//! What followed from the last edit, and what is unwise about it.

use super::control::field_id;
use crate::page::session::Session;
use crate::page::state::{Page, is_error};
use crate::page::{browser, text};
use crate::scenario::parameter;
use leptos::prelude::*;

/// Room at the foot of the window that the box may take, in CSS pixels.
const FOOT: f64 = 190.0;

/// What followed from the last edit, and what is unwise about the value that it set, over the controls and not among them: none moves for it, least of all the one that is being
/// dragged. It lies at the foot of the window, or at its top where the edited control is at the foot. It can be put away, and goes with
/// the next edit.
#[component]
pub fn Followed(page: Page, at_top: bool) -> impl IntoView {
    let all = Memo::new(move |_| {
        let language = page.language.get();
        page.session.with(|session| {
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
                .collect::<Vec<_>>()
        })
    });
    let warnings = Memo::new(move |_| {
        let language = page.language.get();
        let edited = page.session.with(Session::edited);
        page.notices.with(|notices| {
            notices
                .iter()
                .filter(|notice| {
                    !is_error(notice) && edited.is_some_and(|key| notice.concerns(key))
                })
                .map(|notice| notice.message(language))
                .collect::<Vec<_>>()
        })
    });
    let here = Memo::new(move |_| {
        let edited = page.session.with(Session::edited);
        all.track();
        edited.is_some_and(is_at_foot) == at_top
    });
    // What was put away stays so until something else follows.
    let put_away = RwSignal::new((Vec::<String>::new(), Vec::<String>::new()));
    let shown = move || {
        let (items, warnings) = (all.get(), warnings.get());
        let is_away = put_away.with(|away| away.0 == items && away.1 == warnings);
        let is_nothing = items.is_empty() && warnings.is_empty();
        (here.get() && !is_away && !is_nothing).then(|| {
            let said = (items.clone(), warnings.clone());
            let dismiss = move |_| {
                put_away.try_set(said.clone());
                // The button goes with the box.
                if let Some(key) = page.session.with_untracked(Session::edited) {
                    browser::refocus(field_id(key));
                }
            };
            view! {
                <div class="followed-here" id="followed">
                    <div>
                        {(!items.is_empty()).then(|| view! { <p>{page.text(text::FOLLOWED)}</p> })}
                        <ul>{items.into_iter().map(|item| view! { <li>{item}</li> }).collect_view()}</ul>
                        {warnings
                            .into_iter()
                            .map(|warning| view! { <p class="problem warning">{warning}</p> })
                            .collect_view()}
                    </div>
                    <button class="button plain" type="button" aria-label=page.text(text::DISMISS) on:click=dismiss>
                        "✕"
                    </button>
                </div>
            }
        })
    };
    view! { <div class="followed-room" class:at-top=at_top>{shown}</div> }
}

/// Whether a parameter's slider, or its control where it has none, lies where the box at the foot of the window would cover it.
fn is_at_foot(key: &str) -> bool {
    let height = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64());
    let in_hand = document()
        .get_element_by_id(&format!("slider-{key}"))
        .or_else(|| document().get_element_by_id(&format!("control-{key}")));
    height.zip(in_hand).is_some_and(|(height, in_hand)| {
        in_hand.get_bounding_client_rect().bottom() > height - FOOT
    })
}
