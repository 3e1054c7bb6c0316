//! The log: its last lines above the map, or the whole of it on a sheet, where each line opens to
//! every die and modifier.

mod line;

use std::collections::BTreeSet;

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use bevy::window::PrimaryWindow;

use super::layout::{self, DOCK, EDGE, LOG, STRIP};
use super::question::Panel;
use crate::combat::contract::Awareness;
use crate::combat::{EventKind, Seat, SideId};
use crate::game::awake::Awake;
use crate::game::intent::{LogEdit, LogFilter};
use crate::game::pictures::Pictures;
use crate::game::playback::{Shown, visible};
use crate::game::scale::{half, middle};
use crate::game::session::{Session, playing};
use crate::game::spotlight::Spotlight;
use crate::game::widgets::{
    Look, Tip, button_body, label, parchment, refill, row, small_button, text,
};
use crate::game::{FrameSet, Screen, theme};
use crate::narrate::{Told, Weight, tell_all};
use line::{About, Pen};

/// The log on the screen, folded or open.
#[derive(Component)]
pub struct Log;

/// The part of the open log that scrolls.
#[derive(Component)]
struct Lines;

/// What of the log is open.
#[derive(Resource, Default)]
pub struct Open {
    /// The whole log.
    pub sheet: bool,
    /// Lines with their details, by the number of their event.
    lines: BTreeSet<usize>,
    filter: LogFilter,
}

/// Whether the folded log is hardly seen, as a combatant stands below it.
#[derive(Resource, Default)]
struct Faint(bool);

/// Lines kept on the sheet.
const MOST: usize = 90;
/// Events that are looked through for them.
const EVENTS: usize = 900;
/// Lines of the folded log.
const FOLDED: usize = 3;
/// How strong they are above a combatant.
const FAINT: f32 = 0.4;
/// The part of its space that a token fills.
const TOKEN: f32 = 0.9;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Open>().init_resource::<Faint>();
    app.add_systems(OnEnter(Screen::Battle), |mut open: ResMut<Open>| {
        open.lines.clear();
    });
    app.add_systems(Update, edit.in_set(FrameSet::Apply).run_if(playing()));
    let shows = (fade, fill, stay_above, light)
        .chain()
        .in_set(FrameSet::Show);
    app.add_systems(Update, shows.run_if(playing()));
}

/// The place of the folded log.
pub fn folded() -> Node {
    Node {
        left: px(EDGE),
        bottom: px(DOCK + 2.0 * EDGE),
        max_width: px(LOG),
        padding: UiRect::axes(px(10), px(6)),
        border_radius: BorderRadius::all(px(6)),
        flex_direction: FlexDirection::Column,
        position_type: PositionType::Absolute,
        ..default()
    }
}

/// The place of the open log.
fn unfolded() -> Node {
    Node {
        top: px(STRIP + EDGE + 36.0),
        width: px(LOG),
        padding: UiRect::new(px(12), px(10), px(12), px(12)),
        ..folded()
    }
}

/// The dock is higher in a narrow window, and so is a long question; the log lies above them.
fn stay_above(
    log: Single<(&mut Node, &ComputedNode), With<Log>>,
    panel: Single<(&ComputedNode, &UiGlobalTransform), With<Panel>>,
    window: Single<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
) {
    let room = window.size() / scale.0;
    let dock = layout::dock(room.x) + EDGE;
    let asked = layout::covered(std::iter::once(*panel));
    let (mut log, node) = log.into_inner();
    let right = EDGE + node.size().x * node.inverse_scale_factor();
    let asked = asked.first().filter(|panel| panel.min.x < right + EDGE);
    let high = asked.map_or(0.0, |panel| room.y - panel.min.y);
    let bottom = px(dock.max(high) + EDGE);
    if log.bottom != bottom {
        log.bottom = bottom;
    }
}

