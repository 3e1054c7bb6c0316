//! Everything that was loaded.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::draft::{Draft, RulesetDraft};
use super::loader::Loader;
use super::{
    ArmourDef, BorderDef, Finding, Findings, HelmetDef, JourneyDef, LevelDef, MonsterDef, Severity,
    ShieldDef, SubjectDef, TerrainDef, WeaponDef, validate,
};
use crate::files::Checksum;
use crate::rules::{
    ArmourId, BorderId, HelmetId, Id, JourneyId, LevelId, MonsterId, Ruleset, ShieldId, Table,
    TerrainId, Topic, WeaponId,
};

/// All content of a data folder, checked.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    pub weapons: Table<WeaponId, WeaponDef>,
    pub armours: Table<ArmourId, ArmourDef>,
    pub helmets: Table<HelmetId, HelmetDef>,
    pub shields: Table<ShieldId, ShieldDef>,
    pub terrain: Table<TerrainId, TerrainDef>,
    pub borders: Table<BorderId, BorderDef>,
    pub monsters: Table<MonsterId, MonsterDef>,
    pub levels: Table<LevelId, LevelDef>,
    pub journeys: Table<JourneyId, JourneyDef>,
    /// What rules of several systems are about, by id.
    pub subjects: BTreeMap<String, SubjectDef>,
    /// In the order of their ids.
    pub rulesets: Vec<Arc<Ruleset>>,
    /// Where each ruleset was read from, by id.
    pub folders: BTreeMap<String, PathBuf>,
    /// The rulesets that inherit another one and state only what differs, by id.
    pub heirs: BTreeSet<String>,
    /// The data folder that it came from.
    pub root: PathBuf,
    /// What can be used but looks like a mistake.
    pub warnings: Findings,
    /// Mistakes of the definitions that were left out, if it was read by [`Catalogue::load_sound`].
    pub faults: Findings,
    /// Kind and id of the definitions that were left out: a level "ford".
    pub left_out: BTreeSet<(&'static str, String)>,
    /// The content as a ruleset has it, by its id, where that says otherwise of weapons.
    pub(crate) variants: BTreeMap<String, Arc<Catalogue>>,
}

impl Catalogue {
    /// Reads and checks a data folder (see [`data_root`](super::data_root)). On errors, every
    /// finding of every file is returned, the warnings included.
    pub fn load(root: &Path) -> Result<Self, Findings> {
        Self::load_with(root, &[])
    }

    /// The same, with further files and folders of content laid over it: a designer's level or
    /// house rules outside of the data folder.
    pub fn load_with(root: &Path, more: &[PathBuf]) -> Result<Self, Findings> {
        let mut loader = Loader::over(&whole(root), more);
        validate::everything(&loader.draft, &mut loader.findings);
        match loader.findings.errors() {
            0 => Ok(Self::of(loader.draft, loader.findings, whole(root))),
            _ => Err(loader.findings),
        }
    }

    /// Reads a data folder with further content over it, for play: a definition with a mistake is left
    /// out, with everything that needs it, and the rest can be used. [`Catalogue::faults`] has the findings.
    pub fn load_sound(root: &Path, more: &[PathBuf]) -> Self {
        let Loader {
            mut draft,
            mut findings,
            ..
        } = Loader::over(&whole(root), more);
        validate::everything(&draft, &mut findings);
        let mut warnings = findings.clone();
        warnings.retain(|finding| finding.severity == Severity::Warning);
        findings.retain(|finding| finding.severity == Severity::Error);
        draft.leave_out_faulty(&mut findings);
        let left_out = draft.left_out();
        Self {
            faults: findings,
            left_out,
            ..Self::of(draft, warnings, whole(root))
        }
    }

