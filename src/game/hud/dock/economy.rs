//! What is left of a turn, as shapes that go out when they are spent.

use bevy::prelude::*;

use super::desk::Desk;
use crate::art::pip::Pip;
use crate::combat::contract::{BudgetView, CombatantView};
use crate::game::plan::Plan;
use crate::game::widgets::{Tip, label, row};
use crate::game::{theme, words};
use crate::rules::{Ruleset, Slot};

/// A shape: what it stands for, whether it is still to be spent, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    pip: Pip,
    left: bool,
    says: String,
}

/// Spawns the shapes, and the points that go with them.
pub(super) fn spawn(line: &mut ChildSpawnerCommands<'_>, desk: &mut Desk) {
    let Some(who) = actor(desk.plan, desk) else {
        return;
    };
    let budget = who.budget;
    let points = points(desk.session.rules(), who);
    line.spawn((row(5.0), Pickable::IGNORE))
        .with_children(|line| {
            for shape in shapes(&budget) {
                let image = desk.pictures.pip(desk.images, shape.pip);
                let color = if shape.left {
                    Color::WHITE
                } else {
                    Color::srgba(0.35, 0.3, 0.26, 0.55)
                };
                line.spawn((
                    Node {
                        width: px(18),
                        height: px(18),
                        ..default()
                    },
                    ImageNode {
                        image,
                        color,
                        ..default()
                    },
                    Tip(shape.says),
                ));
            }
            let mut words = Vec::new();
            if budget.movement_left > 0 {
                words.push(format!("{} to go", squares(budget.movement_left)));
            }
            words.extend(points);
            if !words.is_empty() {
                let words = words.join(" · ");
                line.spawn(label(words, theme::bold(13.0), theme::CREAM));
            }
        });
}

fn actor<'a>(plan: &Plan, desk: &'a Desk) -> Option<&'a CombatantView> {
    let seat = plan.options.seat?;
    desk.shown.view.combatants.get(seat.index())
}

/// One shape for everything that a turn holds, spent or not.
fn shapes(budget: &BudgetView) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let (mut left, mut whole) = (budget.purse.slots, budget.purse.turn);
    for slot in Slot::ALL {
        let pip = match slot {
            Slot::Standard => Pip::Standard,
            Slot::Move => Pip::Move,
            Slot::Swift => Pip::Swift,
        };
        let (left, whole) = (*left.of(slot), *whole.of(slot));
        for number in 0..whole.max(left) {
            shapes.push(shape(
                pip,
                number < left,
                &format!("{} action", slot.label()),
            ));
        }
    }
    shapes.push(shape(Pip::Step, budget.free_step, "free step"));
    shapes
}

fn shape(pip: Pip, left: bool, name: &str) -> Shape {
    let state = if left {
        "still yours"
    } else {
        "spent, or not yours this turn"
    };
    Shape {
        pip,
        left,
        says: format!("{}{}: {state}", name[..1].to_uppercase(), &name[1..]),
    }
}

fn points(rules: &Ruleset, who: &CombatantView) -> Vec<String> {
    let pools = rules.pools.iter();
    let held = pools.filter(|(pool, _)| who.points.of(*pool) > 0);
    held.map(|(pool, def)| format!("{} {}", def.name, who.points.of(pool)))
        .collect()
}

fn squares(twelfths: u16) -> String {
    let squares = words::squares(twelfths);
    let unit = if squares == "1" { "square" } else { "squares" };
    format!("{squares} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_stays_in_its_place() {
        let mut turn = BudgetView::default();
        (turn.purse.turn.standard, turn.purse.turn.movement) = (1, 1);
        turn.purse.slots.movement = 1;
        let shapes: Vec<_> = shapes(&turn)
            .iter()
            .map(|one| (one.pip, one.left))
            .collect();
        let wanted = [
            (Pip::Standard, false),
            (Pip::Move, true),
            (Pip::Step, false),
        ];
        assert_eq!(shapes, wanted);
    }

    #[test]
    fn a_turn_can_hold_more_than_it_began_with() {
        let mut turn = BudgetView::default();
        turn.purse.slots.movement = 2;
        turn.purse.turn.movement = 1;
        let moves = shapes(&turn);
        let moves = moves.iter().filter(|one| one.pip == Pip::Move && one.left);
        assert_eq!(moves.count(), 2);
    }
}
