//! The answers to a question, and the key of each.

use bevy::prelude::*;

use crate::combat::Choice;
use crate::combat::contract::DefenceChoice;
use crate::game::intent::{Command, Intent};

/// A button under a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub label: String,
    /// What is known about it beforehand.
    pub note: String,
    /// What it does, for the pointer that rests on it.
    pub tip: String,
    pub does: Intent,
    pub enabled: bool,
    /// The heading under which it stands, if there are several.
    pub group: &'static str,
    /// Its place among all that could be answered, what is not possible now counted.
    pub place: Option<usize>,
    /// The number of the key that gives it: 0 is the digit 1, 10 is Shift and 1.
    pub key: usize,
}

impl Reply {
    pub(super) fn new(label: impl Into<String>, does: impl Into<Intent>) -> Self {
        Self {
            label: label.into(),
            note: String::new(),
            tip: String::new(),
            does: does.into(),
            enabled: true,
            group: "",
            place: None,
            key: 0,
        }
    }

    /// The same, but whether it can be given is told.
    pub(super) fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

/// What is asked at present; the number keys answer it.
#[derive(Resource, Default, Clone, Debug, PartialEq)]
pub struct Question {
    pub heading: String,
    pub text: String,
    pub answers: Vec<Reply>,
    /// Answers that hold from now on.
    pub for_good: Vec<Reply>,
    /// The drawers that the answers lie in, if there are too many for one sheet.
    pub drawers: Vec<Reply>,
    /// Which of them is open.
    pub open: usize,
    /// The key of the answer that stands out.
    pub(super) main: usize,
}

impl Question {
    /// The same, each answer with a key: the same answer has the same key every time, whatever else can be
    /// answered.
    pub(super) fn with_keys(mut self) -> Self {
        let mut taken = Vec::new();
        for (reply, key) in self.for_good.iter_mut().zip(FOR_GOOD) {
            reply.key = key;
            taken.push(key);
        }
        for (reply, key) in self.drawers.iter_mut().zip(DRAWERS..) {
            reply.key = key;
            taken.push(key);
        }
        let fixed = |reply: &Reply| match &reply.does {
            Intent::Command(Command::Choose(choice)) => usual_key(choice),
            _ => None,
        };
        let usual: Vec<_> = self.answers.iter().filter_map(fixed).collect();
        // Where you can say no, the keys of no stand for nothing else.
        if usual.contains(&NO) {
            taken.extend([NO, NOT_THIS_MOVE]);
        }
        taken.extend(usual);
        let mut free: Vec<_> = (0..MOST).filter(|key| !taken.contains(key)).collect();
        let all = free.clone();
        for reply in &mut self.answers {
            let placed = reply.place.and_then(|place| all.get(place).copied());
            if let Some(key) = fixed(reply).or(placed) {
                reply.key = key;
                free.retain(|other| *other != key);
            } else {
                reply.place = None;
            }
        }
        let mut free = free.into_iter();
        for reply in &mut self.answers {
            if fixed(reply).is_none() && reply.place.is_none() {
                reply.key = free.next().unwrap_or(MOST);
            }
        }
        let main = self.answers.iter().find(|reply| reply.enabled);
        self.main = main.map_or(0, |reply| reply.key);
        self.answers.sort_by_key(|reply| reply.key);
        self
    }

    /// The answer with this key.
    pub fn reply(&self, key: usize) -> Option<&Reply> {
        let mut all = self
            .answers
            .iter()
            .chain(&self.for_good)
            .chain(&self.drawers);
        all.find(|reply| reply.key == key)
    }

    /// What opens the drawer to the right, after the last the first; `None` where there are no drawers.
    pub fn next_drawer(&self) -> Option<&Reply> {
        let next = (self.open + 1) % self.drawers.len().max(1);
        self.drawers.get(next)
    }

