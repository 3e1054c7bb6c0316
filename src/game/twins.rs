//! What tells combatants of one kind apart.

use crate::combat::View;
use crate::combat::contract::CombatantView;

/// What tells a combatant from others of its kind on its side: its number, or as many of its first
/// letters as are its own. Nothing for one that is alone of its kind.
pub fn twin(view: &View, who: &CombatantView) -> String {
    let alike = view.combatants.iter();
    let alike = alike.filter(|other| other.monster == who.monster && other.side == who.side);
    let others: Vec<_> = alike.filter(|other| other.seat != who.seat).collect();
    if others.is_empty() {
        return String::new();
    }
    let last = who.name.rsplit(' ').next().unwrap_or_default();
    if last.chars().all(|letter| letter.is_ascii_digit()) {
        return last.to_owned();
    }
    let first = |name: &str, count: usize| name.chars().take(count).collect::<String>();
    let own = |count: &usize| {
        let mark = first(&who.name, *count);
        others
            .iter()
            .all(|other| first(&other.name, *count) != mark)
    };
    let count = (1..4).find(own).unwrap_or(3);
    first(&who.name, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    #[test]
    fn twins_are_told_apart() {
        let (_, mut shown) = table(&Scene::new(ruleset("classic_d20"), &["A...b.", "..b..."]));
        for (who, name) in shown
            .view
            .combatants
            .iter_mut()
            .zip(["Ada", "Goblin 1", "Goblin 2"])
        {
            (who.name, who.monster) = (name.into(), None);
        }
        let marks =
            |view: &View| -> Vec<_> { view.combatants.iter().map(|who| twin(view, who)).collect() };
        assert_eq!(marks(&shown.view), ["", "1", "2"]);
        shown.view.combatants[1].name = "Brand".into();
        shown.view.combatants[2].name = "Bryn".into();
        assert_eq!(marks(&shown.view), ["", "Bra", "Bry"]);
    }
}
