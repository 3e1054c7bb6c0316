//! Aiming: whom or what an ability can be used on.

use crate::combat::ability::asking::{in_the_way, suits, unfit};
use crate::combat::ability::{asking, def, lob, of_action, spot, targets};
use crate::combat::attack::cover;
use crate::combat::conditions;
use crate::combat::conditions::{aiming, barred, perception, planes, veils};
use crate::combat::contract::{Aim, Refusal, Seat};
use crate::combat::damage::substance;
use crate::combat::state::{DeclaredAction, State};
use crate::grid::{Area, Reach, Square, distance, template, within_reach};
use crate::rules::{AbilityDef, AbilityId, ActionId, AimsAtUnseen, Target, Topic, Whom};

/// Whether what is held ready can be brought to this combatant.
pub fn touchable(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    let Some(held) = state.get(seat).repertoire.touch else {
        return state.refuse(Topic::TouchHeld, "You have no touch ability ready.");
    };
    let aim = Aim::At(target);
    if let Some(def) = def(state, held.ability) {
        strikes(state, seat, def, &aim)?;
    }
    reachable(state, seat, held.ability, &aim)
}

/// Whether an action that uses an ability is aimed at what it can be used on.
pub fn legal(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let action = state.rules().actions.get(declared.action);
    let Some(ability) = action.and_then(|action| of_action(state, action)) else {
        return state.refuse(Topic::Ability, "There is no such ability.");
    };
    let Some(def) = def(state, ability) else {
        return state.refuse(Topic::Ability, "There is no such ability.");
    };
    let can = action.is_some_and(|action| state.rules().can_be_defensive(action));
    if declared.manner.defensively && !can {
        let reason = "You cannot use this on the defensive.";
        return state.refuse(Topic::OnTheDefensive, reason);
    }
    if matches!(declared.aim, Aim::Part(..)) && state.get(declared.seat).reactions.chose_square {
        let reason = "You have chosen a square of a target this round: aim at the whole.";
        return state.refuse(Topic::SquareOfTarget, reason);
    }
    strikes(state, declared.seat, def, &declared.aim)?;
    reaches(state, declared.seat, def, &declared.aim)
}

/// Refuses an ability that would end in an attack, to one who cannot attack (SP-TERR-14).
fn strikes(state: &State, seat: Seat, def: &AbilityDef, aim: &Aim) -> Result<(), Refusal> {
    let strikes = match def.target.is_touch() {
        true => matches!(aim, Aim::At(target) if state.enemies(seat, *target)),
        false => def.attack.is_some(),
    };
    match strikes {
        true => barred::attacks(state, seat),
        false => Ok(()),
    }
}

/// Whether an ability still reaches what it was aimed at.
pub(crate) fn reachable(
    state: &State,
    seat: Seat,
    ability: AbilityId,
    aim: &Aim,
) -> Result<(), Refusal> {
    match def(state, ability) {
        Some(def) => reaches(state, seat, def, aim),
        None => Ok(()),
    }
}

