//! The solver chain, both encoders and evaluation agree on random terms with fixed seeds.

use crate::random_terms::{NUMBERS, Pools};
use crate::support::random::Random;
use casewise::solver::{Answer, PathSolver, Solver, Z3Solver, check_linked_version};
use casewise::term::{Arithmetic, Domain, InputId, Model, Node, Sort, TermId, TermPool, evaluate, evaluate_truth};
use std::collections::BTreeSet;

const LIMIT: u64 = 1_000_000;

#[test]
fn the_linked_z3_is_the_one_built_for() {
    assert_eq!(check_linked_version(), Ok(()));
}

/// A condition that is large as a tree and small as a graph is decided; one of many terms is refused, and says why.
#[test]
fn a_condition_of_too_many_terms_is_refused() {
    let condition = |rounds: i32, shares: bool| {
        let mut pool = TermPool::new(Arithmetic::Java);
        let input = pool.input(InputId(0), Domain::Int);
        let mut value = input;
        for round in 0..rounds {
            let other = if shares { value } else { pool.constant(Sort::Int, i64::from(round) + 1) };
            value = pool.multiply(value, other);
            value = pool.or(value, input);
        }
        let zero = pool.constant(Sort::Int, 0);
        let condition = pool.equal(value, zero);
        (pool, condition)
    };
    let ask = |(mut pool, condition): (TermPool, TermId)| {
        let mut solver = PathSolver::new(Arithmetic::Java, LIMIT);
        solver.check(&mut pool, &[condition])
    };
    assert!(matches!(ask(condition(40, true)), Answer::Satisfiable(_)));
    let Answer::Unknown(why) = ask(condition(20_000, false)) else { panic!("it is not refused") };
    assert!(why.to_string().contains("terms"), "{why}");
}

/// With all inputs pinned to a model, Z3 finds a term equal to its evaluation, and not equal to anything else.
#[test]
fn encoders_agree_with_evaluation() {
    for (arithmetic, rounds) in [(Arithmetic::Java, 1_400), (Arithmetic::Math, 800)] {
        let mut agreed = 0;
        let mut unknown = 0;
        let mut seed = 0;
        while agreed < rounds {
            seed += 1;
            let mut pools = Pools::new(arithmetic, 900_000 + seed);
            pools.easy = arithmetic == Arithmetic::Math && seed % 2 == 0;
            let sort = if seed % 2 == 0 { Sort::Int } else { Sort::Long };
            let pair = pools.number(sort, 2 + (seed % 3) as u32);
            let model = pools.model();
            let naive = pools.bring_naive(pair);
            let pool = &mut pools.pools[0];
            let Some(value) = evaluate(pool, pair[0], &model) else { continue };
            let mut conjuncts = Vec::new();
            for (id, domain) in NUMBERS {
                if pool.inputs(naive).contains(&InputId(id)) || pool.inputs(pair[0]).contains(&InputId(id)) {
                    let input = pool.input(InputId(id), domain);
                    let constant = pool.constant(domain.sort(), model.get(InputId(id)));
                    conjuncts.push(pool.equal(input, constant));
                }
            }
            let mut is_about_contents = false;
            for id in [20, 21, 22] {
                is_about_contents |= pool.inputs(naive).contains(&InputId(id));
            }
            let mut solver = Z3Solver::new(arithmetic, LIMIT);
            for term in [pair[0], naive] {
                if is_about_contents {
                    // Elements stay open: any model that Z3 finds is checked by evaluation already.
                    let constant = pool.constant(sort, value);
                    let equal = pool.equal(term, constant);
                    let mut all = conjuncts.clone();
                    all.push(equal);
                    match solver.check(pool, &all) {
                        Answer::Unknown(reason) => {
                            assert_ne!(reason.to_string(), "model mismatch");
                            unknown += 1;
                        }
                        _ => agreed += 1,
                    }
                    continue;
                }
                let constant = pool.constant(sort, value);
                let differs = pool.not_equal(term, constant);
                let mut all = conjuncts.clone();
                all.push(differs);
                match solver.check(pool, &all) {
                    Answer::Unsatisfiable => agreed += 1,
                    Answer::Unknown(_) => unknown += 1,
                    Answer::Satisfiable(other) => panic!("seed {seed}: {value} under {model:?}, else under {other:?}"),
                }
            }
        }
        eprintln!("{arithmetic:?}: {agreed} agreed, {unknown} unknown");
        assert!(unknown * 10 < agreed, "{arithmetic:?}: {unknown} unknown");
    }
}

