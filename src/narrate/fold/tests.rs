//! What the log makes of small battles.

use super::{Told, tell_all};
use crate::combat::contract::{Aim, Choice, DefenceChoice, Event, EventKind, HurtBy, Trigger};
use crate::combat::testkit::proving::{answered, attacked, begun};
use crate::combat::testkit::testing::{SYSTEMS, Scene, action, duel, play, ruleset};
use crate::combat::{Battle, Seat, SideId};
use crate::dice::{Die, Handful, Purpose, RollLabel};
use crate::grid::Square;
use crate::narrate::{Cast, Mark, Weight, modifier_name, tally_lines};
use crate::rules::{
    Ability, Counted, DamageKind, Denial, Modifier, ModifierKind, RuleId, Source, Stacking, Stat,
    Tally, Topic,
};

fn cast(battle: &Battle) -> Cast {
    let rules = battle.rules().clone();
    Cast::new(&battle.view(), rules, battle.catalogue().clone())
}

/// The lines of a battle so far.
fn log(battle: &Battle) -> Vec<Told> {
    let lines = tell_all(battle.events().iter().enumerate(), &cast(battle));
    lines.into_iter().map(|(_, told)| told).collect()
}

/// The lines about what combatants do.
fn deeds(battle: &Battle) -> Vec<String> {
    let lines = log(battle).into_iter();
    let actions = lines.filter(|told| told.weight == Weight::Action);
    actions.map(|told| told.text).collect()
}

/// Every rule that an event cites is on a line, and every roll in its details.
fn nothing_is_lost(battle: &Battle) {
    let lines = log(battle);
    let shown: Vec<RuleId> = lines.iter().flat_map(|told| told.rules.clone()).collect();
    let details: Vec<_> = lines.iter().flat_map(|told| &told.details).collect();
    let cast = cast(battle);
    for event in battle.events() {
        let Some(told) = super::tell(event, &cast) else {
            continue;
        };
        for rule in &event.rules {
            assert!(shown.contains(rule), "{rule:?} of {event:?}");
        }
        for detail in &told.details {
            let found = details.iter().any(|line| line.trim() == detail.trim());
            assert!(found, "{detail} of {event:?}");
        }
    }
}

/// SP-TERM-01.
#[test]
fn ability_scores_and_saves_have_the_names_of_the_ruleset() {
    let rules = ruleset("spiritual_pressure");
    let names = rules.policies.names.clone();
    let battle = duel(rules).scripted(&[]);
    let cast = cast(&battle);
    let of = |ability: Ability| {
        let source = Source::Ability(ability);
        modifier_name(&Modifier::plain(ability.into(), 1, source), &cast)
    };
    assert_eq!(of(Ability::Dexterity), "Quickness");
    assert_eq!(of(Ability::Constitution), "Fortitude");
    assert_eq!(of(Ability::Strength), "Strength");
    assert_eq!(cast.topic(Topic::DexterityDenied), "Quickness denied");
    assert_eq!(names.save(Stat::Fortitude), Some("Constitution"));
    assert_eq!(names.save(Stat::Will), Some("Will"));
    let kind = EventKind::ScoreLowered {
        seat: Seat(0),
        ability: Ability::Wisdom,
        amount: 2,
        left: 8,
    };
    let event = Event {
        kind,
        rules: vec![],
        seen_by: None,
        cause: None,
        depth: 0,
    };
    let told = super::tell(&event, &cast).unwrap();
    assert_eq!(told.text, "A loses 2 Spirit (8 left).");
}

/// SP-DYING-05: damage that no enemy deals is told with what does deal it.
#[test]
fn what_hurts_without_a_blow_is_named() {
    let battle = duel(ruleset("spiritual_pressure")).scripted(&[]);
    let cast = cast(&battle);
    let fire = battle.catalogue().terrain.id("fire").expect("a kind");
    for (from, said) in [
        (None, "A takes 1 damage, −1 left."),
        (
            Some(HurtBy::Strain),
            "A takes 1 damage from the strain, −1 left.",
        ),
        (
            Some(HurtBy::Wounds),
            "A takes 1 damage from its wounds, −1 left.",
        ),
        (
            Some(HurtBy::Ground(fire)),
            "A takes 1 damage from ground, −1 left.",
        ),
    ] {
        let kind = EventKind::Hurt {
            seat: Seat(0),
            amount: 1,
            kind: DamageKind::Untyped,
            hit_points: -1,
            nonlethal: false,
            grade: None,
            from,
        };
        let event = Event {
            kind,
            rules: vec![],
            seen_by: None,
            cause: None,
            depth: 0,
        };
        let told = super::tell(&event, &cast).expect("a line");
        assert_eq!(told.text, said);
    }
}

