//! The plain actions that nearly every ruleset has, found once when it is loaded.

use super::{ActionDef, ActionId, CostDef, MoveDef, Slot, Table, TurnAct};

/// The first action of each plain kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Basics {
    /// One attack and nothing else.
    pub attack: Option<ActionId>,
    /// All attacks of the turn and nothing else.
    pub full_attack: Option<ActionId>,
    pub charge: Option<ActionId>,
    /// Plain movement along a path.
    pub walk: Option<ActionId>,
    /// The same in the air.
    pub flight: Option<ActionId>,
    pub stand_up: Option<ActionId>,
    /// The step that provokes nothing, at the cost of a move slot.
    pub step: Option<ActionId>,
    pub delay: Option<ActionId>,
}

impl Basics {
    /// Looks for them. `cost`: what an action costs as a rule.
    pub(super) fn of<'a>(
        actions: &Table<ActionId, ActionDef>,
        cost: impl Fn(ActionId) -> Option<&'a CostDef>,
    ) -> Self {
        let mut known = Self::default();
        for (id, def) in actions.iter() {
            let slot = || cost(id).and_then(CostDef::slot);
            let place = match () {
                () if def.is_plain_attack() => &mut known.attack,
                () if def.is_plain_full_attack() => &mut known.full_attack,
                () if def.charge().is_some() => &mut known.charge,
                () if def.is_rising() => &mut known.stand_up,
                () if def.movement().is_some_and(MoveDef::is_plain) => &mut known.walk,
                () if def.movement().is_some_and(MoveDef::is_plain_flight) => &mut known.flight,
                () if def.turn_act() == Some(TurnAct::Delay) => &mut known.delay,
                () if def.is_step() && def.answers.is_none() && slot() == Some(Slot::Move) => {
                    &mut known.step
                }
                () => continue,
            };
            place.get_or_insert(id);
        }
        known
    }
}
