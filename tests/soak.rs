//! The soak: computer against computer over every level, monster and rule system.
//!
//! Battles are dealt from a seed, so that a failure can be played again: every message ends with
//! what was dealt, and the battle is kept as a record in `target/soak`. `make soak BATTLES=1000`
//! plays so many random battles, also under random house rules. `OPPORTUNIST_SOAK=20 cargo test
//! --test soak` plays twenty times as many of the others, `OPPORTUNIST_SOAK_ONLY="level bridge
//! under amorphous"` only those whose description contains this.

#[path = "soak/deal.rs"]
mod deal;
#[path = "soak/house.rs"]
mod house;
#[path = "soak/watch.rs"]
mod watch;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use deal::{CONTENT, Deal, Mind, deals};
use opportunist::ai::{Player, Profile, decide, wander};
use opportunist::combat::{Battle, Choice, Event, Request};
use opportunist::dice::Dice;
use opportunist::savefile::SaveFile;
use rayon::prelude::*;
use watch::Watch;

/// Decisions after which a battle counts as endless. A battle in which the house rules let nobody do harm goes on to the
/// last round.
const ENDLESS: usize = 12_000;

/// How many times the usual number of battles is played.
fn scale() -> u64 {
    std::env::var("OPPORTUNIST_SOAK")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1)
}

fn choose(battle: &mut Battle, deal: &Deal, step: usize) -> Choice {
    let side = battle.deciding_side().map_or(0, |side| side.index());
    match deal.minds[side % deal.minds.len()] {
        Mind::Plays(profile) => decide(battle, &profile, deal.seed),
        // Aimless battles are brought to an end by a player that means it.
        Mind::Wanders if step < 300 => wander(battle, deal.seed ^ (step as u64) << 20),
        Mind::Wanders => decide(battle, &Profile::BERSERKER, deal.seed),
    }
}

/// Plays a deal and watches every decision. Every so often a copy is put back and goes on the same
/// way from there, also in the middle of an interrupt. `made` gets every choice before it is submitted.
fn soak(deal: &Deal, made: &mut Vec<Choice>) -> Result<(), String> {
    let mut battle = deal.battle();
    let mut watch = Watch::over(&mut battle);
    while battle.outcome().is_none() {
        let step = made.len();
        decision(&mut battle, deal, &mut watch, made).map_err(|what| {
            let last = battle.events().iter().rev().take(12).rev();
            let last: Vec<String> = last.map(|event| format!("{:?}", event.kind)).collect();
            let request = battle.request();
            let last = last.join("\n");
            format!("{what} (decision {step})\nwaiting for {request:?} after\n{last}")
        })?;
    }
    replay(deal, &battle, made)
}

/// Plays a deal; a panic is a failure as well.
fn run(deal: &Deal) -> Option<Failure> {
    let mut made = Vec::new();
    let played = catch_unwind(AssertUnwindSafe(|| soak(deal, &mut made)));
    let what = match played {
        Ok(Ok(())) => return None,
        Ok(Err(what)) => what,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            format!("panicked: {}", text.unwrap_or_default())
        }
    };
    let kept = keep(deal, &made).unwrap_or_else(|why| format!("no record: {why}"));
    Some(Failure {
        what,
        kept,
        deal: deal.to_string(),
    })
}

/// Writes a record of a battle up to the last choice that it accepts, and its house rules; returns its place.
fn keep(deal: &Deal, made: &[Choice]) -> Result<String, String> {
    let play = || {
        let mut battle = deal.battle();
        for choice in made {
            let mut next = battle.scratch(1);
            let accepted = catch_unwind(AssertUnwindSafe(|| next.submit(choice.clone()).is_ok()));
            if !accepted.unwrap_or(false) || battle.submit(choice.clone()).is_err() {
                break;
            }
        }
        battle
    };
    let battle = catch_unwind(AssertUnwindSafe(play)).map_err(|_| "it panics at once")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("soak");
    let file = folder.join(format!("{}-{}.json", deal.rules.id, deal.seed));
    let players = vec![Player::Computer(Profile::FAST); 2];
    let (level, _) = CONTENT.levels.iter().next().ok_or("no level")?;
    let save = SaveFile::of(&battle, &CONTENT, level, players, deal.seed).ok_or("a copy")?;
    save.write(&file)?;
    if let Some(house) = &deal.house {
        let rules = file.with_extension("ron");
        std::fs::write(rules, &house.text).map_err(|why| why.to_string())?;
    }
    Ok(file.display().to_string())
}

/// Takes one decision and looks at what came of it.
fn decision(
    battle: &mut Battle,
    deal: &Deal,
    watch: &mut Watch,
    made: &mut Vec<Choice>,
) -> Result<(), String> {
    let Some(request) = battle.request() else {
        return Err("neither over nor waiting".into());
    };
    let interrupt = !matches!(request, Request::Turn { .. });
    if made.len() > ENDLESS {
        return Err("does not end".into());
    }
    let choice = choose(battle, deal, made.len());
    if interrupt && made.len().is_multiple_of(3) || made.len().is_multiple_of(41) {
        in_step(battle, &choice)?;
    }
    made.push(choice.clone());
    battle
        .submit(choice)
        .map_err(|refusal| format!("refused: {}", battle.tell(&refusal)))?;
    watch.look(battle)
}

/// A battle that went wrong.
struct Failure {
    what: String,
    deal: String,
    /// Place of its record.
    kept: String,
}

