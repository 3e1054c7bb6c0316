//! What the tour waits for, and where things stand.

use bevy::prelude::*;
use opportunist::combat::{Choice, Request};
use opportunist::game::intent::Command;
use opportunist::game::{Menu, Plan, Screen, Session, Shown};
use opportunist::grid::Square;

use crate::hands::covered;
use crate::pilot::{Step, Task, task};

/// Where the token is to go.
#[derive(Resource)]
pub struct Goal(pub Square);

/// Waits until this is so.
pub fn until(name: &str, mut come: impl FnMut(&mut World) -> bool + Send + Sync + 'static) -> Task {
    task(
        name,
        move |world, _| if come(world) { Step::Done } else { Step::Wait },
    )
}

/// The screen that is shown.
pub fn screen(world: &World) -> Screen {
    *world.resource::<State<Screen>>().get()
}

/// The menu that is open.
pub fn menu(world: &World) -> Menu {
    *world.resource::<State<Menu>>().get()
}

/// Whether everything that happened has been shown.
pub fn settled(world: &World) -> bool {
    world
        .get_resource::<Shown>()
        .is_some_and(|shown| shown.settled)
}

/// Whether fighters are to be placed.
pub fn deploying(world: &World) -> bool {
    let session = world.get_resource::<Session>();
    session.is_some_and(|s| matches!(s.question(), Some(Request::Deploy { .. })))
}

/// Whether a person is asked for the turn, and sees what can be done.
pub fn my_turn(world: &mut World) -> bool {
    let session = world.get_resource::<Session>();
    let asked = session.is_some_and(|s| matches!(s.question(), Some(Request::Turn { .. })));
    let planned = world
        .get_resource::<Plan>()
        .is_some_and(|p| !p.options.actions.is_empty());
    asked && planned && settled(world)
}

/// Answers what a shot of the enemy asks before your turn has come: no defence, no
/// attack.
pub fn answer(world: &mut World) {
    let session = world.get_resource::<Session>();
    let choice = match session.and_then(|session| session.question()) {
        Some(Request::Defence { options, .. }) => options.first().copied().map(Choice::Defend),
        Some(Request::Turn { .. } | Request::Deploy { .. }) | None => None,
        Some(_) => Some(Choice::Decline),
    };
    if let Some(choice) = choice.filter(|_| settled(world)) {
        world.write_message(Command::Choose(choice));
    }
}

/// Whether an action waits for its target.
pub fn begun(world: &World) -> Option<bool> {
    world
        .get_resource::<Plan>()
        .map(|plan| plan.selection.action.is_some())
}

/// Where the one who acts stands.
pub fn standing_at(world: &mut World) -> Option<Square> {
    let session = world.get_resource_mut::<Session>()?;
    let seat = session.battle.acting()?;
    session
        .battle
        .view()
        .combatants
        .get(seat.index())?
        .area
        .map(|area| area.anchor)
}

/// Where an enemy of the one who acts stands.
pub fn enemy_square(world: &mut World) -> Option<Square> {
    let acting = world.get_resource::<Session>()?.battle.acting()?;
    let all = &world.get_resource::<Shown>()?.view.combatants;
    let side = all.get(acting.index())?.side;
    let enemies = all.iter().filter(|who| who.side != side && who.standing);
    let squares = enemies.filter_map(|who| who.area.map(|area| area.anchor));
    let squares: Vec<_> = squares.collect();
    squares.into_iter().find(|square| !covered(world, *square))
}

/// Whether the ring of actions is open.
pub fn ringed(world: &World) -> bool {
    world
        .get_resource::<Plan>()
        .is_some_and(|plan| plan.ring.is_some())
}

/// A square at some distance that provokes nothing.
pub fn far_square(world: &mut World) -> Option<Square> {
    let reach = world
        .get_resource::<Plan>()?
        .options
        .reaches
        .first()?
        .field
        .clone();
    let safe = reach.squares.iter().filter(|(_, _, attacks)| *attacks == 0);
    let mut safe: Vec<_> = safe.map(|(square, cost, _)| (*cost, *square)).collect();
    safe.sort();
    let mut farthest_first = safe.into_iter().rev().map(|(_, square)| square);
    let square = farthest_first.find(|square| !covered(world, *square))?;
    world.insert_resource(Goal(square));
    Some(square)
}
