//! What is known of local variables and of the operand stack before an instruction: null, and exact classes and array types.

use super::arrays::{Arrays, Int, NO_NUMBER, Number};
use crate::classfile::ValueKind;
use crate::program::{ClassId, FieldId, ReferenceType};

/// Of which class a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Exact {
    /// It is null, or nothing is stored there.
    #[default]
    Nothing,
    /// It is null or an instance of exactly this class.
    One(ClassId),
    /// It is null or an array of exactly this type.
    Array(ReferenceType),
    /// Not known.
    Any,
}

impl Exact {
    /// Of this class, if it is known.
    pub(super) fn of(class: Option<ClassId>) -> Exact {
        class.map_or(Exact::Any, Exact::One)
    }

    /// Of this class or array type, if it is known.
    pub(super) fn of_type(known: Option<ReferenceType>) -> Exact {
        known.map_or(Exact::Any, |known| known.as_class().map_or(Exact::Array(known), Exact::One))
    }

    /// The type, if it is known; null is of every type, this one for example.
    pub(super) fn known_or(self, of_null: Option<ReferenceType>) -> Option<ReferenceType> {
        match self {
            Exact::One(class) => Some(ReferenceType::class(class)),
            Exact::Array(array) => Some(array),
            Exact::Nothing => of_null,
            Exact::Any => None,
        }
    }

    /// Where it may be either.
    pub(super) fn or(self, other: Exact) -> Exact {
        match (self, other) {
            (Exact::Nothing, one) | (one, Exact::Nothing) => one,
            (left, right) if left == right => left,
            _ => Exact::Any,
        }
    }
}

/// Parameters of a method, by their places; those behind the 64th are in no set.
pub(super) type Parameters = u64;

/// The set of one parameter.
pub(super) fn parameter(place: usize) -> Option<Parameters> {
    u32::try_from(place).ok().and_then(|place| 1_u64.checked_shl(place))
}

/// From here on: results of instructions, values that meet at an instruction, and older results of an instruction.
const RESULTS: Number = 1 << 10;
const JOINED: Number = 1 << 28;
const OLD: Number = 1 << 30;
/// The most entries of a frame: numbers are made of an instruction and an entry.
const MOST_ENTRIES: usize = 1 << 10;

/// Whether a value is what a field refers to whose contents are watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OfField {
    /// It is not, or not known to be.
    #[default]
    No,
    /// It is what this field refers to, or null.
    One(FieldId),
    /// It may be what one of several refers to.
    Several,
}

impl OfField {
    fn or(self, other: OfField) -> OfField {
        if self == other { self } else { OfField::Several }
    }
}

/// Whether a value was just made, and nothing but the method has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Fresh {
    /// It was not, or others may have it.
    #[default]
    No,
    /// There is nothing in it.
    Empty,
    /// It is an array of references.
    Array,
    /// There is nothing in it, and it was told in which order things come.
    Ordered,
    /// There is nothing in it, and what its keys are of is this enum.
    KeyedBy(ReferenceType),
    /// It holds what the argument at this place of the method that is walked through holds.
    CopyOf(usize),
    /// It may hold anything.
    Filled,
    /// It holds no null, and nobody can put anything into it.
    WithoutNulls,
}

/// A local variable or an entry of the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Entries of the same number are the same value.
    pub(super) number: Number,
    /// It is not null where these parameters are not; none: it may be.
    pub(super) never_null: Option<Parameters>,
    pub(super) exact: Exact,
    /// Whether it may be the object that a constructor is making.
    pub(super) is_this: bool,
    pub(super) is_wide: bool,
    /// The value that is not null where this int is not 0.
    pub(super) tests: Number,
    /// A class or array type of which it is, maybe by one below.
    pub(super) class: Exact,
    pub(super) of_field: OfField,
    /// Of which watched field's collection it is a view or an iterator, by which something can be taken out.
    pub(super) view_of: OfField,
    /// Of which watched field's table it is an entry, or leads to one, by which a value can be replaced.
    pub(super) entry_of: OfField,
    pub(super) fresh: Fresh,
    /// Of which class or array type it is the `Class`.
    pub(super) names: Option<ReferenceType>,
    /// What it is, if it is an int.
    pub(super) int: Int,
    /// The local variable that it was read from, if that still has it.
    pub(super) local: Option<u16>,
}

pub(super) const NARROW: Entry = Entry {
    number: NO_NUMBER,
    never_null: None,
    exact: Exact::Any,
    is_this: false,
    is_wide: false,
    tests: NO_NUMBER,
    class: Exact::Any,
    of_field: OfField::No,
    view_of: OfField::No,
    entry_of: OfField::No,
    fresh: Fresh::No,
    names: None,
    int: Int::Unknown,
    local: None,
};
pub(super) const WIDE: Entry = Entry { is_wide: true, ..NARROW };

pub(super) fn of_kind(kind: ValueKind) -> Entry {
    match kind {
        ValueKind::Long | ValueKind::Double => WIDE,
        ValueKind::Int | ValueKind::Float | ValueKind::Reference => NARROW,
    }
}

