//! The exact odds of an attack, from the functions that resolve it.
//!
//! Every natural result is walked with its probability through the same judgement, answers and
//! layers as a die would be; nothing is sampled.

pub(crate) mod answered;
#[cfg(test)]
mod tests;

use crate::combat::attack::bands::Severity;
use crate::combat::attack::short::Short;
use crate::combat::attack::{Situation, defence};
use crate::combat::contract::{AttackForecast, AttackOutcome, DefenceChoice, Layer, Seat};
use crate::combat::damage::layers::Past;
use crate::combat::damage::resistance::Toughness;
use crate::combat::damage::substance;
use crate::combat::damage::{Guarded, coverage, dying, layers};
use crate::combat::state::{AttackMode, AttackOrder, State};
use crate::combat::{checks, conditions, damage};
use crate::dice::{DiceExpr, DiceTerm, Distribution};
use crate::grid::Area;
use crate::rules::{Critical, DamageKind, Natures};

/// How an attack can land, with probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Landing {
    pub ordinary: f64,
    pub critical: f64,
    /// Lands after a combatant in the way dodged aside: without extra dice.
    pub glancing: f64,
    /// A shield takes it.
    pub blocked: f64,
}

impl Landing {
    /// The chance that the target is hit.
    pub fn hit(&self) -> f64 {
        self.ordinary + self.critical + self.glancing
    }
}

/// The odds of an attack as things stand; `from`: as if the attacker stood there. A target that has
/// to answer dodges.
pub fn of_attack(state: &State, order: &AttackOrder, from: Option<Area>) -> AttackForecast {
    of_answered(state, order, from, dodge(state, order))
}

/// The odds of an attack that is answered in this way.
pub fn of_answered(
    state: &State,
    order: &AttackOrder,
    from: Option<Area>,
    answer: DefenceChoice,
) -> AttackForecast {
    let Some(situation) = Situation::of(state, order, from) else {
        return nothing(order);
    };
    let landing = landing(state, order, &situation, answer);
    of_landing(state, order, situation, landing)
}

/// The forecast of an attack that cannot be made.
fn nothing(order: &AttackOrder) -> AttackForecast {
    AttackForecast {
        attacker: order.attacker,
        target: order.target,
        attack: Default::default(),
        defence: Default::default(),
        needs: None,
        hit: 0.0,
        critical: 0.0,
        down: 0.0,
        damage: Distribution::certain(0),
        damage_range: (0, 0),
        notes: Vec::new(),
    }
}

/// What an attack does that lands with these chances.
fn of_landing(
    state: &State,
    order: &AttackOrder,
    situation: Situation,
    landing: Landing,
) -> AttackForecast {
    let mut forecast = nothing(order);
    let Some(mode) = state.mode(order) else {
        return forecast;
    };
    let wounds = Wounds::of(state, order, mode, situation.sneak);
    let missed = (1.0 - landing.hit() - landing.blocked).max(0.0);
    let ordinary = wounds.through(&wounds.ordinary).add(&wounds.also);
    forecast.damage_range = (ordinary.min(), ordinary.max());
    let mut parts = Vec::with_capacity(5);
    parts.push((missed, Distribution::certain(0)));
    parts.push((landing.ordinary, ordinary));
    if landing.critical > 0.0 {
        parts.push((landing.critical, wounds.critical(state, order.target)));
    }
    if landing.glancing > 0.0 {
        let glancing = wounds.through(&wounds.glancing);
        parts.push((landing.glancing, glancing.add(&wounds.also)));
    }
    if landing.blocked > 0.0 {
        parts.push((landing.blocked, wounds.past_shield(state, order)));
    }
    forecast.damage = Distribution::mixture(parts);
    let threshold = dying::threshold::DropThreshold::of(state, order.target, wounds.nonlethal);
    forecast.down = forecast
        .damage
        .iter()
        .map(|(amount, p)| p * threshold.down_chance(state, amount))
        .sum();
    forecast.needs = needs(state, &situation);
    forecast.hit = landing.hit();
    forecast.critical = landing.critical;
    forecast.attack = situation.attack.into();
    forecast.defence = situation.defence;
    forecast.notes = situation.notes.into_vec();
    forecast
}

/// The chance that a touch attack lands on a target that dodges if it can.
pub fn of_touch(state: &State, order: &AttackOrder) -> f64 {
    let Some(situation) = Situation::of_touch(state, order) else {
        return 0.0;
    };
    landing(state, order, &situation, dodge(state, order)).hit()
}

