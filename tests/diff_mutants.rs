//! Mutants as the judge of `diff`: a program and its mutant are two builds. What is said to have changed, JVMs have shown; what is said
//! to be the same is tried in JVMs on random inputs.

use crate::equivalence_of_mutants::inputs;
use crate::support::place::copy;
use crate::support::random::Random;
use casewise::analysis::{DiffJob, diff};
use casewise::classfile::decode_class;
use casewise::mutation::{Mutant, mutants, parse_operators};
use casewise::replay::{JobResult, Jvm, JvmOptions};
use casewise::report::{DiffVerdict, Silent};
use casewise::session::Job;
use std::fs;
use std::path::{Path, PathBuf};

/// Random inputs that a claim of sameness is tried on.
const TRIALS: usize = 2_000;

fn programs() -> PathBuf {
    PathBuf::from(env!("CASEWISE_SUITE_FIXTURES"))
}

/// What was said of the mutants, in words.
#[derive(Default)]
struct Said {
    changed: usize,
    same: Vec<String>,
    unknown: Vec<String>,
    wrong: Vec<String>,
}

/// The classes of the nine programs, by name, with their bytes.
fn classes() -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(programs().join("suite")).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "class"));
    files.sort();
    let of = |file: &PathBuf| {
        let name = format!("suite/{}", file.file_stem().unwrap().to_str().unwrap());
        (name, fs::read(file).unwrap())
    };
    files.iter().map(of).collect()
}

/// Compares each program with one of so many of its mutants by PIT's `STRONGER`.
fn judged(one_in: usize) -> Said {
    let place = tempfile::tempdir().unwrap();
    copy(&programs(), &place.path().join("old"));
    let mut said = Said::default();
    let mut number = 0;
    for (class, bytes) in classes() {
        for mutant in mutants(&bytes, &parse_operators("stronger").unwrap()).unwrap() {
            number += 1;
            let Ok(patched) = mutant.apply(&bytes) else { continue };
            if number % one_in == 0 {
                judge(place.path(), (&class, &bytes, &patched), &mutant, &mut said);
            }
        }
    }
    println!("{} changed", said.changed);
    println!("{} same: {:#?}", said.same.len(), said.same);
    println!("{} unknown: {:#?}", said.unknown.len(), said.unknown);
    assert_eq!(said.wrong, [""; 0]);
    said
}

fn judge(place: &Path, (class, bytes, patched): (&str, &[u8], &[u8]), mutant: &Mutant, said: &mut Said) {
    let (old, new) = (place.join("old"), place.join("new"));
    copy(&old, &new);
    fs::write(new.join(format!("{class}.class")), patched).unwrap();
    let job = |path: &Path| Job { paths: vec![path.to_owned()], timeout: None, jobs: 2, ..Job::default() };
    let job = DiffJob {
        old: job(&old),
        new: job(&new),
        callers: false,
        replay: true,
        effort: 1,
        expected: None,
        tests: None,
    };
    let report = diff(&job, &Silent).unwrap();
    let (name, descriptor) = &mutant.method;
    let line = mutant.line.unwrap_or_default();
    let label = format!("{class}.{name}:{line} {} ({})", mutant.description, mutant.operator.name());
    let found = report.methods.iter().find(|method| method.method == **name && method.descriptor == **descriptor);
    match found.map(|method| method.verdict) {
        Some(DiffVerdict::Changed) => said.changed += 1,
        Some(DiffVerdict::Unknown) => {
            let reasons: Vec<&str> =
                found.iter().flat_map(|method| &method.reasons).map(|reason| &*reason.text).collect();
            said.unknown.push(format!("{label}: {}", reasons.join("; ")));
        }
        // Code without a difference does the same.
        Some(DiffVerdict::Same) | None => {
            said.wrong
                .extend(contradiction([&old, &new], (class, bytes), mutant).map(|input| format!("{label}: {input}")));
            said.same.push(label);
        }
    }
}

/// A call with which the mutant does not do what the method does.
fn contradiction(builds: [&Path; 2], (class, bytes): (&str, &[u8]), mutant: &Mutant) -> Option<String> {
    let file = decode_class(bytes).unwrap();
    let (name, descriptor) = &mutant.method;
    let method = file.methods.iter().find(|method| method.name == *name && method.descriptor == *descriptor)?;
    let constructor = file.methods.iter().find(|method| &*method.name == "<init>").map(|method| &*method.descriptor);
    let constructor = constructor.filter(|_| !method.flags.is_static() && &**name != "<init>");
    let mut random = Random(u64::from(mutant.line.unwrap_or_default()));
    let jobs: Vec<String> =
        (0..TRIALS).map(|_| inputs::made_job(&mut random, (class, constructor), name, descriptor)).collect();
    let run =
        |build: &Path| -> Vec<JobResult> { Jvm::start(&[build.to_owned()], JvmOptions::default()).unwrap().run(&jobs) };
    let [before, after] = builds.map(run);
    assert!(before.iter().any(|answer| matches!(answer, JobResult::Result(line) if line.starts_with("return"))));
    let mut differ = jobs.iter().zip(before.into_iter().zip(after)).filter(|(_, (before, after))| before != after);
    differ.next().map(|(job, answers)| format!("{job}: {answers:?}"))
}

#[test]
fn a_sample_of_mutants_is_told_from_the_programs_or_proved_to_do_the_same() {
    let said = judged(13);
    assert!(said.changed >= 15);
}

#[test]
#[ignore = "minutes"]
fn every_mutant_is_told_from_its_program_or_proved_to_do_the_same() {
    let said = judged(1);
    let all = said.changed + said.same.len() + said.unknown.len();
    assert!((all - said.unknown.len()) * 100 >= all * 97);
}
