//! `casewise prove` says of the fixtures what the table beside them expects, and whatever it proves is checked by something else:
//! by another technique where the paths are finitely many, and by runs in a JVM on random and boundary inputs.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// An assertion of the table.
struct Row {
    class: String,
    method: String,
    marker: String,
    java: String,
    math: String,
}

impl Row {
    /// Its line in the source, which is marked.
    fn line(&self) -> u64 {
        let file = format!("java-fixtures/prove/prove/{}.java", self.class);
        let source = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let is_marked = |line: &str| line.ends_with(&format!("// {}", self.marker));
        let lines: Vec<usize> =
            (1..).zip(source.lines()).filter(|(_, line)| is_marked(line)).map(|(at, _)| at).collect();
        assert_eq!(lines.len(), 1, "{} is on {lines:?}", self.marker);
        lines[0] as u64
    }
}

fn table() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/prove/table.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let [class, method, marker, _label, java, math] = cells[..] else { panic!("{line}") };
        let own = |text: &str| text.to_owned();
        Row { class: own(class), method: own(method), marker: own(marker), java: own(java), math: own(math) }
    });
    rows.collect()
}

/// What `prove` says of the fixtures: the answer for each assertion, by class and line.
fn proved(arguments: &[&str]) -> BTreeMap<(String, u64), Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args([
            "prove",
            env!("CASEWISE_PROVE_FIXTURES"),
            "--format",
            "json",
            "--fail-on",
            "never",
            "--timeout",
            "0",
            "--no-cache",
        ])
        .args(arguments)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["defects"].as_array().unwrap().len(), 0, "{:#}", report["defects"]);
    let place = |answer: &Value| {
        let class = answer["class"].as_str().unwrap().rsplit('.').next().unwrap().to_owned();
        (class, answer["line"].as_u64().unwrap())
    };
    report["assertions"].as_array().unwrap().iter().map(|answer| (place(answer), answer.clone())).collect()
}

/// What is wrong with the answers, one line each.
fn complaints(
    arithmetic: &str,
    answers: &BTreeMap<(String, u64), Value>,
    expected: impl Fn(&Row) -> &str,
) -> Vec<String> {
    let mut found = Vec::new();
    for row in table() {
        let answer = &answers[&(row.class.clone(), row.line())];
        let verdict = answer["verdict"].as_str().unwrap();
        let wanted = expected(&row);
        if verdict != wanted || answer["method"] != *row.method {
            found.push(format!("{} {}: {verdict}, not {wanted}: {:#}", row.class, row.marker, answer["reasons"]));
        }
        if verdict == "refuted" {
            assert_eq!(answer["finding"]["confirmed"], true, "{answer:#}");
        }
        if verdict == "proved" {
            assert!(!answer["proof"]["why"].as_str().unwrap().is_empty(), "{answer:#}");
            assert_eq!(answer["arithmetic"], *arithmetic, "{answer:#}");
        }
    }
    found
}

#[test]
fn the_table_has_the_paper_s_assertions() {
    let mut labels: BTreeMap<String, usize> = BTreeMap::new();
    for row in table() {
        row.line();
        if row.class != "Memory" {
            *labels.entry(row.class).or_default() += 1;
        }
    }
    let expected = [("BankAccount", 3), ("Integers", 9), ("Loops", 10), ("Trityp", 6)];
    assert_eq!(labels, expected.map(|(class, count)| (class.to_owned(), count)).into());
}

