//! Law 1: composing summaries finds the paths that executing callees inline finds: the same conditions, outcomes and final
//! heaps, for every method of every fixture.

#[path = "composition_equals_inlining/canonical.rs"]
mod canonical;
#[path = "composition_equals_inlining/compare.rs"]
mod compare;

use canonical::{Case, Shared, canonical};
use casewise::classfile::{Jdk, load_class_path};
use casewise::exec::{Caveat, Limits};
use casewise::explore::{Budget, Work};
use casewise::graph::CallGraph;
use casewise::models::Models;
use casewise::program::{MethodId, Program};
use casewise::summary::{Analysis, AnalysisOptions, Calls, Composable, Summary, SummarySource, analyse};
use casewise::term::Arithmetic;
use compare::{Totals, differences};
use std::collections::HashMap;
use std::sync::{Arc, RwLock};

/// The summaries made so far.
#[derive(Default)]
struct Summaries(RwLock<HashMap<(MethodId, u32), Arc<Summary>>>);

impl SummarySource for Summaries {
    fn summary(&self, method: MethodId, level: u32) -> Option<Arc<Summary>> {
        self.0.read().unwrap().get(&(method, level)).cloned()
    }
}

const LIMITS: Limits = Limits { loop_bound: 2, depth: 10_000, array_length: 8, recursion: 3, path_steps: 100_000 };

fn options(inline: bool, cases: u64) -> AnalysisOptions {
    AnalysisOptions {
        arithmetic: Arithmetic::Java,
        limits: LIMITS,
        budget: Budget {
            cases,
            ends: 2 * cases,
            work: Work { instructions: 3_000_000, solver_resources: 100_000_000, ..Work::UNLIMITED },
            ..Budget::until(None)
        },
        composable: Composable { ends: u64::MAX, work: Work::UNLIMITED, reference_arrays: true },
        solver_resources: 2_000_000,
        inline,
        calls: Calls::Followed,
    }
}

/// Methods with more cases than are compared here: any number of fractions to simplify.
const OVER_BUDGET: &[&str] = &["casestudies.R.simp([Lcasestudies/R;)[Lcasestudies/R;"];

/// Whether the budget ended the exploration.
fn is_truncated(summary: &Summary) -> bool {
    summary.caveats.iter().any(|caveat| matches!(caveat, Caveat::MaxCases | Caveat::WorkBudget | Caveat::Ended(_)))
}

/// What was compared.
struct Compared {
    methods: usize,
    totals: Totals,
    /// Methods that the budget cut.
    exhausted: Vec<String>,
}

/// Compares one in `step` of the methods of the fixtures of which `wanted` holds, composed and inline.
fn compare_methods(jdk: Option<Jdk>, step: usize, wanted: impl Fn(&str) -> bool) -> Compared {
    let loaded = load_class_path(&[env!("CASEWISE_FIXTURES").into()]);
    let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), jdk);
    let graph = CallGraph::of(&program);
    let summaries = Summaries::default();
    let mut totals = Totals::default();
    let mut methods = 0;
    let mut exhausted = Vec::new();
    let mut failures = Vec::new();
    let mut seen = 0;
    for component in graph.components() {
        let last = if component.recursive { LIMITS.recursion } else { 0 };
        for level in last.min(1)..=last {
            for &method in &component.methods {
                let info = program.method(method);
                let label = format!("{}{}", program.method_label(method), info.descriptor);
                if program.code(method).is_none() || &*info.name == "<clinit>" || !wanted(&label) {
                    continue;
                }
                let mut shared = Shared::new(Arithmetic::Java);
                let constructs = &*info.name == "<init>";
                let is_whole = level == last;
                seen += usize::from(is_whole);
                let compared = is_whole && (seen - 1).is_multiple_of(step);
                let budget = if label.starts_with("casestudies.Foo.m(") || label.starts_with("casestudies.R.simp3(") {
                    50_000
                } else {
                    600
                };
                let run = |inline: bool, shared: &mut Shared| -> (Vec<Case>, Analysis) {
                    let mut cases = Vec::new();
                    let options = options(inline, budget);
                    let analysis = analyse(
                        &program,
                        &graph,
                        &Models,
                        &summaries,
                        (method, level),
                        &options,
                        &mut |explorer, end| {
                            if compared {
                                cases.push(canonical(explorer, end, constructs, shared));
                            }
                        },
                    );
                    (cases, analysis)
                };
                let (composed, analysis) = run(false, &mut shared);
                let mut truncated = is_truncated(&analysis.summary);
                summaries.0.write().unwrap().insert((method, level), Arc::new(analysis.summary));
                if !compared {
                    continue;
                }
                let (inline, analysis) = run(true, &mut shared);
                truncated |= is_truncated(&analysis.summary);
                if truncated {
                    exhausted.push(label);
                    continue;
                }
                methods += 1;
                let found = differences(&mut shared, composed, inline, &mut totals);
                if !found.is_empty() {
                    failures.push(format!("{label}:\n    {}", found.join("\n    ")));
                }
            }
        }
    }
    println!(
        "{methods} methods, {} cases and {} stopped paths compared, {} conditions and values by the solver; over budget: \
         {exhausted:?}",
        totals.cases, totals.stops, totals.asked
    );
    assert!(failures.is_empty(), "{} methods differ:\n{}", failures.len(), failures.join("\n"));
    Compared { methods, totals, exhausted }
}

#[test]
fn with_a_jdk_composing_finds_what_inlining_finds() {
    let jdk = Jdk::find().unwrap();
    let Compared { methods, totals, .. } = compare_methods(Some(jdk), 1, |label| label.starts_with("fixtures.Jdk"));
    assert!(methods > 50 && totals.cases > 100, "{methods} methods, {} cases", totals.cases);
}

/// One method in three: of them all, callees are composed. The whole is the test below.
#[test]
fn composing_finds_what_inlining_finds_of_a_sample() {
    let Compared { methods, totals, .. } = compare_methods(None, 3, |_| true);
    assert!(methods > 300 && totals.cases > 1_000, "{methods} methods, {} cases", totals.cases);
}

#[test]
#[ignore = "minutes"]
fn composing_finds_what_inlining_finds() {
    let Compared { methods, totals, exhausted } = compare_methods(None, 1, |_| true);
    assert_eq!(exhausted, OVER_BUDGET);
    assert!(methods > 500 && totals.cases > 23_000, "{methods} methods, {} cases", totals.cases);
}
