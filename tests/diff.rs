//! `casewise diff`: what two builds do differently.

use crate::support::jdk::compile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with two builds of the same sources, the new one with replacements.
struct Builds(TempDir);

impl Builds {
    /// Sources, each a path and a text, and what is written otherwise in the new version. Each replacement changes something.
    fn of(sources: &[(&str, &str)], replaced: &[(&str, &str)]) -> Builds {
        let folder = tempfile::tempdir().unwrap();
        compile(sources, &folder.path().join("old"));
        let mut unused: Vec<&str> = replaced.iter().map(|(from, _)| *from).collect();
        let mut edited: Vec<(&str, String)> = Vec::new();
        for (path, text) in sources {
            let mut text = (*text).to_owned();
            for (from, to) in replaced {
                if text.contains(from) {
                    unused.retain(|known| known != from);
                    text = text.replace(from, to);
                }
            }
            edited.push((path, text));
        }
        assert_eq!(unused, [""; 0]);
        compile(&edited, &folder.path().join("new"));
        Builds(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(self.path()).arg("diff").args(arguments.split_whitespace());
        command.args(["--jobs", "2"]).output().unwrap()
    }

    fn report(&self, options: &str) -> Value {
        let output = self.run(&format!("old new --format json {options}"));
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// The methods of a report by name, each with its verdict and how it differs: `changed newly_throws`, `same`.
fn verdicts(report: &Value) -> BTreeMap<String, String> {
    let told = |method: &Value| {
        let mut words = vec![method["verdict"].as_str().unwrap()];
        words.extend(method["changes"].as_array().unwrap().iter().map(|change| change["kind"].as_str().unwrap()));
        (method["method"].as_str().unwrap().to_owned(), words.join(" "))
    };
    report["methods"].as_array().unwrap().iter().map(told).collect()
}

#[track_caller]
fn check(report: &Value, expected: &[(&str, &str)]) {
    let expected: BTreeMap<String, String> =
        expected.iter().map(|(name, verdict)| ((*name).to_owned(), (*verdict).to_owned())).collect();
    assert_eq!(verdicts(report), expected);
}

/// The only change of a method.
#[track_caller]
fn change<'r>(report: &'r Value, name: &str) -> &'r Value {
    let methods = report["methods"].as_array().unwrap();
    let changes = &methods.iter().find(|method| method["method"] == name).unwrap()["changes"];
    assert_eq!(changes.as_array().unwrap().len(), 1);
    &changes[0]
}

const ACCOUNT: &str = "package p;
import java.util.*;
public class Account {
    private int balance;
    private final List<String> notes = new ArrayList<>();
    public static int clamp(int n, int low, int high) { if (n < low) return low; if (n > high) return high; return n; }
    public static int boundary(int n) { return n > 10 ? 1 : 0; }
    public int add(int n) { balance += n; return n; }
    public void note(String text) { if (text == null) return; notes.add(text); }
    public static int sum(int[] all) { int sum = 0; for (int i = 0; i < all.length; i++) sum += all[i]; return sum; }
    public static int twice(int n) { return part(n) * 2; }
    public static int never(int n) { return n > 20 ? part(n) : 0; }
    private static int part(int n) { return n > 10 ? n : n + 1; }
    public static String greet(String who) { return \"Hello \" + who; }
    public static int both(int a, int b) { return a * b + a; }
    public static void print(int n) { System.out.println(n); }
    public static void refuse(int n) { if (n < 0) throw new IllegalArgumentException(\"negative\"); }
    public static int parse(String text) { return text.isEmpty() ? 0 : 1 / text.length(); }
    public static List<Integer> numbers(int n) { List<Integer> all = new ArrayList<>(); all.add(n); return all; }
    public static Runnable later(int n) { return () -> System.out.println(n); }
    public static int untouched(int n) { return n + 1; }
}";

#[test]
fn each_method_that_differs_is_proved_the_same_or_shown_to_change_on_an_input() {
    let builds = Builds::of(
        &[("p/Account.java", ACCOUNT)],
        &[
            (
                "if (n < low) return low; if (n > high) return high;",
                "if (n > high) return high; if (n < low) return low;",
            ),
            ("n > 10 ? 1 : 0", "n >= 10 ? 1 : 0"),
            ("balance += n;", "balance += n + 1;"),
            ("if (text == null) return;", "if (text == null) throw new NullPointerException();"),
            ("for (int i = 0; i < all.length; i++) sum += all[i];", "for (int one : all) sum = one + sum;"),
            ("n > 10 ? n : n + 1", "n > 11 ? n : n + 1"),
            ("\"Hello \"", "\"Hello, \""),
            ("a * b + a", "a + b * a"),
            (
                "public static void print(int n) { System.out.println(n);",
                "public static void print(int n) { System.out.print(n);",
            ),
            ("\"negative\"", "\"is negative\""),
            ("1 / text.length()", "2 / (text.length() / 2)"),
            ("all.add(n);", "all.add(n); all.add(n);"),
        ],
    );
    let report = builds.report("");
    check(
        &report,
        &[
            ("clamp", "changed result"),
            ("boundary", "changed result"),
            ("add", "changed effect"),
            ("note", "changed newly_throws"),
            ("sum", "same"),
            ("part", "changed result"),
            ("twice", "changed result"),
            ("never", "same"),
            ("greet", "changed result"),
            ("both", "same"),
            ("print", "changed printed"),
            ("refuse", "changed message"),
            ("parse", "changed newly_throws"),
            ("numbers", "changed result"),
        ],
    );
    assert_eq!(change(&report, "boundary")["input"], "n = 10");
    assert_eq!(change(&report, "boundary")["old"], "returns 0");
    assert_eq!(change(&report, "boundary")["new"], "returns 1");
    assert_eq!(report["totals"]["edited"]["all"], 12);
    assert_eq!(report["totals"]["callers"]["all"], 2);
    assert_eq!(report["totals"]["methods"], 17);
}

#[test]
fn equal_builds_do_not_differ() {
    let builds = Builds::of(&[("p/Account.java", ACCOUNT)], &[]);
    let output = builds.run("old new");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().split(';').next().unwrap(),
        "17 methods: 0 differ in code (0 changed, 0 same, 0 unknown)"
    );
}

#[test]
fn a_lambda_expression_belongs_to_the_method_that_has_it() {
    let lambdas = "package p;
    import java.util.function.*;
    public class Lambdas {
        public static int first(int n) { IntUnaryOperator more = x -> x + 1; return more.applyAsInt(n); }
        public static int second(int n) { IntUnaryOperator more = x -> x * 2; return more.applyAsInt(n); }
        public static int third(int n) { IntUnaryOperator more = x -> x - 1; return more.applyAsInt(n); }
    }";
    // What is added before it gives it another number.
    let builds = Builds::of(
        &[("p/Lambdas.java", lambdas)],
        &[
            ("x * 2", "x * 3"),
            ("public class Lambdas {", "public class Lambdas { static final Runnable NEW = () -> { };"),
        ],
    );
    check(&builds.report("--no-callers"), &[("second", "changed result")]);
}

const NUMBERED: &str = "package p;
import java.util.function.*;
public class Numbered {
    public static IntUnaryOperator first(int by) { return new IntUnaryOperator() {
        public int applyAsInt(int n) { return n + by; } }; }
    /* others */
    public static IntUnaryOperator second(int by) { return new IntUnaryOperator() {
        public int applyAsInt(int n) { return n * by; } }; }
    public static int third(int n) { return new IntUnaryOperator() { public int applyAsInt(int n) { return n / 7; } }.applyAsInt(n); }
}";

#[test]
fn classes_that_compilers_number_are_matched_by_what_they_are() {
    let other = "static Object other() { return new Object() { public String toString() { return \"!\"; } }; }";
    let builds = Builds::of(&[("p/Numbered.java", NUMBERED)], &[("/* others */", other), ("n / 7", "n / 8")]);
    // Where no other class comes before them they have other numbers, and are the same.
    check(&builds.report(""), &[("applyAsInt", "changed result"), ("third", "changed result")]);
}

const COUNTER: &str = "package p;
public class Counter implements java.io.Serializable {
    private static final long serialVersionUID = 1;
    private int count;
    private int limit = 3;
    public int get() { return count; }
    public boolean add(int n) { if (count + n > limit) return false; count += n; return true; }
    public void reset() { count = 0; }
    private static int half(int n) { return n / 2; }
    public int part() { return half(count); }
}";

#[test]
fn a_private_field_under_another_name_is_the_same_field() {
    let builds = Builds::of(&[("p/Counter.java", COUNTER)], &[("count", "total")]);
    let report = builds.report("");
    check(&report, &[]);
    // What was written before is read without it all the same.
    let told: Vec<&str> =
        report["members"].as_array().unwrap().iter().map(|told| told["member"].as_str().unwrap()).collect();
    assert_eq!(told, ["count", "total"]);
}

const CALLS: &str = "package p;
public class Calls {
    final int n;
    public Calls(int n) { this.n = n; }
    @Override public String toString() { return \"old \" + n; }
    static int least(int n) { return n < 0 ? 0 : n; }
    private boolean isBig(int n) { return n > 1000; }
    public static String text(Object o, int n) { return n == 1 + 2 ? String.valueOf(o) : null; }
    public static String letters(String s, int n) { StringBuilder b = new StringBuilder(); b.append(s).append(n + 1); return b.toString().toUpperCase(java.util.Locale.ROOT); }
    public static int bounded(int n, int[] all) { return all[least(n)] + (n > 5 ? 5 : n); }
    public static boolean starts(String s) { if (s == null || s.length() == 0) return false; return s.charAt(0) == 'a'; }
    public boolean big(int n) { return isBig(n); }
    public static boolean isEven(int n) { if (n == 0) return true; return isOdd(n - 1); }
    public static boolean isOdd(int n) { if (n == 0) return false; return isEven(n - 1); }
}";

#[test]
fn what_is_called_is_followed_or_known_to_call_nothing_that_has_changed() {
    let builds = Builds::of(
        &[("p/Calls.java", CALLS)],
        &[
            ("\"old \"", "\"new \""),
            // The JDK calls what has changed.
            ("n == 1 + 2 ? String.valueOf(o) : null", "n != 3 ? null : String.valueOf(o)"),
            // The JDK gets at nothing that has.
            ("b.append(s).append(n + 1)", "b.append(s).append(1 + n)"),
            ("all[least(n)] + (n > 5 ? 5 : n)", "all[n < 0 ? 0 : n] + Math.min(n, 5)"),
            ("if (s == null || s.length() == 0) return false;", "if (s == null || s.isEmpty()) return false;"),
            ("private boolean isBig", "private static boolean isBig"),
            // Each is what it was where the other one is.
            ("if (n == 0) return true; return isOdd(n - 1)", "return n == 0 || isOdd(n - 1)"),
            ("if (n == 0) return false; return isEven(n - 1)", "return n != 0 && isEven(n - 1)"),
        ],
    );
    check(
        &builds.report(""),
        &[
            ("toString", "changed result"),
            ("text", "changed result"),
            ("letters", "same"),
            ("bounded", "same"),
            ("starts", "same"),
            ("big", "same"),
            ("isEven", "same"),
            ("isOdd", "same"),
        ],
    );
}

#[test]
fn what_a_caller_never_passes_does_not_change_it() {
    let sources = [
        ("p/Low.java", "package p; class Low { static int root(int n) { if (n < 0) return -1; return n / 2; } }"),
        (
            "p/High.java",
            "package p; public class High {
                public static int checked(int n) { if (n < 0) throw new IllegalArgumentException(); return Low.root(n); }
                public static int open(int n) { return Low.root(n); }
                public static int above(int n) { return open(n) + 1; }
            }",
        ),
    ];
    let builds = Builds::of(&sources, &[("return -1;", "return -2;")]);
    check(
        &builds.report(""),
        &[("root", "changed result"), ("checked", "same"), ("open", "changed result"), ("above", "changed result")],
    );
    check(&builds.report("--no-callers"), &[("root", "changed result")]);
}

#[test]
fn what_reads_a_static_field_that_holds_something_else_is_not_called_the_same() {
    let sources = [(
        "p/Table.java",
        "package p; public class Table {
            private static final int[] POWERS = {1, 2, 4};
            private static final String[] NAMES = {\"a\", \"b\"};
            public static int power(int at) { int found = POWERS[at]; return found; }
            public static String name(int at) { return NAMES[at]; }
        }",
    )];
    let builds = Builds::of(
        &sources,
        &[("{1, 2, 4}", "{1, 2, 8}"), ("return NAMES[at];", "String found = NAMES[at]; return found;")],
    );
    let verdicts = verdicts(&builds.report(""));
    assert_eq!(verdicts["name"], "same");
    assert_ne!(verdicts["power"], "same");
}

#[test]
fn members_are_compared_by_who_must_do_something_about_them() {
    let old = "package p; public class Api implements java.io.Serializable {
        public static final int SIZE = 10;
        protected int width;
        public int kept;
        public void gone(int n) { }
        public int typed(int n) { return n; }
        public void open() { }
        public void quiet() { }
        public String renamed(String text, int n) { if (n > 3) return text + n; return n + text + n * 2; }
        public static class Part { }
    }";
    let new = "package p; public class Api implements java.io.Serializable {
        public static final int SIZE = 12;
        int width;
        public long kept;
        public long typed(int n) { return n; }
        public final void open() { }
        public void quiet() throws java.io.IOException { }
        public String named(String text, int n) { if (n > 3) return text + n; return n + text + n * 2; }
        public void more() { }
    }";
    let builds = Builds::of(&[("p/Api.java", old)], &[(old, new)]);
    let report = builds.report("");
    let told = |change: &Value| {
        let word = |name: &str| change[name].as_str().unwrap_or_default().to_owned();
        format!("{} {} {}: {}", word("breaks"), word("class"), word("member"), word("what"))
    };
    let members: Vec<String> = report["members"].as_array().unwrap().iter().map(told).collect();
    let expected = [
        "binary p.Api gone(int): removed, or only inherited",
        "binary p.Api kept: of another type: int → long",
        "binary p.Api open(): now final: what overrides it does not link",
        "binary p.Api renamed(String,int): renamed to named(String,int)",
        "binary p.Api typed(int): returns another type: int → long",
        "binary p.Api width: narrowed: protected → package-private",
        "binary p.Api$Part : removed",
        "source p.Api quiet(): now declares java.io.IOException",
        "serialised p.Api kept: written as long, was int",
        "behaviour p.Api SIZE: constant 10 → 12: what was compiled before has the old one",
        "none p.Api more(): added",
    ];
    assert_eq!(members, expected);
}

#[test]
fn a_change_that_is_meant_is_no_failure() {
    let builds = Builds::of(&[("p/Account.java", ACCOUNT)], &[("n > 10 ? 1 : 0", "n >= 10 ? 1 : 0")]);
    assert_eq!(builds.run("old new").status.code(), Some(10));
    let expect = |text: &str| {
        fs::write(builds.path().join("changes.txt"), text).unwrap();
        builds.run("old new --expect changes.txt")
    };
    for line in
        ["# why\nAccount.boundary", "p.Account.boundary(int)", "p.Account.boundary result", "boundary(int) result"]
    {
        assert_eq!(expect(line).status.code(), Some(0), "{line}");
    }
    let other = expect("Account.boundary newly_throws\nAccount.untouched");
    assert_eq!(other.status.code(), Some(10));
    let text = String::from_utf8(other.stdout).unwrap();
    assert!(
        text.contains(
            "expected, and not found: Account.boundary newly_throws\nexpected, and not found: Account.untouched"
        ),
        "{text}"
    );
    let bad = expect("Account.boundary\nAccount.clamp nonsense");
    assert_eq!(bad.status.code(), Some(3));
    assert!(
        String::from_utf8(bad.stderr).unwrap().starts_with("casewise: changes.txt:2: `nonsense` is no kind of change")
    );
}

#[test]
fn an_earlier_build_is_found_by_its_name() {
    let builds = Builds::of(&[("p/Account.java", ACCOUNT)], &[("n > 10 ? 1 : 0", "n >= 10 ? 1 : 0")]);
    assert_eq!(builds.run("new --since main").status.code(), Some(3));
    assert_eq!(builds.run("new").status.code(), Some(3));
    assert_eq!(builds.run("old --save-as main").status.code(), Some(0));
    fs::remove_dir_all(builds.path().join("old")).unwrap();
    let output = builds.run("new --since main --save-as main");
    assert_eq!(output.status.code(), Some(10));
    assert!(String::from_utf8(output.stdout).unwrap().contains("CHANGED   p.Account.boundary(int)"));
    assert_eq!(builds.run("new --since main").status.code(), Some(0));
}

#[test]
fn the_report_is_the_same_on_any_number_of_threads() {
    let builds = Builds::of(
        &[("p/Account.java", ACCOUNT)],
        &[("n > 10 ? n : n + 1", "n > 12 ? n : n + 2"), ("a * b + a", "a * a + b")],
    );
    let reports: Vec<Value> = ["1", "2", "3"]
        .iter()
        .map(|jobs| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
            command.current_dir(builds.path()).args(["diff", "old", "new", "--format", "json", "--jobs", jobs]);
            let mut report: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
            report["totals"]["time_ms"] = Value::Null;
            report["methods"].as_array_mut().unwrap().iter_mut().for_each(|method| method["time_ms"] = Value::Null);
            report
        })
        .collect();
    assert!(!reports[0]["methods"].as_array().unwrap().is_empty());
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}

