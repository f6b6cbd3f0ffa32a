//! Programs on which `check` said that a method holds although it fails for some caller, and everyday use of the JDK: what is
//! wrong today is asserted as it is, with the reason, so that it never gets worse and no repair goes unseen.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// A method that fails, as the class `Demo` beside it shows: the case, the method, whether `holds` is said of it, and what is
/// missed where it is.
const FAILING: [(&str, &str, bool, &str); 18] = [
    ("catch_user_exception", "iBad", true, "a class of one's own behind a type of the JDK"),
    ("instanceof_object", "iBad", true, "a class of one's own behind a type of the JDK"),
    ("record_instanceof", "sealBad", true, "a class of one's own behind a type of the JDK"),
    ("throwable_cause", "causeBad", true, "objects of the JDK have only their simplest state"),
    ("factory_beside_ctor", "chkBad", true, "an object that a factory made with a private constructor"),
    ("instance_factory", "checkBad", true, "an object that an instance method made"),
    ("leaked_this", "instBad", true, "an object whose constructor threw after it was stored"),
    ("ctor_keeps_date", "chkBad", true, "an argument that is kept, and changed by the caller later"),
    ("ctor_keeps_sb", "chkBad", true, "an argument that is kept, and changed by the caller later"),
    ("enum_field_self", "incBad", true, "static state from calls before"),
    ("static_final_iterator", "nxtBad", true, "static state from calls before"),
    ("static_sb_written_by_other", "chkBad", true, "static state from calls before"),
    ("init_fails_second_call", "eBad", true, "static state from calls before"),
    ("notify_unowned", "nfyBad", true, "monitors"),
    ("overridden_from_ctor", "initBad", true, "an object that the superclass's constructor is still making"),
    ("callback_result", "chkBad", true, "what a caller's implementation gives, beside one of the class path"),
    ("callback_reentry", "chkBad", true, "a call back, beside an implementation of the class path"),
    ("listener_in_list", "chkBad", true, "elements of a type that no class of the class path has"),
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