/// The folded log is hardly seen while a combatant stands below it, unless the pointer rests on it.
fn fade(
    log: Single<(&ComputedNode, &UiGlobalTransform), With<Log>>,
    open: Res<Open>,
    shown: Res<Shown>,
    scale: Res<UiScale>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut faint: ResMut<Faint>,
    mut awake: ResMut<Awake>,
) {
    let place = layout::covered(std::iter::once(*log));
    let (camera, transform) = *camera;
    let is_below = |place: &Rect| {
        let mut there = shown.view.combatants.iter().filter(|who| !who.dead);
        there.any(|who| {
            let Some(area) = who.area else { return false };
            let (middle, half) = (middle(area), half(area) * TOKEN);
            let corner = |at: Vec2| camera.world_to_viewport(transform, at.extend(0.0)).ok();
            let corners = corner(middle - half).zip(corner(middle + half));
            corners.is_some_and(|(low, high)| {
                let token = Rect::from_corners(low / scale.0, high / scale.0);
                !token.intersect(*place).is_empty()
            })
        })
    };
    let pointer = window.cursor_position().map(|at| at / scale.0);
    let is_read = |place: &Rect| pointer.is_some_and(|at| place.contains(at));
    let place = place.first().filter(|_| !open.sheet);
    let wanted = place.is_some_and(|place| is_below(place) && !is_read(place));
    if faint.0 != wanted {
        faint.0 = wanted;
        awake.stir();
    }
}

fn edit(mut edits: MessageReader<LogEdit>, mut open: ResMut<Open>) {
    for edit in edits.read() {
        match edit {
            LogEdit::Sheet => open.sheet = !open.sheet,
            LogEdit::Filter(filter) => open.filter = *filter,
            LogEdit::Line(line) => {
                if !open.lines.remove(line) {
                    open.lines.insert(*line);
                }
            }
        }
    }
}

fn fill(
    log: Single<(Entity, Ref<Log>)>,
    mut scroll: Query<&mut ScrollPosition, With<Lines>>,
    session: Res<Session>,
    shown: Res<Shown>,
    (open, faint): (Res<Open>, Res<Faint>),
    (mut pictures, mut images): (ResMut<Pictures>, ResMut<Assets<Image>>),
    mut commands: Commands,
    mut last: Local<(usize, Option<SideId>)>,
) {
    let (log, fresh) = log.into_inner();
    // The log of a side goes with it when another takes the seat.
    let now = (shown.played, session.eyes());
    let grew = *last != now;
    if !grew && !open.is_changed() && !faint.is_changed() && !fresh.is_added() {
        return;
    }
    // A line that opens stays where it is; news roll to the end.
    let at = scroll.iter_mut().next().map_or(1.0e6, |at| at.y);
    let at = if grew || fresh.is_added() { 1.0e6 } else { at };
    *last = now;
    let mut lines = told(&session, &shown);
    if open.sheet {
        sift(&mut lines, open.filter, |seat| {
            is_mine(&session, &shown, seat)
        });
        commands
            .entity(log)
            .remove::<BackgroundColor>()
            .insert((unfolded(), parchment()));
        refill(&mut commands, log, |sheet| {
            heading(sheet, open.filter);
            sheet
                .spawn((
                    Lines,
                    Node {
                        width: percent(100),
                        flex_grow: 1.0,
                        flex_basis: px(0),
                        min_height: px(0),
                        flex_direction: FlexDirection::Column,
                        overflow: Overflow::scroll_y(),
                        ..default()
                    },
                    ScrollArea,
                    ScrollPosition(Vec2::new(0.0, at)),
                ))
                .with_children(|list| {
                    let mut pen = Pen {
                        session: &session,
                        pictures: &mut pictures,
                        images: &mut images,
                    };
                    for (number, told) in &lines {
                        pen.write(list, *number, told, open.lines.contains(number));
                    }
                });
        });
        return;
    }
    commands.entity(log).remove::<ImageNode>().insert((
        folded(),
        BackgroundColor(Color::srgba(
            0.09,
            0.06,
            0.04,
            if faint.0 { 0.1 } else { 0.66 },
        )),
    ));
    let ink = if faint.0 { FAINT } else { 1.0 };
    let latest = &lines[lines.len().saturating_sub(FOLDED)..];
    refill(&mut commands, log, |panel| {
        panel
            .spawn((
                button_body(LogEdit::Sheet, Look::Line, true),
                Tip("Click to open the log ({F7})".into()),
            ))
            .insert(Node {
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Start,
                row_gap: px(2),
                ..default()
            })
            .with_children(|lines| {
                for (_, told) in latest {
                    let font = match told.weight {
                        Weight::Heading | Weight::Turn => theme::bold(13.0),
                        _ => theme::body(13.0),
                    };
                    let color = match told.weight {
                        Weight::Heading | Weight::Turn => theme::BRASS,
                        _ => theme::CREAM,
                    };
                    // Measured at the width that it has, so that the box grows with a line that wraps.
                    lines.spawn((
                        Node {
                            max_width: px(LOG - 20.0),
                            ..default()
                        },
                        children![text(told.text.clone(), font, color.with_alpha(ink))],
                    ));
                }
                if latest.is_empty() {
                    lines.spawn(text("The log", theme::body(13.0), theme::DIM));
                }
            });
    });
}

