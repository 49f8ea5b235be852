//! A slider over the values that are legal given the rest.

use crate::page::session::Input;
use crate::page::state::Page;
use crate::page::text;
use crate::scenario;
use crate::scenario::parameter::{Parameter, Value};
use leptos::html;
use leptos::prelude::*;

/// The slider of one parameter. Its positions are places among the stops.
#[component]
pub fn Slider(page: Page, parameter: &'static Parameter) -> impl IntoView {
    let key = parameter.key;
    let value = Memo::new(move |_| page.draft.with(parameter.get));
    let stops = Memo::new(move |_| {
        let dragged = page.session.with(|session| {
            session
                .base(key)
                .map(|base| scenario::stops(&scenario::nearest_legal(base), key))
        });
        dragged.unwrap_or_else(|| page.legal.with(|legal| scenario::stops(legal, key)))
    });
    let place = Memo::new(move |_| stops.with(|stops| place(stops, value.get())));
    let last = Memo::new(move |_| stops.with(|stops| stops.len().saturating_sub(1)));
    let slider = NodeRef::<html::Input>::new();
    // The range before the place in it, or the browser clamps the place.
    Effect::new(move |_| {
        let (place, last) = (place.get(), last.get());
        if let Some(slider) = slider.get() {
            slider.set_max(&last.to_string());
            slider.set_value(&place.to_string());
        }
    });
    let slid = move |event| {
        let stop = event_target_value(&event)
            .parse()
            .ok()
            .and_then(|place: usize| {
                stops
                    .try_with_untracked(|stops| stops.get(place).copied())
                    .flatten()
            });
        if let Some(stop) = stop {
            page.input(key, Input::Slide(stop));
        }
    };
    let at = move || {
        format!(
            "{:.2}%",
            100.0 * place.get() as f64 / last.get().max(1) as f64
        )
    };
    let bound = move |which: fn(&[Value]) -> Option<&Value>| {
        stops.with(|stops| which(stops).map_or_else(String::new, |value| value.text()))
    };
    view! {
        <input
            node_ref=slider
            type="range"
            id=format!("slider-{key}")
            min="0"
            step="1"
            style:--at=at
            disabled=move || last.get() == 0
            aria-label=move || {
                format!("{} ({})", page.text(parameter.label), page.text(text::SLIDER))
            }
            aria-valuetext=move || parameter.text(value.get(), page.language.get())
            on:input=slid
        />
        <div class="bounds" aria-hidden="true">
            <span>{move || bound(<[Value]>::first)}</span>
            <span>{move || bound(<[Value]>::last)}</span>
        </div>
    }
}

/// The place of a value among the stops; of the nearest stop for a value between two.
fn place(stops: &[Value], value: Value) -> usize {
    let number = |value: &Value| match value {
        Value::Int(number) => *number as f64,
        Value::Float(number) => *number,
        _ => 0.0,
    };
    let here = number(&value);
    stops
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| {
            let far = |stop| (number(stop) - here).abs();
            far(a).total_cmp(&far(b))
        })
        .map_or(0, |(place, _)| place)
}
