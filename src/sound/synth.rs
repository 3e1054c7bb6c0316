//! A small synthesiser: voices with a wave and an envelope, added up.

use std::f32::consts::TAU;

/// Samples a second, of one channel.
pub const RATE: u32 = 44_100;

/// What a voice sounds like. The pitch is the voice's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wave {
    /// A pure tone.
    Sine,
    /// A tone with a soft edge, like a plucked string.
    Triangle,
    /// A tone with a hard edge, like brass.
    Saw,
    /// A struck piece of metal: a tone bent by another one of `ratio` times its pitch, the more so the
    /// greater `depth` is. The bending fades with the voice.
    Metal { ratio: f32, depth: f32 },
    /// Noise around the pitch, the narrower the greater `focus` is (from 0.5).
    Noise { focus: f32 },
    /// So many cracks a second, at moments that look like chance, each ringing at the pitch.
    Crackle { density: f32 },
}

/// One part of a sound. Times are seconds, pitches hertz.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Voice {
    pub wave: Wave,
    /// Pitch at the beginning and at the end; in between it glides.
    pub from: f32,
    pub to: f32,
    /// When it begins.
    pub start: f32,
    pub length: f32,
    /// How long it swells; for the rest of its length it fades.
    pub rise: f32,
    /// How steeply it fades: 1 in a straight line, more: sooner.
    pub fall: f32,
    /// How loud it is beside the other voices.
    pub level: f32,
}

impl Voice {
    /// A voice that is struck at once and fades for so long.
    pub fn new(wave: Wave, from: f32, to: f32, length: f32) -> Self {
        Self {
            wave,
            from,
            to,
            start: 0.0,
            length,
            rise: 0.002,
            fall: 2.0,
            level: 1.0,
        }
    }

    /// The same, beginning later.
    pub fn at(self, start: f32) -> Self {
        Self { start, ..self }
    }

    /// The same, swelling for so long.
    pub fn rising(self, rise: f32) -> Self {
        Self { rise, ..self }
    }

    /// The same, fading as steeply as this.
    pub fn falling(self, fall: f32) -> Self {
        Self { fall, ..self }
    }

    /// The same, as loud as this beside the others.
    pub fn level(self, level: f32) -> Self {
        Self { level, ..self }
    }

    /// Adds the voice to what is there.
    fn add_to(&self, out: &mut [f32], seed: u32) {
        let (first, count) = (count(self.start), count(self.length));
        let mut chance = Chance::new(seed);
        let mut band = Band::default();
        let mut phase = 0.0_f32;
        for (i, out) in out.iter_mut().skip(first).take(count).enumerate() {
            let part = i as f32 / (count - 1).max(1) as f32;
            let envelope = self.envelope(part);
            let pitch = self.from * (self.to / self.from).powf(part);
            // Kept below one turn: a long phase would lose its last digits.
            phase = (phase + pitch / RATE as f32).fract();
            let sample = match self.wave {
                Wave::Sine => (TAU * phase).sin(),
                Wave::Triangle => 1.0 - 4.0 * (phase - 0.5).abs(),
                Wave::Saw => 1.0 - 2.0 * phase,
                Wave::Metal { ratio, depth } => {
                    let bend = (TAU * self.turns(part) * ratio).sin();
                    (TAU * phase + depth * envelope * bend).sin()
                }
                Wave::Noise { focus } => band.pass(chance.signed(), pitch, focus),
                Wave::Crackle { density } => {
                    let cracks = chance.unit() < density / RATE as f32;
                    let crack = if cracks { chance.signed() } else { 0.0 };
                    band.pass(crack, pitch, 2.0)
                }
            };
            *out += sample * envelope * self.level;
        }
    }

    /// How many turns the pitch has made by this part of the length.
    fn turns(&self, part: f32) -> f32 {
        let octaves = (self.to / self.from).ln();
        let glide = match octaves.abs() < 1.0e-4 {
            true => part,
            false => ((octaves * part).exp() - 1.0) / octaves,
        };
        self.from * self.length * glide
    }

    /// How loud it is at this part of its length: 0 at both ends.
    fn envelope(&self, part: f32) -> f32 {
        let rise = (self.rise / self.length).clamp(1.0e-3, 1.0);
        match part < rise {
            true => part / rise,
            false => ((1.0 - part) / (1.0 - rise).max(1.0e-3))
                .clamp(0.0, 1.0)
                .powf(self.fall),
        }
    }
}

/// So many samples are so many seconds.
fn count(seconds: f32) -> usize {
    (seconds.max(0.0) * RATE as f32) as usize
}

