//! Coverage: whether a blow strikes armour, a helmet or an unarmoured place.

use crate::combat::checks::bonus::RollBonus;
use crate::combat::conditions::perception;
use crate::combat::contract::{EventKind, Layer, Request, Seat};
use crate::combat::state::gear::DESTROYED;
use crate::combat::state::{Rolling, State};
use crate::combat::{checks, conditions};
use crate::dice::Purpose;
use crate::rules::{
    ArmourModel, CoverageRules, DamageKind, Edge, Flag, Modifier, ModifierKind, Source, Stat,
    Tally, Topic,
};

/// What has to happen before a blow strikes something.
pub enum Protection {
    /// Nothing protects, or nothing of it against this kind.
    Bare,
    /// The target chooses between its die and taking 10.
    Request(Request),
    Check {
        takes_ten: bool,
    },
}

/// What protects a combatant from one kind of damage.
#[derive(Clone, Debug)]
pub struct Guard {
    armour: bool,
    helmet: bool,
    hide: bool,
    bonus: RollBonus,
    difficulty: i32,
    may_take_ten: bool,
}

/// What protects a combatant from this kind of damage, if anything does and the system has it.
pub fn guard(state: &State, seat: Seat, attacker: Option<Seat>, kind: DamageKind) -> Option<Guard> {
    let ArmourModel::Coverage(rules) = state.rules().policies.damage.armour else {
        return None;
    };
    let difficulty = difficulty(&rules, kind)?;
    let gear = state.get(seat).gear;
    let armour = gear.armour.is_some_and(|worn| worn.condition < DESTROYED);
    let helmet = gear.helmet.is_some_and(|worn| worn.condition < DESTROYED);
    let hide = natural_armour(state, seat) > 0;
    if !(armour || helmet || hide) {
        return None;
    }
    let denied = [Flag::Unaware, Flag::FlatFooted, Flag::NoTakingTen];
    let unseen = attacker.is_some_and(|by| perception::unaware_of(state, seat, by));
    let may_take_ten = !unseen && !denied.iter().any(|f| conditions::has(state, seat, *f));
    let bonus = RollBonus::of(state, seat, bonus(state, seat, &rules, armour, helmet));
    Some(Guard {
        armour,
        helmet,
        hide,
        bonus,
        difficulty,
        may_take_ten,
    })
}

fn difficulty(rules: &CoverageRules, kind: DamageKind) -> Option<i32> {
    match kind {
        DamageKind::Slashing => Some(rules.slashing),
        DamageKind::Piercing => Some(rules.piercing),
        DamageKind::Bludgeoning => Some(rules.bludgeoning),
        DamageKind::Fire
        | DamageKind::Cold
        | DamageKind::Acid
        | DamageKind::Lightning
        | DamageKind::Poison
        | DamageKind::Force
        | DamageKind::Untyped => None,
    }
}

/// Rating of the armour, less what it has worn off (never below nothing), and the helmet.
fn bonus(state: &State, seat: Seat, rules: &CoverageRules, armour: bool, helmet: bool) -> Tally {
    let mut parts = Vec::new();
    let fighter = state.get(seat);
    if let Some(worn) = fighter.gear.armour.filter(|_| armour) {
        parts.extend_from_slice(fighter.stats.of(Stat::Coverage));
        let rating: i32 = parts.iter().map(|m| m.value).sum();
        if let Some(penalty) = usize::from(worn.condition).checked_sub(1) {
            let full = rules.worn.get(penalty).map_or(0, |p| p.abs());
            let penalty = full.min(rating.max(0));
            let topic = match full > penalty {
                true => Topic::CoverageFloor,
                false => Topic::ArmourDamage,
            };
            parts.push(part(
                state,
                Source::Topic(Topic::ArmourDamage),
                topic,
                -penalty,
            ));
        }
    }
    if helmet {
        parts.push(part(
            state,
            Source::Topic(Topic::Helmet),
            Topic::HelmetCoverage,
            rules.helmet,
        ));
    }
    Tally::sum(parts, &crate::rules::Stacking::Everything, &[])
}

