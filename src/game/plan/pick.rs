//! Choices from a list: weapons, things in hands, steps before an action, free actions in between.

use super::offer;
use super::state::Plan;
use crate::combat::contract::HeldItem;
use crate::combat::{Aim, Choice, Refusal, Request, Seat};
use crate::game::session::Session;
use crate::game::words;
use crate::grid::Direction;
use crate::narrate::place;
use crate::rules::primitive::Needs;
use crate::rules::{ActionId, Subject, Targeting};

/// What can be chosen, with its name.
pub type List = Vec<(String, Choice)>;

/// Weapons that an action can be about, and long actions that it can begin; empty where there is
/// nothing to choose.
pub fn about(session: &Session, plan: &Plan, action: ActionId) -> List {
    let rules = session.start.rules.clone();
    let catalogue = session.start.catalogue.clone();
    let Some(def) = rules.actions.get(action) else {
        return Vec::new();
    };
    let own = plan
        .options
        .actor
        .map_or_else(Vec::new, |seat| session.battle.drop_squares(seat));
    let subject = def.subject().filter(|_| def.target == Targeting::None);
    let aimed = |aim| offer::act(session, plan, action, aim);
    let asked = session.sight_of_asked();
    let possible = |choice: &Choice| asked.check(choice).is_ok();
    let aims: Vec<_> = match subject {
        Some(Subject::Weapon | Subject::Dropped) => {
            let weapons = catalogue.weapons.iter();
            let named = weapons.map(|(id, def)| (id, def.name.clone()));
            match subject {
                // Where there are several squares, it chooses into which of them it drops a thing.
                Some(Subject::Dropped) if own.len() > 1 => named
                    // What is not held is held nowhere.
                    .filter(|(id, _)| possible(&aimed(Aim::Item(*id))))
                    .flat_map(|(id, name)| {
                        let squares = own.iter();
                        squares.map(move |at| {
                            (format!("{name}: {}", place(*at)), Aim::ItemAt(id, *at))
                        })
                    })
                    .collect(),
                _ => named.map(|(id, name)| (name, Aim::Item(id))).collect(),
            }
        }
        Some(Subject::LongAction) => {
            let seats: Vec<Seat> = (session.view().combatants.iter())
                .map(|other| other.seat)
                .collect();
            let mut named = Vec::new();
            for (id, def) in rules
                .actions
                .iter()
                .filter(|(_, def)| def.startable.is_some())
            {
                if !def.target.gives(Needs::Creature) {
                    named.push((def.name.clone(), Aim::Action(id)));
                    continue;
                }
                // What is done to a combatant is begun on that one (AH-ACT-11).
                for seat in &seats {
                    let name = format!("{}: {}", def.name, words::name(session, *seat));
                    named.push((name, Aim::Begin(id, *seat)));
                }
            }
            named
        }
        Some(Subject::Ability) => {
            let abilities = rules.actions.iter();
            let abilities = abilities.filter(|(_, def)| def.ability().is_some());
            let named = abilities.map(|(id, def)| (def.name.clone(), Aim::Action(id)));
            named.collect()
        }
        Some(Subject::Count) => counts(session, plan),
        None => Vec::new(),
    };
    let named = aims.into_iter().map(|(name, aim)| (name, aimed(aim)));
    let found: List = named.filter(|(_, choice)| possible(choice)).collect();
    if found.len() < 2 && possible(&aimed(Aim::None)) {
        return Vec::new();
    }
    found
}

/// When a turn that is put off can come: whenever you like, or on the count of one still to come, behind
/// all who have it.
fn counts(session: &Session, plan: &Plan) -> Vec<(String, Aim)> {
    let view = session.view();
    let counted = |seat: Seat| view.combatants.get(seat.index())?.initiative;
    let own = plan.options.actor.and_then(counted);
    let mut list = vec![("wait, and come in when you like".to_owned(), Aim::None)];
    for (at, seat) in view.order.iter().enumerate() {
        let next = view.order.get(at + 1).and_then(|next| counted(*next));
        let last = |count: &i32| Some(*count) < own && Some(*count) != next;
        if let Some(count) = counted(*seat).filter(last) {
            let name = words::name(session, *seat);
            list.push((format!("on count {count}, after {name}"), Aim::Count(count)));
        }
    }
    list
}

