//! Movement costs, space and passing others.

use serde::{Deserialize, Serialize};

use super::{Body, Size, Stat};
use crate::grid::{Diagonals, Footprint};

/// How distance and movement are counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementRules {
    pub diagonals: Diagonals,
    #[serde(default)]
    pub diagonals_counted: DiagonalsCounted,
    pub terrain: TerrainCosts,
    /// Medium armour leaves a creature its full speed; otherwise it slows like heavy armour.
    #[serde(default)]
    pub only_heavy_armour_slows: bool,
    /// What poor visibility makes of a plain square, in twelfths; multiplied with what the ground
    /// itself costs. `None`: it costs nothing.
    #[serde(default)]
    pub poor_visibility: Option<u16>,
    #[serde(default)]
    pub diagonal_in_difficult: DiagonalInDifficult,
    /// The worst of all squares that a creature comes to occupy prices its step; otherwise the worst of those
    /// that it newly enters (SP-TERR-04).
    #[serde(default)]
    pub whole_space_slows: bool,
    /// What a square costs in which two things hamper.
    #[serde(default)]
    pub hampered_twice: HamperedTwice,
    /// A creature this many size categories larger or smaller can be passed, if at all.
    #[serde(default)]
    pub pass_size_difference: Option<u8>,
    /// Creatures up to this size enter the spaces of those that are larger than that, and stay in them;
    /// `None`: none do.
    #[serde(default)]
    pub shares_up_to: Option<Size>,
    /// Those that small enter each other's spaces, too (SP-MVT-13).
    #[serde(default)]
    pub shares_with_small: bool,
    /// Those that small lay themselves open to an enemy by moving into its space, wherever they come from
    /// (SP-MVT-13).
    #[serde(default)]
    pub entering_provokes: bool,
    /// One may stay in the space of the helpless (SP-MVT-10).
    #[serde(default)]
    pub shares_with_helpless: bool,
    /// The helpless from this size on hamper those who pass them; `None`: none do (SP-MVT-09).
    #[serde(default)]
    pub bulky_from: Option<Size>,
    /// Where a combatant is put that is stopped where it cannot stay.
    #[serde(default)]
    pub stopped: Stopped,
    /// A creature that can act may always move one square as a full-round action.
    #[serde(default)]
    pub minimum_move: bool,
    /// Severe ground is entered by movements that wade, and by no others (EP-TERR-02).
    #[serde(default)]
    pub severe_is_waded: bool,
    /// Standing up: an action of its own, or part of a walk.
    pub stand_up: StandUp,
    /// Space and natural reach by size.
    pub space: SpaceTable,
    /// Into spaces narrower than the creature; `None`: not possible.
    #[serde(default)]
    pub squeezing: Option<Squeezing>,
    /// From where a weapon on the ground can be picked up.
    #[serde(default)]
    pub pick_up: PickUp,
    /// Into which squares things fall that are let go.
    #[serde(default)]
    pub lets_fall: LetsFall,
    /// What stands between two squares is paid for besides the square beyond it (SP-TERR-06); otherwise
    /// the dearer of the two counts.
    #[serde(default)]
    pub borders_add: bool,
    /// How ground that has to be climbed is climbed.
    #[serde(default)]
    pub climbing: Climbing,
    /// What is rolled for swimming where the ground can be swum in; `None`: such ground is no more than its
    /// footing says.
    #[serde(default)]
    pub swimming: Option<Stat>,
    /// The condition of a combatant that has come farther than its speed in its turn.
    #[serde(default)]
    pub fast: Option<String>,
    /// How long a combatant can run; `None`: as long as it likes.
    #[serde(default)]
    pub endurance: Option<Endurance>,
    /// What ground does that swallows those who enter; `None`: no more than its footing says
    /// (AH-SPEC-06).
    #[serde(default)]
    pub snares: Option<Snares>,
}

/// Into spaces narrower than the creature, down to half of its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Squeezing {
    /// Squares of the narrow space in which an enemy stands can be passed (SP-TERR-13).
    pub past_enemies: bool,
    /// It stays as long as it was along the way and is narrower only across it: a creature of two by two
    /// squares takes up two squares of a way one square wide (SP-TERR-12). Otherwise half of its length is
    /// enough.
    pub along: bool,
}

/// What ground does that swallows those who enter: who saves is out of it on the nearest firm square,
/// who does not is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snares {
    /// The saving throw.
    pub save: Stat,
    /// The condition by id of those who are held.
    pub condition: String,
}

/// From where a weapon on the ground can be picked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PickUp {
    /// It has to lie in its own space.
    #[default]
    OwnSpace,
    /// As far as the arm reaches, whatever is in hand.
    NaturalReach,
}

/// Into which squares things fall that are let go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LetsFall {
    /// Those of the own space.
    #[default]
    OwnSpace,
    /// Adjacent ones as well (SP-FREE-01).
    Beside,
}

impl LetsFall {
    /// Whether a thing may fall beside the combatant.
    pub fn is_beside(self) -> bool {
        match self {
            Self::Beside => true,
            Self::OwnSpace => false,
        }
    }
}

/// Where a combatant is put that is stopped where it cannot stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    /// Into the last square where it could have stayed.
    #[default]
    LastSquare,
    /// Into the nearest such square, the last one among equals; a die decides between others (SP-MVT-16,
    /// SP-MVT-17, SP-DIST-05).
    NearestSquare,
}

