//! The exact odds of an attack, from the functions that resolve it.
//!
//! Every natural result is walked with its probability through the same judgement, answers and
//! layers as a die would be; nothing is sampled.

use super::arena::Arena;
use super::attack::{self, AttackOrder, Situation};
use super::components::Form;
use super::coverage;
use super::critical::{self, Severity};
use super::damage;
use super::defence;
use super::dying;
use super::event::{AttackOutcome, Layer};
use super::forecast::AttackForecast;
use super::layers::{self, Past};
use super::request::DefenceChoice;
use super::resistance;
use super::seat::Seat;
use crate::dice::{DiceExpr, Distribution};
use crate::grid::Area;
use crate::rules::attack::{CoverRule, Critical, DefenceModel};
use crate::rules::check::Edge;
use crate::rules::damage::DamageKind;

/// How an attack can land, with probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Landing {
    pub ordinary: f64,
    pub critical: f64,
    /// Lands after somebody in the way dodged aside: without extra dice.
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
pub fn of_attack(arena: &Arena, order: &AttackOrder, from: Option<Area>) -> AttackForecast {
    of_answered(arena, order, from, dodge(arena, order))
}

/// The odds of an attack that is answered in this way.
pub fn of_answered(
    arena: &Arena,
    order: &AttackOrder,
    from: Option<Area>,
    answer: DefenceChoice,
) -> AttackForecast {
    let mut forecast = AttackForecast {
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
    };
    let (Some(situation), Some(form)) = (
        Situation::of(arena, order, from),
        attack::form(arena, order),
    ) else {
        return forecast;
    };
    let landing = landing(arena, order, &situation, answer);
    let wounds = Wounds::of(arena, order, form, situation.sneak);
    let missed = (1.0 - landing.hit() - landing.blocked).max(0.0);
    let mut parts = vec![(missed, Distribution::certain(0))];
    for (chance, rolled, also) in [
        (landing.ordinary, &wounds.ordinary, &wounds.also),
        (landing.critical, &wounds.critical, &wounds.also_critical),
        (landing.glancing, &wounds.glancing, &wounds.also),
    ] {
        if chance > 0.0 {
            parts.push((chance, wounds.through(arena, order, rolled).add(also)));
        }
    }
    if landing.blocked > 0.0 {
        parts.push((landing.blocked, wounds.past_shield(arena, order)));
    }
    let ordinary = wounds.through(arena, order, &wounds.ordinary);
    let ordinary = ordinary.add(&wounds.also);
    forecast.damage_range = (ordinary.min(), ordinary.max());
    forecast.damage = Distribution::mixture(parts);
    forecast.down = forecast
        .damage
        .iter()
        .map(|(amount, p)| p * dying::down_chance(arena, order.target, amount, wounds.nonlethal))
        .sum();
    forecast.needs = needs(arena, &situation);
    forecast.hit = landing.hit();
    forecast.critical = landing.critical;
    forecast.attack = situation.attack;
    forecast.defence = situation.defence;
    forecast.notes = situation.notes;
    forecast
}

/// The chance that a touch attack lands on a target that dodges if it can.
pub fn of_touch(arena: &Arena, order: &AttackOrder) -> f64 {
    let Some(situation) = Situation::of_touch(arena, order) else {
        return 0.0;
    };
    landing(arena, order, &situation, dodge(arena, order)).hit()
}

/// A dodge, if the target can make one.
fn dodge(arena: &Arena, order: &AttackOrder) -> DefenceChoice {
    let dodge = DefenceChoice::Dodge { take_ten: false };
    let options = defence::options(arena, order.target, order.attacker);
    if options.contains(&dodge) {
        dodge
    } else {
        DefenceChoice::Nothing
    }
}

/// The chance of each natural result of a d20, by result.
pub fn naturals(edge: Edge) -> [f64; 21] {
    let mut chances = [0.0; 21];
    for (natural, chance) in chances.iter_mut().enumerate().skip(1) {
        let n = natural as f64;
        *chance = match edge {
            Edge::None => 1.0 / 20.0,
            Edge::Advantage => (2.0 * n - 1.0) / 400.0,
            Edge::Disadvantage => (41.0 - 2.0 * n) / 400.0,
        };
    }
    chances
}

