//! Texts: evaluation, the simplifier and the solver's encodings agree on random terms with fixed seeds.

use crate::random_texts;

use crate::random_terms::Random;
use casewise::solver::{Answer, PathSolver, Solver, Unknown, Z3Solver};
use casewise::term::{Arithmetic, InputId, Model, TermId, TermPool, TermTable, evaluate_truth, render};
use random_texts::{Terms, pinned};

const LIMIT: u64 = 1_500_000;
const ARITHMETICS: [Arithmetic; 2] = [Arithmetic::Java, Arithmetic::Math];

fn truth(pool: &mut TermPool, seed: u64, depth: u32) -> TermId {
    Terms { pool, random: Random::new(seed) }.truth(depth)
}

/// The term as built without simplification, in a pool that simplifies.
fn naive_truth(pool: &mut TermPool, seed: u64, depth: u32) -> TermId {
    let mut naive = TermPool::new_unsimplified(pool.arithmetic());
    let term = truth(&mut naive, seed, depth);
    let (table, positions) = TermTable::export(&naive, &[term]);
    let ids = table.import(pool).expect("an exported table is well-formed");
    ids[positions[0] as usize]
}

fn shown(pool: &TermPool, id: TermId) -> String {
    render(pool, id, &|input: InputId| format!("v{}", input.0))
}

#[test]
fn simplified_conditions_evaluate_like_naive_ones() {
    let mut random = Random::new(11);
    for arithmetic in ARITHMETICS {
        for seed in 0..6_000 {
            let (mut pool, mut naive) = (TermPool::new(arithmetic), TermPool::new_unsimplified(arithmetic));
            let depth = 2 + (seed % 3) as u32;
            let (simplified, built) = (truth(&mut pool, seed, depth), truth(&mut naive, seed, depth));
            for _ in 0..8 {
                let model = random_texts::model(&mut random);
                let expected = evaluate_truth(&naive, built, &model);
                assert_eq!(
                    evaluate_truth(&pool, simplified, &model),
                    expected,
                    "{arithmetic:?} seed {seed}\nsimplified {}\nnaive {}\n{model:?}",
                    shown(&pool, simplified),
                    shown(&naive, built)
                );
            }
        }
    }
}

/// With all inputs pinned to a model, a condition holds exactly if evaluation says so.
#[test]
fn encodings_agree_with_evaluation() {
    let mut random = Random::new(12);
    for (arithmetic, rounds) in [(Arithmetic::Java, 100), (Arithmetic::Math, 20)] {
        let (mut agreed, mut unknown) = (0, 0);
        for seed in 0..rounds {
            let mut pool = TermPool::new(arithmetic);
            let term = naive_truth(&mut pool, 40_000 + seed, 2 + (seed % 2) as u32);
            let model = random_texts::model(&mut random);
            let Some(value) = evaluate_truth(&pool, term, &model) else { continue };
            let mut conjuncts = pinned(&mut pool, &model);
            let negated = pool.not(term);
            for (claim, expected) in [(term, value), (negated, !value)] {
                conjuncts.push(claim);
                let answer = Z3Solver::new(arithmetic, LIMIT).check(&mut pool, &conjuncts);
                conjuncts.pop();
                match (answer, expected) {
                    (Answer::Satisfiable(_), true) | (Answer::Unsatisfiable, false) => agreed += 1,
                    (Answer::Unknown(Unknown::Solver(reason)), _) if reason == "model mismatch" => {
                        panic!("{arithmetic:?} seed {seed}: mismatch in {}\n{model:?}", shown(&pool, claim))
                    }
                    (Answer::Unknown(reason), _) => {
                        eprintln!("{arithmetic:?} seed {seed}: {reason}: {}", shown(&pool, claim));
                        unknown += 1;
                    }
                    (answer, _) => {
                        panic!("{arithmetic:?} seed {seed}: {answer:?} of {}\n{model:?}", shown(&pool, claim))
                    }
                }
            }
        }
        eprintln!("{arithmetic:?}: {agreed} agreed, {unknown} unknown");
        assert!(unknown * 20 < agreed, "{arithmetic:?}: {unknown} unknown");
    }
}

/// Nothing that holds under some model is called unsatisfiable, and every model holds.
#[test]
fn answers_are_sound() {
    let mut random = Random::new(13);
    let (mut satisfiable, mut unsatisfiable, mut unknown) = (0, 0, 0);
    for (arithmetic, rounds) in [(Arithmetic::Java, 120), (Arithmetic::Math, 30)] {
        for seed in 0..rounds {
            let mut pool = TermPool::new(arithmetic);
            let mut conjuncts: Vec<TermId> =
                (0..3).map(|part| truth(&mut pool, 70_000 + 10 * seed + part, 2)).collect();
            let holds = |pool: &TermPool, conjuncts: &[TermId], model: &Model| {
                conjuncts.iter().all(|&id| evaluate_truth(pool, id, model) == Some(true))
            };
            // Each conjunct as it is or negated, as a model has it, so that half of the questions have an answer.
            let witness = random_texts::model(&mut random);
            if seed % 2 == 0 {
                for conjunct in &mut conjuncts {
                    if evaluate_truth(&pool, *conjunct, &witness) == Some(false) {
                        *conjunct = pool.not(*conjunct);
                    }
                }
            }
            match PathSolver::new(arithmetic, LIMIT).check(&mut pool, &conjuncts) {
                Answer::Satisfiable(model) => {
                    assert!(holds(&pool, &conjuncts, &model), "{arithmetic:?} seed {seed}: {model:?}");
                    satisfiable += 1;
                }
                Answer::Unsatisfiable => {
                    let all: Vec<String> = conjuncts.iter().map(|&id| shown(&pool, id)).collect();
                    assert!(!holds(&pool, &conjuncts, &witness), "{arithmetic:?} seed {seed}: {all:?} has {witness:?}");
                    for _ in 0..200 {
                        let model = random_texts::model(&mut random);
                        assert!(!holds(&pool, &conjuncts, &model), "{arithmetic:?} seed {seed}: {all:?} has {model:?}");
                    }
                    unsatisfiable += 1;
                }
                Answer::Unknown(reason) => {
                    assert_ne!(reason.to_string(), "model mismatch", "{arithmetic:?} seed {seed}");
                    let all: Vec<String> = conjuncts.iter().map(|&id| shown(&pool, id)).collect();
                    eprintln!("{arithmetic:?} seed {seed}: {reason}: {all:?}");
                    unknown += 1;
                }
            }
        }
    }
    eprintln!("{satisfiable} satisfiable, {unsatisfiable} unsatisfiable, {unknown} unknown");
    assert!(satisfiable > 75 && unsatisfiable > 30 && unknown * 5 < satisfiable);
}
