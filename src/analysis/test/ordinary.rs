//! Ordinary values in place of nulls that no path asks for: what a test passes there is what a person would.

use crate::analysis::check::nulls::NullInput;
use crate::input::{ConcreteCall, ConcreteCase, ConcreteObject, ConcreteValue, FieldName};
use crate::program::{ClassId, FieldKind, MethodId, Program, package_of};
use crate::summary::MethodName;
use std::sync::Arc;

/// What is passed for types of the JDK: the class that is made, and the descriptor of its constructor. The first one that fits is taken.
const OF_JDK: [(&str, &str); 7] = [
    ("java/io/ByteArrayInputStream", "([B)V"),
    ("java/io/ByteArrayOutputStream", "()V"),
    ("java/io/StringReader", "(Ljava/lang/String;)V"),
    ("java/io/StringWriter", "()V"),
    ("java/util/ArrayList", "()V"),
    ("java/util/HashMap", "()V"),
    ("java/util/HashSet", "()V"),
];
/// A text that stands for any.
const TEXT: &str = "a";
/// What is passed for a text by what the parameter is called, where its name has this part.
const BY_NAME: [(&str, &str); 2] = [("charset", "UTF-8"), ("encoding", "UTF-8")];

/// Where a case has a null: in the call itself, or in a call that makes an object: its number, and which of its calls.
#[derive(Clone, Copy)]
enum Call {
    Tested,
    Making(usize, usize),
}

/// The case with ordinary values for nulls among its arguments and those of the calls that make its objects, but for those that its path
/// needs; none where there is nothing to replace. The result is to be that of the case, which only running it shows.
pub(super) fn ordinary(program: &Program, case: &ConcreteCase, needed: &[NullInput]) -> Option<ConcreteCase> {
    let mut values = Values { program, package: package_of(&case.method.class), objects: Vec::new() };
    let mut replaced: Vec<(Call, usize, ConcreteValue)> = Vec::new();
    let tested = std::iter::once((Call::Tested, &case.method, case.arguments.as_slice()));
    let made = case.objects.iter().enumerate().flat_map(|(number, object)| {
        let calls: &[ConcreteCall] = match object {
            ConcreteObject::Made(calls) => calls,
            _ => &[],
        };
        let written = calls.iter().enumerate().filter(|(_, call)| call.script.is_none());
        written.map(move |(at, call)| (Call::Making(number, at), &call.method, call.arguments.as_slice()))
    });
    for (call, name, arguments) in tested.chain(made) {
        let Some(method) = name.find(program) else { continue };
        let parameters = &program.method(method).parameters;
        let Some(receivers) = arguments.len().checked_sub(parameters.len()) else { continue };
        let names = program.parameter_names(method, "");
        let first = usize::from(program.method(method).has_receiver());
        for (place, kind) in parameters.iter().enumerate() {
            let is_null = arguments.get(receivers + place) == Some(&ConcreteValue::Null);
            if is_null
                && !needed.iter().any(|null| null.is_of(program, method, place))
                && let Some(value) = values.of(*kind, names.get(first + place).map_or("", String::as_str))
            {
                replaced.push((call, receivers + place, value));
            }
        }
    }
    if replaced.is_empty() {
        return None;
    }
    // What others are made of comes before them.
    let mut ordinary = case.clone();
    move_up(&mut ordinary, values.objects.len());
    let added = values.objects.len();
    ordinary.objects.splice(0..0, values.objects);
    for (call, position, value) in replaced {
        let arguments = match call {
            Call::Tested => Some(&mut ordinary.arguments),
            Call::Making(number, at) => match ordinary.objects.get_mut(added + number) {
                Some(ConcreteObject::Made(calls)) => calls.get_mut(at).map(|call| &mut call.arguments),
                _ => None,
            },
        };
        if let Some(argument) = arguments.and_then(|arguments| arguments.get_mut(position)) {
            *argument = value;
        }
    }
    Some(ordinary)
}

/// An ordinary value of a type for a parameter of this name, for code of a package: the objects that it is made of, itself the last. None where
/// there is no plain one.
pub(super) fn ordinary_value(
    program: &Program,
    package: &str,
    (kind, name): (FieldKind, &str),
) -> Option<Vec<ConcreteObject>> {
    let mut values = Values { program, package, objects: Vec::new() };
    values.of(kind, name).map(|_| values.objects)
}

