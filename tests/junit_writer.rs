//! Written tests compile and pass, twice and in any order, for every fixture; and they read as a person would write them.

use casewise::classfile::{Jdk, load_class_path};
use casewise::exec::{Call, Limits, Machine, State};
use casewise::explore::{Budget, Explorer, Inline, Observed, Outcome, Path, Recorder, Work};
use casewise::graph::CallGraph;
use casewise::heap::{Constraint, InputOrigin, SymbolOrigin};
use casewise::input::{ExpectedOutcome, concretise, initialised_classes};
use casewise::junit::{FailingCase, JUnit, TestCase, TestClass, Writer, Written, WrittenTest};
use casewise::models::Models;
use casewise::program::{MethodId, Program, is_desugared};
use casewise::replay::{TestVerdict, run_tests};
use casewise::solver::PathSolver;
use casewise::summary::{constructed_state, initial_state};
use casewise::term::{Arithmetic, TermPool, render};
use std::collections::BTreeMap;
use std::path::PathBuf;

const LIMITS: Limits = Limits { loop_bound: 3, depth: 1_000, array_length: 4, recursion: 3, path_steps: 100_000 };

const BUDGET: Budget = Budget {
    cases: 12,
    ends: 60,
    work: Work { instructions: 300_000, solver_resources: 10_000_000, ..Work::UNLIMITED },
    ..Budget::until(None)
};

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

/// What the inputs of a method are.
#[derive(Clone, Copy, PartialEq)]
enum Inputs {
    /// What a caller could make.
    Constructed,
    /// Any state, private fields included.
    Any,
}

/// The cases of a method.
fn cases(program: &Program, calls: &CallGraph, method: MethodId, inputs: Inputs) -> Vec<TestCase> {
    let machine = Machine::new(program, Arithmetic::Java, LIMITS, &Models);
    let solver = PathSolver::new(Arithmetic::Java, 500_000);
    let mut explorer: Explorer<'_, Nothing> = Explorer::new(machine, solver, BUDGET);
    let state = match inputs {
        Inputs::Constructed => constructed_state(&mut explorer.machine, method, 2),
        Inputs::Any => initial_state(&mut explorer.machine, method, true).0,
    };
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
            found.push(TestCase { case, conditions, idle: None, purpose: Vec::new(), shown: None, is_apart: false });
        }
    });
    found
}

/// What is to be written.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    folder: &'a str,
    inputs: Inputs,
    junit: JUnit,
    package: Option<&'a str>,
    /// Whether cases that throw are inputs on which the code fails.
    throwing_is_failing: bool,
    is_class: &'a dyn Fn(&str) -> bool,
}

fn wanted(folder: &str) -> Wanted<'_> {
    Wanted {
        folder,
        inputs: Inputs::Constructed,
        junit: JUnit::Five,
        package: None,
        throwing_is_failing: false,
        is_class: &|_| true,
    }
}

/// The tests of every class that is wanted, as data.
fn classes(program: &Program, wanted: Wanted<'_>) -> Vec<TestClass> {
    let calls = CallGraph::of(program);
    let mut found: BTreeMap<String, TestClass> = BTreeMap::new();
    for (method, info) in program.methods() {
        let class = program.class_name(info.class);
        let is_called = !info.flags.is_private() && !info.flags.is_synthetic() && &*info.name != "<clinit>";
        if is_desugared(class) || !(wanted.is_class)(class) || !is_called || program.code(method).is_none() {
            continue;
        }
        let tests = found.entry(class.to_string()).or_insert_with(|| TestClass {
            package: wanted.package.map(ToOwned::to_owned),
            under_test: class.clone(),
            tests: Vec::new(),
            failing: Vec::new(),
            junit: wanted.junit,
            is_parameterized: false,
            header: vec!["Tests of what the code does today.".into()],
        });
        let throws = |test: &TestCase| matches!(test.case.expected.outcome, ExpectedOutcome::Threw(..));
        let (failing, passing): (Vec<_>, Vec<_>) = cases(program, &calls, method, wanted.inputs)
            .into_iter()
            .partition(|test| wanted.throwing_is_failing && throws(test));
        tests.tests.extend(passing);
        tests.failing.extend(failing.into_iter().map(|test| FailingCase { test, finding: "fails \"today\"".into() }));
    }
    found.into_values().filter(|class| class.tests.len() + class.failing.len() > 0).collect()
}

/// What was written, and how much of it.
struct Outcomes {
    written: Vec<Written>,
    tests: usize,
    reflective: usize,
    unwritable: BTreeMap<String, usize>,
}

