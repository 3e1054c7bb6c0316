//! The files of a ruleset's folder, laid over those of its parent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::dock;
use super::draft::{Item, RulesetDraft, Shelf};
use super::loader::{ID, Loader, Reading, is_id};
use super::merge::{inherit, without};
use super::nearest::nearest;
use super::source::Source;
use super::syntax::{Entry, Kind, Node};
use super::{Code, Finding};
use crate::files::{self, CONTENT_LIMIT};
use crate::rules::{Rule, Ruleset, SkillId, Table};

/// The tables of a ruleset, besides `ruleset.ron` and `compendium.ron`.
pub(super) const TABLES: [&str; 9] = [
    "costs",
    "skills",
    "actions",
    "abilities",
    "conditions",
    "pools",
    "traits",
    "cites",
    "subjects",
];

/// The tables that a ruleset may do without.
const OPTIONAL: [&str; 4] = ["abilities", "pools", "skills", "subjects"];

/// Most rulesets that are read together.
pub const RULESETS_LIMIT: usize = 100;

/// Most ancestors of a ruleset: those that it inherits from, directly or through another.
pub const ANCESTORS_LIMIT: usize = 8;

/// Added to the place of a ruleset's own rules, so that they are read after inherited ones.
const OWN_RULES: usize = 100_000;

/// The texts of a ruleset, its ancestors' included.
#[derive(Clone, Debug, Default)]
struct Texts {
    policies: Option<Source>,
    tables: BTreeMap<&'static str, Source>,
    /// The oldest ancestor's first.
    compendia: Vec<Arc<Source>>,
    /// The folders that they are from, the oldest ancestor's first.
    line: Vec<PathBuf>,
    /// An ancestor was not found: what is missing may be in it.
    orphan: bool,
    /// There are more ancestors than [`ANCESTORS_LIMIT`].
    is_far: bool,
    /// Where the youngest says what it inherits from.
    heir: Option<Finding>,
    /// Where the youngest says that it has words of its own.
    own_words: Option<Finding>,
    /// Topics for which the youngest would have inherited a citation.
    uncited: Vec<String>,
}

/// Whether the ruleset in a folder seems to inherit another one.
fn is_heir(folder: &Path) -> bool {
    let text = files::read_text(&folder.join("ruleset.ron"), CONTENT_LIMIT);
    text.is_ok_and(|text| text.contains("inherits"))
}

impl Loader {
    /// Reads every ruleset of a folder of rulesets, and what lies beside them.
    pub(super) fn rulesets(&mut self, folder: &Path) {
        let mut listing = self.listing(folder);
        // If there are too many, those that stand alone come first.
        if listing.len() > RULESETS_LIMIT {
            listing.sort_by_cached_key(|path| is_heir(path));
        }
        for path in listing {
            if path.is_dir() {
                self.ruleset(&path);
            } else if path.extension().is_some_and(|e| e == "ron") {
                self.file(&path);
            }
        }
    }

    /// Reads one ruleset.
    pub(super) fn ruleset(&mut self, folder: &Path) {
        let id = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !is_id(&id) || id.contains(char::REPLACEMENT_CHARACTER) {
            let message = "the name of this folder cannot be the id of a ruleset".to_owned();
            let mut finding = Finding::on_file(folder, Code::Sense, message);
            finding.expected = Some(ID.to_owned());
            self.findings.push(finding);
            return;
        }
        let mut texts = if self.draft.rulesets.len() < RULESETS_LIMIT {
            self.strangers(folder);
            self.texts(folder, &mut vec![id.clone()])
        } else {
            let message = format!("this is one of more than {RULESETS_LIMIT} rulesets");
            let finding = Finding::on_file(folder, Code::Sense, message);
            self.findings.push(finding);
            // Its name is known, as that of a ruleset with a mistake is.
            Texts {
                orphan: true,
                ..Texts::default()
            }
        };
        let mut draft = RulesetDraft {
            folder: folder.to_path_buf(),
            line: std::mem::take(&mut texts.line),
            orphan: texts.orphan,
            heir: texts.heir.take(),
            own_words: texts.own_words.take(),
            uncited: std::mem::take(&mut texts.uncited),
            ..Default::default()
        };
        draft.compendium.broken = texts.compendia.is_empty() || texts.orphan;
        if let Some(source) = texts.policies.take().map(Arc::new) {
            let (def, skills) = SkillId::heard(|| source.read(&source.root, &mut self.findings));
            draft.policies = def.map(|def| Item {
                def,
                source,
                entry: None,
                skills,
                whole: true,
            });
        }
        if let Some(cites) = texts.tables.remove("cites") {
            draft.cites = self.rules_by("cites", "topic", &Arc::new(cites));
        }
        if let Some(subjects) = texts.tables.remove("subjects") {
            draft.subjects = self.rules_by("subjects", "subject", &Arc::new(subjects));
        }
        self.table((folder, &mut texts), "costs", &mut draft.costs);
        self.table((folder, &mut texts), "skills", &mut draft.skills);
        self.table((folder, &mut texts), "actions", &mut draft.actions);
        self.table((folder, &mut texts), "abilities", &mut draft.abilities);
        self.table((folder, &mut texts), "conditions", &mut draft.conditions);
        self.table((folder, &mut texts), "pools", &mut draft.pools);
        self.table((folder, &mut texts), "traits", &mut draft.traits);
        for source in texts.compendia {
            self.compendium(source, &mut draft.compendium);
        }
        self.draft.rulesets.insert(id, draft);
    }

