//! An ambush: its check, and where those whom it catches and those who wait are placed.

use crate::combat::checks::bonus::RollBonus;
use crate::combat::contract::{EventKind, Reason, Refusal, Seat, SideId};
use crate::combat::flow::reinforcements;
use crate::combat::state::{Start, State, Turning};
use crate::combat::{checks, threat};
use crate::dice::Purpose;
use crate::grid::{Area, Square, distance};
use crate::rules::{
    AmbushRules, Capability, Edge, Flag, Modifier, ModifierKind, ROUNDS_PER_MINUTE, Tally, Topic,
};

/// Rolls whether the ambush that a side has prepared succeeds.
pub fn settle(battle: &mut Turning, start: &Start) {
    let rules = battle.rules().policies.initiative.ambush;
    let (Some(ambush), Some(rules)) = (start.setup.ambush, rules) else {
        return;
    };
    let members = members(battle, ambush.by);
    let Some(&first) = members.first() else {
        return;
    };
    // What was prepared before one of them spoke or moved is lost (EP-AMB-07).
    let prepared = ambush.since_spoiled.unwrap_or(ambush.rounds);
    if prepared < least(battle, &members, rules) {
        let spoiled = ambush.since_spoiled.is_some();
        let topic = if spoiled {
            Topic::AmbushSpoiled
        } else {
            Topic::AmbushTime
        };
        let side = ambush.by;
        return battle.emit(&[topic], EventKind::NotPrepared { side });
    }
    let mut parts: Vec<Modifier> = Vec::new();
    let mut add = |topic, value: i32| {
        if value != 0 {
            parts.push(checks::modifier(
                battle,
                topic,
                ModifierKind::Circumstance,
                value,
            ));
        }
    };
    let minutes = i32::from(prepared / ROUNDS_PER_MINUTE);
    add(Topic::AmbushTime, (minutes - 1).clamp(0, rules.longest));
    let skill = best(battle, &members, |c| match c {
        Capability::Ambushes(bonus) => Some(i32::from(*bonus)),
        _ => None,
    });
    add(Topic::AmbushSkill, skill);
    add(
        Topic::AmbushHiding,
        if ambush.hiding { rules.hiding } else { 0 },
    );
    let unseen = members
        .iter()
        .all(|seat| begins_invisible(battle, start, *seat));
    add(
        Topic::AmbushHiding,
        if unseen { rules.invisible } else { 0 },
    );
    let bonus = Tally::sum(parts, &battle.rules().policies.stacking, &[]);
    let bonus = RollBonus::of(battle, first, bonus);
    let check = checks::d20(battle, first, Purpose::Ambush, bonus, Edge::None);
    let success = check.total() >= rules.difficulty;
    let checked = EventKind::Checked {
        seat: first,
        purpose: Purpose::Ambush,
        check,
        against: rules.difficulty,
        success,
    };
    battle.emit(&[Topic::Ambush], checked);
    if success {
        battle.rounds_mut().ambush = Some(ambush.by);
    }
}

/// The members of a side that are there from the start.
fn members(state: &State, side: SideId) -> Vec<Seat> {
    let is_one =
        |seat: &Seat| state.who(*seat).side == side && !reinforcements::is_awaited(state, *seat);
    state.all().filter(is_one).collect()
}

/// The rounds that an ambush of these takes at least.
fn least(state: &State, members: &[Seat], rules: AmbushRules) -> u16 {
    let quick = members
        .iter()
        .flat_map(|seat| &state.who(*seat).capabilities);
    let quick = quick.filter_map(|c| match c {
        Capability::PreparesAmbush(rounds) => Some(u16::from(*rounds)),
        _ => None,
    });
    quick.min().unwrap_or(rules.rounds)
}

/// The best that one of these adds.
fn best(state: &State, seats: &[Seat], adds: impl Fn(&Capability) -> Option<i32>) -> i32 {
    let all = seats.iter().flat_map(|seat| &state.who(*seat).capabilities);
    all.filter_map(adds).max().unwrap_or(0)
}

/// Whether a combatant starts invisible.
fn begins_invisible(state: &State, start: &Start, seat: Seat) -> bool {
    let rules = state.rules();
    let hides = |id| {
        let def = &rules.conditions[id];
        let mut implied = def.implies.iter().filter_map(|name| rules.condition(name));
        def.flags.contains(&Flag::Invisible)
            || implied.any(|id| rules.flags(id).has(Flag::Invisible))
    };
    let mut stated = start.conditions.iter();
    stated.any(|(on, condition, ..)| *on == seat && hides(*condition))
}

