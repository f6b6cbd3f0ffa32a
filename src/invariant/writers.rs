//! Which code may change the fields of a class's objects, and where callers enter it.

use crate::graph::CallGraph;
use crate::program::{ClassId, FieldId, MethodId, OfClass, Program, Read, as_one};
use rustc_hash::{FxHashMap, FxHashSet};

/// The methods by which Java's serialization enters an object's class, which are private: name and descriptor.
const ENTERED_BY_SERIALIZATION: [(&str, &str); 3] = [
    ("readObject", "(Ljava/io/ObjectInputStream;)V"),
    ("readObjectNoData", "()V"),
    ("readResolve", "()Ljava/lang/Object;"),
];

/// Where code is entered that changes objects of a class.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// The methods that are entered.
    pub methods: Vec<MethodId>,
    /// Methods that assign a field of the class, with the fields, and its constructors.
    pub writers: FxHashMap<MethodId, Vec<FieldId>>,
}

/// The fields of a class that only code of the class path assigns, and of which something may hold between calls: private
/// ones, those of the package, and final ones. What serialization leaves out is none of them.
pub fn owned_fields(program: &Program, class: ClassId) -> Vec<FieldId> {
    let serializable = program.class_by_name("java/io/Serializable");
    let is_serializable = serializable.is_none_or(|known| program.is_subclass(class, known) != Some(false));
    let definition = program.class(class);
    let is_owned = |field: &FieldId| {
        let flags = program.field(*field).flags;
        let is_left_out = is_serializable && flags.is_transient();
        let is_assigned_elsewhere = (flags.is_public() || flags.is_protected()) && !flags.is_final();
        let is_reflected = || !flags.is_final() && program.is_assigned_by_reflection(*field);
        !flags.is_static() && !is_left_out && !is_assigned_elsewhere && !is_reflected()
    };
    definition.fields.iter().copied().filter(is_owned).collect()
}

/// Whether objects of a class may be read back from a stream by code of the class.
pub(super) fn is_read_back(program: &Program, class: ClassId) -> bool {
    let is_serial = |method: &MethodId| {
        let info = program.method(*method);
        ENTERED_BY_SERIALIZATION.contains(&(&*info.name, &*info.descriptor))
    };
    program.class(class).methods.iter().any(is_serial)
}

/// Where callers enter code that may change these fields of a class, or makes objects of it: methods and constructors that
/// are not private, in the order of classes and members. What is private, or made by the compiler, is entered by its callers.
pub fn entries((program, calls): (&Program, &CallGraph), class: ClassId, fields: &[FieldId]) -> Entries {
    as_one(Read::Class(OfClass::Writers, class), || find_entries((program, calls), class, fields))
}

fn find_entries((program, calls): (&Program, &CallGraph), class: ClassId, fields: &[FieldId]) -> Entries {
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
    let mut open: Vec<MethodId> = writers.keys().copied().collect();
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
    Entries { methods, writers }
}

/// Whether code elsewhere, or the machine, can call a method.
pub(super) fn is_entered(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let is_serial = || ENTERED_BY_SERIALIZATION.contains(&(&*info.name, &*info.descriptor));
    let is_initialiser = &*info.name == "<clinit>";
    // What compilers add and do not make public is there for code that they compile.
    let is_open = info.flags.is_public() || (!info.flags.is_private() && !info.flags.is_synthetic());
    is_initialiser || is_open || is_serial()
}
