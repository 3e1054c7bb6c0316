//! Placing a warband: fighters towards the enemy, archers behind them.

use super::distances::{Distances, FAR};
use super::profile::Profile;
use super::survey::prefers_shooting;
use crate::combat::contract::{CombatantView, View};
use crate::combat::{Choice, Request, SideId, Sight};
use crate::content::TerrainDef;
use crate::content::terrain::Footing;
use crate::grid::{Area, Footprint, Square, SquareSet};

/// Answers to the pending question for places, the best first.
pub fn answers(battle: &Sight, profile: &Profile) -> Vec<Choice> {
    let own = places(battle, profile).into_iter();
    own.chain(battle.placement().map(Choice::Place)).collect()
}

/// Places in the side's zone for every combatant that the pending request asks to place.
fn places(battle: &Sight, profile: &Profile) -> Option<Choice> {
    let Some(Request::Deploy { side, unplaced }) = battle.request().cloned() else {
        return None;
    };
    let view = battle.view();
    let name = battle.sides().list.get(side.index())?.deploy.clone()?;
    let zone = battle
        .zones()
        .iter()
        .find(|(n, _)| *n == name)
        .map(|(_, zone)| zone.clone())?;
    let steps = Distances::over(battle, Footprint::SINGLE, enemy_ground(battle, &view, side));
    let mut taken: Vec<Area> = view.combatants.iter().filter_map(|one| one.area).collect();
    let mut squares = vec![None; unplaced.len()];
    // Those who take most room first, then the fighters, who get the front.
    let mut order: Vec<usize> = (0..unplaced.len()).collect();
    let who = |i: usize| &view.combatants[unplaced[i].index()];
    order.sort_by_key(|i| {
        let one = who(*i);
        let room = u16::from(one.footprint.width) * u16::from(one.footprint.depth);
        (
            std::cmp::Reverse(room),
            prefers_shooting(&one.modes),
            -one.hit_points,
            one.seat,
        )
    });
    for i in order {
        let one = who(i);
        let anchor = best(battle, &zone, &steps, &taken, one, profile)?;
        taken.push(Area::new(anchor, one.footprint));
        squares[i] = Some(anchor);
    }
    Some(Choice::Place(squares.into_iter().collect::<Option<_>>()?))
}

/// Where the others stand, or will: their zones and those who are placed.
fn enemy_ground(battle: &Sight, view: &View, side: SideId) -> Vec<Square> {
    let placed = view
        .combatants
        .iter()
        .filter(|one| one.side != side)
        .filter_map(|one| one.area);
    let mut squares: Vec<Square> = placed.flat_map(Area::squares).collect();
    for (i, other) in battle.sides().list.iter().enumerate() {
        let theirs = other.deploy.as_ref().filter(|_| i != side.index());
        let zone = theirs.and_then(|name| battle.zones().iter().find(|(n, _)| n == name));
        squares.extend(zone.into_iter().flat_map(|(_, zone)| zone.iter()));
    }
    squares
}

/// The best free place for one.
fn best(
    battle: &Sight,
    zone: &SquareSet,
    steps: &Distances,
    taken: &[Area],
    one: &CombatantView,
    profile: &Profile,
) -> Option<Square> {
    let behind = prefers_shooting(&one.modes);
    let patient = profile.patience > 60;
    zone.iter()
        .filter(|anchor| {
            let area = Area::new(*anchor, one.footprint);
            area.squares()
                .all(|square| zone.contains(square) && standable(battle, square))
                && battle.holds(area)
                && !taken.iter().any(|other| other.overlaps(area))
        })
        .min_by_key(|anchor| {
            let away = i32::from(steps.from(*anchor).min(FAR / 2));
            let area = Area::new(*anchor, one.footprint);
            // Close together, so that no combatant is alone in the first round.
            let company = taken.iter().filter(|other| other.is_adjacent(area)).count() as i32;
            let front = if behind || patient { -away } else { away };
            (2 * front - company, anchor.y, anchor.x)
        })
}

/// Whether a combatant can stand on the ground of a square without harm.
fn standable(battle: &Sight, square: Square) -> bool {
    let harmless = |def: &TerrainDef| {
        !matches!(def.footing, Footing::Impassable | Footing::Chasm) && !def.is_dangerous()
    };
    battle.dimensions().contains(square) && battle.kinds(square).all(harmless)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::wander;
    use crate::combat::testkit::testing::shipped;
    use crate::combat::{Battle, Setup};
    use crate::dice::Dice;

    /// Ambushers have no zone of their own.
    #[test]
    fn places_are_found_for_ambushers() {
        let content = shipped();
        let level = content.levels.by_name("nightwood").expect("a level");
        let mut ambushes = 0;
        for seed in 0..10 {
            let rules = content.ruleset("epic_path").expect("a ruleset").clone();
            let setup = Setup::from_level(level);
            let battle = Battle::new(content.clone(), rules, &setup, Dice::seeded(seed));
            let mut battle = battle.expect("a battle");
            if let Some(Request::Deploy { .. }) = battle.request() {
                ambushes += 1;
                let choice = wander(&battle, seed);
                battle.submit(choice).expect("a legal answer");
            }
        }
        assert!(ambushes > 0);
    }
}
