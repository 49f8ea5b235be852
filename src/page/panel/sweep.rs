//! What changes along one parameter: a chart that is read by pointer and keyboard, and the same as a table.

use super::drawing::{Drawing, LayOut, Sheet};
use super::{Panel, said, words};
use crate::figure::chart::{self, ChartLayout};
use crate::language::Bilingual;
use crate::page::headline::dollars;
use crate::page::state::Page;
use crate::page::work::{Job, Worker};
use crate::page::{browser, explore, text};
use crate::quantity::Bytes;
use crate::scenario::{Along, Choice, Layouts, Measure, View, parameter};
use crate::sweep::{Point, Sweep};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, MouseEvent, PointerEvent};

/// The id of the chart.
const CHART: &str = "sweep-chart";

/// Layouts between two looks at the clock.
const LAYOUTS: u64 = 200;

impl Job for Sweep {
    fn step(&mut self) {
        Sweep::step(self, LAYOUTS);
    }

    fn is_done(&self) -> bool {
        Sweep::is_done(self)
    }
}

/// The points that are shown and the parameter that they lie along.
type Shown = (Along, Arc<Vec<Point>>);

/// The panel's signals.
#[derive(Clone, Copy)]
struct State {
    page: Page,
    shown: RwSignal<Shown>,
    /// How far the sweep under way is; `None` when there is none.
    progress: RwSignal<Option<f64>>,
    /// Whether a person stopped it.
    stopped: RwSignal<bool>,
    /// The point that is read.
    pointed: RwSignal<Option<usize>>,
    along: Memo<Along>,
    measure: Memo<Measure>,
    layouts: Memo<Layouts>,
    layout: StoredValue<ChartLayout>,
    worker: Worker,
}

impl State {
    fn new(page: Page) -> Self {
        Self {
            page,
            shown: RwSignal::new((Along::Hb, Arc::new(vec![]))),
            progress: RwSignal::new(None),
            stopped: RwSignal::new(false),
            pointed: RwSignal::new(None),
            along: Memo::new(move |_| page.presentation.with(|shown| shown.along)),
            measure: Memo::new(move |_| page.presentation.with(|shown| shown.measure)),
            layouts: Memo::new(move |_| page.presentation.with(|shown| shown.layouts)),
            layout: StoredValue::new(ChartLayout::default()),
            worker: Worker::new(),
        }
    }

    /// Sweeps whenever scenario, parameter or layouts change.
    fn follow(self) {
        Effect::new(move |_| {
            let (along, layouts) = (self.along.get(), self.layouts.get());
            let base = self
                .page
                .evaluation
                .with(|evaluation| evaluation.scenario.clone());
            let held = layouts == Layouts::Held;
            let delay = Duration::from_millis(if held { 0 } else { 150 });
            self.stopped.try_set(false);
            self.progress.try_set((!held).then_some(0.0));
            self.worker.start(
                delay,
                move || Sweep::new(&base, along, layouts),
                move |sweep| self.report(sweep, along, held),
            );
        });
    }

    fn report(self, sweep: &Sweep, along: Along, held: bool) {
        let is_done = sweep.is_done();
        // A held sweep takes a moment: the last one stays in sight for it. A searched one shows what it has.
        let is_news = is_done
            || (!held
                && self.shown.try_with_untracked(|(last, points)| {
                    *last != along || points.len() != sweep.points().len()
                }) == Some(true));
        if is_news {
            let count = sweep.points().len();
            self.pointed.try_update(|pointed| {
                *pointed = pointed.filter(|index| *index < count);
            });
            self.shown
                .try_set((along, Arc::new(sweep.points().to_vec())));
        }
        if !held {
            self.progress
                .try_set((!is_done).then_some(sweep.progress()));
        }
    }

    fn stop(self) {
        self.worker.stop();
        self.progress.try_set(None);
        self.stopped.try_set(true);
    }

    fn point(self) -> Option<(Along, Point)> {
        let index = self.pointed.get()?;
        self.shown
            .with(|(along, points)| Some((*along, points.get(index)?.clone())))
    }

    fn load(self) {
        let index = self.pointed.try_get_untracked().flatten();
        let chosen = self
            .shown
            .try_with_untracked(|(_, points)| Some(points.get(index?)?.scenario.clone()));
        if let Some(chosen) = chosen.flatten() {
            self.page.go(chosen);
        }
    }

    fn point_at(self, event: &MouseEvent) -> Option<()> {
        let frame: Element = event.current_target()?.dyn_into().ok()?;
        let canvas = frame.query_selector("canvas").ok()??;
        let seen = canvas.get_bounding_client_rect();
        let index = self.layout.try_with_value(|layout| {
            let scale = seen.width() / f64::from(layout.width.max(1));
            layout.nearest((f64::from(event.client_x()) - seen.left()) / scale.max(1e-6))
        })?;
        if self.pointed.try_get_untracked() != Some(index) {
            self.pointed.try_set(index);
        }
        Some(())
    }

    fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let found = self.shown.try_with_untracked(|(_, points)| {
            let current = points.iter().position(|point| point.is_current);
            (points.len(), current)
        });
        let Some((count @ 1.., current)) = found else {
            return;
        };
        let pointed = self.pointed.try_get_untracked().flatten();
        let from = pointed.or(current).unwrap_or(0);
        let to = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => Some(from.saturating_sub(1)),
            "ArrowRight" | "ArrowUp" => Some((from + 1).min(count - 1)),
            "Home" => Some(0),
            "End" => Some(count - 1),
            "Escape" if pointed.is_some() => None,
            "Enter" | " " => {
                event.prevent_default();
                self.load();
                return;
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        self.pointed.try_set(to);
    }
}

/// What changes along one parameter.
#[component]
pub fn SweepPanel(page: Page) -> impl IntoView {
    let state = State::new(page);
    state.follow();
    let sentence = move || {
        let fabric = page
            .evaluation
            .with(|evaluation| evaluation.scenario.network.fabric);
        state.shown.with(|(along, points)| {
            said(explore::sweep(
                points,
                *along,
                state.measure.get(),
                fabric,
                page.language.get(),
            ))
        })
    };
    view! {
        <Panel page view=View::Sweep title=text::SWEEP sentence>
            <Choices state />
            <Progress state />
            <Figure state />
            <Readout state />
            <Show when=move || !page.embed.get()>
                <Table state />
            </Show>
        </Panel>
    }
}

#[component]
fn Choices(state: State) -> impl IntoView {
    let page = state.page;
    let label = move |key: &'static str| {
        parameter::by_key(key).map_or("", |parameter| page.text(parameter.label))
    };
    let options = move || {
        Along::CHOICES
            .iter()
            .map(|Choice { key, label }| {
                let label = *label;
                view! {
                    <option value=*key selected=move || state.along.get().key() == *key>
                        {move || page.text(label)}
                    </option>
                }
            })
            .collect_view()
    };
    let button = move |label: Bilingual, is_on: Signal<bool>, choose: Box<dyn Fn()>| {
        view! {
            <button
                type="button"
                aria-pressed=move || is_on.get().to_string()
                on:click=move |_| choose()
            >
                {move || page.text(label)}
            </button>
        }
    };
    let measures = Measure::ALL
        .iter()
        .copied()
        .map(|choice| {
            button(
                choice.label(),
                Signal::derive(move || state.measure.get() == choice),
                Box::new(move || page.present(|shown| shown.measure = choice)),
            )
        })
        .collect_view();
    let layouts = Layouts::ALL
        .iter()
        .copied()
        .map(|choice| {
            button(
                choice.label(),
                Signal::derive(move || state.layouts.get() == choice),
                Box::new(move || page.present(|shown| shown.layouts = choice)),
            )
        })
        .collect_view();
    view! {
        <div class="figure-tools">
            <label class="tool">
                <span>{move || label("along")}</span>
                <select
                    id="sweep-along"
                    prop:value=move || state.along.get().key()
                    on:change=move |event| {
                        if let Some(along) = Along::from_key(&event_target_value(&event)) {
                            state.pointed.try_set(None);
                            page.present(|shown| shown.along = along);
                        }
                    }
                >
                    {options()}
                </select>
            </label>
            <div class="segments" role="group" aria-label=move || label("measure")>
                {measures}
            </div>
            <div class="tool">
                <span aria-hidden="true">{move || label("layouts")}</span>
                <div class="segments" role="group" aria-label=move || label("layouts")>
                    {layouts}
                </div>
            </div>
        </div>
    }
}

#[component]
fn Progress(state: State) -> impl IntoView {
    let page = state.page;
    let is_running = Memo::new(move |_| state.progress.with(Option::is_some));
    view! {
        <Show when=move || is_running.get()>
            <div class="under-way">
                <progress
                    max="1"
                    aria-label=move || page.text(words::SWEEPING)
                    prop:value=move || state.progress.get().unwrap_or(1.0)
                ></progress>
                <button type="button" class="button" on:click=move |_| state.stop()>
                    {move || page.text(words::STOP)}
                </button>
            </div>
        </Show>
        <Show when=move || state.stopped.get()>
            <p class="note">{move || page.text(words::SWEEP_STOPPED)}</p>
        </Show>
    }
}

