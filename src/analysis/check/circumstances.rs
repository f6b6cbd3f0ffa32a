//! What the rank of a failure depends on: what its input is like, and how its exception came about.

use super::nulls::{NullInput, null_inputs};
use super::watch::is_users;
use crate::classfile::PrimitiveType;
use crate::exec::{ExceptionSource, State};
use crate::heap::{Constraint, InputOrigin};
use crate::input::{ConcreteCase, ConcreteObject, ConcreteValue, ObjectPlace};
use crate::program::{FieldKind, MethodId, Program};
use crate::term::{TermId, TermPool};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The circumstances of a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::analysis) struct Circumstances {
    /// The nulls that its path needs.
    pub(super) nulls: Vec<NullInput>,
    /// Whether its path has no condition, and nothing was chosen for it: it fails on every input.
    pub(super) is_unconditional: bool,
    /// Whether the user's code throws it by an explicit `throw`.
    pub(super) is_on_purpose: bool,
    /// The members of the user's classes by which its input is made: class, name, and of methods the descriptor.
    pub(super) members: Vec<(String, String, Option<String>)>,
    /// Whether it is an index or a size out of bounds, where the caller passes a number that is none for what it passes it with.
    pub(super) is_out_of_range: bool,
    /// Whether a method that the compiler has added for a generic one casts its argument: what was passed is of another type
    /// than the generic method has.
    pub(super) is_unchecked: bool,
}

/// What is known of a failure before its input is concrete.
pub(super) fn circumstances(
    program: &Program,
    method: MethodId,
    state: &State,
    (exception, source): (&str, Option<&ExceptionSource>),
) -> Circumstances {
    let thrower = source.and_then(|source| source.first_thrown.last().map(|(method, _)| *method));
    let by_user = thrower.is_some_and(|thrower| is_users(program, program.method(thrower).class));
    let is_bridge = thrower.is_some_and(|thrower| program.method(thrower).flags.is_bridge());
    let is_allocated = source.is_some_and(|source| source.is_allocated);
    Circumstances {
        nulls: null_inputs(program, method, state),
        is_unconditional: state.heap.samples.is_none() && state.heap.in_order_of_making().is_empty(),
        is_on_purpose: by_user && is_allocated,
        is_unchecked: is_bridge && !is_allocated && exception == "java/lang/ClassCastException",
        ..Circumstances::default()
    }
}

/// The parameters that the conditions of a path mention, counted with the receiver; none where its input was drawn.
pub(super) fn mentioned(pool: &TermPool, state: &State) -> Option<BTreeSet<usize>> {
    if state.heap.samples.is_some() {
        return None;
    }
    let inputs = condition_terms(state).flat_map(|term| pool.inputs(term)).filter_map(|input| state.heap.input(*input));
    let parameters = inputs.filter_map(|input| match input.origin {
        InputOrigin::Parameter(position) => Some(usize::from(position)),
        _ => None,
    });
    Some(parameters.collect())
}

impl Circumstances {
    /// Adds what the concrete input shows, of a path that mentions these parameters.
    pub(super) fn of_input(
        self,
        program: &Program,
        (method, case): (MethodId, &ConcreteCase),
        exception: &str,
        mentioned: Option<&BTreeSet<usize>>,
    ) -> Circumstances {
        let is_of_range = !self.is_on_purpose && is_of_range(program, exception);
        // The index of an array is what was passed; the library's checks see what was computed of that.
        let may_overflow = exception != "java/lang/ArrayIndexOutOfBoundsException";
        let counts = |position: usize| mentioned.is_none_or(|known| known.contains(&position));
        let is_out_of_range = is_of_range && passes_out_of_range(program, (method, case), may_overflow, &counts);
        Circumstances { members: members(program, case), is_out_of_range, ..self }
    }

    /// Whether any code may well bring the failure about.
    pub(super) fn is_ordinary(&self, program: &Program) -> bool {
        !self.is_out_of_range
            && !self.is_unchecked
            && self.members.iter().all(|member| is_named_by_all(program, member))
    }
}

/// Whether code of any package can name a member.
pub(super) fn is_named_by_all(program: &Program, (class, name, descriptor): &(String, String, Option<String>)) -> bool {
    let Some(id) = program.class_by_name(class).filter(|class| program.is_public(*class)) else { return false };
    match descriptor {
        Some(descriptor) => {
            let method = program.method_by_name((class.as_str(), name.as_str(), descriptor.as_str()));
            method.is_some_and(|method| program.method(method).flags.is_public())
        }
        None => {
            let mut fields = program.class(id).fields.iter().map(|field| program.field(*field));
            fields.any(|field| *field.name == **name && field.flags.is_public())
        }
    }
}

