//! Requests as a question with answers.

use super::{action, name, percent, signed};
use crate::combat::{Aim, Cause, Choice, DefenceChoice, Manner, Request, Trigger, Yielding};
use crate::game::session::Session;
use crate::rules::action::Occasion;

/// One answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub label: String,
    /// What is to be known about it.
    pub note: String,
    pub choice: Choice,
}

/// The question in a heading and a sentence; `None` for requests that the map answers.
pub fn question(session: &Session) -> Option<(String, String)> {
    let rules = session.rules();
    let n = |seat: &crate::combat::Seat| name(session, *seat).to_owned();
    Some(match session.question()? {
        Request::Turn { .. } => return None,
        Request::Deploy { .. } => return None,
        Request::PushTo { seat, target, .. } => (
            "Push where to?".into(),
            format!(
                "{} pushes {}. Choose one of the marked squares.",
                n(seat),
                n(target)
            ),
        ),
        Request::ComeIn { seat, after } => (
            "Come in now?".into(),
            match after {
                Some(after) => format!("{} delays and may act now, after {}.", n(seat), n(after)),
                None => format!("{} delays and may act now.", n(seat)),
            },
        ),
        Request::Opportunity {
            seat,
            target,
            cause,
        } => {
            let why = match cause {
                Cause::Leaving(_) => "leaves a threatened square".into(),
                Cause::Act(a) => format!("uses “{}”", action(rules, *a)),
                Cause::Standing => "stands up".into(),
            };
            (
                "Take the opportunity?".into(),
                format!("{} {why}: {} may strike.", n(target), n(seat)),
            )
        }
        Request::Readied { seat, trigger, by } => {
            let what = match trigger {
                Trigger::Attacks { .. } => "attacks",
                Trigger::ComesInReach { .. } => "comes into reach",
                Trigger::Moves { .. } => "moves away",
                Trigger::Uses { .. } => "begins to use an ability",
            };
            (
                "Now?".into(),
                format!("{} {what}. {} has an action ready.", n(by), n(seat)),
            )
        }
        Request::Defence {
            seat,
            attacker,
            total,
            ..
        } => (
            "Which defence?".into(),
            match total {
                Some(total) => format!("{} attacks {} with {total}.", n(attacker), n(seat)),
                None => format!(
                    "{} attacks {}; how well is not known.",
                    n(attacker),
                    n(seat)
                ),
            },
        ),
        Request::DefendOther {
            seat,
            target,
            attacker,
            total,
        } => (
            "Shield a friend?".into(),
            match total {
                Some(total) => format!(
                    "{} attacks {} with {total}. {} can step in.",
                    n(attacker),
                    n(target),
                    n(seat)
                ),
                None => format!(
                    "{} attacks {}. {} can step in.",
                    n(attacker),
                    n(target),
                    n(seat)
                ),
            },
        ),
        Request::Coverage {
            seat,
            bonus,
            difficulty,
            ..
        } => (
            "Take 10?".into(),
            format!(
                "Does the armour of {} cover the blow? {} against {difficulty}: taking 10 gives {}.",
                n(seat),
                signed(*bonus),
                10 + bonus
            ),
        ),
        Request::Yield {
            seat,
            by,
            what: Yielding::Way,
        } => (
            "Step aside?".into(),
            format!("{} charges through the space of {}.", n(by), n(seat)),
        ),
        Request::Yield {
            seat,
            by,
            what: Yielding::Shot,
        } => (
            "Stay in the way?".into(),
            format!(
                "The shot of {} comes at {}, who can dodge it or take it.",
                n(by),
                n(seat)
            ),
        ),
        Request::Yield {
            seat,
            by,
            what: Yielding::Grip,
        } => (
            "Let go?".into(),
            format!("{} tries to get out of the hold of {}.", n(by), n(seat)),
        ),
        Request::Help { seat, foe, .. } => (
            "Help whom?".into(),
            format!("{} keeps {} busy. Who profits?", n(seat), n(foe)),
        ),
        Request::SpendFate { seat } => (
            "Spend a fate point?".into(),
            format!("{} gains one more point of energy for it.", n(seat)),
        ),
        Request::Respond { seat, by, to, .. } => {
            let what = match to {
                Occasion::Attacked => "attacks",
                Occasion::Hit => "has hit",
            };
            (
                "Answer it?".into(),
                format!("{} {what}: {} may answer.", n(by), n(seat)),
            )
        }
        Request::Counter {
            seat,
            target,
            action: a,
        } => (
            "Answer in kind?".into(),
            format!(
                "{} failed; {} may try “{}” in return.",
                n(target),
                n(seat),
                action(rules, *a)
            ),
        ),
    })
}

