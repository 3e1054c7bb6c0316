//! Copies of a battle in which the enemies unknown to a side stand elsewhere or are off the map.

use crate::combat::battle::Battle;
use crate::combat::conditions::knowledge;
use crate::combat::contract::{Awareness, Seat, SideId};
use crate::grid::{Area, Square};

/// Enemies unknown to a side.
pub fn lost(battle: &Battle, side: SideId) -> Vec<Seat> {
    battle.read(|state| knowledge::lost(state, side).collect())
}

/// A copy in which all enemies unknown to a side stand elsewhere, if there is room: still unknown, in no path, and with
/// everything else unchanged. `salt` chooses the squares.
pub fn moved(battle: &Battle, side: SideId, salt: usize) -> Option<Battle> {
    let lost = lost(battle, side);
    if lost.is_empty() {
        return None;
    }
    let mut copy = battle.scratch(0);
    let mut snapshot = copy.snapshot();
    let dims = battle.dimensions();
    let mut taken: Vec<Area> = snapshot
        .combatants
        .place
        .iter()
        .filter_map(|p| p.area)
        .collect();
    for (i, seat) in lost.iter().enumerate() {
        let place = &mut snapshot.combatants.place[seat.index()];
        let old = place.area?;
        let squares: Vec<Square> = dims.squares().collect();
        let from = (salt * 7 + i * 3) % squares.len();
        let order = squares[from..].iter().chain(&squares[..from]);
        let mut spaces = order.map(|at| old.moved_to(*at));
        let free = |space: &Area| {
            let free = taken.iter().all(|other| !other.overlaps(*space));
            free && space.is_within(dims) && battle.holds(*space)
        };
        let space = spaces.find(free)?;
        place.area = Some(space);
        taken.push(space);
    }
    copy.restore(&snapshot);
    (known(&copy, side) == known(battle, side)).then_some(copy)
}

/// A copy in which all enemies unknown to a side are far off the map, if there are any and the side still knows as much.
pub fn removed(battle: &Battle, side: SideId) -> Option<Battle> {
    let lost = lost(battle, side);
    if lost.is_empty() {
        return None;
    }
    let mut copy = battle.scratch(0);
    let mut snapshot = copy.snapshot();
    for (i, seat) in (0..).zip(lost) {
        let place = &mut snapshot.combatants.place[seat.index()];
        place.area = Some(place.area?.moved_to(Square::new(-1000 - 20 * i, -1000)));
    }
    copy.restore(&snapshot);
    (known(&copy, side) == known(battle, side)).then_some(copy)
}

/// Knowledge of a side about each combatant.
fn known(battle: &Battle, side: SideId) -> Vec<Awareness> {
    let seats = (0..battle.setup().combatants.len() as u8).map(Seat);
    seats.map(|seat| battle.known_to(side, seat)).collect()
}
