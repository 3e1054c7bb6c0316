//! The slip that asks: attacks of opportunity, defences, deployment, what to ready, what to draw.

use bevy::prelude::*;

use super::digits::key_name;
use super::readying;
pub use super::replies::{Question, Reply};
use crate::combat::contract::{AutoResponse, RequestKind};
use crate::combat::flow::auto_response;
use crate::combat::{Aim, Choice, Request};
use crate::game::drawer::Drawer;
use crate::game::intent::{Command, PlanEdit};
use crate::game::plan::{Plan, Watch, offer, pick, ways};
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::widgets::{
    Look, Tip, button, button_body, column, label, refill, row, scrolling, small_button, text,
};
use crate::game::{FrameSet, theme, words};
use crate::rules::{ActionDef, ActionId, Targeting, TurnAct};

#[derive(Component)]
pub struct Panel;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Question>();
    let ask = (pose, fill).chain().after(crate::game::plan::refresh);
    app.add_systems(Update, ask.in_set(FrameSet::Show).run_if(playing()));
}

/// Works out what is asked.
pub(super) fn pose(
    session: Res<Session>,
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
        asked(&session, &plan)
    } else {
        None
    };
    question.set_if_neq(posed.unwrap_or_default().with_keys());
}

fn asked(session: &Session, plan: &Plan) -> Option<Question> {
    if let Some(deployment) = &plan.deployment {
        let text = match deployment.next() {
            Some(seat) => format!(
                "Click a marked square to place {}. Click a combatant you have placed to pick it up again.",
                words::name(session, seat)
            ),
            None => "All your combatants are in place.".into(),
        };
        let begin = match deployment.choice() {
            Some(choice) => Reply::new("Begin", Command::Choose(choice)),
            None => Reply::new("Begin", PlanEdit::Cancel).enabled(false),
        };
        let fill = Reply::new("Place the rest for me", PlanEdit::FillPlaces);
        let answers = vec![fill.enabled(!begin.enabled), begin];
        return Some(Question {
            heading: "Place your warband".into(),
            text,
            answers,
            for_good: Vec::new(),
            ..Question::default()
        });
    }
    if let Some((heading, text)) = words::question(session) {
        let answers = words::answers(session)
            .into_iter()
            .map(|answer| Reply {
                note: answer.note,
                tip: answer.tip,
                place: answer.place,
                ..Reply::new(answer.label, Command::Choose(answer.choice))
            })
            .collect();
        let kind = session.question().and_then(auto_response::kind);
        let for_good = kind.map(for_good).unwrap_or_default();
        return Some(Question {
            heading,
            text,
            answers,
            for_good,
            ..Question::default()
        });
    }
    let begun = plan.selection.action?;
    let Some(Request::Turn { .. }) = session.question() else {
        return None;
    };
    let def = session.rules().actions.get(begun)?.clone();
    if let Some(choice) = plan.collected(session) {
        return Some(collect(session, plan, def, choice));
    }
    let (mut drawers, mut open) = (Vec::new(), 0);
    let mut answers = match (def.turn_act(), plan.selection.prepared) {
        (Some(TurnAct::Ready), Some(prepared)) => {
            readying::triggered(session, plan, begun, prepared)
        }
        (Some(TurnAct::Ready), None) => {
            let all = readying::readyable(session, plan, begun);
            let answers;
            (drawers, open, answers) = in_drawers(all, plan.selection.drawer);
            answers
        }
        _ if !plan.selection.variants.is_empty() => to_answers(plan.selection.variants.clone()),
        _ => {
            let mut list = pick::about(session, plan, begun);
            list.extend(
                plan.options
                    .spread
                    .clone()
                    .map(|choice| ("Do it".into(), choice)),
            );
            list.extend(untargeted(session, plan, &def, begun));
            if list.is_empty() {
                return None;
            }
            to_answers(list)
        }
    };
    // The dock, where this is switched on otherwise, makes room for the question.
    if session.rules().can_be_defensive(&def) {
        answers.push(guarded(plan));
    }
    let prepared = plan
        .selection
        .prepared
        .map(|action| words::action(session.rules(), action).to_owned());
    let text = match prepared {
        _ if answers.is_empty() => "You have nothing to choose from.".into(),
        Some(name) if plan.selection.enters.is_some() => {
            format!("{name}: choose the square that you watch on the map.")
        }
        Some(name) => match plan.selection.watch {
            Watch::Only(one) => format!("{name}, as soon as {} …", words::name(session, one)),
            Watch::Asking => format!("{name}: which combatant are you waiting for?"),
            Watch::All => format!("{name}, as soon as an enemy …"),
        },
        None => def.text,
    };
    Some(Question {
        heading: def.name,
        text,
        answers,
        drawers,
        open,
        ..Question::default()
    })
}

