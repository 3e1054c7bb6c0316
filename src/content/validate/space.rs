//! The drawing of a level: rows, letters, and room for every member under every ruleset.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::pointer::Pointer;
use crate::content::draft::Draft;
use crate::content::level::{LevelDef, MAP_LIMIT, Mark, drawn};
use crate::content::terrain::Footing;
use crate::content::{BorderDef, Code, MonsterDef, TerrainDef};
use crate::grid::{Area, Border, Dimensions, Footprint, Square, SquareSet};
use crate::rules::SpaceTable;

/// Most rows and most columns of a map.
const LARGEST: usize = MAP_LIMIT as usize;

/// Checks the drawing, and if it is sound, whether every member has room on it.
pub(super) fn check(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    let before = p.findings.errors();
    rows(p);
    letters(p);
    layers(draft, p);
    if p.findings.errors() > before {
        return;
    }
    let level = p.def();
    let width = level.map.first().map_or(0, |row| row.chars().count());
    let dims = Dimensions::new(width as u16, level.map.len() as u16);
    borders(draft, p, dims);
    let ground = ground(draft, level, dims);
    let walls = walls(draft, level, dims);
    let mut problems: BTreeMap<(usize, usize, String), Vec<&str>> = BTreeMap::new();
    for (table, rulesets) in tables(draft) {
        let mut room = Room {
            draft,
            dims,
            table,
            free: ground.clone(),
            walls: walls.clone(),
            problems: Vec::new(),
        };
        room.newcomers(p);
        room.drawn(p);
        room.members(p);
        for (place, problem) in room.problems {
            let place = (place.start, place.end, problem);
            problems.entry(place).or_default().extend(&rulesets);
        }
    }
    for ((start, end, problem), rulesets) in problems {
        let rulesets = named(rulesets);
        p.report_at(
            &(start..end),
            Code::Map,
            format!("{problem} (under {rulesets})"),
        );
    }
}

fn rows(p: &mut Pointer<'_, LevelDef>) {
    let map = &p.def().map;
    let Some(width) = usual(map).filter(|width| *width > 0) else {
        p.report(&["map"], Code::Map, "the map is empty".to_owned());
        return;
    };
    let widest = map.iter().map(|row| row.chars().count()).max();
    if map.len() > LARGEST || widest > Some(LARGEST) {
        let message = format!("the map is larger than {LARGEST} by {LARGEST} squares");
        p.report(&["map"], Code::Map, message);
    }
    for (y, row) in map.iter().enumerate() {
        let length = row.chars().count();
        if length != width {
            let message = format!("this row has {length} squares, the others {width}");
            p.report(&["map", &y.to_string()], Code::Map, message);
        }
    }
}

/// How long most rows are; of two lengths that are as frequent, that of the earlier row.
fn usual(map: &[String]) -> Option<usize> {
    let rows = map.iter().take(LARGEST);
    let lengths: Vec<usize> = rows.map(|row| row.chars().count()).collect();
    let times = |length: &usize| lengths.iter().filter(|other| *other == length).count();
    // Of several the last is taken: look from the end.
    lengths.iter().rev().copied().max_by_key(times)
}

/// Letters without a meaning, each reported where it first stands.
fn letters(p: &mut Pointer<'_, LevelDef>) {
    let level = p.def();
    let mut told: BTreeSet<char> = BTreeSet::new();
    for (y, row) in level.map.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            if level.legend.contains_key(&letter) || told.contains(&letter) {
                continue;
            }
            told.insert(letter);
            let place = p.node(&["map", &y.to_string()]).letter(x);
            let message = format!("the legend does not say what '{letter}' means");
            p.report_at(&place, Code::Map, message);
        }
    }
}

