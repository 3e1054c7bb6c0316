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
                Some(why) => format!("{} {}{hint}", why.reason, loads(session, plan)),
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
    let reason = known::anonymous(session, &refusal.reason);
    (format!("{before}{reason}"), refusal.rule)
}

fn pointed_at(session: &Session, plan: &Plan, shown: &Shown) -> Option<Line> {
    let preview = plan.preview.as_ref()?;
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
    let told = format!("{name}: {}{blows}{instead}{checks}", price(path, left));
    if plan.cursor.warned == Some(preview.at) {
        let arrives = words::percent(path.arrives);
        return Some((
            format!(
                "You may be struck down on the way: you arrive with {arrives}. Click again to go."
            ),
            None,
        ));
    }
    let round = preview.detour.as_ref().map_or_else(String::new, |round| {
        format!("; Shift+click goes round it ({})", price(&round.path, None))
    });
    Some((told + &round + &awaiting(session, preview), None))
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
    let name = words::name(session, up.target);
    let other = plan.other_mode(shown, up.mode);
    let with = other.map_or_else(String::new, |mode| format!(" with {mode}"));
    let hits = hits(&up.odds);
    format!("Move to {name}: {price}; then{with} {hits} (Ctrl+click: both)")
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
        let reason = known::anonymous(session, &refusal.reason);
        let before = match reason.starts_with(name) {
            true => String::new(),
            false => format!("{name}: "),
        };
        return Some(refused(session, &before, refusal));
    }
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
        let line = format!("{what}, {name}: {chance}{}", provokes(target.provokes));
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
        "{name}{with}: {}, {} critical, drops it {}{}{notes}{way}{part}",
        hits(odds),
        words::percent(odds.critical),
        words::percent(odds.down),
        provokes(target.provokes),
    );
    Some((line, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::pointed;
    use crate::game::testing::table;

    /// It is told of, so it is named as in the log, even if the picture has not found it yet.
    #[test]
    fn what_goes_on_is_told_by_name() {
        let scene = Scene::new(ruleset("epic_path"), &["Ab"]);
        let (session, mut shown) = table(&scene);
        shown.settled = false;
        let all = shown.view.combatants.iter_mut();
        all.for_each(|who| who.known = Awareness::Unknown);
        let line = meanwhile(&session, &shown);
        let acting = session.battle.acting().expect("a turn");
        let name = words::name(&session, acting);
        assert_eq!(line, format!("{name} acts …"));
    }

    #[test]
    fn a_move_tells_what_is_left_of_it() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &["A.......b"]));
        let plan = pointed(&session, &shown, Square::new(2, 0));
        let (line, _) = line_of(&session, &plan, &shown);
        assert!(line.contains("costs 2, 4 left, provokes nothing"), "{line}");
    }

    #[test]
    fn a_move_names_those_who_would_strike_and_has_one_name() {
        let rows = ["Ab.......", ".........", "........."];
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &rows));
        let plan = pointed(&session, &shown, Square::new(0, 2));
        let (line, _) = line_of(&session, &plan, &shown);
        assert!(line.contains("attack of opportunity ("), "{line}");
        let rows = ["A............", "............b"];
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &rows));
        let plan = pointed(&session, &shown, Square::new(9, 0));
        let (line, _) = line_of(&session, &plan, &shown);
        assert!(!line.contains("Double"), "{line}");
    }

    #[test]
    fn squares_are_told_apart_from_what_they_cost() {
        let way = |squares: i16, cost: u16| {
            let path = PathForecast {
                squares: (0..squares).map(|x| Square::new(x, 0)).collect(),
                costs: vec![cost * 12],
                ..PathForecast::default()
            };
            price(&path, None)
        };
        assert_eq!(way(5, 6), "5 squares, costs 6, provokes nothing");
        assert_eq!(way(1, 2), "1 square, costs 2, provokes nothing");
        assert_eq!(way(6, 6), "costs 6, provokes nothing");
    }

    /// CD-AOO-06: the map and the hint say the same of a single step away from an enemy.
    #[test]
    fn a_single_step_is_all_the_movement_and_provokes_nothing() {
        let rows = ["......", ".Ab...", "......"];
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &rows));
        let to = Square::new(0, 1);
        let plan = pointed(&session, &shown, to);
        let (line, _) = line_of(&session, &plan, &shown);
        assert!(
            line.contains("costs 1, all your movement of this turn, provokes nothing"),
            "{line}"
        );
        let invites = |square: Square| {
            let mut reaches = plan.options.reaches.iter();
            reaches.find_map(|reach| {
                let mut squares = reach.field.squares.iter();
                squares.find(|(at, ..)| *at == square).map(|(_, _, n)| *n)
            })
        };
        assert_eq!(invites(to), Some(0));
        assert_eq!(invites(Square::new(0, 2)), Some(0), "diagonally");
        assert_eq!(invites(Square::new(2, 2)), Some(0), "around it");
    }
}
