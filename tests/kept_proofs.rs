//! `casewise prove` with a cache: what it says is what it says without one, to the byte; assertions of which the code says the same
//! as before are not settled again, and all others are, whatever technique settled them.

#[cfg(unix)]
use crate::support::place::noting_jdk;
use crate::support::place::{Place, copy};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

/// A report as JSON.
struct Report(Value);

/// Runs `prove` in a place.
trait Proves {
    fn output(&self, arguments: &str) -> Output;
    fn prove(&self, arguments: &str) -> Report;
    fn proved(&self, options: &str) -> Report;
    fn tries(&self, options: &str, expected: &[&str]) -> Report;
}

impl Proves for Place {
    fn output(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(self.path("")).args("prove classes --format json --fail-on never".split(' '));
        if self.path("jdk").exists() {
            command.env("JAVA_HOME", self.path("jdk"));
        }
        command.args(arguments.split_whitespace()).output().unwrap()
    }

    fn prove(&self, arguments: &str) -> Report {
        let output = self.output(arguments);
        assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""), "{arguments}");
        Report(serde_json::from_slice(&output.stdout).unwrap())
    }

    /// Proves with the cache; the report is what it is without one.
    #[track_caller]
    fn proved(&self, options: &str) -> Report {
        let report = self.prove(&format!("--timeout 0 --jobs 2 --cache kept {options}"));
        let fresh = self.prove(&format!("--timeout 0 --jobs 1 --no-cache {options}"));
        assert_eq!(report.without_costs(), fresh.without_costs());
        let all = fresh.assertions().len() as u64;
        assert_eq!((fresh.cost("kept"), fresh.cost("tried")), (0, all));
        let tried = report.assertions().iter().filter(|assertion| is_tried(assertion)).count() as u64;
        assert_eq!((report.cost("kept"), report.cost("tried")), (all - tried, tried));
        report
    }

    /// Proves with the cache, where nothing but the assertions of these methods is tried.
    #[track_caller]
    fn tries(&self, options: &str, expected: &[&str]) -> Report {
        let report = self.proved(options);
        let tried: BTreeSet<&str> = report.assertions().iter().filter(|it| is_tried(it)).map(method).collect();
        assert_eq!(tried, expected.iter().copied().collect());
        report
    }
}

/// Whether an assertion took time.
fn is_tried(assertion: &Value) -> bool {
    assertion["time_ms"] != 0.0
}

fn method(assertion: &Value) -> &str {
    assertion["method"].as_str().unwrap()
}

impl Report {
    fn assertions(&self) -> &Vec<Value> {
        self.0["assertions"].as_array().unwrap()
    }

    fn cost(&self, name: &str) -> u64 {
        self.0["totals"]["run"][name].as_u64().unwrap()
    }

    /// The text, but for what tells how long it took and what the run has cost.
    fn without_costs(&self) -> String {
        let mut report = self.0.clone();
        assert!(report["totals"].as_object_mut().unwrap().remove("run").is_some());
        remove_times(&mut report);
        serde_json::to_string_pretty(&report).unwrap()
    }

    /// What is said of the one assertion of a method.
    #[track_caller]
    fn verdict(&self, name: &str) -> &str {
        let found: Vec<&Value> = self.assertions().iter().filter(|assertion| method(assertion) == name).collect();
        assert_eq!(found.len(), 1, "{name}");
        found[0]["verdict"].as_str().unwrap()
    }
}

fn remove_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.ends_with("_ms"));
            fields.values_mut().for_each(remove_times);
        }
        Value::Array(elements) => elements.iter_mut().for_each(remove_times),
        _ => {}
    }
}

#[test]
fn a_second_run_tries_nothing_replays_nothing_and_says_the_same() {
    let place = Place::new();
    copy(Path::new(env!("CASEWISE_PROVE_FIXTURES")), &place.path("classes"));
    for options in ["", "--class prove.Memory --property all", "--target Lines.steps:13", "--arith math --no-replay"] {
        let cold = place.prove(&format!("--timeout 0 --jobs 2 --cache kept {options}"));
        // Where the machine raises nothing, both properties ask the same.
        assert!(cold.cost("kept") < cold.assertions().len() as u64, "{options}");
        for jobs in [1, 2] {
            let warm = place.prove(&format!("--timeout 0 --jobs {jobs} --cache kept {options}"));
            assert_eq!(warm.without_costs(), cold.without_costs());
            assert_eq!((warm.cost("kept"), warm.cost("tried")), (warm.assertions().len() as u64, 0), "{options}");
            assert_eq!(warm.cost("replays"), 0);
            assert!(!warm.assertions().iter().any(is_tried), "{options}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_second_run_starts_no_jvm() {
    let place = Place::new();
    place.compile(&[(
        "C",
        "public class C {
            public static void small(int x) { assert x < 100; }
            public static void counted(int n) {
                int i = 0;
                while (i < n) i++;
                assert i < 3000000;
            }
            public static int place(int x) {
                try { assert x != 5; } catch (Throwable t) { return 1; }
                return 0;
            }
        }",
    )]);
    noting_jdk(&place.path(""));
    // What notes starts writes to a file.
    let options = "--timeout 0 --cache kept --replay plain";
    let cold = place.prove(options);
    assert_eq!(["small", "counted", "place"].map(|name| cold.verdict(name)), ["refuted"; 3]);
    let starts = place.starts();
    assert!(starts > 0);
    let warm = place.prove(options);
    assert_eq!((warm.without_costs(), place.starts()), (cold.without_costs(), starts));
    assert_eq!((warm.cost("kept"), warm.cost("tried")), (3, 0));
}

const USES: &str = "public class Uses {
    public static int bounded(int x) { int y = Callee.part(x); assert y < 40; return y; }
    public static int counted(int n) { int i = 0; while (i < n) i = Callee.next(i); assert i >= 0; return i; }
    public static int own(int x) { int y = x & 7; assert y < 8; return y; }
}";
const CALLEE: &str = "public class Callee {
    static int part(int x) { return x & 31; }
    static int next(int x) { return x + 1; }
    static int unused(int x) { return x; }
}";

