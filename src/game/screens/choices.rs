//! What is chosen before a fight: the rule system, who plays which side, the seed.

use bevy::prelude::*;

use crate::ai::player::{self, Player};
use crate::content::LevelDef;
use crate::game::chosen::{Chosen, Library};
use crate::game::intent::SetupEdit;
use crate::game::theme;
use crate::game::widgets::{Look, Tip, button, column, heading, row, side_text, tabbed, text};

/// Lists all choices for a battle in a level. `low`: the window is, and there is no room to spare.
pub fn fill(
    sheet: &mut ChildSpawnerCommands<'_>,
    library: &Library,
    chosen: &Chosen,
    level: &LevelDef,
    low: bool,
) {
    rule_systems(sheet, library, chosen, low);
    if let Some(with) = chosen.optional_opportunities(&library.0) {
        opportunities(sheet, with);
    }
    sheet.spawn(heading("Sides"));
    for (i, side) in level.sides.iter().enumerate() {
        one_side(sheet, (i, &side.name), chosen.players.get(i).copied());
    }
    dice(sheet, chosen.seed);
}

/// The rule systems, and what the chosen one is like.
fn rule_systems(
    sheet: &mut ChildSpawnerCommands<'_>,
    library: &Library,
    chosen: &Chosen,
    low: bool,
) {
    sheet.spawn(heading("Rule system"));
    let list = Node {
        flex_wrap: FlexWrap::Wrap,
        flex_shrink: 0.0,
        justify_content: JustifyContent::SpaceBetween,
        row_gap: px(6),
        ..default()
    };
    sheet.spawn(list).with_children(|list| {
        for (i, rules) in library.0.rulesets.iter().enumerate() {
            let look = match i == chosen.ruleset {
                true => Look::Chosen,
                false => Look::Plain,
            };
            let label = rules.policies.name.clone();
            // Two side by side.
            let cell = Node {
                width: percent(49),
                ..column(0.0)
            };
            list.spawn(cell).with_child((
                button(label, SetupEdit::Ruleset(i), look, true),
                tabbed(),
                Tip(rules.policies.summary.clone()),
            ));
        }
    });
    let Some(rules) = library.0.rulesets.get(chosen.ruleset) else {
        return;
    };
    let summary = rules.policies.summary.clone();
    // Room for the longest, so that nothing below moves with the choice.
    let room = Node {
        min_height: if low { auto() } else { px(160) },
        flex_shrink: 0.0,
        margin: UiRect::vertical(px(4)),
        ..column(0.0)
    };
    sheet
        .spawn(room)
        .with_child(text(summary, theme::body(14.5), theme::INK));
}

/// Whether there will be attacks of opportunity, where the rules leave that open.
fn opportunities(sheet: &mut ChildSpawnerCommands<'_>, with: bool) {
    let line = Node {
        justify_content: JustifyContent::SpaceBetween,
        ..row(8.0)
    };
    sheet.spawn(line).with_children(|line| {
        let words = "Attacks of opportunity";
        line.spawn(text(words, theme::bold(16.0), theme::INK));
        let label = if with { "on" } else { "off" };
        line.spawn((
            button(
                label,
                SetupEdit::AttacksOfOpportunity(!with),
                Look::Plain,
                true,
            ),
            tabbed(),
            Tip("This rule system lets you leave them out of a battle.".into()),
        ));
    });
}

/// Who plays the side of this number and name.
fn one_side(
    sheet: &mut ChildSpawnerCommands<'_>,
    (i, name): (usize, &str),
    player: Option<Player>,
) {
    let label = match player {
        Some(Player::Computer(_)) => "computer",
        _ => "a person",
    };
    sheet
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            ..row(8.0)
        })
        .with_children(|line| {
            line.spawn(side_text(name, theme::bold(16.0), i));
            line.spawn(row(5.0)).with_children(|line| {
                line.spawn((
                    button(label, SetupEdit::Side(i), Look::Plain, true),
                    tabbed(),
                    Tip("Choose who plays this side. Two people take turns at the screen.".into()),
                ));
                if let Some(Player::Computer(profile)) = player {
                    let (name, text) = player::temper(profile);
                    line.spawn((
                        button(name, SetupEdit::Temper(i), Look::Plain, true),
                        tabbed(),
                        Tip(format!(
                            "This computer player {text}. Click to choose another."
                        )),
                    ));
                }
            });
        });
}

/// The seed, and buttons for others.
fn dice(sheet: &mut ChildSpawnerCommands<'_>, seed: u64) {
    let far = seed
        .wrapping_mul(6_364_136_223)
        .wrapping_add(1_442_695)
        .wrapping_rem(1_000_000);
    let others = [
        ("−", seed.saturating_sub(1)),
        ("+", seed.saturating_add(1)),
        ("other", far),
    ];
    // In one line with its heading, so that none of the two is out of sight without the other.
    sheet.spawn(row(6.0)).with_children(|line| {
        line.spawn(heading("Dice"));
        let words = format!("Seed {seed}");
        line.spawn(text(words, theme::bold(16.0), theme::INK));
        line.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        for (label, seed) in others {
            let tip =
                "The same seed and choices give you the same battle. Type digits to enter one.";
            line.spawn((
                button(label, SetupEdit::Seed(seed), Look::Plain, true),
                tabbed(),
                Tip(tip.into()),
            ));
        }
    });
}
