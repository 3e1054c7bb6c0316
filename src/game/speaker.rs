//! Plays what is to be heard on the device that the system offers. Without one it keeps still.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use bevy::audio::{
    AddAudioSource, AudioPlayer, AudioSink, AudioSinkPlayback, ChannelCount, Decodable,
    PlaybackSettings, SampleRate, Source, Volume,
};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::FrameSet;
use super::settings::Settings;
use super::sounds::Heard;
use crate::sound::{RATE, Sound};

/// So many sounds at once; more would be a din. Signals are heard beyond that.
const MOST: usize = 4;

/// Speeds that repeated sounds are played at in turn, so that no two steps are quite the same.
const SPEEDS: [f32; 4] = [1.0, 0.96, 1.04, 0.98];

/// A sound, worked out when it is first needed.
#[derive(Asset, TypePath)]
struct Clip(Arc<[f32]>);

/// Reads a clip to its end.
struct Reader {
    clip: Arc<[f32]>,
    next: usize,
}

/// The clips that have been needed so far.
#[derive(Resource, Default)]
struct Clips(HashMap<Sound, Handle<Clip>>);

/// What comes out of the loudspeaker.
#[derive(Resource, Default)]
struct Speaker {
    /// There is no device.
    silent: bool,
    /// Sounds played so far.
    played: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.add_audio_source::<Clip>();
    app.init_resource::<Clips>().init_resource::<Speaker>();
    app.add_systems(
        Update,
        (
            speak.run_if(on_message::<Heard>),
            hush.run_if(resource_changed::<Settings>),
        )
            .chain()
            .in_set(FrameSet::Show),
    );
}

impl Decodable for Clip {
    type Decoder = Reader;

    fn decoder(&self) -> Reader {
        Reader {
            clip: self.0.clone(),
            next: 0,
        }
    }
}

impl Iterator for Reader {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        let sample = self.clip.get(self.next).copied();
        self.next += 1;
        sample
    }
}

impl Source for Reader {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        NonZero::<u16>::MIN
    }

    fn sample_rate(&self) -> SampleRate {
        NonZero::new(RATE).unwrap_or(NonZero::<u32>::MIN)
    }

    fn total_duration(&self) -> Option<Duration> {
        let seconds = self.clip.len() as f32 / RATE as f32;
        Some(Duration::from_secs_f32(seconds))
    }
}

/// Plays what came in this frame.
fn speak(
    mut heard: MessageReader<Heard>,
    settings: Res<Settings>,
    mut speaker: ResMut<Speaker>,
    mut clips: ResMut<Clips>,
    mut assets: ResMut<Assets<Clip>>,
    players: Query<(Entity, Option<&AudioSink>), With<AudioPlayer<Clip>>>,
    mut commands: Commands,
) {
    let wanted: Vec<Sound> = heard.read().map(|heard| heard.0).collect();
    for (player, sink) in &players {
        // Bevy gives a player its sink in the frame in which it was spawned, if there is a device.
        if sink.is_none() {
            speaker.silent = true;
            commands.entity(player).despawn();
        }
    }
    if speaker.silent {
        return;
    }
    let sounding = |(_, sink): &(Entity, Option<&AudioSink>)| sink.is_some_and(|s| !s.empty());
    let already = players.iter().filter(sounding).count();
    for (sound, volume) in together(&wanted, already, loudness(&settings)) {
        let clip = clips
            .0
            .entry(sound)
            .or_insert_with(|| assets.add(Clip(sound.samples().into())));
        let speed = match sound.is_signal() {
            true => 1.0,
            false => SPEEDS[speaker.played % SPEEDS.len()],
        };
        speaker.played += 1;
        let how = PlaybackSettings::DESPAWN
            .with_volume(Volume::Linear(volume))
            .with_speed(speed);
        commands.spawn((AudioPlayer(clip.clone()), how));
    }
}

/// Stops what still sounds when sound is turned off.
fn hush(
    settings: Res<Settings>,
    players: Query<Entity, With<AudioPlayer<Clip>>>,
    mut commands: Commands,
) {
    if loudness(&settings) <= 0.0 {
        players
            .iter()
            .for_each(|player| commands.entity(player).despawn());
    }
}

