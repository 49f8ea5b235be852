//! The best layout: a search that goes on between frames, and the ten fastest beside the current one.

use super::{Panel, said, words};
use crate::language::Bilingual;
use crate::page::explore::{self, Findings, Phase};
use crate::page::state::Page;
use crate::page::work::{Job, Worker};
use crate::page::{browser, text};
use crate::quantity::{Bytes, Seconds};
use crate::scenario::{FabricKind, Scenario, View, parameter};
use crate::search::{Search, same_question};
use crate::timing::Machine;
use leptos::prelude::*;
use std::time::Duration;

/// Layouts between two looks at the clock.
const LAYOUTS: u64 = 200;

impl Job for Search {
    fn step(&mut self) {
        Search::step(self, LAYOUTS);
    }

    fn is_done(&self) -> bool {
        Search::is_done(self)
    }
}

/// The panel's signals.
#[derive(Clone, Copy)]
struct State {
    page: Page,
    findings: RwSignal<Option<Findings>>,
    worker: Worker,
}

fn machine(scenario: &Scenario) -> Machine {
    match scenario.network.fabric {
        FabricKind::RailOnly => Machine::RailOnly,
        FabricKind::RailOptimized => Machine::RailOptimized,
    }
}

impl State {
    fn start(self) {
        let Some(asked) = self
            .page
            .evaluation
            .try_with_untracked(|evaluation| evaluation.scenario.clone())
        else {
            return;
        };
        let begun = js_sys::Date::now();
        let question = asked.clone();
        self.findings.try_set(Some(Findings {
            phase: Phase::Running,
            asked: asked.clone(),
            seen: 0,
            about: 0.0,
            progress: 0.0,
            seconds: 0.0,
            best: vec![],
            least_memory: None,
        }));
        self.worker.start(
            Duration::ZERO,
            move || Search::new(&question, machine(&question)),
            move |search| {
                self.findings.try_set(Some(Findings {
                    phase: if search.is_done() {
                        Phase::Done
                    } else {
                        Phase::Running
                    },
                    asked: asked.clone(),
                    seen: search.seen(),
                    about: search.about(),
                    progress: search.progress(),
                    seconds: (js_sys::Date::now() - begun) / 1e3,
                    best: search.best().to_vec(),
                    least_memory: search.least_memory(),
                }));
            },
        );
    }

    fn stop(self) {
        self.worker.stop();
        self.findings.try_update(|findings| {
            if let Some(findings) = findings {
                findings.phase = Phase::Stopped;
            }
        });
    }

    /// The current layout's time on the chosen network, its memory, and whether that fits.
    fn now(self) -> (Seconds, Bytes, bool) {
        self.page.evaluation.with(|evaluation| {
            let times = &evaluation.timing.iteration_s;
            let time = match evaluation.scenario.network.fabric {
                FabricKind::RailOnly => times.rail_only,
                FabricKind::RailOptimized => times.rail_optimized,
            };
            let workload = &evaluation.workload;
            (time, workload.memory.total(), workload.fits)
        })
    }
}

/// The best layout for the model, the cluster and the batch.
#[component]
pub fn SearchPanel(page: Page) -> impl IntoView {
    let state = State {
        page,
        findings: RwSignal::new(None),
        worker: Worker::new(),
    };
    let stale = Memo::new(move |_| {
        state.findings.with(|findings| {
            findings.as_ref().is_some_and(|findings| {
                page.evaluation
                    .with(|evaluation| !same_question(&findings.asked, &evaluation.scenario))
            })
        })
    });
    let sentence = move || {
        let (time, _, fits) = state.now();
        state.findings.with(|findings| {
            said(explore::search(
                findings.as_ref().filter(|_| !stale.get()),
                (time, fits),
                page.language.get(),
            ))
        })
    };
    let has_rows = Memo::new(move |_| {
        state.findings.with(|findings| {
            findings
                .as_ref()
                .is_some_and(|findings| !findings.best.is_empty())
        })
    });
    let placement = move || {
        page.evaluation
            .with(|evaluation| explore::placement_note(&evaluation.scenario, page.language.get()))
            .map(|note| view! { <p class="note" id="search-placement">{note}</p> })
    };
    view! {
        <Panel page view=View::Search title=text::SEARCH sentence>
            <Tools state />
            {placement}
            <Show when=move || stale.get()>
                <p class="note old" role="status">{move || page.text(words::SEARCH_STALE)}</p>
            </Show>
            <Show when=move || has_rows.get()>
                <div class="found" class:old=move || stale.get()>
                    <Table state />
                </div>
            </Show>
        </Panel>
    }
}

