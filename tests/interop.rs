//! What `check` says of classes that the compilers of other languages have written, in jars of Maven Central that
//! scripts/fetch-libraries fetches.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A jar that scripts/fetch-libraries has fetched into the target folder.
fn library(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let jar = target.join("libraries").join(name);
    assert!(jar.exists(), "{}: run scripts/fetch-libraries kotlin-stdlib scala-parser-combinators", jar.display());
    jar
}

/// What is said of some classes of a jar, with others on the class path. Nothing of it is a defect, and a JVM has confirmed each finding.
fn check(jar: &str, class_path: &[&str], options: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.arg("check").arg(library(jar));
    for needed in class_path {
        command.arg("--classpath").arg(library(needed));
    }
    let fixed = "--timeout 0 --jobs 2 --no-cache --format json --fail-on never";
    command.args(fixed.split_whitespace()).args(options.split_whitespace()).env_remove("RUST_BACKTRACE");
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["defects"].as_array().unwrap().len(), 0, "{:#}", report["defects"]);
    for method in report["methods"].as_array().unwrap() {
        for finding in method["findings"].as_array().unwrap() {
            assert_eq!(finding["confirmed"], true, "{method:#}");
        }
    }
    report
}

/// The methods of a report, as `name descriptor: verdict`.
fn verdicts(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let methods = report["methods"].as_array().unwrap();
    methods
        .iter()
        .map(|method| {
            format!("{} {}: {}", text(&method["method"]), text(&method["descriptor"]), text(&method["verdict"]))
        })
        .collect()
}

/// At least half of the methods are settled.
#[track_caller]
fn is_mostly_settled(report: &Value) {
    let all = verdicts(report);
    let open: Vec<&String> = all.iter().filter(|method| method.ends_with("incomplete")).collect();
    assert!(2 * open.len() <= all.len(), "{} of {}: {open:#?}", open.len(), all.len());
}

const KOTLIN: &str = "kotlin-stdlib-2.1.0.jar";
const SCALA: &str = "scala-parser-combinators_3-2.4.0.jar";
const OF_SCALA: [&str; 2] = ["scala3-library_3-3.3.4.jar", "scala-library-2.13.14.jar"];

#[test]
fn most_methods_of_classes_that_kotlin_compiled_are_settled() {
    let classes =
        ["collections.EmptyList", "collections.EmptyMap", "collections.IndexedValue", "Pair", "KotlinVersion"];
    let options: Vec<String> = classes.iter().map(|class| format!("--class kotlin.{class}")).collect();
    is_mostly_settled(&check(KOTLIN, &[], &options.join(" ")));
}

#[test]
fn a_parameter_that_kotlin_does_not_take_null_for_is_refused() {
    let compare = "--class kotlin.KotlinVersion --method compareTo";
    let report = check(KOTLIN, &[], compare);
    assert_eq!(verdicts(&report), ["compareTo (Lkotlin/KotlinVersion;)I: holds"]);
    let refused = &report["methods"][0]["rejects"][0];
    assert_eq!(refused["exception"], "java.lang.NullPointerException");
    assert!(refused["input"].as_str().unwrap().ends_with("other = null"), "{refused}");
    // The trace begins with the method: what has checked the parameter is not in it.
    let report = check(KOTLIN, &[], &format!("{compare} --strict"));
    let trace = &report["methods"][0]["findings"][0]["trace"];
    assert!(trace[0].as_str().unwrap().starts_with("kotlin.KotlinVersion.compareTo"), "{trace}");
}

#[test]
fn most_methods_of_classes_that_scala_compiled_are_settled() {
    let classes = ["input.CharSequenceReader", "combinator.token.StdTokens", "combinator.token.StdTokens$Identifier"];
    let options: Vec<String> = classes.iter().map(|class| format!("--class scala.util.parsing.{class}")).collect();
    is_mostly_settled(&check(SCALA, &OF_SCALA, &options.join(" ")));
}