    /// The content of a draft without mistakes.
    fn of(draft: Draft, warnings: Findings, root: PathBuf) -> Self {
        let folder = |(id, r): (&String, &RulesetDraft)| (id.clone(), r.folder.clone());
        let folders = draft.rulesets.iter().map(folder).collect();
        let heirs = draft.rulesets.iter().filter(|(_, r)| r.heir.is_some());
        let heirs = heirs.map(|(id, _)| id.clone()).collect();
        let rulesets = draft.rulesets.into_iter();
        let mut catalogue = Self {
            weapons: Table::new(draft.weapons.rows()),
            armours: Table::new(draft.armours.rows()),
            helmets: Table::new(draft.helmets.rows()),
            shields: Table::new(draft.shields.rows()),
            terrain: Table::new(draft.terrain.rows()),
            borders: Table::new(draft.borders.rows()),
            monsters: Table::new(draft.monsters.rows()),
            levels: Table::new(draft.levels.rows()),
            journeys: Table::new(draft.journeys.rows()),
            subjects: draft.subjects.rows(),
            rulesets: rulesets
                .filter_map(|(id, r)| r.finish(id))
                .map(Arc::new)
                .collect(),
            folders,
            heirs,
            root,
            warnings,
            faults: Findings::default(),
            left_out: BTreeSet::new(),
            variants: BTreeMap::new(),
        };
        catalogue.vary();
        catalogue
    }

    /// Whether a definition of this kind and id was left out because of a mistake.
    pub fn is_left_out(&self, kind: &'static str, id: &str) -> bool {
        self.left_out.contains(&(kind, id.to_owned()))
    }

    /// A copy with one more level, or with another level of this id.
    pub fn with_level(&self, id: &str, level: LevelDef) -> Self {
        let mut own = self.clone();
        own.levels.insert(id, level);
        own.vary();
        own
    }

    /// Makes the variants for the rulesets that need one.
    fn vary(&mut self) {
        self.variants.clear();
        let varied = self.rulesets.iter();
        let varied = varied.filter(|rules| !rules.policies.weapons.is_empty());
        let variants = varied.map(|rules| (rules.id.clone(), Arc::new(self.varied(rules))));
        self.variants = variants.collect();
    }

    /// The ruleset of this id.
    pub fn ruleset(&self, id: &str) -> Option<&Arc<Ruleset>> {
        self.rulesets.iter().find(|r| r.id == id)
    }

    /// The content as a ruleset has it: with what it says otherwise of single weapons.
    pub fn under(self: Arc<Self>, rules: &Ruleset) -> Arc<Self> {
        if rules.policies.weapons.is_empty() {
            return self;
        }
        let loaded = self.ruleset(&rules.id);
        let loaded = loaded.is_some_and(|known| std::ptr::eq(&**known, rules));
        match self.variants.get(&rules.id).filter(|_| loaded) {
            Some(variant) => variant.clone(),
            // A ruleset that was changed since, as in the search for what no proof notices.
            None => Arc::new(self.varied(rules)),
        }
    }

    /// A copy with what a ruleset says otherwise of single weapons.
    fn varied(&self, rules: &Ruleset) -> Self {
        let mut own = self.clone();
        for (name, change) in &rules.policies.weapons {
            if let Some(weapon) = own.weapons.id(name).and_then(|id| own.weapons.get_mut(id)) {
                weapon.size = change.size.unwrap_or(weapon.size);
                weapon.reload = change.reload.unwrap_or(weapon.reload);
                weapon.brutal = change.brutal.unwrap_or(weapon.brutal);
                weapon.multiplier = change.multiplier.unwrap_or(weapon.multiplier);
            }
        }
        own
    }

    /// Checks files and folders, inside or outside of the data folder, against this content; an
    /// empty list checks the data folder.
    pub fn check(&self, paths: &[PathBuf]) -> Findings {
        check(&self.root, paths)
    }

    /// Digest of the content that a battle under these rules is made of: the ruleset, creatures,
    /// equipment and terrain. Levels do not count, as a battle carries its own map. The same on every
    /// machine, for saves and replays.
    pub fn digest(&self, rules: &Ruleset) -> u64 {
        let mut hash = Digest::default();
        hash.table(&self.weapons);
        hash.table(&self.armours);
        hash.table(&self.helmets);
        hash.table(&self.shields);
        hash.table(&self.terrain);
        hash.table(&self.borders);
        hash.table(&self.monsters);
        hash.ruleset(rules);
        hash.0.0
    }
}

