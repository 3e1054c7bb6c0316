//! From the declaration of an ability to its effect: uses, concentration, long casting.

use std::collections::BTreeMap;

use crate::combat::ability::{
    asking, burst, caster, def, is_held, kind, level, of_action, resolve, source, thing, working,
};
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::contract::{Aim, EventKind, Lost, Seat};
use crate::combat::equipment::grip;
use crate::combat::state::{
    Casting, DeclaredAction, HeldTouch, Repertoire, Rolling, State, Use, Wounding,
};
use crate::combat::{checks, conditions, economy};
use crate::dice::Purpose;
use crate::rules::{
    AbilityComponent, AbilityDef, AbilityId, ActionId, Channel, CheckDef, Flag, Primitive, Stat,
    Target, Topic,
};

/// Notes that an ability has been declared: its use is spent, and from now on it can be disturbed.
pub fn declare(battle: &mut Wounding, declared: &DeclaredAction) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let seat = declared.seat;
    let Some(ability) = rules
        .actions
        .get(declared.action)
        .and_then(|action| of_action(battle, action))
    else {
        return;
    };
    let Some(def) = rules.abilities.get(ability) else {
        return;
    };
    spend(battle, seat, ability);
    let halved = battle.get(seat).budget.restricted
        || economy::is_begun_in_halves(battle, seat, declared.action);
    let slowly = def.rounds > 0 && halved;
    let rounds = if slowly {
        def.rounds.saturating_mul(2)
    } else {
        def.rounds
    };
    let level = level(battle, seat, ability);
    if let Some(needed) = &def.needs {
        let needed = rules.condition(needed);
        conditions::end_known(battle, seat, needed);
    }
    lay_aside(battle, seat, def);
    let keeps_touch = kind(battle, ability).is_some_and(|kind| kind.keeps_touch);
    let repertoire = battle.repertoire_mut(seat);
    repertoire.casting = Some(Casting {
        ability,
        aim: declared.aim.clone(),
        level,
        lost: false,
        left: rounds.saturating_sub(1),
        kept: true,
        slowly,
        under_way: false,
    });
    // A touch that was held ready ends when another ability is cast.
    if !keeps_touch && let Some(touch) = repertoire.touch.take() {
        working::lose(battle, seat, touch.ability, Lost::Displaced);
    }
}

/// What is not done yet waits for the ability that comes in between. What takes rounds waits for none but one
/// that takes no concentration and no rounds of its own: nobody concentrates on two things at once (SP-FULL-13,
/// SP-KIDO-20). What takes effect at once waits for any that answers an interruption (SP-KIDO-06, SP-SWIFT-03).
fn lay_aside(battle: &mut Wounding, seat: Seat, def: &AbilityDef) {
    let Some(before) = battle.repertoire[seat].casting.clone() else {
        return;
    };
    battle.repertoire_mut(seat).casting = None;
    if before.lost && before.under_way {
        return;
    }
    let rules = &battle.book.rules;
    let long = rules.abilities.get(before.ability);
    let long = long.is_some_and(|long| long.rounds > 0);
    if long && !before.lost && rules.ends_long_cast(def) {
        working::lose(battle, seat, before.ability, Lost::GivenUp);
    } else {
        battle.repertoire_mut(seat).aside.push(before);
    }
}

/// Takes what is cast off a combatant's hands: what has been laid aside for it last goes on.
fn take(battle: &mut Wounding, seat: Seat) -> Option<Casting> {
    let repertoire = battle.repertoire_mut(seat);
    let aside = repertoire.aside.pop();
    std::mem::replace(&mut repertoire.casting, aside)
}

/// A combatant has done something else in its turn: what takes rounds is lost as soon as the turn has no
/// time left for it (SP-FULL-12).
pub fn neglected(battle: &mut Wounding, seat: Seat, done: ActionId) {
    if !goes_on(battle, seat) {
        return;
    }
    let keeps = |what: &Primitive| *what == Primitive::Channel(Channel::KeepOn);
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let mut actions = rules.actions.iter();
    let keep = actions.find(|(_, def)| def.any(keeps)).map(|(id, _)| id);
    let Some(keep) = keep.filter(|keep| *keep != done) else {
        return;
    };
    if economy::affords_at(battle, seat, keep, &Aim::None).is_err()
        && let Some(casting) = battle.repertoire_mut(seat).casting.take()
    {
        working::lose(battle, seat, casting.ability, Lost::GivenUp);
    }
}

