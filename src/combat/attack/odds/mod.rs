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
use crate::combat::contract::{AttackForecast, AttackOutcome, DefenceChoice, Layer};
use crate::combat::damage::layers::Past;
use crate::combat::damage::resistance::Toughness;
use crate::combat::damage::substance;
use crate::combat::damage::{Guarded, Harm, Throw, coverage, dying, layers};
use crate::combat::state::{AttackMode, AttackOrder, State};
use crate::combat::{checks, damage};
use crate::dice::Distribution;
use crate::grid::Area;
use crate::rules::{DamageKind, Natures};

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
    let (wounds, sneak) = (Wounds::of(state, order, mode), situation.sneak);
    let missed = (1.0 - landing.hit() - landing.blocked).max(0.0);
    let ordinary = wounds.of_hit(false, sneak);
    forecast.damage_range = (ordinary.min(), ordinary.max());
    let mut parts = Vec::with_capacity(5);
    parts.push((missed, Distribution::certain(0)));
    parts.push((landing.ordinary, ordinary));
    if landing.critical > 0.0 {
        parts.push((landing.critical, wounds.of_hit(true, sneak)));
    }
    if landing.glancing > 0.0 {
        parts.push((landing.glancing, wounds.of_hit(false, 0)));
    }
    if landing.blocked > 0.0 {
        parts.push((landing.blocked, wounds.past_shield()));
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

/// The damage of an attack, and the layers that it meets.
struct Wounds<'a> {
    state: &'a State<'a>,
    order: &'a AttackOrder,
    mode: &'a AttackMode,
    throw: Throw,
    kind: DamageKind,
    nonlethal: bool,
    layers: Vec<(Layer, f64, Guarded)>,
    toughness: Toughness,
    natures: Natures,
}

impl<'a> Wounds<'a> {
    fn of(state: &'a State, order: &'a AttackOrder, mode: &'a AttackMode) -> Self {
        let (target, attacker) = (order.target, order.attacker);
        let natures = substance::of_attack(state, attacker, mode);
        let kind = damage::kind_in(mode, order.manner);
        let layers = coverage::chances(state, target, Some(attacker), kind);
        let guarded = |(layer, p)| {
            let guarded = Guarded::of(state, target, layer, kind, Some(mode.material));
            (layer, p, guarded)
        };
        let unresisted = unresisted(state, mode);
        Self {
            state,
            order,
            mode,
            throw: Throw::of(state, order, mode),
            kind,
            nonlethal: damage::is_nonlethal(state, mode, order.manner),
            layers: layers.into_iter().map(guarded).collect(),
            toughness: Toughness::of(state, target, (kind, natures), unresisted),
            natures,
        }
    }

    fn harm(&self, critical: bool, sneak: u8) -> Harm {
        Harm::of_hit(self.state, self.order, self.mode, critical, sneak)
    }

    /// Damage as it is rolled, before layers.
    fn rolled(&self, harm: Harm) -> Distribution {
        let least = self.state.rules().policies.damage.minimum;
        self.throw.weighed(harm).at_least_everywhere(least)
    }

    /// Damage that reaches the target of a hit. `sneak`: extra dice against a weak spot.
    fn of_hit(&self, critical: bool, sneak: u8) -> Distribution {
        let harm = self.harm(critical, sneak);
        let own = self.through(&self.rolled(harm));
        let also = Harm {
            maximal: harm.maximal,
            ..Harm::ONCE
        };
        let others = Throw::also(self.state, self.order.attacker, self.mode);
        others.into_iter().fold(own, |sum, (throw, kind)| {
            let against = (kind, self.natures);
            let toughness = Toughness::of(self.state, self.order.target, against, false);
            sum.add(&throw.weighed(also).map(|amount| toughness.passes(amount)))
        })
    }

    /// Rolled damage that reaches the target.
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

    /// Damage that reaches the target behind its shield.
    fn past_shield(&self) -> Distribution {
        let (state, seat) = (self.state, self.order.target);
        let rolled = self.rolled(self.harm(false, 0));
        let Some(shield) = layers::item(state, seat, Layer::Shield) else {
            return self.through(&rolled);
        };
        let material = Some(self.mode.material);
        let tough = |amount| Distribution::certain(self.toughness.passes(amount));
        let below = layers::below_shield(state, seat);
        let below = Guarded::of(state, seat, below, self.kind, material);
        let mut parts = Vec::new();
        for (amount, p) in rolled.iter() {
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
