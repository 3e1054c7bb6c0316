//! Battles dealt from a seed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use opportunist::ai::Profile;
use opportunist::combat::contract::setup::{CombatantKind, CombatantSetup, Opening, SideSetup};
use opportunist::combat::{Battle, Setup, SideId};
use opportunist::content::{Catalogue, Objective};
use opportunist::dice::Dice;
use opportunist::grid::{Dimensions, Square};
use opportunist::rules::Ruleset;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::house::House;

/// The content of the game, read once.
pub static CONTENT: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Arc::new(Catalogue::load(root).unwrap_or_else(|findings| panic!("{findings:?}")))
});

/// Who plays a side.
#[derive(Clone, Copy, Debug)]
pub enum Mind {
    Plays(Profile),
    /// Tries anything that is legal.
    Wanders,
}

/// One battle to be played.
pub struct Deal {
    pub what: String,
    pub rules: Arc<Ruleset>,
    pub setup: Setup,
    pub seed: u64,
    pub minds: Vec<Mind>,
    /// House rules; `rules` are a rule system with them.
    pub house: Option<Arc<House>>,
}

impl Deal {
    /// The battle with its own dice.
    pub fn battle(&self) -> Battle {
        self.battle_with(Dice::seeded(self.seed))
    }

    /// The battle with other dice.
    pub fn battle_with(&self, dice: Dice) -> Battle {
        Battle::new(
            Arc::clone(&CONTENT),
            Arc::clone(&self.rules),
            &self.setup,
            dice,
        )
        .unwrap_or_else(|error| panic!("{error}\n{self}"))
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, rules, seed, minds) = (&self.what, &self.rules.id, self.seed, &self.minds);
        write!(f, "{what} under {rules}, seed {seed}, {minds:?}")?;
        match &self.house {
            Some(house) => write!(f, ", {}", house.changes.join(", ")),
            None => Ok(()),
        }
    }
}

/// The decks.
pub mod deals {
    use super::*;

    const TEMPERS: [Profile; 4] = [
        Profile::BALANCED,
        Profile::BERSERKER,
        Profile::SKIRMISHER,
        Profile::GUARDIAN,
    ];

    fn temper(seed: u64) -> Mind {
        Mind::Plays(TEMPERS[(seed % 4) as usize])
    }

    /// Every level under every system.
    pub fn levels(times: u64) -> Vec<Deal> {
        let mut deals = Vec::new();
        for seed in 0..times {
            for (id, level) in CONTENT.levels.iter() {
                for rules in &CONTENT.rulesets {
                    let n = seed + deals.len() as u64;
                    deals.push(Deal {
                        what: format!("level {}", CONTENT.levels.name(id)),
                        rules: Arc::clone(rules),
                        setup: Setup::from_level(level),
                        seed: n,
                        minds: vec![temper(n / 3), temper(n / 3 + seed + 1)],
                        house: None,
                    });
                }
            }
        }
        deals
    }

    /// Every monster against two others, under every system, on a small field.
    pub fn monsters(times: u64) -> Vec<Deal> {
        let names = CONTENT.monsters.names();
        let mut deals = Vec::new();
        for seed in 0..times {
            for (i, name) in names.iter().enumerate() {
                for (r, rules) in CONTENT.rulesets.iter().enumerate() {
                    // Once around, each system has a third of them; three times, all of them.
                    let rulesets = CONTENT.rulesets.len();
                    if !(i + r + seed as usize).is_multiple_of(rulesets) {
                        continue;
                    }
                    let n = seed + deals.len() as u64;
                    let other = &names[(i + 1 + n as usize) % names.len()];
                    let third = &names[(i + 5 + n as usize * 3) % names.len()];
                    deals.push(Deal {
                        what: format!("{name} and {third} against {other} and {name}"),
                        rules: Arc::clone(rules),
                        setup: field(&[name, third], &[other, name]),
                        seed: n,
                        minds: vec![temper(n), temper(n / 4)],
                        house: None,
                    });
                }
            }
        }
        deals
    }

    /// Battles in which one side or both try anything.
    pub fn aimless(times: u64) -> Vec<Deal> {
        let names = CONTENT.monsters.names();
        let mut deals = Vec::new();
        for n in 0..times * 5 {
            for rules in &CONTENT.rulesets {
                let pick = |k: u64| names[((n * 7 + k * 5) % names.len() as u64) as usize].as_str();
                let minds = match n % 3 {
                    0 => vec![Mind::Wanders, Mind::Wanders],
                    1 => vec![Mind::Wanders, temper(n)],
                    _ => vec![temper(n), Mind::Wanders],
                };
                let (ours, theirs) = ([pick(0), pick(1), pick(2)], [pick(3), pick(4), pick(5)]);
                deals.push(Deal {
                    what: format!("{ours:?} against {theirs:?}"),
                    rules: Arc::clone(rules),
                    setup: field(&ours, &theirs),
                    seed: n,
                    minds,
                    house: None,
                });
            }
        }
        deals
    }

