//! The first battle, by its lessons.

use bevy::prelude::*;
use opportunist::combat::Choice;
use opportunist::game::intent::{Command, Navigate, PlanEdit, Teach};
use opportunist::game::teach::{Source, Taught};
use opportunist::game::{Menu, Plan, Screen, Shown, Speed};

use crate::hands::{button, click, click_at, click_square, press, spot};
use crate::picture;
use crate::pilot::{Step, Task, task};
use crate::wishes::{answer, far_square, menu, my_turn, screen, until};

/// From the first screen through the lessons and back.
pub fn steps() -> Vec<Task> {
    vec![
        until("the first screen is there", |world| {
            button(world, &Command::Learn.into()).is_some()
        }),
        picture::take("first-start"),
        click("Learn by playing", Command::Learn),
        until("the battle has begun", |world| {
            world.insert_resource(Speed(3));
            screen(world) == Screen::Battle
        }),
        until("the first step is told", |world| {
            answer(world);
            my_turn(world) && lesson(world) == Some(1)
        }),
        picture::take("lesson-move"),
        click_square("a square in reach", far_square),
        until("the second step is told", |world| lesson(world) == Some(2)),
        picture::take("lesson-attack"),
        press(KeyCode::Backspace),
        until("the first one is back", |world| lesson(world) == Some(1)),
        click_square("a square in reach", far_square),
        until("the second step is told", |world| lesson(world) == Some(2)),
        strike().within(4000),
        picture::take("lesson-end"),
        end_of_turn().within(2000),
        click("Skip this step", Teach::GoOn),
        until("a later step is told", |world| lesson(world) > Some(4)),
        picture::take("lesson-step"),
        press(KeyCode::F9),
        until("the legend is open", |world| menu(world) == Menu::Legend),
        picture::take("legend"),
        press(KeyCode::Escape),
        until("the legend is closed", |world| menu(world) == Menu::None),
        click("Skip the lessons", Teach::SkipAll),
        until("nothing is taught any more", |world| {
            lesson(world).is_none()
        }),
        press(KeyCode::Escape),
        click("Back to the set-up", Navigate::Go(Screen::Setup)),
        until("the set-up is back", |world| screen(world) == Screen::Setup),
    ]
}

/// The step of the lessons that is told, from 1 up.
fn lesson(world: &World) -> Option<usize> {
    let slip = world.get_resource::<Taught>()?.slip.as_ref()?;
    match slip.source {
        Source::Lesson {
            step: (step, _), ..
        } => Some(step),
        Source::Hint(_) => None,
    }
}

/// Waits for an enemy in reach, turn after turn, and clicks it.
fn strike() -> Task {
    let mut clicked: Option<(Vec2, u32)> = None;
    task("strike at an enemy", move |world, frame| {
        if lesson(world) == Some(3) {
            return Step::Done;
        }
        answer(world);
        if let Some((at, begun)) = clicked {
            if matches!(click_at(world, frame - begun + 1, at), Step::Done) {
                clicked = None;
            }
        } else if my_turn(world) {
            match enemy(world) {
                Some(at) => clicked = Some((at, frame + 1)),
                None => {
                    world.write_message(Command::Choose(Choice::EndTurn));
                }
            }
        }
        Step::Wait
    })
}

/// Where an enemy stands that can be struck now.
fn enemy(world: &mut World) -> Option<Vec2> {
    let targets = &world.resource::<Plan>().options.targets;
    let target = targets
        .iter()
        .find(|one| one.refusal.is_none() && one.odds.is_some())?;
    let who = &world.resource::<Shown>().view.combatants[target.seat.index()];
    let square = who.area?.anchor;
    spot(world, square)
}

/// Ends the turn by its button, whether or not something is left of it.
fn end_of_turn() -> Task {
    let mut clicked: Option<(Vec2, u32)> = None;
    task("end the turn", move |world, frame| {
        if lesson(world) > Some(3) {
            answer(world);
            return if my_turn(world) {
                Step::Done
            } else {
                Step::Wait
            };
        }
        answer(world);
        if let Some((at, begun)) = clicked {
            if matches!(click_at(world, frame - begun + 1, at), Step::Done) {
                clicked = None;
                if menu(world) == Menu::EndTurn {
                    world.write_message(PlanEdit::EndTurn);
                }
            }
        } else if my_turn(world) && menu(world) == Menu::None {
            let at = button(world, &PlanEdit::EndTurn.into());
            clicked = at.map(|at| (at, frame + 1));
        }
        Step::Wait
    })
}
