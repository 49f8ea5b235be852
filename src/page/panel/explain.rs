//! “How is this computed?”: the formulas behind a panel's figures, with the numbers of the scenario in them.

use crate::explain::{Explanation, Group, of};
use crate::language::Language;
use crate::page::comparison as words;
use crate::page::state::Page;
use crate::scenario::View;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// What is explained under a panel.
pub const fn groups(view: View) -> &'static [Group] {
    match view {
        View::All => &[],
        View::Heatmap => &[Group::Heatmap],
        View::Shares => &[Group::Shares, Group::Model],
        View::Topology => &[Group::Network],
        View::Savings => &[Group::Network, Group::Cost],
        View::Timing => &[Group::Timing, Group::Device, Group::Memory, Group::Moe],
        View::Sweep => &[Group::Timing, Group::Cost],
        View::Search => &[Group::Memory, Group::Timing, Group::Moe],
        View::Published => &[Group::Model, Group::Timing],
    }
}

/// Whether a `details` element stands open after it was toggled.
pub fn is_open(event: &Event) -> bool {
    event
        .current_target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|details| details.has_attribute("open"))
}

/// The explanations of some groups, folded; nothing is computed before they are opened. In a frame only a small sign shows.
#[component]
pub fn Explain(
    /// The page's state.
    page: Page,
    /// What is explained.
    groups: &'static [Group],
) -> impl IntoView {
    let open = RwSignal::new(false);
    let inside = move || {
        open.get().then(|| {
            let language = page.language.get();
            page.evaluation.with(|evaluation| {
                groups
                    .iter()
                    .map(|group| (*group, of(*group, evaluation, language)))
                    .filter(|(_, explanations)| !explanations.is_empty())
                    .map(|(group, explanations)| section(group, explanations, language))
                    .collect_view()
            })
        })
    };
    view! {
        <details
            class="explain"
            on:toggle=move |event: ev::Event| {
                open.try_set(is_open(&event));
            }
        >
            <summary>
                <span class="sign" aria-hidden="true">"ƒ"</span>
                <span class="words">{move || page.text(words::EXPLAIN)}</span>
            </summary>
            <div class="inside">
                <p class="units">{move || page.text(words::UNITS)}</p>
                {inside}
            </div>
        </details>
    }
}

fn section(group: Group, explanations: Vec<Explanation>, language: Language) -> impl IntoView {
    let items = explanations
        .into_iter()
        .map(|one| item(one, language))
        .collect_view();
    view! {
        <section class=format!("explained {}", group.key())>
            <h3>{group.label().get(language)}</h3>
            <ul>{items}</ul>
        </section>
    }
}

fn item(one: Explanation, language: Language) -> impl IntoView {
    let worked = one
        .with_numbers
        .strip_suffix(one.result.as_str())
        .unwrap_or_default()
        .to_owned();
    let legend = one
        .legend
        .into_iter()
        .map(|(letter, meaning)| {
            view! {
                <span>
                    <var>{breakable(letter)}</var>
                    " "
                    {breakable(meaning)}
                </span>
            }
        })
        .collect_view();
    view! {
        <li>
            <h4>{one.subject}</h4>
            <p class="formula">{breakable(&one.formula)}</p>
            <p class="worked">
                {breakable(&worked)} <strong>{one.result}</strong>
            </p>
            <p class="legend">{legend}</p>
            {one.note.map(|note| view! { <p class="remark">{note}</p> })}
            <p class="source">
                {words::SOURCE.get(language)} " " {one.source}
            </p>
        </li>
    }
}

/// A formula that may go on in the next line after a product's dot, the index of `C_F` below the line.
fn breakable(formula: &str) -> impl IntoView + use<> {
    let mut parts = formula.split('_');
    let first = parts.next().unwrap_or_default();
    let others = parts
        .map(|part| {
            let mut rest = part.chars();
            let index = rest.next().map(String::from);
            view! {
                <sub>{index}</sub>
                {with_breaks(rest.as_str())}
            }
        })
        .collect_view();
    view! {
        {with_breaks(first)}
        {others}
    }
}

fn with_breaks(text: &str) -> impl IntoView + use<> {
    text.split_inclusive(['·', '/'])
        .map(|part| view! { {part.to_owned()}<wbr /> })
        .collect_view()
}
