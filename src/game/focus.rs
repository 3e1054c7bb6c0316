//! Keyboard focus. It belongs to the dialog that is open; Tab, arrows and Enter reach nothing behind it. Once the
//! dialog is closed, the focus is back where it was.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;

use super::FrameSet;
use super::awake::Awake;
use super::intent::Intent;
use super::keymap::with_shift;

/// A dialog in which the arrow keys move the focus.
#[derive(Component)]
pub struct ByArrows;

/// Makes a node a dialog: it receives the keyboard while it is open, arrow keys included.
pub fn dialog() -> impl Bundle {
    (TabGroup::modal(), ByArrows)
}

/// Button that had the focus: by what it does, or else by its place in the order of the Tab key.
#[derive(Clone, Debug)]
struct Held {
    does: Option<Intent>,
    place: usize,
}

/// The screen and the dialogs on top of it, each with the button that had the focus last.
#[derive(Resource, Default)]
struct Layers {
    screen: Option<Held>,
    dialogs: Vec<(Entity, Option<Held>)>,
    /// A key was pressed last, and not the mouse.
    by_keys: bool,
    /// A button that is still to be rolled into sight.
    unseen: Option<Entity>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Layers>();
    app.add_systems(Update, steer.in_set(FrameSet::Input));
    app.add_systems(PostUpdate, (keep, roll_to).chain());
}

/// Everything that can have the focus.
#[derive(SystemParam)]
struct Focusable<'w, 's> {
    groups: Query<'w, 's, (Entity, &'static TabGroup)>,
    indices: Query<'w, 's, &'static TabIndex>,
    children: Query<'w, 's, &'static Children>,
    intents: Query<'w, 's, &'static Intent>,
}

impl Focusable<'_, '_> {
    /// The buttons of a dialog, or else of the screen, in the order of the Tab key.
    fn of(&self, dialog: Option<Entity>) -> Vec<Entity> {
        let mut found = Vec::new();
        match dialog {
            Some(dialog) => self.gather(dialog, &mut found),
            None => {
                let mut groups: Vec<_> = self.groups.iter().collect();
                groups.retain(|(_, group)| !group.modal);
                groups.sort_by_key(|(_, group)| group.order);
                groups
                    .iter()
                    .for_each(|(group, _)| self.gather(*group, &mut found));
            }
        }
        found
    }

    fn gather(&self, parent: Entity, found: &mut Vec<Entity>) {
        for child in self.children.get(parent).into_iter().flatten() {
            if self.groups.contains(*child) {
                continue;
            }
            if self.indices.get(*child).is_ok_and(|index| index.0 >= 0) {
                found.push(*child);
            }
            self.gather(*child, found);
        }
    }

    fn held(&self, order: &[Entity], focused: Entity) -> Option<Held> {
        let place = order.iter().position(|one| *one == focused)?;
        let does = self.intents.get(focused).ok().cloned();
        Some(Held { does, place })
    }

