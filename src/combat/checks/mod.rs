//! Checks on a d20 and saving throws.

pub(crate) mod bonus;
pub(crate) mod contest;
pub(crate) mod difficulty;
pub(crate) mod terms;

use crate::combat::checks::bonus::RollBonus;
use crate::combat::conditions;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::equipment::numbers;
use crate::combat::state::{Rolling, State};
use crate::dice::Purpose;
use crate::rules::{
    Ability, ActionId, Aspect, Check, ConditionId, Denial, Edge, Modifier, ModifierKind, Modifiers,
    Saves, Source, Stacking, Stat, Tally, Topic,
};

/// The rules that the result of a check cites.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cites {
    Topic(Topic),
    /// Those of the action that it belongs to.
    Action(ActionId),
}

impl From<Topic> for Cites {
    fn from(topic: Topic) -> Self {
        Self::Topic(topic)
    }
}

impl Cites {
    /// Tells an event with these rules.
    pub(crate) fn emit(self, battle: &mut Rolling, kind: EventKind) {
        self.emit_with(battle, &[], kind);
    }

    /// The same with these topics besides.
    pub(crate) fn emit_with(self, battle: &mut Rolling, besides: &[Topic], kind: EventKind) {
        match self {
            Self::Topic(topic) => {
                let all: Vec<Topic> = [topic].iter().chain(besides).copied().collect();
                battle.emit(&all, kind);
            }
            Self::Action(action) => battle.emit_action(action, besides, kind),
        }
    }
}

/// Rolls percentile dice against a chance in percent; whether it comes true.
pub fn percent(
    battle: &mut Rolling,
    seat: Seat,
    purpose: Purpose,
    percent: u8,
    topic: Topic,
) -> bool {
    let die = battle.roll(seat, purpose, 100);
    let success = die.rolled <= u32::from(percent);
    let rolled = EventKind::PercentRolled {
        seat,
        purpose,
        percent,
        die,
        success,
    };
    battle.emit(&[topic], rolled);
    success
}

/// A stat's total for a combatant now: its parts, what conditions add, what they deny.
pub fn tally(state: &State, seat: Seat, stat: Stat, extra: &[Modifier]) -> Tally {
    tally_against(state, seat, stat, None, None, extra)
}

/// Whether a combatant has ranks in a skill, or a number stated for it.
pub fn is_trained(state: &State, seat: Seat, stat: Stat) -> bool {
    let parts = state.get(seat).stats.of(stat).iter();
    let mut ranks = parts.filter(|part| {
        let stated = matches!(part.source, Source::Stated(_));
        stated || part.kind == ModifierKind::Skill && part.value > 0
    });
    ranks.next().is_some()
}

/// The modifier of a bare ability.
pub fn bare(state: &State, seat: Seat, ability: Ability, extra: &[Modifier]) -> Tally {
    let bonus = Modifier::plain(
        ModifierKind::from(ability),
        state.abilities(seat).modifier(ability),
        Source::Ability(ability),
    );
    let all = std::iter::once(bonus).chain(extra.iter().copied());
    Tally::sum(all, &Stacking::Everything, &[])
}

/// The same against one attacker and one kind of attack, which some conditions distinguish.
pub fn tally_against(
    state: &State,
    seat: Seat,
    stat: Stat,
    attacker: Option<Seat>,
    ranged: Option<bool>,
    extra: &[Modifier],
) -> Tally {
    if is_defence(stat) {
        let denials = conditions::denials(state, seat, attacker, ranged);
        return tally_between(state, (seat, attacker), stat, ranged, extra, &denials);
    }
    tally_between(state, (seat, attacker), stat, ranged, extra, &[])
}