#[component]
fn Tools(state: State) -> impl IntoView {
    let page = state.page;
    let phase = Memo::new(move |_| {
        state
            .findings
            .with(|findings| findings.as_ref().map(|findings| findings.phase))
    });
    let is_running = move || phase.get() == Some(Phase::Running);
    let name = move || {
        page.text(if is_running() {
            words::STOP
        } else if phase.get().is_some() {
            words::SEARCH_AGAIN
        } else {
            words::SEARCH_START
        })
    };
    let share = move || {
        state
            .findings
            .with(|findings| findings.as_ref().map_or(0.0, |findings| findings.progress))
    };
    let told = move || {
        state.findings.with(|findings| {
            findings
                .as_ref()
                .map(|findings| explore::progress(findings, page.language.get()))
        })
    };
    // Numbers that run are not read out; how it ended is.
    let live = move || if is_running() { "off" } else { "polite" };
    view! {
        <div class="under-way">
            <button
                type="button"
                class="button"
                class:first=move || !is_running()
                on:click=move |_| {
                    if phase.get_untracked() == Some(Phase::Running) {
                        state.stop();
                    } else {
                        state.start();
                    }
                }
            >
                {name}
            </button>
            <Show when=is_running>
                <progress
                    max="1"
                    aria-label=move || page.text(words::SEARCHING)
                    prop:value=share
                ></progress>
            </Show>
            <span class="told" aria-live=live>{told}</span>
        </div>
    }
}

/// Keys whose values stand in a row, with heads of their own where the table's label is long.
const COLUMNS: [(&str, Option<&str>); 10] = [
    ("tp", Some("TP")),
    ("cp", Some("CP")),
    ("pp", Some("PP")),
    ("dp", Some("DP")),
    ("ep", Some("EP")),
    ("microbatch", None),
    ("interleave", None),
    ("recompute", None),
    ("zero", Some("ZeRO")),
    ("sequence_parallel", None),
];

fn cell(scenario: &Scenario, key: &str, page: Page) -> String {
    if key == "dp" {
        return scenario.dp().to_string();
    }
    parameter::by_key(key).map_or_else(String::new, |parameter| match (parameter.get)(scenario) {
        parameter::Value::Int(number) => number.to_string(),
        value => parameter.text(value, page.language.get()),
    })
}

/// The id of the button that loads the layout of a rank. It keeps the focus when it was pressed, so it is not disabled in the browser's
/// own way once its layout is the current one.
fn load_id(rank: usize) -> String {
    format!("load-layout-{rank}")
}

#[component]
fn Table(state: State) -> impl IntoView {
    let page = state.page;
    let heads = COLUMNS
        .map(|(key, short)| {
            let label = move || {
                short.unwrap_or_else(|| {
                    parameter::by_key(key).map_or("", |parameter| page.text(parameter.label))
                })
            };
            view! { <th scope="col">{label}</th> }
        })
        .into_iter()
        .collect_view();
    let head = move |text: Bilingual| view! { <th scope="col">{move || page.text(text)}</th> };
    let cells = move |scenario: &Scenario| {
        COLUMNS
            .map(|(key, _)| cell(scenario, key, page))
            .map(|text| view! { <td>{text}</td> })
            .into_iter()
            .collect_view()
    };
    let current = move || {
        let (time, memory, fits) = state.now();
        let cells = page
            .evaluation
            .with(|evaluation| cells(&evaluation.scenario));
        let misfit = (!fits).then(|| {
            view! { <span class="alarm">" " {page.text(words::DOES_NOT_FIT)}</span> }
        });
        view! {
            <tr class="current">
                <th scope="row">{page.text(words::CURRENT)}</th>
                <td></td>
                <td>{time.to_string()}</td>
                <td>"–"</td>
                <td>{memory.binary()} {misfit}</td>
                {cells}
            </tr>
        }
    };
    let rows = move || {
        let (time, ..) = state.now();
        state.findings.with(|findings| {
            let best = findings.as_ref().map(|findings| findings.best.clone());
            best.unwrap_or_default()
                .into_iter()
                .enumerate()
                .map(|(index, found)| {
                    let rank = index + 1;
                    let change = explore::change(time.0, found.iteration.0);
                    let is_current = page.evaluation.with(|evaluation| {
                        COLUMNS.iter().all(|(key, _)| {
                            cell(&found.scenario, key, page)
                                == cell(&evaluation.scenario, key, page)
                        })
                    });
                    let name = explore::layout(&found.scenario, page.language.get());
                    let cells = cells(&found.scenario);
                    let chosen = found.scenario.clone();
                    let label = move || format!("{} {rank}: {name}", page.text(words::LOAD));
                    view! {
                        <tr>
                            <th scope="row">{rank}</th>
                            <td>
                                <button
                                    type="button"
                                    class="button small"
                                    id=load_id(rank)
                                    aria-label=label
                                    aria-disabled=is_current.then_some("true")
                                    on:click=move |_| {
                                        if !is_current {
                                            page.go(chosen.clone());
                                            browser::refocus(load_id(rank));
                                        }
                                    }
                                >
                                    {move || page.text(words::LOAD)}
                                </button>
                            </td>
                            <td>{found.iteration.to_string()}</td>
                            <td>{change.unwrap_or_else(|| "–".to_owned())}</td>
                            <td>{found.memory.binary()}</td>
                            {cells}
                        </tr>
                    }
                })
                .collect_view()
        })
    };
    view! {
        <div
            class="scroll"
            tabindex="0"
            role="region"
            aria-label=move || page.text(words::FOUND_CAPTION)
        >
            <table class="figures-table">
                <caption class="hidden-text">{move || page.text(words::FOUND_CAPTION)}</caption>
                <thead>
                    <tr>
                        {head(words::RANK)}
                        <td></td>
                        {head(words::TIME)} {head(words::AGAINST)} {head(words::MEMORY_NEEDED)} {heads}
                    </tr>
                </thead>
                <tbody>{current} {rows}</tbody>
            </table>
        </div>
    }
}
