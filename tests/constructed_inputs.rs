//! Inputs that a caller could make: each path of the fixtures in `constructed` is solved, its input is made in a JVM by the
//! same constructors, and the call does there what the path says.

use casewise::classfile::{Jdk, load_class_path};
use casewise::exec::{Call, Caveat, Limits, Machine};
use casewise::explore::{Budget, Explorer, Inline, Observed, Outcome, Path, Recorder, Work};
use casewise::graph::CallGraph;
use casewise::input::{ConcreteCase, ExpectedOutcome, concretise, initialised_classes};
use casewise::models::Models;
use casewise::program::{MethodId, Program};
use casewise::replay::{Jvm, JvmOptions, Replay, compare, job_line};
use casewise::solver::PathSolver;
use casewise::summary::constructed_state;
use casewise::term::Arithmetic;
use std::path::PathBuf;
use std::sync::Mutex;

const LIMITS: Limits = Limits { loop_bound: 3, depth: 1_000, array_length: 4, recursion: 3, path_steps: 100_000 };

const BUDGET: Budget = Budget {
    cases: 5_000,
    ends: 10_000,
    work: Work { instructions: 1_000_000, solver_resources: 40_000_000, ..Work::UNLIMITED },
    ..Budget::until(None)
};

/// Records nothing.
#[derive(Clone)]
struct Nothing;

impl Recorder for Nothing {
    type Shared = ();

