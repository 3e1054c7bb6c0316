//! Attacks of opportunity: who is offered one, and taking it.

pub(crate) mod exposure;
pub(crate) mod rehearsal;
pub(crate) mod stray;
#[cfg(test)]
mod tests;

pub use exposure::forecast;

use bevy_ecs::prelude::*;

use crate::combat::attack::situation::Notes;
use crate::combat::attack::{begun, concealment, cover, hiding};
use crate::combat::conditions::fear;
use crate::combat::conditions::perception;
use crate::combat::contract::{Awareness, Cause, Choice, EventKind, Manner, Request, Seat, Seats};
use crate::combat::state::attack_mode::ModesAtHand;
use crate::combat::state::{
    Answered, AttackOrder, Conditions, Identity, Offer, Opportunities, Place, Provocation,
    Reactions, Rulebook, State, Turning, Vitals, Wounding, losses,
};
use crate::combat::{attack, conditions, threat};
use crate::content::terrain::Concealment;
use crate::grid::Area;
use crate::rules::{
    ActionDef, ActionId, Capability, ChargeEnd, Flag, Flags, Losses, Moving, Topic,
};

/// How many attacks of opportunity a combatant has in a round.
fn limit(who: &Identity, lost: &Losses) -> u8 {
    let scores = who.abilities.lowered(lost);
    let extra = who.capabilities.iter().map(|capability| match capability {
        Capability::ExtraOpportunities(ability) => scores.modifier(*ability).max(0),
        _ => 0,
    });
    u8::try_from(extra.sum::<i32>().saturating_add(1)).unwrap_or(u8::MAX)
}

/// How many attacks of opportunity it has left.
pub fn left(state: &State, seat: Seat) -> u8 {
    if !state.book.opportunities {
        return 0;
    }
    limit(state.who(seat), &state.losses(seat))
        .saturating_sub(state.get(seat).reactions.opportunities_used)
}

/// What decides how many attacks of opportunity a combatant can make.
type Watchful = (
    &'static Identity,
    &'static Vitals,
    &'static Place,
    &'static Reactions,
    &'static Conditions,
    &'static mut Opportunities,
);

/// What may change that.
type WatchfulChanged = Or<(
    Changed<Vitals>,
    Changed<Place>,
    Changed<Reactions>,
    Changed<Conditions>,
)>;

/// Who can make attacks of opportunity at all, and how many, derived anew for those whose reactions,
/// conditions or presence have changed.
pub(crate) fn who_may_strike(
    mut changed: Query<Watchful, WatchfulChanged>,
    book: Single<&Rulebook>,
) {
    const DULL: Flags = Flags::of(&[
        Flag::NoOpportunityAttacks,
        Flag::NoAttacks,
        Flag::NoActions,
        Flag::Helpless,
        Flag::Dead,
    ]);
    let rules = &book.rules;
    for (who, vitals, place, reactions, conditions, mut opportunities) in &mut changed {
        let flags = conditions.flags();
        let quick = Capability::StrikesWhileFlatFooted;
        let ready = !flags.has(Flag::FlatFooted) || who.capabilities.contains(&quick);
        let alert = ready && !flags.has_any(DULL);
        let alert = alert && book.opportunities && place.area.is_some();
        let lost = losses(rules, who, vitals, conditions);
        let left = limit(who, &lost).saturating_sub(reactions.opportunities_used);
        opportunities.0 = if alert { left } else { 0 };
    }
}

/// What makes several provocations of one mover a single one.
fn key(state: &State, cause: Cause) -> Option<Provocation> {
    let (rules, rounds) = (&state.rules().policies.threat, &state.rounds);
    match (rules.moving, cause) {
        (Moving::OncePerAction, _) => Some(Provocation::Action(rounds.serial)),
        (Moving::OncePerOwnTurn, Cause::Leaving(_)) => Some(Provocation::OwnTurn),
        // Where an action is one opportunity, an overrun is part of its movement (SP-MVT-11, SP-AOO-15).
        (Moving::OncePerOwnTurn, Cause::Act(action))
            if rules.acts.is_once() && runs_over(state, action) =>
        {
            Some(Provocation::OwnTurn)
        }
        (Moving::EachSquare, Cause::Leaving(_)) => None,
        (
            Moving::EachSquare | Moving::OncePerOwnTurn,
            Cause::Act(_) | Cause::Unarmed(_) | Cause::Standing,
        ) => rules
            .acts
            .is_once()
            .then_some(Provocation::Action(rounds.serial)),
    }
}

