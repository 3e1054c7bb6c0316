//! Hints: what a player is told once, when it first comes up.

use super::plan::Plan;
use super::playback::Shown;
use super::session::Session;
use crate::combat::Request;
use crate::combat::contract::CombatantView;
use crate::rules::ConditionDef;

/// Something to be told once.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    /// By which the options remember that it was told.
    pub id: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    /// Whether it fits what is on the screen now.
    comes_up: fn(&Scene) -> bool,
}

/// What is on the screen.
pub struct Scene<'a> {
    pub session: &'a Session,
    pub shown: &'a Shown,
    pub plan: &'a Plan,
}

/// All of them; of several that fit the first is told.
const ALL: [Hint; 9] = [
    Hint {
        id: "opportunity",
        title: "An opening",
        text: "An enemy lowers its guard beside one of yours. You may strike at it now, out of turn, if you still have such a blow this round. Letting it pass keeps the blow for later.",
        comes_up: |scene| matches!(scene.session.question(), Some(Request::Opportunity { .. })),
    },
    Hint {
        id: "readied",
        title: "What you waited for",
        text: "The trigger of a readied action has come. You can take the action now, before the enemy goes on, or let it pass; under some rules it is spent then.",
        comes_up: |scene| matches!(scene.session.question(), Some(Request::Readied { .. })),
    },
    Hint {
        id: "defence",
        title: "How to defend",
        text: "You choose how to meet each attack. What you spend on one is not there for the next, so look who else can reach you. The answers in the last line hold from now on.",
        comes_up: |scene| matches!(scene.session.question(), Some(Request::Defence { .. })),
    },
    Hint {
        id: "marks",
        title: "Marks on the board",
        text: "Lines, corners, hatching, chips and signs each mean something. {F9} shows them all with their meanings.",
        comes_up: |scene| scene.plan.options.actor.is_some(),
    },
    Hint {
        id: "ring",
        title: "What you can do to it",
        text: "Hold the mouse button on a combatant, or point at it and press {`}: everything you can do to it stands around it, with its chance. A right click opens its sheet.",
        comes_up: |scene| {
            let mut targets = scene.plan.options.targets.iter();
            targets.any(|target| target.refusal.is_none())
        },
    },
    Hint {
        id: "fallen",
        title: "One of yours is down",
        text: "Rest the pointer on the fallen to see how it fares. The dying can often be saved: look through the drawers for what helps, and do it before the next blow falls.",
        comes_up: |scene| {
            scene.plan.options.actor.is_some()
                && mine(scene).any(|who| !who.standing && !who.dead && who.area.is_some())
        },
    },
    Hint {
        id: "condition",
        title: "A condition",
        text: "The red sign on your fighter is a condition that hinders it. Rest the pointer on its name on the card to read what it does and how it ends.",
        comes_up: ails,
    },
    Hint {
        id: "risk",
        title: "Dangerous ways",
        text: "A red corner marks a square to which your way costs at least one attack of opportunity. Point at the square to see who would strike, and with what chance.",
        comes_up: |scene| {
            let reaches = scene.plan.options.reaches.iter();
            let mut squares = reaches.flat_map(|reach| &reach.field.squares);
            squares.any(|(.., attacks)| *attacks > 0)
        },
    },
    Hint {
        id: "undo",
        title: "Second thoughts",
        text: "As long as no die was rolled you can take your last step back: press Undo beside the end of your turn, or {Backspace}.",
        comes_up: |scene| scene.plan.options.actor.is_some() && scene.session.battle.can_undo(),
    },
];

impl Hint {
    /// Whether it fits what is on the screen now.
    pub fn fits(&self, scene: &Scene) -> bool {
        (self.comes_up)(scene)
    }
}

/// The first hint that comes up and was not told yet.
pub fn first(scene: &Scene, told: &[String]) -> Option<Hint> {
    let new = |hint: &Hint| !told.iter().any(|id| id == hint.id);
    ALL.into_iter().find(|hint| new(hint) && hint.fits(scene))
}

/// The combatants of the viewer.
fn mine<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a CombatantView> {
    let viewer = scene.session.viewer();
    let all = scene.shown.view.combatants.iter();
    all.filter(move |who| Some(who.side) == viewer)
}

/// Whether the one who acts has a condition that hinders it.
fn ails(scene: &Scene) -> bool {
    let actor = scene.plan.options.actor;
    let who = actor.and_then(|seat| scene.shown.view.combatants.get(seat.index()));
    let rules = scene.session.rules();
    let mut defs = who
        .iter()
        .flat_map(|who| &who.conditions)
        .filter_map(|condition| rules.conditions.get(*condition));
    defs.any(|def: &ConditionDef| !def.badge.is_empty() && !rules.is_boon(def))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene as Drawn, ruleset};
    use crate::game::plan::refreshed;
    use crate::game::testing::table;

    #[test]
    fn a_hint_is_told_once_and_the_next_one_follows() {
        let (session, shown) = table(&Drawn::new(ruleset("classic_d20"), &["Ab....", "......"]));
        let plan = refreshed(&session, &shown);
        let scene = Scene {
            session: &session,
            shown: &shown,
            plan: &plan,
        };
        let mut told = Vec::new();
        while let Some(hint) = first(&scene, &told) {
            told.push(hint.id.to_owned());
        }
        assert_eq!(told, ["marks", "ring", "risk"]);
    }

    #[test]
    fn no_two_hints_are_remembered_alike() {
        for (n, hint) in ALL.iter().enumerate() {
            assert!(ALL[..n].iter().all(|other| other.id != hint.id));
        }
    }
}
