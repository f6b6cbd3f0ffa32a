//! What class files say breaks no output: classes with hostile names through every report and `test`. The whole of it is
//! `scripts/measure-names`; this is its sample, and the names that once were code in a test.

#[path = "hostile_names/class_files.rs"]
mod class_files;

use class_files::{compiled, renamed};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SOURCE: &str = "package qpackage; public class Subject { \
    public static int seen; \
    public static int ordinary(int qparameter) { return qparameter > 3 ? 1 / (qparameter - 5) : 0; } \
    public static int qmethod(int value) { return value > 3 ? 1 : 0; } \
    public static int assigned(int value) { qfield = value + 1; return qfield > 7 ? 1 : 0; } \
    public static int qfield; }";

fn casewise(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.args(arguments).args(["--timeout", "60"]).stdin(Stdio::null()).output().unwrap()
}

/// The classes of the source with other names, in a folder where a JVM finds them.
fn classes(folder: &Path, names: &[(&str, &str)]) -> String {
    let place =
        folder.join("classes").join(names.iter().find(|(old, _)| *old == "qpackage").map_or("qpackage", |it| it.1));
    fs::create_dir_all(&place).unwrap();
    for (file, bytes) in compiled(folder, "Subject", SOURCE) {
        fs::write(place.join(file), renamed(&bytes, names)).unwrap();
    }
    folder.join("classes").to_str().unwrap().to_owned()
}

/// The tests that are written for the classes without running any, with the report; javac takes them.
fn suite(folder: &Path, paths: &str) -> (Vec<String>, Value) {
    let out = folder.join("out");
    let output =
        casewise(&["test", paths, "--no-run", "--no-cache", "--format", "json", "--out", out.to_str().unwrap()]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut sources = Vec::new();
    for class in report["classes"].as_array().unwrap() {
        let Some(file) = class["file"].as_str() else { continue };
        let file = out.join(file);
        sources.push(fs::read_to_string(&file).unwrap());
        let jars =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("target/junit/junit-platform-console-standalone-1.11.4.jar");
        assert!(jars.exists(), "{}: run scripts/fetch-junit", jars.display());
        let class_path = format!("{paths}:{}", jars.display());
        let mut javac = Command::new("javac");
        javac
            .args(["-proc:none", "-encoding", "US-ASCII", "-cp", &class_path, "-d"])
            .arg(folder.join("compiled"))
            .arg(&file);
        let done = javac.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    }
    (sources, report)
}

fn reasons(report: &Value) -> String {
    report["classes"][0]["notWritten"].to_string()
}

#[test]
fn the_name_of_a_parameter_is_no_code() {
    let folder = tempfile::tempdir().unwrap();
    let paths = classes(folder.path(), &[("qparameter", "x){}static{System.exit(1);}void y(int z")]);
    let (sources, _) = suite(folder.path(), &paths);
    assert_eq!(sources.len(), 1);
    assert!(sources[0].contains("Subject.ordinary("), "{}", sources[0]);
    assert!(!sources[0].contains("static{") && !sources[0].contains("System."), "{}", sources[0]);
}

#[test]
fn a_method_that_source_cannot_name_is_left_out_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let paths = classes(folder.path(), &[("qmethod", "my method")]);
    let (sources, report) = suite(folder.path(), &paths);
    assert!(sources[0].contains("Subject.ordinary(") && !sources[0].contains("my method"), "{}", sources[0]);
    assert!(reasons(&report).contains("`my method` is no name that source code can have"), "{}", reasons(&report));
}

#[test]
fn a_field_that_source_cannot_name_is_reached_by_reflection() {
    let folder = tempfile::tempdir().unwrap();
    let paths = classes(folder.path(), &[("qfield", "*\\u002f \\u000a \"field")]);
    let (sources, _) = suite(folder.path(), &paths);
    assert!(sources[0].contains(r#"read(Subject.class, null, "*\\u002f \\u000a \"field")"#), "{}", sources[0]);
}

#[test]
fn a_package_that_source_cannot_name_has_no_tests_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let paths = classes(folder.path(), &[("qpackage", "int")]);
    let (sources, report) = suite(folder.path(), &paths);
    assert!(sources.is_empty());
    assert!(reasons(&report).contains("`int` is no name"), "{}", reasons(&report));
}

#[test]
fn a_class_whose_name_is_a_path_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("classes");
    fs::create_dir_all(&place).unwrap();
    for (file, bytes) in compiled(folder.path(), "Subject", SOURCE) {
        fs::write(place.join(file), renamed(&bytes, &[("qpackage", "../../qpackage")])).unwrap();
    }
    let output = casewise(&["check", place.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("names no class"), "{said}");
}

#[test]
fn hostile_names_break_no_report() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/measure-names");
    let mut run = Command::new(script);
    run.args(["--sample", "--classes", "19", "--timeout", "60", "--casewise", env!("CARGO_BIN_EXE_casewise")]);
    let output = run.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("19 classes, ") && said.contains(" 0 failures"), "{said}");
}
