//! The page's state: one scenario that a person chose, one evaluation of it, and what is only presentation.
//!
//! Everything here is owned by the root of the page, so that no callback can outlive what it reads.

use crate::evaluation::{self, Evaluation};
use crate::language::Language;
use crate::page::session::{Input, Session, Unread};
use crate::page::{address, text};
use crate::scenario::{self, Level, Notice, Presentation, Scenario, Theme, View};
use leptos::prelude::*;
use std::sync::Arc;

/// The signals of the page. Copied into every component.
#[derive(Clone, Copy)]
pub struct Page {
    /// What the person chose. It may contradict itself, then [`Page::stale`] is true.
    pub draft: RwSignal<Scenario>,
    /// What the person is in the middle of doing at the controls.
    pub session: RwSignal<Session>,
    /// What is wrong with the draft, or where nothing is, what is unwise about it.
    pub notices: Memo<Vec<Notice>>,
    /// What reading the link said.
    pub link_notices: RwSignal<Vec<Notice>>,
    /// The draft where it is legal, else a legal scenario near it: what the stops of a slider depend on.
    pub legal: Memo<Scenario>,
    /// The figures of the last legal scenario. Presentation does not change them.
    pub evaluation: Memo<Arc<Evaluation>>,
    /// Whether the figures are not of what is typed now.
    pub stale: Memo<bool>,
    /// Whether they never were of anything chosen: the link can't exist, and the figures are those of the nearest run that can.
    pub stands_in: Memo<bool>,
    /// What is shown, and how.
    pub presentation: Memo<Presentation>,
    /// The language of every text.
    pub language: Memo<Language>,
    /// Whether colours are those of the dark theme.
    pub dark: Memo<bool>,
    /// Whether the page is alone in a frame.
    pub embed: Memo<bool>,
    /// The panel that is shown alone, or all.
    pub view: Memo<View>,
    /// What the system says about the theme.
    pub system_dark: RwSignal<bool>,
}

impl Page {
    /// The state at a link, with the browser's language and theme for what the link leaves open.
    pub fn new(reading: scenario::link::Reading, spoken: Language, system_dark: bool) -> Self {
        let draft = RwSignal::new(reading.chosen);
        let session = RwSignal::new(Session::default());
        let link_notices = RwSignal::new(reading.notices);
        let system_dark = RwSignal::new(system_dark);

        let presentation = Memo::new(move |_| draft.with(|chosen| chosen.presentation.clone()));
        let essence = Memo::new(move |_| draft.with(essence));
        let broken = Memo::new(move |_| essence.with(scenario::validate));
        let illegal = Memo::new(move |_| broken.with(|notices| notices.iter().any(is_error)));
        let legal = Memo::new(move |_| {
            if illegal.get() {
                essence.with(scenario::nearest_legal)
            } else {
                essence.get()
            }
        });
        // With it, whether it stands in for a choice that can't be.
        let shown = Memo::new(move |last: Option<&(Scenario, bool)>| match last {
            Some(last) if illegal.get() => last.clone(),
            _ => (legal.get(), illegal.get()),
        });
        let stands_in = Memo::new(move |_| shown.with(|(_, stands_in)| *stands_in));
        let evaluated = Memo::new(move |_| shown.with(|(chosen, _)| chosen.clone()));
        let evaluation = Memo::new_with_compare(
            move |_| evaluated.with(|chosen| Arc::new(evaluation::evaluate(chosen))),
            |last, now| match (last, now) {
                (Some(last), Some(now)) => !Arc::ptr_eq(last, now),
                _ => true,
            },
        );
        // What is unwise may show only in the figures.
        let notices = Memo::new(move |_| {
            if illegal.get() {
                broken.get()
            } else {
                evaluation.with(|evaluation| evaluation.notices.clone())
            }
        });
        let stale = Memo::new(move |_| {
            illegal.get() || session.with(|session| !session.unread().is_empty())
        });
        let language = Memo::new(move |_| presentation.with(|shown| shown.lang).unwrap_or(spoken));
        let dark = Memo::new(move |_| match presentation.with(|shown| shown.theme) {
            Theme::Auto => system_dark.get(),
            Theme::Light => false,
            Theme::Dark => true,
        });
        let embed = Memo::new(move |_| presentation.with(|shown| shown.embed));
        let view = Memo::new(move |_| presentation.with(|shown| shown.view));

        Self {
            draft,
            session,
            notices,
            link_notices,
            legal,
            evaluation,
            stale,
            stands_in,
            presentation,
            language,
            dark,
            embed,
            view,
            system_dark,
        }
    }

    /// An event at a control. All events of a frame are applied together, before it is painted.
    pub fn input(self, key: &'static str, input: Input) {
        let Some(draft) = self.draft.try_get_untracked() else {
            return;
        };
        // What the link said about this control is answered.
        if self
            .link_notices
            .try_with_untracked(|notices| notices.iter().any(|notice| notice.key == key))
            == Some(true)
        {
            self.link_notices
                .try_update(|notices| notices.retain(|notice| notice.key != key));
        }
        let mut first = false;
        self.session
            .try_update(|session| first = session.note(&draft, key, input));
        if first {
            request_animation_frame(move || self.settle());
        }
    }

