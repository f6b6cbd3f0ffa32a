//! `casewise.toml` and `casewise config`: what a project sets, what the command line sets instead, and where each value comes from.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const SHOP: &str = "package shop; public class Shop {
    public static int share(int total, int people) { return total / people; }
}";

/// A folder with a file of this text.
fn project(text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("casewise.toml"), text).unwrap();
    folder
}

/// The same with classes in which a method fails.
fn shop(text: &str) -> TempDir {
    let folder = project(text);
    let source = folder.path().join("Shop.java");
    fs::write(&source, SHOP).unwrap();
    let classes = folder.path().join("classes");
    assert!(jdk_tool("javac").args(["-g", "-d"]).arg(classes).arg(&source).status().unwrap().success());
    folder
}

fn run(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(folder).env_remove("RUST_BACKTRACE").args(arguments.split_whitespace()).output().unwrap()
}

fn code(folder: &Path, arguments: &str) -> Option<i32> {
    let output = run(folder, arguments);
    assert_ne!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    output.status.code()
}

/// An option as `config` tells it for one command: values, source, origin.
#[track_caller]
fn in_force(folder: &Path, command: &str, option: &str) -> (Vec<String>, String, String) {
    let output = run(folder, &format!("config --format json {command}"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let options = report["options"].as_array().unwrap();
    let found = options.iter().find(|it| it["option"] == option).unwrap_or_else(|| panic!("no {option} in {report:#}"));
    let values = found["values"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect();
    let text = |field: &str| found[field].as_str().unwrap_or("").to_owned();
    (values, text("source"), text("origin"))
}

fn told(values: &[&str], source: &str, origin: &str) -> (Vec<String>, String, String) {
    (values.iter().map(|value| (*value).to_owned()).collect(), source.to_owned(), origin.to_owned())
}

const FAILS: Option<i32> = Some(10);
const DONE: Option<i32> = Some(0);

#[test]
fn a_project_says_what_is_checked_and_the_command_line_goes_before_it() {
    let folder = shop("paths = ['classes']\nno-cache = true\n\n[check]\nno-replay = true\nfail-on = 'never'\n");
    assert_eq!(code(folder.path(), "check"), DONE);
    assert_eq!(code(folder.path(), "check --fail-on fails"), FAILS);
    assert!(!folder.path().join("summaries-cache").exists());
    // The table of another command says nothing here.
    fs::write(folder.path().join("casewise.toml"), "paths = ['classes']\n[prove]\nfail-on = 'never'\n").unwrap();
    assert_eq!(code(folder.path(), "check --no-cache --no-replay"), FAILS);
}

#[test]
fn paths_are_relative_to_the_file_wherever_casewise_runs() {
    let folder = shop("paths = ['classes']\nclasspath = ['a', 'b:c']\nno-cache = true\nno-replay = true\n");
    let inner = folder.path().join("one/two");
    fs::create_dir_all(&inner).unwrap();
    assert_eq!(code(&inner, "check"), FAILS);
    assert_eq!(in_force(&inner, "check", "paths"), told(&["../../classes"], "file", "../../casewise.toml:1"));
    let class_path = told(&["../../a", "../../b:../../c"], "file", "../../casewise.toml:2");
    assert_eq!(in_force(&inner, "check", "classpath"), class_path);
    // What is above the root of a repository is of another project.
    fs::create_dir(inner.join(".git")).unwrap();
    assert_eq!(run(&inner, "check").status.code(), Some(2));
    assert_eq!(in_force(&inner, "check", "nulls"), told(&["expected"], "default", ""));
}

#[test]
fn config_tells_where_each_value_comes_from() {
    let folder = project("timeout = 90\ninclude = ['p.*', 'q.**']\n\n[check]\ntimeout = 120\nassume = 'nonnull:*'\n");
    let check = |option: &str| in_force(folder.path(), "check --nulls all", option);
    assert_eq!(check("timeout"), told(&["120"], "file", "casewise.toml:5"));
    assert_eq!(check("include"), told(&["p.*", "q.**"], "file", "casewise.toml:2"));
    assert_eq!(check("assume"), told(&["nonnull:*"], "file", "casewise.toml:6"));
    assert_eq!(check("nulls"), told(&["all"], "command_line", ""));
    assert_eq!(check("strict"), told(&["false"], "default", ""));
    assert_eq!(in_force(folder.path(), "prove", "timeout"), told(&["90"], "file", "casewise.toml:1"));
    assert_eq!(in_force(folder.path(), "check --timeout 7", "timeout"), told(&["7"], "command_line", ""));
    let output = run(folder.path(), "config");
    assert_eq!(output.status.code(), DONE);
    let text = String::from_utf8(output.stdout).unwrap();
    let timeouts: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|words: &Vec<&str>| words[..].first() == Some(&"timeout"))
        .collect();
    assert_eq!(timeouts[0], ["timeout", "120", "casewise.toml:5", "check"]);
    assert_eq!(timeouts[1][..4], ["timeout", "90", "casewise.toml:1", "prove"]);
    assert!(text.starts_with("File: casewise.toml\n"), "{text}");
}

#[test]
fn the_environment_is_told_where_it_decides() {
    let folder = tempfile::tempdir().unwrap();
    let home =
        String::from_utf8(jdk_tool("java").args(["-XshowSettings:properties", "-version"]).output().unwrap().stderr)
            .unwrap();
    let home = home.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .current_dir(folder.path())
        .env("JAVA_HOME", home)
        .args(["config", "check"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("No casewise.toml here"), "{text}");
    let jdk = text.lines().find(|line| line.starts_with("jdk ")).unwrap();
    assert_eq!(jdk.split_whitespace().collect::<Vec<_>>(), ["jdk", home, "JAVA_HOME", "check"]);
    assert!(!String::from_utf8(run(folder.path(), "config check --no-jdk").stdout).unwrap().contains("\njdk "));
}

#[test]
fn the_example_of_the_manual_is_right() {
    let page = include_str!("../docs/config.md");
    let example = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = project(example);
    let nulls = in_force(folder.path(), "check", "nulls");
    assert_eq!((&nulls.0[..], nulls.1.as_str()), (&["annotated".to_owned()][..], "file"));
}

#[test]
fn the_cache_folder_is_one_for_all_commands() {
    let folder = project("cache = 'kept'\n");
    for command in ["stats", "verify", "clear"] {
        let output = run(folder.path(), &format!("cache {command}"));
        assert_eq!(output.status.code(), DONE, "{}", String::from_utf8_lossy(&output.stderr));
    }
    let stats = |arguments: &str| String::from_utf8(run(folder.path(), arguments).stdout).unwrap();
    assert!(stats("cache stats").starts_with("Folder        kept\n"));
    assert!(stats("cache stats --cache other").starts_with("Folder        other\n"));
}

#[test]
fn what_excludes_a_setting_on_the_command_line_goes_before_it() {
    let folder = project("no-cache = true\nstrict = true\n[check]\nentry = 'main'\n[prove]\ncache = 'kept'\n");
    let check = |arguments: &str, option: &str| in_force(folder.path(), &format!("check {arguments}"), option);
    assert_eq!(check("", "no-cache"), told(&["true"], "file", "casewise.toml:1"));
    assert_eq!(check("--cache c", "no-cache"), told(&["false"], "default", ""));
    assert_eq!(check("", "strict"), told(&["true"], "file", "casewise.toml:2"));
    assert_eq!(check("--strict=false", "strict"), told(&["false"], "command_line", ""));
    assert_eq!(check("--strict", "strict"), told(&["true"], "command_line", ""));
    let method = in_force(folder.path(), "check --method m", "method");
    assert_eq!(method, told(&["m"], "command_line", ""));
    // The table of a command goes before what is said for all.
    assert_eq!(in_force(folder.path(), "prove", "no-cache"), told(&["false"], "default", ""));
    assert_eq!(in_force(folder.path(), "prove", "cache"), told(&["kept"], "file", "casewise.toml:6"));
    let folder =
        project("fail-on = 'fails'\n[prove]\nfail-on = 'unknown'\n[test]\naugment = ['mcdc', 'error,overflow']\n");
    assert_eq!(in_force(folder.path(), "check", "fail-on"), told(&["fails"], "file", "casewise.toml:1"));
    assert_eq!(in_force(folder.path(), "prove", "fail-on"), told(&["unknown"], "file", "casewise.toml:3"));
    let criteria = in_force(folder.path(), "test", "augment");
    assert_eq!(criteria, told(&["mcdc", "error", "overflow"], "file", "casewise.toml:5"));
}

#[test]
fn what_is_wrong_has_one_line_with_its_place_and_the_nearest_name() {
    for (text, message) in [
        ("nuls = 'all'", "casewise.toml:1: there is no key `nuls`; did you mean `nulls`?"),
        ("\n[chek]\nstrict = true", "casewise.toml:2: there is no key `chek`; did you mean `check`?"),
        ("[check]\nfailon = 'never'", "casewise.toml:2: there is no key `failon`; did you mean `fail-on`?"),
        ("[prove]\nnulls = 'all'", "casewise.toml:2: there is no key `nulls`"),
        ("check = true", "casewise.toml:1: `check` is a command: its options are in a table, [check]"),
        ("[nulls]", "casewise.toml:1: `nulls` is an option, and no table"),
        (
            "[check]\nnulls = 'al'",
            "casewise.toml:2: `al` is no value of `nulls` (expected, annotated, all, never); did you mean `all`?",
        ),
        (
            "[check]\ntimeout = 'soon'",
            "casewise.toml:2: `soon` is no value of `timeout`: invalid digit found in string",
        ),
        ("[check]\nstrict = 'yes'", "casewise.toml:2: `strict` is true or false"),
        ("[check]\nnulls = ['all', 'never']", "casewise.toml:2: `nulls` has one value, and is no list"),
        ("[check]\nmethod = true", "casewise.toml:2: `method` is a text or a number"),
        (
            "fail-on = 'fails'",
            "casewise.toml:1: `fails` is no value of `fail-on` (refuted, unknown, never), for `casewise prove`",
        ),
        ("[check]\ncache = 'c'\nno-cache = true", "casewise.toml:3: `cache` and `no-cache` exclude each other"),
        (
            "[check]\noutput = '../report.json'",
            "casewise.toml:2: `output` is written, and must be below the folder of this file",
        ),
        ("trust-cache = true", "casewise.toml:1: `trust-cache` is for the command line alone"),
        ("replay = 'plain'", "casewise.toml:1: `replay` is for the command line alone"),
    ] {
        let folder = project(text);
        for arguments in ["check classes", "config", "cache stats", "nothing"] {
            let output = run(folder.path(), arguments);
            let errors = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), errors.as_str()), (Some(3), format!("casewise: {message}\n").as_str()));
            assert!(output.stdout.is_empty());
        }
    }
    let broken = project("paths = [\n'a'\n]]\n");
    let output = run(broken.path(), "check");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.lines().count()), (Some(3), 1), "{errors}");
    assert!(errors.starts_with("casewise: casewise.toml:3: "), "{errors}");
}

#[test]
fn help_and_completions_need_no_right_file() {
    let folder = project("nuls = 'all'");
    for arguments in ["--help", "check --help", "--version", "completions bash"] {
        let output = run(folder.path(), arguments);
        assert_eq!((output.status.code(), output.stderr.is_empty()), (DONE, true), "{arguments}");
    }
    let unknown = run(&tempfile::tempdir().unwrap().keep(), "config chek");
    assert_eq!(unknown.status.code(), Some(3));
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("did you mean `check`"));
}
