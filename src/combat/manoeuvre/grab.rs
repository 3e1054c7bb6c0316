//! Grabs and grapples: taking hold of a combatant, and getting free.

use crate::combat::checks::contest::Contest;
use crate::combat::conditions::holds;
use crate::combat::contract::{Manner, Miss, Refusal, Seat};
use crate::combat::damage::Harm;
use crate::combat::equipment::grip;
use crate::combat::manoeuvre::{contest, grapple};
use crate::combat::state::step::blow::Entry;
use crate::combat::state::{
    Acting, Afflicting, AttackOrder, Blow, DeclaredAction, Mark, State, Wounding,
};
use crate::combat::{checks, conditions, damage, economy};
use crate::rules::{
    ConditionId, Grapple, ManoeuvrePart, Modifier, ModifierKind, Primitive, Ties, Topic,
};

/// No combatant is grabbed twice by the same holder.
pub(crate) fn legal(state: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    let seat = declared.seat;
    let rule = &state.rules().policies.manoeuvres.grab;
    super::common::posture(state, rule, (seat, target), (Topic::Grab, "grab"))?;
    if state.rules().policies.grapple.free_hand && grip::free_hands(state, seat) == 0 {
        let reason = "You need a free hand to grab a target.";
        return state.refuse(Topic::Grab, reason);
    }
    if rule.touch && super::common::touch_order(state, declared, target).is_none() {
        let reason = "You need a melee attack to reach for a target with.";
        return state.refuse(Topic::Grab, reason);
    }
    if holders(state, target).any(|holder| holder == seat) {
        return state.refuse(Topic::Grab, "You already hold that target.");
    }
    grapple::room(state, seat, target)
}

/// Who holds a combatant.
fn holders(state: &State, seat: Seat) -> impl Iterator<Item = Seat> {
    let known = state.book.known;
    let holds = move |id: ConditionId| Some(id) == known.grabbed || Some(id) == known.grappling;
    state
        .conditions(seat)
        .iter()
        .filter(move |c| holds(c.condition))
        .filter_map(|c| c.by)
}

/// Every combatant whose hold has to be broken, in order: those who pin, or else all who hold.
pub(crate) fn against(state: &State, seat: Seat) -> Vec<Seat> {
    let mut list = holds::pinners(state, seat);
    if list.is_empty() {
        list = holders(state, seat).collect();
    }
    list.sort_unstable();
    list.dedup();
    list
}

/// Of what the attack adds in whose place a check is made, only the lower bonus of a further attack
/// counts.
pub(crate) fn lower(attack: &[Modifier]) -> impl Iterator<Item = Modifier> {
    let lower = attack.iter().copied();
    lower.filter(|m| m.kind == ModifierKind::Iteration)
}

/// Whether a target can be touched but not held, whatever is rolled.
fn too_large(state: &State, seat: Seat, target: Seat) -> bool {
    let above = state.who(target).size.steps_above(state.who(seat).size);
    let most = state.rules().policies.grapple.holds_larger;
    most.is_some_and(|most| above > most)
}

/// The contest of a grab; no combatant keeps a hold on a target much larger than itself.
pub(crate) fn contest(
    state: &State,
    seat: Seat,
    target: Seat,
    attack: &[Modifier],
) -> Option<Contest> {
    if too_large(state, seat, target) {
        return None;
    }
    let rule = &state.rules().policies.manoeuvres.grab;
    let extra: Vec<Modifier> = lower(attack).collect();
    contest::of(state, rule, (seat, target), &extra, [None, None])
}

/// The touch has landed, or was not needed: the combatant that wins the contest goes on to hold the
/// other.
pub(crate) fn hold(battle: &mut Acting, seat: Seat, target: Seat, attack: &[Modifier]) {
    let Some(contest) = contest(battle, seat, target, attack) else {
        return battle.fail(&[Topic::Grab], (seat, target), Miss::TooLarge);
    };
    let topic = if grapple::joins(battle, seat, target) {
        Topic::GrappleJoins
    } else {
        Topic::Grab
    };
    let bonus = contest.bonus.clone();
    let won = contest.roll(battle, topic).is_some();
    conditions::used_up::by_check(battle, seat, &bonus);
    conditions::used_up::in_grapple(battle, seat, target);
    if !won {
        return;
    }
    let rules = battle.rules().policies.grapple;
    if rules.raises {
        let prone = battle.book.known.prone;
        conditions::end_known(battle, target, prone);
    }
    grapple::keep(battle, seat, target);
    if rules.hurts {
        squeeze(battle, seat, target, Manner::default());
    }
}

/// Damage of a bare hand, without a roll to hit.
pub(crate) fn squeeze(battle: &mut Wounding, seat: Seat, target: Seat, manner: Manner) {
    let modes = &battle.get(seat).modes.0;
    let Some(index) = modes.iter().position(|mode| mode.unarmed && !mode.ranged) else {
        return;
    };
    let mode = &modes[index];
    let blow = Blow {
        target,
        by: Some(seat),
        amount: 0,
        kind: damage::kind_of(mode),
        also: Vec::new(),
        unresisted: false,
        natures: damage::substance::of_attack(battle, seat, mode),
        nonlethal: damage::is_nonlethal(battle, mode, manner),
        material: Some(mode.material),
        carries: mode.carries,
        entry: Entry::Uncovered(None),
        finishing: false,
        from: None,
        cause: None,
    };
    let order = AttackOrder {
        manner,
        ..AttackOrder::plain(seat, target, u8::try_from(index).unwrap_or(0))
    };
    if battle.mode(&order).is_some() {
        let amount = damage::roll(battle, &order, target, Harm::ONCE);
        battle.push(Blow { amount, ..blow });
    }
}

