//! Special abilities: who knows them, whom they reach, what disturbs them, what they do.
//!
//! An ability is used like any other action ([`Procedure::Ability`]). [`declare`] spends its uses and
//! keeps the [`Casting`] that damage can disturb; [`begin`] comes when all interruptions are over;
//! [`resolve`] takes the effects to everybody affected, one after another.

pub(crate) mod aim;
pub(crate) mod casting;
pub(crate) mod effect;
pub(crate) mod forecast;
pub(crate) mod gather;
pub(crate) mod lob;
pub(crate) mod lob_odds;
pub(crate) mod might;
pub(crate) mod rally;
pub(crate) mod repertoire;
pub(crate) mod resolve;
pub(crate) mod turning;
pub(crate) mod working;

use crate::combat::action::barred;
use crate::combat::action::budget;
use crate::combat::action::declare::DeclaredAction;
use crate::combat::attack::refusal;
use crate::combat::checks;
use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::grip;
use crate::combat::state::{Arena, State};
use crate::rules::special::{KindRules, Touch};
use crate::rules::{
    AbilityDef, AbilityId, ActionDef, ActionId, Flag, Procedure, Provokes, Stat, Topic, WeaponId,
};

pub use crate::combat::state::powers::{KnownAbility, Repertoire, Workings};
pub use aim::{aims, legal, squares, targets};
pub use casting::{begin, broken, counter, declare, end_of_turn, keep_on, may_counter, struck};
pub use forecast::{AbilityForecast, Affected, of_deed};
pub use might::might;
pub use repertoire::{forms, repertoire};
pub use resolve::{Use, advance, deliver, landed};
pub use working::{can_dismiss, cease, dismiss, maintain};

/// At the start of a turn: what is due takes effect, and what runs needs care anew.
pub fn start_of_turn(arena: &mut Arena, seat: Seat) {
    working::start_of_turn(arena, seat);
    casting::start_of_turn(arena, seat);
}

/// Whether what is held ready can be brought to this combatant.
pub fn touchable(arena: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    let Some(charge) = arena.get(seat).repertoire.charge else {
        return Err(refusal(arena, Topic::TouchHeld, "No touch is held ready."));
    };
    let aim = Aim::At(target);
    aim::reachable(arena, seat, charge.ability, &aim)
}

/// The ability that an action uses.
pub fn of_action(arena: &State, def: &ActionDef) -> Option<AbilityId> {
    match &def.procedure {
        Procedure::Ability(name) => arena.rules().abilities.id(name),
        _ => None,
    }
}

/// The definition of an ability. Ids come from the ruleset of the battle.
pub fn def<'a>(arena: &'a State, ability: AbilityId) -> Option<&'a AbilityDef> {
    arena.rules().abilities.get(ability)
}

/// The kind of an ability.
pub fn kind<'a>(arena: &'a State, ability: AbilityId) -> Option<&'a KindRules> {
    let def = def(arena, ability)?;
    arena.rules().policies.abilities.kinds.get(&def.kind)
}

/// The ability on whose uses this one draws: itself or another.
fn source(arena: &State, ability: AbilityId) -> AbilityId {
    def(arena, ability)
        .and_then(|def| arena.rules().abilities.id(def.uses_of.as_ref()?))
        .unwrap_or(ability)
}

/// What a combatant knows of an ability: the uses left.
pub fn knack(arena: &State, seat: Seat, ability: AbilityId) -> Option<KnownAbility> {
    if let Some(thing) = thing(arena, ability) {
        let (with_it, left) = (grip::has_with_it(arena, seat, thing), None);
        return with_it.then_some(KnownAbility { ability, left });
    }
    let source = source(arena, ability);
    let known = &arena.get(seat).repertoire.known;
    known.iter().copied().find(|knack| knack.ability == source)
}

/// The thing that an ability is used with.
fn thing(arena: &State, ability: AbilityId) -> Option<WeaponId> {
    let name = def(arena, ability)?.item.as_ref()?;
    arena.book.catalogue.weapons.id(name)
}

