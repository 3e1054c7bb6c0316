//! Every way to strike in an attack of opportunity.

use crate::combat::contract::AttackModeView;
use crate::combat::{Aim, Choice, Manner, Seat};
use crate::game::session::Session;
use crate::rules::{DamageKind, Nonlethal};

/// Every way to make an attack of opportunity, whether or not it is possible now.
pub(super) fn ways(session: &Session, seat: Seat, target: Seat) -> Vec<(String, Choice)> {
    let mut ways: Vec<(String, Choice)> = Vec::new();
    for (mode, label) in modes(session, seat) {
        let choice = Choice::Accept { mode: Some(mode) };
        ways.push((format!("Attack: {label}"), choice));
    }
    let rules = session.start.rules.clone();
    let blow = rules.actions.iter().find(|(_, def)| def.is_plain_attack());
    if let Some((action, _)) = blow {
        let blow = |mode, manner| Choice::Act {
            action,
            aim: Aim::At(target),
            mode: Some(mode),
            manner,
        };
        for (mode, label) in other_lethality(session, seat) {
            let manner = Manner {
                other_lethality: true,
                ..Manner::default()
            };
            ways.push((label, blow(mode, manner)));
        }
        // A weapon of several kinds deals its first one unless another is meant.
        for (mode, label, kind) in other_kinds(session, seat) {
            let manner = Manner {
                kind: Some(kind),
                ..Manner::default()
            };
            let label = format!("Attack: {label}, {}", kind.label());
            ways.push((label, blow(mode, manner)));
        }
    }
    for (action, def) in rules.actions.iter().filter(|(_, def)| def.replaces_attack) {
        ways.push((def.name.clone(), Choice::aimed(action, Aim::At(target))));
    }
    ways
}

/// The attack modes that are ready, with their names; of twins one.
pub(super) fn modes(session: &Session, seat: Seat) -> Vec<(u8, String)> {
    let ready = ready(session, seat).into_iter();
    ready.map(|(i, mode)| (i, mode.name)).collect()
}

fn ready(session: &Session, seat: Seat) -> Vec<(u8, AttackModeView)> {
    let mut view = session.battle.view();
    let known = view.combatants.get_mut(seat.index());
    let known = known.map_or_else(Vec::new, |who| std::mem::take(&mut who.modes));
    let apart = session.battle.modes(seat);
    let apart = |i: &u8| apart.iter().any(|(mode, _)| mode == i);
    let modes = (0u8..).zip(known);
    modes.filter(|(i, mode)| mode.ready && apart(i)).collect()
}

/// The ways to attack that subdue with a weapon made to kill, and the other way round, where the rules
/// know the difference.
fn other_lethality(session: &Session, seat: Seat) -> Vec<(u8, String)> {
    let damage = &session.rules().policies.damage;
    if damage.nonlethal == Nonlethal::Absent {
        return Vec::new();
    }
    let ready = ready(session, seat).into_iter();
    ready
        .map(|(i, mode)| {
            let sort = match mode.nonlethal {
                true => "lethal",
                false => &damage.nonlethal_name,
            };
            (i, format!("Attack: {}, {sort} damage", mode.name))
        })
        .collect()
}

/// The ways to attack with a weapon of several kinds of damage that deal another than its first.
fn other_kinds(session: &Session, seat: Seat) -> Vec<(u8, String, DamageKind)> {
    let ready = ready(session, seat).into_iter();
    ready
        .flat_map(|(i, mode)| {
            let others = mode.kinds.into_iter().skip(1);
            others.map(move |kind| (i, mode.name.clone(), kind))
        })
        .collect()
}
