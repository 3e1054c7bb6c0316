//! Dice from a script, for proofs: each one is told beforehand and checked when it is thrown.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Purpose, RollLabel};

/// One die of a script. What is left out is not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedRoll {
    /// The seat that must roll it.
    #[serde(default)]
    pub who: Option<u8>,
    /// What it must be rolled for.
    #[serde(default)]
    pub purpose: Option<Purpose>,
    /// How many sides it must have.
    #[serde(default)]
    pub sides: Option<u32>,
    /// What it shows.
    pub value: u32,
}

impl ScriptedRoll {
    /// A die that shows `value` for any roller.
    pub const fn new(value: u32) -> Self {
        Self {
            who: None,
            purpose: None,
            sides: None,
            value,
        }
    }

    /// What is wrong with this as the next die thrown, if anything.
    fn objection(&self, label: RollLabel, sides: u32) -> Option<ScriptFaultKind> {
        if self.who.is_some_and(|who| who != label.who) {
            Some(ScriptFaultKind::WrongWho)
        } else if self.purpose.is_some_and(|purpose| purpose != label.purpose) {
            Some(ScriptFaultKind::WrongPurpose)
        } else if self.sides.is_some_and(|expected| expected != sides) {
            Some(ScriptFaultKind::WrongSides)
        } else if !(1..=sides).contains(&self.value) {
            Some(ScriptFaultKind::ImpossibleValue)
        } else {
            None
        }
    }
}

impl fmt::Display for ScriptedRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sides {
            Some(sides) => write!(f, "{} on a d{sides}", self.value)?,
            None => write!(f, "{}", self.value)?,
        }
        if let Some(purpose) = self.purpose {
            write!(f, " for {purpose}")?;
        }
        match self.who {
            Some(RollLabel::NOBODY) => write!(f, " of no combatant"),
            Some(seat) => write!(f, " of seat {seat}"),
            None => Ok(()),
        }
    }
}

/// In which way a script and the dice thrown disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScriptFaultKind {
    /// The script was at its end.
    RanOut,
    /// Another combatant rolled.
    WrongWho,
    /// It was rolled for something else.
    WrongPurpose,
    /// The die had another number of sides.
    WrongSides,
    /// The die cannot show the given value.
    ImpossibleValue,
}

/// The first point at which a script and the dice thrown disagreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptFault {
    /// Which throw it was, counted from 1.
    pub number: u64,
    /// In which way they disagreed.
    pub kind: ScriptFaultKind,
    /// The die that the script gave; nothing if it had run out.
    pub expected: Option<ScriptedRoll>,
    /// Who threw, and what for.
    pub label: RollLabel,
    /// How many sides the thrown die had.
    pub sides: u32,
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            kind,
            label,
            sides,
            ..
        } = self;
        write!(f, "throw {number} was a d{sides} for {label}")?;
        let Some(expected) = self.expected else {
            return write!(f, ", but the script had run out");
        };
        let what = match kind {
            ScriptFaultKind::RanOut => "the script had run out",
            ScriptFaultKind::WrongWho => "the script expects another combatant",
            ScriptFaultKind::WrongPurpose => "the script wants another purpose",
            ScriptFaultKind::WrongSides => "the script wants another die",
            ScriptFaultKind::ImpossibleValue => "the die cannot show that",
        };
        write!(f, ", but next in the script is {expected}: {what}")
    }
}

impl std::error::Error for ScriptFault {}

/// Dice given in advance.
///
/// The first disagreement is kept as the [`ScriptFault`]. A die that does not fit stays in the
/// script, so that after one surplus throw the rest can still be played and looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptedDice {
    script: Vec<ScriptedRoll>,
    used: usize,
    rolled: u64,
    fault: Option<ScriptFault>,
}

impl ScriptedDice {
    pub(super) fn new(script: Vec<ScriptedRoll>) -> Self {
        Self {
            script,
            used: 0,
            rolled: 0,
            fault: None,
        }
    }