#[test]
fn a_blow_is_one_line_with_its_roll_its_damage_and_what_is_left() {
    let scene = duel(ruleset("classic_d20"));
    let battle = attacked(&scene, &[12, 4], &[]);
    assert_eq!(
        deeds(&battle),
        ["A → a: hit, 17 vs AC 15, 4 damage, 6 left."]
    );
    nothing_is_lost(&battle);
    let battle = attacked(&scene, &[7], &[]);
    assert_eq!(deeds(&battle), ["A → a: miss, 12 vs AC 15."]);
    let line = log(&battle).pop().expect("a line");
    assert_eq!(
        (line.mark, line.about),
        (Mark::Miss, vec![Seat(0), Seat(1)])
    );
}

/// A shoots at c past the enemies beside it, who answer like this.
fn shot(dice: &[u32], answer: &Choice) -> Battle {
    let scene = Scene::new(ruleset("classic_d20"), &["..b...", "..A..c", "..a..."]);
    let scene = scene.block('A', |block| block.attacks[0].range = Some(10));
    let mut battle = begun(&scene, dice);
    let attack = action(&battle, "attack");
    let shot = Choice::act_at(attack, 0, scene.seat('c'));
    battle.submit(shot).expect("a shot");
    answered(&mut battle, &[answer.clone(), answer.clone()]);
    let provoked = |kind: &EventKind| matches!(kind, EventKind::Provoked { .. });
    let events = battle.events().iter();
    assert_eq!(events.filter(|event| provoked(&event.kind)).count(), 2);
    battle
}

#[test]
fn an_archers_shot_past_two_enemies_is_one_line() {
    let battle = shot(&[12, 4], &Choice::Decline);
    assert_eq!(
        deeds(&battle),
        ["A → c: hit, 17 vs AC 15, 4 damage, 6 left."]
    );
    nothing_is_lost(&battle);
}

#[test]
fn an_opportunity_is_a_line_before_that_of_the_action_that_it_interrupts() {
    let battle = shot(&[2, 20, 3, 2, 12, 4], &Choice::Accept { mode: None });
    assert_eq!(
        deeds(&battle),
        [
            "a → A, opportunity: miss, 9 vs AC 15.",
            "b → A, opportunity: hit, natural 20, 2 damage, 8 left.",
            "A → c: hit, 17 vs AC 15, 4 damage, 6 left.",
        ]
    );
    nothing_is_lost(&battle);
}

#[test]
fn what_comes_of_an_action_that_was_interrupted_is_told_after_what_interrupted_it() {
    let mut battle = begun(&duel(ruleset("classic_d20")), &[2, 10, 9]);
    let push = action(&battle, "bull_rush");
    battle
        .submit(Choice::act_at(push, 0, Seat(1)))
        .expect("a push");
    answered(&mut battle, &[Choice::Accept { mode: None }]);
    assert_eq!(
        deeds(&battle),
        [
            "a → A, opportunity: miss, 7 vs AC 15.",
            "A tries to push a back: won, 10 vs 9, a is moved 1 square.",
        ]
    );
    nothing_is_lost(&battle);
}

#[test]
fn a_blow_through_a_dodge_and_armour_is_one_line() {
    let scene = duel(ruleset("age_of_heroes"))
        .block('A', |block| block.attacks[0].attack = 0)
        .block('a', |block| {
            block.stats.insert(Stat::ActiveDefence, 3);
            let parts = [(ModifierKind::Dexterity, 3)].into();
            block.parts.insert(Stat::ActiveDefence, parts);
            block.hit_points = 40;
            block.armour = Some("leather".to_owned());
            block.stats.insert(Stat::Coverage, 5);
        });
    let dodge = Choice::Defend(DefenceChoice::Dodge { take_ten: false });
    let roll = Choice::Decline;
    let battle = attacked(&scene, &[10, 6, 15, 7], &[dodge, roll]);
    assert_eq!(
        deeds(&battle),
        ["A → a: hit, 10 vs PD 10 and dodge 9, armour stops 4, 3 damage, 37 left, a light wound."]
    );
    nothing_is_lost(&battle);
}

/// A battle of Epic Path in which A has struck at a helpless hero.
fn finished(dice: &[u32]) -> Battle {
    let scene = duel(ruleset("epic_path")).block('a', |block| {
        block.traits.push("important".to_owned());
    });
    let scene = scene.change('a', |one| one.conditions.push("paralysed".into()));
    let mut battle = begun(&scene, dice);
    let blow = Choice::act_at(action(&battle, "coup_de_grace"), 0, Seat(1));
    battle.submit(blow).expect("a blow");
    battle.submit(Choice::EndTurn).expect("the end of the turn");
    battle
}

