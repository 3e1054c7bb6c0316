//! After a battle: rest, and what those who are left take into the next one.
//!
//! The next battle is a new one from a setup of its own, so whatever is counted for one encounter
//! begins anew: failures of the dying, a second wind, points of pools, uses. Wounds and the wear of
//! armour go along.

use std::collections::BTreeMap;

use crate::combat::battle::Battle;
use crate::combat::battle::repair::reseated;
use crate::combat::battle::resting::{Lying, is_tended, lies_on, rest_needed, restored};
use crate::combat::conditions;
use crate::combat::contract::{
    Care, CombatantSetup, Repair, Scars, Seat, Setup, SideId, StartingCondition,
};
use crate::combat::damage::dying::hours;
pub use crate::combat::damage::rest::{Rest, Restored, Unsure};
use crate::combat::flow::reinforcements;
use crate::combat::state::State;
use crate::rules::Flag;

/// Makes a combatant what the battle and the rest have left of it.
fn carry_over(state: &State, seat: Seat, combatant: &mut CombatantSetup, rest: Rest) {
    let rules = state.rules();
    let left = restored(state, seat, rest);
    let lies = match lies_on(state, seat, rest) {
        _ if left.hit_points > 0 => None,
        Lying::No if hours::is_awake_below(state, seat) => state.book.known.disabled,
        Lying::No => None,
        Lying::Dying => state.book.known.dying.or(state.book.known.unconscious),
        Lying::Stable => state.book.known.stable,
    };
    let lies = lies.map(|id| StartingCondition::from(rules.conditions.name(id)));
    combatant.conditions = lies.into_iter().collect();
    combatant.care = Care {
        hours: left.unsure.map_or(0, |_| rest.hours()),
        tended: rest != Rest::None && is_tended(state, seat) || state.vitals[seat].tended,
        mends: state.vitals[seat].mends,
    };
    combatant.has_acted = false;
    combatant.hit_points = Some(left.hit_points);
    combatant.nonlethal = left.nonlethal;
    let gear = state.get(seat).gear;
    combatant.scars = Scars {
        lost: left.lost,
        armour: gear.armour.map(|worn| (worn.hit_points, worn.condition)),
        helmet: gear.helmet.map(|worn| (worn.hit_points, worn.condition)),
        shield: gear.shield.map(|worn| (worn.hit_points, worn.condition)),
        worst: gear.armour.map_or(0, |worn| worn.worst_ever()),
        weapons: worn_weapons(state, seat),
    };
}

/// Hit points that its damaged weapons have left, thing by thing, wherever they are now; none, if they
/// are broken. What an enemy took is its own again, for that enemy's side has lost.
fn worn_weapons(state: &State, seat: Seat) -> BTreeMap<String, Vec<i32>> {
    let weapons = &state.book.catalogue.weapons;
    let with = state.all().flat_map(|bearer| state.hands[bearer].all());
    let lying = state.field.dropped.iter().map(|(_, piece)| piece);
    let worn = with
        .chain(lying)
        .filter(|piece| piece.owner == seat && piece.harm > 0);
    let worn = worn.map(|piece| {
        let left = weapons[piece.weapon].sturdy.hit_points - piece.harm;
        (piece.weapon, left.max(1))
    });
    let broken = state.hands[seat].broken.iter().map(|weapon| (*weapon, 0));
    let mut all: BTreeMap<String, Vec<i32>> = BTreeMap::new();
    for (weapon, left) in worn.chain(broken) {
        let name = weapons.name(weapon).to_owned();
        all.entry(name).or_default().push(left);
    }
    all.values_mut().for_each(|left| left.sort_unstable());
    all
}

/// A combatant that brought a condition along has another seat now, or is not there any more.
fn follow(combatant: &mut CombatantSetup, who: &[Seat]) {
    for condition in &mut combatant.conditions {
        let by = condition.by;
        let seat = by.and_then(|by| who.iter().position(|seat| *seat == by));
        condition.by = seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
    }
}

impl Battle {
    /// The setup of a further battle of the same people on the same ground, and who they are by
    /// their seats in this one. `fresh`: those who come as they came to this one; of the others the
    /// dead and the departed stay away, and the rest have had this rest. `repairs`: what is tried in
    /// it, by the seats in this battle; what is not possible is left out.
    pub fn aftermath(&self, fresh: &[Seat], rest: Rest, repairs: &[Repair]) -> (Setup, Vec<Seat>) {
        let mut setup = self.setup().clone();
        let (combatants, who) = self.read(|state| {
            let comes = |seat: &Seat| {
                fresh.contains(seat)
                    || reinforcements::is_awaited(state, *seat)
                    || state.area(*seat).is_some() && !conditions::has(state, *seat, Flag::Dead)
            };
            let who: Vec<Seat> = state.all().filter(comes).collect();
            let combatants = who.iter().filter_map(|seat| {
                let mut combatant = setup.combatants.get(seat.index())?.clone();
                if fresh.contains(seat) || reinforcements::is_awaited(state, *seat) {
                    follow(&mut combatant, &who);
                } else {
                    carry_over(state, *seat, &mut combatant, rest);
                }
                Some(combatant)
            });
            (combatants.collect(), who)
        });
        setup.combatants = combatants;
        let own = |seat: &Seat| !fresh.contains(seat);
        let tired: Vec<Seat> = who.iter().copied().filter(own).collect();
        let possible = self.possible(repairs, &tired, rest);
        setup.repairs = possible
            .into_iter()
            .filter_map(|repair| reseated(repair, &who))
            .collect();
        (setup, who)
    }

