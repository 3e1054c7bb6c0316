//! `compare` and `rulebook`: the rule systems side by side.

mod program;

use program::{run, told};

#[test]
fn a_level_is_set_side_by_side_under_the_systems_that_are_named() {
    let folder = std::env::temp_dir().join(format!("opportunist_compare_{}", std::process::id()));
    let picture = folder.join("compare.png");
    let name = picture.to_string_lossy().into_owned();
    let arguments = [
        "compare",
        "training_ground",
        "--systems=amorphous,classic_d20",
        "--battles=2",
        "--ai=fast",
        "--seed=7",
        "--png",
        &name,
    ];
    let first = run(&arguments);
    assert_eq!(first.status.code(), Some(0), "{}", told(&first.stderr));
    let table = told(&first.stdout);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "Training ground. Defeat all enemies.");
    assert_eq!(
        lines[1],
        "2 battles under each rule system, seed 7, the fast player on every side."
    );
    let cells = |title: &str| -> Vec<String> {
        let line = lines.iter().find(|line| line.contains(title));
        let line = line.unwrap_or_else(|| panic!("{title}: {table}"));
        let cells = line.trim_matches('|').split('|').skip(1);
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    assert_eq!(cells("Amorphous"), ["Amorphous", "Classic d20"]);
    let share = |title: &str, system: usize| -> u32 {
        let cell = &cells(title)[system];
        let number = cell.strip_suffix(" %").and_then(|n| n.parse().ok());
        number.unwrap_or_else(|| panic!("{title}: {cell}"))
    };
    for system in 0..2 {
        let all = ["won by Blue", "won by Red", "draws"].map(|title| share(title, system));
        assert_eq!(all.iter().sum::<u32>(), 100, "{table}");
    }
    let png = std::fs::read(&picture).expect("the picture");
    assert_eq!(&png[1..4], b"PNG");
    let again = run(&arguments);
    assert_eq!(told(&again.stdout), table);
    let same = std::fs::read(&picture).expect("the picture");
    std::fs::remove_dir_all(&folder).expect("it was there");
    assert!(png == same, "the same seed gives the same picture");
}

#[test]
fn a_rule_stands_beside_those_of_the_other_systems() {
    let shown = told(&run(&["rulebook", "classic_d20", "cd-chg-01"]).stdout);
    assert!(shown.starts_with("Charge (CD-CHG-01)\n"), "{shown}");
    assert!(
        shown.contains("\nThe charge in Amorphous\nCharge (AM-STD-05)\n"),
        "{shown}"
    );
    let found = told(&run(&["rulebook", "amorphous", "attack", "opportunity"]).stdout);
    assert!(
        found.contains("The attack of opportunity (AM-THR-03)\n"),
        "{found}"
    );
    let contents = told(&run(&["rulebook", "epic_path"]).stdout);
    assert!(
        contents.contains("\nManoeuvres\n") && contents.contains("EP-MAN-04"),
        "{contents}"
    );
}

#[test]
fn a_slip_in_the_arguments_is_told_with_the_nearest_name() {
    for (arguments, code, message) in [
        (&["compare", "brigde"][..], 2, "did you mean \"bridge\"?"),
        (
            &["compare", "bridge", "--systems=classic_d20,amorphus"],
            2,
            "did you mean \"amorphous\"?",
        ),
        (
            &["compare", "training_ground", "--side=bleu=ai"],
            2,
            "did you mean \"blue\"?",
        ),
        (
            &["compare", "training_ground", "--side=blue=human"],
            2,
            "a side cannot be human",
        ),
        (&["compare", "bridge", "--battles=0"], 2, "--battles"),
        (
            &["rulebook", "epic_pat", "charge"],
            2,
            "did you mean \"epic_path\"?",
        ),
        (
            &["rulebook", "epic_path", "bankai"],
            1,
            "no rule of Epic Path contains \"bankai\"",
        ),
    ] {
        let tried = run(arguments);
        let complaint = told(&tried.stderr);
        assert!(complaint.contains(message), "{arguments:?}: {complaint}");
        assert_eq!(tried.status.code(), Some(code), "{arguments:?}");
    }
}
