//! Events in short notation, for expectations: stable words, no prose.

mod table;

pub use table::{NOTATIONS, Notation, reads};

pub(super) use table::misread;

use crate::combat::contract::{AttackOutcome, EventKind, HeldItem};
use crate::combat::{DefenceChoice, Event, Seat};
use crate::content::Catalogue;
use crate::rules::{AbilityId, Check, ConditionId, Ruleset, WeaponId};

/// An event in short notation; `letter` names the combatants. `None` for events without notation.
pub fn event_line(
    event: &Event,
    rules: &Ruleset,
    catalogue: &Catalogue,
    letter: impl Fn(Seat) -> char,
) -> Option<String> {
    use EventKind as E;
    let l = |seat: &Seat| letter(*seat);
    let weapon_name = |id: &WeaponId| catalogue.weapons.name(*id).to_owned();
    let ability = |id: &AbilityId| rules.abilities.name(*id).to_owned();
    let condition = |id: &ConditionId| rules.conditions.name(*id).to_owned();
    Some(match &event.kind {
        E::InitiativeRolled { seat, check } => format!("initiative {} {}", l(seat), check.total()),
        E::InitiativeTie { seat, die } => format!("tie {} {}", l(seat), die.rolled),
        E::Order { seats } => {
            let order: String = seats.iter().map(l).collect();
            format!("order {order}")
        }
        E::RoundBegan { round: 0 } => "surprise round".to_owned(),
        E::RoundBegan { round } => format!("round {round}"),
        E::TurnBegan { seat } => format!("turn {}", l(seat)),
        E::TurnEnded { seat } => format!("end {}", l(seat)),
        E::Delayed { seat } => format!("delay {}", l(seat)),
        E::Readied { seat, .. } => format!("ready {}", l(seat)),
        E::ReadiedFired { seat, .. } => format!("fire {}", l(seat)),
        E::ReadiedLost { seat } => format!("ready lost {}", l(seat)),
        E::Acted {
            seat,
            action,
            target,
        } => {
            let target = target
                .map(|t| format!(" {}", letter(t)))
                .unwrap_or_default();
            format!("{} {}{target}", rules.actions.name(*action), l(seat))
        }
        E::Moved {
            seat, to, forced, ..
        } => {
            let verb = if *forced { "forced" } else { "moved" };
            format!("{verb} {} {},{}", l(seat), to.x, to.y)
        }
        E::MovementStopped { seat, at } => format!("stopped {} {},{}", l(seat), at.x, at.y),
        E::SpaceChanged { seat, area } => format!(
            "space {} {},{} {}x{}",
            l(seat),
            area.anchor.x,
            area.anchor.y,
            area.footprint.width,
            area.footprint.depth
        ),
        E::GroundChanged { seat, at, .. } => format!("ground {} {},{}", l(seat), at.x, at.y),
        E::StruckAtNothing { seat, at, told } => {
            let what = if *told { "nothing" } else { "miss" };
            format!("{what} {} {},{}", l(seat), at.x, at.y)
        }
        E::NotPrepared { side } => format!("not prepared side {}", side.index() + 1),
        E::Located { observer, subject } => format!("located {} {}", l(observer), l(subject)),
        E::Provoked { seat, by, .. } => format!("provoked {} by {}", l(seat), l(by)),
        E::OpportunityTaken { seat, target } => format!("opportunity {} {}", l(seat), l(target)),
        E::OpportunityDeclined { seat, target } => format!("declined {} {}", l(seat), l(target)),
        E::AttackRolled {
            attacker,
            target,
            check,
            defence,
            outcome,
            ..
        } => {
            let (roll, need) = (check.total(), defence.total);
            let outcome = match outcome {
                AttackOutcome::Miss => "miss",
                AttackOutcome::Hit => "hit",
                AttackOutcome::AutomaticMiss => "natural miss",
                AttackOutcome::AutomaticHit => "natural hit",
            };
            format!(
                "attack {} {} {roll}/{need} {outcome}",
                l(attacker),
                l(target)
            )
        }
        E::Defended {
            seat,
            choice,
            check,
            stopped,
            ..
        } => {
            let how = match choice {
                DefenceChoice::Nothing => "no defence",
                DefenceChoice::Dodge { .. } => "dodge",
                DefenceChoice::Block { .. } => "block",
            };
            let total = check.as_ref().map_or(0, Check::total);
            let end = if *stopped { "enough" } else { "not enough" };
            format!("{how} {} {total} {end}", l(seat))
        }
        E::ConcealmentRolled {
            target,
            percent,
            die,
            missed,
        } => {
            let end = if *missed { "missed" } else { "found" };
            format!("concealment {} {}/{percent} {end}", l(target), die.rolled)
        }
        E::CriticalThreat {
            attacker,
            check,
            confirmed,
        } => {
            let end = if *confirmed {
                "confirmed"
            } else {
                "not confirmed"
            };
            format!("critical {} {} {end}", l(attacker), check.total())
        }
        E::AttackLanded {
            attacker,
            target,
            critical,
        } => {
            let how = if *critical { "critical hit" } else { "hit" };
            format!("{how} {} {}", l(attacker), l(target))
        }
        E::AttackFailed {
            attacker,
            target,
            why,
        } => {
            format!("failed {} {} {}", l(attacker), l(target), word(why))
        }
        E::DamageRolled { target, total, .. } => format!("damage {} {total}", l(target)),
        E::CoverageRolled {
            seat,
            check,
            difficulty,
            struck,
        } => {
            let struck = word(struck);
            format!(
                "coverage {} {}/{difficulty} {struck}",
                l(seat),
                check.total()
            )
        }
        E::LayerTook {
            seat,
            layer,
            ignored,
            absorbed,
            passed,
            ..
        } => {
            let layer = word(layer);
            format!(
                "{layer} {} ignores {ignored} absorbs {absorbed} passes {passed}",
                l(seat)
            )
        }
        E::ArmourWorsened { seat, condition } => format!("armour {} worsens {condition}", l(seat)),
        E::ItemDestroyed { seat, layer } => {
            format!("destroyed {} {}", l(seat), word(layer))
        }
        E::Hurt {
            seat,
            amount,
            hit_points,
            nonlethal,
            ..
        } => {
            let kind = if *nonlethal { "nonlethal" } else { "hurt" };
            format!("{kind} {} {amount} left {hit_points}", l(seat))
        }
        E::Unaffected { seat, kind, .. } => {
            format!("immune {} {}", l(seat), word(kind))
        }
        E::NotInhaled { seat, .. } => format!("not inhaled {}", l(seat)),
        E::Landed { seat, at, .. } => format!("lands {} {},{}", l(seat), at.x, at.y),
        E::DamageAdjusted {
            seat,
            kind,
            amount,
            passed,
        } => {
            let kind = word(kind);
            format!("{kind} {} {amount} becomes {passed}", l(seat))
        }
        E::ScoreLowered {
            seat,
            ability,
            amount,
            left,
        } => {
            let ability = word(ability);
            format!("{ability} {} {amount} left {left}", l(seat))
        }
        E::Healed {
            seat,
            amount,
            hit_points,
        } => {
            format!("healed {} {amount} now {hit_points}", l(seat))
        }
        E::Checked {
            seat,
            purpose,
            check,
            against,
            success,
        } => {
            format!(
                "{purpose} {} {}/{against} {}",
                l(seat),
                check.total(),
                made(*success)
            )
        }
        E::Searched {
            seat,
            purpose,
            check,
            success,
        } => {
            format!("{purpose} {} {} {}", l(seat), check.total(), made(*success))
        }
        E::Contest {
            seat,
            check,
            against,
            answer,
            won,
        } => {
            let (a, b) = (l(seat), l(against));
            let end = if *won { "won" } else { "lost" };
            format!("contest {a} {} {b} {} {end}", check.total(), answer.total())
        }
        E::TargetChosen {
            attacker, target, ..
        } => format!("chosen {} {}", l(attacker), l(target)),
        E::NearestChosen { seat, at, .. } => format!("nearest {} {},{}", l(seat), at.x, at.y),
        E::Yielded { seat, by } => format!("yields {} {}", l(seat), l(by)),
        E::Saved {
            seat,
            check,
            difficulty,
            success,
            ..
        } => {
            format!(
                "save {} {}/{difficulty} {}",
                l(seat),
                check.total(),
                made(*success)
            )
        }
        E::PercentRolled {
            seat,
            purpose,
            percent,
            die,
            success,
        } => {
            format!(
                "{purpose} {} {}/{percent} {}",
                l(seat),
                die.rolled,
                made(*success)
            )
        }
        E::ConditionBegan {
            seat,
            condition: id,
        } => format!("begins {} {}", l(seat), condition(id)),
        E::ConditionEnded {
            seat,
            condition: id,
        } => format!("ends {} {}", l(seat), condition(id)),
        E::WeaponDrawn { seat, weapon } => format!("draws {} {}", l(seat), weapon_name(weapon)),
        E::WeaponSheathed { seat, weapon } => {
            format!("sheathes {} {}", l(seat), weapon_name(weapon))
        }
        E::WeaponDropped {
            seat, weapon, at, ..
        } => {
            format!(
                "drops {} {} {},{}",
                l(seat),
                weapon_name(weapon),
                at.x,
                at.y
            )
        }
        E::WeaponTaken { seat, weapon } => format!("takes {} {}", l(seat), weapon_name(weapon)),
        E::ThingStruck {
            seat,
            thing,
            amount,
            left,
        } => {
            let what = match thing {
                HeldItem::Weapon(weapon) => weapon_name(weapon),
                HeldItem::Shield => "shield".to_owned(),
                HeldItem::Helmet => "helmet".to_owned(),
            };
            format!("struck {} {what} {amount} left {left}", l(seat))
        }
        E::ObjectStruck {
            at, taken, left, ..
        } => format!("breaks {},{} {taken} left {left}", at.x, at.y),
        E::ActionBegun { seat, action } => {
            format!("begins action {} {}", l(seat), rules.actions.name(*action))
        }
        E::UseSpent {
            seat,
            ability: id,
            left,
        } => format!("use {} {} left {left}", l(seat), ability(id)),
        E::AbilityLost {
            seat,
            ability: id,
            why,
        } => {
            let why = word(why);
            format!("lost {} {} {why}", l(seat), ability(id))
        }
        E::TouchHeld { seat, ability: id } => format!("holds {} {}", l(seat), ability(id)),
        E::AreaCovered {
            seat,
            ability: id,
            squares,
        } => format!("area {} {} {}", l(seat), ability(id), squares.len()),
        E::AmountRolled {
            seat,
            ability: id,
            total,
            ..
        } => format!("amount {} {} {total}", l(seat), ability(id)),
        E::TakesHold {
            seat,
            ability: id,
            again,
        } => {
            let how = if *again { "comes again" } else { "takes hold" };
            format!("{how} {} {}", l(seat), ability(id))
        }
        E::AbilityEnded { seat, ability: id } => format!("over {} {}", l(seat), ability(id)),
        E::TemporaryHitPoints { seat, left } => format!("temporary {} {left}", l(seat)),
        E::Died { seat } => format!("died {}", l(seat)),
        E::Arrived { seat, area } => {
            format!("arrives {} {},{}", l(seat), area.anchor.x, area.anchor.y)
        }
        E::Recovery { seat, days, hours } => format!("rests {} {days} {hours}", l(seat)),
        E::Worn {
            seat,
            item,
            hit_points,
            condition,
            ..
        } => format!("worn {} {} {hit_points} {condition}", l(seat), word(item)),
        E::Repaired {
            seat,
            owner,
            item,
            hit_points,
            condition,
        } => format!(
            "repairs {} {} {} {hit_points} {condition}",
            l(seat),
            l(owner),
            word(item)
        ),
        E::Left { seat } => format!("left {}", l(seat)),
        E::BattleEnded {
            winner: Some(side), ..
        } => format!("won by side {}", side.0 + 1),
        E::BattleEnded { winner: None, .. } => "draw".to_owned(),
        _ => return None,
    })
}

/// The name of a variant in lower case.
fn word(variant: &impl std::fmt::Debug) -> String {
    format!("{variant:?}").to_lowercase()
}

fn made(success: bool) -> &'static str {
    if success { "made" } else { "failed" }
}
