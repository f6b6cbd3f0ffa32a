//! The edge of reflection: calling a method, making an object, and where a field stands.
//!
//! A method is called by the code of a class that is made for it (`program::Use`), so that initialisation, dispatch and models are
//! those of any call.

use super::arguments::{Abrupt, Call};
use super::class_objects::{class_named, mirrored_name};
use super::members::{NULL, reference};
use super::value_conversions::widens;
use super::{MethodModel, Precision, value};
use crate::classfile::{FieldType, InvokeKind, MethodReference, parse_method_descriptor};
use crate::heap::{EnvironmentSource, ObjectId, Value};
use crate::program::{ClassId, FieldId, MADE, MethodId, Use, is_desugared, using_name};
use crate::term::Domain;
use std::sync::Arc;

const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const FIELD: &str = "java/lang/reflect/Field";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const INVOKE: &str = "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
const MAKE: &str = "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;";
const A_FIELD: &str = "(Ljava/lang/reflect/Field;)J";

/// What calls methods and makes objects before Java 22, in the JVM; and what does since, where it is asked to.
const NATIVE_METHODS: &str = "jdk/internal/reflect/NativeMethodAccessorImpl";
const NATIVE_CONSTRUCTORS: &str = "jdk/internal/reflect/NativeConstructorAccessorImpl";
const DIRECT_METHODS: &str = "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor";
const DIRECT_CONSTRUCTORS: &str = "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor";
const ACCESSORS: &str = "jdk/internal/reflect/MethodHandleAccessorFactory";

pub(super) const TABLE: &[MethodModel] = &[
    value(NATIVE_METHODS, "invoke0", INVOKE, Precision::Bounded, |call| invoke(call, true)),
    value(DIRECT_METHODS, "invoke0", INVOKE, Precision::Bounded, |call| invoke(call, false)),
    value(NATIVE_CONSTRUCTORS, "newInstance0", MAKE, Precision::Bounded, |call| make(call, true)),
    value(DIRECT_CONSTRUCTORS, "newInstance0", MAKE, Precision::Bounded, |call| make(call, false)),
    // The other way does the same by method handles, but for the messages of exceptions.
    value(ACCESSORS, "useNativeAccessor", "(Ljava/lang/reflect/Executable;)Z", Precision::Exact, truth),
    // What makes objects of serialized ones: until Java 21 code that is written for it, then method handles.
    value(
        "jdk/internal/reflect/MethodAccessorGenerator",
        "generateSerializationConstructor",
        "(Ljava/lang/Class;[Ljava/lang/Class;[Ljava/lang/Class;ILjava/lang/Class;)\
         Ljdk/internal/reflect/SerializationConstructorAccessorImpl;",
        Precision::Exact,
        |call| {
            let (class, above) = (call.value(1), call.argument_class(5)?);
            deserialising(call, class, above)
        },
    ),
    value(
        ACCESSORS,
        "newSerializableConstructorAccessor",
        "(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljdk/internal/reflect/ConstructorAccessorImpl;",
        Precision::Exact,
        |call| {
            let constructor = call.present(1)?;
            let constructor = call.reflected_method(constructor, CONSTRUCTOR)?;
            let (class, above) = (call.value(0), call.machine.program.method(constructor).class);
            deserialising(call, class, above)
        },
    ),
    value(UNSAFE, "allocateInstance", "(Ljava/lang/Class;)Ljava/lang/Object;", Precision::Bounded, allocate),
    value(UNSAFE, "objectFieldOffset", A_FIELD, Precision::Exact, field_offset),
    value(UNSAFE, "staticFieldOffset", A_FIELD, Precision::Exact, field_offset),
    value(UNSAFE, "staticFieldBase", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", Precision::Exact, |call| {
        let field = call.present(1)?;
        call.get(field, (FIELD, "clazz", "Ljava/lang/Class;")).map(Some)
    }),
    value(FIELD, "set", "(Ljava/lang/Object;Ljava/lang/Object;)V", Precision::Exact, set_field),
    value(FIELD, "setBoolean", "(Ljava/lang/Object;Z)V", Precision::Exact, set_field),
    value(FIELD, "setByte", "(Ljava/lang/Object;B)V", Precision::Exact, set_field),
    value(FIELD, "setChar", "(Ljava/lang/Object;C)V", Precision::Exact, set_field),
    value(FIELD, "setShort", "(Ljava/lang/Object;S)V", Precision::Exact, set_field),
    value(FIELD, "setInt", "(Ljava/lang/Object;I)V", Precision::Exact, set_field),
    value(FIELD, "setLong", "(Ljava/lang/Object;J)V", Precision::Exact, set_field),
    value(FIELD, "setFloat", "(Ljava/lang/Object;F)V", Precision::Exact, set_field),
    value(FIELD, "setDouble", "(Ljava/lang/Object;D)V", Precision::Exact, set_field),
    value(
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
        "newUpdater",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/util/concurrent/atomic/AtomicIntegerFieldUpdater;",
        Precision::Exact,
        |call| updated(call, 1),
    ),
    value(
        "java/util/concurrent/atomic/AtomicLongFieldUpdater",
        "newUpdater",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/util/concurrent/atomic/AtomicLongFieldUpdater;",
        Precision::Exact,
        |call| updated(call, 1),
    ),
    value(
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
        "newUpdater",
        "(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/String;)Ljava/util/concurrent/atomic/AtomicReferenceFieldUpdater;",
        Precision::Exact,
        |call| updated(call, 2),
    ),
    // Who asks initialises the class then, which does nothing where that was done.
    value(UNSAFE, "shouldBeInitialized", "(Ljava/lang/Class;)Z", Precision::Exact, truth),
    value(UNSAFE, "ensureClassInitialized", "(Ljava/lang/Class;)V", Precision::Exact, initialise),
];

