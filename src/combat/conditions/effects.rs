//! What conditions do to the numbers of their bearer: what they add, and what they take away.

use crate::combat::conditions::perception;
use crate::combat::conditions::{end_by, in_force, warded};
use crate::combat::contract::Seat;
use crate::combat::state::{Afflicting, State, gear};
use crate::rules::{
    Aspect, AttackFilter, ConditionDef, ConditionId, Counted, Denial, Flag, Flags, Modifier,
    ModifierKind, SkillId, Source, Stat, Topic,
};

/// What the conditions of a combatant add to one aspect, pushed onto `into`. `ranged`: which kind
/// of attack is concerned, if any is; effects limited to one kind count only then.
pub fn effects(
    state: &State,
    seat: Seat,
    aspect: Aspect,
    ranged: Option<bool>,
    into: &mut impl Extend<Modifier>,
) {
    effects_between(state, seat, None, aspect, ranged, into);
}

/// The same where one other is concerned, so that what is about that one counts.
pub fn effects_between(
    state: &State,
    seat: Seat,
    other: Option<Seat>,
    aspect: Aspect,
    ranged: Option<bool>,
    into: &mut impl Extend<Modifier>,
) {
    let about = |id: ConditionId| {
        let active = state.conditions(seat).iter();
        active
            .filter(|c| c.condition == id && c.about == other)
            .count()
    };
    for (id, def) in in_force(state, seat) {
        let times = match (def.about_one, other) {
            (false, _) => 1,
            (true, Some(_)) => about(id),
            (true, None) => 0,
        };
        if aspect == Aspect::AttackedBy && spares(state, seat, id, def, other) {
            continue;
        }
        for effect in std::iter::repeat_n(&def.effects, times).flatten() {
            if effect.on != aspect || effect.unseen && !is_unseen(state, seat, other) {
                continue;
            }
            let applies = match ranged {
                Some(ranged) => effect.when.admits(ranged),
                None => effect.when == AttackFilter::Any,
            };
            let learnt = |(skill, least)| ranks(state, seat, skill) >= i32::from(least);
            if applies && effect.ranks.is_none_or(learnt) {
                let source = Source::Condition(id);
                let value = match effect.each_point {
                    true => effect.value.saturating_mul(amount(state, seat, id)),
                    false => effect.value,
                };
                into.extend([Modifier::plain(effect.kind, value, source)]);
            }
        }
    }
}

/// The ranks that a combatant has in a skill.
pub fn ranks(state: &State, seat: Seat, skill: SkillId) -> i32 {
    let parts = state.get(seat).stats.of(Stat::Skill(skill)).iter();
    let ranks = parts.filter(|part| part.kind == ModifierKind::Skill);
    ranks.map(|part| part.value).sum()
}

/// Whether the other does not see a combatant.
fn is_unseen(state: &State, seat: Seat, other: Option<Seat>) -> bool {
    let both = other.and_then(|other| Some((other, state.area(other)?, state.area(seat)?)));
    both.is_some_and(|(other, from, to)| !perception::sees(state, other, from, seat, to))
}

/// The amount with which a combatant bears a condition: the highest, or the sum of the first few.
fn amount(state: &State, seat: Seat, id: ConditionId) -> i32 {
    let active = state.conditions(seat).iter().filter(|c| c.condition == id);
    match state.rules().conditions[id].adds_up {
        Some(most) => {
            let mut all: Vec<_> = active.map(|c| (c.since, c.amount)).collect();
            all.sort_unstable();
            let counts = all.iter().take(usize::from(most));
            counts.map(|(_, amount)| amount).sum()
        }
        None => active.map(|c| c.amount).max().unwrap_or_default(),
    }
}

/// How many dice of its damage a combatant averages instead of rolling them (EP-DMG-05).
pub fn averaged(state: &State, seat: Seat) -> usize {
    let averaging = in_force(state, seat).filter(|(_, def)| def.averages_damage);
    let most = averaging.map(|(id, _)| amount(state, seat, id)).max();
    usize::try_from(most.unwrap_or(0)).unwrap_or(0)
}

/// Whether a condition leaves this one out: it spares the combatant that imposed it.
fn spares(
    state: &State,
    seat: Seat,
    id: ConditionId,
    def: &ConditionDef,
    other: Option<Seat>,
) -> bool {
    let conditions = state.conditions(seat);
    def.spares_imposer
        && other.is_some()
        && conditions
            .iter()
            .any(|c| c.condition == id && c.by == other)
}