/// What is drawn upon the ground: as large as the map, terrain only.
fn layers(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    let level = p.def();
    let (width, height) = (usual(&level.map), level.map.len());
    for (i, rows) in level.layers.iter().enumerate() {
        let number = i.to_string();
        if rows.len() != height {
            let message = format!("this layer has {} rows, the map {height}", rows.len());
            p.report(&["layers", &number], Code::Map, message);
        }
        for (y, row) in rows.iter().enumerate() {
            let length = row.chars().count();
            if let Some(width) = width.filter(|width| *width != length) {
                let message = format!("this row has {length} squares, those of the map {width}");
                p.report(&["layers", &number, &y.to_string()], Code::Map, message);
            }
        }
    }
    if level.layers.len() > usize::from(u8::MAX) {
        let message = format!("there are more than {} layers", u8::MAX);
        p.report(&["layers"], Code::Map, message);
    }
    let mut told: BTreeSet<char> = BTreeSet::new();
    for (at, layer, letter) in drawn(&level.layers) {
        let message = match level.legend.get(&letter) {
            Some(Mark::Terrain(_)) => None,
            Some(_) => Some(format!(
                "'{letter}' is no terrain: zones and combatants are drawn on the map"
            )),
            None => Some(format!("the legend does not say what '{letter}' means")),
        };
        let place = || {
            let path = ["layers", &(layer - 1).to_string(), &at.y.to_string()];
            p.node(&path).letter(at.x as usize)
        };
        match message {
            Some(message) if !told.contains(&letter) => {
                told.insert(letter);
                let place = place();
                p.report_at(&place, Code::Map, message);
            }
            None if buried(draft, level, at, letter) && !told.contains(&letter) => {
                told.insert(letter);
                let place = place();
                let message = "this changes nothing: what lies below still cannot be entered; draw it in the map instead";
                p.warn_at(&place, Code::Unused, message.to_owned());
            }
            _ => {}
        }
    }
}

/// What stands on borders: where it is said to stand, and one thing on each.
fn borders(draft: &Draft, p: &mut Pointer<'_, LevelDef>, dims: Dimensions) {
    let mut taken: BTreeMap<Border, usize> = BTreeMap::new();
    for (i, run) in p.def().borders.iter().enumerate() {
        let number = i.to_string();
        p.on(
            &draft.borders,
            &["borders", &number, "kind"],
            "border",
            &run.kind,
        );
        match run.borders(dims) {
            Err((field, message)) => {
                p.report(&["borders", &number, field], Code::Map, message);
            }
            Ok(along) => {
                let twice = along
                    .into_iter()
                    .filter_map(|border| taken.insert(border, i))
                    .next();
                if let Some(other) = twice {
                    let kind = &p.def().borders[other].kind;
                    let message = format!("on a border of these squares stands \"{kind}\" already");
                    p.warn(&["borders", &number], Code::Unused, message);
                }
            }
        }
    }
}

/// The borders that no combatant can step across.
fn walls(draft: &Draft, level: &LevelDef, dims: Dimensions) -> BTreeSet<Border> {
    let closed = |kind: &String| draft.borders.get(kind).is_some_and(BorderDef::is_closed);
    let all = level.bordered(dims).into_iter();
    all.filter(|(_, kind)| closed(kind))
        .map(|(border, _)| border)
        .collect()
}

/// Whether this is open ground upon ground that cannot be entered, such as a bridge upon deep water.
fn buried(draft: &Draft, level: &LevelDef, at: Square, letter: char) -> bool {
    let id = |letter: char| match level.legend.get(&letter) {
        Some(Mark::Terrain(id)) => Some(id),
        _ => None,
    };
    let below = level.map.get(at.y as usize);
    let below = below
        .and_then(|row| row.chars().nth(at.x as usize))
        .and_then(id);
    let upper = id(letter).and_then(|id| draft.terrain.get(id));
    upper.is_some_and(TerrainDef::is_bare) && below.is_some_and(|id| !open(draft, id))
}

/// Whether a combatant can stand on this terrain. Unknown terrain is a finding of its own.
pub(super) fn open(draft: &Draft, terrain: &str) -> bool {
    draft
        .terrain
        .get(terrain)
        .is_none_or(|def| !matches!(def.footing, Footing::Impassable | Footing::Chasm))
}

/// The squares on which a combatant can stand.
fn ground(draft: &Draft, level: &LevelDef, dims: Dimensions) -> SquareSet {
    let open = |letter: char| {
        let terrain = match level.legend.get(&letter) {
            Some(Mark::Terrain(id)) => id,
            Some(Mark::Zone { terrain, .. } | Mark::Combatant { terrain, .. }) => terrain,
            None => return true,
        };
        self::open(draft, terrain)
    };
    let ground = squares(level).filter(|(_, c)| open(*c)).map(|(at, _)| at);
    let mut free = SquareSet::from_squares(dims, ground);
    let upper = drawn(&level.layers).filter(|(.., letter)| !open(*letter));
    upper.for_each(|(at, ..)| {
        free.remove(at);
    });
    free
}

