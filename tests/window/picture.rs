//! Pictures of the window: taken, kept, and looked at as far as a program can.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use crate::pilot::{Step, Task, task};

/// Takes a picture and checks that it shows something: many colours, and parts that differ.
pub fn take(name: &'static str) -> Task {
    let taken: Arc<Mutex<Option<Image>>> = Arc::default();
    task(format!("picture {name}"), move |world, frame| {
        if frame == 10 {
            let slot = taken.clone();
            world.spawn(Screenshot::primary_window()).observe(
                move |captured: On<ScreenshotCaptured>| {
                    if let Ok(mut slot) = slot.lock() {
                        *slot = Some(captured.image.clone());
                    }
                },
            );
        }
        let Some(image) = taken.lock().ok().and_then(|mut slot| slot.take()) else {
            return Step::Wait;
        };
        match look(name, image) {
            Ok(()) => Step::Done,
            Err(why) => Step::Failed(why),
        }
    })
}

fn look(name: &str, image: Image) -> Result<(), String> {
    let picture = image
        .try_into_dynamic()
        .map_err(|e| e.to_string())?
        .to_rgb8();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    picture.save(&file).map_err(|e| e.to_string())?;
    let (width, height) = picture.dimensions();
    let colours: BTreeSet<_> = picture.pixels().map(|p| p.0.map(|c| c / 8)).collect();
    if colours.len() < 60 {
        return Err(format!(
            "only {} colours: {}",
            colours.len(),
            file.display()
        ));
    }
    let mean = |left: u32, top: u32| {
        let mut sum = [0_u64; 3];
        for y in top..top + height / 3 {
            for x in left..left + width / 3 {
                let pixel = picture.get_pixel(x, y).0;
                sum.iter_mut()
                    .zip(pixel)
                    .for_each(|(s, c)| *s += u64::from(c));
            }
        }
        sum.map(|s| s / u64::from(width / 3 * (height / 3)))
    };
    let parts: BTreeSet<_> = (0..9)
        .map(|i| mean(i % 3 * (width / 3), i / 3 * (height / 3)))
        .collect();
    if parts.len() < 5 {
        return Err(format!("all parts look alike: {}", file.display()));
    }
    Ok(())
}
