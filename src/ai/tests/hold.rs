//! Taking hold of a combatant, and getting out of a hold.

use super::*;
use crate::rules::ModifierKind;

fn strong(block: &mut StatBlock) {
    block.abilities.strength = 20;
    block.hit_points = 20;
    block.attacks = attack(7, "1d6+2");
    block.stats.insert(Stat::Grapple, 14);
}

/// A strong combatant grapples a caster to stop its storm.
#[test]
fn takes_hold_of_a_weak_caster_and_not_of_a_strong_fighter() {
    let scene = |weak: bool| {
        let map = [".....", "..Ab.", "....."];
        Scene::new(ruleset("classic_d20"), &map)
            .block('A', strong)
            .block('b', |enemy| {
                enemy.hit_points = 30;
                enemy.level = 5;
                enemy.attacks = attack(1, "1d4");
                if weak {
                    enemy.abilities.strength = 6;
                    enemy.stats.insert(Stat::Grapple, -2);
                    enemy.stats.insert(skill("concentration"), 4);
                    enemy.stats.insert(Stat::CasterLevel, 10);
                    enemy.stats.insert(Stat::AbilityDifficulty, 16);
                    enemy.knows = [("magic_missile".to_owned(), Uses::AtWill)].into();
                } else {
                    enemy.abilities.strength = 22;
                    enemy.stats.insert(Stat::Grapple, 20);
                    enemy.attacks = attack(9, "1d8+6");
                }
            })
    };
    assert_eq!(chosen(&mut scene(true).seeded(1)), "grab");
    assert_eq!(chosen(&mut scene(false).seeded(1)), "attack");
}

/// A combatant that is held by one it cannot hurt, with an ally in need of help, gets free.
#[test]
fn gets_out_of_a_hold() {
    for system in SYSTEMS {
        let rules = ruleset(system);
        let grabs = |name: &&str| rules.actions.id(name).is_some();
        let Some(grab) = ["grab", "grapple"].into_iter().find(grabs) else {
            // Where nobody is held, nobody gets free.
            continue;
        };
        let scene = Scene::new(rules, &["........", ".Ab..cB.", "........"])
            .block('A', |block| {
                block.hit_points = 30;
                block.abilities.strength = 18;
                block.stats.insert(Stat::Grapple, 9);
                block.stats.insert(Stat::Power, 9);
                block.attacks = attack(6, "2d6+6");
            })
            .block('c', |enemy| enemy.hit_points = 6)
            .block('b', |enemy| {
                enemy.hit_points = 60;
                enemy.attacks = attack(4, "1d4");
                enemy.stats.insert(Stat::Grapple, 2);
                enemy.stats.insert(Stat::Power, 2);
                for stat in [Stat::Defence, Stat::PassiveDefence] {
                    enemy.stats.insert(stat, 27);
                    enemy
                        .parts
                        .insert(stat, [(ModifierKind::Armour, 12)].into());
                }
            });
        let mut battle = (0..60)
            .find_map(|seed| held(&scene, grab, seed))
            .expect("one of so many attempts succeeds");
        let done = actions_taken(&mut battle);
        // A combatant that is thrown down lets go where grabs are power checks.
        let frees = ["escape", "wriggle", "trip"];
        let frees = if system == "amorphous" {
            &frees[..]
        } else {
            &frees[..2]
        };
        let gets_free = |declared: &String| frees.contains(&declared.as_str());
        assert!(done.iter().any(gets_free), "{system}: {done:?}");
    }
}

/// The turn of A in the hold of b, if b's grab succeeded.
fn held(scene: &Scene, grab: &str, seed: u64) -> Option<Battle> {
    let mut battle = scene.seeded(seed);
    let (me, holder) = (scene.seat('A'), scene.seat('b'));
    let grab = battle.rules().actions.id(grab).expect("an action");
    until_turn(&mut battle, holder);
    battle.submit(Choice::act_at(grab, 0, me)).expect("a grab");
    while let Some(Request::Opportunity { .. } | Request::Defence { .. }) = battle.request() {
        let answer = match battle.request() {
            Some(Request::Defence { options, .. }) => Choice::Defend(options[0]),
            _ => Choice::Decline,
        };
        battle.submit(answer).expect("legal");
    }
    until_turn(&mut battle, me);
    (!battle.view().combatants[me.index()].conditions.is_empty()).then_some(battle)
}
