//! A full attack: the list of its attacks, worked off one after another over several choices.

use serde::{Deserialize, Serialize};

use crate::rules::ActionId;

/// The full attack that a combatant has begun in this turn, if any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullAttack {
    /// The action that began it.
    pub action: Option<ActionId>,
    /// Attacks made or given up so far.
    pub made: u8,
    /// Those of them that were given up.
    #[serde(default)]
    pub traded: u8,
    /// Another standard action of the turn stands for its first attack.
    #[serde(default)]
    pub led: bool,
    /// The attacks still to come, the next first.
    pub rest: Vec<Entry>,
}

/// One attack of a full attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Index of the attack mode.
    pub mode: u8,
    /// Its place in the whole list, from 0.
    pub place: u8,
    /// Lower bonus of a further attack: 0 or less.
    pub lower_by: i32,
    /// Penalty of fighting with two weapons: 0 or less.
    pub two_weapons: i32,
    pub source: Source,
    /// The place of the attack that it goes along with: it is lost when that one is given up, and
    /// cannot be given up by itself.
    pub linked_to: Option<u8>,
}

/// Where an attack of a full attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// The weapon with which it was begun.
    Weapon,
    /// A high base attack.
    Further,
    /// The weapon in the other hand.
    OffHand,
    /// The body.
    Natural,
    /// A condition, which gives one at the highest bonus (EP-FULL-08): it is never given up.
    Bonus,
}

impl Entry {
    /// Whether it can be given up by itself.
    fn may_be_traded(&self) -> bool {
        self.linked_to.is_none() && self.source != Source::Bonus
    }
}

impl FullAttack {
    /// Begins one. `led`: another standard action stands for its first attack, with which goes what goes
    /// along with that.
    pub fn begin(&mut self, action: ActionId, attacks: impl Iterator<Item = Entry>, led: bool) {
        self.sever();
        self.action = Some(action);
        self.made = u8::from(led);
        self.traded = 0;
        self.led = led;
        let stands = |entry: &Entry| !led || entry.place > 0 && entry.linked_to != Some(0);
        self.rest.extend(attacks.filter(stands));
    }

    /// Whether an attack of it was made, and not only given up.
    pub fn has_struck(&self) -> bool {
        self.made > self.traded + u8::from(self.led)
    }

    /// Whether attacks of it were only given up so far, and not the first one.
    pub fn is_unopened(&self) -> bool {
        let first = self.rest.iter().any(|entry| entry.place == 0);
        self.action.is_some() && !self.led && !self.has_struck() && first
    }

    /// Another standard action stands for its first attack after all, and for what goes along with that.
    pub fn lead(&mut self) {
        let stands = |entry: &Entry| entry.place > 0 && entry.linked_to != Some(0);
        self.rest.retain(stands);
        self.made = self.made.saturating_add(1);
        self.led = true;
    }

    /// The next attack.
    pub fn next(&self) -> Option<&Entry> {
        self.rest.first()
    }

    /// Counts the next attack as made.
    pub fn take(&mut self) {
        if !self.rest.is_empty() {
            self.rest.remove(0);
            self.made = self.made.saturating_add(1);
        }
    }

    /// The worst attack that can be given up: the last among equals.
    pub fn worst(&self) -> Option<&Entry> {
        let free = self.rest.iter().filter(|entry| entry.may_be_traded());
        free.min_by_key(|entry| (entry.lower_by + entry.two_weapons, -i32::from(entry.place)))
    }

    /// Gives up the worst attack, with what goes along with it.
    pub fn trade_worst(&mut self) {
        if let Some(place) = self.worst().map(|worst| worst.place) {
            let gone = |entry: &Entry| entry.place == place || entry.linked_to == Some(place);
            self.rest.retain(|entry| !gone(entry));
            self.made = self.made.saturating_add(1);
            self.traded = self.traded.saturating_add(1);
        }
    }

    /// Ends it: what was still to come is lost.
    pub fn sever(&mut self) {
        self.rest.clear();
        self.action = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_is_given_up_with_what_goes_along_with_it() {
        let entry = |place, lower_by, linked_to| Entry {
            mode: 0,
            place,
            lower_by,
            two_weapons: -2,
            source: Source::Weapon,
            linked_to,
        };
        let mut list = FullAttack::default();
        let all = [
            entry(0, 0, None),
            entry(1, 0, Some(0)),
            entry(2, -5, None),
            entry(3, -5, Some(2)),
        ];
        list.begin(ActionId(0), all.into_iter(), false);
        list.take();
        assert_eq!(list.next().map(|entry| entry.place), Some(1));
        list.trade_worst();
        assert_eq!(list.rest, [entry(1, 0, Some(0))]);
        list.trade_worst();
        assert_eq!((list.rest.len(), list.made), (1, 2));
        list.sever();
        assert_eq!((list.next(), list.action), (None, None));
    }
}