/// Whether what is aimed at can be reached from where the user stands.
fn reaches(state: &State, seat: Seat, def: &AbilityDef, aim: &Aim) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    let Some(here) = state.area(seat) else {
        return unfit(state, def, "You are not on the map.");
    };
    let here = asking::lies(state, seat, def).unwrap_or(here);
    match (def.target, aim) {
        (Target::User | Target::Around { .. }, Aim::None) => Ok(()),
        (Target::User | Target::Around { .. }, Aim::At(target)) if *target == seat => Ok(()),
        (Target::One { range, whom }, Aim::At(target)) => {
            one(state, def, (seat, here), *target, (whom, range))
        }
        (Target::Several { range, most, whom }, Aim::Several(list)) => {
            if list.is_empty() || list.len() > usize::from(most) {
                let reason = format!("Choose one to {most} targets.");
                return unfit(state, def, reason);
            }
            let doubled = (1..list.len()).any(|i| list[..i].contains(&list[i]));
            if doubled {
                return unfit(state, def, "You can choose each target only once.");
            }
            list.iter()
                .try_for_each(|target| one(state, def, (seat, here), *target, (whom, range)))
        }
        (Target::Several { range, whom, .. }, Aim::At(target)) => {
            one(state, def, (seat, here), *target, (whom, range))
        }
        (Target::Company { most }, Aim::Several(list)) => {
            if list.is_empty() || list.len() > usize::from(most) {
                let reason = format!("Choose one to {most} allies.");
                return unfit(state, def, reason);
            }
            if (1..list.len()).any(|i| list[..i].contains(&list[i])) {
                return unfit(state, def, "You can choose each target only once.");
            }
            list.iter()
                .try_for_each(|target| touch(state, def, seat, *target, Whom::Allies))
        }
        (Target::Company { .. }, Aim::At(target)) => touch(state, def, seat, *target, Whom::Allies),
        // What is held for later is aimed at no combatant yet.
        (Target::Touch { .. }, Aim::None) => Ok(()),
        (Target::Touch { whom }, Aim::At(target)) => touch(state, def, seat, *target, whom),
        (Target::Lob { timed: true, .. }, Aim::At(_)) => refuse(
            Topic::Lob,
            "It bursts later: choose a square instead of a target.",
        ),
        (Target::Lob { .. }, Aim::At(target)) if *target == seat => {
            unfit(state, def, "You cannot throw it at yourself.")
        }
        (Target::Lob { range, .. }, Aim::At(target)) => {
            one(state, def, (seat, here), *target, (Whom::Anyone, range))
        }
        (
            Target::Lob {
                range,
                picks_square: true,
                ..
            },
            Aim::Part(target, square),
        ) if *target != seat => {
            one(state, def, (seat, here), *target, (Whom::Anyone, range))?;
            let own = state.area(*target);
            let at = Area::single(*square);
            let away = distance(here, at, state.rules().policies.movement.diagonals);
            let open = away <= u32::from(range) && cover::line(state, here, at);
            if !own.is_some_and(|own| own.contains(*square)) || !open {
                return unfit(
                    state,
                    def,
                    "You cannot throw it at that square of the target.",
                );
            }
            Ok(())
        }
        (Target::Lob { range, .. }, Aim::Spot(square)) => {
            lob::legal(state, def, here, (*square, range))
        }
        (Target::Burst { range, .. }, Aim::Spot(_) | Aim::At(_)) => {
            let Some(corner) = spot(state, aim) else {
                return unfit(state, def, "There is no target there.");
            };
            let dimensions = state.field.dimensions;
            if corner.x < 0
                || corner.y < 0
                || i32::from(corner.x) > i32::from(dimensions.width)
                || i32::from(corner.y) > i32::from(dimensions.height)
            {
                return refuse(Topic::AbilityArea, "That is off the map.");
            }
            let away = to_corner(state, here, corner);
            if away > u32::from(range) {
                let reason = format!("That is {away} squares away; the range is {range}.");
                return unfit(state, def, reason);
            }
            if away > 1 && veils::is_within(state, here) {
                let reason = "You see nothing beyond your neighbours from inside something solid.";
                return refuse(Topic::LineOfSight, reason);
            }
            let blocks = state.field.effect();
            let seen = here
                .squares()
                .any(|square| template::reaches(template::corner(corner), square, blocks));
            if seen {
                Ok(())
            } else {
                refuse(
                    Topic::LineOfSight,
                    "You have no line of sight: something is in the way.",
                )
            }
        }
        (Target::Cone { .. } | Target::Line { .. }, Aim::Spot(_) | Aim::At(_)) => {
            match spot(state, aim) {
                Some(square) if !here.contains(square) => Ok(()),
                _ => refuse(Topic::AbilityArea, "Choose a direction away from you."),
            }
        }
        (Target::Wounded { .. }, _) => unfit(
            state,
            def,
            "You cannot use this by itself: a weapon has to carry it into a wound.",
        ),
        (
            Target::User
            | Target::One { .. }
            | Target::Touch { .. }
            | Target::Company { .. }
            | Target::Several { .. }
            | Target::Burst { .. }
            | Target::Lob { .. }
            | Target::Cone { .. }
            | Target::Line { .. }
            | Target::Around { .. },
            _,
        ) => unfit(
            state,
            def,
            "You have to choose another kind of target for this.",
        ),
    }
}

