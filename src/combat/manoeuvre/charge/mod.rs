//! Charges: whom, along which lane, and what comes at the end.

pub(crate) mod lane;
pub(crate) mod over;
mod plan;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod steer;
#[cfg(test)]
mod tests;

use crate::combat::attack::at_hand;
use crate::combat::contract::{Aim, EventKind, Manner, PathForecast, Refusal, Seat};
use crate::combat::manoeuvre::charge::plan::{Checked, plan};
use crate::combat::manoeuvre::charge::run::{definition, definition_in};
use crate::combat::movement::allowance;
use crate::combat::state::step::Step;
use crate::combat::state::{
    Acting, AttackOrder, DeclaredAction, Finish, Mark, Overrun, OverrunStage, Rush, State, Walk,
};
use crate::combat::{conditions, manoeuvre, movement};
use crate::grid::{DiagonalParity, Square};
use crate::rules::{ActionId, ChargeEnd, Flag, Modifier, ModifierKind, Source, Topic};

pub(crate) use plan::{is_capable, lanes};
pub(crate) use run::Charge;

impl<'a> Charge<'a> {
    /// `None` if that is aimed otherwise.
    pub fn of(declared: &'a DeclaredAction) -> Option<Self> {
        let Aim::Charge(target, path) = &declared.aim else {
            return None;
        };
        Some(Self {
            seat: declared.seat,
            action: declared.action,
            mode: declared.mode.unwrap_or(0),
            target: *target,
            path,
        })
    }

    /// Whether it can be made.
    pub fn legal(self, state: &State) -> Result<(), Refusal> {
        plan(state, self).map(|_| ())
    }

    /// What its movement costs and invites, what it ends with, and the chance of the check in it.
    pub fn outlook(self, state: &State) -> Result<(PathForecast, End, Option<f64>), Refusal> {
        let Checked { plan, over } = plan(state, self)?;
        let (end, chance) = outcome(state, self, over);
        let path = movement::price::forecast(state, self.seat, self.action, plan);
        Ok((path, end, chance))
    }

    /// The way that it takes, or why there is none.
    #[cfg(test)]
    pub fn lane(self, state: &State) -> Result<Vec<Square>, Refusal> {
        plan(state, self).map(|checked| checked.plan.squares)
    }
}

/// What a charge at a target ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Attack,
    /// Nothing but a check: a bull rush, or running a combatant over with no combatant beyond.
    Check,
}

/// What a charge that runs `over` a combatant ends with, and the chance of the check in it, if there is one.
fn outcome(state: &State, charge: Charge, over: Option<Seat>) -> (End, Option<f64>) {
    let (seat, target) = (charge.seat, charge.target);
    let ends = definition(state, charge.action).map(|def| def.ends);
    match (ends, over) {
        (Some(ChargeEnd::BullRush), _) => {
            let extra = bonus(state, charge.action);
            let chance = manoeuvre::bull_rush::rush_chance(state, seat, target, &[extra]);
            (End::Check, chance)
        }
        (Some(ChargeEnd::Overrun), Some(victim)) => {
            let chance = manoeuvre::overrun::chance(state, seat, victim, charge.mode);
            match over::is_all(state, over, target) {
                true => (End::Check, chance),
                false => (End::Attack, chance),
            }
        }
        (Some(ChargeEnd::Attack | ChargeEnd::Overrun) | None, _) => (End::Attack, None),
    }
}

/// What a charge adds to the roll at its end.
fn bonus(state: &State, action: ActionId) -> Modifier {
    Modifier {
        kind: ModifierKind::Charge,
        value: definition(state, action).map_or(0, |def| def.attack_bonus),
        source: Source::Topic(Topic::Charge),
        rule: state.cite(Topic::Charge),
    }
}

/// The attack at the end of a charge.
pub fn order(state: &State, charge: Charge, manner: Manner) -> AttackOrder {
    AttackOrder {
        extra: vec![bonus(state, charge.action)],
        manner,
        times: times(state, charge),
        ..AttackOrder::plain(charge.seat, charge.target, charge.mode)
    }
}

/// Whether a weapon that can be set against charges meets a combatant that is charging now.
pub fn is_met(state: &State, seat: Seat, mode: u8, target: Seat) -> bool {
    let weapon = state.get(seat).modes.0.get(usize::from(mode));
    let weapon = weapon
        .filter(|mode| !mode.ranged)
        .and_then(|mode| mode.weapon);
    let sets = weapon.and_then(|weapon| state.book.catalogue.weapons.get(weapon));
    sets.is_some_and(|weapon| weapon.sets) && is_charging(state, target)
}

