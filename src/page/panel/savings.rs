//! What the spine costs: both designs in numbers, and how the saving depends on the switches' radix.

use super::{Panel, said, words};
use crate::fabric::{Design, Fabric, radix_comparison};
use crate::language::Bilingual;
use crate::page::headline::{dollars, with_share};
use crate::page::points;
use crate::page::state::Page;
use crate::page::text;
use crate::quantity::format::{count, decimal, percent, whole};
use crate::scenario::View;
use leptos::prelude::*;

/// Radixes that the comparison always shows; the scenario's own is added.
const RADIXES: [u32; 5] = [32, 64, 128, 256, 512];

/// What the spine costs.
#[component]
pub fn SavingsPanel(page: Page) -> impl IntoView {
    let sentence = move || {
        page.evaluation
            .with(|evaluation| said(points::savings(evaluation, page.language.get())))
    };
    view! {
        <Panel page view=View::Savings title=text::SAVINGS sentence>
            <Designs page />
            <p class="note">{move || page.text(words::SWITCHES_NOTE)}</p>
            <Radixes page />
        </Panel>
    }
}

/// A row of the table: its name, both designs' values, what is saved.
struct Row {
    name: Bilingual,
    values: [String; 2],
    saved: String,
    is_sum: bool,
}

/// A switch count by formula, which may be a fraction.
fn ideal(switches: f64) -> String {
    decimal((switches * 100.0).round() / 100.0)
}

fn rows(fabric: &Fabric, page: Page) -> Vec<Row> {
    let designs = [&fabric.rail_optimized, &fabric.rail_only];
    let language = page.language.get();
    let row = |name, value: &dyn Fn(&Design) -> f64, shown: &dyn Fn(f64) -> String| {
        let [before, after] = designs.map(value);
        Row {
            name,
            values: [shown(before), shown(after)],
            saved: points::less(before, after, language),
            is_sum: false,
        }
    };
    let tiers = designs.map(|design| design.tiers);
    let gone = tiers[0].saturating_sub(tiers[1]);
    let saving = &fabric.saving;
    let saved = |amount: String, is_any: bool, share: f64| {
        if is_any {
            with_share(amount, share, language)
        } else {
            "–".to_owned()
        }
    };
    vec![
        Row {
            name: words::TIERS,
            values: tiers.map(|tiers| tiers.to_string()),
            saved: if gone > 0 {
                gone.to_string()
            } else {
                "–".to_owned()
            },
            is_sum: false,
        },
        Row {
            name: words::NETWORKS,
            values: designs.map(|design| count(design.networks)),
            saved: String::new(),
            is_sum: false,
        },
        row(
            words::SWITCHES_IDEAL,
            &|design| design.switches_ideal,
            &ideal,
        ),
        row(
            words::SWITCHES_BUILT,
            &|design| design.switches_built as f64,
            &whole,
        ),
        row(words::PORTS, &|design| design.ports, &whole),
        row(words::LINKS, &|design| design.links, &whole),
        row(words::TRANSCEIVERS, &|design| design.transceivers, &whole),
        Row {
            name: words::COST,
            values: designs.map(|design| dollars(design.cost, language)),
            saved: saved(
                dollars(saving.cost, language),
                saving.cost.0 > 0.0,
                saving.cost_fraction,
            ),
            is_sum: true,
        },
        Row {
            name: words::POWER,
            values: designs.map(|design| design.power.to_string()),
            saved: saved(
                saving.power.to_string(),
                saving.power.0 > 0.0,
                saving.power_fraction,
            ),
            is_sum: true,
        },
    ]
}

#[component]
fn Designs(page: Page) -> impl IntoView {
    let body = move || {
        page.evaluation.with(|evaluation| {
            rows(&evaluation.fabric, page)
                .into_iter()
                .map(|row| {
                    let [before, after] = row.values;
                    view! {
                        <tr class=row.is_sum.then_some("sum")>
                            <th scope="row">{page.text(row.name)}</th>
                            <td>{before}</td>
                            <td>{after}</td>
                            <td class="saved">{row.saved}</td>
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
            aria-label=move || page.text(words::DESIGNS_CAPTION)
        >
            <table class="figures-table">
                <caption class="hidden-text">{move || page.text(words::DESIGNS_CAPTION)}</caption>
                <thead>
                    <tr>
                        <td></td>
                        <th scope="col">{move || page.text(words::RAIL_OPTIMIZED)}</th>
                        <th scope="col">{move || page.text(words::RAIL_ONLY)}</th>
                        <th scope="col">{move || page.text(words::SAVED)}</th>
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

#[component]
fn Radixes(page: Page) -> impl IntoView {
    let body = move || {
        page.evaluation.with(|evaluation| {
            let scenario = &evaluation.scenario;
            let current = scenario.network.radix;
            let mut radixes = RADIXES.to_vec();
            if !radixes.contains(&current) {
                radixes.push(current);
                radixes.sort_unstable();
            }
            radix_comparison(scenario, &radixes)
                .into_iter()
                .map(|row| {
                    let is_current = row.radix == current;
                    let mark = is_current.then(|| {
                        view! { <span class="soft">" " {page.text(words::CURRENT)}</span> }
                    });
                    view! {
                        <tr class=is_current.then_some("current")>
                            <th scope="row">{row.radix} {mark}</th>
                            <td>
                                {format!("{} → {}", row.rail_optimized_tiers, row.rail_only_tiers)}
                            </td>
                            <td>
                                {format!(
                                    "{} → {}",
                                    ideal(row.rail_optimized_switches),
                                    ideal(row.rail_only_switches),
                                )}
                            </td>
                            <td>{percent(row.saving.cost_fraction)}</td>
                            <td>{percent(row.saving.power_fraction)}</td>
                        </tr>
                    }
                })
                .collect_view()
        })
    };
    let why = move || {
        page.evaluation.with(|evaluation| {
            let Fabric {
                rail_optimized,
                rail_only,
                ..
            } = &evaluation.fabric;
            said(points::radix(
                &evaluation.scenario,
                rail_optimized,
                rail_only,
                page.language.get(),
            ))
        })
    };
    view! {
        <div class="radixes">
            <h3>{move || page.text(words::RADIX_CAPTION)}</h3>
            <p class="sentence">{why}</p>
            <div
                class="scroll"
                tabindex="0"
                role="region"
                aria-label=move || page.text(words::RADIX_CAPTION)
            >
                <table class="figures-table">
                    <caption class="hidden-text">{move || page.text(words::RADIX_CAPTION)}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{move || page.text(words::RADIX)}</th>
                            <th scope="col">{move || page.text(words::TIERS_SHORT)}</th>
                            <th scope="col">{move || page.text(words::SWITCHES_SHORT)}</th>
                            <th scope="col">{move || page.text(words::COST_SAVED)}</th>
                            <th scope="col">{move || page.text(words::POWER_SAVED)}</th>
                        </tr>
                    </thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
        </div>
    }
}
