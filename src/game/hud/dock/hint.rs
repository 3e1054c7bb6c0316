//! The line above the actions: what is going on, and what the pointer would do.

use bevy::prelude::*;

use super::desk::Desk;
use crate::combat::contract::AbilityForecast;
use crate::combat::{
    Aim, AttackForecast, Awareness, Choice, EventKind, Forecast, OpportunityForecast, PathForecast,
    Refusal, Request, Seat,
};
use crate::game::intent::Consult;
use crate::game::known;
use crate::game::plan::{Approach, Plan, Preview, Target};
use crate::game::playback::{Shown, visible};
use crate::game::session::Session;
use crate::game::widgets::{Cites, Look, Tip, button_body, label, row, text};
use crate::game::{theme, words};
use crate::grid::Square;
use crate::rules::{ActionId, RuleId, Targeting};

/// A sentence, and the rule that can be looked up about it.
type Line = (String, Option<RuleId>);

/// Spawns the line.
pub(super) fn spawn(panel: &mut ChildSpawnerCommands<'_>, desk: &Desk) {
    let session = desk.session;
    let (line, rule) = match desk.waits && session.refusal.is_none() {
        true => (meanwhile(session, desk.shown), None),
        false => line_of(session, desk.plan, desk.shown),
    };
    let line = desk.keys.tell(&line);
    panel
        .spawn((row(8.0), Pickable::IGNORE))
        .with_children(|panel| {
            panel.spawn(text(line, theme::body(15.0), theme::CREAM));
            if let Some(rule) = rule {
                panel.spawn((
                    button_body(Consult::Rule(rule), Look::Line, true),
                    Tip(words::rule(session.rules(), rule)),
                    Cites(vec![rule]),
                    children![label(
                        session.rules().rule_name(rule).to_owned(),
                        theme::bold(13.0),
                        theme::BRASS
                    )],
                ));
            }
        });
}

fn line_of(session: &Session, plan: &Plan, shown: &Shown) -> Line {
    if let Some(refusal) = &session.refusal {
        return refused(session, "", refusal);
    }
    if !shown.settled {
        return (meanwhile(session, shown), None);
    }
    if plan.options.seat.is_none() {
        let line = match session.question() {
            Some(Request::Deploy { .. }) => "Place your warband.",
            Some(_) => "You have a decision to make.",
            None => "The other side is thinking.",
        };
        return (line.into(), None);
    }
    if let Some(pointed) = pointed_at(session, plan, shown) {
        return pointed;
    }
    let line = match plan
        .selection
        .action
        .and_then(|a| session.rules().actions.get(a))
    {
        Some(def) if plan.selection.enters.is_some() => {
            format!(
                "{}: choose the square that you watch. Esc cancels.",
                def.name
            )
        }
        Some(def) if plan.options.spread.is_some() => {
            format!(
                "{}: it covers the marked squares; click one of them to use it. Esc cancels.",
                def.name
            )
        }
        Some(def) if def.target == Targeting::Direction => {
            format!(
                "{}: point in the direction you want. Esc cancels.",
                def.name
            )
        }
        Some(def) if def.target == Targeting::Corner => {
            format!("{}: point at its centre. Esc cancels.", def.name)
        }
        Some(def) if plan.offers() => {
            let what = match def.is_step() || plan.options.targets.is_empty() {
                true => "a square",
                false => "a target or a square",
            };
            format!("{}: choose {what}. Esc cancels.", def.name)
        }
        Some(def) if plan.options.targets.is_empty() => {
            format!("{}: choose below. Esc cancels.", def.name)
        }
        Some(def) => format!(
            "{}: you have no target now; point at a combatant to see why. Esc cancels.",
            def.name
        ),
        None => {
            let free = |target: &Target| target.refusal.is_none();
            let walks = !plan.options.reaches.is_empty();
            let strikes = plan.options.targets.iter().any(free);
            let hint = match (walks, strikes) {
                (true, true) => "Click a square to move there, or an enemy to attack it.",
                (true, false) => "Click a square to move there.",
                (false, true) => "Click an enemy to attack it.",
                (false, false) => {
                    "You can still do what is bright below or in the drawers, or end your turn ({Space})."
                }
            };
            // What is in your hand and cannot strike yet comes first.
            let main = plan.options.modes.first();
            match main.and_then(|(_, ready)| ready.as_ref().err()) {
                Some(why) => {
                    let why = known::told(session, why);
                    format!("{why} {}{hint}", loads(session, plan))
                }
                None => hint.into(),
            }
        }
    };
    (line, None)
}

