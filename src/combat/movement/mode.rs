//! How a combatant moves with an action: how far, and what holds it back.

use crate::combat::conditions::{barred, riding};
use crate::combat::contract::{Refusal, Seat};
use crate::combat::economy::ledger;
use crate::combat::movement::overlay::Past;
use crate::combat::movement::{
    allowance, blindly, climb, kinds, load, overlay, squeeze, stamina, swim, terrain,
};
use crate::combat::state::{MoveMode, Rise, State};
use crate::combat::{conditions, economy};
use crate::grid::{Area, Cost, CostMap, DiagonalParity};
use crate::rules::{ActionId, Exempt, Flag, MoveDef, StandUp, Topic};

/// The rule that a movement of this kind rests on. `heavy`: in heavy armour or with such a load.
fn topic(def: &MoveDef, heavy: bool) -> Topic {
    if def.while_prone {
        Topic::Crawl
    } else if def.climbs {
        Topic::Climb
    } else if def.swims {
        Topic::Swim
    } else if def.wades {
        Topic::Wade
    } else if def.tumbles.is_some() {
        Topic::Tumble
    } else if def.wriggles.is_some() {
        Topic::Wriggling
    } else if kinds::runs(def) && heavy && def.heavy_factor.is_some() {
        Topic::RunHeavy
    } else if kinds::runs(def) {
        Topic::Run
    } else if def.move_only {
        Topic::MoveOnlyTurn
    } else if def.exempt != Exempt::Nothing {
        Topic::Withdraw
    } else if def.factor == 2 {
        Topic::DoubleMove
    } else {
        Topic::Move
    }
}

/// What keeps a combatant where it is, if anything does.
pub(crate) fn held_fast(state: &State, seat: Seat) -> Result<Area, Refusal> {
    let Some(area) = state.area(seat) else {
        return state.refuse(Topic::Move, "You are not on the map.");
    };
    if conditions::has(state, seat, Flag::Held) {
        return state.refuse(Topic::Grab, "You are held and cannot leave your square.");
    }
    let what = "you cannot leave your place";
    barred::check(state, seat, Flag::NoMovement, Topic::Move, what)?;
    Ok(area)
}

/// Whether there is ground to wade through in a space or next to it (EP-TERR-02).
fn is_waded_near(state: &State, area: Area) -> bool {
    let mut waded = state.field.waded.iter().map(Area::single);
    waded.any(|square| area.overlaps(square) || area.is_adjacent(square))
}

/// The movement that a fresh action of this kind gives.
pub fn fresh(state: &State, seat: Seat, action: ActionId) -> Result<MoveMode, Refusal> {
    let Some(def) = kinds::definition(state.rules(), action) else {
        return state.refuse(Topic::Move, "This action is not a movement.");
    };
    // A combatant that rides moves as its mount does.
    let carrier = riding::carrier(state, seat);
    let area = held_fast(state, carrier)?;
    let budget = state.get(seat).budget;
    economy::no_step_taken(state, seat, state.rules().actions.get(action))?;
    let acted = ledger::has_acted(state, seat) && !ledger::only_moves(state, seat);
    if def.move_only && acted {
        let reason =
            "You cannot spend the whole turn moving: you have already taken another action.";
        return state.refuse(Topic::MoveOnlyTurn, reason);
    }
    if kinds::runs(def) {
        let what = "you cannot run";
        barred::check(state, carrier, Flag::NoRunning, Topic::Run, what)?;
    }
    if def.factor > 1 && !kinds::runs(def) && stamina::is_spent(state, seat) {
        let reason =
            "You are exhausted from running and cannot move faster than your normal speed.";
        return state.refuse(Topic::Endurance, reason);
    }
    if def.wades && !is_waded_near(state, area) {
        let reason = "You cannot wade: neither here nor next to you is the ground impeded.";
        return state.refuse(Topic::Wade, reason);
    }
    climb::suits(state, area, def)?;
    swim::suits(state, seat, def)?;
    let rise = posture(state, carrier, def)?;
    let squeezing = def.squeezes || def.wriggles.is_some() || squeeze::squeezes(state, carrier);
    let whole = area;
    let area = if squeezing {
        squeeze::narrowed(state, carrier, area, def)?
    } else {
        area
    };
    let squares = allowance::walked(state, seat, action, def);
    let starts = budget.moved == 0;
    Ok(MoveMode {
        parity: parity(carried_over(state, seat)),
        rise,
        straight: def.straight,
        exempt: if starts || def.exempt == Exempt::FirstShift {
            def.exempt
        } else {
            Exempt::Nothing
        },
        crawling: def.while_prone,
        climbing: def.climbs,
        swimming: def.swims,
        flying: def.flies,
        check_bonus: def.check_bonus,
        open_on_arrival: def.open_on_arrival,
        squeezing,
        whole: (whole.footprint != area.footprint).then_some(whole),
        one_at_least: allowance::takes_one(state, seat, action),
        ..MoveMode::plain(
            area,
            Cost::squares(squares),
            topic(def, load::is_laden(state, carrier)),
        )
    })
}

