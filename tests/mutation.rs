//! Every mutant of every operator is a class that decodes and that a JVM's verifier accepts.

use crate::classfile_support::{class_files, compile, java_home};
use casewise::classfile::decode_class;
use casewise::mutation::{Mutant, Operator, mutants, parse_operators};
use casewise::replay::{JobFailure, JobResult, Jvm, JvmOptions, limited_job, patched_job};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

fn all() -> BTreeSet<Operator> {
    parse_operators("all").unwrap()
}

/// What a JVM says of classes, each among the unchanged ones of a folder.
fn link(folder: &Path, classes: &[(String, Vec<u8>)]) -> Vec<String> {
    let helper = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutation/Linker.java");
    let mut process = Command::new(java_home().join("bin/java"))
        .args(["-Xverify:all", "-XX:TieredStopAtLevel=1", "-Xmx512m"])
        .arg(helper)
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    let mut output = process.stdout.take().unwrap();
    let mut text = String::new();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for (name, bytes) in classes {
                input.write_all(&u16::try_from(name.len()).unwrap().to_be_bytes()).unwrap();
                input.write_all(name.as_bytes()).unwrap();
                input.write_all(&u32::try_from(bytes.len()).unwrap().to_be_bytes()).unwrap();
                input.write_all(bytes).unwrap();
            }
        });
        output.read_to_string(&mut text).unwrap();
    });
    assert!(process.wait().unwrap().success());
    text.lines().map(str::to_owned).collect()
}

/// Links every `step`th mutant of the classes of a folder; says how many mutants each operator has in them.
fn check_folder(folder: &Path, step: usize) -> BTreeMap<Operator, usize> {
    let mut counts = BTreeMap::new();
    let mut labels = Vec::new();
    let mut classes = Vec::new();
    let mut number = 0;
    for file in class_files(folder) {
        let bytes = fs::read(&file).unwrap();
        for mutant in mutants(&bytes, &all()).unwrap() {
            *counts.entry(mutant.operator).or_insert(0) += 1;
            number += 1;
            if number % step == 0 {
                let changed = mutant.apply(&bytes).unwrap();
                let decoded = decode_class(&changed).unwrap_or_else(|error| panic!("{mutant:?}: {error}"));
                assert_eq!(decoded.name, mutant.class);
                classes.push((mutant.class.to_string(), changed));
                labels.push(mutant);
            }
        }
    }
    assert!(!classes.is_empty());
    let answers = link(folder, &classes);
    assert_eq!(answers.len(), classes.len());
    for (mutant, answer) in labels.iter().zip(answers) {
        assert!(answer == "linked" || answer.starts_with("missing "), "{mutant:?}: {answer}");
    }
    counts
}

/// One in five, to save time; the ignored test takes all of them.
#[test]
fn mutants_of_the_fixtures_verify_and_every_operator_has_some() {
    let mut counts = BTreeMap::new();
    for folder in [env!("CASEWISE_FIXTURES"), env!("CASEWISE_CHECK_FIXTURES")] {
        for (operator, count) in check_folder(Path::new(folder), 5) {
            *counts.entry(operator).or_insert(0) += count;
        }
    }
    for operator in Operator::ALL {
        assert!(counts.get(operator).is_some_and(|count| *count > 0), "{operator}: none in {counts:?}");
    }
}

/// With the fetched libraries unpacked into a folder: `LIBRARY_CLASSES=… cargo test --test all mutants_of_libraries -- --ignored`.
#[test]
#[ignore = "needs unpacked libraries"]
fn mutants_of_libraries_verify() {
    let folder = PathBuf::from(std::env::var_os("LIBRARY_CLASSES").expect("LIBRARY_CLASSES names a folder"));
    let step = std::env::var("STEP").map_or(1, |step| step.parse().unwrap());
    let counts = check_folder(&folder, step);
    println!("{counts:?}");
}

#[test]
fn the_linker_refuses_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    compile("class Sample { static int one(int a) { return a + 1; } }", folder.path());
    let mut bytes = fs::read(folder.path().join("Sample.class")).unwrap();
    assert_eq!(link(folder.path(), &[("Sample".into(), bytes.clone())]), ["linked"]);
    // iload_0, iconst_1, iadd, ireturn: the addition becomes one of longs.
    let at = bytes.windows(4).position(|window| window == [0x1a, 0x04, 0x60, 0xac]).unwrap();
    bytes[at + 2] = 0x61;
    let answers = link(folder.path(), &[("Sample".into(), bytes)]);
    assert!(answers[0].contains("VerifyError"), "{answers:?}");
}