/// What goes on while nothing can be chosen: who does what to whom.
fn meanwhile(session: &Session, shown: &Shown) -> String {
    if shown.settled {
        return "The other side is thinking.".into();
    }
    // Events are told of those alone who are known then, even if the picture is still to find them.
    let name = |seat| named(session, shown, seat).unwrap_or_else(|| words::name(session, seat));
    let played = session.battle.events().iter().take(shown.played).rev();
    let mut told = played.filter(|event| visible(event, session));
    let told = told.find_map(|event| match &event.kind {
        EventKind::AttackRolled {
            attacker, target, ..
        } => Some(format!("{} → {}", name(*attacker), name(*target))),
        EventKind::Moved { seat, .. } => Some(format!("{} moves …", name(*seat))),
        EventKind::TurnBegan { seat } => Some(format!("{} acts …", name(*seat))),
        EventKind::RoundBegan { round } if *round > 0 => Some(format!("Round {round} begins.")),
        _ => None,
    });
    told.unwrap_or_else(|| "…".into())
}

/// What loads the weapon in hand, if that can be done now.
fn loads(session: &Session, plan: &Plan) -> String {
    let mut open = plan.options.actions.iter().filter(|o| plan.is_open(o));
    let load = open.find_map(|option| {
        let def = session.rules().actions.get(option.action)?;
        def.loads().then_some(&def.name)
    });
    load.map_or_else(String::new, |name| format!("“{name}” does that. "))
}

/// A combatant's name, as far as it is known which one it is; `None`: nothing is known of it.
fn named<'a>(session: &'a Session, shown: &'a Shown, seat: Seat) -> Option<&'a str> {
    let who = shown.view.combatants.get(seat.index())?;
    match who.known {
        Awareness::Seen => Some(words::name(session, seat)),
        Awareness::Square => Some(&who.name),
        Awareness::Unknown => None,
    }
}

fn refused(session: &Session, before: &str, refusal: &Refusal) -> Line {
    let reason = known::told(session, refusal);
    (format!("{before}{reason}"), refusal.rule)
}

fn pointed_at(session: &Session, plan: &Plan, shown: &Shown) -> Option<Line> {
    let preview = plan.preview.as_ref()?;
    if let Some(path) = plan.warns_of() {
        let words = words::last_way(session, plan.options.actor, path, again(plan, preview));
        return Some((words, None));
    }
    if let Some(ability) = &preview.forecast.ability {
        return Some(match &preview.forecast.refusal {
            Some(refusal) => refused(session, "", refusal),
            None => (covered(session, ability, &preview.forecast), None),
        });
    }
    if let Some(up) = &preview.approach {
        return Some((
            walking_up(session, plan, shown, up, &preview.forecast),
            None,
        ));
    }
    if let Some(target) = plan.target_at(shown, preview.at) {
        return aimed_at(session, plan, shown, target);
    }
    let Some(Choice::Act { action, .. }) = &preview.choice else {
        return None;
    };
    if let Some(refusal) = &preview.forecast.refusal {
        return Some(refused(session, "", refusal));
    }
    let path = preview.forecast.path.as_ref()?;
    let (choice, forecast) = (preview.choice.as_ref()?, &preview.forecast);
    if let Choice::Act {
        aim: Aim::Charge(seat, _),
        ..
    } = choice
    {
        let target = Target::of(*seat, choice.clone(), forecast);
        return aimed_at(session, plan, shown, &target);
    }
    let name = words::action(session.rules(), *action);
    let checks = match words::checks(session, path) {
        none if none.is_empty() => none,
        checks => format!("; {checks}"),
    };
    let left = left_after(plan, *action, preview.at, path);
    let instead = match takes_attack(plan, *action, path) {
        true => "; you could not attack after it",
        false => "",
    };
    let blows = strikers(session, &path.opportunities);
    let ground = underfoot(session, plan, Some(path));
    let told = format!(
        "{name}: {}{blows}{ground}{instead}{checks}",
        price(path, left)
    );
    let round = preview.detour.as_ref().map_or_else(String::new, |round| {
        let ground = underfoot(session, plan, Some(&round.path));
        let price = price(&round.path, None);
        format!("; Shift+click goes round it ({price}{ground})")
    });
    Some((told + &round + &awaiting(session, preview), None))
}

