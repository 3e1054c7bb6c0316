//! Conditions: beginning, ending, and what they do to their bearer.
//!
//! A condition may be in force from several sources at once. It counts once, begins (as an event)
//! with the first and ends with the last.

pub(crate) mod fear;

use crate::combat::attack::shield;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::grip;
use crate::combat::movement::mount;
use crate::combat::state::combatant::{ActiveCondition, Ending};
use crate::combat::state::{Arena, State};
use crate::combat::threat;
use crate::rules::condition::{Aspect, AttackFilter, Duration, UsedUp};
use crate::rules::modifier::Denial;
use crate::rules::{
    ActionId, ConditionDef, ConditionId, Flag, Modifier, ModifierKind, Source, Topic,
};

/// Whether any condition in force on a combatant has this flag.
pub fn has(arena: &State, seat: Seat, flag: Flag) -> bool {
    let conditions = &arena.rules().conditions;
    arena
        .conditions(seat)
        .iter()
        .any(|c| conditions[c.condition].flags.contains(&flag))
}

/// Whether this very condition is in force.
pub fn bears(arena: &State, seat: Seat, condition: Option<ConditionId>) -> bool {
    condition.is_some_and(|id| arena.conditions(seat).iter().any(|c| c.condition == id))
}

/// The definitions in force on a combatant, each once, in order.
pub fn in_force<'a>(
    arena: &'a State,
    seat: Seat,
) -> impl Iterator<Item = (ConditionId, &'a ConditionDef)> {
    let table = &arena.rules().conditions;
    let mut last = None;
    arena.conditions(seat).iter().filter_map(move |active| {
        let id = active.condition;
        (last.replace(id) != Some(id)).then(|| (id, &table[id]))
    })
}

/// Imposes a condition with its own default ending, and what it implies.
pub fn begin(arena: &mut Arena, seat: Seat, condition: ConditionId, by: Option<Seat>) {
    let Some(def) = arena.rules().conditions.get(condition) else {
        return;
    };
    let ends = ending(arena, seat, def.lasts);
    begin_until(arena, seat, condition, ends, by);
}

/// Imposes a condition with its own default ending and a number that belongs to it.
pub fn begin_with(
    arena: &mut Arena,
    seat: Seat,
    condition: ConditionId,
    by: Option<Seat>,
    amount: i32,
) {
    let Some(def) = arena.rules().conditions.get(condition) else {
        return;
    };
    let ends = ending(arena, seat, def.lasts);
    let active = ActiveCondition {
        condition,
        ends,
        by,
        amount,
        about: None,
        since: 0,
    };
    impose(arena, seat, active);
}

/// Imposes the condition of this name, if the ruleset has it.
pub fn begin_known(
    arena: &mut Arena,
    seat: Seat,
    condition: Option<ConditionId>,
    by: Option<Seat>,
) {
    if let Some(id) = condition {
        begin(arena, seat, id, by);
    }
}

/// Imposes a condition with a stated ending.
///
/// The same condition from the same source with the same kind of ending is renewed, not doubled.
pub fn begin_until(
    arena: &mut Arena,
    seat: Seat,
    condition: ConditionId,
    ends: Ending,
    by: Option<Seat>,
) {
    impose(
        arena,
        seat,
        ActiveCondition {
            condition,
            ends,
            by,
            amount: 0,
            about: None,
            since: 0,
        },
    );
}

