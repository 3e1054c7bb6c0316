//! The table of ranges.
//!
//! A number is as narrow as the rules of any system need it, and no wider than the arithmetic bears:
//! sums of a hundred modifiers, a critical hit of the largest damage, the longest path.

use super::Range;

const fn range(name: &'static str, least: i128, most: i128, fields: &'static str) -> Range {
    Range {
        name,
        least,
        most,
        fields,
    }
}

/// Lists whose entries the rules count, with the most entries. All attacks of a turn fit into a byte.
pub const LISTS: &[(usize, &str)] = &[
    (20, "BlockAttack.iterations MonsterDef.attack_bonuses"),
    (
        40,
        "StatBlock.attacks StatBlock.in_hand StatBlock.belt StatBlock.pack MonsterDef.weapons \
         MonsterDef.belt MonsterDef.pack MonsterDef.hidden MonsterDef.natural",
    ),
];

/// All kinds of numbers.
pub const RANGES: &[Range] = &[
    range(
        "a modifier",
        -1000,
        1000,
        "AmbushRules.hiding AmbushRules.invisible AmbushRules.longest AttackRules.cramped \
         AttackRules.higher_ground AttackRules.improvised AttackRules.secondary \
         AttackRules.strong_bow BaseSaves.fortitude BaseSaves.reflex BaseSaves.will \
         BlockAttack.attack BlockAttack.iterations BlockRules.each_further BlockRules.for_another \
         BlockRules.untrained ChargeDef.attack_bonus CombatantKind.Monster.overrides \
         CoverByDegree.bonuses CoverByDegree.creature CoverRule.graded.bonuses \
         CoverRule.graded.nine_tenths CoverRule.single.bonus CoverToReflex.by_degree \
         CoverToReflex.graded CoverToReflex.single CoverageRules.bludgeoning CoverageRules.helmet \
         CoverageRules.piercing CoverageRules.slashing CoverageRules.worn Effect.value \
         Fighter.overrides Flanking.bonus Hurl.penalty IntoMelee.penalty \
         Manoeuvres.natural_twenty_adds MonsterDef.attack_bonuses MonsterDef.overrides MonsterDef.skills MoveDef.check_bonus \
         Nonlethal.separate_total.penalty NoticingRules.concealed NoticingRules.helmet \
         NoticingRules.invisible NoticingRules.invisible_still OnGuard.each_level \
         Perceive.search.fought Plus.number RangeRule.increments.penalty SaveHelp.bonus \
         ShotRules.hide SpecialEffect.initiative StatBlock.bare_hand StatBlock.base_attack \
         StatBlock.parts StatBlock.stats StatModifier.value StrengthToDamage.two_hands_add \
         Term.const Term.number TouchRule.whole_defence.bonus Tumble.each TwoWeapons.ambidexterity \
         TwoWeapons.light TwoWeapons.main TwoWeapons.off TwoWeapons.skill Unlike.animal \
         Unlike.inhuman",
    ),
    range(
        "a small modifier",
        -100,
        100,
        "Capability.ambushes Capability.covers_ambush Capability.dodge_opportunities \
         Capability.not_proficient",
    ),
    range(
        "an amount",
        -1000,
        1000,
        "Primitive.impose.amount SpecialEffect.condition.amount StartingCondition.amount",
    ),
    range(
        "a base attack bonus",
        0,
        60,
        "Cheaper.base_attack MonsterDef.base_attack",
    ),
    range(
        "a bonus of armour or defence",
        0,
        100,
        "ArmourDef.bonus ArmourDef.coverage ArmourDef.max_dexterity MonsterDef.class_defence \
         MonsterDef.natural_armour Policies.dexterity_limits Policies.shield_bonuses \
         ShieldDef.bonus ShieldDef.coverage ShieldDef.max_dexterity StrengthUse.up_to",
    ),
    range(
        "a difficulty",
        0,
        1000,
        "AmbushRules.average AmbushRules.difficulty AtZero.drains_constitution.save_base \
         Channel.counter.difficulty CheckDef.difficulty Concentration.damage \
         Concentration.defensive Concentration.held ConditionDef.fades ConditionDef.suffocates \
         Endurance.difficulty MassiveDamage.difficulty MoveDef.check Notice.highest_level \
         ObjectRule.one_number.defence ObjectRule.relative_size.defence OnGuard.base \
         Perceive.grope.from Perceive.search.average Repairs.base SaveDef.difficulty \
         Saves.flat.succeeds_on Snare.difficulty Target.lob.square_defence Tumble.past \
         Tumble.through Wriggle.difficulty",
    ),
    range(
        "a difficulty of terrain",
        1,
        100,
        "BorderDef.climb TerrainDef.climb TerrainDef.swim",
    ),
    range("a number of failures", 1, 100, "Clock.saves.failures"),
    range(
        "a result of a d20",
        1,
        20,
        "AbilityDef.works_on Clock.saves.difficulty TouchRule.whole_defence.hits_from",
    ),
    range(
        "a natural result",
        0,
        20,
        "Capability.wider_threat Eludes.up_to",
    ),
    range(
        "a lowest threat",
        2,
        20,
        "BlockAttack.threat WeaponDef.threat",
    ),
    range(
        "a critical multiplier",
        2,
        5,
        "BlockAttack.multiplier WeaponChange.multiplier WeaponDef.multiplier",
    ),
    range(
        "a multiplier",
        0,
        10,
        "ChargeDef.factor ChargeDef.multiplies ChargeDef.restricted_factor DamageRules.lance \
         DamageRules.set_weapon MoveDef.factor MoveDef.heavy_factor Rate.level_times",
    ),
    range(
        "a divisor",
        1,
        100,
        "BullRushRules.further_per Climbing.own_action.falls_by Growth.dice.levels MoveDef.divisor \
         NoticingRules.squares_per_point Term.level_times.1",
    ),
    range("a numerator", 0, 100, "Term.level_times.0"),
    range(
        "an ability score",
        1,
        100,
        "Abilities.charisma Abilities.constitution Abilities.dexterity Abilities.intelligence \
         Abilities.strength Abilities.wisdom",
    ),
    range("a number of ability points", 0, 100, "Scars.lost"),
    range(
        "a number of points",
        1,
        100,
        "ConditionDef.lowers ConditionDef.raises",
    ),
    range(
        "a number of hit points",
        1,
        10_000,
        "ArmourDef.hit_points HelmetDef.hit_points MassiveDamage.threshold MonsterDef.hit_points \
         ShieldDef.hit_points StatBlock.hit_points Sturdy.hit_points",
    ),
    range(
        "a number of hit points left",
        -10_000,
        10_000,
        "AftermathRules.stable_wakes_with CombatantSetup.hit_points Fighter.hit_points \
         Scars.armour.0 Scars.helmet.0 Scars.shield.0 Scars.weapons StatBlock.armour_left.0 \
         StatBlock.helmet_left StatBlock.shield_left",
    ),
    range("hit points", -10_000, -1, "Death.hit_points"),
    range(
        "a number of points of damage",
        0,
        10_000,
        "AbilityRules.least_half Adjustment.resists.points Adjustment.vulnerable.points \
         CombatantSetup.nonlethal DamageRules.minimum Fighter.nonlethal Sturdy.hardness \
         Ward.absorption Ward.reduction",
    ),
    range(
        "a condition of armour",
        0,
        4,
        "Scars.armour.1 Scars.helmet.1 Scars.shield.1 Scars.worst StatBlock.armour_left.1",
    ),
    range(
        "a level",
        0,
        60,
        "AbilityDef.at_level AbilityDef.level MartialArts.by_level StatBlock.level",
    ),
    range("a level", 1, 60, "MonsterDef.level"),
    range(
        "a number of dice",
        0,
        100,
        "Capability.sneak_attack Growth.dice.most Growth.points.most",
    ),
    range(
        "a brutality",
        0,
        100,
        "Capability.brutality WeaponChange.brutal WeaponDef.brutal",
    ),
    range(
        "a number of points",
        0,
        1000,
        "MonsterDef.pools StatBlock.pools TraitDef.pools",
    ),
    range(
        "a number of points",
        1,
        100,
        "AbilityDef.takes Primitive.spend.points",
    ),
    range(
        "a count",
        0,
        100,
        "ActionDef.needs_ranks AmbushRules.alone BlockAttack.increments Capability.silent \
         ChosenAmount.most ConditionDef.adds_up ConditionDef.deepens Effect.ranks \
         GrappleRules.crowd RangeRule.increments.projectile RangeRule.increments.thrown Rate.points \
         SpecialEffect.dispel.most Target.company.most Target.lob.strays Target.several.most \
         Uses.times Waking.untended_lose WeaponDef.shots",
    ),
    range(
        "a number of off-hand attacks",
        0,
        10,
        "Capability.off_hand_attacks",
    ),
    range(
        "a number of members",
        1,
        200,
        "JourneyDef.at_most Objective.reach.count",
    ),
    range(
        "a number of actions in a turn",
        0,
        20,
        "Slots.move Slots.standard Slots.swift",
    ),
    range(
        "a chance in percent",
        0,
        100,
        "AbilityRules.deaf_spoils BullRushRules.stray Clock.percent.stabilises ConcealmentRule.dim \
         ConcealmentRule.half ConcealmentRule.heavy ConcealmentRule.light \
         ConcealmentRule.nine_tenths ConcealmentRule.total Waking.percent WoundGrade.up_to",
    ),
    range(
        "a number of corner lines",
        0,
        4,
        "CoverRule.graded.creature ThreatRules.cover_forbids",
    ),
    range(
        "a number of corner lines",
        0,
        3,
        "BorderDef.low_cover TerrainDef.low_cover",
    ),
    range(
        "a number of size steps",
        -8,
        8,
        "GrappleRules.holds_larger ManoeuvreRule.larger_at_most ManoeuvreRule.smaller_at_most \
         SunderRules.smaller_at_most",
    ),
    range(
        "a number of size steps",
        0,
        8,
        "AttackRules.unwieldy MovementRules.pass_size_difference",
    ),
    range("feet of movement", 0, 200, "MonsterDef.speed"),
    range("feet of movement", 5, 200, "MonsterDef.fly MonsterDef.swim"),
    range("feet of a range increment", 5, 1000, "WeaponDef.range"),
    range(
        "a number of squares",
        0,
        256,
        "AmbushRules.near AmbushRules.together ConditionDef.sees_to LowObstacles.overlooked \
         LowObstacles.within Party.allies.within Perceive.search.within ShotRules.hit_within \
         Target.around.radius Target.burst.radius Target.burst.range Target.cone.length \
         Target.line.length Target.lob.range Target.one.range Target.several.range \
         TargetRule.within",
    ),
    range(
        "squares of a range increment",
        1,
        256,
        "BlockAttack.range Hurl.increment Target.lob.increment",
    ),
    range(
        "squares of movement",
        0,
        100,
        "AttackRules.sneak_range Capability.forces Capability.senses ChargeDef.least \
         ConcealmentRule.torch IntoMelee.waived_at MoveDef.at_least MoveDef.at_most \
         Primitive.force.within StandUp.part_of_move.squares StatBlock.speed",
    ),
    range(
        "squares of a push",
        1,
        100,
        "Primitive.push.squares SpecialEffect.push.squares",
    ),
    range(
        "squares of reach",
        0,
        20,
        "BlockAttack.reach Capability.longer_reach MonsterDef.reach StatBlock.reach",
    ),
    range(
        "a cost of movement",
        0,
        100,
        "ForcedRules.hazardous ForcedRules.obstacle MovementRules.poor_visibility \
         TerrainCosts.difficult TerrainCosts.hazardous TerrainCosts.light TerrainCosts.obstacle \
         TerrainCosts.severe",
    ),
    range("steps of height", -100, 100, "TerrainDef.height"),
    range("pounds", 1, 100_000, "Heavy.weight"),
    range(
        "a number of rounds",
        0,
        1000,
        "Ambush.rounds Ambush.since_spoiled AmbushDef.rounds AmbushRules.rounds AmbushSetup.rounds \
         AmbushSetup.since_spoiled Duration.rounds Lasting.rounds SpecialEffect.turn.rounds",
    ),
    range(
        "a number of rounds",
        1,
        1000,
        "Encounter.rounds Objective.hold.rounds Objective.survive.rounds",
    ),
    range(
        "a number of rounds or minutes",
        1,
        1000,
        "Lasts.minutes Lasts.rounds",
    ),
    range(
        "rounds of preparation",
        0,
        100,
        "AbilityDef.rounds Capability.prepares_ambush",
    ),
    range(
        "a number of rounds per level",
        0,
        100,
        "Lasting.rounds_per_level",
    ),
    range(
        "a number of minutes",
        0,
        1000,
        "Duration.minutes Lasting.minutes",
    ),
    range(
        "a round of arrival",
        1,
        100,
        "Arrival.after_round Arrives.after_round ReinforcementDef.after_round",
    ),
    range("a number of hours", 0, 10_000, "Care.hours"),
    range("a length of rest", 0, 1000, "Rest.days Rest.hours"),
    range("hours of a day of rest", 1, 24, "Healing.day_of_hours"),
    range(
        "a number of days",
        0,
        1000,
        "JourneyDef.days LegDef.care LegDef.days RecruitDef.days",
    ),
    range(
        "an initiative count",
        -1000,
        1000,
        "CombatantSetup.initiative DelayRule.lower_count.floor Scenario.initiative",
    ),
    range("a place in the dock", 1, 5, "ActionDef.slot"),
    range(
        "a place in an order",
        0,
        255,
        "AbilityDef.bar_order ActionDef.bar_order",
    ),
    range(
        "a coordinate",
        -1000,
        1000,
        "Entrance.at Scenario.borders Scripted.act.path Scripted.act.spot Scripted.drop_at \
         Scripted.move Scripted.place Scripted.push_to Scripted.ready.square Square.x Square.y",
    ),
    range(
        "a length of the map",
        1,
        256,
        "Dimensions.height Dimensions.width",
    ),
    range("a layer of the map", 0, 255, "Setup.upper"),
    range(
        "a number of an attack",
        0,
        255,
        "Choice.Accept.mode Choice.Act.mode Choice.FreeAction.mode",
    ),
    range("a chosen amount", 0, 255, "Manner.amount"),
    range(
        "a chosen count",
        -100_000,
        100_000,
        "Aim.Count Scripted.act.count",
    ),
    range(
        "a seat",
        0,
        255,
        "BiasedDice.lucky RollLabel.who ScriptedRoll.who Seat",
    ),
    range("a side", 0, 255, "SideId"),
    range("an index of content", 0, 65_535, "ActionId WeaponId"),
    range("a seed", 0, u64::MAX as i128, "SeededState.seed"),
    range(
        "a number of throws",
        0,
        1 << 48,
        "BiasedDice.rolled ScriptFault.number ScriptedDice.rolled ScriptedDice.used \
         SeededState.rolled SeededState.words",
    ),
    range(
        "sides of a die",
        1,
        10_000,
        "ScriptFault.sides ScriptedRoll.sides",
    ),
    range("a result of a die", 0, 10_000, "ScriptedRoll.value"),
    range(
        "an expected number",
        -1_000_000,
        1_000_000,
        "Expect.armour Expect.at Expect.can_reach Expect.chance Expect.constitution_lost \
         Expect.dealt Expect.defence Expect.helmet Expect.hit_chance Expect.hit_points \
         Expect.initiative Expect.lies Expect.lost Expect.mean_damage Expect.nonlethal \
         Expect.opportunities Expect.opportunity_attacks Expect.points Expect.reaches Expect.repair \
         Expect.rested Expect.rolled Expect.round Expect.shield Expect.shield_uses Expect.temporary \
         Expect.threatens Expect.told Expect.uses_left Expect.wounds",
    ),
];
