//! The slip that asks: opportunity attacks, defences, deployment, what to ready, what to draw.

use bevy::prelude::*;

use super::{Stage, playing, refill};
use crate::combat::request::{RequestKind, Standing};
use crate::combat::{Aim, Choice, Request, Trigger, standing};
use crate::game::act::Act;
use crate::game::plan::{Plan, offer};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::widgets::{Look, Tip, button, button_body, column, row, text};
use crate::game::{theme, words};
use crate::rules::{ActionDef, ActionId, Procedure};

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
        let kind = session.question().and_then(standing::kind);
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
    let answers = match def.procedure {
        Procedure::Ready => prepare(session, plan, begun),
        _ if !plan.things.is_empty() => to_answers(plan.things.clone()),
        _ => match offer::about(session, plan, begun) {
            list if list.is_empty() => return None,
            list => to_answers(list),
        },
    };
    let prepared = plan
        .prepared
        .map(|action| words::action(session.rules(), action).to_owned());
    let text = match prepared {
        _ if answers.is_empty() => "There is nothing to choose from.".into(),
        Some(name) => format!("{name}, as soon as …"),
        None => def.text,
    };
    Some(Question {
        heading: def.name,
        text,
        answers,
        standing: Vec::new(),
    })
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
        stand(yes, Standing::Always),
        stand(no, Standing::Never),
        stand("ask only if it matters", Standing::AskIfItMatters),
    ]
}

fn to_answers(list: Vec<(String, Choice)>) -> Answers {
    list.into_iter()
        .map(|(name, choice)| (name, String::new(), Act::Choose(choice), true))
        .collect()
}

type Answers = Vec<(String, String, Act, bool)>;

/// What can be readied, and for what.
fn prepare(session: &mut Session, plan: &Plan, ready: ActionId) -> Answers {
    let rules = session.start.rules.clone();
    let triggers = [
        ("when an enemy attacks", Trigger::Attacks { who: None }),
        (
            "when an enemy comes into reach",
            Trigger::ComesInReach { who: None },
        ),
        ("when an enemy moves away", Trigger::Moves { who: None }),
        (
            "when an enemy begins to use an ability",
            Trigger::Uses { who: None },
        ),
    ];
    let mut answers = Vec::new();
    let form = plan
        .form
        .or_else(|| plan.forms.iter().find(|f| f.1.is_ok()).map(|f| f.0));
    for (action, def) in rules.actions.iter().filter(|(_, def)| def.readyable) {
        if plan.prepared.is_some_and(|prepared| prepared != action) {
            continue;
        }
        for (label, trigger) in triggers {
            let aim = Aim::Prepare { action, trigger };
            let manner = plan.manner;
            let choice = Choice::Act {
                action: ready,
                aim,
                form,
                manner,
            };
            if session.battle.check(&choice).is_err() {
                continue;
            }
            if plan.prepared.is_none() {
                answers.push((def.name.clone(), String::new(), Act::Prepare(action), true));
                break;
            }
            answers.push((label.to_owned(), String::new(), Act::Choose(choice), true));
        }
    }
    answers
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
                    let look = if i == 0 && *enabled {
                        Look::Main
                    } else {
                        Look::Plain
                    };
                    buttons
                        .spawn(button_body(act.clone(), look, *enabled))
                        .with_child(text(format!("{}", i + 1), theme::body(12.0), theme::BRASS))
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
                    for (label, act) in &question.standing {
                        line.spawn((
                            button(label.clone(), act.clone(), Look::Line, true),
                            Tip("The pause menu takes this back.".into()),
                        ));
                    }
                });
        }
    });
}