    fn observe(&mut self, (): &mut (), _: Observed<'_>) {}

    fn enter(&mut self, (): &mut (), _: &Program, _: &Call) {}
}

/// What exploring a method with inputs that callers make gave.
struct Explored {
    /// How the paths end, each replayed in a JVM: `returns`, or the exception's class; sorted, once each.
    outcomes: Vec<String>,
    /// Why paths stopped; sorted, once each.
    stops: Vec<String>,
    caveats: Vec<Caveat>,
    cases: Vec<ConcreteCase>,
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CASEWISE_CONSTRUCTED_FIXTURES"))
}

static JVM: Mutex<Option<Jvm>> = Mutex::new(None);

/// Explores `constructed.<label>`, and replays each of its cases.
fn explore(label: &str) -> Explored {
    let classes = load_class_path(&[fixtures()]).classes.into_iter().map(|class| class.class);
    let program = Program::link_with(classes, Jdk::find());
    let calls = CallGraph::of(&program);
    let label = format!("constructed.{label}");
    let method = program.methods().map(|(id, _)| id).find(|id| program.method_label(*id) == label);
    let explored = explore_method(&program, &calls, method.unwrap());
    replay(&label, &explored.cases);
    explored
}

fn explore_method(program: &Program, calls: &CallGraph, method: MethodId) -> Explored {
    let machine = Machine::new(program, Arithmetic::Java, LIMITS, &Models);
    let solver = PathSolver::new(Arithmetic::Java, 500_000);
    let mut explorer: Explorer<'_, Nothing> = Explorer::new(machine, solver, BUDGET);
    let state = constructed_state(&mut explorer.machine, method, 3);
    let initialised = initialised_classes(program, calls, method);
    let start = Path { state: Box::new(state), record: Nothing };
    let mut found = Explored { outcomes: Vec::new(), stops: Vec::new(), caveats: Vec::new(), cases: Vec::new() };
    let exhausted =
        explorer.explore(start, &mut Inline { calls, recursion: 3, only_decided: false }, &mut |explorer, end| {
            if let Outcome::Stopped(reason) = &end.outcome {
                found.stops.push(reason.to_string());
                return;
            }
            let case = concretise(&mut explorer.machine, method, *end.path.state, &end.outcome, &initialised).unwrap();
            found.outcomes.push(match &case.expected.outcome {
                ExpectedOutcome::Returned(_) => "returns".to_owned(),
                ExpectedOutcome::Threw(class, _) => class.rsplit('/').next().unwrap().to_owned(),
            });
            found.cases.push(case);
        });
    assert!(exhausted.is_none(), "{exhausted:?}");
    for list in [&mut found.outcomes, &mut found.stops] {
        list.sort_unstable();
        list.dedup();
    }
    found.caveats = explorer.machine.caveats.iter().cloned().collect();
    found
}

/// All cases do in a JVM what they say.
fn replay(label: &str, cases: &[ConcreteCase]) {
    let mut jvm = JVM.lock().unwrap();
    let jvm = jvm.get_or_insert_with(|| Jvm::start(&[fixtures()], JvmOptions::default()).unwrap());
    let jobs: Vec<String> = cases.iter().map(job_line).collect();
    for ((case, job), answer) in cases.iter().zip(&jobs).zip(jvm.run(&jobs)) {
        let replay = compare(case, &answer);
        assert_eq!(replay, Replay::Agrees, "{label}\n  job {job}");
    }
}

/// A method ends in these ways, and no path is given up.
#[track_caller]
fn check(label: &str, outcomes: &[&str]) {
    let explored = explore(label);
    assert_eq!(explored.outcomes, outcomes, "{label}: {:#?}", explored.stops);
    assert_eq!(explored.stops, [""; 0], "{label}");
}

#[test]
fn private_state_is_what_constructors_leave() {
    check("BoundedBuffer.offer", &["returns"]);
    check("BoundedBuffer.poll", &["returns"]);
    check("BoundedBuffer.roundTrip", &["NullPointerException", "returns"]);
}

#[test]
fn reading_a_private_state_that_methods_change_is_a_caveat() {
    let caveat = |class: &str| Caveat::StateAfterConstruction(format!("constructed.{class}"));
    assert_eq!(explore("BoundedBuffer.poll").caveats, [caveat("BoundedBuffer")]);
    assert_eq!(explore("Span.width").caveats, []);
    assert_eq!(explore("Linked.inverse").caveats, []);
}

#[test]
fn a_constructor_that_throws_makes_no_input() {
    check("Span.width", &["returns"]);
    check("Span.share", &["ArithmeticException", "returns"]);
    check("Span.covers", &["NullPointerException", "returns"]);
    check("Span.join", &["NullPointerException", "returns"]);
    check("Span.perUnit", &["NullPointerException", "returns"]);
    check("Span.perWidth", &["ArithmeticException", "NullPointerException", "returns"]);
}

/// Whether some case of a method that returns a boolean returns true.
fn can_be_true(label: &str) -> bool {
    let returned = |case: &ConcreteCase| format!("{:?}", case.expected.outcome) == "Returned(Some(Int(1)))";
    explore(label).cases.iter().any(returned)
}

#[test]
fn final_links_make_no_cycle_but_share() {
    check("Chain.headOfTail", &["NullPointerException", "returns"]);
    assert!(!can_be_true("Chain.isItsOwnTail"));
    assert!(!can_be_true("Chain.isItsOwnSecondTail"));
    assert!(can_be_true("Chain.sharesTail"));
    assert_eq!(explore("Chain.sum").stops, ["loop bound reached at constructed.Chain.sum@4"]);
}

#[test]
fn public_links_make_every_graph() {
    assert!(can_be_true("Linked.isLoop"));
    assert!(can_be_true("Linked.areTwoInALoop"));
    check("Linked.difference", &["NullPointerException", "returns"]);
    check("Linked.inverse", &["ArithmeticException", "returns"]);
    check("Linked.inverseOfName", &["ArithmeticException", "returns"]);
}

#[test]
fn callers_assign_accessible_fields_or_leave_them() {
    check("Holder.sizeOfPart", &["NullPointerException", "returns"]);
    assert!(can_be_true("Holder.isOneAndTheSame"));
    check("Holder.hiddenSize", &["returns"]);
    check("Holder.firstNumber", &["ArrayIndexOutOfBoundsException", "NullPointerException", "returns"]);
    check("Holder.stamped", &["ArithmeticException", "returns"]);
}

#[test]
fn an_input_is_of_every_class_that_callers_can_make() {
    let ends = |label: &str| {
        let explored = explore(label);
        assert_eq!(explored.stops, ["inputs nested too deeply in constructors, at constructed.Shape"]);
        explored.outcomes
    };
    assert_eq!(ends("Shape.areaOf"), ["NullPointerException", "returns"]);
    // Only the enum has an instance without area.
    assert_eq!(ends("Shape.perArea"), ["ArithmeticException", "NullPointerException", "returns"]);
}

#[test]
fn a_class_without_constructors_is_one_of_its_constants() {
    check("Common.percent", &["ArithmeticException", "returns"]);
}

#[test]
fn class_objects_are_tried() {
    for label in ["isArrayOfPrimitives", "isSecondInterface"] {
        let explored = explore(&format!("Common.{label}"));
        assert_eq!(explored.outcomes, ["NullPointerException", "returns"]);
        // It is not claimed that they are all there are.
        assert_eq!(explored.stops, ["no model for a class object that is an input"], "{label}");
        assert!(can_be_true(&format!("Common.{label}")), "{label}");
    }
}

#[test]
fn what_a_class_says_of_its_generics_is_known() {
    let explored = explore("Common.generics");
    let without_model = |stop: &&String| stop.starts_with("no model for java.lang.Class.get");
    // Of those that are tried a list has type parameters, and some have supertypes with type arguments.
    assert_eq!(explored.stops.iter().filter(without_model).count(), 0, "{:#?}", explored.stops);
    assert!(explored.cases.len() >= 12, "{} cases: {:#?}", explored.cases.len(), explored.stops);
}

#[test]
fn an_object_is_of_a_type_that_the_code_asks_for() {
    let returned = |value: &str| {
        let explored = explore("Common.isSpecial");
        let is_one = |case: &&ConcreteCase| format!("{:?}", case.expected.outcome) == value;
        explored.cases.iter().filter(is_one).count()
    };
    // An array, a list and a string.
    assert_eq!(returned("Returned(Some(Int(1)))"), 3);
    assert!(explore("Common.isSpecial").caveats.contains(&Caveat::OpenType("java.lang.Object".into())));
}

#[test]
fn a_common_class_stands_in_for_a_type_of_the_jdk() {
    for (label, declared) in [("beginsWithDash", "java.io.Reader"), ("isThree", "java.lang.CharSequence")] {
        let label = format!("Common.{label}");
        assert!(can_be_true(&label), "{label}");
        assert_eq!(explore(&label).caveats, [Caveat::OpenType(declared.into())], "{label}");
    }
}

#[test]
fn constructors_may_count_in_static_fields() {
    let explored = explore("Numbered.number");
    assert_eq!(explored.outcomes, ["returns"]);
    assert_eq!(explored.stops, ["inputs nested too deeply in constructors, at constructed.Numbered"]);
    assert!(can_be_true("Numbered.comesAfter"));
    assert_eq!(explore("Numbered.numberOf").outcomes, ["NullPointerException", "returns"]);
}

#[test]
fn a_constructor_that_would_see_what_the_method_did_is_a_stop() {
    let explored = explore("Numbered.copiedAfterUse");
    let stop = "a constructor of constructed.Numbered, which makes an input, depends on what has been changed since";
    assert!(explored.stops.iter().any(|reason| reason == stop), "{:?}", explored.stops);
}

#[test]
fn inner_classes_hidden_classes_and_factories() {
    check("Outer.total", &["NullPointerException", "returns"]);
    check("Outer.celsius", &["NullPointerException", "returns"]);
    let hidden = explore("Outer.unhide");
    assert_eq!(hidden.outcomes, ["returns"]);
    assert_eq!(hidden.stops, ["no accessible constructor is known to make a constructed.Outer$Hidden"]);
}

#[test]
fn arrays_are_arguments_of_constructors_and_hold_what_callers_make() {
    check("Arrays.firstWidth", &["NullPointerException", "returns"]);
    check("Arrays.firstNumber", &["ArrayIndexOutOfBoundsException", "returns"]);
    check("Arrays.widthAt", &["ArrayIndexOutOfBoundsException", "NullPointerException", "returns"]);
}

#[test]
fn collections_are_filled_by_their_callers() {
    check("Collections.firstOf", &["IndexOutOfBoundsException", "NullPointerException", "returns"]);
    check("Collections.widthOfLast", &["NullPointerException", "returns"]);
    check("Collections.firstWidth", &["IndexOutOfBoundsException", "NullPointerException", "returns"]);
    check("Collections.isEmpty", &["NullPointerException", "returns"]);
    check("Collections.orElse", &["NullPointerException", "returns"]);
    assert!(can_be_true("Collections.hasThree"));
    assert_eq!(explore("Collections.hasThree").caveats, [Caveat::InputSizeBound(3)]);
}
