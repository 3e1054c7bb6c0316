//! More for unit tests: armour, shields and orders.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::combat::attack::defence;
use crate::combat::battle::Battle;
use crate::combat::contract::{Choice, EventKind, Request, Seat};
use crate::combat::testkit::testing::{Scene, action};
use crate::combat::testkit::things::catalogue;
use crate::content::terrain::Concealment;
use crate::content::{ArmourDef, Catalogue, HelmetDef, ShieldDef, TerrainDef};
use crate::dice::{Dice, ScriptedRoll};
use crate::rules::{ConditionId, Table};

/// The catalogue of the drawn scenes with a suit of armour, a helmet and shields.
pub fn armoury() -> Arc<Catalogue> {
    let mut all = (*catalogue()).clone();
    let ward = |reduction: i32, absorption: i32| {
        let ward = format!("(reduction: {reduction}, absorption: {absorption})");
        format!("(slashing: {ward}, piercing: {ward}, bludgeoning: {ward})")
    };
    let leather: ArmourDef = ron::from_str(&format!(
        r#"(name: "Leather", weight: light, bonus: 2, max_dexterity: 6, coverage: 5,
            wards: {}, hit_points: 21, material: soft)"#,
        ward(2, 2)
    ))
    .expect("armour");
    let cap: HelmetDef = ron::from_str(&format!(
        r#"(name: "Cap", wards: {}, hit_points: 8, material: soft)"#,
        ward(2, 2)
    ))
    .expect("a helmet");
    let shield = |hit_points: i32, material: &str| -> ShieldDef {
        ron::from_str(&format!(
            r#"(name: "Shield", size: small, bonus: 1, coverage: 2,
                wards: {}, hit_points: {hit_points}, material: {material})"#,
            ward(4, 4)
        ))
        .expect("a shield")
    };
    let mut terrain: BTreeMap<String, _> = all
        .terrain
        .iter()
        .map(|(id, def)| (all.terrain.name(id).to_owned(), def.clone()))
        .collect();
    let floor = terrain["floor"].clone();
    let fog = TerrainDef {
        concealment: Concealment::Half,
        ..floor.clone()
    };
    let parapet = TerrainDef {
        low_cover: 2,
        ..floor.clone()
    };
    let table = TerrainDef { height: 1, ..floor };
    terrain.extend([
        ("fog".to_owned(), fog),
        ("parapet".to_owned(), parapet),
        ("table".to_owned(), table),
    ]);
    all.terrain = Table::new(terrain);
    all.armours = Table::new(BTreeMap::from([("leather".to_owned(), leather)]));
    all.helmets = Table::new(BTreeMap::from([("cap".to_owned(), cap)]));
    all.shields = Table::new(BTreeMap::from([
        ("buckler".to_owned(), shield(2, "wood")),
        ("bronze".to_owned(), shield(25, "metal")),
        ("wooden".to_owned(), shield(25, "wood")),
    ]));
    Arc::new(all)
}

/// The battle of a scene with these dice and the armoury's things in it.
pub fn begun(scene: &Scene, dice: &[u32]) -> Battle {
    let dice = Dice::scripted(dice.iter().copied().map(ScriptedRoll::new).collect());
    Battle::new(armoury(), Arc::clone(&scene.rules), &scene.setup, dice).expect("a battle")
}

/// A's action on a target, with the first mode. The answers are given in order; when they run out,
/// the combatant that is asked answers as usual.
pub fn acted(scene: &Scene, name: &str, target: char, dice: &[u32], answers: &[Choice]) -> Battle {
    let mut battle = begun(scene, dice);
    let choice = Choice::act_at(action(&battle, name), 0, scene.seat(target));
    battle.submit(choice).expect("the act is legal");
    answered(&mut battle, answers);
    battle
}

/// A's attack on a with the first mode, and not a die too few or too many.
pub fn attacked(scene: &Scene, dice: &[u32], answers: &[Choice]) -> Battle {
    let battle = acted(scene, "attack", 'a', dice, answers);
    assert_eq!(battle.dice_fault(), None);
    assert_eq!(battle.dice_left_over(), []);
    battle
}

/// Answers whatever is asked until a combatant's turn goes on.
pub fn answered(battle: &mut Battle, answers: &[Choice]) {
    let mut answers = answers.iter();
    while let Some(request) = battle.request().cloned() {
        if matches!(request, Request::Turn { .. }) {
            return;
        }
        let usual = || defence::usual(&request).unwrap_or(Choice::Decline);
        let choice = answers.next().cloned().unwrap_or_else(usual);
        battle.submit(choice).expect("the answer is legal");
    }
}

/// Damage that reached a combatant's body.
pub fn hurt(battle: &Battle, seat: Seat) -> i32 {
    let amounts = battle.events().iter().map(|event| match event.kind {
        EventKind::Hurt {
            seat: hurt, amount, ..
        } if hurt == seat => amount,
        _ => 0,
    });
    amounts.sum()
}

/// Whether an attack landed.
pub fn landed(battle: &Battle) -> bool {
    battle
        .events()
        .iter()
        .any(|event| matches!(event.kind, EventKind::AttackLanded { .. }))
}

/// Whether a combatant bears the condition of this name.
pub fn bears(battle: &mut Battle, seat: Seat, name: &str) -> bool {
    let id: Option<ConditionId> = battle.rules().condition(name);
    battle.view().combatants[seat.index()]
        .conditions
        .iter()
        .any(|c| Some(*c) == id)
}
