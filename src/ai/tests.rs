//! What a computer player does in positions where the sensible thing is plain.

use super::{Profile, decide};
use crate::combat::setup::{BlockAttack, StatBlock};
use crate::combat::testing::{Scene, ruleset};
use crate::combat::{Battle, Choice};
use crate::rules::{Procedure, Stat};

fn attack(bonus: i32, damage: &str) -> Vec<BlockAttack> {
    let text = format!("(name: \"Sword\", attack: {bonus}, damage: \"{damage}\")");
    vec![ron::from_str(&text).expect("an attack")]
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
        if battle.rules().actions[action].procedure != Procedure::Step {
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

#[test]
fn finishes_the_helpless_off_when_nobody_threatens() {
    let scene = |map: &[&str]| {
        let scene = Scene::new(ruleset("classic_d20"), map);
        scene.change('b', |foe| foe.conditions.push("unconscious".into()))
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
        let foe = |block: &mut StatBlock| block.attacks = attack(7, "1d8+4");
        "bcd"
            .chars()
            .fold(scene, |scene, who| scene.block(who, foe))
    };
    let map = [".....", ".bAc.", "..d..", "....."];
    let mut battle = scene(true, &map).seeded(1);
    let name = chosen(&mut battle);
    let id = battle.rules().actions.id(&name);
    let procedure = id.map(|id| battle.rules().actions[id].procedure.clone());
    let guards = matches!(procedure, Some(Procedure::Assume { .. }));
    assert!(guards, "{procedure:?}");
    assert_eq!(chosen(&mut scene(false, &map).seeded(1)), "attack");
}

/// Every shipped system, every temper: nothing is refused, and every battle ends.
#[test]
fn every_temper_plays_to_the_end() {
    for system in ["classic_d20", "amorphous", "age_of_heroes"] {
        for preset in Profile::PRESETS {
            let map = ["A..#....a", "B.......b"];
            let mut battle = Scene::new(ruleset(system), &map).seeded(7);
            let played = super::play_out(&mut battle, &[preset.profile; 2], 7, 4_000);
            assert_eq!(played.refused, None, "{system} {}", preset.name);
            assert!(played.outcome.is_some(), "{system} {}", preset.name);
        }
    }
}