impl Stopped {
    /// Whether it is the last square where the mover could have stayed.
    pub fn is_last_square(self) -> bool {
        match self {
            Self::LastSquare => true,
            Self::NearestSquare => false,
        }
    }
}

/// How ground that has to be climbed is entered and left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Climbing {
    /// It is walked over, at the cost of its footing.
    #[default]
    Walked,
    /// Entering each square takes a check of this; a failed one loses the movement for that square.
    CheckEachSquare(Stat),
    /// Only by actions that climb, each with one check: a failure by this much or more is a fall; left
    /// out: none is.
    OwnAction {
        check: Stat,
        #[serde(default)]
        falls_by: Option<u8>,
    },
}

/// How long a combatant can run: as many rounds as the Constitution score, then by checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endurance {
    /// Difficulty of the first check; each one made before adds 1.
    pub difficulty: i32,
    /// The condition of the combatant that has run to its limit.
    pub condition: String,
}

/// What terrain costs, in twelfths of a plain square: 12 plain, 16 a third more, 24 double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainCosts {
    /// Light hindrance such as undergrowth.
    pub light: u16,
    /// Difficult ground such as rubble or mud.
    pub difficult: u16,
    /// Very difficult ground such as deep snow.
    pub severe: u16,
    /// Low walls, tables, fences that must be climbed over.
    pub obstacle: u16,
    /// Ground that hurts.
    pub hazardous: u16,
}

/// Over what diagonals are counted where they alternate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiagonalsCounted {
    /// Over the whole turn.
    #[default]
    PerTurn,
    /// Anew with every movement (SP-DIST-07).
    PerMovement,
}

impl DiagonalsCounted {
    /// Whether diagonals are counted over the whole turn.
    pub fn is_by_turn(self) -> bool {
        match self {
            Self::PerTurn => true,
            Self::PerMovement => false,
        }
    }
}

/// What a diagonal step into difficult ground costs where diagonals alternate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiagonalInDifficult {
    /// The cost of the diagonal times the cost of the ground.
    #[default]
    Multiply,
    /// One and a half times the ground's straight cost, always.
    HalfAgain,
    /// The same, and such a diagonal does not count among the others (SP-TERR-02).
    HalfAgainUncounted,
}

impl DiagonalInDifficult {
    /// Whether such a diagonal does not count among the others.
    pub fn is_uncounted(self) -> bool {
        match self {
            Self::HalfAgainUncounted => true,
            Self::Multiply | Self::HalfAgain => false,
        }
    }
}

/// What a square costs in which two things hamper, such as a bush in shallow water.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HamperedTwice {
    /// As much as the worse of the two.
    #[default]
    Dearest,
    /// Each makes it dearer by its own part.
    Multiply,
}

impl HamperedTwice {
    /// Whether two causes multiply the cost of a square.
    pub fn multiplies(self) -> bool {
        match self {
            Self::Multiply => true,
            Self::Dearest => false,
        }
    }
}

/// How a prone creature rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum StandUp {
    /// By the action with `posture(up)`.
    OwnAction,
    /// By spending this many squares of a walk; leaves itself open where `provokes`.
    PartOfMove { squares: u8, provokes: bool },
}

/// How much room creatures take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpaceTable {
    /// Square spaces: Large 2×2, Huge 3×3; reach stated or 1, tall Large 2, tall Huge 3.
    SquareSpaces,
    /// Faces that may be rectangular: Large (long) 1×2, Large (tall) 1×1 with reach 2, Huge (tall)
    /// 2×2 with reach 3, Huge (long) 2×4 with reach 2.
    Faces,
    /// Square spaces, reach 1 unless stated.
    SquareSpacesReachOne,
}

impl SpaceTable {
    /// The space of a creature of this size and build.
    pub fn footprint(self, size: Size, body: Body) -> Footprint {
        let long = body == Body::Long;
        match (self, size) {
            (_, Size::Fine | Size::Diminutive | Size::Tiny | Size::Small | Size::Medium) => {
                Footprint::SINGLE
            }
            (Self::Faces, Size::Large) if long => Footprint::new(1, 2),
            (Self::Faces, Size::Large) => Footprint::SINGLE,
            (Self::Faces, Size::Huge) if long => Footprint::new(2, 4),
            (Self::Faces, Size::Huge) => Footprint::square(2),
            (Self::Faces, Size::Gargantuan) if long => Footprint::new(4, 8),
            (Self::Faces, Size::Colossal) if long => Footprint::new(8, 16),
            (Self::Faces, Size::Colossal) => Footprint::square(8),
            (_, Size::Large) => Footprint::square(2),
            (_, Size::Huge) => Footprint::square(3),
            (_, Size::Gargantuan) => Footprint::square(4),
            (_, Size::Colossal) => Footprint::square(6),
        }
    }
}

/// How a combatant is moved against its will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// Each square farther from the combatant that does it than the one before.
    Push,
    /// Each square nearer.
    Pull,
    /// Any squares.
    Slide,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_horse_is_a_rectangle_only_where_faces_are() {
        let horse = |table: SpaceTable| table.footprint(Size::Large, Body::Long);
        assert_eq!(horse(SpaceTable::Faces), Footprint::new(1, 2));
        assert_eq!(horse(SpaceTable::SquareSpaces), Footprint::square(2));
        assert_eq!(
            SpaceTable::Faces.footprint(Size::Large, Body::Tall),
            Footprint::SINGLE
        );
        assert_eq!(
            SpaceTable::SquareSpaces.footprint(Size::Huge, Body::Tall),
            Footprint::square(3)
        );
    }
}
