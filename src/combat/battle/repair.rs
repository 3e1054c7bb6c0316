//! Repairs in the rest between two battles: what can be repaired, by whom, with what chance.
//!
//! They are chosen when a battle is over and rolled as the next one begins, so they are part of its
//! setup and of its recording.

use crate::combat::battle::Battle;
use crate::combat::battle::resting::{Lying, lies_on, restored};
use crate::combat::conditions;
use crate::combat::contract::{Refusal, Repair, Seat, Wearable};
use crate::combat::damage::repair::{self, Prospect, Wear};
use crate::combat::damage::rest::Rest;
use crate::combat::state::State;
use crate::rules::Topic;

/// A worn thing of a survivor that something is wrong with.
#[derive(Clone, Debug, PartialEq)]
pub struct Repairable {
    pub owner: Seat,
    pub item: Wearable,
    pub wear: Wear,
    /// What a repair takes and brings; or why there is none.
    pub prospect: Result<Prospect, Refusal>,
    /// Who can try it, with the chance of each, the best first.
    pub crafters: Vec<(Seat, f64)>,
}

/// The same repair by the seats of a later battle; `None` if one of the two is not there.
pub(super) fn reseated(repair: Repair, who: &[Seat]) -> Option<Repair> {
    let seat = |old: Seat| {
        let place = who.iter().position(|seat| *seat == old)?;
        u8::try_from(place).ok().map(Seat)
    };
    Some(Repair {
        by: seat(repair.by)?,
        owner: seat(repair.owner)?,
        item: repair.item,
    })
}

/// Whether a combatant is there and up to work after a rest.
fn can_work(state: &State, seat: Seat, rest: Rest) -> bool {
    conditions::present(state, seat)
        && (restored(state, seat, rest).hit_points > 0 || lies_on(state, seat, rest) == Lying::No)
}

fn possible(state: &State, repair: Repair, rest: Rest) -> Result<Prospect, Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Repair, reason);
    if !state.knows(repair.by) || !state.knows(repair.owner) {
        return refuse("There is no such combatant.");
    }
    let better = repair::prospect(state, repair.owner, repair.item)?;
    let friends = !state.enemies(repair.by, repair.owner);
    if !friends || !conditions::present(state, repair.owner) {
        return refuse("You can repair only what you and your allies wear.");
    }
    if rest == Rest::None {
        return refuse("You go on at once: a repair takes a rest.");
    }
    if !can_work(state, repair.by, rest) {
        return refuse("You are in no state to work.");
    }
    Ok(better)
}

impl Battle {
    /// The next battle as it is when the repairs of this rest are rolled, and who is in it by their seats
    /// in this one.
    fn at_the_repairs(&self, rest: Rest) -> Option<(Self, Vec<Seat>)> {
        let winner = self.outcome()?.winner?;
        let (seats, catalogue) = self.read(|state| {
            (
                state.all().collect::<Vec<_>>(),
                state.book.catalogue.clone(),
            )
        });
        let others = seats
            .into_iter()
            .filter(|seat| self.side_of(*seat) != winner);
        let (setup, who) = self.aftermath(&others.collect::<Vec<_>>(), rest, &[]);
        let next = Self::unbegun(catalogue, self.rules().clone(), &setup).ok()?;
        Some((next, who))
    }

    /// The chances of survivors to repair what this difficulty says, as this rest leaves them.
    fn chances_after(
        later: Option<&(Self, Vec<Seat>)>,
        able: &[Seat],
        difficulty: i32,
    ) -> Vec<(Seat, f64)> {
        let Some((next, who)) = later else {
            return Vec::new();
        };
        let chance = |by: &Seat| {
            let place = who.iter().position(|seat| seat == by)?;
            let there = Seat(u8::try_from(place).ok()?);
            let chance = next.read(|state| repair::chance(state, there, difficulty));
            Some((*by, chance))
        };
        able.iter().filter_map(chance).collect()
    }

    /// What a repair takes and brings after this rest.
    ///
    /// # Errors
    /// Why it is not possible.
    pub fn may_repair(&self, repair: Repair, rest: Rest) -> Result<Prospect, Refusal> {
        self.read(|state| possible(state, repair, rest))
    }

    /// What is repaired unless a player says otherwise: the best crafter tries each thing that can be.
    pub fn usual_repairs(&self) -> Vec<Repair> {
        let things = self.repairables(Rest::Full).into_iter();
        let best = things.filter(|thing| thing.prospect.is_ok());
        let best = best.filter_map(|thing| {
            let (by, _) = *thing.crafters.first()?;
            Some(Repair {
                by,
                owner: thing.owner,
                item: thing.item,
            })
        });
        best.collect()
    }

    /// Everything of the survivors that something is wrong with.
    pub fn repairables(&self, rest: Rest) -> Vec<Repairable> {
        let survivors = self.survivors();
        let things = survivors
            .iter()
            .flat_map(|owner| Wearable::ALL.map(|item| (*owner, item)));
        let later = self.at_the_repairs(rest);
        self.read(|state| {
            let found = things.filter_map(|(owner, item)| {
                let wear = repair::wear(state, owner, item).filter(Wear::is_worn)?;
                let mut prospect = repair::prospect(state, owner, item);
                let mut crafters = Vec::new();
                if let Ok(better) = prospect {
                    let mut able = survivors.clone();
                    able.retain(|by| can_work(state, *by, rest));
                    crafters = Self::chances_after(later.as_ref(), &able, better.difficulty);
                    crafters.sort_by(|a, b| b.1.total_cmp(&a.1));
                    let own = Repair {
                        by: crafters.first().map_or(owner, |best| best.0),
                        owner,
                        item,
                    };
                    prospect = possible(state, own, rest);
                }
                Some(Repairable {
                    owner,
                    item,
                    wear,
                    prospect,
                    crafters,
                })
            });
            found.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::contract::{Choice, CombatantSetup};
    use crate::combat::testkit::testing::{Scene, shipped};
    use crate::dice::Dice;
    use crate::rules::{Ability, Losses};

    /// AH-AFTER-01: the check is made as the next battle begins, without what this one has brought.
    #[test]
    fn the_chance_of_a_repair_is_that_of_the_check_after_the_rest() {
        let catalogue = shipped();
        let rules = catalogue.ruleset("age_of_heroes").unwrap().clone();
        let whole: fn(&mut CombatantSetup) = |_| {};
        let shaken: fn(&mut CombatantSetup) = |one| one.conditions.push("shaken".into());
        let dulled: fn(&mut CombatantSetup) =
            |one| one.scars.lost = Losses::default().and(Ability::Intelligence, 4);
        for (hampers, change) in [(false, whole), (true, shaken), (true, dulled)] {
            let scene = Scene::new(rules.clone(), &["A.a"])
                .block('A', |block| {
                    block.armour = Some("leather".into());
                    block.armour_left = Some((5, 1));
                })
                .change('A', change);
            let (dice, by) = (Dice::seeded(1), scene.seat('A'));
            let battle = Battle::new(catalogue.clone(), rules.clone(), &scene.setup, dice);
            let mut battle = battle.unwrap();
            battle.submit(Choice::EndTurn).unwrap();
            battle.submit(Choice::Surrender).unwrap();
            let now = battle.read(|state| repair::chance(state, by, 13));
            assert_eq!(now < 0.4, hampers, "{now}");
            let things = battle.repairables(Rest::Full);
            assert_eq!(things.len(), 1);
            assert_eq!(things[0].crafters, [(by, 0.4)]);
        }
    }
}
