//! Classes of `java.lang.reflect.Proxy`: an interface whose methods all go to an invocation handler.

use super::assembler::Assembler;
use super::conversion::{box_of, put_in_box, unbox};
use super::{ENTRY, Host, MARK, PUBLIC_FLAGS, STATIC_FLAGS, synthetic_class};
use crate::classfile::{
    ArrayAccess, ClassFile, ClassName, Condition, FieldReference, FieldType, Instruction, InvokeKind, LoadableConstant,
    Method, MethodType, Relation, ValueKind, parse_method_descriptor,
};
use std::sync::Arc;

const PROXY: &str = "java/lang/reflect/Proxy";
const HANDLER: &str = "java/lang/reflect/InvocationHandler";
const CLASS: &str = "java/lang/Class";
const OBJECT: &str = "java/lang/Object";
const UNDECLARED: &str = "java/lang/reflect/UndeclaredThrowableException";
/// What follows the mark in the names of these classes.
const SUFFIX: &str = "proxy";
/// The methods of `Object` that a proxy gives to its handler too.
const OF_OBJECT: [(&str, &str); 3] =
    [("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z"), ("toString", "()Ljava/lang/String;")];

/// The name of the class of an interface's proxies.
pub fn proxy_name(interface: &str) -> ClassName {
    Arc::from(format!("{interface}{MARK}{SUFFIX}"))
}

/// The interface of which a class of this name has the proxies; none for other classes.
pub fn proxied_interface(name: &str) -> Option<&str> {
    name.strip_suffix(SUFFIX)?.strip_suffix(MARK)
}

/// A method that a proxy has: the class that declares it, and its definition.
pub(in crate::program) type Proxied<'p> = (&'p ClassName, &'p Method);

