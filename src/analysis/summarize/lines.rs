//! Stops and caveats with the source lines that they are about.

use crate::exec::{Caveat, StopReason};
use crate::program::Program;

/// Caveats with the source lines that they are about as they are now; those that differ only in what they do not say are one.
pub(super) fn with_lines(program: &Program, caveats: &[Caveat]) -> Vec<Caveat> {
    let mut found: Vec<Caveat> = Vec::new();
    for caveat in caveats {
        let Caveat::Stopped(count, reason) = caveat else {
            found.push(caveat.clone());
            continue;
        };
        let reason = with_line(program, reason);
        let text = reason.to_string();
        let same = found.iter_mut().find_map(|known| match known {
            Caveat::Stopped(count, reason) if reason.to_string() == text => Some(count),
            _ => None,
        });
        match same {
            Some(total) => *total = total.saturating_add(*count),
            None => found.push(Caveat::Stopped(*count, reason)),
        }
    }
    found
}

pub(in crate::analysis) fn with_line(program: &Program, reason: &StopReason) -> StopReason {
    reason.with_line(|place| {
        let method = program.method_by_name((&place.class, &place.method, &place.descriptor))?;
        program.line(method, place.instruction)
    })
}
