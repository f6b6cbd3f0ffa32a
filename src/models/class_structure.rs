//! `java.lang.Class`: where a class stands: its interfaces, the class around it, its modifiers, its names in the source.

use super::class_objects::{CLASS, Mirrored, class_named, is_hidden, literal, mirrored, refuse_numbered};
use super::classes::{string, with_brackets, with_name};
use super::{MethodModel, exact, returns_int, returns_null, returns_object};
use crate::classfile::{ClassName, InnerClass, primitive_name};
use crate::exec::{ExternalResult, Interrupt, Machine, State};
use crate::heap::{Reference, Value};
use crate::program::{ClassId, Element, FieldKind, Program, ReferenceType};

pub(super) const TABLE: &[MethodModel] = &[
    exact(CLASS, "getInterfaces", "()[Ljava/lang/Class;", interfaces),
    exact(CLASS, "getModifiers", "()I", modifiers),
    exact(CLASS, "getDeclaringClass", "()Ljava/lang/Class;", declaring_class),
    exact(CLASS, "getEnclosingClass", "()Ljava/lang/Class;", enclosing_class),
    exact(CLASS, "isMemberClass", "()Z", is_member),
    exact(CLASS, "getTypeName", "()Ljava/lang/String;", type_name),
    exact(CLASS, "getCanonicalName", "()Ljava/lang/String;", canonical_name),
];

/// The flags that `getModifiers` knows: those that the source can give a class, and interface, annotation, enum, synthetic.
const CLASS_MODIFIERS: u16 = 0x761F;
/// `public final abstract`: a primitive type's modifiers, and what an array has beside the access of its elements' type.
const PUBLIC: i32 = 0x1;
const ACCESS: i32 = 0x7;
const FINAL_ABSTRACT: i32 = 0x410;

type Result<T> = std::result::Result<T, Interrupt>;

/// The `InnerClasses` entry of a class that says what it is itself.
fn own_entry<'p>(program: &'p Program, name: &str) -> Option<&'p InnerClass> {
    let file = program.class(program.class_by_name(name)?).file()?;
    file.inner_classes.iter().find(|entry| &*entry.inner == name)
}

/// The class that a class is a member of; none for others, local and anonymous ones among them.
fn declaring<'p>(program: &'p Program, name: &str) -> Option<&'p ClassName> {
    own_entry(program, name)?.outer.as_ref()
}

pub(super) fn interfaces(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, interfaces_of)
}

/// A new array of the interfaces that a class names itself.
pub(super) fn interfaces_of(machine: &mut Machine<'_>, state: &mut State, name: &str) -> Result<ExternalResult> {
    let program = machine.program;
    let names: Vec<ClassName> = if name.starts_with('[') {
        vec!["java/lang/Cloneable".into(), "java/io/Serializable".into()]
    } else {
        let class = class_named(machine, name)?;
        let interfaces = class.map_or(&[][..], |class| &program.class(class).interfaces);
        interfaces.iter().map(|interface| program.class_name(*interface).clone()).collect()
    };
    let component = machine.builtin(CLASS)?;
    class_array(machine, state, component, &names)
}

/// A new array of class objects.
pub(super) fn class_array(
    machine: &mut Machine<'_>,
    state: &mut State,
    component: ClassId,
    names: &[ClassName],
) -> Result<ExternalResult> {
    let component = FieldKind::Reference(ReferenceType::class(component));
    let length = machine.pool.int(names.len() as i32);
    let array = state.heap.allocate_array(&mut machine.pool, component, length);
    for (position, name) in names.iter().enumerate() {
        let class = literal(machine, state, name)?;
        let index = machine.pool.int(position as i32);
        let (heap, mut context) = machine.heap_context(state);
        heap.write_element(&mut context, array, index, Value::Reference(Reference::Object(class)))?;
    }
    returns_object(array)
}

pub(super) fn modifiers_of(machine: &Machine<'_>, name: &str) -> Result<i32> {
    let program = machine.program;
    Ok(match mirrored(machine, name)? {
        Mirrored::Primitive(_) => PUBLIC | FINAL_ABSTRACT,
        Mirrored::Reference(ReferenceType { element, dimensions }) => {
            let of_element = match element {
                Element::Primitive(_) => PUBLIC | FINAL_ABSTRACT,
                Element::Class(class) => {
                    let name = program.class_name(class);
                    let flags = own_entry(program, name).map_or(program.class(class).flags, |entry| entry.flags);
                    i32::from(flags.0 & CLASS_MODIFIERS)
                }
            };
            if dimensions == 0 { of_element } else { (of_element & ACCESS) | FINAL_ABSTRACT }
        }
    })
}

fn modifiers(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, _, name| {
        let modifiers = modifiers_of(machine, name)?;
        returns_int(machine, modifiers)
    })
}

pub(super) fn declaring_class(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, state, name| match declaring(machine.program, name) {
        Some(outer) => returns_object(literal(machine, state, outer)?),
        None => returns_null(),
    })
}

fn enclosing_class(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, state, name| {
        let program = machine.program;
        let file = program.class_by_name(name).and_then(|class| program.class(class).file());
        let around = file.and_then(|file| file.enclosing_method.as_ref()).map(|(class, _)| class);
        match around.or_else(|| declaring(program, name)) {
            Some(outer) => returns_object(literal(machine, state, outer)?),
            None => returns_null(),
        }
    })
}

fn is_member(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, _, name| {
        let is = declaring(machine.program, name).is_some();
        returns_int(machine, i32::from(is))
    })
}

fn type_name(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, state, name| {
        refuse_numbered(name)?;
        let text = match mirrored(machine, name)? {
            Mirrored::Primitive(_) => name.to_owned(),
            Mirrored::Reference(ReferenceType { element, dimensions }) => match element {
                Element::Primitive(primitive) => with_brackets(primitive_name(primitive), dimensions),
                Element::Class(class) => {
                    with_brackets(&machine.program.class_name(class).replace('/', "."), dimensions)
                }
            },
        };
        string(machine, state, &text)
    })
}

/// A class's name as the source writes it; none for a local or anonymous class, and for a member of one.
pub(super) fn canonical(program: &Program, name: &str) -> Option<String> {
    let file = program.class_by_name(name).and_then(|class| program.class(class).file());
    if file.is_some_and(|file| file.enclosing_method.is_some()) {
        return None;
    }
    let Some(entry) = own_entry(program, name) else { return Some(name.replace('/', ".")) };
    let (outer, simple) = (entry.outer.as_ref()?, entry.name.as_ref()?);
    // Enclosing classes have shorter names, else a hostile file could go round in circles.
    if outer.len() >= name.len() {
        return None;
    }
    Some(format!("{}.{simple}", canonical(program, outer)?))
}

fn canonical_name(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, state, name| {
        if is_hidden(name) {
            return returns_null();
        }
        refuse_numbered(name)?;
        let text = match mirrored(machine, name)? {
            Mirrored::Primitive(_) => Some(name.to_owned()),
            Mirrored::Reference(ReferenceType { element, dimensions }) => match element {
                Element::Primitive(primitive) => Some(with_brackets(primitive_name(primitive), dimensions)),
                Element::Class(class) => canonical(machine.program, machine.program.class_name(class))
                    .map(|name| with_brackets(&name, dimensions)),
            },
        };
        match text {
            Some(text) => string(machine, state, &text),
            None => returns_null(),
        }
    })
}
