//! Tooltips: a slip of parchment beside what the pointer rests on.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::combat::Seat;
use crate::game::awake::Awake;
use crate::game::intent::{Consult, Intents};
use crate::game::keymap::Keys;
use crate::game::{FrameSet, Menu, Screen, theme};
use crate::rules::RuleId;

/// What the slip says while the pointer rests here; keys stand in braces. Needs [`Hovered`].
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Hovered)]
pub struct Tip(pub String);

/// A right click here opens the sheet of this combatant.
#[derive(Component, Clone, Copy, Debug)]
pub struct Inspects(pub Seat);

/// Rules behind what the pointer rests on: F1 or a right click opens the rulebook at the first.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[require(Hovered)]
pub struct Cites(pub Vec<RuleId>);

#[derive(Component)]
struct Slip;

/// How wide a slip is at the most, with more letters than so many and otherwise.
const NARROW: f32 = 380.0;
const WIDE: f32 = 560.0;
const LONG: usize = 420;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_slip);
    app.init_resource::<Hush>();
    app.add_systems(Update, (hush, show_slip).chain().in_set(FrameSet::Show));
    app.add_observer(look_up);
}

/// A right click on something that rests on a rule shows that rule.
fn look_up(click: On<Pointer<Click>>, cites: Query<&Cites>, mut intents: Intents) {
    if click.button != PointerButton::Secondary {
        return;
    }
    if let Some(rule) = cites
        .get(click.entity)
        .ok()
        .and_then(|cites| cites.0.first())
    {
        intents.send(Consult::Rule(*rule));
    }
}

/// What F1 opens: the rule behind what the pointer rests on, or else the whole rulebook.
pub fn under_pointer(cites: &Query<(&Cites, &Hovered)>) -> Consult {
    let found = cites.iter().find(|(_, hovered)| hovered.0);
    let rule = found.and_then(|(cites, _)| cites.0.first());
    rule.map_or(Consult::Contents, |rule| Consult::Rule(*rule))
}

fn spawn_slip(mut commands: Commands) {
    commands.spawn((
        Slip,
        Node {
            position_type: PositionType::Absolute,
            max_width: px(NARROW),
            padding: UiRect::axes(px(10), px(7)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(4)),
            display: Display::None,
            ..default()
        },
        BackgroundColor(theme::PAPER),
        BorderColor::all(theme::INK),
        BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.5), px(2), px(3), px(0), px(8)),
        GlobalZIndex(100),
        Pickable::IGNORE,
        children![(
            Text::new(""),
            theme::body(14.0),
            TextColor(theme::INK),
            Pickable::IGNORE
        )],
    ));
}

/// Where the pointer was when something opened under it; it says nothing there until it moves.
#[derive(Resource, Default)]
struct Hush(Option<Vec2>);

/// What opens or is pressed under a resting pointer is not what the pointer asked about.
fn hush(
    menu: Res<State<Menu>>,
    screen: Res<State<Screen>>,
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut hush: ResMut<Hush>,
) {
    let pressed = keys.get_just_pressed().len() + buttons.get_just_released().len() > 0;
    if menu.is_changed() || screen.is_changed() || pressed {
        hush.0 = window.cursor_position();
    }
}

fn show_slip(
    hush: Res<Hush>,
    tips: Query<(&Tip, &Hovered, Option<&Cites>)>,
    keys: Res<Keys>,
    window: Single<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    slip: Single<(&mut Node, &ComputedNode, &Children), With<Slip>>,
    mut texts: Query<&mut Text>,
    mut awake: ResMut<Awake>,
) {
    let (mut node, computed, children) = slip.into_inner();
    let found = tips
        .iter()
        .find(|(tip, hovered, _)| hovered.0 && !tip.0.is_empty());
    let pointer = window.cursor_position();
    let pointer = pointer.filter(|at| hush.0.is_none_or(|quiet| quiet.distance(*at) > 3.0));
    let (Some((tip, _, cites)), Some(pointer)) = (found, pointer) else {
        if node.display != Display::None {
            node.display = Display::None;
        }
        return;
    };
    let mut said = tip.0.clone();
    if cites.is_some_and(|cites| !cites.0.is_empty()) {
        said.push_str("\nRight-click or press {F1} to look it up");
    }
    let said = keys.tell(&said);
    let wide = said.chars().count() > LONG;
    if let Some(child) = children.first()
        && let Ok(mut words) = texts.get_mut(*child)
        && words.0 != said
    {
        words.0 = said;
        node.max_width = px(if wide { WIDE } else { NARROW });
        // How large it is with these words is known in the next frame.
        awake.stir();
    }
    let size = computed.size() * computed.inverse_scale_factor();
    if node.display == Display::None {
        node.display = Display::Flex;
        awake.stir();
    }
    // In pixels of the interface.
    let at = beside(pointer / scale.0, size, window.size() / scale.0);
    if (node.left, node.top) != (px(at.x), px(at.y)) {
        (node.left, node.top) = (px(at.x), px(at.y));
    }
}

/// Where a slip of this size stands beside the pointer, as a whole inside the window.
fn beside(pointer: Vec2, size: Vec2, room: Vec2) -> Vec2 {
    let (gap, edge) = (Vec2::new(16.0, 18.0), 6.0);
    let after = pointer + gap;
    let before = pointer - size - 12.0;
    let fits = |at: f32, size: f32, room: f32| at >= edge && at + size <= room - edge;
    let along = |after: f32, before: f32, size: f32, room: f32| {
        if fits(after, size, room) {
            after
        } else if fits(before, size, room) {
            before
        } else {
            (room - edge - size).max(edge)
        }
    };
    Vec2::new(
        along(after.x, before.x, size.x, room.x),
        along(after.y, before.y, size.y, room.y),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_never_cut_off() {
        let room = Vec2::new(1280.0, 800.0);
        for size in [Vec2::new(380.0, 60.0), Vec2::new(560.0, 500.0)] {
            for x in 0..=64 {
                for y in 0..=40 {
                    let pointer = Vec2::new(x as f32, y as f32) * 20.0;
                    let at = beside(pointer, size, room);
                    assert!(at.min_element() >= 6.0, "{pointer}: {at}");
                    assert!((at + size).cmple(room - 6.0).all(), "{pointer}: {at}");
                }
            }
        }
    }
}
