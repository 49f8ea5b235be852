//! One parameter's control: label, help, the field that fits its kind, and what is wrong with its value.

use super::slider::Slider;
use crate::language::Language;
use crate::page::notices::{Problems, problems_id};
use crate::page::session::Input;
use crate::page::state::Page;
use crate::page::text;
use crate::scenario::parameter::{Kind, Parameter, Stops, Value};
use crate::scenario::{Model, Scenario};
use leptos::prelude::*;
use std::time::Duration;

/// How long a person must stop typing before the text counts. Enter, or leaving the field, counts at once.
const TYPING: Duration = Duration::from_millis(500);

/// The id of a parameter's field in the document.
pub fn field_id(key: &str) -> String {
    format!("field-{key}")
}

/// The control of one parameter.
#[component]
pub fn Control(page: Page, parameter: &'static Parameter) -> impl IntoView {
    let key = parameter.key;
    let helped = RwSignal::new(false);
    let help_id = format!("help-{key}");
    let follows = move || {
        page.session.with(|session| {
            session
                .followed()
                .iter()
                .any(|followed| followed.key == key)
        })
    };
    let slides = matches!(parameter.kind, Kind::Integer { .. } | Kind::Float { .. })
        && parameter.stops != Stops::None;
    view! {
        <div class="control" class:followed=follows id=format!("control-{key}")>
            <div class="line">
                <div class="label">
                    {label(page, parameter)}
                    <button
                        class="help"
                        type="button"
                        aria-label=move || {
                            format!(
                                "{} {}",
                                page.text(text::HELP),
                                page.text(parameter.label),
                            )
                        }
                        aria-expanded=move || helped.get().to_string()
                        aria-controls=help_id.clone()
                        on:click=move |_| helped.update(|helped| *helped = !*helped)
                    ></button>
                </div>
                <div class="entry">{entry(page, parameter)}</div>
            </div>
            <p class="help-text" id=help_id hidden=move || !helped.get()>
                {move || page.text(parameter.help)} " "
                {move || allowed(parameter, page.language.get())}
            </p>
            {slides.then(|| view! { <Slider page parameter /> })}
            <Problems page parameter />
            {(key == "hb").then(|| view! { <Hint page /> })}
        </div>
    }
}

/// The bounds of a number that is typed.
fn allowed(parameter: &Parameter, language: Language) -> Option<String> {
    match parameter.kind {
        Kind::Integer { .. } | Kind::Float { .. } if !parameter.derived => {
            let (least, greatest) = parameter.bounds()?;
            Some(text::allowed(language, &least.text(), &greatest.text()))
        }
        _ => None,
    }
}

fn label(page: Page, parameter: &'static Parameter) -> AnyView {
    let text = move || page.text(parameter.label);
    if parameter.derived {
        view! { <span>{text}</span> }.into_any()
    } else {
        view! { <label for=field_id(parameter.key)>{text}</label> }.into_any()
    }
}

