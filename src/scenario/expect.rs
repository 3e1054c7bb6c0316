//! Looking at a battle: whether an expectation holds.

use std::fmt;

use super::format::Expect;
use super::scripted::first_mode;
use super::stage::{KINDS, Stage, kind};
use crate::ai::Figures;
use crate::combat::contract::{ActionOption, CombatantView, WornView};
use crate::combat::{Aim, Choice, EventKind, Forecast, Manner, Request, Seat, SideId};
use crate::grid::Square;
use crate::rules::{Ability, WeaponId};

/// Why an expectation does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum No {
    /// Something else is there.
    Otherwise(String),
    /// It cannot be looked at: a name that no combatant has. Never counts as not holding.
    Senseless(String),
}

impl From<String> for No {
    fn from(why: String) -> Self {
        Self::Senseless(why)
    }
}

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Otherwise(why) | Self::Senseless(why)) = self;
        f.write_str(why)
    }
}

fn otherwise(why: impl Into<String>) -> Result<(), No> {
    Err(No::Otherwise(why.into()))
}

/// `Err` says what is there instead.
pub(super) fn holds(stage: &mut Stage, expected: &Expect) -> Result<(), No> {
    use Expect as X;
    match expected {
        X::HitPoints(who, n) => same("hit points", one(stage, *who)?.hit_points, *n),
        X::Nonlethal(who, n) => same("nonlethal damage", one(stage, *who)?.nonlethal, *n),
        X::Wounds(who, name, n) => {
            let grades = &stage.rules.policies.damage.grades;
            let Some(grade) = grades.iter().position(|grade| grade.name == *name) else {
                return Err(No::Senseless(format!(
                    "there are no wounds called \"{name}\""
                )));
            };
            let suffered = one(stage, *who)?.grades;
            let suffered = u8::try_from(grade).map_or(0, |grade| suffered.of(grade));
            same("wounds", suffered, *n)
        }
        X::Dealt(who, n) => {
            let seat = one(stage, *who)?.seat;
            let figures = Figures::by_combatant(&stage.battle);
            let dealt = figures.get(seat.index()).map_or(0, |own| own.damage);
            same("damage brought about", dealt, *n)
        }
        X::Rested(who, rest, n) => {
            let seat = one(stage, *who)?.seat;
            same(
                "hit points after rest",
                stage.battle.rested(seat, *rest).hit_points,
                *n,
            )
        }
        X::Repair(by, of, item, rest, number) => {
            let repair = stage.repair(*by, *of, *item)?;
            match stage.battle.may_repair(repair, *rest) {
                Ok(better) => same("what a repair has to reach", better.difficulty, *number),
                Err(refusal) => otherwise(stage.battle.tell(&refusal)),
            }
        }
        X::NoRepair(by, of, item, rest, rule) => {
            let repair = stage.repair(*by, *of, *item)?;
            let Err(refusal) = stage.battle.may_repair(repair, *rest) else {
                return otherwise("this can be repaired");
            };
            stage.cited.extend(refusal.rule);
            let rules = stage.rules.clone();
            let cited = refusal.rule.map_or("", |rule| rules.rule_name(rule));
            match rule.is_empty() {
                true => Ok(()),
                false => same("rule of the refusal", cited, rule.as_str()),
            }
        }
        X::ConstitutionLost(who, n) => {
            let lost = one(stage, *who)?.lost.of(Ability::Constitution);
            same("Constitution lost", lost, *n)
        }
        X::Lost(who, ability, n) => same("points lost", one(stage, *who)?.lost.of(*ability), *n),
        X::At(who, x, y) => {
            let at = one(stage, *who)?.area.map(|a| (a.anchor.x, a.anchor.y));
            same("square", at, Some((*x, *y)))
        }
        X::Has(who, name) => has(stage, *who, name),
        X::Dead(who) => same("dead", one(stage, *who)?.dead, true),
        X::Standing(who) => same("able to act", one(stage, *who)?.standing, true),
        X::Turn(who) => {
            let current = stage.battle.view().current.map(|s| stage.letter(s));
            same("turn of", current, Some(*who))
        }
        X::Asks(_, what) if !KINDS.contains(&what.as_str()) => Err(No::Senseless(format!(
            "there is no request \"{what}\"; expected one of {}",
            KINDS.join(", ")
        ))),
        X::Asks(who, what) => match stage.battle.request().cloned() {
            None => otherwise("no request is open"),
            Some(request) => {
                let asked = request.seat().map_or('-', |s| stage.letter(s));
                same("asked", (asked, kind(&request)), (*who, what.as_str()))
            }
        },
        X::Round(n) => same("round", stage.battle.view().round, *n),
        X::Surprise => same("surprise round", stage.battle.view().surprise, true),
        X::Order(letters) => {
            let order = stage.battle.view().order;
            let order: Vec<char> = order.into_iter().map(|s| stage.letter(s)).collect();
            same("order", &order, letters)
        }
        X::Initiative(who, n) => same("initiative", one(stage, *who)?.initiative, Some(*n)),
        X::Defence(who, n) => same("defence", one(stage, *who)?.defence, *n),
        X::Points(who, name, n) => {
            let Some(id) = stage.rules.pools.id(name) else {
                return Err(No::Senseless(format!("there is no pool \"{name}\"")));
            };
            same(name, one(stage, *who)?.points.of(id), *n)
        }
        X::ShieldUses(who, n) => same("uses of the shield", one(stage, *who)?.shield_uses.0, *n),
        X::UsesLeft(who, name, n) => {
            let left = ability(stage, *who, name)?;
            same("uses left", left, Some(*n))
        }
        X::Temporary(who, n) => same("temporary hit points", one(stage, *who)?.temporary, *n),
        X::Charged(who, name) => {
            let Some(id) = stage.rules.abilities.id(name) else {
                return Err(No::Senseless(format!("there is no ability \"{name}\"")));
            };
            same("held ready", one(stage, *who)?.held_touch, Some(id))
        }
        X::Armour(who, points, condition) => {
            let worn = one(stage, *who)?.gear.armour;
            let worn = worn.map(|w| (w.hit_points, w.condition));
            same("armour", worn, Some((*points, *condition)))
        }
        X::Shield(who, n) => same("shield", points(one(stage, *who)?.gear.shield), Some(*n)),
        X::Helmet(who, n) => same("helmet", points(one(stage, *who)?.gear.helmet), Some(*n)),
        X::Opportunities(n) => same(
            "opportunities",
            count(stage, |k| matches!(k, EventKind::Provoked { .. })),
            *n,
        ),
        X::OpportunityAttacks(n) => {
            let taken = count(stage, |k| matches!(k, EventKind::OpportunityTaken { .. }));
            same("attacks of opportunity", taken, *n)
        }
        X::Rolled(n) => same("dice rolled", stage.battle.rolled(), *n),
        X::Event(line) => {
            if stage.events().contains(line) {
                Ok(())
            } else {
                otherwise(format!("there is no event \"{line}\""))
            }
        }
        X::Told(line, n) => {
            let events = stage.events();
            let told = events.iter().filter(|event| *event == line);
            same("times that it was told", told.count(), *n)
        }
        X::Cites(rule) => {
            let rules = stage.rules.clone();
            if rules.compendium.id(rule).is_none() {
                return Err(No::Senseless(format!("there is no rule {rule}")));
            }
            let mut cited = stage.battle.events().iter().flat_map(|e| e.rules.iter());
            if cited.any(|r| rules.rule_name(*r) == rule) {
                Ok(())
            } else {
                otherwise(format!("no event cites {rule}"))
            }
        }
        X::Threatens(who, x, y) => {
            let seat = stage.seat(*who)?;
            let threatened = stage.battle.threatened_squares(seat);
            same("threatened", threatened.contains(Square::new(*x, *y)), true)
        }
        X::Perceives(who, whom, known) => {
            let (observer, subject) = (stage.seat(*who)?, stage.seat(*whom)?);
            same(
                "known",
                stage.battle.perceives(observer, subject),
                Some(*known),
            )
        }
        X::Reaches(who, action, to, cost) => {
            same("cost", price(stage, *who, action, *to)?, Some(*cost))
        }
        X::CanReach(who, action, to) => same(
            "within reach",
            price(stage, *who, action, *to)?.is_some(),
            true,
        ),
        X::HitChance(who, target, percent) => {
            let (seat, target) = (stage.seat(*who)?, stage.seat(*target)?);
            let mode = first_mode(stage, seat).unwrap_or(0);
            let odds = stage.battle.attack_odds(seat, mode, target, None);
            same(
                "chance to hit in percent",
                (odds.hit * 100.0).round() as u32,
                *percent,
            )
        }
        X::Chance(who, action, target, percent) => {
            let forecast = forecast(stage, *who, action, *target)?;
            let chance = forecast.success.or(forecast.attack.map(|odds| odds.hit));
            let chance = chance.map(|chance| (chance * 100.0).round() as u32);
            same("chance in percent", chance, Some(*percent))
        }
        X::MeanDamage(who, action, target, mean) => {
            let seat = stage.seat(*target)?;
            let forecast = forecast(stage, *who, action, *target)?;
            let ability = forecast.ability.iter();
            let affected = ability.flat_map(|ability| ability.affected.iter());
            let damage = affected
                .filter(|affected| affected.seat == seat)
                .map(|affected| affected.damage.mean());
            let attack = forecast.attack.map(|odds| odds.damage.mean());
            let found = damage.reduce(|sum, one| sum + one).or(attack);
            let found = found.map(|found| (found * 10.0).round() / 10.0);
            same("mean damage", found, Some(*mean))
        }
        X::Over(winner) => {
            let Some(outcome) = stage.battle.outcome() else {
                return otherwise("the battle goes on");
            };
            let name = outcome
                .winner
                .map(|side| side_name(stage, side))
                .unwrap_or_default();
            same("winner", name.as_str(), winner.as_str())
        }
        X::Action(id, cost, provokes) => {
            let id = stage.action(id)?;
            let def = &stage.rules.actions[id];
            same(
                "cost and provocation",
                (def.cost.as_str(), def.provokes),
                (cost.as_str(), *provokes),
            )
        }
        X::Holds(who, name) => {
            let weapon = weapon(stage, name)?;
            let held = one(stage, *who)?.held;
            let names: Vec<_> = held
                .iter()
                .map(|w| stage.battle.catalogue().weapons.name(*w))
                .collect();
            match held.contains(&weapon) {
                true => Ok(()),
                false => otherwise(format!("{who} holds [{}]", names.join(", "))),
            }
        }
        X::Lies(name, x, y) => {
            let weapon = weapon(stage, name)?;
            match stage
                .battle
                .view()
                .dropped
                .contains(&(Square::new(*x, *y), weapon))
            {
                true => Ok(()),
                false => otherwise(format!("no {name} lies there")),
            }
        }
        X::Attacks(who, names) => {
            let modes = one(stage, *who)?.modes.into_iter();
            let found: Vec<String> = modes.map(|mode| mode.name).collect();
            same("attacks", &found, names)
        }
        X::Targets(action, targets) => {
            let id = stage.action(action)?;
            let seat = acting(stage)?;
            let mode = first_mode(stage, seat);
            let found = stage.battle.targets(id, mode).into_iter();
            let found = found.filter(|(_, verdict)| verdict.is_ok());
            let found: Vec<char> = found.map(|(seat, _)| stage.letter(seat)).collect();
            same("targets", &found, targets)
        }
        X::Offered(action) => match option(stage, action)?.cost {
            Some(_) => Ok(()),
            None => otherwise(format!("{action} has begun and can only go on")),
        },
        X::GoesOn(action) => match option(stage, action)?.cost {
            None => Ok(()),
            Some(_) => otherwise(format!("{action} would begin and not go on")),
        },
    }
}

