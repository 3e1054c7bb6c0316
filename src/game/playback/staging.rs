//! How long an event takes, and what the board does for it.

use super::{Cue, Tone};
use crate::combat::Seat;
use crate::combat::contract::{AttackOutcome, Event, EventKind, Miss};
use crate::game::session::Session;
use crate::game::words;
use crate::rules::{ConditionId, Flag};

/// Whether one sees an event happen.
pub fn takes_time(event: &Event) -> bool {
    length(event) > 0.0
}

/// Seconds that an event takes at normal speed.
pub(super) fn length(event: &Event) -> f32 {
    match &event.kind {
        EventKind::Moved { .. } => 0.16,
        EventKind::RoundBegan { .. } => 0.5,
        EventKind::TurnBegan { .. } => 0.25,
        EventKind::AttackRolled { .. } => 0.42,
        EventKind::AttackFailed { .. } | EventKind::Hurt { .. } => 0.5,
        EventKind::Defended { .. } | EventKind::LayerTook { .. } => 0.35,
        EventKind::OpportunityTaken { .. } | EventKind::ReadiedFired { .. } => 0.4,
        EventKind::CriticalThreat { .. } | EventKind::Contest { .. } => 0.35,
        EventKind::Died { .. } => 0.6,
        EventKind::BattleEnded { .. } => 1.2,
        EventKind::ConditionBegan { .. } | EventKind::Healed { .. } => 0.2,
        EventKind::Saved { .. } | EventKind::Checked { .. } => 0.3,
        EventKind::Searched { .. } | EventKind::GroundChanged { .. } => 0.3,
        _ => 0.0,
    }
}

/// What the board does for an event.
pub(super) fn cue(event: &Event, seconds: f32, session: &Session, play: &mut impl FnMut(Cue)) {
    let mut word = |seat: Seat, text: String, tone| {
        play(Cue::Word { seat, text, tone });
    };
    match &event.kind {
        EventKind::Hurt { seat, amount, .. } => {
            word(*seat, format!("−{amount}"), Tone::Bad);
            play(Cue::Struck { seat: *seat });
        }
        EventKind::Healed { seat, amount, .. } => word(*seat, format!("+{amount}"), Tone::Good),
        EventKind::AttackFailed { target, why, .. } => {
            let text = match why {
                Miss::Dodged => "dodged",
                Miss::Blocked => "blocked",
                Miss::Cover => "cover",
                Miss::TooLarge => "too large",
                _ => "miss",
            };
            word(*target, text.into(), Tone::Quiet);
        }
        EventKind::LayerTook {
            seat,
            ignored,
            absorbed,
            passed,
            ..
        } if *passed <= 0 => {
            word(*seat, format!("armour {}", ignored + absorbed), Tone::Quiet);
        }
        EventKind::OpportunityTaken { seat, .. } => word(*seat, "opportunity!".into(), Tone::Title),
        EventKind::ReadiedFired { seat, .. } => word(*seat, "readied!".into(), Tone::Title),
        // That a combatant is slain says that it is dead.
        EventKind::ConditionBegan { condition, .. } if is_dead(session, *condition) => {}
        EventKind::ConditionBegan { seat, condition } => {
            let name = words::condition(session.rules(), *condition);
            word(*seat, name, Tone::Plain);
        }
        EventKind::CriticalThreat {
            attacker,
            confirmed: true,
            ..
        } => word(*attacker, "critical!".into(), Tone::Title),
        EventKind::AbilityLost { seat, ability, .. } => {
            let def = session.rules().abilities.get(*ability);
            let name = def.map_or("ability", |def| def.name.as_str());
            word(*seat, format!("{} lost", name.to_lowercase()), Tone::Bad);
        }
        EventKind::Died { seat } => word(*seat, "slain".into(), Tone::Bad),
        EventKind::Moved { seat, to, .. } => {
            play(Cue::Walk {
                seat: *seat,
                to: *to,
                seconds,
            });
        }
        EventKind::AttackRolled {
            attacker,
            target,
            outcome,
            mode,
            ..
        } => {
            let ranged = words::is_ranged(session, *attacker, *mode);
            let (seat, at) = (*attacker, *target);
            play(if ranged {
                Cue::Shot {
                    from: seat,
                    to: at,
                    seconds,
                }
            } else {
                Cue::Lunge { seat, at, seconds }
            });
            if *outcome == AttackOutcome::AutomaticHit {
                play(Cue::Word {
                    seat,
                    text: "natural 20".into(),
                    tone: Tone::Good,
                });
            }
        }
        _ => {}
    }
}

/// Whether a condition is that of the dead.
fn is_dead(session: &Session, condition: ConditionId) -> bool {
    let def = session.rules().conditions.get(condition);
    def.is_some_and(|def| def.flags.contains(&Flag::Dead))
}
