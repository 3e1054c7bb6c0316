//! Small battles for unit tests: a drawn map, dull fighters, the shipped rulesets.
//!
//! Capital letters are fighters of side 0, small letters of side 1, `#` is a wall, `~` difficult
//! ground, `%` gloom, `+` a closed door, `=` a crate that one blow breaks. Every combatant is an identical
//! fighter with 10 hit points, defence 15 and a sword (+5, 1d8) until [`Scene::change`] says otherwise. The
//! battle is under way; initiative follows the alphabet.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::combat::battle::Battle;
use crate::combat::contract::{
    Aim, BlockAttack, Choice, CombatantKind, CombatantSetup, EventKind, Manner, Opening, Request,
    Seat, Setup, SideId, SideSetup, StatBlock, Trigger,
};
use crate::combat::testkit::things::catalogue;
use crate::content::source::read_file;
use crate::content::{Catalogue, Objective, data_root};
use crate::dice::{Dice, Purpose, RollLabel, ScriptedRoll};
use crate::grid::{Dimensions, Square};
use crate::rules::{
    AbilityDef, ActionDef, ActionId, ConditionDef, CostDef, Policies, PoolDef, Rule, RuleId,
    Ruleset, SkillId, Stat, Table, Topic, TraitDef, TurnAct,
};

/// Every rule system that is shipped.
pub const SYSTEMS: [&str; 5] = [
    "classic_d20",
    "amorphous",
    "age_of_heroes",
    "spiritual_pressure",
    "epic_path",
];

/// A shipped ruleset, as it is.
pub fn ruleset(id: &str) -> Arc<Ruleset> {
    ruleset_with(id, |_| {})
}

/// Everything that is shipped.
pub fn shipped() -> Arc<Catalogue> {
    let root = data_root(None).expect("the game's own files");
    Arc::new(Catalogue::load(&root).expect("content without mistakes"))
}

/// A shipped ruleset with policies changed.
pub fn ruleset_with(id: &str, change: impl FnOnce(&mut Policies)) -> Arc<Ruleset> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/rulesets")
        .join(id);
    fn read<T: serde::de::DeserializeOwned>(folder: &Path, file: &str) -> T {
        let path = folder.join(file).with_extension("ron");
        read_file(&path).unwrap_or_else(|findings| panic!("{}", findings.pretty(false)))
    }
    let mut policies: Policies = read(&folder, "ruleset");
    change(&mut policies);
    let rules: Vec<Rule> = read(&folder, "compendium");
    let rules: BTreeMap<String, Rule> = rules.into_iter().map(|r| (r.id.clone(), r)).collect();
    let compendium: Table<RuleId, Rule> = Table::new(rules);
    /// As they stand in the file.
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Cited {
        One(String),
        Several(Vec<String>),
    }
    let cites: BTreeMap<Topic, Cited> = read(&folder, "cites");
    let cites: Vec<(Topic, RuleId)> = cites
        .into_iter()
        .flat_map(|(topic, cited)| {
            let names = match cited {
                Cited::One(name) => vec![name],
                Cited::Several(names) => names,
            };
            names.into_iter().map(move |name| (topic, name))
        })
        .filter_map(|(topic, rule)| Some((topic, compendium.id(&rule)?)))
        .collect();
    let abilities: BTreeMap<String, AbilityDef> = read(&folder, "abilities");
    let mut actions: BTreeMap<String, ActionDef> = read(&folder, "actions");
    for (id, def) in &abilities {
        actions.insert(id.clone(), def.action(id, &policies.abilities.kinds));
    }
    let ruleset = Ruleset::new(
        id.to_owned(),
        policies,
        (
            Table::new(read::<BTreeMap<String, CostDef>>(&folder, "costs")),
            Table::new(actions),
        ),
        Table::new(read::<BTreeMap<String, ConditionDef>>(
            &folder,
            "conditions",
        )),
        Table::new(read::<BTreeMap<String, TraitDef>>(&folder, "traits")),
        compendium,
        cites,
    );
    let ruleset = ruleset.with_skills(read(&folder, "skills"));
    let pools = match folder.join("pools.ron").is_file() {
        true => read::<BTreeMap<String, PoolDef>>(&folder, "pools"),
        false => BTreeMap::new(),
    };
    Arc::new(ruleset.with_abilities(Table::new(abilities), Table::new(pools)))
}

/// A skill as a number.
pub fn skill(name: &str) -> Stat {
    Stat::Skill(SkillId::named(name).expect("there is room for a name"))
}

/// A dull fighter.
pub fn block() -> StatBlock {
    StatBlock {
        stats: BTreeMap::from([(Stat::Defence, 15), (Stat::PassiveDefence, 10)]),
        attacks: vec![sword()],
        base_attack: 5,
        ..StatBlock::default()
    }
}