/// Lowest natural result that hits a fixed number.
fn needs(arena: &Arena, situation: &Situation) -> Option<i32> {
    let rules = &arena.rules().policies.attack;
    if rules.defence != DefenceModel::FixedNumber {
        return None;
    }
    (2..=20).find(|natural| {
        let total = natural + situation.attack.total;
        critical::is_hit(critical::judge(rules, situation.terms, *natural, total).0)
    })
}

/// How an attack lands.
pub fn landing(
    arena: &Arena,
    order: &AttackOrder,
    situation: &Situation,
    answer: DefenceChoice,
) -> Landing {
    let rules = &arena.rules().policies.attack;
    let opposed = rules.defence == DefenceModel::ThresholdThenOpposed;
    let answers = if opposed {
        results(arena, order, answer)
    } else {
        Vec::new()
    };
    let blocks = matches!(answer, DefenceChoice::Block { .. });
    let mut landing = Landing::default();
    for (natural, &p) in naturals(situation.edge).iter().enumerate().skip(1) {
        let natural = natural as i32;
        let total = natural + situation.attack.total;
        let (outcome, severity) = critical::judge(rules, situation.terms, natural, total);
        if !critical::is_hit(outcome) {
            if outcome == AttackOutcome::Miss {
                landing.near_miss(arena, order, situation, total, p);
            }
            continue;
        }
        if answers.is_empty() {
            landing.land(situation, severity, None, p);
        }
        let certain = outcome == AttackOutcome::AutomaticHit;
        for &(result, chance) in &answers {
            if certain || result <= total {
                landing.land(situation, severity, Some(result), p * chance);
            } else if blocks {
                landing.blocked += p * chance;
            }
        }
    }
    landing
}

/// The totals with which a target answers, with their chances.
fn results(arena: &Arena, order: &AttackOrder, answer: DefenceChoice) -> Vec<(i32, f64)> {
    let Some(bonus) = defence::bonus(arena, order, answer) else {
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
    fn land(&mut self, situation: &Situation, severity: Severity, answered: Option<i32>, p: f64) {
        let p = p * (1.0 - f64::from(situation.concealment) / 100.0);
        let critical = match severity {
            Severity::Ordinary => 0.0,
            Severity::Critical => 1.0,
            Severity::Threat => {
                let needed = situation.defence.total;
                let confirmed = (1..=20).filter(|natural| {
                    let total = natural + situation.attack.total;
                    critical::confirms(*natural, total, needed, answered)
                });
                confirmed.count() as f64 / 20.0
            }
        };
        self.critical += p * critical;
        self.ordinary += p * (1.0 - critical);
    }

    /// What a miss by the number may still do: strike the shield on the arm of the unaware, or pass
    /// somebody in the way who dodges aside.
    fn near_miss(
        &mut self,
        arena: &Arena,
        order: &AttackOrder,
        situation: &Situation,
        total: i32,
        p: f64,
    ) {
        let needed = situation.defence.total;
        if total >= needed - situation.raised {
            self.blocked += p;
            return;
        }
        let strikes = matches!(
            arena.rules().policies.attack.cover,
            CoverRule::Graded {
                strikes_cover: true,
                ..
            }
        );
        let ranged = attack::form(arena, order).is_some_and(|form| form.ranged);
        let short = total >= needed - situation.cover.bonus;
        if let Some(by) = situation.cover.by.filter(|_| strikes && ranged && short) {
            let (stiff, nimble) = defence::in_the_way(arena, by, order.attacker);
            if stiff < total && total <= nimble {
                self.glancing += p * (1.0 - f64::from(situation.concealment) / 100.0);
            }
        }
    }
}

/// Damage as it is rolled, before layers.
struct Wounds<'a> {
    form: &'a Form,
    kind: DamageKind,
    nonlethal: bool,
    ordinary: Distribution,
    critical: Distribution,
    glancing: Distribution,
    /// What comes through of damage of other kinds, and of a critical hit.
    also: Distribution,
    also_critical: Distribution,
    layers: Vec<(Layer, f64)>,
}

