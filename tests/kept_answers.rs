//! `casewise check` with a cache: what it says is what it says without one, to the byte; what the code answers as before is
//! neither explored nor replayed again, and all else is.

#[cfg(unix)]
use crate::support::place::noting_jdk;
use crate::support::place::{Place, copy};
use serde_json::Value;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A report as JSON.
pub struct Report(pub Value);

/// Runs `check` in a place.
pub trait Checks {
    fn check(&self, arguments: &str) -> Report;
    fn checked(&self, options: &str) -> Report;
    fn explores(&self, expected: &[&str]) -> Report;
}

impl Checks for Place {
    fn check(&self, arguments: &str) -> Report {
        let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
            .current_dir(self.path(""))
            .args("check classes --format json --fail-on never".split(' '))
            .args(arguments.split_whitespace())
            .output()
            .unwrap();
        assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""), "{arguments}");
        Report(serde_json::from_slice(&output.stdout).unwrap())
    }

    /// Checks `classes` with the cache; the report is what it is without one.
    #[track_caller]
    fn checked(&self, options: &str) -> Report {
        let report = self.check(&format!("--timeout 0 --jobs 2 --cache kept {options}"));
        let fresh = self.check(&format!("--timeout 0 --jobs 1 --no-cache {options}"));
        assert_eq!(report.without_costs(), fresh.without_costs());
        assert_eq!((fresh.cost("kept"), fresh.cost("explored")), (0, fresh.methods().len() as u64));
        let explored = report.explored().len();
        assert_eq!(report.cost("explored"), explored as u64);
        assert_eq!(report.cost("kept"), (report.methods().len() - explored) as u64);
        report
    }

    /// Checks `classes` with the cache, which explores exactly these methods.
    #[track_caller]
    fn explores(&self, expected: &[&str]) -> Report {
        let report = self.checked("");
        let expected: BTreeSet<String> = expected.iter().map(|name| format!("p.{name}")).collect();
        assert_eq!(report.explored(), expected);
        report
    }
}

impl Report {
    fn methods(&self) -> &Vec<Value> {
        self.0["methods"].as_array().unwrap()
    }

    fn cost(&self, name: &str) -> u64 {
        self.0["totals"]["run"][name].as_u64().unwrap()
    }

    /// The text, but for what tells what the run has cost.
    fn without_costs(&self) -> String {
        let mut report = self.0.clone();
        let totals = report["totals"].as_object_mut().unwrap();
        assert!(totals.remove("run").is_some() && totals.remove("time_ms").is_some());
        for method in report["methods"].as_array_mut().unwrap() {
            assert!(method.as_object_mut().unwrap().remove("time_ms").is_some());
        }
        serde_json::to_string_pretty(&report).unwrap()
    }

    /// The methods that took time.
    fn explored(&self) -> BTreeSet<String> {
        let explored = self.methods().iter().filter(|method| method["time_ms"] != 0.0);
        let name =
            |method: &Value| format!("{}.{}", method["class"].as_str().unwrap(), method["method"].as_str().unwrap());
        explored.map(name).collect()
    }

    fn verdict(&self, name: &str) -> &str {
        let method = self.methods().iter().find(|method| method["method"] == name);
        method.unwrap()["verdict"].as_str().unwrap()
    }
}

/// The files of the entries in a cache folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let shards = fs::read_dir(folder).unwrap().map(|item| item.unwrap().path()).filter(|path| path.is_dir());
    shards.flat_map(|shard| fs::read_dir(shard).unwrap().map(|item| item.unwrap().path())).collect()
}

/// A second run explores nothing, replays nothing and says the same.
pub fn assert_kept(place: &Place, cold: &Report) {
    assert!(cold.cost("kept") == 0 && cold.cost("states") > 0 && cold.cost("solver_calls") > 0);
    assert!(cold.cost("replays") > 100);
    for jobs in [1, 2] {
        let warm = place.check(&format!("--timeout 0 --jobs {jobs} --cache kept"));
        assert_eq!(warm.without_costs(), cold.without_costs());
        assert_eq!(warm.cost("kept"), warm.methods().len() as u64);
        for cost in ["explored", "states", "solver_queries", "solver_calls", "replays"] {
            assert_eq!(warm.cost(cost), 0, "{cost}");
        }
    }
}

#[test]
fn explanations_are_part_of_what_is_kept_and_of_the_key() {
    let place = Place::new();
    copy(Path::new(env!("CASEWISE_CHECK_FIXTURES")), &place.path("classes"));
    let options = "--timeout 0 --jobs 2 --cache kept --class check.Average";
    let plain = place.check(options);
    assert!(plain.cost("explored") > 0);
    let explained = place.check(&format!("{options} --explain"));
    assert_eq!(explained.cost("kept"), 0);
    let again = place.check(&format!("{options} --explain"));
    assert_eq!((again.cost("explored"), again.without_costs()), (0, explained.without_costs()));
}

