//! Riders and their mounts.
//!
//! The two share one space and one turn: the mount's, of which the rider decides. Who rides whom is
//! kept as a pair of conditions, each imposed by the other.

use crate::combat::conditions::{planes, riding};
use crate::combat::contract::{Aim, Reason, Refusal, Seat};
use crate::combat::damage::dying;
use crate::combat::movement::place::{Shift, moved, occupy};
use crate::combat::movement::{carry, overlay, put};
use crate::combat::state::{Acting, Afflicting, Mark, State, Wounding};
use crate::combat::{conditions, economy};
use crate::grid::{Area, Passage, Square};
use crate::rules::{ActionId, Capability, ConditionDef, CostDef, Flag, Ride, Slots, Topic};

/// The tag of actions that are possible on a mount that is not under control.
const ON_RESTIVE_MOUNT: &str = "on_restive_mount";

/// Moves a combatant together with its mount or rider, with an event for each of them.
pub(crate) fn shift(battle: &mut Afflicting, seat: Seat, shift: Shift, topics: &[Topic]) {
    let others = [
        riding::mount_of(battle, seat),
        riding::rider_of(battle, seat),
    ];
    let both = std::iter::once(seat).chain(others.into_iter().flatten());
    for seat in both.clone() {
        put(battle, seat, Some(shift.from.moved_to(shift.to)));
    }
    for seat in both {
        moved(battle, seat, shift, topics);
    }
}

/// A mount that is not used to war has to be brought under control in each turn before anything else is
/// done, except what costs nothing or bears the tag for it.
pub fn restive(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let rules = state.rules();
    let free = rules.usual_cost(action).is_some_and(CostDef::is_free);
    let allowed = free || rules.actions[action].has(ON_RESTIVE_MOUNT);
    if !allowed && is_restive(state, seat) {
        let reason = "Control your mount first: it is not trained for war.";
        return state.refuse(Topic::ControlMount, reason);
    }
    Ok(())
}

/// Whether the combatant's state allows this much of riding.
pub fn possible(state: &State, seat: Seat, ride: Ride) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    let mount = riding::mount_of(state, seat);
    match ride {
        Ride::On if mount.is_some() => refuse(Topic::Mount, "You are already mounted."),
        Ride::Off if mount.is_none() => refuse(Topic::Mount, "You are not mounted."),
        Ride::Obeys | Ride::Balks if !is_restive(state, seat) => {
            refuse(Topic::ControlMount, "You need not control your mount.")
        }
        Ride::On | Ride::Off | Ride::Obeys | Ride::Balks => Ok(()),
    }
}

/// Whether a combatant's mount has still to be controlled in this turn.
fn is_restive(state: &State, seat: Seat) -> bool {
    let skittish = |mount: Seat| {
        let capabilities = &state.who(mount).capabilities;
        capabilities.contains(&Capability::Skittish)
    };
    riding::mount_of(state, seat).is_some_and(skittish)
        && !state.get(seat).budget.has(Mark::MountControlled)
}

/// Whether a combatant rides, or could: there is a mount of its side that is large enough for it.
pub fn has_mount(state: &State, seat: Seat) -> bool {
    mounts(state, seat).next().is_some()
}

/// Whether a mount that it rides or could ride has to be controlled.
pub fn has_restive(state: &State, seat: Seat) -> bool {
    let skittish = |mount: Seat| {
        state
            .who(mount)
            .capabilities
            .contains(&Capability::Skittish)
    };
    mounts(state, seat).any(skittish)
}

fn mounts(state: &State, seat: Seat) -> impl Iterator<Item = Seat> {
    let size = state.who(seat).size;
    state.all().filter(move |mount| {
        let beast = state.who(*mount);
        *mount != seat
            && !state.enemies(seat, *mount)
            && beast.size > size
            && beast.capabilities.contains(&Capability::Mount)
    })
}