/// Walks random paths: every answer of the chain is that of a fresh Z3, and every model holds.
#[test]
fn the_chain_agrees_with_a_plain_check() {
    let (mut sequences, mut satisfiable, mut unsatisfiable, mut unknown) = (0, 0, 0, 0);
    let mut totals = casewise::solver::SolverStatistics::default();
    for (arithmetic, rounds) in [(Arithmetic::Java, 180), (Arithmetic::Math, 80)] {
        for seed in 0..rounds {
            let mut pools = Pools::new(arithmetic, 300_000 + seed);
            pools.easy = true;
            let mut chain = PathSolver::new(arithmetic, LIMIT);
            let mut plain_solver = Z3Solver::new(arithmetic, LIMIT);
            // Two paths with one chain: the second meets the first one's cache.
            for _ in 0..2 {
                sequences += 1;
                let mut path: Vec<TermId> = Vec::new();
                let mut model = Model::new();
                for _ in 0..5 {
                    let condition = pools.truth(2)[0];
                    for new in [condition, pools.pools[0].not(condition)] {
                        let pool = &mut pools.pools[0];
                        let answer = chain.extend(pool, &path, new, &model);
                        let mut all = path.clone();
                        all.push(new);
                        let plain = plain_solver.check(pool, &all);
                        match (&answer, &plain) {
                            (Answer::Satisfiable(found), Answer::Satisfiable(_) | Answer::Unknown(_)) => {
                                satisfiable += 1;
                                for &conjunct in &all {
                                    assert_eq!(evaluate_truth(pool, conjunct, found), Some(true), "seed {seed}");
                                }
                            }
                            (Answer::Unsatisfiable, Answer::Unsatisfiable) => unsatisfiable += 1,
                            (Answer::Unsatisfiable, Answer::Unknown(_)) | (Answer::Unknown(_), _) => unknown += 1,
                            _ => panic!("{arithmetic:?} seed {seed}: chain {answer:?}, plain {plain:?}"),
                        }
                        let whole = chain.check(pool, &all);
                        match (&whole, &plain) {
                            (Answer::Satisfiable(found), Answer::Satisfiable(_) | Answer::Unknown(_)) => {
                                assert!(all.iter().all(|&id| evaluate_truth(pool, id, found) == Some(true)));
                            }
                            (Answer::Unsatisfiable, Answer::Satisfiable(_)) => panic!("seed {seed}: check {whole:?}"),
                            (Answer::Satisfiable(_), Answer::Unsatisfiable) => panic!("seed {seed}: check {whole:?}"),
                            _ => {}
                        }
                        if let Answer::Satisfiable(found) = answer
                            && new != condition
                        {
                            path.push(new);
                            model = found;
                        } else if path.len() < 2
                            && let Answer::Satisfiable(found) = whole
                        {
                            path = all;
                            model = found;
                            break;
                        }
                    }
                }
            }
            let statistics = chain.statistics();
            totals.queries += statistics.queries;
            totals.decided_by_model += statistics.decided_by_model;
            totals.decided_by_cache += statistics.decided_by_cache;
            totals.decided_by_cheap_reasoning += statistics.decided_by_cheap_reasoning;
            totals.solver_calls += statistics.solver_calls;
            totals.unknowns += statistics.unknowns;
        }
    }
    eprintln!("{sequences} sequences: {satisfiable} sat, {unsatisfiable} unsat, {unknown} unknown; {totals:?}");
    assert!(sequences > 500 && satisfiable > 500 && unsatisfiable > 100 && unknown * 20 < satisfiable);
}

/// The same calls give the same answers and the same models.
#[test]
fn answers_depend_on_the_calls_only() {
    let run = || {
        let mut answers = Vec::new();
        for seed in 0..40 {
            let mut pools = Pools::new(Arithmetic::Java, 700_000 + seed);
            let mut chain = PathSolver::new(Arithmetic::Java, LIMIT);
            let conjuncts: Vec<TermId> = (0..3).map(|_| pools.truth(3)[0]).collect();
            answers.push(format!("{:?}", chain.check(&mut pools.pools[0], &conjuncts)));
        }
        answers
    };
    assert_eq!(run(), run());
}

