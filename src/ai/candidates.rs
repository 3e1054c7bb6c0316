//! What could be answered at all: every choice worth checking, good or bad.

use crate::combat::battle::view::View;
use crate::combat::{Aim, Battle, Choice, Manner, Request, Seat, Trigger};
use crate::rules::action::{Follow, Targeting};
use crate::rules::{ActionDef, ActionId, Procedure, WeaponId};

/// Whom an action can be aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    Nobody,
    /// A combatant on the field who fights on the other side.
    Enemy,
    /// The same, or a combatant of the other side out of the fight.
    AnyEnemy,
    /// Any combatant of the player's side.
    Friend,
    /// A friend out of the fight.
    FallenFriend,
}

/// Whom an action is aimed at, by what it is done with and by its target.
pub fn whom(def: &ActionDef) -> Whom {
    match (&def.procedure, def.target) {
        (Procedure::CoupDeGrace, _) => Whom::AnyEnemy,
        (Procedure::FirstAid { .. }, _) => Whom::FallenFriend,
        (
            Procedure::Attack
            | Procedure::FullAttack
            | Procedure::Hurl
            | Procedure::Charge(_)
            | Procedure::Trip
            | Procedure::Grab
            | Procedure::Force { .. }
            | Procedure::BullRush
            | Procedure::Disarm
            | Procedure::Sunder
            | Procedure::Aid { .. }
            | Procedure::Feint { .. }
            | Procedure::Rally { .. },
            _,
        )
        | (
            _,
            Targeting::Attack
            | Targeting::AdjacentEnemy
            | Targeting::SeenEnemy
            | Targeting::ChargeTarget,
        ) => Whom::Enemy,
        (Procedure::Assume { then, .. }, _) if *then != Follow::Nothing => Whom::Enemy,
        (_, Targeting::AdjacentAlly) => Whom::Friend,
        (
            _,
            Targeting::None
            | Targeting::Path
            | Targeting::Combatant
            | Targeting::Combatants
            | Targeting::CombatantOrSquare
            | Targeting::Corner
            | Targeting::Direction,
        ) => Whom::Nobody,
    }
}

/// Those that an action of this kind can be aimed at.
pub fn marks(view: &View, me: Seat, whom: Whom) -> Vec<Seat> {
    let side = view.combatants[me.index()].side;
    view.combatants
        .iter()
        .filter(|one| one.area.is_some() && !one.dead && one.seat != me)
        .filter(|one| match whom {
            Whom::Nobody => false,
            Whom::Enemy => one.side != side && one.standing,
            Whom::AnyEnemy => one.side != side,
            Whom::Friend => one.side == side,
            Whom::FallenFriend => one.side == side && !one.standing,
        })
        .map(|one| one.seat)
        .collect()
}

/// An action at a combatant with a form.
pub fn at(action: ActionId, def: &ActionDef, form: u8, target: Seat, manner: Manner) -> Choice {
    let aim = match def.procedure {
        Procedure::Charge(_) => Aim::Charge(target, Vec::new()),
        _ => Aim::At(target),
    };
    Choice::Act {
        action,
        aim,
        form: Some(form),
        manner,
    }
}

/// The ways in which an attack can be declared.
pub fn manners(def: &ActionDef, second_weapon: bool) -> &'static [Manner] {
    const ONE: Manner = Manner {
        other_lethality: false,
        both_weapons: false,
        instead: None,
        kind: None,
        defensively: false,
    };
    const BOTH: Manner = Manner {
        other_lethality: false,
        both_weapons: true,
        instead: None,
        kind: None,
        defensively: false,
    };
    let full = match def.procedure {
        Procedure::FullAttack => true,
        Procedure::Assume { then, .. } => then == Follow::FullAttack,
        _ => false,
    };
    if full && second_weapon {
        &[ONE, BOTH]
    } else {
        &[ONE]
    }
}

/// Weapons that a combatant's forms speak of.
pub fn weapons(view: &View, me: Seat) -> Vec<WeaponId> {
    let mut list: Vec<WeaponId> = view.combatants[me.index()]
        .forms
        .iter()
        .filter_map(|form| form.weapon)
        .collect();
    list.extend(view.combatants[me.index()].held.iter().copied());
    list.extend(view.combatants[me.index()].carried.iter().copied());
    list.extend(view.dropped.iter().map(|(_, weapon)| *weapon));
    list.sort_unstable();
    list.dedup();
    list
}

