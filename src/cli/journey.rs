//! `journey`: the computer plays a journey, once and told, or many times and counted.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use super::arguments::Travel;
use super::out::say;
use super::{Stop, find, possible, ruleset, stem, without};
use crate::content::Catalogue;
use crate::journey::Stage;
use crate::terminal::{Minds, Travelled, travel};

/// The file of a journey that is named by path, and those of levels beside it.
pub(super) fn files(asked: &Travel) -> Vec<PathBuf> {
    let own = super::outside(&asked.journey);
    own.into_iter().chain(asked.with.iter().cloned()).collect()
}

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Travel) -> Result<(), Stop> {
    let id = find(
        catalogue,
        &catalogue.journeys,
        "journey",
        stem(&asked.journey),
    )?;
    let rules = ruleset(catalogue, &asked.rules)?;
    possible(&rules, &asked.options)?;
    let opportunities = asked.options.attacks_of_opportunity;
    let minds = Minds {
        warband: asked.ai,
        enemies: asked.enemies.unwrap_or(asked.ai),
    };
    let times = u64::from(asked.times);
    let way = |n: u64| {
        // Legs have seeds of their own: far apart, so that no two journeys share one.
        let seed = asked.seed.wrapping_add(n).wrapping_mul(1000);
        travel(catalogue, &rules, id, minds, opportunities, seed)
    };
    let def = &catalogue.journeys[id];
    let without = without(&rules, opportunities);
    say!("{} under {}{without}", def.name, rules.policies.name);
    if times == 1 {
        for leg in way(0).map_err(Stop::found)? {
            say!("{}", leg.told(catalogue).map_err(Stop::found)?);
        }
        return Ok(());
    }
    let ways: Result<Vec<_>, String> = (0..times).into_par_iter().map(way).collect();
    count(&ways.map_err(Stop::found)?, def.legs.len(), |leg| {
        let level = catalogue.levels.id(&def.legs[leg].level);
        level.map_or("", |level| catalogue.levels[level].name.as_str())
    });
    Ok(())
}

/// How many came how far, and in what state.
fn count<'a>(ways: &[Vec<Travelled>], legs: usize, name: impl Fn(usize) -> &'a str) {
    let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    let mean = |sum: usize, of: usize| sum as f64 / of.max(1) as f64;
    say!("  leg                     came   won        lost members  days left");
    for leg in 0..legs {
        let there: Vec<_> = ways.iter().filter_map(|way| way.get(leg)).collect();
        let won = there.iter().filter(|one| one.stage != Stage::Beaten);
        let fallen = there.iter().map(|one| one.journey.lost.len());
        let days = there.iter().map(|one| usize::from(one.journey.days_left));
        let won = won.count();
        say!(
            "  {}. {:<20} {:>4}  {:>4} {:>4.0} %  {:>10.1}  {:>9.1}",
            leg + 1,
            name(leg),
            there.len(),
            won,
            percent(won, there.len()),
            mean(fallen.sum(), there.len()),
            mean(days.sum(), there.len()),
        );
    }
    let ended = |stage| {
        let last = ways.iter().filter_map(|way| way.last());
        last.filter(|one| one.stage == stage).count()
    };
    let arrived = ended(Stage::Arrived);
    say!(
        "  {arrived} of {} arrived ({:.0} %), {} ran out of days",
        ways.len(),
        percent(arrived, ways.len()),
        ended(Stage::TooLate),
    );
}
