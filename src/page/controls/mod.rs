//! The controls: one for each parameter, made from the parameter table.

mod control;
mod followed;
mod slider;

use crate::page::browser;
use crate::page::state::Page;
use crate::page::text;
use crate::scenario::parameter::{self, Group, Parameter};
use crate::scenario::{Notice, Scenario};
pub use control::field_id;

use control::Control;
use followed::Followed;
use leptos::html;
use leptos::prelude::*;

/// The parameters that always are in sight, first things first.
const FIRST: [&str; 7] = ["model", "hb", "gpus", "radix", "tp", "pp", "dp"];

/// The others, group by group.
const GROUPS: [Group; 7] = [
    Group::Workload,
    Group::Training,
    Group::Layout,
    Group::Cluster,
    Group::Network,
    Group::Prices,
    Group::Accounting,
];

/// Where the page has room for every group beside the figures, in CSS pixels (60rem in the styles).
const ROOMY: f64 = 960.0;

/// The column of controls.
#[component]
pub fn Controls(page: Page) -> impl IntoView {
    let first = FIRST
        .into_iter()
        .filter_map(parameter::by_key)
        .map(|parameter| view! { <Control page parameter /> })
        .collect_view();
    let reset = move |_| {
        if let Some(model) = page.draft.try_with_untracked(|draft| draft.model) {
            page.go(Scenario::preset(model));
        }
    };
    let others = GROUPS
        .map(|group| view! { <OneGroup page group /> })
        .into_iter()
        .collect_view();
    let open = RwSignal::new(browser::is_wider_than(ROOMY));
    let details = NodeRef::<html::Details>::new();
    open_for_notices(page, open, |parameter| !FIRST.contains(&parameter.key));
    view! {
        <div class="side">
        <Followed page at_top=true />
        <section class="controls" id="controls" aria-labelledby="controls-title">
            <div class="head">
                <h2 id="controls-title">{move || page.text(text::CONTROLS)}</h2>
                <button
                    class="button plain"
                    type="button"
                    title=move || page.text(text::RESET_HELP)
                    on:click=reset
                >
                    {move || page.text(text::RESET)}
                </button>
            </div>
            {first}
            <details
                class="group all"
                node_ref=details
                prop:open=move || open.get()
                on:toggle=move |_| note_open(details, open)
            >
                <summary>{move || page.text(text::MORE_CONTROLS)}</summary>
                <div class="inside">{others}</div>
            </details>
        </section>
        <Followed page at_top=false />
        </div>
    }
}

/// One group, closed at first. What is inside is made when it is opened.
#[component]
fn OneGroup(page: Page, group: Group) -> impl IntoView {
    let open = RwSignal::new(false);
    let details = NodeRef::<html::Details>::new();
    open_for_notices(page, open, move |parameter| parameter.group == group);
    let inside = move || {
        open.get().then(|| {
            parameter::in_group(group)
                .filter(|parameter| !FIRST.contains(&parameter.key))
                .map(|parameter| view! { <Control page parameter /> })
                .collect_view()
        })
    };
    view! {
        <details
            class="group"
            node_ref=details
            prop:open=move || open.get()
            on:toggle=move |_| note_open(details, open)
        >
            <summary>{move || page.text(group.label())}</summary>
            <div class="inside">{inside}</div>
        </details>
    }
}

/// The person opened or closed it.
fn note_open(details: NodeRef<html::Details>, open: RwSignal<bool>) {
    if let Some(is_open) = details
        .try_get_untracked()
        .flatten()
        .map(|element| element.open())
        && open.try_get_untracked() != Some(is_open)
    {
        open.try_set(is_open);
    }
}

/// Opens a group when one of its parameters has something to say, so that no message hides.
fn open_for_notices(
    page: Page,
    open: RwSignal<bool>,
    mine: impl Fn(&Parameter) -> bool + Copy + Send + Sync + 'static,
) {
    let concerns = move |notice: &Notice| parameter::by_key(&notice.key).is_some_and(mine);
    let concerned = Memo::new(move |_| {
        page.notices.with(|notices| {
            notices
                .iter()
                .any(|notice| crate::page::state::is_error(notice) && concerns(notice))
        }) || page
            .link_notices
            .with(|notices| notices.iter().any(concerns))
    });
    Effect::new(move |_| {
        if concerned.get() {
            open.try_set(true);
        }
    });
}
