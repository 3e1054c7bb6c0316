//! What can be chosen: options are enumerated by the code that validates them.

use crate::combat::action::{amount, budget, rules as program, sense, target};
use crate::combat::conditions::{aiming, barred, breath, fear};
use crate::combat::contract::{ActionOption, Aim, Reason, Refusal, Seat};
use crate::combat::equipment::hurl;
use crate::combat::movement::mount;
use crate::combat::state::{DeclaredAction, State, gear};
use crate::combat::{conditions, economy};
use crate::rules::primitive::Needs;
use crate::rules::{
    ActionDef, ActionId, AimsAt, CostDef, CostId, Flag, LongActions, Occasion, Slot, Topic, counted,
};

/// The dock of a combatant: every action of the ruleset with the reason if it is refused,
/// whatever it would be aimed at.
pub fn actions(state: &State, seat: Seat) -> Vec<ActionOption> {
    let mut bar: Vec<(u8, ActionOption)> = state
        .rules()
        .actions
        .iter()
        .filter(|(action, def)| program::concerns(state, seat, *action, def))
        .map(|(action, def)| {
            let cost = cost_now(state, seat, action);
            let refusal = available(state, seat, action).err();
            (
                def.bar_order,
                ActionOption {
                    action,
                    cost,
                    refusal,
                    sensible: sense::sensible(state, seat, action, def),
                },
            )
        })
        .collect();
    bar.sort_by_key(|(place, option)| (*place, option.action));
    bar.into_iter().map(|(_, option)| option).collect()
}

/// What of the dock can be taken now and makes sense, with its price: what a computer player thinks about.
pub fn open(state: &State, seat: Seat) -> Vec<(ActionId, Option<CostId>)> {
    let open = |(action, def): (ActionId, &ActionDef)| {
        let listed = program::concerns(state, seat, action, def)
            && available(state, seat, action).is_ok()
            && sense::sensible(state, seat, action, def);
        listed.then(|| (def.bar_order, (action, cost_now(state, seat, action))))
    };
    let mut bar: Vec<_> = state.rules().actions.iter().filter_map(open).collect();
    bar.sort_by_key(|(place, (action, _))| (*place, *action));
    bar.into_iter().map(|(_, open)| open).collect()
}

/// What an action costs now; `None`: it goes on with what is paid for.
fn cost_now(state: &State, seat: Seat, action: ActionId) -> Option<CostId> {
    let anew = || economy::cost(state, seat, action).or(state.rules().price(action).usual);
    match budget::continues(state, seat, action, &Aim::None) {
        true => None,
        false => anew(),
    }
}

/// Whether a combatant could ever take an action, whatever stands in the way at present.
pub fn is_sensible(state: &State, seat: Seat, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(|def| {
        program::concerns(state, seat, action, def) && sense::sensible(state, seat, action, def)
    })
}

/// Whether an action can be taken at all now, aim aside.
pub fn available(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    budget::allows(state, seat, action, &Aim::None)?;
    possible(state, seat, action)
}

/// Whether the combatant's state allows an action of its own accord, budget and aim aside.
pub(crate) fn possible(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let answers = state
        .rules()
        .actions
        .get(action)
        .and_then(|def| def.answers);
    match answers {
        Some(Occasion::Attacked) => state.refuse(
            Topic::Interrupt,
            "You can do this only in answer to an attack, before it is rolled.",
        ),
        Some(Occasion::Hit) => {
            state.refuse(Topic::Reaction, "You can do this only in answer to a hit.")
        }
        Some(Occasion::Felled) => state.refuse(
            Topic::FollowUp,
            "You can do this only when your melee attack has felled a creature.",
        ),
        Some(Occasion::Falls) => {
            state.refuse(Topic::SoftFall, "You can do this only when you fall.")
        }
        Some(Occasion::Inhales) if breath::keeps_up(state, seat, action) => {
            let reason = "You hold your breath already.";
            state.refuse(Topic::BreathUpkeep, reason)
        }
        Some(Occasion::Inhales) if gave_up(state, seat, action) => {
            let reason = "You have breathed in: hold your breath again in your next turn.";
            state.refuse(Topic::BreathUpkeep, reason)
        }
        Some(Occasion::Inhales) | None => able_to(state, seat, action),
    }
}

