//! The chain of the solver ends with any solver: one of a test's own is asked last, and what it says is what is known.

use crate::random_terms::Pools;
use casewise::solver::{Answer, PathSolver, Ranges, Solver, Unknown, Z3Solver};
use casewise::term::{Arithmetic, Domain, InputId, Model, TermId, TermPool};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

const LIMIT: u64 = 1_000_000;

/// Never knows.
#[derive(Default)]
struct Silent {
    checks: u64,
}

impl Solver for Silent {
    fn check(&mut self, _pool: &mut TermPool, _conjuncts: &[TermId]) -> Answer {
        self.checks += 1;
        Answer::Unknown(Unknown::Solver("never asked a theory".to_owned()))
    }

    fn set_deadline(&mut self, _deadline: Option<Instant>) {}

    fn checks(&self) -> u64 {
        self.checks
    }

    fn resources(&self) -> u64 {
        0
    }
}

/// Asks Z3, and counts what it is asked.
struct Counting {
    z3: Z3Solver,
    asked: Rc<Cell<u64>>,
}

impl Counting {
    fn count(&self) {
        self.asked.set(self.asked.get() + 1);
    }
}

impl Solver for Counting {
    fn check(&mut self, pool: &mut TermPool, conjuncts: &[TermId]) -> Answer {
        self.count();
        self.z3.check(pool, conjuncts)
    }

    fn check_on_integers(&mut self, pool: &TermPool, asked: (&[TermId], &Ranges), limit: u64) -> Answer {
        self.count();
        self.z3.check_on_integers(pool, asked, limit)
    }

    fn take_near(&mut self) -> Option<Model> {
        self.z3.take_near()
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.z3.set_deadline(deadline);
    }

    fn checks(&self) -> u64 {
        self.z3.checks()
    }

    fn resources(&self) -> u64 {
        self.z3.resources()
    }
}

/// `x * x == number`, which no cheap step decides where the number is odd.
fn square(pool: &mut TermPool, number: i32) -> TermId {
    let x = pool.input(InputId(0), Domain::Int);
    let square = pool.multiply(x, x);
    let number = pool.int(number);
    pool.equal(square, number)
}

#[test]
fn what_the_last_solver_does_not_know_is_unknown() {
    let mut pool = TermPool::new(Arithmetic::Java);
    let mut chain = PathSolver::over(Box::<Silent>::default(), LIMIT);
    let x = pool.input(InputId(0), Domain::Int);
    let five = pool.int(5);
    let above = pool.less(five, x);
    let known = chain.extend(&mut pool, &[], above, &Model::new());
    assert!(matches!(known, Answer::Satisfiable(_)), "cheap steps decide it");
    assert_eq!(chain.statistics().solver_calls, 0);
    let condition = square(&mut pool, 1_234_567);
    let Answer::Unknown(why) = chain.check(&mut pool, &[condition]) else { panic!("nobody knows that") };
    assert_eq!(why.to_string(), "never asked a theory");
    let counts = chain.statistics();
    assert_eq!((counts.queries, counts.unknowns, counts.solver_calls), (2, 1, 1));
}

#[test]
fn the_chain_over_another_solver_asks_it_whatever_it_asked_z3() {
    let asked = Rc::new(Cell::new(0));
    let (mut answers, mut unsatisfiable) = (0, 0);
    for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
        for seed in 0..40 {
            let mut pools = Pools::new(arithmetic, 70_000 + seed);
            pools.easy = true;
            let conjuncts = [pools.truth(2)[0], pools.truth(2)[0]];
            let pool = &mut pools.pools[0];
            let counting = Counting { z3: Z3Solver::new(arithmetic, LIMIT), asked: Rc::clone(&asked) };
            let mut chains = [PathSolver::new(arithmetic, LIMIT), PathSolver::over(Box::new(counting), LIMIT)];
            let [usual, other] = chains.each_mut().map(|chain| {
                // Found twice, the second time by what is remembered.
                let answer = chain.check(pool, &conjuncts);
                assert_eq!(chain.check(pool, &conjuncts), answer, "{arithmetic:?}, seed {seed}");
                (answer, chain.statistics())
            });
            assert_eq!(usual, other, "{arithmetic:?}, seed {seed}");
            answers += 1;
            unsatisfiable += u64::from(usual.0 == Answer::Unsatisfiable);
        }
    }
    eprintln!("{answers} answers, {unsatisfiable} unsatisfiable, {} asked", asked.get());
    assert!(asked.get() > 20 && unsatisfiable > 5);
}
