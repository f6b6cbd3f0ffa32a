//! Extremes: the smallest and the largest value of each numeric parameter that something computes with or decides by.

use super::super::criterion::Criterion;
use super::super::goal::{Gathered, PathView};
use super::boundary::used_inputs;
use crate::heap::InputOrigin;
use crate::term::{Arithmetic, Domain, InputId};

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    let heap = &path.state.heap;
    let used = used_inputs(path, found.pool);
    for id in (0..heap.input_count() as u32).map(InputId).filter(|id| used.contains(id)) {
        let Some(input) = heap.input(id) else { continue };
        let (InputOrigin::Parameter(position), Some((low, high))) = (input.origin, extremes(input.domain)) else {
            continue;
        };
        let term = found.pool.input(id, input.domain);
        let sort = found.pool.sort(term);
        for (name, value) in [("smallest", low), ("largest", high)] {
            let value = found.pool.constant(sort, value);
            let is_extreme = found.pool.equal(term, value);
            found.add((path.method, 0), Criterion::Extreme, format!("parameter {position} is the {name}"), is_extreme);
        }
    }
}

/// The smallest and the largest value; none of what is no number to people.
fn extremes(domain: Domain) -> Option<(i64, i64)> {
    match domain {
        Domain::Int => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        Domain::Long => Some((i64::MIN, i64::MAX)),
        Domain::Byte | Domain::Short => domain.bounds(Arithmetic::Java).and_then(|(low, high)| Some((low, high?))),
        _ => None,
    }
}
