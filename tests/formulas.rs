//! Formulas with quantifiers and uninterpreted functions: what Z3 says of them, and what unfolding makes of them.

use casewise::formula::{Application, Formula, FormulaSymbol, Quantified, Unfolding, render_formula, unfold};
use casewise::solver::{Answer, Solver, Z3Solver, check_formulas};
use casewise::term::{Arithmetic, Domain, ElementKind, InputId, Sort, TermId, TermPool};

const BOTH: [Arithmetic; 2] = [Arithmetic::Java, Arithmetic::Math];
const LIMIT: u64 = 3_000_000;

fn int(pool: &mut TermPool, number: u32) -> TermId {
    pool.input(InputId(number), Domain::Int)
}

/// `forall t. 0 <= t < n -> a[t] == 1` where `a` is input 0, `n` input 1 and `t` input 2.
fn all_ones(pool: &mut TermPool) -> Formula {
    let contents = pool.input(InputId(0), Domain::Contents(ElementKind::Int));
    let (n, t) = (int(pool, 1), int(pool, 2));
    let (zero, one) = (pool.int(0), pool.int(1));
    let (from, to) = (pool.less_or_equal(zero, t), pool.less(t, n));
    let within = pool.conjunction(from, to);
    let element = pool.select(contents, t);
    let is_one = pool.equal(element, one);
    Formula::for_all(vec![(InputId(2), Domain::Int)], Formula::implies(Formula::Term(within), Formula::Term(is_one)))
}

fn element_is(pool: &mut TermPool, index: i32, value: i32) -> Formula {
    let contents = pool.input(InputId(0), Domain::Contents(ElementKind::Int));
    let (index, value) = (pool.int(index), pool.int(value));
    let element = pool.select(contents, index);
    Formula::Term(pool.equal(element, value))
}

fn length_is(pool: &mut TermPool, value: i32) -> Formula {
    let (n, value) = (int(pool, 1), pool.int(value));
    Formula::Term(pool.equal(n, value))
}

#[test]
fn a_universal_formula_is_refuted_by_one_of_its_instances() {
    for arithmetic in BOTH {
        let mut pool = TermPool::new(arithmetic);
        let all = all_ones(&mut pool);
        let (inside, outside) = (element_is(&mut pool, 4, 7), element_is(&mut pool, 5, 7));
        let length = length_is(&mut pool, 5);
        let refuted = check_formulas(&pool, &[outside.clone(), all.clone(), length.clone(), inside], LIMIT);
        assert_eq!((refuted.answer, refuted.core), (Answer::Unsatisfiable, vec![1, 2, 3]));
        let found = check_formulas(&pool, &[outside, all, length], LIMIT).answer;
        assert!(!matches!(found, Answer::Unsatisfiable), "{arithmetic:?}: {found:?}");
    }
}

#[test]
fn bound_variables_shadow_and_range_over_their_domains() {
    for arithmetic in BOTH {
        let mut pool = TermPool::new(arithmetic);
        let x = pool.input(InputId(0), Domain::Byte);
        let (low, high) = (pool.int(-128), pool.int(127));
        let (above, below) = (pool.less_or_equal(low, x), pool.less_or_equal(x, high));
        // Builders know the range of a byte; what is asked of Z3 must not be simplified away.
        assert_eq!((pool.as_truth(above), pool.as_truth(below)), (Some(true), Some(true)));
        let five = pool.int(5);
        let is_five = Formula::Term(pool.equal(x, five));
        let variables = vec![(InputId(0), Domain::Byte)];
        let some_other = Formula::exists(variables.clone(), Formula::Not(Box::new(is_five.clone())));
        assert!(matches!(
            check_formulas(&pool, &[is_five.clone(), some_other], LIMIT).answer,
            Answer::Satisfiable(model) if model.get(InputId(0)) == 5
        ));
        let every = Formula::for_all(variables.clone(), is_five.clone());
        assert_eq!(check_formulas(&pool, &[every], LIMIT).answer, Answer::Unsatisfiable);
        let hundred = pool.int(100);
        let product = pool.multiply(x, hundred);
        let most = pool.int(12_701);
        let small = Formula::Term(pool.less(product, most));
        let beyond = Formula::exists(variables, Formula::Not(Box::new(small)));
        assert_eq!(check_formulas(&pool, &[beyond], LIMIT).answer, Answer::Unsatisfiable, "{arithmetic:?}");
    }
}

#[test]
fn functions_give_equal_results_for_equal_arguments_and_axioms_are_instantiated() {
    for arithmetic in BOTH {
        let mut pool = TermPool::new(arithmetic);
        let symbol = FormulaSymbol { name: "abs".into(), arguments: [Sort::Int].into(), result: Sort::Int };
        let (x, r, p, q) = (int(&mut pool, 0), int(&mut pool, 1), int(&mut pool, 2), int(&mut pool, 3));
        let zero = pool.int(0);
        // forall x. x > 0 -> abs(x) == x, where input 1 stands for abs(x).
        let is_positive = pool.less(zero, x);
        let is_same = pool.equal(r, x);
        let axiom = Formula::ForAll(Box::new(Quantified {
            variables: vec![(InputId(0), Domain::Int)],
            patterns: vec![Application {
                symbol: symbol.clone(),
                arguments: vec![x],
                result: Some((InputId(1), Domain::Int)),
            }],
            body: Formula::implies(Formula::Term(is_positive), Formula::Term(is_same)),
        }));
        let call =
            Formula::Predicate(Application { symbol, arguments: vec![p], result: Some((InputId(3), Domain::Int)) });
        let seven = pool.int(7);
        let at_seven = Formula::Term(pool.equal(p, seven));
        let differs = Formula::Term(pool.not_equal(q, seven));
        let refuted = check_formulas(&pool, &[axiom.clone(), call.clone(), at_seven, differs.clone()], LIMIT);
        assert_eq!((refuted.answer, refuted.core), (Answer::Unsatisfiable, vec![0, 1, 2, 3]));
        let open = check_formulas(&pool, &[axiom, call, differs], LIMIT).answer;
        assert!(!matches!(open, Answer::Unsatisfiable), "{open:?}");
    }
}

