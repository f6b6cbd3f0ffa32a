//! Two bodies of one method: proved equivalent only where they do the same, and told apart by an input on which a JVM shows
//! that they do not.

use casewise::classfile::{Jdk, load_class_path};
use casewise::equivalence::{BodyEquivalence, ComparisonBounds, Difference, compare};
use casewise::graph::CallGraph;
use casewise::input::ConcreteCase;
use casewise::program::{MethodId, Program};
use casewise::replay::{JobResult, Jvm, JvmOptions, Replay, compare as replayed, job_line};
use std::path::PathBuf;

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CASEWISE_EQUIVALENCE_FIXTURES"))
}

/// The methods of a fixture class, each with the one whose body is its mutant's.
fn pairs(program: &Program, class: &str) -> Vec<(MethodId, MethodId)> {
    let class = program.class(program.class_by_name(&format!("equivalence/{class}")).unwrap());
    let named = |name: &str| class.methods.iter().copied().find(|method| &*program.method(*method).name == name);
    let mutant = |method: &MethodId| named(&format!("{}Mutant", program.method(*method).name));
    class.methods.iter().filter_map(|method| mutant(method).map(|mutant| (*method, mutant))).collect()
}

/// What is said of every pair of a fixture class, by the method's name.
fn compared(class: &str) -> (Program, Vec<(MethodId, MethodId, BodyEquivalence)>) {
    let loaded = load_class_path(&[fixtures()]);
    let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), Jdk::find());
    let calls = CallGraph::of(&program);
    let all = pairs(&program, class).into_iter().map(|(method, mutant)| {
        let body = program.code(mutant).unwrap();
        (method, mutant, compare(&program, &calls, method, body, ComparisonBounds::default()))
    });
    let all = all.collect();
    (program, all)
}

/// Every pair of a class for which `expected` does not hold.
fn unexpected(class: &str, expected: impl Fn(&BodyEquivalence) -> bool) -> Vec<String> {
    let (program, all) = compared(class);
    assert!(!all.is_empty());
    let wrong = all.iter().filter(|(.., comparison)| !expected(comparison));
    wrong.map(|(method, _, comparison)| format!("{}: {comparison:?}", program.method(*method).name)).collect()
}

#[test]
fn mutants_that_do_the_same_are_proved_equivalent() {
    assert_eq!(unexpected("Same", |comparison| *comparison == BodyEquivalence::Equivalent), [""; 0]);
}

#[test]
fn where_neither_can_be_shown_neither_is_claimed() {
    assert_eq!(unexpected("Unclear", |comparison| matches!(comparison, BodyEquivalence::Unknown(_))), [""; 0]);
}

/// What a JVM says of a difference: nothing where each body does what is claimed of it.
fn refuted(jvm: &mut Jvm, program: &Program, mutant: MethodId, difference: &Difference) -> Vec<String> {
    let mut other = ConcreteCase { expected: difference.mutated.clone(), ..difference.case.clone() };
    other.method.name = program.method(mutant).name.clone();
    let mut found = Vec::new();
    for case in [&difference.case, &other] {
        let answer: JobResult = jvm.run(&[job_line(case)]).pop().unwrap();
        let said = replayed(case, &answer);
        if said != Replay::Agrees {
            found.push(format!("{}: {said:?}", case.method.name));
        }
    }
    found
}

#[test]
fn mutants_that_differ_do_so_in_a_jvm_on_the_input_that_is_given() {
    let (program, all) = compared("Different");
    let options = JvmOptions { fresh_classes: true, ..JvmOptions::default() };
    let mut jvm = Jvm::start(&[fixtures()], options).unwrap();
    let mut wrong = Vec::new();
    for (method, mutant, comparison) in &all {
        match comparison {
            BodyEquivalence::Differs(difference) => {
                assert_ne!(difference.case.expected, difference.mutated);
                wrong.extend(refuted(&mut jvm, &program, *mutant, difference));
            }
            other => wrong.push(format!("{}: {other:?}", program.method(*method).name)),
        }
    }
    assert!(!all.is_empty());
    assert_eq!(wrong, [""; 0]);
}
