//! Grabs and grapples: taking hold of a combatant, and getting free.

use crate::combat::checks::contest;
use crate::combat::checks::contest::Contest;
use crate::combat::conditions::holds;
use crate::combat::contract::event::{EventKind, Miss};
use crate::combat::contract::request::{Manner, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::damage::Harm;
use crate::combat::equipment::grip;
use crate::combat::manoeuvre::grapple;
use crate::combat::state::chapters::{Launching, Relieving, Striking, Wrestling};
use crate::combat::state::refusal::refusal;
use crate::combat::state::step::Step;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::blow::{Blow, Entry};
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::combat::{checks, conditions, damage, economy};
use crate::rules::check::Edge;
use crate::rules::primitive::Ties;
use crate::rules::{ConditionId, Flag, Modifier, ModifierKind, Stat, Tally, Topic};

/// From this many size categories on a hold cannot be kept.
const TOO_LARGE: i32 = 2;

/// Those on the ground cannot grab where grabs are power checks, and no combatant is grabbed twice by
/// the same holder.
pub(crate) fn legal(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    if !super::by_touch(state) && conditions::has(state, seat, Flag::Prone) {
        return Err(refusal(
            state,
            Topic::Grab,
            "You cannot grab while prone: stand up first.",
        ));
    }
    if !super::by_touch(state) {
        super::grounded(state, target, Topic::Grab)?;
    }
    if state.rules().policies.grapple.free_hand && grip::free_hands(state, seat) == 0 {
        let reason = "You need a free hand to grab a target.";
        return Err(refusal(state, Topic::Grab, reason));
    }
    if holders(state, target).any(|holder| holder == seat) {
        return Err(refusal(state, Topic::Grab, "You already hold that target."));
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

/// Power against resilience: the target is held, and on its feet.
pub(crate) fn overpower(battle: &mut Access<Striking>, seat: Seat, target: Seat) {
    if contest::power(battle, seat, target, &[])
        .roll(&mut battle.lend(), Topic::Grab)
        .is_none()
    {
        return;
    }
    let known = battle.book.known;
    conditions::end_known(&mut battle.lend(), target, known.prone);
    conditions::begin_known(&mut battle.lend(), target, known.grabbed, Some(seat));
}

/// The grapple check of a combatant that answers one.
pub(crate) fn tally(state: &State, seat: Seat, against: Seat) -> Tally {
    checks::tally_against(state, seat, Stat::Grapple, Some(against), None, &[])
}

/// The grapple check of a combatant that begins one. Of what the attack adds in whose place it does so,
/// only the lower bonus of a further attack counts.
pub(crate) fn own(
    state: &State,
    (seat, against): (Seat, Seat),
    attack: &[Modifier],
    extra: &[Modifier],
) -> Tally {
    let lower = attack.iter().filter(|m| m.kind == ModifierKind::Iteration);
    let parts: Vec<Modifier> = lower.chain(extra).copied().collect();
    checks::tally_against(state, seat, Stat::Grapple, Some(against), None, &parts)
}

/// Grapple check against grapple check; no combatant keeps a hold on a target much larger than itself.
pub(crate) fn contest(
    state: &State,
    seat: Seat,
    target: Seat,
    attack: &[Modifier],
) -> Option<Contest> {
    let (size, other) = (state.who(seat).size, state.who(target).size);
    (other.steps_above(size) < TOO_LARGE).then(|| Contest {
        first: seat,
        second: target,
        bonus: own(state, (seat, target), attack, &[]),
        edge: Edge::None,
        answer: tally(state, target, seat),
        answer_edge: Edge::None,
        tie: Ties::HigherBonus,
    })
}

/// Whether the opportunity attack that a grab provokes did damage: the grab then fails.
pub(crate) fn was_hurt(state: &State, seat: Seat) -> bool {
    let since = state.log.0.iter().rev().take_while(
        |event| !matches!(event.kind, EventKind::Acted { seat: actor, .. } if actor == seat),
    );
    since
        .into_iter()
        .any(|event| matches!(event.kind, EventKind::Hurt { seat: hurt, .. } if hurt == seat))
}

/// The attempt is driven off.
pub(crate) fn repelled(battle: &mut Access<Striking>, attacker: Seat, target: Seat, topic: Topic) {
    let why = Miss::Interrupted;
    battle.emit(
        &[topic],
        EventKind::AttackFailed {
            attacker,
            target,
            why,
        },
    );
}

/// The touch has landed, or was not needed: the combatant that wins the check hurts the other with a
/// bare hand and goes on to hold it.
pub(crate) fn hold(battle: &mut Access<Striking>, seat: Seat, target: Seat, attack: &[Modifier]) {
    let Some(contest) = contest(battle, seat, target, attack) else {
        return;
    };
    let topic = if grapple::joins(battle, seat, target) {
        Topic::GrappleJoins
    } else {
        Topic::Grab
    };
    let won = contest.roll(&mut battle.lend(), topic).is_some();
    conditions::use_up_in_grapple(&mut battle.lend(), seat, target);
    if !won {
        return;
    }
    grapple::keep(battle, seat, target);
    squeeze(&mut battle.lend(), seat, target, Manner::default());
}

/// Damage of a bare hand, without a roll to hit.
pub(crate) fn squeeze(battle: &mut Access<Launching>, seat: Seat, target: Seat, manner: Manner) {
    let forms = &battle.get(seat).forms.0;
    let Some(index) = forms.iter().position(|form| form.unarmed && !form.ranged) else {
        return;
    };
    let form = &forms[index];
    let blow = Blow {
        target,
        by: Some(seat),
        amount: 0,
        kind: damage::kind_of(form),
        also: Vec::new(),
        unresisted: false,
        nonlethal: damage::is_nonlethal(battle, form, manner),
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
    if battle.form(&order).is_some() {
        let harm = Harm {
            times: 1,
            maximal: false,
            sneak: 0,
        };
        let amount = damage::roll(&mut battle.lend(), &order, target, harm);
        battle.push(Step::Blow(Blow { amount, ..blow }));
    }
}

/// Only the held can get free.
pub(crate) fn escape_legal(state: &State, seat: Seat) -> Result<(), Refusal> {
    if holders(state, seat).next().is_some() {
        Ok(())
    } else {
        Err(refusal(state, Topic::Escape, "You are not held."))
    }
}

/// Only a holder can let go.
pub(crate) fn let_go_legal(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    if holders(state, target).any(|holder| holder == seat) {
        Ok(())
    } else {
        Err(refusal(state, Topic::Grab, "You do not hold that target."))
    }
}

/// Lets go of one whom it holds.
pub(crate) fn let_go(battle: &mut Access<Relieving>, seat: Seat, target: Seat) {
    let known = battle.book.known;
    for hold in [known.grabbed, known.grappling] {
        conditions::end_by(battle, target, hold, seat);
    }
}

/// How a combatant tries to get free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Struggle<'a> {
    /// By force, with what the attack adds in whose place it is tried.
    Force(&'a [Modifier]),
    /// By skill at getting out of things.
    Skill,
}

/// The check against one holder where grabs are power checks: the held uses power, or resilience
/// as its skill at getting out of things, against a fresh check of its holder; a tie frees it.
/// Resilience is never rolled with an edge.
fn break_free(state: &State, seat: Seat, holder: Seat, how: Struggle) -> Contest {
    let (stat, edge) = match how {
        Struggle::Force(_) => (Stat::Power, contest::edge(state, seat, holder)),
        Struggle::Skill => (Stat::Resilience, Edge::None),
    };
    Contest {
        first: seat,
        second: holder,
        bonus: checks::tally(state, seat, stat, &[]),
        edge,
        answer: checks::tally(state, holder, Stat::Power, &[]),
        answer_edge: contest::edge(state, holder, seat),
        tie: Ties::Succeeds,
    }
}

/// The check against one of so many holders: a single one is beaten as usual, of several each
/// has to be beaten outright.
fn wrest(state: &State, seat: Seat, holder: Seat, how: Struggle, many: bool) -> Contest {
    let bonus = match how {
        Struggle::Force(attack) => own(state, (seat, holder), attack, &[]),
        Struggle::Skill => checks::tally(state, seat, Stat::EscapeArtist, &[]),
    };
    Contest {
        first: seat,
        second: holder,
        bonus,
        edge: Edge::None,
        answer: tally(state, holder, seat),
        answer_edge: Edge::None,
        tie: if many { Ties::Fails } else { Ties::HigherBonus },
    }
}

/// Tries to get free: out of a pin, or else of every combatant that holds it at once and does not let
/// go.
pub(crate) fn escape(battle: &mut Access<Wrestling>, declared: &DeclaredAction, yielded: &[Seat]) {
    let seat = declared.seat;
    let action = battle.book.rules.actions.get(declared.action);
    let Some(how) = action.and_then(|def| super::struggle_of(def.does.first()?, &declared.extra))
    else {
        return;
    };
    let mut holding = against(battle, seat);
    holding.retain(|holder| !yielded.contains(holder));
    let topic = match how {
        Struggle::Force(_) => Topic::Escape,
        Struggle::Skill => Topic::Wriggle,
    };
    let let_go = holding.is_empty() && !yielded.is_empty();
    if !let_go && !frees(battle, seat, &holding, how, topic) {
        return;
    }
    if !holds::pinners(battle, seat).is_empty() {
        let pinned = battle.book.known.pinned;
        conditions::end_known(&mut battle.lend(), seat, pinned);
        return;
    }
    let partners = holds::opponents(battle, seat);
    super::release(&mut battle.lend(), seat);
    // With one of them the escaper shares a space until it walks away; there is no room for more.
    for partner in partners.into_iter().skip(1) {
        grapple::part(&mut battle.lend(), partner, true);
    }
    if battle.rules().policies.grapple.shares_space && !economy::may_move(battle, seat) {
        grapple::part(&mut battle.lend(), seat, false);
    }
}

fn frees(
    battle: &mut Access<Wrestling>,
    seat: Seat,
    holding: &[Seat],
    how: Struggle,
    topic: Topic,
) -> bool {
    if !super::by_touch(battle) {
        return holding.iter().all(|holder| {
            let checks = break_free(battle, seat, *holder, how);
            checks.roll(&mut battle.lend(), topic).is_some()
        });
    }
    match holding {
        [] => false,
        [only] => {
            let checks = wrest(battle, seat, *only, how, false);
            checks.roll(&mut battle.lend(), topic).is_some()
        }
        [first, rest @ ..] => {
            // One roll against a roll of each.
            let checks = wrest(battle, seat, *first, how, true);
            let (check, won) = checks.roll_first(&mut battle.lend(), topic);
            won && rest.iter().all(|holder| {
                let checks = wrest(battle, seat, *holder, how, true);
                checks.answer(&mut battle.lend(), check.clone(), topic)
            })
        }
    }
}

/// The chance to get free.
pub(crate) fn escape_chance(state: &State, seat: Seat, how: Struggle) -> f64 {
    let holding = against(state, seat);
    if !super::by_touch(state) {
        let one = |holder: &Seat| break_free(state, seat, *holder, how).chance();
        return holding.iter().map(one).product();
    }
    match holding[..] {
        [] => 0.0,
        [only] => wrest(state, seat, only, how, false).chance(),
        _ => {
            let checks: Vec<Contest> = holding
                .iter()
                .map(|holder| wrest(state, seat, *holder, how, true))
                .collect();
            let naturals = checks::naturals(Edge::None);
            let all = |natural: i32| {
                let one = |contest: &Contest| contest.chance_with(natural);
                checks.iter().map(one).product::<f64>()
            };
            (1..=20)
                .map(|natural| naturals[natural as usize] * all(natural))
                .sum()
        }
    }
}