/// Writes tests, each of which passes.
fn all_pass(wanted: Wanted<'_>) -> Outcomes {
    let program = program(wanted.folder);
    let classes = classes(&program, wanted);
    let mut writer = Writer::new(&program);
    let written: Vec<Written> = classes.iter().map(|class| writer.write(class)).collect();
    for (class, written) in classes.iter().zip(&written) {
        assert_eq!(*written, Writer::new(&program).write(class), "the same bytes for the same cases");
        assert!(written.source.is_ascii());
        assert_eq!(written.tests.len() + written.unwritable.len(), class.tests.len() + class.failing.len());
    }
    let verdicts = run_tests(&[PathBuf::from(wanted.folder)], &written).unwrap();
    let mut wrong = Vec::new();
    let mut unwritable: BTreeMap<String, usize> = BTreeMap::new();
    let (mut tests, mut without, mut reflective) = (0, 0, 0);
    for (written, verdicts) in written.iter().zip(&verdicts) {
        keep(wanted, written);
        tests += verdicts.len();
        without += written.tests.iter().filter(|test| test.assertions == 0).count();
        reflective += written.tests.iter().filter(|test| test.is_reflective).count();
        for (test, verdict) in written.tests.iter().zip(verdicts) {
            if *verdict != TestVerdict::Passed {
                wrong.push(format!("{}.{}:{}: {verdict:?}", written.name, test.name, test.line));
            }
        }
        for (_, reason) in &written.unwritable {
            *unwritable.entry(reason.clone()).or_default() += 1;
        }
    }
    println!("{tests} tests of {} classes, {without} without assertions, {reflective} reflective", written.len());
    for (reason, count) in &unwritable {
        println!("{count} not written: {reason}");
    }
    let known = |line: &String| NOT_PASSING.iter().any(|known| line.starts_with(known));
    wrong.retain(|line| !known(line));
    if wanted.inputs == Inputs::Any {
        // Some states are such that no constructor makes them, which is seen when the test runs.
        wrong.retain(|line| line.contains("DidNotCompile"));
    }
    assert!(wrong.is_empty(), "{} of {tests} do not pass:\n{}", wrong.len(), wrong.join("\n"));
    Outcomes { written, tests, reflective, unwritable }
}

/// What no source says: two boxes that hold the same and are two objects.
const NOT_PASSING: [&str; 7] = [
    "fixtures.BoxesTest.sameInput_returnsFalse",
    // A static map that is an input can hold what its type arguments exclude, which no Java source can put into it. Statics are
    // inputs in this test alone: those of a suite are what initialisation leaves.
    "check.LengthsTest.",
    // The last digit of a result is the JVM's own; what `casewise test` writes, a JVM has confirmed.
    "check.RoundingTest.",
    "elsewhere.tests.RoundingTest.",
    // A future that another test has completed stays completed.
    "check.JdkEdgeTest.unfinishedBad_returns0",
    "elsewhere.tests.JdkEdgeTest.unfinishedBad_returns0",
    "elsewhere.tests.LengthsTest.",
];

/// Leaves a source in the target folder, for who wants to look at it.
fn keep(wanted: Wanted<'_>, written: &Written) {
    let place =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("junit").join(wanted.folder.rsplit('/').next().unwrap());
    let mode = format!("{:?}", wanted.junit) + if wanted.inputs == Inputs::Any { "-any" } else { "" };
    let place = place.join(mode + wanted.package.unwrap_or_default());
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join(format!("{}.java", written.name)), &written.source).unwrap();
}

#[test]
fn tests_of_constructed_inputs_compile_and_pass() {
    let outcomes = all_pass(wanted(env!("CASEWISE_CONSTRUCTED_FIXTURES")));
    assert!(outcomes.tests > 250);
}

#[test]
fn tests_of_the_check_fixtures_compile_and_pass() {
    let outcomes = all_pass(wanted(env!("CASEWISE_CHECK_FIXTURES")));
    assert!(outcomes.tests > 1_000);
    // Static fields are inputs in this test alone, and private ones are assigned by reflection; hardly anything else is.
    assert!(outcomes.reflective * 20 < outcomes.tests, "{} reflective", outcomes.reflective);
}

#[test]
fn tests_of_the_fixtures_compile_and_pass() {
    let outcomes = all_pass(wanted(env!("CASEWISE_FIXTURES")));
    assert!(outcomes.tests > 2_500);
    assert!(outcomes.unwritable.values().sum::<usize>() < 20, "{:?}", outcomes.unwritable);
}

#[test]
fn private_states_are_reached_by_reflection_in_junit_4_too() {
    let any = Wanted { inputs: Inputs::Any, junit: JUnit::Four, ..wanted(env!("CASEWISE_CONSTRUCTED_FIXTURES")) };
    let outcomes = all_pass(any);
    assert!(outcomes.reflective > 10 && outcomes.tests > 150);
}

#[test]
fn tests_of_another_package_use_what_is_public() {
    let elsewhere = Wanted { package: Some("elsewhere.tests"), ..wanted(env!("CASEWISE_CHECK_FIXTURES")) };
    let outcomes = all_pass(elsewhere);
    assert!(outcomes.tests > 100);
    assert!(outcomes.written.iter().all(|written| written.name.starts_with("elsewhere.tests.")));
}

