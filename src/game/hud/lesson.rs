//! The card of the lesson or hint at hand.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::digits::key_name;
use super::dock::slot;
use super::layout::{self, Covers, EDGE, LESSON, LOG, STRIP};
use super::log;
use crate::game::intent::Teach;
use crate::game::keymap::{Keys, letter_in_braces};
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::scale::middle;
use crate::game::session::{Session, playing};
use crate::game::teach::{Place, Slip, Source, Taught};
use crate::game::widgets::{Look, Tip, parchment, refill, row, small_button, text};
use crate::game::{FrameSet, theme};

/// The card.
#[derive(Component)]
struct Card;

/// Pixels around a card in which a token would be half covered.
const AIR: f32 = 24.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (fill, make_way)
            .chain()
            .in_set(FrameSet::Show)
            .after(super::question::pose)
            .run_if(playing()),
    );
}

/// The place of the card.
fn place() -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(EDGE),
        top: px(STRIP + EDGE + 38.0),
        width: px(LESSON),
        padding: UiRect::new(px(18), px(16), px(13), px(13)),
        flex_direction: FlexDirection::Column,
        row_gap: px(5),
        display: Display::None,
        ..default()
    }
}

fn fill(
    card: Single<(Entity, Ref<Card>, &mut Node)>,
    taught: Res<Taught>,
    log: Res<log::Open>,
    session: Res<Session>,
    plan: Res<Plan>,
    names: Res<Keys>,
    mut commands: Commands,
    mut last: Local<Option<(Slip, String)>>,
) {
    let (card, fresh, mut node) = card.into_inner();
    if log.is_changed() || fresh.is_added() {
        // Beside the log, where that is open.
        let beside = if log.sheet { LOG + EDGE } else { 0.0 };
        node.left = px(EDGE + beside);
    }
    let now = taught.slip.clone().map(|slip| {
        let pressed = names.tell(&keys(&session, &plan, &slip));
        (slip, pressed)
    });
    if *last == now && !fresh.is_added() {
        return;
    }
    node.display = match now {
        Some(_) => Display::Flex,
        None => Display::None,
    };
    refill(&mut commands, card, |card| {
        if let Some((slip, keys)) = &now {
            build(card, slip, keys, &names);
        }
    });
    *last = now;
}

/// A hint stands where it covers none of those who fight, if there is such a place; the card of a lesson has
/// its own room.
fn make_way(
    card: Single<(&mut Node, &ComputedNode), With<Card>>,
    taught: Res<Taught>,
    log: Res<log::Open>,
    shown: Res<Shown>,
    scale: Res<UiScale>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, Ref<GlobalTransform>)>,
    panels: Query<(&ComputedNode, &UiGlobalTransform), (With<Covers>, Without<Card>)>,
    mut last: Local<Option<String>>,
) {
    let (mut node, computed) = card.into_inner();
    let slip = taught.slip.as_ref();
    let hint = slip.filter(|slip| matches!(slip.source, Source::Hint(_)));
    let size = computed.size() * computed.inverse_scale_factor();
    let now = hint.map(|hint| hint.title.clone());
    // Once it stands somewhere it stays there, unless the map moves below it or a panel comes over it.
    let (camera, place) = camera.into_inner();
    let panels: Vec<Rect> = layout::covered(panels.iter());
    let stands = match (node.left, node.top) {
        (Val::Px(left), Val::Px(top)) => Vec2::new(left, top),
        _ => Vec2::ZERO,
    };
    let covered = panels.iter().any(|panel| lies_below(stands, size, panel));
    let same = *last == now && (now.is_none() || !place.is_changed() && !covered);
    if same || (now.is_some() && size.y < 1.0) {
        return;
    }
    let left = EDGE + if log.sheet { LOG + EDGE } else { 0.0 };
    let first = Vec2::new(left, STRIP + EDGE + 38.0);
    let mut at = first;
    if now.is_some() {
        let fighters = shown.view.combatants.iter().filter(|who| who.standing);
        let taken = fighters.filter_map(|who| {
            let at = middle(who.area?).extend(0.0);
            Some(camera.world_to_viewport(&place, at).ok()? / scale.0)
        });
        let taken: Vec<Vec2> = taken.collect();
        let room = window.size() / scale.0;
        at = clear(first, size, room, &taken, &panels);
    }
    if (node.left, node.top) != (px(at.x), px(at.y)) {
        (node.left, node.top) = (px(at.x), px(at.y));
    }
    *last = now;
}

/// Whether a card of this size at this place would lie below a panel.
fn lies_below(at: Vec2, size: Vec2, panel: &Rect) -> bool {
    !Rect::from_corners(at, at + size)
        .intersect(*panel)
        .is_empty()
}

