//! Folders and files into a [`Draft`].

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::draft::{Draft, Item, Shelf};
use super::excerpt;
use super::finding::shown;
use super::source::Source;
use super::syntax::{Kind as Syntax, Node};
use super::{Code, Finding, Findings, Severity};
use crate::files::{self, FolderSearch};
use crate::rules::SkillId;

/// Reads content and collects what is wrong with it.
#[derive(Debug, Default)]
pub(super) struct Loader {
    pub draft: Draft,
    pub findings: Findings,
    /// Files that were asked for by name: what they define replaces what was there.
    pub asked: BTreeSet<PathBuf>,
    /// The files read now are asked for.
    pub asking: bool,
    pub search: FolderSearch,
    /// What is read instead of these files.
    pub instead: BTreeMap<PathBuf, Arc<str>>,
    /// Files and folders that are not read along with the folder that they lie in.
    pub skipped: BTreeSet<PathBuf>,
}

/// What a file of definitions defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defines {
    Weapons,
    Armours,
    Helmets,
    Shields,
    Terrain,
    Borders,
    Monsters,
    Levels,
    Journeys,
    Subjects,
}

impl Defines {
    /// By the name of the file or of its folder.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "weapons" | "natural_weapons" | "tools" => Self::Weapons,
            "armour" | "armours" => Self::Armours,
            "helmets" => Self::Helmets,
            "shields" => Self::Shields,
            "terrain" => Self::Terrain,
            "borders" => Self::Borders,
            "monsters" => Self::Monsters,
            "levels" => Self::Levels,
            "journeys" => Self::Journeys,
            "subjects" => Self::Subjects,
            _ => return None,
        })
    }

    /// By a field that nothing else has.
    fn like(node: &Node) -> Option<Self> {
        let has = |key: &str| node.get(key).is_some();
        Some(match () {
            () if has("map") || has("legend") || has("objective") => Self::Levels,
            () if has("legs") || has("warband") => Self::Journeys,
            () if has("speed") || has("base_attack") || has("token") => Self::Monsters,
            () if has("damage") || has("kinds") || has("tool") => Self::Weapons,
            () if has("glyph") || has("footing") => Self::Terrain,
            () if has("weight") => Self::Armours,
            () if has("coverage") => Self::Shields,
            () if has("wards") => Self::Helmets,
            () => return None,
        })
    }
}

impl Loader {
    /// Reads a whole data folder.
    pub fn root(&mut self, root: &Path) {
        let assets = root.join("assets");
        for folder in ["equipment", "terrain", "monsters"] {
            self.folder(&assets.join(folder));
        }
        self.folder(&root.join("levels"));
        self.rulesets(&assets.join("rulesets"));
    }

    /// Reads a file or folder of any kind.
    pub fn path(&mut self, path: &Path) {
        if path.join("assets").is_dir() {
            self.root(path);
        } else if path.join("ruleset.ron").is_file() {
            self.ruleset(path);
        } else if path.is_dir() {
            self.folder(path);
        } else {
            match path
                .parent()
                .filter(|folder| folder.join("ruleset.ron").is_file())
            {
                Some(folder) => self.ruleset(folder),
                None => self.file(path),
            }
        }
    }

    /// Reads every file of a folder and of those in it. The proofs of house rules may lie beside them.
    fn folder(&mut self, folder: &Path) {
        match self.search.enters(folder) {
            Ok(true) => {}
            Ok(false) => return,
            Err(why) => {
                let message = format!("this folder and those after it are not read: {why}");
                let finding = Finding::on_file(folder, Code::Unreadable, message);
                self.findings.push(finding);
                return;
            }
        }
        for path in self.listing(folder) {
            if path.is_dir() && path.file_name().is_some_and(|name| name == "scenarios") {
                continue;
            }
            if path.is_dir() {
                self.path(&path);
            } else if path.extension().is_some_and(|e| e == "ron") {
                self.file(&path);
            }
        }
    }

