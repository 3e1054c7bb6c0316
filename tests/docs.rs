//! Follows README and docs to the letter, in a clean copy of the content: files are saved where the
//! text says, folders are copied, and every command is run.
//!
//! Only the number of battles is cut, and the fastest computer player takes the place of others.
// The pages are the same with the window; once is enough.
#![cfg(not(feature = "gui"))]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rayon::prelude::*;

/// Commands of other programs. Their files and targets are looked up; they are not run.
const OTHERS: [&str; 9] = [
    "cargo", "git ", "make", "scripts/", "diff", "perf", "valgrind", "taskset", "<(cargo",
];

/// One thing that a page tells its reader to do.
#[derive(Debug)]
enum Step {
    /// Save this text as a file.
    Save { path: String, text: String },
    /// Copy a folder.
    Copy { from: String, to: String },
    /// Run this command of the program, as printed in a block.
    Run(String),
    /// A command within a sentence; one without its subject is only mentioned.
    Mention(String),
    /// Run another program.
    Other(String),
}

/// A step and its line.
type Told = (usize, Step);

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Name and text of every page, README first.
fn pages() -> Vec<(String, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("docs");
    let docs = docs.map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = docs
        .filter(|path| path.extension().is_some_and(|kind| kind == "md"))
        .collect();
    pages.sort();
    pages.insert(0, root().join("README.md"));
    let text = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("inside").display();
        (name.to_string(), fs::read_to_string(&path).expect("a page"))
    };
    pages.into_iter().map(text).collect()
}

/// Steps that a page tells its reader to take, in order.
fn steps(page: &str) -> Vec<Told> {
    let mut found = Vec::new();
    let mut prose = (1, String::new());
    let mut block: Option<(usize, String, String)> = None;
    // A block of RON waits for the sentence that names its file, before it or after it.
    let mut named: Option<String> = None;
    let mut loose: Option<(usize, String)> = None;
    for (at, line) in page.lines().enumerate().map(|(at, line)| (at + 1, line)) {
        match (&mut block, line.trim_start().strip_prefix("```")) {
            (Some((_, _, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (Some(_), Some(_)) => {
                let (begin, kind, text) = block.take().expect("a block");
                match kind.as_str() {
                    "ron" => match named.take() {
                        Some(path) => found.push((begin, Step::Save { path, text })),
                        None => loose = Some((begin, text)),
                    },
                    "sh" => found.extend(commands(begin, &text)),
                    _ => {}
                }
            }
            (None, fence) => {
                if fence.is_some() || line.trim().is_empty() {
                    sentence(&mut prose, &mut found, &mut named, &mut loose);
                    prose = (at + 1, String::new());
                } else {
                    prose.1.push_str(line.trim());
                    prose.1.push(' ');
                }
                block = fence.map(|kind| (at, kind.to_owned(), String::new()));
            }
        }
    }
    sentence(&mut prose, &mut found, &mut named, &mut loose);
    found
}

/// The commands of a block, without comments; a backslash joins lines.
fn commands(begin: usize, block: &str) -> Vec<Told> {
    let joined = block.replace("\\\n", " ");
    let lines = joined
        .lines()
        .map(|line| line.split(" #").next().unwrap_or_default().trim());
    let lines = lines.filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let run = line.starts_with("opportunist ");
            let line = line.to_owned();
            (
                begin,
                if run {
                    Step::Run(line)
                } else {
                    Step::Other(line)
                },
            )
        })
        .collect()
}

/// Adds the steps of a paragraph, from its code spans in order.
fn sentence(
    (begin, text): &mut (usize, String),
    found: &mut Vec<Told>,
    named: &mut Option<String>,
    loose: &mut Option<(usize, String)>,
) {
    let mut parts = text.split('`');
    let mut before = parts.next().unwrap_or_default().to_owned();
    let mut copied: Option<String> = None;
    while let (Some(code), Some(after)) = (parts.next(), parts.next()) {
        let lead = before.trim_end().to_lowercase();
        if lead.ends_with("save it as") || lead.ends_with("save this as") {
            let path = code.to_owned();
            match loose.take() {
                Some((at, text)) if lead.ends_with("it as") => {
                    found.push((at, Step::Save { path, text }));
                }
                _ => *named = Some(path),
            }
        } else if lead.ends_with("copy") && after.trim_start().starts_with("to") {
            copied = Some(code.to_owned());
        } else if let Some(from) = copied.take_if(|_| lead.ends_with("to")) {
            let to = code.to_owned();
            found.push((*begin, Step::Copy { from, to }));
        } else if code.starts_with("opportunist ") {
            found.push((*begin, Step::Mention(code.to_owned())));
        } else if OTHERS.iter().any(|other| code.starts_with(other)) && code.contains(' ') {
            found.push((*begin, Step::Other(code.to_owned())));
        }
        before = after.to_owned();
    }
    if !text.is_empty() {
        *loose = None;
    }
    text.clear();
}

/// Printed text.
fn told(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A copy of the content as a newcomer has it.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Self {
        let copy = Self(tempfile::tempdir().expect("a folder"));
        for folder in ["assets", "levels", "docs", "tests/scenarios"] {
            copy_folder(&root().join(folder), &copy.path(folder));
        }
        copy
    }

    /// A path of the text in the copy; `/tmp` is a folder of the copy as well.
    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path.trim_start_matches('/'))
    }

    fn run(&self, arguments: &[String]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_opportunist"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("OPPORTUNIST_DATA", self.0.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .expect("the program runs")
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry").path();
        let to = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() {
            copy_folder(&entry, &to);
        } else {
            fs::copy(&entry, &to).expect("a copy");
        }
    }
}

