//! What reads the program's output may leave early, as `head` does.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Runs the program, reads one line of what it prints and hangs up; gives exit code and complaints.
fn hang_up(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_opportunist"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut out = BufReader::with_capacity(64, child.stdout.take().expect("piped"));
    out.read_line(&mut line).expect("text");
    drop(out);
    let mut complaints = String::new();
    let mut errors = child.stderr.take().expect("piped");
    errors.read_to_string(&mut complaints).expect("text");
    (child.wait().expect("it ends").code(), complaints)
}

#[test]
fn a_reader_who_leaves_early_does_no_harm() {
    let scenarios = "tests/scenarios/amorphous";
    for arguments in [
        &["verify", "--events", scenarios][..],
        &["verify", "--coverage", "--events", scenarios],
        &[
            "sim",
            "training_ground",
            "--rules=amorphous",
            "--ai=fast",
            "--json",
        ],
        &[
            "play",
            "--terminal",
            "training_ground",
            "--ai=fast",
            "--seed=1",
        ],
        &["play", "--help"],
    ] {
        let (code, complaints) = hang_up(arguments);
        assert_eq!(complaints, "", "{arguments:?}");
        assert_eq!(code, Some(0), "{arguments:?}");
    }
}

#[test]
fn what_was_found_is_still_told_by_the_exit_code() {
    let arguments = ["verify", "--events", "--rules=amorphous", "tests/scenarios"];
    let (code, complaints) = hang_up(&arguments);
    assert_eq!((code, complaints.as_str()), (Some(1), ""));
}
