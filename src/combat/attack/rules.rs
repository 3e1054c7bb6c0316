//! Attacks and blows as primitives of actions.

use crate::combat::attack;
use crate::combat::attack::at_hand::usable;
use crate::combat::attack::{full_attack, objects, odds, smash, unseen};
use crate::combat::contract::{Aim, Forecast, Miss, Refusal};
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{
    Acting, DeclaredAction, Mark, PrimitiveRules, Run, State, User, refusal,
};
use crate::rules::{ActionDef, AttackPart, Family, StrikeAt, Topic, Which};

/// Rules of the primitives of attacks.
pub(crate) struct Attacks;

impl<'a> PrimitiveRules<AttackPart<'a>> for Attacks {
    fn possible(&self, state: &State, user: User, what: AttackPart<'_>) -> Verdict {
        let reason = "You have no attack of a full attack left to give up.";
        match what {
            AttackPart::Trade if full_attack::tradable(state, user.seat) => Some(Ok(())),
            AttackPart::Trade => Some(state.refuse(Topic::TradeAttack, reason)),
            AttackPart::Attack { .. } | AttackPart::Strike(_) => None,
        }
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: AttackPart<'_>) -> Verdict {
        let declared = run.declared;
        let verdict = match (what, &declared.aim) {
            (AttackPart::Attack { .. }, Aim::At(_)) => attack_legal(state, declared),
            (AttackPart::Trade, _) => return None,
            (AttackPart::Strike(StrikeAt::Square), Aim::Along(path)) => {
                unseen::legal(state, declared.seat, declared.mode, path)
            }
            (AttackPart::Strike(StrikeAt::Squares), Aim::Along(path)) => {
                unseen::legal_next(state, declared, path)
            }
            (AttackPart::Strike(at @ StrikeAt::Object { .. }), Aim::Along(_))
            | (AttackPart::Strike(at @ StrikeAt::Held), Aim::At(_) | Aim::Held(..)) => {
                objects::legal(state, declared, at)
            }
            (AttackPart::Attack { .. } | AttackPart::Strike(_), _) => refusal::aimless(state),
        };
        Some(verdict)
    }

    fn continues(&self, state: &State, user: User, _aim: &Aim, what: AttackPart<'_>) -> bool {
        let seat = user.seat;
        let action = user.action;
        let whole = matches!(
            what,
            AttackPart::Attack {
                which: Which::All,
                ..
            } | AttackPart::Strike(StrikeAt::Squares)
        );
        let begun = &state.get(seat).budget.full_attack;
        whole && full_attack::is_under_way(state, seat, action) && begun.next().is_some()
    }

    fn forecast(
        &self,
        state: &State,
        run: &Run<'_>,
        what: AttackPart<'_>,
        forecast: &mut Forecast,
    ) {
        let declared = run.declared;
        match (what, &declared.aim) {
            (AttackPart::Strike(StrikeAt::Square | StrikeAt::Squares), _) => {}
            (AttackPart::Strike(at), _) => {
                forecast.success = objects::chance(state, declared, at);
            }
            (AttackPart::Attack { hits, .. }, Aim::At(_)) => {
                forecast.hit_does_more = !hits.is_empty();
                let order = state.on.asks.order(state, declared);
                if let Some((order, action)) = order.as_ref().zip(declared.manner.instead) {
                    state
                        .on
                        .asks
                        .preview_instead(state, order, action, forecast);
                } else if let Some(order) = order.filter(|_| forecast.refusal.is_none()) {
                    forecast.attack = Some(odds::of_attack(state, &order, None));
                }
            }
            (AttackPart::Attack { .. } | AttackPart::Trade, _) => {}
        }
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: AttackPart<'_>) {
        let declared = run.declared;
        match what {
            AttackPart::Attack { hits, .. } => {
                let sequel = !hits.is_empty();
                let sequel =
                    sequel.then(|| declared.waiting_at(battle, Family::Attack(what), run.bonus));
                strike(battle, declared, sequel);
            }
            AttackPart::Strike(StrikeAt::Square) => unseen::begin(battle, declared),
            AttackPart::Strike(StrikeAt::Squares) => unseen::begin_next(battle, declared),
            AttackPart::Strike(StrikeAt::Object { careful }) if smash::is_possible(battle) => {
                smash::begin(battle, declared, careful);
            }
            AttackPart::Strike(at) => objects::begin(battle, declared, at),
            AttackPart::Trade => full_attack::give_up(battle, declared.seat),
        }
    }
}

fn attack_legal(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    let order = state.on.asks.order(state, declared);
    if order.is_none() && full_attack::gives_worst(state, declared) {
        let reason = "You have no attack of a full attack left to give up.";
        return refuse(Topic::TradeAttack, reason);
    }
    let def = state.rules().actions.get(declared.action);
    if order.is_none() && declared.mode.is_some() && def.is_some_and(ActionDef::strikes_all) {
        return refuse(Topic::FullAttack, "You have no further attack this turn.");
    }
    let Some(order) = order else {
        return refuse(Topic::AttackRoll, "Choose an attack and a target.");
    };
    if declared.mode.is_some_and(|mode| mode != order.mode) {
        return refuse(
            Topic::FullAttack,
            "You have to make your next attack with another weapon.",
        );
    }
    usable(state, declared.seat, order.mode)?;
    if let Some(action) = declared.manner.instead {
        return state.on.asks.legal_instead(state, &order, action);
    }
    attack::legal(state, &order, None)
}

/// Makes the action's attack, if what interrupted it left its target standing.
fn strike(battle: &mut Acting, declared: &DeclaredAction, sequel: Option<DeclaredAction>) {
    let Some(order) = battle.on.asks.order(battle, declared) else {
        return;
    };
    full_attack::take(battle, declared);
    battle.budget_mut(declared.seat).mark(Mark::Attacked);
    if order.manner.instead.is_some() || attack::legal(battle, &order, None).is_ok() {
        attack::begin_of(battle, order, sequel, declared.announced);
    } else {
        battle.fail(&[], (order.attacker, order.target), Miss::Interrupted);
    }
}
