//! Journeys: how far a warband has come on its way, and what a battle and a camp make of it.
//!
//! A journey is played battle by battle, and each of these is an ordinary one with a setup of its own. What
//! the warband has become is read from the battle that was fought last, so only the way itself is kept here.

mod camp;
mod wander;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::combat::contract::{CombatantKind, CombatantSetup, Repair};
use crate::combat::{Battle, Setup, SideId};
use crate::content::journey::LegDef;
use crate::content::{Catalogue, JourneyDef, LevelDef, Objective};
use crate::rules::{JourneyId, LevelId};

pub use camp::Camp;

/// How far a warband has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journey {
    /// The journey, by id.
    pub id: String,
    /// The way itself, where it was made on the spot and is in no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Box<JourneyDef>>,
    /// The leg whose battle is fought, from 0.
    pub leg: usize,
    /// Days that are left when this battle begins.
    pub days_left: u16,
    /// Those who were lost in earlier battles, in their order.
    #[serde(default)]
    pub lost: Vec<Loss>,
}

/// A member who is with the warband no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    pub name: String,
    /// The leg on which that was, from 0.
    pub leg: usize,
}

/// Where a warband is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The battle of this leg is not over.
    Fighting,
    /// It is won, and the way goes on.
    Camp,
    /// The last battle is won.
    Arrived,
    /// The battle is not won.
    Beaten,
    /// It is won, but the days that are left are fewer than the road takes.
    TooLate,
}

impl Stage {
    /// Whether the journey is over.
    pub fn is_end(self) -> bool {
        !matches!(self, Self::Fighting | Self::Camp)
    }
}

impl Journey {
    /// Sets out: the journey at its first leg, and the setup of the first battle.
    ///
    /// # Errors
    /// When there is no such journey; the sentence says so.
    pub fn begin(catalogue: &Catalogue, id: JourneyId) -> Result<(Self, Setup), String> {
        let name = catalogue.journeys.names().get(usize::from(id.0));
        let name = name.ok_or("This journey does not exist.")?;
        let mut journey = Self {
            id: name.clone(),
            own: None,
            leg: 0,
            days_left: 0,
            lost: Vec::new(),
        };
        journey.days_left = journey.def(catalogue)?.days;
        let band = journey.def(catalogue)?.warband.iter();
        let band = band.map(|one| traveller(&one.name, &one.monster));
        let setup = journey.setup(catalogue, band.collect(), Vec::new())?;
        Ok((journey, setup))
    }

    /// The journey as written.
    ///
    /// # Errors
    /// When the content no longer has it.
    pub fn def<'a>(&'a self, catalogue: &'a Catalogue) -> Result<&'a JourneyDef, String> {
        if let Some(own) = &self.own {
            return Ok(own);
        }
        let id = catalogue.journeys.id(&self.id);
        let def = id.and_then(|id| catalogue.journeys.get(id));
        def.ok_or_else(|| format!("The journey \"{}\" does not exist.", self.id))
    }

    /// The leg whose battle is fought.
    ///
    /// # Errors
    /// When the content no longer has it.
    pub fn leg<'a>(&'a self, catalogue: &'a Catalogue) -> Result<&'a LegDef, String> {
        let legs = &self.def(catalogue)?.legs;
        let gone = || format!("The journey \"{}\" has no leg {}.", self.id, self.leg + 1);
        legs.get(self.leg).ok_or_else(gone)
    }

    /// The leg that comes next; `None` on the last one.
    pub fn next_leg<'a>(&'a self, catalogue: &'a Catalogue) -> Option<&'a LegDef> {
        self.def(catalogue).ok()?.legs.get(self.leg + 1)
    }

    /// The level of this leg, and the side of it that the warband takes.
    ///
    /// # Errors
    /// When the content no longer has them.
    pub fn place(&self, catalogue: &Catalogue) -> Result<(LevelId, SideId), String> {
        let leg = self.leg(catalogue)?;
        let level = catalogue.levels.id(&leg.level);
        let level = level.ok_or_else(|| format!("The level \"{}\" does not exist.", leg.level))?;
        Ok((level, side_of(&catalogue.levels[level], &leg.side)?))
    }

    /// Where the warband is.
    pub fn stage(&self, battle: &Battle, catalogue: &Catalogue) -> Stage {
        let Some(outcome) = battle.outcome() else {
            return Stage::Fighting;
        };
        let ours = self.place(catalogue).ok().map(|(_, side)| side);
        if ours.is_none() || outcome.winner != ours || battle.survivors().is_empty() {
            return Stage::Beaten;
        }
        match self.next_leg(catalogue) {
            None => Stage::Arrived,
            Some(leg) if leg.days > self.days_left => Stage::TooLate,
            Some(_) => Stage::Camp,
        }
    }

