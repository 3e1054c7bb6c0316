//! General primitives, carried out one after another: checks with branches, conditions, healing.
//!
//! Nothing here waits for an answer but the choice of an ally, which stands last in its list; what
//! follows from an attack comes back as [`Step::Sequel`](crate::combat::state::step::Step::Sequel).

use bevy_ecs::prelude::*;

use crate::combat::ability::gather;
use crate::combat::action::{party, rules, target};
use crate::combat::attack::aid;
use crate::combat::checks::contest::{Answer, Contest};
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::checks::{Cites, terms};
use crate::combat::conditions::riding;
use crate::combat::contract::{Choice, EventKind, Forecast, Request, Seat};
use crate::combat::damage::dying;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{
    Access, ActiveCondition, Answered, DeclaredAction, Ending, Performing, PrimitiveRules, Run,
    Sequel, State, User, Writes,
};
use crate::combat::{checks, conditions, damage};
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::rules::primitive::Term;
use crate::rules::{
    Ability, Capability, ConditionId, Duration, Edge, Flag, Lasts, Modifier, ModifierKind, Party,
    Plus, Primitive, Targeting, Topic, Unlike,
};

/// Highest Intelligence of a dumb animal.
const ANIMAL_WIT: i32 = 2;

/// Carries a list out. What is done to every ally in turn is done to the first of them entirely
/// before the next has its share.
pub(crate) fn run(battle: &mut Access<Performing>, run: &Run<'_>, list: &[Primitive]) {
    let mut rest = list;
    while let Some((first, others)) = rest.split_first() {
        let together = rest
            .iter()
            .take_while(|what| party::is_for_all(what))
            .count();
        if together == 0 {
            rules::of(battle, first).begin(battle, run, first);
            rest = others;
            continue;
        }
        for friend in party::who_notice(battle, run.declared.seat) {
            for what in &rest[..together] {
                done_to(battle, run, what, friend);
            }
        }
        rest = &rest[together..];
    }
}

/// What follows a hit of an action whose attack has a program of its own.
pub fn sequel(In(Sequel(declared)): In<Sequel>, mut battle: Writes<Performing>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.actions.get(declared.action) else {
        return;
    };
    if let Some(Primitive::Attack { hits, .. }) = def.at(declared.at)
        && conditions::able(battle, declared.seat)
    {
        run(battle, &Run::of(&declared), hits);
    }
}

/// The ally whom a combatant was asked to choose.
pub fn answer(In((declared, _, choice)): Answered<DeclaredAction>, mut battle: Writes<Performing>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let (Some(def), Choice::Pick(friend)) = (rules.actions.get(declared.action), choice) else {
        return;
    };
    if let Some(Primitive::Choose(_, then)) = def.at(declared.at) {
        let picked = Run {
            picked: Some(friend),
            ..Run::of(&declared)
        };
        run(battle, &picked, then);
    }
}

/// The interpreter as the chapter of the general primitives.
pub(crate) struct General;

impl PrimitiveRules for General {
    fn possible(&self, state: &State, user: User, what: &Primitive) -> Verdict {
        let refuse = |reason: String| {
            let refusal = target::refusal(state, user.cites, user.action, reason);
            Some(Err(refusal))
        };
        match what {
            Primitive::Lift {
                conditions: names,
                ongoing: false,
                from: from @ (Party::Me | Party::Mount),
                ..
            } => {
                let bearer = match from {
                    Party::Mount => riding::mount_of(state, user.seat),
                    _ => Some(user.seat),
                };
                let bears = |name: &String| {
                    let id = state.rules().condition(name);
                    bearer.is_some_and(|bearer| conditions::bears(state, bearer, id))
                };
                if names.iter().any(bears) {
                    return Some(Ok(()));
                }
                let known = names.first().and_then(|name| state.rules().condition(name));
                let name = known.map_or("that", |id| state.rules().conditions[id].name.as_str());
                refuse(match from {
                    Party::Mount => "Your mount does not need to be calmed.".into(),
                    _ => format!("You are not {name}."),
                })
            }
            Primitive::Spend { pool, points, .. } => {
                // An action that spends twice needs the sum.
                let def = state.rules().actions.get(user.action);
                let needed = def.map_or(0, |def| def.spends(pool)).max(*points);
                let lack = state.lacks(user.seat, pool, needed);
                lack.map_or(Some(Ok(())), refuse)
            }
            Primitive::Gain { amount, .. } if gather::points(state, user.seat, amount) == 0 => {
                refuse("You would gain nothing by that.".into())
            }
            _ => None,
        }
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: &Primitive) -> Verdict {
        let declared = run.declared;
        let cites = run.cites;
        let target = declared.target();
        let refuse = |reason: &str| {
            let refusal = target::refusal(state, cites, declared.action, reason);
            Some(Err(refusal))
        };
        match what {
            Primitive::Check { roll, .. } if roll.contains(&Term::Attack) => {
                if aid::order(state, declared, target?).is_none() {
                    return refuse("You can distract only an enemy within your melee reach.");
                }
                Some(Ok(()))
            }
            Primitive::Choose(circle, _) => {
                if aid::friends(state, declared.seat, *circle, target?).is_empty() {
                    return refuse(aid::no_candidate(*circle));
                }
                Some(Ok(()))
            }
            Primitive::Stabilise => match conditions::has(state, target?, Flag::Dying) {
                true => Some(Ok(())),
                false => refuse("You can help only a dying target with this."),
            },
            Primitive::Heal {
                to: Party::Target, ..
            } => {
                let target = target?;
                let vitals = state.get(target).vitals;
                let ails = conditions::has(state, target, Flag::Dying)
                    || vitals.hit_points < vitals.max
                    || ongoing(state, target).next().is_some();
                match ails {
                    true => Some(Ok(())),
                    false => refuse("The target does not need help."),
                }
            }
            _ => None,
        }
    }

