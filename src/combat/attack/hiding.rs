//! Keeping out of sight, and finding those who do.
//!
//! Who hides bears a condition about each enemy that does not notice it; who is found without being seen bears
//! one about the enemy that knows its square. What follows from both, `conditions::perception` says.

use crate::combat::attack::{Situation, cover, legal, noticing};
use crate::combat::checks::bonus::RollBonus;
use crate::combat::conditions::{holds, knowledge, perception, planes};
use crate::combat::contract::{Aim, Awareness, EventKind, Forecast, Reason, Refusal, Seat};
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{
    Acting, ActiveCondition, Afflicting, AttackOrder, DeclaredAction, Ending, Mark, PrimitiveRules,
    Run, State, User, refusal,
};
use crate::combat::{checks, conditions};
use crate::dice::Purpose;
use crate::grid::{Area, Square, any_line, distance};
use crate::rules::{ActionId, Edge, Flag, Perceive, Stat, Tally, Topic};

/// What an enemy notices without looking is this and its bonus to spot.
const PASSIVE: i32 = 10;

/// Hiding and finding among the primitives.
pub(crate) struct Perceptions;

impl PrimitiveRules<Perceive> for Perceptions {
    fn possible(&self, state: &State, user: User, what: Perceive) -> Verdict {
        match what {
            Perceive::Hide => Some(may_hide(state, user.seat)),
            Perceive::Search { .. } | Perceive::Grope { .. } => None,
        }
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: Perceive) -> Verdict {
        let declared = run.declared;
        match (what, &declared.aim) {
            (Perceive::Hide, _) => Some(may_hide(state, declared.seat)),
            (Perceive::Grope { .. }, Aim::Along(path)) => Some(may_grope(state, declared, path)),
            (Perceive::Grope { .. }, _) => Some(refusal::aimless(state)),
            (Perceive::Search { .. }, _) => None,
        }
    }

    fn concerns(&self, state: &State, _: Seat, _: ActionId, what: Perceive) -> bool {
        what != Perceive::Hide || state.book.known.hidden.is_some()
    }

    fn forecast(&self, state: &State, run: &Run<'_>, what: Perceive, forecast: &mut Forecast) {
        if what == Perceive::Hide {
            forecast.success = Some(chance(state, run.declared.seat));
        }
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: Perceive) {
        let declared = run.declared;
        match what {
            Perceive::Hide => hide(battle, declared.seat),
            Perceive::Search {
                within,
                average,
                fought,
            } => {
                let numbers = (average, fought);
                search(battle, declared.seat, u32::from(within), numbers);
            }
            Perceive::Grope { from } => grope(battle, declared, from),
        }
    }
}

/// The enemies who could notice a combatant.
fn watchers(state: &State, seat: Seat) -> Vec<Seat> {
    let watches = |one: &Seat| state.enemies(seat, *one) && conditions::able(state, *one);
    state.all().filter(watches).collect()
}

/// Whether something hides a combatant from an observer: cover, concealment, blindness.
fn is_screened(state: &State, observer: Seat, seat: Seat) -> bool {
    let (Some(from), Some(to)) = (state.area(observer), state.area(seat)) else {
        return true;
    };
    cover::is_solid(state, from, to) || perception::is_screened(state, (observer, from), (seat, to))
}

fn may_hide(state: &State, seat: Seat) -> Result<(), Refusal> {
    let watchers = watchers(state, seat);
    if let Some(one) = (watchers.iter()).find(|one| holds::joins(state, seat, **one)) {
        let reason = Reason::from("You cannot hide from ").name(*one);
        let reason = reason.text(": one of you has hold of the other.");
        return state.refuse(Topic::Hiding, reason);
    }
    match watchers
        .into_iter()
        .find(|one| !is_screened(state, *one, seat))
    {
        Some(one) => {
            let reason = Reason::from("To hide you need concealment from ").name(one);
            let reason = reason.text(", or cover that it does not see through.");
            state.refuse(Topic::Hiding, reason)
        }
        None => Ok(()),
    }
}

/// What a check to hide has to reach so that an observer does not notice it; `None`: no eye finds the invisible
/// without looking for it.
fn passive(state: &State, observer: Seat, seat: Seat) -> Option<i32> {
    let spot = state.rules().policies.initiative.surprise.spot;
    let seen = !is_unseen(state, observer, seat);
    // It stands for a roll, so what burdens all rolls burdens it too.
    seen.then(|| PASSIVE + spotting(state, observer, spot).total)
}

