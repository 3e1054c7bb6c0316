//! What is told about a combatant on the map: all of it on one slip, short on the token, and in full for the one
//! that is pointed at.

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::labels::{Sketch, slip};
use super::slips::Slips;
use crate::combat::contract::{Affected, CombatantView};
use crate::combat::{AttackForecast, OpportunityForecast};
use crate::game::plan::{Exchange, Plan, Target};
use crate::game::playback::Shown;
use crate::game::{theme, words};
use crate::grid::Area;

/// Size of letters: short, and in full.
const SHORT: f32 = 21.0;
const FULL: f32 = 25.0;

/// All that there is to say about one combatant.
pub(super) struct Chip<'a> {
    who: &'a CombatantView,
    area: Area,
    /// It is pointed at.
    pointed: bool,
    /// The attack on it as things stand.
    now: Option<&'a Target>,
    /// What the attack is made with, if that is not what one would think.
    with: Option<String>,
    /// The attack on it that can follow a walk up to it.
    then: Option<&'a AttackForecast>,
    /// Chances at the end of a way.
    there: Option<&'a Exchange>,
    /// Attacks of opportunity that it would get on the way.
    blows: Vec<&'a OpportunityForecast>,
    /// Those that it would get without a way.
    provoked: Vec<&'a OpportunityForecast>,
    /// What an ability would do to it.
    effects: Vec<&'a Affected>,
}

/// A chip for everyone of whom the plan has something to say.
pub(super) fn of<'a>(plan: &'a Plan, shown: &'a Shown) -> Vec<Chip<'a>> {
    let preview = plan.preview.as_ref();
    // An ability tells what it does to all its targets at once.
    let ability = preview.and_then(|preview| preview.forecast.ability.as_ref());
    let accepted = preview.filter(|preview| preview.forecast.refusal.is_none());
    let path = preview.and_then(|preview| preview.forecast.path.as_ref());
    let up = accepted.and_then(|preview| preview.approach.as_ref());
    let all = shown.view.combatants.iter().filter_map(|who| {
        let (seat, area) = (who.seat, who.area?);
        let targets = plan.options.targets.iter().filter(|_| ability.is_none());
        let mut targets = targets.filter(|target| target.refusal.is_none());
        // A walk up to the target tells the chances from there.
        let then = up.filter(|up| up.target == seat).map(|up| &up.odds);
        let now = targets.find(|target| target.seat == seat && then.is_none());
        let mode = up.filter(|_| then.is_some()).map(|up| up.mode);
        let mode = mode.or_else(|| now.and_then(Target::mode));
        let by = |all: &'a [OpportunityForecast]| all.iter().filter(move |one| one.by == seat);
        let exchanges = accepted.iter().flat_map(|preview| &preview.exchanges);
        let effects = accepted.and(ability).into_iter();
        let effects = effects.flat_map(|ability| &ability.affected);
        let square = plan.cursor.square;
        Some(Chip {
            who,
            area,
            pointed: then.is_some() || square.is_some_and(|square| area.contains(square)),
            now,
            with: mode.and_then(|mode| plan.other_mode(shown, mode)),
            then,
            there: exchanges.into_iter().find(|one| one.seat == seat),
            blows: path.map_or_else(Vec::new, |path| by(&path.opportunities).collect()),
            provoked: accepted.map_or_else(Vec::new, |p| by(&p.forecast.provokes).collect()),
            effects: effects.filter(|one| one.seat == seat).collect(),
        })
    });
    all.filter(|chip| !chip.short().is_empty()).collect()
}

impl Chip<'_> {
    /// Where it stands, if it is what a click would be aimed at.
    pub(super) fn target(&self) -> Option<Area> {
        let aimed_at = self.pointed && (self.now.is_some() || self.then.is_some());
        aimed_at.then_some(self.area)
    }

    /// What can be said of it in a few letters, thing by thing.
    fn short(&self) -> Vec<String> {
        let mut parts = self.done_to_it();
        if let Some(odds) = self.then {
            parts.push(format!("then {}", words::percent(odds.hit)));
        } else if let Some(mine) = self.there.and_then(|there| there.mine) {
            parts.push(format!("you {}", words::percent(mine)));
        } else if let Some(now) = self.now {
            let chance = now.odds.as_ref().map(|odds| odds.hit).or(now.success);
            parts.extend(chance.map(words::percent));
        }
        parts.extend(self.its_chances());
        parts
    }

    /// Everything that is known, line by line.
    fn full(&self) -> Vec<String> {
        let mut lines = self.done_to_it();
        let before = self.with.clone().unwrap_or_default();
        if let Some(odds) = self.then {
            lines.push(format!("then{} {}", spaced(&before), chances(odds)));
        } else if let Some(now) = self.now {
            match (&now.odds, now.success) {
                (Some(odds), _) => {
                    lines.extend(Some(before).filter(|with| !with.is_empty()));
                    lines.extend([chances(odds), words::spread(odds)]);
                }
                (None, Some(success)) => lines.push(words::percent(success)),
                (None, None) => {}
            }
        }
        if let Some(mine) = self
            .there
            .and_then(|there| there.mine)
            .filter(|_| self.then.is_none())
        {
            lines.push(format!("you {}", words::percent(mine)));
        }
        lines.extend(self.its_chances());
        lines
    }

    /// What an ability would do to it; lines are short, so that neighbours can be told apart.
    fn done_to_it(&self) -> Vec<String> {
        let effects = self.effects.iter();
        effects.flat_map(|one| words::effects(one)).collect()
    }

    /// Its own chances to strike: where the way ends, and before.
    fn its_chances(&self) -> Vec<String> {
        let theirs = self.there.and_then(|there| there.theirs);
        let theirs = theirs.or_else(|| any(&self.provoked));
        let theirs = theirs.map(|chance| format!("it {}", words::percent(chance)));
        let way = any(&self.blows).map(|chance| format!("way {}", words::percent(chance)));
        theirs.into_iter().chain(way).collect()
    }

    fn color(&self) -> Color {
        if !self.blows.is_empty() || !self.provoked.is_empty() {
            Color::srgb(1.0, 0.72, 0.62)
        } else if self.there.is_some_and(|there| there.theirs.is_some()) {
            Color::srgb(1.0, 0.80, 0.70)
        } else {
            theme::CREAM
        }
    }

    /// Whether only its chance has to be told.
    fn is_short(&self) -> bool {
        !self.pointed && self.short().len() == 1
    }
}

