//! Abilities in force: what is maintained, dismissed, dispelled.

use crate::combat::ability::{def, kind, level};
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::{Aim, EventKind, Lost, Refusal, Seat};
use crate::combat::state::{Rolling, State, Use, Working, Wounding};
use crate::rules::{AbilityId, ConditionId, Modifier, ModifierKind, Source, Stat, Tally, Topic};

/// What checks against running abilities start from.
const DISPEL_BASE: i32 = 11;

/// Whether a working still does something: conditions may have ended by themselves.
fn lives(state: &State, working: &Working) -> bool {
    let active = state.conditions(working.target);
    active
        .iter()
        .any(|c| c.condition == working.condition && c.by == Some(working.by))
}

/// Forgets what is over.
fn prune(battle: &mut Wounding) {
    let mut list = std::mem::take(&mut battle.workings_mut().0);
    list.retain(|working| lives(battle, working));
    battle.workings_mut().0 = list;
}

/// Notes a condition that an ability has imposed.
pub(crate) fn note(
    battle: &mut Wounding,
    used: &Use,
    target: Seat,
    condition: ConditionId,
    maintained: bool,
) {
    prune(battle);
    let working = Working {
        ability: used.ability,
        by: used.seat,
        level: used.level,
        target,
        condition,
        maintained,
        kept: true,
    };
    let same = |w: &Working| {
        (w.by, w.target, w.condition) == (working.by, working.target, working.condition)
    };
    battle.workings_mut().0.retain(|w| !same(w));
    battle.workings_mut().0.push(working);
}

/// The abilities that a combatant maintains, each once.
pub(crate) fn maintained(state: &State, seat: Seat) -> Vec<AbilityId> {
    let own = state.workings.0.iter().filter(|w| w.by == seat);
    let mut list: Vec<AbilityId> = own
        .filter(|w| w.maintained && lives(state, w))
        .map(|w| w.ability)
        .collect();
    list.dedup();
    list
}

/// Whether anything of a combatant's lasts as long as it concentrates.
pub(crate) fn needs_care(state: &State, seat: Seat) -> bool {
    !maintained(state, seat).is_empty()
}

/// Takes workings away, with the conditions that they keep.
fn end(battle: &mut Wounding, over: impl Fn(&Working) -> bool) {
    let (gone, kept): (Vec<Working>, Vec<Working>) = std::mem::take(&mut battle.workings_mut().0)
        .into_iter()
        .partition(over);
    battle.workings_mut().0 = kept;
    for working in gone {
        conditions::end_by(battle, working.target, Some(working.condition), working.by);
    }
}

/// Ends what a combatant maintained, because it was disturbed or would not go on.
pub(crate) fn let_go(battle: &mut Wounding, seat: Seat, ability: AbilityId, why: Lost) {
    lose(battle, seat, ability, why);
    end(battle, |w| {
        w.by == seat && w.ability == ability && w.maintained
    });
}

/// Ends the abilities that a combatant maintains as it cannot act any more, for whatever reason: a blow, sleep, nothing
/// left of a score (SP-FREE-05).
pub(crate) fn concentration_follows(battle: &mut Wounding) {
    let mut lapsed: Vec<(Seat, AbilityId)> = Vec::new();
    for working in &battle.workings.0 {
        let one = (working.by, working.ability);
        if working.maintained
            && lives(battle, working)
            && !conditions::able(battle, working.by)
            && !lapsed.contains(&one)
        {
            lapsed.push(one);
        }
    }
    for (seat, ability) in lapsed {
        let_go(battle, seat, ability, Lost::Helpless);
    }
}

/// Concentrates on everything that needs it for another turn.
pub fn maintain(battle: &mut Wounding, seat: Seat) {
    for working in battle.workings_mut().0.iter_mut().filter(|w| w.by == seat) {
        working.kept = true;
    }
}

/// Stops concentrating.
pub fn cease(battle: &mut Wounding, seat: Seat) {
    for ability in maintained(battle, seat) {
        tell(battle, seat, ability, Topic::Cease);
        end(battle, |w| {
            w.by == seat && w.ability == ability && w.maintained
        });
    }
}

fn tell(battle: &mut Wounding, seat: Seat, ability: AbilityId, topic: Topic) {
    battle.emit(&[topic], EventKind::AbilityEnded { seat, ability });
}

