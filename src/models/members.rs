//! What the JVM tells the JDK's reflection of the members of a class: real `Field`, `Method`, `Constructor` and `RecordComponent`
//! objects, of the class file. What is done with them is the JDK's bytecode.

use super::arguments::{Abrupt, Call};
use super::class_objects::literal;
use super::encodings::byte_array;
use super::{MethodModel, Precision, value};
use crate::classfile::{
    AccessFlags, Annotations, ClassFile, FieldType, Method, StringConstant, parse_field_descriptor,
    parse_method_descriptor, primitive_name,
};
use crate::exec::{Caveat, StopReason};
use crate::heap::{Literal, ObjectId, Reference, Value};
use crate::program::{FieldKind, Linkage, ReferenceType};
use std::sync::Arc;

const CLASS: &str = "java/lang/Class";
const FIELD: &str = "java/lang/reflect/Field";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const COMPONENT: &str = "java/lang/reflect/RecordComponent";
const A_CLASS: &str = "Ljava/lang/Class;";
const A_STRING: &str = "Ljava/lang/String;";
const CLASSES: &str = "[Ljava/lang/Class;";

pub(super) const TABLE: &[MethodModel] = &[
    value(CLASS, "getDeclaredFields0", "(Z)[Ljava/lang/reflect/Field;", Precision::Bounded, fields),
    value(CLASS, "getDeclaredMethods0", "(Z)[Ljava/lang/reflect/Method;", Precision::Bounded, methods),
    value(CLASS, "getDeclaredConstructors0", "(Z)[Ljava/lang/reflect/Constructor;", Precision::Bounded, constructors),
    value(CLASS, "getDeclaredMethods", "()[Ljava/lang/reflect/Method;", Precision::Exact, list),
    value(CLASS, "getMethods", "()[Ljava/lang/reflect/Method;", Precision::Exact, list),
    value(CLASS, "getDeclaredConstructors", "()[Ljava/lang/reflect/Constructor;", Precision::Exact, list),
    value(CLASS, "getConstructors", "()[Ljava/lang/reflect/Constructor;", Precision::Exact, list),
    value(CLASS, "getRecordComponents0", "()[Ljava/lang/reflect/RecordComponent;", Precision::Bounded, components),
];

type Outcome = Result<Option<Value>, Abrupt>;

pub(super) fn reference(object: ObjectId) -> Value {
    Value::Reference(Reference::Object(object))
}

pub(super) const NULL: Value = Value::Reference(Reference::Null);

impl Call<'_, '_> {
    /// Assigns a field of a new object, where this JDK has it.
    pub(super) fn set(&mut self, object: ObjectId, field: (&str, &str, &str), value: Value) {
        if let Some(field) = self.machine.program.field_by_name(field) {
            self.state.heap.write_field(object, field, value);
        }
    }

    /// What a field of an object holds.
    pub(super) fn get(&mut self, object: ObjectId, field: (&str, &str, &str)) -> Result<Value, Abrupt> {
        let Some(field) = self.machine.program.field_by_name(field) else { return self.unmodelled("of this JDK") };
        let (heap, mut context) = self.machine.heap_context(self.state);
        Ok(heap.read_field(&mut context, object, field))
    }

    /// The number that a field of an object holds, where it is a constant that is not negative.
    pub(super) fn known_number(
        &mut self,
        object: ObjectId,
        field: (&str, &str, &str),
    ) -> Result<Option<usize>, Abrupt> {
        let number = match self.get(object, field)? {
            Value::Int(term) => self.machine.pool.as_int(term),
            _ => None,
        };
        Ok(number.and_then(|number| usize::try_from(number).ok()))
    }

    /// The class object of a type of a descriptor.
    pub(super) fn class_of_type(&mut self, field_type: &FieldType) -> Result<Value, Abrupt> {
        let name: Arc<str> = match field_type {
            FieldType::Primitive(primitive) => primitive_name(*primitive).into(),
            FieldType::Reference(name) => name.clone(),
        };
        if matches!(field_type, FieldType::Reference(_))
            && let Some(reference) = self.machine.program.reference_type(&name)
            && let Some(FieldKind::Reference(element)) = element_of(reference)
            && let Some(class) = element.as_class()
            && matches!(self.machine.program.class(class).linkage, Linkage::Missing)
        {
            return Err(StopReason::MissingClass(crate::classfile::java_name(&name)).into());
        }
        Ok(reference_to(literal(self.machine, self.state, &name)?))
    }

