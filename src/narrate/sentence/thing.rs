//! Things in hand, and abilities.

use crate::combat::contract::{EventKind, Lost};
use crate::narrate::{Cast, Weight};
use crate::rules::counted;

/// The line of such an event; `None` for others.
pub(super) fn line(kind: &EventKind, cast: &Cast) -> Option<(Weight, String)> {
    use EventKind as E;
    use Weight::{Action, Detail};
    let name = |seat| cast.name(seat);
    Some(match kind {
        E::WeaponDrawn { seat, weapon } => (
            Action,
            format!("{} draws {}.", name(*seat), cast.a_weapon(*weapon)),
        ),
        E::WeaponDropped {
            seat,
            weapon,
            thrown: true,
            ..
        } => (
            Detail,
            format!("{} has thrown {}.", name(*seat), cast.a_weapon(*weapon)),
        ),
        E::WeaponDropped { seat, weapon, .. } => (
            Action,
            format!("{} drops {}.", name(*seat), cast.a_weapon(*weapon)),
        ),
        E::WeaponTaken { seat, weapon } => (
            Action,
            format!("{} picks up {}.", name(*seat), cast.a_weapon(*weapon)),
        ),
        E::Reloaded { seat, weapon } => (
            Action,
            format!("{} loads {}.", name(*seat), cast.a_weapon(*weapon)),
        ),
        E::WeaponSheathed { seat, weapon } => (
            Action,
            format!("{} puts {} away.", name(*seat), cast.a_weapon(*weapon)),
        ),
        E::UseSpent {
            seat,
            ability,
            left,
        } => (
            Detail,
            format!("{}: {}, {left} left.", name(*seat), cast.ability(*ability)),
        ),
        E::AbilityLost { seat, ability, why } => {
            let (name, ability) = (name(*seat), cast.ability(*ability));
            let text = match why {
                Lost::Disturbed => format!("{name} loses concentration on {ability}."),
                Lost::Defensive => {
                    format!("{name} casts defensively, fails, and loses {ability}.")
                }
                Lost::Countered => format!("{name}'s {ability} is countered."),
                Lost::Helpless => format!("{name} can no longer complete {ability}."),
                Lost::Displaced => format!("{name} ends {ability} to begin something else."),
                Lost::Discharged => format!("{ability} goes into what {name} touches."),
                Lost::GivenUp => format!("{name} gives {ability} up."),
                Lost::OnGuard => format!("{name} stays on guard, and nothing comes of {ability}."),
                Lost::Failed => format!("{name}'s {ability} fails."),
                Lost::OutOfReach => format!("{name} has no target for {ability} any more."),
            };
            (Action, text)
        }
        E::TouchHeld { seat, ability } => (
            Action,
            format!("{} holds {} ready.", name(*seat), cast.ability(*ability)),
        ),
        E::AreaCovered {
            ability, squares, ..
        } => (
            Detail,
            format!(
                "{} covers {}.",
                cast.ability(*ability),
                counted(squares.len(), "square")
            ),
        ),
        E::AmountRolled {
            seat,
            ability,
            total,
            ..
        } => (
            Detail,
            format!("{}'s {}: {total}.", name(*seat), cast.ability(*ability)),
        ),
        E::TakesHold {
            seat,
            ability,
            again,
        } => {
            let (who, what) = (name(*seat), cast.ability(*ability));
            let line = match again {
                true => format!("{what} comes to {who} once more."),
                false => format!("{what} gets into the wound of {who}."),
            };
            (Action, line)
        }
        E::AbilityEnded { seat, ability } => (
            Action,
            format!("{}'s {} ends.", name(*seat), cast.ability(*ability)),
        ),
        _ => return None,
    })
}
