//! The action budget that planned actions leave: whether an attack can follow a move.

use crate::combat::contract::view::BudgetView;
use crate::rules::ActionCost;
use crate::rules::economy::{Economy, FullRound};

/// The slots of a turn as they would be after some actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionBudget {
    pub standard: u8,
    pub movement: u8,
    pub swift: u8,
    /// Nothing was spent so far.
    pub whole: bool,
}

impl ActionBudget {
    /// What the budget holds now.
    pub fn of(budget: &BudgetView, economy: &Economy) -> Self {
        let full = if budget.restricted {
            economy.restricted
        } else {
            economy.turn
        };
        let whole = !budget.restricted
            && (budget.standard, budget.movement) == (full.standard, full.movement);
        Self {
            standard: budget.standard,
            movement: budget.movement,
            swift: budget.swift,
            whole: whole && !budget.ended,
        }
    }

    /// What is left after an action of this cost; `None` if it cannot be paid.
    pub fn less(self, cost: ActionCost, economy: &Economy) -> Option<Self> {
        let mut left = Self {
            whole: false,
            ..self
        };
        let slots: &[ActionCost] = match cost {
            ActionCost::None | ActionCost::Free => return Some(self),
            ActionCost::Swift => &economy.pays.swift,
            ActionCost::Move => &economy.pays.movement,
            ActionCost::Standard => &economy.pays.standard,
            ActionCost::FullRound => {
                let possible = match economy.full_round {
                    FullRound::StandardAndMove => self.standard > 0 && self.movement > 0,
                    FullRound::WholeTurn => self.whole,
                };
                (left.standard, left.movement) = (0, 0);
                return possible.then_some(left);
            }
        };
        if cost == ActionCost::Swift && slots.is_empty() && left.swift > 0 {
            left.swift -= 1;
            return Some(left);
        }
        for slot in slots {
            let pocket = match slot {
                ActionCost::Standard => &mut left.standard,
                ActionCost::Move => &mut left.movement,
                ActionCost::Swift => &mut left.swift,
                _ => continue,
            };
            if *pocket > 0 {
                *pocket -= 1;
                return Some(left);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::economy::{FreeStep, Pays, Slots};

    fn economy(full_round: FullRound) -> Economy {
        Economy {
            turn: Slots {
                standard: 1,
                movement: 1,
                swift: 0,
            },
            restricted: Slots {
                standard: 1,
                movement: 0,
                swift: 0,
            },
            pays: Pays {
                standard: vec![ActionCost::Standard],
                movement: vec![ActionCost::Move, ActionCost::Standard],
                swift: Vec::new(),
            },
            full_round,
            free_step: FreeStep::IfNoOtherMovement,
            free_hand: false,
            free_in_any_turn: false,
            free_once_except: None,
        }
    }

    fn fresh() -> BudgetView {
        BudgetView {
            standard: 1,
            movement: 1,
            ..BudgetView::default()
        }
    }

    #[test]
    fn an_attack_can_follow_one_move_but_not_two() {
        let economy = economy(FullRound::WholeTurn);
        let action_budget = ActionBudget::of(&fresh(), &economy);
        let once = action_budget
            .less(ActionCost::Move, &economy)
            .expect("a move");
        assert!(once.less(ActionCost::Standard, &economy).is_some());
        let twice = once
            .less(ActionCost::Move, &economy)
            .expect("the standard slot pays");
        assert!(twice.less(ActionCost::Standard, &economy).is_none());
    }

    #[test]
    fn a_full_round_needs_what_the_policy_says() {
        let economy = economy(FullRound::WholeTurn);
        let action_budget = ActionBudget::of(&fresh(), &economy);
        assert!(
            action_budget
                .less(ActionCost::FullRound, &economy)
                .is_some()
        );
        let moved = action_budget
            .less(ActionCost::Move, &economy)
            .expect("a move");
        assert!(moved.less(ActionCost::FullRound, &economy).is_none());
        assert!(
            action_budget
                .less(ActionCost::Free, &economy)
                .expect("free")
                .whole
        );
    }
}
