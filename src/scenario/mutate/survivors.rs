//! Changes that no proof has to notice, each with the reason why: `survivors.ron`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Change, Mutant};
use crate::content::{parse, read_text};
use crate::files::{self, CONTENT_LIMIT};

/// The name of the file, beside the scenarios of a system.
pub const SURVIVORS: &str = "survivors.ron";

/// Why a change makes no difference that a proof could notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub file: PathBuf,
    pub line: usize,
    /// The value: `actions.ron trip.provokes`.
    pub place: String,
    /// The change: `yes -> no`; `None`: every one of this value.
    pub change: Option<String>,
    pub why: String,
}

/// An entry of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(rename = "where")]
    place: String,
    #[serde(default)]
    change: Option<String>,
    why: String,
}

impl Explanation {
    /// Reads the file of a folder, if there is one. The error shows every mistake with its place.
    pub fn of_folder(folder: &Path) -> Result<Vec<Self>, String> {
        let file = folder.join(SURVIVORS);
        if !file.is_file() {
            return Ok(Vec::new());
        }
        let text = files::read_text(&file, CONTENT_LIMIT);
        Self::read(
            &file,
            &text.map_err(|e| format!("{}: {e}", file.display()))?,
        )
    }

    fn read(file: &Path, text: &str) -> Result<Vec<Self>, String> {
        let entries: Vec<Entry> = read_text(file, text).map_err(|found| found.pretty(false))?;
        let root = parse(text).map_err(|error| error.message)?;
        let line = |at: usize| {
            let node = root.items().get(at).unwrap_or(&root);
            1 + text[..node.span.start].matches('\n').count()
        };
        let explained = entries.into_iter().enumerate().map(|(i, entry)| Self {
            file: file.to_path_buf(),
            line: line(i),
            place: entry.place,
            change: entry.change,
            why: entry.why,
        });
        let explained: Vec<Self> = explained.collect();
        match explained.iter().find(|one| one.why.trim().is_empty()) {
            Some(empty) => Err(format!(
                "{}:{}: it does not say why",
                file.display(),
                empty.line
            )),
            None => Ok(explained),
        }
    }

    /// Whether it is about this change or one that does the same.
    pub fn covers(&self, mutant: &Mutant) -> bool {
        let mut same = [&mutant.change].into_iter().chain(&mutant.twins);
        same.any(|change| self.is_about(change))
    }

    fn is_about(&self, change: &Change) -> bool {
        let told = self.change.as_ref().is_none_or(|told| *told == change.told);
        told && self.place == change.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_to_be_given() {
        let read = |text| Explanation::read(Path::new(SURVIVORS), text);
        let list = read("[\n  (where: \"costs.ron free\", why: \"never used\"),\n]").unwrap();
        assert_eq!((list[0].line, list[0].change.as_deref()), (2, None));
        let no_reason = read("[(where: \"costs.ron free\", why: \" \")]").unwrap_err();
        assert_eq!(no_reason, "survivors.ron:1: it does not say why");
        assert!(read("[(where: \"costs.ron free\")]").is_err());
    }
}