/// Every square with its letter.
fn squares(level: &LevelDef) -> impl Iterator<Item = (Square, char)> {
    level.map.iter().enumerate().flat_map(|(y, row)| {
        let square = move |(x, letter)| (Square::new(x as i16, y as i16), letter);
        row.chars().enumerate().map(square)
    })
}

/// The squares of a named place.
fn zone_of(level: &LevelDef, name: &str) -> Vec<Square> {
    let inside = |letter: &char| {
        let mark = level.legend.get(letter);
        matches!(mark, Some(Mark::Zone { zone, .. }) if zone == name)
    };
    let all = squares(level).filter(|(_, letter)| inside(letter));
    all.map(|(at, _)| at).collect()
}

/// The rulesets under which so many of these monsters, the largest first, have no room in a zone of a
/// level; `None`: they have room under all. A zone that is not drawn is a finding of its own.
pub(super) fn too_small(
    draft: &Draft,
    level: &LevelDef,
    zone: &str,
    monsters: Vec<&MonsterDef>,
    at_most: usize,
) -> Option<String> {
    let width = level.map.first().map_or(0, |row| row.chars().count());
    if width == 0 || width > LARGEST || level.map.len() > LARGEST {
        return None;
    }
    let dims = Dimensions::new(width as u16, level.map.len() as u16);
    let zone = zone_of(level, zone);
    let cramped = |table: SpaceTable| {
        let mut room = Room {
            draft,
            dims,
            table,
            free: ground(draft, level, dims),
            walls: walls(draft, level, dims),
            problems: Vec::new(),
        };
        let space = |monster: &&MonsterDef| room.area(monster, Square::new(0, 0));
        let mut spaces: Vec<Area> = monsters.iter().map(space).collect();
        spaces.sort_by_key(|area| std::cmp::Reverse(area.squares().count()));
        spaces.truncate(at_most);
        room.deploy(&zone, spaces, 0..0);
        !room.problems.is_empty()
    };
    let tables = tables(draft).into_iter();
    let cramped: Vec<&str> = tables
        .filter(|(table, _)| cramped(*table))
        .flat_map(|(_, rulesets)| rulesets)
        .collect();
    (!cramped.is_empty()).then(|| named(cramped))
}

/// Rulesets as a finding lists them.
fn named(mut rulesets: Vec<&str>) -> String {
    rulesets.sort_unstable();
    rulesets.join(", ")
}

/// The ways in which rulesets give creatures space, each with the rulesets that do.
fn tables(draft: &Draft) -> Vec<(SpaceTable, Vec<&str>)> {
    let mut tables: Vec<(SpaceTable, Vec<&str>)> = Vec::new();
    for (id, ruleset) in &draft.rulesets {
        let Some(policies) = &ruleset.policies else {
            continue;
        };
        let space = policies.def.movement.space;
        match tables.iter_mut().find(|(table, _)| *table == space) {
            Some((_, rulesets)) => rulesets.push(id),
            None => tables.push((space, vec![id])),
        }
    }
    if tables.is_empty() {
        tables.push((SpaceTable::SquareSpaces, vec!["most rulesets"]));
    }
    tables
}

/// The borders between squares of an area.
fn within(area: Area) -> impl Iterator<Item = Border> {
    let beside = |at: Square| [Square::new(at.x + 1, at.y), Square::new(at.x, at.y + 1)];
    area.squares().flat_map(move |at| {
        let next = beside(at).into_iter().filter(move |to| area.contains(*to));
        next.filter_map(move |to| Border::between(at, to))
    })
}

/// The room that is left under one way of giving space.
struct Room<'a> {
    draft: &'a Draft,
    dims: Dimensions,
    table: SpaceTable,
    free: SquareSet,
    /// Borders that no combatant can stand astride.
    walls: BTreeSet<Border>,
    /// What does not fit, and where that is said.
    problems: Vec<(Range<usize>, String)>,
}

