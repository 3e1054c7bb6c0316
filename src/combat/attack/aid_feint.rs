//! Aid another and feint: what improves the chance of an attack.

use crate::combat::attack::{Situation, refusal};
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, Refusal, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::manoeuvre::grapple;
use crate::combat::state::chapters::Striking;
use crate::combat::state::combatant::{ActiveCondition, Ending};
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::combat::{attack, checks, conditions, threat};
use crate::dice::Purpose;
use crate::rules::{
    Ability, ActionId, Capability, Modifier, ModifierKind, Procedure, Stat, Tally, Topic,
};

/// What feints at creatures that are not human lose, and at dumb animals.
const INHUMAN: i32 = -4;
const ANIMAL: i32 = -8;
/// Highest Intelligence of a dumb animal.
const ANIMAL_WIT: i32 = 2;

fn target(declared: &DeclaredAction) -> Option<Seat> {
    match declared.aim {
        Aim::At(target) => Some(target),
        _ => None,
    }
}

fn procedure<'a>(state: &'a State, action: ActionId) -> Option<&'a Procedure> {
    state.rules().actions.get(action).map(|def| &def.procedure)
}

/// Whether this help or feint is possible.
pub fn legal(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let topic = topic(state, declared.action);
    let refuse = |reason: &str| Err(refusal(state, topic, reason));
    let Some(foe) = target(declared).filter(|foe| conditions::present(state, *foe)) else {
        return refuse("Choose an enemy.");
    };
    if !state.enemies(declared.seat, foe) {
        return refuse("You can do this only to an enemy.");
    }
    if topic != Topic::Feint {
        if order(state, declared, foe).is_none() {
            return refuse("You can distract only an enemy within your melee reach.");
        }
        if friends(state, declared, foe).is_empty() {
            let reason = match topic {
                Topic::AidGrapple => "None of your allies grapples this enemy.",
                _ => "None of your allies is in melee with this enemy.",
            };
            return refuse(reason);
        }
        return Ok(());
    }
    let mind = state.who(foe);
    if mind.abilities.score(Ability::Intelligence) <= 0
        || mind.capabilities.contains(&Capability::Lifeless)
    {
        return refuse("You cannot feint against a mindless target.");
    }
    if state.area(declared.seat).is_none_or(|here| {
        let there = state.area(foe);
        there.is_none_or(|there| {
            crate::combat::attack::concealment::is_total(state, foe, there, declared.seat, here)
        })
    }) {
        return refuse("You cannot feint: the target does not see you.");
    }
    Ok(())
}

/// The rule that a help or a feint rests on.
fn topic(state: &State, action: ActionId) -> Topic {
    match procedure(state, action) {
        Some(Procedure::Aid { grapple: true, .. }) => Topic::AidGrapple,
        Some(Procedure::Aid { .. }) => Topic::AidAnother,
        _ => Topic::Feint,
    }
}

/// Friends that can be helped against an enemy: those in melee with it, where one threatens the other
/// or both grapple, or only those who grapple it.
fn friends(state: &State, declared: &DeclaredAction, foe: Seat) -> Vec<Seat> {
    let seat = declared.seat;
    let side = state.who(seat).side;
    let locked = grapple::opponents(state, foe);
    let only = topic(state, declared.action) == Topic::AidGrapple;
    let fights = |f: Seat| threat::threatens(state, f, foe) || threat::threatens(state, foe, f);
    state
        .all()
        .filter(|f| *f != seat && state.who(*f).side == side && conditions::able(state, *f))
        .filter(|f| locked.contains(f) || !only && fights(*f))
        .collect()
}

/// The attack roll of an aid: with the chosen form, or the first that threatens the enemy.
fn order(state: &State, declared: &DeclaredAction, foe: Seat) -> Option<AttackOrder> {
    let area = state.area(foe)?;
    let forms = threat::forms_reaching(state, declared.seat, area);
    let fits = |form: &u8| {
        let order = AttackOrder::plain(declared.seat, foe, *form);
        attack::legal(state, &order, None).is_ok()
    };
    let chosen = declared
        .form
        .filter(|form| forms.contains(form) && fits(form));
    let form = chosen.or_else(|| forms.iter().copied().find(fits))?;
    Some(AttackOrder::plain(declared.seat, foe, form))
}