/// Whether an action is an overrun in the course of a move.
fn runs_over(state: &State, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    let charge = def.and_then(ActionDef::charge);
    charge.is_some_and(|charge| charge.in_move && charge.ends == ChargeEnd::Overrun)
}

/// Whether this provocation is part of one that `by` has already answered.
fn is_answered(state: &State, by: Seat, target: Seat, cause: Cause) -> bool {
    let provoked = &state.get(by).reactions.provoked;
    key(state, cause).is_some_and(|key| provoked.contains(&(target, key)))
}

/// Whether `by` has let this mover go for the rest of its movement.
fn is_waived(state: &State, by: Seat, target: Seat, cause: Cause) -> bool {
    let Reactions { waived, passed, .. } = state.get(by).reactions;
    let movement = (target, state.rounds.serial);
    matches!(cause, Cause::Leaving(_)) && (*waived == Some(movement) || passed.contains(&movement))
}

/// Whether `by` cannot strike at `target` in `at`, because of what stands between or because it
/// does not see it at all.
fn is_hidden(state: &State, by: Seat, target: Seat, at: Area) -> bool {
    hides(state, by, target, at).is_some()
}

/// What hides `target` in `at` from `by`.
fn hides(state: &State, by: Seat, target: Seat, at: Area) -> Option<Topic> {
    let Some(from) = state.area(by) else {
        return Some(Topic::OpportunityUnseen);
    };
    // Who has not tried yet to remember the faded does so before it strikes.
    let seen = match perception::is_untried(state, by, target) {
        true => perception::at_best(state, by, from, target, at),
        false => perception::at(state, by, from, target, at),
    };
    let any = state.rules().policies.threat.concealment_forbids;
    let concealed = any && seen.hidden != Concealment::None;
    let eludes = || concealment::eludes_all(state, (by, target), at);
    if seen.known != Awareness::Seen || concealed || eludes() {
        return Some(Topic::OpportunityUnseen);
    }
    let covers = |least: &u8| cover::at(state, by, from, target, at, false).lines >= *least;
    let least = state.rules().policies.threat.cover_forbids;
    least.filter(covers).map(|_| Topic::OpportunityCovered)
}

/// What keeps those from striking at `target` whom it would provoke if they saw it as it is.
pub fn spared(state: &State, target: Seat, cause: Cause, only: Option<Seat>) -> Vec<Topic> {
    let Some(at) = state.area(target).filter(|_| !state.log.closed) else {
        return Vec::new();
    };
    let mut askers = threat::threateners(state, target, at);
    askers.retain(|&mut by| {
        let free = !is_answered(state, by, target, cause) && !is_waived(state, by, target, cause);
        only.is_none_or(|only| only == by) && state.opportunities[by].0 > 0 && free
    });
    let hidden = askers.iter().filter_map(|&by| hides(state, by, target, at));
    let mut topics: Vec<Topic> = hidden.collect();
    topics.sort_unstable();
    topics.dedup();
    topics
}

/// Whether some who could strike at `target` again may not, because it is one opportunity with what
/// they have answered.
pub fn is_same(state: &State, target: Seat, cause: Cause) -> bool {
    let Some(at) = state.area(target).filter(|_| !state.log.closed) else {
        return false;
    };
    threat::threateners(state, target, at).iter().any(|&by| {
        state.opportunities[by].0 > 0
            && is_answered(state, by, target, cause)
            && !is_hidden(state, by, target, at)
    })
}

