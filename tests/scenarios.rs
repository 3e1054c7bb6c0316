//! The rules' proofs: every scenario under `tests/scenarios` holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use opportunist::content::Catalogue;
use opportunist::rules::Ruleset;
use opportunist::scenario::{
    Count, Coverage, Failure, NOTATIONS, Played, Player, ScenarioFile, collect, idle, play, reads,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

fn catalogue() -> &'static Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let loaded = Catalogue::load(root);
        Arc::new(loaded.unwrap_or_else(|findings| panic!("{}", findings.pretty(false))))
    })
}

fn files() -> &'static [ScenarioFile] {
    static FILES: OnceLock<Vec<ScenarioFile>> = OnceLock::new();
    FILES.get_or_init(|| {
        let paths = collect(&[folder()]).unwrap_or_else(|empty| panic!("{empty}"));
        let read = |path: &PathBuf| {
            ScenarioFile::read(path).unwrap_or_else(|mistakes| panic!("{mistakes}"))
        };
        paths.iter().map(read).collect()
    })
}

fn rules_of(file: &ScenarioFile, scenario: usize) -> &'static Arc<Ruleset> {
    let known: Vec<&str> = catalogue().rulesets.iter().map(|r| r.id.as_str()).collect();
    let own = file.ruleset(&file.scenarios[scenario], &known);
    own.and_then(|id| catalogue().ruleset(id))
        .unwrap_or_else(|| panic!("{}: no rule system", file.place(scenario, 0)))
}

type Outcome = Result<Played, Failure>;

/// Every scenario, played once: its file, its number in it, and what came of it.
fn played() -> &'static [(&'static ScenarioFile, usize, Outcome)] {
    static PLAYED: OnceLock<Vec<(&ScenarioFile, usize, Outcome)>> = OnceLock::new();
    let of_file = |file: &'static ScenarioFile| {
        let mut player = Player::default();
        let numbers = 0..file.scenarios.len();
        numbers.map(move |i| {
            let scenario = &file.scenarios[i];
            (
                file,
                i,
                player.play(scenario, catalogue(), rules_of(file, i)),
            )
        })
    };
    PLAYED.get_or_init(|| files().par_iter().flat_map_iter(of_file).collect())
}

#[test]
fn every_scenario_holds() {
    assert!(files().iter().all(|file| !file.scenarios.is_empty()));
    let failures: Vec<String> = played()
        .iter()
        .filter_map(|(file, i, outcome)| {
            let failure = outcome.as_ref().err()?;
            Some(format!("{}\n  {failure}", file.place(*i, failure.line)))
        })
        .collect();
    let count = failures.len();
    assert!(count == 0, "{count} fail:\n{}", failures.join("\n"));
}

/// Each is played in place of the battle before it, which leaves nothing behind: in a battle of its own a
/// scenario goes the same way.
#[test]
fn scenarios_know_nothing_of_each_other() {
    for (file, i, outcome) in played().iter().step_by(9) {
        let alone = play(&file.scenarios[*i], catalogue(), rules_of(file, *i));
        assert_eq!(&alone, outcome, "{}", file.place(*i, 0));
    }
}

/// A proof that proves nothing is worse than none: every scenario names its rules, plays something and
/// expects something, and no two of a file have the same name.
#[test]
fn every_scenario_says_which_rule_it_proves() {
    for file in files() {
        assert_eq!(file.lines.len(), file.scenarios.len());
        let mut names = BTreeSet::new();
        for (i, scenario) in file.scenarios.iter().enumerate() {
            let place = file.place(i, 0);
            assert!(
                names.insert(&scenario.name),
                "{place}: the name is used twice"
            );
            assert!(!scenario.covers.is_empty(), "{place}: covers no rule");
            assert_eq!(idle(scenario), None, "{place}");
        }
    }
}

/// What the table of notations says and what events read are the same.
#[test]
fn every_event_has_one_of_the_listed_notations() {
    let mut unseen: BTreeSet<&str> = NOTATIONS.iter().map(|n| n.form).collect();
    for (file, i, outcome) in played() {
        let Ok(played) = outcome else { continue };
        let fighters = file.scenarios[*i].fighters.keys();
        let letters: Vec<char> = fighters.copied().collect();
        for line in &played.events {
            let rules = rules_of(file, *i);
            let known = NOTATIONS
                .iter()
                .filter(|n| reads(n, line, rules, catalogue(), &letters));
            let forms: Vec<&str> = known.map(|n| n.form).collect();
            assert!(!forms.is_empty(), "{}: {line}", file.place(*i, 0));
            for form in forms {
                unseen.remove(form);
            }
        }
    }
    assert!(unseen.is_empty(), "no scenario shows {unseen:?}");
}

