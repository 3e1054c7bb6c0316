//! Coup de grace: finishing off the helpless.

use crate::combat::attack::is_immune;
use crate::combat::conditions::perception;
use crate::combat::contract::{Layer, Refusal, Seat};
use crate::combat::damage::resistance::Toughness;
use crate::combat::damage::{Harm, substance};
use crate::combat::state::powers;
use crate::combat::state::step::blow::Entry;
use crate::combat::state::{Acting, AttackMode, AttackOrder, Blow, DeclaredAction, Ending, State};
use crate::combat::threat::flanking;
use crate::combat::{attack, conditions, damage};
use crate::rules::manoeuvre::Finishing;
use crate::rules::{ArmourModel, DamageKind, Flag, Topic};

const TOPIC: Topic = Topic::CoupDeGrace;

/// The target must be helpless and have vital spots, and a weapon that can finish it must be ready
/// (CD-COUP-01, CD-COUP-03).
pub(crate) fn legal(state: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Finishing, reason);
    if !conditions::has(state, target, Flag::Helpless) {
        return refuse("You can deliver a coup de grace only to a helpless target.");
    }
    if is_immune(state, target) {
        let reason = "The target has no vital spots.";
        return state.refuse(Topic::FinishingImmunity, reason);
    }
    let rule = state.rules().policies.manoeuvres.coup_de_grace;
    if rule.is_beside() {
        super::common::adjacent(state, declared.seat, target, Topic::Finishing)?;
    }
    if let Some(order) = order(state, declared, target) {
        if !harms(state, &order) {
            return refuse("Nothing of that blow harms the target.");
        }
        return super::common::uncovered(state, declared.seat, target);
    }
    unready(state, declared)?;
    match rule {
        Finishing::Adjacent => refuse("You cannot strike the target with this weapon."),
        Finishing::MeleeReachOrBowBeside => refuse(
            "You need a melee weapon that reaches the target, or a bow or crossbow beside it.",
        ),
    }
}

/// Whether a blow does anything to its target, however hard it is: none that is not magic to those without a body
/// (EP-INC-01).
fn harms(state: &State, order: &AttackOrder) -> bool {
    const HARD: i32 = 10_000;
    let Some(mode) = state.mode(order) else {
        return false;
    };
    let natures = substance::of_attack(state, order.attacker, mode);
    let harms = |kind: &DamageKind| {
        let toughness = Toughness::of(state, order.target, (*kind, natures), false);
        toughness.passes(HARD) > 0
    };
    mode.kinds.is_empty() || mode.kinds.iter().any(harms)
}

/// Whether an attack could be made now with this mode, wherever its target is.
fn ready(state: &State, declared: &DeclaredAction, mode: usize) -> Result<(), Refusal> {
    let order = u8::try_from(mode).map(|mode| blow(declared, declared.seat, mode));
    match (order, state.get(declared.seat).modes.0.get(mode)) {
        (Ok(order), Some(mode)) => attack::legal::usable(state, &order, mode),
        _ => state.refuse(Topic::AttackRoll, "There is no such attack."),
    }
}

/// Why the chosen mode cannot strike now or, if none is chosen, why none can: what stands in the way of the first.
fn unready(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    if let Some(chosen) = declared.mode {
        return ready(state, declared, usize::from(chosen));
    }
    let modes = state.get(declared.seat).modes.0.len();
    let mut why = (0..modes).map(|mode| ready(state, declared, mode));
    match why.clone().any(|ready| ready.is_ok()) {
        true => Ok(()),
        false => why.next().unwrap_or_else(|| {
            let reason = "You need a weapon that is ready to strike.";
            state.refuse(Topic::WeaponHandling, reason)
        }),
    }
}

/// The blow at this target with this mode.
fn blow(declared: &DeclaredAction, target: Seat, mode: u8) -> AttackOrder {
    AttackOrder {
        manner: declared.manner,
        ..AttackOrder::plain(declared.seat, target, mode)
    }
}

/// Whether a mode can finish this target off from here.
fn finishes(state: &State, seat: Seat, mode: &AttackMode, target: Seat) -> bool {
    let (Some(here), Some(there)) = (state.area(seat), state.area(target)) else {
        return false;
    };
    match state.rules().policies.manoeuvres.coup_de_grace {
        Finishing::Adjacent => mode.ranged || mode.reach.min <= 1,
        Finishing::MeleeReachOrBowBeside if mode.ranged => {
            let weapons = &state.book.catalogue.weapons;
            let bow = mode.weapon.is_some_and(|weapon| weapons[weapon].bow);
            bow && (here.is_adjacent(there) || here.overlaps(there))
        }
        Finishing::MeleeReachOrBowBeside => {
            let metric = state.rules().policies.threat.reach;
            mode.reaches(here, there, metric)
        }
    }
}

