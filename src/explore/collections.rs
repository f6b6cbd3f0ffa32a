//! What calls of the JDK's collections leave and give, whatever the collection holds: one table by class, name and descriptor. Their code
//! walks through tables, rings and lists of any size; what most callers need of it is a size, and that nothing is thrown.

use crate::heap::size_field;
use crate::program::{ClassId, FieldId, MethodId, Program};

/// What must hold where a call is taken from its row; where it does not, its code runs. Arguments are counted from the receiver, which
/// is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// A number that is an index of the collection: `0 <= argument < size`.
    Index(usize),
    /// A number that is an index or the size.
    IndexOrSize(usize),
    /// An object that hashes and compares without running any code of the program, or null.
    Quiet(usize),
    /// Not null.
    NotNull(usize),
    /// The keys that are in the table hash and compare in the same way.
    QuietKeys,
    /// The ring is not empty: its ends are not the same.
    Filled,
    /// An object of the one class of which all elements or keys are, which are ordered by themselves, running no code of the program.
    Ordered(usize),
    /// All elements or keys are ordered so.
    InOrder,
    /// The collection was told no order.
    ToldNoOrder,
    /// A constant of the enum of which all keys are.
    Key(usize),
    /// Null.
    Null(usize),
    /// No element is null.
    Objects,
    /// A string.
    Text(usize),
    /// All elements are strings, or null, of a collection of the JDK that keeps them itself.
    Texts,
}

/// What a call gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gives {
    /// Nothing.
    Nothing,
    /// What the collection holds.
    Element,
    /// The same of a collection that takes no null.
    Present,
    /// An entry of the table, or null: what is there for the key.
    Entry,
    /// Some entry of the table, or null.
    AnyEntry,
    /// Some entry of the table; null where that is empty.
    EntryIfAny,
    /// What the collection holds; null where it is empty, which stays as it is.
    ElementIfAny,
    /// A value that the table held, or null.
    Previous,
    /// The same: what is there for the key.
    Value,
    /// Whether there is one.
    HasValue,
    /// Always true.
    True,
    /// Whether the collection is changed.
    IsChanged,
    /// Whether something is there, so that the collection is not empty.
    IsThere,
    /// An index, or -1.
    IndexOrNone,
    /// An object of the result's type.
    Object,
}

/// What the size is after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// The collection is as it was.
    Unchanged,
    /// One more, or one less.
    By(i32),
    /// As before, or one more or less.
    Perhaps(i32),
    /// None.
    Zero,
    /// Not known, since no field has it.
    Unknown,
}

/// A row: class, name, descriptor, what it needs, what it gives, and the size after it.
pub(super) struct Row {
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    pub(super) needs: &'static [Need],
    pub(super) gives: Gives,
    pub(super) size: Size,
    /// The argument that is the collection.
    pub(super) of: usize,
}

const ARRAY_LIST: &str = "java/util/ArrayList";
const LINKED_LIST: &str = "java/util/LinkedList";
const ARRAY_DEQUE: &str = "java/util/ArrayDeque";
const ENUM_MAP: &str = "java/util/EnumMap";
const HASH_MAP: &str = "java/util/HashMap";
const LINKED_HASH_MAP: &str = "java/util/LinkedHashMap";
const TREE_MAP: &str = "java/util/TreeMap";
const PRIORITY_QUEUE: &str = "java/util/PriorityQueue";

/// Where the ring of an `ArrayDeque` begins and ends.
pub(super) const RING_ENDS: [(&str, &str, &str); 2] = [(ARRAY_DEQUE, "head", "I"), (ARRAY_DEQUE, "tail", "I")];

/// Collections that keep their elements themselves.
const KEEPING: [&str; 7] = [
    ARRAY_DEQUE,
    ARRAY_LIST,
    LINKED_LIST,
    PRIORITY_QUEUE,
    "java/util/HashSet",
    "java/util/LinkedHashSet",
    "java/util/TreeSet",
];