    fn settle(self) {
        let Some(draft) = self.draft.try_get_untracked() else {
            return;
        };
        let mut settled = None;
        self.session
            .try_update(|session| settled = Some(session.settle(&draft)));
        if let Some(settled) = settled
            && settled != draft
        {
            self.draft.try_set(settled);
        }
    }

    /// Another scenario as a whole: a new entry of the history. What is shown and how stays.
    pub fn go(self, chosen: Scenario) {
        if let Some(view) = self.view.try_get_untracked() {
            self.go_to(chosen, |shown| shown.view = view);
        }
    }

    /// Another scenario as a whole, with a change of what is shown: a new entry of the history.
    pub fn go_to(self, mut chosen: Scenario, change: impl FnOnce(&mut Presentation)) {
        let Some(draft) = self.draft.try_get_untracked() else {
            return;
        };
        chosen.presentation = Presentation {
            pair: None,
            zoom: None,
            ..draft.presentation
        };
        change(&mut chosen.presentation);
        address::push(&chosen);
        self.show(chosen, vec![]);
    }

    /// One panel, or all of them: a new entry of the history.
    pub fn show_view(self, view: View) {
        let Some(mut chosen) = self.draft.try_get_untracked() else {
            return;
        };
        chosen.presentation.view = view;
        address::push(&chosen);
        self.draft.try_set(chosen);
    }

    /// Shows what a link says, without writing the address.
    pub fn show(self, chosen: Scenario, notices: Vec<Notice>) {
        self.session.try_update(Session::clear);
        self.link_notices.try_set(notices);
        self.draft.try_set(chosen);
    }

    /// Takes up a scenario that puts right what was wrong at a control, or everywhere.
    pub fn apply(self, chosen: Scenario, edited: Option<&'static str>) {
        let Some(draft) = self.draft.try_get_untracked() else {
            return;
        };
        self.session
            .try_update(|session| session.adopt(&draft, &chosen, edited));
        self.link_notices.try_set(vec![]);
        self.draft.try_set(chosen);
    }

    /// Takes up the nearest scenario that can be.
    pub fn repair(self) {
        if let Some(draft) = self.draft.try_get_untracked() {
            self.apply(scenario::nearest_legal(&draft), None);
        }
    }

    /// Changes only what is shown, or how.
    pub fn present(self, change: impl FnOnce(&mut Presentation)) {
        self.draft
            .try_update(|draft| change(&mut draft.presentation));
    }

    /// What was typed at the control of `key` and can't be read.
    pub fn unread(self, key: &str) -> Option<Unread> {
        self.session.with(|session| {
            session
                .unread()
                .iter()
                .find(|unread| unread.key == key)
                .cloned()
        })
    }

    /// Whether the value at the control of `key` is wrong, or has a part in what is wrong.
    pub fn wrong(self, key: &str) -> bool {
        self.unread(key).is_some()
            || self.notices.with(|notices| {
                notices
                    .iter()
                    .any(|notice| is_error(notice) && notice.concerns(key))
            })
    }

    /// What is said at the control of `key`: what was typed and can't be read, what does not fit with the rest, what the link
    /// said. What does not fit is also said where it was typed, though another value may be as much to blame. What is merely unwise is
    /// not said here: it comes and goes while a slider is dragged, and would push the controls below about.
    pub fn notices_at(self, key: &str) -> Vec<Notice> {
        let mut here: Vec<Notice> = self
            .unread(key)
            .map(|unread| unread.notice)
            .into_iter()
            .collect();
        let edited = self.session.with(|session| session.edited() == Some(key));
        self.notices.with(|notices| {
            let mine = |notice: &&Notice| {
                is_error(notice) && (notice.key == key || (edited && notice.concerns(key)))
            };
            here.extend(notices.iter().filter(mine).cloned());
        });
        self.link_notices.with(|notices| {
            here.extend(notices.iter().filter(|notice| notice.key == key).cloned());
        });
        here
    }

    /// What the figures show while they are not of what is typed.
    pub fn shown_instead(self) -> crate::language::Bilingual {
        if self.stands_in.get() {
            text::NEAREST_SHOWN
        } else {
            text::STALE
        }
    }

    /// What is wrong, and what is shown instead, in a sentence each; for a frame that has no room for a list.
    pub fn why_stale(self) -> Option<String> {
        if !self.stale.get() {
            return None;
        }
        let language = self.language.get();
        let unread = self.session.with(|session| {
            session
                .unread()
                .first()
                .map(|unread| unread.notice.message(language))
        });
        let wrong = unread.or_else(|| {
            self.notices.with(|notices| {
                notices
                    .iter()
                    .find(|notice| is_error(notice))
                    .map(|notice| notice.message(language))
            })
        });
        let shown = self.text(self.shown_instead());
        Some(match (wrong, language) {
            (Some(wrong), Language::English) => format!("{wrong} {shown}"),
            (Some(wrong), Language::TraditionalChinese) => format!("{wrong}{shown}"),
            (None, _) => shown.to_owned(),
        })
    }

    /// A text of the table in the page's language.
    pub fn text(self, text: crate::language::Bilingual) -> &'static str {
        text.get(self.language.get())
    }
}

/// Whether a notice says that the scenario can't be.
pub fn is_error(notice: &Notice) -> bool {
    notice.level == Level::Error
}

/// A scenario without its presentation: what the figures depend on.
pub fn essence(chosen: &Scenario) -> Scenario {
    Scenario {
        presentation: Scenario::default().presentation,
        ..chosen.clone()
    }
}
