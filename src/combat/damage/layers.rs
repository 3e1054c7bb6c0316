//! Layers of protection: what shield, helmet and armour do to a blow, and how they wear.

use crate::combat::contract::{Layer, Seat};
use crate::combat::state::{State, gear};
use crate::content::equipment::{Material, Ward, Wards};
use crate::rules::DamageKind;

/// What one layer did to a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerResult {
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
            Some(Material::Wood) => kind.is_blunt(),
            _ => false,
        }
}

impl Item {
    /// What armour or a helmet does to a blow.
    pub fn meets(&self, amount: i32, kind: DamageKind, weapon: Option<Material>) -> LayerResult {
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

    /// What a blow does that is meant for the item: it loses all that it does not ignore, and lets
    /// nothing through.
    pub fn spoils(&self, amount: i32, kind: DamageKind, weapon: Option<Material>) -> LayerResult {
        let ward = self.wards.against(kind).unwrap_or_default();
        let ignored = match is_harmless(self.material, weapon, kind) {
            true => amount,
            false => ward.reduction.clamp(0, amount.max(0)),
        };
        let rest = amount - ignored;
        LayerResult {
            passed: 0,
            ..self.absorb(ignored, rest, rest)
        }
    }

    /// Takes `share` of `rest` from the item's hit points, condition after condition.
    pub fn absorb(&self, ignored: i32, rest: i32, share: i32) -> LayerResult {
        let (mut left, mut condition, mut owed) = (self.hit_points, self.condition, share);
        while owed > 0 && condition < gear::DESTROYED {
            let bite = owed.min(left);
            left -= bite;
            owed -= bite;
            if left > 0 {
                break;
            }
            condition = if self.wears {
                condition + 1
            } else {
                gear::DESTROYED
            };
            if condition < gear::DESTROYED {
                left = self.full.max(1);
            }
        }
        let absorbed = share - owed;
        LayerResult {
            ignored,
            absorbed,
            passed: rest - absorbed,
            left,
            condition,
        }
    }
}

/// The armour, helmet or shield of a combatant.
pub fn item(state: &State, seat: Seat, layer: Layer) -> Option<Item> {
    let gear = state.get(seat).gear;
    let catalogue = &state.book.catalogue;
    let (def, hit_points, condition) = match layer {
        Layer::Armour => {
            let worn = gear.armour?;
            let def = catalogue.armours.get(worn.item)?;
            let wear = (def.wards, def.material, def.hit_points);
            (wear, worn.hit_points, worn.condition)
        }
        Layer::Helmet => {
            let worn = gear.helmet?;
            let def = catalogue.helmets.get(worn.item)?;
            let wear = (def.wards, def.material, def.hit_points);
            (wear, worn.hit_points, worn.condition)
        }
        Layer::Shield => {
            let worn = gear.shield?;
            let def = catalogue.shields.get(worn.item)?;
            let wear = (def.wards, def.material, def.hit_points);
            (wear, worn.hit_points, worn.condition)
        }
        Layer::NaturalArmour | Layer::Body => return None,
    };
    let (wards, material, full) = def;
    (condition < gear::DESTROYED).then_some(Item {
        wards,
        material,
        hit_points,
        full,
        condition,
        wears: layer == Layer::Armour,
    })
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
) -> (LayerResult, Past) {
    let whole = LayerResult {
        left: shield.hit_points,
        condition: shield.condition,
        ..LayerResult::default()
    };
    let Some(ward) = shield.wards.against(kind) else {
        // Fire and the like go past the shield.
        return (
            LayerResult {
                passed: amount,
                ..whole
            },
            Past::Uncovered,
        );
    };
    if is_harmless(shield.material, weapon, kind) {
        return (
            LayerResult {
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
        let result = LayerResult {
            ignored,
            absorbed,
            passed: rest - absorbed,
            left: 0,
            condition: gear::DESTROYED,
        };
        return (result, Past::Uncovered);
    }
    let result = shield.absorb(ignored, rest, share);
    match kind.is_blunt() {
        true => (
            LayerResult {
                passed: 0,
                ..result
            },
            Past::Lost,
        ),
        false => (result, Past::Armour),
    }
}

/// What a blow meets that passes a whole shield: armour without a check, or hide.
pub fn below_shield(state: &State, seat: Seat) -> Layer {
    match item(state, seat, Layer::Armour) {
        Some(_) => Layer::Armour,
        None => Layer::NaturalArmour,
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
        let result = |amount| {
            let result = armour.meets(amount, Slashing, None);
            (result.ignored, result.absorbed, result.passed)
        };
        assert_eq!(result(9), (3, 4, 2));
        assert_eq!(result(5), (3, 2, 0));
        assert_eq!(result(3), (3, 0, 0));
    }

    #[test]
    fn the_overflow_of_a_condition_comes_out_of_the_next() {
        let result = item(2, 2, 1, 21).meets(9, Slashing, None);
        assert_eq!((result.condition, result.left, result.passed), (1, 20, 5));
    }

    #[test]
    fn ruined_armour_takes_only_what_it_has_left() {
        let ruined = Item {
            condition: 3,
            ..item(2, 2, 1, 21)
        };
        let result = ruined.meets(7, Slashing, None);
        assert_eq!(
            (result.condition, result.absorbed, result.passed),
            (gear::DESTROYED, 1, 4)
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
        let (result, past) = shield_meets(&shield, 12, Piercing, None);
        assert_eq!((result.left, result.passed, past), (16, 4, Past::Armour));
        let (result, past) = shield_meets(&shield, 13, Bludgeoning, None);
        assert_eq!((result.left, result.passed, past), (16, 0, Past::Lost));
    }

    #[test]
    fn a_breaking_shield_lets_all_the_excess_through() {
        let shield = Item {
            wears: false,
            ..item(4, 4, 2, 25)
        };
        let (result, past) = shield_meets(&shield, 11, Slashing, None);
        assert_eq!(
            (result.condition, result.passed, past),
            (gear::DESTROYED, 5, Past::Uncovered)
        );
    }

    #[test]
    fn a_shield_whose_last_points_are_taken_exactly_is_gone_but_not_overrun() {
        let shield = Item {
            wears: false,
            ..item(4, 4, 4, 25)
        };
        let (result, past) = shield_meets(&shield, 9, Slashing, None);
        assert_eq!(
            (result.condition, result.passed, past),
            (gear::DESTROYED, 1, Past::Armour)
        );
    }
}
