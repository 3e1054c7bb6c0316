//! Which way a charge goes, or why it cannot be made.

use crate::combat::attack::concealment;
use crate::combat::conditions::{barred, perception};
use crate::combat::contract::{Manner, Refusal, Seat};
use crate::combat::manoeuvre::charge::lane::weapon_reach;
use crate::combat::manoeuvre::charge::run::{self, Charge, ChargeRun, topic, verb};
use crate::combat::manoeuvre::charge::{lane, order, over};
use crate::combat::movement::{allowance, blindly, mode, overlay, terrain};
use crate::combat::state::{MoveMode, Plan, State};
use crate::combat::{attack, conditions, economy, manoeuvre, movement};
use crate::grid::{Cost, CostMap, DiagonalParity, Reach, Square, any_line, walk};
use crate::rules::{Capability, ChargeDef, ChargeEnd, Flag, Lane, Topic};

/// A charge that was checked.
pub(super) struct Checked {
    pub plan: Plan,
    /// Who is run over on the way.
    pub over: Option<Seat>,
}

/// The map as the combatant that makes this charge finds it; `over`: whom it runs over.
pub(super) fn found_by(state: &State, def: &ChargeDef, seat: Seat, over: Option<Seat>) -> CostMap {
    let aloft = def.flies || over.is_none() && terrain::hovers(state, seat);
    let afoot = || overlay::overlay_without(state, seat, over.as_slice());
    overlay::clear_of_ground(state, seat, aloft, over.as_slice()).unwrap_or_else(afoot)
}

/// Of several ways the one that is meant, or else the first.
fn chosen(mut ways: Vec<Vec<Square>>, path: &[Square]) -> Vec<Square> {
    let meant = ways.iter().position(|way| way == path).unwrap_or(0);
    ways.swap_remove(meant)
}

/// Every way that a charge at a target may take, one for each square where it could end; the first
/// is the one that is taken if none is named.
pub fn lanes(state: &State, charge: Charge) -> Vec<Vec<Square>> {
    blindly::as_known(state, charge.seat, Some(charge.target), |known| {
        lanes_in(known, charge)
    })
}

fn lanes_in(state: &State, charge: Charge) -> Vec<Vec<Square>> {
    let (seat, target) = (charge.seat, charge.target);
    let ways = || {
        let def = run::definition(state, charge.action)?;
        let mut run = prepare(state, def, charge).ok()?;
        let over = match def.ends.runs_over() {
            true => Some(over::victim(state, seat, &run, target).ok()?),
            false => None,
        };
        run.over = over;
        let map = found_by(state, def, seat, over);
        if over::is_all(state, over, target) {
            return Some(over::lanes(state, &map, &run).collect());
        }
        match def.lane {
            Lane::Straight => lane::straight(state, &map, &run).ok(),
            Lane::EachSquareCloser => lane::closer(state, seat, &map, &run, true).ok(),
        }
    };
    let mut ways = ways().unwrap_or_default();
    ways.retain(|path| plan_in(state, Charge { path, ..charge }).is_ok());
    ways
}

/// Checks a charge, as far as the one that makes it knows.
pub(super) fn plan(state: &State, charge: Charge) -> Result<Checked, Refusal> {
    blindly::as_known(state, charge.seat, Some(charge.target), |known| {
        plan_in(known, charge)
    })
}

fn plan_in(state: &State, charge: Charge) -> Result<Checked, Refusal> {
    let Charge {
        seat, target, path, ..
    } = charge;
    let Some(def) = run::definition(state, charge.action) else {
        return state.refuse(Topic::Charge, "This action is not a charge.");
    };
    let mut run = prepare(state, def, charge)?;
    let over = match def.ends.runs_over() {
        true => Some(over::victim(state, seat, &run, target)?),
        false => None,
    };
    run.over = over;
    if def.in_move && !over::is_all(state, over, target) {
        let reason = "Choose the enemy that you want to run over: nothing else is part of it.";
        return state.refuse(topic(def), reason);
    }
    let map = found_by(state, def, seat, over);
    let squares = if over::is_all(state, over, target) {
        over::lane(state, &map, &run, path)?
    } else {
        match def.lane {
            Lane::Straight => chosen(lane::straight(state, &map, &run)?, path),
            Lane::EachSquareCloser if path.is_empty() => {
                chosen(lane::closer(state, seat, &map, &run, false)?, path)
            }
            Lane::EachSquareCloser => path.to_vec(),
        }
    };
    if !path.is_empty() && path != squares {
        let reason = "You have to charge straight to the nearest square from which you can attack.";
        return state.refuse(Topic::ChargeLane, reason);
    }
    let steps = walk(&map, run.from, &squares, run.parity)
        .map_err(|(at, why)| movement::price::blocked(state, seat, run.from, &squares, at, why))?;
    if def.lane == Lane::EachSquareCloser {
        lane::check_closer(state, &run, &squares)?;
    }
    if let Some(victim) = over {
        over::check_run_up(state, &run, victim, &squares, def.least)?;
    } else if squares.len() < usize::from(def.least) {
        let (short, least) = (squares.len(), def.least);
        let reason =
            format!("You cannot charge: the path has {short} of the {least} squares it needs.");
        return Err(run::own_refusal(
            state,
            def,
            charge.action,
            Topic::ChargeLeast,
            reason,
        ));
    }
    let costs: Vec<Cost> = steps.iter().map(|step| step.cost_so_far).collect();
    let total = costs.last().copied().unwrap_or(Cost::ZERO);
    if total > run.budget {
        let what = match def.ends.runs_over() {
            true => "run",
            false => "charge",
        };
        let reason = format!(
            "You cannot {what} that far: the path costs {total} squares and you have {}.",
            run.budget
        );
        let special = def.ends != ChargeEnd::Attack || def.needs.is_some();
        let topic = match (run.partial, special) {
            (false, _) => topic(def),
            (true, false) => Topic::PartialCharge,
            (true, true) => Topic::PartialRush,
        };
        return state.refuse(topic, reason);
    }
    let end = squares.last().map(|&square| run.from.moved_to(square));
    if def.ends != ChargeEnd::BullRush && !over::is_all(state, over, target) {
        weapon_reach(state, seat, charge.mode, topic(def))?;
        let order = order(state, charge, Manner::default());
        attack::legal(state, &order, end)?;
    }
    let move_mode = MoveMode {
        parity: run.parity,
        straight: def.lane == Lane::Straight,
        ..MoveMode::plain(run.from, run.budget, topic(def))
    };
    let plan = Plan {
        move_mode,
        squares,
        costs,
        sheltered: 0,
        gratis: 0,
        closes: false,
    };
    Ok(Checked { plan, over })
}

