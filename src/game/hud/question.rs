//! The slip that asks: attacks of opportunity, defences, deployment, what to ready, what to draw.

use bevy::prelude::*;

use super::digits::key_name;
use super::readying;
use crate::combat::contract::{AutoResponse, DefenceChoice, RequestKind};
use crate::combat::flow::auto_response;
use crate::combat::{Aim, Choice, Request};
use crate::game::intent::{Command, Intent, PlanEdit};
use crate::game::plan::{Plan, Watch, offer, pick, ways};
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::widgets::{Look, Tip, button, button_body, column, refill, row, text};
use crate::game::{FrameSet, theme, words};
use crate::rules::{ActionDef, ActionId, Targeting, TurnAct};

#[derive(Component)]
pub struct Panel;

/// A button under a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub label: String,
    /// What is known about it beforehand.
    pub note: String,
    /// What it does, for the pointer that rests on it.
    pub tip: String,
    pub does: Intent,
    pub enabled: bool,
    /// The number of the key that gives it: 0 is the digit 1, 10 is Shift and 1.
    pub key: usize,
}

impl Reply {
    pub(super) fn new(label: impl Into<String>, does: impl Into<Intent>) -> Self {
        Self {
            label: label.into(),
            note: String::new(),
            tip: String::new(),
            does: does.into(),
            enabled: true,
            key: 0,
        }
    }

    /// The same, but whether it can be given is told.
    fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

/// What is asked at present; the number keys answer it.
#[derive(Resource, Default, Clone, Debug, PartialEq)]
pub struct Question {
    pub heading: String,
    pub text: String,
    pub answers: Vec<Reply>,
    /// Answers that hold from now on.
    pub for_good: Vec<Reply>,
    /// The key of the answer that stands out.
    main: usize,
}

impl Question {
    /// The same, each answer with a key: what is asked often has the same key every time.
    fn with_keys(mut self) -> Self {
        let mut taken = Vec::new();
        for (reply, key) in self.for_good.iter_mut().zip(FOR_GOOD) {
            reply.key = key;
            taken.push(key);
        }
        let fixed = |reply: &Reply| match &reply.does {
            Intent::Command(Command::Choose(choice)) => usual_key(choice),
            _ => None,
        };
        taken.extend(self.answers.iter().filter_map(fixed));
        let mut free = (0..).filter(|key| !taken.contains(key));
        for reply in &mut self.answers {
            reply.key = fixed(reply).or_else(|| free.next()).unwrap_or_default();
        }
        let main = self.answers.iter().find(|reply| reply.enabled);
        self.main = main.map_or(0, |reply| reply.key);
        self.answers.sort_by_key(|reply| reply.key);
        self
    }

    /// The answer with this key.
    pub fn reply(&self, key: usize) -> Option<&Reply> {
        let mut all = self.answers.iter().chain(&self.for_good);
        all.find(|reply| reply.key == key)
    }

    /// The answer that stands out: the most likely one that can be given.
    pub fn main(&self) -> Option<&Reply> {
        let main = self.answers.iter().find(|reply| reply.key == self.main);
        main.filter(|reply| reply.enabled)
    }
}

/// The keys of answers that hold from now on: 8, 9 and 0.
const FOR_GOOD: [usize; 3] = [7, 8, 9];

/// The key of an answer that means the same wherever it is given.
fn usual_key(choice: &Choice) -> Option<usize> {
    Some(match choice {
        Choice::Decline => 1,
        Choice::DeclineMove => 2,
        Choice::Defend(DefenceChoice::Dodge { take_ten: false }) => 0,
        Choice::Defend(DefenceChoice::Dodge { take_ten: true }) => 1,
        Choice::Defend(DefenceChoice::Block { take_ten: false }) => 2,
        Choice::Defend(DefenceChoice::Block { take_ten: true }) => 3,
        Choice::Defend(DefenceChoice::Nothing) => 4,
        _ => return None,
    })
}

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
    let mut answers = match def.turn_act() {
        Some(TurnAct::Ready) => readying::prepare(session, plan, begun),
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
            Watch::All => format!("{name}, as soon as …"),
        },
        None => def.text,
    };
    Some(Question {
        heading: def.name,
        text,
        answers,
        for_good: Vec::new(),
        ..Question::default()
    })
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
        (false, Some(refusal)) => words::refusal(session.rules(), refusal),
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

fn for_good(kind: RequestKind) -> Vec<Reply> {
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
        panel.spawn(text(text_below, theme::body(15.5), theme::INK));
        panel
            .spawn(Node {
                flex_wrap: FlexWrap::Wrap,
                row_gap: px(6),
                ..row(8.0)
            })
            .with_children(|buttons| {
                for reply in &question.answers {
                    let look = match question.main() == Some(reply) {
                        true => Look::Main,
                        false => Look::Plain,
                    };
                    answer_button(buttons, reply, look, key_name(reply.key));
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

    fn question(choices: &[Choice]) -> Question {
        let reply = |choice: &Choice| Reply::new("x", Command::Choose(choice.clone()));
        Question {
            answers: choices.iter().map(reply).collect(),
            for_good: for_good(RequestKind::Opportunity),
            ..Question::default()
        }
        .with_keys()
    }

    fn key_of(question: &Question, choice: &Choice) -> Option<usize> {
        let does = Intent::from(Command::Choose(choice.clone()));
        let reply = question.answers.iter().find(|reply| reply.does == does);
        reply.map(|reply| reply.key)
    }

    #[test]
    fn letting_it_pass_has_the_same_key_however_many_ways_there_are_to_strike() {
        let strike = |mode| Choice::Accept { mode: Some(mode) };
        let few = question(&[strike(0), Choice::Decline]);
        let many = question(&[
            strike(0),
            strike(1),
            strike(2),
            Choice::Decline,
            Choice::DeclineMove,
        ]);
        for asked in [&few, &many] {
            assert_eq!(key_of(asked, &strike(0)), Some(0));
            assert_eq!(key_of(asked, &Choice::Decline), Some(1));
            let for_good: Vec<_> = asked.for_good.iter().map(|reply| reply.key).collect();
            assert_eq!(for_good, FOR_GOOD);
        }
        assert_eq!(key_of(&many, &strike(1)), Some(3));
    }

    #[test]
    fn what_stands_out_is_the_most_likely_answer_not_the_first_key() {
        // Whether to give way: you stand unless you say otherwise.
        let yes = Choice::Accept { mode: None };
        let asked = question(&[Choice::Decline, yes.clone()]);
        assert_eq!(key_of(&asked, &yes), Some(0));
        let no = Intent::from(Command::Choose(Choice::Decline));
        assert_eq!(asked.main().map(|reply| &reply.does), Some(&no));
    }

    #[test]
    fn no_defence_has_the_same_key_with_a_shield_and_without() {
        let dodge = Choice::Defend(DefenceChoice::Dodge { take_ten: false });
        let block = Choice::Defend(DefenceChoice::Block { take_ten: false });
        let nothing = Choice::Defend(DefenceChoice::Nothing);
        let bare = question(&[dodge.clone(), nothing.clone()]);
        let shielded = question(&[dodge, block, nothing.clone()]);
        assert_eq!(key_of(&bare, &nothing), key_of(&shielded, &nothing));
    }
}
