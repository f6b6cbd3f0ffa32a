//! Programs on which `check` said that a method holds although it fails for some caller, and everyday use of the JDK: what is
//! wrong today is asserted as it is, with the reason, so that it never gets worse and no repair goes unseen.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// A method that fails, as the class `Demo` beside it shows: the case, the method, whether `holds` is said of it, and what is
/// missed where it is.
const FAILING: [(&str, &str, bool, &str); 14] = [
    ("catch_user_exception", "iBad", false, "a class of one's own behind a type of the JDK"),
    ("instanceof_object", "iBad", false, "a class of one's own behind a type of the JDK"),
    ("record_instanceof", "sealBad", false, "a class of one's own behind a type of the JDK"),
    ("throwable_cause", "causeBad", false, "objects of the JDK have only their simplest state"),
    ("factory_beside_ctor", "chkBad", false, "an object that a factory made with a private constructor"),
    ("instance_factory", "checkBad", false, "an object that an instance method made"),
    ("leaked_this", "instBad", false, "an object whose constructor threw after it was stored"),
    ("ctor_keeps_date", "chkBad", false, "an argument that is kept, and changed by the caller later"),
    ("ctor_keeps_sb", "chkBad", false, "an argument that is kept, and changed by the caller later"),
    ("enum_field_self", "incBad", true, "static state from calls before"),
    ("static_final_iterator", "nxtBad", true, "static state from calls before"),
    ("static_sb_written_by_other", "chkBad", true, "static state from calls before"),
    ("init_fails_second_call", "eBad", true, "static state from calls before"),
    ("notify_unowned", "nfyBad", false, "monitors"),
];
/// Of the methods of a class of everyday use, how many hold at least.
const HOLDING: [(&str, usize); 12] = [
    ("BigDecimals", 2),
    ("Characters", 5),
    ("HashMaps", 7),
    ("Immutables", 4),
    ("Integers", 4),
    ("Lists", 7),
    ("LocalDates", 1),
    ("Optionals", 5),
    ("Queues", 3),
    ("StreamsBasic", 6),
    ("StringBasics", 7),
    ("StringBuilders", 7),
];

/// Packages with methods whose names say what they do: one that ends in Bad fails for some caller, as the class `Demo` shows, one
/// that ends in Ok or Quiet does not.
const FAMILIES: [&str; 5] = ["user_types", "jdk_objects", "monitors", "swallowed", "exception_keys"];
/// Methods that never fail and are not shown to: suppressed exceptions of an input are not considered.
const NOT_SHOWN: [&str; 1] = ["jdk_objects.Causes.suppressedOk"];

/// The verdicts by class and method.
fn verdicts(classes: &str) -> BTreeMap<(String, String), String> {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["check", classes, "--strict", "--format", "json", "--fail-on", "never", "--timeout", "0"])
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
fn methods_that_fail_for_some_caller_hold_only_where_that_is_known_to_be_missed() {
    let verdicts = verdicts(env!("CASEWISE_SOUNDNESS_FIXTURES"));
    for (case, method, is_missed, what) in FAILING {
        let verdict = &verdicts[&(format!("{case}.P"), method.to_owned())];
        assert_eq!(verdict == "holds", is_missed, "{case}.P.{method} ({what}) is {verdict}");
    }
}

#[test]
fn an_exception_in_place_of_an_assertion_is_found() {
    let verdicts = verdicts(env!("CASEWISE_SOUNDNESS_FIXTURES"));
    assert_eq!(verdicts[&("swallowed_assertion.P".to_owned(), "replacedBad".to_owned())], "fails");
    // What swallows its own assertion does not fail.
    for method in ["returnsQ", "caughtQ"] {
        assert_eq!(verdicts[&("swallowed_assertion.P".to_owned(), method.to_owned())], "holds");
    }
}

#[test]
fn everyday_use_of_the_jdk_holds_as_often_as_before_and_never_fails() {
    let verdicts = verdicts(env!("CASEWISE_CONFORMANCE_FIXTURES"));
    let failing: Vec<_> = verdicts.iter().filter(|(_, verdict)| *verdict == "fails").collect();
    assert!(failing.is_empty(), "{failing:?}");
    for (class, least) in HOLDING {
        let name = format!("jdk.{class}");
        let holding = verdicts.iter().filter(|((of, _), verdict)| *of == name && *verdict == "holds").count();
        assert!(holding >= least, "{class}: {holding} hold, {least} did");
    }
}

#[test]
fn what_fails_for_an_input_of_another_class_or_without_a_monitor_never_holds() {
    let verdicts = verdicts(env!("CASEWISE_SOUNDNESS_FIXTURES"));
    let of_families = verdicts.iter().filter(|((class, _), _)| {
        FAMILIES.iter().any(|family| class.starts_with(&format!("{family}.")) && !class.ends_with("Demo"))
    });
    let (mut bad, mut ok) = (0, 0);
    for ((class, method), verdict) in of_families {
        let name = format!("{class}.{method}");
        if method.ends_with("Bad") {
            bad += 1;
            assert_ne!(verdict, "holds", "{name}");
        } else if method.ends_with("Ok") || method.ends_with("Quiet") {
            ok += 1;
            let expected = if NOT_SHOWN.contains(&name.as_str()) { "incomplete" } else { "holds" };
            assert_eq!(verdict, expected, "{name}");
        }
    }
    assert!(bad > 65 && ok > 25, "{bad} {ok}");
}

#[test]
fn the_methods_of_these_families_fail_on_a_jvm() {
    for family in FAMILIES {
        let classes = env!("CASEWISE_SOUNDNESS_FIXTURES");
        let output = Command::new("java").args(["-ea", "-cp", classes, &format!("{family}.Demo")]).output().unwrap();
        assert!(output.status.success(), "{family}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn an_assertion_is_settled_by_its_condition_whatever_becomes_of_the_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["prove", env!("CASEWISE_SOUNDNESS_FIXTURES"), "--format", "json", "--timeout", "0"])
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
