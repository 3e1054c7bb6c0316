//! `balance`: how even the levels are, each under every rule system.

use std::fmt::Write;
use std::sync::Arc;

use super::arguments::Balance;
use super::out::{self, say};
use super::sim::{Bout, Fought, Series, rounds};
use super::table::aligned;
use super::{Stop, level, possible, systems, try_writing, with_options};
use crate::content::{Catalogue, LevelDef};
use crate::files;
use crate::rules::{LevelId, Ruleset};

/// Fewer or more wins of a side than these, in percent, and a level is uneven.
const EVEN: std::ops::RangeInclusive<f64> = 25.0..=75.0;

/// How one level went under one rule system.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    rules: String,
    /// Wins of each side in percent, in the order of the sides.
    wins: Vec<f64>,
    /// In percent.
    draws: f64,
    median_rounds: u16,
}

/// How one level went under all of them.
#[derive(Clone, Debug, PartialEq)]
struct Section {
    level: String,
    id: String,
    sides: Vec<String>,
    rows: Vec<Row>,
}

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Balance) -> Result<(), Stop> {
    let levels = levels(catalogue, &asked.levels)?;
    let systems = systems(catalogue, &asked.rules)?;
    for rules in &systems {
        possible(rules, &asked.options)?;
    }
    try_writing(asked.out.as_deref())?;
    let times = levels.len() * systems.len();
    let series = Series::new(asked.battles, times, asked.jobs, false)?;
    let mut sections = Vec::new();
    for id in levels {
        let level = &catalogue.levels[id];
        let minds = vec![asked.ai; level.sides.len()];
        let mut rows = Vec::new();
        for rules in &systems {
            let level = &with_options(level, rules, &asked.options)?;
            let fought = series.play(Bout {
                catalogue,
                rules,
                level,
                minds: &minds,
                seed: asked.seed,
            })?;
            rows.push(row(rules, level, &fought));
        }
        sections.push(Section {
            level: level.name.clone(),
            id: catalogue.levels.name(id).to_owned(),
            sides: level.sides.iter().map(|side| side.name.clone()).collect(),
            rows,
        });
    }
    drop(series);
    let tables = tables(&sections);
    out::text(&tables);
    if let Some(file) = &asked.out {
        let page = format!(
            "# How even the levels are\n\nMade by `{}`: the computer against itself. A side that wins \
            less than {} or more than {} % is marked.\n\n{tables}",
            command(asked),
            EVEN.start(),
            EVEN.end()
        );
        files::write(file, page).map_err(|why| Stop::of_file(file, why))?;
        say!("\nwritten to {}", file.display());
    }
    Ok(())
}

/// The levels of these names, all without any.
fn levels(catalogue: &Catalogue, names: &[String]) -> Result<Vec<LevelId>, Stop> {
    if catalogue.levels.is_empty() {
        return Err(Stop::unreadable("there is no level"));
    }
    if names.is_empty() {
        return Ok(catalogue.levels.iter().map(|(id, _)| id).collect());
    }
    let found = names.iter().map(|name| level(catalogue, name));
    found.map(|found| found.map(|(id, _)| id)).collect()
}

fn row(rules: &Ruleset, level: &LevelDef, fought: &[Fought]) -> Row {
    let percent = |count: usize| 100.0 * count as f64 / fought.len().max(1) as f64;
    let won = |winner: Option<&String>| {
        let battles = fought.iter().filter(|one| one.winner.as_ref() == winner);
        percent(battles.count())
    };
    Row {
        rules: rules.policies.name.clone(),
        wins: level.sides.iter().map(|side| won(Some(&side.id))).collect(),
        draws: won(None),
        median_rounds: rounds(fought).map_or(0, |[_, median, _]| median),
    }
}

/// The command that makes the same page again.
fn command(asked: &Balance) -> String {
    let mut command = format!(
        "opportunist balance --battles {} --ai {} --seed {}",
        asked.battles,
        asked.ai.preset().map_or("balanced", |preset| preset.name),
        asked.seed
    );
    for rules in &asked.rules {
        let _ = write!(command, " --rules {rules}");
    }
    if let Some(with) = asked.options.attacks_of_opportunity {
        let switch = if with { "on" } else { "off" };
        let _ = write!(command, " --attacks-of-opportunity {switch}");
    }
    if let Some(file) = &asked.out {
        let _ = write!(command, " --out {}", file.display());
    }
    for level in &asked.levels {
        let _ = write!(command, " {level}");
    }
    command
}

/// A table for each level, and which of them are uneven.
fn tables(sections: &[Section]) -> String {
    let mut text = String::new();
    let mut uneven = Vec::new();
    for section in sections {
        let _ = writeln!(text, "## {} (`{}`)\n", section.level, section.id);
        let mut heads = vec!["rule system".to_owned()];
        heads.extend(section.sides.iter().cloned());
        heads.extend(["draws".to_owned(), "median rounds".to_owned()]);
        let mut lines = vec![heads];
        for row in &section.rows {
            let is_even = row.wins.iter().all(|wins| EVEN.contains(wins));
            if !is_even {
                uneven.push(format!("{} under {}", section.level, row.rules));
            }
            let win = |wins: &f64| match EVEN.contains(wins) {
                true => format!("{wins:.0} %"),
                false => format!("{wins:.0} % (!)"),
            };
            let mut line = vec![row.rules.clone()];
            line.extend(row.wins.iter().map(win));
            line.push(format!("{:.0} %", row.draws));
            line.push(row.median_rounds.to_string());
            lines.push(line);
        }
        aligned(&mut text, &lines);
        text.push('\n');
    }
    let _ = match uneven.is_empty() {
        true => writeln!(text, "Every level is even."),
        false => writeln!(text, "Uneven: {}.", uneven.join("; ")),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(wins: [f64; 2]) -> Section {
        Section {
            level: "The mill".to_owned(),
            id: "mill".to_owned(),
            sides: vec!["The millers".to_owned(), "Wolves".to_owned()],
            rows: vec![Row {
                rules: "Classic d20".to_owned(),
                wins: wins.to_vec(),
                draws: 100.0 - wins[0] - wins[1],
                median_rounds: 9,
            }],
        }
    }

    #[test]
    fn a_level_has_a_table_with_its_sides() {
        let told = tables(&[section([55.0, 44.0])]);
        assert_eq!(
            told,
            "## The mill (`mill`)\n\n\
            | rule system | The millers | Wolves | draws | median rounds |\n\
            | ----------- | ----------- | ------ | ----- | ------------- |\n\
            | Classic d20 | 55 %        | 44 %   | 1 %   | 9             |\n\n\
            Every level is even.\n"
        );
    }

    #[test]
    fn a_side_that_wins_too_rarely_or_too_often_is_marked() {
        for wins in [[24.0, 74.0], [24.0, 76.0], [76.0, 24.0]] {
            let told = tables(&[section(wins)]);
            assert!(told.contains("24 % (!)"), "{told}");
            assert!(
                told.ends_with("Uneven: The mill under Classic d20.\n"),
                "{told}"
            );
        }
        assert!(tables(&[section([75.0, 25.0])]).ends_with("even.\n"));
    }
}
