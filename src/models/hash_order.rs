//! Identity hash codes by which keys find their places in hash tables. Casewise chooses them, and the JVM may give
//! others. The difference shows only in the order in which a table is gone through. In class initialisation, which has
//! one path, going through such a table is a caveat. A path stops there, and the exploration begins again with hash
//! codes that are inputs.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::exec::{Caveat, Frame, Machine, State};
use crate::heap::{EnvironmentSource, Literal, ObjectId, Origin, Reference, Value};
use crate::term::Domain;
use std::rc::Rc;

/// What a caveat says of hash codes that initialisers took.
const HASH_CODE: &str = "java.lang.Object.hashCode";

/// The methods that take the hash code of a key to find its place in a table, and do nothing else with it: class, name.
const PLACING: [(&str, &str); 19] = [
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
const HANDING: [(&str, &str); 5] = [
    ("java/lang/Enum", "hashCode"),
    ("java/util/AbstractMap$SimpleEntry", "hashCode"),
    ("java/util/AbstractMap$SimpleImmutableEntry", "hashCode"),
    ("java/util/KeyValueHolder", "hashCode"),
    ("java/util/Objects", "hashCode"),
];

/// The methods of the JDK that go through a table and whose result is the same in whatever order they do: class, name, descriptor, and
/// under what condition. What keys and values do to be compared is taken to change nothing.
const WITHOUT_ORDER: [(&str, &str, &str, Condition); 12] = [
    (HASH_MAP, "putMapEntries", "(Ljava/util/Map;Z)V", Condition::Fills(HASH_MAP)),
    ("java/util/AbstractCollection", "addAll", "(Ljava/util/Collection;)Z", Condition::Fills("java/util/HashSet")),
    ("java/util/AbstractCollection", "containsAll", "(Ljava/util/Collection;)Z", Condition::None),
    ("java/util/AbstractMap", "equals", "(Ljava/lang/Object;)Z", Condition::None),
    ("java/util/AbstractMap", "hashCode", "()I", Condition::None),
    ("java/util/AbstractSet", "hashCode", "()I", Condition::None),
    // Of several entries for a character at most one without a language holds, and one with a language goes before it.
    ("java/lang/ConditionalSpecialCasing", "lookUpTable", LOOK_UP, Condition::None),
    // They are looked at for null.
    (
        "java/nio/file/attribute/PosixFilePermissions",
        "asFileAttribute",
        "(Ljava/util/Set;)Ljava/nio/file/attribute/FileAttribute;",
        Condition::None,
    ),
    // Fields of `ChronoField` resolve nothing.
    (PARSED, "resolveFields", "()V", Condition::Keys("java/time/temporal/ChronoField")),
    // Which one is refused shows where there are several (see `refuses`).
    (PARSED, "crossCheck", CROSS_CHECK, Condition::None),
    (PARSED, "resolveTimeLenient", "()V", Condition::None),
    // The list of all texts is kept in that order (see `all_texts`).
    (TEXTS, "<init>", "(Ljava/util/Map;)V", Condition::None),
];

/// What else has to hold where a table is gone through.
#[derive(Clone, Copy)]
enum Condition {
    None,
    /// The receiver is exactly of this class, a table itself.
    Fills(&'static str),
    /// Every key is exactly of this class.
    Keys(&'static str),
}

const LOOK_UP: &str = "(Ljava/lang/String;ILjava/util/Locale;Z)[C";
const PARSED: &str = "java/time/format/Parsed";
const CROSS_CHECK: &str = "(Ljava/time/temporal/TemporalAccessor;)V";
/// The fields that were parsed.
const PARSED_FIELDS: (&str, &str, &str) = (PARSED, "fieldValues", "Ljava/util/Map;");
const TEXTS: &str = "java/time/format/DateTimeTextProvider$LocaleStore";

const HASH_MAP: &str = "java/util/HashMap";
const MAP_OF_SET: (&str, &str, &str) = ("java/util/HashSet", "map", "Ljava/util/HashMap;");
const WEAK: &str = "java/util/WeakHashMap";
const IDENTITY: &str = "java/util/IdentityHashMap";
const NODES: &str = "[Ljava/util/HashMap$Node;";
const WEAK_ENTRIES: &str = "[Ljava/util/WeakHashMap$Entry;";
const CONSUMER: &str = "(Ljava/util/function/Consumer;)V";
const BI_CONSUMER: &str = "(Ljava/util/function/BiConsumer;)V";
const BI_FUNCTION: &str = "(Ljava/util/function/BiFunction;)V";
const COPY: &str = "([Ljava/lang/Object;)[Ljava/lang/Object;";

/// Rows of what goes through a table: class, method, descriptor, and where the table is.
macro_rules! rows {
    ($($class:expr, $name:literal, $descriptor:expr => $at:expr, $table:expr;)*) => {
        &[$(value($class, $name, $descriptor, Precision::Exact, |call| through(call, $at, $table)),)*]
    };
}

const OF_HASH_MAP: &[(&str, &str, &str)] = &[(HASH_MAP, "table", NODES)];
const OF_WEAK: &[(&str, &str, &str)] = &[(WEAK, "table", WEAK_ENTRIES)];
const OF_IDENTITY: &[(&str, &str, &str)] = &[(IDENTITY, "table", "[Ljava/lang/Object;")];
const OF_IDENTITY_KEYS: &[(&str, &str, &str)] =
    &[("java/util/IdentityHashMap$KeySet", "this$0", "Ljava/util/IdentityHashMap;"), OF_IDENTITY[0]];
const OF_IDENTITY_ENTRIES: &[(&str, &str, &str)] =
    &[("java/util/IdentityHashMap$EntrySet", "this$0", "Ljava/util/IdentityHashMap;"), OF_IDENTITY[0]];
const OF_IDENTITY_VALUES: &[(&str, &str, &str)] =
    &[("java/util/IdentityHashMap$Values", "this$0", "Ljava/util/IdentityHashMap;"), OF_IDENTITY[0]];
const OF_HASHTABLE: &[(&str, &str, &str)] = &[("java/util/Hashtable", "table", "[Ljava/util/Hashtable$Entry;")];
const OF_KEYS: &[(&str, &str, &str)] =
    &[("java/util/HashMap$KeySet", "this$0", "Ljava/util/HashMap;"), (HASH_MAP, "table", NODES)];
const OF_VALUES: &[(&str, &str, &str)] =
    &[("java/util/HashMap$Values", "this$0", "Ljava/util/HashMap;"), (HASH_MAP, "table", NODES)];
const OF_ENTRIES: &[(&str, &str, &str)] =
    &[("java/util/HashMap$EntrySet", "this$0", "Ljava/util/HashMap;"), (HASH_MAP, "table", NODES)];
const OF_MAP: &[(&str, &str, &str)] = &[("java/util/ImmutableCollections$MapN", "table", "[Ljava/lang/Object;")];
const OF_SET: &[(&str, &str, &str)] = &[("java/util/ImmutableCollections$SetN", "elements", "[Ljava/lang/Object;")];

/// What shows the order in which others have gone through a table.
pub(super) const SHOWING: &[MethodModel] = &[
    value("java/time/DateTimeException", "<init>", "(Ljava/lang/String;)V", Precision::Exact, refuses),
    value(TEXTS, "getTextIterator", "(Ljava/time/format/TextStyle;)Ljava/util/Iterator;", Precision::Exact, all_texts),
];

pub(super) const TABLE: &[MethodModel] = rows! {
    "java/util/HashMap$HashIterator", "<init>", "(Ljava/util/HashMap;)V" => 1, OF_HASH_MAP;
    "java/util/HashMap$HashMapSpliterator", "<init>", "(Ljava/util/HashMap;IIII)V" => 1, OF_HASH_MAP;
    HASH_MAP, "forEach", BI_CONSUMER => 0, OF_HASH_MAP;
    HASH_MAP, "replaceAll", BI_FUNCTION => 0, OF_HASH_MAP;
    HASH_MAP, "internalWriteEntries", "(Ljava/io/ObjectOutputStream;)V" => 0, OF_HASH_MAP;
    HASH_MAP, "keysToArray", COPY => 0, OF_HASH_MAP;
    HASH_MAP, "valuesToArray", COPY => 0, OF_HASH_MAP;
    "java/util/HashMap$KeySet", "forEach", CONSUMER => 0, OF_KEYS;
    "java/util/HashMap$Values", "forEach", CONSUMER => 0, OF_VALUES;
    "java/util/HashMap$EntrySet", "forEach", CONSUMER => 0, OF_ENTRIES;
    "java/util/WeakHashMap$HashIterator", "<init>", "(Ljava/util/WeakHashMap;)V" => 1, OF_WEAK;
    "java/util/WeakHashMap$WeakHashMapSpliterator", "<init>", "(Ljava/util/WeakHashMap;IIII)V" => 1, OF_WEAK;
    WEAK, "forEach", BI_CONSUMER => 0, OF_WEAK;
    WEAK, "replaceAll", BI_FUNCTION => 0, OF_WEAK;
    "java/util/IdentityHashMap$IdentityHashMapIterator", "<init>", "(Ljava/util/IdentityHashMap;)V" => 1, OF_IDENTITY;
    "java/util/IdentityHashMap$IdentityHashMapSpliterator", "<init>", "(Ljava/util/IdentityHashMap;IIII)V"
        => 1, OF_IDENTITY;
    "java/util/IdentityHashMap$KeySet", "toArray", COPY => 0, OF_IDENTITY_KEYS;
    "java/util/IdentityHashMap$EntrySet", "toArray", COPY => 0, OF_IDENTITY_ENTRIES;
    "java/util/IdentityHashMap$Values", "toArray", COPY => 0, OF_IDENTITY_VALUES;
    IDENTITY, "writeObject", "(Ljava/io/ObjectOutputStream;)V" => 0, OF_IDENTITY;
    IDENTITY, "forEach", BI_CONSUMER => 0, OF_IDENTITY;
    IDENTITY, "replaceAll", BI_FUNCTION => 0, OF_IDENTITY;
    "java/util/Hashtable$Enumerator", "<init>", "(Ljava/util/Hashtable;IZ)V" => 1, OF_HASHTABLE;
    "java/util/Hashtable", "forEach", BI_CONSUMER => 0, OF_HASHTABLE;
    "java/util/Hashtable", "replaceAll", BI_FUNCTION => 0, OF_HASHTABLE;
    "java/util/ImmutableCollections$MapN$MapNIterator", "<init>", "(Ljava/util/ImmutableCollections$MapN;)V"
        => 1, OF_MAP;
    "java/util/ImmutableCollections$SetN$SetNIterator", "<init>", "(Ljava/util/ImmutableCollections$SetN;)V"
        => 1, OF_SET;
    "java/util/ImmutableCollections$SetN", "toArray", "()[Ljava/lang/Object;" => 0, OF_SET;
    "java/util/ImmutableCollections$SetN", "toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;" => 0, OF_SET;
    "java/util/concurrent/ConcurrentHashMap$Traverser", "<init>",
        "([Ljava/util/concurrent/ConcurrentHashMap$Node;III)V" => 1, &[];
    "java/util/concurrent/ConcurrentHashMap$BulkTask", "<init>",
        "(Ljava/util/concurrent/ConcurrentHashMap$BulkTask;III[Ljava/util/concurrent/ConcurrentHashMap$Node;)V"
        => 5, &[];
};

/// In what the entries of a table hold their keys, and the entries behind them.
const KEYS: [(&str, &str, &str); 4] = [
    ("java/util/HashMap$Node", "key", "Ljava/lang/Object;"),
    ("java/util/Hashtable$Entry", "key", "Ljava/lang/Object;"),
    ("java/util/concurrent/ConcurrentHashMap$Node", "key", "Ljava/lang/Object;"),
    ("java/lang/ref/Reference", "referent", "Ljava/lang/Object;"),
];
const NEXT: [(&str, &str, &str); 5] = [
    ("java/util/HashMap$Node", "next", "Ljava/util/HashMap$Node;"),
    ("java/util/Hashtable$Entry", "next", "Ljava/util/Hashtable$Entry;"),
    ("java/util/concurrent/ConcurrentHashMap$Node", "next", "Ljava/util/concurrent/ConcurrentHashMap$Node;"),
    ("java/util/concurrent/ConcurrentHashMap$TreeBin", "first", "Ljava/util/concurrent/ConcurrentHashMap$TreeNode;"),
    ("java/util/WeakHashMap$Entry", "next", "Ljava/util/WeakHashMap$Entry;"),
];

/// The methods that go through a collection and keep what it has in the order of hash codes, where the receiver is exactly of a class.
const KEEPING: [(&str, &str, &str); 2] =
    [(HASH_MAP, "putMapEntries", HASH_MAP), ("java/util/AbstractCollection", "addAll", "java/util/HashSet")];

/// Whether what asks for the order of `Set.of` or `Map.of` fills a `HashMap` or `HashSet` with it, and nothing else. Where several keys
/// come to one place in that, their order shows in going through it.
pub(super) fn is_copied_to_a_table(machine: &mut Machine<'_>, state: &State) -> bool {
    let program = machine.program;
    let copying = state.frames.iter().rev().find(|frame| {
        let class = program.class_name(program.method(frame.method).class);
        !class.starts_with("java/util/ImmutableCollections$")
            && !class.starts_with("java/util/Collections$Unmodifiable")
    });
    let Some(frame) = copying else { return false };
    let info = program.method(frame.method);
    let method: (&str, &str) = (program.class_name(info.class), &info.name);
    let Some((.., keeps)) = KEEPING.iter().find(|(class, name, _)| (*class, *name) == method) else { return false };
    let Some(Value::Reference(Reference::Object(filled))) = frame.locals.first().copied() else { return false };
    // A subclass may keep the order.
    let is_plain = state.heap.exact_class(filled).is_some_and(|class| &**program.class_name(class) == *keeps);
    if is_plain && let Some(table) = table_of(machine, state, filled) {
        machine.take_order(state, table);
        return true;
    }
    false
}

/// The `HashMap` that holds what a `HashMap` or `HashSet` has.
fn table_of(machine: &Machine<'_>, state: &State, filled: ObjectId) -> Option<ObjectId> {
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

/// The identity hash code of an object: a number that is not negative, the same as long as the program runs.
pub(super) fn identity_hash(call: &mut Call<'_, '_>, object: ObjectId) -> Result<Option<Value>, Abrupt> {
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
fn number_of(state: &State, object: ObjectId, is_initialising: bool) -> Option<u32> {
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

/// Notes that a table is gone through whose order depends on numbers that were taken, and runs the code.
fn through(call: &mut Call<'_, '_>, at: usize, table: &[(&str, &str, &str)]) -> Result<Option<Value>, Abrupt> {
    if !call.machine.has_taken_numbers() {
        return Err(Abrupt::RunsCode);
    }
    let mut found = call.value(at);
    let mut owner = None;
    for field in table {
        let Some(object) = object_of(call, found) else { return Err(Abrupt::RunsCode) };
        owner = Some(object);
        found = call.get(object, *field)?;
    }
    if let Some(array) = object_of(call, found)
        && is_ordered_by_numbers(call, owner, array)?
        && !does_not_show(call, array)?
    {
        return shown(call);
    }
    Err(Abrupt::RunsCode)
}

/// Notes that the order of a table shows, and runs the code, unless there is a better way.
fn shown(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if call.machine.places_by_number && call.state.heap.knows_the_machine() {
        call.machine.shows_hash_order = true;
        return call.refuse("in the order of identity hash codes");
    }
    call.machine.caveats.insert(Caveat::GuessedAtInitialisation(HASH_CODE.into()));
    Err(Abrupt::RunsCode)
}

/// The classes of tables, of what they are gone through with, and of what hands that on.
const TABLES: [&str; 7] = [
    "java/util/Collections$Unmodifiable",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/Hashtable",
    "java/util/IdentityHashMap",
    "java/util/ImmutableCollections$",
    "java/util/WeakHashMap",
];

/// Whether the code that goes through a table does the same in whatever order it does.
fn does_not_show(call: &mut Call<'_, '_>, table: ObjectId) -> Result<bool, Abrupt> {
    let program = call.machine.program;
    let mut receiver = None;
    let mut condition = None;
    for frame in call.state.frames.iter().rev() {
        let info = program.method(frame.method);
        let class: &str = program.class_name(info.class);
        let method = (class, &*info.name, &*info.descriptor);
        let row = WITHOUT_ORDER.iter().find(|(class, name, descriptor, _)| (*class, *name, *descriptor) == method);
        if let Some((.., found)) = row {
            condition = Some(*found);
            receiver = frame.locals.first().copied();
            break;
        }
        if !matches!(&*info.name, "<init>" | "iterator") || !TABLES.iter().any(|table| class.starts_with(table)) {
            return Ok(false);
        }
    }
    match condition {
        None => Ok(false),
        Some(Condition::None) => Ok(true),
        Some(Condition::Fills(wanted)) => {
            let filled = receiver.and_then(|receiver| object_of(call, receiver));
            let Some(filled) = filled else { return Ok(false) };
            let class = call.state.heap.exact_class(filled);
            if class.is_none_or(|class| &**program.class_name(class) != wanted) {
                return Ok(false);
            }
            let Some(table) = table_of(call.machine, call.state, filled) else { return Ok(false) };
            call.machine.take_order(call.state, table);
            Ok(true)
        }
        Some(Condition::Keys(wanted)) => {
            let keys = keys_of(call, table)?;
            Ok(keys.into_iter().all(|key| {
                let class = call.state.heap.exact_class(key);
                class.is_some_and(|class| &**program.class_name(class) == wanted)
            }))
        }
    }
}

/// The keys of a table, as far as they are known to be objects.
fn keys_of(call: &mut Call<'_, '_>, table: ObjectId) -> Result<Vec<ObjectId>, Abrupt> {
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

/// Which of several fields a date is refused for shows in the message.
fn refuses(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let program = call.machine.program;
    let of_parsed = |frame: &&Rc<Frame>| &**program.class_name(program.method(frame.method).class) == PARSED;
    let parsed = call.state.frames.iter().rev().find(of_parsed).and_then(|frame| {
        let info = program.method(frame.method);
        let goes_through =
            matches!((&*info.name, &*info.descriptor), ("crossCheck", CROSS_CHECK) | ("resolveTimeLenient", "()V"));
        if goes_through { frame.locals.first().copied() } else { None }
    });
    match parsed.and_then(|parsed| object_of(call, parsed)) {
        Some(parsed) if call.machine.has_taken_numbers() => {
            let fields = call.get(parsed, PARSED_FIELDS)?;
            if is_table_ordered_by_numbers(call, fields)? { shown(call) } else { Err(Abrupt::RunsCode) }
        }
        _ => Err(Abrupt::RunsCode),
    }
}

/// The texts of all styles are in the order of the styles.
fn all_texts(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if !call.machine.has_taken_numbers() || object_of(call, call.value(1)).is_some() {
        return Err(Abrupt::RunsCode);
    }
    let store = call.present(0)?;
    let texts = call.get(store, (TEXTS, "valueTextMap", "Ljava/util/Map;"))?;
    if is_table_ordered_by_numbers(call, texts)? { shown(call) } else { Err(Abrupt::RunsCode) }
}

/// The same of a `HashMap`.
fn is_table_ordered_by_numbers(call: &mut Call<'_, '_>, map: Value) -> Result<bool, Abrupt> {
    let Some(map) = object_of(call, map) else { return Ok(false) };
    let table = call.get(map, OF_HASH_MAP[0])?;
    match object_of(call, table) {
        Some(table) => is_ordered_by_numbers(call, Some(map), table),
        None => Ok(false),
    }
}

/// The object of a reference that the path knows; none for null.
fn object_of(call: &Call<'_, '_>, value: Value) -> Option<ObjectId> {
    match value {
        Value::Reference(reference) => match call.state.heap.current(reference) {
            Reference::Object(object) => Some(object),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a table has several entries, and one of them by a number that was taken, or several at one place of a `HashMap` that was
/// filled in any order. The map is that of the table, where there is one.
fn is_ordered_by_numbers(call: &mut Call<'_, '_>, map: Option<ObjectId>, table: ObjectId) -> Result<bool, Abrupt> {
    let by_number = call.machine.places_by_number && call.state.heap.knows_the_machine();
    let length = call.state.heap.array(table).map(|body| body.length);
    let Some(length) = length.and_then(|length| call.machine.pool.as_int(length)) else { return Ok(false) };
    let orders_places = map.is_some_and(|map| {
        call.machine.has_taken_order(call.state, map)
            || by_number && call.machine.has_taken_order_on_path(call.state, map)
    });
    let (mut entries, mut has_number) = (0, false);
    for position in 0..length {
        let index = call.small(position);
        let (heap, mut context) = call.machine.heap_context(call.state);
        let mut entry = heap.read_element(&mut context, table, index)?;
        let before = entries;
        while let Some(object) = object_of(call, entry) {
            entries += 1;
            has_number |= orders_places && entries > before + 1;
            let key = known_field(call, object, &KEYS).and_then(|key| object_of(call, key)).unwrap_or(object);
            let number = number_of(call.state, key, by_number || !call.state.heap.statics_are_inputs);
            has_number |= number.is_some_and(|number| {
                call.machine.has_taken_number(number) || by_number && call.machine.has_taken_number_on_path(number)
            });
            entry = known_field(call, object, &NEXT).unwrap_or(Value::Nothing);
        }
    }
    Ok(entries > 1 && has_number)
}

/// What the first of these fields holds that an object has.
fn known_field(call: &Call<'_, '_>, object: ObjectId, fields: &[(&str, &str, &str)]) -> Option<Value> {
    let program = call.machine.program;
    fields.iter().find_map(|field| call.state.heap.field_value(object, program.field_by_name(*field)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::rows::program_with;

    #[test]
    fn every_row_is_of_the_jdk_at_hand() {
        let program = program_with(TABLE.iter().chain(SHOWING));
        for (class, name, descriptor, _) in WITHOUT_ORDER {
            assert!(program.method_by_name((class, name, descriptor)).is_some(), "{class}.{name}{descriptor}");
        }
        assert!(program.field_by_name(PARSED_FIELDS).is_some());
        assert!(program.field_by_name(MAP_OF_SET).is_some());
        for (class, name) in PLACING.into_iter().chain(HANDING) {
            let class = program.class(program.class_by_name(class).expect("a class"));
            assert!(class.methods.iter().any(|method| &*program.method(*method).name == name), "{name}");
        }
        let tables = [OF_HASH_MAP, OF_WEAK, OF_IDENTITY, OF_HASHTABLE, OF_KEYS, OF_VALUES, OF_ENTRIES, OF_MAP, OF_SET];
        for field in tables.into_iter().flatten().chain(&KEYS).chain(&NEXT) {
            assert!(program.field_by_name(*field).is_some(), "{field:?}");
        }
    }
}
