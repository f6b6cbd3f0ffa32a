//! The cache changes speed only: whatever it holds, however many workers there are and wherever the classes are, reports
//! are the same to the byte; and exactly what changed is computed again.

use crate::support::jdk::{compile, jdk_tool};
use serde_json::Value;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with classes and caches.
struct Place(TempDir);

/// A result as JSON.
struct Ran(String);

impl Place {
    fn new() -> Self {
        Place(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A place with the fixtures in `classes`, but for the one method that takes long.
    fn with_fixtures() -> Self {
        let place = Place::new();
        copy(&PathBuf::from(env!("CASEWISE_FIXTURES")), &place.path("classes"));
        fs::remove_file(place.path("classes/casestudies/R.class")).unwrap();
        place
    }

    /// Compiles sources, each a file `Name.java` with its text, to `classes`, in place of what was there.
    fn compile(&self, sources: &[(&str, &str)]) {
        let _ = fs::remove_dir_all(self.path("classes"));
        let files = sources.iter().map(|(name, text)| (format!("{name}.java"), text));
        compile(&files.collect::<Vec<_>>(), &self.path("classes"));
    }

    fn run(&self, arguments: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(self.0.path()).stdin(Stdio::null()).args(arguments.split_whitespace());
        let Output { status, stdout, stderr } = command.output().unwrap();
        let errors = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{arguments}");
        String::from_utf8(stdout).unwrap()
    }

    fn summarize(&self, arguments: &str) -> Ran {
        Ran(self.run(&format!("summarize {arguments} --format json --timeout 0")))
    }

    /// Summarises `classes` with the cache `kept`; the report is what it is without a cache. Returns the methods that were
    /// computed. Their number is that of the misses and of the new entries.
    #[track_caller]
    fn computed(&self, options: &str) -> BTreeSet<String> {
        let before = entries(&self.path("kept"));
        let ran = self.summarize(&format!("classes --cache kept --jobs 2 {options}"));
        let new: Vec<_> = entries(&self.path("kept")).difference(&before).cloned().collect();
        let (computed, taken) = ran.computed_and_taken();
        assert_eq!((ran.cost("cache_misses"), ran.cost("cache_hits")), (computed.len() as u64, taken.len() as u64));
        assert_eq!(new.len(), computed.len(), "{computed:?}");
        let fresh = self.summarize(&format!("classes --no-cache --jobs 1 {options}"));
        assert_eq!(ran.without_costs(), fresh.without_costs());
        computed
    }

    #[track_caller]
    fn computes(&self, options: &str, expected: &[&str]) {
        let expected: BTreeSet<String> = expected.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(self.computed(options), expected, "{options}");
    }

    /// What `show` prints of a method, the same from the cache `kept` and without a cache.
    #[track_caller]
    fn shown(&self, method: &str) -> String {
        let shown = self.run(&format!("show classes --method {method} --code --format json --cache kept"));
        assert_eq!(
            shown,
            self.run(&format!("show classes --method {method} --code --format json --no-cache")),
            "{method}"
        );
        shown
    }
}

impl Ran {
    fn value(&self) -> Value {
        serde_json::from_str(&self.0).unwrap()
    }

    fn cost(&self, name: &str) -> u64 {
        self.value()["totals"]["run"][name].as_u64().unwrap()
    }

    /// The text, but for the lines that tell what the run has cost.
    fn without_costs(&self) -> String {
        let mut in_costs = false;
        let mut kept = String::new();
        for line in self.0.lines() {
            let starts = |word: &str| line.trim_start().starts_with(word);
            in_costs |= starts("\"run\": {");
            if !in_costs && !starts("\"time_ms\": ") {
                kept.push_str(line);
                kept.push('\n');
            }
            in_costs &= !starts("}");
        }
        kept
    }

    /// The methods that took time, and those that took none.
    fn computed_and_taken(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let value = self.value();
        let methods = value["methods"].as_array().unwrap().iter();
        let (taken, computed): (Vec<&Value>, Vec<&Value>) = methods.partition(|method| method["time_ms"] == 0.0);
        let name =
            |method: &&Value| format!("{}.{}", method["class"].as_str().unwrap(), method["method"].as_str().unwrap());
        (computed.iter().map(name).collect(), taken.iter().map(name).collect())
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for item in fs::read_dir(from).unwrap() {
        let path = item.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else if path.extension().is_some_and(|extension| extension == "class") {
            fs::copy(&path, target).unwrap();
        }
    }
}

/// The names of the entries of a cache folder.
fn entries(folder: &Path) -> BTreeSet<String> {
    let Ok(items) = fs::read_dir(folder) else { return BTreeSet::new() };
    let mut found = BTreeSet::new();
    for item in items {
        let path = item.unwrap().path();
        if path.is_dir() {
            found.extend(entries(&path));
        } else if path.extension().is_some_and(|extension| extension == "entry") {
            found.insert(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    found
}

#[test]
fn reports_are_the_same_however_they_come_about() {
    let place = Place::with_fixtures();
    let cold = place.summarize("classes --cache one --jobs 1");
    assert_eq!(cold.cost("cache_hits"), 0);
    let expected = cold.without_costs();
    assert!(expected.len() > 50_000);
    let check = |arguments: &str| {
        let ran = place.summarize(arguments);
        assert_eq!(ran.without_costs(), expected, "{arguments}");
        ran
    };
    let warm = |arguments: &str| {
        let ran = check(arguments);
        assert_eq!(["cache_misses", "instructions", "solver_calls"].map(|name| ran.cost(name)), [0; 3], "{arguments}");
        assert_eq!(ran.computed_and_taken().0, BTreeSet::new());
    };
    check("classes --cache two --jobs 2");
    check("classes --no-cache --jobs 2");
    // The levels at which recursive methods are summarised are computed by whoever needs them first; the rest is the same.
    assert_eq!(entries(&place.path("one")), entries(&place.path("two")));
    warm("classes --cache one --jobs 1");
    warm("classes --cache one --jobs 2");
    warm("classes --cache two --jobs 1");
    fs::rename(place.path("classes"), place.path("elsewhere")).unwrap();
    warm("elsewhere --cache one");
    let mut jar = jdk_tool("jar");
    jar.arg("cf").arg(place.path("all.jar")).arg("-C").arg(place.path("elsewhere")).arg(".");
    assert!(jar.status().unwrap().success());
    warm("all.jar --cache one");
    fs::rename(place.path("one"), place.path("three")).unwrap();
    warm("all.jar --cache three");
}

#[test]
fn summaries_are_shown_the_same_however_they_come_about() {
    let place = Place::with_fixtures();
    let (methods, _) = place.summarize("classes --cache kept").computed_and_taken();
    let mut shown = 0;
    for method in methods.iter().step_by(9) {
        assert!(place.shown(method).contains("\"declaration\""));
        shown += 1;
    }
    println!("{shown} methods shown twice");
    assert!(shown > 30);
}

#[test]
fn a_method_alone_is_what_it_is_among_all() {
    let place = Place::with_fixtures();
    let all = place.summarize("classes --cache all");
    for class in ["fixtures.Recursion", "fixtures.SearchTree", "fixtures.Shapes", "casestudies.Foo"] {
        let alone = place.summarize(&format!("classes --class {class} --no-cache")).value();
        let taken = place.summarize(&format!("classes --class {class} --cache all"));
        assert_eq!(taken.cost("cache_misses"), 0);
        let of_class = |value: &Value| -> Vec<Value> {
            let methods = value["methods"].as_array().unwrap().iter().filter(|method| method["class"] == class);
            let timeless = methods.map(|method| {
                let mut method = method.clone();
                method["time_ms"] = Value::Null;
                method
            });
            timeless.collect()
        };
        assert!(!of_class(&alone).is_empty());
        assert_eq!(of_class(&alone), of_class(&all.value()));
        assert_eq!(of_class(&alone), of_class(&taken.value()));
    }
}

const CALLS: &str = "\
class Calls {
    static int low(int x) { return x < 0 ? -x : x; }
    static int middle(int x) { return low(x) + 1; }
    static int high(int x) { return middle(x) + other(x); }
    static int other(int x) { return x > 3 ? 1 : 0; }
    static int sum(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) sum += i;
        return sum;
    }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    static int parity(int n) { return even(n) ? 0 : 1; }
}
";

const ALL_CALLS: [&str; 9] = [
    "Calls.<init>",
    "Calls.even",
    "Calls.high",
    "Calls.low",
    "Calls.middle",
    "Calls.odd",
    "Calls.other",
    "Calls.parity",
    "Calls.sum",
];

/// A place where a class without recursion has been summarised.
fn after_calls() -> Place {
    let place = Place::new();
    place.compile(&[("Calls", &without_recursion(CALLS))]);
    assert_eq!(place.computed("").len(), ALL_CALLS.len() - 3);
    place
}

/// Recursive methods have summaries at several levels, and so more entries than methods.
fn without_recursion(source: &str) -> String {
    let kept = source.lines().filter(|line| !["even(", "odd("].iter().any(|name| line.contains(name)));
    kept.collect::<Vec<_>>().join("\n")
}

#[test]
fn after_an_edit_the_method_and_its_transitive_callers_are_computed() {
    let place = after_calls();
    place.computes("", &[]);
    let source = without_recursion(CALLS);
    place.compile(&[("Calls", &source.replace("x < 0 ? -x : x", "x < 1 ? -x : x"))]);
    place.computes("", &["Calls.low", "Calls.middle", "Calls.high"]);
    place.compile(&[("Calls", &source.replace("x > 3", "x > 4"))]);
    place.computes("", &["Calls.other", "Calls.high"]);
    place.compile(&[("Calls", &source.replace("int sum = 0", "int sum = 1"))]);
    place.computes("", &["Calls.sum"]);
    place.compile(&[("Calls", &source)]);
    place.computes("", &[]);
}

#[test]
fn after_an_edit_of_a_recursive_method_so_are_those_that_call_each_other() {
    let place = Place::new();
    let computed = |source: &str| {
        place.compile(&[("Calls", source)]);
        let ran = place.summarize("classes --cache kept");
        assert_eq!(ran.without_costs(), place.summarize("classes --no-cache").without_costs());
        ran.computed_and_taken().0
    };
    assert_eq!(computed(CALLS), ALL_CALLS.map(str::to_owned).into());
    assert!(computed(CALLS).is_empty());
    let expected = ["Calls.even", "Calls.odd", "Calls.parity"].map(str::to_owned).into();
    assert_eq!(computed(&CALLS.replace("n == 0 ||", "n <= 0 ||")), expected);
}

#[test]
fn lines_comments_and_names_of_locals_are_nothing_to_compute() {
    let place = after_calls();
    let source = without_recursion(CALLS);
    let sum_at = |line: usize| {
        let shown = place.shown("Calls.sum");
        assert!(shown.contains(&format!("loop bound reached at Calls.sum:{line}\"")), "{shown}");
        assert!(shown.contains(&format!("\"line\": {}", line + 1)), "{shown}");
    };
    sum_at(8);
    place.compile(&[("Calls", &source.replace("class Calls {", "class Calls {\n\n"))]);
    place.computes("", &[]);
    sum_at(10);
    place.compile(&[("Calls", &source.replace("class Calls {", "/* What\n * calls\n * what. */\nclass Calls {"))]);
    place.computes("", &[]);
    sum_at(11);
    assert!(place.shown("Calls.other").contains("x > 3"));
    let renamed = source.replace("sum += i", "total += i").replace("int sum = 0", "int total = 0");
    let renamed =
        renamed.replace("return sum", "return total").replace("other(int x) { return x", "other(int y) { return y");
    place.compile(&[("Calls", &renamed)]);
    place.computes("", &[]);
    assert!(place.shown("Calls.other").contains("y > 3"));
}

#[test]
fn options_that_can_change_a_result_make_it_another() {
    let place = after_calls();
    for option in ["--loop-bound 2", "--arith math", "--depth 5", "--array-length 9", "--recursion 2", "--max-cases 40"]
    {
        assert_eq!(place.computed(option).len(), 6, "{option}");
        place.computes(option, &[]);
    }
    for option in ["--jobs 1", "--jobs 5", "--timeout 7"] {
        let ran = Ran(place.run(&format!("summarize classes --cache kept {option} --format json")));
        assert_eq!((ran.cost("cache_misses"), ran.cost("cache_hits")), (0, 6), "{option}");
    }
}

const BASE: (&str, &str) = ("Base", "class Base { int size() { return 1; } }");
const USER: (&str, &str) = (
    "User",
    "class User {
        static int size(Base base) { return base == null ? 0 : base.size(); }
        static int plain(int x) { return x + 1; }
        static Object made() { return new Object(); }
        static int caught(int x) {
            try { return 1 / x; } catch (ArithmeticException e) { return 0; }
        }
    }",
);

#[test]
fn new_classes_concern_those_who_may_meet_them() {
    let place = Place::new();
    place.compile(&[BASE, USER]);
    assert_eq!(place.computed("").len(), 7);
    let other = ("Other", "class Other { Object held = new int[1]; static int one() { return 1; } }");
    place.compile(&[BASE, USER, other]);
    place.computes("", &["Other.<init>", "Other.one"]);
    let derived = ("Derived", "class Derived extends Base { int size() { return 2; } }");
    place.compile(&[BASE, USER, other, derived]);
    place.computes("", &["Base.<init>", "Base.size", "Derived.<init>", "Derived.size", "User.size"]);
    let quiet = ("Quiet", "class Quiet extends Derived { }");
    place.compile(&[BASE, USER, other, derived, quiet]);
    let expected = ["Base.<init>", "Base.size", "Derived.<init>", "Derived.size", "Quiet.<init>", "User.size"];
    place.computes("", &expected);
}

#[test]
fn what_initialisers_leave_is_what_those_who_read_it_depend_on() {
    let table = ("Table", "class Table { static final int[] SIZES = Maker.make(); }");
    let reader = (
        "Reader",
        "class Reader {
            static int length() { return Table.SIZES.length; }
            static int indirectly() { return length() + 1; }
            static int plain(int x) { return x + 1; }
        }",
    );
    let maker = |size: u32| {
        format!("class Maker {{ static int size = {size}; static int[] make() {{ return new int[size]; }} }}")
    };
    let place = Place::new();
    place.compile(&[table, reader, ("Maker", &maker(5))]);
    place.computed("");
    assert!(place.shown("Reader.length").contains("returns 5"));
    place.compile(&[table, reader, ("Maker", &maker(6))]);
    place.computes("", &["Reader.length", "Reader.indirectly"]);
    assert!(place.shown("Reader.length").contains("returns 6"));
    let kind = |cost: u32| {
        format!(
            "interface Priced {{ }}
            enum Kind implements Priced {{ A({cost}), B(2); final int cost; Kind(int cost) {{ this.cost = cost; }} }}"
        )
    };
    let buyer = (
        "Buyer",
        "class Buyer {
            static int cost(Kind kind) { return kind == null ? 0 : kind.cost; }
            static boolean same(Priced one, Priced other) { return one == other; }
            static int plain(int x) { return x + 1; }
        }",
    );
    place.compile(&[("Kind", &kind(1)), buyer]);
    place.computed("");
    place.compile(&[("Kind", &kind(3)), buyer]);
    let computed = place.computed("");
    assert!(computed.contains("Buyer.cost") && computed.contains("Buyer.same"), "{computed:?}");
    assert!(!computed.contains("Buyer.plain"), "{computed:?}");
}