/// How the second click is made for a way that may be the last.
fn again(plan: &Plan, preview: &Preview) -> &'static str {
    let round = preview.detour.as_ref().map(|round| &round.choice);
    let round = round.is_some() && round == plan.cursor.warned.as_ref();
    match (plan.cursor.by_keys, round) {
        (false, false) => "Click again to go.",
        (false, true) => "Shift+click again to go.",
        (true, false) => "Press Enter again to go.",
        (true, true) => "Press Shift+Enter again to go.",
    }
}

/// Effects of terrain on a path; empty if there are none.
fn underfoot(session: &Session, plan: &Plan, path: Option<&PathForecast>) -> String {
    let ground = path.map(|path| words::ground(session, plan.options.actor, path));
    match ground.filter(|ground| !ground.is_empty()) {
        Some(ground) => format!("; {ground}"),
        None => String::new(),
    }
}

/// What is left of a movement at the end of a way, in twelfths of a square: of the one that goes on, or of a
/// whole one.
fn left_after(plan: &Plan, action: ActionId, to: Square, path: &PathForecast) -> Option<u16> {
    let mut reaches = plan.options.reaches.iter();
    let field = &reaches.find(|reach| reach.action == Some(action))?.field;
    let steps = field.squares.iter().any(|(square, ..)| *square == to);
    let cost = *path.costs.last()?;
    let budget = match cost <= field.under_way {
        true => field.under_way,
        false => field.budget,
    };
    budget.checked_sub(cost).filter(|_| steps)
}

/// Whether a way of a plain movement takes what an attack would need.
fn takes_attack(plan: &Plan, action: ActionId, path: &PathForecast) -> bool {
    let mut reaches = plan.options.reaches.iter();
    let reach = reaches.find(|reach| reach.action == Some(action));
    let cost = path.costs.last().copied().unwrap_or(0);
    reach.is_some_and(|reach| reach.band == 0 && !reach.is_near(cost))
}

/// What a way costs and gives away, and what is then left of the movement.
fn price(path: &PathForecast, left: Option<u16>) -> String {
    let cost = path.costs.last().copied().unwrap_or(0);
    let dangers = match path.opportunities.len() {
        0 => ", provokes nothing".to_owned(),
        dangers => provokes(dangers),
    };
    let dangers = match left {
        _ if path.closes => format!(", all your movement of this turn{dangers}"),
        Some(left) => format!(", {} left{dangers}", words::squares(left)),
        None => dangers,
    };
    let count = path.squares.len();
    let cost = words::squares(cost);
    // What a square costs is told apart from how many there are.
    match cost == count.to_string() {
        true => format!("costs {cost}{dangers}"),
        false => {
            let squares = if count == 1 { "square" } else { "squares" };
            format!("{count} {squares}, costs {cost}{dangers}")
        }
    }
}

/// Who would get attacks of opportunity on a way, with their chances.
fn strikers(session: &Session, blows: &[OpportunityForecast]) -> String {
    let told = blows.iter().map(|blow| {
        let (name, chance) = (words::name(session, blow.by), words::percent(blow.hit));
        format!("{name} {chance}, mean {:.1}", blow.mean_damage)
    });
    match blows {
        [] => String::new(),
        _ => format!(" ({})", told.collect::<Vec<_>>().join("; ")),
    }
}

/// Who could strike the walker at the end of a way.
fn awaiting(session: &Session, preview: &Preview) -> String {
    let all = preview.exchanges.iter();
    let names = all.filter_map(|one| {
        let chance = words::percent(one.theirs?);
        Some(format!("{} ({chance})", words::name(session, one.seat)))
    });
    let names: Vec<_> = names.collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("; there {one} could hit you"),
        [all @ .., last] => format!("; there {} and {last} could hit you", all.join(", ")),
    }
}

