//! Building blocks of the screens: texts, buttons, panels, tooltips.

mod tooltip;
mod typing;

use bevy::input_focus::tab_navigation::{TabIndex, TabNavigationPlugin};
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, Pressed, VisualBox};
use bevy::ui_widgets::{Button, ScrollArea};

use super::colours::Tint;
use super::intent::{Asks, Intent};
use super::save::Picture;
use super::{FrameSet, pictures, theme};
use crate::art::paper;

pub use tooltip::{Cites, Inspects, Tip, under_pointer};
pub use typing::type_into;

/// How a button looks.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A wooden button.
    Plain,
    /// The one that is meant.
    Main,
    /// Chosen among several.
    Chosen,
    /// A line of text.
    Line,
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((TabNavigationPlugin, tooltip::plugin));
    app.add_systems(
        Update,
        (ask_once_more, tint_buttons, mark_focus).in_set(FrameSet::Show),
    );
}

/// A text that the pointer passes through.
pub fn text(words: impl Into<String>, font: TextFont, color: Color) -> impl Bundle {
    (Text::new(words), font, TextColor(color), Pickable::IGNORE)
}

/// A text in the colour of a side.
pub fn side_text(words: impl Into<String>, font: TextFont, side: usize) -> impl Bundle {
    (text(words, font, theme::CREAM), Tint::Side(side))
}

/// A text on one line.
pub fn label(words: impl Into<String>, font: TextFont, color: Color) -> impl Bundle {
    (text(words, font, color), TextLayout::no_wrap())
}

/// A parchment panel with this inner distance; spawn it on a node of your own.
pub fn parchment() -> impl Bundle {
    sliced(pictures::PARCHMENT)
}

/// A wooden board.
pub fn board() -> impl Bundle {
    sliced(pictures::BOARD)
}

fn sliced(image: Handle<Image>) -> ImageNode {
    ImageNode {
        image,
        image_mode: NodeImageMode::Sliced(TextureSlicer {
            border: BorderRect::all(paper::BORDER),
            max_corner_scale: 1.0,
            ..default()
        }),
        visual_box: VisualBox::BorderBox,
        ..default()
    }
}

/// Empties a panel and fills it anew.
pub fn refill(
    commands: &mut Commands,
    panel: Entity,
    build: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    commands
        .entity(panel)
        .despawn_children()
        .with_children(build);
}

/// A button with a label; `enabled` false: it shows why in its tooltip and does nothing.
pub fn button(
    label: impl Into<String>,
    does: impl Into<Intent>,
    look: Look,
    enabled: bool,
) -> impl Bundle {
    let ink = match (look, enabled) {
        (Look::Line, true) => theme::INK,
        (Look::Line, false) => theme::FADED,
        (_, true) => theme::CREAM,
        (_, false) => theme::DIM,
    };
    (
        button_body(does, look, enabled),
        children![self::label(label, theme::bold(15.0), ink)],
    )
}

/// A button without anything in it yet.
pub fn button_body(does: impl Into<Intent>, look: Look, enabled: bool) -> impl Bundle {
    let line = look == Look::Line;
    let node = Node {
        padding: if line {
            UiRect::axes(px(6), px(2))
        } else {
            UiRect::axes(px(12), px(7))
        },
        border: UiRect::all(px(if line { 0 } else { 1 })),
        border_radius: BorderRadius::all(px(5)),
        align_items: AlignItems::Center,
        justify_content: if line {
            JustifyContent::Start
        } else {
            JustifyContent::Center
        },
        column_gap: px(6),
        ..default()
    };
    framed(node, does, look, enabled)
}

/// A small picture of a map.
pub fn drawing(picture: &Picture) -> impl Bundle {
    (
        Node {
            width: px(picture.size.x),
            height: px(picture.size.y),
            flex_shrink: 0.0,
            ..default()
        },
        ImageNode::new(picture.image.clone()).with_mode(NodeImageMode::Stretch),
        Pickable::IGNORE,
    )
}

/// A line of text that can be pressed, with a fainter line below it and a picture before them.
pub fn two_lines<'a>(
    list: &'a mut ChildSpawnerCommands<'_>,
    picture: Option<&Picture>,
    [words, below]: [&str; 2],
    does: impl Into<Intent>,
) -> EntityCommands<'a> {
    let node = Node {
        padding: UiRect::axes(px(6), px(3)),
        width: percent(100),
        flex_shrink: 0.0,
        ..row(9.0)
    };
    let mut line = list.spawn(framed(node, does, Look::Line, true));
    line.with_children(|line| {
        if let Some(picture) = picture {
            line.spawn(drawing(picture));
        }
        let lines = Node {
            min_width: px(0),
            flex_grow: 1.0,
            flex_basis: px(0),
            ..column(0.0)
        };
        line.spawn((
            lines,
            Pickable::IGNORE,
            children![
                text(words, theme::bold(14.5), theme::INK),
                text(below, theme::body(13.0), theme::FADED),
            ],
        ));
    });
    line
}