/// The same with stated denials, against one attacker if there is one.
pub fn tally_between(
    state: &State,
    (seat, attacker): (Seat, Option<Seat>),
    stat: Stat,
    ranged: Option<bool>,
    extra: &[Modifier],
    denials: &[Denial],
) -> Tally {
    let mut changes = Modifiers::new();
    let aspect = Aspect::Stat(stat);
    conditions::effects_between(state, seat, attacker, aspect, ranged, &mut changes);
    if is_save(stat) {
        conditions::effects(state, seat, Aspect::Saves, None, &mut changes);
    }
    if stat.place().is_err() {
        conditions::effects(state, seat, Aspect::Skills, None, &mut changes);
    }
    let parts = numbers::parts(state, seat, stat);
    let armour = |part: &Modifier| part.kind == ModifierKind::Armour && part.value > 0;
    let armoured = parts.iter().chain(&changes).any(armour);
    // What makes armour better does nothing without any.
    changes.retain(|part| armoured || part.kind != ModifierKind::ArmourEnhancement);
    let all = parts
        .iter()
        .copied()
        .chain(changes)
        .chain(extra.iter().copied());
    Tally::sum(all, &state.rules().policies.stacking, denials)
}

fn is_save(stat: Stat) -> bool {
    matches!(stat, Stat::Fortitude | Stat::Reflex | Stat::Will)
}

/// Whether a stat is an answer to attacks, from which conditions can take bonuses away.
fn is_defence(stat: Stat) -> bool {
    matches!(
        stat,
        Stat::Defence | Stat::PassiveDefence | Stat::ActiveDefence | Stat::ShieldDefence
    )
}

/// Rolls a d20 (two at an edge) and adds the bonus.
pub fn d20(
    battle: &mut Rolling,
    seat: Seat,
    purpose: Purpose,
    bonus: RollBonus,
    edge: Edge,
) -> Check {
    let first = battle.roll(seat, purpose, 20).rolled as i32;
    if edge == Edge::None {
        return Check {
            natural: first,
            discarded: None,
            edge,
            taken: false,
            bonus: bonus.into(),
        };
    }
    let again = if purpose == Purpose::Attack {
        Purpose::AttackSecond
    } else {
        purpose
    };
    let second = battle.roll(seat, again, 20).rolled as i32;
    let (low, high) = (first.min(second), first.max(second));
    let (natural, other) = if edge == Edge::Advantage {
        (high, low)
    } else {
        (low, high)
    };
    Check {
        natural,
        discarded: Some(other),
        edge,
        taken: false,
        bonus: bonus.into(),
    }
}

/// What a natural 20 adds to a check besides (EP-CRIT-10).
pub(crate) fn lucky(natural: i32, adds: i32) -> i32 {
    if natural == 20 { adds } else { 0 }
}

/// A check with what a natural 20 adds to it.
pub(crate) fn with_luck(state: &State, check: Check, adds: i32) -> Check {
    let value = lucky(check.natural, adds);
    let luck = modifier(
        state,
        Topic::ManoeuvreCritical,
        ModifierKind::Untyped,
        value,
    );
    Check {
        bonus: check.bonus.plus(luck),
        ..check
    }
}

/// A check on which 10 is taken: no die is rolled.
pub fn taken(bonus: RollBonus) -> Check {
    Check {
        natural: 10,
        discarded: None,
        edge: Edge::None,
        taken: true,
        bonus: bonus.into(),
    }
}

/// Whether a save with this natural result and bonus succeeds.
pub fn succeeds(policy: Saves, natural: i32, bonus: i32, difficulty: i32) -> bool {
    match policy {
        Saves::BonusAgainstDifficulty => match natural {
            1 => false,
            20 => true,
            _ => natural + bonus >= difficulty,
        },
        Saves::Flat { succeeds_on } => natural + bonus >= succeeds_on,
    }
}

/// The chance that a saving throw succeeds after the loss of some more Constitution.
pub fn chance(state: &State, seat: Seat, stat: Stat, difficulty: i32, drained: i32) -> f64 {
    let policy = state.rules().policies.saves;
    let bonus = match policy {
        Saves::BonusAgainstDifficulty => {
            tally(state, seat, stat, &[]).total
                + numbers::further(state, seat, stat, Ability::Constitution, drained)
        }
        Saves::Flat { .. } => flat_bonus(state, seat, &[]).total,
    };
    let successes = (1..=20).filter(|natural| succeeds(policy, *natural, bonus, difficulty));
    successes.count() as f64 / 20.0
}

