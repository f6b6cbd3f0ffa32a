//! The order of methods in which callees are done before their callers begin.

use crate::graph::CallGraph;
use crate::program::MethodId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Mutex, PoisonError};

/// Says which methods can begin, by their places among those asked for.
pub(crate) struct CalleesFirst {
    callers: Vec<Vec<usize>>,
    /// How many callees of each are not done yet.
    waiting_for: Mutex<Vec<usize>>,
}

impl CalleesFirst {
    pub(crate) fn of(calls: &CallGraph, methods: &[MethodId]) -> CalleesFirst {
        let places: FxHashMap<MethodId, usize> =
            methods.iter().enumerate().map(|(place, method)| (*method, place)).collect();
        let mut callers = vec![Vec::new(); methods.len()];
        let mut waiting_for = vec![0; methods.len()];
        for (place, method) in methods.iter().enumerate() {
            // The nearest of its callees that are to be done, across those that are not.
            let mut seen = FxHashSet::from_iter([*method]);
            let mut open = vec![*method];
            while let Some(caller) = open.pop() {
                for callee in calls.callees(caller) {
                    if !seen.insert(*callee) {
                        continue;
                    }
                    match places.get(callee) {
                        None => open.push(*callee),
                        // Within a component nobody waits: lower levels are computed by whoever needs them.
                        Some(_) if calls.component_of(*callee) == calls.component_of(*method) => {}
                        Some(callee) => {
                            callers[*callee].push(place);
                            waiting_for[place] += 1;
                        }
                    }
                }
            }
        }
        CalleesFirst { callers, waiting_for: Mutex::new(waiting_for) }
    }

    /// Those that can begin at once.
    pub(crate) fn ready(&self) -> Vec<usize> {
        let waiting_for = self.waiting_for.lock().unwrap_or_else(PoisonError::into_inner);
        (0..waiting_for.len()).filter(|place| waiting_for[*place] == 0).collect()
    }

    /// Those that can begin since this one is done.
    pub(crate) fn done(&self, place: usize) -> Vec<usize> {
        let mut waiting_for = self.waiting_for.lock().unwrap_or_else(PoisonError::into_inner);
        let callers = self.callers.get(place).map_or(&[][..], Vec::as_slice);
        let is_free = |caller: &usize| {
            waiting_for[*caller] -= 1;
            waiting_for[*caller] == 0
        };
        callers.iter().copied().filter(is_free).collect()
    }
}
