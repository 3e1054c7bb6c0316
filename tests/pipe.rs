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

/// So many battles take hours; without a reader the first ones are enough.
#[test]
fn battles_without_a_reader_are_not_played() {
    let arguments = [
        "sim",
        "training_ground",
        "--rules=amorphous",
        "--ai=fast",
        "--json",
    ];
    let (code, complaints) = hang_up(&[&arguments[..], &["--battles=1000000"]].concat());
    assert_eq!((code, complaints.as_str()), (Some(0), ""));
}

#[test]
fn what_was_found_is_still_told_by_the_exit_code() {
    let arguments = ["verify", "--events", "--rules=amorphous", "tests/scenarios"];
    let (code, complaints) = hang_up(&arguments);
    assert_eq!((code, complaints.as_str()), (Some(1), ""));
}

/// Nothing is proved of any rule, so no share of the rules is.
#[test]
fn proofs_that_prove_nothing_are_not_enough() {
    let folder = std::env::temp_dir().join(format!("opportunist_idle_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let idle = r#"[(
        name: "B has the points that it was given", covers: ["CD-ATT-02"], rules: "classic_d20",
        map: ["AB"], fighters: { 'A': (), 'B': (block: (hit_points: 10)) },
        play: [expect(hit_points('B', 10)), expect(round(1)), do('A', end_turn)],
    ), (
        name: "A stands before B", covers: ["CD-ATT-03"], rules: "classic_d20",
        map: ["AB"], fighters: { 'A': (), 'B': () }, initiative: { 'A': 12, 'B': 3 },
        play: [expect(turn('A')), expect(order(['A', 'B']))],
    ), (
        name: "nothing has happened", covers: ["CD-ATT-04"], rules: "classic_d20",
        map: ["AB"], fighters: { 'A': (), 'B': () },
        play: [expect_not(event("hurt A 3 left 2"))],
    )]"#;
    std::fs::write(folder.join("idle.ron"), idle).expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_opportunist"))
        .args(["verify", "--coverage", "--at-least", "1"])
        .arg(&folder)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    std::fs::remove_dir_all(&folder).expect("it was there");
    let told = String::from_utf8_lossy(&run.stdout);
    assert!(
        told.contains("PROVES NOTHING") && told.contains("only what it states itself"),
        "{told}"
    );
    assert!(
        told.contains("classic_d20: ") && told.contains("  0 proved"),
        "{told}"
    );
    assert_eq!(run.status.code(), Some(1));
}
