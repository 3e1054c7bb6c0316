//! Immediate actions before an attack or an ability is rolled: their owners, and the cases in which they could matter.

use crate::combat::action::{legality, rules};
use crate::combat::attack::odds;
use crate::combat::contract::{Affected, Seat};
use crate::combat::state::step::Step;
use crate::combat::state::step::ability::Phase;
use crate::combat::state::{ActiveCondition, Attack, DeclaredAction, Ending, State, Supposed, Use};
use crate::combat::{ability, conditions};
use crate::rules::{AbilityDef, ActionDef, ActionId, SpecialEffect};

/// The abilities that a combatant can use at any time.
pub(super) fn instants<'a>(
    state: &'a State,
    seat: Seat,
) -> impl Iterator<Item = (ActionId, &'a ActionDef)> {
    let all = state.rules().instants().iter();
    let known = all.filter_map(|action| Some((*action, state.rules().actions.get(*action)?)));
    known.filter(move |(action, def)| {
        legality::has_trait(state, seat, def) && rules::concerns(state, seat, *action, def)
    })
}

/// Whether a combatant has any ability that it can use at any time.
pub fn is_possible(state: &State, seat: Seat) -> bool {
    instants(state, seat).next().is_some()
}

/// Harm that is about to be rolled.
#[derive(Clone, Copy)]
pub(super) enum Coming<'a> {
    Attack(&'a Attack),
    /// An ability that takes effect without an attack roll.
    Ability(&'a Use),
}

/// A combatant that is about to suffer harm.
#[derive(PartialEq)]
struct Victim {
    seat: Seat,
    /// Chances of its saving throw or of a hit, and of a critical hit; mean damage.
    odds: [f64; 3],
    /// Chance that it is out of the fight afterwards.
    down: f64,
    hinders: bool,
}

impl<'a> Coming<'a> {
    /// Returns the harm by a combatant that is next on the stack.
    pub(super) fn next(state: &'a State, by: Seat) -> Option<Self> {
        let coming = state.steps().rev().find_map(|step| match step {
            Step::Attack(attack) => Some(Self::Attack(attack)),
            Step::Ability(used) if used.phase == Phase::Begin => Some(Self::Ability(used)),
            _ => None,
        });
        coming.filter(|coming| coming.by() == by)
    }

    fn by(self) -> Seat {
        match self {
            Self::Attack(attack) => attack.order.attacker,
            Self::Ability(used) => used.seat,
        }
    }

    /// The attack, if it is one.
    pub(super) fn attack(self) -> Option<&'a Attack> {
        match self {
            Self::Attack(attack) => Some(attack),
            Self::Ability(_) => None,
        }
    }

    fn victims(self, state: &State) -> Vec<Victim> {
        match self {
            Self::Attack(attack) => {
                let odds = odds::of_attack(state, &attack.order, None);
                vec![Victim {
                    seat: attack.order.target,
                    odds: [odds.hit, odds.critical, odds.damage.mean()],
                    down: odds.down,
                    hinders: false,
                }]
            }
            Self::Ability(used) => {
                let (_, affected) = ability::reaches(state, (used.seat, used.ability, &used.aim));
                let harmed = affected.into_iter().filter(Affected::is_harmed);
                let victim = |one: Affected| Victim {
                    seat: one.seat,
                    odds: [one.saves.unwrap_or(0.0), 0.0, one.damage.mean()],
                    down: one.down,
                    hinders: one.hinders,
                };
                harmed.map(victim).collect()
            }
        }
    }

    /// Whether it fails if its author goes down or is moved before it. An ability is past that.
    fn is_stopped_with_its_author(self) -> bool {
        match self {
            Self::Attack(_) => true,
            Self::Ability(_) => false,
        }
    }

    /// Whether it is the touch of an ability, which no hit points matter to.
    fn is_touch(self) -> bool {
        self.attack().is_some_and(|attack| attack.touch.is_some())
    }
}