/// Whether `by`, who threatens `at`, may strike at `target` there.
fn may_take(state: &State, by: Seat, target: Seat, at: Area, cause: Cause) -> bool {
    state.opportunities[by].0 > 0
        && !is_answered(state, by, target, cause)
        && !is_waived(state, by, target, cause)
        && !is_hidden(state, by, target, at)
        && !fear::is_fleeing(state, by)
}

/// The attack modes with which `seat` can strike at `target` out of turn, the best one first.
pub fn modes(state: &State, seat: Seat, target: Seat) -> ModesAtHand {
    let Some(area) = state.area(target) else {
        return ModesAtHand::new();
    };
    let mut modes = threat::modes_reaching(state, seat, area);
    modes.retain(|&mut mode| {
        attack::legal(state, &AttackOrder::plain(seat, target, mode), None).is_ok()
            && !concealment::is_eluded(state, (seat, target), mode)
    });
    rank(state, seat, &mut modes);
    modes
}

/// Sorts modes: the main hand first, then by bonus, then by damage.
fn rank(state: &State, seat: Seat, modes: &mut [u8]) {
    let known = &state.get(seat).modes.0;
    let bonus = |list: &[crate::rules::Modifier]| list.iter().map(|m| m.value).sum::<i32>();
    modes.sort_by_key(|&i| {
        let mode = &known[usize::from(i)];
        let damage = mode.damage.mean_x2() + 2 * bonus(&mode.damage_bonus);
        (
            mode.off_hand,
            mode.secondary,
            -bonus(&mode.attack),
            -damage,
            i,
        )
    });
}

/// Whether a mode is a bare hand that does not count as armed.
pub fn is_unarmed(state: &State, seat: Seat, mode: u8) -> bool {
    let mode = state.get(seat).modes.0.get(usize::from(mode));
    mode.is_some_and(|mode| mode.unarmed && !threat::is_armed(state, seat, mode))
}

/// Why a mode makes no attack of opportunity at a combatant that others could be made at.
pub fn out_of_use(state: &State, (seat, target): (Seat, Seat), mode: u8) -> Topic {
    if is_unarmed(state, seat, mode) {
        return Topic::OpportunityUnarmed;
    }
    let spaces = state.area(seat).zip(state.area(target));
    let mode = state.get(seat).modes.0.get(usize::from(mode));
    let near = mode
        .zip(spaces)
        .is_some_and(|(mode, (from, to))| attack::is_too_near(mode, from, to));
    match near {
        true => Topic::OpportunityTooNear,
        false => Topic::OpportunityMode,
    }
}

/// What of the reach of a blow lies beyond the next square: that of its weapon, or of the body.
fn reach_topic(state: &State, seat: Seat, mode: u8) -> Option<Topic> {
    let mode = state.get(seat).modes.0.get(usize::from(mode))?;
    match () {
        () if mode.ranged => None,
        () if mode.reach.min > 1 => Some(Topic::LongWeapon),
        () => (mode.reach.max > 1).then_some(Topic::LongReach),
    }
}

/// Whether a mode strikes without a weapon.
fn is_bodily(state: &State, seat: Seat, mode: u8) -> bool {
    let mode = state.get(seat).modes.0.get(usize::from(mode));
    mode.is_some_and(|mode| mode.natural || mode.unarmed || mode.ability.is_some())
}

pub(crate) fn order(attacker: Seat, target: Seat, mode: u8, cause: Cause) -> AttackOrder {
    AttackOrder {
        opportunity: true,
        leaving: matches!(cause, Cause::Leaving(_)),
        ..AttackOrder::plain(attacker, target, mode)
    }
}

/// Whether a blow with this mode is one of the bare hand that invites a blow of its target (SP-UNARM-01).
pub fn is_bare(state: &State, seat: Seat, mode: u8) -> bool {
    is_unarmed(state, seat, mode)
        && state.rules().policies.attack.unarmed.provokes()
        && !state
            .who(seat)
            .capabilities
            .contains(&Capability::ArmedUnarmed)
}

