//! Sets of abstract objects, and what their fields and elements hold.

use super::super::types::{ClassId, FieldId};

/// A set of abstract objects: references that are one of them, or come from elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Set(u128);

/// Numbers below this are no objects.
pub(super) const FIRST: u32 = 2;
/// One more than the largest number.
pub(super) const MOST: u32 = u128::BITS;

impl Set {
    /// Null, or what no path brings.
    pub(super) const NONE: Set = Set(0);
    /// What comes from elsewhere: none of the objects, but for those that have escaped.
    pub(super) const OUTSIDE: Set = Set(1);
    /// What a constructor is making: none of the objects.
    pub(super) const MADE: Set = Set(2);

    pub(super) fn one(object: u32) -> Set {
        Set(1 << object)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn or(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }

    pub(super) fn and(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }

    pub(super) fn without(self, other: Set) -> Set {
        Set(self.0 & !other.0)
    }

    pub(super) fn meets(self, other: Set) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn contains(self, other: Set) -> bool {
        other.0 & !self.0 == 0
    }

    /// Without what comes from elsewhere.
    pub(super) fn objects(self) -> Set {
        self.without(Set::OUTSIDE).without(Set::MADE)
    }

    /// Whether it has something that is none of the objects.
    pub(super) fn has_others(self) -> bool {
        self.meets(Set::OUTSIDE.or(Set::MADE))
    }

    /// The objects by their numbers.
    pub(super) fn iter(self) -> impl Iterator<Item = u32> {
        let mut rest = self.objects().0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(next)
        })
    }
}

/// An abstract object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    /// Its class; none of an array.
    pub(super) class: Option<ClassId>,
    /// Whether class initialisation has left it. Others the code makes, and they stand for all of their class.
    pub(super) is_initial: bool,
}

/// A place in an abstract object, or, without one, in objects from elsewhere. Elements have no field.
pub(super) type Place = (Option<u32>, Option<FieldId>);
