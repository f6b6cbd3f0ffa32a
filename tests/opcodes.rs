//! Every opcode of JVMS chapter 6 is executed by a fixture, and those that compilers never write by a class assembled here,
//! whose methods throw where an instruction does not do what it should.

use crate::classfile_support::ClassWriter;
use casewise::classfile::{ClassFile, Instruction, decode_class, load_class_path, mnemonic};
use casewise::exec::{Call, Limits, Machine};
use casewise::explore::{Branch, Budget, CallHandler, Explorer, Inline, Observed, Outcome, Path, Recorder, Work};
use casewise::graph::CallGraph;
use casewise::models::Models;
use casewise::program::{MethodId, Program, is_desugared};
use casewise::solver::PathSolver;
use casewise::summary::initial_state;
use casewise::term::Arithmetic;
use std::collections::BTreeSet;
use std::sync::Arc;

/// `wide`; the instruction that it widens has its own opcode.
const WIDE: u8 = 196;
/// The last opcode that class files may contain.
const LAST: u8 = 201;

/// Remembers nothing of a path, and for all of them the opcodes that were executed.
#[derive(Clone)]
struct Watched<'p>(&'p Program);

impl Recorder for Watched<'_> {
    type Shared = BTreeSet<u8>;

    fn observe(&mut self, executed: &mut BTreeSet<u8>, observed: Observed<'_>) {
        note(self.0, executed, observed.method, observed.position);
    }

    fn enter(&mut self, _: &mut BTreeSet<u8>, _: &Program, _: &Call) {}
}

fn note(program: &Program, executed: &mut BTreeSet<u8>, method: MethodId, position: u32) {
    if is_desugared(program.class_name(program.method(method).class)) {
        return;
    }
    let instructions = &program.code(method).unwrap().instructions;
    let decoded = &instructions[position as usize];
    executed.insert(decoded.opcode);
    let is_local = matches!(
        decoded.instruction,
        Instruction::Load(..)
            | Instruction::Store(..)
            | Instruction::Increment(..)
            | Instruction::ReturnFromSubroutine(_)
    );
    // Without `wide`, none of these takes more than three bytes.
    if is_local && instructions.get(position as usize + 1).is_some_and(|next| next.offset - decoded.offset > 3) {
        executed.insert(WIDE);
    }
}

/// Executes calls inline, and notes those that are made.
struct Noting<'g>(Inline<'g>);

impl<'p> CallHandler<Watched<'p>> for Noting<'_> {
    fn call(
        &mut self,
        explorer: &mut Explorer<'_, Watched<'p>>,
        path: Path<Watched<'p>>,
        call: &Call,
    ) -> Vec<Branch<Watched<'p>>> {
        if let Some(frame) = path.state.frame() {
            note(path.record.0, &mut explorer.shared, frame.method, frame.instruction);
        }
        self.0.call(explorer, path, call)
    }
}

const LIMITS: Limits = Limits { loop_bound: 1, depth: 200, array_length: 4, recursion: 2, path_steps: 20_000 };

/// The opcodes that the paths of a program's methods execute, and how the paths of methods of class `Hand` end.
fn executed(files: Vec<Arc<ClassFile>>) -> (BTreeSet<u8>, Vec<String>) {
    let program = Program::link(files);
    let calls = CallGraph::of(&program);
    let mut all = BTreeSet::new();
    let mut ends = Vec::new();
    for (method, info) in program.methods() {
        if program.code(method).is_none() || &*info.name == "<clinit>" || is_desugared(program.class_name(info.class)) {
            continue;
        }
        let machine = Machine::new(&program, Arithmetic::Java, LIMITS, &Models);
        let budget = Budget {
            cases: 60,
            ends: 120,
            work: Work { instructions: 60_000, solver_resources: 10_000_000, ..Work::UNLIMITED },
            ..Budget::until(None)
        };
        let mut explorer = Explorer::new(machine, PathSolver::new(Arithmetic::Java, 100_000), budget);
        let (state, _) = initial_state(&mut explorer.machine, method, false);
        let start = Path { state: Box::new(state), record: Watched(&program) };
        let mut inline = Noting(Inline { calls: &calls, recursion: LIMITS.recursion, only_decided: false });
        let is_hand = &**program.class_name(info.class) == "Hand";
        explorer.explore(start, &mut inline, &mut |_, end| {
            if is_hand {
                let end = match end.outcome {
                    Outcome::Returned(_) => "returned".to_owned(),
                    Outcome::Threw(_) => "threw".to_owned(),
                    Outcome::Stopped(reason) => reason.to_string(),
                };
                ends.push(end);
            }
        });
        all.append(&mut explorer.shared);
    }
    (all, ends)
}

