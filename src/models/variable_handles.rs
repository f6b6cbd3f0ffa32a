//! `java.lang.invoke.VarHandle`: a handle is an object of the class that the JDK has for its kind of variable, and what is done
//! with it is the bytecode of that class.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::class_objects::{Mirrored, literal, mirrored, mirrored_name};
use super::objects::nothing;
use super::unsafe_access::{HEADER, field_at, scale};
use super::value_conversions::in_box;
use super::{MethodModel, Precision, exact, value};
use crate::classfile::{FieldType, InvokeKind, MethodReference, PrimitiveType, parse_method_descriptor};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, ReferenceType, is_desugared};
use std::sync::Arc;

const HANDLES: &str = "java/lang/invoke/MethodHandles";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
/// The class of handles, whose methods take whatever the variable needs.
pub(super) const HANDLE: &str = "java/lang/invoke/VarHandle";
const FORM: &str = "java/lang/invoke/VarForm";
const FIND: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;";

pub(super) const TABLE: &[MethodModel] = &[
    value(HANDLES, "lookup", "()Ljava/lang/invoke/MethodHandles$Lookup;", Precision::Exact, lookup),
    value(
        HANDLES,
        "privateLookupIn",
        "(Ljava/lang/Class;Ljava/lang/invoke/MethodHandles$Lookup;)Ljava/lang/invoke/MethodHandles$Lookup;",
        Precision::Exact,
        private_lookup,
    ),
    value(
        HANDLES,
        "arrayElementVarHandle",
        "(Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
        Precision::Exact,
        array_element,
    ),
    value(
        HANDLES,
        "byteArrayViewVarHandle",
        "(Ljava/lang/Class;Ljava/nio/ByteOrder;)Ljava/lang/invoke/VarHandle;",
        Precision::Exact,
        byte_view,
    ),
    value(LOOKUP, "lookupClass", "()Ljava/lang/Class;", Precision::Exact, lookup_class),
    value(LOOKUP, "findVarHandle", FIND, Precision::Exact, |call| find(call, false)),
    value(LOOKUP, "findStaticVarHandle", FIND, Precision::Exact, |call| find(call, true)),
    // The forms of handles are what the JVM finds their methods by, which nothing else reads.
    exact(FORM, "<init>", "(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;[Ljava/lang/Class;)V", nothing),
    exact(FORM, "<init>", "(Ljava/lang/Class;[Ljava/lang/Class;)V", nothing),
    value(HANDLE, "hasInvokeExactBehavior", "()Z", Precision::Exact, is_exact),
    value(HANDLE, "acquireFence", "()V", Precision::Exact, |_| Ok(None)),
    value(HANDLE, "releaseFence", "()V", Precision::Exact, |_| Ok(None)),
    value(HANDLE, "fullFence", "()V", Precision::Exact, |_| Ok(None)),
    value(HANDLE, "loadLoadFence", "()V", Precision::Exact, |_| Ok(None)),
    value(HANDLE, "storeStoreFence", "()V", Precision::Exact, |_| Ok(None)),
];

/// Whether a handle refuses other types than its own: that of the JDK's code, which uses no others, is one that does as it is.
fn is_exact(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let program = call.machine.program;
    let mut running = call.state.frames.iter().rev().map(|frame| program.class(program.method(frame.method).class));
    let asks = running.find(|class| !class.name.starts_with("java/lang/invoke/"));
    match asks {
        Some(class) if class.is_jdk && !is_desugared(&class.name) => Ok(Some(Value::Int(call.small(1)))),
        _ => call.refuse("for a program"),
    }
}

/// Whether a class has the bytecode of a kind of variable.
pub(super) fn is_kind_of_variable(class: &str) -> bool {
    class.starts_with("java/lang/invoke/VarHandle") && class.contains('$')
}

