//! Rounds over a library: every method gets a small budget first, callees before callers, and what is still open is deepened
//! with larger ones while there is time. All budgets count work, so that an answer depends on the rounds alone.

use super::cached::Head;
use crate::exec::{Caveat, StopReason};
use crate::explore::{Budget, CallLimits};
use crate::summary::{AnalysisOptions, Calls, Composable};

/// The number of a round, from 0.
pub(super) type Round = usize;

/// The first round: its summaries are those that callers compose, and it reads no others.
pub(super) const FIRST: Round = 0;

/// What a summary may cost to be composed, which is the budget of the first round.
pub(super) const COMPOSABLE: Composable =
    Composable { ends: 64, instructions: 200_000, states: 20_000, solver_resources: 300_000, reference_arrays: false };

/// How far the first round follows a call that it does not compose.
const FIRST_CALLS: CallLimits =
    CallLimits { cases: 64, ends: 16, instructions: 20_000, states: 500, solver_resources: 100_000 };

/// The same for a method that its budget does not suffice for otherwise.
const NARROW_CALLS: CallLimits =
    CallLimits { cases: 3, ends: 2, instructions: 2_000, states: 50, solver_resources: 20_000 };

/// What the rounds after the first may cost: instructions, states, work of the solver; the last one has the cases that
/// `--max-cases` allows.
const DEEPER: [(u64, u64, u64); 2] = [(2_000_000, 100_000, 3_000_000), (20_000_000, 5_000_000, 30_000_000)];
/// The cases of a round that is neither the first nor the last.
const CASES: u64 = 500;

/// How many rounds there are.
pub(super) const ROUNDS: Round = 1 + DEEPER.len();

/// The options of a round, given those of the job; the first round's are for methods whose calls are followed widely.
pub(super) fn options_of(job: AnalysisOptions, round: Round) -> AnalysisOptions {
    if job.inline {
        return AnalysisOptions { budget: budget(job.budget, ROUNDS - 1), calls: Calls::Followed, ..job };
    }
    let calls = if round == FIRST { Calls::Limited(FIRST_CALLS) } else { Calls::Open };
    let solver_resources =
        if round == FIRST { job.solver_resources.min(COMPOSABLE.solver_resources) } else { job.solver_resources };
    AnalysisOptions { budget: budget(job.budget, round), calls, solver_resources, ..job }
}

/// The same for methods for which the first round's budget does not suffice so: most calls are left open.
pub(super) fn narrow_options_of(job: AnalysisOptions) -> AnalysisOptions {
    AnalysisOptions { calls: Calls::Limited(NARROW_CALLS), ..options_of(job, FIRST) }
}

fn budget(job: Budget, round: Round) -> Budget {
    let Some((instructions, states, solver_resources)) = round.checked_sub(1).and_then(|at| DEEPER.get(at).copied())
    else {
        let Composable { ends, instructions, states, solver_resources, .. } = COMPOSABLE;
        return Budget { cases: job.cases.min(ends), ends, instructions, states, solver_resources, ..job };
    };
    let cases = if round + 1 == ROUNDS { job.cases } else { job.cases.min(CASES) };
    Budget { cases, ends: cases.saturating_mul(2), instructions, states, solver_resources, ..job }
}

/// Whether a larger budget may leave less open.
pub(super) fn is_open(caveats: &[Caveat]) -> bool {
    caveats.iter().any(|caveat| match caveat {
        Caveat::MaxCases | Caveat::WorkBudget | Caveat::Ended(_) => true,
        Caveat::OpenCalls(_, reason) | Caveat::Stopped(_, reason) => depends_on_budget(reason),
        _ => false,
    })
}

fn depends_on_budget(reason: &StopReason) -> bool {
    matches!(reason, StopReason::CallBudget(_) | StopReason::SolverUnknown(_) | StopReason::InstructionBudget)
}

/// Whether an answer of a later round is taken in place of an earlier one's: a complete one is never given up for one that is
/// not.
pub(super) fn is_better(later: &Head, earlier: &Head) -> bool {
    let is_complete = |head: &Head| !head.caveats.iter().any(Caveat::is_incomplete);
    is_complete(later) || !is_complete(earlier)
}
