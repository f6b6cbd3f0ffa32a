//! What an exploration may spend, and what it has spent. Work is counted, so that the same input always ends the same way; only
//! a deadline looks at a clock, and ends the whole run.

use crate::exec::INSTRUCTIONS_OF_A_STEP;
use crate::run::{self, Ending};
use crate::solver::PathSolver;
use std::time::Instant;

/// An amount of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Work {
    /// Instructions, all paths together, those of specialised code included; those of runs of concrete code in the units of steps.
    pub instructions: u64,
    /// Path ends and forks. How many paths are open at once has a bound of its own, for memory.
    pub states: u64,
    /// Work of the solver, in the units of Z3's resource limit.
    pub solver_resources: u64,
}

impl Work {
    /// More than anybody can do.
    pub const UNLIMITED: Work = Work { instructions: u64::MAX, states: u64::MAX, solver_resources: u64::MAX };

    /// What an exploration and its solver have done.
    pub(super) fn done(costs: &Costs, solver: &PathSolver) -> Work {
        Work { instructions: costs.steps(), states: costs.states, solver_resources: solver.statistics().resources }
    }

    /// Whether it is more than a limit in some respect.
    #[must_use]
    pub fn exceeds(self, limit: Work) -> bool {
        self.instructions > limit.instructions
            || self.states > limit.states
            || self.solver_resources > limit.solver_resources
    }

    /// Whether it is less than other work in every respect.
    #[must_use]
    pub fn is_below(self, other: Work) -> bool {
        self.instructions < other.instructions
            && self.states < other.states
            && self.solver_resources < other.solver_resources
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, factor: u64) -> Work {
        self.with(Work { instructions: factor, states: factor, solver_resources: factor }, u64::saturating_mul)
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Work) -> Work {
        self.with(other, u64::saturating_add)
    }

    /// What is left of it when other work is done.
    #[must_use]
    pub fn without(self, other: Work) -> Work {
        self.with(other, u64::saturating_sub)
    }

    /// The less of both in every respect.
    #[must_use]
    pub fn at_most(self, other: Work) -> Work {
        self.with(other, u64::min)
    }

    /// One number to order by: a unit of the solver's takes about as long as an instruction.
    #[must_use]
    pub fn size(self) -> u64 {
        self.instructions.saturating_add(self.solver_resources)
    }

    fn with(self, other: Work, join: fn(u64, u64) -> u64) -> Work {
        Work {
            instructions: join(self.instructions, other.instructions),
            states: join(self.states, other.states),
            solver_resources: join(self.solver_resources, other.solver_resources),
        }
    }
}

/// What an exploration may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Most path ends that return or throw.
    pub cases: u64,
    /// Most path ends of any kind.
    pub ends: u64,
    /// Most instructions of specialised code that its cases keep, which bounds memory where each case has much.
    pub code: u64,
    /// Most loops that are summarised.
    pub loop_summaries: u32,
    /// Most work.
    pub work: Work,
    /// When the run ends.
    pub deadline: Option<Instant>,
}

impl Budget {
    /// Any amount of work, until a moment.
    #[must_use]
    pub const fn until(deadline: Option<Instant>) -> Budget {
        let (cases, ends, code) = (u64::MAX, u64::MAX, u64::MAX);
        Budget { cases, ends, code, loop_summaries: u32::MAX, work: Work::UNLIMITED, deadline }
    }

    /// How many instructions more are too many.
    pub(super) fn instructions_left(&self, costs: &Costs) -> u64 {
        self.work.instructions.saturating_sub(costs.steps()).saturating_add(1)
    }

    /// Whether the time is over or the work is done, and which.
    pub(super) fn exhausted(&self, costs: &Costs, solver: &PathSolver) -> Option<Exhausted> {
        // Time first: what a clock has cut short elsewhere must not pass for what work alone decides.
        if let Some(ending) = run::ending(self.deadline) {
            return Some(Exhausted::Ended(ending));
        }
        let is_spent = costs.code > self.code || Work::done(costs, solver).exceeds(self.work);
        is_spent.then_some(Exhausted::Work)
    }
}

/// What a caller spends on following one call whose summary it does not compose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CallLimits {
    /// Most cases of a summary that is composed.
    pub cases: u64,
    /// Most ways in which the call ends.
    pub ends: u64,
    /// Most work.
    pub work: Work,
}

impl CallLimits {
    /// The more of both in every respect.
    #[must_use]
    pub fn or_more(self, other: CallLimits) -> CallLimits {
        CallLimits {
            cases: self.cases.max(other.cases),
            ends: self.ends.max(other.ends),
            work: self.work.with(other.work, u64::max),
        }
    }

    /// Whether it is more than a limit in some respect.
    #[must_use]
    pub fn exceeds(self, limit: CallLimits) -> bool {
        self.cases > limit.cases || self.ends > limit.ends || self.work.exceeds(limit.work)
    }
}

/// What an exploration has spent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// Path ends and forks.
    pub states: u64,
    /// Instructions, those of specialised code included, but for those of runs of concrete code.
    pub instructions: u64,
    /// Instructions of runs of concrete code.
    pub concrete: u64,
    /// Instructions of the specialised code that its cases keep.
    pub code: u64,
    /// Paths that were dropped, since an assumption of the program does not hold on them.
    pub dropped: u64,
    /// States that the guide excluded.
    pub guided: u64,
}

impl Costs {
    /// All instructions as work.
    pub fn steps(&self) -> u64 {
        self.instructions + self.concrete.div_ceil(INSTRUCTIONS_OF_A_STEP)
    }
}

/// Why an exploration ended before its paths did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The budget's cases.
    Cases,
    /// The budget's work.
    Work,
    /// The run, or its share of it, was to end.
    Ended(Ending),
}

impl Exhausted {
    /// Whether a limit of the run ended it: what it found is no answer to keep.
    pub fn is_ended(self) -> bool {
        matches!(self, Exhausted::Ended(_))
    }
}