/// A sword with +5 for 1d8.
pub fn sword() -> BlockAttack {
    ron::from_str(r#"(name: "Sword", attack: 5, damage: "1d8")"#).expect("an attack")
}

/// A battle being set up.
pub struct Scene {
    pub rules: Arc<Ruleset>,
    pub setup: Setup,
    letters: Vec<char>,
}

impl Scene {
    /// A scene on a drawn map.
    pub fn new(rules: Arc<Ruleset>, map: &[&str]) -> Self {
        let mut letters: Vec<(char, Square)> = Vec::new();
        let mut terrain = Vec::new();
        for (y, row) in map.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                terrain.push(
                    match c {
                        '#' => "wall",
                        '~' => "rubble",
                        '%' => "gloom",
                        '+' => "door",
                        '=' => "crate",
                        _ => "floor",
                    }
                    .to_owned(),
                );
                if c.is_ascii_alphabetic() {
                    letters.push((c, Square::new(x as i16, y as i16)));
                }
            }
        }
        letters.sort_by_key(|(c, _)| (c.is_ascii_lowercase(), *c));
        let combatants = letters.iter().enumerate().map(|(i, (c, at))| {
            let side = SideId(u8::from(c.is_ascii_lowercase()));
            let kind = CombatantKind::Block(Box::new(block()));
            CombatantSetup {
                at: Some(*at),
                initiative: Some(20 - i as i32),
                ..CombatantSetup::new(*c, side, kind)
            }
        });
        let side = |id: &str| SideSetup {
            id: id.to_owned(),
            name: id.to_owned(),
            deploy: None,
        };
        let setup = Setup {
            dimensions: Dimensions::new(map[0].len() as u16, map.len() as u16),
            terrain,
            upper: Vec::new(),
            borders: Vec::new(),
            zones: BTreeMap::new(),
            sides: vec![side("heroes"), side("enemies")],
            combatants: combatants.collect(),
            objective: Objective::DefeatAll,
            repairs: Vec::new(),
            opening: Opening::UnderWay,
            attacks_of_opportunity: None,
            ambush: None,
        };
        let letters = letters.into_iter().map(|(c, _)| c).collect();
        Self {
            rules,
            setup,
            letters,
        }
    }

    /// The seat of a letter.
    pub fn seat(&self, letter: char) -> Seat {
        let at = self.letters.iter().position(|c| *c == letter);
        Seat(at.expect("a letter of the map") as u8)
    }

    /// Changes a combatant.
    pub fn change(mut self, letter: char, change: impl FnOnce(&mut CombatantSetup)) -> Self {
        let seat = self.seat(letter);
        change(&mut self.setup.combatants[seat.index()]);
        self
    }

    /// Changes a combatant's stat block.
    pub fn block(self, letter: char, change: impl FnOnce(&mut StatBlock)) -> Self {
        self.change(letter, |combatant| {
            if let CombatantKind::Block(block) = &mut combatant.kind {
                change(block);
            }
        })
    }

    /// Begins at the beginning: awareness, initiative.
    pub fn beginning(mut self) -> Self {
        self.setup.opening = Opening::Beginning;
        self
    }

    /// The battle with dice from a seed.
    pub fn seeded(&self, seed: u64) -> Battle {
        self.battle(Dice::seeded(seed))
    }

    /// The battle with these dice, whatever they are rolled for.
    pub fn scripted(&self, dice: &[u32]) -> Battle {
        self.battle(Dice::scripted(
            dice.iter().copied().map(ScriptedRoll::new).collect(),
        ))
    }

    fn battle(&self, dice: Dice) -> Battle {
        Battle::new(catalogue(), Arc::clone(&self.rules), &self.setup, dice).expect("a battle")
    }
}

/// Two fighters next to each other.
pub fn duel(rules: Arc<Ruleset>) -> Scene {
    Scene::new(rules, &["......", "..Aa..", "......"])
}

/// The action of this name.
pub fn action(battle: &Battle, name: &str) -> ActionId {
    battle
        .rules()
        .actions
        .id(name)
        .unwrap_or_else(|| panic!("no action {name}"))
}

/// Ends turns until this combatant is asked for its own.
pub fn until_turn(battle: &mut Battle, seat: Seat) {
    while let Some(request) = battle.request().cloned() {
        match request {
            Request::Turn { seat: turn } if turn == seat => return,
            Request::Turn { .. } => battle.submit(Choice::EndTurn).expect("turns can end"),
            _ => battle
                .submit(Choice::Decline)
                .expect("requests can be declined"),
        }
    }
    panic!("the battle is over before the turn of {seat:?}");
}

/// What happened, without rules.
pub fn kinds(battle: &Battle) -> Vec<EventKind> {
    battle
        .events()
        .iter()
        .map(|event| event.kind.clone())
        .collect()
}

/// Plays on with a simple mind: attack what can be attacked, otherwise walk or end the turn.
pub fn play(battle: &mut Battle, most: usize) {
    for _ in 0..most {
        let Some(request) = battle.request().cloned() else {
            return;
        };
        let choice = match request {
            Request::Turn { seat } => mindless(battle, seat),
            Request::Defence { options, .. } => Choice::Defend(options[0]),
            Request::PushTo { squares, .. } => Choice::PushTo(squares[0]),
            Request::DropAt { squares, .. } => Choice::DropAt(squares[0]),
            Request::Help { allies, .. } => Choice::Pick(allies[0]),
            Request::Opportunity { .. } | Request::Readied { .. } => {
                let yes = Choice::Accept { mode: None };
                if battle.check(&yes).is_ok() {
                    yes
                } else {
                    Choice::Decline
                }
            }
            _ => Choice::Decline,
        };
        battle.submit(choice).expect("only legal choices are made");
    }
}

