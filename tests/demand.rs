//! Demand-driven search on small programs: what it finds, what it proves, and how little it explores.

use crate::support::random::Random;
use casewise::classfile::{Instruction, Jdk, load_class_path};
use casewise::concolic::{Choose, ConcolicValue, ConcreteInput, Lead, unbounded};
use casewise::demand::{
    DemandQuestion, DemandSearch, DemandVerdict, Effort, Encoding, Exploration, SearchResult, Step, StoredTree,
};
use casewise::exec::{Event, Interrupt, Limits, Machine, Statics};
use casewise::explore::{Budget, Outcome, Work};
use casewise::graph::{CallGraph, Distances, Target, TargetEvent};
use casewise::models::Models;
use casewise::program::{MethodId, Program};
use casewise::store::{decode, encode};
use casewise::summary::{AnalysisOptions, Calls, Composable, Summary, SummarySource, analyse, initial_state};
use casewise::term::Arithmetic;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A method, and where it makes an `IllegalStateException`.
struct Aim {
    entry: MethodId,
    target: Target,
    distances: Distances,
}

impl Aim {
    fn question<'q>(&'q self, start: &[ConcolicValue]) -> DemandQuestion<'q> {
        question(self.entry, &self.target, &self.distances, start)
    }
}

/// The fixtures, linked.
struct Fixture {
    program: Program,
    calls: CallGraph,
}

impl Fixture {
    fn new() -> Fixture {
        let loaded = load_class_path(&[env!("CASEWISE_DEMAND_FIXTURES").into()]);
        let jdk = Jdk::find();
        let program = Program::link_with(loaded.classes.into_iter().map(|class| class.class), jdk);
        let calls = CallGraph::of(&program);
        Fixture { program, calls }
    }

    fn method(&self, class: &str, name: &str) -> MethodId {
        let class = format!("demand/{class}");
        let is_it = |id: MethodId| {
            let info = self.program.method(id);
            &*info.name == name && *self.program.class(info.class).name == *class
        };
        self.program.methods().map(|(id, _)| id).find(|id| is_it(*id)).expect("the method")
    }

    /// Where a method makes an `IllegalStateException`.
    fn target(&self, method: MethodId) -> Target {
        let code = self.program.code(method).expect("code");
        let is_made = |instruction: &Instruction| matches!(instruction, Instruction::New(class) if &**class == "java/lang/IllegalStateException");
        let made = (0_u32..).zip(&code.instructions).filter(|(_, decoded)| is_made(&decoded.instruction));
        let places: BTreeSet<(MethodId, u32)> = made.map(|(position, _)| (method, position)).collect();
        assert!(!places.is_empty());
        Target { places, event: TargetEvent::Executed }
    }

    fn aim(&self, class: &str, name: &str) -> Aim {
        let entry = self.method(class, name);
        let target = self.target(entry);
        let distances = Distances::to(&self.program, target.places.iter().copied());
        Aim { entry, target, distances }
    }

    /// Answers whether a method makes an `IllegalStateException`; the trace in lines.
    fn reach(&self, class: &str, name: &str, start: &[ConcolicValue]) -> (SearchResult, Vec<String>) {
        let aim = self.aim(class, name);
        let question = aim.question(start);
        let mut lines = Vec::new();
        let mut trace = |step: Step<'_>| lines.push(self.line(&step));
        let finding = DemandSearch::new(&self.program, &self.calls, &question).answer(&question, &mut trace);
        (finding, lines)
    }

    /// The answer to the same question again, with the trees of the first.
    fn second(&self, class: &str, name: &str) -> SearchResult {
        let aim = self.aim(class, name);
        let question = aim.question(&[]);
        let mut search = DemandSearch::new(&self.program, &self.calls, &question);
        search.answer(&question, &mut |_| {});
        search.answer(&question, &mut |_| {})
    }