/// Sums of cases that may wrap around: which values they have is known from all ways to choose the cases.
#[test]
fn what_many_cases_add_up_to_is_decided_on_integers_as_by_counting() {
    let (mut sums, mut others) = (0, 0);
    for seed in 0..80 {
        let mut random = Random(seed);
        // Sums of large values wrap around.
        let bits = [4, 8, 31, 32][seed as usize % 4];
        let mut number = || (random.next() as i32) >> (32 - bits);
        let mut pool = TermPool::new(Arithmetic::Java);
        let mut sum = pool.int(0);
        let mut possible = BTreeSet::from([0_i32]);
        for input in 0..10 {
            let (one, other) = (number(), number());
            let (input, limit) = (pool.input(InputId(input), Domain::Int), pool.int(number() / 2));
            let is_one = pool.less(input, limit);
            let (first, second) = (pool.int(one), pool.int(other));
            let either = pool.if_then_else(is_one, first, second);
            sum = pool.add(sum, either);
            possible = possible.iter().flat_map(|sum| [sum.wrapping_add(one), sum.wrapping_add(other)]).collect();
        }
        let near = possible.iter().nth(possible.len() / 2).map_or(0, |sum| sum.wrapping_add(1));
        let mut chosen = || possible.iter().nth(random.below(possible.len())).copied().unwrap_or(0);
        for wanted in [chosen(), chosen(), near] {
            let value = pool.int(wanted);
            let is_wanted = pool.equal(sum, value);
            let mut solver = PathSolver::with_hard_on_integers(Arithmetic::Java, LIMIT, LIMIT);
            match (solver.check(&mut pool, &[is_wanted]), possible.contains(&wanted)) {
                (Answer::Satisfiable(_), true) => sums += 1,
                (Answer::Unsatisfiable, false) => others += 1,
                (answer, is_sum) => panic!("seed {seed}: {wanted}, {is_sum}: {answer:?}"),
            }
        }
    }
    assert!(sums > 100 && others > 20, "{sums} and {others}");
}

/// Products, quotients and remainders of numbers within bounds are asked on integers first: what is said of them agrees with trying
/// values, those at the bounds among them.
#[test]
fn what_multiplies_or_divides_agrees_with_trying_values() {
    let (mut holds, mut never) = (0, 0);
    for seed in 0..400 {
        let mut random = Random(seed + 1);
        let mut pool = TermPool::new(Arithmetic::Java);
        let widths = [3, 8, 16, 24, 31, 32];
        let number = |random: &mut Random| (random.next() as i32) >> (32 - widths[random.below(widths.len())]);
        let inputs: Vec<TermId> = (0..3).map(|input| pool.input(InputId(input), Domain::Int)).collect();
        let mut conjuncts = Vec::new();
        let mut bounds = Vec::new();
        for &input in &inputs {
            let (one, other) = (number(&mut random), number(&mut random));
            let (low, high) = (one.min(other), one.max(other));
            bounds.push((low, high));
            let (low, high) = (pool.int(low), pool.int(high));
            conjuncts.push(pool.less_or_equal(low, input));
            conjuncts.push(pool.less_or_equal(input, high));
        }
        let mut term = inputs[0];
        for _ in 0..1 + random.below(3) {
            let (other, constant) = (inputs[random.below(3)], number(&mut random));
            let constant = pool.int(constant);
            term = match random.below(9) {
                0 | 1 => pool.multiply(term, other),
                2 => pool.divide(term, other),
                3 => pool.remainder(term, other),
                4 => pool.divide(term, constant),
                5 => pool.remainder(term, constant),
                6 => {
                    let (wide, factor) = (pool.int_to_long(term), pool.int_to_long(other));
                    let (product, divisor) = (pool.multiply(wide, factor), pool.int_to_long(constant));
                    let quotient = pool.divide(product, divisor);
                    pool.long_to_int(quotient)
                }
                7 => pool.add(term, other),
                _ => {
                    let short = pool.to_short(term);
                    pool.subtract(short, other)
                }
            };
        }
        let wanted = match random.below(3) {
            0 => inputs[random.below(3)],
            _ => {
                let constant = number(&mut random);
                pool.int(constant)
            }
        };
        conjuncts.push(match random.below(3) {
            0 => pool.equal(term, wanted),
            1 => pool.less(term, wanted),
            _ => pool.less(wanted, term),
        });
        let mut solver = PathSolver::new(Arithmetic::Java, LIMIT);
        match solver.check(&mut pool, &conjuncts) {
            Answer::Satisfiable(model) => {
                holds += 1;
                let is_one = conjuncts.iter().all(|conjunct| evaluate_truth(&pool, *conjunct, &model) == Some(true));
                assert!(is_one, "seed {seed}");
            }
            Answer::Unsatisfiable => {
                never += 1;
                for _ in 0..3_000 {
                    let mut model = Model::new();
                    for (input, (low, high)) in bounds.iter().enumerate() {
                        let (low, high) = (i64::from(*low), i64::from(*high));
                        let value = match random.below(4) {
                            0 => low + i64::try_from(random.below(3)).unwrap(),
                            1 => high - i64::try_from(random.below(3)).unwrap(),
                            _ => low + (random.next() >> 1) as i64 % (high - low + 1),
                        };
                        model.set(InputId(input as u32), value.clamp(low, high));
                    }
                    let is_one =
                        conjuncts.iter().all(|conjunct| evaluate_truth(&pool, *conjunct, &model) == Some(true));
                    assert!(!is_one, "seed {seed}: {model:?}");
                }
            }
            Answer::Unknown(_) => {}
        }
    }
    assert!(holds > 100 && never > 100, "{holds} and {never}");
}

