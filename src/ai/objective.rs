//! What the level asks for besides the fight, as a pull towards a zone.

use super::distances::{Distances, FAR};
use super::profile::Profile;
use super::survey::Survey;
use crate::combat::Sight;
use crate::combat::contract::CombatantView;
use crate::content::Objective;
use crate::grid::{Area, SquareSet};

/// A zone that draws a side.
#[derive(Clone, Debug)]
pub struct Pull {
    zone: SquareSet,
    steps: Distances,
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

/// The task of the player's side in a battle. With too few left to reach a zone, only the fight is.
pub fn task_of(battle: &Sight, survey: &Survey) -> Task {
    let sides = battle.sides();
    let own = sides.list.get(survey.side.index());
    let task = own.map_or(Task::Fight, |own| task(&sides.objective, &own.id));
    match &sides.objective {
        Objective::Reach { count, .. } if task == Task::Go => {
            let all = survey.view.combatants.iter();
            let goes = |one: &&CombatantView| {
                let comes = one.standing || one.area.is_none() && !one.dead;
                one.side == survey.side && comes && !sides.arrived.contains(&one.seat)
            };
            let enough = sides.arrived.len() + all.filter(goes).count() >= usize::from(*count);
            if enough { Task::Go } else { Task::Fight }
        }
        _ => task,
    }
}

impl Pull {
    /// The pull on the one who decides, if there is any.
    pub fn of(battle: &Sight, survey: &Survey, profile: &Profile) -> Option<Self> {
        let name = match &battle.sides().objective {
            Objective::Hold { zone, .. } | Objective::Reach { zone, .. } => zone,
            Objective::DefeatAll | Objective::Survive { .. } => return None,
        };
        let (inside, step) = match task_of(battle, survey) {
            // A combatant that has arrived counts from then on, wherever it fights.
            Task::Go if battle.sides().arrived.contains(&survey.me) => return None,
            Task::Go => (60.0, 3.0),
            Task::Contest => (12.0, 1.2),
            _ => return None,
        };
        let zone = battle
            .zones()
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, zone)| zone.clone())?;
        let steps = Distances::over(battle, survey.area.footprint, zone.iter());
        let duty = Profile::factor(profile.duty);
        Some(Self {
            zone,
            steps,
            inside: inside * duty,
            step: step * duty,
        })
    }

    /// Points for standing there.
    pub fn at(&self, area: Area) -> f64 {
        if self.zone.touches(area) {
            return self.inside;
        }
        match self.steps.from(area.anchor) {
            FAR => -self.step * 100.0,
            steps => -self.step * f64::from(steps),
        }
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
