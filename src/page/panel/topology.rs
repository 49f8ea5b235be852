//! The network with and without a spine, and the way between two GPUs in both.

use super::drawing::{Drawing, LayOut, Sheet};
use super::{Panel, said, words};
use crate::fabric::{Route, Wiring, describe};
use crate::figure::topology::{self, Subject};
use crate::language::{Bilingual, Language};
use crate::page::points;
use crate::page::state::Page;
use crate::page::text;
use crate::quantity::format::count;
use crate::scenario::View;
use leptos::prelude::*;
use std::sync::Arc;

/// The network, with and without a spine.
#[component]
pub fn TopologyPanel(page: Page) -> impl IntoView {
    let pair = Memo::new(move |_| page.presentation.with(|shown| shown.pair));
    let subject = Memo::new_with_compare(
        move |_| {
            let pair = pair
                .get()
                .map(|(from, to)| (u64::from(from), u64::from(to)));
            page.evaluation
                .with(|evaluation| Arc::new(subject_of(&evaluation.scenario, pair)))
        },
        |last, now| match (last, now) {
            (Some(last), Some(now)) => !Arc::ptr_eq(last, now),
            _ => true,
        },
    );
    let sentence = move || {
        page.evaluation
            .with(|evaluation| said(points::topology(evaluation, page.language.get())))
    };
    let label = Signal::derive(move || {
        page.evaluation
            .with(|evaluation| points::topology(evaluation, page.language.get()).text())
    });
    let lay_out: LayOut = Arc::new(move |surface, look| {
        let subject = subject.try_get_untracked()?;
        let layout = topology::lay_out(surface, &subject, look.width, look.language);
        Some(Sheet {
            height: layout.height,
            draw: Box::new(move |surface| {
                topology::draw(surface, &layout, look.palette).ok();
            }),
        })
    });
    view! {
        <Panel page view=View::Topology title=text::TOPOLOGY sentence>
            <Drawing page label depends=Arc::new(move || subject.track()) lay_out />
            <Show when=move || !page.embed.get()>
                <Ends page pair />
            </Show>
            <Ways page subject />
        </Panel>
    }
}

/// What is drawn of a scenario; a pair of GPUs that it does not have is left out.
fn subject_of(scenario: &crate::scenario::Scenario, pair: Option<(u64, u64)>) -> Subject {
    let gpus = u64::from(scenario.cluster.gpus);
    Subject::of(
        scenario,
        pair.filter(|&(from, to)| from < gpus && to < gpus),
    )
}

/// A field's text, and what is wrong with it.
#[derive(Clone, Copy)]
struct Field {
    typed: RwSignal<String>,
    problem: RwSignal<bool>,
}