/// The words of a command, with examples for what a page leaves to its reader.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut quoted = false;
    let mut word = String::new();
    for letter in command.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    let example = |word: String| match word.as_str() {
        "LEVEL" => "training_ground".to_owned(),
        "SYSTEM" => "classic_d20".to_owned(),
        "FILE" => "battle.json".to_owned(),
        "OUT.png" => "out.png".to_owned(),
        _ => word.replace("<id>", "classic_d20").replace("/tmp/", "tmp/"),
    };
    words.into_iter().skip(1).map(example).collect()
}

/// Arguments with few battles and the fast player.
fn shortened(mut words: Vec<String>) -> Vec<String> {
    let counted = match words[0].as_str() {
        "sim" | "balance" | "compare" => "--battles",
        "journey" => "--times",
        "play" => {
            words.push("--ai=fast".into());
            return words;
        }
        _ => return words,
    };
    for option in [counted, "--ai"] {
        if let Some(at) = words.iter().position(|word| word == option) {
            words.drain(at..at + 2);
        }
    }
    words.extend([format!("{counted}=1"), "--ai=fast".into()]);
    words
}

/// Why a command of the program does not do what its page says.
fn fault(copy: &Copy, command: &str, mentioned: bool) -> Option<String> {
    let words = words(command);
    let subject = words.iter().skip(1).any(|word| !word.starts_with('-'));
    if mentioned && !subject {
        let help = copy.run(&[words[0].clone(), "--help".into()]);
        let text = told(&help.stdout);
        let lacks = words
            .iter()
            .find(|word| !text.contains(word.as_str()) && *word != &words[0]);
        return match lacks {
            Some(option) => Some(format!("there is no {option}")),
            None => (!help.status.success()).then(|| told(&help.stderr)),
        };
    }
    // The search for unnoticed changes takes minutes and a release build: its own step runs it.
    if words.iter().any(|word| word == "--mutate") {
        let mut words = words;
        words.retain(|word| word != "--mutate");
        let sampled = ["--sample", "--seed"];
        while let Some(at) = words
            .iter()
            .position(|word| sampled.contains(&word.as_str()))
        {
            words.drain(at..at + 2);
        }
        return fault_of(&copy.run(&words), &words);
    }
    let words = shortened(words);
    fault_of(&copy.run(&words), &words)
}

