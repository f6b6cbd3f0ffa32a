//! The solver that the chain ends with, and what is asked of a solver without the chain. Another solver is a file or a folder beside
//! `z3/`, and its line here.

use super::Solver;
use super::z3::Z3Solver;
use crate::term::Arithmetic;

pub use super::z3::{QuantifiedAnswer, check_formulas, check_linked_version, limit_memory};

/// The last solver, for terms of an arithmetic, which spends no more than `resource_limit` on a question in one way (0: no limit).
pub(super) fn last(arithmetic: Arithmetic, resource_limit: u64) -> Box<dyn Solver> {
    Box::new(Z3Solver::new(arithmetic, resource_limit))
}
