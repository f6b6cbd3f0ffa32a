//! The names that somebody may have meant who wrote one that is not there.

use strsim::damerau_levenshtein;

/// How many names are suggested.
const MOST_SUGGESTIONS: usize = 3;
/// Names of at least this length are also found by a part of them.
const SHORTEST_PART: usize = 3;

/// The candidates nearest to a name, nearest first, at most three. Names are compared from their last part backwards, so
/// that `Foo.qq` is near `casestudies.Foo.q`, without regard to case and to the characters between parts (`.`, `/`, `$`).
/// Right names in a wrong class or package come after misspelt ones.
pub fn nearest_names<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let wanted = parts(name);
    let mut ranked: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&wanted, &parts(candidate))?, candidate)))
        .collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().take(MOST_SUGGESTIONS).map(|(_, candidate)| candidate.to_owned()).collect()
}

/// The parts of a name, last one first.
fn parts(name: &str) -> Vec<String> {
    name.to_lowercase().rsplit(['.', '/', '$']).map(str::to_owned).collect()
}

/// How far a candidate is from what was wanted; none when it is too far to be meant.
fn distance(wanted: &[String], candidate: &[String]) -> Option<usize> {
    let last = part_distance(wanted.first()?, candidate.first()?)?;
    // A part too many or too far from its counterpart costs as much as a name found by a part of it.
    let others = wanted.iter().skip(1).enumerate().map(|(index, part)| {
        let counterpart = candidate.get(index + 1);
        counterpart.and_then(|counterpart| part_distance(part, counterpart)).unwrap_or(5)
    });
    Some(last + others.sum::<usize>())
}

fn part_distance(wanted: &str, candidate: &str) -> Option<usize> {
    let length = wanted.chars().count();
    let distance = damerau_levenshtein(wanted, candidate);
    if length == 0 {
        None
    } else if distance <= length.max(candidate.chars().count()).max(3) / 3 && distance < length.max(2) {
        Some(distance)
    } else if length >= SHORTEST_PART && candidate.contains(wanted) {
        Some(5)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 8] = [
        "casestudies.Foo.q",
        "casestudies.Foo.m1",
        "casestudies.Foo.m2",
        "casestudies.R.gcd",
        "casestudies.R.simplify",
        "casestudies.R.simp3",
        "fixtures.Shapes$Circle",
        "fixtures.SearchTree",
    ];

    #[track_caller]
    fn check(name: &str, expected: &[&str]) {
        assert_eq!(nearest_names(name, NAMES), expected, "{name}");
    }

    #[test]
    fn misspelt_names_are_found() {
        check("gdc", &["casestudies.R.gcd"]);
        check("Foo.m3", &["casestudies.Foo.m1", "casestudies.Foo.m2"]);
        check("casestudies.R.simplfy", &["casestudies.R.simplify"]);
        check("GCD", &["casestudies.R.gcd"]);
    }

    #[test]
    fn names_are_found_whatever_stands_between_their_parts() {
        check("fixtures/SearchTre", &["fixtures.SearchTree"]);
        check("Shapes.Circle", &["fixtures.Shapes$Circle"]);
    }

    #[test]
    fn names_in_a_wrong_class_are_found() {
        check("Foo.gcd", &["casestudies.R.gcd"]);
        check("casestudie.Foo.q", &["casestudies.Foo.q"]);
    }

    #[test]
    fn names_are_found_by_a_part() {
        check("tree", &["fixtures.SearchTree"]);
    }

    #[test]
    fn strangers_are_not_suggested() {
        check("completelyDifferent", &[]);
        check("", &[]);
        check("x", &["casestudies.Foo.q"]);
    }
}
