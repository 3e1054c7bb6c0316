//! A journey made on the spot: the winners of a battle by itself go on through the other levels.

use std::collections::BTreeSet;

use super::Journey;
use crate::combat::contract::{CombatantKind, CombatantSetup};
use crate::combat::{Battle, Setup};
use crate::content::journey::{LegDef, RecruitDef};
use crate::content::{Catalogue, JourneyDef, LevelDef};
use crate::grid::{Area, Footprint, SquareSet};
use crate::rules::{Id, LevelId};

/// Days that there are for each battle to come: one on the road, and the care that makes all well.
const DAYS: u16 = 4;
/// Days of care.
const CARE: u16 = 3;
/// So many a warband may have, even if fewer set out.
const FEW: usize = 4;
/// How many can be hired in a camp.
const HIRE: usize = 2;

impl Journey {
    /// The journey whose first battle is this one, which was fought in this level: its winners go on to the
    /// levels that follow in the list, and after the last of them from the first, until they have been in
    /// every one that has a zone for so many. `None`: nobody has won, or there is no way from here.
    pub fn wander(battle: &Battle, catalogue: &Catalogue, level: LevelId) -> Option<Self> {
        let winner = battle.outcome()?.winner?;
        if battle.survivors().is_empty() {
            return None;
        }
        let here = catalogue.levels.get(level)?;
        let came = &battle.setup().combatants;
        let mut known: BTreeSet<String> = came.iter().map(|one| one.name.clone()).collect();
        // All who came, so that there is room for as many again, and for those whom few hire.
        let view = battle.view();
        let ours = view.combatants.iter().filter(|one| one.side == winner);
        let mut spaces: Vec<Footprint> = ours.map(|one| one.footprint).collect();
        spaces.resize(spaces.len().max(FEW), Footprint::new(1, 1));
        let first = LegDef {
            level: catalogue.levels.name(level).to_owned(),
            side: here.sides.get(winner.index())?.id.clone(),
            text: String::new(),
            days: 0,
            care: None,
            hire: Vec::new(),
        };
        let after = catalogue.levels.iter().skip(level.index() + 1);
        let before = catalogue.levels.iter().take(level.index());
        let to_come = after.chain(before).filter_map(|(id, level)| {
            let side = place_for(level, winner.index(), &spaces)?;
            Some(LegDef {
                level: catalogue.levels.name(id).to_owned(),
                side: level.sides[side].id.clone(),
                text: level.text.clone(),
                days: 1,
                care: Some(CARE),
                hire: locals(level, side, &mut known),
            })
        });
        let legs: Vec<LegDef> = [first].into_iter().chain(to_come).collect();
        let to_come = u16::try_from(legs.len() - 1).ok().filter(|n| *n > 0)?;
        let days = DAYS.saturating_mul(to_come);
        let def = JourneyDef {
            name: "The open road".into(),
            text: String::new(),
            days,
            at_most: u8::try_from(spaces.len()).unwrap_or(u8::MAX),
            warband: Vec::new(),
            legs,
        };
        Some(Self {
            id: String::new(),
            own: Some(Box::new(def)),
            leg: 0,
            days_left: days,
            lost: Vec::new(),
        })
    }
}

/// The side whose place a warband takes: the same as before where that has a zone for these spaces, and
/// otherwise the first that has one.
fn place_for(level: &LevelDef, before: usize, spaces: &[Footprint]) -> Option<usize> {
    let setup = Setup::from_level(level);
    let has_room = |at: &usize| {
        let zone = level.sides.get(*at).and_then(|side| side.deploy.as_ref());
        let zone = zone.and_then(|zone| setup.zones.get(zone));
        zone.is_some_and(|zone| holds(zone, spaces))
    };
    let first = || (0..level.sides.len()).find(has_room);
    Some(before).filter(has_room).or_else(first)
}

/// Whether these spaces lie in a zone beside each other, each in the first place that is free.
fn holds(zone: &SquareSet, spaces: &[Footprint]) -> bool {
    let mut taken: Vec<Area> = Vec::new();
    spaces.iter().all(|space| {
        let mut areas = zone.iter().map(|anchor| Area::new(anchor, *space));
        let free = areas.find(|area| {
            let inside = area.squares().all(|square| zone.contains(square));
            inside && !taken.iter().any(|other| other.overlaps(*area))
        });
        taken.extend(free);
        free.is_some()
    })
}

/// Some of those in whose place the warband comes, who would go with it for a day's waiting. Nobody comes
/// whose name is known already.
fn locals(level: &LevelDef, side: usize, known: &mut BTreeSet<String>) -> Vec<RecruitDef> {
    let setup = Setup::from_level(level);
    let there = |one: &&CombatantSetup| {
        one.side.index() == side && one.at.is_none() && one.arrives.is_none()
    };
    let all = setup.combatants.iter().filter(there);
    let free = all.filter_map(|one| match &one.kind {
        CombatantKind::Monster { id, .. } if known.insert(one.name.clone()) => Some(RecruitDef {
            monster: id.clone(),
            name: one.name.clone(),
            days: 1,
        }),
        _ => None,
    });
    free.take(HIRE).collect()
}
