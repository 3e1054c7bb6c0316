//! The fighters of drawn battles: what is special about each, and everything that is not.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::combat::contract::{Seat, SideId};
use crate::combat::state::combatant::*;
use crate::combat::state::{Hands, Vitals};
use crate::content::equipment::{Material, StrengthUse};
use crate::dice::DiceExpr;
use crate::grid::{Area, Reach, SquareSet};
use crate::rules::{DamageKind, Reload, *};

/// What is special about a combatant.
#[derive(Clone)]
pub struct Draft {
    pub speed: i32,
    pub size: Size,
    pub modes: Vec<AttackMode>,
    pub capabilities: Vec<Capability>,
    pub abilities: Abilities,
    pub heavy_armour: bool,
    pub conditions: Vec<&'static str>,
}

pub fn melee(min: u8, max: u8) -> AttackMode {
    AttackMode {
        name: "sword".to_owned(),
        weapon: None,
        ranged: false,
        reach: Reach::new(min, max),
        increment: 0,
        increments: 0,
        attack: Vec::new(),
        iterations: Vec::new(),
        damage: DiceExpr::dice(1, 6),
        damage_bonus: Vec::new(),
        kinds: vec![DamageKind::Slashing],
        also: Vec::new(),
        threat: 20,
        multiplier: 2,
        material: Material::Metal,
        strength: StrengthUse::Full,
        reload: Reload::None,
        usable_prone: false,
        nonlethal: false,
        unarmed: false,
        armed: true,
        light: false,
        hands: 1,
        off_hand: false,
        natural: false,
        secondary: false,
        ability: None,
        touch: false,
        improvised: false,
        brutal: 0,
        both_hands: false,
        carries: None,
    }
}

pub fn bow() -> AttackMode {
    AttackMode {
        ranged: true,
        armed: false,
        reach: Reach::new(1, 20),
        ..melee(1, 1)
    }
}

/// A fighter with 10 hit points, placed and ready to be spawned.
pub fn fighter(letter: char, seat: Seat, area: Area, draft: Draft) -> impl Bundle {
    let speed = Modifier {
        kind: ModifierKind::Base,
        value: draft.speed,
        source: Source::Stated(Stat::Speed),
        rule: None,
    };
    let mut stats = Stats::default();
    stats.of_mut(Stat::Speed).push(speed);
    let identity = Identity {
        seat,
        side: SideId(u8::from(letter.is_ascii_lowercase())),
        name: letter.to_string(),
        monster: None,
        size: draft.size,
        footprint: area.footprint,
        reach: 1,
        capabilities: draft.capabilities,
        abilities: draft.abilities,
        level: 1,
        base_attack: 1,
        iterations: Vec::new(),
        heavy_armour: draft.heavy_armour,
        load: Default::default(),
        adjusts: Vec::new(),
        changes: Vec::new(),
        traits: Vec::new(),
    };
    let vitals = Vitals {
        hit_points: 10,
        max: 10,
        nonlethal: 0,
        lost: Losses::default(),
        failures: 0,
        points: Points::default(),
        temporary: 0,
        temporary_with: None,
        gathers: None,
        wounds: 0,
        grades: Grades::default(),
        hits: 0,
        awake_from: None,
        tended: false,
        raised: 0,
        mends: false,
    };
    let modes = Attacks(draft.modes);
    (
        identity,
        Unhurt {
            stats: Arc::new(stats.clone()),
            modes: Arc::new(modes.clone()),
            shed: Vec::new(),
        },
        (stats, modes),
        Place::at(Some(area)),
        vitals,
        Conditions::default(),
        Budget::default(),
        (Reactions::default(), Silenced::default()),
        Hands::default(),
        Gear::default(),
        (Threatened(SquareSet::default()), Opportunities::default()),
        Initiative {
            count: Some(10),
            ..Initiative::default()
        },
        Readied::default(),
        Stamina::default(),
        crate::combat::ability::Repertoire::default(),
    )
}
