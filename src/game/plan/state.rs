//! The plan itself: what is selected, what can be chosen, what a click would do.

use bevy::prelude::*;

use super::deploy::Deployment;
use super::found::{Exchange, Reach, Ring};
use super::readied::Watch;
use crate::combat::contract::ActionOption;
use crate::combat::{
    Aim, AttackForecast, Choice, Forecast, Manner, PathForecast, Refusal, Seat, SideId,
};
use crate::game::drawer::Drawer;
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::grid::{Square, SquareSet};
use crate::rules::{ActionDef, ActionId, CostDef, Ruleset, Targeting};

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
    /// How many attacks of opportunity it gives away.
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

    /// What it would be attacked with.
    pub fn mode(&self) -> Option<u8> {
        match &self.choice {
            Choice::Act { mode, .. } => *mode,
            _ => None,
        }
    }
}

/// A walk to where a target can be attacked from, with what is left of the turn.
#[derive(Clone, Debug)]
pub struct Approach {
    pub target: Seat,
    pub walk: Choice,
    /// What the attack is made with from there.
    pub mode: u8,
    /// The odds from there, as things stand now.
    pub odds: AttackForecast,
}

/// A way round what strikes on the short way.
#[derive(Clone, Debug)]
pub struct Detour {
    pub choice: Choice,
    pub path: PathForecast,
}

/// What a square offers, and what it would do.
#[derive(Clone, Debug)]
pub struct Preview {
    pub at: Square,
    pub choice: Option<Choice>,
    pub forecast: Forecast,
    /// The same at the one square of a large target that is pointed at.
    pub part: Option<Choice>,
    /// The choice walks up to the target there, to be attacked next.
    pub approach: Option<Approach>,
    /// A way there that gives fewer attacks away, where that is another one.
    pub detour: Option<Detour>,
    /// What the end of the way would mean.
    pub exchanges: Vec<Exchange>,
}

/// What the player has chosen so far.
#[derive(Debug, Default)]
pub struct Selection {
    /// The action chosen in the dock.
    pub action: Option<ActionId>,
    /// The action to be readied.
    pub prepared: Option<ActionId>,
    /// Who sets off what is readied.
    pub watch: Watch,
    /// It is set off in a square that is picked now; whether by anyone, or by enemies.
    pub enters: Option<bool>,
    /// The drawer of the dock that is open.
    pub drawer: Option<Drawer>,
    /// The attack mode preferred.
    pub mode: Option<u8>,
    pub manner: Manner,
    /// The targets collected so far, for actions that take several.
    pub targets: Vec<Seat>,
    /// The meanings of a click that has several, to choose from.
    pub variants: Vec<(String, Choice)>,
}

/// What the player points at.
#[derive(Debug, Default)]
pub struct Cursor {
    /// The square under pointer or cursor.
    pub square: Option<Square>,
    /// The cursor is led by the keyboard.
    pub by_keys: bool,
    /// The target pointed at last: the squares beside it mean ways to it.
    pub target: Option<Seat>,
    /// The choice whose way may be your last, after a first click for it.
    pub warned: Option<Choice>,
    /// The player does not want to be asked about such a way.
    pub bold: bool,
}

/// What can be chosen, worked out anew whenever battle or selection change.
#[derive(Debug, Default)]
pub struct Options {
    /// Whose turn it is, if a person has it.
    pub seat: Option<Seat>,
    /// Who would act: the one whose turn it is, or the one with an action ready.
    pub actor: Option<Seat>,
    /// The actions of the dock.
    pub actions: Vec<ActionOption>,
    /// What the actions that are taken at once would bring.
    pub prospects: Vec<(ActionId, Forecast)>,
    /// Actions that are open, but without a target for now, and why.
    pub idle: Vec<(ActionId, Option<Refusal>)>,
    /// What can be tried in place of the attack selected, at one target at least.
    pub instead: Vec<ActionId>,
    pub modes: Vec<(u8, Result<(), Refusal>)>,
    /// Nearest first: the movement in mind, and a longer one beyond it; each of them on foot and in the
    /// air, for who can do both.
    pub reaches: Vec<Reach>,
    pub targets: Vec<Target>,
    /// Squares that the action selected can be aimed at.
    pub squares: Vec<Square>,
    /// The action selected is aimed at the corner of squares, not at squares.
    pub corner: bool,
    /// The action selected needs no target, but spreads: it is looked at before it is done.
    pub spread: Option<Choice>,
}

