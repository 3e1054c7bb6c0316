//! Parts of a program before they are carried out: what would be rolled, and what would come of it.

use crate::combat::action::party;
use crate::combat::attack::aid;
use crate::combat::checks::bonus::RollBonus;
use crate::combat::checks::contest::{Answer, Contest};
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::checks::terms;
use crate::combat::contract::Seat;
use crate::combat::state::{ActiveCondition, DeclaredAction, Ending, Run, State};
use crate::combat::{checks, conditions};
use crate::rules::primitive::Term;
use crate::rules::{
    Ability, Capability, ConditionId, Duration, Edge, Lasts, Modifier, ModifierKind, Party,
    Primitive, Stat, Topic, Unlike,
};

/// Highest Intelligence of a dumb animal.
pub(super) const ANIMAL_WIT: i32 = 2;

/// A condition as a program imposes it.
pub(super) fn imposed(
    state: &State,
    run: &Run<'_>,
    bearer: Seat,
    what: &Primitive,
) -> Option<ActiveCondition> {
    let Primitive::Impose {
        condition,
        about,
        lasts,
        amount,
        ..
    } = what
    else {
        return None;
    };
    let seat = run.declared.seat;
    let condition = state.rules().condition(condition)?;
    let own = state.rules().conditions[condition].lasts;
    let ends = match lasts {
        Lasts::Own => conditions::ending(state, bearer, own),
        Lasts::MyNextTurn => Ending::StartOfTurn(seat),
        Lasts::EndOfMyNextTurn => Ending::EndOfNextTurn(seat),
        Lasts::Rounds(rounds) => conditions::ending(state, bearer, Duration::Rounds(*rounds)),
        Lasts::Minutes(minutes) => conditions::ending(state, bearer, Duration::Minutes(*minutes)),
    };
    let about = about.and_then(|party| party::of(state, run, party).first().copied());
    Some(ActiveCondition {
        condition,
        ends,
        by: Some(seat),
        amount: *amount,
        about,
        since: 0,
    })
}

/// The conditions that end if those of these names are lifted, and with `all` every one that does damage
/// turn by turn.
pub(super) fn lifted(state: &State, one: Seat, names: &[String], all: bool) -> Vec<ConditionId> {
    let named = names
        .iter()
        .filter_map(|name| state.rules().condition(name));
    let mut ended: Vec<ConditionId> = named.collect();
    if all {
        ended.extend(ongoing(state, one));
    }
    ended
}

/// Conditions that do damage turn by turn.
pub(super) fn ongoing(state: &State, seat: Seat) -> impl Iterator<Item = ConditionId> {
    conditions::in_force(state, seat)
        .filter(|(_, def)| def.ongoing.is_some())
        .map(|(id, _)| id)
}

/// What of the dice of damage is dealt.
pub(super) fn harm(what: &Primitive, rolled: i32) -> i32 {
    let halved = matches!(what, Primitive::Damage { halved: true, .. });
    rolled.max(0) / if halved { 2 } else { 1 }
}

/// Whether a save is made by an enemy of the user, for whom it is success if that fails. `target`:
/// whom the action is aimed at, once that is chosen.
pub(super) fn is_resisted(
    state: &State,
    user: Seat,
    target: Option<Seat>,
    what: &Primitive,
) -> bool {
    what.is_saved_by(Party::Target) && target.is_some_and(|target| state.enemies(user, target))
}

/// What follows from a primitive if it goes well for its user, and what if it does not.
pub(super) fn follows<'p>(
    state: &State,
    user: Seat,
    target: Option<Seat>,
    what: &'p Primitive,
) -> [&'p [Primitive]; 2] {
    let [success, failure] = what.branches();
    match is_resisted(state, user, target, what) {
        true => [failure, success],
        false => [success, failure],
    }
}

/// A check that is not rolled yet.
pub(super) fn check(
    state: &State,
    declared: &DeclaredAction,
    what: &Primitive,
) -> Option<DifficultyCheck> {
    let Primitive::Check {
        roll,
        against,
        cites,
        manoeuvre,
        ..
    } = what
    else {
        return None;
    };
    let topic = cites.unwrap_or(Topic::SkillCheck);
    let sides = (declared.seat, declared.target());
    let against = terms::sum(state, sides, against, topic, &[])?.total;
    if let Some(attack) = roll.iter().find(|term| term.is_attack()) {
        let touches = *attack == Term::Touch;
        return aid::distraction(state, declared, sides.1?, (against, touches));
    }
    let bonus = terms::sum(state, sides, roll, topic, &[])?;
    let twenty_adds = match manoeuvre {
        true => state.rules().policies.manoeuvres.natural_twenty_adds,
        false => 0,
    };
    Some(DifficultyCheck {
        twenty_adds,
        ..DifficultyCheck::new(state, declared.seat, bonus, against)
    })
}

/// A saving throw that is not rolled yet.
pub(super) struct Save {
    pub seat: Seat,
    pub stat: Stat,
    pub difficulty: i32,
}

impl Save {
    pub fn chance(&self, state: &State) -> f64 {
        checks::chance(state, self.seat, self.stat, self.difficulty, 0)
    }
}

pub(super) fn save(state: &State, run: &Run<'_>, what: &Primitive) -> Option<Save> {
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
    })
}

/// A contest that is not rolled yet.
pub(super) fn contest(
    state: &State,
    declared: &DeclaredAction,
    what: &Primitive,
) -> Option<Contest> {
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
    let bonus = terms::sum(state, sides, roll, topic, &strange)?;
    let answer = terms::sum(state, sides, against, topic, &[])?;
    Some(Contest {
        first: declared.seat,
        second,
        bonus: RollBonus::of(state, declared.seat, bonus),
        edge: Edge::None,
        answer: Answer::Roll(RollBonus::of(state, second, answer), Edge::None),
        tie: *ties,
        twenty_adds: 0,
        unseats: false,
    })
}

/// What a trick loses against a combatant who is not of the user's kind.
fn strange(state: &State, enemy: Seat, unlike: Unlike, topic: Topic) -> Option<Modifier> {
    let who = state.who(enemy);
    let penalty = if state.abilities(enemy).score(Ability::Intelligence) <= ANIMAL_WIT {
        unlike.animal
    } else if who.capabilities.contains(&Capability::Inhuman) {
        unlike.inhuman
    } else {
        0
    };
    (penalty != 0).then(|| checks::modifier(state, topic, ModifierKind::Untyped, penalty))
}