/// A dodge, if the target can make one.
fn dodge(state: &State, order: &AttackOrder) -> DefenceChoice {
    let dodge = DefenceChoice::Dodge { take_ten: false };
    let options = defence::options(state, order);
    if options.contains(&dodge) {
        dodge
    } else {
        DefenceChoice::Nothing
    }
}

/// Lowest natural result that hits a fixed number.
fn needs(state: &State, situation: &Situation) -> Option<i32> {
    let fixed = !state.rules().policies.attack.defence.is_answered();
    (2..=20).find(|natural| fixed && situation.bands.hits(*natural))
}

/// How an attack lands.
pub fn landing(
    state: &State,
    order: &AttackOrder,
    situation: &Situation,
    answer: DefenceChoice,
) -> Landing {
    let opposed = state.rules().policies.attack.defence.is_answered();
    let answers = if opposed {
        results(state, order, answer)
    } else {
        Vec::new()
    };
    let blocks = matches!(answer, DefenceChoice::Block { .. });
    let bands = situation.bands;
    let mut landing = Landing::default();
    for (natural, &p) in checks::naturals(situation.edge).iter().enumerate().skip(1) {
        let natural = natural as i32;
        let total = natural + bands.bonus;
        match bands.outcome(natural) {
            AttackOutcome::AutomaticMiss => {}
            AttackOutcome::Miss => landing.near_miss(state, order, situation, total, p),
            outcome => {
                // What no answer stops passes every answer.
                let certain = outcome == AttackOutcome::AutomaticHit;
                let total = if certain { i32::MAX } else { total };
                let severity = bands.severity(natural);
                landing.answered(situation, severity, total, (&answers, blocks), p);
            }
        }
    }
    landing
}

/// The totals with which a target answers, with their chances.
fn results(state: &State, order: &AttackOrder, answer: DefenceChoice) -> Vec<(i32, f64)> {
    let Some(bonus) = defence::bonus(state, order, answer) else {
        return Vec::new();
    };
    match answer {
        DefenceChoice::Dodge { take_ten: true } | DefenceChoice::Block { take_ten: true } => {
            vec![(10 + bonus.total, 1.0)]
        }
        _ => (1..=20).map(|d| (d + bonus.total, 1.0 / 20.0)).collect(),
    }
}

impl Landing {
    /// A hit with this total, held against each answer that the target may give.
    fn answered(
        &mut self,
        situation: &Situation,
        severity: Severity,
        total: i32,
        (answers, blocks): (&[(i32, f64)], bool),
        p: f64,
    ) {
        if answers.is_empty() {
            self.land(situation, severity, None, p);
            return;
        }
        let mut past = 0.0;
        for &(result, chance) in answers {
            if result > total {
                continue;
            }
            past += chance;
            // The target keeps its answer against the second roll.
            if severity == Severity::Threat {
                self.land(situation, severity, Some(result), p * chance);
            }
        }
        if severity != Severity::Threat {
            self.land(situation, severity, None, p * past);
        }
        if blocks {
            let all: f64 = answers.iter().map(|(_, chance)| chance).sum();
            self.blocked += p * (all - past);
        }
    }

    fn land(&mut self, situation: &Situation, severity: Severity, answered: Option<i32>, p: f64) {
        let p = p * (1.0 - f64::from(situation.concealment) / 100.0);
        let critical = match severity {
            Severity::Ordinary => 0.0,
            Severity::Critical => 1.0,
            Severity::Threat => f64::from(situation.bands.confirmed_by(answered)) / 20.0,
        };
        self.critical += p * critical;
        self.ordinary += p * (1.0 - critical);
    }

    /// What a miss by the number may still do: strike the shield on the arm of the unaware, or pass
    /// a combatant in the way who dodges aside.
    fn near_miss(
        &mut self,
        state: &State,
        order: &AttackOrder,
        situation: &Situation,
        total: i32,
        p: f64,
    ) {
        let numbers = (total, situation.bands.needed, situation.raised);
        match Short::of(state, order, numbers, situation.cover) {
            Short::Shield => self.blocked += p,
            Short::Dodged(_) => {
                self.glancing += p * (1.0 - f64::from(situation.concealment) / 100.0);
            }
            _ => {}
        }
    }
}

