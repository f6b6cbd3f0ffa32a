//! Programs with methods that fail for some caller, whatever brings that about, and methods that never fail; and everyday use of the
//! JDK.

use crate::support::jdk::compile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// Families whose class `Demo` shows all methods at once and ends well; beside others stands a `Demo` that fails.
const FAMILIES: [&str; 50] = [
    "asked_before_removal",
    "seen_early",
    "sizes",
    "beyond_ascii",
    "user_types",
    "jdk_objects",
    "monitors",
    "swallowed",
    "exception_keys",
    "static_compared",
    "initialised",
    "one_object",
    "given_out",
    "class_objects",
    "init_reads_objects",
    "super_and_virtual",
    "thread_locals",
    "properties_set",
    "enum_in_initialiser",
    "subclass_of_hidden",
    "sequence_of_ones_own",
    "scanner_over_anything",
    "amid_a_change",
    "open_fields",
    "lost_in_a_stream",
    "cause_cycles",
    "held_by_collections",
    "passed_collections",
    "narrower_arrays",
    "one_value",
    "jdk_caches",
    "jdk_statics",
    "own_tables",
    "immutable_holders",
    "elsewhere_arrays",
    "half_made",
    "held_locks",
    "parts_in_loops",
    "filled_arrays",
    "reflected_parts",
    "kept_by_equals",
    "collection_loops",
    "local_collections",
    "removed_members",
    "changed_values",
    "hidden_parts",
    "cloned",
    "inherited_names",
    "inherited_callbacks",
    "one_of_two_types",
];
/// Methods that never fail and are not shown to, with what is not known of them.
const OPEN: [(&str, &str); 14] = [
    ("changed_values.P$Switches.lengthOk", "what a table for enums gives a second time, where its values become null"),
    ("collection_loops.P$Counts.dropZerosOk", "the key that is taken out may be of a class of these programs"),
    ("collection_loops.P$Hidden.copyOk", "a list may be of a class of these programs, whose own code is copied from"),
    ("jdk_objects.Causes.suppressedOk", "suppressed exceptions of an input are not considered"),
    ("local_collections.P$Basket.beforeOk", "a list that holds something already is not followed through a loop"),
    (
        "local_collections.P$Basket.groupsOk",
        "a list that an iteration makes and puts into a table may be in any state after it",
    ),
    ("local_collections.P$Basket.largestGroupOk", "the same"),
    ("local_collections.P$Basket.namesOk", "what a set of the method's own holds is in a table that it has"),
    ("local_collections.P$Basket.nestedOk", "a list to which a loop within a loop adds"),
    ("local_collections.P$Basket.stackOk", "the ends of a ring of the method's own"),
    ("local_collections.P$Moved.loggedOk", "the iterator of a linked list goes from part to part"),
    ("removed_members.P$Club.leaveOk", "what is removed was counted"),
    ("sizes.P$Page.firstLineOk", "a list may be of a class of these programs, whose own code is copied from"),
    ("sizes.P$Page.lastLineOk", "a list may be of a class of these programs, whose own code is copied from"),
];
/// Of the methods of a class of everyday use, how many hold at least.
const HOLDING: [(&str, usize); 21] = [
    ("BigDecimals", 7),
    ("BuilderMethods", 16),
    ("Characters", 6),
    ("FloatTexts", 5),
    ("Formats", 4),
    ("HashMaps", 7),
    ("Immutables", 4),
    ("Integers", 5),
    ("JvmMessages", 24),
    ("Lists", 7),
    ("LocalDates", 1),
    ("NullMessages", 29),
    ("Optionals", 5),
    ("Queues", 3),
    ("StreamsBasic", 6),
    ("StringBasics", 7),
    ("StrictFunctions", 15),
    ("StringBuilders", 7),
    ("TextMethods", 29),
    ("Traces", 7),
    ("UnicodeCharacters", 14),
];

/// Verdicts by class and method.
type Verdicts = BTreeMap<(String, String), String>;

/// The verdicts on the programs with methods that fail for some caller.
fn verdicts_of_programs() -> &'static Verdicts {
    static ONCE: OnceLock<Verdicts> = OnceLock::new();
    ONCE.get_or_init(|| verdicts(env!("CASEWISE_SOUNDNESS_FIXTURES"), &[]))
}

fn verdicts(classes: &str, options: &[&str]) -> Verdicts {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["check", classes, "--strict", "--format", "json", "--fail-on", "never", "--timeout", "0"])
        .args(options)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |method: &Value, name: &str| method[name].as_str().unwrap().to_owned();
    let methods = report["methods"].as_array().unwrap().iter();
    methods.map(|method| ((text(method, "class"), text(method, "method")), text(method, "verdict"))).collect()
}

