//! `casewise test`: suites meet what they claim, are the same in every run, and agree with `check`. The programs are those of
//! `java-fixtures/suite`, in the manner of those that Jamrozik et al. (ASE 2012) used.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

const SUITE: &str = env!("CASEWISE_SUITE_FIXTURES");
const CHECK: &str = env!("CASEWISE_CHECK_FIXTURES");

/// What the program prints as JSON.
fn json(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(arguments)
        .args(["--format", "json", "--timeout", "0"])
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The report of a suite written into a folder, without times.
fn suite(folder: &Path, arguments: &[&str]) -> Value {
    let out = folder.to_str().unwrap();
    let mut report = json(&[&["test", "--out", out], arguments].concat());
    report["totals"]["time_ms"].take();
    for class in report["classes"].as_array_mut().unwrap() {
        class["time_ms"].take();
    }
    report
}

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, std::fs::read_to_string(path).unwrap());
            }
        }
    }
    found
}

/// The only class of a report.
fn only_class(report: &Value) -> &Value {
    assert_eq!(report["classes"].as_array().unwrap().len(), 1);
    &report["classes"][0]
}

#[test]
fn a_suite_is_the_same_with_and_without_a_cache_and_every_test_of_it_passes() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let cache = place("cache");
    let cached = ["--cache", cache.to_str().unwrap(), SUITE];
    let first = suite(&place("first"), &cached);
    let second = suite(&place("second"), &cached);
    let third = suite(&place("third"), &["--no-cache", "--jobs", "1", SUITE]);
    assert_eq!(first, second, "a warm cache gives another suite");
    assert_eq!(first, third, "one thread without a cache gives another suite");
    assert_eq!(files(&place("first")), files(&place("second")));
    assert_eq!(files(&place("first")), files(&place("third")));
    let classes = first["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 9);
    for class in classes {
        assert_eq!(class["notRun"], Value::Null, "{}", class["class"]);
        for test in class["tests"].as_array().unwrap() {
            assert_eq!(test["passes"], true, "{test:#}");
        }
        for goal in class["goals"].as_array().unwrap().iter().filter(|goal| goal["status"] == "unmet") {
            assert!(goal["reason"].is_string(), "no reason: {goal:#}");
            let only_fails = goal["reason"] == "only inputs that fail meet it";
            assert!(goal["criterion"] != "coverage" || only_fails, "not covered: {goal:#}");
        }
        let met: BTreeSet<u64> = class["tests"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|test| test["goals"].as_array().unwrap())
            .map(|position| position.as_u64().unwrap())
            .collect();
        for (position, goal) in class["goals"].as_array().unwrap().iter().enumerate() {
            let is_met = goal["status"] == "met";
            assert!(!is_met || met.contains(&(position as u64)), "no test for it: {goal:#}");
        }
    }
}

#[test]
fn the_edge_of_a_comparison_is_tested_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let report = suite(folder.path(), &["--no-cache", "--class", "suite.Boundary", SUITE]);
    let class = only_class(&report);
    let inputs: BTreeSet<&str> =
        class["tests"].as_array().unwrap().iter().map(|test| test["input"].as_str().unwrap()).collect();
    assert!(inputs.contains("x = 100") && inputs.contains("x = 101"), "{inputs:?}");
    let edge = class["goals"].as_array().unwrap().iter().find(|goal| {
        let what = goal["what"].as_str().unwrap();
        what == "CONDITIONALS_BOUNDARY: replaced <= by <"
    });
    assert_eq!(edge.unwrap()["status"], "met");
}

#[test]
fn two_comparisons_of_one_variable_are_tested_at_the_edges_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let report =
        suite(folder.path(), &["--no-cache", "--augment", "boundary", "--class", "suite.Ranges", "--no-run", SUITE]);
    let class = only_class(&report);
    let tested: BTreeSet<&str> = class["tests"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|test| test["input"].as_str().unwrap().strip_prefix("x = ")?.split(',').next())
        .collect();
    for edge in ["2", "3", "4", "6", "7", "8"] {
        assert!(tested.contains(edge), "x = {edge} is not among {tested:?}");
    }
    assert!(class["notRun"].is_string());
}

