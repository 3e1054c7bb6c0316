//! The way round: where the shortest way gives attacks away or leads over ground that harms, one beside it that is
//! less dangerous.

use super::state::Detour;
use crate::combat::{Aim, Choice, Forecast, PathForecast};
use crate::game::session::Session;

/// The way round what strikes and harms on the way that is previewed, if one can be walked.
pub fn round(session: &Session, choice: Option<&Choice>, forecast: &Forecast) -> Option<Detour> {
    let short = forecast.path.as_ref()?;
    let Choice::Act {
        action,
        aim: Aim::Along(squares),
        mode,
        manner,
    } = choice?
    else {
        return None;
    };
    if short.opportunities.is_empty() && short.ground.is_empty() {
        return None;
    }
    let way = session.battle.safe_way(*action, *squares.last()?)?;
    if way == *squares {
        return None;
    }
    let choice = Choice::Act {
        action: *action,
        aim: Aim::Along(way),
        mode: *mode,
        manner: *manner,
    };
    let forecast = session.forecast(&choice);
    let path = forecast.path.filter(|_| forecast.refusal.is_none())?;
    (danger(&path) < danger(short)).then_some(Detour { choice, path })
}

/// How dangerous a way is: first what no combatant survives, then the attacks and the ground that harm.
fn danger(path: &PathForecast) -> (usize, usize) {
    let deadly = path.ground.iter().filter(|ground| ground.deadly).count();
    (deadly, path.opportunities.len() + path.ground.len())
}

#[cfg(test)]
mod tests {
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::{Plan, work};
    use crate::game::testing::table;
    use crate::grid::Square;

    fn pointed(rows: &[&str], at: Square) -> Plan {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), rows));
        let mut plan = Plan::default();
        work::renew(&session, &shown, &mut plan);
        plan.point(Some(at), false);
        work::look(&session, &shown, &mut plan);
        plan
    }

    #[test]
    fn where_the_short_way_is_struck_at_the_way_round_is_shown_beside_it() {
        let plan = pointed(&["....", "....", "A...", "..b.", "...."], Square::new(3, 2));
        let preview = plan.preview.as_ref().unwrap();
        let short = preview.forecast.path.as_ref().unwrap();
        let round = preview.detour.as_ref().unwrap();
        assert!(!short.opportunities.is_empty());
        assert!(round.path.opportunities.len() < short.opportunities.len());
        assert!(round.path.costs.last() > short.costs.last());
    }

    #[test]
    fn there_is_no_way_round_where_nothing_strikes_or_all_ways_are_struck_at() {
        let free = pointed(&["........", "A......b"], Square::new(3, 1));
        assert!(free.preview.unwrap().detour.is_none());
        let lane = pointed(
            &["########", "A..b....", "........", "########"],
            Square::new(2, 1),
        );
        assert!(lane.preview.unwrap().detour.is_none());
    }
}
