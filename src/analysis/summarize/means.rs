//! What a run may use for the methods that it is asked for, and that this was not enough for the next round of one. It is kept beside the
//! summaries: a run that may use no more for as many does not begin again what it would not end, and says the same.

use crate::session::Job;
use crate::store::{Key, Store, StoreError, decode, encode};
use blake3::Hasher;
use serde::{Deserialize, Serialize};

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Means {
    milliseconds: u64,
    memory: u64,
    jobs: u64,
    /// The methods that share it.
    methods: u64,
}

impl Means {
    /// Of a job that asks for so many methods.
    pub(super) fn of(job: &Job, methods: usize) -> Means {
        Means {
            milliseconds: job.timeout.map_or(u64::MAX, |timeout| timeout.as_millis() as u64),
            memory: job.memory.unwrap_or(u64::MAX),
            jobs: job.jobs.max(1) as u64,
            methods: methods as u64,
        }
    }

    /// Whether a run that could use as much, for no more methods, was ended before it had a summary for this key.
    pub(super) fn were_not_enough(&self, store: &Store, key: &Key) -> bool {
        // What cannot be read costs a round and no answer.
        let known = store.get(&note_of(key)).ok().flatten();
        known.and_then(|bytes| decode(&bytes).ok()).is_some_and(|known: Means| {
            let has_no_more =
                self.milliseconds <= known.milliseconds && self.memory <= known.memory && self.jobs <= known.jobs;
            has_no_more && self.methods >= known.methods
        })
    }

    /// Notes that this run was ended before it had a summary for this key.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(super) fn note(&self, store: &Store, key: &Key) -> Result<(), StoreError> {
        // A few numbers can be encoded.
        encode(self).map_or(Ok(()), |bytes| store.put(&note_of(key), &bytes))
    }
}

/// Where the note on a summary is kept.
fn note_of(key: &Key) -> Key {
    let mut hasher = Hasher::new();
    hasher.update(b"not enough for");
    hasher.update(&key.0);
    Key(*hasher.finalize().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_enough_is_not_for_whoever_has_less_and_may_be_for_whoever_has_more() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let (key, other) = (Key([1; 32]), Key([2; 32]));
        let means = Means { milliseconds: 1000, memory: 1 << 30, jobs: 2, methods: 5 };
        assert!(!means.were_not_enough(&store, &key));
        means.note(&store, &key).unwrap();
        assert!(means.were_not_enough(&store, &key));
        assert!(!means.were_not_enough(&store, &other));
        assert!(Means { milliseconds: 900, memory: 1 << 20, jobs: 1, methods: 6 }.were_not_enough(&store, &key));
        assert!(!Means { milliseconds: 1001, ..means }.were_not_enough(&store, &key));
        assert!(!Means { memory: 1 << 31, ..means }.were_not_enough(&store, &key));
        assert!(!Means { jobs: 3, ..means }.were_not_enough(&store, &key));
        assert!(!Means { methods: 4, ..means }.were_not_enough(&store, &key));
    }
}