/// The fields that an input assigns, the static ones that it takes, and the methods that it calls, of the user's classes.
fn members(program: &Program, case: &ConcreteCase) -> Vec<(String, String, Option<String>)> {
    let assigned = case.assignments.iter().filter_map(|(_, place, _)| match place {
        ObjectPlace::Field(field) => Some((field.class.to_string(), field.name.to_string(), None)),
        ObjectPlace::Element(_) => None,
    });
    let taken = case.objects.iter().filter_map(|object| match object {
        ConcreteObject::Static(field) => Some((field.class.to_string(), field.name.to_string(), None)),
        _ => None,
    });
    let calls = case.objects.iter().filter_map(|object| match object {
        ConcreteObject::Made(calls) => Some(calls),
        _ => None,
    });
    let called = calls
        .flatten()
        .map(|call| &call.method)
        .map(|method| (method.class.to_string(), method.name.to_string(), Some(method.descriptor.to_string())));
    let is_of_user = |class: &str| program.class_by_name(class).is_some_and(|class| is_users(program, class));
    let mut found: Vec<_> = assigned.chain(taken).chain(called).filter(|(class, ..)| is_of_user(class)).collect();
    found.sort();
    found.dedup();
    found
}

/// Whether an exception says that an index or a size is none, or may say so of another number.
fn is_of_range(program: &Program, exception: &str) -> bool {
    if exception == "java/lang/IllegalArgumentException" {
        return true;
    }
    let Some(exception) = program.class_by_name(exception) else { return false };
    ["java/lang/IndexOutOfBoundsException", "java/lang/NegativeArraySizeException"].iter().any(|name| {
        program.class_by_name(name).is_some_and(|class| program.is_subclass(exception, class) == Some(true))
    })
}

/// Whether a caller passes a number that cannot be an index into, a position in, or a length of what it passes beside it: a negative
/// one, or numbers that go beyond the shortest array or text among the arguments together, as an offset and a length do. Where no
/// array or text is passed, what is longest in the receiver counts. Only parameters that `counts` accepts, by position, are looked at.
/// `may_overflow`: a sum that is more than an `int` can be is no caller's fault.
fn passes_out_of_range(
    program: &Program,
    (method, case): (MethodId, &ConcreteCase),
    may_overflow: bool,
    counts: &dyn Fn(usize) -> bool,
) -> bool {
    let parameters = &program.method(method).parameters;
    let receivers = case.arguments.len().saturating_sub(parameters.len());
    // A constructor's receiver is no argument of the case, and counted as a parameter.
    let hidden = usize::from(program.method(method).has_receiver()) - receivers.min(1);
    let arguments = parameters.iter().zip(case.arguments.iter().enumerate().skip(receivers));
    use PrimitiveType::{Byte, Int, Long, Short};
    let number = |(kind, (position, value)): (&FieldKind, (usize, &ConcreteValue))| match (kind, value) {
        (FieldKind::Primitive(Byte | Short | Int | Long), ConcreteValue::Int(number) | ConcreteValue::Long(number)) => {
            counts(position + hidden).then(|| i128::from(*number))
        }
        _ => None,
    };
    let numbers: Vec<i128> = arguments.clone().filter_map(number).collect();
    let sequence = |(_, (_, value)): (&FieldKind, (usize, &ConcreteValue))| match value {
        ConcreteValue::Object(object) => case.objects.get(*object).and_then(length),
        _ => None,
    };
    let (sum, least) = (numbers.iter().sum::<i128>(), numbers.iter().min().copied());
    let passed = arguments.filter_map(sequence).min();
    let longest =
        case.objects.iter().filter_map(|object| length(object).or_else(|| calls_beside_the_first(object))).max();
    let longest = longest.unwrap_or(0);
    match (least, passed) {
        (None, _) => false,
        (Some(least), _) if least < 0 => true,
        // A single number that is no index into nothing is no length either: nothing of it is looked at.
        (_, Some(0)) if numbers.len() == 1 => true,
        (_, Some(shortest)) => sum > shortest && !(may_overflow && sum + longest > i128::from(i32::MAX)),
        (_, None) => numbers.iter().any(|number| *number >= longest),
    }
}

/// How long an array or a text is.
fn length(object: &ConcreteObject) -> Option<i128> {
    match object {
        ConcreteObject::Array(_, length) => Some(i128::from(*length)),
        ConcreteObject::String(units) | ConcreteObject::Builder(_, units) => Some(units.len() as i128),
        _ => None,
    }
}

/// How many elements calls may have put together.
fn calls_beside_the_first(object: &ConcreteObject) -> Option<i128> {
    match object {
        ConcreteObject::Made(calls) => Some(calls.len() as i128 - 1),
        _ => None,
    }
}

/// The terms of a path's conditions, in their order.
pub(super) fn condition_terms(state: &State) -> impl Iterator<Item = TermId> + '_ {
    state.path.constraints.iter().filter_map(|constraint| match constraint {
        Constraint::Condition(term) | Constraint::Element(_, term, _) | Constraint::Bound(term) => Some(*term),
        _ => None,
    })
}