/// Lowest result of a check to hide that no enemy notices; `None`: no enemy notices it without searching.
fn hardest(state: &State, seat: Seat) -> Option<i32> {
    let watchers = watchers(state, seat).into_iter();
    watchers.filter_map(|one| passive(state, one, seat)).max()
}

/// The chance that no enemy notices a combatant that hides now.
fn chance(state: &State, seat: Seat) -> f64 {
    let hardest = hardest(state, seat);
    let bonus = noticing::to_hide(state, seat, None).total;
    let enough = |natural: &i32| hardest.is_none_or(|number| natural + bonus >= number);
    (1..=20).filter(enough).count() as f64 / 20.0
}

fn hide(battle: &mut Afflicting, seat: Seat) {
    let check = noticing::hide(battle, seat, None);
    let result = check.total();
    let side = battle.who(seat).side;
    let against = knowledge::as_known(battle, side, None, |known| hardest(known, seat));
    let against = against.unwrap_or(0);
    // An unknown enemy may see it in plain view.
    let fooled = |one: &Seat| {
        let number = passive(battle, *one, seat);
        is_screened(battle, *one, seat) && number.is_none_or(|number| result >= number)
    };
    let fooled: Vec<Seat> = watchers(battle, seat).into_iter().filter(fooled).collect();
    let checked = EventKind::Checked {
        seat,
        purpose: Purpose::Hide,
        check,
        against,
        success: result >= against,
    };
    let unseen = conditions::has(battle, seat, Flag::Invisible).then_some(Topic::HidesUnseen);
    let topics: Vec<Topic> = [Topic::Hiding].into_iter().chain(unseen).collect();
    battle.emit(&topics, checked);
    for observer in fooled {
        hide_from(battle, seat, observer, result);
    }
}

/// What a combatant adds to a roll to spot others.
fn spotting(state: &State, seat: Seat, spot: Stat) -> RollBonus {
    RollBonus::of(state, seat, checks::tally(state, seat, spot, &[]))
}

/// An observer does not notice a combatant from now on. `result`: of its check to hide.
fn hide_from(battle: &mut Afflicting, seat: Seat, observer: Seat, result: i32) {
    let Some(hidden) = battle.book.known.hidden else {
        return;
    };
    let ends = conditions::ending(battle, seat, battle.rules().conditions[hidden].lasts);
    let active = ActiveCondition {
        condition: hidden,
        ends,
        by: Some(seat),
        amount: result,
        about: Some(observer),
        since: 0,
    };
    conditions::impose(battle, seat, active);
}

/// A combatant is hidden from all its enemies as the battle begins. `result`: of its check to hide.
pub(crate) fn start_hidden(battle: &mut Afflicting, seat: Seat, result: i32) {
    for observer in battle.all() {
        if battle.enemies(seat, observer) {
            hide_from(battle, seat, observer, result);
        }
    }
}

/// Those who wait have kept looking out, and may have found unseen enemies by one check of the best of them
/// (EP-SURP-03). `average`: the number for those who do not hide, with their level.
pub(crate) fn look_out(battle: &mut Afflicting, seats: &[Seat], average: i32) {
    let spot = battle.rules().policies.initiative.surprise.spot;
    let bonus = |seat: &&Seat| spotting(battle, **seat, spot).total;
    let best = seats.iter().rev().max_by_key(bonus).copied();
    if let Some(best) = best.filter(|best| !lost(battle, *best, u32::MAX).is_empty()) {
        search(battle, best, u32::MAX, (average, 0));
    }
}

/// Whether a combatant is invisible to an observer.
fn is_unseen(state: &State, observer: Seat, seat: Seat) -> bool {
    let places = state.area(observer).zip(state.area(seat));
    conditions::has(state, seat, Flag::Invisible)
        && places
            .is_some_and(|(from, to)| perception::is_screened(state, (observer, from), (seat, to)))
}

/// The entry about an observer from whom a combatant hides.
fn hidden_from(state: &State, seat: Seat, observer: Seat) -> Option<ActiveCondition> {
    let rules = state.rules();
    let mut active = state.conditions(seat).iter();
    let from = |c: &&ActiveCondition| {
        c.about == Some(observer) && rules.flags(c.condition).has(Flag::Hidden)
    };
    active.find(from).copied()
}