    /// Reads one table.
    fn table<T: DeserializeOwned>(
        &mut self,
        (folder, texts): (&Path, &mut Texts),
        table: &'static str,
        shelf: &mut Shelf<T>,
    ) {
        let source = texts.tables.remove(table).map(Arc::new);
        let may_lack =
            || OPTIONAL.contains(&table) && !folder.join(table).with_extension("ron").is_file();
        shelf.broken = texts.orphan || (source.is_none() && !may_lack());
        let Some(source) = source else { return };
        if !matches!(source.root.kind, Kind::Map(_)) {
            let message = format!("{table}.ron is a table: {{ \"id\": (…), … }}");
            let finding = source.finding(&(0..1), Code::WrongType, message);
            self.findings.push(finding);
            return;
        }
        let mut reading = Reading {
            source,
            stem: table,
            asked: None,
            findings: &mut self.findings,
        };
        reading.shelve(shelf);
    }

    /// Warns of files that a ruleset does not have: misspelt ones, most likely.
    fn strangers(&mut self, folder: &Path) {
        let files = || TABLES.into_iter().chain(["ruleset", "compendium"]);
        for path in self.listing(folder) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            if path.extension().is_some_and(|e| e == "ron") && !files().any(|file| file == stem) {
                let message = format!("a ruleset has no file called {stem}.ron: it does nothing");
                let mut finding = Finding::on_file(&path, Code::Unused, message).warning();
                finding.nearest = nearest(&stem, files());
                self.findings.push(finding);
            }
        }
    }

    /// The texts of a folder, laid over its parent's; `line` is the way from the youngest.
    fn texts(&mut self, folder: &Path, line: &mut Vec<String>) -> Texts {
        let own = self.open(&folder.join("ruleset.ron"));
        let mut texts = Texts {
            orphan: own.is_none(),
            ..Texts::default()
        };
        if let Some(own) = own {
            if let Some(name) = own.root.get("inherits") {
                let youngest = line.len() == 1;
                texts = self.parent(folder, &own, name, line);
                if texts.is_far && youngest {
                    let message = format!("a ruleset has at most {ANCESTORS_LIMIT} ancestors");
                    let finding = own.finding(&name.span, Code::Sense, message);
                    self.findings.push(finding);
                }
                texts.heir = Some(own.finding(&name.span, Code::Sense, ""));
            }
            (texts.own_words, texts.uncited) = (self.own_words(&own), Vec::new());
            if texts.own_words.is_some() {
                self.leave_words(&mut texts);
            }
            let findings = &mut self.findings;
            let said = |entry: &Entry| matches!(entry.key.text(), Some("inherits" | "words"));
            let top = |entry: &Entry| own.root.entries().contains(entry) && said(entry);
            texts.policies = match (texts.policies.take(), without(&own, findings, top)) {
                (Some(parent), Some(own)) => inherit(&parent, &own, findings),
                (_, own) => own.filter(|_| !texts.orphan),
            };
        }
        for table in TABLES {
            let path = folder.join(table).with_extension("ron");
            let inherited = texts.tables.remove(table);
            // An ancestor's file that cannot be read has a finding of its own.
            let file = path.file_name().unwrap_or_default();
            let unread = texts.line.iter().any(|folder| folder.join(file).is_file());
            let needed =
                !(inherited.is_some() || unread || texts.orphan || OPTIONAL.contains(&table));
            let own = if path.is_file() || needed {
                self.open(&path)
            } else {
                None
            };
            let merged = match (inherited, own) {
                (Some(parent), Some(own)) => inherit(&parent, &own, &mut self.findings),
                (parent, own) => own.or(parent),
            };
            let merged = match merged {
                Some(cites) if table == "cites" && texts.own_words.is_some() => {
                    let foreign = |entry: &Entry| cites.origin_of(&entry.key.span) != path;
                    let keys = cites.root.entries().iter().filter(|entry| foreign(entry));
                    let keys = keys.filter_map(|entry| entry.key.text());
                    texts.uncited.extend(keys.map(str::to_owned));
                    without(&cites, &mut self.findings, foreign)
                }
                merged => merged,
            };
            texts.tables.extend(merged.map(|source| (table, source)));
        }
        let compendium = folder.join("compendium.ron");
        if texts.own_words.is_some() && !compendium.is_file() {
            let message = "this file is missing: a ruleset with `words: own` has its rules in words of its own";
            let missing = Finding::on_file(&compendium, Code::MissingField, message.to_owned());
            self.findings.push(missing);
        } else if compendium.is_file() || (texts.compendia.is_empty() && !texts.orphan) {
            texts.compendia.extend(self.open(&compendium).map(Arc::new));
        }
        texts.line.push(folder.to_path_buf());
        texts
    }

    /// Where a ruleset says `words: own`, as a finding about it.
    fn own_words(&mut self, own: &Source) -> Option<Finding> {
        let words = own.root.get("words")?;
        let mut finding = own.finding(&words.span, Code::MissingField, "");
        if words.text() == Some("own") {
            return Some(finding);
        }
        finding.code = Code::UnknownWord;
        "`words` can only be `own`".clone_into(&mut finding.message);
        finding.expected = Some("`own`, or leave it out to inherit the words".to_owned());
        self.findings.push(finding);
        None
    }

    /// Takes the words out of what is inherited: the compendium, its subjects, the names of the
    /// system, the rules that anything names. Citations are sorted out when the own ones are known.
    fn leave_words(&mut self, texts: &mut Texts) {
        texts.compendia.clear();
        texts.tables.remove("subjects");
        let named = |entry: &Entry| matches!(entry.key.text(), Some("rules" | "rule"));
        let findings = &mut self.findings;
        if let Some(policies) = texts.policies.take() {
            let title = |entry: &Entry| {
                let system = matches!(
                    entry.key.text(),
                    Some("name" | "summary" | "defence_name" | "names")
                );
                named(entry) || (system && policies.root.entries().contains(entry))
            };
            texts.policies = without(&policies, findings, title);
        }
        for (table, source) in std::mem::take(&mut texts.tables) {
            let mute = without(&source, findings, named);
            texts.tables.extend(mute.map(|source| (table, source)));
        }
    }

    /// The texts of the ruleset that `own` inherits from.
    fn parent(
        &mut self,
        folder: &Path,
        own: &Source,
        name: &Node,
        line: &mut Vec<String>,
    ) -> Texts {
        let id = name.text().unwrap_or("").to_owned();
        let rulesets = folder.parent().filter(|_| is_id(&id));
        let beside = rulesets.map(|rulesets| rulesets.join(&id));
        let known = self
            .draft
            .rulesets
            .get(&id)
            .map(|ruleset| ruleset.folder.clone());
        let found = beside.filter(|f| f.join("ruleset.ron").is_file()).or(known);
        let circle = line.contains(&id);
        if !circle && line.len() > ANCESTORS_LIMIT {
            return Texts {
                orphan: true,
                is_far: true,
                ..Texts::default()
            };
        }
        let Some(found) = found.filter(|_| !circle) else {
            let message = if circle {
                format!("\"{id}\" would inherit from itself: {}", line.join(", "))
            } else {
                format!("there is no ruleset \"{id}\"")
            };
            let mut finding = own.finding(&name.span, Code::UnknownName, message);
            if !circle {
                finding.expected = Some("the name of a ruleset's folder".to_owned());
                finding.nearest = nearest(&id, self.folders(folder).iter().map(String::as_str));
            }
            self.findings.push(finding);
            return Texts {
                orphan: true,
                ..Texts::default()
            };
        };
        line.push(id);
        // What is wrong with the parent is not asked for here.
        let asking = std::mem::take(&mut self.asking);
        let texts = self.texts(&found, line);
        self.asking = asking;
        texts
    }

    /// Names of rulesets beside this one and of those already read.
    fn folders(&mut self, folder: &Path) -> Vec<String> {
        let beside: Vec<PathBuf> = folder.parent().map_or_else(Vec::new, |f| self.listing(f));
        let names = beside
            .iter()
            .filter(|path| *path != folder && path.is_dir());
        let names = names.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        names.chain(self.draft.rulesets.keys().cloned()).collect()
    }

    /// The rules behind each key of a table: an id, or a list of several. `key`: what a key is called.
    fn rules_by<K: DeserializeOwned + Ord>(
        &mut self,
        table: &str,
        key: &str,
        source: &Arc<Source>,
    ) -> BTreeMap<K, Item<Vec<String>>> {
        let mut rules_by = BTreeMap::new();
        if !matches!(source.root.kind, Kind::Map(_)) {
            let message = format!("{table}.ron is a table: {{ {key}: rule, … }}");
            let finding = source.finding(&(0..1), Code::WrongType, message);
            self.findings.push(finding);
        }
        for (index, entry) in source.root.entries().iter().enumerate() {
            let name = source.read::<K>(&entry.key, &mut self.findings);
            let rules = if matches!(entry.value.kind, Kind::List(_)) {
                source.read::<Vec<String>>(&entry.value, &mut self.findings)
            } else {
                let rule = source.read::<String>(&entry.value, &mut self.findings);
                rule.map(|rule| vec![rule])
            };
            let (Some(name), Some(def)) = (name, rules) else {
                continue;
            };
            let item = Item {
                def,
                source: source.clone(),
                entry: Some(index),
                skills: BTreeSet::new(),
                whole: true,
            };
            if rules_by.insert(name, item).is_some() {
                let name = entry.key.text().unwrap_or_default();
                let message = format!("the {key} \"{name}\" stands here twice");
                self.findings
                    .push(source.finding(&entry.key.span, Code::Duplicate, message));
            }
        }
        rules_by
    }

    fn compendium(&mut self, source: Arc<Source>, shelf: &mut Shelf<Rule>) {
        if !matches!(source.root.kind, Kind::List(_)) {
            let message = "the compendium is a list: [ (id: …, …), … ]";
            self.findings
                .push(source.finding(&(0..1), Code::WrongType, message));
        }
        let findings = &mut self.findings;
        let mut reading = Reading {
            source: source.clone(),
            stem: "",
            asked: None,
            findings,
        };
        for (index, node) in source.root.items().iter().enumerate() {
            let id = node.get("id").and_then(Node::text).unwrap_or("").to_owned();
            reading.one(shelf, id, node.at(&["id"]), node, Some(index));
        }
    }
}

