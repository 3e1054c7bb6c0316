//! Rehearsal: the odds of attacks of opportunity with the mover where it will be when they come.
//!
//! A mover is struck in the square it leaves, already running or charging, and on its feet again
//! once it stood up. The rehearsal supposes it there and asks for the odds.

use std::iter::once;
use std::vec::IntoIter;

use crate::combat::attack::odds;
use crate::combat::contract::{Cause, GroundForecast, OpportunityForecast, PathForecast, Seat};
use crate::combat::damage::dying::threshold::{Endurance, Suffering};
use crate::combat::opportunity::{modes, order};
use crate::combat::state::{ActiveCondition, Ending, State, Supposed};
use crate::combat::{conditions, damage, threat};
use crate::dice::Distribution;
use crate::grid::{Area, Square};
use crate::rules::{ActionDef, ActionId, Flag};

/// Makes the odds along a priced way exact: of what strikes on it, and of what the ground does.
pub fn rehearse(state: &State, seat: Seat, action: ActionId, path: &mut PathForecast) {
    let Some(area) = state.area(seat) else { return };
    if path.opportunities.is_empty() && path.ground.is_empty() {
        return;
    }
    let mut supposed = Supposed::of(state);
    begin(state, &mut supposed, seat, action);
    let mut toll = Walked::of(state, seat, path);
    let mut risen = false;
    let anchors: Vec<Square> = once(area.anchor)
        .chain(path.squares.iter().copied())
        .collect();
    let mut walked = 0;
    for opportunity in &mut path.opportunities {
        let mut ahead = anchors.iter().skip(walked);
        walked += ahead.position(|at| *at == opportunity.at).unwrap_or(0);
        toll.walk(state, walked);
        if opportunity.cause != Cause::Standing && !risen {
            rise(state, &mut supposed, seat, action);
            risen = true;
        }
        supposed.put(seat, area.moved_to(opportunity.at));
        threat::suppose(state, &mut supposed, seat);
        let there = supposed.state(state);
        let Some(&mode) = modes(&there, opportunity.by, seat).first() else {
            continue;
        };
        let strike = order(opportunity.by, seat, mode, opportunity.cause);
        let odds = odds::of_attack(&there, &strike, None);
        // Who is got past by a check strikes only if that fails.
        let mut checks = path.checks.iter();
        let check = checks.find(|check| check.against == Some(opportunity.by));
        let comes = check.map_or(1.0, |check| 1.0 - check.chance);
        opportunity.hit = odds.hit * comes;
        opportunity.mean_damage = odds.damage.mean() * comes;
        // A way that ends there does so whether the blow lands or not.
        if check.is_none_or(|check| !check.stops) {
            let nothing = (1.0 - comes, Distribution::certain(0));
            let damage = Distribution::mixture([nothing, (comes, odds.damage)]);
            let mode = there.mode(&strike);
            let how = Suffering {
                nonlethal: mode
                    .is_some_and(|mode| damage::is_nonlethal(&there, mode, strike.manner)),
                by_attack: true,
            };
            toll.mover.suffer(state, &damage, how);
        }
    }
    toll.walk(state, path.squares.len());
    path.ground_fells = toll.fells;
    path.survives = toll.survives();
    path.arrives = match toll.stops {
        true => 0.0,
        false => path.passes() * path.survives,
    };
}

/// A mover on its way, with what it has suffered.
struct Walked {
    seat: Seat,
    mover: Endurance,
    /// The mount, if the terrain harms it instead.
    mount: Option<Endurance>,
    /// Effects of terrain still to come.
    ground: IntoIter<GroundForecast>,
    /// Squares of the whole way.
    length: usize,
    /// Chance that the ground has felled one of them.
    fells: f64,
    /// The ground ends the way before its end.
    stops: bool,
}

impl Walked {
    fn of(state: &State, seat: Seat, path: &PathForecast) -> Self {
        let mut harmed = path.ground.iter().map(|ground| ground.seat);
        let mount = harmed.find(|harmed| *harmed != seat);
        Self {
            seat,
            mover: Endurance::of(state, seat),
            mount: mount.map(|mount| Endurance::of(state, mount)),
            ground: path.ground.clone().into_iter(),
            length: path.squares.len(),
            fells: 0.0,
            stops: false,
        }
    }

