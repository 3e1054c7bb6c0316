//! The tour: set-up, battle, question, victory.

use bevy::prelude::*;
use opportunist::ai::{Player, Profile};
use opportunist::combat::contract::EndReason;
use opportunist::combat::contract::setup::CombatantSetup;
use opportunist::combat::{Battle, Choice, Setup};
use opportunist::content::LevelDef;
use opportunist::content::level::Mark;
use opportunist::dice::Dice;
use opportunist::game::intent::{Asks, Command, Consult, Intent, Navigate, PlanEdit, SetupEdit};
use opportunist::game::{
    Chosen, ChosenCamp, ChosenRepairs, Library, Menu, Plan, Question, Screen, Session, Shown,
    Speed, Start,
};
use opportunist::grid::Square;
use opportunist::rules::LevelId;

use crate::hands::{button, click, click_any, click_square, hold_square, look_up_square, press};
use crate::lessons;
use crate::options;
use crate::picture;
use crate::pilot::{Step, Task, task};
use crate::travelling;
use crate::watching::{self, watched};
use crate::wishes::{
    Goal, answer, begun, deploying, enemy_square, far_square, menu, my_turn, ringed, screen,
    settled, standing_at, until,
};

/// Everything that is done, in order.
pub fn steps() -> Vec<Task> {
    let mut steps = options::steps();
    steps.extend(lessons::steps());
    steps.extend(setup());
    steps.extend(battle());
    steps.extend(question());
    steps.extend(victory());
    steps.extend(spectacle());
    steps.extend(watching::steps());
    steps.extend(next_battle());
    steps.extend(repairs());
    steps.extend(travelling::steps());
    steps.extend(doors());
    steps
}

fn setup() -> Vec<Task> {
    vec![
        until("the set-up screen is there", |world| {
            button(world, &Command::Start.into()).is_some()
        }),
        picture::take("setup"),
        click("another level", SetupEdit::Level(LevelId(3))),
        click("another rule system", SetupEdit::Ruleset(1)),
        picture::take("setup-other"),
        click("the first rule system", SetupEdit::Ruleset(0)),
        click("the first side", SetupEdit::Side(0)),
        click("another temper", SetupEdit::Temper(0)),
        until("the computer would play otherwise", |world| {
            let chosen = world.resource::<Chosen>();
            let other = |profile| profile != Profile::default();
            matches!(chosen.players[0], Player::Computer(profile) if other(profile))
        }),
        click("the first side again", SetupEdit::Side(0)),
        press(KeyCode::F1),
        until("the rulebook is open", |world| {
            menu(world) == Menu::Rulebook
        }),
        click("a chapter", Consult::Chapter(2)),
        picture::take("rulebook"),
        press(KeyCode::Escape),
        until("the rulebook is closed", |world| menu(world) == Menu::None),
        click("Fight", Command::Start),
        until("the battle has begun", |world| {
            screen(world) == Screen::Battle
        }),
    ]
}

