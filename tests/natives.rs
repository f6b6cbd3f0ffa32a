//! `casewise natives` lists what the class files of the JDK have and what the tables of models say of it; the lists in docs/ agree.

use casewise::classfile::Jdk;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

fn natives(format: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise")).args(["natives", "--format", format]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn report() -> Value {
    serde_json::from_str(&natives("json")).unwrap()
}

/// The states by class, method and descriptor.
fn states(report: &Value) -> BTreeMap<(String, String), String> {
    let text = |native: &Value, name: &str| native[name].as_str().unwrap().to_owned();
    let natives = report["natives"].as_array().unwrap().iter();
    natives
        .map(|native| {
            let method = text(native, "method") + &text(native, "descriptor");
            ((text(native, "class"), method), text(native, "state"))
        })
        .collect()
}

#[test]
fn every_native_method_of_java_base_is_listed_once() {
    let report = report();
    let jdk = Jdk::find().expect("a JDK: JAVA_HOME, or java on the PATH");
    let classes = jdk.class_names("java.base");
    let natives = classes.iter().map(|name| {
        let class = jdk.class(name).unwrap().unwrap();
        class.methods.iter().filter(|method| method.flags.is_native()).count()
    });
    let listed = report["natives"].as_array().unwrap().len();
    assert_eq!(listed, natives.sum::<usize>());
    assert_eq!(states(&report).len(), listed);
    let total = |name: &str| report["totals"][name].as_u64().unwrap();
    assert_eq!(total("natives"), listed as u64);
    assert_eq!(total("exact") + total("bounded") + total("approximate") + total("stop"), listed as u64);
}

#[test]
fn the_states_are_those_of_the_tables() {
    let states = states(&report());
    for (class, method, state) in [
        ("java.lang.Object", "notifyAll()V", "exact"),
        // The bits of a NaN are not known.
        ("java.lang.Float", "floatToRawIntBits(F)I", "bounded"),
        ("java.lang.Float", "intBitsToFloat(I)F", "exact"),
        ("java.lang.invoke.VarHandle", "get([Ljava/lang/Object;)Ljava/lang/Object;", "bounded"),
        ("java.lang.invoke.MethodHandle", "linkToStatic([Ljava/lang/Object;)Ljava/lang/Object;", "stop"),
        ("java.util.zip.Deflater", "init(IIZ)J", "stop"),
    ] {
        assert_eq!(
            states.get(&(class.to_owned(), method.to_owned())).map(String::as_str),
            Some(state),
            "{class}.{method}"
        );
    }
}

#[test]
fn the_list_in_the_documentation_agrees() {
    let report = report();
    let version = report["jdk"].as_str().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/natives-{version}.md"));
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let states = states(&report);
    let mut class = "";
    let mut compared = 0;
    for line in text.lines() {
        let Some(native) = line.strip_prefix("  ") else {
            class = line;
            continue;
        };
        let (state, method) = native.split_once(' ').unwrap();
        // Another update of the JDK may have other methods.
        if let Some(now) = states.get(&(class.to_owned(), method.trim().to_owned())) {
            assert_eq!(now, state, "{class}.{method}: scripts/list-natives writes the list anew");
            compared += 1;
        }
    }
    assert!(compared * 10 > states.len() * 9, "{compared} of {}", states.len());
}

#[test]
fn what_is_no_module_is_refused() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_casewise")).args(["natives", "--module", "no.such"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no.such"));
}
