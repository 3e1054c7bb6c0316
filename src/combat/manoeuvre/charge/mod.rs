//! Charges: whom, along which lane, and what comes at the end.

pub(crate) mod lane;
pub(crate) mod over;
pub(crate) mod rules;
#[cfg(test)]
mod tests;

use crate::combat::conditions::{barred, perception};
use crate::combat::contract::{Aim, EventKind, Manner, PathForecast, Refusal, Seat};
use crate::combat::manoeuvre::charge::lane::weapon_reach;
use crate::combat::movement::{allowance, blindly, mode, terrain};
use crate::combat::state::step::Step;
use crate::combat::state::{
    Access, AttackOrder, DeclaredAction, Finish, MoveMode, Moving, Overrun, OverrunStage, Plan,
    Rush, State, Walk,
};
use crate::combat::{attack, conditions, manoeuvre, movement};
use crate::grid::{Area, Cost, CostMap, DiagonalParity, Reach, Square, any_line, walk};
use crate::rules::{
    ActionId, ChargeDef, ChargeEnd, Flag, Lane, Modifier, ModifierKind, Source, Topic,
};

/// A charge that could be made: from where, at whom, how far.
pub(crate) struct ChargeRun {
    seat: Seat,
    from: Area,
    to: Area,
    reach: Reach,
    budget: Cost,
    parity: DiagonalParity,
    /// It is all that a single action allows.
    partial: bool,
    /// Through the air.
    flies: bool,
    /// In the course of a move: difficult ground is walked through, at its price (AH-ALIST-18).
    in_move: bool,
    /// What it is called in refusals.
    verb: &'static str,
    /// Whom it runs over.
    over: Option<Seat>,
}

/// A charge as it is declared.
#[derive(Clone, Copy)]
pub struct Charge<'a> {
    pub seat: Seat,
    pub action: ActionId,
    /// The attack mode at its end.
    pub mode: u8,
    pub target: Seat,
    /// The way; an empty one lets the engine choose.
    pub path: &'a [Square],
}

impl<'a> Charge<'a> {
    /// `None` if that is aimed otherwise.
    pub fn of(declared: &'a DeclaredAction) -> Option<Self> {
        let Aim::Charge(target, path) = &declared.aim else {
            return None;
        };
        Some(Self {
            seat: declared.seat,
            action: declared.action,
            mode: declared.mode.unwrap_or(0),
            target: *target,
            path,
        })
    }

    /// Whether it can be made.
    pub fn legal(self, state: &State) -> Result<(), Refusal> {
        plan(state, self).map(|_| ())
    }

    /// What its movement costs and invites, what it ends with, and the chance of the check in it.
    pub fn outlook(self, state: &State) -> Result<(PathForecast, End, Option<f64>), Refusal> {
        let Checked { plan, over } = plan(state, self)?;
        let (end, chance) = outcome(state, self, over);
        let path = movement::price::forecast(state, self.seat, plan);
        Ok((path, end, chance))
    }

    /// The way that it takes, or why there is none.
    #[cfg(test)]
    pub fn lane(self, state: &State) -> Result<Vec<Square>, Refusal> {
        plan(state, self).map(|checked| checked.plan.squares)
    }
}

/// What a charge at a target ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Attack,
    /// Nothing but a check: a bull rush, or running a combatant over with no combatant beyond.
    Check,
}

/// What a charge that runs `over` a combatant ends with, and the chance of the check in it, if there is one.
fn outcome(state: &State, charge: Charge, over: Option<Seat>) -> (End, Option<f64>) {
    let (seat, target) = (charge.seat, charge.target);
    let ends = definition(state, charge.action).map(|def| def.ends);
    match (ends, over) {
        (Some(ChargeEnd::BullRush), _) => {
            let extra = bonus(state, charge.action);
            let chance = manoeuvre::bull_rush::rush_chance(state, seat, target, &[extra]);
            (End::Check, chance)
        }
        (Some(ChargeEnd::Overrun), Some(victim)) => {
            let chance = manoeuvre::overrun::chance(state, seat, victim, charge.mode);
            match over::is_all(state, over, target) {
                true => (End::Check, chance),
                false => (End::Attack, chance),
            }
        }
        _ => (End::Attack, None),
    }
}

/// What lines and refusals about the way of a charge rest on.
fn topic(def: &ChargeDef) -> Topic {
    match def.ends {
        ChargeEnd::Overrun => Topic::OverrunRun,
        _ => Topic::Charge,
    }
}

/// What a charge is called: running over a combatant is something else.
fn verb(def: &ChargeDef) -> &'static str {
    match def.ends {
        ChargeEnd::Overrun => "overrun",
        _ => "charge",
    }
}

/// What a charge adds to the roll at its end.
fn bonus(state: &State, action: ActionId) -> Modifier {
    Modifier {
        kind: ModifierKind::Charge,
        value: definition(state, action).map_or(0, |def| def.attack_bonus),
        source: Source::Topic(Topic::Charge),
        rule: state.cite(Topic::Charge),
    }
}

