//! What `casewise check` says of fixtures, as JSON: verdicts, findings with their inputs, refusals, reasons.

use crate::support::jdk::{compile, of_method};
use serde_json::Value;
use std::process::Command;

/// What `check` says of `fixtures.Checks`, with these options.
fn check(options: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args([
            "check",
            env!("CASEWISE_FIXTURES"),
            "--class",
            "Checks",
            "--format",
            "json",
            "--fail-on",
            "never",
            "--no-cache",
        ])
        .args(options.split_whitespace())
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The only method of a report.
fn only(report: &Value) -> &Value {
    let methods = report["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 1);
    &methods[0]
}

/// A method's findings as `exception@line input`, each of which a JVM has confirmed.
#[track_caller]
fn findings(method: &Value) -> Vec<String> {
    let all = method["findings"].as_array().unwrap();
    all.iter()
        .map(|finding| {
            assert_eq!(finding["confirmed"], true, "{finding}");
            let exception = finding["exception"].as_str().unwrap().rsplit('.').next().unwrap();
            format!("{exception}@{} {}", finding["line"], finding["input"].as_str().unwrap())
        })
        .collect()
}

/// A method has this verdict and these findings.
#[track_caller]
fn says(method: &str, verdict: &str, expected: &[&str]) {
    let report = check(&format!("--method {method}"));
    let method = only(&report);
    assert_eq!(findings(method), expected, "{method:#}");
    assert_eq!(method["verdict"], verdict, "{method:#}");
}

#[test]
fn an_exception_that_escapes_is_a_failure() {
    says("divide", "fails", &["ArithmeticException@23 dividend = 0, divisor = 0"]);
}

#[test]
fn a_declared_exception_is_none() {
    says("declared", "holds", &[]);
    let report = check("--method declared");
    assert_eq!(only(&report)["declared"][0]["exception"], "java.io.FileNotFoundException");
    assert_eq!(only(&report)["declared"][0]["input"], "value = 7");
}

#[test]
fn a_refusal_is_none_unless_that_is_asked_for() {
    says("refused", "holds", &[]);
    let report = check("--method refused");
    assert_eq!(only(&report)["rejects"][0]["input"], "values = null");
    let report = check("--method refused --strict");
    assert_eq!(only(&report)["verdict"], "fails");
}

#[test]
fn what_another_class_refuses_is_a_failure_unless_it_only_checks() {
    says("parsed", "fails", &["IllegalArgumentException@116 text = null"]);
    let report = check("--method passedOn");
    assert_eq!(only(&report)["rejects"][0]["input"], "value = -1");
    says("passedOn", "holds", &[]);
    assert_eq!(only(&check("--method passedOn --strict"))["verdict"], "fails");
}

#[test]
fn an_exception_keeps_its_place_through_a_finally_block() {
    says(
        "rethrown",
        "fails",
        &["ArrayIndexOutOfBoundsException@51 values = new int[]{}", "NullPointerException@51 values = null"],
    );
}

#[test]
fn an_assertion_that_fails_is_of_its_own_property() {
    says("asserted", "fails", &["AssertionError@68 value = 12"]);
    let report = check("--method asserted --property exception");
    assert_eq!(only(&report)["verdict"], "holds");
    let report = check("--method divide --property assert");
    assert_eq!(only(&report)["verdict"], "holds");
}

#[test]
fn private_state_is_what_constructors_leave() {
    says("withinLimit", "holds", &[]);
    let report = check("--method withinLimit --inputs any");
    let method = only(&report);
    assert_eq!(method["verdict"], "incomplete", "{method:#}");
    assert_eq!(method["unreachedStates"][0]["exception"], "java.lang.ArithmeticException", "{method:#}");
}

#[test]
fn a_long_loop_over_constants_is_no_loop_of_the_inputs() {
    says("countsFar", "holds", &[]);
}

#[test]
fn a_loop_without_end_is_incomplete_and_says_where() {
    let report = check("--method sum");
    let method = only(&report);
    assert_eq!(method["verdict"], "incomplete");
    assert_eq!(method["reasons"][0]["kind"], "bound");
    assert_eq!(method["reasons"][0]["text"], "loop bound reached at fixtures.Checks.sum:89");
}

#[test]
fn bounds_grow_until_a_failure_is_reached() {
    says("fifth", "fails", &["ArithmeticException@102 n = 41"]);
}

#[test]
fn private_methods_are_checked_when_they_are_named() {
    says("hidden", "fails", &["ArithmeticException@106 value = 0"]);
    says("callsHidden", "holds", &[]);
    let report = check("");
    let methods = report["methods"].as_array().unwrap();
    assert!(methods.iter().all(|method| method["method"] != "hidden" && method["method"] != "checked"));
}

#[test]
fn what_was_not_covered_has_a_reason() {
    let report = check("--method callsHidden --explain");
    assert_eq!(only(&report)["uncovered"].as_array().unwrap().len(), 0);
    let report = check("--method passedOn --explain");
    assert_eq!(only(&report)["uncovered"].as_array().unwrap().len(), 0);
}

#[test]
fn fingerprints_and_answers_do_not_depend_on_threads() {
    let mut answers: Vec<Value> = ["--jobs 1", "--jobs 2"].map(check).to_vec();
    for answer in &mut answers {
        answer["totals"]["time_ms"] = Value::Null;
        for method in answer["methods"].as_array_mut().unwrap() {
            method["time_ms"] = Value::Null;
        }
    }
    assert_eq!(answers[0], answers[1]);
    let fingerprints: Vec<&str> = answers[0]["methods"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|method| method["findings"].as_array().unwrap())
        .map(|finding| finding["fingerprint"].as_str().unwrap())
        .collect();
    let mut distinct = fingerprints.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), fingerprints.len());
}

