//! The heatmap's panel: the cells as an image, a canvas over it for what stands around them, and a read-out.

mod input;
mod plot;
mod readout;

use super::{Panel, said, words};
use crate::page::points;
use crate::page::state::Page;
use crate::page::surface::room_of;
use crate::page::text;
use crate::scenario::{Axis, View};
use input::{Input, Zoom};
use leptos::html;
use leptos::prelude::*;
use plot::Plot;
use readout::Readout;

/// Who sends how much to whom.
#[component]
pub fn HeatmapPanel(page: Page) -> impl IntoView {
    let axis = Memo::new(move |_| page.presentation.with(|shown| shown.axis));
    let sentence = move || {
        page.evaluation
            .with(|evaluation| said(points::heatmap(evaluation, axis.get(), page.language.get())))
    };
    view! {
        <Panel page view=View::Heatmap title=text::HEATMAP sentence>
            <Figure page axis />
        </Panel>
    }
}

#[component]
fn Figure(page: Page, axis: Memo<Axis>) -> impl IntoView {
    let frame = NodeRef::<html::Div>::new();
    let room = room_of(frame);
    let plot = Plot::new(page, axis, room);
    let input = Input::new(plot);
    plot.paint();
    let height = move || {
        // A figure that fills a frame is as high as the frame leaves; on the page it says how high it is.
        if plot.fills.get() {
            String::new()
        } else {
            format!("{}px", plot.height.get())
        }
    };
    let corner = move || plot.cells_on_page();
    view! {
        <div class="heatmap-panel">
        <div class="figure-tools">
            <Order page axis />
            <Zoom input />
        </div>
        <div class="figure-room" node_ref=frame style:height=height>
            <div
                class="heatmap"
                class:zoomed=move || plot.is_zoomed.get()
                role="application"
                tabindex="0"
                aria-roledescription=move || page.text(words::HEATMAP_ROLE)
                aria-label=move || {
                    page.evaluation
                        .with(|evaluation| {
                            points::heatmap(evaluation, axis.get(), page.language.get()).text()
                        })
                }
                aria-describedby="heatmap-keys heatmap-readout"
                style:width=move || format!("{}px", plot.width.get())
                style:height=move || format!("{}px", plot.height.get())
                on:pointermove=move |event| input.pointer_moved(&event)
                on:pointerdown=move |event| input.pointer_down(&event)
                on:pointerup=move |event| input.pointer_up(&event)
                on:pointercancel=move |event| input.pointer_gone(&event)
                on:pointerleave=move |event| input.pointer_left(&event)
                on:wheel=move |event| input.wheel(&event)
                on:keydown=move |event| input.key(&event)
                on:blur=move |_| input.blurred()
            >
                <canvas
                    class="cells"
                    node_ref=plot.cells
                    aria-hidden="true"
                    style:left=move || format!("{}px", corner().x)
                    style:top=move || format!("{}px", corner().y)
                    style:width=move || format!("{}px", corner().width)
                    style:height=move || format!("{}px", corner().height)
                ></canvas>
                <canvas class="over" node_ref=plot.over aria-hidden="true"></canvas>
            </div>
        </div>
        <p class="hidden-text" id="heatmap-keys">{move || page.text(words::HEATMAP_KEYS)}</p>
        <Readout plot input />
        </div>
    }
}

/// The switch between the two orders of the axes.
#[component]
fn Order(page: Page, axis: Memo<Axis>) -> impl IntoView {
    let choice = move |choice: Axis, name| {
        view! {
            <button
                type="button"
                aria-pressed=move || (axis.get() == choice).to_string()
                on:click=move |_| {
                    page.present(|shown| {
                        // Positions mean other GPUs in the other order.
                        if shown.axis != choice {
                            shown.zoom = None;
                        }
                        shown.axis = choice;
                    });
                }
            >
                {move || page.text(name)}
            </button>
        }
    };
    view! {
        <div class="segments" role="group" aria-label=move || page.text(words::ORDER)>
            {choice(Axis::Domain, words::BY_DOMAIN)} {choice(Axis::Rail, words::BY_RAIL)}
        </div>
    }
}
