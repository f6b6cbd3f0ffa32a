//! Which code may assign the static fields of a class, where callers enter it, and what may run meanwhile.

use super::writers::is_entered;
use crate::classfile::Instruction;
use crate::graph::{CallGraph, begun, initialiser, may_call_back};
use crate::program::{ClassId, FieldId, MethodId, OfClass, Program, Read, as_one};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where code is entered that assigns static fields of a class.
#[derive(Clone, Debug, Default)]
pub struct StaticEntries {
    /// The methods that are entered; the class's own initialiser is none.
    pub methods: Vec<MethodId>,
    /// Methods that assign some of the fields, with the fields.
    pub writers: FxHashMap<MethodId, Vec<FieldId>>,
    /// The methods that may run while one of those that are entered does, or while the class is initialised.
    pub at_work: FxHashSet<MethodId>,
}

/// The static fields of a class that are not final and that only code of the class path assigns.
pub fn owned_statics(program: &Program, class: ClassId) -> Vec<FieldId> {
    if !program.is_user_class(class) {
        return Vec::new();
    }
    let is_owned = |field: &FieldId| {
        let info = program.field(*field);
        let is_closed = !info.flags.is_public() && !info.flags.is_protected() && !info.flags.is_final();
        info.flags.is_static() && is_closed && info.constant.is_none() && !program.is_assigned_by_reflection(*field)
    };
    program.class(class).fields.iter().copied().filter(is_owned).collect()
}

/// Where callers enter code that may assign these static fields of a class.
pub fn static_entries((program, calls): (&Program, &CallGraph), class: ClassId, fields: &[FieldId]) -> StaticEntries {
    as_one(Read::Class(OfClass::StaticWriters, class), || find_entries((program, calls), class, fields))
}

fn find_entries((program, calls): (&Program, &CallGraph), class: ClassId, fields: &[FieldId]) -> StaticEntries {
    let own = initialiser(program, class);
    let mut writers: FxHashMap<MethodId, Vec<FieldId>> = FxHashMap::default();
    for field in fields {
        for method in program.assigning(*field).filter(|method| Some(*method) != own) {
            writers.entry(method).or_default().push(*field);
        }
    }
    let mut open: Vec<MethodId> = writers.keys().copied().collect();
    let mut seen: FxHashSet<MethodId> = open.iter().copied().collect();
    let mut methods = Vec::new();
    while let Some(method) = open.pop() {
        if Some(method) == own {
            continue;
        }
        if is_entered(program, method) {
            methods.push(method);
            continue;
        }
        open.extend(calls.callers(method).iter().copied().filter(|caller| seen.insert(*caller)));
    }
    methods.sort_unstable();
    let at_work = at_work((program, calls), class, &methods);
    StaticEntries { methods, writers, at_work }
}

/// What code that is entered, and the initialisers that run before a class's own, may call, directly or by others, and the class's own
/// initialiser too. What the JDK calls back is every method that it knows, where it is given or asked for anything that could have one.
fn at_work((program, calls): (&Program, &CallGraph), class: ClassId, entries: &[MethodId]) -> FxHashSet<MethodId> {
    let mut found: FxHashSet<MethodId> = FxHashSet::default();
    let mut open: Vec<MethodId> = entries.to_vec();
    let mut followed: FxHashSet<MethodId> = open.iter().copied().collect();
    for before in program.supertypes(class).iter().copied().filter(|before| program.is_user_class(*before)) {
        open.extend(initialiser(program, before).filter(|method| followed.insert(*method)));
    }
    let mut has_called_back = false;
    while let Some(method) = open.pop() {
        let mut next: Vec<MethodId> = calls.callees(method).to_vec();
        for decoded in program.code(method).map_or(&[][..], |code| &code.instructions) {
            match &decoded.instruction {
                Instruction::GetStatic(field) | Instruction::PutStatic(field) => {
                    next.extend(begun(program, &field.class));
                }
                Instruction::New(name) => next.extend(begun(program, name)),
                Instruction::Invoke(kind, called) => {
                    next.extend(begun(program, &called.class));
                    if !has_called_back && may_call_back(program, *kind, called) {
                        has_called_back = true;
                        next.extend(program.known_to_the_jdk());
                    }
                }
                _ => {}
            }
        }
        for callee in next {
            found.insert(callee);
            if followed.insert(callee) {
                open.push(callee);
            }
        }
    }
    found
}
