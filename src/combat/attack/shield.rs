//! Shields held against single blows: who may block, how often, for whom.

use crate::combat::attack::defence;
use crate::combat::conditions::{barred, perception};
use crate::combat::contract::{DefenceChoice, EventKind, Refusal, Seat};
use crate::combat::state::gear::DESTROYED;
use crate::combat::state::refusal::refusal;
use crate::combat::state::{Acting, Attack, AttackOrder, State, gear};
use crate::combat::{checks, conditions};
use crate::grid::{Area, Cost, Square};
use crate::rules::{Capability, Flag, Modifier, ModifierKind, Size, Source, Stat, Tally, Topic};

/// What keeps a combatant from blocking.
const BARS: [Flag; 4] = [
    Flag::ShieldLoose,
    Flag::NoShieldDefence,
    Flag::NoActiveDefence,
    Flag::Helpless,
];

/// Whether a combatant has learnt to block.
pub fn is_trained(state: &State, seat: Seat) -> bool {
    state
        .who(seat)
        .capabilities
        .contains(&Capability::ShieldProficient)
}

/// Blocks left in this round, and how many a round has.
///
/// There is one for each iteration of the class bonus, each 5 lower; a listed bonus of 0 is one.
/// Without training there is a single one that costs the next turn's move.
pub fn uses(state: &State, seat: Seat) -> (u8, u8) {
    let fighter = state.get(seat);
    let total = if !is_trained(state, seat) {
        1
    } else if fighter.stats.of(Stat::ShieldUses).is_empty() {
        0
    } else {
        let bonus = fighter.stats.plain(Stat::ShieldUses);
        1 + u8::try_from((bonus - 1).max(0) / 5).unwrap_or(0).min(3)
    };
    (total.saturating_sub(fighter.reactions.shield_uses), total)
}

/// Whether a combatant can block at all now.
pub fn may_block(state: &State, seat: Seat) -> bool {
    if !gear::has_shield(state, seat) || uses(state, seat).0 == 0 {
        return false;
    }
    if !is_trained(state, seat) && u32::from(state.get(seat).reactions.moved) > Cost::SQUARE.0 {
        return false;
    }
    // A block is no action: those who have lost theirs still hold the shield, unless their state
    // forbids it by itself.
    conditions::present(state, seat) && !BARS.iter().any(|f| conditions::has(state, seat, *f))
}

/// Why a combatant cannot block now; nothing if it is not the shield's fault.
pub fn why_not(state: &State, seat: Seat) -> Option<Refusal> {
    let refused = |topic, reason: &'static str| Some(refusal(state, topic, reason));
    if !gear::has_shield(state, seat) {
        return refused(Topic::ShieldReady, "You have no shield to block with.");
    }
    if conditions::has(state, seat, Flag::ShieldLoose) {
        return refused(Topic::ShieldReady, "Your shield is loose: ready it first.");
    }
    if uses(state, seat).0 == 0 {
        return refused(Topic::ShieldUses, "You have no block left in this round.");
    }
    if !is_trained(state, seat) && u32::from(state.get(seat).reactions.moved) > Cost::SQUARE.0 {
        let reason = "You are not trained with shields and have moved too far to block.";
        return refused(Topic::Nonproficient, reason);
    }
    let flag = BARS
        .into_iter()
        .find(|f| conditions::has(state, seat, *f))?;
    Some(barred::under(
        state,
        seat,
        flag,
        Topic::ShieldBarred,
        "you cannot block",
    ))
}

/// Whether a combatant can hold its shield before a neighbour: aware of the attack, in full
/// possession of its wits, and not much smaller than the neighbour.
pub fn may_protect(state: &State, seat: Seat, target: Seat, attacker: Seat) -> bool {
    let other = state.who(target);
    seat != target
        && state.who(seat).side == other.side
        && state
            .area(target)
            .is_some_and(|there| may_step_in(state, seat, (there, other.size), attacker))
}

/// Whether a combatant can hold its shield before a thing that an enemy attacks, under the same
/// conditions.
pub fn may_protect_thing(
    state: &State,
    seat: Seat,
    (at, size): (Square, Size),
    attacker: Seat,
) -> bool {
    state.enemies(seat, attacker) && may_step_in(state, seat, (Area::single(at), size), attacker)
}

