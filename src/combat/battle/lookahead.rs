//! Look-ahead: what a choice would make of the battle, if the dice fall well or badly.
//!
//! The choice is played out in the battle itself by the very systems that resolve it, looked at, and
//! taken back. Nothing is recorded, no die of the battle is touched and no event stays.

use crate::combat::battle::Battle;
use crate::combat::battle::assessment;
use crate::combat::battle::assessment::{AttackOption, UnitValue};
use crate::combat::battle::snapshot::Snapshot;
use crate::combat::contract::request::{Choice, Request};
use crate::combat::contract::seat::{Seat, SideId};
use crate::combat::state::State;
use crate::combat::state::resources::{BattleDice, Log};
use crate::dice::Dice;

/// Answers to interrupts after which a look ahead stops.
const PATIENCE: u8 = 32;

/// How the dice fall in a look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Luck {
    /// Well for this side and badly for the others.
    With(SideId),
    /// Badly for this side and well for the others.
    Against(SideId),
}

/// How the forces would stand after a choice.
pub struct Outlook {
    pub forces: Vec<UnitValue>,
    /// The attacks that could still be made in the turn.
    pub openings: Vec<AttackOption>,
    /// Whether dice had a say in it.
    pub chancy: bool,
}

impl Battle {
    /// Plays a choice until a combatant has a turn again, looks at the outcome, and takes everything
    /// back. `answers` answers what is asked in between; `None` stops there. `look` is given the
    /// outcome and the state before. `None` for an illegal choice.
    pub(crate) fn foresee<R>(
        &mut self,
        choice: &Choice,
        fate: Luck,
        answers: impl Fn(&Request) -> Option<Choice>,
        look: impl FnOnce(&State, &Snapshot) -> R,
    ) -> Option<R> {
        self.check(choice).ok()?;
        let before = match self.before.take() {
            Some(mut before) => {
                self.snapshot_into(&mut before);
                before
            }
            None => Box::new(self.snapshot()),
        };
        let lucky = (0..self.setup.combatants.len() as u8).filter(|seat| {
            let side = self.side_of(Seat(*seat));
            match fate {
                Luck::With(lucky) => side == lucky,
                Luck::Against(unlucky) => side != unlucky,
            }
        });
        let dice = Dice::biased(lucky.collect());
        self.common_mut::<BattleDice>().0 = dice;
        let closed = std::mem::replace(&mut self.common_mut::<Log>().closed, true);
        self.answer(choice.clone());
        self.run();
        for _ in 0..PATIENCE {
            let Some(answer) = self.request().and_then(&answers) else {
                break;
            };
            if self.check(&answer).is_err() {
                break;
            }
            self.answer(answer);
            self.run();
        }
        let seen = self.read(|state| look(state, &before));
        self.machine
            .with(&mut self.world, |battle| before.restore(battle, true));
        self.common_mut::<Log>().closed = closed;
        self.before = Some(before);
        Some(seen)
    }

    /// How a choice of a combatant's would leave the forces; see [`Battle::foresee`]. `now` is what
    /// they are worth as things are.
    pub fn forces_after(
        &mut self,
        (seat, choice): (Seat, &Choice),
        now: &[UnitValue],
        fate: Luck,
        answers: impl Fn(&Request) -> Option<Choice>,
    ) -> Option<Outlook> {
        let look = |state: &State, before: &Snapshot| Outlook {
            forces: assessment::forces_since(state, &before.combatants, now),
            openings: assessment::openings(state, seat),
            chancy: state.dice.0.rolled_count() > 0,
        };
        self.foresee(choice, fate, answers, look)
    }

    /// The attacks that a combatant can still make in its turn.
    pub fn openings(&self, seat: Seat) -> Vec<AttackOption> {
        self.read(|state| assessment::openings(state, seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, play, ruleset};

    /// Looking ahead leaves no trace, in the middle of anything.
    #[test]
    fn what_was_foreseen_is_taken_back() {
        for system in ["classic_d20", "amorphous", "age_of_heroes"] {
            let mut battle = Scene::new(ruleset(system), &["Ab.A", "B.~b"]).seeded(3);
            for _ in 0..40 {
                if battle.outcome().is_some() {
                    break;
                }
                let before = (battle.snapshot(), battle.events().len());
                let record = battle.record().len();
                let could_undo = battle.can_undo();
                for choice in [Choice::EndTurn, Choice::Accept { form: None }] {
                    for fate in [Luck::With(SideId(0)), Luck::Against(SideId(0))] {
                        battle.foresee(&choice, fate, |_| Some(Choice::Decline), |_, _| ());
                    }
                }
                assert_eq!(
                    (battle.snapshot(), battle.events().len()),
                    before,
                    "{system}"
                );
                assert_eq!(
                    (battle.record().len(), battle.can_undo()),
                    (record, could_undo)
                );
                play(&mut battle, 1);
            }
        }
    }
}
