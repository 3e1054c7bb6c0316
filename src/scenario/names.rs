//! Names in a scenario that nothing has: ids of content and of the ruleset, letters, sides, zones.
//!
//! A name that is not known must not be passed over in silence: a trait that does not exist grants
//! nothing, and a proof that nothing happens would hold for the wrong reason.

mod play;

use std::collections::BTreeMap;
use std::fmt;

use super::drawing::sides;
use super::format::{Entrance, Fighter, Scenario};
use crate::combat::contract::StatBlock;
use crate::content::nearest::nearest;
use crate::content::{Catalogue, MonsterDef, Objective};
use crate::dice::Purpose;
use crate::rules::{Id, Ruleset, Stat, Table};

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misnomer {
    /// Where it stands in the scenario: fields, keys and numbers of items.
    pub path: Vec<String>,
    pub message: String,
    /// The nearest name that there is.
    pub nearest: Option<String>,
}

impl Misnomer {
    /// The line of play in which it stands, counted from 1; 0 outside of it.
    pub fn line(&self) -> usize {
        match self.path.as_slice() {
            [field, number, ..] if field == "play" => number.parse().map_or(0, |n: usize| n + 1),
            _ => 0,
        }
    }
}

impl fmt::Display for Misnomer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.nearest {
            Some(nearest) => write!(f, " (did you mean \"{nearest}\"?)"),
            None => Ok(()),
        }
    }
}

/// Every name in a scenario that neither the content nor the ruleset nor the scenario itself has.
pub fn misnomers(scenario: &Scenario, catalogue: &Catalogue, rules: &Ruleset) -> Vec<Misnomer> {
    let mut reader = Reader {
        scenario,
        catalogue,
        rules,
        path: Vec::new(),
        found: Vec::new(),
    };
    reader.scenario();
    reader.found
}

struct Reader<'a> {
    scenario: &'a Scenario,
    catalogue: &'a Catalogue,
    rules: &'a Ruleset,
    path: Vec<String>,
    found: Vec<Misnomer>,
}

impl<'a> Reader<'a> {
    /// Looks at something one step further down.
    fn within(&mut self, step: impl ToString, look: impl FnOnce(&mut Self)) {
        self.path.push(step.to_string());
        look(self);
        self.path.pop();
    }

    fn report(&mut self, message: String, nearest: Option<String>) {
        self.found.push(Misnomer {
            path: self.path.clone(),
            message,
            nearest,
        });
    }

