//! What a failure shows besides the events: sums in full, and what attacks have from weapons.

use super::Scenario;
use super::stage::{ASTRAY, Stage};
use crate::combat::battle::attacks::weapon_named;
use crate::content::{Catalogue, WeaponDef};
use crate::narrate::{Cast, tell};
use crate::rules::{Ruleset, counted};

/// Every die and modifier by name, as the log shows them, of the rolls since the last line that did
/// something; of the last roll before if there was none.
pub(super) fn sums(stage: &mut Stage) -> Vec<String> {
    let view = stage.battle.view();
    let catalogue = stage.battle.catalogue().clone();
    let cast = Cast::new(&view, stage.rules.clone(), catalogue);
    let events = stage.battle.events().iter().enumerate();
    let rolls: Vec<(usize, Vec<String>)> = events
        .filter_map(|(i, event)| {
            let details = tell(event, &cast)?.details;
            let line = stage.line(event).filter(|_| !details.is_empty())?;
            let mark = stage.mark(i)?;
            let head = format!("{line}{mark}:");
            let details = details.iter().map(|detail| format!("    {detail}"));
            Some((i, std::iter::once(head).chain(details).collect()))
        })
        .collect();
    let recent = rolls.iter().position(|(i, _)| *i >= stage.before);
    let shown = recent.unwrap_or(rolls.len().saturating_sub(1));
    let astray = stage.battle.unscripted_from().unwrap_or(usize::MAX);
    let mut left = ASTRAY;
    rolls
        .into_iter()
        .skip(shown)
        .take_while(|(i, _)| {
            left = left.saturating_sub(usize::from(*i >= astray));
            left > 0
        })
        .flat_map(|(_, lines)| lines)
        .collect()
}

/// What the attacks of blocks have from the weapons that they are named after, a line each.
pub fn brought(scenario: &Scenario, catalogue: &Catalogue, rules: &Ruleset) -> Vec<String> {
    let mut lines = Vec::new();
    for (letter, fighter) in &scenario.fighters {
        let attacks = fighter.block.iter().flat_map(|block| &block.attacks);
        for attack in attacks {
            if let Some(id) = weapon_named(catalogue, &attack.name) {
                let def = &catalogue.weapons[id];
                let held = !attack.natural && !attack.unarmed;
                let what = properties(def, held, rules);
                let id = catalogue.weapons.name(id);
                let name = &attack.name;
                lines.push(format!("{letter}'s \"{name}\" is the weapon {id}: {what}"));
            }
        }
    }
    lines
}

/// What a weapon is under these rules besides the numbers of its attack, which a block states.
fn properties(def: &WeaponDef, held: bool, rules: &Ruleset) -> String {
    let policies = &rules.policies;
    let mut list = vec![
        format!("size {:?}", def.size).to_lowercase(),
        format!("hardness {}", def.sturdy.hardness),
        counted(def.sturdy.hit_points, "hit point"),
    ];
    let also = [
        (held, "in hand"),
        (
            def.sets && policies.damage.set_weapon > 1,
            "set against charges",
        ),
        (def.lance && policies.damage.lance > 1, "a lance"),
        (def.fastened, "fastened to the hand"),
        (
            def.double && policies.attack.two_weapons.is_some(),
            "both ends strike",
        ),
    ];
    list.extend(
        also.iter()
            .filter(|(is, _)| *is)
            .map(|(_, what)| (*what).to_owned()),
    );
    if def.shots > 1 {
        list.push(format!("{} shots between loadings", def.shots));
    }
    list.join(", ")
}
