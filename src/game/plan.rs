//! What the player has in mind: the action begun, the square pointed at, and what that would do.

mod deploy;
mod group;
pub mod offer;
mod spots;

use bevy::prelude::*;

use super::act::Act;
use super::awake::Awake;
use super::playback::Shown;
use super::session::Session;
use super::{Menu, Screen, Stage};
use crate::combat::movement::MoveField;
use crate::combat::view::ActionOption;
use crate::combat::{Aim, AttackForecast, Choice, Forecast, Manner, Refusal, Request, Seat};
use crate::grid::{Square, SquareSet};
use crate::rules::action::Follow;
use crate::rules::{ActionDef, ActionId, Procedure, Targeting};

pub use deploy::Deployment;
pub use group::Group;

/// A combatant as the target of what is in mind.
#[derive(Clone, Debug)]
pub struct Target {
    pub seat: Seat,
    pub choice: Choice,
    /// Why not.
    pub refusal: Option<Refusal>,
    pub odds: Option<AttackForecast>,
    /// Chance of an opposed check.
    pub success: Option<f64>,
    /// The squares that lead there, where the action brings its own movement.
    pub lane: Vec<Square>,
}

/// A movement that can be made, with its squares.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    pub action: Option<ActionId>,
    pub field: MoveField,
}

/// What a square offers, and what it would do.
#[derive(Clone, Debug)]
pub struct Preview {
    pub at: Square,
    pub choice: Option<Choice>,
    pub forecast: Forecast,
}

/// The player's plan, worked out anew whenever battle or mind change.
#[derive(Resource, Default)]
pub struct Plan {
    /// The action chosen in the bar.
    pub begun: Option<ActionId>,
    /// The action to be readied.
    pub prepared: Option<ActionId>,
    /// The shelf of the action bar that is open.
    pub group: Group,
    /// Things in the hands of the target to choose from.
    pub things: Vec<(String, Choice)>,
    /// The attack form preferred.
    pub form: Option<u8>,
    pub manner: Manner,
    /// The targets collected so far, for actions that take several.
    pub picked: Vec<Seat>,
    /// The square under pointer or cursor.
    pub pointed: Option<Square>,
    /// The cursor is led by the keyboard.
    pub by_keys: bool,
    pub seat: Option<Seat>,
    pub options: Vec<ActionOption>,
    pub forms: Vec<(u8, Result<(), Refusal>)>,
    /// Nearest first: the movement in mind, and a longer one beyond it.
    pub reaches: Vec<Reach>,
    pub targets: Vec<Target>,
    /// Squares that the action begun can be aimed at.
    pub spots: Vec<Square>,
    pub preview: Option<Preview>,
    pub deployment: Option<Deployment>,
    /// Squares threatened by the enemies of the viewer, while the key is on.
    pub threat: Option<SquareSet>,
    /// Grows with every change.
    pub revision: u32,
    known: (u32, bool),
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Plan>();
    let playing = in_state(Screen::Battle).and_then(resource_exists::<Session>);
    app.add_systems(OnEnter(Screen::Battle), |mut plan: ResMut<Plan>| {
        *plan = Plan::default()
    });
    app.add_systems(
        Update,
        (
            follow_acts
                .in_set(Stage::Act)
                .before(super::session::answer),
            (refresh, foresee).chain().in_set(Stage::Show),
        )
            .run_if(playing),
    );
}

impl Plan {
    /// Points at a square.
    pub fn point(&mut self, square: Option<Square>, by_keys: bool) {
        if self.pointed != square {
            self.pointed = square;
            self.preview = None;
        }
        self.by_keys = by_keys;
    }

    /// Whether anything on the map can be chosen.
    pub fn offers(&self) -> bool {
        let free = self.targets.iter().any(|target| target.refusal.is_none());
        free || !self.spots.is_empty() || !self.reaches.is_empty()
    }

    /// The option of an action in the bar.
    pub fn option(&self, action: ActionId) -> Option<&ActionOption> {
        self.options.iter().find(|o| o.action == action)
    }

    /// The target standing on a square.
    pub fn target_at(&self, shown: &Shown, square: Square) -> Option<&Target> {
        let on = |seat: Seat| {
            let who = shown.view.combatants.get(seat.index());
            who.and_then(|w| w.area)
                .is_some_and(|area| area.contains(square))
        };
        self.targets.iter().find(|t| on(t.seat))
    }

    /// What of weight could still be done in the turn: strike at somebody, move.
    pub fn unspent(&self, session: &Session) -> Vec<String> {
        let rules = session.rules();
        let first = |wanted: fn(&Procedure) -> bool| {
            let free = self.options.iter().filter(|o| o.refusal.is_none());
            let mut defs = free.filter_map(|o| rules.actions.get(o.action));
            defs.find(|def| wanted(&def.procedure))
                .map(|def| def.name.clone())
        };
        let strike = self.targets.iter().any(|target| target.refusal.is_none());
        let attack = first(|p| matches!(p, Procedure::Attack | Procedure::FullAttack));
        let walk = first(|p| matches!(p, Procedure::Move(m) if !m.while_prone));
        attack.filter(|_| strike).into_iter().chain(walk).collect()
    }

