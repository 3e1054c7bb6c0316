//! A battle at a glance: who stands where, what is in hand, and what everybody could do next.

use super::arena::Arena;
use super::components::Ending;
use super::seat::{Seat, SideId};
use super::{condition, options, routine, save, victory};
use crate::grid::Area;
use crate::rules::attack::DefenceModel;
use crate::rules::condition::Aspect;
use crate::rules::{Flag, Modifier, Stat};

/// Somebody able to fight, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    pub seat: Seat,
    pub side: SideId,
    pub area: Area,
    /// Damage that takes it out of the fight.
    pub life: i32,
}

/// A way to attack that can be used at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InHand {
    pub form: u8,
    pub ranged: bool,
    /// Distances in squares that it strikes at.
    pub nearest: u32,
    pub reach: u32,
    /// Twice the mean damage and the bonus: the higher, the better.
    pub weight: i32,
}

/// Everybody on the field who is able to fight.
pub fn bearings(arena: &Arena) -> Vec<Bearing> {
    let bearing = |seat| {
        let fighter = arena.get(seat);
        let area = fighter.place.0?;
        victory::counts(arena, seat).then(|| Bearing {
            seat,
            side: fighter.who.side,
            area,
            life: fighter.vitals.hit_points - fighter.vitals.nonlethal,
        })
    };
    arena.all().filter_map(bearing).collect()
}

/// Whether nothing is left of a turn but what costs nothing.
pub fn is_spent(arena: &Arena, seat: Seat) -> bool {
    let budget = arena.get(seat).budget;
    let left = budget.standard + budget.movement + budget.swift;
    budget.closed || left == 0 && budget.moving.is_none()
}

/// What somebody can attack with at once, the off hand aside.
pub fn in_hand(arena: &Arena, seat: Seat) -> Vec<InHand> {
    let forms = &arena.get(seat).forms.0;
    let usable = |i: usize| options::usable(arena, seat, i as u8).is_ok();
    let known = (0..forms.len()).filter(|i| !forms[*i].off_hand && usable(*i));
    known
        .map(|i| {
            let form = &forms[i];
            let bonus = |list: &[Modifier]| list.iter().map(|m| m.value).sum::<i32>();
            InHand {
                form: i as u8,
                ranged: form.ranged,
                nearest: form.reach.min.into(),
                reach: form.reach.max.into(),
                weight: form.damage.mean_x2() + 2 * bonus(&form.damage_bonus) + bonus(&form.attack),
            }
        })
        .collect()
}

/// How somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fitness {
    Fighting,
    /// Out of the fight, and in no danger for the moment.
    Down,
    Dying,
    /// Dead, or gone for good.
    Lost,
}

/// A combatant as a balance of forces counts it, conditions and all.
#[derive(Clone, Debug, PartialEq)]
pub struct Force {
    pub seat: Seat,
    pub side: SideId,
    pub area: Option<Area>,
    pub fitness: Fitness,
    /// Damage that takes it out of the fight.
    pub life: i32,
    pub hit_points: i32,
    pub max_hit_points: i32,
    /// Squares of one move; 0 if it cannot leave its square.
    pub speed: u32,
    /// Nothing, a single action, a whole turn: 0, 1, 2.
    pub actions: u8,
    /// On the ground, and not yet up again.
    pub prone: bool,
    pub defence: i32,
    /// What conditions add to attacks on it, in melee and by missiles.
    pub open_to: [i32; 2],
    pub strikes: Vec<Strike>,
}

/// A way to attack that is at hand, with what conditions make of it in the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    pub ranged: bool,
    pub nearest: u32,
    pub reach: u32,
    pub attack: i32,
    /// Twice the mean damage.
    pub mean_x2: i32,
    /// Attacks in a whole turn.
    pub attacks: u8,
}

/// Everybody, by seat.
pub fn forces(arena: &Arena) -> Vec<Force> {
    arena.all().map(|seat| force(arena, seat)).collect()
}

