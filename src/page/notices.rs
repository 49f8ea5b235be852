//! What is wrong, said at the top and at the control, with what puts it right.

use crate::page::controls::field_id;
use crate::page::remedy::{Remedy, remedies};
use crate::page::state::{Page, is_error};
use crate::page::{browser, text};
use crate::scenario::parameter::{self, Parameter};
use crate::scenario::{Level, Notice};
use leptos::prelude::*;

/// What reading the link said, until it is put away.
#[component]
pub fn LinkNotices(page: Page) -> impl IntoView {
    move || {
        let notices = page.link_notices.get();
        (!notices.is_empty()).then(|| {
            let language = page.language.get();
            let errors = notices.iter().any(is_error);
            let items = notices
                .iter()
                .map(|notice| view! { <li>{notice.message(language)}</li> })
                .collect_view();
            view! {
                <div class="notices">
                    <section class="notice-box" class:warning=!errors id="link-notices" aria-labelledby="link-notices-title">
                        <h2 id="link-notices-title">{text::LINK_NOTICES.get(language)}</h2>
                        <ul>{items}</ul>
                        <div class="actions">
                            <button
                                class="button"
                                type="button"
                                on:click=move |_| {
                                    page.link_notices.try_set(vec![]);
                                }
                            >
                                {text::DISMISS.get(language)}
                            </button>
                        </div>
                    </section>
                </div>
            }
        })
    }
}

/// What is wrong with the draft, above the figures that are not of it; and what is legal but unwise.
#[component]
pub fn Notices(page: Page) -> impl IntoView {
    let all = Memo::new(move |_| {
        let mut all: Vec<Notice> = page.session.with(|session| {
            session
                .unread()
                .iter()
                .map(|unread| unread.notice.clone())
                .collect()
        });
        page.notices
            .with(|notices| all.extend(notices.iter().cloned()));
        all
    });
    let of_level = move |level: Level| {
        all.with(|all| {
            all.iter()
                .filter(|notice| notice.level == level)
                .cloned()
                .collect::<Vec<_>>()
        })
    };
    let errors = move || {
        let errors = of_level(Level::Error);
        (!errors.is_empty()).then(|| {
            let language = page.language.get();
            view! {
                <section class="notice-box" id="errors" aria-labelledby="errors-title">
                    <h2 id="errors-title">{text::ERRORS.get(language)}</h2>
                    <ul>{errors.into_iter().map(|notice| item(page, notice)).collect_view()}</ul>
                    <p>{page.text(page.shown_instead())}</p>
                    <div class="actions">
                        <button class="button" type="button" id="repair" on:click=move |_| page.repair()>
                            {text::REPAIR.get(language)}
                        </button>
                    </div>
                </section>
            }
        })
    };
    let warnings = move || {
        let warnings = of_level(Level::Warning);
        (!warnings.is_empty()).then(|| {
            view! {
                <section class="notice-box warning" id="warnings" aria-labelledby="warnings-title">
                    <h2 id="warnings-title">{text::WARNINGS.get(page.language.get())}</h2>
                    <ul>{warnings.into_iter().map(|notice| item(page, notice)).collect_view()}</ul>
                </section>
            }
        })
    };
    move || {
        let quiet = all.with(Vec::is_empty);
        (!quiet).then(|| view! { <div class="notices">{errors} {warnings}</div> })
    }
}

/// A notice, with a way to the control that it is about.
fn item(page: Page, notice: Notice) -> impl IntoView {
    let language = page.language.get();
    let message = notice.message(language);
    let parameter = parameter::by_key(&notice.key).filter(|parameter| !parameter.derived);
    view! {
        <li>
            {message} " "
            {parameter
                .map(|parameter| {
                    let id = field_id(parameter.key);
                    view! {
                        <button
                            class="to-control"
                            type="button"
                            on:click=move |_| browser::focus(&id)
                        >
                            {text::show_control(language, parameter.label.get(language))}
                        </button>
                    }
                })}
        </li>
    }
}

/// The id of what is said at a control.
pub fn problems_id(key: &str) -> String {
    format!("problem-{key}")
}

/// What is wrong at one control, and buttons that put it right. The element is always there, so that the field can name it.
#[component]
pub fn Problems(page: Page, parameter: &'static Parameter) -> impl IntoView {
    let key = parameter.key;
    let here = Memo::new(move |_| page.notices_at(key));
    let said = move || {
        let language = page.language.get();
        here.get()
            .into_iter()
            .map(|notice| {
                view! {
                    <p class="problem" class:warning=!is_error(&notice)>
                        {notice.message(language)}
                    </p>
                }
            })
            .collect_view()
    };
    let ways = move || {
        let ways = page
            .draft
            .with(|draft| here.with(|here| remedies(draft, parameter, here)));
        (!ways.is_empty()).then(|| {
            view! {
                <div class="remedies">
                    <span>{page.text(text::USE_INSTEAD)}</span>
                    {ways.into_iter().map(|way| button(page, parameter, way)).collect_view()}
                </div>
            }
        })
    };
    view! { <div id=problems_id(key)>{said}</div>
    {ways} }
}

fn button(page: Page, parameter: &'static Parameter, way: Remedy) -> impl IntoView {
    let language = page.language.get();
    let name = match way.value {
        Some(value) => parameter.text(value, language),
        None => text::LET_FOLLOW.get(language).to_owned(),
    };
    view! {
        <button class="button" type="button" on:click=move |_| page.apply(way.scenario.clone(), Some(parameter.key))>
            {name}
        </button>
    }
}