/// Whether one combatant in sight can be chosen.
fn one(
    state: &State,
    def: &AbilityDef,
    (seat, here): (Seat, Area),
    target: Seat,
    (whom, range): (Whom, u16),
) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    if !conditions::present(state, target) {
        return unfit(state, def, "There is no target there.");
    }
    if !planes::reaches(state, seat, target, substance::crosses_planes(def)) {
        return refuse(Topic::Ethereal, "The target is on another plane than you.");
    }
    if !suits(state, seat, target, whom) {
        return unfit(state, def, "It has no effect on that target.");
    }
    if perception::forgets(state, seat, target) {
        return refuse(
            Topic::Forgotten,
            "You do not remember that anything is there.",
        );
    }
    let Some(there) = state.area(target) else {
        return unfit(state, def, "There is no target there.");
    };
    let away = distance(here, there, state.rules().policies.movement.diagonals);
    if away > u32::from(range) {
        let reason = format!("The target is {away} squares away; the range is {range}.");
        return unfit(state, def, reason);
    }
    let needs_sight = match state.rules().policies.attack.aims_at_unseen {
        AimsAtUnseen::Everything => None,
        AimsAtUnseen::Attacks => {
            let aimed = def.attack.is_none() && !def.of_itself;
            aimed.then_some(Topic::AbilitySight)
        }
        AimsAtUnseen::Nothing => Some(Topic::UnseenSquare),
    };
    if let Some(topic) = needs_sight.filter(|_| target != seat)
        && !perception::sees(state, seat, here, target, there)
    {
        let reason = "You do not see the target: aim this at one in sight.";
        return refuse(topic, reason);
    }
    if target != seat && (!cover::line(state, here, there) || cover::is_shut_in(state, target)) {
        return in_the_way(state, here, there);
    }
    Ok(())
}

/// Whether one combatant can be touched.
fn touch(
    state: &State,
    def: &AbilityDef,
    seat: Seat,
    target: Seat,
    whom: Whom,
) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    if !conditions::present(state, target) {
        return unfit(state, def, "There is no target there.");
    }
    if !planes::reaches(state, seat, target, substance::crosses_planes(def)) {
        return refuse(Topic::Ethereal, "The target is on another plane than you.");
    }
    if !suits(state, seat, target, whom) {
        return unfit(state, def, "It has no effect on that target.");
    }
    if perception::forgets(state, seat, target) {
        return refuse(
            Topic::Forgotten,
            "You do not remember that anything is there.",
        );
    }
    let (Some(here), Some(there)) = (state.area(seat), state.area(target)) else {
        return unfit(state, def, "There is no target there.");
    };
    aiming::at(state, seat, target)?;
    // The smallest have to enter a square to strike into it (EP-AOO-07), but lay hands on a friend beside them.
    let strikes = state.enemies(seat, target);
    let least = u8::from(!strikes);
    let reach = Reach::new(0, state.who(seat).reach.max(least));
    let metric = state.rules().policies.threat.reach;
    if target != seat && !within_reach(here, there, reach, metric) {
        if strikes && state.who(seat).reach == 0 {
            let own = state.cite(Topic::NoReach).map(|_| Topic::NoReach);
            let reason = "You reach nobody beside you: get into the space of the target first.";
            return refuse(own.unwrap_or(Topic::Reach), reason);
        }
        return refuse(Topic::Reach, "The target is out of reach.");
    }
    if target != seat && (!cover::line(state, here, there) || cover::is_shut_in(state, target)) {
        return refuse(
            Topic::LineOfSight,
            "You cannot touch the target: something is in the way.",
        );
    }
    Ok(())
}

/// Whether another combatant is in a square next to a combatant.
pub(crate) fn is_beside(state: &State, one: Seat, target: Seat) -> bool {
    let (here, there) = (state.area(target), state.area(one));
    let close = |(here, there): (Area, Area)| state.field.adjoin(there, here);
    one != target && conditions::present(state, one) && here.zip(there).is_some_and(close)
}

