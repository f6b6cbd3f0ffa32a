//! In which order `casewise check` tells what it found, which findings are one, and which are only counted.

use crate::support::jdk::compile;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Compiles sources, each a path and a text, into a folder.
fn compiled(sources: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    compile(sources, &folder.path().join("classes"));
    folder
}

fn check(folder: &TempDir, options: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(folder.path()).args(["check", "classes", "--no-cache", "--jobs", "2"]);
    command.args(options.split_whitespace()).output().unwrap()
}

fn text(folder: &TempDir, options: &str) -> String {
    String::from_utf8(check(folder, options).stdout).unwrap()
}

fn report(folder: &TempDir, options: &str) -> Value {
    serde_json::from_slice(&check(folder, &format!("--format json {options}")).stdout).unwrap()
}

/// The causes as `rank exception method`, the methods those that lead there, the first one first.
fn causes(report: &Value) -> Vec<String> {
    let name = |entry: &Value| {
        let method = &report["methods"][entry["method"].as_u64().unwrap() as usize];
        method["method"].as_str().unwrap().to_owned()
    };
    let told = |cause: &Value| {
        let entries: Vec<String> = cause["entries"].as_array().unwrap().iter().map(name).collect();
        let exception = cause["exception"].as_str().unwrap().rsplit('.').next().unwrap();
        format!("{} {exception} {}", cause["rank"].as_str().unwrap(), entries.join(" "))
    };
    report["causes"].as_array().unwrap().iter().map(told).collect()
}