/// The player's plan.
#[derive(Resource, Default)]
pub struct Plan {
    pub selection: Selection,
    pub cursor: Cursor,
    pub options: Options,
    /// What is shown, and what a click submits.
    pub preview: Option<Preview>,
    pub deployment: Option<Deployment>,
    /// The ring of actions that is open around a combatant.
    pub ring: Option<Ring>,
    /// Squares threatened by the enemies of the viewer, while they are shown.
    pub threat: Option<SquareSet>,
    /// Grows with every change.
    pub revision: u32,
    /// What the options were worked out for: the session's revision, whether the picture had caught up,
    /// and through whose eyes. `None`: they are to be worked out anew.
    pub(super) known: Option<(u32, bool, Option<SideId>)>,
}

impl Plan {
    /// Points at a square.
    pub fn point(&mut self, square: Option<Square>, by_keys: bool) {
        if self.cursor.square != square {
            self.cursor.square = square;
            self.cursor.warned = None;
            if self.preview.take().is_some() {
                // What told of it is drawn anew.
                self.revision += 1;
            }
        }
        self.cursor.by_keys = by_keys;
    }

    /// Whether anything on the map can be chosen.
    pub fn offers(&self) -> bool {
        let free = self
            .options
            .targets
            .iter()
            .any(|target| target.refusal.is_none());
        free || !self.options.squares.is_empty() || !self.options.reaches.is_empty()
    }

    /// The option of an action in the dock.
    pub fn option(&self, action: ActionId) -> Option<&ActionOption> {
        self.options.actions.iter().find(|o| o.action == action)
    }

    /// Whether an action is open, but without a target now; and why.
    pub fn idles(&self, action: ActionId) -> Option<Option<&Refusal>> {
        let found = self.options.idle.iter().find(|(idle, _)| *idle == action);
        found.map(|(_, why)| why.as_ref())
    }

    /// Whether an action can be taken now, with a target for it.
    pub fn is_open(&self, option: &ActionOption) -> bool {
        option.refusal.is_none() && self.idles(option.action).is_none()
    }

    /// The target standing on a square.
    pub fn target_at(&self, shown: &Shown, square: Square) -> Option<&Target> {
        let on = |seat: Seat| {
            let who = shown.view.combatants.get(seat.index());
            who.and_then(|w| w.area)
                .is_some_and(|area| area.contains(square))
        };
        self.options.targets.iter().find(|t| on(t.seat))
    }

    /// What of weight is left in the turn, a sentence each: that nothing was done at all, and an attack that has
    /// a target.
    pub fn unspent(&self, session: &Session) -> Vec<String> {
        let rules = session.rules();
        let first = |wanted: fn(&ActionDef) -> bool| {
            let free = self.options.actions.iter().filter(|o| o.refusal.is_none());
            let mut defs = free.filter_map(|o| rules.actions.get(o.action));
            defs.find(|def| wanted(def))
        };
        let strike = self
            .options
            .targets
            .iter()
            .any(|target| target.refusal.is_none());
        let attack = first(|def| def.is_plain_attack() || def.is_plain_full_attack());
        let can_walk = first(|def| def.movement().is_some_and(|m| !m.while_prone)).is_some();
        let view = session.view();
        let who = self
            .options
            .seat
            .and_then(|seat| view.combatants.get(seat.index()));
        let idle = who.is_some_and(|who| {
            let budget = &who.budget;
            budget.purse.slots == budget.purse.turn && budget.movement_left == 0
        });
        let idle = (idle && can_walk).then(|| "You have not moved or acted.".to_owned());
        let attack = attack.filter(|_| strike);
        let attack = attack.map(|def| format!("There is a target for this: {}.", def.name));
        idle.into_iter().chain(attack).collect()
    }

