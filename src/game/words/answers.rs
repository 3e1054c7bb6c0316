//! The answers to a request.

use super::strikes::{self, modes};
use super::{action, bearing, name, percent};
use crate::combat::{Aim, Choice, DefenceChoice, Manner, Request, Seat, Yielding};
use crate::game::session::Session;
use crate::grid::Square;
use crate::narrate;
use crate::rules::{ActionId, Targeting};

/// One answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub label: String,
    /// What is to be known about it.
    pub note: String,
    /// What it does, for the pointer that rests on it.
    pub tip: String,
    /// Its place among all answers that the one who is asked could give on another occasion.
    pub place: Option<usize>,
    pub choice: Choice,
}

impl Answer {
    /// An answer of which nothing more is known.
    fn new(label: impl Into<String>, choice: Choice) -> Self {
        Self {
            label: label.into(),
            note: String::new(),
            tip: String::new(),
            place: None,
            choice,
        }
    }
}

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

fn yes(label: &str, note: String) -> Answer {
    Answer {
        note,
        ..Answer::new(label, Choice::Accept { mode: None })
    }
}

fn no(label: &str) -> Answer {
    Answer::new(label, Choice::Decline)
}

/// An answer with what is known about it beforehand, if it can be given.
fn possible(session: &Session, label: String, choice: Choice) -> Option<Answer> {
    session.battle.check(&choice).ok()?;
    let note = odds(session, &choice);
    Some(Answer {
        note,
        ..Answer::new(label, choice)
    })
}

/// Every way to make an attack of opportunity, or not to.
fn opportunity(session: &Session, seat: Seat, target: Seat) -> Vec<Answer> {
    let ways = strikes::ways(session, seat, target).into_iter().enumerate();
    let ways = ways.filter_map(|(place, (label, choice))| {
        let answer = possible(session, label, choice)?;
        Some(Answer {
            place: Some(place),
            ..answer
        })
    });
    let mut answers: Vec<Answer> = ways.collect();
    if answers.is_empty() {
        answers.push(yes("Attack", String::new()));
    }
    answers.push(no("Let it pass"));
    let choice = Choice::DeclineMove;
    if session.battle.check(&choice).is_ok() {
        answers.push(Answer {
            choice,
            ..no("Ignore for this move")
        });
    }
    answers
}

/// The defences first, doing nothing last.
fn defences(session: &Session, mut options: Vec<DefenceChoice>) -> Vec<Answer> {
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
    let view = session.battle.view();
    let who = view.combatants.get(seat.index());
    // All its abilities that answer something, whether or not they do it now.
    let answers = |action: &ActionId| rules.actions[*action].answers.is_some();
    let own = who.into_iter().flat_map(|who| &who.abilities);
    let own: Vec<_> = own.map(|known| known.action).filter(answers).collect();
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
            let note = match square {
                Some(square) => place(session, seat, square),
                None => [odds(session, &choice), uses_left(session, seat, &choice)]
                    .into_iter()
                    .filter(|told| !told.is_empty())
                    .collect::<Vec<_>>()
                    .join(", "),
            };
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
    let view = session.battle.view();
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
        let view = session.battle.view();
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
        .battle
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
    let view = session.battle.view();
    let area = view.combatants.get(from.index()).and_then(|who| who.area);
    match area.and_then(|area| bearing(area, to)) {
        Some(direction) => direction.to_owned(),
        None => narrate::place(to),
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next();
    first
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

/// What is known about an answer beforehand.
fn odds(session: &Session, choice: &Choice) -> String {
    let forecast = session.battle.forecast(choice);
    if let Some(attack) = forecast.attack {
        return format!(
            "hits {}, mean {:.1} damage, drops it {}",
            percent(attack.hit),
            attack.damage.mean(),
            percent(attack.down)
        );
    }
    forecast.success.map_or_else(String::new, percent)
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

    /// SP-NONL-06, CD-DMG-10: a blow out of turn may be meant to subdue like any other.
    #[test]
    fn an_attack_of_opportunity_asks_how_lethal_it_is_meant() {
        for (system, sorts) in [
            ("spiritual_pressure", &["", ", nonlethal damage"][..]),
            ("classic_d20", &["", ", subdual damage"]),
            ("age_of_heroes", &[""]),
        ] {
            let scene = Scene::new(ruleset(system), &["Ab...", "....."]);
            let mut battle = scene.seeded(1);
            let walk = battle.rules().actions.id("move").expect("an action");
            until_turn(&mut battle, scene.seat('b'));
            let way = vec![Square::new(2, 0), Square::new(3, 0)];
            battle.submit(Choice::walk(walk, way)).expect("a walk");
            let (session, _) = over(battle);
            let given = answers(&session);
            let blows: Vec<_> = given
                .iter()
                .filter(|answer| answer.label.starts_with("Attack: Sword"))
                .collect();
            let told: Vec<_> = blows.iter().map(|answer| answer.label.as_str()).collect();
            let wanted = sorts.iter().map(|sort| format!("Attack: Sword{sort}"));
            assert_eq!(told, wanted.collect::<Vec<_>>(), "{system}");
            if let [plain, other] = blows.as_slice() {
                assert_ne!(
                    plain.note, other.note,
                    "{system}: the penalty is in the odds"
                );
            }
        }
    }
}
