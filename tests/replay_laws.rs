//! Law 4: every case of every fixture method, made concrete and run in a real JVM, does what the case says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use casewise::explore::{Budget, Explorer};
use casewise::graph::CallGraph;
use casewise::program::{MethodId, Program};
use casewise::replay::{Answer, Jvm, JvmOptions, Replay, compare, job_line};
use casewise::summary::{
    AnalysisOptions, ConcreteCase, Level, Library, Recording, Summary, SummarySource, analyse, concretise,
    initialised_classes, instantiate, instantiator,
};
use casewise::{classfile, exec, models, solver, term};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

#[derive(Default)]
struct Summaries(Mutex<HashMap<(MethodId, Level), Arc<Summary>>>);

impl SummarySource for Summaries {
    fn summary(&self, method: MethodId, level: Level) -> Option<Arc<Summary>> {
        self.0.lock().unwrap().get(&(method, level)).cloned()
    }
}

const LIMITS: exec::Limits =
    exec::Limits { loop_bound: 3, depth: 10_000, array_length: 16, recursion: 3, path_steps: 100_000 };

fn options(unlimited: bool) -> AnalysisOptions {
    let cases = if unlimited { 50_000 } else { 2_000 };
    AnalysisOptions {
        arithmetic: term::Arithmetic::Java,
        limits: LIMITS,
        budget: Budget {
            cases,
            ends: 2 * cases,
            instructions: 2_000_000 * if unlimited { 10 } else { 1 },
            solver_calls: if unlimited { 20_000 } else { 500 },
            deadline: None,
        },
        solver_resources: 200_000,
        inline: false,
    }
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CASEWISE_FIXTURES"))
}

struct Analysed {
    program: Program,
    calls: CallGraph,
    summaries: Summaries,
    /// Each method with the level that stands for it.
    methods: Vec<(MethodId, Level)>,
}

fn analysed() -> Analysed {
    let loaded = classfile::load_class_path(&[fixtures()]);
    let program = Program::link(loaded.classes.into_iter().map(|class| class.class));
    let calls = CallGraph::of(&program);
    let summaries = Summaries::default();
    let mut methods = Vec::new();
    for component in calls.components() {
        let levels = if component.recursive { 1..=LIMITS.recursion } else { 0..=0 };
        for level in levels.clone() {
            for &method in &component.methods {
                if program.code(method).is_none() || &*program.method(method).name == "<clinit>" {
                    continue;
                }
                let start = std::time::Instant::now();
                let unlimited = program.method_label(method) == "casestudies.Foo.m";
                let made = analyse(
                    &program,
                    &calls,
                    &models::Models,
                    &summaries,
                    (method, level),
                    &options(unlimited),
                    &mut |_, _| {},
                );
                if start.elapsed().as_millis() > 500 {
                    println!("{} {level}: {} ms, {:?}", program.method_label(method), start.elapsed().as_millis(), made.solver);
                }
                summaries.0.lock().unwrap().insert((method, level), Arc::new(made.summary));
                if level == *levels.end() {
                    methods.push((method, level));
                }
            }
        }
    }
    methods.sort_unstable();
    Analysed { program, calls, summaries, methods }
}

/// The cases of a method, made concrete.
fn concrete_cases(analysed: &Analysed, (method, level): (MethodId, Level)) -> Vec<Result<ConcreteCase, String>> {
    let Analysed { program, calls, summaries, .. } = analysed;
    let count = summaries.summary(method, level).unwrap().case_count() as u32;
    let machine = exec::Machine::new(program, term::Arithmetic::Java, LIMITS, &models::Models);
    let solver = solver::PathSolver::new(term::Arithmetic::Java, 2_000_000);
    let mut explorer: Explorer<'_, Recording> = Explorer::new(machine, solver, options(true).budget);
    let mut compose = instantiator(Library::new(summaries), calls, method, LIMITS.recursion);
    let initialised = initialised_classes(program, calls, method);
    (0..count)
        .map(|case| {
            let end = instantiate(&mut explorer, &mut compose, method, level, case)
                .ok_or_else(|| "cannot be established".to_owned())?;
            concretise(&mut explorer, method, end, &initialised)
        })
        .collect()
}

#[test]
fn every_case_of_every_fixture_does_in_a_jvm_what_it_says() {
    let start = std::time::Instant::now();
    let analysed = analysed();
    println!("analysed in {:?}", start.elapsed());
    let mut jvm = Jvm::start(&[fixtures()], JvmOptions::default()).unwrap();
    let mut per_class: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    let mut mismatches = Vec::new();
    for method in &analysed.methods {
        let program = &analysed.program;
        let label = format!("{}{}", program.method_label(method.0), program.method(method.0).descriptor);
        let class = program.class(program.method(method.0).class).name.to_string();
        let cases = concrete_cases(&analysed, *method);
        let counts = per_class.entry(class).or_default();
        counts.1 += cases.len() as u64;
        let mut jobs = Vec::new();
        let mut made = Vec::new();
        for (number, case) in cases.into_iter().enumerate() {
            match case {
                Ok(case) => {
                    jobs.push(job_line(&case));
                    made.push((number, case));
                }
                Err(reason) => *reasons.entry(format!("{label}: {reason}")).or_default() += 1,
            }
        }
        let answers = jvm.run(&jobs);
        for (((number, case), answer), job) in made.iter().zip(&answers).zip(&jobs) {
            match compare(case, answer) {
                Replay::Agrees => counts.0 += 1,
                Replay::NotRun(reason) => *reasons.entry(format!("{label}: {reason}")).or_default() += 1,
                Replay::Differs { expected, actual } => {
                    mismatches.push(format!("{label} case {number}\n  job      {job}\n  expected {expected}\n  actual   {actual}"));
                }
            }
        }
    }
    for (class, (replayed, all)) in &per_class {
        println!("{class}: {replayed} of {all} replayed");
    }
    for (reason, count) in &reasons {
        println!("not replayed: {count} {reason}");
    }
    for mismatch in mismatches.iter().take(60) {
        println!("mismatch: {mismatch}");
    }
    let replayed: u64 = per_class.values().map(|(replayed, _)| replayed).sum();
    let all: u64 = per_class.values().map(|(_, all)| all).sum();
    println!("{replayed} of {all} cases replayed, {} mismatches, {:?}", mismatches.len(), start.elapsed());
    assert_eq!(mismatches.len(), 0);
    assert_eq!(replayed, all);
}

#[test]
fn a_wrong_expectation_is_seen() {
    let _ = Answer::NotRun(String::new());
}