fn battle() -> Vec<Task> {
    vec![
        task("play at once", |world, _| {
            world.insert_resource(Speed(3));
            Step::Done
        }),
        until("the warband is to be placed", |world| {
            settled(world) && deploying(world)
        }),
        picture::take("deployment"),
        click("Place the rest", PlanEdit::FillPlaces),
        click_any("Begin", |intent| {
            matches!(intent, Intent::Command(Command::Choose(Choice::Place(_))))
        }),
        until("it is the player's turn", |world| {
            answer(world);
            my_turn(world)
        }),
        click_square("a square in reach", far_square),
        until("the token has walked there", |world| {
            let goal = world.get_resource::<Goal>().map(|g| g.0);
            goal.is_some() && settled(world) && standing_at(world) == goal
        }),
        press(KeyCode::Backspace),
        until("the step is taken back", |world| {
            let goal = world.get_resource::<Goal>().map(|g| g.0);
            settled(world) && standing_at(world) != goal
        }),
        click("Redo", Command::Redo),
        until("the step is made again", |world| {
            let goal = world.get_resource::<Goal>().map(|g| g.0);
            settled(world) && standing_at(world) == goal
        }),
        press(KeyCode::Backspace),
        until("it is taken back again", |world| {
            let goal = world.get_resource::<Goal>().map(|g| g.0);
            settled(world) && standing_at(world) != goal
        }),
        press(KeyCode::Home),
        hold_square("an enemy", enemy_square),
        until("what can be done to it stands around it", |world| {
            ringed(world)
        }),
        picture::take("ring"),
        press(KeyCode::Escape),
        until("the ring is closed", |world| {
            !ringed(world) && menu(world) == Menu::None
        }),
        look_up_square("an enemy", enemy_square),
        until("its sheet is open", |world| menu(world) == Menu::Sheet),
        picture::take("sheet"),
        press(KeyCode::Escape),
        until("the sheet is closed", |world| menu(world) == Menu::None),
        press(KeyCode::Home),
        press(KeyCode::F2),
        press(KeyCode::ArrowRight),
        until("the cursor is led by the keys", |world| {
            world
                .get_resource::<Plan>()
                .is_some_and(|p| p.cursor.by_keys && p.threat.is_some())
        }),
        picture::take("battle"),
        press(KeyCode::F4),
        until("a drawer of actions is open", |world| {
            world
                .get_resource::<Plan>()
                .is_some_and(|p| p.selection.drawer.is_some())
        }),
        press(KeyCode::Slash),
        until("the list of actions is open", |world| {
            menu(world) == Menu::Actions
        }),
        picture::take("actions"),
        press(KeyCode::Enter),
        until("the first action is begun", |world| {
            begun(world) == Some(true)
        }),
        press(KeyCode::Escape),
        until("it is dropped", |world| {
            begun(world) == Some(false) && menu(world) == Menu::None
        }),
        press(KeyCode::Space),
        until("the warning is shown", |world| menu(world) == Menu::EndTurn),
        picture::take("end-of-turn"),
        press(KeyCode::Enter),
        until("the turn is over", |world| menu(world) == Menu::None),
    ]
}

fn question() -> Vec<Task> {
    vec![
        task("wait for a question, ending turns", |world, _| {
            if world
                .get_resource::<Question>()
                .is_some_and(|q| !q.heading.is_empty())
            {
                return Step::Done;
            }
            if my_turn(world) {
                world.write_message(Command::Choose(Choice::EndTurn));
            }
            Step::Wait
        }),
        picture::take("question"),
        task("remember it", |world, _| {
            let asked = world.resource::<Session>().battle.record().len();
            world.insert_resource(Answered(asked));
            Step::Done
        }),
        click_any("the first answer", |intent| {
            matches!(
                intent,
                Intent::Command(Command::Choose(
                    Choice::Accept { .. } | Choice::Defend(_) | Choice::PushTo(_)
                ))
            )
        }),
        until("the battle has taken the answer", |world| {
            let before = world.resource::<Answered>().0;
            world.resource::<Session>().battle.record().len() > before
        }),
    ]
}