/// The level with which a combatant uses an ability: its own, or that of the item.
pub fn level(arena: &State, seat: Seat, ability: AbilityId) -> i32 {
    if let Some(level) = def(arena, ability).and_then(|def| def.at_level) {
        return i32::from(level);
    }
    checks::tally(arena, seat, Stat::CasterLevel, &[]).total
}

/// What a save against this combatant's ability has to reach.
pub fn difficulty(arena: &State, seat: Seat, ability: AbilityId) -> i32 {
    let Some(def) = def(arena, ability) else {
        return 0;
    };
    let stated = def.save.and_then(|save| save.difficulty);
    stated.unwrap_or_else(|| {
        checks::tally(arena, seat, Stat::AbilityDifficulty, &[]).total + i32::from(def.level)
    })
}

/// Whether an action belongs into a combatant's action bar: abilities do only for those who know
/// them.
pub fn concerns(arena: &State, seat: Seat, action: ActionId) -> bool {
    let Some(def) = arena.rules().actions.get(action) else {
        return false;
    };
    match &def.procedure {
        Procedure::Ability(_) => {
            of_action(arena, def).is_some_and(|ability| knack(arena, seat, ability).is_some())
        }
        Procedure::Touch
        | Procedure::Maintain
        | Procedure::Cease
        | Procedure::Dismiss
        | Procedure::KeepOn
        | Procedure::Counter { .. } => !arena.get(seat).repertoire.known.is_empty(),
        _ => true,
    }
}

/// Whether an action of abilities is possible in a combatant's present state, aim aside.
pub fn possible(arena: &State, seat: Seat, action: &ActionDef) -> Result<(), Refusal> {
    let refuse = |topic, reason: &str| Err(refusal(arena, topic, reason));
    let repertoire = arena.get(seat).repertoire;
    match &action.procedure {
        Procedure::Ability(_) => match of_action(arena, action) {
            Some(ability) => usable(arena, seat, ability),
            None => refuse(Topic::Ability, "There is no such ability."),
        },
        Procedure::Touch if repertoire.charge.is_none() => {
            refuse(Topic::TouchHeld, "No touch is held ready.")
        }
        Procedure::Maintain | Procedure::Cease if !working::needs_care(arena, seat) => {
            refuse(Topic::Maintain, "Nothing needs its concentration.")
        }
        Procedure::Dismiss => can_dismiss(arena, seat, &Aim::None),
        Procedure::KeepOn if !casting::goes_on(arena, seat) => {
            refuse(Topic::LongCasting, "It is not busy with anything long.")
        }
        Procedure::Counter { .. } if !casting::can_counter(arena, seat) => {
            refuse(Topic::Counter, "There is nothing to counter now; ready it.")
        }
        _ => Ok(()),
    }
}

/// Whether a combatant can use an ability, budget and aim aside.
fn usable(arena: &State, seat: Seat, ability: AbilityId) -> Result<(), Refusal> {
    let refuse = |topic, reason: &str| Err(refusal(arena, topic, reason));
    let Some(knack) = knack(arena, seat, ability) else {
        return refuse(Topic::Ability, "It does not know how to do that.");
    };
    if let Some(thing) = thing(arena, ability)
        && !arena.get(seat).hands.held.contains(&thing)
    {
        return refuse(Topic::ThingInHand, "It has to be in hand first.");
    }
    if knack.left == Some(0) {
        return refuse(Topic::AbilityUses, "There are no uses left.");
    }
    let Some(def) = def(arena, ability) else {
        return refuse(Topic::Ability, "There is no such ability.");
    };
    if def.energy > arena.get(seat).vitals.energy {
        return refuse(Topic::AbilityUses, "There is not enough energy left.");
    }
    if let Some(action) = prepares(arena, def) {
        if let Some(by) = conditions::forbids(arena, seat, action) {
            let state = &arena.rules().conditions[by];
            let reason = format!("It cannot be prepared: {}.", state.name.to_lowercase());
            return Err(refusal(arena, Topic::Preparation, reason));
        }
    } else if let Some(name) = &def.needs
        && !conditions::bears(arena, seat, arena.rules().condition(name))
    {
        let known = arena.rules().conditions.by_name(name);
        let state = known.map_or(name.as_str(), |state| state.name.as_str());
        let reason = format!("First it has to be {}.", state.to_lowercase());
        return Err(refusal(arena, Topic::Ability, reason));
    }
    let magic = kind(arena, ability).is_some_and(|kind| kind.concentration.is_some());
    if magic && conditions::has(arena, seat, Flag::NoConcentration) {
        let flag = Flag::NoConcentration;
        return Err(barred::by(
            arena,
            seat,
            flag,
            Topic::Concentration,
            "no concentration",
        ));
    }
    if def.rounds > 0 && is_held(arena, seat) && magic {
        let reason = "Something that takes rounds is not possible in a hold.";
        return refuse(Topic::Concentration, reason);
    }
    Ok(())
}

