//! The battle: owns its world, runs until it needs a decision, takes choices.

use bevy_ecs::prelude::*;

/// One battle. All its state is components and resources of its own world.
pub struct Battle {
    world: World,
}
