//! Figures of a battle, counted from its events.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::combat::{Event, EventKind, Seat, SideId};
use crate::rules::ConditionId;

/// What happened in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Ordinary rounds begun.
    pub rounds: u16,
    /// By side.
    pub sides: Vec<SideFigures>,
}

/// What one side did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideFigures {
    pub attacks: u32,
    pub hits: u32,
    pub criticals: u32,
    /// Hit points taken from enemies, by whatever it has brought about.
    pub damage: i32,
    /// Hit points lost, by whatever.
    pub lost: i32,
    pub healed: i32,
    /// Enemies killed, by whatever it has brought about.
    pub kills: u32,
    /// Enemies killed or knocked unconscious in the same ways, each once until it comes to.
    #[serde(default)]
    pub felled: u32,
    /// Members that died.
    pub deaths: u32,
    pub opportunities_taken: u32,
    /// Attacks of opportunity that enemies were offered.
    pub opportunities_given: u32,
    /// Steps of own movement.
    pub steps: u32,
}

impl AddAssign for SideFigures {
    fn add_assign(&mut self, other: Self) {
        self.attacks += other.attacks;
        self.hits += other.hits;
        self.criticals += other.criticals;
        self.damage += other.damage;
        self.lost += other.lost;
        self.healed += other.healed;
        self.kills += other.kills;
        self.felled += other.felled;
        self.deaths += other.deaths;
        self.opportunities_taken += other.opportunities_taken;
        self.opportunities_given += other.opportunities_given;
        self.steps += other.steps;
    }
}

impl Figures {
    /// Counts events; `side_of` says who belongs where, `unconscious` which condition takes a
    /// combatant out of the fight.
    pub fn of<'a>(
        events: impl IntoIterator<Item = &'a Event>,
        sides: usize,
        side_of: impl Fn(Seat) -> SideId,
        unconscious: Option<ConditionId>,
    ) -> Self {
        let mut figures = Self {
            rounds: 0,
            sides: vec![SideFigures::default(); sides],
        };
        // Attacker and target of the last roll.
        let mut rolled = None;
        let mut down = BTreeSet::new();
        // The dead are unconscious no longer, and have not come to.
        let mut rising = BTreeSet::new();
        for event in events {
            let foe = |harmed: Seat| {
                let side = event.cause.map(&side_of);
                side.filter(|side| *side != side_of(harmed))
            };
            if begins(&event.kind) {
                if !matches!(event.kind, EventKind::AreaCovered { .. }) {
                    rolled = None;
                }
                down.retain(|seat| !rising.contains(seat));
                rising.clear();
            }
            if let Some(seat) = fallen(&event.kind, unconscious)
                && down.insert(seat)
                && let Some(by) = foe(seat)
            {
                figures.add(by, |side| side.felled += 1);
            }
            match &event.kind {
                EventKind::ConditionEnded { seat, condition }
                    if Some(*condition) == unconscious =>
                {
                    rising.insert(*seat);
                }
                EventKind::RoundBegan { round } => figures.rounds = figures.rounds.max(*round),
                EventKind::AttackRolled {
                    attacker, target, ..
                } => {
                    rolled = Some((*attacker, *target));
                    figures.add(side_of(*attacker), |side| side.attacks += 1);
                }
                EventKind::AttackLanded {
                    attacker,
                    target,
                    critical,
                } => {
                    // A coup de grace lands without a roll.
                    let now = Some((*attacker, *target));
                    let unrolled = std::mem::replace(&mut rolled, now) != now;
                    figures.add(side_of(*attacker), |side| {
                        side.attacks += u32::from(unrolled);
                        side.hits += 1;
                        side.criticals += u32::from(*critical);
                    });
                }
                EventKind::Hurt { seat, amount, .. } => {
                    figures.add(side_of(*seat), |side| side.lost += amount);
                    if let Some(by) = foe(*seat) {
                        figures.add(by, |side| side.damage += amount);
                    }
                }
                EventKind::Healed { seat, amount, .. } => {
                    figures.add(side_of(*seat), |side| side.healed += amount);
                }
                EventKind::Died { seat } => {
                    figures.add(side_of(*seat), |side| side.deaths += 1);
                    if let Some(by) = foe(*seat) {
                        figures.add(by, |side| side.kills += 1);
                    }
                }
                EventKind::OpportunityTaken { seat, .. } => {
                    figures.add(side_of(*seat), |side| side.opportunities_taken += 1);
                }
                EventKind::Provoked { seat, .. } => {
                    figures.add(side_of(*seat), |side| side.opportunities_given += 1);
                }
                EventKind::Moved {
                    seat,
                    forced: false,
                    ..
                } => {
                    figures.add(side_of(*seat), |side| side.steps += 1);
                }
                _ => {}
            }
        }
        figures
    }

    /// Counts all events of a battle so far.
    pub fn of_battle(battle: &crate::combat::Battle) -> Self {
        let sides = battle.setup().sides.len();
        let unconscious = battle.rules().condition("unconscious");
        Self::of(
            battle.events(),
            sides,
            |seat| battle.side_of(seat),
            unconscious,
        )
    }

    /// Counts all events of a battle so far for each combatant alone, in the order of seats. An enemy
    /// is then anyone else.
    pub fn by_combatant(battle: &crate::combat::Battle) -> Vec<SideFigures> {
        let seats = battle.setup().combatants.len();
        let unconscious = battle.rules().condition("unconscious");
        Self::of(battle.events(), seats, |seat| SideId(seat.0), unconscious).sides
    }

    fn add(&mut self, side: SideId, change: impl FnOnce(&mut SideFigures)) {
        if let Some(side) = self.sides.get_mut(side.index()) {
            change(side);
        }
    }
}