#[test]
fn an_edited_callee_concerns_the_proofs_that_rest_on_it_by_every_technique() {
    for technique in ["auto", "forward", "loops", "backward"] {
        let options = format!("--technique {technique}");
        let place = Place::new();
        let compile = |callee: &str| place.compile(&[("Uses", USES), ("Callee", callee)]);
        compile(CALLEE);
        let cold = place.tries(&options, &["bounded", "counted", "own"]);
        let was = ["bounded", "counted"].map(|name| cold.verdict(name).to_owned());
        place.tries(&options, &[]);
        // What nothing calls.
        compile(&CALLEE.replace("return x; }", "return -x; }"));
        place.tries(&options, &[]);
        compile(&CALLEE.replace("x & 31", "x & 63"));
        let edited = place.tries(&options, &["bounded"]);
        assert_ne!(edited.verdict("bounded"), "proved", "{technique}");
        compile(&CALLEE.replace("x + 1", "x + 2"));
        let edited = place.tries(&options, &["bounded", "counted"]);
        assert_eq!(edited.verdict("bounded"), was[0], "{technique}");
        compile(CALLEE);
        assert_eq!(place.tries(&options, &["counted"]).verdict("counted"), was[1], "{technique}");
    }
}

#[test]
fn a_caller_that_comes_along_concerns_what_is_proved_of_private_methods() {
    let place = Place::new();
    let of = |more: &str| {
        let source = format!(
            "public class Own {{
                public static void first(int x) {{ if (x > 0) inner(x); }}
                private static void inner(int x) {{ assert x > 0; }}
                {more}
            }}"
        );
        place.compile(&[("Own", &source)]);
    };
    for technique in ["auto", "backward"] {
        let options = format!("--technique {technique}");
        of("");
        assert_eq!(place.proved(&options).verdict("inner"), "proved", "{technique}");
        place.tries(&options, &[]);
        of("public static void second(int x) { inner(x); }");
        assert_eq!(place.tries(&options, &["inner"]).verdict("inner"), "refuted", "{technique}");
    }
}

#[test]
fn another_class_of_the_hierarchy_concerns_who_calls_it() {
    let place = Place::new();
    let classes = [
        ("Shape", "public interface Shape { int area(); }"),
        ("Square", "public class Square implements Shape { public int area() { return 4; } }"),
        (
            "Use",
            "public class Use { static void size(Square s) { if (s != null) { int a = s.area(); assert a > 0; } } }",
        ),
    ];
    for technique in ["auto", "backward"] {
        let options = format!("--technique {technique}");
        place.compile(&classes);
        place.proved(&options);
        let flat = ("Flat", "public class Flat extends Square { public int area() { return 0; } }");
        place.compile(&[classes[0], classes[1], classes[2], flat]);
        assert_ne!(place.tries(&options, &["size"]).verdict("size"), "proved", "{technique}");
    }
}

#[test]
fn lines_that_move_are_told_anew() {
    let place = Place::new();
    place.compile(&[("Uses", USES), ("Callee", CALLEE)]);
    for options in ["", "--technique loops", "--technique backward"] {
        place.proved(options);
    }
    place.compile(&[("Uses", &USES.replacen('{', "{\n\n", 1)), ("Callee", &CALLEE.replacen('{', "{\n", 1))]);
    for options in ["", "--technique loops", "--technique backward"] {
        place.proved(options);
    }
}

#[test]
fn options_that_change_answers_are_told_apart() {
    let place = Place::new();
    place.compile(&[("Uses", USES), ("Callee", CALLEE)]);
    place.proved("");
    for options in ["--arith math", "--technique forward", "--no-replay", "--effort 2"] {
        let kept = place.prove(&format!("--timeout 0 --cache kept {options}")).cost("kept");
        assert_eq!(kept, 0, "{options}");
        place.tries(options, &[]);
    }
    // What is selected is none, nor what more is asked of other methods.
    place.tries("--property all", &[]);
    place.tries("--method Uses.own", &[]);
}

#[test]
fn what_the_clock_has_cut_is_tried_again() {
    let place = Place::new();
    copy(Path::new(env!("CASEWISE_PROVE_FIXTURES")), &place.path("classes"));
    let options = "--class prove.Loops --effort 4";
    let cut = place.output(&format!("--timeout 1 --jobs 1 --cache kept {options}"));
    let cut = Report(serde_json::from_slice(&cut.stdout).unwrap());
    let is_cut = |assertion: &&Value| assertion.to_string().contains("out of time");
    let cut: BTreeSet<&str> = cut.assertions().iter().filter(is_cut).map(method).collect();
    assert!(!cut.is_empty());
    let report = place.prove(&format!("--timeout 0 --jobs 2 --cache kept {options}"));
    let tried: BTreeSet<&str> = report.assertions().iter().filter(|it| is_tried(it)).map(method).collect();
    assert!(cut.is_subset(&tried), "{cut:?}, {tried:?}");
    assert!(!report.without_costs().contains("out of time"));
    assert_eq!(place.prove(&format!("--timeout 0 --cache kept {options}")).cost("tried"), 0);
}
