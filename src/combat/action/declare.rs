//! What a chosen action does once its provocation is settled.

use crate::combat::action::rules::{self, ask};
use crate::combat::action::{budget, limit, program, target};
use crate::combat::attack::{begun, full_attack, unseen};
use crate::combat::conditions::{breath, knowledge, riding};
use crate::combat::contract::{Aim, Cause, EventKind, Miss, Seat};
use crate::combat::manoeuvre::{self, charge, grapple, instead};
use crate::combat::movement::approach;
use crate::combat::state::{
    Acting, AttackOrder, BegunOn, Chosen, DeclaredAction, Mark, Run, Stage, State, Turning,
    Wounding, powers,
};
use crate::combat::{ability, conditions, economy, movement, opportunity};
use crate::rules::{
    ActionDef, ActionId, ConditionId, CostDef, EndsTurn, Flag, Occasion, Primitive, Provokes,
    StrikeAt, Topic, TurnAct,
};

/// The attack that an action makes next: its own, or the next one of a full attack.
pub fn order(state: &State, declared: &DeclaredAction) -> Option<AttackOrder> {
    let target = declared.target()?;
    let def = state.rules().actions.get(declared.action)?;
    let (mode, mut extra) = if def.strikes_all() && !declared.readied {
        full_attack::next(state, declared)?
    } else {
        (declared.mode?, Vec::new())
    };
    extra.extend(declared.extra.iter().copied());
    let attacker = declared.seat;
    let times = if declared.readied && charge::is_met(state, attacker, mode, target) {
        state.rules().policies.damage.set_weapon.max(1)
    } else {
        1
    };
    Some(AttackOrder {
        extra,
        manner: declared.manner,
        times,
        worst: full_attack::gives_worst(state, declared),
        ..AttackOrder::plain(attacker, target, mode)
    })
}

/// The attacks of opportunity that the act itself invites: why, and from whom only.
pub fn provocation(state: &State, declared: &DeclaredAction) -> Option<(Cause, Option<Seat>)> {
    // What takes the place of an attack invites its own when it comes to it; what was begun in the
    // turn before has done so then.
    let (seat, action) = (declared.seat, declared.action);
    let finishes = economy::finishes(state, seat, action, &declared.aim);
    if declared.manner.instead.is_some() || finishes {
        return None;
    }
    let begun = taken(declared, state.rules().actions.get(declared.action)?);
    let def = state.rules().actions.get(begun)?;
    let whole = DeclaredAction {
        action: begun,
        ..declared.clone()
    };
    let run = Run::of(&whole);
    let provokes =
        |what: &Primitive| ask!(state, what, |rules, part| rules.provokes(state, &run, part));
    if let Some(provokes) = def.find(provokes) {
        return provokes.then_some((Cause::Act(begun), None));
    }
    let cause = match def.is_rising() {
        true => Cause::Standing,
        false => Cause::Act(begun),
    };
    let mode = order(state, declared)
        .map(|order| order.mode)
        .or_else(|| manoeuvre::trips_with(state, declared))
        .or(declared.mode);
    let bare = def.is_attack() && mode.is_some_and(|mode| opportunity::is_bare(state, seat, mode));
    let mode = mode.and_then(|mode| state.get(seat).modes.0.get(usize::from(mode)));
    match economy::provokes(state, declared.seat, begun) {
        Provokes::Yes => Some((cause, None)),
        Provokes::FromTarget => Some((cause, Some(declared.target()?))),
        Provokes::IfRanged if mode.is_some_and(|mode| mode.ranged) => Some((cause, None)),
        Provokes::No | Provokes::IfRanged if bare => {
            Some((Cause::Unarmed(begun), Some(declared.target()?)))
        }
        Provokes::No | Provokes::IfRanged => None,
    }
}

