//! Small projects as a Java developer writes them: `casewise check` finds most of the bugs that were planted in them, with inputs
//! that a JVM confirms, shows that most of the places hold that an invariant protects, and reports nothing at any of these. The
//! marks are in a table beside the witnesses, where no analysis sees them.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Of a hundred planted bugs, how many are found at least.
const FOUND: usize = 85;
/// Of a hundred protected places, how many hold at least.
const HELD: usize = 75;
/// The calls that are drawn to see whether a protected place fails, and their seed.
const DRAWN_CALLS: &str = "200000";
const SEED: &str = "15";

const CLASSES: &str = env!("CASEWISE_PROJECT_FIXTURES");

fn witnesses() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/project-witnesses")
}

/// A method that is marked: what is planted there is a bug with a witness, or a protected place.
struct Mark {
    method: String,
    witness: Option<String>,
}

fn marks() -> Vec<Mark> {
    let text = std::fs::read_to_string(witnesses().join("marks.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let witness = match cells[1] {
            "bug" => Some(cells[2].to_owned()),
            "protected" => None,
            other => panic!("a mark is a bug or protected, not {other}"),
        };
        Mark { method: cells[0].to_owned(), witness }
    });
    rows.collect()
}

/// The rows of cells that a Java program prints, which is compiled when it is run.
fn run_java(program: &str, arguments: &[&str]) -> Vec<Vec<String>> {
    let java = std::env::var_os("JAVA_HOME").map_or("java".into(), |home| Path::new(&home).join("bin/java"));
    let output = Command::new(java)
        .args(["-ea", "-cp", CLASSES])
        .arg(witnesses().join(program))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// By witness, the exception that it ends in and the line of the projects that throws it.
fn failures() -> BTreeMap<String, (String, String)> {
    let rows = run_java("Witnesses.java", &[]);
    rows.into_iter()
        .map(|row| match row.as_slice() {
            [name, exception, place] => (name.clone(), (exception.clone(), place.clone())),
            other => panic!("not a failure: {other:?}"),
        })
        .collect()
}

/// What `check` says of each method.
fn answers() -> BTreeMap<String, Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["check", CLASSES, "--format", "json", "--fail-on", "never", "--timeout", "0", "--no-cache"])
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["defects"].as_array().unwrap().len(), 0, "{:?}", report["defects"]);
    let methods = report["methods"].as_array().unwrap().iter();
    let name = |method: &Value| format!("{}.{}", method["class"].as_str().unwrap(), method["method"].as_str().unwrap());
    methods.map(|method| (name(method), method.clone())).collect()
}

/// Whether an answer has a confirmed finding that is the failure of a witness.
fn shows(answer: &Value, (exception, place): &(String, String)) -> bool {
    answer["findings"].as_array().unwrap().iter().any(|finding| {
        let trace = finding["trace"].as_array().unwrap();
        finding["confirmed"] == true
            && finding["exception"] == exception.as_str()
            && trace.iter().any(|frame| frame == place.as_str())
    })
}

/// The inputs of the findings of an answer, and the reasons for which it is not complete.
fn told(answer: &Value) -> String {
    let texts = |list: &str, part: &str| -> Vec<String> {
        answer[list].as_array().unwrap().iter().map(|one| one[part].as_str().unwrap().to_owned()).collect()
    };
    [texts("findings", "input"), texts("reasons", "text")].concat().join(" | ")
}

#[test]
fn planted_bugs_are_found_and_protected_places_hold() {
    let (marks, failures, answers) = (marks(), failures(), answers());
    let (mut bugs, mut protected) = ((0, 0), (0, 0));
    let mut alarms = Vec::new();
    for mark in &marks {
        let answer = &answers[&mark.method];
        let (is_right, count) = match &mark.witness {
            Some(witness) => (shows(answer, &failures[witness]), &mut bugs),
            None => {
                if answer["verdict"] == "fails" {
                    alarms.push(format!("{}: {}", mark.method, told(answer)));
                }
                (answer["verdict"] == "holds", &mut protected)
            }
        };
        count.1 += 1;
        count.0 += usize::from(is_right);
        let kind = if mark.witness.is_some() { "bug" } else { "protected" };
        println!("{}\t{kind}\t{}\t{}", if is_right { "right" } else { "open" }, mark.method, told(answer));
    }
    println!("bugs found: {} of {}; protected places that hold: {} of {}", bugs.0, bugs.1, protected.0, protected.1);
    assert_eq!(alarms, [""; 0]);
    assert!(bugs.0 * 100 >= FOUND * bugs.1, "{} of {} bugs", bugs.0, bugs.1);
    assert!(protected.0 * 100 >= HELD * protected.1, "{} of {} protected places", protected.0, protected.1);
}

#[test]
fn protected_places_fail_for_no_drawn_calls() {
    let rows = run_java("DrawnCalls.java", &[CLASSES, SEED, DRAWN_CALLS]);
    let count = |cell: &str| cell.parse::<u64>().unwrap();
    let counts: BTreeMap<&str, (u64, u64)> =
        rows.iter().map(|row| (row[0].as_str(), (count(&row[1]), count(&row[2])))).collect();
    for mark in marks().iter().filter(|mark| mark.witness.is_none()) {
        let (failed, called) = counts.get(mark.method.as_str()).copied().unwrap_or_default();
        assert!(failed == 0 && called > 0, "{}: {failed} of {called} calls failed", mark.method);
    }
}
