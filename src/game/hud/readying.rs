//! Readying: which action, what sets it off, and whose doing.

use super::question::Reply;
use crate::combat::{Seat, Trigger};
use crate::game::intent::{Command, PlanEdit};
use crate::game::plan::{Plan, Watch};
use crate::game::session::Session;
use crate::game::words;
use crate::rules::ActionId;

/// What can be readied, for what, and for whom.
pub(super) fn prepare(session: &Session, plan: &Plan, ready: ActionId) -> Vec<Reply> {
    let rules = session.start.rules.clone();
    let Some(prepared) = plan.selection.prepared else {
        let readyable = rules.actions.iter().filter(|(_, def)| def.readyable);
        let possible = readyable.filter(|(action, _)| {
            triggers(None).iter().any(|(_, trigger)| {
                let choice = plan.readying(ready, *action, *trigger);
                session.battle.check(&choice).is_ok()
            })
        });
        let mut possible: Vec<_> = possible.collect();
        possible.sort_by_key(|(_, def)| def.bar_order);
        return possible
            .into_iter()
            .map(|(action, def)| Reply::new(def.name.clone(), PlanEdit::Prepare(action)))
            .collect();
    };
    if plan.selection.enters.is_some() {
        // The square is picked on the map.
        return vec![Reply::new("something else …", PlanEdit::AskSquare(None))];
    }
    let others = in_the_fight(session, plan);
    let who = match plan.selection.watch {
        Watch::Asking => {
            let named = others
                .into_iter()
                .map(|one| Reply::new(words::name(session, one), PlanEdit::WatchFor(one)));
            return named.collect();
        }
        Watch::Only(one) => Some(one),
        Watch::All => None,
    };
    let mut answers = Vec::new();
    for (label, trigger) in triggers(who) {
        let choice = plan.readying(ready, prepared, trigger);
        if session.battle.check(&choice).is_ok() {
            answers.push(Reply::new(label, Command::Choose(choice)));
        }
    }
    let squares = squares(
        who.is_some(),
        |trigger| {
            let choice = plan.readying(ready, prepared, trigger);
            session.battle.check(&choice).is_ok()
        },
        session,
    );
    answers.extend(squares);
    if who.is_none() && others.len() > 1 {
        answers.push(Reply::new("only one combatant …", PlanEdit::AskWhom));
    }
    answers
}

/// To wait for a square to be entered, if there is one that can be watched.
fn squares(named: bool, possible: impl Fn(Trigger) -> bool, session: &Session) -> Vec<Reply> {
    let said: &[_] = match named {
        true => &[("it comes into a square …", false)],
        false => &[
            ("an enemy comes into a square …", false),
            ("anyone comes into a square …", true),
        ],
    };
    let open = |anyone| {
        let mut squares = session.battle.dimensions().squares();
        squares.any(|at| {
            possible(Trigger::Enters {
                who: None,
                at,
                anyone,
            })
        })
    };
    let said = said.iter().filter(|(_, anyone)| open(*anyone));
    said.map(|(label, anyone)| Reply::new(*label, PlanEdit::AskSquare(Some(*anyone))))
        .collect()
}

/// What can set an action off: done by or to any enemy, or this one.
fn triggers(who: Option<Seat>) -> [(&'static str, Trigger); 8] {
    let said = |any, one| if who.is_some() { one } else { any };
    [
        (
            said("an enemy attacks", "it attacks"),
            Trigger::Attacks { who },
        ),
        (
            said("an enemy comes into reach", "it comes into reach"),
            Trigger::ComesInReach { who },
        ),
        (
            said("an enemy moves away", "it moves away"),
            Trigger::Moves { who },
        ),
        (
            said(
                "an enemy begins to use an ability",
                "it begins to use an ability",
            ),
            Trigger::Uses { who },
        ),
        (
            said("an enemy does anything", "it does anything"),
            Trigger::Acts { who, action: None },
        ),
        (
            said("an enemy is attacked", "it is attacked"),
            Trigger::IsAttacked { who },
        ),
        (said("an enemy is hit", "it is hit"), Trigger::IsHit { who }),
        (
            said("an enemy goes down", "it goes down"),
            Trigger::Drops { who },
        ),
    ]
}

/// All combatants who are still in the fight, enemies first.
fn in_the_fight(session: &Session, plan: &Plan) -> Vec<Seat> {
    let side = plan.options.seat.map(|seat| session.battle.side_of(seat));
    let view = session.view();
    let standing = view.combatants.iter();
    let mut standing: Vec<_> = standing
        .filter(|who| who.standing && who.area.is_some())
        .map(|who| (Some(who.side) == side, who.seat))
        .collect();
    standing.sort();
    standing.into_iter().map(|(_, seat)| seat).collect()
}
