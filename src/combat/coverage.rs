//! Coverage: whether a blow strikes armour, a helmet or a bare place, and what each layer of
//! protection does to it.

use super::arena::Arena;
use super::condition;
use super::event::{EventKind, Layer};
use super::request::Request;
use super::save;
use super::seat::Seat;
use crate::content::equipment::{Material, Ward, Wards};
use crate::dice::Purpose;
use crate::rules::check::Edge;
use crate::rules::damage::{ArmourModel, CoverageRules, DamageKind};
use crate::rules::{Flag, Modifier, ModifierKind, Source, Stat, Tally, Topic};

/// Destroyed: the last condition of a worn item.
pub const DESTROYED: u8 = 4;

/// What has to happen before a blow strikes something.
pub enum Asked {
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
    bonus: Tally,
    difficulty: i32,
    may_take_ten: bool,
}

/// What protects a combatant from this kind of damage, if anything does and the system has it.
pub fn guard(arena: &Arena, seat: Seat, attacker: Option<Seat>, kind: DamageKind) -> Option<Guard> {
    let ArmourModel::Coverage(rules) = arena.rules().policies.damage.armour else {
        return None;
    };
    let difficulty = difficulty(&rules, kind)?;
    let gear = arena.get(seat).gear;
    let armour = gear.armour.is_some_and(|worn| worn.condition < DESTROYED);
    let helmet = gear.helmet.is_some_and(|worn| worn.condition < DESTROYED);
    let hide = natural_armour(arena, seat) > 0;
    if !(armour || helmet || hide) {
        return None;
    }
    let denied = [
        Flag::Unaware,
        Flag::FlatFooted,
        Flag::Helpless,
        Flag::NoTakingTen,
    ];
    let unseen = attacker.is_some_and(|by| super::defence::unaware_of(arena, seat, by));
    let may_take_ten =
        attacker.is_some() && !unseen && !denied.iter().any(|f| condition::has(arena, seat, *f));
    let bonus = bonus(arena, seat, &rules, armour, helmet);
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
        _ => None,
    }
}

/// Rating of the armour, less what it has worn off (never below nothing), and the helmet.
fn bonus(arena: &Arena, seat: Seat, rules: &CoverageRules, armour: bool, helmet: bool) -> Tally {
    let mut parts = Vec::new();
    let fighter = arena.get(seat);
    if let Some(worn) = fighter.gear.armour.filter(|_| armour) {
        let stated = fighter.stats.of(Stat::Coverage);
        parts.extend_from_slice(stated);
        if stated.is_empty()
            && let Some(def) = arena.book.catalogue.armours.get(worn.item)
        {
            let source = Source::Armour(worn.item);
            parts.push(part(arena, source, Topic::Coverage, def.coverage));
        }
        let rating: i32 = parts.iter().map(|m| m.value).sum();
        if let Some(penalty) = usize::from(worn.condition).checked_sub(1) {
            let penalty = rules
                .worn
                .get(penalty)
                .map_or(0, |p| p.abs())
                .min(rating.max(0));
            let source = Source::Topic(Topic::ArmourDamage);
            parts.push(part(arena, source, Topic::ArmourDamage, -penalty));
        }
    }
    if helmet {
        parts.push(part(
            arena,
            Source::Topic(Topic::Helmet),
            Topic::Helmet,
            rules.helmet,
        ));
    }
    Tally::sum(parts, &crate::rules::Stacking::Everything, &[])
}

fn part(arena: &Arena, source: Source, topic: Topic, value: i32) -> Modifier {
    Modifier {
        kind: ModifierKind::Armour,
        value,
        source,
        rule: arena.cite(topic),
    }
}

