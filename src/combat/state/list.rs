//! The one list of what a battle's world holds. Everything that has to know all components is
//! generated from it by handing it to another macro.

/// Hands the list to the macro `$then`, behind `$with`.
///
/// - `fixed`: components that never change.
/// - `kept`: components that change; a snapshot keeps them.
/// - `derived`: components that systems keep up to date from the others; no snapshot needs them.
/// - `shared`: components of the common entity, which belong to the battle as a whole. They are not
///   resources: one query finds them all, where each resource is looked up by itself, and every
///   system looks all of them up. A copy of the world takes these over as they are.
/// - `own`: the same, but a copy of the world gets them anew.
///
/// Of each: the name to read it by, the name to write it by, the type.
macro_rules! battle {
    ($then:ident $($with:tt)*) => {
        $then! {
            [$($with)*]
            fixed {
                who: Identity,
                unhurt: Unhurt,
            }
            kept {
                place place_mut: Place,
                vitals vitals_mut: Vitals,
                conditions conditions_mut: Conditions,
                budget budget_mut: Budget,
                reactions reactions_mut: Reactions,
                silenced silenced_mut: Silenced,
                hands hands_mut: Hands,
                gear gear_mut: Gear,
                initiative initiative_mut: Initiative,
                readied readied_mut: Readied,
                stamina stamina_mut: Stamina,
                repertoire repertoire_mut: Repertoire,
            }
            derived {
                stats stats_mut: Stats,
                modes modes_mut: Attacks,
                threatened threatened_mut: Threatened,
                opportunities opportunities_mut: Opportunities,
            }
            shared {
                book book_mut: Rulebook,
                on on_mut: Listeners,
                start start_mut: Start,
                sides sides_mut: Sides,
                field field_mut: Field,
                occupancy occupancy_mut: Occupancy,
                costs costs_mut: MovementCosts,
                rounds rounds_mut: Rounds,
                order order_mut: Order,
                stack stack_mut: Stack,
                pending pending_mut: Pending,
                workings workings_mut: Workings,
            }
            own {
                log log_mut: Log,
                dice dice_mut: BattleDice,
            }
        }
    };
}

pub(crate) use battle;
