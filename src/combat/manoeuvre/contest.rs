//! The contest of a manoeuvre as the ruleset's table has it: what is rolled, and what odds it has.

use crate::combat::attack::{self, Situation};
use crate::combat::checks;
use crate::combat::checks::bonus::RollBonus;
use crate::combat::checks::contest::{self, Answer, Contest};
use crate::combat::checks::terms;
use crate::combat::conditions::riding;
use crate::combat::contract::Seat;
use crate::combat::state::{AttackOrder, State};
use crate::rules::manoeuvre::Against;
use crate::rules::{
    ActionId, Edge, Family, ManoeuvrePart, ManoeuvreRule, Modifier, Primitive, Roll, Stat, Tally,
    Ties, Topic,
};

/// The entry of a manoeuvre.
pub(crate) fn rule<'a>(state: &'a State, what: ManoeuvrePart) -> Option<&'a ManoeuvreRule> {
    state.rules().policies.manoeuvres.of(what)
}

/// The manoeuvre in an action's program, or the charge that may end in an overrun.
pub(crate) fn of_action<'a>(state: &'a State, action: ActionId) -> Option<Family<'a>> {
    let rules = state.rules();
    let entries = &rules.policies.manoeuvres;
    let part = |what: &'a Primitive| entries.of_family(what.family()).map(|_| what.family());
    rules.actions.get(action)?.find(part)
}

/// The entry of an action's manoeuvre.
pub(crate) fn rule_of<'a>(state: &'a State, action: ActionId) -> Option<&'a ManoeuvreRule> {
    let part = of_action(state, action)?;
    state.rules().policies.manoeuvres.of_family(part)
}

/// The contest of one combatant with another. `extra` adds to the first's check; `orders` are the
/// attacks with which the two roll, where an attack roll decides.
pub(crate) fn of(
    state: &State,
    rule: &ManoeuvreRule,
    (first, second): (Seat, Seat),
    extra: &[Modifier],
    [striking, answering]: [Option<&AttackOrder>; 2],
) -> Option<Contest> {
    let (bonus, edge) = rolled(state, rule, rule.roll, (first, second), extra, striking)?;
    let (answer, tie) = match &rule.against {
        Against::Roll(roll) => {
            let (bonus, edge) = rolled(state, rule, *roll, (second, first), &[], answering)?;
            (Answer::Roll(bonus, edge), rule.ties)
        }
        Against::Number(parts) => {
            let sides = (first, Some(second));
            let number = terms::sum(state, sides, parts, Topic::SkillCheck, &[])?;
            (Answer::Number(number.total), Ties::Succeeds)
        }
    };
    Some(Contest {
        first,
        second,
        bonus,
        edge,
        answer,
        tie,
        twenty_adds: state.rules().policies.manoeuvres.natural_twenty_adds,
        unseats: is_footing(&rule.against) && riding::mount_of(state, second).is_some(),
    })
}

/// Whether the second rolls to stay on its feet or in the saddle.
fn is_footing(against: &Against) -> bool {
    matches!(against, Against::Roll(Roll::Footing(_)))
}

/// The bonus and edge of one of the two.
fn rolled(
    state: &State,
    rule: &ManoeuvreRule,
    roll: Roll,
    (seat, other): (Seat, Seat),
    extra: &[Modifier],
    order: Option<&AttackOrder>,
) -> Option<(RollBonus, Edge)> {
    let bonus = match roll {
        Roll::Attack => {
            let order = order.cloned().or_else(|| first_attack(state, seat, other));
            let order = order?;
            if let Some(situation) = Situation::of(state, &order, None) {
                return Some((situation.attack, situation.edge));
            }
            // One that has no way to strike still moves the thing itself.
            checks::tally(state, seat, Stat::MeleeAttack, &order.extra)
        }
        Roll::Strength => contest::strength(state, seat, false, None, extra),
        Roll::Planted => contest::strength(state, seat, false, Some(Topic::BullRush), extra),
        Roll::Balance => contest::strength(state, seat, true, Some(Topic::SteadyLegs), extra),
        Roll::Footing(riding) => footing(state, seat, riding, extra),
        Roll::Stat(stat) => checks::tally_against(state, seat, stat, Some(other), None, extra),
    };
    let edge = if rule.flanking && roll.stat() != Some(Stat::Resilience) {
        contest::edge(state, seat, other)
    } else {
        Edge::None
    };
    Some((RollBonus::of(state, seat, bonus), edge))
}

/// What keeps a combatant on its feet: Strength or Dexterity, or in the saddle this, if it is better.
fn footing(state: &State, seat: Seat, riding: Stat, extra: &[Modifier]) -> Tally {
    let own = contest::strength(state, seat, true, Some(Topic::SteadyLegs), extra);
    if riding::mount_of(state, seat).is_none() {
        return own;
    }
    let riding = checks::tally(state, seat, riding, extra);
    if riding.total > own.total {
        riding
    } else {
        own
    }
}

/// The first melee attack of a combatant that reaches another.
pub(crate) fn first_attack(state: &State, seat: Seat, target: Seat) -> Option<AttackOrder> {
    (0..state.get(seat).modes.0.len() as u8)
        .map(|mode| AttackOrder::plain(seat, target, mode))
        .find(|order| {
            state.mode(order).is_some_and(|mode| !mode.ranged)
                && attack::legal(state, order, None).is_ok()
        })
}
