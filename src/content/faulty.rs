//! Leaving out definitions with mistakes and everything that needs them, so that one broken file does not prevent
//! the rest from being played.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::draft::{Draft, Item, RulesetDraft, Shelf};
use super::{Finding, Findings, Severity, validate};

impl Draft {
    /// Leaves out every definition with a mistake until the rest has none. `findings` are the mistakes known so
    /// far; the mistakes that follow from the gaps are added.
    pub fn leave_out_faulty(&mut self, findings: &mut Findings) {
        let mut latest = findings.clone();
        let mut first = true;
        while latest.errors() > 0 {
            let mut heirs = Findings::default();
            let left_out = self.leave_out(&latest, &mut heirs);
            if !left_out && !first {
                // The mistake belongs to no definition, so none can be trusted.
                *self = Self::default();
                return;
            }
            first = false;
            latest = Findings::default();
            validate::everything(self, &mut latest);
            latest.retain(|finding| finding.severity == Severity::Error);
            findings.append(heirs);
            findings.append(latest.clone());
        }
    }

    /// Leaves out the definitions with a mistake and returns whether there were any. A ruleset that inherits from one
    /// of them is left out as well, with a finding of its own.
    fn leave_out(&mut self, findings: &Findings, heirs: &mut Findings) -> bool {
        let mut any = false;
        any |= self.weapons.leave_out(findings);
        any |= self.armours.leave_out(findings);
        any |= self.helmets.leave_out(findings);
        any |= self.shields.leave_out(findings);
        any |= self.terrain.leave_out(findings);
        any |= self.borders.leave_out(findings);
        any |= self.monsters.leave_out(findings);
        any |= self.levels.leave_out(findings);
        any |= self.journeys.leave_out(findings);
        let unread = self.subjects.broken;
        any |= self.subjects.leave_out(findings);
        // The rulebook does without a subject, and so do the rulesets that name it.
        self.subjects.broken = unread || !self.subjects.left_out.is_empty();
        let faulty: Vec<String> = self
            .rulesets
            .iter()
            .filter(|(_, ruleset)| ruleset.is_faulty(findings))
            .map(|(id, _)| id.clone())
            .collect();
        for id in faulty {
            any = true;
            if let Some(ruleset) = self.rulesets.remove(&id) {
                heirs.append(ruleset.disinherited(findings));
                self.lost_rulesets.insert(id, ruleset);
            }
        }
        any
    }

    /// Kinds and ids of the definitions that were left out.
    pub fn left_out(&self) -> BTreeSet<(&'static str, String)> {
        let kinds = [
            ("weapon", &self.weapons.left_out),
            ("armour", &self.armours.left_out),
            ("helmet", &self.helmets.left_out),
            ("shield", &self.shields.left_out),
            ("terrain", &self.terrain.left_out),
            ("border", &self.borders.left_out),
            ("monster", &self.monsters.left_out),
            ("level", &self.levels.left_out),
            ("journey", &self.journeys.left_out),
            ("subject", &self.subjects.left_out),
            ("rule system", &self.lost_rulesets.keys().cloned().collect()),
        ];
        let ids = |(kind, ids): (&'static str, &BTreeSet<String>)| -> Vec<_> {
            ids.iter().map(|id| (kind, id.clone())).collect()
        };
        kinds.into_iter().flat_map(ids).collect()
    }
}

impl<T> Shelf<T> {
    /// Leaves out the definitions with a mistake, forgets the ids of those that could not be read, and returns whether
    /// there were any.
    fn leave_out(&mut self, findings: &Findings) -> bool {
        self.items
            .retain(|_, item| item.whole && !item.is_faulty(findings));
        let names = std::mem::take(&mut self.names).into_iter();
        let (known, lost): (BTreeSet<_>, BTreeSet<_>) =
            names.partition(|id| self.items.contains_key(id));
        let any = !lost.is_empty();
        self.names = known;
        self.left_out.extend(lost);
        self.broken = false;
        any
    }
}

impl<T> Item<T> {
    /// Whether a mistake is about this definition.
    fn is_faulty(&self, findings: &Findings) -> bool {
        let span = &self.node().span;
        let inside = |mistake: &Finding| {
            self.entry.is_none() || (span.start..=span.end).contains(&mistake.span.0)
        };
        findings.mistakes_on(self.source.path()).any(inside)
    }
}

impl RulesetDraft {
    /// Whether a mistake stands in one of the folders that it is made of.
    fn is_faulty(&self, findings: &Findings) -> bool {
        let mut folders = self.line.iter().chain([&self.folder]);
        let has_mistake = |folder: &PathBuf| findings.mistakes_on(folder).next().is_some();
        self.policies.is_none() || folders.any(has_mistake)
    }

    /// The mistake of an heir whose own folder has none.
    fn disinherited(&self, findings: &Findings) -> Findings {
        let mut found = Findings::default();
        if let Some(heir) = &self.heir
            && findings.mistakes_on(&self.folder).next().is_none()
        {
            let message = "the ruleset that this inherits from has a mistake".to_owned();
            found.push(Finding {
                message,
                ..heir.clone()
            });
        }
        found
    }
}
