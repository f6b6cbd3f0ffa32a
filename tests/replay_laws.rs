//! Law 4: every case of every fixture method, made concrete and run in a real JVM, does what the case says.

use casewise::explore::{Budget, Explorer, Work};
use casewise::graph::CallGraph;
use casewise::input::{ConcreteCase, ConcreteValue, ExpectedObject, ExpectedOutcome, concretise, initialised_classes};
use casewise::program::{MethodId, Program, is_desugared};
use casewise::replay::{JobFailure, JobResult, Jvm, JvmOptions, Replay, compare, job_line};
use casewise::summary::{
    AnalysisOptions, Calls, Composable, Level, Library, Recording, Summary, SummarySource, analyse, instantiate,
    instantiator,
};
use casewise::{classfile, exec, models, solver, term};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A call that does not end.
const ENDLESS: &str = "call:fixtures/EndlessLoop.endless(Z)I z:1";

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
            work: Work {
                instructions: 2_000_000 * if unlimited { 10 } else { 1 },
                solver_resources: 40_000_000,
                ..Work::UNLIMITED
            },
            ..Budget::until(None)
        },
        composable: Composable {
            ends: 2_000,
            work: Work { instructions: 200_000, solver_resources: 20_000_000, ..Work::UNLIMITED },
            reference_arrays: true,
        },
        solver_resources: 500_000,
        inline: false,
        calls: Calls::Followed,
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

/// Every method whose analysis `wanted` asks for, and what these call.
fn analysed(wanted: &dyn Fn(&Program, MethodId) -> bool) -> Analysed {
    analysed_with(None, wanted)
}

fn analysed_with(jdk: Option<classfile::Jdk>, wanted: &dyn Fn(&Program, MethodId) -> bool) -> Analysed {
    let loaded = classfile::load_class_path(&[fixtures()]);
    let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), jdk);
    let calls = CallGraph::of(&program);
    let summaries = Summaries::default();
    let mut needed: Vec<MethodId> =
        program.methods().map(|(method, _)| method).filter(|method| wanted(&program, *method)).collect();
    let mut next = 0;
    while let Some(method) = needed.get(next).copied() {
        needed.extend(
            calls.callees(method).iter().copied().filter(|callee| !needed.contains(callee)).collect::<Vec<_>>(),
        );
        next += 1;
    }
    needed.sort_unstable();
    let mut methods = Vec::new();
    for component in calls.components() {
        let levels = if component.recursive { 1..=LIMITS.recursion } else { 0..=0 };
        for level in levels.clone() {
            for &method in &component.methods {
                if needed.binary_search(&method).is_err()
                    || program.code(method).is_none()
                    || &*program.method(method).name == "<clinit>"
                {
                    continue;
                }
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
            let end =
                instantiate(&mut explorer, &mut compose, method, level, case).map_err(|reason| reason.to_string())?;
            concretise(&mut explorer.machine, method, *end.path.state, &end.outcome, &initialised)
        })
        .collect()
}

#[test]
fn every_case_of_every_fixture_does_in_a_jvm_what_it_says() {
    let analysed = analysed(&|_, _| true);
    let then = "fixtures.Lambdas$Operator.then(Lfixtures/Lambdas$Operator;)Lfixtures/Lambdas$Operator;";
    replay_all(&analysed, &[then]);
}

/// The fixtures of collections and streams run the JDK's own bytecode: each method has cases, and each case is replayed.
#[test]
fn every_case_that_runs_the_jdk_does_in_a_jvm_what_it_says() {
    let jdk = classfile::Jdk::find().unwrap();
    let analysed =
        analysed_with(Some(jdk), &|program, method| program.method_label(method).starts_with("fixtures.Jdk"));
    let mut incomplete = Vec::new();
    for (method, level) in &analysed.methods {
        let summary = analysed.summaries.summary(*method, *level).unwrap();
        let label = analysed.program.method_label(*method);
        let reasons = summary.caveats.iter().filter(|caveat| caveat.is_incomplete());
        incomplete.extend(reasons.map(|reason| format!("{label}: {reason}")));
    }
    assert!(incomplete.is_empty(), "{}", incomplete.join("\n"));
    replay_all(&analysed, &[]);
}

/// Why no input is made for the default method of an interface that only lambda expressions implement.
const UNMADE: &str = "no class on the class path has instances that are a fixtures.Lambdas$Operator";