fn victory() -> Vec<Task> {
    vec![
        task("come to an own turn", |world, _| {
            if my_turn(world) {
                return Step::Done;
            }
            let decline = world
                .get_resource::<Question>()
                .and_then(|q| q.answers.last().cloned());
            if let Some(reply) = decline.filter(|reply| reply.enabled && settled(world))
                && let Intent::Command(decline) = reply.does
            {
                world.write_message(decline);
            }
            Step::Wait
        }),
        press(KeyCode::Escape),
        until("the pause menu is open", |world| menu(world) == Menu::Pause),
        picture::take("pause"),
        click("Save", Command::Save),
        picture::take("saved"),
        click("Surrender", Command::Surrender),
        until("it asks once more", |world| {
            let mut asks = world.query::<&Asks>();
            asks.iter(world).any(|asks| asks.asked) && screen(world) == Screen::Battle
        }),
        picture::take("surrender"),
        click("Surrender again", Command::Surrender),
        until("the victory screen is there", |world| {
            screen(world) == Screen::Victory
        }),
        picture::take("victory"),
        click("Rematch", Command::Rematch),
        until("the battle has begun again", |world| {
            screen(world) == Screen::Battle
        }),
        press(KeyCode::Escape),
        click("Back to the set-up", Navigate::Go(Screen::Setup)),
        until("the set-up is back", |world| screen(world) == Screen::Setup),
        picture::take("setup-continue"),
        click("Continue", Command::Load("autosave".into())),
        until("the battle that was left goes on", |world| {
            screen(world) == Screen::Battle && settled(world)
        }),
        press(KeyCode::Escape),
        click("Back to the set-up", Navigate::Go(Screen::Setup)),
        until("the set-up is back", |world| screen(world) == Screen::Setup),
        click_any(
            "Watch beside the saved battle",
            |intent| matches!(intent, Intent::Command(Command::WatchSaved(name)) if !name.starts_with("autosave")),
        ),
        until("the saved battle is watched", |world| watched(world)),
        press(KeyCode::Escape),
        until("the set-up is back", |world| {
            screen(world) == Screen::Setup && !watched(world)
        }),
        click_any(
            "the saved battle",
            |intent| matches!(intent, Intent::Command(Command::Load(name)) if !name.starts_with("autosave")),
        ),
        until("the saved battle goes on", |world| {
            screen(world) == Screen::Battle && my_turn(world)
        }),
        click("Recap", Command::Recap),
        until("what happened is being shown", |world| {
            watched(world) && screen(world) == Screen::Battle
        }),
        until("what happened is shown, and the turn goes on", |world| {
            !watched(world) && screen(world) == Screen::Battle && my_turn(world)
        }),
    ]
}

/// The computer against itself to the natural end.
fn spectacle() -> Vec<Task> {
    vec![
        press(KeyCode::Escape),
        click("Back to the set-up", Navigate::Go(Screen::Setup)),
        until("the set-up is there", |world| {
            screen(world) == Screen::Setup && button(world, &Command::Start.into()).is_some()
        }),
        task("the yard, and nobody at the table", |world, _| {
            let levels = &world.resource::<Library>().0.levels;
            let Some(yard) = levels.id("training_ground") else {
                return Step::Failed("there is no yard".into());
            };
            world.write_message(SetupEdit::Level(yard));
            Step::Done
        }),
        click("the person's side", SetupEdit::Side(0)),
        click("Fight", Command::Start),
        until("the fight is over", |world| {
            screen(world) == Screen::Victory
        })
        .within(6000),
        task("a side has won by arms", |world, _| {
            let outcome = world.resource::<Session>().battle.outcome();
            match outcome.map(|outcome| outcome.reason) {
                Some(EndReason::Defeat) => Step::Done,
                other => Step::Failed(format!("it ended by {other:?}")),
            }
        }),
        picture::take("victory-by-arms"),
    ]
}

/// The winners go on to the next level.
fn next_battle() -> Vec<Task> {
    vec![
        press(KeyCode::ArrowRight),
        until("they rest for a day", |world| {
            world.resource::<ChosenCamp>().rest == 1
        }),
        click("+", SetupEdit::Stay(2)),
        picture::take("next-battle"),
        click("On to the next level", Command::NextBattle),
        until("those who are left are on their way", |world| {
            let session = world.resource::<Session>();
            let left = |one: &CombatantSetup| one.hit_points.is_some();
            let leg = session.journey.as_ref().map(|journey| journey.leg);
            let all = &session.battle.setup().combatants;
            screen(world) == Screen::Battle && leg == Some(1) && all.iter().any(left)
        }),
        press(KeyCode::Escape),
        click("Back to the set-up", Navigate::Go(Screen::Setup)),
        until("the set-up is back", |world| screen(world) == Screen::Setup),
    ]
}

