//! What a computer player does in positions where the sensible thing is plain.

mod blunders;
mod bound;
mod breath;
mod casting;
mod defend;
mod disabled;
mod extremes;
mod flight;
mod help;
mod helpless;
mod hold;
mod kido;
mod knowledge;
mod laying;
mod pursuit;
mod tiny;
mod wait;
mod waste;
mod ways;

use bevy_ecs::prelude::*;
use bevy_ecs::system::{ReadOnlySystem, RunSystemOnce};

use super::play::computer_turn;
use super::{Computer, Profile, decide, play_out};
use crate::combat::contract::{Arrival, BlockAttack, CombatantKind, Entrance, StatBlock};
use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset, skill, until_turn};
use crate::combat::{Battle, Choice, Event, EventKind, Request, Seat};
use crate::content::MonsterDef;
use crate::content::level::Edge;
use crate::rules::{Stat, Uses};

fn attack(bonus: i32, damage: &str) -> Vec<BlockAttack> {
    let text = format!("(name: \"Sword\", attack: {bonus}, damage: \"{damage}\")");
    vec![ron::from_str(&text).expect("an attack")]
}

/// What cannot be knocked out of a hand.
fn claws(bonus: i32, damage: &str) -> Vec<BlockAttack> {
    let mut list = attack(bonus, damage);
    list[0].natural = true;
    list
}

fn defence(block: &mut StatBlock, value: i32) {
    block.stats.insert(Stat::Defence, value);
}

/// What is done with the turn, by the action's id; a step into a better place may come before it.
fn chosen(battle: &mut Battle) -> String {
    loop {
        let choice = decide(battle, &Profile::BALANCED, 1);
        let Choice::Act { action, .. } = choice else {
            return format!("{choice:?}");
        };
        if !battle.rules().actions[action].is_step() {
            return battle.rules().actions.name(action).to_owned();
        }
        battle.submit(choice).expect("a legal step");
    }
}

/// Armour that no sword gets through does not help against a foot behind the heel.
#[test]
fn trips_the_armoured_brute_when_its_allies_stand_around_it() {
    let scene = {
        let map = [".....", ".BbC.", "..A..", "....."];
        let brute = |block: &mut StatBlock| {
            block.hit_points = 60;
            block.attacks = attack(8, "2d8+4");
            defence(block, 27);
            let armour = [(crate::rules::ModifierKind::Armour, 14)];
            block.parts.insert(Stat::Defence, armour.into());
        };
        let strong = |block: &mut StatBlock| {
            block.abilities.strength = 18;
            block.hit_points = 20;
        };
        let scene = Scene::new(ruleset("classic_d20"), &map).block('b', brute);
        "ABC"
            .chars()
            .fold(scene, |scene, who| scene.block(who, strong))
    };
    assert_eq!(chosen(&mut scene.seeded(1)), "trip");
}

/// A combatant that keeps running from a slower combatant turns to fight in the end.
#[test]
fn no_combatant_runs_for_ever() {
    let mut rows = vec![".".repeat(24); 16];
    rows[8].replace_range(6..7, "A");
    rows[8].replace_range(14..15, "b");
    let map: Vec<&str> = rows.iter().map(String::as_str).collect();
    let bow = "(name: \"Bow\", attack: 6, damage: \"2d6\", range: Some(7))";
    for seed in 1..=4 {
        let scene = Scene::new(ruleset("amorphous"), &map)
            .block('A', |archer| {
                archer.hit_points = 40;
                archer.speed = 7;
                archer.attacks = vec![ron::from_str(bow).expect("an attack")];
            })
            .change('A', |archer| archer.hit_points = Some(5))
            .block('b', |enemy| {
                enemy.hit_points = 30;
                enemy.attacks = attack(6, "2d6");
            });
        let mut battle = scene.seeded(seed);
        play_out(&mut battle, &[Profile::BALANCED; 2], seed, 10_000);
        let outcome = battle.outcome().expect("the battle is over");
        assert!(outcome.winner.is_some(), "{outcome:?}");
    }
}

