//! A journey: chosen, set out on, a camp, saved there and gone on with.

use bevy::prelude::*;
use opportunist::ai::Profile;
use opportunist::game::intent::{Command, Navigate, SetupEdit};
use opportunist::game::{Chosen, ChosenCamp, Screen, Session, Start};
use opportunist::journey::Stage;
use opportunist::rules::JourneyId;
use opportunist::terminal::{Minds, travel};

use crate::hands::{button, click, click_any, press};
use crate::picture;
use crate::pilot::{Step, Task, task};
use crate::wishes::{deploying, screen, settled, until};

/// The first journey there is.
const FIRST: JourneyId = JourneyId(0);

pub fn steps() -> Vec<Task> {
    vec![
        click("the first journey", SetupEdit::Journey(FIRST)),
        until("it is chosen", |world| {
            world.resource::<Chosen>().journey == Some(FIRST)
        }),
        picture::take("journey"),
        click("Fight", Command::Start),
        until("the warband is to be placed", |world| {
            settled(world) && deploying(world) && leg(world) == Some(0)
        }),
        picture::take("journey-first-leg"),
        task(
            "the computer wins its first battle",
            |world, _| match won_leg(world) {
                Ok(session) => {
                    world.insert_resource(session);
                    world.write_message(Navigate::Go(Screen::Victory));
                    Step::Done
                }
                Err(why) => Step::Failed(why),
            },
        ),
        until("the warband is in its camp", |world| {
            screen(world) == Screen::Victory
        }),
        press(KeyCode::ArrowRight),
        until("it stays a day", |world| {
            world.resource::<ChosenCamp>().rest == 1
        }),
        click("Hire", SetupEdit::Hire(0)),
        until("a recruit is to come", |world| {
            world.resource::<ChosenCamp>().hired.contains(&0)
        }),
        picture::take("camp"),
        press(KeyCode::Escape),
        until("the camp waits on the set-up screen", |world| {
            button(world, &Command::Load("autosave".into()).into()).is_some()
        }),
        picture::take("journey-left"),
        click("Continue", Command::Load("autosave".into())),
        until("the warband is in its camp again, as it was", |world| {
            let session = world.get_resource::<Session>();
            let camp = session.is_some_and(|session| session.stage() == Some(Stage::Camp));
            let hired = world.resource::<ChosenCamp>().hired.contains(&0);
            camp && hired && screen(world) == Screen::Victory
        }),
        click_any("On to the next leg", |intent| {
            *intent == Command::NextBattle.into()
        }),
        until("the next battle begins, with the recruit", |world| {
            let session = world.resource::<Session>();
            let all = session.battle.setup().combatants.iter();
            let recruit = all.clone().any(|one| one.name == "Osric");
            screen(world) == Screen::Battle && leg(world) == Some(1) && recruit
        }),
        press(KeyCode::Escape),
        click("Back to the set-up", Navigate::Go(Screen::Setup)),
        until("the set-up is back", |world| screen(world) == Screen::Setup),
    ]
}

/// The leg that is fought.
fn leg(world: &World) -> Option<usize> {
    let session = world.get_resource::<Session>()?;
    session.journey.as_ref().map(|journey| journey.leg)
}

/// The first leg as the computer has won it.
fn won_leg(world: &World) -> Result<Session, String> {
    let start: Start = world.resource::<Session>().start.clone();
    let fast = Profile::named("fast").ok_or("no fast player")?;
    let minds = Minds {
        warband: fast,
        enemies: fast,
    };
    for seed in 1..20 {
        let way = travel(
            &start.catalogue,
            &start.rules,
            FIRST,
            minds,
            None,
            seed * 100,
        )?;
        let first = way.into_iter().next().ok_or("no leg")?;
        if first.stage == Stage::Camp {
            let mut session = Session::over(first.battle, start);
            session.journey = Some(first.journey);
            return Ok(session);
        }
    }
    Err("the first leg is never won".into())
}