/// The answers, most likely one first.
pub fn answers(session: &mut Session) -> Vec<Answer> {
    let Some(request) = session.question().cloned() else {
        return Vec::new();
    };
    let yes = |label: &str, note: String| Answer {
        label: label.into(),
        note,
        choice: Choice::Accept { form: None },
    };
    let no = |label: &str| Answer {
        label: label.into(),
        note: String::new(),
        choice: Choice::Decline,
    };
    match request {
        Request::Turn { .. } | Request::Deploy { .. } => Vec::new(),
        Request::PushTo { squares, .. } => squares
            .into_iter()
            .map(|square| Answer {
                label: format!("{}, {}", square.x + 1, square.y + 1),
                note: String::new(),
                choice: Choice::PushTo(square),
            })
            .collect(),
        Request::Help { friends, .. } => friends
            .into_iter()
            .map(|friend| Answer {
                label: name(session, friend).to_owned(),
                note: String::new(),
                choice: Choice::Pick(friend),
            })
            .collect(),
        Request::Opportunity { seat, target, .. } => {
            let mut answers = Vec::new();
            for (form, label) in forms(session, seat) {
                let choice = Choice::Accept { form: Some(form) };
                if session.battle.check(&choice).is_ok() {
                    let note = odds(session, &choice);
                    answers.push(Answer {
                        label: format!("Strike: {label}"),
                        note,
                        choice,
                    });
                }
            }
            let rules = session.start.rules.clone();
            for (action, def) in rules.actions.iter().filter(|(_, def)| def.replaces_attack) {
                let choice = Choice::Act {
                    action,
                    aim: Aim::At(target),
                    form: None,
                    manner: Manner::default(),
                };
                if session.battle.check(&choice).is_ok() {
                    let note = odds(session, &choice);
                    answers.push(Answer {
                        label: def.name.clone(),
                        note,
                        choice,
                    });
                }
            }
            if answers.is_empty() {
                answers.push(yes("Strike", String::new()));
            }
            answers.push(no("Let it pass"));
            answers
        }
        Request::ComeIn { .. } => vec![yes("Act now", String::new()), no("Go on waiting")],
        Request::Readied { .. } => {
            let note = odds(session, &Choice::Accept { form: None });
            vec![yes("Yes, now", note), no("Wait")]
        }
        Request::Defence { mut options, .. } => {
            // The defences first, doing nothing last.
            options.sort_by_key(|option| *option == DefenceChoice::Nothing);
            options
                .into_iter()
                .map(|option| {
                    let label = match option {
                        DefenceChoice::Nothing => "No defence",
                        DefenceChoice::Dodge { take_ten: false } => "Dodge",
                        DefenceChoice::Dodge { take_ten: true } => "Dodge, taking 10",
                        DefenceChoice::Block { take_ten: false } => "Block",
                        DefenceChoice::Block { take_ten: true } => "Block, taking 10",
                    };
                    let choice = Choice::Defend(option);
                    let note = odds(session, &choice);
                    Answer {
                        label: label.into(),
                        note,
                        choice,
                    }
                })
                .collect()
        }
        Request::DefendOther { .. } => {
            let note = odds(session, &Choice::Accept { form: None });
            vec![yes("Step in", note), no("Stay out of it")]
        }
        Request::Coverage { .. } => {
            let note = odds(session, &Choice::Accept { form: None });
            vec![yes("Take 10", note), no("Roll")]
        }
        Request::Yield {
            what: Yielding::Way,
            ..
        } => vec![no("Stand in the way"), yes("Step aside", String::new())],
        Request::Yield {
            what: Yielding::Shot,
            ..
        } => vec![no("Dodge it"), yes("Take it", String::new())],
        Request::Yield {
            what: Yielding::Grip,
            ..
        } => vec![no("Hold on"), yes("Let go", String::new())],
        Request::SpendFate { .. } => vec![yes("Spend it", String::new()), no("Keep it")],
        Request::Respond { choices, .. } => {
            let rules = session.rules().clone();
            let mut answers: Vec<Answer> = choices
                .into_iter()
                .map(|choice| {
                    let (label, square) = match &choice {
                        Choice::Act { action: a, aim, .. } => {
                            let square = match aim {
                                Aim::Along(way) => way.last().copied(),
                                _ => None,
                            };
                            (action(&rules, *a).to_owned(), square)
                        }
                        _ => (String::new(), None),
                    };
                    let note =
                        square.map_or_else(String::new, |s| format!("{}, {}", s.x + 1, s.y + 1));
                    Answer {
                        label,
                        note,
                        choice,
                    }
                })
                .collect();
            answers.push(no("Let it pass"));
            answers
        }
        Request::Counter { .. } => {
            let note = odds(session, &Choice::Accept { form: None });
            vec![yes("Try it", note), no("Let be")]
        }
    }
}

fn forms(session: &mut Session, seat: crate::combat::Seat) -> Vec<(u8, String)> {
    let view = session.battle.view();
    let Some(who) = view.combatants.get(seat.index()) else {
        return Vec::new();
    };
    let label = |i: usize, name: &str| (i as u8, name.to_owned());
    who.forms
        .iter()
        .enumerate()
        .filter(|(_, f)| f.ready)
        .map(|(i, f)| label(i, &f.name))
        .collect()
}

/// What is known about an answer beforehand.
fn odds(session: &mut Session, choice: &Choice) -> String {
    let forecast = session.battle.forecast(choice);
    if let Some(attack) = forecast.attack {
        return format!(
            "{}, {} to {} damage",
            percent(attack.hit),
            attack.damage_range.0,
            attack.damage_range.1
        );
    }
    forecast.success.map_or_else(String::new, percent)
}