/// The blow with the chosen mode, or else with the first that can finish the target off.
fn order(state: &State, declared: &DeclaredAction, target: Seat) -> Option<AttackOrder> {
    let modes = &state.get(declared.seat).modes.0;
    let fit = |(index, mode): &(usize, &AttackMode)| {
        let chosen = declared.mode.is_none_or(|one| usize::from(one) == *index);
        chosen
            && ready(state, declared, *index).is_ok()
            && finishes(state, declared.seat, mode, target)
    };
    let (index, _) = modes.iter().enumerate().find(fit)?;
    Some(blow(declared, target, u8::try_from(index).ok()?))
}

/// A combatant that is not seen at all has to be found first, where the rules say so: that is all of
/// this action, and the blow is for the next turn.
fn finds(battle: &mut Acting, seat: Seat, target: Seat) -> bool {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let found = rules.policies.attack.finding.as_deref();
    let Some(found) = found.and_then(|name| rules.condition(name)) else {
        return false;
    };
    let (Some(from), Some(to)) = (battle.area(seat), battle.area(target)) else {
        return false;
    };
    if perception::sees(battle, seat, from, target, to) {
        return false;
    }
    let known = battle.conditions(target).iter();
    if known
        .clone()
        .any(|c| c.condition == found && c.by == Some(seat))
    {
        conditions::end_by(battle, target, Some(found), seat);
        return false;
    }
    conditions::begin_until(
        battle,
        target,
        found,
        Ending::EndOfNextTurn(seat),
        Some(seat),
    );
    true
}

/// Strikes without a roll: a critical hit at a bare spot. Hide still counts.
pub(crate) fn strike(battle: &mut Acting, declared: &DeclaredAction, target: Seat) {
    if finds(battle, declared.seat, target) {
        return;
    }
    let Some(order) = order(battle, declared, target) else {
        return;
    };
    let Some(mode) = battle.mode(&order) else {
        return;
    };
    let bodily = !mode.ranged && (mode.natural || mode.unarmed);
    let ranged = mode.ranged;
    let policies = &battle.rules().policies;
    let layered = matches!(policies.damage.armour, ArmourModel::Coverage(_));
    let kind = damage::kind_of(mode);
    let bare = !layered || !is_weapon(kind);
    let blow = Blow {
        target,
        by: Some(declared.seat),
        amount: 0,
        kind,
        also: Vec::new(),
        unresisted: false,
        natures: damage::substance::of_attack(battle, declared.seat, mode),
        nonlethal: damage::is_nonlethal(battle, mode, declared.manner),
        material: Some(mode.material),
        carries: mode.carries,
        entry: Entry::Struck(if bare {
            Layer::Body
        } else {
            Layer::NaturalArmour
        }),
        finishing: true,
        from: None,
        cause: None,
    };
    let attacker = declared.seat;
    let flanks = (battle.area(attacker))
        .is_some_and(|from| flanking::flanks(battle, attacker, from, target, mode.ranged));
    // Precision needs a clear view (EP-CONC-03, EP-PHAS-01).
    let clear = battle
        .area(attacker)
        .is_none_or(|from| attack::concealment::number(battle, attacker, from, target) == 0)
        && !attack::concealment::is_eluded(battle, (attacker, target), order.mode);
    let sneak = match clear {
        true => attack::sneak_dice(battle, &order, flanks),
        false => 0,
    };
    attack::resolve::hit(battle, (attacker, target), true, &[TOPIC]);
    let Some(mode) = battle.mode(&order) else {
        return;
    };
    let harm = Harm::of_hit(battle, &order, mode, true, sneak);
    if !ranged {
        attack::spent::engage(battle, attacker, target);
        (battle.on.may_follow)(battle, &order);
    }
    if bodily && powers::blows_carry_touch(battle, attacker) {
        (battle.on.touches)(battle, attacker, Some(target));
    }
    let amount = damage::roll(battle, &order, target, harm);
    let also = damage::roll_also(battle, &order, target, harm);
    let blow = Blow {
        amount,
        also,
        ..blow
    };
    battle.push(blow);
}

fn is_weapon(kind: DamageKind) -> bool {
    matches!(
        kind,
        DamageKind::Slashing | DamageKind::Piercing | DamageKind::Bludgeoning
    )
}