#[test]
fn a_death_is_told_after_the_save_that_goes_with_it() {
    let battle = finished(&[8, 8, 2]);
    let lines = deeds(&battle);
    let at = |word: &str| lines.iter().position(|line| line.contains(word));
    assert!(at("save") < at("dies") && at("save").is_some(), "{lines:?}");
    nothing_is_lost(&battle);
}

#[test]
fn one_that_is_stable_at_once_is_not_told_as_dying() {
    let scene = duel(ruleset("epic_path")).block('a', |block| {
        block.traits.push("important".to_owned());
        block.hit_points = 4;
    });
    let battle = attacked(&scene, &[15, 4], &[]);
    let lines = deeds(&battle);
    let told = |word: &str| lines.iter().any(|line| line.contains(word));
    assert!(told("stable") && !told("dying"), "{lines:?}");
    nothing_is_lost(&battle);
}

#[test]
fn the_turns_of_those_who_cannot_act_have_no_line_and_a_new_combat_has_one() {
    let scene = Scene::new(ruleset("epic_path"), &["A..a", "...b"]);
    let scene = scene.change('b', |one| one.conditions.push("paralysed".into()));
    let mut battle = scene.seeded(5);
    for _ in 0..21 {
        battle.submit(Choice::EndTurn).expect("the end of a turn");
    }
    let lines = log(&battle);
    let told = |text: &str| lines.iter().filter(|line| line.text == text).count();
    assert_eq!(told("b's turn"), 0);
    assert!(told("A's turn") > 9);
    assert_eq!(
        (told("Round 1"), told("A new combat begins: round 1")),
        (1, 1)
    );
    nothing_is_lost(&battle);
}

#[test]
fn what_a_readied_action_waits_for_is_told() {
    let mut battle = begun(&duel(ruleset("epic_path")), &[]);
    let aim = Aim::Prepare {
        action: action(&battle, "attack"),
        trigger: Trigger::Moves { who: None },
    };
    let ready = Choice::aimed(action(&battle, "ready"), aim);
    battle.submit(ready).expect("readiness");
    assert_eq!(
        deeds(&battle),
        ["A readies: attack, if an enemy moves away."]
    );
    let told = |reader| {
        let cast = cast(&battle).read_by(Some(SideId(reader)));
        let lines = tell_all(battle.events().iter().enumerate(), &cast);
        let ready = lines.into_iter().map(|(_, line)| line.text);
        ready
            .filter(|line| line.contains("readies"))
            .collect::<Vec<_>>()
    };
    assert_eq!(told(0), ["A readies: attack, if an enemy moves away."]);
    assert_eq!(told(1), ["A readies an action."]);
}

#[test]
fn a_check_without_any_bonus_is_told_by_its_skill_or_score() {
    let mut battle = begun(&duel(ruleset("epic_path")), &[7]);
    let feint = Choice::act_at(action(&battle, "feint"), 0, Seat(1));
    battle.submit(feint).expect("a feint");
    let lines = deeds(&battle);
    assert!(lines[0].contains("Bluff 7 vs DC"), "{lines:?}");
    let scene = duel(ruleset("epic_path")).change('A', |one| one.conditions.push("netted".into()));
    let mut battle = begun(&scene, &[7]);
    let burst = Choice::act(action(&battle, "burst_net"));
    battle.submit(burst).expect("an attempt");
    answered(&mut battle, &[Choice::Decline]);
    battle.submit(Choice::EndTurn).expect("the end of the turn");
    let lines = deeds(&battle);
    assert!(
        lines.iter().any(|line| line.contains("Strength check")),
        "{lines:?}"
    );
}

#[test]
fn a_walk_is_one_line() {
    let scene = Scene::new(ruleset("classic_d20"), &["A.....", "......", ".....a"]);
    let mut battle = begun(&scene, &[]);
    let way = vec![Square::new(1, 0), Square::new(2, 0), Square::new(3, 0)];
    let walk = Choice::walk(action(&battle, "move"), way);
    battle.submit(walk).expect("a walk");
    assert_eq!(deeds(&battle), ["A moves 3 squares."]);
    // Where it ends early, that belongs to the walk.
    let walked = battle
        .events()
        .iter()
        .rposition(|event| matches!(event.kind, EventKind::Moved { .. }));
    let mut events: Vec<Event> = battle.events()[..=walked.expect("a walk")].to_vec();
    let (seat, at) = (Seat(0), Square::new(3, 0));
    let last = events.last().cloned().expect("a walk");
    events.push(Event {
        kind: EventKind::MovementStopped { seat, at },
        ..last
    });
    let told = tell_all(events.iter().enumerate(), &cast(&battle));
    let last = told.last().map(|(_, told)| told.text.clone());
    assert_eq!(last.as_deref(), Some("A moves 3 squares and stops."));
    assert_eq!(log(&battle).pop().map(|told| told.mark), Some(Mark::Move));
    nothing_is_lost(&battle);
}