/// The last lines of what has been shown, oldest first, with the numbers of their events.
fn told(session: &Session, shown: &Shown) -> Vec<(usize, Told)> {
    let events = &session.battle.events()[..shown.played.min(session.battle.events().len())];
    let mut seen: Vec<_> = events
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, event)| visible(event, session))
        .take(EVENTS)
        .collect();
    seen.reverse();
    // A log that is cut off begins with a whole turn.
    if seen.len() == EVENTS {
        let is_turn = |kind: &EventKind| matches!(kind, EventKind::TurnBegan { .. });
        let first = seen.iter().position(|(_, event)| is_turn(&event.kind));
        seen.drain(..first.unwrap_or(0));
    }
    let mut lines = tell_all(seen.into_iter(), &session.cast.read_by(session.eyes()));
    let first = lines.len().saturating_sub(MOST);
    lines.drain(..first);
    let known = |seat| {
        let eyes = session.eyes();
        eyes.is_none_or(|side| session.battle.known_to(side, seat) != Awareness::Unknown)
    };
    session.thoughts.explain(&mut lines, &session.cast, known);
    lines
}

/// Whether a combatant is on the side of the person before the screen.
fn is_mine(session: &Session, shown: &Shown, seat: Seat) -> bool {
    let who = shown.view.combatants.get(seat.index());
    who.is_some_and(|who| Some(who.side) == session.viewer())
}

/// Leaves the lines that a filter asks for, and the turns and rounds that still have any.
fn sift(lines: &mut Vec<(usize, Told)>, filter: LogFilter, is_mine: impl Fn(Seat) -> bool) {
    if filter == LogFilter::All {
        return;
    }
    let mut below = false;
    let kept = lines.drain(..).rev().filter(|(_, told)| {
        let keep = match told.weight {
            Weight::Heading => true,
            Weight::Turn => std::mem::take(&mut below),
            _ => match filter {
                LogFilter::All => true,
                LogFilter::MySide => told.about.iter().any(|seat| is_mine(*seat)),
                LogFilter::Fights => told.mark.is_fight(),
            },
        };
        below |= keep && told.weight >= Weight::Action;
        keep
    });
    let mut kept: Vec<_> = kept.collect();
    kept.reverse();
    *lines = kept;
}

/// Those who are named on the line under the pointer are lit on the map.
fn light(
    lines: Query<(&About, &Hovered)>,
    mut spotlight: ResMut<Spotlight>,
    mut awake: ResMut<Awake>,
) {
    // The chip of a name is smaller than the line that it belongs to.
    let hovered = lines.iter().filter(|(_, hovered)| hovered.get());
    let narrow = hovered.min_by_key(|(about, _)| about.0.len());
    let wanted = narrow.map_or_else(Vec::new, |(about, _)| about.0.clone());
    if spotlight.0 != wanted {
        spotlight.0 = wanted;
        awake.stir();
    }
}

const FILTERS: [(LogFilter, &str, &str); 3] = [
    (LogFilter::All, "All", "Everything that you could see"),
    (
        LogFilter::MySide,
        "My side",
        "What your side does, and what is done to it",
    ),
    (LogFilter::Fights, "Fights", "Attacks, abilities and falls"),
];

