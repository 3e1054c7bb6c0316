//! Things on the map and in hands that can be struck and broken.

use crate::combat::attack::bands::{Bands, Severity};
use crate::combat::attack::{cover, spent};
use crate::combat::checks::bonus::RollBonus;
use crate::combat::conditions::planes;
use crate::combat::contract::{Aim, AttackOutcome, EventKind, HeldItem, Refusal, Seat};
use crate::combat::damage::Harm;
use crate::combat::equipment::grip;
use crate::combat::state::{Acting, AttackMode, AttackOrder, DeclaredAction, Mark, State};
use crate::combat::{attack, checks, conditions, damage};
use crate::content::terrain::ObjectDef;
use crate::dice::Purpose;
use crate::grid::{Area, Blocks, Square, corner_lines, distance, within_reach};
use crate::rules::{
    Aspect, Edge, Flag, ModifierKind, ObjectRule, RangeRule, Stat, StrikeAt, Tally, TerrainId,
    Topic,
};

/// Armour class of what lies still and belongs to no combatant, before its size.
const UNATTENDED: i32 = 5;
/// Armour class of what a combatant bears, before Dexterity and size.
const BORNE: i32 = 10;
/// What being held in the hand is worth.
const IN_HAND: i32 = 5;
/// Bonus in melee against what lies still.
const MELEE: i32 = 4;
/// Bonus of a shot that takes the whole round.
const LINED_UP: i32 = 5;

pub(super) fn object<'a>(state: &'a State, at: Square) -> Option<&'a ObjectDef> {
    let (.., kind) = state.layer(at, |kind| kind.object.is_some())?;
    kind.object.as_ref()
}

fn named(state: &State, name: &str) -> Option<TerrainId> {
    state.book.catalogue.terrain.id(name)
}

/// Whether an action about a thing or a square is possible.
pub fn legal(state: &State, declared: &DeclaredAction, what: StrikeAt) -> Result<(), Refusal> {
    match (what, &declared.aim) {
        (StrikeAt::Held, aim) => {
            let Some((bearer, thing, order)) = held(state, declared, aim) else {
                let reason = "Choose a thing that an enemy holds.";
                return state.refuse(Topic::HeldObject, reason);
            };
            if !bears(state, bearer, thing) {
                let reason = "The target does not hold that.";
                return state.refuse(Topic::HeldObject, reason);
            }
            attack::legal(state, &order, None)
        }
        (StrikeAt::Object { .. }, Aim::Along(path)) => {
            within(state, declared.seat, declared.mode, path)
        }
        (StrikeAt::Object { .. } | StrikeAt::Square | StrikeAt::Squares, _) => {
            state.refuse(Topic::ObjectAttack, "Choose what you want to strike.")
        }
    }
}

/// Whether an attack reaches a thing on the map.
pub fn within(state: &State, seat: Seat, mode: Option<u8>, path: &[Square]) -> Result<(), Refusal> {
    let topic = Topic::ObjectAttack;
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    planes::handles(state, seat)?;
    let &[at] = path else {
        return refuse(topic, "Choose one thing to strike.");
    };
    if object(state, at).is_none() {
        return refuse(topic, "There is nothing to break in that square.");
    }
    let Some(index) = mode else {
        return refuse(topic, "Choose an attack.");
    };
    let fighter = state.get(seat);
    let (Some(mode), Some(here)) = (fighter.modes.0.get(usize::from(index)), state.area(seat))
    else {
        return refuse(topic, "There is no such attack.");
    };
    attack::legal::usable(state, &AttackOrder::plain(seat, seat, index), mode)?;
    let there = Area::single(at);
    if !state.field.dimensions.contains(at) || here.contains(at) {
        return refuse(topic, "There is nothing to strike in that square.");
    }
    let policies = &state.rules().policies;
    if mode.ranged && policies.attack.objects.is_one_number() {
        return refuse(topic, "You can strike things only in melee.");
    } else if mode.ranged {
        let away = distance(here, there, policies.movement.diagonals);
        let range = attack::range(policies.attack.range, mode);
        if away > range {
            let name = &mode.name;
            let reason = format!("That is {away} squares away; your {name} reaches {range}.");
            return state.refuse(Topic::MaximumRange, reason);
        }
    } else if !within_reach(here, there, mode.reach, policies.threat.reach) {
        return refuse(Topic::Reach, "That is out of your reach.");
    }
    if is_hidden(state, here, at) {
        return refuse(
            Topic::TotalCover,
            "You cannot see any part of it from there.",
        );
    }
    Ok(())
}

