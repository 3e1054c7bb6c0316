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

/// What can be readied, for what, and for whom.
pub(super) fn prepare(session: &Session, plan: &Plan, ready: ActionId) -> Vec<Reply> {
    let Some(prepared) = plan.selection.prepared else {
        // What is no blow, no guard and no ability has to be possible as things stand: you do not get ready to
        // stand up while you stand.
        let apart = [Shelf::Move, Shelf::Gear, Shelf::Other];
        let holds = is_any_held(session);
        let suits = |option: &ActionOption, def: &ActionDef| {
            let now = !apart.contains(&def.shelf) || plan.is_open(option);
            def.readyable && now && (holds || !def.needs_hold())
        };
        let readyable = shelf::listed(session, plan).filter(|(option, def)| suits(option, def));
        let possible = readyable.filter(|(option, _)| {
            triggers(None).iter().any(|(_, trigger)| {
                let choice = plan.readying(ready, option.action, *trigger);
                session.battle.check(&choice).is_ok()
            })
        });
        let shelf = |def: &ActionDef| {
            let mut drawers = Drawer::ALL.into_iter();
            drawers.position(|drawer| drawer == Drawer::Of(def.shelf))
        };
        let mut possible: Vec<_> = possible.collect();
        possible.sort_by_key(|(_, def)| (shelf(def), def.bar_order));
        return possible
            .into_iter()
            .map(|(option, def)| Reply {
                group: Drawer::Of(def.shelf).name(),
                tip: def.text.clone(),
                ..Reply::new(def.name.clone(), PlanEdit::Prepare(option.action))
            })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::plan::refreshed;
    use crate::game::testing::meeting;

    /// What a creature can get ready, by the headings of the list.
    fn ready(creature: &str) -> Vec<(&'static str, String)> {
        let map = ["A....b", "......"];
        let creatures = [('A', creature), ('b', "guard")];
        let (session, shown) = meeting("spiritual_pressure", &map, &creatures);
        let plan = refreshed(&session, &shown);
        let action = session.rules().actions.id("ready").expect("an action");
        let replies = prepare(&session, &plan, action);
        let told = replies.into_iter().map(|reply| (reply.group, reply.label));
        told.collect()
    }

    #[test]
    fn a_bird_gets_ready_for_what_a_bird_can_do_and_reads_it_under_headings() {
        let bird = ready("stymphalian_bird");
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
        let mut headings: Vec<_> = bird.iter().map(|(group, _)| *group).collect();
        headings.dedup();
        assert_eq!(headings[..2], ["Attacks", "Moves"]);
        let every = headings.len();
        headings.sort();
        headings.dedup();
        assert_eq!(headings.len(), every, "each heading once");
    }
}
