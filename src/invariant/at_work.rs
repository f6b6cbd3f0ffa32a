//! What may run while other code is at work: while an object is being changed, or the static fields of a class. Invariants need not hold
//! then.

use super::writers::{entries, owned_fields};
use crate::classfile::Instruction;
use crate::exec::Sized;
use crate::graph::{CallGraph, begun, may_call_back_from};
use crate::program::{ClassId, MethodId, Program};
use rustc_hash::FxHashSet;
use std::sync::OnceLock;

/// What follows on one method: the methods of the class path that it may call or begin.
struct Successors {
    methods: Vec<MethodId>,
    /// Whether it gives the JDK, or asks it for, anything by which it could call back.
    calls_back: bool,
}

impl Successors {
    fn of((program, calls): (&Program, &CallGraph), method: MethodId) -> Successors {
        let mut methods: Vec<MethodId> = calls.callees(method).to_vec();
        let mut calls_back = false;
        for decoded in program.code(method).map_or(&[][..], |code| &code.instructions) {
            match &decoded.instruction {
                Instruction::GetStatic(field) | Instruction::PutStatic(field) => {
                    methods.extend(begun(program, &field.class))
                }
                Instruction::New(name) => methods.extend(begun(program, name)),
                Instruction::Invoke(kind, called) => {
                    methods.extend(begun(program, &called.class));
                    calls_back = calls_back || may_call_back_from(program, method, *kind, called);
                }
                _ => {}
            }
        }
        Successors { methods, calls_back }
    }
}

/// What these methods may call or begin, directly or by others: themselves only where something of it leads back to them. What the JDK
/// calls back is every method that it knows.
pub(super) fn led_to((program, calls): (&Program, &CallGraph), roots: &[MethodId]) -> FxHashSet<MethodId> {
    led_to_by(program, roots, |method, open| {
        let found = Successors::of((program, calls), method);
        open(&found.methods);
        found.calls_back
    })
}

/// The same, where `follow` shows what follows on a method and says whether the JDK may call back.
fn led_to_by(
    program: &Program,
    roots: &[MethodId],
    mut follow: impl FnMut(MethodId, &mut dyn FnMut(&[MethodId])) -> bool,
) -> FxHashSet<MethodId> {
    let mut found: FxHashSet<MethodId> = FxHashSet::default();
    let mut open: Vec<MethodId> = roots.to_vec();
    let mut followed: FxHashSet<MethodId> = open.iter().copied().collect();
    let mut has_called_back = false;
    while let Some(method) = open.pop() {
        let mut take = |next: &[MethodId]| {
            for callee in next {
                found.insert(*callee);
                if followed.insert(*callee) {
                    open.push(*callee);
                }
            }
        };
        if follow(method, &mut take) && !has_called_back {
            has_called_back = true;
            take(program.known_to_the_jdk());
        }
    }
    found
}

/// Which methods may run while code is changing an object of a class. What follows on each method is found once, when it is met.
pub struct AtWork<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    successors: Vec<OnceLock<Successors>>,
}

impl<'p> AtWork<'p> {
    /// Of a program, of which nothing is known yet.
    pub fn new(program: &'p Program, calls: &'p CallGraph) -> Self {
        AtWork { program, calls, successors: program.methods().map(|_| OnceLock::new()).collect() }
    }

    /// The methods that may run, called or begun, while code of the class path is changing an object of a class or making one, or how much
    /// is in the collections of the fields in `sized`.
    pub fn amid(&self, class: ClassId, sized: &[Sized]) -> FxHashSet<MethodId> {
        let around = (self.program, self.calls);
        let changing = entries(around, class, (&owned_fields(self.program, class), sized)).changing;
        led_to_by(self.program, &changing, |method, open| {
            let Some(known) = self.successors.get(method.index()) else { return false };
            let known = known.get_or_init(|| Successors::of(around, method));
            open(&known.methods);
            known.calls_back
        })
    }
}