    fn forecast(&self, state: &State, run: &Run<'_>, what: &Primitive, forecast: &mut Forecast) {
        let declared = run.declared;
        let Some(def) = state.rules().actions.get(declared.action) else {
            return;
        };
        let aimed = def.target != Targeting::None;
        if forecast.success.is_some() || aimed && rules::legal(state, declared, def).is_err() {
            return;
        }
        forecast.success = match what {
            Primitive::Check { .. } => check(state, declared, what).map(|check| check.chance()),
            Primitive::Contest { .. } => {
                contest(state, declared, what).map(|contest| contest.chance())
            }
            Primitive::Save {
                stat, difficulty, ..
            } => Some(checks::chance(state, declared.seat, *stat, *difficulty, 0)),
            _ => None,
        };
    }

    fn begin(&self, battle: &mut Access<Performing>, under_way: &Run<'_>, what: &Primitive) {
        let declared = under_way.declared;
        let seat = declared.seat;
        let cites = what
            .cites()
            .map_or(Cites::Action(declared.action), Cites::Topic);
        let [success, failure] = what.branches();
        match what {
            Primitive::Check { .. } => {
                let Some(check) = check(battle, declared, what) else {
                    return;
                };
                let after = Run {
                    bonus: check.bonus.total,
                    ..*under_way
                };
                let succeeds = check.margin(&mut battle.lend(), cites) >= 0;
                run(battle, &after, if succeeds { success } else { failure });
            }
            Primitive::Contest { .. } => {
                let Some(contest) = contest(battle, declared, what) else {
                    return;
                };
                let after = Run {
                    bonus: contest.bonus.total,
                    ..*under_way
                };
                let won = contest.roll(&mut battle.lend(), cites).is_some();
                run(battle, &after, if won { success } else { failure });
            }
            Primitive::Save {
                stat, difficulty, ..
            } => {
                let saved = checks::save(&mut battle.lend(), seat, *stat, *difficulty);
                run(battle, under_way, if saved { success } else { failure });
            }
            Primitive::Spend { pool, points, .. } => {
                points_change(battle, seat, pool, -i32::from(*points), cites);
            }
            Primitive::Gain { pool, amount } => {
                let points = gather::points(battle, seat, amount);
                points_change(battle, seat, pool, points, cites);
            }
            Primitive::Stabilise => {
                if let Some(target) = declared.target()
                    && conditions::has(battle, target, Flag::Dying)
                {
                    dying::stabilise(&mut battle.lend(), target);
                }
            }
            Primitive::Choose(circle, then) => {
                let Some(foe) = declared.target() else {
                    return;
                };
                let friends = aid::friends(battle, seat, *circle, foe);
                match friends[..] {
                    [] => {}
                    [only] => {
                        let picked = Run {
                            picked: Some(only),
                            ..*under_way
                        };
                        run(battle, &picked, then);
                    }
                    _ => {
                        let request = Request::Help {
                            seat,
                            foe,
                            friends,
                            action: declared.action,
                        };
                        let waiting = declared.waiting_at(battle, what, under_way.bonus);
                        battle.ask(request, waiting);
                    }
                }
            }
            Primitive::Impose { on: party, .. }
            | Primitive::Lift { from: party, .. }
            | Primitive::Heal { to: party, .. } => {
                for one in party::of(battle, under_way, *party) {
                    done_to(battle, under_way, what, one);
                }
            }
            _ => {}
        }
    }
}

/// What is done to one combatant: a condition begins or ends, hit points come back.
fn done_to(battle: &mut Access<Performing>, run: &Run<'_>, what: &Primitive, one: Seat) {
    match what {
        Primitive::Impose {
            condition,
            about,
            lasts,
            ..
        } => impose(battle, run, one, condition, *about, *lasts),
        Primitive::Lift {
            conditions: names,
            ongoing: all,
            ..
        } => {
            let rules = std::sync::Arc::clone(&battle.book.rules);
            let named = names.iter().filter_map(|name| rules.condition(name));
            let mut ended: Vec<ConditionId> = named.collect();
            if *all {
                ended.extend(ongoing(battle, one));
            }
            for id in ended {
                conditions::end(&mut battle.lend(), one, id);
            }
        }
        Primitive::Heal { dice, plus, .. } => heal(battle, run, one, dice, plus),
        _ => {}
    }
}

