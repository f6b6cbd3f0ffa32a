//! Which code may change the fields of a class's objects, and where callers enter it.

use crate::exec::Sized;
use crate::graph::CallGraph;
use crate::program::{ClassId, FieldId, MethodId, OfClass, Program, Read, as_one};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where code is entered that changes objects of a class.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// The methods that are entered.
    pub methods: Vec<MethodId>,
    /// Methods that assign a field of the class, with the fields, and its constructors.
    pub writers: FxHashMap<MethodId, Vec<FieldId>>,
    /// Methods that may change how much is in the collections of fields of the class, with the fields.
    pub resizers: FxHashMap<MethodId, Vec<FieldId>>,
    /// The writers, and what calls these as parts of itself, up to the methods that are entered: while one of them runs, an object may be
    /// in any state.
    pub changing: Vec<MethodId>,
}

/// The fields of a class that only code of the class path assigns, and of which something may hold between calls: private
/// ones, those of the package, and final ones. What serialization leaves out, or may bring back as something else, is none of them.
pub fn owned_fields(program: &Program, class: ClassId) -> Vec<FieldId> {
    let mut found = owned_or_replaced_fields(program, class);
    found.retain(|field| !program.may_be_replaced_in_a_stream(*field));
    found
}

/// The same with those that serialization may bring back as something else.
pub fn owned_or_replaced_fields(program: &Program, class: ClassId) -> Vec<FieldId> {
    let definition = program.class(class);
    let is_owned = |field: &FieldId| {
        let flags = program.field(*field).flags;
        let is_lost = || program.may_be_lost_in_a_stream(class, *field);
        let is_assigned_elsewhere = (flags.is_public() || flags.is_protected()) && !flags.is_final();
        let is_reflected = || {
            program.is_field_reached_by_reflection(*field)
                || (!flags.is_final() && program.is_assigned_by_reflection(*field))
        };
        !flags.is_static() && !is_assigned_elsewhere && !is_lost() && !is_reflected()
    };
    definition.fields.iter().copied().filter(is_owned).collect()
}

/// Where callers enter code that may change these fields of a class, or makes objects of it: methods and constructors that are not private,
/// in the order of classes and members. What is private, or made by the compiler, is entered by its callers. Code that changes how much is
/// in the collections of the fields in `sized` changes the objects too.
pub fn entries(around: (&Program, &CallGraph), class: ClassId, (fields, sized): (&[FieldId], &[Sized])) -> Entries {
    as_one(Read::Class(OfClass::Writers, class), || find_entries(around, class, (fields, sized)))
}

fn find_entries(
    (program, calls): (&Program, &CallGraph),
    class: ClassId,
    (fields, sized): (&[FieldId], &[Sized]),
) -> Entries {
    let mut writers: FxHashMap<MethodId, Vec<FieldId>> = FxHashMap::default();
    for method in &program.class(class).methods {
        if &*program.method(*method).name == "<init>" {
            writers.entry(*method).or_default();
        }
    }
    for field in fields {
        for method in program.assigning(*field) {
            writers.entry(method).or_default().push(*field);
        }
    }
    let mut resizers: FxHashMap<MethodId, Vec<FieldId>> = FxHashMap::default();
    for (field, method) in sized.iter().flat_map(|sized| sized.changed_by.iter().map(|method| (sized.field, *method))) {
        resizers.entry(method).or_default().push(field);
    }
    let mut open: Vec<MethodId> = writers.keys().chain(resizers.keys()).copied().collect();
    open.sort_unstable();
    open.dedup();
    let mut seen: FxHashSet<MethodId> = open.iter().copied().collect();
    let mut methods = Vec::new();
    while let Some(method) = open.pop() {
        if is_entered(program, method) {
            methods.push(method);
            continue;
        }
        for caller in calls.callers(method) {
            if seen.insert(*caller) {
                open.push(*caller);
            }
        }
    }
    methods.sort_unstable();
    let mut changing: Vec<MethodId> = seen.into_iter().collect();
    changing.sort_unstable();
    Entries { methods, writers, resizers, changing }
}

/// Whether code elsewhere, or the machine, can call a method.
pub(super) fn is_entered(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let is_initialiser = &*info.name == "<clinit>";
    // What compilers add and do not make public is there for code that they compile.
    let is_open = info.flags.is_public() || (!info.flags.is_private() && !info.flags.is_synthetic());
    // Where code elsewhere cannot name a class, it calls what overrides methods of other classes, but no constructor.
    is_initialiser
        || (is_open && !program.is_hidden_constructor(method))
        || program.is_called_by_serialization(method)
        || program.is_run_by_reflection(method)
}
