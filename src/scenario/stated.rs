//! What counts as looking at something: an expectation that only repeats what a scenario states itself, or
//! that holds under any rules, proves nothing.

use std::collections::BTreeSet;

use super::format::{Expect, Fighter, Line, Scenario, Scripted};
use crate::combat::contract::Opening;

/// Why a scenario proves nothing, whatever it claims to cover: nothing is played in it, nothing is
/// looked at, or nothing but what it states itself.
pub fn idle(scenario: &Scenario) -> Option<&'static str> {
    // A refusal changes nothing either.
    let looks = |line: &Line| {
        matches!(
            line,
            Line::Expect(_) | Line::ExpectNot(_) | Line::Refused(..)
        )
    };
    let first = |passes: fn(&Line) -> bool| {
        let mut lines = scenario.play.iter();
        let at = lines.position(|line| !looks(line) && !passes(line));
        at.unwrap_or(scenario.play.len())
    };
    // Before anything is done the battle is as it was drawn; what follows from that counts.
    let begun = first(|_| false);
    // Until something else than the end of a turn the order of turns is as it was drawn.
    let acted = first(|line| matches!(line, Line::Do(_, Scripted::EndTurn)));
    let when = |at: usize| match () {
        () if at < begun => When::Drawn,
        () if at < acted || acted == scenario.play.len() => When::Waiting,
        () => When::Played,
    };
    let tells = |(at, line): (usize, &Line)| match line {
        Line::Expect(expected) => looks_at(scenario, expected, true, when(at)),
        Line::ExpectNot(expected) => looks_at(scenario, expected, false, when(at)),
        // Much is refused under any rules: only the rule tells why.
        Line::Refused(_, _, rule) => !rule.is_empty(),
        _ => false,
    };
    let recorded = scenario.events.iter().any(|line| {
        let expected = Expect::Event(line.clone());
        looks_at(scenario, &expected, true, when(acted))
    });
    if scenario.play.is_empty() {
        Some("nothing is played in it")
    } else if recorded || scenario.play.iter().enumerate().any(tells) {
        None
    } else if begun == scenario.play.len() && !scenario.dice.is_empty() {
        // The dice that fall at the beginning are looked at one by one.
        None
    } else if scenario.play.iter().any(looks) {
        Some("it expects only what it states itself, or what is so under any rules")
    } else {
        Some("it expects nothing")
    }
}

/// What has been done when an expectation is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Nothing.
    Drawn,
    /// Turns have ended, and nothing else.
    Waiting,
    Played,
}

/// Whether an expectation looks at anything that a rule decides. `holds`: it is to be true. Every kind of
/// expectation is listed.
fn looks_at(scenario: &Scenario, expected: &Expect, holds: bool, when: When) -> bool {
    use Expect as X;
    let drawn = scenario.opening == Opening::UnderWay;
    let calm = is_calm(scenario);
    let lettered = drawn && scenario.initiative.is_empty() && calm;
    match expected {
        // Whatever happens, a combatant is asked for a turn in the end, and no battle that goes on is drawn.
        X::Asks(_, what) if what == "turn" => false,
        X::Over(side) if side.is_empty() && !holds => false,
        // Every turn can be ended.
        X::Offered(action) if holds => !UNIVERSAL.contains(&action.as_str()),
        // Turns that end one after another in the order of the letters tell nothing about it.
        X::Turn(_) | X::Order(_) | X::Initiative(..) if when == When::Waiting => !lettered,
        X::Event(line) if when != When::Played && is_of_time(line) => {
            // Of a stated order, the first turn and the first round follow.
            let stated = when == When::Drawn && drawn && !has_ties(scenario);
            !(lettered || stated)
        }
        // What has not come about when nothing has been done would not under other rules either.
        _ if !holds && drawn && (when == When::Drawn || when == When::Waiting && calm) => {
            is_of_state(expected) && !repeats(scenario, expected, holds)
        }
        expected => match when {
            When::Drawn => !repeats(scenario, expected, holds),
            // Where all stand unharmed on bare floor, turns that end change nothing.
            When::Waiting => !calm || !repeats(scenario, expected, holds),
            When::Played => true,
        },
    }
}

