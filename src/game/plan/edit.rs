//! Taking up what the player has in mind.

use bevy::prelude::*;

use super::readied::Watch;
use super::state::{Plan, Selection};
use super::work::{self, threatened};
use super::{offer, pick, ring};
use crate::combat::{Choice, Refusal};
use crate::game::Menu;
use crate::game::awake::Awake;
use crate::game::intent::{Command, PlanEdit};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::settings::Settings;
use crate::grid::Square;
use crate::rules::{ActionDef, ActionId};

/// The menus under which the plan can change.
const OPEN: [Menu; 4] = [Menu::None, Menu::EndTurn, Menu::Actions, Menu::FreeActions];

/// Changes the plan. What is decided by that goes on as a command.
pub(in crate::game) fn edit(
    mut edits: MessageReader<PlanEdit>,
    mut session: ResMut<Session>,
    shown: Res<Shown>,
    menu: Res<State<Menu>>,
    settings: Res<Settings>,
    mut plan: ResMut<Plan>,
    mut next: ResMut<NextState<Menu>>,
    mut decided: MessageWriter<Command>,
    mut awake: ResMut<Awake>,
) {
    for edit in edits.read() {
        if !OPEN.contains(menu.get()) {
            continue;
        }
        awake.stir();
        plan.cursor.bold = !settings.ask_on_way;
        let choice = match edit {
            // The dock of the one who acted last stays while others do, and begins nothing.
            PlanEdit::Begin(_) if !shown.settled => None,
            PlanEdit::Begin(action) => {
                NextState::set_if_neq(&mut next, Menu::None);
                session.refusal = in_vain(&plan, *action);
                match session.refusal {
                    Some(_) => None,
                    None => begin(&session, &mut plan, *action),
                }
            }
            PlanEdit::Cancel => {
                session.refusal = None;
                plan.forget();
                None
            }
            PlanEdit::Ring(seat) => {
                plan.ring = seat
                    .filter(|_| shown.settled)
                    .and_then(|seat| ring::around(&session, &shown, &plan, seat));
                plan.revision += 1;
                None
            }
            // A click beside an open ring closes it, and means nothing else.
            PlanEdit::Click(_) | PlanEdit::Through(_) | PlanEdit::GoRound(_)
                if plan.ring.take_if(|ring| !ring.holds(edit)).is_some() =>
            {
                plan.revision += 1;
                None
            }
            PlanEdit::Take(action, square) if shown.settled => {
                session.refusal = None;
                plan.ring = None;
                let choice = take(&session, &shown, &mut plan, *action, *square);
                session.refusal = why_not(&session, &shown, &plan, choice.as_ref());
                choice
            }
            PlanEdit::Click(square) | PlanEdit::Through(square) if shown.settled => {
                plan.ring = None;
                session.refusal = None;
                let choice = click(&session, &shown, &mut plan, *square);
                session.refusal = why_not(&session, &shown, &plan, choice.as_ref());
                choice
            }
            PlanEdit::GoRound(square) if shown.settled => {
                let decided = go_round(&session, &shown, &mut plan, *square);
                session.refusal = why_not(&session, &shown, &plan, decided.as_ref());
                decided
            }
            PlanEdit::Click(_)
            | PlanEdit::Through(_)
            | PlanEdit::GoRound(_)
            | PlanEdit::Take(..) => None,
            PlanEdit::EndTurn if session.battle.acting().is_none() => None,
            PlanEdit::EndTurn => {
                let asks = settings.ask_before_end && *menu.get() == Menu::None;
                let warns = asks && !plan.unspent(&session).is_empty();
                let wanted = if warns { Menu::EndTurn } else { Menu::None };
                NextState::set_if_neq(&mut next, wanted);
                (!warns).then_some(Choice::EndTurn)
            }
            PlanEdit::ToggleThreat => {
                plan.threat = match plan.threat {
                    Some(_) => None,
                    None => Some(threatened(&session)),
                };
                plan.revision += 1;
                None
            }
            PlanEdit::FillPlaces => {
                if let Some(deployment) = &mut plan.deployment {
                    deployment.fill(&session);
                    plan.revision += 1;
                }
                None
            }
            other => {
                if select(&mut plan.selection, other) {
                    plan.renew();
                } else {
                    plan.revision += 1;
                }
                None
            }
        };
        // The session outlives the plan: saving, undoing and loading keep the squares.
        if let Some(deployment) = &plan.deployment {
            session.placed = deployment.placed();
        }
        if let Some(choice) = choice {
            decided.write(Command::Choose(choice));
        }
    }
}

/// Why an action that is dim cannot be begun now; nothing of one that is begun, and is dropped again.
fn in_vain(plan: &Plan, action: ActionId) -> Option<Refusal> {
    if plan.selection.action == Some(action) {
        return None;
    }
    let option = plan.option(action);
    let refused = option.and_then(|option| option.refusal.clone());
    let idle = plan.idles(action);
    refused.or_else(|| idle.map(|why| why.cloned().unwrap_or_else(no_target)))
}

