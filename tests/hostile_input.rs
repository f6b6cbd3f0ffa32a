//! Class files that nobody should have written: each that a JVM would not define is one line, nothing aborts, and what is said of
//! others stays. `java-fixtures/fuzzing` holds what ever fell; `scripts/fuzz` looks for more.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/fuzzing")
}

fn casewise(arguments: &[&str]) -> Output {
    casewise_within("60", arguments)
}

fn casewise_within(seconds: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.args(arguments).args(["--no-cache", "--timeout", seconds, "--memory", "3G"]);
    command.stdin(Stdio::null()).output().unwrap()
}

fn compile(folder: &Path, name: &str, text: &str) {
    let source = folder.join(format!("{name}.java"));
    fs::write(&source, text).unwrap();
    let mut javac = jdk_tool("javac");
    assert!(javac.args(["-g", "-d"]).arg(folder).arg(&source).status().unwrap().success());
}

/// What a JVM does with each class file of a folder, by the file's path there.
fn judged(folder: &Path) -> BTreeMap<String, String> {
    let work = tempfile::tempdir().unwrap();
    compile(work.path(), "Definer", include_str!("hostile_input/Definer.java"));
    let mut java = jdk_tool("java");
    let output = java.arg("-cp").arg(work.path()).arg("Definer").arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = text.lines().map(|line| line.split_once(' ').unwrap());
    rows.map(|(file, outcome)| (file.to_owned(), outcome.to_owned())).collect()
}

/// The lines on standard error that name a file of a folder, by the file's path there.
fn lines(output: &Output, folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let Some(rest) = line.strip_prefix(&format!("casewise: {}/", folder.display())) else {
            assert!(line.starts_with("casewise: "), "{line}");
            continue;
        };
        let (file, message) = rest.split_once(": ").unwrap();
        found.entry(file.to_owned()).or_default().push(message.to_owned());
    }
    found
}

#[test]
fn a_class_that_a_jvm_does_not_define_is_one_line_and_no_other_is() {
    let output = casewise(&["summarize", corpus().to_str().unwrap(), "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output, &corpus());
    let judged = judged(&corpus());
    assert!(judged.len() >= 20, "{judged:?}");
    for (file, outcome) in &judged {
        let said = lines.get(file).map(Vec::as_slice).unwrap_or_default();
        match (outcome.as_str(), said) {
            ("defined", []) => {}
            // A JVM looks at what is above a class before it looks at the class's name.
            (_, [one]) if file.starts_with("java/") => {
                assert!(one.contains("SecurityException: prohibited package name"), "{file}: {one}");
            }
            // What a JVM says of the class above is here said of that class.
            ("ClassCircularityError", [one]) if one.contains("NoClassDefFoundError") => {
                assert!(one.contains("is left out"), "{file}: {one}");
            }
            // What decoding finds is said in words of its own, with the place.
            ("ClassFormatError" | "UnsupportedClassVersionError", [one]) => {
                assert!(!one.contains("is left out"), "{file}: {one}");
            }
            (error, [one]) => assert!(one.contains(&format!("is left out: {error}: ")), "{file}: {error}, {one}"),
            (error, said) => panic!("{file}: a JVM says {error}, and here it is {said:?}"),
        }
    }
}

#[test]
fn what_good_classes_are_answered_does_not_depend_on_broken_ones() {
    let folder = tempfile::tempdir().unwrap();
    compile(
        folder.path(),
        "Known",
        "package good; public class Known { \
            public static int quotient(int left, int right) { return left / right; } \
            public static int sum(int left, int right) { return left + right; } \
            public static String greeting(String name) { return \"Hello, \" + name.trim(); } }",
    );
    let good = folder.path().join("good");
    let good = good.to_str().unwrap();
    let corpus = corpus();
    for command in ["check", "summarize"] {
        let more: &[&str] = if command == "check" { &["--no-replay", "--fail-on", "never"] } else { &[] };
        let answers = |paths: &[&str]| {
            // What the corpus has that would take minutes ends with the time.
            let output = casewise_within("15", &[&[command], paths, &["--format", "json"], more].concat());
            assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(!text.contains("defect of casewise"), "{text}");
            let report: Value = serde_json::from_str(&text).unwrap();
            let mut methods: Vec<Value> = report["methods"].as_array().unwrap().clone();
            methods.retain(|method| method["class"] == "good.Known");
            for method in &mut methods {
                method.as_object_mut().unwrap().remove("time_ms");
            }
            methods
        };
        let alone = answers(&[good]);
        assert_eq!(alone.len(), 4);
        assert_eq!(answers(&[good, corpus.to_str().unwrap()]), alone, "{command}");
    }
    let out = folder.path().join("tests");
    let test = ["test", good, corpus.to_str().unwrap(), "--no-run", "--out", out.to_str().unwrap(), "--format", "json"];
    let output = casewise_within("15", &test);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(out.join("good/KnownTest.java").exists());
}

#[test]
fn a_static_call_of_an_instance_method_fails_as_in_a_jvm() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("check")).unwrap();
    let known = corpus().join("loose/static-call-of-an-instance-method.class");
    std::fs::copy(known, folder.path().join("check/Multiples.class")).unwrap();
    let output = casewise(&["check", folder.path().to_str().unwrap(), "--method", "remaindersOk", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = &report["methods"][0]["findings"][0];
    assert_eq!(finding["exception"], "java.lang.IncompatibleClassChangeError", "{report}");
    assert_eq!(finding["confirmed"], true, "{report}");
}

#[test]
fn folders_may_nest_as_deeply_as_the_system_lets_them() {
    let root = tempfile::tempdir().unwrap();
    compile(
        root.path(),
        "Deep",
        "public class Deep { public static int sum(int left, int right) { return left + right; } }",
    );
    let bytes = fs::read(root.path().join("Deep.class")).unwrap();
    fs::remove_file(root.path().join("Deep.class")).unwrap();
    let deepest = root.path().join("d/".repeat(1_900));
    fs::create_dir_all(&deepest).unwrap();
    fs::write(deepest.join("Deep.class"), bytes).unwrap();
    let output = casewise(&["summarize", root.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Deep.sum"));
}
