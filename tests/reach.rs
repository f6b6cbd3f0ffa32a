//! `casewise reach`: what is reached, what is not, and what the steps of a search say.

use crate::support::jdk::jdk_tool;
use casewise::classfile::{Jdk, load_class_path};
use casewise::graph::Distances;
use casewise::program::Program;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The exit code and the report of a question about classes.
fn asked(classes: &str, arguments: &[&str]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["reach", classes, "--format", "json", "--timeout", "0"])
        .args(arguments)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {errors}"));
    assert!(errors.is_empty(), "{arguments:?}: {errors}\n{report:#}");
    (output.status.code().unwrap(), report)
}

fn reach(arguments: &[&str]) -> (i32, Value) {
    asked(env!("CASEWISE_REACH_FIXTURES"), arguments)
}

/// The first line of a fixture's source that has this text.
fn line(class: &str, text: &str) -> usize {
    let path = format!("{}/java-fixtures/reach/reach/{class}.java", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(path).unwrap();
    source.lines().position(|line| line.contains(text)).unwrap() + 1
}

/// The target is reached, which a JVM has confirmed, on an input that has this in it.
#[track_caller]
fn check_reached(target: &str, entry: &str, input: &str) {
    assert!(!input.is_empty(), "{entry}: any input has that");
    for strategy in ["demand", "standard"] {
        let (code, report) = reach(&["--target", target, "--entry", entry, "--strategy", strategy]);
        assert_eq!((code, report["verdict"].as_str().unwrap()), (10, "reached"), "{entry}, {strategy}: {report:#}");
        let found = report["input"].as_str().unwrap();
        assert!(found.contains(input), "{entry}, {strategy}: {found}");
    }
}

#[test]
fn assertions_are_reached_through_callees() {
    check_reached("assert", "TestAbs.testAbs", "p = ");
    check_reached("assert", "Mutation.field", "by = 42");
    check_reached("assert", "Mutation.elements", "cells = new int[]");
    check_reached("assert", "Lists.halves", "number = ");
}

#[test]
fn objects_of_the_input_are_what_the_target_needs() {
    check_reached("assert", "Aliases.pair", "value = 5");
    check_reached("assert", "Lists.main", "list = ");
    check_reached("assert", "Shapes.main", "side = 7");
}

#[test]
fn exceptions_and_lines_are_targets_too() {
    check_reached("throw:ArithmeticException", "Throws.divide", "y = 3");
    check_reached("throw:RuntimeException", "Throws.divide", "y = 3");
    check_reached("throw:Throws.Refused", "Throws.refuse", "x = 4");
    check_reached("throw:java.lang.ArrayIndexOutOfBoundsException", "Throws.element", "at = ");
    check_reached(&format!("Throws.share:{}", line("Throws", "return x / y")), "Throws.divide", "x = 0, y = 0");
    check_reached("Throws.half@0", "Throws.refuse", "x = 0");
    // What comes after the target does not matter.
    check_reached(&format!("Throws.endless:{}", line("Throws", "y = 9")), "Throws.endless", "x = ");
    check_reached("Throws.overloaded(long)@0", "Throws.overloaded(long)", "x = ");
}

#[test]
fn without_an_entry_a_line_is_reached_from_its_own_method() {
    let (code, report) = reach(&["--target", &format!("Throws.half:{}", line("Throws", "x / 2"))]);
    assert_eq!((code, report["entry"].as_str().unwrap()), (10, "reach.Throws.half(int)"), "{report:#}");
}

/// The value of a parameter in an input such as `p = 2, q = 1`.
fn number(input: &Value, name: &str) -> i64 {
    let parts = input.as_str().unwrap().split(", ");
    let value = parts.map(|part| part.split_once(" = ").unwrap()).find(|(known, _)| *known == name);
    value.unwrap().1.parse().unwrap()
}

/// The steps of the search for the target of Fig. 1, from a first input.
fn steps_of_figure_1(start: &str) -> Vec<Value> {
    let (code, report) = reach(&["--target", "assert", "--entry", "TestAbs.testAbs", "--start", start, "--trace"]);
    assert_eq!(code, 10, "{report:#}");
    report["steps"].as_array().unwrap().clone()
}

#[test]
fn the_benchmarks_of_the_paper_take_no_more_executions_than_there() {
    for (entry, most) in [("Hwm.main", 37), ("HwmString.main", 37), ("Parser.main", 144), ("IncDec.main", 74)] {
        let (code, report) = reach(&["--target", "assert", "--entry", entry]);
        assert_eq!(code, 10, "{report:#}");
        assert!(report["executions"].as_u64().unwrap() <= most, "{entry}: {report:#}");
    }
}

#[test]
fn figure_1_is_reached_lazily_without_a_new_path_in_abs() {
    let steps = steps_of_figure_1("p=1,q=1");
    let how: Vec<&str> = steps.iter().map(|step| step["how"].as_str().unwrap()).collect();
    assert_eq!(how, ["start", "lazy"]);
    assert!(steps[0]["through"].to_string().contains("TestAbs.abs:"));
    assert!(!steps[1]["through"].to_string().contains("TestAbs.abs:"), "{:#}", steps[1]);
}

#[test]
fn what_cannot_matter_for_figure_1_is_not_run() {
    let steps = steps_of_figure_1("p=0,q=1");
    let runs: Vec<&Value> = steps.iter().filter(|step| step["input"].is_string()).collect();
    assert!(runs.len() > 1);
    assert_eq!(number(&runs[0]["input"], "p"), 0);
    for run in &runs[1..] {
        assert!(number(&run["input"], "p") > 0, "{run:#}");
    }
}

#[test]
fn axioms_over_all_arguments_lead_there_too() {
    for entry in ["TestAbs.testAbs", "IncDec.main", "Chain.main", "Lists.halves", "Mutation.field", "Hwm.main"] {
        let (code, report) = reach(&["--target", "assert", "--entry", entry, "--encoding", "quantified"]);
        assert_eq!(code, 10, "{entry}: {report:#}");
    }
    for entry in ["contradiction", "byCallee", "twoCalls", "caught", "alone", "byContext"] {
        let entry = format!("Unreachable.{entry}");
        let (code, report) = reach(&["--target", "assert", "--entry", &entry, "--encoding", "quantified"]);
        assert_eq!((code, report["verdict"].as_str().unwrap()), (0, "unreachable"), "{entry}: {report:#}");
    }
}

#[test]
fn joined_paths_of_methods_need_fewer_runs_than_whole_paths() {
    let executions = |strategy: &str| {
        let (code, report) = reach(&["--target", "assert", "--entry", "Chain.main", "--strategy", strategy]);
        assert_eq!(code, 10, "{report:#}");
        report["executions"].as_u64().unwrap()
    };
    let (demand, standard) = (executions("demand"), executions("standard"));
    assert!(demand * 10 < standard, "{demand} and {standard}");
}

/// A class with a chain of so many methods of four paths each: the target is behind one path of each.
fn chain(length: usize) -> String {
    let methods = (0..length).map(|number| {
        let (exact, above) = (200 + 7 * number, 100 + number);
        format!(
            "static int step{number}(char c) {{ return c == {exact} ? 3 : c > {exact} ? 2 : c > {above} ? 1 : 0; }}"
        )
    });
    let methods: Vec<String> = methods.collect();
    let terms: Vec<String> = (0..length).map(|number| format!("step{number}(text[{number}])")).collect();
    let (methods, sum, most) = (methods.join(" "), terms.join(" + "), 3 * length);
    format!(
        "public final class Chain{length} {{
            public static void main(char[] text) {{
                if (text == null || text.length != {length}) {{ return; }}
                if ({sum} == {most}) {{ assert false; }}
            }}
            {methods}
        }}"
    )
}

