//! Hash tables whose keys have the hash codes that objects have by themselves, which differ from run to run. Where the code of a table
//! takes one, only the key's place depends on it, and so the order in which the table is gone through: any number will do until that
//! order shows.

use super::arguments::{Abrupt, Call};
use super::objects::{HASH_CODE, guessed_hash};
use super::{Model, Precision, value};
use crate::exec::Caveat;
use crate::heap::{Contents, Literal, ObjectId, Origin, Value};

const MAP: &str = "java/util/HashMap";
const CONCURRENT: &str = "java/util/concurrent/ConcurrentHashMap";
const SET: &str = "java/util/ImmutableCollections$SetN";
const IMMUTABLE_MAP: &str = "java/util/ImmutableCollections$MapN";
const ENUM: &str = "java/lang/Enum";

/// Methods that take a hash code for a key's place and nothing else, but for those of `ConcurrentHashMap`, of which all do.
const PLACING: [(&str, &str); 3] = [(MAP, "hash"), (SET, "probe"), (IMMUTABLE_MAP, "probe")];

/// Methods that go through a table in its order, and the field by which the table is found.
pub(super) const TABLE: &[Model] = &[
    ordered(MAP, "forEach", "(Ljava/util/function/BiConsumer;)V"),
    ordered(MAP, "replaceAll", "(Ljava/util/function/BiFunction;)V"),
    ordered(MAP, "keysToArray", "([Ljava/lang/Object;)[Ljava/lang/Object;"),
    ordered(MAP, "valuesToArray", "([Ljava/lang/Object;)[Ljava/lang/Object;"),
    ordered("java/util/HashMap$HashIterator", "nextNode", "()Ljava/util/HashMap$Node;"),
    ordered("java/util/HashMap$KeySet", "forEach", CONSUMER),
    ordered("java/util/HashMap$Values", "forEach", CONSUMER),
    ordered("java/util/HashMap$EntrySet", "forEach", CONSUMER),
    ordered("java/util/HashMap$KeySpliterator", "forEachRemaining", CONSUMER),
    ordered("java/util/HashMap$KeySpliterator", "tryAdvance", TRYING),
    ordered("java/util/HashMap$ValueSpliterator", "forEachRemaining", CONSUMER),
    ordered("java/util/HashMap$ValueSpliterator", "tryAdvance", TRYING),
    ordered("java/util/HashMap$EntrySpliterator", "forEachRemaining", CONSUMER),
    ordered("java/util/HashMap$EntrySpliterator", "tryAdvance", TRYING),
    ordered("java/util/concurrent/ConcurrentHashMap$Traverser", "advance", CONCURRENT_NODE),
    ordered("java/util/ImmutableCollections$SetN$SetNIterator", "next", "()Ljava/lang/Object;"),
    ordered(SET, "toArray", "()[Ljava/lang/Object;"),
    ordered(SET, "toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;"),
    ordered("java/util/ImmutableCollections$MapN$MapNIterator", "nextIndex", "()I"),
];
const CONSUMER: &str = "(Ljava/util/function/Consumer;)V";
const TRYING: &str = "(Ljava/util/function/Consumer;)Z";
const CONCURRENT_NODE: &str = "()Ljava/util/concurrent/ConcurrentHashMap$Node;";

const fn ordered(class: &'static str, name: &'static str, descriptor: &'static str) -> Model {
    value(class, name, descriptor, Precision::Exact, show_order)
}

/// Methods that go through a table and do the same in whatever order: of the entries of a character at most one has the language
/// that is asked for, at most one has none, and the former goes before.
const BLIND: [(&str, &str); 1] = [("java/lang/ConditionalSpecialCasing", "lookUpTable")];

/// The method that the frame at a depth runs: its class and name.
fn running<'c>(call: &'c Call<'_, '_>, depth: usize) -> Option<(&'c str, &'c str)> {
    let program = call.machine.program;
    let frames = &call.state.frames;
    let frame = frames.len().checked_sub(1 + depth).and_then(|position| frames.get(position))?;
    let method = program.method(frame.method);
    Some((program.class_name(method.class), &method.name))
}

