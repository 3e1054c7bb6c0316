//! Drawings as Bevy images, made once and kept.

use std::collections::BTreeMap;

use bevy::asset::{RenderAssetUsages, uuid_handle};
use bevy::image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};

use crate::art::palette::{COLOUR_SETS, ColourSet};
use crate::art::pip::{self, Pip};
use crate::art::{Canvas, icon, paper, sign, tile, token};

/// Parchment in a frame, for panels.
pub const PARCHMENT: Handle<Image> = uuid_handle!("5b1c2f0e-4a9d-4c53-9a55-0c3f1a7be011");
/// A dark board, for bars.
pub const BOARD: Handle<Image> = uuid_handle!("5b1c2f0e-4a9d-4c53-9a55-0c3f1a7be012");
/// The table, to be tiled.
pub const TABLE: Handle<Image> = uuid_handle!("5b1c2f0e-4a9d-4c53-9a55-0c3f1a7be013");
/// A ring around the one whose turn it is.
pub const HALO: Handle<Image> = uuid_handle!("5b1c2f0e-4a9d-4c53-9a55-0c3f1a7be014");
/// Cross-hairs on a target.
pub const RETICLE: Handle<Image> = uuid_handle!("5b1c2f0e-4a9d-4c53-9a55-0c3f1a7be015");

/// Token faces and hit point rings, drawn when first needed.
#[derive(Resource)]
pub struct Pictures {
    tokens: BTreeMap<(String, usize, bool), Handle<Image>>,
    rings: BTreeMap<u32, Handle<Image>>,
    tiles: BTreeMap<(tile::Tile, u32), Handle<Image>>,
    painters: BTreeMap<u32, tile::Painter>,
    icons: BTreeMap<String, Handle<Image>>,
    pips: BTreeMap<Pip, Handle<Image>>,
    signs: BTreeMap<(Option<String>, bool), Handle<Image>>,
    colours: ColourSet,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            tokens: BTreeMap::new(),
            rings: BTreeMap::new(),
            tiles: BTreeMap::new(),
            painters: BTreeMap::new(),
            icons: BTreeMap::new(),
            pips: BTreeMap::new(),
            signs: BTreeMap::new(),
            colours: COLOUR_SETS[0],
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pictures>();
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let mut table = image(&paper::table());
    table.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        ..ImageSamplerDescriptor::linear()
    });
    for (handle, picture) in [
        (PARCHMENT, image(&paper::parchment())),
        (BOARD, image(&paper::board())),
        (TABLE, table),
        (HALO, mipped(&token::halo())),
        (RETICLE, mipped(&token::reticle())),
    ] {
        // The handles are constants of the right kind, so this cannot be refused.
        let _ = images.insert(&handle, picture);
    }
}

impl Pictures {
    /// One square of the ground, so many pixels wide.
    pub fn tile(
        &mut self,
        images: &mut Assets<Image>,
        plan: &tile::Tile,
        pixels: u32,
    ) -> Handle<Image> {
        let painter = self.painters.entry(pixels);
        let painter = painter.or_insert_with(|| tile::Painter::new(pixels));
        let known = self.tiles.entry((*plan, pixels));
        let drawn = || images.add(image(&painter.paint(plan)));
        known.or_insert_with(drawn).clone()
    }

    /// The token of a side with a figure.
    pub fn token(
        &mut self,
        images: &mut Assets<Image>,
        emblem: &str,
        side: usize,
        fallen: bool,
    ) -> Handle<Image> {
        let key = (emblem.to_owned(), side, fallen);
        let draw = || images.add(mipped(&token::token(emblem, side, fallen, &self.colours)));
        self.tokens.entry(key).or_insert_with(draw).clone()
    }

    /// Draws everything anew, in place, that is drawn in colours that tell things apart.
    pub fn repaint(&mut self, images: &mut Assets<Image>, colours: ColourSet) {
        if self.colours == colours {
            return;
        }
        self.colours = colours;
        for ((emblem, side, fallen), handle) in &self.tokens {
            if let Some(mut image) = images.get_mut(handle) {
                *image = mipped(&token::token(emblem, *side, *fallen, &colours));
            }
        }
        for (full, handle) in &self.rings {
            if let Some(mut image) = images.get_mut(handle) {
                *image = mipped(&token::ring(*full, &colours));
            }
        }
    }

    /// The icon of an action, to be tinted; an empty one if there is none of that name.
    pub fn icon(&mut self, images: &mut Assets<Image>, name: &str) -> Handle<Image> {
        let draw = || {
            images.add(mipped(
                &icon::icon(name).unwrap_or_else(|| Canvas::new(1, 1)),
            ))
        };
        self.icons
            .entry(name.to_owned())
            .or_insert_with(draw)
            .clone()
    }

    /// The shape of a part of a turn.
    pub fn pip(&mut self, images: &mut Assets<Image>, wanted: Pip) -> Handle<Image> {
        let draw = || images.add(mipped(&pip::pip(wanted)));
        self.pips.entry(wanted).or_insert_with(draw).clone()
    }

    /// The sign of a condition that helps or hinders, with an icon or bare.
    pub fn sign(
        &mut self,
        images: &mut Assets<Image>,
        icon: Option<&str>,
        helps: bool,
    ) -> Handle<Image> {
        let draw = || images.add(mipped(&sign::sign(icon, helps)));
        let wanted = (icon.map(str::to_owned), helps);
        self.signs.entry(wanted).or_insert_with(draw).clone()
    }

    /// The ring of so many hit points out of so many.
    pub fn ring(&mut self, images: &mut Assets<Image>, left: i32, of: i32) -> Handle<Image> {
        let steps = token::RING_STEPS as i32;
        let full = (left.max(0) * steps + of.max(1) - 1) / of.max(1);
        let full = full.clamp(0, steps) as u32;
        self.rings
            .entry(full)
            .or_insert_with(|| images.add(mipped(&token::ring(full, &self.colours))))
            .clone()
    }
}

/// A drawing as an image.
pub fn image(canvas: &Canvas) -> Image {
    let size = Extent3d {
        width: canvas.width(),
        height: canvas.height(),
        depth_or_array_layers: 1,
    };
    let mut image = Image::new(
        size,
        TextureDimension::D2,
        canvas.rgba(),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.sampler = ImageSampler::linear();
    image
}

/// A drawing as an image that stays smooth when it is shown small.
pub fn mipped(canvas: &Canvas) -> Image {
    let mut image = image(canvas);
    let mut smaller = canvas.halved();
    let Some(data) = image.data.as_mut() else {
        return image;
    };
    let mut levels = 1;
    while smaller.width() >= 8 {
        data.extend(smaller.rgba());
        levels += 1;
        smaller = smaller.halved();
    }
    image.texture_descriptor.mip_level_count = levels;
    // One that could be copied into would have only its largest level replaced when it is drawn anew.
    image.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        mipmap_filter: ImageFilterMode::Linear,
        ..ImageSamplerDescriptor::linear()
    });
    image
}