/// Whether the state of a combatant lets it run as a charge does. In the course of a move it walks.
pub(super) fn can_run(state: &State, seat: Seat, def: &ChargeDef) -> Result<(), Refusal> {
    if def.in_move {
        return Ok(());
    }
    let what = format!("you cannot {}", verb(def));
    barred::check(state, seat, Flag::NoRunning, topic(def), &what)
}

/// Whether a combatant has the capability that a kind of charge needs. The error is the reason to show.
pub(crate) fn is_capable(state: &State, seat: Seat, def: &ChargeDef) -> Result<(), &'static str> {
    match def.needs {
        Some(needed) if !state.who(seat).capabilities.contains(&needed) => Err(match needed {
            Capability::Flies => "You cannot fly, as this charge requires.",
            _ => "You have not learnt this kind of charge.",
        }),
        _ => Ok(()),
    }
}

/// Whether this combatant can charge that one at all, whatever lies between.
pub(super) fn prepare(
    state: &State,
    def: &ChargeDef,
    charge: Charge,
) -> Result<ChargeRun, Refusal> {
    let Charge {
        seat, mode, target, ..
    } = charge;
    let from = mode::held_fast(state, seat)?;
    if conditions::has(state, seat, Flag::Prone) {
        return state.refuse(
            topic(def),
            format!("You cannot {} while prone: stand up first.", verb(def)),
        );
    }
    can_run(state, seat, def)?;
    let fighter = state.get(seat);
    let budget = fighter.budget;
    economy::no_step_taken(state, seat, state.rules().actions.get(charge.action))?;
    let rushes = def.ends == ChargeEnd::BullRush;
    let touches = state.rules().policies.manoeuvres.overrun.touch;
    let reach = match def.ends {
        ChargeEnd::BullRush => Reach::ADJACENT,
        // Running a combatant over takes no weapon; an attack beyond it does.
        ChargeEnd::Overrun if !touches => {
            weapon_reach(state, seat, mode, topic(def)).unwrap_or(Reach::ADJACENT)
        }
        ChargeEnd::Attack | ChargeEnd::Overrun => weapon_reach(state, seat, mode, topic(def))?,
    };
    let own_refusal = |reason| run::own_refusal(state, def, charge.action, topic(def), reason);
    is_capable(state, seat, def).map_err(|reason| own_refusal(reason.to_owned()))?;
    let weapons = &state.book.catalogue.weapons;
    let weapon = fighter
        .modes
        .0
        .get(usize::from(mode))
        .and_then(|mode| mode.weapon);
    let named: Vec<_> = def
        .weapons
        .iter()
        .filter_map(|name| weapons.id(name))
        .collect();
    if !def.weapons.is_empty() && weapon.is_none_or(|weapon| !named.contains(&weapon)) {
        let names = named.iter().map(|id| weapons[*id].with_article());
        let names = names.collect::<Vec<_>>().join(" or ");
        let reason = format!("You can make this charge only with {names}.");
        return Err(own_refusal(reason));
    }
    let aimed = conditions::present(state, target) && state.enemies(seat, target);
    let Some(to) = aimed.then(|| state.area(target)).flatten() else {
        return state.refuse(topic(def), format!("Choose an enemy to {}.", verb(def)));
    };
    let reason = "You cannot see the target from here.";
    if def.sees && !any_line(from, to, state.field.sight()) {
        return state.refuse(Topic::ChargeSight, reason);
    }
    if def.sees && !perception::sees(state, seat, from, target, to) {
        return state.refuse(Topic::ChargeUnseen, reason);
    }
    if def.sees && concealment::is_eluded(state, (seat, target), mode) {
        let reason = "The target is only half there: you cannot strike at it while you move.";
        return state.refuse(Topic::ChargeUnseen, reason);
    }
    if rushes {
        manoeuvre::bull_rush::rush_fits(state, seat, target)?;
    }
    let partial = def.restricted_factor.is_some() && allowance::is_single(state, seat);
    let begun = def.in_move && budget.moving.is_some() && budget.odd_diagonals;
    let parity = if begun || mode::carried_over(state, seat) {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    // In the course of a move there is no more than what is left of it.
    let under_way = def.in_move.then(|| allowance::left(state, seat)).flatten();
    let length = match under_way {
        Some((_, left)) => left,
        None => Cost::squares(allowance::charged(state, seat, def)),
    };
    Ok(ChargeRun {
        seat,
        from,
        to,
        reach,
        budget: length,
        parity,
        partial,
        flies: def.flies,
        in_move: def.in_move,
        past_allies: def.past_allies,
        verb: verb(def),
        over: None,
    })
}
