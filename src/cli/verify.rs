//! `verify`: scenarios, and which rules they prove.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::arguments::Verify;
use super::out::{say, text};
use super::{Stop, ruleset, unknown_ruleset};
use crate::content::Catalogue;
use crate::files;
use crate::rules::Ruleset;
use crate::scenario::{
    Coverage, Played, Player, Scenario, ScenarioFile, bless, brought, collect, compares_events,
    diff, idle, without_events,
};

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Verify) -> Result<(), Stop> {
    if let Some(name) = &asked.rules {
        ruleset(catalogue, name)?;
    }
    let rulesets: Rulesets = catalogue
        .rulesets
        .iter()
        .map(|r| (r.id.clone(), r.clone()))
        .collect();
    let files = collect(&asked.paths).map_err(Stop::unreadable)?;
    let mut tally = Tally::default();
    for path in files {
        match ScenarioFile::read(&path) {
            Ok(file) => {
                let happened = tally.file(&file, asked, catalogue, &rulesets);
                if asked.bless {
                    rewrite(&file, &happened)?;
                }
            }
            Err(message) => tally.fail(message),
        }
    }
    if tally.passed + tally.failed == 0 {
        return Err(nothing_played(asked));
    }
    say!("{} passed, {} failed", tally.passed, tally.failed);
    let enough = !asked.coverage || report(&tally.coverage, &rulesets, asked.at_least);
    if tally.failed > 0 || !enough {
        return Err(Stop::found(""));
    }
    Ok(())
}

/// The rule systems by id.
pub(super) type Rulesets = BTreeMap<String, Arc<Ruleset>>;

/// Ids of the rule systems, with those that were left out because of a mistake: a scenario in the folder of one is not
/// without rules.
pub(super) fn system_ids(catalogue: &Catalogue) -> Vec<&str> {
    let sound = catalogue.rulesets.iter().map(|rules| rules.id.as_str());
    let left_out = catalogue.left_out.iter();
    let left_out = left_out.filter(|(kind, _)| *kind == "rule system");
    sound.chain(left_out.map(|(_, id)| id.as_str())).collect()
}

/// Why a scenario cannot be played under the rule system of this id, or that it names none.
pub(super) fn ruleless(catalogue: &Catalogue, id: Option<&str>) -> String {
    match id {
        Some(id) if catalogue.is_left_out("rule system", id) => {
            format!(
                "the rule system \"{id}\" has a mistake and is left out (`opportunist check` shows it)"
            )
        }
        Some(id) => unknown_ruleset(catalogue, id).message,
        None => "no rule system: say `rules: \"…\"` or use its folder".to_owned(),
    }
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    coverage: Coverage,
    player: Player,
}

impl Tally {
    fn fail(&mut self, message: String) {
        self.failed += 1;
        say!("FAILED {message}");
    }

