//! Grabs and grapples: holding somebody, and getting free.

use super::contest::{self, Contest, Tie};
use crate::combat::arena::Arena;
use crate::combat::attack::{self, AttackOrder, refusal};
use crate::combat::condition;
use crate::combat::damage::{self, Blow, Entry, Harm};
use crate::combat::event::{EventKind, Miss};
use crate::combat::request::{Manner, Refusal};
use crate::combat::save;
use crate::combat::seat::Seat;
use crate::combat::step::Step;
use crate::rules::check::Edge;
use crate::rules::{ConditionId, Flag, Stat, Topic};

/// From this many size categories on a hold cannot be kept.
const TOO_LARGE: i32 = 2;

/// Those on the ground cannot grab where grabbing is a matter of power, nor anybody twice.
pub(super) fn legal(arena: &Arena, seat: Seat, target: Seat) -> Result<(), Refusal> {
    if !super::by_touch(arena) && condition::has(arena, seat, Flag::Prone) {
        return Err(refusal(
            arena,
            Topic::Grab,
            "Nobody can grab from the ground.",
        ));
    }
    if holders(arena, target).any(|holder| holder == seat) {
        return Err(refusal(arena, Topic::Grab, "The target is held already."));
    }
    Ok(())
}

/// Who holds a combatant.
fn holders(arena: &Arena, seat: Seat) -> impl Iterator<Item = Seat> {
    let known = arena.book.known;
    let holds = move |id: ConditionId| Some(id) == known.grabbed || Some(id) == known.grappling;
    arena
        .get(seat)
        .conditions
        .0
        .iter()
        .filter(move |c| holds(c.condition))
        .filter_map(|c| c.by)
}

/// Power against resilience: the target is held, and on its feet.
pub(super) fn overpower(arena: &mut Arena, seat: Seat, target: Seat) {
    if contest::power(arena, seat, target, &[])
        .roll(arena, Topic::Grab)
        .is_none()
    {
        return;
    }
    let known = arena.book.known;
    condition::end_known(arena, target, known.prone);
    condition::begin_known(arena, target, known.grabbed, Some(seat));
}

/// Grapple check against grapple check; nobody keeps a hold on a target much larger than itself.
pub(super) fn contest(arena: &Arena, seat: Seat, target: Seat) -> Option<Contest> {
    let (own, other) = (arena.get(seat).who.size, arena.get(target).who.size);
    (other.steps_above(own) < TOO_LARGE).then(|| grapple(arena, seat, target, Tie::HigherBonus))
}

fn grapple(arena: &Arena, first: Seat, second: Seat, tie: Tie) -> Contest {
    Contest {
        first,
        second,
        bonus: save::tally(arena, first, Stat::Grapple, &[]),
        edge: Edge::None,
        answer: save::tally(arena, second, Stat::Grapple, &[]),
        answer_edge: Edge::None,
        tie,
    }
}

/// Whether the opportunity attack that a grab invites did damage: it then comes to nothing.
pub(super) fn was_hurt(arena: &Arena, seat: Seat) -> bool {
    let since = arena.log.0.iter().rev().take_while(
        |event| !matches!(event.kind, EventKind::Acted { seat: actor, .. } if actor == seat),
    );
    since
        .into_iter()
        .any(|event| matches!(event.kind, EventKind::Hurt { seat: hurt, .. } if hurt == seat))
}

/// The attempt is driven off.
pub(super) fn repelled(arena: &mut Arena, attacker: Seat, target: Seat, topic: Topic) {
    let why = Miss::Interrupted;
    arena.emit(
        &[topic],
        EventKind::AttackFailed {
            attacker,
            target,
            why,
        },
    );
}

/// The touch has landed: whoever wins the check holds the other and hurts it with a bare hand.
pub(super) fn hold(arena: &mut Arena, seat: Seat, target: Seat) {
    let Some(contest) = contest(arena, seat, target) else {
        return;
    };
    if contest.roll(arena, Topic::Grab).is_none() {
        return;
    }
    let known = arena.book.known;
    condition::begin_known(arena, target, known.grappling.or(known.grabbed), Some(seat));
    condition::begin_known(arena, seat, known.grappling, Some(target));
    squeeze(arena, seat, target);
}

