//! Which actions make sense for a combatant: what its body, its traits and what it has with it rule
//! out for good is not worth a place on the screen.

use crate::combat::action::legality;
use crate::combat::action::parts::ANIMAL_WIT;
use crate::combat::conditions::breath;
use crate::combat::contract::Seat;
use crate::combat::equipment::{grip, handling};
use crate::combat::movement::mount;
use crate::combat::state::{State, gear};
use crate::combat::{ability, checks};
use crate::rules::primitive::special;
use crate::rules::{
    Ability, AbilityDef, AbilityPart, ActionDef, ActionId, Carry, Channel, ChargeEnd, Faculty,
    Ground, Handling, Lasting, Occasion, Party, Posture, Primitive, Ride, SpecialEffect, Target,
    Which,
};

/// Whether a combatant could ever take an action as it is now, whatever stands in the way at present.
pub(super) fn sensible(state: &State, seat: Seat, action: ActionId, def: &ActionDef) -> bool {
    let needs_hands = def.needs_shield || !def.kit.is_empty();
    legality::has_trait(state, seat, def)
        && legality::has_ranks(state, seat, def)
        && def.asks.iter().all(|own| has(state, seat, *own))
        && (!needs_hands || has(state, seat, Faculty::Hands))
        && (!def.needs_shield || gear::suits(state, seat, def.attached))
        && has_kit(state, seat, def)
        && def.all().into_iter().all(|what| suits(state, seat, what))
        && !is_idle_cure(state, seat, def)
        && is_of_use(state, seat, action, def)
        && def.fills().is_none_or(|pool| draws_on(state, seat, pool))
}

/// Whether a combatant has what an action asks of its body or mind.
fn has(state: &State, seat: Seat, faculty: Faculty) -> bool {
    let fighter = state.get(seat);
    let witty = state.abilities(seat).score(Ability::Intelligence) > ANIMAL_WIT;
    match faculty {
        Faculty::Wits => witty,
        Faculty::Number(stat) => checks::tally(state, seat, stat, &[]).total > 0,
        // What fights with teeth and claws, carries nothing and has the wit of an animal is a beast.
        Faculty::Hands => {
            let (hands, gear) = (fighter.hands, fighter.gear);
            witty
                || hands.all().next().is_some()
                || gear.shield.is_some()
                || !fighter.modes.0.iter().any(|mode| mode.natural)
        }
    }
}

/// Whether a combatant has one of the things with it that an action takes.
fn has_kit(state: &State, seat: Seat, def: &ActionDef) -> bool {
    let weapons = &state.book.catalogue.weapons;
    let mut ids = def.kit.iter().filter_map(|name| weapons.id(name));
    def.kit.is_empty() || ids.any(|id| grip::has_with_it(state, seat, id))
}

/// Whether a combatant is one for this part of an action.
fn suits(state: &State, seat: Seat, what: &Primitive) -> bool {
    let who = state.who(seat);
    match what {
        Primitive::Handle(handling) => {
            has(state, seat, Faculty::Hands) && suits_things(state, seat, handling)
        }
        Primitive::Ground(Ground::Door)
        | Primitive::Attack {
            which: Which::Hurled,
            ..
        } => has(state, seat, Faculty::Hands),
        Primitive::Carry(Carry::Up) => has(state, seat, Faculty::Hands),
        Primitive::Ride(Ride::Obeys | Ride::Balks) => mount::has_restive(state, seat),
        Primitive::Ride(Ride::On | Ride::Off)
        | Primitive::Lift {
            from: Party::Mount, ..
        } => mount::has_mount(state, seat),
        Primitive::Posture(Posture::QuarterTurn) => who.footprint.width != who.footprint.depth,
        Primitive::Spend { pool, .. } => comes_by(state, seat, pool),
        Primitive::Channel(channel) => {
            let what = AbilityPart::Channel(*channel);
            ability::possible(state, seat, what).is_ok() || channels(state, seat, *channel)
        }
        Primitive::Charge(def) => {
            let weapons = &state.book.catalogue.weapons;
            let mut modes = state.get(seat).modes.0.iter();
            let named = |name: &String| weapons.id(name);
            let mut own = modes.clone().filter_map(|mode| mode.weapon);
            def.needs
                .is_none_or(|needed| who.capabilities.contains(&needed))
                && (def.weapons.is_empty()
                    || own
                        .any(|weapon| def.weapons.iter().filter_map(named).any(|id| id == weapon)))
                && (def.ends != ChargeEnd::Attack || modes.any(|mode| !mode.ranged))
        }
        Primitive::Check { .. }
        | Primitive::Contest { .. }
        | Primitive::Save { .. }
        | Primitive::Impose { .. }
        | Primitive::Lift {
            from: Party::Me | Party::Target | Party::Picked | Party::Allies { .. },
            ..
        }
        | Primitive::Heal { .. }
        | Primitive::Damage { .. }
        | Primitive::Push { .. }
        | Primitive::Gain { .. }
        | Primitive::Stabilise
        | Primitive::Renew { .. }
        | Primitive::Choose(..)
        | Primitive::Attack {
            which: Which::One | Which::All,
            ..
        }
        | Primitive::Strike(_)
        | Primitive::Trade
        | Primitive::CoupDeGrace
        | Primitive::Move(_)
        | Primitive::Step
        | Primitive::Leap(_)
        | Primitive::Posture(Posture::Up | Posture::Down)
        | Primitive::Carry(Carry::Down | Carry::Off)
        | Primitive::Ground(Ground::Push)
        | Primitive::Trip
        | Primitive::Disarm
        | Primitive::Sunder
        | Primitive::BullRush
        | Primitive::Force { .. }
        | Primitive::Grapple(_)
        | Primitive::Use(_)
        | Primitive::Gather { .. }
        | Primitive::Turn(_)
        | Primitive::Perceive(_) => true,
    }
}

