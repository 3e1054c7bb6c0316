//! What the level asks for besides the fight, as a pull towards a zone.

use super::profile::Profile;
use super::route::Route;
use super::survey::Survey;
use crate::combat::battle::summary::UnitSummary;
use crate::combat::{Seat, SideId, Sight};
use crate::content::Objective;
use crate::grid::{Area, Square, SquareSet};

/// Points for leaving the zone to members that still have to come in.
const ROOM: f64 = 15.0;

/// A zone that draws a side.
#[derive(Clone, Debug)]
pub struct Pull {
    zone: SquareSet,
    route: Route,
    /// Points for standing in it.
    inside: f64,
    /// Points for each step nearer.
    step: f64,
}

/// What a side has to do with a zone of the objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Nothing but the fight.
    Fight,
    /// Be in the zone: it decides the battle.
    Go,
    /// Be in the zone together with others who want it.
    Contest,
    /// Time is on its side.
    HoldOut,
    /// Time is on the others' side.
    Hurry,
}

/// The task of a side under an objective; `id` is the side's id in the level.
pub fn task(objective: &Objective, id: &str) -> Task {
    match objective {
        Objective::DefeatAll => Task::Fight,
        Objective::Hold { .. } => Task::Contest,
        Objective::Reach { side, .. } if side == id => Task::Go,
        Objective::Reach { .. } => Task::Hurry,
        Objective::Survive { side, .. } if side == id => Task::HoldOut,
        Objective::Survive { .. } => Task::Hurry,
    }
}

/// The task of a side in a battle. With too few left to reach a zone, only the fight is.
pub fn task_of(battle: &Sight, side: SideId) -> Task {
    let sides = battle.sides();
    let own = sides.list.get(side.index());
    let task = own.map_or(Task::Fight, |own| task(&sides.objective, &own.id));
    match &sides.objective {
        Objective::Reach { count, .. } if task == Task::Go => {
            let still = still_to_arrive(battle, side, &battle.unit_summaries()).count();
            let most = sides.arrived.len() + still + battle.awaited(side);
            let enough = most >= usize::from(*count);
            if enough { Task::Go } else { Task::Fight }
        }
        _ => task,
    }
}

/// Members of a side on the map that have not reached the zone yet.
fn still_to_arrive(
    battle: &Sight,
    side: SideId,
    units: &[UnitSummary],
) -> impl Iterator<Item = Seat> {
    let arrived = &battle.sides().arrived;
    let own = units.iter().filter(move |one| one.side == side);
    own.map(|one| one.seat)
        .filter(move |one| !arrived.contains(one))
}

/// The zone of the objective, if it is about one.
pub fn zone<'a>(battle: &'a Sight) -> Option<&'a SquareSet> {
    let name = match &battle.sides().objective {
        Objective::Hold { zone, .. } | Objective::Reach { zone, .. } => zone,
        Objective::DefeatAll | Objective::Survive { .. } => return None,
    };
    let mut zones = battle.zones().iter();
    zones.find(|(n, _)| n == name).map(|(_, zone)| zone)
}

/// Whether a combatant that has reached a zone keeps those of its side out who have not: there is no room
/// for another.
pub fn is_in_the_way(battle: &Sight, zone: &SquareSet, one: UnitSummary) -> bool {
    let units = battle.unit_summaries();
    let taken = |square: Square| units.iter().any(|unit| unit.area.contains(square));
    let free = |square: Square| battle.holds(Area::single(square)) && !taken(square);
    zone.touches(one.area)
        && battle.sides().arrived.contains(&one.seat)
        && still_to_arrive(battle, one.side, &units).next().is_some()
        && !zone.iter().any(free)
}

impl Pull {
    /// The pull on the one who decides, if there is any.
    pub fn of(battle: &Sight, survey: &Survey, profile: &Profile) -> Option<Self> {
        let zone = zone(battle)?;
        let me = survey.me;
        let (inside, step) = match task_of(battle, survey.side) {
            // A combatant that has arrived counts from then on, wherever it fights.
            Task::Go if battle.sides().arrived.contains(&me) => {
                let units = battle.unit_summaries();
                let own = units.into_iter().find(|one| one.seat == me)?;
                is_in_the_way(battle, zone, own).then_some((-ROOM, 0.0))?
            }
            Task::Go => (60.0, 3.0),
            Task::Contest => (12.0, 1.2),
            Task::Fight | Task::HoldOut | Task::Hurry => return None,
        };
        let goals: Vec<Square> = zone.iter().collect();
        let duty = Profile::factor(profile.duty);
        Some(Self {
            zone: zone.clone(),
            route: Route::to(battle, survey, &goals),
            inside: inside * duty,
            step: step * duty,
        })
    }

    /// The way to the zone.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// Points for standing there.
    pub fn at(&self, area: Area) -> f64 {
        if self.zone.touches(area) {
            return self.inside;
        }
        -self.step * f64::from(self.route.length(area.anchor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_has_to_reach_the_zone_goes_and_the_others_run() {
        let objective = Objective::Reach {
            side: "heroes".into(),
            zone: "gate".into(),
            count: 2,
        };
        assert_eq!(task(&objective, "heroes"), Task::Go);
        assert_eq!(task(&objective, "orcs"), Task::Hurry);
        let survive = Objective::Survive {
            side: "heroes".into(),
            rounds: 8,
        };
        assert_eq!(task(&survive, "heroes"), Task::HoldOut);
        assert_eq!(task(&Objective::DefeatAll, "heroes"), Task::Fight);
    }
}
