//! What can be heard, and what it is made of.

use super::synth::{Voice, Wave, mix};

/// Something that can be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A step onto the next square.
    Step,
    /// A weapon is swung or thrown.
    Swing,
    /// A blow or a shot goes past.
    Miss,
    /// A blade or a point wounds.
    Blade,
    /// Something blunt wounds.
    Blunt,
    /// An arrow is loosed.
    Loose,
    /// An arrow wounds.
    Arrow,
    /// A shield, armour, a weapon or a wall stops a blow.
    Block,
    /// A blow is a critical hit.
    Critical,
    /// Fire wounds.
    Fire,
    /// Acid, cold, lightning or poison wounds.
    Sting,
    /// A special ability is used.
    Spell,
    /// Hit points come back.
    Heal,
    /// A combatant falls.
    Fall,
    /// A door opens or shuts, or something heavy is moved.
    Door,
    /// A thing breaks.
    Break,
    /// The turn of a combatant of yours begins.
    Turn,
    /// A button is pressed.
    Click,
    /// Something is not possible.
    Refused,
    /// A round begins.
    Round,
    /// The battle is won.
    Victory,
    /// The battle is lost, or nobody has won it.
    Defeat,
}

impl Sound {
    /// Every sound there is.
    pub const ALL: [Self; 22] = [
        Self::Step,
        Self::Swing,
        Self::Miss,
        Self::Blade,
        Self::Blunt,
        Self::Loose,
        Self::Arrow,
        Self::Block,
        Self::Critical,
        Self::Fire,
        Self::Sting,
        Self::Spell,
        Self::Heal,
        Self::Fall,
        Self::Door,
        Self::Break,
        Self::Turn,
        Self::Click,
        Self::Refused,
        Self::Round,
        Self::Victory,
        Self::Defeat,
    ];

    /// Whether it tells where the battle stands rather than what happens in it. Such a sound is heard
    /// even where what happens is skipped or too much to be heard at once, and always in its own pitch.
    pub fn is_signal(self) -> bool {
        matches!(
            self,
            Self::Turn | Self::Click | Self::Refused | Self::Victory | Self::Defeat
        )
    }

    /// The sound, from −1 to 1, [`RATE`](super::RATE) samples a second of one channel.
    pub fn samples(self) -> Vec<f32> {
        let (peak, voices) = self.recipe();
        mix(&voices, peak)
    }

    /// How loud it is at its loudest, and what it is made of.
    fn recipe(self) -> (f32, Vec<Voice>) {
        match self {
            Self::Step => (0.3, step()),
            Self::Swing => (0.3, swing()),
            Self::Miss => (0.3, miss()),
            Self::Blade => (0.7, blade()),
            Self::Blunt => (0.8, blunt()),
            Self::Loose => (0.5, loose()),
            Self::Arrow => (0.7, arrow()),
            Self::Block => (0.6, block()),
            Self::Critical => (0.95, critical()),
            Self::Fire => (0.75, fire()),
            Self::Sting => (0.6, sting()),
            Self::Spell => (0.45, spell()),
            Self::Heal => (0.45, heal()),
            Self::Fall => (0.8, fall()),
            Self::Door => (0.5, door()),
            Self::Break => (0.8, breaking()),
            Self::Turn => (0.4, turn()),
            Self::Click => (0.25, click()),
            Self::Refused => (0.35, refused()),
            Self::Round => (0.4, round()),
            Self::Victory => (0.6, victory()),
            Self::Defeat => (0.55, defeat()),
        }
    }
}

const fn noise(focus: f32) -> Wave {
    Wave::Noise { focus }
}

const fn metal(ratio: f32, depth: f32) -> Wave {
    Wave::Metal { ratio, depth }
}

const fn crackle(density: f32) -> Wave {
    Wave::Crackle { density }
}

fn step() -> Vec<Voice> {
    vec![
        Voice::new(Wave::Sine, 130.0, 60.0, 0.08).falling(3.0),
        Voice::new(noise(0.8), 900.0, 500.0, 0.06).level(0.7),
    ]
}

fn swing() -> Vec<Voice> {
    vec![Voice::new(noise(1.6), 450.0, 1500.0, 0.2).rising(0.11)]
}

fn miss() -> Vec<Voice> {
    vec![
        Voice::new(noise(1.8), 2100.0, 350.0, 0.28).rising(0.05),
        Voice::new(noise(3.0), 900.0, 250.0, 0.28)
            .rising(0.08)
            .level(0.5),
    ]
}

fn blade() -> Vec<Voice> {
    vec![
        Voice::new(metal(1.47, 2.2), 1750.0, 1600.0, 0.26)
            .falling(4.0)
            .level(0.5),
        Voice::new(noise(0.7), 4200.0, 1800.0, 0.09)
            .falling(3.0)
            .level(1.4),
        Voice::new(Wave::Sine, 190.0, 70.0, 0.15).falling(3.0),
    ]
}

