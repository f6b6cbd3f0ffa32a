//! Floating-point terms: the simplifier, evaluation, guesses and Z3 agree, on random terms with fixed seeds.

use crate::random_terms::Random;
use casewise::solver::{Answer, PathSolver, Solver, Z3Solver};
use casewise::term::{
    Arithmetic, Domain, ElementKind, FloatOperator as F, InputId, Model, Sort, TermId, TermPool, evaluate,
    evaluate_truth, render,
};

/// Z3's work for one question.
const LIMIT: u64 = 1_000_000;

const DOUBLES: [f64; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    2.5,
    -2.5,
    3.0,
    1e10,
    -1e10,
    2_147_483_647.0,
    9e15,
    1e300,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

/// Builds the same term in a pool that simplifies and in one that does not.
struct Terms {
    pools: [TermPool; 2],
    random: Random,
    /// Leave out what Z3 decides slowly.
    easy: bool,
}

type Pair = [TermId; 2];

impl Terms {
    fn new(arithmetic: Arithmetic, seed: u64) -> Self {
        let pools = [TermPool::new(arithmetic), TermPool::new_unsimplified(arithmetic)];
        Terms { pools, random: Random::new(seed), easy: false }
    }

    fn each(&mut self, mut build: impl FnMut(&mut TermPool, usize) -> TermId) -> Pair {
        let [simplified, naive] = &mut self.pools;
        [build(simplified, 0), build(naive, 1)]
    }

    fn any_double(&mut self) -> f64 {
        match self.random.below(4) {
            0 => f64::from_bits(self.random.next() ^ (self.random.next() << 32)),
            1 => (self.random.below(200) as f64 - 100.0) / 4.0,
            _ => DOUBLES[self.random.below(DOUBLES.len() as u64) as usize],
        }
    }

    fn leaf(&mut self, sort: Sort) -> Pair {
        if self.random.below(3) == 0 {
            let value = self.any_double();
            return self.each(|pool, _| match sort {
                Sort::Float => pool.float(value as f32),
                Sort::Double => pool.double(value),
                sort => pool.constant(sort, value as i32 as i64),
            });
        }
        let number = self.random.below(2) as u32;
        self.each(|pool, _| match sort {
            Sort::Float => pool.input(InputId(number), Domain::Float),
            Sort::Double => pool.input(InputId(2 + number), Domain::Double),
            Sort::Int => pool.input(InputId(4 + number), Domain::Short),
            _ => pool.input(InputId(6), Domain::Long),
        })
    }

    fn apply(&mut self, operator: F, arguments: &[Pair]) -> Pair {
        self.each(|pool, k| {
            let arguments: Vec<TermId> = arguments.iter().map(|pair| pair[k]).collect();
            pool.floating_point(operator, &arguments)
        })
    }

    fn number(&mut self, sort: Sort, depth: u32) -> Pair {
        let Some(depth) = depth.checked_sub(1) else { return self.leaf(sort) };
        let floating = if self.random.below(2) == 0 { Sort::Float } else { Sort::Double };
        match (sort, self.random.below(12)) {
            (Sort::Float | Sort::Double, choice @ 0..=4) => {
                let operators = [F::Add, F::Subtract, F::Multiply, F::Divide, F::Remainder];
                let operator = operators[if self.easy { choice.min(1) } else { choice } as usize];
                let arguments = [self.number(sort, depth), self.number(sort, depth)];
                self.apply(operator, &arguments)
            }
            (Sort::Float | Sort::Double, choice @ 5..=8) => {
                let operator = [F::Negate, F::Absolute, F::Floor, F::RoundToEven][choice as usize - 5];
                let argument = self.number(sort, depth);
                self.apply(operator, &[argument])
            }
            (Sort::Float, 9) => {
                let from = [Sort::Int, Sort::Long, Sort::Double][self.random.below(3) as usize];
                let argument = self.number(from, depth);
                self.apply(F::ToFloat, &[argument])
            }
            (Sort::Double, 9) => {
                let from = [Sort::Int, Sort::Long, Sort::Float][self.random.below(3) as usize];
                let argument = self.number(from, depth);
                self.apply(F::ToDouble, &[argument])
            }
            (Sort::Float | Sort::Double, 10) => {
                let bits = if sort == Sort::Float { Sort::Int } else { Sort::Long };
                let argument = self.number(bits, depth);
                self.apply(F::FromBits, &[argument])
            }
            (Sort::Float | Sort::Double, _) => {
                let (c, a, b) = (self.truth(depth), self.number(sort, depth), self.number(sort, depth));
                self.each(|pool, k| pool.if_then_else(c[k], a[k], b[k]))
            }
            (Sort::Int, 0..=2) => {
                let arguments = [self.number(floating, depth), self.number(floating, depth)];
                let operator = if self.random.below(2) == 0 { F::CompareNanLess } else { F::CompareNanGreater };
                self.apply(operator, &arguments)
            }
            (Sort::Int, 3..=5) => {
                let argument = self.number(floating, depth);
                self.apply(F::ToInt, &[argument])
            }
            (Sort::Int, 6) => {
                let argument = self.number(Sort::Float, depth);
                self.apply(F::Bits, &[argument])
            }
            (Sort::Long, 0..=3) => {
                let argument = self.number(floating, depth);
                self.apply(F::ToLong, &[argument])
            }
            (Sort::Long, 4) => {
                let argument = self.number(Sort::Double, depth);
                self.apply(F::Bits, &[argument])
            }
            _ => self.leaf(sort),
        }
    }

    fn truth(&mut self, depth: u32) -> Pair {
        let depth = depth.saturating_sub(1);
        let sort = if self.random.below(2) == 0 { Sort::Float } else { Sort::Double };
        match self.random.below(10) {
            choice @ 0..=4 => {
                let arguments = [self.number(sort, depth), self.number(sort, depth)];
                self.apply([F::Equal, F::Less, F::LessOrEqual, F::Less, F::LessOrEqual][choice as usize], &arguments)
            }
            5 => {
                let argument = self.number(sort, depth);
                self.apply(F::IsNan, &[argument])
            }
            6 => {
                let (a, b) = (self.number(sort, depth), self.number(sort, depth));
                self.each(|pool, k| pool.equal(a[k], b[k]))
            }
            7 | 8 => {
                let compared = self.number(Sort::Int, depth.max(1));
                let bound = self.random.below(3) as i32 - 1;
                let is_equal = self.random.below(2) == 0;
                self.each(|pool, k| {
                    let bound = pool.int(bound);
                    if is_equal { pool.equal(compared[k], bound) } else { pool.less(compared[k], bound) }
                })
            }
            _ => {
                let inner = self.truth(depth);
                self.each(|pool, k| pool.not(inner[k]))
            }
        }
    }

    fn model(&mut self) -> Model {
        let mut model = Model::new();
        for number in 0..2 {
            let (single, double) = (self.any_double() as f32, self.any_double());
            // Any NaN: evaluation makes them one.
            model.set(InputId(number), i64::from(single.to_bits()));
            model.set(InputId(2 + number), double.to_bits() as i64);
            model.set(InputId(4 + number), self.random.below(65_536) as i64 - 32_768);
        }
        model.set(InputId(6), self.random.number(Sort::Long));
        model
    }

    fn text(&self, side: usize, term: TermId) -> String {
        render(&self.pools[side], term, &|id| format!("v{}", id.0))
    }
}

#[test]
fn simplified_terms_evaluate_like_naive_ones() {
    for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
        for seed in 0..6_000 {
            let mut terms = Terms::new(arithmetic, seed);
            let depth = 1 + (seed % 4) as u32;
            let pair = match seed % 5 {
                0 => terms.number(Sort::Float, depth),
                1 => terms.number(Sort::Double, depth),
                2 => terms.number(Sort::Int, depth),
                3 => terms.number(Sort::Long, depth),
                _ => terms.truth(depth),
            };
            for _ in 0..12 {
                let model = terms.model();
                let simplified = evaluate(&terms.pools[0], pair[0], &model);
                let naive = evaluate(&terms.pools[1], pair[1], &model);
                let (left, right) = (terms.text(0, pair[0]), terms.text(1, pair[1]));
                assert!(naive.is_some(), "seed {seed}: {right}");
                assert_eq!(simplified, naive, "seed {seed}\nsimplified {left}\nnaive {right}\nmodel {model:?}");
                let (low, high) = terms.pools[0].range(pair[0]);
                assert!(simplified.is_some_and(|value| low <= value && value <= high), "seed {seed}: {low}..{high}");
            }
        }
    }
}