/// The attack at the end of a charge.
pub fn order(state: &State, charge: Charge, manner: Manner) -> AttackOrder {
    AttackOrder {
        extra: vec![bonus(state, charge.action)],
        manner,
        times: times(state, charge),
        ..AttackOrder::plain(charge.seat, charge.target, charge.mode)
    }
}

/// Whether a weapon that can be set against charges meets a combatant that is charging now.
pub fn is_met(state: &State, seat: Seat, mode: u8, target: Seat) -> bool {
    let weapon = state.get(seat).modes.0.get(usize::from(mode));
    let weapon = weapon
        .filter(|mode| !mode.ranged)
        .and_then(|mode| mode.weapon);
    let sets = weapon.and_then(|weapon| state.book.catalogue.weapons.get(weapon));
    sets.is_some_and(|weapon| weapon.sets) && is_charging(state, target)
}

/// Whether a charge of this combatant is on its way.
fn is_charging(state: &State, seat: Seat) -> bool {
    state.steps().any(|step| match step {
        Step::Walk(walk) => walk.seat == seat && walk.then.is_some(),
        Step::Attack(attack) => {
            let charged = |m: &Modifier| m.kind == ModifierKind::Charge;
            attack.order.attacker == seat && attack.order.extra.iter().any(charged)
        }
        _ => false,
    })
}

/// How many times the damage at the end of a charge is rolled: each multiplier adds what it has
/// beyond one.
fn times(state: &State, charge: Charge) -> u8 {
    let (seat, def) = (charge.seat, definition(state, charge.action));
    let modes = &state.modes[seat].0;
    let weapon = modes
        .get(usize::from(charge.mode))
        .and_then(|mode| mode.weapon);
    let weapon = weapon.and_then(|weapon| state.book.catalogue.weapons.get(weapon));
    let lance =
        weapon.is_some_and(|weapon| weapon.lance) && conditions::has(state, seat, Flag::Mounted);
    let own = def.map_or(1, |def| def.multiplies.max(1));
    let of_lance = state.rules().policies.damage.lance.max(1);
    own.saturating_add(if lance { of_lance - 1 } else { 0 })
}

/// Starts a charge: the movement and then the attack.
pub fn begin(battle: &mut Access<Moving>, declared: &DeclaredAction) {
    let Some(charge) = Charge::of(declared) else {
        return;
    };
    let Charge {
        seat,
        action,
        mode,
        target,
        ..
    } = charge;
    let Ok(Checked { plan, over }) = plan(battle, charge) else {
        // Something changed between the order and the first step, such as a fall.
        if let Some(area) = battle.area(seat) {
            battle.emit(
                &[Topic::Charge],
                EventKind::MovementStopped {
                    seat,
                    at: area.anchor,
                },
            );
        }
        return;
    };
    let ends = definition(battle, action).map_or(ChargeEnd::Attack, |def| def.ends);
    let in_move = definition(battle, action).is_some_and(|def| def.in_move);
    // It is a move like any other, with which something can be drawn (AH-ALIST-22).
    battle.budget_mut(seat).walked |= in_move;
    let finish = match ends {
        ChargeEnd::BullRush => {
            let extra = vec![bonus(battle, action)];
            Some(Finish::Rush(Rush::of_charge(seat, target, action, extra)))
        }
        _ if over::is_all(battle, over, target) => None,
        _ => {
            let order = order(battle, charge, declared.manner);
            Some(Finish::Attack(order))
        }
    };
    let rules = battle.book.rules.clone();
    let name = definition_in(&rules, action).and_then(|def| def.condition.as_deref());
    if let Some(condition) = name.and_then(|name| rules.condition(name)) {
        conditions::begin(&mut battle.lend(), seat, condition, None);
    }
    battle.budget_mut(seat).moving = None;
    battle.budget_mut(seat).odd_diagonals = plan.move_mode.parity == DiagonalParity::Odd;
    let left = plan.move_mode.budget;
    let given = allowance::whole(battle, seat, action).unwrap_or_default();
    let overrun = over.map(|victim| Overrun {
        victim,
        mode,
        provokes: manoeuvre::overrun::provokes_late(battle, (seat, victim), action),
        state: OverrunStage::Ahead,
    });
    battle.push(Walk {
        overrun,
        given,
        ..Walk::of(seat, action, plan, in_move, left, finish)
    });
}

/// A charge that was checked.
struct Checked {
    plan: Plan,
    /// Who is run over on the way.
    over: Option<Seat>,
}

fn definition<'a>(state: &'a State, action: ActionId) -> Option<&'a ChargeDef> {
    definition_in(state.rules(), action)
}

fn definition_in(rules: &crate::rules::Ruleset, action: ActionId) -> Option<&ChargeDef> {
    rules.actions.get(action)?.charge()
}