    /// A new array of references.
    pub(super) fn reference_array(&mut self, component: &str, values: &[Value]) -> Result<Value, Abrupt> {
        let component = FieldKind::Reference(ReferenceType::class(self.machine.builtin(component)?));
        let length = self.small(values.len() as i32);
        let array = self.state.heap.allocate_array(&mut self.machine.pool, component, length);
        for (position, value) in values.iter().enumerate() {
            let index = self.small(position as i32);
            let (heap, mut context) = self.machine.heap_context(self.state);
            heap.write_element(&mut context, array, index, *value)?;
        }
        Ok(reference(array))
    }

    /// A string as the JVM interns it; null for none.
    pub(super) fn interned(&mut self, text: Option<&str>) -> Result<Value, Abrupt> {
        let Some(text) = text else { return Ok(NULL) };
        let class = self.machine.builtin("java/lang/String")?;
        let units: Vec<u16> = text.encode_utf16().collect();
        Ok(reference(self.state.heap.literal(class, Literal::String(StringConstant(units.into())))))
    }

    /// The bytes of an attribute; null where there is none.
    pub(super) fn bytes(&mut self, annotations: &Annotations) -> Value {
        if annotations.bytes.is_empty() { NULL } else { byte_array(self.machine, self.state, &annotations.bytes) }
    }

    fn types(&mut self, types: &[FieldType]) -> Result<Value, Abrupt> {
        let classes: Vec<Value> = types.iter().map(|kind| self.class_of_type(kind)).collect::<Result<_, _>>()?;
        self.reference_array(CLASS, &classes)
    }

    fn count(&mut self, number: usize) -> Value {
        Value::Int(self.small(number as i32))
    }

    /// The definition of the class that the receiver stands for; none for arrays, primitive types, and what has no class file.
    pub(super) fn definition(&mut self) -> Result<Option<Arc<ClassFile>>, Abrupt> {
        let name = self.named_class(0)?;
        let program = self.machine.program;
        let class = match super::class_objects::class_named(self.machine, &name)? {
            Some(class) => program.class(class),
            None => return Ok(None),
        };
        match &class.linkage {
            Linkage::Loaded(file) => Ok(Some(file.clone())),
            Linkage::Builtin | Linkage::Missing => self.unmodelled("of a class that is not there"),
        }
    }

    /// Whether the only argument asks for public members alone.
    fn asks_for_public(&mut self) -> Result<bool, Abrupt> {
        let only = self.int(1)?;
        match self.machine.pool.as_int(only) {
            Some(only) => Ok(only != 0),
            None => self.unmodelled("of what depends on the input"),
        }
    }
}

fn reference_to(object: ObjectId) -> Value {
    reference(object)
}

/// What the elements of the innermost arrays are; the type itself, where it is no array.
fn element_of(reference: ReferenceType) -> Option<FieldKind> {
    let mut kind = FieldKind::Reference(reference);
    while let FieldKind::Reference(array) = kind {
        match array.component() {
            Some(component) => kind = component,
            None => break,
        }
    }
    Some(kind)
}

fn is_asked_for(flags: AccessFlags, only_public: bool) -> bool {
    !only_public || flags.is_public()
}

fn fields(call: &mut Call<'_, '_>) -> Outcome {
    let only_public = call.asks_for_public()?;
    let file = call.definition()?;
    let mut made = Vec::new();
    for (position, field) in file.iter().flat_map(|file| file.fields.iter().enumerate()) {
        let (Some(file), true) = (&file, is_asked_for(field.flags, only_public)) else { continue };
        let Some(kind) = parse_field_descriptor(&field.descriptor) else { return call.unmodelled("of this class") };
        let object = call.state.heap.allocate(call.machine.builtin(FIELD)?);
        let class = reference(literal(call.machine, call.state, &file.name)?);
        let (name, signature) = (call.interned(Some(&field.name))?, call.interned(field.signature.as_deref())?);
        let kind = call.class_of_type(&kind)?;
        let (slot, modifiers) = (call.count(position), call.count(usize::from(field.flags.0)));
        let is_trusted = field.flags.is_final() && (field.flags.is_static() || file.record.is_some());
        let (is_trusted, annotations) = (call.count(usize::from(is_trusted)), call.bytes(&field.annotations));
        call.set(object, (FIELD, "clazz", A_CLASS), class);
        call.set(object, (FIELD, "slot", "I"), slot);
        call.set(object, (FIELD, "name", A_STRING), name);
        call.set(object, (FIELD, "type", A_CLASS), kind);
        call.set(object, (FIELD, "modifiers", "I"), modifiers);
        call.set(object, (FIELD, "trustedFinal", "Z"), is_trusted);
        call.set(object, (FIELD, "signature", A_STRING), signature);
        call.set(object, (FIELD, "annotations", "[B"), annotations);
        made.push(reference(object));
    }
    call.reference_array(FIELD, &made).map(Some)
}

