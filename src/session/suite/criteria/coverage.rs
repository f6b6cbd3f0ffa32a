//! Coverage: every way out of every conditional, every way to return, every exception.

use super::super::goal::{Gathered, PathView};
use super::super::trail::{What, simple};
use super::Criterion;
use crate::explore::Outcome;
use crate::session::check::classify::Kind;

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    for step in &path.trail.steps {
        match step.what {
            What::Branch { jumped, .. } => {
                let detail = if jumped { "jumps" } else { "falls through" };
                found.reached(step.site, Criterion::Coverage, detail);
            }
            What::Switch(to) => found.reached(step.site, Criterion::Coverage, format!("goes to {to}")),
            What::Executed | What::Raised(_) => {}
        }
    }
    let begin = (path.method, 0);
    match path.outcome {
        Outcome::Returned(_) => found.reached(begin, Criterion::Coverage, "returns"),
        Outcome::Threw(exception) => {
            let class = path.state.heap.instance(*exception).and_then(|body| body.types.first().copied());
            let Some(class) = class else { return };
            let name = simple(path.program.class_name(class)).to_owned();
            let source = path.trail.source(*exception);
            let place = source.and_then(|source| source.first_thrown.last().copied()).unwrap_or(begin);
            let failure = if matches!(path.kind, Some(Kind::Failure(_))) { "fails by" } else { "throws" };
            found.reached(place, Criterion::Coverage, format!("{failure} {name}"));
        }
        Outcome::Stopped(_) => {}
    }
}
