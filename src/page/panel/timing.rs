//! How long an iteration takes on each of three machines, what a training takes, and whether it fits the GPUs' memory.

use super::drawing::{Drawing, LayOut, Sheet};
use super::{Panel, said, words};
use crate::figure::palette::{Palette, Tone};
use crate::figure::timing::{self, machine_name, part_color, part_name};
use crate::language::Bilingual;
use crate::page::pace::{self, Fact};
use crate::page::state::Page;
use crate::page::text;
use crate::scenario::View;
use crate::timing::{Machine, Part};
use leptos::prelude::*;
use std::sync::Arc;

/// How long an iteration takes.
#[component]
pub fn TimingPanel(page: Page) -> impl IntoView {
    let sentence = move || {
        page.evaluation
            .with(|evaluation| said(pace::sentence(evaluation, page.language.get())))
    };
    let label = Signal::derive(move || {
        page.evaluation
            .with(|evaluation| pace::described(evaluation, page.language.get()))
    });
    let lay_out: LayOut = Arc::new(move |surface, look| {
        let bars = page.evaluation.try_with_untracked(|evaluation| {
            timing::bars(&evaluation.timing.parts, look.language)
        })?;
        let layout = timing::lay_out(surface, &bars, look.width, look.palette, look.language);
        Some(Sheet {
            height: layout.height,
            draw: Box::new(move |surface| {
                timing::draw(surface, &layout, look.palette).ok();
            }),
        })
    });
    let training = move || {
        page.evaluation
            .with(|evaluation| facts(pace::training(evaluation, page.language.get())))
    };
    let memory = move || {
        page.evaluation
            .with(|evaluation| facts(pace::memory(evaluation, page.language.get())))
    };
    let all_to_all = move || {
        page.evaluation
            .with(|evaluation| facts(pace::all_to_all(evaluation, page.language.get())))
    };
    let has_experts = Memo::new(move |_| {
        page.evaluation
            .with(|evaluation| evaluation.totals.bytes.ep.0 > 0.0)
    });
    let brief = move || {
        page.evaluation
            .with(|evaluation| facts(pace::brief(evaluation, page.language.get())))
    };
    view! {
        <Panel page view=View::Timing title=text::TIMING sentence>
            <Drawing page label depends=Arc::new(move || page.evaluation.track()) lay_out />
            <Show when=move || page.embed.get()>
                <dl class="facts brief">{brief}</dl>
            </Show>
            <Show when=move || !page.embed.get()>
                <Table page />
                <Facts page title=words::TRAINING items=training />
                <Show when=move || has_experts.get()>
                    <Facts page title=words::ALL_TO_ALL items=all_to_all />
                </Show>
                <Facts page title=words::MEMORY items=memory />
                <p class="note">{move || page.text(words::TIMING_NOTE)}</p>
            </Show>
        </Panel>
    }
}

/// A list of facts under a heading.
#[component]
fn Facts(page: Page, title: Bilingual, #[prop(into)] items: ViewFn) -> impl IntoView {
    view! {
        <div class="fact-group">
            <h3>{move || page.text(title)}</h3>
            <dl class="facts">{move || items.run()}</dl>
        </div>
    }
}

fn facts(facts: Vec<Fact>) -> impl IntoView {
    facts
        .into_iter()
        .map(|fact| {
            view! {
                <div>
                    <dt>{fact.name}</dt>
                    <dd class:alarm=fact.alarm>{fact.value}</dd>
                </div>
            }
        })
        .collect_view()
}

/// The figure as a table: parts by machine.
#[component]
fn Table(page: Page) -> impl IntoView {
    let body = move || {
        let tone = if page.dark.get() {
            Tone::Dark
        } else {
            Tone::Light
        };
        page.evaluation.with(|evaluation| {
            let parts = &evaluation.timing.parts;
            let cells = |seconds: &dyn Fn(Machine) -> crate::quantity::Seconds| {
                Machine::ALL
                    .map(|machine| {
                        let seconds = seconds(machine);
                        let shown = if seconds.0 > 0.0 {
                            seconds.to_string()
                        } else {
                            "–".to_owned()
                        };
                        view! { <td>{shown}</td> }
                    })
                    .into_iter()
                    .collect_view()
            };
            let rows = Part::ALL
                .map(|part| {
                    let color = part_color(part, Palette::of(tone)).css();
                    view! {
                        <tr>
                            <th scope="row">
                                <span class="keyed">
                                    <span class="swatch" class:hollow=part == Part::Bubble style:background=color></span> " "
                                    {page.text(part_name(part))}
                                </span>
                            </th>
                            {cells(&|machine| parts.of(machine).of(part))}
                        </tr>
                    }
                })
                .into_iter()
                .collect_view();
            view! {
                <tbody>{rows}</tbody>
                <tfoot>
                    <tr class="sum">
                        <th scope="row">{page.text(words::TOTAL)}</th>
                        {cells(&|machine| *evaluation.timing.iteration_s.of(machine))}
                    </tr>
                </tfoot>
            }
        })
    };
    let heads = Machine::ALL
        .map(|machine| view! { <th scope="col">{move || page.text(machine_name(machine))}</th> })
        .into_iter()
        .collect_view();
    view! {
        <div
            class="scroll"
            tabindex="0"
            role="region"
            aria-label=move || page.text(words::TIMING_CAPTION)
        >
            <table class="figures-table">
                <caption class="hidden-text">{move || page.text(words::TIMING_CAPTION)}</caption>
                <thead>
                    <tr>
                        <th scope="col">{move || page.text(words::PART)}</th>
                        {heads}
                    </tr>
                </thead>
                {body}
            </table>
        </div>
    }
}
