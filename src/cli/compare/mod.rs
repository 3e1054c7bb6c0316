//! `compare`: one level under several rule systems, side by side.

mod account;
mod picture;

use std::sync::Arc;

use super::arguments::Compare;
use super::out::{self, say};
use super::sim::{Bout, Series};
use super::table::aligned;
use super::{Stop, computers, level, systems, try_writing};
use crate::ai::Profile;
use crate::content::{Catalogue, LevelDef};
use crate::files;
use crate::narrate;
use crate::rules::counted;

use account::Account;

/// What came of a level under each rule system.
#[derive(Clone, Debug, PartialEq)]
struct Comparison {
    level: String,
    /// What wins, in a sentence.
    goal: String,
    /// How it was played, in a sentence.
    terms: String,
    accounts: Vec<Account>,
}

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Compare) -> Result<(), Stop> {
    let (_, level) = level(catalogue, &asked.level)?;
    let systems = systems(catalogue, &asked.systems)?;
    let minds = computers(level, &asked.players, "compare")?;
    try_writing(asked.png.as_deref())?;
    let series = Series::new(asked.battles, systems.len(), asked.jobs, false)?;
    let mut accounts = Vec::new();
    for rules in &systems {
        let fought = series.play(Bout {
            catalogue,
            rules,
            level,
            minds: &minds,
            seed: asked.seed,
        })?;
        accounts.push(Account::of(&rules.policies.name, level, &fought));
    }
    drop(series);
    let comparison = Comparison {
        level: level.name.clone(),
        goal: narrate::objective(level),
        terms: terms(asked, level, &minds),
        accounts,
    };
    say!("{}. {}", comparison.level, comparison.goal);
    say!("{}\n", comparison.terms);
    let mut table = String::new();
    aligned(&mut table, &account::lines(&comparison.accounts));
    out::text(&table);
    if let Some(file) = &asked.png {
        let png = picture::draw(&comparison).map_err(Stop::unreadable)?;
        files::write(file, png).map_err(|why| Stop::of_file(file, why))?;
        say!("\ndrawn to {}", file.display());
    }
    Ok(())
}

/// How often it was played, with which dice, and by which computer players.
fn terms(asked: &Compare, level: &LevelDef, minds: &[Profile]) -> String {
    let name = |mind: &Profile| mind.preset().map_or("balanced", |preset| preset.name);
    let same = minds.windows(2).all(|pair| pair[0] == pair[1]);
    let players = match minds {
        [first, ..] if same => format!("the {} player on every side", name(first)),
        _ => {
            let sides = level.sides.iter().zip(minds);
            let sides = sides.map(|(side, mind)| format!("{} by {}", side.name, name(mind)));
            sides.collect::<Vec<_>>().join(", ")
        }
    };
    format!(
        "{} under each rule system, seed {}, {players}.",
        counted(asked.battles as usize, "battle"),
        asked.seed
    )
}
