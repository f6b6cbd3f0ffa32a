//! Proposals of runs on inputs that are drawn, or given.

use super::{Augmented, End, Explored, Pass, Plan, Proposal, covered, goals_of, has_something_new, keep};
use crate::analysis::check::assume::OfMethod;
use crate::analysis::check::classify::Kind;
use crate::analysis::check::draw::{Drawing, depends_on_input_alone};
use crate::analysis::check::finding::Subject;
use crate::analysis::check::round::Context;
use crate::analysis::test::criterion::Criterion;
use crate::analysis::test::goal::{Goal, GoalKey, Ledger};
use crate::analysis::test::trail::{Shared, Trail};
use crate::exec::{State, vocabulary_of_class};
use crate::explore::{Explorer, PathEnd};
use crate::input::{ExpectedResult, whole_result};
use crate::program::MethodId;
use crate::term::evaluate_truth;
use std::collections::{BTreeMap, BTreeSet};

/// Draws inputs until that is done or time is over, and proposes the runs that cover what no proposal does.
pub(super) fn draw_inputs(
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
        (subject.method, &assumed),
        vocabulary_of_class(context.program, context.calls, context.program.method(subject.method).class),
        plan.deadline,
        &shared,
        &mut |explorer, end| propose_drawn(context, subject, plan, (explorer, &end), explored),
    );
}

/// Proposes the test of a run on drawn inputs, where it covers what no proposal does. Returns whether it does.
fn propose_drawn<'p>(
    context: Context<'p>,
    subject: &Subject<'_>,
    plan: &Plan<'_>,
    (explorer, end): (&mut Explorer<'p, Trail<'p>>, &PathEnd<Trail<'p>>),
    explored: &mut Explored,
) -> bool {
    let Some(mut end) = drawn_end(context, subject.method, explorer, end) else { return false };
    let covered = covered(context, plan, subject.method, &end, &mut explorer.machine.pool);
    if !has_something_new(&covered, explored) {
        return false;
    }
    let known = explored.proposals.len();
    let goals = goals_of_run(context, plan, subject.method, explorer, &mut end);
    Augmented { context, subject, explorer, end: &end, goals: &goals, inputs: 1, explored }.run(Pass::Coverage);
    explored.proposals.len() > known
}

/// The test of a run on a given input, with the goals that it meets; none of one that does not meet all that is needed, that shows a failure, or
/// something else elsewhere.
pub(in crate::analysis::test) fn proposal_of<'p>(
    context: Context<'p>,
    subject: &Subject<'_>,
    plan: &Plan<'_>,
    (explorer, end): (&mut Explorer<'p, Trail<'p>>, &PathEnd<Trail<'p>>),
    needed: &BTreeSet<GoalKey>,
) -> Option<Proposal> {
    let end = drawn_end(context, subject.method, explorer, end)?;
    let mut end = End { is_given: true, ..end };
    let covered = covered(context, plan, subject.method, &end, &mut explorer.machine.pool);
    let mut wanted = needed.iter().filter(|key| key.criterion == Criterion::Coverage);
    if !wanted.all(|key| covered.contains(key)) {
        return None;
    }
    let goals = goals_of_run(context, plan, subject.method, explorer, &mut end);
    let (pool, model) = (&explorer.machine.pool, &end.path.state.path.model);
    let is_met = |key: &GoalKey| {
        let mut conditions = goals.iter().filter(|goal| goal.key == *key);
        conditions.any(|goal| evaluate_truth(pool, goal.condition, model) == Some(true))
    };
    // Most of what is plainer meets less: the rest of it need not be made then.
    if !needed.iter().all(is_met) {
        return None;
    }
    let explored = &mut Explored::nothing(subject.method);
    let mut augmented = Augmented { context, subject, explorer, end: &end, goals: &goals, inputs: 1, explored };
    augmented.proposal(State::clone(&end.path.state)).ok()
}

/// What a run on a given input leads to; none where that is not known.
pub(in crate::analysis::test) fn result_of<'p>(
    method: MethodId,
    (explorer, end): (&mut Explorer<'p, Trail<'p>>, &PathEnd<Trail<'p>>),
) -> Option<ExpectedResult> {
    if !depends_on_input_alone(explorer, end) {
        return None;
    }
    let mut state = State::clone(&end.path.state);
    state.end_drawing();
    whole_result(&mut explorer.machine, method, state, &end.outcome).ok()
}

/// The end of a run that may become a test.
fn drawn_end<'p>(
    context: Context<'p>,
    method: MethodId,
    explorer: &Explorer<'p, Trail<'p>>,
    end: &PathEnd<Trail<'p>>,
) -> Option<End<'p>> {
    if !depends_on_input_alone(explorer, end) {
        return None;
    }
    let end = End { is_drawn: true, ..keep(context, method, end) };
    (!matches!(end.kind, Some(Kind::Failure(_)))).then_some(end)
}

/// The goals of a run. What one run leaves unclear, exploring may settle: that is no part of what is known.
fn goals_of_run<'p>(
    context: Context<'p>,
    plan: &Plan<'_>,
    method: MethodId,
    explorer: &mut Explorer<'p, Trail<'p>>,
    end: &mut End<'p>,
) -> Vec<Goal> {
    end.path.state.end_drawing();
    goals_of(context, plan, &BTreeMap::new(), method, end, &mut explorer.machine.pool, &mut Ledger::default())
}