#[test]
fn runs_grow_with_the_paths_of_the_methods_and_whole_paths_with_their_combinations() {
    let folder = tempfile::tempdir().unwrap();
    let classes = folder.path().join("classes");
    let mut javac = jdk_tool("javac");
    javac.arg("-d").arg(&classes);
    for length in [2, 3, 4, 5, 10, 20, 40] {
        let source = folder.path().join(format!("Chain{length}.java"));
        std::fs::write(&source, chain(length)).unwrap();
        javac.arg(source);
    }
    assert!(javac.status().unwrap().success());
    let count = |length: usize, strategy: &str| {
        let entry = format!("Chain{length}.main");
        let arguments = ["--target", "assert", "--entry", &entry, "--strategy", strategy];
        let (code, report) = asked(classes.to_str().unwrap(), &arguments);
        assert_eq!(code, 10, "{length}, {strategy}: {report:#}");
        ["executions", "paths", "solver_calls"].map(|what| report[what].as_u64().unwrap())
    };
    for length in [5, 10, 20, 40] {
        let [executions, paths, solver_calls] = count(length, "demand");
        // Four paths of each method; of `main` those without a text, with a longer one, and past the sum.
        let all = 4 * length as u64 + 3;
        assert!(executions <= paths && paths <= all, "{length}: {executions} executions, {paths} paths");
        // Each run takes one question to lazy exploration and one to relevant exploration.
        assert!(solver_calls <= 2 * executions, "{length}: {executions} executions, {solver_calls} solver calls");
    }
    let standard = [2, 3, 4].map(|length| count(length, "standard")[0]);
    assert!(standard.windows(2).all(|pair| pair[1] > 2 * pair[0]), "{standard:?}");
}