impl RulesetDraft {
    /// The finished ruleset; `None` without policies.
    pub(super) fn finish(mut self, id: String) -> Option<Ruleset> {
        dock::settle(&mut self);
        let policies = self.policies?.def;
        let mut compendium = self.compendium;
        for item in compendium.items.values_mut() {
            item.def.inherited = item.source.path().parent() != Some(&self.folder);
            let after = if item.def.inherited { 0 } else { OWN_RULES };
            item.def.place = item.entry.unwrap_or(0) + after;
        }
        let compendium = Table::new(compendium.rows());
        let cites: Vec<_> = self
            .cites
            .into_iter()
            .flat_map(|(topic, item)| item.def.into_iter().map(move |rule| (topic, rule)))
            .filter_map(|(topic, rule)| Some((topic, compendium.id(&rule)?)))
            .collect();
        let subjects = self.subjects.into_iter().map(|(subject, item)| {
            let rules = item.def.iter().filter_map(|rule| compendium.id(rule));
            (subject, rules.collect())
        });
        let subjects = subjects.collect();
        let abilities = self.abilities.rows();
        let mut actions = self.actions.rows();
        for (id, def) in &abilities {
            let action = def.action(id, &policies.abilities.kinds);
            actions.entry(id.clone()).or_insert(action);
        }
        let ruleset = Ruleset::new(
            id,
            policies,
            (Table::new(self.costs.rows()), Table::new(actions)),
            Table::new(self.conditions.rows()),
            Table::new(self.traits.rows()),
            compendium,
            cites,
        );
        let mut ruleset = ruleset.with_skills(self.skills.rows());
        ruleset.subjects = subjects;
        Some(ruleset.with_abilities(Table::new(abilities), Table::new(self.pools.rows())))
    }
}