/// Imposes a condition as it stands, with its amount.
pub fn impose(arena: &mut Arena, seat: Seat, active: ActiveCondition) {
    let condition = active.condition;
    let Some(def) = arena.book.rules.conditions.get(condition) else {
        return;
    };
    let matters = !def.flags.is_empty();
    if warded(arena, seat, condition) {
        return;
    }
    let is_new = !bears(arena, seat, Some(condition));
    let list = &mut arena.conditions_mut(seat).0;
    let same = |c: &ActiveCondition| {
        c.condition == condition
            && c.by == active.by
            && c.about == active.about
            && std::mem::discriminant(&c.ends) == std::mem::discriminant(&active.ends)
    };
    if let Some(old) = list.iter_mut().find(|c| same(c)) {
        let since = old.since;
        *old = ActiveCondition { since, ..active };
        list.sort_unstable();
    } else {
        let latest = list.iter().map(|c| c.since).max().unwrap_or(0);
        let since = latest.saturating_add(1);
        let active = ActiveCondition { since, ..active };
        let at = list.partition_point(|c| *c < active);
        list.insert(at, active);
    }
    if !is_new {
        return;
    }
    arena.emit_condition(condition, EventKind::ConditionBegan { seat, condition });
    if matters {
        threat::refresh(arena, seat);
    }
    // A condition that implies itself through others is stopped by `is_new`.
    let rules = arena.book.rules.clone();
    for implied in &rules.conditions[condition].implies {
        if let Some(implied) = rules.condition(implied) {
            begin_until(arena, seat, implied, Ending::With(condition), active.by);
        }
    }
    for brought in &rules.conditions[condition].brings {
        if let Some(brought) = rules.condition(brought) {
            begin(arena, seat, brought, active.by);
        }
    }
    const DOWN: [Flag; 3] = [Flag::Prone, Flag::NoActions, Flag::Helpless];
    let flags = &rules.conditions[condition].flags;
    if flags.iter().any(|flag| DOWN.contains(flag)) {
        mount::unseat(arena, seat);
    }
    if flags.contains(&Flag::DropsHeld) {
        grip::drop_all(arena, seat, Topic::Drop);
    }
}

/// Whether a condition in force keeps another one from beginning.
pub fn warded(arena: &State, seat: Seat, condition: ConditionId) -> bool {
    let name = arena.rules().conditions.name(condition);
    in_force(arena, seat).any(|(_, def)| def.wards.iter().any(|ward| ward == name))
}

/// Ends a condition and what came with it.
pub fn end(arena: &mut Arena, seat: Seat, condition: ConditionId) {
    remove(arena, seat, |c| c.condition == condition);
}

/// Ends the condition of this name, if the ruleset has it and it is in force.
pub fn end_known(arena: &mut Arena, seat: Seat, condition: Option<ConditionId>) {
    if let Some(id) = condition {
        end(arena, seat, id);
    }
}

/// Ends every condition on anybody whose ending satisfies `over`.
pub fn end_where(arena: &mut Arena, over: impl Fn(Seat, Ending) -> bool) {
    for seat in arena.all() {
        remove(arena, seat, |c| over(seat, c.ends));
    }
}

/// What lasts through the turn that a combatant has next ends with the one that begins now.
pub fn come_to_turn(arena: &mut Arena, seat: Seat) {
    for bearer in arena.all() {
        let list = &mut arena.conditions_mut(bearer).0;
        for active in list
            .iter_mut()
            .filter(|c| c.ends == Ending::EndOfNextTurn(seat))
        {
            active.ends = Ending::EndOfTurn(seat);
        }
        list.sort_unstable();
    }
}

/// Ends what ends in this way on one combatant.
pub fn end_for(arena: &mut Arena, seat: Seat, ends: Ending) {
    remove(arena, seat, |c| c.ends == ends);
}

/// Ends one condition from one source.
pub fn end_one(arena: &mut Arena, seat: Seat, active: ActiveCondition) {
    remove(arena, seat, |c| *c == active);
}

/// Ends what somebody else imposed on a combatant: a hold, a feint.
pub fn end_by(arena: &mut Arena, seat: Seat, condition: Option<ConditionId>, by: Seat) {
    remove(arena, seat, |c| {
        Some(c.condition) == condition && c.by == Some(by)
    });
}

