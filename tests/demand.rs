//! Demand-driven search on small programs: what it finds, what it proves, and how little it explores.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use casewise::classfile::{Instruction, Jdk, load_class_path};
use casewise::concolic::{Choose, ConcreteInput, InputValue};
use casewise::demand::{Exploration, Finding, Question, Step, Verdict, reach};
use casewise::graph::{CallGraph, Distances, Target, TargetEvent};
use casewise::program::{MethodId, Program};
use std::collections::BTreeSet;

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

    /// Answers whether a method makes an `IllegalStateException`; the trace in lines.
    fn reach(&self, class: &str, name: &str, start: &[InputValue]) -> (Finding, Vec<String>) {
        let entry = self.method(class, name);
        let target = self.target(entry);
        let distances = Distances::to(&self.program, target.places.iter().copied());
        let question = Question {
            entry,
            target: &target,
            distances: &distances,
            start: ConcreteInput { parameters: start.to_vec(), ..ConcreteInput::default() },
            choose: Choose::Nearest,
            executions: 400,
            solver_resources: 20_000_000,
            all_solver_resources: 2_000_000_000,
            deadline: None,
        };
        let mut lines = Vec::new();
        let mut trace = |step: Step<'_>| lines.push(self.line(&step));
        let finding = reach(&self.program, &self.calls, &question, &mut trace);
        (finding, lines)
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
                        InputValue::Object(identity) => {
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

fn numbers(values: &[i64]) -> Vec<InputValue> {
    values.iter().map(|value| InputValue::Number(*value)).collect()
}

#[test]
fn lazy_exploration_reaches_the_target_of_figure_1_without_a_new_path_in_abs() {
    let fixture = Fixture::new();
    let (finding, trace) = fixture.reach("Abs", "testAbs", &numbers(&[1, 1]));
    println!("{trace:#?} {finding:?}");
    assert!(matches!(finding.verdict, Verdict::Reached(_)));
    assert_eq!(finding.executions, 2);
}

#[test]
fn playground() {
    let fixture = Fixture::new();
    for (class, name, start) in [
        ("Abs", "testAbs", vec![0, 1]),
        ("Abs", "neverZero", vec![0]),
        ("Abs", "sameTwice", vec![0]),
        ("Arrays", "doubled", vec![]),
        ("Arrays", "odd", vec![]),
        ("Arrays", "summed", vec![0]),
        ("Arrays", "caught", vec![0]),
        ("Words", "two", vec![]),
    ] {
        let started = std::time::Instant::now();
        let (finding, trace) = fixture.reach(class, name, &numbers(&start));
        println!("{class}.{name} {:?}\n{trace:#?}\n{finding:?}\n", started.elapsed());
    }
}