/// There is nobody whom an action could be about.
fn no_target() -> Refusal {
    Refusal {
        rule: None,
        reason: "There is no target for that now.".into(),
    }
}

/// Begins an action, or drops it if it was begun; the choice, if it needs nothing more.
fn begin(session: &Session, plan: &mut Plan, action: ActionId) -> Option<Choice> {
    let at_once = offer::at_once(session, plan, action);
    plan.selection.drawer = None;
    if at_once.is_none() {
        if plan.selection.action == Some(action) {
            plan.forget();
        } else {
            let selection = &mut plan.selection;
            selection.action = Some(action);
            selection.prepared = None;
            selection.watch = Watch::All;
            selection.enters = None;
            selection.variants.clear();
            selection.targets.clear();
            plan.renew();
        }
    }
    at_once
}

/// What a click on a square decides: exactly what the square shows. `None` if it places or collects
/// a combatant, or asks further.
pub(in crate::game) fn click(
    session: &Session,
    shown: &Shown,
    plan: &mut Plan,
    square: Square,
) -> Option<Choice> {
    if plan.place(session, square) || plan.pick(session, shown, square) {
        return None;
    }
    // A click where nothing was pointed at, or after a change in the same frame.
    plan.point(Some(square), plan.cursor.by_keys);
    work::renew(session, shown, plan);
    work::look(session, shown, plan);
    let choice = plan.previewed(square)?.clone();
    plan.revision += 1;
    // What may be the last way is gone only at the second click.
    if plan.asks(&choice, plan.is_reckless()) {
        return None;
    }
    plan.selection.variants = pick::ways(session, &choice);
    if plan.selection.variants.len() >= 2 {
        return None;
    }
    plan.selection.variants.clear();
    Some(choice)
}

/// Begins an action and points it at a square in one go.
fn take(
    session: &Session,
    shown: &Shown,
    plan: &mut Plan,
    action: ActionId,
    square: Square,
) -> Option<Choice> {
    let warned = plan.cursor.warned.take();
    plan.forget();
    plan.cursor.warned = warned;
    plan.selection.action = Some(action);
    plan.renew();
    work::renew(session, shown, plan);
    click(session, shown, plan, square)
}

/// What a click decides that asks for the way round: that way, or the usual one where there is none.
fn go_round(session: &Session, shown: &Shown, plan: &mut Plan, square: Square) -> Option<Choice> {
    plan.point(Some(square), plan.cursor.by_keys);
    work::renew(session, shown, plan);
    work::look(session, shown, plan);
    let preview = plan.preview.as_ref().filter(|preview| preview.at == square);
    match preview.and_then(|preview| preview.detour.as_ref()) {
        Some(round) => {
            let (choice, reckless) = (round.choice.clone(), round.path.is_reckless());
            plan.revision += 1;
            (!plan.asks(&choice, reckless)).then_some(choice)
        }
        None if preview.is_some_and(|preview| preview.part.is_some()) => {
            preview.and_then(|preview| preview.part.clone())
        }
        None => click(session, shown, plan, square),
    }
}

/// Why a click in your own turn did nothing, if it did nothing at all.
fn why_not(
    session: &Session,
    shown: &Shown,
    plan: &Plan,
    choice: Option<&Choice>,
) -> Option<Refusal> {
    let asks = !plan.selection.variants.is_empty() || plan.cursor.warned.is_some();
    let collects = !plan.selection.targets.is_empty();
    if choice.is_some() || asks || collects || plan.options.seat.is_none() {
        return None;
    }
    let preview = plan.preview.as_ref();
    let refusal = preview.and_then(|preview| preview.forecast.refusal.clone());
    let refusal = refusal.or_else(|| no_blow(session, shown, plan));
    Some(refusal.unwrap_or_else(|| Refusal {
        rule: None,
        reason: "You can do nothing there now: it is out of reach, or taken.".into(),
    }))
}

/// Why no enemy can be struck at all now, if the click was on one and no other action is begun.
fn no_blow(session: &Session, shown: &Shown, plan: &Plan) -> Option<Refusal> {
    let actor = plan
        .options
        .seat
        .filter(|_| plan.selection.action.is_none())?;
    let seat = Plan::anyone_at(shown, plan.cursor.square?)?;
    if session.battle.side_of(seat) == session.battle.side_of(actor) {
        return None;
    }
    let actions = &session.rules().actions;
    let strikes = |action| actions.get(action).is_some_and(ActionDef::is_plain_attack);
    let mut blows = plan.options.actions.iter();
    let blow = blows.find(|option| strikes(option.action))?;
    blow.refusal.clone()
}

