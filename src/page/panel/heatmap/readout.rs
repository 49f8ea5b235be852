//! The heatmap's read-out: which GPUs a cell is about, where they stand, and what goes between them.

use super::input::Input;
use super::plot::{Plot, Spot};
use crate::figure::palette;
use crate::language::Language;
use crate::page::panel::words;
use crate::page::places;
use crate::quantity::Bytes;
use crate::quantity::format::count;
use crate::traffic::{ByKind, Kind};
use leptos::prelude::*;

/// What there is to say about a spot.
#[derive(Clone, PartialEq)]
struct Reading {
    is_chosen: bool,
    title: String,
    places: [String; 2],
    pairs: Option<String>,
    bytes: ByKind<Bytes>,
}

/// The read-out of what is pointed at, else of the chosen pair.
#[component]
pub fn Readout(plot: Plot, input: Input) -> impl IntoView {
    let page = plot.page;
    let reading = Memo::new(move |_| {
        let raster = plot.raster.get();
        let pointed = plot
            .pointed
            .get()
            .and_then(|position| Plot::cell_of(&raster, position));
        match pointed {
            Some(spot) => Some(read(plot, &spot, false)),
            None => plot.chosen().map(|spot| read(plot, &spot, true)),
        }
    });
    let has_pair = Memo::new(move |_| page.presentation.with(|shown| shown.pair.is_some()));
    view! {
        <div class="readout">
            <div
                id="heatmap-readout"
                aria-live=move || if input.by_keys.get() { "polite" } else { "off" }
            >
                {move || {
                    reading
                        .get()
                        .map_or_else(
                            || {
                                view! { <p class="hint">{page.text(words::HEATMAP_HINT)}</p> }
                                    .into_any()
                            },
                            |reading| shown(reading, page.language.get()).into_any(),
                        )
                }}
            </div>
            <button
                type="button"
                class="button plain"
                hidden=move || !has_pair.get()
                on:click=move |_| input.forget()
            >
                {move || page.text(words::FORGET_PAIR)}
            </button>
        </div>
    }
}

fn read(plot: Plot, (rows, columns): &Spot, is_chosen: bool) -> Reading {
    let language = plot.page.language.get();
    let axis = plot.axis.get();
    plot.page.evaluation.with(|evaluation| {
        let cluster = &evaluation.cluster;
        let from = places::gpus_at(cluster, axis, rows, language);
        let to = places::gpus_at(cluster, axis, columns, language);
        let arrow = places::arrow(evaluation.scenario.accounting.pairs);
        let pairs = (rows.end - rows.start).saturating_mul(columns.end - columns.start);
        let bytes = if pairs == 1 {
            let gpu = |position| cluster.gpu_at(position, axis);
            evaluation.traffic.pair(gpu(rows.start), gpu(columns.start))
        } else {
            evaluation
                .traffic
                .block(axis, rows.clone(), columns.clone())
        };
        Reading {
            is_chosen,
            title: format!("{from} {arrow} {to}"),
            places: [rows, columns]
                .map(|positions| places::place_of(cluster, axis, positions, language)),
            pairs: (pairs > 1).then(|| match language {
                Language::English => format!("{} cells of the matrix", count(pairs)),
                Language::TraditionalChinese => format!("矩陣的 {} 格", count(pairs)),
            }),
            bytes,
        }
    })
}

fn shown(reading: Reading, language: Language) -> impl IntoView {
    let Reading {
        is_chosen,
        title,
        places: [from, to],
        pairs,
        bytes,
    } = reading;
    let total = bytes.total();
    let kinds = Kind::ALL
        .into_iter()
        .filter(|kind| bytes[*kind].0 > 0.0)
        .map(|kind| {
            let color = palette::kind(kind).css();
            view! {
                <li>
                    <span class="swatch" style:background=color></span>
                    {kind.key().to_uppercase()}
                    " "
                    <strong>{bytes[kind].to_string()}</strong>
                </li>
            }
        })
        .collect_view();
    let sum = if total.0 > 0.0 {
        total.to_string()
    } else {
        words::NOTHING.get(language).to_owned()
    };
    view! {
        <p class="title" class:chosen=is_chosen>
            {is_chosen.then(|| format!("{}: ", words::CHOSEN.get(language)))}
            <strong>{title}</strong>
            " · "
            {sum}
            {pairs.map(|pairs| view! { <span class="soft">" · " {pairs}</span> })}
        </p>
        <p class="places">
            <span>{from}</span>
            <span aria-hidden="true">" → "</span>
            <span>{to}</span>
        </p>
        <ul class="kinds">{kinds}</ul>
    }
}
