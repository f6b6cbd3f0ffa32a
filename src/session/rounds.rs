//! Rounds over a library: every method gets a small budget first, callees before callers, and what is still open is deepened
//! with larger ones while there is time. All budgets count work, so that an answer depends on the rounds alone.

use super::cached::Head;
use crate::exec::{Caveat, StopReason};
use crate::explore::{Budget, CallLimits, Work};
use crate::summary::{AnalysisOptions, Calls, Composable};

/// The number of a round, from 0.
pub(crate) type Round = usize;

/// The first round: its summaries are those that callers compose, and it reads no others.
pub(crate) const FIRST: Round = 0;

/// What a summary may cost to be composed, which is the budget of the first round. Measured over libraries: of the methods that
/// are complete within ten times as much, nineteen of twenty are within this.
pub(crate) const COMPOSABLE: Composable = Composable {
    ends: 64,
    work: Work { instructions: 20_000, states: 1_000, solver_resources: 60_000 },
    reference_arrays: false,
};

/// How far the first round follows a call that it does not compose.
const FIRST_CALLS: CallLimits =
    CallLimits { cases: 64, ends: 16, work: Work { instructions: 10_000, states: 250, solver_resources: 30_000 } };

/// The same for a method that its budget does not suffice for otherwise.
const NARROW_CALLS: CallLimits =
    CallLimits { cases: 3, ends: 2, work: Work { instructions: 2_000, states: 50, solver_resources: 20_000 } };

/// Z3's work for one question of the first round.
const FIRST_QUESTION: u64 = 20_000;
/// The same in the rounds after it; some tenths of a second.
pub(crate) const SOLVER_RESOURCES: u64 = 1_000_000;

/// What a round after the first may cost.
struct Deeper {
    work: Work,
    /// Z3's work for one question.
    question: u64,
    /// Cases; none for those that `--max-cases` allows.
    cases: Option<u64>,
}

const DEEPER: [Deeper; 3] = [
    Deeper {
        work: Work { instructions: 200_000, states: 10_000, solver_resources: 500_000 },
        question: 200_000,
        cases: Some(200),
    },
    Deeper {
        work: Work { instructions: 2_000_000, states: 100_000, solver_resources: 3_000_000 },
        question: SOLVER_RESOURCES,
        cases: Some(500),
    },
    Deeper {
        work: Work { instructions: 20_000_000, states: 200_000, solver_resources: 30_000_000 },
        question: SOLVER_RESOURCES,
        cases: None,
    },
];

/// States of the last round for each case that `--max-cases` allows: each is kept, some thousand bytes.
const STATES_PER_CASE: u64 = 4;
/// Instructions of specialised code that the cases of a method keep, of eight bytes each; what takes more, takes it for class
/// initialisation that is the same in each case.
const CODE: u64 = 16_000_000;
/// The same for each case that `--max-cases` allows.
const CODE_PER_CASE: u64 = 320;
/// States where all callees are executed inline, which takes many more.
const INLINE_STATES: u64 = 5_000_000;

/// How many rounds there are.
pub(crate) const ROUNDS: Round = 1 + DEEPER.len();

/// The options of a round, given those of the job; the first round's are for methods whose calls are followed widely.
pub(crate) fn options_of(job: AnalysisOptions, round: Round) -> AnalysisOptions {
    if job.inline {
        let mut options =
            AnalysisOptions { calls: Calls::Followed, ..deeper_options_of(job, &DEEPER[DEEPER.len() - 1]) };
        options.budget.work.states = options.budget.work.states.max(INLINE_STATES);
        return options;
    }
    match round.checked_sub(1).and_then(|at| DEEPER.get(at)) {
        Some(deeper) => deeper_options_of(job, deeper),
        None => {
            let Composable { ends, work, .. } = COMPOSABLE;
            let budget = Budget { cases: job.budget.cases.min(ends), ends, code: CODE, work, ..job.budget };
            let solver_resources = job.solver_resources.min(FIRST_QUESTION);
            AnalysisOptions { budget, calls: Calls::Limited(FIRST_CALLS), solver_resources, ..job }
        }
    }
}