#[test]
fn more_criteria_meet_more_goals_with_more_tests() {
    let folder = tempfile::tempdir().unwrap();
    let tests = |augment: &str| {
        let report = suite(folder.path(), &["--no-cache", "--no-run", "--augment", augment, SUITE]);
        report["totals"]["tests"].as_u64().unwrap()
    };
    let (none, boundary, all) = (tests("none"), tests("boundary"), tests("all"));
    assert!(none < boundary && boundary < all, "{none} {boundary} {all}");
}

/// The failures of a class: exception and place.
type Failures = BTreeSet<(String, String)>;

#[test]
fn disabled_tests_are_the_findings_of_check() {
    let folder = tempfile::tempdir().unwrap();
    let mut kinds = (0, 0);
    for (classes, name) in [
        (SUITE, "suite.Search"),
        (SUITE, "suite.Identifier"),
        (CHECK, "check.Areas"),
        (CHECK, "check.Average"),
        (CHECK, "check.BankAccount"),
        (CHECK, "check.Brackets"),
        (CHECK, "check.Cells"),
        (CHECK, "check.Fractions"),
        (CHECK, "check.HexDigits"),
        (CHECK, "check.RingQueue"),
        (CHECK, "check.RomanNumerals"),
        (CHECK, "check.Settings"),
        (CHECK, "check.TrackerArraySize"),
        (CHECK, "check.Weekday"),
    ] {
        let listed = Command::new(env!("CARGO_BIN_EXE_casewise"))
            .args([
                "check",
                classes,
                "--class",
                name,
                "--format",
                "json",
                "--fail-on",
                "never",
                "--timeout",
                "0",
                "--no-cache",
            ])
            .output()
            .unwrap();
        assert!(listed.status.success());
        let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
        let failure = |finding: &Value| {
            let line = finding["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
            let place = format!("{}{line}", finding["place"].as_str().unwrap());
            (finding["exception"].as_str().unwrap().to_owned(), place)
        };
        let methods = listed["methods"].as_array().unwrap();
        let all: Failures = methods.iter().flat_map(|it| it["findings"].as_array().unwrap()).map(failure).collect();
        let causes = listed["causes"].as_array().unwrap().iter().map(|cause| cause["entries"].as_array().unwrap());
        let is_shown = |entry: &&Value| ["always", "assertion", "public"].contains(&entry["rank"].as_str().unwrap());
        let at = |value: &Value| value.as_u64().unwrap() as usize;
        let finding = |entry: &Value| failure(&methods[at(&entry["method"])]["findings"][at(&entry["finding"])]);
        let shown: Failures = causes.clone().flatten().filter(is_shown).map(finding).collect();
        let by_test = |options: &[&str]| -> (Failures, u64) {
            let options = [&["--no-cache", "--augment", "none", "--class", name, classes][..], options].concat();
            let report = suite(folder.path(), &options);
            let tests = only_class(&report)["tests"].as_array().unwrap().iter();
            let failures = tests.filter_map(|test| test["finding"].as_str()).map(|finding| {
                let (exception, place) = finding.split_once(" at ").unwrap();
                (exception.to_owned(), place.to_owned())
            });
            (failures.collect(), report["totals"]["failuresNotShown"].as_u64().unwrap())
        };
        let left_out = causes.filter(|entries| !entries.iter().any(|entry| is_shown(&entry))).count();
        kinds.0 += shown.len();
        kinds.1 += left_out;
        assert_eq!(by_test(&["--all"]), (all, 0), "{name}");
        assert_eq!(by_test(&["--no-run"]), (shown, left_out as u64), "{name}");
    }
    assert!(kinds.0 > 10 && kinds.1 > 0, "{kinds:?}");
}

#[test]
fn what_a_person_wrote_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite/BoundaryTest.java");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "class BoundaryTest {}").unwrap();
    let out = folder.path().to_str().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["test", SUITE, "--class", "suite.Boundary", "--no-cache", "--no-run", "--out", out])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(74));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("BoundaryTest.java: not written over"), "{errors}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "class BoundaryTest {}");
}