/// A combatant has come somewhere: those whom nothing hides any more are noticed, and nobody who knew its
/// square knows where it is now.
pub(crate) fn has_moved(battle: &mut Afflicting, seat: Seat) {
    if let Some(located) = battle.book.known.located
        && conditions::bears(battle, seat, Some(located))
    {
        conditions::end(battle, seat, located);
    }
    if battle.book.known.hidden.is_none() {
        return;
    }
    for hider in battle.all() {
        for observer in battle.all() {
            let concerned = hider == seat || observer == seat;
            if concerned
                && let Some(active) = hidden_from(battle, hider, observer)
                && !is_screened(battle, observer, hider)
            {
                conditions::end_one(battle, hider, active);
            }
        }
    }
}

/// Enemies around whose square a combatant does not know, though nothing solid is between them.
fn lost(state: &State, seat: Seat, within: u32) -> Vec<Seat> {
    let Some(from) = state.area(seat) else {
        return Vec::new();
    };
    let diagonals = state.rules().policies.movement.diagonals;
    let is_lost = |other: &Seat| {
        let Some(to) = state.area(*other).filter(|_| state.enemies(seat, *other)) else {
            return false;
        };
        conditions::present(state, *other)
            && !perception::forgets(state, seat, *other)
            && perception::at(state, seat, from, *other, to).known == Awareness::Unknown
            && distance(from, to, diagonals) <= within
            && any_line(from, to, state.field.sight())
    };
    state.all().filter(is_lost).collect()
}

fn search(battle: &mut Afflicting, seat: Seat, within: u32, (average, fought): (i32, i32)) {
    let spot = battle.rules().policies.initiative.surprise.spot;
    let lost = lost(battle, seat, within);
    let bonus = spotting(battle, seat, spot);
    let check = checks::d20(battle, seat, Purpose::Spot, bonus, Edge::None);
    let number = |state: &State, other: Seat| {
        let silent = perception::muffled(state, seat, other);
        match hidden_from(state, other, seat) {
            Some(active) => active.amount + silent,
            None => {
                let strikes = !state.get(other).reactions.attacked.is_empty();
                average + state.who(other).level + silent + if strikes { fought } else { 0 }
            }
        }
    };
    let numbers: Vec<i32> = lost.iter().map(|other| number(battle, *other)).collect();
    let success = numbers.iter().any(|number| check.total() >= *number);
    let total = check.total();
    let searched = EventKind::Searched {
        seat,
        purpose: Purpose::Spot,
        check,
        success,
    };
    battle.emit(&[Topic::Searching], searched);
    for (other, number) in lost.into_iter().zip(numbers) {
        if total >= number {
            tell(battle, seat, other);
        }
    }
}

/// A combatant has walked into an enemy of which it knew nothing, and knows where it is.
pub(crate) fn walked_into(battle: &mut Afflicting, seat: Seat, other: Seat) {
    if let Some(active) = hidden_from(battle, other, seat) {
        conditions::end_one(battle, other, active);
    }
    noticing::locate(battle, seat, other, Topic::Occupied);
}

/// A combatant has found an enemy, and its allies who hear it know as well.
fn tell(battle: &mut Afflicting, finder: Seat, found: Seat) {
    let hears = |state: &State, one: Seat| {
        one == finder
            || !state.enemies(one, finder)
                && conditions::able(state, one)
                && !conditions::has(state, one, Flag::Deaf)
    };
    for one in battle.all() {
        if !hears(battle, one) {
            continue;
        }
        if let Some(active) = hidden_from(battle, found, one) {
            conditions::end_one(battle, found, active);
        }
        noticing::locate(battle, one, found, Topic::Searching);
    }
}

fn may_grope(state: &State, declared: &DeclaredAction, path: &[Square]) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Groping, reason);
    let seat = declared.seat;
    let (Some(here), 1..=2) = (state.area(seat), path.len()) else {
        return refuse("Choose your own square or one beside you, or two.");
    };
    let beside = |square: &Square| {
        let space = Area::single(*square);
        here.contains(*square)
            || here.is_adjacent(space)
                && state.field.dimensions.contains(*square)
                && cover::line(state, here, space)
    };
    let together = path.windows(2).all(|two| two[0].steps_to(two[1]) == 1);
    if !path.iter().all(beside) || !together {
        return refuse(
            "You can grope about in your own square and those beside you, two if they touch.",
        );
    }
    let Some(mode) = melee(state, declared) else {
        return refuse("You need a hand or a melee weapon for that.");
    };
    let order = AttackOrder::plain(seat, seat, mode);
    match state.mode(&order) {
        Some(mode) => legal::usable(state, &order, mode),
        None => refuse("There is no such attack."),
    }
}