/// Declares an action: pays for it, offers the attacks of opportunity it invites, then the action.
pub fn declare(battle: &mut Turning, Chosen(mut declared): Chosen) {
    declared.wounds = battle.vitals[declared.seat].wounds;
    declared.hits = battle.vitals[declared.seat].hits;
    let book = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = book.actions.get(declared.action) else {
        return;
    };
    let (seat, action) = (declared.seat, declared.action);
    for what in &def.does {
        let run = Run::of(&declared);
        if ask!(battle, what, |rules, part| rules
            .at_once(battle, &run, part))
        {
            return;
        }
    }
    if movement::stamina::gives_out(battle, &declared) {
        return;
    }
    let provocation = provocation(battle, &declared);
    // What goes on with something begun before is still the same action.
    let continues = !declared.readied && budget::continues(battle, seat, action, &declared.aim);
    let strenuous = !continues && may_strain(battle, &declared, def, provocation.is_some());
    let own = (!declared.readied || def.answers.is_some()) && !continues;
    let cost = economy::cost_at(battle, seat, action, &declared.aim).filter(|_| own);
    let cost = cost.and_then(|cost| book.costs.get(cost));
    // What goes along with a move just made is part of it.
    let rides = cost.is_some_and(|cost| cost.with_move)
        && economy::ledger::moved_by(battle, seat) == Some(battle.rounds.serial);
    match part_of(battle, &declared, continues) {
        // What was done in between for free is another action.
        Some(serial) => battle.rounds_mut().serial = serial,
        None if continues || rides => {}
        None => battle.rounds_mut().begin_action(),
    }
    // What was readied is paid for; an answer is not.
    if !declared.readied || def.answers.is_some() {
        budget::pay(battle, seat, action, &declared.aim);
        ability::neglected(battle, seat, action);
    }
    if matches!(declared.aim, Aim::Part(..)) {
        battle.reactions_mut(seat).chose_square = true;
    }
    // What is declared before one acts keeps the turn as it was.
    let keeps = cost.is_some_and(CostDef::keeps_turn);
    if !declared.readied && battle.rounds.current == Some(seat) && !keeps {
        battle.rounds_mut().before_turn = None;
        battle.budget_mut(seat).mark(Mark::Began);
    }
    ability::prepare(battle, &declared);
    let freed = economy::is_freed(battle, seat, action).then_some(Topic::FreeExempt);
    let spared = provocation.map(|(cause, only)| opportunity::spared(battle, seat, cause, only));
    let topics: Vec<Topic> = freed
        .into_iter()
        .chain(spared.unwrap_or_default())
        .chain(full_attack::feat(battle, &declared))
        .collect();
    battle.emit_action(
        action,
        &topics,
        EventKind::Acted {
            seat,
            action,
            target: declared.target(),
        },
    );
    if strenuous {
        let hit_points = battle.vitals[seat].hit_points;
        battle.push(Stage::Strained { seat, hit_points });
    }
    let stance = def.stance().and_then(|name| book.condition(name));
    let paid = stance.and_then(|stance| breath::paid(battle, seat, action, stance));
    let fresh = |stance: &ConditionId| !conditions::bears(battle, seat, Some(*stance));
    let stance = stance.filter(|stance| paid.is_some() || fresh(stance));
    let chosen = || def.chooses.map_or(0, |_| i32::from(declared.manner.amount));
    let amount = paid.unwrap_or_else(chosen);
    let mut stance = stance.map(|condition| (condition, amount));
    if battle.interrupts_in_order()
        && let Some((condition, amount)) = stance.take()
    {
        // All who interrupt are asked in one order then, in which the stance has no place.
        conditions::begin_with(battle, seat, condition, Some(seat), amount);
    }
    if let Some(brought) = cost.and_then(|cost| book.condition(cost.brings.as_deref()?)) {
        conditions::begin(battle, seat, brought, Some(seat));
        // A mount is as busy with a movement on its legs as its rider.
        let mount = riding::mount_of(battle, seat).filter(|_| def.covers_distance());
        if let Some(mount) = mount {
            conditions::begin(battle, mount, brought, Some(mount));
        }
    }
    for what in &def.does {
        let run = Run {
            continues,
            ..Run::of(&declared)
        };
        ask!(battle, what, |rules, part| rules
            .declare(battle, &run, part));
    }
    // Where all are asked in one order, those whom a shot provokes are asked with those who wait for it.
    let strikes = |what: &Primitive| matches!(what, Primitive::Attack { .. });
    declared.announced =
        provocation.is_some() && battle.interrupts_in_order() && def.does.iter().any(strikes);
    // What is tried in place of a single attack tells by itself that it begins.
    let parted = declared.manner.instead.is_some() && def.is_plain_attack();
    let begins = (!continues && !parted).then(|| taken(&declared, def));
    let late = cost.is_some_and(|cost| cost.acts_at_end) && !def.covers_distance();
    if late {
        battle.budget_mut(seat).postponed = Some(Box::new(declared.clone()));
    }
    if def.ends_turn == EndsTurn::AtOnce {
        budget::finish(battle, seat);
    }
    announce(battle, declared, provocation, begins, stance, late);
}

