//! Those who are not seen: blows at the squares in which they are, and ways that do not betray them.

use super::found::Reach;
use super::modes;
use super::state::{Plan, Target};
use crate::combat::contract::{Awareness, PathForecast};
use crate::combat::{Aim, Choice, Forecast, Refusal, Seat};
use crate::game::session::Session;
use crate::grid::{Area, Square, SquareSet};
use crate::rules::{ActionDef, ActionId};

/// The blow at the square of a combatant whose square alone is known, in place of a plain attack that needs eyes.
pub fn blow(session: &Session, plan: &Plan, action: ActionId, seat: Seat) -> Option<Target> {
    let rules = session.rules();
    let plain = rules
        .actions
        .get(action)
        .is_some_and(ActionDef::is_plain_attack);
    let side = session.eyes().filter(|_| plain)?;
    if session.battle.known_to(side, seat) != Awareness::Square {
        return None;
    }
    let area = session.battle.combatant(seat)?.area?;
    let mut open = plan.options.actions.iter().filter(|o| o.refusal.is_none());
    let strike = open.find(|o| {
        rules
            .actions
            .get(o.action)
            .is_some_and(ActionDef::strikes_at_square)
    })?;
    let manner = plan.manner_of(rules, strike.action);
    let modes: Vec<_> = modes::usable(plan).collect();
    let blows = area
        .squares()
        .flat_map(|at| modes.iter().map(move |mode| (at, *mode)));
    let mut choices = blows.map(|(at, mode)| Choice::Act {
        action: strike.action,
        aim: Aim::Along(vec![at]),
        mode: Some(mode),
        manner,
    });
    let choice = choices.find(|choice| session.battle.check(choice).is_ok())?;
    let forecast = session.forecast(&choice);
    Some(Target::of(seat, choice, &forecast))
}

/// A way cannot end where an enemy stands, and costs more where it strikes. Where nothing is known of it, both would
/// betray it: such squares are shown as if one could go there, and such blows are not counted.
pub fn conceal(session: &Session, me: Seat, reaches: &mut [Reach]) {
    let Some(side) = session.eyes() else { return };
    let battle = &session.battle;
    let seats = (0u8..).map(Seat).take(battle.setup().combatants.len());
    let unknown = seats.filter(|seat| battle.known_to(side, *seat) == Awareness::Unknown);
    let unknown = unknown.filter_map(|seat| battle.combatant(seat));
    let Some(here) = battle.combatant(me).and_then(|me| me.area) else {
        return;
    };
    for who in unknown {
        if who.opportunities_left > 0 {
            forget_blows(session, here, &battle.threatened_squares(who.seat), reaches);
        }
        for square in who.area.iter().flat_map(|area| area.squares()) {
            reaches
                .iter_mut()
                .for_each(|reach| close_gap(reach, square));
        }
    }
}

/// Whether those before the screen know nothing of an enemy in this square.
pub fn is_secret(session: &Session, square: Square) -> bool {
    let battle = &session.battle;
    let seats = (0u8..).map(Seat).take(battle.setup().combatants.len());
    session.eyes().is_some_and(|side| {
        let mut unknown = seats.filter(|seat| battle.known_to(side, *seat) == Awareness::Unknown);
        unknown.any(|seat| {
            let area = battle.combatant(seat).and_then(|who| who.area);
            area.is_some_and(|area| area.contains(square))
        })
    })
}

/// The way into a square where something unknown is: up to the square before it, where the walker finds that it
/// cannot go on. `None` for one that is there already.
pub fn towards(
    session: &Session,
    Reach { action, field, .. }: &Reach,
    square: Square,
) -> Option<Choice> {
    let action = (*action).filter(|_| is_secret(session, square))?;
    let here = session
        .battle
        .combatant(session.battle.acting()?)?
        .area?
        .anchor;
    if here.steps_to(square) <= 1 {
        return None;
    }
    let beside = field
        .squares
        .iter()
        .filter(|(at, ..)| at.steps_to(square) == 1);
    let beside = beside.filter(|(at, ..)| !is_secret(session, *at));
    let (at, ..) = beside.min_by_key(|(_, spent, _)| *spent)?;
    Some(Choice::walk(action, session.battle.way(action, *at)?))
}

/// Shows a way towards a square where something unknown is as if it led into it.
pub fn pretend(session: &Session, reaches: &[Reach], square: Square, forecast: &mut Forecast) {
    let mut reached = reaches.iter().flat_map(|reach| &reach.field.squares);
    if !(reached.any(|(at, ..)| *at == square) && is_secret(session, square)) {
        return;
    }
    let path = forecast.path.get_or_insert_with(|| PathForecast {
        arrives: 1.0,
        ..PathForecast::default()
    });
    let spent = path.costs.last().copied().unwrap_or(0);
    if path.squares.last() != Some(&square) {
        path.squares.push(square);
        path.costs.push(spent.saturating_add(STEP));
    }
}