/// Takes entries out, then whatever they implied, and tells what is not in force any more.
fn remove(arena: &mut Arena, seat: Seat, gone: impl Fn(&ActiveCondition) -> bool) {
    if !arena.conditions(seat).iter().any(&gone) {
        return;
    }
    let before = arena.conditions(seat).to_vec();
    let list = &mut arena.conditions_mut(seat).0;
    list.retain(|c| !gone(c));
    loop {
        let orphan = list.iter().position(|c| match c.ends {
            Ending::With(parent) => !list.iter().any(|p| p.condition == parent),
            _ => false,
        });
        let Some(orphan) = orphan else { break };
        list.remove(orphan);
    }
    let mut refresh = false;
    let mut last = None;
    for condition in before.iter().map(|c| c.condition) {
        if last.replace(condition) == Some(condition) || bears(arena, seat, Some(condition)) {
            continue;
        }
        refresh |= !arena.rules().conditions[condition].flags.is_empty();
        arena.emit_condition(condition, EventKind::ConditionEnded { seat, condition });
    }
    if refresh {
        threat::refresh(arena, seat);
    }
}

/// The ending that a default duration means for this bearer now.
pub fn ending(arena: &State, seat: Seat, duration: Duration) -> Ending {
    match duration {
        Duration::UntilEnded => Ending::UntilEnded,
        Duration::UntilOwnTurn => Ending::StartOfTurn(seat),
        Duration::UntilEndOfOwnTurn => Ending::EndOfTurn(seat),
        Duration::Rounds(rounds) => {
            let current = arena.rounds.current.unwrap_or(seat);
            let count = arena.get(current).initiative.count.unwrap_or(0);
            Ending::AtCount {
                round: arena.rounds.round.saturating_add(rounds),
                count,
            }
        }
        Duration::SaveEnds => Ending::SaveEnds,
        Duration::UntilFirstTurn => Ending::FirstTurn,
        Duration::UntilSurpriseEnds => Ending::SurpriseEnds,
        Duration::UntilNextAttack => Ending::NextAttack,
    }
}

/// The condition that forbids a combatant this action, if one does.
pub fn forbids(arena: &State, seat: Seat, action: ActionId) -> Option<ConditionId> {
    let name = arena.rules().actions.name(action);
    in_force(arena, seat)
        .find(|(_, def)| def.forbids.iter().any(|f| f == name))
        .map(|(id, _)| id)
}

/// Whether a combatant is in the fight: placed, not dead, not gone.
pub fn present(arena: &State, seat: Seat) -> bool {
    arena.knows(seat)
        && arena.area(seat).is_some()
        && !has(arena, seat, Flag::Dead)
        && !has(arena, seat, Flag::Gone)
}

/// Whether a combatant can take actions at all.
pub fn able(arena: &State, seat: Seat) -> bool {
    present(arena, seat) && !has(arena, seat, Flag::NoActions)
}

/// What the conditions of a combatant add to one aspect, pushed onto `into`. `ranged`: which kind
/// of attack is concerned, if any is; effects limited to one kind count only then.
pub fn effects(
    arena: &State,
    seat: Seat,
    aspect: Aspect,
    ranged: Option<bool>,
    into: &mut Vec<Modifier>,
) {
    effects_between(arena, seat, None, aspect, ranged, into);
}

/// The same where one other is concerned, so that what is about that one counts.
pub fn effects_between(
    arena: &State,
    seat: Seat,
    other: Option<Seat>,
    aspect: Aspect,
    ranged: Option<bool>,
    into: &mut Vec<Modifier>,
) {
    let about = |id: ConditionId| {
        let active = arena.conditions(seat).iter();
        active
            .filter(|c| c.condition == id && c.about == other)
            .count()
    };
    for (id, def) in in_force(arena, seat) {
        let times = match (def.about_one, other) {
            (false, _) => 1,
            (true, Some(_)) => about(id),
            (true, None) => 0,
        };
        if aspect == Aspect::AttackedBy && spares(arena, seat, id, def, other) {
            continue;
        }
        for effect in std::iter::repeat_n(&def.effects, times).flatten() {
            if effect.on != aspect {
                continue;
            }
            let applies = match ranged {
                Some(ranged) => effect.when.admits(ranged),
                None => effect.when == AttackFilter::Any,
            };
            if applies {
                let source = Source::Condition(id);
                into.push(Modifier {
                    kind: effect.kind,
                    value: effect.value,
                    source,
                    rule: None,
                });
            }
        }
    }
}

