//! `balance`: every level under every rule system, as tables.

mod program;

use std::path::Path;
use std::process::Output;

use program::{run, told};

fn balance(arguments: &[&str]) -> Output {
    run(&[&["balance"], arguments].concat())
}

#[test]
fn a_level_is_played_under_every_rule_system_but_house_rules() {
    let folder = std::env::temp_dir().join(format!("opportunist_balance_{}", std::process::id()));
    let page = folder.join("balance.md");
    let page_name = page.to_string_lossy().into_owned();
    let arguments = ["training_ground", "--battles=4", "--ai=fast", "--seed=7"];
    let run = balance(&[&arguments[..], &["--out", &page_name]].concat());
    assert_eq!(run.status.code(), Some(0), "{}", told(&run.stderr));
    let table = told(&run.stdout);
    for part in [
        "## Training ground (`training_ground`)",
        "| Classic d20",
        "| Amorphous",
        "| Age of Heroes",
        "median rounds",
    ] {
        assert!(table.contains(part), "{part}: {table}");
    }
    assert!(!table.contains("House example"), "{table}");
    let written = std::fs::read_to_string(&page).expect("the page");
    std::fs::remove_dir_all(&folder).expect("it was there");
    let command = "opportunist balance --battles 4 --ai fast --seed 7 --out ";
    assert!(
        written.starts_with("# How even the levels are\n"),
        "{written}"
    );
    assert!(
        written.contains(command) && written.contains(" training_ground`"),
        "{written}"
    );
    // The same seed gives the same page on every machine.
    let again = balance(&arguments);
    assert!(written.ends_with(&told(&again.stdout)), "{written}");
}

#[test]
fn a_slip_in_the_arguments_is_told_with_the_nearest_name() {
    for (arguments, code, message) in [
        (&["brigde"][..], 2, "did you mean \"bridge\"?"),
        (
            &["bridge", "--rules=amorphus"],
            2,
            "did you mean \"amorphous\"?",
        ),
        (&["bridge", "--ai=blanced"], 2, "did you mean \"balanced\"?"),
        (&["bridge", "--battles=0"], 2, "--battles"),
    ] {
        let run = balance(arguments);
        let complaint = told(&run.stderr);
        assert!(complaint.contains(message), "{arguments:?}: {complaint}");
        assert_eq!(run.status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_told() {
    // A folder is no file.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folder = folder.to_string_lossy().into_owned();
    let run = balance(&[
        "training_ground",
        "--battles=1",
        "--ai=fast",
        "--out",
        &folder,
    ]);
    assert_eq!(run.status.code(), Some(3));
    assert!(told(&run.stderr).contains(&folder), "{}", told(&run.stderr));
}
