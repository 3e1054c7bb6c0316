//! Which event sounds how.

use bevy::prelude::*;

use super::session::Session;
use crate::combat::contract::{Event, EventKind, Miss};
use crate::combat::{Seat, SideId, View};
use crate::rules::{ConditionId, DamageKind, Flag};
use crate::sound::Sound;

/// Whether the game was built with sound at all; without it nothing about sound is on the screen.
pub const AUDIBLE: bool = cfg!(feature = "sound");

/// Something is to be heard now.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard(pub Sound);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Heard>();
}

/// How the event of this number sounds; `view` is the picture right after it.
pub fn of(number: usize, session: &Session, view: &View) -> Option<Sound> {
    let events = session.battle.events();
    let before = &events[..number];
    let sound = match &events.get(number)?.kind {
        EventKind::RoundBegan { round: 1.. } => Sound::Round,
        EventKind::TurnBegan { seat } => {
            let side = view.combatants.get(seat.index())?.side;
            session.player(side).is_person().then_some(Sound::Turn)?
        }
        EventKind::Moved { .. } => Sound::Step,
        EventKind::Acted { action, .. } => {
            let action = session.rules().actions.get(*action)?;
            action.ability().map(|_| Sound::Spell)?
        }
        EventKind::AttackRolled { attacker, mode, .. } => {
            match shoots(session, view, *attacker, *mode) {
                true => Sound::Loose,
                false => Sound::Swing,
            }
        }
        EventKind::AttackFailed { why, .. } => match why {
            Miss::Blocked | Miss::Cover => Sound::Block,
            Miss::Interrupted => return None,
            _ => Sound::Miss,
        },
        EventKind::LayerTook { passed: ..=0, .. } => Sound::Block,
        EventKind::Hurt { seat, kind, .. } => wound(before, *seat, *kind, session, view),
        EventKind::Healed { amount: 1.., .. } => Sound::Heal,
        EventKind::ThingStruck { left: ..=0, .. }
        | EventKind::ObjectStruck { left: ..=0, .. }
        | EventKind::ItemDestroyed { .. } => Sound::Break,
        EventKind::ThingStruck { .. } => Sound::Block,
        EventKind::ObjectStruck { .. } | EventKind::StruckAtNothing { .. } => Sound::Blunt,
        EventKind::GroundChanged { terrain, .. } => {
            let terrain = session.start.catalogue.terrain.get(*terrain)?;
            match &terrain.hazard {
                Some(hazard) if hazard.kind == DamageKind::Fire => Sound::Fire,
                _ if terrain.door.is_some() || terrain.heavy.is_some() => Sound::Door,
                _ => return None,
            }
        }
        EventKind::Died { seat } => fall(before, *seat, session)?,
        EventKind::ConditionBegan { seat, condition } if fells(session, *condition) => {
            fall(before, *seat, session)?
        }
        EventKind::BattleEnded { winner, .. } => end(*winner, session),
        _ => return None,
    };
    Some(sound)
}

/// Whether an attack sends something from a string, and throws nothing. A weapon says so itself; of a
/// stat block's attack that is no weapon, what pierces from afar is taken for an arrow.
fn shoots(session: &Session, view: &View, seat: Seat, mode: u8) -> bool {
    let who = view.combatants.get(seat.index());
    let Some(mode) = who.and_then(|who| who.modes.get(usize::from(mode))) else {
        return false;
    };
    let weapons = &session.start.catalogue.weapons;
    match mode.weapon.and_then(|weapon| weapons.get(weapon)) {
        Some(weapon) => weapon.projectile,
        None => mode.ranged && mode.kinds.contains(&DamageKind::Piercing),
    }
}

