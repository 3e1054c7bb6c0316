//! A battle looked back upon: how lucky its sides were, and the moments that decided it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::profile::Profile;
use super::{balance, figures};
use crate::combat::{Battle, Event, EventKind, Request, Seat, SideId, Timeline};
use crate::dice::Die;

/// Moments that are named.
const MOMENTS: usize = 3;

/// What can be said of a battle afterwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// By side.
    pub luck: Vec<Luck>,
    /// The hit that was the least likely.
    pub luckiest: Option<AttackRoll>,
    /// The miss that was the least likely.
    pub unluckiest: Option<AttackRoll>,
    /// The moments that decided, in the order in which they came.
    pub moments: Vec<Moment>,
}

/// What the dice gave one side, and what could be expected of them when they were rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luck {
    /// Attack rolls.
    pub rolls: u32,
    /// Those of them that reached what they had to.
    pub hits: u32,
    /// How many of them could be expected to, by the chance of each.
    pub expected_hits: f64,
    /// The sum of all damage dice that it has brought about, bonuses aside.
    pub damage: u32,
    /// What those dice show on average.
    pub expected_damage: f64,
}

/// An attack roll and the chance that it had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackRoll {
    pub attacker: Seat,
    pub target: Seat,
    /// The natural result.
    pub natural: i32,
    /// The chance of a hit, 0 to 1.
    pub chance: f64,
    /// The round in which it was rolled, counted through the whole battle.
    pub round: u16,
    /// The number of its event.
    pub event: usize,
}

/// What a combatant did in a turn, with all that came of it until the next decision of a turn, and how it
/// changed the balance of forces.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Counted through the whole battle.
    pub round: u16,
    /// The numbers of its events.
    pub events: Range<usize>,
    /// The side that gained by it.
    pub gained: SideId,
    /// How much, in points of the balance of forces.
    pub swing: f64,
}

impl Review {
    /// Looks back upon a battle by playing it once more; `None` for copies for look-ahead, and for
    /// battles that the content no longer fits.
    pub fn of(battle: &Battle) -> Option<Self> {
        let sides = battle.setup().sides.len();
        let mut review = Self {
            luck: vec![Luck::default(); sides],
            ..Self::default()
        };
        let (mut read, mut round) = (0, 0);
        let mut before: Option<(usize, Vec<f64>)> = None;
        let look = |_, now: &Battle| {
            let began = round;
            for (number, event) in now.events().iter().enumerate().skip(read) {
                // Where combats follow each other on the spot, the rounds of all of them count on.
                if matches!(event.kind, EventKind::RoundBegan { round: 1.. }) {
                    round += 1;
                }
                review.count(now, round, number, event);
            }
            read = now.events().len();
            // In the middle of an action nothing is settled yet.
            let turn = matches!(now.request(), Some(Request::Turn { .. }));
            if !turn && now.outcome().is_none() {
                return;
            }
            let after = balances(now, sides);
            if let Some((from, before)) = before.replace((read, after.clone())) {
                let won = now.outcome().map(|outcome| outcome.winner);
                let lost = losses(now, from..read, sides);
                let decisive = lost.iter().any(|lost| *lost > 0) || rolled(now, from..read);
                let moment = moment((&before, &after), &lost, won).filter(|_| decisive);
                review.moments.extend(moment.map(|(gained, swing)| Moment {
                    round: began.max(1),
                    events: from..read,
                    gained,
                    swing,
                }));
            }
        };
        Timeline::of(battle, look)?.ok()?;
        let moments = &mut review.moments;
        moments.sort_by(|a, b| b.swing.total_cmp(&a.swing));
        moments.truncate(MOMENTS);
        moments.sort_by_key(|moment| moment.events.start);
        Some(review)
    }

