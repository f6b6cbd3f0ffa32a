//! The fields of `java.lang.String` as its bytecode knows them, beside the text that the models keep. A string with a
//! known text gets its bytes and coder when they are read. A string that is assigned bytes and a coder gets a text.

use super::encodings::byte_array;
use crate::exec::{Interrupt, Machine, State, StopReason};
use crate::heap::{Contents, ObjectId, Reference, Value};
use crate::program::FieldId;
use crate::term::{ElementKind, TextOperator as T};

const BYTES: (&str, &str, &str) = ("java/lang/String", "value", "[B");
const CODER: (&str, &str, &str) = ("java/lang/String", "coder", "B");
/// What else a builder holds, which nothing says.
const BUILDER_BYTES: [(&str, &str, &str); 2] =
    [("java/lang/AbstractStringBuilder", "value", "[B"), ("java/lang/AbstractStringBuilder", "coder", "B")];
/// How many code units a builder holds.
const COUNT: (&str, &str, &str) = ("java/lang/AbstractStringBuilder", "count", "I");

/// What a field holds that says the text; none of another field.
///
/// # Errors
/// A stop, where inputs decide the text.
pub(super) fn read(
    machine: &mut Machine<'_>,
    state: &mut State,
    object: ObjectId,
    asked: FieldId,
) -> Result<Option<Value>, Interrupt> {
    let is = |field| machine.program.field_by_name(field) == Some(asked);
    let (is_bytes, is_coder) = (is(BYTES), is(CODER));
    if is(COUNT) {
        let (heap, mut context) = machine.heap_context(state);
        let text = heap.text_of(&mut context, object);
        return Ok(text.map(|text| Value::Int(machine.pool.text_operation(T::Length, &[text]))));
    }
    if BUILDER_BYTES.into_iter().any(is) {
        return Err(StopReason::Unmodelled("the bytes of a string builder".into()).into());
    }
    if !is_bytes && !is_coder {
        return Ok(None);
    }
    let (heap, mut context) = machine.heap_context(state);
    let text = heap.text_of(&mut context, object);
    let units = text.and_then(|text| machine.pool.as_text(text)).map(<[u16]>::to_vec);
    let Some(units) = units else {
        return Err(StopReason::Unmodelled("the bytes of a string that inputs decide".into()).into());
    };
    let narrow: Option<Vec<u8>> = units.iter().map(|unit| u8::try_from(*unit).ok()).collect();
    if is_coder {
        return Ok(Some(Value::Int(machine.pool.int(i32::from(narrow.is_none())))));
    }
    let bytes = narrow.unwrap_or_else(|| units.iter().flat_map(|unit| unit.to_le_bytes()).collect());
    Ok(Some(byte_array(machine, state, &bytes)))
}

/// Gives a string its text, once its constructor has assigned both fields.
///
/// # Errors
/// A stop, where inputs decide what was assigned, and where it is a builder's: models alone change these.
pub(super) fn assigned(machine: &mut Machine<'_>, state: &mut State, object: ObjectId) -> Result<(), Interrupt> {
    let field = |field| machine.program.field_by_name(field);
    let mut of_builders = [COUNT].into_iter().chain(BUILDER_BYTES).filter_map(field);
    if of_builders.any(|field| state.heap.field_value(object, field).is_some()) {
        return Err(StopReason::Unmodelled("a string builder whose own code changes it".into()).into());
    }
    let (Some(bytes), Some(coder)) = (field(BYTES), field(CODER)) else { return Ok(()) };
    let (Some(bytes), Some(Value::Int(coder))) =
        (state.heap.field_value(object, bytes), state.heap.field_value(object, coder))
    else {
        return Ok(());
    };
    let unknown = || Interrupt::from(StopReason::Unmodelled("a string of bytes that inputs decide".into()));
    let Value::Reference(Reference::Object(array)) = bytes else { return Err(unknown()) };
    let bytes = constant_bytes(machine, state, array).ok_or_else(unknown)?;
    let units: Vec<u16> = match machine.pool.as_int(coder).ok_or_else(unknown)? {
        0 => bytes.into_iter().map(u16::from).collect(),
        _ => bytes
            .chunks_exact(2)
            .map(|pair| pair.iter().rev().fold(0, |unit, byte| unit << 8 | u16::from(*byte)))
            .collect(),
    };
    let text = machine.pool.text(&units);
    state.heap.set_text(machine.program, object, text);
    Ok(())
}

fn constant_bytes(machine: &mut Machine<'_>, state: &State, array: ObjectId) -> Option<Vec<u8>> {
    let body = state.heap.array(array)?;
    let Contents::Primitive(ElementKind::Byte, contents) = body.contents else { return None };
    let length = machine.pool.as_int(body.length)?;
    let mut bytes = Vec::new();
    for position in 0..length {
        let index = machine.pool.int(position);
        let byte = machine.pool.select(contents, index);
        bytes.push(machine.pool.as_int(byte)? as u8);
    }
    Some(bytes)
}
