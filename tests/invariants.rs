//! What invariants of classes show: ordinary classes whose private state is never what their methods could not stand, and methods
//! beside them that fail for some caller, as a JVM shows.

use crate::support::jdk::{of_method, report_of_sources};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const FIXTURES: &str = env!("CASEWISE_INVARIANTS_FIXTURES");
/// Methods that hold for every caller and are not shown to, and why.
const OPEN: [(&str, &str); 2] = [
    ("inv.Restores.keptOk", "what was read before a call of unknown code is not known to have satisfied anything"),
    ("inv.StaticLazy.markerOk", "what was read before a call of unknown code is not known to have satisfied anything"),
];
/// Methods that fail, and for which no sequence of calls is found: too many calls, calls on other objects or of other classes, a callback,
/// what was given away and is changed, a class that is not initialised yet.
const NOT_FOUND: [&str; 21] = [
    "inv.EarlyParts$Other.stepsBad",
    "inv.StableParts$Hooked.lengthBad",
    "inv.StableParts$Leaked.lengthBad",
    "inv.StableParts$Registered.lengthBad",
    "inv.StaticLazy.bufferBad",
    "inv.StaticNumbers.freeBad",
    "inv.StaticRegistry.firstBad",
    "inv.Buffer.getBad",
    "inv.Listener.depthBad",
    "inv.StaticEarly.sizeBad",
    "inv.StaticNumbers.halfwayBad",
    "inv.StaticNumbers.divisorBad",
    "inv.StaticNumbers.weightBad",
    "inv.StaticNumbers.nestedBad",
    "inv.StaticNumbers.openBad",
    "inv.StaticNumbers.packagedBad",
    "inv.StaticNumbers.scaleBad",
    "inv.StaticOthers.lookBad",
    "inv.StaticOthers.orderBad",
    "inv.StaticRegistry.mainBad",
    "inv.StaticRegistry.ageBad",
];

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

/// What is known of the classes of the fixtures.
fn invariants() -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    let output = command.args(["invariants", FIXTURES, "--format", "json", "--timeout", "0"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Judges a report of invariants by drawn sequences of calls on a JVM.
fn judged(report: &Value) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("invariants.json");
    std::fs::write(&file, report.to_string()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/measure-invariants");
    let mut run = Command::new(script);
    run.args(["--paths", FIXTURES, "--lives", "250", "--invariants"]).arg(file);
    run.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn drawn_sequences_of_calls_violate_no_invariant() {
    let report = invariants();
    let classes = report["classes"].as_array().unwrap();
    let count = |known: &Value| known["invariants"].as_array().unwrap().len();
    let of_statics: usize = classes.iter().map(|class| count(&class["statics"])).sum();
    assert!(of_statics > 20, "{of_statics}");
    let known = of_statics + classes.iter().map(count).sum::<usize>();
    assert!(known > 130 && report["totals"]["invariants"] == known, "{known}");
    let output = judged(&report);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(&format!("{known} judged")) && said.contains("0 violated"), "{said}");
}

/// The judge sees what is wrong: of an object, of one that only others lead to, after a call that has thrown, and of static fields.
#[test]
fn an_invariant_that_does_not_hold_is_violated() {
    let mut report = invariants();
    let wrong = [("inv.Account", "balance", 1), ("inv.Semaphore", "taken", 2), ("inv.Tree$Node", "key", 2)];
    for (class, field, least) in wrong {
        let classes = report["classes"].as_array_mut().unwrap();
        let known = classes.iter_mut().find(|it| it["class"] == class).unwrap();
        let part =
            json!({"kind": "compare", "left": {"constant": least}, "comparison": "<=", "right": {"field": field}});
        known["invariants"].as_array_mut().unwrap().push(json!({"text": "it is wrong", "any_of": [part]}));
    }
    let of_numbers =
        report["classes"].as_array_mut().unwrap().iter_mut().find(|it| it["class"] == "inv.StaticNumbers").unwrap();
    let part = json!({"kind": "compare", "left": {"constant": 1}, "comparison": "<=", "right": {"field": "free"}});
    let wrong_of_statics = json!({"text": "it is wrong", "any_of": [part]});
    of_numbers["statics"]["invariants"].as_array_mut().unwrap().push(wrong_of_statics);
    let output = judged(&report);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("4 violated") && said.contains("inv.StaticNumbers: it is wrong"), "{said}");
    for (class, ..) in wrong {
        assert!(said.contains(&format!("{class}: it is wrong")), "{said}");
    }
}

#[test]
fn what_is_known_is_told_with_the_methods_that_keep_it_and_why_it_is_no_more() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.args(["invariants", FIXTURES, "--class", "inv.Account", "--class", "inv.Percent", "--timeout", "0"]);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let expected = "inv.Account\n  owner != null\n  0 <= balance\n  owner == null || owner.getClass() == java.lang.String.class\n  \
                    established and kept by: inv.Account.<init>(String,long), inv.Account.withdraw(long)\n";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn what_a_constructor_asks_of_a_copy_of_a_list_holds_of_it_afterwards() {
    let source = r#"
package p;

import java.util.List;

public class Page {
    private final List<String> lines;

    public Page(List<String> lines) {
        this.lines = List.copyOf(lines);
        if (this.lines.isEmpty()) throw new IllegalArgumentException();
    }

    public String first() { return lines.get(0); }
    public String last() { return lines.get(lines.size() - 1); }
    public String second() { return lines.get(1); }
}
"#;
    let report = report_of_sources(&[("p/Page.java", source)], &[]);
    for (name, verdict) in [("first", "holds"), ("last", "holds"), ("second", "fails")] {
        assert_eq!(of_method(&report, name)["verdict"], verdict, "{name}");
    }
}
