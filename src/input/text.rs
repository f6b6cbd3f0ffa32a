//! A concrete input in Java-like notation.

use super::{
    ConcreteCall, ConcreteCase, ConcreteChoice, ConcreteObject, ConcreteValue, FieldName, ObjectPlace, Script,
    concrete_number,
};
use crate::classfile::{FieldType, PrimitiveType, parse_field_descriptor, parse_method_descriptor, simple_name};
use crate::program::{BOX_FIELD, FieldKind, MethodId, Program};
use crate::summary::MethodName;
use crate::term::{char_literal, text_literal};
use std::fmt::Write;

/// Elements of an array beyond this many are left out.
const SHOWN_ELEMENTS: i32 = 32;
/// Digits after the point beyond this many are written with an exponent.
const DECIMALS: usize = 6;
/// Objects inside objects beyond this depth are named apart.
const DEEPEST: usize = 6;

/// The arguments by the names of the parameters, then the static fields that are no longer as they were.
pub fn input_text(program: &Program, method: MethodId, case: &ConcreteCase, parameters: &[String]) -> String {
    let info = program.method(method);
    let is_constructor = &*info.name == "<init>";
    let names = parameters.iter().skip(usize::from(is_constructor));
    let receiver = (info.has_receiver() && !is_constructor).then_some(None);
    let kinds = receiver.into_iter().chain(info.parameters.iter().map(|kind| Some(*kind)));
    let mut writer = Writer::of(program, case);
    let mut parts: Vec<String> = Vec::new();
    for ((name, value), kind) in names.zip(&case.arguments).zip(kinds) {
        let text = writer.value(*value, kind, 0);
        parts.push(format!("{name} = {text}"));
    }
    for (field, value) in &case.statics {
        let text = writer.value(*value, kind_of(program, field), 0);
        parts.push(format!("{}.{} = {text}", simple_name(&field.class), field.name));
    }
    for (number, choice) in case.choices.iter().enumerate() {
        let text = match choice {
            ConcreteChoice::Number(value) => writer.value(*value, None, 0),
            ConcreteChoice::Text(text) => text_literal(text),
        };
        parts.push(format!("nondet{number} = {text}"));
    }
    if let Some(text) = &case.console {
        parts.push(format!("stdin = {}", text_literal(text)));
    }
    let mut text = parts.join(", ");
    let before = writer.calls_before();
    if !before.is_empty() {
        let _ = write!(text, "{}after {}", if text.is_empty() { "" } else { ", " }, before.join(", "));
    }
    let mut named = 0;
    let mut before = "; where ";
    while let Some(object) = writer.named.get(named).copied() {
        named += 1;
        let made = writer.object(object, 0);
        // Writing to a string cannot fail.
        let _ = write!(text, "{before}{} = {made}", name_of(named));
        before = ", ";
    }
    text
}

/// The type that a class object stands for.
fn mirrored_type(name: &str) -> String {
    let array = name.starts_with('[').then(|| parse_field_descriptor(name)).flatten();
    array.map_or_else(|| simple_name(name), |array| short_type(&array))
}

fn name_of(number: usize) -> String {
    format!("o{number}")
}

/// The declared type of a field.
fn kind_of(program: &Program, name: &FieldName) -> Option<FieldKind> {
    let class = program.class_by_name(&name.class)?;
    let fields = &program.class(class).fields;
    fields.iter().map(|field| program.field(*field)).find(|field| *field.name == *name.name).map(|field| field.kind)
}

struct Writer<'a> {
    program: &'a Program,
    case: &'a ConcreteCase,
    uses: Vec<usize>,
    /// Objects that stand apart under a name, in the order of their names.
    named: Vec<usize>,
}

impl<'a> Writer<'a> {
    fn of(program: &'a Program, case: &'a ConcreteCase) -> Self {
        let mut uses = vec![0; case.objects.len()];
        let mut count = |value: &ConcreteValue| {
            if let ConcreteValue::Object(number) = value
                && let Some(uses) = uses.get_mut(*number)
            {
                *uses += 1;
            }
        };
        case.arguments.iter().for_each(&mut count);
        case.statics.iter().for_each(|(_, value)| count(value));
        case.assignments.iter().for_each(|(_, _, value)| count(value));
        let calls = case.objects.iter().filter_map(|object| match object {
            ConcreteObject::Made(calls) => Some(calls),
            _ => None,
        });
        calls.flatten().flat_map(|call| &call.arguments).for_each(&mut count);
        Writer { program, case, uses, named: Vec::new() }
    }

