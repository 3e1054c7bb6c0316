//! What an action is aimed at, and what it takes in hand: the rules that its entry states.

use crate::combat::action::party;
use crate::combat::attack;
use crate::combat::conditions;
use crate::combat::conditions::{aiming, planes};
use crate::combat::contract::{Aim, Reason, Refusal, Seat};
use crate::combat::movement::approach;
use crate::combat::state::{AttackOrder, DeclaredAction, State};
use crate::content::WeaponDef;
use crate::grid::distance;
use crate::rules::{Ability, ActionDef, ActionId, Capability, TargetRule, Targeting, Topic, Whom};

/// A refusal under a topic, or under the first rule of the action.
pub(crate) fn refusal(
    state: &State,
    cites: Option<Topic>,
    action: ActionId,
    reason: impl Into<Reason>,
) -> Refusal {
    let rules = state.rules();
    let own = || rules.action_rules(action).first().copied();
    Refusal {
        rule: cites.map_or_else(own, |topic| rules.cite(topic)),
        reason: reason.into(),
    }
}

/// Whether an action is aimed at what its entry allows, as far as its program leaves that to the
/// entry.
pub(crate) fn legal(
    state: &State,
    declared: &DeclaredAction,
    def: &ActionDef,
) -> Result<(), Refusal> {
    let adjacent = matches!(
        def.target,
        Targeting::AdjacentAlly | Targeting::AdjacentEnemy
    );
    let general = def.is_general();
    // An attack that leads knows its reach, and no more of where the target is.
    let ruled = general || adjacent && def.attack().is_some();
    if def.target == Targeting::None || !ruled {
        return Ok(());
    }
    let cites = topic(def);
    let refuse = |cites, reason: &'static str| Err(refusal(state, cites, declared.action, reason));
    if general && declared.mode.is_none() && def.attack().is_some() {
        return refuse(Some(Topic::AttackRoll), "Choose an attack for this first.");
    }
    let steps = def.with_step && adjacent;
    let target = match declared.aim {
        Aim::At(target) => target,
        Aim::Charge(target, _) if steps => target,
        _ => {
            let reason = "Choose a target for this first.";
            return refuse(Some(Topic::Budget), reason);
        }
    };
    let gone = !conditions::present(state, target);
    // An attack knows by itself what it reaches.
    if general && !gone && def.attack().is_none() {
        planes::at_hand(state, declared.seat, target)?;
        aiming::at(state, declared.seat, target)?;
    }
    match def.target {
        Targeting::AdjacentAlly => {
            if gone || target == declared.seat {
                return refuse(Some(Topic::Budget), "There is no target there.");
            }
            near(state, declared, target, def, cites)?;
            if state.enemies(declared.seat, target) {
                return refuse(cites, "You can do this only for an ally.");
            }
            Ok(())
        }
        Targeting::One(rule) => {
            let cites = rule.cites.or(cites);
            if gone {
                return refuse(cites, "There is no target there.");
            }
            let reason = unfit(state, declared.seat, target, &rule);
            reason.map_or(Ok(()), |reason| refuse(cites, reason))
        }
        Targeting::Attack | Targeting::AdjacentEnemy => {
            if gone {
                return refuse(cites, "Choose an enemy.");
            }
            if !state.enemies(declared.seat, target) {
                return refuse(cites, "You can do this only to an enemy.");
            }
            match adjacent {
                true => near(state, declared, target, def, cites),
                false => within_attack(state, declared, target, cites),
            }
        }
        Targeting::None
        | Targeting::Path
        | Targeting::Enemy
        | Targeting::ChargeTarget
        | Targeting::Combatant
        | Targeting::Combatants
        | Targeting::CombatantOrSquare
        | Targeting::Corner
        | Targeting::Direction => match gone {
            true => refuse(cites, "There is no target there."),
            false => Ok(()),
        },
    }
}

/// The topic that a program cites first.
fn topic(def: &ActionDef) -> Option<Topic> {
    def.does.iter().find_map(|what| what.cites())
}

