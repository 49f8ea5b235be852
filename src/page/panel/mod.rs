//! The panels of the page: one figure each, with a title and the sentence that says its point.

mod drawing;
mod explain;
mod heatmap;
mod published;
mod savings;
mod search;
mod shares;
mod sweep;
mod timing;
mod topology;
mod words;

use crate::language::Bilingual;
use crate::page::headline::Sentence;
use crate::page::state::Page;
use crate::page::{address, text};
use crate::scenario::View;
use explain::Explain;
use heatmap::HeatmapPanel;
use leptos::prelude::*;
use published::PublishedPanel;
use savings::SavingsPanel;
use search::SearchPanel;
use shares::SharesPanel;
use sweep::SweepPanel;
use timing::TimingPanel;
use topology::TopologyPanel;

/// The frame round a figure.
///
/// On the page it is as high as its content. Alone in a frame (`page.embed`) it fills the frame: the body is a flex column that
/// takes what title and sentence leave, so a figure that should fill it takes `flex: 1; min-height: 0`. When the figures are not
/// of the input, the body is dimmed and the frame says so; a panel need not care.
#[component]
pub fn Panel(
    /// The page's state.
    page: Page,
    /// Which panel this is; its key in a link is also a class name of the frame.
    view: View,
    /// The title.
    title: Bilingual,
    /// The point of the figure with its live numbers: text, with `<strong>` round numbers and `class="alarm"` on what is wrong.
    #[prop(into)]
    sentence: ViewFn,
    /// The figure.
    children: Children,
) -> impl IntoView {
    let name = key(view);
    let heading = format!("panel-{name}");
    let named_by = heading.clone();
    let alone = move || {
        (page.view.get() == View::All && !page.embed.get()).then(|| {
            view! {
                <a
                    class="alone"
                    href=move || page.draft.with(|draft| address::alone(draft, view))
                    aria-label=move || format!("{} · {}", page.text(text::ALONE), page.text(title))
                >
                    {move || page.text(text::ALONE)}
                </a>
            }
        })
    };
    view! {
        <section class=format!("panel of-{name}") id=name aria-labelledby=named_by>
            <StaleMark page />
            <header>
                <h2 id=heading>{move || page.text(title)}</h2>
                {alone}
                <p class="sentence">{move || sentence.run()}</p>
            </header>
            <div class="body">{children()}</div>
            <Explain page groups=explain::groups(view) />
        </section>
    }
}

/// Says of what it stands in that it is not of the input. Alone in a frame, where no list of errors is in sight, it says why.
#[component]
pub fn StaleMark(
    /// The page's state.
    page: Page,
) -> impl IntoView {
    let fills_frame = fills_frame(page);
    let why = move || {
        fills_frame
            .get()
            .then(|| page.why_stale())
            .flatten()
            .map(|why| view! { <span class="why">" " {why}</span> })
    };
    view! {
        <div class="stale-mark">
            <strong>{move || page.text(text::STALE_MARK)}</strong>
            {why}
        </div>
    }
}

/// Whether a panel is alone in a frame, and its figure takes what the frame leaves.
pub fn fills_frame(page: Page) -> Memo<bool> {
    Memo::new(move |_| page.embed.get() && page.view.get() != View::All)
}

/// The key of a view in a link.
pub fn key(view: View) -> &'static str {
    match view {
        View::All => "all",
        View::Heatmap => "heatmap",
        View::Shares => "shares",
        View::Topology => "topology",
        View::Savings => "savings",
        View::Timing => "timing",
        View::Sweep => "sweep",
        View::Search => "search",
        View::Published => "published",
    }
}

/// The panel of a view; nothing for all of them.
pub fn of(page: Page, view: View) -> AnyView {
    match view {
        View::All => ().into_any(),
        View::Heatmap => view! { <HeatmapPanel page /> }.into_any(),
        View::Shares => view! { <SharesPanel page /> }.into_any(),
        View::Topology => view! { <TopologyPanel page /> }.into_any(),
        View::Savings => view! { <SavingsPanel page /> }.into_any(),
        View::Timing => view! { <TimingPanel page /> }.into_any(),
        View::Sweep => view! { <SweepPanel page /> }.into_any(),
        View::Search => view! { <SearchPanel page /> }.into_any(),
        View::Published => view! { <PublishedPanel page /> }.into_any(),
    }
}

/// A sentence, with what is strong and what goes wrong in it marked.
pub fn said(sentence: Sentence) -> impl IntoView {
    sentence
        .spans
        .into_iter()
        .map(|span| {
            let class = span.alarm.then_some("alarm");
            match (span.strong, span.alarm) {
                (true, _) => view! { <strong class=class>{span.text}</strong> }.into_any(),
                (false, true) => view! { <span class=class>{span.text}</span> }.into_any(),
                (false, false) => span.text.into_any(),
            }
        })
        .collect_view()
}

/// The title of the panel that a view shows alone.
pub const fn title(view: View) -> Option<Bilingual> {
    match view {
        View::All => None,
        View::Heatmap => Some(text::HEATMAP),
        View::Shares => Some(text::SHARES),
        View::Topology => Some(text::TOPOLOGY),
        View::Savings => Some(text::SAVINGS),
        View::Timing => Some(text::TIMING),
        View::Sweep => Some(text::SWEEP),
        View::Search => Some(text::SEARCH),
        View::Published => Some(text::PUBLISHED),
    }
}