    /// The calls of static methods whose results nobody has.
    fn calls_before(&mut self) -> Vec<String> {
        let case = self.case;
        let is_before = |calls: &[ConcreteCall]| {
            calls.first().is_some_and(|call| &*call.method.name != "<init>" && call.script.is_none())
        };
        let objects = case.objects.iter().enumerate().filter_map(|(number, object)| match object {
            ConcreteObject::Made(calls) if is_before(calls) => Some((number, calls)),
            _ => None,
        });
        let unused: Vec<_> = objects.filter(|(number, _)| self.uses.get(*number) == Some(&0)).collect();
        unused.into_iter().map(|(_, calls)| self.made(calls, 0)).collect()
    }

    fn value(&mut self, value: ConcreteValue, kind: Option<FieldKind>, depth: usize) -> String {
        match value {
            ConcreteValue::Object(number) => self.reference(number, depth),
            _ => scalar_text(value, kind),
        }
    }

    fn reference(&mut self, number: usize, depth: usize) -> String {
        let is_plain = matches!(
            self.case.objects.get(number),
            Some(ConcreteObject::Static(_) | ConcreteObject::String(_) | ConcreteObject::Class(_))
        );
        if is_plain || (self.uses.get(number) == Some(&1) && depth < DEEPEST) {
            return self.object(number, depth);
        }
        let position = self.named.iter().position(|known| *known == number).unwrap_or_else(|| {
            self.named.push(number);
            self.named.len() - 1
        });
        name_of(position + 1)
    }

    fn object(&mut self, number: usize, depth: usize) -> String {
        let case = self.case;
        match case.objects.get(number) {
            None => "?".into(),
            Some(ConcreteObject::String(text)) => text_literal(text),
            Some(ConcreteObject::Class(class)) => format!("{}.class", mirrored_type(class)),
            Some(ConcreteObject::Static(field)) => format!("{}.{}", simple_name(&field.class), field.name),
            Some(ConcreteObject::Builder(class, text)) => format!("new {}({})", simple_name(class), text_literal(text)),
            Some(ConcreteObject::New(class)) => {
                if let Some(held) = self.boxed(number, class) {
                    return held;
                }
                format!("{}{{{}}}", simple_name(class), self.fields(number, depth).join(", "))
            }
            Some(ConcreteObject::Made(calls)) => {
                let made = self.made(calls, depth);
                let fields = self.fields(number, depth);
                if fields.is_empty() { made } else { format!("{made} with {{{}}}", fields.join(", ")) }
            }
            Some(ConcreteObject::Array(descriptor, length)) => self.array(number, descriptor, *length, depth),
        }
    }

    /// A box, as what it holds.
    fn boxed(&self, number: usize, class: &str) -> Option<String> {
        let class = self.program.class_by_name(class).filter(|class| self.program.is_value_class(*class))?;
        let kind = self.program.field(self.program.hidden_field(class, BOX_FIELD)?).kind;
        let held = self.case.held_by_box(number).unwrap_or_else(|| concrete_number(kind, 0));
        Some(scalar_text(held, Some(kind)))
    }

    /// The assigned fields of an object.
    fn fields(&mut self, number: usize, depth: usize) -> Vec<String> {
        let case = self.case;
        let mut fields = Vec::new();
        for (holder, place, value) in &case.assignments {
            if let (true, ObjectPlace::Field(field)) = (*holder == number, place) {
                let text = self.value(*value, kind_of(self.program, field), depth + 1);
                fields.push(format!("{}: {text}", field.name));
            }
        }
        fields
    }