fn deeper_options_of(job: AnalysisOptions, deeper: &Deeper) -> AnalysisOptions {
    let Deeper { mut work, question, cases } = *deeper;
    if cases.is_none() {
        work.states = work.states.max(job.budget.cases.saturating_mul(STATES_PER_CASE));
    }
    let cases = cases.map_or(job.budget.cases, |cases| job.budget.cases.min(cases));
    let code = CODE.max(job.budget.cases.saturating_mul(CODE_PER_CASE));
    let budget = Budget { cases, ends: cases.saturating_mul(2), code, work, ..job.budget };
    AnalysisOptions { budget, calls: Calls::Open, solver_resources: job.solver_resources.min(question), ..job }
}

/// The same for methods for which the first round's budget does not suffice so: most calls are left open.
pub(crate) fn narrow_options_of(job: AnalysisOptions) -> AnalysisOptions {
    AnalysisOptions { calls: Calls::Limited(NARROW_CALLS), ..options_of(job, FIRST) }
}

/// Whether leaving most calls open makes a difference to an analysis, given the most that a call of it took.
pub(crate) fn is_wide(calls: &CallLimits) -> bool {
    calls.exceeds(NARROW_CALLS)
}

/// The round that may leave less open than an answer of a round does. What has many cases goes to the last one: the work of those
/// between would be done again.
pub(crate) fn next_round(round: Round, head: &Head) -> Option<Round> {
    let next = if head.has_more_cases { ROUNDS - 1 } else { round + 1 };
    Some(next).filter(|next| (round + 1..ROUNDS).contains(next) && is_open(&head.caveats))
}

/// Whether a larger budget may leave less open.
fn is_open(caveats: &[Caveat]) -> bool {
    caveats.iter().any(|caveat| match caveat {
        Caveat::MaxCases | Caveat::WorkBudget | Caveat::Ended(_) => true,
        Caveat::OpenCalls(_, reason) | Caveat::Stopped(_, reason) => depends_on_budget(reason),
        Caveat::MathematicalIntegers
        | Caveat::OpenType(_)
        | Caveat::InitialisedState(_)
        | Caveat::StateAfterConstruction(_)
        | Caveat::InputSizeBound(_)
        | Caveat::DistinctObjects(_)
        | Caveat::DistinctConstant(_)
        | Caveat::Approximate(_)
        | Caveat::GuessedAtInitialisation(_)
        | Caveat::FixedArgument(_)
        | Caveat::StateAfterInitialisation(_)
        | Caveat::InitialiserNotRun(..)
        | Caveat::InitialiserDependsOnState(_)
        | Caveat::ContentsAfterInitialisation(_) => false,
    })
}

fn depends_on_budget(reason: &StopReason) -> bool {
    matches!(reason, StopReason::CallBudget(_) | StopReason::SolverUnknown(_) | StopReason::InstructionBudget)
}

/// Whether an answer of a later round is taken in place of an earlier one's: a complete one is never given up for one that is
/// not.
pub(crate) fn is_better(later: &Head, earlier: &Head) -> bool {
    let is_complete = |head: &Head| !head.caveats.iter().any(Caveat::is_incomplete);
    is_complete(later) || !is_complete(earlier)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(caveats: Vec<Caveat>) -> Head {
        let has_more_cases = caveats.contains(&Caveat::MaxCases);
        Head { cases: 1, throwing: 0, caveats, has_more_cases, work: 0 }
    }

    #[test]
    fn what_a_larger_budget_leaves_open_too_has_no_further_round() {
        assert_eq!(next_round(FIRST, &head(Vec::new())), None);
        assert_eq!(next_round(ROUNDS - 1, &head(vec![Caveat::WorkBudget])), None);
    }

    #[test]
    fn what_has_many_cases_goes_from_the_first_round_to_the_last() {
        assert_eq!(next_round(FIRST, &head(vec![Caveat::WorkBudget])), Some(FIRST + 1));
        assert_eq!(next_round(FIRST, &head(vec![Caveat::MaxCases])), Some(ROUNDS - 1));
        assert_eq!(next_round(ROUNDS - 1, &head(vec![Caveat::MaxCases])), None);
    }
}
