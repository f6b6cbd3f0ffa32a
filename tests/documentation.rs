//! README.md and the manual in docs/: short, with links that lead somewhere, and a page for each command with all its options.

use crate::support::links::{broken_links, links};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// README.md is read at one go.
const LONGEST_README: usize = 12_000;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README.md and the pages of the manual with their texts.
fn pages() -> BTreeMap<PathBuf, String> {
    let mut paths = vec![root().join("README.md")];
    let entries = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    paths.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    let with_text = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    paths.into_iter().map(with_text).collect()
}

fn help(command: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise")).args(command).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that a help text lists.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("\nCommands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.map(|line| line.split_whitespace().next().unwrap()).filter(|name| *name != "help").collect()
}

/// The long options that a help text describes.
fn options(help: &str) -> Vec<&str> {
    let declared = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = declared.flat_map(|line| line.split([' ', ',', '[', '=']));
    words.filter(|word| word.starts_with("--") && !matches!(*word, "--help" | "--version")).collect()
}

/// Whether the text names this option, and not only a longer one.
fn names(text: &str, option: &str) -> bool {
    let follows = |after: &str| after.starts_with(|next: char| next == '-' || next.is_ascii_alphanumeric());
    text.split(option).skip(1).any(|after| !follows(after))
}

#[test]
fn the_readme_is_short() {
    let size = fs::metadata(root().join("README.md")).unwrap().len();
    assert!(size <= LONGEST_README as u64, "README.md has {size} bytes");
}

#[test]
fn links_and_anchors_lead_somewhere() {
    let wrong: Vec<String> = pages().iter().flat_map(|(page, text)| broken_links(page, text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_manual_lists_all_its_pages() {
    let pages = pages();
    let index = &pages[&root().join("docs/README.md")];
    let listed = links(index);
    for page in pages.keys().filter(|page| page.parent() == Some(&root().join("docs"))) {
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name == "README.md" || listed.contains(&name), "docs/README.md does not list {name}");
    }
}

#[test]
fn each_command_has_a_page_that_names_its_options() {
    let pages = pages();
    let mut missing = Vec::new();
    let all = help(&[]);
    for command in commands(&all) {
        let page =
            &pages.get(&root().join(format!("docs/{command}.md"))).unwrap_or_else(|| panic!("no page {command}"));
        let mut texts = vec![help(&[command])];
        if texts[0].contains("\nCommands:\n") {
            let below: Vec<String> = commands(&texts[0]).iter().map(|name| help(&[command, name])).collect();
            texts.extend(below);
        }
        for option in texts.iter().flat_map(|text| options(text)).filter(|option| !names(page, option)) {
            missing.push(format!("docs/{command}.md: {option}"));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn outputs_that_differ_are_told_and_times_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.md");
    let block = |command: &str, printed: &str| {
        format!("<!-- output: {command} -->\n```text\n$ {command}\n{printed}\n```\n<!-- end -->\n")
    };
    let refresh = |options: &[&str]| {
        let mut script = Command::new(root().join("scripts/refresh-readme"));
        script.args(["--program", env!("CARGO_BIN_EXE_casewise")]).args(options).arg(&page).output().unwrap()
    };
    let stale = format!("{}{}", block("echo one", "two"), block("echo 'done in 1.5 s'", "done in 12 ms"));
    fs::write(&page, &stale).unwrap();
    let told = refresh(&["--check"]);
    assert_eq!(told.status.code(), Some(1));
    let errors = String::from_utf8(told.stderr).unwrap();
    assert!(errors.contains("echo one") && !errors.contains("done in"), "{errors}");
    assert_eq!(fs::read_to_string(&page).unwrap(), stale);
    assert_eq!(refresh(&[]).status.code(), Some(0));
    let fresh = format!("{}{}", block("echo one", "one"), block("echo 'done in 1.5 s'", "done in 1.5 s"));
    assert_eq!(fs::read_to_string(&page).unwrap(), fresh);
    assert_eq!(refresh(&["--check"]).status.code(), Some(0));
    fs::write(&page, stale.replace("echo one", "false")).unwrap();
    assert_eq!(refresh(&[]).status.code(), Some(1));
}
