//! The free step and the shift: exactly one square, and no combatant gets to strike.

use crate::combat::conditions::{barred, riding};
use crate::combat::contract::{Refusal, Seat};
use crate::combat::movement::{blindly, climb, fall, mode, overlay, price, speed, swim, terrain};
use crate::combat::state::refusal::refusal;
use crate::combat::state::{MoveMode, Plan, State};
use crate::combat::{conditions, economy};
use crate::grid::{
    Area, Cost, CostMap, DiagonalParity, Direction, Square, StepRefusal, price_step,
};
use crate::rules::{ActionDef, ActionId, CostDef, Flag, MoveDef, Topic};

/// The free step or shift: squares it can reach.
pub fn steps(state: &State, seat: Seat, action: ActionId) -> Vec<Square> {
    let Ok(area) = possible(state, seat, action) else {
        return Vec::new();
    };
    let map = map(state, seat);
    area.anchor
        .neighbours()
        .filter(|&square| enterable(state, seat, area, square, &map, Topic::Shift).is_ok())
        .collect()
}

/// Checks a step.
pub(crate) fn plan(
    state: &State,
    seat: Seat,
    action: ActionId,
    path: &[Square],
) -> Result<Plan, Refusal> {
    let free = is_free(state, action);
    let topic = topic(state, action);
    let area = possible(state, seat, action)?;
    let &[square] = path else {
        return state.refuse(limits(topic), "You can step exactly one square.");
    };
    let map = map(state, seat);
    enterable(state, seat, area, square, &map, topic)?;
    let move_mode = MoveMode {
        one_at_least: true,
        ..MoveMode::plain(area, Cost::SQUARE, topic)
    };
    let (squares, costs) = (vec![square], vec![Cost::SQUARE]);
    Ok(Plan {
        move_mode,
        squares,
        costs,
        sheltered: 1,
        gratis: 0,
        closes: free && !is_bonus(state, action),
    })
}

/// Whether an action is a free step or a shift.
pub(super) fn is_step(state: &State, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(ActionDef::is_step)
}

/// The rule of a step of this kind.
fn topic(state: &State, action: ActionId) -> Topic {
    match () {
        () if is_bonus(state, action) => Topic::BonusStep,
        () if is_free(state, action) => Topic::FreeStep,
        () => Topic::Shift,
    }
}

/// Whether an attack is given up for a step of this kind.
fn is_bonus(state: &State, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(ActionDef::is_bonus_step)
}

/// The rule of where a step of this kind leads.
fn limits(topic: Topic) -> Topic {
    match topic {
        Topic::FreeStep => Topic::StepLimits,
        other => other,
    }
}

/// Whether a step of this kind costs no action, so that it must be the only movement of the turn.
fn is_free(state: &State, action: ActionId) -> bool {
    let cost = state.rules().usual_cost(action);
    cost.is_some_and(CostDef::is_free)
}

/// Whether a step can be made at all now.
fn possible(state: &State, seat: Seat, action: ActionId) -> Result<Area, Refusal> {
    if !is_step(state, action) {
        return state.refuse(Topic::Move, "This action is not a step.");
    }
    let (topic, bonus) = (topic(state, action), is_bonus(state, action));
    let area = unhindered(state, seat, topic)?;
    if is_free(state, action) {
        if !bonus {
            economy::free_step(state, seat)?;
        }
        if speed::of(state, riding::carrier(state, seat)) <= 1 {
            return state.refuse(
                limits(topic),
                "You are too slow to take a free step: it takes a speed of more than one square.",
            );
        }
    }
    let dark = state.rules().policies.economy.no_step_out_of_the_dark;
    if dark && is_free(state, action) && terrain::in_the_dark(state, area) {
        return state.refuse(limits(topic), "You cannot take a free step in the dark.");
    }
    Ok(area)
}

/// Whether nothing about the combatant itself forbids a step.
fn unhindered(state: &State, seat: Seat, topic: Topic) -> Result<Area, Refusal> {
    let carrier = riding::carrier(state, seat);
    let area = mode::held_fast(state, carrier)?;
    let on_foot = MoveDef::default();
    climb::suits(state, area, &on_foot)?;
    swim::suits(state, seat, &on_foot)?;
    if conditions::has(state, carrier, Flag::Prone) {
        return state.refuse(topic, "You cannot step while prone: stand up first.");
    }
    barred::check(state, carrier, Flag::NoStep, topic, "you cannot step")?;
    Ok(area)
}

/// The map as a combatant finds it that steps.
fn map(state: &State, seat: Seat) -> CostMap {
    blindly::as_known(state, seat, None, |known| whole_map(known, seat))
}

/// The same as it is, with those of whom it knows nothing.
pub(super) fn whole_map(state: &State, seat: Seat) -> CostMap {
    let clear = overlay::clear_of_ground(state, seat, is_aloft(state, seat), &[]);
    clear.unwrap_or_else(|| overlay::overlay(state, seat))
}

/// Whether the ground does not matter to a combatant that steps: it hovers, or has wings to step on (SP-TERR-05).
pub(super) fn is_aloft(state: &State, seat: Seat) -> bool {
    terrain::hovers(state, seat) || fall::stays_up(state, riding::carrier(state, seat))
}

