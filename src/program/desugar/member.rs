//! Classes through which reflection uses a member of another class, as code of that class would: one for each method, constructor or
//! field. What reflection checks of its arguments is done before.

use super::assembler::{Assembler, Label, descriptor_of};
use super::conversion::put_in_box;
use super::{FIELD_FLAGS, Host, MARK, PUBLIC_FLAGS, STATIC_FLAGS, synthetic_class};
use crate::classfile::{
    Annotations, ClassFile, ClassName, Field, FieldReference, FieldType, Instruction, InvokeKind, Method, MethodType,
    ValueKind, parse_field_descriptor, parse_method_descriptor,
};
use std::sync::Arc;

/// What wraps an exception of a method that is called by reflection.
const WRAPPER: &str = "java/lang/reflect/InvocationTargetException";
const OBJECT: &str = "java/lang/Object";

/// What is done with a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A method is called, the receiver first, or an object is made by a constructor.
    Calls,
    /// A method of exactly this class is called, whatever class the receiver is of.
    CallsSpecially,
    /// A method is called, or an object made; the result is boxed, null for none, and what is thrown is wrapped.
    Reflects,
    /// A field is read.
    Gets,
    /// A field is assigned.
    Sets,
    /// A constructor runs on a new object of a subclass: what a serialized object is made by.
    Deserialises,
}

impl Use {
    const ALL: [Use; 6] = [Use::Calls, Use::CallsSpecially, Use::Reflects, Use::Gets, Use::Sets, Use::Deserialises];

    /// The name of the method that does it, which also stands in the name of its class.
    pub fn name(self) -> &'static str {
        match self {
            Use::Calls => "calls",
            Use::CallsSpecially => "callsSpecially",
            Use::Reflects => "reflects",
            Use::Gets => "gets",
            Use::Sets => "sets",
            Use::Deserialises => "newInstance",
        }
    }
}

/// The name of the class that uses a member in a way, given by its class and its place among the methods or fields that this declares.
pub fn using_name(class: &str, position: usize, what: Use) -> ClassName {
    Arc::from(format!("{class}{MARK}{}{position}", what.name()))
}

/// What a class of this name uses: the class, the member's place, how; none for other classes. Names of call sites have another `$`.
pub(in crate::program) fn used_member(name: &str) -> Option<(&str, usize, Use)> {
    let (class, rest) = name.split_once(MARK)?;
    let word = rest.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let what = Use::ALL.into_iter().find(|what| what.name() == word)?;
    Some((class, rest.get(word.len()..)?.parse().ok()?, what))
}

/// The class that uses a member; none where there is no such member.
pub(in crate::program) fn using(file: &ClassFile, position: usize, what: Use) -> Option<ClassFile> {
    let name = using_name(&file.name, position, what);
    if what == Use::Deserialises {
        return Some(accessor(file, file.methods.get(position)?, name));
    }
    let method = match what {
        Use::Gets | Use::Sets => field_use(file, file.fields.get(position)?, what)?,
        _ => method_use(file, file.methods.get(position)?, what)?,
    };
    Some(synthetic_class(&Host::of(file), name, Vec::new(), Vec::new(), vec![method]))
}

/// What calls constructors for `java.lang.reflect.Constructor`.
const ACCESSOR: &str = "jdk/internal/reflect/ConstructorAccessorImpl";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const CLASS: &str = "java/lang/Class";

/// The field of the class that runs a constructor on objects of a subclass which says of which one: its name and type.
pub const MADE: (&str, &str) = ("made", "Ljava/lang/Class;");

/// The class that runs a constructor on new objects of a subclass, as a constructor's accessor.
fn accessor(file: &ClassFile, constructor: &Method, name: ClassName) -> ClassFile {
    let array = FieldType::Reference(Arc::from("[Ljava/lang/Object;"));
    let (mut code, _) = Assembler::with_arguments(true, std::slice::from_ref(&array));
    let (from, to, handler) = (code.label(), code.label(), code.label());
    let unsafe_object = format!("()L{UNSAFE};");
    code.invoke(InvokeKind::Static, UNSAFE, "getUnsafe", &unsafe_object, false);
    code.emit(Instruction::Load(ValueKind::Reference, 0));
    code.get_field(&name, &Arc::from(MADE.0), &FieldType::Reference(Arc::from(CLASS)));
    code.invoke(InvokeKind::Virtual, UNSAFE, "allocateInstance", "(Ljava/lang/Class;)Ljava/lang/Object;", false);
    code.emit(Instruction::Dup);
    code.mark(from);
    code.invoke(InvokeKind::Special, &file.name, &constructor.name, &constructor.descriptor, false);
    code.mark(to);
    let result = Some(FieldType::Reference(Arc::from(OBJECT)));
    code.return_value(result.as_ref());
    wrap(&mut code, (from, to), handler);
    let descriptor = descriptor_of(&MethodType { parameters: vec![array], result });
    let method = code.method(PUBLIC_FLAGS, Use::Deserialises.name(), &descriptor);
    let made = field(MADE.0, MADE.1);
    let class = synthetic_class(&Host::of(file), name, Vec::new(), vec![made], vec![method]);
    ClassFile { superclass: Some(Arc::from(ACCESSOR)), ..class }
}