/// The first input that makes a mutant's instruction do something else may come to the same in the end, and what tells it from
/// the original in a state that no constructor makes is no test.
#[test]
fn every_mutant_of_small_classes_is_killed_or_proved_equivalent() {
    for class in ["Account", "BubbleSort"] {
        let folder = tempfile::tempdir().unwrap();
        let report = suite(folder.path(), &["--no-cache", SUITE, "--class", class, "--augment", "mutation"]);
        let goals = only_class(&report)["goals"].as_array().unwrap();
        let mutants: Vec<&Value> = goals.iter().filter(|goal| goal["criterion"] == "mutation").collect();
        assert!(mutants.iter().any(|goal| goal["status"] == "met"), "{class}: {goals:#?}");
        for goal in mutants {
            assert_ne!(goal["status"], "unmet", "{class}: {goal:#}");
        }
    }
}

/// Ways for which no solution is found are taken by inputs that are drawn.
#[test]
fn ways_that_no_solver_finds_are_taken_by_drawn_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let (source, classes) = (folder.path().join("Digest.java"), folder.path().join("classes"));
    let text = "public class Digest {
            private final int salt;
            public Digest(int salt) { this.salt = salt; }
            public String kind(int seed) {
                int mixed = seed;
                for (int round = 0; round < 24; round++) {
                    mixed = (mixed ^ mixed >>> 15) * (0x2c1b3c6d + salt + round) + mixed * mixed;
                }
                switch (mixed >>> 13 & 3) {
                    case 0: return \"hearts\";
                    case 1: return \"spades\";
                    case 2: return \"clubs\";
                    default: return \"diamonds\";
                }
            }
        }";
    std::fs::write(&source, text).unwrap();
    assert!(jdk_tool("javac").arg("-g").arg("-d").arg(&classes).arg(&source).status().unwrap().success());
    let classes = classes.to_str().unwrap();
    let report = suite(&folder.path().join("first"), &["--no-cache", classes, "--augment", "none"]);
    let again = suite(&folder.path().join("second"), &["--no-cache", classes, "--augment", "none"]);
    assert_eq!(report, again, "what is drawn is different each time");
    let class = only_class(&report);
    let ways: Vec<&Value> = class["goals"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|goal| goal["criterion"] == "coverage" && goal["line"] == 9)
        .collect();
    assert_eq!(ways.len(), 4, "{ways:#?}");
    assert!(ways.iter().all(|goal| goal["status"] == "met"), "{ways:#?}");
    assert!(class["tests"].as_array().unwrap().iter().all(|test| test["passes"] == true), "{class:#}");
}

/// What is beside the classes counts as what they are made of: code reads it, and a kept suite is one for what it was.
#[test]
fn what_is_beside_the_classes_is_read_and_tells_kept_suites_apart() {
    let folder = tempfile::tempdir().unwrap();
    let (source, classes) = (folder.path().join("Greeting.java"), folder.path().join("classes"));
    let text = "import java.io.*;
        public class Greeting {
            private static final int LENGTH = length();
            private static int length() {
                try (InputStream word = Greeting.class.getResourceAsStream(\"/word.txt\")) {
                    int length = 0;
                    while (word.read() >= 0) { length++; }
                    return length;
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
            public static boolean isLong() { return LENGTH > 3; }
        }";
    std::fs::write(&source, text).unwrap();
    assert!(jdk_tool("javac").arg("-g").arg("-d").arg(&classes).arg(&source).status().unwrap().success());
    let cache = folder.path().join("cache");
    let arguments = ["--cache", cache.to_str().unwrap(), classes.to_str().unwrap(), "--augment", "none"];
    for (word, asserted) in [("hi", "assertFalse(Greeting.isLong())"), ("hello", "assertTrue(Greeting.isLong())")] {
        std::fs::write(classes.join("word.txt"), word).unwrap();
        let out = folder.path().join(word);
        let report = suite(&out, &arguments);
        let tests = only_class(&report)["tests"].as_array().unwrap();
        assert!(tests.len() == 1 && tests[0]["passes"] == true, "{tests:#?}");
        let written = files(&out);
        assert!(written.values().any(|text| text.contains(asserted)), "{word}: {written:#?}");
    }
}
