//! Written tests compile and pass, twice and in any order, for every fixture; and they read as a person would write them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use casewise::classfile::{Jdk, load_class_path};
use casewise::exec::{Call, Limits, Machine, State};
use casewise::explore::{Budget, Explorer, Inline, Observed, Outcome, Path, Recorder};
use casewise::graph::CallGraph;
use casewise::heap::{Constraint, InputOrigin, SymbolOrigin};
use casewise::junit::{FailingCase, JUnit, TestCase, TestClass, Written, write};
use casewise::models::Models;
use casewise::program::{MethodId, Program, is_desugared};
use casewise::replay::{TestVerdict, run_tests};
use casewise::solver::PathSolver;
use casewise::summary::{concretise, constructed_state, initialised_classes};
use casewise::term::{Arithmetic, TermPool, render};
use std::collections::BTreeMap;
use std::path::PathBuf;

const LIMITS: Limits = Limits { loop_bound: 3, depth: 1_000, array_length: 4, recursion: 3, path_steps: 100_000 };

const BUDGET: Budget =
    Budget { cases: 12, ends: 60, instructions: 300_000, solver_resources: 10_000_000, deadline: None };

/// Records nothing.
#[derive(Clone)]
struct Nothing;

impl Recorder for Nothing {
    type Shared = ();

    fn observe(&mut self, (): &mut (), _: Observed<'_>) {}

    fn enter(&mut self, (): &mut (), _: &Program, _: &Call) {}
}

fn program(folder: &str) -> Program {
    let classes = load_class_path(&[PathBuf::from(folder)]).classes.into_iter().map(|class| class.class);
    Program::link_with(classes, Jdk::find())
}

/// The conditions of a path that speak of parameters alone.
fn conditions(pool: &TermPool, state: &State, parameters: &[String]) -> Vec<String> {
    let of_symbol = |symbol| match state.heap.symbol(symbol).map(|symbol| symbol.origin) {
        Some(SymbolOrigin::Parameter(position)) => parameters.get(usize::from(position)).cloned(),
        _ => None,
    };
    let mut found = Vec::new();
    for constraint in &state.path.constraints {
        let text = match constraint {
            Constraint::Condition(term) => {
                Some(render(pool, *term, &|input| match state.heap.input(input).map(|input| input.origin) {
                    Some(InputOrigin::Parameter(position)) => parameters[usize::from(position)].clone(),
                    _ => "…".into(),
                }))
            }
            Constraint::Null(symbol) => of_symbol(*symbol).map(|name| format!("{name} == null")),
            Constraint::New(symbol, _) => {
                of_symbol(*symbol).filter(|name| name != "this").map(|name| format!("{name} != null"))
            }
            _ => None,
        };
        found.extend(text.filter(|text| !text.contains('…')));
    }
    found.dedup();
    found
}

/// The cases of a method, of inputs that a caller could make.
fn cases(program: &Program, calls: &CallGraph, method: MethodId) -> Vec<TestCase> {
    let machine = Machine::new(program, Arithmetic::Java, LIMITS, &Models);
    let solver = PathSolver::new(Arithmetic::Java, 500_000);
    let mut explorer: Explorer<'_, Nothing> = Explorer::new(machine, solver, BUDGET);
    let state = constructed_state(&mut explorer.machine, method, 2);
    let initialised = initialised_classes(program, calls, method);
    let parameters = program.parameter_names(method, "argument");
    let start = Path { state: Box::new(state), record: Nothing };
    let mut found = Vec::new();
    let mut inline = Inline { calls, recursion: 3, only_decided: false };
    explorer.explore(start, &mut inline, &mut |explorer, end| {
        if matches!(end.outcome, Outcome::Stopped(_)) {
            return;
        }
        let conditions = conditions(&explorer.machine.pool, &end.path.state, &parameters);
        if let Ok(case) = concretise(&mut explorer.machine, method, *end.path.state, &end.outcome, &initialised) {
            found.push(TestCase { case, conditions, purpose: Vec::new() });
        }
    });
    found
}

/// The tests of every class of a folder whose name `wanted` asks for.
fn classes(program: &Program, junit: JUnit, wanted: &dyn Fn(&str) -> bool) -> Vec<TestClass> {
    let calls = CallGraph::of(program);
    let mut found: BTreeMap<String, TestClass> = BTreeMap::new();
    for (method, info) in program.methods() {
        let class = program.class_name(info.class);
        let is_called = !info.flags.is_private() && !info.flags.is_synthetic() && &*info.name != "<clinit>";
        if is_desugared(class) || !wanted(class) || !is_called || program.code(method).is_none() {
            continue;
        }
        let tests = found.entry(class.to_string()).or_insert_with(|| TestClass {
            package: None,
            under_test: class.clone(),
            tests: Vec::new(),
            failing: Vec::new(),
            junit,
            header: vec!["Tests of what the code does today.".into()],
        });
        tests.tests.extend(cases(program, &calls, method));
    }
    found.into_values().filter(|class| !class.tests.is_empty()).collect()
}

/// Every test that was written passes; those that cannot be written say why.
fn all_pass(folder: &str, junit: JUnit, most_unwritable: usize) {
    let program = program(folder);
    let classes = classes(&program, junit, &|_| true);
    let written: Vec<Written> = classes.iter().map(|class| write(&program, class)).collect();
    for (class, written) in classes.iter().zip(&written) {
        assert_eq!(*written, write(&program, class), "the same bytes for the same cases");
        assert!(written.source.is_ascii());
        assert_eq!(written.tests.len() + written.unwritable.len(), class.tests.len());
    }
    let verdicts = run_tests(&[PathBuf::from(folder)], &written).unwrap();
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("junit").join(folder.rsplit('/').next().unwrap());
    std::fs::create_dir_all(&place).unwrap();
    let mut wrong = Vec::new();
    let mut unwritable: BTreeMap<String, usize> = BTreeMap::new();
    let (mut tests, mut without) = (0, 0);
    for (written, verdicts) in written.iter().zip(&verdicts) {
        std::fs::write(place.join(format!("{}.java", written.name)), &written.source).unwrap();
        tests += verdicts.len();
        without += written.tests.iter().filter(|test| test.assertions == 0).count();
        for (test, verdict) in written.tests.iter().zip(verdicts) {
            if *verdict != TestVerdict::Passed {
                wrong.push(format!("{}.{}:{}: {verdict:?}", written.name, test.name, test.line));
            }
        }
        for (_, reason) in &written.unwritable {
            *unwritable.entry(format!("{reason}")).or_default() += 1;
        }
    }
    println!(
        "{tests} tests of {} classes, {without} without assertions; sources in {}",
        written.len(),
        place.display()
    );
    for (reason, count) in &unwritable {
        println!("{count} not written: {reason}");
    }
    assert!(wrong.is_empty(), "{} of {tests} do not pass:\n{}", wrong.len(), wrong.join("\n"));
    let count: usize = unwritable.values().sum();
    assert!(count <= most_unwritable, "{count} cannot be written");
}

#[test]
fn tests_of_constructed_inputs_compile_and_pass() {
    all_pass(env!("CASEWISE_CONSTRUCTED_FIXTURES"), JUnit::Five, 1000);
}

#[test]
fn tests_of_the_check_fixtures_compile_and_pass() {
    all_pass(env!("CASEWISE_CHECK_FIXTURES"), JUnit::Five, 1000);
}

#[test]
fn tests_of_the_fixtures_compile_and_pass() {
    all_pass(env!("CASEWISE_FIXTURES"), JUnit::Five, 1000);
}
