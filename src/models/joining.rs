//! What the JDK's classes ask of strings and enums behind the scenes: `String.join` of an array's beginning, and an enum's
//! constant by name.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::class_structure::canonical;
use super::{MethodModel, Precision, class_objects, value};
use crate::exec::{Interrupt, StopReason};
use crate::heap::{Reference, Value};
use crate::term::{TermId, TextOperator};

type Outcome = Result<Option<Value>, Abrupt>;

pub(super) const TABLE: &[MethodModel] = &[
    value(
        "java/lang/String",
        "join",
        "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;I)Ljava/lang/String;",
        Precision::Bounded,
        join,
    ),
    value(
        "java/lang/Enum",
        "valueOf",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
        Precision::Exact,
        constant_named,
    ),
];

/// Prefix, elements with the delimiter between them, suffix; the elements are not null.
fn join(call: &mut Call<'_, '_>) -> Outcome {
    let (prefix, suffix, delimiter) = (call.text(0)?, call.text(1)?, call.text(2)?);
    let array = call.present(3)?;
    let size = call.int(4)?;
    let size = match call.machine.pool.as_int(size) {
        Some(size) => size,
        None => chosen(call, size)?,
    };
    let mut parts: Vec<TermId> = vec![prefix];
    for position in 0..size {
        let index = call.small(position);
        let (heap, mut context) = call.machine.heap_context(call.state);
        let element = heap.read_element(&mut context, array, index)?;
        let Value::Reference(reference) = element else { return call.unmodelled("of something else") };
        let text = call.text_of_reference(reference, 0)?;
        if position > 0 {
            parts.push(delimiter);
        }
        parts.push(text);
    }
    parts.push(suffix);
    let text = call.operation(TextOperator::Concat, &parts);
    call.new_string(text)
}

/// A number of elements that inputs decide: each up to the bound on the length of arrays.
fn chosen(call: &mut Call<'_, '_>, size: TermId) -> Result<i32, Abrupt> {
    for number in 0..=call.machine.limits.array_length {
        let term = call.small(number);
        let is_it = call.machine.pool.equal(size, term);
        if call.decide(is_it)? {
            return Ok(number);
        }
    }
    Err(Interrupt::from(StopReason::ArrayLengthBound).into())
}

/// The constant of an enum whose name is a text.
fn constant_named(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Reference(class) = call.value(0) else { return call.unmodelled("of something else") };
    let name = class_objects::mirrored_name(call.state, class)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
    if call.object(1)?.is_none() {
        let message = call.constant("Name is null");
        return Err(Abrupt::ThrewSaying(NULL_POINTER, message));
    }
    let wanted = call.text(1)?;
    let program = call.machine.program;
    let class = call.machine.builtin(&name)?;
    let enumeration = call.machine.builtin("java/lang/Enum")?;
    let field = (&**program.class_name(enumeration), "name", "Ljava/lang/String;");
    let Some(field) = program.field_by_name(field) else { return call.unmodelled("without a JDK") };
    let Some(constants) = call.machine.enum_constants(call.state, class)? else {
        return call.unmodelled("of a class that is no enum");
    };
    for (_, constant) in constants {
        let (heap, mut context) = call.machine.heap_context(call.state);
        let Value::Reference(name) = heap.read_field(&mut context, constant, field) else { continue };
        let name = call.text_of_reference(name, 0)?;
        let same = call.machine.pool.equal(name, wanted);
        if call.decide(same)? {
            return Ok(Some(Value::Reference(Reference::Object(constant))));
        }
    }
    let of = canonical(program, program.class_name(class)).unwrap_or_else(|| "null".to_owned());
    let begin = call.constant(&format!("No enum constant {of}."));
    let message = call.operation(TextOperator::Concat, &[begin, wanted]);
    Err(Abrupt::ThrewSaying("java/lang/IllegalArgumentException", message))
}
