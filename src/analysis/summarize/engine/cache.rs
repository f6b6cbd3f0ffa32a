//! Summaries in the cache folder: under which keys they are kept, and what is read of them.

use super::super::means::Means;
use super::Engine;
use crate::exec::Caveat;
use crate::program::MethodId;
use crate::report::Problem;
use crate::session::cached::{self, Head};
use crate::session::rounds::Round;
use crate::store::{Key, Store};
use crate::summary::{CaseOutcome, Level, Summary, SummaryKeys};
use std::path::Path;
use std::sync::Arc;

/// The store with the keys of this job's methods.
pub(super) struct Cache {
    pub(super) store: Store,
    pub(super) keys: SummaryKeys,
    /// What the run may use, where notes on what was not enough are read and left.
    pub(super) means: Option<Means>,
}

impl Cache {
    pub(super) fn key(&self, method: MethodId, level: Level, round: Round) -> Key {
        Key(self.keys.key(method, level, round))
    }
}

impl<'w> Engine<'w> {
    /// A summary of this run.
    pub(super) fn known(&self, method: MethodId, level: Level, round: Round) -> Option<(Head, Arc<Summary>)> {
        self.shared().summaries.get(&(method, level, round)).cloned()
    }

    pub(super) fn keep(&self, method: MethodId, level: Level, round: Round, head: &Head, summary: &Summary) {
        let Some(cache) = &self.cache else { return };
        let problem = match cached::to_bytes(head, summary) {
            Ok(bytes) => cache
                .store
                .put(&cache.key(method, level, round), &bytes)
                .err()
                .map(|error| ("cache".to_string(), error.to_string())),
            Err(error) => {
                Some((self.program.method_label(method), format!("its summary is not kept in the cache: {error}")))
            }
        };
        self.shared().problems.extend(problem.map(|(origin, message)| Problem { origin, message, is_input: false }));
    }

    /// The head and the bytes of a cache entry, and where in them its summary begins. What cannot be used costs a warning.
    pub(super) fn entry(&self, method: MethodId, level: Level, round: Round) -> Option<(Head, Vec<u8>, usize)> {
        let cache = self.cache.as_ref()?;
        let key = cache.key(method, level, round);
        match cache.store.get(&key) {
            Ok(bytes) => {
                let bytes = bytes?;
                match cached::head(&bytes) {
                    Some((head, start)) => return Some((head, bytes, start)),
                    None => self.useless(&cache.store.path_of(&key), "it holds no summary"),
                }
            }
            // Told once, of all of them.
            Err(damaged) if damaged.is_foreign() => {}
            Err(damaged) => self.useless(&damaged.path, &damaged.reason.to_string()),
        }
        None
    }

    /// Warns of a cache entry that cannot be used.
    fn useless(&self, path: &Path, reason: &str) {
        self.shared().problems.push(Problem {
            origin: path.display().to_string(),
            message: format!("{reason}; the summary is computed again"),
            is_input: false,
        });
    }

    /// A summary from the cache.
    pub(super) fn load(&self, method: MethodId, level: Level, round: Round) -> Option<Arc<Summary>> {
        let (head, bytes, start) = self.entry(method, level, round)?;
        let summary = bytes.get(start..).and_then(Summary::from_bytes);
        match summary.filter(|summary| summary.calls_below(self.program, self.calls, method, level)) {
            Some(summary) => {
                let summary = Arc::new(summary);
                self.shared().summaries.insert((method, level, round), (head, summary.clone()));
                self.shared().taken.insert((method, level));
                Some(summary)
            }
            None => {
                if let Some(cache) = &self.cache {
                    self.useless(&cache.store.path_of(&cache.key(method, level, round)), "it holds no sound summary");
                }
                None
            }
        }
    }
}

pub(super) fn head_of(summary: &Summary) -> Head {
    Head {
        cases: summary.case_count(),
        throwing: summary.cases().filter(|path| matches!(path.outcome, CaseOutcome::Threw(_))).count() as u64,
        caveats: summary.caveats.clone(),
        has_more_cases: summary.caveats.contains(&Caveat::MaxCases),
        work: 0,
    }
}
