//! How far ours are from iterations measured in other frameworks, source by source.

use super::work::Work;
use crate::page::comparison::{self as words, signed};
use crate::page::state::Page;
use crate::published::elsewhere::Spread;
use crate::quantity::format::{count, percent};
use leptos::prelude::*;

/// The sources with our errors, and all of them together.
#[component]
pub fn Elsewhere(page: Page, work: Work) -> impl IntoView {
    let row = move |name: String, spread: &Spread, class: &'static str| {
        let label = move |text| move || page.text(text);
        view! {
            <tr role="row" class=class>
                <th role="rowheader" scope="row">{name}</th>
                <td role="cell" data-label=label(words::RUNS)>{count(spread.runs as u64)}</td>
                <td role="cell" data-label=label(words::MEAN_ERROR)>{signed(spread.mean * 100.0, "%")}</td>
                <td role="cell" data-label=label(words::MEAN_ABSOLUTE)>{percent(spread.mean_absolute)}</td>
                <td role="cell" data-label=label(words::WORST)>{signed(spread.worst * 100.0, "%")}</td>
            </tr>
        }
    };
    let rows = move || {
        work.elsewhere().map(|(sources, all)| {
            let rows = sources
                .iter()
                .map(|spread| row(spread.of.clone(), spread, "spread"))
                .collect_view();
            view! {
                <tbody role="rowgroup">{rows}</tbody>
                <tfoot role="rowgroup">
                    {row(page.text(words::ALL_RUNS).to_owned(), &all, "spread mean")}
                </tfoot>
            }
        })
    };
    let heading =
        move |text| view! { <th role="columnheader" scope="col">{move || page.text(text)}</th> };
    view! {
        <section class="measured elsewhere">
            <h3 id="elsewhere-title">{move || page.text(words::ELSEWHERE)}</h3>
            <p class="note">{move || page.text(words::ELSEWHERE_NOTE)}</p>
            <table role="table" class="claims" aria-labelledby="elsewhere-title">
                <thead role="rowgroup">
                    <tr role="row">
                        {heading(words::SOURCE_OF_RUNS)} {heading(words::RUNS)}
                        {heading(words::MEAN_ERROR)} {heading(words::MEAN_ABSOLUTE)}
                        {heading(words::WORST)}
                    </tr>
                </thead>
                {rows}
            </table>
        </section>
    }
}
