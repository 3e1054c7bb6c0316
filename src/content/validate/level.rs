//! Levels: names, sides and the objective. The drawing is [`space`](super::space)'s affair.

use super::pointer::Pointer;
use super::{lesson, space};
use crate::content::Code;
use crate::content::draft::Draft;
use crate::content::level::{Awareness, LevelDef, Mark, Objective};

/// Checks one level.
pub(super) fn check(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    p.demand(!p.def().name.is_empty(), &["name"], "a level needs a name");
    newcomers(draft, p);
    legend(draft, p);
    sides(draft, p);
    objective(draft, p);
    lesson::check(draft, p);
    space::check(draft, p);
}

/// Names of the places drawn on the map.
fn zones(level: &LevelDef) -> Vec<&str> {
    let mut zones = Vec::new();
    for mark in level.legend.values() {
        if let Mark::Zone { zone, .. } = mark {
            zones.push(zone.as_str());
        }
    }
    zones
}

fn side_ids(level: &LevelDef) -> impl Iterator<Item = &str> {
    level.sides.iter().map(|side| side.id.as_str())
}

fn legend(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    let level = p.def();
    for (letter, mark) in &level.legend {
        let key = letter.to_string();
        let at = |field| ["legend", key.as_str(), field];
        match mark {
            Mark::Terrain(terrain) => p.on(&draft.terrain, &at("0"), "terrain", terrain),
            Mark::Zone { terrain, .. } => p.on(&draft.terrain, &at("terrain"), "terrain", terrain),
            Mark::Combatant {
                side,
                monster,
                terrain,
                ..
            } => {
                p.on(&draft.terrain, &at("terrain"), "terrain", terrain);
                p.on(&draft.monsters, &at("monster"), "monster", monster);
                p.name(&at("side"), "side", side, side_ids(level));
            }
        }
        let mut rows = level.map.iter().chain(level.layers.iter().flatten());
        if !rows.any(|row| row.contains(*letter)) {
            let message = format!("'{letter}' stands nowhere on the map");
            p.warn(&["legend", &key], Code::Unused, message);
        }
    }
}

fn newcomers(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    let level = p.def();
    if let Some(ambush) = &level.ambush {
        p.name(&["ambush", "by"], "side", &ambush.by, side_ids(level));
    }
    if let Some(rules) = &p.def().newcomers {
        let known = draft.known_rulesets().map(|(id, _)| id);
        p.name(&["newcomers"], "rule system", rules, known);
    }
}

fn sides(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    let level = p.def();
    if level.sides.len() < 2 {
        p.report(
            &["sides"],
            Code::Sense,
            "a battle needs two sides".to_owned(),
        );
    }
    for (i, side) in level.sides.iter().enumerate() {
        let number = i.to_string();
        let path = ["sides", &number, "id"];
        p.demand(!side.id.is_empty(), &path, "a side needs an id");
        if level.sides[..i].iter().any(|other| other.id == side.id) {
            let message = format!("there are two sides called \"{}\"", side.id);
            p.report(&["sides", &number, "id"], Code::Duplicate, message);
        }
        if let Some(zone) = &side.deploy {
            p.name(&["sides", &number, "deploy"], "zone", zone, zones(level));
        }
        for (j, member) in side.members.iter().enumerate() {
            let path = ["sides", &number, "members", &j.to_string()];
            let monster = [path[0], path[1], path[2], path[3], "monster"];
            p.on(&draft.monsters, &monster, "monster", &member.monster);
            if member.at.is_none() && side.deploy.is_none() {
                let message = "this member has neither a place nor a zone to be placed in";
                p.report(&path, Code::Map, message.to_owned());
            }
        }
        reinforcements(draft, p, i);
        if strength(level, &side.id) == 0 {
            let message = format!("the side \"{}\" has no members", side.id);
            p.report(&["sides", &number, "id"], Code::Sense, message);
        }
    }
}

/// Rounds after which no reinforcements come.
const LATEST: u16 = 100;

