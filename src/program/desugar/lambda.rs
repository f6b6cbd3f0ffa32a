//! `LambdaMetafactory`: a class that implements the functional interface, with a field for each captured value.

use super::assembler::{Assembler, descriptor_of};
use super::conversion::convert;
use super::{ENTRY, FIELD_FLAGS, Host, PUBLIC_FLAGS, STATIC_FLAGS, synthetic_class};
use crate::classfile::{
    Annotations, ClassFile, ClassName, DynamicReference, Field, FieldType, Instruction, InvokeKind, LoadableConstant,
    Method, MethodHandle, MethodType, parse_method_descriptor,
};
use std::sync::Arc;

const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// What a call site asks for.
struct Lambda<'a> {
    /// The interface's method, as erased.
    erased: Vec<MethodType>,
    implementation: &'a MethodHandle,
    /// The interface's method, as its type arguments make it.
    functional: MethodType,
    interfaces: Vec<ClassName>,
    captured: Vec<FieldType>,
}

/// The class of a lambda expression or method reference; none when the arguments are not as the factory documents them.
pub(super) fn link(host: &Host, name: ClassName, site: &DynamicReference) -> Option<ClassFile> {
    let lambda = Lambda::of(site)?;
    let fields: Vec<Field> =
        lambda.captured.iter().enumerate().map(|(number, kind)| captured_field(number, kind)).collect();
    let mut methods = vec![factory(&name, &lambda.captured, &fields, &site.descriptor)];
    for erased in &lambda.erased {
        methods.push(implement(&name, &lambda, &fields, &site.name, erased)?);
    }
    Some(synthetic_class(host, name, lambda.interfaces, fields, methods))
}

impl<'a> Lambda<'a> {
    fn of(site: &'a DynamicReference) -> Option<Self> {
        let factory = parse_method_descriptor(&site.descriptor)?;
        let FieldType::Reference(interface) = factory.result? else { return None };
        let [erased, LoadableConstant::MethodHandle(implementation), functional, more @ ..] = &site.arguments[..]
        else {
            return None;
        };
        let mut lambda = Lambda {
            erased: vec![method_type(erased)?],
            implementation,
            functional: method_type(functional)?,
            interfaces: vec![interface],
            captured: factory.parameters,
        };
        lambda.alternatives(more)?;
        Some(lambda)
    }

    /// The further arguments of `altMetafactory`.
    fn alternatives(&mut self, arguments: &[LoadableConstant]) -> Option<()> {
        let mut arguments = arguments.iter();
        let mut number = || match arguments.next() {
            Some(LoadableConstant::Int(number)) => Some(*number),
            _ => None,
        };
        let Some(flags) = number() else { return Some(()) };
        let mut add = |interface: &str| {
            if !self.interfaces.iter().any(|known| &**known == interface) {
                self.interfaces.push(Arc::from(interface));
            }
        };
        if flags & SERIALIZABLE != 0 {
            add("java/io/Serializable");
        }
        if flags & MARKERS != 0 {
            for _ in 0..number()? {
                let Some(LoadableConstant::Class(marker)) = arguments.next() else { return None };
                add(marker);
            }
        }
        if flags & BRIDGES != 0 {
            let Some(LoadableConstant::Int(count)) = arguments.next() else { return None };
            for _ in 0..*count {
                let bridge = method_type(arguments.next()?)?;
                if !self.erased.contains(&bridge) {
                    self.erased.push(bridge);
                }
            }
        }
        Some(())
    }
}

fn method_type(constant: &LoadableConstant) -> Option<MethodType> {
    match constant {
        LoadableConstant::MethodType(descriptor) => parse_method_descriptor(descriptor),
        _ => None,
    }
}

/// The field of a captured value.
pub(super) fn captured_field(number: usize, kind: &FieldType) -> Field {
    Field {
        flags: FIELD_FLAGS,
        name: Arc::from(format!("captured{number}")),
        descriptor: Arc::from(kind.descriptor()),
        signature: None,
        constant: None,
        annotations: Annotations::default(),
        nullness: None,
    }
}

/// The method that makes the object.
pub(super) fn factory(class: &ClassName, captured: &[FieldType], fields: &[Field], descriptor: &str) -> Method {
    let (mut code, slots) = Assembler::with_arguments(false, captured);
    code.emit(Instruction::New(class.clone()));
    for ((field, kind), slot) in fields.iter().zip(captured).zip(slots) {
        code.emit(Instruction::Dup);
        code.load(kind, slot);
        code.put_field(class, &field.name, kind);
    }
    code.return_value(Some(&FieldType::Reference(class.clone())));
    code.method(STATIC_FLAGS, ENTRY, descriptor)
}

/// The interface's method: calls the implementation with what was captured and the arguments.
fn implement(
    class: &ClassName,
    lambda: &Lambda<'_>,
    fields: &[Field],
    name: &str,
    erased: &MethodType,
) -> Option<Method> {
    let target = Target::of(lambda.implementation)?;
    let (mut code, slots) = Assembler::with_arguments(true, &erased.parameters);
    if let Some(made) = &target.made {
        code.emit(Instruction::New(made.clone()));
        code.emit(Instruction::Dup);
    }
    if fields.len().checked_add(slots.len())? != target.operands.len() {
        return None;
    }
    let mut wanted = target.operands.iter();
    for ((field, kind), wanted) in fields.iter().zip(&lambda.captured).zip(wanted.by_ref()) {
        code.emit(Instruction::Load(crate::classfile::ValueKind::Reference, 0));
        code.get_field(class, &field.name, kind);
        convert(&mut code, kind, wanted, kind);
    }
    for (((declared, functional), slot), wanted) in
        erased.parameters.iter().zip(&lambda.functional.parameters).zip(slots).zip(wanted)
    {
        code.load(declared, slot);
        convert(&mut code, declared, wanted, functional);
    }
    let handle = lambda.implementation;
    code.invoke(target.kind, &handle.class, &handle.name, &handle.descriptor, handle.interface);
    match (&target.result, &erased.result) {
        (Some(result), Some(declared)) => convert(&mut code, result, declared, declared),
        (Some(result), None) => code.emit(if result.slots() == 2 { Instruction::Pop2 } else { Instruction::Pop }),
        (None, Some(_)) => return None,
        (None, None) => {}
    }
    code.return_value(erased.result.as_ref());
    Some(code.method(PUBLIC_FLAGS, name, &descriptor_of(erased)))
}

/// What a method handle invokes.
struct Target {
    kind: InvokeKind,
    /// The class of which it makes an instance.
    made: Option<ClassName>,
    /// Receiver and parameters.
    operands: Vec<FieldType>,
    result: Option<FieldType>,
}

impl Target {
    /// None for handles of fields, which the factory refuses.
    fn of(handle: &MethodHandle) -> Option<Self> {
        let MethodType { parameters, result } = parse_method_descriptor(&handle.descriptor)?;
        let receiver = FieldType::Reference(handle.class.clone());
        let kind = match handle.kind {
            5 => InvokeKind::Virtual,
            6 => InvokeKind::Static,
            7 | 8 => InvokeKind::Special,
            9 => InvokeKind::Interface,
            _ => return None,
        };
        Some(match handle.kind {
            6 => Target { kind, made: None, operands: parameters, result },
            8 => {
                let made = Some(handle.class.clone());
                Target { kind, made, operands: parameters, result: Some(receiver) }
            }
            _ => {
                let operands = std::iter::once(receiver).chain(parameters).collect();
                Target { kind, made: None, operands, result }
            }
        })
    }
}