/// The action by which what an ability needs is made ready along with it.
fn prepares(arena: &State, def: &AbilityDef) -> Option<ActionId> {
    arena.rules().actions.id(def.prepares.as_ref()?)
}

/// Before an ability is used: its user makes ready what it needs, in no time at all.
pub fn prepare(arena: &mut Arena, declared: &DeclaredAction) {
    let rules = std::sync::Arc::clone(&arena.book.rules);
    let seat = declared.seat;
    let ability = rules.actions.get(declared.action);
    let def = ability
        .and_then(|action| of_action(arena, action))
        .and_then(|ability| rules.abilities.get(ability));
    let Some((def, action)) = def.and_then(|def| Some((def, prepares(arena, def)?))) else {
        return;
    };
    let needed = def.needs.as_ref().and_then(|name| rules.condition(name));
    let Some(needed) = needed.filter(|needed| !conditions::bears(arena, seat, Some(*needed)))
    else {
        return;
    };
    let target = None;
    arena.emit_action(
        action,
        EventKind::Acted {
            seat,
            action,
            target,
        },
    );
    conditions::begin(arena, seat, needed, Some(seat));
}

/// Whether a combatant is in somebody's hold.
fn is_held(arena: &State, seat: Seat) -> bool {
    conditions::has(arena, seat, Flag::Grappling) || conditions::has(arena, seat, Flag::Held)
}

/// Whether the attack of an ability is ready to be made: a charge is held, or on its way.
pub fn wields(arena: &State, seat: Seat, ability: AbilityId) -> bool {
    arena
        .get(seat)
        .repertoire
        .charge
        .is_some_and(|charge| charge.ability == ability)
}

/// Whether the touch that is held costs nothing: it was made ready in this very turn.
pub fn touch_is_free(arena: &State, seat: Seat) -> bool {
    let charge = arena.get(seat).repertoire.charge;
    arena.rounds.current == Some(seat) && charge.is_some_and(|charge| charge.fresh)
}

/// Whether using an ability in this way invites opportunity attacks. `None`: this is no ability.
pub fn provokes(arena: &State, declared: &DeclaredAction, action: &ActionDef) -> Option<bool> {
    let ability = of_action(arena, action)?;
    if declared.manner.defensively {
        return Some(false);
    }
    let ranged = def(arena, ability)
        .and_then(|def| def.attack)
        .is_some_and(|touch| touch != Touch::Melee);
    Some(
        match budget::provokes(arena, declared.seat, declared.action) {
            Provokes::Yes => true,
            Provokes::IfRanged => ranged,
            Provokes::No | Provokes::FromTarget => false,
        },
    )
}

/// The square or combatant that an area is laid at, whichever was chosen.
fn spot(arena: &State, aim: &Aim) -> Option<crate::grid::Square> {
    match aim {
        Aim::Spot(square) => Some(*square),
        Aim::At(seat) => arena.area(*seat).map(|area| area.anchor),
        _ => None,
    }
}
