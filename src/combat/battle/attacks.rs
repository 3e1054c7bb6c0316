//! The ways to attack that a combatant's weapons give it.

use crate::combat::contract::setup::named;
use crate::combat::contract::{BlockAttack, SetupError, StatBlock};
use crate::combat::equipment::arms::{
    InHand, Wielder, far, further, longer_reach, melee_reach, strength_topic,
};
use crate::combat::state::{AttackMode, Attacks, Hands, Piece, Stats};
use crate::content::equipment::{Material, StrengthUse};
use crate::content::{Catalogue, MonsterDef};
use crate::dice::DiceExpr;
use crate::grid::Reach;
use crate::rules::{
    Ability, Capability, DamageKind, Modifier, ModifierKind, ReachWeapons, Ruleset, Size, Source,
    Stat, WeaponId,
};

/// The modes of a monster, and what its hands hold.
pub(crate) fn of_monster(
    rules: &Ruleset,
    catalogue: &Catalogue,
    def: &MonsterDef,
    (stats, capabilities): (&Stats, &[Capability]),
    (reach, iterations): (u8, &[i32]),
) -> Result<(Attacks, Hands), SetupError> {
    let builder = Wielder {
        rules,
        catalogue,
        size: def.size,
        abilities: def.abilities,
        iterations,
        stats,
        reach,
    };
    let (mut modes, mut hands) = (Vec::new(), Hands::default());
    for (i, name) in def.weapons.iter().enumerate() {
        let id: WeaponId = named(&catalogue.weapons, "weapon", name)?;
        let off = i == 1 && def.two_weapons;
        builder.add(id, if off { InHand::Off } else { InHand::Main }, &mut modes);
        if i == 0 || off {
            hands.held.push(Piece::new(id));
        } else {
            hands.carried.push(Piece::new(id));
        }
    }
    for (i, name) in def.natural.iter().enumerate() {
        let id: WeaponId = named(&catalogue.weapons, "weapon", name)?;
        builder.add(
            id,
            if i == 0 && !def.natural_secondary {
                InHand::Primary
            } else {
                InHand::Secondary
            },
            &mut modes,
        );
    }
    for (list, place) in [
        (&def.belt, &mut hands.carried),
        (&def.pack, &mut hands.stored),
    ] {
        for name in list.iter().filter(|name| rules.has_use_for(name)) {
            let id = named(&catalogue.weapons, "tool", name)?;
            place.push(Piece::new(id));
        }
    }
    for name in &def.hidden {
        let id = named(&catalogue.weapons, "weapon", name)?;
        hands.hidden.push(Piece::new(id));
    }
    // Every combatant without natural weapons can still strike with a bare hand.
    let bare = catalogue
        .weapons
        .iter()
        .find(|(_, w)| w.unarmed && !w.natural);
    if let Some((id, _)) = bare
        && def.natural.is_empty()
        && !modes.iter().any(|mode| mode.unarmed)
    {
        builder.add(id, InHand::Bare, &mut modes);
    }
    let level = i32::from(def.level);
    for mode in modes.iter_mut().filter(|mode| mode.unarmed) {
        bare_hands(rules, mode, def.size, level, capabilities);
    }
    Ok((Attacks(modes), hands))
}

/// Whether bare hands count as armed.
fn is_armed(rules: &Ruleset, capabilities: &[Capability]) -> bool {
    let all = rules.policies.attack.unarmed.arms();
    all || capabilities.contains(&Capability::ArmedUnarmed)
}

/// What size and training make of the blow of a bare hand.
fn bare_hands(
    rules: &Ruleset,
    mode: &mut AttackMode,
    size: Size,
    level: i32,
    capabilities: &[Capability],
) {
    mode.armed |= mode.natural || is_armed(rules, capabilities);
    let Some(rule) = &rules.policies.damage.bare_hands else {
        return;
    };
    let small = size < Size::Medium;
    if small {
        mode.damage = rule.small;
    }
    if let Some(dice) = rule.sizes.get(&size) {
        mode.damage = *dice;
    }
    let trained = capabilities.contains(&Capability::MartialArts);
    let arts = rule.martial_arts.as_ref().filter(|_| trained);
    if let Some(arts) = arts {
        mode.damage = arts.damage(level, small);
        mode.nonlethal = false;
    }
}

/// The weapon of the equipment that an attack of a block is named after, if it is.
pub(crate) fn weapon_named(catalogue: &Catalogue, attack: &str) -> Option<WeaponId> {
    let id = attack.to_lowercase().replace([' ', '-'], "_");
    catalogue.weapons.id(&id)
}

