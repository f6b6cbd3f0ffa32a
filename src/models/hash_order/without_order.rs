//! The methods of the JDK that go through a table and do the same in whatever order they do.

use super::super::arguments::{Abrupt, Call};
use super::entries::{HASH_MAP, keys_of, object_of, table_of};
use crate::heap::ObjectId;

/// The methods of the JDK that go through a table and whose result is the same in whatever order they do: class, name, descriptor, and
/// under what condition. What keys and values do to be compared is taken to change nothing.
pub(super) const WITHOUT_ORDER: [(&str, &str, &str, Condition); 12] = [
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
pub(super) enum Condition {
    None,
    /// The receiver is exactly of this class, a table itself.
    Fills(&'static str),
    /// Every key is exactly of this class.
    Keys(&'static str),
}

const LOOK_UP: &str = "(Ljava/lang/String;ILjava/util/Locale;Z)[C";
pub(super) const PARSED: &str = "java/time/format/Parsed";
pub(super) const CROSS_CHECK: &str = "(Ljava/time/temporal/TemporalAccessor;)V";
pub(super) const TEXTS: &str = "java/time/format/DateTimeTextProvider$LocaleStore";

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
pub(super) fn does_not_show(call: &mut Call<'_, '_>, table: ObjectId) -> Result<bool, Abrupt> {
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
