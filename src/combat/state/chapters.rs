//! The chapters of the rules that write, and what each may write. Everything else they read.

use crate::combat::state::parts::*;
use crate::combat::state::rights::{chapter, implement_chapter};

chapter! {
    /// Reads, and writes nothing.
    Watching writes
}
chapter! {
    /// The squares that are threatened.
    Threatening writes Threatened
}
chapter! {
    /// Numbers that follow the scores of abilities.
    Weakening writes Stats, Attacks
}
chapter! {
    /// Throws dice and tells what came of it: checks, saves, contests, damage rolled.
    Rolling writes Log, BattleDice
}
chapter! {
    /// Puts questions on the stack.
    Inviting writes Stack
}
chapter! {
    /// Throws dice, tells, and puts the next step on the stack.
    Launching writes Stack, Log, BattleDice
}
chapter! {
    /// Ends conditions.
    Relieving writes Conditions, Log
}
chapter! {
    /// Puts combatants somewhere, which frees those who held them.
    Placing writes Place, Conditions, Log
}
chapter! {
    /// Takes things out of hands and lays them on the ground.
    Gripping writes Hands, Field, Log
}
chapter! {
    /// Imposes conditions. Some let go of what is held, or throw a rider off its mount.
    Afflicting writes Place, Conditions, Hands, Field, Log
}
chapter! {
    /// Hides, searches, finds.
    Noticing writes Place, Conditions, Hands, Field, Log, BattleDice
}
chapter! {
    /// Draws, loads, picks up and puts away.
    Handling writes Budget, Hands, Field, Log
}
chapter! {
    /// What blows take from things in hand and worn.
    Ruining writes Hands, Gear, Field, Log
}
chapter! {
    /// What shield, armour and helmet lose to a blow.
    Wearing writes Gear, Log
}
chapter! {
    /// Repairs between two battles.
    Mending writes Gear, Log, BattleDice
}
chapter! {
    /// What a combatant has left to do: the actions of its turn, its reactions.
    Paying writes Budget, Reactions, Silenced
}
chapter! {
    /// Readied actions, and who is asked about them.
    Readying writes Readied, Stack, Pending, Log
}
chapter! {
    /// Workings of abilities that last.
    Sustaining writes Conditions, Workings, Log, BattleDice
}
chapter! {
    /// Points that come in at the start of a turn, and those that add to them.
    Gathering writes Vitals, Stack, Pending, Log, BattleDice
}
chapter! {
    /// Abilities from their declaration to the moment when they take effect.
    Invoking writes Vitals, Conditions, Hands, Repertoire, Field, Stack, Workings, Log, BattleDice
}
chapter! {
    /// Hit points lost and regained, dying and death, and what they bring along.
    Wounding writes
        Place, Vitals, Conditions, Hands, Readied, Repertoire, Field, Stack, Pending,
        Workings, Log, BattleDice
}
chapter! {
    /// A blow on its way through shield and armour to the body.
    Piercing writes
        Place, Vitals, Conditions, Hands, Gear, Readied, Repertoire, Field, Stack, Pending,
        Workings, Log, BattleDice
}
chapter! {
    /// Abilities as they take effect.
    Affecting writes
        Place, Vitals, Conditions, Reactions, Hands, Gear, Readied, Repertoire, Field, Stack, Pending,
        Workings, Log, BattleDice
}
chapter! {
    /// Offers attacks of opportunity and other answers.
    Offering writes
        Place, Conditions, Reactions, Hands, Field, Stack, Pending, Log, BattleDice
}
chapter! {
    /// Attacks on things.
    Breaking writes Conditions, Budget, Hands, Gear, Field, Log, BattleDice
}
chapter! {
    /// Attacks, from the declaration to the damage rolled.
    Striking writes
        Place, Vitals, Conditions, Budget, Reactions, Silenced, Hands, Gear, Readied, Repertoire,
        Field, Stack, Pending, Workings, Log, BattleDice
}
chapter! {
    /// Walks, leaps, climbs, rides and is moved.
    Moving writes
        Place, Vitals, Conditions, Budget, Reactions, Silenced, Hands, Readied, Stamina, Repertoire,
        Field, Stack, Pending, Workings, Log, BattleDice
}
chapter! {
    /// Manoeuvres: grapples, trips, rushes and their kind.
    Wrestling writes
        Place, Vitals, Conditions, Budget, Reactions, Silenced, Hands, Gear, Readied, Stamina,
        Repertoire, Field, Stack, Pending, Workings, Log, BattleDice
}
chapter! {
    /// The order of initiative.
    Scheduling writes Initiative, Rounds, Stack, Log, BattleDice
}
chapter! {
    /// Who is there and aware: surprise and reinforcements.
    Entering writes Place, Conditions, Hands, Initiative, Field, Rounds, Stack, Log, BattleDice
}
chapter! {
    /// A new encounter in the midst of a battle.
    Renewing writes
        Place, Conditions, Reactions, Hands, Initiative, Field, Rounds, Stack, Log, BattleDice
}
chapter! {
    /// Victory, defeat and the end of the battle, with what is still at work in the bodies then.
    Judging writes
        Place, Vitals, Conditions, Hands, Readied, Repertoire, Sides, Field, Rounds, Stack, Pending,
        Workings, Log, BattleDice
}
chapter! {
    /// A readied action goes off, which moves its user in the order.
    Firing writes Initiative, Readied, Rounds, Stack, Log, BattleDice
}
chapter! {
    /// A side gives up and leaves.
    Yielding writes
        Place, Vitals, Conditions, Hands, Readied, Repertoire, Sides, Field, Rounds, Stack, Pending,
        Workings, Log, BattleDice
}
chapter! {
    /// Declares an action: what it costs, what it invites, what it is before it takes effect.
    Declaring writes
        Place, Vitals, Conditions, Budget, Reactions, Silenced, Hands, Readied, Stamina, Repertoire,
        Field, Rounds, Stack, Pending, Workings, Log, BattleDice
}
chapter! {
    /// Carries out what was declared, so it may do what any action does.
    Performing writes
        Place, Vitals, Conditions, Budget, Reactions, Silenced, Hands, Gear, Readied, Stamina,
        Repertoire, Field, Stack, Pending, Workings, Log, BattleDice
}
chapter! {
    /// Turns that are put off, and those who come in later.
    Delaying writes
        Place, Conditions, Budget, Reactions, Silenced, Hands, Initiative, Readied, Field, Rounds,
        Stack, Log, BattleDice
}
chapter! {
    /// What is decided about a turn: what to do in it, whether to begin it, where to stand before.
    Deciding writes
        Place, Vitals, Conditions, Budget, Reactions, Silenced, Hands, Initiative, Readied, Field,
        Rounds, Stack, Pending, Log, BattleDice
}
chapter! {
    /// Turns: they begin and end what any rule has begun.
    Turning writes
        Place, Vitals, Conditions, Budget, Reactions, Silenced, Hands, Gear, Initiative, Readied,
        Stamina, Repertoire, Sides, Field, Rounds, Stack, Pending, Workings, Log, BattleDice
}
chapter! {
    /// Puts a whole battle back as a snapshot has it.
    Restoring writes
        Place, Vitals, Conditions, Budget, Reactions, Silenced, Hands, Gear, Initiative, Readied,
        Stamina, Repertoire, Sides, Field, Rounds, Stack, Pending, Workings, Log, BattleDice
}
