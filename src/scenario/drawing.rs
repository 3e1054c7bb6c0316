//! From a drawn scenario to the setup of a battle.

use std::collections::{BTreeMap, BTreeSet};

use super::format::{Ambush, Fighter, Scenario};
use crate::combat::contract::{
    AmbushSetup, CombatantKind, CombatantSetup, Opening, Setup, SideSetup, StartingCondition,
};
use crate::combat::{Seat, SideId};
use crate::content::level::drawn;
use crate::grid::{Border, Dimensions, Square, SquareSet};

/// Terrain of `.` and under fighters unless the legend says otherwise.
const FLOOR: &str = "floor";

/// The setup of a scenario; the letters of the fighters in the order of their seats.
pub fn setup(scenario: &Scenario) -> Result<(Setup, Vec<char>), String> {
    let letters: Vec<char> = scenario.fighters.keys().copied().collect();
    let dimensions = dimensions(&scenario.map)?;
    let squares: Vec<(Square, char)> = scenario
        .map
        .iter()
        .zip(0_i16..)
        .flat_map(|(row, y)| {
            row.chars()
                .zip(0_i16..)
                .map(move |(c, x)| (Square::new(x, y), c))
        })
        .collect();
    let terrain = squares
        .iter()
        .map(|(_, c)| ground(scenario, *c))
        .collect::<Result<_, _>>()?;
    let sides = sides(scenario);
    let combatants = letters
        .iter()
        .enumerate()
        .map(|(seat, letter)| combatant(scenario, *letter, seat, &squares, &sides))
        .collect::<Result<_, _>>()?;
    let setup = Setup {
        dimensions,
        terrain,
        upper: upper(scenario, dimensions)?,
        borders: borders(scenario, dimensions)?,
        zones: zones(scenario, dimensions, &squares),
        sides: sides
            .iter()
            .map(|id| {
                Ok(SideSetup {
                    id: id.clone(),
                    name: id.clone(),
                    deploy: deployment(scenario, id)?,
                })
            })
            .collect::<Result<_, String>>()?,
        combatants,
        objective: scenario.objective.clone(),
        repairs: Vec::new(),
        opening: scenario.opening,
        attacks_of_opportunity: scenario.attacks_of_opportunity,
        ambush: scenario
            .ambush
            .as_ref()
            .map(|ambush| prepared(ambush, &sides))
            .transpose()?,
    };
    Ok((setup, letters))
}

fn prepared(ambush: &Ambush, sides: &[String]) -> Result<AmbushSetup, String> {
    let by = sides.iter().position(|side| *side == ambush.by);
    let by = by.and_then(|at| u8::try_from(at).ok()).map(SideId);
    let by = by.ok_or_else(|| format!("there is no side \"{}\"", ambush.by))?;
    Ok(AmbushSetup {
        by,
        rounds: ambush.rounds,
        hiding: ambush.hiding,
        since_spoiled: ambush.since_spoiled,
    })
}

fn dimensions(map: &[String]) -> Result<Dimensions, String> {
    let width = map.first().map_or(0, |row| row.chars().count());
    if width == 0 {
        return Err("the map is empty".to_owned());
    }
    if let Some(row) = map.iter().position(|row| row.chars().count() != width) {
        return Err(format!(
            "row {} of the map is not {width} squares long",
            row + 1
        ));
    }
    let side = |n: usize| u16::try_from(n).map_err(|_| "the map is too large".to_owned());
    Ok(Dimensions {
        width: side(width)?,
        height: side(map.len())?,
    })
}

/// What is drawn upon the ground.
fn upper(scenario: &Scenario, dimensions: Dimensions) -> Result<Vec<(Square, u8, String)>, String> {
    for (i, rows) in scenario.layers.iter().enumerate() {
        if self::dimensions(rows) != Ok(dimensions) {
            let layer = i + 1;
            return Err(format!("layer {layer} is not as large as the map"));
        }
    }
    let explained = |(at, layer, letter): (Square, u8, char)| {
        let terrain = scenario.legend.get(&letter);
        let terrain = terrain
            .ok_or_else(|| format!("a layer has '{letter}', which the legend does not explain"))?;
        Ok((at, layer, terrain.clone()))
    };
    drawn(&scenario.layers).map(explained).collect()
}

/// What stands on borders.
fn borders(scenario: &Scenario, dimensions: Dimensions) -> Result<Vec<(Border, String)>, String> {
    let mut all = BTreeMap::new();
    for run in &scenario.borders {
        let along = run.borders(dimensions).map_err(|(field, message)| {
            format!("borders: {} of \"{}\": {message}", field, run.kind)
        })?;
        all.extend(along.into_iter().map(|border| (border, run.kind.clone())));
    }
    Ok(all.into_iter().collect())
}

fn ground(scenario: &Scenario, letter: char) -> Result<String, String> {
    match scenario.legend.get(&letter) {
        Some(terrain) => Ok(terrain.clone()),
        None if letter == '.'
            || scenario.fighters.contains_key(&letter)
            || scenario.zones.contains_key(&letter) =>
        {
            Ok(FLOOR.to_owned())
        }
        None => Err(format!(
            "the map has '{letter}', which neither legend nor fighters explain"
        )),
    }
}

fn zones(
    scenario: &Scenario,
    dimensions: Dimensions,
    squares: &[(Square, char)],
) -> BTreeMap<String, SquareSet> {
    let mut zones = BTreeMap::new();
    for (letter, name) in &scenario.zones {
        let of_zone = squares.iter().filter(|(_, c)| c == letter).map(|(s, _)| *s);
        let set: &mut SquareSet = zones
            .entry(name.clone())
            .or_insert_with(|| SquareSet::new(dimensions));
        of_zone.for_each(|square| {
            set.insert(square);
        });
    }
    zones
}

