//! What a square or a button offers, as a choice that the battle can be asked about.

use super::{Plan, Reach, Target, spots, wants_path};
use crate::combat::components::Thing;
use crate::combat::{Aim, Choice, Request, Seat};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::grid::Square;
use crate::rules::gait::MoveDef;
use crate::rules::{ActionId, Procedure, Targeting};

/// The choice of a button that needs no target, and nothing to choose from besides.
pub fn at_once(session: &mut Session, plan: &Plan, action: ActionId) -> Option<Choice> {
    let def = session.rules().actions.get(action)?;
    let asks = def.target != Targeting::None
        || matches!(def.procedure, Procedure::Ready | Procedure::Step);
    let choice = Choice::Act {
        action,
        aim: Aim::None,
        form: None,
        manner: plan.manner_of(Some(def)),
    };
    let asks = asks || !about(session, plan, action).is_empty();
    (!asks).then_some(choice)
}

/// Weapons that an action can be about, and long actions that it can begin.
pub fn about(session: &mut Session, plan: &Plan, action: ActionId) -> Vec<(String, Choice)> {
    let rules = session.start.rules.clone();
    let catalogue = session.start.catalogue.clone();
    let Some(def) = rules
        .actions
        .get(action)
        .filter(|def| def.target == Targeting::None)
    else {
        return Vec::new();
    };
    let weapons = catalogue
        .weapons
        .iter()
        .map(|(id, def)| (def.name.clone(), Aim::Item(id)));
    let begun = rules
        .actions
        .iter()
        .map(|(id, def)| (def.name.clone(), Aim::Begin(id)));
    let about_weapons = matches!(
        def.procedure,
        Procedure::Draw
            | Procedure::PickUp
            | Procedure::Drop
            | Procedure::Sheathe
            | Procedure::Retrieve
    );
    let starts = matches!(def.procedure, Procedure::Start);
    let space = plan
        .seat
        .and_then(|seat| session.battle.view().combatants[seat.index()].area);
    let own: Vec<Square> = space.map_or_else(Vec::new, |area| area.squares().collect());
    let aims: Vec<_> = match (about_weapons, starts) {
        // Who fills several squares chooses into which of them a thing falls.
        (true, _) if def.procedure == Procedure::Drop && own.len() > 1 => {
            let mut aims = Vec::new();
            for (id, weapon) in catalogue.weapons.iter() {
                for at in &own {
                    let text = format!("{}: column {}, row {}", weapon.name, at.x + 1, at.y + 1);
                    aims.push((text, Aim::ItemAt(id, *at)));
                }
            }
            aims
        }
        (true, _) => weapons.collect(),
        (_, true) => begun.collect(),
        _ => Vec::new(),
    };
    let manner = plan.manner_of(Some(def));
    let mut found = Vec::new();
    for (name, aim) in aims {
        let choice = Choice::Act {
            action,
            aim,
            form: None,
            manner,
        };
        if session.battle.check(&choice).is_ok() {
            found.push((name, choice));
        }
    }
    found
}

/// What somebody holds that an action can be aimed at, where there is more than one such thing.
pub fn held(session: &mut Session, choice: &Choice) -> Vec<(String, Choice)> {
    let Choice::Act {
        action,
        aim: Aim::At(target),
        form,
        manner,
    } = choice
    else {
        return Vec::new();
    };
    let procedure = session
        .rules()
        .actions
        .get(*action)
        .map(|def| &def.procedure);
    if !matches!(procedure, Some(Procedure::Disarm | Procedure::Sunder)) {
        return Vec::new();
    }
    let view = session.battle.view();
    let Some(who) = view.combatants.get(target.index()) else {
        return Vec::new();
    };
    let catalogue = session.start.catalogue.clone();
    let weapons = who.held.iter().map(|weapon| {
        let name = catalogue.weapons.get(*weapon).map(|def| def.name.clone());
        (name.unwrap_or_default(), Thing::Weapon(*weapon))
    });
    let shield = who.gear.shield.iter();
    let things: Vec<_> = weapons
        .chain(shield.map(|worn| (worn.name.clone(), Thing::Shield)))
        .collect();
    let mut found = Vec::new();
    for (name, thing) in things {
        let choice = Choice::Act {
            action: *action,
            aim: Aim::Held(*target, thing),
            form: *form,
            manner: *manner,
        };
        if session.battle.check(&choice).is_ok() {
            found.push((name, choice));
        }
    }
    found
}

/// Forms that can be used, the preferred one first.
fn usable(plan: &Plan) -> impl Iterator<Item = u8> {
    let ready = plan
        .forms
        .iter()
        .filter(|(_, r)| r.is_ok())
        .map(|(form, _)| *form);
    let preferred = plan.form;
    preferred
        .into_iter()
        .chain(ready.filter(move |f| Some(*f) != preferred))
}

/// The movements that a click on the map can make now: the action begun, or else the plain move
/// with a longer one beyond it.
pub fn reaches(session: &mut Session, plan: &Plan) -> Vec<Reach> {
    let actions: Vec<_> = match plan.begun {
        Some(action) if wants_path(session, action) => vec![action],
        Some(_) => Vec::new(),
        None => plain_moves(session, plan),
    };
    let mut reaches: Vec<_> = actions
        .into_iter()
        .map(|action| Reach {
            action: Some(action),
            field: session.battle.reachable(action),
        })
        .filter(|reach| !reach.field.squares.is_empty())
        .collect();
    reaches.sort_by_key(|reach| reach.field.budget);
    reaches
}

