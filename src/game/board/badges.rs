//! Signs of conditions: what stands on a token, and what the pointer is told when that is not all.

use bevy::prelude::*;

use super::inspect;
use super::terrain::Table;
use crate::combat::contract::CombatantView;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::widgets::Tip;
use crate::game::{FrameSet, Menu, words};
use crate::rules::{ConditionDef, Flag, Ruleset};

/// Signs on a combatant who is on its feet.
pub const MOST: usize = 4;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.in_set(FrameSet::Show).run_if(playing()));
}

/// How much a condition tells about a combatant who is out of the fight; less is more.
fn weight(def: &ConditionDef) -> usize {
    const TELLING: [Flag; 8] = [
        Flag::Dead,
        Flag::Dying,
        Flag::Stable,
        Flag::Pinned,
        Flag::NoActions,
        Flag::Helpless,
        Flag::Held,
        Flag::Prone,
    ];
    let found = TELLING.iter().position(|flag| def.flags.contains(flag));
    found.unwrap_or(TELLING.len())
}

/// The conditions in force that have a badge, the most telling one first for the fallen.
fn marked<'a>(rules: &'a Ruleset, who: &'a CombatantView) -> Vec<&'a ConditionDef> {
    let defs = words::in_force(rules, who);
    let mut list: Vec<_> = defs.filter(|def| !def.badge.is_empty()).collect();
    if !who.standing {
        list.sort_by_key(|def| weight(def));
    }
    list
}

/// How many signs there is room for.
fn room(who: &CombatantView) -> usize {
    if who.standing { MOST } else { 1 }
}

/// A condition on a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign<'a> {
    /// The icon by name that says what it is; without one its letters do.
    pub icon: Option<&'a str>,
    pub letters: &'a str,
    pub helps: bool,
}

/// The signs on a token: what hinders it first, as that is what its enemies and its friends look for.
pub fn signs<'a>(rules: &'a Ruleset, who: &'a CombatantView) -> Vec<Sign<'a>> {
    let sign = |def: &'a ConditionDef| Sign {
        icon: def.icon(),
        letters: &def.badge,
        helps: rules.is_boon(def),
    };
    let mut all: Vec<_> = marked(rules, who).into_iter().map(sign).collect();
    if who.standing {
        all.sort_by_key(|sign| sign.helps);
    }
    // Two that look alike say no more than one.
    let mut seen = Vec::new();
    all.retain(|sign| {
        let fresh = sign.icon.is_none() || !seen.contains(&(sign.icon, sign.helps));
        seen.push((sign.icon, sign.helps));
        fresh
    });
    all.truncate(room(who));
    all
}

/// What to say about a combatant whose badges do not say everything.
fn rest(rules: &Ruleset, who: &CombatantView) -> Option<String> {
    let all = marked(rules, who);
    if all.len() <= room(who) {
        return None;
    }
    let names: Vec<_> = all.iter().map(|def| def.name.to_lowercase()).collect();
    Some(format!("{}: {}", who.name, names.join(", ")))
}

/// Pointing at a combatant with more conditions than badges names them all, and names what lies there.
fn tell(
    plan: Res<Plan>,
    shown: Res<Shown>,
    session: Res<Session>,
    menu: Res<State<Menu>>,
    table: Single<&mut Tip, With<Table>>,
) {
    let pointed = plan
        .cursor
        .square
        .filter(|_| !plan.cursor.by_keys && *menu.get() == Menu::None);
    let here = |who: &&CombatantView| {
        let there = who.area.zip(pointed);
        there.is_some_and(|(area, square)| area.contains(square))
    };
    // The one who stands on the fallen is the one pointed at.
    let mut there: Vec<_> = shown.view.combatants.iter().filter(here).collect();
    there.sort_by_key(|who| !who.standing);
    let about = there.first().and_then(|who| rest(session.rules(), who));
    let weapons = &session.start.catalogue.weapons;
    let lying = shown.view.dropped.iter();
    let lying = lying.filter(|(at, _)| pointed == Some(*at));
    let lying = lying.filter_map(|(_, weapon)| weapons.get(*weapon));
    let lying = lying.map(|def| format!("{} on the ground", def.name));
    let all = shown.view.combatants.iter();
    let shields = all.filter(|who| pointed.is_some() && who.shield_at == pointed);
    let shields = shields.filter_map(|who| {
        let shield = who.gear.shield.as_ref()?;
        Some(format!("{} of {} on the ground", shield.name, who.name))
    });
    let lying = lying.chain(shields);
    let ground = pointed.and_then(|square| inspect::square(&session, &shown, square));
    let words: Vec<_> = about.into_iter().chain(lying).chain(ground).collect();
    table.into_inner().set_if_neq(Tip(words.join("\n")));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn def(flags: &str) -> ConditionDef {
        let text = format!("(name: \"x\", flags: [{flags}], badge: \"X\")");
        ron::from_str(&text).expect("reads")
    }

    #[test]
    fn what_helps_is_told_from_what_ails() {
        let rules = crate::combat::testkit::testing::ruleset("spiritual_pressure");
        let boon = |fields: &str| {
            let text = format!("(name: \"x\", badge: \"X\", {fields})");
            let def: ConditionDef = ron::from_str(&text).expect("reads");
            rules.is_boon(&def)
        };
        assert!(boon(
            "effects: [(on: stat(defence), value: 4)], flags: [no_attacks]"
        ));
        assert!(!boon("effects: [(on: attacked_by, value: 4)]"));
        assert!(!boon("flags: [prone]"));
        assert!(!boon(
            "effects: [(on: attack_roll, value: -2), (on: saves, value: -2)]"
        ));
        // What is given up for something is not suffered.
        assert!(boon(
            "effects: [(on: attack_roll, value: -4), (on: stat(defence), value: 2)]"
        ));
        // What comes along with it counts as well.
        assert!(!boon("implies: [\"helpless\"]"));
        for (name, helps) in [
            ("asleep", false),
            ("unconscious", false),
            ("dying", false),
            ("prone", false),
            ("fighting_defensively", true),
            ("total_defence", true),
            ("blade_released", true),
        ] {
            let def = rules.conditions.by_name(name).expect("a condition");
            assert_eq!(rules.is_boon(def), helps, "{name}");
        }
    }

    #[test]
    fn most_conditions_of_every_system_have_an_icon_that_is_drawn() {
        for system in crate::combat::testkit::testing::SYSTEMS {
            let rules = crate::combat::testkit::testing::ruleset(system);
            let all = rules.conditions.iter().map(|(_, def)| def);
            let all: Vec<_> = all.filter(|def| !def.badge.is_empty()).collect();
            let drawn = all.iter().filter_map(|def| def.icon());
            let drawn = drawn.inspect(|name| assert!(crate::art::icon::icon(name).is_some()));
            let drawn = drawn.count();
            assert!(drawn * 2 > all.len(), "{system}: {drawn} of {}", all.len());
        }
    }

    #[test]
    fn dying_says_more_than_lying_on_the_ground() {
        assert!(weight(&def("dying, no_actions")) < weight(&def("no_actions")));
        assert!(weight(&def("no_actions")) < weight(&def("prone")));
        assert!(weight(&def("prone")) < weight(&def("")));
    }
}
