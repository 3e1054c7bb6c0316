//! Keeping an enemy busy for an ally: the attack roll for it, and which allies it can help.

use crate::combat::attack::Situation;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions::holds;
use crate::combat::contract::Seat;
use crate::combat::state::{AttackOrder, DeclaredAction, State};
use crate::combat::{attack, conditions, threat};
use crate::dice::Purpose;
use crate::rules::Circle;

/// Allies that can be helped against an enemy: all who can act, those in melee with it, where one
/// threatens the other or both grapple, or only those who grapple it.
pub(crate) fn allies(state: &State, seat: Seat, circle: Circle, enemy: Seat) -> Vec<Seat> {
    let side = state.who(seat).side;
    let locked = holds::opponents(state, enemy);
    let fights = |f: Seat| match circle {
        Circle::Anywhere => true,
        Circle::InMelee => threat::threatens(state, f, enemy) || threat::threatens(state, enemy, f),
        Circle::InGrapple => false,
    };
    state
        .all()
        .filter(|f| *f != seat && state.who(*f).side == side && conditions::able(state, *f))
        .filter(|f| locked.contains(f) || fights(*f))
        .collect()
}

/// Why nobody can be helped.
pub(crate) fn no_candidate(circle: Circle) -> &'static str {
    match circle {
        Circle::InGrapple => "None of your allies grapples this enemy.",
        Circle::Anywhere => "None of your allies can act.",
        Circle::InMelee => "None of your allies is in melee with this enemy.",
    }
}

/// The attack that keeps an enemy busy: with the chosen mode, or the first that threatens it.
pub(crate) fn order(state: &State, declared: &DeclaredAction, enemy: Seat) -> Option<AttackOrder> {
    let area = state.area(enemy)?;
    let modes = threat::modes_reaching(state, declared.seat, area);
    let fits = |mode: &u8| {
        let order = AttackOrder::plain(declared.seat, enemy, *mode);
        attack::legal(state, &order, None).is_ok()
    };
    let chosen = declared
        .mode
        .filter(|mode| modes.contains(mode) && fits(mode));
    let mode = chosen.or_else(|| modes.iter().copied().find(fits))?;
    Some(AttackOrder::plain(declared.seat, enemy, mode))
}

/// The attack roll that distracts an enemy: against a fixed number or, where it touches, against the enemy's defence
/// and that number. What natural results mean is what they mean in any such attack.
pub(crate) fn distraction(
    state: &State,
    declared: &DeclaredAction,
    enemy: Seat,
    (number, touches): (i32, bool),
) -> Option<DifficultyCheck> {
    let order = order(state, declared, enemy)?;
    let (situation, against) = if touches {
        let situation = Situation::of_touch(state, &order)?;
        let against = situation.defence.total.saturating_add(number);
        (situation, against)
    } else {
        (Situation::of(state, &order, None)?, number)
    };
    Some(DifficultyCheck {
        seat: declared.seat,
        purpose: Purpose::Attack,
        bonus: situation.attack,
        edge: situation.edge,
        against,
        fails_to: situation.bands.misses_to,
        succeeds_from: situation.bands.certain_from,
        twenty_adds: 0,
    })
}