/// What holds in some model is not refuted, by Z3 alone nor by the chain; a model that is returned holds.
#[test]
fn solvers_refute_nothing_that_a_model_satisfies() {
    let (mut satisfiable, mut unknown, mut refuted) = (0, 0, 0);
    for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
        for seed in 0..60 {
            let mut terms = Terms::new(arithmetic, 90_000 + seed);
            terms.easy = true;
            let conjuncts: Vec<TermId> = (0..2).map(|_| terms.truth(2)[0]).collect();
            let models: Vec<Model> = (0..40).map(|_| terms.model()).collect();
            let known = models.iter().find(|model| {
                conjuncts.iter().all(|conjunct| evaluate_truth(&terms.pools[0], *conjunct, model) == Some(true))
            });
            let mut z3 = Z3Solver::new(arithmetic, LIMIT);
            let mut chain = PathSolver::new(arithmetic, LIMIT);
            let pool = &mut terms.pools[0];
            for answer in [z3.check(pool, &conjuncts), chain.check(pool, &conjuncts)] {
                match answer {
                    Answer::Satisfiable(model) => {
                        satisfiable += 1;
                        for conjunct in &conjuncts {
                            assert_eq!(evaluate_truth(pool, *conjunct, &model), Some(true), "seed {seed}");
                        }
                    }
                    Answer::Unsatisfiable => {
                        refuted += 1;
                        let texts: Vec<String> = conjuncts
                            .iter()
                            .map(|conjunct| render(pool, *conjunct, &|id| format!("v{}", id.0)))
                            .collect();
                        assert!(known.is_none(), "{arithmetic:?} seed {seed}: {texts:?} holds in {known:?}");
                    }
                    Answer::Unknown(_) => unknown += 1,
                }
            }
        }
    }
    println!("{satisfiable} satisfiable, {refuted} refuted, {unknown} unknown");
    assert!(satisfiable > 100 && refuted > 10, "{satisfiable} satisfiable, {refuted} refuted, {unknown} unknown");
}