/// Objects that are asked for their class, as `equals` asks: what never fails and is shown not to, what fails, and what is left open.
const CLASSES_COMPARED: &str = "import java.util.*; public class Same {
    int number;
    public boolean equals(Object other) {
        if (other == null || getClass() != other.getClass()) return false;
        return ((Same) other).number == number;
    }
    public int hashCode() { return number; }
    boolean objectsOk(Object other) {
        return other != null && Objects.equals(getClass(), other.getClass()) && ((Same) other).number == number;
    }
    static void literalOk(Object other) { if (other != null && other.getClass() == Same.class) assert other instanceof Same; }
    static void callOk(Same one, Object other) {
        if (one != null && other != null && other.getClass().equals(one.getClass())) assert other instanceof Same;
    }
    static void sameOk(Object other) { if (other != null) assert other.getClass() == other.getClass(); }
    static void textOk(Object other) { if (other != null && other.getClass() == String.class) assert other instanceof CharSequence; }
    static void subclassOk(Same one) { if (one != null && one.getClass() == Same.class) assert !(one instanceof Sub); }
    static void interfaceOk(Object other) { if (other != null) assert other.getClass() != Runnable.class; }
    static void abstractOk(Object other) { if (other != null) assert !other.getClass().equals(AbstractList.class); }
    static void ownEqualsBad(Object other) {
        Object asked = new Root();
        if (other != null) assert !asked.equals(other.getClass());
    }
    static void textBad(Object other) { if (other != null && other.getClass() == String.class) assert ((String) other).isEmpty(); }
    static void boxBad(Object other) { if (other != null) assert other.getClass() != Integer.class; }
    static void arrayBad(Object other) { if (other != null) assert other.getClass() != int[].class; }
    static void listBad(Object other) { if (other != null && other.getClass() == ArrayList.class) assert ((List<?>) other).isEmpty(); }
    static void twoBad(Object one, Object other) { if (one != null && other != null) assert one.getClass() == other.getClass(); }
    static void twoDifferBad(Object one, Object other) { if (one != null && other != null) assert one.getClass() != other.getClass(); }
    static void classBad(Object one, Class<?> other) { if (one != null && other != null) assert one.getClass() != other; }
    static void nameBad(Object one) { if (one != null) assert one.getClass().getName().length() < 4; }
    static void interfaceBad(Comparable<?> one) { if (one != null) assert !Objects.equals(one.getClass(), Long.class); }
    static void threadBad(Runnable one) { if (one != null) assert !Thread.class.equals(one.getClass()); }
    static void subclassBad(Object other) {
        if (other instanceof Same && other.getClass() != Same.class) assert !(other instanceof Sub);
    }
}
class Sub extends Same {}
class Root {
    public boolean equals(Object other) { return other instanceof Class && ((Class<?>) other).getSuperclass() == null; }
    public int hashCode() { return 1; }
}
";

