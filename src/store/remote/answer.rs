//! What services of caches on other machines answer: packs that they have, or why there is no answer.

use super::pack::PackName;

/// The most packs that are listed. Older ones are as if they were not there, but for who removes them.
pub(super) const MOST_PACKS: usize = 20_000;

/// A pack that a service has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) name: PackName,
    /// When it was written, or a reader last said that it was of use, in milliseconds of Unix time.
    pub(super) used: u64,
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// There is no such object, or not as its name says: another process has removed it.
    Gone,
    /// The service did not do it, in one line without secrets.
    Failed(String),
}

/// Milliseconds of Unix time.
pub(super) fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The most characters of what a service says.
const LONGEST_REASON: usize = 240;

/// What a service says of a failure, as one line in which URLs have no users, passwords and queries.
pub(super) fn reason(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let secretive = word.split_once("://").map(|(scheme, rest)| {
            let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
            format!("{scheme}://{}", rest.split(['?', '#']).next().unwrap_or_default())
        });
        secretive.unwrap_or_else(|| word.to_owned())
    });
    let line = words.collect::<Vec<String>>().join(" ");
    line.chars().filter(|character| !character.is_control()).take(LONGEST_REASON).collect()
}
