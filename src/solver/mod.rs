//! Is a path condition satisfiable? A chain from cheap to dear: the path's own model, reasoning about intervals, a cache
//! of answers, guesses where floating-point numbers are concerned, all values where these are few, and Z3 last: on bit-vectors, and
//! on integers within the ranges that are known where it multiplies or divides.

mod adjust_text;
mod cache;
mod cheap;
mod distance;
mod enumerate;
mod equivalence;
mod float_ranges;
mod guess;
mod guess_text;
mod inverse;
mod path;
mod polynomial;
mod ranges;
mod readable;
mod slice;
mod z3;

use crate::term::{Model, TermId, TermPool};

pub use equivalence::{Equivalence, equivalent};
pub use path::{PathSolver, refusal};
pub(crate) use z3::is_linear;
pub use z3::{QuantifiedAnswer, Z3Solver, check_formulas, check_linked_version, limit_memory};

/// What a solver says of a conjunction.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It holds in this model.
    Satisfiable(Model),
    /// It holds in no model.
    Unsatisfiable,
    /// The solver cannot say. Never to be read as either of the others.
    Unknown(Unknown),
}

/// Why a solver cannot say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The analysis is to end: an answer of the clock, which is kept nowhere.
    Interrupted,
    /// Its own reason.
    Solver(String),
    /// It found no solution whose texts have at most this many UTF-16 units, nor that there is no other.
    TextBound(usize),
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unknown::Interrupted => formatter.write_str("interrupted"),
            Unknown::Solver(reason) => formatter.write_str(reason),
            Unknown::TextBound(units) => write!(formatter, "no solution with strings of at most {units} characters"),
        }
    }
}

/// How the answers were found.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SolverStatistics {
    /// Questions asked of the whole chain.
    pub queries: u64,
    /// Answered by what the path already says or by the path's own model.
    pub decided_by_model: u64,
    /// Answered by an earlier answer or an earlier model.
    pub decided_by_cache: u64,
    /// Answered by intervals, or by trying values.
    pub decided_by_cheap_reasoning: u64,
    /// Answered by guessing a model: where floating-point numbers or texts are concerned, or Z3 gave up; only "satisfiable".
    pub decided_by_guess: u64,
    /// Real checks by Z3.
    pub solver_calls: u64,
    /// Work on answers, in the units of Z3's resource limit.
    pub resources: u64,
    /// Questions without an answer.
    pub unknowns: u64,
}

/// Anything that decides conjunctions.
pub trait Solver {
    /// Is the conjunction satisfiable? A model that is returned satisfies every conjunct.
    fn check(&mut self, pool: &mut TermPool, conjuncts: &[TermId]) -> Answer;
}