#[test]
fn finishes_the_helpless_off_when_no_enemy_threatens() {
    let scene = |map: &[&str]| {
        let scene = Scene::new(ruleset("classic_d20"), map);
        scene.change('b', |enemy| enemy.conditions.push("unconscious".into()))
    };
    let calm = scene(&["Ab..................c"]);
    assert_eq!(chosen(&mut calm.seeded(1)), "coup_de_grace");
    let pressed = scene(&["Ab...", "c...."]);
    assert_ne!(chosen(&mut pressed.seeded(1)), "coup_de_grace");
}

#[test]
fn fights_defensively_when_outnumbered_and_hurt() {
    let scene = |hurt: bool, map: &[&str]| {
        let mut scene = Scene::new(ruleset("classic_d20"), map).block('A', |block| {
            block.hit_points = 30;
            block.attacks = attack(12, "1d8+2");
        });
        if hurt {
            scene = scene.change('A', |who| who.hit_points = Some(6));
        }
        let enemy = |block: &mut StatBlock| block.attacks = attack(7, "1d8+4");
        "bcd"
            .chars()
            .fold(scene, |scene, who| scene.block(who, enemy))
    };
    let map = [".....", ".bAc.", "..d..", "....."];
    let mut battle = scene(true, &map).seeded(1);
    let name = chosen(&mut battle);
    let id = battle.rules().actions.id(&name);
    let guards = id.is_some_and(|id| battle.rules().actions[id].stance().is_some());
    assert!(guards, "{name}");
    assert_eq!(chosen(&mut scene(false, &map).seeded(1)), "attack");
}

/// A gifted one: so much energy, and these abilities.
fn gifted(energy: i32, knows: &'static [&'static str]) -> impl Fn(&mut StatBlock) {
    move |block| {
        block.level = 3;
        block.hit_points = 20;
        block.pools.insert("energy".to_owned(), energy);
        block.stats.insert(Stat::RangedAttack, 6);
        let knows = knows.iter().map(|name| ((*name).to_owned(), Uses::AtWill));
        block.knows = knows.collect();
    }
}

/// Everything that is done with the turn, by the actions' ids.
fn actions_taken(battle: &mut Battle) -> Vec<String> {
    let Some(Request::Turn { seat }) = battle.request().cloned() else {
        panic!("no combatant takes a turn");
    };
    let mut list = Vec::new();
    for _ in 0..12 {
        let choice = decide(battle, &Profile::BALANCED, 1);
        if let Choice::Act { action, .. } = &choice {
            list.push(battle.rules().actions.name(*action).to_owned());
        }
        battle.submit(choice).expect("a legal choice");
        let current = battle.view().current;
        if current != Some(seat) || battle.outcome().is_some() {
            break;
        }
    }
    list
}

fn does(battle: &mut Battle, action: &str) -> bool {
    let list = actions_taken(battle);
    println!("{list:?}");
    list.iter().any(|declared| declared == action)
}

#[test]
fn spends_energy_on_an_enemy_in_range_and_keeps_it_for_that() {
    let scene = |energy| {
        let knows = &["fire_bolt", "focus", "iron_skin"];
        Scene::new(ruleset("amorphous"), &["A......b"]).block('A', gifted(energy, knows))
    };
    let done = actions_taken(&mut scene(2).seeded(1));
    assert!(done.contains(&"fire_bolt".to_owned()), "{done:?}");
    // What else could have been done with the two points was not.
    let wasted = |action: &String| action == "focus" || action == "iron_skin";
    assert!(!done.iter().any(wasted), "{done:?}");
}

