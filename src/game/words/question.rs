//! Requests as a question.

use super::{action, name, signed};
use crate::combat::{Cause, ComingIn, Request, Seat, Sheltered, Trigger, Yielding};
use crate::game::session::Session;
use crate::grid::Square;
use crate::rules::Occasion;

/// The question in a heading and a sentence; `None` for requests that the map answers.
pub fn question(session: &Session) -> Option<(String, String)> {
    let request = session.question()?;
    let heading = heading(request)?;
    Some((heading.to_owned(), sentence(session, request)))
}

fn heading(request: &Request) -> Option<&'static str> {
    Some(match request {
        Request::Turn { .. } | Request::Deploy { .. } => return None,
        Request::PushTo { .. } => "Where do you push?",
        Request::DropAt { .. } => "Where does it fall?",
        Request::ComeIn { .. } => "Act now?",
        Request::Opportunity { .. } => "Attack of opportunity?",
        Request::Readied { .. } => "Take the readied action?",
        Request::Defence { .. } => "Which defence?",
        Request::DefendOther { target, .. } => match target {
            Sheltered::Combatant(_) => "Shield an ally?",
            Sheltered::Thing(_) => "Shield it?",
        },
        Request::Coverage { .. } => "Take 10?",
        Request::Yield { what, .. } => match what {
            Yielding::Way => "Step aside?",
            Yielding::Shot => "Stay in the way?",
            Yielding::Grip => "Let go?",
        },
        Request::Help { .. } => "Whom do you help?",
        Request::SpendPoint { .. } => "Spend a point?",
        Request::Respond { .. } => "Respond?",
        Request::Counter { .. } => "Try it in return?",
    })
}

/// The thing in a square that can be broken, in a sentence.
fn thing(session: &Session, at: Square) -> String {
    let terrain = &session.start.catalogue.terrain;
    let kinds = session.battle.kinds_at(at);
    let things = kinds.filter_map(|kind| terrain.get(kind).filter(|def| def.object.is_some()));
    let name = things.last().map(|def| def.name.to_lowercase());
    format!("the {}", name.as_deref().unwrap_or("thing"))
}

