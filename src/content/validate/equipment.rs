//! Weapons, armour, helmets, shields and terrain.

use super::pointer::{Pointer, each, idle};
use crate::content::draft::Draft;
use crate::content::equipment::{Sturdy, Ward, Wards};
use crate::content::terrain::{Concealment, Footing};
use crate::content::{ArmourDef, BorderDef, Findings, HelmetDef, ShieldDef, TerrainDef, WeaponDef};
use crate::rules::{Policies, Reload};

/// What a thing stands is no less than nothing.
fn sturdy<T>(p: &mut Pointer<'_, T>, path: &[&str], sturdy: Sturdy) {
    let at = |field| [path, &[field]].concat();
    p.demand(
        sturdy.hardness >= 0,
        &at("hardness"),
        "hardness is not negative",
    );
    p.demand(
        sturdy.hit_points > 0,
        &at("hit_points"),
        "hit points are above 0",
    );
}

/// Checks the numbers of all equipment and terrain.
pub(super) fn check(draft: &Draft, findings: &mut Findings) {
    each(&draft.weapons, findings, |_, p| weapon(draft, p));
    each(&draft.armours, findings, |_, p| armour(p));
    each(&draft.helmets, findings, |_, p| helmet(p));
    each(&draft.shields, findings, |_, p| shield(p));
    each(&draft.terrain, findings, |_, p| terrain(draft, p));
    each(&draft.borders, findings, |_, p| border(p));
}

fn weapon(draft: &Draft, p: &mut Pointer<'_, WeaponDef>) {
    let def = p.def();
    if let Some(id) = &def.carries {
        idle(draft, p, ("ability", &["carries"], id), |r| {
            &r.abilities.names
        });
    }
    p.demand(
        (2..=20).contains(&def.threat),
        &["threat"],
        "a threat begins at 2 to 20",
    );
    p.demand(
        (2..=5).contains(&def.multiplier),
        &["multiplier"],
        "a critical multiplies by 2 to 5",
    );
    p.demand(
        def.tool || !def.kinds.is_empty(),
        &["kinds"],
        "a weapon needs at least one kind of damage",
    );
    p.demand(
        def.tool || def.damage.max() > 0,
        &["damage"],
        "this can never do damage",
    );
    p.demand(
        def.range
            .is_none_or(|feet| feet >= 5 && feet.is_multiple_of(5)),
        &["range"],
        "a range increment is 5 feet or a multiple of it",
    );
    p.demand(
        !def.projectile || def.range.is_some(),
        &["projectile"],
        "a projectile weapon needs a range",
    );
    p.demand(
        def.reload == Reload::None || def.projectile,
        &["reload"],
        "only a projectile weapon has to be loaded",
    );
    p.demand(
        !(def.reach && def.projectile),
        &["reach"],
        "a projectile weapon cannot be a reach weapon",
    );
    sturdy(p, &["sturdy"], def.sturdy);
}

/// Checks what a ruleset says otherwise of single weapons.
pub(super) fn changes(draft: &Draft, p: &mut Pointer<'_, Policies>) {
    let def = p.def();
    for (name, change) in &def.weapons {
        p.on(&draft.weapons, &["weapons", name], "weapon", name);
        let sound = |times| (2..=5).contains(&times);
        p.demand(
            change.multiplier.is_none_or(sound),
            &["weapons", name, "multiplier"],
            "a critical multiplies by 2 to 5",
        );
    }
}

fn armour(p: &mut Pointer<'_, ArmourDef>) {
    let def = p.def();
    p.demand(
        def.hit_points > 0,
        &["hit_points"],
        "hit points are above 0",
    );
    p.demand(
        def.bonus >= 0,
        &["bonus"],
        "an armour bonus is not negative",
    );
    p.demand(def.coverage >= 0, &["coverage"], "coverage is not negative");
    p.demand(
        def.max_dexterity >= 0,
        &["max_dexterity"],
        "the highest bonus is not negative",
    );
    wards(p, &def.wards);
}

fn helmet(p: &mut Pointer<'_, HelmetDef>) {
    let def = p.def();
    p.demand(
        def.hit_points > 0,
        &["hit_points"],
        "hit points are above 0",
    );
    wards(p, &def.wards);
}

