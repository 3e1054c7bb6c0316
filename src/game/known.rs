//! What those before the screen know of the battle: the picture leaves out the rest.

use std::borrow::Cow;

use crate::combat::contract::{Awareness, CombatantView};
use crate::combat::{Battle, Refusal, SideId, View};
use crate::content::Catalogue;
use crate::game::session::Session;

/// The battle as a side knows it; `None`: everything. Of those whose square alone is known it says no more than that.
pub fn view(battle: &Battle, eyes: Option<SideId>) -> View {
    let Some(side) = eyes else {
        return battle.view();
    };
    let mut view = battle.view_of(side);
    view.combatants.iter_mut().for_each(veil);
    view
}

/// What an unseen combatant is called.
pub const UNSEEN: &str = "Something unseen";

/// Takes away what those who do not see a combatant cannot know of it.
pub fn veil(who: &mut CombatantView) {
    if who.known != Awareness::Seen {
        who.name = UNSEEN.to_owned();
        who.monster = None;
        who.hit_points = who.max_hit_points;
        who.conditions.clear();
    }
}

/// The sentence of a refusal. "Something unseen" replaces the name of a combatant that the player does not see.
pub fn told<'a>(session: &Session, refusal: &'a Refusal) -> Cow<'a, str> {
    let eyes = session.eyes();
    let name = |seat, begins| {
        let seen = |side| session.battle.known_to(side, seat) == Awareness::Seen;
        match eyes.is_none_or(seen) {
            true => session.cast.name(seat),
            false if begins => UNSEEN,
            false => "something unseen",
        }
    };
    refusal.reason.tell(name)
}

/// The figure on the token of a combatant: of one that is not seen, a question mark.
pub fn emblem<'a>(catalogue: &'a Catalogue, who: &CombatantView) -> &'a str {
    if who.known != Awareness::Seen {
        return "unseen";
    }
    let kind = who.monster.and_then(|kind| catalogue.monsters.get(kind));
    kind.map_or("", |kind| kind.token.emblem.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Player, Profile};
    use crate::combat::Choice;
    use crate::combat::testkit::testing::{Scene, action, ruleset, until_turn};
    use crate::game::playback::Shown;
    use crate::game::testing::{over, table};
    use crate::grid::Square;

    fn invisible(system: &str, map: &[&str]) -> Scene {
        let scene = Scene::new(ruleset(system), map);
        scene.change('b', |c| c.conditions.push("invisible".into()))
    }

    #[test]
    fn the_picture_shows_what_the_side_before_it_knows() {
        let scene = invisible("epic_path", &["A..b", "...."]);
        let (mut session, _) = table(&scene);
        let known = |session: &Session| {
            let who = &session.view().combatants[scene.seat('b').index()];
            (who.known, who.area.is_some())
        };
        assert_eq!(known(&session), (Awareness::Unknown, false));
        // Spectators see everything.
        session.start.players = vec![Player::Computer(Profile::default()); 2];
        assert_eq!(known(&session), (Awareness::Seen, true));
    }

    #[test]
    fn where_people_share_the_screen_it_shows_what_the_one_before_it_knows() {
        let scene = invisible("epic_path", &["A..b", "...."]);
        let (mut session, _) = table(&scene);
        session.start.players = vec![Player::Person; 2];
        let known = |session: &Session| session.view().combatants[scene.seat('b').index()].known;
        // Before the first has taken the seat it gives nothing away.
        assert_eq!(known(&session), Awareness::Unknown);
        session.seated = Some(SideId(1));
        assert_eq!(known(&session), Awareness::Seen);
        session.seated = Some(SideId(0));
        assert_eq!(known(&session), Awareness::Unknown);
    }

    #[test]
    fn of_an_unseen_enemy_on_a_known_square_nothing_but_that_is_told() {
        let scene = invisible("classic_d20", &["A..b", "...."]);
        let (session, shown) = table(&scene);
        let who = &shown.view.combatants[scene.seat('b').index()];
        assert_eq!(who.known, Awareness::Square);
        assert!(who.area.is_some() && who.conditions.is_empty());
        assert_eq!(who.name, UNSEEN);
        assert_eq!(emblem(&session.start.catalogue, who), "unseen");
    }

    #[test]
    fn a_refusal_does_not_name_those_who_are_not_seen() {
        let too_far = " is out of reach of your Sword.";
        let not_seen = ": strike at the square where you think it is.";
        for (system, unseen, seen) in [
            (
                "classic_d20",
                format!("Something unseen{too_far}"),
                format!("b{too_far}"),
            ),
            (
                "epic_path",
                format!("You cannot see something unseen{not_seen}"),
                format!("You cannot see b{not_seen}"),
            ),
        ] {
            let scene = invisible(system, &["A..b", "...."]);
            let (mut session, _) = table(&scene);
            let attack = action(&session.battle, "attack");
            let strike = Choice::act_at(attack, 0, scene.seat('b'));
            let refusal = session.battle.check(&strike).expect_err("no blow");
            assert_eq!(told(&session, &refusal), unseen);
            // Spectators see everything.
            session.start.players = vec![Player::Computer(Profile::default()); 2];
            assert_eq!(told(&session, &refusal), seen);
        }
    }

    #[test]
    fn nobody_sees_an_unknown_enemy_walk() {
        let scene = invisible("epic_path", &["A..b", "...."]);
        let mut battle = scene.seeded(1);
        until_turn(&mut battle, scene.seat('b'));
        let walk = action(&battle, "move");
        let way = Choice::walk(walk, vec![Square::new(3, 1)]);
        battle.submit(way).expect("a way");
        let (session, _) = over(battle);
        let mut shown = Shown::before(&session);
        let area = |shown: &Shown| shown.view.combatants[scene.seat('b').index()].area;
        assert_eq!(area(&shown), None);
        shown.show(&session.battle, usize::MAX);
        assert_eq!(area(&shown), None);
    }
}
