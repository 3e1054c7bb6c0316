//! The camp between two battles: rest, repairs, recruits, and what these take of the days.

use std::collections::BTreeSet;

use super::Journey;
use crate::combat::contract::Repair;
use crate::combat::{Battle, Rest};
use crate::content::Catalogue;
use crate::content::journey::{LegDef, RecruitDef};

/// What the warband does before it goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Camp {
    /// Days of rest, besides those in which it waits for recruits and rests as well.
    pub rest: u16,
    /// By the seats of the battle that is over.
    pub repairs: Vec<Repair>,
    /// Who is hired: places among those who can be hired before the next leg.
    pub hired: BTreeSet<usize>,
}

impl Camp {
    /// Days that it lasts.
    pub fn days(&self, leg: &LegDef) -> u16 {
        let waiting = self.recruits(leg).map(|one| one.days);
        waiting.fold(self.rest, u16::saturating_add)
    }

    /// What rest that is. On no day at all there is still time to bind wounds, so that no member goes on
    /// dying.
    pub fn whole_rest(&self, leg: &LegDef) -> Rest {
        match self.days(leg) {
            0 => Rest::Hours(0),
            days if leg.care.is_some_and(|care| care <= days) => Rest::Full,
            days => Rest::Days(days),
        }
    }

    /// Those who are hired.
    pub fn recruits<'a>(&self, leg: &'a LegDef) -> impl Iterator<Item = &'a RecruitDef> {
        self.hired.iter().filter_map(|place| leg.hire.get(*place))
    }

    /// What there is time for: repairs take a day.
    pub(super) fn repaired(&self, leg: &LegDef) -> &[Repair] {
        match self.days(leg) {
            0 => &[],
            _ => &self.repairs,
        }
    }
}

impl Journey {
    /// Days that are left when the next battle begins after this camp; `None`: they do not suffice.
    pub fn days_after(&self, camp: &Camp, catalogue: &Catalogue) -> Option<u16> {
        let leg = self.next_leg(catalogue)?;
        let takes = camp.days(leg).checked_add(leg.days)?;
        self.days_left.checked_sub(takes)
    }

    /// How many could still be hired, besides those who are.
    pub fn room(&self, battle: &Battle, camp: &Camp, catalogue: &Catalogue) -> usize {
        let at_most = self.def(catalogue).map_or(0, |def| def.at_most);
        let members = battle.survivors().len() + camp.hired.len();
        usize::from(at_most).saturating_sub(members)
    }

    /// What a careful leader does: hires while there is room, and rests until all are well, but takes no
    /// more of the days that the roads leave than this camp's share, unless many are badly hurt.
    pub fn careful(&self, battle: &Battle, catalogue: &Catalogue) -> Camp {
        let mut camp = Camp {
            repairs: battle.usual_repairs(),
            ..Camp::default()
        };
        let (Ok(def), Some(leg)) = (self.def(catalogue), self.next_leg(catalogue)) else {
            return camp;
        };
        let to_come = def.legs.get(self.leg + 1..).unwrap_or_default();
        let roads = to_come.iter().map(|leg| leg.days);
        let spare = roads.fold(self.days_left, u16::saturating_sub);
        let camps = u16::try_from(to_come.len()).unwrap_or(u16::MAX).max(1);
        let share = spare.div_ceil(camps);
        for place in 0..leg.hire.len() {
            let left = battle.survivors().len() + camp.hired.len();
            camp.hired.insert(place);
            let room = left < usize::from(def.at_most);
            if !room || camp.days(leg) > share {
                camp.hired.remove(&place);
            }
        }
        let waiting = camp.days(leg);
        camp.rest = share.saturating_sub(waiting);
        // Those who are badly hurt are cared for, even if other camps have to be shorter.
        let (missing, all) = Self::missing(battle, &camp, leg);
        let care = leg.care.map(|care| care.saturating_sub(waiting));
        if let Some(care) = care.filter(|care| missing * 3 > all && care + waiting <= spare) {
            camp.rest = camp.rest.max(care);
        }
        // No day longer than it helps.
        while let Some(less) = camp.rest.checked_sub(1) {
            let shorter = Camp {
                rest: less,
                ..camp.clone()
            };
            if Self::missing(battle, &shorter, leg) != Self::missing(battle, &camp, leg) {
                break;
            }
            camp = shorter;
        }
        camp
    }

    /// Hit points that the survivors lack after this camp, and how many they have when they are well.
    fn missing(battle: &Battle, camp: &Camp, leg: &LegDef) -> (i32, i32) {
        let rest = camp.whole_rest(leg);
        let view = battle.view();
        let each = battle.survivors().into_iter().map(|seat| {
            let all = view.combatants[seat.index()].max_hit_points;
            (all - battle.rested(seat, rest).hit_points, all)
        });
        each.fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
    }
}
