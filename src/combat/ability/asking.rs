//! What every rule asks about abilities: the definition, its kind, who knows it, its level and difficulty.

use crate::combat::attack::cover;
use crate::combat::checks;
use crate::combat::conditions;
use crate::combat::conditions::barred;
use crate::combat::conditions::veils;
use crate::combat::contract::{Aim, Reason, Refusal, Seat};
use crate::combat::damage::dying;
use crate::combat::equipment::grip;
use crate::combat::state::State;
use crate::combat::state::powers::KnownAbility;
use crate::combat::state::refusal::refusal;
use crate::grid::Area;
use crate::rules::{
    AbilityComponent, AbilityDef, AbilityId, ActionDef, Capability, Flag, KindRules, Stat, Topic,
    WeaponId, Whom,
};

/// The ability that an action uses.
pub fn of_action(state: &State, def: &ActionDef) -> Option<AbilityId> {
    state.rules().abilities.id(def.ability()?)
}

/// The definition of an ability. Ids come from the ruleset of the battle.
pub fn def<'a>(state: &'a State, ability: AbilityId) -> Option<&'a AbilityDef> {
    state.rules().abilities.get(ability)
}

/// The kind of an ability.
pub fn kind<'a>(state: &'a State, ability: AbilityId) -> Option<&'a KindRules> {
    let def = def(state, ability)?;
    state.rules().policies.abilities.kinds.get(&def.kind)
}

/// Refuses what an ability cannot do: under the rule of its kind, or the topic's where the kind names none.
pub(super) fn refuse<T>(
    state: &State,
    def: &AbilityDef,
    topic: Topic,
    reason: impl Into<Reason>,
) -> Result<T, Refusal> {
    let rules = state.rules();
    let kind = rules.policies.abilities.kinds.get(&def.kind);
    let named = kind.and_then(|kind| kind.rules.first());
    let rule = named.and_then(|rule| rules.compendium.id(rule));
    let mut refusal = refusal(state, topic, reason);
    refusal.rule = rule.or(refusal.rule);
    Err(refusal)
}

/// Refuses a target that an ability cannot have.
pub(super) fn unfit<T>(
    state: &State,
    def: &AbilityDef,
    reason: impl Into<Reason>,
) -> Result<T, Refusal> {
    refuse(state, def, Topic::AbilityTarget, reason)
}

/// Whether using an ability takes this of a body.
pub fn takes(state: &State, ability: AbilityId, what: AbilityComponent) -> bool {
    let own = def(state, ability).and_then(|def| def.components.as_deref());
    let usual = || kind(state, ability).map_or(&[][..], |kind| &kind.components);
    own.unwrap_or_else(usual).contains(&what)
}

/// Whether no condition keeps a combatant from the words and gestures that an ability takes.
pub fn can_express(state: &State, seat: Seat, ability: AbilityId) -> Result<(), Refusal> {
    if takes(state, ability, AbilityComponent::Voice) {
        let what = "you cannot speak";
        barred::check(state, seat, Flag::NoVoice, Topic::AbilityVoice, what)?;
    }
    if takes(state, ability, AbilityComponent::Hand) {
        // The rule of gestures, where there is one, names the states that bar them (SP-KIDO-04).
        let hand = Topic::AbilityHand;
        for flag in [Flag::NoGestures, Flag::Grappling] {
            let what = "your hands are not free for a gesture";
            if conditions::has(state, seat, flag) {
                return Err(match state.cite(hand) {
                    Some(_) => barred::under(state, seat, flag, hand, what),
                    None => barred::by(state, seat, flag, hand, what),
                });
            }
        }
    }
    Ok(())
}

/// Whether voice and hands are free for what an ability takes of them.
pub fn body_allows(state: &State, seat: Seat, ability: AbilityId) -> Result<(), Refusal> {
    can_express(state, seat, ability)?;
    let full = || grip::full_hands(state, seat) >= grip::HANDS;
    if takes(state, ability, AbilityComponent::Hand) && full() {
        let reason = "You need a free hand for a gesture.";
        return state.refuse(Topic::AbilityHand, reason);
    }
    Ok(())
}

