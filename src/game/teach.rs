//! What the player is being taught: the lesson at hand, or a hint about what has just come up.

use bevy::prelude::*;

use super::awake::Awake;
use super::hints::{self, Hint, Scene};
use super::intent::Teach;
use super::plan::{self, Plan};
use super::playback::Shown;
use super::session::{Session, playing};
use super::settings::Settings;
use super::{FrameSet, Screen};
use crate::combat::contract::CombatantView;
use crate::combat::{Request, Seat, SideId};
use crate::content::lesson::PointsAt;
use crate::grid::{Square, distance};
use crate::lessons::{self, Passed};
use crate::rules::ActionId;

/// What the card says now.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Taught {
    pub slip: Option<Slip>,
    /// Lessons are going on: the map leaves room for their card. A hint makes way itself.
    pub has_room: bool,
}

/// A lesson or a hint on its card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    pub title: String,
    pub text: String,
    /// The action it is about.
    pub action: Option<ActionId>,
    pub points_at: Option<Place>,
    pub source: Source,
}

/// Where a slip comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A lesson of the level.
    Lesson {
        /// Its number in the level.
        number: usize,
        /// Its place among those that are taught, and how many these are.
        step: (usize, usize),
        /// Nothing ends it but the player, who goes on.
        read_only: bool,
    },
    /// A hint, by its id.
    Hint(&'static str),
}

/// What a slip points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Square(Square),
    Combatant(Seat),
    /// The slot of an action.
    Slot(ActionId),
    EndTurn,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Taught>();
    app.add_systems(OnEnter(Screen::Battle), |mut taught: ResMut<Taught>| {
        *taught = Taught::default();
    });
    app.add_systems(Update, obey.in_set(FrameSet::Apply).run_if(playing()));
    app.add_systems(
        Update,
        look.in_set(FrameSet::Show)
            .after(plan::refresh)
            .run_if(playing()),
    );
}

/// Goes on with what the player has read, or has enough of.
fn obey(
    mut wishes: MessageReader<Teach>,
    mut taught: ResMut<Taught>,
    mut session: ResMut<Session>,
    shown: Res<Shown>,
    mut settings: ResMut<Settings>,
) {
    for wish in wishes.read() {
        let Some(slip) = taught.slip.take() else {
            continue;
        };
        match (wish, slip.source) {
            (Teach::GoOn, Source::Lesson { number, .. }) => {
                session.passed.pass(number, shown.played);
            }
            (Teach::SkipAll, Source::Lesson { .. }) => session.passed = Passed::everything(),
            (Teach::GoOn, Source::Hint(id)) => settings.told.push(id.to_owned()),
            (Teach::SkipAll, Source::Hint(_)) => settings.hints = false,
        }
    }
}

/// Sees what is to be taught now. While events are played the card stays as it is.
pub(super) fn look(
    session: Res<Session>,
    shown: Res<Shown>,
    plan: Res<Plan>,
    mut settings: ResMut<Settings>,
    mut taught: ResMut<Taught>,
    mut awake: ResMut<Awake>,
    mut last: Local<(u32, u32, usize)>,
) {
    let now = (session.revision, plan.revision, shown.played);
    let news = *last != now || taught.is_changed() || settings.is_changed();
    if !shown.settled || !news {
        return;
    }
    *last = now;
    let lesson = lesson(&session, &shown);
    // The last look at the field is no time to move it.
    let has_room = lesson.is_some();
    if taught.has_room != has_room && session.battle.outcome().is_none() {
        taught.has_room = has_room;
        awake.stir();
    }
    // A question out of turn comes before the lesson.
    let in_turn = matches!(session.question(), None | Some(Request::Turn { .. }));
    let slip = if lesson.is_some() && in_turn {
        lesson
    } else {
        let (hint, told) = hint(&session, &shown, &plan, &taught, &settings);
        if let Some(told) = told {
            settings.told.push(told.to_owned());
        }
        hint.or(lesson)
    };
    if taught.slip != slip {
        taught.slip = slip;
        awake.stir();
    }
}