    /// Reports a name that is not among the known ones.
    fn name<'n>(&mut self, what: &str, name: &str, known: impl Iterator<Item = &'n str> + Clone) {
        if !known.clone().any(|one| one == name) {
            self.report(
                format!("there is no {what} \"{name}\""),
                nearest(name, known),
            );
        }
    }

    fn on<I: Id, T>(&mut self, what: &str, table: &Table<I, T>, name: &str) {
        self.name(what, name, table.names().iter().map(String::as_str));
    }

    /// The same for each of a list.
    fn each<I: Id, T>(&mut self, what: &str, table: &Table<I, T>, names: &[String]) {
        for (i, name) in names.iter().enumerate() {
            self.within(i, |r| r.on(what, table, name));
        }
    }

    fn fighter(&mut self, letter: char) {
        if !self.scenario.fighters.contains_key(&letter) {
            self.report(format!("there is no fighter {letter}"), None);
        }
    }

    fn side(&mut self, name: &str) {
        let known = sides(self.scenario);
        self.name("side", name, known.iter().map(String::as_str));
    }

    fn zone(&mut self, name: &str) {
        let zones = &self.scenario.zones;
        self.name("zone", name, zones.values().map(String::as_str));
    }

    /// A square that has to be on the map.
    fn square(&mut self, x: i16, y: i16) {
        let map = &self.scenario.map;
        let (wide, high) = (map.first().map_or(0, |row| row.chars().count()), map.len());
        let inside = |at: i16, size: usize| usize::try_from(at).is_ok_and(|at| at < size);
        if !inside(x, wide) || !inside(y, high) {
            let size = format!("{wide} by {high} squares");
            self.report(
                format!("there is no square ({x}, {y}) on a map of {size}"),
                None,
            );
        }
    }

    /// A way to attack, by name: of an attack of a block, of a weapon or of an ability, perhaps with the
    /// manner in brackets behind it. Large or small letters make no difference to what is done, but to
    /// what is expected (`exact`).
    fn mode(&mut self, name: &str, exact: bool) {
        const HANDS: [&str; 2] = ["bare hand", "Unarmed strike"];
        let (scenario, rules, catalogue) = (self.scenario, self.rules, self.catalogue);
        let blocks = scenario.fighters.values().filter_map(|f| f.block.as_ref());
        let own = blocks
            .flat_map(|block| &block.attacks)
            .map(|a| a.name.as_str());
        let weapons = catalogue.weapons.iter().map(|(_, def)| def.name.as_str());
        let abilities = rules.abilities.iter().map(|(_, def)| def.name.as_str());
        let known: Vec<&str> = own.chain(weapons).chain(abilities).chain(HANDS).collect();
        let plain = name.split_once(" (").map_or(name, |(plain, _)| plain);
        let is = |one: &str, name: &str| one == name || !exact && one.eq_ignore_ascii_case(name);
        if !known.iter().any(|one| is(one, name) || is(one, plain)) {
            self.name("attack", plain, known.into_iter());
        }
    }

    fn action(&mut self, id: &str) {
        let rules = self.rules;
        self.on("action", &rules.actions, id);
    }

    fn ability(&mut self, id: &str) {
        let rules = self.rules;
        self.on("ability", &rules.abilities, id);
    }

    fn weapon(&mut self, id: &str) {
        let catalogue = self.catalogue;
        self.on("weapon", &catalogue.weapons, id);
    }

    /// A number of the engine, or a skill that the ruleset has.
    fn stat(&mut self, stat: Stat) {
        if let Err(skill) = stat.place()
            && !self.rules.skills.contains_key(&skill)
        {
            let skills = self.rules.skills.keys().map(|known| known.name());
            let engine = Stat::ENGINE.iter().map(|stat| stat.name());
            self.name("number or skill", skill.name(), engine.chain(skills));
        }
    }

    fn stats<V>(&mut self, field: &str, stats: &BTreeMap<Stat, V>) {
        self.within(field, |r| {
            for stat in stats.keys() {
                r.within(stat.name(), |r| r.stat(*stat));
            }
        });
    }

    fn scenario(&mut self) {
        let (scenario, rules, catalogue) = (self.scenario, self.rules, self.catalogue);
        self.within("covers", |r| {
            r.each("rule", &rules.compendium, &scenario.covers);
        });
        self.within("legend", |r| {
            for (letter, terrain) in &scenario.legend {
                r.within(letter, |r| r.on("terrain", &catalogue.terrain, terrain));
            }
        });
        self.within("borders", |r| {
            for (i, run) in scenario.borders.iter().enumerate() {
                r.within(i, |r| {
                    r.within("kind", |r| r.on("border", &catalogue.borders, &run.kind));
                });
            }
        });
        self.within("initiative", |r| {
            for letter in scenario.initiative.keys() {
                r.within(letter, |r| r.fighter(*letter));
            }
        });
        self.within("objective", |r| r.objective(&scenario.objective));
        self.within("fighters", |r| {
            for (letter, fighter) in &scenario.fighters {
                r.within(letter, |r| r.one(fighter));
            }
        });
        self.within("dice", |r| {
            for (i, die) in scenario.dice.iter().enumerate() {
                r.within(i, |r| r.die(die));
            }
        });
        self.within("play", |r| {
            for (i, line) in scenario.play.iter().enumerate() {
                r.within(i, |r| r.line(line));
            }
        });
    }

    fn objective(&mut self, objective: &Objective) {
        let (side, zone) = match objective {
            Objective::DefeatAll => (None, None),
            Objective::Hold { zone, .. } => (None, Some(zone)),
            Objective::Reach { side, zone, .. } => (Some(side), Some(zone)),
            Objective::Survive { side, .. } => (Some(side), None),
        };
        if let Some(side) = side {
            self.within("side", |r| r.side(side));
        }
        if let Some(zone) = zone {
            self.within("zone", |r| r.zone(zone));
        }
    }

    fn one(&mut self, fighter: &Fighter) {
        let (rules, catalogue) = (self.rules, self.catalogue);
        if let Some(id) = &fighter.monster {
            self.within("monster", |r| r.on("monster", &catalogue.monsters, id));
        }
        self.stats("overrides", &fighter.overrides);
        if let Some(def) = &fighter.creature {
            self.within("creature", |r| r.creature(def));
        }
        if let Some(block) = &fighter.block {
            self.within("block", |r| r.block(block));
        }
        if let Some(arrives) = &fighter.arrives {
            self.within("arrives", |r| {
                r.within("by", |r| match &arrives.by {
                    Entrance::Zone(name) => r.zone(name),
                    Entrance::At(x, y) => r.square(*x, *y),
                    Entrance::Edge(_) => {}
                });
            });
        }
        if let Some(zone) = &fighter.deploy {
            self.within("deploy", |r| r.zone(zone));
        }
        self.within("conditions", |r| {
            for (i, text) in fighter.conditions.iter().enumerate() {
                let name = text.split(' ').next().unwrap_or_default();
                let source = text
                    .split_once(" of ")
                    .and_then(|(_, by)| by.chars().next());
                r.within(i, |r| {
                    r.on("condition", &rules.conditions, name);
                    source.into_iter().for_each(|by| r.fighter(by));
                });
            }
        });
    }

    fn block(&mut self, block: &StatBlock) {
        let (rules, catalogue) = (self.rules, self.catalogue);
        self.stats("stats", &block.stats);
        self.stats("parts", &block.parts);
        self.worn([&block.armour, &block.helmet, &block.shield]);
        self.within("traits", |r| r.each("trait", &rules.traits, &block.traits));
        for (field, names) in [
            ("in_hand", &block.in_hand),
            ("belt", &block.belt),
            ("pack", &block.pack),
        ] {
            self.within(field, |r| r.each("thing", &catalogue.weapons, names));
        }
        self.within("attacks", |r| {
            for (i, attack) in block.attacks.iter().enumerate() {
                let carries = attack.carries.iter();
                r.within(i, |r| {
                    r.within("carries", |r| carries.for_each(|id| r.ability(id)))
                });
            }
        });
        self.within("knows", |r| {
            for id in block.knows.keys() {
                r.within(id, |r| r.ability(id));
            }
        });
        self.within("pools", |r| {
            for id in block.pools.keys() {
                r.within(id, |r| r.on("pool", &rules.pools, id));
            }
        });
    }

    fn worn(&mut self, [armour, helmet, shield]: [&Option<String>; 3]) {
        let catalogue = self.catalogue;
        if let Some(id) = armour {
            self.within("armour", |r| {
                r.on("suit of armour", &catalogue.armours, id);
            });
        }
        if let Some(id) = helmet {
            self.within("helmet", |r| r.on("helmet", &catalogue.helmets, id));
        }
        if let Some(id) = shield {
            self.within("shield", |r| r.on("shield", &catalogue.shields, id));
        }
    }

    /// A creature is in neutral terms: a name is known if any ruleset knows it.
    fn creature(&mut self, def: &MonsterDef) {
        let catalogue = self.catalogue;
        let systems = || catalogue.rulesets.iter();
        self.worn([&def.armour, &def.helmet, &def.shield]);
        for (field, names) in [
            ("weapons", &def.weapons),
            ("natural", &def.natural),
            ("belt", &def.belt),
            ("pack", &def.pack),
            ("hidden", &def.hidden),
        ] {
            self.within(field, |r| r.each("weapon", &catalogue.weapons, names));
        }
        let traits = systems().flat_map(|rules| rules.traits.names());
        self.within("traits", |r| {
            for (i, id) in def.traits.iter().enumerate() {
                let known = traits.clone().map(String::as_str);
                r.within(i, |r| r.name("trait", id, known));
            }
        });
        let abilities = systems().flat_map(|rules| rules.abilities.names());
        self.within("knows", |r| {
            for id in def.knows.keys() {
                let known = abilities.clone().map(String::as_str);
                r.within(id, |r| r.name("ability", id, known));
            }
        });
        let pools = systems().flat_map(|rules| rules.pools.names());
        self.within("pools", |r| {
            for id in def.pools.keys() {
                let known = pools.clone().map(String::as_str);
                r.within(id, |r| r.name("pool", id, known));
            }
        });
        let skills = systems().flat_map(|rules| rules.skills.keys().map(|skill| skill.name()));
        self.within("skills", |r| {
            for skill in def.skills.keys() {
                let known = skills.clone();
                r.within(skill.name(), |r| r.name("skill", skill.name(), known));
            }
        });
        self.within("overrides", |r| {
            for id in def.overrides.keys() {
                let known = systems().map(|rules| rules.id.as_str());
                r.within(id, |r| r.name("rule system", id, known));
            }
        });
    }

    /// Who rolls a die, and what for; the rest of its notation is read elsewhere.
    fn die(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        if let Some(who) = words.next().and_then(|word| word.chars().next())
            && who != '-'
        {
            self.fighter(who);
        }
        if let Some(purpose) = words.next() {
            let known = Purpose::ALL.iter().map(|purpose| purpose.name());
            self.name("purpose of dice", purpose, known);
        }
    }
}