/// Checks that the posture suits the movement, and tells whether getting up is part of it.
fn posture(state: &State, seat: Seat, def: &MoveDef) -> Result<Option<Rise>, Refusal> {
    let prone = conditions::has(state, seat, Flag::Prone);
    if def.while_prone {
        let reason = "You can crawl only while prone.";
        return if prone {
            Ok(None)
        } else {
            state.refuse(Topic::Crawl, reason)
        };
    }
    if !prone {
        return Ok(None);
    }
    let plain = def.factor == 1 && !def.straight && def.exempt == Exempt::Nothing;
    match state.rules().policies.movement.stand_up {
        StandUp::PartOfMove { squares, provokes } if plain => Ok(Some(Rise {
            cost: Cost::squares(squares.into()),
            provokes,
        })),
        StandUp::PartOfMove { .. } | StandUp::OwnAction => {
            state.refuse(Topic::StandUp, "You are prone: stand up first.")
        }
    }
}

/// Getting up in the course of a movement, if its mover lies on the ground and may.
pub(super) fn rise(state: &State, seat: Seat, action: ActionId) -> Option<Rise> {
    let def = kinds::definition(state.rules(), action)?;
    posture(state, riding::carrier(state, seat), def).ok()?
}

/// Whether a diagonal made before counts in a movement that begins now.
pub(crate) fn carried_over(state: &State, seat: Seat) -> bool {
    state
        .rules()
        .policies
        .movement
        .diagonals_counted
        .is_by_turn()
        && state.get(seat).budget.odd_diagonals
}

fn parity(odd: bool) -> DiagonalParity {
    if odd {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    }
}

/// The map as the combatant that moves with this action finds it.
pub(crate) fn map(state: &State, seat: Seat, action: ActionId) -> CostMap {
    blindly::as_known(state, seat, None, |known| whole_map(known, seat, action))
}

/// The map as it is, with those of whom the mover knows nothing.
pub(crate) fn whole_map(state: &State, seat: Seat, action: ActionId) -> CostMap {
    let def = kinds::definition(state.rules(), action);
    let narrow = squeeze::squeezes(state, riding::carrier(state, seat));
    let squeezes = def.is_none_or(|def| def.wriggles.is_none())
        && (narrow || def.is_some_and(|def| def.squeezes));
    let aloft = kinds::flies(state.rules(), action) || terrain::ignores_footing(state, seat);
    let past = match def {
        Some(def) if def.tumbles.is_some() => Past::Tumbling,
        _ if squeezes => Past::Squeezing,
        _ => Past::None,
    };
    let mut map = match def {
        Some(def) if def.climbs => overlay::climbing_overlay(state, seat),
        Some(def) if def.swims => overlay::swimming_overlay(state, seat),
        Some(def) if def.wades => overlay::wading_overlay(state, seat),
        _ => overlay::clear_of_ground_past(state, seat, aloft, (&[], past))
            .unwrap_or_else(|| overlay::overlay_past(state, seat, past)),
    };
    if squeezes {
        squeeze::raise(state, &mut map);
    }
    map
}

/// The movement of this action that is paid for and not used up.
pub fn under_way(state: &State, seat: Seat, action: ActionId) -> Option<MoveMode> {
    let (moving, left) = allowance::left(state, seat)?;
    let def = kinds::definition(state.rules(), action)?;
    if moving != action || left == Cost::ZERO || def.straight {
        return None;
    }
    let carrier = riding::carrier(state, seat);
    let area = held_fast(state, carrier).ok()?;
    climb::suits(state, area, def).ok()?;
    swim::suits(state, seat, def).ok()?;
    let heavy = load::is_laden(state, carrier);
    let rise = posture(state, carrier, def).ok()?;
    Some(MoveMode {
        rise,
        parity: parity(state.get(seat).budget.odd_diagonals),
        crawling: def.while_prone,
        climbing: def.climbs,
        swimming: def.swims,
        flying: def.flies,
        check_bonus: def.check_bonus,
        open_on_arrival: def.open_on_arrival,
        squeezing: squeeze::squeezes(state, carrier),
        continuing: true,
        ..MoveMode::plain(area, left, topic(def, heavy))
    })
}
