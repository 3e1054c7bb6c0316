//! From a drawn level to a setup.

use std::collections::BTreeMap;

use crate::combat::contract::{
    AmbushSetup, Arrival, AwareSetup, CombatantKind, CombatantSetup, Entrance, Opening, Setup,
    SideId, SideSetup,
};
use crate::content::LevelDef;
use crate::content::level::{AmbushDef, Awareness, Mark, ReinforcementDef, SideDef};
use crate::grid::{Dimensions, Square, SquareSet};

impl Setup {
    /// The setup of a level as drawn. Members with a place come in the order of the drawing, then
    /// each side's further members; what the drawing leaves undefined fails when the battle is built.
    pub fn from_level(level: &LevelDef) -> Self {
        let width = level
            .map
            .iter()
            .map(|row| row.chars().count())
            .max()
            .unwrap_or(0);
        let dimensions = Dimensions::new(clamp(width), clamp(level.map.len()));
        let mut builder = SetupBuilder {
            level,
            terrain: vec![String::new(); dimensions.len()],
            zones: BTreeMap::new(),
            combatants: Vec::new(),
            dimensions,
        };
        for (y, row) in level.map.iter().enumerate() {
            for (x, mark) in row.chars().enumerate() {
                let (Ok(x), Ok(y)) = (i16::try_from(x), i16::try_from(y)) else {
                    continue;
                };
                builder.mark(Square::new(x, y), mark);
            }
        }
        let upper = level.upper();
        let upper = upper.map(|(at, layer, kind)| (at, layer, kind.to_owned()));
        builder.members();
        let mut combatants = builder.combatants;
        number(&mut combatants);
        Self {
            dimensions,
            terrain: builder.terrain,
            upper: upper.collect(),
            borders: level.bordered(dimensions).into_iter().collect(),
            zones: builder.zones,
            sides: level
                .sides
                .iter()
                .map(|side| SideSetup {
                    id: side.id.clone(),
                    name: side.name.clone(),
                    deploy: side.deploy.clone(),
                })
                .collect(),
            combatants,
            objective: level.objective.clone(),
            repairs: Vec::new(),
            opening: Opening::Beginning,
            attacks_of_opportunity: level.attacks_of_opportunity,
            ambush: level.ambush.as_ref().and_then(|def| ambush(level, def)),
        }
    }
}

fn clamp(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

struct SetupBuilder<'a> {
    level: &'a LevelDef,
    dimensions: Dimensions,
    terrain: Vec<String>,
    zones: BTreeMap<String, SquareSet>,
    combatants: Vec<CombatantSetup>,
}

impl SetupBuilder<'_> {
    /// Enters what one character of the drawing stands for.
    fn mark(&mut self, square: Square, mark: char) {
        let level = self.level;
        let Some(mark) = level.legend.get(&mark) else {
            return;
        };
        let terrain = match mark {
            Mark::Terrain(terrain) => terrain,
            Mark::Zone { zone, terrain } => {
                let dimensions = self.dimensions;
                let squares = self
                    .zones
                    .entry(zone.clone())
                    .or_insert_with(|| SquareSet::new(dimensions));
                squares.insert(square);
                terrain
            }
            Mark::Combatant {
                side,
                monster,
                name,
                terrain,
            } => {
                if let Some(i) = level.sides.iter().position(|s| s.id == *side) {
                    self.join(i, monster, name.as_deref(), Some(square));
                }
                terrain
            }
        };
        if let Some(i) = self.dimensions.index(square) {
            self.terrain[i].clone_from(terrain);
        }
    }

    fn members(&mut self) {
        let level = self.level;
        for (i, side) in level.sides.iter().enumerate() {
            for member in &side.members {
                self.join(i, &member.monster, member.name.as_deref(), member.at);
            }
            for wave in &side.reinforcements {
                self.wave(i, wave);
            }
        }
    }

    /// Enters those who come together when the battle has begun.
    fn wave(&mut self, side: usize, wave: &ReinforcementDef) {
        for member in &wave.members {
            self.join(side, &member.monster, member.name.as_deref(), None);
            let by = match (member.at, wave.edge, &wave.zone) {
                (Some(square), ..) => Entrance::At(square),
                (None, Some(edge), _) => Entrance::Edge(edge),
                (None, None, zone) => Entrance::Zone(zone.clone().unwrap_or_default()),
            };
            if let Some(newcomer) = self.combatants.last_mut() {
                newcomer.aware = aware(wave.awareness);
                newcomer.arrives = Some(Arrival {
                    after_round: wave.after_round,
                    by,
                });
            }
        }
    }

    fn join(&mut self, side: usize, monster: &str, name: Option<&str>, at: Option<Square>) {
        let def: &SideDef = &self.level.sides[side];
        let name = name.map_or_else(|| spoken(monster), str::to_owned);
        let side = SideId(u8::try_from(side).unwrap_or(u8::MAX));
        self.combatants.push(CombatantSetup {
            at,
            aware: aware(def.awareness),
            important: def.important,
            group: def.one_initiative.then(|| def.id.clone()),
            ..CombatantSetup::new(name, side, CombatantKind::monster(monster))
        });
    }
}

