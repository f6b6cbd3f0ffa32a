//! `mutate`, from outside: what becomes of mutants under JUnit suites.

use crate::classfile_support::java_home;
use crate::json_schema::conforms;
use assert_cmd::Command;
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A jar that scripts/fetch-junit has fetched into the target folder.
fn jar(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let jar = target.join("junit").join(name);
    assert!(jar.exists(), "{}: run scripts/fetch-junit", jar.display());
    jar
}

/// JUnit 5 with all that runs it.
pub(crate) fn jupiter() -> Vec<PathBuf> {
    vec![jar("junit-platform-console-standalone-1.11.4.jar")]
}

fn junit4() -> Vec<PathBuf> {
    vec![jar("junit-4.13.2.jar"), jar("hamcrest-core-1.3.jar")]
}

/// Compiled classes, their compiled tests, and the jars of these.
struct Project {
    folder: TempDir,
    jars: Vec<PathBuf>,
}

impl Project {
    /// From Java texts, each with the name of its file.
    fn new(subject: (&str, &str), test: (&str, &str), jars: Vec<PathBuf>) -> Self {
        let project = Project { folder: tempfile::tempdir().unwrap(), jars };
        project.compile(subject, "classes", &[]);
        let mut class_path = vec![project.folder.path().join("classes")];
        class_path.extend(project.jars.clone());
        project.compile(test, "tests", &class_path);
        project
    }

    /// The calculator with a suite of this repository.
    fn calculator(suite: &str, jars: Vec<PathBuf>) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutate");
        let subject = fs::read_to_string(folder.join("subject/Calculator.java")).unwrap();
        let test = fs::read_to_string(folder.join(suite).join("CalculatorTest.java")).unwrap();
        Project::new(("Calculator", &subject), ("CalculatorTest", &test), jars)
    }

    fn compile(&self, (name, text): (&str, &str), into: &str, class_path: &[PathBuf]) {
        let source = self.folder.path().join(format!("{name}.java"));
        fs::write(&source, text).unwrap();
        let output = std::process::Command::new(java_home().join("bin/javac"))
            .args(["-g", "-nowarn", "-proc:none", "-d"])
            .arg(self.folder.path().join(into))
            .arg("-cp")
            .arg(std::env::join_paths(class_path).unwrap())
            .arg(&source)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn tests(&self) -> OsString {
        std::env::join_paths([vec![self.folder.path().join("tests")], self.jars.clone()].concat()).unwrap()
    }

    /// Exit code, stdout and stderr of `mutate` with these options.
    fn run(&self, options: &[&str]) -> (i32, String, String) {
        let output = Command::cargo_bin("casewise")
            .unwrap()
            .arg("mutate")
            .arg(self.folder.path().join("classes"))
            .arg("--tests")
            .arg(self.tests())
            .args(options)
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    /// The mutants of a run, as `status method line description`.
    fn mutants(&self, options: &[&str]) -> Vec<String> {
        let (code, stdout, stderr) = self.run(&[options, &["--format", "json"]].concat());
        assert_eq!((code, stderr.as_str()), (0, ""));
        let report: Value = serde_json::from_str(&stdout).unwrap();
        conforms("mutate", &report);
        let mutants = report["mutants"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        mutants
            .map(|mutant| {
                format!("{} {} {}", text(&mutant["status"]), text(&mutant["method"]), text(&mutant["description"]))
            })
            .collect()
    }
}

fn of_status<'m>(mutants: &'m [String], status: &str) -> Vec<&'m str> {
    mutants.iter().filter_map(|mutant| mutant.strip_prefix(status)).map(str::trim).collect()
}

/// What the calculator's suites do not notice; both test the same.
#[track_caller]
fn check_calculator(project: &Project) {
    let mutants = project.mutants(&["--operators", "default,REMOVE_INCREMENTS"]);
    assert_eq!(of_status(&mutants, "survived"), ["isSmall replaced < by <="]);
    // -0 is 0.
    assert_eq!(of_status(&mutants, "equivalent"), ["abs replaced < by <="]);
    assert_eq!(
        of_status(&mutants, "uncovered"),
        ["uncovered replaced * by /", "uncovered replaced the returned value by 0"]
    );
    assert_eq!(
        of_status(&mutants, "timedout"),
        ["below replaced the increment 1 by -1", "below removed the increment 1"],
    );
    assert_eq!(of_status(&mutants, "killed").len() + 6, mutants.len(), "{mutants:#?}");
}

#[test]
fn a_jupiter_suite_notices_what_it_asserts() {
    check_calculator(&Project::calculator("jupiter", jupiter()));
}

#[test]
fn a_junit4_suite_notices_what_it_asserts() {
    check_calculator(&Project::calculator("junit4", junit4()));
}