#[test]
#[cfg(unix)]
fn a_second_run_starts_no_jvm() {
    let place = Place::new();
    place.compile(&[("C", "public class C { public static int divide(int a, int b) { return a / b; } }")]);
    let jdk = noting_jdk(&place.path(""));
    let run = || {
        let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
            .current_dir(place.path(""))
            // What notes starts writes to a file.
            .args(["check", "classes", "--cache", "kept", "--timeout", "0", "--replay", "plain"])
            .env("JAVA_HOME", &jdk)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(10));
        assert!(String::from_utf8_lossy(&output.stdout).contains("confirmed by a JVM"));
    };
    run();
    assert_eq!(place.starts(), 1);
    run();
    assert_eq!(place.starts(), 1);
}

const ACCOUNT: &str = "public class Account {
    public static int half(int x) { return x / 2; }
    public static int twice(int x) { return half(x) + half(x); }
    public static int ratio(int a, int b) { return a / b; }
    public static int next(int x) { return x + 1; }
}";
const OTHER: &str = "public class Other {
    public static int least(int a, int b) { return a < b ? a : b; }
    public static int rest(int a, int b) { return a % b; }
}";

#[test]
fn an_edited_method_is_explored_again_with_its_callers() {
    let place = Place::new();
    place.compile(&[("Account", ACCOUNT), ("Other", OTHER)]);
    let methods = [
        "Account.<init>",
        "Account.half",
        "Account.twice",
        "Account.ratio",
        "Account.next",
        "Other.<init>",
        "Other.least",
        "Other.rest",
    ];
    let cold = place.explores(&methods);
    assert_eq!((cold.verdict("ratio"), cold.verdict("twice"), cold.cost("replays")), ("fails", "holds", 2));
    place.explores(&[]);

    place.compile(&[("Account", &ACCOUNT.replace("x / 2", "x / 3")), ("Other", OTHER)]);
    let edited = place.explores(&["Account.half", "Account.twice"]);
    assert_eq!(edited.cost("replays"), 1, "the class that `ratio` runs in is another one, and Other is not");

    let failing = ACCOUNT.replace("x / 2", "2 / x");
    place.compile(&[("Account", &failing), ("Other", OTHER)]);
    let edited = place.explores(&["Account.half", "Account.twice"]);
    assert_eq!((edited.verdict("half"), edited.verdict("twice")), ("fails", "fails"));
    assert_eq!(place.explores(&[]).cost("replays"), 0);
}

#[test]
fn lines_that_move_are_told_anew() {
    let place = Place::new();
    place.compile(&[("Account", ACCOUNT), ("Other", OTHER)]);
    place.checked("");
    place.compile(&[("Account", &ACCOUNT.replacen('{', "{\n", 1)), ("Other", OTHER)]);
    place.explores(&["Account.ratio"]);
}

#[test]
fn options_that_change_answers_are_told_apart() {
    let place = Place::new();
    fs::write(place.path("file"), "Account.ratio range:1:1..9\n").unwrap();
    place.compile(&[("Account", ACCOUNT)]);
    place.checked("");
    for options in ["--strict", "--explain", "--inputs any", "--property assert", "--effort 2"] {
        let report = place.check(&format!("--timeout 0 --cache kept {options}"));
        assert_eq!((report.cost("kept"), report.cost("explored")), (0, 5), "{options}");
    }
    let assumed = place.checked("--assumptions file");
    assert_eq!((assumed.verdict("ratio"), assumed.cost("explored")), ("holds", 1));
    assert_eq!(place.checked("").verdict("ratio"), "fails");
}

const SHAPES: [(&str, &str); 3] = [
    ("Shape", "public interface Shape { int area(); }"),
    ("Square", "public class Square implements Shape { public int area() { return 4; } }"),
    (
        "Use",
        "public class Use {
            public static int size(Shape shape) { return shape == null ? 0 : 100 / shape.area(); }
            public static boolean isSquare(Object o) { return o instanceof Square; }
            public static int next(int x) { return x + 1; }
        }",
    ),
];

#[test]
fn another_class_of_the_hierarchy_concerns_those_who_meet_it() {
    let place = Place::new();
    place.compile(&SHAPES);
    place.checked("");
    let point = ("Point", "public class Point implements Shape { public int area() { return 0; } }");
    place.compile(&[SHAPES[0], SHAPES[1], SHAPES[2], point]);
    let report = place.explores(&["Point.<init>", "Point.area", "Use.isSquare", "Use.size"]);
    assert_eq!(report.verdict("size"), "fails");
    place.compile(&SHAPES);
    assert_ne!(place.explores(&["Use.isSquare", "Use.size"]).verdict("size"), "fails");
    // A class that moves away from the interface is none of its inputs any more.
    let alone = ("Square", "public class Square { public int area() { return 4; } }");
    place.compile(&[SHAPES[0], alone, SHAPES[2]]);
    let report = place.checked("");
    assert!(report.explored().contains("p.Use.size") && !report.explored().contains("p.Use.next"));
}

