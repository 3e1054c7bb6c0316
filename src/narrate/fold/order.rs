//! Which line goes on: that of the action under way, and after an interruption that of what was interrupted.

use super::Fold;
use super::entry::{Entry, Kind};
use crate::combat::Seat;
use crate::narrate::Weight;

impl Fold<'_> {
    /// Where the current line stands.
    pub(super) fn place(&self) -> Option<usize> {
        let current = self.current?;
        let found = |entry: &Entry| entry.number == current;
        self.entries.iter().rposition(found)
    }

    pub(super) fn current(&mut self) -> Option<&mut Entry> {
        let at = self.place()?;
        self.entries.get_mut(at)
    }

    /// The line of the action that a combatant has under way in this turn.
    pub(super) fn action_of(&self, seat: Seat) -> Option<usize> {
        let mut lines = self.entries.iter().enumerate().rev();
        let same_turn = |entry: &Entry| entry.weight == Weight::Action;
        lines
            .by_ref()
            .take_while(|(_, entry)| same_turn(entry))
            .find(|(_, entry)| matches!(entry.kind, Kind::Action { seat: by, .. } if by == seat))
            .map(|(at, _)| at)
    }

    /// Goes on with what another combatant interrupted, once that is over: what comes of it lies less deep. What
    /// lies on the ground of a turn comes of none of its actions.
    pub(super) fn settled_to(&mut self, depth: u16) {
        if depth == 0 || self.current().is_none_or(|entry| entry.depth <= depth) {
            return;
        }
        let lines = self.entries.iter().enumerate().rev();
        let mut same_turn = lines.take_while(|(_, entry)| entry.weight == Weight::Action);
        let waited = same_turn.find(|(_, entry)| entry.depth <= depth);
        if let Some((at, number)) = waited.map(|(at, entry)| (at, entry.number))
            && self.is_interrupted(at)
        {
            self.current = Some(number);
        }
    }

    /// Whether another combatant's action came between that of a line and now.
    pub(super) fn is_interrupted(&self, at: usize) -> bool {
        let Some(entry) = self.entries.get(at) else {
            return false;
        };
        let by = entry.kind.actor();
        let others = self.entries.iter().skip(at + 1);
        let mut deeper = others.filter(|other| other.depth > entry.depth);
        by.is_some() && deeper.any(|other| other.kind.actor().is_some_and(|one| Some(one) != by))
    }

    /// Goes on with the action that a combatant has under way.
    pub(super) fn resume(&mut self, seat: Seat) {
        let own = match self.current().map(|entry| &entry.kind) {
            Some(Kind::Action { seat: by, .. }) => *by == seat,
            Some(Kind::Blow(blow)) => blow.attacker == seat,
            _ => false,
        };
        if own {
            return;
        }
        if let Some(at) = self.action_of(seat) {
            self.current = Some(self.entries[at].number);
        }
    }

    /// Moves a line to the end: what has come between goes before it.
    pub(super) fn put_last(&mut self, at: usize) {
        let entry = self.entries.remove(at);
        self.current = Some(entry.number);
        self.entries.push(entry);
    }
}