    /// Whether nothing but free actions is left in the turn of the one that a person has to decide for.
    pub fn is_spent(&self, session: &Session) -> bool {
        let rules = session.rules();
        let weighs = |option: &ActionOption| {
            // What goes on with something begun costs nothing more, but it is not free.
            let cost = option.cost.and_then(|cost| rules.costs.get(cost));
            let free = cost.is_some_and(CostDef::is_free);
            let walks = rules
                .actions
                .get(option.action)
                .is_some_and(ActionDef::walks);
            let idle = self.options.idle.iter().any(|(id, _)| *id == option.action);
            option.refusal.is_none() && option.sensible && !idle && (!free || walks)
        };
        self.options.seat.is_some() && !self.options.actions.iter().any(weighs)
    }

    /// The choice that a click on a square makes: the one that is shown for it.
    pub fn previewed(&self, square: Square) -> Option<&Choice> {
        let preview = self.preview.as_ref()?;
        let shown = match self.options.spread {
            // What spreads is confirmed by a click on any square that it covers.
            Some(_) => {
                let ability = preview.forecast.ability.as_ref()?;
                ability.squares.contains(&square)
            }
            None => preview.at == square,
        };
        preview.choice.as_ref().filter(|_| shown)
    }

    /// Has the options worked out anew.
    pub(super) fn renew(&mut self) {
        self.known = None;
    }

    /// Drops everything that was begun.
    pub fn forget(&mut self) {
        self.selection = Selection {
            mode: self.selection.mode,
            manner: self.selection.manner,
            ..Selection::default()
        };
        self.cursor.target = None;
        self.cursor.warned = None;
        self.ring = None;
        if self.cursor.by_keys {
            self.cursor.square = None;
        }
        self.preview = None;
        self.renew();
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
        let def = session.rules().actions.get(self.selection.action?)?;
        Some(def.target)
    }

    /// The attack mode in use: the one preferred, or the first that is ready.
    pub fn mode_in_use(&self) -> Option<u8> {
        let ready = self.options.modes.iter().find(|(_, ready)| ready.is_ok());
        self.selection.mode.or(ready.map(|(mode, _)| *mode))
    }

    /// The attack mode that is meant: the one preferred, or that of the weapon in hand even if it cannot
    /// strike now, such as a crossbow that is not loaded.
    pub fn mode_meant(&self) -> Option<u8> {
        let main = self.options.modes.first().map(|(mode, _)| *mode);
        self.selection.mode.or(main)
    }

    /// The name of an attack mode in small letters, if it is not the one meant: what strikes instead,
    /// because the weapon in hand cannot.
    pub fn other_mode(&self, shown: &Shown, mode: u8) -> Option<String> {
        let who = shown.view.combatants.get(self.options.actor?.index())?;
        let other = self.mode_meant() != Some(mode);
        let mode = who.modes.get(usize::from(mode)).filter(|_| other)?;
        Some(mode.name.to_lowercase())
    }

    /// Whether the action begun takes several targets, collected click by click.
    pub fn collects(&self, session: &Session) -> bool {
        let def = self
            .selection
            .action
            .and_then(|a| session.rules().actions.get(a));
        def.is_some_and(|def| def.target == Targeting::Combatants)
    }

    /// Places the next member on this square, or takes up the one that stands there. False if no
    /// deployment is under way.
    pub fn place(&mut self, session: &Session, square: Square) -> bool {
        let Some(deployment) = &mut self.deployment else {
            return false;
        };
        self.revision += 1;
        if let Some(there) = deployment
            .members
            .iter_mut()
            .find(|(_, at)| *at == Some(square))
        {
            there.1 = None;
            return true;
        }
        let inside = deployment.zone.contains(square) && session.asked() == Some(deployment.side);
        if let Some(next) = deployment
            .members
            .iter_mut()
            .find(|(_, at)| at.is_none() && inside)
        {
            next.1 = Some(square);
        }
        true
    }

