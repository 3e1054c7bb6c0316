//! What an ability covers, and whom it affects there.

use crate::combat::ability::asking::suits;
use crate::combat::ability::{def, lob, spot};
use crate::combat::attack::cover;
use crate::combat::conditions;
use crate::combat::conditions::{perception, planes};
use crate::combat::contract::{Aim, Seat};
use crate::combat::damage::substance;
use crate::combat::state::State;
use crate::grid::{Area, Diagonals, Dimensions, SquareSet, template};
use crate::rules::{AbilityDef, AbilityId, Target, Targeting};

/// The squares that an ability covers when aimed like this, as far as walls let it; empty for what
/// is aimed at a combatant.
pub fn squares(state: &State, seat: Seat, ability: AbilityId, aim: &Aim) -> SquareSet {
    let dims: Dimensions = state.field.dimensions;
    let diagonals: Diagonals = state.rules().policies.movement.diagonals;
    let nothing = || SquareSet::new(dims);
    let (Some(def), Some(here)) = (def(state, ability), state.area(seat)) else {
        return nothing();
    };
    let blocks = state.field.effect();
    let open = |set: SquareSet| {
        let seen = set
            .iter()
            .filter(|square| cover::line(state, here, Area::single(*square)));
        SquareSet::from_squares(dims, seen)
    };
    match (def.target, spot(state, aim)) {
        (
            Target::Burst {
                radius,
                spreads: true,
                ..
            },
            Some(corner),
        ) => template::spread(corner, radius, diagonals, blocks),
        (Target::Burst { radius, .. }, Some(corner)) => {
            let point = template::corner(corner);
            let set = template::burst(corner, radius, diagonals, dims);
            let seen = set
                .iter()
                .filter(|square| template::reaches(point, *square, blocks));
            SquareSet::from_squares(dims, seen)
        }
        (Target::Cone { length, .. }, Some(towards)) => {
            open(template::cone(here, towards, length, diagonals, dims))
        }
        (Target::Line { length, .. }, Some(towards)) => {
            template::line(here, towards, length, diagonals, blocks)
        }
        (Target::Lob { .. }, _) => match lob::goal(state, seat, aim) {
            Some(goal) => SquareSet::from_squares(dims, dims.squares_near(goal, goal, 1)),
            None => nothing(),
        },
        (Target::Around { radius, .. }, _) => {
            let mut set = template::around(here, radius, diagonals, dims);
            for own in here.squares() {
                set.remove(own);
            }
            open(set)
        }
        (Target::Burst { .. } | Target::Cone { .. } | Target::Line { .. }, None) => nothing(),
        (
            Target::User
            | Target::One { .. }
            | Target::Touch { .. }
            | Target::Company { .. }
            | Target::Several { .. }
            | Target::Wounded { .. },
            _,
        ) => nothing(),
    }
}

/// Whom an ability affects when aimed like this, by seat.
pub fn targets(state: &State, seat: Seat, ability: AbilityId, aim: &Aim) -> Vec<Seat> {
    let Some(def) = def(state, ability) else {
        return Vec::new();
    };
    chosen(state, (seat, def), aim).unwrap_or_else(|| {
        let squares = squares(state, seat, ability, aim);
        within(state, (seat, def), &squares)
    })
}

/// Both: the squares that an ability covers when aimed like this, and whom it affects.
pub fn covers(state: &State, seat: Seat, ability: AbilityId, aim: &Aim) -> (SquareSet, Vec<Seat>) {
    let squares = squares(state, seat, ability, aim);
    let targets = match def(state, ability) {
        Some(def) => {
            chosen(state, (seat, def), aim).unwrap_or_else(|| within(state, (seat, def), &squares))
        }
        None => Vec::new(),
    };
    (squares, targets)
}

/// Those at whom an ability is aimed one by one; `None`: it affects those who are in an area.
fn chosen(state: &State, (seat, def): (Seat, &AbilityDef), aim: &Aim) -> Option<Vec<Seat>> {
    let several = def.target.targeting() == Targeting::Combatants;
    let those: &[Seat] = match def.target {
        Target::Burst { .. } | Target::Cone { .. } => return None,
        Target::Line { .. } | Target::Around { .. } => return None,
        Target::User => &[seat],
        Target::Wounded { .. } => &[],
        Target::One { .. }
        | Target::Touch { .. }
        | Target::Company { .. }
        | Target::Several { .. }
        | Target::Lob { .. } => match aim {
            Aim::At(target) | Aim::Part(target, _) => std::slice::from_ref(target),
            Aim::Several(list) if several => list,
            _ => &[],
        },
    };
    let known = those.iter().copied().filter(|one| state.knows(*one));
    Some(known.collect())
}

/// Those in these squares whom an ability affects.
fn within(state: &State, (seat, def): (Seat, &AbilityDef), squares: &SquareSet) -> Vec<Seat> {
    let whom = def.target.whom();
    let crosses = substance::crosses_planes(def);
    let is_in = |target: Seat| state.area(target).is_some_and(|area| squares.touches(area));
    state
        .all()
        .filter(|target| conditions::present(state, *target) && is_in(*target))
        .filter(|target| suits(state, seat, *target, whom))
        .filter(|target| !perception::forgets(state, seat, *target))
        .filter(|target| planes::reaches(state, seat, *target, crosses))
        .filter(|target| !cover::is_shut_in(state, *target))
        .collect()
}