    /// Takes the next die of the script if it fits; otherwise records the fault and gives a value
    /// from the middle, which the die can show and which is neither a triumph nor a disaster.
    pub(super) fn roll(&mut self, label: RollLabel, sides: u32) -> u32 {
        self.rolled += 1;
        let expected = self.script.get(self.used).copied();
        let objection = match &expected {
            Some(next) => next.objection(label, sides),
            None => Some(ScriptFaultKind::RanOut),
        };
        match (objection, expected) {
            (None, Some(next)) => {
                self.used += 1;
                next.value
            }
            (kind, expected) => {
                let kind = kind.unwrap_or(ScriptFaultKind::RanOut);
                let number = self.rolled;
                self.fault.get_or_insert(ScriptFault {
                    number,
                    kind,
                    expected,
                    label,
                    sides,
                });
                sides / 2 + sides % 2
            }
        }
    }

    pub(super) fn fault(&self) -> Option<&ScriptFault> {
        self.fault.as_ref()
    }

    pub(super) fn left_over(&self) -> &[ScriptedRoll] {
        self.script.get(self.used..).unwrap_or_default()
    }

    pub(super) fn rolled_count(&self) -> u64 {
        self.rolled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTACK: RollLabel = RollLabel::new(1, Purpose::Attack);

    /// A 17 on a d20 that only [`ATTACK`] may roll.
    const TOLD: ScriptedRoll = ScriptedRoll {
        who: Some(1),
        purpose: Some(Purpose::Attack),
        sides: Some(20),
        value: 17,
    };

    #[test]
    fn dice_come_as_told() {
        let script = vec![TOLD, ScriptedRoll::new(3)];
        let mut dice = ScriptedDice::new(script);
        assert_eq!(dice.roll(ATTACK, 20), 17);
        assert_eq!(dice.left_over(), [ScriptedRoll::new(3)]);
        assert_eq!(dice.roll(RollLabel::new(1, Purpose::Damage), 8), 3);
        assert_eq!(
            (dice.fault(), dice.left_over(), dice.rolled_count()),
            (None, [].as_slice(), 2)
        );
    }

    #[test]
    fn each_kind_of_disagreement_is_a_fault() {
        for (kind, expected, label, sides) in [
            (ScriptFaultKind::RanOut, None, ATTACK, 20),
            (
                ScriptFaultKind::WrongWho,
                Some(TOLD),
                RollLabel::new(2, Purpose::Attack),
                20,
            ),
            (
                ScriptFaultKind::WrongPurpose,
                Some(TOLD),
                RollLabel::new(1, Purpose::Save),
                20,
            ),
            (ScriptFaultKind::WrongSides, Some(TOLD), ATTACK, 12),
            (
                ScriptFaultKind::ImpossibleValue,
                Some(ScriptedRoll::new(0)),
                ATTACK,
                20,
            ),
            (
                ScriptFaultKind::ImpossibleValue,
                Some(ScriptedRoll::new(9)),
                ATTACK,
                8,
            ),
        ] {
            let mut dice = ScriptedDice::new(expected.into_iter().collect());
            let value = dice.roll(label, sides);
            assert!((1..=sides).contains(&value));
            let fault = ScriptFault {
                number: 1,
                kind,
                expected,
                label,
                sides,
            };
            assert_eq!(dice.fault(), Some(&fault));
        }
    }

    #[test]
    fn the_first_fault_is_kept_and_a_surplus_throw_takes_nothing() {
        let mut dice = ScriptedDice::new(vec![TOLD]);
        assert_eq!(dice.roll(RollLabel::of_battle(Purpose::Coin), 2), 1);
        assert_eq!(dice.roll(ATTACK, 20), 17);
        assert_eq!(dice.roll(ATTACK, 20), 10);
        let fault = dice.fault().unwrap();
        assert_eq!((fault.number, fault.kind), (1, ScriptFaultKind::WrongWho));
        assert_eq!(
            fault.to_string(),
            "throw 1 was a d2 for coin of no combatant, but next in the script is \
             17 on a d20 for attack of seat 1: the script expects another combatant"
        );
    }

    #[test]
    fn running_out_reads_well() {
        let mut dice = ScriptedDice::new(Vec::new());
        dice.roll(ATTACK, 20);
        let message = dice.fault().unwrap().to_string();
        assert_eq!(
            message,
            "throw 1 was a d20 for attack of seat 1, but the script had run out"
        );
    }

    #[test]
    fn a_scripted_roll_is_read_from_content() {
        let read: ScriptedRoll = ron::from_str("(purpose: Some(attack), value: 17)").unwrap();
        let told = ScriptedRoll {
            purpose: Some(Purpose::Attack),
            ..ScriptedRoll::new(17)
        };
        assert_eq!(read, told);
    }
}
