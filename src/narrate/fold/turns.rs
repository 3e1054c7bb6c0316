//! Rounds and turns in a log: encounters that begin anew, turns in which nothing happened, what an action rolls.

use super::entry::{Entry, Kind};
use super::{Fold, News};
use crate::combat::Seat;
use crate::combat::contract::EventKind;
use crate::dice::Purpose;
use crate::rules::{Flag, Value};

impl Fold<'_> {
    /// What a combatant rolls in the check of the action that it has under way, as the action has it.
    pub(super) fn rolls(&self, seat: Seat, purpose: Purpose) -> Option<Value> {
        let surprise = &self.cast.rules.policies.initiative.surprise;
        match purpose {
            Purpose::Hide => return Some(Value::Stat(surprise.hide)),
            Purpose::Spot => return Some(Value::Stat(surprise.spot)),
            Purpose::Check => {}
            _ => return None,
        }
        let Kind::Action { action, .. } = self.entries.get(self.action_of(seat)?)?.kind else {
            return None;
        };
        self.cast.rules.rolled_by(action)
    }

    /// A round begins; with a first one in the course of the battle a new encounter does.
    pub(super) fn round(&mut self, mut news: News, round: u16) {
        if round == 1 && self.rounds > 1 {
            news.told.text = format!("A new combat begins: {}", news.told.text.to_lowercase());
        }
        self.rounds = round;
        self.open(news, Kind::Heading { opening: false }, &[]);
    }

    /// Keeps count of those who cannot act.
    pub(super) fn count_down(&mut self, kind: &EventKind) {
        match kind {
            EventKind::ConditionBegan { seat, condition } => {
                let def = self.cast.rules.conditions.get(*condition);
                if def.is_some_and(|def| def.flags.contains(&Flag::NoActions)) {
                    self.down.push((*seat, *condition));
                }
            }
            EventKind::ConditionEnded { seat, condition } => {
                self.down.retain(|one| *one != (*seat, *condition));
            }
            _ => {}
        }
    }

    /// A turn is over: of one who could do nothing and in which nothing happened there is no line.
    pub(super) fn empty(&mut self, seat: Seat) {
        let is_empty = |entry: &Entry| {
            entry.kind == Kind::Turn && entry.about == [seat] && entry.parts.len() == 1
        };
        let down = self.down.iter().any(|(one, _)| *one == seat);
        if down
            && self.entries.len() > 1
            && self.entries.last().is_some_and(is_empty)
            && let Some(turn) = self.entries.pop()
            && let Some(before) = self.entries.last_mut()
        {
            before.parts.extend(turn.parts);
            before.rules.extend(turn.rules);
        }
    }
}