/// How loud a single sound is, from 0 to 1: half the number sounds half as loud.
fn loudness(settings: &Settings) -> f32 {
    let volume = match settings.muted {
        true => 0.0,
        false => f32::from(settings.volume) / 100.0,
    };
    volume * volume
}

/// Which of these sounds are played beside so many that sound already, and how loud: each once, the
/// quieter the more there are, and no more than can be told apart.
fn together(wanted: &[Sound], already: usize, loudness: f32) -> Vec<(Sound, f32)> {
    let mut played: Vec<(Sound, f32)> = Vec::new();
    for sound in wanted.iter().copied().filter(|_| loudness > 0.0) {
        let others = already + played.len();
        let room = others < MOST || sound.is_signal();
        if room && played.iter().all(|(other, _)| *other != sound) {
            played.push((sound, loudness / ((1 + others) as f32).sqrt()));
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(volume: u8, muted: bool) -> Settings {
        Settings {
            volume,
            muted,
            ..Settings::default()
        }
    }

    /// A loudspeaker without a device, told to play these sounds.
    fn told(settings: Settings, sounds: &[Sound]) -> App {
        let mut app = App::new();
        app.add_message::<Heard>();
        app.init_resource::<Assets<Clip>>().init_resource::<Clips>();
        app.init_resource::<Speaker>().insert_resource(settings);
        app.add_systems(Update, speak);
        let sounds = sounds.iter().copied().map(Heard);
        app.world_mut().write_message_batch(sounds);
        app.update();
        app
    }

    fn players(app: &mut App) -> usize {
        let mut players = app.world_mut().query::<&AudioPlayer<Clip>>();
        players.iter(app.world()).count()
    }

    #[test]
    fn a_sound_is_played_unless_it_is_turned_off() {
        let sounds = [Sound::Swing, Sound::Blade];
        assert_eq!(players(&mut told(settings(50, false), &sounds)), 2);
        assert_eq!(players(&mut told(settings(0, false), &sounds)), 0);
        assert_eq!(players(&mut told(settings(50, true), &sounds)), 0);
    }

    #[test]
    fn half_the_volume_is_quieter_than_half() {
        let [none, half, full] = [0, 50, 100].map(|volume| loudness(&settings(volume, false)));
        assert_eq!((none, full), (0.0, 1.0));
        assert!(half > 0.0 && half < 0.5);
        assert_eq!(loudness(&settings(100, true)), 0.0);
    }

    #[test]
    fn of_many_sounds_a_few_are_played_and_more_quietly() {
        let alone = together(&[Sound::Blade], 0, 1.0);
        assert_eq!(alone, [(Sound::Blade, 1.0)]);
        let many = together(&Sound::ALL, 0, 1.0);
        let plain = many.iter().filter(|(sound, _)| !sound.is_signal());
        assert_eq!(plain.count(), MOST);
        assert!(many.windows(2).all(|pair| pair[1].1 < pair[0].1));
        assert!(together(&[Sound::Blade], MOST, 1.0).is_empty());
    }

    #[test]
    fn the_same_sound_is_played_once_at_a_time() {
        let twice = together(&[Sound::Blade, Sound::Blade], 0, 1.0);
        assert_eq!(twice.len(), 1);
    }

    #[test]
    fn a_signal_is_heard_above_everything() {
        let heard = together(&[Sound::Victory], 9, 1.0);
        assert_eq!(heard.len(), 1);
        assert!(heard[0].1 > 0.0);
    }

    #[test]
    fn without_a_device_nothing_is_tried_again() {
        let mut app = told(settings(100, false), &[Sound::Step]);
        assert_eq!(players(&mut app), 1);
        for _ in 0..3 {
            app.world_mut().write_message(Heard(Sound::Step));
            app.update();
            assert_eq!(players(&mut app), 0);
        }
    }

    #[test]
    fn a_clip_is_read_from_end_to_end() {
        let samples = Sound::Click.samples();
        let clip = Clip(samples.clone().into());
        assert_eq!(clip.decoder().collect::<Vec<_>>(), samples);
        let (reader, seconds) = (clip.decoder(), samples.len() as f32 / RATE as f32);
        assert_eq!(
            reader.total_duration(),
            Some(Duration::from_secs_f32(seconds))
        );
        assert_eq!(
            (reader.channels().get(), reader.sample_rate().get()),
            (1, RATE)
        );
    }
}
