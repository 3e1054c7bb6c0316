//! Programs of actions that no shipped ruleset has, each in a folder that its test writes.

mod odds;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Scenario, run};
use crate::combat::{Aim, Battle, Choice, Seat};
use crate::content::source::read_text;
use crate::content::{Catalogue, data_root};
use crate::dice::Dice;

const POOLS: &str = r#"{ "grit": (name: "Grit", one: "p", many: "p") }"#;

const CONDITIONS: &str = r#"{
    "bold": (name: "bold", text: "Good.", effects: [(on: attack_roll, value: 4), (on: stat(will), value: 4)], badge: "B"),
    "daunted": (name: "daunted", text: "Bad.", effects: [(on: stat(will), value: -4)], badge: "U"),
    "steady": (name: "steady", text: "Good.", wards: ["daunted"], badge: "S"),
    "cowed": (name: "cowed", text: "Bad.", effects: [(on: attack_roll, value: -2)], badge: "C"),
    "deafened": (name: "deafened", text: "Bad.", flags: [deaf], badge: "D"),
    "keen": (name: "keen", text: "Good.", effects: [(on: attack_roll, value: 2)], badge: "K"),
}"#;

/// The numbers of a dull fighter, written DULL below.
const DULL: &str = "attacks: [(name: \"sword\", attack: 4, damage: \"1d8\")], hit_points: 30";

/// A rule system with one action more than a shipped one, and what is played with it.
struct Odd(PathBuf, Arc<Catalogue>);

impl Odd {
    /// `actions`: fields of the action `odd`, which costs a standard action.
    fn new(name: &str, action: &str) -> Self {
        Self::of("classic_d20", name, action)
    }

    /// The same with one more than another ruleset.
    fn of(parent: &str, name: &str, action: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("opportunist-odd-{name}"));
        let folder = folder.with_extension(std::process::id().to_string());
        let house = folder.join("house");
        std::fs::create_dir_all(&house).unwrap();
        let actions = format!("{{ \"odd\": (name: \"Odd\", cost: \"standard\", {action}) }}");
        let ruleset = format!("(inherits: \"{parent}\", name: \"House\")");
        for (file, text) in [
            ("ruleset.ron", ruleset.as_str()),
            ("pools.ron", POOLS),
            ("conditions.ron", CONDITIONS),
            ("actions.ron", &actions),
        ] {
            std::fs::write(house.join(file), text).unwrap();
        }
        let root = data_root(None).unwrap();
        let catalogue = Catalogue::load_with(&root, &[house]);
        let catalogue = catalogue.unwrap_or_else(|findings| panic!("{}", findings.pretty(false)));
        Self(folder, Arc::new(catalogue))
    }

    /// Plays with these fighters on this map.
    fn plays(&self, map: &str, fighters: &str, dice: &str, play: &str) {
        let dull = fighters.replace("DULL", DULL);
        let text = format!(
            "(name: \"odd\", map: [{map}], legend: {{ '#': \"wall\" }}, fighters: {{ {dull} }}, dice: [{dice}], habits: (opportunity: false), play: [{play}])"
        );
        let scenario: Scenario = read_text(Path::new("odd.ron"), &text)
            .unwrap_or_else(|findings| panic!("{}", findings.pretty(false)));
        let rules = self.1.ruleset("house").unwrap();
        if let Err(failure) = run(&scenario, &self.1, rules) {
            panic!("line {}: {failure}\n{text}", failure.line);
        }
    }
}