    /// Seeds that share rules: house rules take longer to read than a battle to play.
    pub const SHARED: u64 = 100;

    /// A chooser of numbers below a count.
    fn chooser(seed: u64) -> impl FnMut(usize) -> usize {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        move |count| (chance.next_u64() % count.max(1) as u64) as usize
    }

    /// The rules of all seeds that share them: any system, half of the time with house rules.
    pub fn rules(seed: u64) -> (Arc<Ruleset>, Option<Arc<House>>) {
        let mut draw = chooser(seed / SHARED);
        let rules = &CONTENT.rulesets[draw(CONTENT.rulesets.len())];
        let house = (draw(2) == 0).then(|| House::drawn(rules, &mut draw));
        let house = house.flatten().map(Arc::new);
        let rules = house.as_ref().map_or(rules, |house| &house.rules);
        (Arc::clone(rules), house)
    }

    /// A battle drawn from a seed: a level or a field of monsters, under the rules of this seed.
    pub fn random(seed: u64, (rules, house): (Arc<Ruleset>, Option<Arc<House>>)) -> Deal {
        let mut draw = chooser(seed);
        let names = CONTENT.monsters.names();
        let (what, setup) = if draw(4) == 0 {
            let levels: Vec<_> = CONTENT.levels.iter().collect();
            let (id, level) = levels[draw(levels.len())];
            let what = format!("level {}", CONTENT.levels.name(id));
            (what, Setup::from_level(level))
        } else {
            let (ours, theirs) = (1 + draw(3), 1 + draw(3));
            let mut side = |size| -> Vec<&str> {
                (0..size)
                    .map(|_| names[draw(names.len())].as_str())
                    .collect()
            };
            let (ours, theirs) = (side(ours), side(theirs));
            (
                format!("{ours:?} against {theirs:?}"),
                field(&ours, &theirs),
            )
        };
        let mut mind = || match draw(3) {
            0 => Mind::Plays(Profile::FAST),
            _ => Mind::Wanders,
        };
        let minds = vec![mind(), mind()];
        Deal {
            what,
            rules,
            setup,
            seed,
            minds,
            house,
        }
    }

    /// A field with something of every terrain on it.
    fn field(ours: &[&str], theirs: &[&str]) -> Setup {
        let dimensions = Dimensions::new(16, 12);
        let plain = ["grass", "floor", "plain"]
            .into_iter()
            .find(|id| CONTENT.terrain.id(id).is_some());
        let plain = plain.map_or_else(|| CONTENT.terrain.names()[0].clone(), str::to_owned);
        let mut terrain = vec![plain; dimensions.len()];
        // A column of terrains in the middle, with gaps to pass.
        for (i, name) in CONTENT.terrain.names().iter().enumerate() {
            let square = Square::new(7 + (i % 2) as i16, 1 + (i % 10) as i16);
            if let Some(at) = dimensions.index(square).filter(|_| i % 3 != 2) {
                terrain[at] = name.clone();
            }
        }
        let side = |id: &str| SideSetup {
            id: id.into(),
            name: id.into(),
            deploy: None,
        };
        let mut combatants = Vec::new();
        for (side, list) in [ours, theirs].into_iter().enumerate() {
            for (i, monster) in list.iter().enumerate() {
                let x = if side == 0 { 1 } else { 11 };
                let name = format!("{monster} {}", combatants.len() + 1);
                let kind = CombatantKind::monster(*monster);
                combatants.push(CombatantSetup {
                    at: Some(Square::new(x, i as i16 * 4)),
                    important: i == 0,
                    ..CombatantSetup::new(name, SideId(side as u8), kind)
                });
            }
        }
        Setup {
            dimensions,
            terrain,
            upper: Vec::new(),
            borders: Vec::new(),
            zones: BTreeMap::new(),
            sides: vec![side("west"), side("east")],
            combatants,
            objective: Objective::DefeatAll,
            repairs: Vec::new(),
            opening: Opening::Beginning,
            attacks_of_opportunity: None,
            ambush: None,
        }
    }
}
