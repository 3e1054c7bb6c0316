//! Damage, armour, healing and conditions.

use crate::combat::contract::setup::{DESTROYED, WEAR_WORDS};
use crate::combat::contract::{EventKind, HurtBy, Layer};
use crate::narrate::cast::worn_thing;
use crate::narrate::{Cast, Weight, minus, place};
use crate::rules::{DamageKind, counted};

/// The line of such an event; `None` for others.
pub(super) fn line(kind: &EventKind, cast: &Cast) -> Option<(Weight, String)> {
    use EventKind as E;
    use Weight::{Action, Detail};
    let name = |seat| cast.name(seat);
    Some(match kind {
        E::DamageRolled {
            attacker,
            target,
            total,
            kind,
            ..
        } => {
            let (a, t) = (name(*attacker), name(*target));
            let what = damage_name(*kind);
            // Flames, falls and the like have no attacker.
            let line = if attacker == target {
                format!("{t} suffers {total} {what}.")
            } else {
                format!("{a} deals {t} {total} {what}.")
            };
            (Detail, line)
        }
        E::CoverageRolled {
            seat,
            check,
            difficulty,
            struck,
        } => {
            let what = match struck {
                Layer::Body => "no armour is struck".into(),
                layer => format!("the {} is struck", layer_name(*layer)),
            };
            (
                Detail,
                format!(
                    "{}, coverage {} vs DC {difficulty}: {what}.",
                    name(*seat),
                    check.total()
                ),
            )
        }
        E::LayerTook {
            seat,
            layer,
            ignored,
            absorbed,
            left,
            passed,
        } => {
            let what = layer_name(*layer);
            let wear = if *absorbed > 0 {
                format!(", takes {absorbed} ({left} left)")
            } else {
                String::new()
            };
            (
                Detail,
                format!(
                    "{}'s {what} ignores {ignored}{wear}; {passed} goes through.",
                    name(*seat)
                ),
            )
        }
        E::ArmourWorsened { seat, condition } => {
            let word = wear_word(*condition);
            (Action, format!("{}'s armour is {word}.", name(*seat)))
        }
        E::ItemDestroyed { seat, layer } => (
            Action,
            format!("{}'s {} breaks.", name(*seat), layer_name(*layer)),
        ),
        E::Hurt {
            seat,
            amount,
            kind,
            hit_points,
            nonlethal,
            grade,
            from,
        } => {
            let wound = damaged(
                (*amount, *kind, *from),
                *hit_points,
                *nonlethal,
                *grade,
                cast,
            );
            (Action, format!("{} takes {wound}.", name(*seat)))
        }
        E::Worn {
            seat,
            item,
            hit_points,
            condition,
            repair,
        } => {
            let (who, what) = (name(*seat), worn_thing(*item));
            let left = left_of(*hit_points, *condition);
            let how = repair.map_or_else(String::new, |number| {
                format!(" A check of {number} in a rest repairs it.")
            });
            (
                Detail,
                format!("{who}'s {what} stays as it is: {left}.{how}"),
            )
        }
        E::Repaired {
            seat,
            owner,
            item,
            hit_points,
            condition,
        } => {
            let (by, who, what) = (name(*seat), name(*owner), worn_thing(*item));
            let left = left_of(*hit_points, *condition);
            let whose = match seat == owner {
                true => format!("the {what}"),
                false => format!("{who}'s {what}"),
            };
            (Action, format!("{by} repairs {whose}: {left}."))
        }
        E::ScoreLowered {
            seat,
            ability,
            amount,
            left,
        } => {
            let (who, score) = (name(*seat), cast.rules.policies.names.ability(*ability));
            (
                Action,
                format!("{who} loses {amount} {score} ({left} left)."),
            )
        }
        E::Healed {
            seat,
            amount: 0,
            hit_points,
        } => {
            let (name, left) = (name(*seat), minus(*hit_points));
            (
                Action,
                format!("{name} regains no hit points, {left} left."),
            )
        }
        E::Healed {
            seat,
            amount,
            hit_points,
        } => (
            Action,
            format!(
                "{} regains {}, {} left.",
                name(*seat),
                counted(*amount, "hit point"),
                minus(*hit_points)
            ),
        ),
        E::Unaffected {
            seat,
            ability,
            kind,
        } => (
            Action,
            format!(
                "{} is immune to {}: {} has no effect.",
                name(*seat),
                damage_name(*kind),
                cast.ability(*ability)
            ),
        ),
        E::NotInhaled { seat, holds } => {
            let why = match holds {
                true => "holds its breath",
                false => "does not breathe",
            };
            let said = format!("{} {why}: it inhales nothing.", name(*seat));
            (Action, said)
        }
        E::Landed {
            seat,
            ability,
            at,
            scatter,
        } => {
            let what = cast.ability(*ability);
            let (who, at) = (name(*seat), place(*at));
            let text = match scatter {
                Some(die) => {
                    let way = die.rolled;
                    format!("{what}: {who} misses ({way} on the d8), and it lands at {at}.")
                }
                None => format!("{what}: {who} hits {at}."),
            };
            (Action, text)
        }
        E::DamageAdjusted {
            seat,
            kind,
            amount,
            passed,
        } => {
            let kind = damage_name(*kind);
            let text = match passed {
                0 => format!("{amount} {kind} has no effect on {}.", name(*seat)),
                _ => format!(
                    "{passed} of {amount} {kind} gets through to {}.",
                    name(*seat)
                ),
            };
            let text = if passed > amount {
                format!("{amount} {kind} becomes {passed} for {}.", name(*seat))
            } else {
                text
            };
            (Detail, text)
        }
        E::ConditionBegan { seat, condition } => (
            Action,
            format!(
                "{} is {}.",
                name(*seat),
                cast.condition(*condition).to_lowercase()
            ),
        ),
        E::ConditionEnded { seat, condition } => {
            let condition = cast.condition(*condition).to_lowercase();
            (Detail, format!("{} is no longer {condition}.", name(*seat)))
        }
        E::PoolChanged { seat, pool, left } => (
            Detail,
            format!("{} has {} left.", name(*seat), cast.points(*pool, *left)),
        ),
        E::ShieldUsed { seat, left } => {
            let uses = counted(*left, "use");
            (
                Detail,
                format!("{} has {uses} of the shield left.", name(*seat)),
            )
        }
        E::TemporaryHitPoints { seat, left } => {
            let points = counted(*left, "temporary hit point");
            (Detail, format!("{} has {points}.", name(*seat)))
        }
        _ => return None,
    })
}

