//! The camp after a battle that is won: how long the warband stays, what that makes of it, who comes along,
//! and where the way goes on.

use bevy::prelude::*;

use super::repairs;
use super::rested::{lines, whole};
use crate::content::JourneyDef;
use crate::content::journey::LegDef;
use crate::game::intent::{Intents, SetupEdit};
use crate::game::notice::Notice;
use crate::game::session::{ChosenCamp, ChosenRepairs, Session};
use crate::game::widgets::{Look, Tip, button, column, label, row, tabbed, text};
use crate::game::{FrameSet, Menu, Screen, theme};
use crate::journey::{Camp, Journey, Stage};
use crate::rules::counted;

/// Filled anew when another camp is chosen.
#[derive(Component)]
struct Panel;

pub(super) fn plugin(app: &mut App) {
    let here = in_state(Screen::Victory).and_then(resource_exists::<Session>);
    app.add_systems(OnEnter(Screen::Victory), begin);
    let bare = here.clone().and_then(in_state(Menu::None));
    app.add_systems(Update, keys.in_set(FrameSet::Input).run_if(bare));
    app.add_systems(Update, fill.in_set(FrameSet::Show).run_if(here));
}

/// Begins a camp without rest or hire, and with the usual repairs; one that is come back to after the battle was
/// watched goes on as it was.
fn begin(
    mut chosen: ResMut<ChosenCamp>,
    mut repairs: ResMut<ChosenRepairs>,
    session: Option<Res<Session>>,
    mut after: Local<Option<(u64, usize)>>,
) {
    let battle = session.as_ref().map(|session| {
        let events = session.battle.events().len();
        (session.start.seed, events)
    });
    if battle.is_some() && *after == battle {
        return;
    }
    *after = battle;
    *chosen = ChosenCamp::default();
    let usual = session.map(|session| session.battle.usual_repairs());
    *repairs = ChosenRepairs(usual.unwrap_or_default());
}

/// The place of the camp on the sheet of the victory screen.
pub fn spawn(sheet: &mut ChildSpawnerCommands<'_>) {
    let node = Node {
        margin: UiRect::top(px(10)),
        flex_shrink: 0.0,
        ..column(6.0)
    };
    sheet.spawn((Panel, node));
}

/// What is told where a journey is over; `None`: it is not.
pub fn farewell(session: &Session) -> Option<String> {
    let journey = session.way()?;
    let stage = session.stage().filter(|stage| stage.is_end())?;
    let catalogue = &session.start.catalogue;
    let name = journey.def(catalogue).map_or("", |def| &def.name);
    let days = counted(usize::from(journey.days_left), "day");
    let mut told = match stage {
        Stage::Arrived => format!("{name}: your warband has arrived, with {days} to spare."),
        Stage::TooLate => {
            format!("{name} ends here: {days} left, and the road takes longer than that.")
        }
        _ => format!("{name} ends here. You can fight this battle again with other dice."),
    };
    let lost = journey.lost.iter().map(|one| one.name.clone());
    let lost: Vec<String> = match stage {
        Stage::Beaten => lost.collect(),
        _ => lost
            .chain(journey.losses(&session.battle, catalogue))
            .collect(),
    };
    if !lost.is_empty() {
        told.push_str(&format!(" Lost on the way: {}.", lost.join(", ")));
    } else if stage == Stage::Arrived {
        told.push_str(" No member was lost.");
    }
    Some(told)
}

/// What a panel is made of.
struct Here<'a> {
    session: &'a Session,
    journey: &'a Journey,
    def: &'a JourneyDef,
    leg: &'a LegDef,
    camp: Camp,
}

impl<'a> Here<'a> {
    fn of(
        session: &'a Session,
        journey: &'a Journey,
        chosen: &ChosenCamp,
        repairs: &ChosenRepairs,
    ) -> Option<Self> {
        let catalogue = &session.start.catalogue;
        Some(Self {
            session,
            journey,
            def: journey.def(catalogue).ok()?,
            leg: journey.next_leg(catalogue)?,
            camp: chosen.with(repairs),
        })
    }

    /// Days that are left when the next battle begins after this camp.
    fn days_after(&self, camp: &Camp) -> Option<u16> {
        self.journey.days_after(camp, &self.session.start.catalogue)
    }

    /// The same camp with other days of rest, if there are so many.
    fn stay(&self, rest: Option<u16>) -> Option<SetupEdit> {
        let rest = rest?;
        let camp = Camp {
            rest,
            ..self.camp.clone()
        };
        self.days_after(&camp).map(|_| SetupEdit::Stay(rest))
    }

    fn longer(&self) -> Option<SetupEdit> {
        self.stay(self.camp.rest.checked_add(1))
    }

    fn shorter(&self) -> Option<SetupEdit> {
        self.stay(self.camp.rest.checked_sub(1))
    }
}

/// The arrow keys choose how long the warband stays.
fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    session: Res<Session>,
    chosen: Res<ChosenCamp>,
    repairs: Res<ChosenRepairs>,
    mut intents: Intents,
) {
    if !keys.any_just_pressed([KeyCode::ArrowLeft, KeyCode::ArrowRight]) {
        return;
    }
    let Some(journey) = session.way() else {
        return;
    };
    let Some(here) = Here::of(&session, &journey, &chosen, &repairs) else {
        return;
    };
    let wanted = if keys.just_pressed(KeyCode::ArrowRight) {
        here.longer()
    } else if keys.just_pressed(KeyCode::ArrowLeft) {
        here.shorter()
    } else {
        None
    };
    if let Some(edit) = wanted {
        intents.send(edit);
    }
}

