//! The answers to a request.

use super::answer::{Answer, no, odds, possible, underfoot, yes};
use super::strikes::{modes, opportunity, unlike};
use super::{action, bearing, name};
use crate::combat::{Aim, Choice, DefenceChoice, DefenceChoices, Manner, Request, Seat, Yielding};
use crate::game::session::Session;
use crate::grid::Square;
use crate::narrate;
use crate::rules::{ActionId, Targeting};

/// The answers, most likely one first.
pub fn answers(session: &Session) -> Vec<Answer> {
    let Some(request) = session.question().cloned() else {
        return Vec::new();
    };
    match request {
        Request::Turn { .. } | Request::Deploy { .. } => Vec::new(),
        Request::PushTo {
            target, squares, ..
        } => squares
            .into_iter()
            .map(|square| {
                let label = capital(&place(session, target, square));
                Answer::new(label, Choice::PushTo(square))
            })
            .collect(),
        Request::DropAt { squares, .. } => squares
            .into_iter()
            .map(|square| {
                let label = capital(&narrate::place(square));
                Answer::new(label, Choice::DropAt(square))
            })
            .collect(),
        Request::Help { allies, .. } => allies
            .into_iter()
            .map(|ally| Answer::new(name(session, ally), Choice::Pick(ally)))
            .collect(),
        Request::Opportunity { seat, target, .. } => opportunity(session, seat, target),
        Request::ComeIn { last, .. } => {
            let wait = if last {
                "Lose the turn"
            } else {
                "Keep waiting"
            };
            vec![yes("Act now", String::new()), no(wait)]
        }
        Request::Readied { seat, last, .. } => {
            let mut answers = readied(session, seat);
            if session.battle.check(&Choice::Decline).is_ok() {
                answers.push(no(if last { "Let it lapse" } else { "Wait" }));
            }
            answers
        }
        Request::Defence { options, .. } => defences(session, options),
        Request::DefendOther { .. } => {
            let stops = |note: String| format!("stops it {note}");
            let rolled = odds(session, &Choice::Accept { mode: None });
            let mut answers = vec![yes("Step in", stops(rolled))];
            let ten = Choice::Defend(DefenceChoice::Block { take_ten: true });
            let ten = possible(session, "Step in, taking 10".into(), ten);
            answers.extend(ten.map(|answer| Answer {
                note: stops(answer.note),
                ..answer
            }));
            answers.push(no("Stay out of it"));
            answers
        }
        Request::Coverage { .. } => {
            let taken = odds(session, &Choice::Accept { mode: None });
            let rolled = odds(session, &Choice::Decline);
            let cover = |chance: String| format!("covers {chance}");
            let roll = Answer {
                note: cover(rolled),
                ..no("Roll")
            };
            vec![yes("Take 10", cover(taken)), roll]
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
        Request::SpendPoint { .. } => vec![yes("Spend it", String::new()), no("Keep it")],
        Request::Respond { seat, choices, .. } => responses(session, seat, choices),
        Request::Counter { .. } => {
            let note = odds(session, &Choice::Accept { mode: None });
            vec![yes("Try it", note), no("Let it pass")]
        }
    }
}

/// The defences first, doing nothing last.
fn defences(session: &Session, mut options: DefenceChoices) -> Vec<Answer> {
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
            Answer {
                note: odds(session, &choice),
                ..Answer::new(label, choice)
            }
        })
        .collect()
}

