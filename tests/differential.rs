//! Generated Java does in casewise what it does in the JVM: every method on random inputs, by the interpreter with
//! constants, and on the inputs that solve its symbolic paths.

#[path = "differential/expressions.rs"]
mod expressions;
#[path = "differential/generate.rs"]
mod generate;
#[path = "differential/run.rs"]
mod run;
#[path = "differential/statements.rs"]
mod statements;
#[path = "differential/symbolic.rs"]
mod symbolic;
#[path = "differential/types.rs"]
mod types;

use crate::support::random::Random;
use casewise::classfile::{Jdk, load_class_path};
use casewise::program::Program;
use run::{Call, Interpreter};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use types::Features;

const METHODS_OF_A_CLASS: usize = 10;

/// A set of generated classes.
struct Set {
    seed: u64,
    classes: usize,
    /// Inputs of each method.
    inputs: usize,
    /// Every how many methods one is explored symbolically.
    symbolic: usize,
    features: Features,
}

/// Why the interpreter may stop on constants: what it does not do yet.
const KNOWN_STOPS: [&str; 1] =
    ["unsupported: java.lang.StringBuilder.reverse of a text with surrogates or beyond them"];

fn is_known(reason: &str) -> bool {
    KNOWN_STOPS.contains(&reason)
}

/// What came of running a set.
#[derive(Default)]
struct Report {
    methods: usize,
    comparisons: usize,
    mismatches: Vec<String>,
    /// Calls that the interpreter stopped, by reason.
    stopped: BTreeMap<String, usize>,
    paths: u64,
    /// Paths that were not replayed, by reason.
    not_replayed: BTreeMap<String, u64>,
}

fn support(folder: &Path) {
    for name in ["Support.java", "Texts.java", "Driver.java"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential").join(name);
        fs::copy(source, folder.join(name)).unwrap();
    }
}

/// The classes of a folder, with those of the JDK or only the core classes that casewise knows without one.
fn program(folder: &Path, with_jdk: bool) -> Program {
    let loaded = load_class_path(&[folder.join("classes")]);
    assert!(loaded.problems.is_empty());
    Program::link_with(loaded.classes.into_iter().map(|class| class.class), if with_jdk { Jdk::find() } else { None })
}

/// Compares calls, class by class.
fn compare(folder: &Path, program: &Program, calls: &[Call], report: &mut Report) {
    let expected = run::in_jvm(folder, calls);
    assert_eq!(expected.len(), calls.len(), "the driver answers every call");
    let mut current = ("", Interpreter::new(program));
    for (call, expected) in calls.iter().zip(&expected) {
        if current.0 != call.class {
            current = (&call.class, Interpreter::new(program));
        }
        match current.1.run(call) {
            Ok(actual) => {
                report.comparisons += 1;
                if actual != *expected {
                    report.mismatches.push(format!("{}\n  JVM      {expected}\n  casewise {actual}", call.line()));
                }
            }
            Err(reason) => *report.stopped.entry(reason).or_default() += 1,
        }
    }
}

fn run_set(set: &Set) -> Report {
    let temporary = tempfile::tempdir().unwrap();
    let folder = std::env::var_os("CASEWISE_DIFFERENTIAL_FOLDER").map_or(temporary.path().to_path_buf(), PathBuf::from);
    fs::create_dir_all(&folder).unwrap();
    support(&folder);
    let mut random = Random(set.seed);
    let mut report = Report::default();
    let mut calls = Vec::new();
    let mut explored = Vec::new();
    for number in 0..set.classes {
        let class = generate::class(random.next(), number, METHODS_OF_A_CLASS, set.features);
        fs::write(folder.join(format!("{}.java", class.name)), &class.source).unwrap();
        for method in &class.methods {
            report.methods += 1;
            if report.methods.is_multiple_of(set.symbolic) {
                explored.push((class.name.clone(), method.name.clone()));
            }
            calls.extend((0..set.inputs).map(|_| Call {
                class: class.name.clone(),
                method: method.name.clone(),
                arguments: run::arguments(&mut random, method),
            }));
        }
    }
    run::compile(&folder);
    let program = program(&folder, set.features.texts || set.features.library);
    compare(&folder, &program, &calls, &mut report);
    let is_explored = |method: &casewise::program::MethodId| {
        let info = program.method(*method);
        let class = program.class_name(info.class);
        explored.iter().any(|(owner, name)| *name == *info.name && class.strip_prefix("generated/") == Some(owner))
    };
    let methods: Vec<_> = program.methods().map(|(method, _)| method).filter(is_explored).collect();
    let replayed = symbolic::replay(&folder, &program, &methods);
    report.paths = replayed.agree;
    report.not_replayed = replayed.not_run;
    report.mismatches.extend(replayed.mismatches);
    report
}

