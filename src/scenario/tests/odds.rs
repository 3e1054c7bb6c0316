//! What is shown of a program before it is done is what comes of it.

use std::path::Path;

use super::{DULL, Odd, TWO};
use crate::combat::{Aim, Battle, Choice, Forecast, Seat};
use crate::content::source::read_text;
use crate::dice::Dice;
use crate::scenario::{Scenario, drawing};

const WILLS: &str = "contest(roll: [mine(stat(will))], against: [theirs(stat(will))], success: [impose(condition: \"cowed\", on: target)])";

const WINS: &str = "\"A opposed_check 7\", \"B opposed_check 10\"";

const BOLD: &str = "impose(condition: \"bold\", on: me, lasts: my_next_turn)";

const DAUNT: &str = "impose(condition: \"daunted\", on: target), save(by: target, stat: will, difficulty: [number(11)], failure: [impose(condition: \"cowed\", on: target)])";

/// The chance is that of the state in which the dice fall.
#[test]
fn what_an_action_brings_before_its_roll_counts_for_the_odds() {
    for (i, (action, chance, dice, follows)) in [
        (format!("does: [{WILLS}]"), 48, "", ""),
        (
            format!("stance: \"bold\", does: [{WILLS}]"),
            66,
            WINS,
            "expect(has('B', \"cowed\"))",
        ),
        (
            format!("does: [{BOLD}, {WILLS}]"),
            66,
            WINS,
            "expect(has('B', \"cowed\"))",
        ),
        ("does: [attack()]".to_owned(), 75, "", ""),
        (
            format!("does: [{BOLD}, attack()]"),
            95,
            "\"A attack 2\", \"A damage 1\"",
            "expect(hit_points('B', 29))",
        ),
        (
            format!("does: [{DAUNT}]"),
            70,
            "\"B save 14\"",
            "expect(has('B', \"cowed\"))",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let action = format!("target: adjacent_enemy, {action}");
        let odd = Odd::new(&format!("first-{i}"), &action);
        let mut play = format!("expect(chance('A', \"odd\", 'B', {chance}))");
        if !follows.is_empty() {
            play += &format!(", do('A', act(action: \"odd\", at: 'B')), {follows}");
        }
        odd.plays("\"AB\"", TWO, dice, &play);
    }
}

/// What it takes from a combatant first counts no more, and is no reason against it then.
#[test]
fn what_an_action_lifts_before_its_roll_does_not_count_for_the_odds() {
    let cowed = "'A': (conditions: [\"cowed\"], block: (DULL)), 'B': (block: (DULL)),";
    for (i, (does, chance)) in [
        ("lift(conditions: [\"cowed\"], from: me), attack()", 75),
        (
            "lift(conditions: [\"cowed\"], from: me), check(roll: [attack], against: [number(11)], success: [impose(condition: \"cowed\", on: target)])",
            70,
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let action = format!("target: attack, does: [{does}]");
        let odd = Odd::new(&format!("lifted-{i}"), &action);
        let play = format!("expect(chance('A', \"odd\", 'B', {chance}))");
        odd.plays("\"AB\"", cowed, "", &play);
    }
}

#[test]
fn what_a_ward_keeps_off_does_not_count_for_the_odds() {
    let odd = Odd::new(
        "warded",
        &format!("target: adjacent_enemy, does: [{DAUNT}]"),
    );
    let steady = "'A': (block: (DULL)), 'B': (conditions: [\"steady\"], block: (DULL)),";
    let play = "expect(chance('A', \"odd\", 'B', 50)), do('A', act(action: \"odd\", at: 'B')), expect_not(has('B', \"cowed\"))";
    odd.plays("\"AB\"", steady, "\"B save 11\"", play);
}

const SPARE: &str = "save(by: target, stat: will, difficulty: [number(12)], success: [lift(conditions: [\"cowed\"], from: me)], failure: [impose(condition: \"cowed\", on: target)])";

/// Of a save that an enemy makes, the user wishes that it fails; of one by an ally, that it holds.
#[test]
fn a_save_succeeds_for_its_user_in_the_odds_and_in_what_is_possible() {
    let action = format!("target: one((whom: anyone, within: 4)), does: [{SPARE}]");
    let odd = Odd::new("spare", &action);
    let fighters = "'A': (side: \"a\", block: (DULL)), 'B': (side: \"b\", block: (DULL)), 'C': (side: \"a\", block: (DULL)),";
    odd.plays(
        "\"CAB\"",
        fighters,
        "\"B save 11\"",
        "expect(offered(\"odd\")), refused('A', act(action: \"odd\", at: 'C'), \"\"),
        expect(chance('A', \"odd\", 'B', 55)),
        do('A', act(action: \"odd\", at: 'B')), expect(has('B', \"cowed\"))",
    );
}

#[test]
fn what_is_spent_when_an_enemy_fails_its_save_counts_too() {
    let action = "target: adjacent_enemy, does: [spend(pool: \"grit\", points: 1), save(by: target, stat: will, difficulty: [number(12)], success: [impose(condition: \"cowed\", on: me)], failure: [spend(pool: \"grit\", points: 1), impose(condition: \"cowed\", on: target)])]";
    let odd = Odd::new("spends-on-failure", action);
    let poor = "'A': (block: (pools: { \"grit\": 1 }, DULL)), 'B': (block: (DULL)),";
    odd.plays(
        "\"AB\"",
        poor,
        "",
        "refused('A', act(action: \"odd\", at: 'B'), \"\")",
    );
}

/// What replaces a melee attack is done to a target that the attack could be made at.
#[test]
fn what_replaces_an_attack_reaches_no_farther_than_the_attack() {
    for (i, target) in ["one((whom: anyone, within: 4))", "none"]
        .into_iter()
        .enumerate()
    {
        let about = if target == "none" { "me" } else { "target" };
        let action = format!(
            "target: {target}, replaces_attack: true, does: [impose(condition: \"cowed\", on: {about})]"
        );
        let odd = Odd::new(&format!("instead-{i}"), &action);
        let fighters = "'A': (side: \"a\", block: (attacks: [(name: \"bow\", attack: 4, damage: \"1d6\", range: 10), (name: \"sword\", attack: 4, damage: \"1d8\")])), 'B': (side: \"b\", block: (DULL)), 'C': (side: \"b\", block: (DULL)),";
        let who = if target == "none" { 'A' } else { 'C' };
        let play = format!(
            "refused('A', act(action: \"full_attack\", at: 'B', with: \"sword\", instead: \"odd\"), \"\"),
            refused('A', act(action: \"full_attack\", at: 'C', with: \"bow\", instead: \"odd\"), \"\"),
            do('A', act(action: \"full_attack\", at: 'C', with: \"sword\", instead: \"odd\")),
            expect(has('{who}', \"cowed\"))"
        );
        odd.plays("\"CA...B\"", fighters, "", &play);
    }
}

/// What is shown of the action at B.
fn shown(odd: &Odd, fighters: &str) -> Forecast {
    let fighters = fighters.replace("DULL", DULL);
    let text = format!("(name: \"odds\", map: [\"AB\"], fighters: {{ {fighters} }}, play: [])");
    let scenario: Scenario = read_text(Path::new("odd.ron"), &text)
        .unwrap_or_else(|findings| panic!("{}", findings.pretty(false)));
    let rules = odd.1.ruleset("house").unwrap();
    let (setup, _) = drawing::setup(&scenario).unwrap();
    let battle = Battle::new(odd.1.clone(), rules.clone(), &setup, Dice::seeded(1)).unwrap();
    let choice = Choice::aimed(rules.actions.id("odd").unwrap(), Aim::At(Seat(1)));
    battle.forecast(&choice)
}

const BURN: &str = "save(by: target, stat: will, difficulty: [number(11)], success: [damage(dice: \"1d6\", kind: fire, to: target, halved: true)], failure: [damage(dice: \"1d6\", kind: fire, to: target)])";

/// Over all outcomes: as much as comes through, of the half too.
#[test]
fn damage_in_branches_is_shown_with_its_mean() {
    for (i, (does, block, mean, success)) in [
        (BURN, "DULL", 0.5 * 3.5 + 0.5 * 1.5, Some(0.5)),
        (
            BURN,
            "DULL, adjusts: [resists(against: only(fire), points: 2)]",
            0.5 * 10.0 / 6.0 + 0.5 * 1.0 / 6.0,
            Some(0.5),
        ),
        (BURN, "DULL, adjusts: [immune(against: only(fire))]", 0.0, Some(0.5)),
        ("damage(dice: \"2d4+1\", kind: cold, to: target)", "DULL", 6.0, None),
        (
            "check(roll: [mine(level)], against: [number(12)], success: [damage(dice: \"4\", kind: acid, to: target)])",
            "DULL",
            2.0,
            Some(0.5),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let action = format!("target: adjacent_enemy, does: [{does}]");
        let odd = Odd::new(&format!("mean-{i}"), &action);
        let fighters = format!("'A': (block: (DULL)), 'B': (block: ({block})),");
        let forecast = shown(&odd, &fighters);
        assert_eq!(forecast.refusal, None);
        let close = |(a, b): (f64, f64)| (a - b).abs() < 1e-9;
        assert!(forecast.success.zip(success).is_none_or(close), "{does}");
        assert_eq!(forecast.success.is_some(), success.is_some(), "{does}");
        let ability = forecast.ability.unwrap();
        let [affected] = &ability.affected[..] else {
            panic!("{does}");
        };
        assert_eq!(affected.seat, Seat(1));
        assert!((affected.damage.mean() - mean).abs() < 1e-9, "{does}: {}", affected.damage.mean());
    }
}

/// It goes the way of every other damage.
#[test]
fn damage_of_a_program_is_damage() {
    let action = format!("target: one((whom: enemies, within: 4)), does: [{BURN}]");
    let odd = Odd::new("burn", &action);
    for (block, conditions, dice, expected) in [
        (
            "DULL",
            "",
            "\"B save 10\", \"A damage 5\"",
            "expect(hit_points('B', 25))",
        ),
        (
            "DULL",
            "",
            "\"B save 11\", \"A damage 5\"",
            "expect(hit_points('B', 28))",
        ),
        (
            "DULL",
            "",
            "\"B save 11\", \"A damage 1\"",
            "expect(hit_points('B', 30))",
        ),
        (
            "DULL, adjusts: [vulnerable(against: only(fire), points: 2)]",
            "",
            "\"B save 10\", \"A damage 5\"",
            "expect(hit_points('B', 23))",
        ),
        (
            "DULL",
            "hit_points: 3,",
            "\"B save 10\", \"A damage 4\"",
            "expect(hit_points('B', -1)), expect(has('B', \"dying\"))",
        ),
    ] {
        let fighters = format!(
            "'A': (side: \"a\", block: (DULL)), 'B': (side: \"b\", {conditions} block: ({block})), 'C': (side: \"b\", block: (DULL)),"
        );
        let play = format!("do('A', act(action: \"odd\", at: 'B')), {expected}");
        odd.plays("\"A.BC\"", &fighters, dice, &play);
    }
}

/// What a hit and a check bring may be damage and a push as well.
#[test]
fn damage_and_pushes_follow_from_a_hit() {
    let odd = Odd::new(
        "hits",
        "target: attack, does: [attack(hits: [save(by: target, stat: will, difficulty: [number(11)], success: [push(squares: 1)], failure: [damage(dice: \"1d6\", kind: fire, to: target)])])]",
    );
    odd.plays(
        "\"#####\", \"#AB.#\", \"#####\"",
        TWO,
        "\"A attack 10\", \"A damage 1\", \"B save 10\", \"A damage 4\"",
        "do('A', act(action: \"odd\", at: 'B')), expect(hit_points('B', 25)), expect(at('B', 2, 1))",
    );
    odd.plays(
        "\"#####\", \"#AB.#\", \"#####\"",
        TWO,
        "\"A attack 10\", \"A damage 1\", \"B save 11\"",
        "do('A', act(action: \"odd\", at: 'B')), expect(hit_points('B', 29)), expect(at('B', 3, 1))",
    );
}

/// The user is not pushed by itself, and one who is hurt by what it does falls as any other.
#[test]
fn a_program_may_harm_its_user() {
    let odd = Odd::new(
        "own",
        "does: [save(stat: will, difficulty: [number(11)], failure: [damage(dice: \"1d6\", kind: acid, to: me)], success: [impose(condition: \"keen\", on: me)])]",
    );
    odd.plays(
        "\"AB\"",
        TWO,
        "\"A save 10\", \"A damage 6\"",
        "do('A', act(action: \"odd\")), expect(hit_points('A', 24))",
    );
}