/// The actions that answer something, each with where it leads or how likely it works.
fn responses(session: &Session, seat: Seat, choices: Vec<Choice>) -> Vec<Answer> {
    let rules = session.start.rules.clone();
    let view = session.view();
    let who = view.combatants.get(seat.index());
    // All its abilities that answer something, whether or not they do it now.
    let answers = |action: &ActionId| rules.actions[*action].answers.is_some();
    let own = who.into_iter().flat_map(|who| &who.abilities);
    let own: Vec<_> = own.map(|known| known.action).filter(answers).collect();
    let at = |choice: &Choice| match choice {
        Choice::Act {
            action,
            aim: Aim::At(target),
            ..
        } => Some((*action, *target)),
        _ => None,
    };
    let targets: Vec<(ActionId, Seat)> = choices.iter().filter_map(at).collect();
    // What can be done to one only needs no name.
    let whom = |choice: &Choice| {
        let (action, target) = at(choice)?;
        let others = |(of, other): &(ActionId, Seat)| *of == action && *other != target;
        targets.iter().any(others).then(|| name(session, target))
    };
    let mut answers: Vec<Answer> = choices
        .into_iter()
        .map(|choice| {
            let (label, square) = match &choice {
                Choice::Act {
                    action: a,
                    aim,
                    mode,
                    manner,
                } => {
                    let square = match aim {
                        Aim::Along(way) => way.last().copied(),
                        _ => None,
                    };
                    let name = action(&rules, *a);
                    let mode = mode.filter(|_| manner.other_lethality);
                    let label = match mode.and_then(|mode| who?.modes.get(usize::from(mode))) {
                        Some(mode) => format!("{name}, {} damage", unlike(session, mode)),
                        None => name.to_owned(),
                    };
                    let label = match whom(&choice) {
                        Some(whom) => format!("{label}: {whom}"),
                        None => label,
                    };
                    (label, square)
                }
                _ => (String::new(), None),
            };
            let told = match square {
                Some(square) => [
                    place(session, seat, square),
                    underfoot(session, seat, &choice),
                ],
                None => [odds(session, &choice), uses_left(session, seat, &choice)],
            };
            let told = told.into_iter().filter(|told| !told.is_empty());
            let note = told.collect::<Vec<_>>().join(", ");
            let answering = match &choice {
                Choice::Act { action, .. } => Some(*action),
                _ => None,
            };
            let def = answering.and_then(|action| rules.actions.get(action));
            Answer {
                note,
                tip: def.map_or_else(String::new, |def| def.text.clone()),
                place: answering.and_then(|action| own.iter().position(|one| *one == action)),
                ..Answer::new(label, choice)
            }
        })
        .collect();
    answers.push(no("Let it pass"));
    answers
}

/// How often the special ability of an answer can still be used; nothing where that is not counted.
fn uses_left(session: &Session, seat: Seat, choice: &Choice) -> String {
    let Choice::Act { action, .. } = choice else {
        return String::new();
    };
    let view = session.view();
    let who = view.combatants.get(seat.index());
    let known = who.and_then(|who| who.abilities.iter().find(|one| one.action == *action));
    known
        .and_then(|one| one.left)
        .map_or_else(String::new, |left| format!("{left} left"))
}

