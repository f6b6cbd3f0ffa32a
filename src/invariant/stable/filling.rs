//! What instructions do to the arrays of references that a method makes, and what is stored in those that fields refer to (`arrays.rs`).

use super::arrays::{Filled, Int, Made, Number};
use super::frame::{Entry, Exact, Frame, Fresh, OfField};
use super::walk::Walk;
use crate::classfile::{MethodReference, Relation};
use crate::heap::{Held, Length};
use crate::program::FieldId;

/// Static methods of the JDK that only read the array that is their first argument: class, name and descriptor.
const READING_ARRAYS: [(&str, &str, &str); 11] = [
    ("java/util/Arrays", "binarySearch", "([Ljava/lang/Object;Ljava/lang/Object;)I"),
    ("java/util/Arrays", "copyOf", "([Ljava/lang/Object;I)[Ljava/lang/Object;"),
    ("java/util/Arrays", "copyOfRange", "([Ljava/lang/Object;II)[Ljava/lang/Object;"),
    ("java/util/Arrays", "deepEquals", "([Ljava/lang/Object;[Ljava/lang/Object;)Z"),
    ("java/util/Arrays", "deepHashCode", "([Ljava/lang/Object;)I"),
    ("java/util/Arrays", "deepToString", "([Ljava/lang/Object;)Ljava/lang/String;"),
    ("java/util/Arrays", "equals", "([Ljava/lang/Object;[Ljava/lang/Object;)Z"),
    ("java/util/Arrays", "hashCode", "([Ljava/lang/Object;)I"),
    ("java/util/Arrays", "stream", "([Ljava/lang/Object;)Ljava/util/stream/Stream;"),
    ("java/util/Arrays", "toString", "([Ljava/lang/Object;)Ljava/lang/String;"),
    ("java/util/List", "of", "([Ljava/lang/Object;)Ljava/util/List;"),
];

/// Those that put what is in it in another order.
const SORTING: [(&str, &str, &str); 2] = [
    ("java/util/Arrays", "sort", "([Ljava/lang/Object;)V"),
    ("java/util/Arrays", "sort", "([Ljava/lang/Object;Ljava/util/Comparator;)V"),
];

/// Puts one value everywhere.
const FILLING: (&str, &str, &str) = ("java/util/Arrays", "fill", "([Ljava/lang/Object;Ljava/lang/Object;)V");

/// Copies elements of its first argument to its third.
const COPYING: (&str, &str, &str) = ("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V");

impl Frame {
    /// What is on top of the stack was just made: an array of so many elements, which are arrays of a length if that is given, else null.
    pub(super) fn make_array(&mut self, count: Int, lengths: Option<Int>) {
        let Some(array) = self.stack.last_mut() else { return };
        array.fresh = Fresh::Array;
        let is_whole = lengths.is_some() || count == Int::Constant(0);
        let filled = if is_whole { Filled::All } else { Filled::UpTo(0) };
        self.arrays.made.push(Made { number: array.number, count, filled, lengths });
    }

    /// What is in the array that was just made is not known.
    pub(super) fn fill_unknown(&mut self) {
        self.arrays.made.last_mut().into_iter().for_each(Made::lose_elements);
    }

    /// A value of this number is another one by now.
    pub(super) fn forget_array(&mut self, number: Number) {
        if !self.arrays.made.is_empty() {
            self.arrays.forget(number);
            let lengths = self.locals.iter_mut().chain(&mut self.stack).filter(|it| it.int == Int::LengthOf(number));
            lengths.for_each(|it| it.int = Int::Unknown);
        }
    }

    /// Takes what another way in knows of arrays, before it takes its local variables.
    pub(super) fn join_arrays(&mut self, other: &Frame) -> bool {
        if self.arrays == other.arrays {
            return false;
        }
        let before = self.arrays.clone();
        let ints = |frame: &Frame| frame.locals.iter().map(|local| local.int).collect::<Vec<Int>>();
        let (mine, others) = (ints(self), ints(other));
        self.arrays.join(&other.arrays, [&mine, &others]);
        self.arrays != before
    }

    /// A local variable gets another value: the one that it had and this number, or any.
    pub(super) fn change_local(&mut self, slot: u16, added: Option<i32>) {
        for made in &mut self.arrays.made {
            made.filled = match (made.filled, added) {
                (Filled::Below(below), Some(0)) if below == slot => made.filled,
                (Filled::Through(below), Some(1)) if below == slot => Filled::Below(slot),
                (Filled::Below(below) | Filled::Through(below), _) if below == slot => Filled::Not,
                _ => made.filled,
            };
        }
        self.locals
            .iter_mut()
            .chain(&mut self.stack)
            .filter(|it| it.local == Some(slot))
            .for_each(|it| it.local = None);
        if let Some(local) = self.locals.get_mut(usize::from(slot)) {
            local.int = match (local.int, added) {
                (Int::Constant(value), Some(added)) => value.checked_add(added).map_or(Int::Unknown, Int::Constant),
                _ => Int::Unknown,
            };
        }
    }

