//! Where only bounds and budgets are in the way of an answer, engines that need no bound are asked whether any
//! execution fails.

use super::classify::{Kind, classify};
use super::round::Context;
use crate::exec::{ExceptionSource, Premises};
use crate::explore::{Budget, Work};
use crate::loop_summary::{Goal, GoalQuestion, GoalVerdict, Obstacle, Seeks, necessary_condition};
use crate::program::MethodId;
use std::time::Instant;

/// What path counters may cost for one method: a tenth of the instructions that `prove` spends on one assertion, and a fifth of the solver's work.
const PATH_COUNTERS: Work = Work { instructions: 150_000, solver_resources: 8_000_000, states: u64::MAX };
/// The loops that they summarise.
const SUMMARIES: u32 = 200;

/// Whether it is shown that a method ends with no exception but those that it declares or by which it refuses its input, in whatever state
/// that the invariants of its classes allow and however often its loops run: what that takes for granted, or none.
pub(super) fn never_fails(context: Context<'_>, method: MethodId, deadline: Option<Instant>) -> Option<Premises> {
    let is_no_failure = |class, source: Option<&ExceptionSource>| {
        !matches!(classify(context.program, method, class, source, context.job.strict), Kind::Failure(_))
    };
    let work = PATH_COUNTERS.times(context.job.effort);
    let question = GoalQuestion {
        program: context.program,
        calls: context.calls,
        entry: method,
        arithmetic: context.job.job.arithmetic,
        budget: Budget { work, loop_summaries: SUMMARIES, ..Budget::until(deadline) },
        seeks: Seeks::Refutation,
        invariants: Some(context.known_at(method)),
        guesses_limits: false,
        excuses: Some(&is_no_failure),
    };
    let mut found = necessary_condition(&question, &Goal::Throws);
    if matches!(&found.verdict, GoalVerdict::Unknown(obstacles) if obstacles.contains(&Obstacle::Undecided)) {
        found = necessary_condition(&GoalQuestion { guesses_limits: true, ..question }, &Goal::Throws);
    }
    matches!(found.verdict, GoalVerdict::Unreachable).then_some(found.premises)
}
