//! "Did you mean": the nearest valid name, if it is near enough to be worth saying.

/// Most characters of a name that is compared with others.
const LONGEST: usize = 100;

/// The candidate most like `given`; `None` if none is close. Case, and `-` or blanks in place of
/// `_`, cost nothing; otherwise about one slip in three characters is forgiven.
pub fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let plain = normal(given);
    let length = plain.chars().count();
    let forgiven = (length / 3).max(1);
    // Letters that are missing or too many are slips as well.
    let near = |candidate: &&str| candidate.chars().count().abs_diff(length) <= forgiven;
    if length > LONGEST {
        return None;
    }
    candidates
        .into_iter()
        .filter(near)
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&plain, &normal(candidate)),
                candidate,
            )
        })
        .filter(|(slips, candidate)| *slips <= forgiven && *slips < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

fn normal(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEAPONS: [&str; 4] = ["longspear", "longsword", "short_sword", "bow"];

    #[test]
    fn slips_are_forgiven() {
        assert_eq!(nearest("longsowrd", WEAPONS).as_deref(), Some("longsword"));
        assert_eq!(
            nearest("Short Sword", WEAPONS).as_deref(),
            Some("short_sword")
        );
        assert_eq!(
            nearest("shortsword", WEAPONS).as_deref(),
            Some("short_sword")
        );
    }

    #[test]
    fn strangers_are_not_suggested() {
        assert_eq!(nearest("halberd", WEAPONS), None);
        assert_eq!(nearest("xyz", WEAPONS), None);
        assert_eq!(nearest("", WEAPONS), None);
    }
}
