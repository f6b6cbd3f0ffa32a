//! Which values of an input nothing depends on: with others in their place the call gives the same.

use super::nulls::with_ordinary;
use super::{Place, Search, held_at, value_at};
use crate::classfile::PrimitiveType;
use crate::heap::{Given, GivenObject, GivenValue};
use crate::input::{ConcreteValue, ExpectedObject, ExpectedOutcome, ExpectedResult, FieldName, declared_field};
use crate::junit::Idle;
use crate::program::{FieldId, FieldKind, MethodId, Program};
use std::collections::BTreeSet;

/// Numbers that are tried in place of another one.
const NUMBERS: [i64; 4] = [0, 1, 7, -1];
const FLOATS: [f64; 3] = [0.0, 2.5, -1.0];
/// Texts that are tried in place of another one.
const TEXTS: [&str; 2] = ["b", ""];
/// So many other values of each are tried at most.
const MOST_OTHERS: usize = 3;
const MOST_OF_PART: usize = 2;
/// How many objects deep it is looked at what objects are made of.
const DEPTH: usize = 2;

impl Search<'_, '_> {
    /// The arguments of the method, and of the call that makes its receiver, on which what comes of the call does not depend.
    pub(super) fn idle(&mut self, input: &Given, own: &ExpectedResult) -> BTreeSet<Idle> {
        let program = self.context.program;
        let info = program.method(self.method);
        let first = input.arguments.len().saturating_sub(info.parameters.len());
        let mut asked: Vec<(Idle, Place)> = Vec::new();
        let parameters = info.parameters.iter().enumerate();
        asked.extend(parameters.map(|(at, kind)| (Idle::Argument(at), Place::Argument(first + at, *kind))));
        for (at, value) in input.arguments.iter().enumerate() {
            let GivenValue::Object(number) = *value else { continue };
            let Some(GivenObject::Made(plan, _, fields)) = input.objects.get(number) else { continue };
            let holder = at.checked_sub(first);
            if let (None, Some(maker)) = (holder, plan.calls.first()) {
                let parts = maker.parameters.iter().enumerate();
                asked.extend(parts.map(|(at, (kind, _))| (Idle::OfReceiver(at), Place::Part(number, at, *kind))));
            }
            let held = fields.iter().enumerate();
            asked.extend(held.map(|(at, (field, _))| {
                (Idle::Field(holder, *field), Place::Field(number, at, program.field(*field).kind))
            }));
        }
        let mut found = BTreeSet::new();
        // Of one value alone there is nothing else to tell, unless it is a mere object.
        let is_alone = asked.len() == 1;
        for (idle, place) in asked {
            let value = held_at(input, &place);
            let is_made = |number: usize| matches!(input.objects.get(number), Some(GivenObject::Made(..)));
            if is_alone && !matches!(value, Some(GivenValue::Object(number)) if is_made(number)) {
                continue;
            }
            let others = others(program, (input, self.method), &place, DEPTH);
            let gives_same = |result: &ExpectedResult| gives_same(program, own, result, idle);
            let is_idle = match idle {
                // With which no object is made, there is none to call.
                Idle::OfReceiver(_) => {
                    let results: Vec<ExpectedResult> = others.iter().filter_map(|other| self.result(other)).collect();
                    !results.is_empty() && results.iter().all(gives_same)
                }
                _ => {
                    !others.is_empty() && others.iter().all(|other| self.result(other).as_ref().is_some_and(gives_same))
                }
            };
            if is_idle && self.left > 0 {
                found.insert(idle);
            }
        }
        found
    }
}

