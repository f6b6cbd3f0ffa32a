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
mod kinds;
mod path;
mod polynomial;
mod ranges;
mod readable;
mod registry;
mod slice;
mod text_search;
mod z3;

use crate::term::{Model, TermId, TermPool};
use std::time::Instant;

pub use equivalence::{Equivalence, equivalent};
pub(crate) use kinds::is_linear;
pub use path::{PathSolver, refusal};
pub use ranges::Ranges;
pub use registry::{QuantifiedAnswer, check_formulas, check_linked_version, limit_memory};
pub use slice::connected_to;
pub use z3::Z3Solver;

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
    /// Real checks by the last solver of the chain.
    pub solver_calls: u64,
    /// Work on answers, in the units of the last solver's limit.
    pub resources: u64,
    /// Questions without an answer.
    pub unknowns: u64,
}

/// Anything that decides conjunctions: what the chain ends with. Which one that is, `registry.rs` says.
pub trait Solver {
    /// Is the conjunction satisfiable? A model that is returned satisfies every conjunct.
    fn check(&mut self, pool: &mut TermPool, conjuncts: &[TermId]) -> Answer;

    /// The same of a conjunction of Java's arithmetic, which leaves these ranges to terms, on integers and with so much work. A
    /// solver with one way alone cannot say.
    fn check_on_integers(&mut self, _pool: &TermPool, _asked: (&[TermId], &Ranges), _limit: u64) -> Answer {
        Answer::Unknown(Unknown::Solver(String::from("not asked on integers")))
    }

    /// A model for the last conjunction in which that does not hold, though it may hold close by: where to begin a search.
    fn take_near(&mut self) -> Option<Model> {
        None
    }

    /// When what it is asked has to be answered; what is not, is unknown. It looks at `run::is_over` too.
    fn set_deadline(&mut self, deadline: Option<Instant>);

    /// How often it was really asked.
    fn checks(&self) -> u64;

    /// Its work so far, in the units of its limit: the same for the same questions on every machine.
    fn resources(&self) -> u64;
}