impl Call<'_, '_> {
    /// Assigns a field of an object, by its name in the object's class or the nearest superclass that has one.
    pub(super) fn write(&mut self, object: ObjectId, name: &str, value: Value) -> Result<(), Abrupt> {
        let program = self.machine.program;
        let class = self.state.heap.exact_class(object);
        let field = class.into_iter().flat_map(|class| program.superclasses(class)).find_map(|class| {
            let mut fields = program.class(class).fields.iter().copied();
            fields.find(|field| &*program.field(*field).name == name)
        });
        let Some(field) = field else { return self.unmodelled("of this JDK") };
        self.state.heap.write_field(object, field, value);
        Ok(())
    }

    /// What a field of an object holds, found in the same way; none where nothing was assigned.
    pub(super) fn read(&self, object: ObjectId, name: &str) -> Option<Value> {
        let program = self.machine.program;
        let class = self.state.heap.exact_class(object)?;
        let mut fields = program.superclasses(class).flat_map(|class| program.class(class).fields.iter().copied());
        let field = fields.find(|field| &*program.field(*field).name == name)?;
        self.state.heap.field_value(object, field)
    }

    /// The class object of a class as a value.
    fn mirror(&mut self, name: &str) -> Result<Value, Abrupt> {
        Ok(Value::Reference(Reference::Object(literal(self.machine, self.state, name)?)))
    }

    /// The name that a class object given as an argument stands for.
    pub(super) fn named_class(&self, position: usize) -> Result<Arc<str>, Abrupt> {
        let Value::Reference(reference) = self.value(position) else { return Err(Abrupt::Threw(NULL_POINTER)) };
        mirrored_name(self.state, reference)?.ok_or(Abrupt::Threw(NULL_POINTER))
    }

    pub(super) fn new_lookup(&mut self, class: &str) -> Result<Option<Value>, Abrupt> {
        let lookup = self.machine.builtin(LOOKUP)?;
        let object = self.state.heap.allocate(lookup);
        let class = self.mirror(class)?;
        self.write(object, "lookupClass", class)?;
        Ok(Some(Value::Reference(Reference::Object(object))))
    }

    /// The class whose rights the receiver, a lookup, has.
    pub(super) fn rights(&self) -> Result<ClassId, Abrupt> {
        let lookup = self.present(0)?;
        let Some(Value::Reference(class)) = self.read(lookup, "lookupClass") else {
            return self.unmodelled("of a lookup that is an input");
        };
        let name = mirrored_name(self.state, class)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
        match self.machine.program.class_by_name(&name) {
            Some(class) => Ok(class),
            None => self.unmodelled("of such a class"),
        }
    }
}

fn lookup(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let program = call.machine.program;
    let Some(caller) = call.state.frame().map(|frame| program.method(frame.method).class) else {
        return call.unmodelled("without a caller");
    };
    call.new_lookup(program.class_name(caller))
}

/// Rights in another class: between classes of the class path, which is one module, and within the JDK there are always any.
fn private_lookup(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let target = call.named_class(0)?;
    let program = call.machine.program;
    let is_jdk = |name: &str| program.class_by_name(name).map(|class| program.class(class).is_jdk);
    let caller = call.present(1)?;
    let Some(Value::Reference(class)) = call.read(caller, "lookupClass") else {
        return call.unmodelled("of a lookup that is an input");
    };
    let class = mirrored_name(call.state, class)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
    if is_jdk(&class) != is_jdk(&target) {
        return call.unmodelled("of a class of another module");
    }
    call.new_lookup(&target)
}

fn lookup_class(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let lookup = call.present(0)?;
    match call.read(lookup, "lookupClass") {
        Some(class) => Ok(Some(class)),
        None => call.unmodelled("of a lookup that is an input"),
    }
}