fn part(state: &State, source: Source, topic: Topic, value: i32) -> Modifier {
    Modifier {
        kind: ModifierKind::Armour,
        value,
        source,
        rule: state.cite(topic),
    }
}

/// Whether damage of a kind goes past everything that a combatant wears or is covered with.
pub(crate) fn is_past(state: &State, seat: Seat, kind: DamageKind) -> bool {
    let ArmourModel::Coverage(rules) = state.rules().policies.damage.armour else {
        return false;
    };
    let gear = state.get(seat).gear;
    let clad = gear.armour.is_some() || gear.helmet.is_some() || gear.shield.is_some();
    difficulty(&rules, kind).is_none() && (clad || natural_armour(state, seat) > 0)
}

/// Points that a combatant's own hide ignores.
pub fn natural_armour(state: &State, seat: Seat) -> i32 {
    match state.rules().policies.damage.armour {
        ArmourModel::InDefence => 0,
        ArmourModel::Coverage(_) => checks::tally(state, seat, Stat::NaturalArmour, &[])
            .total
            .max(0),
    }
}

impl Guard {
    /// What a coverage check with this natural result strikes. A 10 that was taken is never a
    /// natural 1.
    pub fn struck(&self, natural: i32) -> Layer {
        if natural == 1 {
            return Layer::Body;
        }
        let total = natural + self.bonus.total;
        if self.helmet && total == self.difficulty {
            Layer::Helmet
        } else if self.armour && total >= self.difficulty {
            Layer::Armour
        } else {
            self.bare()
        }
    }

    fn bare(&self) -> Layer {
        if self.hide {
            Layer::NaturalArmour
        } else {
            Layer::Body
        }
    }

    /// Whether a combatant that may take 10 has a choice to make. With nothing worn 10 is always
    /// better than a die, and where 10 fails a die is, unless hide lies below.
    fn leaves_a_choice(&self) -> bool {
        let worn = self.armour || self.helmet;
        self.may_take_ten && worn && (self.hide || 10 + self.bonus.total >= self.difficulty)
    }

    /// What a sensible target does where it may choose: 10 where that is sure to help.
    pub fn usually_takes_ten(&self) -> bool {
        let worn = self.armour || self.helmet;
        self.may_take_ten && (!worn || 10 + self.bonus.total >= self.difficulty)
    }
}

/// Whether taking 10 with this bonus is sure to leave the blow to the armour: not to a helmet that sits
/// just above its edge, which one may want to spare.
pub(crate) fn is_sure(state: &State, seat: Seat, bonus: i32, difficulty: i32) -> bool {
    let gear = state.get(seat).gear;
    let armour = gear.armour.is_some_and(|worn| worn.condition < DESTROYED);
    let helmet = gear.helmet.is_some_and(|worn| worn.condition < DESTROYED);
    let edge = helmet && 10 + bonus == difficulty;
    armour && 10 + bonus >= difficulty && !edge
}

/// Prepares a coverage check; `decided`: the answer, if it was asked for.
pub fn ask(
    state: &State,
    seat: Seat,
    attacker: Option<Seat>,
    kind: DamageKind,
    decided: Option<bool>,
) -> Protection {
    let Some(guard) = guard(state, seat, attacker, kind) else {
        return Protection::Bare;
    };
    match (decided, attacker) {
        (Some(takes_ten), _) => Protection::Check {
            takes_ten: takes_ten && guard.may_take_ten,
        },
        (None, Some(attacker)) if guard.leaves_a_choice() => {
            let (bonus, difficulty) = (guard.bonus.total, guard.difficulty);
            Protection::Request(Request::Coverage {
                seat,
                attacker,
                bonus,
                difficulty,
            })
        }
        _ => Protection::Check {
            takes_ten: guard.usually_takes_ten(),
        },
    }
}

