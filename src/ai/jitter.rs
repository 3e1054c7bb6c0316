//! The computer player's own dice, never those of the battle.

use crate::combat::View;

/// A small generator (SplitMix64), portable and good enough for jitter.
#[derive(Clone, Debug)]
pub struct Jitter(u64);

impl Jitter {
    /// Whims that depend on a seed and on the visible state alone.
    pub fn of(seed: u64, view: &View) -> Self {
        let mut jitter = Self(seed ^ u64::from(view.round) << 32);
        for one in &view.combatants {
            let place = one
                .area
                .map_or(0, |a| (i64::from(a.anchor.x) << 16) ^ i64::from(a.anchor.y));
            let slots = one.budget.purse.slots;
            let budget = u64::from(slots.standard) << 8 | u64::from(slots.movement);
            jitter.0 ^= (place as u64) ^ ((one.hit_points as u64) << 40) ^ (budget << 20);
            jitter.draw();
        }
        jitter
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 up to but not including 1.
    pub fn part(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something with this chance in percent happens.
    pub fn percent(&mut self, chance: u8) -> bool {
        self.draw() % 100 < u64::from(chance)
    }

    /// Takes one of a list; `None` if it is empty.
    pub fn take<T>(&mut self, list: &mut Vec<T>) -> Option<T> {
        let count = list.len() as u64;
        (count > 0).then(|| list.swap_remove((self.draw() % count) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_has_the_same_whims() {
        let (mut a, mut b, mut c) = (Jitter(7), Jitter(7), Jitter(8));
        assert_eq!(a.draw(), b.draw());
        assert_ne!(a.draw(), c.draw());
        assert!((0.0..1.0).contains(&a.part()));
    }

    #[test]
    fn never_and_always() {
        let mut jitter = Jitter(1);
        assert!(!(0..50).any(|_| jitter.percent(0)));
        assert!((0..50).all(|_| jitter.percent(100)));
    }
}