    /// What calls make: `new C(1, "a")`, `C.of(1)`, or a collection and what is added to it.
    fn made(&mut self, calls: &[ConcreteCall], depth: usize) -> String {
        let mut texts = Vec::new();
        for call in calls {
            let kinds = parse_method_descriptor(&call.method.descriptor).map(|parsed| parsed.parameters);
            let mut arguments = Vec::new();
            let (receiver, plain) = call.split_receiver();
            let receiver = receiver.map(|receiver| self.value(receiver, None, depth + 1));
            for (position, argument) in plain.iter().enumerate() {
                let kind = kinds.as_ref().and_then(|kinds| kinds.get(position));
                let kind = kind.and_then(|kind| self.program.field_kind(kind));
                arguments.push(self.value(*argument, kind, depth + 1));
            }
            let is_entry = is_put(self.program, call);
            texts.push((call, arguments.join(if is_entry { ": " } else { ", " }), receiver));
        }
        let Some(((maker, arguments, receiver), added)) = texts.split_first() else { return "?".into() };
        if let Some(script) = &maker.script {
            if script.is_lambda {
                return lambda_text(self.program, &script.extended, arguments);
            }
            return self.written(script, &maker.arguments, depth);
        }
        let class = simple_name(&maker.method.class);
        let holder = receiver.as_deref().unwrap_or(class.as_ref());
        let made = match &*maker.method.name {
            _ if is_decimal(maker) => {
                decimal_text(&maker.arguments).unwrap_or_else(|| format!("{class}.valueOf({arguments})"))
            }
            "<init>" => format!("new {class}({arguments})"),
            name => format!("{holder}.{name}({arguments})"),
        };
        if added.is_empty() {
            return made;
        }
        if self.program.class_by_name(&maker.method.class).is_some_and(|class| self.program.is_user_class(class)) {
            let calls = added.iter().map(|(call, arguments, _)| format!(".{}({arguments})", call.method.name));
            return format!("{made}{}", calls.collect::<String>());
        }
        let elements: Vec<&str> = added.iter().map(|(_, text, _)| text.as_str()).collect();
        format!("{class} of [{}]", elements.join(", "))
    }

    /// A class that a caller writes, with what its methods give that is not null, zero or false.
    fn written(&mut self, script: &Script, arguments: &[ConcreteValue], depth: usize) -> String {
        let kind_of = |program: &Program, descriptor: &str| program.field_kind(&parse_field_descriptor(descriptor)?);
        let (passed, given) = script.parts(arguments);
        let constructor = script.constructor.as_deref().and_then(parse_method_descriptor);
        let kinds = constructor.map(|parsed| parsed.parameters).unwrap_or_default();
        let mut shown = Vec::new();
        for (value, kind) in passed.iter().zip(&kinds) {
            shown.push(self.value(*value, self.program.field_kind(kind), depth + 1));
        }
        let mut methods = Vec::new();
        let all = script.methods.len();
        for (name, descriptor, value) in given {
            let kind = kind_of(self.program, descriptor.rsplit(')').next().unwrap_or_default());
            if kind.is_some_and(|kind| concrete_number(kind, 0) != value) {
                methods.push(format!("{name}() = {}", self.value(value, kind, depth + 1)));
            }
        }
        if methods.len() < all {
            let others = if methods.is_empty() { "all methods give" } else { "the others give" };
            methods.push(format!("{others} null, 0 or false"));
        }
        let body = if methods.is_empty() { String::from("{}") } else { format!("{{ {} }}", methods.join("; ")) };
        format!("new {}({}) {body}", simple_name(&script.extended), shown.join(", "))
    }

    fn array(&mut self, number: usize, descriptor: &str, length: i32, depth: usize) -> String {
        let case = self.case;
        let element = parse_field_descriptor(descriptor.get(1..).unwrap_or_default());
        let component = element.as_ref().map_or_else(|| "?".into(), short_type);
        let kind = element.and_then(|element| self.program.field_kind(&element));
        let assigned = |index: i32| {
            case.assignments.iter().rev().find_map(|(holder, place, value)| {
                (*holder == number && *place == ObjectPlace::Element(index)).then_some(*value)
            })
        };
        let is_zero = !(0..length.min(SHOWN_ELEMENTS)).any(|index| assigned(index).is_some());
        let is_reference = matches!(descriptor.as_bytes().get(1), Some(b'L' | b'['));
        if is_zero && length > 4 {
            return format!("new {component}[{length}]");
        }
        let mut elements = Vec::new();
        for index in 0..length.min(SHOWN_ELEMENTS) {
            elements.push(match assigned(index) {
                Some(value) => self.value(value, kind, depth + 1),
                None if is_reference => "null".into(),
                None => self.value(ConcreteValue::Int(0), kind, depth + 1),
            });
        }
        if length > SHOWN_ELEMENTS {
            elements.push(format!("… {length} elements"));
        }
        format!("new {component}[]{{{}}}", elements.join(", "))
    }
}