/// Offers what a blow of the bare hand invites from its target, if this is one and no opportunity attack.
pub fn offer_bare(battle: &mut Wounding, order: &AttackOrder) {
    let bare = order.manner.instead.is_none() && !order.opportunity;
    if !bare || !is_bare(battle, order.attacker, order.mode) {
        return;
    }
    if let Some(action) = begun::first(battle, ActionDef::is_plain_attack) {
        let cause = Cause::Unarmed(action);
        offer(battle, order.attacker, cause, Some(order.target));
    }
}

/// Who may strike at `target` for such a provocation if it is at `at`.
pub fn invited(state: &State, target: Seat, cause: Cause, at: Area) -> Seats {
    let mut askers = threat::threateners(state, target, at);
    askers.retain(|&mut by| may_take(state, by, target, at, cause));
    askers
}

/// Offers attacks of opportunity against `target` for one provocation to all who may take one
/// (`only`: to no other combatant). Pushes a step if there is any combatant to ask.
pub fn offer(battle: &mut Wounding, target: Seat, cause: Cause, only: Option<Seat>) {
    let allowed = |by: Seat| only.is_none_or(|only| only == by);
    offer_to(battle, target, cause, allowed);
}

/// Offers them to all who may take one but `except`.
pub fn offer_except(battle: &mut Wounding, target: Seat, cause: Cause, except: &[Seat]) {
    offer_to(battle, target, cause, |by| !except.contains(&by));
}

/// Offers them to those from whom the start of a movement is not sheltered: whom the mover does not see,
/// if that matters, and whose space it enters.
pub fn offer_unsheltered(
    battle: &mut Wounding,
    target: Seat,
    (cause, unseen): (Cause, bool),
    to: Area,
) {
    let open = |by: &Seat| {
        unseen && exposure::is_unseen(battle, target, *by)
            || exposure::enters(battle, target, *by, to)
    };
    let open: Vec<Seat> = battle.all().filter(open).collect();
    offer_to(battle, target, cause, |by| open.contains(&by));
}

fn offer_to(battle: &mut Wounding, target: Seat, cause: Cause, allowed: impl Fn(Seat) -> bool) {
    let Some(at) = battle.area(target) else {
        return;
    };
    let mut askers = invited(battle, target, cause, at);
    askers.retain(|&mut by| allowed(by));
    if !askers.is_empty() {
        battle.push(Offer {
            target,
            cause,
            askers,
        });
    }
}

/// Whether what a combatant was asked about is still there to be taken.
pub fn stands(state: &State, seat: Seat, target: Seat, cause: Cause) -> bool {
    let there = state.area(target).filter(|_| may_be_struck(state, target));
    there.is_some_and(|at| {
        invited(state, target, cause, at).contains(&seat) && !modes(state, seat, target).is_empty()
    })
}

/// Whether a combatant provokes still: one that is struck down provokes no combatant any more.
fn may_be_struck(state: &State, target: Seat) -> bool {
    conditions::present(state, target) && !conditions::has(state, target, Flag::Helpless)
}

/// Asks the next one, or is done.
pub fn advance(battle: &mut Turning, offer: Offer) {
    let Offer {
        target,
        cause,
        mut askers,
    } = offer;
    if !may_be_struck(battle, target) {
        return;
    }
    let Some(at) = battle.area(target) else {
        return;
    };
    let threateners = threat::threateners(battle, target, at);
    while let Some(&seat) = askers.first() {
        let threatens = threateners.contains(&seat) && may_take(battle, seat, target, at, cause);
        if threatens && perception::is_untried(battle, seat, target) {
            hiding::recall(battle, seat, target);
        }
        let can = threatens
            && may_take(battle, seat, target, at, cause)
            && !modes(battle, seat, target).is_empty();
        if !can {
            askers.remove(0);
            continue;
        }
        let topic = match cause {
            Cause::Leaving(_) => Topic::OpportunityLeaving,
            Cause::Unarmed(_) => Topic::Unarmed,
            Cause::Act(_) | Cause::Standing => Topic::OpportunityAct,
        };
        let several = askers.len() > 1 || battle.asks_others();
        let partial = topic == Topic::OpportunityLeaving && battle.get(target).budget.restricted;
        let mut topics = Notes::from_slice(&[topic]);
        topics.extend(partial.then_some(Topic::OpportunityPartial));
        topics.extend(several.then_some(Topic::SeveralInterrupts));
        let provoked = EventKind::Provoked {
            seat: target,
            by: seat,
            cause,
        };
        let rules = std::sync::Arc::clone(&battle.book.rules);
        let of_kind = match cause {
            Cause::Act(action) => rules.kind_rules(action),
            _ => &[],
        };
        battle.emit_named(of_kind, &topics, provoked);
        let request = Request::Opportunity {
            seat,
            target,
            cause,
        };
        let rest = Offer {
            target,
            cause,
            askers,
        };
        return battle.ask(request, rest);
    }
}