/// Actions that every turn offers.
const UNIVERSAL: [&str; 2] = ["end_turn", "surrender"];

/// Whether it follows from what is drawn by rules alone that an expectation is not met.
fn is_of_state(expected: &Expect) -> bool {
    use Expect as X;
    !matches!(
        expected,
        X::Asks(..)
            | X::Cites(_)
            | X::Over(_)
            | X::ShieldUses(..)
            | X::HitChance(..)
            | X::Chance(..)
            | X::MeanDamage(..)
            | X::Rested(..)
            | X::Repair(..)
            | X::NoRepair(..)
            | X::Reaches(..)
            | X::Targets(..)
            | X::Action(..)
    )
}

/// Whether an event only says whose turn it is, and when.
fn is_of_time(line: &str) -> bool {
    matches!(
        line.split(' ').next(),
        Some("order" | "round" | "turn" | "end")
    )
}

/// Whether nothing is stated that could make a difference as turns go by.
fn is_calm(scenario: &Scenario) -> bool {
    let calm = |fighter: &Fighter| {
        let whole = fighter.hit_points.is_none() && fighter.nonlethal == 0;
        let here = fighter.arrives.is_none() && fighter.deploy.is_none();
        let own = fighter.monster.is_none() && fighter.creature.is_none();
        whole && here && own && fighter.conditions.is_empty()
    };
    is_bare(scenario) && scenario.dice.is_empty() && scenario.fighters.values().all(calm)
}

/// Whether nothing but floor is drawn: what the legend explains and the map does not use counts for nothing.
fn is_bare(scenario: &Scenario) -> bool {
    let used = |letter: &char| scenario.map.iter().any(|row| row.contains(*letter));
    let ground = |(letter, kind): (&char, &String)| used(letter) && kind != PLAIN;
    let drawn = |row: &String| row.chars().any(|letter| letter != ' ');
    !scenario.legend.iter().any(ground) && !scenario.layers.iter().flatten().any(drawn)
}

/// The ground of a map where nothing else is stated.
const PLAIN: &str = "floor";

/// Whether two have the same stated count of initiative.
fn has_ties(scenario: &Scenario) -> bool {
    let counts: BTreeSet<i32> = scenario.initiative.values().copied().collect();
    counts.len() < scenario.initiative.len()
}