fn check(report: &Report) {
    println!(
        "{} methods, {} comparisons, {} paths replayed, {} mismatches",
        report.methods,
        report.comparisons,
        report.paths,
        report.mismatches.len()
    );
    println!("stopped: {:#?}\nnot replayed: {:#?}", report.stopped, report.not_replayed);
    let shown = &report.mismatches[..report.mismatches.len().min(20)];
    assert!(report.mismatches.is_empty(), "{} mismatches:\n{}", report.mismatches.len(), shown.join("\n"));
}

#[test]
fn generated_methods_do_what_they_do_in_a_jvm() {
    let set = Set { seed: 1, classes: 20, inputs: 20, symbolic: 10, features: Features::all() };
    let report = run_set(&set);
    check(&report);
    assert!(report.stopped.keys().all(|reason| is_known(reason)), "a method stops for a reason that is not known");
    assert!(report.comparisons > 2_000 && report.paths > 50);
}

#[test]
fn a_wrong_answer_is_seen() {
    let compiled = |expression: &str| {
        let folder = tempfile::tempdir().unwrap();
        support(folder.path());
        let source = format!("package generated; class C {{ static int m(int a, int b) {{ return {expression}; }} }}");
        fs::write(folder.path().join("C.java"), source).unwrap();
        run::compile(folder.path());
        folder
    };
    let (right, wrong) = (compiled("a - b"), compiled("b - a"));
    let calls = ["C m 3 3", "C m 3 4", "C m -2147483648 0"].map(Call::parsed);
    let mut report = Report::default();
    compare(right.path(), &program(wrong.path(), false), &calls, &mut report);
    assert_eq!(report.mismatches, ["C m 3 4\n  JVM      -1\n  casewise 1"]);
    assert_eq!(report.comparisons, 3);
}

/// The full set.
#[test]
#[ignore = "minutes"]
fn two_thousand_generated_methods_do_what_they_do_in_a_jvm() {
    let set = Set { seed: 7, classes: 210, inputs: 80, symbolic: 4, features: Features::all() };
    let report = run_set(&set);
    check(&report);
    assert!(report.methods >= 2_000 && report.comparisons >= 100_000);
}

/// Java that somebody is looking into: the folder `CASEWISE_DIFFERENTIAL_GIVEN` has classes of the package `generated`, and
/// a file `calls` with a class, a method and arguments on each line.
#[test]
#[ignore = "needs the folder"]
fn given_methods_do_what_they_do_in_a_jvm() {
    let folder = PathBuf::from(std::env::var_os("CASEWISE_DIFFERENTIAL_GIVEN").unwrap());
    let lines = fs::read_to_string(folder.join("calls")).unwrap();
    let calls: Vec<Call> = lines.lines().map(Call::parsed).collect();
    support(&folder);
    run::compile(&folder);
    let mut report = Report::default();
    compare(
        &folder,
        &program(&folder, std::env::var_os("CASEWISE_DIFFERENTIAL_NO_JDK").is_none()),
        &calls,
        &mut report,
    );
    check(&report);
    assert_eq!(report.stopped, BTreeMap::new());
}