/// How an attack of opportunity is made that is named by its action: as a blow with the kind of damage that
/// is meant (AH-COV-07), lethal or not (SP-NONL-06), or as what is tried in its place.
pub(crate) fn taken_as(state: &State, action: ActionId, manner: Manner) -> Manner {
    match is_blow(state, action) {
        true => Manner {
            kind: manner.kind,
            other_lethality: manner.other_lethality,
            ..Manner::default()
        },
        false => Manner {
            instead: Some(action),
            ..manner
        },
    }
}

/// Whether an action is the one attack that an opportunity is.
pub(crate) fn is_blow(state: &State, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(ActionDef::is_plain_attack)
}

/// Takes the answer to an opportunity request.
pub fn answer(battle: &mut Turning, (mut offer, request, choice): Answered<Offer>) {
    let Request::Opportunity {
        seat,
        target,
        cause,
    } = request
    else {
        return;
    };
    offer.askers.retain(|&mut asker| asker != seat);
    if !offer.askers.is_empty() {
        battle.push(offer);
    }
    let (mode, manner) = match choice {
        Choice::Accept { mode } => (mode, Manner::default()),
        Choice::Act {
            action,
            mode,
            manner,
            ..
        } => (mode, taken_as(battle, action, manner)),
        declined => {
            if declined == Choice::DeclineMove {
                let serial = battle.rounds.serial;
                battle.reactions_mut(seat).waived = Some((target, serial));
            }
            // Where an action provokes once, what is done in it does so no more.
            let threat = &battle.rules().policies.threat;
            let acts = threat.acts.is_once();
            let moving = threat.moving.is_by_action();
            let leaving = matches!(cause, Cause::Leaving(_));
            if let Some(key) = key(battle, cause).filter(|_| acts && (moving || !leaving)) {
                battle.reactions_mut(seat).provoked.push((target, key));
            }
            // Where an action provokes once, its movement does so no more (AM-THR-10).
            if battle.rules().policies.threat.moving.is_by_action() {
                let serial = battle.rounds.serial;
                battle.reactions_mut(seat).passed.push((target, serial));
            }
            let declined = EventKind::OpportunityDeclined { seat, target };
            battle.emit(&[Topic::OpportunityDeclined], declined);
            return;
        }
    };
    let modes = modes(battle, seat, target);
    let chosen = mode
        .filter(|mode| modes.contains(mode))
        .or(modes.first().copied());
    let Some(mode) = chosen else { return };
    let key = key(battle, cause);
    let reactions = battle.reactions_mut(seat);
    reactions.opportunities_used = reactions.opportunities_used.saturating_add(1);
    reactions.provoked.extend(key.map(|key| (target, key)));
    let again = reactions.opportunities_used > 1;
    let mut topics = vec![Topic::OpportunityAttack, Topic::OpportunityLimit];
    topics.extend(again.then_some(Topic::OpportunityAgain));
    let unready = conditions::has(battle, seat, Flag::FlatFooted);
    topics.extend(unready.then_some(Topic::OpportunityUnready));
    topics.extend(is_bodily(battle, seat, mode).then_some(Topic::ArmedBody));
    topics.extend(reach_topic(battle, seat, mode));
    battle.emit(&topics, EventKind::OpportunityTaken { seat, target });
    let order = AttackOrder {
        manner,
        ..order(seat, target, mode, cause)
    };
    let order = stray::deflect(battle, order);
    begun::single(battle, order);
}