/// Only the held can get free.
pub(crate) fn escape_legal(state: &State, seat: Seat) -> Result<(), Refusal> {
    if holders(state, seat).next().is_some() {
        Ok(())
    } else {
        state.refuse(Topic::Escape, "You are not held.")
    }
}

/// Only a holder can let go.
pub(crate) fn let_go_legal(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    if holders(state, target).any(|holder| holder == seat) {
        Ok(())
    } else {
        state.refuse(Topic::Grab, "You do not hold that target.")
    }
}

/// Lets go of one whom it holds.
pub(crate) fn let_go(battle: &mut Afflicting, seat: Seat, target: Seat) {
    let known = battle.book.known;
    for hold in [known.grabbed, known.grappling] {
        conditions::end_by(battle, target, hold, seat);
    }
}

/// Tries to get free: out of a pin, or else of every combatant that holds it at once and does not let
/// go.
pub(crate) fn escape(battle: &mut Acting, declared: &DeclaredAction, yielded: &[Seat]) {
    let seat = declared.seat;
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let def = rules.actions.get(declared.action);
    let mut program = def.into_iter().flat_map(|def| def.all());
    let struggle = |what: &Primitive| {
        let Primitive::Grapple(what) = what else {
            return None;
        };
        what.frees().then_some(*what)
    };
    let Some(what) = program.find_map(struggle) else {
        return;
    };
    let mut holding = against(battle, seat);
    holding.retain(|holder| !yielded.contains(holder));
    let let_go = holding.is_empty() && !yielded.is_empty();
    if !let_go && !frees(battle, declared, &holding, what) {
        return;
    }
    if !holds::pinners(battle, seat).is_empty() {
        let pinned = battle.book.known.pinned;
        conditions::end_known(battle, seat, pinned);
        return;
    }
    let partners = holds::opponents(battle, seat);
    super::common::release(battle, seat);
    // With one of them the escaper shares a space until it walks away; there is no room for more.
    for partner in partners.into_iter().skip(1) {
        grapple::part(battle, partner, true);
    }
    if !battle.rules().policies.grapple.shares_space {
        return;
    }
    if economy::may_move(battle, seat) {
        battle.budget_mut(seat).mark(Mark::GotFree);
    } else {
        grapple::part(battle, seat, false);
    }
}

/// Rolls against those who hold; whether all are beaten.
fn frees(battle: &mut Acting, declared: &DeclaredAction, holding: &[Seat], what: Grapple) -> bool {
    let topic = what.topic();
    let (contests, at_once) = escapes(battle, declared, holding, ManoeuvrePart::Grapple(what));
    let bonus = contests.first().map(|one| one.bonus.clone());
    let free = match &contests[..] {
        [first, rest @ ..] if at_once => {
            let (check, won) = first.roll_first(battle, topic);
            won && rest
                .iter()
                .all(|one| one.answer(battle, check.clone(), topic))
        }
        [] => false,
        _ => contests
            .into_iter()
            .all(|one| one.roll(battle, topic).is_some()),
    };
    if let Some(bonus) = bonus {
        conditions::used_up::by_check(battle, declared.seat, &bonus);
    }
    free
}

/// The contests with those who hold, and whether one roll serves for all.
fn escapes(
    state: &State,
    declared: &DeclaredAction,
    holding: &[Seat],
    what: ManoeuvrePart,
) -> (Vec<Contest>, bool) {
    let Some(rule) = contest::rule(state, what) else {
        return (Vec::new(), false);
    };
    let extra: Vec<Modifier> = lower(&declared.extra).collect();
    let at_once = rule.one_roll && holding.len() > 1;
    let one = |holder: &Seat| {
        let mut contest = contest::of(state, rule, (declared.seat, *holder), &extra, [None, None])?;
        if at_once {
            contest.tie = Ties::Fails;
        }
        Some(contest)
    };
    (holding.iter().filter_map(one).collect(), at_once)
}

/// The chance to get free.
pub(crate) fn escape_chance(state: &State, declared: &DeclaredAction, what: ManoeuvrePart) -> f64 {
    let holding = against(state, declared.seat);
    let (contests, at_once) = escapes(state, declared, &holding, what);
    if contests.is_empty() {
        return 0.0;
    }
    if !at_once {
        return contests.iter().map(Contest::chance).product();
    }
    let naturals = checks::naturals(contests[0].edge);
    let all = |natural: i32| {
        let one = |contest: &Contest| contest.chance_with(natural);
        contests.iter().map(one).product::<f64>()
    };
    (1..=20)
        .map(|natural| naturals[natural as usize] * all(natural))
        .sum()
}
