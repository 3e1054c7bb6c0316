//! Attacks: who attacks whom, and with what result.

use crate::combat::contract::{AttackOutcome, EventKind, HeldItem, Miss};
use crate::combat::{Cause, DefenceChoice};
use crate::narrate::{Cast, Weight, minus, place};
use crate::rules::{Check, Tally};

/// The line of such an event; `None` for others.
pub(super) fn line(kind: &EventKind, cast: &Cast) -> Option<(Weight, String)> {
    use EventKind as E;
    use Weight::{Action, Detail};
    let name = |seat| cast.name(seat);
    Some(match kind {
        E::StruckAtNothing { seat, at, told } => (
            Action,
            format!(
                "{} strikes at {}, but {}.",
                name(*seat),
                place(*at),
                match told {
                    true => "the square is empty",
                    false => "misses",
                }
            ),
        ),
        E::Located { observer, subject } => (
            Detail,
            format!("{} knows where {} is.", name(*observer), name(*subject)),
        ),
        E::Provoked { seat, by, cause } => {
            let how = match cause {
                Cause::Leaving(_) => "leaves a square that is threatened by",
                Cause::Act(_) | Cause::Unarmed(_) => "provokes an attack of opportunity from",
                Cause::Standing => "stands up next to",
            };
            (Detail, format!("{} {how} {}.", name(*seat), name(*by)))
        }
        E::OpportunityTaken { seat, target } => (
            Action,
            format!(
                "{} takes an attack of opportunity at {}.",
                name(*seat),
                name(*target)
            ),
        ),
        E::OpportunityDeclined { seat, target } => (
            Detail,
            format!(
                "{} makes no attack of opportunity at {}.",
                name(*seat),
                name(*target)
            ),
        ),
        E::AttackRolled {
            attacker,
            target,
            mode,
            check,
            defence,
            outcome,
            ..
        } => {
            let mode = cast.mode(*attacker, *mode);
            let (roll, how) = rolled(check, defence, *outcome, cast);
            let (attacker, target) = (name(*attacker), name(*target));
            (
                Detail,
                format!("{attacker} at {target} with {mode}, {roll}: {how}."),
            )
        }
        E::Defended {
            seat,
            choice,
            check,
            stopped,
            ..
        } => (Detail, defended(cast, *seat, *choice, check, *stopped)),
        E::ConcealmentRolled {
            target,
            percent,
            die,
            missed,
        } => {
            let end = if *missed {
                "the attack misses"
            } else {
                "the attack goes through"
            };
            (
                Detail,
                format!(
                    "{} has concealment, {} of {percent}\u{a0}%: {end}.",
                    name(*target),
                    die.rolled
                ),
            )
        }
        E::CriticalThreat {
            attacker,
            check,
            confirmed,
        } => {
            let end = if *confirmed {
                "confirmed"
            } else {
                "not confirmed"
            };
            (
                Detail,
                format!(
                    "{} threatens a critical hit: {}, {end}.",
                    name(*attacker),
                    check.total()
                ),
            )
        }
        E::AttackLanded {
            attacker,
            target,
            critical,
        } => {
            let how = if *critical {
                "lands a critical hit on"
            } else {
                "hits"
            };
            (
                Action,
                format!("{} {how} {}.", name(*attacker), name(*target)),
            )
        }
        E::AttackFailed {
            attacker,
            target,
            why,
        } => {
            let (a, t) = (name(*attacker), name(*target));
            (
                Action,
                match why {
                    Miss::Defence | Miss::Natural => format!("{a} misses {t}."),
                    Miss::Dodged => format!("{t} dodges {a}."),
                    // The shield may be that of an ally.
                    Miss::Blocked => format!("A shield blocks {a}'s attack on {t}."),
                    Miss::Concealment => format!("{a} misses {t}: concealment."),
                    Miss::Cover => format!("{a} hits the cover of {t}."),
                    Miss::Interrupted => format!("{a} cannot attack {t} any more."),
                    Miss::TooLarge => format!("{t} is too large for {a} to hold."),
                },
            )
        }
        E::TargetChosen {
            attacker,
            target,
            die,
        } => (
            Detail,
            format!(
                "In the grapple, {} strikes at {} (d{}: {}).",
                name(*attacker),
                name(*target),
                die.sides,
                die.rolled
            ),
        ),
        E::ThingStruck {
            seat,
            thing,
            amount,
            left,
        } => {
            let what = match thing {
                HeldItem::Weapon(weapon) => cast.weapon(*weapon).to_lowercase(),
                HeldItem::Shield => "shield".to_owned(),
                HeldItem::Helmet => "helmet".to_owned(),
            };
            let end = match (left, amount) {
                (..=0, _) => "breaks".to_owned(),
                (_, 0) => "takes no damage".to_owned(),
                _ => format!("takes {amount} damage ({left} left)"),
            };
            (Action, format!("{}'s {what} {end}.", name(*seat)))
        }
        E::ObjectStruck {
            seat,
            terrain,
            taken,
            left,
            ..
        } => {
            let what = cast.terrain(*terrain).to_lowercase();
            let end = match (left, taken) {
                (..=0, _) => "breaks it".to_owned(),
                (_, 0) => "does no damage".to_owned(),
                _ => format!("deals {taken} damage ({left} left)"),
            };
            (
                Action,
                format!("{} strikes at the {what} and {end}.", name(*seat)),
            )
        }
        _ => return None,
    })
}

/// An attack roll with what it had to reach, and whether it does.
pub fn rolled(
    check: &Check,
    defence: &Tally,
    outcome: AttackOutcome,
    cast: &Cast,
) -> (String, &'static str) {
    let natural = || format!("natural {}", check.natural);
    let plain = || {
        let need = minus(defence.total);
        format!("{} vs {} {need}", minus(check.total()), cast.defence())
    };
    match outcome {
        AttackOutcome::AutomaticHit => (natural(), "hit"),
        AttackOutcome::AutomaticMiss => (natural(), "miss"),
        AttackOutcome::Hit => (plain(), "hit"),
        AttackOutcome::Miss => (plain(), "miss"),
    }
}

fn defended(
    cast: &Cast,
    seat: crate::combat::Seat,
    choice: DefenceChoice,
    check: &Option<Check>,
    stopped: bool,
) -> String {
    let name = cast.name(seat);
    let how = match choice {
        DefenceChoice::Nothing => return format!("{name} does not defend."),
        DefenceChoice::Dodge { .. } => "dodges",
        DefenceChoice::Block { .. } => "blocks",
    };
    let total = check.as_ref().map_or(0, Check::total);
    let end = if stopped { "enough" } else { "not enough" };
    format!("{name} {how} with {total}, {end}.")
}
