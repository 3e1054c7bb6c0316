//! The soak: computer against computer over every level, monster and rule system.
//!
//! Battles are dealt from a seed, so that a failure can be played again: every message ends with
//! what was dealt and the choices made. `OPPORTUNIST_SOAK=20 cargo test --test soak` plays twenty
//! times as many battles, `OPPORTUNIST_SOAK_ONLY="level bridge under amorphous"` only those whose
//! description contains this.

#[path = "soak/deal.rs"]
mod deal;
#[path = "soak/watch.rs"]
mod watch;

use deal::{Deal, Mind, deals};
use opportunist::ai::{Profile, decide, wander};
use opportunist::combat::{Battle, Choice, Event, Request};
use opportunist::dice::Dice;
use watch::Watch;

/// Decisions after which a battle counts as endless.
const ENDLESS: usize = 4_000;

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
/// way from there, also in the middle of an interrupt.
fn soak(deal: &Deal) -> Result<(), Failure> {
    let mut battle = deal.battle();
    let mut watch = Watch::over(&mut battle);
    let mut made: Vec<Choice> = Vec::new();
    while battle.outcome().is_none() {
        let step = made.len();
        if let Err(what) = decision(&mut battle, deal, &mut watch, &mut made) {
            let last = battle.events().iter().rev().take(12).rev();
            let last: Vec<String> = last.map(|event| format!("{:?}", event.kind)).collect();
            let request = battle.request();
            let what = format!("{what} (decision {step})");
            let scene = format!("waiting for {request:?} after\n{}", last.join("\n"));
            return Err(Failure {
                what,
                deal: deal.to_string(),
                scene,
                made,
            });
        }
    }
    replay(deal, &battle, &made).map_err(|what| Failure {
        what,
        deal: deal.to_string(),
        scene: String::new(),
        made,
    })
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
        .map_err(|refusal| format!("refused: {}", refusal.reason))?;
    watch.look(battle)
}

/// What went wrong in a battle, with everything that is needed to see it again.
struct Failure {
    what: String,
    deal: String,
    scene: String,
    made: Vec<Choice>,
}

/// Plays all of them, and tells of the failures: each in a line, the first in full.
fn soak_all(deals: &[Deal]) {
    let only = std::env::var("OPPORTUNIST_SOAK_ONLY").unwrap_or_default();
    let deals = deals.iter().filter(|deal| deal.to_string().contains(&only));
    let (mut failures, mut battles) = (Vec::<Failure>::new(), 0);
    for deal in deals {
        battles += 1;
        failures.extend(soak(deal).err());
    }
    let Some(first) = failures.first() else {
        return;
    };
    let lines: Vec<String> = failures
        .iter()
        .map(|f| format!("{}: {}", f.deal, f.what))
        .collect();
    let made: Vec<String> = first
        .made
        .iter()
        .map(|choice| format!("{choice:?}"))
        .collect();
    panic!(
        "{} of {} battles failed\n{}\n\nthe first one: {}\n{}\nchoices:\n{}",
        failures.len(),
        battles,
        lines.join("\n"),
        first.what,
        first.scene,
        made.join("\n")
    );
}

/// The sync test: go on, put back, go on again: nothing may differ.
fn in_step(battle: &mut Battle, choice: &Choice) -> Result<(), String> {
    let mut copy = battle.scratch(1);
    let before = copy.snapshot();
    let digest = copy.digest();
    let go = |copy: &mut Battle| -> Result<(u64, Vec<Event>), String> {
        copy.submit(choice.clone())
            .map_err(|r| format!("a copy refuses: {}", r.reason))?;
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
            .map_err(|r| format!("the replay refuses: {}", r.reason))?;
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

#[test]
fn deciding_leaves_no_trace() {
    for deal in deals::levels(1).iter().take(6) {
        let (mut asked, mut unasked) = (deal.battle(), deal.battle());
        for _ in 0..40 {
            if asked.request().is_none() {
                break;
            }
            let choice = decide(&mut asked, &Profile::BALANCED, 5);
            assert_eq!(choice, decide(&mut asked, &Profile::BALANCED, 5), "{deal}");
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
            let choice = decide(&mut battle, &Profile::BALANCED, 0);
            battle.submit(choice).expect("legal");
        }
        format!("{:?}", battle.events())
    };
    assert_ne!(tale(1), tale(2));
}
