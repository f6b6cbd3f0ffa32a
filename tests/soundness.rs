//! Programs on which `check` said that a method holds although it fails for some caller, and everyday use of the JDK: what is
//! wrong today is asserted as it is, with the reason, so that it never gets worse and no repair goes unseen.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// A method that fails, as the class `Demo` beside it shows: the case, the method, whether `holds` is said of it, and what is
/// missed where it is.
const FAILING: [(&str, &str, bool, &str); 10] = [
    ("catch_user_exception", "iBad", true, "a class of one's own behind a type of the JDK"),
    ("instanceof_object", "iBad", true, "a class of one's own behind a type of the JDK"),
    ("record_instanceof", "sealBad", true, "a class of one's own behind a type of the JDK"),
    ("throwable_cause", "causeBad", true, "objects of the JDK have only their simplest state"),
    ("factory_beside_ctor", "chkBad", true, "an object that a factory made with a private constructor"),
    ("instance_factory", "checkBad", true, "an object that an instance method made"),
    ("leaked_this", "instBad", true, "an object whose constructor threw after it was stored"),
    ("ctor_keeps_date", "chkBad", true, "an argument that is kept, and changed by the caller later"),
    ("ctor_keeps_sb", "chkBad", true, "an argument that is kept, and changed by the caller later"),
    ("notify_unowned", "nfyBad", true, "monitors"),
];
/// Methods that fail after other calls, as the class `Demo` beside each shows, which change static state: none holds.
const FAILING_AFTER_CALLS: [(&str, &str); 39] = [
    ("enum_field_self", "incBad"),
    ("enum_array_field", "firstBad"),
    ("enum_list_field", "emptyBad"),
    ("enum_nested_object", "valueBad"),
    ("enum_parameter_field", "closedBad"),
    ("enum_public_field", "retriesBad"),
    ("static_final_iterator", "nxtBad"),
    ("static_final_atomic", "zeroBad"),
    ("static_final_bit_set", "seeBad"),
    ("static_final_builder_param", "shortBad"),
    ("static_final_byte_buffer", "putBad"),
    ("static_final_list_iterator", "moveBad"),
    ("static_final_optional_array", "incBad"),
    ("static_final_scanner", "nextBad"),
    ("static_sb_written_by_other", "chkBad"),
    ("static_array_as_list", "firstBad"),
    ("static_callers_object", "rowBad"),
    ("static_handed_out", "firstBad"),
    ("static_handed_out", "divideBad"),
    ("static_kept_by_object", "sharedBad"),
    ("static_key_set", "keysBad"),
    ("static_passed_to_lambda", "textBad"),
    ("static_public_field", "divisorBad"),
    ("static_public_field", "nameBad"),
    ("static_public_field", "openBad"),
    ("static_public_field", "sharedBad"),
    ("static_sub_list", "partBad"),
    ("static_view", "viewBad"),
    ("static_also_an_input", "sameBad"),
    ("init_fails_second_call", "eBad"),
    ("init_counts_instances", "firstBad"),
    ("init_fails_for_others", "caughtBad"),
    ("init_fails_for_others", "touch"),
    ("init_fails_when_set", "ratioBad"),
    ("init_from_list", "registryBad"),
    ("init_reads_property", "quietBad"),
    ("init_reads_setting", "firstBad"),
    ("init_writes_other", "levelBad"),
    ("init_writes_other", "touchBad"),
];
/// Methods beside those, which never fail: all hold but for these, with what is not known of them.
const OPEN: [(&str, &str, &str); 2] = [
    ("static_final_scanner", "firstOk", "scanners of texts are not modelled, so that the class is not initialised"),
    ("static_sub_list", "sizeOk", "a list that another method clears, of which any size is right"),
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
fn nothing_holds_that_fails_after_other_calls_and_what_these_cannot_change_holds() {
    let verdicts = verdicts(env!("CASEWISE_SOUNDNESS_FIXTURES"));
    for (case, method) in FAILING_AFTER_CALLS {
        let verdict = &verdicts[&(format!("{case}.P"), method.to_owned())];
        assert_ne!(verdict, "holds", "{case}.P.{method}");
        let beside = verdicts.iter().filter(|((class, name), _)| *class == format!("{case}.P") && name.ends_with("Ok"));
        for ((_, name), verdict) in beside {
            let is_open = OPEN.iter().any(|row| (row.0, row.1) == (case, name.as_str()));
            assert_eq!(verdict == "holds", !is_open, "{case}.P.{name} is {verdict}");
        }
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
