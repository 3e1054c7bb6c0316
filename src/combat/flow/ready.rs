//! Readied actions: declaring one, and taking it when its trigger comes.

pub(crate) mod feasible;
mod reach;

use crate::combat::action::{declare, readying};
use crate::combat::attack::at_hand;
use crate::combat::contract::{Aim, Choice, EventKind, Manner, Request, Seat, Seats, Trigger};
use crate::combat::equipment::hurl;
use crate::combat::flow::initiative;
use crate::combat::flow::ready::feasible::{is_feasible, is_step_before, suits_trigger};
use crate::combat::flow::ready::reach::{in_reach, melee};
use crate::combat::state::{
    Answered, AttackOrder, Chosen, DeclaredAction, Preparation, ReadiedOffer, State, Turning,
    Wounding,
};
use crate::combat::{ability, conditions};
use crate::rules::primitive::Needs;
use crate::rules::{ActionDef, ActionId, ReadiedPlace, Topic};

/// Whether a combatant waits for what this one does or suffers: it is named, or no combatant is and it
/// is an enemy.
fn awaits(state: &State, seat: Seat, trigger: Trigger, who: Seat) -> bool {
    if !notices(state, seat, trigger, who) {
        return false;
    }
    if let Trigger::Enters { anyone: true, .. } = trigger {
        return who != seat;
    }
    readying::named(trigger).map_or_else(|| state.enemies(seat, who), |named| named == who)
}

/// Whether a combatant gets to know that this happens: of what an enemy does that it knows nothing of, only its
/// attacks (EP-READY-02).
fn notices(state: &State, seat: Seat, trigger: Trigger, who: Seat) -> bool {
    let told = readying::befalls(trigger) || matches!(trigger, Trigger::Attacks { .. });
    told || !readying::is_unknown(state, seat, who)
}

/// Whom the readied action is done to unless the answer says otherwise: the combatant that set it off,
/// if that is an enemy, or else the enemy whom it happened to.
fn mark(state: &State, seat: Seat, trigger: Trigger, by: Seat) -> Seat {
    let suffers = readying::named(trigger)
        .filter(|who| readying::befalls(trigger) && state.enemies(seat, *who));
    suffers.filter(|_| !state.enemies(seat, by)).unwrap_or(by)
}

/// Whether this is the kind of event that is waited for.
fn same_kind(awaited: Trigger, event: Trigger) -> bool {
    let doing = |trigger| match trigger {
        Trigger::Acts { action, .. } => action,
        _ => None,
    };
    std::mem::discriminant(&awaited) == std::mem::discriminant(&event)
        && doing(awaited).is_none_or(|action| doing(event) == Some(action))
}

/// Readies what the action names.
pub fn begin(battle: &mut Wounding, declared: &DeclaredAction) {
    let Aim::Prepare { action, trigger } = declared.aim else {
        return;
    };
    let seat = declared.seat;
    let within = near(battle, seat, action, trigger);
    let round = battle.rounds.elapsed();
    let strained = declare::strains(battle, declared);
    battle.readied_mut(seat).0 = Some(Preparation {
        action,
        trigger,
        round,
        within,
        strained,
    });
    let readied = EventKind::Readied {
        seat,
        action,
        trigger,
    };
    battle.emit(&[Topic::Ready], readied);
}

/// Those whom it waits for and who are within reach already.
fn near(state: &State, seat: Seat, action: ActionId, trigger: Trigger) -> Vec<Seat> {
    let near = |who: &Seat| {
        awaits(state, seat, trigger, *who) && is_there(state, (seat, action), trigger, *who)
    };
    state.all().filter(near).collect()
}

/// Whether a combatant is already where it is waited for.
fn is_there(state: &State, (seat, action): (Seat, ActionId), trigger: Trigger, who: Seat) -> bool {
    match trigger {
        Trigger::Enters { at, .. } => state.area(who).is_some_and(|area| area.contains(at)),
        _ => in_reach(state, seat, action, who),
    }
}