/// Those who enter when the battle has begun.
fn reinforcements(draft: &Draft, p: &mut Pointer<'_, LevelDef>, side: usize) {
    let level = p.def();
    let number = side.to_string();
    let ends = match &level.objective {
        Objective::Survive { rounds, .. } => *rounds,
        _ => u16::MAX,
    };
    for (i, wave) in level.sides[side].reinforcements.iter().enumerate() {
        let at = i.to_string();
        let path = ["sides", &number, "reinforcements", &at];
        let field = |name| [path[0], path[1], path[2], path[3], name];
        p.demand(
            (1..=LATEST).contains(&wave.after_round),
            &field("after_round"),
            "reinforcements come after one of the rounds 1 to 100",
        );
        if wave.after_round >= ends {
            let message = format!("the battle ends with round {ends}, before they come");
            p.warn(&field("after_round"), Code::Unused, message);
        }
        p.demand(
            matches!(wave.awareness, Awareness::Aware | Awareness::Unaware),
            &field("awareness"),
            "newcomers are aware of the battle or unaware; there is no ambush to notice",
        );
        if let Some(zone) = &wave.zone {
            p.name(&field("zone"), "zone", zone, zones(level));
            p.demand(
                wave.edge.is_none(),
                &field("zone"),
                "reinforcements come by an edge or in a zone, not both",
            );
        }
        p.demand(
            !wave.members.is_empty(),
            &field("members"),
            "these reinforcements have no members",
        );
        for (j, member) in wave.members.iter().enumerate() {
            let j = j.to_string();
            let member_at = [path[0], path[1], path[2], path[3], "members", j.as_str()];
            let monster = [&member_at[..], &["monster"]].concat();
            p.on(&draft.monsters, &monster, "monster", &member.monster);
            if member.at.is_none() && wave.edge.is_none() && wave.zone.is_none() {
                let message = "this member has no edge, zone or place to enter by";
                p.report(&member_at, Code::Map, message.to_owned());
            }
        }
    }
}

/// How many combatants a side has, those to come included.
fn strength(level: &LevelDef, id: &str) -> usize {
    let of_side = |letter: char| match level.legend.get(&letter) {
        Some(Mark::Combatant { side, .. }) => side == id,
        _ => false,
    };
    let drawn = level
        .map
        .iter()
        .flat_map(|row| row.chars())
        .filter(|c| of_side(*c))
        .count();
    let members = level.sides.iter().filter(|side| side.id == id).map(|side| {
        let waves = side.reinforcements.iter();
        side.members.len() + waves.map(|wave| wave.members.len()).sum::<usize>()
    });
    drawn + members.sum::<usize>()
}

/// A zone that has to be stood in has a square that can be entered.
fn goal(draft: &Draft, p: &mut Pointer<'_, LevelDef>, zone: &str) {
    let level = p.def();
    let named = || {
        level.legend.iter().filter_map(|(letter, mark)| match mark {
            Mark::Zone {
                zone: name,
                terrain,
            } if name == zone => Some((*letter, terrain)),
            _ => None,
        })
    };
    let drawn = |letter: char| level.map.iter().any(|row| row.contains(letter));
    let goal = named().any(|(letter, terrain)| drawn(letter) && space::open(draft, terrain));
    if named().next().is_some() && !goal {
        let message = format!("the zone \"{zone}\" has no square that can be entered");
        p.report(&["objective", "zone"], Code::Map, message);
    }
}

fn objective(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    let level = p.def();
    let at = |field| ["objective", field];
    match &level.objective {
        Objective::DefeatAll => {}
        Objective::Hold { zone, rounds } => {
            p.name(&at("zone"), "zone", zone, zones(level));
            goal(draft, p, zone);
            p.demand(
                *rounds > 0,
                &at("rounds"),
                "a zone is held for one round or more",
            );
        }
        Objective::Reach { side, zone, count } => {
            p.name(&at("side"), "side", side, side_ids(level));
            p.name(&at("zone"), "zone", zone, zones(level));
            goal(draft, p, zone);
            let strength = strength(level, side);
            p.demand(
                *count > 0,
                &at("count"),
                "at least one member has to reach the zone",
            );
            p.demand(
                strength == 0 || usize::from(*count) <= strength,
                &at("count"),
                "the side does not have so many members",
            );
        }
        Objective::Survive { side, rounds } => {
            p.name(&at("side"), "side", side, side_ids(level));
            p.demand(
                *rounds > 0,
                &at("rounds"),
                "a side survives one round or more",
            );
        }
    }
}