/// Returns an action of the dock that is possible now.
fn option(stage: &Stage, action: &str) -> Result<ActionOption, No> {
    let id = stage.action(action)?;
    acting(stage)?;
    let mut options = stage.battle.actions().into_iter();
    let Some(option) = options.find(|option| option.action == id) else {
        return Err(No::Otherwise(format!("{action} is not offered")));
    };
    match &option.refusal {
        None => Ok(option),
        Some(refusal) => Err(No::Otherwise(format!(
            "{action} is refused: {}",
            stage.battle.tell(refusal)
        ))),
    }
}

/// Whose turn it is.
fn acting(stage: &Stage) -> Result<Seat, No> {
    let acting = stage.battle.acting();
    acting.ok_or_else(|| No::Senseless("it is no fighter's turn now".to_owned()))
}

fn one(stage: &mut Stage, letter: char) -> Result<CombatantView, String> {
    let one = stage.battle.combatant(stage.seat(letter)?);
    one.ok_or_else(|| format!("{letter} has no seat"))
}

/// Uses left of an ability; an error if the combatant does not know it.
fn ability(stage: &mut Stage, letter: char, name: &str) -> Result<Option<u8>, String> {
    let id = stage.rules.abilities.id(name);
    let known = one(stage, letter)?.abilities;
    known
        .into_iter()
        .find(|view| Some(view.ability) == id)
        .map(|view| view.left)
        .ok_or_else(|| format!("{letter} does not know \"{name}\""))
}

