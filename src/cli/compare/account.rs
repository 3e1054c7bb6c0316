//! What came of the battles of one level under one rule system, in numbers.

use crate::ai::SideFigures;
use crate::cli::sim::{Fought, rounds};
use crate::combat::contract::EndReason;
use crate::content::LevelDef;

/// What can end a battle, and what a table calls it.
pub(super) const ENDS: [(EndReason, &str); 5] = [
    (EndReason::Objective, "by the goal"),
    (EndReason::Defeat, "by defeat"),
    (EndReason::Surrender, "by surrender"),
    (EndReason::MutualDestruction, "as all fall"),
    (EndReason::Stalemate, "as time runs out"),
];

/// Battles by what ended them, in the order of [`ENDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends([u32; ENDS.len()]);

impl Ends {
    /// Of battles that ended for these reasons.
    pub fn of(reasons: impl Iterator<Item = EndReason>) -> Self {
        let mut ends = Self::default();
        for reason in reasons {
            for (count, (end, _)) in ends.0.iter_mut().zip(ENDS) {
                *count += u32::from(end == reason);
            }
        }
        ends
    }

    /// How many ended in the way at this place.
    pub fn at(&self, end: usize) -> u32 {
        self.0.get(end).copied().unwrap_or(0)
    }

    /// However they ended.
    pub fn all(&self) -> u32 {
        self.0.iter().sum()
    }
}

/// The battles under one rule system.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Account {
    /// The rule system by name.
    pub rules: String,
    pub battles: u32,
    pub sides: Vec<SideAccount>,
    /// Battles without a winner.
    pub draws: Ends,
    /// Fewest, median and most.
    pub rounds: [u16; 3],
}

/// One side in these battles.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SideAccount {
    pub name: String,
    pub wins: Ends,
    /// Of all battles together.
    pub figures: SideFigures,
}

impl Account {
    /// Adds the battles up.
    pub fn of(rules: &str, level: &LevelDef, fought: &[Fought]) -> Self {
        let won = |side: Option<&String>| {
            let won = fought.iter().filter(|one| one.winner.as_ref() == side);
            Ends::of(won.map(|one| one.reason))
        };
        let sides = level.sides.iter().enumerate().map(|(i, side)| {
            let mut figures = SideFigures::default();
            for one in fought.iter().filter_map(|one| one.figures.sides.get(i)) {
                figures += *one;
            }
            SideAccount {
                name: side.name.clone(),
                wins: won(Some(&side.id)),
                figures,
            }
        });
        Self {
            rules: rules.to_owned(),
            battles: u32::try_from(fought.len()).unwrap_or(u32::MAX),
            sides: sides.collect(),
            draws: won(None),
            rounds: rounds(fought).unwrap_or_default(),
        }
    }

    /// How many battles ended in the way at this place, no matter which side won.
    pub fn ended(&self, end: usize) -> u32 {
        let wins = self.sides.iter().map(|side| side.wins.at(end));
        wins.sum::<u32>() + self.draws.at(end)
    }

    /// Attacks of opportunity: offered, and made.
    pub fn opportunities(&self) -> (u32, u32) {
        let of = |count: fn(&SideFigures) -> u32| {
            let counts = self.sides.iter().map(|side| count(&side.figures));
            counts.sum()
        };
        (
            of(|figures| figures.opportunities_given),
            of(|figures| figures.opportunities_taken),
        )
    }

    /// So many in all battles, for one battle.
    pub fn mean(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.battles.max(1))
    }
}

/// A part in percent; `None` of nothing.
pub(super) fn percent(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| 100.0 * f64::from(part) / f64::from(whole))
}

/// The table: a column for each rule system, a line for each figure. All accounts are of one level.
pub(super) fn lines(accounts: &[Account]) -> Vec<Vec<String>> {
    let mut table = Lines {
        accounts,
        lines: Vec::new(),
    };
    table.line("", |account| account.rules.clone());
    let names = accounts.first().map_or(&[][..], |account| &account.sides);
    for (i, side) in names.iter().enumerate() {
        table.shares(&format!("won by {}", side.name), |account| {
            account.sides[i].wins.all()
        });
        for (end, (_, told)) in ENDS.iter().enumerate() {
            let of = |account: &Account| account.sides[i].wins.at(end);
            if accounts.iter().any(|account| of(account) > 0) {
                table.shares(&format!("  {told}"), of);
            }
        }
    }
    table.shares("draws", |account| account.draws.all());
    for (end, (_, told)) in ENDS.iter().enumerate() {
        let of = |account: &Account| account.draws.at(end);
        if accounts.iter().any(|account| of(account) > 0) {
            table.shares(&format!("  {told}"), of);
        }
    }
    table.line("rounds, median", |account| account.rounds[1].to_string());
    table.line("  fewest to most", |account| {
        format!("{} to {}", account.rounds[0], account.rounds[2])
    });
    for (i, side) in names.iter().enumerate() {
        table.line(&format!("hits of {}", side.name), |account| {
            let figures = account.sides[i].figures;
            share(figures.hits, figures.attacks)
        });
    }
    table.line("attacks of opportunity a battle", |account| {
        format!("{:.1}", account.mean(account.opportunities().1))
    });
    table.line("  of those offered", |account| {
        let (offered, made) = account.opportunities();
        share(made, offered)
    });
    for (i, side) in names.iter().enumerate() {
        table.line(&format!("deaths a battle, {}", side.name), |account| {
            format!("{:.1}", account.mean(account.sides[i].figures.deaths))
        });
    }
    table.lines
}

