//! Journeys in the terminal: the computer plays one from the first leg to its end.

use std::fmt::Write;
use std::sync::Arc;

use super::play_to_the_end;
use crate::ai::Profile;
use crate::combat::{Battle, Event, EventKind, SideId};
use crate::content::Catalogue;
use crate::dice::{Dice, Purpose};
use crate::journey::{Camp, Journey, Stage};
use crate::narrate::{Cast, tell};
use crate::rules::{JourneyId, Ruleset, counted};

/// A leg that was played.
pub struct Travelled {
    pub journey: Journey,
    /// The battle at its end, which is over.
    pub battle: Battle,
    pub stage: Stage,
    /// What was done after it, where the way goes on.
    pub camp: Option<Camp>,
}

/// Who plays: the warband, and its enemies.
#[derive(Clone, Copy, Debug)]
pub struct Minds {
    pub warband: Profile,
    pub enemies: Profile,
}

/// Lets the computer play a journey to its end, with a careful leader in the camps. The battle of leg n,
/// from 0, has `seed` + n. `opportunities`: with or without attacks of opportunity, where the rules leave that
/// open; `None`: as the levels have it.
///
/// # Errors
/// When a battle cannot be set up or does not end; the sentence says why.
pub fn travel(
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
    id: JourneyId,
    minds: Minds,
    opportunities: Option<bool>,
    seed: u64,
) -> Result<Vec<Travelled>, String> {
    let mut way = Vec::new();
    let (mut journey, mut setup) = Journey::begin(catalogue, id)?;
    for seed in seed.. {
        setup.attacks_of_opportunity = opportunities.or(setup.attacks_of_opportunity);
        let dice = Dice::seeded(seed);
        let battle = Battle::new(catalogue.clone(), rules.clone(), &setup, dice);
        let mut battle = battle.map_err(|e| e.to_string())?;
        let (level, ours) = journey.place(catalogue)?;
        let sides = 0..catalogue.levels[level].sides.len();
        let of = |side: usize| match side == ours.index() {
            true => minds.warband,
            false => minds.enemies,
        };
        play_to_the_end(&mut battle, &sides.map(of).collect::<Vec<_>>(), seed)?;
        let stage = journey.stage(&battle, catalogue);
        let camp = (stage == Stage::Camp).then(|| journey.careful(&battle, catalogue));
        let next = match &camp {
            Some(camp) => Some(journey.go_on(&battle, catalogue, camp)?),
            None => None,
        };
        way.push(Travelled {
            journey,
            battle,
            stage,
            camp,
        });
        match next {
            Some(next) => (journey, setup) = next,
            None => break,
        }
    }
    Ok(way)
}

impl Travelled {
    /// The warband's side.
    fn side(&self, catalogue: &Catalogue) -> Result<SideId, String> {
        Ok(self.journey.place(catalogue)?.1)
    }

    /// What came of the repairs in the camp before this leg, a line each.
    fn repairs(&self, catalogue: &Arc<Catalogue>) -> String {
        let (battle, rules) = (&self.battle, self.battle.rules().clone());
        let cast = Cast::new(&battle.view(), rules, catalogue.clone());
        let repair = |event: &&Event| match event.kind {
            EventKind::Repaired { .. } => true,
            EventKind::Checked { purpose, .. } => purpose == Purpose::Check,
            _ => false,
        };
        // They are the first that happens in the battle.
        let tried = battle.setup().repairs.len();
        let first = battle.events().iter().skip_while(|event| !repair(event));
        let tried = first.take_while(repair).take(2 * tried);
        let mut things = battle.setup().repairs.iter();
        let told = tried.filter_map(|event| {
            let text = tell(event, &cast)?.text;
            let rolled = matches!(event.kind, EventKind::Checked { .. });
            let thing = if rolled { things.next() } else { None };
            Some(match thing {
                Some(thing) => format!("   {}: {text}\n", cast.worn(thing.owner, thing.item)),
                None => format!("   {text}\n"),
            })
        });
        told.collect()
    }

    /// Who woke, healed or died of those who had lain below 0 in the camp before this leg, a line each.
    fn hours(&self, catalogue: &Arc<Catalogue>) -> String {
        let (battle, rules) = (&self.battle, self.battle.rules().clone());
        let cast = Cast::new(&battle.view(), rules, catalogue.clone());
        let before = |event: &&Event| !matches!(event.kind, EventKind::RoundBegan { .. });
        let decides = |event: &&Event| match event.kind {
            EventKind::Died { .. } => true,
            EventKind::PercentRolled {
                purpose, success, ..
            } => success && matches!(purpose, Purpose::Wake | Purpose::Mend),
            _ => false,
        };
        let first = battle.events().iter().take_while(before);
        let told = first.filter(decides).filter_map(|event| tell(event, &cast));
        told.map(|told| format!("   {}\n", told.text)).collect()
    }