#[test]
fn nothing_holds_that_fails_for_some_caller_and_what_never_fails_holds() {
    let verdicts = verdicts_of_programs();
    let (mut bad, mut ok, mut wrong) = (0, 0, Vec::new());
    for ((class, method), verdict) in verdicts.iter().filter(|((class, _), _)| !class.ends_with("Demo")) {
        let name = format!("{class}.{method}");
        if method.ends_with("Bad") || name == "init_fails_for_others.P.touch" {
            bad += 1;
            if verdict == "holds" {
                wrong.push(format!("{name} {verdict}"));
            }
        } else if method.ends_with("Ok") || method.ends_with("Quiet") {
            ok += 1;
            let is_open = OPEN.iter().any(|(open, _)| *open == name);
            if (verdict == "holds") == is_open {
                wrong.push(format!("{name} {verdict}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(bad > 120 && ok > 60, "{bad} {ok}");
}

/// Joins, summaries of loops, contracts and what is known of collections change what is settled, and never how. The whole of it is in
/// `scripts/measure-inline`.
#[test]
fn what_is_settled_is_settled_alike_where_each_path_goes_on_by_itself() {
    let classes = ["--include", "changed_values.*", "--include", "collection_loops.*", "--include", "sizes.*"];
    let inline = verdicts(env!("CASEWISE_SOUNDNESS_FIXTURES"), &[&["--inline", "--no-replay"][..], &classes].concat());
    let known = verdicts_of_programs();
    let others: Vec<_> = inline.iter().filter(|(method, verdict)| *verdict != &known[*method]).collect();
    assert!(others.iter().all(|(_, verdict)| *verdict == "incomplete"), "{others:#?}");
    assert!(
        inline.len() > 80 && !others.is_empty() && others.len() < inline.len() / 2,
        "{} of {}",
        others.len(),
        inline.len()
    );
}

#[test]
fn an_exception_in_place_of_an_assertion_is_found() {
    let verdicts = verdicts_of_programs();
    assert_eq!(verdicts[&("swallowed_assertion.P".to_owned(), "replacedBad".to_owned())], "fails");
    // What swallows its own assertion does not fail.
    for method in ["returnsQ", "caughtQ"] {
        assert_eq!(verdicts[&("swallowed_assertion.P".to_owned(), method.to_owned())], "holds");
    }
}

/// Where no class that is there implements an interface of the JDK, others may.
#[test]
fn a_text_from_elsewhere_runs_code_when_it_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let package = Path::new("collection_loops");
    std::fs::create_dir(folder.path().join(package)).unwrap();
    for class in ["P.class", "P$Asked.class"].map(|class| package.join(class)) {
        std::fs::copy(Path::new(env!("CASEWISE_SOUNDNESS_FIXTURES")).join(&class), folder.path().join(&class)).unwrap();
    }
    let verdicts = verdicts(folder.path().to_str().unwrap(), &[]);
    for method in ["separatedBad", "valueBad", "eachBad"] {
        assert_ne!(verdicts[&("collection_loops.P$Asked".to_owned(), method.to_owned())], "holds", "{method}");
    }
}

#[test]
fn everyday_use_of_the_jdk_holds_as_often_as_before_and_never_fails() {
    let verdicts = verdicts(env!("CASEWISE_CONFORMANCE_FIXTURES"), &[]);
    let failing: Vec<_> = verdicts.iter().filter(|(_, verdict)| *verdict == "fails").collect();
    assert!(failing.is_empty(), "{failing:?}");
    for (class, least) in HOLDING {
        let name = format!("jdk.{class}");
        let holding = verdicts.iter().filter(|((of, _), verdict)| *of == name && *verdict == "holds").count();
        assert!(holding >= least, "{class}: {holding} hold, {least} did");
    }
}

#[test]
fn the_methods_that_fail_do_so_on_a_jvm() {
    let classes = Path::new(env!("CASEWISE_SOUNDNESS_FIXTURES"));
    let cases = std::fs::read_dir(classes).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for case in cases.filter(|case| classes.join(case).join("Demo.class").exists()) {
        let mut java = Command::new("java");
        let output = java.args(["-ea", "-cp"]).arg(classes).arg(format!("{case}.Demo")).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), FAMILIES.contains(&case.as_str()), "{case}: {told}");
        assert!(output.status.success() || told.starts_with("Exception in thread"), "{case}: {told}");
    }
}

#[test]
fn an_assertion_is_settled_by_its_condition_whatever_becomes_of_the_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["prove", env!("CASEWISE_SOUNDNESS_FIXTURES"), "--format", "json", "--timeout", "0", "--no-cache"])
        .args(["--include", "swallowed.*", "--include", "swallowed_assertion.*"])
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["defects"].as_array().is_none_or(|defects| defects.is_empty()), "{}", report["defects"]);
    let assertions = report["assertions"].as_array().unwrap();
    assert!(assertions.len() > 10, "{}", assertions.len());
    for assertion in assertions {
        let method = assertion["method"].as_str().unwrap();
        let expected = if method.ends_with("Ok") { "proved" } else { "refuted" };
        assert_eq!(assertion["verdict"], expected, "{}.{method}", assertion["class"]);
    }
}

