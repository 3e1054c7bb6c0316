//! Abilities taking effect: attack, saves and effects, one target after another.

use crate::combat::ability::{
    area, asking, burst, caster, casting, def, difficulty, effect, lay, turning, venom, working,
};
use crate::combat::attack::begun;
use crate::combat::attack::cover::{self, Degree};
use crate::combat::conditions::breath;
use crate::combat::conditions::veils;
use crate::combat::contract::{Aim, EventKind, Lost, Seat};
use crate::combat::state::step::ability::{Phase, SaveOutcome};
use crate::combat::state::{Acting, AttackOrder, Rolling, State, Turning, Use, Wounding, powers};
use crate::combat::{attack, checks, conditions, damage};
use crate::dice::Purpose;
use crate::grid::{Square, corner_lines, template};
use crate::rules::{
    AbilityDef, AbilityId, CoverRule, CoverToReflex, Modifier, ModifierKind, Occasion, SaveDef,
    Saved, SpecialEffect, Stat, Tally, Target, Targeting, Topic,
};

/// The die on which it depends whether an ability works.
const LUCK_SIDES: u32 = 20;

/// Lets an ability take effect, after the immediate actions that could still matter.
pub(crate) fn start(battle: &mut Wounding, used: Use) {
    let by = used.seat;
    battle.push(used);
    for seat in begun::forestalling(battle) {
        (battle.on.may_answer)(battle, seat, by, Occasion::Attacked);
    }
}

/// Takes an ability on until a blow has to be settled first, or it is over.
pub fn advance(battle: &mut Turning, used: Use) {
    let seat = used.seat;
    match used.phase {
        Phase::Due => {
            if conditions::able(battle, seat) {
                casting::complete(battle, seat);
            } else {
                casting::broken(battle, seat);
            }
        }
        Phase::Begin => {
            begin(battle, used.clone());
            lay::ground(battle, &used);
        }
        Phase::Affect => affect(battle, used),
        Phase::Fade => {
            let touch = battle.repertoire[seat].touch.as_ref();
            if touch.is_some_and(|touch| touch.ability == used.ability) {
                battle.repertoire_mut(seat).touch = None;
                burst::missed(battle, &used);
            }
        }
    }
}

fn begin(battle: &mut Wounding, mut used: Use) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.abilities.get(used.ability) else {
        return;
    };
    let (seat, ability) = (used.seat, used.ability);
    if def.target.is_area() {
        let squares = area::squares(battle, seat, ability, &used.aim);
        let squares = squares.iter().collect();
        battle.emit(
            &[Topic::AbilityArea],
            EventKind::AreaCovered {
                seat,
                ability,
                squares,
            },
        );
    }
    used.queue = area::targets(battle, seat, ability, &used.aim);
    if turning::turns(def) {
        used.queue = turning::chosen(battle, &used);
    }
    let moves = def.moves.is_some();
    if used.queue.is_empty() || moves || !works(battle, seat, ability, def.works_on) {
        return;
    }
    used.amounts = amounts(battle, &used, def);
    used.phase = Phase::Affect;
    battle.push(used);
}

fn affect(battle: &mut Acting, mut used: Use) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.abilities.get(used.ability) else {
        return;
    };
    let Some(&target) = used.queue.first() else {
        return;
    };
    if def.inhaled && !used.asked && may_hold(battle, target) {
        let by = used.seat;
        used.asked = true;
        battle.push(used);
        return (battle.on.may_answer)(battle, target, by, Occasion::Inhales);
    }
    let verdict = match used.verdict {
        Some(verdict) => verdict,
        None => weigh(battle, &used, def, target),
    };
    used.verdict = Some(verdict);
    if used.amounts.is_empty() && verdict != SaveOutcome::Nothing {
        used.amounts = amounts(battle, &used, def);
    }
    // What splashes does so past a combatant that the rest has felled.
    let present = conditions::present(battle, target);
    let splashes = |effect: &SpecialEffect| {
        matches!(
            effect,
            SpecialEffect::Splash { .. } | SpecialEffect::SplashHalf
        )
    };
    let applies = |effect: &SpecialEffect| present || splashes(effect);
    let rest = def.effects.iter().enumerate().skip(used.effect);
    let next = rest
        .filter(|(_, effect)| applies(effect))
        .map(|(i, _)| i)
        .next();
    let Some(index) = next.filter(|_| verdict != SaveOutcome::Nothing) else {
        used.queue.remove(0);
        used.effect = 0;
        used.asked = false;
        used.verdict = None;
        if !used.queue.is_empty() {
            battle.push(used);
        }
        return;
    };
    let next = Use {
        effect: index + 1,
        ..used.clone()
    };
    battle.push(next);
    effect::apply(battle, &used, index, target, verdict == SaveOutcome::Half);
}

