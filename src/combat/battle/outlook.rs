//! What a combatant has to expect: who could strike it where it might go, and how long its conditions
//! last.

use crate::combat::attack::{self, odds};
use crate::combat::battle::Battle;
use crate::combat::battle::queries::Sight;
use crate::combat::conditions::breath;
use crate::combat::contract::{AttackForecast, Lasts, Seat};
use crate::combat::movement::{self, inhale};
use crate::combat::state::{AttackOrder, Ending, State, Supposed};
use crate::combat::threat::{self, flanking};
use crate::combat::{checks, conditions};
use crate::grid::{Area, Square, SquareSet};
use crate::rules::{ConditionId, Stat};

/// How a combatant is off for air.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breath {
    pub holds: bool,
    /// The rounds of it that are paid for.
    pub rounds: i32,
    /// After so many it is harmful.
    pub limit: i32,
    /// It stands in something that is inhaled.
    pub in_it: bool,
}

impl Sight<'_> {
    /// What every enemy could do to a combatant that stood elsewhere, from where the enemy is: the worst
    /// of its attacks that are ready, by seat. Whose turn it is does not matter.
    pub fn exposed(&self, seat: Seat, to: Square) -> Vec<AttackForecast> {
        self.read(|state| {
            let area = Some(seat).filter(|seat| state.knows(*seat));
            let Some(area) = area.and_then(|seat| state.area(seat)) else {
                return Vec::new();
            };
            let mut supposed = Supposed::of(state);
            supposed.put(seat, area.moved_to(to));
            threat::suppose(state, &mut supposed, seat);
            let there = supposed.state(state);
            let enemy = |by: &Seat| there.enemies(*by, seat);
            let able = |by: &Seat| conditions::able(&there, *by);
            let enemies = there.all().filter(enemy).filter(able);
            enemies.filter_map(|by| worst(&there, by, seat)).collect()
        })
    }

    /// The squares that a combatant could strike at in melee in its next turn: from where it stands, or after
    /// one move.
    pub fn strikes_next(&self, seat: Seat) -> SquareSet {
        self.read(|state| {
            let mut all = SquareSet::new(state.field.dimensions);
            let seat = Some(seat).filter(|seat| state.knows(*seat));
            let Some((seat, area)) = seat.and_then(|seat| Some((seat, state.area(seat)?))) else {
                return all;
            };
            let mut supposed = Supposed::of(state);
            for anchor in movement::with_one_move(state, seat) {
                supposed.put(seat, area.moved_to(anchor));
                threat::suppose(state, &mut supposed, seat);
                all.union(&supposed.state(state).threatened[seat].0);
            }
            all
        })
    }

    /// How a combatant is off for air.
    pub fn breath(&self, seat: Seat) -> Breath {
        if !self.seated(seat) {
            return Breath::default();
        }
        self.read(|state| {
            let held = breath::held(state, seat);
            let limit = |held: &breath::Held| breath::limit(state, seat, held.upkeep);
            Breath {
                holds: held.is_some(),
                rounds: held.as_ref().map_or(0, |held| held.rounds),
                limit: held.as_ref().map_or(0, limit),
                in_it: inhale::is_in_it(state, seat),
            }
        })
    }

    /// With whom an attacker whose anchor was there would flank a target.
    pub fn flanks_with(
        &self,
        attacker: Seat,
        mode: u8,
        target: Seat,
        from: Square,
    ) -> Option<Seat> {
        if !self.seated(attacker) || !self.seated(target) {
            return None;
        }
        self.read(|state| {
            let from = Area::new(from, state.who(attacker).footprint);
            let mode = state.mode(&AttackOrder::plain(attacker, target, mode))?;
            flanking::partner(state, attacker, from, target, mode.ranged)
        })
    }

    /// The saving throws of a combatant.
    pub fn saves(&self, seat: Seat) -> Vec<(Stat, i32)> {
        let all = [Stat::Fortitude, Stat::Reflex, Stat::Will];
        let known = all.into_iter().filter(|_| self.seated(seat));
        known
            .map(|stat| {
                let tally = self.read(|state| checks::tally(state, seat, stat, &[]));
                (stat, tally.total)
            })
            .collect()
    }

    /// The conditions in force on a combatant, and how long each of them lasts.
    pub fn lasting(&self, seat: Seat) -> Vec<(ConditionId, Lasts)> {
        if !self.seated(seat) {
            return Vec::new();
        }
        self.read(|state| {
            let round = state.rounds.elapsed();
            let active = state.conditions(seat).iter();
            active
                .map(|active| (active.condition, lasts(active.ends, round)))
                .collect()
        })
    }
}

impl Battle {
    /// See [`Sight::exposed`].
    pub fn exposed(&self, seat: Seat, to: Square) -> Vec<AttackForecast> {
        self.sight().exposed(seat, to)
    }

    /// See [`Sight::strikes_next`].
    pub fn strikes_next(&self, seat: Seat) -> SquareSet {
        self.sight().strikes_next(seat)
    }