    /// Plays the scenarios of a file; returns the events of those that hold.
    fn file(
        &mut self,
        file: &ScenarioFile,
        asked: &Verify,
        catalogue: &Arc<Catalogue>,
        rulesets: &Rulesets,
    ) -> Vec<Option<Vec<String>>> {
        let known = system_ids(catalogue);
        let mut happened = vec![None; file.scenarios.len()];
        for (i, scenario) in file.scenarios.iter().enumerate() {
            if asked
                .only
                .as_ref()
                .is_some_and(|text| !mentions(scenario, text))
            {
                continue;
            }
            let own = file.ruleset(scenario, &known);
            let id = asked.rules.as_deref().or(own);
            let Some(rules) = id.and_then(|id| rulesets.get(id)) else {
                let why = ruleless(catalogue, id);
                self.fail(format!("{}\n  {why}", file.place(i, 0)));
                continue;
            };
            let strange = file.misnomers(i, catalogue, rules);
            if !strange.is_empty() {
                let lines: Vec<String> = strange.iter().map(ToString::to_string).collect();
                self.fail(format!("{}\n  {}", file.place(i, 0), lines.join("\n  ")));
                continue;
            }
            let outcome = if asked.bless {
                self.player
                    .play(&without_events(scenario), catalogue, rules)
            } else {
                self.player.play(scenario, catalogue, rules)
            };
            match outcome {
                Ok(Played { events, cited }) => {
                    self.passed += 1;
                    match idle(scenario) {
                        None => self.coverage.note(&rules.id, &scenario.covers),
                        Some(why) => {
                            self.coverage.note(&rules.id, &[]);
                            say!("PROVES NOTHING {}\n  {why}", file.place(i, 0));
                        }
                    }
                    self.coverage.note_cited(&rules.id, cited);
                    if asked.events {
                        let mut lines = brought(scenario, catalogue, rules);
                        lines.extend(events.iter().cloned());
                        say!("{}\n  {}", file.place(i, 0), lines.join("\n  "));
                    }
                    happened[i] = Some(events);
                }
                Err(failure) => {
                    self.fail(format!("{}\n  {failure}", file.place(i, failure.line)));
                }
            }
        }
        happened
    }
}

/// Writes the events that happened into the file where it lists any, and shows the difference.
fn rewrite(file: &ScenarioFile, happened: &[Option<Vec<String>>]) -> Result<(), Stop> {
    let new = bless(&file.text, happened);
    if new != file.text {
        let name = file.path.display().to_string();
        files::write(&file.path, &new).map_err(|why| Stop::of_file(&file.path, why))?;
        text(&diff(&name, &file.text, &new));
    } else if !compares_events(&file.text).contains(&true) {
        say!(
            "{}: no scenario has the field `events`; write `events: []` to have it filled in",
            file.path.display()
        );
    }
    Ok(())
}

/// The complaint about arguments that leave no scenario to play.
pub(super) fn nothing_played(asked: &Verify) -> Stop {
    Stop::wrong(match &asked.only {
        Some(text) => {
            format!("no scenario has \"{text}\" in its name or in the rules that it covers")
        }
        None => "there is no scenario to play".to_owned(),
    })
}

/// Whether the name of a scenario, or a rule that it covers, contains a text.
pub(super) fn mentions(scenario: &Scenario, text: &str) -> bool {
    scenario.name.contains(text) || scenario.covers.iter().any(|rule| rule.contains(text))
}

fn report(coverage: &Coverage, rulesets: &Rulesets, at_least: Option<u8>) -> bool {
    let mut enough = true;
    // Those that stand alone; house rules have most of theirs from one of them.
    let mut whole = Vec::new();
    for id in coverage.rulesets() {
        let Some(rules) = rulesets.get(id) else {
            continue;
        };
        let count = coverage.count(rules);
        let settled = count.proved + count.table;
        if count.inherited == 0 {
            whole.push((settled, count.total));
        }
        say!(
            "{id}: {settled}/{} ({} for the table only{})",
            count.total,
            count.table,
            match count.inherited {
                0 => String::new(),
                more => format!("; {more} more are inherited"),
            }
        );
        say!(
            "  {} proved, {} cited in a run, {} citable but not cited, {} never citable",
            count.proved,
            count.cited,
            count.citable.len(),
            count.never.len()
        );
        for (what, ids) in [
            ("without a scenario", &count.missing),
            ("citable, but cited in no run", &count.citable),
            ("never citable", &count.never),
        ] {
            if !ids.is_empty() {
                say!("  {what}: {}", ids.join(" "));
            }
        }
        if let Some(percent) = at_least {
            enough &= settled * 100 >= usize::from(percent) * count.total;
        }
    }
    if whole.len() > 1 {
        let settled: usize = whole.iter().map(|(settled, _)| settled).sum();
        let total: usize = whole.iter().map(|(_, total)| total).sum();
        say!("all {} rule systems: {settled}/{total}", whole.len());
    }
    enough
}
