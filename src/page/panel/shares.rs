//! Where the bytes go: the bars, and the same as a table.

use super::drawing::{Drawing, LayOut, Sheet};
use super::{Panel, said, words};
use crate::evaluation::Evaluation;
use crate::figure::{palette, shares};
use crate::language::Language;
use crate::page::points;
use crate::page::state::Page;
use crate::page::text;
use crate::quantity::Bytes;
use crate::quantity::format::percent;
use crate::scenario::View;
use crate::traffic::{Kind, Placed};
use leptos::prelude::*;
use shares::Path;
use std::sync::Arc;

/// Where the bytes go.
#[component]
pub fn SharesPanel(page: Page) -> impl IntoView {
    let sentence = move || {
        page.evaluation
            .with(|evaluation| said(points::shares(evaluation, page.language.get())))
    };
    let label = Signal::derive(move || {
        page.evaluation
            .with(|evaluation| described(evaluation, page.language.get()))
    });
    let lay_out: LayOut = Arc::new(move |surface, look| {
        let bars = page.evaluation.try_with_untracked(|evaluation| {
            let totals = &evaluation.totals;
            shares::bars(&totals.bytes, &totals.placed, look.palette, look.language)
        })?;
        let layout = shares::lay_out(surface, &bars, look.width, look.palette, look.language);
        Some(Sheet {
            height: layout.height,
            draw: Box::new(move |surface| {
                shares::draw(surface, &layout, look.palette).ok();
            }),
        })
    });
    let uneven = move || {
        page.evaluation
            .with(|evaluation| points::uneven(evaluation, page.language.get()))
            .map(|text| view! { <p class="note">{text}</p> })
    };
    view! {
        <Panel page view=View::Shares title=text::SHARES sentence>
            <Drawing page label depends=Arc::new(move || page.evaluation.track()) lay_out />
            <Table page />
            <Pairs page />
            {uneven}
        </Panel>
    }
}

/// The bars in words.
fn described(evaluation: &Evaluation, language: Language) -> String {
    let totals = &evaluation.totals;
    let total = totals.bytes.total();
    let kinds = Kind::ALL.map(|kind| {
        let name = kind.key().to_uppercase();
        format!("{name} {}", percent(totals.share[kind]))
    });
    let paths = Path::ALL.map(|path| {
        let share = percent(path.of(&totals.placed) / total);
        format!("{} {share}", path.name().get(language))
    });
    match language {
        Language::English => format!("{total}: {}; {}", kinds.join(", "), paths.join(", ")),
        Language::TraditionalChinese => {
            format!("{total}：{}；{}", kinds.join("、"), paths.join("、"))
        }
    }
}

#[component]
fn Table(page: Page) -> impl IntoView {
    let rows = move || {
        page.evaluation.with(|evaluation| {
            let totals = &evaluation.totals;
            let row = |name: String, color: Option<String>, bytes: Bytes, placed: &Placed| {
                let share = percent(bytes / totals.bytes.total());
                let leaving = placed.same_rail + placed.cross_rail + placed.unreachable;
                let crossing = placed.cross_rail + placed.unreachable;
                let crosses = crossing.0 > 0.0;
                let swatch = color.map(|color| {
                    view! { <span class="swatch" style:background=color></span> }
                });
                view! {
                    <tr>
                        <th scope="row"><span class="keyed">{swatch} {name}</span></th>
                        <td>{amount(bytes)}</td>
                        <td>{share}</td>
                        <td>{amount(leaving)}</td>
                        <td class=crosses.then_some("alarm")>{amount(crossing)}</td>
                    </tr>
                }
            };
            let kinds = Kind::ALL
                .map(|kind| {
                    row(
                        kind.key().to_uppercase(),
                        Some(palette::kind(kind).css()),
                        totals.bytes[kind],
                        &evaluation.traffic.placed_of(kind),
                    )
                })
                .into_iter()
                .collect_view();
            let sum = row(
                page.text(words::TOTAL).to_owned(),
                None,
                totals.bytes.total(),
                &totals.placed,
            );
            view! {
                <tbody>{kinds}</tbody>
                <tfoot>{sum}</tfoot>
            }
        })
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=move || page.text(words::BYTES_CAPTION)>
            <table class="figures-table">
                <caption class="hidden-text">{move || page.text(words::BYTES_CAPTION)}</caption>
                <thead>
                    <tr>
                        <th scope="col">{move || page.text(words::KIND)}</th>
                        <th scope="col">{move || page.text(words::BYTES)}</th>
                        <th scope="col">{move || page.text(words::SHARE)}</th>
                        <th scope="col">{move || page.text(words::LEAVES_DOMAIN)}</th>
                        <th scope="col">{move || page.text(words::CROSSES_RAILS)}</th>
                    </tr>
                </thead>
                {rows}
            </table>
        </div>
    }
}

/// Bytes, or a dash for none.
fn amount(bytes: Bytes) -> String {
    if bytes.0 > 0.0 {
        bytes.to_string()
    } else {
        "–".to_owned()
    }
}

/// What is to be said of pairs of GPUs.
#[component]
fn Pairs(page: Page) -> impl IntoView {
    let facts = move || {
        page.evaluation.with(|evaluation| {
            let totals = &evaluation.totals;
            [
                (words::IDLE_PAIRS, percent(totals.pairs.idle)),
                (words::TP_PAIRS, percent(totals.pairs.tp)),
                (words::PEAK_INSIDE, amount(totals.peak_pair.within_domain)),
                (words::PEAK_ACROSS, amount(totals.peak_pair.across_domains)),
            ]
            .map(|(name, value)| {
                view! {
                    <div>
                        <dt>{page.text(name)}</dt>
                        <dd>{value}</dd>
                    </div>
                }
            })
            .into_iter()
            .collect_view()
        })
    };
    view! { <dl class="facts">{facts}</dl> }
}