type Outcome = Result<Option<Value>, Abrupt>;

pub(super) fn truth(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Some(Value::Int(call.small(1))))
}

fn initialise(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.argument_class(1)?;
    Err(Abrupt::Initialises(class, None))
}

impl Call<'_, '_> {
    /// A constant number in a field of an object.
    fn constant_in(&mut self, object: ObjectId, field: (&str, &str, &str)) -> Result<usize, Abrupt> {
        match self.known_number(object, field)? {
            Some(number) => Ok(number),
            None => self.unmodelled("of a member that is an input"),
        }
    }

    /// The class in a field of a member object.
    fn class_in(&mut self, object: ObjectId, field: (&str, &str, &str)) -> Result<ClassId, Abrupt> {
        let Value::Reference(class) = self.get(object, field)? else { return self.unmodelled("of something else") };
        let name = mirrored_name(self.state, class)?;
        let class = match name {
            Some(name) => class_named(self.machine, &name)?,
            None => None,
        };
        match class {
            Some(class) => Ok(class),
            None => self.unmodelled("of a member that is an input"),
        }
    }

    /// The field that a `Field` object stands for.
    pub(super) fn reflected_field(&mut self, object: ObjectId) -> Result<FieldId, Abrupt> {
        let class = self.class_in(object, (FIELD, "clazz", "Ljava/lang/Class;"))?;
        let slot = self.constant_in(object, (FIELD, "slot", "I"))?;
        let program = self.machine.program;
        let declared = program.class(class).file().and_then(|file| file.fields.get(slot));
        let found = declared.and_then(|declared| {
            program.field_by_name((program.class_name(class), &declared.name, &declared.descriptor))
        });
        match found {
            Some(field) => Ok(field),
            None => self.unmodelled("of a field that is not there"),
        }
    }

    /// The method or constructor that such an object stands for.
    pub(super) fn reflected_method(&mut self, object: ObjectId, what: &str) -> Result<MethodId, Abrupt> {
        let class = self.class_in(object, (what, "clazz", "Ljava/lang/Class;"))?;
        let slot = self.constant_in(object, (what, "slot", "I"))?;
        let program = self.machine.program;
        let mut methods = program.class(class).methods.iter().copied();
        match methods.find(|method| program.method(*method).position == slot) {
            Some(method) => Ok(method),
            None => self.unmodelled("of a method that is not there"),
        }
    }

    /// Uses a member by the class that is made for it, once this was not done yet: its class is initialised before.
    pub(super) fn uses(&self, member: (ClassId, usize), what: Use, arguments: Vec<Value>) -> Abrupt {
        let program = self.machine.program;
        let (class, position) = member;
        let name = using_name(program.class_name(class), position, what);
        let made = program.class_by_name(&name).and_then(|made| program.class(made).methods.first().copied());
        let Some(method) = made else {
            return match self.unmodelled::<()>("of this member") {
                Err(abrupt) => abrupt,
                Ok(()) => Abrupt::RunsCode,
            };
        };
        let descriptor = program.method(method).descriptor.clone();
        let reference = MethodReference { class: name, name: what.name().into(), descriptor, interface: false };
        let call = crate::exec::Call {
            reference: Arc::new(reference),
            kind: InvokeKind::Static,
            method,
            arguments,
            for_model: None,
        };
        Abrupt::InitialisesAndCalls(class, Box::new(call))
    }