#[component]
fn Figure(state: State) -> impl IntoView {
    let page = state.page;
    let label = Signal::derive(move || {
        let along = state
            .shown
            .with(|(along, _)| page.text(along.label()).to_owned());
        format!("{} · {along}", page.text(state.measure.get().label()))
    });
    let lay_out: LayOut = Arc::new(move |surface, look| {
        let measure = state.measure.try_get_untracked()?;
        let chart = state.shown.try_with_untracked(|(along, points)| {
            chart::of(points, *along, measure, look.palette, look.language)
        })?;
        let pointed = state.pointed.try_get_untracked()?;
        let layout = chart::lay_out(surface, &chart, look.width, look.palette);
        Some(Sheet {
            height: layout.height,
            draw: Box::new(move |surface| {
                chart::draw(surface, &layout, pointed, look.palette).ok();
                state.layout.try_set_value(layout);
            }),
        })
    });
    let depends = Arc::new(move || {
        state.shown.track();
        state.pointed.track();
        state.measure.track();
    });
    let is_touch = StoredValue::new(false);
    let last = move || {
        state
            .shown
            .with(|(_, points)| points.len().saturating_sub(1))
    };
    let now = move || {
        state.pointed.get().or_else(|| {
            state
                .shown
                .with(|(_, points)| points.iter().position(|point| point.is_current))
        })
    };
    let spoken = move || {
        let language = page.language.get();
        let index = now()?;
        state.shown.with(|(along, points)| {
            let point = points.get(index)?;
            let value = explore::value(*along, point.value, language);
            Some(format!(
                "{value}: {}",
                explore::reading(point, language).join("; ")
            ))
        })
    };
    view! {
        <div
            class="chart"
            id=CHART
            role="slider"
            tabindex="0"
            aria-label=move || label.get()
            aria-describedby="chart-keys"
            aria-valuemin="0"
            aria-valuemax=move || last().to_string()
            aria-valuenow=move || now().unwrap_or(0).to_string()
            aria-valuetext=spoken
            on:pointermove=move |event: PointerEvent| {
                is_touch.try_set_value(event.pointer_type() != "mouse");
                state.point_at(&event);
            }
            on:pointerdown=move |event: PointerEvent| {
                is_touch.try_set_value(event.pointer_type() != "mouse");
                state.point_at(&event);
            }
            on:click=move |event: MouseEvent| {
                // A tap reads; the button under the chart loads.
                if is_touch.try_get_value() == Some(false) {
                    state.point_at(&event);
                    state.load();
                }
            }
            on:keydown=move |event| state.key(&event)
        >
            <Drawing page label depends lay_out />
        </div>
        <p class="hidden-text" id="chart-keys">{move || page.text(words::CHART_KEYS)}</p>
    }
}

#[component]
fn Readout(state: State) -> impl IntoView {
    let page = state.page;
    let content = move || {
        let language = page.language.get();
        let Some((along, point)) = state.point() else {
            return view! { <p class="hint">{page.text(words::CHART_HINT)}</p> }.into_any();
        };
        // With layouts searched again, the current value has another layout than the current run.
        let is_here = page
            .evaluation
            .with(|evaluation| evaluation.scenario == point.scenario);
        let value = explore::value(along, point.value, language);
        let texts = explore::reading(&point, language)
            .into_iter()
            .map(|text| view! { <span>{text}</span> })
            .collect_view();
        view! {
            <div>
                <p class="title">
                    <strong>{page.text(along.label())} " " {value}</strong>
                </p>
                <p class="kinds">{texts}</p>
            </div>
            <button
                type="button"
                class="button"
                disabled=is_here
                on:click=move |_| {
                    state.load();
                    // The button is made anew, perhaps more than once; the chart stays.
                    browser::refocus(CHART.to_owned());
                }
            >
                {page.text(words::LOAD)}
            </button>
        }
        .into_any()
    };
    view! { <div class="readout chart-readout">{content}</div> }
}

#[component]
fn Table(state: State) -> impl IntoView {
    let page = state.page;
    let rows = move || {
        let language = page.language.get();
        state.shown.with(|(along, points)| {
            points
                .iter()
                .map(|point| {
                    let times = &point.iteration;
                    let [leaving, crossing] = [0, 1].map(|index| {
                        let amounts = chart::amounts(point, Measure::Bytes);
                        Bytes(amounts.get(index).copied().unwrap_or(0.0)).to_string()
                    });
                    let [before, after] = point.cost.map(|cost| dollars(cost, language));
                    let cells = [
                        times.rail_optimized.to_string(),
                        times.rail_only.to_string(),
                        times.ideal.to_string(),
                        before,
                        after,
                        leaving,
                        crossing,
                        explore::layout(&point.scenario, language),
                        page.text(if point.fits { words::YES } else { words::NO })
                            .to_owned(),
                    ]
                    .map(|cell| view! { <td>{cell}</td> })
                    .into_iter()
                    .collect_view();
                    view! {
                        <tr class:current=point.is_current>
                            <th scope="row">{explore::value(*along, point.value, language)}</th>
                            {cells}
                        </tr>
                    }
                })
                .collect_view()
        })
    };
    let heads = [
        words::TIME_RAIL_OPTIMIZED,
        words::TIME_RAIL_ONLY,
        words::TIME_IDEAL,
        words::COST_RAIL_OPTIMIZED,
        words::COST_RAIL_ONLY,
        words::LEAVING,
        words::CROSSING,
        words::LAYOUT,
        words::FITS,
    ]
    .map(|head| view! { <th scope="col">{move || page.text(head)}</th> })
    .into_iter()
    .collect_view();
    let along = move || state.shown.with(|(along, _)| page.text(along.label()));
    view! {
        <details class="group">
            <summary>{move || page.text(words::AS_TABLE)}</summary>
            <div
                class="scroll"
                tabindex="0"
                role="region"
                aria-label=move || page.text(words::POINTS_CAPTION)
            >
                <table class="figures-table">
                    <caption class="hidden-text">{move || page.text(words::POINTS_CAPTION)}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{along}</th>
                            {heads}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
}
