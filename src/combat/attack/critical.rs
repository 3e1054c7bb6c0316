//! What a natural result means: misses and hits whatever the total, threats and criticals.

use crate::combat::contract::event::AttackOutcome;
use crate::rules::attack::{AttackRules, Critical};

/// How critical a hit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Severity {
    #[default]
    Ordinary,
    /// A second roll decides.
    Threat,
    /// Critical without a confirmation roll.
    Critical,
}

/// What an attack roll must be judged by.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The number to reach.
    pub needed: i32,
    /// Lowest natural result that threatens.
    pub threat: u8,
    /// The target never suffers critical hits.
    pub immune: bool,
    /// Every hit on the target is critical.
    pub exposed: bool,
}

/// Judges an attack roll against the number to reach.
pub fn judge(
    rules: &AttackRules,
    terms: Terms,
    natural: i32,
    total: i32,
) -> (AttackOutcome, Severity) {
    let reached = total >= terms.needed;
    let in_range = natural >= i32::from(terms.threat);
    let always = match rules.critical {
        Critical::ConfirmThenMultiply => natural == 20,
        Critical::MaximumOnBeatingDefence => natural == 20 || in_range,
    };
    let outcome = if natural == 1 && rules.natural_one_misses {
        AttackOutcome::AutomaticMiss
    } else if always {
        AttackOutcome::AutomaticHit
    } else if reached {
        AttackOutcome::Hit
    } else {
        AttackOutcome::Miss
    };
    (outcome, severity(rules, terms, outcome, in_range, reached))
}

fn severity(
    rules: &AttackRules,
    terms: Terms,
    outcome: AttackOutcome,
    in_range: bool,
    reached: bool,
) -> Severity {
    if !is_hit(outcome) || terms.immune {
        Severity::Ordinary
    } else if terms.exposed {
        Severity::Critical
    } else {
        match rules.critical {
            Critical::ConfirmThenMultiply if in_range => Severity::Threat,
            Critical::MaximumOnBeatingDefence if in_range && reached => Severity::Critical,
            _ => Severity::Ordinary,
        }
    }
}

/// Whether an outcome is a hit, whatever stops it afterwards.
pub fn is_hit(outcome: AttackOutcome) -> bool {
    matches!(outcome, AttackOutcome::Hit | AttackOutcome::AutomaticHit)
}

/// Whether a second roll makes a threat a critical hit. `answered`: the best result with which the
/// target defended itself against the attack, which it keeps.
pub fn confirms(natural: i32, total: i32, needed: i32, answered: Option<i32>) -> bool {
    match natural {
        1 => false,
        20 => true,
        _ => total >= needed && answered.is_none_or(|defence| defence <= total),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::attack::{
        AttackRules, BlockRules, ConcealmentRule, CoverRule, Critical, DefenceModel, Flanking,
        Iterations, RangeRule, UnarmedRule,
    };

    fn rules(critical: Critical) -> AttackRules {
        AttackRules {
            defence: DefenceModel::FixedNumber,
            critical,
            natural_one_misses: true,
            flanking: Flanking::Nothing,
            range: RangeRule::FirstIncrementOnly,
            into_melee: None,
            cover: CoverRule::Single { bonus: 4 },
            concealment: ConcealmentRule {
                light: 20,
                half: 20,
                heavy: 20,
                nine_tenths: 20,
                total: 50,
                torch: 0,
            },
            iterations: Iterations::Single,
            higher_ground: 0,
            two_weapons: None,
            unarmed: UnarmedRule::Ordinary,
            secondary: 0,
            sneak_range: None,
            blocks: BlockRules::default(),
            objects: Default::default(),
            unwieldy: None,
            finding: None,
            hurl: None,
        }
    }

    fn judged(
        critical: Critical,
        needed: i32,
        threat: u8,
        natural: i32,
        bonus: i32,
    ) -> (AttackOutcome, Severity) {
        let terms = Terms {
            needed,
            threat,
            immune: false,
            exposed: false,
        };
        judge(&rules(critical), terms, natural, natural + bonus)
    }

    use crate::rules::attack::Critical::*;
    use AttackOutcome::*;
    use Severity::{Ordinary, Threat};

    #[test]
    fn a_natural_1_misses_and_a_natural_20_hits_whatever_the_total() {
        assert_eq!(
            judged(ConfirmThenMultiply, 12, 20, 1, 15),
            (AutomaticMiss, Ordinary)
        );
        assert_eq!(
            judged(ConfirmThenMultiply, 35, 20, 20, 0),
            (AutomaticHit, Threat)
        );
    }

    #[test]
    fn a_wider_range_threatens_only_if_it_hits() {
        // Rapier 18-20, +4 against 23.
        assert_eq!(judged(ConfirmThenMultiply, 23, 18, 18, 4), (Miss, Ordinary));
        assert_eq!(judged(ConfirmThenMultiply, 23, 18, 19, 4), (Hit, Threat));
    }

    #[test]
    fn every_number_of_the_range_hits_where_criticals_are_maximal() {
        assert_eq!(
            judged(MaximumOnBeatingDefence, 17, 19, 19, 6),
            (AutomaticHit, Severity::Critical)
        );
        assert_eq!(
            judged(MaximumOnBeatingDefence, 25, 18, 18, 2),
            (AutomaticHit, Ordinary)
        );
        assert_eq!(
            judged(MaximumOnBeatingDefence, 25, 18, 17, 2),
            (Miss, Ordinary)
        );
    }

    #[test]
    fn against_the_exposed_every_hit_is_critical_and_against_the_immune_none_is() {
        let mut terms = Terms {
            needed: 9,
            threat: 20,
            immune: false,
            exposed: true,
        };
        let rules = rules(MaximumOnBeatingDefence);
        assert_eq!(judge(&rules, terms, 8, 9), (Hit, Severity::Critical));
        assert_eq!(judge(&rules, terms, 7, 8), (Miss, Ordinary));
        terms.immune = true;
        assert_eq!(judge(&rules, terms, 20, 21), (AutomaticHit, Ordinary));
    }

    #[test]
    fn confirmation_is_another_attack_roll() {
        assert!(confirms(12, 17, 17, None));
        assert!(!confirms(11, 16, 17, None));
        assert!(confirms(20, 20, 40, None));
        assert!(!confirms(1, 30, 17, None));
    }

    #[test]
    fn the_defence_already_made_counts_for_the_confirmation() {
        assert!(confirms(11, 15, 10, Some(15)));
        assert!(!confirms(10, 14, 10, Some(15)));
    }
}
