//! Copies of a battle in which the enemies unknown to a side stand elsewhere.

use crate::combat::battle::Battle;
use crate::combat::conditions::knowledge;
use crate::combat::contract::{Seat, SideId};
use crate::grid::{Area, Square};

/// Enemies unknown to a side.
pub fn lost(battle: &Battle, side: SideId) -> Vec<Seat> {
    battle.read(|state| knowledge::lost(state, side).collect())
}

/// A copy in which all enemies unknown to a side stand elsewhere, if there is room: still unknown, in no path, and with
/// everything else unchanged. `salt` chooses the squares.
pub fn moved(battle: &Battle, side: SideId, salt: usize) -> Option<Battle> {
    let lost = lost(battle, side);
    let known = |battle: &Battle| {
        let seats = battle.setup().combatants.len() as u8;
        let all = (0..seats).map(Seat);
        all.map(|seat| battle.known_to(side, seat))
            .collect::<Vec<_>>()
    };
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
    (known(&copy) == known(battle)).then_some(copy)
}