/// Replays every case, all in one JVM, but for the one case of each of `lambdas_only`.
fn replay_all(analysed: &Analysed, lambdas_only: &[&str]) {
    let start = std::time::Instant::now();
    let program = &analysed.program;
    let mut jvm = Jvm::start(&[fixtures()], JvmOptions::default()).unwrap();
    let mut per_class: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let (mut not_replayed, mut unmade) = (Vec::new(), Vec::new());
    let mut mismatches = Vec::new();
    for method in &analysed.methods {
        let info = program.method(method.0);
        if is_desugared(program.class_name(info.class)) {
            // What stands for a call site is no class of the JVM's.
            continue;
        }
        let label = format!("{}{}", program.method_label(method.0), info.descriptor);
        let cases = concrete_cases(analysed, *method);
        if label.starts_with("casestudies.Foo.m(") {
            assert_eq!(cases.len(), 21_341);
        }
        let counts = per_class.entry(&program.class(info.class).name).or_default();
        counts.1 += cases.len() as u64;
        let mut made = Vec::new();
        for (number, case) in cases.into_iter().enumerate() {
            match case {
                Ok(case) => made.push((number, job_line(&case), case)),
                // Only lambda expressions are of that type, and they have no class that an input could be made of.
                Err(reason) if reason == UNMADE => unmade.push(label.clone()),
                Err(reason) => not_replayed.push(format!("{label}, case {number}: {reason}")),
            }
        }
        let jobs: Vec<String> = made.iter().map(|(_, job, _)| job.clone()).collect();
        for ((number, job, case), answer) in made.iter().zip(jvm.run(&jobs)) {
            match compare(case, &answer) {
                Replay::Agrees => counts.0 += 1,
                Replay::NotRun(reason) => not_replayed.push(format!("{label}, case {number}: {reason}\n  job {job}")),
                Replay::Differs { expected, actual } => mismatches.push(format!(
                    "{label}, case {number}\n  job      {job}\n  expected {expected}\n  actual   {actual}"
                )),
            }
        }
    }
    for (class, (replayed, all)) in &per_class {
        println!("{class}: {replayed} of {all} cases replayed");
    }
    let replayed: u64 = per_class.values().map(|(replayed, _)| replayed).sum();
    let all: u64 = per_class.values().map(|(_, all)| all).sum();
    println!("{replayed} of {all} cases replayed, {} mismatches, {:?}", mismatches.len(), start.elapsed());
    assert!(mismatches.is_empty(), "{} mismatches:\n{}", mismatches.len(), first(&mismatches));
    assert!(not_replayed.is_empty(), "{} not replayed:\n{}", not_replayed.len(), first(&not_replayed));
    assert_eq!(unmade, lambdas_only);
    assert_eq!(replayed + unmade.len() as u64, all);
    assert_eq!(jvm.starts(), 1, "all in one JVM");
}

/// The first of many lines.
fn first(all: &[String]) -> String {
    all[..all.len().min(40)].join("\n")
}

/// The cases of a casestudies or fixtures method, all of which are made concrete.
fn cases_of(label: &str) -> Vec<ConcreteCase> {
    let analysed = analysed(&|program, method| program.method_label(method) == label);
    let method = *analysed.methods.iter().find(|(method, _)| analysed.program.method_label(*method) == label).unwrap();
    concrete_cases(&analysed, method).into_iter().map(Result::unwrap).collect()
}

#[test]
fn a_wrong_expectation_is_seen() {
    let mut jvm = Jvm::start(&[fixtures()], JvmOptions::default()).unwrap();
    let mut replay = |case: &ConcreteCase| compare(case, &jvm.run(&[job_line(case)])[0]);
    for case in cases_of("casestudies.R.abs") {
        assert_eq!(replay(&case), Replay::Agrees);
        let mut wrong = case.clone();
        wrong.expected.outcome = ExpectedOutcome::Returned(Some(ConcreteValue::Int(77)));
        let expected = "return 77".to_owned();
        let Replay::Differs { expected: told, actual } = replay(&wrong) else { panic!("{wrong:?} agrees") };
        assert_eq!(told, expected);
        assert!(actual.starts_with("return ") && actual != expected, "{actual}");
    }
    let mut seen = 0;
    for case in cases_of("casestudies.R.simplify") {
        let mut wrong = case.clone();
        let Some(ExpectedObject::Instance(_, fields)) = wrong.expected.objects.first_mut() else { continue };
        fields[0].1 = ConcreteValue::Int(123_456);
        assert_eq!(replay(&case), Replay::Agrees);
        assert!(matches!(replay(&wrong), Replay::Differs { .. }));
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn what_cannot_be_run_says_why_and_those_after_it_are_run() {
    let options = JvmOptions { timeout: Duration::from_millis(500), ..JvmOptions::default() };
    let mut jvm = Jvm::start(&[fixtures()], options).unwrap();
    let abs = || "call:casestudies/R.abs(I)I i:-3".to_owned();
    let before = jvm.starts();
    let answers = jvm.run(&[abs(), "call:fixtures/Nowhere.m()V".into(), ENDLESS.into(), abs()]);
    assert_eq!(answers[0], JobResult::Result("return 3".into()));
    assert_eq!(answers[1], JobResult::NotRun(JobFailure::Refused("no such class: fixtures/Nowhere".into())));
    assert_eq!(answers[2], JobResult::NotRun(JobFailure::RanTooLong(Duration::from_millis(500))));
    assert_eq!(answers[3], JobResult::Result("return 3".into()));
    assert_eq!(jvm.starts(), before + 1);
}

/// What an earlier job has left may keep a class from being loaded: another process is asked, and believed from then on.
#[test]
fn a_class_that_cannot_be_loaded_is_tried_in_a_process_of_its_own_once() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("Broken.class"), b"no class file").unwrap();
    let mut jvm = Jvm::start(&[fixtures(), place.path().to_owned()], JvmOptions::default()).unwrap();
    let (abs, broken) = ("call:casestudies/R.abs(I)I i:-3".to_owned(), "call:Broken.m()V".to_owned());
    let before = jvm.starts();
    let answers = jvm.run(&[abs.clone(), broken.clone(), abs.clone(), broken, abs]);
    let is_unusable = JobResult::NotRun(JobFailure::Unusable("no usable class: Broken".into()));
    let done = JobResult::Result("return 3".into());
    assert_eq!(answers, [done.clone(), is_unusable.clone(), done.clone(), is_unusable, done]);
    assert_eq!(jvm.starts(), before + 2);
}