/// Wraps what is thrown between two places.
fn wrap(code: &mut Assembler, range: (Label, Label), handler: Label) {
    code.mark(handler);
    let thrown = code.local();
    code.emit(Instruction::Store(ValueKind::Reference, thrown));
    code.emit(Instruction::New(Arc::from(WRAPPER)));
    code.emit(Instruction::Dup);
    code.emit(Instruction::Load(ValueKind::Reference, thrown));
    code.invoke(InvokeKind::Special, WRAPPER, "<init>", "(Ljava/lang/Throwable;)V", false);
    code.emit(Instruction::Throw);
    code.catch_all(range, handler);
}

fn field(name: &str, descriptor: &str) -> Field {
    Field {
        flags: FIELD_FLAGS,
        name: Arc::from(name),
        descriptor: Arc::from(descriptor),
        signature: None,
        constant: None,
        annotations: Annotations::default(),
        nullness: None,
    }
}

fn field_use(file: &ClassFile, field: &Field, what: Use) -> Option<Method> {
    let kind = parse_field_descriptor(&field.descriptor)?;
    let is_static = field.flags.is_static();
    let mut parameters: Vec<FieldType> = Vec::new();
    if !is_static {
        parameters.push(FieldType::Reference(file.name.clone()));
    }
    if what == Use::Sets {
        parameters.push(kind.clone());
    }
    let (mut code, slots) = Assembler::with_arguments(false, &parameters);
    for (parameter, slot) in parameters.iter().zip(slots) {
        code.load(parameter, slot);
    }
    let reference = Arc::new(FieldReference {
        class: file.name.clone(),
        name: field.name.clone(),
        descriptor: field.descriptor.clone(),
    });
    code.emit(match (what, is_static) {
        (Use::Sets, true) => Instruction::PutStatic(reference),
        (Use::Sets, false) => Instruction::PutField(reference),
        (_, true) => Instruction::GetStatic(reference),
        (_, false) => Instruction::GetField(reference),
    });
    let result = (what == Use::Gets).then_some(kind);
    code.return_value(result.as_ref());
    Some(code.method(STATIC_FLAGS, what.name(), &descriptor_of(&MethodType { parameters, result })))
}

fn method_use(file: &ClassFile, method: &Method, what: Use) -> Option<Method> {
    let called = parse_method_descriptor(&method.descriptor)?;
    let is_constructor = &*method.name == "<init>";
    let is_interface = file.flags.is_interface();
    let made = FieldType::Reference(file.name.clone());
    let kind = match what {
        _ if method.flags.is_static() => InvokeKind::Static,
        _ if is_constructor || what == Use::CallsSpecially || method.flags.is_private() => InvokeKind::Special,
        _ if is_interface => InvokeKind::Interface,
        _ => InvokeKind::Virtual,
    };
    let mut parameters = called.parameters.clone();
    if !is_constructor && kind != InvokeKind::Static {
        parameters.insert(0, made.clone());
    }
    let given = if is_constructor { Some(made) } else { called.result };
    let (mut code, slots) = Assembler::with_arguments(false, &parameters);
    let (from, to, handler) = (code.label(), code.label(), code.label());
    if is_constructor {
        code.emit(Instruction::New(file.name.clone()));
        code.emit(Instruction::Dup);
    }
    for (parameter, slot) in parameters.iter().zip(slots) {
        code.load(parameter, slot);
    }
    code.mark(from);
    code.invoke(kind, &file.name, &method.name, &method.descriptor, is_interface);
    code.mark(to);
    if what != Use::Reflects {
        code.return_value(given.as_ref());
        return Some(code.method(STATIC_FLAGS, what.name(), &descriptor_of(&MethodType { parameters, result: given })));
    }
    match given {
        None => code.emit(Instruction::NullConstant),
        Some(FieldType::Primitive(primitive)) => put_in_box(&mut code, primitive),
        Some(FieldType::Reference(_)) => {}
    }
    let result = Some(FieldType::Reference(Arc::from(OBJECT)));
    code.return_value(result.as_ref());
    wrap(&mut code, (from, to), handler);
    Some(code.method(STATIC_FLAGS, what.name(), &descriptor_of(&MethodType { parameters, result })))
}

/// The class of method handles. What they do is in its fields.
pub const HANDLE_CLASS: &str = "java/lang/invoke/MethodHandle$$casewise$handle";
const HANDLE: &str = "java/lang/invoke/MethodHandle";

/// The class of method handles, by the class file of `java.lang.invoke.MethodHandle`.
pub(in crate::program) fn handle_class(handle: &ClassFile) -> ClassFile {
    let fields = [
        ("kind", "I"),
        ("owner", "Ljava/lang/Class;"),
        ("first", "I"),
        ("second", "I"),
        ("target", "Ljava/lang/invoke/MethodHandle;"),
        ("others", "[Ljava/lang/invoke/MethodHandle;"),
        ("held", "Ljava/lang/Object;"),
    ];
    let fields = fields.into_iter().map(|(name, descriptor)| field(name, descriptor));
    let class = synthetic_class(&Host::of(handle), Arc::from(HANDLE_CLASS), Vec::new(), fields.collect(), Vec::new());
    ClassFile { superclass: Some(Arc::from(HANDLE)), ..class }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_what_is_used() {
        for what in Use::ALL {
            let name = using_name("p/C$1", 12, what);
            assert_eq!(used_member(&name), Some(("p/C$1", 12, what)));
        }
        assert_eq!(used_member("p/C$$casewise$calls$0"), None);
        assert_eq!(used_member("p/C$$casewise$answer"), None);
        assert_eq!(used_member("p/C"), None);
    }
}
