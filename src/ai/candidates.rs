//! What could be answered at all: every choice worth checking, good or bad.

use crate::combat::contract::View;
use crate::combat::{Aim, Choice, DefenceChoice, Manner, Request, Seat, Sight, Trigger};
use crate::grid::Square;
use crate::rules::primitive::Needs;
use crate::rules::{ActionDef, ActionId, AimsAt, Targeting, TurnAct, WeaponId};

/// Those that an action of this kind can be aimed at.
pub fn marks(view: &View, me: Seat, whom: Option<AimsAt>) -> Vec<Seat> {
    let side = view.combatants[me.index()].side;
    view.combatants
        .iter()
        .filter(|one| one.area.is_some() && !one.dead && one.seat != me)
        .filter(|one| match whom {
            None => false,
            Some(AimsAt::Enemy) => one.side != side && one.standing,
            Some(AimsAt::AnyEnemy) => one.side != side,
            Some(AimsAt::Ally) => one.side == side,
            Some(AimsAt::FallenAlly | AimsAt::Fallen) => one.side == side && !one.standing,
        })
        .map(|one| one.seat)
        .collect()
}

/// An action at a combatant with a mode.
pub fn at(action: ActionId, def: &ActionDef, mode: u8, target: Seat, manner: Manner) -> Choice {
    let aim = match def.target {
        Targeting::ChargeTarget => Aim::Charge(target, Vec::new()),
        _ => Aim::At(target),
    };
    Choice::Act {
        action,
        aim,
        mode: Some(mode),
        manner,
    }
}

/// A walk along these squares.
pub fn walk(action: ActionId, way: Vec<Square>) -> Choice {
    Choice::aimed(action, Aim::Along(way))
}

/// The ways in which an attack can be declared.
pub fn manners(def: &ActionDef, second_weapon: bool) -> impl Iterator<Item = Manner> + use<> {
    let both = def.strikes_all() && second_weapon;
    let amounts = def.chooses.map_or(0..=0, |chooses| 1..=chooses.most);
    // Of equal promise the highest is looked at first.
    amounts.rev().flat_map(move |amount| {
        (0..=u8::from(both)).map(move |second| Manner {
            both_weapons: second > 0,
            amount,
            ..Manner::default()
        })
    })
}

/// Weapons that a combatant's modes speak of.
pub fn weapons(view: &View, me: Seat) -> Vec<WeaponId> {
    let mut list: Vec<WeaponId> = view.combatants[me.index()]
        .modes
        .iter()
        .filter_map(|mode| mode.weapon)
        .collect();
    list.extend(view.combatants[me.index()].held.iter().copied());
    list.extend(view.combatants[me.index()].carried.iter().copied());
    list.extend(view.dropped.iter().map(|(_, weapon)| *weapon));
    list.sort_unstable();
    list.dedup();
    list
}

/// Every answer to the pending request that is worth checking; the safe ones last.
pub fn all(battle: &Sight) -> Vec<Choice> {
    let Some(request) = battle.request().cloned() else {
        return Vec::new();
    };
    let answers = |seat: Seat, view: &View| -> Vec<Choice> {
        let modes = view.combatants[seat.index()].modes.len() as u8;
        let mut list: Vec<Choice> = (0..modes)
            .map(|mode| Choice::Accept { mode: Some(mode) })
            .collect();
        list.extend([Choice::Accept { mode: None }, Choice::Decline]);
        list
    };
    match &request {
        Request::Deploy { .. } => super::deploy::answers(battle, &super::Profile::BALANCED),
        Request::Turn { seat } => turn(battle, *seat),
        Request::Opportunity { seat, .. } | Request::Readied { seat, .. } => {
            answers(*seat, &battle.view())
        }
        Request::Defence { options, .. } => options.iter().copied().map(Choice::Defend).collect(),
        Request::Help { allies, .. } => allies.iter().copied().map(Choice::Pick).collect(),
        Request::PushTo { squares, .. } => squares.iter().copied().map(Choice::PushTo).collect(),
        Request::DropAt { squares, .. } => squares.iter().copied().map(Choice::DropAt).collect(),
        Request::DefendOther { .. } => vec![
            Choice::Accept { mode: None },
            Choice::Defend(DefenceChoice::Block { take_ten: true }),
            Choice::Decline,
        ],
        Request::ComeIn { .. }
        | Request::Coverage { .. }
        | Request::Yield { .. }
        | Request::SpendPoint { .. }
        | Request::Counter { .. } => vec![Choice::Accept { mode: None }, Choice::Decline],
        Request::Respond { choices, .. } => {
            choices.iter().cloned().chain([Choice::Decline]).collect()
        }
    }
}