    /// The answer that stands out: the most likely one that can be given.
    pub fn main(&self) -> Option<&Reply> {
        let main = self.answers.iter().find(|reply| reply.key == self.main);
        main.filter(|reply| reply.enabled)
    }
}

/// The keys of answers that hold from now on: 8, 9 and 0.
const FOR_GOOD: [usize; 3] = [7, 8, 9];

/// The keys of no: 2 and 3.
const NO: usize = 1;
const NOT_THIS_MOVE: usize = 2;
/// The key of the first drawer: Shift and 1.
const DRAWERS: usize = 10;
/// So many keys are given to answers, those with Shift and with Ctrl counted; what goes beyond has none.
const MOST: usize = 30;

/// The key of an answer that means the same wherever it is given.
fn usual_key(choice: &Choice) -> Option<usize> {
    Some(match choice {
        Choice::Decline => NO,
        Choice::DeclineMove => NOT_THIS_MOVE,
        Choice::Defend(DefenceChoice::Dodge { take_ten: false }) => 0,
        Choice::Defend(DefenceChoice::Dodge { take_ten: true }) => 1,
        Choice::Defend(DefenceChoice::Block { take_ten: false }) => 2,
        Choice::Defend(DefenceChoice::Block { take_ten: true }) => 3,
        Choice::Defend(DefenceChoice::Nothing) => 4,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::contract::RequestKind;
    use crate::game::hud::question::for_good;

    fn question(choices: &[Choice]) -> Question {
        let reply = |choice: &Choice| Reply::new("x", Command::Choose(choice.clone()));
        Question {
            answers: choices.iter().map(reply).collect(),
            for_good: for_good(RequestKind::Opportunity),
            ..Question::default()
        }
        .with_keys()
    }

    fn key_of(question: &Question, choice: &Choice) -> Option<usize> {
        let does = Intent::from(Command::Choose(choice.clone()));
        let reply = question.answers.iter().find(|reply| reply.does == does);
        reply.map(|reply| reply.key)
    }

    #[test]
    fn letting_it_pass_has_the_same_key_however_many_ways_there_are_to_strike() {
        let strike = |mode| Choice::Accept { mode: Some(mode) };
        let few = question(&[strike(0), Choice::Decline]);
        let many = question(&[
            strike(0),
            strike(1),
            strike(2),
            Choice::Decline,
            Choice::DeclineMove,
        ]);
        for asked in [&few, &many] {
            assert_eq!(key_of(asked, &strike(0)), Some(0));
            assert_eq!(key_of(asked, &Choice::Decline), Some(1));
            let for_good: Vec<_> = asked.for_good.iter().map(|reply| reply.key).collect();
            assert_eq!(for_good, FOR_GOOD);
        }
        assert_eq!(key_of(&many, &strike(1)), Some(3));
        // The key of "ignore for this move" is not another weapon's where that cannot be answered.
        let staying = question(&[strike(0), strike(1), Choice::Decline]);
        assert_eq!(key_of(&staying, &strike(1)), Some(3));
    }

    #[test]
    fn a_way_to_strike_keeps_its_key_where_those_before_it_are_not_possible() {
        let strike = |mode| Choice::Accept { mode: Some(mode) };
        let placed = |place, choice| Reply {
            place: Some(place),
            ..Reply::new("x", Command::Choose(choice))
        };
        let no = Reply::new("x", Command::Choose(Choice::Decline));
        let asked = |answers: Vec<Reply>| {
            let question = Question {
                answers,
                ..Question::default()
            };
            question.with_keys()
        };
        let all = asked(vec![placed(0, strike(0)), placed(1, strike(1)), no.clone()]);
        let near = asked(vec![placed(1, strike(1)), no]);
        assert_eq!(key_of(&all, &strike(1)), Some(3));
        assert_eq!(key_of(&near, &strike(1)), Some(3));
        let main = near.main().map(|reply| reply.key);
        assert_eq!(
            main,
            Some(3),
            "what stands out is the first that can be given"
        );
    }

    #[test]
    fn what_stands_out_is_the_most_likely_answer_not_the_first_key() {
        // Whether to give way: you stand unless you say otherwise.
        let yes = Choice::Accept { mode: None };
        let asked = question(&[Choice::Decline, yes.clone()]);
        assert_eq!(key_of(&asked, &yes), Some(0));
        let no = Intent::from(Command::Choose(Choice::Decline));
        assert_eq!(asked.main().map(|reply| &reply.does), Some(&no));
    }

    #[test]
    fn no_defence_has_the_same_key_with_a_shield_and_without() {
        let dodge = Choice::Defend(DefenceChoice::Dodge { take_ten: false });
        let block = Choice::Defend(DefenceChoice::Block { take_ten: false });
        let nothing = Choice::Defend(DefenceChoice::Nothing);
        let bare = question(&[dodge.clone(), nothing.clone()]);
        let shielded = question(&[dodge, block, nothing.clone()]);
        assert_eq!(key_of(&bare, &nothing), key_of(&shielded, &nothing));
    }
}
