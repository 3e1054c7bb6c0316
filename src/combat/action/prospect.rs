//! What a program would do, part after part, from the code that carries it out.

use crate::combat::action::rules::{self, ask};
use crate::combat::action::{parts, party};
use crate::combat::contract::{AbilityForecast, Affected, Forecast, Seat};
use crate::combat::damage::dying;
use crate::combat::damage::resistance::Toughness;
use crate::combat::state::{DeclaredAction, Run, State, Supposed};
use crate::combat::{conditions, threat};
use crate::dice::{DiceExpr, Distribution};
use crate::rules::primitive::special;
use crate::rules::{ActionDef, Natures, Party, Primitive, Targeting};

/// The whole program: each part as things stand after what those before it bring for certain.
pub(crate) fn of_program(
    state: &State,
    declared: &DeclaredAction,
    def: &ActionDef,
    forecast: &mut Forecast,
) {
    let run = Run::of(declared);
    let mut supposed = None;
    let mut fits = None;
    for (i, what) in def.does.iter().enumerate() {
        // The rolls of what cannot be done to its target are not worth telling.
        let mut fits = || {
            *fits.get_or_insert_with(|| {
                def.target == Targeting::None || rules::legal(state, declared, def).is_ok()
            })
        };
        if !tells(what) || fits() {
            let then = supposed.as_ref().map(|then: &Supposed| then.state(state));
            let now = then.as_ref().unwrap_or(state);
            ask!(now, what, |rules, part| rules
                .forecast(now, &run, part, forecast));
        }
        if i + 1 < def.does.len() {
            suppose(state, &mut supposed, &run, what);
        }
    }
}

/// Whether a general primitive has something to tell beforehand.
fn tells(what: &Primitive) -> bool {
    what.is_general() && (rolls(what) || matches!(what, Primitive::Damage { .. }))
}

fn rolls(what: &Primitive) -> bool {
    matches!(
        what,
        Primitive::Check { .. } | Primitive::Contest { .. } | Primitive::Save { .. }
    )
}

/// Supposes the conditions that a part of a program imposes and lifts whatever the dice say.
fn suppose(state: &State, supposed: &mut Option<Supposed>, run: &Run<'_>, what: &Primitive) {
    let (party, lifted) = match what {
        Primitive::Impose { on, .. } => (*on, None),
        Primitive::Lift {
            conditions,
            ongoing,
            from,
            ..
        } => (*from, Some((conditions, *ongoing))),
        Primitive::Check { .. }
        | Primitive::Contest { .. }
        | Primitive::Save { .. }
        | Primitive::Heal { .. }
        | Primitive::Damage { .. }
        | Primitive::Push { .. }
        | Primitive::Spend { .. }
        | Primitive::Gain { .. }
        | Primitive::Stabilise
        | Primitive::Renew { .. }
        | Primitive::Choose(..) => return,
        special!() => return,
    };
    for one in party::of(state, run, party) {
        let then = supposed.get_or_insert_with(|| Supposed::of(state));
        let now = then.state(state);
        if let Some((names, ongoing)) = lifted {
            for id in parts::lifted(&now, one, names, ongoing) {
                conditions::suppose_end(state.rules(), then, one, id);
            }
        } else if let Some(active) = parts::imposed(&now, run, one, what) {
            conditions::suppose(state, then, one, active);
        }
        threat::suppose(state, then, one);
    }
}

/// One general primitive and its branches.
pub(super) fn of_general(state: &State, run: &Run<'_>, what: &Primitive, forecast: &mut Forecast) {
    if forecast.success.is_none() {
        let resisted = parts::is_resisted(state, run.declared.seat, run.declared.target(), what);
        let chance = chance(state, run, what);
        forecast.success = chance.map(|chance| if resisted { 1.0 - chance } else { chance });
    }
    let mut harmed = Vec::new();
    concern(state, run, what, &mut harmed);
    for seat in harmed {
        harm(state, run, what, seat, forecast);
    }
}