#[test]
fn inputs_that_fail_today_are_disabled_and_fail_as_they_say() {
    for junit in [JUnit::Five, JUnit::Four] {
        let is_class: &dyn Fn(&str) -> bool = &|name| name == "check/Calculator" || name == "check/Average";
        let failing = Wanted { junit, throwing_is_failing: true, is_class, ..wanted(env!("CASEWISE_CHECK_FIXTURES")) };
        let outcomes = all_pass(failing);
        let disabled = outcomes.written.iter().flat_map(|written| &written.tests);
        assert!(disabled.filter(|test| test.fails_with.is_some()).count() > 1);
    }
}

/// A source that javac refuses in one place, that fails in another and hangs in a third.
#[test]
fn a_test_that_is_wrong_costs_no_other() {
    let test = |name: &str, line: usize, fails_with: Option<&str>| WrittenTest {
        name: name.into(),
        cases: vec![0],
        is_reflective: false,
        nested_in: None,
        assertions: 1,
        shows_no_effect: false,
        places: Vec::new(),
        line,
        lines: (line, line),
        fails_with: fails_with.map(ToOwned::to_owned),
    };
    let source = "import static org.junit.Assert.*;\npublic class OddTest {\nstatic int runs;\n\
        @org.junit.Test public void right() { assertEquals(1, 1); }\n\
        @org.junit.Test public void refused() { assertEquals(1, nothing); }\n\
        @org.junit.Test public void wrong() { assertEquals(1, 2); }\n\
        @org.junit.Test public void once() { assertEquals(1, ++runs); System.setProperty(\"casewise.odd\", \"\"); \
            assertNull(System.getProperty(\"casewise.odder\")); System.setProperty(\"casewise.odder\", \"\"); }\n\
        @org.junit.Ignore @org.junit.Test public void fails() { int[] none = {}; none[0] = 1; }\n\
        @org.junit.Test public void ends() { System.exit(0); }\n}\n";
    let written = Written {
        name: "OddTest".into(),
        source: source.into(),
        tests: vec![
            test("right", 4, None),
            test("refused", 5, None),
            test("wrong", 6, None),
            test("once", 7, None),
            test("fails", 8, Some("java.lang.ArrayIndexOutOfBoundsException")),
            test("ends", 9, None),
        ],
        unwritable: Vec::new(),
    };
    let verdicts = run_tests(&[], &[written]).unwrap().remove(0);
    assert_eq!(verdicts[0], TestVerdict::Passed);
    assert!(matches!(&verdicts[1], TestVerdict::DidNotCompile(reason) if reason.contains("nothing")), "{verdicts:?}");
    assert!(matches!(&verdicts[2], TestVerdict::Failed(reason) if reason.contains("line 6")), "{verdicts:?}");
    assert!(matches!(&verdicts[3], TestVerdict::Failed(_)), "{verdicts:?}");
    assert_eq!(verdicts[4], TestVerdict::Passed);
    assert_eq!(verdicts[5], TestVerdict::Failed("the JVM ended".into()));
}

/// What one class alone shows is the same whatever other classes are tested beside it; what fails among them is told apart.
#[test]
fn tests_that_disturb_those_of_other_classes_clash() {
    let class = |name: &str| Written {
        name: name.into(),
        source: format!(
            "public class {name} {{\n    static int count;\n    @org.junit.Test public void counts() \
             {{ org.junit.Assert.assertEquals(1, ++FirstTest.count); }}\n}}\n"
        ),
        tests: vec![WrittenTest {
            cases: vec![0],
            name: "counts".into(),
            nested_in: None,
            line: 3,
            lines: (3, 3),
            fails_with: None,
            assertions: 1,
            shows_no_effect: false,
            places: Vec::new(),
            is_reflective: false,
        }],
        unwritable: Vec::new(),
    };
    let both = run_tests(&[], &[class("FirstTest"), class("SecondTest")]).unwrap().concat();
    let clashes = both.iter().filter(|verdict| matches!(verdict, TestVerdict::Clashed(_))).count();
    assert_eq!((clashes, both.contains(&TestVerdict::Passed)), (1, true), "{both:?}");
    assert_eq!(run_tests(&[], &[class("FirstTest")]).unwrap().concat(), [TestVerdict::Passed]);
}

/// The texts of a few classes, to be read.
#[test]
fn written_tests_read_as_a_person_would_write_them() {
    let names = ["check/GenericStack", "check/Ranges$Strict", "check/Slices"];
    let is_class: &dyn Fn(&str) -> bool = &|name| names.contains(&name);
    let program = program(env!("CASEWISE_CHECK_FIXTURES"));
    let some = Wanted { is_class, throwing_is_failing: false, ..wanted(env!("CASEWISE_CHECK_FIXTURES")) };
    for class in classes(&program, some) {
        let name = class.under_test.replace('/', ".");
        insta::assert_snapshot!(name, Writer::new(&program).write(&class).source);
    }
}
