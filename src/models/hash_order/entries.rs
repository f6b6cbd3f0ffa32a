//! What hash tables of the JDK hold, by the fields of their entries.

use super::super::arguments::{Abrupt, Call};
use crate::exec::{Machine, State};
use crate::heap::{ObjectId, Reference, Value};

pub(super) const HASH_MAP: &str = "java/util/HashMap";
pub(super) const MAP_OF_SET: (&str, &str, &str) = ("java/util/HashSet", "map", "Ljava/util/HashMap;");

/// In what the entries of a table hold their keys, and the entries behind them.
pub(super) const KEYS: [(&str, &str, &str); 4] = [
    ("java/util/HashMap$Node", "key", "Ljava/lang/Object;"),
    ("java/util/Hashtable$Entry", "key", "Ljava/lang/Object;"),
    ("java/util/concurrent/ConcurrentHashMap$Node", "key", "Ljava/lang/Object;"),
    ("java/lang/ref/Reference", "referent", "Ljava/lang/Object;"),
];
pub(super) const NEXT: [(&str, &str, &str); 5] = [
    ("java/util/HashMap$Node", "next", "Ljava/util/HashMap$Node;"),
    ("java/util/Hashtable$Entry", "next", "Ljava/util/Hashtable$Entry;"),
    ("java/util/concurrent/ConcurrentHashMap$Node", "next", "Ljava/util/concurrent/ConcurrentHashMap$Node;"),
    ("java/util/concurrent/ConcurrentHashMap$TreeBin", "first", "Ljava/util/concurrent/ConcurrentHashMap$TreeNode;"),
    ("java/util/WeakHashMap$Entry", "next", "Ljava/util/WeakHashMap$Entry;"),
];

/// The `HashMap` that holds what a `HashMap` or `HashSet` has.
pub(super) fn table_of(machine: &Machine<'_>, state: &State, filled: ObjectId) -> Option<ObjectId> {
    let class = state.heap.exact_class(filled)?;
    if &**machine.program.class_name(class) == HASH_MAP {
        return Some(filled);
    }
    match state.heap.field_value(filled, machine.program.field_by_name(MAP_OF_SET)?)? {
        Value::Reference(map) => match state.heap.current(map) {
            Reference::Object(map) => Some(map),
            _ => None,
        },
        _ => None,
    }
}

/// The keys of a table, as far as they are known to be objects.
pub(super) fn keys_of(call: &mut Call<'_, '_>, table: ObjectId) -> Result<Vec<ObjectId>, Abrupt> {
    let mut keys = Vec::new();
    let length = call.state.heap.array(table).map(|body| body.length);
    let length = length.and_then(|length| call.machine.pool.as_int(length)).unwrap_or(0);
    for position in 0..length {
        let index = call.small(position);
        let (heap, mut context) = call.machine.heap_context(call.state);
        let mut entry = heap.read_element(&mut context, table, index)?;
        while let Some(object) = object_of(call, entry) {
            let key = known_field(call, object, &KEYS).and_then(|key| object_of(call, key));
            keys.push(key.unwrap_or(object));
            entry = known_field(call, object, &NEXT).unwrap_or(Value::Nothing);
        }
    }
    Ok(keys)
}

/// The object of a reference that the path knows; none for null.
pub(super) fn object_of(call: &Call<'_, '_>, value: Value) -> Option<ObjectId> {
    match value {
        Value::Reference(reference) => match call.state.heap.current(reference) {
            Reference::Object(object) => Some(object),
            _ => None,
        },
        _ => None,
    }
}

/// What the first of these fields holds that an object has.
pub(super) fn known_field(call: &Call<'_, '_>, object: ObjectId, fields: &[(&str, &str, &str)]) -> Option<Value> {
    let program = call.machine.program;
    fields.iter().find_map(|field| call.state.heap.field_value(object, program.field_by_name(*field)?))
}