/// What those find who wanted to go where something unknown is.
pub fn bars(session: &Session, square: Square) -> Option<Refusal> {
    is_secret(session, square).then(|| Refusal {
        rule: None,
        reason: "Something that you do not see is in the way.".into(),
    })
}

/// Takes one blow off the ways that leave a square which an unknown enemy threatens.
fn forget_blows(session: &Session, here: Area, threat: &SquareSet, reaches: &mut [Reach]) {
    let threatened = |at: Square| {
        let mut space = here.moved_to(at).squares();
        space.any(|square| threat.contains(square))
    };
    for reach in reaches {
        let Some(action) = reach.action else { continue };
        let risky = reach.field.squares.iter_mut();
        for (at, _, attacks) in risky.filter(|(.., attacks)| *attacks > 0) {
            let way = session.battle.way(action, *at).unwrap_or_default();
            let left = way.iter().rev().skip(1).copied();
            if left.chain([here.anchor]).any(threatened) {
                *attacks -= 1;
            }
        }
    }
}

/// Adds a square to a movement that comes next to it and could go on.
fn close_gap(Reach { field, .. }: &mut Reach, square: Square) {
    let beside = field.squares.iter();
    let beside = beside.filter(|(at, ..)| at.steps_to(square) <= 1);
    let Some((at, spent, attacks)) = beside.min_by_key(|(_, spent, _)| *spent).copied() else {
        return;
    };
    let spent = spent.saturating_add(STEP);
    if at != square && spent <= field.budget {
        field.squares.push((square, spent, attacks));
    }
}

/// The cost of a plain step in twelfths of a square.
const STEP: u16 = 12;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::SideId;
    use crate::combat::testkit::testing::{Scene, ruleset, ruleset_with};
    use crate::game::plan::{edit, offer, refreshed, work};
    use crate::game::player::Player;
    use crate::game::testing::table;
    use crate::rules::UnseenSquares;

    fn invisible(scene: Scene) -> Scene {
        scene.change('b', |c| c.conditions.push("invisible".into()))
    }

    #[test]
    fn a_click_on_an_unseen_enemy_strikes_at_its_square() {
        let rules = ruleset_with("epic_path", |policies| {
            policies.attack.concealment.squares = UnseenSquares::Known;
        });
        let (session, shown) = table(&invisible(Scene::new(rules, &["Ab....", "......"])));
        let plan = refreshed(&session, &shown);
        let choice = offer::on(&session, &shown, &plan, Square::new(1, 0));
        let Some(Choice::Act { action, aim, .. }) = choice.clone() else {
            panic!("{choice:?}")
        };
        assert_eq!(Some(action), session.rules().actions.id("strike_square"));
        assert_eq!(aim, Aim::Along(vec![Square::new(1, 0)]));
        assert!(choice.is_some_and(|choice| session.battle.check(&choice).is_ok()));
    }

    #[test]
    fn who_takes_the_seat_is_offered_what_it_knows_and_no_more() {
        let scene = invisible(Scene::new(ruleset("epic_path"), &["Ab....", "......"]));
        let (mut session, mut shown) = table(&scene);
        session.start.players = vec![Player::Person; 2];
        let mut plan = Plan::default();
        for (side, offered) in [(1, 1), (0, 0)] {
            session.seated = Some(SideId(side));
            shown.rewind(&session);
            shown.settled = true;
            work::renew(&session, &shown, &mut plan);
            assert_eq!(plan.options.targets.len(), offered, "side {side}");
        }
    }

    #[test]
    fn of_an_unknown_enemy_nothing_is_shown() {
        let scene = invisible(Scene::new(ruleset("epic_path"), &["A.b...", "......"]));
        let (session, shown) = table(&scene);
        let plan = refreshed(&session, &shown);
        let hidden = Square::new(2, 0);
        assert!(plan.options.targets.is_empty());
        assert_eq!(Plan::anyone_at(&shown, hidden), None);
        let reach = plan.options.reaches.first().expect("a move");
        assert!(reach.field.squares.iter().any(|(at, ..)| *at == hidden));
        assert!(
            reach
                .field
                .squares
                .iter()
                .all(|(.., attacks)| *attacks == 0)
        );
        // A click there goes as far as it can, and looks as if it went on.
        let mut plan = plan;
        let choice = edit::click(&session, &shown, &mut plan, hidden);
        let walk = session.battle.rules().actions.id("move").unwrap();
        assert_eq!(choice, Some(Choice::walk(walk, vec![Square::new(1, 0)])));
        let path = plan.preview.as_ref().unwrap().forecast.path.as_ref();
        assert_eq!(path.unwrap().squares, [Square::new(1, 0), hidden]);
        assert!(bars(&session, hidden).is_some() && bars(&session, Square::new(3, 0)).is_none());
        // A guess at a square is possible all the same.
        plan.selection.action = session.rules().actions.id("strike_square");
        plan.renew();
        work::renew(&session, &shown, &mut plan);
        assert!(plan.options.squares.contains(&Square::new(1, 0)));
    }
}