/// A small button without anything in it yet, for bars with many of them.
pub fn small_button(does: impl Into<Intent>, look: Look, enabled: bool) -> impl Bundle {
    let node = Node {
        padding: UiRect::axes(px(7), px(2)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        align_items: AlignItems::Center,
        column_gap: px(5),
        flex_shrink: 0.0,
        ..default()
    };
    framed(node, does, look, enabled)
}

/// A button of this shape without anything in it yet.
pub fn framed(node: Node, does: impl Into<Intent>, look: Look, enabled: bool) -> impl Bundle {
    (
        node,
        Button,
        does.into(),
        look,
        Hovered::default(),
        BackgroundColor(shade(look, enabled, false, false)),
        BorderColor::all(edge(look, enabled)),
        Enabled(enabled),
    )
}

/// Whether a button does something; kept apart so that a grey button can still explain itself.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enabled(pub bool);

/// Makes a button part of the round of the Tab key.
pub fn tabbed() -> TabIndex {
    TabIndex(0)
}

fn shade(look: Look, enabled: bool, hovered: bool, pressed: bool) -> Color {
    let base = match look {
        Look::Plain => Color::srgb(0.30, 0.205, 0.13),
        Look::Main => Color::srgb(0.50, 0.16, 0.11),
        Look::Chosen => Color::srgb(0.48, 0.36, 0.15),
        Look::Line => Color::srgba(0.35, 0.25, 0.12, 0.0),
    };
    let base = if look == Look::Line && hovered {
        Color::srgba(0.35, 0.25, 0.12, 0.16)
    } else {
        base
    };
    match (enabled, pressed, hovered) {
        (false, ..) if look == Look::Line => base,
        (false, ..) => Color::srgba(0.25, 0.19, 0.14, 0.75),
        (true, true, _) => base.mix(&Color::BLACK, 0.25),
        (true, false, true) if look != Look::Line => base.mix(&theme::BRASS, 0.22),
        _ => base,
    }
}

fn edge(look: Look, enabled: bool) -> Color {
    match (look, enabled) {
        (Look::Line, _) => Color::NONE,
        (_, false) => Color::srgba(0.4, 0.32, 0.22, 0.6),
        _ => Color::srgb(0.63, 0.49, 0.26),
    }
}

type Tinted<'a> = (
    Entity,
    &'a Look,
    &'a Enabled,
    &'a Hovered,
    Has<Pressed>,
    &'a mut BackgroundColor,
);

fn tint_buttons(mut buttons: Query<Tinted, With<Button>>, mut commands: Commands) {
    for (entity, look, enabled, hovered, pressed, mut background) in &mut buttons {
        let wanted = shade(*look, enabled.0, hovered.0, pressed);
        if background.0 != wanted {
            background.0 = wanted;
        }
        if !enabled.0 {
            commands
                .entity(entity)
                .try_insert_if_new(InteractionDisabled);
        }
    }
}

/// A button that was pressed once says what pressing it again does.
fn ask_once_more(
    mut buttons: Query<(&Asks, &Children, &mut Look), Changed<Asks>>,
    mut labels: Query<&mut Text>,
) {
    for (asks, children, mut look) in &mut buttons {
        if !asks.asked {
            continue;
        }
        *look = Look::Main;
        if let Some(label) = children.first()
            && let Ok(mut label) = labels.get_mut(*label)
        {
            label.0 = asks.words.to_owned();
        }
    }
}

/// A line around the button that the keyboard is on.
fn mark_focus(
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    buttons: Query<(Entity, Has<Outline>), With<Button>>,
    mut commands: Commands,
) {
    if !focus.is_changed() && !visible.is_changed() {
        return;
    }
    for (entity, outlined) in &buttons {
        let wanted = visible.0 && focus.get() == Some(entity);
        if wanted && !outlined {
            let outline = Outline {
                color: theme::BRASS,
                width: px(2),
                offset: px(2),
            };
            commands.entity(entity).try_insert(outline);
        } else if !wanted && outlined {
            commands.entity(entity).try_remove::<Outline>();
        }
    }
}

/// A column.
pub fn column(gap: f32) -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(gap),
        ..default()
    }
}

/// A row.
pub fn row(gap: f32) -> Node {
    Node {
        column_gap: px(gap),
        align_items: AlignItems::Center,
        ..default()
    }
}

/// A veil over everything, with its content in the middle.
pub fn veil() -> impl Bundle {
    (
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        BackgroundColor(Color::srgba(0.06, 0.04, 0.02, 0.72)),
        GlobalZIndex(50),
    )
}

/// The heading of a part of a sheet.
pub fn heading(words: &str) -> impl Bundle {
    (
        Node {
            margin: UiRect::bottom(px(4)),
            ..default()
        },
        children![text(words, theme::title(20.0), theme::RED)],
    )
}

/// A part of a sheet that scrolls.
pub fn scrolling(node: Node) -> impl Bundle {
    (
        Node {
            min_height: px(0),
            overflow: Overflow::scroll_y(),
            flex_direction: FlexDirection::Column,
            ..node
        },
        ScrollArea,
    )
}

/// Rolls a part that scrolls by the arrow keys and by pages.
pub fn roll(keys: &ButtonInput<KeyCode>, position: &mut ScrollPosition) {
    for (key, by) in [
        (KeyCode::ArrowDown, 60.0),
        (KeyCode::ArrowUp, -60.0),
        (KeyCode::PageDown, 420.0),
        (KeyCode::PageUp, -420.0),
    ] {
        if keys.just_pressed(key) {
            position.y = (position.y + by).max(0.0);
        }
    }
}
