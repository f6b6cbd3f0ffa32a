//! Findings that are not to be told: by fingerprints in `casewise.toml`, and by `@SuppressWarnings("casewise")` in sources.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

const SHOP: &str = "package shop;
public class Shop {
    public static int share(int total, int people) { return total / people; }
    @SuppressWarnings(\"casewise\")
    public static int perDay(int total, int days) {
        return total % days;
    }
    public static int last(int[] prices) { return prices[prices.length]; }
    @SuppressWarnings({\"unused\", \"casewise\"})
    static class Stock {
        public static int half(int number) {
            Runnable bad = () -> System.out.println(1 / number);
            return 2 / number;
        }
    }
}
";

/// A project with its source in `src`, compiled to `classes`.
fn project() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("src/shop/Shop.java");
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    fs::write(&source, SHOP).unwrap();
    let classes = folder.path().join("classes");
    assert!(jdk_tool("javac").args(["-g", "-d"]).arg(classes).arg(&source).status().unwrap().success());
    folder
}

fn check(folder: &TempDir, options: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(folder.path()).args(["check", "classes", "--no-cache", "--no-replay"]);
    command.args(options.split_whitespace()).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(folder: &TempDir, options: &str) -> Value {
    serde_json::from_slice(&check(folder, &format!("--format json {options}")).stdout).unwrap()
}

/// The fingerprint of the cause at a line.
fn fingerprint(folder: &TempDir, line: u64) -> String {
    let report = json(folder, "");
    let causes = report["causes"].as_array().unwrap();
    let cause = causes.iter().find(|cause| cause["line"] == line).unwrap();
    cause["fingerprint"].as_str().unwrap().to_owned()
}

/// The lines of the results of SARIF, each with how it is suppressed and why.
fn suppressions(folder: &TempDir, options: &str) -> Vec<(u64, String)> {
    let report: Value = serde_json::from_slice(&check(folder, &format!("--format sarif {options}")).stdout).unwrap();
    let results = report["runs"][0]["results"].as_array().unwrap().iter();
    let told = results.map(|result| {
        let line = result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap();
        let how = &result["suppressions"][0];
        let [kind, why] = ["kind", "justification"].map(|field| how[field].as_str().unwrap_or(""));
        (line, format!("{kind} {why}").trim().to_owned())
    });
    let mut told: Vec<(u64, String)> = told.collect();
    told.sort();
    told
}

fn configure(folder: &TempDir, text: &str) {
    fs::write(folder.path().join("casewise.toml"), text).unwrap();
}

fn entry(fingerprint: &str, more: &str) -> String {
    format!("[[suppress]]\nfingerprint = '{fingerprint}'\nreason = 'people are never 0'\n{more}\n")
}

#[test]
fn a_fingerprint_with_a_reason_hides_one_finding() {
    let folder = project();
    let before = check(&folder, "--nulls never");
    assert_eq!(before.status.code(), Some(10));
    assert!(text(&before).contains("FAILS       shop.Shop.share(int,int)\n"), "{}", text(&before));
    configure(&folder, &entry(&fingerprint(&folder, 3), ""));
    let after = check(&folder, "");
    let told = text(&after);
    assert_eq!((after.status.code(), errors(&after)), (Some(10), String::new()));
    assert!(!told.contains("FAILS       shop.Shop.share(int,int)\n    "), "{told}");
    assert!(told.contains("not shown (--all lists all): 1 cause, suppressed\n"), "{told}");
    assert!(text(&check(&folder, "--all")).contains("suppressed: people are never 0 (casewise.toml:1)\n"));
    let hidden = (3, "external people are never 0".to_owned());
    assert!(suppressions(&folder, "").contains(&hidden), "{:?}", suppressions(&folder, ""));
    // When all that is shown is suppressed, nothing fails a build.
    let all = [3, 6, 8].map(|line| entry(&fingerprint(&folder, line), "")).concat();
    configure(&folder, &all);
    let quiet = check(&folder, "");
    assert_eq!(quiet.status.code(), Some(0), "{}", text(&quiet));
    let told: Vec<u64> =
        suppressions(&folder, "").into_iter().filter(|(_, how)| !how.is_empty()).map(|it| it.0).collect();
    assert_eq!(told, [3, 6, 8]);
}

#[test]
fn entries_that_end_or_are_about_nothing_say_so() {
    let folder = project();
    let known = fingerprint(&folder, 3);
    configure(&folder, &entry(&known, "until = 2020-02-29"));
    let over = check(&folder, "");
    assert_eq!(errors(&over), "casewise: casewise.toml:1: this entry counted until 2020-02-29\n");
    assert!(!text(&over).contains("suppressed"));
    configure(&folder, &entry(&known, "until = 9999-12-31"));
    let counts = check(&folder, "--all");
    assert!(errors(&counts).is_empty());
    assert!(text(&counts).contains("suppressed until 9999-12-31: people are never 0"), "{}", text(&counts));
    configure(&folder, &entry("0123", ""));
    let unused = check(&folder, "");
    assert_eq!(errors(&unused), "casewise: casewise.toml:1: this run finds nothing with the fingerprint 0123\n");
    // Where only a part is checked, that says nothing.
    assert!(errors(&check(&folder, "--method last")).is_empty());
}

#[test]
fn an_annotation_in_the_source_hides_what_is_in_it() {
    let folder = project();
    assert!(suppressions(&folder, "--all").iter().all(|(_, how)| how.is_empty()));
    let told = suppressions(&folder, "--all --source-root src");
    let hidden: Vec<u64> = told.iter().filter(|(_, how)| how == "inSource annotated so").map(|it| it.0).collect();
    let open: Vec<u64> = told.iter().filter(|(_, how)| how.is_empty()).map(|it| it.0).collect();
    assert!(hidden.contains(&6) && hidden.contains(&13), "{told:?}");
    assert!(open.contains(&3) && open.contains(&8), "{told:?}");
    assert!(!open.iter().any(|line| (4..=7).contains(line) || *line >= 9), "{told:?}");
    let shown = text(&check(&folder, "--all --source-root src"));
    assert!(shown.contains("suppressed: annotated so (src/shop/Shop.java:4)\n"), "{shown}");
    // A source that is not Java hides nothing, and that is told.
    fs::write(folder.path().join("src/shop/Shop.java"), "class { \"casewise\"").unwrap();
    let broken = check(&folder, "--source-root src");
    assert!(errors(&broken).starts_with("casewise: src/shop/Shop.java: not understood as Java"), "{}", errors(&broken));
    assert!(!text(&broken).contains("suppressed"));
}

#[test]
fn what_is_suppressed_is_in_no_baseline() {
    let folder = project();
    let known = fingerprint(&folder, 3);
    configure(&folder, &entry(&known, ""));
    assert_eq!(check(&folder, "--baseline known.sarif --update-baseline").status.code(), Some(0));
    assert_eq!(check(&folder, "--baseline known.sarif").status.code(), Some(0));
    // Once nobody suppresses it any more, it is told.
    configure(&folder, "");
    let told = check(&folder, "--baseline known.sarif");
    assert_eq!(told.status.code(), Some(10));
    assert_eq!(text(&told).matches("input:").count(), 1, "{}", text(&told));
}