/// Points that a combatant's own hide ignores.
pub fn natural_armour(arena: &Arena, seat: Seat) -> i32 {
    match arena.rules().policies.damage.armour {
        ArmourModel::InDefence => 0,
        ArmourModel::Coverage(_) => save::tally(arena, seat, Stat::NaturalArmour, &[])
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

    /// Whether somebody who may take 10 has a choice to make. With nothing worn 10 is always
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

/// Prepares a coverage check; `decided`: the answer, if it was asked for.
pub fn ask(
    arena: &Arena,
    seat: Seat,
    attacker: Option<Seat>,
    kind: DamageKind,
    decided: Option<bool>,
) -> Asked {
    let Some(guard) = guard(arena, seat, attacker, kind) else {
        return Asked::Bare;
    };
    match (decided, attacker) {
        (Some(takes_ten), _) => Asked::Check {
            takes_ten: takes_ten && guard.may_take_ten,
        },
        (None, Some(attacker)) if guard.leaves_a_choice() => {
            let (bonus, difficulty) = (guard.bonus.total, guard.difficulty);
            Asked::Request(Request::Coverage {
                seat,
                attacker,
                bonus,
                difficulty,
            })
        }
        _ => Asked::Check {
            takes_ten: guard.usually_takes_ten(),
        },
    }
}

/// Makes a coverage check; what the blow strikes.
pub fn check(arena: &mut Arena, seat: Seat, kind: DamageKind, takes_ten: bool) -> Layer {
    let Some(guard) = guard(arena, seat, None, kind) else {
        return Layer::Body;
    };
    let difficulty = guard.difficulty;
    let bonus = guard.bonus.clone();
    let check = if takes_ten {
        save::taken(bonus)
    } else {
        save::d20(arena, seat, Purpose::Coverage, bonus, Edge::None)
    };
    let struck = guard.struck(check.natural);
    let topics: &[Topic] = match (struck, takes_ten) {
        (Layer::Helmet, _) => &[Topic::Coverage, Topic::Helmet],
        (_, true) => &[Topic::Coverage, Topic::TakeTen],
        _ => &[Topic::Coverage],
    };
    arena.emit(
        topics,
        EventKind::CoverageRolled {
            seat,
            check,
            difficulty,
            struck,
        },
    );
    struck
}

/// What one layer did to a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    pub ignored: i32,
    pub absorbed: i32,
    pub passed: i32,
    /// Hit points of the item afterwards.
    pub left: i32,
    /// Its condition afterwards.
    pub condition: u8,
}

/// A worn item as a blow meets it.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub wards: Wards,
    pub material: Material,
    pub hit_points: i32,
    /// Hit points of each condition.
    pub full: i32,
    pub condition: u8,
    /// It wears through conditions; other items are gone at zero.
    pub wears: bool,
}

/// Whether a weapon is too soft to harm metal: blunt wood, and whatever is softer than wood.
pub fn is_harmless(item: Material, weapon: Option<Material>, kind: DamageKind) -> bool {
    item == Material::Metal
        && match weapon {
            Some(Material::Soft) => true,
            Some(Material::Wood) => kind == DamageKind::Bludgeoning,
            _ => false,
        }
}

impl Item {
    /// What armour or a helmet does to a blow.
    pub fn meets(&self, amount: i32, kind: DamageKind, weapon: Option<Material>) -> Toll {
        let Ward {
            mut reduction,
            mut absorption,
        } = self.wards.against(kind).unwrap_or_default();
        if is_harmless(self.material, weapon, kind) {
            // What the item would have taken upon itself, it shrugs off.
            (reduction, absorption) = (reduction + absorption, 0);
        }
        let ignored = reduction.clamp(0, amount.max(0));
        let rest = amount - ignored;
        self.absorb(ignored, rest, absorption.clamp(0, rest.max(0)))
    }

    /// Takes `share` of `rest` from the item's hit points, condition after condition.
    fn absorb(&self, ignored: i32, rest: i32, share: i32) -> Toll {
        let (mut left, mut condition, mut owed) = (self.hit_points, self.condition, share);
        while owed > 0 && condition < DESTROYED {
            let bite = owed.min(left);
            left -= bite;
            owed -= bite;
            if left > 0 {
                break;
            }
            condition = if self.wears { condition + 1 } else { DESTROYED };
            if condition < DESTROYED {
                left = self.full.max(1);
            }
        }
        let absorbed = share - owed;
        Toll {
            ignored,
            absorbed,
            passed: rest - absorbed,
            left,
            condition,
        }
    }
}

/// The armour or helmet of a combatant.
pub fn item(arena: &Arena, seat: Seat, layer: Layer) -> Option<Item> {
    let gear = arena.get(seat).gear;
    let catalogue = &arena.book.catalogue;
    match layer {
        Layer::Armour => {
            let worn = gear.armour.filter(|worn| worn.condition < DESTROYED)?;
            let def = catalogue.armours.get(worn.item)?;
            Some(Item {
                wards: def.wards,
                material: def.material,
                hit_points: worn.hit_points,
                full: def.hit_points,
                condition: worn.condition,
                wears: true,
            })
        }
        Layer::Helmet => {
            let worn = gear.helmet.filter(|worn| worn.condition < DESTROYED)?;
            let def = catalogue.helmets.get(worn.item)?;
            Some(Item {
                wards: def.wards,
                material: def.material,
                hit_points: worn.hit_points,
                full: def.hit_points,
                condition: worn.condition,
                wears: false,
            })
        }
        Layer::Shield => {
            let worn = gear.shield.filter(|worn| worn.condition < DESTROYED)?;
            let def = catalogue.shields.get(worn.item)?;
            Some(Item {
                wards: def.wards,
                material: def.material,
                hit_points: worn.hit_points,
                full: def.hit_points,
                condition: worn.condition,
                wears: false,
            })
        }
        Layer::NaturalArmour | Layer::Body => None,
    }
}

/// Where the rest of a blocked blow goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// Nowhere.
    Lost,
    /// To armour, without a check.
    Armour,
    /// The shield is broken: a coverage check decides.
    Uncovered,
}