/// Damage as it is rolled, before layers, and the layers.
struct Wounds<'a> {
    mode: &'a AttackMode,
    kind: DamageKind,
    nonlethal: bool,
    /// The dice of the mode with its bonus, once.
    once: Distribution,
    /// How many times over a critical hit throws them.
    critical_times: u8,
    /// Extra dice against a weak spot.
    sneak: u8,
    /// How many dice are averaged.
    averaged: usize,
    bonus: i32,
    least: i32,
    ordinary: Distribution,
    glancing: Distribution,
    /// What comes through of damage of other kinds.
    also: Distribution,
    layers: Vec<(Layer, f64, Guarded)>,
    toughness: Toughness,
    natures: Natures,
}

/// The total of so many d6 against a weak spot.
fn extra(sneak: u8) -> Distribution {
    match sneak {
        0 => Distribution::certain(0),
        dice => Distribution::of(&DiceExpr::dice(u32::from(dice), 6)),
    }
}

/// The sum of so many throws of a mode's dice and of extra dice, the last few of them averaged.
fn averaging(
    mode: &AttackMode,
    bonus: i32,
    (times, sneak): (u8, u8),
    averaged: usize,
) -> Distribution {
    let again = i32::from(mode.brutal);
    let throws = std::iter::repeat_n(&mode.damage, usize::from(times));
    let own = throws.flat_map(dice_of).map(|sides| (again, sides));
    let all: Vec<_> = own
        .chain(std::iter::repeat_n((0, 6), usize::from(sneak)))
        .map(|(again, sides)| ((again + 1).min(sides), sides))
        .collect();
    let flat = (mode.damage.bonus() + bonus) * i32::from(times);
    averaging_last(&all, averaged).shift(flat)
}

/// The sides of each of the dice.
fn dice_of(expr: &DiceExpr) -> impl Iterator<Item = i32> {
    let each = |term: &DiceTerm| {
        let count = usize::from(term.count.unsigned_abs());
        std::iter::repeat_n(i32::from(term.sides), count)
    };
    expr.terms().iter().flat_map(each)
}

/// The sum of dice, each with the least and the most that it counts for, the last few of them averaged.
fn averaging_last(all: &[(i32, i32)], averaged: usize) -> Distribution {
    let (rolled, rest) = all.split_at(all.len().saturating_sub(averaged));
    let halves: i32 = rest.iter().map(|(least, most)| least + most).sum();
    let sum = Distribution::certain(halves / 2);
    rolled.iter().fold(sum, |sum, (least, most)| {
        sum.add(&Distribution::uniform(*least..=*most))
    })
}

/// The sum of so many throws.
fn repeated(once: &Distribution, times: u8) -> Distribution {
    (1..times).fold(once.clone(), |sum, _| sum.add(once))
}

impl<'a> Wounds<'a> {
    fn of(state: &State, order: &AttackOrder, mode: &'a AttackMode, sneak: u8) -> Self {
        let natures = substance::of_attack(state, order.attacker, mode);
        let least = state.rules().policies.damage.minimum;
        let bonus = damage::bonus(state, order, mode).total;
        let once = Distribution::of_brutal(&mode.damage, mode.brutal).shift(bonus);
        let times = |critical| damage::times(order.times, mode.multiplier, critical);
        let all_averaged = conditions::averaged(state, order.attacker);
        let averaged = all_averaged.saturating_sub(damage::further_dice(&mode.also));
        let thrown = match averaged {
            0 => repeated(&once, times(false)),
            _ => averaging(mode, bonus, (times(false), 0), averaged),
        };
        let kind = damage::kind_in(mode, order.manner);
        let glancing = thrown.at_least_everywhere(least);
        let layers = coverage::chances(state, order.target, Some(order.attacker), kind);
        let guarded = |(layer, p)| {
            let guarded = Guarded::of(state, order.target, layer, kind, Some(mode.material));
            (layer, p, guarded)
        };
        Self {
            mode,
            kind,
            nonlethal: damage::is_nonlethal(state, mode, order.manner),
            ordinary: match sneak {
                0 => glancing.clone(),
                _ if averaged > 0 => averaging(mode, bonus, (times(false), sneak), averaged)
                    .at_least_everywhere(least),
                _ => thrown.add(&extra(sneak)).at_least_everywhere(least),
            },
            once,
            critical_times: times(true),
            sneak,
            averaged,
            bonus,
            least,
            glancing,
            also: also(
                state,
                (order.target, natures),
                mode,
                Thrown::Averaging(all_averaged),
            ),
            layers: layers.into_iter().map(guarded).collect(),
            toughness: Toughness::of(
                state,
                order.target,
                (kind, natures),
                unresisted(state, mode),
            ),
            natures,
        }
    }