/// Whether a combatant can get onto this mount.
pub fn legal(state: &State, seat: Seat, mount: Seat) -> Result<(), Refusal> {
    let refuse = |reason: Reason| state.refuse(Topic::Mount, reason);
    let (rider, beast) = (state.get(seat), state.get(mount));
    let (Some(from), Some(to)) = (state.area(seat), state.area(mount)) else {
        return refuse("There is no mount to ride.".into());
    };
    if seat == mount || !beast.who.capabilities.contains(&Capability::Mount) {
        return refuse("You cannot ride that.".into());
    }
    planes::at_hand(state, seat, mount)?;
    let cannot = || Reason::from("You cannot mount ").name(mount);
    if state.enemies(seat, mount) {
        return refuse(cannot().text(": it is an enemy."));
    }
    if beast.who.size <= rider.who.size {
        return refuse(cannot().text(": it is not larger than you."));
    }
    if !state.field.adjoin(from, to) {
        return refuse(Reason::of(mount).text(" is not next to you."));
    }
    if state.is_walled_off(from, to) {
        let reason = Reason::from("Something solid is between you and ");
        return refuse(reason.name(mount).text("."));
    }
    if let Some(other) = riding::rider_of(state, mount) {
        let reason = Reason::of(other).text(" already rides ");
        return refuse(reason.name(mount).text("."));
    }
    const DOWN: [Flag; 4] = [Flag::Prone, Flag::Helpless, Flag::NoActions, Flag::Held];
    for flag in DOWN {
        if conditions::has(state, mount, flag) || conditions::has(state, seat, flag) {
            let reason = "You cannot mount while you or the mount are prone, held or helpless.";
            return refuse(reason.into());
        }
    }
    Ok(())
}

/// Whether a rider can get off into this square.
pub fn legal_dismount(state: &State, seat: Seat, path: &[Square]) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Mount, reason);
    let (Some(mount), &[square]) = (riding::mount_of(state, seat), path) else {
        return refuse("Choose one free square next to your mount.");
    };
    let Some(from) = state.area(mount) else {
        return refuse("Your mount is not on the map.");
    };
    let to = Area::new(square, state.who(seat).footprint);
    if !state.field.adjoin(from, to) || !is_free(state, seat, to) {
        return refuse("You need a free square next to your mount.");
    }
    Ok(())
}

pub(super) fn is_free(state: &State, seat: Seat, to: Area) -> bool {
    let map = overlay::overlay(state, seat);
    let others = state.all().filter(|&other| other != seat);
    to.squares().all(|s| map.passage(s) == Passage::Open)
        && !others.into_iter().any(|other| {
            let area = state.area(other);
            area.is_some_and(|area| area.overlaps(to)) && conditions::present(state, other)
        })
}

/// Mounting, dismounting, and what comes of the attempt to control a mount.
pub fn begin(battle: &mut Acting, seat: Seat, ride: Ride, aim: &Aim) {
    match (ride, aim) {
        (Ride::On, Aim::At(mount)) => get_on(battle, seat, *mount),
        (Ride::Off, Aim::Along(path)) if legal_dismount(battle, seat, path).is_ok() => {
            get_off(battle, seat, path[0], false);
        }
        (Ride::Obeys, _) => controlled(battle, seat, true),
        (Ride::Balks, _) => controlled(battle, seat, false),
        (Ride::On | Ride::Off, _) => {}
    }
}

fn get_on(battle: &mut Afflicting, seat: Seat, mount: Seat) {
    if legal(battle, seat, mount).is_err() {
        return;
    }
    let (Some(from), Some(area)) = (battle.area(seat), battle.area(mount)) else {
        return;
    };
    let bearing = |flag| {
        let conditions = &battle.rules().conditions;
        let bears = |(_, def): &(_, &ConditionDef)| def.flags.contains(&flag);
        conditions.iter().find(bears).map(|(id, _)| id)
    };
    let (Some(mounted), Some(ridden)) = (bearing(Flag::Mounted), bearing(Flag::Ridden)) else {
        return;
    };
    conditions::begin(battle, seat, mounted, Some(mount));
    conditions::begin(battle, mount, ridden, Some(seat));
    told(battle, seat, from, area.anchor, false);
    occupy(battle, seat, area, Topic::Mount);
}

fn told(battle: &mut Afflicting, seat: Seat, from: Area, to: Square, forced: bool) {
    if from.anchor != to {
        let cost_twelfths = 0;
        let shift = Shift {
            from,
            to,
            cost_twelfths,
            forced,
        };
        moved(battle, seat, shift, &[Topic::Mount]);
    }
}

/// Puts a rider down with its anchor in this square; no change for a combatant that does not ride.
pub(crate) fn get_off(battle: &mut Afflicting, seat: Seat, to: Square, forced: bool) {
    let Some(mount) = riding::mount_of(battle, seat) else {
        return;
    };
    part(battle, seat, mount);
    let area = Area::new(to, battle.who(seat).footprint);
    let from = battle.area(seat).unwrap_or(area);
    told(battle, seat, from, to, forced);
    occupy(battle, seat, area, Topic::Mount);
}

