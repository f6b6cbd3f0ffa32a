//! What the solver answers to conditions on strings: what is known to be hard, what no bound may cut, and how solutions
//! read.

#[path = "text_queries/queries.rs"]
mod queries;

use casewise::solver::{Answer, PathSolver, Solver, Unknown, Z3Solver};
use casewise::term::{Arithmetic, Domain, InputId, Model, TermPool, TextOperator, evaluate_truth};
use queries::{Query, SATISFIABLE, TEXT};

const LIMIT: u64 = 20_000_000;

fn answer_of(arithmetic: Arithmetic, build: impl FnOnce(&mut Query)) -> Answer {
    answer_within(LIMIT, arithmetic, build)
}

fn answer_within(limit: u64, arithmetic: Arithmetic, build: impl FnOnce(&mut Query)) -> Answer {
    let mut pool = TermPool::new(arithmetic);
    let mut query = Query { pool: &mut pool, conjuncts: Vec::new() };
    build(&mut query);
    let conjuncts = query.conjuncts;
    let answer = PathSolver::new(arithmetic, limit).check(&mut pool, &conjuncts);
    if let Answer::Satisfiable(model) = &answer {
        assert!(conjuncts.iter().all(|&id| evaluate_truth(&pool, id, model) == Some(true)));
    }
    answer
}

#[track_caller]
fn solution_of(build: impl FnOnce(&mut Query)) -> String {
    match answer_of(Arithmetic::Java, build) {
        Answer::Satisfiable(model) => String::from_utf16(&model.text(TEXT)).expect("no unpaired surrogate"),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn has_none(build: impl FnOnce(&mut Query)) {
    assert_eq!(answer_of(Arithmetic::Java, build), Answer::Unsatisfiable);
}

#[test]
fn what_is_known_to_be_hard_has_a_solution() {
    for (name, build) in SATISFIABLE {
        for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
            if arithmetic == Arithmetic::Math && ["hash equal to a constant", "parse six digits"].contains(&name) {
                // Not in seconds: Z3 gets from an integer to the bits that it is made of only slowly.
                continue;
            }
            let answer = answer_of(arithmetic, build);
            assert!(matches!(answer, Answer::Satisfiable(_)), "{name} in {arithmetic:?}: {answer:?}");
        }
    }
}

/// Z3 alone, without guesses, finds them too.
#[test]
fn what_is_known_to_be_hard_is_not_guessed() {
    for (name, build) in SATISFIABLE {
        let mut pool = TermPool::new(Arithmetic::Java);
        let mut query = Query { pool: &mut pool, conjuncts: Vec::new() };
        build(&mut query);
        let conjuncts = query.conjuncts;
        let answer = Z3Solver::new(Arithmetic::Java, LIMIT).check(&mut pool, &conjuncts);
        assert!(matches!(answer, Answer::Satisfiable(_)), "{name}: {answer:?}");
    }
}

#[test]
fn no_bound_is_needed_where_lengths_or_beginnings_contradict() {
    has_none(|query| {
        query.contains("ab", true);
        let length = query.length();
        query.is(length, 1);
    });
    has_none(|query| {
        query.starts_with("abc");
        query.unit_is(1, 'x');
    });
    has_none(|query| {
        query.starts_with("ab");
        query.contains("a", false);
    });
    has_none(|query| {
        let (text, constant) = (query.text(), query.constant("word"));
        let equal = query.pool.equal(text, constant);
        query.conjuncts.push(equal);
        query.ends_with("x");
    });
}

/// "No string at all": what only the theory of strings settles, since any bound could be too small.
#[test]
fn a_condition_without_any_solution_is_no_matter_of_a_bound() {
    has_none(|query| {
        query.ends_with("xyz");
        query.contains("y", false);
    });
    has_none(|query| {
        query.contains("abc", true);
        query.contains("bc", false);
    });
}

#[test]
fn solutions_are_longer_than_any_bound_where_only_the_length_matters() {
    let solution = solution_of(|query| {
        query.starts_with("key");
        let (length, most) = (query.length(), query.pool.int(1_000));
        let is_longer = query.pool.less(most, length);
        query.conjuncts.push(is_longer);
    });
    assert!(solution.starts_with("key") && solution.len() > 1_000);
}

/// A bound that cuts is said, and is not taken for "no solution".
#[test]
fn what_lies_beyond_the_bound_is_unknown() {
    let answer = answer_within(1_000_000, Arithmetic::Java, |query| {
        let (length, most) = (query.length(), query.pool.int(1_000));
        let is_longer = query.pool.less(most, length);
        query.conjuncts.push(is_longer);
        let text = query.text();
        let hash = query.pool.text_operation(TextOperator::Hash, &[text]);
        query.is(hash, 77);
    });
    assert!(matches!(answer, Answer::Unknown(Unknown::TextBound(_))), "{answer:?}");
}

#[test]
fn solutions_are_short_and_readable() {
    let is_readable = |solution: &str| solution.bytes().all(|unit| unit.is_ascii_alphanumeric());
    let solution = solution_of(|query| {
        let (text, constant) = (query.text(), query.constant("a"));
        let equal = query.pool.equal(text, constant);
        let differs = query.pool.not(equal);
        query.conjuncts.push(differs);
        let (length, zero) = (query.length(), query.pool.int(0));
        let is_longer = query.pool.less(zero, length);
        query.conjuncts.push(is_longer);
    });
    assert!(is_readable(&solution) && solution.len() == 1, "{solution:?}");
    let solution = solution_of(|query| {
        query.contains("@", true);
        query.starts_with("mail");
        let (length, most) = (query.length(), query.pool.int(9));
        let is_short = query.pool.less(length, most);
        query.conjuncts.push(is_short);
        let arguments = [query.text(), query.pool.int(4)];
        let unit = query.pool.text_operation(TextOperator::CharAt, &arguments);
        let at = query.pool.int(i32::from(b'@'));
        let is_before = query.pool.less(at, unit);
        query.conjuncts.push(is_before);
    });
    assert!(solution.bytes().all(|unit| unit.is_ascii_graphic()) && solution.len() <= 6, "{solution:?}");
}

/// On another path the same numbers name other inputs; the cache gives each its own text.
#[test]
fn remembered_answers_are_restored_for_other_inputs() {
    let mut pool = TermPool::new(Arithmetic::Java);
    let mut solver = PathSolver::new(Arithmetic::Java, LIMIT);
    let value = pool.int(424_242);
    for id in [0, 5] {
        let text = pool.input(InputId(id), Domain::Text);
        let hash = pool.text_operation(TextOperator::Hash, &[text]);
        let condition = pool.equal(hash, value);
        let Answer::Satisfiable(model) = solver.extend(&mut pool, &[], condition, &Model::new()) else {
            panic!("no solution")
        };
        assert!(model.get_text(InputId(id)).is_some() && evaluate_truth(&pool, condition, &model) == Some(true));
    }
    assert_eq!(solver.statistics().decided_by_cache, 1);
}
