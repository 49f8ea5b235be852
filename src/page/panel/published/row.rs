//! One claim: what was printed and where, ours, the difference, the verdict, and the scenario.

use super::work::Work;
use crate::page::comparison::{self as words, difference, sign};
use crate::page::state::Page;
use crate::page::{address, browser};
use crate::published::claims::{Claim, Outcome, Role, Section, Verdict};
use crate::scenario::{View, link};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use std::sync::Arc;

/// The rows of a section.
pub fn rows(
    page: Page,
    work: Work,
    section: Section,
    chosen: RwSignal<Option<Verdict>>,
    shown: Memo<bool>,
) -> impl IntoView {
    work.claims(section)
        .into_iter()
        .map(|(place, claim)| row(page, work, place, claim, chosen, shown))
        .collect_view()
}

fn row(
    page: Page,
    work: Work,
    place: usize,
    claim: Arc<Claim>,
    chosen: RwSignal<Option<Verdict>>,
    shown: Memo<bool>,
) -> impl IntoView {
    let outcome = Memo::new(move |_| work.outcome(place));
    let verdict =
        Memo::new(move |_| outcome.with(|outcome| outcome.as_ref().map(|one| one.verdict)));
    let hidden = move || !shown.get() || (chosen.get().is_some() && verdict.get() != chosen.get());
    let class = move || format!("claim {}", verdict.get().map_or("pending", Verdict::key));
    let statement = {
        let claim = Arc::clone(&claim);
        move || claim.statement.get(page.language.get()).to_owned()
    };
    let source = {
        let claim = Arc::clone(&claim);
        move || claim.source.text(page.language.get())
    };
    let printed = {
        let claim = Arc::clone(&claim);
        move || claim.printed.text(page.language.get())
    };
    let ours = {
        let claim = Arc::clone(&claim);
        move || {
            outcome.with(|outcome| match outcome {
                None => words::PENDING.get(page.language.get()).to_owned(),
                Some(Outcome { ours: None, .. }) => {
                    words::NOTHING.get(page.language.get()).to_owned()
                }
                Some(Outcome {
                    ours: Some(ours), ..
                }) => claim.ours(*ours, page.language.get()),
            })
        }
    };
    let apart = {
        let claim = Arc::clone(&claim);
        move || {
            outcome.with(|outcome| {
                let language = page.language.get();
                match outcome.as_ref().map(|one| one.difference) {
                    None => words::PENDING.get(language).to_owned(),
                    Some(None) => words::NOTHING.get(language).to_owned(),
                    Some(Some(apart)) => difference(apart, claim.printed.unit, language),
                }
            })
        }
    };
    let judged = move || match verdict.get() {
        None => page.text(words::PENDING).to_owned(),
        Some(verdict) => format!("{} {}", sign(verdict), page.text(verdict.label())),
    };
    let load = claim
        .link()
        .map(|link| load(page, link.to_owned(), Arc::clone(&claim)));
    let readings = readings(page, &claim, outcome);
    let why = {
        let claim = Arc::clone(&claim);
        move || {
            claim.why.as_ref().map(|why| {
                view! {
                    <p class="why">
                        <strong>{page.text(words::WHY)}</strong>
                        " "
                        {why.get(page.language.get()).to_owned()}
                    </p>
                }
            })
        }
    };
    let label = move |text| move || page.text(text);
    view! {
        <tr role="row" class=class hidden=hidden id=format!("claim-{}", claim.id)>
            <th role="rowheader" scope="row">
                <p class="statement">{statement}</p>
                <p class="source">{source}</p>
                {readings}
                {why}
            </th>
            <td role="cell" data-label=label(words::PRINTED)>{printed}</td>
            <td role="cell" data-label=label(words::OURS)>{ours}</td>
            <td role="cell" data-label=label(words::DIFFERENCE)>{apart}</td>
            <td role="cell" class="verdict" data-label=label(words::VERDICT)>{judged}</td>
            <td role="cell" class="load">{load}</td>
        </tr>
    }
}

/// The conventions: the one that is shown, and what others would give.
fn readings(
    page: Page,
    claim: &Arc<Claim>,
    outcome: Memo<Option<Outcome>>,
) -> impl IntoView + use<> {
    let claim = Arc::clone(claim);
    move || {
        let language = page.language.get();
        claim
            .readings
            .iter()
            .enumerate()
            .map(|(place, reading)| {
                let convention = reading.convention.get(language).to_owned();
                if reading.role == Role::Shown {
                    return view! { <p class="convention">{convention}</p> }.into_any();
                }
                let ours = outcome.with(|outcome| {
                    let value = outcome.as_ref().and_then(|one| one.values.get(place));
                    value.map(|value| claim.ours(value.ours, language))
                });
                view! {
                    <p class="convention">
                        {words::OTHER_READING.get(language)} " "
                        {ours.map(|ours| view! { <strong>{ours}</strong> " · " })} {convention}
                    </p>
                }
                .into_any()
            })
            .collect_view()
    }
}

/// A link that loads a row's scenario: here with a click, elsewhere as any link. In a frame it leads out of it.
fn load(page: Page, scenario_link: String, claim: Arc<Claim>) -> impl IntoView {
    let chosen = link::read(&scenario_link).chosen;
    let described = move || {
        let language = page.language.get();
        format!(
            "{}: {}",
            words::LOAD.get(language),
            claim.statement.get(language)
        )
    };
    load_link(page, chosen, described)
}

/// The link itself: to the whole page, or to the sweep where that is what shows the figure.
pub fn load_link(
    page: Page,
    chosen: crate::scenario::Scenario,
    described: impl Fn() -> String + Send + Sync + 'static,
) -> impl IntoView {
    let address = {
        let chosen = chosen.clone();
        move || {
            let mut chosen = chosen.clone();
            page.presentation.with(|shown| {
                chosen.presentation.lang = shown.lang;
                chosen.presentation.theme = shown.theme;
            });
            address::elsewhere(&chosen).unwrap_or_else(|| link::write(&chosen))
        }
    };
    let target = move || page.embed.get().then_some("_blank");
    let go = move |event: MouseEvent| {
        let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key();
        if elsewhere || page.embed.get_untracked() {
            return;
        }
        event.prevent_default();
        let wanted = &chosen.presentation;
        page.go_to(chosen.clone(), |shown| {
            shown.view = wanted.view;
            if wanted.view == View::Sweep {
                shown.along = wanted.along;
                shown.measure = wanted.measure;
                shown.layouts = wanted.layouts;
            }
        });
        // After the whole page stands, where only this panel stood.
        request_animation_frame(|| browser::focus("figures"));
    };
    view! {
        <a class="button" href=address target=target rel="noopener" aria-label=described on:click=go>
            {move || page.text(words::LOAD)}
        </a>
    }
}