#[test]
fn throws_grenades_where_enemies_stand_and_not_among_allies() {
    let scene = |map: &[&str]| {
        Scene::new(ruleset("amorphous"), map)
            .block('A', gifted(0, &["fire_grenade"]))
            .block('A', |block| block.attacks.clear())
    };
    let enemies = ["........", "A....bcd", "........"];
    assert!(does(&mut scene(&enemies).seeded(1), "fire_grenade"));
    let allies = [".....BCD", "A....EbF", ".....GHI"];
    assert!(!does(&mut scene(&allies).seeded(1), "fire_grenade"));
}

#[test]
fn what_a_keyword_cannot_harm_is_left_alone() {
    use crate::rules::damage::Against;
    use crate::rules::{Adjustment, DamageKind};
    let immune = |block: &mut StatBlock| {
        let against = Against::Only(DamageKind::Fire);
        block.adjusts = vec![Adjustment::Immune { against }];
    };
    let scene = Scene::new(ruleset("amorphous"), &["A......b"])
        .block('A', gifted(4, &["fire_bolt"]))
        .block('b', immune);
    assert!(!does(&mut scene.seeded(1), "fire_bolt"));
}

#[test]
fn takes_the_potion_in_hand_when_badly_hurt_and_drinks_it() {
    let scene = |hit_points| {
        Scene::new(ruleset("amorphous"), &["A.........b"])
            .block('A', |block| {
                block.hit_points = 30;
                block.belt = vec!["healing_potion".to_owned()];
            })
            .change('A', |who| who.hit_points = Some(hit_points))
    };
    let done = actions_taken(&mut scene(9).seeded(1));
    let drawn = done.iter().position(|action| action == "draw_weapon");
    let drunk = done.iter().position(|action| action == "healing_potion");
    assert!(drawn.is_some() && drawn < drunk, "{done:?}");
    assert!(!does(&mut scene(29).seeded(1), "draw_weapon"));
}

#[test]
fn a_shield_of_energy_is_for_heavy_blows() {
    let asked = |damage: &str| {
        let scene = Scene::new(ruleset("amorphous"), &["Ab"])
            .block('A', gifted(2, &["force_shield"]))
            .block('b', |block| block.attacks = attack(6, damage));
        let mut battle = scene.scripted(&[10, 3, 3, 3, 3]);
        let me = scene.seat('A');
        until_turn(&mut battle, scene.seat('b'));
        let strike = battle.rules().actions.id("attack").expect("an action");
        let blow = Choice::act_at(strike, 0, me);
        battle.submit(blow).expect("an attack");
        assert!(matches!(battle.request(), Some(Request::Respond { .. })));
        decide(&battle, &Profile::BALANCED, 1)
    };
    assert!(matches!(asked("4d6"), Choice::Act { .. }));
    assert_eq!(asked("1d2"), Choice::Decline);
}

/// An immediate action is asked for where it could matter, and the computer player takes it.
#[test]
fn a_heart_is_mended_before_the_blow_that_could_stop_it() {
    let asked = |left: i32| {
        let scene = Scene::new(ruleset("spiritual_pressure"), &["Ab"])
            .block('A', |block| {
                block.hit_points = 20;
                block.knows.insert("second_heart".to_owned(), Uses::AtWill);
            })
            .change('A', |who| who.hit_points = Some(left))
            .block('b', |block| block.attacks = attack(8, "1d8"));
        let mut battle = scene.scripted(&[10, 3, 3, 3, 3]);
        let me = scene.seat('A');
        until_turn(&mut battle, scene.seat('b'));
        let strike = battle.rules().actions.id("attack").expect("an action");
        let blow = Choice::act_at(strike, 0, me);
        battle.submit(blow).expect("an attack");
        let asks = matches!(battle.request(), Some(Request::Respond { .. }));
        assert_eq!(battle.rolled() == 0, asks);
        asks.then(|| decide(&battle, &Profile::BALANCED, 1))
    };
    assert!(matches!(asked(3), Some(Choice::Act { .. })));
    assert_eq!(asked(19), None);
}