/// The ambush of a level, if there is a side that has prepared it.
fn ambush(level: &LevelDef, def: &AmbushDef) -> Option<AmbushSetup> {
    let by = level.sides.iter().position(|side| side.id == def.by)?;
    Some(AmbushSetup {
        by: SideId(u8::try_from(by).ok()?),
        rounds: def.rounds,
        hiding: def.hiding,
        since_spoiled: None,
    })
}

fn aware(awareness: Awareness) -> AwareSetup {
    match awareness {
        Awareness::Aware => AwareSetup::Aware,
        Awareness::Unaware => AwareSetup::Unaware,
        Awareness::Rolls => AwareSetup::Rolls,
        Awareness::Distracted => AwareSetup::Distracted,
    }
}

/// An id as a name: `orc_archer` becomes `Orc archer`.
fn spoken(id: &str) -> String {
    let words = id.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Numbers those who share a name.
fn number(combatants: &mut [CombatantSetup]) {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for combatant in combatants.iter() {
        counts.entry(combatant.name.clone()).or_default().0 += 1;
    }
    for combatant in combatants {
        if let Some((_, so_far)) = counts.get_mut(&combatant.name).filter(|(of, _)| *of > 1) {
            *so_far += 1;
            combatant.name = format!("{} {so_far}", combatant.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> LevelDef {
        let text = r##"(
            name: "Bridge", text: "", map: ["#.g", "z.g", "h.~"],
            legend: {
                '#': terrain("wall"), '.': terrain("floor"), '~': terrain("rubble"),
                'z': zone(zone: "camp", terrain: "floor"),
                'g': combatant(side: "enemies", monster: "goblin_archer", name: None, terrain: "floor"),
                'h': combatant(side: "heroes", monster: "ogre", name: Some("Urg"), terrain: "rubble"),
            },
            sides: [
                (id: "heroes", name: "Heroes", members: [(monster: "dwarf")], deploy: Some("camp"),
                 important: true),
                (id: "enemies", name: "Enemies", awareness: unaware),
            ],
            objective: defeat_all,
            attacks_of_opportunity: Some(false),
        )"##;
        ron::from_str(text).unwrap()
    }

    #[test]
    fn a_drawing_becomes_ground_zones_and_combatants() {
        let setup = Setup::from_level(&level());
        assert_eq!(setup.dimensions, Dimensions::new(3, 3));
        assert_eq!(setup.terrain[0], "wall");
        assert_eq!(setup.terrain[6], "rubble");
        assert!(setup.zones["camp"].contains(Square::new(0, 1)));
        let names: Vec<_> = setup.combatants.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(
            names,
            ["Goblin archer 1", "Goblin archer 2", "Urg", "Dwarf"]
        );
        let dwarf = &setup.combatants[3];
        assert_eq!(
            (dwarf.at, dwarf.important, dwarf.side),
            (None, true, SideId(0))
        );
        assert_eq!(setup.combatants[0].aware, AwareSetup::Unaware);
        assert_eq!(setup.combatants[0].at, Some(Square::new(2, 0)));
        assert_eq!(setup.attacks_of_opportunity, Some(false));
    }
}
