//! Mutants of methods that fail for some caller: one that is said to be equivalent lets the program that shows the failure end as before.

use casewise::classfile::{Jdk, load_class_path};
use casewise::equivalence::{BodyEquivalence, ComparisonBounds, Subject, patched_body};
use casewise::graph::CallGraph;
use casewise::mutation::{mutants, parse_operators};
use casewise::program::Program;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How the program of a case ends: whether it fails, and by what.
fn ended(class_path: &[&Path], case: &str) -> (bool, Option<String>) {
    let class_path = std::env::join_paths(class_path).unwrap();
    let mut java = Command::new("java");
    let output = java.args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"]).arg(class_path).arg(format!("{case}.Demo"));
    let output = output.output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).lines().next().map(str::to_owned))
}

/// The classes of the cases, `Demo` apart: the case and the class's name.
fn classes(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for case in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()) {
        let Ok(files) = std::fs::read_dir(root.join(&case)) else { continue };
        let files = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let names = files.filter_map(|file| file.strip_suffix(".class").map(str::to_owned));
        found.extend(names.filter(|name| !name.starts_with("Demo")).map(|name| (case.clone(), name)));
    }
    found.sort();
    found
}

/// Compares the methods with every so many of their mutants.
fn compare(step: usize) {
    let root = PathBuf::from(env!("CASEWISE_SOUNDNESS_FIXTURES"));
    let loaded = load_class_path(std::slice::from_ref(&root));
    let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), Jdk::find());
    let calls = CallGraph::of(&program);
    let folder = tempfile::tempdir().unwrap();
    let (mut compared, mut equivalent, mut wrong) = (0, 0, Vec::new());
    for (case, class) in classes(&root) {
        let name = format!("{case}/{class}");
        let bytes = std::fs::read(root.join(format!("{name}.class"))).unwrap();
        for mutant in mutants(&bytes, &parse_operators("all").unwrap()).unwrap().into_iter().step_by(step) {
            let (method, descriptor) = &mutant.method;
            let found = program.method_by_name((&name, method, descriptor)).filter(|_| method.ends_with("Bad"));
            let (Some(found), Ok(patched)) = (found, mutant.apply(&bytes)) else { continue };
            let decoded = casewise::classfile::decode_class(&patched).unwrap();
            let Ok(body) = patched_body(&program, found, &decoded) else { continue };
            compared += 1;
            let mut subject = Subject::explore(&program, &calls, found, ComparisonBounds::default());
            if !matches!(subject.compare(&body), BodyEquivalence::Equivalent) {
                continue;
            }
            equivalent += 1;
            let changed = folder.path().join(equivalent.to_string());
            std::fs::create_dir_all(changed.join(&case)).unwrap();
            std::fs::write(changed.join(format!("{name}.class")), patched).unwrap();
            if ended(&[&changed, &root], &case) != ended(&[&root], &case) {
                wrong.push(format!("{name}.{method}:{:?} {}", mutant.line, mutant.description));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(compared > 900 / step && equivalent > 30 / step, "{compared} compared, {equivalent} equivalent");
}

#[test]
fn a_mutant_of_a_sample_that_some_caller_tells_apart_is_not_equivalent() {
    compare(40);
}

#[test]
#[ignore = "minutes"]
fn a_mutant_that_some_caller_tells_apart_is_not_equivalent() {
    compare(1);
}
