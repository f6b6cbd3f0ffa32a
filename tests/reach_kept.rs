//! `casewise reach --cache`: execution trees from run to run.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The verdict, and how many runs it took.
fn reach(classes: &Path, question: (&str, &str), cache: Option<&Path>) -> (String, u64) {
    asked(classes, question, cache).unwrap_or_else(|errors| panic!("{question:?}: {errors}"))
}

/// The same, or the error of a question that cannot be asked.
fn asked(classes: &Path, (target, entry): (&str, &str), cache: Option<&Path>) -> Result<(String, u64), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.arg("reach").arg(classes).args([
        "--target",
        target,
        "--entry",
        entry,
        "--format",
        "json",
        "--timeout",
        "0",
    ]);
    if let Some(cache) = cache {
        command.arg("--cache").arg(cache);
    }
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if !errors.is_empty() {
        return Err(errors);
    }
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    Ok((report["verdict"].as_str().unwrap().to_owned(), report["executions"].as_u64().unwrap()))
}

fn fixtures() -> &'static Path {
    Path::new(env!("CASEWISE_REACH_FIXTURES"))
}

/// The entries of a cache folder.
fn entries(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for shard in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        found.extend(fs::read_dir(shard).unwrap().map(|entry| entry.unwrap().path()));
    }
    found
}

#[test]
fn a_second_question_takes_fewer_runs_than_from_scratch() {
    let cache = tempfile::tempdir().unwrap();
    let cache = cache.path();
    let (first, second) = (("assert", "Chain.main"), ("Chain.fifth:31", "Chain.main"));
    let (verdict, runs) = reach(fixtures(), first, Some(cache));
    assert_eq!(
        (verdict.as_str(), runs),
        ("reached", reach(fixtures(), first, None).1),
        "an empty cache changes nothing"
    );
    let (verdict, kept) = reach(fixtures(), first, Some(cache));
    assert_eq!(verdict, "reached");
    assert!(kept < runs, "the same question: {kept} runs after {runs}");
    let target = ("assert", "IncDec.main");
    let (_, scratch) = reach(fixtures(), target, None);
    // Another target in the same program: what is between both is explored once.
    assert_eq!(reach(fixtures(), ("IncDec.main:10", "IncDec.main"), Some(cache)).0, "reached");
    let (verdict, kept) = reach(fixtures(), target, Some(cache));
    assert_eq!(verdict, "reached");
    assert!(kept <= scratch, "{kept} runs, {scratch} from scratch");
    assert_eq!(reach(fixtures(), second, Some(cache)).0, "reached", "what was passed before is not forgotten");
}

/// Every line of these methods, asked with one cache for all and without.
#[test]
fn a_cache_changes_no_verdict() {
    let cache = tempfile::tempdir().unwrap();
    let mut verdicts = BTreeSet::new();
    for (class, method, lines) in
        [("Unreachable", "byCallee", 18..=22), ("Unreachable", "twoCalls", 31..=36), ("Chain", "main", 8..=11)]
    {
        for line in lines {
            let (target, entry) = (format!("{class}.{method}:{line}"), format!("{class}.{method}"));
            // Some lines have no code.
            let Ok((without, _)) = asked(fixtures(), (&target, &entry), None) else { continue };
            let (with, _) = reach(fixtures(), (&target, &entry), Some(cache.path()));
            assert_eq!(without, with, "{target}");
            verdicts.insert(with);
        }
    }
    assert_eq!(verdicts, BTreeSet::from(["reached".to_owned(), "unreachable".to_owned()]));
}

fn compile(folder: &Path, left: &str, right: &str) -> PathBuf {
    let (source, classes) = (folder.join("P.java"), folder.join("classes"));
    let text = format!(
        "public class P {{
            public static void main(int x, int y) {{ if (left(x) + right(y) == 12) {{ throw new RuntimeException(); }} }}
            static int left(int x) {{ {left} }}
            static int right(int y) {{ return below(y) > 3 ? 5 : 6; }}
            static int below(int y) {{ {right} }}
        }}"
    );
    fs::write(&source, text).unwrap();
    assert!(jdk_tool("javac").arg("-d").arg(&classes).arg(&source).status().unwrap().success());
    classes
}

#[test]
fn what_is_changed_is_explored_again_with_its_callers_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let question = ("throw:RuntimeException", "P.main");
    let (left, below) = ("return x > 7 ? 7 : x < 2 ? 2 : 3;", "return y > 9 ? 1 : y < 4 ? 2 : 4;");
    let classes = compile(folder.path(), left, below);
    assert_eq!(reach(&classes, question, Some(&cache)).0, "reached");
    let first = entries(&cache);
    assert_eq!(first.len(), 5, "the trees of four methods, and what is proven");
    compile(folder.path(), "return x > 8 ? 7 : x < 2 ? 2 : 3;", below);
    assert_eq!(reach(&classes, question, Some(&cache)).0, "reached");
    let second = entries(&cache);
    let new: Vec<_> = second.difference(&first).collect();
    assert_eq!(new.len(), 3, "`left`, `main`, and what is proven: {new:?}");
    compile(folder.path(), left, "return y > 9 ? 1 : y < 4 ? 0 : 4;");
    assert_eq!(reach(&classes, question, Some(&cache)).0, "reached");
    let third = entries(&cache);
    let new: Vec<_> = third.difference(&second).collect();
    assert_eq!(new.len(), 4, "`below`, `right`, `main`, and what is proven: {new:?}");
}

#[test]
fn damaged_trees_are_made_again() {
    let cache = tempfile::tempdir().unwrap();
    let question = ("assert", "Chain.main");
    let first = reach(fixtures(), question, Some(cache.path()));
    for entry in entries(cache.path()) {
        let mut bytes = fs::read(&entry).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        fs::write(&entry, bytes).unwrap();
    }
    assert_eq!(reach(fixtures(), question, Some(cache.path())), first);
    assert!(reach(fixtures(), question, Some(cache.path())).1 < first.1);
}