    /// Those who came into this battle and do not go on.
    pub fn losses(&self, battle: &Battle, catalogue: &Catalogue) -> Vec<String> {
        let Ok((_, side)) = self.place(catalogue) else {
            return Vec::new();
        };
        let left = battle.survivors();
        let came = battle.setup().combatants.iter().enumerate();
        came.filter(|(_, one)| one.side == side)
            .filter(|(seat, _)| !left.iter().any(|one| one.index() == *seat))
            .map(|(_, one)| one.name.clone())
            .collect()
    }

    /// Breaks camp and goes on: the journey at its next leg, and the setup of the battle there.
    ///
    /// # Errors
    /// When the way does not go on from here, or the days do not suffice; the sentence says why.
    pub fn go_on(
        &self,
        battle: &Battle,
        catalogue: &Catalogue,
        camp: &Camp,
    ) -> Result<(Self, Setup), String> {
        match self.stage(battle, catalogue) {
            Stage::Camp => {}
            Stage::Fighting => return Err("The battle is not over.".into()),
            _ => return Err("The journey is over.".into()),
        }
        let leg = self.next_leg(catalogue).ok_or("The journey is over.")?;
        let days_left = self.days_after(camp, catalogue);
        let days_left = days_left.ok_or("You do not have so many days left.")?;
        let at_most = usize::from(self.def(catalogue)?.at_most);
        let (mut band, repairs) = battle.warband(camp.whole_rest(leg), camp.repaired(leg));
        let recruits = camp.recruits(leg);
        band.extend(recruits.map(|one| traveller(&one.name, &one.monster)));
        if band.len() > at_most {
            return Err(format!("Your warband has no room for more than {at_most}."));
        }
        let lost = self.losses(battle, catalogue).into_iter();
        let lost = lost.map(|name| Loss {
            name,
            leg: self.leg,
        });
        let next = Self {
            id: self.id.clone(),
            own: self.own.clone(),
            leg: self.leg + 1,
            days_left,
            lost: self.lost.iter().cloned().chain(lost).collect(),
        };
        let setup = next.setup(catalogue, band, repairs)?;
        Ok((next, setup))
    }

    /// The battle of this leg, with the warband in the place of the side it takes.
    fn setup(
        &self,
        catalogue: &Catalogue,
        mut band: Vec<CombatantSetup>,
        repairs: Vec<Repair>,
    ) -> Result<Setup, String> {
        let (level, side) = self.place(catalogue)?;
        let mut setup = Setup::from_level(&catalogue.levels[level]);
        let of_side = |one: &&CombatantSetup| one.side == side;
        let there = |one: &&CombatantSetup| one.arrives.is_none();
        let as_these = setup.combatants.iter().filter(of_side).find(there);
        for one in &mut band {
            one.side = side;
            if let Some(as_these) = as_these {
                one.aware = as_these.aware;
                one.important = as_these.important;
                one.group.clone_from(&as_these.group);
            }
        }
        if let Objective::Reach { count, side, .. } = &mut setup.objective
            && self.leg(catalogue)?.side == *side
        {
            *count = (*count).min(u8::try_from(band.len()).unwrap_or(u8::MAX));
        }
        setup.combatants.retain(|one| one.side != side);
        tell_apart(&band, &mut setup.combatants);
        // The warband comes first, because the seats of its repairs are places in its list.
        band.append(&mut setup.combatants);
        setup.combatants = band;
        setup.repairs = repairs;
        Ok(setup)
    }
}

/// The number of a side by its id.
fn side_of(level: &LevelDef, id: &str) -> Result<SideId, String> {
    let number = level.sides.iter().position(|side| side.id == id);
    let number = number.and_then(|number| u8::try_from(number).ok());
    let gone = || format!("\"{}\" has no side \"{id}\".", level.name);
    number.map(SideId).ok_or_else(gone)
}

/// Nobody there is called like a member of the warband: who is gets a number that is free.
fn tell_apart(band: &[CombatantSetup], others: &mut [CombatantSetup]) {
    let names = |all: &[CombatantSetup]| all.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    let ours = names(band);
    let mut taken: BTreeSet<String> = names(others).into_iter().chain(ours.clone()).collect();
    for one in others.iter_mut().filter(|one| ours.contains(&one.name)) {
        let stem = one.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let stem = stem.trim_end().to_owned();
        let mut numbered = (2u32..).map(|n| format!("{stem} {n}"));
        if let Some(free) = numbered.find(|name| !taken.contains(name)) {
            taken.insert(free.clone());
            one.name = free;
        }
    }
}

/// A member as it joins. Its side is that of the battle into which it goes.
fn traveller(name: &str, monster: &str) -> CombatantSetup {
    CombatantSetup::new(name, SideId(0), CombatantKind::monster(monster))
}