#[test]
fn what_reads_a_text_is_no_place_of_other_exceptions() {
    let target = "throw:ArrayIndexOutOfBoundsException";
    let arguments = ["--target", target, "--entry", "Brackets.balancedBad", "--executions", "20"];
    let (code, report) = asked(env!("CASEWISE_CHECK_FIXTURES"), &arguments);
    assert_eq!(code, 10, "{report:#}");
}

/// What plain exploration says of a method.
fn checked(entry: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args([
            "check",
            env!("CASEWISE_REACH_FIXTURES"),
            "--format",
            "json",
            "--fail-on",
            "never",
            "--timeout",
            "0",
            "--no-cache",
        ])
        .args(["--method", entry])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["methods"][0]["verdict"].as_str().unwrap().to_owned()
}

#[test]
fn unreachable_is_a_proof_and_plain_exploration_agrees() {
    for (target, entry) in [
        ("assert", "Unreachable.contradiction"),
        ("assert", "Unreachable.byCallee"),
        ("assert", "Unreachable.twoCalls"),
        ("assert", "Unreachable.caught"),
        ("assert", "Unreachable.alone"),
        ("assert", "Unreachable.byContext"),
        ("throw:ArithmeticException", "Throws.caught"),
    ] {
        for strategy in ["demand", "standard"] {
            let (code, report) = reach(&["--target", target, "--entry", entry, "--strategy", strategy]);
            assert_eq!((code, report["verdict"].as_str().unwrap()), (0, "unreachable"), "{entry}: {report:#}");
            assert_eq!(report["reasons"], Value::Array(Vec::new()), "a proof has no caveat");
        }
        assert_eq!(checked(entry), "holds", "{entry}");
    }
}

#[test]
fn what_the_control_flow_does_not_lead_to_costs_no_run() {
    let target = format!("Throws.half:{}", line("Throws", "x / 2"));
    let (code, report) = reach(&["--target", &target, "--entry", "Unreachable.elsewhere"]);
    assert_eq!((code, report["executions"].as_u64().unwrap()), (0, 0), "{report:#}");
}