/// The number of the action of which this is a part: the one that it goes on with, or for a full attack the one that
/// stands for its first attack (EP-AOO-10).
fn part_of(state: &State, declared: &DeclaredAction, continues: bool) -> Option<u32> {
    let (seat, action) = (declared.seat, declared.action);
    let led_by = || economy::ledger::led_by(state, seat);
    if continues {
        let begun = economy::ledger::begun(state, seat);
        let begun = begun.filter(|deed| deed.action == action);
        let led = state.get(seat).budget.full_attack.led;
        return begun
            .map(|deed| deed.serial)
            .or_else(|| led.then(led_by).flatten());
    }
    let leads = !declared.readied && full_attack::leads(state, seat, action);
    leads.then(led_by).flatten()
}

/// The action that a combatant takes: in halves, the one of which this is a half.
fn taken(declared: &DeclaredAction, def: &ActionDef) -> ActionId {
    let halves = |what: &Primitive| *what == Primitive::Turn(TurnAct::Start);
    match declared.aim {
        Aim::Action(whole) | Aim::Begin(whole, _) if def.any(halves) => whole,
        _ => declared.action,
    }
}

/// Puts a declared action on the stack, and on top of it the questions to those who may interrupt it, what it
/// invites itself among them; `begins`: the action that begins with it; `late`: it is done when the turn ends. A
/// stance begins in between: what has been readied against the action comes before it, and it counts against
/// what the action invites.
fn announce(
    battle: &mut Wounding,
    declared: DeclaredAction,
    provocation: Option<(Cause, Option<Seat>)>,
    begins: Option<ActionId>,
    stance: Option<(ConditionId, i32)>,
    late: bool,
) {
    let (seat, target, announced) = (declared.seat, declared.target(), declared.announced);
    let struck = struck(battle, &declared);
    let uses = begins.is_some_and(|action| {
        let def = battle.rules().actions.get(action);
        def.is_some_and(|def| def.ability().is_some())
    });
    if !late {
        battle.push(declared);
    }
    let depth = battle.depth();
    if announced && let Some(target) = target {
        (battle.on.may_answer)(battle, target, seat, Occasion::Attacked);
    }
    if let Some(target) = struck {
        begun::attack(battle, seat, target);
    }
    if let Some((cause, only)) = provocation {
        opportunity::offer(battle, seat, cause, only);
    }
    if let Some((condition, amount)) = stance {
        battle.push(Stage::Stance {
            seat,
            condition,
            amount,
        });
    }
    if let Some(action) = begins {
        begun::action(battle, seat, action);
    }
    if uses {
        begun::ability(battle, seat);
    }
    battle.order_interrupts(depth);
}

/// Whom an action attacks, if it is an attack and comes to no roll to hit at which those would be asked who
/// wait for one; a blow at a thing or at an empty square is aimed at nobody.
fn struck(state: &State, declared: &DeclaredAction) -> Option<Option<Seat>> {
    let def = state.rules().actions.get(declared.action)?;
    let blow = def.find(|what| {
        let Primitive::Strike(at) = what else {
            return None;
        };
        Some(at)
    });
    let empty = match blow {
        Some(StrikeAt::Square | StrikeAt::Squares) => unseen::is_empty(state, declared),
        Some(StrikeAt::Object { .. } | StrikeAt::Held) => true,
        None => false,
    };
    let strikes = declared.announced || def.finishes() || manoeuvre::strikes(state, declared);
    (strikes || empty).then(|| declared.target())
}

/// Whether an action costs the one blood that takes it, who is disabled.
pub(crate) fn strains(state: &State, declared: &DeclaredAction) -> bool {
    conditions::has(state, declared.seat, Flag::Disabled) && strenuous(state, declared).is_some()
}

/// Whether an action may cost the one blood that takes it: an attack that it `provokes` may disable its performer
/// in the middle of it. What takes a whole round, or leads anywhere, is not completed then.
fn may_strain(state: &State, declared: &DeclaredAction, def: &ActionDef, provokes: bool) -> bool {
    let disabled = || conditions::has(state, declared.seat, Flag::Disabled);
    let single = |cost: &CostDef| provokes && cost.is_single() && !def.covers_distance();
    strenuous(state, declared).is_some_and(|cost| single(cost) || disabled())
}

/// The cost of an action that costs the disabled blood, which readying it may have done before.
fn strenuous<'a>(state: &'a State, declared: &DeclaredAction) -> Option<&'a CostDef> {
    let (rules, action) = (state.rules(), declared.action);
    let cost = economy::cost_at(state, declared.seat, action, &declared.aim);
    let cost = rules.costs.get(cost.or(rules.price(action).usual)?)?;
    (!declared.strained && cost.is_strenuous()).then_some(cost)
}

