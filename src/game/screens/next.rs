//! Between two battles: how long those who are left rest, and what it makes of them.

use bevy::prelude::*;

use crate::combat::Rest;
use crate::game::act::Act;
use crate::game::session::{ChosenRest, Session};
use crate::game::widgets::{Look, Tip, button, column, row, tabbed, text};
use crate::game::{Screen, Stage, theme, words};

/// Filled anew when another rest is chosen.
#[derive(Component)]
struct Panel;

pub(super) fn plugin(app: &mut App) {
    let here = in_state(Screen::Victory).and_then(resource_exists::<Session>);
    app.add_systems(OnEnter(Screen::Victory), begin);
    app.add_systems(Update, keys.in_set(Stage::Input).run_if(here.clone()));
    app.add_systems(Update, choose.in_set(Stage::Act).run_if(here.clone()));
    app.add_systems(Update, fill.in_set(Stage::Show).run_if(here));
}

fn begin(mut rest: ResMut<ChosenRest>) {
    *rest = ChosenRest::default();
}

/// The place of the choice on the sheet of the victory screen.
pub fn spawn(sheet: &mut ChildSpawnerCommands<'_>) {
    sheet.spawn((
        Panel,
        Node {
            margin: UiRect::top(px(10)),
            flex_shrink: 0.0,
            ..column(6.0)
        },
    ));
}

/// The arrow keys choose the rest.
fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    session: Res<Session>,
    rest: Res<ChosenRest>,
    mut acts: MessageWriter<Act>,
) {
    let rests = session.battle.rests();
    let at = rests.iter().position(|one| *one == rest.0).unwrap_or(0);
    let wanted = if keys.just_pressed(KeyCode::ArrowRight) {
        at + 1
    } else if keys.just_pressed(KeyCode::ArrowLeft) {
        at.saturating_sub(1)
    } else {
        return;
    };
    if let Some(rest) = rests.get(wanted) {
        acts.write(Act::PickRest(*rest));
    }
}

fn choose(mut acts: MessageReader<Act>, mut rest: ResMut<ChosenRest>) {
    for act in acts.read() {
        if let Act::PickRest(wanted) = act {
            *rest = ChosenRest(*wanted);
        }
    }
}

fn fill(
    panel: Single<(Entity, Ref<Panel>)>,
    rest: Res<ChosenRest>,
    mut session: ResMut<Session>,
    mut commands: Commands,
) {
    let (panel, fresh) = panel.into_inner();
    if !rest.is_changed() && !fresh.is_added() {
        return;
    }
    let rests = session.battle.rests();
    let lines = lines(&mut session, rest.0);
    let whole = whole(&mut session);
    commands
        .entity(panel)
        .despawn_children()
        .with_children(|panel| {
            panel.spawn(row(6.0)).with_children(|line| {
                line.spawn(text(
                    "Rest before the next battle",
                    theme::bold(15.0),
                    theme::INK,
                ));
                for one in rests {
                    let look = if one == rest.0 {
                        Look::Chosen
                    } else {
                        Look::Plain
                    };
                    line.spawn((
                        button(words::rest(one), Act::PickRest(one), look, true),
                        tabbed(),
                        Tip("← and → choose as well.".into()),
                    ));
                }
            });
            panel.spawn(text(whole, theme::body(14.5), theme::FADED));
            panel.spawn(text(lines.join("    "), theme::body(15.5), theme::INK));
        });
}

/// What everybody who is left has now and would have after the rest, such as `Brenn: 10 → 13 of 24`.
fn lines(session: &mut Session, rest: Rest) -> Vec<String> {
    let view = session.battle.view();
    let survivors = session.battle.survivors();
    survivors
        .into_iter()
        .map(|seat| {
            let (who, after) = (
                &view.combatants[seat.index()],
                session.battle.rested(seat, rest),
            );
            let now = who.hit_points;
            let mut line = match after.hit_points {
                same if same == now => format!(
                    "{}: {} of {}",
                    who.name,
                    words::points(now),
                    who.max_hit_points
                ),
                other => format!(
                    "{}: {} → {} of {}",
                    who.name,
                    words::points(now),
                    words::points(other),
                    who.max_hit_points
                ),
            };
            let mut also = |word: &str, before: i32, left: i32| {
                if before > 0 && before == left {
                    line.push_str(&format!(", {word} {before}"));
                } else if before > 0 {
                    line.push_str(&format!(", {word} {before} → {left}"));
                }
            };
            also("nonlethal", who.nonlethal, after.nonlethal);
            also(
                "Constitution lost",
                who.constitution_lost,
                after.constitution_lost,
            );
            line
        })
        .collect()
}

/// How long it takes until nobody is hurt any more.
fn whole(session: &mut Session) -> String {
    let view = session.battle.view();
    let hurt = session.battle.survivors().into_iter().any(|seat| {
        let who = &view.combatants[seat.index()];
        who.hit_points < who.max_hit_points || who.nonlethal > 0 || who.constitution_lost > 0
    });
    let side = session.battle.outcome().and_then(|outcome| outcome.winner);
    let needed = side.and_then(|side| session.battle.rest_of(side));
    match needed {
        _ if !hurt => "Everybody is whole.".into(),
        None => "Wounds do not heal of themselves: only a full rest, if you grant it, makes whole."
            .into(),
        Some((days, hours)) => format!(
            "Everybody is whole after {} of rest.",
            words::span(days, hours)
        ),
    }
}
