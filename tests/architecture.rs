//! ARCHITECTURE.md is a short map of the folders as they are, and the pages beside the code name files and pages that are there.

use crate::folder_rules::HOUSE;
use crate::support::links::{anchors, broken_links};
use std::fs;
use std::path::{Path, PathBuf};

/// The most bytes of the map: what is longer is on the page of its folder.
const MOST_BYTES: usize = 10 << 10;

/// What looks like a path of the repository and is none: files of a JDK and of users, and what is made.
const ELSEWHERE: [&str; 6] =
    [".z3/", "casewise.toml", "lib/modules", "rt.jar", "target/java-fixtures", "target/java-fixtures/casestudies"];

/// Ends of names that are files.
const ENDS: [&str; 9] = [".rs", ".md", ".toml", ".java", ".py", ".sh", ".txt", ".tsv", ".xml"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A page without what stands between fences.
fn read(page: &Path) -> String {
    let text = fs::read_to_string(root().join(page)).unwrap();
    text.split("```").step_by(2).collect()
}

/// The map, and the pages that it leads to: those beside the code, and that of the tests.
fn pages() -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from("ARCHITECTURE.md"), PathBuf::from("tests/README.md")];
    let mut open = vec![PathBuf::from("src")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let name = folder.join(entry.unwrap().file_name());
            if root().join(&name).is_dir() {
                open.push(name);
            } else if name.ends_with("README.md") || name.ends_with("DEPENDENCIES.md") {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

/// What stands between backticks and looks like a file or folder.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|name| {
        let is_word = !name.contains([' ', '<', '(']) && !name.contains("::") && !name.starts_with('-');
        is_word && (name.contains('/') || ENDS.iter().any(|end| name.ends_with(end))) && !ELSEWHERE.contains(name)
    })
}

/// Whether a path is there; `*` stands for anything in the name of a file.
fn is_there(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match (name.split_once('*'), path.parent()) {
        (Some((before, after)), Some(folder)) => fs::read_dir(folder).is_ok_and(|entries| {
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.into_iter().any(|name| name.starts_with(before) && name.ends_with(after))
        }),
        _ => path.exists(),
    }
}

/// The paths that a page names and that are not there: neither beside it, nor below src/, nor in the repository.
fn missing_paths(page: &Path, text: &str) -> Vec<String> {
    let places = [page.parent().unwrap(), Path::new("src"), Path::new("")];
    let is_missing = |name: &&str| !places.iter().any(|place| is_there(&root().join(place).join(name)));
    named_paths(text).filter(is_missing).map(|name| format!("{}: {name} is not there", page.display())).collect()
}

#[test]
fn the_map_is_short_and_has_the_folders_in_their_order() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(map.len() <= MOST_BYTES, "ARCHITECTURE.md has {} bytes: move what is of one folder to its page", map.len());
    let lines = map.lines().filter(|line| HOUSE.iter().any(|folder| line.starts_with(&format!("- [`{folder}/`]"))));
    let listed: Vec<&str> = lines.map(|line| line.split_once("): ").map_or(line, |(link, _)| link)).collect();
    let expected: Vec<String> = HOUSE.iter().map(|folder| format!("- [`{folder}/`](src/{folder}/README.md")).collect();
    assert_eq!(listed, expected);
}

#[test]
fn pages_name_files_and_folders_that_are_there() {
    let pages = pages();
    assert!(pages.len() > HOUSE.len(), "{pages:?}");
    let wrong: Vec<String> = pages.iter().flat_map(|page| missing_paths(page, &read(page))).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn links_of_pages_lead_somewhere() {
    let of_page = |page: &PathBuf| broken_links(&root().join(page), &fs::read_to_string(root().join(page)).unwrap());
    let wrong: Vec<String> = pages().iter().flat_map(of_page).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn the_page_of_the_tests_has_them_all() {
    let page = read(Path::new("tests/README.md"));
    let all = fs::read_to_string(root().join("tests/all.rs")).unwrap();
    let named = |module: &&str| page.contains(&format!("`{module}.rs`")) || page.contains(&format!("`{module}/`"));
    let modules = all.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    assert_eq!(modules.filter(|module| !named(module)).collect::<Vec<&str>>(), Vec::<&str>::new());
}

#[test]
fn what_is_not_there_is_found() {
    let page = Path::new("src/exec/README.md");
    for (text, wrong) in [
        ("`step.rs`, `src/exec/step.rs`, `exec/`, `tests/check_*.rs`, `Cargo.toml`", 0),
        ("`a / b`, `crate::exec`, `--replay`, `lib/modules`, `Machine::step(a/b)`", 0),
        ("`stepping.rs`", 1),
        ("`exec/stepping/`, `tests/chick_*.rs`", 2),
    ] {
        assert_eq!(missing_paths(page, text).len(), wrong, "{text}");
    }
    for (text, wrong) in [
        ("[a](../heap/README.md), [b](step.rs), [c](https://example.org/none), [d](../../ARCHITECTURE.md#laws)", 0),
        ("[a](../heaps/README.md)", 1),
        ("[a](../../ARCHITECTURE.md#lows), [b](#nothing)", 2),
    ] {
        assert_eq!(broken_links(&root().join(page), text).len(), wrong, "{text}");
    }
    assert_eq!(anchors("# `run/`: why and when\n## The laws\ntext"), ["run-why-and-when", "the-laws"]);
}