/// Takes one use of an ability, the thing that is used up, and the points that it takes.
pub(super) fn spend(battle: &mut Wounding, seat: Seat, ability: AbilityId) {
    let gone =
        thing(battle, ability).filter(|_| def(battle, ability).is_some_and(|def| def.used_up));
    if let Some(thing) = gone {
        grip::lose(battle, seat, thing);
        let hands = battle.get(seat).hands;
        let left = hands.all().filter(|piece| piece.weapon == thing).count();
        let left = u8::try_from(left).unwrap_or(u8::MAX);
        battle.emit(
            &[Topic::ThingInHand],
            EventKind::UseSpent {
                seat,
                ability,
                left,
            },
        );
    }
    let source = source(battle, ability);
    let takes = def(battle, ability).map_or_else(BTreeMap::new, |def| def.takes.clone());
    let known = &mut battle.repertoire_mut(seat).known;
    let left = known
        .iter_mut()
        .find(|known| known.ability == source)
        .and_then(|known| known.left.as_mut())
        .map(|left| {
            *left = left.saturating_sub(1);
            *left
        });
    for (name, points) in takes {
        if let Some(pool) = battle.rules().pools.id(&name) {
            let left = battle.vitals_mut(seat).points.add(pool, -i32::from(points));
            let changed = EventKind::PoolChanged { seat, pool, left };
            battle.emit(&[Topic::AbilityUses, Topic::AbilityPoints], changed);
        }
    }
    if let Some(left) = left {
        let ability = source;
        battle.emit(
            &[Topic::AbilityUses],
            EventKind::UseSpent {
                seat,
                ability,
                left,
            },
        );
    }
}

/// Drops what a combatant was about to cast, because it cannot any more.
pub fn broken(battle: &mut Wounding, seat: Seat) {
    if battle.repertoire[seat].casting.is_none() {
        return;
    }
    let casting = take(battle, seat);
    if let Some(casting) = casting.filter(|casting| !casting.lost) {
        working::lose(battle, seat, casting.ability, Lost::Helpless);
    }
    if !conditions::able(battle, seat) && battle.repertoire[seat].casting.is_some() {
        broken(battle, seat);
    }
}

fn takes_rounds(repertoire: &Repertoire) -> bool {
    let mut all = repertoire.bringing_about();
    all.any(|casting| casting.under_way && !casting.lost)
}

/// Ends an ability that takes rounds as its user cannot act any more, for whatever reason. It does not come back with
/// the power to act (SP-FULL-13).
pub(crate) fn long_casting_follows(battle: &mut Wounding) {
    for seat in battle.all() {
        if takes_rounds(&battle.repertoire[seat]) && !conditions::able(battle, seat) {
            broken(battle, seat);
        }
    }
}

/// A check of concentration.
fn concentrates(
    battle: &mut Rolling,
    seat: Seat,
    (check, against): (Stat, i32),
    topic: Topic,
) -> bool {
    DifficultyCheck::of_stat(battle, seat, check, against).succeeds(battle, topic)
}

/// A wound disturbs whatever a combatant is bringing about: what it has laid aside, too. `disturbed`: the check
/// of concentration that an ability takes.
fn disturb(
    battle: &mut Wounding,
    seat: Seat,
    disturbed: &dyn Fn(AbilityId) -> Option<(Stat, i32)>,
) {
    for at in 0..battle.repertoire[seat].bringing_about().count() {
        let casting = battle.repertoire[seat].bringing_about().nth(at);
        let ability = casting.filter(|casting| !casting.lost).map(|c| c.ability);
        if let Some((ability, against)) = ability.and_then(|id| Some((id, disturbed(id)?)))
            && !concentrates(battle, seat, against, Topic::Concentration)
        {
            let repertoire = battle.repertoire_mut(seat);
            if let Some(casting) = repertoire.bringing_about_mut().nth(at) {
                casting.lost = true;
            }
            working::lose(battle, seat, ability, Lost::Disturbed);
        }
    }
}