/// Whether a target that is about to inhale an ability may hold its breath before that.
fn may_hold(battle: &Acting, target: Seat) -> bool {
    breath::spared(battle, target).is_none()
        && battle.on.asks.can_answer(battle, target, Occasion::Inhales)
}

/// In a surprise round those whom an ability befalls notice it like a shot that hits, and who harms others
/// reaches out of what it is in. What has an attack roll is an attack, and what a weapon carries comes with one.
fn startle(battle: &mut Acting, used: &Use, def: &AbilityDef, target: Seat) {
    let attacks = def.attack.is_some() || matches!(def.target, Target::Wounded { .. });
    if attacks || !battle.enemies(used.seat, target) {
        return;
    }
    let harms = caster::is_offensive(battle, used.ability, def);
    lay::befall(battle, used.seat, target, harms);
}

/// What a target has to suffer, if it is not immune to all of it: the saving throw decides.
fn weigh(battle: &mut Acting, used: &Use, def: &AbilityDef, target: Seat) -> SaveOutcome {
    startle(battle, used, def, target);
    venom::tell(battle, used, target);
    if effect::shrugs_off(battle, used, def, target) {
        return SaveOutcome::Nothing;
    }
    if let Some(holds) = breath::spared(battle, target).filter(|_| def.inhaled) {
        let topic = if holds {
            Topic::Breath
        } else {
            Topic::Breathless
        };
        let seat = target;
        battle.emit(&[topic], EventKind::NotInhaled { seat, holds });
        return SaveOutcome::Nothing;
    }
    // What lies upon the ground is resisted when it does harm.
    if !lay::only_lays(def) && caster::is_resisted(battle, used, target) {
        return SaveOutcome::Nothing;
    }
    let verdict = match def.save {
        Some(save) if conditions::present(battle, target) => judge(battle, used, target, save),
        _ => SaveOutcome::Everything,
    };
    venom::lurk(battle, used, def, target);
    verdict
}

/// Rolls what each effect brings.
fn amounts(battle: &mut Rolling, used: &Use, def: &AbilityDef) -> Vec<i32> {
    let mut once = 0;
    let amount = |effect| match effect {
        &SpecialEffect::SplashHalf => battle.rules().policies.abilities.half(once),
        effect => {
            let rolled = effect::roll(battle, used, effect);
            once = rolled.once;
            rolled.total
        }
    };
    def.effects.iter().map(amount).collect()
}

/// The saving throw of a target.
fn judge(battle: &mut Acting, used: &Use, target: Seat, save: SaveDef) -> SaveOutcome {
    let against = difficulty(battle, used.seat, used.ability);
    let (seat, ability, stat) = (used.seat, used.ability, save.stat);
    let shelter = shelter(battle, seat, ability, &used.aim, target, stat);
    let topics = [Topic::AbilitySave, Topic::CoverReflex];
    let half = save.success == Saved::Half;
    let evades = (half && asking::evades(battle, target, stat)).then_some(Topic::Evasion);
    let shelters = 1 + usize::from(shelter.is_some());
    let cited: Vec<Topic> = topics.into_iter().take(shelters).chain(evades).collect();
    let extra = shelter.map(|shelter| shelter.bonus);
    let (made, natural) =
        checks::save_with(battle, target, stat, against, extra.as_slice(), &cited);
    if natural == 1 && battle.rules().policies.abilities.natural_one_harms_gear {
        let harm = effect::damage_of(battle, used);
        damage::scorch(battle, target, harm);
    }
    let slit = shelter.is_some_and(|shelter| shelter.slit);
    match (save.success, made) {
        (Saved::Half, true) if evades.is_some() => SaveOutcome::Nothing,
        (Saved::Negates, false) => SaveOutcome::Everything,
        (Saved::Half, false) if !slit => SaveOutcome::Everything,
        (Saved::Half, true) if !slit => SaveOutcome::Half,
        (Saved::Half, false) => SaveOutcome::Half,
        (_, true) => SaveOutcome::Nothing,
    }
}