const LIMITS: [(&str, &str); 3] = [
    ("Limits", "public class Limits { static int limit = 8; }"),
    ("Reader", "public class Reader { public static int share(int x) { return x / Limits.limit; } }"),
    ("Writer", "public class Writer { public static int set(int x) { int unused = x; return x; } }"),
];

#[test]
fn a_fact_about_the_whole_program_concerns_its_readers_only_when_it_changes() {
    let place = Place::new();
    place.compile(&LIMITS);
    assert_eq!(place.checked("").verdict("share"), "holds");
    let harmless = ("Writer", "public class Writer { public static int set(int x) { int unused = 1; return x; } }");
    place.compile(&[LIMITS[0], LIMITS[1], harmless]);
    place.explores(&["Writer.set"]);
    let assigning = ("Writer", "public class Writer { public static int set(int x) { Limits.limit = x; return x; } }");
    place.compile(&[LIMITS[0], LIMITS[1], assigning]);
    assert_eq!(place.explores(&["Reader.share", "Writer.set"]).verdict("share"), "incomplete");
    place.compile(&LIMITS);
    assert_eq!(place.explores(&["Reader.share", "Writer.set"]).verdict("share"), "holds");
}

#[test]
fn a_class_that_was_missing_is_met_when_it_is_there() {
    let place = Place::new();
    let user = ("User", "public class User { public static int use(int x) { return Late.half(x); } }");
    place.compile(&[user, ("Late", "public class Late { public static int half(int x) { return x / 2; } }")]);
    let late = fs::read(place.path("classes/p/Late.class")).unwrap();
    fs::remove_file(place.path("classes/p/Late.class")).unwrap();
    assert_eq!(place.checked("").verdict("use"), "incomplete");
    fs::write(place.path("classes/p/Late.class"), late).unwrap();
    let report = place.explores(&["Late.<init>", "Late.half", "User.use"]);
    assert_eq!(report.verdict("use"), "holds");
}

#[test]
fn a_class_that_becomes_a_dependency_is_no_place_of_findings() {
    let place = Place::new();
    place.compile(&[
        ("Use", "public class Use { public static int use(int x) { return Other.of(x); } }"),
        ("Other", "class Other { static int of(int x) { return 1 / x; } }"),
    ]);
    fs::create_dir_all(place.path("others/p")).unwrap();
    fs::rename(place.path("classes/p/Other.class"), place.path("others/p/Other.class")).unwrap();
    let found_at = |report: &Report| {
        let method = report.methods().iter().find(|method| method["method"] == "use").unwrap();
        method["findings"][0]["place"].as_str().unwrap().to_owned()
    };
    assert_eq!(found_at(&place.checked("others --class p.Use")), "p.Other.of");
    let report = place.checked("--class p.Use --classpath others");
    assert_eq!((found_at(&report).as_str(), report.cost("explored")), ("p.Use.use", 1));
}

#[test]
fn what_is_damaged_is_not_there() {
    let place = Place::new();
    place.compile(&[("Account", ACCOUNT), ("Other", OTHER)]);
    place.checked("");
    let all = entries(&place.path("kept"));
    // An answer for each method, and what a JVM said of each of two inputs.
    assert_eq!(all.len(), 8 + 2);
    for entry in &all {
        let mut bytes = fs::read(entry).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(entry, bytes).unwrap();
    }
    let report = place.checked("");
    assert_eq!((report.cost("kept"), report.cost("replays")), (0, 2));
    place.explores(&[]);
}

#[test]
fn what_the_clock_has_cut_is_explored_again() {
    let place = Place::new();
    let fixtures = Path::new(env!("CASEWISE_CHECK_FIXTURES"));
    fs::create_dir_all(place.path("classes/check")).unwrap();
    fs::copy(fixtures.join("check/WordCount.class"), place.path("classes/check/MatrixProduct.class")).unwrap();
    let cut = place.check("--timeout 1 --jobs 1 --cache kept --no-replay");
    let is_cut = |method: &&Value| method["reasons"].to_string().contains("out of time");
    let name = |method: &Value| format!("{}.{}", method["class"].as_str().unwrap(), method["method"].as_str().unwrap());
    let cut: BTreeSet<String> = cut.methods().iter().filter(is_cut).map(name).collect();
    assert!(!cut.is_empty());
    let report = place.check("--timeout 0 --jobs 2 --cache kept --no-replay");
    assert!(cut.is_subset(&report.explored()), "{cut:?}");
    let report = place.checked("--no-replay");
    assert_eq!((report.cost("explored"), report.without_costs().contains("out of time")), (0, false));
}