    /// Two ints are in a relation.
    pub(super) fn compare(&mut self, left: Entry, relation: Relation, right: Entry) {
        let left_reaches = matches!(relation, Relation::Equal | Relation::GreaterOrEqual | Relation::Greater);
        let right_reaches = matches!(relation, Relation::Equal | Relation::LessOrEqual | Relation::Less);
        for (reaches, variable, bound) in [(left_reaches, left, right), (right_reaches, right, left)] {
            let is_below = |filled: Filled| match (filled, variable.int) {
                (Filled::Below(slot), _) => variable.local == Some(slot),
                (Filled::UpTo(count), Int::Constant(value)) => value <= count,
                _ => false,
            };
            for made in self.arrays.made.iter_mut().filter(|made| reaches && is_below(made.filled)) {
                let is_count = bound.int != Int::Unknown && made.count == bound.int;
                if is_count || bound.int == Int::LengthOf(made.number) {
                    made.filled = Filled::All;
                }
            }
        }
    }

    /// What a final int field of the object that a constructor is making was assigned.
    pub(super) fn assigned_int(&self, field: FieldId) -> Option<Int> {
        self.arrays.ints.iter().find(|(known, _)| *known == field).map(|(_, int)| *int)
    }

    /// The array that a constructor has stored in a field of the object that it is making.
    pub(super) fn kept_array(&self, field: FieldId) -> Option<Number> {
        let mut kept = self.arrays.kept.iter().filter(|(of, _)| *of == field).map(|(_, number)| *number);
        kept.next().filter(|number| kept.next().is_none() && self.arrays.made(*number).is_some())
    }

    /// What is on the stack may be changed by an instruction that throws.
    pub(super) fn lose_arrays_on_stack(&mut self) {
        let lost: Vec<Number> = self.stack.iter().map(|entry| entry.number).collect();
        lost.into_iter().for_each(|number| self.forget_array(number));
    }

    /// How many elements an array has, if the method has made it.
    fn count_of(&self, array: Number) -> Int {
        self.arrays.made(array).map_or(Int::Unknown, |made| made.count)
    }

    /// The length of an array that was just made.
    pub(super) fn length_of(&self, array: Number) -> Int {
        if self.arrays.made(array).is_some() { Int::LengthOf(array) } else { Int::Unknown }
    }
}

impl Walk<'_, '_> {
    /// A value is stored in an array.
    pub(super) fn store_element(&mut self, array: Entry, index: Entry, value: Entry, frame: &mut Frame) {
        let is_object = frame.is_known(value);
        let length = frame.count_of(value.number);
        if let Some(made) = frame.arrays.made_mut(array.number) {
            made.filled = match made.filled {
                _ if !is_object => Filled::Not,
                Filled::UpTo(count) if index.int == Int::Constant(count) => match count + 1 {
                    count if made.count == Int::Constant(count) => Filled::All,
                    count => Filled::UpTo(count),
                },
                Filled::Below(slot) if index.local == Some(slot) => Filled::Through(slot),
                filled => filled,
            };
            made.lengths = Some(made.lengths.filter(|known| *known != length).map_or(length, |_| Int::Unknown));
        }
        self.note_element(array, is_object, length, frame);
    }

    /// A value is stored in what a field refers to, if the array is that.
    fn note_element(&mut self, array: Entry, is_object: bool, length: Int, frame: &Frame) {
        match array.of_field {
            _ if !self.notes => {}
            OfField::No => {}
            OfField::One(field) => {
                self.facts.note_changed_by(field, self.method);
                if !is_object {
                    self.note_null(field);
                }
                let is_own = frame.arrays.kept.contains(&(field, array.number));
                self.note_length(field, length, is_own);
            }
            OfField::Several => self.give_up_all(),
        }
    }

    fn note_null(&mut self, field: FieldId) {
        let known = self.facts.want_contents(self.program, field).first().copied().unwrap_or_default();
        self.facts.note_put(self.program, (field, 0), Held { is_object: false, ..known }, Exact::Any);
    }

    /// An array of this length is stored in what a field refers to; `is_own`: of the method's receiver.
    fn note_length(&mut self, field: FieldId, length: Int, is_own: bool) {
        let known = match length {
            Int::Constant(length) => vec![Length::Constant(length)],
            Int::Parameter(_) if is_own && self.is_constructor => return self.lengths.push((field, length)),
            Int::Field(of) if is_own => vec![Length::OfField(of)],
            _ => Vec::new(),
        };
        self.facts.note_lengths(field, &known);
    }

    /// A new array is stored in a field; `is_own`: of the method's receiver.
    pub(super) fn keep_array(&mut self, field: FieldId, array: Entry, is_own: bool, frame: &mut Frame) {
        let made = frame.arrays.made(array.number).copied();
        // Where a finalizer may be given an object, nobody waits for the constructor's end.
        let is_being_made = is_own && self.is_constructor && !self.program.may_be_finalized(self.class);
        if self.notes {
            match made {
                None => self.facts.give_up_contents(field),
                Some(made) => {
                    if !is_being_made && made.filled != Filled::All {
                        self.note_null(field);
                    }
                    if let Some(length) = made.lengths {
                        self.note_length(field, length, is_own);
                    }
                }
            }
        }
        if is_being_made && !frame.arrays.kept.contains(&(field, array.number)) {
            frame.arrays.kept.push((field, array.number));
        }
        frame.renew(array.number, Fresh::No, OfField::One(field));
    }