/// Whether an expectation at the start repeats what the scenario states, or leaves at nothing. `holds`: it
/// is to be true; that something stated is not otherwise repeats it as well.
fn repeats(scenario: &Scenario, expected: &Expect, holds: bool) -> bool {
    use Expect as X;
    let drawn = scenario.opening == Opening::UnderWay;
    let ties = has_ties(scenario);
    let fighter = |who: &char| scenario.fighters.get(who);
    // The numbers of a block are final.
    let block = |who: &char| fighter(who).and_then(|fighter| fighter.block.as_ref());
    let is_block = |who: &char| {
        let derived = |f: &Fighter| f.monster.is_some() || f.creature.is_some();
        fighter(who).is_some_and(|fighter| !derived(fighter))
    };
    let bare = |who: &char| fighter(who).is_some_and(|f| f.conditions.is_empty());
    let unhurt = |who: &char| bare(who) && fighter(who).is_some_and(|f| f.hit_points.is_none());
    match expected {
        X::Round(_) | X::Surprise => drawn,
        X::Rolled(_) => drawn && scenario.dice.is_empty(),
        X::Opportunities(_) | X::OpportunityAttacks(_) => true,
        X::At(who, ..) => fighter(who).is_some_and(|f| f.arrives.is_none() && f.deploy.is_none()),
        X::Lies(..) => !holds && scenario.fighters.keys().all(bare),
        X::Initiative(who, _) => drawn || scenario.initiative.contains_key(who),
        X::HitPoints(who, _) => {
            is_block(who) || fighter(who).is_some_and(|f| f.hit_points.is_some())
        }
        X::Nonlethal(who, _) | X::Lost(who, ..) | X::ConstitutionLost(who, _) => {
            fighter(who).is_some()
        }
        X::Wounds(..) | X::Dealt(..) | X::Temporary(..) | X::Charged(..) => true,
        X::Points(who, ..) | X::UsesLeft(who, ..) => is_block(who),
        X::Has(who, name) => match holds {
            true => fighter(who).is_some_and(|f| f.conditions.iter().any(|c| states(c, name))),
            false => drawn && unhurt(who),
        },
        X::Dead(who) | X::Standing(who) => unhurt(who),
        // Who comes first is stated, and where it is not, the letters stand in order.
        X::Turn(_) | X::Order(_) => drawn && !ties,
        X::Event(line) => drawn && (!holds || begins_stated(scenario, line)),
        X::Told(..) => drawn,
        X::Defence(who, _) => is_block(who) && drawn && bare(who),
        X::Attacks(who, names) => match block(who) {
            None => is_block(who),
            Some(block) => {
                let stated = block.attacks.iter().map(|attack| &attack.name);
                !holds || stated.eq(names)
            }
        },
        X::Holds(who, weapon) => match block(who) {
            None => is_block(who) && bare(who),
            Some(block) => {
                let named = block.attacks.iter().map(|attack| attack.name.as_str());
                let mut stated = named.chain(block.in_hand.iter().map(String::as_str));
                bare(who) && (!holds || stated.any(|one| one == weapon))
            }
        },
        // What is not worn has nothing left.
        X::Armour(who, ..) => {
            is_block(who)
                && block(who)
                    .is_none_or(|block| block.armour.is_none() || block.armour_left.is_some())
        }
        X::Shield(who, _) => {
            is_block(who)
                && block(who)
                    .is_none_or(|block| block.shield.is_none() || block.shield_left.is_some())
        }
        X::Helmet(who, _) => {
            is_block(who)
                && block(who)
                    .is_none_or(|block| block.helmet.is_none() || block.helmet_left.is_some())
        }
        // All these follow from the drawing by rules.
        X::Rested(..)
        | X::Repair(..)
        | X::NoRepair(..)
        | X::Asks(..)
        | X::ShieldUses(..)
        | X::Cites(_)
        | X::Threatens(..)
        | X::Perceives(..)
        | X::Reaches(..)
        | X::CanReach(..)
        | X::HitChance(..)
        | X::Chance(..)
        | X::MeanDamage(..)
        | X::Over(_)
        | X::Offered(_)
        | X::GoesOn(_)
        | X::Targets(..)
        | X::Action(..) => false,
    }
}

/// Whether an event tells that a combatant begins with a condition that the scenario states.
fn begins_stated(scenario: &Scenario, line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let &["begins", who, name, ..] = words.as_slice() else {
        return false;
    };
    let fighter = |letter: char| scenario.fighters.get(&letter);
    let fighter = who.chars().next().and_then(fighter);
    fighter.is_some_and(|f| f.conditions.iter().any(|c| states(c, name)))
}