/// All methods or constructors: the JVM gives them in an order that depends on where it keeps names. That is a caveat, where there are
/// several of them.
fn list(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.definition()?;
    let of_constructors = call.model.name.ends_with("Constructors");
    let is_listed = |method: &&Method| match &*method.name {
        "<clinit>" => false,
        "<init>" => of_constructors,
        _ => !of_constructors,
    };
    let count = file.iter().flat_map(|file| &file.methods).filter(is_listed).count();
    let shows_nothing = match asking(call) {
        Some(asks) if asks == DESCRIBING => {
            call.model.name == "getDeclaredMethods" && file.as_ref().is_some_and(|file| have_places_of_their_own(file))
        }
        asks => asks.is_some_and(|asks| IN_ANY_ORDER.contains(&asks)),
    };
    if count > 1 && !shows_nothing || call.model.name == "getMethods" {
        call.machine.caveats.insert(Caveat::Approximate(format!("java.lang.Class.{}", call.model.name)));
    }
    Err(Abrupt::RunsCode)
}

/// What describes an annotation's class: it keeps what the elements are in hash tables, by their names.
const DESCRIBING: (&str, &str, &str) = ("sun/reflect/annotation/AnnotationType", "<init>", "(Ljava/lang/Class;)V");
/// What sorts the members, or asks whether there is one of some kind.
const IN_ANY_ORDER: [(&str, &str, &str); 2] = [
    ("java/io/ObjectStreamClass", "computeDefaultSUID", "(Ljava/lang/Class;)J"),
    ("jdk/internal/reflect/ReflectionFactory", "superHasAccessibleConstructor", "(Ljava/lang/Class;)Z"),
];
/// Through which code of the JDK asks, up to Java 23.
const THROUGH: [&str; 2] = ["sun/reflect/annotation/AnnotationType$1", "java/security/AccessController"];

/// The method that asks for a list: class, name and descriptor.
fn asking<'c>(call: &Call<'_, 'c>) -> Option<(&'c str, &'c str, &'c str)> {
    let program = call.machine.program;
    let methods = call.state.frames.iter().rev().map(|frame| program.method(frame.method));
    let asks = methods.into_iter().find(|method| !THROUGH.contains(&&**program.class_name(method.class)))?;
    Some((&**program.class_name(asks.class), &*asks.name, &*asks.descriptor))
}

/// Whether no two elements of an annotation that have a default come to one place of a `HashMap`: what is in one place stays in the order
/// in which it came there.
fn have_places_of_their_own(file: &ClassFile) -> bool {
    let with_default = file.methods.iter().filter(|method| !method.annotations.default.bytes.is_empty());
    let hash =
        |name: &str| name.encode_utf16().fold(0_u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()));
    let hashes: Vec<u32> = with_default.map(|method| hash(&method.name)).map(|hash| hash ^ (hash >> 16)).collect();
    let mut size = 1;
    while size * 3 < hashes.len() as u32 * 4 {
        size *= 2;
    }
    let mut places: Vec<u32> = hashes.iter().map(|hash| hash & (size - 1)).collect();
    places.sort_unstable();
    places.windows(2).all(|pair| pair[0] != pair[1])
}

fn methods(call: &mut Call<'_, '_>) -> Outcome {
    executables(call, METHOD)
}

fn constructors(call: &mut Call<'_, '_>) -> Outcome {
    executables(call, CONSTRUCTOR)
}