    /// Returns the files and folders in a folder, sorted. Hidden and skipped ones are left out.
    pub(super) fn listing(&mut self, folder: &Path) -> Vec<PathBuf> {
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                let entries = entries.flatten().filter(|entry| !files::is_hidden(entry));
                let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
                paths.retain(|path| !self.skipped.contains(path));
                paths.sort();
                paths
            }
            Err(error) => {
                let message = format!("this folder cannot be read: {error}");
                self.findings
                    .push(Finding::on_file(folder, Code::Unreadable, message));
                Vec::new()
            }
        }
    }

    /// Opens a file.
    pub(super) fn open(&mut self, path: &Path) -> Option<Source> {
        if self.asking {
            self.asked.insert(shown(path));
        }
        match self.instead.get(path) {
            Some(text) => Source::parse(path, text.clone(), &mut self.findings),
            None => Source::open(path, &mut self.findings),
        }
    }

    /// Reads a file of definitions.
    pub(super) fn file(&mut self, path: &Path) {
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let folder = path
            .parent()
            .and_then(Path::file_name)
            .unwrap_or_default()
            .to_string_lossy();
        let named = Defines::named(&stem).or_else(|| Defines::named(&folder));
        let Some(source) = self.open(path) else {
            self.remember(named, stem);
            return;
        };
        let first = source
            .root
            .entries()
            .first()
            .map_or(&source.root, |entry| &entry.value);
        let table = matches!(source.root.kind, Syntax::Map(_));
        let like = Defines::like(if table { first } else { &source.root });
        let Some(defines) = named.or(like) else {
            let message = "it is not clear what this file defines";
            let mut finding = source.finding(&source.root.span, Code::UnknownName, message);
            finding.expected = Some(
                "a folder named weapons, armour, helmets, shields, terrain, monsters, levels or journeys"
                    .to_owned(),
            );
            self.findings.push(finding);
            return;
        };
        let source = Arc::new(source);
        let asked = self.asking.then_some(&self.asked);
        let mut reading = Reading {
            source,
            stem: &stem,
            asked,
            findings: &mut self.findings,
        };
        match defines {
            Defines::Weapons => reading.shelve(&mut self.draft.weapons),
            Defines::Armours => reading.shelve(&mut self.draft.armours),
            Defines::Helmets => reading.shelve(&mut self.draft.helmets),
            Defines::Shields => reading.shelve(&mut self.draft.shields),
            Defines::Terrain => reading.shelve(&mut self.draft.terrain),
            Defines::Borders => reading.shelve(&mut self.draft.borders),
            Defines::Monsters => reading.shelve(&mut self.draft.monsters),
            Defines::Levels => reading.shelve(&mut self.draft.levels),
            Defines::Journeys => reading.shelve(&mut self.draft.journeys),
            Defines::Subjects => reading.shelve(&mut self.draft.subjects),
        }
    }

    /// Notes that ids of a kind are missing because a file is no RON.
    fn remember(&mut self, defines: Option<Defines>, stem: String) {
        let draft = &mut self.draft;
        match defines {
            Some(Defines::Weapons) => draft.weapons.broken = true,
            Some(Defines::Armours) => draft.armours.broken = true,
            Some(Defines::Helmets) => draft.helmets.broken = true,
            Some(Defines::Shields) => draft.shields.broken = true,
            Some(Defines::Terrain) => draft.terrain.broken = true,
            Some(Defines::Borders) => draft.borders.broken = true,
            Some(Defines::Monsters) => draft.monsters.names.extend([stem]),
            Some(Defines::Levels) => draft.levels.names.extend([stem]),
            Some(Defines::Journeys) => draft.journeys.names.extend([stem]),
            Some(Defines::Subjects) => draft.subjects.broken = true,
            None => {}
        }
    }
}

/// Whether a text can be an id. Ids become parts of file names, so none of them leads to another folder.
pub fn is_id(text: &str) -> bool {
    let foreign = |c: char| excerpt::acts(c) || "/\\:*?\"<>|\n\t".contains(c);
    !text.starts_with('.') && !text.contains(foreign) && text.chars().count() <= LONGEST_ID
}

