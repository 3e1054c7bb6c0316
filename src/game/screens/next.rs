//! Between two battles: how long those who are left rest, and what it makes of them.

use bevy::prelude::*;

use super::repairs;
use crate::combat::Rest;
use crate::game::intent::{Intents, SetupEdit};
use crate::game::session::{ChosenRepairs, ChosenRest, Session};
use crate::game::widgets::{Look, Tip, button, column, row, tabbed, text};
use crate::game::{FrameSet, Screen, theme, words};
use crate::narrate;
use crate::rules::Ability;

/// Filled anew when another rest is chosen.
#[derive(Component)]
struct Panel;

pub(super) fn plugin(app: &mut App) {
    let here = in_state(Screen::Victory).and_then(goes_on_alone);
    app.add_systems(OnEnter(Screen::Victory), begin);
    app.add_systems(Update, keys.in_set(FrameSet::Input).run_if(here.clone()));
    app.add_systems(Update, fill.in_set(FrameSet::Show).run_if(here));
}

/// Whether a battle is over that is no part of a journey: that has a camp instead.
fn goes_on_alone(session: Option<Res<Session>>) -> bool {
    session.is_some_and(|session| session.journey.is_none())
}

fn begin(
    mut rest: ResMut<ChosenRest>,
    mut chosen: ResMut<ChosenRepairs>,
    session: Option<Res<Session>>,
) {
    *rest = ChosenRest::default();
    let session = session.as_deref();
    *chosen = session.map_or_else(ChosenRepairs::default, |session| {
        ChosenRepairs(session.battle.usual_repairs())
    });
}

/// What stands below the figures and above the buttons of the victory screen.
pub(super) fn below_figures() -> Node {
    Node {
        margin: UiRect::top(px(10)),
        flex_shrink: 0.0,
        ..column(6.0)
    }
}

/// The place of the choice on the sheet of the victory screen.
pub fn spawn(sheet: &mut ChildSpawnerCommands<'_>) {
    sheet.spawn((Panel, below_figures()));
}

/// The arrow keys choose the rest.
fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    session: Res<Session>,
    rest: Res<ChosenRest>,
    mut intents: Intents,
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
        intents.send(SetupEdit::Rest(*rest));
    }
}

fn fill(
    panel: Single<(Entity, Ref<Panel>)>,
    rest: Res<ChosenRest>,
    chosen: Res<ChosenRepairs>,
    session: Res<Session>,
    mut commands: Commands,
) {
    let (panel, fresh) = panel.into_inner();
    if !(rest.is_changed() || chosen.is_changed() || fresh.is_added()) {
        return;
    }
    let rests = session.battle.rests();
    let lines = lines(&session, rest.0);
    let whole = whole(&session);
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
                        button(words::rest(one), SetupEdit::Rest(one), look, true),
                        tabbed(),
                        Tip("You can also choose with ← and →.".into()),
                    ));
                }
            });
            panel.spawn(text(whole, theme::body(14.5), theme::FADED));
            panel.spawn(text(lines.join("    "), theme::body(15.5), theme::INK));
            repairs::spawn(panel, &session, rest.0, &chosen.0);
        });
}

/// What each survivor has now and would have after the rest, such as `Brenn: 10 → 13 of 24`.
pub(super) fn lines(session: &Session, rest: Rest) -> Vec<String> {
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
                    narrate::minus(now),
                    who.max_hit_points
                ),
                other => format!(
                    "{}: {} → {} of {}",
                    who.name,
                    narrate::minus(now),
                    narrate::minus(other),
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
            let nonlethal = &session.rules().policies.damage.nonlethal_name;
            also(nonlethal, who.nonlethal, after.nonlethal);
            for ability in Ability::ALL {
                let word = format!("{ability:?} lost");
                also(&word, who.lost.of(ability), after.lost.of(ability));
            }
            if let Some(unsure) = after.unsure {
                line.push_str(&words::unsure(unsure));
            }
            line
        })
        .collect()
}

/// How long it takes until all survivors are healed.
fn whole(session: &Session) -> String {
    let view = session.battle.view();
    let hurt = session.battle.survivors().into_iter().any(|seat| {
        let who = &view.combatants[seat.index()];
        who.hit_points < who.max_hit_points || who.nonlethal > 0 || who.lost.most() > 0
    });
    let side = session.battle.outcome().and_then(|outcome| outcome.winner);
    let needed = side.and_then(|side| session.battle.rest_of(side));
    match needed {
        _ if !hurt => "All survivors are at full strength.".into(),
        None => "In this system wounds do not heal by themselves; choose a full rest if you want to heal them all."
            .into(),
        Some((days, hours)) => format!(
            "All survivors are at full strength after {} of rest.",
            words::span(days, hours)
        ),
    }
}
