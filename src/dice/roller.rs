//! Dice that are thrown: from a seed in play, from a script in proofs.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{BiasedDice, DiceExpr, RollLabel, ScriptFault, ScriptedDice, ScriptedRoll};

/// A die that was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Die {
    /// Who threw it, and what for.
    pub label: RollLabel,
    /// How many sides it has.
    pub sides: u32,
    /// What it shows.
    pub rolled: u32,
    /// Whether it is subtracted, like the second one of "1d8-1d4".
    #[serde(default)]
    pub subtracted: bool,
}

impl Die {
    /// Its share of the total that it was thrown for.
    pub fn adds(&self) -> i32 {
        let shown = i32::try_from(self.rolled).unwrap_or(i32::MAX);
        if self.subtracted { -shown } else { shown }
    }
}

/// Dice thrown together, in order. A handful needs no memory of its own.
pub type Handful = SmallVec<[Die; 4]>;

/// The dice of one expression, thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// What was thrown.
    pub expr: DiceExpr,
    /// Every single die, in order.
    pub dice: Handful,
    /// Their sum with the expression's constant.
    pub total: i32,
}

/// The dice of a battle. A value like any other: it is cloned and stored in snapshots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "a battle has one, and a snapshot of it must not allocate"
)]
pub enum Dice {
    /// Thrown by a generator that started from a seed.
    Seeded(SeededDice),
    /// Given in advance.
    Scripted(ScriptedDice),
    /// For looking ahead: they fall well for some and badly for the others.
    Biased(BiasedDice),
}

impl Dice {
    /// Dice that are the same on every machine for the same seed.
    pub fn seeded(seed: u64) -> Self {
        Dice::Seeded(SeededDice::new(seed))
    }

    /// Dice given in advance. Each throw is checked against the script; see [`Dice::fault`].
    pub fn scripted(script: Vec<ScriptedRoll>) -> Self {
        Dice::Scripted(ScriptedDice::new(script))
    }

    /// Dice that fall well for these seats and badly for all others.
    pub fn biased(lucky: impl IntoIterator<Item = u8>) -> Self {
        Dice::Biased(BiasedDice::new(lucky.into_iter().collect()))
    }

    /// Throws one die: 1 to `sides`. A die without sides is thrown as if it had one.
    pub fn roll(&mut self, label: RollLabel, sides: u32) -> u32 {
        let sides = sides.max(1);
        match self {
            Dice::Seeded(dice) => dice.roll(sides),
            Dice::Scripted(dice) => dice.roll(label, sides),
            Dice::Biased(dice) => dice.roll(label, sides),
        }
    }

    /// Throws one die and keeps what it was thrown for.
    pub fn roll_die(&mut self, label: RollLabel, sides: u32) -> Die {
        let sides = sides.max(1);
        Die {
            label,
            sides,
            rolled: self.roll(label, sides),
            subtracted: false,
        }
    }

    /// Throws one die, and again as long as it shows so much or less. Where only its highest side is left,
    /// that is what it shows, and nothing is thrown.
    pub fn roll_above(&mut self, label: RollLabel, sides: u32, again: u32) -> Die {
        /// Throws after which dice that fall on one side for ever are left alone.
        const ENOUGH: usize = 100;
        let sides = sides.max(1);
        let shows = |rolled| Die {
            label,
            sides,
            rolled,
            subtracted: false,
        };
        if again > 0 && again.saturating_add(1) >= sides {
            return shows(sides);
        }
        let mut throws = (0..ENOUGH).map(|_| self.roll(label, sides));
        shows(throws.find(|rolled| *rolled > again).unwrap_or(again + 1))
    }

    /// Throws all dice of an expression, each as a throw of its own.
    pub fn throw(&mut self, label: RollLabel, expr: &DiceExpr) -> Thrown {
        let mut dice = Handful::new();
        let total = expr.total(|sides, subtracted| {
            let die = self.roll_die(label, sides);
            dice.push(Die { subtracted, ..die });
            die.rolled
        });
        Thrown {
            expr: *expr,
            dice,
            total,
        }
    }

    /// Other dice, for looking ahead. They depend on the seed and on `salt` alone and not on what
    /// was thrown so far, so a look-ahead can neither learn nor disturb what comes next. Forks of
    /// scripted dice depend on `salt` alone.
    #[must_use]
    pub fn forked(&self, salt: u64) -> Dice {
        /// Keeps a fork apart from the dice that have its salt for a seed.
        const FORK: u64 = 0x6f70_706f_7274_756e;
        let seed = match self {
            Dice::Seeded(dice) => dice.seed,
            Dice::Scripted(_) | Dice::Biased(_) => 0,
        };
        Dice::seeded(scrambled(scrambled(seed ^ FORK).wrapping_add(salt)))
    }