#[test]
fn the_handbook_lists_every_notation() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scenarios.md");
    let text = fs::read_to_string(path).unwrap();
    let listed: BTreeSet<&str> = text
        .lines()
        .map(|line| line.split_once("  ").map_or(line, |(form, _)| form))
        .collect();
    for notation in NOTATIONS {
        assert!(listed.contains(notation.form), "{}", notation.form);
        assert!(text.contains(notation.means), "{}", notation.means);
    }
}

const STRANGE: &str = r#"[(
    name: "names", covers: ["CD-ATT-2"],
    map: ["AB.z"], zones: { 'z': "gate" },
    objective: hold(zone: "gat", rounds: 2),
    initiative: { 'C': 3 },
    fighters: {
        'A': (conditions: ["pron"], block: (
            traits: ["combat_reflxes"], knows: { "firebal": at_will },
            stats: { percepton: 3 }, pools: { "energy": 2 },
            belt: ["longsowrd"], armour: "chainmal")),
        'B': (arrives: (after_round: 1, by: zone("gates"))),
    },
    dice: ["A atack 10"],
    play: [
        do('A', act(action: "atack", at: 'D', item: "longsowrd", instead: "trp")),
        refused('A', act(action: "dismiss_spell", which: "hold_persn"), "CD-ATT-1"),
        expect(has('B', "pron")),
        expect_not(uses_left('A', "firebal", 1)),
        expect_not(lies("longsowrd", 1, 0)),
        expect_not(over("b")),
        expect_not(action("disarm", "standrd", from_target)),
        expect_not(event("begins A pron")),
        expect_not(cites("CD-ATT-1")),
    ],
)]"#;

#[test]
fn every_strange_name_is_told_with_its_line_and_the_nearest() {
    let rules = catalogue().ruleset("classic_d20").unwrap();
    let file = ScenarioFile::of(Path::new("strange.ron"), STRANGE.to_owned()).unwrap();
    let found = file.misnomers(0, catalogue(), rules);
    let mut lines: Vec<(usize, &str)> = found
        .iter()
        .map(|f| (f.line, f.nearest.as_deref().unwrap_or("-")))
        .collect();
    lines.sort_unstable();
    let expected = [
        (2, "CD-ATT-02"),
        (4, "gate"),
        (5, "-"),
        (7, "prone"),
        (8, "combat_reflexes"),
        (8, "fireball"),
        (9, "-"),
        (9, "perception"),
        (10, "chainmail"),
        (10, "longsword"),
        (11, "gate"),
        (13, "attack"),
        (15, "-"),
        (15, "attack"),
        (15, "longsword"),
        (15, "trip"),
        (16, "CD-ATT-01"),
        (16, "hold_person"),
        (17, "prone"),
        (18, "fireball"),
        (19, "longsword"),
        (20, "B"),
        (21, "standard"),
        (22, "begins A prone"),
        (23, "CD-ATT-01"),
    ];
    assert_eq!(lines, expected, "{found:#?}");
    let failure = play(&file.scenarios[0], catalogue(), rules).unwrap_err();
    assert!(failure.events.is_empty(), "it was played all the same");
}

const NOWHERE: &str = r#"[(
    name: "nowhere", covers: ["CD-ATT-02"], map: ["AB.."],
    fighters: {
        'A': (block: (attacks: [(name: "sword", attack: 5, damage: "1d8")])),
        'B': (conditions: ["prone of X"]),
        'C': (arrives: (after_round: 1, by: at(40, 1))),
    },
    play: [
        expect_not(attacks('A', ["Longsord"])),
        expect(attacks('A', ["sword", "Dagger (thrown)"])),
        do('A', ready(action: "attack", when: acts, doing: "tripp")),
        refused('A', attack_with('B', "longswrd"), ""),
        expect_not(at('A', 4, 0)),
        expect_not(lies("longsword", 0, 1)),
        expect_not(threatens('A', -1, 0)),
        expect_not(can_reach('A', "move", (3, 1))),
        expect_not(event("moved A 7,0")),
        expect_not(event("won by side 4")),
        expect_not(event("won by side 3")),
    ],
)]"#;