/// Resolves an aid or a feint.
pub fn begin(battle: &mut Access<Striking>, declared: &DeclaredAction) {
    if legal(battle, declared).is_err() {
        return;
    }
    let Some(foe) = target(declared) else { return };
    let rules = std::sync::Arc::clone(&battle.book.rules);
    match rules.actions.get(declared.action).map(|def| &def.procedure) {
        Some(Procedure::Aid { against, .. }) => aid(battle, declared, foe, *against),
        Some(Procedure::Feint { condition }) => feint(battle, declared.seat, foe, condition),
        _ => {}
    }
}

/// The attack roll against a fixed number that distracts an enemy.
fn distraction(
    state: &State,
    declared: &DeclaredAction,
    foe: Seat,
    against: i32,
) -> Option<DifficultyCheck> {
    let situation = Situation::of(state, &order(state, declared, foe)?, None)?;
    Some(DifficultyCheck {
        seat: declared.seat,
        purpose: Purpose::Attack,
        bonus: situation.attack,
        edge: situation.edge,
        against,
    })
}

fn aid(battle: &mut Access<Striking>, declared: &DeclaredAction, foe: Seat, against: i32) {
    let Some(check) = distraction(battle, declared, foe, against) else {
        return;
    };
    let topic = topic(battle, declared.action);
    if !check.succeeds(&mut battle.lend(), &[topic]) {
        return;
    }
    let seat = declared.seat;
    let friends = friends(battle, declared, foe);
    match friends[..] {
        [] => {}
        [only] => help(battle, seat, declared.action, foe, only),
        _ => battle.ask(Request::Help {
            seat,
            foe,
            friends,
            action: declared.action,
        }),
    }
}

/// A friend gets what the help is for, until the helper's next turn.
pub fn help(battle: &mut Access<Striking>, seat: Seat, action: ActionId, foe: Seat, friend: Seat) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(Procedure::Aid { condition, .. }) = rules.actions.get(action).map(|d| &d.procedure)
    else {
        return;
    };
    impose(
        battle,
        friend,
        condition,
        Ending::StartOfTurn(seat),
        seat,
        foe,
    );
}

fn impose(
    battle: &mut Access<Striking>,
    bearer: Seat,
    name: &str,
    ends: Ending,
    by: Seat,
    about: Seat,
) {
    let Some(condition) = battle.rules().condition(name) else {
        return;
    };
    let active = ActiveCondition {
        condition,
        ends,
        by: Some(by),
        amount: 0,
        about: Some(about),
        since: 0,
    };
    conditions::impose(&mut battle.lend(), bearer, active);
}

/// The two sides of a feint.
fn checks(state: &State, seat: Seat, foe: Seat) -> (Tally, Tally) {
    let who = state.who(foe);
    let penalty = if who.abilities.score(Ability::Intelligence) <= ANIMAL_WIT {
        ANIMAL
    } else if who.capabilities.contains(&Capability::Inhuman) {
        INHUMAN
    } else {
        0
    };
    let strange: Vec<Modifier> = (penalty != 0)
        .then(|| attack::modifier(state, Topic::Feint, ModifierKind::Untyped, penalty))
        .into_iter()
        .collect();
    (
        checks::tally(state, seat, Stat::Bluff, &strange),
        checks::tally(state, foe, Stat::SenseMotive, &[]),
    )
}

fn feint(battle: &mut Access<Striking>, seat: Seat, foe: Seat, name: &str) {
    let (bluff, sense_motive) = checks(battle, seat, foe);
    let purpose = Purpose::OpposedCheck;
    let edge = crate::rules::check::Edge::None;
    let check = checks::d20(&mut battle.lend(), seat, purpose, bluff, edge);
    let answer = checks::d20(&mut battle.lend(), foe, purpose, sense_motive, edge);
    let won = check.total() > answer.total();
    battle.emit(
        &[Topic::Feint],
        EventKind::Contest {
            seat,
            check,
            against: foe,
            answer,
            won,
        },
    );
    if won {
        impose(battle, foe, name, Ending::EndOfNextTurn(seat), seat, seat);
    }
}

/// The chance that an aid or a feint succeeds.
pub fn chance(state: &State, declared: &DeclaredAction) -> Option<f64> {
    legal(state, declared).ok()?;
    let foe = target(declared)?;
    match procedure(state, declared.action)? {
        Procedure::Aid { against, .. } => {
            Some(distraction(state, declared, foe, *against)?.chance())
        }
        Procedure::Feint { .. } => {
            let (bluff, sense_motive) = checks(state, declared.seat, foe);
            let wins = |a: i32| {
                (1..=20)
                    .filter(|b| a + bluff.total > b + sense_motive.total)
                    .count()
            };
            Some((1..=20).map(wins).sum::<usize>() as f64 / 400.0)
        }
        _ => None,
    }
}