    /// The button that had the focus, or that has taken its place.
    fn again(&self, order: &[Entity], held: &Held) -> Option<Entity> {
        let does = |one: &&Entity| self.intents.get(**one).ok() == held.does.as_ref();
        let same = order.iter().find(does).filter(|_| held.does.is_some());
        let near = || order.get(held.place.min(order.len().saturating_sub(1)));
        same.or_else(near).copied()
    }
}

/// Keeps the focus in the topmost dialog, and on the button with the same intent in a rebuilt sheet.
fn keep(
    buttons: Focusable,
    alive: Query<()>,
    (keys, mouse): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    mut layers: ResMut<Layers>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
    mut awake: ResMut<Awake>,
) {
    let layers = layers.bypass_change_detection();
    if keys.get_just_pressed().next().is_some() {
        layers.by_keys = true;
    } else if mouse.get_just_pressed().next().is_some() {
        layers.by_keys = false;
    }
    let before = layers.dialogs.len();
    let open = |dialog: Entity| {
        buttons
            .groups
            .get(dialog)
            .is_ok_and(|(_, group)| group.modal)
    };
    layers.dialogs.retain(|(dialog, _)| open(*dialog));
    let closed = layers.dialogs.len() < before;
    let known = |dialog: Entity| layers.dialogs.iter().any(|(one, _)| *one == dialog);
    let new = buttons.groups.iter().filter(|(_, group)| group.modal);
    let new: Vec<_> = new
        .map(|(dialog, _)| dialog)
        .filter(|one| !known(*one))
        .collect();
    let opened = !new.is_empty();
    let new = new.into_iter().map(|dialog| (dialog, None));
    layers.dialogs.extend(new);
    let by_keys = layers.by_keys;
    let (top, held) = match layers.dialogs.last_mut() {
        Some((dialog, held)) => (Some(*dialog), held),
        None => (None, &mut layers.screen),
    };
    let order = buttons.of(top);
    let focused = focus.get();
    if let Some(now) = focused.and_then(|one| buttons.held(&order, one)) {
        if focus.is_changed() {
            layers.unseen = focused;
        }
        *held = Some(now);
        return;
    }
    let gone = focused.is_some_and(|one| !alive.contains(one));
    let outside = top.is_some() && focused.is_some_and(|one| buttons.indices.contains(one));
    let asked = top.is_some() && keys.just_pressed(KeyCode::Tab);
    let wanted = match held {
        Some(held) if closed || gone || outside || asked => buttons.again(&order, held),
        Some(_) => None,
        None if asked && with_shift(&keys) => order.last().copied(),
        None if asked || outside && !opened || opened && by_keys => order.first().copied(),
        None => None,
    };
    match wanted {
        Some(button) => {
            focus.set(button, FocusCause::Navigated);
            visible.0 |= by_keys;
            *held = buttons.held(&order, button);
            layers.unseen = Some(button);
            awake.stir();
        }
        None if opened || closed || gone || outside => {
            focus.clear();
            visible.0 = false;
        }
        None => {}
    }
}

/// Where a button is: its middle in pixels of the interface.
type Place = (&'static ComputedNode, &'static UiGlobalTransform);

/// The arrow keys move the focus in a dialog: to the next button on that side, or else on in the order.
fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    layers: Res<Layers>,
    by_arrows: Query<(), With<ByArrows>>,
    buttons: Focusable,
    places: Query<Place>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    let arrows = [
        (KeyCode::ArrowRight, Vec2::X),
        (KeyCode::ArrowDown, Vec2::Y),
        (KeyCode::ArrowLeft, Vec2::NEG_X),
        (KeyCode::ArrowUp, Vec2::NEG_Y),
    ];
    let pressed = arrows.iter().find(|(key, _)| keys.just_pressed(*key));
    let top = layers.dialogs.last().map(|(dialog, _)| *dialog);
    let top = top.filter(|dialog| by_arrows.contains(*dialog));
    let (Some((_, way)), Some(top)) = (pressed, top) else {
        return;
    };
    let order = buttons.of(Some(top));
    let now = focus
        .get()
        .and_then(|one| order.iter().position(|it| *it == one));
    let middle = |one: &Entity| {
        let (node, place) = places.get(*one).ok()?;
        (node.size().min_element() > 0.0).then_some(place.translation)
    };
    let places: Option<Vec<Vec2>> = order.iter().map(middle).collect();
    let forwards = way.x + way.y > 0.0;
    let next = match now {
        Some(now) => (places.and_then(|places| towards(&places, now, *way)))
            .or_else(|| beside(now, order.len(), forwards)),
        None => Some(0),
    };
    if let Some(next) = next.and_then(|next| order.get(next)) {
        focus.set(*next, FocusCause::Navigated);
    }
    visible.0 = true;
}

/// The place before or after this one, as long as there is one.
fn beside(now: usize, count: usize, forwards: bool) -> Option<usize> {
    match forwards {
        true => Some(now + 1).filter(|next| *next < count),
        false => now.checked_sub(1),
    }
}

/// Of several places the nearest on one side of one of them; what lies across counts three times.
fn towards(places: &[Vec2], from: usize, way: Vec2) -> Option<usize> {
    const ACROSS: f32 = 3.0;
    let here = places.get(from)?;
    let others = places
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != from);
    let ahead = others.filter_map(|(other, place)| {
        let gap = *place - *here;
        let (along, across) = (gap.dot(way), gap.perp_dot(way).abs());
        (along > 1.0 && across <= ACROSS * along + 400.0)
            .then_some((along + ACROSS * across, other))
    });
    let nearest = ahead.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, other)| other)
}

/// Rolls what scrolls until the button that has the focus is seen, once it has its place.
fn roll_to(
    mut layers: ResMut<Layers>,
    visible: Res<InputFocusVisible>,
    places: Query<Place>,
    parents: Query<&ChildOf>,
    mut scrolls: Query<(
        &Node,
        &mut ScrollPosition,
        &ComputedNode,
        &UiGlobalTransform,
    )>,
    mut awake: ResMut<Awake>,
) {
    let Some(button) = layers.unseen.filter(|_| visible.0) else {
        return;
    };
    let layers = layers.bypass_change_detection();
    let Ok((node, at)) = places.get(button) else {
        layers.unseen = None;
        return;
    };
    if node.size().min_element() <= 0.0 {
        return;
    }
    layers.unseen = None;
    let button_at = Rect::from_center_size(at.translation, node.size());
    for parent in parents.iter_ancestors(button) {
        let Ok((style, mut scroll, room, place)) = scrolls.get_mut(parent) else {
            continue;
        };
        if style.overflow.y != OverflowAxis::Scroll {
            continue;
        }
        let room_at = Rect::from_center_size(place.translation, room.size());
        let below = (button_at.max.y - room_at.max.y).max(0.0);
        let above = (button_at.min.y - room_at.min.y).min(0.0);
        if below + above != 0.0 {
            scroll.y = (scroll.y + (below + above) * room.inverse_scale_factor()).max(0.0);
            awake.stir();
        }
    }
}

#[cfg(test)]
mod tests;