    /// The exception for arguments that do not fit. The JVM gives it this message the first times that a method is called, later the code
    /// that it has written for the call, and that gives none.
    fn refused(&mut self, message: Option<&str>, by_jvm: bool) -> Abrupt {
        if !by_jvm {
            return match self.unmodelled::<()>("with such arguments") {
                Err(abrupt) => abrupt,
                Ok(()) => Abrupt::RunsCode,
            };
        }
        match self.refusal(message) {
            Ok(exception) => Abrupt::ThrewObject(exception),
            Err(abrupt) => abrupt,
        }
    }

    fn refusal(&mut self, message: Option<&str>) -> Result<ObjectId, Abrupt> {
        let mut message = message;
        if message.is_some() {
            let is_early = self.environment(EnvironmentSource::Salt("Method.invoke"), Domain::Boolean)?;
            let zero = self.small(0);
            let is_early = self.machine.pool.not_equal(is_early, zero);
            if !self.decide(is_early)? {
                message = None;
            }
        }
        self.exception("java/lang/IllegalArgumentException", message)
    }

    /// The arguments of a call by reflection, out of their array, as the method takes them.
    fn spread(&mut self, array: Value, wanted: &[FieldType], by_jvm: bool) -> Result<Vec<Value>, Abrupt> {
        let given = self.elements_of(array)?;
        if given.len() != wanted.len() {
            return Err(self.refused(Some("wrong number of arguments"), by_jvm));
        }
        let mut passed = Vec::with_capacity(given.len());
        for (value, wanted) in given.into_iter().zip(wanted) {
            let Value::Reference(argument) = value else { return self.unmodelled("of something else") };
            let object = self.state.heap.resolve(argument)?;
            passed.push(match (wanted, object) {
                (FieldType::Primitive(_), None) => return Err(self.refused(None, by_jvm)),
                (FieldType::Primitive(to), Some(object)) => match self.unboxed(object)? {
                    Some((value, from)) if widens(from, *to) => self.widened(value, *to),
                    _ => return Err(self.refused(Some("argument type mismatch"), by_jvm)),
                },
                (FieldType::Reference(_), None) => NULL,
                (FieldType::Reference(wanted), Some(object)) => {
                    if !self.machine.has_type(self.state, object, wanted)? {
                        return Err(self.refused(Some("argument type mismatch"), by_jvm));
                    }
                    value
                }
            });
        }
        Ok(passed)
    }

    /// What an array of references holds whose length no input decides; nothing for null.
    pub(super) fn elements_of(&mut self, array: Value) -> Result<Vec<Value>, Abrupt> {
        let Value::Reference(array) = array else { return self.unmodelled("of something else") };
        let Some(array) = self.state.heap.resolve(array)? else { return Ok(Vec::new()) };
        let length = self.state.heap.array(array).map(|body| body.length);
        let Some(length) = length.and_then(|length| self.machine.pool.as_int(length)) else {
            return self.unmodelled("of an array whose length depends on the input");
        };
        let mut values = Vec::new();
        for position in 0..length {
            let index = self.small(position);
            let (heap, mut context) = self.machine.heap_context(self.state);
            values.push(heap.read_element(&mut context, array, index)?);
        }
        Ok(values)
    }

    /// What a method gave that this model has called.
    pub(super) fn given(&self, position: usize) -> Option<Value> {
        self.state.frame().and_then(|frame| frame.answers.get(position)).copied()
    }
}

/// `Method.invoke`, once access has been checked: receiver, number and types of arguments, the call.
fn invoke(call: &mut Call<'_, '_>, by_jvm: bool) -> Outcome {
    if let Some(answer) = call.given(0) {
        return Ok(Some(answer));
    }
    let object = call.present(0)?;
    let method = call.reflected_method(object, METHOD)?;
    let info = call.machine.program.method(method);
    let class = info.class;
    let Some(called) = parse_method_descriptor(&info.descriptor) else { return call.unmodelled("of this method") };
    let mut arguments = Vec::new();
    if info.has_receiver() {
        let Value::Reference(receiver) = call.value(1) else { return call.unmodelled("of something else") };
        let receiver = call.state.heap.resolve(receiver)?;
        let Some(receiver) = receiver else { return Err(Abrupt::Threw(super::arguments::NULL_POINTER)) };
        let name = call.machine.program.class_name(class).clone();
        if !call.machine.has_type(call.state, receiver, &name)? {
            return Err(call.refused(Some("object is not an instance of declaring class"), by_jvm));
        }
        arguments.push(reference(receiver));
    }
    arguments.extend(call.spread(call.value(2), &called.parameters, by_jvm)?);
    Err(call.uses((class, info.position), Use::Reflects, arguments))
}