/// Cover from an area.
#[derive(Clone, Copy)]
pub(crate) struct Shelter {
    pub bonus: Modifier,
    /// Nothing but a slit is open.
    pub slit: bool,
}

/// What cover from the other side of an area, or from one who aims at a target, adds to a Reflex save.
pub(crate) fn shelter(
    state: &State,
    seat: Seat,
    ability: AbilityId,
    aim: &Aim,
    target: Seat,
    stat: Stat,
) -> Option<Shelter> {
    let bonuses = state.rules().policies.abilities.cover_to_reflex?;
    let area = def(state, ability)?.target;
    if stat != Stat::Reflex {
        return None;
    }
    if !area.is_area() {
        return between(state, seat, area, target, bonuses);
    }
    let there = state.area(target)?;
    if let CoverToReflex::ByDegree(bonuses) = bonuses {
        return by_degree(state, (seat, area, aim), (target, there), bonuses);
    }
    let blocks = state.field.effect();
    let (walls, low) = match corner(state, area, aim) {
        Some(corner) => {
            let from = crate::grid::Area::single(corner);
            let walls = template::blocked_from(template::corner(corner), there, blocks);
            (walls, cover::low_cover(state, from, there))
        }
        None => {
            let here = state.area(seat)?;
            let walls = corner_lines(here, there, blocks).blocked;
            (walls, cover::low_cover(state, here, there))
        }
    };
    let (lines, slit) = (walls.max(low.0), low.1);
    let (bonus, slit) = match bonuses {
        CoverToReflex::Graded(bonuses) if slit => (bonuses[3], true),
        CoverToReflex::Graded(bonuses) if lines > 0 => {
            (bonuses[usize::from(lines - 1).min(2)], false)
        }
        CoverToReflex::Single(bonus) if lines > 0 => (bonus, false),
        CoverToReflex::Graded(_) | CoverToReflex::Single(_) | CoverToReflex::ByDegree(_) => {
            return None;
        }
    };
    let bonus = checks::modifier(state, Topic::CoverReflex, ModifierKind::Cover, bonus);
    Some(Shelter { bonus, slit })
}

/// The corner around which an area lies that is aimed like this, if it is laid around one.
fn corner(state: &State, area: Target, aim: &Aim) -> Option<Square> {
    super::spot(state, aim).filter(|_| area.targeting() == Targeting::Corner)
}

/// What cover from the user itself adds to the Reflex save of one whom it has aimed at, where all cover
/// helps (AH-PD-06).
fn between(
    state: &State,
    seat: Seat,
    aimed: Target,
    target: Seat,
    bonuses: CoverToReflex,
) -> Option<Shelter> {
    let ranged = match aimed {
        Target::One { .. } | Target::Several { .. } => true,
        Target::Touch { .. } => false,
        Target::User
        | Target::Company { .. }
        | Target::Burst { .. }
        | Target::Lob { .. }
        | Target::Cone { .. }
        | Target::Line { .. }
        | Target::Around { .. }
        | Target::Wounded { .. } => return None,
    };
    let here = state.area(seat).filter(|_| seat != target)?;
    let cover = cover::of(state, seat, here, target, ranged);
    let bonus = match bonuses {
        CoverToReflex::Graded(_) => return None,
        CoverToReflex::Single(bonus) if cover.bonus > 0 => bonus,
        CoverToReflex::Single(_) => 0,
        CoverToReflex::ByDegree(bonuses) => cover.degree.worth(bonuses),
    };
    helps(state, bonus)
}

/// What cover by degrees adds to the Reflex save of one in an area (EP-COVER-04, EP-COVER-11).
fn by_degree(
    state: &State,
    (seat, area, aim): (Seat, Target, &Aim),
    (target, there): (Seat, crate::grid::Area),
    bonuses: [i32; 3],
) -> Option<Shelter> {
    let CoverRule::ByDegree(rule) = state.rules().policies.attack.cover else {
        return None;
    };
    if matches!(area, Target::Burst { spreads: true, .. }) {
        return None;
    }
    let degree = match corner(state, area, aim) {
        Some(corner) => {
            let degree = cover::from_point(state, corner, there, rule.low);
            // Who reaches out of something solid shows no more than half of itself.
            match veils::is_within(state, there) {
                true => degree.max(Degree::Partial),
                false => degree,
            }
        }
        None => {
            let here = state.area(seat)?;
            cover::at(state, seat, here, target, there, true).degree
        }
    };
    helps(state, degree.worth(bonuses))
}