    /// Those of these repairs that are possible in a rest of these combatants.
    fn possible(&self, repairs: &[Repair], who: &[Seat], rest: Rest) -> Vec<Repair> {
        let mut possible = repairs.to_vec();
        possible.retain(|repair| {
            let there = who.contains(&repair.by) && who.contains(&repair.owner);
            there && self.may_repair(*repair, rest).is_ok()
        });
        possible
    }

    /// The survivors of the side that has won, as this rest leaves them, and those of the repairs that are
    /// possible in it; a seat in these is a place in the list. Where they stood is forgotten: they can be
    /// placed anywhere.
    pub fn warband(&self, rest: Rest, repairs: &[Repair]) -> (Vec<CombatantSetup>, Vec<Repair>) {
        let came = &self.setup().combatants;
        let mut who = self.survivors();
        who.retain(|seat| seat.index() < came.len());
        let members = self.read(|state| {
            let members = who.iter().map(|seat| {
                let mut member = came[seat.index()].clone();
                carry_over(state, *seat, &mut member, rest);
                member.at = None;
                member.arrives = None;
                member.initiative = None;
                member
            });
            members.collect()
        });
        let possible = self.possible(repairs, &who, rest);
        let reseated = possible
            .into_iter()
            .filter_map(|repair| reseated(repair, &who));
        (members, reseated.collect())
    }

    /// Those of the side that has won who live and are there.
    pub fn survivors(&self) -> Vec<Seat> {
        let Some(winner) = self.outcome().and_then(|outcome| outcome.winner) else {
            return Vec::new();
        };
        self.read(|state| {
            let left =
                |seat: &Seat| state.who(*seat).side == winner && conditions::present(state, *seat);
            state.all().filter(left).collect()
        })
    }

    /// What a combatant has after a rest.
    pub fn rested(&self, seat: Seat, rest: Rest) -> Restored {
        self.read(|state| restored(state, seat, rest))
    }

    /// Days and hours until all of a side are whole; `None` where nothing heals of itself.
    pub fn rest_of(&self, side: SideId) -> Option<(u32, u32)> {
        self.rules().policies.aftermath.heals?;
        Some(self.read(|state| {
            state
                .all()
                .filter(|seat| state.who(*seat).side == side)
                .filter_map(|seat| rest_needed(state, seat))
                .fold((0, 0), |(a, b), (c, d)| (a.max(c), b.max(d)))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::battle::replay::Recording;
    use crate::combat::testkit::testing::{Scene, play, ruleset, ruleset_with};
    use crate::combat::testkit::things::catalogue;
    use crate::dice::Dice;
    use crate::rules::Waking;
    use crate::rules::aftermath::Rate;

    #[test]
    fn the_winners_meet_fresh_enemies_and_the_next_battle_can_be_replayed() {
        let rules = ruleset("classic_d20");
        let scene = Scene::new(rules.clone(), &["A.B.a"]).change('A', |one| {
            one.hit_points = Some(4);
        });
        let mut battle = scene.change('a', |one| one.hit_points = Some(2)).seeded(1);
        play(&mut battle, 400);
        let winner = battle.outcome().unwrap().winner.unwrap();
        let all = battle.setup().combatants.iter();
        let all = (0..).map(Seat).zip(all);
        let others: Vec<Seat> = all
            .filter(|(_, one)| one.side != winner)
            .map(|(seat, _)| seat)
            .collect();
        let (setup, _) = battle.aftermath(&others, Rest::Full, &[]);
        let left = battle.survivors().len() + others.len();
        assert_eq!(setup.combatants.len(), left);
        for one in &setup.combatants {
            let whole = one.hit_points == Some(10);
            assert_eq!(whole, one.side == winner, "{one:?}");
        }
        let dice = Dice::seeded(5);
        let mut next = Battle::new(catalogue(), rules.clone(), &setup, dice).unwrap();
        play(&mut next, 12);
        let recording: Recording = next.recording().unwrap();
        assert_eq!(recording.setup, setup);
        let again = recording.verify(catalogue(), rules, next.events()).unwrap();
        assert_eq!(again.digest(), next.digest());
    }

    #[test]
    fn wounds_that_have_begun_to_heal_without_help_go_on_in_a_later_rest_below_nothing_as_well() {
        let rules = |percent| {
            ruleset_with("spiritual_pressure", |policies| {
                let heals = policies.aftermath.heals.as_mut().unwrap();
                heals.hit_points_per_day = Rate::Points(1);
                heals.hit_points_in_bed = Rate::Points(0);
                let untended_lose = 1;
                policies.aftermath.waking = Some(Waking {
                    percent,
                    untended_lose,
                });
            })
        };
        let scene = Scene::new(rules(100), &["A.a"]).change('A', |one| {
            one.hit_points = Some(-8);
            one.conditions = vec!["disabled".into()];
        });
        let fresh = [scene.seat('a')];
        let mut battle = scene
            .change('a', |one| one.hit_points = Some(-20))
            .seeded(1);
        // The first rest begins the healing, and under the other rules no roll succeeds any more.
        for (days, percent, left) in [(1, 100, -7), (2, 0, -5)] {
            let (setup, _) = battle.aftermath(&fresh, Rest::Days(days), &[]);
            let dice = Dice::seeded(2);
            battle = Battle::new(catalogue(), rules(percent), &setup, dice).unwrap();
            assert_eq!(battle.view().combatants[0].hit_points, left);
        }
    }
}
