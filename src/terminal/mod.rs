//! Battles in the terminal: a narrated skirmish of the computer against itself.

mod journey;

use std::io::Write;
use std::sync::Arc;

use crate::ai::{self, Profile};
use crate::combat::state::Outcome;
use crate::combat::{Battle, Setup, SideId};
use crate::content::{Catalogue, LevelDef};
use crate::dice::Dice;
use crate::narrate::{Cast, Weight, tell_all};
use crate::rules::Ruleset;

pub use journey::{Minds, Travelled, travel};

/// Plays a level computer against computer and tells it line by line. `minds`: who plays, by side; `as_seen_by`: what
/// this side knows and no more.
///
/// # Errors
/// If the level cannot be set up, the computer finds no legal answer, or the text cannot be written.
pub fn narrate(
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
    level: &LevelDef,
    minds: &[Profile],
    seed: u64,
    as_seen_by: Option<SideId>,
    out: &mut impl Write,
) -> Result<Battle, String> {
    let setup = Setup::from_level(level);
    let mut battle = Battle::new(catalogue.clone(), rules.clone(), &setup, Dice::seeded(seed))
        .map_err(|e| e.to_string())?;
    let cast = Cast::new(&battle.view(), rules.clone(), catalogue.clone()).read_by(as_seen_by);
    let told =
        |out: &mut dyn Write, text: String| writeln!(out, "{text}").map_err(|e| e.to_string());
    told(
        out,
        format!("{} under {}, seed {seed}", level.name, rules.policies.name),
    )?;
    told(out, level.text.clone())?;
    play_to_the_end(&mut battle, minds, seed)?;
    let seen = battle.events().iter().enumerate();
    let seen = seen.filter(|(_, event)| as_seen_by.is_none_or(|side| event.is_seen_by(side)));
    for (_, line) in tell_all(seen, &cast) {
        let indent = match line.weight {
            Weight::Heading => "\n",
            Weight::Turn => "",
            Weight::Action => "  ",
            Weight::Detail => "    ",
        };
        let rules = match line.rules.is_empty() {
            true => String::new(),
            false => {
                let rules: Vec<_> = line.rules.iter().map(|rule| cast.rule(*rule)).collect();
                format!("  [{}]", rules.join(", "))
            }
        };
        told(out, format!("{indent}{}{rules}", line.text))?;
    }
    Ok(battle)
}

/// More decisions than any battle takes: a battle of 200 rounds ends by itself.
const ENDLESS: usize = 200_000;

/// Lets the computer play all sides to the end; `minds` are by side.
///
/// # Errors
/// If the battle does not end or the computer makes an illegal choice: a defect, told with its seed.
pub fn play_to_the_end(
    battle: &mut Battle,
    minds: &[Profile],
    seed: u64,
) -> Result<Outcome, String> {
    let outcome = play_while(&|| true, battle, minds, seed)?;
    outcome.ok_or_else(|| format!("seed {seed}: the battle does not end"))
}

/// Decisions between two questions whether the battle goes on.
const SLICE: usize = 20;

/// Plays a battle as [`play_to_the_end`] does, while `goes_on` returns `true`. Returns `None` if it stops before the
/// end of the battle.
///
/// # Errors
/// As [`play_to_the_end`].
pub fn play_while(
    goes_on: &dyn Fn() -> bool,
    battle: &mut Battle,
    minds: &[Profile],
    seed: u64,
) -> Result<Option<Outcome>, String> {
    for _ in 0..ENDLESS / SLICE {
        let played = ai::play_out(battle, minds, seed, SLICE);
        if let Some((choice, refusal)) = played.refused {
            let reason = battle.tell(&refusal);
            return Err(format!("seed {seed}: {choice:?} was refused: {reason}"));
        }
        if played.outcome.is_some() || !goes_on() {
            return Ok(played.outcome);
        }
    }
    Err(format!("seed {seed}: the battle does not end"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};

    #[test]
    fn a_battle_stops_where_it_shall_not_go_on() {
        let minds = [Profile::FAST; 2];
        let scene = Scene::new(ruleset("classic_d20"), &["ABC......................abc"]);
        let mut battle = scene.seeded(1);
        let stopped = play_while(&|| false, &mut battle, &minds, 1).expect("legal choices");
        assert!(stopped.is_none() && battle.outcome().is_none());
        let ended = play_to_the_end(&mut battle, &minds, 1).expect("an end");
        assert_eq!(Some(ended), battle.outcome());
    }
}
