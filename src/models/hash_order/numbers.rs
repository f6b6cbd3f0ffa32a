//! Identity hash codes, and the methods that find the place of a key by one.

use super::super::arguments::{Abrupt, Call};
use super::HASH_CODE;
use crate::exec::{Caveat, Machine, State};
use crate::heap::{EnvironmentSource, Literal, ObjectId, Origin, Reference, Value};
use crate::term::Domain;

/// The methods that take the hash code of a key to find its place in a table, and do nothing else with it: class, name.
pub(super) const PLACING: [(&str, &str); 19] = [
    ("java/io/ObjectOutputStream$HandleTable", "hash"),
    ("java/util/HashMap", "hash"),
    ("java/util/IdentityHashMap", "hash"),
    ("java/util/WeakHashMap", "hash"),
    ("java/util/Hashtable", "get"),
    ("java/util/Hashtable", "put"),
    ("java/util/Hashtable", "remove"),
    ("java/util/Hashtable", "containsKey"),
    ("java/util/ImmutableCollections$MapN", "probe"),
    ("java/util/ImmutableCollections$SetN", "probe"),
    ("java/util/concurrent/ConcurrentHashMap", "compute"),
    ("java/util/concurrent/ConcurrentHashMap", "computeIfAbsent"),
    ("java/util/concurrent/ConcurrentHashMap", "computeIfPresent"),
    ("java/util/concurrent/ConcurrentHashMap", "get"),
    ("java/util/concurrent/ConcurrentHashMap", "merge"),
    ("java/util/concurrent/ConcurrentHashMap", "putVal"),
    ("java/util/concurrent/ConcurrentHashMap", "readObject"),
    ("java/util/concurrent/ConcurrentHashMap", "replaceNode"),
    ("java/util/concurrent/ConcurrentHashMap", "remove"),
];

/// The methods through which such a method may ask: what they give is made of it, and kept nowhere. The first argument is the key.
pub(super) const HANDING: [(&str, &str); 5] = [
    ("java/lang/Enum", "hashCode"),
    ("java/util/AbstractMap$SimpleEntry", "hashCode"),
    ("java/util/AbstractMap$SimpleImmutableEntry", "hashCode"),
    ("java/util/KeyValueHolder", "hashCode"),
    ("java/util/Objects", "hashCode"),
];

/// The identity hash code of an object: a number that is not negative, the same as long as the program runs.
pub(in crate::models) fn identity_hash(call: &mut Call<'_, '_>, object: ObjectId) -> Result<Option<Value>, Abrupt> {
    let is_initialising = !call.state.heap.statics_are_inputs;
    let placed = placed(call.machine, call.state);
    let places = placed.is_some();
    if call.machine.places_by_number
        && call.state.heap.knows_the_machine()
        && let Some(keys) = &placed
        && let Some(number) = number_of(call.state, object, true)
    {
        call.machine.take_number_on_path(number);
        for key in keys.iter().filter_map(|key| number_of(call.state, *key, true)) {
            call.machine.take_number_on_path(key);
        }
        let number = told_apart(call, object)?.unwrap_or(number);
        let hash = spread(number);
        return Ok(Some(Value::Int(call.small(hash))));
    }
    let number = number_of(call.state, object, is_initialising);
    let caveat = Caveat::GuessedAtInitialisation(HASH_CODE.into());
    if let Some(number) = number
        && (is_initialising || (places && call.machine.has_taken_number(number)))
    {
        if is_initialising {
            call.machine.take_number(number);
            for key in placed.iter().flatten().filter_map(|key| number_of(call.state, *key, true)) {
                call.machine.take_number(key);
            }
        }
        // Who has it as an input of the path already has another one.
        let is_known_otherwise = call.state.heap.has_environment(&EnvironmentSource::IdentityHash(object));
        if !places || is_known_otherwise {
            call.machine.caveats.insert(caveat);
        }
        let hash = spread(number);
        return Ok(Some(Value::Int(call.small(hash))));
    }
    let any = call.environment(EnvironmentSource::IdentityHash(object), Domain::Int)?;
    let mask = call.small(i32::MAX);
    Ok(Some(Value::Int(call.machine.pool.and(any, mask))))
}

/// Tells an object apart from those that have numbers already, as `==` does: no table is looked through for an input that is what a constant
/// is. The number of the one that it is, since equal boxes may be one object.
fn told_apart(call: &mut Call<'_, '_>, object: ObjectId) -> Result<Option<u32>, Abrupt> {
    let (machine, state) = (&mut *call.machine, &mut *call.state);
    for other in (0..state.heap.object_count() as u32).map(ObjectId).filter(|other| *other != object) {
        let Some(number) = number_of(state, other, true) else { continue };
        if !machine.has_taken_number(number) && !machine.has_taken_number_on_path(number) {
            continue;
        }
        let [one, another] = [object, other].map(|object| Value::Reference(Reference::Object(object)));
        if machine.identical(state, one, another)? {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// What tells an object of class initialisation from others, in its heap and in that of a path.
pub(super) fn number_of(state: &State, object: ObjectId, is_initialising: bool) -> Option<u32> {
    if let Some(which) = state.heap.is_of_machine(object) {
        return Some(folded(format!("{which:?}").encode_utf16()));
    }
    match &state.heap.object(object)?.origin {
        Origin::Literal(Literal::Class(name) | Literal::MethodType(name)) => Some(folded(name.encode_utf16())),
        Origin::Literal(Literal::String(text)) => Some(folded(text.0.iter().copied())),
        Origin::Initialised(ObjectId(number)) => Some(*number),
        _ if is_initialising => Some(object.0),
        _ => None,
    }
}

fn folded(units: impl Iterator<Item = u16>) -> u32 {
    units.fold(7, |hash, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)))
}

/// The numbers spread, as the JVM's do.
fn spread(number: u32) -> i32 {
    (number.wrapping_add(1).wrapping_mul(0x9e37_79b1) >> 1) as i32
}

/// Where the running code looks for the place of a key in a table: what the key is, as far as methods between these say.
fn placed(machine: &Machine<'_>, state: &State) -> Option<Vec<ObjectId>> {
    let program = machine.program;
    let mut keys = Vec::new();
    for frame in state.frames.iter().rev() {
        let info = program.method(frame.method);
        let method = (&**program.class_name(info.class), &*info.name);
        if PLACING.contains(&method) {
            return Some(keys);
        }
        if !HANDING.contains(&method) {
            return None;
        }
        if let Some(Value::Reference(key)) = frame.locals.first()
            && let Reference::Object(key) = state.heap.current(*key)
        {
            keys.push(key);
        }
    }
    None
}
