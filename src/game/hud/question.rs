//! The slip that asks: opportunity attacks, defences, deployment, what to ready, what to draw.

use bevy::prelude::*;

use super::keys::key_name;
use super::{Stage, playing, refill};
use crate::combat::contract::request::{AutoResponse, RequestKind};
use crate::combat::flow::auto_response;
use crate::combat::{Aim, Choice, Request, Seat, Trigger};
use crate::game::act::Act;
use crate::game::plan::{Plan, Watch, offer, pick};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::widgets::{Look, Tip, button, button_body, column, row, text};
use crate::game::{theme, words};
use crate::rules::action::TurnAct;
use crate::rules::{ActionDef, ActionId, Targeting};

#[derive(Component)]
pub struct Panel;

/// What is asked at present; the number keys answer it.
#[derive(Resource, Default, Clone, Debug, PartialEq)]
pub struct Question {
    pub heading: String,
    pub text: String,
    /// Label, note, what it does, whether it can be done.
    pub answers: Vec<(String, String, Act, bool)>,
    /// Answers for good.
    pub standing: Vec<(String, Act)>,
}

impl Question {
    /// The number of the answer that stands out: the first that can be given.
    pub fn main(&self) -> Option<usize> {
        self.answers.iter().position(|(.., enabled)| *enabled)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Question>();
    let ask = (pose, fill).chain().after(crate::game::plan::refresh);
    app.add_systems(Update, ask.in_set(Stage::Show).run_if(playing()));
}

/// Works out what is asked.
fn pose(
    mut session: ResMut<Session>,
    shown: Res<Shown>,
    plan: Res<Plan>,
    mut question: ResMut<Question>,
    mut last: Local<(u32, u32, bool)>,
) {
    let now = (session.revision, plan.revision, shown.settled);
    if *last == now {
        return;
    }
    *last = now;
    let posed = if shown.settled {
        asked(&mut session, &plan)
    } else {
        None
    };
    question.set_if_neq(posed.unwrap_or_default());
}

fn asked(session: &mut Session, plan: &Plan) -> Option<Question> {
    if let Some(deployment) = &plan.deployment {
        let text = match deployment.next() {
            Some(seat) => format!(
                "Click a marked square for {}. Click somebody placed to take them up again.",
                words::name(session, seat)
            ),
            None => "Everybody has a place.".into(),
        };
        let choice = deployment.choice();
        let ready = choice.is_some();
        let begin = choice.map_or(Act::Cancel, Act::Choose);
        let answers = vec![
            (
                "Place the rest".into(),
                String::new(),
                Act::FillPlaces,
                !ready,
            ),
            ("Begin".into(), String::new(), begin, ready),
        ];
        return Some(Question {
            heading: "Place your warband".into(),
            text,
            answers,
            standing: Vec::new(),
        });
    }
    if let Some((heading, text)) = words::question(session) {
        let answers = words::answers(session)
            .into_iter()
            .map(|a| (a.label, a.note, Act::Choose(a.choice), true))
            .collect();
        let kind = session.question().and_then(auto_response::kind);
        let standing = kind.map(for_good).unwrap_or_default();
        return Some(Question {
            heading,
            text,
            answers,
            standing,
        });
    }
    let begun = plan.begun?;
    let Some(Request::Turn { .. }) = session.question() else {
        return None;
    };
    let def = session.rules().actions.get(begun)?.clone();
    if let Some(choice) = plan.collected(session) {
        return Some(collect(session, plan, def, choice));
    }
    let answers = match def.turn_act() {
        Some(TurnAct::Ready) => prepare(session, plan, begun),
        _ if !plan.things.is_empty() => to_answers(plan.things.clone()),
        _ => {
            let mut list = pick::about(session, plan, begun);
            list.extend(plan.poised.clone().map(|choice| ("Do it".into(), choice)));
            list.extend(untargeted(session, plan, &def, begun));
            if list.is_empty() {
                return None;
            }
            to_answers(list)
        }
    };
    let prepared = plan
        .prepared
        .map(|action| words::action(session.rules(), action).to_owned());
    let text = match prepared {
        _ if answers.is_empty() => "There is nothing to choose from.".into(),
        Some(name) => match plan.watch {
            Watch::Only(one) => format!("{name}, as soon as {} …", words::name(session, one)),
            Watch::Asking => format!("{name}, as soon as whom?"),
            Watch::Anybody => format!("{name}, as soon as …"),
        },
        None => def.text,
    };
    Some(Question {
        heading: def.name,
        text,
        answers,
        standing: Vec::new(),
    })
}

/// What can be aimed at somebody, and at nobody yet: a touch to be held for later.
fn untargeted(
    session: &mut Session,
    plan: &Plan,
    def: &ActionDef,
    action: ActionId,
) -> Option<(String, Choice)> {
    if def.target != Targeting::Combatant {
        return None;
    }
    let choice = offer::act(plan, def, action, Aim::None);
    let possible = session.battle.check(&choice).is_ok();
    possible.then(|| ("At nobody yet: hold it ready".into(), choice))
}

/// The targets collected so far, and what to do with them.
fn collect(session: &mut Session, plan: &Plan, def: ActionDef, choice: Choice) -> Question {
    let refusal = session.battle.check(&choice).err();
    let names: Vec<_> = plan
        .picked
        .iter()
        .map(|seat| words::name(session, *seat))
        .collect();
    let text = match (names.is_empty(), &refusal) {
        (true, _) => "Click everybody that it is for.".into(),
        (false, None) => format!("For {}.", names.join(", ")),
        (false, Some(refusal)) => words::refusal(session.rules(), refusal),
    };
    let ready = refusal.is_none();
    let answers = vec![("Do it".into(), String::new(), Act::Choose(choice), ready)];
    Question {
        heading: def.name,
        text,
        answers,
        standing: Vec::new(),
    }
}

fn for_good(kind: RequestKind) -> Vec<(String, Act)> {
    let stand = |label: &str, standing| (label.to_owned(), Act::Stand(kind, standing));
    let (yes, no) = match kind {
        RequestKind::Defence => ("always defend", "never"),
        RequestKind::Coverage => ("always take 10", "always roll"),
        _ => ("always", "never"),
    };
    vec![
        stand(yes, AutoResponse::Always),
        stand(no, AutoResponse::Never),
        stand("ask only if it matters", AutoResponse::AskIfItMatters),
    ]
}

fn to_answers(list: Vec<(String, Choice)>) -> Answers {
    list.into_iter()
        .map(|(name, choice)| (name, String::new(), Act::Choose(choice), true))
        .collect()
}

type Answers = Vec<(String, String, Act, bool)>;

/// What can be readied, for what, and for whom.
fn prepare(session: &mut Session, plan: &Plan, ready: ActionId) -> Answers {
    let rules = session.start.rules.clone();
    let Some(prepared) = plan.prepared else {
        let readyable = rules.actions.iter().filter(|(_, def)| def.readyable);
        let possible = readyable.filter(|(action, _)| {
            triggers(None).iter().any(|(_, trigger)| {
                let choice = readying(plan, ready, *action, *trigger);
                session.battle.check(&choice).is_ok()
            })
        });
        let mut possible: Vec<_> = possible.collect();
        possible.sort_by_key(|(_, def)| def.place);
        return possible
            .into_iter()
            .map(|(action, def)| (def.name.clone(), String::new(), Act::Prepare(action), true))
            .collect();
    };
    let others = everybody(session, plan);
    let who = match plan.watch {
        Watch::Asking => {
            let named = others.into_iter().map(|one| {
                let name = words::name(session, one).to_owned();
                (name, String::new(), Act::WatchFor(one), true)
            });
            return named.collect();
        }
        Watch::Only(one) => Some(one),
        Watch::Anybody => None,
    };
    let mut answers = Answers::new();
    for (label, trigger) in triggers(who) {
        let choice = readying(plan, ready, prepared, trigger);
        if session.battle.check(&choice).is_ok() {
            answers.push((label.into(), String::new(), Act::Choose(choice), true));
        }
    }
    if who.is_none() && others.len() > 1 {
        answers.push(("only one …".into(), String::new(), Act::AskForFoe, true));
    }
    answers
}

fn readying(plan: &Plan, ready: ActionId, action: ActionId, trigger: Trigger) -> Choice {
    Choice::Act {
        action: ready,
        aim: Aim::Prepare { action, trigger },
        form: plan.form_in_use(),
        manner: plan.manner,
    }
}

/// What can set an action off: done by or to any enemy, or this one.
fn triggers(who: Option<Seat>) -> [(&'static str, Trigger); 7] {
    let said = |anybody, one| if who.is_some() { one } else { anybody };
    [
        (
            said("an enemy attacks", "it attacks"),
            Trigger::Attacks { who },
        ),
        (
            said("an enemy comes into reach", "it comes into reach"),
            Trigger::ComesInReach { who },
        ),
        (
            said("an enemy moves away", "it moves away"),
            Trigger::Moves { who },
        ),
        (
            said(
                "an enemy begins to use an ability",
                "it begins to use an ability",
            ),
            Trigger::Uses { who },
        ),
        (
            said("an enemy is attacked", "it is attacked"),
            Trigger::IsAttacked { who },
        ),
        (said("an enemy is hit", "it is hit"), Trigger::IsHit { who }),
        (
            said("an enemy goes down", "it goes down"),
            Trigger::Drops { who },
        ),
    ]
}

/// Everybody who is still in the fight, enemies first.
fn everybody(session: &mut Session, plan: &Plan) -> Vec<Seat> {
    let side = plan.seat.map(|seat| session.battle.side_of(seat));
    let view = session.battle.view();
    let standing = view.combatants.iter();
    let mut standing: Vec<_> = standing
        .filter(|who| who.standing && who.area.is_some())
        .map(|who| (Some(who.side) == side, who.seat))
        .collect();
    standing.sort();
    standing.into_iter().map(|(_, seat)| seat).collect()
}

fn fill(
    panel: Single<(Entity, &mut Node, Ref<Panel>)>,
    question: Res<Question>,
    mut commands: Commands,
) {
    let (panel, mut node, fresh) = panel.into_inner();
    if !question.is_changed() && !fresh.is_added() {
        return;
    }
    if question.heading.is_empty() {
        node.display = Display::None;
        commands.entity(panel).despawn_children();
        return;
    }
    node.display = Display::Flex;
    refill(&mut commands, panel, |panel| {
        panel.spawn(text(
            question.heading.clone(),
            theme::title(22.0),
            theme::INK,
        ));
        panel.spawn(text(question.text.clone(), theme::body(15.5), theme::INK));
        panel
            .spawn(Node {
                flex_wrap: FlexWrap::Wrap,
                row_gap: px(6),
                ..row(8.0)
            })
            .with_children(|buttons| {
                for (i, (label, note, act, enabled)) in question.answers.iter().enumerate() {
                    let look = if question.main() == Some(i) {
                        Look::Main
                    } else {
                        Look::Plain
                    };
                    buttons
                        .spawn(button_body(act.clone(), look, *enabled))
                        .with_child(text(key_name(i), theme::body(12.0), theme::BRASS))
                        .with_children(|label_and_note| {
                            label_and_note
                                .spawn(column(1.0))
                                .insert(Pickable::IGNORE)
                                .with_children(|lines| {
                                    let ink = if *enabled { theme::CREAM } else { theme::DIM };
                                    lines.spawn(text(label.clone(), theme::bold(15.0), ink));
                                    if !note.is_empty() {
                                        let font = theme::body(12.5);
                                        lines.spawn(text(note.clone(), font, theme::DIM));
                                    }
                                });
                        });
                }
            });
        if !question.standing.is_empty() {
            panel
                .spawn(Node {
                    flex_wrap: FlexWrap::Wrap,
                    ..row(4.0)
                })
                .with_children(|line| {
                    line.spawn(text("From now on:", theme::body(13.0), theme::FADED));
                    let first = question.answers.len();
                    for (i, (label, act)) in question.standing.iter().enumerate() {
                        let words = format!("{} {label}", key_name(first + i));
                        line.spawn((
                            button(words, act.clone(), Look::Line, true),
                            Tip("The pause menu takes this back.".into()),
                        ));
                    }
                });
        }
    });
}