/// Makes a coverage check; what the blow strikes. `also`: what else its line cites.
pub fn check(
    battle: &mut Rolling,
    seat: Seat,
    kind: DamageKind,
    takes_ten: bool,
    also: &[Topic],
) -> Layer {
    let Some(guard) = guard(battle, seat, None, kind) else {
        return Layer::Body;
    };
    let difficulty = guard.difficulty;
    let bonus = guard.bonus.clone();
    let check = if takes_ten {
        checks::taken(bonus)
    } else {
        checks::d20(battle, seat, Purpose::Coverage, bonus, Edge::None)
    };
    let struck = guard.struck(check.natural);
    let worn = battle.get(seat).gear.armour;
    let worsened = worn.is_some_and(|worn| worn.condition > 0 && worn.condition < DESTROYED);
    let mut topics = vec![Topic::Coverage];
    match (struck, takes_ten, check.natural) {
        (Layer::Helmet, true, _) => {
            topics.extend([Topic::Helmet, Topic::CoverageTaken, Topic::HelmetTen])
        }
        (Layer::Helmet, ..) => topics.push(Topic::Helmet),
        (_, true, _) => topics.push(Topic::CoverageTaken),
        (_, false, 1) => topics.push(Topic::CoverageGap),
        (_, false, 20) => topics.push(Topic::CoverageTwenty),
        _ => {}
    }
    topics.extend((guard.helmet && !guard.armour).then_some(Topic::HelmetAlone));
    topics.extend((guard.helmet && worsened).then_some(Topic::HelmetWorn));
    let clad = guard.armour || guard.helmet;
    topics.extend((guard.hide && !clad).then_some(Topic::CoverageHide));
    topics.extend((struck == Layer::NaturalArmour && clad).then_some(Topic::BelowArmour));
    topics.extend_from_slice(also);
    battle.emit(
        &topics,
        EventKind::CoverageRolled {
            seat,
            check,
            difficulty,
            struck,
        },
    );
    struck
}

/// What a hit strikes, with the chance of each; a target that may choose takes 10 where that helps.
pub fn chances(
    state: &State,
    seat: Seat,
    attacker: Option<Seat>,
    kind: DamageKind,
) -> Vec<(Layer, f64)> {
    let Some(guard) = guard(state, seat, attacker, kind) else {
        return vec![(Layer::Body, 1.0)];
    };
    if guard.usually_takes_ten() {
        return vec![(guard.struck(10), 1.0)];
    }
    let mut chances: Vec<(Layer, f64)> = Vec::new();
    for struck in (1..=20).map(|natural| guard.struck(natural)) {
        match chances.iter_mut().find(|(layer, _)| *layer == struck) {
            Some((_, chance)) => *chance += 1.0 / 20.0,
            None => chances.push((struck, 1.0 / 20.0)),
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wearer(rating: i32, helmet: bool, difficulty: i32) -> Guard {
        let bonus = Tally {
            total: rating + i32::from(helmet),
            ..Tally::default()
        };
        Guard {
            armour: true,
            helmet,
            hide: false,
            bonus: RollBonus::again(bonus),
            difficulty,
            may_take_ten: true,
        }
    }

    #[test]
    fn coverage_reaches_its_difficulty_or_the_blow_finds_a_gap() {
        let sword = wearer(5, false, 20);
        assert_eq!(sword.struck(15), Layer::Armour);
        assert_eq!(sword.struck(14), Layer::Body);
        assert_eq!(wearer(14, false, 15).struck(1), Layer::Body);
    }

    #[test]
    fn the_exact_number_strikes_the_helmet() {
        let sword = wearer(4, true, 20);
        assert_eq!(sword.struck(15), Layer::Helmet);
        assert_eq!(sword.struck(16), Layer::Armour);
        assert_eq!(sword.struck(14), Layer::Body);
        let bare = Guard {
            armour: false,
            ..wearer(0, true, 20)
        };
        assert_eq!(bare.struck(19), Layer::Helmet);
        assert_eq!(bare.struck(20), Layer::Body);
    }

    #[test]
    fn hide_covers_everything_but_a_natural_1() {
        let beast = Guard {
            armour: false,
            hide: true,
            ..wearer(0, false, 20)
        };
        assert_eq!(beast.struck(1), Layer::Body);
        assert_eq!(beast.struck(2), Layer::NaturalArmour);
        assert!(beast.usually_takes_ten() && !beast.leaves_a_choice());
    }
}