    /// Whether plain exploration, callees inline, finds a path that throws an `IllegalStateException`.
    fn is_reachable(&self, class: &str, name: &str) -> bool {
        let entry = self.method(class, name);
        let limits = Limits { loop_bound: 6, depth: 1_000, array_length: 8, recursion: 8, path_steps: 100_000 };
        let work = u64::MAX;
        let options = AnalysisOptions {
            arithmetic: Arithmetic::Java,
            limits,
            budget: Budget {
                cases: 2_000,
                ends: 4_000,
                work: Work { instructions: 2_000_000, solver_resources: work, ..Work::UNLIMITED },
                ..Budget::until(None)
            },
            composable: Composable {
                ends: work,
                work: Work { instructions: work, states: work, solver_resources: work },
                reference_arrays: true,
            },
            solver_resources: 1_000_000,
            inline: true,
            calls: Calls::Followed,
        };
        let mut found = false;
        analyse(&self.program, &self.calls, &Models, &NoSummaries, (entry, 0), &options, &mut |explorer, end| {
            if let Outcome::Threw(exception) = end.outcome {
                let class = end.path.state.heap.exact_class(exception).expect("a class");
                found |= &**explorer.machine.program.class_name(class) == "java/lang/IllegalStateException";
            }
        });
        found
    }

    /// Whether an execution with this input, callees inline, comes to the target.
    fn leads_there(&self, class: &str, name: &str, input: &ConcreteInput) -> bool {
        let entry = self.method(class, name);
        let target = self.target(entry);
        let mut machine = Machine::new(&self.program, Arithmetic::Java, unbounded(1_000_000), &Models);
        machine.user_types_are_closed = true;
        machine.statics = Statics::Initialised { after_calls: false };
        let (mut state, _) = initial_state(&mut machine, entry, false);
        let mut lead = Lead::new(input.parameters.clone(), input.asked.clone());
        loop {
            let Some((method, position)) = state.frame().map(|frame| (frame.method, frame.instruction)) else {
                return false;
            };
            if target.is_executed_at(method, position) {
                return true;
            }
            match machine.upcoming(&state).and_then(|next| machine.step(&mut state, next)) {
                Ok(Event::Call(call)) => machine.enter(&mut state, &call),
                Ok(_) => {}
                Err(Interrupt::Choice(choice)) => {
                    lead.answer(&input.heap, &mut machine, &mut state, choice).expect("an answer");
                }
                Err(other) => panic!("{other:?}"),
            }
        }
    }

    fn line(&self, step: &Step<'_>) -> String {
        let place = |trees: &casewise::demand::Trees, node| {
            let point = &trees.node(node).expect("a node").point;
            let (method, position) = point.place().expect("a place");
            let line = self.program.code(method).and_then(|code| code.line(position)).unwrap_or(0);
            format!("{}:{line}", self.program.method(method).name)
        };
        match step {
            Step::Executed { number, exploration, node, input, reached, ended, trees } => {
                let exploration = match exploration {
                    Exploration::Start => "start",
                    Exploration::Lazy => "lazy",
                    Exploration::Relevant => "relevant",
                };
                let node = node.map_or(String::new(), |node| format!(" for {}", place(trees, node)));
                let values: Vec<String> = input
                    .parameters
                    .iter()
                    .map(|value| match value {
                        ConcolicValue::Object(identity) => {
                            let object = &input.heap.objects[identity];
                            let elements = (0..object.length.min(60)).map(|at| object.contents.get(at));
                            format!("{:?}", elements.collect::<Vec<i64>>())
                        }
                        other => format!("{other:?}"),
                    })
                    .collect();
                format!("{number} {exploration}{node}: {} -> {ended:?}, {} nodes", values.join(", "), reached.len())
            }
            Step::Removed { node, status, trees } => format!("removed {}: {status:?}", place(trees, *node)),
            Step::Inlined { method, why } => format!("inlined {}: {why}", self.program.method_label(*method)),
        }
    }
}

/// No summaries: everything is executed inline.
struct NoSummaries;