/// Its turn is over, in which it may have moved on after it had readied its action: who is within reach
/// now does not come within reach any more.
pub fn end_of_turn(battle: &mut Wounding, seat: Seat) {
    let known = battle.readied[seat].0.as_ref();
    let Some((action, trigger)) = known.map(|known| (known.action, known.trigger)) else {
        return;
    };
    let within = near(battle, seat, action, trigger);
    if let Some(prepared) = &mut battle.readied_mut(seat).0 {
        prepared.within = within;
    }
}

/// Offers readied actions that wait for a combatant to go down. The combatant whose turn it is
/// counts as the cause.
pub fn offer_drop(battle: &mut Wounding, seat: Seat) {
    let by = battle.rounds.current.unwrap_or(seat);
    offer(battle, by, Trigger::Drops { who: Some(seat) });
}

/// Offers readied actions that this event sets off, `by` being who brings it about and the one named
/// in the trigger who suffers it. Pushes a step if there is any combatant to ask.
pub fn offer(battle: &mut Wounding, by: Seat, trigger: Trigger) {
    let askers = waiting(battle, by, trigger);
    ask(battle, by, trigger, askers);
}

/// Offers those that wait for this combatant to come within their reach, or into a square. That is an event only
/// for the combatant that was out of reach before, or not there.
pub fn offer_reach(battle: &mut Wounding, by: Seat) {
    let Some(at) = battle.area(by).map(|area| area.anchor) else {
        return;
    };
    let (who, anyone) = (None, false);
    for trigger in [
        Trigger::Enters { who, at, anyone },
        Trigger::ComesInReach { who },
    ] {
        let mut askers = waiting(battle, by, trigger);
        askers.retain(|seat| {
            let Some(prepared) = &battle.get(*seat).readied.0 else {
                return false;
            };
            let (awaited, what) = (prepared.trigger, (*seat, prepared.action));
            let there = is_there(battle, what, awaited, by);
            let fresh = there && !prepared.within.contains(&by);
            note(battle, *seat, by, there);
            fresh
        });
        ask(battle, by, trigger, askers);
    }
}

/// Who waits for this event. No readied action is taken before its owner's own turn is over.
fn waiting(state: &State, by: Seat, trigger: Trigger) -> Seats {
    let about = readying::named(trigger).unwrap_or(by);
    let waits = |seat: &Seat| {
        let prepared = state.get(*seat).readied.0.as_ref();
        prepared.is_some_and(|prepared| {
            same_kind(prepared.trigger, trigger)
                && *seat != by
                && state.rounds.current != Some(*seat)
                && awaits(state, *seat, prepared.trigger, about)
                && !is_idle(state, *seat, prepared.action, by)
        })
    };
    state.all().filter(waits).collect()
}

fn ask(battle: &mut Wounding, by: Seat, trigger: Trigger, mut askers: Seats) {
    askers.retain(|seat| conditions::able(battle, *seat));
    askers.sort_by_key(|seat| battle.initiative[*seat].turn());
    if !askers.is_empty() {
        battle.push(ReadiedOffer {
            by,
            trigger,
            askers,
        });
    }
}

/// Whether a combatant can carry its readied action out. What waits for a movement is done to the enemy that
/// moves; otherwise any combatant will do.
fn may_act(state: &State, seat: Seat, trigger: Trigger, by: Seat) -> bool {
    let Some(prepared) = &state.get(seat).readied.0 else {
        return false;
    };
    let moves = matches!(
        trigger,
        Trigger::Moves { .. } | Trigger::ComesInReach { .. }
    );
    let only = moves && state.enemies(seat, by) && !is_for_allies(state, prepared.action);
    conditions::able(state, seat)
        && suits_trigger(state, (seat, prepared.action), (trigger, by), None).is_ok()
        && is_feasible(state, seat, prepared.action, only.then_some(by))
}

/// Whether an action is done to no creature in particular, so that it can be taken wherever that is.
fn is_aimless(state: &State, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(|def| !def.is_attack() && !def.target.gives(Needs::Creature))
}

