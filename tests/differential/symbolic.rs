//! Symbolic paths of generated methods, solved and replayed in a JVM.

use casewise::exec::Limits;
use casewise::explore::{Budget, Outcome, Work};
use casewise::graph::CallGraph;
use casewise::input::{ConcreteCase, concretise, initialised_classes};
use casewise::models::Models;
use casewise::program::{MethodId, Program};
use casewise::replay::{Jvm, JvmOptions, Replay, compare, job_line};
use casewise::summary::{AnalysisOptions, Calls, Composable, Level, Summary, SummarySource, analyse};
use casewise::term::Arithmetic;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Nothing is composed: callees run inline.
struct NoSummaries;

impl SummarySource for NoSummaries {
    fn summary(&self, _: MethodId, _: Level) -> Option<Arc<Summary>> {
        None
    }
}

fn options() -> AnalysisOptions {
    AnalysisOptions {
        arithmetic: Arithmetic::Java,
        limits: Limits { loop_bound: 3, depth: 200, array_length: 8, recursion: 20, path_steps: 20_000 },
        budget: Budget {
            cases: 12,
            ends: 30,
            work: Work { instructions: 60_000, solver_resources: 3_000_000, ..Work::UNLIMITED },
            ..Budget::until(None)
        },
        composable: Composable {
            ends: 0,
            work: Work { instructions: 0, states: 0, solver_resources: 0 },
            reference_arrays: false,
        },
        solver_resources: 200_000,
        inline: true,
        calls: Calls::Followed,
    }
}

/// What came of replaying.
#[derive(Default)]
pub struct Replayed {
    pub agree: u64,
    pub mismatches: Vec<String>,
    /// Reasons why a path has no input or was not run, counted.
    pub not_run: BTreeMap<String, u64>,
}

fn cases(program: &Program, calls: &CallGraph, method: MethodId, replayed: &mut Replayed) -> Vec<ConcreteCase> {
    let initialised = initialised_classes(program, calls, method);
    let mut made = Vec::new();
    analyse(program, calls, &Models, &NoSummaries, (method, 0), &options(), &mut |explorer, end| {
        let reason = match &end.outcome {
            Outcome::Stopped(reason) => reason.to_string(),
            outcome => {
                let state = (*end.path.state).clone();
                match concretise(&mut explorer.machine, method, state, outcome, &initialised) {
                    Ok(case) => return made.push(case),
                    Err(reason) => reason,
                }
            }
        };
        *replayed.not_run.entry(reason.to_string()).or_default() += 1;
    });
    made
}

/// Explores methods, and replays an input for every path that ended.
pub fn replay(folder: &Path, program: &Program, methods: &[MethodId]) -> Replayed {
    let calls = CallGraph::of(program);
    let mut jvm = Jvm::start(&[folder.join("classes")], JvmOptions::default()).unwrap();
    let mut replayed = Replayed::default();
    for method in methods {
        let cases = cases(program, &calls, *method, &mut replayed);
        let jobs: Vec<String> = cases.iter().map(job_line).collect();
        for ((case, job), answer) in cases.iter().zip(&jobs).zip(jvm.run(&jobs)) {
            match compare(case, &answer) {
                Replay::Agrees => replayed.agree += 1,
                Replay::NotRun(reason) => *replayed.not_run.entry(reason.to_string()).or_default() += 1,
                Replay::Differs { expected, actual } => replayed.mismatches.push(format!(
                    "{}: {job}\n  casewise {expected}\n  JVM      {actual}",
                    program.method_label(*method)
                )),
            }
        }
    }
    replayed
}