fn has(stage: &mut Stage, letter: char, name: &str) -> Result<(), No> {
    let Some(id) = stage.rules.condition(name) else {
        return Err(No::Senseless(format!("there is no condition \"{name}\"")));
    };
    let rules = stage.rules.clone();
    let conditions = one(stage, letter)?.conditions;
    if conditions.contains(&id) {
        Ok(())
    } else {
        let names: Vec<_> = conditions
            .iter()
            .map(|c| rules.conditions.name(*c))
            .collect();
        otherwise(format!(
            "{letter} is not {name}; it has [{}]",
            names.join(", ")
        ))
    }
}

fn weapon(stage: &Stage, name: &str) -> Result<WeaponId, No> {
    let id = stage.battle.catalogue().weapons.id(name);
    id.ok_or_else(|| No::Senseless(format!("there is no weapon \"{name}\"")))
}

fn points(worn: Option<WornView>) -> Option<i32> {
    worn.map(|w| w.hit_points)
}

fn count(stage: &Stage, test: impl Fn(&EventKind) -> bool) -> usize {
    stage
        .battle
        .events()
        .iter()
        .filter(|e| test(&e.kind))
        .count()
}

/// What it costs a fighter to get to a square with an action, if it can.
fn price(
    stage: &mut Stage,
    letter: char,
    action: &str,
    (x, y): (i16, i16),
) -> Result<Option<u16>, String> {
    turn_of(stage, letter)?;
    let action = stage.action(action)?;
    let field = stage.battle.reachable(action);
    let found = field.squares.iter().find(|s| s.0 == Square::new(x, y));
    Ok(found.map(|s| s.1))
}

/// What the screen would show of an action at a target, with the first usable mode.
fn forecast(stage: &mut Stage, who: char, action: &str, target: char) -> Result<Forecast, String> {
    let (seat, action) = (stage.seat(who)?, stage.action(action)?);
    let choice = Choice::Act {
        action,
        aim: Aim::At(stage.seat(target)?),
        mode: first_mode(stage, seat),
        manner: Manner::default(),
    };
    Ok(stage.battle.forecast(&choice))
}

fn turn_of(stage: &Stage, letter: char) -> Result<(), String> {
    match stage.battle.request() {
        Some(Request::Turn { seat }) if stage.letter(*seat) == letter => Ok(()),
        _ => Err(format!("it is not {letter}'s turn")),
    }
}

fn side_name(stage: &mut Stage, side: SideId) -> String {
    stage
        .battle
        .view()
        .sides
        .get(side.index())
        .map(|s| s.id.clone())
        .unwrap_or_default()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), No> {
    if found == expected {
        Ok(())
    } else {
        otherwise(format!("{what}: {found:?}, expected {expected:?}"))
    }
}