const RANKED: &str = "package p; public class Ranked {
    private static int cut(int whole, int parts) { return whole / parts; }
    public static int first(int whole, int parts) { return cut(whole, parts); }
    public static int second(int whole) { return cut(whole, whole + 3); }
    static int inner(int number) { return 100 / (number - 7); }
    public static int length(String text) { return text.length(); }
    public static int lengthOrNone(String text) { int[] none = {}; return text == null ? none[0] : text.length(); }
    public static int deep(String text) { return lengthOf(text, 1); }
    private static int lengthOf(String text, int more) { if (text == null) more = 0; return text.length() + more; }
    public static void refuse(int number) { if (number < 0) throw new IllegalStateException(\"negative\"); }
    public static int at(int[] numbers, int index) { return numbers[index]; }
    public static int last(int[] numbers) { return numbers[numbers.length]; }
    public static int always() { int[] none = {}; return none[0]; }
    public static void positive(int number) { assert number != 12; }
    private int count;
    void count(int number) { count = number; }
    public int share() { return 100 / (count - 4); }
    public static int first(int[] numbers, int otherwise) { return numbers[0] + otherwise; }
}";

#[test]
fn what_a_maintainer_would_fix_comes_first() {
    let folder = compiled(&[("p/Ranked.java", RANKED)]);
    let found = causes(&report(&folder, ""));
    let expected = [
        "always ArrayIndexOutOfBoundsException always",
        "assertion AssertionError positive",
        "public ArithmeticException first second",
        "public ArrayIndexOutOfBoundsException lengthOrNone",
        "public NullPointerException deep",
        "public ArrayIndexOutOfBoundsException last",
        "public ArrayIndexOutOfBoundsException first",
        "inner ArithmeticException inner",
        "inner ArithmeticException share",
        "range ArrayIndexOutOfBoundsException at",
        "thrown IllegalStateException refuse",
    ];
    let nulls = [
        "null NullPointerException length",
        "null NullPointerException at",
        "null NullPointerException last",
        "null NullPointerException first",
    ];
    assert_eq!(found, [&expected[..], &nulls[..]].concat());
}

#[test]
fn what_is_not_shown_is_counted_and_fails_no_build() {
    let folder = compiled(&[("p/Ranked.java", RANKED)]);
    let shown = text(&folder, "");
    for line in [
        "not shown (--all lists all): 2 causes, brought about only by code of the same package or a subclass",
        "not shown (--all lists all): 1 cause, thrown on purpose",
        "not shown (--all lists all): 1 cause, an index or a size out of bounds that the caller passes",
        "not shown (--all lists all): 4 causes, a null that nothing says is passed (--nulls all counts it)",
    ] {
        assert_eq!(shown.lines().filter(|known| *known == line).count(), 1, "{line} in\n{shown}");
    }
    let code = |options: &str| check(&folder, &format!("--no-replay {options}")).status.code();
    assert_eq!(code("--method refuse"), Some(0));
    assert_eq!(code("--method refuse --all"), Some(10));
    assert_eq!(code("--method length"), Some(0));
    assert_eq!(code("--method length --nulls all"), Some(10));
    assert_eq!(code("--method lengthOrNone --nulls never"), Some(0));
    assert_eq!(code("--method deep --nulls annotated"), Some(0));
    // Nothing else is checked: who calls it is code of its package.
    assert_eq!(code("--method inner"), Some(10));
}

#[test]
fn one_cause_is_told_once_with_all_that_leads_there() {
    let folder = compiled(&[("p/Ranked.java", RANKED)]);
    let shown = text(&folder, "");
    assert_eq!(shown.matches("/ by zero").count(), 1, "{shown}");
    assert!(shown.contains("\n    also in: p.Ranked.second(int)\n"), "{shown}");
    assert!(
        shown.contains("p.Ranked.second(int)\n  see above: java.lang.ArithmeticException at p.Ranked.cut:2\n"),
        "{shown}"
    );
}

#[test]
fn sarif_has_what_is_shown_by_rank() {
    let folder = compiled(&[("p/Ranked.java", RANKED)]);
    let levels = |options: &str| -> Vec<String> {
        let output = check(&folder, &format!("--no-replay --format sarif {options}"));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let results = report["runs"][0]["results"].as_array().unwrap().iter();
        results.map(|result| result["level"].as_str().unwrap().to_owned()).collect()
    };
    let errors = levels("");
    assert_eq!(errors.len(), 7, "{errors:?}");
    assert!(errors.iter().all(|level| level == "error"), "{errors:?}");
    let all = levels("--all");
    let count = |wanted: &str| all.iter().filter(|level| *level == wanted).count();
    assert_eq!((count("error"), count("warning"), count("note")), (7, 3, 5));
}

const NULLABLE: &str = "import java.lang.annotation.*;
    @Target(ElementType.TYPE_USE) public @interface Nullable {}";
const ANNOTATED: &str = "package q; import org.jspecify.annotations.Nullable;
public class Annotated {
    private final @Nullable String name;
    public Annotated(@Nullable String name) { this.name = name; }
    public static int allowed(@Nullable String text) { return text.length(); }
    public static int second(String text, @Nullable String other) { return text.length() + other.length(); }
    public static int compared(String text) { if (text == null) text = null; return text.length(); }
    public static int unsaid(String text) { return text.length(); }
    public static int elements(@Nullable String @Nullable [] texts) { return texts.length; }
    public static int onlyElements(@Nullable String[] texts) { return texts.length; }
    public int field() { return name.length(); }
}";

/// What fails on a null that counts.
fn failing_on_null(folder: &TempDir, options: &str) -> Vec<String> {
    let found = causes(&report(folder, options));
    let shown = found.iter().filter_map(|cause| cause.strip_prefix("public NullPointerException "));
    let mut names: Vec<String> = shown.map(str::to_owned).collect();
    names.sort();
    names
}

#[test]
fn annotations_say_where_a_null_counts() {
    let nullable = format!("package org.jspecify.annotations; {NULLABLE}");
    let nullable = ("org/jspecify/annotations/Nullable.java", nullable.as_str());
    let folder = compiled(&[nullable, ("q/Annotated.java", ANNOTATED)]);
    let annotated = ["allowed", "elements", "field", "second"];
    assert_eq!(failing_on_null(&folder, "--class q.Annotated --nulls annotated"), annotated);
    assert_eq!(failing_on_null(&folder, "--class q.Annotated"), ["allowed", "compared", "elements", "field", "second"]);
    let marked = "package org.jspecify.annotations; public @interface NullMarked {}";
    let package = "@org.jspecify.annotations.NullMarked package q;";
    let marked = [("org/jspecify/annotations/NullMarked.java", marked), ("q/package-info.java", package)];
    let folder = compiled(&[nullable, ("q/Annotated.java", ANNOTATED), marked[0], marked[1]]);
    assert_eq!(failing_on_null(&folder, "--class q.Annotated"), annotated);
}

const GIVEN_OUT: &str = "package g;
import java.util.function.IntUnaryOperator;
public class Store {
    private static final class Divider implements IntUnaryOperator {
        private final int by;
        Divider(int by) { this.by = by; }
        public int applyAsInt(int number) { return number / by; }
    }
    public static IntUnaryOperator divider(int by) { return new Divider(by); }
    static final class Hidden implements IntUnaryOperator {
        private final int by;
        Hidden(int by) { this.by = by; }
        public int applyAsInt(int number) { return number % by; }
    }
}";

#[test]
fn what_public_code_gives_out_is_called_by_all_whatever_its_class() {
    let folder = compiled(&[("g/Store.java", GIVEN_OUT)]);
    let report = report(&folder, "");
    let places: Vec<(&str, &str)> = report["causes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cause| (cause["rank"].as_str().unwrap(), cause["place"].as_str().unwrap()))
        .collect();
    assert_eq!(places, [("public", "g.Store$Divider.applyAsInt"), ("inner", "g.Store$Hidden.applyAsInt")]);
}

const CHECKING: &str = "package c; public class Checking {
    public static class OutOfStock extends IllegalArgumentException { }
    public static final class Checks {
        public static <T> T notNull(T value, String name) { if (value == null) fail(name + \" is null\"); return value; }
        public static void range(int number, int from, int to) {
            if (number < from || number > to) throw new IllegalArgumentException(String.format(\"%d\", number));
        }
        public static int positive(int number) { if (number <= 0) throw new OutOfStock(); return number; }
        private static void fail(String message) { throw new NullPointerException(message); }
        static int count;
        public static void counted(int number) { count++; if (number < 0) throw new IllegalArgumentException(); }
        public static int doubled(int number) { if (number < 0) throw new IllegalArgumentException(); return 2 * number; }
    }
    public static String name(String name) { return Checks.notNull(name, \"name\"); }
    public static int percent(int number) { Checks.range(number, 0, 100); return number; }
    public static int order(int pieces) { return Checks.positive(pieces); }
    public static void count(int number) { Checks.counted(number); }
    public static int twice(int number) { return Checks.doubled(number); }
}";

#[test]
fn what_a_method_that_only_checks_throws_is_a_refusal_of_its_callers() {
    let folder = compiled(&[("c/Checking.java", CHECKING)]);
    let report = report(&folder, "--class c.Checking --no-replay");
    let verdict = |name: &str| {
        let methods = report["methods"].as_array().unwrap();
        let method = methods.iter().find(|method| method["method"] == name).unwrap();
        let rejects = method["rejects"].as_array().unwrap().len();
        (method["verdict"].as_str().unwrap().to_owned(), rejects)
    };
    for name in ["name", "percent", "order"] {
        assert_eq!(verdict(name), ("holds".to_owned(), 1), "{name}");
    }
    // These do more than check: one counts, one computes.
    for name in ["count", "twice"] {
        assert_eq!(verdict(name), ("fails".to_owned(), 0), "{name}");
    }
}

#[test]
fn long_conditions_are_cut_unless_they_are_asked_for() {
    let conditions: Vec<String> = (0..12).map(|number| format!("number[{number}] == {}", number * 1001)).collect();
    let source = format!(
        "public class Long {{ public static int f(int[] number) {{ if ({}) return number[12]; return 0; }} }}",
        conditions.join(" && ")
    );
    let folder = compiled(&[("Long.java", &source)]);
    let when = |options: &str| {
        let told = text(&folder, &format!("--no-replay --method f {options}"));
        let line = told.lines().rev().find_map(|line| line.strip_prefix("    when:  ").map(str::to_owned));
        line.unwrap_or_else(|| panic!("no condition in {told}"))
    };
    let (cut, whole) = (when(""), when("--full"));
    assert!(cut.chars().count() <= 200 && cut.contains("… "), "{cut}");
    assert!(whole.chars().count() > 300 && !cut.contains('\n'), "{whole}");
    assert!(whole.ends_with(cut.rsplit(" && ").next().unwrap()), "{cut}\n{whole}");
}

#[test]
fn causes_of_kept_answers_are_those_of_new_ones() {
    let folder = compiled(&[("p/Ranked.java", RANKED)]);
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(folder.path()).args(["check", "classes", "--cache", "kept", "--format", "json"]);
        let report: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
        (report["totals"]["run"]["explored"].as_u64().unwrap(), report["causes"].clone())
    };
    let (first, second) = (run(), run());
    assert!(Path::new(&folder.path().join("kept")).is_dir());
    assert!(first.0 > 0 && second.0 == 0);
    assert_eq!(first.1, second.1);
}
