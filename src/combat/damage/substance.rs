//! Bodies without substance, and what harms them all the same (EP-INC-01, EP-NEB-01, EP-PHAS-01).

use crate::combat::conditions;
use crate::combat::contract::Seat;
use crate::combat::state::{AttackMode, AttackOrder, State};
use crate::rules::{AbilityDef, Capability, DamageKind, Nature, Natures, SpecialEffect};

/// What a combatant is and strikes as.
pub fn of(state: &State, seat: Seat) -> Natures {
    let natures = conditions::capabilities(state, seat).filter_map(|capability| match capability {
        Capability::Nature(nature) => Some(nature),
        _ => None,
    });
    natures.collect()
}

/// What an attack of a combatant is.
pub fn of_attack(state: &State, seat: Seat, mode: &AttackMode) -> Natures {
    let ability = mode.ability.and_then(|id| state.rules().abilities.get(id));
    match ability {
        Some(def) => of_ability(state, seat, def),
        None => of(state, seat),
    }
}

/// What an ability of a combatant is: its weapons do not count.
pub fn of_ability(state: &State, seat: Seat, def: &AbilityDef) -> Natures {
    let kind = state.rules().policies.abilities.kinds.get(&def.kind);
    let magic = kind.is_some_and(|kind| !kind.mundane);
    let bodily = [Nature::Incorporeal, Nature::Nebulous];
    let user = of(state, seat);
    let user: Natures = bodily.into_iter().filter(|n| user.contains(*n)).collect();
    let magic = magic.then_some(Nature::Magic);
    let force = is_force(def).then_some(Nature::Force);
    user.and(magic.into_iter().chain(force).collect())
        .and(def.natures)
}

/// Whether an ability gets from one plane to another (EP-ETHER-01).
pub fn crosses_planes(def: &AbilityDef) -> bool {
    def.abjuration || is_force(def)
}

/// Whether an attack gets from one plane to another: force does, and so do ghost touch weapons (EP-ETHER-01).
pub fn strikes_across_planes(state: &State, seat: Seat, mode: &AttackMode) -> bool {
    mode.kinds.contains(&DamageKind::Force)
        || of_attack(state, seat, mode).contains(Nature::GhostTouch)
}

/// Whether an ability is one of pure force.
pub fn is_force(def: &AbilityDef) -> bool {
    let mut deals = def.effects.iter().filter_map(SpecialEffect::damage);
    def.keywords.contains(&DamageKind::Force) || deals.any(|(_, kind)| kind == DamageKind::Force)
}

/// Whether two can lay hands on each other: those without a body only on their like (EP-INC-06).
pub fn are_alike(state: &State, one: Seat, other: Seat) -> bool {
    let bodiless = |seat| of(state, seat).contains(Nature::Incorporeal);
    bodiless(one) == bodiless(other)
}

/// Whether an attack has only to touch: what a body without substance does with its own limbs only where it meets one
/// with substance (EP-INC-03).
pub fn touches(state: &State, order: &AttackOrder, mode: &AttackMode) -> bool {
    let bodiless = |seat| of(state, seat).contains(Nature::Incorporeal);
    let own = mode.natural && mode.ability.is_none();
    mode.touch && !(own && bodiless(order.attacker) && bodiless(order.target))
}

/// Whether a combatant is hard to strike for attacks of some nature.
pub fn is_elusive(state: &State, seat: Seat) -> bool {
    conditions::in_force(state, seat).any(|(_, def)| def.eludes.is_some())
}

/// The highest natural result with which an attack of these natures misses a combatant, whatever it totals.
pub fn eludes(state: &State, seat: Seat, natures: Natures) -> u8 {
    let rules = conditions::in_force(state, seat).filter_map(|(_, def)| def.eludes);
    let eluding = rules.filter(|rule| !rule.spares.meets(natures));
    eluding.map(|rule| rule.up_to).max().unwrap_or(0)
}
