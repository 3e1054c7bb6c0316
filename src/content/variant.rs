//! A ruleset read anew with one of its files changed, to see what the change does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::draft::RulesetDraft;
use super::loader::Loader;
use super::ruleset::TABLES;
use super::{Catalogue, Findings, validate};
use crate::rules::Ruleset;

impl Catalogue {
    /// The files of a ruleset's own folder that say how it plays: without the compendium, the
    /// citations and the subjects, and without what it inherits.
    pub fn rule_files(&self, id: &str) -> Vec<PathBuf> {
        let Some(folder) = self.folders.get(id) else {
            return Vec::new();
        };
        let tables = TABLES
            .into_iter()
            .filter(|table| !matches!(*table, "cites" | "subjects"));
        let paths = ["ruleset"].into_iter().chain(tables);
        let paths = paths.map(|name| folder.join(name).with_extension("ron"));
        paths.filter(|path| path.is_file()).collect()
    }

    /// The ruleset with this text in place of one of its files, checked by itself: nothing that
    /// inherits from it is looked at.
    pub fn variant(&self, id: &str, file: &Path, text: Arc<str>) -> Result<Ruleset, Findings> {
        let mut loader = Loader::default();
        loader.instead.insert(file.to_path_buf(), text);
        // Everything that a ruleset may name besides its own tables.
        let draft = &mut loader.draft;
        draft.weapons.names = self.weapons.names().iter().cloned().collect();
        draft.armours.names = self.armours.names().iter().cloned().collect();
        draft.helmets.names = self.helmets.names().iter().cloned().collect();
        draft.shields.names = self.shields.names().iter().cloned().collect();
        draft.terrain.names = self.terrain.names().iter().cloned().collect();
        draft.borders.names = self.borders.names().iter().cloned().collect();
        draft.subjects.names = self.subjects.keys().cloned().collect();
        // Parents are found by their folders.
        for (name, folder) in &self.folders {
            let draft = RulesetDraft {
                folder: folder.clone(),
                ..RulesetDraft::default()
            };
            loader.draft.rulesets.insert(name.clone(), draft);
        }
        if let Some(folder) = self.folders.get(id) {
            loader.ruleset(folder);
        }
        loader.draft.rulesets.retain(|name, _| name == id);
        validate::everything(&loader.draft, &mut loader.findings);
        if loader.findings.errors() > 0 {
            return Err(loader.findings);
        }
        let draft = loader.draft.rulesets.remove(id);
        let read = draft.and_then(|draft| draft.finish(id.to_owned()));
        read.ok_or(loader.findings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{data_root, fingerprint};

    #[test]
    fn without_a_change_every_ruleset_stays_the_same() {
        let catalogue = Catalogue::load(&data_root(None).unwrap());
        let catalogue = catalogue.unwrap_or_else(|findings| panic!("{findings}"));
        for rules in &catalogue.rulesets {
            for file in catalogue.rule_files(&rules.id) {
                let text = std::fs::read_to_string(&file).unwrap();
                let read = catalogue.variant(&rules.id, &file, text.into());
                let read = read.unwrap_or_else(|findings| panic!("{findings}"));
                assert_eq!(fingerprint(&read), fingerprint(rules), "{}", file.display());
            }
        }
    }
}
