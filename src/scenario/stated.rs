//! What a scenario states itself: an expectation that only repeats it proves nothing.

use std::collections::BTreeSet;

use super::format::{Expect, Fighter, Line, Scenario};
use crate::combat::contract::Opening;

/// Why a scenario proves nothing, whatever it claims to cover: nothing is played in it, nothing is
/// looked at, or nothing but what it states itself.
pub fn idle(scenario: &Scenario) -> Option<&'static str> {
    let looks = |line: &Line| {
        matches!(
            line,
            Line::Expect(_) | Line::ExpectNot(_) | Line::Refused(..)
        )
    };
    // Before anything is done the battle is as it was drawn; what follows from that counts.
    let begun = (scenario.play.iter())
        .position(|line| !matches!(line, Line::Expect(_) | Line::ExpectNot(_)))
        .unwrap_or(scenario.play.len());
    let tells = |(at, line): (usize, &Line)| match line {
        Line::Expect(expected) if at < begun => !repeats(scenario, expected, true),
        Line::ExpectNot(expected) if at < begun => !repeats(scenario, expected, false),
        line => looks(line),
    };
    if scenario.play.is_empty() {
        Some("nothing is played in it")
    } else if !scenario.events.is_empty() || scenario.play.iter().enumerate().any(tells) {
        None
    } else if begun == scenario.play.len() && !scenario.dice.is_empty() {
        // The dice that fall at the beginning are looked at one by one.
        None
    } else if scenario.play.iter().any(looks) {
        Some("it expects only what it states itself")
    } else {
        Some("it expects nothing")
    }
}

/// Whether an expectation at the start repeats what the scenario states, or leaves at nothing. `holds`: it
/// is to be true; that something stated is not otherwise repeats it as well.
fn repeats(scenario: &Scenario, expected: &Expect, holds: bool) -> bool {
    use Expect as X;
    let drawn = scenario.opening == Opening::UnderWay;
    let counts: BTreeSet<i32> = scenario.initiative.values().copied().collect();
    let ties = counts.len() < scenario.initiative.len();
    let fighter = |who: &char| scenario.fighters.get(who);
    // The numbers of a block are final.
    let block = |who: &char| fighter(who).and_then(|fighter| fighter.block.as_ref());
    let is_block = |who: &char| {
        let derived = |f: &Fighter| f.monster.is_some() || f.creature.is_some();
        fighter(who).is_some_and(|fighter| !derived(fighter))
    };
    let bare = |who: &char| fighter(who).is_some_and(|f| f.conditions.is_empty());
    let unhurt = |who: &char| bare(who) && fighter(who).is_some_and(|f| f.hit_points.is_none());
    match expected {
        X::Round(_) | X::Surprise => drawn,
        X::Rolled(_) => drawn && scenario.dice.is_empty(),
        X::Opportunities(_) | X::OpportunityAttacks(_) => true,
        X::At(who, ..) => fighter(who).is_some_and(|f| f.arrives.is_none() && f.deploy.is_none()),
        X::Lies(..) => !holds && scenario.fighters.keys().all(bare),
        X::Initiative(who, _) => scenario.initiative.contains_key(who),
        X::HitPoints(who, _) => {
            is_block(who) || fighter(who).is_some_and(|f| f.hit_points.is_some())
        }
        X::Nonlethal(who, _) | X::Lost(who, ..) | X::ConstitutionLost(who, _) => {
            fighter(who).is_some()
        }
        X::Wounds(..) | X::Temporary(..) | X::Charged(..) => true,
        X::Points(who, ..) | X::UsesLeft(who, ..) => is_block(who),
        X::Has(who, name) => match holds {
            true => fighter(who).is_some_and(|f| f.conditions.iter().any(|c| states(c, name))),
            false => drawn && unhurt(who),
        },
        X::Dead(who) | X::Standing(who) => unhurt(who),
        // Who comes first is stated, and where it is not, the letters stand in order.
        X::Turn(_) | X::Order(_) => drawn && !ties,
        X::Event(_) => drawn && !holds,
        X::Defence(who, _) => is_block(who) && drawn && bare(who),
        X::Attacks(who, names) => block(who).is_some_and(|block| {
            let stated = block.attacks.iter().map(|attack| &attack.name);
            !holds || stated.eq(names)
        }),
        X::Holds(who, weapon) => block(who).is_some_and(|block| {
            let named = block.attacks.iter().map(|attack| attack.name.as_str());
            let mut stated = named.chain(block.in_hand.iter().map(String::as_str));
            bare(who) && (!holds || stated.any(|one| one == weapon))
        }),
        _ => false,
    }
}

/// Whether a condition of a fighter, perhaps with an amount or a source, is this one.
fn states(condition: &str, name: &str) -> bool {
    condition.split(' ').next() == Some(name)
}