    /// The first disagreement between the script and the throws, if there was one.
    pub fn fault(&self) -> Option<&ScriptFault> {
        match self {
            Dice::Seeded(_) | Dice::Biased(_) => None,
            Dice::Scripted(dice) => dice.fault(),
        }
    }

    /// What of the script was not thrown yet.
    pub fn left_over(&self) -> &[ScriptedRoll] {
        match self {
            Dice::Seeded(_) | Dice::Biased(_) => &[],
            Dice::Scripted(dice) => dice.left_over(),
        }
    }

    /// How many dice were thrown so far.
    pub fn rolled_count(&self) -> u64 {
        match self {
            Dice::Seeded(dice) => dice.rolled,
            Dice::Scripted(dice) => dice.rolled_count(),
            Dice::Biased(dice) => dice.rolled_count(),
        }
    }
}

/// Dice from a seed.
///
/// The way from the seed to a die is fixed here down to the last bit, because saved games and
/// replays depend on it:
///
/// 1. The seed becomes the 32 bytes of a ChaCha8 key: four steps of SplitMix64 from the seed,
///    each written little-endian.
/// 2. The generator gives 32-bit words in order, stream 0.
/// 3. For a die of `s` sides, words at or above the greatest multiple of `s` that 2³² holds are
///    thrown away; the first other word `w` gives `w mod s + 1`. Every side is equally likely.
///
/// It is stored as seed and position, which is short, readable and independent of how the
/// generator's crate stores itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SeededState", into = "SeededState")]
pub struct SeededDice {
    seed: u64,
    rolled: u64,
    generator: ChaCha8Rng,
}

impl SeededDice {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            rolled: 0,
            generator: ChaCha8Rng::from_seed(key(seed)),
        }
    }

    fn roll(&mut self, sides: u32) -> u32 {
        self.rolled += 1;
        loop {
            if let Some(rolled) = side(self.generator.next_u32(), sides) {
                return rolled;
            }
        }
    }
}

/// [`SeededDice`] as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeededState {
    seed: u64,
    /// How many words of the generator were used; more than dice were rolled if some were thrown
    /// away.
    words: u64,
    rolled: u64,
}

impl From<SeededDice> for SeededState {
    fn from(dice: SeededDice) -> Self {
        let words = u64::try_from(dice.generator.get_word_pos()).unwrap_or(u64::MAX);
        Self {
            seed: dice.seed,
            words,
            rolled: dice.rolled,
        }
    }
}

/// Words that a generator has used at most: more than a battle can ask for.
const MOST_WORDS: u64 = 1 << 48;

impl TryFrom<SeededState> for SeededDice {
    type Error = &'static str;

    fn try_from(state: SeededState) -> Result<Self, Self::Error> {
        if state.rolled > state.words || state.words > MOST_WORDS {
            return Err("no dice come to this state");
        }
        let mut dice = Self::new(state.seed);
        dice.generator.set_word_pos(u128::from(state.words));
        dice.rolled = state.rolled;
        Ok(dice)
    }
}

/// The side of a die that a word of the generator stands for, if it stands for one.
fn side(word: u32, sides: u32) -> Option<u32> {
    let fair = (1u64 << 32) / u64::from(sides) * u64::from(sides);
    (u64::from(word) < fair).then(|| word % sides + 1)
}

/// The ChaCha8 key of a seed.
fn key(seed: u64) -> [u8; 32] {
    let mut key = [0; 32];
    let mut state = seed;
    for part in key.chunks_exact_mut(8) {
        part.copy_from_slice(&scrambled(state).to_le_bytes());
        state = state.wrapping_add(GOLDEN);
    }
    key
}

