//! Checks on a d20 against a number: one thing that is rolled in battle and asked for its odds before.

use crate::combat::action::legality::refusal;
use crate::combat::attack::odds;
use crate::combat::checks;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Rolling;
use crate::combat::state::{Access, State};
use crate::dice::Purpose;
use crate::rules::check::Edge;
use crate::rules::{
    Ability, ActionId, Modifier, ModifierKind, Source, Stacking, Stat, Tally, Topic,
};

/// A check against a number that is not rolled yet. It succeeds with that number or more.
#[derive(Clone, Debug)]
pub struct DifficultyCheck {
    pub seat: Seat,
    /// What the die is labelled with.
    pub purpose: Purpose,
    pub bonus: Tally,
    pub edge: Edge,
    /// The number to reach.
    pub against: i32,
}

impl DifficultyCheck {
    /// A check with this bonus, on one die.
    pub fn new(seat: Seat, bonus: Tally, against: i32) -> Self {
        Self {
            seat,
            purpose: Purpose::Check,
            bonus,
            edge: Edge::None,
            against,
        }
    }

    /// A check of a stat.
    pub fn of_stat(state: &State, seat: Seat, stat: Stat, against: i32) -> Self {
        Self::new(seat, checks::tally(state, seat, stat, &[]), against)
    }

    /// A check of a bare ability.
    pub fn of_ability(state: &State, seat: Seat, ability: Ability, against: i32) -> Self {
        let bonus = Modifier {
            kind: ModifierKind::from(ability),
            value: state.who(seat).abilities.modifier(ability),
            source: Source::Ability(ability),
            rule: None,
        };
        let bonus = Tally::sum([bonus], &Stacking::Everything, &[]);
        Self::new(seat, bonus, against)
    }

    /// Rolls it and emits the event; by how much the check beat the DC, less than 0 for a failure.
    pub fn margin(self, battle: &mut Access<Rolling>, topics: &[Topic]) -> i32 {
        let Self {
            seat,
            purpose,
            bonus,
            edge,
            against,
        } = self;
        let check = checks::d20(battle, seat, purpose, bonus, edge);
        let margin = check.total() - against;
        let checked = EventKind::Checked {
            seat,
            purpose,
            check,
            against,
            success: margin >= 0,
        };
        battle.emit(topics, checked);
        margin
    }

    /// Rolls it and emits the event; whether it succeeds.
    pub fn succeeds(self, battle: &mut Access<Rolling>, topics: &[Topic]) -> bool {
        self.margin(battle, topics) >= 0
    }

    /// The chance that it succeeds.
    pub fn chance(&self) -> f64 {
        let naturals = odds::naturals(self.edge);
        let enough = |natural: &usize| *natural as i32 + self.bonus.total >= self.against;
        (1..=20).filter(enough).map(|n| naturals[n]).sum()
    }
}

/// Whether a check that is limited can still be made before its next turn.
pub fn possible(state: &State, seat: Seat, action: ActionId, once: bool) -> Result<(), Refusal> {
    if once && state.get(seat).reactions.answered.contains(&action) {
        return Err(refusal(
            state.rules(),
            Topic::CheckLimit,
            "You have already tried that since your last turn began.",
        ));
    }
    Ok(())
}

/// Rolls a skill check that is an action of its own: looking around, knowing something, being quiet
/// on the way. It never provokes and no advantage helps it.
pub fn roll(battle: &mut Access<Rolling>, seat: Seat, stat: Stat, against: i32) -> bool {
    DifficultyCheck::of_stat(battle, seat, stat, against).succeeds(battle, &[Topic::SkillCheck])
}
