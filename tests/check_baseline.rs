//! `check --baseline`: what an earlier run has found is no news, a planted bug is.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

const SHOP: &str = "package shop; public class Shop {
    public static int share(int total, int people) { return total / people; }
    public static int perDay(int total, int days) { return total % days; }
    public static int last(int[] prices) { return prices[prices.length]; }
    public static int safe(int total, int people) { return people == 0 ? 0 : total / people; }
}";

/// A folder in which a source is compiled.
fn folder_with(source: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    compile(&folder, source);
    folder
}

fn compile(folder: &TempDir, source: &str) {
    let file = folder.path().join("Shop.java");
    fs::write(&file, source).unwrap();
    let classes = folder.path().join("classes");
    assert!(jdk_tool("javac").args(["-g", "-d"]).arg(classes).arg(&file).status().unwrap().success());
}

fn check(folder: &TempDir, options: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(folder.path()).args(["check", "classes", "--no-cache", "--no-replay"]);
    command.args(options.split_whitespace()).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The results of a run as SARIF: state and line.
fn states(folder: &TempDir, options: &str) -> Vec<(String, u64)> {
    let output = check(folder, &format!("--format sarif {options}"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = report["runs"][0]["results"].as_array().unwrap().iter();
    let told = results.map(|result| {
        let line = &result["locations"][0]["physicalLocation"]["region"]["startLine"];
        (result["baselineState"].as_str().unwrap_or("none").to_owned(), line.as_u64().unwrap())
    });
    let mut told: Vec<(String, u64)> = told.collect();
    told.sort();
    told
}

fn state(name: &str, line: u64) -> (String, u64) {
    (name.to_owned(), line)
}

#[test]
fn a_second_run_shows_nothing_and_a_planted_bug_alone_is_new() {
    let folder = folder_with(SHOP);
    assert_eq!(check(&folder, "").status.code(), Some(10));
    let written = check(&folder, "--baseline known.sarif --update-baseline");
    assert_eq!(written.status.code(), Some(0), "{}", String::from_utf8_lossy(&written.stderr));
    let again = check(&folder, "--baseline known.sarif");
    assert_eq!(again.status.code(), Some(0));
    let told = text(&again);
    assert!(!told.contains("input:"), "{told}");
    assert!(told.contains("not shown: 3 causes that the baseline has"), "{told}");
    assert_eq!(
        states(&folder, "--baseline known.sarif"),
        [state("unchanged", 2), state("unchanged", 3), state("unchanged", 4)]
    );
    // Lines move, a local gets another name, and the guard of one method is gone.
    let edited = SHOP
        .replace("package shop; ", "package shop;\n\n")
        .replace(
            "int perDay(int total, int days) { return total % days; }",
            "int perDay(int sum, int d) { return sum % d; }",
        )
        .replace("return people == 0 ? 0 : total / people", "return total / people");
    compile(&folder, &edited);
    let planted = check(&folder, "--baseline known.sarif");
    assert_eq!(planted.status.code(), Some(10));
    let told = text(&planted);
    assert_eq!(told.matches("input:").count(), 1, "{told}");
    assert!(told.contains("FAILS       shop.Shop.safe(int,int)\n"), "{told}");
    let expected = [state("new", 7), state("unchanged", 4), state("unchanged", 5), state("unchanged", 6)];
    assert_eq!(states(&folder, "--baseline known.sarif"), expected);
}

#[test]
fn what_is_mended_is_absent_and_comes_back_as_new() {
    let folder = folder_with(SHOP);
    check(&folder, "--baseline known.sarif --update-baseline");
    let mended = SHOP.replace("prices[prices.length]", "prices.length");
    compile(&folder, &mended);
    let expected = [state("absent", 4), state("unchanged", 2), state("unchanged", 3)];
    assert_eq!(states(&folder, "--baseline known.sarif"), expected);
    // A report with absent results is a baseline too, in which these are not.
    let report = check(&folder, "--baseline known.sarif --format sarif --output next.sarif");
    assert_eq!(report.status.code(), Some(0));
    compile(&folder, SHOP);
    let expected = [state("new", 4), state("unchanged", 2), state("unchanged", 3)];
    assert_eq!(states(&folder, "--baseline next.sarif"), expected);
}

#[test]
fn a_baseline_that_is_none_is_refused_in_one_line() {
    let folder = folder_with(SHOP);
    fs::write(folder.path().join("bad.sarif"), "{ \"version\": ").unwrap();
    for (options, words) in [("--baseline bad.sarif", "bad.sarif: no SARIF"), ("--baseline none.sarif", "none.sarif: ")]
    {
        let output = check(&folder, options);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), errors.lines().count()), (Some(3), 1), "{errors}");
        assert!(errors.contains(words), "{errors}");
    }
    assert_eq!(check(&folder, "--update-baseline").status.code(), Some(2));
}

const DEEP: &str = "package shop; public class Shop {
    public static int share(int total, int people) {
        return cut(total, people);
    }
    private static int cut(int total, int people) {
        return total / people;
    }
    public static void positive(int number) { assert number != 12; }
}";

#[test]
fn sarif_shows_places_in_the_project_and_the_way_to_them() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("src/main/java/shop/Shop.java");
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    fs::write(&source, DEEP).unwrap();
    let classes = folder.path().join("classes");
    assert!(jdk_tool("javac").args(["-g", "-d"]).arg(&classes).arg(&source).status().unwrap().success());
    let place = |location: &Value| {
        let physical = &location["physicalLocation"];
        let artifact = &physical["artifactLocation"];
        let base = artifact["uriBaseId"].as_str().unwrap_or("");
        format!("{base} {}:{}", artifact["uri"].as_str().unwrap(), physical["region"]["startLine"])
    };
    let run = |options: &str| -> Value {
        let output = check(&folder, &format!("--format sarif {options}"));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["runs"][0].clone()
    };
    assert_eq!(check(&folder, "--source-root nowhere").status.code(), Some(3));
    let found = run("--source-root classes --source-root src/main/java");
    let results = found["results"].as_array().unwrap();
    let divides = results.iter().find(|result| result["ruleId"] == "exception").unwrap();
    let file = "%SRCROOT% src/main/java/shop/Shop.java";
    assert_eq!(place(&divides["locations"][0]), format!("{file}:6"));
    let steps = divides["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let way: Vec<String> = steps.iter().map(|step| place(&step["location"])).collect();
    assert_eq!(way, [format!("{file}:3"), format!("{file}:6")]);
    assert!(found["originalUriBaseIds"]["%SRCROOT%"].is_object());
    let proved = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .current_dir(folder.path())
        .args(["prove", "classes", "--no-cache", "--no-replay", "--format", "sarif", "--source-root", "src/main/java"])
        .output();
    let proved: Value = serde_json::from_slice(&proved.unwrap().stdout).unwrap();
    assert_eq!(place(&proved["runs"][0]["results"][0]["locations"][0]), format!("{file}:8"));
    // Without the folder a place is as the class file names it.
    assert_eq!(place(&run("")["results"][0]["locations"][0]), " shop/Shop.java:8");
}
