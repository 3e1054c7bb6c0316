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
    /// Hit points taken from enemies.
    pub damage: i32,
    /// Hit points lost, by whatever.
    pub lost: i32,
    pub healed: i32,
    /// Enemies killed by an attack.
    pub kills: u32,
    /// Enemies killed or knocked unconscious by an attack, each once until it comes to.
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
        // Who struck whom last: hurt and death are put down to them.
        let mut striker: Option<(Seat, Seat)> = None;
        let mut down = BTreeSet::new();
        for event in events {
            if let Some(seat) = fallen(&event.kind, unconscious)
                && down.insert(seat)
                && let Some(by) = enemy_of(striker, seat, &side_of)
            {
                figures.add(by, |side| side.felled += 1);
            }
            match &event.kind {
                EventKind::ConditionEnded { seat, condition }
                    if Some(*condition) == unconscious =>
                {
                    down.remove(seat);
                }
                EventKind::RoundBegan { round } => figures.rounds = figures.rounds.max(*round),
                EventKind::TurnBegan { .. } => striker = None,
                EventKind::AttackRolled {
                    attacker, target, ..
                } => {
                    striker = Some((*attacker, *target));
                    figures.add(side_of(*attacker), |side| side.attacks += 1);
                }
                EventKind::AttackLanded {
                    attacker,
                    target,
                    critical,
                } => {
                    // A coup de grace lands without a roll.
                    let unrolled = striker != Some((*attacker, *target));
                    striker = Some((*attacker, *target));
                    figures.add(side_of(*attacker), |side| {
                        side.attacks += u32::from(unrolled);
                        side.hits += 1;
                        side.criticals += u32::from(*critical);
                    });
                }
                EventKind::Hurt { seat, amount, .. } => {
                    figures.add(side_of(*seat), |side| side.lost += amount);
                    if let Some(by) = enemy_of(striker, *seat, &side_of) {
                        figures.add(by, |side| side.damage += amount);
                    }
                }
                EventKind::Healed { seat, amount, .. } => {
                    figures.add(side_of(*seat), |side| side.healed += amount);
                }
                EventKind::Died { seat } => {
                    figures.add(side_of(*seat), |side| side.deaths += 1);
                    if let Some(by) = enemy_of(striker, *seat, &side_of) {
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

/// The side of the combatant that struck this one last, if it is an enemy's.
fn enemy_of(
    striker: Option<(Seat, Seat)>,
    struck: Seat,
    side_of: &impl Fn(Seat) -> SideId,
) -> Option<SideId> {
    let (by, _) = striker.filter(|(_, target)| *target == struck)?;
    let side = side_of(by);
    (side != side_of(struck)).then_some(side)
}

/// The combatant that an event takes out of the fight.
fn fallen(kind: &EventKind, unconscious: Option<ConditionId>) -> Option<Seat> {
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
    use crate::rules::DamageKind;

    fn event(kind: EventKind) -> Event {
        Event {
            kind,
            rules: Vec::new(),
            seen_by: None,
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
            hurt(1, 7),
            event(EventKind::Died { seat: target }),
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

    #[test]
    fn a_hit_without_a_roll_is_an_attack_and_the_unconscious_fall_once() {
        let (attacker, target) = (Seat(0), Seat(1));
        let unconscious = ConditionId(7);
        let began = |condition| {
            event(EventKind::ConditionBegan {
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
            event(EventKind::Died { seat: target }),
        ];
        let of = |seat: Seat| SideId(seat.0);
        let counted = Figures::of(&events, 2, of, Some(unconscious)).sides[0];
        assert_eq!((counted.attacks, counted.hits), (1, 1));
        assert_eq!((counted.felled, counted.kills), (1, 1));
    }
}
