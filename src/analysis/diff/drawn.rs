//! Inputs that are drawn for a method in one of its versions, for both to be run on.

use crate::analysis::check::assume::OfMethod;
use crate::analysis::check::draw::{Drawing, Most, depends_on_input_alone};
use crate::analysis::check::round::Context;
use crate::analysis::check::watch::{Seen, Watcher};
use crate::exec::vocabulary_of_method;
use crate::input::{ConcreteCase, concretise};
use crate::program::MethodId;
use rustc_hash::FxHashSet;
use std::time::Instant;

/// How much is drawn for a method, in units of effort.
const MOST: Most = Most { runs: 300, idle_runs: 120, instructions: 1_500_000, idle_instructions: 1_500_000 };
/// The most inputs of one version.
const MOST_CASES: usize = 160;

/// Draws inputs for a method.
pub(super) fn draw(context: Context<'_>, method: MethodId, deadline: Option<Instant>) -> Vec<ConcreteCase> {
    let mut cases: Vec<ConcreteCase> = Vec::new();
    let mut known: FxHashSet<String> = FxHashSet::default();
    let mut drawing = Drawing::new(MOST.times(context.job.effort));
    let vocabulary = vocabulary_of_method(context.program, context.calls, method);
    let assumed = OfMethod::default();
    drawing.run::<Watcher<'_>>(
        context,
        (method, &assumed),
        vocabulary,
        deadline,
        &Seen::of_exceptions,
        &mut |explorer, end| {
            if cases.len() >= MOST_CASES || !depends_on_input_alone(explorer, &end) {
                return false;
            }
            let machine = &mut explorer.machine;
            let mut state = end.path.state;
            state.end_drawing();
            let Ok(case) = concretise(machine, method, *state, &end.outcome, &[]) else { return false };
            let is_news = known.insert(crate::replay::job_line(&case));
            if is_news {
                cases.push(case);
            }
            is_news
        },
    );
    cases
}
