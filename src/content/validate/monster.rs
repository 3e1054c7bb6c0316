//! Monsters.

use super::pointer::{Pointer, idle};
use crate::content::draft::Draft;
use crate::content::{Code, MonsterDef, WeaponDef};
use crate::rules::Target;
use crate::rules::portrait::{FIGURES, PAINTS, PARTS};

/// Checks one monster.
pub(super) fn check(draft: &Draft, p: &mut Pointer<'_, MonsterDef>) {
    let def = p.def();
    names(draft, p);
    p.demand(!def.name.is_empty(), &["name"], "a monster needs a name");
    p.demand(
        (1..=10_000).contains(&def.hit_points),
        &["hit_points"],
        "hit points are 1 to 10000",
    );
    p.demand(
        (1..=60).contains(&def.level),
        &["level"],
        "a level is 1 to 60",
    );
    let scores = [
        ("strength", def.abilities.strength),
        ("dexterity", def.abilities.dexterity),
        ("constitution", def.abilities.constitution),
        ("intelligence", def.abilities.intelligence),
        ("wisdom", def.abilities.wisdom),
        ("charisma", def.abilities.charisma),
    ];
    for (ability, score) in scores {
        let path = ["abilities", ability];
        p.demand((1..=100).contains(&score), &path, "a score is 1 to 100");
    }
    p.demand(
        def.reach.is_none_or(|squares| squares <= 20),
        &["reach"],
        "reach is at most 20 squares",
    );
    p.demand(
        def.speed.is_multiple_of(5),
        &["speed"],
        "speed is a multiple of 5 feet",
    );
    p.demand(def.speed <= 200, &["speed"], "speed is at most 200 feet");
    let fits = |feet: u16| (5..=200).contains(&feet) && feet.is_multiple_of(5);
    p.demand(
        def.fly.is_none_or(fits),
        &["fly"],
        "a speed in the air is 5 to 200 feet and a multiple of 5",
    );
    p.demand(
        def.swim.is_none_or(fits),
        &["swim"],
        "a speed in the water is 5 to 200 feet and a multiple of 5",
    );
    p.demand(
        (0..=60).contains(&def.base_attack),
        &["base_attack"],
        "base attack is 0 to 60",
    );
    let listed = &def.attack_bonuses;
    p.demand(
        listed.len() <= 4 && listed.first().is_none_or(|first| *first == def.base_attack),
        &["attack_bonuses"],
        "attack bonuses are four at most, and the first is the base attack",
    );
    p.demand(
        (0..=100).contains(&def.natural_armour),
        &["natural_armour"],
        "natural armour is 0 to 100",
    );
    p.demand(
        (0..=100).contains(&def.class_defence),
        &["class_defence"],
        "a defence bonus of class is 0 to 100",
    );
    p.demand(
        def.token.letters.chars().count() <= 3,
        &["token", "letters"],
        "a token has room for three letters",
    );
    emblem(p);
    hands(draft, p);
}

/// A figure of its own, or a portrait whose parts and colours there are.
fn emblem(p: &mut Pointer<'_, MonsterDef>) {
    let (path, emblem) = (["token", "emblem"], p.def().token.emblem.clone());
    if emblem.is_empty() {
        return;
    }
    if !emblem.contains([' ', ',']) {
        return p.name(&path, "emblem", &emblem, FIGURES);
    }
    for words in emblem.split(',') {
        match words.trim().split_once(' ') {
            Some((part, paint)) => {
                p.name(&path, "part of a portrait", part, PARTS);
                let paints = PAINTS.iter().map(|(name, _)| *name);
                p.name(&path, "colour", paint.trim(), paints);
            }
            None => {
                let message =
                    "a portrait is parts with their colours: \"shoulders blue, head fair\"";
                p.report(&path, Code::Sense, message.to_owned());
            }
        }
    }
}

