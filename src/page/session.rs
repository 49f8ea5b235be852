//! What a person is in the middle of doing at the controls, without a browser: a drag, a typed text that can't be read, what
//! followed from the last edit. The page feeds it events, and once a frame asks for the scenario that comes of them.

use crate::scenario::parameter::{self, Group, Parameter, Value};
use crate::scenario::{self, Notice, Problem, Scenario};

/// One event at a control.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A slider stands at this stop.
    Slide(Value),
    /// A select or a switch was set.
    Choose(Value),
    /// This text was typed.
    Type(String),
}

/// A parameter that changed because another one did.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// Its key in a link.
    pub key: &'static str,
    /// Before the edit.
    pub from: Value,
    /// After it.
    pub to: Value,
}

/// A typed text that is no value of its parameter. It stays in its field until it is replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// The parameter's key in a link.
    pub key: &'static str,
    /// The text as typed.
    pub text: String,
    /// What is wrong with it.
    pub notice: Notice,
}

#[derive(Clone, Debug)]
struct Drag {
    key: &'static str,
    base: Scenario,
}

/// What a person is in the middle of doing.
#[derive(Clone, Debug, Default)]
pub struct Session {
    drag: Option<Drag>,
    pending: Vec<(&'static str, Input)>,
    unread: Vec<Unread>,
    edited: Option<&'static str>,
    followed: Vec<Followed>,
}

impl Session {
    /// Notes an event. True when the page has to come back with [`Session::settle`] in the next frame, false when it will anyway.
    pub fn note(&mut self, draft: &Scenario, key: &'static str, input: Input) -> bool {
        if matches!(input, Input::Slide(_)) && self.drag.as_ref().is_none_or(|drag| drag.key != key)
        {
            // All moves of a slider, by pointer or by keys, edit the scenario that it was first moved from, until something else is
            // edited: so moving back undoes what followed.
            self.drag = Some(Drag {
                key,
                base: draft.clone(),
            });
        }
        let first = self.pending.is_empty();
        self.pending.retain(|(other, _)| *other != key);
        self.pending.push((key, input));
        first
    }

    /// Forgets everything: another scenario was chosen as a whole.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes up a scenario that puts right what was wrong; `edited` is the control at which it was asked for.
    pub fn adopt(&mut self, draft: &Scenario, chosen: &Scenario, edited: Option<&'static str>) {
        *self = Self {
            edited,
            followed: differences(draft, chosen, edited.unwrap_or_default()),
            ..Self::default()
        };
    }

    /// The scenario that the slider moved last was first moved from: its stops are those of the slider.
    pub fn base(&self, key: &str) -> Option<&Scenario> {
        self.drag
            .as_ref()
            .filter(|drag| drag.key == key)
            .map(|drag| &drag.base)
    }

    /// Applies what was noted since the last frame.
    pub fn settle(&mut self, draft: &Scenario) -> Scenario {
        let mut now = draft.clone();
        for (key, input) in std::mem::take(&mut self.pending) {
            let Some(parameter) = parameter::by_key(key) else {
                continue;
            };
            now = match input {
                Input::Slide(value) => {
                    let mut base = self.base(key).unwrap_or(&now).clone();
                    // What is shown, and how, may have changed since.
                    base.presentation = now.presentation.clone();
                    self.edit(&base, parameter, value)
                }
                Input::Choose(value) => {
                    self.drag = None;
                    self.choose(&now, parameter, value)
                }
                Input::Type(text) => {
                    self.drag = None;
                    self.typed(&now, parameter, text)
                }
            };
        }
        now
    }

    /// Sets a value and lets the rest follow. What is legal already is left alone as far as it can be.
    pub fn edit(
        &mut self,
        base: &Scenario,
        parameter: &'static Parameter,
        value: Value,
    ) -> Scenario {
        let legal = scenario::nearest_legal(base);
        let result = scenario::edit(&legal, parameter.key, value).scenario;
        self.forget_unread(parameter.key);
        self.followed = differences(base, &result, parameter.key);
        for index in 0..self.followed.len() {
            self.forget_unread(self.followed[index].key);
        }
        self.edited = Some(parameter.key);
        result
    }

