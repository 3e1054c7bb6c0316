//! Journeys: a chain of levels for a warband that lives on, with days that run out.

use serde::{Deserialize, Serialize};

/// A journey as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JourneyDef {
    pub name: String,
    /// A few sentences for the set-up screen.
    pub text: String,
    /// Days for all of it; roads, rest and hiring cost some.
    pub days: u16,
    /// The warband is never larger than this; recruits beyond it do not come along.
    pub at_most: u8,
    /// Those who set out.
    pub warband: Vec<TravellerDef>,
    /// The battles on the way, in their order.
    pub legs: Vec<LegDef>,
}

/// A member of the warband.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TravellerDef {
    pub monster: String,
    /// No two of a journey share one.
    pub name: String,
}

/// A stretch of the way: the camp before it, the road, and the battle at its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegDef {
    /// The level at its end, by id.
    pub level: String,
    /// The side of that level that the warband takes, by id: it deploys in the zone of that side, and in
    /// the place of its members.
    pub side: String,
    /// What is told in the camp before it.
    #[serde(default)]
    pub text: String,
    /// Days on the road.
    #[serde(default)]
    pub days: u16,
    /// In the camp before it so many days make the whole warband well, whatever the rules say of rest;
    /// `None`: wounds heal as the rules say.
    #[serde(default)]
    pub care: Option<u16>,
    /// Those who can be hired in the camp before it.
    #[serde(default)]
    pub hire: Vec<RecruitDef>,
}

/// A combatant who can be hired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecruitDef {
    pub monster: String,
    /// No two of a journey share one.
    pub name: String,
    /// Days until this one is there; the warband rests meanwhile.
    #[serde(default)]
    pub days: u16,
}

impl JourneyDef {
    /// Monster and name of all who may be in the warband when it fights on this leg, from 0.
    pub fn travellers(&self, leg: usize) -> impl Iterator<Item = (&str, &str)> {
        let set_out = self.warband.iter().map(|one| (&*one.monster, &*one.name));
        let camps = self.legs.iter().take(leg + 1).skip(1);
        let hired = camps.flat_map(|leg| &leg.hire);
        set_out.chain(hired.map(|one| (&*one.monster, &*one.name)))
    }
}