/// The number by which a table places an object whose hash code it asks for; none where it is not for a place in a table, or where
/// the object's hash code is an input.
pub(super) fn place(call: &mut Call<'_, '_>, object: ObjectId) -> Option<i32> {
    // An enum's constants have the hash codes of all objects.
    let asking = match running(call, 0)? {
        (ENUM, "hashCode") => running(call, 1)?,
        asking => asking,
    };
    let is_concurrent = asking.0 == CONCURRENT;
    // An input may be an object that the table has, by another number.
    if !is_concurrent && !PLACING.contains(&asking) || call.state.heap.is_input(object) {
        return None;
    }
    if !call.state.heap.statics_are_inputs {
        call.machine.note_placed();
    } else if !is_concurrent && !is_placed(call, object) {
        return None;
    }
    number(call, object).map(guessed_hash)
}

/// Whether a table that class initialisation has left may have placed an object by such a number.
fn is_placed(call: &Call<'_, '_>, object: ObjectId) -> bool {
    let origin = call.state.heap.object(object).map(|object| &object.origin);
    let was_there = matches!(origin, Some(Origin::Literal(Literal::Class(_)) | Origin::Initialised(_)));
    was_there && call.machine.has_placed() && !call.state.heap.knows_hash(object)
}

/// A number of an object that class initialisation and the paths after it agree on.
fn number(call: &Call<'_, '_>, object: ObjectId) -> Option<u32> {
    Some(match &call.state.heap.object(object)?.origin {
        Origin::Literal(Literal::Class(name)) => {
            name.bytes().fold(7, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)))
        }
        Origin::Initialised(ObjectId(number)) => *number,
        _ => object.0,
    })
}

/// Says that results may not be the JVM's where a table has two entries or more, and a key was placed by a number of ours.
fn show_order(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let is_blind = (0..4).filter_map(|depth| running(call, depth)).any(|method| BLIND.contains(&method));
    if !is_blind && let Some(array) = table(call) {
        let keys = keys(call, array);
        let is_concurrent = running_class(call) == Some(CONCURRENT);
        let is_ours = |key: &ObjectId| has_own_hash(call, *key) && (is_concurrent || is_known_place(call, *key));
        if keys.len() > 1 && keys.iter().any(is_ours) {
            call.machine.caveats.insert(Caveat::GuessedAtInitialisation(HASH_CODE.into()));
        }
    }
    Err(Abrupt::RunsCode)
}

fn is_known_place(call: &Call<'_, '_>, key: ObjectId) -> bool {
    !call.state.heap.statics_are_inputs || is_placed(call, key)
}

/// The class whose table the running model goes through.
fn running_class(call: &Call<'_, '_>) -> Option<&'static str> {
    call.model.class.split('$').next()
}

/// The table of the receiver, or of the collection that it goes through.
fn table(call: &Call<'_, '_>) -> Option<ObjectId> {
    let receiver = call.present(0).ok()?;
    let resolved = |value: Option<Value>| match value {
        Some(Value::Reference(reference)) => call.state.heap.resolve(reference).ok().flatten(),
        _ => None,
    };
    let owner = ["this$0", "map"].into_iter().find_map(|field| resolved(call.read(receiver, field)));
    let owner = owner.unwrap_or(receiver);
    ["table", "tab", "elements"].into_iter().find_map(|field| resolved(call.read(owner, field)))
}

/// The keys of a table: what its nodes hold, and the objects that are no nodes.
fn keys(call: &Call<'_, '_>, array: ObjectId) -> Vec<ObjectId> {
    let Some(Contents::References(elements)) = call.state.heap.array(array).map(|body| &body.contents) else {
        return Vec::new();
    };
    let resolved = |value: Value| match value {
        Value::Reference(reference) => call.state.heap.resolve(reference).ok().flatten(),
        _ => None,
    };
    let mut found = Vec::new();
    for element in elements.concrete_values() {
        let mut next = resolved(element);
        while let Some(node) = next {
            match call.read(node, "key").and_then(resolved) {
                Some(key) => {
                    found.push(key);
                    next = call.read(node, "next").and_then(resolved);
                }
                None => {
                    found.push(node);
                    next = None;
                }
            }
        }
    }
    found
}

/// Whether an object's class leaves `hashCode` as `Object` has it, or as enums do.
fn has_own_hash(call: &Call<'_, '_>, object: ObjectId) -> bool {
    let program = call.machine.program;
    let Some(class) = call.state.heap.exact_class(object) else { return true };
    let declaring = program.superclasses(class).find(|class| {
        program.class(*class).methods.iter().any(|method| {
            let method = program.method(*method);
            &*method.name == "hashCode" && method.parameters.is_empty()
        })
    });
    declaring.is_none_or(|class| matches!(&**program.class_name(class), "java/lang/Object" | ENUM))
}