fn sentence(session: &Session, request: &Request) -> String {
    let n = |seat: &Seat| name(session, *seat).to_owned();
    let action = |id| action(session.rules(), id).to_owned();
    match request {
        Request::Turn { .. } | Request::Deploy { .. } => String::new(),
        Request::PushTo { seat, target, .. } => format!(
            "{} pushes {}. Choose a marked square, here or on the map.",
            n(seat),
            n(target)
        ),
        Request::DropAt { seat, weapon, .. } => format!(
            "{} loses {}. Choose a marked square of its space, here or on the map.",
            n(seat),
            session.cast.weapon(*weapon)
        ),
        Request::ComeIn { seat, when, last } => {
            let name = n(seat);
            let when = match when {
                ComingIn::OwnPlace => {
                    return format!("The turn of {name} begins now, unless you delay.");
                }
                ComingIn::After(after) => format!("after {}", n(after)),
                ComingIn::InsteadOf(other, count) => {
                    format!("on count {count}, on which {} delays", n(other))
                }
                ComingIn::Count(count) => format!("on count {count}"),
            };
            let or_lose = if *last {
                ", or not at all this round"
            } else {
                ""
            };
            format!("{name} is delaying and can act now, {when}{or_lose}.")
        }
        Request::Opportunity {
            seat,
            target,
            cause,
        } => {
            let why = match cause {
                Cause::Leaving(_) => "leaves a threatened square".into(),
                Cause::Act(id) => format!("uses “{}”", action(*id)),
                Cause::Unarmed(_) => "attacks without a weapon".into(),
                Cause::Standing => "stands up".into(),
            };
            let (by, target) = (n(seat), n(target));
            format!("{target} {why}: {by} can make an attack of opportunity.")
        }
        Request::Readied {
            seat,
            trigger,
            by,
            last,
        } => {
            let what = triggered(trigger, &n(by), n);
            let spent = if *last {
                " Its turn of this round is spent either way."
            } else {
                ""
            };
            format!("{what}. {} has an action ready.{spent}", n(seat))
        }
        Request::Defence {
            seat,
            attacker,
            total,
            ..
        } => {
            let (attacker, target) = (n(attacker), n(seat));
            match total {
                Some(total) => format!("{attacker} attacks {target} with {total}."),
                None => format!("{attacker} attacks {target} (roll still hidden)."),
            }
        }
        Request::DefendOther {
            seat,
            target,
            attacker,
            total,
        } => {
            let target = match target {
                Sheltered::Combatant(target) => n(target),
                Sheltered::Thing(at) => thing(session, *at),
            };
            let (by, attacker) = (n(seat), n(attacker));
            let with = total.map_or_else(String::new, |total| format!(" with {total}"));
            format!("{attacker} attacks {target}{with}. {by} can step in.")
        }
        Request::Coverage {
            seat,
            bonus,
            difficulty,
            ..
        } => format!(
            "Does the armour of {} cover the hit? You roll at {} vs DC {difficulty}; taking 10 gives {}.",
            n(seat),
            signed(*bonus),
            10 + bonus
        ),
        Request::Yield { seat, by, what } => {
            let (by, seat) = (n(by), n(seat));
            match what {
                Yielding::Way => {
                    format!(
                        "{by} runs through the space of {seat}. You can step aside and let it pass."
                    )
                }
                Yielding::Shot => {
                    format!("The shot of {by} comes at {seat}. Do you stay in its way or dodge it?")
                }
                Yielding::Grip => {
                    format!("{by} tries to escape from the grip of {seat}. You can let go.")
                }
            }
        }
        Request::Help { seat, enemy, .. } => format!(
            "{} distracts {}. Choose the ally who gains by it.",
            n(seat),
            n(enemy)
        ),
        Request::SpendPoint { seat, from, into } => {
            let point = |pool| session.rules().pools.get(pool).map_or("", |def| &*def.one);
            let (from, into) = (point(*from), point(*into));
            format!("{} gains one more {into} for one {from}.", n(seat))
        }
        Request::Respond { seat, by, to, .. } => {
            let what = match to {
                Occasion::Attacked => "attacks",
                Occasion::Hit => "has hit",
                Occasion::Felled => "is down",
                Occasion::Falls => "falls",
                Occasion::Inhales => {
                    return format!(
                        "There is something in the air: {} can hold its breath.",
                        n(seat)
                    );
                }
            };
            format!("{} {what}: {} can respond.", n(by), n(seat))
        }
        Request::Counter {
            seat,
            target,
            action: id,
        } => format!(
            "{} failed; {} can try “{}” in return.",
            n(target),
            n(seat),
            action(*id)
        ),
    }
}

/// What has set a readied action off.
fn triggered(trigger: &Trigger, by: &str, name: impl Fn(&Seat) -> String) -> String {
    let befalls = |who: &Option<Seat>, what: &str| {
        let who = who.as_ref().map_or_else(|| "A combatant".to_owned(), name);
        format!("{who} {what}")
    };
    match trigger {
        Trigger::Attacks { .. } => format!("{by} attacks"),
        Trigger::ComesInReach { .. } => format!("{by} comes into reach"),
        Trigger::Moves { .. } => format!("{by} moves away"),
        Trigger::Uses { .. } => format!("{by} begins to use an ability"),
        Trigger::Acts { .. } => format!("{by} begins to act"),
        Trigger::IsAttacked { who } => befalls(who, "is attacked"),
        Trigger::IsHit { who } => befalls(who, "is hit"),
        Trigger::Drops { who } => befalls(who, "goes down"),
        Trigger::Enters { .. } => format!("{by} comes into the square"),
    }
}
