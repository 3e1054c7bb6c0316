//! A battle taken out of its world and put back, and copies of it to look ahead in.

use std::sync::Arc;

use crate::combat::battle::snapshot::Snapshot;
use crate::combat::battle::{Battle, spawn};
use crate::combat::state::{Log, Start, State};

impl Battle {
    /// Takes the rule state out.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of(&self.state(), self.log_starts, self.scratch)
    }

    /// Puts a rule state of the same battle back, in place. What was recorded so far is forgotten:
    /// the battle can be undone to here and not beyond. Dice go along only between battles of the
    /// same kind: a copy for look-ahead never takes over the dice of the battle itself.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.put_back(snapshot);
        if !self.scratch {
            self.origin = Some(Box::new(snapshot.clone()));
        }
    }

    pub(super) fn put_back(&mut self, snapshot: &Snapshot) {
        let take_dice = snapshot.scratch == self.scratch;
        self.machine.with(&mut self.world, |battle| {
            snapshot.restore(battle, take_dice)
        });
        let kept = snapshot.events.checked_sub(self.log_starts);
        match kept.filter(|kept| *kept <= self.events().len()) {
            Some(kept) => self.common_mut::<Log>().events.truncate(kept),
            None => {
                self.common_mut::<Log>().events.clear();
                self.log_starts = snapshot.events;
            }
        }
        self.record.clear();
        self.settled = 0;
    }

    /// A copy for looking ahead. Its dice depend on the battle's seed and on `salt` alone, so it
    /// can neither foresee nor disturb the battle's own.
    pub fn scratch(&self, salt: u64) -> Self {
        let mut copy = Self::copy_of(&self.state(), salt);
        copy.log_starts = self.log_starts + self.events().len();
        copy
    }

    /// Brings a copy for looking ahead to where the battle is now, with all that has been told of it. The copy
    /// was made of this battle; its dice stay its own.
    pub fn follow(&mut self, battle: &Self) {
        let mut told = std::mem::take(&mut self.common_mut::<Log>().events);
        let ours = told.iter().zip(battle.events());
        let same = ours.take_while(|(ours, theirs)| ours == theirs).count();
        told.truncate(same);
        told.extend_from_slice(&battle.events()[same..]);
        self.put_back(&battle.snapshot());
        self.common_mut::<Log>().events = told;
        self.log_starts = battle.log_starts;
    }

    /// Writes nothing down from now on: how a player looks ahead, who asks what comes of a choice and not
    /// how it came about.
    #[must_use]
    pub fn without_log(mut self) -> Self {
        self.common_mut::<Log>().closed = true;
        self
    }

    /// Whether this is a copy of that battle, or of another copy of it.
    pub(super) fn is_copy_of(&self, state: &State) -> bool {
        Arc::ptr_eq(&self.common::<Start>().setup, &state.start.setup)
    }

    pub(super) fn copy_of(state: &State, salt: u64) -> Self {
        let (world, common) = spawn::copy(state, salt);
        let mut copy = Self::over(world, common);
        copy.scratch = true;
        copy
    }
}
