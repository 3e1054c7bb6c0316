//! What the player has in mind: the action begun, the square pointed at, and what that would do.

mod approach;
mod deploy;
mod follow;
mod group;
pub mod offer;
pub mod pick;
mod spots;
pub mod ways;
mod work;

use bevy::prelude::*;

use super::playback::Shown;
use super::session::Session;
use super::{Screen, Stage};
use crate::combat::contract::view::ActionOption;
use crate::combat::movement::MoveField;
use crate::combat::{Aim, AttackForecast, Choice, Forecast, Manner, Refusal, Seat};
use crate::grid::{Square, SquareSet};
use crate::rules::{ActionDef, ActionId, Targeting};

pub use approach::Approach;
pub use deploy::Deployment;
pub use group::Group;
pub(super) use work::refresh;

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
    /// How many opportunity attacks it gives away.
    pub provokes: usize,
    /// The squares that lead there, where the action brings its own movement.
    pub lane: Vec<Square>,
    /// All ways that lead there, if there are several: each ends in another square.
    pub ways: Vec<Vec<Square>>,
}

impl Target {
    /// A possible target, as the forecast sees it.
    pub fn of(seat: Seat, choice: Choice, forecast: &Forecast) -> Self {
        let path = forecast.path.as_ref();
        let on_the_way = path.map_or(0, |path| path.opportunities.len());
        Self {
            seat,
            choice,
            refusal: None,
            odds: forecast.attack.clone(),
            success: forecast.success,
            provokes: forecast.provokes.len() + on_the_way,
            lane: path.map_or_else(Vec::new, |path| path.squares.clone()),
            ways: Vec::new(),
        }
    }
}

impl Target {
    /// What it would be attacked with.
    pub fn form(&self) -> Option<u8> {
        match &self.choice {
            Choice::Act { form, .. } => *form,
            _ => None,
        }
    }
}

/// Who sets off a readied action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    #[default]
    Anybody,
    /// One enemy, to be chosen now.
    Asking,
    Only(Seat),
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
    /// The choice walks up to whoever stands there, to be attacked next.
    pub approach: Option<Approach>,
}

/// The player's plan, worked out anew whenever battle or mind change.
#[derive(Resource, Default)]
pub struct Plan {
    /// The action chosen in the bar.
    pub begun: Option<ActionId>,
    /// The action to be readied.
    pub prepared: Option<ActionId>,
    /// Who sets off what is readied.
    pub watch: Watch,
    /// The shelf of the action bar that is open.
    pub group: Group,
    /// Things in the hands of the target to choose from.
    pub things: Vec<(String, Choice)>,
    /// The attack form preferred.
    pub form: Option<u8>,
    pub manner: Manner,
    /// The targets collected so far, for actions that take several.
    pub picked: Vec<Seat>,
    /// The target pointed at last: the squares beside it mean ways to it.
    pub aimed: Option<Seat>,
    /// The square under pointer or cursor.
    pub pointed: Option<Square>,
    /// The cursor is led by the keyboard.
    pub by_keys: bool,
    /// Whose turn it is, if a person has it.
    pub seat: Option<Seat>,
    /// Who would do what is in mind: the one whose turn it is, or whoever has an action ready.
    pub actor: Option<Seat>,
    /// The action begun is aimed at the corner of squares, not at squares.
    pub corner: bool,
    /// The action begun needs no target, but spreads: it is looked at before it is done.
    pub poised: Option<Choice>,
    /// What the actions that are taken at once would bring.
    pub prospects: Vec<(ActionId, Forecast)>,
    pub options: Vec<ActionOption>,
    /// Actions that are open, but that nobody and nothing is there for now, and why.
    pub idle: Vec<(ActionId, Option<Refusal>)>,
    /// What can be tried in place of the attack begun, at somebody.
    pub instead: Vec<ActionId>,
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
            follow::acts
                .in_set(Stage::Act)
                .before(super::session::answer),
            (work::refresh, work::foresee).chain().in_set(Stage::Show),
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

    /// Whether an action is open, but nobody and nothing is there for it now; and why.
    pub fn idles(&self, action: ActionId) -> Option<Option<&Refusal>> {
        let found = self.idle.iter().find(|(idle, _)| *idle == action);
        found.map(|(_, why)| why.as_ref())
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
        let first = |wanted: fn(&ActionDef) -> bool| {
            let free = self.options.iter().filter(|o| o.refusal.is_none());
            let mut defs = free.filter_map(|o| rules.actions.get(o.action));
            defs.find(|def| wanted(def)).map(|def| def.name.clone())
        };
        let strike = self.targets.iter().any(|target| target.refusal.is_none());
        let attack = first(|def| def.is_plain_attack() || def.is_plain_full_attack());
        let walk = first(|def| def.movement().is_some_and(|m| !m.while_prone));
        attack.filter(|_| strike).into_iter().chain(walk).collect()
    }

    fn forget(&mut self) {
        self.begun = None;
        self.prepared = None;
        self.watch = Watch::Anybody;
        self.things.clear();
        self.picked.clear();
        self.aimed = None;
        if self.by_keys {
            self.pointed = None;
        }
        self.preview = None;
        self.known = (0, false);
    }

    /// Whether an action can be made with the off-hand weapon as well.
    pub fn takes_both_weapons(def: &ActionDef) -> bool {
        def.strikes_all()
    }

    /// Whether an action is made of attacks, in place of which something else can be tried.
    pub fn strikes(def: &ActionDef) -> bool {
        def.strikes()
    }

    /// What the action begun is aimed at.
    pub fn targeting(&self, session: &Session) -> Option<Targeting> {
        let def = session.rules().actions.get(self.begun?)?;
        Some(def.target)
    }

    /// The attack form in use: the one preferred, or the first that is ready.
    pub fn form_in_use(&self) -> Option<u8> {
        let ready = self.forms.iter().find(|(_, ready)| ready.is_ok());
        self.form.or(ready.map(|(form, _)| *form))
    }

    /// Whether an action can be made without lowering the guard.
    pub fn can_be_defensive(def: &ActionDef) -> bool {
        def.ability().is_some()
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

/// Whether an action is chosen with a way to walk.
pub fn wants_path(session: &Session, action: ActionId) -> bool {
    let def = session.rules().actions.get(action);
    def.is_some_and(|d| d.movement().is_some() || d.is_step())
}