/// The modes of a stat block. An attack named after a weapon is made with that weapon, so that it
/// can be dropped, taken and reloaded.
pub(crate) fn of_block(
    rules: &Ruleset,
    catalogue: &Catalogue,
    block: &StatBlock,
    capabilities: &[Capability],
    reach: u8,
) -> Result<(Attacks, Hands), SetupError> {
    let mut hands = Hands::default();
    let mut modes: Vec<AttackMode> = block
        .attacks
        .iter()
        .map(|attack| {
            let id = weapon_named(catalogue, &attack.name);
            if let Some(id) =
                id.filter(|id| !attack.natural && !attack.unarmed && !hands.holds(*id))
            {
                hands.held.push(Piece::new(id));
            }
            let mut mode = block_mode(attack, id, reach, longer_reach(capabilities));
            let carries = attack.carries.as_ref();
            mode.carries = carries.and_then(|name| rules.abilities.id(name));
            if mode.unarmed {
                mode.armed |= is_armed(rules, capabilities);
            }
            mode
        })
        .collect();
    if let Some(attack) = block.bare_hand {
        modes.push(bare_hand(rules, block, attack, capabilities, reach));
    }
    for (list, place) in [
        (&block.in_hand, &mut hands.held),
        (&block.belt, &mut hands.carried),
        (&block.pack, &mut hands.stored),
    ] {
        for name in list {
            let id = named(&catalogue.weapons, "thing", name)?;
            place.push(Piece::new(id));
        }
    }
    Ok((Attacks(modes), hands))
}

/// The bare hand of a stat block, as size, level, Strength and traits make it.
fn bare_hand(
    rules: &Ruleset,
    block: &StatBlock,
    attack: i32,
    capabilities: &[Capability],
    reach: u8,
) -> AttackMode {
    let plain = BlockAttack {
        name: "bare hand".to_owned(),
        attack,
        damage: DiceExpr::dice(1, 3),
        kinds: vec![DamageKind::Bludgeoning],
        material: Material::Soft,
        unarmed: true,
        nonlethal: true,
        light: true,
        iterations: further(rules, block.base_attack, &[]),
        ..BlockAttack::default()
    };
    let mut mode = block_mode(&plain, None, reach, 0);
    let strength = block.abilities.modifier(Ability::Strength);
    mode.damage_bonus.push(Modifier {
        kind: ModifierKind::Strength,
        value: strength,
        source: Source::Ability(Ability::Strength),
        rule: rules.cite(strength_topic(&mode, strength)),
    });
    bare_hands(rules, &mut mode, block.size, block.level, capabilities);
    mode
}

fn block_mode(
    attack: &BlockAttack,
    weapon: Option<WeaponId>,
    natural_reach: u8,
    longer: u8,
) -> AttackMode {
    let reach = match (attack.range, attack.reach) {
        (Some(increment), _) => far(increment, attack.increments),
        (None, Some((min, max))) => Reach::new(min, max.saturating_add(longer)),
        (None, None) => melee_reach(natural_reach, false, ReachWeapons::OneMoreAndWithin),
    };
    let stat = if attack.range.is_some() {
        Stat::RangedAttack
    } else {
        Stat::MeleeAttack
    };
    AttackMode {
        name: attack.name.clone(),
        weapon,
        ranged: attack.range.is_some(),
        reach,
        increment: attack.range.unwrap_or(0),
        increments: if attack.range.is_some() {
            attack.increments
        } else {
            0
        },
        attack: vec![Modifier::plain(
            ModifierKind::Base,
            attack.attack,
            Source::Stated(stat),
        )],
        iterations: attack.iterations.clone(),
        damage: attack.damage,
        damage_bonus: Vec::new(),
        kinds: attack.kinds.clone(),
        also: attack.also.iter().map(|a| (a.damage, a.kind)).collect(),
        threat: attack.threat,
        multiplier: attack.multiplier,
        material: attack.material,
        strength: match attack.range {
            Some(_) => StrengthUse::None,
            None => StrengthUse::Full,
        },
        reload: attack.reload,
        usable_prone: attack.usable_prone,
        nonlethal: attack.nonlethal,
        unarmed: attack.unarmed,
        armed: !attack.unarmed || attack.natural,
        light: attack.light,
        hands: match (attack.natural, attack.two_handed) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => 1,
        },
        off_hand: attack.off_hand,
        natural: attack.natural,
        secondary: false,
        ability: None,
        touch: attack.touch,
        improvised: false,
        brutal: 0,
        both_hands: false,
        carries: None,
    }
}