/// Does what was declared, if its performer still can.
pub fn advance(battle: &mut Turning, declared: DeclaredAction) {
    let book = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = book.actions.get(declared.action) else {
        return;
    };
    let seat = declared.seat;
    if !conditions::able(battle, seat) {
        return prevent(battle, seat, def);
    }
    if falls_short(battle, &declared, def) {
        return;
    }
    // What interrupted it may have changed everything.
    let entry = def.is_general() || def.pays().is_some();
    let barred = entry && {
        let (side, about) = (battle.who(seat).side, declared.target());
        let legal = |known: &State| rules::legal(known, &declared, def);
        knowledge::as_known(battle, side, about, legal).is_err()
    };
    if barred || target::equipped(battle, seat, declared.action, def).is_err() {
        return prevent(battle, seat, def);
    }
    if def.with_step
        && let Some(target) = declared.target()
        && approach::approach(battle, &declared, target)
    {
        return;
    }
    if def.handles && powers::charge(battle, seat).is_some() {
        let touched = declared.target();
        if touched.is_some() {
            // What the touch does to it comes before what the hands do.
            battle.push(declared.clone());
        }
        ability::discharge(battle, seat, touched);
        if touched.is_some() {
            return;
        }
    }
    limit::count(battle, seat, declared.action, def);
    program::run(battle, &Run::of(&declared), &def.does);
}

/// Whether an action takes more than what a state that has begun since leaves of the turn (AH-ACT-10).
/// Ways become shorter, and of several attacks there is one; anything else is lost, or only begun if it
/// can be finished in the next turn (AH-ACT-11).
fn falls_short(battle: &mut Acting, declared: &DeclaredAction, def: &ActionDef) -> bool {
    let (seat, action) = (declared.seat, declared.action);
    let own = battle.rounds.current == Some(seat) && !declared.readied;
    if !own || battle.get(seat).budget.restricted || def.covers_distance() || def.strikes_all() {
        return false;
    }
    let book = std::sync::Arc::clone(&battle.book.rules);
    let cost = economy::cost_at(battle, seat, action, &declared.aim);
    let cost = cost.and_then(|cost| book.costs.get(cost));
    let more = cost.is_some_and(|cost| !cost.is_single());
    let Some(single) = economy::single(battle, seat) else {
        return false;
    };
    if !more || book.price(action).restricted.is_some() {
        return false;
    }
    economy::restrict(battle, seat, single);
    if def.startable.is_some() {
        begin_in_halves(battle, seat, action, declared.target());
        return true;
    }
    if let Some(target) = declared.target() {
        battle.fail(&[Topic::Restricted], (seat, target), Miss::Interrupted);
    }
    prevent(battle, seat, def);
    true
}

/// Drops what has been begun of an action that cannot be done any more.
fn prevent(battle: &mut Acting, seat: Seat, def: &ActionDef) {
    for what in &def.does {
        ask!(battle, what, |rules, part| rules
            .prevented(battle, seat, part));
    }
}

/// Begins what is finished in the next turn, on its target if it has one.
pub(crate) fn begin_in_halves(
    battle: &mut Acting,
    seat: Seat,
    action: ActionId,
    target: Option<Seat>,
) {
    let round = battle.rounds.elapsed();
    let begun_on = target.map(|target| BegunOn {
        target,
        here: battle.area(seat),
        there: battle.area(target),
    });
    let reactions = battle.reactions_mut(seat);
    reactions.begun = Some((action, round));
    reactions.begun_on = begun_on;
    battle.emit(
        &[Topic::StartAction],
        EventKind::ActionBegun { seat, action },
    );
}

/// Tries something in place of an attack, once the combatant that it leaves itself open to has struck.
pub fn in_place_of(battle: &mut Wounding, order: &AttackOrder, action: ActionId) {
    let (attacker, target) = (order.attacker, order.target);
    if instead::legal_instead(battle, order, action).is_err() {
        let topics = [Topic::InsteadOfAttack];
        return battle.fail(&topics, (attacker, target), Miss::Interrupted);
    }
    let mut declared = instead::declared_instead(order, action);
    declared.wounds = battle.vitals[attacker].wounds;
    declared.hits = battle.vitals[attacker].hits;
    let provocation = crate::combat::action::declare::provocation(battle, &declared);
    let bare_hands = grapple::with_bare_hands(battle, order, action);
    battle.emit_action(
        action,
        bare_hands.as_slice(),
        EventKind::Acted {
            seat: attacker,
            action,
            target: Some(target),
        },
    );
    announce(battle, declared, provocation, Some(action), None, false);
}