/// Whether an ambush that has succeeded lets the combatants be placed like this. `new`: those whom this choice
/// places, the last of `placed`.
pub fn allows(state: &State, placed: &[(Seat, Area)], new: usize) -> Result<(), Refusal> {
    let (Some(side), Some(rules)) = (
        state.rounds.ambush,
        state.rules().policies.initiative.ambush,
    ) else {
        return Ok(());
    };
    let diagonals = state.rules().policies.movement.diagonals;
    let away = |a: Area, b: Area| distance(a, b, diagonals);
    let (waiting, caught): (Vec<_>, Vec<_>) = placed
        .iter()
        .copied()
        .partition(|(seat, _)| state.who(*seat).side == side);
    for (i, (_, one)) in caught.iter().enumerate() {
        if caught[..i]
            .iter()
            .any(|(_, other)| away(*one, *other) > u32::from(rules.together))
        {
            let most = rules.together;
            let reason = format!("Those whom you surprise start at most {most} squares apart.");
            return state.refuse(Topic::AmbushVictims, reason);
        }
        if waiting
            .iter()
            .any(|(_, other)| away(*one, *other) > u32::from(rules.near))
        {
            let most = rules.near;
            let reason = format!("You start at most {most} squares from each of them.");
            return state.refuse(Topic::AmbushNear, reason);
        }
    }
    for (victim, _) in &caught {
        let alone = waiting
            .iter()
            .filter(|(seat, at)| threatens_only(state, *seat, *at, *victim, &caught));
        if alone.count() > usize::from(rules.alone) {
            let most = rules.alone;
            let reason = Reason::from(format!("At most {most} of you can start beside "));
            let reason = reason.name(*victim).text(" alone.");
            return state.refuse(Topic::AmbushCrowd, reason);
        }
    }
    for (at, (seat, area)) in placed.iter().enumerate().skip(placed.len() - new) {
        let others: Vec<Area> = placed
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != at)
            .map(|(_, one)| one.1)
            .collect();
        if is_hazardous(state, *area) && sound(state, *seat, &others).next().is_some() {
            let reason = "Nobody starts on dangerous ground while there is other ground.";
            return state.refuse(Topic::AmbushGround, reason);
        }
    }
    Ok(())
}

/// Whether this victim is the only one whom an ambusher at a place threatens.
fn threatens_only(
    state: &State,
    seat: Seat,
    at: Area,
    victim: Seat,
    caught: &[(Seat, Area)],
) -> bool {
    let squares = threat::around_from(state, seat, at);
    let mut threatened = caught
        .iter()
        .filter(|(_, area)| squares.touches(*area))
        .map(|(one, _)| *one);
    threatened.next() == Some(victim) && threatened.next().is_none()
}

fn is_hazardous(state: &State, area: Area) -> bool {
    area.squares()
        .any(|square| state.field.hazards.contains(square))
}

/// Places where a combatant could stand safely beside the others.
fn sound<'a>(state: &'a State, seat: Seat, others: &'a [Area]) -> impl Iterator<Item = Area> + 'a {
    let footprint = state.who(seat).footprint;
    let spaces = state
        .field
        .dimensions
        .squares()
        .map(move |at| Area::new(at, footprint));
    spaces.filter(move |area| {
        state.field.holds(*area)
            && !is_hazardous(state, *area)
            && !others.iter().any(|other| other.overlaps(*area))
    })
}

/// A place for each of these, one after another, within the limits of an ambush as far as possible.
pub fn suggestion(state: &State, unplaced: &[Seat]) -> Option<Vec<Square>> {
    places(state, unplaced, true).or_else(|| places(state, unplaced, false))
}

/// Whether there seems to be a way to keep the limits of an ambush, wherever those stand who have a place.
pub fn binds(state: &State, unplaced: &[Seat]) -> bool {
    places(state, unplaced, true).is_some()
}

fn places(state: &State, unplaced: &[Seat], within: bool) -> Option<Vec<Square>> {
    let all = state.all();
    let mut placed: Vec<(Seat, Area)> = all
        .filter_map(|seat| Some((seat, state.area(seat)?)))
        .collect();
    let mut squares = Vec::new();
    for seat in unplaced {
        let others: Vec<Area> = placed.iter().map(|(_, area)| *area).collect();
        let area = sound(state, *seat, &others).find(|area| {
            let mut tried = placed.clone();
            tried.push((*seat, *area));
            !within || allows(state, &tried, 1).is_ok()
        })?;
        placed.push((*seat, area));
        squares.push(area.anchor);
    }
    Some(squares)
}
