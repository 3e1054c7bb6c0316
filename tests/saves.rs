//! Saved battles of every rule system that this and earlier versions of the game wrote: `tests/saves` holds a battle
//! saved on a journey (`…-save.json`) and a record of a battle by itself (`…-record.json`). Those of an older format have
//! its number in their name.
//!
//! A failure means that battles which players have saved can no longer be opened. If that is intended, write the
//! files again with `cargo test --no-default-features --test saves -- --ignored`, and say so to the players.
// The files are the same with the window; once is enough.
#![cfg(not(feature = "gui"))]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use opportunist::ai::{self, Player, Profile};
use opportunist::combat::{Battle, Setup};
use opportunist::content::Catalogue;
use opportunist::dice::Dice;
use opportunist::journey::Journey;
use opportunist::rules::Ruleset;
use opportunist::savefile::SaveFile;

const SEED: u64 = 11;
/// Decisions that were made when the battle on a journey was saved, and those of a record.
const SAVED_AFTER: usize = 8;
const RECORDED: usize = 30;

fn content() -> Arc<Catalogue> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Arc::new(Catalogue::load(root).unwrap_or_else(|findings| panic!("{findings}")))
}

fn file(rules: &Ruleset, kind: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join(format!("tests/saves/{}-{kind}.json", rules.id))
}

fn played(content: &Arc<Catalogue>, rules: &Arc<Ruleset>, setup: &Setup, most: usize) -> Battle {
    let dice = Dice::seeded(SEED);
    let battle = Battle::new(content.clone(), rules.clone(), setup, dice);
    let mut battle = battle.expect("a battle");
    let fast = Profile::named("fast").expect("a player");
    ai::play_out(&mut battle, &[fast, fast], SEED, most);
    battle
}

fn saved(content: &Arc<Catalogue>, battle: &Battle, level: &str) -> SaveFile {
    let fast = Profile::named("fast").expect("a player");
    let players = vec![Player::Person, Player::Computer(fast)];
    let level = content.levels.id(level).expect("a level");
    SaveFile::of(battle, content, level, players, SEED).expect("a saved battle")
}

/// A battle on a journey, as the window saves it.
fn on_a_journey(content: &Arc<Catalogue>, rules: &Arc<Ruleset>) -> SaveFile {
    let id = content.journeys.id("salt_road").expect("a journey");
    let (journey, setup) = Journey::begin(content, id).expect("a first leg");
    let battle = played(content, rules, &setup, SAVED_AFTER);
    let def = &content.journeys[id];
    let mut save = saved(content, &battle, &def.legs[0].level);
    save.round = Some(1);
    save.journey = Some(journey);
    save.journey_def = Some(Box::new(def.clone()));
    save
}

/// A battle by itself, as the terminal records it.
fn by_itself(content: &Arc<Catalogue>, rules: &Arc<Ruleset>) -> SaveFile {
    let level = content.levels.by_name("training_ground").expect("a level");
    let battle = played(content, rules, &Setup::from_level(level), RECORDED);
    saved(content, &battle, "training_ground")
}

#[test]
fn battles_of_earlier_versions_open_under_every_system() {
    let content = content();
    for rules in content
        .rulesets
        .iter()
        .filter(|r| !content.heirs.contains(&r.id))
    {
        for (kind, journey) in [
            ("save", true),
            ("record", false),
            ("save-13", true),
            ("record-13", false),
        ] {
            let file = file(rules, kind);
            let name = file.display();
            let save = SaveFile::read(&file).unwrap_or_else(|why| panic!("{name}: {why}"));
            let opened = save
                .open(&content)
                .unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(opened.journey.is_some(), journey, "{name}");
            assert_eq!(opened.battle.events(), save.game.events, "{name}");
            assert!(save.game.events.len() > 10, "{name}");
        }
    }
}

#[test]
#[ignore = "writes the files again, which is to be done knowingly"]
fn write_the_battles_again() {
    let content = content();
    for rules in content
        .rulesets
        .iter()
        .filter(|r| !content.heirs.contains(&r.id))
    {
        let write = |kind: &str, save: &SaveFile| {
            let file = file(rules, kind);
            save.write(&file)
                .unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        };
        write("save", &on_a_journey(&content, rules));
        write("record", &by_itself(&content, rules));
    }
}
