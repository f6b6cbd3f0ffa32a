//! An input and its expected result as plain data, by names: what a test or a replay needs.

use crate::classfile::{ClassName, parse_method_descriptor};
use crate::program::{FieldId, FieldKind, MethodId, Program, scripted_type};
use crate::summary::MethodName;
use std::sync::Arc;

/// An input and its expected result, by names: what a test or a replay needs.
#[derive(Clone, Debug, PartialEq)]
pub struct ConcreteCase {
    /// The method.
    pub method: MethodName,
    /// Classes to initialise before anything else, so that no initialiser runs during the call.
    pub initialised: Vec<ClassName>,
    /// The objects of the input.
    pub objects: Vec<ConcreteObject>,
    /// What their fields and elements hold, where not zero or null, or where an earlier run may have changed it.
    pub assignments: Vec<(usize, ObjectPlace, ConcreteValue)>,
    /// Static fields to assign.
    pub statics: Vec<(FieldName, ConcreteValue)>,
    /// For a constructor that runs on an instance of a subclass: that class.
    pub instance_class: Option<ClassName>,
    /// Receiver, unless a constructor is called, and arguments.
    pub arguments: Vec<ConcreteValue>,
    /// What the program gets when it asks for inputs of its own, in order.
    pub choices: Vec<ConcreteChoice>,
    /// What the program reads from its standard input, where it does.
    pub console: Option<Arc<[u16]>>,
    /// The static fields that belong to the result.
    pub watched: Vec<FieldName>,
    /// The result.
    pub expected: ExpectedResult,
}

/// An input that a program asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum ConcreteChoice {
    /// A number.
    Number(ConcreteValue),
    /// A string.
    Text(Arc<[u16]>),
}

/// A field by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldName {
    /// Internal name of the declaring class.
    pub class: ClassName,
    /// Name.
    pub name: Arc<str>,
}

/// A place in an object.
#[derive(Clone, Debug, PartialEq)]
pub enum ObjectPlace {
    /// An instance field.
    Field(FieldName),
    /// An array element.
    Element(i32),
}

/// How an object of an input is made.
#[derive(Clone, Debug, PartialEq)]
pub enum ConcreteObject {
    /// An instance of a class, all fields zero.
    New(ClassName),
    /// An array: descriptor, length.
    Array(String, i32),
    /// What a static final field holds.
    Static(FieldName),
    /// A string.
    String(Arc<[u16]>),
    /// A string builder or string buffer: class, text.
    Builder(ClassName, Arc<[u16]>),
    /// A class object: internal name, descriptor of an array, or name of a primitive type.
    Class(ClassName),
    /// What these calls make: a constructor first, then methods of the new object.
    Made(Vec<ConcreteCall>),
}

/// A call that makes an object of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct ConcreteCall {
    /// The method.
    pub method: MethodName,
    /// Its arguments; objects among them come earlier. Before those of an instance method that gives the object, its receiver.
    pub arguments: Vec<ConcreteValue>,
    /// The class that a caller writes for it, where what is made is of such a class.
    pub script: Option<Arc<Script>>,
}

/// A class that a caller writes: it implements an interface or extends a class, and each of its methods always gives the same. The
/// arguments of the call that makes one are those of the constructor, then what its methods give that give anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Internal name of the interface or class.
    pub extended: ClassName,
    /// The descriptor of the constructor that it calls; none of an interface.
    pub constructor: Option<Arc<str>>,
    /// What it implements: names and descriptors.
    pub methods: Vec<(Arc<str>, Arc<str>)>,
    /// Whether a lambda expression says it all.
    pub is_lambda: bool,
}

impl Script {
    /// The script of the class whose objects a method makes; none of other methods.
    pub(super) fn of_maker(program: &Program, maker: MethodId) -> Option<Script> {
        let info = program.method(maker);
        let extended = program.class_by_name(scripted_type(program.class_name(info.class))?)?;
        let methods = program.scripted_methods(extended)?.into_iter().map(|method| {
            let info = program.method(method);
            (info.name.clone(), info.descriptor.clone())
        });
        let methods: Vec<(Arc<str>, Arc<str>)> = methods.collect();
        let given: String = methods.iter().filter_map(|(_, descriptor)| given_by(descriptor)).collect();
        let passed = info.descriptor.strip_prefix('(')?.rsplit_once(')')?.0.strip_suffix(&*given)?;
        let is_interface = program.class(extended).flags.is_interface();
        Some(Script {
            extended: program.class_name(extended).clone(),
            constructor: (!is_interface).then(|| Arc::from(format!("({passed})V"))),
            methods,
            is_lambda: program.functional_method(extended).is_some(),
        })
    }

    /// The arguments of the constructor, and what each method gives that gives anything, by its name and descriptor.
    pub fn parts<'a>(
        &'a self,
        arguments: &'a [ConcreteValue],
    ) -> (&'a [ConcreteValue], impl Iterator<Item = (&'a str, &'a str, ConcreteValue)>) {
        let giving = self.methods.iter().filter(|(_, descriptor)| given_by(descriptor).is_some());
        let passed = arguments.len().saturating_sub(giving.clone().count());
        let (passed, given) = arguments.split_at(passed);
        (passed, giving.zip(given).map(|((name, descriptor), value)| (&**name, &**descriptor, *value)))
    }
}

/// The type that a method of this descriptor gives, as a descriptor; none where that is nothing.
fn given_by(descriptor: &str) -> Option<&str> {
    descriptor.rsplit(')').next().filter(|result| *result != "V")
}