    /// Suffers what the ground does in the first so many squares of the way.
    fn walk(&mut self, state: &State, squares: usize) {
        while let Some(ground) = self.ground.as_slice().first() {
            if ground.after > squares {
                return;
            }
            let rest = match ground.seat == self.seat {
                true => self.mount.as_ref().map_or(1.0, Endurance::stands),
                false => self.mover.stands(),
            };
            let one = match &mut self.mount {
                Some(mount) if ground.seat != self.seat => mount,
                _ => &mut self.mover,
            };
            let felled = match ground.deadly {
                true => one.perish(ground.chance),
                false => {
                    let how = Suffering {
                        nonlethal: ground.nonlethal,
                        by_attack: false,
                    };
                    one.suffer(state, &ground.damage, how)
                }
            };
            self.fells += felled * rest;
            self.stops |= ground.holds && ground.after < self.length;
            self.ground.next();
        }
    }

    /// The chance that both are still standing.
    fn survives(&self) -> f64 {
        self.mover.stands() * self.mount.as_ref().map_or(1.0, Endurance::stands)
    }
}

/// The attack of opportunity that the blow at the end of a movement invites from its target, with the mover
/// where it is then.
pub(crate) fn at_the_end(
    state: &State,
    seat: Seat,
    (action, end): (ActionId, Area),
    (cause, target): (Cause, Seat),
) -> Vec<OpportunityForecast> {
    let mut supposed = Supposed::of(state);
    begin(state, &mut supposed, seat, action);
    supposed.put(seat, end);
    threat::suppose(state, &mut supposed, seat);
    super::forecast(&supposed.state(state), seat, cause, end, Some(target))
}

/// The battle as if a combatant had declared an act that begins with a stance, which counts for the act
/// itself, with this amount where one is chosen; `None` for any other act.
pub(crate) fn in_stance(
    state: &State,
    seat: Seat,
    def: &ActionDef,
    amount: u8,
) -> Option<Supposed> {
    def.stance()?;
    let mut supposed = Supposed::of(state);
    take_up(state, &mut supposed, seat, def, amount.into());
    threat::suppose(state, &mut supposed, seat);
    Some(supposed)
}

/// Imposes what the act brings from its start, without an event.
fn begin(state: &State, supposed: &mut Supposed, seat: Seat, action: ActionId) {
    if let Some(def) = state.rules().actions.get(action) {
        take_up(state, supposed, seat, def, 0);
    }
}

fn take_up(state: &State, supposed: &mut Supposed, seat: Seat, def: &ActionDef, amount: i32) {
    let condition = def
        .from_start()
        .and_then(|name| state.rules().condition(name));
    let Some(condition) = condition.filter(|id| !conditions::bears(state, seat, Some(*id))) else {
        return;
    };
    let active = ActiveCondition {
        about: None,
        since: 0,
        condition,
        ends: Ending::UntilEnded,
        by: Some(seat),
        amount,
    };
    conditions::suppose(state, supposed, seat, active);
}

/// Takes what keeps the mover on the ground away, unless it moves lying.
fn rise(state: &State, supposed: &mut Supposed, seat: Seat, action: ActionId) {
    let rules = state.rules();
    let way = rules.actions.get(action).and_then(ActionDef::movement);
    let crawls = way.is_some_and(|way| way.while_prone);
    if !crawls {
        let lies = |c: &ActiveCondition| rules.flags(c.condition).has(Flag::Prone);
        supposed.change_conditions(rules, seat, |list| list.retain(|c| !lies(c)));
    }
}