/// Adds voices up. The loudest sample is `peak`, of 1 at most; the first and the last are silence.
pub fn mix(voices: &[Voice], peak: f32) -> Vec<f32> {
    let end = |voice: &Voice| count(voice.start) + count(voice.length);
    let length = voices.iter().map(end).max().unwrap_or(0);
    let mut out = vec![0.0; length];
    for (seed, voice) in (1..).zip(voices) {
        voice.add_to(&mut out, seed);
    }
    let loudest = out.iter().fold(0.0_f32, |loud, one| loud.max(one.abs()));
    if loudest > 0.0 {
        let gain = peak.clamp(0.0, 1.0) / loudest;
        out.iter_mut().for_each(|one| *one *= gain);
    }
    out
}

/// Numbers that look like chance and are always the same (xorshift).
struct Chance(u32);

impl Chance {
    fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9) | 1)
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    /// From −1 to 1.
    fn signed(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }
}

/// Lets through what is around a pitch: a state-variable filter with trapezoidal integrators, which
/// stays stable while its pitch glides.
#[derive(Default)]
struct Band {
    first: f32,
    second: f32,
}

impl Band {
    fn pass(&mut self, input: f32, pitch: f32, focus: f32) -> f32 {
        let highest = RATE as f32 * 0.45;
        let g = (TAU / 2.0 * pitch.clamp(10.0, highest) / RATE as f32).tan();
        let damping = 1.0 / focus.max(0.5);
        let scale = 1.0 / (1.0 + g * (g + damping));
        let high = (input - (g + damping) * self.first - self.second) * scale;
        let middle = g * high + self.first;
        self.first = middle + g * high;
        self.second += 2.0 * g * middle;
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a sound goes through zero upwards, a second.
    fn pitch(samples: &[f32]) -> f32 {
        let crossings = samples.windows(2).filter(|w| w[0] < 0.0 && w[1] >= 0.0);
        crossings.count() as f32 * RATE as f32 / samples.len() as f32
    }

    #[test]
    fn a_voice_lasts_as_long_as_it_says_and_begins_when_it_says() {
        let voice = Voice::new(Wave::Sine, 440.0, 440.0, 0.5).at(0.25);
        let samples = mix(&[voice], 0.8);
        assert_eq!(samples.len(), RATE as usize * 3 / 4);
        let quarter = RATE as usize / 4;
        assert!(samples[..=quarter].iter().all(|one| *one == 0.0));
        assert!(samples[quarter + 100..].iter().any(|one| *one != 0.0));
    }

    #[test]
    fn a_tone_has_its_pitch() {
        for wave in [Wave::Sine, Wave::Triangle, Wave::Saw] {
            let heard = pitch(&mix(&[Voice::new(wave, 440.0, 440.0, 1.0)], 1.0));
            assert!((heard - 440.0).abs() < 3.0, "{wave:?}: {heard}");
        }
    }

    #[test]
    fn a_tone_that_glides_ends_at_its_other_pitch() {
        let samples = mix(&[Voice::new(Wave::Sine, 200.0, 800.0, 1.0)], 1.0);
        let (first, last) = (&samples[..4410], &samples[samples.len() - 4410..]);
        assert!(pitch(first) < 300.0, "{}", pitch(first));
        assert!(pitch(last) > 700.0, "{}", pitch(last));
    }

    #[test]
    fn noise_is_around_its_pitch() {
        let noise = |at| Voice::new(Wave::Noise { focus: 30.0 }, at, at, 1.0);
        let (low, high) = (
            pitch(&mix(&[noise(300.0)], 1.0)),
            pitch(&mix(&[noise(3000.0)], 1.0)),
        );
        assert!((200.0..450.0).contains(&low), "{low}");
        assert!((2300.0..3700.0).contains(&high), "{high}");
    }

    #[test]
    fn the_loudest_sample_is_the_peak_however_many_voices_there_are() {
        let voice = Voice::new(Wave::Saw, 300.0, 100.0, 0.1);
        for voices in [1, 2, 9] {
            let samples = mix(&vec![voice; voices], 0.6);
            let loudest = samples.iter().fold(0.0_f32, |a, b| a.max(b.abs()));
            assert!((loudest - 0.6).abs() < 1.0e-4, "{loudest}");
        }
    }

    #[test]
    fn what_cannot_sound_is_silence_and_no_panic() {
        assert!(mix(&[], 1.0).is_empty());
        assert!(mix(&[Voice::new(Wave::Sine, 440.0, 440.0, 0.0)], 1.0).is_empty());
        assert!(mix(&[Voice::new(Wave::Sine, 440.0, 440.0, -1.0)], 1.0).is_empty());
        let silent = mix(&[Voice::new(Wave::Sine, 440.0, 440.0, 0.1).level(0.0)], 1.0);
        assert!(silent.iter().all(|one| *one == 0.0));
    }
}