fn may_step_in(state: &State, seat: Seat, (there, size): (Area, Size), attacker: Seat) -> bool {
    let own = state.get(seat);
    let beside = |here| state.field.adjoin(here, there);
    own.gear.shield.is_some()
        && state.area(seat).is_some_and(beside)
        && size.steps_above(own.who.size) <= 1
        && may_block(state, seat)
        && !conditions::has(state, seat, Flag::NoDefendingOthers)
        && !perception::unaware_of(state, seat, attacker)
        // What is about attacks on itself does not matter where another is attacked.
        && !defence::denies(state, seat, None, None, ModifierKind::Wisdom)
}

/// The bonus with which `seat` would block this attack, for its target or for itself. `spent`: how
/// many of the uses counted belong to this very block.
pub fn bonus(
    state: &State,
    order: &AttackOrder,
    seat: Seat,
    spent: u8,
    extra: &[Modifier],
) -> Tally {
    let attacker = Some(order.attacker);
    let ranged = state.mode(order).is_some_and(|mode| mode.ranged);
    let fighter = state.get(seat);
    let rules = state.rules().policies.attack.blocks;
    let mut parts = extra.to_vec();
    if is_trained(state, seat) {
        let class = fighter.stats.of(Stat::ShieldUses).iter().copied();
        let rule = state.cite(Topic::ShieldClass);
        parts.extend(class.map(|part| Modifier { rule, ..part }));
        let made = fighter.reactions.shield_uses.saturating_sub(spent);
        if made > 0 {
            parts.push(part(
                state,
                Topic::ShieldUses,
                rules.each_further * i32::from(made),
            ));
        }
    } else {
        parts.push(part(state, Topic::Nonproficient, rules.untrained));
    }
    let aimed = attacker.filter(|_| seat == order.target);
    let denials = conditions::denials(state, seat, aimed, Some(ranged));
    let (both, stat) = ((seat, attacker), Stat::ShieldDefence);
    checks::tally_between(state, both, stat, Some(ranged), &parts, &denials)
}

fn part(state: &State, topic: Topic, value: i32) -> Modifier {
    let kind = ModifierKind::Iteration;
    Modifier {
        kind,
        value,
        source: Source::Topic(topic),
        rule: state.cite(topic),
    }
}

/// Uses one block, and tells so.
pub fn take(battle: &mut Acting, seat: Seat) {
    spend(battle, seat);
    let (left, _) = uses(battle, seat);
    battle.emit(&[Topic::ShieldUses], EventKind::ShieldUsed { seat, left });
}

fn spend(battle: &mut Acting, seat: Seat) {
    let trained = is_trained(battle, seat);
    let reactions = battle.reactions_mut(seat);
    reactions.shield_uses = reactions.shield_uses.saturating_add(1);
    if !trained {
        reactions.owes.movement = reactions.owes.movement.max(1);
    }
}

/// The coverage of a shield that hangs on the arm of a combatant that does not expect the attack. The
/// helpless do not hold theirs before them.
pub fn coverage_of_unaware(state: &State, seat: Seat) -> i32 {
    let without = [Flag::Helpless, Flag::ShieldLoose];
    if without.iter().any(|f| conditions::has(state, seat, *f)) {
        return 0;
    }
    let shield = state
        .get(seat)
        .gear
        .shield
        .filter(|worn| worn.condition < DESTROYED);
    shield
        .and_then(|worn| state.book.catalogue.shields.get(worn.item))
        .map_or(0, |def| def.coverage.max(0))
}

/// Whether the shield of a target that does not expect the attack hangs in its way.
pub fn covers_unaware(state: &State, order: &AttackOrder) -> bool {
    perception::unaware_of(state, order.target, order.attacker)
        && coverage_of_unaware(state, order.target) > 0
}

/// Whether a target that knows of the attack has a shield and has not blocked with it.
pub fn hangs_idle(state: &State, attack: &Attack) -> bool {
    let blocks = matches!(attack.answer, Some(DefenceChoice::Block { .. }));
    let order = &attack.order;
    !blocks
        && gear::has_shield(state, order.target)
        && !perception::unaware_of(state, order.target, order.attacker)
}