/// What the JDK calls the handles of variables of a type.
fn family(kind: &FieldKind) -> Option<&'static str> {
    Some(match kind {
        FieldKind::Primitive(PrimitiveType::Boolean) => "Booleans",
        FieldKind::Primitive(PrimitiveType::Byte) => "Bytes",
        FieldKind::Primitive(PrimitiveType::Char) => "Chars",
        FieldKind::Primitive(PrimitiveType::Short) => "Shorts",
        FieldKind::Primitive(PrimitiveType::Int) => "Ints",
        FieldKind::Primitive(PrimitiveType::Long) => "Longs",
        FieldKind::Primitive(PrimitiveType::Float) => "Floats",
        FieldKind::Primitive(PrimitiveType::Double) => "Doubles",
        FieldKind::Reference(_) => "References",
        FieldKind::Text => return None,
    })
}

/// A new handle of the JDK's class for such a variable.
fn handle(call: &mut Call<'_, '_>, kind: &FieldKind, variant: &str) -> Result<ObjectId, Abrupt> {
    let class = family(kind).map(|family| format!("java/lang/invoke/VarHandle{family}${variant}"));
    match class.and_then(|class| call.machine.program.class_by_name(&class)) {
        Some(class) => Ok(call.state.heap.allocate(class)),
        None => call.unmodelled("of this JDK"),
    }
}

/// The kind of variable that a class object stands for.
fn variable_kind(call: &Call<'_, '_>, name: &str) -> Result<FieldKind, Abrupt> {
    match mirrored(call.machine, name)? {
        Mirrored::Reference(reference) => Ok(FieldKind::Reference(reference)),
        Mirrored::Primitive(Some(primitive)) => Ok(FieldKind::Primitive(primitive)),
        Mirrored::Primitive(None) => call.unmodelled("of a field that is not there"),
    }
}

/// The field of a name that a class or one of its superclasses declares.
fn field_named(call: &mut Call<'_, '_>, class: &str, position: usize) -> Result<Option<FieldId>, Abrupt> {
    let text = call.text(position)?;
    let Some(Ok(name)) = call.machine.pool.as_text(text).map(String::from_utf16) else {
        return call.unmodelled("of a name that depends on the input");
    };
    let program = call.machine.program;
    let Some(class) = program.class_by_name(class) else { return call.unmodelled("of such a class") };
    let mut fields = program.superclasses(class).flat_map(|class| program.class(class).fields.iter().copied());
    Ok(fields.find(|field| *program.field(*field).name == *name))
}

/// A handle of a field, of a class that the asking one is beside.
fn find(call: &mut Call<'_, '_>, is_static: bool) -> Result<Option<Value>, Abrupt> {
    let (owner, type_name) = (call.named_class(1)?, call.named_class(3)?);
    let kind = variable_kind(call, &type_name)?;
    let field = field_named(call, &owner, 2)?;
    let program = call.machine.program;
    let Some(field) = field.filter(|field| program.field(*field).kind == kind) else {
        return call.unmodelled("of a field that is not there");
    };
    let info = program.field(field);
    let is_of_jdk = |class: ClassId| program.class(class).is_jdk;
    if is_of_jdk(info.class) != is_of_jdk(call.rights()?) {
        return call.unmodelled("of a field that is not of the JDK");
    }
    if !is_of_jdk(info.class) && !info.flags.is_final() {
        call.require_assignable(field)?;
    }
    if info.flags.is_static() != is_static {
        return call.unmodelled("of a field that is not there");
    }
    let variant = match (is_static, info.flags.is_final()) {
        (true, true) => "FieldStaticReadOnly",
        (true, false) => "FieldStaticReadWrite",
        (false, true) => "FieldInstanceReadOnly",
        (false, false) => "FieldInstanceReadWrite",
    };
    let Some(offset) = field_at(program, field) else { return call.unmodelled("of this field") };
    let offset = Value::Long(call.machine.pool.long(offset));
    let handle = handle(call, &kind, variant)?;
    if is_static {
        let declaring = call.mirror(program.class_name(info.class))?;
        call.write(handle, "base", declaring)?;
    } else {
        let receiver = call.mirror(&owner)?;
        call.write(handle, "receiverType", receiver)?;
    }
    call.write(handle, "fieldOffset", offset)?;
    if matches!(kind, FieldKind::Reference(_)) {
        let value = call.value(3);
        call.write(handle, "fieldType", value)?;
    }
    Ok(Some(Value::Reference(Reference::Object(handle))))
}