/// Damage that a combatant takes, what is left of it, and how bad the wound is.
pub fn damaged(
    (amount, kind, from): (i32, DamageKind, Option<HurtBy>),
    left: i32,
    nonlethal: bool,
    grade: Option<u8>,
    cast: &Cast,
) -> String {
    let what = match kind {
        _ if nonlethal => cast.nonlethal(),
        // Of weapons the line says already what struck.
        DamageKind::Slashing
        | DamageKind::Piercing
        | DamageKind::Bludgeoning
        | DamageKind::Untyped => "damage".to_owned(),
        kind => damage_name(kind).to_owned(),
    };
    let wound = grade.and_then(|grade| cast.wound(grade));
    let wound = wound.map_or_else(String::new, |wound| format!(", {wound}"));
    let from = from.map_or_else(String::new, |from| hurt_by(from, cast));
    format!("{amount} {what}{from}, {} left{wound}", minus(left))
}

/// What hurts where no combatant does.
fn hurt_by(from: HurtBy, cast: &Cast) -> String {
    match from {
        HurtBy::Ground(terrain) => format!(" from {}", cast.terrain(terrain).to_lowercase()),
        HurtBy::Inhaled => " from what it inhales".to_owned(),
        HurtBy::Fall => " from the fall".to_owned(),
        HurtBy::Strain => " from the strain".to_owned(),
        HurtBy::Wounds => " from its wounds".to_owned(),
        HurtBy::Suffocation => " for want of air".to_owned(),
    }
}

fn wear_word(condition: u8) -> &'static str {
    let word = WEAR_WORDS.get(usize::from(condition));
    word.copied().unwrap_or("destroyed")
}

/// What a worn thing has left: `12 points, battered`.
fn left_of(hit_points: i32, condition: u8) -> String {
    match condition {
        DESTROYED => "destroyed".to_owned(),
        0 => counted(hit_points, "hit point"),
        worse => format!("{}, {}", wear_word(worse), counted(hit_points, "hit point")),
    }
}

fn damage_name(kind: DamageKind) -> &'static str {
    match kind {
        DamageKind::Slashing => "slashing damage",
        DamageKind::Piercing => "piercing damage",
        DamageKind::Bludgeoning => "bludgeoning damage",
        DamageKind::Fire => "fire damage",
        DamageKind::Cold => "cold damage",
        DamageKind::Acid => "acid damage",
        DamageKind::Lightning => "lightning damage",
        DamageKind::Poison => "poison damage",
        DamageKind::Force => "force damage",
        DamageKind::Untyped => "damage",
    }
}

/// What a layer is called.
pub fn layer_name(layer: Layer) -> &'static str {
    match layer {
        Layer::Shield => "shield",
        Layer::Helmet => "helmet",
        Layer::Armour => "armour",
        Layer::NaturalArmour => "natural armour",
        Layer::Body => "body",
    }
}