/// Whether no part of what is in a square can be got at from a space in a straight line, itself aside:
/// across a corner between two walls, for example.
pub(crate) fn is_hidden(state: &State, from: Area, at: Square) -> bool {
    let mut walls = state.field.blocks_effect.clone();
    walls.remove(at);
    let walls = Blocks::new(&walls, &state.field.walls);
    corner_lines(from, Area::single(at), walls).blocked >= 4
}

/// Does what the action does to a thing or a square.
pub fn begin(battle: &mut Acting, declared: &DeclaredAction, what: StrikeAt) {
    if legal(battle, declared, what).is_err() {
        return;
    }
    match what {
        StrikeAt::Held => strike_held(battle, declared),
        StrikeAt::Object { careful } => {
            strike_object(battle, declared, careful);
        }
        StrikeAt::Square | StrikeAt::Squares => {}
    }
}

/// The ground of a square becomes another.
fn change(battle: &mut Acting, seat: Seat, (at, layer): (Square, u8), to: TerrainId, why: Topic) {
    let (catalogue, rules) = (battle.book.catalogue.clone(), battle.book.rules.clone());
    battle
        .field_mut()
        .alter(at, layer, to, &catalogue, &rules.policies.movement);
    let kind = EventKind::GroundChanged {
        seat,
        at,
        layer,
        terrain: to,
    };
    battle.emit(&[why], kind);
}

/// Whether a blow with this mode at a thing lands of itself.
fn is_sure(mode: &AttackMode, careful: bool) -> bool {
    careful && !mode.ranged
}

/// Whether what was declared lands of itself.
pub(super) fn lands_of_itself(state: &State, declared: &DeclaredAction, careful: bool) -> bool {
    let modes = &state.get(declared.seat).modes.0;
    let mode = declared.mode.and_then(|mode| modes.get(usize::from(mode)));
    mode.is_some_and(|mode| is_sure(mode, careful))
}

/// The bonus of an attack at a thing that lies still.
fn bonus(
    state: &State,
    declared: &DeclaredAction,
    mode: &AttackMode,
    at: Square,
    careful: bool,
) -> RollBonus {
    let mut parts = mode.attack.clone();
    parts.extend(declared.extra.iter().copied());
    let stat = if mode.ranged {
        Stat::RangedAttack
    } else {
        Stat::MeleeAttack
    };
    for aspect in [Aspect::AttackRoll, Aspect::Stat(stat)] {
        conditions::effects(state, declared.seat, aspect, Some(mode.ranged), &mut parts);
    }
    let mut add = |topic, kind, value| parts.push(checks::modifier(state, topic, kind, value));
    let policies = &state.rules().policies;
    if !policies.attack.objects.is_by_size() {
        // Nothing but what any attack has.
    } else if !mode.ranged {
        add(Topic::ObjectAttack, ModifierKind::Untyped, MELEE);
    } else if careful {
        add(Topic::ObjectAttack, ModifierKind::Untyped, LINED_UP);
    }
    if let (true, RangeRule::Increments { penalty, .. }, Some(here)) = (
        mode.ranged,
        policies.attack.range,
        state.area(declared.seat),
    ) {
        let away = distance(here, Area::single(at), policies.movement.diagonals);
        let beyond = away.saturating_sub(1) / u32::from(mode.increment).max(1);
        add(
            Topic::RangeIncrement,
            ModifierKind::Range,
            penalty * beyond as i32,
        );
    }
    let own = Tally::sum(parts, &policies.stacking, &[]);
    RollBonus::of(state, declared.seat, own)
}

/// The number to reach for a thing that lies still.
fn unattended(
    state: &State,
    declared: &DeclaredAction,
    mode: &AttackMode,
    at: Square,
) -> Option<i32> {
    let size = object(state, at)?.size;
    Some(match state.rules().policies.attack.objects {
        ObjectRule::BySize => UNATTENDED + size.modifier(),
        ObjectRule::OneNumber { defence } => defence,
        ObjectRule::RelativeSize { defence } => {
            let own = state.who(declared.seat).size;
            let here = state.area(declared.seat)?;
            let cover = cover::of_thing(state, declared.seat, here, at, mode.ranged);
            defence + size.modifier() - own.modifier() + cover
        }
    })
}

/// What the natural results mean at a thing: where it is struck like anything else, it can be
/// critical.
fn bands(state: &State, bonus: i32, needed: i32, mode: Option<&AttackMode>) -> Bands {
    let rules = &state.rules().policies.attack;
    match mode {
        Some(mode) if rules.objects.is_one_number() => Bands::of(rules, bonus, needed, mode.threat),
        _ => Bands::of(rules, bonus, needed, 20).harmless(),
    }
}