/// The chance that one of these blows at least hits; `None` without any.
fn any(blows: &[&OpportunityForecast]) -> Option<f64> {
    let misses = blows.iter().map(|one| 1.0 - one.hit).product::<f64>();
    (!blows.is_empty()).then_some(1.0 - misses)
}

/// Hit chance and damage.
fn chances(odds: &AttackForecast) -> String {
    let (low, high) = odds.damage_range;
    format!("{} · {low}–{high}", words::percent(odds.hit))
}

fn spaced(words: &str) -> String {
    match words {
        "" => String::new(),
        words => format!(" {words}"),
    }
}

/// Lines on a slip, with some air on both sides.
fn stacked(lines: &[String]) -> String {
    let lines = lines.iter().map(|line| format!(" {line} "));
    lines.collect::<Vec<_>>().join("\n")
}

/// Draws them: those that lie on their own token in any case come first, so that nothing longer covers them.
pub(super) fn draw(commands: &mut Commands, mut chips: Vec<Chip>, size: f32, slips: &mut Slips) {
    chips.sort_by_key(|chip| (!chip.is_short(), !chip.pointed));
    for chip in chips {
        let seen = slips.sees(chip.area);
        let threatens = !chip.its_chances().is_empty();
        // A chance against what is out of sight is of no use until it is pointed at.
        if !seen && !chip.pointed && !threatens {
            continue;
        }
        let name = format!("{}:", chip.who.name);
        let named = |lines: &[String]| match lines {
            [first, more @ ..] => {
                let first = format!("{name} {first}");
                stacked(&[&[first], more].concat())
            }
            [] => String::new(),
        };
        let (lain, shapes) = if chip.pointed || !seen {
            let (lines, size) = match chip.pointed {
                true => (chip.full(), FULL * size),
                false => (vec![chip.short().join(" · ")], SHORT * size),
            };
            let shapes = [stacked(&lines), named(&lines)];
            let [plain, with_name] = &shapes;
            (
                slips.in_full(chip.area, [plain, with_name], size),
                shapes.to_vec(),
            )
        } else {
            let lines = chip.short();
            let row = format!(" {} ", lines.join(" · "));
            let shapes = match lines.len() {
                1 => vec![row],
                // On the token itself the first thing has to do, so that the token can still be seen.
                _ => vec![row, stacked(&lines), format!(" {} ", lines[0])],
            };
            // No wider than its token.
            let side = f32::from(chip.area.footprint.width.max(1)) * super::TILE;
            let size = (SHORT * size).min(side * 0.32);
            (slips.touching(chip.area, &shapes, size), shapes)
        };
        let text = shapes.into_iter().nth(lain.shape).unwrap_or_default();
        let words = slip(
            text,
            lain.size,
            chip.color(),
            lain.at,
            Anchor::BOTTOM_CENTER,
        );
        commands.spawn((Sketch, words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::pointed;
    use crate::game::testing::table;
    use crate::grid::Square;

    fn told(rows: &[&str], at: Square) -> Vec<(bool, Vec<String>)> {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), rows));
        let plan = pointed(&session, &shown, at);
        let chips = of(&plan, &shown);
        chips
            .iter()
            .map(|chip| (chip.pointed, chip.short()))
            .collect()
    }

    #[test]
    fn all_that_there_is_to_say_of_an_enemy_stands_on_one_chip() {
        let rows = ["Ab....", "......", "......"];
        // Out of its reach, and into it again.
        let away = told(&rows, Square::new(0, 2));
        let [(false, parts)] = away.as_slice() else {
            panic!("{away:?}");
        };
        assert!(
            parts.iter().any(|part| part.starts_with("way ")),
            "{parts:?}"
        );
        let beside = told(&rows, Square::new(2, 1));
        let [(false, parts)] = beside.as_slice() else {
            panic!("{beside:?}");
        };
        assert!(
            parts.iter().any(|part| part.starts_with("you ")),
            "{parts:?}"
        );
        assert!(
            parts.iter().any(|part| part.starts_with("it ")),
            "{parts:?}"
        );
    }

    #[test]
    fn the_one_that_is_pointed_at_is_told_of_in_full() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &["Ab....", "..c..."]));
        let plan = pointed(&session, &shown, Square::new(1, 0));
        let chips = of(&plan, &shown);
        let chip = chips
            .iter()
            .find(|chip| chip.pointed)
            .expect("the neighbour");
        assert!(chip.target().is_some());
        assert!(
            chip.full().iter().any(|line| line.starts_with("mean ")),
            "{:?}",
            chip.full()
        );
    }
}