    fn forget(&mut self) {
        self.begun = None;
        self.prepared = None;
        self.things.clear();
        self.picked.clear();
        if self.by_keys {
            self.pointed = None;
        }
        self.preview = None;
        self.known = (0, false);
    }

    /// Whether an action can be made with the off-hand weapon as well.
    pub fn takes_both_weapons(def: &ActionDef) -> bool {
        match &def.procedure {
            Procedure::FullAttack => true,
            Procedure::Assume { then, .. } => *then == Follow::FullAttack,
            _ => false,
        }
    }

    /// Whether an action is made of attacks, in place of which something else can be tried.
    pub fn strikes(def: &ActionDef) -> bool {
        matches!(
            def.procedure,
            Procedure::Attack | Procedure::FullAttack | Procedure::Charge(_)
        )
    }

    /// Whether an action can be made without lowering the guard.
    pub fn can_be_defensive(def: &ActionDef) -> bool {
        matches!(def.procedure, Procedure::Ability(_))
    }

    /// Whether the action begun takes several targets, collected click by click.
    pub fn collects(&self, session: &Session) -> bool {
        let def = self.begun.and_then(|a| session.rules().actions.get(a));
        def.is_some_and(|def| def.target == Targeting::Combatants)
    }

    /// Takes whoever stands there among the targets, or out again. False if nothing is collected.
    fn pick(&mut self, session: &Session, shown: &Shown, square: Square) -> bool {
        if !self.collects(session) {
            return false;
        }
        if let Some(seat) = self.target_at(shown, square).map(|target| target.seat) {
            match self.picked.iter().position(|picked| *picked == seat) {
                Some(at) => {
                    self.picked.remove(at);
                }
                None => self.picked.push(seat),
            }
            self.known.0 = 0;
        }
        true
    }

    /// The action begun, at everybody collected.
    pub fn collected(&self, session: &Session) -> Option<Choice> {
        let action = self.begun.filter(|_| self.collects(session))?;
        Some(Choice::Act {
            action,
            aim: Aim::Several(self.picked.clone()),
            form: None,
            manner: self.manner_of(session.rules().actions.get(action)),
        })
    }

    /// How an action is made: what the player chose, as far as it means something for this one.
    fn manner_of(&self, def: Option<&ActionDef>) -> Manner {
        Manner {
            both_weapons: self.manner.both_weapons && def.is_some_and(Self::takes_both_weapons),
            instead: self
                .manner
                .instead
                .filter(|_| def.is_some_and(Self::strikes)),
            defensively: self.manner.defensively && def.is_some_and(Self::can_be_defensive),
            ..self.manner
        }
    }
}

/// Begins, changes and drops what is in mind; does what a square offers.
fn follow_acts(
    mut acts: ResMut<Messages<Act>>,
    mut cursor: Local<bevy::ecs::message::MessageCursor<Act>>,
    mut session: ResMut<Session>,
    shown: Res<Shown>,
    menu: Res<State<Menu>>,
    mut plan: ResMut<Plan>,
    mut next: ResMut<NextState<Menu>>,
    mut awake: ResMut<Awake>,
) {
    let news: Vec<_> = cursor.read(&acts).cloned().collect();
    for act in news {
        if !matches!(menu.get(), Menu::None | Menu::EndTurn | Menu::Actions) {
            continue;
        }
        let mut choose = |choice: Choice| {
            acts.write(Act::Choose(choice));
        };
        match act {
            Act::Begin(action) => {
                NextState::set_if_neq(&mut next, Menu::None);
                if let Some(choice) = offer::at_once(&mut session, &plan, action) {
                    choose(choice);
                } else if plan.begun == Some(action) {
                    plan.forget();
                } else {
                    plan.begun = Some(action);
                    plan.prepared = None;
                    plan.things.clear();
                    plan.picked.clear();
                    plan.known.0 = 0;
                }
            }
            Act::PickGroup(group) => {
                plan.group = group;
                plan.revision += 1;
            }
            Act::PickForm(form) => {
                plan.form = Some(form);
                plan.known.0 = 0;
            }
            Act::Prepare(action) => {
                plan.prepared = Some(action);
                plan.revision += 1;
            }
            Act::Cancel | Act::Undo => plan.forget(),
            Act::ToggleThreat => {
                plan.threat = match plan.threat {
                    Some(_) => None,
                    None => Some(threatened(&mut session)),
                };
                plan.revision += 1;
            }
            Act::ToggleLethality => {
                plan.manner.other_lethality = !plan.manner.other_lethality;
                plan.known.0 = 0;
            }
            Act::TryInstead(action) => {
                let same = plan.manner.instead == Some(action);
                plan.manner.instead = (!same).then_some(action);
                plan.known.0 = 0;
            }
            Act::ToggleBothWeapons => {
                plan.manner.both_weapons = !plan.manner.both_weapons;
                plan.known.0 = 0;
            }
            Act::ToggleDefensively => {
                plan.manner.defensively = !plan.manner.defensively;
                plan.known.0 = 0;
            }
            Act::FillPlaces => {
                if let Some(deployment) = &mut plan.deployment {
                    deployment.fill(&mut session);
                    plan.revision += 1;
                }
            }
            Act::Square(square) if shown.settled => {
                if plan.place(&session, square) || plan.pick(&session, &shown, square) {
                } else if let Some(choice) = offer::on(&mut session, &shown, &plan, square) {
                    plan.things = offer::held(&mut session, &choice);
                    if plan.things.len() < 2 {
                        choose(choice);
                    }
                    plan.revision += 1;
                }
            }
            Act::EndTurn if session.battle.acting().is_some() => {
                if *menu.get() == Menu::None && !plan.unspent(&session).is_empty() {
                    NextState::set_if_neq(&mut next, Menu::EndTurn);
                } else {
                    NextState::set_if_neq(&mut next, Menu::None);
                    choose(Choice::EndTurn);
                }
            }
            Act::Choose(_) => plan.forget(),
            _ => continue,
        }
        awake.stir();
    }
}

