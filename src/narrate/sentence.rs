//! One sentence for each kind of event.

use super::{Cast, Told, Weight, breakdown, tally_lines};
use crate::combat::components::Thing;
use crate::combat::event::{AttackOutcome, EndReason, EventKind, Layer, Lost, Miss, Pool};
use crate::combat::{Cause, DefenceChoice, Event};
use crate::dice::Die;
use crate::rules::Check;
use crate::rules::damage::DamageKind;

/// An event in words; `None` for events that only pictures need.
pub fn tell(event: &Event, cast: &Cast) -> Option<Told> {
    let (weight, text) = line(&event.kind, cast)?;
    let details = details(&event.kind, cast);
    let rules = event
        .rules
        .iter()
        .map(|r| cast.rule(*r).to_owned())
        .collect();
    Some(Told {
        weight,
        text,
        details,
        rules,
    })
}

fn line(kind: &EventKind, cast: &Cast) -> Option<(Weight, String)> {
    use EventKind as E;
    use Weight::{Deed, Detail, Heading, Turn};
    let name = |seat| cast.name(seat);
    Some(match kind {
        E::BattleBegan => (Heading, "The battle begins.".into()),
        E::InitiativeRolled { seat, check } => (
            Detail,
            format!("{} has initiative {}.", name(*seat), check.total()),
        ),
        E::InitiativeTie { seat, die } => (
            Detail,
            format!("{} rolls {} to break the tie.", name(*seat), die.rolled),
        ),
        E::RoundBegan { round: 0 } => (Heading, "Surprise round".into()),
        E::RoundBegan { round } => (Heading, format!("Round {round}")),
        E::TurnBegan { seat } => (Turn, format!("{}'s turn", name(*seat))),
        E::Delayed { seat } => (Deed, format!("{} delays.", name(*seat))),
        E::Readied { seat, action } => (
            Deed,
            format!("{} readies: {}.", name(*seat), cast.action(*action)),
        ),
        E::ReadiedFired { seat, action } => (
            Deed,
            format!(
                "{} springs into action: {}.",
                name(*seat),
                cast.action(*action)
            ),
        ),
        E::ReadiedLost { seat } => (
            Detail,
            format!("{}'s readied action was not needed.", name(*seat)),
        ),
        E::Acted {
            seat,
            action,
            target,
        } => (Deed, acted(cast, *seat, *action, *target)),
        E::Moved {
            seat, to, forced, ..
        } => {
            let verb = if *forced { "is moved" } else { "moves" };
            (
                Detail,
                format!("{} {verb} to {},{}.", name(*seat), to.x, to.y),
            )
        }
        E::MovementStopped { seat, .. } => (Deed, format!("{} stops.", name(*seat))),
        E::SpaceChanged { seat, area } => (
            Detail,
            format!(
                "{} takes up {} by {} squares from {},{}.",
                name(*seat),
                area.footprint.width,
                area.footprint.depth,
                area.anchor.x,
                area.anchor.y
            ),
        ),
        E::GroundChanged { seat, at, terrain } => (
            Detail,
            format!(
                "{},{} is {} now, by the hand of {}.",
                at.x,
                at.y,
                cast.terrain(*terrain).to_lowercase(),
                name(*seat)
            ),
        ),
        E::StruckAtNothing { seat, at } => (
            Deed,
            format!(
                "{} strikes at {},{}, where nobody is.",
                name(*seat),
                at.x,
                at.y
            ),
        ),
        E::Provoked { seat, by, cause } => {
            let how = match cause {
                Cause::Leaving(_) => "leaves a square threatened by",
                Cause::Act(_) => "lets its guard down before",
                Cause::Standing => "stands up before",
            };
            (Detail, format!("{} {how} {}.", name(*seat), name(*by)))
        }
        E::OpportunityTaken { seat, target } => (
            Deed,
            format!(
                "{} takes an attack of opportunity at {}.",
                name(*seat),
                name(*target)
            ),
        ),
        E::OpportunityDeclined { seat, target } => (
            Detail,
            format!("{} lets {} go.", name(*seat), name(*target)),
        ),
        E::AttackRolled {
            attacker,
            target,
            form,
            check,
            defence,
            outcome,
            ..
        } => {
            let how = match outcome {
                AttackOutcome::AutomaticHit => "a sure hit",
                AttackOutcome::AutomaticMiss => "a sure miss",
                AttackOutcome::Hit => "reached",
                AttackOutcome::Miss => "not reached",
            };
            let form = cast.form(*attacker, *form);
            let (roll, need) = (check.total(), defence.total);
            let (attacker, target) = (name(*attacker), name(*target));
            (
                Detail,
                format!("{attacker} ({form}) at {target}: {roll} against {need}, {how}."),
            )
        }
        E::Defended {
            seat,
            choice,
            check,
            stopped,
            ..
        } => (Detail, defended(cast, *seat, *choice, check, *stopped)),
        E::ConcealmentRolled {
            target,
            percent,
            die,
            missed,
        } => {
            let end = if *missed {
                "the blow goes astray"
            } else {
                "it is found"
            };
            (
                Detail,
                format!(
                    "{} is hidden ({percent}%): {}, {end}.",
                    name(*target),
                    die.rolled
                ),
            )
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
            (
                Detail,
                format!(
                    "{} threatens a critical hit: {}, {end}.",
                    name(*attacker),
                    check.total()
                ),
            )
        }
        E::AttackLanded {
            attacker,
            target,
            critical,
        } => {
            let how = if *critical {
                "lands a critical hit on"
            } else {
                "hits"
            };
            (
                Deed,
                format!("{} {how} {}.", name(*attacker), name(*target)),
            )
        }
        E::AttackFailed {
            attacker,
            target,
            why,
        } => {
            let (a, t) = (name(*attacker), name(*target));
            (
                Deed,
                match why {
                    Miss::Defence | Miss::Natural => format!("{a} misses {t}."),
                    Miss::Dodged => format!("{t} dodges {a}."),
                    Miss::Blocked => format!("{t} blocks {a}."),
                    Miss::Concealment => format!("{a} strikes where {t} is not."),
                    Miss::Cover => format!("{a} strikes what {t} hides behind."),
                    Miss::Interrupted => format!("{a} cannot attack {t} any more."),
                },
            )
        }
        E::DamageRolled {
            attacker,
            target,
            total,
            kind,
            ..
        } => {
            let (a, t) = (name(*attacker), name(*target));
            let what = damage_name(*kind);
            // Flames, falls and the like are nobody's blow.
            let line = if attacker == target {
                format!("{t} suffers {total} {what}.")
            } else {
                format!("{a} deals {t} {total} {what}.")
            };
            (Detail, line)
        }
        E::CoverageRolled {
            seat,
            check,
            difficulty,
            struck,
        } => {
            let what = match struck {
                Layer::Body => "no armour is struck".into(),
                layer => format!("the {} is struck", layer_name(*layer)),
            };
            (
                Detail,
                format!(
                    "Coverage of {}: {} against {difficulty}, {what}.",
                    name(*seat),
                    check.total()
                ),
            )
        }
        E::LayerTook {
            seat,
            layer,
            ignored,
            absorbed,
            left,
            passed,
        } => {
            let what = layer_name(*layer);
            let wear = if *absorbed > 0 {
                format!(", takes {absorbed} ({left} left)")
            } else {
                String::new()
            };
            (
                Detail,
                format!(
                    "{}'s {what} ignores {ignored}{wear}; {passed} goes on.",
                    name(*seat)
                ),
            )
        }
        E::ArmourWorsened { seat, condition } => {
            let words = ["mint", "damaged", "battered", "ruined", "destroyed"];
            let word = words
                .get(usize::from(*condition))
                .copied()
                .unwrap_or("destroyed");
            (Deed, format!("{}'s armour is {word}.", name(*seat)))
        }
        E::ItemDestroyed { seat, layer } => (
            Deed,
            format!("{}'s {} breaks.", name(*seat), layer_name(*layer)),
        ),
        E::Hurt {
            seat,
            amount,
            hit_points,
            nonlethal,
            ..
        } => {
            let what = if *nonlethal {
                "nonlethal damage"
            } else {
                "damage"
            };
            (
                Deed,
                format!("{} takes {amount} {what} ({hit_points} left).", name(*seat)),
            )
        }
        E::ConstitutionLost { seat, amount, left } => (
            Deed,
            format!("{} loses {amount} Constitution ({left} left).", name(*seat)),
        ),
        E::Healed {
            seat,
            amount,
            hit_points,
        } => (
            Deed,
            format!(
                "{} regains {amount} hit points ({hit_points}).",
                name(*seat)
            ),
        ),
        E::Checked {
            seat,
            purpose,
            check,
            against,
            success,
        } => {
            let end = if *success { "success" } else { "failure" };
            (
                Detail,
                format!(
                    "{}, {purpose}: {} against {against}, {end}.",
                    name(*seat),
                    check.total()
                ),
            )
        }
        E::Contest {
            seat,
            check,
            against,
            answer,
            won,
        } => {
            let winner = name(if *won { *seat } else { *against });
            let (a, b) = (name(*seat), name(*against));
            let even = check.total() == answer.total() && check.bonus.total == answer.bonus.total;
            let end = match (even, won) {
                (true, false) => "a tie".to_owned(),
                _ => format!("{winner} wins"),
            };
            (
                Detail,
                format!(
                    "{a} {} against {b} {}: {end}.",
                    check.total(),
                    answer.total()
                ),
            )
        }
        E::TargetChosen {
            attacker,
            target,
            die,
        } => (
            Detail,
            format!(
                "In the tangle {} strikes at {} (d{}: {}).",
                name(*attacker),
                name(*target),
                die.sides,
                die.rolled
            ),
        ),
        E::Yielded { seat, by } => (
            Deed,
            format!("{} lets {} have its way.", name(*seat), name(*by)),
        ),
        E::Saved {
            seat,
            check,
            difficulty,
            success,
        } => {
            let end = if *success { "saved" } else { "failed" };
            (
                Detail,
                format!(
                    "{} saves: {} against {difficulty}, {end}.",
                    name(*seat),
                    check.total()
                ),
            )
        }
        E::PercentRolled {
            seat,
            purpose,
            percent,
            die,
            success,
        } => {
            let end = if *success { "success" } else { "failure" };
            (
                Detail,
                format!(
                    "{}, {purpose} ({percent}%): {}, {end}.",
                    name(*seat),
                    die.rolled
                ),
            )
        }
        E::DamageAdjusted {
            seat,
            kind,
            amount,
            passed,
        } => {
            let kind = damage_name(*kind);
            let text = match passed {
                0 => format!("{amount} {kind} does nothing to {}.", name(*seat)),
                _ => format!(
                    "{passed} of {amount} {kind} gets through to {}.",
                    name(*seat)
                ),
            };
            let text = if passed > amount {
                format!("{amount} {kind} becomes {passed} for {}.", name(*seat))
            } else {
                text
            };
            (Detail, text)
        }
        E::ConditionBegan { seat, condition } => (
            Deed,
            format!(
                "{} is {}.",
                name(*seat),
                cast.condition(*condition).to_lowercase()
            ),
        ),
        E::ConditionEnded { seat, condition } => {
            let condition = cast.condition(*condition).to_lowercase();
            (Detail, format!("{} is no longer {condition}.", name(*seat)))
        }
        E::PoolChanged { seat, pool, left } => (
            Detail,
            format!("{} has {left} {} left.", name(*seat), pool_name(*pool)),
        ),
        E::WeaponDrawn { seat, weapon } => (
            Deed,
            format!("{} draws {}.", name(*seat), cast.weapon(*weapon)),
        ),
        E::WeaponDropped { seat, weapon, .. } => (
            Deed,
            format!("{} drops {}.", name(*seat), cast.weapon(*weapon)),
        ),
        E::WeaponTaken { seat, weapon } => (
            Deed,
            format!("{} picks up {}.", name(*seat), cast.weapon(*weapon)),
        ),
        E::Reloaded { seat, weapon } => (
            Deed,
            format!("{} loads {}.", name(*seat), cast.weapon(*weapon)),
        ),
        E::WeaponSheathed { seat, weapon } => (
            Deed,
            format!("{} puts {} away.", name(*seat), cast.weapon(*weapon)),
        ),
        E::ThingStruck {
            seat,
            thing,
            amount,
            left,
        } => {
            let what = match thing {
                Thing::Weapon(weapon) => cast.weapon(*weapon).to_lowercase(),
                Thing::Shield => "shield".to_owned(),
            };
            let end = match (left, amount) {
                (..=0, _) => "is ruined".to_owned(),
                (_, 0) => "is not even scratched".to_owned(),
                _ => format!("takes {amount} ({left} left)"),
            };
            (Deed, format!("{}'s {what} {end}.", name(*seat)))
        }
        E::ObjectStruck {
            seat,
            terrain,
            taken,
            left,
            ..
        } => {
            let what = cast.terrain(*terrain).to_lowercase();
            let end = match (left, taken) {
                (..=0, _) => "breaks it".to_owned(),
                (_, 0) => "does not even scratch it".to_owned(),
                _ => format!("takes {taken} from it ({left} left)"),
            };
            (
                Deed,
                format!("{} strikes at the {what} and {end}.", name(*seat)),
            )
        }
        E::ActionBegun { seat, action } => (
            Deed,
            format!("{} begins: {}.", name(*seat), cast.action(*action)),
        ),
        E::UseSpent {
            seat,
            ability,
            left,
        } => (
            Detail,
            format!("{}: {}, {left} left.", name(*seat), cast.ability(*ability)),
        ),
        E::AbilityLost { seat, ability, why } => {
            let (name, ability) = (name(*seat), cast.ability(*ability));
            let text = match why {
                Lost::Disturbed => format!("{name} loses concentration on {ability}."),
                Lost::Defensive => format!("{name} minds its guard and loses {ability}."),
                Lost::Countered => format!("{name}'s {ability} is countered."),
                Lost::Helpless => format!("{name} cannot bring {ability} about any more."),
                Lost::Displaced => format!("{name} lets {ability} fade for something else."),
                Lost::GivenUp => format!("{name} gives {ability} up."),
                Lost::Failed => format!("Nothing comes of {name}'s {ability}."),
                Lost::OutOfReach => format!("{name} finds no target for {ability} any more."),
            };
            (Deed, text)
        }
        E::TouchHeld { seat, ability } => (
            Deed,
            format!("{} holds {} ready.", name(*seat), cast.ability(*ability)),
        ),
        E::AreaCovered {
            ability, squares, ..
        } => (
            Detail,
            format!(
                "{} covers {} squares.",
                cast.ability(*ability),
                squares.len()
            ),
        ),
        E::AmountRolled {
            seat,
            ability,
            total,
            ..
        } => (
            Detail,
            format!("{}'s {}: {total}.", name(*seat), cast.ability(*ability)),
        ),
        E::AbilityEnded { seat, ability } => (
            Deed,
            format!("{}'s {} ends.", name(*seat), cast.ability(*ability)),
        ),
        E::TemporaryHitPoints { seat, left } => (
            Detail,
            format!("{} has {left} temporary hit points.", name(*seat)),
        ),
        E::Died { seat } => (Deed, format!("{} dies.", name(*seat))),
        E::Left { seat } => (Deed, format!("{} leaves the battle.", name(*seat))),
        E::SideSurrendered { side } => (Heading, format!("{} surrender.", cast.side(*side))),
        E::BattleEnded { winner: None, .. } => (Heading, "The battle ends in a draw.".into()),
        E::BattleEnded {
            winner: Some(side),
            reason,
        } => {
            let how = match reason {
                EndReason::Defeat => "by defeating the enemy",
                EndReason::Surrender => "by surrender",
                EndReason::Objective => "by reaching the objective",
                EndReason::MutualDestruction | EndReason::Stalemate => "on points",
            };
            (Heading, format!("{} {how}.", cast.wins(*side)))
        }
        _ => return None,
    })
}