/// Conditions that do damage turn by turn.
fn ongoing(state: &State, seat: Seat) -> impl Iterator<Item = ConditionId> {
    conditions::in_force(state, seat)
        .filter(|(_, def)| def.ongoing.is_some())
        .map(|(id, _)| id)
}

fn impose(
    battle: &mut Access<Performing>,
    run: &Run<'_>,
    bearer: Seat,
    name: &str,
    about: Option<Party>,
    lasts: Lasts,
) {
    let seat = run.declared.seat;
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(condition) = rules.condition(name) else {
        return;
    };
    let ends = match lasts {
        Lasts::Own => conditions::ending(battle, bearer, rules.conditions[condition].lasts),
        Lasts::MyNextTurn => Ending::StartOfTurn(seat),
        Lasts::EndOfMyNextTurn => Ending::EndOfNextTurn(seat),
        Lasts::Rounds(rounds) => conditions::ending(battle, bearer, Duration::Rounds(rounds)),
    };
    let about = about.and_then(|party| party::of(battle, run, party).first().copied());
    let active = ActiveCondition {
        condition,
        ends,
        by: Some(seat),
        amount: 0,
        about,
        since: 0,
    };
    conditions::impose(&mut battle.lend(), bearer, active);
}

/// Hit points come back, 1 at least. The loader has read the dice before; nothing is thrown for dice
/// that are none.
fn heal(battle: &mut Access<Performing>, run: &Run<'_>, one: Seat, dice: &str, plus: &[Plus]) {
    let seat = run.declared.seat;
    let dice: Option<DiceExpr> = dice.parse().ok();
    let thrown = dice.map_or(0, |dice| {
        let label = RollLabel::new(seat.0, Purpose::Healing);
        battle.dice_mut().0.throw(label, &dice).total
    });
    let more: i32 = plus
        .iter()
        .map(|plus| match plus {
            Plus::CheckBonus => run.bonus,
            Plus::Number(number) => *number,
            Plus::Levels(value) => {
                battle.who(seat).level * terms::tally(battle, seat, *value, &[]).total
            }
        })
        .sum();
    damage::heal(&mut battle.lend(), one, (thrown + more).max(1));
}

fn points_change(battle: &mut Access<Performing>, seat: Seat, name: &str, by: i32, cites: Cites) {
    if let Some(pool) = battle.rules().pools.id(name) {
        // In a branch more may be asked for than is left.
        let by = by.max(-battle.vitals[seat].points.of(pool).max(0));
        let left = battle.vitals_mut(seat).points.add(pool, by);
        let changed = EventKind::PoolChanged { seat, pool, left };
        cites.emit(&mut battle.lend(), changed);
    }
}

/// A check that is not rolled yet.
fn check(state: &State, declared: &DeclaredAction, what: &Primitive) -> Option<DifficultyCheck> {
    let Primitive::Check {
        roll,
        against,
        cites,
        ..
    } = what
    else {
        return None;
    };
    let topic = cites.unwrap_or(Topic::SkillCheck);
    let sides = (declared.seat, declared.target());
    let against = terms::sum(state, sides, against, topic, &[])?.total;
    if roll.contains(&Term::Attack) {
        return aid::distraction(state, declared, sides.1?, against);
    }
    let bonus = terms::sum(state, sides, roll, topic, &[])?;
    Some(DifficultyCheck::new(declared.seat, bonus, against))
}

/// A contest that is not rolled yet.
fn contest(state: &State, declared: &DeclaredAction, what: &Primitive) -> Option<Contest> {
    let Primitive::Contest {
        roll,
        against,
        ties,
        unlike,
        cites,
        ..
    } = what
    else {
        return None;
    };
    let topic = cites.unwrap_or(Topic::SkillCheck);
    let second = declared.target()?;
    let sides = (declared.seat, Some(second));
    let strange = unlike.and_then(|unlike| strange(state, second, unlike, topic));
    let strange: Vec<Modifier> = strange.into_iter().collect();
    Some(Contest {
        first: declared.seat,
        second,
        bonus: terms::sum(state, sides, roll, topic, &strange)?,
        edge: Edge::None,
        answer: Answer::Roll(terms::sum(state, sides, against, topic, &[])?, Edge::None),
        tie: *ties,
    })
}

/// What a trick loses against a combatant who is not of the user's kind.
fn strange(state: &State, foe: Seat, unlike: Unlike, topic: Topic) -> Option<Modifier> {
    let who = state.who(foe);
    let penalty = if state.abilities(foe).score(Ability::Intelligence) <= ANIMAL_WIT {
        unlike.animal
    } else if who.capabilities.contains(&Capability::Inhuman) {
        unlike.inhuman
    } else {
        0
    };
    (penalty != 0).then(|| checks::modifier(state, topic, ModifierKind::Untyped, penalty))
}