    /// What reaches the target of a critical hit.
    fn critical(&self, state: &State, target: Seat) -> Distribution {
        let rule = state.rules().policies.attack.critical;
        let rolled = match rule {
            Critical::ConfirmThenMultiply | Critical::ConfirmInRange if self.averaged > 0 => {
                let (times, sneak) = (self.critical_times, self.sneak);
                averaging(self.mode, self.bonus, (times, sneak), self.averaged)
            }
            Critical::ConfirmThenMultiply | Critical::ConfirmInRange => {
                repeated(&self.once, self.critical_times).add(&extra(self.sneak))
            }
            Critical::MaximumOnBeatingDefence => Distribution::certain(
                self.mode.damage.max() + self.bonus + i32::from(self.sneak) * 6,
            ),
        };
        let rolled = self.through(&rolled.at_least_everywhere(self.least));
        match rule {
            Critical::ConfirmThenMultiply | Critical::ConfirmInRange => rolled.add(&self.also),
            Critical::MaximumOnBeatingDefence => {
                let also = also(state, (target, self.natures), self.mode, Thrown::Maximal);
                rolled.add(&also)
            }
        }
    }

    /// What of rolled damage reaches the target.
    fn through(&self, rolled: &Distribution) -> Distribution {
        if let [(Layer::Body, ..)] = self.layers[..] {
            return rolled.map(|amount| self.toughness.passes(amount));
        }
        let met = |(_, p, guarded): &(Layer, f64, Guarded)| {
            let passes = |amount| self.toughness.passes(guarded.passes(amount));
            (*p, rolled.map(passes))
        };
        Distribution::mixture(self.layers.iter().map(met))
    }

    /// What of rolled damage reaches the target behind its shield.
    fn past_shield(&self, state: &State, order: &AttackOrder) -> Distribution {
        let seat = order.target;
        let Some(shield) = layers::item(state, seat, Layer::Shield) else {
            return self.through(&self.glancing);
        };
        let material = Some(self.mode.material);
        let tough = |amount| Distribution::certain(self.toughness.passes(amount));
        let below = layers::below_shield(state, seat);
        let below = Guarded::of(state, seat, below, self.kind, material);
        let mut parts = Vec::new();
        for (amount, p) in self.glancing.iter() {
            let (toll, past) = layers::shield_meets(&shield, amount, self.kind, material);
            match past {
                Past::Lost => parts.push((p, Distribution::certain(0))),
                Past::Armour => {
                    parts.push((p, tough(below.passes(toll.passed))));
                }
                Past::Uncovered => {
                    parts.extend(self.layers.iter().map(|(_, chance, guarded)| {
                        (p * chance, tough(guarded.passes(toll.passed)))
                    }))
                }
            }
        }
        Distribution::mixture(parts)
    }
}

/// Whether the mode is the attack of an ability whose damage no resistance reduces.
fn unresisted(state: &State, mode: &AttackMode) -> bool {
    let ability = mode.ability.and_then(|id| state.rules().abilities.get(id));
    ability.is_some_and(|def| def.ignores_resistance)
}

/// How the dice of damage of other kinds are thrown.
#[derive(Clone, Copy)]
enum Thrown {
    /// All at their maximum.
    Maximal,
    /// So many of the last ones averaged.
    Averaging(usize),
}

/// What comes through of the damage of other kinds that a mode deals.
fn also(
    state: &State,
    (target, natures): (Seat, Natures),
    mode: &AttackMode,
    how: Thrown,
) -> Distribution {
    let mut sum = Distribution::certain(0);
    for (index, (expr, kind)) in mode.also.iter().enumerate() {
        let later = damage::further_dice(&mode.also[index + 1..]);
        let rolled = match how {
            Thrown::Maximal => Distribution::certain(expr.max()),
            Thrown::Averaging(all) if all > later => {
                let dice: Vec<_> = dice_of(expr).map(|sides| (1, sides)).collect();
                averaging_last(&dice, all - later).shift(expr.bonus())
            }
            Thrown::Averaging(_) => Distribution::of(expr),
        };
        let toughness = Toughness::of(state, target, (*kind, natures), false);
        sum = sum.add(&rolled.map(|n| toughness.passes(n)));
    }
    sum
}