/// What is done by no attack and on no square is told before anything is played.
#[test]
fn attacks_and_squares_that_do_not_exist_are_told() {
    let rules = catalogue().ruleset("classic_d20").unwrap();
    let file = ScenarioFile::of(Path::new("nowhere.ron"), NOWHERE.to_owned()).unwrap();
    let found = file.misnomers(0, catalogue(), rules);
    let mut lines: Vec<(usize, String)> = found
        .iter()
        .map(|f| (f.line, f.nearest.clone().unwrap_or(f.message.clone())))
        .collect();
    lines.sort_unstable();
    let square = |x, y| format!("there is no square ({x}, {y}) on a map of 4 by 1 squares");
    let expected = [
        (5, "there is no fighter X".to_owned()),
        (6, square(40, 1)),
        (9, "Longsword".to_owned()),
        (11, "trip".to_owned()),
        (12, "Longsword".to_owned()),
        (13, square(4, 0)),
        (14, square(0, 1)),
        (15, square(-1, 0)),
        (16, square(3, 1)),
        (17, square(7, 0)),
        (18, "there is no side 4: there are 3".to_owned()),
    ];
    assert_eq!(lines, expected, "{found:#?}");
}

const AMBUSH: &str = r#"[(
    name: "ambush", map: ["AB"],
    fighters: {
        'A': (block: (attacks: [
            (name: "spear", attack: 5, damage: "1d8"), (name: "quarterstaff", attack: 5, damage: "1d6"),
        ])),
        'B': (),
    },
    play: [expect(hit_points('B', 9))],
)]"#;

/// What a weapon has from its name is only what the rules make of it.
#[test]
fn weapons_bring_only_what_the_rules_know() {
    let file = ScenarioFile::of(Path::new("ambush.ron"), AMBUSH.to_owned()).unwrap();
    let told = |system: &str| {
        let rules = catalogue().ruleset(system).unwrap();
        play(&file.scenarios[0], catalogue(), rules)
            .unwrap_err()
            .to_string()
    };
    for part in ["set against charges", "both ends strike"] {
        assert!(told("classic_d20").contains(part), "{part}");
        assert!(!told("amorphous").contains(part), "{part}");
    }
}

const ASTRAY: &str = r#"[(
    name: "astray", map: ["AB"],
    fighters: {
        'A': (conditions: ["prone"], block: (attacks: [(name: "spear", attack: 5, damage: "1d8+3")])),
        'B': (block: (hit_points: 12, stats: { defence: 16 }, parts: { defence: { dexterity: 2 } })),
    },
    dice: ["A attack 17"],
    play: [do('A', attack('B'))],
)]"#;

/// The roll with every modifier by name, what the die that nobody gave has led to, and what the name
/// of the attack has brought along.
#[test]
fn a_failure_shows_the_sum_the_drawn_dice_and_what_names_bring() {
    let rules = catalogue().ruleset("classic_d20").unwrap();
    let file = ScenarioFile::of(Path::new("astray.ron"), ASTRAY.to_owned()).unwrap();
    let failure = play(&file.scenarios[0], catalogue(), rules).unwrap_err();
    assert_eq!(failure.line, 1);
    let text = failure.to_string();
    for part in [
        "d8 for damage of A, but the script had run out",
        "attack A B 18/16 hit:",
        "18 = 17 on the die + 5 as stated − 4 prone",
        "against AC 16:",
        "damage B 7 [not scripted]:",
        "hurt B 7 left 5 [not scripted]",
        "A's \"spear\" is the weapon spear: size large",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("18/16 hit [not scripted]"), "{text}");
}

const TIED: &str = r#"[(
    name: "tied", map: ["AB"],
    fighters: {
        'A': (block: (attacks: [(name: "sword", attack: 6, damage: "1d8")])),
        'B': (block: (in_hand: ["mace"], attacks: [(name: "mace", attack: 6, damage: "1d8")])),
    },
    dice: ["A opposed_check 9", "B opposed_check 9"],
    habits: (opportunity: false, counter: false),
    play: [do('A', act(action: "strike_weapon", at: 'B'))],
)]"#;

