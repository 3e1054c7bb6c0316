//! Dice that fall as luck wants: for looking at how something goes if it goes well, and if not.

use serde::{Deserialize, Serialize};

use smallvec::SmallVec;

use super::RollLabel;

/// What a biased d20 shows for the lucky and for the others: well away from the naturals that hit
/// or fail by themselves.
const WELL: u32 = 17;
const BADLY: u32 = 4;

/// Dice that fall well for some and badly for every other combatant. Never those of a battle that
/// counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BiasedDice {
    /// The seats that are lucky, by number.
    lucky: SmallVec<[u8; 32]>,
    rolled: u64,
}

impl BiasedDice {
    pub(super) fn new(lucky: SmallVec<[u8; 32]>) -> Self {
        Self { lucky, rolled: 0 }
    }

    /// A d20 decides, so it falls well or badly; everything else is as usual: the middle.
    pub(super) fn roll(&mut self, label: RollLabel, sides: u32) -> u32 {
        self.rolled += 1;
        match (sides, self.lucky.contains(&label.who)) {
            (20, true) => WELL,
            (20, false) => BADLY,
            _ => sides.div_ceil(2),
        }
    }

    pub(super) fn rolled_count(&self) -> u64 {
        self.rolled
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Dice, Purpose};
    use super::*;

    #[test]
    fn the_lucky_hit_and_the_others_miss() {
        let mut dice = Dice::biased([2]);
        let purpose = Purpose::Attack;
        let mut roll = |who, sides| dice.roll(RollLabel { who, purpose }, sides);
        assert_eq!((roll(2, 20), roll(3, 20)), (WELL, BADLY));
        assert_eq!((roll(2, 8), roll(3, 8)), (4, 4));
        assert_eq!(dice.rolled_count(), 4);
    }
}
