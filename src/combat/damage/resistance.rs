//! Resistance, vulnerability and immunity: what of damage of each kind gets through.
//!
//! For each kind of damage of one attack immunity comes first and lets nothing through, then
//! vulnerability adds, then resistance takes away. Of several of one sort the highest that concerns
//! the kind counts.

use crate::combat::conditions;
use crate::combat::conditions::veils;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::state::{Part, Rolling, State};
use crate::rules::{Adjustment, Capability, DamageKind, Nature, Natures, Topic};

/// Every adjustment of a combatant: its own, then those of its conditions.
fn adjustments(state: &State, seat: Seat) -> impl Iterator<Item = Adjustment> {
    let own = state.who(seat).adjusts.iter().copied();
    own.chain(lent(state, seat))
}

/// The adjustments of its conditions.
fn lent(state: &State, seat: Seat) -> impl Iterator<Item = Adjustment> {
    conditions::in_force(state, seat).flat_map(|(_, def)| def.adjusts.iter().copied())
}

/// The highest of the numbers that concern a kind.
fn highest(state: &State, seat: Seat, points: impl Fn(Adjustment) -> Option<i32>) -> i32 {
    adjustments(state, seat)
        .filter_map(points)
        .max()
        .unwrap_or(0)
}

/// Whether a combatant is immune to damage of a kind, and so to all that carries its keyword.
pub fn is_immune(state: &State, seat: Seat, kind: DamageKind) -> bool {
    adjustments(state, seat).any(|one| one.is_immune(kind))
}

/// What damage of a kind is to a combatant: force is so by itself, and what is holy is nothing special to the living.
pub(crate) fn natures_of(state: &State, seat: Seat, kind: DamageKind, natures: Natures) -> Natures {
    let natures = kind.nature().map_or(natures, |own| natures.with(own));
    let lifeless = state.who(seat).capabilities.contains(&Capability::Lifeless);
    if lifeless {
        natures
    } else {
        natures.without(Nature::Holy)
    }
}

/// Whether a combatant is proof against damage of these natures.
fn is_proof(state: &State, seat: Seat, kind: DamageKind, natures: Natures) -> bool {
    let natures = natures_of(state, seat, kind, natures);
    adjustments(state, seat).any(|one| one.is_proof(natures))
}

/// Why a combatant suffers but half of damage of these natures, if it does: by what it is itself, then by its state.
fn halving(state: &State, seat: Seat, kind: DamageKind, natures: Natures) -> Option<Topic> {
    let natures = natures_of(state, seat, kind, natures);
    let halves = |one: Adjustment| match one {
        Adjustment::Halves {
            spares,
            in_the_dark,
        } if !spares.meets(natures) && (!in_the_dark || is_in_the_dark(state, seat)) => {
            Some(in_the_dark)
        }
        Adjustment::Halves { .. }
        | Adjustment::Resists { .. }
        | Adjustment::Vulnerable { .. }
        | Adjustment::Immune { .. }
        | Adjustment::OnlyFrom { .. } => None,
    };
    let misty = natures.contains(Nature::Nebulous);
    let own = state.who(seat).adjusts.iter().copied().find_map(halves);
    own.map(|in_the_dark| match in_the_dark {
        true => Topic::HalvedInTheDark,
        false if misty => Topic::HalvedByMist,
        false => Topic::Halved,
    })
    .or_else(|| {
        let lent = lent(state, seat).find_map(halves);
        lent.map(|_| Topic::HalvedByState)
    })
}

fn is_in_the_dark(state: &State, seat: Seat) -> bool {
    let area = state.area(seat);
    area.is_some_and(|area| veils::is_in_the_dark(state, seat, area))
}

/// How many resistances of a combatant concern a kind.
fn resistances(state: &State, seat: Seat, kind: DamageKind) -> usize {
    let all = adjustments(state, seat);
    all.filter(|one| one.resists(kind)).count()
}

/// What stands between damage of one kind and a combatant: asked once, then for wound after wound.
pub struct Toughness {
    immune: bool,
    halved: bool,
    raised: i32,
    lowered: i32,
}

impl Toughness {
    /// As things stand. `unresisted`: damage that ignores resistance, never immunity.
    pub fn of(
        state: &State,
        seat: Seat,
        (kind, natures): (DamageKind, Natures),
        unresisted: bool,
    ) -> Self {
        let raised = highest(state, seat, |one| one.raises(kind));
        let lowered = highest(state, seat, |one| one.lowers(kind, natures));
        Self {
            immune: is_immune(state, seat, kind) || is_proof(state, seat, kind, natures),
            halved: halving(state, seat, kind, natures).is_some(),
            raised,
            lowered: if unresisted { 0 } else { lowered },
        }
    }

    /// What of so much gets through.
    pub fn passes(&self, amount: i32) -> i32 {
        if amount <= 0 || self.immune {
            return 0;
        }
        let amount = if self.halved { amount / 2 } else { amount };
        (amount + self.raised - self.lowered).max(0)
    }
}

/// What of damage of one kind gets through. `unresisted`: it ignores resistance, never immunity.
pub fn passes(
    state: &State,
    seat: Seat,
    (amount, kind): Part,
    natures: Natures,
    unresisted: bool,
) -> i32 {
    Toughness::of(state, seat, (kind, natures), unresisted).passes(amount)
}

/// The sum of what gets through of an attack's kinds of damage; tells of each that was changed.
pub fn sum(
    battle: &mut Rolling,
    seat: Seat,
    parts: impl IntoIterator<Item = Part>,
    natures: Natures,
    unresisted: bool,
) -> i32 {
    let mut total = 0;
    for (amount, kind) in parts {
        let passed = passes(battle, seat, (amount, kind), natures, unresisted);
        total += passed;
        if passed != amount && amount > 0 {
            let halving = halving(battle, seat, kind, natures);
            let topics = match (passed, halving) {
                (0, _) if is_immune(battle, seat, kind) => vec![Topic::Immunity],
                (0, _) if is_proof(battle, seat, kind, natures) => vec![Topic::Unharmed],
                (half, Some(why)) if half == amount / 2 => vec![why],
                (_, Some(why)) => vec![why, Topic::HalvedFirst],
                _ if passed > amount => vec![Topic::Vulnerability],
                _ if resistances(battle, seat, kind) > 1 => {
                    vec![Topic::Resistance, Topic::SeveralResistances]
                }
                _ => vec![Topic::Resistance],
            };
            // Half of it is no matter of resistance.
            let general = match topics.as_slice() {
                [why] if Some(*why) == halving => None,
                _ => Some(Topic::DamageAdjustment),
            };
            let topics: Vec<Topic> = general.into_iter().chain(topics).collect();
            battle.emit(
                &topics,
                EventKind::DamageAdjusted {
                    seat,
                    kind,
                    amount,
                    passed,
                },
            );
        }
    }
    total
}