/// A wound disturbs what its bearer concentrates on: what it is bringing about, what it maintains.
pub fn struck(battle: &mut Wounding, seat: Seat, amount: i32, continuing: bool) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let disturbed = |ability: AbilityId| {
        let def = rules.abilities.get(ability)?;
        let kind = rules.policies.abilities.kinds.get(&def.kind)?;
        let rule = kind.concentration?;
        let halved = continuing && rules.policies.abilities.continuing_halved;
        let amount = if halved { amount / 2 } else { amount };
        Some((rule.check, rule.damage + amount + i32::from(def.level)))
    };
    let able = conditions::able(battle, seat);
    if able {
        disturb(battle, seat, &disturbed);
    } else {
        broken(battle, seat);
    }
    for ability in working::maintained(battle, seat) {
        let holds = match disturbed(ability) {
            _ if !able => false,
            Some(against) => concentrates(battle, seat, against, Topic::Maintain),
            None => true,
        };
        if !holds {
            working::let_go(battle, seat, ability, Lost::Disturbed);
        }
    }
}

/// The interruptions of an ability's declaration are over: it takes effect, or goes on.
pub fn begin(battle: &mut Wounding, declared: &DeclaredAction) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let seat = declared.seat;
    let casting = battle.get(seat).repertoire.casting.clone();
    // What is under way was begun before: what has been declared now was lost meanwhile.
    let Some(casting) = casting.filter(|casting| !casting.under_way) else {
        return;
    };
    let ability = casting.ability;
    let Some(def) = rules.abilities.get(ability) else {
        return;
    };
    let concentration = rules
        .policies
        .abilities
        .kinds
        .get(&def.kind)
        .and_then(|kind| kind.concentration);
    let mut lost = casting.lost;
    let spell = i32::from(def.level);
    if let Some(rule) = concentration
        && let Some(against) = rule.held.filter(|_| !lost && is_held(battle, seat))
        && !concentrates(
            battle,
            seat,
            (rule.check, against + spell),
            Topic::Concentration,
        )
    {
        working::lose(battle, seat, ability, Lost::Disturbed);
        lost = true;
    }
    if let Some(concentration) = concentration
        && let Some(base) = concentration
            .defensive
            .filter(|_| declared.manner.defensively)
        && !lost
    {
        let level = if concentration.defensive_level {
            spell
        } else {
            0
        };
        if !concentrates(
            battle,
            seat,
            (concentration.check, base + level),
            Topic::OnTheDefensive,
        ) {
            working::lose(battle, seat, ability, Lost::Defensive);
            lost = true;
        }
    }
    if !lost && is_misheard(battle, seat, ability) {
        working::lose(battle, seat, ability, Lost::Failed);
        lost = true;
    }
    if lost {
        take(battle, seat);
        return;
    }
    if def.rounds > 0 {
        if let Some(casting) = &mut battle.repertoire_mut(seat).casting {
            casting.under_way = true;
        }
        return;
    }
    complete(battle, seat);
}

/// Rolls whether the words of an ability go wrong, because its user does not hear them (SP-KIDO-03).
fn is_misheard(battle: &mut Wounding, seat: Seat, ability: AbilityId) -> bool {
    let percent = battle.rules().policies.abilities.deaf_spoils;
    let speaks = asking::takes(battle, ability, AbilityComponent::Voice);
    let deaf = percent > 0 && speaks && conditions::has(battle, seat, Flag::Deaf);
    let (purpose, topic) = (Purpose::Ability, Topic::AbilityDeaf);
    deaf && checks::percent(battle, seat, purpose, percent, topic)
}