fn mindless(battle: &mut Battle, seat: Seat) -> Choice {
    let attack = action(battle, "attack");
    let modes: Vec<u8> = battle
        .modes(seat)
        .into_iter()
        .filter(|(_, usable)| usable.is_ok())
        .map(|(mode, _)| mode)
        .collect();
    let side = battle.side_of(seat);
    for mode in modes {
        for (target, legal) in battle.targets(attack, Some(mode)) {
            if legal.is_ok() && battle.side_of(target) != side {
                return Choice::act_at(attack, mode, target);
            }
        }
    }
    let walk = action(battle, "move");
    let squares = battle.reachable(walk).squares;
    let view = battle.view();
    let enemy = view
        .combatants
        .iter()
        .find(|c| c.side != side && c.standing);
    let goal = enemy.and_then(|enemy| enemy.area).map(|area| area.anchor);
    if let Some(goal) = goal {
        let here = view.combatants[seat.index()].area.expect("it acts").anchor;
        let nearest = squares
            .iter()
            .map(|(s, ..)| *s)
            .min_by_key(|s| s.steps_to(goal));
        if let Some(to) = nearest.filter(|to| to.steps_to(goal) < here.steps_to(goal))
            && let Some(path) = battle.way(walk, to)
        {
            let choice = Choice::walk(walk, path);
            if battle.check(&choice).is_ok() {
                return choice;
            }
        }
    }
    Choice::EndTurn
}

/// A legal choice picked by chance: any action, aim, mode; not clever, but everything comes up.
pub fn wild(battle: &mut Battle, chance: &mut Dice) -> Choice {
    let label = RollLabel::of_battle(Purpose::Coin);
    let mut pick = |of: usize| chance.roll(label, of.max(1) as u32) as usize - 1;
    let request = battle.request().cloned().expect("a side decides");
    let yes_or_no = |pick: &mut dyn FnMut(usize) -> usize| match pick(2) {
        0 => Choice::Accept { mode: None },
        _ => Choice::Decline,
    };
    let wish = match request {
        Request::Turn { seat } if pick(12) > 0 => {
            let actions: Vec<_> = battle
                .actions()
                .into_iter()
                .filter(|o| o.refusal.is_none())
                .collect();
            let action = actions[pick(actions.len())].action;
            let modes = battle.view().combatants[seat.index()].modes.len();
            let mode = (modes > 0).then(|| pick(modes) as u8);
            let seats = battle.setup().combatants.len();
            let target = Seat(pick(seats) as u8);
            let def = battle.rules().actions[action].clone();
            let aim = match () {
                () if def.movement().is_some() || def.is_step() => {
                    let squares = battle.reachable(action).squares;
                    let to = squares.get(pick(squares.len())).map(|(square, ..)| *square);
                    Aim::Along(to.and_then(|to| battle.way(action, to)).unwrap_or_default())
                }
                () if def.charge().is_some() => Aim::Charge(target, Vec::new()),
                () if def.turn_act() == Some(TurnAct::Ready) => {
                    let actions = battle.rules().actions.len();
                    let action = ActionId(pick(actions) as u16);
                    let who = Some(target);
                    let trigger = match pick(6) {
                        0 => Trigger::Attacks { who: None },
                        1 => Trigger::Moves { who: None },
                        2 => Trigger::IsAttacked { who },
                        3 => Trigger::IsHit { who },
                        4 => Trigger::Drops { who },
                        _ => Trigger::ComesInReach { who: None },
                    };
                    Aim::Prepare { action, trigger }
                }
                () => Aim::At(target),
            };
            let manner = Manner {
                other_lethality: pick(9) == 0,
                both_weapons: pick(2) == 0,
                ..Manner::default()
            };
            Choice::Act {
                action,
                aim,
                mode,
                manner,
            }
        }
        Request::Turn { .. } => Choice::EndTurn,
        Request::Deploy { .. } => Choice::Place(battle.placement().expect("there is room")),
        Request::Defence { options, .. } => Choice::Defend(options[pick(options.len())]),
        Request::PushTo { squares, .. } => Choice::PushTo(squares[pick(squares.len())]),
        Request::DropAt { squares, .. } => Choice::DropAt(squares[pick(squares.len())]),
        Request::Help { allies, .. } => Choice::Pick(allies[pick(allies.len())]),
        _ => yes_or_no(&mut pick),
    };
    if battle.check(&wish).is_ok() {
        return wish;
    }
    match battle.request() {
        Some(Request::Turn { .. }) if pick(6) == 0 => Choice::EndTurn,
        Some(Request::Turn { .. }) => wild(battle, chance),
        _ => Choice::Decline,
    }
}