/// Whether a call puts a key with its value into a map of the JDK.
fn is_put(program: &Program, call: &ConcreteCall) -> bool {
    let MethodName { class, name, descriptor } = &call.method;
    let is_jdk = program.class_by_name(class).is_some_and(|class| !program.is_user_class(class));
    is_jdk && (&**name, &**descriptor) == ("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")
}

/// Whether a call makes a decimal of its digits and its scale.
fn is_decimal(call: &ConcreteCall) -> bool {
    let MethodName { class, name, descriptor } = &call.method;
    (&**class, &**name, &**descriptor) == ("java/math/BigDecimal", "valueOf", "(JI)Ljava/math/BigDecimal;")
}

/// A decimal as it is written as a text; none where that would have an exponent.
fn decimal_text(arguments: &[ConcreteValue]) -> Option<String> {
    let [ConcreteValue::Long(digits), ConcreteValue::Int(scale)] = arguments else { return None };
    let scale = usize::try_from(*scale).ok().filter(|scale| *scale <= DECIMALS)?;
    let sign = if *digits < 0 { "-" } else { "" };
    let all = format!("{:0>width$}", digits.unsigned_abs(), width = scale + 1);
    let (whole, part) = all.split_at_checked(all.len() - scale)?;
    let point = if scale == 0 { "" } else { "." };
    Some(format!("new BigDecimal(\"{sign}{whole}{point}{part}\")"))
}

/// The lambda expression that implements a functional interface by always giving an answer.
fn lambda_text(program: &Program, interface: &str, answer: &str) -> String {
    let method = program.class_by_name(interface).and_then(|interface| program.functional_method(interface));
    let parameters = method.map_or(0, |method| program.method(method).parameters.len());
    let names: Vec<String> = ["x", "y", "z"]
        .into_iter()
        .map(str::to_owned)
        .chain((3..).map(|number| format!("x{number}")))
        .take(parameters)
        .collect();
    let answer = if answer.is_empty() { "{}" } else { answer };
    match names.as_slice() {
        [name] => format!("{name} -> {answer}"),
        names => format!("({}) -> {answer}", names.join(", ")),
    }
}

fn short_type(kind: &FieldType) -> String {
    match kind {
        FieldType::Primitive(_) => kind.java_name(),
        FieldType::Reference(name) => simple_name(name),
    }
}

/// A floating-point number as Java source has it.
fn float_text(number: f64) -> String {
    if number.is_nan() {
        "NaN".into()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".into() } else { "-Infinity".into() }
    } else {
        format!("{number:?}")
    }
}

/// A number, truth value, character or null as Java source has it, given its declared type. Objects are only said to be one.
pub fn scalar_text(value: ConcreteValue, kind: Option<FieldKind>) -> String {
    match value {
        ConcreteValue::Int(number) => match kind {
            Some(FieldKind::Primitive(PrimitiveType::Boolean)) => (number != 0).to_string(),
            Some(FieldKind::Primitive(PrimitiveType::Char)) => {
                u16::try_from(number).map_or_else(|_| number.to_string(), char_literal)
            }
            _ => number.to_string(),
        },
        ConcreteValue::Long(number) => format!("{number}L"),
        ConcreteValue::Float(bits) => format!("{}f", float_text(f64::from(f32::from_bits(bits)))),
        ConcreteValue::Double(bits) => float_text(f64::from_bits(bits)),
        ConcreteValue::Null => "null".into(),
        ConcreteValue::Object(_) => "an object".into(),
    }
}