fn entry(page: Page, parameter: &'static Parameter) -> AnyView {
    let key = parameter.key;
    let value = Memo::new(move |_| page.draft.with(parameter.get));
    if parameter.derived {
        return view! {
            <output class="derived" id=field_id(key)>
                {move || value.get().text()}
            </output>
            <span class="unit">{move || page.text(parameter.unit)}</span>
        }
        .into_any();
    }
    match parameter.kind {
        Kind::Choice(choices) => {
            let options = choices
                .iter()
                .map(|choice| {
                    view! {
                        <option
                            value=choice.key
                            prop:selected=move || value.get() == Value::Choice(choice.key)
                        >
                            {move || page.text(choice.label)}
                        </option>
                    }
                })
                .collect_view();
            let chosen = move |event| {
                let name = event_target_value(&event);
                let known = choices.iter().find(|choice| choice.key == name);
                if let Some(choice) = known {
                    choose(page, parameter, Value::Choice(choice.key));
                }
            };
            view! {
                <select
                    id=field_id(key)
                    on:change=chosen
                    aria-invalid=move || wrong(page, key)
                    aria-describedby=problems_id(key)
                >
                    {options}
                </select>
            }
            .into_any()
        }
        Kind::OneOf(values) => {
            let options = values
                .iter()
                .map(|&number| {
                    view! {
                        <option
                            value=number.to_string()
                            prop:selected=move || value.get() == Value::Int(number)
                        >
                            {move || parameter.text(Value::Int(number), page.language.get())}
                        </option>
                    }
                })
                .collect_view();
            let chosen = move |event| {
                if let Ok(number) = event_target_value(&event).parse() {
                    choose(page, parameter, Value::Int(number));
                }
            };
            view! {
                <select
                    id=field_id(key)
                    on:change=chosen
                    aria-invalid=move || wrong(page, key)
                    aria-describedby=problems_id(key)
                >
                    {options}
                </select>
            }
            .into_any()
        }
        Kind::Flag => view! {
            <span class="switch">
                <input
                    id=field_id(key)
                    type="checkbox"
                    role="switch"
                    prop:checked=move || value.get() == Value::Flag(true)
                    on:change=move |event| {
                        choose(page, parameter, Value::Flag(event_target_checked(&event)));
                    }
                    aria-invalid=move || wrong(page, key)
                    aria-describedby=problems_id(key)
                />
            </span>
        }
        .into_any(),
        Kind::Integer { .. } | Kind::Float { .. } => number(page, parameter, value),
        // Chosen in a figure, not at a control.
        Kind::Pair | Kind::Zoom => ().into_any(),
    }
}

/// A model brings a whole scenario, so it is a step of the history; every other choice is an edit.
fn choose(page: Page, parameter: &'static Parameter, value: Value) {
    match value {
        Value::Choice(name) if parameter.key == "model" => {
            if let Some(model) = Model::from_key(name) {
                page.go(Scenario::preset(model));
            }
        }
        _ => page.input(parameter.key, Input::Choose(value)),
    }
}

fn number(page: Page, parameter: &'static Parameter, value: Memo<Value>) -> AnyView {
    let key = parameter.key;
    let shown = Memo::new(move |_| {
        page.unread(key)
            .map_or_else(|| value.get().to_string(), |unread| unread.text)
    });
    let typing = StoredValue::new(0_u64);
    let count = move || {
        typing.try_update_value(|typing| {
            *typing += 1;
            *typing
        })
    };
    let typed = move |event| {
        let text = event_target_value(&event);
        let Some(this) = count() else {
            return;
        };
        set_timeout(
            move || {
                if typing.try_get_value() == Some(this) {
                    page.input(key, Input::Type(text));
                }
            },
            TYPING,
        );
    };
    let entered = move |event| {
        count();
        page.input(key, Input::Type(event_target_value(&event)));
    };
    let whole = matches!(parameter.kind, Kind::Integer { .. });
    view! {
        <input
            id=field_id(key)
            type="text"
            inputmode=if whole { "numeric" } else { "decimal" }
            autocomplete="off"
            spellcheck="false"
            prop:value=move || shown.get()
            on:input=typed
            on:change=entered
            aria-invalid=move || wrong(page, key)
                    aria-describedby=problems_id(key)
        />
        <span class="unit">{move || page.text(parameter.unit)}</span>
    }
    .into_any()
}

/// The value of a field's `aria-invalid`.
fn wrong(page: Page, key: &str) -> Option<&'static str> {
    page.wrong(key).then_some("true")
}

/// What to try first; once it was tried, why. Both take the same room, so that the controls below stay where they are.
#[component]
fn Hint(page: Page) -> impl IntoView {
    let tried = Memo::new(move |tried: Option<&bool>| {
        tried.copied().unwrap_or(false)
            || page.session.with(|session| session.edited() == Some("hb"))
    });
    view! {
        <p class="hint" class:tried=move || tried.get()>
            <span class="first">"↑ " {move || page.text(text::HINT)}</span>
            <span class="then">{move || page.text(text::HINT_TRIED)}</span>
        </p>
    }
}