/// Ends what this attack roll uses up.
pub fn use_up(arena: &mut Arena, attacker: Seat, target: Seat, ranged: bool) {
    let rules = arena.book.rules.clone();
    let used = |c: &ActiveCondition, by, other| {
        let def = &rules.conditions[c.condition];
        c.about == Some(other) && def.used_up == Some(by) && def.against.admits(ranged)
    };
    remove(arena, attacker, |c| used(c, UsedUp::ByBearer, target));
    remove(arena, target, |c| used(c, UsedUp::ByOther, attacker));
}

/// Ends what a grapple check between two uses up on either of them.
pub fn use_up_in_grapple(arena: &mut Arena, one: Seat, other: Seat) {
    let rules = arena.book.rules.clone();
    let used = |c: &ActiveCondition, about| {
        c.about == Some(about) && rules.conditions[c.condition].used_up == Some(UsedUp::ByGrapple)
    };
    remove(arena, one, |c| used(c, other));
    remove(arena, other, |c| used(c, one));
}

/// Whether a condition leaves this one out: it spares whoever imposed it.
fn spares(
    arena: &State,
    seat: Seat,
    id: ConditionId,
    def: &ConditionDef,
    other: Option<Seat>,
) -> bool {
    let conditions = arena.conditions(seat);
    def.spares_imposer
        && other.is_some()
        && conditions
            .iter()
            .any(|c| c.condition == id && c.by == other)
}

/// Which bonuses do not count in a combatant's defences now: by its own conditions, and against an
/// attacker that it cannot see. `ranged`: against which kind of attack, if one is concerned. Nothing is allocated where nothing is denied.
pub fn denials(
    arena: &State,
    seat: Seat,
    attacker: Option<Seat>,
    ranged: Option<bool>,
) -> Vec<Denial> {
    let mut list = Vec::new();
    let concerned = |id: ConditionId, def: &ConditionDef| {
        let active = arena.conditions(seat).iter();
        if ranged.is_some_and(|ranged| !def.against.admits(ranged)) {
            return false;
        }
        !def.about_one
            || attacker.is_some()
                && active
                    .clone()
                    .any(|c| c.condition == id && c.about == attacker)
    };
    for (id, def) in in_force(arena, seat) {
        if !spares(arena, seat, id, def, attacker) && concerned(id, def) {
            deny(&mut list, def, reason(def));
        }
    }
    if shield::is_broken(arena, seat) {
        let (kind, why) = (ModifierKind::Shield, Topic::SunderDamage);
        list.push(Denial {
            kind,
            why,
            voids: false,
        });
    }
    if let Some(attacker) = attacker
        && has(arena, attacker, Flag::Invisible)
        && let Some(state) = arena.book.known.flat_footed
        && let Some(def) = arena.rules().conditions.get(state)
    {
        // Unseen attackers take away what surprise takes away.
        deny(&mut list, def, Topic::Concealment);
    }
    list
}

fn deny(list: &mut Vec<Denial>, def: &ConditionDef, why: Topic) {
    let denied = def.denies.iter().map(|&kind| (kind, false));
    let voided = def.voids.iter().map(|&kind| (kind, true));
    for (kind, voids) in denied.chain(voided) {
        match list.iter_mut().find(|d| d.kind == kind) {
            Some(known) => known.voids |= voids,
            None => list.push(Denial { kind, why, voids }),
        }
    }
}

/// The rule by which a condition takes bonuses away.
fn reason(def: &ConditionDef) -> Topic {
    let by_flag = [
        (Flag::Helpless, Topic::Helpless),
        (Flag::Unaware, Topic::Unaware),
        (Flag::FlatFooted, Topic::FlatFooted),
    ];
    by_flag
        .into_iter()
        .find(|(flag, _)| def.flags.contains(flag))
        .map_or(Topic::DexterityDenied, |(_, topic)| topic)
}
