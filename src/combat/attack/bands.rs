//! The bands of an attack's natural die: what misses and what hits whatever the total, what threatens
//! and what is critical. Resolution and odds read nothing else.

use crate::combat::checks;
use crate::combat::contract::AttackOutcome;
use crate::rules::{AttackRules, Critical, Edge};

/// The best natural result.
const BEST: i32 = 20;
/// Beyond every natural result.
const NEVER: i32 = BEST + 1;

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

/// What the natural results of an attack roll mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bands {
    /// What is added to the natural result.
    pub bonus: i32,
    /// The total to reach.
    pub needed: i32,
    /// Up to this natural result it misses whatever the total.
    pub misses_to: i32,
    /// From this one on it hits whatever the total.
    pub certain_from: i32,
    /// From this one on a hit may be critical: a second roll decides.
    pub threatens_from: i32,
    /// From this one on a hit is critical.
    pub critical_from: i32,
    /// From this one on a second roll confirms whatever its total.
    pub confirms_from: i32,
}

impl Bands {
    /// The bands of an attack with this bonus against this number. `threat`: the weapon's lowest
    /// natural result that threatens.
    pub fn of(rules: &AttackRules, bonus: i32, needed: i32, threat: u8) -> Self {
        let threat = i32::from(threat);
        let (certain_from, threatens_from, critical_from) = match rules.critical {
            Critical::ConfirmThenMultiply => (BEST, threat, NEVER),
            Critical::ConfirmInRange => (threat.min(BEST), threat, NEVER),
            Critical::MaximumOnBeatingDefence => {
                (threat.min(BEST), NEVER, threat.max(needed - bonus))
            }
        };
        Self {
            bonus,
            needed,
            misses_to: i32::from(rules.natural_one_misses),
            certain_from,
            threatens_from,
            critical_from,
            confirms_from: match rules.critical {
                Critical::ConfirmInRange => certain_from,
                Critical::ConfirmThenMultiply | Critical::MaximumOnBeatingDefence => BEST,
            },
        }
    }

    /// The same where natural results from this one on hit whatever the total, without a threat.
    pub fn touching(self, hits_from: u8) -> Self {
        let hits_from = i32::from(hits_from);
        Self {
            certain_from: self.certain_from.min(hits_from),
            confirms_from: self.confirms_from.min(hits_from),
            ..self
        }
    }

    /// The same where natural results up to this one miss whatever the total.
    pub fn concealed(self, misses_to: u8) -> Self {
        Self {
            misses_to: self.misses_to.max(i32::from(misses_to)),
            ..self
        }
    }

    /// The same where no hit is critical.
    pub fn harmless(self) -> Self {
        Self {
            threatens_from: NEVER,
            critical_from: NEVER,
            ..self
        }
    }

    /// The same where every hit is critical.
    pub fn exposed(self) -> Self {
        Self {
            critical_from: 1,
            ..self
        }
    }

    /// What a natural result does.
    pub fn outcome(&self, natural: i32) -> AttackOutcome {
        if natural <= self.misses_to {
            AttackOutcome::AutomaticMiss
        } else if natural >= self.certain_from {
            AttackOutcome::AutomaticHit
        } else if natural + self.bonus >= self.needed {
            AttackOutcome::Hit
        } else {
            AttackOutcome::Miss
        }
    }

    /// Whether a natural result hits, whatever stops the attack afterwards.
    pub fn hits(&self, natural: i32) -> bool {
        self.outcome(natural).hits()
    }

    /// How critical a natural result is.
    pub fn severity(&self, natural: i32) -> Severity {
        if !self.hits(natural) {
            Severity::Ordinary
        } else if natural >= self.critical_from {
            Severity::Critical
        } else if natural >= self.threatens_from {
            Severity::Threat
        } else {
            Severity::Ordinary
        }
    }

    /// Whether the natural result of a second roll makes a threat a critical hit. `answered`: the best
    /// result with which the target defended itself against the attack, which it keeps.
    pub fn confirms(&self, natural: i32, answered: Option<i32>) -> bool {
        natural >= self.confirms_at(answered)
    }

    /// How many natural results do so.
    pub fn confirmed_by(&self, answered: Option<i32>) -> i32 {
        (BEST + 1 - self.confirms_at(answered).max(1)).max(0)
    }

    /// The lowest that does.
    fn confirms_at(&self, answered: Option<i32>) -> i32 {
        let needed = answered.map_or(self.needed, |answered| answered.max(self.needed));
        let by_total = needed.saturating_sub(self.bonus);
        self.confirms_from.min(by_total).max(self.misses_to + 1)
    }