/// Ten thousand levels: nothing recurses into the depth of a term.
#[test]
fn deep_terms_do_not_overflow_the_stack() {
    for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
        let mut pool = casewise::term::TermPool::new(arithmetic);
        let (x, y) = (pool.input(InputId(0), Domain::Int), pool.input(InputId(1), Domain::Int));
        let mut term = x;
        let seven = pool.int(7);
        for level in 0..10_000 {
            let constant = pool.int(level % 5 + 1);
            term = match level % 3 {
                0 => pool.add(term, constant),
                1 => pool.remainder(term, seven),
                _ => {
                    let condition = pool.less(term, y);
                    pool.if_then_else(condition, term, constant)
                }
            };
        }
        assert!(pool.depth(term) > 5_000);
        let model = Model::new();
        assert!(evaluate(&pool, term, &model).is_some());
        let text = casewise::term::render(&pool, term, &|id| format!("v{}", id.0));
        assert!(text.contains('…'));
        let (table, positions) = casewise::term::TermTable::export(&pool, &[term]);
        assert_eq!(table.import(&mut pool).expect("well-formed")[positions[0] as usize], term);
        let mut memo = Default::default();
        let same =
            casewise::term::substitute(&mut pool, term, &mut |pool, id, domain| pool.input(id, domain), &mut memo);
        assert_eq!(same, term);
        let condition = pool.less(y, term);
        assert!(!matches!(pool.node(condition), Node::Truth(_)));
        // Whatever the answer is within the limit: it must come back.
        let _ = PathSolver::new(arithmetic, 100_000).check(&mut pool, &[condition]);
    }
}

/// An input number stands for another input on another path, and then perhaps for one of a smaller type.
#[test]
fn a_model_of_another_path_gives_no_value_outside_an_inputs_type() {
    let mut pool = TermPool::new(Arithmetic::Java);
    let mut solver = PathSolver::new(Arithmetic::Java, LIMIT);
    let wide = pool.input(InputId(0), Domain::Long);
    let large = pool.long((1 << 40) + 7);
    let is_large = pool.equal(large, wide);
    assert!(matches!(solver.check(&mut pool, &[is_large]), Answer::Satisfiable(_)));
    let narrow = pool.input(InputId(0), Domain::Int);
    let one = pool.int(1);
    let is_more = pool.less(one, narrow);
    let Answer::Satisfiable(model) = solver.check(&mut pool, &[is_more]) else { panic!("no model") };
    assert!(i32::try_from(model.get(InputId(0))).is_ok(), "{model:?}");
}
