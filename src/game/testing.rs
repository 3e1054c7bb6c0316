//! A table for the tests of the game: a battle in which a person is asked, and its picture.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::GameOptions;
use super::playback::Shown;
use super::session::{Session, Start};
use crate::ai::{Player, Profile};
use crate::combat::Battle;
use crate::combat::contract::CombatantKind;
use crate::combat::testkit::testing::{Scene, shipped};
use crate::combat::testkit::things::catalogue;
use crate::content::Catalogue;
use crate::dice::Dice;
use crate::rules::LevelId;

/// A battle whose first side is a person's, shown as far as it has come.
pub fn table(scene: &Scene) -> (Session, Shown) {
    over(scene.seeded(1))
}

/// The same over a battle with dice of its own.
pub fn over(battle: Battle) -> (Session, Shown) {
    under(battle, catalogue())
}

fn under(battle: Battle, catalogue: Arc<Catalogue>) -> (Session, Shown) {
    let start = Start {
        catalogue,
        level: LevelId(0),
        rules: battle.rules().clone(),
        players: vec![Player::Person, Player::Computer(Profile::default())],
        seed: 1,
        attacks_of_opportunity: None,
    };
    let session = Session::over(battle, start);
    let mut shown = Shown::before(&session);
    shown.rewind(&session);
    shown.settled = true;
    (session, shown)
}

/// The same between creatures of the game's own files, each for a letter of the map.
pub fn meeting(system: &str, map: &[&str], creatures: &[(char, &str)]) -> (Session, Shown) {
    meeting_on(system, map, &[], creatures)
}

/// A meeting on terrain: one kind for each sign of the map.
pub fn meeting_on(
    system: &str,
    map: &[&str],
    grounds: &[(char, &str)],
    creatures: &[(char, &str)],
) -> (Session, Shown) {
    let catalogue = shipped();
    let rules = catalogue.ruleset(system).expect("a rule system");
    let mut scene = Scene::new(rules.clone(), map);
    let signs = map.iter().flat_map(|row| row.chars());
    for (sign, square) in signs.zip(&mut scene.setup.terrain) {
        if let Some((_, kind)) = grounds.iter().find(|(ground, _)| *ground == sign) {
            *square = (*kind).to_owned();
        }
    }
    for (letter, id) in creatures {
        scene = scene.change(*letter, |who| {
            who.kind = CombatantKind::Monster {
                id: (*id).to_owned(),
                overrides: BTreeMap::new(),
            };
        });
    }
    let (rules, dice) = (scene.rules.clone(), Dice::seeded(1));
    let battle = Battle::new(catalogue.clone(), rules, &scene.setup, dice).expect("a battle");
    under(battle, catalogue)
}

/// A start without a word on the command line.
pub fn options(catalogue: &Arc<Catalogue>) -> GameOptions {
    GameOptions {
        catalogue: catalogue.clone(),
        level: None,
        journey: None,
        start: false,
        watch: None,
        ruleset: None,
        sides: Vec::new(),
        computer: Profile::default(),
        seed: 1,
        attacks_of_opportunity: None,
    }
}

/// A person's battle on the training ground, from the game's own files.
pub fn yard() -> Session {
    let catalogue = shipped();
    let level = catalogue.levels.id("training_ground").expect("a yard");
    let rules = catalogue.ruleset("classic_d20").expect("a rule system");
    let start = Start {
        level,
        rules: rules.clone(),
        players: vec![Player::Person; 2],
        seed: 1,
        attacks_of_opportunity: None,
        catalogue,
    };
    Session::new(start).expect("a battle")
}