/// A wound sounds like what deals it, and like a critical hit if it is one.
fn wound(
    before: &[Event],
    wounded: Seat,
    kind: DamageKind,
    session: &Session,
    view: &View,
) -> Sound {
    // The attack that it comes from, if it comes from one: nothing else has begun since.
    let (mut critical, mut arrow) = (false, false);
    for event in before.iter().rev() {
        match &event.kind {
            EventKind::AttackLanded {
                target,
                critical: yes,
                ..
            } if *target == wounded => critical = *yes,
            EventKind::AttackRolled {
                attacker,
                target,
                mode,
                ..
            } => {
                arrow = *target == wounded && shoots(session, view, *attacker, *mode);
                break;
            }
            EventKind::Hurt { .. } | EventKind::Acted { .. } | EventKind::TurnBegan { .. } => break,
            _ => {}
        }
    }
    match kind {
        _ if critical => Sound::Critical,
        DamageKind::Fire => Sound::Fire,
        DamageKind::Cold | DamageKind::Acid | DamageKind::Lightning | DamageKind::Poison => {
            Sound::Sting
        }
        DamageKind::Piercing if arrow => Sound::Arrow,
        DamageKind::Slashing | DamageKind::Piercing => Sound::Blade,
        DamageKind::Bludgeoning | DamageKind::Force | DamageKind::Untyped => Sound::Blunt,
    }
}

/// Whether a condition lays its bearer on the ground.
fn fells(session: &Session, condition: ConditionId) -> bool {
    let condition = session.rules().conditions.get(condition);
    condition.is_some_and(|def| {
        def.flags
            .iter()
            .any(|f| [Flag::Prone, Flag::Dying].contains(f))
    })
}

/// A fall is heard once, however many conditions and events it is told by.
fn fall(before: &[Event], who: Seat, session: &Session) -> Option<Sound> {
    let since = before.iter().rev().take_while(|event| {
        !matches!(
            event.kind,
            EventKind::AttackRolled { .. } | EventKind::TurnBegan { .. } | EventKind::Acted { .. }
        )
    });
    let fell = |event: &Event| match &event.kind {
        EventKind::Died { seat } => *seat == who,
        EventKind::ConditionBegan { seat, condition } => *seat == who && fells(session, *condition),
        _ => false,
    };
    (!since.into_iter().any(fell)).then_some(Sound::Fall)
}