fn shield(p: &mut Pointer<'_, ShieldDef>) {
    let def = p.def();
    p.demand(
        def.hit_points > 0,
        &["hit_points"],
        "hit points are above 0",
    );
    p.demand(def.bonus >= 0, &["bonus"], "a shield bonus is not negative");
    p.demand(def.coverage >= 0, &["coverage"], "coverage is not negative");
    sturdy(p, &["sturdy"], def.sturdy);
    wards(p, &def.wards);
}

fn wards<T>(p: &mut Pointer<'_, T>, wards: &Wards) {
    let negative = |ward: &Ward| ward.reduction < 0 || ward.absorption < 0;
    let kinds = [
        ("slashing", &wards.slashing),
        ("piercing", &wards.piercing),
        ("bludgeoning", &wards.bludgeoning),
    ];
    for (kind, ward) in kinds {
        p.demand(!negative(ward), &["wards", kind], "a ward is not negative");
    }
}

fn terrain(draft: &Draft, p: &mut Pointer<'_, TerrainDef>) {
    let def = p.def();
    p.given("name", &def.name);
    p.given("glyph", def.glyph.to_string().trim_matches('\0'));
    if let Some(door) = &def.door {
        p.on(
            &draft.terrain,
            &["door", "becomes"],
            "terrain",
            &door.becomes,
        );
    }
    if let Some(heavy) = &def.heavy {
        p.on(
            &draft.terrain,
            &["heavy", "leaves"],
            "terrain",
            &heavy.leaves,
        );
        p.demand(
            heavy.weight > 0,
            &["heavy", "weight"],
            "a heavy object needs a weight above 0",
        );
    }
    if let Some(object) = &def.object {
        let leaves = ["object", "leaves"];
        p.on(&draft.terrain, &leaves, "terrain", &object.leaves);
        sturdy(p, &["object", "sturdy"], object.sturdy);
    }
    p.demand(
        def.climb.is_none_or(|climb| climb > 0),
        &["climb"],
        "a climb is a check against 1 or more",
    );
    p.demand(
        def.climb.is_none() || !closed(def),
        &["climb"],
        "terrain that cannot be entered cannot be climbed",
    );
    p.demand(
        def.swim.is_none_or(|swim| swim > 0),
        &["swim"],
        "a swim is a check against 1 or more",
    );
    p.demand(
        def.near.is_none_or(|near| near <= def.concealment),
        &["near"],
        "terrain cannot hide more from next to it than from far away",
    );
    p.demand(
        !def.dark || def.concealment != Concealment::None,
        &["dark"],
        "darkness needs a concealment",
    );
    p.demand(
        !def.slit || !def.stops_effects(),
        &["slit"],
        "terrain that blocks sight or effects cannot be a slit",
    );
    p.demand(
        def.low_cover <= 3,
        &["low_cover"],
        "low cover blocks 0 to 3 corner lines",
    );
    p.demand(
        def.hazard
            .as_ref()
            .is_none_or(|hazard| hazard.damage.max() > 0),
        &["hazard", "damage"],
        "this can never do damage",
    );
    p.demand(
        def.hazard.is_none() || !closed(def),
        &["hazard"],
        "terrain that cannot be entered cannot have a hazard",
    );
    p.demand(
        def.snare.is_none() || !closed(def),
        &["snare"],
        "terrain that cannot be entered swallows nobody",
    );
    p.demand(
        def.snare.is_none_or(|snare| snare.difficulty > 0),
        &["snare", "difficulty"],
        "a save has to reach 1 or more",
    );
    p.demand(
        !def.glyph.is_control(),
        &["glyph"],
        "this character cannot be shown",
    );
}

fn border(p: &mut Pointer<'_, BorderDef>) {
    let def = p.def();
    p.given("name", &def.name);
    p.demand(
        def.footing != Footing::Hazardous,
        &["footing"],
        "a border cannot hurt: only ground can be hazardous",
    );
    p.demand(
        def.climb.is_none_or(|climb| climb > 0),
        &["climb"],
        "a climb is a check against 1 or more",
    );
    p.demand(
        def.climb.is_none() || !def.is_closed(),
        &["climb"],
        "what cannot be crossed cannot be climbed over",
    );
    p.demand(
        !def.slit || !def.stops_effects(),
        &["slit"],
        "what blocks sight or effects cannot be a slit",
    );
    p.demand(
        def.low_cover <= 3,
        &["low_cover"],
        "low cover blocks 0 to 3 corner lines",
    );
}

/// Whether no combatant can enter this ground.
fn closed(def: &TerrainDef) -> bool {
    matches!(def.footing, Footing::Impassable | Footing::Chasm)
}
