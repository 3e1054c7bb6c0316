//! Scenario files: finding them and reading them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::names::{Misnomer, misnomers};
use super::{SURVIVORS, Scenario};
use crate::content::{Catalogue, Code, Finding, Node, read_tree};
use crate::files::{self, CONTENT_LIMIT, FolderSearch};
use crate::rules::Ruleset;

/// A file of scenarios.
#[derive(Clone, Debug)]
pub struct ScenarioFile {
    pub path: PathBuf,
    /// What was read.
    pub text: String,
    pub scenarios: Vec<Scenario>,
    /// Where each scenario stands.
    pub lines: Vec<Lines>,
    root: Node,
}

/// Where a scenario stands in its file, in lines counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Of its name, or of its bracket.
    pub name: usize,
    /// Of each line of its play.
    pub play: Vec<usize>,
}

impl Lines {
    /// Of all scenarios of a file.
    fn of(text: &str, root: &Node) -> Vec<Self> {
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |node: &Node| 1 + ends.partition_point(|end| *end < node.span.start);
        let scenario = |node: &Node| Self {
            name: node.get("name").map_or_else(|| line(node), line),
            play: node
                .get("play")
                .map_or_else(Vec::new, |play| play.items().iter().map(line).collect()),
        };
        root.items().iter().map(scenario).collect()
    }

    /// Of a line of play counted from 1, as failures do; 0 is the scenario itself.
    pub fn of_play(&self, number: usize) -> usize {
        let at = number.checked_sub(1).and_then(|i| self.play.get(i));
        at.copied().unwrap_or(self.name)
    }
}

impl ScenarioFile {
    /// Reads a file. The error shows every mistake with its place.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = files::read_text(path, CONTENT_LIMIT);
        Self::of(path, text.map_err(|e| format!("{}: {e}", path.display()))?)
    }

    /// A text as if it stood in this file.
    pub fn of(path: &Path, text: String) -> Result<Self, String> {
        let read = read_tree::<Vec<Scenario>>(path, &text);
        let (scenarios, root) = read.map_err(|findings| findings.pretty(false))?;
        Ok(Self {
            path: path.to_owned(),
            scenarios,
            lines: Lines::of(&text, &root),
            text,
            root,
        })
    }

    /// `file:line: name` of a scenario, or of a line of its play (0: of the scenario itself).
    pub fn place(&self, scenario: usize, line_of_play: usize) -> String {
        let line = self
            .lines
            .get(scenario)
            .map_or(1, |l| l.of_play(line_of_play));
        let name = self.scenarios.get(scenario).map_or("", |s| s.name.as_str());
        format!("{}:{line}: {name}", self.path.display())
    }

    /// Every name in a scenario that nothing has, with its place and the nearest one that there is.
    pub fn misnomers(
        &self,
        scenario: usize,
        catalogue: &Catalogue,
        rules: &Ruleset,
    ) -> Vec<Finding> {
        let Some(definition) = self.scenarios.get(scenario) else {
            return Vec::new();
        };
        let strange = misnomers(definition, catalogue, rules);
        if strange.is_empty() {
            return Vec::new();
        }
        let node = self.root.items().get(scenario);
        let found = strange.into_iter();
        found.map(|misnomer| self.finding(node, misnomer)).collect()
    }

    fn finding(&self, scenario: Option<&Node>, misnomer: Misnomer) -> Finding {
        let path: Vec<&str> = misnomer.path.iter().map(String::as_str).collect();
        let span = scenario.map_or(0..0, |node| node.at(&path).span.clone());
        let before = self.text.get(..span.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        Finding {
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
            span: (span.start, span.end),
            nearest: misnomer.nearest,
            ..Finding::on_file(&self.path, Code::UnknownName, misnomer.message)
        }
    }

    /// The ruleset of a scenario: its own word, or the name of the nearest folder that is one.
    pub fn ruleset<'a>(&'a self, scenario: &'a Scenario, known: &[&'a str]) -> Option<&'a str> {
        if let Some(rules) = &scenario.rules {
            return Some(rules);
        }
        let of_folder = |path: &Path| {
            let mut folders = path.parent()?.components().rev();
            let named = |folder: &OsStr| known.iter().find(|id| folder == OsStr::new(id));
            folders.find_map(|folder| named(folder.as_os_str()).copied())
        };
        // A path from inside of the folder does not name it.
        of_folder(&self.path).or_else(|| of_folder(&self.path.canonicalize().ok()?))
    }
}

/// All `.ron` files of these files and folders, sorted. No file at all is an error.
pub fn collect(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        gather(path, &mut files, &mut FolderSearch::default())
            .map_err(|e| format!("{}: {e}", path.display()))?;
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        let names: Vec<_> = paths.iter().map(|p| p.display().to_string()).collect();
        return Err(format!("there is no scenario file in {}", names.join(", ")));
    }
    Ok(files)
}

fn gather(path: &Path, found: &mut Vec<PathBuf>, search: &mut FolderSearch) -> std::io::Result<()> {
    if path.is_dir() {
        if !search.enters(path)? {
            return Ok(());
        }
        for entry in std::fs::read_dir(path)? {
            let entry = entry?;
            if files::is_hidden(&entry) {
                continue;
            }
            let entry = entry.path();
            let scenarios =
                entry.extension() == Some(OsStr::new("ron")) && !entry.ends_with(SURVIVORS);
            if entry.is_dir() || scenarios {
                gather(&entry, found, search)?;
            }
        }
    } else {
        std::fs::metadata(path)?;
        found.push(path.to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::parse;

    #[cfg(unix)]
    #[test]
    fn links_back_lead_the_search_for_files_in_no_circle() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("one.ron"), "[]").unwrap();
        for link in ["a", "b"] {
            std::os::unix::fs::symlink(".", folder.path().join(link)).unwrap();
        }
        let files = collect(&[folder.path().to_path_buf()]).unwrap();
        assert_eq!(files, [folder.path().join("one.ron")]);
    }

    #[test]
    fn scenarios_and_lines_of_play_are_found_where_they_stand() {
        let text = "// A comment with name: in it.\n[\n  (\n    name: \"one\",\n    fighters: { 'A': (block: (attacks: [(\n      name: \"sword\", attack: 1)])) },\n    play: [\n      do('A', end_turn), do('B', end_turn),\n      do('A', end_turn),\n    ],\n  ),\n  (name: \"two\", play: []),\n]\n";
        let lines = Lines::of(text, &parse(text).unwrap());
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].name, lines[1].name), (4, 12));
        assert_eq!(lines[0].play, [8, 8, 9]);
        assert_eq!(
            (
                lines[0].of_play(3),
                lines[0].of_play(0),
                lines[0].of_play(9)
            ),
            (9, 4, 4)
        );
    }
}