/// The input with others in place of a value; none where it is not known what could stand there.
fn others(program: &Program, (input, method): (&Given, MethodId), place: &Place, depth: usize) -> Vec<Given> {
    let (Place::Argument(_, kind) | Place::Part(_, _, kind) | Place::Field(_, _, kind)) = place else {
        return Vec::new();
    };
    let Some(value) = held_at(input, place) else { return Vec::new() };
    let with = |value: GivenValue, object: Option<(usize, GivenObject)>| {
        let mut changed = input.clone();
        if let Some((number, object)) = object {
            *changed.objects.get_mut(number)? = object;
        }
        *value_at(&mut changed, place)? = value;
        Some(changed)
    };
    let changed: Vec<Option<Given>> = match (value, kind) {
        (GivenValue::Number(number), FieldKind::Primitive(primitive)) => {
            numbers(*primitive, number).into_iter().map(|other| with(GivenValue::Number(other), None)).collect()
        }
        (GivenValue::Null, _) => vec![with_ordinary(program, (input, method), place)],
        (GivenValue::Object(number), _) => match input.objects.get(number) {
            Some(GivenObject::Text(class, text)) => {
                let texts = texts(text).map(|other| Some((number, GivenObject::Text(*class, other.into()))));
                let mut all: Vec<Option<Given>> = texts.map(|other| with(value, other)).collect();
                // Of the texts that makers take, few may be such.
                all.extend(matches!(place, Place::Part(..)).then(|| with(GivenValue::Null, None)));
                all
            }
            Some(GivenObject::Array(array, elements)) => {
                let Some(FieldKind::Primitive(primitive)) = array.component() else { return Vec::new() };
                let plain = numbers(primitive, 0).first().copied().unwrap_or(0);
                let mut longer = elements.clone();
                longer.push(GivenValue::Number(plain));
                let others = [longer, Vec::new()].into_iter().filter(|other| other != elements);
                others.map(|other| with(value, Some((number, GivenObject::Array(*array, other))))).collect()
            }
            Some(GivenObject::Constant(field)) => constants(program, *field)
                .map(|other| with(value, Some((number, GivenObject::Constant(other)))))
                .collect(),
            Some(GivenObject::Made(plan, ..)) => {
                let kinds = plan.calls.iter().flat_map(|call| &call.parameters).enumerate();
                let parts = kinds.map(|(at, (kind, _))| Place::Part(number, at, *kind));
                // What an argument of the class path is made of, the call may change.
                let is_told = matches!(place, Place::Argument(..)) && program.is_user_class(plan.class);
                let parts = parts.filter(|_| depth > 0 && !is_told);
                let mut made: Vec<Given> = parts
                    .flat_map(|part| others(program, (input, method), &part, depth - 1).into_iter().take(MOST_OF_PART))
                    .collect();
                if made.is_empty() {
                    made.extend(with(GivenValue::Null, None));
                }
                made.into_iter().map(Some).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    changed.into_iter().flatten().collect()
}

/// The other constants of an enum.
fn constants(program: &Program, field: FieldId) -> impl Iterator<Item = FieldId> {
    let fields = program.class(program.field(field).class).fields.iter().copied();
    fields.filter(move |other| *other != field && program.field(*other).flags.is_enum()).take(MOST_OTHERS)
}

/// Other numbers of a type.
fn numbers(primitive: PrimitiveType, number: i64) -> Vec<i64> {
    let all: Vec<i64> = match primitive {
        PrimitiveType::Boolean => vec![0, 1],
        PrimitiveType::Char => {
            TEXTS.iter().flat_map(|text| text.encode_utf16()).map(i64::from).chain([0x30, 0x41]).collect()
        }
        PrimitiveType::Float => FLOATS.iter().map(|float| i64::from((*float as f32).to_bits())).collect(),
        PrimitiveType::Double => FLOATS.iter().map(|float| float.to_bits() as i64).collect(),
        _ => NUMBERS.to_vec(),
    };
    all.into_iter().filter(|other| *other != number).take(MOST_OTHERS).collect()
}

/// Other texts.
fn texts(text: &[u16]) -> impl Iterator<Item = Vec<u16>> {
    let all = TEXTS.iter().map(|text| text.encode_utf16().collect::<Vec<u16>>());
    all.filter(move |other| other != text)
}

/// Whether two calls give the same but for what is in the place that differs.
fn gives_same(program: &Program, one: &ExpectedResult, other: &ExpectedResult, differs: Idle) -> bool {
    let passed = match differs {
        Idle::Argument(at) => values_passed((one, other), at),
        Idle::OfReceiver(_) | Idle::Field(..) => None,
    };
    let compared = |left: Option<ConcreteValue>, right: Option<ConcreteValue>, but: Option<FieldId>| {
        same(program, (one, left), (other, right), (but, passed))
    };
    // What is assigned stays where nothing else is.
    let (of, field) = match differs {
        Idle::Field(of, field) => (Some(of), Some(field)),
        Idle::Argument(_) | Idle::OfReceiver(_) => (None, None),
    };
    let outcome = match (&one.outcome, &other.outcome) {
        (ExpectedOutcome::Threw(one, _), ExpectedOutcome::Threw(other, _)) => one == other,
        (ExpectedOutcome::Returned(given), ExpectedOutcome::Returned(taken)) => compared(*given, *taken, None),
        _ => false,
    };
    let receiver = || {
        matches!(differs, Idle::OfReceiver(_))
            || compared(one.receiver, other.receiver, field.filter(|_| of == Some(None)))
    };
    let arguments = || {
        let left = one.arguments.iter().filter(|(at, _)| differs != Idle::Argument(*at));
        left.into_iter().all(|(at, value)| {
            let there = other.arguments.iter().find(|(position, _)| position == at);
            compared(Some(*value), there.map(|(_, value)| *value), field.filter(|_| of == Some(Some(*at))))
        })
    };
    let statics = || {
        one.statics.len() == other.statics.len()
            && one.statics.iter().zip(&other.statics).all(|(left, right)| compared(Some(*left), Some(*right), None))
    };
    outcome && receiver() && arguments() && statics()
}

/// The two values that are passed in one place, where each is what calls make, or null: that the one is kept where the other is says nothing.
fn values_passed(
    (one, other): (&ExpectedResult, &ExpectedResult),
    at: usize,
) -> Option<(ConcreteValue, ConcreteValue)> {
    let passed = |result: &ExpectedResult| {
        let (_, value) = result.arguments.iter().find(|(position, _)| *position == at)?;
        let is_kept = match *value {
            ConcreteValue::Object(number) => {
                matches!(result.objects.get(number), Some(ExpectedObject::Instance(..)))
            }
            other => other == ConcreteValue::Null,
        };
        is_kept.then_some(*value)
    };
    passed(one).zip(passed(other))
}

/// Whether two values of results are the same, with all that they reach, but for what a field of theirs holds. Two values count as one.
fn same(
    program: &Program,
    (one, left): (&ExpectedResult, Option<ConcreteValue>),
    (other, right): (&ExpectedResult, Option<ConcreteValue>),
    (but, alike): (Option<FieldId>, Option<(ConcreteValue, ConcreteValue)>),
) -> bool {
    let root = left;
    let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
    let (Some(left), Some(right)) = (left, right) else { return left.is_none() && right.is_none() };
    let mut open = vec![(left, right)];
    while let Some(pair) = open.pop() {
        if alike == Some(pair) {
            continue;
        }
        let (ConcreteValue::Object(left), ConcreteValue::Object(right)) = pair else {
            if pair.0 != pair.1 {
                return false;
            }
            continue;
        };
        if !seen.insert((left, right)) {
            continue;
        }
        match (one.objects.get(left), other.objects.get(right)) {
            (Some(ExpectedObject::Instance(one, held)), Some(ExpectedObject::Instance(other, others))) => {
                // What lambda expressions hold is not told.
                let is_told = program.class_by_name(one).is_some();
                let has_same =
                    held.len() == others.len() && held.iter().zip(others).all(|(one, other)| one.0 == other.0);
                if one != other || !has_same || (held.is_empty() && !is_told) {
                    return false;
                }
                let is_left_out = |name: &FieldName| {
                    but.is_some() && root == Some(ConcreteValue::Object(left)) && declared_field(program, name) == but
                };
                let compared = held.iter().zip(others).filter(|((name, _), _)| !is_left_out(name));
                open.extend(compared.map(|(one, other)| (one.1, other.1)));
            }
            (Some(ExpectedObject::Array(one, held)), Some(ExpectedObject::Array(other, others))) => {
                if one != other || held.len() != others.len() {
                    return false;
                }
                open.extend(held.iter().copied().zip(others.iter().copied()));
            }
            (one, other) if one == other => {}
            _ => return false,
        }
    }
    true
}
