//! Slots: ten places with an icon each, that stay where they are while a combatant acts.

use bevy::prelude::*;

use super::desk::Desk;
use super::shelf;
use crate::combat::contract::ActionOption;
use crate::game::hud::digits::key_name;
use crate::game::intent::PlanEdit;
use crate::game::plan::Plan;
use crate::game::session::Session;
use crate::game::theme;
use crate::game::widgets::{Cites, Look, Tip, framed, label, text};
use crate::game::words::capital;
use crate::rules::action::Shelf;
use crate::rules::{ActionDef, ActionId};

/// Slots of the dock; the first half is the ruleset's, the second the combatant's own.
pub const SLOTS: usize = 10;
const OF_THE_RULES: usize = 5;
/// Width and height of a slot.
const WIDTH: f32 = 62.0;
const HEIGHT: f32 = 68.0;

/// The shelves from which a combatant's own slots are filled, the first things first.
const OWN: [Shelf; 5] = [
    Shelf::Ability,
    Shelf::Guard,
    Shelf::Manoeuvre,
    Shelf::Attack,
    Shelf::Gear,
];

/// The action in each slot, the same through the whole turn.
pub fn of(session: &Session, plan: &Plan) -> [Option<ActionId>; SLOTS] {
    let listed: Vec<_> = shelf::listed(session, plan).collect();
    let mut slots = [None; SLOTS];
    for (option, def) in &listed {
        let place = def.slot.map(|slot| usize::from(slot).wrapping_sub(1));
        if let Some(slot) = place.and_then(|place| slots[..OF_THE_RULES].get_mut(place)) {
            *slot = Some(option.action);
        }
    }
    let on = |shelf: Shelf| {
        let of = listed.iter().filter(move |(_, def)| def.shelf == shelf);
        // What only answers something is never begun here.
        of.filter(|(_, def)| def.slot.is_none() && def.answers.is_none())
    };
    // What goes on with an ability comes behind the abilities themselves.
    let own = OWN.into_iter().flat_map(|shelf| {
        let mut all: Vec<_> = on(shelf).collect();
        all.sort_by_key(|(_, def)| shelf == Shelf::Ability && def.ability().is_none());
        all
    });
    for (slot, (option, _)) in slots[OF_THE_RULES..].iter_mut().zip(own) {
        *slot = Some(option.action);
    }
    slots
}

/// Spawns half of the slots: the ruleset's, or the combatant's own.
pub(super) fn spawn(line: &mut ChildSpawnerCommands<'_>, desk: &mut Desk, own: bool) {
    let half = match own {
        false => 0..OF_THE_RULES,
        true => OF_THE_RULES..SLOTS,
    };
    let all = of(desk.session, desk.plan).into_iter().enumerate();
    for (number, action) in all.skip(half.start).take(half.len()) {
        let listed = shelf::listed(desk.session, desk.plan);
        let found = action.and_then(|action| listed.into_iter().find(|(o, _)| o.action == action));
        match found {
            Some((option, def)) => one(line, desk, &key_name(number), option, def),
            None => empty(line),
        }
    }
}

fn empty(line: &mut ChildSpawnerCommands<'_>) {
    line.spawn((
        Node {
            width: px(WIDTH),
            height: px(HEIGHT),
            flex_shrink: 1.0,
            border_radius: BorderRadius::all(px(5)),
            ..default()
        },
        BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.18)),
        Pickable::IGNORE,
    ));
}