/// What all enemies of the viewer (or of the one who acts) threaten.
fn threatened(session: &mut Session) -> SquareSet {
    let side = session.asked().or(session.viewer());
    let mut all = SquareSet::new(session.battle.dimensions());
    for who in session.battle.view().combatants {
        if side.is_none_or(|side| who.side != side) && who.standing {
            all.union(&session.battle.threatened_squares(who.seat));
        }
    }
    all
}

/// Works out options, reach and targets when the battle or the mind has changed.
pub(super) fn refresh(mut session: ResMut<Session>, shown: Res<Shown>, mut plan: ResMut<Plan>) {
    let now = (session.revision, shown.settled);
    if plan.known == now {
        return;
    }
    plan.known = now;
    plan.revision += 1;
    plan.preview = None;
    plan.options.clear();
    plan.targets.clear();
    plan.reaches.clear();
    plan.spots.clear();
    plan.forms.clear();
    if plan.threat.is_some() {
        plan.threat = Some(threatened(&mut session));
    }
    let asked = shown.settled.then(|| session.question().cloned()).flatten();
    plan.deployment = Deployment::of(&session, asked.as_ref(), plan.deployment.take());
    let Some(Request::Turn { seat }) = asked else {
        plan.seat = None;
        plan.begun = None;
        return;
    };
    if plan.seat != Some(seat) {
        plan.seat = Some(seat);
        plan.begun = None;
        plan.form = None;
        plan.manner = Manner::default();
        plan.group = Group::Possible;
    }
    plan.options = session.battle.actions();
    plan.options.sort_by_key(|o| {
        session
            .rules()
            .actions
            .get(o.action)
            .map_or(255, |d| d.place)
    });
    plan.forms = session.battle.forms(seat);
    if plan
        .begun
        .is_some_and(|action| plan.option(action).is_none_or(|o| o.refusal.is_some()))
    {
        plan.begun = None;
    }
    let reaches = offer::reaches(&mut session, &plan);
    let targets = offer::targets(&mut session, &shown, &plan);
    let spots = spots::of(&mut session, &plan);
    (plan.reaches, plan.targets, plan.spots) = (reaches, targets, spots);
}

/// Works out what the square pointed at would do.
fn foresee(mut session: ResMut<Session>, shown: Res<Shown>, mut plan: ResMut<Plan>) {
    let Some(square) = plan
        .pointed
        .filter(|_| shown.settled && session.asked().is_some())
    else {
        if plan.preview.is_some() {
            plan.preview = None;
            plan.revision += 1;
        }
        return;
    };
    if plan.preview.as_ref().is_some_and(|p| p.at == square) {
        return;
    }
    let choice = offer::on(&mut session, &shown, &plan, square);
    let forecast = choice
        .as_ref()
        .map(|c| session.battle.forecast(c))
        .unwrap_or_default();
    plan.preview = Some(Preview {
        at: square,
        choice,
        forecast,
    });
    plan.revision += 1;
}

/// Whether an action is chosen with a way to walk.
pub fn wants_path(session: &Session, action: ActionId) -> bool {
    let def = session.rules().actions.get(action);
    def.is_some_and(|d| matches!(d.procedure, Procedure::Move(_) | Procedure::Step))
}
