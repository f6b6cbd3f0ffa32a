//! Which values of an input nothing depends on: with others in their place the call gives the same.

use super::{Search, value_at};
use crate::analysis::test::plainer::Place;
use crate::classfile::PrimitiveType;
use crate::heap::{Given, GivenObject, GivenValue};
use crate::input::{ConcreteCase, ConcreteValue, ExpectedObject, ExpectedOutcome, ExpectedResult};
use crate::junit::Idle;
use crate::program::{FieldId, FieldKind, Program};
use std::collections::BTreeSet;

/// Numbers that are tried in place of another one.
const NUMBERS: [i64; 4] = [0, 1, 7, -1];
const FLOATS: [f64; 3] = [0.0, 2.5, -1.0];
/// Texts that are tried in place of another one.
const TEXTS: [&str; 2] = ["b", ""];
/// So many other values of each are tried at most.
const MOST_OTHERS: usize = 3;

impl Search<'_, '_> {
    /// The arguments of the method, and of the call that makes its receiver, on which what comes of the call does not depend.
    pub(super) fn idle(&mut self, input: &Given, case: &ConcreteCase) -> BTreeSet<Idle> {
        let program = self.context.program;
        let info = program.method(self.subject.method);
        let first = input.arguments.len().saturating_sub(info.parameters.len());
        let mut asked: Vec<(Idle, Place)> = Vec::new();
        asked.extend(
            info.parameters
                .iter()
                .enumerate()
                .map(|(at, kind)| (Idle::Argument(at), Place::Argument(first + at, *kind))),
        );
        if first > 0
            && let Some(GivenValue::Object(receiver)) = input.arguments.first()
            && let Some(GivenObject::Made(plan, ..)) = input.objects.get(*receiver)
            && let Some(maker) = plan.calls.first()
        {
            let parts = maker.parameters.iter().enumerate();
            let places = parts.map(|(at, (kind, _))| (Idle::OfReceiver(at), Place::Part(*receiver, at, *kind)));
            asked.extend(places);
        }
        let mut found = BTreeSet::new();
        // Of one alone there is nothing to choose from.
        if asked.len() == 1 {
            return found;
        }
        for (idle, place) in asked {
            let others = others(program, input, &place);
            let gives_same = |other: &Given| {
                let proposal = self.run(other, &BTreeSet::new());
                proposal.is_some_and(|it| gives_same(program, &case.expected, &it.case.expected, idle))
            };
            if !others.is_empty() && others.iter().all(gives_same) {
                found.insert(idle);
            }
        }
        found
    }
}

/// The input with others in place of a value; none where it is not known what could stand there.
fn others(program: &Program, input: &Given, place: &Place) -> Vec<Given> {
    let (Place::Argument(_, kind) | Place::Part(_, _, kind)) = place else { return Vec::new() };
    let Some(value) = value_at(&mut input.clone(), place).copied() else { return Vec::new() };
    let with = |value: GivenValue, object: Option<(Option<usize>, GivenObject)>| {
        let mut changed = input.clone();
        match object {
            Some((Some(number), object)) => *changed.objects.get_mut(number)? = object,
            Some((None, object)) => changed.objects.push(object),
            None => {}
        }
        *value_at(&mut changed, place)? = value;
        Some(changed)
    };
    let new = GivenValue::Object(input.objects.len());
    let changed: Vec<Option<Given>> = match (value, kind) {
        (GivenValue::Number(number), FieldKind::Primitive(primitive)) => {
            numbers(*primitive, number).into_iter().map(|other| with(GivenValue::Number(other), None)).collect()
        }
        (GivenValue::Null, FieldKind::Reference(kind)) => match kind.component() {
            Some(FieldKind::Primitive(_)) => {
                let elements = [0, 1].map(|length| vec![GivenValue::Number(1); length]);
                elements
                    .into_iter()
                    .map(|elements| with(new, Some((None, GivenObject::Array(*kind, elements)))))
                    .collect()
            }
            Some(_) => Vec::new(),
            None => {
                let text = program.class_by_name("java/lang/String").filter(|text| kind.as_class() == Some(*text));
                let texts = text
                    .into_iter()
                    .flat_map(|class| texts(&[]).map(move |text| GivenObject::Text(class, text.into())));
                texts.map(|text| with(new, Some((None, text)))).collect()
            }
        },
        (GivenValue::Object(number), _) => match input.objects.get(number) {
            Some(GivenObject::Text(class, text)) => texts(text)
                .map(|other| with(value, Some((Some(number), GivenObject::Text(*class, other.into())))))
                .collect(),
            Some(GivenObject::Array(array, elements)) => {
                let Some(FieldKind::Primitive(primitive)) = array.component() else { return Vec::new() };
                let plain = numbers(primitive, 0).first().copied().unwrap_or(0);
                let mut longer = elements.clone();
                longer.push(GivenValue::Number(plain));
                let others = [longer, Vec::new()].into_iter().filter(|other| other != elements);
                others.map(|other| with(value, Some((Some(number), GivenObject::Array(*array, other))))).collect()
            }
            Some(GivenObject::Constant(field)) => constants(program, *field)
                .map(|other| with(value, Some((Some(number), GivenObject::Constant(other)))))
                .collect(),
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
    let outcome = match (&one.outcome, &other.outcome) {
        (ExpectedOutcome::Threw(one, _), ExpectedOutcome::Threw(other, _)) => one == other,
        (ExpectedOutcome::Returned(given), ExpectedOutcome::Returned(taken)) => {
            same(program, (one, *given), (other, *taken))
        }
        _ => false,
    };
    let receiver =
        || matches!(differs, Idle::OfReceiver(_)) || same(program, (one, one.receiver), (other, other.receiver));
    let arguments = || {
        let left = one.arguments.iter().filter(|(at, _)| differs != Idle::Argument(*at));
        left.into_iter().all(|(at, value)| {
            let there = other.arguments.iter().find(|(position, _)| position == at);
            same(program, (one, Some(*value)), (other, there.map(|(_, value)| *value)))
        })
    };
    let statics = || {
        one.statics.len() == other.statics.len()
            && one
                .statics
                .iter()
                .zip(&other.statics)
                .all(|(left, right)| same(program, (one, Some(*left)), (other, Some(*right))))
    };
    outcome && receiver() && arguments() && statics()
}

/// Whether two values of results are the same, with all that they reach.
fn same(
    program: &Program,
    (one, left): (&ExpectedResult, Option<ConcreteValue>),
    (other, right): (&ExpectedResult, Option<ConcreteValue>),
) -> bool {
    let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
    let (Some(left), Some(right)) = (left, right) else { return left.is_none() && right.is_none() };
    let mut open = vec![(left, right)];
    while let Some(pair) = open.pop() {
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
                // What objects of the JDK hold is not told.
                let is_told = program.class_by_name(one).is_some_and(|class| program.is_user_class(class));
                let has_same =
                    held.len() == others.len() && held.iter().zip(others).all(|(one, other)| one.0 == other.0);
                if one != other || !has_same || (held.is_empty() && !is_told) {
                    return false;
                }
                open.extend(held.iter().zip(others).map(|(one, other)| (one.1, other.1)));
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