/// Whether a combatant knows an ability about which this can be done.
fn channels(state: &State, seat: Seat, what: Channel) -> bool {
    let rules = state.rules();
    let kept_up = |effect: &SpecialEffect| {
        matches!(
            effect,
            SpecialEffect::Condition {
                lasts: Lasting::Maintained,
                ..
            }
        )
    };
    let suits = |def: &AbilityDef| match what {
        Channel::Touch => matches!(def.target, Target::Touch { .. }),
        Channel::Maintain | Channel::Cease => def.effects.iter().any(kept_up),
        Channel::Dismiss => def.dismissible,
        Channel::KeepOn => def.rounds > 0 || def.startable.is_some(),
        Channel::Counter { .. } => {
            let kind = rules.policies.abilities.kinds.get(&def.kind);
            kind.is_some_and(|kind| kind.magic)
        }
    };
    let mut abilities = rules.abilities.iter();
    abilities.any(|(id, def)| suits(def) && ability::known(state, seat, id).is_some())
}

/// Whether a combatant has with it what can be handled like this.
fn suits_things(state: &State, seat: Seat, what: &Handling) -> bool {
    match what {
        Handling::Load { .. } => handling::has_to_load(state, seat, what),
        Handling::Retrieve => !state.get(seat).hands.stored.is_empty(),
        Handling::DrawHidden => !state.get(seat).hands.hidden.is_empty(),
        Handling::Strap { .. } => handling::has_attached(state, seat),
        Handling::DrawOne => handling::is_quick(state, seat),
        Handling::Draw | Handling::PickUp | Handling::Drop | Handling::Sheathe => true,
        Handling::DropShield | Handling::PickUpShield => state.get(seat).gear.shield.is_some(),
    }
}

/// Whether an action does nothing but rid its user of conditions of which it has none.
fn is_idle_cure(state: &State, seat: Seat, def: &ActionDef) -> bool {
    let table = &state.rules().conditions;
    let bears = |name: &String| {
        let id = table.id(name);
        state
            .conditions(seat)
            .iter()
            .any(|own| Some(own.condition) == id)
    };
    let mut lifts = false;
    def.stance.is_none()
        && def.all().into_iter().all(|what| match what {
            Primitive::Check { .. } | Primitive::Save { .. } | Primitive::Contest { .. } => true,
            Primitive::Lift {
                conditions,
                ongoing: false,
                from: Party::Me,
                ..
            } => {
                lifts = true;
                !conditions.iter().any(bears)
            }
            Primitive::Impose { .. }
            | Primitive::Lift { .. }
            | Primitive::Heal { .. }
            | Primitive::Damage { .. }
            | Primitive::Push { .. }
            | Primitive::Spend { .. }
            | Primitive::Gain { .. }
            | Primitive::Stabilise
            | Primitive::Renew { .. }
            | Primitive::Choose(..) => false,
            special!() => false,
        })
        && lifts
}

/// Whether an action that makes abilities ready has one to make ready.
fn is_of_use(state: &State, seat: Seat, action: ActionId, def: &ActionDef) -> bool {
    // What makes ready does so by a condition and in no other way.
    if def.stance.is_none() || !def.does.is_empty() {
        return true;
    }
    let rules = state.rules();
    if def.answers == Some(Occasion::Inhales) {
        return breath::spared(state, seat) != Some(false) && is_anything_inhaled(state);
    }
    let name = rules.actions.name(action);
    let prepared = |def: &AbilityDef| def.prepares.as_deref() == Some(name);
    let mut prepared = rules
        .abilities
        .iter()
        .filter(|(_, def)| prepared(def))
        .peekable();
    prepared.peek().is_none()
        || prepared.any(|(ability, _)| ability::known(state, seat, ability).is_some())
}