/// Every way to take a readied action now that needs no square.
fn readied(session: &Session, seat: Seat) -> Vec<Answer> {
    let rules = session.start.rules.clone();
    let prepared = {
        let view = session.view();
        view.combatants
            .get(seat.index())
            .and_then(|who| who.readied)
    };
    let named = prepared
        .map_or("Yes, now", |prepared| action(&rules, prepared))
        .to_owned();
    let modes = modes(session, seat).into_iter();
    let strikes = modes.map(|(mode, label)| {
        let choice = Choice::Accept { mode: Some(mode) };
        (format!("{named}: {label}"), choice)
    });
    let mut candidates: Vec<_> = strikes.collect();
    let def = prepared.and_then(|prepared| rules.actions.get(prepared));
    let needs_mode =
        def.is_some_and(|def| matches!(def.target, Targeting::Attack | Targeting::ChargeTarget));
    if !needs_mode {
        // What needs no weapon is one answer, whatever is in hand.
        candidates.clear();
    }
    candidates.push((named.clone(), Choice::Accept { mode: None }));
    let act = |aim| {
        prepared.map(|action| Choice::Act {
            action,
            aim,
            mode: None,
            manner: Manner::default(),
        })
    };
    candidates.extend(act(Aim::None).map(|choice| (named.clone(), choice)));
    if def.is_some_and(|def| def.target == Targeting::None) {
        let catalogue = session.start.catalogue.clone();
        let weapons = catalogue.weapons.iter();
        candidates.extend(weapons.filter_map(|(id, weapon)| {
            Some((format!("{named}: {}", weapon.name), act(Aim::Item(id))?))
        }));
    }
    // A step that costs nothing may come first, where the rules say so.
    let area = session
        .view()
        .combatants
        .get(seat.index())
        .and_then(|who| who.area);
    let steps = rules.actions.iter().filter(|(_, def)| def.is_step());
    for (action, def) in steps {
        for square in area.iter().flat_map(|area| area.anchor.neighbours()) {
            let choice = Choice::walk(action, vec![square]);
            let label = format!("{}: {}", def.name, place(session, seat, square));
            candidates.push((label, choice));
        }
    }
    let mut answers: Vec<Answer> = Vec::new();
    for (label, choice) in candidates {
        let plain = matches!(
            choice,
            Choice::Accept { mode: None } | Choice::Act { aim: Aim::None, .. }
        );
        // The plain yes is for what knows no other.
        if plain && !answers.is_empty() || session.battle.check(&choice).is_err() {
            continue;
        }
        let note = odds(session, &choice);
        answers.push(Answer {
            note,
            ..Answer::new(label, choice)
        });
    }
    answers
}

/// Where a square lies from a combatant, in words.
fn place(session: &Session, from: Seat, to: Square) -> String {
    let view = session.view();
    let area = view.combatants.get(from.index()).and_then(|who| who.area);
    match area.and_then(|area| bearing(area, to)) {
        Some(direction) => direction.to_owned(),
        None => narrate::place(to),
    }
}

/// Words that begin a line.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next();
    first
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset, until_turn};
    use crate::game::testing::over;
    use crate::rules::Uses;

    #[test]
    fn an_answer_that_works_on_its_user_is_offered_once_with_what_it_does() {
        let scene = Scene::new(ruleset("spiritual_pressure"), &["Ab"]).block('A', |block| {
            block.knows.insert("pane_of_light".into(), Uses::Times(2));
        });
        let mut battle = scene.seeded(1);
        let strike = battle.rules().actions.id("attack").expect("an action");
        until_turn(&mut battle, scene.seat('b'));
        let blow = Choice::act_at(strike, 0, scene.seat('A'));
        battle.submit(blow).expect("an attack");
        let (session, _) = over(battle);
        let given = answers(&session);
        let told: Vec<_> = given.iter().map(|answer| answer.label.as_str()).collect();
        assert_eq!(told, ["Pane of Light", "Let it pass"]);
        assert_eq!(given[0].note, "2 left");
        assert!(!given[0].tip.is_empty());
    }

    /// SP-FULL-10: who fells one of several learns from each answer whom the further blow is for.
    #[test]
    fn answers_that_differ_in_their_target_name_it() {
        let scene = Scene::new(ruleset("spiritual_pressure"), &["bAc", ".d."])
            .block('A', |block| block.traits = vec!["cleave".into()])
            .block('b', |block| block.hit_points = 1);
        let mut battle = scene.scripted(&[12, 4]);
        let strike = battle.rules().actions.id("attack").expect("an action");
        let blow = Choice::act_at(strike, 0, scene.seat('b'));
        battle.submit(blow).expect("an attack");
        let (session, _) = over(battle);
        let given = answers(&session);
        let told: Vec<_> = given.iter().map(|answer| answer.label.as_str()).collect();
        let one = |whom: char| {
            [
                format!("Cleave: {whom}"),
                format!("Cleave, nonlethal damage: {whom}"),
            ]
        };
        let mut wanted = [one('c'), one('d')].concat();
        wanted.push("Let it pass".into());
        assert_eq!(told, wanted);
    }
}