/// The roll of an attack at a thing.
#[derive(Clone, Copy)]
pub(super) struct AtThing {
    pub total: i32,
    pub hits: bool,
    pub critical: bool,
    /// It hits whatever stands in the way.
    pub certain: bool,
}

/// Rolls an attack at a thing.
fn roll(battle: &mut Acting, seat: Seat, bonus: RollBonus, bands: Bands, topic: Topic) -> AtThing {
    let against = bands.needed;
    let purpose = Purpose::Attack;
    let edge = edge(battle, seat);
    // An attack roll is an attack, whatever it is at.
    conditions::end_by_attack(battle, seat);
    let check = checks::d20(battle, seat, purpose, bonus, edge);
    let success = bands.hits(check.natural);
    let rolled = AtThing {
        total: check.total(),
        hits: success,
        critical: bands.severity(check.natural) == Severity::Critical,
        certain: bands.outcome(check.natural) == AttackOutcome::AutomaticHit,
    };
    battle.emit(
        &[topic, Topic::ObjectDefence],
        EventKind::Checked {
            seat,
            purpose,
            check,
            against,
            success,
        },
    );
    rolled
}

/// Rolls for a blow that neighbours may stop.
pub(super) fn roll_at(
    battle: &mut Acting,
    declared: &DeclaredAction,
    at: Square,
    careful: bool,
) -> Option<AtThing> {
    let (bonus, bands) = at_thing(battle, declared, at, careful)?;
    Some(roll(
        battle,
        declared.seat,
        bonus,
        bands,
        Topic::ObjectAttack,
    ))
}

/// The bonus of a blow at a thing, and what its natural results mean.
pub(super) fn at_thing(
    state: &State,
    declared: &DeclaredAction,
    at: Square,
    careful: bool,
) -> Option<(RollBonus, Bands)> {
    let modes = &state.get(declared.seat).modes.0;
    let mode = modes.get(usize::from(declared.mode?))?;
    let bonus = bonus(state, declared, mode, at, careful);
    let needed = unattended(state, declared, mode, at)?;
    let bands = bands(state, bonus.total, needed, Some(mode));
    Some((bonus, bands))
}

/// Whether a blow at a thing rolls two dice.
pub(super) fn edge(state: &State, seat: Seat) -> Edge {
    Edge::of(false, conditions::has(state, seat, Flag::Disadvantage))
}

fn strike_object(battle: &mut Acting, declared: &DeclaredAction, careful: bool) {
    let Aim::Along(path) = &declared.aim else {
        return;
    };
    let &[at] = path.as_slice() else { return };
    let (seat, index) = (declared.seat, declared.mode.unwrap_or(0));
    battle.budget_mut(seat).mark(Mark::Attacked);
    let Some(mode) = battle.get(seat).modes.0.get(usize::from(index)) else {
        return;
    };
    let sure = is_sure(mode, careful);
    let bonus = bonus(battle, declared, mode, at, careful);
    let Some(needed) = unattended(battle, declared, mode, at) else {
        return;
    };
    let bands = bands(battle, bonus.total, needed, Some(mode));
    spent::weapon_at(battle, seat, index, at);
    let mut harm = Harm::ONCE;
    if !sure {
        let rolled = roll(battle, seat, bonus, bands, Topic::ObjectAttack);
        if !rolled.hits {
            return;
        }
        harm.maximal = rolled.critical;
    }
    let mut order = AttackOrder::plain(seat, seat, index);
    order.manner = declared.manner;
    break_it(battle, &order, at, harm);
}

/// A shot or blow that was meant for a combatant lands on a thing.
pub fn land(battle: &mut Acting, order: &AttackOrder, at: Square) {
    break_it(battle, order, at, Harm::ONCE);
}

/// Damage to a thing on the map.
pub(super) fn break_it(battle: &mut Acting, order: &AttackOrder, at: Square, harm: Harm) {
    let seat = order.attacker;
    let ranged = battle.mode(order).is_some_and(|mode| mode.ranged);
    let Some(object) = object(battle, at) else {
        return;
    };
    let (sturdy, leaves) = (object.sturdy, named(battle, &object.leaves));
    let Some((mut sum, kind)) = damage::throw(battle, order, harm) else {
        return;
    };
    // Arrows and the like, and fire and the like, do half.
    let by_size = battle.rules().policies.attack.objects.is_by_size();
    if by_size && (ranged || !damage::is_bodily(kind)) {
        let half = sum.total() / 2;
        sum.bring_to(Topic::Halved, half);
    }
    let known = battle
        .field
        .harmed
        .iter()
        .position(|(square, _)| *square == at);
    let before = known.map_or(0, |i| battle.field.harmed[i].1);
    let through = (sum.total() - sturdy.hardness).max(0);
    sum.bring_to(Topic::Hardness, through);
    let taken = through.min((sturdy.hit_points - before).max(0));
    sum.bring_to(Topic::Overkill, taken);
    let left = sturdy.hit_points - before - taken;
    match known {
        Some(i) => battle.field_mut().harmed[i].1 += taken,
        None => battle.field_mut().harmed.push((at, taken)),
    }
    let found = battle.layer(at, |kind| kind.object.is_some());
    let Some((layer, terrain, _)) = found else {
        return;
    };
    let struck = EventKind::ObjectStruck {
        seat,
        at,
        terrain,
        dice: sum.dice,
        bonus: sum.bonus,
        taken,
        left,
    };
    battle.emit(&[Topic::ObjectDamage], struck);
    if let (..=0, Some(leaves)) = (left, leaves) {
        battle
            .field_mut()
            .harmed
            .retain(|(square, _)| *square != at);
        change(battle, seat, (at, layer), leaves, Topic::ObjectDamage);
    }
}