/// What traits do for saves against a condition: bonuses, and whether there is an extra save.
pub fn help(state: &State, seat: Seat, condition: ConditionId) -> (Vec<Modifier>, bool) {
    let rules = state.rules();
    let (mut bonuses, mut extra) = (Vec::new(), false);
    for id in &state.who(seat).traits {
        let helps = rules.traits[*id].saves.iter().filter(|help| {
            let against = help.against.as_deref();
            against.is_none_or(|name| rules.conditions.name(condition) == name)
        });
        for help in helps {
            extra |= help.extra;
            bonuses.push(Modifier {
                kind: ModifierKind::Untyped,
                value: help.bonus,
                source: Source::Trait(*id),
                rule: state.cite(Topic::ExtraSave),
            });
        }
    }
    (bonuses, extra)
}

/// A saving throw; emits its event.
pub fn save(battle: &mut Rolling, seat: Seat, stat: Stat, difficulty: i32) -> bool {
    save_with(battle, seat, stat, difficulty, &[], &[]).0
}

/// A saving throw with what the situation adds and cites: whether it succeeds, and the die.
pub fn save_with(
    battle: &mut Rolling,
    seat: Seat,
    stat: Stat,
    difficulty: i32,
    extra: &[Modifier],
    cited: &[Topic],
) -> (bool, i32) {
    let policy = battle.rules().policies.saves;
    let (bonus, difficulty) = match policy {
        Saves::BonusAgainstDifficulty => (tally(battle, seat, stat, extra), difficulty),
        Saves::Flat { succeeds_on } => (flat_bonus(battle, seat, extra), succeeds_on),
    };
    let bonus = RollBonus::of_save(bonus);
    let check = d20(battle, seat, Purpose::Save, bonus, Edge::None);
    let natural = check.natural;
    let success = succeeds(policy, check.natural, check.bonus.total, difficulty);
    let kind = match stat {
        Stat::Fortitude => Topic::Fortitude,
        Stat::Reflex => Topic::Reflex,
        _ => Topic::Will,
    };
    let mut topics = vec![Topic::SavingThrow];
    if policy.are_checks() {
        topics.push(kind);
        match check.natural {
            1 | 20 => topics.push(Topic::SaveNatural),
            _ => {}
        }
    }
    topics.extend_from_slice(cited);
    battle.emit(
        &topics,
        EventKind::Saved {
            seat,
            save: policy.are_checks().then_some(stat),
            check,
            difficulty,
            success,
        },
    );
    (success, natural)
}

/// Bonuses to a bare save: no attribute, only what conditions give.
fn flat_bonus(state: &State, seat: Seat, extra: &[Modifier]) -> Tally {
    let mut bonuses = Modifiers::from_slice(extra);
    conditions::effects(state, seat, Aspect::Saves, None, &mut bonuses);
    Tally::sum(bonuses, &state.rules().policies.stacking, &[])
}

/// The chance of each natural result of a d20, by result.
pub fn naturals(edge: Edge) -> [f64; 21] {
    let mut chances = [0.0; 21];
    for (natural, chance) in chances.iter_mut().enumerate().skip(1) {
        let n = natural as f64;
        *chance = match edge {
            Edge::None => 1.0 / 20.0,
            Edge::Advantage => (2.0 * n - 1.0) / 400.0,
            Edge::Disadvantage => (41.0 - 2.0 * n) / 400.0,
        };
    }
    chances
}

/// A modifier of the situation.
pub fn modifier(state: &State, topic: Topic, kind: ModifierKind, value: i32) -> Modifier {
    Modifier {
        kind,
        value,
        source: Source::Topic(topic),
        rule: state.cite(topic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_natural_1_always_fails_and_a_natural_20_always_succeeds() {
        let policy = Saves::BonusAgainstDifficulty;
        assert!(!succeeds(policy, 1, 9, 5));
        assert!(succeeds(policy, 20, 2, 30));
        assert!(succeeds(policy, 12, 3, 15));
        assert!(!succeeds(policy, 11, 3, 15));
    }

    #[test]
    fn a_bare_save_has_no_special_naturals_and_succeeds_on_its_number() {
        let policy = Saves::Flat { succeeds_on: 10 };
        assert!(succeeds(policy, 10, 0, 99));
        assert!(!succeeds(policy, 9, 0, 0));
        assert!(succeeds(policy, 9, 1, 0));
        assert!(succeeds(policy, 1, 9, 0));
    }
}