impl ConcreteCall {
    /// The receiver, where that is another object than the one that is made, and the arguments.
    pub fn split_receiver(&self) -> (Option<ConcreteValue>, &[ConcreteValue]) {
        let parameters = parse_method_descriptor(&self.method.descriptor).map(|parsed| parsed.parameters.len());
        match self.arguments.split_first() {
            Some((receiver, arguments)) if parameters == Some(arguments.len()) => (Some(*receiver), arguments),
            _ => (None, &self.arguments),
        }
    }
}

/// A step of building an input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CreationStep<'a> {
    /// The object of this number is made.
    Object(usize, &'a ConcreteObject),
    /// A field or an element is assigned.
    Assignment(usize, &'a ObjectPlace, ConcreteValue),
    /// A static field is assigned.
    Static(&'a FieldName, ConcreteValue),
}

impl ConcreteCase {
    /// What the object of this number holds, which is a box and has no more than that; none for zero and false.
    pub fn held_by_box(&self, number: usize) -> Option<ConcreteValue> {
        self.assignments.iter().find(|(holder, ..)| *holder == number).map(|(.., value)| *value)
    }

    /// The steps that build the input: each assignment as soon as its object and its value are there, since
    /// constructors of later objects may look at it.
    pub fn creation(&self) -> Vec<CreationStep<'_>> {
        let mut ready: Vec<Vec<CreationStep<'_>>> = vec![Vec::new(); self.objects.len()];
        for (holder, place, value) in &self.assignments {
            let last = match value {
                ConcreteValue::Object(number) => (*number).max(*holder),
                _ => *holder,
            };
            if let Some(steps) = ready.get_mut(last) {
                steps.push(CreationStep::Assignment(*holder, place, *value));
            }
        }
        let mut steps = Vec::new();
        for (field, value) in &self.statics {
            let step = CreationStep::Static(field, *value);
            match value {
                ConcreteValue::Object(number) => {
                    ready.get_mut(*number).map(|ready| ready.push(step)).unwrap_or_default()
                }
                _ => steps.push(step),
            }
        }
        for (number, (object, ready)) in self.objects.iter().zip(ready).enumerate() {
            steps.push(CreationStep::Object(number, object));
            steps.extend(ready);
        }
        steps
    }
}

/// A value of an input or a result. An object is one of the input's, or of the result's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConcreteValue {
    /// A boolean, byte, char, short or int.
    Int(i64),
    /// A long.
    Long(i64),
    /// A float, as its bits.
    Float(u32),
    /// A double, as its bits.
    Double(u64),
    /// Null.
    Null,
    /// An object, by position.
    Object(usize),
}

/// What running a method on an input must give. Objects are numbered depth-first in pre-order from the outcome, the
/// receiver, the arguments and the watched fields, in this order. Equal strings have one number, and so have equal boxes of one
/// class: which of them are one object the JVM does not say.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedResult {
    /// How the call ends.
    pub outcome: ExpectedOutcome,
    /// The receiver, or the instance that a constructor made.
    pub receiver: Option<ConcreteValue>,
    /// The arguments of reference types, by position.
    pub arguments: Vec<(usize, ConcreteValue)>,
    /// The watched static fields.
    pub statics: Vec<ConcreteValue>,
    /// All objects that these reach.
    pub objects: Vec<ExpectedObject>,
}

/// How a call ends.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedOutcome {
    /// It returns, a value or nothing.
    Returned(Option<ConcreteValue>),
    /// It throws an exception: class, object.
    Threw(ClassName, ConcreteValue),
}

/// An object after the call.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedObject {
    /// An instance: class, its fields in the order of declaring class and name. Classes of the JDK have none.
    Instance(ClassName, Vec<(FieldName, ConcreteValue)>),
    /// An array: descriptor, elements.
    Array(String, Vec<ConcreteValue>),
    /// A string.
    String(Arc<[u16]>),
    /// A string builder or string buffer: class, text.
    Builder(ClassName, Arc<[u16]>),
    /// A class object.
    Class(ClassName),
}

/// The field of this name that its class declares.
pub fn declared_field(program: &Program, name: &FieldName) -> Option<FieldId> {
    let class = program.class_by_name(&name.class)?;
    program.class(class).fields.iter().copied().find(|field| program.field(*field).name == name.name)
}

/// A number as a variable of a type holds it; null for the zero of a reference type.
pub fn concrete_number(kind: FieldKind, value: i64) -> ConcreteValue {
    match kind {
        FieldKind::Reference(_) | FieldKind::Text => ConcreteValue::Null,
        _ => number_of(kind, value),
    }
}

/// A number as a variable of a type holds it.
pub(super) fn number_of(kind: FieldKind, value: i64) -> ConcreteValue {
    use crate::classfile::PrimitiveType as P;
    match kind {
        FieldKind::Primitive(P::Long) => ConcreteValue::Long(value),
        FieldKind::Primitive(P::Float) => ConcreteValue::Float(value as u32),
        FieldKind::Primitive(P::Double) => ConcreteValue::Double(value as u64),
        _ => ConcreteValue::Int(value),
    }
}

/// The zero of a type.
pub(super) fn zero(kind: FieldKind) -> ConcreteValue {
    use crate::classfile::PrimitiveType as P;
    match kind {
        FieldKind::Reference(_) | FieldKind::Text => ConcreteValue::Null,
        FieldKind::Primitive(P::Long) => ConcreteValue::Long(0),
        FieldKind::Primitive(P::Float) => ConcreteValue::Float(0),
        FieldKind::Primitive(P::Double) => ConcreteValue::Double(0),
        FieldKind::Primitive(_) => ConcreteValue::Int(0),
    }
}

/// The name of a field.
pub(super) fn field_name(program: &Program, field: FieldId) -> FieldName {
    let info = program.field(field);
    FieldName { class: program.class(info.class).name.clone(), name: info.name.clone() }
}