#[test]
fn the_fixtures_are_settled_as_expected_in_java() {
    let complaints = complaints("java", &proved(&[]), |row| &row.java);
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn the_fixtures_are_settled_as_expected_for_mathematical_integers() {
    let complaints = complaints("math", &proved(&["--arith", "math"]), |row| &row.math);
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn techniques_never_contradict_each_other() {
    let mut verdicts: BTreeMap<(String, u64), BTreeSet<String>> = BTreeMap::new();
    for technique in ["forward", "loops", "backward"] {
        for (place, answer) in proved(&["--technique", technique]) {
            verdicts.entry(place).or_default().insert(answer["verdict"].as_str().unwrap().to_owned());
        }
    }
    for (place, verdicts) in verdicts {
        assert!(!(verdicts.contains("proved") && verdicts.contains("refuted")), "{place:?}: {verdicts:?}");
    }
}

/// Runs casewise: exit code, stdout, stderr.
fn ran(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["prove", env!("CASEWISE_PROVE_FIXTURES"), "--timeout", "0", "--no-cache"])
        .args(arguments)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_the_machine_raises_is_settled_by_both_techniques_alike() {
    let mut verdicts: BTreeMap<(u64, u64, String), BTreeSet<String>> = BTreeMap::new();
    for technique in ["forward", "backward"] {
        let arguments = ["--class", "prove.Memory", "--property", "all", "--format", "json", "--technique", technique];
        let (_, output, errors) = ran(&arguments);
        assert!(errors.is_empty(), "{errors}");
        let report: Value = serde_json::from_str(&output).unwrap();
        for answer in report["assertions"].as_array().unwrap() {
            let number = |name: &str| answer[name].as_u64().unwrap();
            let place = (number("line"), number("offset"), answer["exception"].as_str().unwrap().to_owned());
            verdicts.entry(place).or_default().insert(answer["verdict"].as_str().unwrap().to_owned());
        }
    }
    assert!(verdicts.keys().any(|(_, _, exception)| exception == "java.lang.ArrayIndexOutOfBoundsException"));
    for (place, verdicts) in verdicts {
        assert!(!(verdicts.contains("proved") && verdicts.contains("refuted")), "{place:?}: {verdicts:?}");
    }
}

#[test]
fn exit_codes_tell_what_was_found() {
    let code = |arguments: &[&str]| ran(arguments).0;
    assert_eq!(code(&["--target", "Integers.sign:15"]), Some(0));
    assert_eq!(code(&["--target", "Integers.absolute:41"]), Some(10));
    assert_eq!(code(&["--target", "Integers.absolute:41", "--fail-on", "never"]), Some(0));
    let open = ["--target", "Loops.down:13", "--technique", "forward"];
    assert_eq!(code(&open), Some(0));
    assert_eq!(code(&[&open[..], &["--fail-on", "unknown"]].concat()), Some(11));
    let (code, output, errors) = ran(&["--target", "throw:IllegalCallerException"]);
    assert_eq!((code, output.as_str()), (Some(3), ""));
    assert!(errors.contains("there is no assertion at throw:IllegalCallerException"), "{errors}");
}

/// Lines that are asked about: the method, the marker at the end of the line, and the verdicts of the copies that the compiler made
/// of it, in order.
const LINES: [(&str, &str, &[&str]); 9] = [
    ("steps", "#not-a-step", &["proved"]),
    ("steps", "#thousand-steps", &["refuted"]),
    ("within", "#odd", &["proved"]),
    ("within", "#thirty", &["refuted"]),
    ("twice", "#thrown-and-caught", &["refuted"]),
    ("twice", "#handler", &["refuted"]),
    ("twice", "#no-division", &["proved"]),
    ("half", "#too-large", &["proved"]),
    ("half", "#half", &["refuted"]),
];

/// What is said of a line: for each copy of it the verdict, and whether a JVM has confirmed it.
fn line_verdicts(method: &str, line: u64, arguments: &[&str]) -> Vec<(String, bool)> {
    let target = format!("Lines.{method}:{line}");
    let (_, output, errors) = ran(&[&["--target", &target, "--format", "json"], arguments].concat());
    assert!(errors.is_empty(), "{errors}");
    let report: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(report["defects"].as_array().unwrap().len(), 0, "{output}");
    let assertions = report["assertions"].as_array().unwrap();
    assert!(assertions.iter().all(|answer| answer["subject"] == "line" && answer["line"] == line), "{output}");
    let verdict = |answer: &Value| {
        (answer["verdict"].as_str().unwrap().to_owned(), answer["finding"]["confirmed"] == Value::Bool(true))
    };
    assertions.iter().map(verdict).collect()
}

/// The line of a marker in the fixture `Lines`.
fn marked_line(marker: &str) -> u64 {
    let row = |text: &str| text.to_owned();
    Row { class: row("Lines"), method: String::new(), marker: row(marker), java: String::new(), math: String::new() }
        .line()
}

#[test]
fn lines_are_reached_or_unreachable() {
    for (method, marker, expected) in LINES {
        let found = line_verdicts(method, marked_line(marker), &[]);
        let wanted: Vec<(String, bool)> =
            expected.iter().map(|verdict| ((*verdict).to_owned(), *verdict == "refuted")).collect();
        assert_eq!(found, wanted, "{method} {marker}");
    }
    // Each copy of what is in `finally` is asked about; the one for exceptions that nobody catches needs an error of the machine.
    let copies = line_verdicts("twice", marked_line("#copied"), &[]);
    assert!(copies.len() > 1 && copies.iter().any(|(verdict, _)| verdict == "refuted"), "{copies:?}");
    let (code, output, _) = ran(&["--target", &format!("Lines.steps:{}", marked_line("#not-a-step"))]);
    assert_eq!(code, Some(0));
    assert!(output.contains("unreachable  prove.Lines.steps(int):"), "{output}");
    assert!(output.contains("1 target: 1 unreachable, 0 reached, 0 unknown"), "{output}");
    let (code, output, _) = ran(&["--target", "Integers.sign:9"]);
    assert_eq!(code, Some(10));
    assert!(output.starts_with("REACHED   prove.Integers.sign(int):9"), "{output}");
    let (_, output, _) = ran(&["--target", "Integers.sign:9", "--format", "sarif", "--fail-on", "never"]);
    let document: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(document["runs"][0]["results"][0]["ruleId"], "reached", "{document:#}");
}

#[test]
fn techniques_never_contradict_each_other_about_lines() {
    for (method, marker, expected) in LINES {
        for technique in ["forward", "loops", "backward"] {
            let found = line_verdicts(method, marked_line(marker), &["--technique", technique]);
            for ((verdict, is_confirmed), wanted) in found.iter().zip(expected) {
                assert!(verdict == wanted || verdict == "unknown", "{method} {marker} {technique}: {verdict}");
                assert_eq!(*is_confirmed, verdict == "refuted", "{method} {marker} {technique}");
            }
        }
    }
}

/// The benchmarks of "Abstracting Path Conditions", by the exception at their end: whether that is reached.
const BENCHMARKS: [(&str, &str, bool); 7] = [
    ("hello", "Hello", true),
    ("hw", "HW", true),
    ("hwm", "HWM", true),
    ("matrIR", "MatrIR", true),
    ("winDriver", "WinDriver", true),
    ("oneLoop", "OneLoop", false),
    ("twoLoops", "TwoLoops", false),
];

/// The line of a benchmark's `throw`.
fn line_of_benchmark(message: &str) -> usize {
    let file = "java-fixtures/loops/paper/Benchmarks.java";
    let source = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let throws = format!("throw new IllegalStateException(\"{message} - reached\")");
    let found: Vec<usize> =
        (1..).zip(source.lines()).filter(|(_, line)| line.contains(&throws)).map(|(at, _)| at).collect();
    assert_eq!(found.len(), 1, "{message}");
    found[0]
}

/// Asks whether a benchmark's exception is thrown: exit code and stdout.
fn benchmark(method: &str, message: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let target = format!("Benchmarks.{method}:{}", line_of_benchmark(message));
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args([
            "prove",
            env!("CASEWISE_LOOP_FIXTURES"),
            "--target",
            &target,
            "--timeout",
            "0",
            "--jobs",
            "1",
            "--no-cache",
        ])
        .args(arguments)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_benchmarks_of_abstract_path_conditions_are_settled() {
    for (method, message, is_reached) in BENCHMARKS {
        let (code, output) = benchmark(method, message, &["--technique", "loops", "--format", "json"]);
        assert_eq!(code, Some(if is_reached { 10 } else { 0 }), "{method}: {output}");
        let report: Value = serde_json::from_str(&output).unwrap();
        assert_eq!(report["defects"].as_array().unwrap().len(), 0, "{output}");
        let answer = &report["assertions"][0];
        assert_eq!(answer["subject"], "throw", "{output}");
        assert_eq!(answer["verdict"], if is_reached { "refuted" } else { "proved" }, "{output}");
        assert_eq!(answer["arithmetic"], "java", "{output}");
        if is_reached {
            assert_eq!(answer["finding"]["confirmed"], true, "{output}");
            assert_eq!(answer["finding"]["message"], format!("{message} - reached"), "{output}");
        }
    }
}

#[test]
fn explicit_throws_are_reached_or_unreachable() {
    let (_, output) = benchmark("hello", "Hello", &["--technique", "loops"]);
    assert!(output.starts_with("REACHED   loops.paper.Benchmarks.hello(char[]):"), "{output}");
    assert!(output.contains("1 target: 0 unreachable, 1 reached, 0 unknown"), "{output}");
    let (_, output) = benchmark("oneLoop", "OneLoop", &[]);
    assert!(output.starts_with("unreachable  loops.paper.Benchmarks.oneLoop(int):"), "{output}");
    assert!(output.contains("1 target: 1 unreachable, 0 reached, 0 unknown"), "{output}");
    // A target by its exception, among the methods of a name.
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args([
            "prove",
            env!("CASEWISE_LOOP_FIXTURES"),
            "--method",
            "Benchmarks.twoLoops",
            "--timeout",
            "0",
            "--no-cache",
        ])
        .args(["--target", "throw:IllegalStateException"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("1 target: 1 unreachable"), "{text}");
}

#[test]
fn a_proof_for_mathematical_integers_says_so() {
    let (code, output, _) = ran(&["--target", "Loops.down:13", "--arith", "math"]);
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("proved    prove.Loops.down(int):13 for mathematical integers"), "{output}");
}

#[test]
fn sarif_has_what_is_refuted_and_what_is_unknown() {
    let arguments = ["--class", "prove.Loops", "--technique", "forward", "--format", "sarif", "--fail-on", "never"];
    let (_, output, _) = ran(&arguments);
    let document: Value = serde_json::from_str(&output).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap();
    let has =
        |rule: &str, level: &str| results.iter().any(|result| result["ruleId"] == *rule && result["level"] == *level);
    assert!(has("assert", "error") && has("unknown", "note"), "{document:#}");
}

/// Runs the fixtures in a JVM, each method so often, and compares: what failed is not proved.
fn nothing_proved_fails(runs: u32, seed: u64) {
    let java = std::env::var_os("JAVA_HOME").map_or_else(|| "java".into(), |home| Path::new(&home).join("bin/java"));
    let output = Command::new(java)
        .args(["-ea", "-cp", env!("CASEWISE_PROVE_FIXTURES"), "prove.Trials", &runs.to_string(), &seed.to_string()])
        .args(["prove.Integers", "prove.Trityp", "prove.BankAccount", "prove.Loops"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let failed: BTreeSet<(String, u64)> = text
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(' ').collect();
            (cells[0].trim_start_matches("prove.").to_owned(), cells[2].parse().unwrap())
        })
        .collect();
    assert!(!failed.is_empty(), "{text}");
    let answers = proved(&[]);
    for place in failed {
        assert_ne!(answers[&place]["verdict"], "proved", "{place:?}");
    }
}

#[test]
fn what_fails_in_a_jvm_is_not_proved() {
    nothing_proved_fails(2_000, 6);
}

#[test]
#[ignore = "minutes"]
fn what_fails_in_a_jvm_in_a_million_runs_is_not_proved() {
    nothing_proved_fails(60_000, 7);
}