/// The handles of the drawers that answers lie in, which of them is open, and the answers in that one: the drawer
/// that was opened last, or else the first.
fn in_drawers(
    all: Vec<(Drawer, Reply)>,
    chosen: Option<Drawer>,
) -> (Vec<Reply>, usize, Vec<Reply>) {
    let mut held: Vec<(Drawer, usize)> = Vec::new();
    for (drawer, _) in &all {
        match held.last_mut() {
            Some((last, count)) if last == drawer => *count += 1,
            _ => held.push((*drawer, 1)),
        }
    }
    let open = held.iter().position(|(drawer, _)| Some(*drawer) == chosen);
    let open = open.unwrap_or(0);
    let opened = held.get(open).map(|(drawer, _)| *drawer);
    let handle = |(drawer, count): &(Drawer, usize)| {
        let words = format!("{} {count}", drawer.name());
        Reply::new(words, PlanEdit::Drawer(Some(*drawer)))
    };
    let handles = held.iter().map(handle).collect();
    let inside = all
        .into_iter()
        .filter(|(drawer, _)| Some(*drawer) == opened);
    let inside = inside.map(|(_, reply)| reply).collect();
    (handles, open, inside)
}

/// The switch by which an ability is used on the defensive, or no longer.
fn guarded(plan: &Plan) -> Reply {
    let label = match plan.selection.manner.defensively {
        false => "On the defensive",
        true => "No longer on the defensive",
    };
    Reply {
        tip: ways::ON_GUARD.into(),
        ..Reply::new(label, PlanEdit::ToggleDefensively)
    }
}

/// What needs a target, but not yet: a touch to be held for later.
fn untargeted(
    session: &Session,
    plan: &Plan,
    def: &ActionDef,
    action: ActionId,
) -> Option<(String, Choice)> {
    if def.target != Targeting::Combatant {
        return None;
    }
    let choice = offer::act(session, plan, action, Aim::None);
    let possible = session.battle.check(&choice).is_ok();
    possible.then(|| ("No target yet: hold it ready".into(), choice))
}

/// The targets collected so far, and what to do with them.
fn collect(session: &Session, plan: &Plan, def: ActionDef, choice: Choice) -> Question {
    let refusal = session.battle.check(&choice).err();
    let names: Vec<_> = plan
        .selection
        .targets
        .iter()
        .map(|seat| words::name(session, *seat))
        .collect();
    let text = match (names.is_empty(), &refusal) {
        (true, _) => "Click all the targets you want.".into(),
        (false, None) => format!("Targets: {}.", names.join(", ")),
        (false, Some(refusal)) => words::refusal(session, refusal),
    };
    let done = Reply::new("Do it", Command::Choose(choice)).enabled(refusal.is_none());
    let answers = vec![done];
    Question {
        heading: def.name,
        text,
        answers,
        for_good: Vec::new(),
        ..Question::default()
    }
}

pub(super) fn for_good(kind: RequestKind) -> Vec<Reply> {
    let (yes, no) = match kind {
        RequestKind::Defence => ("always defend", "never"),
        RequestKind::Coverage => ("always take 10", "always roll"),
        _ => ("always", "never"),
    };
    [
        (yes, AutoResponse::Always),
        (no, AutoResponse::Never),
        ("ask me only if it matters", AutoResponse::AskIfItMatters),
    ]
    .map(|(label, standing)| Reply::new(label, Command::Respond(kind, standing)))
    .into()
}