#[test]
fn a_named_application_is_the_function_of_the_arguments_that_it_has() {
    for arithmetic in BOTH {
        let mut pool = TermPool::new(arithmetic);
        let symbol = FormulaSymbol { name: "next".into(), arguments: [Sort::Int].into(), result: Sort::Int };
        let (x, once, twice) = (int(&mut pool, 0), int(&mut pool, 1), int(&mut pool, 2));
        let next = |of: TermId, named: u32| Application {
            symbol: symbol.clone(),
            arguments: vec![of],
            result: Some((InputId(named), Domain::Int)),
        };
        // forall x. next(next(x)) == x, the inner application named first.
        let comes_back = Formula::Term(pool.equal(twice, x));
        let inner = Formula::Let(Box::new((next(once, 2), comes_back)));
        let body = Formula::Let(Box::new((next(x, 1), inner)));
        assert_eq!(body.free_inputs(&pool).into_iter().collect::<Vec<InputId>>(), [InputId(0)]);
        let name = |input: InputId| ["x", "once", "twice"][input.0 as usize].to_owned();
        let text = "let next(x) == once in (let next(once) == twice in (x == twice))";
        assert_eq!(render_formula(&pool, &body, &name), text);
        let axiom = Formula::ForAll(Box::new(Quantified {
            variables: vec![(InputId(0), Domain::Int)],
            patterns: vec![Application { result: None, ..next(x, 1) }],
            body,
        }));
        // next(p) == 4, and next(4) is not p.
        let (p, result, four) = (int(&mut pool, 3), int(&mut pool, 4), pool.int(4));
        let facts = [
            Formula::Predicate(next(p, 4)),
            Formula::Term(pool.equal(result, four)),
            Formula::Predicate(next(four, 5)),
        ];
        let other = int(&mut pool, 5);
        let is_back = pool.equal(other, p);
        let not_back = Formula::Not(Box::new(Formula::Term(is_back)));
        let refuted: Vec<Formula> = facts.iter().cloned().chain([axiom.clone(), not_back.clone()]).collect();
        assert_eq!(check_formulas(&pool, &refuted, LIMIT).answer, Answer::Unsatisfiable);
        let open: Vec<Formula> = facts.into_iter().chain([not_back]).collect();
        assert!(matches!(check_formulas(&pool, &open, LIMIT).answer, Answer::Satisfiable(_)));
    }
}

#[test]
fn unfolding_is_implied_and_is_all_there_is_where_the_variable_is_bounded() {
    for arithmetic in BOTH {
        let mut pool = TermPool::new(arithmetic);
        let all = all_ones(&mut pool);
        let mut fresh = |_: &mut TermPool, _| -> TermId { panic!("nothing is existential here") };
        let mut unfolding = Unfolding { values: 3, within: 3, fresh: &mut fresh, most_terms: 100 };
        let parts = unfold(&mut pool, &all, &mut unfolding);
        assert_eq!(parts.len(), 3);
        for part in &parts {
            let negation = Formula::Not(Box::new(Formula::Term(*part)));
            assert_eq!(check_formulas(&pool, &[all.clone(), negation], LIMIT).answer, Answer::Unsatisfiable);
        }
        let Formula::Term(element) = element_is(&mut pool, 2, 7) else { panic!() };
        for (length, is_possible) in [(2, true), (3, false), (4, false)] {
            let Formula::Term(length) = length_is(&mut pool, length) else { panic!() };
            let asked: Vec<TermId> = parts.iter().copied().chain([element, length]).collect();
            let answer = Z3Solver::new(arithmetic, 0).check(&mut pool, &asked);
            assert_eq!(matches!(answer, Answer::Satisfiable(_)), is_possible);
        }
    }
}

#[test]
fn replacing_leaves_bound_variables_alone() {
    let mut pool = TermPool::new(Arithmetic::Java);
    let all = all_ones(&mut pool);
    assert_eq!(all.free_inputs(&pool).len(), 2);
    let five = pool.int(5);
    let replaced = all.replace(&mut pool, &[(InputId(1), five), (InputId(2), five)].into_iter().collect());
    let name = |input: InputId| ["a", "n", "t"][input.0 as usize].to_owned();
    assert_eq!(render_formula(&pool, &all, &name), "forall t. ((t >= 0 && t < n) -> (a[t] == 1))");
    assert_eq!(render_formula(&pool, &replaced, &name), "forall t. ((t >= 0 && t < 5) -> (a[t] == 1))");
}
