//! What is taken for granted of objects of the JDK holds in a JVM, row by row, of objects that are made in many ways.

use casewise::invariant::{Fact, KNOWN};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The class of each object, and its fields as text.
fn objects() -> Vec<(String, BTreeMap<String, String>)> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/known-invariants/Objects.java");
    let opened = ["java.lang", "java.time", "java.math", "java.util"]
        .map(|package| format!("--add-opens=java.base/{package}=ALL-UNNAMED"));
    let output = Command::new("java").args(opened).arg(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = text.lines().map(|line| {
        let mut cells = line.split('\t');
        let class = cells.next().unwrap().to_owned();
        let fields = cells.map(|cell| cell.split_once('=').unwrap());
        (class, fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    });
    rows.collect()
}

#[test]
fn each_row_holds_of_objects_of_a_jvm() {
    let objects = objects();
    for (class, field, _, fact) in KNOWN {
        let of_class = objects.iter().filter(|(known, _)| known == class);
        let mut concerned = 0;
        for (_, fields) in of_class {
            let number = |name: &str| fields[name].parse::<i64>().unwrap();
            let length = |name: &str| fields[name].strip_prefix("array of ").unwrap().parse::<i64>().unwrap();
            match fact {
                Fact::Within(least, largest) => {
                    concerned += 1;
                    assert!((least..=largest).contains(&number(field)), "{class}.{field}: {fields:?}");
                }
                Fact::NotNull => {
                    concerned += 1;
                    assert_ne!(fields[field], "null", "{class}.{field}: {fields:?}");
                }
                Fact::AtMostLength((array, _)) => {
                    concerned += 1;
                    assert!(number(field) <= length(array), "{class}.{field}: {fields:?}");
                }
                Fact::BelowLength((array, _)) => {
                    concerned += 1;
                    assert!(number(field) < length(array), "{class}.{field}: {fields:?}");
                }
                Fact::Exactly(exactly) => {
                    concerned += 1;
                    assert_eq!(fields[field], format!("object of {exactly}"), "{class}.{field}: {fields:?}");
                }
                Fact::NotNullWhere((other, _), value) => {
                    if number(other) == value {
                        concerned += 1;
                        assert!(fields[field].starts_with("object of "), "{class}.{field}: {fields:?}");
                    }
                }
                Fact::NotNullUnless((other, _), value) => {
                    if number(other) != value {
                        concerned += 1;
                        assert!(fields[field].starts_with("object of "), "{class}.{field}: {fields:?}");
                    }
                }
            }
        }
        assert!(concerned > 100, "{class}.{field}: only {concerned} objects say anything");
    }
}
