//! The course of a battle: rounds, turns, actions, movement, checks, the end.

use super::checks::{chanced, checked, contest, noticing, saved, searched};
use crate::combat::contract::{EndReason, EventKind};
use crate::narrate::{Cast, Weight, place};

/// The line of such an event; `None` for others.
pub(super) fn line(kind: &EventKind, cast: &Cast) -> Option<(Weight, String)> {
    use EventKind as E;
    use Weight::{Action, Detail, Heading, Turn};
    let name = |seat| cast.name(seat);
    Some(match kind {
        E::BattleBegan => (Heading, "The battle begins.".into()),
        E::NotPrepared { .. } => (Detail, "The ambush is not ready.".into()),
        E::WithoutOpportunities => {
            let text = "There are no attacks of opportunity in this battle.";
            (Detail, text.into())
        }
        E::InitiativeRolled { seat, check } => (
            Detail,
            format!("{} has initiative {}.", name(*seat), check.total()),
        ),
        E::InitiativeTie { seat, die } => (
            Detail,
            format!("{} rolls {} to break the tie.", name(*seat), die.rolled),
        ),
        E::RoundBegan { round: 0 } => (Heading, "Surprise round".into()),
        E::RoundBegan { round } => (Heading, format!("Round {round}")),
        E::TurnBegan { seat } => (Turn, format!("{}'s turn", name(*seat))),
        E::Delayed { seat } => (Action, format!("{} delays.", name(*seat))),
        // Others see that it waits, not for what.
        E::Readied { seat, .. } if !cast.confides(*seat) => {
            (Action, format!("{} readies an action.", name(*seat)))
        }
        E::Readied {
            seat,
            action,
            trigger,
        } => (
            Action,
            format!(
                "{} readies: {}, if {}.",
                name(*seat),
                cast.action(*action).to_lowercase(),
                cast.trigger(*trigger)
            ),
        ),
        E::ReadiedFired { seat, action } => (
            Action,
            format!(
                "{} takes a readied action: {}.",
                name(*seat),
                cast.action(*action).to_lowercase()
            ),
        ),
        E::ReadiedLost { seat } => (
            Detail,
            format!("{}'s readied action was not needed.", name(*seat)),
        ),
        E::Acted {
            seat,
            action,
            target,
        } => (Action, format!("{}.", cast.acts(*seat, *action, *target))),
        E::Moved {
            seat, to, forced, ..
        } => {
            let verb = if *forced { "is moved" } else { "moves" };
            (Detail, format!("{} {verb} to {}.", name(*seat), place(*to)))
        }
        E::MovementStopped { seat, .. } => (Action, format!("{} stops.", name(*seat))),
        E::SpaceChanged { seat, area } => (
            Detail,
            format!(
                "{} now fills {} by {} squares from {}.",
                name(*seat),
                area.footprint.width,
                area.footprint.depth,
                place(area.anchor)
            ),
        ),
        // Whose doing it is stands in the line before.
        E::GroundChanged {
            at, layer, terrain, ..
        } => (Detail, cast.becomes(*at, *layer, *terrain)),
        E::Checked {
            seat,
            purpose,
            check,
            against,
            success,
        } => {
            let result = checked(*purpose, (check, None), *against, *success, cast);
            (Detail, format!("{}, {result}.", name(*seat)))
        }
        E::Searched {
            seat,
            purpose,
            check,
            success,
        } => {
            let result = searched(*purpose, (check, None), *success, cast);
            (Detail, format!("{}, {result}.", name(*seat)))
        }
        E::Contest {
            seat,
            check,
            against,
            answer,
            won,
        } => {
            let (a, b) = (name(*seat), name(*against));
            let (first, second) = (check.total(), answer.total());
            let text = match (noticing(check, answer, cast), won) {
                (true, true) => format!("{a} notices {b} ({first} vs {second})."),
                (true, false) => format!("{a} fails to notice {b} ({first} vs {second})."),
                _ => format!(
                    "{a} {first} vs {b} {second}: {}.",
                    contest(check, answer, *won)
                ),
            };
            (Detail, text)
        }
        E::NearestChosen { seat, at, die } => (
            Detail,
            format!(
                "{}, nearest place: {} ({}).",
                name(*seat),
                place(*at),
                die.rolled
            ),
        ),
        E::Yielded { seat, by } => (
            Action,
            format!("{} does not resist {}.", name(*seat), name(*by)),
        ),
        E::Saved {
            seat,
            save,
            check,
            difficulty,
            success,
        } => {
            let result = saved(*save, check, (*difficulty, *success), cast);
            (Detail, format!("{}, {result}.", name(*seat)))
        }
        E::PercentRolled {
            seat,
            purpose,
            percent,
            die,
            success,
        } => {
            let result = chanced(*purpose, *percent, die.rolled, *success);
            (Detail, format!("{}, {result}.", name(*seat)))
        }
        E::ActionBegun { seat, action } => (
            Action,
            format!("{} begins: {}.", name(*seat), cast.action(*action)),
        ),
        E::Died { seat } => (Action, format!("{} dies.", name(*seat))),
        E::Arrived { seat, .. } => (
            Heading,
            format!("Reinforcements: {} joins the battle.", name(*seat)),
        ),
        E::Recovery { seat, days, hours } => {
            let count = |n: u32, one: &str| match n {
                1 => format!("1 {one}"),
                n => format!("{n} {one}s"),
            };
            let rest = match (days, hours) {
                (days, 0) => count(*days, "day"),
                (0, hours) => count(*hours, "hour"),
                (days, hours) => format!(
                    "{}, and {} for the {}",
                    count(*days, "day"),
                    count(*hours, "hour"),
                    cast.nonlethal()
                ),
            };
            (
                Detail,
                format!("{} needs {rest} of rest to recover.", name(*seat)),
            )
        }
        E::Left { seat } => (Action, format!("{} leaves the battle.", name(*seat))),
        E::SideSurrendered { side } => (Heading, format!("{} surrender.", cast.side(*side))),
        E::BattleEnded { winner: None, .. } => (Heading, "The battle ends in a draw.".into()),
        E::BattleEnded {
            winner: Some(side),
            reason,
        } => {
            let how = match reason {
                EndReason::Defeat => "by defeating the enemy",
                EndReason::Surrender => "by surrender",
                EndReason::Objective => "by reaching the objective",
                EndReason::MutualDestruction | EndReason::Stalemate => "on points",
            };
            (Heading, format!("{} {how}.", cast.wins(*side)))
        }
        _ => return None,
    })
}
