//! A concrete input as plain data.

use crate::classfile::{PrimitiveType, java_name, parse_method_descriptor};
use crate::input::{
    ConcreteCall, ConcreteCase, ConcreteChoice, ConcreteObject, ConcreteValue, FieldName, ObjectPlace, Script,
    scalar_text,
};
use crate::program::{FieldKind, MethodId, Program};
use crate::report::{
    InputCall, InputData, InputElement, InputMaking, InputObject, InputPart, InputValue, ScriptedResult,
};

/// The input of a method, whose parameters, the receiver first, have these names.
pub(super) fn input_data(program: &Program, method: MethodId, case: &ConcreteCase, parameters: &[String]) -> InputData {
    let info = program.method(method);
    let is_constructor = &*info.name == "<init>";
    let names = parameters.iter().skip(usize::from(is_constructor));
    let receiver = (info.has_receiver() && !is_constructor).then_some(None);
    let kinds = receiver.into_iter().chain(info.parameters.iter().map(|kind| Some(*kind)));
    let arguments = names.zip(&case.arguments).zip(kinds);
    let choice = |(number, choice): (usize, &ConcreteChoice)| InputPart {
        name: format!("nondet{number}"),
        value: match choice {
            ConcreteChoice::Number(number) => value(*number, None),
            ConcreteChoice::Text(text) => InputValue::Text(String::from_utf16_lossy(text)),
        },
    };
    InputData {
        arguments: arguments
            .map(|((name, argument), kind)| InputPart { name: name.clone(), value: value(*argument, kind) })
            .collect(),
        statics: case.statics.iter().map(|(field, held)| part(program, named(field), field, *held)).collect(),
        objects: (0..case.objects.len()).map(|number| object(program, case, number)).collect(),
        choices: case.choices.iter().enumerate().map(choice).collect(),
        console: case.console.as_ref().map(|text| String::from_utf16_lossy(text)),
    }
}

fn named(field: &FieldName) -> String {
    format!("{}.{}", java_name(&field.class), field.name)
}

fn value(value: ConcreteValue, kind: Option<FieldKind>) -> InputValue {
    match value {
        ConcreteValue::Null => InputValue::Null,
        ConcreteValue::Object(number) => InputValue::Object(number),
        number => InputValue::Scalar(scalar_text(number, kind)),
    }
}

fn part(program: &Program, name: String, field: &FieldName, held: ConcreteValue) -> InputPart {
    let fields = program.class_by_name(&field.class).map(|class| &program.class(class).fields);
    let mut known = fields.into_iter().flatten().map(|known| program.field(*known));
    let kind = known.find(|known| *known.name == *field.name).map(|known| known.kind);
    InputPart { name, value: value(held, kind) }
}

fn object(program: &Program, case: &ConcreteCase, number: usize) -> InputObject {
    let (mut fields, mut elements) = (Vec::new(), Vec::new());
    let kind = match case.objects.get(number) {
        Some(ConcreteObject::Array(descriptor, _)) => element_kind(descriptor),
        _ => None,
    };
    for (_, place, held) in case.assignments.iter().filter(|(holder, ..)| *holder == number) {
        match place {
            ObjectPlace::Field(field) => fields.push(part(program, field.name.to_string(), field, *held)),
            ObjectPlace::Element(index) => elements.push(InputElement { index: *index, value: value(*held, kind) }),
        }
    }
    let text = |text: &[u16]| String::from_utf16_lossy(text);
    let made = match case.objects.get(number) {
        Some(ConcreteObject::New(class)) => InputMaking::Allocated(java_name(class)),
        Some(ConcreteObject::Array(descriptor, length)) => {
            InputMaking::Array { descriptor: descriptor.clone(), length: *length }
        }
        Some(ConcreteObject::Static(field)) => InputMaking::Static(named(field)),
        Some(ConcreteObject::String(held)) => InputMaking::String(text(held)),
        Some(ConcreteObject::Builder(class, held)) => {
            InputMaking::Builder { class: java_name(class), text: text(held) }
        }
        Some(ConcreteObject::Class(class)) => InputMaking::Class(java_name(class)),
        Some(ConcreteObject::Made(calls)) => match calls.first().and_then(|call| Some((call, call.script.as_deref()?)))
        {
            Some((call, script)) => scripted(program, script, &call.arguments),
            None => InputMaking::Calls(calls.iter().map(|it| call(program, it)).collect()),
        },
        None => InputMaking::Calls(Vec::new()),
    };
    InputObject { made, fields, elements }
}

/// The kind of the elements of an array, where these are numbers.
fn element_kind(descriptor: &str) -> Option<FieldKind> {
    let primitive = match descriptor.as_bytes() {
        [b'[', b'Z'] => PrimitiveType::Boolean,
        [b'[', b'C'] => PrimitiveType::Char,
        _ => return None,
    };
    Some(FieldKind::Primitive(primitive))
}

fn scripted(program: &Program, script: &Script, arguments: &[ConcreteValue]) -> InputMaking {
    let (passed, given) = script.parts(arguments);
    let parsed = script.constructor.as_deref().and_then(parse_method_descriptor);
    let kinds = parsed.map_or(Vec::new(), |parsed| parsed.parameters);
    let passed = passed.iter().enumerate();
    let arguments =
        passed.map(|(position, held)| value(*held, kinds.get(position).and_then(|kind| program.field_kind(kind))));
    let results = given.map(|(name, descriptor, held)| {
        let result = parse_method_descriptor(descriptor).and_then(|parsed| parsed.result);
        let kind = result.and_then(|result| program.field_kind(&result));
        ScriptedResult { method: name.to_owned(), descriptor: descriptor.to_owned(), value: value(held, kind) }
    });
    InputMaking::Scripted {
        extends: java_name(&script.extended),
        arguments: arguments.collect(),
        results: results.collect(),
    }
}

fn call(program: &Program, call: &ConcreteCall) -> InputCall {
    let kinds = parse_method_descriptor(&call.method.descriptor).map_or(Vec::new(), |parsed| parsed.parameters);
    let (receiver, plain) = call.split_receiver();
    let receiver = receiver.map(|receiver| value(receiver, None));
    let arguments = plain
        .iter()
        .enumerate()
        .map(|(position, argument)| value(*argument, kinds.get(position).and_then(|kind| program.field_kind(kind))));
    InputCall {
        class: java_name(&call.method.class),
        method: call.method.name.to_string(),
        descriptor: call.method.descriptor.to_string(),
        arguments: receiver.into_iter().chain(arguments).collect(),
    }
}