fn side_of(letter: char, fighter: &Fighter) -> String {
    fighter.side.clone().unwrap_or_else(|| letter.to_string())
}

pub(super) fn sides(scenario: &Scenario) -> Vec<String> {
    let names: BTreeSet<_> = scenario
        .fighters
        .iter()
        .map(|(l, f)| side_of(*l, f))
        .collect();
    names.into_iter().collect()
}

/// The zone in which a side places its members.
fn deployment(scenario: &Scenario, side: &str) -> Result<Option<String>, String> {
    let members = (scenario.fighters.iter()).filter(|(l, f)| side_of(**l, f) == side);
    let zones: BTreeSet<_> = members.filter_map(|(_, f)| f.deploy.clone()).collect();
    if zones.len() > 1 {
        let zones: Vec<_> = zones.into_iter().collect();
        return Err(format!(
            "side {side} has more than one zone: {}",
            zones.join(", ")
        ));
    }
    Ok(zones.into_iter().next())
}

/// Whether the combatant that is drawn on several squares fills exactly these. `space`: the squares
/// that it really fills.
pub fn check_space(scenario: &Scenario, letter: char, space: &[Square]) -> Result<(), String> {
    let drawn: BTreeSet<Square> = (scenario.map.iter().zip(0_i16..))
        .flat_map(|(row, y)| {
            row.chars()
                .zip(0_i16..)
                .map(move |(c, x)| (Square::new(x, y), c))
        })
        .filter(|(_, c)| *c == letter)
        .map(|(square, _)| square)
        .collect();
    if drawn.len() < 2 || drawn.iter().eq(&BTreeSet::from_iter(space.iter().copied())) {
        return Ok(());
    }
    let list = |squares: Vec<Square>| {
        let squares: Vec<_> = squares
            .iter()
            .map(|s| format!("({}, {})", s.x, s.y))
            .collect();
        squares.join(" ")
    };
    Err(format!(
        "fighter {letter} is drawn on {} but fills {}",
        list(drawn.into_iter().collect()),
        list(space.to_vec())
    ))
}

/// A condition to start with: its id, then an amount (`ongoing_fire 5`) and who imposed it
/// (`fear of B`), if that matters.
fn begun(text: &str, scenario: &Scenario) -> Result<StartingCondition, String> {
    let (head, by) = match text.split_once(" of ") {
        None => (text, None),
        Some((head, letter)) => {
            let mut letters = scenario.fighters.keys();
            let at = letters.position(|l| l.to_string() == letter.trim());
            let at = at.and_then(|at| u8::try_from(at).ok());
            let seat = at.ok_or_else(|| format!("there is no fighter {letter} for \"{text}\""))?;
            (head, Some(Seat(seat)))
        }
    };
    let (name, amount) = match head.split_once(' ') {
        None => (head, 0),
        Some((name, amount)) => {
            let number = amount.trim().parse();
            let wrong = |_| format!("\"{amount}\" is no amount for the condition {name}");
            (name, number.map_err(wrong)?)
        }
    };
    Ok(StartingCondition {
        name: name.to_owned(),
        amount,
        by,
    })
}

fn combatant(
    scenario: &Scenario,
    letter: char,
    seat: usize,
    squares: &[(Square, char)],
    sides: &[String],
) -> Result<CombatantSetup, String> {
    let fighter = &scenario.fighters[&letter];
    let at = squares
        .iter()
        .find(|(_, c)| *c == letter)
        .map(|(square, _)| *square);
    match (at, &fighter.deploy) {
        (None, None) if fighter.arrives.is_some() => {}
        (Some(_), _) if fighter.arrives.is_some() => {
            return Err(format!(
                "fighter {letter} is on the map and arrives as well"
            ));
        }
        (None, None) => return Err(format!("fighter {letter} is not on the map")),
        (Some(_), Some(_)) => {
            return Err(format!(
                "fighter {letter} is on the map and to be deployed as well"
            ));
        }
        _ => {}
    }
    let side = sides
        .iter()
        .position(|s| *s == side_of(letter, fighter))
        .unwrap_or(0);
    let kind = match (&fighter.monster, &fighter.creature, &fighter.block) {
        (Some(id), None, None) => CombatantKind::Monster {
            id: id.clone(),
            overrides: fighter.overrides.clone(),
        },
        (None, Some(def), None) => CombatantKind::Creature(Box::new(def.clone())),
        (None, None, Some(block)) => CombatantKind::Block(Box::new(block.clone())),
        (None, None, None) => CombatantKind::Block(Box::default()),
        _ => {
            return Err(format!(
                "fighter {letter} has more than one of monster, creature and block: one is enough"
            ));
        }
    };
    let stated = scenario.initiative.get(&letter).copied();
    let by_letter = || 20 - i32::try_from(seat).unwrap_or(0);
    let initiative = match scenario.opening {
        Opening::UnderWay if fighter.arrives.is_some() => stated,
        Opening::UnderWay => Some(stated.unwrap_or_else(by_letter)),
        Opening::Beginning => stated,
    };
    let side = SideId(u8::try_from(side).unwrap_or(u8::MAX));
    Ok(CombatantSetup {
        at,
        aware: fighter.aware,
        initiative,
        conditions: (fighter.conditions.iter())
            .map(|text| begun(text, scenario))
            .collect::<Result<_, _>>()?,
        hit_points: fighter.hit_points,
        nonlethal: fighter.nonlethal,
        scars: fighter.scars.clone(),
        has_acted: fighter.has_acted,
        important: fighter.important,
        group: fighter.group.clone(),
        arrives: fighter.arrives.clone().map(Into::into),
        ..CombatantSetup::new(letter, side, kind)
    })
}
