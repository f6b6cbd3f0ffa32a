//! `java.util.Objects.checkIndex` and its like: the exceptions that they throw have a message made by `String.format`, which is
//! not kept.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::heap::{Reference, Value};
use crate::term::TermId;

const OBJECTS: &str = "java/util/Objects";
const PRECONDITIONS: &str = "jdk/internal/util/Preconditions";
const OUT_OF_BOUNDS: &str = "java/lang/IndexOutOfBoundsException";

type Outcome = Result<Option<Value>, Abrupt>;

const fn exact(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    model: fn(&mut Call<'_, '_>) -> Outcome,
) -> MethodModel {
    value(class, name, descriptor, Precision::Exact, model)
}

pub(super) const TABLE: &[MethodModel] = &[
    exact(OBJECTS, "checkIndex", "(II)I", index),
    exact(OBJECTS, "checkFromToIndex", "(III)I", from_to),
    exact(OBJECTS, "checkFromIndexSize", "(III)I", from_size),
    exact(PRECONDITIONS, "checkIndex", "(IILjava/util/function/BiFunction;)I", index),
    exact(PRECONDITIONS, "checkFromToIndex", "(IIILjava/util/function/BiFunction;)I", from_to),
    exact(PRECONDITIONS, "checkFromIndexSize", "(IIILjava/util/function/BiFunction;)I", from_size),
];

/// A formatter decides which exception is thrown; null stands for `IndexOutOfBoundsException`.
fn plain_formatter(call: &mut Call<'_, '_>, position: usize) -> Result<(), Abrupt> {
    match call.value(position) {
        Value::Nothing => Ok(()),
        Value::Reference(reference) if call.state.heap.current(reference) == Reference::Null => Ok(()),
        _ => call.unmodelled("with a formatter"),
    }
}

fn checked(call: &mut Call<'_, '_>, conditions: &[TermId], result: TermId, formatter: usize) -> Outcome {
    let mut inside = call.machine.pool.truth(true);
    for condition in conditions {
        inside = call.machine.pool.conjunction(inside, *condition);
    }
    if call.decide(inside)? {
        return Ok(Some(Value::Int(result)));
    }
    plain_formatter(call, formatter)?;
    Err(Abrupt::Threw(OUT_OF_BOUNDS))
}

fn index(call: &mut Call<'_, '_>) -> Outcome {
    let (index, length) = (call.int(0)?, call.int(1)?);
    let zero = call.small(0);
    let pool = &mut call.machine.pool;
    let conditions = [pool.less_or_equal(zero, index), pool.less(index, length)];
    checked(call, &conditions, index, 2)
}

fn from_to(call: &mut Call<'_, '_>) -> Outcome {
    let (from, to, length) = (call.int(0)?, call.int(1)?, call.int(2)?);
    let zero = call.small(0);
    let pool = &mut call.machine.pool;
    let conditions = [pool.less_or_equal(zero, from), pool.less_or_equal(from, to), pool.less_or_equal(to, length)];
    checked(call, &conditions, from, 3)
}

fn from_size(call: &mut Call<'_, '_>) -> Outcome {
    let (from, size, length) = (call.int(0)?, call.int(1)?, call.int(2)?);
    let zero = call.small(0);
    let pool = &mut call.machine.pool;
    // Without overflow, once all three are at least 0.
    let room = pool.subtract(length, from);
    let conditions = [
        pool.less_or_equal(zero, from),
        pool.less_or_equal(zero, size),
        pool.less_or_equal(zero, length),
        pool.less_or_equal(size, room),
    ];
    checked(call, &conditions, from, 3)
}
