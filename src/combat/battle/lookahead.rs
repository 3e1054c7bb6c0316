//! Look-ahead: what a choice would make of the battle, if the dice fall well or badly.
//!
//! The choice is played out in a copy by the very systems that resolve it, and looked at. The battle
//! itself is only read.

use crate::combat::battle::assessment::{AttackOption, UnitValue};
use crate::combat::battle::queries::Sight;
use crate::combat::battle::snapshot::Snapshot;
use crate::combat::battle::{Battle, assessment};
use crate::combat::contract::{Arrival, Choice, Entrance, Request, Seat, SideId};
use crate::combat::state::{Awaited, BattleDice, State};
use crate::content::level::Edge;
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
    pub attack_options: Vec<AttackOption>,
    /// Whether dice had a say in it.
    pub chancy: bool,
}

/// Whether what a combatant has declared is done when its turn ends.
fn postpones(state: &State, seat: Seat) -> bool {
    state.get(seat).budget.postponed.is_some()
}

/// Treats unknown enemies as reinforcements due after this round, so that beating all known enemies does not win.
fn await_unknown(state: &State, now: &mut Snapshot, after_round: u16) {
    let awaited = |seat: &Seat| Awaited {
        seat: *seat,
        arrival: Arrival {
            after_round,
            by: Entrance::Edge(Edge::North),
        },
    };
    now.rounds.awaited.extend(state.unknown.iter().map(awaited));
}

impl Battle {
    /// A copy for looking ahead of the battle as a side knows it: enemies of which it knows nothing come in from the
    /// edge of the map when the round is over. See [`Battle::scratch`].
    pub fn scratch_of(&self, side: Option<SideId>, salt: u64) -> Self {
        self.sight_of(side).read(|state| {
            let mut now = Snapshot::of(state, 0, true);
            await_unknown(state, &mut now, state.rounds.ordinary());
            let mut copy = Self::copy_of(state, salt);
            let dice = copy.snapshot().dice;
            copy.put_back(&Snapshot { dice, ..now });
            copy
        })
    }
}

/// A copy of a battle to look ahead in. It is made once for each battle.
#[derive(Default)]
pub struct Ahead {
    copy: Option<Battle>,
    /// The battle as a decision has found it.
    now: Option<Box<Snapshot>>,
    /// That decision is the one at hand.
    fresh: bool,
}

impl Ahead {
    /// A decision begins: the battle is looked at anew.
    pub fn begin(&mut self) {
        self.fresh = false;
    }

    /// Plays a choice until a combatant has a turn again, and looks at the outcome. `answers` answers
    /// what is asked in between; `None` stops there. `look` is given the outcome and the state before.
    /// The choice is a legal one.
    pub(crate) fn foresee<R>(
        &mut self,
        battle: &Sight,
        choice: &Choice,
        luck: Luck,
        answers: impl Fn(&Request) -> Option<Choice>,
        look: impl FnOnce(&State, &Snapshot) -> R,
    ) -> R {
        debug_assert!(battle.check(choice).is_ok(), "looked ahead at {choice:?}");
        let Self { copy, now, fresh } = self;
        let (now, copy) = battle.asked(move |state| {
            if copy.as_ref().is_some_and(|copy| !copy.is_copy_of(state)) {
                (*copy, *now, *fresh) = (None, None, false);
            }
            let now = now.get_or_insert_with(|| Box::new(Snapshot::of(state, 0, false)));
            if !std::mem::replace(fresh, true) {
                now.retake(state, 0, false);
                await_unknown(state, now, u16::MAX);
            }
            let copy = copy.get_or_insert_with(|| Battle::copy_of(state, 0).without_log());
            copy.put_back(now);
            let lucky = state.all().filter(|seat| match luck {
                Luck::With(lucky) => state.who(*seat).side == lucky,
                Luck::Against(unlucky) => state.who(*seat).side != unlucky,
            });
            copy.common_mut::<BattleDice>().0 = Dice::biased(lucky.map(|seat| seat.0));
            (now, copy)
        });
        copy.answer(choice.clone());
        copy.run();
        for _ in 0..PATIENCE {
            // What is done only when the turn ends is waited for.
            let answer = match copy.request() {
                Some(Request::Turn { seat }) if copy.read(|state| postpones(state, *seat)) => {
                    Some(Choice::EndTurn)
                }
                request => request.and_then(&answers),
            };
            let Some(answer) = answer else {
                break;
            };
            if copy.check(&answer).is_err() {
                break;
            }
            copy.answer(answer);
            copy.run();
        }
        copy.read(|state| look(state, now))
    }

    /// How a choice of a combatant's would leave the forces. `now` is what they are worth as things are.
    pub fn forces_after(
        &mut self,
        battle: &Sight,
        (seat, choice): (Seat, &Choice),
        now: &[UnitValue],
        luck: Luck,
        answers: impl Fn(&Request) -> Option<Choice>,
    ) -> Outlook {
        let look = |state: &State, before: &Snapshot| Outlook {
            forces: assessment::unit_values_since(state, &before.combatants, now),
            attack_options: assessment::attack_options(state, seat),
            chancy: state.dice.0.rolled_count() > 0,
        };
        self.foresee(battle, choice, luck, answers, look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, play, ruleset};

    /// Looking ahead leaves no trace, in the middle of anything, and sees the same again.
    #[test]
    fn what_was_foreseen_is_taken_back() {
        for system in SYSTEMS {
            let mut battle = Scene::new(ruleset(system), &["Ab.A", "B.~b"]).seeded(3);
            let mut ahead = Ahead::default();
            for _ in 0..40 {
                if battle.outcome().is_some() {
                    break;
                }
                ahead.begin();
                let before = (battle.snapshot(), battle.events().len());
                let record = battle.record().len();
                let could_undo = battle.can_undo();
                let choices = [Choice::EndTurn, Choice::Accept { mode: None }];
                let legal = |choice: &Choice| battle.check(choice).is_ok();
                for choice in choices.into_iter().filter(legal) {
                    for luck in [Luck::With(SideId(0)), Luck::Against(SideId(0))] {
                        let mut look = || {
                            let decline = |_: &Request| Some(Choice::Decline);
                            let after = |state: &State, _: &Snapshot| Snapshot::of(state, 0, true);
                            ahead.foresee(&battle.sight(), &choice, luck, decline, after)
                        };
                        assert_eq!(look(), look());
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