/// `Constructor.newInstance`, once access has been checked and that the class is not abstract.
fn make(call: &mut Call<'_, '_>, by_jvm: bool) -> Outcome {
    if let Some(answer) = call.given(0) {
        return Ok(Some(answer));
    }
    let object = call.present(0)?;
    let constructor = call.reflected_method(object, CONSTRUCTOR)?;
    let info = call.machine.program.method(constructor);
    let Some(called) = parse_method_descriptor(&info.descriptor) else { return call.unmodelled("of this constructor") };
    let arguments = call.spread(call.value(1), &called.parameters, by_jvm)?;
    Err(call.uses((info.class, info.position), Use::Reflects, arguments))
}

/// The accessor of the constructor without parameters of a class, which runs it on new objects of a subclass.
fn deserialising(call: &mut Call<'_, '_>, class: Value, above: ClassId) -> Outcome {
    let program = call.machine.program;
    let constructor = program.method_by_name((program.class_name(above), "<init>", "()V"));
    let Some(constructor) = constructor.map(|constructor| program.method(constructor).position) else {
        return call.unmodelled("of another constructor");
    };
    let name = using_name(program.class_name(above), constructor, Use::Deserialises);
    let Some(accessor) = program.class_by_name(&name) else { return call.unmodelled("of this constructor") };
    let Value::Reference(made) = class else { return call.unmodelled("of something else") };
    let made = mirrored_name(call.state, made)?.and_then(|made| program.class_by_name(&made));
    let Some(made) = made else { return call.unmodelled("of something else") };
    let object = call.state.heap.allocate(accessor);
    call.set(object, (&name, MADE.0, MADE.1), class);
    Err(Abrupt::Initialises(made, Some(reference(object))))
}

/// A new object on which no constructor has run, for the code that runs one of a superclass on it.
fn allocate(call: &mut Call<'_, '_>) -> Outcome {
    if !call.asking().is_some_and(|class| is_desugared(&class.name)) {
        return call.unmodelled("by other code than the JDK's own");
    }
    let class = call.argument_class(1)?;
    Ok(Some(reference(call.state.heap.allocate(class))))
}

fn field_offset(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.present(1)?;
    let field = call.reflected_field(object)?;
    match super::unsafe_access::field_at(call.machine.program, field) {
        Some(offset) => Ok(Some(Value::Long(call.machine.pool.long(offset)))),
        None => call.unmodelled("of this field"),
    }
}

/// `Field.set`: refused where it would make wrong what is known of the field, else the JDK's code.
fn set_field(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.present(0)?;
    let field = call.reflected_field(member)?;
    let info = call.machine.program.field(field);
    // The JDK refuses to assign static final fields, and those of records.
    let file = call.machine.program.class(info.class).file();
    let is_refused =
        info.flags.is_final() && (info.flags.is_static() || file.is_some_and(|file| file.record.is_some()));
    let is_user = call.machine.program.is_user_class(info.class);
    if !is_refused && (info.flags.is_final() || (is_user && !call.machine.program.is_assigned_by_reflection(field))) {
        let forced = call.get(member, ("java/lang/reflect/AccessibleObject", "override", "Z"))?;
        let is_forced = match forced {
            Value::Int(forced) => call.machine.pool.as_int(forced) != Some(0),
            _ => true,
        };
        if is_forced || !info.flags.is_final() {
            return call.unmodelled("of a field that is not known to be assigned");
        }
    }
    Err(Abrupt::RunsCode)
}

/// An updater of fields: as above, for the field that is named.
fn updated(call: &mut Call<'_, '_>, position: usize) -> Outcome {
    let class = call.argument_class(0)?;
    let name = call.constant_name(position)?;
    let program = call.machine.program;
    let field = program.class(class).fields.iter().copied().find(|field| *program.field(*field).name == *name);
    match field {
        Some(field) if program.is_user_class(class) && !program.is_assigned_by_reflection(field) => {
            call.unmodelled("of a field that is not known to be assigned")
        }
        _ => Err(Abrupt::RunsCode),
    }
}
