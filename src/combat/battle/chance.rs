//! The chance that a roll had when it was made.

use crate::combat::attack::bands::Bands;
use crate::combat::battle::Battle;
use crate::combat::contract::EventKind;

impl Battle {
    /// The chance that the natural result of an attack roll reaches what it had to, 0 to 1: what stops a
    /// hit afterwards, such as concealment or a parry, is a roll of its own. `None` for what is no attack
    /// roll, and for one that was not rolled.
    pub fn chance_of(&self, kind: &EventKind) -> Option<f64> {
        let EventKind::AttackRolled {
            attacker,
            mode,
            check,
            defence,
            ..
        } = kind
        else {
            return None;
        };
        if check.taken {
            return None;
        }
        let threat = self.read(|state| {
            let mut modes = state.modes[*attacker].0.iter();
            modes.nth(usize::from(*mode)).map(|mode| mode.threat)
        })?;
        let rules = &self.rules().policies.attack;
        let bands = Bands::of(rules, check.bonus.total, defence.total, threat);
        Some(bands.chance(check.edge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::battle::assessment;
    use crate::combat::contract::{Choice, Seat};
    use crate::combat::testkit::testing::{Scene, action, ruleset};

    /// The chance that the odds promise an attack, and the one that its roll then had.
    fn promised_and_had(system: &str, seed: u64) -> (f64, f64) {
        let mut battle = Scene::new(ruleset(system), &["Ab"]).seeded(seed);
        let attack = action(&battle, "attack");
        let odds = battle.read(|state| assessment::attack_options(state, Seat(0)));
        let promised = odds.iter().find(|one| one.target == Seat(1));
        let (mode, hit) = promised.map(|one| (one.mode, one.hit)).expect("an attack");
        let blow = Choice::act_at(attack, mode, Seat(1));
        battle.submit(blow).expect("a blow");
        let had = battle.events().iter().rev();
        let had = had.filter_map(|event| battle.chance_of(&event.kind)).next();
        (hit, had.expect("a roll"))
    }

    #[test]
    fn an_attack_roll_had_the_chance_that_its_odds_promised() {
        for seed in 1..20 {
            let (promised, had) = promised_and_had("classic_d20", seed);
            assert!((promised - had).abs() < 1e-9, "{promised} and {had}");
        }
    }

    #[test]
    fn what_is_no_attack_roll_has_none() {
        let battle = Scene::new(ruleset("classic_d20"), &["Ab"]).seeded(1);
        assert_eq!(battle.chance_of(&EventKind::BattleBegan), None);
    }
}
