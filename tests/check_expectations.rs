//! The table of what `casewise check` is to say of the fixtures says what a JVM does: every failing input fails where the
//! table says, and no input of a pool makes a method fail that is not to be reported.

use std::path::Path;
use std::process::Command;

/// Runs the judge, one Java file, in the JVM of the path.
fn judge(classes: &str, table: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work = tempfile::tempdir().unwrap();
    let output = Command::new("java")
        .arg(root.join("tests/check_expectations/Expectations.java"))
        .args([Path::new(classes), &root.join(table), work.path()])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_expectations_are_what_a_jvm_does() {
    judge(env!("CASEWISE_CHECK_FIXTURES"), "java-fixtures/check/expected.tsv");
}

/// Compiled only where the JDK is new enough.
#[test]
fn the_expectations_of_pattern_switches_are_what_a_jvm_does() {
    let classes = env!("CASEWISE_CHECK_FIXTURES_21");
    if Path::new(classes).is_dir() {
        judge(classes, "java-fixtures/check21/expected.tsv");
    }
}