#[cfg(test)]
mod tests {
    use crate::combat::Forecast;
    use crate::combat::battle::Battle;
    use crate::combat::contract::{Aim, Choice, Seat};
    use crate::combat::state::AttackOrder;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset};
    use crate::grid::Square;

    fn forecast(battle: &mut Battle, action: &str, path: &[(i16, i16)]) -> Forecast {
        let action = battle.rules().actions.id(action).unwrap();
        let path = path.iter().map(|&(x, y)| Square::new(x, y)).collect();
        battle.forecast(&Choice::walk(action, path))
    }

    /// AM-FULL-05: a runner is struck at its lowered defence.
    #[test]
    fn a_runner_is_struck_as_a_runner() {
        let scene = || {
            let scene = Scene::new(ruleset("amorphous"), &["Ab......", "........"]);
            scene.block('b', |block| block.traits.push("opportunist".to_owned()))
        };
        let hit = |forecast: Forecast| {
            assert_eq!(forecast.refusal, None);
            forecast.path.unwrap().opportunities[0].hit
        };
        let way = [(0, 1), (1, 1), (2, 1), (3, 1)];
        let walking = hit(forecast(&mut scene().seeded(1), "move", &way));
        let running = hit(forecast(&mut scene().seeded(1), "run", &way));
        assert!(
            (running - walking - 0.25).abs() < 1e-9,
            "{running} {walking}"
        );
    }

    /// SP-MVT-12: who is got past by a check strikes only if that fails, and one in the way ends it.
    #[test]
    fn the_checks_of_a_tumble_are_foreseen() {
        let scene = Scene::new(ruleset("spiritual_pressure"), &["A....", ".b.c.", "....."]);
        let scene = scene.block('A', |block| {
            block.speed = 12;
            let skill = crate::rules::SkillId::named("acrobatics").unwrap();
            block.stats.insert(crate::rules::Stat::Skill(skill), 9);
        });
        let mut battle = scene.seeded(1);
        let way = |battle: &mut Battle, action: &str, way: &[(i16, i16)]| {
            let forecast = forecast(battle, action, way);
            assert_eq!(forecast.refusal, None);
            (forecast.path.unwrap(), forecast.success)
        };
        let over = [(1, 0), (2, 0), (3, 0)];
        let (walked, none) = way(&mut battle, "move", &over);
        assert_eq!((walked.checks.len(), none), (0, None));
        let (past, success) = way(&mut battle, "tumble", &over);
        let told = |path: &crate::combat::PathForecast| {
            let checks = path.checks.iter();
            let told = checks.map(|c| (c.against.map(|s| s.0), c.difficulty, c.stops));
            told.collect::<Vec<_>>()
        };
        assert_eq!(told(&past), [(Some(1), 15, false), (Some(2), 17, false)]);
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found}");
        near(success.unwrap(), 0.75 * 0.65);
        near(past.passes(), 1.0);
        for (danger, fails) in [(0, 0.25), (1, 0.35)] {
            let plain = walked.opportunities[danger].hit;
            near(past.opportunities[danger].hit, plain * fails);
        }
        let (through, _) = way(&mut battle, "tumble", &[(0, 1), (1, 1), (2, 1)]);
        assert_eq!(told(&through)[0], (Some(1), 25, true));
        near(through.passes(), 0.25);
        assert!(through.arrives <= 0.25);
    }

    /// SP-UNARM-01: the blow of a bare hand at the end of a charge invites one of its target, whom the charger
    /// meets with lowered defence; a target that strikes on the way has had its chance.
    #[test]
    fn the_answer_to_a_bare_hand_is_foreseen_in_a_charge() {
        use crate::combat::contract::Cause;
        let foreseen = |reach: u8| {
            let scene = Scene::new(ruleset("spiritual_pressure"), &["A....b", "......"]);
            let scene = scene.block('A', |block| {
                block.attacks.clear();
                block.bare_hand = Some(5);
            });
            let scene = scene.block('b', |block| block.attacks[0].reach = Some((1, reach)));
            let battle = scene.seeded(1);
            let charge = battle.rules().actions.id("charge").unwrap();
            let forecast = battle.forecast(&Choice::Act {
                action: charge,
                aim: Aim::Charge(Seat(1), Vec::new()),
                mode: Some(0),
                manner: Default::default(),
            });
            assert_eq!(forecast.refusal, None);
            (
                forecast.provokes,
                forecast.path.unwrap().opportunities.len(),
                charge,
            )
        };
        let (answers, way, charge) = foreseen(1);
        assert_eq!(way, 0);
        assert_eq!(answers.len(), 1);
        let answer = &answers[0];
        assert_eq!((answer.by, answer.cause), (Seat(1), Cause::Unarmed(charge)));
        assert_eq!(answer.at, Square::new(4, 0));
        // +5 against 15 and 2 less: 8 and more on the die.
        assert!((answer.hit - 0.65).abs() < 1e-9, "{}", answer.hit);
        let (answers, way, _) = foreseen(2);
        assert_eq!((answers.len(), way), (0, 1));
    }

    /// CD-ATT-05: the combatant that fights defensively attacks at -4, and is shown so.
    #[test]
    fn a_stance_counts_for_its_own_attack() {
        let needs = |name: &str| {
            let battle = Scene::new(ruleset("classic_d20"), &["Ab", ".."]).seeded(1);
            let action = battle.rules().actions.id(name).unwrap();
            let choice = Choice::act_at(action, 0, crate::combat::Seat(1));
            let before = battle.snapshot();
            let forecast = battle.forecast(&choice);
            assert_eq!(battle.snapshot(), before);
            forecast.attack.unwrap().needs.unwrap()
        };
        assert_eq!(needs("fight_defensively"), needs("attack") + 4);
    }

    /// AH-COND-09: the numbers of attacks follow lowered ability scores while those are only supposed.
    #[test]
    fn supposed_weakness_counts_for_attacks() {
        use super::{ActiveCondition, Ending, State, Supposed, conditions, odds, threat};
        let scene = || Scene::new(ruleset("age_of_heroes"), &["Ab", ".."]);
        let blow = AttackOrder::plain(Seat(0), Seat(1), 0);
        let weak = scene().change('A', |who| who.conditions.push("exhausted".into()));
        let odds_of = |state: &State| {
            let odds = odds::of_attack(state, &blow, None);
            (odds.hit, odds.damage.mean())
        };
        let weak = weak.seeded(1).read(odds_of);
        scene().seeded(1).read(|state| {
            let strong = odds_of(state);
            let active = ActiveCondition {
                about: None,
                since: 0,
                condition: state.rules().condition("exhausted").unwrap(),
                ends: Ending::UntilEnded,
                by: None,
                amount: 0,
            };
            let mut supposed = Supposed::of(state);
            conditions::suppose(state, &mut supposed, Seat(0), active);
            threat::suppose(state, &mut supposed, Seat(0));
            assert_eq!(odds_of(&supposed.state(state)), weak);
            assert!(weak.0 < strong.0 && weak.1 < strong.1);
            // It comes to an end again.
            supposed.change_conditions(state.rules(), Seat(0), Vec::clear);
            threat::suppose(state, &mut supposed, Seat(0));
            assert_eq!(odds_of(&supposed.state(state)), strong);
        });
    }

    /// AH-AOO-01: only where the rules leave it open.
    #[test]
    fn a_battle_without_attacks_of_opportunity_foresees_none() {
        for (system, left) in [("age_of_heroes", 0), ("classic_d20", 1)] {
            let mut scene = Scene::new(ruleset(system), &["Ab......", "........"]);
            scene.setup.attacks_of_opportunity = Some(false);
            let mut battle = scene.seeded(1);
            let way = [(0, 1), (1, 1), (2, 1)];
            let path = forecast(&mut battle, "move", &way).path.unwrap();
            assert_eq!(path.opportunities.len(), left, "{system}");
            assert_eq!(path.arrives == 1.0, left == 0, "{system}");
            assert_eq!(battle.view().combatants[1].opportunities_left, left as u8);
            let rush = battle.rules().actions.id("bull_rush").unwrap();
            let rush = battle.forecast(&Choice::aimed(rush, Aim::At(Seat(1))));
            assert_eq!(rush.provokes.len(), left, "{system}");
        }
    }

    /// Looking ahead leaves no trace.
    #[test]
    fn a_rehearsal_changes_nothing() {
        for system in SYSTEMS {
            let scene = Scene::new(ruleset(system), &["Ab......", "........"]);
            let scene = scene.block('b', |block| block.traits.push("opportunist".to_owned()));
            let mut battle = scene.block('A', |block| block.hit_points = 3).seeded(1);
            let (before, events) = (battle.snapshot(), battle.events().len());
            let way = [(0, 1), (1, 1), (2, 1)];
            let path = forecast(&mut battle, "move", &way).path.unwrap();
            assert!(!path.opportunities.is_empty(), "{system}");
            assert!(path.arrives < 1.0, "{system}");
            assert_eq!(battle.snapshot(), before);
            assert_eq!(battle.events().len(), events);
        }
    }
}