fn double(pool: &mut TermPool, number: u32) -> TermId {
    pool.input(InputId(number), Domain::Double)
}

/// The chain answers without Z3.
fn is_guessed(build: fn(&mut TermPool) -> Vec<TermId>) {
    let mut pool = TermPool::new(Arithmetic::Java);
    let conjuncts = build(&mut pool);
    let mut chain = PathSolver::new(Arithmetic::Java, LIMIT);
    let answer = chain.check(&mut pool, &conjuncts);
    let texts: Vec<String> =
        conjuncts.iter().map(|conjunct| render(&pool, *conjunct, &|id| format!("v{}", id.0))).collect();
    assert!(matches!(answer, Answer::Satisfiable(_)), "{texts:?}: {answer:?}");
    let statistics = chain.statistics();
    assert_eq!((statistics.decided_by_guess, statistics.solver_calls), (1, 0), "{texts:?}");
}

#[test]
fn equations_are_guessed_by_solving_them() {
    is_guessed(|pool| {
        let (x, tenth, sum) = (double(pool, 0), pool.double(0.1), pool.double(0.3));
        let term = pool.floating_point(F::Add, &[x, tenth]);
        vec![pool.floating_point(F::Equal, &[term, sum])]
    });
    is_guessed(|pool| {
        let (x, factor, product) = (double(pool, 0), pool.double(7.0), pool.double(91.0));
        let term = pool.floating_point(F::Multiply, &[x, factor]);
        vec![pool.floating_point(F::Equal, &[term, product])]
    });
    is_guessed(|pool| {
        let (x, scale) = (double(pool, 0), pool.double(100.0));
        let scaled = pool.floating_point(F::Multiply, &[x, scale]);
        let (cents, wanted) = (pool.floating_point(F::ToInt, &[scaled]), pool.int(1999));
        vec![pool.equal(cents, wanted)]
    });
    is_guessed(|pool| {
        let (x, five) = (double(pool, 0), pool.double(5.0));
        let root = pool.floating_point(F::SquareRoot, &[x]);
        vec![pool.floating_point(F::Equal, &[root, five])]
    });
}

#[test]
fn boundaries_are_guessed() {
    is_guessed(|pool| {
        let x = double(pool, 0);
        vec![pool.floating_point(F::IsNan, &[x])]
    });
    // Equal to zero, with a reciprocal below zero: -0.0.
    is_guessed(|pool| {
        let (x, zero, one) = (double(pool, 0), pool.double(0.0), pool.double(1.0));
        let reciprocal = pool.floating_point(F::Divide, &[one, x]);
        vec![pool.floating_point(F::Equal, &[x, zero]), pool.floating_point(F::Less, &[reciprocal, zero])]
    });
    // A number that absorbs one.
    is_guessed(|pool| {
        let (x, one) = (double(pool, 0), pool.double(1.0));
        let sum = pool.floating_point(F::Add, &[x, one]);
        vec![pool.floating_point(F::Equal, &[sum, x])]
    });
}

#[test]
fn elements_of_arrays_are_guessed() {
    is_guessed(|pool| {
        let values = pool.input(InputId(3), Domain::Contents(ElementKind::Double));
        let (index, limit) = (pool.input(InputId(4), Domain::Int), pool.double(1.5));
        let element = pool.select(values, index);
        let three = pool.int(3);
        vec![pool.equal(index, three), pool.floating_point(F::Less, &[limit, element])]
    });
}

/// The remainder is none of Z3's operators: facts about it refute, and what they leave open is unknown or evaluated.
#[test]
fn the_remainder_is_refuted_by_facts_only() {
    let ask = |bound: f64| {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (x, three, bound) = (double(&mut pool, 0), pool.double(3.0), pool.double(bound));
        let rest = pool.floating_point(F::Remainder, &[x, three]);
        let exceeds = pool.floating_point(F::Less, &[bound, rest]);
        Z3Solver::new(Arithmetic::Java, LIMIT).check(&mut pool, &[exceeds])
    };
    assert_eq!(ask(3.0), Answer::Unsatisfiable);
    assert_ne!(ask(2.5), Answer::Unsatisfiable);
}
