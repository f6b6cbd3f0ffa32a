//! `java.lang.reflect.Array`: reading and assigning elements of an array whose type is not known to the code.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::unsafe_access::{Place, load, store};
use super::value_conversions::widens;
use super::{MethodModel, Precision, value};
use crate::classfile::PrimitiveType;
use crate::heap::{ObjectId, Value};
use crate::program::FieldKind;
use crate::term::TermId;

const ARRAY: &str = "java/lang/reflect/Array";
const OUT_OF_BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";

/// Rows for the primitive types: the word in the methods' names, the descriptor, the type.
macro_rules! rows {
    ($($word:literal $descriptor:literal $kind:ident)*) => {
        &[
            value(ARRAY, "get", "(Ljava/lang/Object;I)Ljava/lang/Object;", Precision::Bounded, get),
            value(ARRAY, "getLength", "(Ljava/lang/Object;)I", Precision::Exact, length),
            value(ARRAY, "set", "(Ljava/lang/Object;ILjava/lang/Object;)V", Precision::Bounded, set),
            $(
                value(ARRAY, concat!("get", $word), concat!("(Ljava/lang/Object;I)", $descriptor), Precision::Bounded,
                    |call| get_as(call, PrimitiveType::$kind)),
                value(ARRAY, concat!("set", $word), concat!("(Ljava/lang/Object;I", $descriptor, ")V"), Precision::Bounded,
                    |call| set_as(call, PrimitiveType::$kind)),
            )*
        ]
    };
}

pub(super) const TABLE: &[MethodModel] = rows! {
    "Boolean" "Z" Boolean
    "Byte" "B" Byte
    "Char" "C" Char
    "Short" "S" Short
    "Int" "I" Int
    "Long" "J" Long
    "Float" "F" Float
    "Double" "D" Double
};

type Outcome = Result<Option<Value>, Abrupt>;

fn illegal(call: &mut Call<'_, '_>, message: &str) -> Abrupt {
    match call.exception("java/lang/IllegalArgumentException", Some(message)) {
        Ok(exception) => Abrupt::ThrewObject(exception),
        Err(abrupt) => abrupt,
    }
}

/// Whether an object that is not known to be an array may be one: its class is not known.
fn may_be_array(call: &Call<'_, '_>, object: ObjectId) -> bool {
    let (program, heap) = (call.machine.program, &call.state.heap);
    let arrays = program.reference_type("[Ljava/lang/Object;");
    heap.instance(object).is_some_and(|body| body.open)
        && arrays.is_some_and(|arrays| heap.known_type(program, object, arrays) != Some(false))
}

/// The length of an array.
fn length(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Reference(array) = call.value(0) else { return call.unmodelled("of something else") };
    let array = call.state.heap.resolve(array)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
    match call.state.heap.array(array) {
        Some(body) => Ok(Some(Value::Int(body.length))),
        None if may_be_array(call, array) => call.unmodelled("of an object that may be an array"),
        None => Err(Abrupt::Threw("java/lang/IllegalArgumentException")),
    }
}

/// The array, its component, and an index that is inside.
fn element(call: &mut Call<'_, '_>) -> Result<(ObjectId, FieldKind, TermId), Abrupt> {
    let Value::Reference(array) = call.value(0) else { return call.unmodelled("of something else") };
    let array = call.state.heap.resolve(array)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
    let Some(body) = call.state.heap.array(array) else {
        if may_be_array(call, array) {
            return call.unmodelled("of an object that may be an array");
        }
        return Err(illegal(call, "Argument is not an array"));
    };
    let (component, length, is_open) = (body.component, body.length, body.possible_components.is_some());
    if is_open {
        return call.unmodelled("of an array whose type depends on the input");
    }
    let index = call.int(1)?;
    call.require_index(index, length, OUT_OF_BOUNDS)?;
    Ok((array, component, index))
}

fn get(call: &mut Call<'_, '_>) -> Outcome {
    let (array, component, index) = element(call)?;
    let held = load(call.machine, call.state, &Place::Element(array, index))?;
    match component {
        FieldKind::Primitive(primitive) => call.in_box(held, primitive).map(Some),
        _ => Ok(Some(held)),
    }
}

fn get_as(call: &mut Call<'_, '_>, wanted: PrimitiveType) -> Outcome {
    let (array, component, index) = element(call)?;
    match component {
        FieldKind::Primitive(held) if widens(held, wanted) => {
            let value = load(call.machine, call.state, &Place::Element(array, index))?;
            Ok(Some(call.widened(value, wanted)))
        }
        _ => Err(illegal(call, "Argument is not an array of primitive type")).or_else(|abrupt| {
            // The message says something else where it is one, of another type.
            if matches!(component, FieldKind::Primitive(_)) { call.unmodelled("of another type") } else { Err(abrupt) }
        }),
    }
}

fn set(call: &mut Call<'_, '_>) -> Outcome {
    let (array, component, index) = element(call)?;
    let Value::Reference(given) = call.value(2) else { return call.unmodelled("of something else") };
    let object = call.state.heap.resolve(given)?;
    let stored = match component {
        FieldKind::Primitive(wanted) => {
            let unboxed = match object {
                Some(object) => call.unboxed(object)?,
                None => None,
            };
            match unboxed {
                Some((held, from)) if widens(from, wanted) => call.widened(held, wanted),
                _ => return Err(illegal(call, "argument type mismatch")),
            }
        }
        FieldKind::Reference(wanted) => {
            call.machine.note_exact_array(call.state, array);
            let name = call.machine.program.type_name(wanted);
            if let Some(object) = object
                && !call.machine.has_type(call.state, object, &name)?
            {
                return Err(illegal(call, "array element type mismatch"));
            }
            call.value(2)
        }
        FieldKind::Text => return call.unmodelled("of something else"),
    };
    store(call.machine, call.state, &Place::Element(array, index), stored)?;
    Ok(None)
}

fn set_as(call: &mut Call<'_, '_>, given: PrimitiveType) -> Outcome {
    let (array, component, index) = element(call)?;
    match component {
        FieldKind::Primitive(wanted) if widens(given, wanted) => {
            let stored = call.widened(call.value(2), wanted);
            store(call.machine, call.state, &Place::Element(array, index), stored)?;
            Ok(None)
        }
        FieldKind::Primitive(_) => Err(illegal(call, "argument type mismatch")),
        _ => call.unmodelled("of an array of references"),
    }
}
