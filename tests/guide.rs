//! `--guide apc`: what is necessary to reach a target changes no verdict.
//!
//! It need not save states: where one is dropped, those that wait come in another order.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const LOOPS: &str = env!("CASEWISE_LOOP_FIXTURES");
const REACH: &str = env!("CASEWISE_REACH_FIXTURES");

/// The ways to ask, each with bounds that count work.
const WAYS: [&[&str]; 3] = [
    &["explore", "--states", "1000"],
    &["reach", "--strategy", "standard", "--executions", "60"],
    &["reach", "--strategy", "demand", "--executions", "20"],
];

fn asked(classes: &str, (way, guide): (&[&str], &str), (entry, target): (&str, &str)) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(&way[..1])
        .arg(classes)
        .args(&way[1..])
        .args(["--guide", guide, "--entry", entry, "--target", target, "--format", "json", "--timeout", "0"])
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{entry}, {way:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// How many states were dropped. The verdict with the guide is that without it, or settles what is open without it.
fn compared(classes: &str, way: &[&str], question: (&str, &str)) -> u64 {
    let [off, on] = ["none", "apc"].map(|guide| asked(classes, (way, guide), question));
    assert!(off["guide"].is_null());
    let (entry, _) = question;
    assert!(off["verdict"] == on["verdict"] || off["verdict"] == "not-reached", "{entry}, {way:?}: {off:#}\n{on:#}");
    on["guide"]["dropped"].as_u64().unwrap_or(0) + u64::from(on["guide"]["cases"] == 0)
}

/// Every question in every way; some states are dropped in each way.
fn check(questions: &[(&str, String, &str)]) {
    for way in WAYS {
        let dropped = questions.iter().map(|(classes, entry, target)| compared(classes, way, (entry, target)));
        assert!(dropped.sum::<u64>() > 0, "{way:?}: nothing was dropped");
    }
}

#[test]
fn the_guide_changes_no_verdict_of_the_paper_s_benchmarks() {
    // Without the guide each path of `twoLoops` takes millions of instructions.
    let question = |name: &&str| (LOOPS, format!("Benchmarks.{name}"), "throw:IllegalStateException");
    check(&["hello", "oneLoop"].iter().map(question).collect::<Vec<_>>());
    for (classes, entry, target) in ["hw", "hwm", "matrIR", "winDriver"].iter().map(question) {
        compared(classes, WAYS[0], (&entry, target));
    }
}

/// The fixtures with loops, one after so many.
fn check_loops(one_in: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/loops/table.txt");
    let table = std::fs::read_to_string(root).unwrap();
    let entries: BTreeSet<String> = table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join("."))
        .filter(|entry| !entry.ends_with("theorem2"))
        .collect();
    assert!(entries.len() > 20);
    let some = entries.into_iter().step_by(one_in);
    let questions: Vec<(&str, String, &str)> = some.map(|entry| (LOOPS, entry, "assert")).collect();
    check(&questions);
}

#[test]
fn the_guide_changes_no_verdict_of_fixtures_with_loops() {
    check_loops(5);
}

#[test]
#[ignore = "minutes"]
fn the_guide_changes_no_verdict_of_any_fixture_with_loops() {
    check_loops(1);
}

#[test]
fn the_guide_changes_no_verdict_of_the_fixtures_of_reach() {
    let entries = [
        "TestAbs.testAbs",
        "Chain.main",
        "IncDec.main",
        "Mutation.field",
        "Mutation.elements",
        "Lists.halves",
        "Lists.main",
        "Aliases.pair",
        "Shapes.main",
        "Unreachable.contradiction",
        "Unreachable.byCallee",
        "Unreachable.twoCalls",
        "Unreachable.byContext",
        "Unreachable.alone",
    ];
    for way in WAYS {
        for entry in entries {
            compared(REACH, way, (entry, "assert"));
        }
        for (entry, target) in [
            ("Throws.divide", "throw:ArithmeticException"),
            ("Throws.half", "Throws.half@0"),
            ("Throws.caught", "throw:Error"),
        ] {
            compared(REACH, way, (entry, target));
        }
    }
}

#[test]
fn what_cannot_be_known_guides_nothing_and_says_so() {
    let report = asked(REACH, (WAYS[0], "apc"), ("Throws.half", "Throws.half@0"));
    assert_eq!(report["verdict"], "reached", "{report:#}");
    assert!(report["guide"].is_null() && report["notes"][0].as_str().unwrap().contains("nothing guides"), "{report:#}");
}

#[test]
fn an_unsatisfiable_condition_is_a_proof_where_exploration_has_none() {
    for name in ["oneLoop", "twoLoops"] {
        let question = (&*format!("Benchmarks.{name}"), "throw:IllegalStateException");
        let report = asked(LOOPS, (WAYS[0], "apc"), question);
        assert_eq!(report["verdict"], "unreachable", "{report:#}");
        assert_eq!(report["states"], 0, "{report:#}");
    }
}
