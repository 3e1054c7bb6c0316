//! How far movements go: what of the map is within reach of a click.

use super::found::Reach;
use super::state::{Plan, wants_path};
use super::{air, offer};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::rules::{ActionDef, ActionId, MoveDef};

/// The movements that a click on the map can make now: the action begun, or else the plain move
/// with a longer one beyond it.
pub fn of(session: &Session, shown: &Shown, plan: &Plan) -> Vec<Reach> {
    let actions: Vec<_> = match plan.selection.action {
        Some(action) if wants_path(session, action) => vec![vec![action]],
        Some(_) => Vec::new(),
        None => plain_moves(session, plan),
    };
    let reach = |action: ActionId| {
        let field = session.battle.reachable(action);
        Reach {
            action: Some(action),
            spares: spares(session, shown, plan, (action, field.under_way)),
            field,
            band: 0,
        }
    };
    let bands = actions.into_iter().map(|band| {
        let reaches = band.into_iter().map(reach);
        let reaches = reaches.filter(|reach| !reach.field.squares.is_empty());
        air::shared(reaches.collect())
    });
    let mut bands: Vec<Vec<Reach>> = bands.filter(|band| !band.is_empty()).collect();
    let rules = session.rules();
    let factor = |reach: &Reach| {
        let def = reach.action.and_then(|action| rules.actions.get(action));
        def.and_then(|def| def.movement()).map_or(1, |m| m.factor)
    };
    bands.sort_by_key(|band| {
        band.first()
            .map(|nearest| (factor(nearest), nearest.field.budget))
    });
    let numbered = bands.into_iter().enumerate();
    let numbered = numbered.flat_map(|(band, reaches)| {
        reaches
            .into_iter()
            .map(move |reach| Reach { band, ..reach })
    });
    numbered.collect()
}

/// How much of a movement leaves the turn its attack: all of it, if the purse still holds one after it is paid, or if
/// there is none to lose; else what is left of one under way.
fn spares(
    session: &Session,
    shown: &Shown,
    plan: &Plan,
    (walk, under_way): (ActionId, u16),
) -> u16 {
    let rules = session.rules();
    let after_it = || {
        let seat = plan.options.actor?;
        let purse = shown.view.combatants.get(seat.index())?.budget.purse;
        let strike = plan.option(offer::strike(session, plan)?)?.cost;
        rules.paid(purse, strike)?;
        // What is left of one under way costs nothing; another one is paid for.
        let anew = match under_way {
            0 => plan.option(walk)?.cost,
            _ => rules.price(walk).usual,
        };
        let left = rules.paid(purse, anew);
        Some(left.is_some_and(|left| rules.paid(left, strike).is_some()))
    };
    match after_it() {
        Some(false) => under_way,
        Some(true) | None => u16::MAX,
    }
}

/// Movements without conditions of their own, each with its twin in the air; if there is none, the step.
fn plain_moves(session: &Session, plan: &Plan) -> Vec<Vec<ActionId>> {
    let rules = session.rules();
    let open = |wanted: &dyn Fn(&ActionDef) -> bool| -> Vec<ActionId> {
        let free = plan.options.actions.iter().filter(|o| o.refusal.is_none());
        free.filter(|o| rules.actions.get(o.action).is_some_and(wanted))
            .map(|o| o.action)
            .collect()
    };
    let plain = |m: &MoveDef| {
        let checked = m.climbs || m.swims || m.tumbles.is_some() || m.wriggles.is_some();
        let own_way = m.straight || m.while_prone || m.squeezes || checked;
        !own_way && m.at_most.is_none() && m.divisor == 1
    };
    let mut moves = open(&|def| {
        let way = def.movement();
        way.is_some_and(|m| plain(m) && m.factor <= 2)
    });
    // What has a twin on the ground goes with it.
    let known = moves.clone();
    moves.retain(|action| {
        let flies = rules.actions[*action].movement().is_some_and(|m| m.flies);
        !flies || air::twin(rules, *action).is_none_or(|twin| !known.contains(&twin))
    });
    if moves.is_empty() {
        moves = open(&|def| def.is_step() && !def.is_bonus_step());
    }
    if moves.is_empty() {
        moves = open(&|def| def.movement().is_some());
    }
    moves.truncate(2);
    let twin = |action| air::twin(rules, action).filter(|twin| known.contains(twin));
    let with_twin = |action| [action].into_iter().chain(twin(action)).collect();
    moves.into_iter().map(with_twin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Choice;
    use crate::game::plan::refreshed;
    use crate::game::testing::meeting;
    use crate::grid::Square;

    /// Whether the plain move to this square is one of the near ones.
    fn is_near(session: &Session, shown: &Shown, square: Square) -> bool {
        let plan = refreshed(session, shown);
        let mut all = plan.options.reaches.iter();
        all.any(|reach| {
            let mut squares = reach.field.squares.iter();
            squares.any(|(at, cost, _)| *at == square && reach.is_near(*cost))
        })
    }

    #[test]
    fn a_second_move_is_not_drawn_like_one_after_which_you_can_attack() {
        let creatures = [('A', "swordsman"), ('b', "guard")];
        let map = ["A.............b"];
        let (mut session, mut shown) = meeting("classic_d20", &map, &creatures);
        assert!(is_near(&session, &shown, Square::new(3, 0)), "the first");
        let step = |session: &mut Session, shown: &mut Shown, to: i16| {
            let walk = session.rules().actions.id("move").expect("a plain move");
            let way = session.battle.way(walk, Square::new(to, 0)).expect("a way");
            assert!(session.submit(Choice::walk(walk, way)));
            shown.view = session.view().clone();
        };
        step(&mut session, &mut shown, 2);
        let rest = is_near(&session, &shown, Square::new(3, 0));
        assert!(rest, "what is left of the first");
        let beyond = is_near(&session, &shown, Square::new(6, 0));
        assert!(!beyond, "a second move before the first is over");
        step(&mut session, &mut shown, 4);
        let second = is_near(&session, &shown, Square::new(6, 0));
        assert!(!second, "it takes the place of the attack");
    }
}