/// The meanings of an action aimed at a target, where there is more than one: at which
/// thing in the target's hands, after which step.
pub fn ways(session: &Session, choice: &Choice) -> List {
    let Choice::Act {
        action,
        aim: Aim::At(target),
        mode,
        manner,
    } = choice
    else {
        return Vec::new();
    };
    let meant = |aim| Choice::Act {
        action: *action,
        aim,
        mode: *mode,
        manner: *manner,
    };
    let asked = session.sight_of_asked();
    let possible = |(_, choice): &(String, Choice)| asked.check(choice).is_ok();
    let held = things(session, *target)
        .into_iter()
        .map(|(name, thing)| (name, meant(Aim::Held(*target, thing))));
    let found: List = held.filter(possible).collect();
    if !found.is_empty() {
        return found;
    }
    let steps = steps(session, *target)
        .into_iter()
        .map(|(name, aim)| (name, meant(aim)));
    let mut found: List = steps.filter(possible).collect();
    if !found.is_empty() && is_adjacent(session, *target) {
        found.insert(
            0,
            (
                "from here; you can still step afterwards".into(),
                choice.clone(),
            ),
        );
    }
    found
}

/// What a combatant holds, and its helmet.
fn things(session: &Session, target: Seat) -> Vec<(String, HeldItem)> {
    let view = session.view();
    let Some(who) = view.combatants.get(target.index()) else {
        return Vec::new();
    };
    let weapons = who.held.iter().map(|weapon| {
        let def = session.start.catalogue.weapons.get(*weapon);
        let name = def.map_or_else(String::new, |def| def.name.clone());
        (name, HeldItem::Weapon(*weapon))
    });
    let shield = who.gear.shield.iter();
    let shield = shield.map(|worn| (worn.name.clone(), HeldItem::Shield));
    let helmet = who.gear.helmet.iter();
    let helmet = helmet.map(|worn| (worn.name.clone(), HeldItem::Helmet));
    weapons.chain(shield).chain(helmet).collect()
}

/// Steps that may go before an action at an ally.
fn steps(session: &Session, target: Seat) -> Vec<(String, Aim)> {
    let here = session.battle.acting().and_then(|seat| {
        let view = session.view();
        view.combatants.get(seat.index())?.area
    });
    let Some(here) = here else { return Vec::new() };
    Direction::ALL
        .into_iter()
        .map(|direction| {
            let square = here.anchor + direction;
            let name = format!("a step {} first", words::compass(direction));
            (name, Aim::Charge(target, vec![square]))
        })
        .collect()
}

fn is_adjacent(session: &Session, target: Seat) -> bool {
    let seat = session.battle.acting();
    let view = session.view();
    let area = |seat: Seat| view.combatants.get(seat.index()).and_then(|who| who.area);
    match (seat.and_then(area), area(target)) {
        (Some(here), Some(there)) => here.is_adjacent(there),
        _ => false,
    }
}

/// A free action of a combatant in the turn of another.
#[derive(Clone, Debug)]
pub struct FreeAction {
    pub seat: Seat,
    pub action: ActionId,
    /// What it is about, if that has to be said.
    pub about: String,
    pub choice: Choice,
    pub refusal: Option<Refusal>,
}

/// Whether the rules in force know free actions in the turn of another.
pub fn has_free_actions(session: &Session) -> bool {
    let mut costs = session.rules().costs.iter();
    costs.any(|(_, cost)| cost.any_time)
}

