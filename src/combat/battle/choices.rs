//! What could be chosen now: actions, targets, ways, and what comes of them. Asking changes nothing.

use crate::combat::action::legality;
use crate::combat::attack::at_hand;
use crate::combat::battle::assessment::AttackOption;
use crate::combat::battle::queries::Sight;
use crate::combat::battle::{assessment, preview, summary};
use crate::combat::contract::{
    ActionOption, Aim, Choice, Forecast, Manner, Refusal, Request, Seat, SideId,
};
use crate::combat::flow::{answer, deployment, reinforcements};
use crate::combat::manoeuvre::charge::{self, Charge};
use crate::combat::movement::MoveField;
use crate::combat::state::State;
use crate::combat::{ability, movement};
use crate::grid::{Square, SquareSet};
use crate::rules::{ActionId, CostId, Targeting};

impl Sight<'_> {
    /// Whose turn request is pending.
    pub fn acting(&self) -> Option<Seat> {
        match self.request() {
            Some(Request::Turn { seat }) => Some(*seat),
            _ => None,
        }
    }

    /// The dock of the combatant that is asked for its turn.
    pub fn actions(&self) -> Vec<ActionOption> {
        let Some(seat) = self.acting() else {
            return Vec::new();
        };
        self.asked(|state| legality::actions(state, seat))
    }

    /// Whether a combatant could ever take an action, in its own turn or in that of another.
    pub fn is_sensible(&self, seat: Seat, action: ActionId) -> bool {
        self.read(|state| legality::is_sensible(state, seat, action))
    }

    /// What of the dock can be taken now and makes sense, with its price.
    pub fn open_actions(&self) -> Vec<(ActionId, Option<CostId>)> {
        let seat = self.acting();
        seat.map_or_else(Vec::new, |seat| {
            self.asked(|state| legality::open(state, seat))
        })
    }

    /// Every combatant in the fight as the target of an action of the pending turn, with the reason
    /// where it cannot be.
    pub fn targets(&self, action: ActionId, mode: Option<u8>) -> Vec<(Seat, Result<(), Refusal>)> {
        let Some(seat) = self.acting() else {
            return Vec::new();
        };
        self.asked(|state| {
            let charge = state
                .rules()
                .actions
                .get(action)
                .is_some_and(|def| def.target == Targeting::ChargeTarget);
            let aim = |target| {
                if charge {
                    Aim::Charge(target, Vec::new())
                } else {
                    Aim::At(target)
                }
            };
            let manner = Manner::default();
            state
                .all()
                .filter(|target| {
                    *target != seat && crate::combat::conditions::present(state, *target)
                })
                .map(|target| {
                    let choice = Choice::Act {
                        action,
                        aim: aim(target),
                        mode,
                        manner,
                    };
                    (
                        target,
                        answer::check(state, &Request::Turn { seat }, &choice),
                    )
                })
                .collect()
        })
    }

    /// The ways that a charge could take, one for each square where it could end, the one first that
    /// is taken if none is named. Empty for everything that is no charge.
    pub fn lanes(&self, choice: &Choice) -> Vec<Vec<Square>> {
        let Some(seat) = self.request().and_then(Request::seat) else {
            return Vec::new();
        };
        let Choice::Act {
            action,
            aim: Aim::Charge(target, _),
            mode,
            ..
        } = choice
        else {
            return Vec::new();
        };
        if !self.seated(*target) {
            return Vec::new();
        }
        let charge = Charge {
            seat,
            action: *action,
            mode: mode.unwrap_or(0),
            target: *target,
            path: &[],
        };
        self.asked(|state| charge::lanes(state, charge))
    }

    /// Ways to aim an ability of the acting combatant that make sense, each legal as things stand.
    pub fn aims(&self, action: ActionId) -> Vec<Aim> {
        let Some(seat) = self.acting() else {
            return Vec::new();
        };
        self.asked(|state| ability::aims(state, seat, action))
    }

    /// Squares that an ability of a combatant would cover when aimed like this, and whom it would
    /// affect, whether or not it could be aimed so.
    pub fn area(&self, seat: Seat, action: ActionId, aim: &Aim) -> (SquareSet, Vec<Seat>) {
        let dimensions = self.dimensions();
        if !self.seated(seat) {
            return (SquareSet::new(dimensions), Vec::new());
        }
        self.asked(|state| {
            let action = state.rules().actions.get(action);
            match action.and_then(|action| ability::of_action(state, action)) {
                Some(ability) => ability::covers(state, seat, ability, aim),
                None => (SquareSet::new(dimensions), Vec::new()),
            }
        })
    }

    /// The attack modes between which a combatant has a choice, with the reason why not at present. Twins
    /// in its stat block are one choice.
    pub fn modes(&self, seat: Seat) -> Vec<(u8, Result<(), Refusal>)> {
        if !self.seated(seat) {
            return Vec::new();
        }
        self.asked(|state| at_hand::choices(state, seat))
    }

    /// Who moves if this action is taken now: the one whose turn it is, or the one whose readied
    /// action it is.
    fn mover(&self, action: ActionId) -> Option<Seat> {
        match self.request() {
            Some(Request::Turn { seat }) => Some(*seat),
            Some(Request::Readied { seat, .. }) => {
                let seat = *seat;
                let readied = |state: &State| state.get(seat).readied.0.as_ref().map(|r| r.action);
                let readied = self.read(readied);
                (readied == Some(action)).then_some(seat)
            }
            _ => None,
        }
    }

    /// Where the one who acts can go with this action.
    pub fn reachable(&self, action: ActionId) -> MoveField {
        let Some(seat) = self.mover(action) else {
            return MoveField::default();
        };
        self.asked(|state| movement::reachable(state, seat, action))
    }

    /// Whether there is any square where the one who acts can go with this action, or do it.
    pub fn leads_anywhere(&self, action: ActionId) -> bool {
        let seat = self.mover(action);
        seat.is_some_and(|seat| self.asked(|state| movement::leads_anywhere(state, seat, action)))
    }

    /// The best way there for the one who acts.
    pub fn way(&self, action: ActionId, to: Square) -> Option<Vec<Square>> {
        let seat = self.mover(action)?;
        self.asked(|state| movement::way(state, seat, action, to))
    }

    /// The way there that invites the fewest attacks, and among those the best.
    pub fn safe_way(&self, action: ActionId, to: Square) -> Option<Vec<Square>> {
        let seat = self.mover(action)?;
        self.asked(|state| movement::safe_way(state, seat, action, to))
    }

    /// The way of the acting combatant that comes nearest to a goal: `away` tells how far each anchor is
    /// from it, `None` where none leads there.
    pub fn toward(
        &self,
        action: ActionId,
        away: impl Fn(Square) -> Option<u16>,
    ) -> Option<Vec<Square>> {
        let seat = self.acting()?;
        self.asked(|state| movement::toward(state, seat, action, away))
    }

    /// Whether nothing is left of the pending turn but what costs nothing.
    pub fn is_spent(&self) -> bool {
        let seat = self.acting();
        seat.is_none_or(|seat| self.read(|state| summary::is_spent(state, seat)))
    }

    /// Whether nothing is left of the pending turn but the rest of a walk.
    pub fn only_walks_on(&self) -> bool {
        let seat = self.acting();
        seat.is_none_or(|seat| self.read(|state| summary::only_walks_on(state, seat)))
    }

    /// What an answer to the pending request would do.
    pub fn forecast(&self, choice: &Choice) -> Forecast {
        let Some(request) = self.request() else {
            return Forecast::default();
        };
        self.asked(|state| preview::forecast(state, request, choice))
    }

    /// The same of a legal answer; `None` of one that is refused.
    pub fn forecast_if_legal(&self, choice: &Choice) -> Option<Forecast> {
        let request = self.request()?;
        self.asked(|state| preview::of_legal(state, request, choice))
    }

    /// A place for every combatant that is to be deployed now, if there is room.
    pub fn placement(&self) -> Option<Vec<Square>> {
        let Some(Request::Deploy { side, unplaced }) = self.request().cloned() else {
            return None;
        };
        self.asked(|state| deployment::suggestion(state, side, &unplaced))
    }

    /// Whether all of a side who have no place yet can be placed.
    pub fn has_room(&self, side: SideId) -> bool {
        self.asked(|state| {
            let unplaced = |seat: &Seat| {
                state.who(*seat).side == side
                    && state.area(*seat).is_none()
                    && !reinforcements::is_awaited(state, *seat)
            };
            let unplaced: Vec<Seat> = state.all().filter(unplaced).collect();
            unplaced.is_empty() || deployment::suggestion(state, side, &unplaced).is_some()
        })
    }

    /// The attacks that a combatant can still make in its turn.
    pub fn attack_options(&self, seat: Seat) -> Vec<AttackOption> {
        self.read(|state| assessment::attack_options(state, seat))
    }
}