    fn choose(
        &mut self,
        draft: &Scenario,
        parameter: &'static Parameter,
        value: Value,
    ) -> Scenario {
        if parameter.group == Group::Presentation {
            let mut chosen = draft.clone();
            (parameter.set)(&mut chosen, value);
            return chosen;
        }
        self.edit(draft, parameter, value)
    }

    /// Only the typed value itself changes, so that it may contradict the others; the person is told and chooses.
    fn typed(&mut self, draft: &Scenario, parameter: &'static Parameter, text: String) -> Scenario {
        self.forget_unread(parameter.key);
        self.followed.clear();
        self.edited = Some(parameter.key);
        let mut chosen = draft.clone();
        match read(parameter, &text) {
            Ok(value) => (parameter.set)(&mut chosen, value),
            Err(problem) => self.unread.push(Unread {
                key: parameter.key,
                text,
                notice: Notice::error(parameter.key, problem),
            }),
        }
        chosen
    }

    fn forget_unread(&mut self, key: &str) {
        self.unread.retain(|unread| unread.key != key);
    }

    /// What was typed and can't be read.
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// The parameter that was edited last.
    pub fn edited(&self) -> Option<&'static str> {
        self.edited
    }

    /// What followed from the last edit, in the table's order.
    pub fn followed(&self) -> &[Followed] {
        &self.followed
    }
}

/// What changed between two scenarios apart from `edited` and how they are shown.
fn differences(from: &Scenario, to: &Scenario, edited: &str) -> Vec<Followed> {
    parameter::TABLE
        .iter()
        .filter(|parameter| parameter.key != edited && parameter.group != Group::Presentation)
        .filter_map(|parameter| {
            let (before, after) = ((parameter.get)(from), (parameter.get)(to));
            (before != after).then_some(Followed {
                key: parameter.key,
                from: before,
                to: after,
            })
        })
        .collect()
}

