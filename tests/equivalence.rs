//! Two bodies of one method: proved equivalent only where they do the same, and told apart by an input on which a JVM shows
//! that they do not.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

#[path = "equivalence/mutants.rs"]
mod mutants;
#[path = "support/random.rs"]
mod random;

use casewise::classfile::{Jdk, load_class_path};
use casewise::graph::CallGraph;
use casewise::program::{MethodId, Program};
use casewise::replay::{Answer, Jvm, JvmOptions, Replay, compare as replayed, job_line};
use casewise::session::equivalence::{Comparison, ComparisonBudget, Difference, Subject, compare};
use casewise::summary::ConcreteCase;
use mutants::{TEMPLATES, Template, job, source};
use random::Random;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

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
fn compared(class: &str) -> (Program, Vec<(MethodId, MethodId, Comparison)>) {
    let loaded = load_class_path(&[fixtures()]);
    let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), Jdk::find());
    let calls = CallGraph::of(&program);
    let all = pairs(&program, class).into_iter().map(|(method, mutant)| {
        let body = program.code(mutant).unwrap();
        (method, mutant, compare(&program, &calls, method, body, ComparisonBudget::default()))
    });
    let all = all.collect();
    (program, all)
}

/// Every pair of a class for which `expected` does not hold.
fn unexpected(class: &str, expected: impl Fn(&Comparison) -> bool) -> Vec<String> {
    let (program, all) = compared(class);
    assert!(!all.is_empty());
    let wrong = all.iter().filter(|(.., comparison)| !expected(comparison));
    wrong.map(|(method, _, comparison)| format!("{}: {comparison:?}", program.method(*method).name)).collect()
}

#[test]
fn mutants_that_do_the_same_are_proved_equivalent() {
    assert_eq!(unexpected("Same", |comparison| *comparison == Comparison::Equivalent), [""; 0]);
}

#[test]
fn where_neither_can_be_shown_neither_is_claimed() {
    assert_eq!(unexpected("Unclear", |comparison| matches!(comparison, Comparison::Unknown(_))), [""; 0]);
}

/// What a JVM says of a difference: nothing where each body does what is claimed of it.
fn refuted(jvm: &mut Jvm, program: &Program, mutant: MethodId, difference: &Difference) -> Vec<String> {
    let mut other = ConcreteCase { expected: difference.mutated.clone(), ..difference.case.clone() };
    other.method.name = program.method(mutant).name.clone();
    let mut found = Vec::new();
    for case in [&difference.case, &other] {
        let answer: Answer = jvm.run(&[job_line(case)]).pop().unwrap();
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
            Comparison::Differs(difference) => {
                assert_ne!(difference.case.expected, difference.mutated);
                wrong.extend(refuted(&mut jvm, &program, *mutant, difference));
            }
            other => wrong.push(format!("{}: {other:?}", program.method(*method).name)),
        }
    }
    assert!(!all.is_empty());
    assert_eq!(wrong, [""; 0]);
}

/// The class of generated mutants.
const CLASS: &str = "Mutants";
/// Random inputs that a claim of equivalence is tried on.
const TRIALS: usize = 2_000;

/// Compiles the generated class into a folder.
fn compiled(folder: &Path) {
    let file = folder.join(format!("{CLASS}.java"));
    std::fs::write(&file, source(CLASS)).unwrap();
    let output = Command::new("javac").args(["-g", "-d"]).arg(folder).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The mutants of a method: `name_0`, `name_1`, …
fn mutants_of(program: &Program, name: &str) -> Vec<MethodId> {
    let class = program.class(program.class_by_name(CLASS).unwrap());
    let is_mutant = |text: &str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'));
    class.methods.iter().copied().filter(|method| is_mutant(&program.method(*method).name)).collect()
}

/// Inputs of a template on which two methods do not do the same, of the first ones that are tried.
fn contradictions(jvm: &mut Jvm, template: &Template, names: [&str; 2]) -> Vec<String> {
    let mut random = Random(template.1.len() as u64);
    let calls: Vec<(String, String)> = (0..TRIALS).map(|_| job(&mut random, CLASS, template)).collect();
    let [left, right] = names.map(|name| {
        let jobs: Vec<String> = calls.iter().map(|(before, after)| format!("{before}{name}{after}")).collect();
        jvm.run(&jobs)
    });
    let run = |answer: &Answer| matches!(answer, Answer::Result(_));
    let all = calls.iter().zip(left.into_iter().zip(right));
    let differ = all.filter(|(_, (left, right))| left != right && (run(left) || run(right)));
    differ.map(|(call, (left, right))| format!("{names:?} {call:?}: {left:?}, {right:?}")).take(1).collect()
}

#[test]
fn no_claim_about_a_mutant_is_contradicted_by_a_jvm() {
    let folder = tempfile::tempdir().unwrap();
    compiled(folder.path());
    let loaded = load_class_path(&[folder.path().to_path_buf()]);
    let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), Jdk::find());
    let calls = CallGraph::of(&program);
    let options = JvmOptions { timeout: Duration::from_secs(2), ..JvmOptions::default() };
    let mut jvm = Jvm::start(&[folder.path().to_path_buf()], options).unwrap();
    let (mut equivalent, mut different, mut unknown) = (Vec::new(), 0, Vec::new());
    let mut wrong = Vec::new();
    for template in TEMPLATES {
        let method = program.class(program.class_by_name(CLASS).unwrap()).methods.iter().copied();
        let method = method.into_iter().find(|method| &*program.method(*method).name == template.1).unwrap();
        let mut subject = Subject::explore(&program, &calls, method, ComparisonBudget::default());
        for mutant in mutants_of(&program, template.1) {
            let name = program.method(mutant).name.to_string();
            match subject.compare(program.code(mutant).unwrap()) {
                Comparison::Equivalent => {
                    wrong.extend(contradictions(&mut jvm, template, [template.1, &name]));
                    equivalent.push(name);
                }
                Comparison::Differs(difference) => {
                    wrong.extend(refuted(&mut jvm, &program, mutant, &difference));
                    different += 1;
                }
                Comparison::Unknown(reason) => unknown.push(format!("{name}: {reason}")),
            }
        }
    }
    println!("{} equivalent: {equivalent:?}\n{different} different\n{}: {unknown:#?}", equivalent.len(), unknown.len());
    assert_eq!(wrong, [""; 0]);
    assert!(equivalent.len() >= 25, "{equivalent:?}");
    assert!(different >= 150);
}