/// Which bonuses do not count in a combatant's defences now: by its own conditions, and against an
/// attacker that it cannot see. `ranged`: against which kind of attack, if one is concerned. Nothing is
/// allocated where nothing is denied.
pub fn denials(
    state: &State,
    seat: Seat,
    attacker: Option<Seat>,
    ranged: Option<bool>,
) -> Vec<Denial> {
    let mut list = Vec::new();
    let concerned = |id: ConditionId, def: &ConditionDef| {
        let active = state.conditions(seat).iter();
        if ranged.is_some_and(|ranged| !def.against.admits(ranged)) {
            return false;
        }
        !def.about_one
            || attacker.is_some()
                && active
                    .clone()
                    .any(|c| c.condition == id && c.about == attacker)
    };
    for (id, def) in in_force(state, seat) {
        if !spares(state, seat, id, def, attacker) && concerned(id, def) {
            deny(&mut list, def, Counted::DeniedBy(id));
        }
    }
    if gear::has_lost_shield(state, seat) {
        list.push(Denial {
            kind: ModifierKind::Shield,
            mark: Counted::Denied(Topic::SunderDamage),
            voids: false,
        });
    }
    if let Some(attacker) = attacker
        && let Some((flat_footed, why)) = caught_by(state, seat, attacker, ranged)
        && let Some(def) = state.rules().conditions.get(flat_footed)
    {
        // Unseen attackers and feints take away what surprise takes away.
        deny(&mut list, def, Counted::Denied(why));
    }
    list
}

/// Whether an attack of this attacker finds a combatant flat-footed that has acted long since, and why: it does not
/// see the attacker, or has been deceived by it (EP-COND-01). No attack finds those so who never are. `ranged`: which
/// kind of attack, if one is concerned.
pub fn caught_by(
    state: &State,
    seat: Seat,
    attacker: Seat,
    ranged: Option<bool>,
) -> Option<(ConditionId, Topic)> {
    let flat_footed = state.book.known.flat_footed?;
    if warded(state, seat, flat_footed) {
        return None;
    }
    let unseen = perception::startled_by(state, seat, attacker).map(|why| why.topic());
    let table = &state.rules().conditions;
    let deceived = || {
        state.conditions(seat).iter().any(|active| {
            let def = &table[active.condition];
            active.about == Some(attacker)
                && def.flags.contains(&Flag::FlatFootedToOne)
                && ranged.is_none_or(|ranged| def.against.admits(ranged))
        })
    };
    let why = unseen.or_else(|| deceived().then_some(Topic::DexterityDenied));
    why.map(|why| (flat_footed, why))
}

fn deny(list: &mut Vec<Denial>, def: &ConditionDef, mark: Counted) {
    let denied = def.denies.iter().map(|&kind| (kind, false));
    let voided = def.voids.iter().map(|&kind| (kind, true));
    for (kind, voids) in denied.chain(voided) {
        match list.iter_mut().find(|d| d.kind == kind) {
            Some(known) => known.voids |= voids,
            None => list.push(Denial { kind, mark, voids }),
        }
    }
}

/// The rule by which a condition takes bonuses away.
pub fn denial_topic(def: &ConditionDef) -> Topic {
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

/// Whether a combatant's guard is down before this attacker.
pub fn is_open(state: &State, attacker: Seat, target: Seat) -> bool {
    let rules = state.rules();
    let active = state.conditions(target);
    active
        .iter()
        .any(|c| c.by == Some(attacker) && rules.flags(c.condition).has(Flag::OpenToImposer))
}

/// Ends the hold of a combatant on others: none holds on from the ground, or helpless (AM-COND-03).
pub(super) fn let_go(battle: &mut Afflicting, seat: Seat) {
    let grabbed = battle.book.known.grabbed;
    for other in battle.all() {
        end_by(battle, other, grabbed, seat);
    }
}

/// Ends holds between a combatant that has changed planes and those on the one that it is no longer on.
pub(super) fn part_planes(battle: &mut Afflicting, seat: Seat) {
    const BODILY: Flags = Flags::of(&[Flag::Held, Flag::Grappling, Flag::Pinned]);
    let mut over = Vec::new();
    for bearer in battle.all() {
        for active in battle.conditions(bearer) {
            let bodily = battle.rules().flags(active.condition).has_any(BODILY);
            let (Some(by), true) = (active.by, bodily) else {
                continue;
            };
            if (bearer == seat || by == seat) && perception::apart(battle, bearer, by) {
                over.push((bearer, active.condition, by));
            }
        }
    }
    for (bearer, condition, by) in over {
        end_by(battle, bearer, Some(condition), by);
    }
}
