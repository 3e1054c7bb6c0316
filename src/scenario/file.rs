//! Scenario files: finding them and reading them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::Scenario;
use crate::content::read_file;

/// A file of scenarios.
#[derive(Clone, Debug)]
pub struct ScenarioFile {
    pub path: PathBuf,
    pub scenarios: Vec<Scenario>,
    /// Line on which each scenario begins.
    pub lines: Vec<usize>,
}

impl ScenarioFile {
    /// Reads a file. The error shows every mistake with its place.
    pub fn read(path: &Path) -> Result<Self, String> {
        let scenarios: Vec<Scenario> =
            read_file(path).map_err(|findings| findings.pretty(false))?;
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let lines = (text.lines().zip(1..))
            .filter(|(line, _)| line.trim_start().starts_with("name:"))
            .map(|(_, number)| number)
            .collect();
        Ok(Self {
            path: path.to_owned(),
            scenarios,
            lines,
        })
    }

    /// The ruleset of a scenario: its own word, or the name of the nearest folder that is one.
    pub fn ruleset<'a>(&'a self, scenario: &'a Scenario, known: &[&'a str]) -> Option<&'a str> {
        if let Some(rules) = &scenario.rules {
            return Some(rules);
        }
        let folders = self.path.parent()?.components().rev();
        folders
            .filter_map(|c| c.as_os_str().to_str())
            .find_map(|folder| known.iter().find(|k| **k == folder).copied())
    }
}

/// All `.ron` files of these files and folders, sorted. No file at all is an error.
pub fn collect(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        gather(path, &mut files).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        let names: Vec<_> = paths.iter().map(|p| p.display().to_string()).collect();
        return Err(format!("there is no scenario file in {}", names.join(", ")));
    }
    Ok(files)
}

fn gather(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let entry = entry?.path();
            if entry.is_dir() || entry.extension() == Some(OsStr::new("ron")) {
                gather(&entry, files)?;
            }
        }
    } else {
        std::fs::metadata(path)?;
        files.push(path.to_owned());
    }
    Ok(())
}
