//! `render`: a level as a picture.

use super::arguments::Render;
use super::out::say;
use super::{Stop, level, try_writing};
use crate::art::level as drawing;
use crate::content::Catalogue;
use crate::files;
use crate::rules::SpaceTable;

pub(super) fn run(catalogue: &Catalogue, asked: &Render) -> Result<(), Stop> {
    let (_, level) = level(catalogue, &asked.level)?;
    try_writing(Some(&asked.out))?;
    // A picture belongs to no rule system: figures take the spaces that most systems give them.
    let scene = drawing::Scene::of(level, catalogue, SpaceTable::SquareSpaces);
    let png = drawing::picture(&scene).png().map_err(Stop::unreadable)?;
    files::write(&asked.out, png).map_err(|why| Stop::of_file(&asked.out, why))?;
    say!("{} drawn to {}", level.name, asked.out.display());
    Ok(())
}
