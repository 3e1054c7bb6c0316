//! General primitives, carried out one after another: checks with branches, conditions, healing.
//!
//! Nothing here waits for an answer but the choice of an ally, which stands last in its list; what
//! follows from an attack comes back as [`Step::Sequel`](crate::combat::state::step::Step::Sequel).

use bevy_ecs::prelude::*;

use crate::combat::ability::gather;
use crate::combat::action::{party, rules, verdict};
use crate::combat::attack::aid;
use crate::combat::checks::contest::{Answer, Contest};
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::checks::{Cites, terms};
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
    Plus, Primitive, Stat, Targeting, Topic, Unlike,
};

/// Highest Intelligence of a dumb animal.
const ANIMAL_WIT: i32 = 2;

/// Carries a list out. What is done to several in turn is done to the first of them entirely before the
/// next has its share.
pub(crate) fn run(battle: &mut Access<Performing>, run: &Run<'_>, list: &[Primitive]) {
    let mut rest = list;
    while let Some((first, others)) = rest.split_first() {
        let Some(party) = first.done_to().filter(|party| party.is_many()) else {
            rules::of(battle, first).begin(battle, run, first);
            rest = others;
            continue;
        };
        let same = |what: &&Primitive| what.done_to() == Some(party);
        let together = rest.iter().take_while(same).count();
        for one in party::of(battle, run, party) {
            for what in &rest[..together] {
                done_to(battle, run, what, one);
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
        verdict::of(state, user, None, what)
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: &Primitive) -> Verdict {
        let declared = run.declared;
        let user = User {
            seat: declared.seat,
            action: declared.action,
            cites: run.cites,
        };
        verdict::of(state, user, Some(declared), what)
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
            Primitive::Save { .. } => save(state, run, what).map(|save| save.chance(state)),
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
            Primitive::Save { .. } => {
                let Some(save) = save(battle, under_way, what) else {
                    return;
                };
                let saved = checks::save(&mut battle.lend(), save.seat, save.stat, save.difficulty);
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
            _ => {
                let party = what.done_to();
                let those = party.map(|party| party::of(battle, under_way, party));
                for one in those.unwrap_or_default() {
                    done_to(battle, under_way, what, one);
                }
            }
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
                ended.extend(verdict::ongoing(battle, one));
            }
            for id in ended {
                conditions::end(&mut battle.lend(), one, id);
            }
        }
        Primitive::Heal { dice, plus, .. } => heal(battle, run, one, dice, plus),
        _ => {}
    }
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
                let each = terms::tally(battle, seat, *value, &[]).total;
                battle.who(seat).level.saturating_mul(each)
            }
        })
        .fold(0, i32::saturating_add);
    damage::heal(&mut battle.lend(), one, thrown.saturating_add(more).max(1));
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

/// A saving throw that is not rolled yet.
struct Save {
    seat: Seat,
    stat: Stat,
    difficulty: i32,
    /// By an enemy of the user, for whom it is success if that fails.
    resists: bool,
}

impl Save {
    /// The chance that it ends well for the user.
    fn chance(&self, state: &State) -> f64 {
        let saved = checks::chance(state, self.seat, self.stat, self.difficulty, 0);
        if self.resists { 1.0 - saved } else { saved }
    }
}

fn save(state: &State, run: &Run<'_>, what: &Primitive) -> Option<Save> {
    let Primitive::Save {
        by,
        stat,
        difficulty,
        ..
    } = what
    else {
        return None;
    };
    let user = run.declared.seat;
    let seat = *party::of(state, run, *by).first()?;
    let sides = (user, run.declared.target());
    let difficulty = terms::sum(state, sides, difficulty, Topic::SavingThrow, &[])?;
    Some(Save {
        seat,
        stat: *stat,
        difficulty: difficulty.total,
        resists: state.enemies(user, seat),
    })
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
        unseats: false,
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