/// Damage of a bare hand, without a roll to hit.
fn squeeze(arena: &mut Arena, seat: Seat, target: Seat) {
    let forms = &arena.get(seat).forms.0;
    let Some(index) = forms.iter().position(|form| form.unarmed && !form.ranged) else {
        return;
    };
    let form = &forms[index];
    let manner = Manner::default();
    let blow = Blow {
        target,
        by: Some(seat),
        amount: 0,
        kind: damage::kind_of(form),
        also: Vec::new(),
        nonlethal: damage::is_nonlethal(arena, form, manner),
        material: Some(form.material),
        entry: Entry::Uncovered(None),
        finishing: false,
    };
    let order = AttackOrder {
        attacker: seat,
        target,
        form: u8::try_from(index).unwrap_or(0),
        extra: Vec::new(),
        opportunity: false,
        manner,
        times: 1,
    };
    if attack::form(arena, &order).is_some() {
        let harm = Harm {
            times: 1,
            maximal: false,
            sneak: 0,
        };
        let amount = damage::roll(arena, &order, target, harm);
        arena.push(Step::Blow(Blow { amount, ..blow }));
    }
}

/// Only the held can get free.
pub(super) fn escape_legal(arena: &Arena, seat: Seat) -> Result<(), Refusal> {
    if holders(arena, seat).next().is_some() {
        Ok(())
    } else {
        Err(refusal(arena, Topic::Escape, "Nobody holds it."))
    }
}

/// The check against one holder. Where grabs are a matter of power the held uses the better of
/// power and resilience against a fresh check of its holder, and a tie frees it.
fn break_free(arena: &Arena, seat: Seat, holder: Seat) -> Contest {
    if super::by_touch(arena) {
        let mut contest = grapple(arena, seat, holder, Tie::Fails);
        let slippery = save::tally(arena, seat, Stat::EscapeArtist, &[]);
        if slippery.total > contest.bonus.total {
            contest.bonus = slippery;
        }
        return contest;
    }
    let power = save::tally(arena, seat, Stat::Power, &[]);
    let resilience = save::tally(arena, seat, Stat::Resilience, &[]);
    let edge = contest::edge(arena, seat, holder);
    // An edge outweighs a small difference; resilience is never rolled with one.
    let strong = match edge {
        Edge::Advantage => power.total + 4 > resilience.total,
        Edge::None => power.total > resilience.total,
        Edge::Disadvantage => power.total > resilience.total + 4,
    };
    let (bonus, edge) = if strong {
        (power, edge)
    } else {
        (resilience, Edge::None)
    };
    Contest {
        first: seat,
        second: holder,
        bonus,
        edge,
        answer: save::tally(arena, holder, Stat::Power, &[]),
        answer_edge: contest::edge(arena, holder, seat),
        tie: Tie::Succeeds,
    }
}

/// Tries to get free of everybody at once: each holder has to be beaten.
pub(super) fn escape(arena: &mut Arena, seat: Seat) {
    let mut holding: Vec<Seat> = holders(arena, seat).collect();
    holding.sort_unstable();
    holding.dedup();
    let mut free = true;
    for holder in holding {
        let contest = break_free(arena, seat, holder);
        free &= contest.roll(arena, Topic::Escape).is_some();
        if !free {
            return;
        }
    }
    super::release(arena, seat);
}

pub(super) fn escape_chance(arena: &Arena, seat: Seat) -> Option<f64> {
    let mut holding: Vec<Seat> = holders(arena, seat).collect();
    holding.sort_unstable();
    holding.dedup();
    Some(
        holding
            .into_iter()
            .map(|holder| break_free(arena, seat, holder).chance())
            .product(),
    )
}