    /// The chance of a hit.
    pub fn chance(&self, edge: Edge) -> f64 {
        let chances = checks::naturals(edge);
        let naturals = (1..=BEST).zip(&chances[1..]);
        let hits = naturals.filter(|(natural, _)| self.hits(*natural));
        hits.map(|(_, chance)| chance).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
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
            cover: CoverRule::Single {
                bonus: 4,
                edges: false,
            },
            touch: Default::default(),
            aims_at_unseen: Default::default(),
            concealment: ConcealmentRule {
                die: Default::default(),
                light: 20,
                half: 20,
                heavy: 20,
                nine_tenths: 20,
                total: 50,
                torch: 0,
                by_lines: false,
                dim: 0,
                squares: Default::default(),
            },
            iterations: Iterations::Single,
            trades_first: false,
            higher_ground: 0,
            two_weapons: None,
            unarmed: UnarmedRule::Ordinary,
            secondary: 0,
            sneak_range: None,
            blocks: BlockRules::default(),
            objects: Default::default(),
            strong_bow: 0,
            unwieldy: None,
            finding: None,
            hurl: None,
            cramped: None,
            improvised: 0,
        }
    }

    fn judged(
        critical: Critical,
        needed: i32,
        threat: u8,
        natural: i32,
        bonus: i32,
    ) -> (AttackOutcome, Severity) {
        judge(Bands::of(&rules(critical), bonus, needed, threat), natural)
    }

    fn judge(bands: Bands, natural: i32) -> (AttackOutcome, Severity) {
        (bands.outcome(natural), bands.severity(natural))
    }

    use crate::rules::attack::Critical::*;
    use AttackOutcome::*;
    use Severity::{Ordinary, Threat};

    #[test]
    fn as_many_second_rolls_confirm_as_are_counted_one_by_one() {
        for critical in [ConfirmThenMultiply, ConfirmInRange] {
            for (bonus, needed, threat) in (-9..30).flat_map(|b| [(b, 15, 18), (b, 30, 20)]) {
                let bands = Bands::of(&rules(critical), bonus, needed, threat);
                for bands in [bands, bands.touching(17), bands.concealed(10)] {
                    for answered in [None, Some(12), Some(25)] {
                        let one_by_one = (1..=BEST).filter(|n| bands.confirms(*n, answered));
                        assert_eq!(bands.confirmed_by(answered), one_by_one.count() as i32);
                    }
                }
            }
        }
    }

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
        let bands = Bands::of(&rules(MaximumOnBeatingDefence), 1, 9, 20);
        assert_eq!(judge(bands.exposed(), 8), (Hit, Severity::Critical));
        assert_eq!(judge(bands.exposed(), 7), (Miss, Ordinary));
        let immune = bands.exposed().harmless();
        assert_eq!(judge(immune, 20), (AutomaticHit, Ordinary));
    }

    #[test]
    fn confirmation_is_another_attack_roll() {
        let against = |needed| Bands::of(&rules(ConfirmThenMultiply), 5, needed, 20);
        assert!(against(17).confirms(12, None));
        assert!(!against(17).confirms(11, None));
        assert!(against(40).confirms(20, None));
        assert!(!against(5).confirms(1, None));
    }

    #[test]
    fn every_number_of_the_range_hits_and_confirms_where_the_range_decides() {
        assert_eq!(judged(ConfirmInRange, 40, 18, 17, 0), (Miss, Ordinary));
        assert_eq!(
            judged(ConfirmInRange, 40, 18, 18, 0),
            (AutomaticHit, Threat)
        );
        let bands = Bands::of(&rules(ConfirmInRange), 5, 30, 19);
        assert!(bands.confirms(19, None) && !bands.confirms(18, None));
    }

    #[test]
    fn a_touch_hits_and_confirms_from_its_number_on_and_threatens_in_its_range() {
        let bands = Bands::of(&rules(ConfirmInRange), 0, 40, 20).touching(17);
        assert_eq!(judge(bands, 16), (Miss, Ordinary));
        assert_eq!(judge(bands, 17), (AutomaticHit, Ordinary));
        assert_eq!(judge(bands, 20), (AutomaticHit, Threat));
        assert!(bands.confirms(17, None) && !bands.confirms(16, None));
    }

    #[test]
    fn concealment_lets_low_results_miss_in_both_rolls() {
        let bands = Bands::of(&rules(ConfirmInRange), 20, 15, 20).concealed(6);
        assert_eq!(judge(bands, 6), (AutomaticMiss, Ordinary));
        assert_eq!(judge(bands, 7), (Hit, Ordinary));
        assert!(bands.confirms(7, None) && !bands.confirms(6, None));
    }

    #[test]
    fn the_defence_already_made_counts_for_the_confirmation() {
        let bands = Bands::of(&rules(ConfirmThenMultiply), 4, 10, 20);
        assert!(bands.confirms(11, Some(15)));
        assert!(!bands.confirms(10, Some(15)));
    }
}
