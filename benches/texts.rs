//! How long conditions on strings take that solvers are known to take long for.

#[path = "../tests/text_queries/queries.rs"]
mod queries;

use casewise::solver::{Answer, Solver, Z3Solver};
use casewise::term::{Arithmetic, TermPool};
use queries::{Query, SATISFIABLE};

fn main() {
    divan::main();
}

#[divan::bench(args = 0..SATISFIABLE.len(), sample_count = 10)]
fn solve(position: usize) -> bool {
    let Some((_, build)) = SATISFIABLE.get(position) else { return false };
    let mut pool = TermPool::new(Arithmetic::Java);
    let mut query = Query { pool: &mut pool, conjuncts: Vec::new() };
    build(&mut query);
    let conjuncts = query.conjuncts;
    matches!(Z3Solver::new(Arithmetic::Java, 0).check(&mut pool, &conjuncts), Answer::Satisfiable(_))
}
