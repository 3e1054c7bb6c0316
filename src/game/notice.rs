//! What is to be told of files: saved, loaded, kept, or why not.

use bevy::prelude::*;

/// What became of the last attempt to save or load: good news, or why not.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notice(pub Option<Result<String, String>>);
