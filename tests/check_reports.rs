//! The reports of `casewise check`: text, SARIF, exit codes, and the lines for what is wrong with a command line.

use crate::support::golden::check_golden;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn casewise(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.env_remove("RUST_BACKTRACE").args(["check", "--no-cache"]).args(arguments).output().unwrap()
}

fn check(options: &str) -> Output {
    let mut arguments = vec![env!("CASEWISE_FIXTURES"), "--class", "Checks"];
    arguments.extend(options.split_whitespace());
    casewise(&arguments)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A text without the time that the run took, which stands behind the last semicolon of its line.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.split_once(" incomplete; ") {
        Some((before, _)) => format!("{before} incomplete; TIME\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[track_caller]
fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output = casewise(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert!(output.stdout.is_empty());
    for word in words {
        assert!(errors.contains(word), "no {word} in: {errors}");
    }
}

#[test]
fn text_has_failures_first_each_with_trace_input_and_condition() {
    let output = check("--jobs 1");
    assert_eq!(output.status.code(), Some(10));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    check_golden("check.txt", &timeless(&text(&output.stdout)));
}

#[test]
fn without_a_jvm_findings_are_not_replayed_and_still_findings() {
    let output = check("--method divide --no-replay");
    assert_eq!(output.status.code(), Some(10));
    assert!(text(&output.stdout).contains("not replayed: not asked for"));
    let nowhere = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["check", env!("CASEWISE_FIXTURES"), "--class", "Checks", "--method", "divide", "--no-cache"])
        .env("PATH", nowhere.path())
        .env("JAVA_HOME", nowhere.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(10), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("not replayed"), "{}", text(&output.stdout));
}

#[test]
fn exit_codes_say_what_they_are_asked_to() {
    let code = |options: &str| check(&format!("--no-replay {options}")).status.code();
    assert_eq!(code("--method divide"), Some(10));
    assert_eq!(code("--method divide --fail-on never"), Some(0));
    assert_eq!(code("--method sum"), Some(0));
    assert_eq!(code("--method sum --fail-on incomplete"), Some(11));
    assert_eq!(code("--method countsFar --fail-on incomplete"), Some(0));
}

#[test]
fn assumptions_narrow_inputs() {
    let verdict = |options: &str| {
        let output = check(&format!("--no-replay --format json --fail-on never {options}"));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["methods"][0]["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict("--method divide --assume range:1:1..100"), "holds");
    assert_eq!(verdict("--method divide --assume range:1:0..100"), "fails");
    assert_eq!(verdict("--method parsed --assume nonnull:0"), "holds");
    assert_eq!(verdict("--method rethrown --assume nonnull:*"), "fails");
    assert_eq!(verdict("--method sum --assume range:1:0..2"), "holds");
}

#[test]
fn assumptions_of_single_methods_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("assumptions");
    std::fs::write(&file, "# what callers promise\n\nfixtures.Checks.divide(II) range:1:1..9\n").unwrap();
    let file = file.to_str().unwrap();
    let output = check(&format!("--no-replay --method divide --assumptions {file}"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    std::fs::write(file, "fixtures.Checks.divide maybe:1\n").unwrap();
    refused(&[env!("CASEWISE_FIXTURES"), "--assumptions", file], 3, &["assumptions:1", "maybe:1"]);
}

#[test]
fn what_means_nothing_is_refused_in_one_line() {
    refused(&[env!("CASEWISE_FIXTURES"), "--assume", "maybe:0"], 2, &["maybe:0", "nonnull:P"]);
    refused(&[env!("CASEWISE_FIXTURES"), "--fail-on", "sometimes"], 2, &["sometimes", "incomplete"]);
    refused(&[env!("CASEWISE_FIXTURES"), "--class", "Checks", "--method", "devide"], 3, &["devide", "divide"]);
    refused(&[env!("CASEWISE_FIXTURES"), "--entry", "main", "--method", "m"], 2, &["--entry", "--method"]);
}

/// The findings of a class, compiled from a source, by SARIF.
fn sarif(folder: &Path, source: &str) -> Value {
    std::fs::write(folder.join("Moved.java"), source).unwrap();
    let compiled = Command::new("javac").arg("-g").arg("-d").arg(folder).arg(folder.join("Moved.java")).output();
    assert!(compiled.unwrap().status.success());
    let output = casewise(&[folder.to_str().unwrap(), "--no-replay", "--format", "sarif", "--all"]);
    assert_eq!(output.status.code(), Some(10));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn sarif_has_stable_fingerprints_and_places() {
    let folder = tempfile::tempdir().unwrap();
    let source =
        "package p; class Moved {\nstatic int a(int x) { return 1 / x; }\nstatic int b(int[] x) { return x[3]; }\n}";
    let before = sarif(folder.path(), source);
    let after = sarif(folder.path(), &source.replace('\n', "\n\n"));
    assert_eq!(before["version"], "2.1.0");
    let results = |report: &Value| report["runs"][0]["results"].as_array().unwrap().clone();
    let fingerprints = |report: &Value| -> Vec<Value> {
        results(report).iter().map(|result| result["partialFingerprints"]["casewiseFailure/v1"].clone()).collect()
    };
    let lines = |report: &Value| -> Vec<u64> {
        let line = |result: &Value| result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64();
        results(report).iter().map(|result| line(result).unwrap()).collect()
    };
    assert_eq!(lines(&before), [2, 3, 3]);
    assert_eq!(lines(&after), [3, 5, 5]);
    assert_eq!(fingerprints(&before), fingerprints(&after));
    let location = &results(&before)[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(location, "p/Moved.java");
}

#[test]
fn a_result_goes_to_the_file_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let output = check(&format!("--method divide --no-replay --format json --output {}", file.display()));
    assert!(output.stdout.is_empty());
    let report: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(report["totals"]["findings"], 1);
}
