//! Sunder: strikes at what a combatant holds or wears.

use crate::combat::attack::Situation;
use crate::combat::checks::bonus::RollBonus;
use crate::combat::checks::contest::{Answer, Contest};
use crate::combat::contract::{Aim, HeldItem, Layer, Refusal, Seat};
use crate::combat::damage::{Harm, layers};
use crate::combat::equipment::grip;
use crate::combat::manoeuvre::contest::first_attack;
use crate::combat::state::{Acting, AttackMode, AttackOrder, DeclaredAction, State};
use crate::combat::{attack, checks, damage};
use crate::rules::{DamageKind, Edge, Stat, SunderRules, Topic};

/// A melee weapon of a kind that harms things, not too small for what it strikes.
pub(crate) fn legal(state: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    let Some(order) = super::common::touch_order(state, declared, target) else {
        let reason = "You need a melee attack to strike with.";
        return state.refuse(Topic::Sunder, reason);
    };
    let rules = &state.rules().policies.manoeuvres.sunder;
    let Some(thing) = thing(state, &declared.aim, target) else {
        let reason = match rules.helmets {
            true => "The target has no such weapon, shield or helmet.",
            false => "The target has no weapon or shield in its hands.",
        };
        return state.refuse(Topic::Sunder, reason);
    };
    let mode = state.mode(&order);
    if mode.is_none_or(|mode| kind(rules, mode, &order).is_none()) {
        let kinds: Vec<&str> = rules.kinds.iter().map(|kind| kind.label()).collect();
        let reason = format!("You need a {} weapon.", kinds.join(" or "));
        return state.refuse(Topic::Sunder, reason);
    }
    let striking = mode
        .and_then(|mode| mode.weapon)
        .map_or(state.who(declared.seat).size, |weapon| {
            grip::size(state, HeldItem::Weapon(weapon), declared.seat)
        });
    let smaller = grip::size(state, thing, target).steps_above(striking);
    if let Some(most) = rules.smaller_at_most.filter(|most| smaller > *most) {
        let sizes = if most == 1 { "size" } else { "sizes" };
        let reason = format!(
            "Your weapon is too small: it may be at most {most} {sizes} smaller than what it strikes."
        );
        return state.refuse(Topic::SunderSize, reason);
    }
    attack::legal(state, &order, None)
}

/// What is to be struck: the thing named, or the first weapon, or the shield, or the helmet.
fn thing(state: &State, aim: &Aim, target: Seat) -> Option<HeldItem> {
    let hands = state.get(target).hands;
    let shield = grip::holds_shield(state, target).then_some(HeldItem::Shield);
    let helmets = state.rules().policies.manoeuvres.sunder.helmets;
    let helmet = layers::item(state, target, Layer::Helmet).filter(|_| helmets);
    let helmet = helmet.map(|_| HeldItem::Helmet);
    match aim {
        Aim::Held(_, HeldItem::Shield) => shield,
        Aim::Held(_, HeldItem::Helmet) => helmet,
        Aim::Held(_, thing @ HeldItem::Weapon(named)) => hands.holds(*named).then_some(*thing),
        _ => {
            let weapon = hands.in_hand().next().map(HeldItem::Weapon);
            weapon.or(shield).or(helmet)
        }
    }
}

/// The kind of damage that such a strike does with this mode.
fn kind(rules: &SunderRules, mode: &AttackMode, order: &AttackOrder) -> Option<DamageKind> {
    let fits = |kind: &DamageKind| rules.kinds.is_empty() || rules.kinds.contains(kind);
    match order.manner.kind {
        Some(kind) => mode.kinds.contains(&kind).then_some(kind).filter(fits),
        None => mode.kinds.iter().copied().find(fits),
    }
}

/// Attack roll against attack roll; the combatant that wins has struck true or held it out of the way.
pub(crate) fn attempt(battle: &mut Acting, declared: &DeclaredAction, target: Seat) {
    let Some(mut order) = super::common::touch_order(battle, declared, target) else {
        return;
    };
    let Some(thing) = thing(battle, &declared.aim, target) else {
        return;
    };
    let Some(contest) = contest(battle, &order, thing) else {
        return;
    };
    let struck = contest.roll(battle, Topic::SunderRoll);
    super::common::use_up(battle, declared.seat, target);
    if struck.is_none() {
        return;
    }
    let rules = &battle.rules().policies.manoeuvres.sunder;
    let wears = rules.wears;
    order.manner.kind = battle
        .mode(&order)
        .and_then(|mode| kind(rules, mode, &order));
    let amount = damage::roll(battle, &order, target, Harm::ONCE);
    let Some(mode) = battle.mode(&order).filter(|_| wears.is_as_worn()) else {
        let why = Topic::SunderDamage;
        return grip::strike(battle, target, thing, amount, why);
    };
    let blow = (amount, damage::kind_in(mode, order.manner), mode.material);
    damage::strike_thing(battle, target, thing, blow);
}

/// The opposed attack rolls: no size, no hands count here.
fn contest(state: &State, order: &AttackOrder, thing: HeldItem) -> Option<Contest> {
    let (seat, target) = (order.attacker, order.target);
    let second = match thing {
        HeldItem::Weapon(weapon) => {
            let held = grip::mode_with(state, target, weapon).map_or(0, |(i, _)| i);
            Some(AttackOrder::plain(target, seat, held))
        }
        HeldItem::Shield | HeldItem::Helmet => first_attack(state, target, seat),
    };
    let bonus = Situation::of(state, order, None)?;
    let answer = second.and_then(|second| Situation::of(state, &second, None));
    // A combatant that has no weapon to answer with moves the thing itself.
    let answer = answer.map_or_else(
        || {
            let own = checks::tally(state, target, Stat::MeleeAttack, &[]);
            Answer::Roll(RollBonus::of(state, target, own), Edge::None)
        },
        |situation| Answer::Roll(situation.attack, situation.edge),
    );
    Some(Contest {
        first: seat,
        second: target,
        bonus: bonus.attack,
        edge: bonus.edge,
        answer,
        tie: state.rules().policies.manoeuvres.sunder.ties,
        twenty_adds: 0,
        unseats: false,
    })
}

/// The chance to land the blow.
pub(crate) fn odds(state: &State, declared: &DeclaredAction, target: Seat) -> Option<f64> {
    let thing = thing(state, &declared.aim, target)?;
    let order = super::common::touch_order(state, declared, target)?;
    Some(contest(state, &order, thing)?.chance())
}
