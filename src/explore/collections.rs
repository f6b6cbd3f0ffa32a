//! What calls of the JDK's collections leave and give, whatever the collection holds: one table by class, name and descriptor. Their code
//! walks through tables, rings and lists of any size; what most callers need of it is a size, and that nothing is thrown.

use crate::heap::size_field;
use crate::program::{FieldId, MethodId, Program};

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
    /// An entry of the table, or null.
    Entry,
    /// A value that the table held, or null.
    Previous,
    /// Always true.
    True,
    /// Whether the collection is changed.
    IsChanged,
    /// Whether something is there, so that the collection is not empty.
    IsThere,
    /// An index, or -1.
    IndexOrNone,
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
}

const ARRAY_LIST: &str = "java/util/ArrayList";
const LINKED_LIST: &str = "java/util/LinkedList";
const ARRAY_DEQUE: &str = "java/util/ArrayDeque";
const HASH_MAP: &str = "java/util/HashMap";

const fn row(
    (class, name, descriptor): (&'static str, &'static str, &'static str),
    needs: &'static [Need],
    gives: Gives,
    size: Size,
) -> Row {
    Row { class, name, descriptor, needs, gives, size }
}

/// The table.
static ROWS: [Row; 31] = [
    row((ARRAY_LIST, "add", "(Ljava/lang/Object;)Z"), &[], Gives::True, Size::By(1)),
    row((ARRAY_LIST, "add", "(ILjava/lang/Object;)V"), &[Need::IndexOrSize(1)], Gives::Nothing, Size::By(1)),
    row((ARRAY_LIST, "remove", "(I)Ljava/lang/Object;"), &[Need::Index(1)], Gives::Element, Size::By(-1)),
    row((ARRAY_LIST, "remove", "(Ljava/lang/Object;)Z"), &[Need::Quiet(1)], Gives::IsChanged, Size::Perhaps(-1)),
    row((ARRAY_LIST, "indexOf", "(Ljava/lang/Object;)I"), &[Need::Quiet(1)], Gives::IndexOrNone, Size::Unchanged),
    row((ARRAY_LIST, "lastIndexOf", "(Ljava/lang/Object;)I"), &[Need::Quiet(1)], Gives::IndexOrNone, Size::Unchanged),
    row((ARRAY_LIST, "clear", "()V"), &[], Gives::Nothing, Size::Zero),
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
];

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
    }
}