/// Whether a condition of a fighter, perhaps with an amount or a source, is this one.
fn states(condition: &str, name: &str) -> bool {
    condition.split(' ').next() == Some(name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::idle;
    use crate::scenario::ScenarioFile;

    /// Whether a scenario with this play proves anything; `more`: further fields.
    fn proves(play: &str, more: &str) -> bool {
        let fighters = "fighters: { 'A': (), 'B': (block: (hit_points: 10)) }";
        let text = format!(
            "[(name: \"a\", covers: [], map: [\"AB\"], {fighters}, {more} play: [{play}])]"
        );
        let file = ScenarioFile::of(Path::new("stated.ron"), text).unwrap();
        idle(&file.scenarios[0]).is_none()
    }

    #[test]
    fn what_is_so_under_any_rules_proves_nothing() {
        let speaks = "do('A', act(action: \"speak\")), ";
        for line in [
            "expect(asks('A', \"turn\"))",
            "expect_not(asks('B', \"turn\"))",
            "expect_not(over(\"\"))",
            "expect(offered(\"end_turn\"))",
        ] {
            assert!(!proves(line, ""), "{line}");
            assert!(!proves(&format!("{speaks}{line}"), ""), "{line}");
        }
        for line in [
            "expect(asks('B', \"opportunity\"))",
            "expect_not(asks('B', \"readied\"))",
            "expect(over(\"\"))",
            "expect_not(over(\"red\"))",
            "expect(turn('A'))",
            "expect(hit_points('B', 10))",
        ] {
            assert!(proves(&format!("{speaks}{line}"), ""), "{line}");
        }
    }

    #[test]
    fn the_order_of_the_letters_proves_nothing() {
        let stated = "initiative: { 'A': 12, 'B': 3 },";
        let ends = "do('A', end_turn), ";
        for line in [
            "expect(turn('B'))",
            "expect(order(['A', 'B']))",
            "expect(initiative('B', 19))",
            "expect(event(\"turn B\"))",
            "expect_not(event(\"turn B\"))",
        ] {
            assert!(!proves(line, ""), "{line}");
            assert!(!proves(&format!("{ends}{line}"), ""), "{line}");
            assert!(proves(&format!("{ends}{line}"), stated), "{line}");
            let begins = "opening: beginning, initiative: { 'A': 12 }, dice: [\"B initiative 3\"],";
            assert!(proves(&format!("{ends}{line}"), begins), "{line}");
        }
        assert!(!proves("expect(initiative('B', 19))", stated));
        let recorded = "events: [\"order AB\", \"round 1\", \"turn A\", \"end A\", \"turn B\"],";
        assert!(!proves("do('A', end_turn)", recorded));
        assert!(proves("do('A', end_turn)", &format!("{stated} {recorded}")));
        let both = "do('A', end_turn), do('B', end_turn), ";
        assert!(!proves(&format!("{both}expect(round(2))"), ""));
    }

    #[test]
    fn what_begins_as_it_was_stated_proves_nothing() {
        let stated = "initiative: { 'A': 12, 'B': 3 },";
        for line in ["order AB", "turn A", "round 1"] {
            let line = format!("expect(event(\"{line}\"))");
            assert!(!proves(&line, stated), "{line}");
        }
        let ends = "do('A', end_turn), expect(hit_points('B', 10))";
        for bare in [
            "legend: { '#': \"wall\" },",
            "legend: { '.': \"floor\" },",
            "layers: [[\"  \"]],",
        ] {
            assert!(!proves(ends, bare), "{bare}");
        }
    }

    #[test]
    fn what_is_drawn_proves_nothing_until_something_is_done() {
        for line in [
            "expect(hit_points('B', 10))",
            "expect(at('B', 1, 0))",
            "expect_not(has('B', \"prone\"))",
            "expect(standing('A'))",
            "expect(round(1))",
            "expect(rolled(0))",
            "expect_not(asks('B', \"opportunity\"))",
            "expect_not(over(\"A\"))",
            "expect_not(cites(\"CD-ATT-01\"))",
            "expect_not(holds('A', \"longsword\"))",
            "expect_not(hit_chance('A', 'B', 50))",
        ] {
            assert!(!proves(line, ""), "{line}");
            assert!(!proves(&format!("{line}, do('A', end_turn)"), ""), "{line}");
            // Among the unharmed on bare floor a turn that ends changes nothing.
            let ends = format!("do('A', end_turn), {line}");
            let acts = format!("do('A', act(action: \"speak\")), {line}");
            assert!(proves(&acts, ""), "{line}");
            assert!(!proves(&ends, ""), "{line}");
            assert!(proves(&ends, "legend: { 'B': \"mud\" },"), "{line}");
        }
        assert!(proves("expect(threatens('A', 1, 0))", ""));
        let refused = "refused('A', move([(3, 0)]), \"CD-MOVE-01\")";
        assert!(proves(refused, ""));
        assert!(!proves("refused('A', attack('B'), \"\")", ""));
        // A refusal changes nothing.
        assert!(!proves(
            "refused('A', attack('B'), \"\"), expect(at('B', 1, 0))",
            ""
        ));
        assert!(!proves("do('A', end_turn)", "") && !proves("", ""));
    }
}