#[test]
fn an_object_is_of_the_class_that_it_gives() {
    let folder = tempfile::tempdir().unwrap();
    compile(&[("Same.java", CLASSES_COMPARED)], &folder.path().join("classes"));
    for inputs in ["constructed", "any"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(folder.path()).args(["check", "classes", "--no-cache", "--format", "json"]);
        let output = command.args(["--fail-on", "never", "--inputs", inputs]).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["defects"], serde_json::json!([]), "{inputs}");
        for method in report["methods"].as_array().unwrap() {
            let holds = method["verdict"] == "holds";
            assert_eq!(holds, !method["method"].as_str().unwrap().ends_with("Bad"), "{inputs}: {method:#}");
        }
    }
}

const CLAIMS_OF_A_GUESS: &str = "public class Guess {
    private static String current;
    private static final class Reads { static { current.length(); } static void begin() {} }
    public static void begin() { current = \"a\"; Reads.begin(); }
    public static void same(String text) { if (text != null) assert text.substring(0) == text; }
    public static boolean permitted() {
        try { java.security.AccessController.checkPermission(new RuntimePermission(\"x\")); } catch (SecurityException e) { return false; }
        assert false;
        return true;
    }
}
abstract class Generic<T> { private T value; public void set(T given) { value = given; } T get() { return value; } }
class Narrow extends Generic<String> {
    @Override public void set(String given) {}
    public void unset() { assert get() == null; }
}
";

/// An initialiser that sees what was assigned before, texts that are the same object, what a policy says, and a method that a bridge
/// overrides: a JVM shows none of what could be claimed of them.
#[test]
fn what_a_jvm_cannot_show_is_neither_a_finding_nor_a_defect() {
    let folder = tempfile::tempdir().unwrap();
    compile(&[("Guess.java", CLAIMS_OF_A_GUESS)], &folder.path().join("classes"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(folder.path()).args(["check", "classes", "--no-cache", "--format", "json"]);
    let output = command.args(["--fail-on", "never"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["defects"], serde_json::json!([]));
    for name in ["begin", "same", "permitted", "unset"] {
        let method = of_method(&report, name);
        assert_eq!((&method["verdict"], &method["findings"]), (&"incomplete".into(), &serde_json::json!([])), "{name}");
    }
}

const OF_OTHER_ARGUMENTS: &str = "import java.util.function.Supplier; public class Passed {
    public static final class Number { }
    public static final class Numbers implements Supplier<Number> { public Number get() { return new Number(); } }
    public abstract static class Made<T> implements Supplier<T> { public T get() { return null; } }
    public static final class Texts extends Made<String> { }
    public static int length(Supplier<String> text) {
        String got = text == null ? null : text.get();
        return got == null ? 0 : got.length();
    }
    public static void numbersBad(Supplier<? extends Number> numbers) { if (numbers instanceof Numbers) assert false; }
    public static void textsBad(Supplier<String> texts) { if (texts instanceof Texts) assert false; }
}
";

/// Whoever passes an object that supplies others needs an unchecked cast.
#[test]
fn no_input_is_of_other_type_arguments_than_the_declared_ones() {
    let folder = tempfile::tempdir().unwrap();
    compile(&[("Passed.java", OF_OTHER_ARGUMENTS)], &folder.path().join("classes"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(folder.path()).args(["check", "classes", "--no-cache", "--format", "json", "--all"]);
    let output = command.args(["--fail-on", "never"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let verdict = |name: &str| of_method(&report, name)["verdict"].as_str().unwrap().to_owned();
    assert_ne!(verdict("length"), "fails");
    assert_eq!((verdict("numbersBad"), verdict("textsBad")), ("fails".to_owned(), "fails".to_owned()));
}