fn acted(
    cast: &Cast,
    seat: crate::combat::Seat,
    action: crate::rules::ActionId,
    target: Option<crate::combat::Seat>,
) -> String {
    let action = cast.action(action).to_lowercase();
    match target {
        Some(target) => format!("{}: {action}, {}.", cast.name(seat), cast.name(target)),
        None => format!("{}: {action}.", cast.name(seat)),
    }
}

fn defended(
    cast: &Cast,
    seat: crate::combat::Seat,
    choice: DefenceChoice,
    check: &Option<Check>,
    stopped: bool,
) -> String {
    let name = cast.name(seat);
    let how = match choice {
        DefenceChoice::Nothing => return format!("{name} does not defend."),
        DefenceChoice::Dodge { .. } => "dodges",
        DefenceChoice::Block { .. } => "blocks",
    };
    let total = check.as_ref().map_or(0, Check::total);
    let end = if stopped { "enough" } else { "not enough" };
    format!("{name} {how} with {total}, {end}.")
}

fn details(kind: &EventKind, cast: &Cast) -> Vec<String> {
    use EventKind as E;
    match kind {
        E::InitiativeRolled { check, .. }
        | E::CriticalThreat { check, .. }
        | E::CoverageRolled { check, .. }
        | E::Checked { check, .. }
        | E::Saved { check, .. } => of_check(check, cast),
        E::AttackRolled { check, defence, .. } => {
            let mut lines = of_check(check, cast);
            lines.push(format!("against {}:", defence.total));
            lines.extend(tally_lines(defence, cast));
            lines
        }
        E::Defended {
            check: Some(check), ..
        } => of_check(check, cast),
        E::Contest { check, answer, .. } => {
            let mut lines = of_check(check, cast);
            lines.extend(of_check(answer, cast));
            lines
        }
        E::AmountRolled { dice, .. } => vec![dice_line(dice)],
        E::DamageRolled { dice, bonus, .. } => {
            let mut lines = vec![dice_line(dice)];
            lines.extend(tally_lines(bonus, cast));
            lines
        }
        _ => Vec::new(),
    }
}

