//! Movements under way, the mover's own and those it is made to make.

use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::rush::Rush;
use crate::grid::{Area, Cost, Square};
use crate::rules::{ActionId, Force, Topic};

/// A movement under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    pub seat: Seat,
    pub action: ActionId,
    /// Where it began.
    #[serde(default)]
    pub start: Option<Square>,
    /// On whose legs.
    #[serde(default)]
    pub mount: Option<Seat>,
    /// Squares still to be entered, next first.
    pub path: Vec<Square>,
    pub pace: Pace,
    /// The rule that the movement rests on.
    pub topic: Topic,
    /// Getting up comes first.
    pub rise: Option<Rise>,
    /// So many of the next squares provoke nothing when they are left.
    pub sheltered: u8,
    /// So many of the next squares cost nothing.
    pub gratis: u8,
    /// Leaving the square is part of an opportunity that an enemy has had.
    #[serde(default)]
    pub same: bool,
    /// What is left to spend.
    pub left: Cost,
    /// All that it was given, spent and left: less is left for who becomes slower on the way.
    #[serde(default)]
    pub given: Cost,
    /// What is left at the end can be used up later in the turn.
    pub lasting: bool,
    /// The path was to be longer: a state that leaves a single action or slows has begun on the way.
    #[serde(default)]
    pub cut: bool,
    /// On hands and knees.
    pub crawling: bool,
    /// Where the mover could last have stopped.
    pub footing: Square,
    /// The square that it has left last.
    #[serde(default)]
    pub behind: Option<Square>,
    /// The space to which it draws itself together as it leaves its own.
    #[serde(default)]
    pub folds: Option<Area>,
    /// What comes at the end of a charge.
    pub then: Option<Finish>,
    /// A combatant in the way who is to be run over.
    pub overrun: Option<Overrun>,
    /// Enemies that the mover has tried to tumble past, and whether it succeeded.
    #[serde(default)]
    pub faced: Vec<(Seat, bool)>,
}

/// What comes at the end of a charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finish {
    Attack(AttackOrder),
    Rush(Rush),
}

/// How far the next square has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// About to leave a square, or to stand up: the combatants that may strike are asked.
    Leaving,
    /// Attacks of opportunity are over; readied actions on moving away come next.
    Left,
    /// The next square is entered.
    Entering,
    /// It was entered, and did its harm.
    Entered,
    /// It is the space of a combatant who is to be run over.
    Met,
    /// The checks of an overrun are over.
    Contested,
}

/// Getting up as part of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rise {
    pub cost: Cost,
    pub provokes: bool,
}

/// A combatant in the lane of a charge who is to be run over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrun {
    pub victim: Seat,
    /// The mode that reaches for it.
    pub mode: u8,
    /// Running into its space provokes from it: it could not strike yet as that began.
    #[serde(default)]
    pub provokes: bool,
    pub state: OverrunStage,
    /// The mount on which the mover has come into its space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mount: Option<Seat>,
}

/// How far an overrun has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OverrunStage {
    Ahead,
    /// In its space, having come from there.
    Met(Area),
    /// It has stepped aside or fallen.
    Past,
}

/// A forced movement under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forced {
    /// Who does it.
    pub by: Seat,
    /// To whom.
    pub target: Seat,
    pub kind: Force,
    /// What is left of the allowance.
    pub left: Cost,
    /// An odd number of diagonals so far.
    pub odd: bool,
    /// It has moved: the combatant that does it may stop here.
    pub moved: bool,
}
