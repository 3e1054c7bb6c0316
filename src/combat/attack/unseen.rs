//! Striking at a square in which an unseen combatant may be.
//!
//! A combatant that names an unseen enemy names its square. A combatant that names a square in which no
//! combatant is misses without any roll (CD-CONC-05), unless squares have to be found (EP-INVIS-08).

use crate::combat::attack::{cover, spent};
use crate::combat::conditions::{perception, planes};
use crate::combat::contract::{Aim, EventKind, Refusal, Seat};
use crate::combat::damage::substance;
use crate::combat::state::{Access, AttackOrder, DeclaredAction, State, Striking};
use crate::combat::{attack, conditions};
use crate::dice::Purpose;
use crate::grid::{Area, Square, distance, within_reach};
use crate::rules::{Topic, UnseenSquares};

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
    if from.contains(square) || !state.field.dimensions.contains(square) {
        return refuse("You cannot strike at that square.");
    }
    let reached = if mode.ranged {
        distance(from, to, policies.movement.diagonals)
            <= attack::range(policies.attack.range, mode)
    } else {
        within_reach(from, to, mode.reach, policies.threat.reach)
    };
    if !reached {
        return refuse("That square is out of your reach.");
    }
    if state.field.blocks_effect.contains(square) {
        return refuse("No creature can be in that square.");
    }
    if !cover::line(state, from, to) {
        return refuse("Something is in the way of that square.");
    }
    match occupant(state, (seat, Some(index)), square) {
        Some((other, area)) if perception::sees(state, seat, from, other, area) => {
            refuse("You can see the creature in that square: attack it directly.")
        }
        Some((target, _)) => attack::legal(state, &at_square(seat, target, index), None),
        None => Ok(()),
    }
}

/// A blow at the square in which the target is.
fn at_square(seat: Seat, target: Seat, mode: u8) -> AttackOrder {
    AttackOrder {
        at_square: true,
        ..AttackOrder::plain(seat, target, mode)
    }
}

/// Who is in a square, seen or not, unless it is forgotten or on a plane that this attack does not reach.
fn occupant(
    state: &State,
    (seat, mode): (Seat, Option<u8>),
    square: Square,
) -> Option<(Seat, Area)> {
    let mode = mode.and_then(|mode| state.get(seat).modes.0.get(usize::from(mode)));
    let crosses = mode.is_some_and(|mode| substance::strikes_across_planes(state, seat, mode));
    let mut others = state.all().filter(|&other| other != seat);
    others.find_map(|other| {
        let area = state.area(other)?;
        let there = area.contains(square)
            && conditions::present(state, other)
            && planes::reaches(state, seat, other, crosses);
        (there && !perception::forgets(state, seat, other)).then_some((other, area))
    })
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

/// Strikes.
pub fn begin(battle: &mut Access<Striking>, declared: &DeclaredAction) {
    let (Aim::Along(path), Some(mode)) = (&declared.aim, declared.mode) else {
        return;
    };
    let &[at] = path.as_slice() else {
        return;
    };
    let seat = declared.seat;
    battle.budget_mut(seat).attacked = true;
    match occupant(battle, (seat, Some(mode)), at) {
        Some((target, _)) => attack::begin(&mut battle.lend(), at_square(seat, target, mode)),
        None => {
            spent::weapon_at(&mut battle.lend(), seat, mode, at);
            let rule = battle.rules().policies.attack.concealment;
            let told = rule.squares == UnseenSquares::Known || {
                let die = battle.roll(seat, Purpose::Attack, 20);
                die.rolled > u32::from(rule.total)
            };
            let nothing = EventKind::StruckAtNothing { seat, at, told };
            battle.emit(&[Topic::UnseenSquare], nothing);
        }
    }
}