/// The chance that a check, a contest or a save succeeds, from nobody's point of view.
fn chance(state: &State, run: &Run<'_>, what: &Primitive) -> Option<f64> {
    match what {
        Primitive::Check { .. } => Some(parts::check(state, run.declared, what)?.chance()),
        Primitive::Contest { .. } => Some(parts::contest(state, run.declared, what)?.chance()),
        Primitive::Save { .. } => Some(parts::save(state, run, what)?.chance(state)),
        Primitive::Impose { .. }
        | Primitive::Lift { .. }
        | Primitive::Heal { .. }
        | Primitive::Damage { .. }
        | Primitive::Push { .. }
        | Primitive::Spend { .. }
        | Primitive::Gain { .. }
        | Primitive::Stabilise
        | Primitive::Renew { .. }
        | Primitive::Choose(..) => None,
        special!() => None,
    }
}

/// Those whom a primitive or its branches do damage to.
fn concern(state: &State, run: &Run<'_>, what: &Primitive, harmed: &mut Vec<Seat>) {
    if let Primitive::Damage { to, .. } = what {
        for one in party::of(state, run, *to) {
            if let Err(at) = harmed.binary_search(&one) {
                harmed.insert(at, one);
            }
        }
    } else if rolls(what) {
        for one in what.branches().into_iter().flatten() {
            concern(state, run, one, harmed);
        }
    }
}

/// Adds the damage that a primitive does to a combatant.
fn harm(state: &State, run: &Run<'_>, what: &Primitive, seat: Seat, forecast: &mut Forecast) {
    let ability = forecast.ability.get_or_insert_with(|| AbilityForecast {
        concentration: 1.0,
        ..AbilityForecast::default()
    });
    let known = ability.affected.iter().position(|one| one.seat == seat);
    let at = known.unwrap_or_else(|| {
        ability.affected.push(Affected::nothing(seat));
        ability.affected.len() - 1
    });
    let one = &mut ability.affected[at];
    if let Primitive::Save { by, .. } = what
        && party::of(state, run, *by).contains(&seat)
    {
        one.saves = one.saves.or(chance(state, run, what));
    }
    one.damage = one.damage.add(&damage(state, run, what, seat));
    let outcomes = one.damage.iter();
    let felled = outcomes.map(|(n, p)| p * dying::threshold::down_chance(state, seat, n, false));
    one.down = felled.sum();
}

/// The damage that a primitive and its branches do to a combatant.
fn damage(state: &State, run: &Run<'_>, what: &Primitive, seat: Seat) -> Distribution {
    let none = Distribution::certain(0);
    let all = |list: &[Primitive]| {
        list.iter().fold(none.clone(), |sum, what| {
            sum.add(&damage(state, run, what, seat))
        })
    };
    match what {
        Primitive::Damage { dice, kind, to, .. } if meets(state, run, *to, seat) => {
            let dice: DiceExpr = dice.parse().unwrap_or_default();
            let toughness = Toughness::of(state, seat, (*kind, Natures::default()), false);
            Distribution::of(&dice).map(|rolled| toughness.passes(parts::harm(what, rolled)))
        }
        Primitive::Check { .. } | Primitive::Contest { .. } | Primitive::Save { .. } => {
            let Some(chance) = chance(state, run, what) else {
                return none;
            };
            let [success, failure] = what.branches();
            Distribution::mixture([(chance, all(success)), (1.0 - chance, all(failure))])
        }
        Primitive::Impose { .. }
        | Primitive::Lift { .. }
        | Primitive::Heal { .. }
        | Primitive::Damage { .. }
        | Primitive::Push { .. }
        | Primitive::Spend { .. }
        | Primitive::Gain { .. }
        | Primitive::Stabilise
        | Primitive::Renew { .. }
        | Primitive::Choose(..) => none,
        special!() => none,
    }
}

fn meets(state: &State, run: &Run<'_>, party: Party, seat: Seat) -> bool {
    party::of(state, run, party).contains(&seat)
}