/// Checks files and folders against the content of a data folder, which may have mistakes of its own.
/// Returns the findings about `paths`, and the mistakes that they cause elsewhere. An empty list checks the
/// data folder.
pub fn check(root: &Path, paths: &[PathBuf]) -> Findings {
    let root = whole(root);
    let mut loader = Loader::over(&root, paths);
    validate::everything(&loader.draft, &mut loader.findings);
    let Loader {
        draft,
        mut findings,
        asked,
        ..
    } = loader;
    if paths.is_empty() {
        return findings;
    }
    let paths: Vec<PathBuf> = paths.iter().map(|path| whole(path)).collect();
    let is_asked = |folder: &Path| {
        let mut paths = paths.iter();
        paths.any(|path| folder.starts_with(path) || path.starts_with(folder))
    };
    // A ruleset whose ancestors cannot be read has their mistakes.
    let orphans = draft.rulesets.values().filter(|ruleset| ruleset.orphan);
    let orphans = orphans.filter(|ruleset| is_asked(&ruleset.folder));
    let ancestors: Vec<PathBuf> = orphans.flat_map(|orphan| orphan.line.clone()).collect();
    let about = |one: &Finding| {
        let mut wanted = paths.iter().chain(&ancestors);
        asked.contains(&one.file) || wanted.any(|path| one.is_on(path))
    };
    let elsewhere = |one: &Finding| !about(one) && one.severity == Severity::Error;
    let mut caused: Vec<Finding> = findings
        .iter()
        .filter(|one| elsewhere(one))
        .cloned()
        .collect();
    if !caused.is_empty() {
        // A mistake that is there without these files is not theirs.
        let mut before = Loader {
            skipped: paths.iter().cloned().collect(),
            ..Loader::default()
        };
        before.root(&root);
        validate::everything(&before.draft, &mut before.findings);
        caused.retain(|one| !before.findings.iter().any(|known| known == one));
    }
    findings.retain(about);
    for one in caused {
        let message = format!("the checked files break this: {}", one.message);
        findings.push(Finding { message, ..one });
    }
    findings
}

impl Loader {
    /// A data folder that was read, with further files and folders over it.
    fn over(root: &Path, more: &[PathBuf]) -> Self {
        let mut loader = Self::default();
        loader.root(root);
        loader.asking = true;
        for path in more.iter().map(|path| whole(path)) {
            if !within(root, &path) {
                loader.path(&path);
            }
        }
        loader
    }
}

/// Whether a path belongs to a data folder, so that it has been read along with it.
fn within(root: &Path, path: &Path) -> bool {
    path == root || path.starts_with(root.join("assets")) || path.starts_with(root.join("levels"))
}

/// The path without detours, so that one file has one name.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// A number that is the same for two rulesets only if they say the same, however they are written.
pub fn fingerprint(ruleset: &Ruleset) -> u64 {
    let mut hash = Digest::default();
    hash.ruleset(ruleset);
    hash.0.0
}

/// A checksum of serialised content.
#[derive(Default)]
struct Digest(Checksum);

impl Digest {
    fn ruleset(&mut self, ruleset: &Ruleset) {
        self.add(&ruleset.id);
        self.add(&ruleset.policies);
        self.add(&ruleset.skills);
        self.table(&ruleset.costs);
        self.table(&ruleset.actions);
        self.table(&ruleset.abilities);
        self.table(&ruleset.conditions);
        self.table(&ruleset.pools);
        self.table(&ruleset.traits);
        self.table(&ruleset.compendium);
        for topic in Topic::ALL {
            self.add(&ruleset.cited(*topic));
        }
    }

    fn table<I: Id, T: Serialize>(&mut self, table: &Table<I, T>) {
        for (id, row) in table.iter() {
            self.add(&table.name(id));
            self.add(row);
        }
    }

    fn add<T: Serialize + ?Sized>(&mut self, value: &T) {
        // Writing to a number cannot fail, and content has nothing that JSON cannot say.
        let _ = serde_json::to_writer(&mut self.0, value);
        let _ = self.0.write(&[0]);
    }
}
