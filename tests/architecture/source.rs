//! The package's own sources, and what is wrong with them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A source file.
pub struct Source {
    /// Where it is, from the package's root: `src/combat/attack.rs`.
    pub path: String,
    pub text: String,
}

impl Source {
    /// The file's own module path: `["combat", "attack"]`; nothing for a crate's root.
    pub fn module(&self) -> Vec<&str> {
        let inner = self.path.strip_prefix("src/").unwrap_or(&self.path);
        let inner = inner.strip_suffix(".rs").unwrap_or(inner);
        let mut module: Vec<&str> = inner.split('/').collect();
        if module.last() == Some(&"mod") || matches!(module[..], ["main" | "lib"]) {
            module.pop();
        }
        module
    }

    /// Whether the file is in this module or below it.
    pub fn belongs_to(&self, module: &[String]) -> bool {
        let own = self.module();
        own.len() >= module.len() && own.iter().zip(module).all(|(a, b)| a == b)
    }

    /// The room that the file is in, if it is not one of a crate's roots.
    pub fn room(&self) -> Option<&str> {
        self.module().first().copied()
    }
}

/// Something that the house plan forbids.
#[derive(Debug, PartialEq)]
pub struct Violation {
    pub path: String,
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {path:?}: {error}"))
}

/// All sources under `src`, sorted.
pub fn sources() -> Vec<Source> {
    fn gather(folder: &Path, found: &mut Vec<Source>) {
        let entries =
            fs::read_dir(folder).unwrap_or_else(|e| panic!("cannot list {folder:?}: {e}"));
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                gather(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(root()).unwrap().to_str().unwrap();
                found.push(Source {
                    path: inner.replace('\\', "/"),
                    text: read(&path),
                });
            }
        }
    }
    let mut found = Vec::new();
    gather(&root().join("src"), &mut found);
    assert!(
        !found.is_empty(),
        "no sources under {:?}",
        root().join("src")
    );
    found
}

/// A made-up source, for the tests of the checks.
pub fn source(path: &str, text: &str) -> Source {
    Source {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}
