//! Checks of two combatants against each other.

use crate::combat::checks::Cites;
use crate::combat::checks::bonus::RollBonus;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::state::{Rolling, State};
use crate::combat::threat::flanking;
use crate::combat::{checks, conditions};
use crate::dice::Purpose;
use crate::rules::{
    Ability, Capability, Check, Edge, Flag, Modifier, ModifierKind, Source, Stacking, Tally, Ties,
    Topic,
};

/// Times that a tie is rolled again before the first fails; with honest dice never reached, but a
/// scripted battle may be out of dice.
const AGAIN: usize = 20;
/// What a size category is worth in a check of strength.
const PER_SIZE: i32 = 4;
/// What steady legs are worth.
const STEADY: i32 = 4;

/// Two checks against each other, not rolled yet.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    pub first: Seat,
    pub second: Seat,
    pub bonus: RollBonus,
    pub edge: Edge,
    pub answer: Answer,
    pub tie: Ties,
    /// What a natural 20 adds to the roll of the first.
    pub twenty_adds: i32,
    /// It decides whether a rider stays in the saddle.
    pub unseats: bool,
}

/// What the first is held against.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// A roll of the second.
    Roll(RollBonus, Edge),
    /// A number of the second, without a roll.
    Number(i32),
}

impl Answer {
    /// Its bonus, or the number.
    fn total(&self) -> i32 {
        match self {
            Self::Roll(bonus, _) => bonus.total,
            Self::Number(number) => *number,
        }
    }

    /// The chances of what a die adds to it.
    fn naturals(&self) -> [f64; 21] {
        match self {
            Self::Roll(_, edge) => checks::naturals(*edge),
            Self::Number(_) => std::array::from_fn(|natural| f64::from(u8::from(natural == 0))),
        }
    }
}

impl Contest {
    fn wins(&self, first: i32, second: i32) -> bool {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => match self.tie {
                Ties::Fails => false,
                Ties::Succeeds => true,
                Ties::HigherBonus => self.bonus.total > self.answer.total(),
            },
        }
    }

    /// The result of the first with this natural one.
    fn total(&self, natural: i32) -> i32 {
        natural + self.bonus.total + checks::lucky(natural, self.twenty_adds)
    }

    /// Whether equal results decide nothing.
    fn is_open(&self) -> bool {
        self.tie.is_by_bonus() && self.bonus.total == self.answer.total()
    }

    /// Rolls both; by how much the first won, if it did (0 for a tie that it won).
    pub fn roll(self, battle: &mut Rolling, cites: impl Into<Cites>) -> Option<i32> {
        let cites = cites.into();
        for _ in 0..AGAIN {
            let (margin, won) = self.once(battle, cites);
            if margin != 0 || !self.is_open() {
                return won.then_some(margin);
            }
        }
        None
    }

    fn once(&self, battle: &mut Rolling, cites: Cites) -> (i32, bool) {
        let check = self.first_check(battle);
        self.compare(battle, check, cites)
    }

    fn first_check(&self, battle: &mut Rolling) -> Check {
        let purpose = match self.answer {
            Answer::Roll(..) => Purpose::OpposedCheck,
            Answer::Number(_) => Purpose::Check,
        };
        let check = checks::d20(battle, self.first, purpose, self.bonus.clone(), self.edge);
        checks::with_luck(battle, check, self.twenty_adds)
    }

    /// Rolls both; the check of the first can be held against others as well.
    pub fn roll_first(&self, battle: &mut Rolling, topic: Topic) -> (Check, bool) {
        let check = self.first_check(battle);
        let (_, won) = self.compare(battle, check.clone(), topic.into());
        (check, won)
    }

    /// Whether a check that is rolled already beats the answer of the second.
    pub fn answer(&self, battle: &mut Rolling, check: Check, topic: Topic) -> bool {
        self.compare(battle, check, topic.into()).1
    }

    fn compare(&self, battle: &mut Rolling, check: Check, cites: Cites) -> (i32, bool) {
        let (seat, against, first) = (self.first, self.second, check.total());
        let (bonus, edge) = match &self.answer {
            Answer::Roll(bonus, edge) => (bonus.clone(), *edge),
            Answer::Number(against) => {
                let (against, success) = (*against, self.wins(first, *against));
                let checked = EventKind::Checked {
                    seat,
                    purpose: Purpose::Check,
                    check,
                    against,
                    success,
                };
                cites.emit(battle, checked);
                return (first - against, success);
            }
        };
        let answer = checks::d20(battle, against, Purpose::OpposedCheck, bonus, edge);
        let second = answer.total();
        let won = self.wins(first, second);
        let mut besides = Vec::new();
        besides.extend((first == second).then_some(Topic::Tie));
        besides.extend(self.unseats.then_some(Topic::TripRider));
        cites.emit_with(
            battle,
            &besides,
            EventKind::Contest {
                seat,
                check,
                against,
                answer,
                won,
            },
        );
        (first - second, won)
    }

    /// The chance that the first wins with this natural result; no tie is rolled again.
    pub fn chance_with(&self, natural: i32) -> f64 {
        let theirs = self.answer.naturals();
        let wins = |answer: &usize| {
            let total = *answer as i32 + self.answer.total();
            self.wins(self.total(natural), total)
        };
        (0..=20).filter(wins).map(|answer| theirs[answer]).sum()
    }

    /// The chance that the first wins.
    pub fn chance(&self) -> f64 {
        let (ours, theirs) = (checks::naturals(self.edge), self.answer.naturals());
        let (mut chance, mut even) = (0.0, 0.0);
        for (first, p) in ours.iter().enumerate().skip(1) {
            for (second, q) in theirs.iter().enumerate() {
                let totals = (
                    self.total(first as i32),
                    second as i32 + self.answer.total(),
                );
                if self.wins(totals.0, totals.1) {
                    chance += p * q;
                } else if totals.0 == totals.1 && self.is_open() {
                    even += p * q;
                }
            }
        }
        chance / (1.0 - even)
    }
}