#[test]
fn what_begins_before_the_first_turn_and_ends_in_it_has_no_line() {
    let scene = duel(ruleset("classic_d20")).beginning();
    let battle = scene.seeded(3);
    let ended = |kind: &EventKind| matches!(kind, EventKind::ConditionEnded { .. });
    assert!(battle.events().iter().any(|event| ended(&event.kind)));
    let lines = log(&battle);
    let texts: Vec<_> = lines.iter().map(|told| told.text.as_str()).collect();
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert_eq!(texts[..2], ["The battle begins.", "Round 1"]);
    nothing_is_lost(&battle);
}

#[test]
fn random_battles_lose_no_rule_and_no_die() {
    for system in SYSTEMS {
        let map = ["A..b..", ".B..c.", "..a..."];
        let mut battle = Scene::new(ruleset(system), &map).beginning().seeded(7);
        play(&mut battle, 300);
        nothing_is_lost(&battle);
    }
}

#[test]
fn an_ability_is_told_by_the_verb_of_its_kind_with_its_target_unless_that_is_its_user() {
    let battle = duel(ruleset("spiritual_pressure")).scripted(&[]);
    let cast = cast(&battle);
    let action = |name: &str| battle.rules().actions.id(name).expect("an ability");
    let [own, other] = [Seat(0), Seat(1)];
    let orb = cast.acts(own, action("red_orb"), Some(other));
    assert_eq!(orb, format!("A casts Red Orb on {}", cast.name(other)));
    let healing = cast.acts(own, action("mending_hand"), Some(own));
    assert_eq!(healing, "A casts Mending Hand");
    let petals = cast.acts(own, action("storm_of_petals"), None);
    assert_eq!(petals, "A calls up Storm of Petals");
}

#[test]
fn the_log_has_words_of_its_own_for_every_action() {
    for rules in &crate::combat::testkit::testing::shipped().rulesets {
        let all = rules.actions.iter().map(|(_, def)| def);
        let silent = all.filter(|def| def.told.is_empty());
        let silent: Vec<&str> = silent.map(|def| def.name.as_str()).collect();
        assert!(silent.is_empty(), "{}: {silent:?}", rules.id);
    }
}

/// An event of dice that were thrown for damage.
fn damage(dice: &[(u32, u32, bool)], bonus: Tally) -> Event {
    let dice = dice.iter().map(|&(rolled, sides, subtracted)| Die {
        label: RollLabel::new(0, Purpose::Damage),
        sides,
        rolled,
        subtracted,
    });
    let dice: Handful = dice.collect();
    let total = dice.iter().map(Die::adds).sum::<i32>() + bonus.total;
    let kind = EventKind::DamageRolled {
        attacker: Seat(0),
        target: Seat(1),
        dice,
        bonus,
        kind: DamageKind::Slashing,
        total,
    };
    Event {
        kind,
        rules: vec![],
        seen_by: None,
        depth: 0,
        cause: None,
    }
}

#[test]
fn the_parts_of_damage_add_up_to_it() {
    let battle = duel(ruleset("classic_d20")).scripted(&[]);
    let cast = cast(&battle);
    let details = |event: &Event| super::tell(event, &cast).expect("a line").details;
    let strength = Modifier::plain(
        ModifierKind::Strength,
        3,
        Source::Ability(Ability::Strength),
    );
    let twice = Tally::sum([strength], &Stacking::Everything, &[]).times(2);
    let event = damage(&[(3, 8, false), (5, 8, false), (2, 4, true)], twice);
    assert_eq!(details(&event), ["3 (d8) + 5 (d8) − 2 (d4)", "+6 Strength"]);
    assert_eq!(event.totals(), [(12, 12)]);
    let most = Modifier::plain(
        ModifierKind::Untyped,
        8,
        Source::Topic(Topic::CriticalDamage),
    );
    let maximal = Tally::sum([most, strength], &Stacking::Everything, &[]);
    let event = damage(&[], maximal);
    assert_eq!(details(&event), ["+8 critical damage", "+3 Strength"]);
    assert_eq!(event.totals(), [(11, 11)]);
}

#[test]
fn what_does_not_count_names_the_state_that_denies_it() {
    let battle = duel(ruleset("classic_d20")).scripted(&[]);
    let climbing = battle.rules().condition("climbing").expect("a condition");
    let denial = Denial {
        kind: ModifierKind::Shield,
        mark: Counted::DeniedBy(climbing),
        voids: false,
    };
    let shield = Modifier::plain(ModifierKind::Shield, 1, Source::Stat(Stat::Defence));
    let tally = Tally::sum([shield], &Stacking::Everything, &[denial]);
    let lines = tally_lines(&tally, &cast(&battle));
    assert_eq!(lines, ["+1 shield (does not count: climbing)"]);
}