/// The mutants of a method `m` of a class with this body.
fn mutants_of(members: &str, operators: &str) -> Vec<Mutant> {
    let folder = tempfile::tempdir().unwrap();
    compile(&format!("class Sample {{ {members} }}"), folder.path());
    let bytes = fs::read(folder.path().join("Sample.class")).unwrap();
    let found = mutants(&bytes, &parse_operators(operators).unwrap()).unwrap();
    found.into_iter().filter(|mutant| &*mutant.method.0 == "m").collect()
}

#[track_caller]
fn check_descriptions(members: &str, operators: &str, expected: &[&str]) {
    let found = mutants_of(members, operators);
    let descriptions: Vec<&str> = found.iter().map(|mutant| &*mutant.description).collect();
    assert_eq!(descriptions, expected);
}

#[test]
fn descriptions_are_in_terms_of_the_source() {
    let method = "static int m(int a, int b) { if (a < b) return a; return b; }";
    check_descriptions(method, "CONDITIONALS_BOUNDARY", &["replaced < by <="]);
    check_descriptions(method, "NEGATE_CONDITIONALS", &["replaced < by >="]);
    check_descriptions(
        method,
        "REMOVE_CONDITIONALS",
        &["replaced the condition < by true", "replaced the condition < by false"],
    );
    let either = "static boolean m(int a, int b) { if (a < b || b > 9) return a != 1; return false; }";
    check_descriptions(either, "CONDITIONALS_BOUNDARY", &["replaced < by <=", "replaced > by >="]);
    check_descriptions("static int m(int a, int b) { return a % b; }", "MATH", &["replaced % by *"]);
    check_descriptions("static int m(int a) { a++; return a; }", "INCREMENTS", &["replaced the increment 1 by -1"]);
}

#[test]
fn equal_changes_are_made_once() {
    let method = "static int m(int a, int b) { return a + b; }";
    check_descriptions(
        method,
        "MATH,AOR",
        &["replaced + by -", "replaced + by *", "replaced + by /", "replaced + by %"],
    );
    check_descriptions("static int m() { return 0; }", "PRIMITIVE_RETURNS", &[]);
    check_descriptions(
        "static boolean m(int a) { return a > 0; }",
        "FALSE_RETURNS,TRUE_RETURNS",
        &["replaced the returned value by false", "replaced the returned value by true"],
    );
}

#[test]
fn code_of_the_compiler_has_no_mutants() {
    check_descriptions("static void m(int a) { assert a > 0 && a < 9; }", "all", &[]);
    let on_strings = "static int m(String s) { switch (s) { case \"a\": return x(); default: return 2; } } static int x() { return 3; }";
    let found = mutants_of(on_strings, "NEGATE_CONDITIONALS,NON_VOID_METHOD_CALLS");
    assert_eq!(found.len(), 1, "{found:?}");
    check_descriptions(
        "static void m(Iterable<String> all) { for (String s : all) { System.out.println(s); } }",
        "default",
        &["removed the call to PrintStream.println"],
    );
    let enumeration = "enum E { A, B } static void m() { }";
    let folder = tempfile::tempdir().unwrap();
    compile(&format!("class Sample {{ {enumeration} record R(int a, String b) {{}} }}"), folder.path());
    for name in ["Sample$E", "Sample$R"] {
        let bytes = fs::read(folder.path().join(format!("{name}.class"))).unwrap();
        let found = mutants(&bytes, &all()).unwrap();
        let outside_constructor: Vec<_> = found.iter().filter(|mutant| &*mutant.method.0 != "<init>").collect();
        assert!(outside_constructor.is_empty(), "{outside_constructor:?}");
    }
}