/// Battered armour is repaired in the rest, as is chosen.
fn repairs() -> Vec<Task> {
    vec![
        task(
            "a yard that is won, in battered armour",
            |world, _| match won_yard(world) {
                Ok(session) => {
                    world.insert_resource(session);
                    world.write_message(Navigate::Go(Screen::Victory));
                    Step::Done
                }
                Err(why) => Step::Failed(why),
            },
        ),
        until("the victory screen is there", |world| {
            screen(world) == Screen::Victory
        }),
        click("a day", SetupEdit::Stay(1)),
        picture::take("repairs"),
        click_any("leave it", |intent| {
            matches!(intent, Intent::Setup(SetupEdit::Leave(..)))
        }),
        until("nothing is to be repaired", |world| {
            world.resource::<ChosenRepairs>().0.is_empty()
        }),
        click_any("repair it", |intent| {
            matches!(intent, Intent::Setup(SetupEdit::Repair(_)))
        }),
        until("it is to be repaired", |world| {
            world.resource::<ChosenRepairs>().0.len() == 1
        }),
        click("On to the next level", Command::NextBattle),
        until("the next battle begins with the repair", |world| {
            let session = world.resource::<Session>();
            screen(world) == Screen::Battle && session.battle.setup().repairs.len() == 1
        }),
        press(KeyCode::Escape),
        click("Back to the set-up", Navigate::Go(Screen::Setup)),
        until("the set-up is back", |world| screen(world) == Screen::Setup),
    ]
}

/// A battle that Red has given up, with Blue in armour that was struck before.
fn won_yard(world: &mut World) -> Result<Session, String> {
    let (start, level) = yard(world, "age_of_heroes")?;
    let mut setup = Setup::from_level(&level);
    for one in &mut setup.combatants {
        if one.name == "Blue" {
            one.scars.armour = Some((4, 2));
        }
        one.initiative = Some(if one.name == "Red" { 20 } else { 10 });
    }
    let mut battle = battle_of(&start, &setup)?;
    battle
        .submit(Choice::Surrender)
        .map_err(|no| battle.tell(&no))?;
    Ok(Session::over(battle, start))
}

/// The training ground under a ruleset, a person against the computer.
fn yard(world: &World, rules: &str) -> Result<(Start, LevelDef), String> {
    let catalogue = world.resource::<Library>().0.clone();
    let rules = catalogue.ruleset(rules).cloned();
    let level = catalogue.levels.id("training_ground");
    let level = level.ok_or("there is no yard")?;
    let yard = catalogue.levels[level].clone();
    let start = Start {
        catalogue,
        level,
        rules: rules.ok_or("there is no such rule system")?,
        players: vec![Player::Person, Player::Computer(Profile::default())],
        seed: 4,
        attacks_of_opportunity: None,
    };
    Ok((start, yard))
}

fn battle_of(start: &Start, setup: &Setup) -> Result<Battle, String> {
    let (catalogue, rules) = (start.catalogue.clone(), start.rules.clone());
    let dice = Dice::seeded(start.seed);
    Battle::new(catalogue, rules, setup, dice).map_err(|error| error.to_string())
}

/// A door opens, and the ground is drawn anew; free actions in the turn of another are listed.
fn doors() -> Vec<Task> {
    vec![
        task("a yard with a door", |world, _| match door_yard(world) {
            Ok(session) => {
                world.insert_resource(session);
                world.write_message(Navigate::Go(Screen::Battle));
                Step::Done
            }
            Err(why) => Step::Failed(why),
        }),
        until("it is the player's turn", my_turn),
        task("open the door", |world, _| {
            let session = world.resource::<Session>();
            let Some(action) = session.rules().actions.id("open_door") else {
                return Step::Failed("nobody can open doors".into());
            };
            let ground = world.resource::<Shown>().ground_revision;
            world.insert_resource(Ground(ground));
            world.write_message(Command::Choose(Choice::walk(
                action,
                vec![Square::new(2, 3)],
            )));
            Step::Done
        }),
        until("the ground is another", |world| {
            let before = world.resource::<Ground>().0;
            settled(world) && world.resource::<Shown>().ground_revision > before
        }),
        picture::take("door"),
    ]
}

/// The ground before the door was opened.
#[derive(Resource)]
struct Ground(u32);

/// A battle in which a combatant stands before a door.
fn door_yard(world: &mut World) -> Result<Session, String> {
    let (start, mut level) = yard(world, "classic_d20")?;
    level.map[3] = "#B+...:...R#".into();
    level.legend.insert('+', Mark::Terrain("door".into()));
    let battle = battle_of(&start, &Setup::from_level(&level))?;
    Ok(Session::over(battle, start))
}

/// How many decisions there were when the question was asked.
#[derive(Resource)]
struct Answered(usize);