    /// What came of this leg, and what was done after it, in a few lines.
    ///
    /// # Errors
    /// When the content no longer has the leg.
    pub fn told(&self, catalogue: &Arc<Catalogue>) -> Result<String, String> {
        let (level, _) = self.journey.place(catalogue)?;
        let view = self.battle.view();
        let came = match self.stage {
            Stage::Beaten => "lost",
            _ => "won",
        };
        let rounds = counted(usize::from(view.rounds()), "round");
        let mut text = self.repairs(catalogue) + &self.hours(catalogue);
        let _ = write!(
            text,
            "{}. {}, {} left: {came} in {rounds}",
            self.journey.leg + 1,
            catalogue.levels[level].name,
            counted(usize::from(self.journey.days_left), "day"),
        );
        let side = self.side(catalogue)?;
        let lost = self.journey.losses(&self.battle, catalogue);
        let of_ours = view.combatants.iter().filter(|who| who.side == side);
        let left = of_ours.filter(|who| !lost.contains(&who.name));
        let left: Vec<String> = left
            .map(|who| format!("{} {}/{}", who.name, who.hit_points, who.max_hit_points))
            .collect();
        if !left.is_empty() {
            let _ = write!(text, "\n   left: {}", left.join(", "));
        }
        if !lost.is_empty() {
            let _ = write!(text, "\n   lost: {}", lost.join(", "));
        }
        if let (Some(camp), Some(leg)) = (&self.camp, self.journey.next_leg(catalogue)) {
            let days = counted(usize::from(camp.days(leg)), "day");
            let _ = write!(text, "\n   camp: {days}");
            let hired: Vec<&str> = camp.recruits(leg).map(|one| one.name.as_str()).collect();
            if !hired.is_empty() {
                let _ = write!(text, ", hired {}", hired.join(", "));
            }
        }
        let end = match self.stage {
            Stage::Arrived => "\nThe journey is at its end, and the warband has arrived.",
            Stage::TooLate => "\nThe days have run out.",
            _ => "",
        };
        text.push_str(end);
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::contract::CombatantSetup;
    use crate::combat::testkit::testing::shipped;

    /// Those of the warband as they came into a battle, by name and hit points.
    fn came(leg: &Travelled, catalogue: &Catalogue) -> Vec<(String, Option<i32>)> {
        let side = leg.side(catalogue).unwrap();
        let of_ours = |one: &&CombatantSetup| one.side == side;
        let all = leg.battle.setup().combatants.iter().filter(of_ours);
        all.map(|one| (one.name.clone(), one.hit_points)).collect()
    }

    #[test]
    fn the_computer_plays_the_journey_to_its_end_under_every_rule_system() {
        let catalogue = shipped();
        let id = catalogue.journeys.id("salt_road").unwrap();
        let fast = Profile::named("fast").unwrap();
        let minds = Minds {
            warband: fast,
            enemies: fast,
        };
        for rules in &catalogue.rulesets {
            let mut farthest = 0;
            for seed in [1000, 2000] {
                let way = travel(&catalogue, rules, id, minds, None, seed).unwrap();
                farthest = farthest.max(way.len());
                let last = way.last().unwrap();
                assert!(last.stage.is_end(), "{}: {:?}", rules.id, last.stage);
                for pair in way.windows(2) {
                    let [before, after] = pair else { continue };
                    let (camp, leg) = (before.camp.as_ref(), before.journey.next_leg(&catalogue));
                    let (camp, leg) = (camp.unwrap(), leg.unwrap());
                    let left = before.battle.survivors();
                    let rest = camp.whole_rest(leg);
                    let mut wanted: Vec<(String, Option<i32>)> = left
                        .into_iter()
                        .map(|seat| {
                            let name = &before.battle.setup().combatants[seat.index()].name;
                            let left = before.battle.rested(seat, rest).hit_points;
                            (name.clone(), Some(left))
                        })
                        .collect();
                    wanted.extend(camp.recruits(leg).map(|one| (one.name.clone(), None)));
                    assert_eq!(came(after, &catalogue), wanted, "{}", rules.id);
                    let days = before.journey.days_left - camp.days(leg) - leg.days;
                    assert_eq!(after.journey.days_left, days);
                }
            }
            assert!(farthest > 1, "{}: nobody wins the first leg", rules.id);
        }
    }
}
