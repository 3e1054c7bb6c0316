//! What a square or a button offers, as a choice that the battle can be asked about.

use super::modes::usable;
use super::state::{Plan, Target};
use super::{pick, spots, unseen};
use crate::combat::contract::CombatantView;
use crate::combat::{Aim, Choice, Manner, Refusal, Request, Seat, SideId, View};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::grid::{Area, Direction, Square, distance};
use crate::rules::{ActionDef, ActionId, Targeting, TurnAct, Whom};

/// The choice of a button that needs no target, and nothing to choose from or to look at besides.
pub fn at_once(session: &Session, plan: &Plan, action: ActionId) -> Option<Choice> {
    let choice = aimless(session, plan, action)?;
    let asks = spreads(session, &choice) || !pick::about(session, plan, action).is_empty();
    (!asks).then_some(choice)
}

/// The action begun, if it needs no target but spreads over squares.
pub fn spread(session: &Session, plan: &Plan) -> Option<Choice> {
    let choice = aimless(session, plan, plan.selection.action?)?;
    spreads(session, &choice).then_some(choice)
}

/// An action that is aimed at nothing.
fn aimless(session: &Session, plan: &Plan, action: ActionId) -> Option<Choice> {
    let def = session.rules().actions.get(action)?;
    let asks =
        def.target != Targeting::None || def.turn_act() == Some(TurnAct::Ready) || def.is_step();
    (!asks).then(|| act(session, plan, action, Aim::None))
}

fn spreads(session: &Session, choice: &Choice) -> bool {
    let forecast = session.forecast(choice);
    let area = forecast.ability.is_some_and(|a| !a.squares.is_empty());
    area && forecast.refusal.is_none()
}

/// An action aimed like this, in the manner that the player chose.
pub fn act(session: &Session, plan: &Plan, action: ActionId, aim: Aim) -> Choice {
    Choice::Act {
        action,
        aim,
        mode: None,
        manner: plan.manner_of(session.rules(), action),
    }
}