/// The ability on whose uses this one draws: itself or another.
pub fn source(state: &State, ability: AbilityId) -> AbilityId {
    def(state, ability)
        .and_then(|def| state.rules().abilities.id(def.uses_of.as_ref()?))
        .unwrap_or(ability)
}

/// What a combatant knows of an ability: the uses left.
pub fn known(state: &State, seat: Seat, ability: AbilityId) -> Option<KnownAbility> {
    if let Some(thing) = thing(state, ability) {
        let (with_it, left) = (grip::has_with_it(state, seat, thing), None);
        return with_it.then_some(KnownAbility { ability, left });
    }
    let source = source(state, ability);
    let known = &state.get(seat).repertoire.known;
    known.iter().copied().find(|known| known.ability == source)
}

/// The thing that an ability is used with.
pub fn thing(state: &State, ability: AbilityId) -> Option<WeaponId> {
    let name = def(state, ability)?.item.as_ref()?;
    state.book.catalogue.weapons.id(name)
}

/// The level with which a combatant uses an ability: its own, or that of the item.
pub fn level(state: &State, seat: Seat, ability: AbilityId) -> i32 {
    if let Some(level) = def(state, ability).and_then(|def| def.at_level) {
        return i32::from(level);
    }
    checks::tally(state, seat, Stat::CasterLevel, &[]).total
}

/// What a save against this combatant's ability has to reach.
pub fn difficulty(state: &State, seat: Seat, ability: AbilityId) -> i32 {
    let Some(def) = def(state, ability) else {
        return 0;
    };
    let stated = def.save.and_then(|save| save.difficulty);
    stated.unwrap_or_else(|| {
        checks::tally(state, seat, Stat::AbilityDifficulty, &[]).total + i32::from(def.level)
    })
}

/// Whether a combatant is in a combatant's hold.
pub fn is_held(state: &State, seat: Seat) -> bool {
    conditions::has(state, seat, Flag::Grappling) || conditions::has(state, seat, Flag::Held)
}

/// Whether the combatant is of the kind that an ability affects.
pub fn suits(state: &State, seat: Seat, target: Seat, whom: Whom) -> bool {
    match whom {
        Whom::Anyone => true,
        Whom::Enemies => state.enemies(seat, target),
        Whom::Allies => !state.enemies(seat, target),
        Whom::Living => !dying::is_lifeless(state, target),
        Whom::Lifeless => dying::is_lifeless(state, target),
    }
}

/// The square or combatant that an area is laid at, whichever was chosen.
pub fn spot(state: &State, aim: &Aim) -> Option<crate::grid::Square> {
    match aim {
        Aim::Spot(square) => Some(*square),
        Aim::At(seat) => state.area(*seat).map(|area| area.anchor),
        _ => None,
    }
}

/// The ability whose work this one moves.
pub(crate) fn moved(state: &State, def: &AbilityDef) -> Option<AbilityId> {
    state.rules().abilities.id(def.moves.as_ref()?)
}

/// Where what an ability moves lies now; `None`: nowhere.
pub(crate) fn lies(state: &State, seat: Seat, def: &AbilityDef) -> Option<Area> {
    let ability = moved(state, def)?;
    let mut lying = state.repertoire[seat].lying.iter();
    let lying = lying.find(|lying| lying.ability == ability)?;
    lying.squares.first().map(|square| Area::single(*square))
}

/// Whether a successful save of this kind for half damage leaves a combatant unharmed (EP-SPLASH-02).
pub(crate) fn evades(state: &State, seat: Seat, stat: Stat) -> bool {
    let capabilities = &state.who(seat).capabilities;
    stat == Stat::Reflex && capabilities.contains(&Capability::Evasion)
}

/// Why nothing gets from one space to another: something hides it, or glass is before it (EP-COVER-12).
pub(super) fn in_the_way(state: &State, here: Area, there: Area) -> Result<(), Refusal> {
    let within = veils::is_within(state, there);
    let glass = !within && !cover::is_out_of_view(state, here, there);
    match state.cite(Topic::TotalCover).filter(|_| glass) {
        Some(_) => {
            let reason = "Something solid is in the way, though you see past it.";
            state.refuse(Topic::TotalCover, reason)
        }
        None => {
            let reason = "You have no line of sight: something is in the way.";
            state.refuse(Topic::LineOfSight, reason)
        }
    }
}