fn heading(sheet: &mut ChildSpawnerCommands<'_>, filter: LogFilter) {
    let node = Node {
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        padding: UiRect::bottom(px(4)),
        ..row(6.0)
    };
    sheet.spawn((node, Pickable::IGNORE)).with_children(|line| {
        line.spawn(text("Log", theme::title(20.0), theme::INK));
        line.spawn((row(4.0), Pickable::IGNORE))
            .with_children(|filters| {
                for (wanted, name, tip) in FILTERS {
                    let look = match wanted == filter {
                        true => Look::Main,
                        false => Look::Plain,
                    };
                    filters.spawn((
                        small_button(LogEdit::Filter(wanted), look, true),
                        Tip(tip.into()),
                        children![label(name, theme::bold(12.5), theme::CREAM)],
                    ));
                }
            });
        line.spawn((
            button_body(LogEdit::Sheet, Look::Line, true),
            Tip("Fold the log ({F7})".into()),
            children![text("fold", theme::bold(13.0), theme::LINK)],
        ));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Player;
    use crate::combat::Choice;
    use crate::combat::testkit::testing::{Scene, action, ruleset, until_turn};
    use crate::game::testing::over;
    use crate::grid::Square;
    use crate::narrate::Mark;

    /// The folded log before a side of two that share the screen, of a battle in which an invisible enemy has gone.
    fn before(side: u8) -> App {
        let scene = Scene::new(ruleset("epic_path"), &["A..b", "...."]);
        let scene = scene.change('b', |c| c.conditions.push("invisible".into()));
        let mut battle = scene.seeded(1);
        until_turn(&mut battle, scene.seat('b'));
        let walk = action(&battle, "move");
        let way = Choice::walk(walk, vec![Square::new(3, 1)]);
        battle.submit(way).expect("a way");
        let (mut session, mut shown) = over(battle);
        session.start.players = vec![Player::Person; 2];
        session.seated = Some(SideId(side));
        shown.rewind(&session);
        let mut app = App::new();
        app.insert_resource(session).insert_resource(shown);
        app.init_resource::<Open>().init_resource::<Faint>();
        app.init_resource::<Pictures>();
        app.insert_resource(Assets::<Image>::default());
        app.add_systems(Update, fill);
        app.world_mut().spawn(Log);
        app
    }

    fn written(app: &mut App) -> Vec<String> {
        app.update();
        let mut words = app.world_mut().query::<&Text>();
        let words = words.iter(app.world());
        words.map(|text| text.0.clone()).collect()
    }

    /// EP-INVIS-01: the path of an invisible enemy is logged for its own side alone, whichever side had the seat before.
    #[test]
    fn the_folded_log_is_that_of_the_side_that_has_taken_the_seat() {
        let mut app = before(1);
        let theirs = written(&mut app);
        app.world_mut().resource_mut::<Session>().seated = Some(SideId(0));
        let ours = written(&mut app);
        assert_ne!(ours, theirs);
        assert_eq!(ours, written(&mut before(0)));
    }

    fn line(weight: Weight, mark: Mark, about: &[u8]) -> (usize, Told) {
        let told = Told {
            weight,
            mark,
            about: about.iter().map(|seat| Seat(*seat)).collect(),
            text: String::new(),
            details: Vec::new(),
            rules: Vec::new(),
        };
        (0, told)
    }

    fn sifted(filter: LogFilter) -> Vec<(Weight, Mark)> {
        let mut lines = vec![
            line(Weight::Heading, Mark::Plain, &[]),
            line(Weight::Turn, Mark::Plain, &[0]),
            line(Weight::Action, Mark::Move, &[0]),
            line(Weight::Turn, Mark::Plain, &[1]),
            line(Weight::Action, Mark::Hit, &[1, 2]),
        ];
        sift(&mut lines, filter, |seat| seat == Seat(0));
        let kept = lines.into_iter();
        kept.map(|(_, told)| (told.weight, told.mark)).collect()
    }

    #[test]
    fn a_filter_leaves_its_lines_and_their_turns() {
        let heading = (Weight::Heading, Mark::Plain);
        let turn = (Weight::Turn, Mark::Plain);
        assert_eq!(sifted(LogFilter::All).len(), 5);
        let mine = [heading, turn, (Weight::Action, Mark::Move)];
        assert_eq!(sifted(LogFilter::MySide), mine);
        let fights = [heading, turn, (Weight::Action, Mark::Hit)];
        assert_eq!(sifted(LogFilter::Fights), fights);
    }
}