    /// See [`Sight::flanks_with`].
    pub fn flanks_with(
        &self,
        attacker: Seat,
        mode: u8,
        target: Seat,
        from: Square,
    ) -> Option<Seat> {
        self.sight().flanks_with(attacker, mode, target, from)
    }

    /// See [`Sight::lasting`].
    pub fn lasting(&self, seat: Seat) -> Vec<(ConditionId, Lasts)> {
        self.sight().lasting(seat)
    }
}

/// The attack with the most damage on average of those that could be made at once.
fn worst(state: &State, by: Seat, target: Seat) -> Option<AttackForecast> {
    let modes = 0..u8::try_from(state.modes[by].0.len()).unwrap_or(u8::MAX);
    let order = |mode| AttackOrder::plain(by, target, mode);
    let possible = modes.filter(|mode| attack::legal(state, &order(*mode), None).is_ok());
    let odds = possible.map(|mode| odds::of_attack(state, &order(mode), None));
    odds.max_by(|a, b| a.damage.mean().total_cmp(&b.damage.mean()))
}

fn lasts(ends: Ending, round: u16) -> Lasts {
    match ends {
        Ending::UntilEnded => Lasts::UntilEnded,
        Ending::StartOfTurn(seat) | Ending::StartOfTurnAfter(seat) => Lasts::StartOfTurn(seat),
        Ending::EndOfTurn(seat) | Ending::EndOfNextTurn(seat) => Lasts::EndOfTurn(seat),
        Ending::AtCount { round: last, .. } => Lasts::Rounds(last.saturating_sub(round)),
        Ending::SaveEnds => Lasts::UntilSaved,
        Ending::SurpriseEnds => Lasts::Surprise,
        Ending::EncounterEnds => Lasts::Encounter,
        Ending::NextAttack => Lasts::NextAttack,
        Ending::With(condition) => Lasts::With(condition),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};

    #[test]
    fn those_who_would_reach_it_there_are_told_with_their_odds() {
        let scene = Scene::new(ruleset("classic_d20"), &["A..b.", "....."]);
        let battle = scene.seeded(1);
        let (hero, goblin) = (scene.seat('A'), scene.seat('b'));
        assert!(battle.exposed(hero, Square::new(0, 1)).is_empty());
        let there = battle.exposed(hero, Square::new(2, 1));
        let [odds] = there.as_slice() else {
            panic!("one enemy reaches this square: {}", there.len())
        };
        assert_eq!((odds.attacker, odds.target), (goblin, hero));
        let real = Scene::new(ruleset("classic_d20"), &["...b.", "..A.."]).seeded(1);
        let stands = real.attack_odds(goblin, 0, hero, None);
        assert!((odds.hit - stands.hit).abs() < 1e-9);
    }

    #[test]
    fn it_is_told_where_an_enemy_could_strike_after_its_move() {
        // Six squares of movement and one of reach, and the wall in between keeps it from none of them.
        let map = ["A.............b", "..............."];
        let scene = Scene::new(ruleset("classic_d20"), &map);
        let battle = scene.seeded(1);
        let goblin = scene.seat('b');
        let next = battle.strikes_next(goblin);
        let speed = battle.combatant(goblin).unwrap().speed as i16;
        assert!(next.contains(Square::new(14 - speed - 1, 0)));
        assert!(!next.contains(Square::new(14 - speed - 2, 0)));
        assert!(battle.strikes_next(Seat(99)).is_empty());
    }

    #[test]
    fn who_has_to_stand_up_first_strikes_from_where_it_lies() {
        let scene = Scene::new(
            ruleset("classic_d20"),
            &["A.............b", "..............."],
        );
        let scene = scene.change('b', |who| who.conditions.push("prone".into()));
        let next = scene.seeded(1).strikes_next(scene.seat('b'));
        assert!(!next.contains(Square::new(11, 0)));
    }

    #[test]
    fn the_ally_on_the_other_side_is_the_one_to_flank_with() {
        let scene = Scene::new(
            ruleset("classic_d20"),
            &["A....", ".....", "...b.", "...C."],
        );
        let battle = scene.seeded(1);
        let (hero, goblin) = (scene.seat('A'), scene.seat('b'));
        let with = |x, y| battle.flanks_with(hero, 0, goblin, Square::new(x, y));
        assert_eq!(with(3, 1), Some(scene.seat('C')));
        assert_eq!(with(2, 2), None);
    }

    #[test]
    fn it_is_told_how_long_a_condition_lasts() {
        let scene = Scene::new(ruleset("classic_d20"), &["A..b."]);
        let scene = scene.change('A', |who| who.conditions.push("prone".into()));
        let battle = scene.seeded(1);
        let prone = battle.rules().condition("prone").unwrap();
        let lasting = battle.lasting(scene.seat('A'));
        assert!(
            lasting.iter().any(|(known, _)| *known == prone),
            "{lasting:?}"
        );
        assert!(battle.lasting(Seat(99)).is_empty());
    }
}