/// The walk up to a target out of reach, and the attack that can follow.
fn walking_up(
    session: &Session,
    plan: &Plan,
    shown: &Shown,
    up: &Approach,
    forecast: &Forecast,
) -> String {
    let path = forecast.path.as_ref();
    let price = path.map_or_else(String::new, |path| {
        price(path, None) + &strikers(session, &path.opportunities)
    });
    let ground = underfoot(session, plan, path);
    let name = words::name(session, up.target);
    let other = plan.other_mode(shown, up.mode);
    let with = other.map_or_else(String::new, |mode| format!(" with {mode}"));
    let hits = hits(&up.odds);
    format!("Move to {name}: {price}{ground}; then{with} {hits} (Ctrl+click: both)")
}

/// The chance to hit, and with which die.
fn hits(odds: &AttackForecast) -> String {
    let needs = odds.needs.map_or(String::new(), |n| format!(" on {n}+"));
    let (low, high) = odds.damage_range;
    let hit = words::percent(odds.hit);
    format!(
        "hits {hit}{needs}, {low} to {high} damage, {}",
        words::mean(odds)
    )
}

/// Whom an ability would affect, and what could go wrong.
fn covered(session: &Session, ability: &AbilityForecast, forecast: &Forecast) -> String {
    let mut parts: Vec<_> = ability
        .affected
        .iter()
        .map(|a| format!("{} ({})", words::name(session, a.seat), words::affected(a)))
        .collect();
    if parts.is_empty() {
        parts.push("Nobody is affected".into());
    }
    if let Some(success) = forecast.success {
        parts.push(format!("succeeds {}", words::percent(success)));
    }
    if ability.concentration < 1.0 {
        parts.push(format!(
            "concentration {}",
            words::percent(ability.concentration)
        ));
    }
    parts.join(", ") + &provokes(forecast.provokes.len())
}

/// How many attacks of opportunity something gives away; nothing if none.
fn provokes(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", provokes one attack of opportunity".into(),
        n => format!(", provokes {n} attacks of opportunity"),
    }
}

/// What is known about a target before the dice fall.
fn aimed_at(session: &Session, plan: &Plan, shown: &Shown, target: &Target) -> Option<Line> {
    let name = named(session, shown, target.seat)?;
    if let Some(refusal) = &target.refusal {
        // Some sentences name the target themselves.
        let reason = known::told(session, refusal);
        let before = match reason.starts_with(name) {
            true => String::new(),
            false => format!("{name}: "),
        };
        return Some(refused(session, &before, refusal));
    }
    let preview = plan.preview.as_ref();
    let path = preview.and_then(|preview| preview.forecast.path.as_ref());
    let ground = underfoot(session, plan, path);
    let Some(odds) = &target.odds else {
        let chance = match target.success {
            Some(success) => format!("succeeds {}", words::percent(success)),
            None => "possible".into(),
        };
        let what = match &target.choice {
            Choice::Act { action, manner, .. } => {
                words::action(session.rules(), manner.instead.unwrap_or(*action))
            }
            _ => "It",
        };
        let provokes = provokes(target.provokes);
        let line = format!("{what}, {name}: {chance}{provokes}{ground}");
        return Some((line, None));
    };
    let names = &session.rules().policies.names;
    let notes: Vec<_> = odds.notes.iter().map(|n| names.topic(*n)).collect();
    let notes = if notes.is_empty() {
        String::new()
    } else {
        format!(" ({})", notes.join(", "))
    };
    let way = match target.ways.is_empty() {
        true => "",
        false => "; click a marked square beside it to go another way",
    };
    let part = plan
        .preview
        .as_ref()
        .is_some_and(|preview| preview.part.is_some());
    let part = match part {
        true => "; Shift+click aims at this square of it",
        false => "",
    };
    let other = target.mode().and_then(|mode| plan.other_mode(shown, mode));
    let with = other.map_or_else(String::new, |mode| format!(" with {mode}"));
    let line = format!(
        "{name}{with}: {}, {} critical, drops it {}{}{ground}{notes}{way}{part}",
        hits(odds),
        words::percent(odds.critical),
        words::percent(odds.down),
        provokes(target.provokes),
    );
    Some((line, None))
}

#[cfg(test)]
mod tests;
