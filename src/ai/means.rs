//! By which means a combatant opens or breaks what bars a way.

use super::survey::Survey;
use crate::combat::Sight;
use crate::combat::contract::AttackModeView;
use crate::content::TerrainDef;
use crate::rules::ActionDef;

/// By which means a combatant can remove what bars a way.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    opens: bool,
    /// Twice the mean damage of the heaviest blow; nothing is broken without one.
    blow_x2: Option<i32>,
}

impl Means {
    /// The means of the one who decides: a beast opens no door.
    pub fn of(battle: &Sight, survey: &Survey) -> Self {
        let known = |wanted: fn(&ActionDef) -> bool| {
            let mut actions = survey.rules.actions.iter();
            actions.any(|(action, def)| wanted(def) && battle.is_sensible(survey.me, action))
        };
        let breaks = known(ActionDef::is_strike_object);
        let blows = blows(survey).map(|(_, mode)| mode);
        let blows = blows.chain(drawn(survey)).map(|mode| mode.mean_damage_x2);
        Self {
            opens: known(ActionDef::is_door),
            blow_x2: blows.max().filter(|_| breaks),
        }
    }

    /// The means with this weapon alone.
    pub fn with(self, mode: &AttackModeView) -> Self {
        Self {
            blow_x2: self.blow_x2.map(|_| mode.mean_damage_x2),
            ..self
        }
    }

    /// Whether ground of this kind can be made passable.
    pub fn remove(&self, def: &TerrainDef) -> bool {
        let door = def.door.as_ref().is_some_and(|door| !door.locked);
        self.opens && door || self.breaks(def)
    }

    fn breaks(&self, def: &TerrainDef) -> bool {
        let object = def.object.as_ref().zip(self.blow_x2);
        // A good blow, not only the best of all.
        object.is_some_and(|(object, blow_x2)| 3 * blow_x2 > 4 * object.sturdy.hardness)
    }
}

/// The blows that a combatant could strike with a weapon that it carries.
pub(super) fn drawn(survey: &Survey) -> impl Iterator<Item = &AttackModeView> {
    let own = survey.own();
    let carried = |mode: &&AttackModeView| {
        let weapon = mode
            .weapon
            .filter(|_| !mode.ranged && !mode.off_hand && !mode.ready);
        weapon.is_some_and(|weapon| own.carried.contains(&weapon))
    };
    own.modes.iter().filter(carried)
}

/// The blows that a combatant can strike at things, with the index of their modes.
pub(super) fn blows(survey: &Survey) -> impl Iterator<Item = (u8, &AttackModeView)> {
    let modes = survey.own().modes.iter().enumerate();
    modes
        .filter(|(_, mode)| mode.ready && !mode.ranged && !mode.off_hand)
        .map(|(index, mode)| (index as u8, mode))
}
