//! What the JDK's collections give of themselves: by which of it somebody may put something into the collection.

use crate::program::{ClassId, Program};

/// What tables give of their entries as copies that nobody can change.
const COPIED_ENTRIES: [(&str, &str); 8] = [
    ("ceilingEntry", "(Ljava/lang/Object;)Ljava/util/Map$Entry;"),
    ("firstEntry", "()Ljava/util/Map$Entry;"),
    ("floorEntry", "(Ljava/lang/Object;)Ljava/util/Map$Entry;"),
    ("higherEntry", "(Ljava/lang/Object;)Ljava/util/Map$Entry;"),
    ("lastEntry", "()Ljava/util/Map$Entry;"),
    ("lowerEntry", "(Ljava/lang/Object;)Ljava/util/Map$Entry;"),
    ("pollFirstEntry", "()Ljava/util/Map$Entry;"),
    ("pollLastEntry", "()Ljava/util/Map$Entry;"),
];

/// The class whose iterators can put something in.
const WITH_LIST_ITERATORS: &str = "java/util/AbstractSequentialList";

/// The class whose tables give such copies.
const WITH_COPIED_ENTRIES: &str = "java/util/TreeMap";

/// What collections give of themselves by which nobody can put anything into them: class, name and descriptor.
const VIEWS: [(&str, &str, &str); 8] = [
    ("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;"),
    ("java/lang/Iterable", "spliterator", "()Ljava/util/Spliterator;"),
    ("java/util/Collection", "stream", "()Ljava/util/stream/Stream;"),
    ("java/util/Collection", "parallelStream", "()Ljava/util/stream/Stream;"),
    ("java/util/Deque", "descendingIterator", "()Ljava/util/Iterator;"),
    // By its entries values can be replaced, which is looked for.
    ("java/util/Map", "entrySet", "()Ljava/util/Set;"),
    ("java/util/Map", "keySet", "()Ljava/util/Set;"),
    ("java/util/Map", "values", "()Ljava/util/Collection;"),
];

/// What replaces a value of an entry, or what an iterator has given, or puts something in there.
const PUTTING_BY_PARTS: [(&str, &str, &str); 3] = [
    ("java/util/ListIterator", "add", "(Ljava/lang/Object;)V"),
    ("java/util/ListIterator", "set", "(Ljava/lang/Object;)V"),
    ("java/util/Map$Entry", "setValue", "(Ljava/lang/Object;)Ljava/lang/Object;"),
];

/// Whether a method, by name and descriptor, gives one of these views.
pub fn is_view(named: (&str, &str)) -> bool {
    VIEWS.iter().any(|(_, name, descriptor)| (*name, *descriptor) == named)
}

/// Whether nobody can put anything into a collection by what a method of it gives, but for entries whose values are replaced
/// and for iterators of lists ([`puts_by_part`], [`has_list_iterators`]).
pub fn shows_no_part(program: &Program, class: ClassId, named: (&str, &str)) -> bool {
    let Some((_, result)) = named.1.rsplit_once(')') else { return false };
    let is_harmless = !result.starts_with('L') || matches!(result, "Ljava/lang/Object;" | "Ljava/lang/String;");
    let is_of =
        |above: &str| program.class_by_name(above).is_some_and(|above| program.is_subclass(class, above) == Some(true));
    is_harmless
        || (COPIED_ENTRIES.contains(&named) && is_of(WITH_COPIED_ENTRIES))
        || VIEWS.iter().any(|(declaring, name, descriptor)| (*name, *descriptor) == named && is_of(declaring))
}

/// Whether the iterators of a collection can put something in, when they are taken for what they are.
pub fn has_list_iterators(program: &Program, class: ClassId) -> bool {
    let with_list_iterators = program.class_by_name(WITH_LIST_ITERATORS);
    with_list_iterators.is_none_or(|above| program.is_subclass(class, above) != Some(false))
}

/// Whether a method of an entry or of an iterator replaces what is in the collection, or puts something in: by class, name and descriptor.
pub fn puts_by_part(program: &Program, class: ClassId, named: (&str, &str)) -> bool {
    let mut all = PUTTING_BY_PARTS.iter().filter(|(_, name, descriptor)| (*name, *descriptor) == named);
    all.any(|(declaring, ..)| {
        program.class_by_name(declaring).is_some_and(|above| program.is_subclass(class, above) == Some(true))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    #[test]
    fn every_row_is_a_method() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        assert!(program.class_by_name(WITH_LIST_ITERATORS).is_some());
        for (name, descriptor) in COPIED_ENTRIES {
            assert!(program.method_by_name((WITH_COPIED_ENTRIES, name, descriptor)).is_some(), "{name}");
        }
        for row in VIEWS.into_iter().chain(PUTTING_BY_PARTS) {
            assert!(program.method_by_name(row).is_some(), "{row:?}");
        }
    }
}
