//! A guided battle: how far its player has come in the lessons of a level.
//!
//! Nothing of it is kept but what the player has passed over. The rest follows from the events, so
//! that a step taken back takes back what was learnt by it.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::combat::{Battle, Event, EventKind, Seat, SideId};
use crate::content::LessonDef;
use crate::content::lesson::Done;
use crate::rules::{Flag, Topic};

/// What a player has passed over with a button, and after how many events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passed {
    /// Lessons by their number in the level.
    lessons: Vec<(usize, usize)>,
    /// All that are left.
    all: bool,
}

impl Passed {
    /// A battle without lessons.
    pub fn everything() -> Self {
        Self {
            lessons: Vec::new(),
            all: true,
        }
    }

    /// Passes a lesson, of which so many events were seen.
    pub fn pass(&mut self, lesson: usize, events: usize) {
        self.lessons.push((lesson, events));
    }

    /// Forgets what was passed after so many events: they were taken back.
    pub fn rewind(&mut self, events: usize) {
        self.lessons.retain(|(_, at)| *at <= events);
    }
}

/// The lesson that is to be learnt now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Current<'a> {
    pub lesson: &'a LessonDef,
    /// Its number in the level.
    pub number: usize,
    /// Its place among those that the rule system has, from 1 up, and how many these are.
    pub step: (usize, usize),
}

/// The lesson to be learnt now by the player of a side who has seen so many events of the battle;
/// `None`: all are over.
pub fn current<'a>(
    lessons: &'a [LessonDef],
    battle: &Battle,
    seen: usize,
    own: SideId,
    passed: &Passed,
) -> Option<Current<'a>> {
    if passed.all {
        return None;
    }
    let events = battle.events();
    let events = events.get(..seen).unwrap_or(events);
    let taught = || {
        let all = lessons.iter().enumerate();
        all.filter(|(_, lesson)| can_be_learnt(lesson, battle, own))
    };
    // The first event that counts for the lesson at hand.
    let mut from = 0;
    for (step, (number, lesson)) in (1..).zip(taught()) {
        let left = events.get(from..).unwrap_or_default();
        let learnt = left.iter().position(|event| {
            let mut done = lesson.done.iter();
            done.any(|done| has_happened(*done, lesson, event, battle, own))
        });
        let over = passed
            .lessons
            .iter()
            .any(|(one, at)| *one == number && *at <= seen);
        match learnt {
            Some(at) => from += at + 1,
            // What was done while a text was read is not asked for again.
            None if over => {}
            None => {
                return Some(Current {
                    lesson,
                    number,
                    step: (step, taught().count()),
                });
            }
        }
    }
    None
}

/// Whether the rules in play have what a lesson is about, and enough of this side stand for it.
fn can_be_learnt(lesson: &LessonDef, battle: &Battle, own: SideId) -> bool {
    let rules = battle.rules();
    let known = lesson.actions.is_empty() || lesson.action(rules).is_some();
    let possible = |done: &Done| match done {
        Done::Opportunity => {
            let mut events = battle.events().iter();
            !events.any(|event| event.kind == EventKind::WithoutOpportunities)
        }
        Done::Flanked => {
            let known = rules.policies.attack.flanking.exists();
            let units = battle.sight().unit_summaries().into_iter();
            known && units.filter(|one| one.side == own).count() >= 2
        }
        _ => true,
    };
    known && (lesson.done.is_empty() || lesson.done.iter().any(possible))
}

/// Whether an event is what a lesson asks for.
fn has_happened(
    done: Done,
    lesson: &LessonDef,
    event: &Event,
    battle: &Battle,
    own: SideId,
) -> bool {
    let ours = |seat: Seat| battle.side_of(seat) == own;
    let rules = battle.rules();
    match (done, &event.kind) {
        (Done::Moved, EventKind::Moved { seat, forced, .. }) => ours(*seat) && !forced,
        (Done::MovedTo(square), EventKind::Moved { seat, to, .. }) => ours(*seat) && *to == square,
        (Done::Acted, EventKind::Acted { seat, action, .. }) => {
            ours(*seat) && lesson.action(rules) == Some(*action)
        }
        (
            Done::Attacked,
            EventKind::AttackRolled {
                attacker,
                opportunity,
                ..
            },
        ) => ours(*attacker) && !opportunity,
        (Done::Opportunity, EventKind::OpportunityTaken { .. }) => true,
        (Done::Flanked, EventKind::AttackRolled { attacker, .. }) => {
            let cited = rules.cited(Topic::Flanking);
            ours(*attacker)
                && cited
                    .iter()
                    .any(|rule| event.cited().any(|one| one == *rule))
        }
        (Done::Felled, EventKind::Died { seat }) => !ours(*seat),
        (Done::Felled, EventKind::ConditionBegan { seat, condition }) => {
            let def = rules.conditions.get(*condition);
            let fallen = |flag: &Flag| [Flag::Dying, Flag::Stable, Flag::Dead].contains(flag);
            !ours(*seat) && def.is_some_and(|def| def.flags.iter().any(fallen))
        }
        (Done::TurnEnded, EventKind::TurnEnded { seat }) => ours(*seat),
        _ => false,
    }
}