/// The map as the combatant that makes this charge finds it; `over`: whom it runs over.
fn found_by(state: &State, def: &ChargeDef, seat: Seat, over: Option<Seat>) -> CostMap {
    let aloft = def.flies || over.is_none() && terrain::hovers(state, seat);
    let afoot = || terrain::overlay_without(state, seat, over.as_slice());
    terrain::clear_of_ground(state, seat, aloft, over.as_slice()).unwrap_or_else(afoot)
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
        let def = definition(state, charge.action)?;
        let mut run = prepare(state, def, charge).ok()?;
        let over = match def.ends {
            ChargeEnd::Overrun => Some(over::victim(state, seat, &run, target).ok()?),
            _ => None,
        };
        run.over = over;
        let map = found_by(state, def, seat, over);
        match def.lane {
            _ if over::is_all(state, over, target) => {
                Some(over::lanes(state, &map, &run).collect())
            }
            Lane::Straight => lane::straight(state, &map, &run).ok(),
            Lane::EachSquareCloser => lane::closer(state, seat, &map, &run, true).ok(),
        }
    };
    let mut ways = ways().unwrap_or_default();
    ways.retain(|path| plan_in(state, Charge { path, ..charge }).is_ok());
    ways
}

/// Checks a charge, as far as the one that makes it knows.
fn plan(state: &State, charge: Charge) -> Result<Checked, Refusal> {
    blindly::as_known(state, charge.seat, Some(charge.target), |known| {
        plan_in(known, charge)
    })
}

fn plan_in(state: &State, charge: Charge) -> Result<Checked, Refusal> {
    let Charge {
        seat, target, path, ..
    } = charge;
    let Some(def) = definition(state, charge.action) else {
        return state.refuse(Topic::Charge, "This action is not a charge.");
    };
    let mut run = prepare(state, def, charge)?;
    let over = match def.ends {
        ChargeEnd::Overrun => Some(over::victim(state, seat, &run, target)?),
        _ => None,
    };
    run.over = over;
    if def.in_move && !over::is_all(state, over, target) {
        let reason = "Choose the enemy that you want to run over: nothing else is part of it.";
        return state.refuse(topic(def), reason);
    }
    let map = found_by(state, def, seat, over);
    let squares = match def.lane {
        _ if over::is_all(state, over, target) => over::lane(state, &map, &run, path)?,
        Lane::Straight => chosen(lane::straight(state, &map, &run)?, path),
        Lane::EachSquareCloser if path.is_empty() => {
            chosen(lane::closer(state, seat, &map, &run, false)?, path)
        }
        Lane::EachSquareCloser => path.to_vec(),
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
        return state.refuse(Topic::ChargeLeast, reason);
    }
    let costs: Vec<Cost> = steps.iter().map(|step| step.cost_so_far).collect();
    let total = costs.last().copied().unwrap_or(Cost::ZERO);
    if total > run.budget {
        let what = match def.ends {
            ChargeEnd::Overrun => "run",
            _ => "charge",
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
        weapon_reach(state, seat, charge.mode)?;
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
fn can_run(state: &State, seat: Seat, def: &ChargeDef) -> Result<(), Refusal> {
    if def.in_move {
        return Ok(());
    }
    let what = format!("you cannot {}", verb(def));
    barred::check(state, seat, Flag::NoRunning, topic(def), &what)
}

/// Whether this combatant can charge that one at all, whatever lies between.
fn prepare(state: &State, def: &ChargeDef, charge: Charge) -> Result<ChargeRun, Refusal> {
    let Charge {
        seat, mode, target, ..
    } = charge;
    let refuse = |reason: &'static str| state.refuse(topic(def), reason);
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
    if budget.stepped {
        return refuse("You cannot move: your step of one square was all your movement this turn.");
    }
    let rushes = def.ends == ChargeEnd::BullRush;
    let touches = state.rules().policies.manoeuvres.overrun.touch;
    let reach = match def.ends {
        ChargeEnd::BullRush => Reach::ADJACENT,
        // Running a combatant over takes no weapon; an attack beyond it does.
        ChargeEnd::Overrun if !touches => {
            weapon_reach(state, seat, mode).unwrap_or(Reach::ADJACENT)
        }
        _ => weapon_reach(state, seat, mode)?,
    };
    if def
        .needs
        .is_some_and(|needed| !fighter.who.capabilities.contains(&needed))
    {
        return refuse("You have not learnt this kind of charge.");
    }
    let weapons = &state.book.catalogue.weapons;
    let weapon = fighter
        .modes
        .0
        .get(usize::from(mode))
        .and_then(|mode| mode.weapon);
    let fits = |name: &String| weapon.is_some() && weapon == weapons.id(name);
    if !def.weapons.is_empty() && !def.weapons.iter().any(fits) {
        return refuse("You cannot make this charge with that weapon.");
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
        verb: verb(def),
        over: None,
    })
}