/// Whether an action is done to allies only, so that it does not matter where an enemy is.
fn is_for_allies(state: &State, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(|def| {
        let ability = ability::of_action(state, def).and_then(|id| ability::def(state, id));
        def.target.gives(Needs::Ally) && !def.target.gives(Needs::Enemy)
            || ability.is_some_and(|ability| ability.target.spares_enemies())
    })
}

/// Whether a readied counter has nothing to do against what this enemy is about to cast.
fn is_idle(state: &State, seat: Seat, action: ActionId, by: Seat) -> bool {
    let def = state.rules().actions.get(action);
    let counters = def.is_some_and(ActionDef::counters);
    counters && !ability::may_counter(state, seat, by)
}

/// Keeps account of who is within reach of a readied action.
fn note(battle: &mut Wounding, seat: Seat, by: Seat, reached: bool) {
    if let Some(prepared) = &mut battle.readied_mut(seat).0 {
        prepared.within.retain(|s| *s != by);
        if reached {
            prepared.within.push(by);
            prepared.within.sort_unstable();
        }
    }
}

/// Asks the next one, or is done.
pub fn advance(battle: &mut Turning, offer: ReadiedOffer) {
    let ReadiedOffer {
        by,
        trigger,
        mut askers,
    } = offer;
    while !askers.is_empty() {
        let seat = askers.remove(0);
        let ready = may_act(battle, seat, trigger, by);
        let still = match trigger {
            Trigger::Moves { .. } => conditions::able(battle, by),
            // What happened to a combatant has happened, even if its cause is gone.
            Trigger::IsHit { .. } | Trigger::Drops { .. } => true,
            _ => conditions::present(battle, by),
        };
        if ready && still {
            let rest = ReadiedOffer {
                by,
                trigger,
                askers,
            };
            let last = is_spent(battle, seat);
            let asked = Request::Readied {
                seat,
                trigger,
                by,
                last,
            };
            return battle.ask(asked, rest);
        }
    }
}

/// The action that an answer to a readied request means.
pub fn fired(state: &State, request: &Request, choice: &Choice) -> Option<DeclaredAction> {
    let Request::Readied {
        seat, trigger, by, ..
    } = *request
    else {
        return None;
    };
    let mark = mark(state, seat, trigger, by);
    let prepared = state.get(seat).readied.0.as_ref()?;
    let (action, strained) = (prepared.action, prepared.strained);
    let declared = |aim, mode, manner| DeclaredAction {
        mode,
        manner,
        readied: true,
        strained,
        ..DeclaredAction::new(seat, action, aim)
    };
    let def = state.rules().actions.get(action);
    let charges = def.is_some_and(|def| def.charge().is_some());
    match choice {
        Choice::Accept { mode } if charges => {
            let mode = mode.or_else(|| melee(state, seat).next());
            let aim = Aim::Charge(mark, Vec::new());
            Some(declared(aim, mode, Manner::default()))
        }
        Choice::Accept { mode } => {
            let def = state.rules().actions.get(action);
            let mode = mode.or_else(|| {
                if !def.is_some_and(ActionDef::is_attack) {
                    return None;
                }
                let modes = at_hand::modes(state, seat).into_iter();
                modes
                    .filter(|(_, usable)| usable.is_ok())
                    .map(|(mode, _)| mode)
                    .find(|mode| {
                        let order = AttackOrder::plain(seat, mark, *mode);
                        let way = declared(Aim::At(mark), Some(*mode), Manner::default());
                        crate::combat::attack::legal(state, &order, None).is_ok()
                            && hurl::fits(state, &way).is_ok()
                    })
            });
            // A power that is aimed at nobody takes effect where it is used.
            let power = def.is_some_and(|def| def.ability().is_some());
            let aim = match power && is_aimless(state, action) {
                true => Aim::None,
                false => Aim::At(mark),
            };
            Some(declared(aim, mode, Manner::default()))
        }
        Choice::Act {
            action: chosen,
            aim,
            mode,
            manner,
        } if *chosen == action => Some(declared(aim.clone(), *mode, *manner)),
        _ => None,
    }
}