impl SummarySource for NoSummaries {
    fn summary(&self, _: MethodId, _: u32) -> Option<Arc<Summary>> {
        None
    }
}

/// Whether an entry comes to a target.
fn question<'q>(
    entry: MethodId,
    target: &'q Target,
    distances: &'q Distances,
    start: &[ConcolicValue],
) -> DemandQuestion<'q> {
    DemandQuestion {
        entry,
        target,
        distances,
        start: ConcreteInput { parameters: start.to_vec(), ..ConcreteInput::default() },
        starts: true,
        encoding: Encoding::default(),
        choose: Choose::Nearest,
        executions: 200,
        effort: Effort {
            solver_resources: 20_000_000,
            all_solver_resources: 2_000_000_000,
            all_formula_steps: u64::MAX,
            unanswered: u64::MAX,
        },
        deadline: None,
        excludes: None,
    }
}

fn numbers(values: &[i64]) -> Vec<ConcolicValue> {
    values.iter().map(|value| ConcolicValue::Number(*value)).collect()
}

/// Every target of the fixtures.
const TARGETS: [(&str, &str); 19] = [
    ("Abs", "testAbs"),
    ("Abs", "neverZero"),
    ("Abs", "sameTwice"),
    ("Arrays", "doubled"),
    ("Arrays", "odd"),
    ("Arrays", "summed"),
    ("Arrays", "caught"),
    ("Lists", "five"),
    ("Lists", "negative"),
    ("Lists", "raised"),
    ("Lists", "aliased"),
    ("Lists", "same"),
    ("Lists", "sorted"),
    ("Lists", "linked"),
    ("Lists", "areas"),
    ("Lists", "fresh"),
    ("Words", "two"),
    ("Chain6", "all"),
    ("Chain12", "all"),
];