/// The increment of SplitMix64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// What SplitMix64 gives from this state.
fn scrambled(state: u64) -> u64 {
    let z = state.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::super::Purpose;
    use super::*;

    #[test]
    fn a_brutal_die_is_thrown_until_it_shows_more_or_is_at_its_highest() {
        let throw = |value| ScriptedRoll {
            who: Some(0),
            purpose: Some(Purpose::Attack),
            sides: Some(6),
            value,
        };
        let mut dice = Dice::scripted(vec![throw(1), throw(2), throw(4)]);
        assert_eq!(dice.roll_above(ATTACK, 6, 2).rolled, 4);
        assert!(dice.left_over().is_empty() && dice.fault().is_none());
        assert_eq!(dice.roll_above(ATTACK, 6, 5).rolled, 6);
        assert_eq!(dice.roll_above(ATTACK, 6, 200).rolled, 6);
        assert_eq!(dice.rolled_count(), 3);
        assert_eq!(Dice::biased([0]).roll_above(ATTACK, 8, 4).rolled, 5);
    }

    const ATTACK: RollLabel = RollLabel::new(0, Purpose::Attack);

    fn d20s(dice: &mut Dice, count: usize) -> Vec<u32> {
        (0..count).map(|_| dice.roll(ATTACK, 20)).collect()
    }

    /// Computed by an independent implementation of the steps that [`SeededDice`] lists. If this
    /// fails, every saved game and replay is void: do not change the numbers.
    #[test]
    fn the_first_dice_of_a_seed_never_change() {
        assert_eq!(
            d20s(&mut Dice::seeded(0), 10),
            [9, 20, 6, 6, 15, 13, 20, 8, 16, 20]
        );
        assert_eq!(
            d20s(&mut Dice::seeded(42), 10),
            [5, 18, 18, 9, 12, 12, 7, 18, 6, 8]
        );
    }

    #[test]
    fn the_scrambler_is_splitmix64() {
        // The first numbers of the reference implementation for the seed 1234567.
        let seed: u64 = 1_234_567;
        let given: Vec<u64> = (0..3)
            .map(|i| scrambled(seed.wrapping_add(GOLDEN.wrapping_mul(i))))
            .collect();
        assert_eq!(
            given,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423
            ]
        );
    }

    #[test]
    fn every_side_comes_about_equally_often() {
        let mut dice = Dice::seeded(7);
        let mut counts = [0u32; 20];
        for value in d20s(&mut dice, 20_000) {
            counts[value as usize - 1] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
        assert_eq!(dice.rolled_count(), 20_000);
    }

    #[test]
    fn words_that_would_favour_a_side_are_thrown_away() {
        // 2^32 = 20 * 214_748_364 + 16.
        assert_eq!(side(u32::MAX - 16, 20), Some(20));
        assert_eq!(side(u32::MAX - 15, 20), None);
        assert_eq!(side(u32::MAX, 20), None);
        assert_eq!(side(u32::MAX, 8), Some(8));
        assert_eq!(side(u32::MAX, 1), Some(1));
        assert_eq!(side(u32::MAX - 1, u32::MAX), Some(u32::MAX));
        assert_eq!(side(u32::MAX, u32::MAX), None);
    }

    #[test]
    fn stored_dice_go_on_where_they_were() {
        let mut dice = Dice::seeded(u64::MAX);
        for sides in [20, 3, u32::MAX / 2 + 2, 6, u32::MAX / 2 + 2] {
            dice.roll(ATTACK, sides);
        }
        let text = ron::to_string(&dice).unwrap();
        let mut stored: Dice = ron::from_str(&text).unwrap();
        assert_eq!(stored, dice);
        assert_eq!(d20s(&mut stored, 50), d20s(&mut dice, 50));
        let text = serde_json::to_string(&dice).unwrap();
        assert_eq!(serde_json::from_str::<Dice>(&text).unwrap(), dice);
    }

    #[test]
    fn a_fork_tells_nothing_of_what_comes() {
        let mut dice = Dice::seeded(42);
        let early = d20s(&mut dice.forked(1), 30);
        dice.roll(ATTACK, 20);
        assert_eq!(
            d20s(&mut dice.forked(1), 30),
            early,
            "a fork does not depend on the position"
        );
        assert_ne!(d20s(&mut dice.forked(2), 30), early);
        assert_ne!(d20s(&mut Dice::seeded(42), 30), early);
        assert_ne!(d20s(&mut Dice::seeded(43).forked(1), 30), early);
        assert!(matches!(
            Dice::scripted(Vec::new()).forked(1),
            Dice::Seeded(_)
        ));
    }

    #[test]
    fn a_throw_keeps_every_die() {
        let script = [4, 2, 3].map(ScriptedRoll::new).to_vec();
        let mut dice = Dice::scripted(script);
        let label = RollLabel::new(5, Purpose::Damage);
        let thrown = dice.throw(label, &"2d6-1d4+3".parse().unwrap());
        assert_eq!(thrown.total, 4 + 2 - 3 + 3);
        let rolled: Vec<_> = thrown
            .dice
            .iter()
            .map(|die| (die.sides, die.rolled))
            .collect();
        assert_eq!(rolled, [(6, 4), (6, 2), (4, 3)]);
        assert!(dice.fault().is_none() && dice.left_over().is_empty());
    }

    #[test]
    fn a_die_without_sides_shows_one() {
        assert_eq!(Dice::seeded(1).roll(ATTACK, 0), 1);
        assert_eq!(Dice::scripted(Vec::new()).roll(ATTACK, 0), 1);
    }
}