impl Drop for Odd {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const TWO: &str = "'A': (block: (DULL)), 'B': (block: (DULL)),";

/// The most that a number of a program can be.
#[test]
fn the_largest_numbers_add_up() {
    let numbers = vec!["number(1000)"; 300].join(", ");
    let odd = Odd::new(
        "large",
        &format!(
            "does: [heal(dice: \"1d4\", plus: [{numbers}]), check(roll: [{numbers}], against: [{numbers}], success: [gain(pool: \"grit\", amount: [{numbers}])])]"
        ),
    );
    let wounded = "'A': (hit_points: 1, block: (DULL)), 'B': (block: (DULL)),";
    let play = "do('A', act(action: \"odd\")), expect(hit_points('A', 30))";
    odd.plays("\"A.B\"", wounded, "\"A healing 1\", \"A check 10\"", play);
}

const CONTEST: &str = "contest(roll: [mine(level)], against: [theirs(level)], success: [impose(condition: \"cowed\", on: target)])";

#[test]
fn an_adjacent_enemy_is_adjacent_whatever_is_done_to_it() {
    for (i, does) in [
        CONTEST.to_owned(),
        format!("spend(pool: \"grit\", points: 1), {CONTEST}"),
        format!("posture(up), {CONTEST}"),
        format!("gather(pool: \"grit\", amount: [number(1)]), {CONTEST}"),
    ]
    .into_iter()
    .enumerate()
    {
        let action = format!("target: adjacent_enemy, does: [{does}]");
        let odd = Odd::new(&format!("adjacent-{i}"), &action);
        let fighters = "'A': (side: \"a\", conditions: [\"prone\"], block: (pools: { \"grit\": 1 }, DULL)), 'B': (side: \"b\", block: (DULL)), 'C': (side: \"a\", block: (DULL)), 'D': (side: \"b\", block: (DULL)),";
        odd.plays(
            "\"BA....D\", \".C.....\"",
            fighters,
            "\"A opposed_check 12\", \"B opposed_check 3\"",
            "refused('A', act(action: \"odd\", at: 'D'), \"\"),
            refused('A', act(action: \"odd\", at: 'C'), \"\"),
            refused('A', act(action: \"odd\"), \"\"),
            do('A', act(action: \"odd\", at: 'B')), expect(has('B', \"cowed\"))",
        );
    }
}

#[test]
fn the_target_of_an_attack_is_in_reach_whatever_is_done_to_it() {
    let odd = Odd::new("reach", &format!("target: attack, does: [{CONTEST}]"));
    let bow = "'A': (side: \"a\", block: (attacks: [(name: \"bow\", attack: 4, damage: \"1d6\", range: 1), (name: \"sword\", attack: 4, damage: \"1d8\")])), 'B': (block: (DULL)), 'C': (block: (DULL)), 'D': (block: (DULL)),";
    odd.plays(
        &format!(
            "\".#.\", \"A#B\", \".#.\", \"C#.\", {} \"D#.\"",
            "\".#.\", ".repeat(12)
        ),
        bow,
        "\"A opposed_check 12\", \"C opposed_check 3\"",
        "refused('A', act(action: \"odd\", at: 'B'), \"CD-COV-01\"),
        refused('A', act(action: \"odd\", at: 'D'), \"\"),
        refused('A', act(action: \"odd\", at: 'C', with: \"sword\"), \"\"),
        do('A', act(action: \"odd\", at: 'C'))",
    );
}

#[test]
fn an_attack_behind_a_check_is_still_an_attack() {
    let odd = Odd::new(
        "branch",
        "target: attack, does: [check(roll: [mine(level)], against: [number(5)], success: [attack()])]",
    );
    let fists = "'A': (block: (attacks: [(name: \"fist\", attack: 4, damage: \"1d3\", unarmed: true, nonlethal: true)])), 'B': (block: (DULL)),";
    let dice = "\"A check 10\", \"A attack 2\"";
    let play = "do('A', act(action: \"odd\", at: 'B')), expect(opportunities(1))";
    odd.plays("\"AB\"", fists, dice, play);
}

#[test]
fn an_attack_behind_a_check_is_chosen_with_the_action() {
    // The scenario takes the choice without a weapon where that is legal, and then nothing is rolled.
    let odd = Odd::new(
        "weaponless",
        "target: attack, does: [check(roll: [mine(level)], against: [number(5)], success: [impose(condition: \"cowed\", on: target), attack()])]",
    );
    let dice = "\"A check 10\", \"A attack 2\"";
    let play = "do('A', act(action: \"odd\", at: 'B')), expect(has('B', \"cowed\"))";
    odd.plays("\"AB\"", TWO, dice, play);
}

#[test]
fn an_attack_at_an_adjacent_enemy_strikes_nobody_farther_away() {
    let odd = Odd::new("close", "target: adjacent_enemy, does: [attack()]");
    let spears = "'A': (side: \"a\", block: (attacks: [(name: \"spear\", attack: 4, damage: \"1d8\", reach: (1, 2))])), 'B': (block: (DULL)), 'C': (block: (DULL)),";
    odd.plays(
        "\"BA.C\"",
        spears,
        "\"A attack 2\"",
        "refused('A', act(action: \"odd\", at: 'C'), \"\"), do('A', act(action: \"odd\", at: 'B'))",
    );
}

#[test]
fn a_save_of_the_mount_needs_a_mount() {
    let odd = Odd::new(
        "mount-save",
        "does: [save(stat: will, by: mount, difficulty: [number(10)], failure: [impose(condition: \"cowed\", on: me)])]",
    );
    odd.plays(
        "\"AB\"",
        TWO,
        "",
        "refused('A', act(action: \"odd\"), \"\")",
    );
}

#[test]
fn a_thing_that_an_attack_takes_is_in_hand() {
    let odd = Odd::new(
        "kit",
        "target: attack, kit: [\"longsword\"], does: [attack()]",
    );
    odd.plays(
        "\"AB\"",
        TWO,
        "",
        "refused('A', act(action: \"odd\", at: 'B'), \"\"), expect_not(offered(\"odd\"))",
    );
}

#[test]
fn what_nobody_would_have_anything_of_is_refused() {
    for (i, (target, does)) in [
        ("none", "impose(condition: \"cowed\", on: mount)"),
        (
            "adjacent_enemy",
            "lift(conditions: [\"cowed\"], from: target)",
        ),
        ("adjacent_enemy", "lift(ongoing: true, from: target)"),
        ("none", "lift(ongoing: true)"),
        ("adjacent_enemy", "heal(dice: \"1d4\", to: target)"),
        ("none", "heal(dice: \"1d4\", to: allies())"),
        (
            "none",
            "check(roll: [mine(level)], against: [number(5)], failure: [lift(conditions: [\"cowed\"])])",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let odd = Odd::new(
            &format!("nobody-{i}"),
            &format!("target: {target}, does: [{does}]"),
        );
        let at = match target {
            "none" => "",
            _ => ", at: 'B'",
        };
        let play = format!("refused('A', act(action: \"odd\"{at}), \"\")");
        odd.plays("\"AB\"", TWO, "", &play);
    }
}

/// What can be done of a branch is enough, whatever else of it cannot.
#[test]
fn one_thing_that_is_possible_is_enough() {
    for (i, does) in [
        "impose(condition: \"cowed\", on: target), lift(conditions: [\"keen\"], from: me)",
        "lift(conditions: [\"keen\"], from: me), impose(condition: \"cowed\", on: target)",
        "lift(conditions: [\"keen\"], from: target), impose(condition: \"cowed\", on: target)",
    ]
    .into_iter()
    .enumerate()
    {
        let odd = Odd::new(
            &format!("enough-{i}"),
            &format!(
                "target: adjacent_enemy, does: [check(roll: [mine(level)], against: [number(5)], success: [{does}])]"
            ),
        );
        let play = "do('A', act(action: \"odd\", at: 'B')), expect(has('B', \"cowed\"))";
        odd.plays("\"AB\"", TWO, "\"A check 10\"", play);
    }
    let odd = Odd::new(
        "enough-attack",
        "target: attack, does: [check(roll: [mine(level)], against: [number(5)], success: [lift(conditions: [\"keen\"]), attack()])]",
    );
    let play = "do('A', act(action: \"odd\", at: 'B'))";
    odd.plays("\"AB\"", TWO, "\"A check 10\", \"A attack 2\"", play);
}

#[test]
fn what_is_spent_on_the_way_counts_together() {
    let odd = Odd::new(
        "spends",
        "does: [spend(pool: \"grit\", points: 1), check(roll: [mine(level)], against: [number(5)], success: [spend(pool: \"grit\", points: 1), impose(condition: \"keen\", on: me)])]",
    );
    let poor = "'A': (block: (pools: { \"grit\": 1 }, DULL)), 'B': (block: (DULL)),";
    odd.plays(
        "\"AB\"",
        poor,
        "",
        "refused('A', act(action: \"odd\"), \"\")",
    );
}

#[test]
fn a_step_goes_along_to_an_enemy_too() {
    let action = format!("target: adjacent_enemy, with_step: true, does: [{CONTEST}]");
    let odd = Odd::of("amorphous", "with-step", &action);
    odd.plays(
        "\"A.B...C\"",
        "'A': (side: \"a\", block: (speed: 6, DULL)), 'B': (block: (DULL)), 'C': (block: (DULL)),",
        "\"A opposed_check 12\", \"B opposed_check 3\"",
        "refused('A', act(action: \"odd\", at: 'C'), \"\"),
        do('A', act(action: \"odd\", at: 'B')), expect(at('A', 1, 0)), expect(has('B', \"cowed\"))",
    );
}

/// A and its allies B, near, C, 7 squares away, D, deaf and behind a wall, and E, who lies unconscious;
/// F is an enemy.
const WARBAND: &str = "'A': (side: \"a\", hit_points: 9, block: (DULL)), 'B': (side: \"a\", hit_points: 9, block: (DULL)), 'C': (side: \"a\", hit_points: 9, block: (DULL)), 'D': (side: \"a\", hit_points: 9, conditions: [\"deafened\"], block: (DULL)), 'E': (side: \"a\", hit_points: 9, conditions: [\"unconscious\"], block: (DULL)), 'F': (side: \"b\", hit_points: 9, block: (DULL)),";

const FIELD: &str = "\"A.BF...C\", \"########\", \"E..D....\"";

#[test]
fn allies_are_those_near_enough_those_who_notice_and_the_user_as_is_said() {
    for (i, (allies, who)) in [
        ("allies()", "BCDE"),
        ("allies(within: 6)", "BDE"),
        ("allies(notice: true)", "BC"),
        ("allies(within: 6, notice: true)", "B"),
        ("allies(within: 6, notice: true, me: true)", "AB"),
        ("allies(within: 1, me: true)", "A"),
    ]
    .into_iter()
    .enumerate()
    {
        let does =
            format!("heal(dice: \"2\", to: {allies}), impose(condition: \"keen\", on: {allies})");
        let odd = Odd::new(&format!("allies-{i}"), &format!("does: [{does}]"));
        let expect: String = "ABCDEF"
            .chars()
            .map(|one| match who.contains(one) {
                true => {
                    format!(", expect(hit_points('{one}', 11)), expect(has('{one}', \"keen\"))")
                }
                false => {
                    format!(", expect(hit_points('{one}', 9)), expect_not(has('{one}', \"keen\"))")
                }
            })
            .collect();
        let play = format!("do('A', act(action: \"odd\")){expect}");
        odd.plays(FIELD, WARBAND, "", &play);
    }
    for allies in ["allies(within: 1)", "allies(within: 1, notice: true)"] {
        let does = format!("impose(condition: \"keen\", on: {allies})");
        let odd = Odd::new("allies-none", &format!("does: [{does}]"));
        odd.plays(
            FIELD,
            WARBAND,
            "",
            "refused('A', act(action: \"odd\"), \"\")",
        );
    }
}

#[test]
fn a_target_saves_against_the_sum_of_a_difficulty() {
    let save = "save(by: target, stat: fortitude, difficulty: [number(10), mine(ability(charisma)), mine(level)], failure: [impose(condition: \"cowed\", on: target)])";
    let odd = Odd::new("save", &format!("target: adjacent_enemy, does: [{save}]"));
    let fighters = "'A': (block: (level: 3, abilities: (charisma: 14), DULL)), 'B': (block: (stats: { fortitude: 2 }, DULL)),";
    for (die, cowed) in [(12, "expect"), (13, "expect_not")] {
        odd.plays(
            "\"AB\"",
            fighters,
            &format!("\"B save {die}\""),
            &format!("do('A', act(action: \"odd\", at: 'B')), {cowed}(has('B', \"cowed\"))"),
        );
    }
}

#[test]
fn attacks_of_opportunity_are_no_option_where_the_rules_leave_no_choice() {
    let text = "(name: \"odd\", map: [\"AB\"], attacks_of_opportunity: false, fighters: { 'A': (), 'B': () }, play: [])";
    let scenario: Scenario = read_text(Path::new("odd.ron"), text).unwrap();
    let catalogue = Catalogue::load(&data_root(None).unwrap()).unwrap();
    let catalogue = Arc::new(catalogue);
    let verdict = |rules| run(&scenario, &catalogue, catalogue.ruleset(rules).unwrap());
    assert!(verdict("age_of_heroes").is_ok());
    let failure = verdict("classic_d20").err().unwrap();
    let told = "Classic d20 does not leave attacks of opportunity open";
    assert!(failure.message.starts_with(told), "{}", failure.message);
}

/// In a house in which an enemy can be brought round: one of a side that has given up leaves when it comes to,
/// and is not asked for a turn (AM-DYING-08).
#[test]
fn one_who_comes_to_after_its_side_has_given_up_follows_the_others() {
    let action =
        "target: one((whom: living, adjacent: true)), does: [heal(dice: \"5\", to: target)]";
    let odd = Odd::of("amorphous", "left-behind", action);
    odd.plays(
        "\"Ac.b\", \"...d\"",
        "'A': (side: \"red\"), 'b': (side: \"blue\"), 'c': (side: \"blue\", important: true, hit_points: -1, block: (hit_points: 30)), 'd': (side: \"blue\", important: true, hit_points: -1, block: (hit_points: 30)),",
        "\"c save 2\", \"d save 2\", \"d save 3\", \"d save 12\"",
        "do('A', end_turn), do('b', surrender),
        do('A', act(action: \"odd\", at: 'c')), expect(standing('c')), do('A', end_turn),
        expect(event(\"left c\")), expect(has('c', \"gone\")), expect(turn('A')), expect(round(3)),
        do('A', end_turn), expect(over(\"red\"))",
    );
}

/// Of a save that an enemy makes, the user wishes that it fails.
#[test]
fn the_odds_of_a_save_are_those_of_the_user() {
    for (i, (by, chance)) in [("target", 0.6), ("me", 0.4)].into_iter().enumerate() {
        let save = format!(
            "save(by: {by}, stat: will, difficulty: [number(13)], success: [impose(condition: \"keen\", on: me)], failure: [impose(condition: \"cowed\", on: target)])"
        );
        let action = format!("target: adjacent_enemy, does: [{save}]");
        let odd = Odd::new(&format!("odds-{i}"), &action);
        let text = format!("(name: \"odds\", map: [\"AB\"], fighters: {{ {TWO} }}, play: [])");
        let scenario: Scenario = read_text(Path::new("odd.ron"), &text.replace("DULL", DULL))
            .unwrap_or_else(|findings| panic!("{}", findings.pretty(false)));
        let rules = odd.1.ruleset("house").unwrap();
        let (setup, _) = super::drawing::setup(&scenario).unwrap();
        let battle = Battle::new(odd.1.clone(), rules.clone(), &setup, Dice::seeded(1)).unwrap();
        let action = rules.actions.id("odd").unwrap();
        let choice = Choice::aimed(action, Aim::At(Seat(1)));
        let forecast = battle.forecast(&choice);
        assert_eq!(forecast.refusal, None);
        assert_eq!(forecast.success, Some(chance), "{by}");
    }
}
