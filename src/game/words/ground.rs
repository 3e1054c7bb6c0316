//! Effects of terrain on a path, in words.

use super::number::percent;
use crate::combat::{GroundForecast, PathForecast, Seat};
use crate::game::session::Session;

/// Effects of terrain on a mover along its path and at its end; empty if there are none.
pub fn ground(session: &Session, mover: Option<Seat>, path: &PathForecast) -> String {
    let mut parts = kinds(session, mover, &path.ground);
    let stays = kinds(session, mover, &path.stays);
    if !stays.is_empty() && path.survives > 0.0 {
        parts.push(format!(
            "at the start of your next turn {}",
            stays.join(", ")
        ));
    }
    parts.join(", ")
}

/// The question before a way that may be the last; `again`: what is to be done to go it.
pub fn last_way(
    session: &Session,
    mover: Option<Seat>,
    path: &PathForecast,
    again: &str,
) -> String {
    let survive = percent(path.survives);
    match path.ground_fells > 0.0 {
        true => {
            let ground = ground(session, mover, path);
            format!("The ground may fell you: {ground}; you survive {survive}. {again}")
        }
        false => format!("You may be struck down on the way: you survive {survive}. {again}"),
    }
}

/// Each kind of terrain once, with the number of squares.
fn kinds(session: &Session, mover: Option<Seat>, all: &[GroundForecast]) -> Vec<String> {
    let mut kinds: Vec<(&GroundForecast, usize)> = Vec::new();
    for one in all {
        let same = |(other, _): &&mut (&GroundForecast, usize)| {
            let after = one.after;
            GroundForecast {
                after,
                ..(*other).clone()
            } == *one
        };
        match kinds.iter_mut().find(same) {
            Some((_, times)) => *times += 1,
            None => kinds.push((one, 1)),
        }
    }
    let told = |(one, times): (&GroundForecast, usize)| told(session, mover, one, times);
    kinds.into_iter().map(told).collect()
}

fn told(session: &Session, mover: Option<Seat>, one: &GroundForecast, times: usize) -> String {
    let kind = session.start.catalogue.terrain.get(one.terrain);
    let kind = kind.map_or_else(|| "ground".into(), |kind| kind.name.to_lowercase());
    let whom = match mover == Some(one.seat) {
        true => String::new(),
        false => format!("{}: ", session.cast.name(one.seat)),
    };
    let (count, each) = match times {
        1 => (String::new(), ""),
        times => (format!("{times} × "), " each"),
    };
    let chance = percent(one.chance);
    let nonlethal = match one.nonlethal {
        true => format!(" {}", session.rules().policies.damage.nonlethal_name),
        false => String::new(),
    };
    let does = match (one.deadly, one.holds) {
        (true, _) => "deadly".to_owned(),
        (false, true) => "holds you".to_owned(),
        (false, false) => format!("mean {:.1}{nonlethal}", one.damage.mean()),
    };
    format!("{whom}{count}{kind} ({chance}, {does}{each})")
}