/// The melee attack with which a combatant gropes.
fn melee(state: &State, declared: &DeclaredAction) -> Option<u8> {
    let modes = &state.get(declared.seat).modes.0;
    let index = declared.mode.unwrap_or(0);
    let chosen = modes.get(usize::from(index))?;
    (!chosen.ranged).then_some(index)
}

fn grope(battle: &mut Acting, declared: &DeclaredAction, from: i32) {
    let (seat, Aim::Along(path)) = (declared.seat, &declared.aim) else {
        return;
    };
    let Some(index) = melee(battle, declared) else {
        return;
    };
    let touched = |state: &State| {
        let (here, mut all) = (state.area(seat)?, state.all());
        all.find(|other| {
            let space = state.area(*other).filter(|_| *other != seat);
            space.is_some_and(|to| {
                path.iter().any(|square| to.contains(*square))
                    && conditions::present(state, *other)
                    && !planes::apart(state, seat, *other)
                    && !perception::forgets(state, seat, *other)
                    && !perception::sees(state, seat, here, *other, to)
            })
        })
    };
    let touched = touched(battle);
    let situation = touched.and_then(|target| {
        let order = AttackOrder::plain(seat, target, index);
        Situation::of_touch(battle, &order)
    });
    let (bonus, against, certain) = match situation {
        Some(situation) => {
            let certain = situation.bands.certain_from;
            (situation.attack, situation.defence.total, certain)
        }
        None => (bare(battle, seat, index), 0, i32::MAX),
    };
    battle.budget_mut(seat).mark(Mark::Attacked);
    conditions::end_by_attack(battle, seat);
    let check = checks::d20(battle, seat, Purpose::Attack, bonus, Edge::None);
    let reached = check.total() >= against || check.natural >= certain;
    let success = touched.is_some() && check.natural >= from && reached;
    let groped = EventKind::Searched {
        seat,
        purpose: Purpose::Attack,
        check,
        success,
    };
    battle.emit(&[Topic::Groping], groped);
    if let Some(found) = touched.filter(|_| success) {
        if let Some(active) = hidden_from(battle, found, seat) {
            conditions::end_one(battle, found, active);
        }
        noticing::locate(battle, seat, found, Topic::Groping);
    }
}

/// The bonus of a touch that meets nothing.
fn bare(state: &State, seat: Seat, mode: u8) -> RollBonus {
    let mode = state.get(seat).modes.0.get(usize::from(mode));
    let parts = mode.map(|mode| mode.attack.clone()).unwrap_or_default();
    let own = Tally::sum(parts, &state.rules().policies.stacking, &[]);
    RollBonus::of(state, seat, own)
}

/// Those whom a combatant would have forgotten are remembered for a round where its Will save succeeds, as its
/// turn begins. A turn that was put off within the round has had its saves.
pub(crate) fn remember(battle: &mut Afflicting, seat: Seat) {
    for other in battle.all() {
        if !perception::has_tried(battle, seat, other) {
            recall(battle, seat, other);
        }
    }
}

/// The Will save of a combatant to remember one that fades, for it until its next turn begins (EP-FADE-01).
pub(crate) fn recall(battle: &mut Afflicting, seat: Seat, other: Seat) {
    let known = &battle.book.known;
    let (remembered, forgotten) = (known.remembered, known.forgotten);
    let fading = conditions::in_force(battle, other).find_map(|(_, def)| def.fades);
    let Some(number) = fading.filter(|_| battle.enemies(seat, other)) else {
        return;
    };
    if !conditions::present(battle, other) || !conditions::able(battle, seat) {
        return;
    }
    let difficulty = number.saturating_add(battle.who(other).level);
    let topics = [Topic::Remembering];
    let (saved, _) = checks::save_with(battle, seat, Stat::Will, difficulty, &[], &topics);
    let Some(condition) = (if saved { remembered } else { forgotten }) else {
        return;
    };
    let active = ActiveCondition {
        condition,
        ends: Ending::StartOfTurn(seat),
        by: Some(seat),
        amount: 0,
        about: Some(seat),
        since: 0,
    };
    conditions::impose(battle, other, active);
}