/// Dice that the scenario does not give tie for ever; that is told once.
#[test]
fn a_tie_that_no_die_decides_is_told_once() {
    let rules = catalogue().ruleset("classic_d20").unwrap();
    let file = ScenarioFile::of(Path::new("tied.ron"), TIED.to_owned()).unwrap();
    let text = play(&file.scenarios[0], catalogue(), rules)
        .unwrap_err()
        .to_string();
    let given = text.matches("contest A 15 B 15 lost").count();
    let drawn = text.matches("contest A 16 B 16 lost [not scripted: a tie that no die decides]");
    // Once with its sum, and once in the list of what happened.
    assert_eq!((given, drawn.count()), (2, 2), "{text}");
    assert_eq!(text.matches("A 16 B 16").count(), 2, "{text}");
}

const DISARM: &str = r#"[(
    name: "disarm", map: ["AB"],
    fighters: {
        'A': (block: (attacks: [(name: "longsword", attack: 6, damage: "1d8")])),
        'B': (block: (attacks: [(name: "greatsword", attack: 5, damage: "2d6", two_handed: true)])),
    },
    dice: ["A opposed_check 12", "B opposed_check 6"],
    habits: (opportunity: false, counter: false),
    play: [do('A', act(action: "disarm", at: 'B')), expect(holds('A', "greatsword"))],
)]"#;

/// What the weapons add rests on the rule about how a disarm is decided, not on when one is possible.
#[test]
fn what_weapons_add_in_a_disarm_names_its_rule() {
    let rules = catalogue().ruleset("classic_d20").unwrap();
    let file = ScenarioFile::of(Path::new("disarm.ron"), DISARM.to_owned()).unwrap();
    let failure = play(&file.scenarios[0], catalogue(), rules).unwrap_err();
    let text = failure.to_string();
    let line = "+4 weapons in a disarm [CD-DIS-02]";
    assert_eq!(text.matches(line).count(), 2, "{text}");
}

const REFUSED_HABIT: &str = r#"[(
    name: "habit", map: ["Ab"],
    fighters: {
        'A': (block: (knows: { "wild_shape": times(1) })),
        'b': (block: (attacks: [(name: "sword", attack: 0, damage: "1d6")])),
    },
    habits: (pass: true, readied: true),
    play: [
        do('A', act(action: "wild_shape")),
        do('A', end_turn), do('b', end_turn),
        do('A', ready(action: "dismiss_spell", when: attacks)),
        do('A', end_turn),
        do('b', attack('A')),
    ],
)]"#;

/// A plain yes does not say which spell is to end. Without a failure the question would stay open, and
/// a scenario that ends here would seem to hold.
#[test]
fn a_habit_that_is_refused_is_a_failure() {
    let rules = catalogue().ruleset("classic_d20").unwrap();
    let file = ScenarioFile::of(Path::new("habit.ron"), REFUSED_HABIT.to_owned()).unwrap();
    let failure = play(&file.scenarios[0], catalogue(), rules).unwrap_err();
    assert_eq!(failure.line, 6);
    let refused = "the habit for A, readied is refused";
    assert!(failure.message.contains(refused), "{failure}");
}

/// What is cited, by ruleset.
fn counts() -> BTreeMap<String, Count> {
    let mut coverage = Coverage::default();
    for (file, i, outcome) in played() {
        if let Ok(played) = outcome {
            let id = &rules_of(file, *i).id;
            coverage.note(id, &file.scenarios[*i].covers);
            coverage.note_cited(id, played.cited.iter().cloned());
        }
    }
    let count = |id: &str| Some((id.to_owned(), coverage.count(catalogue().ruleset(id)?)));
    coverage.rulesets().filter_map(count).collect()
}

/// No rule that players get to see may vanish from their sight: those that no line, modifier or
/// refusal of any scenario cites are exactly those that `uncited.txt` lists.
#[test]
fn the_rules_that_are_never_cited_are_the_listed_ones() {
    let mut wrong = Vec::new();
    for (id, count) in counts() {
        let uncited: BTreeSet<&str> = (count.citable.iter().chain(&count.never))
            .map(String::as_str)
            .collect();
        let path = folder().join(&id).join("uncited.txt");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let rules = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let listed: BTreeSet<&str> = rules.flat_map(str::split_whitespace).collect();
        for rule in uncited.difference(&listed) {
            wrong.push(format!("{id}: {rule} is cited in no run any more"));
        }
        for rule in listed.difference(&uncited) {
            wrong.push(format!(
                "{id}: {rule} is cited now: take it off uncited.txt"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