/// Whether anything of this battle is inhaled: what the ground gives off, or what an ability brings.
fn is_anything_inhaled(state: &State) -> bool {
    let rules = state.rules();
    let by_ability = |(ability, def): (_, &AbilityDef)| {
        let mut all = state.all();
        def.inhaled && all.any(|seat| ability::known(state, seat, ability).is_some())
    };
    let by_ground = |square| {
        let mut hazards = state.kinds(square).filter_map(|kind| kind.hazard.as_ref());
        hazards.any(|hazard| hazard.inhaled)
    };
    state.field.hazards.iter().any(by_ground) || rules.abilities.iter().any(by_ability)
}

/// Whether a combatant has anything to do with a pool: it has points, or one of its abilities takes
/// some, or nobody needs a gift for them and one of its actions does.
fn draws_on(state: &State, seat: Seat, pool: &str) -> bool {
    let rules = state.rules();
    let takes = |(ability, def): (_, &AbilityDef)| {
        def.takes.contains_key(pool) && ability::known(state, seat, ability).is_some()
    };
    let spends = |def: &ActionDef| {
        let parts =
            |what: &Primitive| matches!(what, Primitive::Spend { pool: own, .. } if own == pool);
        def.any(parts) && legality::has_trait(state, seat, def)
    };
    let open = rules.pools.by_name(pool).is_none_or(|def| !def.gifted_only);
    has_points(state, seat, pool)
        || rules.abilities.iter().any(takes)
        || open && rules.actions.iter().any(|(_, def)| spends(def))
}

/// Whether a combatant has points of a pool, or an action that gives it some.
fn comes_by(state: &State, seat: Seat, pool: &str) -> bool {
    let fills =
        |def: &ActionDef| def.fills() == Some(pool) && legality::has_trait(state, seat, def);
    let mut actions = state.rules().actions.iter();
    has_points(state, seat, pool)
        || actions.any(|(_, def)| fills(def)) && draws_on(state, seat, pool)
}

