//! Which code may assign the static fields of a class, where callers enter it, and what may run meanwhile.

use super::at_work::led_to;
use super::writers::is_entered;
use crate::graph::{CallGraph, initialiser};
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
/// initialiser too.
fn at_work((program, calls): (&Program, &CallGraph), class: ClassId, entries: &[MethodId]) -> FxHashSet<MethodId> {
    let before = program.supertypes(class).iter().copied().filter(|before| program.is_user_class(*before));
    let before = before.filter_map(|before| initialiser(program, before));
    let roots: Vec<MethodId> = entries.iter().copied().chain(before).collect();
    led_to((program, calls), &roots)
}
