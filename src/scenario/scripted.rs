//! The choices that the lines of a scenario stand for.

use super::format::{Defence, Scripted, When};
use super::stage::Stage;
use crate::combat::contract::{DefenceChoice, HeldItem};
use crate::combat::{Aim, Choice, Manner, Request, Seat, Trigger};
use crate::grid::Square;

pub(super) fn defend(defence: Defence) -> DefenceChoice {
    match defence {
        Defence::Nothing => DefenceChoice::Nothing,
        Defence::Dodge => DefenceChoice::Dodge { take_ten: false },
        Defence::Block => DefenceChoice::Block { take_ten: false },
        Defence::DodgeTen => DefenceChoice::Dodge { take_ten: true },
        Defence::BlockTen => DefenceChoice::Block { take_ten: true },
    }
}

pub(super) fn choice(
    stage: &mut Stage,
    seat: Seat,
    scripted: &Scripted,
    request: &Request,
) -> Result<Choice, String> {
    let act = |action, aim, mode| {
        Ok(Choice::Act {
            action,
            aim,
            mode,
            manner: Manner::default(),
        })
    };
    match scripted {
        Scripted::Act {
            action,
            at,
            with,
            path,
            other_lethality,
            both_weapons,
            item,
            instead,
            kind,
            begins,
            spot,
            several,
            defensively,
            count,
        } => {
            let id = stage.action(action)?;
            let weapon = |stage: &Stage, name: &String| {
                let weapons = &stage.battle.catalogue().weapons;
                weapons
                    .id(name)
                    .ok_or_else(|| format!("there is no weapon \"{name}\""))
            };
            let group: Result<Vec<Seat>, String> =
                several.iter().map(|letter| stage.seat(*letter)).collect();
            let group = group?;
            let aim = match (at, path.is_empty(), item) {
                _ if !group.is_empty() => Aim::Several(group),
                (None, true, None) if spot.is_some() => {
                    let (x, y) = spot.unwrap_or_default();
                    Aim::Spot(Square::new(x, y))
                }
                _ if begins.is_some() => {
                    let begun = stage.action(begins.as_deref().unwrap_or_default())?;
                    match at {
                        Some(target) => Aim::Begin(begun, stage.seat(*target)?),
                        None => Aim::Action(begun),
                    }
                }
                (Some(target), true, Some(item)) => Aim::Held(
                    stage.seat(*target)?,
                    match item.as_str() {
                        "shield" => HeldItem::Shield,
                        "helmet" => HeldItem::Helmet,
                        _ => HeldItem::Weapon(weapon(stage, item)?),
                    },
                ),
                (Some(target), true, None) if spot.is_some() => {
                    let (x, y) = spot.unwrap_or_default();
                    Aim::Part(stage.seat(*target)?, Square::new(x, y))
                }
                (Some(target), false, _) => Aim::Charge(stage.seat(*target)?, squares(path)),
                (Some(target), true, _) if stage.charges(id) => {
                    Aim::Charge(stage.seat(*target)?, Vec::new())
                }
                (Some(target), true, _) => Aim::At(stage.seat(*target)?),
                (None, false, _) => Aim::Along(squares(path)),
                (None, true, Some(item)) => match spot {
                    Some((x, y)) => Aim::ItemAt(weapon(stage, item)?, Square::new(*x, *y)),
                    None => Aim::Item(weapon(stage, item)?),
                },
                (None, true, None) => count.map_or(Aim::None, Aim::Count),
            };
            let manner = Manner {
                other_lethality: *other_lethality,
                both_weapons: *both_weapons,
                instead: instead.as_deref().map(|id| stage.action(id)).transpose()?,
                kind: *kind,
                defensively: *defensively,
                amount: stage.chosen(id, *count),
            };
            let attack_with = |mode| Choice::Act {
                action: id,
                aim: aim.clone(),
                mode,
                manner,
            };
            Ok(match with {
                Some(name) => attack_with(Some(mode(stage, seat, name)?)),
                // A full attack under way knows itself which attack is next.
                None if stage.battle.check(&attack_with(None)).is_ok() => attack_with(None),
                None => attack_with(first_mode(stage, seat)),
            })
        }
        Scripted::Aside { action, at, item } => {
            let plain = Scripted::Act {
                action: action.clone(),
                at: *at,
                with: None,
                path: Vec::new(),
                other_lethality: false,
                both_weapons: false,
                item: item.clone(),
                defensively: false,
                several: Vec::new(),
                count: None,
                spot: None,
                begins: None,
                instead: None,
                kind: None,
            };
            match choice(stage, seat, &plain, request)? {
                Choice::Act {
                    action, aim, mode, ..
                } => Ok(Choice::FreeAction {
                    seat,
                    action,
                    aim,
                    mode,
                }),
                other => Ok(other),
            }
        }
        Scripted::Attack(target) => {
            let aim = Aim::At(stage.seat(*target)?);
            act(stage.action("attack")?, aim, first_mode(stage, seat))
        }
        Scripted::AttackWith(target, name) => {
            let aim = Aim::At(stage.seat(*target)?);
            act(stage.action("attack")?, aim, Some(mode(stage, seat, name)?))
        }
        Scripted::Move(path) => act(stage.action("move")?, Aim::Along(squares(path)), None),
        Scripted::Charge(target) => {
            let aim = Aim::Charge(stage.seat(*target)?, Vec::new());
            act(stage.action("charge")?, aim, first_mode(stage, seat))
        }
        Scripted::Ready {
            action,
            when,
            who,
            doing,
            square,
            anyone,
        } => {
            let who = who.map(|letter| stage.seat(letter)).transpose()?;
            let trigger = match when {
                When::Attacks => Trigger::Attacks { who },
                When::ComesInReach => Trigger::ComesInReach { who },
                When::Moves => Trigger::Moves { who },
                When::Uses => Trigger::Uses { who },
                When::Acts => {
                    let action = doing.as_deref().map(|id| stage.action(id)).transpose()?;
                    Trigger::Acts { who, action }
                }
                When::IsAttacked => Trigger::IsAttacked { who },
                When::IsHit => Trigger::IsHit { who },
                When::Drops => Trigger::Drops { who },
                When::Enters => {
                    let (x, y) = square.ok_or("`enters` needs a `square`")?;
                    let at = Square::new(x, y);
                    let anyone = *anyone;
                    Trigger::Enters { who, at, anyone }
                }
            };
            let aim = Aim::Prepare {
                action: stage.action(action)?,
                trigger,
            };
            act(stage.action("ready")?, aim, first_mode(stage, seat))
        }
        Scripted::EndTurn => Ok(Choice::EndTurn),
        Scripted::Surrender => Ok(Choice::Surrender),
        Scripted::Yes => Ok(Choice::Accept { mode: None }),
        Scripted::YesWith(name) => Ok(Choice::Accept {
            mode: Some(mode(stage, seat, name)?),
        }),
        Scripted::No => Ok(Choice::Decline),
        Scripted::NotThisMove => Ok(Choice::DeclineMove),
        Scripted::Nothing => Ok(Choice::Defend(DefenceChoice::Nothing)),
        Scripted::Dodge => Ok(Choice::Defend(defend(Defence::Dodge))),
        Scripted::Block => Ok(Choice::Defend(defend(Defence::Block))),
        Scripted::DodgeTen => Ok(Choice::Defend(defend(Defence::DodgeTen))),
        Scripted::BlockTen => Ok(Choice::Defend(defend(Defence::BlockTen))),
        Scripted::Pick(ally) => Ok(Choice::Pick(stage.seat(*ally)?)),
        Scripted::YesInstead(action) => match request {
            Request::Opportunity { target, .. } => {
                act(stage.action(action)?, Aim::At(*target), None)
            }
            _ => Err("this is no opportunity".to_owned()),
        },
        Scripted::PushTo(x, y) => Ok(Choice::PushTo(Square::new(*x, *y))),
        Scripted::DropAt(x, y) => Ok(Choice::DropAt(Square::new(*x, *y))),
        Scripted::Place(places) => match request {
            Request::Deploy { .. } => Ok(Choice::Place(squares(places))),
            _ => Err("no deployment is asked for".to_owned()),
        },
    }
}

fn squares(path: &[(i16, i16)]) -> Vec<Square> {
    path.iter().map(|(x, y)| Square::new(*x, *y)).collect()
}

fn mode(stage: &mut Stage, seat: Seat, name: &str) -> Result<u8, String> {
    let modes = (stage.battle.combatant(seat)).map_or_else(Vec::new, |one| one.modes);
    let found = modes.iter().position(|f| f.name.eq_ignore_ascii_case(name));
    found.and_then(|i| u8::try_from(i).ok()).ok_or_else(|| {
        let names: Vec<_> = modes.iter().map(|f| f.name.as_str()).collect();
        format!(
            "there is no attack \"{name}\"; there are {}",
            names.join(", ")
        )
    })
}

/// The first mode that can be used now.
pub(super) fn first_mode(stage: &mut Stage, seat: Seat) -> Option<u8> {
    let modes = stage.battle.combatant(seat)?.modes;
    modes
        .iter()
        .position(|f| f.ready)
        .or(Some(0))
        .and_then(|i| u8::try_from(i).ok())
}