fn array_element(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let name = call.named_class(0)?;
    let component = match mirrored(call.machine, &name)? {
        Mirrored::Reference(reference) => reference.component(),
        Mirrored::Primitive(_) => None,
    };
    let Some(component) = component else { return Err(Abrupt::Threw("java/lang/IllegalArgumentException")) };
    let handle = handle(call, &component, "Array")?;
    let (base, shift) = (call.small(HEADER as i32), call.small(scale(component).ilog2() as i32));
    call.write(handle, "abase", Value::Int(base))?;
    call.write(handle, "ashift", Value::Int(shift))?;
    if let FieldKind::Reference(component) = component {
        let type_name = call.machine.program.type_name(component);
        let component = call.mirror(&type_name)?;
        call.write(handle, "componentType", component)?;
        let array = call.value(0);
        call.write(handle, "arrayType", array)?;
    }
    Ok(Some(Value::Reference(Reference::Object(handle))))
}

/// A handle of numbers in an array of bytes: its class has the order of bytes in a field.
fn byte_view(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let name = call.named_class(0)?;
    let component = match mirrored(call.machine, &name)? {
        Mirrored::Reference(reference) => reference.component(),
        Mirrored::Primitive(_) => None,
    };
    let family = component.as_ref().and_then(family);
    let class = family.map(|family| format!("java/lang/invoke/VarHandleByteArrayAs{family}$ArrayHandle"));
    let class = class.and_then(|class| call.machine.program.class_by_name(&class));
    let Some(class) = class.filter(|class| call.machine.program.class(*class).file().is_some()) else {
        return call.unmodelled("of such an array");
    };
    let order = call.present(1)?;
    let big = ("java/nio/ByteOrder", "BIG_ENDIAN", "Ljava/nio/ByteOrder;");
    let Some(big) = call.machine.program.field_by_name(big) else { return call.unmodelled("of this JDK") };
    let big = call.static_value(big)?;
    let is_big = big == Value::Reference(Reference::Object(order));
    let is_big = Value::Int(call.small(i32::from(is_big)));
    let handle = call.state.heap.allocate(class);
    call.write(handle, "be", is_big)?;
    Ok(Some(Value::Reference(Reference::Object(handle))))
}

/// Does what a method of a handle does whose arguments may be anything: runs the static method of that name that the handle's
/// class has. None for other methods.
pub(super) fn access(
    machine: &mut Machine<'_>,
    state: &mut State,
    reference: &MethodReference,
    arguments: &[Value],
) -> Option<Result<ExternalResult, Interrupt>> {
    if &*reference.class != HANDLE {
        return None;
    }
    let Some(Value::Reference(receiver)) = arguments.first() else { return None };
    let handle = match state.heap.resolve(*receiver) {
        Ok(handle) => handle?,
        Err(choice) => return Some(Err(choice.into())),
    };
    let class = state.heap.exact_class(handle)?;
    let program = machine.program;
    let method = program.superclasses(class).find_map(|class| {
        let mut methods = program.class(class).methods.iter().copied();
        methods.find(|method| {
            let info = program.method(*method);
            info.flags.is_static() && info.name == reference.name && program.code(*method).is_some()
        })
    })?;
    Some(run(machine, state, (method, reference), arguments))
}

