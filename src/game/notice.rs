//! What is to be told for a moment: that a file was saved, loaded or kept, or why not; that a wish was taken.

use bevy::prelude::*;

/// What became of the last wish of which nothing else is seen: good news, or why not.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notice(pub Option<Result<String, String>>);