#[test]
fn a_folder_of_jars_is_named_by_an_asterisk() {
    let mut project = Project::calculator("junit4", junit4());
    let lib = project.folder.path().join("lib");
    fs::create_dir(&lib).unwrap();
    for jar in std::mem::take(&mut project.jars) {
        fs::copy(&jar, lib.join(jar.file_name().unwrap())).unwrap();
    }
    project.jars.push(lib.join("*"));
    check_calculator(&project);
}

#[test]
fn the_vintage_engine_runs_junit4_suites_too() {
    check_calculator(&Project::calculator("junit4", [jupiter(), junit4()].concat()));
}

#[test]
fn class_initialisers_are_tried_with_every_test() {
    let project = Project::calculator("jupiter", jupiter());
    let mutants = project.mutants(&["--operators", "NON_VOID_METHOD_CALLS,CRCR"]);
    let of_initialiser: Vec<_> = mutants.iter().filter(|mutant| mutant.contains("<clinit>")).collect();
    assert_eq!(
        of_initialiser,
        [
            "killed <clinit> replaced 1 by 0",
            "killed <clinit> replaced 1 by -1",
            "killed <clinit> replaced 1 by 2",
            "killed <clinit> replaced the call to Integer.valueOf by null",
            "killed <clinit> replaced the call to Map.put by null",
        ]
    );
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jvms() {
    let project = Project::calculator("jupiter", jupiter());
    let results: Vec<Value> = ["1", "3"]
        .map(|jobs| {
            let (_, stdout, _) = project.run(&["--operators", "all", "--format", "json", "--jobs", jobs]);
            let mut report: Value = serde_json::from_str(&stdout).unwrap();
            report["totals"]["time_ms"] = Value::Null;
            // What never ends is ended by counting its iterations or, on a busy machine, by a clock.
            for mutant in report["mutants"].as_array_mut().unwrap() {
                if mutant["status"] == "timedout" {
                    (mutant["reason"], mutant["test"]) = (Value::Null, Value::Null);
                }
            }
            report
        })
        .into();
    assert_eq!(results[0], results[1]);
}

#[test]
fn the_text_lists_what_no_test_notices_and_the_score() {
    let project = Project::calculator("jupiter", jupiter());
    let options = ["--operators", "CONDITIONALS_BOUNDARY", "--fail-under", "51"];
    let (code, stdout, _) = project.run(&options);
    assert_eq!(code, 12);
    let expected = "\
SURVIVED: all tests that reach it pass
  subject.Calculator.isSmall(int)
    line 39: replaced < by <= (CONDITIONALS_BOUNDARY): differs for x = 10

EQUIVALENT: proved to do what the original does
  subject.Calculator.abs(int)
    line 17: replaced < by <= (CONDITIONALS_BOUNDARY)

operator               mutants  noticed  survived  uncovered  equivalent  unviable  unknown  score
CONDITIONALS_BOUNDARY        3        1         1          0           1         0        0   50 %

mutation score 50.0 %: 1 of 2 mutants noticed by 4 tests; ";
    assert!(stdout.starts_with(expected), "{stdout}");
    let options = ["--operators", "CONDITIONALS_BOUNDARY", "--no-compare", "--fail-under", "33"];
    let (code, stdout, _) = project.run(&options);
    assert_eq!(code, 0);
    assert!(stdout.contains("mutation score 33.3 %: 1 of 3 mutants"), "{stdout}");
}

#[test]
fn a_failing_suite_ends_the_run_unless_its_tests_are_left_out() {
    let subject = "public class One { public static int one() { return 1; } }";
    let test = "import org.junit.Test; import static org.junit.Assert.*; public class OneTest { \
        @Test public void wrong() { assertEquals(2, One.one()); } @Test public void right() { assertEquals(1, One.one()); } }";
    let project = Project::new(("One", subject), ("OneTest", test), junit4());
    let (code, stdout, stderr) = project.run(&[]);
    assert_eq!((code, stdout.as_str()), (3, ""));
    let message = "casewise: the tests must pass without a mutant, and 1 of 2 fail, the first is OneTest.wrong: \
                   java.lang.AssertionError: expected:<2> but was:<1>\n";
    assert_eq!(stderr, message);
    let (code, stdout, _) = project.run(&["--skip-failing"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("left out, fails without a mutant: OneTest.wrong\n"), "{stdout}");
    assert!(stdout.contains("mutation score 100.0 %: 1 of 1 mutant noticed by 1 test;"), "{stdout}");
}

/// A test that fails when those before it are left out notices nothing.
#[test]
fn a_test_that_needs_others_kills_no_mutant() {
    let subject = "public class Twice { static int uses; public static int twice(int x) { return x + x; } \
        public static int half(int x) { return x / 2; } }";
    let test = "import org.junit.*; import org.junit.runners.MethodSorters; \
        @FixMethodOrder(MethodSorters.NAME_ASCENDING) public class TwiceTest { static boolean isReady; \
        @Test public void a() { Assert.assertEquals(2, Twice.half(4)); isReady = true; } \
        @Test public void b() { Assert.assertTrue(isReady); Twice.twice(3); } }";
    let project = Project::new(("Twice", subject), ("TwiceTest", test), junit4());
    let mutants = project.mutants(&["--operators", "MATH"]);
    assert_eq!(mutants, ["unknown twice replaced + by -", "killed half replaced / by *"]);
}

#[test]
fn a_mutant_that_ends_the_process_or_eats_memory_is_noticed() {
    let subject = "public class Wild { public static int exit(int x) { if (x > 100) { System.exit(0); } return x; } \
        public static int[] fill(int x) { return x > 100 ? new int[Integer.MAX_VALUE - 8] : new int[x]; } \
        public static int deep(int x) { return x > 0 ? deep(x - 1) : 0; } \
        public static void block(int x) throws Exception { if (x > 100) { Thread.sleep(100000); } } }";
    let test = "import org.junit.Test; public class WildTest { @Test public void exit() { Wild.exit(1); } \
        @Test public void fill() { Wild.fill(1); } @Test public void deep() { Wild.deep(5); } \
        @Test public void block() throws Exception { Wild.block(1); } }";
    let project = Project::new(("Wild", subject), ("WildTest", test), junit4());
    let mutants = project.mutants(&["--operators", "NEGATE_CONDITIONALS"]);
    let expected = ["killed exit", "memory fill", "survived deep", "timedout block"];
    let expected = expected.map(|mutant| format!("{mutant} replaced > by <="));
    assert_eq!(mutants, expected);
    let deeper = project.mutants(&["--operators", "REMOVE_CONDITIONALS_ORDER_IF"]);
    assert!(deeper.contains(&"killed deep replaced the condition > by true".to_owned()), "{deeper:?}");
}

#[test]
fn what_is_missing_is_told_in_one_line() {
    let project = Project::calculator("junit4", junit4());
    let check = |tests: &Path, expected: &str| {
        let output = Command::cargo_bin("casewise")
            .unwrap()
            .arg("mutate")
            .arg(project.folder.path().join("classes"))
            .arg("--tests")
            .arg(tests)
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{stderr}");
        assert!(stderr.lines().count() == 1 && stderr.contains(expected), "{stderr}");
    };
    check(&project.folder.path().join("tests"), "the tests' class path has no JUnit: add junit-platform-console");
    check(&project.folder.path().join("nowhere"), "nowhere: no such file or folder on the tests' class path");
    check(&project.folder.path().join("nowhere/*"), "nowhere/*: No such file or directory");
    let (code, _, stderr) = project.run(&["--class", "Calculater"]);
    assert_eq!(
        (code, stderr.as_str()),
        (3, "casewise: no class is named `Calculater`; did you mean `subject.Calculator`?\n")
    );
    let (code, _, stderr) = project.run(&["--operators", "MATHS"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("\"MATHS\" is no mutation operator"), "{stderr}");
}

/// On a busy machine a suite is slower than it was when it was run to see what it covers. Here its test waits longer than a mutant may
/// take at once in all runs but that one, which has the classes of another folder.
#[test]
fn a_slow_machine_is_no_endless_mutant() {
    let subject = "package p; public class Slow { public static int twice(int x) { return x + x; } }";
    let test = r#"package p; public class SlowTest {
        @org.junit.Test public void twice() throws Exception {
            String classes = System.getProperty("casewise.classpath");
            if (classes.contains("counting")) {
                Thread.sleep(4000);
            } else if (!classes.contains("covered")) {
                throw new IllegalStateException(classes);
            }
            org.junit.Assert.assertEquals(4, Slow.twice(2));
        }
    }"#;
    let project = Project::new(("Slow", subject), ("SlowTest", test), junit4());
    assert_eq!(
        project.mutants(&["--operators", "MATH,PRIMITIVE_RETURNS"]),
        ["killed twice replaced + by -", "killed twice replaced the returned value by 0"]
    );
}

#[test]
fn what_waits_for_ever_outside_of_loops_is_ended_by_a_clock() {
    let subject = "package p; public class Gate {
        public static int pass(boolean isClosed) throws InterruptedException {
            if (isClosed) { new java.util.concurrent.CountDownLatch(1).await(); }
            return 1;
        }
    }";
    let test = "package p; public class GateTest {
        @org.junit.Test public void open() throws Exception { org.junit.Assert.assertEquals(1, Gate.pass(false)); }
    }";
    let project = Project::new(("Gate", subject), ("GateTest", test), junit4());
    let mutants = project.mutants(&["--operators", "NEGATE_CONDITIONALS"]);
    assert_eq!(of_status(&mutants, "timedout").len(), mutants.len(), "{mutants:#?}");
    assert_eq!(mutants.len(), 1);
}