/// The first of a few places in which a card of this size lies below no panel and covers no one, or else only
/// below no panel.
fn clear(first: Vec2, size: Vec2, room: Vec2, taken: &[Vec2], panels: &[Rect]) -> Vec2 {
    let low = room.y - layout::dock(room.x) - 2.0 * EDGE - size.y;
    let right = room.x - EDGE - size.x;
    let middle = (first.x + right) / 2.0;
    // What stands above the dock stands above a taller panel as well.
    let highest = |left: f32| {
        let below = panels.iter().filter(|panel| {
            panel.max.y > low + size.y - 1.0 && panel.min.x < left + size.x && panel.max.x > left
        });
        let top = below.map(|panel| panel.min.y - EDGE - size.y);
        Vec2::new(left, top.fold(low, f32::min))
    };
    let places = [
        first,
        highest(first.x),
        highest(right),
        highest(middle),
        Vec2::new(middle, first.y),
    ];
    let places = places
        .into_iter()
        .filter(|at| at.y >= STRIP && !panels.iter().any(|panel| lies_below(*at, size, panel)));
    let free = |at: &Vec2| {
        let card = Rect::from_corners(*at, *at + size).inflate(AIR);
        !taken.iter().any(|point| card.contains(*point))
    };
    let mut open = places.clone();
    places.clone().find(free).or(open.next()).unwrap_or(first)
}

fn build(card: &mut ChildSpawnerCommands<'_>, slip: &Slip, keys: &str, names: &Keys) {
    let small = |words: String| text(words, theme::bold(13.0), theme::FADED);
    let (above, (go_on, look), skip) = match slip.source {
        Source::Lesson {
            step: (step, of),
            read_only,
            ..
        } => {
            let go_on = match read_only {
                true => ("Go on", Look::Main),
                false => ("Skip this step", Look::Plain),
            };
            (format!("Step {step} of {of}"), go_on, "Skip the lessons")
        }
        Source::Hint(_) => ("Hint".into(), ("Got it", Look::Main), "No more hints"),
    };
    card.spawn(small(above));
    card.spawn(text(slip.title.clone(), theme::title(21.0), theme::RED));
    card.spawn(text(names.tell(&slip.text), theme::body(15.0), theme::INK));
    if !keys.is_empty() {
        card.spawn(small(keys.into()));
    }
    let line = Node {
        margin: UiRect::top(px(4)),
        ..row(8.0)
    };
    card.spawn((line, Pickable::IGNORE)).with_children(|line| {
        for (label, does, look, tip) in [
            (go_on, Teach::GoOn, look, "{F10}"),
            (skip, Teach::SkipAll, Look::Plain, "Shift+{F10}"),
        ] {
            line.spawn((small_button(does, look, true), Tip(tip.into())))
                .with_child(text(label, theme::bold(13.5), theme::CREAM));
        }
    });
}

/// The keys that do what a lesson is about.
fn keys(session: &Session, plan: &Plan, slip: &Slip) -> String {
    match (&slip.points_at, slip.action) {
        (Some(Place::Square(_)), _) => "Keys: arrows, then Enter".into(),
        (Some(Place::Combatant(_)), _) => "Keys: Tab, then Enter".into(),
        (Some(Place::EndTurn), _) => "Key: {Space}".into(),
        (_, Some(action)) => {
            let slots = slot::of(session, plan);
            let number = slots.iter().position(|slot| *slot == Some(action));
            let letter = session.rules().actions.get(action).and_then(|def| def.key);
            let letter = letter.map(letter_in_braces);
            let keys: Vec<_> = number.map(key_name).into_iter().chain(letter).collect();
            match keys.is_empty() {
                true => String::new(),
                false => format!("Key: {}", keys.join(" or ")),
            }
        }
        (_, None) => String::new(),
    }
}

/// The card, to be spawned with the other panels.
pub fn card() -> impl Bundle {
    (Card, place(), parchment())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_covers_no_fighter_where_it_can_stand_elsewhere() {
        let (first, size) = (Vec2::new(8.0, 106.0), Vec2::new(300.0, 170.0));
        let room = Vec2::new(1280.0, 800.0);
        assert_eq!(clear(first, size, room, &[], &[]), first);
        let hero = Vec2::new(90.0, 200.0);
        let at = clear(first, size, room, &[hero], &[]);
        assert!(at != first && !Rect::from_corners(at, at + size).contains(hero));
    }

    #[test]
    fn a_hint_lies_below_no_panel() {
        let (first, size) = (Vec2::new(8.0, 106.0), Vec2::new(300.0, 200.0));
        let room = Vec2::new(1422.0, 800.0);
        let hero = Vec2::new(90.0, 200.0);
        let question = Rect::new(281.0, 545.0, 1141.0, 792.0);
        let card = Rect::new(1110.0, 68.0, 1414.0, 400.0);
        let log = Rect::new(8.0, 566.0, 408.0, 646.0);
        for panels in [&[question][..], &[question, card], &[question, card, log]] {
            let at = clear(first, size, room, &[hero], panels);
            let below = panels.iter().any(|panel| lies_below(at, size, panel));
            assert!(!below && at != first, "{at}");
        }
    }
}
