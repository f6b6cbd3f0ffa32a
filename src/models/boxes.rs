//! The boxes: `Integer`, `Long`, `Short`, `Byte`, `Character`, `Boolean`, `Float` and `Double` as values. What their static
//! methods compute is in `numbers` and `characters`.

use super::arguments::{Abrupt, Call, NULL_POINTER, Outcome};
use super::{MethodModel, Precision, value};
use crate::heap::{ObjectId, Reference, Value};
use crate::term::{FloatOperator, TermId, TextOperator as T};

/// The rows that all boxes have, for a class with the given internal name and the descriptor of what it boxes.
macro_rules! rows {
    ($class:literal, $boxed:literal, $value_of:ident) => {{
        const fn exact(
            name: &'static str,
            descriptor: &'static str,
            model: fn(&mut Call<'_, '_>) -> Outcome,
        ) -> MethodModel {
            value($class, name, descriptor, Precision::Exact, model)
        }
        &[
            exact("<init>", concat!("(", $boxed, ")V"), construct),
            exact("valueOf", concat!("(", $boxed, ")L", $class, ";"), $value_of),
            exact("equals", "(Ljava/lang/Object;)Z", equals),
            exact("hashCode", "()I", hash_code),
            exact("hashCode", concat!("(", $boxed, ")I"), hash_code_of),
            exact("compareTo", concat!("(L", $class, ";)I"), compare_to),
            exact("compareTo", "(Ljava/lang/Object;)I", compare_to_object),
            exact("compare", concat!("(", $boxed, $boxed, ")I"), compare),
            exact("byteValue", "()B", byte_value),
            exact("shortValue", "()S", short_value),
            exact("intValue", "()I", int_value),
            exact("longValue", "()J", long_value),
            exact("floatValue", "()F", float_value),
            exact("doubleValue", "()D", double_value),
            exact("charValue", "()C", itself),
            exact("booleanValue", "()Z", itself),
        ]
    }};
}

pub(super) const INTEGER: &[MethodModel] = rows!("java/lang/Integer", "I", value_of);
pub(super) const LONG: &[MethodModel] = rows!("java/lang/Long", "J", value_of);
pub(super) const SHORT: &[MethodModel] = rows!("java/lang/Short", "S", value_of);
pub(super) const BYTE: &[MethodModel] = rows!("java/lang/Byte", "B", value_of);
pub(super) const CHARACTER: &[MethodModel] = rows!("java/lang/Character", "C", value_of);
pub(super) const BOOLEAN: &[MethodModel] = rows!("java/lang/Boolean", "Z", value_of);
pub(super) const FLOAT: &[MethodModel] = rows!("java/lang/Float", "F", value_of_floating);
pub(super) const DOUBLE: &[MethodModel] = rows!("java/lang/Double", "D", value_of_floating);

/// A box made by `valueOf`, which may give one from its cache.
pub(super) fn boxed(call: &mut Call<'_, '_>, content: Value) -> Outcome {
    let object = fresh(call, content)?;
    let mark = call.small(1);
    call.state.heap.mark_shared(call.machine.program, object, mark);
    Ok(Some(Value::Reference(Reference::Object(object))))
}

fn fresh(call: &mut Call<'_, '_>, content: Value) -> Result<ObjectId, Abrupt> {
    let class = call.machine.builtin(call.model.class)?;
    let object = call.state.heap.allocate(class);
    call.state.heap.set_boxed(call.machine.program, object, content);
    Ok(object)
}

fn value_of(call: &mut Call<'_, '_>) -> Outcome {
    boxed(call, call.value(0))
}

/// `Float.valueOf` and `Double.valueOf` have no cache.
fn value_of_floating(call: &mut Call<'_, '_>) -> Outcome {
    let object = fresh(call, call.value(0))?;
    Ok(Some(Value::Reference(Reference::Object(object))))
}

fn construct(call: &mut Call<'_, '_>) -> Outcome {
    let object = call.present(0)?;
    let (content, mark) = (call.value(1), call.small(1));
    let program = call.machine.program;
    call.state.heap.set_boxed(program, object, content);
    // What the class makes itself, as `Boolean.TRUE`, is what its `valueOf` gives.
    let maker = call.state.frame().map(|frame| program.method(frame.method).class);
    if maker.is_some() && maker == call.state.heap.exact_class(object) {
        call.state.heap.mark_shared(program, object, mark);
    }
    Ok(None)
}

/// What a box holds that is an argument; a `NullPointerException` for null.
fn content(call: &mut Call<'_, '_>, position: usize) -> Result<Value, Abrupt> {
    let object = call.present(position)?;
    content_of(call, object)
}