/// Whether one of these squares can be stepped into: plain ground, and no combatant at all in it.
fn enterable(
    state: &State,
    seat: Seat,
    area: Area,
    square: Square,
    map: &CostMap,
    topic: Topic,
) -> Result<(), Refusal> {
    let (to, topic) = (area.moved_to(square), limits(topic));
    let direction = Direction::between(area.anchor, square)
        .ok_or_else(|| refusal(state, topic, "You can step exactly one square."))?;
    let taken = || {
        let mut occupants = to.squares().filter_map(|s| state.occupancy.occupant(s));
        occupants.any(|other| !riding::are_pair(state, seat, other) && other != seat)
    };
    let price = price_step(map, area, area.anchor, direction, DiagonalParity::Even);
    let why = match price {
        Err(why) => Some(why),
        Ok(_) => (!map.may_stop(area, square)).then_some(StepRefusal::NoStopping),
    };
    if let Some(why) = why {
        // The rule of the shift itself names squares with other creatures.
        return Err(match topic {
            Topic::Shift if taken() => {
                refusal(state, topic, "You need a free square to shift into.")
            }
            _ => price::blocked(state, seat, area, &[square], 0, why),
        });
    }
    if terrain::slows(state, is_aloft(state, seat), area, to) {
        let topic = match topic {
            Topic::StepLimits => Topic::StepGround,
            other => other,
        };
        return state.refuse(topic, "You cannot step onto difficult ground.");
    }
    Ok(())
}

/// Whether the first square of a movement can be a shift.
pub(crate) fn can_shift(state: &State, seat: Seat, map: &CostMap, to: Square) -> bool {
    unhindered(state, seat, Topic::Shift)
        .is_ok_and(|area| enterable(state, seat, area, to, map, Topic::Shift).is_ok())
}

#[cfg(test)]
mod tests {
    use crate::combat::testkit::skirmish::*;

    fn steps(skirmish: &mut Skirmish, letter: char, action: &str) -> usize {
        let (seat, action) = (skirmish.seat(letter), skirmish.action(action));
        skirmish.with(|battle| super::steps(battle, seat, action).len())
    }

    /// CD-ACT-10, AH-ACT-07: not after and not before other movement, once a turn.
    #[test]
    fn the_free_step_is_the_only_movement_of_its_turn() {
        for system in [CLASSIC, HEROES] {
            let mut s = Skirmish::new(system, "..... .A... .....", |_, _| {});
            assert_eq!(steps(&mut s, 'A', "five_foot_step"), 8);
            s.walk('A', "five_foot_step", &[(2, 1)]);
            assert_eq!(steps(&mut s, 'A', "five_foot_step"), 0);
            assert!(s.price('A', "move", &[(3, 1)]).is_err());
            s.new_turn('A');
            s.walk('A', "move", &[(1, 1), (2, 1)]);
            assert_eq!(steps(&mut s, 'A', "five_foot_step"), 0);
        }
    }

    /// CD-ACT-10, AM-MOVE-04: plain ground, no combatant in it, past no corner; too slow is too slow.
    #[test]
    fn a_step_needs_a_free_square_of_plain_ground() {
        for (system, step) in [(CLASSIC, "five_foot_step"), (AMORPHOUS, "shift")] {
            let mut s = Skirmish::new(system, "~B. .A# c..", |_, _| {});
            assert!(s.price('A', step, &[(0, 0)]).is_err());
            assert!(s.price('A', step, &[(1, 0)]).is_err());
            assert!(
                s.price('A', step, &[(2, 0)]).is_err(),
                "the corner of the wall"
            );
            assert!(s.price('A', step, &[(0, 2)]).is_err());
            assert!(s.price('A', step, &[(0, 1)]).is_ok());
            assert!(s.price('A', step, &[(0, 1), (0, 0)]).is_err());
        }
        let mut s = Skirmish::new(CLASSIC, "A..", |_, draft| draft.speed = 1);
        assert_eq!(steps(&mut s, 'A', "five_foot_step"), 0);
    }

    /// AM-MOVE-04: the shift is an action like another; walking stays possible.
    #[test]
    fn a_shift_is_an_action_and_goes_with_other_movement() {
        let mut s = Skirmish::new(AMORPHOUS, "bA.....", |_, _| {});
        assert_eq!(s.walk('A', "shift", &[(2, 0)]), 0);
        assert_eq!(s.walk('A', "move", &[(3, 0), (4, 0)]), 0);
        assert!(s.price('A', "shift", &[(5, 0)]).is_ok());
        s.impose('A', "prone", None);
        assert!(s.price('A', "shift", &[(5, 0)]).is_err());
    }

    /// AM-MOVE-04: a shift out of difficult ground is allowed.
    #[test]
    fn what_counts_is_the_square_entered() {
        let mut s = Skirmish::new(AMORPHOUS, "~A~. ~~~.", |_, _| {});
        assert_eq!(steps(&mut s, 'A', "shift"), 0);
        s.walk('A', "move", &[(2, 0)]);
        assert!(s.price('A', "shift", &[(3, 0)]).is_ok());
    }
}