/// Ends what makes the two a pair, and what the rider shared with its mount.
fn part(battle: &mut Afflicting, rider: Seat, mount: Seat) {
    for (bearer, by, flag) in [(rider, mount, Flag::Mounted), (mount, rider, Flag::Ridden)] {
        let bearing: Vec<_> = conditions::in_force(battle, bearer)
            .filter(|(_, def)| def.flags.contains(&flag))
            .map(|(id, _)| id)
            .collect();
        for id in bearing {
            conditions::end_by(battle, bearer, Some(id), by);
        }
    }
    // Its own space is wide enough for it.
    conditions::end_known(battle, rider, battle.book.known.squeezing);
}

/// The nearest free place for a combatant outside of this space.
pub(super) fn nearest_free(state: &State, seat: Seat, from: Area) -> Option<Square> {
    let footprint = state.who(seat).footprint;
    let squares = state.field.dimensions.squares();
    let free = squares.filter(|&square| {
        let to = Area::new(square, footprint);
        !to.overlaps(from) && is_free(state, seat, to)
    });
    free.min_by_key(|&square| {
        let steps = from.nearest_to(Area::single(square)).steps_to(square);
        (steps, square)
    })
}

/// What becomes of those who ride or are carried when one of a pair goes down.
pub fn brought_down(battle: &mut Afflicting, seat: Seat) {
    unseat(battle, seat);
    carry::drop(battle, seat);
}

/// Ends the ride of a pair of whom one is on another plane now. The rider does not fall: nothing threw it.
pub fn parted_by_planes(battle: &mut Afflicting, seat: Seat) {
    let rides = |rider: Seat| {
        let mount = riding::mount_of(battle, rider)?;
        planes::apart(battle, rider, mount).then_some(rider)
    };
    if let Some(rider) = rides(seat).or_else(|| rides(riding::rider_of(battle, seat)?)) {
        leave_saddle(battle, rider);
    }
}

/// Ends the ride of a rider that leaps out of the saddle. A mount does nothing of its own while it is ridden.
pub(super) fn leave(battle: &mut Afflicting, rider: Seat) {
    if let Some(mount) = riding::mount_of(battle, rider) {
        part(battle, rider, mount);
    }
}

/// Throws a rider off whose mount goes down, or who goes down itself.
pub fn unseat(battle: &mut Afflicting, seat: Seat) {
    let rider = match (
        riding::mount_of(battle, seat),
        riding::rider_of(battle, seat),
    ) {
        (Some(_), _) => seat,
        (None, Some(rider)) => rider,
        (None, None) => return,
    };
    if leave_saddle(battle, rider) {
        conditions::begin_known(battle, rider, battle.book.known.prone, None);
    }
}

/// Puts a rider down beside its mount, if there is room; whether there was.
fn leave_saddle(battle: &mut Afflicting, rider: Seat) -> bool {
    let from = battle.area(rider);
    let Some(to) = from.and_then(|from| nearest_free(battle, rider, from)) else {
        return false;
    };
    get_off(battle, rider, to, true);
    true
}

/// Controlling a mount takes the move; one that balks uses up the whole turn.
fn controlled(battle: &mut Acting, seat: Seat, success: bool) {
    let budget = battle.budget_mut(seat);
    budget.marks.set(Mark::MountControlled, success);
    budget.restricted = true;
    let kept = budget.limit.as_mut().map(|limit| &mut limit.whole);
    for slots in std::iter::once(&mut budget.slots).chain(kept) {
        slots.movement = 0;
        if !success {
            *slots = Slots::default();
        }
    }
    budget.marks.add_if(Mark::Closed, !success);
}

/// What happens to a mount at the start of its rider's turn.
pub fn start_of_turn(battle: &mut Acting, rider: Seat) {
    if let Some(mount) = riding::mount_of(battle, rider) {
        let ends = crate::combat::state::combatant::Ending::StartOfTurn(mount);
        conditions::end_where(battle, |_, other| other == ends);
        economy::renew_reactions(battle, mount);
        dying::start_of_turn(battle, mount);
    }
}

/// What happens to a mount at the end of its rider's turn; the mount.
pub fn end_of_turn(battle: &mut Wounding, rider: Seat) -> Option<Seat> {
    let mount = riding::mount_of(battle, rider)?;
    let ends = crate::combat::state::combatant::Ending::EndOfTurn(mount);
    conditions::end_where(battle, |_, other| other == ends);
    dying::end_of_turn(battle, mount);
    Some(mount)
}

/// Moves a combatant against its will, as [`shift`] does.
pub(crate) fn displace(
    battle: &mut Afflicting,
    seat: Seat,
    from: Area,
    to: Square,
    topics: &[Topic],
) {
    let forced = Shift {
        from,
        to,
        cost_twelfths: 0,
        forced: true,
    };
    shift(battle, seat, forced, topics);
}
