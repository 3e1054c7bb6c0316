//! General primitives, carried out one after another: checks with branches, conditions, healing.
//!
//! Nothing here waits for an answer but the choice of an ally, which stands last in its list; what
//! follows from an attack comes back as [`Step::Sequel`](crate::combat::state::step::Step::Sequel).

use crate::combat::ability::gather;
use crate::combat::action::rules::ask;
use crate::combat::action::{limit, parts, party, prospect, verdict};
use crate::combat::attack::aid;
use crate::combat::checks::{Cites, terms};
use crate::combat::contract::{Choice, EventKind, Forecast, Request, Seat};
use crate::combat::damage::dice_sum::DiceSum;
use crate::combat::damage::dying;
use crate::combat::movement::forced;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{
    Acting, Answered, Blow, DeclaredAction, PrimitiveRules, Run, Sequel, State, Turning, User,
};
use crate::combat::{checks, conditions, damage};
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::rules::primitive::special;
use crate::rules::{Flag, Force, Plus, Primitive, Topic};

/// Carries a list out. What is done to several in turn is done to the first of them entirely before the
/// next has its share.
pub(crate) fn run(battle: &mut Acting, run: &Run<'_>, list: &[Primitive]) {
    let mut rest = list;
    while let Some((first, others)) = rest.split_first() {
        let Some(party) = first.done_to().filter(|party| party.is_many()) else {
            ask!(battle, first, |rules, part| rules.begin(battle, run, part));
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
pub fn sequel(battle: &mut Turning, Sequel(declared): Sequel) {
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
pub fn answer(battle: &mut Turning, (declared, _, choice): Answered<DeclaredAction>) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let (Some(def), Choice::Pick(ally)) = (rules.actions.get(declared.action), choice) else {
        return;
    };
    if let Some(Primitive::Choose(_, then)) = def.at(declared.at) {
        let picked = Run {
            picked: Some(ally),
            ..Run::of(&declared)
        };
        run(battle, &picked, then);
    }
}

/// The interpreter as the chapter of the general primitives.
pub(crate) struct General;

impl PrimitiveRules<&Primitive> for General {
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
        prospect::of_general(state, run, what, forecast);
    }

    fn begin(&self, battle: &mut Acting, under_way: &Run<'_>, what: &Primitive) {
        let declared = under_way.declared;
        let seat = declared.seat;
        let cites = what
            .cites()
            .map_or(Cites::Action(declared.action), Cites::Topic);
        let [success, failure] = what.branches();
        match what {
            Primitive::Check { .. } => {
                let Some(check) = parts::check(battle, declared, what) else {
                    return;
                };
                let after = Run {
                    bonus: check.bonus.total,
                    ..*under_way
                };
                let bonus = check.bonus.clone();
                // An attack roll is an attack, whatever it is for.
                if check.purpose == Purpose::Attack {
                    conditions::end_by_attack(battle, seat);
                }
                let succeeds = check.margin(battle, cites) >= 0;
                conditions::used_up::by_check(battle, seat, &bonus);
                run(battle, &after, if succeeds { success } else { failure });
            }
            Primitive::Contest { .. } => {
                let Some(contest) = parts::contest(battle, declared, what) else {
                    return;
                };
                let after = Run {
                    bonus: contest.bonus.total,
                    ..*under_way
                };
                let won = contest.roll(battle, cites).is_some();
                run(battle, &after, if won { success } else { failure });
            }
            Primitive::Save { .. } => {
                let Some(save) = parts::save(battle, under_way, what) else {
                    return;
                };
                let saved = checks::save(battle, save.seat, save.stat, save.difficulty);
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
                    dying::tend(battle, target);
                }
            }
            Primitive::Renew { group } => limit::renew(battle, seat, group),
            Primitive::Damage { to, .. } => {
                for one in party::of(battle, under_way, *to) {
                    deal(battle, seat, one, what, cites);
                }
            }
            Primitive::Push { squares } => {
                if let Some(target) = declared.target() {
                    let squares = u32::from(*squares);
                    forced::begin(battle, seat, target, Force::Push, squares);
                }
            }
            Primitive::Choose(circle, then) => {
                let Some(enemy) = declared.target() else {
                    return;
                };
                let allies = aid::allies(battle, seat, *circle, enemy);
                match allies[..] {
                    [] => {}
                    [only] => {
                        let picked = Run {
                            picked: Some(only),
                            ..*under_way
                        };
                        run(battle, &picked, then);
                    }
                    [_, _, ..] => {
                        let request = Request::Help {
                            seat,
                            enemy,
                            allies,
                            action: declared.action,
                        };
                        let waiting = declared.waiting_at(battle, what.family(), under_way.bonus);
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
            special!() => {}
        }
    }
}

/// What is done to one combatant: a condition begins or ends, hit points come back.
fn done_to(battle: &mut Acting, run: &Run<'_>, what: &Primitive, one: Seat) {
    match what {
        Primitive::Impose { .. } => {
            if let Some(active) = parts::imposed(battle, run, one, what) {
                conditions::impose(battle, one, active);
            }
        }
        Primitive::Lift {
            conditions: names,
            ongoing,
            ..
        } => {
            for id in parts::lifted(battle, one, names, *ongoing) {
                conditions::end(battle, one, id);
            }
        }
        Primitive::Heal { dice, plus, .. } => heal(battle, run, one, dice, plus),
        Primitive::Check { .. }
        | Primitive::Contest { .. }
        | Primitive::Save { .. }
        | Primitive::Damage { .. }
        | Primitive::Push { .. }
        | Primitive::Spend { .. }
        | Primitive::Gain { .. }
        | Primitive::Stabilise
        | Primitive::Renew { .. }
        | Primitive::Choose(..) => {}
        special!() => {}
    }
}

/// Damage is rolled and on its way. The loader has read the dice before.
fn deal(battle: &mut Acting, by: Seat, target: Seat, what: &Primitive, cites: Cites) {
    let Primitive::Damage { dice, kind, .. } = what else {
        return;
    };
    let dice: DiceExpr = dice.parse().unwrap_or_default();
    let label = RollLabel::new(by.0, Purpose::Damage);
    let mut sum = DiceSum::thrown(&mut battle.dice_mut().0, label, &dice);
    let floored = sum.total().max(0);
    sum.bring_to(Topic::MinimumDamage, floored);
    let (kind, total) = (*kind, parts::harm(what, floored));
    sum.bring_to(Topic::Halved, total);
    let rolled = EventKind::DamageRolled {
        attacker: by,
        target,
        dice: sum.dice,
        bonus: sum.bonus,
        kind,
        total,
    };
    cites.emit(battle, rolled);
    battle.push(Blow::of_power(by, target, total, kind));
}

/// Hit points come back, 1 at least. The loader has read the dice before; nothing is thrown for dice
/// that are none.
fn heal(battle: &mut Acting, run: &Run<'_>, one: Seat, dice: &str, plus: &[Plus]) {
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
    damage::heal(battle, one, thrown.saturating_add(more).max(1));
}

fn points_change(battle: &mut Acting, seat: Seat, name: &str, by: i32, cites: Cites) {
    if let Some(pool) = battle.rules().pools.id(name) {
        // In a branch more may be asked for than is left.
        let by = by.max(-battle.vitals[seat].points.of(pool).max(0));
        let left = battle.vitals_mut(seat).points.add(pool, by);
        let changed = EventKind::PoolChanged { seat, pool, left };
        cites.emit(battle, changed);
    }
}