/// A table under way.
struct Lines<'a> {
    accounts: &'a [Account],
    lines: Vec<Vec<String>>,
}

impl Lines<'_> {
    fn line(&mut self, title: &str, cell: impl Fn(&Account) -> String) {
        let cells = self.accounts.iter().map(cell);
        self.lines
            .push([title.to_owned()].into_iter().chain(cells).collect());
    }

    /// A line of parts of all battles.
    fn shares(&mut self, title: &str, count: impl Fn(&Account) -> u32) {
        self.line(title, |account| share(count(account), account.battles));
    }
}

fn share(part: u32, whole: u32) -> String {
    percent(part, whole).map_or_else(|| "–".to_owned(), |share| format!("{share:.0} %"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ai::Profile;
    use crate::cli::sim::{Bout, Series};
    use crate::content::{Catalogue, data_root};

    fn fast(catalogue: &Arc<Catalogue>, level: &str, system: &str) -> Account {
        let level = catalogue.levels.by_name(level).expect("a level");
        let rules = catalogue.ruleset(system).expect("a system");
        let mind = Profile::named("fast").expect("a player");
        let minds = vec![mind; level.sides.len()];
        let bout = Bout {
            catalogue,
            rules,
            level,
            minds: &minds,
            seed: 3,
        };
        let fought = Series::new(6, 1, None, true).and_then(|series| series.play(bout));
        let Ok(fought) = fought else {
            panic!("the battles come to an end")
        };
        Account::of(&rules.policies.name, level, &fought)
    }

    #[test]
    fn the_figures_of_a_seeded_run_add_up_and_are_the_same_again() {
        let root = data_root(None).expect("the assets are here");
        let catalogue = Arc::new(Catalogue::load(&root).expect("the assets are sound"));
        for (level, system) in [("training_ground", "classic_d20"), ("strand", "amorphous")] {
            let account = fast(&catalogue, level, system);
            let wins: u32 = account.sides.iter().map(|side| side.wins.all()).sum();
            assert_eq!(wins + account.draws.all(), 6);
            let ended: u32 = (0..ENDS.len()).map(|end| account.ended(end)).sum();
            assert_eq!(ended, 6);
            for side in &account.sides {
                assert!(side.figures.attacks > 0 && side.figures.hits <= side.figures.attacks);
                assert!(side.figures.kills <= side.figures.felled);
            }
            let (offered, made) = account.opportunities();
            assert!(made <= offered);
            let [fewest, median, most] = account.rounds;
            assert!(0 < fewest && fewest <= median && median <= most);
            assert_eq!(account, fast(&catalogue, level, system));
        }
    }

    #[test]
    fn only_ends_that_occurred_have_a_line() {
        let ends = |reasons: &[EndReason]| Ends::of(reasons.iter().copied());
        let side = |name: &str, wins: Ends, attacks: u32, hits: u32| SideAccount {
            name: name.to_owned(),
            wins,
            figures: SideFigures {
                attacks,
                hits,
                deaths: 6,
                opportunities_given: 4,
                opportunities_taken: 3,
                ..SideFigures::default()
            },
        };
        let account = Account {
            rules: "Classic d20".to_owned(),
            battles: 4,
            sides: vec![
                side(
                    "Millers",
                    ends(&[EndReason::Objective, EndReason::Defeat]),
                    8,
                    6,
                ),
                side("Wolves", ends(&[EndReason::Defeat]), 0, 0),
            ],
            draws: ends(&[EndReason::Stalemate]),
            rounds: [2, 5, 200],
        };
        let told: Vec<String> = lines(&[account]).iter().map(|l| l.join(": ")).collect();
        assert_eq!(
            told,
            [
                ": Classic d20",
                "won by Millers: 50 %",
                "  by the goal: 25 %",
                "  by defeat: 25 %",
                "won by Wolves: 25 %",
                "  by defeat: 25 %",
                "draws: 25 %",
                "  as time runs out: 25 %",
                "rounds, median: 5",
                "  fewest to most: 2 to 200",
                "hits of Millers: 75 %",
                "hits of Wolves: –",
                "attacks of opportunity a battle: 1.5",
                "  of those offered: 75 %",
                "deaths a battle, Millers: 1.5",
                "deaths a battle, Wolves: 1.5",
            ]
        );
    }
}
