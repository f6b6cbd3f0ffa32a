//! What may run while other code is at work: while an object is being changed, or the static fields of a class. Invariants need not hold
//! then.

use super::writers::{entries, owned_fields};
use crate::classfile::Instruction;
use crate::graph::{CallGraph, begun, may_call_back};
use crate::program::{ClassId, MethodId, Program, Read, as_one};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What one method leads to: the methods of the class path that it may call or begin.
struct Leads {
    to: Vec<MethodId>,
    /// Whether it gives the JDK, or asks it for, anything by which it could call back.
    calls_back: bool,
}

impl Leads {
    fn of((program, calls): (&Program, &CallGraph), method: MethodId) -> Leads {
        let mut to: Vec<MethodId> = calls.callees(method).to_vec();
        let mut calls_back = false;
        for decoded in program.code(method).map_or(&[][..], |code| &code.instructions) {
            match &decoded.instruction {
                Instruction::GetStatic(field) | Instruction::PutStatic(field) => {
                    to.extend(begun(program, &field.class))
                }
                Instruction::New(name) => to.extend(begun(program, name)),
                Instruction::Invoke(kind, called) => {
                    to.extend(begun(program, &called.class));
                    calls_back = calls_back || may_call_back(program, *kind, called);
                }
                _ => {}
            }
        }
        Leads { to, calls_back }
    }
}

/// What these methods may call or begin, directly or by others: themselves only where something of it leads back to them. What the JDK
/// calls back is every method that it knows.
pub(super) fn led_to((program, calls): (&Program, &CallGraph), roots: &[MethodId]) -> FxHashSet<MethodId> {
    led_to_by(program, roots, |method, open| {
        let leads = Leads::of((program, calls), method);
        open(&leads.to);
        leads.calls_back
    })
}

/// The same, where `leads` shows what a method leads to and says whether the JDK may call back.
fn led_to_by(
    program: &Program,
    roots: &[MethodId],
    mut leads: impl FnMut(MethodId, &mut dyn FnMut(&[MethodId])) -> bool,
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
        if leads(method, &mut take) && !has_called_back {
            has_called_back = true;
            take(program.known_to_the_jdk());
        }
    }
    found
}

/// Which methods may run while code is changing an object of a class. What each method leads to is found once.
pub struct AtWork<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    leads: OnceLock<FxHashMap<MethodId, Leads>>,
    of_classes: Mutex<FxHashMap<ClassId, Arc<FxHashSet<MethodId>>>>,
}

impl<'p> AtWork<'p> {
    /// Of a program, of which nothing is known yet.
    pub fn new(program: &'p Program, calls: &'p CallGraph) -> Self {
        AtWork { program, calls, leads: OnceLock::new(), of_classes: Mutex::default() }
    }

    /// Whether a method may run, called or begun, while code of the class path is changing an object of a class or making one.
    pub fn may_run_amid(&self, class: ClassId, method: MethodId) -> bool {
        as_one(Read::Amid(class, method), || {
            let known = || self.of_classes.lock().unwrap_or_else(PoisonError::into_inner);
            let found = known().get(&class).cloned();
            let found = found.unwrap_or_else(|| {
                let found = Arc::new(self.find(class));
                known().insert(class, found.clone());
                found
            });
            found.contains(&method)
        })
    }

    fn find(&self, class: ClassId) -> FxHashSet<MethodId> {
        let around = (self.program, self.calls);
        let leads = self.leads.get_or_init(|| {
            let own = self.program.methods().map(|(method, _)| method).filter(|method| self.calls.has(*method));
            own.map(|method| (method, Leads::of(around, method))).collect()
        });
        let changing = entries(around, class, &owned_fields(self.program, class)).changing;
        led_to_by(self.program, &changing, |method, open| {
            let Some(known) = leads.get(&method) else { return false };
            open(&known.to);
            known.calls_back
        })
    }
}