fn to_answers(list: Vec<(String, Choice)>) -> Vec<Reply> {
    list.into_iter()
        .map(|(name, choice)| Reply::new(name, Command::Choose(choice)))
        .collect()
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
        let (heading, text_below) = (question.heading.clone(), question.text.clone());
        panel.spawn(text(heading, theme::title(22.0), theme::INK));
        if !question.drawers.is_empty() {
            let wraps = Node {
                flex_wrap: FlexWrap::Wrap,
                row_gap: px(4),
                ..row(6.0)
            };
            panel
                .spawn((wraps, Pickable::IGNORE))
                .with_children(|handles| drawer_handles(handles, &question));
        }
        panel.spawn(text(text_below, theme::body(15.5), theme::INK));
        // More than there is room for rolls.
        let answers = scrolling(Node {
            row_gap: px(8),
            ..default()
        });
        panel.spawn(answers).with_children(|panel| {
            for group in question.answers.chunk_by(|a, b| a.group == b.group) {
                panel.spawn(row(8.0)).with_children(|buttons| {
                    let heading = group.first().map_or("", |reply| reply.group);
                    if !heading.is_empty() {
                        let words = text(heading, theme::body(13.0), theme::FADED);
                        buttons.spawn((
                            Node {
                                width: px(84),
                                ..default()
                            },
                            children![words],
                        ));
                    }
                    // What goes on in a second line begins under the first button.
                    let beside = Node {
                        flex_wrap: FlexWrap::Wrap,
                        row_gap: px(6),
                        flex_grow: 1.0,
                        flex_basis: px(0),
                        min_width: px(0),
                        ..row(8.0)
                    };
                    let place = (beside, Pickable::IGNORE);
                    buttons.spawn(place).with_children(|buttons| {
                        for reply in group {
                            let look = match question.main() == Some(reply) {
                                true => Look::Main,
                                false => Look::Plain,
                            };
                            answer_button(buttons, reply, look, key_name(reply.key));
                        }
                    });
                });
            }
        });
        if question.for_good.is_empty() {
            return;
        }
        panel
            .spawn(Node {
                flex_wrap: FlexWrap::Wrap,
                ..row(4.0)
            })
            .with_children(|line| {
                line.spawn(text("From now on:", theme::body(13.0), theme::FADED));
                for reply in &question.for_good {
                    let words = format!("{} {}", key_name(reply.key), reply.label);
                    line.spawn((
                        button(words, reply.does.clone(), Look::Line, true),
                        Tip("You can take this back in the pause menu.".into()),
                    ));
                }
            });
    });
}

/// The drawers that the answers lie in.
fn drawer_handles(line: &mut ChildSpawnerCommands<'_>, question: &Question) {
    for (number, reply) in question.drawers.iter().enumerate() {
        let look = match number == question.open {
            true => Look::Chosen,
            false => Look::Plain,
        };
        line.spawn((
            small_button(reply.does.clone(), look, true),
            Tip("Open this drawer ({F4}: the next one)".into()),
        ))
        .with_child(text(key_name(reply.key), theme::body(11.0), theme::BRASS))
        .with_child(label(reply.label.clone(), theme::bold(13.0), theme::CREAM));
    }
}

/// An answer with its key, its label and what is known about it.
fn answer_button(buttons: &mut ChildSpawnerCommands<'_>, reply: &Reply, look: Look, key: String) {
    let ink = match reply.enabled {
        true => theme::CREAM,
        false => theme::DIM,
    };
    buttons
        .spawn((
            button_body(reply.does.clone(), look, reply.enabled),
            Tip(reply.tip.clone()),
        ))
        .with_child(text(key, theme::body(12.0), theme::BRASS))
        .with_children(|parts| {
            parts
                .spawn(column(1.0))
                .insert(Pickable::IGNORE)
                .with_children(|lines| {
                    lines.spawn(text(reply.label.clone(), theme::bold(15.0), ink));
                    if !reply.note.is_empty() {
                        let font = theme::body(12.5);
                        lines.spawn(text(reply.note.clone(), font, theme::DIM));
                    }
                });
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset};
    use crate::game::intent::Intent;
    use crate::game::plan::refreshed;
    use crate::game::testing::table;

    /// What is asked when an action is readied, with this drawer open.
    fn readying(system: &str, drawer: Option<Drawer>) -> Question {
        let (session, shown) = table(&Scene::new(ruleset(system), &["A.b...", "......"]));
        let mut plan = refreshed(&session, &shown);
        plan.selection.action = session.rules().actions.id("ready");
        plan.selection.drawer = drawer;
        let question = asked(&session, &plan).expect("a question");
        question.with_keys()
    }

    #[test]
    fn what_can_be_readied_is_read_a_drawer_at_a_time_and_every_answer_has_a_key() {
        for system in SYSTEMS {
            let first = readying(system, None);
            assert!(first.drawers.len() > 2, "{system}: {:?}", first.drawers);
            for number in 0..first.drawers.len() {
                let does = &first.drawers[number].does;
                let Intent::Plan(PlanEdit::Drawer(drawer)) = does else {
                    panic!("{does:?}");
                };
                let question = readying(system, *drawer);
                assert_eq!(question.open, number);
                let count = question.answers.len();
                assert!((1..=13).contains(&count), "{system}: {count}");
                let all = question.answers.iter().chain(&question.drawers);
                let mut keys: Vec<_> = all.map(|reply| key_name(reply.key)).collect();
                assert!(keys.iter().all(|key| !key.is_empty()), "{keys:?}");
                let every = keys.len();
                keys.sort();
                keys.dedup();
                assert_eq!(keys.len(), every, "{system}: each key once");
            }
        }
    }
}