/// The youngest ability of a combatant that it can end at will: of those on one bearer if one is
/// named, or the one that is named itself.
pub(crate) fn dismissible(state: &State, seat: Seat, aim: &Aim) -> Option<Working> {
    let own = state.workings.0.iter().rev().filter(|w| w.by == seat);
    own.filter(|w| match aim {
        Aim::At(bearer) => w.target == *bearer,
        Aim::Action(action) => {
            let named = state.rules().actions.get(*action);
            named.and_then(|named| super::of_action(state, named)) == Some(w.ability)
        }
        _ => true,
    })
    .filter(|w| lives(state, w))
    .find(|w| def(state, w.ability).is_some_and(|def| def.dismissible))
    .copied()
}

/// Whether there is an ability of its own to end, on the bearer that is named if one is.
pub fn can_dismiss(state: &State, seat: Seat, aim: &Aim) -> Result<(), Refusal> {
    if dismissible(state, seat, aim).is_some() {
        return Ok(());
    }
    let reason = match aim {
        Aim::At(_) => "You have no effect on that target that you could end.",
        Aim::Action(_) => "You have no effect of that kind that you could end.",
        _ => "You have no effect that you could end.",
    };
    state.refuse(Topic::Dismiss, reason)
}

fn bearer(aim: &Aim) -> Option<Seat> {
    match aim {
        Aim::At(bearer) => Some(*bearer),
        _ => None,
    }
}

/// Ends an ability of its own: all of it, or what it does to the bearer that is named.
pub fn dismiss(battle: &mut Wounding, seat: Seat, aim: &Aim) {
    let bearer = bearer(aim);
    let Some(found) = dismissible(battle, seat, aim) else {
        return;
    };
    tell(battle, seat, found.ability, Topic::Dismiss);
    end(battle, |w| {
        let named = bearer.is_none_or(|bearer| w.target == bearer);
        named && w.by == seat && w.ability == found.ability
    });
}

/// At the start of a turn everything has to be concentrated on anew.
pub fn start_of_turn(battle: &mut Wounding, seat: Seat) {
    for working in battle.workings_mut().0.iter_mut().filter(|w| w.by == seat) {
        working.kept = false;
    }
}

/// At the end of a turn what was not concentrated on is over.
pub(crate) fn end_of_turn(battle: &mut Wounding, seat: Seat) {
    prune(battle);
    let neglected = |w: &Working| w.by == seat && w.maintained && !w.kept;
    let mut list: Vec<AbilityId> = battle
        .workings
        .0
        .iter()
        .filter(|w| neglected(w))
        .map(|w| w.ability)
        .collect();
    list.dedup();
    for ability in list {
        tell(battle, seat, ability, Topic::Maintain);
        end(battle, |w| neglected(w) && w.ability == ability);
    }
}

/// A check of its level, at most so many, against a running or an arising ability of that level.
pub(crate) fn overcomes(
    battle: &mut Wounding,
    seat: Seat,
    by: AbilityId,
    most: u8,
    theirs: i32,
) -> bool {
    let value = level(battle, seat, by).min(i32::from(most));
    let part = Modifier {
        kind: ModifierKind::Level,
        value,
        source: Source::Stat(Stat::CasterLevel),
        rule: battle.cite(Topic::Dispel),
    };
    let bonus = Tally::sum([part], &battle.rules().policies.stacking, &[]);
    DifficultyCheck::new(battle, seat, bonus, DISPEL_BASE + theirs).succeeds(battle, Topic::Dispel)
}

/// Tries to end each running ability on a target that can be dispelled.
pub(crate) fn dispel(battle: &mut Wounding, used: &Use, target: Seat, most: u8) {
    prune(battle);
    let on: Vec<Working> = battle
        .workings
        .0
        .iter()
        .copied()
        .filter(|w| w.target == target)
        .filter(|w| kind(battle, w.ability).is_some_and(|kind| kind.magic))
        .collect();
    for working in on {
        if overcomes(battle, used.seat, used.ability, most, working.level) {
            tell(battle, working.by, working.ability, Topic::Dispel);
            end(battle, |w| *w == working);
        }
    }
}

/// Tells that nothing comes of an ability.
pub fn lose(battle: &mut Rolling, seat: Seat, ability: AbilityId, why: Lost) {
    let topic = match why {
        Lost::Disturbed | Lost::Helpless => Topic::Concentration,
        Lost::Defensive => Topic::OnTheDefensive,
        Lost::Countered => Topic::Counter,
        Lost::Displaced | Lost::Discharged => Topic::TouchHeld,
        Lost::GivenUp => Topic::LongCasting,
        Lost::OutOfReach => Topic::AbilityTarget,
        Lost::Failed => Topic::Ability,
        Lost::OnGuard => Topic::OnGuardFailed,
    };
    battle.emit(&[topic], EventKind::AbilityLost { seat, ability, why });
}
