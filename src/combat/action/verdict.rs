//! Whether a general primitive could bring anything, before a target is chosen and after.

use crate::combat::ability::gather;
use crate::combat::action::{parts, party, target};
use crate::combat::attack::aid;
use crate::combat::conditions;
use crate::combat::contract::Seat;
use crate::combat::equipment::grip;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{DeclaredAction, State, User};
use crate::rules::primitive::{Term, special};
use crate::rules::{Flag, Party, Primitive};

/// Its word. `declared`: what is chosen; what depends on that may be possible as long as nothing is.
/// What only takes something has no word unless it cannot be taken.
pub(super) fn of(
    state: &State,
    user: User,
    declared: Option<&DeclaredAction>,
    what: &Primitive,
) -> Verdict {
    let seat = user.seat;
    let target = declared.and_then(DeclaredAction::target);
    let refuse = |reason: String| {
        let refusal = target::refusal(state, user.cites, user.action, reason);
        Some(Err(refusal))
    };
    let unless = |reason: Option<String>| reason.map_or(Some(Ok(())), refuse);
    // The reason if there is nobody, or nobody of whom it is true.
    let anybody = |to: Party, of_whom: &dyn Fn(Seat) -> bool, state_of: &str| {
        let aimed = target.filter(|_| to == Party::Target).map(|one| vec![one]);
        let those = aimed.or_else(|| party::known(state, seat, to));
        let reason = those.and_then(|those| match those.is_empty() {
            true => Some(nobody(to).to_owned()),
            false if those.into_iter().any(of_whom) => None,
            false => Some(format!("{} {state_of}.", subject(to))),
        });
        unless(reason)
    };
    match what {
        Primitive::Impose { on: to, .. }
        | Primitive::Save { by: to, .. }
        | Primitive::Damage { to, .. } => anybody(*to, &|_| true, ""),
        Primitive::Push { .. } => anybody(Party::Target, &|_| true, ""),
        Primitive::Lift {
            conditions: names,
            ongoing: all,
            from,
            ..
        } => {
            let rules = state.rules();
            let ids = || names.iter().filter_map(|name| rules.condition(name));
            let ails = |one| {
                ids().any(|id| conditions::bears(state, one, Some(id)))
                    || *all && parts::ongoing(state, one).next().is_some()
            };
            let arms = |id| {
                let loose = rules.flags(id).has(Flag::ShieldLoose);
                loose && conditions::bears(state, seat, Some(id))
            };
            if *from == Party::Me && ids().any(arms) && grip::free_hands(state, seat) == 0 {
                return refuse("You need a free hand for your shield.".to_owned());
            }
            let name = ids().next();
            let name = name.map_or("taking continuing damage", |id| &rules.conditions[id].name);
            anybody(*from, &ails, &is_not(*from, name))
        }
        Primitive::Heal { to: Party::Me, .. } => Some(Ok(())),
        Primitive::Heal { to, .. } => anybody(*to, &|one| is_hurt(state, one), needs_none(*to)),
        Primitive::Spend {
            pool,
            points,
            lacking,
            ..
        } => {
            // An action that spends twice needs the sum.
            let def = state.rules().actions.get(user.action);
            let good = |what| parts::follows(state, seat, target, what)[0];
            let needed = def.map_or(0, |def| def.spends(pool, &good)).max(*points);
            let cites = lacking.or(user.cites);
            let lacks = state.lacks(seat, pool, needed)?;
            Some(Err(target::refusal(state, cites, user.action, lacks)))
        }
        Primitive::Gain { amount, .. } => {
            let nothing = gather::points(state, seat, amount) == 0;
            unless(nothing.then(|| "You would gain nothing by that.".to_owned()))
        }
        Primitive::Check { roll, .. } if roll.iter().any(Term::is_attack) => {
            let reachable = aid::order(state, declared?, target?).is_some();
            let reason = "The target is not within your melee reach.";
            unless((!reachable).then(|| reason.to_owned()))
        }
        Primitive::Choose(circle, _) => {
            let alone = |enemy| aid::allies(state, seat, *circle, enemy).is_empty();
            let alone = target.is_some_and(alone);
            unless(alone.then(|| aid::no_candidate(*circle).to_owned()))
        }
        Primitive::Stabilise => {
            let dying = target.is_none_or(|target| conditions::has(state, target, Flag::Dying));
            let reason = "You can help only a dying target with this.";
            unless((!dying).then(|| reason.to_owned()))
        }
        Primitive::Check { .. } | Primitive::Contest { .. } | Primitive::Renew { .. } => None,
        special!() => None,
    }
}

fn is_hurt(state: &State, seat: Seat) -> bool {
    let vitals = state.get(seat).vitals;
    conditions::has(state, seat, Flag::Dying)
        || vitals.hit_points < vitals.ceiling()
        || vitals.nonlethal > 0
}

fn nobody(party: Party) -> &'static str {
    match party {
        Party::Mount => "You have no mount.",
        Party::Allies { notice: true, .. } => "No ally would see or hear this.",
        Party::Allies { .. } => "No ally is near enough.",
        Party::Me | Party::Target | Party::Picked => "There is no target there.",
    }
}

fn subject(party: Party) -> &'static str {
    match party {
        Party::Me => "You",
        Party::Mount => "Your mount",
        Party::Allies { .. } => "Nobody there",
        Party::Target | Party::Picked => "The target",
    }
}

fn is_not(party: Party, name: &str) -> String {
    match party {
        Party::Me => format!("are not {name}"),
        Party::Allies { .. } => format!("is {name}"),
        Party::Target | Party::Picked | Party::Mount => format!("is not {name}"),
    }
}

fn needs_none(party: Party) -> &'static str {
    match party.is_many() {
        true => "needs healing",
        false => "does not need healing",
    }
}
