//! Backward execution by itself: each choice of heuristics proves the same, and none proves what fails.

use casewise::backward::{
    AfterPath, BackwardResult, BackwardTarget, DoCheck, DoMerge, Heuristics, NumericSummaries, NumericSummary,
    Occasion, PickNext, Spending, run,
};
use casewise::classfile::{ClassName, Instruction, load_class_path};
use casewise::graph::CallGraph;
use casewise::program::{MethodId, Program};
use casewise::term::Arithmetic;

/// Nobody has summaries: callees are entered.
struct NoSummaries;

impl NumericSummaries for NoSummaries {
    fn summary(&self, _method: MethodId) -> Option<NumericSummary> {
        None
    }
}

struct Fixtures {
    program: Program,
    calls: CallGraph,
}

fn fixtures() -> Fixtures {
    let loaded = load_class_path(&[env!("CASEWISE_PROVE_FIXTURES").into()]);
    let program = Program::link(loaded.classes.iter().map(|loaded| loaded.class.clone()));
    let calls = CallGraph::of(&program);
    Fixtures { program, calls }
}

impl Fixtures {
    /// What is found of the only or the first assertion of a method, when its own arguments are anything.
    fn outcome(&self, class: &str, method: &str, arithmetic: Arithmetic, heuristics: Heuristics) -> BackwardResult {
        let program = &self.program;
        let is_it = |name: &str, of: &str| name == method && of == format!("prove/{class}");
        let (id, _) = program.methods().find(|(_, it)| is_it(&it.name, program.class_name(it.class))).unwrap();
        let code = program.code(id).unwrap();
        let thrown = code.instructions.iter().position(|decoded| decoded.instruction == Instruction::Throw).unwrap();
        let target = BackwardTarget {
            method: id,
            first: thrown as u32,
            instruction: thrown as u32,
            occasion: Occasion::Reached,
            exception: ClassName::from("java/lang/AssertionError"),
        };
        let spending = Spending { states: 20_000, solver_resources: 50_000_000, deadline: None };
        let is_entry = |method: MethodId| method == id;
        let mut visit = |_: &casewise::backward::FoundPath<'_>| AfterPath::Stop;
        let of = (&self.program, &self.calls);
        run(of, &NoSummaries, &target, &is_entry, arithmetic, (heuristics, spending), &mut visit)
    }
}

/// Every choice of heuristics, within bounds.
fn choices() -> Vec<Heuristics> {
    let mut found = Vec::new();
    for pick_next in [PickNext::Shortest, PickNext::Youngest, PickNext::InTurn] {
        for do_merge in [DoMerge::Never, DoMerge::UpTo(200)] {
            for do_check in [DoCheck::AtJoins, DoCheck::Always] {
                found.push(Heuristics { pick_next, do_merge, do_check, ..Heuristics::default() });
            }
        }
    }
    found
}

#[test]
fn what_is_proved_does_not_depend_on_heuristics() {
    let fixtures = fixtures();
    let proved =
        [("Integers", "sign"), ("Integers", "dotCommutes"), ("Integers", "dotDistributes"), ("Integers", "dotScales")];
    for heuristics in choices() {
        for (class, method) in proved {
            let outcome = fixtures.outcome(class, method, Arithmetic::Java, heuristics);
            assert!(outcome.is_proved, "{class}.{method} by {heuristics:?}: {outcome:?}");
        }
    }
}

#[test]
fn what_fails_is_proved_by_no_heuristics() {
    let fixtures = fixtures();
    let failing = [
        ("Integers", "absolute"),
        ("Integers", "cube"),
        ("Integers", "fixedByFactor"),
        ("Integers", "fixedByOtherFactor"),
        ("Integers", "signum"),
        ("Trityp", "wrongPair"),
        ("Loops", "fifty"),
        ("Loops", "doublings"),
    ];
    for heuristics in choices().into_iter().filter(|heuristics| heuristics.pick_next != PickNext::Youngest) {
        for (class, method) in failing {
            let outcome = fixtures.outcome(class, method, Arithmetic::Java, heuristics);
            assert!(!outcome.is_proved && outcome.possible > 0, "{class}.{method} by {heuristics:?}: {outcome:?}");
        }
    }
}

#[test]
fn a_loop_is_proved_where_its_own_assertion_carries_it() {
    let fixtures = fixtures();
    for method in ["down", "count"] {
        let outcome = fixtures.outcome("Loops", method, Arithmetic::Math, Heuristics::default());
        assert!(outcome.is_proved, "{method}: {outcome:?}");
    }
}

/// As it is: the condition to leave a counting loop shifts with each iteration, so that no state of these covers another. Where one
/// does, this says so, and then that state must not be followed.
#[test]
fn no_state_of_a_counting_loop_covers_another_yet() {
    let fixtures = fixtures();
    let methods = [("Trityp", "right"), ("Loops", "down"), ("Loops", "count"), ("Loops", "two"), ("Loops", "fifty")];
    let mut covered = Vec::new();
    for (class, method) in methods {
        for heuristics in choices() {
            let outcome = fixtures.outcome(class, method, Arithmetic::Math, heuristics);
            covered.push((class, method, outcome.covered));
        }
    }
    assert!(covered.iter().all(|(_, _, states)| *states == 0), "{covered:?}");
}

#[test]
fn a_bound_on_paths_proves_nothing() {
    let fixtures = fixtures();
    let heuristics = Heuristics { do_follow: 2, ..Heuristics::default() };
    let outcome = fixtures.outcome("Trityp", "right", Arithmetic::Java, heuristics);
    assert!(!outcome.is_proved && !outcome.cut.is_empty(), "{outcome:?}");
}
