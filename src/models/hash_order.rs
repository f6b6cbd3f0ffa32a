//! Identity hash codes by which keys find their places in hash tables. Casewise chooses them, and the JVM may give
//! others. The difference shows only in the order in which a table is gone through. In class initialisation, which has
//! one path, going through such a table is a caveat. A path stops there, and the exploration begins again with hash
//! codes that are inputs.

mod entries;
mod numbers;
mod without_order;

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::exec::{Caveat, Frame, Machine, State};
use crate::heap::{ObjectId, Reference, Value};
use entries::{HASH_MAP, KEYS, NEXT, known_field, object_of, table_of};
pub(super) use numbers::identity_hash;
use numbers::number_of;
use std::rc::Rc;
use without_order::{CROSS_CHECK, PARSED, TEXTS, does_not_show};

/// What a caveat says of hash codes that initialisers took.
const HASH_CODE: &str = "java.lang.Object.hashCode";

/// The fields that were parsed.
const PARSED_FIELDS: (&str, &str, &str) = (PARSED, "fieldValues", "Ljava/util/Map;");

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

#[cfg(test)]
mod tests {
    use super::entries::MAP_OF_SET;
    use super::numbers::{HANDING, PLACING};
    use super::without_order::WITHOUT_ORDER;
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