fn of_check(check: &Check, cast: &Cast) -> Vec<String> {
    let mut lines = vec![breakdown(check, cast)];
    lines.extend(tally_lines(&check.bonus, cast));
    lines
}

fn dice_line(dice: &[Die]) -> String {
    let shown: Vec<_> = dice
        .iter()
        .map(|d| format!("{} (d{})", d.rolled, d.sides))
        .collect();
    if shown.is_empty() {
        "no dice".into()
    } else {
        shown.join(" + ")
    }
}

fn damage_name(kind: DamageKind) -> &'static str {
    match kind {
        DamageKind::Slashing => "slashing damage",
        DamageKind::Piercing => "piercing damage",
        DamageKind::Bludgeoning => "bludgeoning damage",
        DamageKind::Fire => "fire damage",
        DamageKind::Cold => "cold damage",
        DamageKind::Acid => "acid damage",
        DamageKind::Lightning => "lightning damage",
        DamageKind::Poison => "poison damage",
        DamageKind::Untyped => "damage",
    }
}

fn layer_name(layer: Layer) -> &'static str {
    match layer {
        Layer::Shield => "shield",
        Layer::Helmet => "helmet",
        Layer::Armour => "armour",
        Layer::NaturalArmour => "natural armour",
        Layer::Body => "body",
    }
}

fn pool_name(pool: Pool) -> &'static str {
    match pool {
        Pool::Energy => "energy points",
        Pool::Fate => "fate points",
        Pool::ShieldUses => "uses of the shield",
        Pool::Opportunities => "attacks of opportunity",
    }
}