fn force(arena: &Arena, seat: Seat) -> Force {
    let fighter = arena.get(seat);
    let vitals = fighter.vitals;
    let has = |flag| condition::has(arena, seat, flag);
    let fitness = if !condition::present(arena, seat) {
        Fitness::Lost
    } else if victory::counts(arena, seat) {
        Fitness::Fighting
    } else if has(Flag::Dying) {
        Fitness::Dying
    } else {
        Fitness::Down
    };
    let stuck = has(Flag::NoMovement) || has(Flag::Held);
    let actions = match () {
        () if has(Flag::NoActions) || has(Flag::Helpless) => 0,
        () if has(Flag::SingleAction) => 1,
        () => 2,
    };
    let tally = |stat| save::tally(arena, seat, stat, &[]).total;
    let defence = match arena.rules().policies.attack.defence {
        DefenceModel::FixedNumber => Stat::Defence,
        DefenceModel::ThresholdThenOpposed => Stat::PassiveDefence,
    };
    let critical = if has(Flag::HitsAreCritical) { 4 } else { 0 };
    let against = |ranged| lasting(arena, seat, &[Aspect::AttackedBy], ranged, false) + critical;
    let speed = match stuck {
        true => 0,
        false => u32::try_from(tally(Stat::Speed)).unwrap_or(0),
    };
    Force {
        seat,
        side: fighter.who.side,
        area: fighter.place.0,
        fitness,
        life: vitals.hit_points - vitals.nonlethal,
        hit_points: vitals.hit_points,
        max_hit_points: vitals.max,
        speed: if has(Flag::HalfSpeed) {
            speed / 2
        } else {
            speed
        },
        actions,
        prone: has(Flag::Prone),
        defence: tally(defence),
        open_to: [against(false), against(true)],
        strikes: if has(Flag::NoAttacks) {
            Vec::new()
        } else {
            strikes(arena, seat)
        },
    }
}

fn strikes(arena: &Arena, seat: Seat) -> Vec<Strike> {
    let forms = &arena.get(seat).forms.0;
    let worse = if condition::has(arena, seat, Flag::Disadvantage) {
        -4
    } else {
        0
    };
    let own = |stat, ranged| {
        let aspects = [Aspect::AttackRoll, Aspect::Stat(stat)];
        lasting(arena, seat, &aspects, ranged, true) + worse
    };
    let (melee, shot) = (own(Stat::MeleeAttack, false), own(Stat::RangedAttack, true));
    let hurt = |ranged| 2 * lasting(arena, seat, &[Aspect::Damage], ranged, true);
    let known = (0..forms.len()).filter(|i| !forms[*i].off_hand);
    let no_shots = condition::has(arena, seat, Flag::NoRangedAttacks);
    let barred = |i: &usize| no_shots && forms[*i].ranged && !forms[*i].usable_prone;
    known
        .filter(|i| !barred(i) && options::usable(arena, seat, *i as u8).is_ok())
        .map(|i| {
            let form = &forms[i];
            let bonus = |list: &[Modifier]| list.iter().map(|m| m.value).sum::<i32>();
            Strike {
                ranged: form.ranged,
                nearest: form.reach.min.into(),
                reach: form.reach.max.into(),
                attack: bonus(&form.attack) + if form.ranged { shot } else { melee },
                mean_x2: form.damage.mean_x2() + 2 * bonus(&form.damage_bonus) + hurt(form.ranged),
                attacks: routine::count(arena, seat, i as u8),
            }
        })
        .collect()
}

/// What conditions add to these aspects. `own_turn`: only those that are still in force when the
/// bearer has its next turn.
fn lasting(arena: &Arena, seat: Seat, aspects: &[Aspect], ranged: bool, own_turn: bool) -> i32 {
    let rules = arena.rules();
    let mut last = None;
    let conditions = arena.get(seat).conditions.0.iter().filter(|active| {
        let over = own_turn && active.ends == Ending::StartOfTurn(seat);
        last.replace(active.condition) != Some(active.condition) && !over
    });
    conditions
        .flat_map(|active| &rules.conditions[active.condition].effects)
        .filter(|effect| aspects.contains(&effect.on) && effect.when.admits(ranged))
        .map(|effect| effect.value)
        .sum()
}
