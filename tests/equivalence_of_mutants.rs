//! Every mutant of the methods of a fixture, compared with the method: what is claimed of it is tried in a JVM, an equivalence
//! on thousands of random inputs.

#[path = "equivalence/inputs.rs"]
pub mod inputs;

use crate::support::random::Random;
use casewise::classfile::{Jdk, decode_class, load_class_path};
use casewise::equivalence::{BodyEquivalence, ComparisonBounds, Difference, Subject, patched_body};
use casewise::graph::CallGraph;
use casewise::input::ConcreteCase;
use casewise::mutation::{Mutant, mutants, parse_operators};
use casewise::program::{MethodId, Program};
use casewise::replay::{JobResult, Jvm, JvmOptions, Replay, compare as replayed, job_line, patched_job};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const CLASS: &str = "equivalence/Small";
/// Random inputs that a claim of equivalence is tried on.
const TRIALS: usize = 1_000;

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CASEWISE_EQUIVALENCE_FIXTURES"))
}

/// What was said of the mutants, in words.
#[derive(Default)]
struct Said {
    equivalent: Vec<String>,
    different: usize,
    unknown: Vec<String>,
    wrong: Vec<String>,
}

/// A method and its mutants, each with the file of the class that has it.
struct Mutated<'p> {
    program: &'p Program,
    method: MethodId,
    mutants: Vec<(Mutant, PathBuf)>,
}

impl Mutated<'_> {
    fn compare(&self, calls: &CallGraph, jvm: &mut Jvm, said: &mut Said) {
        let mut subject = Subject::explore(self.program, calls, self.method, ComparisonBounds::default());
        let jobs = self.jobs();
        let unchanged = jvm.run(&jobs);
        for (mutant, file) in &self.mutants {
            let class = decode_class(&std::fs::read(file).unwrap()).unwrap();
            let body = patched_body(self.program, self.method, &class).unwrap();
            let line = mutant.line.unwrap_or_default();
            let label = format!("{}:{line} {} ({})", mutant.method.0, mutant.description, mutant.operator.name());
            let started = Instant::now();
            let comparison = subject.compare(&body);
            if started.elapsed() > Duration::from_secs(3) {
                println!("{:?} for {label}", started.elapsed());
            }
            match comparison {
                BodyEquivalence::Equivalent => {
                    said.wrong
                        .extend(contradiction(jvm, file, &jobs, &unchanged).map(|input| format!("{label}: {input}")));
                    said.equivalent.push(label);
                }
                BodyEquivalence::Differs(difference) => {
                    said.wrong.extend(refuted(jvm, file, &difference).map(|input| format!("{label}: {input}")));
                    said.different += 1;
                }
                BodyEquivalence::Unknown(reason) => said.unknown.push(format!("{label}: {reason}")),
            }
        }
    }

    /// Random calls of the method.
    fn jobs(&self) -> Vec<String> {
        let info = self.program.method(self.method);
        let mut random = Random(info.name.len() as u64);
        let mut job = || inputs::job(&mut random, CLASS, &info.name, &info.descriptor, info.has_receiver());
        (0..TRIALS).map(|_| job()).collect()
    }
}

/// A call with which the mutant does not do what the method does.
fn contradiction(jvm: &mut Jvm, file: &Path, jobs: &[String], unchanged: &[JobResult]) -> Option<String> {
    let patched: Vec<String> = jobs.iter().map(|job| patched_job(job, CLASS, file)).collect();
    let mutated = jvm.run(&patched);
    let answers = unchanged.iter().zip(&mutated);
    let mut differ = jobs.iter().zip(answers).filter(|(_, (left, right))| left != right);
    differ.next().map(|(job, answers)| format!("{job}: {answers:?}"))
}

/// What a JVM says against a difference: each version does what is claimed of it.
fn refuted(jvm: &mut Jvm, file: &Path, difference: &Difference) -> Option<String> {
    let mutated = ConcreteCase { expected: difference.mutated.clone(), ..difference.case.clone() };
    let job = job_line(&difference.case);
    let answers: Vec<JobResult> = jvm.run(&[job.clone(), patched_job(&job, CLASS, file)]);
    let said = [replayed(&difference.case, &answers[0]), replayed(&mutated, &answers[1])];
    said.iter().any(|said| *said != Replay::Agrees).then(|| format!("{job}: {said:?}"))
}

/// The mutants of the fixture's methods, written to a folder.
fn all_mutants<'p>(program: &'p Program, folder: &Path) -> Vec<Mutated<'p>> {
    let bytes = std::fs::read(fixtures().join(format!("{CLASS}.class"))).unwrap();
    let mut of_methods: BTreeMap<MethodId, Vec<(Mutant, PathBuf)>> = BTreeMap::new();
    for (number, mutant) in mutants(&bytes, &parse_operators("all").unwrap()).unwrap().into_iter().enumerate() {
        let (name, descriptor) = &mutant.method;
        let Some(method) = program.method_by_name((CLASS, name, descriptor)).filter(|_| &**name != "<init>") else {
            continue;
        };
        let Ok(patched) = mutant.apply(&bytes) else { continue };
        let file = folder.join(format!("{number}.class"));
        std::fs::write(&file, patched).unwrap();
        of_methods.entry(method).or_default().push((mutant, file));
    }
    let of_methods = of_methods.into_iter();
    of_methods.map(|(method, mutants)| Mutated { program, method, mutants }).collect()
}

/// One mutant in six of each method. The whole is the test below.
#[test]
fn no_claim_about_a_mutant_of_a_sample_is_contradicted_by_a_jvm() {
    let said = judged(6);
    assert!(said.equivalent.len() >= 7);
    assert!(said.different >= 80);
}

#[test]
#[ignore = "minutes"]
fn no_claim_about_a_mutant_is_contradicted_by_a_jvm() {
    let said = judged(1);
    assert!(said.equivalent.len() >= 50);
    assert!(said.different >= 500);
}

/// Compares one mutant in so many of each method with the method. Nothing that is claimed is contradicted.
fn judged(one_in: usize) -> Said {
    let folder = tempfile::tempdir().unwrap();
    let loaded = load_class_path(&[fixtures()]);
    let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), Jdk::find());
    let calls = CallGraph::of(&program);
    let options = JvmOptions { fresh_classes: true, ..JvmOptions::default() };
    let mut jvm = Jvm::start(&[fixtures()], options).unwrap();
    let mut said = Said::default();
    let started = Instant::now();
    for mut mutated in all_mutants(&program, folder.path()) {
        mutated.mutants = mutated.mutants.into_iter().step_by(one_in).collect();
        mutated.compare(&calls, &mut jvm, &mut said);
    }
    println!("{} equivalent: {:#?}", said.equivalent.len(), said.equivalent);
    println!("{} unknown: {:#?}", said.unknown.len(), said.unknown);
    println!("{} different, {:?}", said.different, started.elapsed());
    assert_eq!(said.wrong, [""; 0]);
    said
}
