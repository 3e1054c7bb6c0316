//! The one list of what a battle's world holds. Everything that has to know all components is
//! generated from it by handing it to another macro.

/// Hands the list to the macro `$then`, behind `$with`.
///
/// - `fixed`: components that never change.
/// - `kept`: components that change; a snapshot keeps them.
/// - `derived`: components that systems keep up to date from the others; no snapshot needs them.
/// - `told`: components of the common entity, which belong to the battle as a whole, and which no rule writes. They
///   are not resources: one query finds them all, where each resource is looked up by itself, and every
///   system looks all of them up. A copy of the world takes these over as they are.
/// - `shared`: the same, written by rules.
/// - `own`: the same, but a copy of the world gets them anew.
///
/// Of each: the name to read it by; for one that rules write, the name to write it by and the
/// [right](super::access) that it takes; the type.
macro_rules! battle {
    ($then:ident $($with:tt)*) => {
        $then! {
            [$($with)*]
            fixed {
                who: Identity,
                unhurt: Unhurt,
            }
            kept {
                place place_mut Afflicting: Place,
                vitals vitals_mut Wounding: Vitals,
                conditions conditions_mut Afflicting: Conditions,
                budget budget_mut Acting: Budget,
                reactions reactions_mut Acting: Reactions,
                silenced silenced_mut Acting: Silenced,
                hands hands_mut Afflicting: Hands,
                gear gear_mut Acting: Gear,
                initiative initiative_mut Turning: Initiative,
                readied readied_mut Wounding: Readied,
                stamina stamina_mut Acting: Stamina,
                repertoire repertoire_mut Wounding: Repertoire,
            }
            derived {
                stats: Stats,
                modes: Attacks,
                threatened: Threatened,
                opportunities: Opportunities,
            }
            told {
                book: Rulebook,
                on: Above,
                start: Start,
                occupancy: Occupancy,
                costs: MovementCosts,
                order: Order,
            }
            shared {
                sides sides_mut Turning: Sides,
                field field_mut Afflicting: Field,
                rounds rounds_mut Turning: Rounds,
                stack stack_mut Wounding: Stack,
                pending pending_mut Wounding: Pending,
                workings workings_mut Wounding: Workings,
            }
            own {
                log log_mut Rolling: Log,
                dice dice_mut Rolling: BattleDice,
            }
        }
    };
}

pub(crate) use battle;
