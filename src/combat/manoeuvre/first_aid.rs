//! First aid: stabilising the dying, binding wounds.

use crate::combat::attack::refusal;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::damage::dying;
use crate::combat::state::chapters::Wrestling;
use crate::combat::state::step::Step;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::combat::{conditions, damage, movement};
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::grid::Square;
use crate::rules::{ActionCost, ActionId, Flag, Procedure, Stat, Topic};

const TOPIC: Topic = Topic::FirstAid;

/// The patient is a friend who needs it, adjacent or a step away where a step is part of it.
pub(crate) fn legal(
    state: &State,
    declared: &DeclaredAction,
    patient: Seat,
    heals: bool,
    steps: bool,
) -> Result<(), Refusal> {
    let seat = declared.seat;
    if !steps || !must_step(state, declared, patient) {
        super::adjacent(state, seat, patient, TOPIC)?;
    } else if step(state, declared, patient).is_none() {
        let reason = "You cannot reach the patient with a step.";
        return Err(refusal(state, TOPIC, reason));
    }
    if state.enemies(seat, patient) {
        return Err(refusal(
            state,
            TOPIC,
            "You can give first aid only to an ally.",
        ));
    }
    let vitals = state.get(patient).vitals;
    let dying = conditions::has(state, patient, Flag::Dying);
    if dying || heals && (vitals.hit_points < vitals.max || suffers(state, patient)) {
        return Ok(());
    }
    let reason = if heals {
        "The patient does not need first aid."
    } else {
        "You can help only a dying patient with this."
    };
    Err(refusal(state, TOPIC, reason))
}

/// Whether one of the things that it takes is in hand, where it takes any.
pub(crate) fn equipped(state: &State, seat: Seat, kit: &[String]) -> Result<(), Refusal> {
    let weapons = &state.book.catalogue.weapons;
    let held = &state.get(seat).hands.held;
    let is_kit = |name: &String| weapons.id(name).is_some_and(|id| held.contains(&id));
    if kit.is_empty() || kit.iter().any(is_kit) {
        return Ok(());
    }
    let named = |id: &String| {
        weapons
            .by_name(id)
            .map_or(id.clone(), |def| def.name.to_lowercase())
    };
    let names: Vec<String> = kit.iter().map(named).collect();
    let reason = format!("You need in your hand: {}.", names.join(" or "));
    Err(refusal(state, TOPIC, reason))
}

/// Whether a step comes first: because one was chosen, or because the patient is too far away.
fn must_step(state: &State, declared: &DeclaredAction, patient: Seat) -> bool {
    let chosen = matches!(&declared.aim, Aim::Charge(_, way) if !way.is_empty());
    chosen || !super::is_adjacent(state, declared.seat, patient)
}

/// The step that leads next to the patient: the chosen one, or the first that does.
fn step(state: &State, declared: &DeclaredAction, patient: Seat) -> Option<(ActionId, Square)> {
    let (action, _) = (state.rules().actions.iter()).find(|(_, def)| {
        def.procedure == Procedure::Step && def.cost == ActionCost::Move && def.answers.is_none()
    })?;
    if conditions::forbids(state, declared.seat, action).is_some() {
        return None;
    }
    let (here, there) = (state.area(declared.seat)?, state.area(patient)?);
    let chosen = match &declared.aim {
        Aim::Charge(_, way) => way.first().copied(),
        _ => None,
    };
    movement::steps(state, declared.seat, action)
        .into_iter()
        .filter(|square| chosen.is_none_or(|chosen| chosen == *square))
        .find(|square| here.moved_to(*square).is_adjacent(there))
        .map(|square| (action, square))
}

/// Takes the step that comes first, if one does; the treatment waits below it. Otherwise the step
/// is left for afterwards.
pub(crate) fn approach(
    battle: &mut Access<Wrestling>,
    declared: &DeclaredAction,
    patient: Seat,
) -> bool {
    if !must_step(battle, declared, patient) {
        // An empty way says that the step was taken before.
        let stepped = matches!(declared.aim, Aim::Charge(..));
        battle.budget_mut(declared.seat).step_left = !stepped;
        return false;
    }
    let Some((action, square)) = step(battle, declared, patient) else {
        return false;
    };
    battle.push(Step::DeclaredAction(DeclaredAction {
        aim: Aim::Charge(patient, Vec::new()),
        ..declared.clone()
    }));
    let walk = DeclaredAction {
        action,
        aim: Aim::Along(vec![square]),
        ..declared.clone()
    };
    movement::begin(&mut battle.lend(), &walk);
    true
}

fn suffers(state: &State, seat: Seat) -> bool {
    conditions::in_force(state, seat).any(|(_, def)| def.ongoing.is_some())
}

/// Treats a patient: a check against a fixed number decides everything.
pub(crate) fn treat(
    battle: &mut Access<Wrestling>,
    seat: Seat,
    patient: Seat,
    difficulty: i32,
    heals: Option<&str>,
    adds_skill: bool,
) {
    let check = DifficultyCheck::of_stat(battle, seat, Stat::Medicine, difficulty);
    let skill = check.bonus.total;
    if !check.succeeds(&mut battle.lend(), &[TOPIC]) {
        return;
    }
    if conditions::has(battle, patient, Flag::Dying) {
        dying::stabilise(&mut battle.lend(), patient);
    }
    let ongoing: Vec<_> = conditions::in_force(battle, patient)
        .filter(|(_, def)| def.ongoing.is_some())
        .map(|(id, _)| id)
        .collect();
    for id in ongoing {
        conditions::end(&mut battle.lend(), patient, id);
    }
    let Some(expr) = heals.and_then(|text| text.parse::<DiceExpr>().ok()) else {
        return;
    };
    let thrown = battle
        .dice_mut()
        .0
        .throw(RollLabel::new(seat.0, Purpose::Healing), &expr);
    let amount = thrown.total + if adds_skill { skill } else { 0 };
    damage::heal(&mut battle.lend(), patient, amount.max(1));
}

/// The chance that the check succeeds.
pub(crate) fn chance(state: &State, seat: Seat, difficulty: i32) -> f64 {
    DifficultyCheck::of_stat(state, seat, Stat::Medicine, difficulty).chance()
}
