//! Immediate actions before an attack is rolled: their owners, and the cases in which they could matter.

use crate::combat::action::{legality, rules};
use crate::combat::attack::odds;
use crate::combat::contract::{AttackForecast, Seat};
use crate::combat::state::{ActiveCondition, Attack, DeclaredAction, Ending, State, Supposed};
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

/// Ways to use an ability now that could matter to an attack that is about to be rolled. Who makes the attack could
/// have used its own before.
pub(super) fn ways(
    state: &State,
    seat: Seat,
    action: ActionId,
    attack: &Attack,
) -> Vec<DeclaredAction> {
    if seat == attack.order.attacker || legality::possible(state, seat, action).is_err() {
        return Vec::new();
    }
    let aims = ability::aims(state, seat, action).into_iter();
    let all = aims.map(|aim| DeclaredAction::new(seat, action, aim));
    all.filter(|one| matters(state, one, attack)).collect()
}

/// Whether an ability could change what comes of an attack.
fn matters(state: &State, declared: &DeclaredAction, attack: &Attack) -> bool {
    let def = state.rules().actions.get(declared.action);
    let def = def.and_then(|def| ability::def(state, ability::of_action(state, def)?));
    let Some((def, forecast)) = def.zip(ability::of_declared(state, declared)) else {
        return false;
    };
    let order = &attack.order;
    let now = odds::of_attack(state, order, None);
    let endangered = attack.touch.is_none() && now.down > 0.0;
    let mut supposed = Supposed::of(state);
    for one in &forecast.affected {
        let (struck, strikes) = (one.seat == order.target, one.seat == order.attacker);
        let helps = struck && endangered && (one.heals > 0.0 || shields(def));
        if helps || strikes && one.down > 0.0 || (struck || strikes) && one.alters && moves(def) {
            return true;
        }
        suppose(state, &mut supposed, declared.seat, one.seat, def);
    }
    differ(&now, &odds::of_attack(&supposed.state(state), order, None))
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
                    conditions::suppose_end(supposed, seat, condition);
                }
            }
            _ => {}
        }
    }
}

fn differ(one: &AttackForecast, other: &AttackForecast) -> bool {
    let figures = |of: &AttackForecast| [of.hit, of.critical, of.down, of.damage.mean()];
    figures(one) != figures(other)
}