impl Entry {
    /// The place of the parameter that it is.
    pub(super) fn parameter(self) -> Option<usize> {
        (self.number < RESULTS).then_some(self.number as usize)
    }
}

/// What is known before an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) locals: Vec<Entry>,
    pub(super) stack: Vec<Entry>,
    /// Parameters that are known not to be null by now.
    pub(super) not_null: Parameters,
    /// The fields of the object that a constructor is making which are assigned by now, by their places.
    pub(super) assigned: u64,
    /// The arrays of references that the method has made.
    pub(super) arrays: Arrays,
}

impl Frame {
    pub(super) fn pop(&mut self) -> Entry {
        self.stack.pop().unwrap_or(NARROW)
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.stack.push(entry);
    }

    fn entries(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.locals.iter_mut().chain(&mut self.stack)
    }

    /// Notes that a value is not null.
    pub(super) fn refine(&mut self, number: Number) {
        if number == NO_NUMBER {
            return;
        }
        if let Some(parameter) = parameter(number as usize).filter(|_| number < RESULTS) {
            self.not_null |= parameter;
        }
        self.entries().filter(|entry| entry.number == number).for_each(|entry| entry.never_null = Some(0));
    }

    /// Anything may have been put into what is new.
    pub(super) fn fill(&mut self) {
        let fresh =
            self.entries().filter(|entry| !matches!(entry.fresh, Fresh::No | Fresh::Array | Fresh::WithoutNulls));
        fresh.for_each(|entry| entry.fresh = Fresh::Filled);
    }

    /// Notes of all copies of a value what it is by now.
    pub(super) fn renew(&mut self, number: Number, fresh: Fresh, of_field: OfField) {
        if number != NO_NUMBER {
            let same = self.entries().filter(|entry| entry.number == number);
            same.for_each(|entry| (entry.fresh, entry.of_field) = (fresh, of_field));
        }
    }

    /// Whether an entry is known not to be null.
    pub(super) fn is_known(&self, entry: Entry) -> bool {
        entry.never_null.is_some_and(|parameters| parameters & !self.not_null == 0)
    }

    /// A reference that an instruction has just made out. What it made out before is another value by now.
    pub(super) fn result(&mut self, at: usize, never_null: Option<Parameters>, exact: Exact) -> Entry {
        let number = RESULTS + at as Number;
        self.forget_array(number);
        for (place, entry) in self.entries().enumerate() {
            if entry.number == number {
                entry.number = numbered(OLD, at, place);
                entry.fresh = Fresh::No;
            }
            if entry.tests == number {
                entry.tests = NO_NUMBER;
            }
        }
        Entry { number, never_null, exact, ..NARROW }
    }

    /// Takes another way in to an instruction; whether that brought anything new.
    pub(super) fn join(&mut self, other: &Frame, at: usize) -> bool {
        let before = (self.not_null, self.assigned);
        self.not_null &= other.not_null;
        self.assigned &= other.assigned;
        let mut is_news = before != (self.not_null, self.assigned);
        is_news |= self.join_arrays(other);
        let others = other.locals.iter().chain(&other.stack);
        // What one of two entries may be by now is not fresh any more, whichever entry has it.
        let mut shared: Vec<Number> = Vec::new();
        for (place, (mine, other)) in self.entries().zip(others).enumerate() {
            let is_alike = mine.fresh == other.fresh && matches!(mine.fresh, Fresh::No | Fresh::WithoutNulls);
            if mine.number != other.number && !is_alike {
                shared.extend([mine.number, other.number]);
            }
            let never_null = mine.never_null.zip(other.never_null).map(|(left, right)| left | right);
            let joined = Entry {
                number: if mine.number == other.number { mine.number } else { numbered(JOINED, at, place) },
                never_null,
                exact: mine.exact.or(other.exact),
                is_this: mine.is_this || other.is_this,
                is_wide: mine.is_wide,
                tests: if mine.tests == other.tests { mine.tests } else { NO_NUMBER },
                class: mine.class.or(other.class),
                of_field: mine.of_field.or(other.of_field),
                view_of: mine.view_of.or(other.view_of),
                entry_of: mine.entry_of.or(other.entry_of),
                names: mine.names.filter(|_| mine.names == other.names),
                int: if mine.int == other.int { mine.int } else { Int::Unknown },
                local: mine.local.filter(|_| mine.local == other.local),
                // Of two copies of a value, one must not be taken for fresh when the other is stored.
                fresh: match (mine.number, mine.fresh) == (other.number, other.fresh) || is_alike {
                    true => mine.fresh,
                    false => Fresh::No,
                },
            };
            is_news |= joined != *mine;
            *mine = joined;
        }
        for entry in self.entries().filter(|entry| entry.fresh != Fresh::No && shared.contains(&entry.number)) {
            entry.fresh = Fresh::No;
            is_news = true;
        }
        is_news
    }
}

fn numbered(from: Number, at: usize, place: usize) -> Number {
    from + (at % (1 << 16) * MOST_ENTRIES + place % MOST_ENTRIES) as Number
}
