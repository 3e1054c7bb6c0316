//! A walk up to an enemy and the blow there in one go, for those who ask for both at once.

use bevy::prelude::*;

use super::state::{Plan, Target};
use crate::combat::{Request, Seat};
use crate::game::intent::{Intents, PlanEdit};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::{Menu, plan};

/// What is to be struck as soon as the way there is walked; `None`: nothing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Errand(pub Option<Strike>);

/// A blow that is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    pub by: Seat,
    pub target: Seat,
    /// With this, as was shown before the first step.
    pub mode: u8,
}

/// Any other wish ends it: Escape, a click, an action.
pub(super) fn heed(
    mut edits: MessageReader<PlanEdit>,
    plan: Res<Plan>,
    mut errand: ResMut<Errand>,
) {
    for edit in edits.read() {
        let strike = match edit {
            PlanEdit::Through(square) => begun(&plan, *square),
            _ => None,
        };
        errand.set_if_neq(Errand(strike));
    }
}

/// The blow after the walk that a click on a square takes, as it is shown.
fn begun(plan: &Plan, square: crate::grid::Square) -> Option<Strike> {
    let preview = plan.preview.as_ref().filter(|shown| shown.at == square)?;
    let up = preview.approach.as_ref()?;
    Some(Strike {
        by: plan.options.actor?,
        target: up.target,
        mode: up.mode,
    })
}

/// Strikes when the walk has come to its end, if that can still be done with the same weapon.
pub(super) fn go_on(
    session: Res<Session>,
    shown: Res<Shown>,
    plan: Res<Plan>,
    menu: Res<State<Menu>>,
    mut errand: ResMut<Errand>,
    mut intents: Intents,
) {
    let Some(strike) = errand.0 else { return };
    if session.battle.acting() != Some(strike.by) {
        errand.0 = None;
        return;
    }
    let asked = matches!(session.question(), Some(Request::Turn { seat }) if *seat == strike.by);
    let waits = !shown.settled || *menu.get() != Menu::None || plan.cursor.warned.is_some();
    if waits || !asked || plan.options.actor != Some(strike.by) {
        return;
    }
    errand.0 = None;
    let reached = plan
        .options
        .targets
        .iter()
        .find(|one| one.seat == strike.target);
    let place = shown.view.combatants.get(strike.target.index());
    let place = place.and_then(|who| who.area);
    if let Some(area) =
        place.filter(|_| reached.is_some_and(|one| is_struck(one, strike, &session)))
    {
        if reached.and_then(Target::mode) != Some(strike.mode) {
            intents.send(PlanEdit::AttackMode(strike.mode));
        }
        intents.send(PlanEdit::Click(area.anchor));
    }
}

fn is_struck(target: &Target, strike: Strike, session: &Session) -> bool {
    let (by, mode) = (strike.by, strike.mode);
    target.refusal.is_none() && session.sight().can_attack(by, mode, strike.target, None)
}

pub(super) fn plugin(app: &mut App) {
    use crate::game::FrameSet;
    app.init_resource::<Errand>();
    app.add_systems(
        OnEnter(crate::game::Screen::Battle),
        |mut errand: ResMut<Errand>| errand.0 = None,
    );
    app.add_systems(
        Update,
        (
            heed.in_set(FrameSet::Apply).after(plan::edit),
            go_on.in_set(FrameSet::Show).after(plan::refresh),
        )
            .run_if(crate::game::session::playing()),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Choice;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::pointed;
    use crate::game::plan::state::Preview;
    use crate::game::testing::table;
    use crate::grid::Square;

    fn walk(preview: &Preview) -> Choice {
        preview
            .approach
            .as_ref()
            .expect("a walk up to it")
            .walk
            .clone()
    }

    #[test]
    fn what_is_shown_as_a_whole_is_done_as_a_whole_and_stops_where_it_cannot_go_on() {
        let scene = Scene::new(ruleset("classic_d20"), &["A...b.", "......"]);
        let (mut session, mut shown) = table(&scene);
        let enemy = Square::new(4, 0);
        let plan = pointed(&session, &shown, enemy);
        let strike = begun(&plan, enemy).expect("a blow to come");
        assert_eq!(
            (strike.by, strike.target),
            (scene.seat('A'), scene.seat('b'))
        );
        assert_eq!(begun(&plan, Square::new(1, 1)), None, "not what is shown");
        let reaches = |session: &Session, shown: &Shown| {
            let plan = pointed(session, shown, enemy);
            let target = plan
                .options
                .targets
                .iter()
                .find(|one| one.seat == strike.target);
            target.is_some_and(|target| is_struck(target, strike, session))
        };
        assert!(!reaches(&session, &shown), "too far from here");
        let preview = plan.preview.as_ref().expect("a preview");
        assert!(session.submit(walk(preview)), "{:?}", session.refusal);
        shown.rewind(&session);
        shown.settled = true;
        assert!(reaches(&session, &shown), "from the end of the way");
    }
}
