//! Summaries of loops: what they prove and refute of the fixtures, and that what they call necessary is necessary.

use casewise::classfile::{Instruction, Jdk, PrimitiveType, load_class_path};
use casewise::exec::{Limits, Machine};
use casewise::explore::{Budget, Explorer, Inline, Observed, Outcome, Path as Explored, PathEnd, Recorder, Work};
use casewise::graph::CallGraph;
use casewise::input::{ConcreteCase, ConcreteValue, ExpectedOutcome, ExpectedResult};
use casewise::loop_summary::{Findings, Goal, GoalQuestion, GoalVerdict, Seeks, necessary_condition};
use casewise::models::Models;
use casewise::program::{FieldKind, MethodId, Program};
use casewise::replay::{JobResult, Jvm, JvmOptions, parse_throw};
use casewise::solver::PathSolver;
use casewise::summary::{MethodName, initial_state};
use casewise::term::Arithmetic;
use std::path::PathBuf;

const FOLDER: &str = env!("CASEWISE_LOOP_FIXTURES");

/// Work that settles every fixture that is settled.
const BUDGET: Budget = Budget {
    work: Work { instructions: 1_500_000, solver_resources: 40_000_000, ..Work::UNLIMITED },
    loop_summaries: 1_500,
    ..Budget::until(None)
};

fn program() -> (Program, CallGraph) {
    let loaded = load_class_path(&[PathBuf::from(FOLDER)]);
    let program = Program::link_with(loaded.classes.iter().map(|loaded| loaded.class.clone()), Jdk::find());
    let calls = CallGraph::of(&program);
    (program, calls)
}

/// A line of the fixtures' table.
struct Row {
    label: String,
    method: MethodId,
    goal: Goal,
    line: u16,
    is_valid: bool,
    is_settled: bool,
}

fn rows(program: &Program) -> Vec<Row> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/loops");
    let table = std::fs::read_to_string(root.join("table.txt")).unwrap();
    let mut rows = Vec::new();
    for text in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let parts: Vec<&str> = text.split(' ').collect();
        let [class, method, marker, valid, settled] = parts[..] else { panic!("{text}") };
        let path = class.strip_prefix("loops.").unwrap().replace('.', "/");
        let source = std::fs::read_to_string(root.join(format!("{path}.java"))).unwrap();
        let class = program.class_by_name(&class.replace('.', "/")).unwrap();
        let named = |id: &MethodId| *program.method(*id).name == *method;
        let id = program.class(class).methods.iter().copied().find(named).unwrap();
        let code = program.code(id).unwrap();
        let lines: Vec<u16> = (0..code.instructions.len() as u32).filter_map(|at| code.line(at)).collect();
        let is_marked =
            |line: &u16| source.lines().nth(usize::from(*line) - 1).unwrap().ends_with(&format!("// #{marker}"));
        let line = lines.into_iter().find(is_marked).unwrap_or_else(|| panic!("{text}: no such marker"));
        let throws = |at: &u32| {
            code.line(*at) == Some(line) && matches!(code.instructions[*at as usize].instruction, Instruction::Throw)
        };
        let at = (0..code.instructions.len() as u32).find(throws).unwrap();
        rows.push(Row {
            label: format!("{path}.{method} #{marker}"),
            method: id,
            goal: Goal::Executed(id, at),
            line,
            is_valid: valid == "valid",
            is_settled: settled == "settled",
        });
    }
    rows
}

fn findings(program: &Program, calls: &CallGraph, row: &Row, arithmetic: Arithmetic) -> Findings {
    let question = GoalQuestion {
        program,
        calls,
        entry: row.method,
        arithmetic,
        budget: BUDGET,
        seeks: Seeks::Input,
        invariants: None,
        guesses_limits: false,
        excuses: None,
    };
    necessary_condition(&question, &row.goal)
}

