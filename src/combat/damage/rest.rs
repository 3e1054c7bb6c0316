//! What rest gives back of itself.

use serde::{Deserialize, Serialize};

use crate::combat::state::Vitals;
use crate::rules::aftermath::Rate;
use crate::rules::{Healing, Losses};

/// How long those who are left rest before they go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rest {
    #[default]
    None,
    Hours(u16),
    Days(u16),
    /// Until every combatant is whole, by whatever means the story has.
    Full,
}

/// The body of a combatant after a rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Restored {
    pub hit_points: i32,
    pub nonlethal: i32,
    pub lost: Losses,
    /// What of it dice have yet to decide as the next battle begins.
    pub unsure: Option<Unsure>,
}

/// What the dice of the hours decide about a combatant below nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unsure {
    /// It is tended, and awake after the rest with this chance.
    Wakes(f64),
    /// It has no help: it may wake, grow worse and die.
    Alone,
}

impl Rest {
    /// Whole hours of it.
    pub fn hours(self) -> u16 {
        match self {
            Self::None | Self::Full => 0,
            Self::Hours(hours) => hours,
            Self::Days(days) => days.saturating_mul(24),
        }
    }

    /// Days of rest that it is worth, how many of them are whole days in bed, and hours.
    fn length(self, rule: Healing) -> (i32, i32, i32) {
        match self {
            Self::None | Self::Full => (0, 0, 0),
            Self::Hours(hours) => {
                let night = hours % 24 >= rule.day_of_hours;
                let whole = i32::from(hours / 24);
                (whole + i32::from(night), whole, i32::from(hours))
            }
            Self::Days(days) => (i32::from(days), i32::from(days), i32::from(days) * 24),
        }
    }
}

/// What rest makes of wounds by the rules of healing. `given_back`: the hit points that come back with points of
/// scores, once so much of them is still lost.
pub(crate) fn healed(
    rule: Healing,
    vitals: Vitals,
    level: i32,
    rest: Rest,
    given_back: impl Fn(Losses) -> i32,
) -> Restored {
    let (days, in_bed, hours) = rest.length(rule);
    let back = |rate: Rate, times: i32| rate.points(level).saturating_mul(times);
    let points = back(rule.hit_points_per_day, days) + back(rule.hit_points_in_bed, in_bed);
    let faded = back(rule.nonlethal_per_hour, hours);
    let regained = back(rule.abilities_per_day, days) + back(rule.abilities_in_bed, in_bed);
    let lost = vitals.lost.restored(regained);
    let more = given_back(lost);
    let hit_points = vitals.hit_points.saturating_add(more + points);
    Restored {
        hit_points: hit_points.min(vitals.max.saturating_add(more).max(1)),
        nonlethal: vitals.nonlethal.saturating_sub(faded).max(0),
        lost,
        unsure: None,
    }
}

/// Days until hit points and abilities are back, and hours until no nonlethal damage is left.
pub(crate) fn needed(rule: Healing, vitals: Vitals, level: i32) -> (u32, u32) {
    let times = |missing: i32, each: i32| match each {
        ..=0 => 0,
        each => u32::try_from((missing.max(0) + each - 1) / each).unwrap_or(0),
    };
    let both = |day: Rate, in_bed: Rate| day.points(level) + in_bed.points(level);
    let points = times(
        vitals.ceiling() - vitals.hit_points,
        both(rule.hit_points_per_day, rule.hit_points_in_bed),
    );
    let each = both(rule.abilities_per_day, rule.abilities_in_bed);
    let scores = times(vitals.lost.most(), each);
    let hours = times(vitals.nonlethal, rule.nonlethal_per_hour.points(level));
    (points.max(scores), hours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Ability, Grades, Points};

    #[test]
    fn a_night_counts_as_a_day_and_a_shorter_rest_does_not() {
        let rule = Healing {
            day_of_hours: 8,
            hit_points_per_day: Rate::Points(2),
            hit_points_in_bed: Rate::default(),
            nonlethal_per_hour: Rate::Points(1),
            abilities_per_day: Rate::Points(1),
            abilities_in_bed: Rate::default(),
        };
        let vitals = Vitals {
            hit_points: 1,
            max: 20,
            nonlethal: 30,
            lost: Losses::default().and(Ability::Constitution, 2),
            failures: 0,
            points: Points::default(),
            temporary: 0,
            temporary_with: None,
            gathers: None,
            wounds: 0,
            grades: Grades::default(),
            hits: 0,
            awake_from: None,
            tended: false,
            raised: 0,
            mends: false,
        };
        let after = |rest| {
            let left = healed(rule, vitals, 5, rest, |_| 0);
            (left.hit_points, left.nonlethal, left.lost.most())
        };
        assert_eq!(after(Rest::Hours(7)), (1, 23, 2));
        assert_eq!(after(Rest::Hours(8)), (3, 22, 1));
        assert_eq!(after(Rest::Hours(32)), (5, 0, 0));
        assert_eq!(after(Rest::Days(7)), (15, 0, 0));
        assert_eq!(needed(rule, vitals, 5), (10, 30));
    }
}