    /// Counts what was rolled.
    fn count(&mut self, battle: &Battle, round: u16, number: usize, event: &Event) {
        match &event.kind {
            EventKind::AttackRolled {
                attacker,
                target,
                check,
                outcome,
                ..
            } => {
                let Some(chance) = battle.chance_of(&event.kind) else {
                    return;
                };
                let hit = outcome.hits();
                if let Some(luck) = self.luck.get_mut(battle.side_of(*attacker).index()) {
                    luck.rolls += 1;
                    luck.hits += u32::from(hit);
                    luck.expected_hits += chance;
                }
                let roll = AttackRoll {
                    attacker: *attacker,
                    target: *target,
                    natural: check.natural,
                    chance,
                    round,
                    event: number,
                };
                let (extreme, rarer): (_, fn(f64, f64) -> bool) = match hit {
                    true => (&mut self.luckiest, |a, b| a < b),
                    false => (&mut self.unluckiest, |a, b| a > b),
                };
                if extreme.is_none_or(|old| rarer(chance, old.chance)) {
                    *extreme = Some(roll);
                }
            }
            EventKind::DamageRolled { dice, .. } => {
                let side = event.cause.map(|by| battle.side_of(by).index());
                if let Some(luck) = side.and_then(|side| self.luck.get_mut(side)) {
                    luck.damage += dice.iter().map(|die| die.rolled).sum::<u32>();
                    luck.expected_damage += dice.iter().map(mean).sum::<f64>();
                }
            }
            _ => {}
        }
    }
}

/// What a die shows on average.
fn mean(die: &Die) -> f64 {
    (f64::from(die.sides) + 1.0) / 2.0
}

/// How the forces stand for each side, by a judge who is neither bold nor cautious.
fn balances(battle: &Battle, sides: usize) -> Vec<f64> {
    let judge = Profile {
        aggression: 50,
        caution: 50,
        ..Profile::default()
    };
    let forces = battle.unit_values();
    let diagonals = battle.rules().policies.movement.diagonals;
    let sides = (0..sides).filter_map(|side| u8::try_from(side).ok());
    sides
        .map(|side| balance::of(&forces, SideId(side), &judge, diagonals))
        .collect()
}

/// Whether dice were rolled in these events about an action: where none were, only places have changed.
fn rolled(battle: &Battle, events: Range<usize>) -> bool {
    let events = battle.events().get(events).unwrap_or_default();
    events.iter().any(|event| {
        matches!(
            event.kind,
            EventKind::AttackRolled { .. }
                | EventKind::DamageRolled { .. }
                | EventKind::Saved { .. }
                | EventKind::Checked { .. }
                | EventKind::Searched { .. }
        )
    })
}

/// How many members of each side fell in these events.
fn losses(battle: &Battle, events: Range<usize>, sides: usize) -> Vec<usize> {
    let unconscious = battle.rules().condition("unconscious");
    let events = battle.events().get(events).unwrap_or_default();
    let fallen: BTreeSet<_> = events
        .iter()
        .filter_map(|event| figures::fallen(&event.kind, unconscious))
        .collect();
    let mut lost = vec![0; sides];
    for seat in fallen {
        if let Some(lost) = lost.get_mut(battle.side_of(seat).index()) {
            *lost += 1;
        }
    }
    lost
}