fn has_points(state: &State, seat: Seat, pool: &str) -> bool {
    let id = state.rules().pools.id(pool);
    id.is_some_and(|id| state.get(seat).vitals.points.of(id) > 0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::sync::Arc;

    use crate::combat::battle::Battle;
    use crate::combat::contract::{CombatantKind, Seat};
    use crate::combat::testkit::testing::Scene;
    use crate::content::Catalogue;
    use crate::dice::Dice;

    /// A battle under a ruleset between shipped monsters, with these conditions on the first.
    fn battle(ruleset: &str, map: &[&str], monsters: &[(char, &str)], bears: &[&str]) -> Battle {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let catalogue = Catalogue::load(root).unwrap_or_else(|found| panic!("{found}"));
        let mut scene = Scene::new(Arc::clone(catalogue.ruleset(ruleset).unwrap()), map);
        for (letter, id) in monsters {
            scene = scene.change(*letter, |who| {
                who.kind = CombatantKind::Monster {
                    id: (*id).to_owned(),
                    overrides: BTreeMap::new(),
                };
            });
        }
        let first = &mut scene.setup.combatants[0];
        first.conditions = bears.iter().map(|name| (*name).into()).collect();
        let rules = Arc::clone(&scene.rules);
        Battle::new(Arc::new(catalogue), rules, &scene.setup, Dice::seeded(1)).unwrap()
    }

    /// A battle in which this monster has the first turn.
    fn alone(ruleset: &str, monster: &str) -> Battle {
        battle(
            ruleset,
            &["A.....", "......", "....a."],
            &[('A', monster), ('a', "wolf")],
            &[],
        )
    }

    /// Holds that exactly those of these actions that lead the list are sensible.
    #[track_caller]
    fn offers(battle: &Battle, sensible: &[&str], senseless: &[&str]) {
        let options = battle.actions();
        let rules = battle.rules();
        for (names, wanted) in [(sensible, true), (senseless, false)] {
            for name in names {
                let id = rules
                    .actions
                    .id(name)
                    .unwrap_or_else(|| panic!("no action {name}"));
                let listed = options.iter().find(|option| option.action == id);
                assert_eq!(
                    listed.is_some_and(|option| option.sensible),
                    wanted,
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn a_beast_is_offered_nothing_that_takes_hands_or_wits() {
        let beast = [
            "attack",
            "full_attack",
            "charge",
            "move",
            "trip",
            "total_defence",
            "delay",
        ];
        let hands = [
            "light_torch",
            "draw_weapon",
            "pick_up",
            "drop_item",
            "sheathe_weapon",
            "open_door",
            "kneel",
            "first_aid",
            "hurl",
            "mount",
            "ready_shield",
            "loose_shield",
            "feint",
            "speak",
            "prepare_components",
            "lock_gauntlet",
        ];
        offers(&alone("classic_d20", "rat_swarm"), &beast, &hands);
        offers(&alone("classic_d20", "warhorse"), &beast, &hands);
        // What has claws and the wit for it has hands.
        offers(
            &alone("classic_d20", "troll"),
            &["light_torch", "pick_up", "feint", "speak"],
            &["loose_shield", "mount"],
        );
    }

    #[test]
    fn what_a_fighter_has_with_it_decides_about_gear() {
        let gear = [
            "light_torch",
            "draw_weapon",
            "open_door",
            "speak",
            "feint",
            "drop_item",
        ];
        offers(
            &alone("classic_d20", "swordsman"),
            &gear,
            &["prepare_components", "turn", "dive_attack"],
        );
        offers(&alone("classic_d20", "swordsman"), &["loose_shield"], &[]);
        offers(
            &alone("classic_d20", "archer"),
            &gear,
            &["loose_shield", "ready_shield"],
        );
        offers(
            &alone("classic_d20", "hedge_wizard"),
            &["prepare_components"],
            &[],
        );
        offers(&alone("classic_d20", "warhorse"), &["turn"], &[]);
        offers(
            &alone("amorphous", "crossbowman"),
            &["reload"],
            &["retrieve", "reload_heavy"],
        );
        offers(
            &alone("amorphous", "acolyte"),
            &["gather_energy", "recall"],
            &["reload"],
        );
        offers(
            &alone("amorphous", "wolf"),
            &["shift", "defend"],
            &["gather_energy", "recall"],
        );
    }

    /// SP-KIDO-08, SP-STD-05, SP-FULL-12: what is done about abilities takes one that it can be done about.
    #[test]
    fn what_is_done_about_abilities_is_for_those_who_know_such_a_one() {
        let kido = [
            "touch",
            "keep_up",
            "cease_concentration",
            "dismiss_kido",
            "keep_casting",
        ];
        let system = "spiritual_pressure";
        offers(&alone(system, "duellist"), &["release_blade"], &kido);
        offers(
            &alone(system, "acolyte"),
            &["touch", "dismiss_kido"],
            &["keep_up", "cease_concentration"],
        );
        offers(&alone(system, "battle_mage"), &kido[1..], &[]);
    }

    #[test]
    fn a_mount_of_its_own_side_is_worth_mounting() {
        let map = ["A.......", "........", "..B...a.", "........"];
        let rider = |mount: &str| {
            battle(
                "classic_d20",
                &map,
                &[('A', "archer"), ('B', mount), ('a', "warhorse")],
                &[],
            )
        };
        offers(
            &rider("warhorse"),
            &["mount", "dismount"],
            &["control_mount"],
        );
        offers(
            &rider("riding_horse"),
            &["mount", "dismount", "control_mount"],
            &[],
        );
        offers(
            &rider("guard"),
            &[],
            &["mount", "dismount", "control_mount"],
        );
    }

    #[test]
    fn a_cure_makes_sense_while_there_is_something_to_cure() {
        let fighter = alone("classic_d20", "archer");
        offers(&fighter, &[], &["extinguish", "escape_net", "burst_net"]);
        let map = ["A.....", "....a."];
        let monsters = [('A', "archer"), ('a', "wolf")];
        let netted = battle("classic_d20", &map, &monsters, &["netted"]);
        offers(&netted, &["escape_net", "burst_net"], &["extinguish"]);
        let nets = ["escape_net", "burst_net"];
        let webbed = battle("age_of_heroes", &map, &monsters, &["entangled"]);
        offers(&webbed, &nets, &[]);
        offers(&alone("age_of_heroes", "archer"), &["light_torch"], &nets);
        offers(&alone("age_of_heroes", "wolf"), &[], &["light_torch"]);
    }

    #[test]
    fn twins_of_a_stat_block_are_one_choice() {
        let named = |monster: &str| {
            let battle = alone("classic_d20", monster);
            let view = battle.view();
            let modes = &view.combatants[0].modes;
            let choices = battle.modes(Seat(0)).into_iter();
            let choices = choices.map(|(mode, _)| &modes[usize::from(mode)]);
            choices
                .map(|mode| (mode.name.clone(), mode.alike))
                .collect::<Vec<_>>()
        };
        let hoof = ("Hoof".to_owned(), 2);
        assert_eq!(named("warhorse"), [hoof, ("Bite".to_owned(), 1)]);
        assert_eq!(named("riding_horse"), [("Hoof".to_owned(), 1)]);
        let claws = named("troll");
        assert_eq!(
            claws.iter().map(|(_, alike)| *alike).collect::<Vec<_>>(),
            [2, 1]
        );
    }
}