/// Changes what is selected; true if options and targets depend on it.
fn select(selection: &mut Selection, edit: &PlanEdit) -> bool {
    let manner = &mut selection.manner;
    match edit {
        PlanEdit::AttackMode(mode) => {
            selection.mode = Some(*mode);
            selection.drawer = None;
        }
        PlanEdit::Kind(kind) => manner.kind = Some(*kind),
        PlanEdit::Amount(amount) => manner.amount = *amount,
        PlanEdit::ToggleLethality => manner.other_lethality = !manner.other_lethality,
        PlanEdit::ToggleBothWeapons => manner.both_weapons = !manner.both_weapons,
        PlanEdit::ToggleDefensively => manner.defensively = !manner.defensively,
        PlanEdit::TryInstead(action) => {
            let same = manner.instead == Some(*action);
            manner.instead = (!same).then_some(*action);
        }
        PlanEdit::Drawer(drawer) => {
            let open = selection.drawer;
            selection.drawer = drawer.filter(|drawer| open != Some(*drawer));
            return false;
        }
        PlanEdit::Prepare(action) => {
            selection.prepared = Some(*action);
            selection.drawer = None;
            return false;
        }
        PlanEdit::AskWhom => {
            selection.watch = Watch::Asking;
            return false;
        }
        PlanEdit::AskSquare(enters) => selection.enters = *enters,
        PlanEdit::WatchFor(seat) => {
            selection.watch = Watch::Only(*seat);
            return false;
        }
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    const MAP: [&str; 3] = ["A...b.", "......", "..c..."];

    /// Once the turn is spent, a click on an enemy beside you says so.
    #[test]
    fn a_click_on_an_enemy_says_why_it_cannot_be_struck() {
        let (mut session, mut shown) = table(&Scene::new(ruleset("classic_d20"), &["Ab"]));
        let guard = session.rules().actions.id("total_defence");
        assert!(session.submit(Choice::act(guard.expect("a guard"))));
        shown.rewind(&session);
        shown.settled = true;
        let mut plan = Plan::default();
        let choice = click(&session, &shown, &mut plan, Square::new(1, 0));
        let why = why_not(&session, &shown, &plan, choice.as_ref()).expect("a refusal");
        let reason = "You have no standard action left this turn.";
        assert_eq!((choice, &*session.battle.tell(&why)), (None, reason));
    }

    /// Points at a square and looks what it offers.
    fn point(session: &Session, shown: &Shown, plan: &mut Plan, at: Square) -> Option<Choice> {
        plan.point(Some(at), false);
        work::renew(session, shown, plan);
        work::look(session, shown, plan);
        plan.previewed(at).cloned()
    }

    #[test]
    fn a_click_decides_what_the_square_shows() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &MAP));
        let mut plan = Plan::default();
        let squares: Vec<_> = session.battle.dimensions().squares().collect();
        let mut decided = 0;
        for square in squares {
            let seen = point(&session, &shown, &mut plan, square);
            let chosen = click(&session, &shown, &mut plan, square);
            assert_eq!(chosen, seen, "{square:?}");
            decided += usize::from(chosen.is_some());
        }
        assert!(decided > 8, "{decided} squares offer something");
    }

    #[test]
    fn a_click_without_pointing_asks_before_a_way_that_may_be_the_last() {
        let scene = Scene::new(ruleset("classic_d20"), &["......", ".Ab...", "......"]);
        let scene = scene.change('A', |who| who.hit_points = Some(1));
        let (session, shown) = table(&scene);
        let squares: Vec<_> = session.battle.dimensions().squares().collect();
        let mut asked = 0;
        for square in squares {
            let mut plan = Plan::default();
            let first = click(&session, &shown, &mut plan, square);
            if plan.is_reckless() {
                assert_eq!(first, None, "{square:?}");
                assert!(click(&session, &shown, &mut plan, square).is_some());
                asked += 1;
            }
        }
        assert!(asked > 3, "{asked}");
    }

    #[test]
    fn what_is_dim_says_why_and_is_not_begun() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &MAP));
        let plan = super::work::refreshed(&session, &shown);
        let dim = plan.options.actions.iter().filter(|o| !plan.is_open(o));
        let dim: Vec<_> = dim.map(|option| option.action).collect();
        assert!(dim.iter().any(|action| plan.idles(*action).is_some()));
        assert!(dim.iter().all(|action| in_vain(&plan, *action).is_some()));
        let mut open = plan.options.actions.iter().filter(|o| plan.is_open(o));
        assert!(open.all(|option| in_vain(&plan, option.action).is_none()));
    }

    #[test]
    fn a_click_works_nothing_out_anew() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &MAP));
        let mut plan = Plan::default();
        let square = Square::new(2, 1);
        let seen = point(&session, &shown, &mut plan, square);
        assert!(matches!(seen, Some(Choice::Act { .. })));
        if let Some(preview) = &mut plan.preview {
            preview.choice = Some(Choice::EndTurn);
        }
        let chosen = click(&session, &shown, &mut plan, square);
        assert_eq!(chosen, Some(Choice::EndTurn));
    }

    #[test]
    fn a_click_after_a_change_in_the_same_frame_decides_what_is_shown_then() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &MAP));
        let mut plan = Plan::default();
        let square = Square::new(2, 1);
        let walk = point(&session, &shown, &mut plan, square);
        // Something else is selected, and the picture has not been drawn since.
        let step = session.rules().actions.id("five_foot_step");
        plan.selection.action = step;
        plan.renew();
        let chosen = click(&session, &shown, &mut plan, square);
        assert!(step.is_some() && chosen != walk);
        assert_eq!(chosen.as_ref(), plan.previewed(square));
    }
}
