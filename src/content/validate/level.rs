//! Levels: names, sides and the objective. The drawing is [`space`](super::space)'s affair.

use std::collections::BTreeMap;

use super::pointer::Pointer;
use super::{lesson, space};
use crate::content::Code;
use crate::content::draft::Draft;
use crate::content::level::{Awareness, COMBATANTS_LIMIT, LevelDef, Mark, Objective};
use crate::content::loader::{ID, is_id};

/// Checks one level.
pub(super) fn check(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    p.demand(!p.def().name.is_empty(), &["name"], "a level needs a name");
    newcomers(draft, p);
    legend(draft, p);
    let strengths = strengths(p.def());
    let all: usize = strengths.values().sum();
    if all > COMBATANTS_LIMIT {
        let message = format!("{all} combatants: a battle holds at most {COMBATANTS_LIMIT}");
        p.report(&["sides"], Code::Sense, message);
        return;
    }
    sides(draft, p, &strengths);
    objective(draft, p, &strengths);
    lesson::check(draft, p);
    space::check(draft, p);
}

/// Numbers of combatants by the id of their side, those to come included.
type Strengths = BTreeMap<String, usize>;

/// Names of the places of the legend.
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

fn sides(draft: &Draft, p: &mut Pointer<'_, LevelDef>, strengths: &Strengths) {
    let level = p.def();
    if level.sides.len() > COMBATANTS_LIMIT {
        let message = format!("a battle has at most {COMBATANTS_LIMIT} sides");
        p.report(&["sides"], Code::Sense, message);
        return;
    }
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
        let message = format!("the id of a side has {ID}");
        p.demand(is_id(&side.id), &path, &message);
        if level.sides[..i].iter().any(|other| other.id == side.id) {
            let message = format!("there are two sides called \"{}\"", side.id);
            p.report(&["sides", &number, "id"], Code::Duplicate, message);
        }
        if let Some(zone) = &side.deploy {
            zone_on_map(p, &["sides", &number, "deploy"], zone);
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
        if strengths.get(&side.id) == Some(&0) {
            let message = format!("the side \"{}\" has no members", side.id);
            p.report(&["sides", &number, "id"], Code::Sense, message);
        }
    }
}

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
            zone_on_map(p, &field("zone"), zone);
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

/// Reports a zone that the legend does not have, or that is drawn nowhere.
fn zone_on_map(p: &mut Pointer<'_, LevelDef>, path: &[&str], zone: &str) {
    let level = p.def();
    p.name(path, "zone", zone, zones(level));
    let of_zone = |letter: char| match level.legend.get(&letter) {
        Some(Mark::Zone { zone: name, .. }) => name == zone,
        Some(Mark::Terrain(_) | Mark::Combatant { .. }) | None => false,
    };
    let is_drawn = level.map.iter().any(|row| row.contains(of_zone));
    if zones(level).contains(&zone) && !is_drawn {
        let message = format!("the zone \"{zone}\" is drawn nowhere on the map");
        p.report(path, Code::Map, message);
    }
}

/// Counts the combatants of every side.
fn strengths(level: &LevelDef) -> Strengths {
    let members = level.sides.iter().map(|side| {
        let waves = side.reinforcements.iter();
        let later: usize = waves.map(|wave| wave.members.len()).sum();
        (side.id.clone(), side.members.len() + later)
    });
    let mut strengths = Strengths::new();
    for (side, count) in members {
        *strengths.entry(side).or_default() += count;
    }
    for letter in level.map.iter().flat_map(|row| row.chars()) {
        if let Some(Mark::Combatant { side, .. }) = level.legend.get(&letter)
            && let Some(count) = strengths.get_mut(side)
        {
            *count += 1;
        }
    }
    strengths
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

fn objective(draft: &Draft, p: &mut Pointer<'_, LevelDef>, strengths: &Strengths) {
    let level = p.def();
    let at = |field| ["objective", field];
    match &level.objective {
        Objective::DefeatAll => {}
        Objective::Hold { zone, .. } => {
            p.name(&at("zone"), "zone", zone, zones(level));
            goal(draft, p, zone);
        }
        Objective::Reach { side, zone, count } => {
            p.name(&at("side"), "side", side, side_ids(level));
            p.name(&at("zone"), "zone", zone, zones(level));
            goal(draft, p, zone);
            let strength = strengths.get(side).copied().unwrap_or(0);
            p.demand(
                strength == 0 || usize::from(*count) <= strength,
                &at("count"),
                "the side does not have so many members",
            );
        }
        Objective::Survive { side, .. } => {
            p.name(&at("side"), "side", side, side_ids(level));
        }
    }
}