/// All combatants that the action in mind could be aimed at, with the odds.
pub fn targets(session: &Session, shown: &Shown, plan: &Plan) -> Vec<Target> {
    let Some(me) = plan.options.actor else {
        return Vec::new();
    };
    let action = match plan.selection.action {
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
    let side = session.battle.side_of(me);
    let there = shown.view.combatants.iter();
    let seats: Vec<_> = there
        .filter(|who| concerns(targeting, (me, side), who))
        .map(|who| who.seat)
        .collect();
    seats
        .into_iter()
        .map(|seat| aim_at(session, plan, action, targeting, seat))
        .collect()
}

/// Actions that are open, but without a target for now, and why if that is known.
pub fn idle(session: &Session, plan: &Plan) -> Vec<(ActionId, Option<Refusal>)> {
    let (rules, view) = (session.start.rules.clone(), session.view());
    let free = plan.options.actions.iter().filter(|o| o.refusal.is_none());
    let open = free.filter_map(|o| Some((o.action, rules.actions.get(o.action)?)));
    let idle = |session: &Session, action: ActionId, def: &ActionDef| match def.target {
        Targeting::None if def.only_heals_user() && is_whole(&view, plan) => {
            let reason = "You are not hurt.".into();
            Some(Some(Refusal { rule: None, reason }))
        }
        Targeting::None => {
            let plain = act(session, plan, action, Aim::None);
            let refused = session.battle.check(&plain).err();
            let idle = def.turn_act() != Some(TurnAct::Ready)
                && pick::about(session, plan, action).is_empty();
            refused.filter(|_| idle).map(Some)
        }
        // Any square can be guessed at.
        Targeting::Path if def.strikes_at_square() => None,
        Targeting::Path => {
            let nowhere = !session.battle.leads_anywhere(action);
            nowhere.then(|| nowhere_to(session, &view, plan, action))
        }
        Targeting::Corner | Targeting::Direction | Targeting::CombatantOrSquare => None,
        targeting => {
            let manner = plan.manner_of(session.rules(), action);
            has_target((session, &view), plan, action, targeting, manner).err()
        }
    };
    let mut found = Vec::new();
    for (action, def) in open {
        if let Some(why) = idle(session, action, def) {
            found.push((action, why));
        }
    }
    found
}

/// Whether the one who acts has lost no hit points.
fn is_whole(view: &View, plan: &Plan) -> bool {
    let actor = plan.options.actor;
    let who = actor.and_then(|seat| view.combatants.get(seat.index()));
    who.is_some_and(|who| who.hit_points >= who.max_hit_points && who.nonlethal == 0)
}

/// Why an action that is aimed at squares finds none, as far as that is the same everywhere.
fn nowhere_to(session: &Session, view: &View, plan: &Plan, action: ActionId) -> Option<Refusal> {
    let here = view.combatants.get(plan.options.actor?.index())?.area?;
    let mut reasons = Direction::ALL.iter().map(|direction| {
        let aim = Aim::Along(vec![here.anchor + *direction]);
        session.battle.check(&act(session, plan, action, aim)).err()
    });
    let first = reasons.next()??;
    let same = reasons.all(|reason| reason.is_some_and(|r| r.reason == first.reason));
    same.then_some(first)
}

/// What can be tried in place of the attack selected, at one target at least.
pub fn instead(session: &Session, plan: &Plan) -> Vec<ActionId> {
    let rules = session.start.rules.clone();
    let begun = plan
        .selection
        .action
        .and_then(|action| Some((action, rules.actions.get(action)?)));
    let Some((begun, def)) = begun.filter(|(_, def)| Plan::strikes(def)) else {
        return Vec::new();
    };
    let replacing = rules
        .actions
        .iter()
        .filter(|(_, def)| def.replaces_attack || def.replaces_worst);
    let view = session.view();
    let possible = replacing.filter(|(action, _)| {
        let manner = Manner {
            instead: Some(*action),
            ..plan.manner_of(&rules, begun)
        };
        has_target((session, &view), plan, begun, def.target, manner).is_ok()
    });
    possible.map(|(action, _)| action).collect()
}

/// Whether an action has a target; if not, why the nearest is none.
fn has_target(
    (session, view): (&Session, &View),
    plan: &Plan,
    action: ActionId,
    targeting: Targeting,
    manner: Manner,
) -> Result<(), Option<Refusal>> {
    let me = plan.options.actor.ok_or(None)?;
    let side = session.battle.side_of(me);
    let here = view.combatants.get(me.index()).and_then(|who| who.area);
    let diagonals = session.rules().policies.movement.diagonals;
    let far = |who: &&CombatantView| match (here, who.area) {
        (Some(here), Some(there)) => distance(here, there, diagonals),
        _ => u32::MAX,
    };
    let there = view.combatants.iter();
    let mut there: Vec<_> = there
        .filter(|who| concerns(targeting, (me, side), who))
        .collect();
    there.sort_by_key(far);
    let asked = session.sight_of_asked();
    let mut why = None;
    for who in there {
        for mode in usable(plan).map(Some).chain([None]) {
            let choice = Choice::Act {
                action,
                aim: aim(targeting, who.seat),
                mode,
                manner,
            };
            match asked.check(&choice) {
                Ok(()) => return Ok(()),
                Err(refusal) => {
                    why.get_or_insert(refusal);
                }
            }
        }
    }
    Err(why)
}

/// Whether a combatant is one that an action of this user is for.
pub(super) fn concerns(
    targeting: Targeting,
    (me, side): (Seat, SideId),
    who: &CombatantView,
) -> bool {
    if who.area.is_none() || who.dead {
        return false;
    }
    match targeting {
        Targeting::Combatant | Targeting::Combatants | Targeting::CombatantOrSquare => true,
        Targeting::AdjacentAlly => who.side == side && who.seat != me,
        Targeting::One(rule) => match rule.whom {
            Whom::Enemies => who.side != side,
            Whom::Allies => who.side == side && who.seat != me,
            _ => true,
        },
        _ => who.side != side,
    }
}

/// How an action is aimed at a combatant.
fn aim(targeting: Targeting, seat: Seat) -> Aim {
    match targeting {
        Targeting::ChargeTarget => Aim::Charge(seat, Vec::new()),
        Targeting::Combatants => Aim::Several(vec![seat]),
        _ => Aim::At(seat),
    }
}

/// The attack that a plain click makes.
pub(super) fn strike(session: &Session, plan: &Plan) -> Option<ActionId> {
    let rules = session.rules();
    let free = plan.options.actions.iter().filter(|o| o.refusal.is_none());
    let of = |wanted: fn(&ActionDef) -> bool| {
        free.clone()
            .find(|o| rules.actions.get(o.action).is_some_and(wanted))
            .map(|o| o.action)
    };
    of(ActionDef::is_plain_attack).or_else(|| of(ActionDef::is_plain_full_attack))
}

/// Aims an action at a combatant with the first mode that allows it.
pub(super) fn aim_at(
    session: &Session,
    plan: &Plan,
    action: ActionId,
    targeting: Targeting,
    seat: Seat,
) -> Target {
    let aim = aim(targeting, seat);
    let manner = plan.manner_of(session.rules(), action);
    let modes: Vec<_> = usable(plan).map(Some).chain([None]).collect();
    let asked = session.sight_of_asked();
    let mut first = None;
    for mode in modes {
        let choice = Choice::Act {
            action,
            aim: aim.clone(),
            mode,
            manner,
        };
        match asked.check(&choice) {
            Ok(()) => {
                let forecast = session.forecast(&choice);
                let mut ways = session.battle.lanes(&choice);
                ways.retain(|way| asked.check(&along(&choice, way)).is_ok());
                if ways.len() < 2 {
                    ways.clear();
                }
                return Target {
                    ways,
                    ..Target::of(seat, choice, &forecast)
                };
            }
            Err(refusal) => {
                first.get_or_insert((choice, refusal));
            }
        }
    }
    if let Some(blow) = unseen::blow(session, plan, action, seat) {
        return blow;
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
        provokes: 0,
        lane: Vec::new(),
        ways: Vec::new(),
    }
}

/// A charge by this way.
fn along(choice: &Choice, way: &[Square]) -> Choice {
    let mut choice = choice.clone();
    if let Choice::Act {
        aim: Aim::Charge(_, path),
        ..
    } = &mut choice
    {
        *path = way.to_vec();
    }
    choice
}

/// The charge that ends on this square, beside the target pointed at last if that is possible.
fn ending(shown: &Shown, plan: &Plan, square: Square) -> Option<Choice> {
    let who = shown.view.combatants.get(plan.options.actor?.index())?;
    let mut found: Vec<_> = plan
        .options
        .targets
        .iter()
        .filter(|target| target.refusal.is_none())
        .flat_map(|target| target.ways.iter().map(move |way| (target, way)))
        .filter_map(|(target, way)| {
            let end = Area::new(*way.last()?, who.footprint);
            let rank = (
                plan.cursor.target != Some(target.seat),
                end.anchor != square,
            );
            end.contains(square).then_some((rank, target, way))
        })
        .collect();
    found.sort_by_key(|(rank, ..)| *rank);
    let (_, target, way) = found.first()?;
    Some(along(&target.choice, way))
}

/// The same choice aimed at one square of a large target, where the rules allow that.
pub fn part(session: &Session, choice: &Choice, square: Square) -> Option<Choice> {
    let mut choice = choice.clone();
    let Choice::Act { aim, .. } = &mut choice else {
        return None;
    };
    let Aim::At(seat) = *aim else {
        return None;
    };
    let area = session.sight().combatant(seat)?.area?;
    if area.footprint.is_single() || !area.contains(square) {
        return None;
    }
    *aim = Aim::Part(seat, square);
    session.battle.check(&choice).is_ok().then_some(choice)
}

/// What a square offers. An action that spreads from its user is no square's.
pub fn on(session: &Session, shown: &Shown, plan: &Plan, square: Square) -> Option<Choice> {
    let request = session.question()?;
    if !matches!(request, Request::Turn { .. } | Request::Readied { .. }) {
        let answers = squares(request);
        let found = answers.into_iter().find(|(at, _)| *at == square);
        return found.map(|(_, choice)| choice);
    }
    if let Some(target) = plan.target_at(shown, square) {
        return Some(target.choice.clone());
    }
    if let Some(choice) = ending(shown, plan, square) {
        return Some(choice);
    }
    if let Some(choice) = spots::at(session, plan, square) {
        return Some(choice);
    }
    let reach = plan
        .options
        .reaches
        .iter()
        .find(|reach| reach.field.squares.iter().any(|(at, ..)| *at == square))?;
    let action = reach.action?;
    let way = session.battle.way(action, square)?;
    Some(Choice::walk(action, way))
}

/// Squares that answer a request.
pub fn squares(request: &Request) -> Vec<(Square, Choice)> {
    match request {
        Request::PushTo { squares, .. } => squares
            .iter()
            .map(|square| (*square, Choice::PushTo(*square)))
            .collect(),
        Request::DropAt { squares, .. } => squares
            .iter()
            .map(|square| (*square, Choice::DropAt(*square)))
            .collect(),
        Request::Respond { choices, .. } => choices
            .iter()
            .filter_map(|choice| match choice {
                Choice::Act {
                    aim: Aim::Along(way),
                    ..
                } => Some((*way.last()?, choice.clone())),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::{refreshed, work};
    use crate::game::testing::table;
    use crate::rules::{Size, Uses};

    #[test]
    fn what_splashes_is_thrown_at_the_square_of_a_large_target_that_is_pointed_at() {
        let map = ["A...b.", "......", "......"];
        let scene = Scene::new(ruleset("epic_path"), &map)
            .block('A', |block| {
                (block.knows).insert("alchemists_fire".into(), Uses::Times(2));
            })
            .block('b', |block| block.size = Size::Large);
        let (session, shown) = table(&scene);
        let mut plan = refreshed(&session, &shown);
        plan.selection.action = session.rules().actions.id("alchemists_fire");
        plan.renew();
        work::renew(&session, &shown, &mut plan);
        for square in [Square::new(4, 0), Square::new(5, 1)] {
            plan.point(Some(square), false);
            work::look(&session, &shown, &mut plan);
            let Some(Choice::Act { aim, .. }) = plan.previewed(square) else {
                panic!("nothing is offered")
            };
            assert_eq!(*aim, Aim::Part(scene.seat('b'), square));
        }
    }

    #[test]
    fn the_weapon_chosen_is_the_only_one_that_is_used() {
        let mut plan = Plan::default();
        plan.options.modes = vec![(0, Ok(())), (2, Ok(())), (3, Ok(()))];
        assert_eq!(usable(&plan).collect::<Vec<_>>(), [0, 2, 3]);
        plan.selection.mode = Some(2);
        assert_eq!(usable(&plan).collect::<Vec<_>>(), [2]);
    }
}