/// Characters of the longest id.
const LONGEST_ID: usize = 64;

/// Texts that can be ids, in words.
pub(super) const ID: &str =
    "up to 64 characters without / \\ : * ? \" < > |, and no dot at the beginning";

/// One source being read into a shelf.
pub(super) struct Reading<'a> {
    pub source: Arc<Source>,
    /// The id, if the file is one definition.
    pub stem: &'a str,
    /// The files whose definitions replace others.
    pub asked: Option<&'a BTreeSet<PathBuf>>,
    pub findings: &'a mut Findings,
}

impl Reading<'_> {
    /// Reads a table, or one definition.
    pub fn shelve<T: DeserializeOwned>(&mut self, shelf: &mut Shelf<T>) {
        let source = self.source.clone();
        if !matches!(source.root.kind, Syntax::Map(_)) {
            let stem = self.stem.to_owned();
            self.one(shelf, stem, &source.root, &source.root, None);
            return;
        }
        let bracket =
            |node: &Node| matches!(node.kind, Syntax::Struct { .. } | Syntax::Tuple { .. });
        let entries = source.root.entries();
        if !entries.is_empty() && !entries.iter().any(|entry| bracket(&entry.value)) {
            let span = &source.root.span;
            let message = "a definition has round brackets, not braces";
            let mut finding =
                source.finding(&(span.start..span.start + 1), Code::WrongType, message);
            finding.expected = Some(
                "`(name: …, …)` for one definition, `{ \"id\": (name: …, …), … }` for a table of them"
                    .to_owned(),
            );
            self.findings.push(finding);
            return;
        }
        for (index, entry) in entries.iter().enumerate() {
            match (&entry.key.kind, entry.key.text()) {
                (Syntax::Text { .. }, Some("")) => {
                    let message = "an id has at least one letter";
                    self.report(&entry.key, Code::Sense, message.to_owned());
                }
                (Syntax::Text { .. }, Some(id)) => {
                    self.one(shelf, id.to_owned(), &entry.key, &entry.value, Some(index));
                }
                _ => {
                    let message = "the id of a definition stands in double quotes";
                    self.report(&entry.key, Code::WrongType, message.to_owned());
                }
            }
        }
    }

    /// Reads one definition; `key` is what a second one of the same id is reported at.
    pub fn one<T: DeserializeOwned>(
        &mut self,
        shelf: &mut Shelf<T>,
        id: String,
        key: &Node,
        node: &Node,
        entry: Option<usize>,
    ) {
        if !is_id(&id) {
            let message = "this cannot be an id, which becomes part of file names";
            let mut finding = self.source.finding(&key.span, Code::Sense, message);
            finding.expected = Some(ID.to_owned());
            self.findings.push(finding);
            return;
        }
        let ours = |item: &Item<T>| match self.asked {
            Some(asked) => asked.contains(&shown(item.source.path())),
            None => true,
        };
        if let Some(other) = shelf.items.get(&id).filter(|item| ours(item)) {
            if !self.findings.has_room(self.source.path(), Severity::Error) {
                return;
            }
            let place = other
                .source
                .finding(&other.node().span, Code::Duplicate, "");
            let first = format!("{}:{}", place.file.display(), place.line);
            let message = format!("\"{id}\" is defined a second time; the first is in {first}");
            self.report(key, Code::Duplicate, message);
            return;
        }
        shelf.names.insert(id.clone());
        let (read, skills) = SkillId::heard(|| self.source.salvage(node, self.findings));
        if let Some((def, whole)) = read {
            shelf.items.insert(
                id,
                Item {
                    def,
                    source: self.source.clone(),
                    entry,
                    skills,
                    whole,
                },
            );
        }
    }

    fn report(&mut self, node: &Node, code: Code, message: String) {
        if self.findings.has_room(self.source.path(), Severity::Error) {
            let finding = self.source.finding(&node.span, code, message);
            self.findings.push(finding);
        }
    }
}