/// Actions in between for the combatants of the viewer's side: on another combatant's turn, or before an answer.
pub fn free_actions(session: &Session) -> Vec<FreeAction> {
    let waits = session.battle.request().and_then(Request::seat);
    if waits.is_none() || !has_free_actions(session) {
        return Vec::new();
    }
    // On its own turn a combatant acts as usual; before another answer it can act in between as well.
    let current = session.battle.acting();
    let rules = session.start.rules.clone();
    let catalogue = session.start.catalogue.clone();
    let view = session.view();
    let viewer = session.viewer();
    let own = view.combatants.iter().filter(|who| {
        Some(who.seat) != current && who.standing && who.area.is_some() && viewer == Some(who.side)
    });
    let asked = session.sight_of_asked();
    let mut found = Vec::new();
    for who in own {
        let free = rules.actions.iter().filter(|(_, def)| {
            def.answers.is_none() && matches!(def.target, Targeting::None | Targeting::Combatant)
        });
        let free = free.filter(|(action, _)| session.battle.is_sensible(who.seat, *action));
        for (action, def) in free {
            let aimed = |aim: Aim| Choice::FreeAction {
                seat: who.seat,
                action,
                aim,
                mode: None,
            };
            let plain = (String::new(), aimed(Aim::None));
            let handles = matches!(def.subject(), Some(Subject::Weapon | Subject::Dropped));
            let weapons = catalogue.weapons.iter().filter(|_| handles);
            let items = weapons.map(|(id, def)| (def.name.clone(), aimed(Aim::Item(id))));
            let seats = view.combatants.iter();
            let targets = seats.map(|one| (one.name.clone(), aimed(Aim::At(one.seat))));
            let entry = |about: String, choice: Choice, refusal| FreeAction {
                seat: who.seat,
                action,
                about,
                choice,
                refusal,
            };
            let before = found.len();
            let ways = match def.target {
                Targeting::None => std::iter::once(plain).chain(items).collect::<Vec<_>>(),
                _ => targets.collect(),
            };
            let mut why = None;
            for (about, choice) in ways {
                match asked.check(&choice) {
                    // What is possible without saying more needs no list.
                    Ok(()) if about.is_empty() => {
                        found.push(entry(about, choice, None));
                        break;
                    }
                    Ok(()) => found.push(entry(about, choice, None)),
                    Err(refusal) => {
                        why.get_or_insert((choice, refusal));
                    }
                }
            }
            let any_time = rules.usual_cost(action).is_some_and(|cost| cost.any_time);
            let usual = any_time && found.len() == before;
            if let Some((choice, refusal)) = why.filter(|_| usual) {
                found.push(entry(String::new(), choice, Some(refusal)));
            }
        }
    }
    found.sort_by_key(|free| (free.action, free.refusal.is_some(), free.seat));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::work;
    use crate::game::testing::table;

    #[test]
    fn a_turn_can_be_put_off_to_the_count_of_each_who_is_still_to_come() {
        // A is on 20; a, b and c are on 19, 19 and 12.
        let scene = Scene::new(ruleset("classic_d20"), &["A...b.", "......", "a..c.."])
            .change('a', |c| c.initiative = Some(19))
            .change('b', |c| c.initiative = Some(19))
            .change('c', |c| c.initiative = Some(12));
        let (session, shown) = table(&scene);
        let mut plan = Plan::default();
        work::renew(&session, &shown, &mut plan);
        let delay = session.rules().actions.id("delay").unwrap();
        let names: Vec<_> = about(&session, &plan, delay)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let expected = [
            "wait, and come in when you like",
            "on count 19, after b",
            "on count 12, after c",
        ];
        assert_eq!(names, expected);
    }

    /// AM-ECON-05, AM-VAR-02: what was never learnt is not listed, and what is, for each who can take it.
    #[test]
    fn what_a_fighter_can_never_do_is_no_free_action_of_its() {
        let scene = Scene::new(ruleset("amorphous"), &["A...b.", "B.....", "C.c..."]);
        let (session, _) = table(&scene);
        let found = free_actions(&session);
        let rules = session.rules();
        let named = |free: &FreeAction| rules.actions.name(free.action).to_owned();
        assert!(!found.is_empty());
        for free in &found {
            let why = free.refusal.as_ref();
            let why = why.map(|why| session.battle.tell(why));
            let unlearnt = Some("You have not learnt this.");
            assert_ne!(why.as_deref(), unlearnt, "{}", named(free));
        }
        let actions: Vec<_> = found.iter().map(|free| free.action).collect();
        assert!(actions.is_sorted(), "each action in one place");
    }
}