impl<'a> Wounds<'a> {
    fn of(arena: &Arena, order: &AttackOrder, form: &'a Form, sneak: u8) -> Self {
        let policies = &arena.rules().policies;
        let least = policies.damage.minimum;
        let bonus = damage::bonus(arena, order.attacker, form).total;
        let once = Distribution::of(&form.damage).shift(bonus);
        let extra = match sneak {
            0 => Distribution::certain(0),
            dice => Distribution::of(&DiceExpr::dice(u32::from(dice), 6)),
        };
        let rolled = |times: u8| (1..times).fold(once.clone(), |sum, _| sum.add(&once));
        let ordinary = rolled(damage::times(order.times, form.multiplier, false));
        let raise = |rolled: Distribution| rolled.map(|n| n.max(least));
        let critical = match policies.attack.critical {
            Critical::ConfirmThenMultiply => {
                rolled(damage::times(order.times, form.multiplier, true)).add(&extra)
            }
            Critical::MaximumOnBeatingDefence => {
                Distribution::certain(form.damage.max() + bonus + i32::from(sneak) * 6)
            }
        };
        let kind = damage::kind_in(form, order.manner);
        let maximal = policies.attack.critical == Critical::MaximumOnBeatingDefence;
        Self {
            form,
            kind,
            nonlethal: damage::is_nonlethal(arena, form, order.manner),
            ordinary: raise(ordinary.clone().add(&extra)),
            critical: raise(critical),
            glancing: raise(ordinary),
            also: also(arena, order.target, form, false),
            also_critical: also(arena, order.target, form, maximal),
            layers: coverage::chances(arena, order.target, Some(order.attacker), kind),
        }
    }

    /// What of rolled damage reaches the target.
    fn through(&self, arena: &Arena, order: &AttackOrder, rolled: &Distribution) -> Distribution {
        if let [(Layer::Body, _)] = self.layers[..] {
            return rolled.map(|amount| self.passes(arena, order.target, Layer::Body, amount));
        }
        Distribution::mixture(self.layers.iter().map(|&(layer, p)| {
            (
                p,
                rolled.map(|amount| self.passes(arena, order.target, layer, amount)),
            )
        }))
    }

    fn passes(&self, arena: &Arena, seat: Seat, layer: Layer, amount: i32) -> i32 {
        let material = Some(self.form.material);
        let amount = damage::passes(arena, seat, layer, amount, self.kind, material);
        resistance::passes(arena, seat, (amount, self.kind), false)
    }

    /// What of rolled damage reaches the target behind its shield.
    fn past_shield(&self, arena: &Arena, order: &AttackOrder) -> Distribution {
        let seat = order.target;
        let Some(shield) = layers::item(arena, seat, Layer::Shield) else {
            return self.through(arena, order, &self.glancing);
        };
        let material = Some(self.form.material);
        let mut parts = Vec::new();
        for (amount, p) in self.glancing.iter() {
            let (toll, past) = layers::shield_meets(&shield, amount, self.kind, material);
            match past {
                Past::Lost => parts.push((p, Distribution::certain(0))),
                Past::Armour => {
                    let layer = layers::below_shield(arena, seat);
                    let passed = self.passes(arena, seat, layer, toll.passed);
                    parts.push((p, Distribution::certain(passed)));
                }
                Past::Uncovered => parts.extend(self.layers.iter().map(|&(layer, chance)| {
                    let passed = self.passes(arena, seat, layer, toll.passed);
                    (p * chance, Distribution::certain(passed))
                })),
            }
        }
        Distribution::mixture(parts)
    }
}

/// What comes through of the damage of other kinds that a form deals.
fn also(arena: &Arena, target: Seat, form: &Form, maximal: bool) -> Distribution {
    let mut sum = Distribution::certain(0);
    for (expr, kind) in &form.also {
        let rolled = if maximal {
            Distribution::certain(expr.max())
        } else {
            Distribution::of(expr)
        };
        sum = sum.add(&rolled.map(|n| resistance::passes(arena, target, (n, *kind), false)));
    }
    sum
}

#[cfg(test)]
mod tests;