#[test]
fn gathers_energy_only_while_no_enemy_can_come() {
    let scene = |map: &[&str]| {
        let knows = &["frost_lance"];
        Scene::new(ruleset("amorphous"), map).block('A', gifted(0, knows))
    };
    let far = format!("A{}b", ".".repeat(28));
    assert!(does(&mut scene(&[&far]).seeded(1), "gather_energy"));
    assert!(!does(&mut scene(&["A....b"]).seeded(1), "gather_energy"));
}

/// A side with no combatant on the field yet, or any more, is waited for in every system.
#[test]
fn plays_on_until_the_reinforcements_have_come() {
    for system in SYSTEMS {
        let mut scene = Scene::new(ruleset(system), &["A......b", "........", "B......."]);
        for (letter, after_round) in [('B', 2), ('b', 3)] {
            scene = scene.change(letter, |who| {
                (who.at, who.initiative) = (None, None);
                let by = Entrance::Edge(Edge::South);
                who.arrives = Some(Arrival { after_round, by });
            });
        }
        let mut battle = scene.seeded(3);
        let played = super::play_out(&mut battle, &[Profile::BALANCED; 2], 3, 4_000);
        assert_eq!(played.refused, None, "{system}");
        assert!(played.outcome.is_some(), "{system}");
        let arrived = |event: &&Event| matches!(event.kind, EventKind::Arrived { .. });
        assert_eq!(
            battle.events().iter().filter(arrived).count(),
            2,
            "{system}"
        );
    }
}

/// Every shipped system, every temper: nothing is refused, and every battle ends.
#[test]
fn every_temper_plays_to_the_end() {
    for system in SYSTEMS {
        for preset in Profile::PRESETS {
            let map = ["A..#....a", "B.......b"];
            let mut battle = Scene::new(ruleset(system), &map).seeded(7);
            let played = super::play_out(&mut battle, &[preset.profile; 2], 7, 4_000);
            assert_eq!(played.refused, None, "{system} {}", preset.name);
            assert!(played.outcome.is_some(), "{system} {}", preset.name);
        }
    }
}

/// Both hands on the sword while the other one is free, one hand beside a second weapon.
#[test]
fn takes_the_sword_in_both_hands_when_it_can() {
    let held = |weapons: &[&str]| {
        let text = "(name: \"A\", size: medium, level: 1, hit_points: 20, speed: 30, \
                    base_attack: 1, abilities: (strength: 18), two_weapons: true)";
        let mut def: MonsterDef = ron::from_str(text).expect("a creature");
        def.weapons = weapons.iter().map(|name| (*name).to_owned()).collect();
        let scene = Scene::new(ruleset("classic_d20"), &["Ab"])
            .change('A', |who| who.kind = CombatantKind::Creature(Box::new(def)))
            .block('b', |block| block.hit_points = 40);
        let battle = scene.seeded(1);
        let Choice::Act {
            mode: Some(mode), ..
        } = decide(&battle, &Profile::BALANCED, 1)
        else {
            return String::new();
        };
        let modes = &battle.view().combatants[0].modes;
        modes[usize::from(mode)].name.clone()
    };
    assert_eq!(held(&["sword"]), "Sword (two hands)");
    assert_eq!(held(&["sword", "dagger"]), "Sword");
}

/// The handbook points at it: the turn of the computer is a system that only reads.
#[test]
fn the_turn_of_the_computer_is_a_system() {
    let mut battle = Scene::new(ruleset("classic_d20"), &["A.a"]).seeded(1);
    let before = battle.snapshot();
    let mut player = Computer::new(&Profile::default(), 1);
    let choice = player.decide(&battle).choice;
    assert_eq!(battle.check(&choice), Ok(()));
    let system = IntoSystem::into_system(computer_turn);
    fn only_reads(_: &impl ReadOnlySystem) {}
    only_reads(&system);
    let run = battle.world.run_system_once_with(system, &mut player);
    assert_eq!(run.expect("a whole world").choice, choice);
    assert_eq!(battle.snapshot(), before);
}
