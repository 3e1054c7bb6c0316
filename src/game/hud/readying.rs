//! Readying: which action, what sets it off, and whose doing.

use super::question::Reply;
use crate::combat::{Aim, Choice, Seat, Trigger};
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
                let choice = readying(plan, ready, *action, *trigger);
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
        let choice = readying(plan, ready, prepared, trigger);
        if session.battle.check(&choice).is_ok() {
            answers.push(Reply::new(label, Command::Choose(choice)));
        }
    }
    if who.is_none() && others.len() > 1 {
        answers.push(Reply::new("only one combatant …", PlanEdit::AskWhom));
    }
    answers
}

fn readying(plan: &Plan, ready: ActionId, action: ActionId, trigger: Trigger) -> Choice {
    Choice::Act {
        action: ready,
        aim: Aim::Prepare { action, trigger },
        mode: plan.mode_in_use(),
        manner: plan.selection.manner,
    }
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
    let view = session.battle.view();
    let standing = view.combatants.iter();
    let mut standing: Vec<_> = standing
        .filter(|who| who.standing && who.area.is_some())
        .map(|who| (Some(who.side) == side, who.seat))
        .collect();
    standing.sort();
    standing.into_iter().map(|(_, seat)| seat).collect()
}