/// The lesson at hand, for a person who plays alone.
fn lesson(session: &Session, shown: &Shown) -> Option<Slip> {
    let level = session.start.catalogue.levels.get(session.start.level)?;
    let own = session.viewer().filter(|_| !session.shared())?;
    if level.lessons.is_empty() || session.battle.outcome().is_some() {
        return None;
    }
    let (seen, passed) = (shown.played, &session.passed);
    let current = lessons::current(&level.lessons, &session.battle, seen, own, passed)?;
    let rules = session.rules();
    let lesson = current.lesson;
    let action = lesson.action(rules);
    Some(Slip {
        title: lesson.title.clone(),
        text: lesson.told(rules),
        action,
        points_at: lesson.points_at.as_ref().and_then(|at| match at {
            PointsAt::Square(square) => Some(Place::Square(*square)),
            PointsAt::Combatant(name) => {
                let who = shown.view.combatants.iter();
                let mut who = who.filter(|who| who.standing && who.area.is_some());
                let who = who.find(|who| who.name == *name)?;
                Some(Place::Combatant(who.seat))
            }
            PointsAt::NearestEnemy => nearest_enemy(session, shown, own).map(Place::Combatant),
            PointsAt::Action => action.map(Place::Slot),
            PointsAt::EndTurn => Some(Place::EndTurn),
        }),
        source: Source::Lesson {
            number: current.number,
            step: current.step,
            read_only: lesson.done.is_empty(),
        },
    })
}

/// The enemy nearest to the combatant whose turn it is, among those that a side sees; in the turn of others,
/// nearest to any of that side.
fn nearest_enemy(session: &Session, shown: &Shown, own: SideId) -> Option<Seat> {
    let all = &shown.view.combatants;
    let mine = |seat: Seat| all.get(seat.index()).is_some_and(|who| who.side == own);
    let acting = session.battle.acting().filter(|seat| mine(*seat));
    let there = |who: &&CombatantView| who.standing && who.area.is_some();
    let from = all.iter().filter(there).filter(|who| match acting {
        Some(seat) => who.seat == seat,
        None => who.side == own,
    });
    let from: Vec<_> = from.filter_map(|who| who.area).collect();
    let enemies = all.iter().filter(there).filter(|who| who.side != own);
    let diagonals = session.rules().policies.movement.diagonals;
    let far = |who: &&CombatantView| {
        let area = who.area?;
        from.iter().map(|own| distance(*own, area, diagonals)).min()
    };
    enemies.min_by_key(far).map(|who| who.seat)
}

/// A hint about what a person is asked now, and the one that gives way to it: that one was told.
fn hint(
    session: &Session,
    shown: &Shown,
    plan: &Plan,
    taught: &Taught,
    settings: &Settings,
) -> (Option<Slip>, Option<&'static str>) {
    let scene = Scene {
        session,
        shown,
        plan,
    };
    let open = settings.hints && session.question().is_some();
    let before = taught.slip.as_ref().and_then(|slip| match slip.source {
        Source::Hint(id) => Some(id),
        Source::Lesson { .. } => None,
    });
    let hint = hints::first(&scene, &settings.told).filter(|_| open);
    let gone = before.filter(|id| hint.is_none_or(|hint| hint.id != *id));
    (hint.map(slip), gone.filter(|_| settings.hints))
}

fn slip(hint: Hint) -> Slip {
    Slip {
        title: hint.title.into(),
        text: hint.text.into(),
        action: None,
        points_at: None,
        source: Source::Hint(hint.id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Player, Profile};
    use crate::game::testing::yard;

    #[test]
    fn the_lesson_about_attacks_points_at_the_enemy_nearby() {
        use crate::combat::testkit::testing::{Scene, ruleset};
        use crate::game::testing::table;
        let rows = ["b......A.c", ".........."];
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &rows));
        let own = session.battle.side_of(Seat(0));
        let near = shown.view.combatants.iter();
        let near = near
            .filter(|who| who.side != own)
            .max_by_key(|who| who.area.map(|a| a.anchor.x));
        let near = near.map(|who| who.seat);
        assert_eq!(nearest_enemy(&session, &shown, own), near);
    }

    #[test]
    fn the_map_leaves_room_for_lessons_and_none_for_hints() {
        let mut session = yard();
        session.start.players[1] = Player::Computer(Profile::default());
        let mut shown = Shown::before(&session);
        shown.rewind(&session);
        shown.settled = true;
        let mut app = App::new();
        app.insert_resource(session).insert_resource(shown);
        app.init_resource::<Plan>().init_resource::<Settings>();
        app.init_resource::<Taught>().init_resource::<Awake>();
        app.add_systems(Update, look);
        app.update();
        assert!(app.world().resource::<Taught>().has_room);
        let mut session = app.world_mut().resource_mut::<Session>();
        session.passed = Passed::everything();
        session.revision += 1;
        app.update();
        assert!(!app.world().resource::<Taught>().has_room);
        app.world_mut().resource_mut::<Taught>().slip = Some(Slip {
            title: String::new(),
            text: String::new(),
            action: None,
            points_at: None,
            source: Source::Hint("marks"),
        });
        app.update();
        assert!(!app.world().resource::<Taught>().has_room);
    }
}
