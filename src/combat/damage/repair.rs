//! Repairing what is worn, in the rest between two battles.

use crate::combat::checks;
use crate::combat::checks::bonus::RollBonus;
use crate::combat::contract::setup::WEAR_WORDS;
use crate::combat::contract::{EventKind, Refusal, Repair, Seat, Wearable};
use crate::combat::state::gear::{self, DESTROYED};
use crate::combat::state::{Acting, State, Worn};
use crate::dice::Purpose;
use crate::rules::{ArmourModel, Edge, Stat, Topic};

/// What is left of a worn thing, and what it was when it was new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wear {
    pub hit_points: i32,
    pub full: i32,
    /// 0 mint, 1 damaged, 2 battered, 3 ruined, 4 destroyed.
    pub condition: u8,
    /// The worst condition that it has ever been in.
    pub worst: u8,
    coverage: i32,
}

impl Wear {
    /// Whether anything is missing.
    pub fn is_worn(&self) -> bool {
        self.hit_points < self.full || self.condition > 0
    }
}

/// What a repair takes, and what it makes of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// What the check has to reach.
    pub difficulty: i32,
    pub hit_points: i32,
    pub condition: u8,
}

/// The state of a thing, if its owner wears one.
pub fn wear(state: &State, owner: Seat, item: Wearable) -> Option<Wear> {
    let (worn, catalogue) = (state.get(owner).gear, &state.book.catalogue);
    Some(match item {
        Wearable::Armour => {
            let worn = worn.armour?;
            let def = &catalogue.armours[worn.item];
            left(worn, def.hit_points, def.coverage)
        }
        Wearable::Helmet => {
            let worn = worn.helmet?;
            left(worn, catalogue.helmets[worn.item].hit_points, helmet(state))
        }
        Wearable::Shield => {
            let worn = worn.shield?;
            let def = &catalogue.shields[worn.item];
            left(worn, gear::shield_points(state.rules(), def), def.coverage)
        }
    })
}

fn left<I>(worn: Worn<I>, full: i32, coverage: i32) -> Wear {
    Wear {
        hit_points: worn.hit_points,
        full,
        condition: worn.condition,
        worst: worn.worst_ever(),
        coverage,
    }
}

/// What any helmet adds to the coverage of its wearer.
fn helmet(state: &State) -> i32 {
    match state.rules().policies.damage.armour {
        ArmourModel::Coverage(rules) => rules.helmet,
        ArmourModel::InDefence => 0,
    }
}

fn topic(item: Wearable) -> Topic {
    match item {
        Wearable::Armour => Topic::Repair,
        Wearable::Helmet | Wearable::Shield => Topic::RepairShield,
    }
}

/// What a repair of a thing takes and brings, the same for every crafter.
///
/// # Errors
/// Why it cannot be repaired.
pub fn prospect(state: &State, owner: Seat, item: Wearable) -> Result<Prospect, Refusal> {
    let Some(rule) = state.rules().policies.aftermath.repairs else {
        return state.refuse(topic(item), "These rules know no repairs.");
    };
    let Some(wear) = wear(state, owner, item) else {
        return state.refuse(topic(item), "There is no such thing to repair.");
    };
    if wear.condition >= DESTROYED {
        let destroyed = match item {
            Wearable::Armour => Topic::RepairDestroyed,
            _ => Topic::RepairShield,
        };
        return state.refuse(
            destroyed,
            "It is destroyed: nothing can be done about that.",
        );
    }
    let difficulty = rule.base + wear.coverage;
    if item != Wearable::Armour {
        if wear.hit_points >= wear.full {
            return state.refuse(topic(item), "Nothing is wrong with it.");
        }
        return Ok(Prospect {
            difficulty,
            hit_points: wear.full,
            condition: wear.condition,
        });
    }
    let Some(condition) = wear.condition.checked_sub(1) else {
        return state.refuse(
            topic(item),
            "It is in mint condition: it cannot get better.",
        );
    };
    if condition + 1 < wear.worst {
        let word = WEAR_WORDS[usize::from(wear.worst.min(DESTROYED))];
        let reason = format!("It has been {word} once and cannot get any better than it is.");
        return state.refuse(Topic::RepairLimit, reason);
    }
    Ok(Prospect {
        difficulty,
        hit_points: wear.full,
        condition,
    })
}

/// The chance that a combatant, as it is, repairs what this difficulty says.
pub fn chance(state: &State, by: Seat, difficulty: i32) -> f64 {
    let Some(rule) = state.rules().policies.aftermath.repairs else {
        return 0.0;
    };
    let bonus = bonus(state, by, rule.check).total;
    let enough = (1..=20).filter(|die| die + bonus >= difficulty);
    enough.count() as f64 / 20.0
}

/// What a combatant adds to its check to repair something.
fn bonus(state: &State, by: Seat, stat: Stat) -> RollBonus {
    RollBonus::of(state, by, checks::tally(state, by, stat, &[]))
}

/// Rolls what was tried in the rest, and makes better what has succeeded.
pub(crate) fn carry_out(battle: &mut Acting, repairs: &[Repair]) {
    let mut tried = Vec::new();
    for repair in repairs {
        let known = battle.knows(repair.by) && battle.knows(repair.owner);
        if known && !tried.contains(&(repair.owner, repair.item)) {
            tried.push((repair.owner, repair.item));
            try_one(battle, *repair);
        }
    }
}

fn try_one(battle: &mut Acting, repair: Repair) {
    let Repair { by, owner, item } = repair;
    let (Some(rule), Ok(better)) = (
        battle.rules().policies.aftermath.repairs,
        prospect(battle, owner, item),
    ) else {
        return;
    };
    let bonus = bonus(battle, by, rule.check);
    let purpose = Purpose::Check;
    let check = checks::d20(battle, by, purpose, bonus, Edge::None);
    let success = check.total() >= better.difficulty;
    let checked = EventKind::Checked {
        seat: by,
        purpose,
        check,
        against: better.difficulty,
        success,
    };
    battle.emit(&[topic(item)], checked);
    if !success {
        return;
    }
    let gear = battle.gear_mut(owner);
    gear.mark(item, better.hit_points, better.condition);
    let repaired = EventKind::Repaired {
        seat: by,
        owner,
        item,
        hit_points: better.hit_points,
        condition: better.condition,
    };
    let limit = (item == Wearable::Armour).then_some(Topic::RepairLimit);
    let topics: Vec<Topic> = std::iter::once(topic(item)).chain(limit).collect();
    battle.emit(&topics, repaired);
}
