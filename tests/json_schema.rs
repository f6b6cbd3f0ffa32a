//! What `--format json` prints is what the schemas in `schemas/` say, of every command that prints any.

use casewise::report::json_schemas;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CASE_STUDIES: &str = env!("CASEWISE_FIXTURES");
const CHECKED: &str = env!("CASEWISE_CHECK_FIXTURES");
const PROVED: &str = env!("CASEWISE_PROVE_FIXTURES");
const INVARIANTS: &str = env!("CASEWISE_INVARIANTS_FIXTURES");

fn schema(name: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(format!("{name}.schema.json"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap()
}

/// The same schema, with no property allowed that it does not name: so far each is described.
fn closed(mut schema: Value) -> Value {
    fn close(value: &mut Value) {
        match value {
            Value::Object(members) => {
                if members.contains_key("properties") {
                    members.entry("unevaluatedProperties").or_insert(json!(false));
                }
                members.values_mut().for_each(close);
            }
            Value::Array(elements) => elements.iter_mut().for_each(close),
            _ => {}
        }
    }
    close(&mut schema);
    schema
}

fn validator(name: &str) -> Validator {
    jsonschema::draft202012::new(&closed(schema(name))).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Fails where a document is not what the schema of this name says.
#[track_caller]
pub fn conforms(name: &str, document: &Value) {
    let validator = validator(name);
    let errors = validator.iter_errors(document).take(5).map(|error| format!("{}: {error}", error.instance_path()));
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}");
}

/// The document that a command prints, which must be what the schema of this name says.
#[track_caller]
fn checked(name: &str, arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    let output = command.args(arguments).args(["--format", "json"]).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let document: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {said}"));
    conforms(name, &document);
    document
}

/// With `BLESS=1` in the environment the files are written.
#[test]
fn the_files_are_what_is_derived_from_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let schemas = json_schemas();
    let mut expected: Vec<String> = schemas.iter().map(|(name, _)| format!("{name}.schema.json")).collect();
    expected.sort();
    for (name, schema) in schemas {
        assert!(jsonschema::meta::is_valid(&schema), "{name}");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        let file = folder.join(format!("{name}.schema.json"));
        if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&file, &text).unwrap();
        }
        let known = fs::read_to_string(&file).unwrap_or_default();
        assert!(known == text, "{} is not what the types say; BLESS=1 writes it", file.display());
    }
    let mut found: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn what_a_schema_does_not_allow_is_refused() {
    let mut document = checked("summarize", &["summarize", CASE_STUDIES, "--method", "abs", "--no-cache"]);
    let validator = validator("summarize");
    assert!(validator.is_valid(&document));
    document["methods"][0]["cases"] = json!("two");
    assert!(!validator.is_valid(&document));
    document["methods"][0]["cases"] = json!(2);
    assert!(validator.is_valid(&document));
    document["methods"][0].as_object_mut().unwrap().remove("descriptor");
    assert!(!validator.is_valid(&document));
}

#[test]
fn check_prints_what_its_schema_says() {
    let document = checked(
        "check",
        &[
            "check",
            CHECKED,
            "--include",
            "check.A*",
            "--include",
            "check.B*",
            "--include",
            "check.D*",
            "--inputs",
            "any",
            "--explain",
            "--replay",
            "none",
            "--timeout",
            "60",
            "--no-cache",
        ],
    );
    // Each part of the schema is there in something.
    let methods = document["methods"].as_array().unwrap();
    for part in ["findings", "unreachedStates", "rejects", "declared", "reasons", "uncovered"] {
        assert!(methods.iter().any(|it| it[part].as_array().is_some_and(|it| !it.is_empty())), "no {part}");
    }
    assert!(!document["causes"].as_array().unwrap().is_empty());
}

#[test]
fn summaries_are_what_their_schemas_say() {
    checked("summarize", &["summarize", CASE_STUDIES, "--class", "casestudies.Foo", "--no-cache"]);
    checked("show", &["show", CASE_STUDIES, "--method", "Foo.m1", "--code", "--no-cache"]);
    checked("show", &["show", CASE_STUDIES, "--method", "R.gcd", "--no-cache"]);
}

#[test]
fn proofs_are_what_their_schema_says() {
    checked(
        "prove",
        &["prove", PROVED, "--class", "prove.Memory", "--replay", "none", "--timeout", "60", "--no-cache"],
    );
}

#[test]
fn suites_and_their_goals_are_what_their_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    let arguments = [
        "test",
        CHECKED,
        "--class",
        "check.Areas",
        "--no-run",
        "--augment",
        "boundary,mcdc",
        "--timeout",
        "60",
        "--no-cache",
        "--out",
        &out,
    ];
    checked("test", &arguments);
}

#[test]
fn what_is_reached_is_what_its_schema_says() {
    let entry = "--entry=casestudies.R.gcd";
    checked(
        "reach",
        &[
            "reach",
            CASE_STUDIES,
            "--target",
            "throw:java.lang.ArithmeticException",
            entry,
            "--no-replay",
            "--timeout",
            "20",
        ],
    );
}

#[test]
fn invariants_and_natives_are_what_their_schemas_say() {
    checked("invariants", &["invariants", INVARIANTS, "--timeout", "60"]);
    checked("natives", &["natives"]);
}

#[test]
fn the_options_in_force_are_what_their_schema_says() {
    checked("config", &["config"]);
}

#[test]
fn differences_are_what_their_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let build = |name: &str, body: &str| -> PathBuf {
        let (source, classes) = (folder.path().join(format!("{name}-source")), folder.path().join(name));
        fs::create_dir(&source).unwrap();
        let text =
            format!("public class A {{ public static int f(int x) {{ {body} }} public int g() {{ return f(3); }} }}");
        fs::write(source.join("A.java"), text).unwrap();
        let done = Command::new("javac").arg("-g").arg("-d").arg(&classes).arg(source.join("A.java")).status().unwrap();
        assert!(done.success());
        classes
    };
    let (old, new) = (build("old", "return x / 2;"), build("new", "return x > 7 ? 1 : x / 2;"));
    let document = checked("diff", &["diff", old.to_str().unwrap(), new.to_str().unwrap(), "--timeout", "60"]);
    assert!(!document["methods"].as_array().unwrap().is_empty());
}