/// The fields of the two GPUs.
#[component]
fn Ends(page: Page, pair: Memo<Option<(u32, u32)>>) -> impl IntoView {
    let [from, to] = [(); 2].map(|()| Field {
        typed: RwSignal::new(String::new()),
        problem: RwSignal::new(false),
    });
    // What is chosen elsewhere stands in the fields.
    Effect::new(move |_| {
        if let Some((source, destination)) = pair.get() {
            from.typed.set(source.to_string());
            to.typed.set(destination.to_string());
            from.problem.set(false);
            to.problem.set(false);
        } else if !from.problem.get_untracked() && !to.problem.get_untracked() {
            let both =
                !from.typed.get_untracked().is_empty() && !to.typed.get_untracked().is_empty();
            if both {
                from.typed.set(String::new());
                to.typed.set(String::new());
            }
        }
    });
    let read = move || {
        let gpus = page
            .evaluation
            .try_with_untracked(|evaluation| evaluation.scenario.cluster.gpus)?;
        let [source, destination] = [from, to].map(|field| {
            let text = field.typed.try_get_untracked().unwrap_or_default();
            let number = text
                .trim()
                .replace(',', "")
                .parse::<u32>()
                .ok()
                .filter(|number| *number < gpus);
            field
                .problem
                .try_set(number.is_none() && !text.trim().is_empty());
            number
        });
        // Where a field names no GPU there is no way to show: neither the last one's drawing nor its words stay.
        let chosen = source.zip(destination);
        page.present(|shown| shown.pair = chosen);
        Some(())
    };
    let swap = move |_| {
        page.present(|shown| shown.pair = shown.pair.map(|(from, to)| (to, from)));
    };
    let clear = move |_| page.present(|shown| shown.pair = None);
    let example = move |_| {
        let chosen = page.evaluation.try_with_untracked(|evaluation| {
            let cluster = &evaluation.scenario.cluster;
            across_rails(cluster.gpus, cluster.hb)
        });
        if let Some(chosen) = chosen {
            page.present(|shown| shown.pair = chosen);
        }
    };
    let field = move |id: &'static str, name: Bilingual, field: Field| {
        let message = format!("{id}-problem");
        let described = message.clone();
        view! {
            <div class="end">
                <label for=id>{move || page.text(name)}</label>
                <input
                    id=id
                    type="text"
                    inputmode="numeric"
                    autocomplete="off"
                    aria-invalid=move || field.problem.get().to_string()
                    aria-describedby=described
                    prop:value=move || field.typed.get()
                    on:input=move |event| {
                        field.typed.try_set(event_target_value(&event));
                    }
                    on:change=move |_| {
                        read();
                    }
                />
                <p class="problem" id=message hidden=move || !field.problem.get()>
                    {move || {
                        page.evaluation
                            .with(|evaluation| {
                                not_a_gpu(evaluation.scenario.cluster.gpus, page.language.get())
                            })
                    }}
                </p>
            </div>
        }
    };
    let has_pair = move || pair.with(Option::is_some);
    view! {
        <div class="ends" role="group" aria-label=move || page.text(words::PATH)>
            {field("topology-from", words::FROM, from)}
            {field("topology-to", words::TO, to)}
            <div class="buttons">
                <button type="button" class="button" hidden=has_pair on:click=example>
                    {move || page.text(words::EXAMPLE)}
                </button>
                <button type="button" class="button" hidden=move || !has_pair() on:click=swap>
                    {move || page.text(words::SWAP)}
                </button>
                <button type="button" class="button plain" hidden=move || !has_pair() on:click=clear>
                    {move || page.text(words::FORGET_PAIR)}
                </button>
            </div>
        </div>
    }
}

/// Two GPUs that show the most: in two domains and on two rails, as far as there are any.
fn across_rails(gpus: u32, hb: u32) -> Option<(u32, u32)> {
    let domains = gpus / hb.max(1);
    let from = 1.min(gpus.saturating_sub(1));
    let domain = (domains * 2 / 3).min(domains.saturating_sub(1));
    let rail = hb.saturating_sub(2);
    let to = domain.saturating_mul(hb).saturating_add(rail);
    (to < gpus && to != from).then_some((from, to))
}

fn not_a_gpu(gpus: u32, language: Language) -> String {
    let last = count(u64::from(gpus.saturating_sub(1)));
    match language {
        Language::English => format!("GPUs are numbered 0 to {last}."),
        Language::TraditionalChinese => format!("GPU 編號為 0 至 {last}。"),
    }
}

/// The way in each design, in a sentence.
#[component]
fn Ways(page: Page, subject: Memo<Arc<Subject>>) -> impl IntoView {
    let way = move |name: Bilingual, wiring: &Wiring, route: &Route| {
        view! {
            <div>
                <dt>{page.text(name)}</dt>
                <dd>{describe(wiring, route, page.language.get())}</dd>
            </div>
        }
    };
    move || {
        subject.with(|subject| {
            subject.routes.as_ref().map(|[rail_optimized, rail_only]| {
                view! {
                    <dl class="ways" aria-live="polite">
                        {way(words::RAIL_OPTIMIZED, &subject.rail_optimized, rail_optimized)}
                        {way(words::RAIL_ONLY, &subject.rail_only, rail_only)}
                    </dl>
                }
            })
        })
    }
}
