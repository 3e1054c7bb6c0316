//! Between two battles: what is repaired in the rest, and by whom.

use bevy::prelude::*;

use crate::combat::contract::setup::WEAR_WORDS;
use crate::combat::contract::{Repair, Wearable};
use crate::combat::{Repairable, Rest, Seat};
use crate::game::intent::SetupEdit;
use crate::game::known;
use crate::game::session::Session;
use crate::game::theme;
use crate::game::widgets::{Cites, Look, Tip, button, row, tabbed, text};

/// How many may be chosen from for each thing: the best.
const CRAFTERS: usize = 3;

/// A line for everything that is worn, with those who could repair it.
pub fn spawn(
    panel: &mut ChildSpawnerCommands<'_>,
    session: &Session,
    rest: Rest,
    chosen: &[Repair],
) {
    let things = session.battle.repairables(rest);
    if things.is_empty() {
        return;
    }
    panel.spawn(text("Repairs in this rest", theme::bold(15.0), theme::INK));
    for thing in things {
        panel
            .spawn(row(6.0))
            .with_children(|line| one(line, session, &thing, chosen));
    }
}

fn one(
    line: &mut ChildSpawnerCommands<'_>,
    session: &Session,
    thing: &Repairable,
    chosen: &[Repair],
) {
    let name = |seat: Seat| session.cast.name(seat).to_owned();
    let what = match thing.item {
        Wearable::Armour => "armour",
        Wearable::Helmet => "helmet",
        Wearable::Shield => "shield",
    };
    let now = state(thing.wear.hit_points, thing.wear.condition);
    let owner = name(thing.owner);
    let better = match &thing.prospect {
        Ok(better) => better,
        Err(refusal) => {
            let reason = known::told(session, refusal);
            let words = format!("{owner}\u{2019}s {what}, {now}: {reason}");
            let rule = refusal.rule.into_iter().collect();
            line.spawn((
                Node::default(),
                Cites(rule),
                children![text(words, theme::body(14.5), theme::FADED)],
            ));
            return;
        }
    };
    let then = state(better.hit_points, better.condition);
    let words = format!(
        "{owner}\u{2019}s {what}: {now} → {then} with a check of {}",
        better.difficulty
    );
    line.spawn(text(words, theme::body(14.5), theme::INK));
    let (owner, item) = (thing.owner, thing.item);
    let mine = |one: &&Repair| (one.owner, one.item) == (owner, item);
    let by = chosen.iter().find(mine).map(|one| one.by);
    let look = |on: bool| if on { Look::Chosen } else { Look::Plain };
    for (seat, chance) in thing.crafters.iter().take(CRAFTERS) {
        let repair = Repair {
            by: *seat,
            owner,
            item,
        };
        let label = format!("{} {:.0} %", name(*seat), chance * 100.0);
        line.spawn((
            button(label, SetupEdit::Repair(repair), look(by == Some(*seat)), true),
            tabbed(),
            Tip("It is tried once in this rest; you see what comes of it as the next battle begins.".into()),
        ));
    }
    let leave = SetupEdit::Leave(owner, item);
    line.spawn((
        button("leave it", leave, look(by.is_none()), true),
        tabbed(),
    ));
}

/// The state of a thing in a few words: `battered, 12 points`.
fn state(hit_points: i32, condition: u8) -> String {
    match condition {
        0 => format!("{hit_points} points"),
        worse => {
            let word = WEAR_WORDS.get(usize::from(worse)).copied();
            format!("{}, {hit_points} points", word.unwrap_or("destroyed"))
        }
    }
}