/// A method that throws unless its code leaves this int as the only operand.
fn expecting(code: &[u8], expected: i8) -> Vec<u8> {
    let mut whole = code.to_vec();
    whole.extend([0x10, expected.to_be_bytes()[0], 0x9f, 0, 5, 0x01, 0xbf, 0xb1]);
    whole
}

/// What `javac` does not write: each code leaves an int, which is compared with the one beside it.
fn hand_written() -> ClassFile {
    let mut writer = ClassWriter::default();
    writer.version = 49;
    let codes: &[(&[u8], i8)] = &[
        // nop, iconst_2, iconst_3, swap, isub
        (&[0x00, 0x05, 0x06, 0x5f, 0x64], 1),
        // iconst_1, iconst_2, iconst_3, pop2
        (&[0x04, 0x05, 0x06, 0x58], 1),
        // lconst_1, pop2, iconst_4
        (&[0x0a, 0x58, 0x07], 4),
        // iconst_1, lconst_1, dup2_x1, pop2, pop, l2i
        (&[0x04, 0x0a, 0x5d, 0x58, 0x57, 0x88], 1),
        // lconst_0, lconst_1, dup2_x2, pop2, pop2, l2i
        (&[0x09, 0x0a, 0x5e, 0x58, 0x58, 0x88], 1),
        // iconst_5, iconst_4, iconst_3, iconst_2, dup2_x2, four times iadd, iadd
        (&[0x08, 0x07, 0x06, 0x05, 0x5e, 0x60, 0x60, 0x60, 0x60, 0x60], 19),
        // lconst_1, iconst_3, dup_x2, pop, pop2: the int is below the long
        (&[0x0a, 0x06, 0x5b, 0x57, 0x58], 3),
        // jsr, iload_0, goto; astore_1, bipush 7, istore_0, ret 1
        (&[0xa8, 0, 7, 0x1a, 0xa7, 0, 9, 0x4c, 0x10, 7, 0x3b, 0xa9, 1], 7),
        // jsr_w, iload_0, goto; astore_1, bipush 9, istore_0, wide ret 1
        (&[0xc9, 0, 0, 0, 9, 0x1a, 0xa7, 0, 11, 0x4c, 0x10, 9, 0x3b, 0xc4, 0xa9, 0, 1], 9),
        // goto_w +7 over aconst_null, athrow; bipush 6
        (&[0xc8, 0, 0, 0, 7, 0x01, 0xbf, 0x10, 6], 6),
        // iconst_5, wide istore 9, wide iinc 9 300, wide iload 9, sipush 299, isub
        (&[0x08, 0xc4, 0x36, 0, 9, 0xc4, 0x84, 0, 9, 1, 44, 0xc4, 0x15, 0, 9, 0x11, 1, 43, 0x64], 6),
    ];
    for (code, expected) in codes {
        writer.method(&expecting(code, *expected), &[], &[]);
    }
    decode_class(&writer.finish()).unwrap()
}

#[test]
fn every_opcode_is_executed_by_a_fixture() {
    let loaded = load_class_path(&[env!("CASEWISE_FIXTURES").into()]);
    let mut files: Vec<Arc<ClassFile>> = loaded.classes.into_iter().map(|loaded| loaded.class).collect();
    files.push(Arc::new(hand_written()));
    let (executed, ends) = executed(files);
    let missing: Vec<&str> = (0..=LAST).filter(|opcode| !executed.contains(opcode)).map(mnemonic).collect();
    assert!(missing.is_empty(), "executed by no fixture: {missing:?}");
    assert_eq!(ends, vec!["returned"; ends.len()]);
    assert_eq!(ends.len(), 11);
}
