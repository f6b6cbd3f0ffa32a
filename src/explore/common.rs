//! Which common objects are tried for an input whose type says little. A class object is one of some constants. A class
//! without accessible constructors has constants of its own. An `Object` is of a type that the code tests for.

use crate::exec::{Machine, State};
use crate::heap::{Literal, ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, Program, ReferenceType, package_of};

/// What class objects are tried: a class, what has subclasses, an interface, primitive types and arrays.
const CLASSES: [&str; 16] = [
    "java/lang/String",
    "java/lang/Object",
    "java/lang/Integer",
    "int",
    "[I",
    "[Ljava/lang/String;",
    "java/util/List",
    "java/lang/Number",
    "boolean",
    "char",
    "byte",
    "short",
    "long",
    "float",
    "double",
    "void",
];
/// The declared types that a class object is tried for.
const DECLARED_AS_CLASS: [&str; 4] = [
    "java/lang/Class",
    "java/lang/reflect/AnnotatedElement",
    "java/lang/reflect/GenericDeclaration",
    "java/lang/reflect/Type",
];
/// The most constants of a class that are tried.
pub(super) const MOST_CONSTANTS: usize = 8;

/// What people pass where a type of the JDK is declared that says little: declared type, class.
const STAND_INS: [(&str, &str); 7] = [
    ("java/lang/CharSequence", "java/lang/String"),
    ("java/io/Reader", "java/io/StringReader"),
    ("java/lang/Readable", "java/io/StringReader"),
    ("java/io/InputStream", "java/io/ByteArrayInputStream"),
    ("java/io/OutputStream", "java/io/ByteArrayOutputStream"),
    ("java/io/Writer", "java/io/StringWriter"),
    ("java/lang/Appendable", "java/lang/StringBuilder"),
];

/// The class that people take where a type is declared that is none they can make.
pub(super) fn stand_in(program: &Program, declared: ClassId) -> Option<ClassId> {
    let name = program.class_name(declared);
    let (_, class) = STAND_INS.iter().find(|(known, _)| **known == **name)?;
    program.class_by_name(class)
}

/// The class objects that are tried for an input of a declared type; none for other types.
pub(super) fn class_objects(machine: &Machine<'_>, state: &mut State, declared: ClassId) -> Vec<ObjectId> {
    let program = machine.program;
    let (true, Some(class)) =
        (DECLARED_AS_CLASS.contains(&&**program.class_name(declared)), program.class_by_name("java/lang/Class"))
    else {
        return Vec::new();
    };
    CLASSES.iter().map(|name| state.heap.literal(class, Literal::Class((*name).into()))).collect()
}

/// The constants that hold objects of exactly a class of the class path and that are shown to a package: static finals of its own type,
/// or where the class cannot be named there, of a type above it, in the classes that it is nested in or that are nested beside it.
pub(super) fn constants(machine: &mut Machine<'_>, class: ClassId, package: &str) -> Vec<FieldId> {
    let program = machine.program;
    let definition = program.class(class);
    if !definition.is_user() || definition.is_enum() {
        return Vec::new();
    }
    let is_nameable = program.is_nameable(class, package);
    let own = FieldKind::Reference(ReferenceType::class(class));
    let is_one = |field: &FieldId| {
        let info = program.field(*field);
        let same_package = package_of(program.class_name(info.class)) == package;
        let is_open = info.flags.is_public() || (same_package && !info.flags.is_private());
        let fits = match info.kind {
            FieldKind::Reference(kind) if !is_nameable => {
                kind.as_class().is_some_and(|above| program.supertypes(class).contains(&above))
            }
            kind => kind == own,
        };
        info.flags.is_static() && info.flags.is_final() && is_open && fits
    };
    let shown_by = match is_nameable {
        true => vec![class],
        false => program.neighbours(class).into_iter().filter(|near| program.is_nameable(*near, package)).collect(),
    };
    let mut fields: Vec<FieldId> =
        shown_by.into_iter().flat_map(|near| program.class(near).fields.iter().copied().filter(is_one)).collect();
    if !is_nameable {
        fields.retain(|field| machine.class_left_in(*field) == Some(class));
    }
    fields.truncate(MOST_CONSTANTS);
    fields
}

/// The objects that constants hold. What cannot be initialised has no constants to try.
pub(super) fn held(machine: &mut Machine<'_>, state: &mut State, constants: &[FieldId]) -> Vec<ObjectId> {
    let mut found = Vec::new();
    for field in constants {
        if let Ok(Value::Reference(Reference::Object(object))) = machine.initialised_static(state, *field)
            && !found.contains(&object)
        {
            found.push(object);
        }
    }
    found
}
