//! What the panels of a comparison show, in numbers and colours.

use crate::art::palette::{self, BRASS, INK, Ink, PAPER_DARK, SHALLOWS, STONE, WOOD};
use crate::cli::compare::Comparison;
use crate::cli::compare::account::{Account, ENDS, SideAccount, percent};

/// The colours of what ends a battle, in the order of [`ENDS`].
const END_INKS: [Ink; ENDS.len()] = [BRASS, WOOD, SHALLOWS, INK, STONE];

/// One figure under every rule system.
pub(super) struct Panel {
    pub title: &'static str,
    /// What the colours mean.
    pub legend: Vec<(String, Ink)>,
    /// Where the scale ends, and what stands behind its numbers.
    pub most: f64,
    pub unit: &'static str,
    /// The lanes of each rule system, in the order of the accounts.
    pub rows: Vec<Vec<Lane>>,
}

/// Bars in a line.
#[derive(Default)]
pub(super) struct Lane {
    pub bars: Vec<Bar>,
    /// A value to be marked.
    pub mark: Option<f64>,
    /// What stands behind the last bar.
    pub said: String,
}

/// One bar.
pub(super) struct Bar {
    pub from: f64,
    pub to: f64,
    pub ink: Ink,
    /// What stands in it.
    pub said: String,
}

impl Lane {
    /// Bars one behind the other; each with its length, its colour and what stands in it.
    fn stacked(bars: impl IntoIterator<Item = (f64, Ink, String)>, said: String) -> Self {
        let mut lane = Self {
            said,
            ..Self::default()
        };
        let mut from = 0.0;
        for (length, ink, said) in bars.into_iter().filter(|bar| bar.0 > 0.0) {
            let to = from + length;
            lane.bars.push(Bar {
                from,
                to,
                ink,
                said,
            });
            from = to;
        }
        lane
    }

    fn end(&self) -> f64 {
        self.bars.last().map_or(0.0, |bar| bar.to)
    }
}

/// The panels in the order of reading.
pub(super) fn all(comparison: &Comparison) -> Vec<Panel> {
    let accounts = comparison.accounts.as_slice();
    vec![
        winners(accounts),
        ends(accounts),
        rounds(accounts),
        hits(accounts),
        opportunities(accounts),
        deaths(accounts),
    ]
}

fn winners(accounts: &[Account]) -> Panel {
    let mut legend = sides(accounts);
    if accounts.iter().any(|account| account.draws.all() > 0) {
        legend.push(("draws".to_owned(), STONE));
    }
    let row = |account: &Account| {
        let wins = each(account, |side| side.wins.all());
        let draws = (account.draws.all(), STONE);
        let bars = wins.into_iter().chain([draws]);
        vec![shares(bars, account.battles)]
    };
    Panel {
        title: "Who wins",
        legend,
        most: 100.0,
        unit: " %",
        rows: accounts.iter().map(row).collect(),
    }
}

fn ends(accounts: &[Account]) -> Panel {
    let occurred = |end: &usize| accounts.iter().any(|account| account.ended(*end) > 0);
    let legend = (0..ENDS.len()).filter(occurred);
    let row = |account: &Account| {
        let bars = END_INKS.iter().enumerate();
        let bars = bars.map(|(end, ink)| (account.ended(end), *ink));
        vec![shares(bars, account.battles)]
    };
    Panel {
        title: "What decides",
        legend: legend
            .map(|end| (ENDS[end].1.to_owned(), END_INKS[end]))
            .collect(),
        most: 100.0,
        unit: " %",
        rows: accounts.iter().map(row).collect(),
    }
}

fn rounds(accounts: &[Account]) -> Panel {
    let row = |account: &Account| {
        let [fewest, median, most] = account.rounds;
        vec![Lane {
            bars: vec![Bar {
                from: fewest.into(),
                to: most.into(),
                ink: BRASS,
                said: String::new(),
            }],
            mark: Some(median.into()),
            said: median.to_string(),
        }]
    };
    Panel {
        title: "Rounds",
        legend: vec![
            ("fewest to most".to_owned(), BRASS),
            ("median".to_owned(), INK),
        ],
        unit: "",
        ..scaled(accounts.iter().map(row).collect())
    }
}

fn hits(accounts: &[Account]) -> Panel {
    let row = |account: &Account| {
        let lane = |(i, side): (usize, &SideAccount)| {
            let share = percent(side.figures.hits, side.figures.attacks);
            let bar = (share.unwrap_or(0.0), palette::side(i), String::new());
            let said =
                share.map_or_else(|| "no attacks".to_owned(), |share| format!("{share:.0} %"));
            Lane::stacked([bar], said)
        };
        account.sides.iter().enumerate().map(lane).collect()
    };
    Panel {
        title: "Attacks that hit",
        legend: sides(accounts),
        most: 100.0,
        unit: " %",
        rows: accounts.iter().map(row).collect(),
    }
}

fn opportunities(accounts: &[Account]) -> Panel {
    let row = |account: &Account| {
        let (offered, made) = account.opportunities();
        let taken = each(account, |side| side.figures.opportunities_taken);
        let passed = (offered.saturating_sub(made), PAPER_DARK);
        let bars = taken.into_iter().chain([passed]);
        let bars = bars.map(|(count, ink)| (account.mean(count), ink, String::new()));
        let said = format!("{:.1} of {:.1}", account.mean(made), account.mean(offered));
        vec![Lane::stacked(bars, said)]
    };
    let mut legend = sides(accounts);
    legend.push(("passed up".to_owned(), PAPER_DARK));
    Panel {
        title: "Attacks of opportunity a battle",
        legend,
        unit: "",
        ..scaled(accounts.iter().map(row).collect())
    }
}

fn deaths(accounts: &[Account]) -> Panel {
    let row = |account: &Account| {
        let died = each(account, |side| side.figures.deaths);
        let all: u32 = died.iter().map(|(count, _)| count).sum();
        let bars = died.into_iter().map(|(count, ink)| {
            let mean = account.mean(count);
            (mean, ink, format!("{mean:.1}"))
        });
        vec![Lane::stacked(bars, format!("{:.1}", account.mean(all)))]
    };
    Panel {
        title: "Deaths a battle",
        legend: sides(accounts),
        unit: "",
        ..scaled(accounts.iter().map(row).collect())
    }
}

/// A count of each side, with the side's colour.
fn each(account: &Account, count: impl Fn(&SideAccount) -> u32) -> Vec<(u32, Ink)> {
    let sides = account.sides.iter().enumerate();
    sides
        .map(|(i, side)| (count(side), palette::side(i)))
        .collect()
}

/// Parts of a whole, one behind the other.
fn shares(parts: impl IntoIterator<Item = (u32, Ink)>, whole: u32) -> Lane {
    let bars = parts.into_iter().map(|(part, ink)| {
        let share = percent(part, whole).unwrap_or(0.0);
        (share, ink, format!("{share:.0}"))
    });
    Lane::stacked(bars, String::new())
}

fn sides(accounts: &[Account]) -> Vec<(String, Ink)> {
    let sides = accounts.first().map_or(&[][..], |account| &account.sides);
    let sides = sides.iter().enumerate();
    sides
        .map(|(i, side)| (side.name.clone(), palette::side(i)))
        .collect()
}

/// A panel whose scale has room for the longest lane and what is said behind it.
fn scaled(rows: Vec<Vec<Lane>>) -> Panel {
    let ends = rows.iter().flatten().map(Lane::end);
    Panel {
        title: "",
        legend: Vec::new(),
        most: (ends.fold(0.0, f64::max) * 1.25).max(1.0),
        unit: "",
        rows,
    }
}