    /// The object that a constructor is making has a field of an int assigned.
    pub(super) fn assign_int(&self, field: FieldId, value: Int, frame: &mut Frame) {
        let info = self.program.field(field);
        if self.is_constructor && info.flags.is_final() && info.class == self.class {
            frame.arrays.ints.retain(|(known, _)| *known != field);
            if matches!(value, Int::Constant(_) | Int::Parameter(_)) {
                frame.arrays.ints.push((field, value));
            }
        }
    }

    /// What an int field of an object is, which the method reads.
    pub(super) fn int_of(&self, field: FieldId, receiver: Entry, frame: &Frame) -> Int {
        let info = self.program.field(field);
        let is_own = receiver.number == 0 && self.program.method(self.method).has_receiver();
        if !is_own || !info.flags.is_final() || info.class != self.class {
            return Int::Unknown;
        }
        match frame.assigned_int(field) {
            Some(known) => known,
            // Before a constructor has assigned it, it is another number.
            None if self.tracks_this && !(self.is_constructor && self.is_assigned(field, frame)) => Int::Unknown,
            None => Int::Field(field),
        }
    }

    /// Others may see the object that a constructor is making, in whose arrays elements may be null by now.
    pub(super) fn show_arrays(&mut self, frame: &Frame) {
        if self.notes {
            frame.arrays.unfilled().for_each(|field| self.note_null(field));
        }
    }

    /// The same of one field.
    pub(super) fn show_array(&mut self, field: FieldId, frame: &Frame) {
        if self.notes && frame.arrays.unfilled().any(|unfilled| unfilled == field) {
            self.note_null(field);
        }
    }

    /// The constructor ends with an object.
    pub(super) fn end_with_arrays(&mut self, frame: &Frame) {
        self.show_arrays(frame);
        match &mut self.ints {
            Some(known) => known.retain(|known| frame.arrays.ints.contains(known)),
            None => self.ints = Some(frame.arrays.ints.clone()),
        }
    }

    /// Notes which final fields have the lengths of the arrays in arrays.
    pub(super) fn settle_lengths(&mut self) {
        let ints = self.ints.take().unwrap_or_default();
        for (field, length) in std::mem::take(&mut self.lengths) {
            let same = ints.iter().filter(|(_, int)| *int == length).map(|(of, _)| Length::OfField(*of));
            self.facts.note_lengths(field, &same.collect::<Vec<Length>>());
        }
    }

    /// An array is sorted, or filled with one value or with what another holds; whether the call does that.
    pub(super) fn change_array(&mut self, called: &MethodReference, arguments: &[Entry], frame: &mut Frame) -> bool {
        let named = (&*called.class, &*called.name, &*called.descriptor);
        if let [_, _, array, ..] = arguments
            && named == COPYING
        {
            frame.arrays.made_mut(array.number).into_iter().for_each(Made::lose_elements);
            self.note_element(*array, false, Int::Unknown, frame);
            return true;
        }
        if let [array, comparators @ ..] = arguments
            && SORTING.contains(&named)
        {
            // It holds what it held, but what is first may be another.
            if let Some(made) = frame.arrays.made_mut(array.number).filter(|made| made.filled != Filled::All) {
                made.filled = Filled::Not;
            }
            match array.of_field {
                OfField::One(field) if self.notes => self.facts.note_changed_by(field, self.method),
                OfField::Several if self.notes => self.give_up_all(),
                _ => {}
            }
            comparators.iter().for_each(|comparator| self.give_away(*comparator, frame));
            return true;
        }
        let [array, value] = arguments else { return false };
        if named != FILLING {
            return false;
        }
        let is_object = frame.is_known(*value);
        let length = frame.count_of(value.number);
        if let Some(made) = frame.arrays.made_mut(array.number) {
            made.filled = if is_object { Filled::All } else { Filled::Not };
            made.lengths = Some(length);
        }
        self.note_element(*array, is_object, length, frame);
        self.give_away(*value, frame);
        true
    }
}

/// Whether a static method only reads the array that is its first argument.
pub(super) fn only_reads_array(called: &MethodReference) -> bool {
    READING_ARRAYS.contains(&(&*called.class, &*called.name, &*called.descriptor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;
    use crate::program::Program;

    #[test]
    fn every_row_is_a_method() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for row in READING_ARRAYS.iter().chain(&SORTING).chain([&FILLING, &COPYING]) {
            let method = program.method_by_name(*row).unwrap_or_else(|| panic!("{row:?}"));
            assert!(program.method(method).flags.is_static(), "{row:?}");
        }
    }
}