    /// Takes the combatant there among the targets, or out again. False if nothing is collected.
    pub(super) fn pick(&mut self, session: &Session, shown: &Shown, square: Square) -> bool {
        if !self.collects(session) {
            return false;
        }
        if let Some(seat) = self.target_at(shown, square).map(|target| target.seat) {
            match self
                .selection
                .targets
                .iter()
                .position(|picked| *picked == seat)
            {
                Some(at) => {
                    self.selection.targets.remove(at);
                }
                None => self.selection.targets.push(seat),
            }
            self.renew();
        }
        true
    }

    /// The action selected, at all targets collected.
    pub fn collected(&self, session: &Session) -> Option<Choice> {
        let action = self.selection.action.filter(|_| self.collects(session))?;
        Some(Choice::Act {
            action,
            aim: Aim::Several(self.selection.targets.clone()),
            mode: None,
            manner: self.manner_of(session.rules(), action),
        })
    }

    /// How an action is made: what the player chose, as far as it means something for this one.
    pub(super) fn manner_of(&self, rules: &Ruleset, action: ActionId) -> Manner {
        let def = rules.actions.get(action);
        Manner {
            both_weapons: self.selection.manner.both_weapons
                && def.is_some_and(Self::takes_both_weapons),
            instead: self
                .selection
                .manner
                .instead
                .filter(|_| def.is_some_and(Self::strikes)),
            defensively: self.selection.manner.defensively
                && def.is_some_and(|def| rules.can_be_defensive(def)),
            amount: match def.and_then(|def| def.chooses) {
                Some(_) => self.selection.manner.amount.max(1),
                None => 0,
            },
            ..self.selection.manner
        }
    }
}

/// Whether an action is chosen with a way to walk.
pub fn wants_path(session: &Session, action: ActionId) -> bool {
    let def = session.rules().actions.get(action);
    def.is_some_and(|d| d.movement().is_some() || d.is_step())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::refreshed;
    use crate::game::testing::table;

    #[test]
    fn a_crossbow_that_is_not_loaded_stays_the_weapon() {
        let mut plan = Plan::default();
        let empty = Refusal {
            rule: None,
            reason: "You have to load this weapon first.".into(),
        };
        plan.options.modes = vec![(0, Err(empty)), (1, Ok(()))];
        assert_eq!((plan.mode_meant(), plan.mode_in_use()), (Some(0), Some(1)));
        plan.selection.mode = Some(1);
        assert_eq!(plan.mode_meant(), Some(1));
    }

    #[test]
    fn a_turn_is_spent_when_only_free_actions_are_left() {
        let scene = Scene::new(ruleset("classic_d20"), &["A..........b", "............"]);
        let (mut session, shown) = table(&scene);
        let spent = |session: &Session| refreshed(session, &shown).is_spent(session);
        let id = |name| session.rules().actions.id(name).unwrap();
        let (guard, walk) = (id("total_defence"), id("move"));
        assert!(!spent(&session));
        assert!(session.submit(Choice::act(guard)), "{:?}", session.refusal);
        assert!(!spent(&session), "it can still move");
        // The rest of the way costs nothing more, but is not free.
        let mut squares = (0..12).map(|x| Square::new(x, 1));
        let mut step = |session: &mut Session| {
            let square = squares.by_ref().take(1).collect();
            session.submit(Choice::walk(walk, square))
        };
        assert!(step(&mut session), "{:?}", session.refusal);
        assert!(!spent(&session), "it has come one square");
        while step(&mut session) {}
        let left = refreshed(&session, &shown).options.actions;
        assert!(spent(&session), "{left:?}");
    }
}