fn content_of(call: &mut Call<'_, '_>, object: ObjectId) -> Result<Value, Abrupt> {
    let (heap, mut context) = call.machine.heap_context(call.state);
    match heap.boxed(&mut context, object) {
        Some(content) => Ok(content),
        None => call.unmodelled("of another object"),
    }
}

fn itself(call: &mut Call<'_, '_>) -> Outcome {
    content(call, 0).map(Some)
}

fn float_operation(call: &mut Call<'_, '_>, operator: FloatOperator, term: TermId) -> TermId {
    call.machine.pool.floating_point(operator, &[term])
}

/// The receiver's content as an int, as Java casts it.
fn as_int(call: &mut Call<'_, '_>) -> Result<TermId, Abrupt> {
    Ok(match content(call, 0)? {
        Value::Long(term) => call.machine.pool.long_to_int(term),
        Value::Float(term) | Value::Double(term) => float_operation(call, FloatOperator::ToInt, term),
        other => other.number().ok_or(Abrupt::Threw(NULL_POINTER))?,
    })
}

fn byte_value(call: &mut Call<'_, '_>) -> Outcome {
    let term = as_int(call)?;
    Ok(Some(Value::Int(call.machine.pool.to_byte(term))))
}

fn short_value(call: &mut Call<'_, '_>) -> Outcome {
    let term = as_int(call)?;
    Ok(Some(Value::Int(call.machine.pool.to_short(term))))
}

fn int_value(call: &mut Call<'_, '_>) -> Outcome {
    as_int(call).map(|term| Some(Value::Int(term)))
}

fn long_value(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Some(Value::Long(match content(call, 0)? {
        Value::Int(term) => call.machine.pool.int_to_long(term),
        Value::Float(term) | Value::Double(term) => float_operation(call, FloatOperator::ToLong, term),
        other => other.number().ok_or(Abrupt::Threw(NULL_POINTER))?,
    })))
}

fn float_value(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Some(match content(call, 0)? {
        same @ Value::Float(_) => same,
        other => {
            let term = other.number().ok_or(Abrupt::Threw(NULL_POINTER))?;
            Value::Float(float_operation(call, FloatOperator::ToFloat, term))
        }
    }))
}

fn double_value(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Some(match content(call, 0)? {
        same @ Value::Double(_) => same,
        other => {
            let term = other.number().ok_or(Abrupt::Threw(NULL_POINTER))?;
            Value::Double(float_operation(call, FloatOperator::ToDouble, term))
        }
    }))
}

/// What two boxes of one class are compared by: numbers as they are, floating-point ones as their bits.
fn identity_of(call: &mut Call<'_, '_>, content: Value) -> Result<TermId, Abrupt> {
    Ok(match content {
        Value::Float(term) | Value::Double(term) => float_operation(call, FloatOperator::Bits, term),
        other => other.number().ok_or(Abrupt::Threw(NULL_POINTER))?,
    })
}

/// The argument, when it is a box of the model's class.
fn same_class(call: &mut Call<'_, '_>, position: usize) -> Result<Option<ObjectId>, Abrupt> {
    let Value::Reference(reference) = call.value(position) else { return Ok(None) };
    let Some(object) = call.state.heap.resolve(reference)? else { return Ok(None) };
    let class = call.machine.builtin(call.model.class)?;
    let is_one = call.state.heap.array(object).is_none() && call.machine.is_instance(call.state, object, class)?;
    Ok(is_one.then_some(object))
}

fn equals(call: &mut Call<'_, '_>) -> Outcome {
    let own = content(call, 0)?;
    let Some(other) = same_class(call, 1)? else {
        let no = call.machine.pool.truth(false);
        return Ok(call.truth(no));
    };
    let other = content_of(call, other)?;
    let (own, other) = (identity_of(call, own)?, identity_of(call, other)?);
    let same = call.machine.pool.equal(own, other);
    Ok(call.truth(same))
}

fn hash_code(call: &mut Call<'_, '_>) -> Outcome {
    let content = content(call, 0)?;
    hash_of(call, content)
}

fn hash_code_of(call: &mut Call<'_, '_>) -> Outcome {
    hash_of(call, call.value(0))
}

