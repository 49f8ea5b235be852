//! The iterations that were measured, beside ours.

use super::row::load_link;
use super::work::Work;
use crate::page::comparison::{self as words, run_name, signed};
use crate::page::state::Page;
use crate::published::measured::mean_absolute_error;
use crate::quantity::format::percent;
use leptos::prelude::*;
use std::sync::Arc;

/// The measured rows with our error for each, and the mean.
#[component]
pub fn Measured(page: Page, work: Work) -> impl IntoView {
    let rows = work
        .all_runs()
        .into_iter()
        .enumerate()
        .map(|(place, run)| {
            let timed = Memo::new(move |_| work.timed(|timed| timed.get(place).copied()));
            let name = {
                let run = Arc::clone(&run);
                move || run_name(&run, page.language.get())
            };
            let described = {
                let name = name.clone();
                move || format!("{}: {}", page.text(words::LOAD), name())
            };
            let source = {
                let source = run.cited();
                move || source.text(page.language.get())
            };
            let measured = {
                let printed = run.printed.clone();
                move || printed.text(page.language.get())
            };
            let ours = {
                let printed = run.printed.clone();
                move || match timed.get() {
                    None => page.text(words::PENDING).to_owned(),
                    Some(timed) => printed.ours(timed.ours.0, page.language.get()),
                }
            };
            let error = move || match timed.get() {
                None => page.text(words::PENDING).to_owned(),
                Some(timed) => signed(timed.error * 100.0, "%"),
            };
            let label = move |text| move || page.text(text);
            view! {
                <tr role="row" class="claim run">
                    <th role="rowheader" scope="row">
                        <p class="statement">{name}</p>
                        <p class="source">{source}</p>
                    </th>
                    <td role="cell" data-label=label(words::MEASURED_TIME)>{measured}</td>
                    <td role="cell" data-label=label(words::OURS)>{ours}</td>
                    <td role="cell" data-label=label(words::ERROR)>{error}</td>
                    <td role="cell" class="load">{load_link(page, run.scenario.clone(), described)}</td>
                </tr>
            }
        })
        .collect_view();
    let mean = move || {
        work.timed(|timed| {
            if timed.len() < work.runs() {
                page.text(words::PENDING).to_owned()
            } else {
                percent(mean_absolute_error(timed))
            }
        })
    };
    let heading =
        move |text| view! { <th role="columnheader" scope="col">{move || page.text(text)}</th> };
    view! {
        <section class="measured">
            <h3 id="measured-title">{move || page.text(words::MEASURED)}</h3>
            <table role="table" class="claims" aria-labelledby="measured-title">
                <thead role="rowgroup">
                    <tr role="row">
                        {heading(words::RUN)} {heading(words::MEASURED_TIME)} {heading(words::OURS)}
                        {heading(words::ERROR)} {heading(words::SCENARIO)}
                    </tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
                <tfoot role="rowgroup">
                    <tr role="row" class="mean">
                        <th role="rowheader" scope="row" colspan="3">
                            {move || page.text(words::MEAN)}
                        </th>
                        <td role="cell">{mean}</td>
                        <td role="cell"></td>
                    </tr>
                </tfoot>
            </table>
        </section>
    }
}