/// Whose thing is struck at, and with what.
fn held(
    state: &State,
    declared: &DeclaredAction,
    aim: &Aim,
) -> Option<(Seat, HeldItem, AttackOrder)> {
    let (bearer, thing) = match aim {
        Aim::Held(bearer, thing) => (*bearer, *thing),
        Aim::At(bearer) => {
            let first = state.get(*bearer).hands.in_hand().next();
            (*bearer, first.map_or(HeldItem::Shield, HeldItem::Weapon))
        }
        _ => return None,
    };
    let mut order = AttackOrder::plain(declared.seat, bearer, declared.mode?);
    order.manner = declared.manner;
    Some((bearer, thing, order))
}

fn bears(state: &State, bearer: Seat, thing: HeldItem) -> bool {
    match thing {
        HeldItem::Weapon(weapon) => state.get(bearer).hands.holds(weapon),
        HeldItem::Shield => grip::holds_shield(state, bearer),
        HeldItem::Helmet => false,
    }
}

/// The number to reach for a thing in a combatant's hand.
fn held_defence(state: &State, bearer: Seat, thing: HeldItem) -> i32 {
    let defence = checks::tally(state, bearer, Stat::Defence, &[]);
    BORNE
        + grip::size(state, thing, bearer).modifier()
        + defence.of_kind(ModifierKind::Dexterity)
        + defence.of_kind(ModifierKind::Deflection)
        + IN_HAND
}

fn strike_held(battle: &mut Acting, declared: &DeclaredAction) {
    let Some((bearer, thing, order)) = held(battle, declared, &declared.aim) else {
        return;
    };
    battle.budget_mut(declared.seat).mark(Mark::Attacked);
    let against = held_defence(battle, bearer, thing);
    let Some(situation) = attack::Situation::of(battle, &order, None) else {
        return;
    };
    let bands = bands(battle, situation.attack.total, against, None);
    let ranged = battle.mode(&order).is_some_and(|mode| mode.ranged);
    spent::against_bearer(battle, &order, ranged);
    if let Some(at) = battle.area(bearer).map(|area| area.anchor) {
        spent::weapon_at(battle, declared.seat, order.mode, at);
    }
    let rolled = roll(
        battle,
        declared.seat,
        situation.attack,
        bands,
        Topic::HeldObject,
    );
    if !rolled.hits {
        return;
    }
    let amount = damage::roll(battle, &order, bearer, Harm::ONCE);
    grip::strike(
        battle,
        bearer,
        thing,
        if ranged { amount / 2 } else { amount },
        Topic::SunderDamage,
    );
}

/// The chance to hit a thing.
pub fn chance(state: &State, declared: &DeclaredAction, what: StrikeAt) -> Option<f64> {
    legal(state, declared, what).ok()?;
    let index = usize::from(declared.mode?);
    let bands = match (what, &declared.aim) {
        (StrikeAt::Object { careful }, Aim::Along(path)) => {
            let at = path.first()?;
            let mode = state.get(declared.seat).modes.0.get(index)?;
            if is_sure(mode, careful) {
                return Some(1.0);
            }
            let against = unattended(state, declared, mode, *at)?;
            let bonus = bonus(state, declared, mode, *at, careful).total;
            bands(state, bonus, against, Some(mode))
        }
        (StrikeAt::Held, aim) => {
            let (bearer, thing, order) = held(state, declared, aim)?;
            let situation = attack::Situation::of(state, &order, None)?;
            let against = held_defence(state, bearer, thing);
            bands(state, situation.attack.total, against, None)
        }
        (StrikeAt::Object { .. } | StrikeAt::Square | StrikeAt::Squares, _) => return None,
    };
    Some(bands.chance(edge(state, declared.seat)))
}