fn helps(state: &State, bonus: i32) -> Option<Shelter> {
    let bonus = checks::modifier(state, Topic::CoverReflex, ModifierKind::Cover, bonus);
    (bonus.value > 0).then_some(Shelter { bonus, slit: false })
}

/// The attack of an ability that a combatant holds ready or has just cast.
pub(crate) fn order(
    state: &State,
    seat: Seat,
    ability: AbilityId,
    target: Seat,
) -> Option<AttackOrder> {
    let modes = &state.get(seat).modes.0;
    let mode = modes
        .iter()
        .position(|mode| mode.ability == Some(ability))?;
    let mode = u8::try_from(mode).ok()?;
    Some(AttackOrder::plain(seat, target, mode))
}

/// Brings what is held ready to a combatant: allies let themselves be touched, others are attacked.
pub fn deliver(battle: &mut Wounding, seat: Seat, target: Seat) {
    let Some(held) = battle.get(seat).repertoire.touch else {
        return;
    };
    let Some(def) = def(battle, held.ability) else {
        return;
    };
    let by_touch = def.target.is_touch();
    // One touch comes with the casting; whether it lands or not, the next is an action of its own.
    if let Some(held) = &mut battle.repertoire_mut(seat).touch {
        held.fresh = false;
    }
    if by_touch && !battle.enemies(seat, target) {
        return strike(battle, seat, held.ability, target, false);
    }
    let Some(order) = order(battle, seat, held.ability, target) else {
        return;
    };
    if !by_touch {
        battle.push(Use {
            phase: Phase::Fade,
            ..Use::new(seat, held.ability, held.level, held.aim(target))
        });
    }
    attack::begin(battle, order);
}

/// The attack of an ability has landed.
pub fn landed(battle: &mut Wounding, order: &AttackOrder, ability: AbilityId, critical: bool) {
    strike(battle, order.attacker, ability, order.target, critical);
}

/// Whether an ability that depends on luck works this time.
fn works(battle: &mut Rolling, seat: Seat, ability: AbilityId, on: Option<u8>) -> bool {
    let Some(most) = on else { return true };
    let die = battle.roll(seat, Purpose::Ability, LUCK_SIDES);
    let total = die.rolled as i32;
    battle.emit(
        &[Topic::Ability],
        EventKind::AmountRolled {
            seat,
            ability,
            dice: [die].into_iter().collect(),
            bonus: Tally::default(),
            total,
        },
    );
    let success = total <= i32::from(most);
    if !success {
        working::lose(battle, seat, ability, Lost::Failed);
    }
    success
}

/// A combatant takes hold of something, or of another combatant: a touch that it holds ready goes into
/// that, and works on the one for whom it is meant (SP-KIDO-13).
pub fn discharge(battle: &mut Wounding, seat: Seat, into: Option<Seat>) {
    let Some(touch) = powers::charge(battle, seat) else {
        return;
    };
    let fits = |other: &Seat| {
        let def = def(battle, touch.ability);
        let target = def.map(|def| def.target).filter(|target| target.is_touch());
        target.is_some_and(|target| asking::suits(battle, seat, *other, target.whom()))
    };
    if let Some(other) = into.filter(fits) {
        return strike(battle, seat, touch.ability, other, false);
    }
    battle.repertoire_mut(seat).touch = None;
    working::lose(battle, seat, touch.ability, Lost::Discharged);
}

/// Discharges what is held ready into a combatant.
fn strike(battle: &mut Wounding, seat: Seat, ability: AbilityId, target: Seat, critical: bool) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let repertoire = battle.repertoire_mut(seat);
    let Some(held) = repertoire.touch.take_if(|c| c.ability == ability) else {
        return;
    };
    let Some(def) = rules.abilities.get(ability) else {
        return;
    };
    if !works(battle, seat, ability, def.works_on) {
        return;
    }
    let mut used = Use::new(seat, ability, held.level, held.aim(target));
    burst::hit(battle, &used);
    used.critical = critical;
    used.queue = vec![target];
    used.phase = Phase::Affect;
    used.amounts = amounts(battle, &used, def);
    battle.push(used);
}