/// Leaves out of the calls that make an input's objects those of setters whose field a later one assigns again, with nothing but
/// setters between them.
pub(super) fn leave_out_overwritten(program: &Program, case: &mut ConcreteCase) {
    let package = package_of(&case.method.class);
    let is_setter = |name: &MethodName| {
        let method = name.find(program);
        let fields = program.class_by_name(&name.class).into_iter().flat_map(|class| &program.class(class).fields);
        method.is_some_and(|method| fields.into_iter().any(|field| program.setter(*field, package) == Some(method)))
    };
    for object in &mut case.objects {
        let ConcreteObject::Made(calls) = object else { continue };
        // From the last call on: the setters that come with nothing but setters between.
        let mut later: Vec<MethodName> = Vec::new();
        let mut kept: Vec<ConcreteCall> = Vec::new();
        while let Some(call) = calls.pop() {
            if call.script.is_some() || !is_setter(&call.method) {
                later.clear();
            } else if later.contains(&call.method) {
                continue;
            } else {
                later.push(call.method.clone());
            }
            kept.push(call);
        }
        kept.reverse();
        *calls = kept;
    }
}

/// Gives the objects of an input higher numbers.
fn move_up(case: &mut ConcreteCase, by: usize) {
    let moved = |value: &mut ConcreteValue| {
        if let ConcreteValue::Object(number) = value {
            *number += by;
        }
    };
    case.arguments.iter_mut().for_each(moved);
    case.statics.iter_mut().for_each(|(_, value)| moved(value));
    for (holder, _, value) in &mut case.assignments {
        *holder += by;
        moved(value);
    }
    for object in &mut case.objects {
        if let ConcreteObject::Made(calls) = object {
            calls.iter_mut().flat_map(|call| &mut call.arguments).for_each(moved);
        }
    }
}

/// Makes ordinary values.
struct Values<'a> {
    program: &'a Program,
    package: &'a str,
    objects: Vec<ConcreteObject>,
}

impl Values<'_> {
    fn add(&mut self, object: ConcreteObject) -> ConcreteValue {
        self.objects.push(object);
        ConcreteValue::Object(self.objects.len() - 1)
    }

    /// A value of a type for a parameter of this name; none where there is no plain one.
    fn of(&mut self, kind: FieldKind, name: &str) -> Option<ConcreteValue> {
        let program = self.program;
        let FieldKind::Reference(reference) = kind else { return None };
        let Some(class) = reference.as_class() else {
            return Some(self.add(ConcreteObject::Array(program.type_name(reference), 0)));
        };
        let fits = |name: &str| {
            program.class_by_name(name).is_some_and(|of_jdk| program.is_subclass(of_jdk, class) == Some(true))
        };
        if fits("java/lang/String") {
            let name = name.to_lowercase();
            let known = BY_NAME.into_iter().find(|(part, _)| name.contains(part));
            return Some(self.text(known.map_or(TEXT, |(_, text)| text)));
        }
        if program.is_user_class(class) {
            return self.of_user(class);
        }
        if fits("java/nio/charset/Charset") {
            let field = FieldName { class: "java/nio/charset/StandardCharsets".into(), name: "UTF_8".into() };
            return Some(self.add(ConcreteObject::Static(field)));
        }
        let (name, descriptor) = OF_JDK.into_iter().find(|(name, _)| fits(name))?;
        let arguments = match descriptor {
            "([B)V" => vec![self.add(ConcreteObject::Array("[B".into(), 0))],
            "()V" => Vec::new(),
            _ => vec![self.text(TEXT)],
        };
        Some(self.made(name, descriptor, arguments))
    }

    fn text(&mut self, text: &str) -> ConcreteValue {
        self.add(ConcreteObject::String(text.encode_utf16().collect()))
    }

    fn made(&mut self, class: &str, descriptor: &str, arguments: Vec<ConcreteValue>) -> ConcreteValue {
        let method = MethodName { class: class.into(), name: "<init>".into(), descriptor: descriptor.into() };
        self.add(ConcreteObject::Made(vec![ConcreteCall { method, arguments, script: None }]))
    }

    /// The first constant of an enum, or what a constructor without parameters makes of the class or the first below it that has one.
    fn of_user(&mut self, class: ClassId) -> Option<ConcreteValue> {
        let program = self.program;
        if program.class(class).is_enum() {
            let mut fields = program.class(class).fields.iter().map(|field| program.field(*field));
            let first = fields.find(|field| field.flags.is_enum())?;
            let field = FieldName { class: program.class_name(class).clone(), name: first.name.clone() };
            return Some(self.add(ConcreteObject::Static(field)));
        }
        let is_plain = |method: &MethodId| program.method(*method).parameters.is_empty();
        let plain = |class: &ClassId| {
            let makers = program.constructors(*class, self.package).into_iter().map(|maker| maker.method);
            makers.into_iter().find(is_plain).map(|_| *class)
        };
        let found = plain(&class).or_else(|| program.concrete_subtypes(class).iter().find_map(plain))?;
        let name: Arc<str> = Arc::from(&**program.class_name(found));
        Some(self.made(&name, "()V", Vec::new()))
    }
}