/// What a command says in JSON, whatever its exit code.
fn report(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    let output = command.args(arguments).args(["--format", "json"]).env_remove("RUST_BACKTRACE").output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error} of {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    })
}

/// Not all of them are settled within the budgets; what is said then must be right too.
#[test]
fn no_assertion_is_proved_that_fails_for_some_caller_nor_refuted_that_never_does() {
    let report = report(&["prove", env!("CASEWISE_SOUNDNESS_FIXTURES"), "--timeout", "0", "--no-cache"]);
    let assertions = report["assertions"].as_array().unwrap();
    let says = |name_ends: &str, verdict: &str| {
        let is_one = |it: &&Value| it["method"].as_str().unwrap().ends_with(name_ends) && it["verdict"] == verdict;
        assertions.iter().filter(is_one).map(|it| format!("{}.{}", it["class"], it["method"])).collect::<Vec<_>>()
    };
    assert_eq!(says("Bad", "proved"), [""; 0]);
    assert_eq!(says("Ok", "refuted"), [""; 0]);
    assert!(says("Bad", "refuted").len() + says("Bad", "unknown").len() > 65);
    assert!(says("Bad", "refuted").len() > 60 && says("Ok", "proved").len() > 100);
}

/// What `reach` says of a failure of a method: where the demand-driven strategy has no answer, whole paths are searched.
fn verdict_on_failure((class, method): &(String, String)) -> (String, String) {
    let entry = format!("{class}.{method}");
    let fixtures = env!("CASEWISE_SOUNDNESS_FIXTURES");
    let mut arguments = vec!["reach", fixtures, "--class", class, "--entry", &entry, "--timeout", "20"];
    arguments.extend(["--target", "throw:java.lang.Throwable"]);
    let verdict = report(&arguments)["verdict"].as_str().unwrap().to_owned();
    (entry, verdict)
}

/// Asks `reach` for a failure of every so many of the methods that fail.
fn check_reach(step: usize) {
    let bad = verdicts_of_programs().keys().filter(|(_, method)| method.ends_with("Bad"));
    let bad: Vec<(String, String)> = bad.step_by(step).cloned().collect();
    let halves = bad.split_at(bad.len() / 2);
    let found: Vec<(String, String)> = std::thread::scope(|scope| {
        let other = scope.spawn(|| halves.1.iter().map(verdict_on_failure).collect::<Vec<_>>());
        let mut found: Vec<_> = halves.0.iter().map(verdict_on_failure).collect();
        found.extend(other.join().unwrap());
        found
    });
    let unreachable: Vec<_> = found.iter().filter(|(_, verdict)| verdict == "unreachable").collect();
    assert!(unreachable.is_empty(), "{unreachable:?}");
    assert!(bad.len() > 300 / step, "{}", bad.len());
    let reached = found.iter().filter(|(_, verdict)| verdict == "reached").count();
    assert!(reached > 120 / step, "{reached}");
}

#[test]
fn no_failure_of_a_sample_is_unreachable_that_some_caller_brings_about() {
    check_reach(36);
}

#[test]
#[ignore = "minutes"]
fn no_failure_is_unreachable_that_some_caller_brings_about() {
    check_reach(1);
}

/// An object of the JDK that nobody looks into does not stand for one of the user's classes whose state no calls lead to.
#[test]
fn a_state_that_no_calls_lead_to_is_no_input_beside_an_object_of_the_jdk() {
    let text = "public final class P {
        private int ticks;
        public void tick() { ticks += 2; }
        public void evenOk(Integer other) { if (other == null) return; assert ticks != 51; }
        public void listOk(java.util.ArrayList<String> other) { if (other == null) return; assert ticks != 51; }
    }";
    let folder = tempfile::tempdir().unwrap();
    compile(&[("P.java", text)], folder.path());
    let classes = folder.path().to_str().unwrap();
    let proved = report(&["prove", classes, "--no-cache"]);
    let checked = report(&["check", classes, "--inputs", "any", "--no-cache"]);
    let verdicts = |all: &Value| -> Vec<String> {
        all.as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap().to_owned()).collect()
    };
    let proved = verdicts(&proved["assertions"]);
    assert!(proved.len() == 2 && !proved.iter().any(|verdict| verdict == "refuted"), "{proved:?}");
    let checked = verdicts(&checked["methods"]);
    assert!(!checked.is_empty() && !checked.iter().any(|verdict| verdict == "fails"), "{checked:?}");
}