/// Brings about what was prepared.
pub(crate) fn complete(battle: &mut Wounding, seat: Seat) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let casting = take(battle, seat);
    let Some(casting) = casting.filter(|casting| !casting.lost) else {
        return;
    };
    let (ability, level) = (casting.ability, casting.level);
    let Some(def) = rules.abilities.get(ability) else {
        return;
    };
    // A combatant that was bound or gagged meanwhile cannot complete it (SP-KIDO-04).
    if asking::body_allows(battle, seat, ability).is_err() {
        return working::lose(battle, seat, ability, Lost::Helpless);
    }
    if caster::fails(battle, seat, ability, level) {
        return;
    }
    if let Some(rule) = def.check
        && !checks(battle, seat, rule)
    {
        return working::lose(battle, seat, ability, Lost::Failed);
    }
    // A combatant that was aimed at may have gone meanwhile; areas stay where they were laid.
    if crate::combat::ability::aim::reachable(battle, seat, ability, &casting.aim).is_err() {
        if def.target.is_touch() {
            hold(battle, seat, ability, level);
        } else {
            working::lose(battle, seat, ability, Lost::OutOfReach);
        }
        return;
    }
    if let (Target::Lob { .. }, Aim::Spot(square)) = (def.target, &casting.aim) {
        let used = Use::new(seat, ability, level, casting.aim.clone());
        return burst::at_square(battle, &used, *square);
    }
    if def.attack.is_some() || def.target.is_touch() {
        hold(battle, seat, ability, level);
        if let Some(held) = &mut battle.repertoire_mut(seat).touch {
            held.part = casting.aim.part();
        }
        if let Aim::At(target) | Aim::Part(target, _) = casting.aim {
            resolve::deliver(battle, seat, target);
        }
        return;
    }
    if caster::is_offensive(battle, ability, def) {
        conditions::end_by_harming(battle, seat);
    }
    resolve::start(battle, Use::new(seat, ability, level, casting.aim));
}

/// The check that an ability takes of its user.
fn checks(battle: &mut Rolling, seat: Seat, rule: CheckDef) -> bool {
    let check = DifficultyCheck::of_stat(battle, seat, rule.stat, rule.difficulty);
    check.succeeds(battle, Topic::Ability)
}

/// Keeps a touch, or a missile on its way, ready.
fn hold(battle: &mut Wounding, seat: Seat, ability: AbilityId, level: i32) {
    let fresh = battle.rounds.current == Some(seat);
    battle.repertoire_mut(seat).touch = Some(HeldTouch {
        ability,
        level,
        fresh,
        part: None,
    });
    let touch = def(battle, ability).is_some_and(|def| def.target.is_touch());
    if touch {
        battle.emit(&[Topic::TouchHeld], EventKind::TouchHeld { seat, ability });
    }
}

/// Whether something that takes rounds can be gone on with.
pub(crate) fn goes_on(state: &State, seat: Seat) -> bool {
    let casting = state.get(seat).repertoire.casting.as_ref();
    casting.is_some_and(|c| c.under_way && !c.lost && c.left > 0 && !c.kept)
}

/// Goes on with something that takes rounds.
pub fn keep_on(battle: &mut Wounding, seat: Seat) {
    let Some(casting) = &mut battle.repertoire_mut(seat).casting else {
        return;
    };
    casting.kept = true;
    casting.left = casting.left.saturating_sub(1);
    // Halves are made whole within the turn; whole rounds end with the next turn.
    if casting.slowly && casting.left == 0 {
        complete(battle, seat);
    }
}

/// At the start of a turn: what is due takes effect before anything else is done.
pub fn start_of_turn(battle: &mut Wounding, seat: Seat) {
    let Some(casting) = &battle.repertoire[seat].casting else {
        return;
    };
    if casting.lost {
        battle.repertoire_mut(seat).casting = None;
    } else if casting.left == 0 {
        battle.push(Use::due(seat));
    } else if let Some(casting) = &mut battle.repertoire_mut(seat).casting {
        casting.kept = false;
    }
}

/// At the end of a turn: what was not gone on with is lost, and a touch is no longer fresh.
pub fn end_of_turn(battle: &mut Wounding, seat: Seat) {
    let Repertoire { casting, touch, .. } = &battle.repertoire[seat];
    if casting.is_some() || touch.is_some() {
        let repertoire = battle.repertoire_mut(seat);
        if let Some(touch) = &mut repertoire.touch {
            touch.fresh = false;
        }
        let neglected = repertoire.casting.take_if(|casting| !casting.kept);
        if let Some(casting) = neglected.filter(|casting| !casting.lost) {
            working::lose(battle, seat, casting.ability, Lost::GivenUp);
        }
    }
    working::end_of_turn(battle, seat);
}
