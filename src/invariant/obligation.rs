//! What the candidates must satisfy where callers see the objects of a class: which candidates hold of the inputs
//! there, and which must hold of the objects that the path has changed or made.

use super::elements::{ElementsAsked, Undecided};
use crate::exec::{Invariant, Machine, State};
use crate::heap::{Heap, ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, Program, ReferenceType};
use crate::term::TermId;
use rustc_hash::FxHashMap;

/// What a moment asks, by candidate; terms are those of the path's pool.
#[derive(Debug)]
pub(super) struct Obligation {
    /// The path condition.
    pub(super) conditions: Vec<TermId>,
    /// What each candidate says of the inputs.
    pub(super) assumed: Vec<TermId>,
    /// What each says of the objects that are seen; none where that is not known.
    pub(super) required: Vec<Option<TermId>>,
    /// What each field of a seen object refers to, by the place of the field: none where it refers to nothing new.
    pub(super) referred: Vec<(usize, Option<ReferenceType>)>,
}

/// What is looked for in the objects of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guesses<'g> {
    pub(super) class: ClassId,
    pub(super) fields: &'g [FieldId],
    pub(super) candidates: &'g [Invariant],
    /// Those that refer to collections, strings and builders whose sizes the candidates tell.
    pub(super) sized: &'g [FieldId],
    /// Those that refer to arrays of references that are their object's alone, whose elements the candidates tell.
    pub(super) arrays: &'g [FieldId],
    /// Whether the fields are static ones.
    pub(super) is_static: bool,
}

/// Whether a path has assigned something else to static fields.
fn has_changed_statics(heap: &Heap, guesses: Guesses<'_>) -> bool {
    let is_changed = |field: &FieldId| {
        let now = heap.static_value(*field);
        now.is_some() && now != heap.initial_static(*field)
    };
    guesses.fields.iter().any(is_changed)
}

/// What a moment asks at which code elsewhere sees the static fields of the class; nothing where the path has left them as they were.
pub(super) fn static_obligation(
    machine: &mut Machine<'_>,
    mut state: State,
    guesses: Guesses<'_>,
) -> Option<Obligation> {
    if !has_changed_statics(&state.heap, guesses) {
        return None;
    }
    let conditions = state.path.conditions.iter().copied().collect();
    let mut now: FxHashMap<FieldId, Value> = FxHashMap::default();
    for field in guesses.fields {
        let (heap, mut context) = machine.heap_context(&mut state);
        now.insert(*field, heap.read_static(&mut context, *field));
    }
    let at_first: FxHashMap<FieldId, Value> =
        guesses.fields.iter().filter_map(|field| Some((*field, state.heap.initial_static(*field)?))).collect();
    let mut undecided = Undecided::default();
    let mut assumed = Vec::with_capacity(guesses.candidates.len());
    let mut required = Vec::with_capacity(guesses.candidates.len());
    for candidate in guesses.candidates {
        let known = undecided.known_of(machine, &mut state, (candidate, true), |field| at_first.get(&field).copied());
        let truth = candidate.truth(&mut machine.pool, &known);
        assumed.push(truth.unwrap_or_else(|| machine.pool.truth(true)));
        let known = undecided.known_of(machine, &mut state, (candidate, false), |field| now.get(&field).copied());
        required.push(candidate.truth(&mut machine.pool, &known));
    }
    let mut referred = Vec::new();
    for (place, field) in guesses.fields.iter().enumerate() {
        let (Some(Value::Reference(held)), first) = (now.get(field).copied(), at_first.get(field)) else { continue };
        let is_as_it_was =
            matches!(first, Some(Value::Reference(first)) if state.heap.current(*first) == state.heap.current(held));
        if !is_as_it_was {
            referred.extend(type_referred(&state.heap, held).map(|exactly| (place, exactly)));
        }
    }
    Some(Obligation { conditions, assumed, required, referred })
}

/// The class or array type of which what is referred to exactly is, where that is one; none for null.
fn type_referred(heap: &Heap, held: Reference) -> Option<Option<ReferenceType>> {
    match heap.current(held) {
        Reference::Null => None,
        Reference::Symbol(_) => Some(None),
        Reference::Object(object) => Some(exact_type(heap, object)),
    }
}

fn exact_type(heap: &Heap, object: ObjectId) -> Option<ReferenceType> {
    if let Some(body) = heap.instance(object) {
        let class = body.types.first().filter(|_| !body.open && body.types.len() == 1);
        return class.copied().map(ReferenceType::class);
    }
    let original = heap.typed_as(object);
    let is_exact = !heap.is_input(original) || heap.is_settled(original);
    heap.array_type(object).filter(|_| is_exact)
}

/// The objects of a class that a path has made or changed, with whether it has made them.
pub(super) fn touched(program: &Program, heap: &Heap, guesses: Guesses<'_>) -> Vec<(ObjectId, bool)> {
    let is_one = |object: ObjectId| {
        heap.instance(object).is_some_and(|body| {
            body.types.iter().any(|class| program.is_subclass(*class, guesses.class) != Some(false))
        })
    };
    let objects = (0..heap.object_count() as u32).map(ObjectId).filter(|object| is_one(*object));
    let judged = objects.filter_map(|object| match heap.object(object).map(|found| &found.origin)? {
        Origin::Allocated | Origin::Constructed(_) | Origin::Made => Some((object, true)),
        Origin::Input | Origin::Initialised(_) => is_changed(program, heap, object, guesses).then_some((object, false)),
        Origin::Literal(_) => None,
    });
    judged.collect()
}