fn fault_of(output: &Output, words: &[String]) -> Option<String> {
    let complaint = told(&output.stderr);
    // A test has no window, and a house rule is meant to fail proofs of the system that it changes.
    let blind = words[0] == "watch" && complaint.contains("no display");
    let house = words[0] == "verify" && words.iter().any(|word| word == "--rules");
    let passes = match output.status.code() {
        Some(0) => true,
        Some(1) => house,
        Some(_) | None => blind,
    };
    (!passes).then(|| format!("{complaint}{}", told(&output.stdout)))
}

/// Why a command of another program cannot work here.
fn missing(command: &str) -> Option<String> {
    if !OTHERS.iter().any(|other| command.starts_with(other)) && !command.contains("cargo build") {
        return Some("neither the program nor one that is known".into());
    }
    let cargo = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let make = fs::read_to_string(root().join("Makefile")).expect("Makefile");
    let words: Vec<&str> = command.split_whitespace().collect();
    let pairs = words.windows(2).map(|pair| (pair[0], pair[1]));
    for (option, name) in pairs {
        let there = match option {
            "make" => make.contains(&format!("\n{name}:")),
            "--bench" => root().join(format!("benches/{name}.rs")).exists(),
            "--test" => {
                root().join(format!("tests/{name}.rs")).exists()
                    || root().join(format!("tests/{name}/main.rs")).exists()
            }
            "--features" => cargo.contains(&format!("\n{name} = ")),
            "--profile" => cargo.contains(&format!("\n[profile.{name}]")),
            _ => true,
        };
        if !there {
            return Some(format!("there is no `{name}` for {option}"));
        }
    }
    let script = words.iter().find(|word| word.starts_with("scripts/"));
    let lost = script.filter(|script| !root().join(script).exists());
    lost.map(|script| format!("there is no {script}"))
}

#[test]
fn every_command_and_example_works_to_the_letter() {
    let copy = Copy::new();
    let record = [
        "play",
        "training_ground",
        "--terminal",
        "--ai=fast",
        "--record",
        "battle.json",
    ];
    let recorded = copy.run(&record.map(str::to_owned));
    assert!(recorded.status.success(), "{}", told(&recorded.stderr));
    let (mut faults, mut saved) = (Vec::new(), 0);
    let mut run = BTreeSet::new();
    for (page, text) in pages() {
        // An example may follow the commands that use it.
        let (files, commands): (Vec<Told>, Vec<Told>) = steps(&text)
            .into_iter()
            .partition(|(_, step)| matches!(step, Step::Save { .. } | Step::Copy { .. }));
        for (line, step) in files {
            match step {
                Step::Copy { from, to } => copy_folder(&copy.path(&from), &copy.path(&to)),
                Step::Save { path, text } => {
                    saved += 1;
                    let file = copy.path(&path);
                    if file.exists() {
                        faults.push(format!("{page}:{line}: {path} is a file that is shipped"));
                    }
                    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                    fs::write(&file, text).expect("a file");
                }
                Step::Run(_) | Step::Mention(_) | Step::Other(_) => {}
            }
        }
        let fresh: Vec<Told> = commands
            .into_iter()
            .filter(|(_, step)| run.insert(format!("{step:?}")))
            .collect();
        faults.par_extend(fresh.par_iter().filter_map(|(line, step)| {
            let fault = match step {
                Step::Run(command) => fault(&copy, command, false),
                Step::Mention(command) => fault(&copy, command, true),
                Step::Other(command) => missing(command),
                Step::Save { .. } | Step::Copy { .. } => None,
            };
            fault.map(|why| format!("{page}:{line}: {step:?}\n{why}"))
        }));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(
        saved >= 3 && run.len() >= 40,
        "{saved} files, {} commands",
        run.len()
    );
    // After all that the content is as sound as before, with the new files in it.
    let check = copy.run(&["check".to_owned()]);
    assert!(check.status.success(), "{}", told(&check.stdout));
}