/// Whether a charge of this combatant is on its way.
fn is_charging(state: &State, seat: Seat) -> bool {
    state.steps().any(|step| match step {
        Step::Walk(walk) => walk.seat == seat && walk.then.is_some(),
        Step::Attack(attack) => {
            let charged = |m: &Modifier| m.kind == ModifierKind::Charge;
            attack.order.attacker == seat && attack.order.extra.iter().any(charged)
        }
        _ => false,
    })
}

/// How many times the damage at the end of a charge is rolled: each multiplier adds what it has
/// beyond one.
fn times(state: &State, charge: Charge) -> u8 {
    let (seat, def) = (charge.seat, definition(state, charge.action));
    let modes = &state.modes[seat].0;
    let weapon = modes
        .get(usize::from(charge.mode))
        .and_then(|mode| mode.weapon);
    let weapon = weapon.and_then(|weapon| state.book.catalogue.weapons.get(weapon));
    let lance =
        weapon.is_some_and(|weapon| weapon.lance) && conditions::has(state, seat, Flag::Mounted);
    let own = def.map_or(1, |def| def.multiplies.max(1));
    let of_lance = state.rules().policies.damage.lance.max(1);
    own.saturating_add(if lance { of_lance - 1 } else { 0 })
}

/// The charge as it was chosen, or what is left of it if something has changed since: along another lane, and
/// with another weapon where its own is lost.
fn planned<'a>(state: &State, charge: Charge<'a>) -> Option<(Charge<'a>, Checked)> {
    let lost = at_hand::usable(state, charge.seat, charge.mode).is_err();
    let others = at_hand::modes(state, charge.seat).into_iter();
    let others = others.filter(|(mode, usable)| lost && *mode != charge.mode && usable.is_ok());
    let modes = std::iter::once(charge.mode).chain(others.map(|(mode, _)| mode));
    let lanes: [&[Square]; 2] = [charge.path, &[]];
    modes
        .flat_map(|mode| {
            lanes.map(|path| Charge {
                mode,
                path,
                ..charge
            })
        })
        .find_map(|charge| Some((charge, plan(state, charge).ok()?)))
}

/// Starts a charge: the movement and then the attack.
pub fn begin(battle: &mut Acting, declared: &DeclaredAction) {
    let Some(charge) = Charge::of(declared) else {
        return;
    };
    let seat = charge.seat;
    let Some((charge, Checked { plan, over })) = planned(battle, charge) else {
        if let Some(area) = battle.area(seat) {
            battle.emit(
                &[Topic::Charge],
                EventKind::MovementStopped {
                    seat,
                    at: area.anchor,
                },
            );
        }
        return;
    };
    let Charge {
        action,
        mode,
        target,
        ..
    } = charge;
    let ends = definition(battle, action).map_or(ChargeEnd::Attack, |def| def.ends);
    let in_move = definition(battle, action).is_some_and(|def| def.in_move);
    // It is a move like any other, with which something can be drawn (AH-ALIST-22).
    battle.budget_mut(seat).marks.add_if(Mark::Walked, in_move);
    let finish = match ends {
        ChargeEnd::BullRush => {
            let extra = vec![bonus(battle, action)];
            Some(Finish::Rush(Rush::of_charge(seat, target, action, extra)))
        }
        ChargeEnd::Attack | ChargeEnd::Overrun if over::is_all(battle, over, target) => None,
        ChargeEnd::Attack | ChargeEnd::Overrun => {
            let kind = declared.manner.kind.filter(|_| declared.mode == Some(mode));
            let manner = Manner {
                kind,
                ..declared.manner
            };
            Some(Finish::Attack(order(battle, charge, manner)))
        }
    };
    let rules = battle.book.rules.clone();
    let name = definition_in(&rules, action).and_then(|def| def.condition.as_deref());
    if let Some(condition) = name.and_then(|name| rules.condition(name)) {
        conditions::begin(battle, seat, condition, None);
    }
    battle.budget_mut(seat).moving = None;
    battle.budget_mut(seat).odd_diagonals = plan.move_mode.parity == DiagonalParity::Odd;
    let left = plan.move_mode.budget;
    let given = allowance::whole(battle, seat, action).unwrap_or_default();
    let overrun = over.map(|victim| Overrun {
        victim,
        mode,
        provokes: manoeuvre::overrun::provokes_late(battle, (seat, victim), action),
        state: OverrunStage::Ahead,
        mount: None,
    });
    battle.push(Walk {
        overrun,
        given,
        ..Walk::of(seat, action, plan, in_move, left, finish)
    });
}