/// The end of a battle sounds as it is for the people before the screen.
fn end(winner: Option<SideId>, session: &Session) -> Sound {
    let watched = !session.start.players.iter().any(|p| p.is_person());
    match winner {
        Some(side) if watched || session.player(side).is_person() => Sound::Victory,
        _ => Sound::Defeat,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::state::app::StatesPlugin;
    use bevy::time::Time;

    use super::*;
    use crate::combat::testkit::testing::{Scene, action, duel, ruleset};
    use crate::combat::{Aim, Battle, Choice};
    use crate::game::Menu;
    use crate::game::awake::Awake;
    use crate::game::intent::Pace;
    use crate::game::playback::{Cue, Shown, Speed, advance};
    use crate::game::testing::over;
    use crate::grid::Square;

    /// What was heard so far.
    #[derive(Resource, Default)]
    struct Ear(Vec<Sound>);

    fn listen(mut heard: MessageReader<Heard>, mut ear: ResMut<Ear>) {
        ear.0.extend(heard.read().map(|heard| heard.0));
    }

    /// A battle at a person's turn, to be shown from where it is.
    fn game(battle: Battle) -> App {
        let (session, shown) = over(battle);
        let mut app = App::new();
        app.add_plugins(StatesPlugin).init_state::<Menu>();
        app.insert_resource(session).insert_resource(shown);
        app.insert_resource(Speed(1)).init_resource::<Awake>();
        app.init_resource::<Time>().init_resource::<Ear>();
        app.add_message::<Pace>().add_message::<Cue>();
        app.add_message::<Heard>();
        app.add_systems(Update, (advance, listen).chain());
        app
    }

    /// Decides, and shows what comes of it.
    fn play(app: &mut App, choice: Choice) -> Vec<Sound> {
        let submitted = app.world_mut().resource_mut::<Session>().submit(choice);
        assert!(submitted, "{:?}", app.world().resource::<Session>().refusal);
        app.world_mut().resource_mut::<Shown>().settled = false;
        for _ in 0..400 {
            app.world_mut()
                .resource_mut::<Time>()
                .advance_by(Duration::from_millis(40));
            app.update();
        }
        assert!(app.world().resource::<Shown>().settled);
        std::mem::take(&mut app.world_mut().resource_mut::<Ear>().0)
    }

    /// Attacks with these dice: what is heard.
    fn attack(scene: &Scene, dice: &[u32]) -> Vec<Sound> {
        let battle = scene.scripted(dice);
        let blow = Choice::act_at(action(&battle, "attack"), 0, scene.seat('a'));
        play(&mut game(battle), blow)
    }

    /// The duel, in which the first combatant fights with this.
    fn armed(arms: &str) -> Scene {
        let attack = ron::from_str(arms).expect("an attack");
        duel(ruleset("classic_d20")).block('A', |block| block.attacks = vec![attack])
    }

    #[test]
    fn an_attack_is_heard_as_the_swing_and_what_comes_of_it() {
        let duel = duel(ruleset("classic_d20"));
        assert_eq!(attack(&duel, &[15, 4]), [Sound::Swing, Sound::Blade]);
        assert_eq!(attack(&duel, &[3]), [Sound::Swing, Sound::Miss]);
    }

    #[test]
    fn a_critical_hit_is_heard_in_place_of_the_wound() {
        let duel = duel(ruleset("classic_d20"));
        let heard = attack(&duel, &[20, 15, 1, 1]);
        assert_eq!(heard, [Sound::Swing, Sound::Critical]);
    }

    #[test]
    fn a_wound_sounds_like_what_deals_it() {
        for (kind, sound) in [
            ("bludgeoning", Sound::Blunt),
            ("piercing", Sound::Blade),
            ("fire", Sound::Fire),
            ("acid", Sound::Sting),
        ] {
            let scene = armed(&format!(
                r#"(name: "Thing", attack: 5, damage: "1d8", kinds: [{kind}])"#
            ));
            assert_eq!(attack(&scene, &[15, 4]), [Sound::Swing, sound], "{kind}");
        }
    }

    #[test]
    fn an_arrow_is_loosed_and_strikes() {
        let bow = r#"(name: "Bow", attack: 5, damage: "1d6", kinds: [piercing], range: Some(60))"#;
        let map = Scene::new(ruleset("classic_d20"), &["A....a"]);
        let bow = ron::from_str(bow).expect("an attack");
        let scene = map.block('A', |block| block.attacks = vec![bow]);
        assert_eq!(attack(&scene, &[15, 4]), [Sound::Loose, Sound::Arrow]);
        assert_eq!(attack(&scene, &[3]), [Sound::Loose, Sound::Miss]);
    }

    #[test]
    fn a_fall_is_heard_once() {
        let frail = duel(ruleset("classic_d20")).change('a', |who| who.hit_points = Some(1));
        let heard = attack(&frail, &[15, 8]);
        let falls = heard.iter().filter(|sound| **sound == Sound::Fall);
        assert_eq!(falls.count(), 1, "{heard:?}");
        assert_eq!(heard.last(), Some(&Sound::Victory));
    }

    #[test]
    fn each_square_of_a_walk_is_a_step_and_the_turn_of_the_computer_has_no_bell() {
        let scene = Scene::new(ruleset("classic_d20"), &["A......", ".......", "......a"]);
        let battle = scene.scripted(&[]);
        let way = [(1, 0), (2, 0)].map(|(x, y)| Square::new(x, y));
        let walk = action(&battle, "move");
        let mut app = game(battle);
        let heard = play(&mut app, Choice::aimed(walk, Aim::Along(way.into())));
        assert_eq!(heard, [Sound::Step, Sound::Step]);
        assert_eq!(play(&mut app, Choice::EndTurn), []);
        assert_eq!(play(&mut app, Choice::EndTurn), [Sound::Round, Sound::Turn]);
    }

    #[test]
    fn what_is_skipped_is_not_heard_but_where_it_leads_is() {
        let scene = duel(ruleset("classic_d20"));
        let battle = scene.scripted(&[15, 4]);
        let blow = Choice::act_at(action(&battle, "attack"), 0, scene.seat('a'));
        let mut app = game(battle);
        app.insert_resource(Speed(3));
        assert_eq!(play(&mut app, blow), []);
        assert_eq!(play(&mut app, Choice::EndTurn), []);
        assert_eq!(play(&mut app, Choice::EndTurn), [Sound::Turn]);
    }
}
