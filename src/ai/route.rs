//! Ways that take several turns: over open ground, else through what can be opened or broken, else across
//! the gaps that end every walk.

use super::distances::{Distances, FAR};
use super::means::Means;
use super::reach;
use super::survey::Survey;
use crate::combat::Sight;
use crate::combat::contract::AttackModeView;
use crate::content::TerrainDef;
use crate::content::terrain::Footing;
use crate::grid::Square;
use crate::rules::{ActionDef, MoveDef};

/// The way of a combatant to the nearest of several squares.
#[derive(Clone, Debug)]
pub struct Route {
    steps: Distances,
    ends: Ends,
    /// Longer than every way.
    lost: u16,
    /// Every path leads through terrain that holds creatures.
    mires: bool,
}

/// Obstacle at which a walk along a route ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    Nothing,
    /// Only what can be opened or broken.
    Barriers,
    /// Walls or gaps.
    Gaps,
}

impl Route {
    /// The way to the nearest of these squares for the one who decides.
    pub fn to(battle: &Sight, survey: &Survey, goals: &[Square]) -> Self {
        let (here, footprint) = (survey.area.anchor, survey.area.footprint);
        let nowhere = goals.is_empty();
        let goals = || goals.iter().copied();
        let open = Distances::over(battle, footprint, goals());
        if nowhere {
            return Self::new(open, Ends::Gaps);
        }
        if open.from(here) != FAR {
            let firm = || Distances::around_snares(battle, footprint, goals());
            let mires = battle.has_hazards() && firm().from(here) == FAR;
            return Self {
                mires,
                ..Self::new(open, Ends::Nothing)
            };
        }
        let means = Means::of(battle, survey);
        let opened = Distances::through(battle, footprint, goals(), |def| means.remove(def));
        if opened.from(here) != FAR {
            return Self::new(opened, Ends::Barriers);
        }
        if !crosses_gaps(battle, survey) {
            return Self::new(opened, Ends::Gaps);
        }
        let yields = |def: &TerrainDef| means.remove(def) || is_gap(def);
        let across = Distances::across(battle, footprint, goals(), yields);
        Self::new(across, Ends::Gaps)
    }

    fn new(steps: Distances, ends: Ends) -> Self {
        let lost = steps.longest().saturating_add(1);
        Self {
            steps,
            ends,
            lost,
            mires: false,
        }
    }

    /// Whether every path leads through terrain that holds creatures.
    pub fn mires(&self) -> bool {
        self.mires
    }

    /// Steps from here, [`FAR`] if there is no way.
    pub fn steps(&self, anchor: Square) -> u16 {
        self.steps.from(anchor)
    }

    /// Steps from here; without a way more than from anywhere else.
    pub fn length(&self, anchor: Square) -> u16 {
        self.steps.from(anchor).min(self.lost)
    }

    /// Whether something ends every walk there.
    pub fn is_barred(&self) -> bool {
        self.ends != Ends::Nothing
    }

    /// Whether walls or gaps end every walk there.
    pub fn is_cut_off(&self) -> bool {
        self.ends == Ends::Gaps
    }

    /// Whether what bars this square bars the way from here.
    pub fn leads_through(&self, here: Square, square: Square) -> bool {
        self.is_barred() && self.steps.from(square) < self.steps.from(here)
    }
}

/// Whether a combatant can do something about enemies beyond a gap: shoot, use an ability, leap, swim or fly.
fn crosses_gaps(battle: &Sight, survey: &Survey) -> bool {
    let own = survey.own();
    let shoots = |mode: &AttackModeView| mode.ranged && !mode.improvised;
    let moves = |way: &MoveDef| way.swims || way.flies;
    let crosses = |def: &ActionDef| def.leap().is_some() || def.movement().is_some_and(moves);
    let mut actions = survey.rules.actions.iter();
    own.modes.iter().any(shoots)
        || reach::of(&survey.rules, own).is_some()
        || actions.any(|(action, def)| crosses(def) && battle.is_sensible(survey.me, action))
}

/// Whether ground keeps walkers back, but neither sight nor what is shot.
fn is_gap(def: &TerrainDef) -> bool {
    match def.footing {
        Footing::Chasm => true,
        Footing::Impassable => !def.blocks_sight && !def.blocks_effect,
        Footing::Plain
        | Footing::Light
        | Footing::Difficult
        | Footing::Severe
        | Footing::Obstacle
        | Footing::Hazardous => false,
    }
}
