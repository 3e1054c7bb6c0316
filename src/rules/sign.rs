//! What a condition looks like on a token.

use super::condition::{Aspect, ConditionDef, Flag};
use super::{DamageKind, Stat};

/// What a flag looks like, the most telling first.
const LOOKS: [(Flag, &str); 38] = [
    (Flag::Dead, "coup_de_grace"),
    (Flag::Dying, "blood"),
    (Flag::Stable, "first_aid"),
    (Flag::Pinned, "pin"),
    (Flag::Motionless, "hold"),
    (Flag::Helpless, "sleep"),
    (Flag::Flees, "fear"),
    (Flag::KeepsAway, "fear"),
    (Flag::Held, "hold"),
    (Flag::Grappling, "grapple"),
    (Flag::Prone, "drop_prone"),
    (Flag::Kneeling, "kneel"),
    (Flag::Invisible, "veil"),
    (Flag::Hidden, "sneak"),
    (Flag::Ethereal, "blink"),
    (Flag::Unaware, "opening"),
    (Flag::FlatFooted, "opening"),
    (Flag::FlatFootedToOne, "opening"),
    (Flag::Mounted, "mount"),
    (Flag::Ridden, "mount"),
    (Flag::Carrying, "push_object"),
    (Flag::Carried, "push_object"),
    (Flag::ShieldLoose, "shield_loose"),
    (Flag::ShedsLight, "light"),
    (Flag::FallsSoftly, "fly"),
    (Flag::HoldsBreath, "water"),
    (Flag::Winded, "weakness"),
    (Flag::Disabled, "weakness"),
    (Flag::NoActions, "long_action"),
    (Flag::NoVoice, "cry"),
    (Flag::SingleAction, "long_action"),
    (Flag::SingleMove, "long_action"),
    (Flag::OneMove, "long_action"),
    (Flag::NoMovement, "long_action"),
    (Flag::HalfSpeed, "long_action"),
    (Flag::BonusAttack, "full_attack"),
    (Flag::NoOpportunityAttacks, "opening"),
    (Flag::NoActiveDefence, "opening"),
];

impl ConditionDef {
    /// The icon that stands for it, by name: the one that it names itself, or else that of what it does to its
    /// bearer, by the most telling of its flags or by its numbers. `None`: only its letters say what it is.
    pub fn icon(&self) -> Option<&str> {
        self.icon.as_deref().or_else(|| self.look())
    }

    fn look(&self) -> Option<&'static str> {
        let flag = LOOKS.iter().find(|(flag, _)| self.flags.contains(flag));
        if let Some((_, icon)) = flag {
            return Some(icon);
        }
        if let Some(kind) = self.ongoing {
            return Some(match kind {
                DamageKind::Fire => "fire",
                DamageKind::Acid => "acid",
                DamageKind::Cold => "cold",
                DamageKind::Slashing
                | DamageKind::Piercing
                | DamageKind::Bludgeoning
                | DamageKind::Lightning
                | DamageKind::Poison
                | DamageKind::Force
                | DamageKind::Untyped => "blood",
            });
        }
        if !self.denies.is_empty() {
            return Some("opening");
        }
        if !self.adjusts.is_empty() {
            return Some("iron_skin");
        }
        let sum = |which: fn(Aspect) -> bool| -> i32 {
            let effects = self.effects.iter().filter(|effect| which(effect.on));
            effects.map(|effect| effect.value.signum()).sum()
        };
        let guards = sum(|on| matches!(on, Aspect::Stat(Stat::Defence)));
        let strikes = sum(|on| matches!(on, Aspect::AttackRoll | Aspect::Damage));
        let saves = sum(|on| matches!(on, Aspect::Saves | Aspect::Rolls | Aspect::Skills));
        let least = guards.min(strikes).min(saves);
        if guards > 0 {
            let gives_up = self.flags.contains(&Flag::NoAttacks);
            Some(if gives_up { "total_defence" } else { "defend" })
        } else if strikes > 0 {
            Some(if guards < 0 { "fury" } else { "bless" })
        } else if strikes < 0 || saves < 0 {
            Some("weakness")
        } else if least < 0 {
            Some("opening")
        } else {
            (saves > 0).then_some("ward")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::icon;

    #[test]
    fn a_condition_looks_like_what_it_does_unless_it_names_an_icon() {
        let icon = |fields: &str| {
            let text = format!("(name: \"x\", badge: \"X\", {fields})");
            let def: ConditionDef = ron::from_str(&text).expect("reads");
            def.icon().map(str::to_owned)
        };
        let looks = |fields: &str, name: &str| {
            assert_eq!(icon(fields).as_deref(), Some(name), "{fields}");
        };
        looks("flags: [prone, no_ranged_attacks]", "drop_prone");
        looks("flags: [no_actions, helpless]", "sleep");
        looks("effects: [(on: attack_roll, value: 1)]", "bless");
        looks("effects: [(on: attack_roll, value: -2)]", "weakness");
        let total = "effects: [(on: stat(defence), value: 4)], flags: [no_attacks]";
        looks(total, "total_defence");
        looks("ongoing: Some(fire)", "fire");
        looks("icon: Some(\"cry\"), flags: [prone]", "cry");
        assert_eq!(icon(""), None, "letters say it");
    }

    #[test]
    fn every_look_is_drawn() {
        for (flag, look) in LOOKS {
            assert!(icon::ICONS.contains(&look), "{flag:?}: {look}");
        }
    }
}