/// What a shield does to a blow that it takes, and where the rest goes.
pub fn shield_meets(
    shield: &Item,
    amount: i32,
    kind: DamageKind,
    weapon: Option<Material>,
) -> (Toll, Past) {
    let whole = Toll {
        left: shield.hit_points,
        condition: shield.condition,
        ..Toll::default()
    };
    let Some(ward) = shield.wards.against(kind) else {
        // Fire and the like go past the shield.
        return (
            Toll {
                passed: amount,
                ..whole
            },
            Past::Uncovered,
        );
    };
    if is_harmless(shield.material, weapon, kind) {
        return (
            Toll {
                ignored: amount,
                ..whole
            },
            Past::Lost,
        );
    }
    let ignored = ward.reduction.clamp(0, amount.max(0));
    let rest = amount - ignored;
    let share = ward.absorption.clamp(0, rest.max(0));
    if share > shield.hit_points {
        let absorbed = shield.hit_points;
        let toll = Toll {
            ignored,
            absorbed,
            passed: rest - absorbed,
            left: 0,
            condition: DESTROYED,
        };
        return (toll, Past::Uncovered);
    }
    let toll = shield.absorb(ignored, rest, share);
    match kind {
        DamageKind::Bludgeoning => (Toll { passed: 0, ..toll }, Past::Lost),
        _ => (toll, Past::Armour),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DamageKind::*;

    fn item(reduction: i32, absorption: i32, hit_points: i32, full: i32) -> Item {
        let ward = Ward {
            reduction,
            absorption,
        };
        Item {
            wards: Wards {
                slashing: ward,
                piercing: ward,
                bludgeoning: ward,
            },
            material: Material::Soft,
            hit_points,
            full,
            condition: 0,
            wears: true,
        }
    }

    #[test]
    fn armour_ignores_then_takes_then_lets_through() {
        let armour = item(3, 4, 20, 20);
        let toll = |amount| {
            let toll = armour.meets(amount, Slashing, None);
            (toll.ignored, toll.absorbed, toll.passed)
        };
        assert_eq!(toll(9), (3, 4, 2));
        assert_eq!(toll(5), (3, 2, 0));
        assert_eq!(toll(3), (3, 0, 0));
    }

    #[test]
    fn the_overflow_of_a_condition_comes_out_of_the_next() {
        let toll = item(2, 2, 1, 21).meets(9, Slashing, None);
        assert_eq!((toll.condition, toll.left, toll.passed), (1, 20, 5));
    }

    #[test]
    fn ruined_armour_takes_only_what_it_has_left() {
        let ruined = Item {
            condition: 3,
            ..item(2, 2, 1, 21)
        };
        let toll = ruined.meets(7, Slashing, None);
        assert_eq!(
            (toll.condition, toll.absorbed, toll.passed),
            (DESTROYED, 1, 4)
        );
    }

    #[test]
    fn metal_takes_no_harm_from_blunt_wood() {
        let metal = Item {
            material: Material::Metal,
            ..item(2, 3, 20, 20)
        };
        let club = metal.meets(7, Bludgeoning, Some(Material::Wood));
        assert_eq!((club.ignored, club.absorbed, club.passed), (5, 0, 2));
        let mace = metal.meets(7, Bludgeoning, Some(Material::Metal));
        assert_eq!((mace.ignored, mace.absorbed, mace.passed), (2, 3, 2));
        assert!(!is_harmless(
            Material::Metal,
            Some(Material::Wood),
            Piercing
        ));
        assert!(is_harmless(Material::Metal, Some(Material::Soft), Slashing));
    }

    #[test]
    fn a_whole_shield_passes_points_and_edges_to_armour_and_loses_blunt_force() {
        let shield = Item {
            wears: false,
            ..item(4, 4, 20, 25)
        };
        let (toll, past) = shield_meets(&shield, 12, Piercing, None);
        assert_eq!((toll.left, toll.passed, past), (16, 4, Past::Armour));
        let (toll, past) = shield_meets(&shield, 13, Bludgeoning, None);
        assert_eq!((toll.left, toll.passed, past), (16, 0, Past::Lost));
    }

    #[test]
    fn a_breaking_shield_lets_all_the_excess_through() {
        let shield = Item {
            wears: false,
            ..item(4, 4, 2, 25)
        };
        let (toll, past) = shield_meets(&shield, 11, Slashing, None);
        assert_eq!(
            (toll.condition, toll.passed, past),
            (DESTROYED, 5, Past::Uncovered)
        );
    }

    #[test]
    fn a_shield_whose_last_points_are_taken_exactly_is_gone_but_not_overrun() {
        let shield = Item {
            wears: false,
            ..item(4, 4, 4, 25)
        };
        let (toll, past) = shield_meets(&shield, 9, Slashing, None);
        assert_eq!(
            (toll.condition, toll.passed, past),
            (DESTROYED, 1, Past::Armour)
        );
    }

    fn wearer(rating: i32, helmet: bool, difficulty: i32) -> Guard {
        let bonus = Tally {
            parts: Vec::new(),
            total: rating + i32::from(helmet),
        };
        Guard {
            armour: true,
            helmet,
            hide: false,
            bonus,
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