/// Every answer to the pending request that is worth checking; the safe ones last.
pub fn all(battle: &mut Battle) -> Vec<Choice> {
    let Some(request) = battle.request().cloned() else {
        return Vec::new();
    };
    let answers = |seat: Seat, view: &View| -> Vec<Choice> {
        let forms = view.combatants[seat.index()].forms.len() as u8;
        let mut list: Vec<Choice> = (0..forms)
            .map(|form| Choice::Accept { form: Some(form) })
            .collect();
        list.extend([Choice::Accept { form: None }, Choice::Decline]);
        list
    };
    match &request {
        Request::Deploy { .. } => super::deploy::places(battle, &super::Profile::BALANCED)
            .into_iter()
            .collect(),
        Request::Turn { seat } => turn(battle, *seat),
        Request::Opportunity { seat, .. } | Request::Readied { seat, .. } => {
            answers(*seat, &battle.view())
        }
        Request::Defence { options, .. } => options.iter().copied().map(Choice::Defend).collect(),
        Request::Help { friends, .. } => friends.iter().copied().map(Choice::Pick).collect(),
        Request::PushTo { squares, .. } => squares.iter().copied().map(Choice::PushTo).collect(),
        Request::ComeIn { .. }
        | Request::DefendOther { .. }
        | Request::Coverage { .. }
        | Request::Yield { .. }
        | Request::SpendFate { .. }
        | Request::Counter { .. } => vec![Choice::Accept { form: None }, Choice::Decline],
        Request::Respond { choices, .. } => {
            choices.iter().cloned().chain([Choice::Decline]).collect()
        }
    }
}

/// Ways to use an ability, with the guard up as well.
pub fn uses(battle: &mut Battle, action: ActionId) -> Vec<Choice> {
    let ways = battle.aims(action).into_iter();
    ways.flat_map(|aim| {
        [false, true].map(|defensively| Choice::Act {
            action,
            aim: aim.clone(),
            form: None,
            manner: Manner {
                defensively,
                ..Manner::default()
            },
        })
    })
    .collect()
}

/// Everything that can be tried in a turn.
fn turn(battle: &mut Battle, me: Seat) -> Vec<Choice> {
    let view = battle.view();
    let rules = std::sync::Arc::clone(battle.rules());
    let own = &view.combatants[me.index()];
    let forms = own.forms.len() as u8;
    let second = own.forms.iter().any(|form| form.off_hand);
    let mut list = Vec::new();
    for option in battle.actions() {
        if option.refusal.is_some() {
            continue;
        }
        let (action, def) = (option.action, &rules.actions[option.action]);
        for target in marks(&view, me, whom(def)) {
            for form in 0..forms {
                for manner in manners(def, second) {
                    list.push(at(action, def, form, target, *manner));
                }
            }
        }
        match &def.procedure {
            Procedure::Move(_) | Procedure::Step | Procedure::Leap(_) => {
                let squares = battle.reachable(action).squares;
                for (square, ..) in squares {
                    if let Some(way) = battle.way(action, square) {
                        list.push(super::moves::walk(action, way));
                    }
                }
            }
            Procedure::Ready => {
                for (readied, def) in rules.actions.iter().filter(|(_, def)| def.readyable) {
                    let _ = def;
                    for trigger in [
                        Trigger::ComesInReach { who: None },
                        Trigger::Attacks { who: None },
                        Trigger::Moves { who: None },
                        Trigger::Uses { who: None },
                    ] {
                        let aim = Aim::Prepare {
                            action: readied,
                            trigger,
                        };
                        let manner = Manner::default();
                        list.push(Choice::Act {
                            action,
                            aim,
                            form: None,
                            manner,
                        });
                    }
                }
            }
            Procedure::Start => {
                for (begun, _) in rules.actions.iter().filter(|(_, def)| def.startable) {
                    let (aim, manner) = (Aim::Action(begun), Manner::default());
                    list.push(Choice::Act {
                        action,
                        aim,
                        form: None,
                        manner,
                    });
                }
            }
            Procedure::Draw
            | Procedure::PickUp
            | Procedure::Reload { .. }
            | Procedure::Drop
            | Procedure::Retrieve
            | Procedure::Sheathe => {
                for weapon in weapons(&view, me) {
                    let (aim, manner) = (Aim::Item(weapon), Manner::default());
                    list.push(Choice::Act {
                        action,
                        aim,
                        form: None,
                        manner,
                    });
                }
            }
            Procedure::Ability(_) => list.extend(uses(battle, action)),
            Procedure::Touch => {
                for target in &view.combatants {
                    list.push(Choice::Act {
                        action,
                        aim: Aim::At(target.seat),
                        form: None,
                        manner: Manner::default(),
                    });
                }
            }
            // A player of the computer's does not give up, and ends its turn by saying so.
            Procedure::Surrender | Procedure::EndTurn => {}
            _ => list.push(Choice::act(action)),
        }
    }
    list.push(Choice::EndTurn);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(procedure: &str) -> ActionDef {
        let text = format!("(name: \"x\", cost: standard, procedure: {procedure})");
        ron::from_str(&text).expect("reads")
    }

    #[test]
    fn actions_know_whom_they_are_for() {
        assert_eq!(whom(&action("attack")), Whom::Enemy);
        assert_eq!(whom(&action("coup_de_grace")), Whom::AnyEnemy);
        assert_eq!(whom(&action("move(())")), Whom::Nobody);
        assert_eq!(
            whom(&action("assume(condition: \"defending\", then: nothing)")),
            Whom::Nobody
        );
    }

    #[test]
    fn both_weapons_are_for_full_attacks() {
        assert_eq!(manners(&action("attack"), true).len(), 1);
        assert_eq!(manners(&action("full_attack"), true).len(), 2);
        assert_eq!(manners(&action("full_attack"), false).len(), 1);
    }
}