const fn row(
    (class, name, descriptor): (&'static str, &'static str, &'static str),
    needs: &'static [Need],
    gives: Gives,
    size: Size,
) -> Row {
    Row { class, name, descriptor, needs, gives, size, of: 0 }
}

/// What makes one text of the elements.
const fn joining() -> Row {
    let named = ("java/lang/String", "join", "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;");
    Row { of: 1, ..row(named, &[Need::Text(0), Need::Texts], Gives::Object, Size::Unchanged) }
}

/// A method of a sorted table that looks for a key.
const fn sought(name: &'static str, gives: Gives) -> Row {
    let named = (TREE_MAP, name, "(Ljava/lang/Object;)Ljava/util/TreeMap$Entry;");
    row(named, &[Need::Ordered(1)], gives, Size::Unchanged)
}

/// The table.
static ROWS: [Row; 57] = [
    joining(),
    row((ARRAY_LIST, "add", "(Ljava/lang/Object;)Z"), &[], Gives::True, Size::By(1)),
    row((ARRAY_LIST, "add", "(ILjava/lang/Object;)V"), &[Need::IndexOrSize(1)], Gives::Nothing, Size::By(1)),
    row((ARRAY_LIST, "remove", "(I)Ljava/lang/Object;"), &[Need::Index(1)], Gives::Element, Size::By(-1)),
    row((ARRAY_LIST, "remove", "(Ljava/lang/Object;)Z"), &[Need::Quiet(1)], Gives::IsChanged, Size::Perhaps(-1)),
    row((ARRAY_LIST, "indexOf", "(Ljava/lang/Object;)I"), &[Need::Quiet(1)], Gives::IndexOrNone, Size::Unchanged),
    row((ARRAY_LIST, "lastIndexOf", "(Ljava/lang/Object;)I"), &[Need::Quiet(1)], Gives::IndexOrNone, Size::Unchanged),
    row((ARRAY_LIST, "clear", "()V"), &[], Gives::Nothing, Size::Zero),
    row(
        (ARRAY_LIST, "sort", "(Ljava/util/Comparator;)V"),
        &[Need::Null(1), Need::Objects, Need::InOrder],
        Gives::Nothing,
        Size::By(0),
    ),
    row((LINKED_LIST, "get", "(I)Ljava/lang/Object;"), &[Need::Index(1)], Gives::Element, Size::Unchanged),
    row((LINKED_LIST, "add", "(ILjava/lang/Object;)V"), &[Need::IndexOrSize(1)], Gives::Nothing, Size::By(1)),
    row((LINKED_LIST, "remove", "(I)Ljava/lang/Object;"), &[Need::Index(1)], Gives::Element, Size::By(-1)),
    row((LINKED_LIST, "remove", "(Ljava/lang/Object;)Z"), &[Need::Quiet(1)], Gives::IsChanged, Size::Perhaps(-1)),
    row((LINKED_LIST, "indexOf", "(Ljava/lang/Object;)I"), &[Need::Quiet(1)], Gives::IndexOrNone, Size::Unchanged),
    row((LINKED_LIST, "lastIndexOf", "(Ljava/lang/Object;)I"), &[Need::Quiet(1)], Gives::IndexOrNone, Size::Unchanged),
    row((LINKED_LIST, "clear", "()V"), &[], Gives::Nothing, Size::Zero),
    row((ARRAY_DEQUE, "addFirst", "(Ljava/lang/Object;)V"), &[Need::NotNull(1)], Gives::Nothing, Size::Unknown),
    row((ARRAY_DEQUE, "addLast", "(Ljava/lang/Object;)V"), &[Need::NotNull(1)], Gives::Nothing, Size::Unknown),
    row((ARRAY_DEQUE, "getFirst", "()Ljava/lang/Object;"), &[Need::Filled], Gives::Present, Size::Unchanged),
    row((ARRAY_DEQUE, "getLast", "()Ljava/lang/Object;"), &[Need::Filled], Gives::Present, Size::Unchanged),
    row((ARRAY_DEQUE, "peekFirst", "()Ljava/lang/Object;"), &[Need::Filled], Gives::Present, Size::Unchanged),
    row((ARRAY_DEQUE, "peekLast", "()Ljava/lang/Object;"), &[Need::Filled], Gives::Present, Size::Unchanged),
    row((ARRAY_DEQUE, "pollFirst", "()Ljava/lang/Object;"), &[Need::Filled], Gives::Present, Size::Unknown),
    row((ARRAY_DEQUE, "pollLast", "()Ljava/lang/Object;"), &[Need::Filled], Gives::Present, Size::Unknown),
    row((ARRAY_DEQUE, "contains", "(Ljava/lang/Object;)Z"), &[Need::Quiet(1)], Gives::IsThere, Size::Unchanged),
    row(
        (ARRAY_DEQUE, "removeFirstOccurrence", "(Ljava/lang/Object;)Z"),
        &[Need::Quiet(1)],
        Gives::IsThere,
        Size::Unknown,
    ),
    row(
        (ARRAY_DEQUE, "removeLastOccurrence", "(Ljava/lang/Object;)Z"),
        &[Need::Quiet(1)],
        Gives::IsThere,
        Size::Unknown,
    ),
    row((ARRAY_DEQUE, "clear", "()V"), &[], Gives::Nothing, Size::Unknown),
    row(
        (HASH_MAP, "getNode", "(Ljava/lang/Object;)Ljava/util/HashMap$Node;"),
        &[Need::Quiet(1)],
        Gives::Entry,
        Size::Unchanged,
    ),
    row(
        (HASH_MAP, "putVal", "(ILjava/lang/Object;Ljava/lang/Object;ZZ)Ljava/lang/Object;"),
        &[Need::Quiet(2), Need::QuietKeys],
        Gives::Previous,
        Size::Perhaps(1),
    ),
    row(
        (HASH_MAP, "removeNode", "(ILjava/lang/Object;Ljava/lang/Object;ZZ)Ljava/util/HashMap$Node;"),
        &[Need::Quiet(2), Need::Quiet(3)],
        Gives::Entry,
        Size::Perhaps(-1),
    ),
    row((HASH_MAP, "containsValue", "(Ljava/lang/Object;)Z"), &[Need::Quiet(1)], Gives::IsThere, Size::Unchanged),
    row((HASH_MAP, "clear", "()V"), &[], Gives::Nothing, Size::Zero),
    row(
        (LINKED_HASH_MAP, "afterNodeAccess", "(Ljava/util/HashMap$Node;)V"),
        &[Need::ToldNoOrder],
        Gives::Nothing,
        Size::Unchanged,
    ),
    sought("getEntry", Gives::Entry),
    sought("getCeilingEntry", Gives::AnyEntry),
    sought("getFloorEntry", Gives::AnyEntry),
    sought("getHigherEntry", Gives::AnyEntry),
    sought("getLowerEntry", Gives::AnyEntry),
    row((TREE_MAP, "getFirstEntry", "()Ljava/util/TreeMap$Entry;"), &[], Gives::EntryIfAny, Size::Unchanged),
    row((TREE_MAP, "getLastEntry", "()Ljava/util/TreeMap$Entry;"), &[], Gives::EntryIfAny, Size::Unchanged),
    row(
        (TREE_MAP, "put", "(Ljava/lang/Object;Ljava/lang/Object;Z)Ljava/lang/Object;"),
        &[Need::Ordered(1)],
        Gives::Previous,
        Size::Perhaps(1),
    ),
    row((TREE_MAP, "deleteEntry", "(Ljava/util/TreeMap$Entry;)V"), &[Need::NotNull(1)], Gives::Nothing, Size::By(-1)),
    row((TREE_MAP, "containsValue", "(Ljava/lang/Object;)Z"), &[Need::Quiet(1)], Gives::IsThere, Size::Unchanged),
    row((TREE_MAP, "clear", "()V"), &[], Gives::Nothing, Size::Zero),
    row((ENUM_MAP, "get", "(Ljava/lang/Object;)Ljava/lang/Object;"), &[], Gives::Value, Size::Unchanged),
    row((ENUM_MAP, "containsKey", "(Ljava/lang/Object;)Z"), &[], Gives::HasValue, Size::Unchanged),
    row(
        (ENUM_MAP, "put", "(Ljava/lang/Enum;Ljava/lang/Object;)Ljava/lang/Object;"),
        &[Need::Key(1)],
        Gives::Previous,
        Size::Perhaps(1),
    ),
    row((ENUM_MAP, "remove", "(Ljava/lang/Object;)Ljava/lang/Object;"), &[], Gives::Previous, Size::Perhaps(-1)),
    row((ENUM_MAP, "containsValue", "(Ljava/lang/Object;)Z"), &[Need::Quiet(1)], Gives::IsThere, Size::Unchanged),
    row((ENUM_MAP, "clear", "()V"), &[], Gives::Nothing, Size::Zero),
    row((PRIORITY_QUEUE, "offer", "(Ljava/lang/Object;)Z"), &[Need::Ordered(1)], Gives::True, Size::By(1)),
    row((PRIORITY_QUEUE, "poll", "()Ljava/lang/Object;"), &[Need::InOrder], Gives::ElementIfAny, Size::By(-1)),
    row((PRIORITY_QUEUE, "peek", "()Ljava/lang/Object;"), &[], Gives::ElementIfAny, Size::Unchanged),
    row((PRIORITY_QUEUE, "indexOf", "(Ljava/lang/Object;)I"), &[Need::Quiet(1)], Gives::IndexOrNone, Size::Unchanged),
    row(
        (PRIORITY_QUEUE, "remove", "(Ljava/lang/Object;)Z"),
        &[Need::Quiet(1), Need::InOrder],
        Gives::IsChanged,
        Size::Perhaps(-1),
    ),
    row((PRIORITY_QUEUE, "clear", "()V"), &[], Gives::Nothing, Size::Zero),
];

/// Methods of collections that do what an interface's method does, as long as the function that they are given does not change the
/// collection: class, name, descriptor, and the interface.
static AS_IN_INTERFACE: [(&str, &str, &str, &str); 11] = [
    (ARRAY_DEQUE, "forEach", "(Ljava/util/function/Consumer;)V", "java/lang/Iterable"),
    (HASH_MAP, "compute", COMPUTE, MAP),
    (HASH_MAP, "computeIfAbsent", COMPUTE_IF_ABSENT, MAP),
    (HASH_MAP, "computeIfPresent", COMPUTE, MAP),
    (HASH_MAP, "merge", MERGE, MAP),
    (HASH_MAP, "replaceAll", REPLACE_ALL, MAP),
    (TREE_MAP, "compute", COMPUTE, MAP),
    (TREE_MAP, "computeIfAbsent", COMPUTE_IF_ABSENT, MAP),
    (TREE_MAP, "computeIfPresent", COMPUTE, MAP),
    (TREE_MAP, "merge", MERGE, MAP),
    (TREE_MAP, "replaceAll", REPLACE_ALL, MAP),
];
const COMPUTE: &str = "(Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;";
const COMPUTE_IF_ABSENT: &str = "(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;";
const MERGE: &str = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;";
const REPLACE_ALL: &str = "(Ljava/util/function/BiFunction;)V";
const MAP: &str = "java/util/Map";

/// The method of an interface that does what a method of a collection does, if that is one of these.
pub(super) fn as_in_interface(program: &Program, method: MethodId) -> Option<MethodId> {
    let info = program.method(method);
    let class = program.class(info.class);
    let named = (&*class.name, &*info.name, &*info.descriptor);
    let is_it =
        |(of, name, descriptor, _): &&(&str, &str, &str, &str)| class.is_jdk && (*of, *name, *descriptor) == named;
    let (_, name, descriptor, interface) = AS_IN_INTERFACE.iter().find(is_it)?;
    program.method_by_name((interface, name, descriptor))
}

/// Whether a method is that of an interface for one of these.
pub(super) fn is_of_interface(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let class = program.class(info.class);
    let named = (&*info.name, &*info.descriptor, &*class.name);
    class.is_jdk && AS_IN_INTERFACE.iter().any(|(_, name, descriptor, of)| (*name, *descriptor, *of) == named)
}

impl Row {
    /// The field that has the size of the collections of the row's class; none where no field has.
    pub(super) fn size_field(&self, program: &Program) -> Option<FieldId> {
        size_field(program, program.class_by_name(self.class)?)
    }
}

/// The row of a method, if it has one.
pub(super) fn row_of(program: &Program, method: MethodId) -> Option<&'static Row> {
    let info = program.method(method);
    let class = program.class(info.class);
    if !class.is_jdk {
        return None;
    }
    let named = (&*class.name, &*info.name, &*info.descriptor);
    ROWS.iter().find(|row| (row.class, row.name, row.descriptor) == named)
}