/// Whether an action would begin anew what its user has not gone on with in this turn.
fn gave_up(state: &State, seat: Seat, action: ActionId) -> bool {
    let stance = state
        .rules()
        .actions
        .get(action)
        .and_then(ActionDef::stance);
    let stance = stance.and_then(|name| state.rules().condition(name));
    stance.is_some_and(|stance| breath::is_given_up(state, seat, stance))
}

/// Whether the combatant's state allows an action, budget, occasion and aim aside.
fn able_to(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let rules = state.rules();
    let Some(def) = rules.actions.get(action) else {
        return state.refuse(Topic::Budget, "There is no such action.");
    };
    if !has_trait(state, seat, def) {
        let cites = rules.cite(Topic::NeedsTrait).map(|_| Topic::NeedsTrait);
        let reason = "You have not learnt this.";
        return Err(target::refusal(state, cites, action, reason));
    }
    if let Some((skill, least)) = def.needs_ranks
        && !has_ranks(state, seat, def)
    {
        let skill = state.rules().skill_name(skill);
        let reason = format!("You need at least {} in {skill}.", counted(least, "rank"));
        return state.refuse(Topic::NeedsRanks, reason);
    }
    amount::possible(state, seat, action, def)?;
    if !conditions::able(state, seat) {
        let (flag, what) = (Flag::NoActions, "you can take no actions");
        return Err(barred::by(state, seat, flag, Topic::Helpless, what));
    }
    barred::acts(state, seat, action)?;
    if def.needs_shield {
        let reason = match state.get(seat).hands.shield_at {
            _ if !gear::has_shield(state, seat) => Some("You need a shield in hand."),
            Some(_) => Some("Your shield lies on the ground: pick it up first."),
            None => None,
        };
        if let Some(reason) = reason {
            return Err(target::refusal(state, None, action, reason));
        }
    }
    if def.needs_shield && !gear::suits(state, seat, def.attached) {
        let reason = "Your shield is not fastened in that way.";
        return state.refuse(Topic::Strap, reason);
    }
    if def.is_attack() || is_aimed_at_enemies(state, def) {
        fear::dares(state, seat)?;
    }
    only_moves(state, seat, action)?;
    mount::restive(state, seat, action)?;
    program::possible(state, seat, action, def)
}

/// Whether an action, or the ability that it uses, is meant for enemies.
fn is_aimed_at_enemies(state: &State, def: &ActionDef) -> bool {
    let hostile = [AimsAt::Enemy, AimsAt::AnyEnemy].map(Some);
    let abilities = &state.rules().abilities;
    let ability = def.ability().and_then(|id| abilities.by_name(id));
    hostile.contains(&def.offered_for())
        || ability.is_some_and(|ability| !ability.target.spares_enemies())
}

/// Refuses what takes more than a move action to a combatant that has no other.
fn only_moves(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let cost = economy::cost(state, seat, action).or(state.rules().price(action).usual);
    let cost = cost.and_then(|cost| state.rules().costs.get(cost));
    if cost.is_none_or(|cost| cost.is_free() || cost.slot() == Some(Slot::Move)) {
        return Ok(());
    }
    let what = "you can take only a move action";
    barred::check(state, seat, Flag::SingleMove, Topic::Restricted, what)
}

/// Whether a combatant has the trait that an action asks for.
pub(crate) fn has_trait(state: &State, seat: Seat, def: &ActionDef) -> bool {
    let Some(name) = &def.needs_trait else {
        return true;
    };
    let id = state.rules().traits.id(name);
    id.is_some_and(|id| state.who(seat).traits.contains(&id))
}

/// Whether a combatant has the ranks in a skill that an action asks for.
pub(crate) fn has_ranks(state: &State, seat: Seat, def: &ActionDef) -> bool {
    def.needs_ranks
        .is_none_or(|(skill, least)| conditions::ranks(state, seat, skill) >= i32::from(least))
}

/// Whether an action can be taken out of turn, in answer to something.
pub(crate) fn out_of_turn(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    able_to(state, declared.seat, declared.action)?;
    aimed(state, declared)
}

