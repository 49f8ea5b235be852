//! What others printed beside what we compute, figure by figure, each with the scenario that it is computed from.

mod elsewhere;
mod measured;
mod row;
mod work;

use super::explain::is_open;
use super::{Panel, said};
use crate::page::comparison::{self as words, Tally, sentence, sign};
use crate::page::state::Page;
use crate::page::text;
use crate::published::claims::{Section, Verdict};
use crate::scenario::View;
use elsewhere::Elsewhere;
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use measured::Measured;
use row::rows;
use work::Work;

/// Published and ours.
#[component]
pub fn PublishedPanel(page: Page) -> impl IntoView {
    let work = Work::new();
    let seen = NodeRef::<html::Div>::new();
    work.start_when_seen(seen);
    let tally = Memo::new(move |_| work.tally());
    let point = move || {
        tally.track();
        let tally = tally.get();
        said(work.timed(|timed| sentence(&tally, timed, work.runs(), page.language.get())))
    };
    let open = RwSignal::new(false);
    // Alone there is room for all of it.
    let shown = Memo::new(move |_| open.get() || page.view.get() == View::Published);
    let table = move || {
        shown.get().then(|| {
            work.start();
            view! {
                <Table page work tally />
                <Measured page work />
                <Elsewhere page work />
            }
        })
    };
    view! {
        <Panel page view=View::Published title=text::PUBLISHED sentence=point>
            <div class="published-room" node_ref=seen>
                <details
                    class="group figures-of-others"
                    prop:open=move || shown.get()
                    on:toggle=move |event: ev::Event| {
                        open.try_set(is_open(&event));
                    }
                >
                    <summary>{move || page.text(words::TABLE)}</summary>
                    <div class="inside">{table}</div>
                </details>
            </div>
        </Panel>
    }
}

#[component]
fn Table(page: Page, work: Work, tally: Memo<Tally>) -> impl IntoView {
    let chosen = RwSignal::new(None::<Verdict>);
    let heading =
        move |text| view! { <th role="columnheader" scope="col">{move || page.text(text)}</th> };
    let sections = Section::ALL
        .map(|section| view! { <Rows page work section chosen /> })
        .into_iter()
        .collect_view();
    view! {
        <p class="note">{move || page.text(words::RULE)}</p>
        <Filter page tally chosen />
        <table role="table" class="claims" aria-label=move || page.text(text::PUBLISHED)>
            <thead role="rowgroup">
                <tr role="row">
                    {heading(words::CLAIM)} {heading(words::PRINTED)} {heading(words::OURS)}
                    {heading(words::DIFFERENCE)} {heading(words::VERDICT)}
                    {heading(words::SCENARIO)}
                </tr>
            </thead>
            {sections}
        </table>
    }
}

/// A section, folded: its name and how its claims came out. Choosing a verdict opens them all.
#[component]
fn Rows(
    page: Page,
    work: Work,
    section: Section,
    chosen: RwSignal<Option<Verdict>>,
) -> impl IntoView {
    let unfolded = RwSignal::new(false);
    let tally = Memo::new(move |_| work.tally_of(section));
    let is_empty = move || {
        chosen
            .get()
            .is_some_and(|verdict| tally.get().count(verdict) == 0)
    };
    let shown = Memo::new(move |_| unfolded.get() || chosen.get().is_some());
    let counts = Verdict::ALL
        .map(|verdict| {
            let count = move || tally.get().count(verdict);
            let class = format!("count {}", verdict.key());
            view! {
                <span class=class hidden=move || count() == 0>
                    <span aria-hidden="true">{sign(verdict)} " "</span>
                    {count}
                    <span class="hidden-text">" " {move || page.text(verdict.label())}</span>
                </span>
            }
        })
        .into_iter()
        .collect_view();
    view! {
        <tbody role="rowgroup">
            <tr role="row" class="section" hidden=is_empty>
                <th role="rowheader" scope="rowgroup" colspan="6">
                    <button
                        type="button"
                        aria-expanded=move || shown.get().to_string()
                        disabled=move || chosen.get().is_some()
                        on:click=move |_| unfolded.update(|unfolded| *unfolded = !*unfolded)
                    >
                        <span class="name">{move || page.text(section.label())}</span>
                        {counts}
                    </button>
                </th>
            </tr>
            {rows(page, work, section, chosen, shown)}
        </tbody>
    }
}

/// Which verdicts are shown.
#[component]
fn Filter(page: Page, tally: Memo<Tally>, chosen: RwSignal<Option<Verdict>>) -> impl IntoView {
    let choice = move |verdict: Option<Verdict>| {
        let name = move || match verdict {
            None => format!("{} {}", page.text(words::EVERYTHING), tally.get().all),
            Some(verdict) => format!(
                "{} {} {}",
                sign(verdict),
                page.text(verdict.label()),
                tally.get().count(verdict)
            ),
        };
        view! {
            <button
                type="button"
                class="chip"
                aria-pressed=move || (chosen.get() == verdict).to_string()
                on:click=move |_| {
                    chosen.try_set(verdict);
                }
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="verdicts" role="group" aria-label=move || page.text(words::FILTER)>
            {choice(None)} {Verdict::ALL.map(|verdict| choice(Some(verdict))).into_iter().collect_view()}
        </div>
    }
}
