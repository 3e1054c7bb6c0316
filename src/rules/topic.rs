//! The points at which the engine applies a rule.
//!
//! A ruleset's `cites` section maps each topic to the ids of the rules that ask for it; the engine
//! names the topic, never the rule, so that one piece of code can serve every system and still
//! print the right id on each log line, refusal and tooltip.

use serde::{Deserialize, Serialize};

macro_rules! topics {
    ($($(#[$doc:meta])* $name:ident => $label:literal),* $(,)?) => {
        /// A point at which the engine applies a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Topic { $($(#[$doc])* $name),* }

        impl Topic {
            /// Every topic, in order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// A short name for log lines and breakdowns.
            pub fn label(self) -> &'static str {
                match self { $(Self::$name => $label),* }
            }
        }
    };
}

topics! {
    // Initiative and the sequence of a battle.
    Initiative => "initiative",
    InitiativeTie => "initiative tie",
    InitiativeOrder => "order of initiative",
    Awareness => "awareness",
    SurpriseRound => "surprise round",
    Unaware => "unaware",
    FlatFooted => "flat-footed",
    FlatFootedEnds => "no longer flat-footed",
    Delay => "delay",
    Ready => "ready",
    ReadiedAction => "readied action",
    TurnStart => "start of turn",
    TurnEnd => "end of turn",
    RoundEnd => "end of round",
    BattleEnd => "end of battle",
    Surrender => "surrender",
    // Action economy.
    Budget => "actions of a turn",
    Trade => "trading actions",
    FullRound => "full-round action",
    Restricted => "single action",
    EndsTurn => "action that ends the turn",
    // Movement.
    Move => "movement",
    Diagonal => "diagonals",
    Terrain => "terrain cost",
    Corner => "wall corner",
    Occupied => "occupied square",
    Squeeze => "squeezing",
    FreeStep => "5-foot step",
    Shift => "shift",
    DoubleMove => "double move",
    Run => "run",
    Charge => "charge",
    ChargeLane => "charge lane",
    Withdraw => "withdraw",
    StandUp => "standing up",
    DropProne => "dropping prone",
    Crawl => "crawling",
    Hazard => "hazard",
    Climb => "climbing",
    Fall => "falling",
    InstantMovement => "instant movement",
    Jump => "jump",
    Turn => "turning",
    Mount => "riding",
    ControlMount => "restive mount",
    CalmMount => "calming a mount",
    Endurance => "endurance",
    Kneel => "sitting and kneeling",
    Door => "door",
    HeavyObject => "heavy object",
    FreeOneself => "freeing oneself",
    Light => "light",
    UnseenSquare => "striking at a square",
    StraightLine => "straight line",
    MoveOnlyTurn => "turn of nothing but moving",
    // Threat and opportunity attacks.
    Threat => "threatened squares",
    Reach => "reach",
    Unarmed => "unarmed",
    OpportunityLeaving => "leaving a threatened square",
    OpportunityAct => "distracting act",
    OpportunityAttack => "attack of opportunity",
    OpportunityLimit => "number of attacks of opportunity",
    OpportunityExempt => "no attack of opportunity",
    // Attacks.
    AttackRoll => "attack roll",
    NaturalOne => "natural 1",
    NaturalTwenty => "natural 20",
    FullAttack => "full attack",
    Iteration => "further attack",
    TwoWeapons => "two weapons",
    Flanking => "flanking",
    HigherGround => "higher ground",
    Advantage => "advantage",
    Disadvantage => "disadvantage",
    Size => "size",
    RangeIncrement => "range",
    ShootingIntoMelee => "shooting into melee",
    Nonproficient => "not proficient",
    LineOfSight => "line of sight",
    // Defences.
    Defence => "defence",
    PassiveDefence => "passive defence",
    ActiveDefence => "active defence",
    ShieldDefence => "shield defence",
    ShieldUses => "uses of the shield",
    TakeTen => "taking 10",
    DefendOther => "defending another",
    UnawareShield => "shield of the unaware",
    DexterityDenied => "Dexterity denied",
    TouchAttack => "touch attack",
    Cover => "cover",
    TotalCover => "total cover",
    CoverStruck => "struck cover",
    Concealment => "concealment",
    // Criticals and damage.
    CriticalThreat => "critical threat",
    CriticalConfirm => "critical confirmation",
    CriticalDamage => "critical damage",
    CriticalImmunity => "immune to criticals",
    Damage => "damage",
    MinimumDamage => "minimum damage",
    StrengthDamage => "Strength to damage",
    ExtraDamage => "extra damage",
    Nonlethal => "nonlethal damage",
    DamageAdjustment => "resistance and vulnerability",
    Resistance => "resistance",
    Vulnerability => "vulnerability",
    Immunity => "immunity",
    Coverage => "coverage",
    ArmourDamage => "armour damage",
    Helmet => "helmet",
    ShieldDamage => "shield damage",
    NaturalArmour => "natural armour",
    Ongoing => "ongoing damage",
    MassiveDamage => "massive damage",
    ConstitutionLoss => "loss of Constitution",
    Shock => "shock",
    // States.
    Disabled => "disabled",
    Dying => "dying",
    Stabilise => "stabilising",
    Stable => "stable",
    Dead => "dead",
    Unconscious => "unconscious",
    Helpless => "helpless",
    Prone => "prone",
    Healing => "healing",
    SavingThrow => "saving throw",
    Fear => "fear",
    Fortitude => "Fortitude save",
    Reflex => "Reflex save",
    Will => "Will save",
    SaveNatural => "natural result of a save",
    // Options and manoeuvres.
    Defend => "defending",
    Stance => "stance",
    Trip => "trip",
    Grab => "grab",
    Escape => "escape",
    BullRush => "bull rush",
    Disarm => "disarm",
    DisarmResult => "weapon struck away",
    DisarmCounter => "answer to a disarm",
    DisarmFast => "weapon held fast",
    Sunder => "strike at a weapon",
    SunderSize => "size of the striking weapon",
    SunderDamage => "damage to a thing",
    SunderRoll => "rolls for a strike at a weapon",
    InsteadOfAttack => "in place of an attack",
    Refocus => "refocus",
    StartAction => "action begun",
    Still => "no movement at all",
    Drop => "letting go",
    Sheathe => "putting away",
    PickUp => "picking up",
    ShieldHandling => "handling a shield",
    SetWeapon => "weapon set against a charge",
    Lance => "lance",
    Dive => "dive",
    Multipliers => "several multipliers",
    MartialArts => "martial arts",
    CoupDeGrace => "coup de grace",
    AidAnother => "aid another",
    Feint => "feint",
    FirstAid => "first aid",
    SecondWind => "second wind",
    SizeLimit => "size limit",
    BullRushSize => "whom to push",
    BullRushEntry => "moving into the space",
    BullRushCharge => "bull rush by a charge",
    BullRushStray => "stray attack",
    BullRushFails => "thrown back",
    BullRushMoves => "movement of the push",
    BullRushBlocked => "no room to push",
    Overrun => "overrun",
    OverrunLane => "way of an overrun",
    OverrunAvoided => "stepping aside",
    OverrunBlocked => "standing in the way",
    OverrunFails => "overrun fails",
    ForcedMovement => "forced movement",
    Pull => "pull",
    Slide => "slide",
    ForcedCost => "cost of forced movement",
    Brink => "at the brink",
    WeaponHandling => "handling weapons",
    // Special abilities.
    Ability => "special ability",
    AbilityUses => "uses of an ability",
    AbilityTarget => "target of an ability",
    AbilityArea => "area of an ability",
    AbilitySave => "save against an ability",
    AbilityEffect => "effect of an ability",
    LongCasting => "ability that takes rounds",
    Concentration => "concentration",
    OnTheDefensive => "on the defensive",
    TouchHeld => "held touch",
    Maintain => "maintaining an ability",
    Cease => "ceasing to concentrate",
    Dismiss => "dismissing an ability",
    Dispel => "dispelling",
    Counter => "countering an ability",
    CounterCheck => "recognising an ability",
    CoverReflex => "cover from an area",
    TemporaryHitPoints => "temporary hit points",
    Turning => "turning",
    GearExposed => "exposed gear",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_indexed_in_order() {
        for (i, topic) in Topic::ALL.iter().enumerate() {
            assert_eq!(*topic as usize, i);
        }
    }
}