fn fill(
    panel: Single<(Entity, Ref<Panel>)>,
    chosen: Res<ChosenCamp>,
    repairs: Res<ChosenRepairs>,
    session: Res<Session>,
    notice: Res<Notice>,
    mut commands: Commands,
) {
    let (panel, fresh) = panel.into_inner();
    let changed = chosen.is_changed() || repairs.is_changed() || notice.is_changed();
    if !(changed || fresh.is_added()) {
        return;
    }
    let Some(journey) = session.way() else {
        return;
    };
    let Some(here) = Here::of(&session, &journey, &chosen, &repairs) else {
        return;
    };
    let rest = here.camp.whole_rest(here.leg);
    let told = lines(&session, rest).join("    ");
    commands
        .entity(panel)
        .despawn_children()
        .with_children(|panel| {
            way(panel, &here);
            panel.spawn(text(here.leg.text.clone(), theme::body(15.5), theme::INK));
            days(panel, &here);
            panel.spawn(text(told, theme::body(15.5), theme::INK));
            recruits(panel, &here);
            repairs::spawn(panel, &session, rest, &repairs.0);
            if let Some(Err(why)) = &notice.0 {
                panel.spawn(text(why.clone(), theme::body(14.0), theme::RED));
            }
        });
}

/// Where the warband is on its way.
fn way(panel: &mut ChildSpawnerCommands<'_>, here: &Here) {
    let (leg, legs) = (here.journey.leg + 1, here.def.legs.len());
    let left = counted(usize::from(here.journey.days_left), "day");
    let words = format!(
        "{}, {leg} of {legs} battles won: {left} left",
        here.def.name
    );
    panel.spawn(text(words, theme::bold(17.0), theme::RED));
}

/// How long it stays here.
fn days(panel: &mut ChildSpawnerCommands<'_>, here: &Here) {
    panel.spawn(row(6.0)).with_children(|line| {
        line.spawn(label("Rest here", theme::bold(15.0), theme::INK));
        let step = |line: &mut ChildSpawnerCommands<'_>, label: &str, edit: Option<SetupEdit>| {
            let possible = edit.is_some();
            let edit = edit.unwrap_or(SetupEdit::Stay(here.camp.rest));
            line.spawn((
                button(label, edit, Look::Plain, possible),
                tabbed(),
                Tip("You can also choose with ← and →.".into()),
            ));
        };
        step(line, "−", here.shorter());
        let days = counted(usize::from(here.camp.rest), "day");
        line.spawn(label(days, theme::bold(15.0), theme::INK));
        step(line, "+", here.longer());
    });
    let mut words = format!("{} ", whole(here.session));
    if let Some(care) = here.leg.care {
        let days = counted(usize::from(care), "day");
        words.push_str(&format!(
            "You are cared for: {days} here make all of you well. "
        ));
    }
    match here.leg.days {
        0 => {}
        road => words.push_str(&format!(
            "The road takes {}. ",
            counted(usize::from(road), "day")
        )),
    }
    if let Some(left) = here.days_after(&here.camp) {
        let left = counted(usize::from(left), "day");
        words.push_str(&format!("You fight with {left} left."));
    }
    panel.spawn(text(words, theme::body(14.5), theme::FADED));
}

/// Those who can be hired.
fn recruits(panel: &mut ChildSpawnerCommands<'_>, here: &Here) {
    if here.leg.hire.is_empty() {
        return;
    }
    let catalogue = &here.session.start.catalogue;
    let room = here
        .journey
        .room(&here.session.battle, &here.camp, catalogue);
    panel.spawn(row(6.0)).with_children(|line| {
        line.spawn(label("Hire", theme::bold(15.0), theme::INK));
        for (place, one) in here.leg.hire.iter().enumerate() {
            let def = catalogue.monsters.by_name(&one.monster);
            let kind = def.map_or(one.monster.as_str(), |def| def.name.as_str());
            let hired = here.camp.hired.contains(&place);
            let mut with = here.camp.clone();
            with.hired.insert(place);
            let in_time = here.days_after(&with).is_some();
            let possible = hired || (room > 0 && in_time);
            let takes = counted(usize::from(one.days), "day");
            let tip = match () {
                () if possible => format!(
                    "Until {} is here you wait {takes}, and rest meanwhile.",
                    one.name
                ),
                () if in_time => "Your warband has no room for another.".to_owned(),
                () => "You do not have so many days left.".to_owned(),
            };
            let look = if hired { Look::Chosen } else { Look::Plain };
            let label = format!("{}, {}: {takes}", one.name, kind.to_lowercase());
            line.spawn((
                button(label, SetupEdit::Hire(place), look, possible),
                tabbed(),
                Tip(tip),
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    #[test]
    fn a_camp_goes_on_as_it_was_after_the_battle_was_watched() {
        let (session, _) = table(&Scene::new(ruleset("classic_d20"), &["A.b"]));
        let mut app = App::new();
        app.init_resource::<ChosenCamp>()
            .init_resource::<ChosenRepairs>()
            .insert_resource(session);
        let world = app.world_mut();
        let begin = world.register_system(begin);
        let rest = |world: &mut World, chosen: Option<u16>| {
            if let Some(days) = chosen {
                world.resource_mut::<ChosenCamp>().rest = days;
            }
            world.run_system(begin).expect("it runs");
            world.resource::<ChosenCamp>().rest
        };
        assert_eq!(rest(world, Some(5)), 0, "a new camp");
        assert_eq!(rest(world, Some(3)), 3, "the same once more");
        world.resource_mut::<Session>().start.seed += 1;
        assert_eq!(rest(world, None), 0, "the camp after another battle");
    }
}
