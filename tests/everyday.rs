//! Everyday use of the JDK: a sample of what `scripts/measure-everyday` makes of its tables, with the values of JDK 17, as it is and with
//! every assertion negated.

use casewise::classfile::Jdk;
use serde_json::Value;
use std::process::Command;

/// How many methods of the sample hold at least, and how many fail where their assertions are negated.
const HOLDING: usize = 104;
const FAILING: usize = 105;

#[test]
fn the_values_of_the_jvm_hold_and_others_fail() {
    if Jdk::find().and_then(|jdk| jdk.specification()) != Some("17".into()) {
        // Texts of dates, for one, are others in other JDKs.
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["check", env!("CASEWISE_EVERYDAY_FIXTURES"), "--strict", "--format", "json", "--fail-on", "never"])
        .args(["--timeout", "0", "--no-cache"])
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let (mut holding, mut failing, mut open, mut wrong) = (0, 0, Vec::new(), Vec::new());
    for method in report["methods"].as_array().unwrap() {
        let (class, name) = (method["class"].as_str().unwrap(), method["method"].as_str().unwrap());
        if name.strip_prefix('m').is_none_or(|number| number.parse::<u32>().is_err()) {
            continue;
        }
        match (method["verdict"].as_str().unwrap(), class.ends_with("Negated")) {
            ("holds", false) => holding += 1,
            ("fails", true) => failing += 1,
            ("holds", true) | ("fails", false) => wrong.push(format!("{class}.{name}")),
            _ => open.push(format!("{class}.{name}: {}", method["reasons"])),
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(holding >= HOLDING, "{holding} hold, {HOLDING} did; open: {open:#?}");
    assert!(failing >= FAILING, "{failing} fail when negated, {FAILING} did; open: {open:#?}");
}
