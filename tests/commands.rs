//! Command lines that are refused, and what a command does when it is stopped.

mod program;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use program::{run, told};

/// The exit code and the complaint of a command.
fn complaint(arguments: &[&str]) -> (Option<i32>, String) {
    let done = run(arguments);
    (done.status.code(), told(&done.stderr))
}

#[test]
fn a_wrong_command_line_is_refused_before_anything_is_played() {
    let battle = ["training_ground", "--rules", "amorphous"];
    let sim = |more: [&'static str; 2]| [&["sim"][..], &battle, &more].concat();
    let play = |more: [&'static str; 3]| [&["play"][..], &battle, &more].concat();
    for (arguments, code, why) in [
        (
            sim(["--jobs", "20000"]),
            2,
            "expected a number from 1 to 256",
        ),
        (sim(["--jobs", "0"]), 2, "expected a number from 1 to 256"),
        (
            sim(["--battles", "0"]),
            2,
            "expected a number from 1 to 1000000",
        ),
        (
            sim(["--seed", "one"]),
            2,
            "expected a number from 0 to 18446744073709551615",
        ),
        (
            vec!["render", "bridge", "bridge.gif"],
            2,
            "expected a file name that ends in .png",
        ),
        (
            vec![
                "verify",
                "--coverage",
                "--at-least",
                "101",
                "tests/scenarios/amorphous",
            ],
            2,
            "expected a number from 0 to 100",
        ),
        (
            vec![
                "verify",
                "--only",
                "no such words",
                "tests/scenarios/amorphous",
            ],
            2,
            "no scenario has \"no such words\" in its name",
        ),
        (
            play(["--terminal", "--side", "blue=human"]),
            2,
            "a side cannot be human",
        ),
        (
            play(["--terminal", "--record", "Cargo.toml/record.json"]),
            3,
            "Cargo.toml/record.json: ",
        ),
        (
            vec![
                "balance",
                "training_ground",
                "--battles",
                "100000",
                "--out",
                "src",
            ],
            3,
            "src: it is a folder",
        ),
        (
            vec![
                "compare",
                "training_ground",
                "--battles",
                "100000",
                "--png",
                "src",
            ],
            2,
            "expected a file name that ends in .png",
        ),
        (
            vec!["verify", "tests/scenarios/amorphous", "--rules", "amorphos"],
            2,
            "amorphous",
        ),
        (
            vec![
                "verify",
                "tests/scenarios/amorphous",
                "--rules-dir",
                "nowhere",
            ],
            3,
            "nowhere does not exist",
        ),
        (
            vec!["sim", "nowhere/ford.ron", "--rules", "amorphous"],
            3,
            "nowhere/ford.ron does not exist",
        ),
        (
            vec!["render", "ford.png", "picture.png"],
            2,
            "there is no level called \"ford.png\"; there are ",
        ),
        (
            vec![
                "journey",
                "salt_road",
                "--rules",
                "amorphous",
                "--with",
                "nowhere",
            ],
            3,
            "nowhere does not exist",
        ),
        (
            vec!["play", "salt_road", "--terminal", "--seen-by", "red"],
            2,
            "leave out --seen-by",
        ),
        (
            play(["--terminal", "--record", "/dev/full"]),
            3,
            "/dev/full: ",
        ),
    ] {
        let (found, complaint) = complaint(&arguments);
        assert!(complaint.contains(why), "{arguments:?}: {complaint}");
        assert_eq!(found, Some(code), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_scenario_file_is_played_from_inside_of_its_folder() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios/amorphous");
    let done = Command::new(env!("CARGO_BIN_EXE_opportunist"))
        .arg("verify")
        .arg("abilities.ron")
        .current_dir(scenarios)
        .output()
        .expect("the program runs");
    assert_eq!(done.status.code(), Some(0), "{}", told(&done.stdout));
}

#[test]
fn a_scenario_of_a_faulty_rule_system_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("assets/rulesets/mine");
    let proofs = folder.path().join("mine");
    for (folder, name, text) in [
        (&rules, "ruleset.ron", "("),
        (
            &proofs,
            "proofs.ron",
            "[(name: \"a\", map: [\".\"], fighters: {}, play: [])]",
        ),
    ] {
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let data = folder.path().to_str().expect("a name");
    let proofs = proofs.to_str().expect("a name");
    for more in [None, Some("--mutate")] {
        let arguments = ["--data", data, "verify", proofs];
        let done = run(&[&arguments[..], more.as_slice()].concat());
        let shown = told(&done.stdout) + &told(&done.stderr);
        let why = "the rule system \"mine\" has a mistake and is left out";
        assert_eq!(done.status.code(), Some(1), "{shown}");
        assert!(shown.contains(why), "{shown}");
    }
}

#[test]
fn names_from_files_do_not_act_on_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |name: &str, map: &str| {
        format!(
            "(name: \"{name}\", text: \"t\", map: [\"{map}\"], objective: defeat_all, legend: {{ \
             'A': combatant(side: \"r\", monster: \"wolf\", terrain: \"grass\"), \
             'B': combatant(side: \"s\", monster: \"wolf\", terrain: \"grass\") }}, \
             sides: [(id: \"r\", name: \"{name}\"), (id: \"s\", name: \"{name}\")])"
        )
    };
    let file = folder.path().join("escape.ron");
    let file = file.to_str().expect("a name");
    for (name, map, why) in [
        (
            r"\u{1b}]0;owned\u{7}",
            "AB",
            "a name cannot have the character U+001B",
        ),
        (
            "\u{1b}]0;owned\u{7}",
            "AB",
            "a name cannot have the character U+001B",
        ),
        (
            "red",
            "A\u{1b}[31m?B",
            "a text cannot have the character U+001B",
        ),
    ] {
        std::fs::write(file, text(name, map)).expect("a file");
        let done = run(&["check", file]);
        let shown = told(&done.stdout);
        assert_eq!(done.status.code(), Some(1), "{shown}");
        assert!(shown.contains(why), "{shown}");
        assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown}");
    }
    // A name on the command line is shown as well.
    let (_, complaint) = complaint(&["play", "x\u{1b}[31mred"]);
    assert!(complaint.contains("x␛[31mred"), "{complaint}");
}

/// Also proves that lines come while battles are still to be played: there are too many to wait for.
#[cfg(target_os = "linux")]
#[test]
fn a_series_of_battles_that_is_stopped_says_what_it_has_played() {
    for json in [true, false] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opportunist"));
        command
            .args([
                "sim",
                "training_ground",
                "--rules",
                "amorphous",
                "--ai",
                "fast",
            ])
            .args(["--battles", "1000000"])
            .args(json.then_some("--json"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        if json {
            out.read_line(&mut line).expect("text");
        } else {
            while !hears_interrupts(child.id()) {
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
        }
        let id = child.id().to_string();
        let stopped = Command::new("kill").args(["-INT", &id]).status();
        assert!(stopped.expect("kill runs").success());
        let mut rest = line;
        out.read_to_string(&mut rest).expect("text");
        let mut why = String::new();
        let mut errors = child.stderr.take().expect("piped");
        errors.read_to_string(&mut why).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{why}");
        let words: Vec<&str> = why.trim().split(' ').collect();
        assert!(
            why.starts_with("stopped after ") && why.ends_with(" of 1000000 battles\n"),
            "{why}"
        );
        let played: usize = words[2].parse().expect("a number");
        if json {
            let seeds = rest.lines().zip(1..);
            for (line, seed) in seeds {
                assert!(line.starts_with(&format!("{{\"seed\":{seed},")), "{line}");
            }
            assert_eq!(rest.lines().count(), played);
        } else {
            let counted = match played {
                1 => "1 battle\n".to_owned(),
                _ => format!("{played} battles\n"),
            };
            assert!(rest.contains(&format!(": {counted}")), "{rest}");
        }
    }
}

/// Whether a process has a handler for Ctrl-C.
#[cfg(target_os = "linux")]
fn hears_interrupts(process: u32) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let mut lines = status.lines();
    let caught = lines.find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.expect("a line").trim(), 16);
    caught.expect("a number") & INTERRUPT != 0
}

/// The largest map, every kind of terrain and a hedge on every border: a picture of it is drawn with less than a
/// gibibyte.
#[cfg(all(target_os = "linux", not(feature = "gui")))]
#[test]
fn the_largest_map_is_drawn_in_bounded_memory() {
    use std::fmt::Write;
    const SIDE: usize = 256;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = opportunist::content::Catalogue::load(root).expect("the content");
    let glyphs: Vec<char> = ('a'..='z').chain('C'..='Z').chain('0'..='9').collect();
    let kinds: Vec<_> = glyphs.iter().zip(content.terrain.names()).collect();
    let (mut map, mut legend, mut borders) = (String::new(), String::new(), String::new());
    for (glyph, kind) in &kinds {
        let _ = write!(legend, "'{glyph}': terrain(\"{kind}\"), ");
    }
    for y in 0..SIDE {
        let glyph = |x: usize| match (x, y) {
            (0, 0) => 'A',
            (1, 0) => 'B',
            _ => *kinds[(x * x + 7 * y + x * y) % kinds.len()].0,
        };
        let _ = write!(map, "\"{}\", ", String::from_iter((0..SIDE).map(glyph)));
        if y + 1 < SIDE {
            let (from, to) = (format!("(x: 0, y: {y})"), format!("(x: 255, y: {y})"));
            let _ = write!(
                borders,
                "(kind: \"hedge\", side: south, from: {from}, to: {to}), "
            );
        }
    }
    let wolf =
        |side: &str| format!("combatant(side: \"{side}\", monster: \"wolf\", terrain: \"grass\")");
    let level = format!(
        "(name: \"Large\", text: \"t\", map: [{map}], objective: defeat_all, borders: [{borders}], \
         legend: {{ {legend} 'A': {}, 'B': {} }}, sides: [(id: \"r\", name: \"R\"), (id: \"s\", name: \"S\")])",
        wolf("r"),
        wolf("s")
    );
    let folder = tempfile::tempdir().expect("a folder");
    let [file, picture] = ["large.ron", "large.png"].map(|name| folder.path().join(name));
    std::fs::write(&file, level).expect("a file");
    let done = Command::new("sh")
        .args(["-c", "ulimit -v 1048576 && exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_opportunist"))
        .arg("render")
        .args([&file, &picture])
        .current_dir(root)
        .output()
        .expect("the program runs");
    assert_eq!(done.status.code(), Some(0), "{}", told(&done.stderr));
    assert!(picture.is_file());
}