/// Squares from a space to a corner.
fn to_corner(state: &State, here: Area, corner: Square) -> u32 {
    let diagonals = state.rules().policies.movement.diagonals;
    // The four squares that touch the corner; the nearest counts.
    let touching = [(-1, -1), (0, -1), (-1, 0), (0, 0)];
    let squares = touching
        .map(|(dx, dy)| Square::new(corner.x.saturating_add(dx), corner.y.saturating_add(dy)));
    squares
        .into_iter()
        .map(|square| distance(here, Area::single(square), diagonals))
        .min()
        .unwrap_or(0)
}

/// Ways to aim an ability that make sense: each legal and affecting a combatant, in a stable order.
pub fn aims(state: &State, seat: Seat, action: ActionId) -> Vec<Aim> {
    let rules = state.rules();
    let Some(ability) = rules.actions.get(action).and_then(|a| of_action(state, a)) else {
        return Vec::new();
    };
    let Some(def) = def(state, ability) else {
        return Vec::new();
    };
    let present = || state.all().filter(|s| conditions::present(state, *s));
    let around = |seat: Seat, into: &mut Vec<Square>| {
        if let Some(area) = state.area(seat) {
            let (x, y) = (area.anchor.x, area.anchor.y);
            for (dx, dy) in [
                (0, 0),
                (1, 0),
                (0, 1),
                (1, 1),
                (2, 1),
                (-1, 1),
                (1, 2),
                (1, -1),
            ] {
                into.push(Square::new(x.saturating_add(dx), y.saturating_add(dy)));
            }
        }
    };
    let candidates: Vec<Aim> = match def.target {
        Target::User | Target::Around { .. } => vec![Aim::None],
        Target::Wounded { .. } => Vec::new(),
        Target::One { .. } | Target::Touch { .. } => present().map(Aim::At).collect(),
        Target::Several { most, range, whom } => {
            let here = state.area(seat);
            let fits = |target: &Seat| {
                here.is_some_and(|here| {
                    one(state, def, (seat, here), *target, (whom, range)).is_ok()
                })
            };
            let all: Vec<Seat> = present().filter(fits).collect();
            let first = all.iter().copied().take(usize::from(most)).collect();
            let single = all.iter().copied().map(Aim::At);
            std::iter::once(Aim::Several(first)).chain(single).collect()
        }
        Target::Company { most } => {
            let fits = |target: &Seat| touch(state, def, seat, *target, Whom::Allies).is_ok();
            let all: Vec<Seat> = present().filter(fits).take(usize::from(most)).collect();
            vec![Aim::Several(all)]
        }
        Target::Lob { .. } => {
            let mut list: Vec<Square> = Vec::new();
            let enemies = present().filter(|target| state.enemies(seat, *target));
            for area in enemies.filter_map(|target| state.area(target)) {
                let (from, to) = (area.anchor, area.last());
                list.extend(state.field.dimensions.squares_near(from, to, 1));
            }
            list.sort_unstable();
            list.dedup();
            let at = present().map(Aim::At);
            let large = present().filter_map(|target| Some((target, state.area(target)?)));
            let large = large.filter(|(_, area)| !area.footprint.is_single());
            let parts = large.flat_map(|(target, area)| {
                area.squares().map(move |square| Aim::Part(target, square))
            });
            let spots = list.into_iter().map(Aim::Spot);
            at.chain(parts).chain(spots).collect()
        }
        Target::Burst { .. } => {
            let mut corners = Vec::new();
            for target in present() {
                around(target, &mut corners);
            }
            corners.sort_unstable();
            corners.dedup();
            corners.into_iter().map(Aim::Spot).collect()
        }
        Target::Cone { .. } | Target::Line { .. } => {
            let mut list: Vec<Square> = present()
                .filter(|target| *target != seat)
                .filter_map(|target| state.area(target).map(|area| area.anchor))
                .collect();
            list.sort_unstable();
            list.dedup();
            list.into_iter().map(Aim::Spot).collect()
        }
    };
    candidates
        .into_iter()
        .filter(|aim| reaches(state, seat, def, aim).is_ok())
        .filter(|aim| !targets(state, seat, ability, aim).is_empty())
        .collect()
}
