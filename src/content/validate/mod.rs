//! Whether definitions fit together: names that exist, numbers that make sense, maps that work out.
//!
//! Everything is looked at in one run. Each finding points at the name or number that is wrong.

mod ability;
mod cited;
mod cost;
mod equipment;
mod journey;
mod lesson;
mod level;
mod monster;
mod names;
mod pointer;
mod program;
mod ruleset;
mod skill;
mod slot;
mod space;
mod tag;

use pointer::each;

use super::draft::Draft;
use super::{Finding, Findings};

/// Checks everything that was read.
pub(super) fn everything(draft: &Draft, findings: &mut Findings) {
    equipment::check(draft, findings);
    each(&draft.monsters, findings, |_, p| monster::check(draft, p));
    skill::of_monsters(draft, findings);
    each(&draft.levels, findings, |_, p| level::check(draft, p));
    each(&draft.journeys, findings, |_, p| journey::check(draft, p));
    each(&draft.subjects, findings, |_, p| {
        p.given("name", p.def().name.trim());
    });
    let mut inherited = Vec::new();
    for ruleset in draft.rulesets.values() {
        let mut found = Findings::default();
        ruleset::check(ruleset, draft, &mut found);
        for finding in found.iter() {
            match &ruleset.heir {
                Some(heir) if !finding.is_on(&ruleset.folder) => {
                    inherited.push((heir, finding.clone()))
                }
                _ => findings.push(finding.clone()),
            }
        }
    }
    // What fits where it is at home, and only there, is a mistake of the ruleset that inherits it.
    for (heir, finding) in inherited {
        if !findings.contains(&finding) {
            let Finding {
                file,
                line,
                message,
                ..
            } = &finding;
            let message = format!("inherited from {}:{line}: {message}", file.display());
            findings.push(Finding {
                message,
                file: heir.file.clone(),
                line: heir.line,
                column: heir.column,
                span: heir.span,
                ..finding
            });
        }
    }
}