/// Ways to use an ability now that could matter to harm that is about to be rolled. Its author could have used its own
/// before.
pub(super) fn ways(
    state: &State,
    seat: Seat,
    action: ActionId,
    coming: Coming,
) -> Vec<DeclaredAction> {
    if seat == coming.by() || legality::possible(state, seat, action).is_err() {
        return Vec::new();
    }
    let victims = coming.victims(state);
    if victims.is_empty() {
        return Vec::new();
    }
    let aims = ability::aims(state, seat, action).into_iter();
    let all = aims.map(|aim| DeclaredAction::new(seat, action, aim));
    all.filter(|one| matters(state, one, coming, &victims))
        .collect()
}

/// Whether an ability could change the outcome of harm that is about to be rolled.
fn matters(state: &State, declared: &DeclaredAction, coming: Coming, victims: &[Victim]) -> bool {
    let def = state.rules().actions.get(declared.action);
    let def = def.and_then(|def| ability::def(state, ability::of_action(state, def)?));
    let Some((def, forecast)) = def.zip(ability::of_declared(state, declared)) else {
        return false;
    };
    let mut supposed = Supposed::of(state);
    for one in &forecast.affected {
        let victim = victims.iter().find(|victim| victim.seat == one.seat);
        let endangered = victim.is_some_and(|victim| victim.down > 0.0 && !coming.is_touch());
        let stopped = one.seat == coming.by() && coming.is_stopped_with_its_author();
        if endangered && (one.heals > 0.0 || shields(def))
            || stopped && one.down > 0.0
            || (stopped || victim.is_some()) && one.alters && moves(def)
        {
            return true;
        }
        suppose(state, &mut supposed, declared.seat, one.seat, def);
    }
    coming.victims(&supposed.state(state)) != victims
}

/// Whether an ability gives points that a wound takes first.
fn shields(def: &AbilityDef) -> bool {
    let gives = |effect: &SpecialEffect| matches!(effect, SpecialEffect::TemporaryHitPoints { .. });
    def.effects.iter().any(gives)
}

/// Whether an ability does what cannot be supposed: it moves, drives off, weakens, alters the ground or ends magic.
fn moves(def: &AbilityDef) -> bool {
    def.effects.iter().any(|effect| match effect {
        SpecialEffect::Push { .. }
        | SpecialEffect::Turn { .. }
        | SpecialEffect::Weaken { .. }
        | SpecialEffect::Ground { .. }
        | SpecialEffect::Dispel { .. } => true,
        SpecialEffect::Damage { .. }
        | SpecialEffect::Heal { .. }
        | SpecialEffect::TemporaryHitPoints { .. }
        | SpecialEffect::Condition { .. }
        | SpecialEffect::Cures { .. }
        | SpecialEffect::Splash { .. }
        | SpecialEffect::SplashHalf
        | SpecialEffect::Initiative(_) => false,
    })
}

/// Supposes the conditions that an ability begins and ends.
fn suppose(state: &State, supposed: &mut Supposed, by: Seat, seat: Seat, def: &AbilityDef) {
    let known = |name: &String| state.rules().condition(name);
    for effect in &def.effects {
        match effect {
            SpecialEffect::Condition {
                condition, amount, ..
            } => {
                let active = known(condition).map(|condition| ActiveCondition {
                    condition,
                    ends: Ending::UntilEnded,
                    by: Some(by),
                    amount: *amount,
                    about: None,
                    since: 0,
                });
                if let Some(active) = active {
                    conditions::suppose(state, supposed, seat, active);
                }
            }
            SpecialEffect::Cures { conditions } => {
                for condition in conditions.iter().filter_map(known) {
                    conditions::suppose_end(state.rules(), supposed, seat, condition);
                }
            }
            SpecialEffect::Damage { .. }
            | SpecialEffect::Heal { .. }
            | SpecialEffect::TemporaryHitPoints { .. }
            | SpecialEffect::Weaken { .. }
            | SpecialEffect::Splash { .. }
            | SpecialEffect::SplashHalf
            | SpecialEffect::Turn { .. }
            | SpecialEffect::Ground { .. }
            | SpecialEffect::Push { .. }
            | SpecialEffect::Initiative(_)
            | SpecialEffect::Dispel { .. } => {}
        }
    }
}