#[test]
fn long_jumps_and_long_methods_are_refused_or_verify() {
    let statements = "if (a == 7) { a = a * 31 + b; } else { b ^= a; }\n".repeat(1500);
    let folder = tempfile::tempdir().unwrap();
    let source =
        format!("class Sample {{ static int m(int a, int b) {{ while (a > b) {{ {statements} }} return a; }} }}");
    compile(&source, folder.path());
    let bytes = fs::read(folder.path().join("Sample.class")).unwrap();
    let found = mutants(&bytes, &parse_operators("UOI,AOD").unwrap()).unwrap();
    let sample: Vec<&Mutant> = found.iter().step_by(found.len() / 40).collect();
    let changed: Vec<_> = sample.iter().filter_map(|mutant| mutant.apply(&bytes).ok()).collect();
    let classes: Vec<_> = changed.into_iter().map(|bytes| ("Sample".to_owned(), bytes)).collect();
    assert!(link(folder.path(), &classes).iter().all(|answer| answer == "linked"));
}

#[test]
fn a_job_runs_with_a_mutant_in_place_of_its_class() {
    let fixtures = PathBuf::from(env!("CASEWISE_FIXTURES"));
    let bytes = fs::read(fixtures.join("casestudies/R.class")).unwrap();
    let found = mutants(&bytes, &parse_operators("NEGATE_CONDITIONALS,REMOVE_CONDITIONALS").unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut jvm = Jvm::start(&[fixtures], JvmOptions { fresh_classes: true, ..JvmOptions::default() }).unwrap();
    let job = "call:casestudies/R.abs(I)I i:-7";
    let of_abs: Vec<_> = found.iter().filter(|mutant| &*mutant.method.0 == "abs").collect();
    assert_eq!(of_abs.len(), 3, "{of_abs:?}");
    let mut jobs = vec![job.to_owned()];
    for (number, mutant) in of_abs.iter().enumerate() {
        let file = folder.path().join(format!("a b:{number}.class"));
        fs::write(&file, mutant.apply(&bytes).unwrap()).unwrap();
        jobs.push(patched_job(job, "casestudies/R", &file));
        jobs.push(job.to_owned());
    }
    let results = jvm.run(&jobs);
    let expected = ["7", "-7", "7", "-7", "7", "7", "7"].map(|value| JobResult::Result(format!("return {value}")));
    assert_eq!(results, expected);
}

#[test]
fn a_job_may_have_less_time_than_others() {
    let folder = tempfile::tempdir().unwrap();
    compile("class Sample { static int m(int a) { while (a == a) { a ^= 1; } return a; } }", folder.path());
    let options = JvmOptions { fresh_classes: true, ..JvmOptions::default() };
    let mut jvm = Jvm::start(&[folder.path().to_owned()], options).unwrap();
    let job = limited_job("call:Sample.m(I)I i:1", Duration::from_millis(300));
    let answers = jvm.run(&[job, "hello".to_owned()]);
    assert_eq!(answers[0], JobResult::NotRun(JobFailure::RanTooLong(Duration::from_millis(300))));
    assert!(matches!(&answers[1], JobResult::Result(greeting) if greeting.starts_with("casewise-replay 5")));
    assert_eq!(jvm.starts(), 2);
}

/// How quick jobs with mutants are: `cargo test --test all jobs_per_second -- --ignored --nocapture`.
#[test]
#[ignore = "measures"]
fn jobs_per_second() {
    let fixtures = PathBuf::from(env!("CASEWISE_FIXTURES"));
    let bytes = fs::read(fixtures.join("casestudies/R.class")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let found = mutants(&bytes, &all()).unwrap();
    let of_abs: Vec<_> = found.iter().filter(|mutant| &*mutant.method.0 == "abs").collect();
    let jobs: Vec<String> = (0..5000)
        .map(|number| {
            let mutant = of_abs[number % of_abs.len()];
            let file = folder.path().join(format!("{number}.class"));
            fs::write(&file, mutant.apply(&bytes).unwrap()).unwrap();
            patched_job("call:casestudies/R.abs(I)I i:-7", "casestudies/R", &file)
        })
        .collect();
    let mut jvm = Jvm::start(&[fixtures], JvmOptions { fresh_classes: true, ..JvmOptions::default() }).unwrap();
    let started = std::time::Instant::now();
    let results = jvm.run(&jobs);
    assert!(results.iter().all(|answer| matches!(answer, JobResult::Result(_))));
    println!("{:.0} jobs per second", 5000.0 / started.elapsed().as_secs_f64());
}