/// An action with its icon, key, cost and what is left of it.
pub(super) fn one(
    line: &mut ChildSpawnerCommands<'_>,
    desk: &mut Desk,
    key: &str,
    option: &ActionOption,
    def: &ActionDef,
) {
    let (session, plan) = (desk.session, desk.plan);
    let look = if plan.selection.action == Some(option.action) {
        Look::Chosen
    } else {
        Look::Plain
    };
    let bright = plan.is_open(option);
    let (ink, faint) = if bright {
        (theme::CREAM, theme::BRASS)
    } else {
        (theme::DIM.with_alpha(0.75), theme::DIM.with_alpha(0.6))
    };
    let node = Node {
        width: px(WIDTH),
        height: px(HEIGHT),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(5)),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        padding: UiRect::new(px(1), px(1), px(9), px(1)),
        overflow: Overflow::clip(),
        ..default()
    };
    let icon = desk.pictures.icon(desk.images, def.icon());
    let left = uses(desk, option.action);
    let cost = shelf::mark(session.rules(), option).to_owned();
    let corner = |left: Val, right: Val, top: Val, bottom: Val| Node {
        position_type: PositionType::Absolute,
        left,
        right,
        top,
        bottom,
        ..default()
    };
    line.spawn((
        framed(
            node,
            PlanEdit::Begin(option.action),
            look,
            option.refusal.is_none(),
        ),
        Tip(shelf::tip(session, plan, def, option)),
        Cites(shelf::cites(session, def, option)),
    ))
    .with_children(|slot| {
        slot.spawn((
            Node {
                width: px(32),
                height: px(32),
                ..default()
            },
            ImageNode {
                image: icon,
                color: ink,
                ..default()
            },
            Pickable::IGNORE,
        ));
        slot.spawn((
            text(in_slot(&def.name), theme::body(10.0), ink),
            TextLayout::justify(Justify::Center),
        ));
        slot.spawn((
            corner(px(4), auto(), px(1), auto()),
            Pickable::IGNORE,
            children![label(key, theme::bold(11.0), faint)],
        ));
        slot.spawn((
            corner(auto(), px(4), px(1), auto()),
            Pickable::IGNORE,
            children![label(cost, theme::body(10.0), faint)],
        ));
        if let Some(left) = left {
            slot.spawn((
                corner(auto(), px(4), px(26), auto()),
                Pickable::IGNORE,
                children![label(format!("×{left}"), theme::bold(12.0), ink)],
            ));
        }
    });
}

/// A name as a slot has room for it: of "Aid another: attack" what tells it from others comes first, as what does
/// not fit is cut off at the end.
fn in_slot(name: &str) -> String {
    match name.split_once(": ") {
        Some((kind, which)) => format!("{}: {}", capital(which), kind.to_lowercase()),
        None => name.to_owned(),
    }
}

/// How often an ability can still be used in the battle, if that is limited.
fn uses(desk: &Desk, action: ActionId) -> Option<u8> {
    let seat = desk.plan.options.actor?;
    let who = desk.shown.view.combatants.get(seat.index())?;
    let ability = who.abilities.iter().find(|one| one.action == action)?;
    ability.left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset};
    use crate::game::plan::refreshed;
    use crate::game::testing::{meeting, table};

    #[test]
    fn slots_keep_their_places_when_something_is_spent() {
        for system in SYSTEMS {
            let map = ["A...b.", "......", "..c..."];
            let (mut session, shown) = table(&Scene::new(ruleset(system), &map));
            let before = of(&session, &refreshed(&session, &shown));
            let attack = before[0].expect("the first slot is taken");
            let walk = session.rules().actions.id("move").expect("there is a move");
            let step = crate::grid::Square::new(0, 1);
            assert!(session.submit(crate::combat::Choice::walk(walk, vec![step])));
            let after = of(&session, &refreshed(&session, &shown));
            assert_eq!(before, after, "{system}");
            assert!(session.rules().actions[attack].is_plain_attack());
        }
    }

    #[test]
    fn what_tells_two_slots_apart_comes_first() {
        assert_eq!(in_slot("Aid another: attack"), "Attack: aid another");
        assert_eq!(in_slot("Charge"), "Charge");
    }

    /// SP-KIDO-08, SP-FULL-12: places are for what a fighter can do.
    #[test]
    fn no_slot_is_spent_on_what_can_never_be_begun() {
        let map = ["A...b.", "......"];
        let creatures = [('A', "duellist"), ('b', "guard")];
        let (session, shown) = meeting("spiritual_pressure", &map, &creatures);
        let plan = refreshed(&session, &shown);
        let names = of(&session, &plan).into_iter().flatten();
        let names: Vec<_> = names
            .map(|action| session.rules().actions.name(action))
            .collect();
        assert!(names.contains(&"release_blade"), "{names:?}");
        for never in ["thousand_mirrors", "touch", "keep_up", "keep_casting"] {
            assert!(!names.contains(&never), "{names:?}");
        }
    }
}