/// Movements without conditions of their own; if there is none, the step.
fn plain_moves(session: &Session, plan: &Plan) -> Vec<ActionId> {
    let rules = session.rules();
    let open = |wanted: &dyn Fn(&Procedure) -> bool| -> Vec<ActionId> {
        let free = plan.options.iter().filter(|o| o.refusal.is_none());
        free.filter(|o| {
            rules
                .actions
                .get(o.action)
                .is_some_and(|d| wanted(&d.procedure))
        })
        .map(|o| o.action)
        .collect()
    };
    let plain = |m: &MoveDef| {
        let own_way = m.straight || m.while_prone || m.climbs || m.squeezes;
        !own_way && m.at_most.is_none() && m.divisor == 1
    };
    let mut moves = open(&|p| matches!(p, Procedure::Move(m) if plain(m) && m.factor <= 2));
    if moves.is_empty() {
        moves = open(&|p| matches!(p, Procedure::Step));
    }
    if moves.is_empty() {
        moves = open(&|p| matches!(p, Procedure::Move(_)));
    }
    moves.truncate(2);
    moves
}

/// Everybody whom the action in mind could be aimed at, with the odds.
pub fn targets(session: &mut Session, shown: &Shown, plan: &Plan) -> Vec<Target> {
    let Some(me) = plan.seat else {
        return Vec::new();
    };
    let action = match plan.begun {
        Some(action) => Some(action),
        None => strike(session, plan),
    };
    let Some(action) = action else {
        return Vec::new();
    };
    let targeting = session
        .rules()
        .actions
        .get(action)
        .map_or(Targeting::None, |d| d.target);
    if matches!(
        targeting,
        Targeting::None | Targeting::Path | Targeting::Corner | Targeting::Direction
    ) {
        return Vec::new();
    }
    let anybody = matches!(
        targeting,
        Targeting::Combatant | Targeting::Combatants | Targeting::CombatantOrSquare
    );
    let side = session.battle.side_of(me);
    let seats: Vec<_> = shown
        .view
        .combatants
        .iter()
        .filter(|c| c.area.is_some() && !c.dead && (anybody || c.seat != me))
        .filter(|c| anybody || (c.side == side) == (targeting == Targeting::AdjacentAlly))
        .map(|c| c.seat)
        .collect();
    seats
        .into_iter()
        .map(|seat| aim_at(session, plan, action, targeting, seat))
        .collect()
}

/// The attack that a plain click makes.
fn strike(session: &Session, plan: &Plan) -> Option<ActionId> {
    let rules = session.rules();
    let free = plan.options.iter().filter(|o| o.refusal.is_none());
    let of = |wanted: fn(&Procedure) -> bool| {
        free.clone()
            .find(|o| {
                rules
                    .actions
                    .get(o.action)
                    .is_some_and(|d| wanted(&d.procedure))
            })
            .map(|o| o.action)
    };
    of(|p| matches!(p, Procedure::Attack)).or_else(|| of(|p| matches!(p, Procedure::FullAttack)))
}

/// Aims an action at somebody with the first form that allows it.
fn aim_at(
    session: &mut Session,
    plan: &Plan,
    action: ActionId,
    targeting: Targeting,
    seat: Seat,
) -> Target {
    let aim = match targeting {
        Targeting::ChargeTarget => Aim::Charge(seat, Vec::new()),
        Targeting::Combatants => Aim::Several(vec![seat]),
        _ => Aim::At(seat),
    };
    let manner = plan.manner_of(session.rules().actions.get(action));
    let forms: Vec<_> = usable(plan).map(Some).chain([None]).collect();
    let mut first = None;
    for form in forms {
        let choice = Choice::Act {
            action,
            aim: aim.clone(),
            form,
            manner,
        };
        match session.battle.check(&choice) {
            Ok(()) => {
                let forecast = session.battle.forecast(&choice);
                return Target {
                    seat,
                    choice,
                    refusal: None,
                    odds: forecast.attack,
                    success: forecast.success,
                    lane: forecast.path.map_or_else(Vec::new, |path| path.squares),
                };
            }
            Err(refusal) => {
                first.get_or_insert((choice, refusal));
            }
        }
    }
    let (choice, refusal) = match first {
        Some((choice, refusal)) => (choice, Some(refusal)),
        None => (Choice::act(action), None),
    };
    Target {
        seat,
        choice,
        refusal,
        odds: None,
        success: None,
        lane: Vec::new(),
    }
}

/// What a click on a square does.
pub fn on(session: &mut Session, shown: &Shown, plan: &Plan, square: Square) -> Option<Choice> {
    match session.question()? {
        Request::PushTo { squares, .. } => {
            return squares.contains(&square).then_some(Choice::PushTo(square));
        }
        Request::Turn { .. } => {}
        _ => return None,
    }
    if let Some(target) = plan.target_at(shown, square) {
        return Some(target.choice.clone());
    }
    if let Some(choice) = spots::at(session, plan, square) {
        return Some(choice);
    }
    let reach = plan
        .reaches
        .iter()
        .find(|reach| reach.field.squares.iter().any(|(at, ..)| *at == square))?;
    let action = reach.action?;
    let way = session.battle.way(action, square)?;
    Some(Choice::walk(action, way))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_form_comes_first_and_once() {
        let plan = Plan {
            form: Some(2),
            forms: vec![(0, Ok(())), (2, Ok(())), (3, Ok(()))],
            ..Plan::default()
        };
        assert_eq!(usable(&plan).collect::<Vec<_>>(), [2, 0, 3]);
    }
}