/// The value that was typed. People write thousands apart; a link does not.
fn read(parameter: &Parameter, text: &str) -> Result<Value, Problem> {
    parameter::parse(parameter, text).or_else(|problem| {
        let plain = text.replace([',', '，', ' ', '_'], "");
        if plain == text {
            return Err(problem);
        }
        parameter::parse(parameter, &plain).map_err(|_| problem)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(scenario: &Scenario, key: &str) -> Value {
        (parameter::by_key(key).expect("a key").get)(scenario)
    }

    fn is_legal(scenario: &Scenario) -> bool {
        scenario::validate(scenario)
            .iter()
            .all(|notice| notice.level != scenario::Level::Error)
    }

    #[test]
    fn moving_a_slider_back_undoes_what_followed() {
        let start = Scenario::default();
        for key in ["hb", "gpus", "tp", "pp", "batch", "layers"] {
            let mut session = Session::default();
            let mut draft = start.clone();
            for stop in scenario::stops(&start, key) {
                session.note(&draft, key, Input::Slide(stop));
                draft = session.settle(&draft);
                assert!(is_legal(&draft), "{key} at {stop:?}");
                assert_eq!(int(&draft, key), stop, "{key} stands where it was put");
            }
            session.note(&draft, key, Input::Slide(int(&start, key)));
            draft = session.settle(&draft);
            assert_eq!(draft, start, "{key}");
            assert!(session.followed().is_empty());
        }
    }

    #[test]
    fn a_slider_leaves_alone_how_things_are_shown() {
        let mut draft = Scenario::default();
        let mut session = Session::default();
        session.note(&draft, "hb", Input::Slide(Value::Int(16)));
        draft = session.settle(&draft);
        draft.presentation.axis = scenario::Axis::Rail;
        session.note(&draft, "hb", Input::Slide(Value::Int(32)));
        assert_eq!(
            session.settle(&draft).presentation.axis,
            scenario::Axis::Rail
        );
    }

    #[test]
    fn another_edit_is_where_the_next_move_starts_from() {
        let mut draft = Scenario::default();
        let mut session = Session::default();
        session.note(&draft, "hb", Input::Slide(Value::Int(16)));
        draft = session.settle(&draft);
        session.note(&draft, "radix", Input::Type("128".to_owned()));
        draft = session.settle(&draft);
        session.note(&draft, "hb", Input::Slide(Value::Int(32)));
        assert_eq!(int(&session.settle(&draft), "radix"), Value::Int(128));
    }

    #[test]
    fn events_of_one_frame_are_applied_together_and_asked_for_once() {
        let draft = Scenario::default();
        let mut session = Session::default();
        assert!(session.note(&draft, "radix", Input::Slide(Value::Int(32))));
        assert!(!session.note(&draft, "radix", Input::Slide(Value::Int(128))));
        assert!(!session.note(&draft, "hb", Input::Choose(Value::Int(16))));
        let settled = session.settle(&draft);
        assert_eq!(int(&settled, "radix"), Value::Int(128));
        assert_eq!(int(&settled, "hb"), Value::Int(16));
        assert!(session.note(&settled, "hb", Input::Choose(Value::Int(8))));
    }

    #[test]
    fn what_followed_names_every_other_change() {
        let draft = Scenario::default();
        let mut session = Session::default();
        for stop in scenario::stops(&draft, "pp") {
            session.note(&draft, "pp", Input::Slide(stop));
            let settled = session.settle(&draft);
            let mut rebuilt = draft.clone();
            (parameter::by_key("pp").expect("a key").set)(&mut rebuilt, stop);
            for followed in session.followed() {
                (parameter::by_key(followed.key).expect("a key").set)(&mut rebuilt, followed.to);
            }
            assert_eq!(rebuilt, settled);
        }
    }

    #[test]
    fn only_a_typed_value_contradicts_the_rest() {
        let draft = Scenario::default();
        let mut session = Session::default();
        session.note(&draft, "gpus", Input::Type("3,001".to_owned()));
        let typed = session.settle(&draft);
        assert_eq!(int(&typed, "gpus"), Value::Int(3001));
        assert!(!is_legal(&typed));
        assert!(session.followed().is_empty());
        // Touching another slider fits everything together again, and says so.
        session.note(&typed, "radix", Input::Slide(Value::Int(128)));
        let slid = session.settle(&typed);
        assert!(is_legal(&slid));
        assert!(
            session
                .followed()
                .iter()
                .any(|followed| followed.key == "gpus")
        );
    }

    #[test]
    fn a_text_that_cannot_be_read_stays_until_it_is_replaced() {
        let draft = Scenario::default();
        for text in [
            "",
            "many",
            "-5",
            "8.5",
            "99999999999999999999",
            "NaN",
            "０x１",
        ] {
            let mut session = Session::default();
            session.note(&draft, "hb", Input::Type(text.to_owned()));
            assert_eq!(session.settle(&draft), draft);
            assert_eq!(session.unread().len(), 1, "{text}");
            assert_eq!(session.unread()[0].text, text);
            session.note(&draft, "hb", Input::Type("16".to_owned()));
            assert_eq!(int(&session.settle(&draft), "hb"), Value::Int(16));
            assert!(session.unread().is_empty());
        }
    }

    #[test]
    fn a_slider_replaces_the_text_of_its_field() {
        let draft = Scenario::default();
        let mut session = Session::default();
        session.note(&draft, "hb", Input::Type("many".to_owned()));
        session.settle(&draft);
        session.note(&draft, "hb", Input::Slide(Value::Int(16)));
        session.settle(&draft);
        assert!(session.unread().is_empty());
    }
}
