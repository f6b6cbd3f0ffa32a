//! Runs of a method on drawn inputs, for what they cover.

use super::propose::{Explored, Plan, propose_drawn};
use super::trail::{Shared, Trail};
use crate::analysis::check::assume::OfMethod;
use crate::analysis::check::draw::{Drawing, Most};
use crate::analysis::check::finding::Subject;
use crate::analysis::check::round::Context;
use crate::exec::vocabulary_of_class;

/// How much is drawn for a method.
pub(super) const MOST: Most = Most { runs: 3_000, idle_runs: 400, instructions: 4_000_000 };

/// Draws inputs until that is done or time is over, and proposes the runs that cover what no proposal does.
pub(super) fn propose(
    drawing: &mut Drawing,
    context: Context<'_>,
    subject: &Subject<'_>,
    plan: &Plan<'_>,
    explored: &mut Explored,
) {
    let shared = || Shared { watched: plan.watched.clone(), ..Shared::default() };
    let assumed = OfMethod::default();
    drawing.run::<Trail<'_>>(
        context,
        (subject.method, &assumed, None),
        vocabulary_of_class(context.program, context.calls, context.program.method(subject.method).class),
        plan.deadline,
        &shared,
        &mut |explorer, end| propose_drawn(context, subject, plan, explorer, &end, explored),
    );
}