#[test]
fn code_scanning_finds_a_change_on_its_line_of_the_new_sources() {
    let builds = Builds::of(
        &[("p/Account.java", ACCOUNT)],
        &[("public class Account {", "\n\npublic class Account {"), ("n > 10 ? 1 : 0", "1 / (n - 10)")],
    );
    let output = builds.run("old new --format sarif --source-root new.sources");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let result = &document["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "newly_throws");
    assert_eq!(result["level"], "error");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "new.sources/p/Account.java");
    assert_eq!(place["region"]["startLine"], 9);
}

/// The papers' case studies, each edited in five places: a boundary, an operator, a lost alias, a changed callee, and nothing.
#[test]
fn the_case_studies_edited_in_five_places() {
    let source = |name: &str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/casestudies").join(name);
        fs::read_to_string(file).unwrap()
    };
    let (foo, r) = (source("Foo.java"), source("R.java"));
    let of = |text: &str, name: &str, edit: (&str, &str)| {
        let path = format!("casestudies/{name}");
        let found = verdicts(&Builds::of(&[(&path, text)], &[edit]).report("--timeout 0"));
        let verdict = |told: String| told.split(' ').next().unwrap().to_owned();
        found.into_iter().map(|(name, told)| (name, verdict(told))).collect::<BTreeMap<String, String>>()
    };
    let expect = |found: BTreeMap<String, String>, expected: &[(&str, &str)]| {
        let expected: BTreeMap<String, String> =
            expected.iter().map(|(name, verdict)| ((*name).to_owned(), (*verdict).to_owned())).collect();
        assert_eq!(found, expected);
    };
    // -0 is 0: where the boundary lies shows nowhere.
    expect(of(&foo, "Foo.java", ("x >= 0", "x > 0")), &[("abs", "same")]);
    expect(
        of(&foo, "Foo.java", ("x.next.next.f != 0", "x.next.next.f > 0")),
        &[("q", "changed"), ("m1", "changed"), ("m2", "changed"), ("m", "changed")],
    );
    expect(of(&foo, "Foo.java", ("Foo[] arr = {x, y};", "Foo[] arr = {x, x};")), &[("m2", "changed")]);
    expect(
        of(&foo, "Foo.java", ("return -x;", "return x;")),
        &[("abs", "changed"), ("q", "changed"), ("m1", "changed"), ("m2", "changed"), ("m", "changed")],
    );
    expect(
        of(&foo, "Foo.java", ("int i = 0; i < arr.length; i++", "int at = 0, i = at; i < arr.length; i++")),
        &[("m1", "same"), ("m2", "same"), ("m", "same")],
    );
    let all_of_gcd = [("gcd", "changed"), ("simplify", "changed"), ("simp", "changed"), ("simp3", "changed")];
    expect(of(&r, "R.java", ("(i < 2)", "(i < 1)")), &all_of_gcd);
    expect(of(&r, "R.java", ("x = x - y;", "x = x + y;")), &all_of_gcd);
    // What is simplified is no longer what was passed.
    let copy = "new R(rs[i].num, rs[i].den).simplify(rs[i].num, rs[i].den);";
    expect(
        of(&r, "R.java", ("rs[i].simplify(rs[i].num, rs[i].den);", copy)),
        &[("simp", "changed"), ("simp3", "changed")],
    );
    expect(
        of(&r, "R.java", ("return -x;", "return 1 - x;")),
        &[("abs", "changed"), ("gcd", "changed"), ("simplify", "changed"), ("simp", "changed"), ("simp3", "changed")],
    );
    expect(of(&r, "R.java", ("if (gcd != 0) {", "if (!(gcd == 0)) {")), &[]);
}

#[test]
fn what_cannot_be_read_is_one_line_and_an_exit_code() {
    let builds = Builds::of(&[("p/Account.java", ACCOUNT)], &[]);
    fs::create_dir(builds.path().join("empty")).unwrap();
    for arguments in ["old empty", "old nowhere", "nowhere new"] {
        let output = builds.run(arguments);
        assert_eq!(output.status.code(), Some(3), "{arguments}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1, "{arguments}");
    }
    let whole = fs::read(builds.path().join("new/p/Account.class")).unwrap();
    fs::create_dir_all(builds.path().join("cut/p")).unwrap();
    fs::write(builds.path().join("cut/p/Account.class"), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(builds.run("old cut").status.code(), Some(3));
}