impl Room<'_> {
    fn area(&self, monster: &MonsterDef, at: Square) -> Area {
        Area::new(at, self.table.footprint(monster.size, monster.body))
    }

    fn fits(&self, area: Area) -> bool {
        area.is_within(self.dims)
            && area.squares().all(|square| self.free.contains(square))
            && !within(area).any(|border| self.walls.contains(&border))
    }

    fn take(&mut self, area: Area) {
        area.squares().for_each(|square| {
            self.free.remove(square);
        });
    }

    /// Those who stand on the map.
    fn drawn(&mut self, p: &mut Pointer<'_, LevelDef>) {
        let level = p.def();
        for (at, letter) in squares(level) {
            let Some(Mark::Combatant { monster: id, .. }) = level.legend.get(&letter) else {
                continue;
            };
            let Some(monster) = self.draft.monsters.get(id) else {
                continue;
            };
            let area = self.area(monster, at);
            let place = p.node(&["map", &at.y.to_string()]).letter(at.x as usize);
            self.stand(id, area, place);
        }
    }

    /// Takes the squares of a member whose place is given.
    fn stand(&mut self, id: &str, area: Area, place: Range<usize>) {
        if !self.fits(area) {
            let (width, depth) = (area.footprint.width, area.footprint.depth);
            let squares = format!("{width} by {depth} squares from here");
            let problem = format!("\"{id}\" takes {squares}, and they are not all free");
            self.problems.push((place, problem));
        }
        self.take(area);
    }

    /// Those who enter later: whether there is ground for them where they enter, whatever combatant may
    /// stand there by then.
    fn newcomers(&mut self, p: &mut Pointer<'_, LevelDef>) {
        let level = p.def();
        for (i, side) in level.sides.iter().enumerate() {
            for (j, wave) in side.reinforcements.iter().enumerate() {
                let (i, j) = (i.to_string(), j.to_string());
                for (k, member) in wave.members.iter().enumerate() {
                    let Some(monster) = self.draft.monsters.get(&member.monster) else {
                        continue;
                    };
                    let space = self.area(monster, Square::new(0, 0));
                    let anchors = match (member.at, wave.edge, &wave.zone) {
                        (Some(at), ..) => vec![at],
                        (None, Some(edge), _) => edge.anchors(self.dims, space.footprint),
                        (None, None, Some(zone)) => zone_of(level, zone),
                        (None, None, None) => continue,
                    };
                    if anchors.iter().any(|at| self.fits(space.moved_to(*at))) || anchors.is_empty()
                    {
                        continue;
                    }
                    let (width, depth) = (space.footprint.width, space.footprint.depth);
                    let id = &member.monster;
                    let problem = format!(
                        "\"{id}\" takes {width} by {depth} squares and has no room where it enters"
                    );
                    let k = k.to_string();
                    let path = ["sides", &i, "reinforcements", &j, "members", &k];
                    self.problems.push((p.node(&path).span.clone(), problem));
                }
            }
        }
    }

    /// Those who are placed at the start.
    fn members(&mut self, p: &mut Pointer<'_, LevelDef>) {
        let level = p.def();
        for (i, side) in level.sides.iter().enumerate() {
            let number = i.to_string();
            let zone = side.deploy.as_ref().map(|name| zone_of(level, name));
            let zone = zone.unwrap_or_default();
            let mut waiting = Vec::new();
            for (j, member) in side.members.iter().enumerate() {
                let Some(monster) = self.draft.monsters.get(&member.monster) else {
                    continue;
                };
                let Some(at) = member.at else {
                    waiting.push(self.area(monster, Square::new(0, 0)));
                    continue;
                };
                let area = self.area(monster, at);
                let path = ["sides", &number, "members", &j.to_string(), "at"];
                self.stand(&member.monster, area, p.node(&path).span.clone());
            }
            let place = p.node(&["sides", &number, "deploy"]).span.clone();
            self.deploy(&zone, waiting, place);
        }
    }

    /// Places the largest first, each on the first place in reading order.
    fn deploy(&mut self, zone: &[Square], mut waiting: Vec<Area>, place: Range<usize>) {
        if zone.is_empty() {
            return;
        }
        waiting.sort_by_key(|area| std::cmp::Reverse(area.squares().count()));
        let inside = SquareSet::from_squares(self.dims, zone.iter().copied());
        // Room only gets less: no space of a shape fits where one has not fitted before.
        let mut tried: BTreeMap<Footprint, usize> = BTreeMap::new();
        let mut left = 0;
        for area in waiting {
            let from = tried.entry(area.footprint).or_default();
            let fits = |at: &Square| {
                let area = area.moved_to(*at);
                self.fits(area) && area.squares().all(|square| inside.contains(square))
            };
            let spot = zone.iter().skip(*from).position(fits);
            *from = spot.map_or(zone.len(), |spot| *from + spot);
            match zone.get(*from) {
                Some(at) => self.take(area.moved_to(*at)),
                None => left += 1,
            }
        }
        if left > 0 {
            let squares = zone.len();
            let problem =
                format!("there is no room for {left} of the members in {squares} squares");
            self.problems.push((place, problem));
        }
    }
}