/// Whether the collections of a class keep their elements themselves.
pub(super) fn keeps_elements(program: &Program, class: ClassId) -> bool {
    let class = program.class(class);
    class.is_jdk && KEEPING.contains(&&*class.name)
}

/// Whether a method of a collection is known to leave it as it is.
pub fn leaves_collection(program: &Program, method: MethodId) -> bool {
    row_of(program, method).is_some_and(|row| row.size == Size::Unchanged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    fn jdk() -> Program {
        Program::link_with([], Some(Jdk::find().expect("a JDK")))
    }

    #[test]
    fn every_row_is_a_method_with_code() {
        let program = jdk();
        for row in &ROWS {
            let method = program.method_by_name((row.class, row.name, row.descriptor));
            let method = method.unwrap_or_else(|| panic!("{}.{}{}", row.class, row.name, row.descriptor));
            assert!(program.code(method).is_some(), "{}.{}", row.class, row.name);
            assert!(std::ptr::eq(row_of(&program, method).unwrap(), row));
        }
        for (class, name, descriptor, _) in AS_IN_INTERFACE {
            let method = program.method_by_name((class, name, descriptor)).unwrap_or_else(|| panic!("{class}.{name}"));
            let of_interface = as_in_interface(&program, method);
            assert!(of_interface.is_some_and(|found| is_of_interface(&program, found)), "{class}.{name}");
        }
    }
}