/// A JVM's word on whether an input fails at the line.
fn fails_in_a_jvm(jvm: &mut Jvm, case: &casewise::input::ConcreteCase, line: u16) -> bool {
    let job = format!("trace {}", casewise::replay::job_line(case));
    match &jvm.run(&[job])[..] {
        [JobResult::Result(text)] => parse_throw(text)
            .is_some_and(|thrown| thrown.frames.first().is_some_and(|(_, _, at)| *at == i64::from(line))),
        _ => false,
    }
}

#[test]
fn no_verdict_is_wrong_and_what_the_table_calls_settled_is() {
    let (program, calls) = program();
    let mut jvm = Jvm::start(&[PathBuf::from(FOLDER)], JvmOptions::default()).unwrap();
    let mut wrong = Vec::new();
    for row in rows(&program) {
        let found = findings(&program, &calls, &row, Arithmetic::Java).verdict;
        let is_as_expected = match &found {
            GoalVerdict::Unreachable => row.is_valid && row.is_settled,
            GoalVerdict::Reached(claim) => {
                !row.is_valid && row.is_settled && fails_in_a_jvm(&mut jvm, &claim.case, row.line)
            }
            GoalVerdict::Perhaps(claim) => {
                // It is settled where the JVM says so, and is nothing where it does not.
                let fails = fails_in_a_jvm(&mut jvm, &claim.case, row.line);
                (!fails || !row.is_valid) && fails == row.is_settled
            }
            GoalVerdict::Unknown(reasons) => !row.is_settled && !reasons.is_empty(),
        };
        if !is_as_expected {
            wrong.push(format!("{}: {found:?}", row.label));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_proof_for_mathematical_integers_is_none_for_those_of_java() {
    let (program, calls) = program();
    let rows = rows(&program);
    let row = rows.iter().find(|row| row.label.ends_with("Counting.overflow #grows")).unwrap();
    assert!(matches!(findings(&program, &calls, row, Arithmetic::Math).verdict, GoalVerdict::Unreachable));
    assert!(!matches!(findings(&program, &calls, row, Arithmetic::Java).verdict, GoalVerdict::Unreachable));
}

/// Records nothing.
#[derive(Clone, Debug, Default)]
struct Nothing;

impl Recorder for Nothing {
    type Shared = ();

    fn observe(&mut self, (): &mut (), _: Observed<'_>) {}

    fn enter(&mut self, (): &mut (), _: &Program, _: &casewise::exec::Call) {}
}

/// Plain exploration: every path of at most a few iterations whose last instruction of the method is the goal satisfies the
/// necessary condition.
#[test]
fn what_is_necessary_holds_on_every_path_that_gets_there() {
    let (program, calls) = program();
    let mut compared = 0;
    for row in rows(&program) {
        let question = GoalQuestion {
            program: &program,
            calls: &calls,
            entry: row.method,
            arithmetic: Arithmetic::Java,
            budget: BUDGET,
            seeks: Seeks::Condition,
            invariants: None,
            guesses_limits: false,
            excuses: None,
        };
        let Some(mut necessary) = necessary_condition(&question, &row.goal).necessary else { continue };
        let Goal::Executed(_, goal) = row.goal else { panic!() };
        let limits = Limits { loop_bound: 4, depth: 200, array_length: 8, recursion: 3, path_steps: 20_000 };
        let mut machine = Machine::new(&program, Arithmetic::Java, limits, &Models);
        machine.user_types_are_closed = true;
        machine.initialises_classes = true;
        let budget = Budget {
            cases: 300,
            ends: 300,
            work: Work { instructions: 200_000, solver_resources: 20_000_000, states: u64::MAX },
            ..Budget::until(None)
        };
        let mut explorer: Explorer<'_, Nothing> =
            Explorer::new(machine, PathSolver::new(Arithmetic::Java, 1_000_000), budget);
        let mut state = initial_state(&mut explorer.machine, row.method, true).0;
        state.initialises = Some(program.method(row.method).class);
        let mut inline = Inline { calls: &calls, recursion: 3, only_decided: true };
        let start = Explored { state: Box::new(state), record: Nothing };
        explorer.explore(start, &mut inline, &mut |explorer, end: PathEnd<Nothing>| {
            let thrown = explorer.machine.thrown_from.last().copied();
            if !matches!(end.outcome, Outcome::Threw(_)) || thrown != Some((row.method, goal)) {
                return;
            }
            compared += 1;
            let conditions: Vec<_> = end.path.state.path.conditions.iter().copied().collect();
            let contradicts = necessary.contradicts(&explorer.machine.pool, &end.path.state.heap, &conditions);
            assert!(!contradicts, "{}: a path to it contradicts what is necessary", row.label);
        });
    }
    assert!(compared > 0, "no path was compared");
}

/// Numbers that loops of the fixtures make something of.
const CORNERS: [i32; 24] =
    [0, 1, 2, 3, 4, 5, 7, 12, 15, 16, 30, 31, 32, 33, 41, 99, 100, 101, -1, -2, 1_000, 2_047, -100, 4_095];

/// Every proof survives random and boundary inputs in a JVM: at least so many inputs, all together.
fn tried_in_a_jvm(inputs: usize) {
    let (program, calls) = program();
    let mut jvm = Jvm::start(&[PathBuf::from(FOLDER)], JvmOptions::default()).unwrap();
    let mut seed = 0x9E37_79B9_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as u32
    };
    let is_number = |kind: &FieldKind| matches!(kind, FieldKind::Primitive(PrimitiveType::Int));
    let mut proved: Vec<Row> = rows(&program);
    proved.retain(|row| {
        let parameters = &program.method(row.method).parameters;
        !parameters.is_empty()
            && parameters.iter().all(is_number)
            && matches!(findings(&program, &calls, row, Arithmetic::Java).verdict, GoalVerdict::Unreachable)
    });
    assert!(proved.len() > 10, "{} proofs", proved.len());
    for row in &proved {
        let info = program.method(row.method);
        let mut jobs = Vec::new();
        for number in 0..inputs.div_ceil(proved.len()) {
            let arguments = (0..info.parameters.len()).map(|_| {
                let corner = CORNERS[random() as usize % CORNERS.len()];
                let other = random() as i32 % 20_000;
                ConcreteValue::Int(if number % 3 == 0 { other } else { corner }.into())
            });
            let case = ConcreteCase {
                method: MethodName {
                    class: program.class_name(info.class).clone(),
                    name: info.name.clone(),
                    descriptor: info.descriptor.clone(),
                },
                initialised: Vec::new(),
                objects: Vec::new(),
                assignments: Vec::new(),
                statics: Vec::new(),
                instance_class: None,
                arguments: arguments.collect(),
                choices: Vec::new(),
                console: None,
                watched: Vec::new(),
                expected: ExpectedResult {
                    outcome: ExpectedOutcome::Returned(None),
                    receiver: None,
                    arguments: Vec::new(),
                    statics: Vec::new(),
                    objects: Vec::new(),
                },
            };
            jobs.push(format!("trace {}", casewise::replay::job_line(&case)));
        }
        for (job, answer) in jobs.iter().zip(jvm.run(&jobs)) {
            let JobResult::Result(text) = answer else { panic!("{job}: {answer:?}") };
            let fails = parse_throw(&text)
                .is_some_and(|thrown| thrown.frames.first().is_some_and(|(_, _, at)| *at == i64::from(row.line)));
            assert!(!fails, "{}: {job}: {text}", row.label);
        }
    }
}

#[test]
fn what_is_proved_fails_on_no_input_that_is_tried() {
    tried_in_a_jvm(4_000);
}

#[test]
#[ignore = "minutes"]
fn what_is_proved_fails_on_none_of_a_million_inputs() {
    tried_in_a_jvm(1_000_000);
}