/// Ways to use an ability, with the guard up as well.
pub fn uses(battle: &Sight, action: ActionId) -> Vec<Choice> {
    let ways = battle.aims(action).into_iter();
    ways.flat_map(|aim| {
        [false, true].map(|defensively| Choice::Act {
            action,
            aim: aim.clone(),
            mode: None,
            manner: Manner {
                defensively,
                ..Manner::default()
            },
        })
    })
    .collect()
}

/// Everything that can be tried in a turn.
fn turn(battle: &Sight, me: Seat) -> Vec<Choice> {
    let view = battle.view();
    let possible = actions(battle).into_iter();
    let mut list: Vec<Choice> = possible
        .flat_map(|action| match battle.rules().actions[action].walks() {
            true => {
                let squares = battle.reachable(action).squares.into_iter();
                let ways = squares.filter_map(|(square, ..)| battle.way(action, square));
                ways.map(|way| walk(action, way)).collect()
            }
            false => of_action(battle, &view, me, action),
        })
        .collect();
    list.push(Choice::EndTurn);
    list
}

/// The actions that are possible in a turn.
pub fn actions(battle: &Sight) -> Vec<ActionId> {
    let options = battle.actions().into_iter();
    let possible = options.filter(|option| option.refusal.is_none());
    possible.map(|option| option.action).collect()
}

/// Everything that can be tried with an action of a turn that is no movement.
pub fn of_action(battle: &Sight, view: &View, me: Seat, action: ActionId) -> Vec<Choice> {
    let rules = battle.rules();
    let own = &view.combatants[me.index()];
    let modes = own.modes.len() as u8;
    let second = own.modes.iter().any(|mode| mode.off_hand);
    let def = &rules.actions[action];
    let mut list = Vec::new();
    for target in marks(view, me, def.offered_for()) {
        for mode in 0..modes {
            for manner in manners(def, second) {
                list.push(at(action, def, mode, target, manner));
            }
        }
    }
    match def.turn_act() {
        Some(TurnAct::Ready) => {
            let readyable = rules.actions.iter().filter(|(_, def)| def.readyable);
            list.extend(readyable.flat_map(|(readied, _)| {
                [
                    Trigger::ComesInReach { who: None },
                    Trigger::Attacks { who: None },
                    Trigger::Moves { who: None },
                    Trigger::Uses { who: None },
                ]
                .map(|trigger| {
                    let aim = Aim::Prepare {
                        action: readied,
                        trigger,
                    };
                    Choice::aimed(action, aim)
                })
            }));
        }
        Some(TurnAct::Start) => {
            let startable = |(_, def): &(_, &ActionDef)| def.startable.is_some();
            for (begun, def) in rules.actions.iter().filter(startable) {
                let on = |seat| Choice::aimed(action, Aim::Begin(begun, seat));
                match def.target.gives(Needs::Creature) {
                    true => list.extend(view.combatants.iter().map(|other| on(other.seat))),
                    false => list.push(Choice::aimed(action, Aim::Action(begun))),
                }
            }
        }
        _ if def.handling().is_some() => {
            let items = weapons(view, me).into_iter();
            list.extend(items.map(|item| Choice::aimed(action, Aim::Item(item))));
        }
        _ if def.ability().is_some() => list.extend(uses(battle, action)),
        _ if def.is_touch() => {
            let targets = view.combatants.iter();
            list.extend(targets.map(|target| Choice::aimed(action, Aim::At(target.seat))));
        }
        // A player of the computer's does not give up, and ends its turn by saying so.
        Some(TurnAct::Surrender | TurnAct::End) => {}
        _ => list.push(Choice::act(action)),
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(fields: &str) -> ActionDef {
        let text = format!("(name: \"x\", cost: \"standard\", {fields})");
        ron::from_str(&text).expect("reads")
    }

    #[test]
    fn actions_know_whom_they_are_for() {
        let whom = |fields| action(fields).offered_for();
        assert_eq!(
            whom("target: attack, does: [attack()]"),
            Some(AimsAt::Enemy)
        );
        assert_eq!(
            whom("target: adjacent_enemy, aims_at: Some(any_enemy), does: [coup_de_grace]"),
            Some(AimsAt::AnyEnemy)
        );
        assert_eq!(whom("target: path, does: [move(())]"), None);
    }

    #[test]
    fn both_weapons_are_for_full_attacks() {
        assert_eq!(manners(&action("does: [attack()]"), true).count(), 1);
        assert_eq!(
            manners(&action("does: [attack(which: all)]"), true).count(),
            2
        );
        assert_eq!(
            manners(&action("does: [attack(which: all)]"), false).count(),
            1
        );
    }
}