/// Whether something else begins with an event.
fn begins(event: &EventKind) -> bool {
    matches!(
        event,
        EventKind::RoundBegan { .. }
            | EventKind::TurnBegan { .. }
            | EventKind::TurnEnded { .. }
            | EventKind::Acted { .. }
            | EventKind::AreaCovered { .. }
            | EventKind::AttackRolled { .. }
    )
}

/// The combatant that an event takes out of the fight.
pub(super) fn fallen(kind: &EventKind, unconscious: Option<ConditionId>) -> Option<Seat> {
    match kind {
        EventKind::Died { seat } => Some(*seat),
        EventKind::ConditionBegan { seat, condition } => {
            (Some(*condition) == unconscious).then_some(*seat)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ActionId, DamageKind};

    fn event(kind: EventKind) -> Event {
        Event {
            kind,
            rules: Vec::new(),
            seen_by: None,
            cause: None,
            depth: 0,
        }
    }

    /// An event that the first combatant has brought about.
    fn done(kind: EventKind) -> Event {
        let cause = Some(Seat(0));
        Event {
            cause,
            ..event(kind)
        }
    }

    fn hurt(seat: u8, amount: i32) -> Event {
        event(EventKind::Hurt {
            seat: Seat(seat),
            amount,
            kind: DamageKind::Slashing,
            hit_points: 1,
            nonlethal: false,
            grade: None,
            from: None,
        })
    }

    #[test]
    fn damage_is_counted_for_the_attacker() {
        let (attacker, target) = (Seat(0), Seat(1));
        let events = [
            event(EventKind::RoundBegan { round: 1 }),
            event(EventKind::AttackLanded {
                attacker,
                target,
                critical: true,
            }),
            done(hurt(1, 7).kind),
            done(EventKind::Died { seat: target }),
            // Fire on the ground is no combatant's attack.
            event(EventKind::TurnBegan { seat: Seat(1) }),
            hurt(1, 3),
        ];
        let figures = Figures::of(&events, 2, |seat| SideId(seat.0), None);
        assert_eq!(figures.rounds, 1);
        let (ours, theirs) = (figures.sides[0], figures.sides[1]);
        assert_eq!(
            (ours.hits, ours.criticals, ours.damage, ours.kills),
            (1, 1, 7, 1)
        );
        assert_eq!((theirs.lost, theirs.deaths, theirs.damage), (10, 1, 0));
    }

    /// The dying are unconscious no longer once they are dead: they fell once.
    #[test]
    fn what_an_ability_does_is_its_users_and_the_dying_fall_once() {
        let unconscious = ConditionId(7);
        let (seat, condition) = (Seat(1), unconscious);
        let turn = |seat| event(EventKind::TurnBegan { seat: Seat(seat) });
        let acted = |seat| {
            event(EventKind::Acted {
                seat: Seat(seat),
                action: ActionId(0),
                target: None,
            })
        };
        let events = [
            turn(0),
            acted(0),
            done(hurt(1, 9).kind),
            done(EventKind::ConditionBegan { seat, condition }),
            // Bleeding in its own turn is nobody's doing any more.
            turn(1),
            hurt(1, 1),
            turn(0),
            acted(0),
            done(hurt(1, 5).kind),
            event(EventKind::ConditionEnded { seat, condition }),
            done(EventKind::Died { seat }),
        ];
        let of = |seat: Seat| SideId(seat.0);
        let counted = Figures::of(&events, 2, of, Some(unconscious)).sides[0];
        assert_eq!((counted.damage, counted.felled, counted.kills), (14, 1, 1));
    }

    #[test]
    fn those_who_come_to_can_fall_again() {
        let unconscious = ConditionId(7);
        let (seat, condition) = (Seat(1), unconscious);
        let (attacker, target, critical) = (Seat(0), seat, false);
        let falls = [
            event(EventKind::TurnBegan { seat: attacker }),
            event(EventKind::AttackLanded {
                attacker,
                target,
                critical,
            }),
            done(EventKind::ConditionBegan { seat, condition }),
            event(EventKind::ConditionEnded { seat, condition }),
        ];
        let events = falls.iter().chain(&falls);
        let of = |seat: Seat| SideId(seat.0);
        let counted = Figures::of(events, 2, of, Some(unconscious)).sides[0];
        assert_eq!(counted.felled, 2);
    }

    #[test]
    fn a_hit_without_a_roll_is_an_attack_and_the_unconscious_fall_once() {
        let (attacker, target) = (Seat(0), Seat(1));
        let unconscious = ConditionId(7);
        let began = |condition| {
            done(EventKind::ConditionBegan {
                seat: target,
                condition,
            })
        };
        let events = [
            event(EventKind::AttackLanded {
                attacker,
                target,
                critical: false,
            }),
            began(ConditionId(3)),
            began(unconscious),
            done(EventKind::Died { seat: target }),
        ];
        let of = |seat: Seat| SideId(seat.0);
        let counted = Figures::of(&events, 2, of, Some(unconscious)).sides[0];
        assert_eq!((counted.attacks, counted.hits), (1, 1));
        assert_eq!((counted.felled, counted.kills), (1, 1));
    }
}