/// Whether some field holds something else than at first, or what it refers to is larger or smaller.
fn is_changed(program: &Program, heap: &Heap, object: ObjectId, guesses: Guesses<'_>) -> bool {
    guesses.fields.iter().any(|field| {
        let now = heap.field_value(object, *field);
        let held = || now.filter(|_| guesses.sized.contains(field)).and_then(|now| heap.referred(now));
        let is_resized = || held().is_some_and(|held| heap.is_resized(program, held));
        let array = || now.filter(|_| guesses.arrays.contains(field)).and_then(|now| heap.referred(now));
        let is_rewritten = || array().is_some_and(|array| heap.is_rewritten(array));
        now.is_some() && (now != heap.initial_field(object, *field) || is_resized() || is_rewritten())
    })
}

/// What a moment asks where these objects of the class are seen.
pub(super) fn obligation(
    machine: &mut Machine<'_>,
    mut state: State,
    seen: &[ObjectId],
    guesses: Guesses<'_>,
) -> Obligation {
    let conditions = state.path.conditions.iter().copied().collect();
    let mut now: FxHashMap<(ObjectId, FieldId), Value> = FxHashMap::default();
    for object in seen {
        for field in guesses.fields {
            let (heap, mut context) = machine.heap_context(&mut state);
            now.insert((*object, *field), heap.read_field(&mut context, *object, *field));
        }
    }
    let mut at_first: FxHashMap<ObjectId, FxHashMap<FieldId, Value>> = FxHashMap::default();
    for (object, field, value) in state.heap.initial_fields() {
        if guesses.fields.contains(&field) {
            at_first.entry(object).or_default().insert(field, value);
        }
    }
    let mut inputs: Vec<ObjectId> = at_first.keys().copied().collect();
    inputs.sort_unstable();
    // What was not looked at is as it was at first, and is read as such.
    let values = at_first.values().flatten().map(|(field, value)| (*field, *value));
    let values = values.chain(now.iter().map(|((_, field), value)| (*field, *value)));
    let values: Vec<Value> =
        values.filter(|(field, _)| guesses.sized.contains(field)).map(|(_, value)| value).collect();
    read_sizes(machine, &mut state, &values);
    let mut undecided = Undecided::default();
    let mut elements = ElementsAsked::default();
    let mut assumed = Vec::with_capacity(guesses.candidates.len());
    let mut required = Vec::with_capacity(guesses.candidates.len());
    for candidate in guesses.candidates {
        let mut all = Some(machine.pool.truth(true));
        for object in seen {
            let value = |field| now.get(&(*object, field)).copied();
            let truth = match candidate.of_elements() {
                Some((array, count)) => {
                    elements.now(&mut (&mut *machine, &mut state), &mut undecided, (value(array), value(count)))
                }
                None => {
                    let known = undecided.known_of(machine, &mut state, (candidate, false), value);
                    candidate.truth(&mut machine.pool, &known)
                }
            };
            all = all.zip(truth).map(|(all, truth)| machine.pool.conjunction(all, truth));
        }
        required.push(all);
    }
    // What was asked of elements now says of which it must be known what they were at first.
    for candidate in guesses.candidates {
        let mut all = machine.pool.truth(true);
        for object in &inputs {
            let values = at_first.get(object);
            let value = |field| values?.get(&field).copied();
            if let Some((array, count)) = candidate.of_elements() {
                let asked = (value(array), value(count));
                let truth = elements.at_first(&mut (&mut *machine, &mut state), &mut undecided, asked);
                all = machine.pool.conjunction(all, truth);
                continue;
            }
            let known = undecided.known_of(machine, &mut state, (candidate, true), value);
            let truth = candidate.truth(&mut machine.pool, &known);
            if let Some(truth) = truth {
                all = machine.pool.conjunction(all, truth);
            }
        }
        assumed.push(all);
    }
    let referred = seen.iter().flat_map(|object| referred(&state.heap, *object, guesses)).collect();
    Obligation { conditions, assumed, required, referred }
}

/// Reads how large the objects are now that are referred to, so that it is known of what they were at first too where the path has not
/// changed them.
fn read_sizes(machine: &mut Machine<'_>, state: &mut State, values: &[Value]) {
    let mut objects: Vec<ObjectId> = values.iter().filter_map(|value| state.heap.referred(*value)).collect();
    objects.sort_unstable();
    objects.dedup();
    for object in objects {
        let (heap, mut context) = machine.heap_context(state);
        heap.size_now(&mut context, object);
    }
}

/// Of each reference that a seen object holds and that is not what some object held in the same field: the class, where it is one.
fn referred(heap: &Heap, object: ObjectId, guesses: Guesses<'_>) -> Vec<(usize, Option<ReferenceType>)> {
    let mut found = Vec::new();
    for (place, field) in guesses.fields.iter().enumerate() {
        let Some(Value::Reference(held)) = heap.field_value(object, *field) else { continue };
        let is_from_there = |(_, of, value): (ObjectId, FieldId, Value)| {
            of == *field && matches!(value, Value::Reference(known) if heap.current(known) == heap.current(held))
        };
        if !heap.initial_fields().any(is_from_there) {
            found.extend(type_referred(heap, held).map(|exactly| (place, exactly)));
        }
    }
    found
}
