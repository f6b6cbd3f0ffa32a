//! What invariants of classes show: ordinary classes whose private state is never what their methods could not stand, and methods
//! beside them that fail for some caller, as a JVM shows.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

const FIXTURES: &str = env!("CASEWISE_INVARIANTS_FIXTURES");
/// Methods that hold for every caller and are not shown to, and why.
const OPEN: [(&str, &str); 1] = [(
    "inv.Pair.bothOk",
    "an object of an unknown class may be the one under test, and its fields are then not told apart",
)];
/// Methods that fail, and for which no sequence of calls is found: too many calls, calls on other objects, a callback.
const NOT_FOUND: [&str; 2] = ["inv.Buffer.getBad", "inv.Listener.depthBad"];

fn verdicts() -> BTreeMap<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args([
            "check",
            FIXTURES,
            "--exclude",
            "inv.Witnesses",
            "--format",
            "json",
            "--fail-on",
            "never",
            "--timeout",
            "0",
        ])
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |method: &Value, name: &str| method[name].as_str().unwrap().to_owned();
    let methods = report["methods"].as_array().unwrap().iter();
    methods.map(|it| (format!("{}.{}", text(it, "class"), text(it, "method")), text(it, "verdict"))).collect()
}

#[test]
fn what_private_state_never_is_needs_no_constructor_to_be_shown() {
    let verdicts = verdicts();
    let ok: Vec<_> = verdicts.iter().filter(|(name, _)| name.ends_with("Ok")).collect();
    assert!(ok.len() > 30, "{ok:?}");
    for (name, verdict) in ok {
        let is_open = OPEN.iter().any(|(open, _)| open == name);
        assert_eq!(*verdict, if is_open { "incomplete" } else { "holds" }, "{name}");
    }
}

#[test]
fn what_some_caller_brings_about_is_found_and_never_holds() {
    let verdicts = verdicts();
    let bad: Vec<_> = verdicts.iter().filter(|(name, _)| name.ends_with("Bad")).collect();
    assert!(bad.len() > 30, "{bad:?}");
    for (name, verdict) in bad {
        let is_open = NOT_FOUND.contains(&name.as_str());
        assert_eq!(*verdict, if is_open { "incomplete" } else { "fails" }, "{name}");
    }
}

#[test]
fn the_methods_that_fail_do_so_on_a_jvm() {
    let output = Command::new("java").args(["-ea", "-cp", FIXTURES, "inv.Witnesses"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && told.lines().count() > 30, "{told}");
    for line in told.lines() {
        assert!(line.ends_with(" fails"), "{line}");
    }
}