/// The side that gained most, and how much: no side gains by losing more members than another. What could be done next counts no more once the battle is
/// over, so that its end is a gain of the winner's (`won`), or of no side's.
fn moment(
    (before, after): (&[f64], &[f64]),
    lost: &[usize],
    won: Option<Option<SideId>>,
) -> Option<(SideId, f64)> {
    let gains = before.iter().zip(after).zip(0u8..);
    let gains = gains.map(|((before, after), side)| (SideId(side), after - before));
    let least = lost.iter().min();
    let may = |side: SideId| {
        won.map_or_else(
            || lost.get(side.index()) == least,
            |winner| winner == Some(side),
        )
    };
    let most = gains
        .filter(|(side, _)| may(*side))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    most.filter(|(_, gain)| *gain > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, action, play, ruleset};
    use crate::combat::{Aim, Choice};
    use crate::rules::Uses;

    /// A knight who strikes an enemy down with one blow, by these dice.
    fn struck(dice: &[u32]) -> Battle {
        let scene = Scene::new(ruleset("classic_d20"), &["Ab....b"]);
        let mut battle = scene
            .block('b', |knight| knight.hit_points = 1)
            .scripted(dice);
        let attack = action(&battle, "attack");
        let blow = Choice::act_at(attack, 0, Seat(1));
        battle.submit(blow).expect("a blow");
        battle.submit(Choice::EndTurn).expect("the end of the turn");
        battle
    }

    #[test]
    fn a_roll_counts_by_the_chance_that_it_had() {
        let battle = struck(&[15, 4]);
        let review = Review::of(&battle).expect("a look back");
        let luck = review.luck[0];
        assert_eq!((luck.rolls, luck.hits, luck.damage), (1, 1, 4));
        let roll = review.luckiest.expect("a hit");
        assert_eq!(
            (roll.attacker, roll.target, roll.natural),
            (Seat(0), Seat(1), 15)
        );
        assert!((roll.chance - luck.expected_hits).abs() < 1e-9);
        assert!(roll.chance > 0.0 && roll.chance < 1.0);
        assert_eq!(review.unluckiest, None);
        assert_eq!(review.luck[1], Luck::default());
    }

    /// The flame lies on the ground, and its victim throws the dice: they are the caster's luck.
    #[test]
    fn dice_are_the_luck_of_the_one_who_has_brought_them_about() {
        let scene = Scene::new(ruleset("epic_path"), &["A....b", "......"]);
        let scene = scene.block('A', |caster| {
            let known = ("rolling_flame".to_owned(), Uses::AtWill);
            caster.knows.extend([known]);
        });
        let mut battle = scene.scripted(&[5, 6]);
        let flame = action(&battle, "rolling_flame");
        let spot = Aim::Spot(crate::grid::Square::new(5, 1));
        battle.submit(Choice::aimed(flame, spot)).expect("a flame");
        let review = Review::of(&battle).expect("a look back");
        assert_eq!((review.luck[0].damage, review.luck[1].damage), (11, 0));
    }

    #[test]
    fn what_strikes_an_enemy_down_decides() {
        let battle = struck(&[15, 4]);
        let review = Review::of(&battle).expect("a look back");
        let most = review
            .moments
            .iter()
            .max_by(|a, b| a.swing.total_cmp(&b.swing));
        let most = most.expect("a moment");
        assert_eq!((most.gained, most.round), (SideId(0), 1));
        let events = &battle.events()[most.events.clone()];
        let lands = |event: &Event| matches!(event.kind, EventKind::AttackLanded { .. });
        assert!(events.iter().any(lands), "{events:?}");
    }

    #[test]
    fn a_walk_decides_nothing() {
        let scene = Scene::new(ruleset("classic_d20"), &["A.........b"]);
        let mut battle = scene.scripted(&[]);
        let walk = action(&battle, "move");
        let step = crate::grid::Square::new(1, 0);
        battle
            .submit(Choice::walk(walk, vec![step]))
            .expect("a step");
        battle.submit(Choice::EndTurn).expect("the end of the turn");
        let review = Review::of(&battle).expect("a look back");
        assert_eq!(review.moments, []);
    }

    #[test]
    fn the_side_of_the_fallen_does_not_gain() {
        let balances: (&[f64], &[f64]) = (&[0.0, 0.0], &[-1.0, 3.0]);
        assert_eq!(moment(balances, &[0, 0], None), Some((SideId(1), 3.0)));
        assert_eq!(moment(balances, &[0, 1], None), None);
        let balances: (&[f64], &[f64]) = (&[0.0, 0.0], &[1.0, 3.0]);
        assert_eq!(moment(balances, &[0, 1], None), Some((SideId(0), 1.0)));
    }

    /// What could have been done next counts no more when nothing is done next: the end is the winner's.
    #[test]
    fn the_end_of_a_battle_is_a_moment_of_the_winner_or_of_no_side() {
        let mut ends = 0;
        for (system, seed) in SYSTEMS
            .into_iter()
            .flat_map(|system| (1..=8).map(move |seed| (system, seed)))
        {
            let rows = ["A.a", "B.b"];
            let mut battle = Scene::new(ruleset(system), &rows).beginning().seeded(seed);
            play(&mut battle, 2000);
            let Some(winner) = battle.outcome().and_then(|outcome| outcome.winner) else {
                continue;
            };
            let review = Review::of(&battle).expect("a look back");
            let last = battle.events().len();
            for end in review.moments.iter().filter(|m| m.events.end == last) {
                assert_eq!(end.gained, winner, "{system} {seed}");
                ends += 1;
            }
        }
        assert!(ends > 0);
    }

    #[test]
    fn no_more_moments_are_named_than_anyone_remembers_and_in_their_order() {
        for system in SYSTEMS {
            let rows = ["A....a", "B....b"];
            let mut battle = Scene::new(ruleset(system), &rows).beginning().seeded(3);
            play(&mut battle, 200);
            let review = Review::of(&battle).expect("a look back");
            assert!((1..=MOMENTS).contains(&review.moments.len()), "{system}");
            assert!(
                review
                    .moments
                    .is_sorted_by_key(|moment| moment.events.start)
            );
            for luck in &review.luck {
                assert!(luck.expected_hits <= f64::from(luck.rolls));
            }
        }
    }
}