/// Whether the chosen attack mode, or any if none was chosen, could strike the target.
fn within_attack(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
    cites: Option<Topic>,
) -> Result<(), Refusal> {
    let seat = declared.seat;
    let legal = |mode| attack::legal(state, &AttackOrder::plain(seat, target, mode), None);
    let others = (0..state.get(seat).modes.0.len()).filter_map(|mode| u8::try_from(mode).ok());
    let verdict = match declared.mode {
        Some(mode) => legal(mode),
        None => {
            let none = state.refuse(Topic::AttackRoll, "You have no attack.");
            others.fold(none, |before, mode| before.or_else(|_| legal(mode)))
        }
    };
    verdict.map_err(|refusal| Refusal {
        rule: cites.map_or(refusal.rule, |topic| state.cite(topic)),
        ..refusal
    })
}

/// Adjacent, or a step away where a step goes along.
fn near(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
    def: &ActionDef,
    cites: Option<Topic>,
) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| Err(refusal(state, cites, declared.action, reason));
    if def.with_step && approach::must_step(state, declared, target) {
        if approach::step(state, declared, target).is_none() {
            return refuse("You cannot reach the target with a step.");
        }
        return Ok(());
    }
    if !approach::is_adjacent(state, declared.seat, target) {
        return refuse("The target has to be adjacent.");
    }
    let places = state.area(declared.seat).zip(state.area(target));
    if places.is_some_and(|(here, there)| state.is_walled_off(here, there)) {
        let own = state.cite(Topic::TotalCover).map(|_| Topic::TotalCover);
        let reason = "Something solid is in the way.";
        return Err(refusal(state, own.or(cites), declared.action, reason));
    }
    Ok(())
}

/// Why a combatant is no target of this kind.
fn unfit(state: &State, seat: Seat, target: Seat, rule: &TargetRule) -> Option<&'static str> {
    let (Some(here), Some(there)) = (state.area(seat), state.area(target)) else {
        return Some("There is no target there.");
    };
    let lifeless = || {
        let capabilities = &state.who(target).capabilities;
        capabilities.contains(&Capability::Lifeless)
    };
    let enemies = state.enemies(seat, target);
    let unfit = match rule.whom {
        Whom::Anyone => None,
        Whom::Enemies => (!enemies).then_some("You can do this only to an enemy."),
        Whom::Allies => enemies.then_some("You can do this only for an ally."),
        Whom::Living => lifeless().then_some("You can do this only to a living creature."),
        Whom::Lifeless => (!lifeless()).then_some("You can do this only to something lifeless."),
    };
    if unfit.is_some() {
        return unfit;
    }
    if rule.adjacent && !state.field.adjoin(here, there) {
        return Some("The target has to be adjacent.");
    }
    let diagonals = state.rules().policies.movement.diagonals;
    if rule
        .within
        .is_some_and(|within| distance(here, there, diagonals) > within.into())
    {
        return Some("The target is too far away.");
    }
    let wit = state.abilities(target).score(Ability::Intelligence);
    if rule.minded && (wit <= 0 || lifeless()) {
        return Some("You cannot do this to a mindless target.");
    }
    if rule.sees_user && !party::sees(state, target, seat) {
        return Some("The target does not see you.");
    }
    if rule.seen && !party::sees(state, seat, target) {
        return Some("You do not see the target.");
    }
    None
}

/// Whether one of the things that an action takes is in hand, where it takes any.
pub(crate) fn equipped(
    state: &State,
    seat: Seat,
    action: ActionId,
    def: &ActionDef,
) -> Result<(), Refusal> {
    let weapons = &state.book.catalogue.weapons;
    let hands = state.get(seat).hands;
    let in_hand = |name: &String| weapons.id(name).is_some_and(|id| hands.holds(id));
    if def.kit.is_empty() || def.kit.iter().any(in_hand) {
        return Ok(());
    }
    let named = |id: &String| {
        weapons
            .by_name(id)
            .map_or(id.clone(), WeaponDef::with_article)
    };
    let names: Vec<String> = def.kit.iter().map(named).collect();
    let reason = format!("You need {} in your hand.", names.join(" or "));
    Err(refusal(state, topic(def), action, reason))
}
