//! Where enemies may be of whom a side knows nothing.

use crate::combat::contract::{Awareness, CombatantView, View};
use crate::combat::{EventKind, SideId, Sight};
use crate::grid::{Area, Dimensions, Square};

/// The parts of a map that are searched one after another, in quarters of its width and height.
const ROUND: [(u16, u16); 5] = [(2, 2), (1, 1), (3, 3), (3, 1), (1, 3)];
/// Rounds for each of them.
const LINGERS: u16 = 3;

/// Every enemy still in the fight of which a side knows nothing, with a guess at where it is: where it was last, or in
/// one part of the map after another.
pub fn places<'a>(battle: &Sight, view: &'a View, side: SideId) -> Vec<(&'a CombatantView, Area)> {
    let there = search(battle.dimensions(), view.rounds());
    let foes = view.combatants.iter().filter(|one| one.side != side);
    let lost = foes.filter(|one| one.standing && one.known == Awareness::Unknown);
    let guess = |one: &'a CombatantView| {
        let last = last_known(battle, one, side);
        let last = last.filter(|at| !is_visited(view, side, *at));
        let area = Area::new(last.unwrap_or(there), one.footprint);
        (one, area)
    };
    lost.map(guess).collect()
}

/// Where a side has been told last that a combatant was.
fn last_known(battle: &Sight, one: &CombatantView, side: SideId) -> Option<Square> {
    let told = battle.events().iter().rev();
    let mut told = told.filter(|event| event.is_seen_by(side));
    told.find_map(|event| match event.kind {
        EventKind::Moved { seat, to: at, .. }
        | EventKind::Placed { seat, at }
        | EventKind::Arrived {
            seat,
            area: Area { anchor: at, .. },
        } if seat == one.seat => Some(at),
        _ => None,
    })
}

/// Whether one of a side is so near to a square that it would have found an enemy in it.
fn is_visited(view: &View, side: SideId, at: Square) -> bool {
    let own = view.combatants.iter().filter(|one| one.side == side);
    let mut places = own.filter_map(|one| one.area);
    places.any(|area| area.is_adjacent(Area::single(at)) || area.contains(at))
}

/// The middle of the part of a map that is searched in a round.
fn search(dimensions: Dimensions, round: u16) -> Square {
    let (x, y) = ROUND[usize::from(round / LINGERS) % ROUND.len()];
    let part = |quarters: u16, of: u16| i16::try_from(u32::from(of) * u32::from(quarters) / 4);
    Square::new(
        part(x, dimensions.width).unwrap_or(0),
        part(y, dimensions.height).unwrap_or(0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, action, ruleset, until_turn};
    use crate::combat::{Choice, Seat};

    #[test]
    fn an_enemy_is_looked_for_where_it_was_seen_last_and_then_elsewhere() {
        let scene = Scene::new(ruleset("epic_path"), &["A.....b", "......."]);
        let mut battle = scene.seeded(1);
        let (hero, foe) = (scene.seat('A'), scene.seat('b'));
        until_turn(&mut battle, foe);
        let walk = action(&battle, "move");
        let way = vec![Square::new(5, 1), Square::new(4, 1)];
        battle.submit(Choice::walk(walk, way)).expect("a way");
        let side = battle.side_of(hero);
        let guess = |lost: Seat, at: Square| {
            let mut view = battle.view();
            view.combatants[lost.index()].known = Awareness::Unknown;
            view.combatants[lost.index()].area = None;
            view.combatants[hero.index()].area = Some(Area::single(at));
            let places = places(&battle.sight(), &view, side);
            places
                .iter()
                .map(|(_, area)| area.anchor)
                .collect::<Vec<_>>()
        };
        assert_eq!(guess(foe, Square::new(0, 0)), [Square::new(4, 1)]);
        assert_ne!(guess(foe, Square::new(3, 1)), [Square::new(4, 1)]);
    }
}
