//! Movements that are possible: how, and along which squares.

use crate::combat::state::step::walk::Rise;
use crate::grid::{Area, Cost, DiagonalParity, Square};
use crate::rules::{Exempt, Topic};

/// One movement as it is possible now.
#[derive(Clone, Copy, Debug)]
pub struct MoveMode {
    /// Where it starts.
    pub area: Area,
    /// What can be spent on it.
    pub budget: Cost,
    /// Diagonals made so far in the turn.
    pub parity: DiagonalParity,
    /// Getting up comes first.
    pub rise: Option<Rise>,
    /// In a straight line only, over unhampered ground.
    pub straight: bool,
    pub exempt: Exempt,
    /// On hands and knees.
    pub crawling: bool,
    /// Up and down what has to be climbed.
    pub climbing: bool,
    /// In what can be swum in, by a check.
    pub swimming: bool,
    /// In the air, where the ground hampers nothing (SP-TERR-05).
    pub flying: bool,
    /// Added to the check of a climb.
    pub check_bonus: i32,
    /// Enemies may strike in squares that are entered, too.
    pub open_on_arrival: bool,
    /// Drawn together to half of its own space.
    pub squeezing: bool,
    /// The whole space that is left as it begins to squeeze.
    pub whole: Option<Area>,
    /// One square may be entered whatever it costs.
    pub one_at_least: bool,
    /// Goes on with movement that is paid for.
    pub continuing: bool,
    /// The rule that it rests on.
    pub topic: Topic,
}

impl MoveMode {
    /// The spaces on a way in which enemies may strike, one after another: those that are left, and where
    /// it is so the last one.
    pub fn exposed(&self, path: &[Square]) -> Vec<Area> {
        let anchors = std::iter::once(self.area.anchor).chain(path.iter().copied());
        let spaces = path.len() + usize::from(self.open_on_arrival);
        let spaces = anchors.take(spaces);
        spaces.map(|anchor| self.area.moved_to(anchor)).collect()
    }

    /// A movement on foot without anything special about it.
    pub fn plain(area: Area, budget: Cost, topic: Topic) -> Self {
        Self {
            area,
            budget,
            parity: DiagonalParity::Even,
            rise: None,
            straight: false,
            exempt: Exempt::Nothing,
            crawling: false,
            climbing: false,
            swimming: false,
            flying: false,
            check_bonus: 0,
            open_on_arrival: false,
            squeezing: false,
            whole: None,
            one_at_least: false,
            continuing: false,
            topic,
        }
    }
}

/// A movement that was checked: what it costs and which part of it is safe.
#[derive(Clone, Debug)]
pub struct Plan {
    pub move_mode: MoveMode,
    pub squares: Vec<Square>,
    /// Cost up to each square, getting up included.
    pub costs: Vec<Cost>,
    /// So many squares from the start provoke nothing when they are left.
    pub sheltered: u8,
    /// So many squares from the start cost nothing.
    pub gratis: u8,
    /// It is a step of one square and all the movement of the turn.
    pub closes: bool,
}