/// The free step that an answer to a readied request means, where the rules let one come before the
/// action itself.
pub fn step(state: &State, request: &Request, choice: &Choice) -> Option<DeclaredAction> {
    let Request::Readied { seat, .. } = *request else {
        return None;
    };
    let declared = DeclaredAction::of(seat, choice)?;
    let def = state.rules().actions.get(declared.action)?;
    let steps = is_step_before(state, declared.action, def);
    steps.then_some(DeclaredAction {
        readied: true,
        ..declared
    })
}

/// Takes the answer to a readied request.
pub fn answer(battle: &mut Turning, (rest, request, choice): Answered<ReadiedOffer>) {
    let Request::Readied {
        seat,
        trigger,
        by,
        last,
    } = request
    else {
        return;
    };
    let several = !rest.askers.is_empty() || battle.asks_others();
    battle.push(rest);
    if let Some(step) = step(battle, &request, &choice) {
        // The action itself is asked about again once the step is made.
        battle.push(ReadiedOffer {
            by,
            trigger,
            askers: Seats::from_elem(seat, 1),
        });
        return battle.push(Chosen(step));
    }
    let Some(declared) = fired(battle, &request, &choice) else {
        if last {
            battle.readied_mut(seat).0 = None;
            battle.emit(&[Topic::ReadiedLater], EventKind::ReadiedLost { seat });
            take_place(battle, seat, by);
        }
        return;
    };
    battle.readied_mut(seat).0 = None;
    let action = declared.action;
    let mut topics = vec![Topic::ReadiedAction];
    topics.extend(several.then_some(Topic::SeveralInterrupts));
    let interrupts = matches!(trigger, Trigger::Uses { .. });
    topics.extend(interrupts.then_some(Topic::ReadiedInterrupt));
    battle.emit(&topics, EventKind::ReadiedFired { seat, action });
    take_place(battle, seat, by);
    battle.push(Chosen(declared));
}

/// Whether a readied action that is not taken now is spent all the same (CD-INIT-12).
fn is_spent(state: &State, seat: Seat) -> bool {
    let spends = state.rules().policies.initiative.ready_declined.is_spent();
    let readied = state.get(seat).readied.0.as_ref();
    let later = readied.is_some_and(|prepared| prepared.round < state.rounds.elapsed());
    spends && later && !state.rounds.done.contains(&seat)
}

/// The place in the order from now on, on the count of the turn under way (CD-INIT-11, CD-INIT-12), and the
/// regular turn that is lost if it was still to come, put off or not.
fn take_place(battle: &mut Turning, seat: Seat, by: Seat) {
    let turn = battle.rounds.current.unwrap_or(by);
    let (now, its) = (&battle.initiative[turn], &battle.initiative[by]);
    let before = match battle.rules().policies.initiative.readied_place {
        ReadiedPlace::Unchanged => return,
        // One who took a readied action of its own in this turn stands ahead of it on the same count.
        ReadiedPlace::AheadOfTrigger if its.count == now.count && its.turn() < now.turn() => by,
        ReadiedPlace::AheadOfTrigger | ReadiedPlace::AheadOfTurn => turn,
    };
    initiative::move_before(battle, seat, before);
    let mut topics = vec![Topic::ReadiedAction];
    let turn = battle.initiative_mut(seat);
    let put_off = std::mem::take(&mut turn.delaying) | std::mem::take(&mut turn.named_count);
    let done = battle.rounds.done.contains(&seat);
    if !done {
        battle.rounds_mut().done.push(seat);
    }
    topics.extend((put_off || !done).then_some(Topic::ReadiedLater));
    initiative::announce(battle, &topics);
}

/// At the start of its own turn a readied action that nothing set off is lost.
pub fn lapse(battle: &mut Turning, seat: Seat) {
    if battle.readied[seat].0.is_some() {
        battle.readied_mut(seat).0 = None;
        battle.emit(&[Topic::ReadyLost], EventKind::ReadiedLost { seat });
    }
}

#[cfg(test)]
mod tests;