/// Reports the failures: each in a line, the first in full.
fn report(battles: usize, failures: &[Failure]) {
    let Some(first) = failures.first() else {
        return;
    };
    let head = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    let line = |f: &Failure| format!("{}: {}; {}", f.deal, head(&f.what), f.kept);
    let lines: Vec<String> = failures.iter().map(line).collect();
    let (failed, lines, what) = (failures.len(), lines.join("\n"), &first.what);
    panic!("{failed} of {battles} battles failed\n{lines}\n\nthe first one: {what}");
}

/// Plays all of them.
fn soak_all(deals: &[Deal]) {
    let only = std::env::var("OPPORTUNIST_SOAK_ONLY").unwrap_or_default();
    let deals = deals.iter().filter(|deal| deal.to_string().contains(&only));
    let deals: Vec<&Deal> = deals.collect();
    let failures: Vec<Failure> = deals.iter().filter_map(|deal| run(deal)).collect();
    report(deals.len(), &failures);
}

/// The sync test: go on, put back, go on again: nothing may differ.
fn in_step(battle: &mut Battle, choice: &Choice) -> Result<(), String> {
    let mut copy = battle.scratch(1);
    let before = copy.snapshot();
    let digest = copy.digest();
    let go = |copy: &mut Battle| -> Result<(u64, Vec<Event>), String> {
        copy.submit(choice.clone())
            .map_err(|r| format!("a copy refuses: {}", copy.tell(&r)))?;
        Ok((copy.digest(), copy.events().to_vec()))
    };
    let first = go(&mut copy)?;
    copy.restore(&before);
    if copy.digest() != digest {
        return Err("put back, the battle is another one".into());
    }
    let second = go(&mut copy)?;
    if first != second {
        return Err(format!(
            "put back, it went on differently:\n{:?}\n{:?}",
            first.1, second.1
        ));
    }
    Ok(())
}

/// The same choices from the same seed give the same events.
fn replay(deal: &Deal, played: &Battle, made: &[Choice]) -> Result<(), String> {
    let mut again = deal.battle();
    for choice in made {
        again
            .submit(choice.clone())
            .map_err(|r| format!("the replay refuses: {}", again.tell(&r)))?;
    }
    for (i, (was, is)) in played.events().iter().zip(again.events()).enumerate() {
        if was != is {
            return Err(format!("event {i} differs in the replay:\n{was:?}\n{is:?}"));
        }
    }
    if (played.events().len(), played.digest()) != (again.events().len(), again.digest()) {
        return Err("the replay ends differently".into());
    }
    Ok(())
}

#[test]
fn every_level_plays_under_every_system() {
    let deals = deals::levels(scale());
    assert!(deals.len() >= 15, "only {} battles to play", deals.len());
    soak_all(&deals);
}

#[test]
fn every_monster_fights_under_every_system() {
    let deals = deals::monsters(scale());
    assert!(deals.len() >= 12, "only {} battles to play", deals.len());
    soak_all(&deals);
}

#[test]
fn aimless_players_break_nothing() {
    soak_all(&deals::aimless(scale()));
}

/// `make soak BATTLES=…` says how many; two idle cores play about 700 in a minute.
#[test]
#[ignore = "takes long: `make soak`"]
fn random_battles_play_under_random_house_rules() {
    let battles = std::env::var("OPPORTUNIST_SOAK_BATTLES").ok();
    let battles = battles.map_or(60, |n| n.parse().expect("a number of battles"));
    let from = std::env::var("OPPORTUNIST_SOAK_SEED").ok();
    let from: u64 = from.map_or(1, |n| n.parse().expect("a seed"));
    let seeds = from..from + battles;
    let tables = from / deals::SHARED..=(from + battles - 1) / deals::SHARED;
    let play = |table: u64| {
        let first = table * deals::SHARED;
        let rules = deals::rules(first);
        let own = (first..first + deals::SHARED).filter(|seed| seeds.contains(seed));
        let failed = own.filter_map(|seed| run(&deals::random(seed, rules.clone())));
        failed.collect::<Vec<_>>()
    };
    let failures: Vec<Failure> = tables.into_par_iter().flat_map_iter(play).collect();
    report(battles as usize, &failures);
}

#[test]
fn deciding_leaves_no_trace() {
    for deal in deals::levels(1).iter().take(6) {
        let (mut asked, mut unasked) = (deal.battle(), deal.battle());
        for _ in 0..40 {
            if asked.request().is_none() {
                break;
            }
            let choice = decide(&asked, &Profile::BALANCED, 5);
            assert_eq!(choice, decide(&asked, &Profile::BALANCED, 5), "{deal}");
            assert_eq!(asked.digest(), unasked.digest(), "{deal}");
            asked.submit(choice.clone()).expect("legal");
            unasked.submit(choice).expect("legal");
        }
        assert_eq!(asked.events(), unasked.events(), "{deal}");
    }
}

#[test]
fn other_dice_give_another_battle() {
    let deal = &deals::levels(1)[0];
    let tale = |seed: u64| {
        let mut battle = deal.battle_with(Dice::seeded(seed));
        for _ in 0..60 {
            if battle.request().is_none() {
                break;
            }
            let choice = decide(&battle, &Profile::BALANCED, 0);
            battle.submit(choice).expect("legal");
        }
        format!("{:?}", battle.events())
    };
    assert_ne!(tale(1), tale(2));
}
