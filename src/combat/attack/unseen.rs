//! Striking at a square in which an unseen combatant may be.
//!
//! A combatant that names an unseen enemy names its square. A combatant that names a square in which no
//! combatant is misses without any roll (CD-CONC-05), unless squares have to be found (EP-INVIS-08).

use crate::combat::attack::{cover, full_attack, spent};
use crate::combat::conditions::{knowledge, perception, planes};
use crate::combat::contract::{Aim, EventKind, Refusal, Seat};
use crate::combat::damage::substance;
use crate::combat::state::{Acting, AttackOrder, DeclaredAction, Mark, State};
use crate::combat::{attack, conditions};
use crate::dice::Purpose;
use crate::grid::{Area, Square, distance};
use crate::rules::{Modifier, Topic};

/// Whether a blow can be struck at this square.
pub fn legal(state: &State, seat: Seat, mode: Option<u8>, path: &[Square]) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::UnseenSquare, reason);
    let (Some(index), &[square]) = (mode, path) else {
        return refuse("Choose an attack and one square.");
    };
    let (Some(from), Some(mode)) = (
        state.area(seat),
        state.get(seat).modes.0.get(usize::from(index)),
    ) else {
        return refuse("There is no such attack.");
    };
    let order = AttackOrder::plain(seat, seat, index);
    attack::legal::usable(state, &order, mode)?;
    let to = Area::single(square);
    let policies = &state.rules().policies;
    if !state.field.dimensions.contains(square) {
        return refuse("You cannot strike at that square.");
    }
    let reached = if mode.ranged {
        distance(from, to, policies.movement.diagonals)
            <= attack::range(policies.attack.range, mode)
    } else {
        mode.reaches(from, to, policies.threat.reach)
    };
    if !reached {
        return refuse("That square is out of your reach.");
    }
    if !cover::line(state, from, to) {
        return refuse("Something is in the way of that square.");
    }
    let target = occupant(state, (seat, Some(index)), square);
    if state.field.blocks_effect.contains(square) {
        // Who strikes out of something solid can be struck in it, by those who know where it is (EP-INC-05).
        let side = state.who(seat).side;
        return match target.filter(|&other| !knowledge::is_unknown(state, side, other)) {
            Some(target) => attack::legal(state, &at_square((seat, index), target, square), None),
            None => refuse("That square is solid, and you know of no creature in it."),
        };
    }
    const SEEN: &str = "You can see the creature in that square: attack it directly.";
    // One that has to be found may share the square of a friend, or of the striker itself.
    let found = state.rules().hides_unseen_squares();
    match target {
        Some(target) if sees(state, seat, target) => refuse(SEEN),
        Some(target) => attack::legal(state, &at_square((seat, index), target, square), None),
        None if found => Ok(()),
        None if from.contains(square) => refuse("You cannot strike at that square."),
        None if occupants(state, (seat, Some(index)), square).is_empty() => Ok(()),
        None => refuse(SEEN),
    }
}

/// The same of the next attack of a full attack.
pub fn legal_next(
    state: &State,
    declared: &DeclaredAction,
    path: &[Square],
) -> Result<(), Refusal> {
    let Some((mode, _)) = full_attack::next(state, declared) else {
        let reason = "You have no further attack this turn.";
        return state.refuse(Topic::FullAttack, reason);
    };
    if declared.mode.is_some_and(|chosen| chosen != mode) {
        let reason = "You have to make your next attack with another weapon.";
        return state.refuse(Topic::FullAttack, reason);
    }
    legal(state, declared.seat, Some(mode), path)
}

/// A blow at the square in which the target is.
fn at_square((seat, mode): (Seat, u8), target: Seat, square: Square) -> AttackOrder {
    AttackOrder {
        at_square: Some(square),
        ..AttackOrder::plain(seat, target, mode)
    }
}

/// Whom a blow at a square is meant for: one that its striker does not see, an enemy before others, or else an
/// enemy in sight.
fn occupant(state: &State, (seat, mode): (Seat, Option<u8>), square: Square) -> Option<Seat> {
    let rank = |&other: &Seat| (sees(state, seat, other), !state.enemies(seat, other));
    let others = occupants(state, (seat, mode), square).into_iter();
    let meant = others.filter(|other| rank(other) != (true, true));
    meant.min_by_key(rank)
}

fn sees(state: &State, seat: Seat, other: Seat) -> bool {
    let places = state.area(seat).zip(state.area(other));
    places.is_some_and(|(from, to)| perception::sees(state, seat, from, other, to))
}

/// The others in a square, seen or not, unless they are forgotten or on a plane that this attack does not reach.
fn occupants(state: &State, (seat, mode): (Seat, Option<u8>), square: Square) -> Vec<Seat> {
    let mode = mode.and_then(|mode| state.get(seat).modes.0.get(usize::from(mode)));
    let crosses = mode.is_some_and(|mode| substance::strikes_across_planes(state, seat, mode));
    let is_in = |other: &Seat| {
        let there = state.area(*other).is_some_and(|area| area.contains(square));
        *other != seat
            && there
            && conditions::present(state, *other)
            && planes::reaches(state, seat, *other, crosses)
            && !perception::forgets(state, seat, *other)
    };
    state.all().filter(is_in).collect()
}

/// Whether a blow at a square meets no combatant.
pub fn is_empty(state: &State, declared: &DeclaredAction) -> bool {
    match &declared.aim {
        Aim::Along(path) => !path
            .iter()
            .any(|at| occupant(state, (declared.seat, declared.mode), *at).is_some()),
        _ => false,
    }
}

/// The square of a blow that goes by a combatant of whom the striker's side knows nothing. Its roll is not told, as
/// that would name who is there (EP-INVIS-08).
pub(super) fn gone_by(state: &State, order: &AttackOrder) -> Option<Square> {
    let found = state.rules().hides_unseen_squares();
    let side = state.who(order.attacker).side;
    let unknown = found && knowledge::is_unknown(state, side, order.target);
    order.at_square.filter(|_| unknown)
}

/// Strikes.
pub fn begin(battle: &mut Acting, declared: &DeclaredAction) {
    let (Aim::Along(path), Some(mode)) = (&declared.aim, declared.mode) else {
        return;
    };
    let &[at] = path.as_slice() else {
        return;
    };
    strike(battle, declared.seat, (mode, Vec::new()), at);
}

/// Strikes with the next attack of a full attack.
pub fn begin_next(battle: &mut Acting, declared: &DeclaredAction) {
    let (Aim::Along(path), Some(next)) = (&declared.aim, full_attack::next(battle, declared))
    else {
        return;
    };
    let &[at] = path.as_slice() else {
        return;
    };
    full_attack::take(battle, declared);
    strike(battle, declared.seat, next, at);
}

fn strike(battle: &mut Acting, seat: Seat, (mode, extra): (u8, Vec<Modifier>), at: Square) {
    battle.budget_mut(seat).mark(Mark::Attacked);
    match occupant(battle, (seat, Some(mode)), at) {
        Some(target) => {
            let order = AttackOrder {
                extra,
                ..at_square((seat, mode), target, at)
            };
            attack::begin(battle, order);
        }
        None => {
            conditions::end_by_attack(battle, seat);
            spent::weapon_at(battle, seat, mode, at);
            let rule = battle.rules().policies.attack.concealment;
            let told = !battle.rules().hides_unseen_squares() || {
                let die = battle.roll(seat, Purpose::Attack, 20);
                die.rolled > u32::from(rule.total)
            };
            let nothing = EventKind::StruckAtNothing { seat, at, told };
            battle.emit(&[Topic::UnseenSquare], nothing);
        }
    }
}
