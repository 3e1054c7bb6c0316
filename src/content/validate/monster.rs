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
        def.speed.is_multiple_of(5),
        &["speed"],
        "speed is a multiple of 5 feet",
    );
    let fits = |feet: Option<u16>| feet.is_none_or(|feet| feet.is_multiple_of(5));
    for (field, feet) in [("fly", def.fly), ("swim", def.swim)] {
        p.demand(fits(feet), &[field], "speed is a multiple of 5 feet");
    }
    let listed = &def.attack_bonuses;
    p.demand(
        listed.len() <= 4 && listed.first().is_none_or(|first| *first == def.base_attack),
        &["attack_bonuses"],
        "attack bonuses are four at most, and the first is the base attack",
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
