//! Readying: which action, what sets it off, and whose doing.

use super::question::Reply;
use super::shelf;
use crate::combat::contract::ActionOption;
use crate::combat::{Seat, Trigger};
use crate::game::drawer::Drawer;
use crate::game::intent::{Command, PlanEdit};
use crate::game::plan::{Plan, Watch};
use crate::game::session::Session;
use crate::game::words;
use crate::rules::action::Shelf;
use crate::rules::{ActionDef, ActionId, Flag};

/// What can be readied now, in the order of the drawers: with each action the drawer that it lies in.
pub(super) fn readyable<'a>(
    session: &'a Session,
    plan: &'a Plan,
    ready: ActionId,
) -> Vec<(Drawer, Reply)> {
    // What is no blow, no guard and no ability has to be possible as things stand: you do not get ready to
    // stand up while you stand.
    let apart = [Shelf::Move, Shelf::Gear, Shelf::Other];
    let holds = is_any_held(session);
    let suits = |option: &ActionOption, def: &ActionDef| {
        let now = !apart.contains(&def.shelf) || plan.is_open(option);
        def.readyable && now && (holds || !def.needs_hold())
    };
    let all = shelf::listed(session, plan).filter(|(option, def)| suits(option, def));
    let asked = session.sight_of_asked();
    let possible = all.filter(|(option, _)| {
        triggers(None).iter().any(|(_, trigger)| {
            let choice = plan.readying(ready, option.action, *trigger);
            asked.check(&choice).is_ok()
        })
    });
    let place = |def: &ActionDef| {
        let mut drawers = Drawer::ALL.into_iter();
        drawers.position(|drawer| drawer == Drawer::Of(def.shelf))
    };
    let mut possible: Vec<_> = possible.collect();
    possible.sort_by_key(|(_, def)| (place(def), def.bar_order));
    let replies = possible.into_iter().map(|(option, def)| {
        let reply = Reply {
            tip: def.text.clone(),
            ..Reply::new(def.name.clone(), PlanEdit::Prepare(option.action))
        };
        (Drawer::Of(def.shelf), reply)
    });
    replies.collect()
}

/// For what an action is readied, and for whom.
pub(super) fn triggered(
    session: &Session,
    plan: &Plan,
    ready: ActionId,
    prepared: ActionId,
) -> Vec<Reply> {
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
    let asked = session.sight_of_asked();
    let mut answers = Vec::new();
    for (label, trigger) in triggers(who) {
        let choice = plan.readying(ready, prepared, trigger);
        if asked.check(&choice).is_ok() {
            answers.push(Reply::new(label, Command::Choose(choice)));
        }
    }
    let possible = |trigger| {
        let choice = plan.readying(ready, prepared, trigger);
        asked.check(&choice).is_ok()
    };
    if is_any_square(session, false, possible) {
        answers.push(Reply::new(
            "comes into a square …",
            PlanEdit::AskSquare(Some(false)),
        ));
    }
    if who.is_some() {
        return answers;
    }
    let otherwise = |label: &str, edit| Reply {
        group: "Otherwise",
        ..Reply::new(label, edit)
    };
    if is_any_square(session, true, possible) {
        let edit = PlanEdit::AskSquare(Some(true));
        answers.push(otherwise("anyone comes into a square …", edit));
    }
    if others.len() > 1 {
        answers.push(otherwise("only one combatant …", PlanEdit::AskWhom));
    }
    answers
}

/// Whether any combatant in sight is in a hold.
fn is_any_held(session: &Session) -> bool {
    const HOLDS: [Flag; 3] = [Flag::Held, Flag::Grappling, Flag::Pinned];
    let (rules, view) = (session.rules(), session.view());
    let mut borne = view.combatants.iter().flat_map(|who| &who.conditions);
    borne.any(|condition| {
        let def = rules.conditions.get(*condition);
        def.is_some_and(|def| HOLDS.iter().any(|flag| def.flags.contains(flag)))
    })
}

/// Whether there is a square that can be watched: for anyone who comes, or for enemies.
fn is_any_square(session: &Session, anyone: bool, possible: impl Fn(Trigger) -> bool) -> bool {
    let mut squares = session.battle.dimensions().squares();
    squares.any(|at| {
        possible(Trigger::Enters {
            who: None,
            at,
            anyone,
        })
    })
}

/// What can set an action off: done by or to any enemy, or this one. The words go on where the question stops.
fn triggers(who: Option<Seat>) -> [(&'static str, Trigger); 8] {
    [
        ("attacks", Trigger::Attacks { who }),
        ("comes into reach", Trigger::ComesInReach { who }),
        ("moves away", Trigger::Moves { who }),
        ("begins to use an ability", Trigger::Uses { who }),
        ("does anything", Trigger::Acts { who, action: None }),
        ("is attacked", Trigger::IsAttacked { who }),
        ("is hit", Trigger::IsHit { who }),
        ("goes down", Trigger::Drops { who }),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::plan::refreshed;
    use crate::game::testing::meeting;

    /// What a creature can get ready, by the drawers that it lies in.
    fn ready(system: &str, creature: &str) -> Vec<(&'static str, String)> {
        let map = ["A....b", "......"];
        let creatures = [('A', creature), ('b', "guard")];
        let (session, shown) = meeting(system, &map, &creatures);
        let plan = refreshed(&session, &shown);
        let action = session.rules().actions.id("ready").expect("an action");
        let replies = readyable(&session, &plan, action).into_iter();
        let told = replies.map(|(drawer, reply)| (drawer.name(), reply.label));
        told.collect()
    }

    #[test]
    fn a_bird_gets_ready_for_what_a_bird_can_do_and_reads_it_drawer_by_drawer() {
        let bird = ready("spiritual_pressure", "stymphalian_bird");
        let names: Vec<_> = bird.iter().map(|(_, name)| name.as_str()).collect();
        assert!(
            names.contains(&"Attack") && names.contains(&"Fly"),
            "{names:?}"
        );
        let handy = ["Draw a weapon", "Drop an item", "Open or close a door"];
        for never in handy
            .into_iter()
            .chain(["Stand up", "Crawl", "Climb", "Swim"])
        {
            assert!(!names.contains(&never), "{names:?}");
        }
        let mut drawers: Vec<_> = bird.iter().map(|(drawer, _)| *drawer).collect();
        drawers.dedup();
        assert_eq!(drawers[..2], ["Attacks", "Moves"]);
        let every = drawers.len();
        drawers.sort();
        drawers.dedup();
        assert_eq!(drawers.len(), every, "each drawer once");
    }
}
