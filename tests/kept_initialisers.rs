//! What an initialiser leaves is kept for the next that asks, and no answer shows who has run it: it depends on what came before it.

use crate::support::jdk::{of_method, report_of_sources};
use serde_json::Value;

/// Which number `Heavy` gets depends on whether `Light` came before. Its initialiser is long enough to be kept.
const CLASSES: &str = "
class Numbers { private static int next; static int take() { return next++; } }
class Idle { static int twice(int n) { return n + n; } }
class Light { static final int MINE = Numbers.take(); }
class Heavy {
    static final int FIRST = Numbers.take();
    static final java.util.List<Integer> ALL = new java.util.ArrayList<>();
    static { for (int i = 0; i < 500; i++) ALL.add(i * i); }
}
";

/// All on one line, so that no line says in which order they stand.
const METHODS: [&str; 7] = [
    "static int heavyFirst() { int first = Heavy.FIRST; int mine = Light.MINE; assert first < mine; return first; }",
    "static int lightFirst() { int mine = Light.MINE; int first = Heavy.FIRST; assert first < mine; return first; }",
    "static int heavyAlone() { assert Heavy.FIRST == 0; return Heavy.ALL.size(); }",
    "static int another() { assert Heavy.FIRST == 1; return 1; }",
    "static int lightBefore(int n) { return n > 5 ? Light.MINE / (Heavy.FIRST - 1) : 0; }",
    "static int heavyBefore(int n) { return n > 5 ? Heavy.ALL.get(7) / Heavy.FIRST : Light.MINE; }",
    "static int idleBefore(int n) { return Idle.twice(n) > 5 ? Heavy.ALL.get(7) / Heavy.FIRST : Heavy.FIRST; }",
];

fn report(methods: &[&str], options: &[&str]) -> Value {
    let source = format!("{CLASSES}class Users {{ {} }}\n", methods.join(" "));
    report_of_sources(&[("Users.java", source)], options)
}

/// What is said of the methods of `Users`, but for times.
fn told(report: &Value) -> Vec<Value> {
    let of_users = report["methods"].as_array().unwrap().iter().filter(|method| method["class"] == "Users");
    let mut told: Vec<Value> = of_users.cloned().collect();
    for method in &mut told {
        method.as_object_mut().unwrap().remove("time_ms");
    }
    told.sort_by_key(|method| method["method"].as_str().unwrap().to_owned());
    told
}

#[test]
fn no_answer_shows_which_method_ran_an_initialiser_first() {
    let forward = report(&METHODS, &["--jobs", "1"]);
    assert_eq!(of_method(&forward, "heavyFirst")["verdict"], "incomplete");
    for (name, exception) in [
        ("lightFirst", "java.lang.AssertionError"),
        ("another", "java.lang.AssertionError"),
        ("lightBefore", "java.lang.ArithmeticException"),
        ("heavyBefore", "java.lang.ArithmeticException"),
        ("idleBefore", "java.lang.ArithmeticException"),
    ] {
        let method = of_method(&forward, name);
        assert_eq!(method["verdict"], "fails", "{name}");
        let thrown = method["findings"].as_array().unwrap().iter().map(|finding| finding["exception"].clone());
        assert_eq!(thrown.collect::<Vec<_>>(), [exception], "{name}");
    }
    let mut backward = METHODS;
    backward.reverse();
    let expected = told(&forward);
    for (methods, jobs) in [(&backward, "1"), (&METHODS, "2"), (&backward, "2")] {
        assert_eq!(told(&report(methods, &["--jobs", jobs])), expected, "{jobs}");
    }
}