/// The edge of a power check against a combatant; resilience knows none.
pub(crate) fn edge(state: &State, seat: Seat, against: Seat) -> Edge {
    let flanks = state.rules().policies.attack.flanking.is_advantage()
        && state.area(seat).is_some_and(|from| {
            flanking::flanks(state, seat, from, against, false)
                && flanking::reaches(state, seat, against)
        });
    let advantage = flanks || conditions::is_open(state, seat, against);
    Edge::of(advantage, conditions::has(state, seat, Flag::Disadvantage))
}

/// A check of strength, with what size and steady legs are worth. `nimble`: Dexterity may take the
/// place of Strength; `planted`: steady legs help, by this rule.
pub(crate) fn strength(
    state: &State,
    seat: Seat,
    nimble: bool,
    planted: Option<Topic>,
    extra: &[Modifier],
) -> Tally {
    let who = state.who(seat);
    let (strong, quick) = (
        state.abilities(seat).modifier(Ability::Strength),
        state.abilities(seat).modifier(Ability::Dexterity),
    );
    let (ability, value) = if nimble && quick > strong {
        (Ability::Dexterity, quick)
    } else {
        (Ability::Strength, strong)
    };
    let mut parts = vec![Modifier::plain(
        ModifierKind::from(ability),
        value,
        Source::Ability(ability),
    )];
    let size = PER_SIZE * who.size.steps_above_medium();
    parts.push(checks::modifier(
        state,
        Topic::Size,
        ModifierKind::Size,
        size,
    ));
    if let Some(topic) = planted.filter(|_| who.capabilities.contains(&Capability::Stable)) {
        let source = Source::Topic(Topic::SteadyLegs);
        parts.push(Modifier {
            rule: state.cite(topic),
            ..Modifier::plain(ModifierKind::Stability, STEADY, source)
        });
    }
    parts.extend_from_slice(extra);
    Tally::sum(parts, &Stacking::Everything, &[])
}