fn blunt() -> Vec<Voice> {
    vec![
        Voice::new(Wave::Sine, 165.0, 48.0, 0.22).falling(2.5),
        Voice::new(noise(0.7), 520.0, 180.0, 0.11)
            .falling(3.0)
            .level(1.6),
        Voice::new(noise(1.2), 1700.0, 900.0, 0.025).level(0.8),
    ]
}

fn loose() -> Vec<Voice> {
    vec![
        Voice::new(Wave::Triangle, 235.0, 140.0, 0.18).falling(3.5),
        Voice::new(Wave::Saw, 470.0, 300.0, 0.05)
            .falling(4.0)
            .level(0.3),
        Voice::new(noise(1.6), 1300.0, 3600.0, 0.2)
            .at(0.03)
            .rising(0.08)
            .level(0.9),
    ]
}

fn arrow() -> Vec<Voice> {
    vec![
        Voice::new(noise(0.8), 2600.0, 600.0, 0.05).level(1.3),
        Voice::new(Wave::Sine, 310.0, 95.0, 0.12).falling(3.0),
        // The shaft trembles.
        Voice::new(metal(0.12, 3.0), 190.0, 175.0, 0.24)
            .at(0.02)
            .level(0.35),
    ]
}

fn block() -> Vec<Voice> {
    vec![
        Voice::new(metal(2.76, 1.6), 690.0, 670.0, 0.32).falling(3.5),
        Voice::new(metal(1.83, 1.2), 1130.0, 1100.0, 0.2)
            .falling(4.0)
            .level(0.5),
        Voice::new(noise(0.8), 1000.0, 600.0, 0.05).level(1.2),
    ]
}

fn critical() -> Vec<Voice> {
    vec![
        Voice::new(metal(1.47, 3.2), 2300.0, 2050.0, 0.5)
            .falling(3.0)
            .level(0.45),
        Voice::new(noise(0.6), 5000.0, 900.0, 0.16)
            .falling(2.5)
            .level(1.5),
        Voice::new(Wave::Sine, 150.0, 36.0, 0.6).falling(2.0),
        Voice::new(Wave::Sine, 75.0, 32.0, 0.5).at(0.05).level(0.7),
    ]
}

fn fire() -> Vec<Voice> {
    vec![
        Voice::new(noise(0.7), 260.0, 900.0, 0.7)
            .rising(0.14)
            .level(1.2),
        Voice::new(crackle(110.0), 2600.0, 1500.0, 0.75)
            .rising(0.05)
            .falling(1.2)
            .level(3.0),
        Voice::new(Wave::Sine, 95.0, 45.0, 0.4).rising(0.04),
    ]
}

fn sting() -> Vec<Voice> {
    vec![
        Voice::new(crackle(420.0), 5200.0, 2600.0, 0.4)
            .falling(1.5)
            .level(3.0),
        Voice::new(metal(3.7, 4.0), 880.0, 220.0, 0.3).level(0.5),
        Voice::new(noise(1.0), 6500.0, 3000.0, 0.35)
            .rising(0.02)
            .level(0.6),
    ]
}

fn spell() -> Vec<Voice> {
    let shimmer = |pitch: f32, start: f32| {
        Voice::new(metal(2.0, 0.9), pitch, pitch * 1.5, 0.5)
            .at(start)
            .rising(0.12)
    };
    vec![
        shimmer(392.0, 0.0),
        shimmer(587.3, 0.06).level(0.8),
        shimmer(880.0, 0.12).level(0.5),
        Voice::new(noise(5.0), 1800.0, 6000.0, 0.55)
            .rising(0.25)
            .level(0.9),
    ]
}

fn heal() -> Vec<Voice> {
    let notes = [523.3, 659.3, 784.0, 1046.5];
    let note = |(n, pitch): (usize, f32)| {
        Voice::new(Wave::Sine, pitch, pitch, 0.42)
            .at(0.08 * n as f32)
            .rising(0.02)
    };
    notes.into_iter().enumerate().map(note).collect()
}

fn fall() -> Vec<Voice> {
    vec![
        Voice::new(noise(0.9), 420.0, 160.0, 0.16).level(1.2),
        Voice::new(Wave::Sine, 120.0, 50.0, 0.2).falling(2.5),
        Voice::new(Wave::Sine, 95.0, 38.0, 0.3)
            .at(0.14)
            .falling(2.5),
        Voice::new(noise(0.7), 300.0, 110.0, 0.22)
            .at(0.14)
            .level(1.3),
    ]
}

fn door() -> Vec<Voice> {
    vec![
        Voice::new(crackle(95.0), 620.0, 1150.0, 0.34)
            .rising(0.1)
            .falling(0.8)
            .level(4.0),
        Voice::new(Wave::Sine, 150.0, 70.0, 0.14).at(0.31),
        Voice::new(noise(0.9), 700.0, 300.0, 0.08).at(0.31),
    ]
}

fn breaking() -> Vec<Voice> {
    vec![
        Voice::new(noise(0.7), 1500.0, 350.0, 0.2).level(1.3),
        Voice::new(crackle(160.0), 1900.0, 900.0, 0.55)
            .falling(1.6)
            .level(5.0),
        Voice::new(Wave::Triangle, 210.0, 70.0, 0.16).falling(3.0),
    ]
}