/// Runs what takes a deep stack.
fn deep(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(work).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn lazy_exploration_reaches_the_target_of_figure_1_without_a_new_path_in_abs() {
    deep(|| {
        let (finding, trace) = Fixture::new().reach("Abs", "testAbs", &numbers(&[1, 1]));
        let [first, second] = trace.as_slice() else { panic!("{trace:#?}") };
        assert_eq!(first, "1 start: Number(1), Number(1) -> Returned(None), 8 nodes");
        assert!(second.starts_with("2 lazy for testAbs:21: "), "{second}");
        assert!(second.ends_with(" -> Target, 1 nodes"), "{second}");
        assert_eq!(finding.paths, 2, "one of abs, one of testAbs");
    });
}

#[test]
fn relevant_exploration_prunes_what_is_not_positive_in_figure_1() {
    deep(|| {
        let (finding, trace) = Fixture::new().reach("Abs", "testAbs", &numbers(&[0, 1]));
        let [first, second] = trace.as_slice() else { panic!("{trace:#?}") };
        assert_eq!(first, "1 start: Number(0), Number(1) -> Returned(None), 11 nodes");
        assert!(second.starts_with("2 lazy for testAbs:21: "), "{second}");
        assert!(second.ends_with(" -> Target, 0 nodes"), "{second}");
        assert_eq!(finding.executions, 2, "no input with p <= 0 but the first is run");
    });
}

#[test]
fn every_execution_or_removal_closes_a_node() {
    deep(|| {
        let fixture = Fixture::new();
        for (class, name) in TARGETS {
            let (_, trace) = fixture.reach(class, name, &[]);
            let idle = trace.iter().filter(|line| line.ends_with(" 0 nodes") && !line.contains("Target")).count();
            let given_up = trace.iter().filter(|line| line.contains("Tried")).count();
            assert!(idle <= 2 * given_up, "{class}.{name}: {trace:#?}");
        }
    });
}

#[test]
fn axioms_and_instances_give_the_same_verdicts() {
    deep(|| {
        let fixture = Fixture::new();
        let (mut settled, mut proven) = (0, 0);
        for (class, name) in TARGETS {
            let entry = fixture.method(class, name);
            let target = fixture.target(entry);
            let distances = Distances::to(&fixture.program, target.places.iter().copied());
            let [instances, axioms] = [Encoding::Instances, Encoding::Quantified].map(|encoding| {
                let question = DemandQuestion { encoding, ..question(entry, &target, &distances, &[]) };
                DemandSearch::new(&fixture.program, &fixture.calls, &question).answer(&question, &mut |_| {})
            });
            let kind = std::mem::discriminant;
            assert_eq!(kind(&instances.verdict), kind(&axioms.verdict), "{class}.{name}: {instances:?} {axioms:?}");
            assert_eq!(instances.quantified, 0);
            if let DemandVerdict::Reached(input) = &axioms.verdict {
                assert!(fixture.leads_there(class, name, input), "{class}.{name}: {input:?}");
            }
            // Of methods from numbers to numbers alone, everything is said by axioms.
            assert!(class != "Abs" && class != "Chain12" || axioms.quantified > 0, "{class}.{name}: {axioms:?}");
            settled += axioms.quantified;
            proven += u64::from(axioms.quantified > 0 && axioms.verdict == DemandVerdict::Unreachable);
        }
        println!("{settled} questions settled by axioms, {proven} targets unreachable");
        assert!(proven > 0);
    });
}

#[test]
fn a_verdict_agrees_with_plain_exploration() {
    deep(|| {
        let fixture = Fixture::new();
        let mut verdicts = (0, 0);
        for (class, name) in TARGETS {
            let (finding, trace) = fixture.reach(class, name, &[]);
            let is_reachable = fixture.is_reachable(class, name);
            match finding.verdict {
                DemandVerdict::Reached(input) => {
                    assert!(fixture.leads_there(class, name, &input), "{class}.{name}: {input:?}");
                    verdicts.0 += 1;
                }
                DemandVerdict::Unreachable => {
                    assert!(!is_reachable, "{class}.{name}: {trace:#?}");
                    assert!(finding.caveats.is_empty());
                    verdicts.1 += 1;
                }
                DemandVerdict::NotReached(reasons) => {
                    assert!(!is_reachable, "{class}.{name}: {trace:#?}");
                    assert!(!reasons.is_empty());
                }
            }
        }
        println!("{verdicts:?} reached and unreachable");
        assert!(verdicts.0 > 0 && verdicts.1 > 0);
    });
}

#[test]
fn executions_are_bounded_by_the_paths_of_the_methods_not_by_their_combinations() {
    deep(|| {
        let fixture = Fixture::new();
        for (class, calls) in [("Chain6", 6), ("Chain12", 12)] {
            let (finding, _) = fixture.reach(class, "all", &[]);
            assert!(matches!(finding.verdict, DemandVerdict::Reached(_)));
            // Four paths of each method, and those of the method that calls them.
            assert!(finding.executions <= 4 * calls, "{class}: {}", finding.executions);
        }
    });
}

#[test]
fn a_second_question_starts_with_the_trees_of_the_first() {
    deep(|| {
        let fixture = Fixture::new();
        let (cold, _) = fixture.reach("Words", "two", &[]);
        let warm = fixture.second("Words", "two");
        assert!(matches!(warm.verdict, DemandVerdict::Reached(_)));
        assert!(warm.executions < cold.executions, "{} and {}", warm.executions, cold.executions);
    });
}

/// The trees of a search as another process would get them.
fn written_and_read(search: &DemandSearch<'_>) -> Vec<(MethodId, StoredTree)> {
    let stored = search.store();
    assert!(!stored.is_empty());
    stored.into_iter().map(|(method, tree)| (method, decode(&encode(&tree).unwrap()).unwrap())).collect()
}

#[test]
fn stored_trees_serve_another_run() {
    deep(|| {
        let (mut cold, mut warm) = (0, 0);
        for (class, name) in TARGETS {
            let (first, second) = (Fixture::new(), Fixture::new());
            let aim = first.aim(class, name);
            let question = DemandQuestion { starts: false, ..aim.question(&[]) };
            let mut search = DemandSearch::new(&first.program, &first.calls, &question);
            let made = search.answer(&question, &mut |_| {});
            let trees = written_and_read(&search);
            let proofs: Vec<(MethodId, Vec<u32>)> =
                trees.iter().map(|(method, _)| (*method, search.proofs(*method))).collect();
            let mut search = DemandSearch::new(&second.program, &second.calls, &question);
            search.load(&trees);
            assert_eq!(search.trees().methods().count(), trees.len(), "{class}.{name}: all are taken");
            search.load_proofs(aim.entry, proofs.iter().map(|(method, nodes)| (*method, nodes.as_slice())));
            let taken = search.answer(&question, &mut |_| {});
            let kind = std::mem::discriminant;
            assert_eq!(kind(&made.verdict), kind(&taken.verdict), "{class}.{name}: {made:?} {taken:?}");
            assert_eq!(made.caveats, taken.caveats);
            assert!(taken.executions <= made.executions, "{class}.{name}: {taken:?} after {made:?}");
            if taken.verdict == DemandVerdict::Unreachable {
                assert_eq!((taken.executions, taken.queries), (0, 0), "{class}.{name}: a proof is kept");
            }
            cold += made.executions;
            warm += taken.executions;
        }
        assert!(warm < cold / 2, "{warm} of {cold}");
    });
}

#[test]
fn a_target_that_an_earlier_run_has_passed_is_reached_again() {
    deep(|| {
        let fixture = Fixture::new();
        let first = fixture.aim("Abs", "testAbs");
        let entry = first.entry;
        let start = numbers(&[1, 1]);
        let asked = first.question(&start);
        let mut search = DemandSearch::new(&fixture.program, &fixture.calls, &asked);
        search.answer(&asked, &mut |_| {});
        // All that the first question's runs have executed.
        let covered: BTreeSet<(MethodId, u32)> = search
            .trees()
            .nodes()
            .flat_map(|(_, node)| node.covered.clone())
            .flat_map(|(method, first, last)| (first..=last).map(move |position| (method, position)))
            .collect();
        assert!(covered.iter().any(|(method, _)| *method != entry), "a callee too");
        let before = written_and_read(&search);
        for place in covered {
            let target = Target { places: BTreeSet::from([place]), event: TargetEvent::Executed };
            let distances = Distances::to(&fixture.program, target.places.iter().copied());
            let asked = DemandQuestion { starts: false, ..question(entry, &target, &distances, &start) };
            let mut search = DemandSearch::new(&fixture.program, &fixture.calls, &asked);
            search.load(&before);
            let finding = search.answer(&asked, &mut |_| {});
            assert!(matches!(finding.verdict, DemandVerdict::Reached(_)), "{place:?}: {finding:?}");
        }
    });
}

#[test]
fn a_stored_tree_that_is_not_one_is_not_taken() {
    deep(|| {
        let fixture = Fixture::new();
        let aim = fixture.aim("Abs", "testAbs");
        let asked = aim.question(&[]);
        let mut search = DemandSearch::new(&fixture.program, &fixture.calls, &asked);
        search.answer(&asked, &mut |_| {});
        let mut random = Random(7);
        let (mut taken, mut refused) = (0, 0);
        for (method, tree) in search.store() {
            let bytes = encode(&tree).unwrap();
            for _ in 0..400 {
                let mut damaged = bytes.clone();
                let at = random.below(damaged.len());
                damaged[at] = random.next() as u8;
                let Ok(tree) = decode::<StoredTree>(&damaged) else {
                    refused += 1;
                    continue;
                };
                // Whatever it says, nothing crashes.
                let mut search = DemandSearch::new(&fixture.program, &fixture.calls, &asked);
                search.load(&[(method, tree)]);
                taken += search.trees().methods().count();
                search.answer(&asked, &mut |_| {});
            }
        }
        assert!(taken > 0 && refused > 0, "{taken} {refused}");
    });
}