fn names(draft: &Draft, p: &mut Pointer<'_, MonsterDef>) {
    let def = p.def();
    if let Some(armour) = &def.armour {
        p.on(&draft.armours, &["armour"], "suit of armour", armour);
    }
    if let Some(helmet) = &def.helmet {
        p.on(&draft.helmets, &["helmet"], "helmet", helmet);
    }
    if let Some(shield) = &def.shield {
        p.on(&draft.shields, &["shield"], "shield", shield);
    }
    for (field, list) in [("weapons", &def.weapons), ("natural", &def.natural)] {
        for (i, id) in list.iter().enumerate() {
            let path = [field, &i.to_string()];
            p.on(&draft.weapons, &path, "weapon", id);
            let Some(weapon) = draft.weapons.get(id) else {
                continue;
            };
            if weapon.tool {
                let message = format!("\"{id}\" is a tool and belongs under `belt` or `pack`");
                p.report(&path, Code::Sense, message);
            } else if weapon.natural != (field == "natural") {
                let right = if weapon.natural { "natural" } else { "weapons" };
                let message = format!("\"{id}\" belongs under `{right}`");
                p.report(&path, Code::Sense, message);
            }
        }
    }
    for (i, id) in def.hidden.iter().enumerate() {
        let path = ["hidden", &i.to_string()];
        p.on(&draft.weapons, &path, "weapon", id);
        let made = |weapon: &WeaponDef| !weapon.tool && !weapon.natural;
        if draft.weapons.get(id).is_some_and(|weapon| !made(weapon)) {
            let message = format!("\"{id}\" is no weapon to be hidden");
            p.report(&path, Code::Sense, message);
        }
    }
    for (field, list) in [("belt", &def.belt), ("pack", &def.pack)] {
        for (i, id) in list.iter().enumerate() {
            let path = [field, &i.to_string()];
            p.on(&draft.weapons, &path, "tool", id);
            if draft.weapons.get(id).is_some_and(|def| !def.tool) {
                let message = format!("\"{id}\" is a weapon and belongs under `weapons`");
                p.report(&path, Code::Sense, message);
            }
        }
    }
    for ruleset in def.overrides.keys() {
        let known = draft.known_rulesets().map(|(id, _)| id);
        p.name(&["overrides", ruleset], "ruleset", ruleset, known);
    }
    for id in def.knows.keys() {
        idle(draft, p, ("ability", &["knows", id], id), |r| {
            &r.abilities.names
        });
    }
    for id in def.knows.keys() {
        let rulesets = draft.rulesets.values();
        let mut known = rulesets.filter_map(|rules| rules.abilities.get(id));
        if known.any(|ability| matches!(ability.target, Target::Wounded { .. })) {
            let message =
                format!("\"{id}\" is for a weapon that `carries` it: here it does nothing");
            p.warn(&["knows", id], Code::Sense, message);
        }
    }
    for id in def.pools.keys() {
        idle(draft, p, ("pool", &["pools", id], id), |r| &r.pools.names);
    }
    for (i, id) in def.traits.iter().enumerate() {
        let path = ["traits", &i.to_string()];
        idle(draft, p, ("trait", &path, id), |r| &r.traits.names);
    }
}

/// What it holds must fit into its hands.
fn hands(draft: &Draft, p: &mut Pointer<'_, MonsterDef>) {
    let def = p.def();
    if def.two_weapons && def.weapons.len() < 2 {
        p.report(
            &["two_weapons"],
            Code::Sense,
            "this takes a second weapon".to_owned(),
        );
    }
    if def.two_weapons && def.shield.is_some() {
        p.report(
            &["shield"],
            Code::Sense,
            "the off hand already has a weapon".to_owned(),
        );
    }
    for (i, id) in def.weapons.iter().enumerate() {
        let Some(weapon) = draft.weapons.get(id) else {
            continue;
        };
        let above = weapon.size.steps_above(def.size);
        let path = ["weapons", &i.to_string()];
        if above > 1 {
            let message = format!("\"{id}\" is too large for this creature's hands");
            p.report(&path, Code::Sense, message);
        } else if (above == 1 || weapon.two_handed)
            && i == 0
            && (def.shield.is_some() || def.two_weapons)
        {
            let message = format!("\"{id}\" takes both hands, and one of them is not free");
            p.report(&path, Code::Sense, message);
        }
    }
    if def.weapons.is_empty() && def.natural.is_empty() {
        let message = "without a weapon it fights with bare hands".to_owned();
        p.warn(&["name"], Code::Sense, message);
    }
}