/// The class of an interface's proxies; `methods` are those of the interface and of those above it, that of an interface before those
/// of the ones above. None where a method is not well-formed.
pub(in crate::program) fn proxy(interface: &ClassFile, methods: &[Proxied<'_>]) -> Option<ClassFile> {
    let name = proxy_name(&interface.name);
    let mut made = vec![factory(&name)];
    for (method, descriptor) in OF_OBJECT {
        made.push(forward((OBJECT, method, descriptor), &[])?);
    }
    for (class, method) in methods {
        let is_known = |known: &Method| known.name == method.name && known.descriptor == method.descriptor;
        if !made.iter().any(is_known) {
            made.push(forward((class, &method.name, &method.descriptor), &method.exceptions)?);
        }
    }
    let class = synthetic_class(&Host::of(interface), name, vec![interface.name.clone()], Vec::new(), made);
    Some(ClassFile { superclass: Some(Arc::from(PROXY)), ..class })
}

fn handler_field() -> Arc<FieldReference> {
    Arc::new(FieldReference {
        class: Arc::from(PROXY),
        name: Arc::from("h"),
        descriptor: Arc::from(format!("L{HANDLER};")),
    })
}

/// Makes a proxy of its handler.
fn factory(class: &ClassName) -> Method {
    let mut code = Assembler::new(1);
    code.emit(Instruction::New(class.clone()));
    code.emit(Instruction::Dup);
    code.emit(Instruction::Load(ValueKind::Reference, 0));
    code.emit(Instruction::PutField(handler_field()));
    code.return_value(Some(&FieldType::Reference(class.clone())));
    code.method(STATIC_FLAGS, ENTRY, &format!("(L{HANDLER};)L{class};"))
}

fn class_constant(code: &mut Assembler, kind: &FieldType) {
    code.emit(match kind {
        FieldType::Reference(name) => Instruction::Constant(LoadableConstant::Class(name.clone())),
        FieldType::Primitive(primitive) => Instruction::GetStatic(Arc::new(FieldReference {
            class: Arc::from(box_of(*primitive)),
            name: Arc::from("TYPE"),
            descriptor: Arc::from(format!("L{CLASS};")),
        })),
    });
}

/// An array of what is pushed for each of several types, or null where there is none of them and none is to be.
fn array(
    code: &mut Assembler,
    component: &str,
    kinds: &[FieldType],
    mut push: impl FnMut(&mut Assembler, usize, &FieldType),
) {
    code.emit(Instruction::IntConstant(kinds.len() as i32));
    code.emit(Instruction::NewReferenceArray(Arc::from(component)));
    for (position, kind) in kinds.iter().enumerate() {
        code.emit(Instruction::Dup);
        code.emit(Instruction::IntConstant(position as i32));
        push(code, position, kind);
        code.emit(Instruction::ArrayStore(ArrayAccess::Reference));
    }
}

/// A method that gives its arguments to the handler, with itself as it is found in the class that declares it.
fn forward((class, name, descriptor): (&str, &str, &str), exceptions: &[ClassName]) -> Option<Method> {
    let called: MethodType = parse_method_descriptor(descriptor)?;
    let (mut code, slots) = Assembler::with_arguments(true, &called.parameters);
    let (from, to, handler) = (code.label(), code.label(), code.label());
    code.emit(Instruction::Load(ValueKind::Reference, 0));
    code.emit(Instruction::GetField(handler_field()));
    code.emit(Instruction::Load(ValueKind::Reference, 0));
    code.emit(Instruction::Constant(LoadableConstant::Class(Arc::from(class))));
    code.units(name.encode_utf16().collect());
    array(&mut code, CLASS, &called.parameters, |code, _, kind| class_constant(code, kind));
    let found = "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;";
    code.invoke(InvokeKind::Virtual, CLASS, "getMethod", found, false);
    if called.parameters.is_empty() {
        code.emit(Instruction::NullConstant);
    } else {
        array(&mut code, OBJECT, &called.parameters, |code, position, kind| {
            code.load(kind, slots.get(position).copied().unwrap_or(0));
            if let FieldType::Primitive(primitive) = kind {
                put_in_box(code, *primitive);
            }
        });
    }
    code.mark(from);
    let invoke = "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
    code.invoke(InvokeKind::Interface, HANDLER, "invoke", invoke, true);
    code.mark(to);
    match &called.result {
        None => code.emit(Instruction::Pop),
        Some(FieldType::Primitive(primitive)) => {
            code.emit(Instruction::CheckCast(Arc::from(box_of(*primitive))));
            unbox(&mut code, box_of(*primitive), *primitive);
        }
        Some(FieldType::Reference(result)) => code.emit(Instruction::CheckCast(result.clone())),
    }
    code.return_value(called.result.as_ref());
    code.mark(handler);
    let (thrown, passes) = (code.local(), code.label());
    code.emit(Instruction::Store(ValueKind::Reference, thrown));
    let unchecked = [Arc::from("java/lang/RuntimeException"), Arc::from("java/lang/Error")];
    for passed in unchecked.iter().chain(exceptions) {
        code.emit(Instruction::Load(ValueKind::Reference, thrown));
        code.emit(Instruction::InstanceOf(passed.clone()));
        code.branch(Condition::IntZero(Relation::NotEqual), passes);
    }
    code.emit(Instruction::New(Arc::from(UNDECLARED)));
    code.emit(Instruction::Dup);
    code.emit(Instruction::Load(ValueKind::Reference, thrown));
    code.invoke(InvokeKind::Special, UNDECLARED, "<init>", "(Ljava/lang/Throwable;)V", false);
    code.emit(Instruction::Throw);
    code.mark(passes);
    code.emit(Instruction::Load(ValueKind::Reference, thrown));
    code.emit(Instruction::Throw);
    code.catch_all((from, to), handler);
    Some(code.method(PUBLIC_FLAGS, name, descriptor))
}

/// The method by which a proxy is made.
pub const MAKES_PROXY: &str = ENTRY;