/// Whether an action is aimed at something it can be done to.
pub(crate) fn aimed(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let rules = state.rules();
    let Some(def) = rules.actions.get(declared.action) else {
        return state.refuse(Topic::Budget, "There is no such action.");
    };
    let (one, several) = (declared.target(), declared.several());
    let mut named = one.iter().chain(several);
    if let Some(target) = named.find(|target| state.unknown.contains(target)) {
        return match declared.aim {
            Aim::Charge(..) => {
                state.refuse(Topic::ChargeUnseen, "You cannot see the target from here.")
            }
            _ => aiming::unknown(state, declared.seat, *target),
        };
    }
    if let Some(target) = one
        && !conditions::present(state, target)
    {
        let attack = def.is_attack().then_some(Topic::AttackRoll);
        let (cites, reason): (_, Reason) = match state.knows(target) {
            false => (attack, "There is no target there.".into()),
            true if conditions::has(state, target, Flag::Dead) => {
                (Some(Topic::Dead), Reason::of(target).text(" is dead."))
            }
            true => (attack, Reason::of(target).text(" is not there any more.")),
        };
        return Err(target::refusal(state, cites, declared.action, reason));
    }
    hurl::fits(state, declared)?;
    program::legal(state, declared, def)
}

/// Whether a long action can be begun now and finished in the next turn, on its target if it has one.
pub(crate) fn startable(
    state: &State,
    seat: Seat,
    action: ActionId,
    target: Option<Seat>,
) -> Result<(), Refusal> {
    let def = state.rules().actions.get(action);
    if def.is_none_or(|def| def.startable.is_none()) {
        let reason = "You cannot spread this action over two turns.";
        let whole = state.rules().usual_cost(action);
        let cast = def.is_some_and(|def| def.ability().is_some());
        let halves = state.rules().policies.economy.long_actions.come_in_halves();
        let (topic, reason) = match whole.is_some_and(CostDef::is_whole) {
            true if cast && halves => (
                Topic::StartAction,
                "You begin this by taking it: a standard action is enough, if that is all you have left.",
            ),
            true => (Topic::StartBarred, reason),
            false => (Topic::StartAction, reason),
        };
        return state.refuse(topic, reason);
    }
    let within = match state.rules().policies.economy.long_actions {
        LongActions::InRestrictedTurns => economy::cost(state, seat, action).is_some(),
        LongActions::WithStandardActions => economy::affords(state, seat, action).is_ok(),
    };
    if within {
        return state.refuse(Topic::StartAction, "You can do this within this turn.");
    }
    possible(state, seat, action)?;
    begun_on(state, seat, action, target).map(|_| ())
}

/// On whom a long action is begun: the one that was chosen, or the only one that it can be done to;
/// nobody if it is done to nobody (AH-ACT-11).
pub(crate) fn begun_on(
    state: &State,
    seat: Seat,
    action: ActionId,
    chosen: Option<Seat>,
) -> Result<Option<Seat>, Refusal> {
    let def = state.rules().actions.get(action);
    if !def.is_some_and(|def| def.target.gives(Needs::Creature)) {
        return match chosen {
            None => Ok(None),
            Some(_) => state.refuse(Topic::StartAction, "This is done to nobody."),
        };
    }
    let modes = || (0..state.get(seat).modes.0.len()).filter_map(|mode| u8::try_from(mode).ok());
    let aimed = |at| {
        let plain = DeclaredAction::new(seat, action, Aim::At(at));
        let with = |mode| {
            let plain = plain.clone();
            aimed(state, &DeclaredAction { mode, ..plain })
        };
        with(None).or_else(|why| match modes().any(|mode| with(Some(mode)).is_ok()) {
            true => Ok(()),
            false => Err(why),
        })
    };
    if let Some(chosen) = chosen {
        return aimed(chosen).map(|()| Some(chosen));
    }
    let others = || state.all().filter(|other| state.enemies(seat, *other));
    let mut fit = others().filter(|other| aimed(*other).is_ok());
    match (fit.next(), fit.next(), others().next()) {
        (Some(only), None, _) => Ok(Some(only)),
        (Some(_), ..) => state.refuse(Topic::StartAction, "Choose on whom you begin this."),
        (None, _, Some(other)) => aimed(other).map(|()| None),
        (None, _, None) => state.refuse(Topic::StartAction, "There is no target for this."),
    }
}