/// The methods or the constructors of a class, in the order of its class file.
fn executables(call: &mut Call<'_, '_>, what: &'static str) -> Outcome {
    let only_public = call.asks_for_public()?;
    let file = call.definition()?;
    let mut made = Vec::new();
    for (position, method) in file.iter().flat_map(|file| file.methods.iter().enumerate()) {
        let is_wanted = match &*method.name {
            "<clinit>" => false,
            "<init>" => what == CONSTRUCTOR,
            _ => what == METHOD,
        };
        let (Some(file), true) = (&file, is_wanted && is_asked_for(method.flags, only_public)) else { continue };
        made.push(executable(call, file, (position, method), what)?);
    }
    call.reference_array(what, &made).map(Some)
}

/// A method or constructor, at its place in the class file.
fn executable(
    call: &mut Call<'_, '_>,
    file: &ClassFile,
    (position, method): (usize, &Method),
    what: &'static str,
) -> Result<Value, Abrupt> {
    let Some(called) = parse_method_descriptor(&method.descriptor) else {
        return call.unmodelled("of this class");
    };
    let object = call.state.heap.allocate(call.machine.builtin(what)?);
    let class = reference(literal(call.machine, call.state, &file.name)?);
    let signature = call.interned(method.signature.as_deref())?;
    let parameters = call.types(&called.parameters)?;
    let exceptions: Vec<FieldType> = method.exceptions.iter().cloned().map(FieldType::Reference).collect();
    let exceptions = call.types(&exceptions)?;
    let (slot, modifiers) = (call.count(position), call.count(usize::from(method.flags.0)));
    let annotations = call.bytes(&method.annotations.declared);
    let of_parameters = call.bytes(&method.annotations.of_parameters);
    call.set(object, (what, "clazz", A_CLASS), class);
    call.set(object, (what, "slot", "I"), slot);
    call.set(object, (what, "parameterTypes", CLASSES), parameters);
    call.set(object, (what, "exceptionTypes", CLASSES), exceptions);
    call.set(object, (what, "modifiers", "I"), modifiers);
    call.set(object, (what, "signature", A_STRING), signature);
    call.set(object, (what, "annotations", "[B"), annotations);
    call.set(object, (what, "parameterAnnotations", "[B"), of_parameters);
    if what == METHOD {
        let name = call.interned(Some(&method.name))?;
        let result = match &called.result {
            Some(result) => call.class_of_type(result)?,
            None => reference(literal(call.machine, call.state, "void")?),
        };
        let default = call.bytes(&method.annotations.default);
        call.set(object, (what, "name", A_STRING), name);
        call.set(object, (what, "returnType", A_CLASS), result);
        call.set(object, (what, "annotationDefault", "[B"), default);
    }
    Ok(reference(object))
}

/// The components of a record, each with the method that reads it.
fn components(call: &mut Call<'_, '_>) -> Outcome {
    let Some(file) = call.definition()? else { return Ok(Some(NULL)) };
    let mut made = Vec::new();
    let class = reference(literal(call.machine, call.state, &file.name)?);
    for component in file.record.iter().flatten() {
        let Some(kind) = parse_field_descriptor(&component.descriptor) else {
            return call.unmodelled("of this class");
        };
        let object = call.state.heap.allocate(call.machine.builtin(COMPONENT)?);
        let (name, signature) = (call.interned(Some(&component.name))?, call.interned(component.signature.as_deref())?);
        let kind = call.class_of_type(&kind)?;
        let annotations = call.bytes(&component.annotations);
        let getter = format!("(){}", component.descriptor);
        let is_accessor = |method: &Method| method.name == component.name && *method.descriptor == *getter;
        let accessor = file.methods.iter().enumerate().find(|(_, method)| is_accessor(method));
        let accessor = match accessor {
            Some(found) => executable(call, &file, found, METHOD)?,
            None => NULL,
        };
        call.set(object, (COMPONENT, "accessor", "Ljava/lang/reflect/Method;"), accessor);
        call.set(object, (COMPONENT, "clazz", A_CLASS), class);
        call.set(object, (COMPONENT, "name", A_STRING), name);
        call.set(object, (COMPONENT, "type", A_CLASS), kind);
        call.set(object, (COMPONENT, "signature", A_STRING), signature);
        call.set(object, (COMPONENT, "annotations", "[B"), annotations);
        made.push(reference(object));
    }
    call.reference_array(COMPONENT, &made).map(Some)
}
