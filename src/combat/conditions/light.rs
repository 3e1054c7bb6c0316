//! What one light more would show: to whom, whom, and how much better.

use crate::combat::conditions::{self, perception, veils};
use crate::combat::contract::{Glimpse, Seat};
use crate::combat::state::{ActiveCondition, State, Supposed};
use crate::content::terrain::Concealment;
use crate::grid::Area;
use crate::rules::ConditionId;

/// Whom each combatant would see better among its enemies if `seat` bore a condition that sheds light.
pub fn shows(state: &State, seat: Seat, condition: ConditionId) -> Vec<Glimpse> {
    let Some(here) = state
        .area(seat)
        .filter(|here| is_of_use(state, seat, *here))
    else {
        return Vec::new();
    };
    let mut supposed = Supposed::of(state);
    let active = ActiveCondition {
        condition,
        ends: conditions::ending(state, seat, state.rules().conditions[condition].lasts),
        by: Some(seat),
        amount: 0,
        about: None,
        since: 0,
    };
    conditions::suppose(state, &mut supposed, seat, active);
    let lit = supposed.state(state);
    let policies = &state.rules().policies;
    let in_light = |area: Area| {
        let mut squares = area.squares();
        squares.any(|square| veils::reaches(policies, here, square))
    };
    let able = |one: &Seat| conditions::able(state, *one);
    let mut list = Vec::new();
    for subject in state.all().filter(able) {
        let Some(to) = state.area(subject).filter(|area| in_light(*area)) else {
            continue;
        };
        for observer in state.all().filter(able) {
            let Some(from) = state
                .area(observer)
                .filter(|_| state.enemies(observer, subject))
            else {
                continue;
            };
            let veiled =
                |now: &State| part(perception::at(now, observer, from, subject, to).hidden);
            let clearer = veiled(state) - veiled(&lit);
            if clearer > 0.0 {
                list.push(Glimpse {
                    observer,
                    subject,
                    clearer,
                });
            }
        }
    }
    list
}

/// Whether a light in the space of a combatant would show squares around that the dark hides from it.
pub fn clears(state: &State, seat: Seat) -> bool {
    let policies = &state.rules().policies;
    let Some(here) = state.area(seat) else {
        return false;
    };
    let mut squares = state.field.dimensions.squares();
    squares.any(|square| {
        let at = Area::single(square);
        veils::reaches(policies, here, square)
            && veils::is_in_the_dark(state, seat, at)
            && veils::ground(state, seat, here, at) != Concealment::None
    })
}

/// Whether there is darkness around that no light takes away yet.
fn is_of_use(state: &State, seat: Seat, here: Area) -> bool {
    let policies = &state.rules().policies;
    let mut squares = state.field.dimensions.squares();
    squares.any(|square| {
        veils::reaches(policies, here, square)
            && veils::is_in_the_dark(state, seat, Area::single(square))
    })
}

/// The part of attacks that concealment makes miss, as levels speak of it.
fn part(hidden: Concealment) -> f64 {
    match hidden {
        Concealment::None => 0.0,
        Concealment::Light => 0.25,
        Concealment::Half => 0.5,
        Concealment::Heavy => 0.75,
        Concealment::NineTenths => 0.9,
        Concealment::Total => 1.0,
    }
}
