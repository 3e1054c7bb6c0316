//! Rolls that fall short of the number: what they strike all the same.

use crate::combat::attack::cover::Cover;
use crate::combat::attack::defence;
use crate::combat::contract::Seat;
use crate::combat::state::{AttackOrder, State};
use crate::grid::Square;
use crate::rules::CoverRule;

/// What a total that falls short strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    Nothing,
    /// The shield on the arm of a target that does not expect the attack.
    Shield,
    /// The thing that is the cover.
    Thing(Square),
    /// The cover, to no effect.
    Cover,
    /// The combatant that is the cover, with the shaft only.
    Shaft,
    /// The combatant that is the cover.
    InTheWay(Seat),
    /// The same, unless it dodges aside: then the target.
    Dodged(Seat),
}

impl Short {
    /// What this total strikes. `raised`: how much of the number is such a shield.
    pub fn of(
        state: &State,
        order: &AttackOrder,
        (total, needed, raised): (i32, i32, i32),
        cover: Cover,
    ) -> Self {
        if total >= needed - raised {
            return Self::Shield;
        }
        let strikes = matches!(
            state.rules().policies.attack.cover,
            CoverRule::Graded {
                strikes_cover: true,
                ..
            }
        );
        if !strikes || total < needed - cover.bonus {
            return Self::Nothing;
        }
        let by = match cover {
            Cover {
                thing: Some(at), ..
            } => return Self::Thing(at),
            Cover { by: Some(by), .. } => by,
            _ => return Self::Nothing,
        };
        // A weapon held in hand touches the one in the way with its shaft only.
        if !state.mode(order).is_some_and(|mode| mode.ranged) {
            return Self::Shaft;
        }
        let (stiff, nimble) = defence::in_the_way(state, by, order.attacker);
        if total <= stiff {
            Self::Cover
        } else if total > nimble {
            Self::InTheWay(by)
        } else {
            Self::Dodged(by)
        }
    }
}