fn hash_of(call: &mut Call<'_, '_>, content: Value) -> Outcome {
    let term = identity_of(call, content)?;
    let is_boolean = call.model.class == "java/lang/Boolean";
    let (yes, no, zero, half) = (call.small(1231), call.small(1237), call.small(0), call.small(32));
    let pool = &mut call.machine.pool;
    Ok(Some(Value::Int(match content {
        Value::Long(_) | Value::Double(_) => {
            let high = pool.unsigned_shift_right(term, half);
            let folded = pool.xor(term, high);
            pool.long_to_int(folded)
        }
        _ if is_boolean => {
            let is_false = pool.equal(term, zero);
            pool.if_then_else(is_false, no, yes)
        }
        _ => term,
    })))
}

fn compare_to(call: &mut Call<'_, '_>) -> Outcome {
    let (own, other) = (content(call, 0)?, content(call, 1)?);
    compared(call, own, other)
}

fn compare_to_object(call: &mut Call<'_, '_>) -> Outcome {
    let own = content(call, 0)?;
    call.present(1)?;
    let Some(other) = same_class(call, 1)? else { return Err(Abrupt::Threw("java/lang/ClassCastException")) };
    let other = content_of(call, other)?;
    compared(call, own, other)
}

fn compare(call: &mut Call<'_, '_>) -> Outcome {
    compared(call, call.value(0), call.value(1))
}

fn compared(call: &mut Call<'_, '_>, own: Value, other: Value) -> Outcome {
    let (Some(left), Some(right)) = (own.number(), other.number()) else { return Err(Abrupt::Threw(NULL_POINTER)) };
    let is_difference = !matches!(call.model.class, "java/lang/Integer" | "java/lang/Long");
    let (less, greater) = (call.small(-1), call.small(1));
    Ok(Some(Value::Int(match own {
        Value::Float(_) | Value::Double(_) => {
            let (smaller, larger) = (less_than(call, left, right), less_than(call, right, left));
            let (left, right) = (identity_of(call, own)?, identity_of(call, other)?);
            let by_bits = sign_of_difference(call, left, right);
            let pool = &mut call.machine.pool;
            let not_smaller = pool.if_then_else(larger, greater, by_bits);
            pool.if_then_else(smaller, less, not_smaller)
        }
        Value::Int(_) if is_difference => call.machine.pool.subtract(left, right),
        _ => sign_of_difference(call, left, right),
    })))
}

fn less_than(call: &mut Call<'_, '_>, left: TermId, right: TermId) -> TermId {
    call.machine.pool.floating_point(FloatOperator::Less, &[left, right])
}

/// -1, 0 or 1.
pub(super) fn sign_of_difference(call: &mut Call<'_, '_>, left: TermId, right: TermId) -> TermId {
    let (less, same, greater) = (call.small(-1), call.small(0), call.small(1));
    let pool = &mut call.machine.pool;
    let (smaller, equal) = (pool.less(left, right), pool.equal(left, right));
    let not_smaller = pool.if_then_else(equal, same, greater);
    pool.if_then_else(smaller, less, not_smaller)
}

/// A row of `toString`, which each class has in two forms.
const fn text(class: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value(class, "toString", descriptor, Precision::Exact, model)
}

pub(super) const TEXTS: &[MethodModel] = &[
    text("java/lang/Integer", "()Ljava/lang/String;", to_string),
    text("java/lang/Integer", "(I)Ljava/lang/String;", text_of_number),
    text("java/lang/Long", "()Ljava/lang/String;", to_string),
    text("java/lang/Long", "(J)Ljava/lang/String;", text_of_number),
    text("java/lang/Short", "()Ljava/lang/String;", to_string),
    text("java/lang/Short", "(S)Ljava/lang/String;", text_of_number),
    text("java/lang/Byte", "()Ljava/lang/String;", to_string),
    text("java/lang/Byte", "(B)Ljava/lang/String;", text_of_number),
    text("java/lang/Character", "()Ljava/lang/String;", to_string),
    text("java/lang/Character", "(C)Ljava/lang/String;", text_of_unit),
    text("java/lang/Boolean", "()Ljava/lang/String;", to_string),
    text("java/lang/Boolean", "(Z)Ljava/lang/String;", text_of_truth),
];

fn to_string(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.converted(0)?;
    call.shared_string(text)
}

fn text_of_number(call: &mut Call<'_, '_>) -> Outcome {
    let number = call.number(0)?;
    let text = call.operation(T::OfNumber, &[number]);
    call.shared_string(text)
}

fn text_of_unit(call: &mut Call<'_, '_>) -> Outcome {
    let unit = call.int(0)?;
    let text = call.operation(T::OfUnit, &[unit]);
    call.shared_string(text)
}

fn text_of_truth(call: &mut Call<'_, '_>) -> Outcome {
    let truth = call.int(0)?;
    let text = call.text_of_truth(truth)?;
    call.shared_string(text)
}
