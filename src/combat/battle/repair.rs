//! Repairs in the rest between two battles: what can be repaired, by whom, with what chance.
//!
//! They are chosen when a battle is over and rolled as the next one begins, so they are part of its
//! setup and of its recording.

use crate::combat::battle::Battle;
use crate::combat::battle::aftermath::{Lying, Rest, lies_on, restored};
use crate::combat::conditions;
use crate::combat::contract::{Refusal, Repair, Seat, Wearable};
use crate::combat::damage::repair::{self, Prospect, Wear};
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
        self.read(|state| {
            let found = things.filter_map(|(owner, item)| {
                let wear = repair::wear(state, owner, item).filter(Wear::is_worn)?;
                let mut prospect = repair::prospect(state, owner, item);
                let mut crafters = Vec::new();
                if let Ok(better) = prospect {
                    let able = survivors.iter().filter(|by| can_work(state, **by, rest));
                    crafters.extend(able.map(|by| {
                        let chance = repair::chance(state, *by, better.difficulty);
                        (*by, chance)
                    }));
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