#[test]
fn what_depends_on_earlier_calls_is_not_called_unreachable() {
    for strategy in ["demand", "standard"] {
        let (code, report) = reach(&["--target", "assert", "--entry", "Unreachable.history", "--strategy", strategy]);
        assert_eq!((code, report["verdict"].as_str().unwrap()), (11, "not-reached"), "{report:#}");
        assert!(!report["reasons"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_budget_ends_a_search_and_says_so() {
    for strategy in ["demand", "standard"] {
        let arguments = ["--target", "assert", "--entry", "Chain.main", "--executions", "2", "--strategy", strategy];
        let (code, report) = reach(&arguments);
        assert_eq!((code, report["executions"].as_u64().unwrap()), (11, 2), "{report:#}");
        let reasons = report["reasons"].to_string();
        assert!(reasons.contains("2 executions"), "{reasons}");
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for strategy in ["demand", "standard"] {
        let mut reports: Vec<Value> = (0..2)
            .map(|_| reach(&["--target", "assert", "--entry", "Lists.halves", "--strategy", strategy, "--trace"]).1)
            .collect();
        for report in &mut reports {
            report["time_ms"] = Value::Null;
        }
        assert_eq!(reports[0], reports[1]);
    }
}

#[test]
fn distances_follow_calls_returns_and_handlers_and_nothing_else() {
    let loaded = load_class_path(&[env!("CASEWISE_REACH_FIXTURES").into()]);
    let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), Jdk::find());
    let method = |class: &str, name: &str| {
        let class = program.class(program.class_by_name(&format!("reach/{class}")).unwrap());
        class.methods.iter().copied().find(|method| &*program.method(*method).name == name).unwrap()
    };
    let instructions = |method| u32::try_from(program.code(method).unwrap().instructions.len()).unwrap();
    // Into a callee, nearer with each step of straight code.
    let half = method("Throws", "half");
    let distances = Distances::to(&program, [(half, 0)]);
    let refuse = method("Throws", "refuse");
    assert_eq!([1, 0].map(|at| distances.from(refuse, at)), [Some(1), Some(2)]);
    assert_eq!(distances.from(half, 0), Some(0));
    assert_eq!(distances.from(refuse, instructions(refuse) - 1), None, "after the call");
    assert_eq!(distances.from(method("Unreachable", "elsewhere"), 0), None, "another method");
    // Out of a callee, to what comes after its call.
    let last = instructions(refuse) - 1;
    let distances = Distances::to(&program, [(refuse, last)]);
    assert!(distances.from(half, 0).is_some());
    // To a handler, from what may throw, in a callee too.
    let caught = method("Throws", "caught");
    let handler = program.code(caught).unwrap().handlers[0].handler;
    let distances = Distances::to(&program, [(caught, handler)]);
    assert!(distances.from(caught, 0).is_some());
    assert_eq!(distances.from(caught, handler + 1), None);
}

/// Failures that `reach` comes to only after minutes: their recursion makes the formulas of the demand-driven search large, and questions
/// about remainders of remainders take long whatever their limit.
const AFTER_MINUTES: [&str; 3] =
    ["check.Recursion.additionBad(II)V", "check.Recursion.gcdBad(II)V", "check.Recursion.mcCarthyBad(I)V"];

/// The failures that the table beside the fixtures of `check` expects: entry, exception.
fn failures() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/check/expected.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).skip(1);
    let rows = rows.map(|line| line.split('\t').collect::<Vec<&str>>()).filter(|cells| cells[3] == "fails");
    let mut found: Vec<(String, String)> =
        rows.map(|cells| (format!("{}.{}{}", cells[0], cells[1], cells[2]), cells[4].to_owned())).collect();
    found.retain(|(entry, _)| !AFTER_MINUTES.contains(&entry.as_str()));
    found.sort();
    found.dedup();
    found
}

/// One failure in four. The whole is the test below.
#[test]
fn what_check_finds_reach_finds_in_a_sample() {
    assert_reached(4);
}

#[test]
#[ignore = "minutes"]
fn what_check_finds_reach_finds() {
    assert_reached(1);
}

fn assert_reached(step: usize) {
    let chosen: Vec<(String, String)> = failures().into_iter().step_by(step).collect();
    assert!(chosen.len() > 150 / step, "{}", chosen.len());
    let next = std::sync::atomic::AtomicUsize::new(0);
    let missed = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((entry, exception)) = chosen.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    let target = format!("throw:{exception}");
                    let arguments = ["--target", &target, "--entry", entry, "--executions", "2000"];
                    let (_, report) = asked(env!("CASEWISE_CHECK_FIXTURES"), &arguments);
                    if report["verdict"] != "reached" {
                        let (verdict, reasons) = (&report["verdict"], &report["reasons"]);
                        missed.lock().unwrap().push(format!("{entry}: {exception}: {verdict}: {reasons}"));
                    }
                }
            });
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), chosen.len(), missed.join("\n"));
}