fn turn() -> Vec<Voice> {
    let bell = |pitch: f32| Voice::new(metal(3.0, 0.7), pitch, pitch, 0.5).falling(2.5);
    vec![bell(587.3), bell(880.0).at(0.11)]
}

fn click() -> Vec<Voice> {
    vec![
        Voice::new(noise(1.2), 2400.0, 1500.0, 0.02),
        Voice::new(Wave::Triangle, 900.0, 620.0, 0.045)
            .falling(3.0)
            .level(0.6),
    ]
}

fn refused() -> Vec<Voice> {
    let knock = |pitch: f32| Voice::new(Wave::Triangle, pitch, pitch * 0.94, 0.12).falling(1.5);
    vec![knock(196.0), knock(147.0).at(0.11)]
}

fn round() -> Vec<Voice> {
    vec![
        Voice::new(metal(1.41, 2.6), 98.0, 97.0, 1.0).falling(2.5),
        Voice::new(noise(0.8), 240.0, 120.0, 0.12).level(1.2),
    ]
}

/// A note of a horn.
fn horn(pitch: f32, start: f32, length: f32) -> [Voice; 2] {
    let voice = |wave, pitch| {
        Voice::new(wave, pitch, pitch, length)
            .at(start)
            .rising(0.03)
            .falling(1.2)
    };
    [
        voice(Wave::Triangle, pitch),
        voice(Wave::Saw, pitch * 1.003).level(0.25),
    ]
}

fn victory() -> Vec<Voice> {
    let notes = [
        horn(392.0, 0.0, 0.22),
        horn(392.0, 0.2, 0.16),
        horn(523.3, 0.36, 0.34),
        horn(659.3, 0.66, 0.34),
        horn(784.0, 0.96, 1.0),
        horn(523.3, 0.96, 1.0),
        horn(659.3, 0.96, 1.0),
    ];
    notes.concat()
}

fn defeat() -> Vec<Voice> {
    let notes = [
        horn(293.7, 0.0, 0.45),
        horn(261.6, 0.4, 0.45),
        horn(233.1, 0.8, 0.45),
        horn(146.8, 1.2, 1.2),
        horn(174.6, 1.2, 1.2),
    ];
    notes.concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sound::RATE;

    #[test]
    fn every_sound_is_in_the_list_once() {
        let listed: BTreeSet<_> = Sound::ALL.into_iter().collect();
        assert_eq!(listed.len(), Sound::ALL.len());
        assert!(Sound::ALL.len() >= 12);
    }

    #[test]
    fn a_sound_is_short_and_those_of_the_battle_are_shorter() {
        for sound in Sound::ALL {
            let seconds = sound.samples().len() as f32 / RATE as f32;
            let most = match sound {
                Sound::Victory | Sound::Defeat => 2.5,
                Sound::Step | Sound::Click => 0.1,
                _ => 1.0,
            };
            assert!((0.04..=most).contains(&seconds), "{sound:?}: {seconds} s");
        }
    }

    #[test]
    fn a_sound_begins_and_ends_at_silence_and_is_never_too_loud() {
        for sound in Sound::ALL {
            let samples = sound.samples();
            assert!(samples.iter().all(|one| one.is_finite()), "{sound:?}");
            let loudest = samples
                .iter()
                .fold(0.0_f32, |loud, one| loud.max(one.abs()));
            assert!((0.2..=1.0).contains(&loudest), "{sound:?}: {loudest}");
            let ends = [samples.first(), samples.last()].map(Option::unwrap);
            assert!(
                ends.iter().all(|end| end.abs() < 1.0e-4),
                "{sound:?}: {ends:?}"
            );
        }
    }

    #[test]
    fn a_sound_is_the_same_each_time() {
        for sound in Sound::ALL {
            assert!(sound.samples() == sound.samples(), "{sound:?}");
        }
    }

    /// How alike two sounds are, from 0 to 1.
    fn likeness(a: &[f32], b: &[f32]) -> f32 {
        let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        product(a, b).abs() / (product(a, a) * product(b, b)).sqrt()
    }

    #[test]
    fn no_sound_is_like_another() {
        let all = Sound::ALL.map(|sound| (sound, sound.samples()));
        for (n, (one, a)) in all.iter().enumerate() {
            for (other, b) in &all[n + 1..] {
                let alike = likeness(a, b);
                assert!(alike < 0.8, "{one:?} and {other:?}: {alike}");
            }
        }
    }

    #[test]
    fn what_goes_past_is_quieter_than_what_strikes() {
        let loudness = |sound: Sound| {
            let samples = sound.samples();
            let most = samples.len().min(RATE as usize / 5);
            samples[..most].iter().map(|one| one * one).sum::<f32>()
        };
        for quiet in [Sound::Step, Sound::Click, Sound::Swing, Sound::Miss] {
            for loud in [Sound::Blade, Sound::Blunt, Sound::Critical] {
                assert!(loudness(quiet) < loudness(loud), "{quiet:?}, {loud:?}");
            }
        }
    }
}
