//! What the methods of the JDK's collections do with what is in them: tables of names.

use crate::classfile::MethodReference;
use crate::explore::is_view;
use crate::program::{ClassId, Program};

/// Collections that hold what is put into them, and nothing else.
const COLLECTIONS: [&str; 11] = [
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/EnumMap",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/LinkedList",
    "java/util/PriorityQueue",
    "java/util/TreeMap",
    "java/util/TreeSet",
];

/// Those that refuse null.
pub(super) const REFUSING_NULLS: [&str; 2] = ["java/util/ArrayDeque", "java/util/PriorityQueue"];

/// The tables whose keys are of an enum that they are told.
pub(super) const KEYED: &str = "java/util/EnumMap";

/// Those that are ordered as what they are made of where they are copies.
pub(super) const TAKING_COMPARATORS: [&str; 1] = ["java/util/PriorityQueue"];

/// Methods of tables that put what a function gives under their first argument, or, where that is null, nothing: name and descriptor, and what
/// they call for it by class, name and descriptor.
pub(super) const COMPUTING: [(&str, &str, Method); 4] = [
    ("compute", "(Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;", APPLYING_TWO),
    ("computeIfAbsent", "(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;", APPLYING_ONE),
    ("computeIfPresent", "(Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;", APPLYING_TWO),
    ("merge", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;", APPLYING_TWO),
];

/// Methods that put what a function gives in the place of what is there, which may be null: the same.
pub(super) const REPLACING: [(&str, &str, Method); 2] = [
    ("replaceAll", "(Ljava/util/function/BiFunction;)V", APPLYING_TWO),
    ("replaceAll", "(Ljava/util/function/UnaryOperator;)V", APPLYING_ONE),
];

/// A method: class, name and descriptor.
pub(super) type Method = (&'static str, &'static str, &'static str);
const APPLYING_ONE: Method = ("java/util/function/Function", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
const APPLYING_TWO: Method =
    ("java/util/function/BiFunction", "apply", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");

/// What gives entries of a table, what leads from there to one, what replaces its value, and what else is asked of any of these: name and
/// descriptor.
pub(super) const ENTRIES: (&str, &str) = ("entrySet", "()Ljava/util/Set;");
pub(super) const LEADING_TO_ENTRIES: [(&str, &str); 2] =
    [("iterator", "()Ljava/util/Iterator;"), ("next", "()Ljava/lang/Object;")];
pub(super) const SETTING: (&str, &str) = ("setValue", "(Ljava/lang/Object;)Ljava/lang/Object;");
pub(super) const ASKING_ENTRIES: [(&str, &str); 9] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("getKey", "()Ljava/lang/Object;"),
    ("getValue", "()Ljava/lang/Object;"),
    ("hasNext", "()Z"),
    ("hashCode", "()I"),
    ("isEmpty", "()Z"),
    ("remove", "()V"),
    ("size", "()I"),
    ("toString", "()Ljava/lang/String;"),
];
/// The place of values among the type arguments of a table.
pub(super) const VALUES: usize = 1;

/// Types of those by which something can be taken out.
pub(super) const CHANGEABLE: [&str; 3] = ["Ljava/util/Collection;", "Ljava/util/Iterator;", "Ljava/util/Set;"];

/// What a method that looks at a collection runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    /// No code but the collection's.
    Alone,
    /// Code of what the collection holds or of what it is given too, which may do anything.
    CallsBack,
}

/// Methods of these, and of the collections themselves, that take nothing out and put nothing in.
const LOOKING: [(&str, &str, &str, Looks); 41] = [
    ("java/lang/Iterable", "forEach", "(Ljava/util/function/Consumer;)V", Looks::CallsBack),
    ("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;", Looks::Alone),
    ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z", Looks::CallsBack),
    ("java/lang/Object", "hashCode", "()I", Looks::CallsBack),
    ("java/lang/Object", "toString", "()Ljava/lang/String;", Looks::CallsBack),
    ("java/util/Collection", "contains", "(Ljava/lang/Object;)Z", Looks::CallsBack),
    ("java/util/Collection", "containsAll", "(Ljava/util/Collection;)Z", Looks::CallsBack),
    ("java/util/Collection", "isEmpty", "()Z", Looks::Alone),
    ("java/util/Collection", "size", "()I", Looks::Alone),
    ("java/util/Collection", "stream", "()Ljava/util/stream/Stream;", Looks::Alone),
    ("java/util/Collection", "toArray", "()[Ljava/lang/Object;", Looks::Alone),
    ("java/util/Collection", "toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;", Looks::Alone),
    ("java/util/Deque", "getFirst", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/Deque", "getLast", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/Iterator", "hasNext", "()Z", Looks::Alone),
    ("java/util/Iterator", "next", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/List", "get", "(I)Ljava/lang/Object;", Looks::Alone),
    ("java/util/List", "indexOf", "(Ljava/lang/Object;)I", Looks::CallsBack),
    ("java/util/List", "set", "(ILjava/lang/Object;)Ljava/lang/Object;", Looks::Alone),
    ("java/util/List", "sort", "(Ljava/util/Comparator;)V", Looks::CallsBack),
    ("java/util/Map", "containsKey", "(Ljava/lang/Object;)Z", Looks::CallsBack),
    ("java/util/Map", "forEach", "(Ljava/util/function/BiConsumer;)V", Looks::CallsBack),
    ("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;", Looks::CallsBack),
    ("java/util/Map", "getOrDefault", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", Looks::CallsBack),
    ("java/util/Map", "isEmpty", "()Z", Looks::Alone),
    ("java/util/Map", "size", "()I", Looks::Alone),
    ("java/util/NavigableMap", "ceilingEntry", "(Ljava/lang/Object;)Ljava/util/Map$Entry;", Looks::CallsBack),
    ("java/util/NavigableMap", "ceilingKey", "(Ljava/lang/Object;)Ljava/lang/Object;", Looks::CallsBack),
    ("java/util/NavigableMap", "firstEntry", "()Ljava/util/Map$Entry;", Looks::Alone),
    ("java/util/NavigableMap", "floorEntry", "(Ljava/lang/Object;)Ljava/util/Map$Entry;", Looks::CallsBack),
    ("java/util/NavigableMap", "floorKey", "(Ljava/lang/Object;)Ljava/lang/Object;", Looks::CallsBack),
    ("java/util/NavigableMap", "higherEntry", "(Ljava/lang/Object;)Ljava/util/Map$Entry;", Looks::CallsBack),
    ("java/util/NavigableMap", "higherKey", "(Ljava/lang/Object;)Ljava/lang/Object;", Looks::CallsBack),
    ("java/util/NavigableMap", "lastEntry", "()Ljava/util/Map$Entry;", Looks::Alone),
    ("java/util/NavigableMap", "lowerEntry", "(Ljava/lang/Object;)Ljava/util/Map$Entry;", Looks::CallsBack),
    ("java/util/NavigableMap", "lowerKey", "(Ljava/lang/Object;)Ljava/lang/Object;", Looks::CallsBack),
    ("java/util/Queue", "peek", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/SortedMap", "firstKey", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/SortedMap", "lastKey", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/SortedSet", "first", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/SortedSet", "last", "()Ljava/lang/Object;", Looks::Alone),
];

/// What the JDK gives by which nobody can put anything into the collection that is the first argument, but sees what becomes of it.
pub(super) const SHOWING: [(&str, &str, &str); 6] = [
    ("java/util/Collections", "unmodifiableCollection", "(Ljava/util/Collection;)Ljava/util/Collection;"),
    ("java/util/Collections", "unmodifiableList", "(Ljava/util/List;)Ljava/util/List;"),
    ("java/util/Collections", "unmodifiableMap", "(Ljava/util/Map;)Ljava/util/Map;"),
    ("java/util/Collections", "unmodifiableSet", "(Ljava/util/Set;)Ljava/util/Set;"),
    ("java/util/Collections", "unmodifiableSortedMap", "(Ljava/util/SortedMap;)Ljava/util/SortedMap;"),
    ("java/util/Collections", "unmodifiableSortedSet", "(Ljava/util/SortedSet;)Ljava/util/SortedSet;"),
];

/// Methods that only read or order the collection that is the first argument, and give nobody a view of it.
pub(super) const READING: [(&str, &str, &str); 19] = [
    ("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I"),
    ("java/util/Objects", "toString", "(Ljava/lang/Object;)Ljava/lang/String;"),
    ("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;"),
    ("java/lang/String", "join", "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;"),
    ("java/util/Collections", "frequency", "(Ljava/util/Collection;Ljava/lang/Object;)I"),
    ("java/util/Collections", "max", "(Ljava/util/Collection;)Ljava/lang/Object;"),
    ("java/util/Collections", "max", "(Ljava/util/Collection;Ljava/util/Comparator;)Ljava/lang/Object;"),
    ("java/util/Collections", "min", "(Ljava/util/Collection;)Ljava/lang/Object;"),
    ("java/util/Collections", "min", "(Ljava/util/Collection;Ljava/util/Comparator;)Ljava/lang/Object;"),
    ("java/util/Collections", "reverse", "(Ljava/util/List;)V"),
    ("java/util/Collections", "rotate", "(Ljava/util/List;I)V"),
    ("java/util/Collections", "sort", "(Ljava/util/List;)V"),
    ("java/util/Collections", "sort", "(Ljava/util/List;Ljava/util/Comparator;)V"),
    ("java/util/Collections", "shuffle", "(Ljava/util/List;)V"),
    ("java/util/Collections", "shuffle", "(Ljava/util/List;Ljava/util/Random;)V"),
    ("java/util/Collections", "swap", "(Ljava/util/List;II)V"),
    ("java/util/List", "copyOf", "(Ljava/util/Collection;)Ljava/util/List;"),
    ("java/util/Map", "copyOf", "(Ljava/util/Map;)Ljava/util/Map;"),
    ("java/util/Set", "copyOf", "(Ljava/util/Collection;)Ljava/util/Set;"),
];

/// Compares what is first with what is second by its own `equals`.
pub(super) const EQUALS: (&str, &str, &str) =
    ("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");

/// Methods of final classes that only ask their argument for its text.
pub(super) const APPENDING: [(&str, &str, &str); 2] = [
    ("java/lang/StringBuffer", "append", "(Ljava/lang/Object;)Ljava/lang/StringBuffer;"),
    ("java/lang/StringBuilder", "append", "(Ljava/lang/Object;)Ljava/lang/StringBuilder;"),
];

/// Methods and constructors of those collections that only read the collection that is their argument: name and descriptor.
pub(super) const READING_ARGUMENTS: [(&str, &str); 8] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("addAll", "(Ljava/util/Collection;)Z"),
    ("containsAll", "(Ljava/util/Collection;)Z"),
    ("removeAll", "(Ljava/util/Collection;)Z"),
    ("retainAll", "(Ljava/util/Collection;)Z"),
    ("putAll", "(Ljava/util/Map;)V"),
    ("<init>", "(Ljava/util/Collection;)V"),
    ("<init>", "(Ljava/util/Map;)V"),
];

/// Whether a class is one of those collections.
pub(in crate::invariant::stable) fn is_collection(program: &Program, class: ClassId) -> bool {
    program.class(class).is_jdk && COLLECTIONS.contains(&&**program.class_name(class))
}

/// Collections that ask the objects that are put in for their hash, or for their order.
const ASKING_ALL: [&str; 5] =
    ["java/util/HashMap", "java/util/HashSet", "java/util/PriorityQueue", "java/util/TreeMap", "java/util/TreeSet"];

/// Methods that change a collection and ask what they are given, or all that is there, meanwhile.
const ASKING: [Method; 8] = [
    ("java/util/Collection", "remove", "(Ljava/lang/Object;)Z"),
    ("java/util/Collection", "removeAll", "(Ljava/util/Collection;)Z"),
    ("java/util/Collection", "retainAll", "(Ljava/util/Collection;)Z"),
    ("java/util/Deque", "removeFirstOccurrence", "(Ljava/lang/Object;)Z"),
    ("java/util/Deque", "removeLastOccurrence", "(Ljava/lang/Object;)Z"),
    ("java/util/List", "sort", "(Ljava/util/Comparator;)V"),
    ("java/util/Map", "remove", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/Map", "remove", "(Ljava/lang/Object;Ljava/lang/Object;)Z"),
];

/// What orders the collection that is the first argument.
pub(super) const ORDERING: [Method; 2] = [
    ("java/util/Collections", "sort", "(Ljava/util/List;)V"),
    ("java/util/Collections", "sort", "(Ljava/util/List;Ljava/util/Comparator;)V"),
];

/// Whether a call changes a collection and asks objects meanwhile.
pub(super) fn asks_meanwhile(program: &Program, class: ClassId, called: &MethodReference) -> bool {
    let named = (&*called.name, &*called.descriptor);
    let is_of =
        |above: &str| program.class_by_name(above).is_some_and(|above| program.is_subclass(class, above) == Some(true));
    let is_change =
        looks(program, called).is_none() && !is_view(named) && !matches!(named, ("clear" | "<init>", "()V"));
    ASKING.iter().any(|(above, name, descriptor)| (*name, *descriptor) == named && is_of(above))
        || (is_change && ASKING_ALL.iter().any(|above| is_of(above)))
}

/// What a call gives that gives an element, a key or a value, if it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// One that is there.
    One,
    /// The same, or null where there is none.
    OneIfAny,
}

/// Calls of collections that give what these hold: class, name, descriptor, the place of the type argument that it stands for, and whether it
/// is there.
pub(super) const TAKING: [(&str, &str, &str, usize, Taken); 26] = [
    ("java/util/Deque", "getFirst", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/Deque", "getLast", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/Deque", "peekFirst", "()Ljava/lang/Object;", 0, Taken::OneIfAny),
    ("java/util/Deque", "peekLast", "()Ljava/lang/Object;", 0, Taken::OneIfAny),
    ("java/util/Deque", "pollFirst", "()Ljava/lang/Object;", 0, Taken::OneIfAny),
    ("java/util/Deque", "pollLast", "()Ljava/lang/Object;", 0, Taken::OneIfAny),
    ("java/util/Deque", "pop", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/Deque", "removeFirst", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/Deque", "removeLast", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/List", "get", "(I)Ljava/lang/Object;", 0, Taken::One),
    ("java/util/List", "remove", "(I)Ljava/lang/Object;", 0, Taken::One),
    ("java/util/List", "set", "(ILjava/lang/Object;)Ljava/lang/Object;", 0, Taken::One),
    ("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;", VALUES, Taken::OneIfAny),
    ("java/util/Map", "put", PUT, VALUES, Taken::OneIfAny),
    ("java/util/Map", "putIfAbsent", PUT, VALUES, Taken::OneIfAny),
    ("java/util/Map", "remove", "(Ljava/lang/Object;)Ljava/lang/Object;", VALUES, Taken::OneIfAny),
    ("java/util/Map", "replace", PUT, VALUES, Taken::OneIfAny),
    ("java/util/Queue", "element", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/Queue", "peek", "()Ljava/lang/Object;", 0, Taken::OneIfAny),
    ("java/util/Queue", "poll", "()Ljava/lang/Object;", 0, Taken::OneIfAny),
    ("java/util/Queue", "remove", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/SortedMap", "firstKey", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/SortedMap", "lastKey", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/SortedSet", "first", "()Ljava/lang/Object;", 0, Taken::One),
    ("java/util/SortedSet", "last", "()Ljava/lang/Object;", 0, Taken::One),
    // Of a collection that has one type argument.
    NEXT,
];
const PUT: &str = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
pub(super) const NEXT: (&str, &str, &str, usize, Taken) =
    ("java/util/Iterator", "next", "()Ljava/lang/Object;", 0, Taken::One);

/// Whether a call of a collection, a view or an iterator takes nothing out and puts nothing in by itself.
pub(super) fn only_looks(program: &Program, called: &MethodReference) -> bool {
    looks(program, called).is_some()
}

/// Whether such a call leaves everything as it is, since it runs no other code either.
pub fn looks_alone(program: &Program, called: &MethodReference) -> bool {
    looks(program, called) == Some(Looks::Alone)
}

fn looks(program: &Program, called: &MethodReference) -> Option<Looks> {
    let is_one = |(declaring, name, descriptor, _): &&(&str, &str, &str, Looks)| {
        let declaring = program.class_by_name(declaring);
        let class = program.class_by_name(&called.class);
        (*name, *descriptor) == (&*called.name, &*called.descriptor)
            && declaring.zip(class).is_some_and(|(above, class)| program.is_subclass(class, above) == Some(true))
    };
    LOOKING.iter().find(is_one).map(|(.., looks)| *looks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;
    use crate::program::MethodId;

    fn methods(program: &Program, rows: &[(&str, &str, &str)]) -> Vec<MethodId> {
        rows.iter().map(|row| program.method_by_name(*row).unwrap_or_else(|| panic!("{row:?}"))).collect()
    }

    #[test]
    fn every_row_is_a_method() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        assert!(COLLECTIONS.iter().all(|name| program.class_by_name(name).is_some()));
        assert!(TAKING_COMPARATORS.iter().chain([&KEYED]).all(|name| COLLECTIONS.contains(name)));
        let taking = TAKING.map(|(class, name, descriptor, ..)| (class, name, descriptor));
        assert_eq!(methods(&program, &taking).len(), TAKING.len());
        let looking = LOOKING.map(|(class, name, descriptor, _)| (class, name, descriptor));
        assert_eq!(methods(&program, &looking).len() + methods(&program, &APPENDING).len(), LOOKING.len() + 2);
        assert_eq!(methods(&program, &[EQUALS]).len(), 1);
        assert!(ASKING_ALL.iter().all(|name| program.class_by_name(name).is_some()));
        for table in [&READING[..], &SHOWING, &ASKING, &ORDERING] {
            assert_eq!(methods(&program, table).len(), table.len());
        }
        for (name, descriptor) in READING_ARGUMENTS {
            let class = if descriptor.contains("Map") { "java/util/HashMap" } else { "java/util/ArrayList" };
            let mut declaring = program.superclasses(program.class_by_name(class).unwrap());
            let is_there = |above| program.method_by_name((program.class_name(above), name, descriptor)).is_some();
            assert!(declaring.any(is_there), "{class}.{name}");
        }
    }
}