fn run(
    machine: &mut Machine<'_>,
    state: &mut State,
    (method, reference): (MethodId, &MethodReference),
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let program = machine.program;
    let info = program.method(method);
    let unfit = || {
        Interrupt::from(StopReason::Unmodelled(format!(
            "java.lang.invoke.VarHandle.{} with these types",
            reference.name
        )))
    };
    let (Some(given), Some(wanted)) =
        (parse_method_descriptor(&reference.descriptor), parse_method_descriptor(&info.descriptor))
    else {
        return Err(unfit());
    };
    if let Some(answer) = state.frame().and_then(|frame| frame.answers.first()).copied() {
        let Some(result) = given.result else { return Ok(ExternalResult::Returned(None)) };
        let kind = program.field_kind(&result).ok_or_else(unfit)?;
        let answer = match (kind, wanted.result.as_ref()) {
            (FieldKind::Reference(_), Some(FieldType::Primitive(held))) => in_box(machine, state, answer, *held)?,
            _ => answer,
        };
        return returned(machine, state, answer, kind);
    }
    // The method takes the handle first.
    let parameters = wanted.parameters.get(1..).ok_or_else(unfit)?;
    if parameters.len() + 1 != arguments.len() {
        return Err(unfit());
    }
    let mut passed: Vec<Value> = arguments.iter().take(1).copied().collect();
    for (value, parameter) in arguments.iter().skip(1).zip(parameters) {
        let kind = program.field_kind(parameter).ok_or_else(unfit)?;
        passed.push(converted(machine, *value, kind).ok_or_else(unfit)?);
    }
    if let (Some(given), Some(wanted)) = (given.result.as_ref(), wanted.result.as_ref()) {
        let (given, wanted) =
            (program.field_kind(given).ok_or_else(unfit)?, program.field_kind(wanted).ok_or_else(unfit)?);
        // What is wanted as an object is boxed, and then cast.
        let is_wanted_as_object = matches!(given, FieldKind::Reference(_));
        if given != wanted && !is_wanted_as_object {
            return Err(unfit());
        }
    } else if given.result.is_some() {
        return Err(unfit());
    }
    Ok(ExternalResult::Calls(Box::new(crate::exec::Call {
        reference: Arc::new(MethodReference {
            class: program.class_name(info.class).clone(),
            name: info.name.clone(),
            descriptor: info.descriptor.clone(),
            interface: false,
        }),
        kind: InvokeKind::Static,
        method,
        arguments: passed,
        for_model: None,
    })))
}

/// A result as the caller declares it; the JVM casts it.
fn returned(
    machine: &mut Machine<'_>,
    state: &mut State,
    answer: Value,
    kind: FieldKind,
) -> Result<ExternalResult, Interrupt> {
    if let (Value::Reference(reference), FieldKind::Reference(wanted)) = (answer, kind)
        && let Some(object) = state.heap.resolve(reference)?
    {
        let name = machine.program.type_name(wanted);
        if !machine.has_type(state, object, &name)? {
            return Ok(ExternalResult::Threw("java/lang/ClassCastException"));
        }
    }
    Ok(ExternalResult::Returned(Some(answer)))
}

/// An argument as the variable's type; none where the JVM would box or narrow it, or refuse it.
fn converted(machine: &mut Machine<'_>, value: Value, kind: FieldKind) -> Option<Value> {
    match (value, kind) {
        (Value::Int(number), FieldKind::Primitive(PrimitiveType::Long)) => {
            Some(Value::Long(machine.pool.int_to_long(number)))
        }
        (Value::Int(_), FieldKind::Primitive(kind)) => {
            (!matches!(kind, PrimitiveType::Float | PrimitiveType::Double)).then_some(value)
        }
        (Value::Long(_), FieldKind::Primitive(PrimitiveType::Long))
        | (Value::Float(_), FieldKind::Primitive(PrimitiveType::Float))
        | (Value::Double(_), FieldKind::Primitive(PrimitiveType::Double))
        | (Value::Reference(_), FieldKind::Reference(ReferenceType { .. })) => Some(value),
        _ => None,
    }
}
